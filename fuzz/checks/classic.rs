//! The classic dialect: whatever agents answer, a line each, nothing panics, what is taken for an answer is
//! legal, and every message fits its block. Beside it the reader of logs.

use parlour_engine::{DealSource, Game as _, Rules as _, Streams, Table};
use parlour_games::modern_art::{ModernArt, Rules};
use parlour_protocol::classic::{MODERN_ART, block};
use parlour_protocol::import;

fn play(answers: &[u8]) {
    let rules = Rules::named("simple").expect("the simple rules");
    let names = vec![String::new(); rules.seats()];
    let table = Table::<ModernArt>::new(rules, DealSource::Seed(1), names);
    let mut table = table.expect("a seed's deal can be played");
    let mut rng = Streams::new(1).task(0);
    for answer in answers.split(|&byte| byte == b'\n') {
        let Some(seat) = table.to_move().first() else {
            return;
        };
        block(&(MODERN_ART.question)(&table, seat));
        let read = (MODERN_ART.answer)(table.state(), seat, answer, &mut rng);
        let action = match read {
            Some(answer) => answer.action,
            None => table.state().legal_actions(seat)[0],
        };
        let before = table.clone();
        table.play(seat, action).expect("an answer is legal");
        for message in (MODERN_ART.news)(&before, &table, seat) {
            block(&message);
        }
    }
}

/// Panics when the input shows a fault.
pub(crate) fn check(data: &[u8]) {
    play(data);
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = import::literal(text);
        if let Ok(record) = import::record(text) {
            assert!(record.replay().is_ok());
        }
    }
}
