//! What saved games add up to for a person who plays against AIs.

use crate::platform::sort::sort_short;
use crate::play::registry::{self, Game};
use crate::play::saved_analysis::StoredAnalysis;
use crate::play::saved_game::{Entry, Origin, SeatKind, StoredGame};
use parlour_agents::analysis::Summary;
use parlour_engine::Seat;
use std::cmp::Reverse;

/// Why a saved game does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Uncounted {
    /// It cannot be read.
    Damaged,
    /// It is not over.
    InProgress,
    /// A loaded record or link.
    Loaded,
    /// Played at a table of a server.
    Online,
    /// AIs among themselves.
    Watched,
    /// It goes on from a position of another game.
    Variation,
    /// Several people at one device.
    OneDevice,
}

impl Uncounted {
    pub(super) const ALL: [Uncounted; 7] = [
        Uncounted::InProgress,
        Uncounted::OneDevice,
        Uncounted::Online,
        Uncounted::Loaded,
        Uncounted::Variation,
        Uncounted::Watched,
        Uncounted::Damaged,
    ];
}

/// How a game ended for the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GameResult {
    Won,
    Drawn,
    Lost,
}

/// A finished game of one person against AIs.
#[derive(Clone, PartialEq)]
pub(super) struct PlayedGame {
    pub(super) game: &'static Game,
    /// When it was last played on, in milliseconds since 1970.
    pub(super) ended: f64,
    pub(super) kind: Kind,
    result: GameResult,
    /// The person's score less the best of the others; `None` after a resignation.
    margin: Option<i32>,
    /// The time at the table in milliseconds, if it was measured.
    active: Option<f64>,
    /// The person's moves, if the whole game is analysed.
    analysed: Option<Summary>,
}

/// What games are compared by.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub(super) struct Kind {
    /// The name of the rule set.
    pub(super) rules: String,
    /// The policies of the AIs and how often each sits at the table.
    pub(super) opponents: Vec<(String, usize)>,
}

impl PlayedGame {
    /// The game of an entry. `analysis` loads the stored analysis of a game.
    ///
    /// # Errors
    /// Why it does not count.
    pub(super) fn of(
        entry: &Entry,
        analysis: impl FnOnce(&StoredGame) -> Option<StoredAnalysis>,
    ) -> Result<PlayedGame, Uncounted> {
        let Entry::Game(stored) = entry else {
            return Err(Uncounted::Damaged);
        };
        let game = registry::find(&stored.game).ok_or(Uncounted::Damaged)?;
        let summary = &stored.summary;
        let winners = summary.winners.as_ref().ok_or(Uncounted::InProgress)?;
        let seats = stored.seats.len();
        let are_seats = winners.iter().all(|&seat| usize::from(seat) < seats);
        if winners.is_empty() || !are_seats || summary.scores.len() != seats {
            return Err(Uncounted::Damaged);
        }
        match stored.origin {
            Some(Origin::Record) => return Err(Uncounted::Loaded),
            Some(Origin::Server) => return Err(Uncounted::Online),
            None => {}
        }
        let mut people = Seat::all(seats).filter(|seat| stored.seats[seat.index()].is_person());
        let own = people.next().ok_or(Uncounted::Watched)?;
        if stored.branch.is_some() {
            return Err(Uncounted::Variation);
        }
        if people.next().is_some() {
            return Err(Uncounted::OneDevice);
        }
        let result = match winners[..] {
            [only] if only == own.0 => GameResult::Won,
            _ if winners.contains(&own.0) => GameResult::Drawn,
            _ => GameResult::Lost,
        };
        let others = (summary.scores.iter().enumerate()).filter(|&(seat, _)| seat != own.index());
        let best = others.map(|(_, &score)| score).max();
        let margin = best.map(|best| summary.scores[own.index()].saturating_sub(best));
        let whole = |analysis: &StoredAnalysis| analysis.done == summary.actions;
        let analysed = analysis(stored).filter(whole).map(|analysis| {
            let moves = analysis.moves.iter().map(|numbered| &numbered.judged);
            Summary::of(own, moves)
        });
        Ok(PlayedGame {
            game,
            ended: stored.updated,
            kind: Kind {
                rules: stored.rules.clone(),
                opponents: opponents(&stored.seats),
            },
            result,
            margin: margin.filter(|_| summary.resigned.is_none()),
            active: stored.active,
            analysed: analysed.filter(|summary| summary.moves > 0),
        })
    }
}

fn opponents(seats: &[SeatKind]) -> Vec<(String, usize)> {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for seat in seats {
        if let SeatKind::Ai { policy } = seat {
            match counts.iter_mut().find(|(known, _)| known == policy) {
                Some((_, count)) => *count += 1,
                None => counts.push((policy.clone(), 1)),
            }
        }
    }
    sort_short(&mut counts, |(policy, _)| policy.clone());
    counts
}

/// Sums of games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tally {
    pub(super) games: u32,
    pub(super) won: u32,
    pub(super) drawn: u32,
    pub(super) lost: u32,
    margins: u32,
    margin: f64,
    /// The number of games whose time was measured.
    pub(super) timed: u32,
    /// Their time at the table in milliseconds.
    pub(super) active: f64,
}

impl Tally {
    pub(super) fn add(&mut self, game: &PlayedGame) {
        self.games += 1;
        *match game.result {
            GameResult::Won => &mut self.won,
            GameResult::Drawn => &mut self.drawn,
            GameResult::Lost => &mut self.lost,
        } += 1;
        if let Some(margin) = game.margin {
            self.margins += 1;
            self.margin += f64::from(margin);
        }
        if let Some(active) = game.active {
            self.timed += 1;
            self.active += active;
        }
    }

    /// The mean margin of the games that nobody has resigned.
    pub(super) fn mean_margin(&self) -> Option<f64> {
        (self.margins > 0).then(|| self.margin / f64::from(self.margins))
    }
}

/// Sums of analysed moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Judged {
    pub(super) games: u32,
    /// Moves with a choice.
    pub(super) moves: u32,
    loss: f64,
    judgements: [u32; 3],
}

impl Judged {
    pub(super) fn add(&mut self, summary: &Summary) {
        self.games += 1;
        self.moves += summary.moves;
        self.loss += summary.average_loss * f64::from(summary.moves);
        let counts = [summary.inaccuracies, summary.mistakes, summary.blunders];
        for (sum, count) in self.judgements.iter_mut().zip(counts) {
            *sum += count;
        }
    }

    /// The average loss of a move, on the game's scale.
    pub(super) fn average_loss(&self) -> f64 {
        self.loss / f64::from(self.moves.max(1))
    }

    /// Inaccuracies, mistakes and blunders in every ten moves.
    pub(super) fn in_ten_moves(&self) -> [f64; 3] {
        let moves = f64::from(self.moves.max(1));
        self.judgements.map(|count| 10.0 * f64::from(count) / moves)
    }
}

/// A game that is analysed.
#[derive(Clone, PartialEq)]
pub(super) struct AnalysedGame {
    pub(super) ended: f64,
    pub(super) kind: Kind,
    pub(super) summary: Summary,
}

/// The games of one rulebook.
#[derive(Clone, PartialEq)]
pub(super) struct GameTotals {
    pub(super) game: &'static Game,
    pub(super) all: Tally,
    /// By rules and opponents, those with the most games first.
    pub(super) kinds: Vec<(Kind, Tally)>,
    pub(super) judged: Judged,
    /// The oldest first.
    pub(super) analysed: Vec<AnalysedGame>,
}

/// The totals of every game that was played, in the order of the registry.
pub(super) fn totals(played: &[PlayedGame]) -> Vec<GameTotals> {
    let of = |game: &'static Game| {
        let mut totals = GameTotals {
            game,
            all: Tally::default(),
            kinds: Vec::new(),
            judged: Judged::default(),
            analysed: Vec::new(),
        };
        for played in played.iter().filter(|played| *played.game == *game) {
            totals.all.add(played);
            let at = totals
                .kinds
                .iter()
                .position(|(kind, _)| *kind == played.kind);
            let at = at.unwrap_or_else(|| {
                totals.kinds.push((played.kind.clone(), Tally::default()));
                totals.kinds.len() - 1
            });
            totals.kinds[at].1.add(played);
            if let Some(summary) = played.analysed {
                totals.judged.add(&summary);
                totals.analysed.push(AnalysedGame {
                    ended: played.ended,
                    kind: played.kind.clone(),
                    summary,
                });
            }
        }
        sort_short(&mut totals.kinds, |(kind, tally)| {
            (Reverse(tally.games), kind.clone())
        });
        sort_short(&mut totals.analysed, |game| game.ended);
        totals
    };
    let all = registry::games().iter().map(|game| of(game));
    all.filter(|totals| totals.all.games > 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::GAMES;
    use serde_json::json;

    /// A finished game against two AIs, with changes.
    fn entry(change: impl FnOnce(&mut StoredGame)) -> Entry {
        let seat = |policy: &str| SeatKind::Ai {
            policy: policy.to_owned(),
        };
        let mut stored: StoredGame = serde_json::from_value(json!({
            "version": 1, "id": "a", "game": "jaipur", "rules": "round", "record": "{}", "acknowledged": 0,
            "seats": [], "started": 1.0, "updated": 2.0, "revision": 3,
            "summary": {"actions": 9, "scores": [5, 9, 7], "winners": [1], "resigned": null},
        }))
        .unwrap();
        let person = SeatKind::Person {
            name: "Ada".to_owned(),
        };
        stored.seats = vec![seat("b"), person, seat("b")];
        change(&mut stored);
        Entry::Game(Box::new(stored))
    }

    fn played(change: impl FnOnce(&mut StoredGame)) -> Result<PlayedGame, Uncounted> {
        registry::provide(GAMES);
        PlayedGame::of(&entry(change), |_| None)
    }

    #[test]
    fn games_of_one_person_against_ais_count() {
        let game = played(|game| game.active = Some(1500.0)).ok().unwrap();
        assert_eq!(game.result, GameResult::Won);
        assert_eq!((game.margin, game.active), (Some(2), Some(1500.0)));
        assert_eq!(game.kind.opponents, [("b".to_owned(), 2)]);
        let result = |winners: &[u8]| {
            let winners = winners.to_vec();
            let game = played(|game| game.summary.winners = Some(winners));
            game.ok().unwrap().result
        };
        assert_eq!(result(&[0, 1]), GameResult::Drawn);
        assert_eq!(result(&[0, 2]), GameResult::Lost);
        let resigned = played(|game| game.summary.resigned = Some(1));
        assert_eq!(resigned.ok().unwrap().margin, None);
    }

    #[test]
    fn other_games_do_not_count() {
        let why = |change: fn(&mut StoredGame)| played(change).err().unwrap();
        assert_eq!(
            why(|game| game.summary.winners = None),
            Uncounted::InProgress
        );
        assert_eq!(
            why(|game| game.origin = Some(Origin::Record)),
            Uncounted::Loaded
        );
        assert_eq!(
            why(|game| game.origin = Some(Origin::Server)),
            Uncounted::Online
        );
        assert_eq!(
            why(|game| game.seats[0] = game.seats[1].clone()),
            Uncounted::OneDevice
        );
        assert_eq!(
            why(|game| game.seats[1] = game.seats[0].clone()),
            Uncounted::Watched
        );
        for damage in [
            (|game| game.game = "chess".to_owned()) as fn(&mut StoredGame),
            |game| game.summary.winners = Some(Vec::new()),
            |game| game.summary.winners = Some(vec![3]),
            |game| game.summary.scores = vec![1],
        ] {
            assert_eq!(why(damage), Uncounted::Damaged);
        }
    }

    #[test]
    fn totals_are_by_game_rules_and_opponents() {
        let change = |rules: &'static str, score: i32| {
            played(move |game| {
                game.rules = rules.to_owned();
                game.summary.scores[1] = score;
            })
        };
        let games: Vec<PlayedGame> = [("match", 9), ("round", 11), ("round", 8)]
            .into_iter()
            .map(|(rules, score)| change(rules, score).ok().unwrap())
            .collect();
        let totals = totals(&games);
        let [jaipur] = &totals[..] else { panic!() };
        assert_eq!(jaipur.all.games, 3);
        let rules: Vec<&str> = jaipur.kinds.iter().map(|(kind, _)| &*kind.rules).collect();
        assert_eq!(rules, ["round", "match"]);
        assert_eq!(jaipur.kinds[0].1.mean_margin(), Some(2.5));
        assert_eq!(Tally::default().mean_margin(), None);
    }

    #[test]
    fn analysed_moves_weigh_the_same() {
        let summary = |moves, average_loss, mistakes| Summary {
            moves,
            average_loss,
            mistakes,
            ..Summary::default()
        };
        let mut judged = Judged::default();
        judged.add(&summary(10, 0.1, 2));
        judged.add(&summary(30, 0.3, 1));
        assert!((judged.average_loss() - 0.25).abs() < 1e-12);
        assert_eq!(judged.in_ten_moves(), [0.0, 0.75, 0.0]);
    }
}
