//! What is searched: the numbers of a rule set, and the question.

use super::verify::CertificateError;
use parlour_engine::Rules as _;
use parlour_games::masters_gallery::Rules;
use parlour_games::masters_gallery::rules::{ARTIST_CARDS, AWARD, ROUNDS};

/// Artists, at most.
pub(super) const ARTISTS: usize = ARTIST_CARDS.len();
/// Players, at most.
pub(super) const PLAYERS: usize = 5;

/// What is to be as high (or low) as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Objective {
    /// The highest final score of one player.
    Max,
    /// The lowest score with which a player can win.
    MinWinner,
    /// The highest sum of all players' scores.
    MaxTotal,
    /// The highest score of one player in a game without any award placed.
    NoAwardMax,
}

impl Objective {
    /// All, the usual one first.
    pub const ALL: [Objective; 4] = [
        Objective::Max,
        Objective::MinWinner,
        Objective::MaxTotal,
        Objective::NoAwardMax,
    ];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Objective::Max => "max",
            Objective::MinWinner => "min-winner",
            Objective::MaxTotal => "max-total",
            Objective::NoAwardMax => "no-award-max",
        }
    }
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// A rule set's name, one of [`Rules::names`](parlour_engine::Rules::names).
    pub rules: String,
    /// 2 to 5.
    pub players: u8,
    /// The seat whose score counts; any when `None`. Only for one player's score.
    pub seat: Option<u8>,
    /// What is sought.
    pub objective: Objective,
}

/// Why a question cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
    /// Too few or too many players.
    #[error("2 to {PLAYERS} can play, not {0}")]
    Players(u8),
    /// No such rule set.
    #[error("masters-gallery has no rules '{0}': it has {1}")]
    Rules(String, String),
    /// A question that is answered for the seed's rule sets only.
    #[error(
        "with the rules '{0}' only --objective max is searched; the others are for seed-base, seed-awards, seed-draw and seed-double"
    )]
    NotSearched(String),
    /// No such seat.
    #[error("there is no seat {seat} with {players} players: seats are 0 to {last}", last = players - 1)]
    Seat {
        /// The seat asked for.
        seat: u8,
        /// The players.
        players: u8,
    },
    /// The certificate to go on from proves nothing.
    #[error("cannot go on from the certificate: {0}")]
    From(#[from] CertificateError),
    /// What to go on from is no certificate, and no game of the question either.
    #[error("cannot go on from the game: {0}")]
    FromGame(String),
    /// The certificate to go on from is of another question.
    #[error("the certificate to go on from is about {0}")]
    FromOther(String),
    /// The certificate to go on from is of a search that ends within seconds.
    #[error(
        "only searches with the rules seed-double or full can go on from a certificate or a game"
    )]
    FromTree,
    /// A seat for a question about all players.
    #[error("a seat is for the score of one player: --objective {0} is about all")]
    SeatForAll(&'static str),
}

impl Question {
    /// The rules of the game asked about.
    ///
    /// # Errors
    /// [`QuestionError`] if the rules, players or seat are unknown.
    pub fn rules(&self) -> Result<Rules, QuestionError> {
        if !(2..=PLAYERS as u8).contains(&self.players) {
            return Err(QuestionError::Players(self.players));
        }
        // Not the names with a number of players: that is said apart.
        let known = Rules::names().contains(&self.rules.as_str());
        let named = Rules::named(&self.rules)
            .filter(|_| known)
            .ok_or_else(|| QuestionError::Rules(self.rules.clone(), Rules::names().join(", ")))?;
        let wide = named.extra_card || named.additional_cards;
        if wide && self.objective != Objective::Max {
            return Err(QuestionError::NotSearched(self.rules.clone()));
        }
        if let Some(seat) = self.seat {
            if matches!(self.objective, Objective::MinWinner | Objective::MaxTotal) {
                return Err(QuestionError::SeatForAll(self.objective.name()));
            }
            if seat >= self.players {
                return Err(QuestionError::Seat {
                    seat,
                    players: self.players,
                });
            }
        }
        Ok(Rules {
            players: self.players,
            ..named
        })
    }
}

/// The numbers that the search needs. Fields may be made smaller than the game's, for tests by
/// brute force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Model {
    /// Players, 2 to 5.
    pub(super) players: usize,
    /// Artists, 1 to 5.
    pub(super) artists: usize,
    /// Rounds, 1 to 4.
    pub(super) rounds: usize,
    /// Cards of an artist that close a round.
    pub(super) closing: usize,
    /// Cards of each artist; those beyond `artists` are 0.
    pub(super) limits: [i32; ARTISTS],
    /// Cards dealt to a player up to and with each round.
    pub(super) dealt: [i32; ROUNDS],
    /// What an award is worth; 0 when no artist has one.
    pub(super) award: i32,
    /// Whether one card of each artist lets its player draw.
    pub(super) draws: bool,
    /// Whether one card of each artist lets its player display a second.
    pub(super) seconds: bool,
    /// Whether a card is turned up before each round.
    pub(super) extra: bool,
    /// How many cards of each artist let their player lay a second card face down.
    pub(super) hidden: i32,
    /// Whether with one card of each artist all players show a card at once.
    pub(super) together: bool,
    /// Whether cards are added after the close.
    pub(super) additions: bool,
    /// Whether plans say which cards of the maximised player carry symbols: so in the search by trial.
    pub(super) planned: bool,
    /// Whether all players' cards score, not only one's.
    pub(super) total: bool,
    /// Whose score counts: bits of seats.
    pub(super) seats: u8,
}

impl Model {
    /// The model of a question. Nobody is skipped, and every round is closed: so in the seed's rule sets; `full` has
    /// other games too.
    ///
    /// # Errors
    /// As [`Question::rules`].
    pub(super) fn new(question: &Question) -> Result<Model, QuestionError> {
        let rules = question.rules()?;
        let no_award = question.objective == Objective::NoAwardMax;
        let mut dealt = [0; ROUNDS];
        let mut sum = 0;
        for (round, dealt) in dealt.iter_mut().enumerate() {
            sum += i32::from(rules.dealt(round));
            *dealt = sum;
        }
        // A player of an award card must place the award.
        let barred = if no_award { rules.symbols.award } else { 0 };
        Ok(Model {
            players: question.players.into(),
            artists: ARTISTS,
            rounds: ROUNDS,
            closing: rules.closing().into(),
            limits: ARTIST_CARDS.map(|cards| i32::from(cards - barred)),
            dealt,
            award: if no_award { 0 } else { AWARD } * i32::from(rules.symbols.award),
            draws: rules.symbols.draw > 0,
            seconds: rules.symbols.second > 0,
            extra: rules.extra_card,
            hidden: rules.symbols.hidden.into(),
            together: rules.symbols.together > 0,
            additions: rules.additional_cards,
            planned: false,
            total: question.objective == Objective::MaxTotal,
            seats: match question.seat {
                _ if question.objective == Objective::MaxTotal => 1,
                Some(seat) => 1 << seat,
                None => (1 << question.players) - 1,
            },
        })
    }

    /// How many cards may be drawn in all.
    pub(super) fn draw_cards(&self) -> i32 {
        if self.draws { self.artists as i32 } else { 0 }
    }

    /// Whether a round may have more than cards that are played openly: an extra card, hidden ones, additions.
    pub(super) fn has_full_rules(&self) -> bool {
        self.extra || self.additions || self.hidden > 0 || self.together
    }

    /// How many second cards may be displayed in all.
    pub(super) fn second_cards(&self) -> usize {
        if self.seconds { self.artists } else { 0 }
    }

    /// The most cards on display in a round.
    pub(super) fn most(&self) -> usize {
        self.closing + (self.artists - 1) * (self.closing - 1)
    }

    /// Cards of an artist in a round among which an award card may be missing though it has not
    /// been played: each of them carries another symbol.
    pub(super) fn other_symbols(&self) -> u8 {
        u8::from(self.draws) + u8::from(self.seconds)
    }
}
