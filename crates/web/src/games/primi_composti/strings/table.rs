//! The table of Primi Composti.

use crate::play::strings::table::YOU;
use parlour_engine::Seat;
use parlour_games::primi_composti::rules::is_prime;
use parlour_games::primi_composti::{Event, Pair, Play, Version};

/// The name of the game.
pub(crate) const TITLE: &str = "Primi Composti";
/// What the keys of this table do.
pub(crate) const KEYS: &[(&str, &str)] = &[("V", "exact values on or off (two players)")];
/// The middle of the table.
pub(crate) const COMMON: &str = "Stacks";
/// Nothing is chosen.
pub(crate) const CHOOSE: &str = "Choose a card to play";
/// The operations that can be chosen.
pub(crate) const OPERATION: &str = "How to play it";
/// No operation is chosen.
pub(crate) const NO_STEAL: &str = "Steal nothing";
/// Before the first card.
pub(crate) const NOTHING_YET: &str =
    "A card that is a sum, difference, product or quotient of two cards on top scores more.";
/// That, where cards are stolen.
pub(crate) const NOTHING_STOLEN_YET: &str =
    "A card that is a sum, difference, product or quotient of two cards on top steals them.";

/// `+3`, `−3`, `0`.
pub(crate) fn signed(value: i32) -> String {
    match value {
        0 => "0".to_owned(),
        1.. => format!("+{value}"),
        _ => format!("−{}", value.unsigned_abs()),
    }
}

/// What a card gives away against the best.
pub(crate) fn cost(points: i32) -> String {
    format!("costs {points}")
}

/// The mark of what a move gave away: nothing for a best one.
pub(crate) fn cost_mark(points: i32) -> String {
    match points {
        ..=0 => String::new(),
        1..=3 => format!("−{points} ?"),
        _ => format!("−{points} ??"),
    }
}

/// Points with their unit.
pub(crate) fn points(count: i32) -> String {
    match count {
        1 => "1 point".to_owned(),
        _ => format!("{count} points"),
    }
}

/// The unit beside a number of points.
pub(crate) const fn points_unit(count: i32) -> &'static str {
    if count == 1 { "point" } else { "points" }
}

/// The unit beside a number of cards.
pub(crate) const fn cards_unit(count: u8) -> &'static str {
    if count == 1 { "card" } else { "cards" }
}

/// How far the game is.
pub(crate) fn played(played: usize, of: usize) -> String {
    match of - played {
        0 => format!("All {of} cards are played"),
        1 => "1 card to play".to_owned(),
        left => format!("{left} of {of} cards to play"),
    }
}

/// A hand, for ears.
pub(crate) fn hand_of(name: &str, count: u8) -> String {
    let unit = cards_unit(count);
    match name {
        YOU => format!("Your hand: {count} {unit}"),
        _ => format!("{name}'s hand: {count} {unit}"),
    }
}

/// The stacks of a seat, for ears.
pub(crate) fn stacks_of(name: &str) -> String {
    match name {
        YOU => "Your stacks".to_owned(),
        _ => format!("{name}'s stacks"),
    }
}

/// A kind of cards.
pub(crate) const fn kind(prime: bool) -> &'static str {
    if prime { "Primes" } else { "Composites" }
}

/// The same where they have room for a part of the word.
pub(crate) const fn place(prime: bool) -> &'static str {
    if prime { "Primes" } else { "Com\u{ad}posites" }
}

/// A card.
pub(crate) fn card(card: u8) -> String {
    let kind = if is_prime(card) { "prime" } else { "composite" };
    format!("{card}, {kind}")
}

/// A card of one's hand.
pub(crate) fn in_hand(number: u8, worth: Option<i32>) -> String {
    let card = card(number);
    match worth {
        Some(worth) => format!("{card}, in your hand, worth {}", signed(worth)),
        None => format!("{card}, in your hand"),
    }
}

/// A stack, for ears.
pub(crate) fn stack(prime: bool, cards: &[u8]) -> String {
    let kind = kind(prime);
    match cards {
        [] => format!("{kind}: none"),
        [only] => format!("{kind}: {only}"),
        [.., top] => format!("{kind}: {top} on top of {}", cards.len() - 1),
    }
}

/// Under a stack where only its top counts.
pub(crate) fn height(count: usize) -> String {
    match count {
        0 => "none".to_owned(),
        1 => "1 card".to_owned(),
        _ => format!("{count} cards"),
    }
}

/// Under a stack of which cards are stolen: what comes to light next.
pub(crate) fn below(cards: &[u8]) -> String {
    match cards {
        [] => "none".to_owned(),
        [_] => "alone".to_owned(),
        [below @ .., _] => {
            // As much as two lines under a small card hold.
            let (most, more) = if below.len() > 3 {
                (2, "\u{a0}…")
            } else {
                (3, "")
            };
            let shown: Vec<String> = below.iter().rev().take(most).map(u8::to_string).collect();
            format!("on {}{more}", shown.join(", "))
        }
    }
}

/// The sign of an operation, as it is read.
pub(crate) const fn sign(sign: char) -> &'static str {
    match sign {
        '-' => "−",
        '*' => "×",
        '/' => "÷",
        _ => "+",
    }
}

/// An operation in its three parts: `("3", "×", "5")`.
pub(crate) fn operation(card: u8, operands: [u8; 2]) -> Option<(String, &'static str, String)> {
    let written = Pair::new(operands[0], operands[1]).written(card)?;
    let at = written.find(|c: char| !c.is_ascii_digit())?;
    let (first, rest) = written.split_at(at);
    let mut chars = rest.chars();
    let sign = sign(chars.next()?);
    Some((first.to_owned(), sign, chars.as_str().to_owned()))
}

/// `15 = 3 × 5`, or `15` alone.
pub(crate) fn equation(card: u8, operands: Option<[u8; 2]>) -> String {
    match operands.and_then(|operands| operation(card, operands)) {
        Some((a, sign, b)) => format!("{card} = {a} {sign} {b}"),
        None => card.to_string(),
    }
}

/// What was stolen from whom: ` and took the 3 from Ada`.
fn stolen(stolen: &[(Seat, u8)], names: &[String]) -> String {
    let from = |seat: Seat| match names[seat.index()].as_str() {
        YOU => "you".to_owned(),
        name => name.to_owned(),
    };
    match stolen {
        [] => String::new(),
        [(seat, card)] => format!(" and took the {card} from {}", from(*seat)),
        [(one, a), (two, b)] if one == two => {
            format!(" and took the {a} and the {b} from {}", from(*one))
        }
        [(one, a), (two, b), ..] => format!(
            " and took the {a} from {} and the {b} from {}",
            from(*one),
            from(*two)
        ),
    }
}

/// A card that was played.
pub(crate) fn event(event: &Event, names: &[String]) -> String {
    format!(
        "{} played {}{}",
        names[event.seat.index()],
        equation(event.card, event.operands),
        stolen(&event.stolen, names)
    )
}

/// What an action would do.
pub(crate) fn proposal(version: Version, card: u8, play: &Play) -> String {
    let equation = equation(card, play.using.map(Pair::cards));
    match (version, play.stolen.as_slice()) {
        (Version::One, _) => format!("play {equation} for {}", points(play.gain.into())),
        (_, []) => format!("play {equation}"),
        (_, [(_, one)]) => format!("play {equation} and take the {one}"),
        (_, [(_, one), (_, two), ..]) => {
            format!("play {equation} and take the {one} and the {two}")
        }
    }
}

/// What a chosen operation takes: `3 × 5 takes the 3`.
pub(crate) fn steal(card: u8, play: &Play) -> String {
    let operation = play
        .using
        .and_then(|pair| operation(card, pair.cards()))
        .map(|(a, sign, b)| format!("{a} {sign} {b}"))
        .unwrap_or_default();
    let taken: Vec<String> = play
        .stolen
        .iter()
        .map(|(_, card)| format!("the {card}"))
        .collect();
    format!("{operation} takes {}", taken.join(" and "))
}

/// The first letter large.
pub(crate) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + chars.as_str())
        .unwrap_or_default()
}

/// Who won.
pub(crate) fn result(winner: Option<&str>) -> String {
    match winner {
        None => "A tie".to_owned(),
        Some(YOU) => "You win".to_owned(),
        Some(name) => format!("{name} wins"),
    }
}

/// Sums: their unit.
pub(crate) const SUMS: &str = "Points";
/// Sums: the cards' own values.
pub(crate) const SUM_CARDS: &str = "Cards";
/// Sums: what operations scored.
pub(crate) const SUM_OPERATIONS: &str = "Operations";
/// Sums: the primes on the stacks.
pub(crate) const SUM_PRIMES: &str = "Primes";
/// Sums: the composites on the stacks.
pub(crate) const SUM_COMPOSITES: &str = "Composites";
/// Sums: all.
pub(crate) const SUM_ALL: &str = "Sum";
/// The best play of the game.
pub(crate) fn best_play(event: &Event, names: &[String]) -> String {
    let points = points(event.gain.into());
    match names[event.seat.index()].as_str() {
        YOU => format!(
            "Your best play: {}, {points}.",
            equation(event.card, event.operands)
        ),
        name => format!(
            "The best play: {} by {name}, {points}.",
            equation(event.card, event.operands)
        ),
    }
}

/// The panel of exact values.
pub(crate) const STUDY: &str = "Exact values";
/// Its switch.
pub(crate) const STUDY_ON: &str = "Show what each of my cards is worth";
/// While the worker computes.
pub(crate) const COMPUTING: &str = "Computing …";
/// Why there are none.
pub(crate) const TWO_ONLY: &str = "Exact values are for two players: with more, hands are hidden.";
/// What is shown while somebody else is to move.
pub(crate) const ON_YOUR_TURN: &str = "The values come when it is your turn.";
/// What the numbers are, if they are exact.
pub(crate) const EXACT: &str = "By how many points you win if both play their best to the end.";
/// What they are, if they are not.
pub(crate) fn searched(plies: u32, from: usize) -> String {
    format!(
        "Too many cards for an exact answer: a search of {plies} cards ahead. Exact from {from} cards in the hands."
    )
}
/// The panel of the analysis.
pub(crate) const ANALYSIS: &str = "Analysis";
/// How far it is.
pub(crate) fn progress(done: usize, of: usize) -> String {
    format!("{done} of {of} positions")
}
/// The progress bar, for ears.
pub(crate) const PROGRESS: &str = "Positions solved";
/// Whose values they are.
pub(crate) fn values_for(name: &str) -> String {
    match name {
        YOU => "Points that you win by under best play".to_owned(),
        _ => format!("Points that {name} wins by under best play"),
    }
}
/// The chart, for ears.
pub(crate) fn chart(first: i32, last: i32, mistakes: usize) -> String {
    let mistakes = match mistakes {
        0 => "no mistakes".to_owned(),
        1 => "1 mistake".to_owned(),
        _ => format!("{mistakes} mistakes"),
    };
    format!(
        "The value after every move: {} at the first that is solved, {} at the end, {mistakes}",
        signed(first),
        signed(last)
    )
}
/// The list of moves.
pub(crate) const VERDICTS: &str = "Every move";
/// Its columns.
pub(crate) const VERDICT_HEADS: [&str; 4] = ["Move", "Card", "Value", "Cost"];
/// Goes to a move.
pub(crate) fn to_move(number: usize) -> String {
    format!("Go to move {number}")
}
/// Positions that are not solved.
pub(crate) fn unsolved(from: usize) -> String {
    format!("Positions with more than {from} cards in the hands are not solved here.")
}
/// A position's value, in words.
pub(crate) fn value_is(value: i32, name: &str) -> String {
    let (verb, ties) = match name {
        YOU => (["win", "lose"], "it is a tie".to_owned()),
        _ => (["wins", "loses"], "it is a tie".to_owned()),
    };
    match value {
        0 => format!("With best play {ties}."),
        1.. => format!("With best play {} {} by {value}.", lower_you(name), verb[0]),
        _ => format!(
            "With best play {} {} by {}.",
            lower_you(name),
            verb[1],
            -value
        ),
    }
}

fn lower_you(name: &str) -> &str {
    if name == YOU { "you" } else { name }
}

/// Before the best line.
pub(crate) const BEST_LINE: &str = "Best line";
