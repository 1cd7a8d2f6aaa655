//! `parlour verify`

use anyhow::anyhow;
use parlour_solvers::{masters_gallery, primi_composti};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Check a certificate of an exact value
///
/// The checkers share nothing with the solvers but the rules of the games. Primi Composti: each player's written
/// strategy is followed against every reply of the other. Masters Gallery: the game is replayed, and every part
/// of all other games is bounded anew.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A certificate, from `parlour solve … --certificate FILE` or `parlour optimise … --certificate FILE`
    file: PathBuf,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let bytes = std::fs::read(&args.file)
        .map_err(|error| anyhow!("cannot read {}: {error}", args.file.display()))?;
    if bytes.starts_with(masters_gallery::verify::MAGIC) {
        gallery(&args, &bytes, out)
    } else {
        composti(&args, &bytes, out)
    }
}

fn gallery(args: &Args, bytes: &[u8], out: &mut dyn Write) -> anyhow::Result<()> {
    let start = Instant::now();
    let proved = masters_gallery::verify::check(bytes)
        .map_err(|error| anyhow!("{}: {error}", args.file.display()))?;
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        let report = serde_json::json!({
            "players": proved.players,
            "rules": proved.rules,
            "objective": proved.objective,
            "seat": proved.seat,
            "score": proved.score,
            "bound": proved.bound,
            "parts": proved.parts,
            "seconds": seconds,
        });
        writeln!(out, "{report}")?;
        return Ok(());
    }
    let seat = proved
        .seat
        .map_or("any seat".to_owned(), |seat| format!("seat {seat}"));
    writeln!(
        out,
        "masters-gallery, {}, {} players, {}, {seat}",
        proved.rules, proved.players, proved.objective
    )?;
    let what = match (proved.score, proved.bound) {
        (score, bound) if score == bound => format!("{score} is the best there is"),
        (score, bound) => format!("no game has more than {bound}; there is one with {score}"),
    };
    writeln!(
        out,
        "proved: {what}, {} parts checked in {seconds:.1} s",
        proved.parts
    )?;
    Ok(())
}

fn composti(args: &Args, bytes: &[u8], out: &mut dyn Write) -> anyhow::Result<()> {
    let start = Instant::now();
    let proved = primi_composti::verify::check(bytes)
        .map_err(|error| anyhow!("{}: {error}", args.file.display()))?;
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        let report = serde_json::json!({
            "value": proved.value,
            "p1": proved.hands[0],
            "p2": proved.hands[1],
            "states": proved.states,
            "seconds": seconds,
        });
        writeln!(out, "{report}")?;
        return Ok(());
    }
    for (player, hand) in proved.hands.iter().enumerate() {
        let hand: Vec<String> = hand.iter().map(u8::to_string).collect();
        writeln!(out, "player {}  {}", player + 1, hand.join(" "))?;
    }
    writeln!(
        out,
        "proved: the value is {:+}, {} states followed in {seconds:.1} s",
        proved.value, proved.states
    )?;
    Ok(())
}
