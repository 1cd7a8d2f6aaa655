//! Texts of Jaipur's table.

use crate::platform::locale::{list, message, text, texts};
use crate::platform::number::decimal;
use crate::play::strings::gallery::joined;
use crate::play::strings::table::person;
use parlour_engine::Seat;
use parlour_games::jaipur::rules::{HAND_LIMIT, TOKENS};
use parlour_games::jaipur::{
    Action, Bonus, Card, Cards, EndReason, Event, IllegalMove, Jaipur, RoundResult,
};

texts! {
    "jaipur_table";
    /// Name of the game.
    title,
}

/// Keys of this table, and what each does.
pub(crate) fn keys() -> Vec<(&'static str, &'static str)> {
    vec![
        ("T", text("jaipur_table.key_take")),
        ("S", text("jaipur_table.key_sell")),
    ]
}

texts! {
    "jaipur_table";
    /// Mode of taking.
    take,
    /// Mode of selling.
    sell,
    /// Legend of the modes.
    mode,
    /// The market.
    market,
    /// Common area of the table.
    common,
    /// Label of the piles of tokens.
    tokens_label,
    /// Goods in the player's own hand.
    hand,
    /// Unit of the number of cards in the deck.
    in_deck,
    /// Unit of the number of discarded cards.
    discarded,
    /// Guidance: no card to sell is chosen.
    choose_sale,
    /// Guidance: several kinds to sell are chosen.
    one_kind,
    /// Guidance: cards to give are chosen, but none to take.
    choose_goods,
    /// Guidance: camels to take and cards to give are chosen.
    camels_for_nothing,
    /// Guidance: an exchange of one card is chosen.
    exchange_of_one,
}

/// Guidance: nothing to take is chosen.
pub(crate) fn choose_take(state: &Jaipur, seat: Seat) -> String {
    if state.hand(seat).len() >= HAND_LIMIT {
        text("jaipur_table.choose_take_full").to_owned()
    } else {
        text("jaipur_table.choose_take").to_owned()
    }
}

texts! {
    "jaipur_table";
    /// Guidance: an exchange gives too few cards.
    give_more(missing: u8),
    /// Guidance: an exchange takes too few cards.
    take_more(missing: u8),
}

/// Rule that forbids an action.
pub(crate) fn refusal(refusal: &IllegalMove) -> String {
    let plain = |key| text(key).to_owned();
    match *refusal {
        IllegalMove::NotInMarket(card) => {
            message!("jaipur_table.illegal_not_in_market", card = card.name())
        }
        IllegalMove::CamelsTogether => plain("jaipur_table.illegal_camels_together"),
        IllegalMove::NoCamels => plain("jaipur_table.illegal_no_camels"),
        IllegalMove::HandFull => plain("jaipur_table.illegal_hand_full"),
        IllegalMove::ExchangeOfOne => plain("jaipur_table.illegal_exchange_of_one"),
        IllegalMove::CamelsInExchange => plain("jaipur_table.illegal_camels_in_exchange"),
        IllegalMove::Uneven { take, give } => message!("jaipur_table.illegal_uneven", take, give),
        IllegalMove::SameKind(card) => {
            message!("jaipur_table.illegal_same_kind", card = card.name())
        }
        IllegalMove::NotInHand(card) => {
            message!("jaipur_table.illegal_not_in_hand", card = card.name())
        }
        IllegalMove::HerdTooSmall(camels) => {
            message!("jaipur_table.illegal_herd_too_small", camels)
        }
        IllegalMove::HandOverLimit => plain("jaipur_table.illegal_hand_over_limit"),
        IllegalMove::TooFew(card) => {
            message!("jaipur_table.illegal_too_few", card = card.name())
        }
        IllegalMove::NothingSold => plain("jaipur_table.illegal_nothing_sold"),
        IllegalMove::CamelsUnsold => plain("jaipur_table.illegal_camels_unsold"),
    }
}

/// Name of a kind with a capital.
pub(crate) fn card_title(card: Card) -> &'static str {
    match card {
        Card::Diamond => text("jaipur_table.card_diamond"),
        Card::Gold => text("jaipur_table.card_gold"),
        Card::Silver => text("jaipur_table.card_silver"),
        Card::Cloth => text("jaipur_table.card_cloth"),
        Card::Spice => text("jaipur_table.card_spice"),
        Card::Leather => text("jaipur_table.card_leather"),
        Card::Camel => text("jaipur_table.card_camel"),
    }
}

/// Cards of one kind as the object of a sentence: `3 leather`, `2 diamonds`, `a camel`.
pub(crate) fn counted(card: Card, count: u8) -> String {
    match card {
        Card::Diamond => message!("jaipur_table.count_diamond", count),
        Card::Gold => message!("jaipur_table.count_gold", count),
        Card::Silver => message!("jaipur_table.count_silver", count),
        Card::Cloth => message!("jaipur_table.count_cloth", count),
        Card::Spice => message!("jaipur_table.count_spice", count),
        Card::Leather => message!("jaipur_table.count_leather", count),
        Card::Camel => message!("jaipur_table.count_camel", count),
    }
}

/// Cards as the object of a sentence: `2 gold and a camel`.
pub(crate) fn cards(cards: Cards) -> String {
    let words: Vec<String> = cards
        .iter()
        .map(|(card, count)| counted(card, count))
        .collect();
    if words.is_empty() {
        text("jaipur_table.no_cards").to_owned()
    } else {
        list(&words)
    }
}

/// Amount of money.
pub(crate) fn rupees(amount: u16) -> String {
    message!("jaipur_table.rupees", amount)
}

/// Effect of an action, before it is played.
pub(crate) fn proposal(state: &Jaipur, action: Action) -> String {
    match action {
        Action::Take(good) => message!("jaipur_table.propose_take", cards = counted(good, 1)),
        Action::Camels => message!(
            "jaipur_table.propose_camels",
            cards = counted(Card::Camel, state.market().camels())
        ),
        Action::Exchange { take, give } => message!(
            "jaipur_table.propose_exchange",
            give = cards(give),
            take = cards(take)
        ),
        Action::Sell(good, count) => {
            let (amount, bonus) = sale(state, good, count);
            message!(
                "jaipur_table.propose_sell",
                cards = counted(good, count),
                rupees = rupees(amount),
                bonus = yes_or_no(bonus)
            )
        }
    }
}

/// What a sale yields: the tokens one by one, and the average of the bonus token if there is one.
pub(crate) fn fact_sale(good: Card, count: u8, tokens: &[u8], bonus: Option<f64>) -> String {
    message!(
        "jaipur_table.fact_sale",
        cards = counted(good, count),
        tokens = values(tokens),
        bonus = yes_or_no(bonus.is_some()),
        mean = decimal(bonus.unwrap_or(0.0), 1)
    )
}

/// What a sale would yield of cards that are in hand after an action.
pub(crate) fn fact_holding(good: Card, count: u8, tokens: &[u8], bonus: Option<f64>) -> String {
    message!(
        "jaipur_table.fact_holding",
        cards = counted(good, count),
        tokens = values(tokens),
        bonus = yes_or_no(bonus.is_some()),
        mean = decimal(bonus.unwrap_or(0.0), 1)
    )
}

fn values(tokens: &[u8]) -> String {
    let each: Vec<String> = tokens.iter().map(u8::to_string).collect();
    joined(&each)
}

/// Rupees of a sale without the hidden ones, and whether it brings a bonus token.
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

/// Variant of a message that depends on a condition.
fn yes_or_no(condition: bool) -> &'static str {
    if condition { "yes" } else { "no" }
}

/// Log line of an event, `Ada sold 3 leather`, and its gain, `+9`.
pub(crate) fn event(who: &str, event: &Event) -> Option<(String, String)> {
    match event {
        Event::Take { good, .. } => Some((
            message!(
                "jaipur_table.took",
                who,
                person = person(who),
                cards = counted(*good, 1)
            ),
            String::new(),
        )),
        Event::Camels { count, .. } => Some((
            message!(
                "jaipur_table.took_camels",
                who,
                person = person(who),
                cards = counted(Card::Camel, *count)
            ),
            String::new(),
        )),
        Event::Exchange { take, give, .. } => Some((
            message!(
                "jaipur_table.exchanged",
                who,
                person = person(who),
                give = cards(*give),
                take = cards(*take)
            ),
            String::new(),
        )),
        Event::Sell {
            good,
            count,
            rupees: amount,
            bonus,
            ..
        } => Some((
            message!(
                "jaipur_table.sold",
                who,
                person = person(who),
                cards = counted(*good, *count),
                rupees = rupees(u16::from(*amount)),
                bonus = yes_or_no(bonus.is_some())
            ),
            format!("+{amount}"),
        )),
        Event::Deal { .. } | Event::RoundEnd(_) => None,
    }
}

texts! {
    "jaipur_table";
    /// Log line of the start of a round.
    round_begins(round: u8, starter: &str) { round = round + 1, starter, person = person(starter) },
}

/// Log line of the end of a round: `Round 1 ends: You 61, Ada 54`.
pub(crate) fn round_over(result: &RoundResult, names: &[String]) -> String {
    message!(
        "jaipur_table.round_over",
        round = result.round + 1,
        first = &names[0],
        first_rupees = result.rupees[0],
        second = &names[1],
        second_rupees = result.rupees[1]
    )
}

/// Reason for the end of a round.
pub(crate) fn reason(reason: EndReason) -> &'static str {
    match reason {
        EndReason::TokensGone => text("jaipur_table.reason_tokens_gone"),
        EndReason::DeckEmpty => text("jaipur_table.reason_deck_empty"),
        EndReason::ExchangeLimit => text("jaipur_table.reason_exchange_limit"),
    }
}

/// Heading of the sums.
pub(crate) fn round_result(winner: Option<&str>) -> String {
    match winner {
        Some(who) => message!("jaipur_table.round_won", who, person = person(who)),
        None => text("jaipur_table.round_tied").to_owned(),
    }
}

texts! {
    "jaipur_table";
    /// Note under equal sums.
    tie_break,
    /// Sums: unit.
    sums,
    /// Sums: goods tokens.
    sum_goods,
    /// Sums: bonus tokens.
    sum_bonus,
    /// Sums: camel token, with the sizes of both herds.
    sum_camels(herds: [u8; 2]) { first = herds[0], second = herds[1] },
    /// Sums: total.
    sum_all,
    /// Sums: seals so far.
    sum_seals,
    /// Label of the player's own herd: `Herd: 4`.
    herd(camels: u8),
    /// Name of a card's button: `Gold, 2 of 3 in the market`.
    card_name(card: Card, number: usize, of: usize, place: &str) {
        card = card_title(card), number, of, place
    },
    /// Place of a card.
    in_market,
    /// Place of a card.
    in_hand,
    /// Place of a card.
    in_herd,
    /// Label of a hand: `Your hand: 5 cards`.
    hand_of(name: &str, count: u8) { name, person = person(name), count },
    /// Label of a herd: `Your herd: 3 camels`.
    herd_of(name: &str, camels: u8) { name, person = person(name), camels },
}

/// Pile of goods tokens, for screen readers.
pub(crate) fn pile(card: Card, left: &[u8]) -> String {
    let card = card_title(card);
    if left.is_empty() {
        return message!("jaipur_table.pile_empty", card);
    }
    let values: Vec<String> = left.iter().map(u8::to_string).collect();
    message!("jaipur_table.pile", card, values = values.join(", "))
}

/// Pile of bonus tokens, for screen readers.
pub(crate) fn bonus_pile(bonus: Bonus, left: u8) -> String {
    message!("jaipur_table.bonus_pile", cards = bonus.cards(), left)
}

/// Bonus token of a player, for screen readers.
pub(crate) fn bonus_token(bonus: Bonus, value: Option<u8>) -> String {
    let cards = bonus.cards();
    match value {
        Some(value) => message!("jaipur_table.bonus_token", cards, value),
        None => message!("jaipur_table.bonus_token_hidden", cards),
    }
}

texts! {
    "jaipur_table";
    /// Camel token of a player.
    camel_token,
    /// Label of the tokens of a player.
    tokens_of,
    /// Seals of a player, for screen readers.
    seals(won: u8, of: u8),
    /// Unit of a player's rupees; hidden bonus tokens follow unless they are exact.
    rupees_unit(exact: bool, amount: u16) { exact = yes_or_no(exact), amount },
    /// Unit of the number of hidden bonus tokens.
    bonus_unit(count: u8),
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

    #[test]
    fn an_illegal_move_is_explained() {
        assert_eq!(
            refusal(&IllegalMove::TooFew(Card::Gold)),
            "Gold bars are sold two at a time or more"
        );
        assert_eq!(
            refusal(&IllegalMove::NotInHand(Card::Spice)),
            "You have no more spice in hand"
        );
        // Every kind has its own sentence where a sentence names the kind.
        for card in Card::ALL {
            for illegal in [
                IllegalMove::NotInMarket(card),
                IllegalMove::SameKind(card),
                IllegalMove::NotInHand(card),
                IllegalMove::TooFew(card),
            ] {
                assert!(!refusal(&illegal).is_empty());
            }
        }
    }
}
