//! Modern Art: whole games in both rule sets, sealed bids at one device, reload, replay, every width and theme.

use crate::galleries::{self, FRIENDS, Gallery, Place, answered, legal_cards, replayed};
use crate::harness::{Page, Setup, inspect, visit};
use crate::table::{self, Waits};
use fantoccini::key::Key;
use parlour_games::modern_art::{Event, ModernArt};
use serde_json::json;

const GAME: Gallery = Gallery {
    name: "modern-art",
    noun: "painting",
    standing: "Cash",
    count: "cash",
    first: 100,
};

const THREE: [Place; 3] = [
    Place::Person("Ada"),
    Place::Ai("Collector"),
    Place::Ai("Novice"),
];

/// Answers whatever is asked, by mouse: offers and adds the first painting that fits, bids a little, takes what is cheap.
fn answer(page: &Page, turn: usize) {
    if page.has("textbox", "Bid") {
        if table::guidance(page).starts_with("Raise") && !turn.is_multiple_of(3) {
            page.click("button", "Pass");
            return;
        }
        page.click("button", "One more");
        if turn.is_multiple_of(2) && !table::guidance(page).starts_with("Raise") {
            page.click("button", "5 more");
        }
    } else if page.has("textbox", "Price") {
        page.write("Price", "9");
    } else if let Some(card) = legal_cards(page).first() {
        page.click("button", card);
    } else if !table::guidance(page).starts_with("Take") {
        page.click("button", "Pass");
        return;
    }
    page.until("Confirm lights up", || table::may_confirm(page));
    page.click("button", "Confirm");
}

/// The same by keyboard alone.
fn answer_by_keyboard(page: &Page, turn: usize) {
    if page.has("textbox", "Bid") || page.has("textbox", "Price") {
        if table::guidance(page).starts_with("Raise") && !turn.is_multiple_of(3) {
            page.press('p');
            return;
        }
        page.press('b');
        page.until("the field has the focus", || {
            ["Bid", "Price"].contains(&page.focused().as_str())
        });
        let amount = page.eval("return document.getElementById('amount').value");
        assert_eq!(amount, json!(""), "each question begins anew");
        if table::guidance(page).starts_with("Raise") {
            // Out of the field, signs are steps.
            page.press(Key::Tab);
            page.press('+');
            page.until("Confirm lights up", || table::may_confirm(page));
            page.press('c');
        } else {
            page.press(char::from(b'0' + (turn % 10) as u8));
            page.until("Confirm lights up", || table::may_confirm(page));
            page.press(Key::Enter);
        }
        return;
    }
    if !GAME.play_by_keyboard(page) {
        let take = table::guidance(page).starts_with("Take");
        page.press(if take { 'c' } else { 'p' });
    }
}

/// Every word on the page, read or heard; drawings have none.
fn words(page: &Page) -> String {
    let words = page.eval(
        "return [document.body.innerText, ...[...document.querySelectorAll('*')].flatMap((element) =>
           [element.ariaLabel, element.title, element.value, element.dataset?.card])].join('\\n')",
    );
    words.as_str().unwrap_or_default().to_owned()
}

/// The number of actions that the log tells of.
fn told(page: &Page) -> u64 {
    let last = page.eval(
        "return Math.max(0, ...[...document.querySelectorAll('[data-testid=log] .log-number')].map(
           (number) => Number(number.innerText)))",
    );
    last.as_u64().expect("it is a number")
}

/// Looks at the end of a game; the log tells of every action.
fn look_at_the_end(page: &Page) {
    let table = GAME.look_at_the_end::<ModernArt>(page);
    assert_eq!(told(page), table.actions().len() as u64);
}

#[test]
fn the_tutorial_leads_to_a_first_game() {
    visit(&Setup::default(), |page| {
        let looks = |place: &str| {
            // The field for an amount, two paintings of a double auction, and the end.
            if ["Step 3 of 9", "Step 6 of 9", "the last step"].contains(&place) {
                inspect(page, place);
            }
        };
        assert_eq!(GAME.learn(page, &looks), 10);
        assert!(page.text(".learn-board .seat:not(.rival)").contains("216"));
        page.click("link", "Play your first game");
        page.find("button", "Start the game");
        // Another move than the one asked for.
        page.open("#/learn/modern-art");
        page.click("button", "Next");
        page.click("button", "Abel, once around, painting…");
        page.click("button", "Confirm");
        page.until_text(".learn-nudge", "Here, offer the Dotti");
    });
}

#[test]
fn all_five_auctions_by_mouse() {
    visit(&Setup::default().with_motion(), |page| {
        GAME.start(page, "All five auctions", &THREE, 11);
        assert_eq!(table::wait(page), Waits::ForMove);
        assert_eq!(GAME.hand(page).len(), 10);
        assert_eq!(table::guidance(page), "Choose the painting that you offer");
        assert!(GAME.play(page, answer, |_| false));
        look_at_the_end(page);
    });
}

#[test]
fn sealed_bids_by_keyboard_alone() {
    visit(&Setup::default(), |page| {
        GAME.start(page, "Sealed bids only", &THREE, 4);
        assert!(GAME.play(page, answer_by_keyboard, |_| false));
        look_at_the_end(page);
    });
}

#[test]
fn what_is_said_aloud_tells_the_auction() {
    visit(&Setup::default(), |page| {
        GAME.start(page, "All five auctions", &THREE, 11);
        assert_eq!(table::wait(page), Waits::ForMove);
        let card = legal_cards(page).remove(0);
        page.click("button", &card);
        let proposal = table::guidance(page);
        assert!(proposal.starts_with("Offer a"), "{proposal}");
        page.click("button", "Confirm");
        page.until("it is said", || {
            page.text("[data-testid=announcement]").len() > 10
        });
        assert!(table::log(page).join(" ").contains("You offered"));
    });
}

#[test]
fn sealed_bids_at_one_device_stay_sealed() {
    visit(&Setup::default(), |page| {
        GAME.start(page, "Sealed bids only", &FRIENDS, 3);
        page.click("button", "I am Ada: show my cards");
        let card = legal_cards(page).remove(0);
        page.click("button", &card);
        page.click("button", "Confirm");
        // Ada bids first: she sits at the device.
        page.find("textbox", "Bid");
        page.write("Bid", "101");
        page.until("too much is refused", || {
            table::guidance(page) == "You have only 100"
        });
        assert!(!table::may_confirm(page));
        for _ in "101".chars() {
            page.press(Key::Backspace);
        }
        page.write("Bid", "37");
        page.click("button", "Confirm");
        for (name, bid) in [("Ben", "23"), ("Cleo", "41")] {
            page.find("button", &format!("I am {name}: show my cards"));
            assert!(!words(page).contains("37"), "{}", words(page));
            // A reload gives nothing away, and loses no bid.
            page.reload();
            page.click("button", &format!("I am {name}: show my cards"));
            page.find("textbox", "Bid");
            assert!(!words(page).contains("37"), "{name}: {}", words(page));
            page.write("Bid", bid);
            page.click("button", "Confirm");
        }
        // Ben offers next: he takes the device, and reads the log.
        page.click("button", "I am Ben: show my cards");
        page.until("the bids are opened", || {
            table::log(page)
                .join(" ")
                .contains("Bids: Ada 37, Ben 23, Cleo 41")
        });
        assert!(
            table::log(page)
                .join(" ")
                .contains("Cleo bought it from Ada for 41")
        );
    });
}

#[test]
fn two_sealed_auctions_later_a_reload_changes_nothing() {
    visit(&Setup::default(), |page| {
        GAME.start(page, "All five auctions", &THREE, 5);
        assert!(!GAME.play(page, answer, |turn| turn >= 6));
        table::wait(page);
        let seen = (table::log(page), GAME.hand(page), GAME.counts(page));
        page.reload();
        table::wait(page);
        assert_eq!((table::log(page), GAME.hand(page), GAME.counts(page)), seen);
    });
}

fn every_screen(page: &Page, look: &dyn Fn(&Page, &str)) {
    page.open("#/");
    look(page, "home");
    page.open("#/new/modern-art");
    look(page, "the form");
    page.click("radio", "5");
    look(page, "the form for five");
    page.open("#/rules/modern-art");
    look(page, "the rules");
    let long = [
        Place::Person("Maximiliana Wolkenkratze"),
        Place::Ai("Collector"),
        Place::Ai("Appraiser"),
        Place::Ai("Strategist"),
        Place::Person("WWWWWWWWWWWWWWWWWWWWWWWW"),
    ];
    GAME.start(page, "All five auctions", &long, 2);
    page.find("button", "I am …");
    look(page, "the turn screen");
    page.click("button", "I am …");
    look(page, "long names");
    GAME.start(page, "All five auctions", &THREE, 11);
    table::wait(page);
    look(page, "the first offer");
    page.click("button", &legal_cards(page)[0]);
    look(page, "a painting chosen");
    page.press(Key::Escape);
    let mut seen = Vec::new();
    for turn in 0..300 {
        match table::wait(page) {
            Waits::ForMove => {
                let title = page.text("[data-testid=auction-title]");
                if !seen.contains(&title) {
                    look(page, &title);
                    seen.push(title);
                }
                answered(page, answer, turn);
            }
            _ => break,
        }
    }
    assert_eq!(table::wait(page), Waits::BetweenRounds);
    look(page, "the sums of a round");
    page.click("button", "Next round");
    if table::wait(page) == Waits::ForMove {
        page.click("button", "Keys");
        look(page, "the keys");
        page.click("button", "Close");
    }
    GAME.start(page, "Sealed bids only", &[Place::Ai("Collector"); 5], 3);
    page.click("button", "Pause");
    look(page, "watching");
}

#[test]
fn every_screen_can_be_used_by_all_in_both_themes_at_every_width() {
    galleries::inspect_all(every_screen);
}

#[test]
fn pictures_of_modern_art() {
    GAME.pictures(every_screen);
}

/// Every double auction of a long series is told; a check of the record, not of the page.
#[test]
fn a_record_of_the_full_rules_has_all_auctions() {
    visit(&Setup::default(), |page| {
        GAME.start(page, "All five auctions", &[Place::Ai("Collector"); 4], 8);
        page.find("button", "One move");
        page.until("the game is over", || page.has("button", "Rematch"));
        page.click("button", "Look at the table");
        let table = replayed::<ModernArt>(page);
        let events = table.events();
        assert!(
            events
                .iter()
                .any(|event| matches!(event, Event::Price { .. }))
        );
        assert!(
            events
                .iter()
                .any(|event| matches!(event, Event::Bids { .. }))
        );
        assert!(
            events
                .iter()
                .any(|event| matches!(event, Event::Bid { .. }))
        );
        assert_eq!(told(page), table.actions().len() as u64);
    });
}
