//! Bounds of leaves under a set of prices: an artist for himself, for all standings at once or for those of a leaf.

use super::{
    ARTISTS, CARD_FIFTHS, Case, Closers, Leaf, NEVER, PLENTY, Part, Prices, SYMBOLS, Setting,
    Standing, Sums, Tokens, Variant, gain, role,
};
use parlour_games::masters_gallery::rules::{AWARD, GAINS, ROUNDS};
use std::cmp::Ordering;

/// The most that an artist can have gained and been awarded, and one.
const VALUES: usize = 1 + (GAINS[0] as usize) * ROUNDS + (AWARD as usize) * ARTISTS;

/// For a set of prices: by artist, role, round and standings so far, the most that may come of it.
pub(super) struct Table {
    pub(super) most: Vec<[Vec<Vec<i64>>; 3]>,
    pub(super) ties: Vec<Vec<i64>>,
    pub(super) stock: Vec<i64>,
    pub(super) min_stock: i64,
    pub(super) max_stock: i64,
}

impl Setting {
    /// What an artist has been awarded by a round.
    fn awarded(&self, case: Case, role: usize, round: usize) -> i64 {
        let tokens = ARTISTS as i64;
        let count = match (case.tokens, role) {
            (_, 0) => 0,
            (Tokens::Late(late), _) if round < 2 => tokens - late[round],
            (Tokens::Split, 1) => tokens - 1,
            (Tokens::Split, _) => i64::from(round > 0),
            _ => tokens,
        };
        count * self.award
    }

    fn nothing(limit: i64) -> Sums {
        let mut start = vec![[NEVER; SYMBOLS]; limit as usize + 1];
        start[0][0] = 0;
        start
    }

    /// What there is of the rows, at their prices, without ties.
    fn stock(&self, case: Case, variant: &Variant, closers: &Closers, prices: &Prices) -> i64 {
        let others = self.players - 1;
        let Variant { seat, skips, .. } = *variant;
        let mut stock = 0;
        for (round, (&dealt, closes)) in self.dealt.iter().zip(closers).enumerate() {
            // The last turn of the round is one of the maximised player's, or a later one.
            let [mut least, mut most] = match closes {
                None => [others - seat, seat],
                Some(true) => [others - seat, seat - others],
                Some(false) => [others - seat - 1, seat],
            };
            if round >= skips[0] {
                most = PLENTY;
            }
            if round >= skips[1] {
                least = PLENTY;
            }
            // A hand is empty, or everybody's.
            let emptied = match case.open[round] {
                true => [dealt, dealt * others],
                false => skips.map(|skip| if round == skip { dealt } else { 0 }),
            };
            stock += prices.followed[round] * others;
            if round == skips[1] {
                stock += prices.emptied[round] * CARD_FIFTHS * (others - 1 - dealt);
                if skips[0] > round {
                    stock -= prices.without_turn[round] * (dealt + i64::from(seat == 0));
                }
            } else {
                stock += prices.emptied[round] * PLENTY;
            }
            stock += self.stock_of_turns(variant, round, prices);
            stock += prices.hands[0][round] * dealt
                + prices.hands[1][round] * dealt * others
                + prices.turns_least[round] * least
                + prices.turns_most[round] * most
                + prices.extra[0][round]
                - prices.extra[1][round]
                + prices.excess[0][round] * self.closers(case, round)
                - prices.excess[1][round]
                + prices.shown[0][round]
                + prices.shown[1][round] * others
                + prices.enough.iter().map(|row| row[round]).sum::<i64>()
                - prices.empty[0][round] * emptied[0]
                - prices.empty[1][round] * emptied[1];
        }
        match case.tokens {
            Tokens::Late([late, later]) => {
                let played = [ARTISTS as i64 - late, late - later];
                stock - prices.stars[0] * played[0] - prices.stars[1] * played[1]
            }
            _ => stock,
        }
    }

    /// What there is, at their prices, of the rows of a round that bind only once one of the others has an empty hand.
    fn stock_of_turns(&self, variant: &Variant, round: usize, prices: &Prices) -> i64 {
        let (others, dealt, seat) = (self.players - 1, self.dealt[round], variant.seat);
        let empty = variant.skips[1];
        let [mut at_most, mut at_least] = [PLENTY; 2];
        let [mut followed_few, mut emptied_few, mut followed_many] = [PLENTY; 3];
        let is_last = round == ROUNDS - 1;
        // Players of whom one turn more, or one card more, is known.
        let more = seat.max(1);
        match round.cmp(&variant.many) {
            Ordering::Less if round >= empty => {
                at_most = dealt - 1;
                followed_few = others - more;
                if round == empty {
                    let before = (seat - 1).max(0);
                    emptied_few = others - 1 - before - dealt;
                }
            }
            Ordering::Equal if variant.beyond => {
                at_least = -dealt - 1;
                followed_many = -others * dealt;
            }
            Ordering::Equal => {
                at_most = dealt;
                at_least = -dealt;
                let empty_hands = 1 + i64::from(is_last && variant.several);
                let more = seat.max(empty_hands);
                followed_many = -(others * (dealt - 1) + more);
            }
            _ => (),
        }
        let [mut alone_cards, mut alone_turns, mut two] = [PLENTY; 3];
        if variant.several {
            if is_last && variant.many == ROUNDS {
                let before = (seat - 2).max(0);
                two = others - 2 - before - 2 * self.dealt[empty];
            }
        } else if round == empty {
            alone_cards = others - 1 - (seat - 1).max(0) - dealt;
            let before = round.checked_sub(1).map_or(0, |before| self.dealt[before]);
            alone_turns = others - seat - i64::from(dealt > before);
        }
        prices.turns[0][round] * at_most
            + prices.turns[1][round] * at_least
            + prices.followed_few[round] * followed_few
            + prices.emptied_few[round] * emptied_few
            + prices.followed_many[round] * followed_many
            + prices.alone_cards[round] * alone_cards
            + prices.alone_turns[round] * alone_turns
            + prices.emptied_two[round] * two
    }

    /// What ties cost: who is ranked higher though to the right has a card more.
    fn ties(&self, round: usize, ranking: usize, prices: &Prices) -> i64 {
        let ranked = &self.rankings[ranking];
        let mut cost = 0;
        let behind_first = |at: usize, artist: usize| match ranked[0] > artist {
            true => prices.enough[at][round],
            false => 0,
        };
        if self.full {
            for (at, &artist) in ranked.iter().enumerate().skip(1) {
                cost += behind_first(at - 1, artist);
            }
            if ranked.len() > 1 && ranked[0] > ranked[1] {
                cost += prices.order[3][round];
            }
        }
        let has_cards = |(_, standing): &(usize, &Standing)| **standing != Standing::Missing;
        let present = self.standings[ranking].iter().enumerate().filter(has_cards);
        if self.full && present.map(|(artist, _)| artist).max() == ranked.first().copied() {
            cost += prices.first_closes[round];
        }
        let [_, second, third] = ranked[..] else {
            return -cost;
        };
        if second > third {
            cost += prices.order[0][round];
        }
        for (artist, standing) in self.standings[ranking].iter().enumerate() {
            if let Standing::Behind(which) = standing {
                if self.full {
                    cost += behind_first(2 + which, artist);
                }
                if third > artist {
                    cost += prices.order[1 + which][round];
                }
            }
        }
        -cost
    }

    pub(super) fn table(&self, case: Case, variants: &[Variant], prices: &Prices) -> Table {
        let size = |round: usize| Standing::ALL.len().pow(round as u32);
        let empty: Vec<Vec<i64>> = (0..=ROUNDS).map(|round| vec![NEVER; size(round)]).collect();
        let mut most: Vec<[Vec<Vec<i64>>; 3]> =
            vec![[empty.clone(), empty.clone(), empty]; ARTISTS];
        let mut known = vec![None; ROUNDS * Standing::ALL.len() * VALUES];
        let limit = self.cards.iter().copied().max().unwrap_or(0);
        let roles = if case.tokens == Tokens::Split { 3 } else { 2 };
        for role in 0..roles {
            let mut fill = Fill {
                setting: self,
                case,
                role,
                prices,
                known: &mut known,
                most: &mut most,
            };
            fill.from(0, 0, 0, &Setting::nothing(limit));
        }
        for row in most.iter_mut().flatten() {
            for round in (0..ROUNDS).rev() {
                for code in 0..size(round) {
                    let next = &row[round + 1][code * Standing::ALL.len()..];
                    let next = next[..Standing::ALL.len()].iter().copied();
                    row[round][code] = next.max().unwrap_or(NEVER);
                }
            }
        }
        let stock: Vec<i64> = variants
            .iter()
            .map(|variant| self.stock(case, variant, &Closers::default(), prices))
            .collect();
        Table {
            most,
            min_stock: stock.iter().copied().min().unwrap_or(NEVER),
            max_stock: stock.iter().copied().max().unwrap_or(NEVER),
            stock,
            ties: (0..ROUNDS)
                .map(|round| {
                    let all = 0..self.rankings.len();
                    all.map(|ranking| self.ties(round, ranking, prices))
                        .collect()
                })
                .collect(),
        }
    }

    /// No game in the part of the leaf has more, in thousandths of a point.
    pub(super) fn bound(&self, case: Case, leaf: &Leaf, part: &Part, prices: &Prices) -> i64 {
        let variants = part.variants.iter();
        let stocks = variants.map(|variant| self.stock(case, variant, &part.closers, prices));
        let Some(mut bound) = stocks.max() else {
            return NEVER;
        };
        for round in 0..ROUNDS {
            bound += self.ties(round, leaf.rankings[round], prices);
        }
        for artist in 0..ARTISTS {
            let mut so_far = Setting::nothing(self.cards[artist]);
            let mut gained = 0;
            for round in 0..ROUNDS {
                let standing = self.standings[leaf.rankings[round]][artist];
                gained += gain(standing);
                let value = gained + self.awarded(case, role(leaf.awarded, artist), round);
                let range = &part.ranges[artist][round];
                let sums = self.round(case, round, standing, value, range, prices);
                so_far = onward(&so_far, &sums);
            }
            let most = so_far.iter().flatten().copied().max().unwrap_or(NEVER);
            if most == NEVER {
                return NEVER;
            }
            bound += most;
        }
        bound
    }
}

/// What an artist can bring after a round.
fn onward(before: &Sums, sums: &Sums) -> Sums {
    let mut after = vec![[NEVER; SYMBOLS]; before.len()];
    for (cards, row) in sums.iter().enumerate().take(before.len()) {
        for (symbols, &worth) in row.iter().enumerate() {
            if worth == NEVER {
                continue;
            }
            for sum in cards..before.len() {
                for (earlier, &points) in before[sum - cards].iter().enumerate() {
                    if points != NEVER && earlier & symbols == 0 {
                        let after = &mut after[sum][earlier | symbols];
                        *after = (points + worth).max(*after);
                    }
                }
            }
        }
    }
    after
}

/// Fills a table for one role; artists differ in how many cards there are.
struct Fill<'a> {
    setting: &'a Setting,
    case: Case,
    role: usize,
    prices: &'a Prices,
    /// What a round brings, by round, standing and value.
    known: &'a mut [Option<Sums>],
    most: &'a mut [[Vec<Vec<i64>>; 3]],
}

impl Fill<'_> {
    fn from(&mut self, round: usize, code: usize, gained: i64, so_far: &Sums) {
        let setting = self.setting;
        if round == ROUNDS {
            for (artist, &limit) in setting.cards.iter().enumerate() {
                let most = so_far[..=limit as usize].iter().flatten().copied().max();
                self.most[artist][self.role][ROUNDS][code] = most.unwrap_or(NEVER);
            }
            return;
        }
        for standing in Standing::ALL {
            let gained = gained + gain(standing);
            let value = gained + setting.awarded(self.case, self.role, round);
            let key = (round * Standing::ALL.len() + standing.index()) * VALUES + value as usize;
            let sums = self.known[key].get_or_insert_with(|| {
                let range = setting.range(self.case, round, standing);
                setting.round(self.case, round, standing, value, &range, self.prices)
            });
            let after = onward(so_far, sums);
            let code = code * Standing::ALL.len() + standing.index();
            self.from(round + 1, code, gained, &after);
        }
    }
}
