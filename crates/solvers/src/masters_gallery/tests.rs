//! The search against brute force on small instances, and certificates.

use super::model::{ARTISTS, Model, PLAYERS};
use super::search::Search;
use super::space::Space;
use super::*;
use parlour_games::masters_gallery::rules::{GAINS, ROUNDS};

/// A game of a small model, played card by card: the artists' cards, their one award and one draw card each.
#[derive(Clone)]
struct Small<'a> {
    model: &'a Model,
    /// Whose score counts.
    player: usize,
    round: usize,
    turn: usize,
    hands: [i32; PLAYERS],
    left: [i32; ARTISTS],
    award: [bool; ARTISTS],
    draw: [bool; ARTISTS],
    shown: [i32; ARTISTS],
    own: [i32; ARTISTS],
    values: [i32; ARTISTS],
    score: i32,
}

impl Small<'_> {
    fn new(model: &Model, player: usize) -> Small<'_> {
        let mut game = Small {
            model,
            player,
            round: 0,
            turn: 0,
            hands: [0; PLAYERS],
            left: model.limits,
            award: [model.award > 0; ARTISTS],
            draw: [model.draws; ARTISTS],
            shown: [0; ARTISTS],
            own: [0; ARTISTS],
            values: [0; ARTISTS],
            score: 0,
        };
        game.hands[..model.players].fill(model.dealt[0]);
        game
    }

    /// The highest score that any play from here reaches; below 0 when no regular game does.
    fn best(&self) -> i32 {
        let seat = self.turn % self.model.players;
        if self.hands[seat] == 0 {
            return -1000;
        }
        let mut best = -1000;
        for artist in 0..self.model.artists {
            let special = i32::from(self.award[artist]) + i32::from(self.draw[artist]);
            if self.left[artist] > special {
                best = best.max(self.played(seat, artist).best_after(artist));
            }
            if self.draw[artist] && self.left[artist] > 0 {
                let mut next = self.played(seat, artist);
                next.draw[artist] = false;
                next.hands[seat] += 1;
                best = best.max(next.best_after(artist));
            }
            if self.award[artist] && self.left[artist] > 0 {
                for target in 0..self.model.artists {
                    let mut next = self.played(seat, artist);
                    next.award[artist] = false;
                    next.values[target] += self.model.award;
                    best = best.max(next.best_after(artist));
                }
            }
        }
        best
    }

    fn played(&self, seat: usize, artist: usize) -> Self {
        let mut next = self.clone();
        next.hands[seat] -= 1;
        next.left[artist] -= 1;
        next.shown[artist] += 1;
        next.own[artist] += i32::from(seat == self.player || self.model.total);
        next.turn += 1;
        next
    }

    /// Closes the round if this artist has cards enough, and goes on.
    fn best_after(mut self, artist: usize) -> i32 {
        if self.shown[artist] < self.model.closing as i32 {
            return self.best();
        }
        let mut ranked: Vec<usize> = (0..self.model.artists)
            .filter(|&a| self.shown[a] > 0)
            .collect();
        ranked.sort_by_key(|&a| (-self.shown[a], a));
        for (&artist, gain) in ranked.iter().zip(GAINS) {
            self.values[artist] += gain;
            self.score += self.own[artist] * self.values[artist];
        }
        (self.shown, self.own) = ([0; ARTISTS], [0; ARTISTS]);
        self.round += 1;
        if self.round == self.model.rounds {
            return self.score;
        }
        let dealt = self.model.dealt[self.round] - self.model.dealt[self.round - 1];
        self.hands[..self.model.players]
            .iter_mut()
            .for_each(|hand| *hand += dealt);
        self.best()
    }
}

fn small(players: usize, limits: &[i32], closing: usize, dealt: &[i32]) -> Model {
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
        total: false,
        seats: (1 << players) - 1,
    };
    model.limits[..limits.len()].copy_from_slice(limits);
    model.dealt[..dealt.len()].copy_from_slice(dealt);
    model
}

/// The least bound that the search comes to, and the best plan's score.
fn searched(model: &Model) -> (i32, i32) {
    let space = Space::new(model);
    let build = |_: &_, _: &_| Some(());
    let search = Search::new(model, &space, None, &build, &|_, _| ());
    search.hunt();
    let open = search.run().open;
    let score = search.best().map_or(-1, |best| best.score.score);
    (open.max(score), score)
}

/// Every play of every game of small models, card by card, against the search.
#[test]
fn the_search_finds_what_brute_force_finds() {
    let mut models = vec![
        small(2, &[4, 4], 3, &[4, 6]),
        small(2, &[3, 4], 2, &[3, 4, 5]),
        small(3, &[5, 4], 3, &[2, 4]),
        small(2, &[3, 3, 4], 2, &[2, 4]),
        small(3, &[3, 3, 3], 2, &[2, 3]),
    ];
    models.push(Model {
        total: true,
        seats: 1,
        ..models[0].clone()
    });
    for base in models {
        for (award, draws) in [(0, false), (2, false), (0, true)] {
            let model = Model {
                award,
                draws,
                ..base.clone()
            };
            let players = if model.total { 0..1 } else { 0..model.players };
            let truth = players.map(|p| Small::new(&model, p).best()).max().unwrap();
            let (bound, score) = searched(&model);
            if draws {
                // A plan does not say who draws in time: the bound may allow more than the game.
                assert!(bound >= truth, "{bound} < {truth}: {model:?}");
            } else {
                assert_eq!((bound, score), (truth, truth), "{model:?}");
            }
        }
    }
}

fn question(players: u8, rules: &str, objective: Objective) -> Question {
    Question {
        rules: rules.to_owned(),
        players,
        seat: None,
        objective,
    }
}

fn quick() -> Answer {
    optimise(&question(2, "seed-base", Objective::Max), None, &|_, _| ()).unwrap()
}

#[test]
fn two_players_base_is_proven_and_its_game_replays() {
    let answer = quick();
    assert_eq!((answer.score, answer.bound), (Some(208), 208));
    let record = answer.record.as_ref().unwrap();
    let table = record.replay().unwrap();
    assert_eq!(table.outcome().unwrap().scores[answer.seat], 208);
    assert!(table.state().is_regular());
    let proved = verify::check(&answer.certificate.unwrap()).unwrap();
    assert_eq!((proved.score, proved.players), (208, 2));
}

#[test]
fn altered_certificates_are_refused() {
    let good = quick().certificate.unwrap();
    for step in 0..200 {
        let at = step * good.len() / 200;
        let mut bad = good.clone();
        bad[at] ^= 1 << (step % 8);
        assert!(verify::check(&bad).is_err(), "byte {at} of {}", good.len());
        assert!(verify::check(&good[..at]).is_err(), "cut off after {at}");
    }
    // A hash that fits does not help: the claim is not what the game shows.
    let text = String::from_utf8_lossy(&good[..100]).into_owned();
    let at = text.find("\"score\":208").unwrap() + 10;
    let mut bad = good[..good.len() - 8].to_vec();
    bad[at] = b'7';
    bad.extend(verify::hash(&bad).to_le_bytes());
    assert!(matches!(
        verify::check(&bad),
        Err(verify::CertificateError::Game(_))
    ));
}

#[test]
fn a_proof_without_prices_has_a_gap() {
    let answer = quick();
    let question = question(2, "seed-base", Objective::Max);
    let bytes = certificate::write(&question, answer.record.as_ref().unwrap(), 208, &[0, 0]);
    assert_eq!(
        verify::check(&bytes),
        Err(verify::CertificateError::Gap("prices leave something over"))
    );
}

#[test]
fn the_least_winning_score_is_the_average() {
    for (players, score) in [(2, 30), (3, 24), (4, 18), (5, 15)] {
        let question = question(players, "seed-double", Objective::MinWinner);
        let answer = optimise(&question, None, &|_, _| ()).unwrap();
        assert_eq!((answer.score, answer.bound), (Some(score), score));
        assert_eq!(
            verify::check(&answer.certificate.unwrap()).unwrap().score,
            score
        );
    }
}

#[test]
fn questions_that_make_no_sense_are_refused() {
    for (players, rules, seat) in [
        (7, "seed-base", None),
        (1, "seed-base", None),
        (4, "nonsense", None),
        (4, "full", None),
        (4, "seed-base", Some(4)),
    ] {
        let question = Question {
            seat,
            ..question(players, rules, Objective::Max)
        };
        assert!(
            optimise(&question, None, &|_, _| ()).is_err(),
            "{question:?}"
        );
    }
}
