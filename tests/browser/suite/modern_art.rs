//! Modern Art: whole games in both rule sets, sealed bids at one device, reload, replay, every width and theme.

use crate::harness::{Page, Setup, at_all_widths, check_accessibility as check, visit};
use crate::table::{self, Waits};
use fantoccini::key::Key;
use parlour_engine::{Record, Table};
use parlour_games::modern_art::{Event, ModernArt};
use serde_json::json;
use std::path::Path;

/// Who sits at the table: a person with this name, or an AI of this level.
#[derive(Clone, Copy)]
enum Place {
    Person(&'static str),
    Ai(&'static str),
}

/// Fills in the form and starts.
fn start(page: &Page, rules: &str, places: &[Place], seed: u32) {
    page.open("#/new/modern-art");
    page.click("radio", &places.len().to_string());
    for (at, place) in (1..).zip(places) {
        let seat = format!("Player {at}");
        match place {
            Place::Person(name) => {
                page.choose(&seat, "A person");
                page.write(&format!("Name of player {at}"), name);
            }
            Place::Ai(level) => page.choose(&seat, level),
        }
    }
    page.click("radio", rules);
    page.click("button", "Play a certain deal");
    page.write("Seed", &seed.to_string());
    let people = places.iter().any(|place| matches!(place, Place::Person(_)));
    let label = if people {
        "Start the game"
    } else {
        "Start watching"
    };
    page.click("button", label);
}

const THREE: [Place; 3] = [
    Place::Person("Ada"),
    Place::Ai("Collector"),
    Place::Ai("Novice"),
];

/// Cards of one's hand that can be chosen now.
fn legal_cards(page: &Page) -> Vec<String> {
    let buttons = page.all("button");
    let legal = buttons.iter().filter(|button| button.legal);
    legal.map(|button| button.name.clone()).collect()
}

/// Answers whatever is asked, by mouse: offers and adds the first painting that fits, bids a little, takes what is cheap.
fn answer(page: &Page, turn: usize) {
    if page.has("textbox", "Bid") {
        if table::guidance(page).starts_with("Raise") && !turn.is_multiple_of(3) {
            page.click("button", "Pass");
            return;
        }
        page.click("button", "One more");
        if turn.is_multiple_of(2) && !table::guidance(page).starts_with("Raise") {
            page.click("button", "5 more");
        }
    } else if page.has("textbox", "Price") {
        page.write("Price", "9");
    } else if let Some(card) = legal_cards(page).first() {
        page.click("button", card);
    } else if !table::guidance(page).starts_with("Take") {
        page.click("button", "Pass");
        return;
    }
    page.until("Confirm lights up", || table::may_confirm(page));
    page.click("button", "Confirm");
}

/// The same by keyboard alone.
fn answer_by_keyboard(page: &Page, turn: usize) {
    if page.has("textbox", "Bid") || page.has("textbox", "Price") {
        if table::guidance(page).starts_with("Raise") && !turn.is_multiple_of(3) {
            page.press('p');
            return;
        }
        page.press('b');
        page.until("the field has the focus", || {
            ["Bid", "Price"].contains(&page.focused().as_str())
        });
        let amount = page.eval("return document.getElementById('amount').value");
        assert_eq!(amount, json!(""), "each question begins anew");
        if table::guidance(page).starts_with("Raise") {
            // Out of the field, signs are steps.
            page.press(Key::Tab);
            page.press('+');
            page.until("Confirm lights up", || table::may_confirm(page));
            page.press('c');
        } else {
            page.press(char::from(b'0' + (turn % 10) as u8));
            page.until("Confirm lights up", || table::may_confirm(page));
            page.press(Key::Enter);
        }
        return;
    }
    let legal = legal_cards(page);
    if legal.is_empty() {
        let take = table::guidance(page).starts_with("Take");
        page.press(if take { 'c' } else { 'p' });
        return;
    }
    // To the hand, and along it to a card that fits.
    for _ in 0..60 {
        if legal.contains(&page.focused()) {
            break;
        }
        let at_hand = page.focused().contains(", painting ");
        page.press(if at_hand { Key::Right } else { Key::Tab });
        if at_hand
            && page
                .focused()
                .contains(&format!("painting {} of", hand(page).len()))
        {
            page.press(Key::Home);
        }
    }
    assert!(legal.contains(&page.focused()), "no way to {legal:?}");
    page.press(Key::Enter);
    page.until("Confirm lights up", || table::may_confirm(page));
    page.press('c');
}

/// The paintings of one's hand.
fn hand(page: &Page) -> Vec<String> {
    let names = page.names("button").into_iter();
    names.filter(|name| name.contains(", painting ")).collect()
}

/// Every word on the page, read or heard; drawings have none.
fn words(page: &Page) -> String {
    let words = page.eval(
        "return [document.body.innerText, ...[...document.querySelectorAll('*')].flatMap((element) =>
           [element.ariaLabel, element.title, element.value, element.dataset?.card])].join('\\n')",
    );
    words.as_str().unwrap_or_default().to_owned()
}

/// The number of actions that the log tells of.
fn told(page: &Page) -> u64 {
    let last = page.eval(
        "return Math.max(0, ...[...document.querySelectorAll('[data-testid=log] .log-number')].map(
           (number) => Number(number.innerText)))",
    );
    last.as_u64().expect("it is a number")
}

/// Plays until `enough`, or to the end; tells whether it is over.
fn play(page: &Page, by: fn(&Page, usize), enough: impl Fn(usize) -> bool) -> bool {
    for turn in 0..900 {
        if enough(turn) {
            return false;
        }
        match table::wait(page) {
            Waits::Over => return true,
            Waits::BetweenRounds => {
                check_sums(page);
                page.click("button", "Next round");
            }
            Waits::ForPerson(name) => page.click("button", &format!("I am {name}: show my cards")),
            Waits::ForMove => answered(page, by, turn),
        }
    }
    panic!("the game does not end");
}

/// Answers, and waits until the page has taken it.
fn answered(page: &Page, by: fn(&Page, usize), turn: usize) {
    let asked = (table::guidance(page), table::log(page).len());
    by(page, turn);
    page.until("something has happened", || {
        table::wait(page) != Waits::ForMove
            || (table::guidance(page), table::log(page).len()) != asked
    });
}

/// The lines of the sums add up, for every seat.
#[track_caller]
fn check_sums(page: &Page) {
    let rows = page.eval(
        "return [...document.querySelectorAll('dialog[open] table.sums tr')].slice(1).map((row) =>
           [row.querySelector('th').innerText, [...row.querySelectorAll('td')].map((cell) => Number(cell.innerText))])",
    );
    let rows = rows.as_array().expect("rows are a list").clone();
    let values = |row: &serde_json::Value| -> Vec<i64> {
        let cells = row[1].as_array().expect("cells are a list");
        cells
            .iter()
            .map(|cell| cell.as_i64().expect("a number"))
            .collect()
    };
    let sum = rows
        .iter()
        .position(|row| row[0] == json!("This round"))
        .expect("there is a sum");
    let mut added = vec![0; values(&rows[sum]).len()];
    for row in &rows[..sum] {
        for (added, value) in added.iter_mut().zip(values(row)) {
            *added += value;
        }
    }
    assert_eq!(values(&rows[sum]), added, "{rows:?}");
    assert_eq!(rows[sum + 1][0], json!("Cash"));
}

/// The game on the table, by its record.
fn replayed(page: &Page) -> Table<ModernArt> {
    let line = std::fs::read_to_string(table::record(page)).expect("it can be read");
    let record = Record::<ModernArt>::read(line.trim()).expect("it is a record");
    record.replay().expect("it can be replayed")
}

/// Cash as the page shows it, the others clockwise first, then one's own.
fn cash(page: &Page) -> Vec<i32> {
    let shown = page.eval(
        "return [...document.querySelectorAll('[data-testid=cash] b')].map((cash) => Number(cash.innerText))",
    );
    let shown = shown.as_array().expect("a list").iter();
    shown
        .map(|cash| cash.as_i64().expect("a number") as i32)
        .collect()
}

/// A finished game: what is shown is what the rules say, it can be loaded again, and replayed step by step.
fn look_at_the_end(page: &Page) {
    check_sums(page);
    page.click("button", "Look at the table");
    let table = replayed(page);
    let scores = table.outcome().expect("it is over").scores;
    let mut others = scores.clone();
    others.rotate_left(1);
    assert_eq!(cash(page), others);
    let log = table::log(page);
    assert_eq!(told(page), table.actions().len() as u64);
    page.reload();
    page.click("button", "Look at the table");
    assert_eq!(table::log(page), log);
    page.click("link", "Replay");
    page.find("button", "One move back");
    page.click("button", "To the start");
    assert_eq!(cash(page), [100, 100, 100]);
    for _ in 0..4 {
        page.click("button", "One move forward");
    }
    page.click("button", "To the end");
    assert_eq!(cash(page), others);
}

#[test]
fn all_five_auctions_by_mouse() {
    visit(&Setup::default(), |page| {
        start(page, "All five auctions", &THREE, 11);
        assert_eq!(table::wait(page), Waits::ForMove);
        assert_eq!(hand(page).len(), 10);
        assert_eq!(table::guidance(page), "Choose the painting that you offer");
        assert!(play(page, answer, |_| false));
        look_at_the_end(page);
    });
}

#[test]
fn sealed_bids_by_keyboard_alone() {
    visit(&Setup::default(), |page| {
        start(page, "Sealed bids only", &THREE, 4);
        assert!(play(page, answer_by_keyboard, |_| false));
        look_at_the_end(page);
    });
}

#[test]
fn what_is_said_aloud_tells_the_auction() {
    visit(&Setup::default(), |page| {
        start(page, "All five auctions", &THREE, 11);
        assert_eq!(table::wait(page), Waits::ForMove);
        let card = legal_cards(page).remove(0);
        page.click("button", &card);
        let proposal = table::guidance(page);
        assert!(proposal.starts_with("Offer a"), "{proposal}");
        page.click("button", "Confirm");
        page.until("it is said", || {
            page.text("[data-testid=announcement]").len() > 10
        });
        assert!(table::log(page).join(" ").contains("You offered"));
    });
}

#[test]
fn sealed_bids_at_one_device_stay_sealed() {
    let people = [
        Place::Person("Ada"),
        Place::Person("Ben"),
        Place::Person("Cleo"),
    ];
    visit(&Setup::default(), |page| {
        start(page, "Sealed bids only", &people, 3);
        page.click("button", "I am Ada: show my cards");
        let card = legal_cards(page).remove(0);
        page.click("button", &card);
        page.click("button", "Confirm");
        // Ada bids first: she sits at the device.
        page.find("textbox", "Bid");
        page.write("Bid", "101");
        page.until("too much is refused", || {
            table::guidance(page) == "You have only 100"
        });
        assert!(!table::may_confirm(page));
        for _ in "101".chars() {
            page.press(Key::Backspace);
        }
        page.write("Bid", "37");
        page.click("button", "Confirm");
        for (name, bid) in [("Ben", "23"), ("Cleo", "41")] {
            page.find("button", &format!("I am {name}: show my cards"));
            assert!(!words(page).contains("37"), "{}", words(page));
            // A reload gives nothing away, and loses no bid.
            page.reload();
            page.click("button", &format!("I am {name}: show my cards"));
            page.find("textbox", "Bid");
            assert!(!words(page).contains("37"), "{name}: {}", words(page));
            page.write("Bid", bid);
            page.click("button", "Confirm");
        }
        // Ben offers next: he takes the device, and reads the log.
        page.click("button", "I am Ben: show my cards");
        page.until("the bids are opened", || {
            table::log(page)
                .join(" ")
                .contains("Bids: Ada 37, Ben 23, Cleo 41")
        });
        assert!(
            table::log(page)
                .join(" ")
                .contains("Cleo bought it from Ada for 41")
        );
    });
}

#[test]
fn two_sealed_auctions_later_a_reload_changes_nothing() {
    visit(&Setup::default(), |page| {
        start(page, "All five auctions", &THREE, 5);
        assert!(!play(page, answer, |turn| turn >= 6));
        table::wait(page);
        let seen = (table::log(page), hand(page), cash(page));
        page.reload();
        table::wait(page);
        assert_eq!((table::log(page), hand(page), cash(page)), seen);
    });
}

fn every_screen(page: &Page, look: &dyn Fn(&Page, &str)) {
    page.open("#/");
    look(page, "home");
    page.open("#/new/modern-art");
    look(page, "the form");
    page.click("radio", "5");
    look(page, "the form for five");
    page.open("#/rules/modern-art");
    look(page, "the rules");
    let long = [
        Place::Person("Maximiliana Wolkenkratze"),
        Place::Ai("Collector"),
        Place::Ai("Appraiser"),
        Place::Ai("Strategist"),
        Place::Person("WWWWWWWWWWWWWWWWWWWWWWWW"),
    ];
    start(page, "All five auctions", &long, 2);
    page.find("button", "I am …");
    look(page, "the turn screen");
    page.click("button", "I am …");
    look(page, "long names");
    start(page, "All five auctions", &THREE, 11);
    table::wait(page);
    look(page, "the first offer");
    page.click("button", &legal_cards(page)[0]);
    look(page, "a painting chosen");
    page.press(Key::Escape);
    let mut seen = Vec::new();
    for turn in 0..300 {
        match table::wait(page) {
            Waits::ForMove => {
                let title = page.text("[data-testid=auction-title]");
                if !seen.contains(&title) {
                    look(page, &title);
                    seen.push(title);
                }
                answered(page, answer, turn);
            }
            _ => break,
        }
    }
    assert_eq!(table::wait(page), Waits::BetweenRounds);
    look(page, "the sums of a round");
    page.click("button", "Next round");
    if table::wait(page) == Waits::ForMove {
        page.click("button", "Keys");
        look(page, "the keys");
        page.click("button", "Close");
    }
    start(page, "Sealed bids only", &[Place::Ai("Collector"); 5], 3);
    page.click("button", "Pause");
    look(page, "watching");
}

#[test]
fn every_screen_is_accessible() {
    for dark in [false, true] {
        let setup = Setup {
            dark,
            ..Setup::default()
        };
        visit(&setup, |page| every_screen(page, &check));
    }
}

#[test]
fn no_screen_scrolls_sideways() {
    visit(&Setup::phone(), |page| every_screen(page, &at_all_widths));
}

/// Pictures of every screen, when they are wanted.
#[test]
fn pictures_of_modern_art() {
    if std::env::var_os("PARLOUR_SCREENSHOTS").is_none() {
        return;
    }
    for (name, setup) in looks() {
        visit(&setup, |page| {
            every_screen(page, &|page, screen| {
                let file = format!(
                    "pictures/modern-art-{name}-{}.png",
                    screen.to_lowercase().replace(' ', "-")
                );
                page.picture(&Path::new(env!("CARGO_TARGET_TMPDIR")).join(file));
            });
        });
    }
}

/// The looks in which pictures are made.
pub(crate) fn looks() -> [(&'static str, Setup); 3] {
    [
        ("light", Setup::default()),
        (
            "dark",
            Setup {
                dark: true,
                ..Setup::default()
            },
        ),
        ("phone", Setup::phone()),
    ]
}

/// Every double auction of a long series is told; a check of the record, not of the page.
#[test]
fn a_record_of_the_full_rules_has_all_auctions() {
    visit(&Setup::default(), |page| {
        start(page, "All five auctions", &[Place::Ai("Collector"); 4], 8);
        page.find("button", "One move");
        page.until("the game is over", || page.has("button", "Rematch"));
        page.click("button", "Look at the table");
        let table = replayed(page);
        let history = table.state().history();
        assert!(
            history
                .iter()
                .any(|event| matches!(event, Event::Price { .. }))
        );
        assert!(
            history
                .iter()
                .any(|event| matches!(event, Event::Bids { .. }))
        );
        assert!(
            history
                .iter()
                .any(|event| matches!(event, Event::Bid { .. }))
        );
        assert_eq!(told(page), table.actions().len() as u64);
    });
}
