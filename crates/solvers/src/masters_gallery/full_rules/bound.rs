//! What no game of `full` exceeds.
//!
//! The bound knows of one player only what his hand holds: no turns, and nothing of the others' hands. It keeps to
//!
//! * the cards of each artist, and the cards dealt to him up to each round with five drawn ones;
//! * at most the closing number face up, one addition, and five hidden cards in all, of an artist in a round;
//! * as many cards of a better ranked artist in a round as of the next one, and the closing number of the first,
//!   where the round is closed. In every round somebody is ranked: the deck does not run out, so that there is an extra card;
//! * an empty hand after a round that is not closed: later he plays what he receives later.
//!
//! All awards go to one artist from the first round on: of the tokens, each adds 2 to cards of one artist at most
//! from its round on, so that all together add no more than ten to each scored card of the artist of whom he scores most.
//!
//! Each of these limits has a price, as in [`dual`](super::super::dual).

use super::super::dual::POINT;
use super::super::model::{ARTISTS, Model};
use super::super::rankings::Space;
use parlour_games::masters_gallery::rules::{GAINS, ROUNDS};
use rayon::prelude::*;
use std::time::Instant;

/// Steps towards better prices, in all and at a time.
const TRIES: u32 = 200;
const STEPS: u32 = 4;
/// Values of a card are below this.
const VALUES: usize = 32;
/// A round has fewer own cards of an artist than this.
const CARDS: usize = 16;
/// Less than anything that can be reached.
const NONE: i32 = -1_000_000_000;
const MAX_PRICE: f64 = 60_000.0;

/// No game is better. Stops at the deadline; `known` is the score of a game: prices are sought towards it.
pub(in super::super) fn bound(
    model: &Model,
    space: &Space,
    known: i32,
    deadline: Option<Instant>,
) -> i32 {
    let opens = (0..=model.rounds).filter(|&open| may_be_open(model, open));
    bound_of(model, space, opens, known, deadline)
}

/// The same for the games whose first round that is not closed is one of these (the number of rounds: all are closed).
pub(in super::super) fn bound_of(
    model: &Model,
    space: &Space,
    opens: impl Iterator<Item = usize>,
    known: i32,
    deadline: Option<Instant>,
) -> i32 {
    let mut descents: Vec<Descent> = opens
        .flat_map(|open| (0..model.artists).map(move |awarded| Case { open, awarded }))
        .map(|case| Descent::new(model, case))
        .collect();
    let mut next = descents.len();
    loop {
        descents[..next].par_iter_mut().for_each(|descent| {
            let mut tables = Tables::new(model, space);
            (0..STEPS).for_each(|_| descent.step(&mut tables, known));
        });
        // Only the highest counts.
        descents.sort_by_key(|descent| -descent.best);
        let late = deadline.is_some_and(|time| Instant::now() >= time);
        let highest = &descents[0];
        if late || highest.tries >= TRIES || highest.best < (known + 1) * POINT {
            return highest.best.div_euclid(POINT);
        }
        next = rayon::current_num_threads().min(descents.len());
    }
}

/// Whether there may be games in which this is the first round that is not closed (the number of rounds: all are closed).
/// Everybody has then played all that he was dealt, and a round that is not closed has only so many cards.
fn may_be_open(model: &Model, open: usize) -> bool {
    let most = model.artists as i32 * (model.closing as i32 - 1) + hidden_cards(model);
    open > 0 || model.players as i32 * model.dealt[0] <= most
}

/// Part of all games.
#[derive(Clone, Copy, Debug)]
struct Case {
    /// The first round that is not closed; the number of rounds when all are.
    open: usize,
    /// Who gets the awards.
    awarded: usize,
}

/// Prices, in thousandths of a point.
#[derive(Clone, Debug, Default)]
struct Prices {
    artist: [i32; ARTISTS],
    /// A card played up to each round.
    hand: [i32; ROUNDS],
    hidden: i32,
    /// A card played after the first round that is not closed.
    later: i32,
}

/// Cards that a best solution uses.
#[derive(Clone, Debug, Default)]
struct Used {
    artist: [i32; ARTISTS],
    hand: [i32; ROUNDS],
    hidden: i32,
}

/// The way to better prices.
struct Descent {
    case: Case,
    prices: Prices,
    /// The least bound so far, in thousandths of a point, and its prices.
    best: i32,
    kept: Prices,
    length: f64,
    stalled: u32,
    tries: u32,
}

impl Descent {
    fn new(model: &Model, case: Case) -> Descent {
        let mut prices = Prices {
            artist: [4 * POINT; ARTISTS],
            ..Prices::default()
        };
        prices.hand[model.rounds - 1] = 4 * POINT;
        Descent {
            case,
            kept: prices.clone(),
            prices,
            best: i32::MAX,
            length: 1.0,
            stalled: 0,
            tries: 0,
        }
    }

    fn step(&mut self, tables: &mut Tables, known: i32) {
        if self.tries >= TRIES {
            return;
        }
        self.tries += 1;
        let (value, used) = tables.relaxed(self.case, &self.prices);
        if value < self.best {
            (self.best, self.kept, self.stalled) = (value, self.prices.clone(), 0);
        } else {
            self.stalled += 1;
            if self.stalled == 4 {
                (self.length, self.stalled) = (self.length * 0.6, 0);
                self.prices = self.kept.clone();
                return;
            }
        }
        let length = self.length * f64::from(value - known * POINT);
        if !(self.case).improve(tables.model, &mut self.prices, &used, length) {
            self.tries = TRIES;
        }
    }
}

impl Case {
    /// Cards that a player may receive after the first round that is not closed; without one, no card is later.
    fn later(self, model: &Model) -> i32 {
        let dealt = model
            .dealt
            .get(self.open)
            .map_or(0, |dealt| model.dealt[model.rounds - 1] - dealt);
        dealt + model.draw_cards()
    }

    /// A step along the subgradient. `false` when no limit with a price is exceeded or wasted.
    fn improve(self, model: &Model, prices: &mut Prices, used: &Used, length: f64) -> bool {
        let draws = model.draw_cards();
        let mut steps: Vec<(&mut i32, i32)> = Vec::new();
        for (artist, price) in prices.artist[..model.artists].iter_mut().enumerate() {
            steps.push((price, model.limits[artist] - used.artist[artist]));
        }
        let mut played = 0;
        for (round, price) in prices.hand[..model.rounds].iter_mut().enumerate() {
            played += used.hand[round];
            steps.push((price, model.dealt[round] + draws - played));
        }
        let later: i32 = used.hand.iter().skip(self.open + 1).sum();
        steps.push((&mut prices.later, self.later(model) - later));
        steps.push((&mut prices.hidden, hidden_cards(model) - used.hidden));
        steps.retain(|(price, slack)| **price > 0 || *slack < 0);
        let norm: i32 = steps.iter().map(|(_, slack)| slack * slack).sum();
        for (price, slack) in steps {
            let changed = f64::from(*price) - length / f64::from(norm.max(1)) * f64::from(slack);
            *price = changed.clamp(0.0, MAX_PRICE) as i32;
        }
        norm > 0
    }
}

fn hidden_cards(model: &Model) -> i32 {
    model.hidden * model.artists as i32
}

/// Memory for the relaxed problem.
struct Tables<'a> {
    model: &'a Model,
    space: &'a Space,
    /// What a round is worth, by ranking and values.
    known: Vec<i32>,
    touched: Vec<usize>,
}

impl<'a> Tables<'a> {
    fn new(model: &'a Model, space: &'a Space) -> Tables<'a> {
        let keys = space.rankings.len() * VALUES.pow(GAINS.len() as u32);
        Tables {
            model,
            space,
            known: vec![NONE; keys],
            touched: Vec::new(),
        }
    }

    /// The best of the relaxed problem under prices, with the price of all that there is; and what it uses.
    fn relaxed(&mut self, case: Case, prices: &Prices) -> (i32, Used) {
        let (model, space) = (self.model, self.space);
        let mut constant = hidden_cards(model) * prices.hidden;
        for artist in 0..model.artists {
            constant += prices.artist[artist] * model.limits[artist];
        }
        for round in 0..model.rounds {
            constant += prices.hand[round] * (model.dealt[round] + model.draw_cards());
        }
        constant += prices.later * case.later(model);
        // Backward: the best from each state on.
        let mut best: Vec<Vec<i32>> = space
            .gained
            .iter()
            .map(|states| vec![0; states.len()])
            .collect();
        for round in (0..model.rounds).rev() {
            let (before, after) = best.split_at_mut(round + 1);
            for (state, (gained, here)) in space.gained[round]
                .iter()
                .zip(&mut before[round])
                .enumerate()
            {
                *here = (0..space.rankings.len())
                    .map(|ranking| {
                        let values = self.values(case, gained, ranking);
                        let key = values
                            .iter()
                            .fold(ranking, |key, &value| key * VALUES + value as usize);
                        if self.known[key] == NONE {
                            self.touched.push(key);
                            let artists = &space.rankings[ranking].artists;
                            self.known[key] =
                                Round::new(model, case, round, artists, &values, prices).best();
                        }
                        self.known[key] + after[0][space.next(round, state, ranking)]
                    })
                    .max()
                    .expect("there are rankings");
            }
            for key in self.touched.drain(..) {
                self.known[key] = NONE;
            }
        }
        let (mut used, mut state) = (Used::default(), 0);
        for round in 0..model.rounds {
            let gained = &space.gained[round][state];
            for (ranking, ranked) in space.rankings.iter().enumerate() {
                let next = space.next(round, state, ranking);
                let values = self.values(case, gained, ranking);
                let part = Round::new(model, case, round, &ranked.artists, &values, prices);
                if part.best() + best[round + 1][next] == best[round][state] {
                    part.add_to(&mut used, round);
                    state = next;
                    break;
                }
            }
        }
        (best[0][0] + constant, used)
    }

    fn values(&self, case: Case, gained: &[i32; ARTISTS], ranking: usize) -> [i32; GAINS.len()] {
        let mut values = [0; GAINS.len()];
        for (place, &artist) in self.space.rankings[ranking].artists.iter().enumerate() {
            let tokens = i32::from(artist == case.awarded) * self.model.artists as i32;
            values[place] = gained[artist] + GAINS[place] + tokens * self.model.award;
        }
        values
    }
}

/// A round with these ranked artists, who pay this.
struct Round<'a> {
    artists: &'a [usize],
    /// Cards of an artist that may lie open, and with hidden ones.
    open: usize,
    most: usize,
    /// For each place and at most so many cards of its artist: the best of it and of the places after it, and the cards
    /// of its artist then.
    best: [[(i32, usize); CARDS]; GAINS.len()],
    /// What a card of each place brings: open, and hidden.
    net: [[i32; 2]; GAINS.len()],
}

impl<'a> Round<'a> {
    fn new(
        model: &Model,
        case: Case,
        round: usize,
        artists: &'a [usize],
        values: &[i32; GAINS.len()],
        prices: &Prices,
    ) -> Round<'a> {
        let mut hand: i32 = prices.hand[round..].iter().sum();
        if round > case.open {
            hand += prices.later;
        }
        let open = model.closing + usize::from(model.additions);
        let most = open + hidden_cards(model) as usize;
        let mut part = Round {
            artists,
            open,
            most,
            best: [[(NONE, 0); CARDS]; GAINS.len()],
            net: [[0; 2]; GAINS.len()],
        };
        let mut below = [0; CARDS];
        for (place, &artist) in artists.iter().enumerate().rev() {
            let net = values[place] * POINT - hand;
            part.net[place] = [net, net - prices.hidden];
            let row = &mut part.best[place];
            let mut points = 0;
            // Only the first of a closed round needs more than one card.
            let least = if place == 0 && round < case.open {
                model.closing
            } else {
                1
            };
            for cards in 1..=most {
                points += part.net[place][usize::from(cards > open)].max(0);
                row[cards] = row[cards - 1];
                let sum = points - prices.artist[artist] * cards as i32 + below[cards];
                if cards >= least && sum > row[cards].0 {
                    row[cards] = (sum, cards);
                }
            }
            below = row.map(|(sum, _)| sum);
        }
        part
    }

    fn best(&self) -> i32 {
        self.best[0][self.most].0
    }

    fn add_to(&self, used: &mut Used, round: usize) {
        let mut most = self.most;
        for (place, &artist) in self.artists.iter().enumerate() {
            most = self.best[place][most].1;
            used.artist[artist] += most as i32;
            for card in 1..=most {
                let hidden = card > self.open;
                if self.net[place][usize::from(hidden)] > 0 {
                    used.hand[round] += 1;
                    used.hidden += i32::from(hidden);
                }
            }
        }
    }
}
