//! Two tabs of one browser, and pages that are left while something is under way.

use crate::analysis;
use crate::harness::{Page, Server, Setup, TOKEN, visit, visit_at};
use crate::table::{self, Game};
use serde_json::json;

/// Plays a move against the AI and waits for its answer.
fn play_a_move(page: &Page) {
    let before = table::moves(page);
    let wanted = table::think(page, true);
    table::choose(page, &wanted);
    page.click("button", "Confirm");
    page.until("the AI has answered", || table::moves(page) >= before + 2);
}

/// The actions of the only saved game, as they are stored.
fn stored_moves(page: &Page) -> u64 {
    let moves = page.eval(
        "const key = Object.keys(localStorage).find((key) => key.startsWith('parlour/game/'));
         return key ? JSON.parse(localStorage.getItem(key)).summary.actions : 0",
    );
    moves.as_u64().expect("it is a number")
}

#[test]
fn a_full_storage_does_not_overwrite_what_another_tab_has_played() {
    visit(&Setup::default(), |page| {
        table::start(page, &Game::default());
        let [first, second] = page.second_tab(&page.route());
        page.tab(&first);
        page.eval(
            "window.room = Storage.prototype.setItem;
             Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
        );
        play_a_move(page);
        page.until_text(".toasts", "no room left");
        page.tab(&second);
        play_a_move(page);
        let played = stored_moves(page);
        page.tab(&first);
        page.eval("Storage.prototype.setItem = window.room");
        page.find("button", "Load that position");
        assert_eq!(stored_moves(page), played);
        page.click("button", "Load that position");
        play_a_move(page);
        assert!(stored_moves(page) > played);
    });
}

#[test]
fn a_game_that_another_tab_has_deleted_stays_deleted() {
    visit(&Setup::default(), |page| {
        table::start(page, &Game::default());
        let [first, second] = page.second_tab("#/");
        page.click("button", "Delete…");
        page.find("heading", "Delete the game…");
        page.click("button", "Delete");
        page.until("it is gone", || {
            stored_moves(page) == 0 && !page.has("link", "Resume…")
        });
        page.tab(&first);
        page.until_alert("deleted in another tab");
        assert!(page.find("button", "Hint").disabled);
        let games = "return Object.keys(localStorage).filter((key) => key.startsWith('parlour/game/')).length";
        assert_eq!(page.eval(games), json!(0));
        // Unless one wants it back.
        page.click("button", "Keep it and play on");
        page.until("it is back", || page.eval(games) == json!(1));
        play_a_move(page);
        page.tab(&second);
        page.find("link", "Resume…");
    });
}

/// The position and the number of moves that a replay shows.
fn position(page: &Page) -> String {
    page.text("[data-testid=position]")
}

/// Whether all moves are analysed.
fn is_analysed(page: &Page) -> bool {
    page.eval("return document.querySelector('[data-testid=analysis]').dataset.done ?? null")
        == json!("")
}

#[test]
fn a_replay_follows_a_game_that_another_tab_plays_on() {
    visit(&Setup::default(), |page| {
        analysis::make_short(page);
        table::start(page, &Game::default());
        play_a_move(page);
        let before = page.eval(
            "window.key = Object.keys(localStorage).find((key) => key.startsWith('parlour/game/'));
             window.before = JSON.parse(localStorage.getItem(key));
             return before.summary.actions",
        );
        let route = page.route().replace("/play/", "/replay/");
        let [first, second] = page.second_tab(&route);
        assert_eq!(position(page), format!("Move {before} of {before}"));
        page.click("button", "Analyse the game");
        page.until("it is analysed", || is_analysed(page));
        page.tab(&first);
        play_a_move(page);
        let now = stored_moves(page);
        page.tab(&second);
        page.click("button", "Load that position");
        page.until("the new moves are there", || {
            position(page) == format!("Move {before} of {now}")
        });
        assert!(!is_analysed(page));
        page.click("button", "To the end");
        page.until("the end", || {
            position(page) == format!("Move {now} of {now}")
        });
        // The moves are taken back.
        page.tab(&first);
        page.eval(
            "const { revision } = JSON.parse(localStorage.getItem(key));
             localStorage.setItem(key, JSON.stringify({ ...before, revision: revision + 1 }))",
        );
        page.tab(&second);
        page.click("button", "Load that position");
        page.until("the moves are gone", || {
            position(page) == format!("Move {before} of {before}")
        });
    });
}

#[test]
fn settings_of_two_tabs_are_both_kept() {
    visit(&Setup::default(), |page| {
        page.open("#/settings");
        let [first, second] = page.second_tab("#/settings");
        page.click("radio", "Dark");
        page.tab(&first);
        page.until("the other tab is followed", || {
            page.find("radio", "Dark").on
        });
        page.click("radio", "Slowly");
        page.tab(&second);
        page.until("the other tab is followed", || {
            page.find("radio", "Slowly").on
        });
        page.reload();
        assert!(page.find("radio", "Dark").on && page.find("radio", "Slowly").on);
    });
}

/// Goes back while a question is open, and answers it if it is still there.
fn answer_from_the_page_before(page: &Page, yes: &str) {
    let before = page.route();
    page.eval("history.back()");
    page.until("the page before", || page.route() != before);
    page.eval_with(
        "const open = document.querySelector('dialog[open]');
         const yes = [...open?.querySelectorAll('button') ?? []].find((one) => one.innerText === arguments[0]);
         yes?.click()",
        vec![json!(yes)],
    );
    page.until("the question is gone", || page.all("dialog").is_empty());
    page.click("link", "Rules");
    page.find("heading", "The rules");
}

#[test]
fn a_question_goes_with_its_page() {
    visit(&Setup::default(), |page| {
        table::start(page, &Game::default());
        page.click("link", "Parlour, home");
        page.click("button", "Delete…");
        page.find("heading", "Delete the game…");
        answer_from_the_page_before(page, "Delete");
        page.click("link", "Parlour, home");
        page.click("link", "Settings");
        page.click("button", "Delete all saved data");
        page.find("heading", "Delete all saved data?");
        answer_from_the_page_before(page, "Delete all saved data");
    });
}

#[test]
fn a_tournament_may_be_left_while_it_is_paused() {
    let server = Server::start();
    visit_at(&server.url, &Setup::default(), |page| {
        page.before_every_page(
            "const fetched = window.fetch;
             window.fetch = async (what, ...rest) => {
               const answer = await fetched(what, ...rest);
               if (String(what.url ?? what).endsWith('/pause')) {
                 await new Promise((done) => { window.answer = done; });
               }
               return answer;
             };",
        );
        page.open("#/tournaments");
        page.write("The server’s token", TOKEN);
        page.click("button", "Use this token");
        page.find("textbox", "The tournament, in TOML");
        page.eval_with(
            "document.getElementById('toml').value = arguments[0]",
            vec![json!(
                "name = 'long'\ngame = 'jaipur'\nrounds = 5000\n[[player]]\npolicy = 'ismcts:200'\n[[player]]\npolicy = 'random'\n"
            )],
        );
        page.click("button", "Start");
        page.click("button", "Pause");
        page.until("it is asked", || {
            page.eval("return !!window.answer") == json!(true)
        });
        page.click("link", "Parlour, home");
        page.find("button", "Play Jaipur");
        page.eval("window.answer()");
        page.until_text(".toasts", "It pauses");
        page.click("link", "Rules");
        page.find("heading", "The rules");
    });
}
