//! The search against brute force on small instances, and certificates.

mod brute;
mod certificates;
mod full_rules;
mod leaves;
mod lemmas;
mod pseudo_boolean;

use super::model::Model;
use super::rankings::Space;
use super::search::Search;
use super::*;
use brute::{Truth, small};
use std::sync::OnceLock;

/// The least bound that the search comes to, and the best plan's score.
fn searched(model: &Model) -> (i32, i32) {
    let space = Space::new(model);
    let build = |_: &_, _: &_| Some(());
    let search = Search::new(model, &space, Deadline::default(), &build, &|_, _| ());
    search.explore();
    let open = search.run().open;
    let score = search.best().map_or(-1, |best| best.score.score);
    (open.max(score), score)
}

/// Every play of every game of small models, card by card, against the search: of any seat, of each, and of all
/// together.
#[test]
fn the_search_finds_what_brute_force_finds() {
    for base in [
        small(2, &[4, 4], 3, &[4, 6]),
        small(2, &[3, 4], 2, &[3, 4, 5]),
        small(3, &[5, 4], 3, &[2, 4]),
        small(2, &[3, 3, 4], 2, &[2, 4]),
        small(3, &[3, 3, 3], 2, &[2, 3]),
    ] {
        for (award, draws, seconds) in [
            (0, false, false),
            (2, false, false),
            (0, true, false),
            (0, false, true),
        ] {
            let model = Model {
                award,
                draws,
                seconds,
                ..base.clone()
            };
            let truth = Truth::of(&model);
            let together = Model {
                total: true,
                seats: 1,
                ..model.clone()
            };
            let mut asked = vec![(model.clone(), truth.any()), (together, truth.total)];
            for seat in 0..model.players {
                let one = Model {
                    seats: 1 << seat,
                    ..model.clone()
                };
                asked.push((one, truth.seats[seat]));
            }
            for (model, truth) in asked {
                let (bound, score) = searched(&model);
                if draws || seconds {
                    // A plan does not say who draws in time, nor what a card carries: the bound may allow more.
                    assert!(bound >= truth, "{bound} < {truth}: {model:?}");
                } else {
                    assert_eq!((bound, score), (truth, truth), "{model:?}");
                }
            }
        }
    }
}

fn question(players: u8, rules: &str, objective: Objective) -> Question {
    Question {
        rules: rules.to_owned(),
        players,
        seat: None,
        objective,
    }
}

/// The highest score that two players without symbols allow, searched once.
fn quick() -> &'static Answer {
    static ANSWER: OnceLock<Answer> = OnceLock::new();
    ANSWER.get_or_init(|| {
        optimise(
            &question(2, "seed-base", Objective::Max),
            Options::default(),
            &|_| (),
        )
        .unwrap()
    })
}

#[test]
fn two_players_base_is_proven_and_its_game_replays() {
    let answer = quick();
    assert_eq!((answer.score, answer.bound), (Some(208), 208));
    let record = answer.record.as_ref().unwrap();
    let table = record.replay().unwrap();
    assert_eq!(table.outcome().unwrap().scores[answer.seat], 208);
    assert!(verify::is_regular(table.events(), 2));
    let proved = verify::check(answer.certificate.as_ref().unwrap()).unwrap();
    assert_eq!((proved.score, proved.players), (208, 2));
}

#[test]
fn the_least_winning_score_is_the_average() {
    for (players, score) in [(2, 30), (3, 24), (4, 18), (5, 15)] {
        let question = question(players, "seed-double", Objective::MinWinner);
        let answer = optimise(&question, Options::default(), &|_| ()).unwrap();
        assert_eq!((answer.score, answer.bound), (Some(score), score));
        assert_eq!(
            verify::check(&answer.certificate.unwrap()).unwrap().score,
            score
        );
    }
}

#[test]
fn questions_that_make_no_sense_are_refused() {
    for (players, rules, seat) in [
        (7, "seed-base", None),
        (1, "seed-base", None),
        (4, "nonsense", None),
        (4, "seed-base", Some(4)),
    ] {
        let question = Question {
            seat,
            ..question(players, rules, Objective::Max)
        };
        assert!(
            optimise(&question, Options::default(), &|_| ()).is_err(),
            "{question:?}"
        );
    }
}
