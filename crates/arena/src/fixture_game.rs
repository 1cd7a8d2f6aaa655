//! Playing one game of a tournament, from the deal to the record.

use crate::outcome::{FaultNote, Played, Stop, ThinkingTime, results};
use crate::plan::Plan;
use crate::players::ProgramPool;
use crate::schedule::Fixture;
use parlour_agents::is_stop_requested;
use parlour_engine::{DealSource, Rng, Seat, Streams, Table};
use parlour_protocol::{Answer, Hosted};
use std::time::Instant;

/// Plays a game of the schedule.
///
/// # Errors
/// When a built-in policy plays an illegal action, which is a bug in Parlour, an endpoint rejects all requests, or a log
/// cannot be written; with the game's number. Also if the thread's work was asked to [stop](parlour_agents::stoppable):
/// a game in which policies could not finish their searches is not played to its end.
pub(crate) fn play<G: Hosted>(
    plan: &Plan<G>,
    fixture: &Fixture,
    programs: &mut ProgramPool,
) -> Result<Played, String> {
    let flaw = |what: String| format!("game {}: {what}", fixture.number);
    let names: Vec<String> = (fixture.players.iter())
        .map(|&player| plan.players[player].name.clone())
        .collect();
    let deal = DealSource::Seed(fixture.deal);
    let mut table = Table::<G>::new(plan.rules.clone(), deal, names.clone())
        .map_err(|error| flaw(error.to_string()))?;
    let mut seated = programs.seat(plan, fixture, &names).map_err(flaw)?;
    let streams = Streams::new(fixture.choices);
    let mut rngs: Vec<Rng> = Seat::all(names.len())
        .map(|seat| streams.seat(seat))
        .collect();
    let start = Instant::now();
    let mut thinking = vec![ThinkingTime::default(); names.len()];
    let mut faults = Vec::new();
    let mut legal = Vec::new();
    while let Some(seat) = table.to_move().first() {
        table.state().legal_actions_into(seat, &mut legal);
        let asked = Instant::now();
        let answer = (seated.ask(&table, seat, &legal, &mut rngs[seat.index()]))
            .map_err(|error| flaw(format!("{}: {error}", names[seat.index()])))?;
        if is_stop_requested() {
            return Err(flaw("stopped".to_owned()));
        }
        thinking[seat.index()].add(asked.elapsed());
        let action = match answer {
            Answer::Action { action, .. } => action,
            Answer::Fault { fault, fallback } => {
                let player = fixture.players[seat.index()];
                faults.push(FaultNote::new(seat, player, fault, fallback.to_string()));
                fallback
            }
            Answer::Resign => {
                table.resign(seat);
                continue;
            }
        };
        (table.play(seat, action))
            .map_err(|error| flaw(format!("{}: {error}", names[seat.index()])))?;
    }
    let outcome = table.outcome().expect("nobody is to move");
    let finished = seated.finish(plan, fixture.number, &table);
    let usage = finished.map_err(|error| flaw(format!("a log cannot be written: {error}")))?;
    Ok(Played {
        number: fixture.number,
        deal: fixture.deal,
        seats: results(&outcome, &fixture.players, &faults),
        plies: table.actions().len() as u64,
        stop: match table.resigned() {
            Some(_) => Stop::Resigned,
            None => Stop::Finished,
        },
        duration: start.elapsed().as_micros() as u64,
        thinking,
        faults,
        usage,
        record: table.record().to_line(),
    })
}
