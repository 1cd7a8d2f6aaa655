//! Two people at one device.

use crate::harness::{Page, Setup, visit};
use crate::table::{self, Waits};
use serde_json::json;

/// Every kind of card, as the page may call it.
const KINDS: [&str; 7] = [
    "diamond", "gold", "silver", "cloth", "spice", "leather", "camel",
];

/// No card can be seen, heard, or found in the page's source.
#[track_caller]
fn assert_nothing_shows(page: &Page) {
    // What the other did was open to all.
    let told = page.text("[data-testid=last-move]");
    let said = page
        .everything_said()
        .replace(told.trim_end_matches('.'), "");
    let said = said.to_lowercase();
    for kind in KINDS {
        if let Some(at) = said.find(kind) {
            let start = at.saturating_sub(80);
            panic!("behind the turn screen: …{}…", &said[start..at + 40]);
        }
    }
    assert!(
        !said.contains("data-card"),
        "cards lie behind the turn screen"
    );
}

#[test]
fn the_hand_is_hidden_between_turns() {
    visit(&Setup::default(), |page| {
        table::hot_seat(page, "One round", 3);
        assert_nothing_shows(page);
        page.reload();
        assert_nothing_shows(page);

        page.click("button", "I am Ada: show my cards");
        assert_eq!(table::wait(page), Waits::ForMove);
        let ada: Vec<String> = table::cards(page, "your hand")
            .iter()
            .map(|card| card.name.clone())
            .collect();
        assert!(!ada.is_empty());
        // The other's hand is there, but nobody can tell what it is.
        let others = |page: &Page| {
            let cards = page.eval(
                "return [...document.querySelectorAll('[data-testid=opponent] .card')].map((card) =>
                   [card.dataset.card ?? '', card.ariaLabel ?? '', card.ariaHidden ?? ''])",
            );
            let cards = cards.as_array().expect("a list").clone();
            let hidden = cards
                .iter()
                .filter(|card| **card == json!(["", "", "true"]))
                .count();
            let open = cards
                .iter()
                .filter(|card| card[0] == json!("camel"))
                .count();
            assert_eq!(hidden + open, cards.len(), "{cards:?}");
            hidden
        };
        assert!(others(page) >= 3, "Ben's hand is dealt");

        let wanted = table::think(page, true);
        table::choose(page, &wanted);
        page.click("button", "Confirm");
        assert_eq!(table::wait(page), Waits::ForPerson("Ben".to_owned()));
        assert_nothing_shows(page);
        page.reload();
        assert_eq!(table::wait(page), Waits::ForPerson("Ben".to_owned()));
        assert_nothing_shows(page);

        page.click("button", "I am Ben: show my cards");
        assert_eq!(table::wait(page), Waits::ForMove);
        assert!(others(page) >= 3, "Ada's hand lies opposite now");
        // A reload hides it again: somebody else may sit there.
        page.reload();
        assert_eq!(table::wait(page), Waits::ForPerson("Ben".to_owned()));
        assert_nothing_shows(page);
    });
}

#[test]
fn two_people_play_a_round_to_its_end() {
    visit(&Setup::default(), |page| {
        table::hot_seat(page, "One round", 11);
        table::play_to_the_end(page);
        let sums = table::check_sums(page);
        page.click("button", "Look at the table");
        assert_eq!(
            table::replayed(&table::record(page))["scores"],
            json!(sums["Sum"])
        );
    });
}

#[test]
fn the_turn_screen_lets_a_move_be_taken_back() {
    visit(&Setup::default(), |page| {
        table::hot_seat(page, "One round", crate::play::EXCHANGE);
        page.click("button", "I am Ada: show my cards");
        let wanted = table::think(page, false);
        table::choose(page, &wanted);
        page.click("button", "Confirm");
        assert_eq!(table::wait(page), Waits::ForPerson("Ben".to_owned()));
        page.click("button", "Ada: take it back");
        assert_eq!(table::wait(page), Waits::ForMove);
        assert_eq!(table::moves(page), 0);
    });
}

#[test]
fn a_hint_is_not_shown_to_the_next_player() {
    visit(&Setup::default(), |page| {
        // The worker's answers come late, as with much to think about.
        page.before_every_page(
            "window.late = [];
             const Own = window.Worker;
             window.Worker = class extends Own {
               set onmessage(hear) {
                 super.onmessage = hear && ((event) => {
                   if (event.data === 'ready') hear(event);
                   else window.late.push(() => hear(event));
                 });
               }
             };",
        );
        table::hot_seat(page, "One round", crate::play::EXCHANGE);
        page.click("button", "I am Ada: show my cards");
        let wanted = table::think(page, true);
        table::choose(page, &wanted);
        page.click("button", "Hint");
        page.until("the hint is ready", || {
            page.eval("return late.length") == json!(1)
        });
        page.click("button", "Confirm");
        page.click("button", "I am Ben: show my cards");
        assert_eq!(table::wait(page), Waits::ForMove);
        page.eval("late.forEach((answer) => answer())");
        page.eval_async("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))");
        assert!(!page.has("button", "Play it"), "Ada's hint is shown to Ben");
        assert_eq!(page.text("[data-testid=hint-panel]"), "");
        // He may ask for one of his own.
        page.click("button", "Hint");
        page.until("the hint is ready", || {
            page.eval("return late.length") == json!(2)
        });
        page.eval("late[1]()");
        page.find("button", "Play it");
    });
}
