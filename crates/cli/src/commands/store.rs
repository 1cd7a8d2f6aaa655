//! `parlour store`: maintenance of the database of tournaments.

use super::tournament::database_url;
use anyhow::bail;
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use parlour_arena::Store;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

const DAY: Duration = Duration::from_secs(86_400);

/// Check, back up and clean up the database of tournaments
///
/// `check` and `list` open the database for reading only and never change it. Tournaments that are being played are
/// neither renamed nor deleted.
///
/// Example: parlour store check
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,

    /// The database: sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME
    ///
    /// The default is SQLite in your data folder (~/.local/share/parlour/arena.sqlite).
    #[arg(long, global = true, value_name = "URL")]
    database: Option<String>,

    /// Print one line of JSON, for `list` one for each tournament
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Action {
    /// Check the file, the references between its tables, and each record: it must replay to the stored scores
    Check,
    /// Copy a SQLite database to a new file, also while it is in use
    Backup {
        /// The new file
        file: PathBuf,
    },
    /// List the tournaments, the latest first
    List,
    /// Give a tournament another name
    Rename {
        /// The name
        name: String,
        /// The new name
        new: String,
    },
    /// Delete a tournament with all its games
    Delete {
        /// The name
        name: String,
        /// Confirm the deletion
        #[arg(long)]
        yes: bool,
    },
    /// Delete finished tournaments whose last game was played some time ago, with all their games
    Prune {
        /// The number of days since the last game
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=36_500))]
        days: u32,
        /// Confirm the deletion; without it, the tournaments are listed only
        #[arg(long)]
        yes: bool,
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
    match &args.action {
        Action::Check => check(&Store::open_read_only(&url).await?, args.json, out).await,
        Action::Backup { file } => {
            let store = Store::open_read_only(&url).await?;
            store.backup(file).await?;
            let bytes = std::fs::metadata(file)?.len();
            let text = format!("{} bytes written to {}", bytes, file.display());
            report(args, out, json!({ "file": file, "bytes": bytes }), &text)
        }
        Action::List => list(&Store::open_read_only(&url).await?, args.json, out).await,
        Action::Rename { name, new } => {
            Store::open(&url).await?.rename(name, new).await?;
            let text = format!("'{name}' is now '{new}'");
            report(args, out, json!({ "name": new }), &text)
        }
        Action::Delete { name, yes } => {
            if !yes {
                bail!("this deletes '{name}' with all its games: confirm it with --yes");
            }
            let store = Store::open(&url).await?;
            let games = store.delete(name).await?;
            store.release_space().await?;
            let text = format!("'{name}' is deleted with {games} games");
            report(
                args,
                out,
                json!({ "deleted": [name], "games": games }),
                &text,
            )
        }
        Action::Prune { days, yes } => prune(args, &url, *days, *yes, out).await,
    }
}

async fn check(store: &Store, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let bar = ProgressBar::new(0);
    bar.set_style(ProgressStyle::with_template(
        "{bar:40} {pos}/{len} games, {eta} left",
    )?);
    let mut games = 0;
    let problems = store
        .check(|done, all| {
            games = done;
            bar.set_length(all);
            bar.set_position(done);
        })
        .await?;
    bar.finish_and_clear();
    if json {
        writeln!(out, "{}", json!({ "games": games, "problems": problems }))?;
    } else {
        for problem in &problems {
            writeln!(out, "{problem}")?;
        }
    }
    if !problems.is_empty() {
        let (number, place) = (problems.len(), store.place());
        bail!("{place} has {number} errors: restore it from a backup, or delete those tournaments");
    }
    if !json {
        writeln!(out, "{}: {games} games, no errors", store.place())?;
    }
    Ok(())
}

async fn list(store: &Store, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let leases = store.leases().await?;
    let tournaments = store.tournaments().await?;
    if !json && tournaments.is_empty() {
        writeln!(out, "{} has no tournaments", store.place())?;
    }
    for tournament in &tournaments {
        let lease = leases
            .iter()
            .find(|lease| lease.tournament == tournament.id);
        if json {
            let line = json!({
                "name": tournament.name,
                "game": tournament.game,
                "planned": tournament.planned,
                "played": tournament.played,
                "finished": tournament.finished,
                "created": tournament.created,
                "holder": lease.map(|lease| lease.holder.to_string()),
            });
            writeln!(out, "{line}")?;
            continue;
        }
        let state = match (tournament.finished, lease) {
            (Some(games), _) => format!("finished after {games} games"),
            (None, Some(lease)) => format!(
                "{} of {} games, played by {}",
                tournament.played, tournament.planned, lease.holder
            ),
            (None, None) => format!(
                "{} of {} games, paused",
                tournament.played, tournament.planned
            ),
        };
        writeln!(out, "{}  {}  {state}", tournament.name, tournament.game)?;
    }
    Ok(())
}

async fn prune(
    args: &Args,
    url: &str,
    days: u32,
    yes: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let store = match yes {
        true => Store::open(url).await?,
        false => Store::open_read_only(url).await?,
    };
    let old = store.finished_before(DAY * days).await?;
    let names: Vec<&str> = old.iter().map(|old| old.name.as_str()).collect();
    let games: u64 = old.iter().map(|old| old.played).sum();
    if !yes {
        let mut text = names.join("\n");
        if !names.is_empty() {
            text += "\n";
        }
        text += &format!(
            "{} tournaments with {games} games would be deleted: confirm it with --yes",
            names.len()
        );
        return report(
            args,
            out,
            json!({ "would_delete": names, "games": games }),
            &text,
        );
    }
    for name in &names {
        store.delete(name).await?;
    }
    if !names.is_empty() {
        store.release_space().await?;
    }
    let text = format!("{} tournaments deleted with {games} games", names.len());
    report(
        args,
        out,
        json!({ "deleted": names, "games": games }),
        &text,
    )
}

fn report(
    args: &Args,
    out: &mut dyn Write,
    json: serde_json::Value,
    text: &str,
) -> anyhow::Result<()> {
    match args.json {
        true => writeln!(out, "{json}")?,
        false => writeln!(out, "{text}")?,
    }
    Ok(())
}
