//! The tutorial of Jaipur.

use crate::play::strings::tutorial::Step;

/// Title.
pub(crate) const TITLE: &str = "Learn Jaipur";
/// Before what the rival did.
pub(crate) const MEANWHILE: &str = "Meanwhile:";
/// After the last step: starts a game.
pub(crate) const FIRST_ROUND: &str = "Play your first round";

/// How many cards the rival holds.
pub(crate) fn rival_holds(hand: u8, herd: u8) -> String {
    let cards = if hand == 1 { "card" } else { "cards" };
    let camels = if herd == 1 { "camel" } else { "camels" };
    format!("{hand} {cards} in hand, {herd} {camels}")
}

/// The steps, in order.
pub(crate) const STEPS: [Step; 9] = [
    Step {
        title: "Welcome to the market",
        lines: &[
            "Five cards lie in the market. Below it are the goods in your hand, and your camels. The coins are tokens: you sell goods to get them, and the richer merchant wins.",
            "On your turn you do one thing: take cards, or sell cards.",
        ],
        task: "",
        done: "",
        other: "",
    },
    Step {
        title: "Take a good",
        lines: &[
            "You hold one gold. Gold pays well, but is sold two at a time or more. Another gold lies in the market.",
        ],
        task: "Choose the gold in the market, then press Confirm.",
        done: "It is yours. A card from the deck took its place in the market at once.",
        other: "You may do that in a game. Here, take the gold: with two of them you can sell.",
    },
    Step {
        title: "Sell a pair",
        lines: &[
            "Two gold: now you can sell. The top tokens of a pile are worth most, so it pays to be first. The two top gold tokens are worth 6 each.",
        ],
        task: "Press Sell, choose both gold cards, then Confirm.",
        done: "12 rupees. The next gold token is worth only 5: prices fall with every sale.",
        other: "You may do that in a game. Here, sell both gold: nobody has sold any yet, so you get the best tokens.",
    },
    Step {
        title: "Take the camels",
        lines: &[
            "Three camels lie in the market. Camels cannot be sold and do not count in your hand: they wait in your herd until you trade with them. You take all of them, or none.",
        ],
        task: "Choose a camel in the market (the others come along), then Confirm.",
        done: "Four camels in your herd. But three new cards came up, and your rival chooses first.",
        other: "You may do that in a game. Here, take the camels: the next step shows what they are good for.",
    },
    Step {
        title: "Exchange",
        lines: &[
            "Two leather in the market would make four in your hand. Take two or more goods at once by giving back as many cards: camels from your herd, goods from your hand, or both.",
        ],
        task: "Choose both leather cards in the market and two of your camels, then Confirm.",
        done: "Two camels for two leather: this is what camels are for.",
        other: "That is an exchange too. Here, take both leather cards, and pay with two camels.",
    },
    Step {
        title: "A sale with a bonus",
        lines: &[
            "Four leather! Whoever sells three, four, or five cards at once also takes a bonus token from the pile of that number. The bonus for four is worth 4 to 6 rupees.",
        ],
        task: "Sell all four leather cards.",
        done: "4 + 3 + 2 + 1 rupees, and the bonus on top. Only you know what it is worth until the round ends.",
        other: "Sell all four at once: fewer bring a smaller bonus, or none.",
    },
    Step {
        title: "A full hand",
        lines: &[
            "Another market, some turns later. Seven goods is all you may hold, so you cannot take a card now. But two diamonds lie there! An exchange works even with a full hand, if you give goods and not camels.",
        ],
        task: "Take both diamonds, and give your spice and your silver.",
        done: "Still seven goods, and much better ones. You may never give and take the same kind.",
        other: "Keep your sets together: give the two single cards, the spice and the silver, for both diamonds.",
    },
    Step {
        title: "End the round",
        lines: &[
            "A round ends when three piles of tokens are empty, or when the market cannot be filled. Gold and spice are gone already, three leather tokens are left, and you hold three leather.",
        ],
        task: "Sell all three leather cards, and the round is over.",
        done: "The last leather token: the third pile is empty, and the round ends at once.",
        other: "Sell all three leather cards: that empties the third pile while you are ahead.",
    },
    Step {
        title: "Count your rupees",
        lines: &[
            "Goods tokens, bonus tokens, and 5 rupees for the larger herd: the richer merchant wins the round and a seal of excellence. Two seals win a match.",
            "You know all you need. Have fun!",
        ],
        task: "",
        done: "",
        other: "",
    },
];
