//! Variants of a leaf: where the maximised player sits, from which rounds on hands are empty, and what follows.

use super::rows::{ORDER, ROWS, TURNS_LEAST, TURNS_MOST};
use super::{Branch, Relaxation};
use crate::masters_gallery::case::Case;
use crate::masters_gallery::model::Model;
use fixedbitset::FixedBitSet;
use parlour_games::masters_gallery::rules::ROUNDS;

/// What counts as broken of a row.
const BROKEN: f64 = 1e-3;

/// A set of variants, by their numbers.
pub(in crate::masters_gallery) type Variants = FixedBitSet;

/// A variant of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Variant {
    /// Where the maximised player sits: counted from who opens the first round.
    pub(super) seat: usize,
    /// The first round in which the maximised player has no card left to play or show, and in which another has none;
    /// the number of rounds if in none.
    pub(super) skips: [usize; 2],
    /// The first round, from that in which another has no card, up to which the maximised player has not had few turns
    /// (fewer than cards were dealt to each player); the number of rounds if there is none.
    pub(super) few_until: usize,
    /// Whether the maximised player has had more turns up to that round than cards were dealt to each player.
    pub(super) more: bool,
    /// Whether one of the others at most has ever had no card left to play or show.
    pub(super) alone: bool,
}

impl Variant {
    /// All of a case, in the order of the checker.
    pub(super) fn all(model: &Model, case: Case) -> Vec<Variant> {
        let rounds = model.rounds;
        let full = model.has_full_rules();
        let skips = match (0..rounds).find(|&round| case.is_open(round)) {
            _ if !full => rounds..=rounds,
            Some(open) => 0..=open,
            None => 0..=rounds,
        };
        let mut variants = Vec::new();
        for seat in (0..model.players).filter(|seat| model.seats >> seat & 1 == 1) {
            for own in skips.clone() {
                for other in skips.clone() {
                    let is_several = model.players > 2 && other < rounds;
                    for few_until in other..=rounds {
                        let one = |more, alone| Variant {
                            seat,
                            skips: [own, other],
                            few_until,
                            more,
                            alone,
                        };
                        for more in [false, true] {
                            if !more || few_until < rounds {
                                variants.extend(is_several.then(|| one(more, false)));
                                variants.push(one(more, true));
                            }
                        }
                    }
                }
            }
        }
        variants
    }

    /// Whether the maximised player has had few turns up to a round, as far as the variant tells.
    pub(super) fn has_few_turns(&self, round: usize) -> Option<bool> {
        (self.skips[1]..=self.few_until)
            .contains(&round)
            .then_some(round < self.few_until)
    }
}

/// A property of variants, by which a set of them is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::masters_gallery) enum Trait {
    Seat,
    OwnSkip,
    OtherSkip,
    FewUntil,
    More,
    Alone,
}

impl Trait {
    const ALL: [Trait; 6] = [
        Trait::OwnSkip,
        Trait::OtherSkip,
        Trait::Seat,
        Trait::FewUntil,
        Trait::More,
        Trait::Alone,
    ];

    /// The one of this number, in the order of the definition.
    pub(in crate::masters_gallery) fn numbered(number: usize) -> Option<Trait> {
        Trait::ALL.into_iter().find(|&one| one as usize == number)
    }

    fn of(self, variant: &Variant) -> usize {
        match self {
            Trait::Seat => variant.seat,
            Trait::OwnSkip => variant.skips[0],
            Trait::OtherSkip => variant.skips[1],
            Trait::FewUntil => variant.few_until,
            Trait::More => variant.more.into(),
            Trait::Alone => variant.alone.into(),
        }
    }
}

impl Relaxation<'_> {
    /// What there is of each row in a variant of a branch, without ties.
    pub(super) fn stock(&self, variant: usize, branch: &Branch) -> [i32; ROWS] {
        let mut stock = self.stocks[variant];
        let seat = self.variants[variant].seat as i32;
        for (round, closes) in branch.closes.iter().enumerate() {
            match closes {
                None => (),
                Some(true) => stock[TURNS_MOST + round] = seat - self.others(),
                Some(false) => stock[TURNS_LEAST + round] -= 1,
            }
        }
        stock
    }

    /// The most that there is of each row in any of these variants of a branch, without ties.
    pub(super) fn max_stock(&self, variants: &Variants, branch: &Branch) -> [i32; ROWS] {
        let mut most = [i32::MIN; ROWS];
        for variant in variants.ones() {
            for (most, stock) in most.iter_mut().zip(self.stock(variant, branch)) {
                *most = stock.max(*most);
            }
        }
        most
    }

    /// The seat of a variant of the branch that allows this use of the rows; one in which no hand is empty, if there is
    /// any.
    pub(in crate::masters_gallery) fn fitting(
        &self,
        branch: &Branch,
        usage: &[f64; ROWS],
    ) -> Option<usize> {
        let fitting = branch
            .variants
            .ones()
            .filter(|&variant| self.broken(&self.stock(variant, branch), usage) == 0.0)
            .map(|variant| self.variants[variant]);
        fitting
            .max_by_key(|variant| variant.skips)
            .map(|variant| variant.seat)
    }

    /// Some variants in two parts: those of which the trait is above the number, and the others.
    pub(in crate::masters_gallery) fn halves(
        &self,
        variants: &Variants,
        which: Trait,
        number: usize,
    ) -> [Variants; 2] {
        let (above, others) = variants
            .ones()
            .partition(|&at| which.of(&self.variants[at]) > number);
        [above, others]
    }

    /// Two parts of some variants that allow this use of the rows least; `None` for one variant.
    pub(in crate::masters_gallery) fn split(
        &self,
        branch: &Branch,
        usage: &[f64; ROWS],
    ) -> Option<(Trait, usize)> {
        let mut best: Option<(f64, Trait, usize)> = None;
        for which in Trait::ALL {
            for number in 0..self.model.rounds.max(self.model.players) {
                let parts = self.halves(&branch.variants, which, number);
                if parts.iter().any(Variants::is_clear) {
                    continue;
                }
                let [one, other] = parts
                    .each_ref()
                    .map(|part| self.broken(&self.max_stock(part, branch), usage));
                let balance = parts.iter().map(|part| part.count_ones(..)).min();
                let balance = balance.unwrap_or(0) as f64;
                let worth = one.min(other) + 0.1 * one.max(other) + 1e-3 * balance;
                if best.is_none_or(|(most, ..)| worth > most) {
                    best = Some((worth, which, number));
                }
            }
        }
        best.map(|(_, which, number)| (which, number))
    }

    fn broken(&self, stock: &[i32; ROWS], usage: &[f64; ROWS]) -> f64 {
        let rows = self
            .rows
            .iter()
            .filter(|&&row| !ORDER.contains(&(row / ROUNDS * ROUNDS)));
        let over = rows.map(|&row| usage[row] - f64::from(stock[row]));
        over.filter(|&over| over > BROKEN).sum()
    }
}
