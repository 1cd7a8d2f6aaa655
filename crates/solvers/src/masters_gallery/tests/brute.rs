//! Every play of every game of a small model, card by card.

use super::super::model::{ARTISTS, Model, PLAYERS};
use parlour_engine::Seat;
use parlour_games::masters_gallery::rules::{GAINS, ROUNDS};
use parlour_games::masters_gallery::{Artist, Card, Event, Symbol};
use std::collections::{BTreeMap, BTreeSet};

/// What a card carries: an index of [`Small::left`].
const PLAIN: usize = 0;
const AWARD: usize = 1;
const DRAW: usize = 2;
const SECOND: usize = 3;
const KINDS: usize = 4;

/// What all games of a model come to.
pub(super) struct Truth {
    /// The highest score of each seat; below 0 when there is no game.
    pub(super) seats: [i32; PLAYERS],
    /// The highest sum of all scores.
    pub(super) total: i32,
    /// The highest score of each seat in a game without an award.
    pub(super) no_award: [i32; PLAYERS],
    /// The least score of a winner.
    pub(super) least_winner: i32,
    /// The highest score of each seat in a game with this ranking in this round.
    pub(super) through: BTreeMap<(usize, Vec<usize>), [i32; PLAYERS]>,
    /// The sizes of the rounds that occur.
    pub(super) sizes: BTreeSet<Vec<u8>>,
}

impl Truth {
    /// Plays everything.
    pub(super) fn of(model: &Model) -> Truth {
        let mut truth = Truth {
            seats: [-1; PLAYERS],
            total: -1,
            no_award: [-1; PLAYERS],
            least_winner: i32::MAX,
            through: BTreeMap::new(),
            sizes: BTreeSet::new(),
        };
        Small::new(model).play_all(&mut |game: &Small<'_>| truth.see(game));
        truth
    }

    /// The highest score of any seat.
    pub(super) fn any(&self) -> i32 {
        self.seats.into_iter().max().unwrap()
    }

    fn see(&mut self, game: &Small<'_>) {
        let n = game.model.players;
        let scores = &game.scores[..n];
        let raise = |best: &mut [i32; PLAYERS]| {
            for (best, &score) in best.iter_mut().zip(scores) {
                *best = score.max(*best);
            }
        };
        raise(&mut self.seats);
        if !game.awarded {
            raise(&mut self.no_award);
        }
        self.total = scores.iter().sum::<i32>().max(self.total);
        self.least_winner = scores.iter().copied().max().unwrap().min(self.least_winner);
        for (round, ranked) in game.ranked.iter().enumerate() {
            raise(
                self.through
                    .entry((round, ranked.clone()))
                    .or_insert([-1; PLAYERS]),
            );
        }
        self.sizes.insert(game.sizes.clone());
    }
}

/// Plays every game of a model, and passes on the events of each and the scores.
pub(super) fn each_game(model: &Model, each: &mut dyn FnMut(&[Event], &[i32])) {
    Small::new(model).play_all(&mut |game: &Small<'_>| {
        each(&game.events, &game.scores[..model.players]);
    });
}

/// A game in progress. Hands are numbers of cards: any card that is left may be in any of them.
#[derive(Clone)]
struct Small<'a> {
    model: &'a Model,
    turn: usize,
    hands: [i32; PLAYERS],
    left: [[i32; KINDS]; ARTISTS],
    shown: [i32; ARTISTS],
    owned: [[i32; ARTISTS]; PLAYERS],
    values: [i32; ARTISTS],
    scores: [i32; PLAYERS],
    awarded: bool,
    ranked: Vec<Vec<usize>>,
    sizes: Vec<u8>,
    /// Rounds, plays, awards and closes.
    events: Vec<Event>,
}

impl Small<'_> {
    fn new(model: &Model) -> Small<'_> {
        let mut game = Small {
            model,
            turn: 0,
            hands: [0; PLAYERS],
            left: [[0; KINDS]; ARTISTS],
            shown: [0; ARTISTS],
            owned: [[0; ARTISTS]; PLAYERS],
            values: [0; ARTISTS],
            scores: [0; PLAYERS],
            awarded: false,
            ranked: Vec::new(),
            sizes: Vec::new(),
            events: Vec::new(),
        };
        game.opens(0);
        let special = [
            0,
            i32::from(model.award > 0),
            i32::from(model.draws),
            i32::from(model.seconds),
        ];
        for (left, limit) in game.left.iter_mut().zip(model.limits).take(model.artists) {
            *left = special;
            left[PLAIN] = limit - special.iter().sum::<i32>();
            assert!(left[PLAIN] >= 0, "more symbols than cards");
        }
        game.hands[..model.players].fill(model.dealt[0]);
        game
    }

    fn play_all(&self, end: &mut dyn FnMut(&Small<'_>)) {
        let seat = self.turn % self.model.players;
        if self.hands[seat] == 0 {
            // A player would have to be skipped.
            return;
        }
        for artist in 0..self.model.artists {
            for kind in (0..KINDS).filter(|&kind| self.left[artist][kind] > 0) {
                let mut next = self.clone();
                next.display(seat, artist, kind);
                match kind {
                    AWARD => {
                        for target in 0..self.model.artists {
                            let mut next = next.clone();
                            next.values[target] += self.model.award;
                            next.awarded = true;
                            let award = Event::Award(Seat(seat as u8), Artist::ALL[target]);
                            next.events.push(award);
                            next.after(artist, end);
                        }
                    }
                    DRAW => {
                        next.hands[seat] += 1;
                        next.after(artist, end);
                    }
                    SECOND if next.shown[artist] < self.model.closing as i32 => {
                        next.clone().after(artist, end);
                        // The symbol of the second card is not carried out.
                        let kinds = 0..KINDS;
                        for kind in kinds.filter(|&kind| next.left[artist][kind] > 0) {
                            if next.hands[seat] > 0 {
                                let mut next = next.clone();
                                next.display(seat, artist, kind);
                                next.after(artist, end);
                            }
                        }
                    }
                    _ => next.after(artist, end),
                }
            }
        }
    }

    fn display(&mut self, seat: usize, artist: usize, kind: usize) {
        self.hands[seat] -= 1;
        self.left[artist][kind] -= 1;
        self.shown[artist] += 1;
        self.owned[seat][artist] += 1;
        let symbol = match kind {
            AWARD => Symbol::Award,
            DRAW => Symbol::Draw,
            SECOND => Symbol::Second,
            _ => Symbol::Plain,
        };
        let artist = Artist::ALL[artist];
        let card = Card { artist, symbol };
        self.events.push(Event::Play(Seat(seat as u8), card));
    }

    fn opens(&mut self, round: usize) {
        self.events.push(Event::Round {
            round: round as u8,
            opener: Seat((self.turn % self.model.players) as u8),
            extra: None,
        });
    }

    /// Closes the round if this artist has cards enough, and goes on.
    fn after(mut self, artist: usize, end: &mut dyn FnMut(&Small<'_>)) {
        let seat = Seat((self.turn % self.model.players) as u8);
        self.turn += 1;
        if self.shown[artist] < self.model.closing as i32 {
            return self.play_all(end);
        }
        self.events.push(Event::Close(seat));
        let mut ranked: Vec<usize> = (0..self.model.artists)
            .filter(|&a| self.shown[a] > 0)
            .collect();
        ranked.sort_by_key(|&a| (-self.shown[a], a));
        ranked.truncate(GAINS.len());
        for (&artist, gain) in ranked.iter().zip(GAINS) {
            self.values[artist] += gain;
            for (score, owned) in self.scores.iter_mut().zip(&self.owned) {
                *score += owned[artist] * self.values[artist];
            }
        }
        self.sizes.push(self.shown.iter().sum::<i32>() as u8);
        self.ranked.push(ranked);
        self.shown = [0; ARTISTS];
        self.owned = [[0; ARTISTS]; PLAYERS];
        let round = self.sizes.len();
        if round == self.model.rounds {
            return end(&self);
        }
        self.opens(round);
        let dealt = self.model.dealt[round] - self.model.dealt[round - 1];
        for hand in &mut self.hands[..self.model.players] {
            *hand += dealt;
        }
        self.play_all(end);
    }
}

/// The same with decks: every deck, and every play of the hands that it deals. Without second cards. The highest score
/// of each seat.
pub(super) fn by_decks(model: &Model) -> [i32; PLAYERS] {
    assert!(!model.seconds && model.award == 0);
    let mut cards = [[0; 2]; ARTISTS];
    for (cards, limit) in cards.iter_mut().zip(model.limits) {
        let draws = i32::from(model.draws && limit > 0);
        *cards = [limit - draws, draws];
    }
    let mut best = [-1; PLAYERS];
    each_deck(&mut cards, &mut Vec::new(), &mut |deck| {
        let mut game = Dealt {
            model,
            deck,
            hands: [[[0; 2]; ARTISTS]; PLAYERS],
            turn: 0,
            round: 0,
            shown: [0; ARTISTS],
            owned: [[0; ARTISTS]; PLAYERS],
            values: [0; ARTISTS],
            scores: [0; PLAYERS],
        };
        game.deal(model.dealt[0]);
        game.play_all(&mut best);
    });
    best
}

type Deck = [(usize, usize)];

fn each_deck(
    cards: &mut [[i32; 2]; ARTISTS],
    deck: &mut Vec<(usize, usize)>,
    each: &mut dyn FnMut(&Deck),
) {
    if cards.iter().flatten().all(|&left| left == 0) {
        return each(deck);
    }
    for artist in 0..ARTISTS {
        for draw in 0..2 {
            if cards[artist][draw] > 0 {
                cards[artist][draw] -= 1;
                deck.push((artist, draw));
                each_deck(cards, deck, each);
                deck.pop();
                cards[artist][draw] += 1;
            }
        }
    }
}

/// A game with a deck. Cards are an artist, and 1 for a draw card.
#[derive(Clone)]
struct Dealt<'a> {
    model: &'a Model,
    deck: &'a Deck,
    hands: [[[i32; 2]; ARTISTS]; PLAYERS],
    turn: usize,
    round: usize,
    shown: [i32; ARTISTS],
    owned: [[i32; ARTISTS]; PLAYERS],
    values: [i32; ARTISTS],
    scores: [i32; PLAYERS],
}

impl Dealt<'_> {
    fn take(&mut self, seat: usize) {
        let (&(artist, draw), rest) = self.deck.split_first().expect("cards enough");
        self.deck = rest;
        self.hands[seat][artist][draw] += 1;
    }

    fn deal(&mut self, count: i32) {
        for seat in 0..self.model.players {
            (0..count).for_each(|_| self.take(seat));
        }
    }

    fn play_all(&self, best: &mut [i32; PLAYERS]) {
        let seat = self.turn % self.model.players;
        for artist in 0..self.model.artists {
            for draw in (0..2).filter(|&draw| self.hands[seat][artist][draw] > 0) {
                let mut next = self.clone();
                next.hands[seat][artist][draw] -= 1;
                next.shown[artist] += 1;
                next.owned[seat][artist] += 1;
                next.turn += 1;
                if draw == 1 {
                    next.take(seat);
                }
                next.after(artist, best);
            }
        }
    }

    fn after(mut self, artist: usize, best: &mut [i32; PLAYERS]) {
        if self.shown[artist] < self.model.closing as i32 {
            return self.play_all(best);
        }
        let mut ranked: Vec<usize> = (0..self.model.artists)
            .filter(|&a| self.shown[a] > 0)
            .collect();
        ranked.sort_by_key(|&a| (-self.shown[a], a));
        for (&artist, gain) in ranked.iter().zip(GAINS) {
            self.values[artist] += gain;
            for (score, owned) in self.scores.iter_mut().zip(&self.owned) {
                *score += owned[artist] * self.values[artist];
            }
        }
        self.shown = [0; ARTISTS];
        self.owned = [[0; ARTISTS]; PLAYERS];
        self.round += 1;
        if self.round == self.model.rounds {
            for (best, score) in best.iter_mut().zip(self.scores).take(self.model.players) {
                *best = score.max(*best);
            }
            return;
        }
        self.deal(self.model.dealt[self.round] - self.model.dealt[self.round - 1]);
        self.play_all(best);
    }
}

/// A model of two or three artists with these cards, and no symbols.
pub(super) fn small(players: usize, limits: &[i32], closing: usize, dealt: &[i32]) -> Model {
    let mut model = Model {
        players,
        artists: limits.len(),
        rounds: dealt.len(),
        closing,
        limits: [0; ARTISTS],
        dealt: [0; ROUNDS],
        award: 0,
        draws: false,
        seconds: false,
        extra: false,
        hidden: 0,
        together: false,
        additions: false,
        planned: false,
        total: false,
        seats: (1 << players) - 1,
    };
    model.limits[..limits.len()].copy_from_slice(limits);
    model.dealt[..dealt.len()].copy_from_slice(dealt);
    model
}
