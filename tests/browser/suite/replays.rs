//! What one does with a replay: give it away as a link, and play on from a position of it.

use crate::analysis::recorded;
use crate::harness::{GAMES, Page, Setup, inspect_all, parlour, visit};
use crate::languages::{LANGUAGES, in_language};
use crate::pictures;
use crate::table::{self, Waits};
use crate::watch::load;
use serde_json::{Value, json};
use std::process::Command;

/// Players of each game, as many as it can have here.
const SEATS: [&str; 4] = [
    "utility,random",
    "greedy_asc,rand,rand",
    "simple,simple,simple,simple,simple",
    "greedy,random",
];

/// A finished game.
fn record(page: &Page, game: &str) -> String {
    let at = GAMES
        .iter()
        .position(|other| *other == game)
        .expect("a game");
    let rules: &[&str] = if game == "modern-art" {
        &["--rules", "simple"]
    } else {
        &[]
    };
    recorded(page, game, SEATS[at], rules)
}

/// What the terminal says of a record or a link.
fn replayed(arguments: &[&str]) -> String {
    let output = Command::new(parlour())
        .arg("replay")
        .args(arguments)
        .output();
    let output = output.expect("parlour runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    let told = String::from_utf8(output.stdout).expect("it prints text");
    told.trim_end().to_owned()
}

/// The route of the link of a finished game, as the terminal prints it.
fn link(page: &Page, game: &str) -> String {
    let file = page.file("linked.jsonl", &record(page, game));
    replayed(&[&file.display().to_string(), "--link"])
}

fn position(page: &Page) -> String {
    page.text("[data-testid=position]")
}

/// The saved games, the oldest first.
fn saved(page: &Page) -> Vec<Value> {
    let games = page.eval(
        "return Object.keys(localStorage).filter((key) => key.startsWith('parlour/game/'))
           .map((key) => JSON.parse(localStorage.getItem(key))).sort((a, b) => a.started - b.started)",
    );
    games.as_array().cloned().expect("a list")
}

fn record_of(game: &Value) -> Value {
    let line = game["record"].as_str().expect("a record is text");
    serde_json::from_str(line).expect("it is JSON")
}

/// The field with the link, in the dialog that is open.
fn shared_link(page: &Page) -> String {
    page.find("textbox", "Link");
    let link = page.eval("return document.querySelector('dialog[open] input').value");
    link.as_str().expect("text").to_owned()
}

#[test]
fn a_link_opens_the_replay_where_nothing_is_saved() {
    visit(&Setup::default(), |page| {
        for game in GAMES {
            load(page, &record(page, game));
            let end = position(page);
            let last = saved(page).pop().expect("it is saved");
            page.click("button", "Link");
            page.find("heading", "A link to this game");
            let link = shared_link(page);
            assert!(link.len() < 2000, "{game}: {} characters", link.len());
            // The terminal reads the same game.
            let told: Value = serde_json::from_str(&replayed(&[&link, "--json"])).expect("JSON");
            assert_eq!(told["game"], json!(game));
            assert_eq!(told["scores"], last["summary"]["scores"]);
            let (_, route) = link.split_once('#').expect("a route");
            page.click("button", "Close");

            page.eval("localStorage.clear()");
            page.open(&format!("#{route}"));
            page.until("the replay", || position(page) == end);
            page.click("button", "To the start");
            page.click("button", "One move forward");
            assert!(
                saved(page).is_empty(),
                "it is saved before anybody wants it"
            );
            page.click("button", "Save this game");
            page.until_text(".toasts", "The game is saved");
            assert!(!page.has("button", "Save this game"));
            let [now] = &saved(page)[..] else {
                panic!("one game is saved");
            };
            assert_eq!(record_of(now), record_of(&last));
            // Once more it is the saved one.
            page.open(&format!("#{route}"));
            page.until("the replay", || position(page) == end);
            assert!(!page.has("button", "Save this game"));
        }
    });
}

#[test]
fn a_damaged_link_is_told() {
    visit(&Setup::default(), |page| {
        let link = link(page, "jaipur");
        let middle = link.len() / 2;
        let other = if link[middle..].starts_with('A') {
            "B"
        } else {
            "A"
        };
        for damaged in [
            link[..link.len() - 3].to_owned(),
            format!("{}{other}{}", &link[..middle], &link[middle + 1..]),
            format!("{link}AA"),
            "#/replay/link/hello".to_owned(),
            "#/replay/link/AgAA".to_owned(),
        ] {
            page.open(&damaged);
            page.find("heading", "This link is damaged");
            page.find("link", "All games");
        }
        assert!(saved(page).is_empty());
    });
}

/// Goes to a position, opens the dialog, and starts a game in the first seat.
fn play_on(page: &Page, ply: usize, cards: &str) {
    page.click("button", "To the start");
    for _ in 0..ply {
        page.click("button", "One move forward");
    }
    page.until("the position", || {
        position(page).starts_with(&format!("Move {ply} "))
    });
    page.click("button", "Play on from here");
    page.find("heading", &format!("Play on after move {ply}"));
    page.eval("document.querySelector('[name=branch-seat]').click()");
    page.click("radio", cards);
    page.click("button", "Play on");
    page.until("the table", || page.route().starts_with("#/play/"));
    page.until("the table", || {
        !page.text("[data-testid=guidance]").is_empty()
    });
}

#[test]
fn a_game_goes_on_from_a_position_and_is_compared() {
    visit(&Setup::default(), |page| {
        load(page, &record(page, "jaipur"));
        let replay = page.route();
        play_on(page, 4, "As they were");
        assert_eq!(table::wait(page), Waits::ForMove);
        assert_eq!(table::moves(page), 4);
        let hand = table::kinds(&table::cards(page, "your hand"));
        assert!(
            page.find("button", "Undo").disabled,
            "the other game is not taken back"
        );
        let games = saved(page);
        let [original, branch] = &games[..] else {
            panic!("two games are saved");
        };
        let (before, after) = (record_of(original), record_of(branch));
        assert_eq!(
            branch["branch"],
            json!({"parent": original["id"], "ply": 4, "redealt": false})
        );
        assert_eq!(after["deal"], before["deal"]);
        assert_eq!(
            after["actions"].as_array().expect("a list")[..],
            before["actions"].as_array().expect("a list")[..4]
        );

        // While it is on, the original shows it so.
        page.open(&replay);
        let table_of = || page.text("[data-testid=variations]");
        page.until("the variation", || table_of().contains("in progress"));
        page.click("link", "After move 4");
        table::wait(page);
        table::play_to_the_end(page);
        page.click("link", "Replay");
        page.until("the original", || table_of().contains("Original game"));
        let end = saved(page).pop().expect("it is saved")["summary"]["scores"].clone();
        page.click("link", "Original game");
        let moves = before["actions"].as_array().expect("a list").len();
        page.until("where they part", || {
            position(page) == format!("Move 4 of {moves}")
        });
        let shown = table_of();
        for scores in [&original["summary"]["scores"], &end] {
            for score in scores.as_array().expect("a list") {
                assert!(shown.contains(&score.to_string()), "{score} in {shown}");
            }
        }
        page.click("link", "After move 4");
        page.until("the variation", || position(page).starts_with("Move 4 of "));
        assert!(page.route().ends_with("/4"), "{}", page.route());

        // What the seat could not know is dealt again; what it knew is as it was.
        page.open(&replay);
        play_on(page, 4, "Dealt again");
        assert_eq!(table::wait(page), Waits::ForMove);
        let again = table::kinds(&table::cards(page, "your hand"));
        assert_eq!(
            again.keys().collect::<Vec<_>>(),
            hand.keys().collect::<Vec<_>>()
        );
        let branch = saved(page).pop().expect("it is saved");
        assert_eq!(branch["branch"]["redealt"], json!(true));
        let after = record_of(&branch);
        assert!(after["deal"]["cards"].is_object(), "{}", after["deal"]);
        assert_eq!(
            after["actions"].as_array().expect("a list")[..],
            before["actions"].as_array().expect("a list")[..4]
        );
        let file = page.file("branch.jsonl", &format!("{after}\n"));
        replayed(&[&file.display().to_string()]);

        // A move of one's own can be taken back, but no more.
        let market = table::cards(page, "the market");
        let camel = market.iter().find(|card| table::kind(card) != "Camel");
        page.click_on(camel.expect("there is a good"));
        page.click("button", "Confirm");
        page.until("both have played", || table::moves(page) >= 6);
    });
}

#[test]
fn every_game_goes_on_from_a_link_with_the_cards_dealt_again() {
    visit(&Setup::default(), |page| {
        for game in GAMES {
            page.open(&link(page, game));
            play_on(page, 7, "Dealt again");
            let games = saved(page);
            let [original, branch] = &games[..] else {
                panic!("{game}: two games are saved, the original too");
            };
            assert_eq!(branch["branch"]["parent"], original["id"]);
            let line = branch["record"].as_str().expect("text");
            let file = page.file("branch.jsonl", &format!("{line}\n"));
            replayed(&[&file.display().to_string()]);
            page.eval("localStorage.clear()");
        }
    });
}

#[test]
fn where_nothing_is_hidden_there_are_no_cards_to_deal_again() {
    visit(&Setup::default(), |page| {
        load(
            page,
            &recorded(page, "primi-composti", "greedy_asc,rand", &[]),
        );
        page.click("button", "To the start");
        page.click("button", "Play on from here");
        page.find("heading", "Play on from the start");
        assert!(!page.has("radio", "Dealt again"));
        page.click("button", "Play on");
        page.until("the table", || page.route().starts_with("#/play/"));
        let branch = saved(page).pop().expect("it is saved");
        assert_eq!(branch["branch"]["redealt"], json!(false));
    });
}

/// Every state, to be looked at by a checker.
fn screens(page: &Page, look: &dyn Fn(&str)) {
    page.open("#/replay/link/hello");
    page.find("heading", "This link is damaged");
    look("a damaged link");
    page.open(&link(page, "modern-art"));
    page.find("button", "Save this game");
    look("the replay of a link");
    page.click("button", "Link");
    page.find("textbox", "Link");
    look("the link");
    page.click("button", "Close");
    page.click("button", "To the start");
    page.click("button", "One move forward");
    page.click("button", "Play on from here");
    page.find("heading", "Play on after move 1");
    look("playing on");
    page.click("radio", "Dealt again");
    look("playing on with other cards");
    page.click("button", "Cancel");
    page.click("button", "Save this game");
    page.until("it is saved", || saved(page).len() == 1);
    // Three variations, one of them in progress.
    page.eval(
        "const [game] = Object.keys(localStorage).filter((key) => key.startsWith('parlour/game/'))
           .map((key) => JSON.parse(localStorage.getItem(key)));
         for (const [at, ply] of [0, 12, 12].entries()) {
           const id = `variation${at}`;
           const branch = { parent: game.id, ply, redealt: at === 1 };
           const summary = at === 2 ? { ...game.summary, winners: null } : game.summary;
           const seats = [{ person: { name: 'Maximiliana Wolkenkratze' } }, ...game.seats.slice(1)];
           localStorage.setItem(`parlour/game/${id}`, JSON.stringify({ ...game, id, branch, summary, seats }));
         }
         location.hash = `#/replay/${game.id}/12`;",
    );
    page.until("the variations", || page.has("link", "After move 12"));
    look("variations");
}

#[test]
fn every_screen_can_be_used_by_all_in_both_themes_at_every_width() {
    inspect_all(screens);
}

#[test]
fn the_dialogs_fit_a_phone_in_every_language() {
    for language in LANGUAGES {
        visit(&in_language(language, Setup::phone()), |page| {
            page.open(&link(page, "modern-art"));
            for opener in ["link", "play-on"] {
                page.until("the replay", || !position(page).is_empty());
                page.eval("document.querySelector('[data-testid=transport] button').click()");
                let open = format!("document.querySelector('[data-testid={opener}]').click()");
                page.eval(&open);
                page.until("the dialog", || !page.text("dialog[open] h1").is_empty());
                page.assert_no_sideways_scroll(&format!("{opener} in {language}"));
                let wide = page.eval(
                    "const dialog = document.querySelector('dialog[open]');
                     return dialog.scrollWidth - dialog.clientWidth",
                );
                assert_eq!(wide, json!(0), "{opener} in {language}");
                page.reload();
            }
        });
    }
}

/// Pictures of every screen, made only when `PARLOUR_SCREENSHOTS` is set.
#[test]
fn pictures_of_every_screen() {
    pictures::of_every_screen("replay", screens, &|page, place, take| match place {
        "variations" => {
            page.eval("document.querySelector('.variations').scrollIntoView()");
            take("-panel");
        }
        "the-replay-of-a-link" => {
            page.eval("document.querySelector('.table-buttons').scrollIntoView()");
            take("-buttons");
            page.eval("scrollTo(0, 0)");
        }
        _ => {}
    });
}
