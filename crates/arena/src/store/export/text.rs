//! Games as text: records, and a CSV.

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
        let names = self.players(tournament).await?;
        let results = self.results_below(tournament, end).await?;
        let mut csv = csv::Writer::from_writer(out);
        let wrong = |error: csv::Error| io::Error::other(error.to_string());
        csv.write_record([
            "game", "seat", "player", "score", "place", "share", "faults",
        ])
        .map_err(wrong)?;
        for game in &results {
            for (seat, result) in game.seats.iter().enumerate() {
                let player = names.get(result.player).map_or("", String::as_str);
                csv.write_record([
                    &game.number.to_string(),
                    &seat.to_string(),
                    player,
                    &result.score.to_string(),
                    &result.place.to_string(),
                    &result.share.to_string(),
                    &result.faults.to_string(),
                ])
                .map_err(wrong)?;
            }
        }
        csv.flush()?;
        Ok(results.len() as u64)
    }
}
