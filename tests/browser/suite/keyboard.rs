//! Without a mouse.

use crate::harness::{Page, Setup, visit};
use crate::table::{self, Game, Move, Waits};
use fantoccini::key::Key;

/// Goes on with Tab until this has the focus.
#[track_caller]
fn tab_to(page: &Page, name: &str) {
    for _ in 0..60 {
        if page.focused() == name {
            return;
        }
        page.press(Key::Tab);
    }
    panic!("Tab does not get to '{name}' from '{}'", page.focused());
}

/// Goes with Tab to a row, and with the arrows to a card of it.
#[track_caller]
fn go_to_card(page: &Page, name: &str) {
    let place = name.rsplit_once(" in ").expect("a card lies somewhere").1;
    for _ in 0..60 {
        if page.focused().ends_with(&format!(" in {place}")) {
            break;
        }
        page.press(Key::Tab);
    }
    page.press(Key::Home);
    for _ in 0..12 {
        if page.focused() == name {
            return;
        }
        page.press(Key::Right);
    }
    panic!(
        "the arrows do not get to '{name}' from '{}'",
        page.focused()
    );
}

#[test]
fn a_round_is_played_by_keyboard_alone() {
    visit(&Setup::default(), |page| {
        page.open("#/");
        tab_to(page, "Play Jaipur");
        page.press(Key::Enter);
        page.until("the table", || page.has("button", "Confirm"));
        let mut moves = 0;
        while table::wait(page) != Waits::Over {
            moves += 1;
            assert!(moves < 80, "the round does not end");
            let (mode, cards) = match table::think(page, moves > 2) {
                Move::Take(take, give) => ('t', [take, give].concat()),
                Move::Sell(cards) => ('s', cards),
            };
            page.press(mode);
            for card in &cards {
                go_to_card(page, card);
                page.press(' ');
            }
            page.until("Confirm lights up", || table::may_confirm(page));
            let before = table::moves(page);
            // By the letter, and as one who knows no letters.
            if moves % 2 == 0 {
                page.press('c');
            } else {
                tab_to(page, "Confirm");
                page.press(Key::Enter);
            }
            page.until("the move is played", || table::moves(page) > before);
        }
        table::check_sums(page);
        // The dialog holds the focus, on what one wants next.
        assert_eq!(page.focused(), "Rematch");
        page.press(Key::Escape);
        page.until("the table is there again", || page.has("button", "Result"));
    });
}

#[test]
fn keys_do_what_the_list_of_keys_says() {
    visit(&Setup::default(), |page| {
        table::start(
            page,
            &Game {
                level: Game::default().level,
                ..Game::default()
            },
        );
        let on = |name: &str| page.find("radio", name).on;
        page.press('s');
        page.until("Sell is chosen", || on("Sell"));
        page.press('t');
        page.until("Take is chosen", || on("Take"));
        page.press('?');
        page.find("heading", "Keys");
        page.press(Key::Escape);
        page.until("the list is gone", || !page.has("heading", "Keys"));
        page.press('h');
        page.find("button", "Play it");
        let market = table::cards(page, "the market");
        page.click_on(&market[0]);
        page.until("a card is chosen", || {
            page.all("button").iter().any(|card| card.on)
        });
        page.press(Key::Escape);
        page.until("nothing is chosen", || {
            !page.all("button").iter().any(|card| card.on)
        });
    });
}

#[test]
fn the_first_stop_skips_to_the_content() {
    visit(&Setup::default(), |page| {
        for route in ["#/", "#/settings", "#/rules/jaipur"] {
            page.open(route);
            page.eval("document.activeElement.blur()");
            page.press(Key::Tab);
            assert_eq!(page.focused(), "Skip to the content", "{route}");
            page.press(Key::Enter);
            page.until("the content has the focus", || {
                page.eval("return document.activeElement.id") == "main"
            });
            assert_eq!(page.route(), route, "the address stays");
        }
    });
}

/// Speech input types letters by accident: they can be turned off. Other keys stay.
#[test]
fn keys_of_one_character_can_be_turned_off() {
    visit(&Setup::default(), |page| {
        page.open("#/settings");
        page.click("checkbox", "Keys of one character are shortcuts");
        table::start(page, &Game::default());
        let on = |name: &str| page.find("radio", name).on;
        assert!(on("Take"));
        page.press('s');
        page.press('?');
        page.press('h');
        let market = table::cards(page, "the market");
        page.click_on(&market[0]);
        page.until("a card is chosen", || {
            page.all("button").iter().any(|card| card.on)
        });
        page.press(Key::Escape);
        page.until("nothing is chosen", || {
            !page.all("button").iter().any(|card| card.on)
        });
        assert!(on("Take") && !page.has("heading", "Keys") && !page.has("button", "Play it"));
        page.click("button", "Keys");
        page.find("heading", "Keys");
        assert!(
            page.text("dialog[open]")
                .contains("Keys of one character are off")
        );
    });
}
