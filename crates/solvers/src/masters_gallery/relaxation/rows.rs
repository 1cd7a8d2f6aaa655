//! The rows that tie the artists together: what there is of each, what a choice uses of it, and prices.

use super::choices::{By, Choice};
use super::variants::Variant;
use super::{Branch, FIRST, Leaf, NONE, PLACES, Relaxation, SECOND, THIRD, UNRANKED};
use crate::masters_gallery::case::Tokens;
use parlour_games::masters_gallery::rules::ROUNDS;

/// Rows of the relaxation: groups of one row for every round, and the stars of two rounds.
pub(in crate::masters_gallery) const ROWS: usize = 34 * ROUNDS + STAR_ROUNDS;
/// Cards that the maximised player has displayed up to a round, less those drawn.
pub(super) const HAND: usize = 0;
/// The same of all others together.
pub(super) const OTHERS: usize = ROUNDS;
/// The others have had their turns between those of the maximised player.
pub(super) const TURNS_LEAST: usize = 2 * ROUNDS;
/// The maximised player has had his turns between those of the others.
pub(super) const TURNS_MOST: usize = 3 * ROUNDS;
/// The second has at least as many cards as the third, and the third as each unranked artist; the first as the second.
pub(in crate::masters_gallery) const ORDER: [usize; 4] =
    [4 * ROUNDS, 5 * ROUNDS, 6 * ROUNDS, 7 * ROUNDS];
/// One card is turned up before the round: at most, and at least.
pub(super) const EXTRA: [usize; 2] = [8 * ROUNDS, 9 * ROUNDS];
/// The maximised player's hidden cards, less the cards with which he lays them; and the others'.
pub(super) const HIDDEN: [usize; 2] = [10 * ROUNDS, 11 * ROUNDS];
/// Cards face up beyond those that do not close a round, at most; and artists who have some, at least.
pub(super) const EXCESS: [usize; 2] = [12 * ROUNDS, 13 * ROUNDS];
/// Empty hands: the maximised player's, and the others'.
pub(super) const EMPTY: [usize; 2] = [14 * ROUNDS, 15 * ROUNDS];
/// Cards that close the round which the maximised player must have shown, and the others.
pub(super) const SHOWN: [usize; 2] = [16 * ROUNDS, 17 * ROUNDS];
/// The others' cards, compared with the turns of the maximised player; it holds when players are skipped, too.
pub(super) const FOLLOWED: usize = 18 * ROUNDS;
/// The same, in the round in which a hand of the others is empty for the first time.
pub(super) const EMPTIED: usize = 19 * ROUNDS;
/// In that round, the others' cards displayed without a turn, if the maximised player has had a card at every turn.
pub(super) const WITHOUT_TURN: usize = 20 * ROUNDS;
/// Turns of the maximised player: at most, where they are few (see [`Variant`]), and at least, where they are not.
pub(super) const TURNS: [usize; 2] = [21 * ROUNDS, 22 * ROUNDS];
/// [`FOLLOWED`] where these turns are few.
pub(super) const FOLLOWED_FEW: usize = 23 * ROUNDS;
/// [`EMPTIED`] where they are few.
pub(super) const EMPTIED_FEW: usize = 24 * ROUNDS;
/// The others' cards where they are not few.
pub(super) const FOLLOWED_MANY: usize = 25 * ROUNDS;
/// Where a hand of the others is first empty in this round, and no other one ever: their turns up to the end, with the
/// cards that this player displays without a turn, and with the turns that this player had before the round.
pub(super) const ALONE: [usize; 2] = [26 * ROUNDS, 27 * ROUNDS];
/// The others' cards up to the last round, if two or more of them have had an empty hand, and those turns are few.
pub(super) const EMPTIED_TWO: usize = 28 * ROUNDS;
/// Whether the second, the third, or an unranked artist has as many cards as close a round, less whether the first has
/// more: at most one, or none where a tie would be decided the other way.
pub(in crate::masters_gallery) const ENOUGH: [usize; 4] =
    [29 * ROUNDS, 30 * ROUNDS, 31 * ROUNDS, 32 * ROUNDS];
/// Whether the first of a round closes it or has more cards than close it: so it is, where all ties would be decided
/// for others.
pub(super) const FIRST_CLOSES: usize = 33 * ROUNDS;
/// Awards played in a round, of the first rounds.
pub(super) const STARS: usize = 34 * ROUNDS;
/// How many rounds these are.
pub(super) const STAR_ROUNDS: usize = 2;

/// The places of the artists behind the first, in the order of [`ENOUGH`].
const BEHIND: [usize; 4] = [SECOND, THIRD, UNRANKED[0], UNRANKED[1]];

/// Four fifths: with 1 to 5 draw cards d, d − 1 is at most 4/5 d.
const DRAWN: [i32; 2] = [4, 5];

/// A price is at most this, in thousandths of a point.
pub(in crate::masters_gallery) const MAX_PRICE: i64 = 400_000;
/// What there is of a row that does not bind: more than a game uses.
pub(super) const UNBOUND: i32 = 1_000;

// Any sum of prices times numbers of cards or turns, over all rows, is far from what an `i64` holds, and from `NONE`.
const _: () = assert!(MAX_PRICE * (ROWS as i64) * (UNBOUND as i64) * 100 < -NONE);

/// Of the cards of an artist that the others add, those beyond the one that a single player adds.
pub(super) fn added_again(added: i32) -> i32 {
    (added - 1).max(0)
}

/// Prices of the rows.
pub(in crate::masters_gallery) type Prices = [i64; ROWS];

/// Prices as they add up for the cards of a round.
#[derive(Clone, Copy, Default)]
pub(super) struct Rates {
    /// A card of the maximised player, or of another.
    pub(super) card: [i64; 2],
    /// The price of a turn of the maximised player, and the gain from a turn of another.
    pub(super) turn: [i64; 2],
    /// The gain from a card drawn by the maximised player, or by another.
    pub(super) drawn: [i64; 2],
    /// A card that the others add, and one beyond the first of an artist.
    pub(super) added: i64,
    pub(super) added_again: i64,
    /// A hidden card.
    pub(super) hidden: [i64; 2],
    pub(super) extra: i64,
    /// A card beyond those that do not close a round, and an artist who has some.
    pub(super) excess: [i64; 2],
    pub(super) shown: [i64; 2],
    pub(super) star: i64,
    /// For a card of an artist at a place.
    pub(super) order: [i64; PLACES],
    /// For an artist at a place with as many cards as close a round, and for the first with more.
    pub(super) enough: [i64; PLACES],
    pub(super) first_closes: i64,
}

impl Rates {
    /// The rates of each round, with this number of other players.
    pub(super) fn new(prices: &Prices, others: i32) -> [Rates; ROUNDS] {
        let others = i64::from(others);
        let [drawn, whole] = DRAWN.map(i64::from);
        std::array::from_fn(|round| {
            let mut rates = Rates::default();
            for later in round..ROUNDS {
                let turn = prices[TURNS_LEAST + later] - prices[TURNS_MOST + later];
                let [followed, emptied, without_turn] =
                    [FOLLOWED, EMPTIED, WITHOUT_TURN].map(|row| prices[row + later]);
                rates.turn[0] +=
                    others * (turn + followed) + (others - 1) * whole * emptied - without_turn;
                let [few, emptied_few, many] =
                    [FOLLOWED_FEW, EMPTIED_FEW, FOLLOWED_MANY].map(|row| prices[row + later]);
                let [at_most, at_least] = TURNS.map(|row| prices[row + later]);
                rates.turn[0] += at_most - at_least + others * few + (others - 1) * emptied_few;
                let two = prices[EMPTIED_TWO + later];
                rates.turn[0] += (others - 2) * two;
                let without_turn = without_turn + prices[ALONE[0] + later];
                rates.turn[1] += turn - without_turn;
                rates.drawn[0] += others * followed + (others - 1) * drawn * emptied;
                rates.card[1] -= followed + whole * emptied + without_turn;
                rates.card[1] -= few + emptied_few + many + two;
                match later == round {
                    true => rates.added += without_turn,
                    false => rates.added_again += without_turn,
                }
                for (who, row) in [HAND, OTHERS].into_iter().enumerate() {
                    let hand = prices[row + later] - prices[EMPTY[who] + later];
                    rates.card[who] += hand;
                    rates.drawn[who] += hand;
                }
            }
            for all in 0..ROUNDS {
                let [cards, turns] = ALONE.map(|row| prices[row + all]);
                rates.turn[0] += (others - 1) * (cards + turns);
                rates.turn[1] += cards + turns;
                if all > round {
                    rates.turn[0] += turns;
                }
            }
            if round < STAR_ROUNDS {
                rates.star = prices[STARS + round];
            }
            rates.hidden = HIDDEN.map(|row| prices[row + round]);
            rates.extra = prices[EXTRA[0] + round] - prices[EXTRA[1] + round];
            rates.excess = EXCESS.map(|row| prices[row + round]);
            rates.first_closes = prices[FIRST_CLOSES + round];
            rates.shown = SHOWN.map(|row| prices[row + round]);
            let [second, left, right, first] = ORDER.map(|row| prices[row + round]);
            rates.order[FIRST] = first;
            rates.order[SECOND] = second - first;
            rates.order[THIRD] = left + right - second;
            rates.order[UNRANKED[0]] = -left;
            rates.order[UNRANKED[1]] = -right;
            let enough = ENOUGH.map(|row| prices[row + round]);
            rates.enough[FIRST] = enough.iter().sum();
            for (place, price) in BEHIND.into_iter().zip(enough) {
                rates.enough[place] = -price;
            }
            rates
        })
    }
}

impl Relaxation<'_> {
    /// What there is of each row in a variant, without ties.
    pub(super) fn stock_of(&self, variant: &Variant) -> [i32; ROWS] {
        let (n, seat) = (self.model.players as i32, variant.seat as i32);
        let (skips, alone) = (variant.skips, variant.alone);
        let last = self.model.rounds - 1;
        let mut rows = [0; ROWS];
        for round in 0..self.model.rounds {
            let dealt = self.model.dealt[round];
            rows[HAND + round] = dealt;
            rows[OTHERS + round] = dealt * (n - 1);
            rows[TURNS_LEAST + round] = match round >= skips[1] {
                true => UNBOUND,
                false => n - 1 - seat,
            };
            rows[TURNS_MOST + round] = match round >= skips[0] {
                true => UNBOUND,
                false => seat,
            };
            rows[FOLLOWED + round] = n - 1;
            rows[EMPTIED + round] = match round == skips[1] {
                true => DRAWN[1] * (n - 2 - dealt),
                false => UNBOUND,
            };
            if round == skips[1] && round < skips[0] {
                rows[WITHOUT_TURN + round] = -dealt - i32::from(seat == 0);
            }
            let few_turns = variant.has_few_turns(round);
            rows[TURNS[0] + round] = match few_turns {
                Some(true) => dealt - 1,
                Some(false) if !variant.more => dealt,
                _ => UNBOUND,
            };
            rows[TURNS[1] + round] = match few_turns {
                Some(false) => -dealt - i32::from(variant.more),
                _ => UNBOUND,
            };
            // Those before the maximised player have as many turns, those with empty hands as many cards on display.
            let empty_hands = if round == last && !alone { 2 } else { 1 };
            rows[FOLLOWED_FEW + round] = match few_turns {
                Some(true) => n - 1 - seat.max(1),
                _ => UNBOUND,
            };
            rows[EMPTIED_FEW + round] = match few_turns {
                Some(true) if round == skips[1] => n - 2 - (seat - 1).max(0) - dealt,
                _ => UNBOUND,
            };
            rows[FOLLOWED_MANY + round] = match few_turns {
                Some(false) if variant.more => -(n - 1) * dealt,
                Some(false) => -(n - 1) * (dealt - 1) - seat.max(empty_hands),
                _ => UNBOUND,
            };
            // That player has had a turn in the round, too, if cards were dealt to it.
            let is_dealt = round == 0 || dealt > self.model.dealt[round - 1];
            let [cards, turns] = match alone && round == skips[1] {
                true => [
                    n - 2 - (seat - 1).max(0) - dealt,
                    n - 1 - seat - i32::from(is_dealt),
                ],
                false => [UNBOUND; 2],
            };
            rows[ALONE[0] + round] = cards;
            rows[ALONE[1] + round] = turns;
            rows[EMPTIED_TWO + round] = match few_turns {
                Some(true) if round == last && !alone => {
                    n - 3 - (seat - 2).max(0) - 2 * self.model.dealt[skips[1]]
                }
                _ => UNBOUND,
            };
            rows[EXTRA[0] + round] = 1;
            rows[EXTRA[1] + round] = -1;
            rows[EXCESS[0] + round] = self.max_excess(round);
            rows[EXCESS[1] + round] = -1;
            rows[SHOWN[0] + round] = 1;
            rows[SHOWN[1] + round] = n - 1;
            for row in ENOUGH {
                rows[row + round] = 1;
            }
            if self.case.is_open(round) {
                rows[EMPTY[0] + round] = -dealt;
                rows[EMPTY[1] + round] = -dealt * (n - 1);
                continue;
            }
            for (empty, skip) in EMPTY.into_iter().zip(skips) {
                if round == skip {
                    rows[empty + round] = -dealt;
                }
            }
        }
        if let Tokens::Late([late, later]) = self.case.tokens {
            rows[STARS] = late - self.model.artists as i32;
            rows[STARS + 1] = later - late;
        }
        rows
    }

    /// What there is of each row, in some variant of the branch.
    pub(in crate::masters_gallery) fn available(
        &self,
        leaf: &Leaf,
        branch: &Branch,
    ) -> [i32; ROWS] {
        let mut rows = self.max_stock(&branch.variants, branch);
        for round in 0..self.model.rounds {
            for row in self.ties(leaf.rankings[round]) {
                rows[row + round] -= 1;
            }
        }
        rows
    }

    /// The price of all that there is: the most of any variant of the branch.
    pub(super) fn worth(&self, leaf: &Leaf, branch: &Branch, prices: &Prices) -> i64 {
        let stocks = branch.variants.ones().map(|variant| {
            let stock = self.stock(variant, branch);
            let worth = self
                .rows
                .iter()
                .map(|&row| i64::from(stock[row]) * prices[row]);
            worth.sum()
        });
        let most: i64 = stocks.max().unwrap_or(NONE);
        let rankings = leaf.rankings[..self.model.rounds].iter().enumerate();
        let ties = rankings.map(|(round, &ranking)| self.cost_of_ties(round, ranking, prices));
        most - ties.sum::<i64>()
    }

    /// Of the cards that close a round, those that the maximised player must have shown, and the others. Before, no
    /// more lay of the artist than close none; and each player shows one card, of all artists.
    pub(in crate::masters_gallery) fn shown(&self, open: [i32; 2], excess: i32) -> [i32; 2] {
        let others = self.others();
        let full = i32::from(open[0] >= self.model.closing as i32);
        [
            (excess - open[1].min(others)).max(full),
            (excess - open[0].min(1)).max(0),
        ]
    }

    /// The rows of the comparisons in a ranking that a tie would decide the other way: there is one less of them.
    pub(in crate::masters_gallery) fn ties(&self, ranking: usize) -> impl Iterator<Item = usize> {
        let ranking = &self.space.rankings[ranking];
        let place = |place: usize| ranking.artists.get(place).copied();
        let [first, second, third] = [0, 1, 2].map(place);
        // Behind fewer than three, the others have no card.
        let unranked = |which: usize| third.and(ranking.unranked.get(which).copied());
        let [left, right] = [0, 1].map(unranked);
        let pairs = [
            (ORDER[0], second, third),
            (ORDER[1], third, left),
            (ORDER[2], third, right),
            (ORDER[3], first, second),
            (ENOUGH[0], first, second),
            (ENOUGH[1], first, third),
            (ENOUGH[2], first, left),
            (ENOUGH[3], first, right),
        ];
        let others = [second, third, left, right].into_iter().flatten();
        let last = first.filter(|&first| others.clone().all(|other| first > other));
        let full = self.model.has_full_rules();
        let used = move |row: usize| full || ORDER[..3].contains(&row);
        let pairs = pairs.into_iter().filter(move |&(row, ..)| used(row));
        let pairs = pairs.filter_map(|(row, one, other)| (one? > other?).then_some(row));
        pairs.chain(last.filter(|_| full).map(|_| FIRST_CLOSES))
    }

    /// What the ties of a ranking of a round cost.
    pub(super) fn cost_of_ties(&self, round: usize, ranking: usize, prices: &Prices) -> i64 {
        self.ties(ranking).map(|row| prices[row + round]).sum()
    }

    /// Adds what a choice uses of each row.
    pub(super) fn use_rows(
        &self,
        round: usize,
        place: usize,
        choice: &Choice,
        usage: &mut [i32; ROWS],
    ) {
        let others = self.others();
        let used = |by: By, whom: By| i32::from(by == whom);
        let by = [By::Maximised, By::Another];
        let seconds = by.map(|by| used(choice.second, by));
        let turns = [0, 1].map(|who| choice.open[who] - seconds[who]);
        let lead = others * turns[0] - turns[1];
        let cards = choice.cards();
        let own = choice.own();
        let hands = [own, cards - own - choice.extra];
        let drawn = used(choice.draw, By::Maximised);
        for later in round..self.model.rounds {
            for (who, row) in [HAND, OTHERS].into_iter().enumerate() {
                let played = hands[who] - used(choice.draw, by[who]);
                usage[row + later] += played;
                usage[EMPTY[who] + later] -= played;
            }
            usage[TURNS_LEAST + later] += lead;
            usage[TURNS_MOST + later] -= lead;
            usage[FOLLOWED + later] += others * (turns[0] - drawn) - hands[1];
            usage[EMPTIED + later] +=
                (others - 1) * (DRAWN[1] * turns[0] - DRAWN[0] * drawn) - DRAWN[1] * hands[1];
            // Whose hand is empty before the end of a round adds no card then; before, one of an artist.
            let not_added = match later == round {
                true => choice.added[1],
                false => added_again(choice.added[1]),
            };
            let without_turn = hands[1] - turns[1] - not_added;
            usage[WITHOUT_TURN + later] -= turns[0] + without_turn;
            usage[ALONE[0] + later] -= without_turn;
            usage[TURNS[0] + later] += turns[0];
            usage[TURNS[1] + later] -= turns[0];
            usage[FOLLOWED_FEW + later] += others * turns[0] - hands[1];
            usage[EMPTIED_FEW + later] += (others - 1) * turns[0] - hands[1];
            usage[FOLLOWED_MANY + later] -= hands[1];
            usage[EMPTIED_TWO + later] += (others - 2) * turns[0] - hands[1];
        }
        for all in 0..self.model.rounds {
            let lead = (others - 1) * turns[0] - turns[1];
            usage[ALONE[0] + all] += lead;
            usage[ALONE[1] + all] += lead + if all > round { turns[0] } else { 0 };
        }
        if choice.star {
            usage[STARS + round] -= 1;
        }
        usage[EXTRA[0] + round] += choice.extra;
        usage[EXTRA[1] + round] -= choice.extra;
        usage[EXCESS[0] + round] += choice.excess;
        usage[EXCESS[1] + round] -= choice.excess.min(1);
        let shown = self.shown(choice.open, choice.excess);
        for who in 0..2 {
            usage[SHOWN[who] + round] += shown[who];
            usage[HIDDEN[who] + round] += choice.hidden[who] - used(choice.lay, by[who]);
        }
        let [second, left, right, first] = ORDER.map(|row| row + round);
        match place {
            FIRST => usage[first] -= cards,
            SECOND => {
                usage[first] += cards;
                usage[second] -= cards;
            }
            THIRD => {
                usage[second] += cards;
                usage[left] -= cards;
                usage[right] -= cards;
            }
            place if place == UNRANKED[0] => usage[left] += cards,
            place if place == UNRANKED[1] => usage[right] += cards,
            _ => (),
        }
        let closing = self.model.closing as i32;
        if place == FIRST && (choice.excess > 0 || cards > closing) {
            usage[FIRST_CLOSES + round] -= 1;
        }
        for (row, behind) in ENOUGH.into_iter().zip(BEHIND) {
            usage[row + round] += match place {
                FIRST => -i32::from(cards > closing),
                place => i32::from(place == behind && cards >= closing),
            };
        }
    }
}
