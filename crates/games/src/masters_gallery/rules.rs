//! Constants and options: artists, symbols, and the deal.

use parlour_engine::{SetupError, Streams};
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Rounds of a game.
pub const ROUNDS: usize = 4;
/// The most players.
pub const MAX_PLAYERS: usize = 5;
/// What the first, second and third artist of a round gain.
pub const GAINS: [i32; 3] = [3, 2, 1];
/// What an award token is worth to its artist, from its round on.
pub const AWARD: i32 = 2;
/// Cards of each artist, in row order.
pub const ARTIST_CARDS: [u8; 5] = [17, 18, 19, 20, 21];
/// Cards dealt to each player at the start of each round, by players (2 to 5).
pub const DEALT: [[u8; ROUNDS]; 4] = [[13, 6, 6, 3], [13, 6, 6, 0], [13, 4, 4, 0], [13, 2, 2, 0]];
/// Cards in all.
pub const DECK: usize = 95;

/// An artist, in row order: ties of a ranking go to the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Artist {
    /// The first in the row, 17 cards.
    A,
    /// 18 cards.
    B,
    /// 19 cards.
    C,
    /// 20 cards.
    D,
    /// The last in the row, 21 cards.
    E,
}

impl Artist {
    /// All artists in row order.
    pub const ALL: [Artist; 5] = [Artist::A, Artist::B, Artist::C, Artist::D, Artist::E];

    /// The artist as an index in row order.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Artist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// What a card carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Symbol {
    /// Nothing.
    Plain,
    /// ■ draw one card.
    Draw,
    /// = a second card of the same artist face up, if the player likes.
    Second,
    /// ≂ a second card of any artist face down, if the player likes.
    Hidden,
    /// ✠ everybody shows a card at the same time.
    Together,
    /// ★ an award token for any artist.
    Award,
}

impl Symbol {
    /// All, the plain card first.
    pub const ALL: [Symbol; 6] = [
        Symbol::Plain,
        Symbol::Draw,
        Symbol::Second,
        Symbol::Hidden,
        Symbol::Together,
        Symbol::Award,
    ];

    /// The word for it; empty for a plain card.
    pub const fn name(self) -> &'static str {
        match self {
            Symbol::Plain => "",
            Symbol::Draw => "draw",
            Symbol::Second => "second",
            Symbol::Hidden => "hidden",
            Symbol::Together => "together",
            Symbol::Award => "award",
        }
    }
}

/// A card: cards of one artist with the same symbol do not differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card {
    /// Who painted it.
    pub artist: Artist,
    /// What it carries.
    pub symbol: Symbol,
}

impl Card {
    /// How many kinds of cards there are.
    pub const KINDS: usize = Artist::ALL.len() * Symbol::ALL.len();

    /// The kind as an index below [`Card::KINDS`].
    pub const fn index(self) -> usize {
        self.artist as usize * Symbol::ALL.len() + self.symbol as usize
    }

    /// The kind of an index below [`Card::KINDS`].
    ///
    /// # Panics
    /// When there is no such kind.
    pub const fn from_index(index: usize) -> Card {
        Card {
            artist: Artist::ALL[index / Symbol::ALL.len()],
            symbol: Symbol::ALL[index % Symbol::ALL.len()],
        }
    }
}

/// How many cards of each kind: a hand, a display, the discard.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Cards {
    counts: [u8; Card::KINDS],
    /// A bit for every kind of which there is a card.
    kinds: u32,
    len: u8,
}

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards {
        counts: [0; Card::KINDS],
        kinds: 0,
        len: 0,
    };

    /// How many in all.
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many of this kind.
    pub const fn count(&self, card: Card) -> u8 {
        self.counts[card.index()]
    }

    /// How many of this artist.
    pub fn of(&self, artist: Artist) -> u8 {
        let first = artist.index() * Symbol::ALL.len();
        self.counts[first..first + Symbol::ALL.len()].iter().sum()
    }

    /// Adds a card.
    pub fn add(&mut self, card: Card) {
        self.counts[card.index()] += 1;
        self.kinds |= 1 << card.index();
        self.len += 1;
    }

    /// Takes a card away, which must be there.
    ///
    /// # Panics
    /// When it is not.
    pub fn remove(&mut self, card: Card) {
        let count = &mut self.counts[card.index()];
        assert!(*count > 0, "no {card} to take away");
        *count -= 1;
        if *count == 0 {
            self.kinds &= !(1 << card.index());
        }
        self.len -= 1;
    }

    /// The kinds that are here, in ascending order.
    pub fn kinds(&self) -> impl Iterator<Item = Card> + use<> {
        let mut left = self.kinds;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let index = left.trailing_zeros() as usize;
            left &= left - 1;
            Some(Card::from_index(index))
        })
    }

    /// Every single card.
    pub fn each(&self) -> impl Iterator<Item = Card> {
        self.kinds()
            .flat_map(|card| std::iter::repeat_n(card, usize::from(self.count(card))))
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        let mut sum = Cards::NONE;
        for card in cards {
            sum.add(card);
        }
        sum
    }
}

impl<'a> FromIterator<&'a Cards> for Cards {
    fn from_iter<I: IntoIterator<Item = &'a Cards>>(parts: I) -> Cards {
        parts.into_iter().flat_map(Cards::each).collect()
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.each()).finish()
    }
}

impl Serialize for Cards {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.each())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        if cards.len() > DECK {
            return Err(serde::de::Error::custom("more cards than there are"));
        }
        Ok(cards.into_iter().collect())
    }
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
    /// After the close everybody may add a card for each artist he has on display.
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
