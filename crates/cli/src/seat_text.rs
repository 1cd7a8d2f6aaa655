//! [`SeatText`]: a game as a language model reads it, and the actions that it writes.

use crate::commands::{analyse, replay};
use crate::games::Terminal;
use crate::style::Style;
use parlour_agents::analysis::Settings;
use parlour_engine::{Seat, Table, Viewer};
use parlour_protocol::FaultCause;
use parlour_protocol::lines::InvalidAction;

/// The longest action that is read, in bytes.
pub(crate) const MAX_ACTION_BYTES: usize = 1000;

/// Which names a language model reads and writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Names {
    /// Those of the game.
    Own,
    /// Those of [`Terminal::NEUTRAL`]; players are called by their seats.
    Neutral,
}

impl Names {
    /// A text about a game with these names.
    pub(crate) fn hide<G: Terminal>(self, text: &str) -> String {
        match self {
            Names::Own => text.to_owned(),
            Names::Neutral => G::NEUTRAL.hide(text),
        }
    }
}

/// The rules of a game, and how actions are written.
pub(crate) fn rules<G: Terminal>(names: Names) -> String {
    let rules = match names {
        Names::Own => G::RULES.to_owned(),
        Names::Neutral => G::NEUTRAL.hide_rules(G::RULES),
    };
    format!("{rules}\n{}", names.hide::<G>(G::HELP))
}

/// What a seat reads of one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatText {
    seat: Seat,
    names: Names,
    /// The number of actions that were told.
    told: usize,
}

impl SeatText {
    /// The text of a seat that has read nothing yet.
    pub(crate) const fn new(seat: Seat, names: Names) -> SeatText {
        SeatText {
            seat,
            names,
            told: 0,
        }
    }

    /// The seat.
    pub(crate) const fn seat(self) -> Seat {
        self.seat
    }

    /// That the seat is to move.
    pub(crate) fn your_turn(self) -> String {
        format!("You are seat {}, and it is your turn.", self.seat.0)
    }

    /// What players with these names are called.
    pub(crate) fn players(self, names: &[String]) -> Vec<String> {
        match self.names {
            Names::Own => names.to_vec(),
            Names::Neutral => (0..names.len())
                .map(|seat| format!("player {seat}"))
                .collect(),
        }
    }

    /// The text of an action.
    pub(crate) fn write_action<G: Terminal>(self, action: G::Action) -> String {
        self.names.hide::<G>(&action.to_string())
    }

    /// What happened since this was last called, what the seat may know, and whether it is to move.
    pub(crate) fn position<G: Terminal>(&mut self, table: &Table<G>) -> String {
        let players = self.players(table.seats());
        let mut lines = self.news(table, &players);
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let view = table.state().view(Viewer::Seat(self.seat));
        lines.push(G::draw(&view, &players, Style::PLAIN));
        lines.push(String::new());
        lines.push(match table.to_move().is_empty() {
            true => replay::result(table, &players),
            false => self.your_turn(),
        });
        self.names.hide::<G>(&lines.join("\n"))
    }

    /// The actions that were not told yet, with what the seat learns of each.
    fn news<G: Terminal>(&mut self, table: &Table<G>, players: &[String]) -> Vec<String> {
        let viewer = Viewer::Seat(self.seat);
        let mut lines = Vec::new();
        let known = known_actions(table);
        for ply in self.told..known {
            let (seat, action) = table.actions()[ply];
            let name = match seat == self.seat {
                true => "You".to_owned(),
                false => format!("{} (seat {})", players[seat.index()], seat.0),
            };
            let told = replay::told::<G>(viewer, seat, action);
            lines.push(format!("{name}: {told}"));
            let events = &table.events_at(ply + 1)[table.events_at(ply).len()..];
            let news = G::news(events, &table.at(ply + 1).view(viewer));
            lines.extend(news.into_iter().map(|line| format!("  {line}")));
        }
        self.told = self.told.max(known);
        lines
    }

    /// Why an action was not played, and how actions are written.
    pub(crate) fn with_help<G: Terminal>(self, reason: &str) -> String {
        format!("{reason}\n\n{}", self.names.hide::<G>(G::HELP))
    }

    /// What each move of a finished game cost.
    pub(crate) fn analysis<G: Terminal>(self, table: &Table<G>, simulations: u32) -> String {
        let settings = Settings {
            simulations,
            ..Settings::default()
        };
        self.names.hide::<G>(&analyse::text(table, settings))
    }

    /// Reads an action.
    ///
    /// # Errors
    /// Why it is none, or the rule that forbids it; nothing was played.
    pub(crate) fn read_action<G: Terminal>(
        self,
        state: &G,
        text: &str,
    ) -> Result<G::Action, InvalidAction> {
        let unknown = |reason: String| InvalidAction {
            reason,
            cause: FaultCause::UnknownAction,
        };
        let text = text.trim();
        if text.len() > MAX_ACTION_BYTES {
            return Err(unknown(format!(
                "an action has at most {MAX_ACTION_BYTES} bytes. Nothing was played."
            )));
        }
        let quoted = text.escape_debug();
        let own = match self.names {
            Names::Own => Some(text.to_owned()),
            Names::Neutral => G::NEUTRAL.reveal_action(text),
        };
        let Some(own) = own else {
            return Err(unknown(format!(
                "invalid action '{quoted}': it has a word that no action has by these rules. Nothing was played."
            )));
        };
        let wrong = |what: &str, reason: String| {
            let reason = self.names.hide::<G>(&reason);
            format!("{what} action '{quoted}': {reason}. Nothing was played.")
        };
        let action: G::Action =
            (own.parse()).map_err(|error| unknown(wrong("invalid", format!("{error}"))))?;
        let checked = state.check(self.seat, action);
        checked.map_err(|illegal| InvalidAction {
            reason: wrong("illegal", format!("{illegal}")),
            cause: FaultCause::Illegal(G::rule(&illegal)),
        })?;
        Ok(action)
    }
}

/// The number of actions that everybody may know. In a turn in which several seats choose at the same time, nobody knows
/// what others have chosen before the last one has.
fn known_actions<G: Terminal>(table: &Table<G>) -> usize {
    let mut known = table.actions().len();
    let mut owing = table.to_move();
    while !owing.is_empty()
        && let Some(before) = known.checked_sub(1)
    {
        let (seat, _) = table.actions()[before];
        let earlier = owing.with(seat);
        if earlier == owing || table.at(before).to_move() != earlier {
            break;
        }
        (known, owing) = (before, earlier);
    }
    known
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use parlour_engine::{DealSource, Game as _, Rng, Rules as _};
    use parlour_games::modern_art::{Action, ModernArt, Rules};
    use rand::RngExt as _;

    /// An action that is often invalid: a legal one with random letters changed, inserted or removed, two joined, or
    /// random letters.
    pub(crate) fn random_answer(legal: &[String], rng: &mut Rng) -> String {
        let mut pick = |number: usize| rng.random_range(0..number.max(1) as u32) as usize;
        let letters: Vec<char> = "0123456789 abcdegilmnoprstxy,;-\"\n✠".chars().collect();
        let mut text: Vec<char> = legal[pick(legal.len())].chars().collect();
        for _ in 0..pick(3) {
            let at = pick(text.len());
            match pick(6) {
                0 => text.truncate(at),
                1 => text.insert(at.min(text.len()), letters[pick(letters.len())]),
                2 if at < text.len() => drop(text.remove(at)),
                3 if at < text.len() => text[at] = letters[pick(letters.len())],
                4 => text.extend(legal[pick(legal.len())].chars()),
                _ => {
                    text = (0..pick(20))
                        .map(|_| letters[pick(letters.len())])
                        .collect()
                }
            }
        }
        text.into_iter().collect()
    }

    #[test]
    fn sealed_bids_are_told_when_the_last_is_in() {
        let rules = Rules::named("simple-3").unwrap();
        let names = ["a", "b", "c"].map(str::to_owned).to_vec();
        let mut table = Table::<ModernArt>::new(rules, DealSource::Seed(1), names).unwrap();
        let offer = table.state().legal_actions(Seat(0))[0];
        table.play(Seat(0), offer).unwrap();
        let mut texts = Seat::all(3)
            .map(|seat| SeatText::new(seat, Names::Own))
            .collect::<Vec<_>>();
        let bids = [11, 22, 33];
        for (seat, bid) in Seat::all(3).zip(bids) {
            let text = texts[seat.index()].position(&table);
            assert!(text.contains("all bid at once"), "{text}");
            assert!(
                !text.contains("bid 11") && !text.contains("bid 22"),
                "{text}"
            );
            table.play(seat, Action::Bid(bid)).unwrap();
        }
        for text in &mut texts {
            let text = text.position(&table);
            assert!(text.contains("bid 11") && text.contains("bid 33"), "{text}");
            assert!(text.contains("The bids: 11, 22, 33"), "{text}");
        }
        let again = texts[0].position(&table);
        assert!(!again.contains("bid 11"), "{again}");
    }
}
