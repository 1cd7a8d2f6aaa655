//! Cases of the search by leaves: parts of all games that have a bound of their own.

use super::model::Model;

/// Which tokens count from when on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tokens {
    /// All on one artist from the first round on, whether they can be played then or not.
    All,
    /// All on one artist. The first number of them does not count from the first round on, the second not even from
    /// the second round on. Their difference is played in the second round; those that count from the first are
    /// played in it.
    Late([i32; 2]),
    /// All but one on one artist from the first round on, and one on another from the second.
    Split,
}

/// Sets of rounds without a closer whose games are told apart by when tokens count: a bit for each set, whose number has
/// the bits of its rounds.
pub(super) type Divided = u16;

/// Part of all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Case {
    /// Bits of the rounds that end without a closer.
    pub(super) open: u8,
    pub(super) tokens: Tokens,
}

impl Case {
    /// The only one of rules in which every round is closed and nothing but hands and turns ties the awards.
    pub(super) const ALL: Case = Case {
        open: 0,
        tokens: Tokens::All,
    };

    /// Those sets that are told apart from the beginning: where every round is closed, tokens decide most.
    pub(super) fn first_divided(model: &Model) -> Divided {
        Case::divided_by(Case::ALL.by_tokens(model).into_iter())
    }

    /// Cases that cover all games, in the order of the checker.
    pub(super) fn cover(model: &Model, divided: Divided) -> Vec<Case> {
        if !model.has_full_rules() {
            return vec![Case::ALL];
        }
        let masks = (0..1u8 << model.rounds).filter(|&open| may_be_open(model, open));
        let cases = masks.flat_map(|open| {
            let whole = Case {
                open,
                tokens: Tokens::All,
            };
            let finer = whole.by_tokens(model);
            match divided >> open & 1 == 1 && !finer.is_empty() {
                true => finer,
                false => vec![whole],
            }
        });
        cases.collect()
    }

    /// The same games, told apart by when tokens count; nothing if they are already, or where that makes no difference.
    pub(super) fn by_tokens(self, model: &Model) -> Vec<Case> {
        if self.tokens != Tokens::All || !model.has_full_rules() || model.award == 0 {
            return Vec::new();
        }
        let all = 0..=model.artists as i32;
        let late = all.flat_map(|late| (0..=late).map(move |later| Tokens::Late([late, later])));
        let tokens = late.chain([Tokens::Split]);
        tokens.map(|tokens| Case { tokens, ..self }).collect()
    }

    /// The sets of rounds without a closer that these cases tell apart.
    pub(super) fn divided_by(cases: impl Iterator<Item = Case>) -> Divided {
        let told_apart = cases.filter(|case| case.tokens != Tokens::All);
        told_apart.fold(0, |divided, case| divided | 1 << case.open)
    }

    /// Whether a round ends without a closer.
    pub(super) fn is_open(self, round: usize) -> bool {
        self.open >> round & 1 == 1
    }
}

/// Everybody has played all that was dealt when a round ends without a closer, and a round without one has
/// few cards: with more dealt, the first round is closed.
fn may_be_open(model: &Model, open: u8) -> bool {
    let artists = model.artists as i32;
    let most = artists * (model.closing as i32 - 1) + model.hidden * artists;
    open & 1 == 0 || model.players as i32 * model.dealt[0] + i32::from(model.extra) <= most
}
