//! How soon pages can be used, and how smooth they stay: `cargo xtask bench web` prints the times. They are not tests,
//! since a time depends on what else the machine does.

use crate::harness::{Setup, visit};
use crate::table::{self, Game};
use serde_json::json;
use std::time::Instant;

#[test]
#[ignore = "measures times: cargo xtask bench web"]
fn measured_times_until_the_page_can_be_used() {
    visit(&Setup::default().with_motion(), |page| {
        page.before_every_page(
            "new MutationObserver((_, observer) => {
               if (!document.querySelector('main#main h1')) return;
               observer.disconnect();
               window.usable = performance.now();
             }).observe(document, { childList: true, subtree: true });",
        );
        for visit in ["first", "second"] {
            page.open("#/");
            page.until("the time is taken", || {
                !page.eval("return window.usable ?? null").is_null()
            });
            let usable = page
                .eval("return window.usable")
                .as_f64()
                .expect("a number");
            println!("{visit} visit: the page can be used after {usable:.0} ms");
        }
    });
}

/// How long the strongest AIs of the games for many take until a person's first turn.
#[test]
#[ignore = "measures times: cargo xtask bench web"]
fn measured_answers_of_the_master() {
    for game in ["modern-art", "masters-gallery"] {
        visit(&Setup::default().with_motion(), |page| {
            page.open(&format!("#/new/{game}"));
            page.click("radio", "3");
            page.choose("Player 1", "Master");
            page.choose("Player 2", "Master");
            page.choose("Player 3", "A person");
            page.click("button", "Start the game");
            let start = Instant::now();
            table::wait(page);
            println!(
                "{game}, Master: {} answers in {} ms",
                table::moves(page),
                start.elapsed().as_millis()
            );
        });
    }
}

#[test]
#[ignore = "measures times: cargo xtask bench web"]
fn measured_smoothness_while_the_ai_thinks() {
    visit(&Setup::default().with_motion(), |page| {
        for (level, moves) in [("Merchant", 4), ("Master", 4)] {
            table::start(
                page,
                &Game {
                    level,
                    length: "A match",
                    seed: 7,
                    ..Game::default()
                },
            );
            page.eval(
                "window.long = [];
                 new PerformanceObserver((list) => {
                   window.long.push(...list.getEntries().map((entry) => entry.duration));
                 }).observe({ type: 'longtask' });
                 window.gap = 0;
                 let last = performance.now();
                 (function frame(now) {
                   window.gap = Math.max(window.gap, now - last);
                   last = now;
                   requestAnimationFrame(frame);
                 })(last);",
            );
            let mut slowest = 0;
            for _ in 0..moves {
                let wanted = table::think(page, true);
                table::choose(page, &wanted);
                let before = table::moves(page);
                page.click("button", "Confirm");
                let start = Instant::now();
                page.until("the AI has answered", || table::moves(page) >= before + 2);
                slowest = slowest.max(start.elapsed().as_millis());
            }
            let long = page.eval("return window.long");
            let gap = page.eval("return window.gap").as_f64().expect("a number");
            println!(
                "{level}: slowest answer {slowest} ms; longest frame {gap:.0} ms; tasks over 50 ms: {long}"
            );
        }
        assert_eq!(
            page.eval("return 'PerformanceLongTaskTiming' in window"),
            json!(true)
        );
    });
}
