//! How the pages look: accessible, at every width, and pictures for review.

use super::{is_asked, is_over, made, person, server, take_one, together, two_at_a_table};
use crate::harness::{Page, Setup, at_all_widths, check_accessibility as check};
use crate::pictures::{for_review, setups, wanted};
use serde_json::json;

/// Axe and the widths, of the page as it is now; and a picture, if any are wanted.
fn look(page: &Page, setup: &Setup, name: &str, place: &str) {
    check(page, place);
    at_all_widths(page, place);
    page.resize(setup.width, setup.height);
    if wanted() {
        page.wait_until_still();
        page.picture(&for_review(&format!("online-{place}-{name}")));
    }
}

fn every_screen(name: &str, setup: &Setup) {
    let server = server();
    let one = person();
    together(&server.url, &[setup, &one], &mut |pages| {
        let [ada, ben] = pages else {
            unreachable!("there are two");
        };
        ada.expect_in_console("404");
        ada.open("#/tables");
        ada.find("button", "Make the table");
        look(ada, setup, name, "tables");
        let listed = json!({
            "game": "jaipur", "rules": "match", "listed": true, "clock": 60000,
            "seats": [{"kind": "person"}, {"kind": "policy", "policy": "utility"}],
        });
        let (other, tokens) = made(ada, &listed);
        ada.open("#/tables");
        ada.find("link", "Watch…");
        look(ada, setup, name, "list");
        ada.open(&format!("#/table/{other}/{}", tokens[0]));
        ada.find("button", "Sit down");
        // An AI has a name that people understand.
        assert!(ada.text("main").contains("Who is here: Merchant"));
        look(ada, setup, name, "seat");
        // A lobby with everything there can be in it.
        ada.open("#/tables");
        ada.write("Your name", "Wilhelmina Featherstone");
        ada.click("radio", "1 min");
        ada.choose("Seat 2", "A remote program");
        ada.click("button", "Make the table");
        ada.find("textbox", "WebSocket address");
        look(ada, setup, name, "lobby-program");
        ada.click("button", "End the table");
        ada.find("heading", "End this table?");
        look(ada, setup, name, "end");
        ada.click("button", "End the table");
        ada.until("the end is told", || ada.alerts().contains("has ended"));
        look(ada, setup, name, "ended");
        ada.open("#/tables");
        ada.write("Your name", "Ada");
        ada.click("button", "Make the table");
        ada.find("textbox", "Link for seat 2");
        look(ada, setup, name, "lobby");
        // The game.
        let (id, _) = two_at_a_table(ada, ben, Some(120_000));
        ada.until("the turn comes", || is_asked(ada));
        look(ada, setup, name, "turn");
        take_one(ada);
        ben.until("the turn comes", || is_asked(ben));
        look(ada, setup, name, "waiting");
        ben.open("#/");
        ada.until("the other is away", || {
            ada.text("[data-testid=opponent]").contains("away")
        });
        look(ada, setup, name, "away");
        let seat = ada.route();
        ada.open(&format!("#/table/{id}"));
        ada.until("the table", || {
            !ada.text("[data-testid=look-on]").is_empty()
        });
        look(ada, setup, name, "watching");
        ada.open(&seat);
        ada.until("the table", || ada.has("button", "Resign"));
        ada.click("button", "Resign");
        ada.click("button", "Resign");
        ada.until("the result", || is_over(ada));
        ada.find("link", "Replay");
        look(ada, setup, name, "result");
        ada.open("#/");
        ada.find("heading", "Your tables");
        look(ada, setup, name, "home");
        ada.open("#/table/nowhere");
        ada.find("heading", "This table is gone");
        look(ada, setup, name, "gone");
    });
}

#[test]
fn tables_with_people_in_the_light_theme() {
    let [(name, setup), ..] = setups();
    every_screen(name, &setup);
}

#[test]
fn tables_with_people_in_the_dark_theme() {
    let [_, (name, setup), ..] = setups();
    every_screen(name, &setup);
}

#[test]
fn tables_with_people_on_a_phone() {
    let [_, _, (name, setup), _] = setups();
    every_screen(name, &setup);
}

#[test]
fn tables_with_people_on_a_dark_phone() {
    let [.., (name, setup)] = setups();
    every_screen(name, &setup);
}
