//! Jaipur on the command line.

use super::Terminal;
use super::page::{Page, turn, who};
use crate::neutral_names::NeutralNames;
use crate::style::{Ink, Style};
use parlour_engine::Seat;
use parlour_games::jaipur::rules::{CAMEL_TOKEN, TOKENS};
use parlour_games::jaipur::{
    Bonus, Card, Cards, EndReason, Event, Jaipur, PlayerView, RoundResult, Rules, View,
};
use std::fmt::Write as _;

impl Terminal for Jaipur {
    fn best_of(_rules: Rules, rounds: u8) -> Option<Rules> {
        [Rules::ROUND, Rules::MATCH]
            .into_iter()
            .find(|rules| rules.best_of == rounds)
    }

    fn draw(view: &View, names: &[String], style: Style) -> String {
        // The viewer's own cards last, nearest to them; for viewers who see everything, those of seat 0.
        let own = view.viewer.seat().unwrap_or(Seat(0));
        let mut page = Page::new(style);
        let turn = turn(view.viewer, names, view.to_move);
        let head = format!("Round {} · {turn}", view.round + 1);
        let deck = format!(" · {} left in the deck", count(view.deck, "card"));
        page.line("", style.strong(head) + &deck);
        draw_player(view, own.other(), names, style, &mut page);
        page.line("tokens", tokens_left(view, style));
        page.line("bonus", bonus_left(view));
        page.line("market", cards(view.market, style));
        draw_player(view, own, names, style, &mut page);
        page.finish()
    }

    fn news(events: &[Event], _: &View) -> Vec<String> {
        events.iter().filter_map(event).collect()
    }

    fn unit(rules: &Rules) -> &'static str {
        if rules.best_of == 1 {
            "rupees"
        } else {
            "seals"
        }
    }

    const RULES: &'static str = include_str!("../../../../docs/rules/jaipur.md");
    const BENCHMARK: Option<&'static str> = Some(include_str!("benchmark/jaipur.toml"));

    const NEUTRAL: &'static NeutralNames = &NeutralNames {
        passages: &[
            (
                "# Jaipur: the rules as Parlour plays them\n",
                "# The rules\n",
            ),
            (
                "Read this page to learn the game, or to look up how Parlour decides a case. Jaipur is a game for two by \
                 Sébastien\nPauchon. The code is `crates/games/src/jaipur`; every number below is a constant in its \
                 `rules.rs` or `cards.rs`.",
                "A game for two.",
            ),
            (
                "In the text form kinds may be shortened as long as they stay distinct: `e g g sp for ca ca cl` is the \
                 exchange above.\n",
                "",
            ),
        ],
        omitted: &[],
        names: &[
            ("jaipur", "game-1"),
            ("diamond", "arn"),
            ("gold", "bel"),
            ("silver", "cor"),
            ("cloth", "dun"),
            ("spice", "eth"),
            ("leather", "fim"),
            ("camel", "gor"),
            ("seals of excellence", "medals"),
            ("seal", "mark"),
            ("rupee", "point"),
            ("herd", "pool"),
            ("merchant", "participant"),
        ],
        action_words: &["take", "sell", "exchange", "for"],
    };

    const HELP: &'static str = "\
Take goods, exchange them for better ones, and sell several of a kind at once:
the first tokens of a pile are worth most, and three, four, five cards bring a
bonus. Seven goods is the limit of a hand; camels lie apart. The round ends
when three piles of tokens are gone or the deck is; the larger herd then brings
5 rupees, and the richer merchant wins.
  take gold                           one good of the market
  take camels                         all camels of the market
  sell 3 leather                      one kind; diamond, gold, silver: two or more
  exchange 2 gold for camel, cloth    two goods or more, one for one";
}

fn draw_player(view: &View, seat: Seat, names: &[String], style: Style, page: &mut Page) {
    let player = &view.players[seat.index()];
    let mut about = style.strong(who(view.viewer, names, seat));
    let _ = write!(about, " · {}", rupees(player));
    let _ = write!(about, " · herd of {}", player.herd);
    if view.rules.best_of > 1 {
        let _ = write!(about, " · {}", count(player.seals, "seal"));
    }
    page.line("", about);
    let hand = match player.hand {
        Some(hand) if hand.is_empty() => style.faint("empty"),
        Some(hand) => cards(hand, style),
        None => {
            let hidden = player.hand_len - player.known.len();
            let mut parts = Vec::new();
            if !player.known.is_empty() {
                parts.push(cards(player.known, style));
            }
            if hidden > 0 {
                parts.push(style.faint(format!("{hidden} unseen")));
            }
            match parts.is_empty() {
                true => style.faint("empty"),
                false => parts.join("  "),
            }
        }
    };
    page.line("hand", hand);
}

/// The rupees of a player as far as the viewer sees them.
fn rupees(player: &PlayerView) -> String {
    let bonus: u8 = player.bonus.iter().sum();
    let mut text = count(player.rupees_seen(), "rupee");
    if bonus > 0 {
        let seen = if player.bonus_values.is_some() {
            "with"
        } else {
            "and"
        };
        let _ = write!(text, " {seen} {}", count(bonus, "bonus token"));
    }
    text
}

/// A number with its noun.
fn count(number: impl Into<u16>, noun: &str) -> String {
    match number.into() {
        1 => format!("1 {noun}"),
        number => format!("{number} {noun}s"),
    }
}

/// Every card by name, in the colour of its kind.
fn cards(cards: Cards, style: Style) -> String {
    let each: Vec<String> = cards.each().map(|card| name(card, style)).collect();
    each.join("  ")
}

fn name(card: Card, style: Style) -> String {
    let colour = match card {
        Card::Diamond => 91,
        Card::Gold => 93,
        Card::Silver => 97,
        Card::Cloth => 95,
        Card::Spice => 92,
        Card::Leather => 33,
        Card::Camel => 36,
    };
    style.paint(Ink::Colour(colour), card)
}

fn tokens_left(view: &View, style: Style) -> String {
    let piles = Card::GOODS.into_iter().map(|good| {
        let left = &TOKENS[good.index()][view.tokens_taken[good.index()].into()..];
        let values: Vec<String> = left.iter().map(u8::to_string).collect();
        let values = match values.is_empty() {
            true => style.faint("gone"),
            false => values.join(" "),
        };
        format!("{} {values}", name(good, style))
    });
    let piles: Vec<String> = piles.collect();
    let (dear, cheap) = piles.split_at(3);
    format!("{}\n{:12}{}", dear.join("   "), "", cheap.join("   "))
}

fn bonus_left(view: &View) -> String {
    let piles = Bonus::ALL.map(|bonus| {
        let more = if bonus == Bonus::Five { "+" } else { "" };
        format!(
            "{} left for {}{more} cards",
            view.bonus_left[bonus.index()],
            bonus.cards()
        )
    });
    piles.join("   ")
}

/// What an event tells beyond the action that caused it.
fn event(event: &Event) -> Option<String> {
    match event {
        Event::Deal { round, market, .. } => Some(format!(
            "Round {} is dealt; the market: {market}.",
            round + 1
        )),
        Event::Take { refill, .. } | Event::Camels { refill, .. } => {
            (!refill.is_empty()).then(|| format!("Turned up: {refill}."))
        }
        Event::Exchange { .. } => None,
        Event::Sell {
            tokens,
            rupees,
            bonus,
            ..
        } => {
            let bonus = match bonus {
                None => String::new(),
                Some(bonus) => format!(", and a bonus token for {} cards", bonus.cards()),
            };
            Some(format!(
                "{} for {}{bonus}.",
                count(*rupees, "rupee"),
                count(*tokens, "token")
            ))
        }
        Event::RoundEnd(result) => Some(round_end(result)),
    }
}

fn round_end(result: &RoundResult) -> String {
    let why = match result.reason {
        EndReason::TokensGone => "three kinds of tokens are gone",
        EndReason::DeckEmpty => "the deck is empty",
        EndReason::ExchangeLimit => "too many exchanges in a row",
    };
    let camels = match result.camel_token {
        None => String::new(),
        Some(seat) => format!(" with {CAMEL_TOKEN} for the herd of {seat}"),
    };
    let winner = match result.winner {
        None => "nobody wins it".to_owned(),
        Some(seat) => format!("{seat} wins it"),
    };
    format!(
        "The round ends, {why}: {} to {} rupees{camels}; {winner}.",
        result.rupees[0], result.rupees[1]
    )
}
