//! The bound of `full`, against every way of using one player's hand.

use super::super::model::{ARTISTS, Model};
use super::super::space::Space;
use super::super::wide::bound;
use super::brute::small;
use parlour_games::masters_gallery::rules::GAINS;

/// The limits that the bound keeps to, tried card by card: the best score, and the best when all rounds are closed.
struct Hand<'a> {
    model: &'a Model,
    awarded: usize,
    best: i32,
    best_closed: i32,
}

/// What has been used up to a round.
#[derive(Clone, Default)]
struct Used {
    artist: [i32; ARTISTS],
    gained: [i32; ARTISTS],
    played: i32,
    hidden: i32,
    score: i32,
    has_open: bool,
}

impl Hand<'_> {
    fn round(&mut self, round: usize, used: &Used) {
        let model = self.model;
        if round == model.rounds {
            self.best = self.best.max(used.score);
            if !used.has_open {
                self.best_closed = self.best_closed.max(used.score);
            }
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
            open.has_open = true;
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
        let mut truth = 0;
        for awarded in 0..model.artists {
            let mut hand = Hand {
                model: &model,
                awarded,
                best: 0,
                best_closed: 0,
            };
            hand.round(0, &Used::default());
            assert!(hand.best_closed > 0);
            truth = truth.max(hand.best);
        }
        let space = Space::new(&model);
        let found = bound(&model, &space, truth, None);
        // Prices alone leave a gap; far from the truth they would be wrong.
        assert!(
            (truth..=truth + truth / 2).contains(&found),
            "{found} for {truth}"
        );
    }
}
