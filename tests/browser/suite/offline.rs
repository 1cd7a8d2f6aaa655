//! The static build, under a path of its own, and without a network.

use crate::harness::{PlainServer, Setup, visit_at};
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
