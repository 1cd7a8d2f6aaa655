//! What the tests of several games need: new tables, and games between named policies.

use crate::Policies;
use parlour_engine::{DealSource, Game, Policy as _, Rules as _, Seat, Streams, Table, Viewer};

/// A table at its start, with nameless seats.
pub(crate) fn new_table<G: Game>(rules: G::Rules, seed: u64) -> Table<G> {
    let names = vec![String::new(); rules.seats()];
    Table::new(rules, DealSource::Seed(seed), names).unwrap()
}

/// Plays a game between named policies.
pub(crate) fn play<G: Policies>(rules: &G::Rules, names: &[&str], seed: u64) -> Table<G> {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let mut table = Table::<G>::new(rules.clone(), DealSource::Seed(seed), names).unwrap();
    let streams = Streams::new(seed);
    let mut players: Vec<_> = Seat::all(rules.seats())
        .map(|seat| {
            let policy = G::policy(&table.seats()[seat.index()]).unwrap();
            (policy, streams.seat(seat))
        })
        .collect();
    while let Some(seat) = table.to_move().first() {
        let known = table.information_state(Viewer::Seat(seat));
        let legal = table.state().legal_actions(seat);
        let (policy, rng) = &mut players[seat.index()];
        let action = policy.choose(&known, &legal, rng);
        table.play(seat, action).unwrap();
    }
    table
}
