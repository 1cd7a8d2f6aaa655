//! The cases of `full`, against every play of every game of small models with all its rules.

use super::super::case::{Case, Divided};
use super::super::deadline::Deadline;
use super::super::leaves::{LeafSearch, Outcome};
use super::super::model::{ARTISTS, Model, PLAYERS};
use super::super::rankings::Space;
use super::super::relaxation::{Column, POINT, Prices, ROWS, Relaxation};
use super::brute::small;
use parlour_games::masters_gallery::rules::{GAINS, ROUNDS};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// What a card carries.
const PLAIN: usize = 0;
const AWARD: usize = 1;
const DRAW: usize = 2;
const SECOND: usize = 3;
const LAY: usize = 4;
const TOGETHER: usize = 5;
const KINDS: usize = 6;

/// What all games come to.
#[derive(Default)]
struct Truth {
    /// The highest score of each seat, by the rounds that are not closed (bits), and by a round and its ranking.
    scores: BTreeMap<(u8, usize, Vec<usize>), [i32; PLAYERS]>,
    /// Cards face up when a round closes: by seat and artist, and with those of nobody by artist.
    closes: BTreeSet<([[i32; ARTISTS]; PLAYERS], [i32; ARTISTS])>,
    /// What the players have done up to the end of a round.
    ends: BTreeSet<(usize, [Done; PLAYERS])>,
}

/// What a player has done so far.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Done {
    /// Turns, and cards shown when all showed one.
    turns: i32,
    /// The same up to the end of each round.
    turns_up_to: [i32; ROUNDS],
    /// Cards that have left the hand.
    displayed: i32,
    drawn: i32,
    /// The first round in which there was no card to play or to show.
    empty: Option<usize>,
}

/// A game in progress. Hands are numbers of cards: any card that is left may be in any of them.
#[derive(Clone)]
struct Game<'a> {
    model: &'a Model,
    turn: usize,
    closer: usize,
    hands: [i32; PLAYERS],
    left: [[i32; KINDS]; ARTISTS],
    /// Face up, those of nobody too.
    up: [i32; ARTISTS],
    owned: [[i32; ARTISTS]; PLAYERS],
    hidden: [[i32; ARTISTS]; PLAYERS],
    extra: [i32; ARTISTS],
    values: [i32; ARTISTS],
    scores: [i32; PLAYERS],
    ranked: Vec<Vec<usize>>,
    open: u8,
    done: [Done; PLAYERS],
}

impl Game<'_> {
    fn all(model: &Model) -> Truth {
        let mut left = [[0; KINDS]; ARTISTS];
        for (left, limit) in left.iter_mut().zip(model.limits).take(model.artists) {
            let has = [
                false,
                model.award > 0,
                model.draws,
                model.seconds,
                model.hidden > 0,
                model.together,
            ];
            *left = has.map(i32::from);
            left[PLAIN] = limit - left.iter().sum::<i32>();
            assert!(left[PLAIN] >= 0, "more symbols than cards");
        }
        let game = Game {
            model,
            turn: 0,
            closer: 0,
            hands: [0; PLAYERS],
            left,
            up: [0; ARTISTS],
            owned: [[0; ARTISTS]; PLAYERS],
            hidden: [[0; ARTISTS]; PLAYERS],
            extra: [0; ARTISTS],
            values: [0; ARTISTS],
            scores: [0; PLAYERS],
            ranked: Vec::new(),
            open: 0,
            done: [Done::default(); PLAYERS],
        };
        let mut truth = Truth::default();
        game.begin(&mut truth);
        truth
    }

    fn each_left(&self, mut each: impl FnMut(usize, usize)) {
        for (artist, left) in self.left.iter().enumerate() {
            for (kind, &left) in left.iter().enumerate() {
                if left > 0 {
                    each(artist, kind);
                }
            }
        }
    }

    fn begin(mut self, truth: &mut Truth) {
        let round = self.ranked.len();
        let before = if round == 0 {
            0
        } else {
            self.model.dealt[round - 1]
        };
        for hand in &mut self.hands[..self.model.players] {
            *hand += self.model.dealt[round] - before;
        }
        if !self.model.extra {
            return self.go_on(truth);
        }
        self.each_left(|artist, kind| {
            let mut next = self.clone();
            next.left[artist][kind] -= 1;
            next.up[artist] += 1;
            next.extra[artist] = 1;
            next.go_on(truth);
        });
    }

    /// The next player who has a card plays one; the round ends if there is none.
    fn go_on(mut self, truth: &mut Truth) {
        let n = self.model.players;
        let steps = (0..n).find(|steps| self.hands[(self.turn + steps) % n] > 0);
        for skipped in 0..steps.unwrap_or(n) {
            self.is_empty((self.turn + skipped) % n);
        }
        let Some(steps) = steps else {
            self.open |= 1 << self.ranked.len();
            return self.end(truth);
        };
        self.turn = (self.turn + steps) % n;
        self.each_left(|artist, kind| {
            let mut next = self.clone();
            next.done[self.turn].turns += 1;
            next.display(self.turn, artist, kind);
            next.carry_out(artist, kind, truth);
        });
    }

    fn carry_out(mut self, artist: usize, kind: usize, truth: &mut Truth) {
        let seat = self.turn;
        let closing = self.up[artist] >= self.model.closing as i32;
        let has_cards = self.hands[seat] > 0;
        match kind {
            AWARD => {
                for target in 0..self.model.artists {
                    let mut next = self.clone();
                    next.values[target] += self.model.award;
                    next.after(truth);
                }
            }
            DRAW => {
                self.hands[seat] += 1;
                self.done[seat].drawn += 1;
                self.after(truth);
            }
            SECOND if !closing && has_cards => {
                self.clone().after(truth);
                self.each_left(|other, kind| {
                    if other == artist {
                        let mut next = self.clone();
                        next.display(seat, other, kind);
                        next.after(truth);
                    }
                });
            }
            LAY if !closing && has_cards => {
                self.clone().after(truth);
                self.each_left(|other, kind| {
                    let mut next = self.clone();
                    next.hands[seat] -= 1;
                    next.done[seat].displayed += 1;
                    next.left[other][kind] -= 1;
                    next.hidden[seat][other] += 1;
                    next.after(truth);
                });
            }
            TOGETHER if !closing => self.show(0, truth),
            _ => self.after(truth),
        }
    }

    /// Everybody who has a card shows one.
    fn show(mut self, seat: usize, truth: &mut Truth) {
        if seat == self.model.players {
            return self.after(truth);
        }
        if self.hands[seat] == 0 {
            self.is_empty(seat);
            return self.show(seat + 1, truth);
        }
        self.each_left(|artist, kind| {
            let mut next = self.clone();
            next.done[seat].turns += 1;
            next.display(seat, artist, kind);
            next.show(seat + 1, truth);
        });
    }

    fn is_empty(&mut self, seat: usize) {
        self.done[seat].empty.get_or_insert(self.ranked.len());
    }

    fn display(&mut self, seat: usize, artist: usize, kind: usize) {
        self.hands[seat] -= 1;
        self.done[seat].displayed += 1;
        self.left[artist][kind] -= 1;
        self.up[artist] += 1;
        self.owned[seat][artist] += 1;
    }

    fn after(mut self, truth: &mut Truth) {
        let n = self.model.players;
        let closes = self.up.iter().any(|&up| up >= self.model.closing as i32);
        self.closer = self.turn;
        self.turn = (self.turn + 1) % n;
        if !closes {
            return self.go_on(truth);
        }
        truth.closes.insert((self.owned, self.up));
        if self.model.additions {
            for (owned, hidden) in self.owned.iter_mut().zip(&mut self.hidden) {
                for (owned, hidden) in owned.iter_mut().zip(hidden) {
                    *owned += std::mem::take(hidden);
                }
            }
            return self.add(0, 0, truth);
        }
        self.end(truth);
    }

    /// In turn from the closer's left, one card for each artist on display, in the order of the row.
    fn add(self, steps: usize, artist: usize, truth: &mut Truth) {
        let n = self.model.players;
        if steps == n {
            return self.end(truth);
        }
        if artist == self.model.artists {
            return self.add(steps + 1, 0, truth);
        }
        let seat = (self.closer + 1 + steps) % n;
        self.clone().add(steps, artist + 1, truth);
        if self.hands[seat] > 0 && self.owned[seat][artist] > 0 {
            for kind in (0..KINDS).filter(|&kind| self.left[artist][kind] > 0) {
                let mut next = self.clone();
                next.display(seat, artist, kind);
                next.add(steps, artist + 1, truth);
            }
        }
    }

    fn end(mut self, truth: &mut Truth) {
        let mut shown = self.extra;
        for (owned, hidden) in self.owned.iter_mut().zip(&mut self.hidden) {
            for artist in 0..ARTISTS {
                owned[artist] += std::mem::take(&mut hidden[artist]);
                shown[artist] += owned[artist];
            }
        }
        let mut ranked: Vec<usize> = (0..self.model.artists).filter(|&a| shown[a] > 0).collect();
        ranked.sort_by_key(|&a| (-shown[a], a));
        ranked.truncate(GAINS.len());
        for (&artist, gain) in ranked.iter().zip(GAINS) {
            self.values[artist] += gain;
            for (score, owned) in self.scores.iter_mut().zip(&self.owned) {
                *score += owned[artist] * self.values[artist];
            }
        }
        for done in &mut self.done {
            done.turns_up_to[self.ranked.len()] = done.turns;
        }
        truth.ends.insert((self.ranked.len(), self.done));
        self.ranked.push(ranked);
        self.up = [0; ARTISTS];
        self.extra = [0; ARTISTS];
        self.owned = [[0; ARTISTS]; PLAYERS];
        if self.ranked.len() < self.model.rounds {
            return self.begin(truth);
        }
        for (round, ranked) in self.ranked.iter().enumerate() {
            let key = (self.open, round, ranked.clone());
            let best = truth.scores.entry(key).or_insert([-1; PLAYERS]);
            for (best, &score) in best.iter_mut().zip(&self.scores).take(self.model.players) {
                *best = score.max(*best);
            }
        }
    }
}

/// Small models with rules of `full`, and what their games come to.
fn models() -> &'static [(Model, Truth)] {
    static MODELS: OnceLock<Vec<(Model, Truth)>> = OnceLock::new();
    MODELS.get_or_init(|| {
        let models = [
            // Everything in one round, then two things after each other in two.
            Model {
                award: 2,
                draws: true,
                seconds: true,
                hidden: 1,
                together: true,
                additions: true,
                extra: true,
                ..small(2, &[6, 6], 2, &[2])
            },
            Model {
                together: true,
                award: 2,
                ..small(2, &[4, 4], 3, &[2, 3])
            },
            Model {
                additions: true,
                extra: true,
                ..small(2, &[4, 5], 2, &[2, 3])
            },
            Model {
                hidden: 1,
                additions: true,
                award: 2,
                ..small(2, &[4, 3], 2, &[2, 3])
            },
            Model {
                extra: true,
                together: true,
                draws: true,
                ..small(2, &[3, 4], 2, &[1, 2])
            },
            Model {
                together: true,
                additions: true,
                ..small(3, &[3, 3, 3], 2, &[2])
            },
            // Hands of three players that are empty early, with draws, second cards and additions.
            Model {
                draws: true,
                seconds: true,
                additions: true,
                ..small(3, &[5, 5], 3, &[1, 2])
            },
            Model {
                draws: true,
                hidden: 1,
                additions: true,
                extra: true,
                ..small(3, &[4, 5], 3, &[1, 2])
            },
            // Four players, of whom several may have empty hands.
            Model {
                seconds: true,
                hidden: 1,
                ..small(4, &[6, 6], 6, &[3])
            },
        ];
        models
            .map(|model| (model.clone(), Game::all(&model)))
            .into()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Prices whatever they are bound the games of each kind through each ranking of each round, from each seat.
    #[test]
    fn cases_bound_every_game(
        prices in prop::collection::vec(prop_oneof![Just(0), 0..4000i64], ROWS),
        which in 0..9usize,
        divided in any::<Divided>(),
    ) {
        let (model, truth) = &models()[which];
        for seat in 0..model.players {
            let model = Model { seats: 1 << seat, ..model.clone() };
            let space = Space::new(&model);
            let mut highest = BTreeMap::new();
            for case in Case::cover(&model, divided) {
                let relaxation = Relaxation::new(&model, &space, case);
                let prices: Prices = std::array::from_fn(|row| {
                    if relaxation.rows.contains(&row) { prices[row] } else { 0 }
                });
                let tables = [relaxation.tables(&prices)];
                for (bound, leaf) in relaxation.some_leaves(&tables, -900 * POINT, usize::MAX, Deadline::default()) {
                    for (round, &ranking) in leaf.rankings[..model.rounds].iter().enumerate() {
                        let ranked = space.rankings[ranking].artists.clone();
                        let highest = highest.entry((case.open, round, ranked)).or_insert(bound);
                        *highest = bound.max(*highest);
                    }
                }
            }
            for (key, best) in truth.scores.iter().filter(|(key, _)| !key.2.is_empty()) {
                let bound = highest.get(key).copied().unwrap_or(i64::MIN);
                prop_assert!(
                    bound >= i64::from(best[seat]) * POINT,
                    "{} < {}: {:?}, seat {}, {:?}", bound, best[seat], key, seat, model
                );
            }
        }
    }
}

/// What is ruled out in all cases is above every game. It is not far above the best, though the relaxation knows less
/// of turns than the rules.
#[test]
fn no_game_of_full_rules_is_ruled_out() {
    for (model, truth) in models() {
        for seat in 0..model.players {
            let best = truth.scores.values().map(|best| best[seat]).max().unwrap();
            let model = Model {
                seats: 1 << seat,
                ..model.clone()
            };
            let space = Space::new(&model);
            let nothing = |_: usize, _: &[Column]| -1;
            let finest = Case::cover(&model, Divided::MAX);
            let ruled_out = finest.into_iter().map(|case| {
                let mut search = LeafSearch::new(
                    &model,
                    &space,
                    case,
                    &[],
                    Deadline::default(),
                    &nothing,
                    &|_, _| (),
                );
                let mut points = search.top(0).0 + 1;
                while points > best {
                    match search.run(points) {
                        Outcome::Proven(_) => points -= 1,
                        Outcome::Open(_) => break,
                        Outcome::Found => panic!("nothing was offered"),
                    }
                }
                points + 1
            });
            let least = ruled_out.max().unwrap();
            assert!(
                (best + 1..=2 * best + 6).contains(&least),
                "{least} for {best}: {model:?}"
            );
        }
    }
}

/// Of the cards that close a round, each player has shown one at most: no fewer, as both limits are reached.
#[test]
fn each_player_shows_one_card_that_closes_a_round() {
    let mut reached = [false; 2];
    for (model, truth) in models() {
        let space = Space::new(model);
        let relaxation = Relaxation::new(model, &space, Case::cover(model, 1)[0]);
        let others = model.players as i32 - 1;
        for (owned, up) in &truth.closes {
            for seat in 0..model.players {
                let mut sums = [0; 2];
                for artist in 0..model.artists {
                    let all: i32 = owned.iter().map(|owned| owned[artist]).sum();
                    let open = [owned[seat][artist], all - owned[seat][artist]];
                    let excess = (up[artist] - model.closing as i32 + 1).max(0);
                    assert!(excess <= open[0].min(1) + open[1].min(others));
                    let shown = relaxation.shown(open, excess);
                    sums = [sums[0] + shown[0], sums[1] + shown[1]];
                }
                for (reached, (sum, limit)) in
                    reached.iter_mut().zip(sums.into_iter().zip([1, others]))
                {
                    assert!(sum <= limit, "{model:?}: {owned:?}, {up:?}");
                    *reached |= sum == limit;
                }
            }
        }
    }
    assert_eq!(reached, [true; 2]);
}

/// The limits on the others' cards when hands are empty hold in every game, and each is reached.
#[test]
fn others_follow_though_hands_are_empty() {
    let mut reached = [false; 11];
    for (model, truth) in models() {
        let (n, rounds) = (model.players as i32, model.rounds);
        for (round, done) in &truth.ends {
            let dealt = model.dealt[*round];
            for (seat, own) in done[..model.players].iter().enumerate() {
                let others = done[..model.players].iter().enumerate();
                let others = others
                    .filter(|&(other, _)| other != seat)
                    .map(|(_, done)| done);
                let cards: i32 = others.clone().map(|done| done.displayed).sum();
                let turns_of_others: i32 = others.clone().map(|done| done.turns).sum();
                let have_been_empty = others.clone().filter(|done| done.empty.is_some()).count();
                let first = others.clone().filter_map(|done| done.empty).min();
                let (turns, drawn) = (own.turns, own.drawn);
                let mut spare = vec![(0, n - 1 - (n - 1) * (turns - drawn) + cards)];
                let are_few = |round: usize| own.turns_up_to[round] < model.dealt[round];
                let seat = seat as i32;
                if first == Some(*round) {
                    let least = 5 * dealt + (n - 2) * (5 * turns - 5 - 4 * drawn);
                    spare.push((1, 5 * cards - least));
                    if own.empty.unwrap_or(rounds) > *round {
                        let empty = others.clone().filter(|done| done.empty == first);
                        let without_turn = empty.map(|done| done.displayed - done.turns).min();
                        let cards = turns + without_turn.unwrap();
                        spare.push((2, cards - dealt - i32::from(seat == 0)));
                    }
                    if are_few(*round) {
                        let least = dealt + (n - 2) * (turns - 1) + (seat - 1).max(0);
                        spare.push((3, cards - least));
                    }
                }
                let first = first.unwrap_or(rounds);
                if (first..*round).all(are_few) {
                    let ahead = seat.max(i32::from(first <= *round));
                    let (limit, each) = match are_few(*round) {
                        true => (4, turns - 1),
                        false => (5, dealt - 1),
                    };
                    spare.push((limit, cards - (n - 1) * each - ahead));
                    if turns > dealt && first <= *round {
                        spare.push((9, cards - (n - 1) * dealt));
                    }
                    if have_been_empty > 1 && !are_few(*round) {
                        spare.push((10, cards - (n - 1) * each - seat.max(2)));
                    }
                }
                if n > 2 && have_been_empty == 1 && *round == rounds - 1 {
                    let least = (n - 2) * (turns - 1) + (seat - 1).max(0);
                    let empty = others.filter(|done| done.empty.is_some());
                    let turns_of_one: i32 = empty.map(|done| done.turns).sum();
                    spare.push((6, turns_of_others - turns_of_one - least));
                    let before = first
                        .checked_sub(1)
                        .map_or(0, |round| own.turns_up_to[round]);
                    let dealt_before = first.checked_sub(1).map_or(0, |round| model.dealt[round]);
                    let is_dealt = i32::from(model.dealt[first] > dealt_before);
                    let least = (n - 2) * (turns - 1) + seat + before - 1 + is_dealt;
                    spare.push((8, turns_of_others - least));
                } else if n > 2 && have_been_empty > 1 && (first..=*round).all(are_few) {
                    let least = 2 * model.dealt[first] + (n - 3) * (turns - 1) + (seat - 2).max(0);
                    spare.push((7, cards - least));
                }
                for (limit, spare) in spare {
                    assert!(
                        spare >= 0,
                        "limit {limit} of round {round}, seat {seat}, {model:?}"
                    );
                    reached[limit] |= spare == 0;
                }
            }
        }
    }
    assert_eq!(reached, [true; 11]);
}
