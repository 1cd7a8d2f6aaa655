//! How the pages look: accessible, at every width, and pictures for review.

use super::{is_asked, is_over, made, person, server, take_one, together, two_at_a_table};
use crate::harness::Setup;
use crate::pictures::inspect_and_picture;
use serde_json::json;

fn every_screen(setup: &Setup) {
    let server = server();
    let one = person();
    together(&server.url, [setup, &one], &mut |[ada, ben]| {
        ada.expect_in_console("404");
        ada.open("#/tables");
        ada.find("button", "Make the table");
        inspect_and_picture(ada, "online-tables");
        let listed = json!({
            "game": "jaipur", "rules": "match", "listed": true, "clock": 60000,
            "seats": [{"kind": "person"}, {"kind": "policy", "policy": "utility"}],
        });
        let (other, tokens) = made(ada, &listed);
        ada.open("#/tables");
        ada.find("link", "Watch…");
        inspect_and_picture(ada, "online-list");
        ada.open(&format!("#/table/{other}/{}", tokens[0]));
        ada.find("button", "Sit down");
        // An AI has a name that people understand.
        assert!(ada.text("main").contains("Who is here: Merchant"));
        inspect_and_picture(ada, "online-seat");
        // A lobby with everything there can be in it.
        ada.open("#/tables");
        ada.write("Your name", "Wilhelmina Featherstone");
        ada.click("radio", "1 min");
        ada.choose("Seat 2", "A remote program");
        ada.click("button", "Make the table");
        ada.find("textbox", "WebSocket address");
        inspect_and_picture(ada, "online-lobby-program");
        ada.click("button", "End the table");
        ada.find("heading", "End this table?");
        inspect_and_picture(ada, "online-end");
        ada.click("button", "End the table");
        ada.until_alert("has ended");
        inspect_and_picture(ada, "online-ended");
        ada.open("#/tables");
        ada.write("Your name", "Ada");
        ada.click("button", "Make the table");
        ada.find("textbox", "Link for seat 2");
        inspect_and_picture(ada, "online-lobby");
        // The game.
        let (id, _) = two_at_a_table(ada, ben, Some(120_000));
        ada.until("the turn comes", || is_asked(ada));
        inspect_and_picture(ada, "online-turn");
        take_one(ada);
        ben.until("the turn comes", || is_asked(ben));
        inspect_and_picture(ada, "online-waiting");
        ben.open("#/");
        ada.until_text("[data-testid=opponent]", "away");
        inspect_and_picture(ada, "online-away");
        let seat = ada.route();
        ada.open(&format!("#/table/{id}"));
        ada.until("the table", || {
            !ada.text("[data-testid=look-on]").is_empty()
        });
        inspect_and_picture(ada, "online-watching");
        ada.open(&seat);
        ada.until("the table", || ada.has("button", "Resign"));
        ada.click("button", "Resign");
        ada.click("button", "Resign");
        ada.until("the result", || is_over(ada));
        ada.find("link", "Replay");
        inspect_and_picture(ada, "online-result");
        ada.open("#/");
        ada.find("heading", "Your tables");
        inspect_and_picture(ada, "online-home");
        ada.open("#/table/nowhere");
        ada.find("heading", "This table is gone");
        inspect_and_picture(ada, "online-gone");
    });
}

#[test]
fn tables_with_people_can_be_used_by_all_in_both_themes() {
    every_screen(&Setup::default());
}

#[test]
fn tables_with_people_on_a_phone() {
    every_screen(&Setup::phone());
}
