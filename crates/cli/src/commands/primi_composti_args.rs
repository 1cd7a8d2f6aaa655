//! Arguments that the commands about Primi Composti share: rules, hands and boards.

use crate::exit::Usage;
use crate::game_args::HandsArgs;
use parlour_engine::Game as _;
use parlour_games::primi_composti::{PrimiComposti, Rules, Version, parse_card};
use parlour_solvers::primi_composti::Position;

/// Arguments for the rules of a game of two players.
#[derive(clap::Args)]
pub(crate) struct RulesArgs {
    /// 1: operations score; 2: operations steal
    #[arg(long, default_value = "1", value_parser = ["1", "2"])]
    version: String,

    /// In version 2: the best steal automatically, or the player's choice
    #[arg(long, default_value = "greedy", value_parser = ["greedy", "free"])]
    steal: String,

    /// Cards in a hand [default: as many as are given, or 12]
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=36))]
    cards: Option<u8>,

    /// VALUE of a prime
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=20))]
    prime: u8,

    /// VALUE of a composite
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=20))]
    composite: u8,
}

impl RulesArgs {
    /// The rules given.
    pub(crate) fn rules(&self) -> Rules {
        let version = match (self.version.as_str(), self.steal.as_str()) {
            ("1", _) => Version::One,
            (_, "free") => Version::Free,
            _ => Version::Greedy,
        };
        Rules {
            cards: self.cards.unwrap_or(12),
            prime: self.prime,
            composite: self.composite,
            ..Rules::two(version)
        }
    }

    /// What the rules are, for a headline.
    pub(crate) fn about(&self) -> String {
        match self.version.as_str() {
            "1" => "version 1".to_owned(),
            _ => format!("version 2, {} stealing", self.steal),
        }
    }
}

/// A position on the command line.
#[derive(clap::Args)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArgs,

    #[command(flatten)]
    hands: HandsArgs,

    /// The deal of this seed, when no hands are given
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The stacks: player 1's primes and composites, player 2's; `_` for an empty one
    ///
    /// As in '[5 _ 3 8]'. In version 2 the cards below matter too: '3:7:5' has the 5 on top.
    #[arg(long, requires = "p1")]
    board: Option<String>,

    /// Who is to move: 1 or 2; when not given who holds more cards, else player 1
    #[arg(long, value_parser = ["1", "2"], requires = "p1")]
    to_move: Option<String>,
}

impl PositionArgs {
    /// The position, and whether the hands were exchanged because the second held the 2.
    pub(crate) fn position(&self) -> anyhow::Result<(Position, bool)> {
        let rules = self.rules.rules();
        let Some(hands) = self.hands.given() else {
            let deal = PrimiComposti::deal(&rules, self.seed);
            let game = PrimiComposti::new(rules, deal)?;
            return Ok((Position::of(&game)?, false));
        };
        if let Some(size) = self.rules.cards
            && hands.iter().any(|hand| hand.len() != usize::from(size))
        {
            let sizes = format!("{} and {}", hands[0].len(), hands[1].len());
            return Err(Usage::of(format!(
                "--cards {size}: the hands have {sizes} cards"
            )));
        }
        let mut position = Position::start(rules.version, [&hands[0], &hands[1]]);
        (position.prime, position.composite) = (rules.prime, rules.composite);
        if let Some(board) = &self.board {
            position.stacks = stacks(board)?;
            if rules.version != Version::One {
                let worth = |stack: &Vec<u8>| -> i32 {
                    stack
                        .iter()
                        .map(|&card| i32::from(position.value(card)))
                        .sum()
                };
                let [a, b, c, d] = position.stacks.each_ref().map(worth);
                position.score = a + b - c - d;
            }
        }
        // The player who holds the 2 is player 1 and moves first.
        let begins = self.board.is_none() && self.to_move.is_none();
        let sizes = position.hands.each_ref().map(Vec::len);
        if begins && sizes[0] != sizes[1] {
            let [one, two] = sizes;
            let text = format!("hands of {one} and {two} cards: both are dealt as many");
            return Err(Usage::of(text));
        }
        let exchanged = begins && hands[1].contains(&2);
        if exchanged {
            position.hands.swap(0, 1);
        }
        position.to_move = match self.to_move.as_deref() {
            Some(player) => usize::from(player == "2"),
            None => usize::from(position.hands[1].len() > position.hands[0].len()),
        };
        position.check()?;
        Ok((position, exchanged))
    }
}

fn stacks(text: &str) -> anyhow::Result<[Vec<u8>; 4]> {
    let text = text.trim().trim_start_matches('[').trim_end_matches(']');
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let stacks: Vec<Vec<u8>> = words
        .map(|word| match word {
            "_" | "-" => Ok(Vec::new()),
            word => word.split(':').map(parse_card).collect(),
        })
        .collect::<Result<_, _>>()
        .map_err(|error| Usage::of(format!("--board: {error}")))?;
    let count = stacks.len();
    stacks.try_into().map_err(|_| {
        let shape = "four stacks with '_' for an empty one, as in '[5 _ 3 8]'";
        Usage::of(format!("--board: {shape}, not {count}"))
    })
}

/// The most memory this process has had, in MiB, where the system tells.
pub(crate) fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024.0)
}

/// As many threads as asked for, else as the machine has cores.
pub(crate) fn threads(asked: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(cores, usize::from)
}
