//! Modern Art.

use crate::play::strings::gallery::{counted, listed, round};
use crate::play::strings::table::YOU;
use parlour_engine::Seat;
use parlour_games::modern_art::{Action, Amounts, Auction, Lot, Painting, RoundResult};

/// The name of the game.
pub(crate) const TITLE: &str = "Modern Art";
/// What the keys of this table do.
pub(crate) const KEYS: &[(&str, &str)] = &[
    ("B", "to the field for your bid or price"),
    ("+ −", "one more, one less"),
    ("P", "pass"),
];
/// The middle of the table.
pub(crate) const COMMON: &str = "Values and auction";
/// What is held in hand.
pub(crate) const PAINTING: &str = "painting";
/// The row of paintings offered in this round.
pub(crate) const OFFERED: &str = "Offered";
/// What that row means.
pub(crate) const PAYS_NOW_TITLE: &str = "What a painting would pay if the round ended now";
/// The auction.
pub(crate) const AUCTION: &str = "Auction";
/// Who says what.
pub(crate) const BIDDERS: &str = "Who says what";
/// Beside a number.
pub(crate) const CASH: &str = "cash";
/// Cash that the rules hide.
pub(crate) const HIDDEN: &str = "hidden";
/// The field of a bid.
pub(crate) const BID: &str = "Bid";
/// The field of a price.
pub(crate) const PRICE: &str = "Price";
/// One less.
pub(crate) const LESS: &str = "One less";
/// One more.
pub(crate) const MORE: &str = "One more";
/// So much more.
pub(crate) fn more(step: u16) -> String {
    format!("{step} more")
}

/// The artists of this game.
pub(crate) const ARTISTS: [&str; 5] = ["Abel", "Bogen", "Corda", "Dotti", "Ezra"];

/// The name of an artist.
pub(crate) fn artist(index: usize) -> &'static str {
    ARTISTS[index]
}

/// A painting of an artist: `a Bogen`, `an Ezra`.
pub(crate) fn one_of(index: usize) -> String {
    let article = if matches!(index, 0 | 4) { "an" } else { "a" };
    format!("{article} {}", artist(index))
}

/// The name of an auction.
pub(crate) const fn auction(auction: Auction) -> &'static str {
    match auction {
        Auction::Fixed => "Fixed price",
        Auction::Sealed => "Sealed bids",
        Auction::Double => "Double auction",
        Auction::Open => "Open auction",
        Auction::Once => "Once around",
    }
}

/// How an auction goes, in a line.
pub(crate) const fn auction_about(auction: Auction) -> &'static str {
    match auction {
        Auction::Fixed => {
            "The seller names a price. The first to take it pays it; if nobody does, the seller must."
        }
        Auction::Sealed => {
            "All bid once, unseen. The highest bid wins; among equals, the first to the seller’s left."
        }
        Auction::Double => {
            "A second painting of the artist may be added. Its auction is then held for both."
        }
        Auction::Open => "Anyone may raise until nobody does.",
        Auction::Once => {
            "From the seller’s left, each raises or passes once. The seller is the last."
        }
    }
}

/// How a painting is sold, within a sentence.
const fn by_auction(auction: Auction) -> &'static str {
    match auction {
        Auction::Fixed => "at a fixed price",
        Auction::Sealed => "by sealed bids",
        Auction::Double => "as a double",
        Auction::Open => "in an open auction",
        Auction::Once => "once around",
    }
}

/// A painting in a sentence: `a Bogen, once around`.
pub(crate) fn painting(painting: Painting) -> String {
    match painting.auction {
        None => one_of(painting.artist()),
        Some(auction) => format!("{}, {}", one_of(painting.artist()), by_auction(auction)),
    }
}

/// A card that only lies there.
pub(crate) fn card_title(of: Painting) -> String {
    match of.auction {
        None => artist(of.artist()).to_owned(),
        Some(kind) => format!("{}, {}", artist(of.artist()), auction(kind).to_lowercase()),
    }
}

/// A lot in words: `a Bogen`, `two Bogen`.
fn lot(lot: Lot) -> String {
    match lot.double {
        None => one_of(lot.artist()),
        Some(_) => format!("two {}", artist(lot.artist())),
    }
}

/// A lot that was named before.
fn it(lot: Lot) -> &'static str {
    if lot.double.is_some() { "both" } else { "it" }
}

/// A name that is not the subject.
fn object(name: &str) -> &str {
    if name == YOU { "you" } else { name }
}

/// A round begins.
pub(crate) fn round_begins(number: u8, dealt: u8) -> String {
    match dealt {
        0 => format!("{}: no new paintings", round(number)),
        1 => format!("{}: one new painting each", round(number)),
        _ => format!("{}: {dealt} new paintings each", round(number)),
    }
}

/// Somebody offers; with the painting that ends the round.
pub(crate) fn offered(who: &str, of: Painting, last: Option<u8>) -> String {
    match last {
        None => format!("{who} offered {}", painting(of)),
        Some(number) => format!("{who} offered {} {}", ordinal(number), artist(of.artist())),
    }
}

/// Somebody adds a second painting.
pub(crate) fn added(who: &str, of: Painting, last: Option<u8>) -> String {
    match last {
        None => format!("{who} added {}", painting(of)),
        Some(number) => format!("{who} added {} {}", ordinal(number), artist(of.artist())),
    }
}

fn ordinal(number: u8) -> String {
    match number {
        1 => "the first".to_owned(),
        2 => "the second".to_owned(),
        3 => "the third".to_owned(),
        4 => "the fourth".to_owned(),
        5 => "the fifth".to_owned(),
        6 => "the sixth".to_owned(),
        _ => format!("painting number {number} of"),
    }
}

/// The seller names a price.
pub(crate) fn asked(who: &str, price: u16) -> String {
    match who {
        YOU => format!("You ask {price}"),
        _ => format!("{who} asks {price}"),
    }
}

/// Somebody bids.
pub(crate) fn bid(who: &str, amount: u16) -> String {
    format!("{who} bid {amount}")
}

/// Somebody does nothing.
pub(crate) fn passed(who: &str) -> String {
    format!("{who} passed")
}

/// Sealed bids are opened.
pub(crate) fn bids(bids: Amounts, names: &[String]) -> String {
    let each: Vec<String> = names
        .iter()
        .zip(bids.as_slice())
        .map(|(name, bid)| format!("{name} {bid}"))
        .collect();
    format!("Bids: {}", each.join(", "))
}

/// An auction has ended.
pub(crate) fn sold(of: Lot, buyer: Seat, price: u16, names: &[String]) -> String {
    let who = &names[buyer.index()];
    match (buyer == of.seller, price) {
        (true, 0) => format!("{who} kept {} for nothing", it(of)),
        (true, _) => format!("{who} bought {} for {price}, paid to the bank", it(of)),
        (false, _) => format!(
            "{who} bought {} from {} for {price}",
            it(of),
            object(&names[of.seller.index()])
        ),
    }
}

/// What was sold last, under the heading of the next offer.
pub(crate) fn last_sale(of: Lot, buyer: Seat, price: u16, names: &[String]) -> String {
    let who = &names[buyer.index()];
    match (buyer == of.seller, price) {
        (true, 0) => format!("{who} kept {} for nothing.", lot(of)),
        (true, _) => format!("{who} bought {} for {price}, paid to the bank.", lot(of)),
        (false, _) => format!(
            "{who} bought {} from {} for {price}.",
            lot(of),
            object(&names[of.seller.index()])
        ),
    }
}

/// A round is over: who is ranked.
pub(crate) fn round_over(result: &RoundResult) -> String {
    let ranked: Vec<String> = result
        .ranked
        .iter()
        .flatten()
        .map(|&index| {
            format!(
                "{} {}",
                artist(index.into()),
                result.worth[usize::from(index)]
            )
        })
        .collect();
    if ranked.is_empty() {
        return format!("{} is over: nothing was offered", round(result.round));
    }
    format!(
        "{} is over: a painting pays {}",
        round(result.round),
        ranked.join(", ")
    )
}

/// The heading of the sums.
pub(crate) fn sums_heading(result: &RoundResult) -> String {
    format!("{} is over", round(result.round))
}

/// Under it: what the first three gained.
pub(crate) fn ranking(result: &RoundResult, gains: [u16; 3]) -> String {
    let ranked: Vec<String> = result
        .ranked
        .iter()
        .flatten()
        .zip(gains)
        .map(|(&index, gain)| format!("{} gains {gain}", artist(index.into())))
        .collect();
    if ranked.is_empty() {
        return "Nothing was offered.".to_owned();
    }
    format!("{}. Other paintings pay nothing.", ranked.join(", "))
}

/// What is counted.
pub(crate) const SUMS: &str = "Paid by the bank";
/// A line of the sums.
pub(crate) fn sum_artist(index: usize, worth: u16) -> String {
    format!("{}, {worth} each", artist(index))
}
/// All together.
pub(crate) const SUM_ALL: &str = "This round";
/// What everybody has now.
pub(crate) const SUM_CASH: &str = "Cash";

/// What an action would do, before it is played.
pub(crate) fn proposal(of: Option<Lot>, action: Action) -> String {
    let what = of.map_or("it", it);
    match action {
        Action::Offer(of) => format!("Offer {}", painting(of)),
        Action::Add(of) => format!("Add {}", painting(of)),
        Action::Bid(amount) => format!("Bid {amount}"),
        Action::Price(price) => format!("Ask {price}"),
        Action::Take => format!("Take {what}"),
        Action::Pass => "Pass".to_owned(),
    }
}

/// Nothing is chosen to offer.
pub(crate) const CHOOSE_OFFER: &str = "Choose the painting that you offer";
/// What may be added.
pub(crate) fn choose_add(index: usize) -> String {
    format!("Choose a second {} to sell with it, or pass", artist(index))
}
/// Nothing may be added.
pub(crate) fn nothing_to_add(index: usize) -> String {
    format!("You have no {} to add: pass", artist(index))
}
/// What the fixed price is about.
pub(crate) fn take_or_pass(price: u16, of: Lot) -> String {
    format!("Take {} for {price}, or pass", it(of))
}
/// Too dear.
pub(crate) fn too_dear(price: u16) -> String {
    format!("You cannot pay {price}: pass")
}
/// No amount is typed.
pub(crate) fn type_bid(cash: u16) -> String {
    format!("Bid 0 to {cash}; the others do not see it")
}
/// No amount is typed.
pub(crate) fn type_price(cash: u16) -> String {
    format!("Name a price, 0 to {cash}: if nobody takes it, you must")
}
/// No amount is typed.
pub(crate) fn type_raise(least: u16, cash: u16) -> String {
    format!("Raise to {least} or more (you have {cash}), or pass")
}
/// Too poor to raise.
pub(crate) fn cannot_raise(cash: u16) -> String {
    format!("You have {cash}, too little to raise: pass")
}
/// What stands in the field is no amount.
pub(crate) const NO_NUMBER: &str = "Type a whole number";
/// A sealed bid is ready.
pub(crate) fn bid_sealed(amount: u16) -> String {
    format!("Bid {amount}, unseen")
}
/// A raise is ready.
pub(crate) fn raise_to(amount: u16) -> String {
    format!("Bid {amount}, or pass")
}

/// What a seat bought in this round, for ears.
pub(crate) fn bought_of(name: &str, counts: [u8; 5]) -> String {
    let what = listed(&counted(&ARTISTS, counts));
    match name {
        YOU => format!("You bought in this round: {what}"),
        _ => format!("{name} bought in this round: {what}"),
    }
}

/// The heading while a painting is chosen.
pub(crate) fn offers(who: &str) -> String {
    match who {
        YOU => "You offer a painting".to_owned(),
        _ => format!("{who} offers a painting"),
    }
}
/// Before anything is sold in a round.
pub(crate) fn ends_with(limit: u8) -> String {
    let which = match limit {
        1..=6 => format!("{} painting", capital(&ordinal(limit))),
        _ => format!("Painting number {limit}"),
    };
    format!("{which} of an artist ends the round unsold.")
}
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
/// The game is over.
pub(crate) const OVER: &str = "The game is over";
/// Who sells, beside a name.
pub(crate) const SELLS: &str = "sells";
/// What somebody said in the auction.
pub(crate) const SAID_PASS: &str = "passed";
/// Did not add a painting.
pub(crate) const SAID_NOT_ADDED: &str = "adds none";
/// Has put in a sealed bid.
pub(crate) const SAID_SEALED: &str = "has bid";
/// Is asked now.
pub(crate) const SAID_ASKED: &str = "is asked";
/// Is asked now, alone at the device.
pub(crate) const YOU_ASKED: &str = "are asked";
/// Has the highest bid.
pub(crate) const LEADS: &str = "highest";
/// The highest bid of all.
pub(crate) fn leads(who: &str, amount: u16) -> String {
    match who {
        YOU => format!("You lead with {amount}"),
        _ => format!("{who} leads with {amount}"),
    }
}
/// Nobody has bid.
pub(crate) const NO_BID: &str = "No bid yet: then the seller has it for nothing";
/// How many sealed bids are in.
pub(crate) fn bids_in(count: usize, of: usize) -> String {
    format!("{count} of {of} bids are in")
}
/// The price that is asked.
pub(crate) fn price_is(price: u16) -> String {
    format!("The price is {price}")
}
/// The seller thinks of a price.
pub(crate) const PRICE_COMES: &str = "The seller names a price";
