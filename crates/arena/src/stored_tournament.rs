//! Tournaments read from the store: enough for their totals and reports, without the file they came from.

use crate::deals::{DealProof, Deals, Secret};
use crate::definition::{Definition, Format, PlayerSpec, RulesChoice};
use crate::games::{self, Task};
use crate::report::Report;
use crate::running_totals::RunningTotals;
use crate::schedule::Schedule;
use crate::stats::Sprt;
use crate::store::Tournament;
use parlour_engine::Rules as _;
use parlour_protocol::Hosted;
use serde::Deserialize;
use serde_json::{Map, Value};

/// What decides the games of a tournament, as [`Plan::canonical`](crate::Plan::canonical) writes it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct StoredDefinition {
    /// The game.
    pub game: String,
    /// All fields of its rules.
    pub rules: Map<String, Value>,
    /// The pairings.
    pub format: Format,
    /// The pairings, by the order of the players, if they were given.
    #[serde(default)]
    pub pairings: Option<Vec<Vec<usize>>>,
    /// How many deals each pairing plays.
    pub rounds: u64,
    /// All deals and all random choices follow from it; from a secret if missing.
    pub seed: Option<u64>,
    /// Whether every deal is played once in each rotation of the seats.
    pub duplicate: bool,
    /// Rounds between two points of the rating curves.
    pub rating_period: u64,
    /// Stop as soon as this test decides.
    pub sprt: Option<Sprt>,
    /// The players, in order.
    pub players: Vec<Entrant>,
}

/// A player of an [`StoredDefinition`].
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Entrant {
    /// The name in results.
    pub name: String,
    /// A built-in policy; `None` for a program.
    #[serde(default)]
    pub policy: Option<String>,
}

/// A tournament with its schedule.
#[derive(Clone, Debug)]
pub struct StoredTournament {
    /// Its name.
    pub name: String,
    /// Its definition.
    pub outline: StoredDefinition,
    /// Its schedule.
    pub schedule: Schedule,
}

impl StoredDefinition {
    /// Reads what the store has of a tournament.
    ///
    /// # Errors
    /// What is wrong with it, as one line: another program wrote it.
    pub fn read(tournament: &Tournament) -> Result<StoredDefinition, String> {
        let read = serde_json::from_str(&tournament.definition);
        read.map_err(|error| format!("the definition of '{}': {error}", tournament.name))
    }

    /// The names of the players.
    pub fn names(&self) -> Vec<String> {
        let names = self.players.iter().map(|player| player.name.clone());
        names.collect()
    }

    /// The file that gives the same tournament.
    ///
    /// # Errors
    /// When a program plays in it: its command or token stands in the file only.
    pub fn definition(&self, name: &str) -> Result<Definition, String> {
        let player = |player: &Entrant| match &player.policy {
            Some(policy) => Ok(PlayerSpec {
                name: Some(player.name.clone()),
                policy: Some(policy.clone()),
                ..PlayerSpec::default()
            }),
            None => Err(format!(
                "'{}' is a program: go on with `parlour tournament FILE --resume`",
                player.name
            )),
        };
        Ok(Definition {
            name: name.to_owned(),
            game: self.game.clone(),
            rules: Some(RulesChoice::Fields(self.rules.clone())),
            seats: None,
            format: self.format,
            pairings: self.pairings.as_ref().map(|pairings| {
                let name = |&player: &usize| Some(self.players.get(player)?.name.clone());
                let pairing = |players: &Vec<usize>| players.iter().filter_map(name).collect();
                pairings.iter().map(pairing).collect()
            }),
            stages: None,
            rounds: self.rounds,
            seed: self.seed,
            duplicate: self.duplicate,
            rating_period: self.rating_period,
            sprt: self.sprt,
            players: self.players.iter().map(player).collect::<Result<_, _>>()?,
        })
    }
}

impl StoredTournament {
    /// Reads what the store has of a tournament.
    ///
    /// # Errors
    /// What is wrong with it, as one line: another program wrote it, or its game is unknown.
    pub fn read(tournament: &Tournament) -> Result<StoredTournament, String> {
        let outline = StoredDefinition::read(tournament)?;
        let wrong = |error: String| format!("the definition of '{}': {error}", tournament.name);
        let rules = Value::Object(outline.rules.clone());
        let seats = games::with(&outline.game, Seats(rules))
            .ok_or_else(|| wrong(format!("unknown game '{}'", outline.game)))?
            .map_err(wrong)?;
        let (rounds, duplicate) = (outline.rounds, outline.duplicate);
        let schedule = match outline.pairings.clone() {
            Some(pairings) => Schedule::of_pairings(pairings, seats, rounds, duplicate, false),
            None => {
                let players = outline.players.len();
                Schedule::new(outline.format, players, seats, rounds, duplicate)
            }
        };
        let schedule = schedule.map_err(wrong)?;
        if outline.rating_period == 0 {
            return Err(wrong("rating_period is 0".to_owned()));
        }
        Ok(StoredTournament {
            name: tournament.name.clone(),
            outline,
            schedule,
        })
    }

    /// What is public about the deals. `secrets` are those in the store, `finished` is the number of games once the
    /// tournament is over.
    pub fn proof(&self, secrets: Vec<(u64, Secret)>, finished: Option<u64>) -> DealProof {
        let deals = self
            .outline
            .seed
            .map_or(Deals::Secrets(secrets), Deals::Seed);
        let mut players = self.outline.players.iter();
        let programs = players.any(|player| player.policy.is_none());
        DealProof {
            public_seed: programs && !deals.are_secret(),
            ..self.schedule.proof(&deals, finished)
        }
    }

    /// The number of games from number 0 on of which everything may be shown; `None` for all. The deals of the others
    /// may still be played. `counted` games have been played without a gap.
    pub fn public_games(&self, tournament: &Tournament, counted: u64) -> Option<u64> {
        match (self.outline.seed, tournament.finished) {
            (Some(_), _) => None,
            // Not more: the tournament may have been extended since it was read.
            (None, Some(finished)) => Some(finished),
            (None, None) => Some(self.schedule.games_with_past_deals(counted)),
        }
    }

    /// Totals of no games.
    pub fn totals(&self) -> RunningTotals {
        let StoredDefinition {
            players,
            rating_period,
            sprt,
            ..
        } = &self.outline;
        RunningTotals::new(&self.schedule, players.len(), *rating_period, *sprt)
    }

    /// The report of these totals.
    pub fn report(&self, totals: &RunningTotals) -> Report {
        let StoredDefinition { game, .. } = &self.outline;
        Report::new(
            &self.name,
            game,
            &self.outline.names(),
            &self.schedule,
            totals,
        )
    }
}

/// The number of seats by these rules.
struct Seats(Value);

impl Task for Seats {
    type Output = Result<usize, String>;

    fn run<G: Hosted>(self) -> Self::Output {
        let rules: G::Rules =
            serde_json::from_value(self.0).map_err(|error| format!("rules: {error}"))?;
        Ok(rules.seats())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Plan;
    use parlour_games::jaipur::Jaipur;
    use parlour_games::masters_gallery::MastersGallery;
    use parlour_games::modern_art::ModernArt;
    use parlour_games::primi_composti::PrimiComposti;

    fn tournament(name: &str, definition: String) -> Tournament {
        Tournament {
            id: 1,
            name: name.to_owned(),
            game: String::new(),
            definition,
            planned: 1,
            played: 0,
            finished: None,
            created: 0,
            last: None,
        }
    }

    /// What is stored gives the same schedule, and a file that gives the same text again.
    fn comes_back<G: Hosted>(text: &str) {
        let text = format!("name = 'a'\nrounds = 3\ngame = '{}'\n{text}", G::NAME);
        let plan = Plan::<G>::new(Definition::read(&text).unwrap()).unwrap();
        let stored = StoredTournament::read(&tournament("a", plan.canonical())).unwrap();
        assert_eq!(stored.schedule, plan.schedule);
        assert_eq!(stored.outline.names(), plan.names());
        let again = stored.outline.definition("a").unwrap();
        assert_eq!(Plan::<G>::new(again).unwrap().canonical(), plan.canonical());
    }

    #[test]
    fn a_stored_tournament_is_the_planned_one() {
        let two = "[[player]]\npolicy = 'random'\n[[player]]\nname = 'x'\npolicy = 'random'\n";
        comes_back::<Jaipur>(&format!(
            "rules = {{ best_of = 3 }}\nsprt = {{ elo0 = 0, elo1 = 5 }}\n{two}"
        ));
        comes_back::<PrimiComposti>(two);
        comes_back::<ModernArt>(&format!("seats = 4\nformat = 'gauntlet'\n{two}"));
        comes_back::<MastersGallery>(&format!("seats = 2\nformat = 'league'\nseed = 7\n{two}"));
    }

    #[test]
    fn programs_need_their_file_and_invalid_definitions_are_reported() {
        let text = "name = 'a'\nrounds = 3\ngame = 'jaipur'\n\
            [[player]]\npolicy = 'random'\n[[player]]\nname = 'mine'\ncommand = ['mine']\n";
        let plan = Plan::<Jaipur>::new(Definition::read(text).unwrap()).unwrap();
        let stored = StoredTournament::read(&tournament("a", plan.canonical())).unwrap();
        let error = stored.outline.definition("a").unwrap_err();
        assert!(error.starts_with("'mine' is a program"), "{error}");
        for wrong in [
            String::new(),
            "{}".to_owned(),
            plan.canonical().replace("jaipur", "chess"),
            plan.canonical().replace("\"rounds\":3", "\"rounds\":0"),
            plan.canonical().replace("best_of", "best"),
        ] {
            let error = StoredTournament::read(&tournament("a", wrong)).unwrap_err();
            assert!(error.starts_with("the definition of 'a': "), "{error}");
            assert!(!error.contains('\n'), "{error}");
        }
    }
}
