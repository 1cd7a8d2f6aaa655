//! `parlour play`: a game against policies on the command line.

mod menu;

use super::replay;
use crate::exit::Usage;
use crate::game_args::{self, Recorder, SetupArgs};
use crate::games::{self, Task, Terminal};
use crate::style::Style;
use anyhow::anyhow;
use menu::{Choice, Menu};
use parlour_agents::Search;
use parlour_engine::{DealSource, Policy, Rng, Rules as _, Seat, Streams, Table, Viewer};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, BufRead, Write};
use std::path::PathBuf;

/// Play on the command line
///
/// Shows what your seat knows and lists your legal actions. Answer with a number of the list or
/// type an action; abbreviations are accepted if they are unambiguous. Type `help` during the game.
///
/// Example: parlour play jaipur --seat 1 --against ismcts:1000
#[derive(clap::Args)]
#[command(verbatim_doc_comment, after_long_help = games::policies_help())]
pub(crate) struct Args {
    /// The game
    #[arg(value_parser = game_args::game_names())]
    game: String,

    /// Your seat, counted from 0
    #[arg(long, default_value_t = 0)]
    seat: u8,

    /// The policies of the other seats: one for all, or one for each, separated by commas
    ///
    /// NAME or NAME:BUDGET, as in `match`. An unknown name lists the known ones.
    #[arg(
        long,
        value_name = "POLICIES",
        value_delimiter = ',',
        default_value = "ismcts"
    )]
    against: Vec<String>,

    /// The seed of the deal and of the policies' random choices [default: random]
    #[arg(long)]
    seed: Option<u64>,

    #[command(flatten)]
    setup: SetupArgs,

    /// Write the record of the game to this file, also if you quit
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = args.game.clone();
    games::with_known(&game, Play { args, out })
}

struct Play<'a> {
    args: Args,
    out: &'a mut dyn Write,
}

impl Task for Play<'_> {
    type Output = anyhow::Result<()>;

    fn run<G: Terminal>(self) -> anyhow::Result<()> {
        let Play { args, out } = self;
        let rules = match args.against.as_slice() {
            [_] => args.setup.rules::<G>()?,
            several => args.setup.rules_for::<G>(several.len() + 1)?,
        };
        let seats = rules.seats();
        let person = Seat(args.seat);
        if person.index() >= seats {
            return Err(Usage::of(format!(
                "{} has seats 0 to {}, not {}",
                G::NAME,
                seats - 1,
                args.seat
            )));
        }
        let mut others = match args.against.as_slice() {
            [one] => vec![one.clone(); seats - 1],
            several => several.to_vec(),
        };
        others.insert(person.index(), "person".to_owned());
        // Below 2^53, so that JSON readers with doubles keep it.
        let seed = args
            .seed
            .unwrap_or_else(|| Streams::new(RandomState::new().hash_one(0)).game_seed(0));
        let streams = Streams::new(seed);
        let mut policies = Vec::new();
        for seat in Seat::all(seats) {
            policies.push(match seat == person {
                true => None,
                false => Some((
                    G::policy(&others[seat.index()]).map_err(Usage::of)?,
                    streams.seat(seat),
                )),
            });
        }
        let deal = args.setup.deal::<G>(&rules)?;
        let recorder = args.record.as_deref().map(Recorder::create).transpose()?;
        let table = Table::<G>::new(rules, deal.unwrap_or(DealSource::Seed(seed)), others)?;
        let mut session = Session {
            table,
            person,
            policies,
            hints: streams.seat(person),
            style: Style::of_stdout(),
            out,
        };
        writeln!(
            session.out,
            "{}, seed {seed}. You are {person}. Type 'help' for help.",
            session.style.strong(G::NAME)
        )?;
        let played = session.play(&mut io::stdin().lock());
        // Also after an error or an unfinished game.
        if let Some(mut recorder) = recorder {
            recorder.write(&session.table.record())?;
            recorder.finish()?;
        }
        played
    }
}

/// A policy with its stream of random numbers.
type Player<G> = (Box<dyn Policy<G>>, Rng);

/// A game on the command line.
struct Session<'a, G: Terminal> {
    table: Table<G>,
    person: Seat,
    /// By seat; `None` for the person's.
    policies: Vec<Option<Player<G>>>,
    hints: Rng,
    style: Style,
    out: &'a mut dyn Write,
}

/// What to do after an answer.
enum Next {
    /// Show the position and ask.
    Turn,
    /// Ask again.
    Ask,
    /// Leave.
    Quit,
}

impl<G: Terminal> Session<'_, G> {
    fn play(&mut self, input: &mut dyn BufRead) -> anyhow::Result<()> {
        let mut show = true;
        loop {
            let to_move = self.table.to_move();
            // The person first: in a simultaneous turn no choice shows before all have chosen.
            if to_move.contains(self.person) {
                let menu = Menu::new(self.table.state().legal_actions(self.person));
                if show {
                    self.show_position()?;
                    write!(self.out, "{}", menu.list(None, self.style))?;
                }
                write!(self.out, "{} ", self.style.strong(">"))?;
                self.out.flush()?;
                let mut line = String::new();
                if read_line(input, &mut line)? == 0 {
                    writeln!(self.out, "\nThe input has ended; the game is unfinished.")?;
                    return Ok(());
                }
                match self.answer(line.trim(), &menu)? {
                    Next::Turn => show = true,
                    Next::Ask => show = false,
                    Next::Quit => return Ok(()),
                }
            } else if let Some(seat) = to_move.first() {
                self.let_play(seat)?;
            } else {
                self.show_position()?;
                writeln!(
                    self.out,
                    "{}",
                    self.style
                        .strong(replay::result(&self.table, self.table.seats()))
                )?;
                return Ok(());
            }
        }
    }

    fn show_position(&mut self) -> anyhow::Result<()> {
        let view = self.table.state().view(Viewer::Seat(self.person));
        let drawn = G::draw(&view, self.table.seats(), self.style);
        writeln!(self.out, "\n{drawn}\n")?;
        Ok(())
    }

    /// A policy's turn.
    fn let_play(&mut self, seat: Seat) -> anyhow::Result<()> {
        let legal = self.table.state().legal_actions(seat);
        let known = self.table.information_state(Viewer::Seat(seat));
        let (policy, rng) = self.policies[seat.index()]
            .as_mut()
            .expect("every seat but the person's has a policy");
        let action = policy.choose(&known, &legal, rng);
        self.perform(seat, action)
    }

    /// Plays an action and prints its effects.
    fn perform(&mut self, seat: Seat, action: G::Action) -> anyhow::Result<()> {
        let viewer = Viewer::Seat(self.person);
        let name = self.table.seats()[seat.index()].clone();
        self.table
            .play(seat, action)
            .map_err(|error| anyhow!("{name}: {error}"))?;
        let known = self.table.information_state(viewer);
        let before = self.table.events_at(self.table.actions().len() - 1).len();
        let news = G::news(&known.events()[before..], known.view());
        let who = match seat == self.person {
            true => "You".to_owned(),
            false => format!("{name} ({seat})"),
        };
        let action = replay::told::<G>(viewer, seat, action);
        writeln!(self.out, "{who}: {}", self.style.strong(action))?;
        for line in news {
            writeln!(self.out, "  {}", self.style.faint(line))?;
        }
        Ok(())
    }

    fn answer(&mut self, line: &str, menu: &Menu<G::Action>) -> anyhow::Result<Next> {
        let lower = line.to_ascii_lowercase();
        let (word, rest) = lower.split_once(' ').unwrap_or((&lower, ""));
        match (word, rest) {
            ("", _) => {}
            ("help" | "?", "") => writeln!(self.out, "{}\n\n{COMMANDS}", G::HELP)?,
            ("moves", "") => write!(self.out, "{}", menu.list(Some(""), self.style))?,
            ("moves", prefix) => write!(self.out, "{}", menu.list(Some(prefix), self.style))?,
            ("show", "") => return Ok(Next::Turn),
            ("hint", "") => self.hint()?,
            ("log", "") => {
                let viewer = Viewer::Seat(self.person);
                let plies = self.table.actions().len();
                for line in replay::log(&self.table, plies, viewer, self.style) {
                    writeln!(self.out, "{line}")?;
                }
            }
            ("undo", "") => {
                if self.undo() {
                    writeln!(self.out, "Taken back.")?;
                    return Ok(Next::Turn);
                }
                writeln!(
                    self.out,
                    "There is nothing to take back, or something was revealed since."
                )?;
            }
            ("resign", "") => {
                self.table.resign(self.person);
                return Ok(Next::Turn);
            }
            ("quit" | "exit", "") => {
                writeln!(self.out, "The game is unfinished.")?;
                return Ok(Next::Quit);
            }
            _ => match menu.choose(line) {
                Choice::Action(action) => {
                    self.perform(self.person, action)?;
                    return Ok(Next::Turn);
                }
                Choice::Several(several) => {
                    writeln!(self.out, "Which one?\n  {}", several.join("\n  "))?;
                }
                Choice::Illegal(action) => {
                    let refusal = self.table.state().check(self.person, action);
                    let why =
                        refusal.map_or_else(|refusal| refusal.to_string(), |()| String::new());
                    writeln!(self.out, "You cannot {action}: {why}.")?;
                }
                Choice::None(why) => writeln!(self.out, "{why}. Type 'help' for help.")?,
            },
        }
        Ok(Next::Ask)
    }

    /// Prints the search's preferred actions.
    fn hint(&mut self) -> anyhow::Result<()> {
        const SIMULATIONS: u32 = 2000;
        const SHOWN: usize = 3;
        let known = self.table.information_state(Viewer::Seat(self.person));
        let mut search = Search::<G, G::Heuristics>::new(&known);
        search.run(SIMULATIONS, &mut self.hints);
        let actions = search.analysis().actions;
        for stats in actions.iter().filter(|stats| stats.visits > 0).take(SHOWN) {
            writeln!(
                self.out,
                "{:>5.0} %  {}  {}",
                100.0 * f64::from(stats.visits) / f64::from(SIMULATIONS),
                stats.action,
                self.style.faint(format!("value {:.2}", stats.value))
            )?;
        }
        writeln!(
            self.out,
            "{}",
            self.style.faint(
                "Share of the search's tries, and the value it expects: 1 a sure win, 0 a loss."
            )
        )?;
        Ok(())
    }

    /// Takes back the person's last action and what followed it, if none of it
    /// revealed anything.
    fn undo(&mut self) -> bool {
        let mut earlier = self.table.clone();
        while earlier.may_undo().is_some() {
            if earlier.undo().is_some_and(|(seat, _)| seat == self.person) {
                self.table = earlier;
                return true;
            }
        }
        false
    }
}

const COMMANDS: &str = "\
Type an action as it is listed, or its number, or an unambiguous abbreviation.
  moves [WORDS]  list all actions, or those that match
  show           show the position again
  hint           what the search would play
  undo           take your last action back, if nothing was revealed since
  log            all actions so far
  resign         give up
  quit           leave; with --record what was played is saved";

/// Reads a line in any encoding, so that a stray byte does not end the game. Returns the number of bytes read.
fn read_line(input: &mut dyn BufRead, line: &mut String) -> anyhow::Result<usize> {
    let mut bytes = Vec::new();
    let count = input
        .read_until(b'\n', &mut bytes)
        .map_err(|error| anyhow!("cannot read standard input: {error}"))?;
    line.push_str(&String::from_utf8_lossy(&bytes));
    Ok(count)
}
