//! Texts of Primi Composti's table.

use crate::platform::locale::{message, text, texts};
use crate::platform::number::grouped;
use crate::play::strings::table::person;
use parlour_games::primi_composti::rules::is_prime;
use parlour_games::primi_composti::{Event, IllegalMove, Pair, Play, Version};

texts! {
    "primi_composti_table";
    /// Name of the game.
    title,
}

/// Keys of this table, and what each does.
pub(crate) fn keys() -> Vec<(&'static str, &'static str)> {
    vec![("V", text("primi_composti_table.key_values"))]
}

texts! {
    "primi_composti_table";
    /// Common area of the table.
    common,
    /// Guidance: no card is chosen.
    choose,
    /// Legend of the operations of a chosen card.
    operation_text,
    /// Choice of no operation.
    no_steal,
    /// Explanation before the first card.
    nothing_yet,
    /// Explanation before the first card where cards are stolen.
    nothing_stolen_yet,
}

/// Reason why a move is illegal.
pub(crate) fn refusal(illegal: &IllegalMove) -> String {
    match *illegal {
        IllegalMove::NotInHand(card) => message!("primi_composti_table.illegal_not_in_hand", card),
        IllegalMove::NoChoice => text("primi_composti_table.illegal_no_choice").to_owned(),
        IllegalMove::NotVisible(card) => message!("primi_composti_table.illegal_not_visible", card),
        IllegalMove::NoOperation(pair) => {
            let [first, second] = pair.cards();
            message!("primi_composti_table.illegal_no_operation", first, second)
        }
        IllegalMove::StealsNothing => {
            text("primi_composti_table.illegal_steals_nothing").to_owned()
        }
    }
}

/// Number with its sign: `+3`, `−3`, `0`.
pub(crate) fn signed(value: i32) -> String {
    match value {
        0 => "0".to_owned(),
        1.. => format!("+{value}"),
        _ => format!("−{}", value.unsigned_abs()),
    }
}

texts! {
    "primi_composti_table";
    /// Loss of a card against the best one.
    cost(points: i32),
    /// Points with their unit.
    points(count: i32),
    /// Unit of a number of points.
    points_unit(count: i32),
    /// Unit of a number of cards.
    cards_unit(count: u8),
    /// Progress of the game.
    played(played: usize, of: usize) { left = of - played, of },
    /// Label of a hand, for screen readers.
    hand_of(name: &str, count: u8) { name, person = person(name), count },
    /// Label of the stacks of a seat, for screen readers.
    stacks_of(name: &str) { name, person = person(name) },
}

/// Kind of cards.
pub(crate) fn kind(prime: bool) -> &'static str {
    if prime {
        text("primi_composti_table.kind_primes")
    } else {
        text("primi_composti_table.kind_composites")
    }
}

/// Kind of cards where a narrow place may break the word.
pub(crate) fn place(prime: bool) -> &'static str {
    if prime {
        text("primi_composti_table.place_primes")
    } else {
        text("primi_composti_table.place_composites")
    }
}

/// Card with its kind.
pub(crate) fn card(card: u8) -> String {
    let kind = if is_prime(card) { "prime" } else { "composite" };
    message!("primi_composti_table.card", card, kind)
}

/// Card of the player's own hand.
pub(crate) fn in_hand(number: u8, worth: Option<i32>) -> String {
    let card = card(number);
    match worth {
        Some(worth) => message!(
            "primi_composti_table.in_hand_worth",
            card,
            worth = signed(worth)
        ),
        None => message!("primi_composti_table.in_hand", card),
    }
}

/// Stack, for screen readers.
pub(crate) fn stack(prime: bool, cards: &[u8]) -> String {
    let kind = kind(prime);
    match cards {
        [] => message!("primi_composti_table.stack_empty", kind),
        [only] => message!("primi_composti_table.stack_one", kind, top = *only),
        [below @ .., top] => message!(
            "primi_composti_table.stack",
            kind,
            top = *top,
            below = below.len()
        ),
    }
}

/// Height of a stack where only its top counts.
pub(crate) fn height(count: usize) -> String {
    message!("primi_composti_table.height", count)
}

/// Cards under the top of a stack from which cards are stolen, the highest first.
pub(crate) fn below(cards: &[u8]) -> String {
    match cards {
        [] => text("primi_composti_table.below_none").to_owned(),
        [_] => text("primi_composti_table.below_alone").to_owned(),
        [below @ .., _] => {
            // As much as two lines under a small card hold.
            let is_long = below.len() > 3;
            let most = if is_long { 2 } else { 3 };
            let shown: Vec<String> = below.iter().rev().take(most).map(u8::to_string).collect();
            let cards = shown.join(", ");
            if is_long {
                message!("primi_composti_table.below_more", cards)
            } else {
                message!("primi_composti_table.below", cards)
            }
        }
    }
}

/// Typographic sign of an operation.
pub(crate) const fn sign(sign: char) -> &'static str {
    match sign {
        '-' => "−",
        '*' => "×",
        '/' => "÷",
        _ => "+",
    }
}

/// Operation in its three parts: `("3", "×", "5")`.
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

/// Log line of a card, with the cards that it stole: `Ada played 15 = 3 × 5 and took the 3 from Ben`.
pub(crate) fn event(event: &Event, names: &[String]) -> String {
    let who = &names[event.seat.index()];
    let person_who = person(who);
    let equation = equation(event.card, event.operands);
    match event.stolen.as_slice() {
        [] => message!(
            "primi_composti_table.played_card",
            who,
            person = person_who,
            equation
        ),
        [(seat, card)] => {
            let from = &names[seat.index()];
            message!(
                "primi_composti_table.played_took_one",
                who,
                person = person_who,
                equation,
                card = *card,
                from,
                victim = person(from)
            )
        }
        [(one, a), (two, b), ..] if one == two => {
            let from = &names[one.index()];
            message!(
                "primi_composti_table.played_took_two",
                who,
                person = person_who,
                equation,
                first = *a,
                second = *b,
                from,
                victim = person(from)
            )
        }
        [(one, a), (two, b), ..] => {
            let (first_from, second_from) = (&names[one.index()], &names[two.index()]);
            message!(
                "primi_composti_table.played_took_from_two",
                who,
                person = person_who,
                equation,
                first = *a,
                first_from,
                first_victim = person(first_from),
                second = *b,
                second_from,
                second_victim = person(second_from)
            )
        }
    }
}

/// Effect of an action, before it is played.
pub(crate) fn proposal(version: Version, card: u8, play: &Play) -> String {
    let equation = equation(card, play.using.map(Pair::cards));
    match (version, play.stolen.as_slice()) {
        (Version::One, _) => message!(
            "primi_composti_table.propose_points",
            equation,
            points = points(play.gain.into())
        ),
        (_, []) => message!("primi_composti_table.propose", equation),
        (_, [(_, one)]) => message!(
            "primi_composti_table.propose_take_one",
            equation,
            card = *one
        ),
        (_, [(_, one), (_, two), ..]) => message!(
            "primi_composti_table.propose_take_two",
            equation,
            first = *one,
            second = *two
        ),
    }
}

/// Cards that a chosen operation steals: `3 × 5 takes the 3`.
pub(crate) fn steal(card: u8, play: &Play) -> String {
    let operation = play
        .using
        .and_then(|pair| operation(card, pair.cards()))
        .map(|(a, sign, b)| format!("{a} {sign} {b}"))
        .unwrap_or_default();
    match play.stolen.as_slice() {
        [] => operation,
        [(_, one)] => message!("primi_composti_table.steal_one", operation, card = *one),
        [(_, one), (_, two), ..] => message!(
            "primi_composti_table.steal_two",
            operation,
            first = *one,
            second = *two
        ),
    }
}

/// Text with its first letter in upper case.
pub(crate) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map(|first| first.to_uppercase().collect::<String>() + chars.as_str())
        .unwrap_or_default()
}

/// Result of the game.
pub(crate) fn result(winner: Option<&str>) -> String {
    match winner {
        None => text("primi_composti_table.tie").to_owned(),
        Some(who) => message!("primi_composti_table.won", who, person = person(who)),
    }
}

texts! {
    "primi_composti_table";
    /// Sums: unit.
    sums,
    /// Sums: values of the cards themselves.
    sum_cards,
    /// Sums: points of operations.
    sum_operations,
    /// Sums: primes on the stacks.
    sum_primes,
    /// Sums: composites on the stacks.
    sum_composites,
    /// Sums: total.
    sum_all,
}

/// Best play of the game.
pub(crate) fn best_play(event: &Event, names: &[String]) -> String {
    let who = &names[event.seat.index()];
    message!(
        "primi_composti_table.best_play",
        who,
        person = person(who),
        equation = equation(event.card, event.operands),
        points = points(event.gain.into())
    )
}

texts! {
    "primi_composti_table";
    /// Heading of the panel of exact values.
    study,
    /// Switch of the exact values.
    study_on,
    /// Status while the worker computes.
    computing,
    /// Reason why there are no exact values.
    two_only,
    /// Status during another player's turn.
    on_your_turn,
    /// Meaning of exact values.
    exact,
}

/// Meaning of values that are not exact.
pub(crate) fn searched(simulations: u64, from: usize) -> String {
    let simulations = grouped(simulations);
    message!("primi_composti_table.searched", simulations, from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_are_told_in_words() {
        assert_eq!(stack(true, &[]), "Primes: none");
        assert_eq!(stack(false, &[4]), "Composites: 4");
        assert_eq!(stack(true, &[2, 7]), "Primes: 7 on top of 1 card");
        assert_eq!(below(&[2, 3, 5, 7, 11]), "on 7, 5\u{a0}…");
        assert_eq!(below(&[2, 3, 5, 7]), "on 5, 3, 2");
    }
}
