//! Masters Gallery on the command line.

use super::Terminal;
use super::page::{Page, who};
use crate::neutral_names::NeutralNames;
use crate::style::{Ink, Style};
use parlour_engine::Seat;
use parlour_games::masters_gallery::rules::{Cards, ROUNDS};
use parlour_games::masters_gallery::{
    Action, Artist, Event, MastersGallery, Phase, PlayerView, RoundResult, Rules, View,
};

/// Columns of what stands beside a label.
const WIDTH: usize = 68;

impl Terminal for MastersGallery {
    fn draw(view: &View, names: &[String], style: Style) -> String {
        let mut page = Page::new(style);
        let name = |seat: Seat| who(view.viewer, names, seat);
        let head = format!("Round {} of {ROUNDS}", view.round + 1);
        page.line(
            "",
            format!("{} · {}", style.strong(head), going_on(view, &name)),
        );
        page.line("artist", row(style, |artist| artist.to_string()));
        let shown = row(style, |artist| face_up(view, artist).to_string());
        let closing = format!(
            "   {} close the round · {} in the deck",
            view.rules.closing(),
            view.deck
        );
        page.line("displayed", shown + &style.faint(closing));
        if let Some(card) = view.extra {
            let extra = row(style, |artist| {
                let extra = if card.artist == artist { "1" } else { "" };
                extra.to_owned()
            });
            page.line("extra", extra + &style.faint("   of these, nobody's"));
        }
        for (round, result) in (1..).zip(&view.results) {
            let paid = row(style, |artist| match result.paid[artist.index()] {
                0 => "–".to_owned(),
                paid => paid.to_string(),
            });
            page.line(&format!("round {round}"), paid + &style.faint("   paid"));
        }
        page.line(
            "worth",
            row(style, |artist| view.values[artist.index()].to_string()),
        );
        if view.awards.iter().any(|&awards| awards > 0) {
            let awards = row(style, |artist| {
                "★".repeat(view.awards[artist.index()].into())
            });
            page.line("awards", awards);
        }
        for (seat, player) in Seat::all(names.len()).zip(&view.players) {
            page.line("", style.strong(name(seat)) + &standing(player));
            if !player.display.is_empty() {
                page.line("display", by_artist(player.display, style));
            }
            if let Some(hidden) = player.hidden.as_ref().filter(|hidden| !hidden.is_empty()) {
                page.line(
                    "face down",
                    by_artist(hidden.iter().copied().collect(), style),
                );
            }
            if let Some(card) = player.chosen {
                page.line("shows", style.paint(colour(card.artist), card));
            }
            if let Some(hand) = player.hand {
                for (nth, cards) in cards(hand, style).into_iter().enumerate() {
                    page.line(if nth == 0 { "hand" } else { "" }, cards);
                }
            }
        }
        page.finish()
    }

    fn news(events: &[Event], after: &View) -> Vec<String> {
        (events.iter())
            .filter_map(|event| tell(event, &after.results))
            .collect()
    }

    fn told(action: Action) -> String {
        match action {
            Action::Lay(_) => "lay a card face down".to_owned(),
            action => action.to_string(),
        }
    }

    fn unit(_rules: &Rules) -> &'static str {
        "points"
    }

    const RULES: &'static str = include_str!("../../../../docs/rules/masters-gallery.md");
    const BENCHMARK: Option<&'static str> = Some(include_str!("benchmark/masters_gallery.toml"));

    const NEUTRAL: &'static NeutralNames = &NeutralNames {
        passages: &[
            (
                "# Masters Gallery: the rules as Parlour plays them\n",
                "# The rules\n",
            ),
            (
                "Read this page to learn the game, or to look up how Parlour decides a case. 2 to 5 players, 95 cards, \
                 four rounds. The\ncode is `crates/games/src/masters_gallery`. Where the printed rules leave something \
                 open, this page decides.",
                "2 to 5 players, 95 cards, four rounds.",
            ),
            (
                "\nThe model that these four rule sets come from covers only *regular* games, in which somebody closes \
                 every round and\nnobody is ever skipped. The solver checks this (`is_regular` in `crates/solvers`).",
                "",
            ),
        ],
        omitted: &[],
        names: &[
            ("masters gallery", "game 4"),
            ("masters-gallery", "game-4"),
            ("artist", "suit"),
        ],
        action_words: &[
            "play", "second", "lay", "show", "award", "add", "pass", "draw", "hidden", "together",
            "a", "b", "c", "d", "e",
        ],
    };

    const HELP: &'static str = "\
Display cards; the sixth of an artist (the fifth with two players) closes the
round. The three artists with most cards gain 3, 2 and 1, and each of your cards
of theirs scores all that the artist has gained so far; the others pay nothing
this time. Most points after four rounds win.
  play A           a card of artist A; with its symbol: play A draw (one card),
                   second (one more of A), hidden (one face down), together (all
                   show a card at once), award (+2 for an artist)
  second A, lay B, show C, award D     what a symbol asks for
  add A            after the close: a card of an artist you have on display
  pass             no second card, nothing (more) to add";
}

/// A column for each artist.
fn row(style: Style, content: impl Fn(Artist) -> String) -> String {
    let cell = |artist| style.paint(colour(artist), format!("{:>5}", content(artist)));
    Artist::ALL.map(cell).concat()
}

fn colour(artist: Artist) -> Ink {
    Ink::Colour([36, 33, 35, 32, 31][artist.index()])
}

/// Cards of an artist that lie open, the extra card too.
fn face_up(view: &View, artist: Artist) -> u8 {
    let displays = view
        .players
        .iter()
        .map(|player| player.display.of_artist(artist));
    let extra = view.extra.is_some_and(|card| card.artist == artist);
    displays.sum::<u8>() + u8::from(extra)
}

fn times(count: u8) -> String {
    match count {
        1 => String::new(),
        count => format!("×{count}"),
    }
}

/// How many of each artist: a symbol says nothing once its card lies.
fn by_artist(cards: Cards, style: Style) -> String {
    let counts = Artist::ALL.map(|artist| (artist, cards.of_artist(artist)));
    let each: Vec<String> = (counts.into_iter())
        .filter(|&(_, count)| count > 0)
        .map(|(artist, count)| style.paint(colour(artist), format!("{artist}{}", times(count))))
        .collect();
    each.join("  ")
}

/// The hand, with how many of each, in lines that fit.
fn cards(hand: Cards, style: Style) -> Vec<String> {
    if hand.is_empty() {
        return vec![style.faint("empty")];
    }
    let mut lines: Vec<String> = Vec::new();
    let mut width = 0;
    for (card, count) in hand.iter() {
        let text = format!("{card}{}", times(count));
        let length = text.chars().count();
        let painted = style.paint(colour(card.artist), text);
        match lines.last_mut() {
            Some(line) if width + 3 + length <= WIDTH => {
                *line += &style.faint(" · ");
                *line += &painted;
                width += 3 + length;
            }
            _ => {
                lines.push(painted);
                width = length;
            }
        }
    }
    lines
}

fn standing(player: &PlayerView) -> String {
    let hidden = match player.hidden_len {
        0 => String::new(),
        count => format!(" · {count} face down"),
    };
    format!(
        " · {} points · {} in hand{hidden}",
        player.score, player.hand_len
    )
}

fn going_on(view: &View, name: &impl Fn(Seat) -> String) -> String {
    let active = name(view.active);
    match view.phase {
        Phase::Play => format!("{active} to display a card"),
        Phase::Second(artist) => format!("{active} may display a second {artist}"),
        Phase::Hidden => format!("{active} may lay a card face down"),
        Phase::Together => "all show a card at once".to_owned(),
        Phase::Award { .. } => format!("{active} awards an artist"),
        Phase::Add { .. } => format!("closed; {active} may add cards"),
        Phase::Over => "over".to_owned(),
    }
}

/// What an event tells beyond the action that caused it.
fn tell(event: &Event, results: &[RoundResult]) -> Option<String> {
    match event {
        Event::Round { round, extra, .. } => {
            let extra = extra.map_or(String::new(), |card| format!("; the extra card is {card}"));
            Some(format!("Round {} begins{extra}.", round + 1))
        }
        Event::Draw(seat) => Some(format!("{seat} draws a card.")),
        Event::TurnUp(seat, card) => Some(format!("{seat} turns up {card}.")),
        Event::Close(seat) => Some(format!("{seat} closes the round.")),
        Event::End { round } => {
            let result = results.get(usize::from(*round))?;
            Some(round_end(*round, result))
        }
        Event::Play(..)
        | Event::Second(..)
        | Event::Hidden(_)
        | Event::Show(..)
        | Event::Award(..)
        | Event::Pass(_)
        | Event::Add(..) => None,
    }
}

fn round_end(round: u8, result: &RoundResult) -> String {
    let ranked: Vec<String> = (result.ranked.iter())
        .map(|artist| format!("{artist} pays {}", result.paid[artist.index()]))
        .collect();
    let ranked = match ranked.is_empty() {
        true => "no artist is ranked".to_owned(),
        false => ranked.join(", "),
    };
    let scored: Vec<String> = result.scored.iter().map(i32::to_string).collect();
    format!(
        "Round {} ends: {ranked}; the players score {}.",
        round + 1,
        scored.join(", ")
    )
}
