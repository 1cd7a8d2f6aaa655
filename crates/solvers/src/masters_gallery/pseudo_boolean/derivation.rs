//! A proof in the VeriPB format that no game scores more than a bound.
//!
//! Under prices (module `prices`) each artist adds at most a constant, whatever it gains in each round: one inequality
//! for each artist, proved by cases of its places in the rounds. In each case what the artist adds is linear in its cards,
//! and the bound is a sum of constraints. All inequalities together with the rows, each as often as its price says, give
//! the bound. With awards that is done for each artist X of whom the player scores most cards: a token adds at most as
//! much as if it lay on X from the first round on.

use super::super::model::Model;
use super::encoding::{Encoding, Lit, Row, Var};
use super::prices::{POINT, Place, PricedRow, Prices, UNRANKED, paid, patterns};
use super::tally::Tally;
use parlour_games::masters_gallery::rules::GAINS;
use std::collections::HashMap;
use std::fmt::Write as _;

/// Inequalities that are derived once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Lemma {
    /// Points of the artist's cards in the round for a gain of the earlier one: at most the player's cards.
    PaidByOwn(Points),
    /// None if the artist gained less in the earlier round.
    PaidByGain(Points),
    /// None if the artist is not ranked in the round.
    PaidByRank(Points),
    /// Scored cards are at most the player's.
    ScoredByOwn(usize, usize),
    /// None are scored if the artist is not ranked.
    ScoredByRank(usize, usize),
    /// Only the closer has the closing number of cards of the artist who closes the round.
    ClosingCard(usize),
    /// Somebody is first.
    First(usize),
    /// The first artist scores no fewer cards than the other if the literal [`Derivation::beats`] holds.
    Beats(usize, usize),
    /// Tokens of this card add at most 1 for each scored card of the artist who beats all others.
    Token(usize, usize),
    /// The most that an artist adds under the prices for this target.
    Artist(Option<usize>, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Points {
    earlier: usize,
    round: usize,
    artist: usize,
    gain: usize,
}

/// The proof as it is written.
pub(super) struct Derivation<'a> {
    encoding: &'a Encoding<'a>,
    model: &'a Model,
    text: String,
    /// The number of the last constraint.
    last: usize,
    lemmas: HashMap<Lemma, usize>,
}

/// A weighted sum of constraints.
#[derive(Default)]
struct Sum(String);

impl Sum {
    fn add(&mut self, number: usize, times: i64) {
        if times == 0 {
            return;
        }
        let first = self.0.is_empty();
        let _ = write!(self.0, " {number}");
        if times != 1 {
            let _ = write!(self.0, " {times} *");
        }
        if !first {
            self.0.push_str(" +");
        }
    }
}

/// Terms with their factors; those of one literal are put together.
#[derive(Default)]
struct Terms(Vec<(i64, Var)>);

impl Terms {
    fn add(&mut self, factor: i64, var: Var) {
        match self.0.iter_mut().find(|(_, other)| *other == var) {
            Some(term) => term.0 += factor,
            None => self.0.push((factor, var)),
        }
    }
}

impl<'a> Derivation<'a> {
    /// Proves that no game scores more than the bound, with prices for each artist X, or with one set of prices if
    /// there are no awards. The game is one with that score, or with less if the bound is not the optimum.
    pub(super) fn write(
        encoding: &'a Encoding<'a>,
        prices: &[(Option<usize>, Prices)],
        bound: i64,
        game: &Tally,
    ) -> String {
        let constraints = encoding.len();
        let mut proof = Derivation {
            encoding,
            model: encoding.model,
            text: format!("pseudo-Boolean proof version 3.0\nf {constraints};\n"),
            last: constraints,
            lemmas: HashMap::new(),
        };
        for round in 0..proof.model.rounds {
            proof.round(round);
        }
        if proof.model.award > 0 {
            proof.comparisons();
            proof.tokens();
        }
        for (target, prices) in prices {
            for artist in 0..proof.model.artists {
                proof.artist(*target, prices, artist);
            }
        }
        let goal = proof.bound(prices, bound);
        let score = encoding.score(game);
        let solution =
            encoding
                .variables
                .iter()
                .map(|&var| match var.holds(encoding.model, game) {
                    true => format!(" {}", var.is()),
                    false => format!(" {}", var.not()),
                });
        let solution: String = solution.collect();
        let _ = write!(
            proof.text,
            "output NONE;\nconclusion BOUNDS {} : {goal} {} :{solution};\nend pseudo-Boolean proof;\n",
            -bound, -score
        );
        proof.text
    }

    fn step(&mut self, rule: &str) -> usize {
        self.text.push_str(rule);
        self.text.push_str(";\n");
        self.last += 1;
        self.last
    }

    fn sum(&mut self, sum: &Sum) -> usize {
        self.step(&format!("pol{}", sum.0))
    }

    /// A clause that follows by unit propagation.
    fn clause(&mut self, lits: &[Lit]) -> usize {
        let lits: String = lits.iter().map(|lit| format!(" 1 {lit}")).collect();
        self.step(&format!("rup{lits} >= 1"))
    }

    /// An inequality that is proved by contradiction; the number of its negation is given to the proof.
    fn by_contradiction(
        &mut self,
        terms: &str,
        degree: i64,
        proof: impl FnOnce(&mut Self, usize),
    ) -> usize {
        let _ = writeln!(self.text, "pbc{terms} >= {degree} : subproof");
        self.last += 1;
        let negated = self.last;
        proof(self, negated);
        let contradiction = self.last;
        self.step(&format!("qed pbc : {contradiction}"))
    }

    fn implies(&self, var: Var, other: Var) -> usize {
        self.encoding.row(Row::Implies(var, other))
    }

    /// What does not depend on prices.
    fn round(&mut self, round: usize) {
        let Model {
            artists, closing, ..
        } = *self.model;
        let mut first = Sum::default();
        first.add(self.encoding.row(Row::SomeCloser(round)), 1);
        let mut closers = Sum::default();
        closers.add(self.encoding.row(Row::OneCloser(round)), artists as i64 - 1);
        for artist in 0..artists {
            let full = Var::Cards {
                round,
                artist,
                count: closing,
            };
            let gains = |gain| Var::Gains {
                round,
                artist,
                gain,
            };
            let own = |count| Var::Own {
                round,
                artist,
                count,
            };
            let scored = |count| Var::Scored {
                round,
                artist,
                count,
            };
            let is_first = gains(GAINS.len());
            let full_is_first = self.clause(&[full.not(), is_first.is()]);
            self.clause(&[is_first.not(), full.is()]);
            first.add(full_is_first, 1);
            closers.add(self.implies(own(closing), full), artists as i64 - 1);
            let closes = Var::Closes { round };
            closers.add(self.implies(own(closing), closes), 1);

            let (mut by_own, mut by_rank) = (Sum::default(), Sum::default());
            for count in 1..=closing {
                by_own.add(self.implies(scored(count), own(count)), 1);
                by_rank.add(self.implies(scored(count), gains(1)), 1);
            }
            let by_own = self.sum(&by_own);
            self.lemmas
                .insert(Lemma::ScoredByOwn(round, artist), by_own);
            let by_rank = self.sum(&by_rank);
            self.lemmas
                .insert(Lemma::ScoredByRank(round, artist), by_rank);
            for (earlier, gain) in
                (0..=round).flat_map(|e| (1..=GAINS.len()).map(move |gain| (e, gain)))
            {
                let points = Points {
                    earlier,
                    round,
                    artist,
                    gain,
                };
                let gains = Var::Gains {
                    round: earlier,
                    artist,
                    gain,
                };
                let (mut by_score, mut by_gain) = (Sum::default(), Sum::default());
                for count in 1..=closing {
                    let paid = Var::Paid {
                        earlier,
                        round,
                        artist,
                        gain,
                        count,
                    };
                    by_score.add(self.implies(paid, scored(count)), 1);
                    by_gain.add(self.implies(paid, gains), 1);
                }
                let by_gain = self.sum(&by_gain);
                self.lemmas.insert(Lemma::PaidByGain(points), by_gain);
                let by_score = self.sum(&by_score);
                for (lemma, then) in [
                    (Lemma::PaidByOwn(points), by_own),
                    (Lemma::PaidByRank(points), by_rank),
                ] {
                    let mut sum = Sum::default();
                    sum.add(by_score, 1);
                    sum.add(then, 1);
                    let number = self.sum(&sum);
                    self.lemmas.insert(lemma, number);
                }
            }
        }
        let first = self.sum(&first);
        self.lemmas.insert(Lemma::First(round), first);
        // Each of the artists' closing cards needs the closer, and there is one at most: divided and rounded up.
        let _ = write!(closers.0, " {artists} d");
        let closers = self.sum(&closers);
        self.lemmas.insert(Lemma::ClosingCard(round), closers);
    }

    /// The player's scored cards of an artist.
    fn scored(&self, artist: usize) -> impl Iterator<Item = Var> {
        let closing = self.model.closing;
        (0..self.model.rounds).flat_map(move |round| {
            (1..=closing).map(move |count| Var::Scored {
                round,
                artist,
                count,
            })
        })
    }

    /// The literal for "no fewer cards of the artist score than of the other"; of both, one has it.
    fn beats(artist: usize, other: usize, holds: bool) -> String {
        let (left, right) = (artist.min(other), artist.max(other));
        let negated = (artist < other) != holds;
        format!("{}beats_{left}_{right}", if negated { "~" } else { "" })
    }

    /// How much more can be scored of one artist than of another, and 1.
    fn all_scored(&self) -> i64 {
        (self.model.rounds * self.model.closing) as i64 + 1
    }

    /// Of any two artists one beats the other, and no three beat each other in a circle.
    fn comparisons(&mut self) {
        let artists = self.model.artists;
        for (artist, other) in pairs(artists).filter(|(artist, other)| artist < other) {
            for (one, two, degree) in [(artist, other, 0), (other, artist, 1)] {
                let beats = Self::beats(one, two, true);
                let mut terms = format!(" {} {}", self.all_scored(), Self::beats(one, two, false));
                for var in self.scored(one) {
                    let _ = write!(terms, " 1 {var}");
                }
                for var in self.scored(two) {
                    let _ = write!(terms, " -1 {var}");
                }
                let value = i32::from(beats.starts_with('~'));
                let name = beats.trim_start_matches('~');
                let number = self.step(&format!("red{terms} >= {degree} : {name} -> {value}"));
                self.lemmas.insert(Lemma::Beats(one, two), number);
            }
        }
        for one in 0..artists {
            for (two, three) in pairs(artists).filter(|&(two, three)| one < two && one < three) {
                let mut circle = Sum::default();
                for (left, right) in [(one, two), (two, three), (three, one)] {
                    circle.add(self.lemmas[&Lemma::Beats(left, right)], 1);
                }
                circle.0.push_str(" s");
                self.sum(&circle);
            }
        }
    }

    /// A token adds at most 1 for each scored card of the artist who beats all others.
    fn tokens(&mut self) {
        let model = self.model;
        let last = model.rounds - 1;
        for card in 0..model.artists {
            let placed = |round, target| Var::Placed {
                card,
                round,
                target,
            };
            let row = |round, target| Row::Placed {
                card,
                round,
                target,
            };
            // It lies on one artist, where it was put.
            let mut one = Sum::default();
            one.add(self.encoding.row(Row::Token(card)), 1);
            for target in 0..model.artists {
                one.add(self.encoding.row(row(last, target)), 1);
            }
            self.sum(&one);
            for target in 0..model.artists {
                for round in 0..last {
                    self.clause(&[placed(round, target).not(), placed(last, target).is()]);
                }
            }
            for best in 0..model.artists {
                let number = self.token(card, best);
                self.lemmas.insert(Lemma::Token(card, best), number);
            }
        }
    }

    fn token(&mut self, card: usize, best: usize) -> usize {
        let model = self.model;
        let last = model.rounds - 1;
        let mut terms = String::new();
        for var in self.scored(best) {
            let _ = write!(terms, " 1 {var}");
        }
        let awarded = |target: usize, var: Var| match var {
            Var::Scored { round, count, .. } => Var::Awarded {
                card,
                round,
                target,
                count,
            },
            other => other,
        };
        for target in 0..model.artists {
            for var in self.scored(target) {
                let _ = write!(terms, " -1 {}", awarded(target, var));
            }
        }
        for other in (0..model.artists).filter(|&other| other != best) {
            let lit = Self::beats(best, other, false);
            let _ = write!(terms, " {} {lit}", self.all_scored());
        }
        self.by_contradiction(&terms, 0, |proof, negated| {
            for target in 0..model.artists {
                let mut sum = Sum::default();
                sum.add(negated, 1);
                for var in proof.scored(target) {
                    sum.add(proof.implies(awarded(target, var), var), 1);
                }
                if target != best {
                    sum.add(proof.lemmas[&Lemma::Beats(best, target)], 1);
                }
                proof.sum(&sum);
                let placed = Var::Placed {
                    card,
                    round: last,
                    target,
                };
                proof.clause(&[placed.not()]);
            }
            proof.clause(&[]);
        })
    }

    /// The most that an artist adds, less what it uses.
    fn artist(&mut self, target: Option<usize>, prices: &Prices, artist: usize) {
        let model = self.model;
        let is_target = target == Some(artist);
        let mut terms = Terms::default();
        for round in 0..model.rounds {
            let cost = prices.round(model, artist, round);
            for count in 1..=model.closing {
                let closing = if count == model.closing {
                    cost.closing
                } else {
                    0
                };
                terms.add(
                    cost.own + closing,
                    Var::Own {
                        round,
                        artist,
                        count,
                    },
                );
                terms.add(
                    cost.cards,
                    Var::Cards {
                        round,
                        artist,
                        count,
                    },
                );
                if is_target {
                    terms.add(
                        -POINT * i64::from(model.award) * model.artists as i64,
                        Var::Scored {
                            round,
                            artist,
                            count,
                        },
                    );
                }
                for (earlier, gain) in
                    (0..=round).flat_map(|e| (1..=GAINS.len()).map(move |gain| (e, gain)))
                {
                    terms.add(
                        -POINT,
                        Var::Paid {
                            earlier,
                            round,
                            artist,
                            gain,
                            count,
                        },
                    );
                }
            }
            for (gain, &price) in cost.gains.iter().enumerate() {
                terms.add(
                    price,
                    Var::Gains {
                        round,
                        artist,
                        gain: gain + 1,
                    },
                );
            }
        }
        let most = prices.most(model, target, artist);
        let terms: String = terms
            .0
            .iter()
            .filter(|(factor, _)| *factor != 0)
            .map(|(factor, var)| format!(" {factor} {var}"))
            .collect();
        let number = self.by_contradiction(&terms, -most, |proof, negated| {
            for places in patterns(model) {
                proof.pattern(is_target, prices, artist, &places, negated);
                // Once all places of a round are ruled out after the same earlier ones, so are those.
                for round in (0..model.rounds).rev() {
                    if places[round] != UNRANKED {
                        break;
                    }
                    proof.places(artist, &places[..round]);
                }
            }
        });
        self.lemmas.insert(Lemma::Artist(target, artist), number);
    }

    /// The clause that an artist does not have these places in the first rounds.
    fn places(&mut self, artist: usize, places: &[Place]) {
        let mut lits = Vec::new();
        for (round, &place) in places.iter().enumerate() {
            let gains = |gain| Var::Gains {
                round,
                artist,
                gain,
            };
            if place < UNRANKED {
                lits.push(gains(GAINS.len() - place).not());
            }
            if place > 0 {
                lits.push(gains(GAINS.len() + 1 - place).is());
            }
        }
        self.clause(&lits);
    }

    /// Rules out that the artist has these places, and yet adds more than the most.
    fn pattern(
        &mut self,
        is_target: bool,
        prices: &Prices,
        artist: usize,
        places: &[Place],
        negated: usize,
    ) {
        let model = self.model;
        let mut sum = Sum::default();
        sum.add(negated, 1);
        for (round, &place) in places.iter().enumerate() {
            for (earlier, gain) in
                (0..=round).flat_map(|e| (1..=GAINS.len()).map(move |gain| (e, gain)))
            {
                let points = Points {
                    earlier,
                    round,
                    artist,
                    gain,
                };
                let lemma = if place == UNRANKED {
                    Lemma::PaidByRank(points)
                } else if places[earlier] + gain > GAINS.len() {
                    Lemma::PaidByGain(points)
                } else {
                    Lemma::PaidByOwn(points)
                };
                sum.add(self.lemmas[&lemma], POINT);
            }
            if is_target {
                let lemma = match place {
                    UNRANKED => Lemma::ScoredByRank(round, artist),
                    _ => Lemma::ScoredByOwn(round, artist),
                };
                let tokens = i64::from(model.award) * model.artists as i64;
                sum.add(self.lemmas[&lemma], POINT * tokens);
            }
            let cost = prices.round(model, artist, round);
            let paid = paid(model, is_target, &places[..=round]);
            for count in 1..=model.closing {
                let closing = if count == model.closing {
                    cost.closing
                } else {
                    0
                };
                let points = paid * POINT - cost.own - closing;
                if points > 0 && (count < model.closing || place == 0) {
                    let own = Var::Own {
                        round,
                        artist,
                        count,
                    };
                    let cards = Var::Cards {
                        round,
                        artist,
                        count,
                    };
                    sum.add(self.implies(own, cards), points);
                }
            }
        }
        self.sum(&sum);
        self.places(artist, places);
    }

    /// No game scores more than the bound.
    fn bound(&mut self, prices: &[(Option<usize>, Prices)], bound: i64) -> usize {
        let objective = self.encoding.objective.iter();
        let terms: String = objective
            .map(|(points, var)| format!(" -{points} {var}"))
            .collect();
        self.by_contradiction(&terms, -bound, |proof, negated| {
            for (target, prices) in prices {
                proof.target(*target, prices, negated);
            }
            if prices.iter().any(|(target, _)| target.is_some()) {
                proof.leaders(0, 1, &mut Vec::new());
            }
        })
    }

    /// The bound, if this artist beats all others.
    fn target(&mut self, target: Option<usize>, prices: &Prices, negated: usize) {
        let model = self.model;
        let row = |row| self.encoding.row(row);
        let mut sum = Sum::default();
        sum.add(negated, POINT);
        for artist in 0..model.artists {
            sum.add(self.lemmas[&Lemma::Artist(target, artist)], 1);
            if let Some(target) = target {
                let lemma = Lemma::Token(artist, target);
                sum.add(self.lemmas[&lemma], POINT * i64::from(model.award));
            }
            if model.draws {
                sum.add(row(Row::Draw(artist)), prices.draw(model));
            }
        }
        for &(priced, price) in &prices.rows {
            let number = match priced {
                PricedRow::Of(of) => row(of),
                PricedRow::ClosingCard(round) => self.lemmas[&Lemma::ClosingCard(round)],
                PricedRow::First(round) => self.lemmas[&Lemma::First(round)],
            };
            sum.add(number, price);
        }
        let seat = prices.seat(model);
        let seats = if seat > 0 { Row::Seat } else { Row::SomeSeat };
        sum.add(row(seats), seat.abs());
        self.sum(&sum);
        let others = (0..model.artists).filter(|&other| Some(other) != target);
        let lits: String = match target {
            Some(target) => others
                .map(|other| format!(" 1 {}", Self::beats(target, other, false)))
                .collect(),
            None => String::new(),
        };
        self.step(&format!("rup{lits} >= 1"));
    }

    /// Goes through all ways in which artists can beat those before them; each ends with one who beats all others.
    fn leaders(&mut self, leader: usize, next: usize, beaten: &mut Vec<(usize, usize)>) {
        if next < self.model.artists {
            for (winner, loser) in [(leader, next), (next, leader)] {
                beaten.push((winner, loser));
                self.leaders(winner, next + 1, beaten);
                beaten.pop();
            }
        }
        let lits: String = beaten
            .iter()
            .map(|&(winner, loser)| format!(" 1 {}", Self::beats(winner, loser, false)))
            .collect();
        self.step(&format!("rup{lits} >= 1"));
    }
}

/// All ordered pairs of different numbers.
fn pairs(below: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..below).flat_map(move |one| {
        (0..below)
            .filter(move |&two| two != one)
            .map(move |two| (one, two))
    })
}
