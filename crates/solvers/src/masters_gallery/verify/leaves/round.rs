//! The most that an artist's cards of one round bring under prices.

use super::super::bound::POINT;
use super::{
    ALL, ARTISTS, CARD_FIFTHS, Case, DRAW, DRAWN_FIFTHS, EXCESS, EXTRA, HIDDEN, LAY, NEVER, OWN,
    Prices, Range, Row, SECOND, SYMBOLS, Setting, Standing, Sums, Tokens,
};

/// One side's cards of an artist in a round: the maximised player's, or the others'.
#[derive(Clone, Copy)]
struct Side {
    open: i64,
    cards: i64,
    symbols: usize,
    /// Whether an open card is left that could carry an award.
    spare: bool,
    worth: i64,
}

/// What a side's cards bring.
#[derive(Clone, Copy, Default)]
struct Rates {
    card: i64,
    turn: i64,
    hidden: i64,
    drawn: i64,
    /// For each card added, and for each beyond the first.
    added: i64,
    added_again: i64,
}

impl Setting {
    /// All that one side may do with its cards of an artist: the best for each number of open cards and of all cards,
    /// and each use of symbols. Every symbol is on an open card of its own: a draw, a card with a second one after it,
    /// and one that lets a card of any artist be laid face down.
    fn side(
        &self,
        open: i64,
        most: i64,
        added: i64,
        hidden: [i64; 2],
        symbols: [[i64; 2]; 3],
        rates: Rates,
    ) -> Vec<Side> {
        let mut sides = Vec::new();
        for open in 0..=open.min(most) {
            let mut more = vec![NEVER; most as usize + 1];
            for hidden in hidden[0]..=hidden[1] {
                for added in 0..=added.min(open + hidden) {
                    let cards = open + hidden + added;
                    if let Some(best) = more.get_mut(cards as usize) {
                        let worth = cards * rates.card + open * rates.turn
                            - hidden * rates.hidden
                            - added * rates.added
                            - (added - 1).max(0) * rates.added_again;
                        *best = worth.max(*best);
                    }
                }
            }
            for used in 0..SYMBOLS {
                let [draw, second, lay] = [0, 1, 2].map(|bit| (used >> bit & 1) as i64);
                let taken = draw + 2 * second + lay;
                let fits = [draw, second, lay]
                    .iter()
                    .zip(symbols)
                    .all(|(used, [least, most])| (least..=most).contains(used));
                if taken > open || !fits {
                    continue;
                }
                let worth = draw * rates.drawn - second * rates.turn + lay * rates.hidden;
                for (cards, &most) in more.iter().enumerate() {
                    if most != NEVER {
                        sides.push(Side {
                            open,
                            cards: cards as i64,
                            symbols: used,
                            spare: open > taken,
                            worth: most + worth,
                        });
                    }
                }
            }
        }
        sides
    }

    /// The most that an artist's cards of a round bring, by cards and symbols.
    pub(super) fn round(
        &self,
        case: Case,
        round: usize,
        standing: Standing,
        value: i64,
        range: &Range,
        prices: &Prices,
    ) -> Sums {
        let most = range[ALL][1].max(0);
        let mut sums = vec![[NEVER; SYMBOLS]; most as usize + 1];
        if standing == Standing::Missing {
            sums[0][0] = 0;
            return sums;
        }
        let later = |row: &Row| row[round..].iter().sum::<i64>();
        let at = |number: usize| prices.order[number][round];
        let order = match standing {
            Standing::Ranked(0) => at(3),
            Standing::Ranked(1) => at(0) - at(3),
            Standing::Ranked(_) => at(1) + at(2) - at(0),
            Standing::Behind(which) => -at(1 + which),
            Standing::Missing => 0,
        };
        // From this number of cards on, the artist is one with enough to close a round, or the first with more than
        // that.
        let enough = |which: usize| prices.enough[which][round];
        let (from, enough) = match standing {
            Standing::Ranked(0) => (self.closing + 1, (0..4).map(enough).sum()),
            Standing::Ranked(place) => (self.closing, -enough(place - 1)),
            Standing::Behind(which) => (self.closing, -enough(2 + which)),
            Standing::Missing => (0, 0),
        };
        let value = match standing {
            Standing::Ranked(_) => value * POINT,
            _ => 0,
        };
        let between = later(&prices.turns_least) - later(&prices.turns_most);
        let [followed, emptied, without_turn] =
            [&prices.followed, &prices.emptied, &prices.without_turn].map(later);
        let [followed_few, emptied_few, followed_many] = [
            &prices.followed_few,
            &prices.emptied_few,
            &prices.followed_many,
        ]
        .map(later);
        let turns = later(&prices.turns[0]) - later(&prices.turns[1]);
        let two = later(&prices.emptied_two);
        // Without a turn up to this round, turns up to the last one.
        let without_turn_at = prices.without_turn[round] + prices.alone_cards[round];
        let silent = without_turn + later(&prices.alone_cards);
        let alone: i64 = prices.alone_cards.iter().chain(&prices.alone_turns).sum();
        let before: i64 = prices.alone_turns[round + 1..].iter().sum();
        let others = self.players - 1;
        let hands = [0, 1].map(|who| later(&prices.hands[who]) - later(&prices.empty[who]));
        let rates = [
            Rates {
                card: order - hands[0] + value,
                turn: without_turn
                    - turns
                    - (between + followed + followed_few) * others
                    - (emptied * CARD_FIFTHS + emptied_few + alone) * (others - 1)
                    - two * (others - 2)
                    - before,
                hidden: prices.hidden[0][round],
                drawn: hands[0] + followed * others + emptied * DRAWN_FIFTHS * (others - 1),
                added: 0,
                added_again: 0,
            },
            Rates {
                card: order - hands[1]
                    + followed
                    + CARD_FIFTHS * emptied
                    + silent
                    + followed_few
                    + emptied_few
                    + followed_many
                    + two,
                turn: between - silent + alone,
                hidden: prices.hidden[1][round],
                drawn: hands[1],
                added: without_turn_at,
                added_again: silent - without_turn_at,
            },
        ];
        let closers = self.closers(case, round);
        let calm = self.closing - 1;
        let added = i64::from(self.additions && !case.open[round]);
        let own_symbols = [range[DRAW], range[SECOND], range[LAY]];
        let may = [self.draws, self.seconds, self.hidden].map(|number| [0, number]);
        let own = self.side(
            calm + closers.min(1),
            range[OWN][1],
            added,
            range[HIDDEN],
            own_symbols,
            rates[0],
        );
        let others = self.side(
            calm + closers,
            most,
            added * (self.players - 1),
            [0, self.hidden * ARTISTS as i64],
            may,
            rates[1],
        );
        let star = match case.tokens {
            Tokens::Late(_) if round < 2 => prices.stars[round],
            _ => 0,
        };
        let by_open = |one: &Side, other: &Side| one.open == other.open;
        for own in own.chunk_by(by_open) {
            for others in others.chunk_by(by_open) {
                for extra in range[EXTRA][0]..=range[EXTRA][1] {
                    let open = [own[0].open, others[0].open];
                    let excess = (open[0] + open[1] + extra - calm).max(0);
                    // Each card that closes the round is the last of another player, of whom it is.
                    let last = [open[0].min(1), open[1].min(self.players - 1)];
                    let closing = match standing {
                        _ if self.full => excess <= closers.min(last[0] + last[1]),
                        Standing::Ranked(0) => excess == 1,
                        _ => excess == 0,
                    };
                    let fits = closing
                        && open[0] <= calm + excess.min(1)
                        && (range[EXCESS][0]..=range[EXCESS][1]).contains(&excess);
                    if !fits {
                        continue;
                    }
                    let mut fixed =
                        extra * (order - prices.extra[0][round] + prices.extra[1][round]);
                    fixed -= excess * prices.excess[0][round];
                    fixed += excess.min(1) * prices.excess[1][round];
                    // What one side cannot have shown, the other has; nobody had enough to close the round before.
                    let mine_last = (excess - last[1]).max(i64::from(open[0] > calm));
                    let theirs_last = (excess - last[0]).max(0);
                    fixed -= mine_last * prices.shown[0][round];
                    fixed -= theirs_last * prices.shown[1][round];
                    for mine in own.iter().filter(|mine| mine.cards >= range[OWN][0]) {
                        for theirs in others {
                            let cards = mine.cards + theirs.cards + extra;
                            let one_card_has_one_symbol = mine.symbols & theirs.symbols == 0;
                            if one_card_has_one_symbol
                                && (range[ALL][0]..=range[ALL][1]).contains(&cards)
                            {
                                let star = if mine.spare || theirs.spare { star } else { 0 };
                                let mut worth = fixed + mine.worth + theirs.worth + star;
                                if cards >= from {
                                    worth += enough;
                                }
                                if standing == Standing::Ranked(0) && (cards >= from || excess > 0)
                                {
                                    worth += prices.first_closes[round];
                                }
                                let most = &mut sums[cards as usize][mine.symbols | theirs.symbols];
                                *most = worth.max(*most);
                            }
                        }
                    }
                }
            }
        }
        sums
    }
}
