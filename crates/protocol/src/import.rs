//! Reads the log of a game on the original's server: a line for each message, as
//! `0.2576 C>S seat=0 n=1 b'2'`.

use parlour_engine::{DealSource, Record, Seat, Table};
use parlour_games::modern_art::{Action, Auctions, Deal, ModernArt, Painting, Phase, Rules};
use serde_json::{Map, Value};

/// Why a log cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// A line that is no message.
    #[error("line {0} is no message of a log")]
    Line(usize),
    /// The log does not show a whole deal.
    #[error("the log does not tell what was dealt: {0}")]
    Deal(String),
}

/// One message of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Whether the server sent it.
    pub from_server: bool,
    /// The seat of the agent.
    pub seat: usize,
    /// What was said, without the padding.
    pub text: String,
}

/// Whether a line looks like one of a log.
pub fn is_log(line: &str) -> bool {
    message(line).is_some()
}

/// The messages of a log.
///
/// # Errors
/// [`ImportError::Line`].
pub fn messages(log: &str) -> Result<Vec<Message>, ImportError> {
    (log.lines().enumerate())
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| message(line).ok_or(ImportError::Line(index + 1)))
        .collect()
}

fn message(line: &str) -> Option<Message> {
    let mut words = line.trim().splitn(5, ' ');
    words.next()?.parse::<f64>().ok()?;
    let from_server = match words.next()? {
        "S>C" => true,
        "C>S" => false,
        _ => return None,
    };
    let seat = words.next()?.strip_prefix("seat=")?.parse().ok()?;
    words.next()?.strip_prefix("n=")?;
    let text = match (Literal {
        rest: words.next()?.strip_prefix('b')?,
    })
    .value(0)?
    {
        Value::String(text) => text.trim_end().to_owned(),
        _ => return None,
    };
    (seat < 5).then_some(Message {
        from_server,
        seat,
        text,
    })
}

/// A Python literal as JSON: tuples become lists, keys become strings.
pub fn literal(text: &str) -> Option<Value> {
    let mut literal = Literal { rest: text };
    let value = literal.value(0)?;
    literal.rest.trim().is_empty().then_some(value)
}

struct Literal<'a> {
    rest: &'a str,
}

impl Literal<'_> {
    /// The next value; `depth` bounds the nesting.
    fn value(&mut self, depth: u8) -> Option<Value> {
        if depth > 16 {
            return None;
        }
        self.rest = self.rest.trim_start();
        match self.rest.as_bytes().first()? {
            b'{' => {
                let mut map = Map::new();
                self.items('{', '}', |literal| {
                    let key = match literal.value(depth + 1)? {
                        Value::String(key) => key,
                        other => other.to_string(),
                    };
                    literal.skip(':')?;
                    map.insert(key, literal.value(depth + 1)?);
                    Some(())
                })?;
                Some(Value::Object(map))
            }
            open @ (b'[' | b'(') => {
                let (open, close) = if *open == b'[' {
                    ('[', ']')
                } else {
                    ('(', ')')
                };
                let mut items = Vec::new();
                self.items(open, close, |literal| {
                    items.push(literal.value(depth + 1)?);
                    Some(())
                })?;
                Some(Value::Array(items))
            }
            quote @ (b'\'' | b'"') => self.string(char::from(*quote)),
            _ => {
                let ends = |c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_');
                let end = self.rest.find(ends).unwrap_or(self.rest.len());
                let (word, rest) = self.rest.split_at(end);
                self.rest = rest;
                match word {
                    "True" => Some(Value::Bool(true)),
                    "False" => Some(Value::Bool(false)),
                    "None" => Some(Value::Null),
                    number => number.parse::<i64>().ok().map(Value::from),
                }
            }
        }
    }

    fn items(
        &mut self,
        open: char,
        close: char,
        mut item: impl FnMut(&mut Self) -> Option<()>,
    ) -> Option<()> {
        self.skip(open)?;
        while self.skip(close).is_none() {
            item(self)?;
            if self.skip(',').is_none() {
                return self.skip(close);
            }
        }
        Some(())
    }

    fn skip(&mut self, expected: char) -> Option<()> {
        self.rest = self.rest.trim_start().strip_prefix(expected)?;
        Some(())
    }

    fn string(&mut self, quote: char) -> Option<Value> {
        let mut text = String::new();
        let mut chars = self.rest[1..].char_indices();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => match chars.next()?.1 {
                    'n' => text.push('\n'),
                    'r' => text.push('\r'),
                    't' => text.push('\t'),
                    // Bytes that are no text: it is enough that they are not.
                    'x' => text.push('\u{fffd}'),
                    other => text.push(other),
                },
                c if c == quote => {
                    self.rest = &self.rest[1 + at + c.len_utf8()..];
                    return Some(Value::String(text));
                }
                c => text.push(c),
            }
        }
        None
    }
}

/// The game of a log as a record.
///
/// The rules are ours: where the original's server settled a round otherwise, cash differs from the
/// log's from then on, and a bid above it is brought down to it. The record ends where the
/// log does, or where it can be followed no further.
///
/// # Errors
/// [`ImportError`].
pub fn record(log: &str) -> Result<Record<ModernArt>, ImportError> {
    let messages = messages(log)?;
    let (rules, deal) = deal(&messages)?;
    let mut names = vec![String::new(); usize::from(rules.players)];
    let requests = requests(&messages);
    for request in requests
        .iter()
        .filter(|request| request.name == "INITIALIZE")
    {
        if let Some(name) = names.get_mut(request.seat) {
            *name = crate::lines::tidy_name(&request.answer);
        }
    }
    let mut table = Table::<ModernArt>::new(rules, DealSource::Cards(deal), names)
        .map_err(|error| ImportError::Deal(error.to_string()))?;
    let mut offer = None;
    for request in &requests {
        let number: Option<i64> = request.answer.trim().parse().ok();
        let followed = match request.name.as_str() {
            "SELL" => {
                offer = Some((request.seat, number));
                true
            }
            "BID" => {
                // The painting that was taken, whatever the seller said.
                let artist = request.value["arg"].as_i64();
                let offered = offer
                    .take()
                    .is_none_or(|(seat, _)| place(&mut table, seat, artist));
                offered && bid(&mut table, request.seat, number)
            }
            "ROUNDOVER" => {
                let last = offer.take();
                last.is_none_or(|(seat, artist)| place(&mut table, seat, artist))
            }
            _ => true,
        };
        if !followed {
            break;
        }
    }
    Ok(table.record())
}

fn place(table: &mut Table<ModernArt>, seat: usize, artist: Option<i64>) -> bool {
    let artist = artist.and_then(|artist| u8::try_from(artist).ok());
    artist.is_some_and(|artist| {
        let painting = Painting {
            artist,
            auction: None,
        };
        table
            .play(Seat(seat as u8), Action::Offer(painting))
            .is_ok()
    })
}

fn bid(table: &mut Table<ModernArt>, seat: usize, amount: Option<i64>) -> bool {
    let seat = Seat(seat as u8);
    let most = i64::from(table.state().cash(seat));
    let amount = amount.unwrap_or(0).clamp(0, most) as u16;
    matches!(table.state().phase(), Phase::Sealed { .. })
        && table.play(seat, Action::Bid(amount)).is_ok()
}

/// A message of the server with the answer to it; of those that go to all, only that to seat 0.
struct Request {
    name: String,
    seat: usize,
    value: Value,
    answer: String,
}

fn requests(messages: &[Message]) -> Vec<Request> {
    let mut requests: Vec<Request> = Vec::new();
    for message in messages {
        if message.from_server {
            let value = literal(&message.text).unwrap_or(Value::Null);
            let name = value["request"].as_str().unwrap_or_default().to_owned();
            let to_all = !matches!(name.as_str(), "INITIALIZE" | "SELL" | "BID");
            if !to_all || message.seat == 0 {
                let (seat, answer) = (message.seat, String::new());
                requests.push(Request {
                    name,
                    seat,
                    value,
                    answer,
                });
            }
        } else if let Some(request) = requests.iter_mut().rev().find(|r| r.seat == message.seat) {
            request.answer.clone_from(&message.text);
        }
    }
    requests
}

/// What was dealt: each seat's hand when it is first seen in a round, less what was left of the
/// round before. What the log does not show is dealt from what is left.
fn deal(messages: &[Message]) -> Result<(Rules, Deal), ImportError> {
    let missing = |what: &str| ImportError::Deal(what.to_owned());
    let mut dealt: [[Option<Vec<u8>>; 5]; 3] = Default::default();
    let mut left: [Vec<u8>; 5] = Default::default();
    let (mut players, mut limit) = (0, 5);
    for message in messages.iter().filter(|message| message.from_server) {
        let Some(value) = literal(&message.text) else {
            return Err(missing("a message is no Python literal"));
        };
        let info = &value["info"];
        players = info["player_size"].as_u64().unwrap_or(players);
        limit = info["game_modifier"]["limit"].as_u64().unwrap_or(limit);
        let hand: Option<Vec<u8>> = info["player"][message.seat]["hand"].as_array().map(|hand| {
            hand.iter()
                .filter_map(|artist| artist.as_u64())
                .map(|a| a as u8)
                .collect()
        });
        let (Some(hand), Some(remaining)) = (hand, info["remaining_round"].as_u64()) else {
            continue;
        };
        let round = 4 - remaining.min(4) as usize;
        match value["request"].as_str() {
            Some("SELL" | "BID") if round < 3 => {
                let fresh = &mut dealt[round][message.seat];
                if fresh.is_none() {
                    let mut new = hand.clone();
                    for artist in &left[message.seat] {
                        if let Some(at) = new.iter().position(|other| other == artist) {
                            new.remove(at);
                        }
                    }
                    *fresh = Some(new);
                }
            }
            Some("ROUNDOVER") => left[message.seat] = hand,
            _ => {}
        }
    }
    let rules = Rules {
        limit: u8::try_from(limit).unwrap_or(5),
        ..Rules::of(Auctions::Simple, u8::try_from(players).unwrap_or(0))
    };
    let mut rest: Vec<Painting> = Auctions::Simple.paintings().to_vec();
    let known = dealt.iter().flatten().flatten().flatten();
    for &artist in known {
        let at = rest.iter().position(|painting| painting.artist == artist);
        rest.remove(at.ok_or_else(|| missing("more of an artist than there are"))?);
    }
    let mut deck = Vec::new();
    for (round, hands) in dealt.iter().enumerate() {
        let size = parlour_games::modern_art::rules::dealt(players as usize, round);
        for hand in hands.iter().take(players as usize) {
            let hand = hand.clone().unwrap_or_default();
            if hand.len() > size {
                return Err(missing("a hand is too large"));
            }
            let filler = size - hand.len();
            deck.extend(hand.into_iter().map(|artist| Painting {
                artist,
                auction: None,
            }));
            if rest.len() < filler {
                return Err(missing("hands of other sizes"));
            }
            deck.extend(rest.drain(..filler));
        }
    }
    deck.extend(rest);
    let deal = Deal { deck };
    Ok((rules, deal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn python_literals_become_json() {
        let read = |text| literal(text).map(|value| value.to_string());
        assert_eq!(
            read("{'a': (1, 2), 3: [True, None, -4], \"q\": 'it\\'s', }"),
            Some(r#"{"3":[true,null,-4],"a":[1,2],"q":"it's"}"#.to_owned())
        );
        assert_eq!(read("(7,)"), Some("[7]".to_owned()));
        for text in [
            "",
            "{",
            "[1 2]",
            "{1}",
            "'",
            "x",
            "1 1",
            "((((((((((((((((((1",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn lines_are_told_from_records() {
        assert!(is_log("  0.2576 C>S seat=0 n=1 b'2'"));
        for line in [
            "",
            "{\"parlour\":1}",
            "0.2 C>S seat=9 n=1 b'2'",
            "0.2 C>S seat=0 n=1 2",
        ] {
            assert!(!is_log(line), "{line}");
        }
    }
}
