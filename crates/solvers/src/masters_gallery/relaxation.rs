//! The priced relaxation of a *leaf*: all games with given rankings of all rounds, one artist who gets all awards,
//! and one seat of the maximised player.
//!
//! With the rankings fixed, the value of every card is a constant, and everything that ties the artists together is a
//! linear row: hands, turn order, the order of a ranking. With a price on each row, every artist is optimised
//! alone, by dynamic programming over rounds, and depends only on his own places. So a leaf's bound is a constant
//! plus one look-up for each artist. `docs/masters-gallery-optimum.md` states the rows and proves them.
//!
//! Prices and bounds are thousandths of a point.

use super::model::{ARTISTS, Model};
use super::rankings::Space;
use parlour_games::masters_gallery::rules::{GAINS, ROUNDS};

/// A point.
pub(super) const POINT: i32 = 1000;
/// Less than anything that can be reached.
pub(super) const NONE: i32 = -1_000_000_000;
/// Places of an artist in a round: unranked (the first of these in the row), first, second, third, no card at all,
/// unranked (the second in the row).
const PLACES: usize = 6;
const FIRST: usize = 1;
const SECOND: usize = 2;
const THIRD: usize = 3;
const ABSENT: usize = 4;
const UNRANKED: [usize; 2] = [0, 5];
/// Groups of rows, one row of each for every round.
const GROUPS: usize = 7;
/// Rows of the relaxation.
pub(super) const ROWS: usize = GROUPS * ROUNDS;
/// Cards that the maximised player has displayed up to a round.
const HAND: usize = 0;
/// The same of all others together.
const OTHERS: usize = ROUNDS;
/// Turns of all up to a round are at least those up to the maximised player's last one.
const TURNS_LEAST: usize = 2 * ROUNDS;
/// They are at most those before the next one of the maximised player.
const TURNS_MOST: usize = 3 * ROUNDS;
/// The second has at least as many cards as the third, and the third as each unranked artist.
const ORDER: [usize; 3] = [4 * ROUNDS, 5 * ROUNDS, 6 * ROUNDS];
/// Cards of one artist, at most, and one.
const LIMIT: usize = 22;
/// Cards of one artist in a round, at most, and one.
const ROUND_LIMIT: usize = 8;
/// Whether the draw card and the second card of an artist have been used.
const FLAGS: usize = 4;

/// Prices of the rows.
pub(super) type Prices = [i32; ROWS];
/// For cards of one artist so far, and the flags: the best.
type Layer = [[i32; FLAGS]; LIMIT];

/// All games with these rankings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    /// Who gets the awards.
    pub(super) awarded: usize,
    /// Where the maximised player sits: counted from who opens the first round.
    pub(super) seat: usize,
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

/// What happens with an artist's cards in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Choice {
    /// Cards of all players.
    pub(super) cards: i32,
    /// Cards of the maximised player among them.
    pub(super) own: i32,
    /// Who draws with the artist's draw card.
    pub(super) draw: By,
    /// Who displays a second card of the artist.
    pub(super) second: By,
}

/// What a branch fixes of an artist in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Own,
    Cards,
    Second,
    Draw,
}

impl Part {
    /// Those that decide most come first.
    pub(super) const ALL: [Part; 4] = [Part::Own, Part::Second, Part::Draw, Part::Cards];

    /// Its number of a choice: symbols count where the maximised player uses them.
    pub(super) fn of(self, choice: &Choice) -> i32 {
        match self {
            Part::Own => choice.own,
            Part::Cards => choice.cards,
            Part::Second => i32::from(choice.second == By::Maximised),
            Part::Draw => i32::from(choice.draw == By::Maximised),
        }
    }
}

/// Limits of the parts of an artist's choice in a round: at least, and at most.
pub(super) type Limits = [[i32; 2]; 4];

/// A part of a leaf.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    /// By artist and round, in the order of [`Part`].
    pub(super) limits: [[Limits; ROUNDS]; ARTISTS],
    /// Whether the maximised player closes a round, where that is fixed.
    pub(super) closes: [Option<bool>; ROUNDS],
}

/// Prices as they add up for the cards of a round.
struct Rates {
    own: [i32; ROUNDS],
    other: [i32; ROUNDS],
    turn: [i32; ROUNDS],
    /// For a card of an artist at a place.
    order: [[i32; PLACES]; ROUNDS],
}

impl Rates {
    fn new(prices: &Prices) -> Rates {
        let mut rates = Rates {
            own: [0; ROUNDS],
            other: [0; ROUNDS],
            turn: [0; ROUNDS],
            order: [[0; PLACES]; ROUNDS],
        };
        for round in 0..ROUNDS {
            for later in round..ROUNDS {
                rates.own[round] += prices[HAND + later];
                rates.other[round] += prices[OTHERS + later];
                rates.turn[round] += prices[TURNS_LEAST + later] - prices[TURNS_MOST + later];
            }
            let [second, left, right] = ORDER.map(|row| prices[row + round]);
            let order = &mut rates.order[round];
            order[SECOND] = second;
            order[THIRD] = left + right - second;
            order[UNRANKED[0]] = -left;
            order[UNRANKED[1]] = -right;
        }
        rates
    }
}

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
    /// By artist, rounds so far, places so far, and whether the artist gets the awards: the best.
    best: Vec<Vec<Vec<[i32; 2]>>>,
    /// What ties cost, by round and ranking; and the most of this and all later rounds.
    ties: Vec<Vec<i32>>,
    ties_from: Vec<i32>,
    /// The price of all that there is, by seat; and the most.
    seats: Vec<i32>,
    any_seat: i32,
}

impl Tables {
    /// No leaf is above this.
    pub(super) fn highest(&self) -> i32 {
        let artists: i32 = self
            .best
            .iter()
            .map(|best| best[0][0].into_iter().max().unwrap_or(NONE))
            .sum();
        self.any_seat + self.ties_from[0] + artists
    }
}

/// Computes bounds of leaves.
pub(super) struct Relaxation<'a> {
    pub(super) model: &'a Model,
    pub(super) space: &'a Space,
    /// By ranking and artist.
    places: Vec<[usize; ARTISTS]>,
    /// Rows that are used.
    pub(super) rows: Vec<usize>,
}

impl<'a> Relaxation<'a> {
    /// For a model without extra, hidden and added cards in which one player is maximised.
    pub(super) fn new(model: &'a Model, space: &'a Space) -> Relaxation<'a> {
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
        Relaxation {
            model,
            space,
            places: places.collect(),
            rows: (0..ROWS)
                .filter(|row| row % ROUNDS < model.rounds)
                .collect(),
        }
    }

    /// A leaf as a whole.
    pub(super) fn whole(&self, leaf: &Leaf) -> Branch {
        let mut limits = [[[[0; 2]; 4]; ROUNDS]; ARTISTS];
        for (artist, row) in limits.iter_mut().enumerate().take(self.model.artists) {
            for (round, limits) in row.iter_mut().enumerate().take(self.model.rounds) {
                let cards = self.cards(self.place(leaf, round, artist));
                limits[Part::Cards as usize] = cards;
                limits[Part::Own as usize] = [0, cards[1]];
                limits[Part::Second as usize] = [0, self.model.seconds.into()];
                limits[Part::Draw as usize] = [0, self.model.draws.into()];
            }
        }
        Branch {
            limits,
            closes: [None; ROUNDS],
        }
    }

    /// An artist's place in a round.
    fn place(&self, leaf: &Leaf, round: usize, artist: usize) -> usize {
        self.places[leaf.rankings[round]][artist]
    }

    /// Fewest and most cards at a place.
    fn cards(&self, place: usize) -> [i32; 2] {
        let closing = self.model.closing as i32;
        match place {
            FIRST => [closing, closing],
            SECOND | THIRD => [1, closing - 1],
            ABSENT => [0, 0],
            _ => [0, closing - 1],
        }
    }

    /// What there is of each row.
    pub(super) fn available(&self, leaf: &Leaf, closes: &[Option<bool>; ROUNDS]) -> [i32; ROWS] {
        let (n, seat) = (self.model.players as i32, leaf.seat as i32);
        let mut rows = [0; ROWS];
        for round in 0..self.model.rounds {
            rows[HAND + round] = self.model.dealt[round];
            rows[OTHERS + round] = self.model.dealt[round] * (n - 1);
            rows[TURNS_LEAST + round] = n - 1 - seat - i32::from(closes[round] == Some(false));
            rows[TURNS_MOST + round] = match closes[round] {
                Some(true) => seat + 1 - n,
                _ => seat,
            };
            for (row, tie) in ORDER.into_iter().zip(self.ties(leaf.rankings[round])) {
                rows[row + round] = -i32::from(tie);
            }
        }
        rows
    }

    /// Which comparisons of a ranking a tie would decide the other way.
    fn ties(&self, ranking: usize) -> [bool; 3] {
        let ranking = &self.space.rankings[ranking];
        let [_, second, third] = ranking.artists[..] else {
            // With fewer ranked artists there are no others, and the second is compared with none.
            return [false; 3];
        };
        let unranked = |which: usize| ranking.unranked.get(which).is_some_and(|&a| third > a);
        [second > third, unranked(0), unranked(1)]
    }

    /// Everything that can be done with an artist's cards in a round, and what it is worth.
    fn each_choice(
        &self,
        rates: &Rates,
        round: usize,
        place: usize,
        value: i32,
        limits: &Limits,
        mut each: impl FnMut(Choice, i32),
    ) {
        let n = self.model.players as i32;
        let value = if (FIRST..=THIRD).contains(&place) {
            value * POINT
        } else {
            0
        };
        let (own_rate, other_rate) = (rates.own[round], rates.other[round]);
        let turn = rates.turn[round];
        let within = |part: Part, number: i32| {
            let [least, most] = limits[part as usize];
            (least..=most).contains(&number)
        };
        let users = |has: bool| match has {
            true => &[By::Nobody, By::Maximised, By::Another][..],
            false => &[By::Nobody],
        };
        let [least, most] = limits[Part::Cards as usize];
        let [own_least, own_most] = limits[Part::Own as usize];
        for cards in least..=most {
            let base = (rates.order[round][place] + turn - other_rate) * cards;
            for own in own_least..=own_most.min(cards) {
                let points = base + (value - own_rate - n * turn + other_rate) * own;
                for &draw in users(self.model.draws) {
                    let drawn = match draw {
                        By::Nobody => 0,
                        By::Maximised => own_rate,
                        By::Another => other_rate,
                    };
                    if !within(Part::Draw, i32::from(draw == By::Maximised)) {
                        continue;
                    }
                    for &second in users(self.model.seconds) {
                        let mut needed = [0; 2];
                        let mut count = |by: By, cards: i32| match by {
                            By::Nobody => (),
                            By::Maximised => needed[0] += cards,
                            By::Another => needed[1] += cards,
                        };
                        count(draw, 1);
                        count(second, 2);
                        if own < needed[0]
                            || cards - own < needed[1]
                            || !within(Part::Second, i32::from(second == By::Maximised))
                        {
                            continue;
                        }
                        let seconds = match second {
                            By::Nobody => 0,
                            By::Maximised => (n - 1) * turn,
                            By::Another => -turn,
                        };
                        let choice = Choice {
                            cards,
                            own,
                            draw,
                            second,
                        };
                        each(choice, points + drawn + seconds);
                    }
                }
            }
        }
    }

    /// One round more.
    #[allow(
        clippy::too_many_arguments,
        reason = "a step of a recursion over rounds"
    )]
    fn step(
        &self,
        rates: &Rates,
        round: usize,
        artist: usize,
        place: usize,
        value: i32,
        limits: &Limits,
        before: &Layer,
    ) -> Layer {
        let mut best = [[NONE; FLAGS]; ROUND_LIMIT];
        self.each_choice(rates, round, place, value, limits, |choice, points| {
            let best = &mut best[choice.cards as usize][flags(&choice)];
            *best = points.max(*best);
        });
        let limit = self.model.limits[artist] as usize;
        let mut after = [[NONE; FLAGS]; LIMIT];
        for used in 0..=limit {
            for flags in 0..FLAGS {
                let so_far = before[used][flags];
                if so_far <= NONE / 2 {
                    continue;
                }
                for (cards, row) in best.iter().enumerate().take(limit - used + 1) {
                    for (more, &points) in row.iter().enumerate() {
                        if more & flags == 0 && points > NONE / 2 {
                            let after = &mut after[used + cards][flags | more];
                            *after = (so_far + points).max(*after);
                        }
                    }
                }
            }
        }
        after
    }

    fn tokens(&self, awarded: bool) -> i32 {
        if awarded {
            self.model.award * self.model.artists as i32
        } else {
            0
        }
    }

    /// The bounds of all leaves under these prices.
    pub(super) fn tables(&self, prices: &Prices) -> Tables {
        let model = self.model;
        let rates = Rates::new(prices);
        let best = (0..model.artists)
            .map(|artist| {
                let mut levels: Vec<Vec<[i32; 2]>> = (0..=model.rounds)
                    .map(|round| vec![[NONE; 2]; PLACES.pow(round as u32)])
                    .collect();
                for awarded in [false, true] {
                    let mut start = [[NONE; FLAGS]; LIMIT];
                    start[0][0] = 0;
                    let value = self.tokens(awarded);
                    let rest = &mut levels[..];
                    self.fill(&rates, artist, awarded, 0, 0, value, &start, rest);
                }
                levels
            })
            .collect();
        let ties: Vec<Vec<i32>> = (0..model.rounds)
            .map(|round| {
                let cost = |ranking| {
                    let ties = ORDER.into_iter().zip(self.ties(ranking));
                    -ties
                        .filter(|&(_, tie)| tie)
                        .map(|(row, _)| prices[row + round])
                        .sum::<i32>()
                };
                (0..self.space.rankings.len()).map(cost).collect()
            })
            .collect();
        let mut ties_from = vec![0; model.rounds + 1];
        for round in (0..model.rounds).rev() {
            ties_from[round] = ties_from[round + 1] + ties[round].iter().max().unwrap_or(&0);
        }
        let seats: Vec<i32> = (0..model.players)
            .map(|seat| {
                if model.seats >> seat & 1 == 0 {
                    return NONE;
                }
                let leaf = Leaf {
                    awarded: 0,
                    seat,
                    rankings: [0; ROUNDS],
                };
                // A ranking of one artist has no ties.
                let available = self.available(&leaf, &[None; ROUNDS]);
                available.iter().zip(prices).map(|(a, p)| a * p).sum()
            })
            .collect();
        let any_seat = seats.iter().copied().max().unwrap_or(NONE);
        Tables {
            best,
            ties,
            ties_from,
            seats,
            any_seat,
        }
    }

    /// The best of an artist from a round on, by the places so far, for each continuation.
    #[allow(
        clippy::too_many_arguments,
        reason = "a step of a recursion over rounds"
    )]
    fn fill(
        &self,
        rates: &Rates,
        artist: usize,
        awarded: bool,
        round: usize,
        code: usize,
        value: i32,
        layer: &Layer,
        levels: &mut [Vec<[i32; 2]>],
    ) -> i32 {
        let best = if round == self.model.rounds {
            layer.iter().flatten().copied().max().unwrap_or(NONE)
        } else {
            let mut best = NONE;
            for place in 0..PLACES {
                let gain = match place {
                    FIRST..=THIRD => GAINS[place - FIRST],
                    _ => 0,
                };
                let value = value + gain;
                let cards = self.cards(place);
                let limits = [
                    [0, cards[1]],
                    cards,
                    [0, self.model.seconds.into()],
                    [0, self.model.draws.into()],
                ];
                let next = self.step(rates, round, artist, place, value, &limits, layer);
                let code = code * PLACES + place;
                best = best.max(self.fill(
                    rates,
                    artist,
                    awarded,
                    round + 1,
                    code,
                    value,
                    &next,
                    levels,
                ));
            }
            best
        };
        levels[round][code][usize::from(awarded)] = best;
        best
    }

    /// The best of each artist in a branch of a leaf under these prices, and the bound; `None` when there is nothing
    /// in the branch.
    pub(super) fn best(
        &self,
        leaf: &Leaf,
        branch: &Branch,
        prices: &Prices,
    ) -> Option<(i32, Vec<Column>)> {
        let rates = Rates::new(prices);
        let available = self.available(leaf, &branch.closes);
        let mut bound: i32 = available.iter().zip(prices).map(|(a, p)| a * p).sum();
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
        rates: &Rates,
        artist: usize,
    ) -> Option<(i32, Column)> {
        let rounds = self.model.rounds;
        let mut layers = [[[NONE; FLAGS]; LIMIT]; ROUNDS + 1];
        layers[0][0][0] = 0;
        let mut values = [0; ROUNDS];
        let mut value = self.tokens(artist == leaf.awarded);
        for round in 0..rounds {
            let place = self.place(leaf, round, artist);
            if (FIRST..=THIRD).contains(&place) {
                value += GAINS[place - FIRST];
            }
            values[round] = value;
            let limits = &branch.limits[artist][round];
            layers[round + 1] =
                self.step(rates, round, artist, place, value, limits, &layers[round]);
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
            let limits = &branch.limits[artist][round];
            let target = layers[round + 1][used][flag];
            let mut found = None;
            self.each_choice(
                rates,
                round,
                place,
                values[round],
                limits,
                |choice, points| {
                    let (cards, flags) = (choice.cards as usize, flags(&choice));
                    if found.is_none() && cards <= used && flags & flag == flags {
                        let before = layers[round][used - cards][flag & !flags];
                        if before > NONE / 2 && before + points == target {
                            found = Some(choice);
                        }
                    }
                },
            );
            let choice = found?;
            used -= choice.cards as usize;
            flag &= !flags(&choice);
            if (FIRST..=THIRD).contains(&place) {
                column.score += choice.own * values[round];
            }
            self.use_rows(round, place, &choice, &mut column.usage);
            column.choices[round] = choice;
        }
        Some((points, column))
    }

    /// Adds what a choice uses of each row.
    fn use_rows(&self, round: usize, place: usize, choice: &Choice, usage: &mut [i32; ROWS]) {
        let n = self.model.players as i32;
        let used = |by: By, whom: By| i32::from(by == whom);
        let own_turns = choice.own - used(choice.second, By::Maximised);
        let turns = choice.cards - i32::from(choice.second != By::Nobody);
        for later in round..self.model.rounds {
            usage[HAND + later] += choice.own - used(choice.draw, By::Maximised);
            usage[OTHERS + later] += choice.cards - choice.own - used(choice.draw, By::Another);
            usage[TURNS_LEAST + later] += n * own_turns - turns;
            usage[TURNS_MOST + later] += turns - n * own_turns;
        }
        let [second, left, right] = ORDER.map(|row| row + round);
        match place {
            SECOND => usage[second] -= choice.cards,
            THIRD => {
                usage[second] += choice.cards;
                usage[left] -= choice.cards;
                usage[right] -= choice.cards;
            }
            place if place == UNRANKED[0] => usage[left] += choice.cards,
            place if place == UNRANKED[1] => usage[right] += choice.cards,
            _ => (),
        }
    }

    /// The leaves whose bound is at least `cut` under each of the prices, at most `most` of them.
    pub(super) fn leaves(&self, tables: &[Tables], cut: i32, most: usize) -> Vec<(i32, Leaf)> {
        let mut found = Vec::new();
        for awarded in 0..self.model.artists {
            let codes = [0; ARTISTS];
            let mut rankings = [0; ROUNDS];
            self.leaves_from(
                tables,
                cut,
                most,
                awarded,
                0,
                codes,
                &mut rankings,
                &mut found,
            );
        }
        found
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "a step of a recursion over rounds"
    )]
    fn leaves_from(
        &self,
        tables: &[Tables],
        cut: i32,
        most: usize,
        awarded: usize,
        round: usize,
        codes: [usize; ARTISTS],
        rankings: &mut [usize; ROUNDS],
        found: &mut Vec<(i32, Leaf)>,
    ) {
        if found.len() >= most {
            return;
        }
        let artists = self.model.artists;
        let cuts = |tables: &Tables| {
            let mut bound = tables.any_seat + tables.ties_from[round];
            for (ties, &ranking) in tables.ties.iter().zip(&rankings[..round]) {
                bound += ties[ranking];
            }
            for (artist, best) in tables.best[..artists].iter().enumerate() {
                bound += best[round][codes[artist]][usize::from(artist == awarded)];
            }
            bound < cut
        };
        // The newest prices cut most.
        if tables.iter().rev().any(cuts) {
            return;
        }
        if round == self.model.rounds {
            for seat in 0..self.model.players {
                let leaf = Leaf {
                    awarded,
                    seat,
                    rankings: *rankings,
                };
                let bound = tables.iter().map(|tables| self.bound(tables, &leaf)).min();
                if let Some(bound) = bound.filter(|&bound| bound >= cut) {
                    found.push((bound, leaf));
                }
            }
            return;
        }
        for (ranking, places) in self.places.iter().enumerate() {
            let mut codes = codes;
            for (code, place) in codes.iter_mut().zip(places) {
                *code = *code * PLACES + place;
            }
            rankings[round] = ranking;
            self.leaves_from(
                tables,
                cut,
                most,
                awarded,
                round + 1,
                codes,
                rankings,
                found,
            );
        }
    }

    /// The bound of a leaf.
    pub(super) fn bound(&self, tables: &Tables, leaf: &Leaf) -> i32 {
        let rounds = self.model.rounds;
        let mut bound = tables.seats[leaf.seat];
        for (ties, &ranking) in tables.ties.iter().zip(&leaf.rankings) {
            bound += ties[ranking];
        }
        for (artist, best) in tables.best.iter().enumerate() {
            let code = (0..rounds).fold(0, |code, r| code * PLACES + self.place(leaf, r, artist));
            bound += best[rounds][code][usize::from(artist == leaf.awarded)];
        }
        bound
    }

    /// Who is first in a round.
    pub(super) fn first(&self, leaf: &Leaf, round: usize) -> usize {
        self.space.rankings[leaf.rankings[round]].artists[0]
    }
}

/// Which of an artist's symbol cards a choice uses up.
fn flags(choice: &Choice) -> usize {
    usize::from(choice.draw != By::Nobody) | usize::from(choice.second != By::Nobody) << 1
}
