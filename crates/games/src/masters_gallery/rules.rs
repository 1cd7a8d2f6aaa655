//! Constants, options, and the deal.

pub use super::cards::{ARTIST_CARDS, Artist, Card, Cards, DECK, Symbol};

use arrayvec::ArrayVec;
use parlour_engine::{SetupError, Streams, sort_short};
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// Rounds of a game.
pub const ROUNDS: usize = 4;
/// The maximum number of players.
pub const MAX_PLAYERS: usize = 5;
/// What the first, second and third artist of a round gain.
pub const GAINS: [i32; 3] = [3, 2, 1];
/// What an award token is worth to its artist, from its round on.
pub const AWARD: i32 = 2;
/// Cards dealt to each player at the start of each round, by players (2 to 5).
pub const DEALT: [[u8; ROUNDS]; 4] = [[13, 6, 6, 3], [13, 6, 6, 0], [13, 4, 4, 0], [13, 2, 2, 0]];

/// The first, second and third artist of a round with these cards of each artist, as far as there are cards.
pub(super) fn rank(cards: [u8; 5]) -> ArrayVec<Artist, { GAINS.len() }> {
    let with_cards = Artist::ALL
        .into_iter()
        .filter(|artist| cards[artist.index()] > 0);
    let mut artists: ArrayVec<Artist, { Artist::ALL.len() }> = with_cards.collect();
    // Stable: ties stay in row order.
    sort_short(&mut artists, |artist| Reverse(cards[artist.index()]));
    artists.into_iter().take(GAINS.len()).collect()
}

/// How many cards of each artist carry each symbol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Symbols {
    /// ■
    pub draw: u8,
    /// =
    pub second: u8,
    /// ≂
    pub hidden: u8,
    /// ✠
    pub together: u8,
    /// ★
    pub award: u8,
}

impl Symbols {
    /// How many cards of each artist carry this symbol; 0 for plain cards.
    pub const fn count(&self, symbol: Symbol) -> u8 {
        match symbol {
            Symbol::Plain => 0,
            Symbol::Draw => self.draw,
            Symbol::Second => self.second,
            Symbol::Hidden => self.hidden,
            Symbol::Together => self.together,
            Symbol::Award => self.award,
        }
    }
}

/// What can be chosen before the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Players, 2 to 5.
    pub players: u8,
    /// Cards of each artist with each symbol, at most 17 together.
    pub symbols: Symbols,
    /// A card of the deck is turned up before each deal, and counts for its artist.
    pub extra_card: bool,
    /// After the close everybody may add a card for each artist that they have on display.
    pub additional_cards: bool,
}

impl Default for Rules {
    /// `full`, for four players.
    fn default() -> Rules {
        Rules {
            players: 4,
            symbols: Symbols {
                draw: 1,
                second: 1,
                hidden: 1,
                together: 1,
                award: 1,
            },
            extra_card: true,
            additional_cards: true,
        }
    }
}

impl Rules {
    /// Cards of one artist face up that close a round.
    pub const fn closing(&self) -> u8 {
        if self.players == 2 { 5 } else { 6 }
    }

    /// Cards dealt to each player at the start of a round (from 0).
    pub const fn dealt(&self, round: usize) -> u8 {
        DEALT[self.players as usize - 2][round]
    }

    /// How many cards of this kind there are.
    pub const fn count(&self, card: Card) -> u8 {
        let s = &self.symbols;
        match card.symbol {
            Symbol::Plain => {
                // Rules that cannot be played are told so by `check`, not by an overflow here.
                let special = (s.draw.saturating_add(s.second))
                    .saturating_add(s.hidden)
                    .saturating_add(s.together)
                    .saturating_add(s.award);
                ARTIST_CARDS[card.artist.index()].saturating_sub(special)
            }
            symbol => s.count(symbol),
        }
    }

    /// Every card.
    pub fn cards(&self) -> impl Iterator<Item = Card> {
        (0..Card::KINDS)
            .map(Card::from_index)
            .flat_map(|card| std::iter::repeat_n(card, usize::from(self.count(card))))
    }

    pub(super) fn check(&self) -> Result<(), SetupError> {
        if !(2..=MAX_PLAYERS).contains(&usize::from(self.players)) {
            return Err(SetupError::Rules(format!(
                "2 to {MAX_PLAYERS} can play, not {}",
                self.players
            )));
        }
        let symbols: u32 = Symbol::ALL
            .iter()
            .map(|&symbol| u32::from(self.symbols.count(symbol)))
            .sum();
        if symbols > u32::from(ARTIST_CARDS[0]) {
            return Err(SetupError::Rules(format!(
                "{symbols} cards of an artist carry a symbol, but the first has only {}",
                ARTIST_CARDS[0]
            )));
        }
        Ok(())
    }
}

impl parlour_engine::Rules for Rules {
    fn seats(&self) -> usize {
        self.players.into()
    }

    fn names() -> &'static [&'static str] {
        &[
            "full",
            "seed-base",
            "seed-awards",
            "seed-draw",
            "seed-double",
        ]
    }

    /// Each set is for 4; `full-3` is the same for 3, and so on from 2 to 5.
    fn named(name: &str) -> Option<Rules> {
        let (name, players) = match name.rsplit_once('-') {
            Some((set, "2")) => (set, 2),
            Some((set, "3")) => (set, 3),
            Some((set, "4")) => (set, 4),
            Some((set, "5")) => (set, 5),
            _ => (name, Rules::default().players),
        };
        let seed = |award, draw, second| Rules {
            symbols: Symbols {
                award,
                draw,
                second,
                ..Symbols::default()
            },
            extra_card: false,
            additional_cards: false,
            ..Rules::default()
        };
        let rules = match name {
            "full" => Rules::default(),
            "seed-base" => seed(0, 0, 0),
            "seed-awards" => seed(1, 0, 0),
            "seed-draw" => seed(1, 1, 0),
            "seed-double" => seed(1, 1, 1),
            _ => return None,
        };
        Some(Rules { players, ..rules })
    }
}

/// The deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// All 95 cards, the first to be dealt first: at the start of each round the extra card
    /// (if the rules have one), then to each seat from 0 all its cards at once; what is drawn comes from the same end.
    pub deck: Vec<Card>,
}

impl Deal {
    pub(super) fn shuffled(rules: &Rules, seed: u64) -> Deal {
        let mut deck: Vec<Card> = rules.cards().collect();
        deck.shuffle(&mut Streams::new(seed).deal());
        Deal { deck }
    }

    pub(super) fn check(&self, rules: &Rules) -> Result<(), SetupError> {
        if self.deck.len() != DECK {
            return Err(SetupError::Deal(format!(
                "the deck has {DECK} cards, not {}",
                self.deck.len()
            )));
        }
        let cards: Cards = self.deck.iter().copied().collect();
        for card in (0..Card::KINDS).map(Card::from_index) {
            let (expected, found) = (rules.count(card), cards.count(card));
            if expected != found {
                return Err(SetupError::Deal(format!(
                    "the deck has {expected} cards '{card}', not {found}"
                )));
            }
        }
        Ok(())
    }
}
