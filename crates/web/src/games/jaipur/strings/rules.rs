//! The rules of Jaipur, as people read them.

use parlour_games::jaipur::Card;

/// Title.
pub(crate) const TITLE: &str = "The rules of Jaipur";
/// Under it.
pub(crate) const LEDE: &str =
    "Everything there is to know, in five minutes. To learn it by playing takes three.";
/// Starts a game.
pub(crate) const PLAY: &str = "Play a round";

/// A good in the plural, as a heading says it.
pub(crate) const fn good(card: Card) -> &'static str {
    match card {
        Card::Diamond => "Diamonds",
        Card::Gold => "Gold",
        Card::Silver => "Silver",
        Card::Cloth => "Cloth",
        Card::Spice => "Spice",
        Card::Leather => "Leather",
        Card::Camel => "Camels",
    }
}

/// Headings of the sections.
pub(crate) mod heads {
    pub(crate) const GOAL: &str = "What you are after";
    pub(crate) const CARDS: &str = "The cards";
    pub(crate) const START: &str = "How a round begins";
    pub(crate) const TURN: &str = "Your turn";
    pub(crate) const TAKE: &str = "Take one good";
    pub(crate) const CAMELS: &str = "Take all camels";
    pub(crate) const EXCHANGE: &str = "Exchange";
    pub(crate) const SELL: &str = "Sell";
    pub(crate) const TOKENS: &str = "Tokens and bonuses";
    pub(crate) const END: &str = "The end of a round";
    pub(crate) const MATCH: &str = "Winning";
    pub(crate) const ADVICE: &str = "Three pieces of advice";
}

pub(crate) const GOAL: &[&str] = &[
    "You and your rival are the two most powerful merchants of Jaipur. Sell goods for tokens worth rupees. Whoever has more rupees at the end of a round earns a seal of excellence; two seals win a match.",
    "Prices fall with every sale, so the first to sell earns most. But large sales bring a bonus. That is the whole tension: sell now, or wait for one more card?",
];

pub(crate) const CARDS: &[&str] = &[
    "There are six kinds of goods, and camels. Every kind has its own picture, colour and letter.",
    "Diamonds, gold and silver are the high-value goods: they pay best, but are sold two at a time or more. Camels are no goods. They never come into your hand and cannot be sold; they wait in your herd and pay for exchanges.",
];
/// Caption of the picture of all kinds.
pub(crate) const CARDS_CAPTION: &str =
    "From left to right: diamonds, gold, silver, cloth, spice, leather, and a camel.";

pub(crate) const START: &[&str] = &[
    "Three camels lie face up in the market. Each of you is dealt five cards, and two more are turned up, so that five cards lie in the market.",
    "Camels that you were dealt go face up before you: your herd. Everybody may see how large it is. Your goods stay hidden.",
    "The goods tokens lie in piles, the highest value on top. The bonus tokens lie face down in three piles.",
];

pub(crate) const TURN: &[&str] = &[
    "Do one thing: take or sell. Taking has three forms, so there are four moves in all. You cannot pass.",
];
/// The four moves.
pub(crate) const MOVES: [(&str, &str, &str); 4] = [
    (
        "take",
        "Take one good",
        "One goods card from the market into your hand.",
    ),
    (
        "camels",
        "Take all camels",
        "Every camel in the market, onto your herd.",
    ),
    (
        "exchange",
        "Exchange",
        "Two or more goods for as many cards of yours.",
    ),
    (
        "sell",
        "Sell",
        "Any number of cards of one kind, for tokens.",
    ),
];

pub(crate) const TAKE: &[&str] = &[
    "Take any one good from the market. A card from the deck takes its place at once.",
    "Your hand holds seven goods at most. With seven in hand you cannot take: sell, exchange, or take camels, which do not count.",
];

pub(crate) const CAMELS: &[&str] = &[
    "Take all camels from the market, never just some of them. The market is filled again from the deck.",
    "Mind what you leave: every camel you take turns up a new card, and your rival chooses first.",
];

pub(crate) const EXCHANGE: &[&str] = &[
    "Take two or more goods from the market, of any kinds, and put back the same number of cards: goods from your hand, camels from your herd, or both.",
    "You cannot take camels this way, and you cannot give and take the same kind. Nor may you hold more than seven goods afterwards: giving camels makes your hand larger.",
];
/// Caption of the example.
pub(crate) const EXCHANGE_EXAMPLE: &str = "An example: you take two gold and a spice. You give a leather from your hand and two camels from your herd. One for one, and no kind goes both ways.";
/// Over the cards taken.
pub(crate) const YOU_TAKE: &str = "You take";
/// Over the cards given.
pub(crate) const YOU_GIVE: &str = "You give";

pub(crate) const SELL: &[&str] = &[
    "Sell any number of cards of one kind. Take as many tokens of that kind, from the top of its pile. If the pile runs out, you get what is left.",
    "Diamonds, gold and silver are sold two at a time or more, even when only one token is left. Sell three cards or more, and you also take a bonus token.",
];
/// Caption of the example, with the sum of its goods tokens.
pub(crate) fn sell_example(sum: u8) -> String {
    format!(
        "An example: you are the first to sell leather, and sell four. The tokens 4, 3, 2 and 1 make {sum} rupees, and the bonus token for four cards adds 4 to 6 more."
    )
}

pub(crate) const TOKENS: &[&str] = &[
    "These are the values in rupees, in the order in which they are taken. What is left of each pile always shows on the table.",
];
/// Columns of the table of goods tokens.
pub(crate) const COLUMNS: [&str; 3] = ["Good", "Cards", "Tokens, the first on the left"];
/// Caption of the table of goods tokens.
pub(crate) const TOKENS_CAPTION: &str = "Goods tokens";
/// Columns of the table of bonus tokens.
pub(crate) const BONUS_COLUMNS: [&str; 3] = ["You sell", "Tokens", "Worth"];
/// Caption of the table of bonus tokens.
pub(crate) const BONUS_CAPTION: &str = "Bonus tokens";
/// How many cards a bonus is for.
pub(crate) fn bonus_for(cards: u8) -> String {
    match cards {
        5 => "5 cards or more".to_owned(),
        _ => format!("{cards} cards"),
    }
}
/// The range of a bonus.
pub(crate) fn bonus_worth(least: u8, most: u8) -> String {
    format!("{least} to {most} rupees")
}
pub(crate) const BONUS: &[&str] = &[
    "Bonus tokens are shuffled: you see what yours is worth, your rival does not before the end of the round. The number of cards you sell counts, even if there were not enough goods tokens for all of them. When a bonus pile is empty, there is no more bonus of that kind.",
];

pub(crate) const END: &[&str] = &["A round ends at once when one of these happens:"];
/// What ends a round.
pub(crate) const ENDS: [&str; 3] = [
    "Three piles of goods tokens are empty.",
    "The deck cannot fill the market to five cards.",
    "Forty exchanges were made in a row. This is our own rule, so that every game ends; you will hardly ever see it.",
];
pub(crate) const CAMEL_TOKEN: &[&str] = &[
    "Then the larger herd earns the camel token: 5 rupees. With equal herds nobody gets it. Goods left in hand are worth nothing.",
];

pub(crate) const MATCH: &[&str] = &[
    "Both count their rupees: goods tokens, bonus tokens, the camel token. The richer merchant wins the round and takes a seal.",
    "With equal rupees, more bonus tokens win; if they are equal too, more goods tokens. If even these are equal, nobody gets the seal and the round is played again.",
    "In a match, the loser of a round starts the next one, and two seals win. A single round is a game of its own.",
];

/// Advice for a first game.
pub(crate) const ADVICE: [&str; 3] = [
    "Sell diamonds, gold and silver early: their first tokens are the best ones, and six cards of each are few.",
    "Camels are power: four camels are four goods of your choice in one move. But an empty market you leave behind is filled for your rival.",
    "Watch what your rival takes. If he collects leather and you hold some, sell yours first, even two.",
];
