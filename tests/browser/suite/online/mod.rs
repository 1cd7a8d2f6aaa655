//! Tables with people, at devices of their own, and shared replays.

mod network;
mod play;
mod screens;
mod shared_replays;

use crate::harness::{Page, Server, Setup, visit_at};
use crate::table::{self, Move};
use serde_json::{Value, json};

/// A person who has changed no setting that matters here.
pub(crate) fn person() -> Setup {
    Setup {
        settings: json!({"pace": "fast"}),
        ..Setup::default()
    }
}

/// Several people, each with a browser of their own, on one server.
fn together<const N: usize>(url: &str, people: [&Setup; N], test: &mut dyn FnMut([&Page; N])) {
    fn add<const N: usize>(
        url: &str,
        people: &[&Setup],
        pages: &[&Page],
        test: &mut dyn FnMut([&Page; N]),
    ) {
        match people {
            [] => test(pages.try_into().expect("there is a page for each")),
            [first, rest @ ..] => visit_at(url, first, |page| {
                add(url, rest, &[pages, &[page]].concat(), test);
            }),
        }
    }
    add(url, &people, &[], test);
}

/// Makes a table as a program would, and tells its id and the tokens of its seats.
pub(crate) fn made(page: &Page, request: &Value) -> (String, Vec<String>) {
    let script = format!(
        "const done = arguments[0];
         fetch('api/v1/tables', {{method: 'POST', body: {body:?}}})
           .then((answer) => answer.json()).then(done, (error) => done(String(error)))",
        body = request.to_string(),
    );
    let opened = page.eval_async(&script);
    let id = opened["id"].as_str().unwrap_or_else(|| panic!("{opened}"));
    let seats = opened["seats"].as_array().expect("it has seats");
    let token = |seat: &Value| seat["token"].as_str().unwrap_or_default().to_owned();
    (id.to_owned(), seats.iter().map(token).collect())
}

/// A table of Jaipur for two people.
pub(crate) fn for_two(clock: Option<u32>) -> Value {
    json!({
        "game": "jaipur", "rules": "round", "seed": 4, "clock": clock,
        "seats": [{"kind": "person"}, {"kind": "person"}],
    })
}

/// Sits down by a link.
pub(crate) fn sit(page: &Page, id: &str, token: &str, name: &str) {
    page.open(&format!("#/table/{id}/{token}"));
    page.write("Your name", name);
    page.click("button", "Sit down");
}

/// Two people at a table of Jaipur, and its id.
fn two_at_a_table(ada: &Page, ben: &Page, clock: Option<u32>) -> (String, Vec<String>) {
    ada.open("#/tables");
    let (id, tokens) = made(ada, &for_two(clock));
    sit(ada, &id, &tokens[0], "Ada");
    ada.find("heading", "Waiting for the others");
    sit(ben, &id, &tokens[1], "Ben");
    for page in [ada, ben] {
        page.until("the table", || page.has("button", "Confirm"));
    }
    (id, tokens)
}

/// Whether the page asks for a move.
pub(crate) fn is_asked(page: &Page) -> bool {
    page.shows("#main [data-legal]")
}

/// Whether the page shows the result.
fn is_over(page: &Page) -> bool {
    page.shows("dialog[open] [data-testid=result]")
}

/// Plays one move of Jaipur for whoever is asked.
fn play_a_move(page: &Page, exchanged: bool) {
    let wanted = table::think(page, exchanged);
    table::choose(page, &wanted);
    let before = table::moves(page);
    page.click("button", "Confirm");
    page.until("the move is played", || {
        table::moves(page) > before || is_over(page)
    });
}

/// Plays a game of Jaipur to its end, each for himself.
fn play_on(pages: &[&Page], most: usize) {
    for turn in 0..most {
        let start = std::time::Instant::now();
        let asked = loop {
            if pages.iter().all(|page| is_over(page)) {
                return;
            }
            if let Some(page) = pages.iter().find(|page| is_asked(page) && !is_over(page)) {
                break page;
            }
            assert!(start.elapsed().as_secs() < 60, "nobody is asked");
            std::thread::sleep(std::time::Duration::from_millis(25));
        };
        play_a_move(asked, turn > 2);
    }
}

/// One's first cards, and takes one: the shortest move there is.
fn take_one(page: &Page) {
    page.until("one is asked", || is_asked(page));
    let market = table::cards(page, "the market");
    let good = market.iter().find(|card| table::kind(card) != "Camel");
    let name = good.unwrap_or(&market[0]).name.clone();
    table::choose(page, &Move::Take(vec![name], Vec::new()));
    page.click("button", "Confirm");
    page.until("it is taken", || !is_asked(page));
}

/// A server for one test.
fn server() -> Server {
    Server::start()
}
