//! Variants of a leaf: where the maximised player sits, and from which rounds on hands are empty.

use super::choices::{Fact, RoundFacts};
use super::rows::{ROWS, TURNS};
use super::{Branch, Relaxation};
use crate::masters_gallery::model::PLAYERS;
use parlour_games::masters_gallery::rules::ROUNDS;

/// Variants of a leaf, at most: seats, and two rounds in which hands are empty.
pub(super) const VARIANTS: usize = PLAYERS * (ROUNDS + 1) * (ROUNDS + 1);
/// What counts as broken of a row.
const BROKEN: f64 = 1e-3;

/// A set of variants: bits of their numbers.
pub(in crate::masters_gallery) type Variants = u128;

const _: () = assert!(VARIANTS <= Variants::BITS as usize);

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Variant {
    /// Where the maximised player sits: counted from who opens the first round.
    pub(super) seat: usize,
    /// The first round in which the maximised player has no card left to play or show, and in which another has none; the
    /// number of rounds if in none.
    pub(super) skips: [usize; 2],
}

/// What tells variants apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::masters_gallery) enum Trait {
    Seat,
    OwnSkip,
    OtherSkip,
}

impl Trait {
    const ALL: [Trait; 3] = [Trait::OwnSkip, Trait::OtherSkip, Trait::Seat];

    /// The one of this number, in the order of the definition.
    pub(in crate::masters_gallery) fn numbered(number: usize) -> Option<Trait> {
        Trait::ALL.into_iter().find(|&one| one as usize == number)
    }

    fn of(self, variant: Variant) -> usize {
        match self {
            Trait::Seat => variant.seat,
            Trait::OwnSkip => variant.skips[0],
            Trait::OtherSkip => variant.skips[1],
        }
    }
}

impl Relaxation<'_> {
    pub(super) fn variants_of(&self, variants: Variants) -> impl Iterator<Item = Variant> {
        bits(variants).map(|number| self.variants[number])
    }

    /// The seat of a variant of the branch that allows this use of the rows; one in which no hand is empty, if there is
    /// any.
    pub(in crate::masters_gallery) fn fitting(
        &self,
        branch: &Branch,
        usage: &[f64; ROWS],
    ) -> Option<usize> {
        let fitting = self.variants_of(branch.variants).filter(|&variant| {
            let stock = self.stock(variant, &branch.facts);
            self.broken(&stock, usage) == 0.0
        });
        fitting
            .max_by_key(|variant| variant.skips)
            .map(|variant| variant.seat)
    }

    /// Some variants in two parts: those of which the trait is above the number, and the others.
    pub(in crate::masters_gallery) fn halves(
        &self,
        variants: Variants,
        which: Trait,
        number: usize,
    ) -> [Variants; 2] {
        let above = bits(variants).filter(|&at| which.of(self.variants[at]) > number);
        let above = above.fold(0, |mask, at| mask | 1 << at);
        [above, variants & !above]
    }

    /// Two parts of some variants that allow this use of the rows least; `None` for one variant.
    pub(in crate::masters_gallery) fn split(
        &self,
        branch: &Branch,
        usage: &[f64; ROWS],
    ) -> Option<(Trait, usize)> {
        let broken = |variants: Variants| {
            let mut most = [i32::MIN; ROWS];
            for variant in self.variants_of(variants) {
                for (most, stock) in most.iter_mut().zip(self.stock(variant, &branch.facts)) {
                    *most = stock.max(*most);
                }
            }
            self.broken(&most, usage)
        };
        let mut best: Option<(f64, Trait, usize)> = None;
        for which in Trait::ALL {
            for number in 0..self.model.rounds.max(self.model.players) {
                let parts = self.halves(branch.variants, which, number);
                if parts.contains(&0) {
                    continue;
                }
                let [one, other] = parts.map(broken);
                let balance = parts
                    .map(Variants::count_ones)
                    .into_iter()
                    .min()
                    .unwrap_or(0);
                let worth = one.min(other) + 0.1 * one.max(other) + 1e-3 * f64::from(balance);
                if best.is_none_or(|(most, ..)| worth > most) {
                    best = Some((worth, which, number));
                }
            }
        }
        best.map(|(_, which, number)| (which, number))
    }

    /// A fact of which what follows from it breaks this use of the rows, and what follows from its opposite.
    pub(in crate::masters_gallery) fn uncertain(
        &self,
        branch: &Branch,
        usage: &[f64; ROWS],
    ) -> Option<Fact> {
        let first_empty = |facts: &RoundFacts| {
            let variants = self.variants_of(branch.variants);
            let fitting =
                variants.filter(|&variant| self.broken(&self.stock(variant, facts), usage) == 0.0);
            fitting.map(|variant| variant.skips[1]).min()
        };
        let rounds = first_empty(&branch.facts)?..self.model.rounds;
        let mut open = rounds.filter(|&round| branch.facts.few_turns[round].is_none());
        let few = open.clone().fold(branch.facts, |facts, round| {
            let dealt = f64::from(self.model.dealt[round]);
            let few = usage[TURNS[0] + round] < dealt - 0.5;
            facts.with(Fact::FewTurns(round), few)
        });
        if first_empty(&few).is_none() {
            return open.next().map(Fact::FewTurns);
        }
        let breaks = |holds: bool| first_empty(&few.with(Fact::Alone, holds)).is_none();
        let is_uncertain =
            self.others() > 1 && few.alone.is_none() && breaks(true) && breaks(false);
        is_uncertain.then_some(Fact::Alone)
    }

    fn broken(&self, stock: &[i32; ROWS], usage: &[f64; ROWS]) -> f64 {
        let rows = self
            .rows
            .iter()
            .filter(|&&row| !super::rows::ORDER.contains(&(row / ROUNDS * ROUNDS)));
        let over = rows.map(|&row| usage[row] - f64::from(stock[row]));
        over.filter(|&over| over > BROKEN).sum()
    }
}

/// The numbers in a set.
pub(super) fn bits(mut variants: Variants) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = variants.trailing_zeros() as usize;
        variants = (variants != 0).then(|| variants & (variants - 1))?;
        Some(number)
    })
}
