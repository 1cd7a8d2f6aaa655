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

    /// Cases that cover all games, with the number by which the checker knows this cover.
    pub(super) fn cover(model: &Model) -> (usize, Vec<Case>) {
        let closed = |tokens| Case { open: 0, tokens };
        if !model.has_full_rules() {
            return (0, vec![Case::ALL]);
        }
        let masks = (1..1u8 << model.rounds).filter(|&open| may_be_open(model, open));
        let open = masks.map(|open| Case {
            open,
            tokens: Tokens::All,
        });
        if model.award == 0 {
            return (0, [Case::ALL].into_iter().chain(open).collect());
        }
        let all = 0..=model.artists as i32;
        let late = all.flat_map(|late| (0..=late).map(move |later| Tokens::Late([late, later])));
        let tokens = late.chain([Tokens::Split]);
        (5, tokens.map(closed).chain(open).collect())
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
