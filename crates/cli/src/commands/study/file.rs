//! The file of results.

use super::{Args, MEASURED};
use anyhow::{anyhow, bail};
use parlour_engine::Streams;
use parlour_games::primi_composti::Rules;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::Path;

/// One deal.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) deal: u64,
    pub(super) seed: u64,
    /// Primes that player 1 holds.
    pub(super) primes: usize,
    /// The exact value.
    pub(super) value: i32,
    /// The difference when both play `greedy_asc`.
    pub(super) greedy: i32,
    /// The difference when player 1, then player 2, plays the best reply to the other's `greedy_asc`.
    pub(super) replies: Option<[i32; 2]>,
    /// Points that each of the measured policies loses in two games against perfect play, one in each seat.
    pub(super) losses: Option<Vec<i32>>,
}

const COLUMNS: &str = "deal,seed,primes1,value,greedy,reply1,reply2";

impl Row {
    pub(super) fn text(&self) -> String {
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
pub(super) fn open(args: &Args, rules: &Rules) -> anyhow::Result<(File, BTreeMap<u64, Row>)> {
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
        (
            whole as u64,
            read(&args.csv, &text[..whole], &head, args.seed)?,
        )
    };
    file.set_len(kept).map_err(failed)?;
    file.seek(std::io::SeekFrom::End(0)).map_err(failed)?;
    if kept == 0 {
        file.write_all(head.as_bytes()).map_err(failed)?;
    }
    Ok((file, rows))
}

fn read(path: &Path, text: &str, head: &str, seed: u64) -> anyhow::Result<BTreeMap<u64, Row>> {
    let Some(rows) = text.strip_prefix(head) else {
        bail!(
            "{} belongs to another study: name another file with --csv",
            path.display()
        );
    };
    let mut done = BTreeMap::new();
    for (at, line) in rows.lines().enumerate() {
        let wrong = |what: String| anyhow!("{}, line {}: {what}", path.display(), at + 3);
        let row = Row::read(line)
            .filter(|row| row.seed == Streams::new(seed).game_seed(row.deal))
            .ok_or_else(|| wrong("no deal of this study".to_owned()))?;
        if done.contains_key(&row.deal) {
            return Err(wrong(format!("deal {} is there twice", row.deal)));
        }
        done.insert(row.deal, row);
    }
    Ok(done)
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
