//! Widths, motion.

use crate::analysis::recorded;
use crate::harness::{Page, Setup, at_all_widths, pages, visit};
use crate::table::{self, Game};
use crate::watch::{finished_round, load};
use serde_json::json;

#[test]
fn no_page_scrolls_sideways() {
    visit(&Setup::phone(), |page| {
        load(page, &finished_round(page));
        for route in pages() {
            page.go(&route);
            at_all_widths(page, &route);
        }
        page.open("#/new/jaipur");
        for who in ["Two people", "Two AIs"] {
            page.click("radio", who);
            at_all_widths(page, who);
        }
        page.open("#/learn/jaipur");
        while page.has("button", "Skip") || page.has("button", "Next") {
            at_all_widths(page, &page.text(".learn-count"));
            if page.has("button", "Skip") {
                page.click("button", "Skip");
            } else {
                page.click("button", "Next");
            }
        }
        at_all_widths(page, "the last step");
    });
}

#[test]
fn no_table_scrolls_sideways() {
    visit(&Setup::phone(), |page| {
        table::start(page, &Game::default());
        at_all_widths(page, "the first move");
        // Fill the hand: seven goods, and the longest lines.
        for _ in 0..60 {
            let hand = table::cards(page, "your hand").len();
            if hand == 7 || table::wait(page) != table::Waits::ForMove {
                break;
            }
            let market = table::cards(page, "the market");
            let good = market.iter().find(|card| table::kind(card) != "Camel");
            page.click_on(good.unwrap_or(&market[0]));
            let before = table::moves(page);
            page.click("button", "Confirm");
            page.until("both have played", || table::moves(page) >= before + 2);
        }
        at_all_widths(page, "a full hand");
        page.click("button", "Hint");
        page.find("button", "Play it");
        at_all_widths(page, "the hint");
        page.click("button", "Keys");
        at_all_widths(page, "the keys");
        page.click("button", "Close");
        table::play_to_the_end(page);
        at_all_widths(page, "the sums");
        page.click("link", "Replay");
        page.find("button", "One move back");
        at_all_widths(page, "the replay");
        page.click("button", "To the start");
        page.click("button", "Analyse this position");
        page.until("the analysis", || {
            !page.text("[data-testid=hint-text]").is_empty()
        });
        at_all_widths(page, "the analysis");
        table::watch(page, ["Peddler", "Master"], "A match", 5);
        at_all_widths(page, "two AIs");
        page.open("#/new/jaipur");
        page.click("radio", "Two people");
        page.write("Name of player 1", "Maximiliana Wolkenkratze");
        page.write("Name of player 2", "WWWWWWWWWWWWWWWWWWWWWWWW");
        page.click("radio", "A match");
        page.click("button", "Start the game");
        page.find("button", "I am …");
        at_all_widths(page, "the turn screen");
        page.click("button", "I am …");
        page.find("radio", "Take");
        at_all_widths(page, "long names");
    });
}

#[test]
fn a_phone_plays_a_move_by_touch() {
    visit(&Setup::phone(), |page| {
        table::start(page, &Game::default());
        let wanted = table::think(page, false);
        table::choose(page, &wanted);
        page.click("button", "Confirm");
        page.until("both have played", || table::moves(page) == 2);
        // Each card is large enough for a finger.
        let small = page.eval(
            "return [...document.querySelectorAll('main button.card, .action-bar button')]
               .map((card) => [card.ariaLabel ?? card.innerText, card.getBoundingClientRect()])
               .filter(([, box]) => box.width && (box.width < 24 || box.height < 24))
               .map(([name]) => name)",
        );
        assert_eq!(small, json!([]), "too small for a finger");
    });
}

/// Takes a card and counts what moves on the page.
fn moving_things(setup: &Setup) -> u64 {
    let mut most = 0;
    visit(setup, |page| {
        table::start(page, &Game::default());
        // The end of a movement is kept from it, so that a slow look sees it still.
        page.eval(
            "window.moved = 0;
             (function look() {
               const running = document.getAnimations().filter((one) =>
                 one.playState === 'running' && one.effect.getComputedTiming().duration > 1 &&
                 one.effect.target?.closest('.card, [data-travel]'));
               window.moved = Math.max(window.moved, running.length);
               requestAnimationFrame(look);
             })();",
        );
        let market = table::cards(page, "the market");
        let good = market.iter().find(|card| table::kind(card) != "Camel");
        page.click_on(good.expect("there is a good"));
        page.click("button", "Confirm");
        page.until("both have played", || table::moves(page) == 2);
        most = page.eval("return window.moved").as_u64().expect("a number");
    });
    most
}

#[test]
fn cards_travel_unless_little_motion_is_wanted() {
    assert!(moving_things(&Setup::untouched()) > 0, "no card travels");
    let still = Setup {
        motion: false,
        ..Setup::untouched()
    };
    assert_eq!(moving_things(&still), 0, "cards travel all the same");
}

/// The names of the buttons below the board that a card covers somewhere on its way, when the page shows another move.
fn covered_on_the_way(page: &Page, button: &str) -> Vec<String> {
    page.eval("window.paused = []");
    page.click("button", button);
    page.until("cards are on their way", || {
        page.eval("return paused.length > 0") == json!(true)
    });
    let names = page.eval(
        "const covered = new Set();
         for (let part = 0; part < 1; part += 0.05) {
           for (const one of paused) one.currentTime = part * one.effect.getComputedTiming().duration;
           for (const button of document.querySelectorAll('.action-bar button')) {
             const { left, top, width, height } = button.getBoundingClientRect();
             const there = document.elementFromPoint(left + width / 2, top + height / 2);
             // Below what is seen of the page there is nothing.
             if (there && width > 0 && !button.contains(there)) covered.add(button.ariaLabel ?? button.innerText);
           }
         }
         for (const one of paused) one.finish();
         return [...covered]",
    );
    serde_json::from_value(names).expect("they are names")
}

#[test]
fn cards_on_their_way_take_no_click_from_the_buttons_below() {
    for setup in [Setup::default(), Setup::phone()] {
        visit(&setup.with_motion(), |page| {
            page.before_every_page(
                "const animate = Element.prototype.animate;
                 Element.prototype.animate = function (...all) {
                   const animation = animate.apply(this, all);
                   if (window.paused) {
                     animation.pause();
                     paused.push(animation);
                   }
                   return animation;
                 };",
            );
            for (game, seats) in [
                ("jaipur", "random,utility"),
                ("masters-gallery", "random,greedy"),
            ] {
                load(page, &recorded(page, game, seats, &[]));
                for button in ["To the start", "To the end"] {
                    let none: [&str; 0] = [];
                    assert_eq!(covered_on_the_way(page, button), none, "{game}: {button}");
                }
            }
        });
    }
}
