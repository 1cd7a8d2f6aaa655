//! Texts of the table of Modern Art.

use crate::platform::locale::{message, text, texts};
use crate::play::strings::gallery::{counted, joined, listed, pass};
use crate::play::strings::table::person;
use parlour_engine::Seat;
use parlour_games::modern_art::{
    Action, Amounts, Auction, IllegalMove, Lot, Painting, RoundResult,
};

texts! {
    "modern_art_table";
    /// Name of the game.
    title,
}

/// Keys of this table and their effects.
pub(crate) fn keys() -> Vec<(&'static str, &'static str)> {
    vec![
        ("B", text("modern_art_table.key_amount")),
        ("+ −", text("modern_art_table.key_step")),
        ("P", text("modern_art_table.key_pass")),
    ]
}

texts! {
    "modern_art_table";
    /// Label of the middle of the table.
    common,
}

/// Code of the noun for a card of the hand, an argument of texts in `play::strings::gallery`.
pub(crate) const PAINTING: &str = "painting";

texts! {
    "modern_art_table";
    /// Head of the row of paintings offered in this round.
    offered_text,
    /// Explanation of the row with what a painting would pay now.
    pays_now_title,
    /// Label of the paintings that are sold.
    auction_text,
    /// Label of the list of bidders.
    bidders,
    /// Label beside an amount of cash.
    cash,
    /// Shown in place of cash that the rules hide.
    hidden,
    /// Label of the field for a bid.
    bid_text,
    /// Label of the field for a price.
    price,
    /// Button that lowers the amount by 1.
    less,
    /// Button that raises the amount by 1.
    more_text,
    /// Button that raises the amount by a step.
    more(step: u16),
}

/// Names of the artists, the same in all languages.
const ARTISTS: [&str; 5] = ["Abel", "Bogen", "Corda", "Dotti", "Ezra"];

/// Names of the artists.
pub(crate) fn artists() -> &'static [&'static str; 5] {
    &ARTISTS
}

/// Name of an artist.
pub(crate) fn artist(index: usize) -> &'static str {
    ARTISTS[index]
}

/// A painting of an artist: `a Bogen`, `an Ezra`.
pub(crate) fn one_of(index: usize) -> String {
    message!("modern_art_table.one_of", artist = artist(index))
}

/// Name of an auction.
pub(crate) fn auction(auction: Auction) -> &'static str {
    match auction {
        Auction::Fixed => text("modern_art_table.auction_fixed"),
        Auction::Sealed => text("modern_art_table.auction_sealed"),
        Auction::Double => text("modern_art_table.auction_double"),
        Auction::Open => text("modern_art_table.auction_open"),
        Auction::Once => text("modern_art_table.auction_once"),
    }
}

/// Rule of an auction in short.
pub(crate) fn auction_about(auction: Auction) -> &'static str {
    match auction {
        Auction::Fixed => text("modern_art_table.about_fixed"),
        Auction::Sealed => text("modern_art_table.about_sealed"),
        Auction::Double => text("modern_art_table.about_double"),
        Auction::Open => text("modern_art_table.about_open"),
        Auction::Once => text("modern_art_table.about_once"),
    }
}

/// A painting in a sentence: `a Bogen, once around`.
pub(crate) fn painting(painting: Painting) -> String {
    let one = one_of(painting.artist());
    match painting.auction {
        None => one,
        Some(auction) => message!(
            "modern_art_table.painting",
            painting = one,
            auction = auction.name()
        ),
    }
}

/// Title of a painting: `Bogen, once around`.
pub(crate) fn card_title(of: Painting) -> String {
    match of.auction {
        None => artist(of.artist()).to_owned(),
        Some(auction) => message!(
            "modern_art_table.card_title",
            artist = artist(of.artist()),
            auction = auction.name()
        ),
    }
}

/// A lot in a sentence: `a Bogen`, `two Bogen`.
fn lot(lot: Lot) -> String {
    match lot.double {
        None => one_of(lot.artist()),
        Some(_) => message!("modern_art_table.lot_double", artist = artist(lot.artist())),
    }
}

/// The start of a round, numbered from 0.
pub(crate) fn round_begins(number: u8, dealt: u8) -> String {
    message!("modern_art_table.round_begins", round = number + 1, dealt)
}

/// A painting is offered; `last` is its number within the round if it ends the round.
pub(crate) fn offered(who: &str, of: Painting, last: Option<u8>) -> String {
    let painting = last.map_or_else(|| painting(of), |number| nth(number, of));
    message!(
        "modern_art_table.offered",
        who,
        person = person(who),
        painting
    )
}

/// A second painting is added; `last` is its number within the round if it ends the round.
pub(crate) fn added(who: &str, of: Painting, last: Option<u8>) -> String {
    let painting = last.map_or_else(|| painting(of), |number| nth(number, of));
    message!(
        "modern_art_table.added",
        who,
        person = person(who),
        painting
    )
}

/// A painting by its number within the round: `the fifth Bogen`.
fn nth(number: u8, of: Painting) -> String {
    message!("modern_art_table.nth", number, artist = artist(of.artist()))
}

texts! {
    "modern_art_table";
    /// The seller names a price.
    asked(who: &str, price: u16) { who, person = person(who), price },
    /// A bid.
    bid(who: &str, amount: u16) { who, person = person(who), amount },
    /// A pass.
    passed(who: &str) { who, person = person(who) },
}

/// The sealed bids when they are opened.
pub(crate) fn bids(bids: Amounts, names: &[String]) -> String {
    let each: Vec<String> = names
        .iter()
        .zip(bids.as_slice())
        .map(|(who, &amount)| message!("modern_art_table.bid_of", who, amount))
        .collect();
    message!("modern_art_table.bids", bids = joined(&each))
}

/// The end of an auction.
pub(crate) fn sold(of: Lot, buyer: Seat, price: u16, names: &[String]) -> String {
    let who = &names[buyer.index()];
    let person_of_buyer = person(who);
    let count = of.card_count();
    match (buyer == of.seller, price) {
        (true, 0) => message!(
            "modern_art_table.kept",
            who,
            person = person_of_buyer,
            count
        ),
        (true, _) => message!(
            "modern_art_table.bought_from_bank",
            who,
            person = person_of_buyer,
            count,
            price
        ),
        (false, _) => {
            let seller = &names[of.seller.index()];
            message!(
                "modern_art_table.bought",
                who,
                person = person_of_buyer,
                seller,
                seller_person = person(seller),
                count,
                price
            )
        }
    }
}

/// The last sale, under the heading of the next offer.
pub(crate) fn last_sale(of: Lot, buyer: Seat, price: u16, names: &[String]) -> String {
    let who = &names[buyer.index()];
    let person_of_buyer = person(who);
    let lot = lot(of);
    match (buyer == of.seller, price) {
        (true, 0) => message!(
            "modern_art_table.last_kept",
            who,
            person = person_of_buyer,
            lot
        ),
        (true, _) => message!(
            "modern_art_table.last_bought_from_bank",
            who,
            person = person_of_buyer,
            lot,
            price
        ),
        (false, _) => {
            let seller = &names[of.seller.index()];
            message!(
                "modern_art_table.last_bought",
                who,
                person = person_of_buyer,
                seller,
                seller_person = person(seller),
                lot,
                price
            )
        }
    }
}

/// The end of a round, and what paintings of the ranked artists pay.
pub(crate) fn round_over(result: &RoundResult) -> String {
    let ranked: Vec<String> = result
        .ranked
        .iter()
        .flatten()
        .map(|&index| {
            message!(
                "modern_art_table.worth_of",
                artist = artist(index.into()),
                worth = result.worth[usize::from(index)]
            )
        })
        .collect();
    let round = result.round + 1;
    match ranked.is_empty() {
        true => message!("modern_art_table.round_over_empty", round),
        false => message!(
            "modern_art_table.round_over",
            round,
            ranked = joined(&ranked)
        ),
    }
}

/// Heading of the sums of a round.
pub(crate) fn sums_heading(result: &RoundResult) -> String {
    message!("modern_art_table.sums_heading", round = result.round + 1)
}

/// Gains of the ranked artists.
pub(crate) fn ranking(result: &RoundResult, gains: [u16; 3]) -> String {
    let ranked: Vec<String> = result
        .ranked
        .iter()
        .flatten()
        .zip(gains)
        .map(|(&index, gain)| {
            message!(
                "modern_art_table.gain_of",
                artist = artist(index.into()),
                gain
            )
        })
        .collect();
    match ranked.is_empty() {
        true => text("modern_art_table.ranking_empty").to_owned(),
        false => message!("modern_art_table.ranking", gains = joined(&ranked)),
    }
}

texts! {
    "modern_art_table";
    /// Unit of the sums.
    sums,
    /// Row of an artist in the sums.
    sum_artist(index: usize, worth: u16) { artist = artist(index), worth },
    /// Row of the totals of the round.
    sum_all,
    /// Row of the cash after the round.
    sum_cash,
}

/// An action before it is played.
pub(crate) fn proposal(of: Option<Lot>, action: Action) -> String {
    match action {
        Action::Offer(of) => message!("modern_art_table.propose_offer", painting = painting(of)),
        Action::Add(of) => message!("modern_art_table.propose_add", painting = painting(of)),
        Action::Bid(amount) => message!("modern_art_table.propose_bid", amount),
        Action::Price(price) => message!("modern_art_table.propose_price", price),
        Action::Take => {
            let count = of.map_or(1, |lot| lot.card_count());
            message!("modern_art_table.propose_take", count)
        }
        Action::Pass => pass().to_owned(),
    }
}

texts! {
    "modern_art_table";
    /// Guidance: no painting is chosen to offer.
    choose_offer,
    /// Guidance: a painting may be added to a double one.
    choose_add(index: usize) { artist = artist(index) },
    /// Guidance: no painting can be added to a double one.
    nothing_to_add(index: usize) { artist = artist(index) },
    /// Guidance: the lot may be taken at the fixed price.
    take_or_pass(price: u16, of: Lot) { price, count = of.card_count() },
    /// Guidance: the fixed price exceeds the cash.
    too_dear(price: u16),
    /// Guidance: the field for a sealed bid is empty.
    type_bid(cash: u16),
    /// Guidance: the field for a price is empty.
    type_price(cash: u16),
    /// Guidance: the field for a raise is empty.
    type_raise(least: u16, cash: u16),
    /// Guidance: the cash is too little to raise.
    cannot_raise(cash: u16),
    /// Guidance: the field holds something that is not an amount.
    no_number,
    /// Guidance: a sealed bid is ready.
    bid_sealed(amount: u16),
    /// Guidance: a raise is ready.
    raise_to(amount: u16),
}

/// The rule that forbids an action.
pub(crate) fn refusal(refusal: &IllegalMove) -> String {
    match *refusal {
        // The texts are chosen by the English phrase.
        IllegalMove::NotNow(due) => message!("modern_art_table.illegal_not_now", due),
        IllegalMove::NoSuchPainting(painting) => message!(
            "modern_art_table.illegal_no_such_painting",
            painting = painting.to_string()
        ),
        IllegalMove::NotInHand(painting) => message!(
            "modern_art_table.illegal_not_in_hand",
            painting = card_title(painting)
        ),
        IllegalMove::OtherArtist(index) => message!(
            "modern_art_table.illegal_other_artist",
            artist = artist(index.into())
        ),
        IllegalMove::SecondDouble => text("modern_art_table.illegal_second_double").to_owned(),
        IllegalMove::OverCash(cash) => message!("modern_art_table.illegal_over_cash", cash),
        IllegalMove::TooLow(bid) => message!("modern_art_table.illegal_too_low", bid),
    }
}

texts! {
    "modern_art_table";
    /// Label of what a seat bought in this round, for screen readers.
    bought_of(name: &str, counts: [u8; 5]) {
        who = name, person = person(name), paintings = listed(&counted(&ARTISTS, counts))
    },
    /// Heading while a seat chooses a painting to offer.
    offers(who: &str) { who, person = person(who) },
    /// The end of the round, shown before the first sale of a round.
    ends_with(limit: u8),
    /// Heading after the end of the game.
    over,
    /// Role of the seller, beside a name.
    sells,
    /// The answer of a bidder who passed.
    said_pass,
    /// The answer of a player who added no painting.
    said_not_added,
    /// The answer of a bidder whose sealed bid is in.
    said_sealed,
    /// State of another player who is asked.
    said_asked,
    /// State of the only player at the device who is asked.
    you_asked,
    /// Role of the highest bidder, beside a name.
    leads_text,
    /// The highest bid.
    leads(who: &str, amount: u16) { who, person = person(who), amount },
    /// There is no bid yet.
    no_bid,
    /// Number of sealed bids that are in.
    bids_in(count: usize, of: usize),
    /// The fixed price.
    price_is(price: u16),
    /// The seller has not named the fixed price yet.
    price_comes,
}
