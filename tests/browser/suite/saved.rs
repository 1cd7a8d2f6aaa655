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
            page.until_alert("is damaged");
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
        page.find("button", "Play Jaipur");
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
        // Tokens of seats are saved data too.
        page.open("#/tables");
        page.write("Your name", "Ada");
        page.click("button", "Make the table");
        page.find("heading", "Waiting for the others");
        page.open("#/settings");
        let kept = || {
            page.eval(
                "return [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage))
                   .filter((key) => key.startsWith('parlour/'))",
            )
        };
        let before = kept();
        assert!(before.to_string().contains("parlour/tables"), "{before}");
        page.click("button", "Delete all saved data");
        page.find("heading", "Delete all saved data?");
        page.click("button", "Delete all saved data");
        page.until_text(".toasts", "All saved data is deleted");
        page.until("nothing is left", || kept() == json!([]));
        page.open("#/");
        page.find("button", "Play Jaipur");
        assert!(!page.has("link", "Resume…"));
    });
}

/// The keys of the saved games.
fn games(page: &Page) -> usize {
    let keys = page
        .eval("return Object.keys(localStorage).filter((key) => key.startsWith('parlour/game/'))");
    keys.as_array().map_or(0, Vec::len)
}

#[test]
fn a_file_is_loaded_whole_or_not_at_all_and_only_once() {
    visit(&Setup::default(), |page| {
        let record = crate::watch::finished_round(page);
        page.open("#/replays");
        let half = page.file("half.jsonl", &format!("{record}{{\"parlour\":1}}\n"));
        page.upload("Load a record", &half);
        page.until("the refusal", || {
            page.alerts().to_lowercase().contains("line 2")
        });
        assert_eq!(games(page), 0, "a line of a file that is refused is kept");

        crate::watch::load(page, &record);
        assert_eq!(games(page), 1);
        page.open("#/replays");
        let twice = page.file("twice.jsonl", &format!("{record}{record}"));
        page.upload("Load a record", &twice);
        page.until_text(".toasts", "saved here already");
        assert_eq!(games(page), 1, "the same game is there twice");
    });
}

/// What the page reads from the storage while `script` runs and until the page is drawn again.
fn reads(page: &Page, script: &str) -> u64 {
    let reads = page.eval_async(&format!(
        "const done = arguments[0];
         const get = Storage.prototype.getItem;
         let reads = 0;
         Storage.prototype.getItem = function (key) {{ reads += 1; return get.call(this, key); }};
         {script}
         requestAnimationFrame(() => requestAnimationFrame(() => {{
           Storage.prototype.getItem = get;
           done(reads);
         }}));"
    ));
    reads.as_u64().expect("it is a number")
}

#[test]
fn home_reads_only_what_another_tab_has_changed() {
    visit(&Setup::default(), |page| {
        let record = crate::watch::finished_round(page);
        crate::watch::load(page, &record);
        let key = saved_game(page);
        page.eval_with(
            "const [key] = arguments;
             const game = JSON.parse(localStorage.getItem(key));
             for (let number = 0; number < 100; number += 1) {
               const id = `copy${number}`;
               localStorage.setItem(`parlour/game/${id}`, JSON.stringify({ ...game, id }));
             }",
            vec![json!(key)],
        );
        page.open("#/");
        page.find("link", "All saved games");
        let event =
            |key: &str| format!("dispatchEvent(new StorageEvent('storage', {{key: {key:?}}}));");
        let settings = reads(page, &event("parlour/settings"));
        assert!(settings < 5, "{settings} reads because of the settings");
        let other = reads(page, &event("somebody/else"));
        assert_eq!(other, 0, "reads because of another page");
        page.eval("localStorage.removeItem('parlour/game/copy7')");
        let one = reads(page, &event("parlour/game/copy7"));
        assert!(one < 5, "{one} reads because of one game");
    });
}
