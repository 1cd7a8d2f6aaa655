//! Lost networks, lost servers, two windows.

use super::{is_asked, person, server, sit, take_one, together, two_at_a_table};
use crate::harness::{PlainServer, Proxy, STORAGE_OFF, visit_at};
use crate::table;

#[test]
fn nothing_is_lost_with_the_network() {
    let server = server();
    let proxy = Proxy::before(&server.url);
    let one = person();
    together(&proxy.url, [&one, &one], &mut |[ada, ben]| {
        for page in [ada, ben] {
            page.expect_in_console("WebSocket");
            page.expect_in_console("ERR_");
        }
        two_at_a_table(ada, ben, None);
        take_one(ada);
        // What is told is stored before.
        ben.until("the first move is told", || !table::log(ben).is_empty());
        proxy.cut();
        for page in [ada, ben] {
            page.until_alert("Connection lost");
        }
        let log = table::log(ben);
        proxy.mend();
        for page in [ada, ben] {
            page.until("the connection is back", || {
                !page.alerts().contains("Connection lost")
            });
        }
        ben.until("the turn is back", || is_asked(ben));
        assert_eq!(table::log(ben), log);
        take_one(ben);
        ada.until("the other hears of it", || is_asked(ada));
    });
}

#[test]
fn a_server_that_was_started_anew_says_that_the_table_is_gone() {
    let server = server();
    let one = person();
    let address = server.address();
    let mut server = Some(server);
    let url = server.as_ref().expect("it runs").url.clone();
    together(&url, [&one, &one], &mut |[ada, ben]| {
        for page in [ada, ben] {
            page.expect_in_console("WebSocket");
            page.expect_in_console("ERR_");
            page.expect_in_console("404");
        }
        two_at_a_table(ada, ben, None);
        drop(server.take());
        ada.until_alert("Connection lost");
        let again = crate::harness::Server::start_at(&address);
        for page in [ada, ben] {
            page.until_alert("This table is gone");
        }
        ben.reload();
        ben.find("heading", "This table is gone");
        drop(again);
    });
}

#[test]
fn the_latest_window_has_the_seat() {
    let server = server();
    let one = person();
    together(&server.url, [&one, &one], &mut |[ada, ben]| {
        two_at_a_table(ada, ben, None);
        let route = ada.route();
        let [first, second] = ada.second_tab(&route);
        ada.until("the turn is there", || is_asked(ada));
        ada.tab(&first);
        ada.until("the older window knows", || {
            ada.alerts().contains("opened in another window")
        });
        assert!(!is_asked(ada));
        // The seat is not fought over: only a person takes it back.
        ada.eval("dispatchEvent(new Event('online'))");
        ada.tab(&second);
        take_one(ada);
        take_one(ben);
        ada.until("the turn is back", || is_asked(ada));
        ada.tab(&first);
        assert!(ada.alerts().contains("opened in another window"));
        ada.click("button", "Play here again");
        ada.until("the turn is back", || is_asked(ada));
        ada.tab(&second);
        ada.until("the other window knows", || {
            ada.alerts().contains("opened in another window")
        });
        ada.tab(&first);
        take_one(ada);
        ben.until("the turn comes", || is_asked(ben));
    });
}

#[test]
fn a_seat_is_found_again_where_the_browser_stores_nothing() {
    let server = server();
    let one = person();
    together(&server.url, [&one, &one], &mut |[ada, ben]| {
        ada.before_every_page(STORAGE_OFF);
        let (_, tokens) = two_at_a_table(ada, ben, None);
        let address = ada.route();
        assert!(!address.ends_with(&tokens[0]), "{address}");
        ada.reload();
        ada.write("Your name", "Ada");
        ada.click("button", "Sit down");
        take_one(ada);
        ben.until("the turn comes", || is_asked(ben));
    });
}

#[test]
fn a_link_whose_seat_is_taken_leads_to_watching() {
    let server = server();
    let one = person();
    together(&server.url, [&one, &one, &one], &mut |[ada, ben, eve]| {
        let (id, tokens) = two_at_a_table(ada, ben, None);
        sit(eve, &id, &tokens[0], "Eve");
        eve.until_alert("no seat of this table has that token");
        eve.find("heading", "Jaipur, One round");
        assert!(!eve.text("main").contains("Waiting for the others"));
        assert!(!eve.has("button", "Hello!"), "she does not sit there");
        let watches = || eve.text("main").contains("You are watching");
        eve.click("button", "Just watch");
        eve.until("she watches", watches);
        eve.reload();
        eve.until("she watches again", watches);
    });
}

#[test]
fn a_plain_file_server_has_no_tables_and_the_page_says_so() {
    let server = PlainServer::start("games/parlour");
    visit_at(&server.url, &person(), |page| {
        page.expect_in_console("404");
        page.open("#/tables");
        page.until_text("[data-testid=no-tables]", "parlour serve");
        page.open("#/table/nowhere");
        page.until_text("[data-testid=no-tables]", "parlour serve");
    });
}

#[test]
fn an_address_that_is_copied_gives_no_seat_away() {
    let server = server();
    let one = person();
    together(&server.url, [&one, &one, &one], &mut |[ada, ben, eve]| {
        let (_, tokens) = two_at_a_table(ada, ben, None);
        let (address, token) = (ada.route(), &tokens[0]);
        let shown = ada.everything_said();
        assert!(
            !address.contains(token) && !shown.contains(token),
            "{address}"
        );
        ada.reload();
        ada.until("the seat is back", || is_asked(ada));
        eve.open(&address);
        eve.until_text("main", "You are watching");
        assert!(!is_asked(eve));
        take_one(ada);
        ben.until("the turn comes", || is_asked(ben));
        // Also by the way back.
        ada.click("link", "Parlour, home");
        ada.find("button", "Play Jaipur");
        ada.eval("history.back()");
        ada.until("the table", || ada.has("button", "Confirm"));
        assert_eq!(ada.route(), address);
    });
}
