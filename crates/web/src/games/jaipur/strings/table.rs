//! Jaipur.

use crate::play::strings::table::YOU;
use parlour_engine::Seat;
use parlour_games::jaipur::rules::{HAND_LIMIT, TOKENS};
use parlour_games::jaipur::{
    Action, Bonus, Card, Cards, EndReason, Event, IllegalMove, Jaipur, RoundResult,
};

/// The name of the game.
pub(crate) const TITLE: &str = "Jaipur";
/// What the keys of this table do.
pub(crate) const KEYS: &[(&str, &str)] = &[("T", "take"), ("S", "sell")];
/// The mode of taking.
pub(crate) const TAKE: &str = "Take";
/// The mode of selling.
pub(crate) const SELL: &str = "Sell";
/// The legend of the modes.
pub(crate) const MODE: &str = "What to do";
/// The market.
pub(crate) const MARKET: &str = "Market";
/// The middle of the table.
pub(crate) const COMMON: &str = "Market and tokens";
/// The piles of tokens.
pub(crate) const TOKENS_LABEL: &str = "Tokens left";
/// One's own goods.
pub(crate) const HAND: &str = "Hand";
/// Beside a number.
pub(crate) const IN_DECK: &str = "in the deck";
/// Beside a number.
pub(crate) const DISCARDED: &str = "discarded";
/// Nothing is chosen to sell.
pub(crate) const CHOOSE_SALE: &str = "Choose cards of one kind from your hand";
/// Several kinds are chosen to sell.
pub(crate) const ONE_KIND: &str = "Only one kind of goods is sold at a time";
/// Cards to give, none to take.
pub(crate) const CHOOSE_GOODS: &str = "Choose the goods that you want from the market: 2 or more";
/// Camels to take, and cards to give.
pub(crate) const CAMELS_FOR_NOTHING: &str = "Camels are taken for nothing: give no cards for them";
/// One for one.
pub(crate) const EXCHANGE_OF_ONE: &str =
    "An exchange is of two cards or more: choose more, or give nothing";

/// Nothing is chosen to take.
pub(crate) fn choose_take(state: &Jaipur, seat: Seat) -> String {
    if state.hand(seat).len() >= HAND_LIMIT {
        "Your hand is full: take camels, exchange goods, or sell".to_owned()
    } else {
        "Choose one good, all camels, or several goods to exchange".to_owned()
    }
}

/// An exchange that gives too little.
pub(crate) fn give_more(missing: u8) -> String {
    format!("Choose as many cards to give: {missing} more")
}

/// An exchange that gives too much.
pub(crate) fn take_more(missing: u8) -> String {
    format!("Choose as many goods to take: {missing} more")
}

/// The rule that forbids it.
pub(crate) fn refusal(refusal: &IllegalMove) -> String {
    refusal.to_string()
}

/// The name of a kind with a capital.
pub(crate) fn card_title(card: Card) -> &'static str {
    match card {
        Card::Diamond => "Diamond",
        Card::Gold => "Gold",
        Card::Silver => "Silver",
        Card::Cloth => "Cloth",
        Card::Spice => "Spice",
        Card::Leather => "Leather",
        Card::Camel => "Camel",
    }
}

/// So many of a kind: `3 leather`, `2 diamonds`, `a camel`.
pub(crate) fn counted(card: Card, count: u8) -> String {
    match (card, count) {
        (Card::Diamond | Card::Camel, 1) => format!("a {card}"),
        (Card::Diamond | Card::Camel, _) => format!("{count} {card}s"),
        (_, 1) => card.to_string(),
        (_, _) => format!("{count} {card}"),
    }
}

/// Cards in words: `2 gold and a camel`.
pub(crate) fn cards(cards: Cards) -> String {
    let words: Vec<String> = cards
        .iter()
        .map(|(card, count)| counted(card, count))
        .collect();
    match words.as_slice() {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// An amount of money.
pub(crate) fn rupees(amount: u16) -> String {
    match amount {
        1 => "1 rupee".to_owned(),
        _ => format!("{amount} rupees"),
    }
}

/// What an action would do, before it is played.
pub(crate) fn proposal(state: &Jaipur, action: Action) -> String {
    match action {
        Action::Take(good) => format!("Take {}", counted(good, 1)),
        Action::Camels => format!("Take {}", counted(Card::Camel, state.market().camels())),
        Action::Exchange { take, give } => {
            format!("Exchange {} for {}", cards(give), cards(take))
        }
        Action::Sell(good, count) => {
            let (amount, bonus) = sale(state, good, count);
            let bonus = if bonus { " and a bonus token" } else { "" };
            format!(
                "Sell {} for {}{bonus}",
                counted(good, count),
                rupees(amount)
            )
        }
    }
}

/// What a sale brings in the open, and whether it brings a bonus token.
fn sale(state: &Jaipur, good: Card, count: u8) -> (u16, bool) {
    use parlour_engine::{Game as _, Viewer};
    let view = state.view(Viewer::Public);
    let pile = TOKENS[good.index()];
    let left = &pile[usize::from(view.tokens_taken[good.index()])..];
    let amount = left
        .iter()
        .take(count.into())
        .map(|&value| u16::from(value));
    let bonus = Bonus::for_sale(count).is_some_and(|bonus| view.bonus_left[bonus.index()] > 0);
    (amount.sum(), bonus)
}

/// What somebody did: `Ada sold 3 leather`, and what it brought: `+9`.
pub(crate) fn event(who: &str, event: &Event) -> Option<(String, String)> {
    match event {
        Event::Take { good, .. } => {
            Some((format!("{who} took {}", counted(*good, 1)), String::new()))
        }
        Event::Camels { count, .. } => Some((
            format!("{who} took {}", counted(Card::Camel, *count)),
            String::new(),
        )),
        Event::Exchange { take, give, .. } => Some((
            format!("{who} exchanged {} for {}", cards(*give), cards(*take)),
            String::new(),
        )),
        Event::Sell {
            good,
            count,
            rupees: amount,
            bonus,
            ..
        } => {
            let bonus = if bonus.is_some() { " and a bonus" } else { "" };
            Some((
                format!(
                    "{who} sold {} for {}{bonus}",
                    counted(*good, *count),
                    rupees(u16::from(*amount))
                ),
                format!("+{amount}"),
            ))
        }
        Event::Deal { .. } | Event::RoundEnd(_) => None,
    }
}

/// A round begins.
pub(crate) fn round_begins(round: u8, starter: &str) -> String {
    match starter {
        YOU => format!("Round {}: you start", round + 1),
        _ => format!("Round {}: {starter} starts", round + 1),
    }
}

/// A round is over: `Round 1: You 61, Ada 54`.
pub(crate) fn round_over(result: &RoundResult, names: &[String]) -> String {
    format!(
        "Round {} ends: {} {}, {} {}",
        result.round + 1,
        names[0],
        result.rupees[0],
        names[1],
        result.rupees[1]
    )
}

/// Why a round ended.
pub(crate) fn reason(reason: EndReason) -> &'static str {
    match reason {
        EndReason::TokensGone => "Three kinds of goods tokens are gone.",
        EndReason::DeckEmpty => "The market cannot be filled from the deck.",
        EndReason::ExchangeLimit => "Forty exchanges in a row: the round is over.",
    }
}

/// The heading of the sums.
pub(crate) fn round_result(winner: Option<&str>) -> String {
    match winner {
        Some(YOU) => "You win the round".to_owned(),
        Some(name) => format!("{name} wins the round"),
        None => "The round ends level".to_owned(),
    }
}

/// Under the sums, when they are equal.
pub(crate) const TIE_BREAK: &str = "Equal rupees: more bonus tokens win, then more goods tokens.";
/// The sums: the first column.
pub(crate) const SUMS: &str = "Rupees";
/// The sums: goods tokens.
pub(crate) const SUM_GOODS: &str = "Goods tokens";
/// The sums: bonus tokens.
pub(crate) const SUM_BONUS: &str = "Bonus tokens";
/// The sums: the camel token.
pub(crate) fn sum_camels(herds: [u8; 2]) -> String {
    format!("Larger herd ({} : {})", herds[0], herds[1])
}
/// The sums: all together.
pub(crate) const SUM_ALL: &str = "Sum";
/// The sums: seals so far.
pub(crate) const SUM_SEALS: &str = "Seals";

/// A herd: `Herd: 4`.
pub(crate) fn herd(camels: u8) -> String {
    format!("Herd: {camels}")
}

/// The name of a card's button: `Gold, 2 of 3 in the market`.
pub(crate) fn card_name(card: Card, number: usize, of: usize, place: &str) -> String {
    let title = card_title(card);
    if of > 1 {
        format!("{title}, {number} of {of} {place}")
    } else {
        format!("{title}, {place}")
    }
}

/// Where a card lies.
pub(crate) const IN_MARKET: &str = "in the market";
/// Where a card lies.
pub(crate) const IN_HAND: &str = "in your hand";
/// Where a card lies.
pub(crate) const IN_HERD: &str = "in your herd";

/// A list of cards that is only looked at: `Ada's hand: 5 cards`.
pub(crate) fn hand_of(name: &str, count: u8) -> String {
    let cards = if count == 1 { "card" } else { "cards" };
    match name {
        YOU => format!("Your hand: {count} {cards}"),
        _ => format!("Hand of {name}: {count} {cards}"),
    }
}

/// A herd that is only looked at.
pub(crate) fn herd_of(name: &str, camels: u8) -> String {
    let herd = match camels {
        0 => "no camels".to_owned(),
        _ => counted(Card::Camel, camels),
    };
    match name {
        YOU => format!("Your herd: {herd}"),
        _ => format!("Herd of {name}: {herd}"),
    }
}

/// A pile of goods tokens, for ears.
pub(crate) fn pile(card: Card, left: &[u8]) -> String {
    if left.is_empty() {
        return format!("{} tokens: none left", card_title(card));
    }
    let values: Vec<String> = left.iter().map(u8::to_string).collect();
    format!("{} tokens: {}", card_title(card), values.join(", "))
}

/// A pile of bonus tokens, for ears.
pub(crate) fn bonus_pile(bonus: Bonus, left: u8) -> String {
    format!("Bonus for {}: {left} left", bonus_cards(bonus))
}

/// What a bonus is for.
fn bonus_cards(bonus: Bonus) -> &'static str {
    match bonus {
        Bonus::Three => "3 cards",
        Bonus::Four => "4 cards",
        Bonus::Five => "5 or more cards",
    }
}

/// A bonus token in front of a player, for ears.
pub(crate) fn bonus_token(bonus: Bonus, value: Option<u8>) -> String {
    match value {
        Some(value) => format!("Bonus for {}: {value}", bonus_cards(bonus)),
        None => format!("Bonus for {}, face down", bonus_cards(bonus)),
    }
}

/// The camel token before a player.
pub(crate) const CAMEL_TOKEN: &str = "Camel token: 5 rupees";
/// The tokens before a player.
pub(crate) const TOKENS_OF: &str = "Tokens earned";

/// Seals, for ears.
pub(crate) fn seals(won: u8, of: u8) -> String {
    format!("Seals: {won} of {of}")
}

/// Beside the rupees that can be counted.
pub(crate) fn rupees_unit(exact: bool, amount: u16) -> &'static str {
    match (exact, amount) {
        (true, 1) => "rupee",
        (true, _) => "rupees",
        (false, _) => "rupees and",
    }
}

/// Beside the number of hidden bonus tokens.
pub(crate) fn bonus_unit(count: u8) -> &'static str {
    match count {
        1 => "bonus token",
        _ => "bonus tokens",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_counted_as_people_do() {
        assert_eq!(counted(Card::Gold, 1), "gold");
        assert_eq!(counted(Card::Gold, 2), "2 gold");
        assert_eq!(counted(Card::Camel, 1), "a camel");
        assert_eq!(counted(Card::Diamond, 3), "3 diamonds");
        let some = Cards::of(Card::Gold, 2)
            .plus(Cards::one(Card::Cloth))
            .plus(Cards::one(Card::Camel));
        assert_eq!(cards(some), "2 gold, cloth and a camel");
    }

    #[test]
    fn moves_are_told_in_words() {
        let sold = Event::Sell {
            seat: Seat(0),
            good: Card::Leather,
            count: 3,
            tokens: 3,
            rupees: 9,
            bonus: Some(Bonus::Three),
        };
        assert_eq!(
            event("You", &sold),
            Some((
                "You sold 3 leather for 9 rupees and a bonus".to_owned(),
                "+9".to_owned()
            ))
        );
        let exchanged = Event::Exchange {
            seat: Seat(1),
            take: Cards::of(Card::Gold, 2),
            give: Cards::of(Card::Camel, 2),
        };
        let told = event("Ada", &exchanged).map(|(line, _)| line);
        assert_eq!(told.as_deref(), Some("Ada exchanged 2 camels for 2 gold"));
    }
}
