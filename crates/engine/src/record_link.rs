//! [`RecordLink`]: a whole game as a short text for an address.
//!
//! A link is base64 for URLs, without padding, of a version byte and one large number, the least
//! significant byte first. The number holds, in mixed radix and the first digit the lowest:
//!
//! 1. the record without its actions (see [`record`](crate::record)), as tokens of a dictionary;
//! 2. the number of actions, and each action as its index among the [legal ones](Game::legal_actions_into) (before it,
//!    if several seats are to move, the index of the seat among them);
//! 3. who resigned, if anybody, and a checksum of all that in words.
//!
//! So a forced move takes no space, and a choice among eight takes three bits. The reader plays the game by its
//! rulebook: a link holds as long as the rulebook lists the same actions in the same order, and the checksum tells
//! when it does not. The result follows from the actions.

use crate::record::{Record, RecordHeader};
use crate::{Game, Seat, SeatSet, Table};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// The version of the link format that this crate writes.
pub const VERSION: u8 = 1;

/// The longest accepted link, in characters. Links of games have a few hundred.
pub const MAX_LENGTH: usize = 8192;

/// The longest accepted beginning, in bytes.
const MAX_BEGINNING: usize = 1 << 16;

/// Text whose tokens are known from the beginning. It belongs to version 1 and never changes.
const KNOWN: &str = concat!(
    r#"{"parlour":1,"game":"jaipur","rules":{"best_of":3},"deal":{"cards":{"rounds":[{"deck":["#,
    r#""diamond","gold","silver","cloth","spice","leather","camel","camel"],"bonus":[[1,2,3,4,5,6,7,8,9,10]]}],"#,
    r#""then":0}},"seats":["You","ismcts:300"],"actions":[]}{"game":"primi-composti","rules":{"version":"1","#,
    r#""players":2,"cards":12,"prime":2,"composite":1},"deal":{"seed":0},{"cards":{"hands":"#,
    r#"{"game":"modern-art","rules":{"players":3,"auctions":"simple","full","limit":5,"hidden_cash":false},"#,
    r#"{"game":"masters-gallery","symbols":{"draw":1,"second":1,"hidden":1,"together":1,"award":1},"#,
    r#""extra_card":true,"additional_cards":true},"#,
);

/// Why a text cannot be read as a link.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordLinkError {
    /// Not a link; or a part is missing or changed.
    #[error("this is not a whole link of a game: a part of it is missing or damaged")]
    Damaged,
    /// Written by a later version.
    #[error("the link has format version {0}; this program reads version {VERSION}")]
    Version(u8),
}

use RecordLinkError::Damaged;

/// A game that is played action by action, whichever it is. Actions are text.
pub trait LinkedGame {
    /// The seats to move; empty once the game is over.
    fn to_move(&self) -> SeatSet;

    /// The [legal actions](Game::legal_actions_into) of a seat.
    fn legal(&self, seat: Seat) -> Vec<String>;

    /// Plays a legal action.
    fn play(&mut self, seat: Seat, action: &str);

    /// A seat resigns. Returns `false` if the seat does not exist.
    fn resign(&mut self, seat: Seat) -> bool;
}

impl<G: Game> LinkedGame for Table<G> {
    fn to_move(&self) -> SeatSet {
        self.to_move()
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        let legal = self.state().legal_actions(seat).into_iter();
        legal.map(|action| action.to_string()).collect()
    }

    fn play(&mut self, seat: Seat, action: &str) {
        if let Ok(action) = action.parse() {
            // What is illegal shows in the checksum.
            let _ = self.play(seat, action);
        }
    }

    fn resign(&mut self, seat: Seat) -> bool {
        let is_there = seat.index() < self.seats().len();
        if is_there {
            self.resign(seat);
        }
        is_there
    }
}

/// A game in which no action is played, so that none is asked for.
struct Unplayed;

impl LinkedGame for Unplayed {
    fn to_move(&self) -> SeatSet {
        SeatSet::EMPTY
    }

    fn legal(&self, _seat: Seat) -> Vec<String> {
        Vec::new()
    }

    fn play(&mut self, _seat: Seat, _action: &str) {}

    fn resign(&mut self, _seat: Seat) -> bool {
        false
    }
}

/// The record of a game before its first action, from the line of a record that [`Record::to_line`] wrote.
pub fn beginning(line: &str) -> String {
    // Within a string, a quotation mark is escaped with a backslash.
    let before = line.split(r#","actions":["#).next().unwrap_or_default();
    format!(r#"{before},"actions":[]}}"#)
}

/// A link whose game is known, but not yet played.
#[derive(Clone, Debug)]
pub struct RecordLink {
    beginning: String,
    game: String,
    actions: Number,
}

impl RecordLink {
    /// Writes a game as a link.
    pub fn write<G: Game>(table: &Table<G>) -> String {
        let record = table.record();
        let start = Record {
            actions: Vec::new(),
            result: None,
            ..record
        };
        let actions = record.actions.iter();
        let actions = actions.map(|(seat, action)| (*seat, action.to_string()));
        let mut played = start.replay().expect("the game was begun before");
        let actions: Vec<_> = actions.collect();
        RecordLink::write_actions(&start.to_line(), &actions, table.resigned(), &mut played)
    }

    /// Writes a game as a link: its [beginning], its actions, which `start` plays from there, and who has resigned.
    pub fn write_actions(
        beginning: &str,
        actions: &[(Seat, String)],
        resigned: Option<Seat>,
        start: &mut dyn LinkedGame,
    ) -> String {
        let mut digits = Digits::default();
        digits.text(beginning);
        let mut sum = Checksum::of(beginning);
        digits.count(actions.len());
        for (seat, action) in actions {
            let movers = start.to_move();
            let seat_index = movers.iter().position(|other| other == *seat);
            let legal = start.legal(*seat);
            let index = legal.iter().position(|other| other == action);
            // Played actions are legal, so both are found.
            digits.push(seat_index.unwrap_or_default(), movers.len());
            digits.push(index.unwrap_or_default(), legal.len());
            sum.add(*seat, action);
            start.play(*seat, action);
        }
        digits.push(resigned.map_or(0, |seat| seat.index() + 1), RESIGNATIONS);
        digits.checksum(sum);
        let mut bytes = vec![VERSION];
        bytes.extend(digits.number().into_bytes());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Writes a game of which nothing is played yet as a link: its [beginning].
    pub fn write_beginning(beginning: &str) -> String {
        RecordLink::write_actions(beginning, &[], None, &mut Unplayed)
    }

    /// Reads a link: the text alone, or an address that ends with it.
    ///
    /// # Errors
    /// [`RecordLinkError`]. Whether the actions are whole shows when they are [played](RecordLink::play).
    pub fn read(text: &str) -> Result<RecordLink, RecordLinkError> {
        let text = text.trim().rsplit('/').next().unwrap_or_default();
        if text.len() > MAX_LENGTH {
            return Err(Damaged);
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| Damaged)?;
        let (&version, number) = bytes.split_first().ok_or(Damaged)?;
        if version != VERSION {
            return Err(RecordLinkError::Version(version));
        }
        // A game has one link: nothing is left over in it.
        if number.last() == Some(&0) {
            return Err(Damaged);
        }
        let mut actions = Number::from_bytes(number);
        let beginning = actions.text().ok_or(Damaged)?;
        let game = RecordHeader::read(&beginning).map_err(|_| Damaged)?.game;
        Ok(RecordLink {
            beginning,
            game,
            actions,
        })
    }

    /// The game it is of: [`Game::NAME`].
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The record of the game before its first action.
    pub fn beginning(&self) -> &str {
        &self.beginning
    }

    /// Plays the actions in a game that stands at the beginning.
    ///
    /// # Errors
    /// [`RecordLinkError::Damaged`]; also when it is another game, or the rulebook has changed since.
    pub fn play(mut self, game: &mut dyn LinkedGame) -> Result<(), RecordLinkError> {
        let mut sum = Checksum::of(&self.beginning);
        // Every game ends, so that a wrong count does, too.
        for _ in 0..self.actions.count() {
            let movers = game.to_move();
            let index = self.actions.digit(movers.len());
            let seat = movers.iter().nth(index).ok_or(Damaged)?;
            let mut legal = game.legal(seat);
            let index = self.actions.digit(legal.len());
            if index >= legal.len() {
                return Err(Damaged);
            }
            let action = legal.swap_remove(index);
            sum.add(seat, &action);
            game.play(seat, &action);
        }
        let resigned = self.actions.digit(RESIGNATIONS).checked_sub(1);
        if !self.actions.ends_with(sum) {
            return Err(Damaged);
        }
        match resigned {
            Some(seat) if !game.resign(Seat(seat as u8)) => Err(Damaged),
            _ => Ok(()),
        }
    }

    /// Plays the game.
    ///
    /// # Errors
    /// As [`play`](RecordLink::play).
    pub fn table<G: Game>(self) -> Result<Table<G>, RecordLinkError> {
        let record = Record::<G>::read(&self.beginning).map_err(|_| Damaged)?;
        let mut table = record.replay().map_err(|_| Damaged)?;
        self.play(&mut table)?;
        Ok(table)
    }
}

/// Nobody, or one of 16 seats.
const RESIGNATIONS: usize = 17;

/// Where a token ends.
const ENDS: [char; 4] = [',', ':', '[', '{'];

/// The digits of a number in mixed radix, the lowest first, each with its base.
#[derive(Default)]
struct Digits(Vec<(u32, u32)>);

impl Digits {
    fn push(&mut self, digit: usize, base: usize) {
        debug_assert!(digit < base);
        self.0.push((digit as u32, base as u32));
    }

    /// A number of any size, in groups of four bits of which the highest says that another follows.
    fn count(&mut self, mut count: usize) {
        while count >= 8 {
            self.push(8 + count % 8, 16);
            count /= 8;
        }
        self.push(count, 16);
    }

    /// A text as its tokens: each is the index of a known one, or a new one, which is known from then on.
    fn text(&mut self, text: &str) {
        let mut known: Vec<&str> = KNOWN.split_inclusive(ENDS).collect();
        let tokens: Vec<&str> = text.split_inclusive(ENDS).collect();
        self.count(tokens.len());
        for token in tokens {
            let index = known.iter().position(|&other| other == token);
            self.push(index.unwrap_or(known.len()), known.len() + 1);
            if index.is_none() {
                self.count(token.len());
                token.bytes().for_each(|byte| self.push(byte.into(), 256));
                known.push(token);
            }
        }
    }

    fn checksum(&mut self, Checksum(sum): Checksum) {
        self.push((sum & 0xffff) as usize, 1 << 16);
        self.push((sum >> 16) as usize, 1 << 16);
    }

    fn number(&self) -> Number {
        let mut number = Number(Vec::new());
        for &(digit, base) in self.0.iter().rev() {
            number.multiply_add(base, digit);
        }
        number
    }
}

/// A number of any size; the lowest part first, the highest is not 0.
#[derive(Clone, Debug, PartialEq)]
struct Number(Vec<u32>);

impl Number {
    fn multiply_add(&mut self, base: u32, digit: u32) {
        let mut carry = u64::from(digit);
        for part in &mut self.0 {
            carry += u64::from(*part) * u64::from(base);
            *part = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    /// Takes the lowest digit of a base away: it is below the base, or 0 if there is none below it.
    fn digit(&mut self, base: usize) -> usize {
        let base = base.max(1) as u64;
        let mut rest = 0;
        for part in self.0.iter_mut().rev() {
            rest = rest << 32 | u64::from(*part);
            *part = (rest / base) as u32;
            rest %= base;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        rest as usize
    }

    fn count(&mut self) -> usize {
        let mut count = 0;
        for shift in (0..24).step_by(3) {
            let digit = self.digit(16);
            count |= (digit & 7) << shift;
            if digit < 8 {
                break;
            }
        }
        count
    }

    /// `None` if it is no text, or longer than any beginning.
    fn text(&mut self) -> Option<String> {
        let known = KNOWN.split_inclusive(ENDS);
        let mut known: Vec<Vec<u8>> = known.map(|token| token.as_bytes().to_vec()).collect();
        let mut text = Vec::new();
        for _ in 0..self.count() {
            let index = self.digit(known.len() + 1);
            if index == known.len() {
                let length = self.count();
                // Every byte of it is in the number.
                if length > 4 * self.0.len() {
                    return None;
                }
                known.push((0..length).map(|_| self.digit(256) as u8).collect());
            }
            // The writer takes the first of equal tokens: a text has one link only.
            if known[..index].contains(&known[index]) {
                return None;
            }
            text.extend_from_slice(&known[index]);
            if text.len() > MAX_BEGINNING {
                return None;
            }
        }
        String::from_utf8(text).ok()
    }

    /// Whether the checksum is all that is left.
    fn ends_with(mut self, Checksum(sum): Checksum) -> bool {
        let low = self.digit(1 << 16);
        low | self.digit(1 << 16) << 16 == sum as usize && self.0.is_empty()
    }

    fn into_bytes(self) -> Vec<u8> {
        let mut bytes: Vec<u8> = (self.0.into_iter()).flat_map(u32::to_le_bytes).collect();
        while bytes.last() == Some(&0) {
            bytes.pop();
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Number {
        let part = |bytes: &[u8]| {
            let bytes = bytes.iter().rev();
            bytes.fold(0, |part, &byte| part << 8 | u32::from(byte))
        };
        Number(bytes.chunks(4).map(part).collect())
    }
}

/// FNV-1a of 32 bits.
struct Checksum(u32);

impl Checksum {
    fn of(text: &str) -> Checksum {
        let mut sum = Checksum(0x811c_9dc5);
        sum.bytes(text.as_bytes());
        sum
    }

    fn add(&mut self, seat: Seat, action: &str) {
        self.bytes(&[seat.0]);
        self.bytes(action.as_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_any_base_come_back() {
        let mut digits = Digits::default();
        let all: Vec<(usize, usize)> = (1..400).map(|base| (base * 7 % base, base)).collect();
        all.iter()
            .for_each(|&(digit, base)| digits.push(digit, base));
        digits.count(0);
        digits.count(7);
        digits.count(123_456);
        digits.text(r#"{"game":"chess","seats":["Ada","Ada","Zoë"]}"#);
        let bytes = digits.number().into_bytes();
        let mut number = Number::from_bytes(&bytes);
        for (digit, base) in all {
            assert_eq!(number.digit(base), digit);
        }
        assert_eq!([(); 3].map(|()| number.count()), [0, 7, 123_456]);
        let text = number.text();
        assert_eq!(
            text.as_deref(),
            Some(r#"{"game":"chess","seats":["Ada","Ada","Zoë"]}"#)
        );
        assert_eq!(number, Number(Vec::new()));
    }

    #[test]
    fn a_text_that_repeats_itself_endlessly_is_refused() {
        let mut digits = Digits::default();
        let known = KNOWN.split_inclusive(ENDS).count();
        digits.count(1 << 20);
        digits.push(known, known + 1);
        digits.count(1000);
        (0..1000).for_each(|_| digits.push(65, 256));
        // What is not there reads as 0, the first of the known tokens.
        assert_eq!(digits.number().text(), None);
    }

    #[test]
    fn names_do_not_cut_a_beginning() {
        let line = r#"{"parlour":1,"seats":["a\",\"actions\":[","actions"],"actions":[[0,"x"]],"result":{}}"#;
        let expected = r#"{"parlour":1,"seats":["a\",\"actions\":[","actions"],"actions":[]}"#;
        assert_eq!(beginning(line), expected);
        assert_eq!(beginning(expected), expected);
    }

    #[test]
    fn what_is_no_link_is_told() {
        let read = |text: &str| RecordLink::read(text).err();
        for text in [
            "",
            "/",
            "A",
            "AQ",
            "AQAA",
            "hello!",
            "AQE=",
            "AQF",
            &"A".repeat(MAX_LENGTH + 1),
        ] {
            assert!(
                matches!(read(text), Some(Damaged | RecordLinkError::Version(_))),
                "{text}"
            );
        }
        assert_eq!(
            read(&URL_SAFE_NO_PAD.encode([2, 1, 1])),
            Some(RecordLinkError::Version(2))
        );
    }
}
