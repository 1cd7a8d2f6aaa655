//! Replays that several people watch together.

use super::{server, together};
use crate::analysis::recorded;
use crate::harness::{Page, PlainServer, Server, Setup, visit_at};
use crate::languages::{LANGUAGES, in_language};
use crate::pictures::inspect_and_picture;
use crate::watch::load;
use fantoccini::key::Key;
use serde_json::json;

/// Somebody with a name.
fn named(name: &str, setup: Setup) -> Setup {
    Setup {
        settings: json!({"pace": "fast", "name": name}),
        ..setup
    }
}

fn position(page: &Page) -> String {
    page.text("[data-testid=position]")
}

/// The line above the board.
fn line(page: &Page) -> String {
    page.text("[data-testid=together]")
}

#[track_caller]
fn until_line(page: &Page, text: &str) {
    page.until(text, || line(page).contains(text));
}

#[track_caller]
fn until_at(page: &Page, place: &str) {
    page.until(place, || position(page) == place);
}

/// Shares the replay of a game from its start, and returns the route.
fn share(page: &Page, game: &str) -> String {
    let seats = match game {
        "jaipur" => "utility,random",
        "modern-art" => "simple,simple,simple",
        _ => "random,random",
    };
    load(page, &recorded(page, game, seats, &[]));
    page.click("button", "To the start");
    page.click("button", "Watch together");
    until_line(page, "You lead");
    assert!(!page.has("button", "Watch together"));
    page.find("textbox", "Link to watch along");
    let link =
        page.eval("return document.querySelector('[data-testid=together-panel] input').value");
    let link = link.as_str().expect("it is text").to_owned();
    let (_, route) = link.split_once('#').expect("it has a route");
    assert_eq!(page.route(), format!("#{route}"));
    format!("#{route}")
}

fn three() -> [Setup; 3] {
    ["Ada", "Ben", "Cem"].map(|name| named(name, Setup::default()))
}

#[test]
fn followers_see_what_the_leader_shows_and_look_around() {
    let server = server();
    let [ada, ben, cem] = three();
    together(&server.url, [&ada, &ben, &cem], &mut |[ada, ben, cem]| {
        let route = share(ada, "jaipur");
        assert!(line(ada).contains("1 person is watching"));
        assert!(
            ada.text("[data-testid=together-panel]")
                .contains("Send the link")
        );
        let start = position(ada);
        ben.open(&route);
        until_line(ben, "Ada leads. 2 people are watching.");
        until_at(ben, &start);
        ada.click("button", "One move forward");
        ada.press(Key::Right);
        ada.press(Key::Right);
        let third = position(ada);
        assert_ne!(third, start);
        until_at(ben, &third);
        // Those who come later see the same.
        cem.open(&route);
        until_at(cem, &third);
        until_line(ada, "3 people are watching");
        // One looks around and comes back; the others are not concerned.
        ben.press(Key::Left);
        until_line(ben, "you are looking around alone");
        let alone = position(ben);
        ada.press(Key::End);
        let last = position(ada);
        until_at(cem, &last);
        assert_eq!(position(ben), alone);
        ben.click("button", "Follow again");
        until_at(ben, &last);
        assert!(!ben.has("button", "Follow again"));
        assert!(!line(ben).contains("alone"));
        // A reload changes nothing for anybody.
        ben.reload();
        until_line(ben, "Ada leads. 3 people are watching.");
        until_at(ben, &last);
        ada.reload();
        until_line(ada, "You lead");
        until_at(ada, &last);
        ada.press(Key::Home);
        until_at(ben, &start);
        until_at(cem, &start);
    });
}

#[test]
fn leading_is_handed_over_and_the_replay_is_ended() {
    let server = server();
    let [ada, ben, cem] = three();
    together(&server.url, [&ada, &ben, &cem], &mut |[ada, ben, cem]| {
        ben.expect_in_console("404");
        let route = share(ada, "primi-composti");
        for page in [ben, cem] {
            page.open(&route);
            until_line(page, "Ada leads");
            assert!(!page.has("button", "End for everybody"));
        }
        ada.click("button", "Let lead Ben");
        until_line(ben, "You lead");
        until_line(ada, "Ben leads");
        until_line(cem, "Ben leads");
        ben.press(Key::Right);
        let first = position(ben);
        until_at(ada, &first);
        until_at(cem, &first);
        // The new leader stays the leader after a reload.
        ben.reload();
        until_line(ben, "You lead");
        until_at(ben, &first);
        assert!(!ben.has("button", "Lead again"));
        ada.click("button", "Lead again");
        until_line(ada, "You lead");
        until_line(ben, "Ada leads");
        // The leader goes and comes back.
        ada.open("#/");
        until_line(cem, "The leader is away. 2 people are watching.");
        ada.open(&route);
        until_line(ada, "You lead");
        until_at(ada, &first);
        ada.click("button", "End for everybody");
        ada.find("heading", "Stop sharing this replay?");
        ada.click("button", "End for everybody");
        for page in [ada, ben, cem] {
            page.until_alert("this shared replay has ended");
        }
        // Everybody keeps the replay.
        cem.press(Key::Right);
        cem.until("the next move", || position(cem) != first);
        ben.reload();
        ben.find("heading", "This replay is not shared any more");
    });
}

/// Ada shares a replay with Ben, `before` happens, and the server ends. After `meanwhile` it starts again: Ada leads, and
/// both are at the position at which she was.
fn restart(game: &str, before: impl Fn(&Page, &Page), meanwhile: impl Fn(&Page)) {
    let server = server();
    let address = server.address();
    let url = server.url.clone();
    let mut server = Some(server);
    let [ada, ben, _] = three();
    together(&url, [&ada, &ben], &mut |[ada, ben]| {
        for page in [ada, ben] {
            page.expect_in_console("WebSocket");
            page.expect_in_console("ERR_");
            page.expect_in_console("404");
        }
        let route = share(ada, game);
        ben.open(&route);
        until_line(ben, "Ada leads");
        before(ada, ben);
        drop(server.take());
        for page in [ada, ben] {
            page.until_alert("Connection lost");
        }
        meanwhile(ada);
        let place = position(ada);
        let again = Server::start_at(&address);
        until_line(ada, "You lead");
        until_line(ben, "Ada leads. 2 people are watching.");
        until_at(ben, &place);
        assert_eq!(position(ada), place);
        drop(again);
    });
}

#[test]
fn links_stay_valid_after_a_restart() {
    restart("masters-gallery", |_, _| {}, |ada| ada.press(Key::Right));
}

/// The page that makes the replay again is not the one that led.
#[test]
fn a_restart_keeps_the_position_of_another_leader() {
    let leads = |ada: &Page, ben: &Page| {
        let start = position(ada);
        ada.click("button", "Let lead Ben");
        until_line(ben, "You lead");
        ben.press(Key::Right);
        ben.press(Key::Right);
        assert_ne!(position(ben), start);
        until_at(ada, &position(ben));
    };
    restart("primi-composti", leads, |_| {});
}

#[test]
fn a_plain_file_server_shares_no_replays_and_says_so() {
    let server = PlainServer::start("games/parlour");
    visit_at(&server.url, &Setup::default(), |page| {
        page.expect_in_console("404");
        load(page, &recorded(page, "jaipur", "utility,random", &[]));
        assert!(!page.has("button", "Watch together"));
        page.open("#/together/0123456789abcdef0123456789abcdef");
        page.until_text("[data-testid=not-together]", "parlour serve");
    });
}

/// Everybody can use every screen; the line and the panel have room for long names.
fn every_screen(setup: Setup) {
    let server = server();
    let long = "Wilhelmina Featherstonehaugh-Cholmondeley";
    let (setup, other) = (named(long, setup), named(long, Setup::default()));
    together(&server.url, [&setup, &other], &mut |[ada, ben]| {
        ada.expect_in_console("404");
        let route = share(ada, "modern-art");
        ben.open(&route);
        until_line(ada, "2 people are watching");
        inspect_and_picture(ada, "together-leads");
        ada.click("button", "Let lead…");
        until_line(ada, "leads. 2 people");
        ada.press(Key::End);
        ada.find("button", "Follow again");
        inspect_and_picture(ada, "together-alone");
        ben.click("button", "End for everybody");
        ben.click("button", "End for everybody");
        ada.until_alert("has ended");
        inspect_and_picture(ada, "together-ended");
        // Its creator's page, loaded again, does not share it a second time.
        ada.reload();
        ada.find("heading", "This replay is not shared any more");
        inspect_and_picture(ada, "together-gone");
    });
}

#[test]
fn shared_replays_can_be_used_by_all_in_both_themes() {
    every_screen(Setup::default());
}

#[test]
fn shared_replays_on_a_phone() {
    every_screen(Setup::phone());
}

#[test]
fn shared_replays_in_every_language_on_a_phone() {
    let server = server();
    let ada = named("Ada", Setup::default());
    visit_at(&server.url, &ada, |ada| {
        let route = share(ada, "jaipur");
        for language in LANGUAGES {
            let setup = in_language(language, Setup::phone());
            visit_at(&server.url, &setup, |page| {
                page.open(&route);
                page.until("the leader's name", || line(page).contains("Ada"));
                page.assert_no_sideways_scroll(language);
                page.press(Key::End);
                page.until("another line", || {
                    page.eval(
                        "return !document.querySelector('[data-testid=together] button').hidden",
                    ) == json!(true)
                });
                page.assert_no_sideways_scroll(language);
            });
        }
    });
}
