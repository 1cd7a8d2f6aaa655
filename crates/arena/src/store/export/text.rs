//! Games as text: records, and a CSV.

use super::rows::SeatRows;
use super::{ExportError, Store};
use std::io::{self, Write};

/// Games that are read at once: a bound on memory.
const CHUNK: u64 = 1000;

impl Store {
    /// Writes the records of the games of a tournament below number `end`, in order; how many there are.
    ///
    /// # Errors
    /// [`ExportError`].
    pub async fn export_records(
        &self,
        tournament: i64,
        end: Option<u64>,
        out: &mut (dyn Write + Send),
    ) -> Result<u64, ExportError> {
        let (mut from, mut count) = (0, 0);
        loop {
            let mut records = self.records(tournament, from, CHUNK).await?;
            records.retain(|(number, _)| end.is_none_or(|end| *number < end));
            let Some((last, _)) = records.last() else {
                out.flush()?;
                return Ok(count);
            };
            from = last + 1;
            for (_, record) in &records {
                writeln!(out, "{record}")?;
                count += 1;
            }
        }
    }

    /// Writes a CSV with a row for each seat of each game below number `end`, in order; how many games there are.
    ///
    /// # Errors
    /// [`ExportError`].
    pub async fn export_csv(
        &self,
        tournament: i64,
        end: Option<u64>,
        out: &mut (dyn Write + Send),
    ) -> Result<u64, ExportError> {
        let mut csv = self.csv(tournament, end).await?;
        while let Some(part) = csv.next().await? {
            out.write_all(&part)?;
        }
        out.flush()?;
        Ok(csv.games)
    }

    /// The CSV of a tournament in parts, which fit into memory however many games there are.
    ///
    /// # Errors
    /// [`ExportError`].
    pub async fn csv(&self, tournament: i64, end: Option<u64>) -> Result<CsvParts, ExportError> {
        Ok(CsvParts {
            rows: SeatRows::new(self, tournament, end).await?,
            has_header: false,
            games: 0,
        })
    }
}

/// A CSV in parts.
#[derive(Debug)]
pub struct CsvParts {
    rows: SeatRows,
    has_header: bool,
    games: u64,
}

const HEADER: [&str; 16] = [
    "game",
    "seat",
    "player",
    "score",
    "place",
    "share",
    "faults",
    "deal",
    "round",
    "pairing",
    "rotation",
    "plies",
    "duration_ms",
    "thinking_ms",
    "max_thinking_ms",
    "stop",
];

impl CsvParts {
    /// The next part; `None` after the last. The first begins with the names of the columns.
    ///
    /// # Errors
    /// [`ExportError`].
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, ExportError> {
        let wrong = |error: csv::Error| io::Error::other(error.to_string());
        let mut csv = csv::Writer::from_writer(Vec::new());
        let is_first = !std::mem::replace(&mut self.has_header, true);
        if is_first {
            csv.write_record(HEADER).map_err(wrong)?;
        }
        let Some(rows) = self.rows.next().await? else {
            let header = csv.into_inner().map_err(|error| error.into_error())?;
            return Ok(is_first.then_some(header));
        };
        for row in &rows {
            let player = self.rows.names.get(row.result.player);
            let player = player.map_or("", String::as_str);
            let stop = row.stop.as_deref().unwrap_or("");
            let time = |time: Option<f64>| time.map_or_else(String::new, |time| time.to_string());
            self.games += u64::from(row.seat == 0);
            csv.write_record([
                &row.game.to_string(),
                &row.seat.to_string(),
                player,
                &row.result.score.to_string(),
                &row.result.place.to_string(),
                &row.result.share.to_string(),
                &row.result.faults.to_string(),
                &row.deal.to_string(),
                &row.round.to_string(),
                &row.pairing.to_string(),
                &row.rotation.to_string(),
                &row.plies
                    .map_or_else(String::new, |plies| plies.to_string()),
                &time(row.duration_ms),
                &time(row.thinking_ms),
                &time(row.max_thinking_ms),
                stop,
            ])
            .map_err(wrong)?;
        }
        Ok(Some(csv.into_inner().map_err(|error| error.into_error())?))
    }
}
