//! `parlour optimise`

use super::primi_composti_args::{peak_memory, threads};
use crate::exit::Usage;
use crate::style::Style;
use crate::{interrupt, output_file};
use anyhow::anyhow;
use indicatif::ProgressBar;
use parlour_engine::{Game as _, Seat, Viewer};
use parlour_games::masters_gallery::{Action, Artist, Card, MastersGallery, RoundResult};
use parlour_solvers::masters_gallery::pseudo_boolean::{self, PseudoBooleanProof};
use parlour_solvers::masters_gallery::{
    Answer, GameRecord, LeafProgress, Objective, Options, Progress, Question, optimise,
};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Bytes of a thread's stack: trees of branches may be deep.
const THREAD_STACK: usize = 8 << 20;

/// Find the best score that the rules allow, with a game and a proof
///
/// All players work together, and every card lies as it suits them. The game found is complete and
/// legal: `--record` writes it for `parlour replay`. What is proven, `--certificate` writes for `parlour verify`.
/// Below each player's cards are their points by round; the last columns are what the artists have gained.
///
/// Ctrl-C ends the search early, with the best game and the bound so far; `--from` goes on from a
/// certificate or the record of a game.
///
/// Example: parlour optimise masters-gallery --players 4 --rules seed-awards
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Which game
    #[arg(value_parser = ["masters-gallery"])]
    game: String,

    /// Players, 2 to 5
    #[arg(long, default_value_t = 4)]
    players: u8,

    /// A rule set: seed-base, seed-awards, seed-draw, seed-double, or full
    #[arg(long, value_name = "NAME", default_value = "seed-draw")]
    rules: String,

    /// Whose score counts: any, or a seat from 0 on
    #[arg(long, value_name = "any|SEAT", default_value = "any")]
    seat: String,

    /// What is sought: the highest score of one player, the least with which somebody can win, the highest sum of
    /// all players, or the highest score of one player without any award
    #[arg(long, default_value = "max", value_parser = Objective::ALL.map(Objective::name))]
    objective: String,

    /// Seconds after which the search stops, with the best game and the bound so far
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    time: f64,

    /// The number of threads [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Print one line of JSON
    #[arg(long)]
    json: bool,

    /// Write the game to this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Write the proof to this file: of the score, or of the bound if time was too short
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,

    /// Write a pseudo-Boolean program and a proof of a bound that the checker VeriPB 3 accepts, into this folder: for
    /// the highest score of one player with seed-base, seed-awards or seed-draw. With two players the bound is the
    /// score, with more it is higher
    #[arg(long, value_name = "DIR")]
    veripb: Option<PathBuf>,

    /// Go on from a certificate of the same question, with its game and what it proves, or from the record of a game: for
    /// seed-double and full. It is checked first, which is not part of the time
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
}

impl Args {
    fn question(&self) -> anyhow::Result<Question> {
        let seat = match self.seat.as_str() {
            "any" => None,
            text => Some(text.parse().map_err(|_| {
                Usage::of(format!(
                    "'{text}' is no seat: say any, or a number from 0 on"
                ))
            })?),
        };
        let objective = Objective::ALL
            .into_iter()
            .find(|o| o.name() == self.objective);
        Ok(Question {
            rules: self.rules.clone(),
            players: self.players,
            seat,
            objective: objective.ok_or_else(|| Usage::of("no such objective"))?,
        })
    }

    /// Checks that the files can be written, before a search that may take long.
    fn check_files(&self, question: &Question) -> anyhow::Result<()> {
        let files = self.record.iter().chain(&self.certificate);
        let mut files: Vec<PathBuf> = files.cloned().collect();
        if let Some(folder) = &self.veripb {
            pseudo_boolean::check_question(question).map_err(Usage::of)?;
            std::fs::create_dir_all(folder)
                .map_err(|error| anyhow!("cannot make {}: {error}", folder.display()))?;
            files.extend(veripb_files(folder, question));
        }
        files.iter().try_for_each(|file| output_file::check(file))
    }

    /// Writes all files that can be written. The error is that of the first other one.
    fn write_files(
        &self,
        question: &Question,
        answer: &Answer,
        record: &GameRecord,
        proof: Option<&PseudoBooleanProof>,
    ) -> anyhow::Result<()> {
        let mut written = Vec::new();
        if let Some(path) = &self.record {
            written.push(output_file::write(path, record.to_line() + "\n"));
        }
        match (&self.certificate, &answer.certificate) {
            (Some(path), Some(bytes)) => written.push(output_file::write(path, bytes)),
            (Some(path), None) => eprintln!(
                "no certificate: neither score nor bound is proven, {} is not written",
                path.display()
            ),
            (None, _) => {}
        }
        if let (Some(folder), Some(proof)) = (&self.veripb, proof) {
            let [program, derivation] = veripb_files(folder, question);
            written.push(output_file::write(&program, &proof.program));
            written.push(output_file::write(&derivation, &proof.proof));
        }
        written.into_iter().collect()
    }

    fn time(&self) -> anyhow::Result<Duration> {
        // A week, so that the clock cannot overflow.
        if !(0.0..=604_800.0).contains(&self.time) {
            return Err(Usage::of("--time is a number of seconds from 0 to 604800"));
        }
        Ok(Duration::from_secs_f64(self.time))
    }
}

pub(crate) fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let question = args.question()?;
    let time = args.time()?;
    args.check_files(&question)?;
    let start = Instant::now();
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(200));
    let progress = |at: Progress| {
        let best = at.best.map_or("nothing yet".to_owned(), |s| s.to_string());
        let mut text = format!("best {best}, {} parts searched", at.parts);
        if let Some(LeafProgress {
            bound,
            leaves,
            done,
            seconds,
        }) = at.leaves
        {
            text += &format!(", bound {bound}, {done} of {leaves} leaves done");
            if let Some(seconds) = seconds {
                text += &format!(", about {seconds} s left");
            }
        }
        bar.set_message(text);
    };
    let from = args.from.as_deref().map(read).transpose()?;
    let stop = Arc::new(AtomicBool::new(false));
    interrupt::sets(
        &stop,
        "stopping: what is proven is checked; Ctrl-C again to stop now",
    );
    let options = Options {
        time: Some(time),
        stop: Some(&stop),
        from: from.as_deref(),
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads(args.threads))
        .stack_size(THREAD_STACK)
        .build()?;
    let answer = pool.install(|| optimise(&question, options, &progress));
    let answer = answer.map_err(Usage::of)?;
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    let (Some(record), Some(score)) = (&answer.record, answer.score) else {
        return Err(anyhow!(
            "no game was found in {seconds:.0} s: give it more --time"
        ));
    };
    let proof = match &args.veripb {
        Some(_) => Some(pseudo_boolean::prove(&question, record, answer.seat).map_err(Usage::of)?),
        None => None,
    };
    let written = args.write_files(&question, &answer, record, proof.as_ref());
    if args.json {
        let report = serde_json::json!({
            "players": question.players,
            "rules": question.rules,
            "objective": question.objective.name(),
            "seat": question.seat,
            "score": score,
            "bound": answer.bound,
            "proven": answer.is_proven(),
            "nodes": answer.nodes,
            "seconds": seconds,
            "peak_mib": peak_memory(),
            "record": record,
            "veripb": proof.as_ref().map(|proof| serde_json::json!({ "bound": proof.bound })),
        });
        return written.and(writeln!(out, "{report}").map_err(Into::into));
    }
    // Also if a file was not written.
    written.and(print(&question, &answer, record, score, seconds, out))?;
    if let (Some(folder), Some(proof)) = (&args.veripb, &proof) {
        let [program, derivation] = veripb_files(folder, &question);
        writeln!(
            out,
            "to check that no score is above {}: veripb {} {}",
            proof.bound,
            program.display(),
            derivation.display()
        )?;
    }
    Ok(())
}

/// The files of a pseudo-Boolean program and its proof.
fn veripb_files(folder: &Path, question: &Question) -> [PathBuf; 2] {
    let name = format!("{}-{}", question.rules, question.players);
    let name = match question.seat {
        Some(seat) => format!("{name}-seat-{seat}"),
        None => name,
    };
    ["opb", "pbp"].map(|kind| folder.join(format!("{name}.{kind}")))
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| anyhow!("cannot read {}: {error}", path.display()))
}

/// A round as it was played.
struct Round {
    /// Cards of each artist on display, by seat.
    displays: Vec<[usize; 5]>,
    /// Who was awarded, by the seat that did it.
    awards: Vec<(Seat, Artist)>,
    /// The card turned up at its start, if the rules have one.
    extra: Option<Card>,
    /// What each artist has gained after the round.
    values: [i32; 5],
    result: RoundResult,
}

/// The rounds of a game, played again.
fn rounds(record: &GameRecord) -> anyhow::Result<Vec<Round>> {
    let mut game: MastersGallery = record.deal.clone().start(record.rules.clone())?;
    let seats = record.seats.len();
    let mut rounds = Vec::new();
    let mut displays = vec![[0; 5]; seats];
    let mut awards = Vec::new();
    let mut extra;
    for &(seat, action) in &record.actions {
        match action {
            Action::Play(card)
            | Action::Second(card)
            | Action::Lay(card)
            | Action::Show(card)
            | Action::Add(card) => {
                displays[seat.index()][card.artist.index()] += 1;
            }
            Action::Award(artist) => awards.push((seat, artist)),
            Action::Pass => {}
        }
        extra = game.extra();
        game.play(seat, action)?;
        if let Some(result) = game.results().get(rounds.len()) {
            rounds.push(Round {
                displays: std::mem::replace(&mut displays, vec![[0; 5]; seats]),
                awards: std::mem::take(&mut awards),
                extra,
                values: game.view(Viewer::Public).values,
                result: result.clone(),
            });
        }
    }
    Ok(rounds)
}

/// A player's cards in a round, each award after the artist who gets it.
fn cell(round: &Round, seat: usize) -> String {
    let mut text: String = Artist::ALL
        .iter()
        .map(|artist| {
            artist
                .to_string()
                .repeat(round.displays[seat][artist.index()])
        })
        .collect();
    for (_, artist) in round.awards.iter().filter(|(by, _)| by.index() == seat) {
        text += &format!(" {artist}*");
    }
    text
}

fn print(
    question: &Question,
    answer: &Answer,
    record: &GameRecord,
    score: i32,
    seconds: f64,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let style = Style::of_stdout();
    let rounds = rounds(record)?;
    let seats = record.seats.len();
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut heading = vec!["round".to_owned()];
    let turned_up = record.rules.extra_card;
    heading.extend(turned_up.then(|| "extra".to_owned()));
    heading.extend((0..seats).map(|seat| format!("seat {seat}")));
    heading.extend(Artist::ALL.map(|artist| artist.to_string()));
    lines.push(heading);
    for (number, round) in rounds.iter().enumerate() {
        let mut line = vec![(number + 1).to_string()];
        let extra = round.extra.map(|card| card.artist.to_string());
        line.extend(turned_up.then(|| extra.unwrap_or_default()));
        line.extend((0..seats).map(|seat| cell(round, seat)));
        line.extend(round.values.map(|value| value.to_string()));
        lines.push(line);
    }
    let mut sums = vec!["sum".to_owned()];
    sums.extend(turned_up.then(String::new));
    for seat in 0..seats {
        let parts: Vec<i32> = rounds
            .iter()
            .map(|round| round.result.scored[seat])
            .collect();
        let sum: i32 = parts.iter().sum();
        let parts: Vec<String> = parts.iter().map(i32::to_string).collect();
        sums.push(format!("{sum} = {}", parts.join("+")));
    }
    sums.resize(lines[0].len(), String::new());
    lines.push(sums);
    let widths: Vec<usize> = (0..lines[0].len())
        .map(|column| {
            lines
                .iter()
                .map(|line| line[column].len())
                .max()
                .unwrap_or(0)
        })
        .collect();
    for line in &lines {
        let cells: Vec<String> = line
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:width$}"))
            .collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    let about = match question.objective {
        Objective::Max => format!("the highest score, of seat {}", answer.seat),
        Objective::NoAwardMax => {
            format!("the highest score without awards, of seat {}", answer.seat)
        }
        Objective::MinWinner => "the least score with which somebody wins".to_owned(),
        Objective::MaxTotal => "the highest sum of all scores".to_owned(),
    };
    let proven = if answer.is_proven() {
        "proven".to_owned()
    } else {
        format!("not proven; the bound is {}", answer.bound)
    };
    writeln!(out, "score     {} ({about}; {proven})", style.strong(score))?;
    let memory = peak_memory().map_or(String::new(), |mib| format!(", {mib:.0} MiB at most"));
    writeln!(
        out,
        "{} parts searched in {seconds:.1} s{memory} ({} players, {})",
        answer.nodes, question.players, question.rules
    )?;
    Ok(())
}
