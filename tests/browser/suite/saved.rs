//! What the browser keeps, and what happens when it is damaged.

use crate::harness::{Page, Setup, visit};
use crate::table::{self, Game, Waits};
use serde_json::json;

/// The key of the only saved game.
fn saved_game(page: &Page) -> String {
    let key = page
        .eval("return Object.keys(localStorage).filter((key) => key.startsWith('parlour/game/'))");
    let keys = key.as_array().expect("a list");
    assert_eq!(keys.len(), 1, "{keys:?}");
    keys[0].as_str().expect("a key is text").to_owned()
}

/// Damages the saved game in some way.
fn damage(page: &Page, key: &str, how: &str) {
    page.eval_with(
        &format!(
            "const [key] = arguments;
             const whole = localStorage.getItem(key);
             localStorage.setItem(key, {how});"
        ),
        vec![json!(key)],
    );
}

#[test]
fn a_damaged_game_is_told_and_a_fresh_one_can_be_started() {
    visit(&Setup::default(), |page| {
        for how in [
            "whole.slice(0, whole.length / 2)",
            "'not json'",
            "whole.replace('\\\\\"actions\\\\\":[', '\\\\\"actions\\\\\":[[0,\\\\\"fly\\\\\"]')",
        ] {
            table::start(page, &Game::default());
            let table = page.route();
            let key = saved_game(page);
            let whole = page.eval_with(
                "return localStorage.getItem(arguments[0])",
                vec![json!(key)],
            );
            page.open("#/");
            damage(page, &key, how);
            let now = page.eval_with(
                "return localStorage.getItem(arguments[0])",
                vec![json!(key)],
            );
            assert_ne!(now, whole, "{how} damages nothing");

            // At its own address.
            page.open(&table);
            page.find("heading", "This saved game is damaged");
            page.find("button", "Download it");
            // And on the home page.
            page.open("#/");
            page.until("the home page tells of it", || {
                page.alerts().contains("is damaged")
            });
            page.click("button", "Delete");
            page.find("heading", "Delete the damaged game?");
            page.click("button", "Delete");
            page.until("the message is gone", || {
                !page.text("main").contains("damaged")
            });
            table::start(page, &Game::default());
            assert_eq!(table::wait(page), Waits::ForMove);
            page.eval("localStorage.clear()");
        }
    });
}

#[test]
fn a_damaged_game_can_be_deleted_from_its_own_page() {
    visit(&Setup::default(), |page| {
        table::start(page, &Game::default());
        let (table, key) = (page.route(), saved_game(page));
        page.open("#/settings");
        damage(page, &key, "'{}'");
        page.open(&table);
        page.click("button", "Delete it");
        page.until("the home page", || page.route() == "#/");
        page.find("link", "Play Jaipur");
        page.open(&table);
        page.find("heading", "No such game");
    });
}

#[test]
fn damaged_settings_are_as_at_first() {
    visit(&Setup::default(), |page| {
        page.open("#/");
        page.eval("localStorage.setItem('parlour/settings', '{\"theme\":7')");
        page.open("#/settings");
        assert!(page.find("radio", "System").on);
        page.click("radio", "Dark");
        page.reload();
        assert!(page.find("radio", "Dark").on);
        page.find("button", "Light theme");
    });
}

#[test]
fn everything_saved_can_be_deleted() {
    visit(&Setup::default(), |page| {
        table::start(page, &Game::default());
        page.open("#/settings");
        page.click("button", "Delete all saved data");
        page.find("heading", "Delete all saved data?");
        page.click("button", "Delete all saved data");
        page.until("the games are gone", || {
            page.eval(
                "return Object.keys(localStorage).some((key) => key.startsWith('parlour/game/'))",
            ) == json!(false)
        });
        page.open("#/");
        page.find("link", "Play Jaipur");
        assert!(!page.has("link", "Resume…"));
    });
}
