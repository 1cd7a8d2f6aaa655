//! `parlour replay`: replays and checks records.

use crate::games::{self, Task, Terminal};
use crate::record_file::{LINK_ROUTE, print_each};
use crate::style::Style;
use anyhow::{anyhow, bail};
use parlour_arena::{DealProof, Deals};
use parlour_engine::{Record, RecordHeader, RecordLink, Seat, Table, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Replay recorded games, checking every action and the result
///
/// Prints each game move by move and its final position. The first invalid record ends
/// the replay with an error that names its line.
///
/// Logs of Modern Art games on the original server are replayed too; --convert prints
/// them, or any records, as records.
///
/// In place of a file, a link from the web app's replay can be given.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file of records, one line each, or a link of a game; - reads standard input
    file: PathBuf,

    /// Print one line of JSON for each game: its name, the number of actions, and the scores
    #[arg(long)]
    json: bool,

    /// Print the records instead of replaying them, after checking each
    #[arg(long, conflicts_with_all = ["json", "ply"])]
    convert: bool,

    /// Print each game as a link, which opens its replay after the address of any Parlour in the browser
    #[arg(long, conflicts_with_all = ["json", "ply", "convert"])]
    link: bool,

    /// Check that the deal of each record follows from the published secret, and the secret from its commitment
    ///
    /// The file is the JSON of the games: what `parlour tournament --json` or `parlour host --json` has printed, or
    /// the answer of a server about a tournament or a table. The records are all games in order, from the first.
    #[arg(long, value_name = "FILE.json")]
    verify_deals: Option<PathBuf>,

    /// Stop after N actions and print the position and the scores there
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let proof = args.verify_deals.as_deref();
    let proof = proof.map(PublishedDeals::read).transpose()?;
    let games = print_each(
        &args.file,
        !(args.json || args.link),
        out,
        |line, number| {
            if let Some(proof) = &proof {
                proof.check(line, number)?;
            }
            replay(line, &args)
        },
    )?;
    if proof.is_some() {
        eprintln!(
            "{games} deals verified: they follow from the secret, and the secret fits its commitment"
        );
    }
    Ok(())
}

/// Published deals, whose secrets fit their commitments.
struct PublishedDeals {
    proof: DealProof,
    deals: Deals,
}

impl PublishedDeals {
    fn read(path: &Path) -> anyhow::Result<PublishedDeals> {
        let name = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| anyhow!("cannot read {name}: {error}"))?;
        let mut json: Value =
            serde_json::from_str(&text).map_err(|error| anyhow!("{name}: {error}"))?;
        // A table has one game and one secret.
        if json["deals"].is_null() && json["commitment"].is_string() {
            let proof =
                json!({"first": 0, "commitment": json["commitment"], "secret": json["secret"]});
            json = json!({"deals": {"secrets": [proof], "consecutive": 1, "deals": 1}});
        }
        let proof: DealProof = serde_json::from_value(json["deals"].take())
            .map_err(|_| anyhow!("{name} does not say where the deals come from"))?;
        let deals = proof.verify().map_err(|error| anyhow!("{name}: {error}"))?;
        Ok(PublishedDeals { proof, deals })
    }

    /// Checks the deal of record number `at`, from 0.
    fn check(&self, line: &str, at: u64) -> anyhow::Result<()> {
        #[derive(Deserialize)]
        struct WithDeal {
            deal: Value,
            #[serde(default)]
            position: Value,
        }
        let record: WithDeal = serde_json::from_str(line)?;
        if !record.position.is_null() {
            bail!("the game begins with a position, not with a deal");
        }
        let number = (self.proof.game_of(at))
            .ok_or_else(|| anyhow!("the file of the deals has no game for this record"))?;
        let expected = self.deals.deal(number, self.proof.deal_of(number));
        match record.deal["seed"] == expected {
            true => Ok(()),
            false => bail!(
                "the deal does not follow from the secret: it is {}, and game {number} has the seed {expected}",
                record.deal
            ),
        }
    }
}

/// Replays one line and returns its report.
fn replay(line: &str, args: &Args) -> anyhow::Result<String> {
    let header = RecordHeader::read(line)?;
    games::with(&header.game, Replay { line, args })
        .unwrap_or_else(|| bail!("unknown game '{}'", header.game))
}

struct Replay<'a> {
    line: &'a str,
    args: &'a Args,
}

#[derive(Serialize)]
struct Replayed {
    game: &'static str,
    actions: usize,
    scores: Vec<i32>,
}

impl Task for Replay<'_> {
    type Output = anyhow::Result<String>;

    fn run<G: Terminal>(self) -> anyhow::Result<String> {
        let table = Record::<G>::read(self.line)?.replay()?;
        if self.args.convert {
            return Ok(self.line.to_owned());
        }
        if self.args.link {
            return Ok(format!("{LINK_ROUTE}{}", RecordLink::write(&table)));
        }
        let played = table.actions().len();
        let ply = self.args.ply.unwrap_or(played);
        if ply > played {
            bail!("--ply {ply} is past the end: the game has {played} actions");
        }
        if self.args.json {
            return Ok(serde_json::to_string(&Replayed {
                game: G::NAME,
                actions: ply,
                scores: table.at(ply).scores(),
            })?);
        }
        Ok(tell(&table, ply, Style::of_stdout()))
    }
}

/// The game as text: its moves, the position after `ply` of them, and the result.
fn tell<G: Terminal>(table: &Table<G>, ply: usize, style: Style) -> String {
    let names = &printable_names(table);
    let mut lines = vec![style.strong(format!("{}: {}", G::NAME, names.join(" – ")))];
    lines.extend(log(table, ply, Viewer::Everything, style));
    let end = table.at(ply);
    lines.push(String::new());
    lines.push(G::draw(&end.view(Viewer::Everything), names, style));
    lines.push(String::new());
    lines.push(if ply < table.actions().len() {
        format!("After {ply} of {} actions.", table.actions().len())
    } else {
        result(table, names)
    });
    lines.join("\n")
}

/// The names of the seats without control characters: records come from anybody, and the terminal follows those.
pub(crate) fn printable_names<G: Terminal>(table: &Table<G>) -> Vec<String> {
    let names = table.seats().iter();
    names
        .map(|name| name.replace(char::is_control, ""))
        .collect()
}

/// The first `plies` moves, each with what the viewer learns from it.
pub(crate) fn log<G: Terminal>(
    table: &Table<G>,
    plies: usize,
    viewer: Viewer,
    style: Style,
) -> Vec<String> {
    let names = printable_names(table);
    let mut lines = Vec::new();
    let mut state = table.start().clone();
    for (index, &(seat, action)) in table.actions().iter().take(plies).enumerate() {
        let mut events = Vec::new();
        state.apply(seat, action, &mut events);
        let action = told::<G>(viewer, seat, action);
        lines.push(format!(
            "{:>4}  {}  {action}",
            index + 1,
            style.faint(format!("{} {}", seat.0, names[seat.index()]))
        ));
        let news = G::news(&events, &state.view(viewer));
        lines.extend(news.iter().map(|line| style.faint(format!("      {line}"))));
    }
    lines
}

/// An action as the viewer sees it.
pub(crate) fn told<G: Terminal>(viewer: Viewer, seat: Seat, action: G::Action) -> String {
    match viewer.sees(seat) {
        true => action.to_string(),
        false => G::told(action),
    }
}

/// The result of a game between players of these names, as a sentence.
pub(crate) fn result<G: Terminal>(table: &Table<G>, names: &[String]) -> String {
    let Some(outcome) = table.outcome() else {
        return "The game is unfinished.".to_owned();
    };
    let name = |seat: Seat| format!("{} ({seat})", names[seat.index()]);
    let winners: Vec<String> = outcome.winners.iter().map(name).collect();
    let how = match winners.as_slice() {
        [winner] => format!("{winner} wins"),
        several => format!("{} share the win", several.join(" and ")),
    };
    let scores: Vec<String> = outcome.scores.iter().map(i32::to_string).collect();
    let unit = G::unit(table.state().rules());
    let score = format!("{} {unit}", scores.join(" : "));
    match table.resigned() {
        Some(seat) => format!("{} resigns: {how}, at {score}.", name(seat)),
        None => format!("{how}, with {score}."),
    }
}
