//! Arguments that several commands share (rules, deals, hands), and files of records.

use crate::exit::Usage;
use crate::games::Terminal;
use crate::output_file::failed;
use anyhow::anyhow;
use parlour_engine::{DealSource, Game, Record, Rules as _};
use parlour_games::primi_composti::CardSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A value parser for the name of a game.
pub(crate) fn game_names() -> clap::builder::PossibleValuesParser {
    crate::games::NAMES.iter().copied().into()
}

/// Arguments for the rules.
#[derive(clap::Args)]
pub(crate) struct RuleSetArgs {
    /// A named rule set, e.g. `match` in Jaipur [default: the game's first]
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// Play a best of ROUNDS, in games that have rounds
    #[arg(long, value_name = "ROUNDS")]
    best_of: Option<u8>,
}

impl RuleSetArgs {
    /// The rules given.
    pub(crate) fn rules<G: Terminal>(&self) -> anyhow::Result<G::Rules> {
        let rules = match &self.rules {
            None => G::Rules::default(),
            Some(name) => G::Rules::named(name).ok_or_else(|| {
                let names = G::Rules::names().join(", ");
                Usage::of(format!("{} has no rules '{name}': it has {names}", G::NAME))
            })?,
        };
        match self.best_of {
            None => Ok(rules),
            Some(rounds) => G::best_of(rules, rounds)
                .ok_or_else(|| Usage::of(format!("{} has no --best-of {rounds}", G::NAME))),
        }
    }
}

/// Arguments for the rules and the deal.
#[derive(clap::Args)]
pub(crate) struct SetupArgs {
    #[command(flatten)]
    rule_set: RuleSetArgs,

    /// Deal these cards: JSON, or a file that holds it, in the form of the game's deals
    ///
    /// As in the `deal` of a record: the cards themselves, {"cards":…} or {"seed":N}.
    #[arg(long, value_name = "JSON|FILE", conflicts_with = "p1")]
    deal: Option<String>,

    #[command(flatten)]
    hands: HandsArgs,
}

/// Arguments for the hands of a game of two players in which all cards are dealt.
#[derive(clap::Args)]
pub(crate) struct HandsArgs {
    /// Primi Composti: the hand of player 1 (seat 0), with commas between: 2,5,9
    #[arg(
        long,
        value_name = "CARDS",
        requires = "p2",
        allow_hyphen_values = true
    )]
    p1: Option<CardSet>,

    /// Primi Composti: the hand of player 2 (seat 1)
    #[arg(
        long,
        value_name = "CARDS",
        requires = "p1",
        allow_hyphen_values = true
    )]
    p2: Option<CardSet>,
}

impl HandsArgs {
    /// Both hands, if given.
    pub(crate) fn given(&self) -> Option<[Vec<u8>; 2]> {
        Some([self.p1?.into(), self.p2?.into()])
    }
}

impl SetupArgs {
    /// The rules given.
    pub(crate) fn rules<G: Terminal>(&self) -> anyhow::Result<G::Rules> {
        let mut rules = self.rule_set.rules::<G>()?;
        self.given_hands::<G>(&mut rules)?;
        Ok(rules)
    }

    /// The rules given, for this number of seats.
    pub(crate) fn rules_for<G: Terminal>(&self, seats: usize) -> anyhow::Result<G::Rules> {
        let rules = self.rules::<G>()?;
        if rules.seats() == seats {
            return Ok(rules);
        }
        let own = rules.seats();
        G::with_seats(rules, seats).ok_or_else(|| {
            Usage::of(format!(
                "{} has {own} seats by these rules, not {seats}",
                G::NAME
            ))
        })
    }

    /// The deal of the hands given, if any; adapts the rules to it.
    fn given_hands<G: Terminal>(&self, rules: &mut G::Rules) -> anyhow::Result<Option<G::Deal>> {
        let Some(hands) = self.hands.given() else {
            return Ok(None);
        };
        let deal = G::hands(rules, hands);
        let none = || Usage::of(format!("{} takes no --p1 and --p2", G::NAME));
        deal.map(Some).ok_or_else(none)
    }

    /// The deal given, if any, checked against the rules.
    pub(crate) fn deal<G: Terminal>(
        &self,
        rules: &G::Rules,
    ) -> anyhow::Result<Option<DealSource<G::Deal>>> {
        if let Some(deal) = self.given_hands::<G>(&mut rules.clone())? {
            let deal = DealSource::Cards(deal);
            let start: Result<G, _> = deal.clone().start(rules.clone());
            start.map_err(|error| anyhow!("--p1, --p2: {error}"))?;
            return Ok(Some(deal));
        }
        let Some(argument) = &self.deal else {
            return Ok(None);
        };
        let (name, text) = if argument.trim_start().starts_with(['{', '[', '"']) {
            ("--deal".to_owned(), argument.clone())
        } else {
            let text = std::fs::read_to_string(argument)
                .map_err(|error| anyhow!("--deal {argument}: {error}"))?;
            (format!("--deal {argument}"), text)
        };
        let deal = read_deal::<G>(&text).map_err(|error| anyhow!("{name}: {error}"))?;
        let start: Result<G, _> = deal.clone().start(rules.clone());
        start.map_err(|error| anyhow!("{name}: {error}"))?;
        Ok(Some(deal))
    }
}

/// Reads the cards alone, or a deal as records hold it.
fn read_deal<G: Game>(text: &str) -> Result<DealSource<G::Deal>, serde_json::Error> {
    let value: serde_json::Value = serde_json::from_str(text)?;
    let wrapped = value.as_object().is_some_and(|map| {
        map.len() == 1 && (map.contains_key("cards") || map.contains_key("seed"))
    });
    // From the text, not the value, so that errors have a line and column.
    if wrapped {
        serde_json::from_str(text)
    } else {
        serde_json::from_str(text).map(DealSource::Cards)
    }
}

/// A file of records, opened before the first game so that errors come early.
pub(crate) struct Recorder {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Recorder {
    /// Creates or truncates the file.
    pub(crate) fn create(path: &Path) -> anyhow::Result<Recorder> {
        let file = File::create(path).map_err(|error| failed(path, &error))?;
        Ok(Recorder {
            path: path.to_owned(),
            file: BufWriter::new(file),
        })
    }

    /// Adds a record.
    pub(crate) fn write<G: Game>(&mut self, record: &Record<G>) -> anyhow::Result<()> {
        self.write_line(&record.to_line())
    }

    /// Adds a record that is serialised already.
    pub(crate) fn write_line(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.file, "{line}").map_err(|error| failed(&self.path, &error))
    }

    /// Flushes the file.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        self.file
            .flush()
            .map_err(|error| failed(&self.path, &error))
    }
}
