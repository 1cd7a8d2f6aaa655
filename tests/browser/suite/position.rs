//! The position editor: every game, from a deal and from a replay, with what is impossible, analysis, and playing on.

use crate::harness::{GAMES, Page, PlainServer, Setup, visit_at};
use crate::pictures::inspect_and_picture;
use crate::table;
use crate::watch::{finished_round, load};
use serde_json::json;

fn faults(page: &Page) -> String {
    page.text("[data-testid=faults]")
}

/// Writes a number or a list into a field of a row.
fn write(page: &Page, row: &str, at: usize, text: &str) {
    page.eval_with(
        "const field = document.querySelectorAll(`[data-row=\"${arguments[0]}\"], [id=\"${arguments[0]}\"]`)[arguments[1]];
         field.value = arguments[2];
         field.dispatchEvent(new Event('change', { bubbles: true }));",
        vec![json!(row), json!(at), json!(text)],
    );
}

fn read(page: &Page, row: &str, at: usize) -> String {
    let value = page.eval_with(
        "return document.querySelectorAll(`[data-row=\"${arguments[0]}\"], [id=\"${arguments[0]}\"]`)[arguments[1]].value",
        vec![json!(row), json!(at)],
    );
    value.as_str().expect("a field").to_owned()
}

fn wait_for(page: &Page, part: &str) {
    page.until(part, || faults(page).contains(part));
}

/// Opens the position that is set up and has it analysed.
fn analyse(page: &Page) {
    page.click("button", "Analyse and play on");
    page.find("button", "Analyse this position");
    assert!(page.route().starts_with("#/replay/link/"));
    page.click("button", "Analyse this position");
    page.until("the analysis", || {
        !page.text("[data-testid=hint-text]").is_empty()
    });
}

fn play_on(page: &Page) {
    page.click("button", "Play on from here");
    page.click("button", "Play on");
    page.until("the game goes on", || page.route().starts_with("#/play/"));
}

#[test]
fn a_position_of_every_game_is_set_up_analysed_and_played_on() {
    // No server is needed.
    let server = PlainServer::start("parlour");
    for setup in [Setup::default(), Setup::phone()] {
        visit_at(&server.url, &setup, |page| {
            for game in GAMES {
                page.open(&format!("#/position/{game}"));
                wait_for(page, "This position is possible.");
                inspect_and_picture(page, &format!("position-{game}"));
                page.click("button", "Clear");
                wait_for(page, "impossible:");
                inspect_and_picture(page, &format!("position-{game}-faults"));
                page.click("button", "New deal");
                wait_for(page, "This position is possible.");
                analyse(page);
                play_on(page);
                page.find("button", "Confirm");
            }
        });
    }
}

#[test]
fn what_is_impossible_is_told_at_once() {
    let server = PlainServer::start("parlour");
    visit_at(&server.url, &Setup::default(), |page| {
        // Always the same deals.
        page.before_every_page("Math.random = () => 0.25");
        page.open("#/new/jaipur");
        page.click("link", "Set up a position…");
        wait_for(page, "This position is possible.");
        let camels: u8 = read(page, "market", 6).parse().expect("a number");
        assert!(camels < 5, "the market of this deal has goods");
        write(page, "market", 6, &(camels + 1).to_string());
        wait_for(page, "Market: 6. It has to be 5.");
        let open = page.find("button", "Analyse and play on");
        assert!(open.disabled);
        page.click_on(&open);
        assert_eq!(page.route(), "#/position/jaipur");
        write(page, "market", 6, &camels.to_string());
        wait_for(page, "This position is possible.");
        // Another seat is to move; the game that is opened knows it.
        write(page, "turn", 0, "1");
        wait_for(page, "This position is possible.");
        analyse(page);
        // The way back leads to the position as it was entered.
        page.eval("history.back()");
        wait_for(page, "This position is possible.");
        assert_eq!(read(page, "turn", 0), "1");

        page.open("#/position/primi-composti");
        wait_for(page, "This position is possible.");
        // A card of the hand twice, instead of another.
        let hand = read(page, "hand.0", 0);
        let mut cards: Vec<&str> = hand.split(' ').collect();
        cards[1] = cards[0];
        write(page, "hand.0", 0, &cards.join(" "));
        let fault = format!("Cards in all – {}: 2. Possible is 0 to 1.", cards[0]);
        wait_for(page, &fault);
        // Rounds count from 1, as everywhere on the pages.
        page.open("#/position/modern-art");
        wait_for(page, "This position is possible.");
        assert_eq!(read(page, "round", 0), "1");
        for impossible in ["0", "5"] {
            write(page, "round", 0, impossible);
            wait_for(page, &format!("Round: {impossible}. Possible is 1 to 4."));
        }
        write(page, "round", 0, "1");
        wait_for(page, "This position is possible.");
        page.open("#/position/jaipur/nonsense");
        page.find("heading", "There is no such page");
    });
}

#[test]
fn a_position_of_a_replay_is_edited() {
    let server = PlainServer::start("parlour");
    visit_at(&server.url, &Setup::default(), |page| {
        load(page, &finished_round(page));
        // At the end nobody is to move.
        assert!(!page.has("button", "Edit this position"));
        page.click("button", "To the start");
        for _ in 0..3 {
            page.click("button", "One move forward");
        }
        page.click("button", "Edit this position");
        wait_for(page, "This position is possible.");
        assert!(page.route().starts_with("#/position/jaipur/"));
        let exchanges = read(page, "exchanges", 0);
        write(page, "exchanges", 0, "39");
        wait_for(page, "This position is possible.");
        assert_ne!(exchanges, "39");
        analyse(page);
        assert_eq!(table::moves(page), 0);
        play_on(page);
    });
}
