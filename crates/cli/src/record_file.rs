//! Files of records, read line by line; and links of games.

use crate::games::{self, Task, Terminal};
use anyhow::{anyhow, bail};
use parlour_engine::{RecordError, RecordLink};
use parlour_protocol::import;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Write};
use std::path::Path;

/// The longest accepted line, in bytes; records have a few thousand.
const MAX_LINE_BYTES: u64 = 1 << 24;

/// What stands before a link in an address of the web app.
pub(crate) const LINK_ROUTE: &str = "#/replay/link/";

/// Prints what `tell` says of each record of a file, which is standard input if it is `-`. `tell` also receives the
/// number of records before it. A log of the original Modern Art server is read as a record, and so is a link in place
/// of the file. Returns the number of records.
///
/// # Errors
/// The first that cannot be read, or that `tell` rejects, by its line; a file without records.
pub(crate) fn print_each(
    file: &Path,
    blank_lines: bool,
    out: &mut dyn Write,
    mut tell: impl FnMut(&str, u64) -> anyhow::Result<String>,
) -> anyhow::Result<u64> {
    let name = file.display();
    if let Some(record) = linked(file)? {
        writeln!(out, "{}", tell(&record, 0)?)?;
        return Ok(1);
    }
    let input: Box<dyn io::Read> = if file.as_os_str() == "-" {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(file).map_err(|error| anyhow!("cannot read {name}: {error}"))?)
    };
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    let mut records = 0_u64;
    for number in 1.. {
        line.clear();
        (&mut input)
            .take(MAX_LINE_BYTES)
            .read_until(b'\n', &mut line)
            .map_err(|error| anyhow!("cannot read {name}: {error}"))?;
        if line.is_empty() {
            break;
        }
        if line.len() as u64 == MAX_LINE_BYTES {
            bail!("{name} line {number}: longer than any record");
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let is_log = records == 0 && std::str::from_utf8(&line).is_ok_and(import::is_log);
        if is_log {
            let record =
                read_log(&line, &mut input).map_err(|error| anyhow!("{name}: {error:#}"))?;
            writeln!(out, "{}", tell(&record, 0)?)?;
            return Ok(1);
        }
        let told = std::str::from_utf8(&line)
            .map_err(|error| RecordError::Format(error.to_string()).into())
            .and_then(|line| tell(line.trim_end(), records))
            .map_err(|error| anyhow!("{name} line {number}: {error:#}"))?;
        if records > 0 && blank_lines {
            writeln!(out)?;
        }
        writeln!(out, "{told}")?;
        // A game may take long to analyse: what is known should be seen.
        out.flush()?;
        records += 1;
    }
    if records == 0 {
        bail!("{name} holds no record");
    }
    Ok(records)
}

/// The record of a link: of an address, or of a text alone that names no file and is whole.
fn linked(file: &Path) -> anyhow::Result<Option<String>> {
    let Some(text) = file.to_str() else {
        return Ok(None);
    };
    let is_address = text.contains(LINK_ROUTE);
    if !is_address && file.exists() {
        return Ok(None);
    }
    let line = RecordLink::read(text)
        .map_err(anyhow::Error::from)
        .and_then(|link| {
            let game = link.game().to_owned();
            games::with(&game, Linked(link)).unwrap_or_else(|| bail!("unknown game '{game}'"))
        });
    if is_address {
        line.map(Some)
    } else {
        Ok(line.ok())
    }
}

struct Linked(RecordLink);

impl Task for Linked {
    type Output = anyhow::Result<String>;

    fn run<G: Terminal>(self) -> anyhow::Result<String> {
        Ok(self.0.table::<G>()?.record().to_line())
    }
}

/// Reads the rest of a log after its first line and returns it as a record's line.
fn read_log(first: &[u8], rest: &mut impl io::Read) -> anyhow::Result<String> {
    let mut log = first.to_vec();
    rest.take(MAX_LINE_BYTES).read_to_end(&mut log)?;
    let record = import::record(&String::from_utf8_lossy(&log))?;
    Ok(record.to_line())
}
