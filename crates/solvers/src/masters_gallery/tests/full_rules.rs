//! The bound of `full`, against every way of using one player's hand.

use super::super::full_rules::bound_of;
use super::super::model::{ARTISTS, Model};
use super::super::rankings::Space;
use super::brute::small;
use parlour_games::masters_gallery::rules::{GAINS, ROUNDS};

/// The limits that the bound keeps to, tried card by card: the best score by the first round that is not closed (the
/// number of rounds: all are).
struct Hand<'a> {
    model: &'a Model,
    awarded: usize,
    best: [i32; ROUNDS + 1],
}

/// What has been used up to a round.
#[derive(Clone, Default)]
struct Used {
    artist: [i32; ARTISTS],
    gained: [i32; ARTISTS],
    played: i32,
    hidden: i32,
    score: i32,
    open: Option<usize>,
}

impl Hand<'_> {
    fn round(&mut self, round: usize, used: &Used) {
        let model = self.model;
        if round == model.rounds {
            let best = &mut self.best[used.open.unwrap_or(round)];
            *best = used.score.max(*best);
            return;
        }
        self.shown(round, used, 0, &mut [0; ARTISTS]);
    }

    /// Every number of cards of each artist.
    fn shown(&mut self, round: usize, used: &Used, artist: usize, shown: &mut [i32; ARTISTS]) {
        let model = self.model;
        if artist < model.artists {
            for cards in 0..=model.limits[artist] - used.artist[artist] {
                shown[artist] = cards;
                self.shown(round, used, artist + 1, shown);
            }
            return;
        }
        let mut ranked: Vec<usize> = (0..model.artists).filter(|&a| shown[a] > 0).collect();
        ranked.sort_by_key(|&a| -shown[a]);
        ranked.truncate(GAINS.len());
        let Some(&first) = ranked.first() else { return };
        let mut after = used.clone();
        (0..model.artists).for_each(|a| after.artist[a] += shown[a]);
        let mut values = [0; ARTISTS];
        for (&artist, gain) in ranked.iter().zip(GAINS) {
            after.gained[artist] += gain;
            let tokens = i32::from(artist == self.awarded) * model.artists as i32;
            values[artist] = after.gained[artist] + tokens * model.award;
        }
        let closed = shown[first] >= model.closing as i32;
        self.own(round, &after, 0, shown, &values, closed);
    }

    /// Every number of own cards of each artist.
    fn own(
        &mut self,
        round: usize,
        used: &Used,
        artist: usize,
        shown: &[i32; ARTISTS],
        values: &[i32; ARTISTS],
        closed: bool,
    ) {
        let model = self.model;
        if artist < model.artists {
            let open = model.closing as i32 + i32::from(model.additions);
            for cards in 0..=shown[artist] {
                let mut after = used.clone();
                after.played += cards;
                after.hidden += (cards - open).max(0);
                after.score += cards * values[artist];
                self.own(round, &after, artist + 1, shown, values, closed);
            }
            return;
        }
        let received = model.dealt[round] + model.draw_cards();
        let hidden = model.hidden * model.artists as i32;
        if used.played > received || used.hidden > hidden {
            return;
        }
        if closed {
            self.round(round + 1, used);
        }
        // A round is left open when nobody has a card.
        if used.played >= model.dealt[round] {
            let mut open = used.clone();
            open.open.get_or_insert(round);
            self.round(round + 1, &open);
        }
    }
}

#[test]
fn the_bound_of_full_holds_for_every_use_of_a_hand() {
    let two = small(2, &[4, 5], 3, &[3, 5]);
    // With four there is one who is not ranked: hands are emptied there too.
    let four = small(2, &[2, 2, 2, 2], 2, &[2, 3]);
    for (plain, award, draws, hidden, additions) in [
        (&two, 0, false, 0, true),
        (&two, 2, false, 1, true),
        (&two, 2, true, 0, false),
        (&two, 2, true, 1, true),
        (&four, 0, false, 0, false),
        (&four, 2, false, 0, true),
    ] {
        let model = Model {
            award,
            draws,
            hidden,
            additions,
            extra: true,
            ..plain.clone()
        };
        let mut truth = [0; ROUNDS + 1];
        for awarded in 0..model.artists {
            let best = [0; ROUNDS + 1];
            let mut hand = Hand {
                model: &model,
                awarded,
                best,
            };
            hand.round(0, &Used::default());
            for (truth, best) in truth.iter_mut().zip(hand.best) {
                *truth = best.max(*truth);
            }
        }
        let space = Space::new(&model);
        for (open, &truth) in truth[..=model.rounds].iter().enumerate() {
            assert!(truth > 0);
            let found = bound_of(&model, &space, std::iter::once(open), truth, None);
            // Prices alone leave a gap; far from the truth they would be wrong.
            assert!(
                (truth..=truth + truth / 2 + 4).contains(&found),
                "{found} for {truth}, open {open}"
            );
        }
    }
}
