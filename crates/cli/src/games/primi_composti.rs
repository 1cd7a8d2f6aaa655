//! Primi Composti on the command line.

use super::Terminal;
use super::page::{Page, turn, who};
use crate::neutral_names::NeutralNames;
use crate::style::{Ink, Style};
use parlour_engine::Seat;
use parlour_games::primi_composti::rules::is_prime;
use parlour_games::primi_composti::{CardSet, Deal, Event, PrimiComposti, Rules, Version, View};

impl Terminal for PrimiComposti {
    fn with_hand_size(rules: Rules, cards: u8) -> Option<Rules> {
        Some(Rules { cards, ..rules })
    }

    fn hands(rules: &mut Rules, hands: [Vec<u8>; 2]) -> Option<Deal> {
        // Too many cards for a byte are too many for the rules as well.
        rules.cards = u8::try_from(hands[0].len()).unwrap_or(u8::MAX);
        Some(Deal {
            hands: hands.to_vec(),
        })
    }

    fn draw(view: &View, names: &[String], style: Style) -> String {
        let seats = view.players.len();
        // The viewer's own cards last, nearest to them; for viewers who see everything, those of seat 0.
        let own = view.viewer.seat().unwrap_or(Seat(0));
        let mut page = Page::new(style);
        let turn = turn(view.viewer, names, view.to_move);
        let version = match view.rules.version {
            Version::One => "version 1, scoring",
            Version::Greedy => "version 2, stealing the best",
            Version::Free => "version 2, stealing by choice",
        };
        page.line("", format!("{} · {version}", style.strong(turn)));
        for step in 1..=seats {
            let seat = Seat(((own.index() + step) % seats) as u8);
            let player = &view.players[seat.index()];
            let name = style.strong(who(view.viewer, names, seat));
            page.line("", format!("{name} · {} points", player.points));
            let stacks = [
                (player.primes.as_slice(), "primes"),
                (player.composites.as_slice(), "composites"),
            ];
            for (stack, label) in stacks {
                let top = match stack.split_last() {
                    None => style.faint("empty"),
                    Some((&top, [])) => card(top, style),
                    Some((&top, below)) => {
                        let below: Vec<String> = below.iter().rev().map(u8::to_string).collect();
                        let below = format!("on {}", below.join(" "));
                        format!("{}  {}", card(top, style), style.faint(below))
                    }
                };
                page.line(label, top);
            }
            let hand = match player.hand {
                Some(hand) if hand.is_empty() => style.faint("empty"),
                Some(hand) => cards(hand, style),
                None => style.faint(format!("{} unseen", player.hand_len)),
            };
            page.line("hand", hand);
        }
        page.finish()
    }

    fn news(events: &[Event], _: &View) -> Vec<String> {
        (events.iter())
            .filter_map(|event| {
                let operation = event.operation()?;
                let Seat(seat) = event.seat;
                Some(match event.stolen.as_slice() {
                    [] => format!(
                        "Seat {seat}: {} = {operation}, {} points.",
                        event.card, event.gain
                    ),
                    stolen => {
                        let stolen: Vec<String> =
                            stolen.iter().map(|(_, card)| card.to_string()).collect();
                        let stolen = stolen.join(" and ");
                        format!("Seat {seat}: {} = {operation} steals {stolen}.", event.card)
                    }
                })
            })
            .collect()
    }

    fn unit(_rules: &Rules) -> &'static str {
        "points"
    }

    const RULES: &'static str = include_str!("../../../../docs/rules/primi-composti.md");
    const BENCHMARK: Option<&'static str> = Some(include_str!("benchmark/primi_composti.toml"));

    const NEUTRAL: &'static NeutralNames = &NeutralNames {
        passages: &[
            (
                "# Primi Composti: the rules as Parlour plays them\n",
                "# The rules\n",
            ),
            (
                "Read this page to learn the game, or to look up how Parlour decides a case. Primi Composti is a game \
                 by Luciano Murrone\nfor two to six players. The code is `crates/games/src/primi_composti`.",
                "A game for two to six players.",
            ),
        ],
        omitted: &["In the browser", "Policies"],
        names: &[("primi composti", "game 2"), ("primi-composti", "game-2")],
        action_words: &["play", "using", "x"],
    };

    const HELP: &'static str = "\
Lay one card a turn, primes on one stack, composites on the other. A card that
two other visible cards make by +, -, * or / scores their values too (version
1), or takes those of them that are not yours (version 2). A prime is worth 2,
a composite 1.
  play 5               the 5; just 5 will do
  play 5 using 2+3     the 5, stealing with 2+3 (version 2 with free choice)";
}

fn cards(cards: CardSet, style: Style) -> String {
    let each: Vec<String> = cards.iter().map(|number| card(number, style)).collect();
    each.join("  ")
}

/// A card, primes in colour.
fn card(number: u8, style: Style) -> String {
    if is_prime(number) {
        style.paint(Ink::Colour(93), number)
    } else {
        number.to_string()
    }
}
