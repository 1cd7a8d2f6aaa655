//! `parlour study`

use super::cross::policy;
use super::primi_args::{RulesArgs, primes, threads};
use crate::svg;
use crate::tally::wilson;
use anyhow::{anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use parlour_agents::primi_composti::Minimax;
use parlour_engine::{DealSource, Game as _, Policy, Seat, Streams, Viewer};
use parlour_games::primi_composti::{Action, PrimiComposti, Rules, Version};
use parlour_solvers::primi_composti::minimax::Horizon;
use parlour_solvers::primi_composti::{self, Effort, Layered, Position, Step, alphabeta};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

/// Policies whose loss against perfect play is measured. The last three differ in what they think of the horizon only.
const MEASURED: [&str; 13] = [
    "greedy_asc",
    "minimax_1",
    "minimax_2",
    "minimax_3",
    "minimax_4",
    "minimax_5",
    "minimax_6",
    "minimax_7",
    "minimax_8",
    "staged_6_6_6_6",
    "staged_8_8_8",
    "minimax_4_hands",
    "minimax_4_threat",
];

/// Solve random deals: who is favoured under perfect play, and what other play costs
///
/// Every deal solved is a line of a CSV file, written at once: stopped in any way and started again with
/// the same arguments, the study goes on where it was. The deals are those of seeds that follow from
/// --seed, so that a larger study begins with the deals of a smaller one.
///
/// Example: parlour study primi-composti --deals 10000 --seed 1
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which game
    #[arg(value_parser = ["primi-composti"])]
    game: String,

    #[command(flatten)]
    rules: RulesArgs,

    /// How many deals
    #[arg(long, default_value_t = 1000, allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    deals: u64,

    /// The seed of the deals
    #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,

    /// Version 1: the best reply to greedy play for so many of the deals
    #[arg(long, default_value_t = 200, allow_negative_numbers = true)]
    replies: u64,

    /// Version 1: what greedy play, minimax and staged search lose against perfect play, for so many of the deals
    #[arg(long, default_value_t = 20, allow_negative_numbers = true)]
    losses: u64,

    /// The file of results, which is taken up again
    #[arg(long, value_name = "FILE", default_value = "primi-composti-study.csv")]
    csv: PathBuf,

    /// Draw the distribution of values to this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// How many threads; as many as the machine has cores when not given
    #[arg(long, allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: Option<u16>,
}

/// One deal.
#[derive(Clone, Debug, PartialEq)]
struct Row {
    deal: u64,
    seed: u64,
    /// Primes that player 1 holds.
    primes: usize,
    /// The exact value.
    value: i32,
    /// The difference when both play `greedy_asc`.
    greedy: i32,
    /// The difference when player 1, then player 2, plays the best reply to the other's `greedy_asc`.
    replies: Option<[i32; 2]>,
    /// Points that each of the measured policies loses in two games against perfect play, one in each seat.
    losses: Option<Vec<i32>>,
}

const COLUMNS: &str = "deal,seed,primes1,value,greedy,reply1,reply2";

impl Row {
    fn text(&self) -> String {
        let mut text = format!(
            "{},{},{},{},{}",
            self.deal, self.seed, self.primes, self.value, self.greedy
        );
        match self.replies {
            Some([one, two]) => text += &format!(",{one},{two}"),
            None => text += ",,",
        }
        for at in 0..MEASURED.len() {
            text.push(',');
            if let Some(losses) = &self.losses {
                text += &losses[at].to_string();
            }
        }
        text
    }

    fn read(line: &str) -> Option<Row> {
        let fields: Vec<&str> = line.split(',').collect();
        if fields.len() != 7 + MEASURED.len() {
            return None;
        }
        let number = |at: usize| fields[at].parse::<i32>().ok();
        let losses: Option<Vec<i32>> = (7..fields.len()).map(number).collect();
        Some(Row {
            deal: fields[0].parse().ok()?,
            seed: fields[1].parse().ok()?,
            primes: fields[2].parse().ok()?,
            value: number(3)?,
            greedy: number(4)?,
            replies: number(5).zip(number(6)).map(|(one, two)| [one, two]),
            losses,
        })
    }
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let rules = args.rules.rules();
    let start: PrimiComposti = DealSource::Seed(0).start(rules.clone())?;
    Position::of(&start)?.check()?;
    let (mut file, done) = open(&args, &rules)?;
    let todo: Vec<u64> = (0..args.deals)
        .filter(|deal| !done.contains_key(deal))
        .collect();
    let mut rows: Vec<Row> = done
        .into_values()
        .filter(|row| row.deal < args.deals)
        .collect();
    if !todo.is_empty() {
        let bar = ProgressBar::new(args.deals);
        bar.set_style(ProgressStyle::with_template(
            "{bar:40} {pos}/{len} deals, {per_sec}, {eta} left",
        )?);
        bar.set_position(rows.len() as u64);
        bar.reset_eta();
        let next = AtomicU64::new(0);
        let (send, receive) = mpsc::channel();
        std::thread::scope(|scope| -> anyhow::Result<()> {
            for _ in 0..threads(args.threads) {
                let (send, next, todo, rules, args) = (send.clone(), &next, &todo, &rules, &args);
                scope.spawn(move || {
                    let mut layered = Layered::new();
                    while let Some(&deal) = todo.get(next.fetch_add(1, Ordering::Relaxed) as usize)
                    {
                        let row = solve(args, rules, deal, &mut layered);
                        // Nobody listens any more when the file cannot be written.
                        if send.send(row).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(send);
            for row in receive {
                let row = row?;
                // One write a line: what is killed loses only what is in flight.
                file.write_all(format!("{}\n", row.text()).as_bytes())
                    .map_err(|error| anyhow!("cannot write {}: {error}", args.csv.display()))?;
                bar.inc(1);
                rows.push(row);
            }
            Ok(())
        })?;
        bar.finish_and_clear();
    }
    rows.sort_unstable_by_key(|row| row.deal);
    if let Some(path) = &args.plot {
        let values: Vec<i32> = rows.iter().map(|row| row.value).collect();
        let greedy: Vec<i32> = rows.iter().map(|row| row.greedy).collect();
        let title = format!(
            "Primi Composti, {}: {} deals",
            args.rules.about(),
            rows.len()
        );
        let drawing = svg::distribution(
            &title,
            ["perfect play", "greedy_asc by both"],
            [&values, &greedy],
        );
        std::fs::write(path, drawing)
            .map_err(|error| anyhow!("cannot write {}: {error}", path.display()))?;
    }
    report(&args, &rows, out)
}

/// What the file's first line says, so that different studies are not mixed.
fn headline(args: &Args, rules: &Rules) -> String {
    format!(
        "# parlour study primi-composti version={} cards={} prime={} composite={} seed={}",
        rules.version.name(),
        rules.cards,
        rules.prime,
        rules.composite,
        args.seed
    )
}

/// The file, ready for more, and the deals it holds.
fn open(args: &Args, rules: &Rules) -> anyhow::Result<(File, BTreeMap<u64, Row>)> {
    let failed = |error: std::io::Error| anyhow!("cannot write {}: {error}", args.csv.display());
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&args.csv)
        .map_err(failed)?;
    let mut text = String::new();
    file.read_to_string(&mut text)
        .map_err(|error| anyhow!("cannot read {}: {error}", args.csv.display()))?;
    // A line that was cut off when the study was killed is done again.
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let head = format!(
        "{}\n{COLUMNS},{}\n",
        headline(args, rules),
        MEASURED.join(",")
    );
    let (kept, rows) = if text[..whole].is_empty() {
        (0, BTreeMap::new())
    } else {
        (whole as u64, read(&args.csv, &text[..whole], &head)?)
    };
    file.set_len(kept).map_err(failed)?;
    file.seek(std::io::SeekFrom::End(0)).map_err(failed)?;
    if kept == 0 {
        file.write_all(head.as_bytes()).map_err(failed)?;
    }
    Ok((file, rows))
}

fn read(path: &Path, text: &str, head: &str) -> anyhow::Result<BTreeMap<u64, Row>> {
    let Some(rows) = text.strip_prefix(head) else {
        bail!(
            "{} belongs to another study: name another file with --csv",
            path.display()
        );
    };
    rows.lines()
        .enumerate()
        .map(|(at, line)| {
            let row = Row::read(line)
                .ok_or_else(|| anyhow!("{}, line {}: no deal", path.display(), at + 3))?;
            Ok((row.deal, row))
        })
        .collect()
}

fn solve(args: &Args, rules: &Rules, deal: u64, layered: &mut Layered) -> anyhow::Result<Row> {
    let seed = Streams::new(args.seed).game_seed(deal);
    let game: PrimiComposti = DealSource::Seed(seed).start(rules.clone())?;
    let position = Position::of(&game)?;
    let layers = rules.version == Version::One;
    let value = if layers {
        layered.value(&position)?.0
    } else {
        // The deals are spread over the threads: each is solved on one.
        let effort = Effort::for_cards(2 * usize::from(rules.cards), 1);
        alphabeta::solve(&position, effort, &mut |_, _| ())?.value
    };
    let replies = if layers && deal < args.replies {
        Some([
            layered.best_reply(&position, 1)?,
            layered.best_reply(&position, 0)?,
        ])
    } else {
        None
    };
    let losses = if layers && deal < args.losses {
        let measured = MEASURED
            .iter()
            .map(|name| loss(&game, name, value, layered));
        Some(measured.collect::<anyhow::Result<_>>()?)
    } else {
        None
    };
    let mut greedy = [policy("greedy_asc")?, policy("greedy_asc")?];
    let [one, two] = &mut greedy;
    Ok(Row {
        deal,
        seed,
        primes: primes(&position.hands[0]),
        value,
        greedy: play(&game, one.as_mut(), two.as_mut())?,
        replies,
        losses,
    })
}

fn play(
    game: &PrimiComposti,
    one: &mut dyn Policy<PrimiComposti>,
    two: &mut dyn Policy<PrimiComposti>,
) -> anyhow::Result<i32> {
    let mut game = game.clone();
    // All policies measured are deterministic.
    let mut rng = Streams::new(0).task(0);
    while let Some(seat) = game.to_move().first() {
        let view = game.view(Viewer::Seat(seat));
        let legal = game.legal_actions(seat);
        let action = match seat == game.first() {
            true => one.choose(&view, &legal, &mut rng),
            false => two.choose(&view, &legal, &mut rng),
        };
        game.play(seat, action)?;
    }
    let (scores, first) = (game.scores(), game.first().index());
    Ok(scores[first] - scores[1 - first])
}

/// What a policy loses in two games against perfect play, one in each seat.
fn loss(
    game: &PrimiComposti,
    name: &str,
    value: i32,
    layered: &mut Layered,
) -> anyhow::Result<i32> {
    let horizon = match name {
        "minimax_4_hands" => Some(Horizon::Hands),
        "minimax_4_threat" => Some(Horizon::Threat),
        _ => None,
    };
    let mut policy: Box<dyn Policy<PrimiComposti>> = match horizon {
        Some(horizon) => Box::new(Minimax::with_horizon(4, horizon)),
        None => policy(name)?,
    };
    let mut lost = 0;
    for seat in [game.first(), game.first().other()] {
        let mut perfect = FollowsTheLine {
            layered: &mut *layered,
            line: Vec::new(),
        };
        let mut game = game.clone();
        let mut rng = Streams::new(0).task(0);
        while let Some(mover) = game.to_move().first() {
            let action = if mover == seat {
                let view = game.view(Viewer::Seat(mover));
                policy.choose(&view, &game.legal_actions(mover), &mut rng)
            } else {
                perfect.choose(&game)?
            };
            perfect.saw(action);
            game.play(mover, action)?;
        }
        let (scores, first) = (game.scores(), game.first().index());
        let result = scores[first] - scores[1 - first];
        lost += if seat == Seat(first as u8) {
            value - result
        } else {
            result - value
        };
    }
    Ok(lost)
}

/// Perfect play that solves again only when the other has left the line.
struct FollowsTheLine<'a> {
    layered: &'a mut Layered,
    /// What is still expected, the next card last.
    line: Vec<Step>,
}

impl FollowsTheLine<'_> {
    fn choose(&mut self, game: &PrimiComposti) -> anyhow::Result<Action> {
        if self.line.is_empty() {
            let position = Position::of(game)?;
            let primi_composti::Solution { line, .. } = self.layered.solve(&position)?;
            self.line = line;
            self.line.reverse();
        }
        let next = self.line.last().ok_or_else(|| anyhow!("no card is left"))?;
        Ok(Action::plain(next.card))
    }

    fn saw(&mut self, action: Action) {
        if self.line.pop().is_some_and(|step| step.card != action.card) {
            self.line.clear();
        }
    }
}

/// Mean and half a 95 % interval (normal) of a sample.
fn mean(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let values: Vec<f64> = values.collect();
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
    (mean, 1.96 * error)
}

fn report(args: &Args, rows: &[Row], out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "{} deals, {}, seed {}; in brackets 95 % intervals, Wilson for shares, normal for means",
        rows.len(),
        args.rules.about(),
        args.seed
    )?;
    for (name, pick) in [
        (
            "perfect play by both",
            (|row: &Row| row.value) as fn(&Row) -> i32,
        ),
        ("greedy_asc by both", |row: &Row| row.greedy),
    ] {
        writeln!(out, "\n{name}")?;
        writeln!(
            out,
            "{:>8} {:>7} {:>22} {:>10} {:>22} {:>18}",
            "primes 1", "deals", "player 1 wins %", "ties %", "player 2 wins %", "mean difference"
        )?;
        let most = rows.iter().map(|row| row.primes).max().unwrap_or(0);
        for held in (0..=most).map(Some).chain([None]) {
            let some: Vec<i32> = rows
                .iter()
                .filter(|row| held.is_none_or(|held| row.primes == held))
                .map(pick)
                .collect();
            if some.is_empty() {
                continue;
            }
            let count = |wanted: i32| some.iter().filter(|v| v.signum() == wanted).count() as u64;
            let deals = some.len() as u64;
            let share = |count: u64| {
                let (low, high) = wilson(count, deals);
                let percent = 100.0 * count as f64 / deals as f64;
                format!("{percent:.1} ({:.1}–{:.1})", 100.0 * low, 100.0 * high)
            };
            let (mean, half) = mean(some.iter().map(|&value| f64::from(value)));
            let label = held.map_or("all".to_owned(), |held| held.to_string());
            writeln!(
                out,
                "{label:>8} {deals:>7} {:>22} {:>10.1} {:>22} {:>18}",
                share(count(1)),
                100.0 * count(0) as f64 / deals as f64,
                share(count(-1)),
                format!("{mean:+.2} (±{half:.2})")
            )?;
        }
    }
    let replied: Vec<(&Row, [i32; 2])> = rows
        .iter()
        .filter_map(|row| Some((row, row.replies?)))
        .collect();
    if !replied.is_empty() {
        let deals = replied.len() as u64;
        let stable = replied
            .iter()
            .filter(|(row, [one, two])| *one == row.greedy && *two == row.greedy)
            .count() as u64;
        let (low, high) = wilson(stable, deals);
        let gain = [0, 1].map(|seat| {
            mean(
                replied
                    .iter()
                    .map(|(row, replies)| f64::from([1, -1][seat] * (replies[seat] - row.greedy))),
            )
        });
        writeln!(
            out,
            "\ngreedy_asc by both is an equilibrium in {:.1} % ({:.1}–{:.1}) of {deals} deals; a best reply gains player 1 {:.2} (±{:.2}), player 2 {:.2} (±{:.2}) points on average",
            100.0 * stable as f64 / deals as f64,
            100.0 * low,
            100.0 * high,
            gain[0].0,
            gain[0].1,
            gain[1].0,
            gain[1].1
        )?;
    }
    let lost: Vec<&Vec<i32>> = rows.iter().filter_map(|row| row.losses.as_ref()).collect();
    if !lost.is_empty() {
        writeln!(
            out,
            "\npoints lost a game against perfect play, mean of both seats, {} deals",
            lost.len()
        )?;
        for (at, name) in MEASURED.iter().enumerate() {
            let (mean, half) = mean(lost.iter().map(|losses| f64::from(losses[at]) / 2.0));
            writeln!(out, "{name:18} {mean:6.2} (±{half:.2})")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_are_written() {
        let mut row = Row {
            deal: 3,
            seed: 17,
            primes: 4,
            value: -6,
            greedy: 2,
            replies: None,
            losses: None,
        };
        assert_eq!(Row::read(&row.text()), Some(row.clone()));
        row.replies = Some([4, -1]);
        row.losses = Some((0..MEASURED.len() as i32).collect());
        assert_eq!(Row::read(&row.text()), Some(row.clone()));
        assert_eq!(Row::read("3,17,4"), None);
    }
}
