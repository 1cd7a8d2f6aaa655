//! `parlour ladder`: the seasons of a ladder.

use super::tournament::database_url;
use clap::Subcommand;
use parlour_arena::Store;
use parlour_arena::ladder::season::freeze;
use parlour_arena::ladder::{Board, LadderError};
use parlour_protocol::ladder::SeasonState;
use serde_json::json;
use std::io::Write;

/// End a season of the ladder of `parlour serve --ladder`
///
/// Example: parlour ladder close jaipur
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,

    /// The database: sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME
    ///
    /// The default is SQLite in your data folder (~/.local/share/parlour/arena.sqlite).
    #[arg(long, global = true, value_name = "URL")]
    database: Option<String>,

    /// Print one line of JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Action {
    /// Freeze the table of the season that is open, and open the next one
    ///
    /// The server then plays the final of the best agents as they are connected, publishes the secret of the deals, and
    /// closes the season. The server may go on running, or be started later.
    Close {
        /// The board: GAME or GAME:RULES
        board: Board,

        /// Games of each group of finalists
        #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=10_000))]
        games: u32,

        /// End the finals in progress instead: no more games of them begin
        #[arg(long, conflicts_with = "games")]
        now: bool,
    },
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(act(&args, out))
}

async fn act(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let url = database_url(args.database.as_deref())?;
    let store = Store::open(&url).await?;
    let Action::Close { board, games, now } = &args.action;
    match now {
        true => end_finals(&store, board, args.json, out).await,
        false => close(&store, board, (*games).into(), args.json, out).await,
    }
}

async fn close(
    store: &Store,
    board: &Board,
    games: u64,
    json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (number, table, finalists) = freeze(store, board, games).await?;
    let agents = store.ladder_agents(board).await?;
    let name = |id: i64| {
        let agent = agents.iter().find(|agent| agent.id == id);
        agent.map_or("", |agent| agent.name.as_str())
    };
    if json {
        let row = |row: &parlour_arena::ladder::Standing| json!({"name": name(row.agent), "games": row.games, "score": row.score, "rating": row.rating});
        let table: Vec<_> = table.iter().map(row).collect();
        let finalists: Vec<&str> = finalists.iter().map(|&id| name(id)).collect();
        let line = json!({"board": board.to_string(), "season": number, "table": table, "finalists": finalists});
        writeln!(out, "{line}")?;
        return Ok(());
    }
    writeln!(out, "Season {number} of {board}")?;
    for (row, place) in table.iter().zip(1..) {
        writeln!(
            out,
            "{place:>4}  {:<40}  {:>6.0}  {:>7} games  {:.3}",
            name(row.agent),
            row.rating,
            row.games,
            row.score
        )?;
    }
    match finalists.len() {
        0 | 1 => writeln!(out, "No final: fewer than two agents have played enough")?,
        _ => {
            let names: Vec<&str> = finalists.iter().map(|&id| name(id)).collect();
            writeln!(out, "The server plays the final of {}", names.join(", "))?;
        }
    }
    Ok(())
}

async fn end_finals(
    store: &Store,
    board: &Board,
    json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let seasons = store.ladder_seasons(board).await?;
    if seasons.is_empty() {
        return Err(LadderError::NoSeason(board.to_string()).into());
    }
    let finals = (seasons.iter()).filter(|season| season.state == SeasonState::Final);
    let mut numbers = Vec::new();
    for season in finals {
        store.end_ladder_final(season.id).await?;
        numbers.push(season.number);
    }
    match json {
        true => writeln!(
            out,
            "{}",
            json!({"board": board.to_string(), "ended": numbers})
        )?,
        false if numbers.is_empty() => writeln!(out, "No final of {board} is in progress")?,
        false => {
            let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
            writeln!(
                out,
                "No more games of the final begin in season {}",
                numbers.join(", ")
            )?;
        }
    }
    Ok(())
}
