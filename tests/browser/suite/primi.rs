//! Primi Composti: its table, exact values, perfect play, and the analysis of a finished game.

use crate::analysis;
use crate::harness::{Page, Setup, inspect_all, visit};
use crate::pictures;
use crate::table::{self, Waits};
use crate::watch::load;
use fantoccini::key::Key;
use parlour_engine::{DealSource, Game as _, Record, Rules as _, Table};
use parlour_games::primi_composti::{Action, Event, PrimiComposti, Rules};
use parlour_solvers::primi_composti::{Layered, Limit, Position, solve};
use serde_json::{Value, json};
use std::time::Instant;

/// What is chosen in the form for a new game of two.
struct Game {
    who: &'static str,
    level: &'static str,
    rules: &'static str,
    starter: &'static str,
    seed: u32,
}

impl Default for Game {
    fn default() -> Game {
        Game {
            who: "You and an AI",
            level: "Easy",
            rules: "Scoring",
            starter: "You",
            seed: 5,
        }
    }
}

fn form(page: &Page, players: &str, rules: &str, seed: u32) {
    page.open("#/new/primi-composti");
    page.click("radio", players);
    page.click("radio", rules);
    page.click("button", "Play a certain deal");
    page.write("Seed", &seed.to_string());
}

fn start(page: &Page, game: &Game) {
    form(page, "2", game.rules, game.seed);
    page.click("radio", game.who);
    page.click("radio", game.level);
    page.click("radio", game.starter);
    page.click("button", "Start the game");
    page.find("button", "Confirm");
}

/// The cards of one's hand, as they can be chosen.
fn hand(page: &Page) -> Vec<u8> {
    let names = page.names("button");
    let cards = names.iter().filter(|name| name.contains(", in your hand"));
    let number = |name: &String| name.split(',').next()?.parse().ok();
    cards.filter_map(number).collect()
}

pub(crate) fn choose(page: &Page, card: u8) {
    page.click("button", &format!("{card}, …"));
    page.until("Confirm lights up", || table::may_confirm(page));
}

/// Plays a card by mouse and waits until it lies there.
fn play(page: &Page, card: u8) {
    choose(page, card);
    let before = table::moves(page);
    page.click("button", "Confirm");
    page.until("the card is played", || table::moves(page) > before);
}

/// Plays on, always the highest card, whoever is asked; at most so many cards. Whether the game is over.
fn play_on(page: &Page, cards: usize) -> bool {
    for _ in 0..cards {
        match table::wait(page) {
            Waits::Over => return true,
            Waits::ForPerson(name) => page.click("button", &format!("I am {name}: show my cards")),
            Waits::BetweenRounds => panic!("there is one round only"),
            Waits::ForMove => play(page, *hand(page).last().expect("a card is left")),
        }
    }
    table::wait(page) == Waits::Over
}

/// The finished game on the table, by its record.
fn replayed(page: &Page) -> Table<PrimiComposti> {
    let line = std::fs::read_to_string(table::record(page)).expect("it can be read");
    let record = Record::<PrimiComposti>::read(line.trim()).expect("it is a record");
    record.replay().expect("it can be replayed")
}

/// A finished game of greedy players as a record.
pub(crate) fn finished(rules: &str, seed: u64) -> Table<PrimiComposti> {
    let rules = Rules::named(rules).expect("there are such rules");
    let names = vec!["Ada".to_owned(), "rand".to_owned()];
    let mut table =
        Table::<PrimiComposti>::new(rules, DealSource::Seed(seed), names).expect("it can be dealt");
    while let Some(seat) = table.to_move().first() {
        let board = table.state().board();
        let gain = |action: &Action| (board.play(seat, *action).gain, action.card);
        let legal = table.state().legal_actions(seat);
        let best = legal.into_iter().max_by_key(gain).expect("a card is left");
        table.play(seat, best).expect("it is legal");
    }
    table
}

fn equation(event: &Event) -> String {
    let signs = [("*", " × "), ("/", " ÷ "), ("+", " + "), ("-", " − ")];
    match event.operation() {
        None => event.card.to_string(),
        Some(written) => {
            let written = signs
                .iter()
                .fold(written, |text, (sign, shown)| text.replace(sign, shown));
            format!("{} = {written}", event.card)
        }
    }
}

fn signed(value: i32) -> String {
    match value {
        0 => "0".to_owned(),
        1.. => format!("+{value}"),
        _ => format!("−{}", -value),
    }
}

#[test]
fn a_whole_game_by_mouse_and_its_replay() {
    visit(&Setup::default(), |page| {
        start(page, &Game::default());
        assert_eq!(hand(page).len(), 12);
        assert!(table::guidance(page).starts_with("Choose a card"));
        play(page, 2);
        assert_eq!(table::wait(page), Waits::ForMove);
        let before = (table::log(page), hand(page));
        page.reload();
        assert_eq!(table::wait(page), Waits::ForMove);
        assert_eq!(
            (table::log(page), hand(page)),
            before,
            "a reload keeps the game"
        );
        assert!(play_on(page, 12));
        let sums = table::check_sums(page);
        page.click("button", "Look at the table");
        let table = replayed(page);
        let scores: Vec<i64> = table.state().scores().into_iter().map(i64::from).collect();
        assert_eq!(sums["Sum"], scores);
        assert_eq!(table::log(page).len() / 3, 24, "24 lines of three parts");
        page.click("link", "Replay");
        page.click("button", "To the start");
        for (at, event) in table.events().iter().enumerate() {
            page.click("button", "One move forward");
            page.until("the card lies there", || {
                page.text("[data-testid=position]") == format!("Move {} of 24", at + 1)
            });
            let line = page.text("[data-testid=operation] .operation-line");
            let told = equation(event);
            assert!(
                line.contains(&format!("played {told}")),
                "{line}, not {told}"
            );
            let gain = page.text("[data-testid=operation] .operation-gain");
            assert_eq!(gain, signed(event.gain.into()));
            let drawn = page
                .eval("return document.querySelectorAll('[data-testid=operation] .card').length");
            assert_eq!(
                drawn,
                json!(if event.operands.is_some() { 3 } else { 1 }),
                "{told}"
            );
        }
        let operations = table.events().iter();
        assert!(
            operations.filter(|event| event.operands.is_some()).count() > 3,
            "this seed shows operations"
        );
    });
}

#[test]
fn a_whole_game_by_keyboard() {
    visit(&Setup::default(), |page| {
        start(page, &Game::default());
        while table::wait(page) == Waits::ForMove {
            let before = table::moves(page);
            for _ in 0..40 {
                if page.focused().contains("in your hand") {
                    break;
                }
                page.press(Key::Tab);
            }
            page.press(Key::Right);
            page.press(' ');
            page.until("a card is chosen", || table::may_confirm(page));
            page.press('c');
            page.until("the card is played", || table::moves(page) > before);
        }
        table::check_sums(page);
    });
}

#[test]
fn what_is_chosen_is_shown_before_it_is_played() {
    visit(&Setup::default().with_motion(), |page| {
        let game = Game {
            rules: "Free stealing",
            ..Game::default()
        };
        start(page, &game);
        let mut seen = false;
        while table::wait(page) == Waits::ForMove {
            let mut last = 0;
            for card in hand(page) {
                last = card;
                choose(page, card);
                let drawn = page.text("[data-testid=operation] .operation-line");
                assert!(drawn.starts_with(&card.to_string()), "{drawn} for {card}");
                if page.has("radio", "Steal nothing") {
                    assert!(table::guidance(page).contains(" and take the "));
                    page.click("radio", "Steal nothing");
                    page.until("nothing is stolen", || {
                        table::guidance(page) == format!("Play {card}")
                    });
                    seen = true;
                    break;
                }
            }
            let before = table::moves(page);
            page.click("button", "Confirm");
            page.until("the card is played", || table::moves(page) > before);
            assert!(last > 0);
        }
        assert!(seen, "this deal lets nobody steal");
    });
}

/// Exact values while one plays: as the solver gives them.
#[test]
fn study_mode_shows_what_the_solver_knows() {
    visit(&Setup::default(), |page| {
        start(page, &Game::default());
        page.click("checkbox", "Show what each of my cards is worth");
        page.until("the values are there", || {
            page.text("[data-testid=values-text]").starts_with("By how")
        });
        let state: PrimiComposti = DealSource::Seed(5)
            .start(Rules::default())
            .expect("it can be dealt");
        let position = Position::of(&state).expect("there are two players");
        let options = Layered::new()
            .options(&position, Limit::default())
            .expect("it can be solved");
        let names = page.names("button");
        for step in options {
            let told = format!(", in your hand, worth {}", signed(step.value));
            let card = format!("{}, ", step.card);
            let name = names.iter().find(|name| name.starts_with(&card));
            let name = name.expect("the card is in the hand");
            assert!(name.ends_with(&told), "{name}, not {told}");
        }
        // It stays switched on, and the hint says the same.
        page.reload();
        page.until("the values are there again", || {
            page.text("[data-testid=values-text]").starts_with("By how")
        });
        page.click("button", "Hint");
        page.find("button", "Play it");
        let best = page.eval(
            "return [...document.querySelectorAll('.worth.is-best')].map((one) => one.innerText)[0]",
        );
        assert_eq!(json!(page.text("[data-testid=ranking] li b")), best);
        page.press('v');
        page.until("the values are gone", || {
            page.eval("return document.querySelectorAll('.worth').length") == json!(0)
        });
    });
}

/// The analysis says of every move what the solver says, as far as it reaches, and what each mistake cost.
#[test]
fn the_analysis_shows_what_the_solver_knows() {
    for (rules, least) in [("1", 24), ("2-greedy", 18), ("2-free", 16)] {
        let table = finished(rules, 3);
        visit(&Setup::default(), |page| {
            load(page, &table.record().to_line());
            page.click("button", "Analyse the game");
            analysis::wait(page);
            let id = page.route().replace("#/replay/", "");
            let analysis = analysis::stored(page, &id);
            let moves = analysis["moves"].as_array().expect("a list").clone();
            let value = |ply: usize| {
                let position = Position::of(&table.at(ply)).expect("there are two players");
                solve(&position, 1, Limit::default())
                    .expect("it can be solved")
                    .value
            };
            for numbered in &moves {
                let ply = numbered["ply"].as_u64().expect("a number") as usize;
                let judged = &numbered["move"];
                let left = 24 - ply;
                assert_eq!(
                    judged["simulations"] == 0,
                    left <= least,
                    "{rules} {judged}"
                );
                // The last twelve cards only: earlier ones take a native build of the tests too long.
                if rules == "1" || left <= 12 {
                    let (seat, _) = table.actions()[ply];
                    let sign = if seat == table.state().first() { 1 } else { -1 };
                    let [before, after] = [value(ply), value(ply + 1)].map(|value| sign * value);
                    assert_eq!(
                        judged["value"]["mean"],
                        json!(f64::from(before)),
                        "{judged}"
                    );
                    assert_eq!(judged["cost"]["mean"], json!(f64::from(before - after)));
                }
            }
            assert_eq!(moves.len(), 24);
            // The best line from where one looks; a replay opens at the end.
            for _ in 0..12 {
                page.click("button", "One move back");
            }
            page.until("the best line is there", || {
                page.text("[data-testid=best-line]").split(',').count() == 12
            });
        });
    }
}

#[test]
fn perfect_plays_from_the_first_card() {
    for rules in ["Scoring", "Stealing", "Free stealing"] {
        visit(&Setup::default(), |page| {
            choose_perfect(page, rules);
            page.click("button", "Start the game");
            for turn in 0..12 {
                page.until("the AI has played", || table::moves(page) > 2 * turn);
                assert_eq!(table::wait(page), Waits::ForMove);
                choose(page, hand(page)[0]);
                page.click("button", "Confirm");
            }
            assert_eq!(table::wait(page), Waits::Over);
            page.click("button", "Look at the table");
            let table = replayed(page);
            if rules == "Scoring" {
                // Whoever plays perfectly loses nothing against the value of the deal.
                let start = Position::of(table.start()).expect("there are two players");
                let value = Layered::new().value(&start).expect("it can be solved").0;
                let scores = table.state().scores();
                let ai = table.state().first();
                assert!(scores[ai.index()] - scores[ai.other().index()] >= value);
            }
        });
    }
}

/// How long `perfect` takes for each card of a game.
#[test]
#[ignore = "measures times: cargo xtask bench web"]
fn measured_times_of_perfect() {
    for rules in ["Scoring", "Stealing", "Free stealing"] {
        visit(&Setup::default(), |page| {
            choose_perfect(page, rules);
            let mut times = Vec::new();
            let mut begun = Instant::now();
            page.click("button", "Start the game");
            for turn in 0..12 {
                page.until("the AI has played", || table::moves(page) > 2 * turn);
                times.push(begun.elapsed().as_millis());
                table::wait(page);
                choose(page, hand(page)[0]);
                begun = Instant::now();
                page.click("button", "Confirm");
            }
            println!("perfect, {rules}: {times:?} ms");
        });
    }
}

/// The form for a game against `perfect`, which plays the first card.
fn choose_perfect(page: &Page, rules: &str) {
    form(page, "2", rules, Game::default().seed);
    page.click("radio", "Perfect");
    page.click("radio", "The AI");
}

#[test]
fn three_and_four_hide_their_hands() {
    visit(&Setup::default(), |page| {
        for (players, others) in [("3", 2), ("4", 3)] {
            form(page, players, "Scoring", 4);
            page.click("radio", "Player 1");
            page.click("button", "Start the game");
            for _ in 0..2 {
                assert_eq!(table::wait(page), Waits::ForMove);
                play(page, hand(page)[0]);
            }
            assert_eq!(table::wait(page), Waits::ForMove);
            assert_eq!(table::moves(page), 2 * (others + 1));
            let open = page.eval(
                "return [document.querySelectorAll('[data-testid=opponent] .card').length,
                         document.querySelectorAll('[data-testid=opponent] [data-card]').length]",
            );
            assert_eq!(open, json!([others * 10, 0]), "hands seen from behind");
            assert!(page.text("[data-testid=values]").contains("two players"));
            page.click("button", "Hint");
            page.find("button", "Play it");
            assert!(play_on(page, 12));
        }
    });
}

#[test]
fn three_people_share_a_device() {
    visit(&Setup::default(), |page| {
        form(page, "3", "Stealing", 4);
        page.write("Name of player 1", "Ada");
        page.choose("Player 2", "A person");
        page.write("Name of player 2", "Ada");
        page.click("radio", "Player 1");
        page.click("button", "Start the game");
        assert!(page.alerts().contains("a different name"));
        page.eval("document.querySelector('#name-1').value = ''");
        page.write("Name of player 2", "Ben");
        page.click("button", "Start the game");
        for person in ["Ada", "Ben", "Ada"] {
            assert_eq!(table::wait(page), Waits::ForPerson(person.to_owned()));
            assert!(
                !page.everything_said().contains("data-card"),
                "cards lie behind the turn screen"
            );
            page.click("button", &format!("I am {person}: show my cards"));
            assert_eq!(table::wait(page), Waits::ForMove);
            // The turn screen takes the log's place at once.
            choose(page, hand(page)[0]);
            page.click("button", "Confirm");
        }
    });
}

#[test]
fn four_ais_are_watched() {
    visit(&Setup::default(), |page| {
        form(page, "4", "Stealing", 4);
        page.choose("Player 1", "Very easy");
        page.click("button", "Start watching");
        page.find("button", "Rematch");
        assert_eq!(
            page.eval(
                "return document.querySelectorAll('dialog[open] table.sums thead th').length"
            ),
            json!(5)
        );
    });
}

/// Each step can be done, another card is told, and in the end one plays.
#[test]
fn the_tutorial_leads_to_a_first_game() {
    visit(&Setup::default(), |page| {
        page.open("#/learn/primi-composti");
        page.find("heading", "Learn Primi Composti");
        page.click("button", "Next");
        choose_in_lesson(page, 12);
        page.until_text(".learn-nudge", "Here, play the 7");
        for (card, told) in [
            (7, "2 points"),
            (21, "5 points"),
            (10, "5 points"),
            (2, "6 points"),
            (12, "4 points"),
        ] {
            choose_in_lesson(page, card);
            page.until("the card is played", || {
                page.text(".learn-done").contains(told)
            });
            let before = page.text(".learn-count");
            page.click("button", "Next");
            page.until("the next step", || page.text(".learn-count") != before);
        }
        assert_eq!(page.text(".learn-count"), "Step 7 of 7");
        let points = page.eval(
            "return [...document.querySelectorAll('.learn-board .seat-status')].map((seat) => seat.innerText)",
        );
        assert_eq!(points, json!(["14 points", "22 points"]));
        page.click("link", "Play your first game");
        page.find("button", "Start the game");
    });
}

fn choose_in_lesson(page: &Page, card: u8) {
    page.click("button", &format!("{card}, …"));
    page.until("Confirm lights up", || table::may_confirm(page));
    page.click("button", "Confirm");
}

/// The results of many deals, and of any other deal, with the line that leads to it.
#[test]
fn the_result_of_every_deal_is_found() {
    visit(&Setup::default(), |page| {
        page.open("#/");
        page.click("link", "Who wins?");
        let all = page.find("button", "All hands");
        let file = include_str!("../../../docs/data/primi-composti-study.json");
        let study: Value = serde_json::from_str(file).expect("it is JSON");
        let deals = study["deals"].as_u64().expect("a number");
        let told = format!("{},{:03} deals", deals / 1000, deals % 1000);
        assert!(page.text("main").contains(&told), "{}", page.text("main"));
        let shown = || page.eval("return document.querySelector('.deal-chart svg').innerHTML");
        let bars = shown();
        page.click("button", "Hands with 7 primes");
        page.until("the chart has changed", || shown() != bars);
        page.click_on(&all);
        page.until("it is that of all again", || shown() == bars);
        // The example of the published study.
        page.until("the deal is chosen", || {
            page.text(".deal-result") == "11 cards to choose"
        });
        for card in [6, 23, 9, 22, 12, 13, 14, 24, 15, 8, 4] {
            page.click("button", &card.to_string());
        }
        page.until("it is solved", || {
            page.text(".deal-value") == "Player 2 wins by 6 points"
        });
        assert!(page.find("button", "3").disabled, "the hand is whole");
        page.eval("document.querySelector('.deal-result details').open = true");
        let first = page.text(".deal-result li");
        assert!(first.starts_with("Player 1 played 22"), "{first}");
        page.click("button", "Step through the game");
        page.until("the last move is shown", || {
            page.text("main").contains("Move 24 of 24")
        });
        page.click("button", "To the start");
        page.until("the deal is shown", || {
            page.text("main").contains("Move 0 of 24")
        });
        page.open("#/optima/primi-composti");
        page.click("button", "Random deal");
        page.until("it is solved", || {
            !page.text(".deal-result").contains("Solving")
        });
        assert!(page.has("button", "Step through the game"));
        page.click("button", "Clear");
        page.until("nothing is chosen", || {
            page.text(".deal-result") == "11 cards to choose"
        });
    });
}

/// Every screen, to be looked at by a checker.
fn screens(page: &Page, look: &dyn Fn(&str)) {
    page.open("#/optima/primi-composti");
    page.find("button", "All hands");
    look("who wins");
    page.click("button", "Random deal");
    page.find("button", "Step through the game");
    page.eval("document.querySelector('.deal-result details').open = true");
    look("the result of a deal");
    page.open("#/new/primi-composti");
    look("the form for two");
    page.click("radio", "4");
    look("the form for four");
    page.open("#/rules/primi-composti");
    look("the rules");
    page.open("#/learn/primi-composti");
    page.find("button", "Next");
    look("the tutorial");
    page.click("button", "Next");
    page.click("button", "Show me");
    look("a step of the tutorial");
    start(
        page,
        &Game {
            rules: "Free stealing",
            ..Game::default()
        },
    );
    look("the first card");
    assert!(!play_on(page, 5));
    choose(page, hand(page)[0]);
    look("a card is chosen");
    page.click("checkbox", "Show what each of my cards is worth");
    page.until("the values are there", || {
        page.text("[data-testid=values-text]").starts_with("By how")
    });
    look("exact values");
    page.click("button", "Hint");
    page.find("button", "Play it");
    look("a hint");
    page.open("#/");
    look("home with a game in progress");
    page.click("link", "Resume…");
    assert!(play_on(page, 12));
    look("the sums");
    page.click("link", "Replay");
    page.click("button", "Analyse the game");
    analysis::wait(page);
    page.click("button", "To the start");
    for _ in 0..12 {
        page.click("button", "One move forward");
    }
    page.until("the best line is there", || {
        !page.text("[data-testid=best-line]").is_empty()
    });
    look("the analysis");
    form(page, "4", "Stealing", 4);
    page.click("radio", "Player 1");
    page.click("button", "Start the game");
    page.find("button", "Confirm");
    look("four players, the first card");
    assert!(!play_on(page, 8));
    look("four players");
}

#[test]
fn every_screen_can_be_used_by_all_in_both_themes_at_every_width() {
    inspect_all(screens);
}

/// Pictures of every screen, made only when `PARLOUR_SCREENSHOTS` is set.
#[test]
fn pictures_of_every_screen() {
    pictures::of_every_screen("primi", screens, &|_, _, _| {});
}
