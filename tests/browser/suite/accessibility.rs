//! What axe-core says of every page, in both themes.

use crate::harness::{Page, Setup, check_both_themes as check, pages, visit};
use crate::table::{self, Game};
use crate::watch::{finished_round, load};

fn all_pages(page: &Page) {
    page.open("#/");
    check(page, "the empty home page");
    page.open("#/replays");
    check(page, "no replays");
    load(page, &finished_round(page));
    for route in pages() {
        page.go(&route);
        check(page, &route);
    }
    page.open("#/replays");
    page.click("button", "Delete…");
    page.find("heading", "Delete the game…");
    check(page, "the question before deleting");
    page.click("button", "Keep");
    page.open("#/new/jaipur");
    for who in ["You and an AI", "Two people", "Two AIs"] {
        page.click("radio", who);
        check(page, who);
    }
    page.click("button", "Play a certain deal");
    page.write("Seed", "none");
    check(page, "a wrong seed");
    page.open("#/learn/jaipur");
    while page.has("button", "Skip") || page.has("button", "Next") {
        let step = page.text(".learn-count");
        check(page, &step);
        if page.has("button", "Show me") {
            page.click("button", "Show me");
            page.click("button", "Confirm");
            page.until("the move is done", || !page.has("button", "Show me"));
        }
        page.click("button", "Next");
        page.until("the next step", || page.text(".learn-count") != step);
    }
    check(page, "the last step");
}

fn all_states_of_a_table(page: &Page) {
    table::start(page, &Game::default());
    check(page, "the first move");
    let wanted = table::think(page, true);
    table::choose(page, &wanted);
    check(page, "a legal selection");
    page.click("radio", "Sell");
    let hand = table::kinds(&table::cards(page, "your hand"));
    for cards in hand.values().take(2) {
        page.click_on(&cards[0]);
    }
    check(page, "an illegal selection");
    page.click("button", "Hint");
    page.find("button", "Play it");
    check(page, "a hint");
    page.click("button", "Keys");
    check(page, "the keys");
    page.click("button", "Close");
    page.click("button", "Resign");
    check(page, "the question before resigning");
    page.click("button", "Play on");
    page.open("#/");
    page.find("link", "Resume…");
    check(page, "home with a game in progress");
    page.click("link", "Resume…");
    table::play_to_the_end(page);
    check(page, "the sums");
    page.click("button", "Look at the table");
    check(page, "the last position");
    page.click("link", "Replay");
    page.find("button", "One move back");
    check(page, "a replay");
    page.click("button", "To the start");
    page.click("button", "Analyse this position");
    page.until("the analysis", || {
        !page.text("[data-testid=hint-text]").is_empty()
    });
    check(page, "an analysis");
    table::hot_seat(page, "A match", 3);
    check(page, "the turn screen");
    page.click("button", "I am Ada: show my cards");
    page.find("radio", "Take");
    check(page, "a turn at one device");
    table::watch(page, ["Merchant", "Novice"], "A match", 3);
    page.click("button", "Pause");
    check(page, "two AIs");
}

#[test]
fn every_page_can_be_used_by_all_in_both_themes() {
    visit(&Setup::default(), all_pages);
}

#[test]
fn every_state_of_a_table_can_be_used_by_all_in_both_themes() {
    visit(&Setup::default(), all_states_of_a_table);
}

#[test]
fn a_phone() {
    visit(&Setup::phone(), |page| {
        page.open("#/");
        check(page, "home");
        table::start(page, &Game::default());
        check(page, "the table");
    });
}
