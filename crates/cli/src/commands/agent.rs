//! `parlour agent`

use crate::exit::Usage;
use crate::game_args;
use crate::games::{self, Task, Terminal};
use anyhow::Context as _;
use parlour_protocol::client::{Next, Player};
use parlour_protocol::lines::FromAgent;
use std::io::{self, BufRead as _, Write};

/// Play a policy as a program, by lines of JSON on stdin and stdout
///
/// So any tournament can have it for a player (`command`), one of an older or newer Parlour too:
/// docs/tournaments.md tells how versions are compared. It plays what it is asked until stdin closes or
/// the table says goodbye. Every game it plays by its number and its seat follows from the seed,
/// whatever it has played before, as long as the budget is in simulations.
///
/// Example: parlour agent jaipur --policy ismcts:2000
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_long_help = games::policies_help())]
pub(crate) struct Args {
    /// Which game
    #[arg(value_parser = game_args::game_names())]
    game: String,

    /// The policy that plays
    #[arg(long)]
    policy: String,

    /// The seed that all its random choices follow from
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
            // The end, or half a line: whoever spoke is gone.
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
