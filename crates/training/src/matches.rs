//! One player among others of another kind, on deals that are not for training.

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use parlour_agents::{Heuristics, Search};
use parlour_arena::stats::{Interval, Sample};
use parlour_engine::{
    DealSource, Game, InformationState, Outcome, Resample, Rng, Seat, Streams, Table, Viewer,
};
use rayon::prelude::*;
use std::fmt;

/// Added to the seed of a training: its deals are for tests.
pub(crate) const OTHER_DEALS: u64 = 1 << 32;

/// How a player chooses among the legal actions.
pub(crate) type Player<'a, G> = dyn Fn(&InformationState<'_, G>, &[<G as Game>::Action], &mut Rng) -> <G as Game>::Action
    + Sync
    + 'a;

/// The mean share of the wins, and its 95 % interval over deals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    mean: f64,
    interval: Interval,
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [mean, low, high] =
            [self.mean, self.interval.low, self.interval.high].map(|part| 100.0 * part);
        write!(
            f,
            "{mean:.1} % of the wins (95 % interval: {low:.1} to {high:.1})"
        )
    }
}

/// A game of the default rules that begins.
pub(crate) fn table<G: Game>(seed: u64) -> Result<Table<G>> {
    let rules = G::Rules::default();
    let seats = parlour_engine::Rules::seats(&rules);
    Ok(Table::new(
        rules,
        DealSource::Seed(seed),
        vec![String::new(); seats],
    )?)
}

/// A bar with a message, the time that is left, and the number of games.
pub(crate) fn progress(games: u64, message: &'static str) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}");
    let bar = ProgressBar::new(games).with_message(message);
    bar.set_style(style.expect("the template is valid"));
    bar
}

/// A player who searches with this number of simulations.
pub(crate) fn searcher<G: Resample, H: Heuristics<G> + Sync>(
    heuristics: H,
    simulations: u32,
) -> impl Fn(&InformationState<'_, G>, &[G::Action], &mut Rng) -> G::Action + Sync {
    move |known, _, rng| {
        let mut search = Search::guided(known, heuristics.clone());
        search.run(simulations, rng);
        search.analysis().actions[0].action
    }
}

/// The share of the wins of one player among others, over this number of deals, each in every rotation.
pub(crate) fn one_among<G: Game>(
    deals: u64,
    seed: u64,
    one: &Player<'_, G>,
    others: &Player<'_, G>,
) -> Result<Share> {
    let bar = progress(deals, "comparison");
    let streams = Streams::new(seed.wrapping_add(OTHER_DEALS));
    let shares: Result<Vec<f64>> = (0..deals)
        .into_par_iter()
        .map(|deal| {
            let share = play_deal::<G>(streams.game_seed(deal), one, others);
            bar.inc(1);
            share
        })
        .collect();
    bar.finish_and_clear();
    let mut sample = Sample::default();
    for share in shares? {
        sample.add(share);
    }
    Ok(Share {
        mean: sample.mean(),
        interval: sample.interval().within_unit(),
    })
}

fn play_deal<G: Game>(seed: u64, one: &Player<'_, G>, others: &Player<'_, G>) -> Result<f64> {
    let seats = table::<G>(seed)?.seats().len();
    let mut shares = 0.0;
    for own in Seat::all(seats) {
        shares += play_game::<G>(seed, own, one, others)?.share(own);
    }
    Ok(shares / seats as f64)
}

fn play_game<G: Game>(
    seed: u64,
    own: Seat,
    one: &Player<'_, G>,
    others: &Player<'_, G>,
) -> Result<Outcome> {
    let mut table = table::<G>(seed)?;
    let mut rng = Streams::new(seed).task(own.index() as u64);
    while let Some(seat) = table.to_move().first() {
        let known = table.information_state(Viewer::Seat(seat));
        let legal = table.state().legal_actions(seat);
        let player = if seat == own { one } else { others };
        let action = player(&known, &legal, &mut rng);
        table.play(seat, action)?;
    }
    Ok(table.outcome().expect("the game is over"))
}
