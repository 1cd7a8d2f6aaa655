//! `parlour agent`: a built-in policy as a program.

use crate::exit::Usage;
use crate::game_args;
use crate::games::{self, Task, Terminal};
use anyhow::Context as _;
use parlour_protocol::client::{Next, Player};
use parlour_protocol::lines::FromAgent;
use std::io::{self, BufRead as _, Write};

/// Run a policy as a program that speaks JSON lines on stdin and stdout
///
/// Tournaments can use it as a player (`command`), also from an older or newer version of Parlour:
/// docs/tournaments.md explains how to compare versions. It plays until stdin closes or it gets `bye`.
/// Its choices in a game follow from the seed, the game's number and the seat, whatever it has played
/// before, as long as the budget is in simulations.
///
/// Example: parlour agent jaipur --policy ismcts:2000
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_long_help = games::policies_help())]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = game_args::game_names())]
    game: String,

    /// The policy that plays
    #[arg(long)]
    policy: String,

    /// The seed of all its random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    games::with_known(&args.game, Play(&args, out))
}

struct Play<'a>(&'a Args, &'a mut dyn Write);

impl Task for Play<'_> {
    type Output = anyhow::Result<()>;

    fn run<G: Terminal>(self) -> anyhow::Result<()> {
        let Play(args, out) = self;
        let mut player = Player::<G>::new(&args.policy, args.seed).map_err(Usage::of)?;
        say(out, &player.hello())?;
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = input.read_until(b'\n', &mut line).context("stdin")?;
            // The end of the input, perhaps in the middle of a line.
            if read == 0 || !line.ends_with(b"\n") {
                return Ok(());
            }
            match player.hear(&line)? {
                Next::Listen => {}
                Next::Say(answer) => say(out, &answer)?,
                Next::Leave => return Ok(()),
            }
        }
    }
}

fn say(out: &mut dyn Write, message: &FromAgent) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, message).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}
