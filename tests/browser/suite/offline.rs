//! The static build, under a path of its own, and without a network.

use crate::harness::{PlainServer, Setup, visit, visit_at};
use crate::table::{self, Game, Waits};
use serde_json::json;

#[test]
fn the_static_build_works_below_any_path_and_offline() {
    let server = PlainServer::start("games/parlour");
    visit_at(&server.url, &Setup::default(), |page| {
        page.open("#/");
        page.until("the service worker has everything", || {
            page.eval_async(
                "const done = arguments[0];
                 navigator.serviceWorker.ready.then(({ active }) => done(active.state === 'activated'))",
            ) == json!(true)
        });
        table::start(page, &Game::default());
        let wanted = table::think(page, true);
        table::choose(page, &wanted);
        page.click("button", "Confirm");
        page.until("the AI has answered", || table::moves(page) == 2);

        server.stop();
        page.reload();
        page.until("the game is there", || table::moves(page) == 2);
        assert_eq!(table::wait(page), Waits::ForMove);
        // The AI's worker, too, comes from the cache.
        let wanted = table::think(page, true);
        table::choose(page, &wanted);
        page.click("button", "Confirm");
        page.until("the AI has answered", || table::moves(page) >= 4);
        for route in [
            "#/",
            "#/rules/jaipur",
            "#/learn/jaipur",
            "#/replays",
            "#/settings",
            "#/puzzles/jaipur/2",
            // A finished round as a link holds it.
            concat!(
                "#/replay/link/",
                include_str!("../../../fuzz/seeds/record_link/jaipur")
            ),
        ] {
            page.open(route);
        }
        page.find("button", "Save this game");
        // What the browser looks for in the background it does not find.
        page.expect_in_console("ERR_CONNECTION_REFUSED");
    });
}

#[test]
fn a_part_that_does_not_come_can_be_asked_for_again() {
    visit(&Setup::default(), |page| {
        page.expect_in_console("the network is gone");
        page.open("#/settings");
        page.eval(
            "window.kept = window.fetch;
             window.fetch = () => Promise.reject(new TypeError('the network is gone'));",
        );
        for (route, heading) in [
            ("#/rules/modern-art", "The rules of…"),
            ("#/tournaments", "Tournaments"),
        ] {
            page.eval_with("location.hash = arguments[0]", vec![json!(route)]);
            page.find("heading", "This page could not be loaded");
            page.click("button", "Try again");
            page.find("heading", "This page could not be loaded");
            page.eval("[window.kept, window.fetch] = [window.fetch, window.kept]");
            page.click("button", "Try again");
            page.find("heading", heading);
            // The focus is where a page that is opened has it.
            page.until("the heading has the focus", || {
                page.eval("return document.activeElement?.matches('#main h1') ?? false")
                    == json!(true)
            });
            page.eval("[window.kept, window.fetch] = [window.fetch, window.kept]");
        }
    });
}
