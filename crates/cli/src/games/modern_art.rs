//! Modern Art on the command line.

use super::Terminal;
use super::page::{Page, who};
use crate::neutral_names::NeutralNames;
use crate::style::{Ink, Style};
use parlour_engine::Seat;
use parlour_games::modern_art::rules::{ARTISTS, ROUNDS};
use parlour_games::modern_art::{
    Event, HighBid, Lot, ModernArt, Painting, Phase, PlayerView, RoundResult, Rules, View,
};

impl Terminal for ModernArt {
    fn draw(view: &View, names: &[String], style: Style) -> String {
        let mut page = Page::new(style);
        let name = |seat: Seat| who(view.viewer, names, seat);
        let head = format!("Round {} of {ROUNDS}", view.round + 1);
        page.line(
            "",
            format!("{} · {}", style.strong(head), going_on(view, &name)),
        );
        page.line("artist", row(style, |artist| artist.to_string()));
        page.line(
            "offered",
            row(style, |artist| view.offered[artist].to_string()),
        );
        for round in 0..usize::from(view.round) {
            let label = format!("round {}", round + 1);
            page.line(
                &label,
                row(style, |artist| gain(view.gained[round][artist])),
            );
        }
        page.line(
            "worth",
            row(style, |artist| view.gained(artist).to_string()),
        );
        for (seat, player) in Seat::all(names.len()).zip(&view.players) {
            page.line(
                "",
                style.strong(name(seat)) + &standing(player, view.shows_cash(seat)),
            );
            if let Some(hand) = &player.hand {
                page.line("hand", paintings(hand, style));
            }
        }
        page.finish()
    }

    fn news(events: &[Event], _: &View) -> Vec<String> {
        events.iter().filter_map(event).collect()
    }

    fn unit(_rules: &Rules) -> &'static str {
        "thousands"
    }

    const RULES: &'static str = include_str!("../../../../docs/rules/modern-art.md");
    const BENCHMARK: Option<&'static str> = Some(include_str!("benchmark/modern_art.toml"));

    const NEUTRAL: &'static NeutralNames = &NeutralNames {
        passages: &[
            (
                "# Modern Art: the rules as Parlour plays them\n",
                "# The rules\n",
            ),
            (
                "Read this page to learn the game, or to look up how Parlour decides a case. Modern Art is an auction \
                 game for three to\nfive by Reiner Knizia. The code is `crates/games/src/modern_art`; every number below \
                 is a constant in its `rules.rs` or\n`cards.rs`.",
                "An auction game for three to five.",
            ),
            (
                "\n`parlour host` also takes `--seats N` and `--limit N`.",
                "",
            ),
        ],
        omitted: &["The policies"],
        names: &[
            ("modern art", "game 3"),
            ("modern-art", "game-3"),
            ("painting", "piece"),
            ("artist", "suit"),
        ],
        action_words: &[
            "offer", "bid", "pass", "price", "take", "add", "fixed", "sealed", "double", "open",
            "once",
        ],
    };

    const HELP: &'static str = "\
Offer the paintings of your hand and buy those of others. The fifth painting of
an artist ends the round unsold; then the three artists of whom most was offered
gain 30, 20 and 10, and the bank buys their paintings for all they have gained so
far. The others are worth nothing this time. Most cash after four rounds wins.
  offer 2         a painting of artist 2; with its auction in the full rules:
  offer 2 open    open, once, sealed, fixed or double
  bid 14          a sealed bid (0 is none), or a raise to 14
  pass            do not raise, take or add
  price 20, take  in fixed-price auctions
  add 2 open      the second painting of a double auction";
}

/// A column for each artist.
fn row(style: Style, content: impl Fn(usize) -> String) -> String {
    let cell = |artist| style.paint(colour(artist), format!("{:>4}", content(artist)));
    (0..ARTISTS).map(cell).collect()
}

fn colour(artist: usize) -> Ink {
    Ink::Colour([33, 36, 31, 32, 35][artist])
}

fn gain(gained: u16) -> String {
    match gained {
        0 => "–".to_owned(),
        gained => format!("+{gained}"),
    }
}

fn standing(player: &PlayerView, shows_cash: bool) -> String {
    let cash = match shows_cash {
        true => player.cash.to_string(),
        false => "?".to_owned(),
    };
    let bought = (0..).zip(player.bought);
    let bought: Vec<String> = bought
        .flat_map(|(artist, count): (u8, u8)| vec![artist.to_string(); count.into()])
        .collect();
    let bought = match bought.is_empty() {
        true => String::new(),
        false => format!(" · bought {}", bought.join(" ")),
    };
    format!(" · cash {cash} · {} in hand{bought}", player.hand_len)
}

/// The hand, with how many of each.
fn paintings(hand: &[Painting], style: Style) -> String {
    if hand.is_empty() {
        return style.faint("empty");
    }
    let each = hand.chunk_by(|a, b| a == b).map(|same| {
        let times = match same.len() {
            1 => String::new(),
            count => format!("×{count}"),
        };
        style.paint(colour(same[0].artist()), format!("{}{times}", same[0]))
    });
    let each: Vec<String> = each.collect();
    each.join("  ")
}

fn going_on(view: &View, name: &impl Fn(Seat) -> String) -> String {
    let lot = |lot: Lot| {
        let both = if lot.double.is_some() {
            " with a double one"
        } else {
            ""
        };
        format!("{} sells {}{both}", name(lot.seller), lot.painting)
    };
    let highest = |best: Option<HighBid>| match best {
        None => "no bid yet".to_owned(),
        Some(best) => format!("{} bids {}", name(best.seat), best.amount),
    };
    match view.phase {
        Phase::Offer { seat } => format!("{} offers", name(seat)),
        Phase::Add {
            double,
            first,
            asked,
        } => format!(
            "{} offers {double}; {} may add the second",
            name(first),
            name(asked)
        ),
        Phase::Price { lot: sold } => format!("{}: the price is due", lot(sold)),
        Phase::Fixed {
            lot: sold,
            price,
            asked,
        } => format!("{} for {price}; {} is asked", lot(sold), name(asked)),
        Phase::Sealed { lot: sold, .. } => format!("{}; all bid at once", lot(sold)),
        Phase::Open {
            lot: sold,
            asked,
            best,
            ..
        }
        | Phase::OnceAround {
            lot: sold,
            asked,
            best,
        } => format!("{}; {}; {} is asked", lot(sold), highest(best), name(asked)),
        Phase::Over => "over".to_owned(),
    }
}

/// What an event tells beyond the action that caused it.
fn event(event: &Event) -> Option<String> {
    match event {
        Event::Round { round, dealt: 0 } => Some(format!("Round {}: nothing is dealt.", round + 1)),
        Event::Round { round, dealt } => {
            Some(format!("Round {}: {dealt} paintings each.", round + 1))
        }
        Event::Bids { bids } => {
            let bids: Vec<String> = bids.as_slice().iter().map(u16::to_string).collect();
            Some(format!("The bids: {}.", bids.join(", ")))
        }
        Event::Sold { lot, buyer, price } => {
            let what = match lot.double {
                None => lot.painting.to_string(),
                Some(double) => format!("{} and {double}", lot.painting),
            };
            Some(match (*buyer == lot.seller, price) {
                (true, 0) => format!("Nobody pays for {what}: {buyer} has it free."),
                (true, _) => format!("{buyer} keeps {what} and pays the bank {price}."),
                (false, _) => format!("{buyer} buys {what} from {} for {price}.", lot.seller),
            })
        }
        Event::RoundEnd(result) => Some(round_end(result)),
        Event::Offer { .. }
        | Event::Add { .. }
        | Event::Price { .. }
        | Event::Bid { .. }
        | Event::Pass { .. } => None,
    }
}

fn round_end(result: &RoundResult) -> String {
    let ranked: Vec<String> = (result.ranked.iter().flatten())
        .map(|&artist| format!("{artist} pays {}", result.worth[usize::from(artist)]))
        .collect();
    let ranked = match ranked.is_empty() {
        true => "no artist is ranked".to_owned(),
        false => format!("artist {}", ranked.join(", ")),
    };
    let paid: Vec<String> = result.paid.as_slice().iter().map(u16::to_string).collect();
    format!(
        "Round {} ends: {ranked}; the bank pays {}.",
        result.round + 1,
        paid.join(", ")
    )
}
