//! The priced relaxation of a *leaf*: all games of a [`Case`] with given rankings of all rounds, the artists who get the
//! awards, and a seat of the maximised player.
//!
//! With the rankings fixed, the value of every card is a constant, and everything that ties the artists together is a
//! linear row: hands, turn order, the order of a ranking, hidden cards. With a price on each row, every artist is
//! optimised alone, by dynamic programming over rounds, and depends only on his own places. So a leaf's bound is a
//! constant plus one look-up for each artist. `docs/masters-gallery-optimum.md` states the rows and proves them.
//!
//! Prices and bounds are thousandths of a point.

use super::case::{Case, Tokens};
use super::model::{ARTISTS, Model};
use super::rankings::Space;
use parlour_games::masters_gallery::rules::{GAINS, ROUNDS};

/// A point.
pub(super) const POINT: i64 = 1000;
/// Less than anything that can be reached.
pub(super) const NONE: i64 = i64::MIN / 4;
/// Places of an artist in a round: unranked (the first of these in the row), first, second, third, no card at all,
/// unranked (the second in the row).
const PLACES: usize = 6;
const FIRST: usize = 1;
const SECOND: usize = 2;
const THIRD: usize = 3;
const ABSENT: usize = 4;
const UNRANKED: [usize; 2] = [0, 5];
/// Rows of the relaxation: groups of one row for every round.
pub(super) const ROWS: usize = 16 * ROUNDS;
/// Cards that the maximised player has displayed up to a round, less those drawn.
const HAND: usize = 0;
/// The same of all others together.
const OTHERS: usize = ROUNDS;
/// The others have had their turns between those of the maximised player.
const TURNS_LEAST: usize = 2 * ROUNDS;
/// The maximised player has had his turns between those of the others.
const TURNS_MOST: usize = 3 * ROUNDS;
/// The second has at least as many cards as the third, and the third as each unranked artist; the first as the second.
const ORDER: [usize; 4] = [4 * ROUNDS, 5 * ROUNDS, 6 * ROUNDS, 7 * ROUNDS];
/// One card is turned up before the round: at most, and at least.
const EXTRA: [usize; 2] = [8 * ROUNDS, 9 * ROUNDS];
/// The maximised player's hidden cards, less the cards with which he lays them; and the others'.
const HIDDEN: [usize; 2] = [10 * ROUNDS, 11 * ROUNDS];
/// Cards face up beyond those that do not close a round: at most, and at least.
const EXCESS: [usize; 2] = [12 * ROUNDS, 13 * ROUNDS];
/// Empty hands: the maximised player's, and the others'. The first round of these is that of the stars, see [`STARS`].
const EMPTY: [usize; 2] = [14 * ROUNDS, 15 * ROUNDS];
/// Awards played in the first round. No hand is empty after it in the same case.
const STARS: usize = EMPTY[0];
/// Cards of one artist, at most, and one.
const LIMIT: usize = 22;
/// Own, and others', cards of an artist face up in a round, at most, and one.
const OWN_OPEN: usize = 8;
const OTHERS_OPEN: usize = 12;
/// Cards of an artist that lie hidden or are added in a round, at most, and one.
const MORE: usize = 11;
/// Which of the draw card, the second card and the card to lay another with of an artist have been used.
const FLAGS: usize = 8;
/// A price is at most this, in thousandths of a point.
pub(super) const MAX_PRICE: i64 = 400_000;
/// What there is of a row that does not bind: more than can be used.
const UNBOUND: i32 = 1_000;

// Any sum of prices times numbers of cards or turns, over all rows, is far from what an `i64` holds, and from `NONE`.
const _: () = assert!(MAX_PRICE * (ROWS as i64) * (UNBOUND as i64) * 100 < -NONE);

/// Prices of the rows.
pub(super) type Prices = [i64; ROWS];
/// For cards of one artist so far, and the flags: the best.
type Layer = [[i64; FLAGS]; LIMIT];
/// The best of a round by cards and flags, as far as there is any.
type Round = Vec<(usize, usize, i64)>;

/// All games of a case with these rankings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    /// Who gets the awards; the second those of later rounds, if another does.
    pub(super) awarded: [usize; 2],
    /// Where the maximised player sits: counted from who opens the first round.
    pub(super) seat: usize,
    /// The first round in which another player has no card left to play or show; the number of rounds if in none.
    pub(super) skip: usize,
    /// The ranking of each round, by its number.
    pub(super) rankings: [usize; ROUNDS],
}

/// Who uses a symbol card of an artist in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum By {
    #[default]
    Nobody,
    Maximised,
    Another,
}

impl By {
    const fn index(self) -> Option<usize> {
        match self {
            By::Nobody => None,
            By::Maximised => Some(0),
            By::Another => Some(1),
        }
    }
}

/// What happens with an artist's cards in a round. Pairs are of the maximised player and of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Choice {
    /// Cards that are displayed one by one or shown, or follow as second cards.
    pub(super) open: [i32; 2],
    /// Cards laid face down.
    pub(super) hidden: [i32; 2],
    /// Cards added after the close.
    pub(super) added: [i32; 2],
    /// 1 if the extra card is the artist's.
    pub(super) extra: i32,
    /// Cards face up beyond those that do not close a round.
    pub(super) excess: i32,
    /// Who draws with the artist's draw card.
    pub(super) draw: By,
    /// Who displays a second card of the artist.
    pub(super) second: By,
    /// Who lays a card face down with the artist's card for it.
    pub(super) lay: By,
    /// Whether the artist's award is played in the round: known of the first only.
    pub(super) star: bool,
}

impl Choice {
    /// Cards of the maximised player.
    pub(super) fn own(&self) -> i32 {
        self.open[0] + self.hidden[0] + self.added[0]
    }

    /// Cards of all.
    pub(super) fn cards(&self) -> i32 {
        let both = |pair: [i32; 2]| pair[0] + pair[1];
        both(self.open) + both(self.hidden) + both(self.added) + self.extra
    }
}

/// What a branch fixes of an artist in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Own,
    Cards,
    Second,
    Draw,
    Lay,
    Hidden,
    Extra,
    Excess,
}

/// How many parts there are.
pub(super) const PARTS: usize = 8;

impl Part {
    /// Those that decide most come first.
    pub(super) const ALL: [Part; PARTS] = [
        Part::Own,
        Part::Excess,
        Part::Second,
        Part::Lay,
        Part::Hidden,
        Part::Draw,
        Part::Extra,
        Part::Cards,
    ];

    /// Its number of a choice: symbols count where the maximised player uses them.
    pub(super) fn of(self, choice: &Choice) -> i32 {
        let own = |by: By| i32::from(by == By::Maximised);
        match self {
            Part::Own => choice.own(),
            Part::Cards => choice.cards(),
            Part::Second => own(choice.second),
            Part::Draw => own(choice.draw),
            Part::Lay => own(choice.lay),
            Part::Hidden => choice.hidden[0],
            Part::Extra => choice.extra,
            Part::Excess => choice.excess,
        }
    }
}

/// Limits of the parts of an artist's choice in a round: at least, and at most.
pub(super) type Limits = [[i32; 2]; PARTS];

/// A part of a leaf.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    /// By artist and round, in the order of [`Part`].
    pub(super) limits: [[Limits; ROUNDS]; ARTISTS],
    /// Whether the maximised player closes a round, where that is fixed.
    pub(super) closes: [Option<bool>; ROUNDS],
}

/// Prices as they add up for the cards of a round.
#[derive(Clone, Copy, Default)]
struct Rates {
    /// A card of the maximised player, or of another.
    card: [i64; 2],
    /// A turn of the maximised player, less those of the others in between.
    turn: i64,
    /// A hidden card.
    hidden: [i64; 2],
    extra: i64,
    excess: i64,
    star: i64,
    /// For a card of an artist at a place.
    order: [i64; PLACES],
}

impl Rates {
    fn new(prices: &Prices, case: Case) -> [Rates; ROUNDS] {
        std::array::from_fn(|round| {
            let mut rates = Rates::default();
            for later in round..ROUNDS {
                rates.turn += prices[TURNS_LEAST + later] - prices[TURNS_MOST + later];
                for (who, row) in [HAND, OTHERS].into_iter().enumerate() {
                    rates.card[who] += prices[row + later];
                    if EMPTY[who] + later != STARS || case.open & 1 == 1 {
                        rates.card[who] -= prices[EMPTY[who] + later];
                    }
                }
            }
            if round == 0 && case.open & 1 == 0 {
                rates.star = prices[STARS];
            }
            rates.hidden = HIDDEN.map(|row| prices[row + round]);
            rates.extra = prices[EXTRA[0] + round] - prices[EXTRA[1] + round];
            rates.excess = prices[EXCESS[0] + round] - prices[EXCESS[1] + round];
            let [second, left, right, first] = ORDER.map(|row| prices[row + round]);
            rates.order[FIRST] = first;
            rates.order[SECOND] = second - first;
            rates.order[THIRD] = left + right - second;
            rates.order[UNRANKED[0]] = -left;
            rates.order[UNRANKED[1]] = -right;
            rates
        })
    }
}

/// The best of an artist in a round, by open cards and all cards, with as many open cards at least; before symbols.
type Faces = [[[i64; LIMIT]; OTHERS_OPEN]; OWN_OPEN];

/// What an artist does in all rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Column {
    pub(super) artist: usize,
    pub(super) choices: [Choice; ROUNDS],
    /// Points.
    pub(super) score: i32,
    /// What it uses of each row.
    pub(super) usage: [i32; ROWS],
}

/// Bounds of all leaves under one set of prices.
pub(super) struct Tables {
    /// By artist, rounds so far, places so far, and role: the best.
    best: Vec<Vec<Vec<[i64; ROLES]>>>,
    /// What ties cost, by round and ranking; and the most of this and all later rounds.
    ties: Vec<Vec<i64>>,
    ties_from: Vec<i64>,
    /// The price of all that there is, by variant; and the most.
    variants: Vec<i64>,
    any_variant: i64,
}

/// Roles of an artist: without awards, with them, with those of later rounds.
const ROLES: usize = 3;

impl Tables {
    /// No leaf is above this.
    pub(super) fn highest(&self) -> i64 {
        let artists: i64 = self
            .best
            .iter()
            .map(|best| best[0][0].into_iter().max().unwrap_or(NONE))
            .sum();
        self.any_variant + self.ties_from[0] + artists
    }
}

/// Computes bounds of leaves.
pub(super) struct Relaxation<'a> {
    pub(super) model: &'a Model,
    pub(super) space: &'a Space,
    pub(super) case: Case,
    /// By ranking and artist.
    places: Vec<[usize; ARTISTS]>,
    /// Rows that are used.
    pub(super) rows: Vec<usize>,
    /// Seats of the maximised player, each with the first round in which another has no card.
    variants: Vec<(usize, usize)>,
}

impl<'a> Relaxation<'a> {
    /// For a model in which one player is maximised.
    pub(super) fn new(model: &'a Model, space: &'a Space, case: Case) -> Relaxation<'a> {
        let places = space.rankings.iter().map(|ranking| {
            let mut places = [ABSENT; ARTISTS];
            for (place, &artist) in ranking.artists.iter().enumerate() {
                places[artist] = FIRST + place;
            }
            if ranking.artists.len() == GAINS.len() {
                for (&artist, place) in ranking.unranked.iter().zip(UNRANKED) {
                    places[artist] = place;
                }
            }
            places
        });
        let full = model.has_full_rules();
        let used = |row: usize| {
            let (group, round) = (row / ROUNDS * ROUNDS, row % ROUNDS);
            round < model.rounds
                && match group {
                    TURNS_MOST => !full,
                    group if group == ORDER[3] => full,
                    group if EXTRA.contains(&group) => model.extra,
                    group if HIDDEN.contains(&group) => model.hidden > 0,
                    group if EXCESS.contains(&group) => full && !case.is_open(round),
                    group if group == EMPTY[0] => {
                        case.is_open(round) || round == 0 && matches!(case.tokens, Tokens::Late(_))
                    }
                    group if group == EMPTY[1] => full,
                    _ => true,
                }
        };
        let last = (0..model.rounds).find(|&round| case.is_open(round));
        let skips = match last {
            _ if !full => vec![model.rounds],
            Some(open) => (0..=open).collect(),
            None => (0..=model.rounds).collect(),
        };
        let seats = (0..model.players).filter(|seat| model.seats >> seat & 1 == 1);
        Relaxation {
            model,
            space,
            case,
            places: places.collect(),
            rows: (0..ROWS).filter(|&row| used(row)).collect(),
            variants: seats
                .flat_map(|seat| skips.iter().map(move |&skip| (seat, skip)))
                .collect(),
        }
    }

    /// A leaf as a whole.
    pub(super) fn whole(&self, leaf: &Leaf) -> Branch {
        let mut limits = [[[[0; 2]; PARTS]; ROUNDS]; ARTISTS];
        for (artist, row) in limits.iter_mut().enumerate().take(self.model.artists) {
            for (round, limits) in row.iter_mut().enumerate().take(self.model.rounds) {
                *limits = self.limits(round, self.place(leaf, round, artist));
            }
        }
        Branch {
            limits,
            closes: [None; ROUNDS],
        }
    }

    fn limits(&self, round: usize, place: usize) -> Limits {
        let model = self.model;
        let cards = self.cards(round, place);
        let some = i32::from(place != ABSENT);
        let mut limits = [[0; 2]; PARTS];
        limits[Part::Cards as usize] = cards;
        limits[Part::Own as usize] = [0, cards[1]];
        limits[Part::Second as usize] = [0, model.seconds.into()];
        limits[Part::Draw as usize] = [0, model.draws.into()];
        limits[Part::Lay as usize] = [0, model.hidden.min(1)];
        limits[Part::Hidden as usize] = [0, some * self.hidden_cards()];
        limits[Part::Extra as usize] = [0, some * i32::from(model.extra)];
        limits[Part::Excess as usize] = [0, some * self.max_excess(round)];
        limits
    }

    /// An artist's place in a round.
    fn place(&self, leaf: &Leaf, round: usize, artist: usize) -> usize {
        self.places[leaf.rankings[round]][artist]
    }

    /// Cards that may be laid face down in all.
    fn hidden_cards(&self) -> i32 {
        self.model.hidden.min(1) * self.model.artists as i32
    }

    /// Cards face up that may exceed what does not close a round: those that close it.
    fn max_excess(&self, round: usize) -> i32 {
        match self.model.together {
            _ if self.case.is_open(round) => 0,
            true => self.model.players as i32,
            false => 1,
        }
    }

    /// Fewest and most cards at a place.
    fn cards(&self, round: usize, place: usize) -> [i32; 2] {
        let closing = self.model.closing as i32;
        let closed = !self.case.is_open(round);
        let most = if self.model.has_full_rules() {
            LIMIT as i32 - 1
        } else {
            closing - 1
        };
        match place {
            FIRST if !self.model.has_full_rules() => [closing, closing],
            FIRST if closed => [closing, most],
            FIRST..=THIRD => [1, most],
            ABSENT => [0, 0],
            _ => [0, most],
        }
    }

    /// What there is of each row.
    pub(super) fn available(&self, leaf: &Leaf, closes: &[Option<bool>; ROUNDS]) -> [i32; ROWS] {
        let mut rows = self.stock(leaf.seat, leaf.skip, closes);
        for round in 0..self.model.rounds {
            for (row, tie) in ORDER.into_iter().zip(self.ties(leaf.rankings[round])) {
                rows[row + round] = -i32::from(tie);
            }
        }
        rows
    }

    /// The same without ties.
    fn stock(&self, seat: usize, skip: usize, closes: &[Option<bool>; ROUNDS]) -> [i32; ROWS] {
        let (n, seat) = (self.model.players as i32, seat as i32);
        let mut rows = [0; ROWS];
        for round in 0..self.model.rounds {
            let dealt = self.model.dealt[round];
            rows[HAND + round] = dealt;
            rows[OTHERS + round] = dealt * (n - 1);
            rows[TURNS_LEAST + round] = match round >= skip {
                true => UNBOUND,
                false => n - 1 - seat - i32::from(closes[round] == Some(false)),
            };
            rows[TURNS_MOST + round] = match closes[round] {
                Some(true) => seat + 1 - n,
                _ => seat,
            };
            rows[EXTRA[0] + round] = 1;
            rows[EXTRA[1] + round] = -1;
            rows[EXCESS[0] + round] = self.max_excess(round);
            rows[EXCESS[1] + round] = -1;
            if self.case.is_open(round) {
                rows[EMPTY[0] + round] = -dealt;
                rows[EMPTY[1] + round] = -dealt * (n - 1);
            } else if round == skip {
                rows[EMPTY[1] + round] = -dealt;
            }
        }
        if let Tokens::Late(late) = self.case.tokens {
            rows[STARS] = late - self.model.artists as i32;
        }
        rows
    }

    /// Which comparisons of a ranking a tie would decide the other way.
    fn ties(&self, ranking: usize) -> [bool; 4] {
        let ranking = &self.space.rankings[ranking];
        let place = |place: usize| ranking.artists.get(place).copied();
        let before = |one: Option<usize>, other: Option<usize>| match (one, other) {
            (Some(one), Some(other)) => one > other,
            _ => false,
        };
        let [first, second, third] = [0, 1, 2].map(place);
        let unranked = |which: usize| ranking.unranked.get(which).copied();
        [
            before(second, third),
            before(third, unranked(0)),
            before(third, unranked(1)),
            self.model.has_full_rules() && before(first, second),
        ]
    }

    /// The best by cards face up and all cards. A part of it is exact, a suffix maximum is made by [`Self::at_least`].
    fn faces(
        &self,
        rates: &Rates,
        round: usize,
        place: usize,
        value: i32,
        limits: &Limits,
    ) -> Box<Faces> {
        let mut faces = Box::new([[[NONE; LIMIT]; OTHERS_OPEN]; OWN_OPEN]);
        self.each_face(rates, round, place, value, limits, |choice, points| {
            let face = &mut faces[choice.open[0] as usize][choice.open[1] as usize];
            let best = &mut face[choice.cards() as usize];
            *best = points.max(*best);
        });
        faces
    }

    /// Every way of displaying an artist's cards in a round, without symbols, and what it is worth.
    fn each_face(
        &self,
        rates: &Rates,
        round: usize,
        place: usize,
        value: i32,
        limits: &Limits,
        mut each: impl FnMut(Choice, i64),
    ) {
        let model = self.model;
        let n = model.players as i32;
        let full = model.has_full_rules();
        let closed = !self.case.is_open(round);
        let calm = model.closing as i32 - 1;
        let within = |part: Part, number: i32| {
            let [least, most] = limits[part as usize];
            (least..=most).contains(&number)
        };
        let value = match place {
            FIRST..=THIRD => i64::from(value) * POINT,
            _ => 0,
        };
        // What a card brings: the maximised player's and another's.
        let order = rates.order[place];
        let card = [value - rates.card[0] + order, order - rates.card[1]];
        let others = n - 1;
        let turn = [-rates.turn * i64::from(others), rates.turn];
        let [least, most] = limits[Part::Cards as usize];
        let own_most = limits[Part::Own as usize][1];
        let additions = model.additions && closed;
        let hidden_most = [
            limits[Part::Hidden as usize][1],
            if place == ABSENT {
                0
            } else {
                self.hidden_cards()
            },
        ];
        // Cards that are hidden or added, by whether the owner has open ones: the best for each number.
        let more = |who: usize, open: i32| -> [Option<(i32, i32, i64)>; MORE] {
            let mut best = [None; MORE];
            let least = if who == 0 {
                limits[Part::Hidden as usize][0]
            } else {
                0
            };
            for hidden in least..=hidden_most[who] {
                let seats = if who == 0 { 1 } else { others };
                let added = if additions {
                    seats.min(open + hidden)
                } else {
                    0
                };
                for added in 0..=added {
                    let points = card[who] * i64::from(hidden + added)
                        - rates.hidden[who] * i64::from(hidden);
                    let best = &mut best[(hidden + added) as usize];
                    if best.is_none_or(|(_, _, other)| points > other) {
                        *best = Some((hidden, added, points));
                    }
                }
            }
            best
        };
        let max_open = calm + self.max_excess(round);
        let no_cards = place == ABSENT;
        for own in 0..=own_most.min(if no_cards { 0 } else { calm + 1 }) {
            let own_more = more(0, own);
            for other in 0..=if no_cards { 0 } else { max_open - own } {
                let others_more = more(1, other);
                for extra in 0..=i32::from(model.extra && !no_cards) {
                    let up = own + other + extra;
                    let excess = (up - calm).max(0);
                    let closes = excess.min(own.min(1) + others * other.min(1)) == excess
                        && own <= calm + excess.min(1);
                    let first = !full && (place == FIRST) != (excess == 1);
                    if up > max_open
                        || up > most
                        || !closes
                        || first
                        || !within(Part::Extra, extra)
                        || !within(Part::Excess, excess)
                    {
                        continue;
                    }
                    let base = (card[0] + turn[0]) * i64::from(own)
                        + (card[1] + turn[1]) * i64::from(other)
                        + (order - rates.extra) * i64::from(extra)
                        - rates.excess * i64::from(excess);
                    for (own_hidden, own_added, own_points) in own_more.iter().flatten() {
                        if !within(Part::Own, own + own_hidden + own_added) {
                            continue;
                        }
                        for (hidden, added, points) in others_more.iter().flatten() {
                            let cards = up + own_hidden + own_added + hidden + added;
                            if cards < least || cards > most {
                                continue;
                            }
                            let choice = Choice {
                                open: [own, other],
                                hidden: [*own_hidden, *hidden],
                                added: [*own_added, *added],
                                extra,
                                excess,
                                ..Choice::default()
                            };
                            each(choice, base + own_points + points);
                        }
                    }
                }
            }
        }
    }

    /// Every way of using an artist's symbols in a round: what it brings, and the open cards that it takes of the
    /// maximised player, of the others, and of both together.
    fn each_symbols(
        &self,
        rates: &Rates,
        round: usize,
        limits: &Limits,
        mut each: impl FnMut(Choice, i64, [usize; 3]),
    ) {
        let model = self.model;
        let n = i64::from(model.players as i32);
        let users = |part: Part, has: bool| {
            let [least, most] = limits[part as usize];
            [By::Nobody, By::Maximised, By::Another]
                .into_iter()
                .filter(move |&by| {
                    let own = i32::from(by == By::Maximised);
                    (has || by == By::Nobody) && (least..=most).contains(&own)
                })
        };
        let stars = round == 0 && matches!(self.case.tokens, Tokens::Late(_));
        for draw in users(Part::Draw, model.draws) {
            for second in users(Part::Second, model.seconds) {
                for lay in users(Part::Lay, model.hidden > 0) {
                    let mut points = 0;
                    let mut needed = [0; 3];
                    if let Some(who) = draw.index() {
                        points += rates.card[who];
                        needed[who] += 1;
                    }
                    if let Some(who) = second.index() {
                        points += rates.turn * [n - 1, -1][who];
                        needed[who] += 2;
                    }
                    if let Some(who) = lay.index() {
                        points += rates.hidden[who];
                        needed[who] += 1;
                    }
                    needed[2] = needed[0] + needed[1];
                    for star in 0..=usize::from(stars) {
                        let choice = Choice {
                            draw,
                            second,
                            lay,
                            star: star > 0,
                            ..Choice::default()
                        };
                        let needed = [needed[0], needed[1], needed[2] + star];
                        each(choice, points + rates.star * star as i64, needed);
                    }
                }
            }
        }
    }

    /// The best of a round by cards and flags.
    fn round(
        &self,
        rates: &Rates,
        round: usize,
        place: usize,
        value: i32,
        limits: &Limits,
    ) -> Round {
        let mut faces = self.faces(rates, round, place, value, limits);
        let [least, most] = limits[Part::Cards as usize];
        let cards = least.max(0) as usize..=most.max(0) as usize;
        at_least(&mut faces, cards.clone());
        let mut best = [[NONE; FLAGS]; LIMIT];
        self.each_symbols(rates, round, limits, |choice, points, needed| {
            for cards in cards.clone() {
                let most = most_with(&faces, needed, cards);
                if most > NONE / 2 {
                    let best = &mut best[cards][flags(&choice)];
                    *best = (most + points).max(*best);
                }
            }
        });
        let all = best.iter().enumerate().flat_map(|(cards, row)| {
            let row = row.iter().enumerate();
            row.map(move |(flags, &points)| (cards, flags, points))
        });
        all.filter(|&(.., points)| points > NONE / 2).collect()
    }

    /// The choice of a round with these cards and flags that is worth this.
    fn choice(
        &self,
        rates: &Rates,
        round: usize,
        place: usize,
        value: i32,
        limits: &Limits,
        (cards, flag, points): (usize, usize, i64),
    ) -> Option<Choice> {
        let exact = self.faces(rates, round, place, value, limits);
        let mut faces = exact.clone();
        at_least(&mut faces, cards..=cards);
        let mut symbols = None;
        self.each_symbols(rates, round, limits, |choice, worth, needed| {
            let most = most_with(&faces, needed, cards);
            if most > NONE / 2 && most + worth == points && flags(&choice) == flag {
                symbols = Some((choice, worth, needed));
            }
        });
        let (symbols, worth, needed) = symbols?;
        let mut found = None;
        self.each_face(rates, round, place, value, limits, |face, most| {
            let open = face.open.map(|open| open as usize);
            let fits = open[0] >= needed[0]
                && open[1] >= needed[1]
                && open[0] + open[1] >= needed[2]
                && face.cards() as usize == cards;
            if fits && most + worth == points {
                found = Some(Choice {
                    draw: symbols.draw,
                    second: symbols.second,
                    lay: symbols.lay,
                    star: symbols.star,
                    ..face
                });
            }
        });
        found
    }

    fn tokens(&self, role: usize, round: usize) -> i32 {
        let award = self.model.award;
        let all = award * self.model.artists as i32;
        match (self.case.tokens, role) {
            (_, 0) => 0,
            (Tokens::All, _) => all,
            (Tokens::Late(late), _) if round == 0 => all - award * late,
            (Tokens::Late(_), _) => all,
            (Tokens::Split, 1) => all - award,
            (Tokens::Split, _) => award * i32::from(round > 0),
        }
    }

    fn role(leaf: &Leaf, artist: usize) -> usize {
        match leaf.awarded {
            [first, _] if first == artist => 1,
            [_, second] if second == artist => 2,
            _ => 0,
        }
    }

    fn roles(&self) -> usize {
        match self.case.tokens {
            Tokens::Split => 3,
            _ => 2,
        }
    }

    /// The bounds of all leaves under these prices.
    pub(super) fn tables(&self, prices: &Prices) -> Tables {
        let model = self.model;
        let mut fill = Fill {
            relaxation: self,
            rates: Rates::new(prices, self.case),
            known: vec![None; model.rounds * PLACES * VALUES],
            best: vec![
                (0..=model.rounds)
                    .map(|round| vec![[NONE; ROLES]; PLACES.pow(round as u32)])
                    .collect();
                model.artists
            ],
        };
        let mut start = [[NONE; FLAGS]; LIMIT];
        start[0][0] = 0;
        for role in 0..self.roles() {
            fill.from(role, 0, 0, 0, &start);
        }
        let ties: Vec<Vec<i64>> = (0..model.rounds)
            .map(|round| {
                let cost = |ranking| {
                    let ties = ORDER.into_iter().zip(self.ties(ranking));
                    -ties
                        .filter(|&(_, tie)| tie)
                        .map(|(row, _)| prices[row + round])
                        .sum::<i64>()
                };
                (0..self.space.rankings.len()).map(cost).collect()
            })
            .collect();
        let mut ties_from = vec![0; model.rounds + 1];
        for round in (0..model.rounds).rev() {
            ties_from[round] = ties_from[round + 1] + ties[round].iter().max().unwrap_or(&0);
        }
        let variants: Vec<i64> = self
            .variants
            .iter()
            .map(|&(seat, skip)| {
                let stock = self.stock(seat, skip, &[None; ROUNDS]);
                let worth = self
                    .rows
                    .iter()
                    .map(|&row| i64::from(stock[row]) * prices[row]);
                worth.sum()
            })
            .collect();
        let any_variant = variants.iter().copied().max().unwrap_or(NONE);
        Tables {
            best: fill.best,
            ties,
            ties_from,
            variants,
            any_variant,
        }
    }

    /// The best of each artist in a branch of a leaf under these prices, and the bound; `None` when there is nothing
    /// in the branch.
    pub(super) fn best(
        &self,
        leaf: &Leaf,
        branch: &Branch,
        prices: &Prices,
    ) -> Option<(i64, Vec<Column>)> {
        let rates = Rates::new(prices, self.case);
        let available = self.available(leaf, &branch.closes);
        let stock = self
            .rows
            .iter()
            .map(|&row| i64::from(available[row]) * prices[row]);
        let mut bound: i64 = stock.sum();
        let mut columns = Vec::with_capacity(self.model.artists);
        for artist in 0..self.model.artists {
            let (points, column) = self.best_of(leaf, branch, &rates, artist)?;
            bound += points;
            columns.push(column);
        }
        Some((bound, columns))
    }

    fn best_of(
        &self,
        leaf: &Leaf,
        branch: &Branch,
        rates: &[Rates; ROUNDS],
        artist: usize,
    ) -> Option<(i64, Column)> {
        let rounds = self.model.rounds;
        let limit = self.model.limits[artist] as usize;
        let mut layers = [[[NONE; FLAGS]; LIMIT]; ROUNDS + 1];
        layers[0][0][0] = 0;
        let mut known: [(i32, Round); ROUNDS] = Default::default();
        let mut gained = 0;
        let role = Self::role(leaf, artist);
        for round in 0..rounds {
            let place = self.place(leaf, round, artist);
            gained += gain(place);
            let value = gained + self.tokens(role, round);
            let best = self.round(
                &rates[round],
                round,
                place,
                value,
                &branch.limits[artist][round],
            );
            layers[round + 1] = step(&layers[round], &best, limit);
            known[round] = (value, best);
        }
        let (mut used, mut flag, mut points) = (0, 0, NONE);
        for (cards, row) in layers[rounds].iter().enumerate() {
            for (flags, &best) in row.iter().enumerate() {
                if best > points {
                    (used, flag, points) = (cards, flags, best);
                }
            }
        }
        if points <= NONE / 2 {
            return None;
        }
        let mut column = Column {
            artist,
            choices: [Choice::default(); ROUNDS],
            score: 0,
            usage: [0; ROWS],
        };
        for round in (0..rounds).rev() {
            let place = self.place(leaf, round, artist);
            let (value, best) = &known[round];
            let target = layers[round + 1][used][flag];
            let found = best.iter().find(|&&(cards, more, points)| {
                cards <= used && more & flag == more && {
                    let before = layers[round][used - cards][flag & !more];
                    before > NONE / 2 && before + points == target
                }
            })?;
            let limits = &branch.limits[artist][round];
            let choice = self.choice(&rates[round], round, place, *value, limits, *found)?;
            used -= found.0;
            flag &= !found.1;
            if (FIRST..=THIRD).contains(&place) {
                column.score += choice.own() * value;
            }
            self.use_rows(round, place, &choice, &mut column.usage);
            column.choices[round] = choice;
        }
        Some((points, column))
    }

    /// Adds what a choice uses of each row.
    fn use_rows(&self, round: usize, place: usize, choice: &Choice, usage: &mut [i32; ROWS]) {
        let others = self.model.players as i32 - 1;
        let used = |by: By, whom: By| i32::from(by == whom);
        let by = [By::Maximised, By::Another];
        let seconds = by.map(|by| used(choice.second, by));
        let lead = others * (choice.open[0] - seconds[0]) - (choice.open[1] - seconds[1]);
        let cards = choice.cards();
        let own = choice.own();
        let hands = [own, cards - own - choice.extra];
        for later in round..self.model.rounds {
            for (who, row) in [HAND, OTHERS].into_iter().enumerate() {
                let played = hands[who] - used(choice.draw, by[who]);
                usage[row + later] += played;
                if EMPTY[who] + later != STARS || self.case.open & 1 == 1 {
                    usage[EMPTY[who] + later] -= played;
                }
            }
            usage[TURNS_LEAST + later] += lead;
            usage[TURNS_MOST + later] -= lead;
        }
        if self.case.open & 1 == 0 {
            usage[STARS] -= i32::from(choice.star);
        }
        usage[EXTRA[0] + round] += choice.extra;
        usage[EXTRA[1] + round] -= choice.extra;
        usage[EXCESS[0] + round] += choice.excess;
        usage[EXCESS[1] + round] -= choice.excess;
        for who in 0..2 {
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
    }

    /// A leaf in which the artists with most cards are ranked in every round, each first in turn.
    pub(super) fn ordinary(&self) -> Leaf {
        let mut artists: Vec<usize> = (0..self.model.artists).collect();
        artists.sort_by_key(|&artist| std::cmp::Reverse(self.model.limits[artist]));
        artists.truncate(GAINS.len());
        let (seat, skip) = self.variants[self.variants.len() - 1];
        let other = match self.case.tokens {
            Tokens::Split => artists[artists.len() - 1],
            _ => artists[0],
        };
        let awarded = [artists[0], other];
        let rankings = std::array::from_fn(|_| {
            artists.rotate_left(1);
            let mut rankings = self.space.rankings.iter();
            rankings
                .position(|ranking| ranking.artists == artists)
                .unwrap_or(0)
        });
        Leaf {
            awarded,
            seat,
            skip,
            rankings,
        }
    }

    /// Who may get the awards.
    fn awarded(&self) -> Vec<[usize; 2]> {
        let artists = 0..self.model.artists;
        match self.case.tokens {
            Tokens::Split => artists
                .clone()
                .flat_map(|one| artists.clone().map(move |other| [one, other]))
                .filter(|[one, other]| one != other)
                .collect(),
            _ => artists.map(|artist| [artist; 2]).collect(),
        }
    }

    /// The leaves whose bound is at least `cut` under each of the prices, at most `most` of them.
    pub(super) fn leaves(&self, tables: &[Tables], cut: i64, most: usize) -> Vec<(i64, Leaf)> {
        let mut walk = Walk {
            relaxation: self,
            tables,
            cut,
            most,
            rankings: [0; ROUNDS],
            found: Vec::new(),
        };
        for awarded in self.awarded() {
            walk.from(awarded, 0, [0; ARTISTS]);
        }
        walk.found
    }

    /// The bound of a leaf.
    pub(super) fn bound(&self, tables: &Tables, leaf: &Leaf) -> i64 {
        let rounds = self.model.rounds;
        let variant = (leaf.seat, leaf.skip);
        let variant = self.variants.iter().position(|&other| other == variant);
        let mut bound = variant.map_or(NONE, |variant| tables.variants[variant]);
        for (ties, &ranking) in tables.ties.iter().zip(&leaf.rankings) {
            bound += ties[ranking];
        }
        for (artist, best) in tables.best.iter().enumerate() {
            let code = (0..rounds).fold(0, |code, r| code * PLACES + self.place(leaf, r, artist));
            bound += best[rounds][code][Self::role(leaf, artist)];
        }
        bound.max(NONE)
    }

    /// Who is first in a round.
    pub(super) fn first(&self, leaf: &Leaf, round: usize) -> usize {
        self.space.rankings[leaf.rankings[round]].artists[0]
    }
}

/// A walk through all leaves.
struct Walk<'a> {
    relaxation: &'a Relaxation<'a>,
    tables: &'a [Tables],
    cut: i64,
    most: usize,
    rankings: [usize; ROUNDS],
    found: Vec<(i64, Leaf)>,
}

impl Walk<'_> {
    fn from(&mut self, awarded: [usize; 2], round: usize, codes: [usize; ARTISTS]) {
        if self.found.len() >= self.most {
            return;
        }
        let relaxation = self.relaxation;
        let model = relaxation.model;
        let leaf = Leaf {
            awarded,
            seat: 0,
            skip: 0,
            rankings: self.rankings,
        };
        let roles: [usize; ARTISTS] = std::array::from_fn(|artist| Relaxation::role(&leaf, artist));
        let sum = |tables: &Tables| {
            let mut bound = tables.ties_from[round];
            for (ties, &ranking) in tables.ties.iter().zip(&self.rankings[..round]) {
                bound += ties[ranking];
            }
            for (artist, best) in tables.best.iter().enumerate() {
                bound += best[round][codes[artist]][roles[artist]];
            }
            bound
        };
        // The newest prices cut most.
        let cuts = |tables: &Tables| sum(tables) + tables.any_variant < self.cut;
        if self.tables.iter().rev().any(cuts) {
            return;
        }
        if round == model.rounds {
            let sums: Vec<i64> = self.tables.iter().map(sum).collect();
            for (number, &(seat, skip)) in relaxation.variants.iter().enumerate() {
                let bounds = self.tables.iter().zip(&sums);
                let bound = bounds
                    .map(|(tables, sum)| sum + tables.variants[number])
                    .min();
                if let Some(bound) = bound.filter(|&bound| bound >= self.cut) {
                    self.found.push((
                        bound,
                        Leaf {
                            seat,
                            skip,
                            ..leaf.clone()
                        },
                    ));
                }
            }
            return;
        }
        for (ranking, places) in relaxation.places.iter().enumerate() {
            let mut codes = codes;
            for (code, place) in codes.iter_mut().zip(places) {
                *code = *code * PLACES + place;
            }
            self.rankings[round] = ranking;
            self.from(awarded, round + 1, codes);
        }
    }
}

/// Values of a card are below this.
const VALUES: usize = 32;

/// Fills the tables of all artists: they differ only in how many cards there are.
struct Fill<'a> {
    relaxation: &'a Relaxation<'a>,
    rates: [Rates; ROUNDS],
    /// The best of a round, by round, place and value.
    known: Vec<Option<Round>>,
    best: Vec<Vec<Vec<[i64; ROLES]>>>,
}

impl Fill<'_> {
    /// The best of all from a round on, by the places so far, for each continuation.
    fn from(&mut self, role: usize, round: usize, code: usize, gained: i32, layer: &Layer) {
        let relaxation = self.relaxation;
        let model = relaxation.model;
        if round == model.rounds {
            let mut most = NONE;
            let mut used = 0;
            let mut artists: Vec<usize> = (0..model.artists).collect();
            artists.sort_by_key(|&artist| model.limits[artist]);
            for artist in artists {
                while used <= model.limits[artist] as usize {
                    most = layer[used].into_iter().fold(most, i64::max);
                    used += 1;
                }
                self.best[artist][round][code][role] = most;
            }
            return;
        }
        let limit = model.limits.into_iter().max().unwrap_or(0) as usize;
        for place in 0..PLACES {
            let gained = gained + gain(place);
            let value = gained + relaxation.tokens(role, round);
            let key = (round * PLACES + place) * VALUES + value as usize;
            if self.known[key].is_none() {
                let limits = relaxation.limits(round, place);
                let best = relaxation.round(&self.rates[round], round, place, value, &limits);
                self.known[key] = Some(best);
            }
            let next = self.known[key]
                .as_ref()
                .map(|best| step(layer, best, limit));
            let code = code * PLACES + place;
            if let Some(next) = next {
                self.from(role, round + 1, code, gained, &next);
            }
        }
        for best in &mut self.best {
            let next = &best[round + 1][code * PLACES..(code + 1) * PLACES];
            let most = next.iter().map(|best| best[role]).max().unwrap_or(NONE);
            best[round][code][role] = most;
        }
    }
}

/// One round more.
fn step(before: &Layer, best: &Round, limit: usize) -> Layer {
    let mut after = [[NONE; FLAGS]; LIMIT];
    for (used, row) in before.iter().enumerate() {
        for (flags, &so_far) in row.iter().enumerate() {
            if so_far <= NONE / 2 {
                continue;
            }
            for &(cards, more, points) in best {
                if more & flags == 0 && used + cards <= limit {
                    let after = &mut after[used + cards][flags | more];
                    *after = (so_far + points).max(*after);
                }
            }
        }
    }
    after
}

/// Makes of the best with exactly so many open cards the best with at least so many.
fn at_least(faces: &mut Faces, cards: std::ops::RangeInclusive<usize>) {
    for cards in cards {
        for own in (0..OWN_OPEN).rev() {
            for others in (0..OTHERS_OPEN).rev() {
                let mut best = faces[own][others][cards];
                if own + 1 < OWN_OPEN {
                    best = best.max(faces[own + 1][others][cards]);
                }
                if others + 1 < OTHERS_OPEN {
                    best = best.max(faces[own][others + 1][cards]);
                }
                faces[own][others][cards] = best;
            }
        }
    }
}

/// The best with so many open cards of the maximised player, of the others, and of both.
fn most_with(faces: &Faces, [own, others, both]: [usize; 3], cards: usize) -> i64 {
    let spare = both - own - others;
    // One of both is one more of either.
    (0..=spare)
        .map(|more| faces[own + more][others + spare - more][cards])
        .max()
        .unwrap_or(NONE)
}

fn gain(place: usize) -> i32 {
    match place {
        FIRST..=THIRD => GAINS[place - FIRST],
        _ => 0,
    }
}

/// Which of an artist's symbol cards a choice uses up.
fn flags(choice: &Choice) -> usize {
    let used = |by: By, bit: usize| usize::from(by != By::Nobody) << bit;
    used(choice.draw, 0) | used(choice.second, 1) | used(choice.lay, 2)
}
