//! Games of the search with one policy against the search with another.

use crate::games::{progress, table};
use anyhow::Result;
use parlour_agents::Search;
use parlour_agents::log_linear::{Learned, LogLinear};
use parlour_arena::stats::{Interval, Sample};
use parlour_engine::{Outcome, Seat, Streams, Viewer};
use rayon::prelude::*;
use std::sync::Arc;

/// Added to the seed of the training, so that no deal was trained with.
const OTHER_DEALS: u64 = 1 << 32;

/// Which games are played: each deal in every rotation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comparison {
    /// How many deals.
    pub(crate) deals: u64,
    /// Simulations of each move of each side.
    pub(crate) simulations: u32,
    /// The seed of the training.
    pub(crate) seed: u64,
}

/// The mean share of the wins, and its 95 % interval over deals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    pub(crate) mean: f64,
    pub(crate) interval: Interval,
}

impl Comparison {
    /// The share of the wins of one player whose search has the new policy among players with the other one.
    pub(crate) fn play<G: Learned>(
        &self,
        new: &Arc<LogLinear>,
        other: &Arc<LogLinear>,
    ) -> Result<Share> {
        let bar = progress(self.deals, "comparison");
        let shares: Result<Vec<f64>> = (0..self.deals)
            .into_par_iter()
            .map(|deal| {
                let share = self.deal::<G>(deal, new, other);
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

    fn deal<G: Learned>(
        &self,
        deal: u64,
        new: &Arc<LogLinear>,
        other: &Arc<LogLinear>,
    ) -> Result<f64> {
        let seed = Streams::new(self.seed.wrapping_add(OTHER_DEALS)).game_seed(deal);
        let seats = table::<G>(seed)?.seats().len();
        let mut shares = 0.0;
        for own in Seat::all(seats) {
            shares += self.game::<G>(seed, own, new, other)?.share(own);
        }
        Ok(shares / seats as f64)
    }

    fn game<G: Learned>(
        &self,
        seed: u64,
        own: Seat,
        new: &Arc<LogLinear>,
        other: &Arc<LogLinear>,
    ) -> Result<Outcome> {
        let mut table = table::<G>(seed)?;
        let mut rng = Streams::new(seed).task(own.index() as u64);
        while let Some(seat) = table.to_move().first() {
            let known = table.information_state(Viewer::Seat(seat));
            let policy = if seat == own { new } else { other };
            let mut search = Search::guided(&known, G::guided_by(policy.clone()));
            search.run(self.simulations, &mut rng);
            let best = search.analysis().actions[0].action;
            table.play(seat, best)?;
        }
        Ok(table.outcome().expect("the game is over"))
    }
}
