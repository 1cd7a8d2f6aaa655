//! Daily deals, here and at a server, and challenges.

use crate::harness::{Page, PlainServer, Server, Setup, visit_at};
use crate::languages::{LANGUAGES, in_language, text_in};
use crate::pictures::inspect_and_picture;
use crate::table;
use serde_json::{Value, json};

const DEAL: &str = "#/daily/primi-composti";

/// The cards of one's hand that may be played now.
fn hand(page: &Page) -> Vec<String> {
    let names = page.names("button");
    let cards = names.iter().filter(|name| name.contains(", in your hand"));
    let number = |name: &String| name.split(',').next().map(str::to_owned);
    cards.filter_map(number).collect()
}

fn is_over(page: &Page) -> bool {
    page.shows("dialog[open] [data-testid=result]")
}

fn is_asked(page: &Page) -> bool {
    table::guidance(page).starts_with("Choose a card")
}

/// Plays the highest card as soon as one is asked.
fn play_a_card(page: &Page) {
    page.until("a card may be played", || is_asked(page) || is_over(page));
    if is_over(page) {
        return;
    }
    let cards = hand(page);
    let card = cards.last().expect("a card is left");
    page.click("button", &format!("{card}, …"));
    page.until("it is chosen", || table::may_confirm(page));
    let before = table::moves(page);
    page.click("button", "Confirm");
    page.until("it is played", || {
        table::moves(page) > before || is_over(page)
    });
}

fn play_to_the_end(page: &Page) {
    for _ in 0..12 {
        play_a_card(page);
    }
    page.until("the game is over", || is_over(page));
}

/// The deal of the only saved game.
fn deal(page: &Page) -> Value {
    page.eval(
        "const key = Object.keys(localStorage).find((key) => key.startsWith('parlour/game/'));
         return JSON.parse(JSON.parse(localStorage.getItem(key)).record).deal",
    )
}

fn result(page: &Page) -> String {
    page.text("[data-testid=daily-result]")
}

#[test]
fn a_daily_deal_is_played_once_on_the_device() {
    let server = PlainServer::start("parlour");
    let mut deals = Vec::new();
    visit_at(&server.url, &Setup::default(), |page| {
        page.open("#/");
        page.click("link", "Daily deal: one attempt…");
        inspect_and_picture(page, "daily");
        page.click("link", "Play Primi Composti");
        inspect_and_picture(page, "daily-deal");
        page.click("button", "Play");
        page.find("button", "Confirm");
        assert!(!page.has("button", "Hint") && !page.has("button", "Undo"));
        assert!(!page.has("checkbox", "Show what each of my cards is worth"));
        play_a_card(page);
        page.open(DEAL);
        assert!(!page.has("button", "Play"), "there is one attempt");
        page.click("link", "Go on");
        play_to_the_end(page);
        assert!(!page.has("button", "Rematch"));
        inspect_and_picture(page, "daily-result");
        page.click("link", "Daily deal");
        page.until("the result", || !result(page).is_empty());
        assert!(!page.has("button", "Play") && !page.has("link", "Go on"));
        assert_eq!(page.text("[data-testid=streak]"), "1 day in a row");
        let shared = page.text("[data-testid=copy-text]");
        let lines: Vec<&str> = shared.lines().collect();
        assert!(
            lines[0].starts_with("Parlour · Primi Composti · 20"),
            "{shared}"
        );
        assert_eq!(lines[1..3], [result(page).as_str(), "1 day in a row"]);
        assert!(lines[3].ends_with(DEAL), "{shared}");
        inspect_and_picture(page, "daily-done");
        // The clipboard of the browser has it.
        page.click("button", "Copy");
        page.until("it is copied", || {
            page.everything_said().contains("Copied.")
        });
        deals.push(deal(page));
        // It is known without the game.
        page.eval("for (const key of Object.keys(localStorage)) if (key.startsWith('parlour/game/')) localStorage.removeItem(key)");
        page.reload();
        page.until("the result", || !result(page).is_empty());
        page.open("#/daily");
        page.find("link", "Show the result Primi Composti");
    });
    visit_at(&server.url, &Setup::phone(), |page| {
        page.open(DEAL);
        inspect_and_picture(page, "daily-deal");
        page.click("button", "Play");
        page.find("button", "Confirm");
        deals.push(deal(page));
    });
    assert_eq!(deals[0], deals[1], "everybody has the same deal");
}

#[test]
fn a_daily_deal_whose_game_was_deleted_has_ended() {
    let server = PlainServer::start("parlour");
    visit_at(&server.url, &Setup::default(), |page| {
        page.open(DEAL);
        page.click("button", "Play");
        page.find("button", "Confirm");
        page.open("#/");
        page.click("button", "Delete…");
        page.find("heading", "Delete the game…");
        page.click("button", "Delete");
        page.until("it is gone", || !page.has("link", "Resume…"));
        page.open("#/daily");
        page.click("link", "Show the result Primi Composti");
        page.until("the end", || result(page) == "Ended without a result");
        assert!(!page.has("button", "Play") && !page.has("link", "Go on"));
    });
}

#[test]
fn a_server_plays_the_daily_deal_and_counts_the_results() {
    let first = Server::start();
    let url = first.url.clone();
    let mut server = Some(first);
    visit_at(&url, &Setup::default(), |page| {
        page.expect_in_console("net::ERR_");
        page.expect_in_console("WebSocket");
        page.open(DEAL);
        page.until("the server has answered", || page.has("button", "Play"));
        page.click("button", "Play");
        page.find("button", "Confirm");
        play_a_card(page);
        assert!(!page.has("button", "Hint") && !page.has("button", "Undo"));
        assert!(!page.has("button", "Take back…"));
        let table = page.route();
        // The attempt survives a restart of the server.
        server = server.take().map(Server::restart);
        page.reload();
        page.find("button", "Confirm");
        page.open(DEAL);
        page.until("the server has answered", || page.has("link", "Go on"));
        page.click("link", "Go on");
        assert_eq!(page.route(), table);
        play_to_the_end(page);
        page.until("the record is there", || page.has("link", "Replay"));
        inspect_and_picture(page, "daily-online-result");
        page.click("link", "Daily deal");
        page.until("the results", || {
            page.has("heading", "Results of everybody")
        });
        assert!(!page.has("button", "Play") && !page.has("link", "Go on"));
        let text = page.text(".daily");
        assert!(
            text.contains("1 result.") && !text.contains("not counted"),
            "{text}"
        );
        inspect_and_picture(page, "daily-online");
    });
    server = server.map(Server::restart);
    // Another browser at the same address plays too, but does not count.
    visit_at(&url, &Setup::phone(), |page| {
        page.open(DEAL);
        page.until("the server has answered", || page.has("button", "Play"));
        page.click("button", "Play");
        page.find("button", "Confirm");
        play_to_the_end(page);
        page.until("the record is there", || page.has("link", "Replay"));
        page.click("link", "Daily deal");
        page.until("the results", || {
            page.has("heading", "Results of everybody")
        });
        let text = page.text(".daily");
        assert!(
            text.contains("1 result.") && text.contains("not counted"),
            "{text}"
        );
        inspect_and_picture(page, "daily-online");
    });
    drop(server);
}

/// The link of a challenge on the page.
fn challenge(page: &Page) -> String {
    page.find("textbox", "Link of the challenge");
    let link = page.eval("return document.querySelector('.copy input').value");
    let link = link.as_str().expect("it has a value");
    let (_, route) = link.split_once('#').expect("it has a route");
    format!("#{route}")
}

/// Opens a challenge of Ada, and a damaged one, in every language: the texts are those of that language.
fn is_told_in_every_language(url: &str, link: &str) {
    for language in LANGUAGES {
        let text = |file: &str, key: &str| text_in(language, file, key);
        let told = text("play_daily", "challenged").replace("{name}", "Ada");
        let told = told.replace("{game}", "Primi Composti");
        visit_at(url, &in_language(language, Setup::phone()), |page| {
            page.open(link);
            page.until("the challenge", || page.text(".page-head p") == told);
            assert_eq!(
                page.eval("return document.documentElement.lang"),
                json!(language)
            );
            assert_eq!(page.text("h1"), text("play_daily", "challenge_title"));
            page.find("button", &text("play_daily", "play"));
            page.assert_no_sideways_scroll(&format!("a challenge in {language}"));
            page.open("#/challenge/AS1U");
            let damaged = text("play_replay", "bad_link_text");
            page.until("a damaged link is told", || {
                page.text(".page-head p") == damaged
            });
        });
    }
}

/// The results of both, as rows of cells.
fn both(page: &Page) -> Value {
    page.until("both results", || page.has("heading", "Both results"));
    page.eval(
        "return [...document.querySelectorAll('[data-testid=both] tr')]
            .map((row) => row.querySelector('td').innerText)",
    )
}

#[test]
fn two_people_play_the_same_deal_and_compare() {
    let server = PlainServer::start("parlour");
    visit_at(&server.url, &Setup::default(), |ada| {
        ada.open("#/new/primi-composti");
        ada.click("radio", "2");
        ada.click("radio", "Easy");
        ada.write("Your name", "Ada");
        ada.click("button", "Start the game");
        ada.find("button", "Confirm");
        play_to_the_end(ada);
        ada.click("link", "Challenge somebody");
        inspect_and_picture(ada, "challenge-own");
        let link = challenge(ada);
        is_told_in_every_language(&server.url, &link);
        visit_at(&server.url, &Setup::phone(), |ben| {
            ben.open(&link);
            ben.until("the challenge", || ben.text("#main").contains("Ada"));
            inspect_and_picture(ben, "challenge");
            ben.click("button", "Play");
            ben.find("button", "Confirm");
            assert!(!ben.has("button", "Hint") && !ben.has("button", "Undo"));
            play_a_card(ben);
            ben.open(&link);
            assert!(!ben.has("button", "Play"), "there is one attempt");
            ben.click("link", "Go on");
            play_to_the_end(ben);
            ben.click("link", "Both results");
            let seen = both(ben);
            inspect_and_picture(ben, "challenge-both");
            // The answer shows the same to the other.
            let answer = challenge(ben);
            ada.open(&answer);
            let rows = seen.as_array().expect("rows");
            assert_eq!(both(ada), json!([rows[1], rows[0]]));
            ben.click("link", "Replay Ada");
            ben.find("button", "One move back");
        });
        ada.open("#/challenge/AS1U");
        ada.until_text("#main", "A part of it is missing");
    });
}
