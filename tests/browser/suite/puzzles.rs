//! Exercises: prepared puzzles, and the player's own mistakes.

use crate::analysis;
use crate::harness::{Page, PlainServer, Setup, visit_at};
use crate::pictures::inspect_and_picture;
use crate::primi;
use crate::table;
use crate::watch::load;
use parlour_agents::puzzles::{PuzzleFile, StoredPuzzle};
use parlour_engine::{Game as _, RecordLink, Seat, json as engine_json};
use parlour_games::primi_composti::{Action, PrimiComposti};
use serde_json::json;

const FILE: &str = include_str!("../../../crates/web/puzzles/primi-composti.json");

/// The best cards of the first puzzles of grade 1, and another card of the same hand.
fn cards() -> Vec<[u8; 2]> {
    let file: PuzzleFile = engine_json::from_str(FILE).expect("it is a file of puzzles");
    let first = file.puzzles.iter().filter(|puzzle| puzzle.3 == 1).take(2);
    let cards = first.map(|StoredPuzzle(game, ply, seat, _, best, ..)| {
        let link = RecordLink::read(&file.games[*game]).expect("it is a link");
        let table = link.table::<PrimiComposti>().expect("it can be played");
        let legal = table.at(*ply).legal_actions(Seat(*seat));
        let best: Action = best.parse().expect("it is an action");
        let best = best.card;
        let mut others = legal.iter().map(|action| action.card);
        [
            best,
            others
                .find(|&card| card != best)
                .expect("there is a choice"),
        ]
    });
    cards.collect()
}

fn answer(page: &Page, card: u8, state: &str) {
    primi::choose(page, card);
    page.click("button", "Confirm");
    page.until("the answer is told", || state_of(page) == state);
}

fn state_of(page: &Page) -> String {
    let state = page.eval("return document.querySelector('[data-testid=answer]')?.dataset.state");
    state.as_str().unwrap_or_default().to_owned()
}

fn exercise(page: &Page) -> String {
    page.text("[data-testid=exercise]")
}

#[test]
fn puzzles_and_mistakes_are_exercises() {
    let [[best, other], [second, _]] = cards()[..] else {
        panic!("there are two puzzles");
    };
    // Exercises need no server.
    let server = PlainServer::start("parlour");
    visit_at(&server.url, &Setup::default(), |page| {
        page.open("#/puzzles");
        inspect_and_picture(page, "exercises");
        page.open("#/puzzles/primi-composti/1");
        page.find("button", "Confirm");
        assert!(
            exercise(page).contains("grade 1, 1 of"),
            "{}",
            exercise(page)
        );
        assert!(!page.has("button", "Hint") && !page.has("button", "Undo"));
        inspect_and_picture(page, "exercise");
        // A record would hold the hidden cards.
        let shared = || page.has("button", "Link") || page.has("button", "Download record");
        assert!(!shared());
        // A wrong answer is told with its cost; the right one may follow.
        answer(page, other, "wrong");
        assert!(!shared());
        let told = page.text("[data-testid=answer]");
        assert!(told.contains("costs") && told.contains("point"), "{told}");
        answer(page, best, "right");
        assert!(shared());
        let told = page.text("[data-testid=answer]");
        assert!(told.contains("worth less by"), "{told}");
        inspect_and_picture(page, "exercise-solved");
        page.press('n');
        page.until("the next one comes", || {
            exercise(page).contains("grade 1, 2 of")
        });
        answer(page, second, "right");
        page.open("#/puzzles");
        let streaks = page.text("[data-testid=streaks]");
        assert!(streaks.contains("1 right in a row"), "{streaks}");
        assert!(streaks.contains("1 day in a row"), "{streaks}");
        let primi = page.text("[data-game=primi-composti]");
        assert!(primi.contains("2 solved"), "{primi}");
        // Those that are solved come last.
        page.open("#/puzzles/primi-composti/1");
        page.until("the third one comes", || {
            exercise(page).contains("grade 1, 3 of")
        });

        // The mistakes of an analysed game come back.
        let game = primi::finished("1", 3);
        load(page, &game.record().to_line());
        page.click("button", "Analyse the game");
        analysis::wait(page);
        // Those of a record that was loaded are not one's own.
        page.open("#/puzzles");
        let primi = page.text("[data-game=primi-composti]");
        assert!(
            primi.contains("Analyse a game that you have played"),
            "{primi}"
        );
        page.eval(
            "const key = Object.keys(localStorage).find((key) => key.startsWith('parlour/game/'));
             const { origin, ...game } = JSON.parse(localStorage.getItem(key));
             localStorage.setItem(key, JSON.stringify(game))",
        );
        page.open("#/puzzles/primi-composti/mistakes");
        page.until("a mistake comes", || {
            exercise(page).contains("your mistakes")
        });
        assert!(exercise(page).contains("In the game you chose"));
        let left = exercise(page);
        page.click("button", "Solution");
        page.until("it is shown", || state_of(page) == "shown");
        assert!(page.text("[data-testid=answer]").contains("Best:"));
        page.click("button", "Next");
        page.until("one less is left", || exercise(page) != left);
        // Nothing is played, and nothing is saved but the progress.
        let saved = page.eval(
            "return Object.keys(localStorage).filter((key) => key.startsWith('parlour/game/')).length",
        );
        assert_eq!(saved, json!(1));
        assert!(table::moves(page) < 24);
    });
}
