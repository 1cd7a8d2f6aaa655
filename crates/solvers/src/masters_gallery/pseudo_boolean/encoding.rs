//! A pseudo-Boolean program that every game satisfies, and whose objective is the score of one player.
//!
//! Counts are unary: one variable for "at least 1", one for "at least 2", and so on. The gain of a rank (3, 2, 1) is a
//! count too, so that the score is a sum of products of two variables: in each round up to the one in which a card
//! scores, its artist gained at least 1, 2, 3.

use super::super::model::{ARTISTS, Model};
use super::tally::Tally;
use parlour_games::masters_gallery::rules::{GAINS, ROUNDS};
use std::collections::HashMap;
use std::fmt::{self, Write as _};

/// A variable. Rounds, artists and seats count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) enum Var {
    /// At least `count` cards of the artist are on display at the end of the round.
    Cards {
        round: usize,
        artist: usize,
        count: usize,
    },
    /// At least `count` of them are the player's.
    Own {
        round: usize,
        artist: usize,
        count: usize,
    },
    /// The artist ranks before the other, who is to the right in the row.
    Before {
        round: usize,
        artist: usize,
        other: usize,
    },
    /// The artist gains at least `gain` by rank in the round.
    Gains {
        round: usize,
        artist: usize,
        gain: usize,
    },
    /// At least `count` cards of the player and artist score in the round.
    Scored {
        round: usize,
        artist: usize,
        count: usize,
    },
    /// `Gains` of the earlier or same round, and `Scored`.
    Paid {
        earlier: usize,
        round: usize,
        artist: usize,
        gain: usize,
        count: usize,
    },
    /// The award card of this artist is played in the round, and its token is put on the target.
    Token {
        card: usize,
        round: usize,
        target: usize,
    },
    /// The same, in the round or before.
    Placed {
        card: usize,
        round: usize,
        target: usize,
    },
    /// `Placed`, and `Scored` of the target.
    Awarded {
        card: usize,
        round: usize,
        target: usize,
        count: usize,
    },
    /// The player plays the artist's draw card in the round.
    OwnDraw { round: usize, artist: usize },
    /// Another player does.
    OtherDraw { round: usize, artist: usize },
    /// The player has this seat.
    Seat { seat: usize },
    /// The player closes the round.
    Closes { round: usize },
}

const NAMES: [char; ARTISTS] = ['A', 'B', 'C', 'D', 'E'];

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |artist: usize| NAMES[artist];
        match *self {
            Var::Cards {
                round,
                artist,
                count,
            } => write!(f, "cards_{}_{}_{count}", round + 1, name(artist)),
            Var::Own {
                round,
                artist,
                count,
            } => write!(f, "own_{}_{}_{count}", round + 1, name(artist)),
            Var::Before {
                round,
                artist,
                other,
            } => write!(f, "before_{}_{}_{}", round + 1, name(artist), name(other)),
            Var::Gains {
                round,
                artist,
                gain,
            } => write!(f, "gains_{}_{}_{gain}", round + 1, name(artist)),
            Var::Scored {
                round,
                artist,
                count,
            } => write!(f, "scored_{}_{}_{count}", round + 1, name(artist)),
            Var::Paid {
                earlier,
                round,
                artist,
                gain,
                count,
            } => write!(
                f,
                "paid_{}_{}_{}_{gain}_{count}",
                earlier + 1,
                round + 1,
                name(artist)
            ),
            Var::Token {
                card,
                round,
                target,
            } => write!(f, "token_{}_{}_{}", name(card), round + 1, name(target)),
            Var::Placed {
                card,
                round,
                target,
            } => write!(f, "placed_{}_{}_{}", name(card), round + 1, name(target)),
            Var::Awarded {
                card,
                round,
                target,
                count,
            } => write!(
                f,
                "awarded_{}_{}_{}_{count}",
                name(card),
                round + 1,
                name(target)
            ),
            Var::OwnDraw { round, artist } => {
                write!(f, "owndraw_{}_{}", round + 1, name(artist))
            }
            Var::OtherDraw { round, artist } => {
                write!(f, "otherdraw_{}_{}", round + 1, name(artist))
            }
            Var::Seat { seat } => write!(f, "seat_{seat}"),
            Var::Closes { round } => write!(f, "closes_{}", round + 1),
        }
    }
}

impl Var {
    /// Its value in a game.
    pub(super) fn holds(self, model: &Model, game: &Tally) -> bool {
        match self {
            Var::Cards {
                round,
                artist,
                count,
            } => game.cards[round][artist] >= count,
            Var::Own {
                round,
                artist,
                count,
            } => game.own[round][artist] >= count,
            Var::Before {
                round,
                artist,
                other,
            } => game.is_before(round, artist, other),
            Var::Gains {
                round,
                artist,
                gain,
            } => game.gain(model, round, artist) >= gain,
            Var::Scored {
                round,
                artist,
                count,
            } => game.own[round][artist] >= count && game.gain(model, round, artist) > 0,
            Var::Paid {
                earlier,
                round,
                artist,
                gain,
                count,
            } => {
                let scored = Var::Scored {
                    round,
                    artist,
                    count,
                };
                game.gain(model, earlier, artist) >= gain && scored.holds(model, game)
            }
            Var::Token {
                card,
                round,
                target,
            } => {
                let mut tokens = game.tokens.iter();
                tokens.any(|t| (t.card, t.round, t.target) == (card, round, target))
            }
            Var::Placed {
                card,
                round,
                target,
            } => {
                let mut tokens = game.tokens.iter();
                tokens.any(|t| (t.card, t.target) == (card, target) && t.round <= round)
            }
            Var::Awarded {
                card,
                round,
                target,
                count,
            } => {
                let placed = Var::Placed {
                    card,
                    round,
                    target,
                };
                let scored = Var::Scored {
                    round,
                    artist: target,
                    count,
                };
                placed.holds(model, game) && scored.holds(model, game)
            }
            Var::OwnDraw { round, artist } => game.own_draws[round][artist],
            Var::OtherDraw { round, artist } => game.other_draws[round][artist],
            Var::Seat { seat } => game.seat == seat,
            Var::Closes { round } => game.closes[round],
        }
    }
}

/// A variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Lit {
    pub(super) var: Var,
    pub(super) negated: bool,
}

impl Var {
    pub(super) fn is(self) -> Lit {
        Lit {
            var: self,
            negated: false,
        }
    }

    pub(super) fn not(self) -> Lit {
        Lit {
            var: self,
            negated: true,
        }
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.negated { "~" } else { "" }, self.var)
    }
}

/// The terms add up to the degree at least.
#[derive(Clone, Debug)]
pub(in super::super) struct Constraint {
    terms: Vec<(i64, Lit)>,
    degree: i64,
}

/// Constraints that the proof refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) enum Row {
    /// If the first variable holds, so does the second.
    Implies(Var, Var),
    /// At most one artist has cards enough to close the round.
    OneCloser(usize),
    /// At least one has.
    SomeCloser(usize),
    /// At most three artists gain 1 in the round, at most two 2, at most one 3.
    Places { round: usize, gain: usize },
    /// Cards of the artist in all.
    Limit(usize),
    /// The player's cards up to the round.
    OwnHand(usize),
    /// The other players' cards up to the round.
    OtherHand(usize),
    /// The player has no more turns up to the round than turn order gives.
    OwnTurns(usize),
    /// Neither have the others.
    OtherTurns(usize),
    /// One draw card of the artist.
    Draw(usize),
    /// At most one seat.
    Seat,
    /// At least one.
    SomeSeat,
    /// One award card of the artist.
    Token(usize),
    /// A token is placed only if it is put there in the round or before.
    Placed {
        card: usize,
        round: usize,
        target: usize,
    },
    /// A token that is put there in the round or before is placed.
    Stays {
        card: usize,
        round: usize,
        target: usize,
    },
}

/// The program.
pub(in super::super) struct Encoding<'a> {
    pub(super) model: &'a Model,
    pub(super) variables: Vec<Var>,
    constraints: Vec<Constraint>,
    /// Numbers of constraints, from 1 on.
    rows: HashMap<Row, usize>,
    /// What is to be as high as possible.
    pub(super) objective: Vec<(i64, Var)>,
}

impl<'a> Encoding<'a> {
    /// The program of a model without second cards and full rules, for one player's score.
    pub(in super::super) fn new(model: &'a Model) -> Encoding<'a> {
        let mut encoding = Encoding {
            model,
            variables: Vec::new(),
            constraints: Vec::new(),
            rows: HashMap::new(),
            objective: Vec::new(),
        };
        for round in 0..model.rounds {
            encoding.displays(round);
            encoding.ranking(round);
        }
        encoding.limits();
        if model.draws {
            encoding.draws();
        }
        if model.award > 0 {
            encoding.awards();
        }
        encoding.hands();
        encoding.turns();
        encoding.scores();
        encoding
    }

    /// The number of a constraint.
    pub(super) fn row(&self, row: Row) -> usize {
        self.rows[&row]
    }

    /// The number of constraints.
    pub(super) fn len(&self) -> usize {
        self.constraints.len()
    }

    /// The first constraint that a game breaks.
    pub(in super::super) fn broken(&self, game: &Tally) -> Option<&Constraint> {
        self.constraints.iter().find(|constraint| {
            let met = |lit: &Lit| lit.var.holds(self.model, game) != lit.negated;
            let terms = constraint.terms.iter();
            terms.filter(|(_, lit)| met(lit)).map(|t| t.0).sum::<i64>() < constraint.degree
        })
    }

    /// The objective in a game.
    pub(in super::super) fn score(&self, game: &Tally) -> i64 {
        let terms = self.objective.iter();
        let met = terms.filter(|(_, var)| var.holds(self.model, game));
        met.map(|&(points, _)| points).sum()
    }

    /// The program in the OPB format. It minimises the negated score.
    pub(super) fn to_opb(&self) -> String {
        let mut text = format!(
            "* #variable= {} #constraint= {}\nmin:",
            self.variables.len(),
            self.constraints.len()
        );
        for (points, var) in &self.objective {
            let _ = write!(text, " -{points} {var}");
        }
        text.push_str(" ;\n");
        for constraint in &self.constraints {
            for (factor, lit) in &constraint.terms {
                let _ = write!(text, "{factor:+} {lit} ");
            }
            let _ = writeln!(text, ">= {} ;", constraint.degree);
        }
        text
    }

    fn variable(&mut self, var: Var) -> Var {
        self.variables.push(var);
        var
    }

    fn add(&mut self, terms: Vec<(i64, Lit)>, degree: i64) -> usize {
        self.constraints.push(Constraint { terms, degree });
        self.constraints.len()
    }

    /// The terms add up to `most` at most.
    fn at_most(&mut self, row: Row, terms: Vec<(i64, Var)>, most: i64) {
        let terms = terms.into_iter().map(|(factor, v)| (-factor, v.is()));
        let number = self.add(terms.collect(), -most);
        self.rows.insert(row, number);
    }

    fn clause(&mut self, lits: &[Lit]) -> usize {
        self.add(lits.iter().map(|&lit| (1, lit)).collect(), 1)
    }

    fn implies(&mut self, var: Var, other: Var) {
        let number = self.clause(&[var.not(), other.is()]);
        self.rows.insert(Row::Implies(var, other), number);
    }

    /// A variable that holds exactly if both others do.
    fn product(&mut self, var: Var, factors: [Var; 2]) {
        self.variable(var);
        for factor in factors {
            self.implies(var, factor);
        }
        self.clause(&[var.is(), factors[0].not(), factors[1].not()]);
    }

    /// Cards and the player's; one artist closes the round.
    fn displays(&mut self, round: usize) {
        let Model {
            artists, closing, ..
        } = *self.model;
        let closes = self.variable(Var::Closes { round });
        for artist in 0..artists {
            let cards = |count| Var::Cards {
                round,
                artist,
                count,
            };
            let own = |count| Var::Own {
                round,
                artist,
                count,
            };
            for count in 1..=closing {
                self.variable(cards(count));
                self.variable(own(count));
                self.implies(own(count), cards(count));
                if count > 1 {
                    self.implies(cards(count), cards(count - 1));
                    self.implies(own(count), own(count - 1));
                }
            }
            // The closing card is the player's, or another's.
            self.implies(own(closing), closes);
            self.clause(&[closes.not(), cards(closing).not(), own(1).is()]);
        }
        let full = |artist| Var::Cards {
            round,
            artist,
            count: closing,
        };
        let all = || (0..artists).map(|artist| (1, full(artist)));
        self.at_most(Row::OneCloser(round), all().collect(), 1);
        let some = self.add(all().map(|(one, var)| (one, var.is())).collect(), 1);
        self.rows.insert(Row::SomeCloser(round), some);
    }

    /// Who ranks before whom, and what it gains.
    fn ranking(&mut self, round: usize) {
        let Model {
            artists, closing, ..
        } = *self.model;
        let cards = |artist, count| Var::Cards {
            round,
            artist,
            count,
        };
        for artist in 0..artists {
            for other in artist + 1..artists {
                let before = self.variable(Var::Before {
                    round,
                    artist,
                    other,
                });
                for count in 0..=closing {
                    // Before: at least as many cards. Not before: fewer.
                    if count > 0 {
                        self.clause(&[
                            before.not(),
                            cards(artist, count).is(),
                            cards(other, count).not(),
                        ]);
                    }
                    let mut fewer = vec![before.is()];
                    if count > 0 {
                        fewer.push(cards(artist, count).not());
                    }
                    if count < closing {
                        fewer.push(cards(other, count + 1).is());
                    }
                    self.clause(&fewer);
                }
            }
        }
        let most = artists as i64 - 1;
        for artist in 0..artists {
            let ahead = |other: usize| match other < artist {
                true => Var::Before {
                    round,
                    artist: other,
                    other: artist,
                }
                .is(),
                false => Var::Before {
                    round,
                    artist,
                    other,
                }
                .not(),
            };
            let others: Vec<Lit> = (0..artists).filter(|&o| o != artist).map(ahead).collect();
            for gain in 1..=GAINS.len() {
                let gains = self.variable(Var::Gains {
                    round,
                    artist,
                    gain,
                });
                self.implies(gains, cards(artist, 1));
                // It gains `gain` if and only if at most `room` artists are ahead and it has a card.
                let room = (GAINS.len() - gain) as i64;
                let mut few: Vec<(i64, Lit)> = others.iter().map(|&lit| (-1, lit)).collect();
                few.push((most, gains.not()));
                self.add(few, -room);
                let mut many: Vec<(i64, Lit)> = others.iter().map(|&lit| (1, lit)).collect();
                many.push((room + 1, gains.is()));
                many.push((room + 1, cards(artist, 1).not()));
                self.add(many, room + 1);
            }
        }
        for gain in 1..=GAINS.len() {
            let all = (0..artists).map(|artist| {
                let gains = Var::Gains {
                    round,
                    artist,
                    gain,
                };
                (1, gains)
            });
            let most = (GAINS.len() + 1 - gain) as i64;
            self.at_most(Row::Places { round, gain }, all.collect(), most);
        }
    }

    /// Cards of each artist, and the player's seat.
    fn limits(&mut self) {
        let model = self.model;
        for artist in 0..model.artists {
            let cards = (0..model.rounds).flat_map(|round| self.unary(round, artist, false, 1));
            let cards = cards.collect();
            self.at_most(Row::Limit(artist), cards, model.limits[artist].into());
        }
        let seats: Vec<Var> = (0..model.players).map(|seat| Var::Seat { seat }).collect();
        for (seat, &var) in seats.iter().enumerate() {
            self.variable(var);
            if model.seats >> seat & 1 == 0 {
                self.clause(&[var.not()]);
            }
        }
        let all = seats.iter().map(|&var| (1, var)).collect();
        self.at_most(Row::Seat, all, 1);
        let some = self.add(seats.iter().map(|var| (1, var.is())).collect(), 1);
        self.rows.insert(Row::SomeSeat, some);
    }

    /// The terms of a number of cards, the player's or all.
    fn unary(&self, round: usize, artist: usize, own: bool, factor: i64) -> Vec<(i64, Var)> {
        let var = |count| match own {
            true => Var::Own {
                round,
                artist,
                count,
            },
            false => Var::Cards {
                round,
                artist,
                count,
            },
        };
        (1..=self.model.closing)
            .map(|count| (factor, var(count)))
            .collect()
    }

    /// Each draw card is played once, by the player or another.
    fn draws(&mut self) {
        let model = self.model;
        for artist in 0..model.artists {
            let mut all = Vec::new();
            for round in 0..model.rounds {
                let own = self.variable(Var::OwnDraw { round, artist });
                let other = self.variable(Var::OtherDraw { round, artist });
                all.extend([(1, own), (1, other)]);
                self.implies(
                    own,
                    Var::Own {
                        round,
                        artist,
                        count: 1,
                    },
                );
                let mut others = self.unary(round, artist, false, 1);
                others.extend(self.unary(round, artist, true, -1));
                others.push((-1, other));
                self.add(others.into_iter().map(|(f, v)| (f, v.is())).collect(), 0);
            }
            self.at_most(Row::Draw(artist), all, 1);
        }
    }

    /// Each award card is played once, and is not the draw card.
    fn awards(&mut self) {
        let model = self.model;
        for card in 0..model.artists {
            let mut all = Vec::new();
            for round in 0..model.rounds {
                let mut symbols = self.unary(round, card, false, 1);
                for target in 0..model.artists {
                    let token = self.variable(Var::Token {
                        card,
                        round,
                        target,
                    });
                    all.push((1, token));
                    symbols.push((-1, token));
                }
                if model.draws {
                    symbols.push((
                        -1,
                        Var::OwnDraw {
                            round,
                            artist: card,
                        },
                    ));
                    symbols.push((
                        -1,
                        Var::OtherDraw {
                            round,
                            artist: card,
                        },
                    ));
                }
                self.add(symbols.into_iter().map(|(f, v)| (f, v.is())).collect(), 0);
            }
            self.at_most(Row::Token(card), all, 1);
            for (round, target) in
                (0..model.rounds).flat_map(|round| (0..model.artists).map(move |t| (round, t)))
            {
                let placed = self.variable(Var::Placed {
                    card,
                    round,
                    target,
                });
                let put = |factor| {
                    let earlier = (0..=round).map(move |round| Var::Token {
                        card,
                        round,
                        target,
                    });
                    let mut terms: Vec<(i64, Var)> = earlier.map(|var| (factor, var)).collect();
                    terms.push((-factor, placed));
                    terms
                };
                let row = Row::Placed {
                    card,
                    round,
                    target,
                };
                self.at_most(row, put(-1), 0);
                let row = Row::Stays {
                    card,
                    round,
                    target,
                };
                self.at_most(row, put(1), 0);
            }
        }
    }

    /// Cards up to a round are at most those dealt and drawn.
    fn hands(&mut self) {
        let model = self.model;
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for round in 0..model.rounds {
            for artist in 0..model.artists {
                own.extend(self.unary(round, artist, true, 1));
                others.extend(self.unary(round, artist, false, 1));
                others.extend(self.unary(round, artist, true, -1));
                if model.draws {
                    own.push((-1, Var::OwnDraw { round, artist }));
                    others.push((-1, Var::OtherDraw { round, artist }));
                }
            }
            let dealt = i64::from(model.dealt[round]);
            self.at_most(Row::OwnHand(round), own.clone(), dealt);
            let dealt = dealt * (model.players as i64 - 1);
            self.at_most(Row::OtherHand(round), others.clone(), dealt);
        }
    }

    /// Turn t of the whole game, from 0 on, is of seat t mod n. With T turns up to a round, W of them of the player in
    /// seat s, n W - T is n - 1 - s if the player closes the round, and from -s to n - 2 - s if not.
    fn turns(&mut self) {
        let model = self.model;
        let n = model.players as i64;
        let mut ahead = Vec::new();
        for round in 0..model.rounds {
            for artist in 0..model.artists {
                ahead.extend(self.unary(round, artist, true, n));
                ahead.extend(self.unary(round, artist, false, -1));
            }
            let closes = Var::Closes { round };
            let seats = (1..n).map(|seat| {
                let var = Var::Seat {
                    seat: seat as usize,
                };
                (seat, var)
            });
            let mut most = ahead.clone();
            most.extend(seats.clone());
            most.push((-1, closes));
            self.at_most(Row::OwnTurns(round), most, n - 2);
            let mut least: Vec<(i64, Var)> = ahead.iter().map(|&(f, v)| (-f, v)).collect();
            least.extend(seats.map(|(f, v)| (-f, v)));
            least.push((n - 1, closes));
            self.at_most(Row::OtherTurns(round), least, 0);
        }
    }

    /// What each card scores.
    fn scores(&mut self) {
        let model = self.model;
        for round in 0..model.rounds {
            for artist in 0..model.artists {
                for count in 1..=model.closing {
                    let own = Var::Own {
                        round,
                        artist,
                        count,
                    };
                    let ranked = Var::Gains {
                        round,
                        artist,
                        gain: 1,
                    };
                    let scored = Var::Scored {
                        round,
                        artist,
                        count,
                    };
                    self.product(scored, [own, ranked]);
                    for (earlier, gain) in
                        (0..=round).flat_map(|e| (1..=GAINS.len()).map(move |gain| (e, gain)))
                    {
                        let gains = Var::Gains {
                            round: earlier,
                            artist,
                            gain,
                        };
                        let paid = Var::Paid {
                            earlier,
                            round,
                            artist,
                            gain,
                            count,
                        };
                        self.product(paid, [gains, scored]);
                        self.objective.push((1, paid));
                    }
                    for card in (0..model.artists).filter(|_| model.award > 0) {
                        let placed = Var::Placed {
                            card,
                            round,
                            target: artist,
                        };
                        let awarded = Var::Awarded {
                            card,
                            round,
                            target: artist,
                            count,
                        };
                        self.product(awarded, [placed, scored]);
                        self.objective.push((model.award.into(), awarded));
                    }
                }
            }
        }
    }
}

const _: () = assert!(ROUNDS < 10, "rounds are one digit in names");
