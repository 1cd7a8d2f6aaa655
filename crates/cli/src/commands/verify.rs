//! `parlour verify`

use anyhow::anyhow;
use parlour_solvers::primi_composti::verify;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Check a certificate of an exact value
///
/// The checker shares nothing with the solver but the rules of the game: it follows each player's
/// written strategy against every reply of the other.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A certificate, from `parlour solve … --certificate FILE`
    file: PathBuf,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let start = Instant::now();
    let bytes = std::fs::read(&args.file)
        .map_err(|error| anyhow!("cannot read {}: {error}", args.file.display()))?;
    let proved =
        verify::check(&bytes).map_err(|error| anyhow!("{}: {error}", args.file.display()))?;
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
