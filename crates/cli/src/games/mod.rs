//! [`Terminal`]: how a game is drawn on the command line. Every game of `parlour_games::all_games` has a file here
//! that implements it.

mod jaipur;
mod masters_gallery;
mod modern_art;
mod page;
mod primi_composti;

use crate::neutral_names::NeutralNames;
use crate::style::Style;
use parlour_agents::{Analyse, Exploit, Policies};
use parlour_engine::{Resample, Reveals};
use parlour_games::games_by_name;
use parlour_protocol::Hosted;

/// A game as the terminal needs it: with policies, and drawn for people.
pub(crate) trait Terminal:
    Hosted + Policies + Analyse + Exploit + Resample + Reveals
{
    /// The rules for the best of `rounds` rounds; `None` if the game has no such option.
    fn best_of(rules: Self::Rules, rounds: u8) -> Option<Self::Rules> {
        let _ = (rules, rounds);
        None
    }

    /// The rules for hands of this size; `None` if the game has no such option.
    fn with_hand_size(rules: Self::Rules, cards: u8) -> Option<Self::Rules> {
        let _ = (rules, cards);
        None
    }

    /// The deal of two given hands, and the rules changed to fit it; `None` if the game has no such deal.
    fn hands(rules: &mut Self::Rules, hands: [Vec<u8>; 2]) -> Option<Self::Deal> {
        let _ = (rules, hands);
        None
    }

    /// The position as the viewer sees it, in lines of at most 80 columns.
    /// `names` are those who sit in the seats.
    fn draw(view: &Self::View, names: &[String], style: Style) -> String;

    /// Events as text, one line each: cards turned up, tokens won, a round's end. `after` is the view after them.
    fn news(events: &[Self::Event], after: &Self::View) -> Vec<String>;

    /// What is told of an action to those who may not see what its seat sees.
    fn told(action: Self::Action) -> String {
        action.to_string()
    }

    /// The unit of the score under these rules, in the plural.
    fn unit(rules: &Self::Rules) -> &'static str;

    /// A few lines of help: what the game is about, and how actions are typed.
    const HELP: &'static str;

    /// The rules, in Markdown.
    const RULES: &'static str;

    /// The opponents and deals of the [benchmark](crate::commands::gauntlet): a tournament's definition without its
    /// first player; `None` if the game has no benchmark.
    const BENCHMARK: Option<&'static str> = None;

    /// Names that stand in place of the game's own.
    const NEUTRAL: &'static NeutralNames;
}

parlour_games::all_games!(games_by_name, pub(crate) Terminal);

/// Does the task with a game whose name clap has checked against [`NAMES`].
pub(crate) fn with_known<T: Task>(name: &str, task: T) -> T::Output {
    with(name, task).expect("clap lets only names of games through")
}

/// The policies of every game with a line about each, for help texts.
pub(crate) fn policies_help() -> String {
    let mut text = "Policies:\n".to_owned();
    for name in NAMES {
        text += &with_known(name, ListPolicies);
    }
    text.trim_end().to_owned()
}

struct ListPolicies;

impl Task for ListPolicies {
    type Output = String;

    fn run<G: Terminal>(self) -> String {
        let mut text = format!("  {}\n", G::NAME);
        for entry in G::POLICIES {
            text += &format!("    {:14} {}\n", entry.usage(), entry.about);
        }
        text
    }
}
