//! `parlour verify`

use anyhow::{anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use parlour_arena::primi_composti::{Deals, SolvedDeals, Study, deal_values};
use parlour_engine::Streams;
use parlour_games::primi_composti::Version;
use parlour_solvers::primi_composti::{Position, certificate};
use parlour_solvers::{masters_gallery, primi_composti};
use rand::seq::IteratorRandom as _;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Check a certificate of an exact value, or a file of many exact values
///
/// The checkers share nothing with the solvers but the rules of the games. Primi Composti: each player's written
/// strategy is followed against every reply of the other. Masters Gallery: the game is replayed, and every part
/// of all other games is bounded anew.
///
/// A file of many deals, from `parlour study primi-composti --values FILE`, is checked against its checksum. For a
/// random sample of its deals certificates are made, which takes some seconds each, and checked as above.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A certificate, from `parlour solve … --certificate FILE` or `parlour optimise … --certificate FILE`; or a
    /// file of many exact values, from `parlour study … --values FILE`
    file: PathBuf,

    /// The number of deals of a file of many exact values that are checked by certificates
    #[arg(long, default_value_t = 10)]
    sample: usize,

    /// The seed of that sample
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let bytes = std::fs::read(&args.file)
        .map_err(|error| anyhow!("cannot read {}: {error}", args.file.display()))?;
    if bytes.starts_with(masters_gallery::verify::MAGIC) {
        gallery(&args, &bytes, out)
    } else if bytes.starts_with(deal_values::MAGIC) {
        deals(&args, &bytes, out)
    } else if bytes.starts_with(primi_composti::verify::MAGIC) {
        composti(&args, &bytes, out)
    } else {
        bail!(
            "{}: neither a certificate nor a file of exact values: `parlour solve` and `parlour optimise` write them with \
             --certificate, and `parlour study` with --values",
            args.file.display()
        )
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

/// Checks a file of many exact values: its checksum, and a sample of its deals by certificates.
fn deals(args: &Args, bytes: &[u8], out: &mut dyn Write) -> anyhow::Result<()> {
    let file = args.file.display();
    let start = Instant::now();
    let solved = SolvedDeals::from_bytes(bytes).map_err(|error| anyhow!("{file}: {error}"))?;
    let every = Study {
        rules: solved.rules().clone(),
        deals: Deals::Every,
        replies: 0,
        losses: 0,
    };
    if args.sample > 0 && every.rules.version != Version::One {
        bail!("{file}: certificates are for version 1; --sample 0 checks the checksum only");
    }
    let mut sample = vec![(0, 0); args.sample.min(solved.len())];
    (solved.iter()).sample_fill(&mut Streams::new(args.seed).task(0), &mut sample);
    sample.sort_unstable();
    let bar = ProgressBar::new(sample.len() as u64);
    bar.set_style(ProgressStyle::with_template(
        "{bar:40} {pos}/{len} certificates, {eta} left",
    )?);
    for &(number, value) in &sample {
        let position = Position::of(every.table(number)?.state())?;
        let proved = primi_composti::verify::check(&certificate::write(&position)?)
            .map_err(|error| anyhow!("{file}, deal {number}: {error}"))?;
        if proved.value != value {
            bail!(
                "{file}, deal {number}: the value is {:+}, not {value:+}",
                proved.value
            );
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    if args.json {
        let report = serde_json::json!({
            "deals": solved.len(),
            "certificates": sample.len(),
            "seconds": seconds,
        });
        writeln!(out, "{report}")?;
        return Ok(());
    }
    writeln!(
        out,
        "primi-composti, {} deals; the checksum is right\nproved: the values of {} of them, drawn with seed {}, in {seconds:.1} s",
        solved.len(),
        sample.len(),
        args.seed
    )?;
    Ok(())
}
