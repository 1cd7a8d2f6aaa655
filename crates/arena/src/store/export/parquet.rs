//! Results as a Parquet file: typed columns for notebooks, a row for each seat of each game.

use super::{ExportError, Store};
use crate::outcome::{GameResult, SeatResult};
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::io::{self, Write};
use std::sync::Arc;

/// The columns, those of the CSV: the number of the game in the schedule, from 0; the seat, from 0; the name of
/// the player; the final score in the game's own unit; the place, 1 for the winners; the part of
/// the win, 0 to 1; the number of fallback moves played for the seat.
const SCHEMA: &str = "message seats {
    REQUIRED INT64 game (INTEGER(64, false));
    REQUIRED INT32 seat (INTEGER(8, false));
    REQUIRED BYTE_ARRAY player (STRING);
    REQUIRED INT32 score (INTEGER(32, true));
    REQUIRED INT32 place (INTEGER(8, false));
    REQUIRED DOUBLE share;
    REQUIRED INT64 faults (INTEGER(64, false));
}";

/// Games of a row group: what is encoded at once, and what a reader can skip.
const GROUP: usize = 1 << 16;

impl Store {
    /// Writes a Parquet file with a row for each seat of each game below number `end`, in order; how many games there are.
    ///
    /// Columns: `game` (number in the schedule, from 0), `seat` (from 0), `player` (name), `score` (in the game's
    /// own unit), `place` (1 for the winners), `share` (part of the win, 0 to 1), `faults` (fallback moves).
    ///
    /// # Errors
    /// [`ExportError`].
    pub async fn export_parquet(
        &self,
        tournament: i64,
        end: Option<u64>,
        out: &mut (dyn Write + Send),
    ) -> Result<u64, ExportError> {
        let names = self.players(tournament).await?;
        let results = self.results_below(tournament, end).await?;
        write(&names, &results, out).map_err(told)?;
        out.flush()?;
        Ok(results.len() as u64)
    }
}

/// The cause alone: what it is written to, in words of the system.
fn told(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(cause) => io::Error::other(cause.to_string()),
        other => io::Error::other(other),
    }
}

fn write(
    names: &[String],
    results: &[GameResult],
    out: &mut (dyn Write + Send),
) -> Result<(), ParquetError> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
    let mut file = SerializedFileWriter::new(out, schema, Arc::new(properties.build()))?;
    for games in results.chunks(GROUP) {
        let rows: Vec<Row<'_>> = (games.iter())
            .flat_map(|game| {
                (0..)
                    .zip(&game.seats)
                    .map(|(seat, of)| (game.number, seat, of))
            })
            .collect();
        let name = |player: usize| names.get(player).map_or("", String::as_str);
        let mut group = file.next_row_group()?;
        column::<Int64Type>(&mut group, &rows, |row| row.0 as i64)?;
        column::<Int32Type>(&mut group, &rows, |row| row.1)?;
        column::<ByteArrayType>(&mut group, &rows, |row| ByteArray::from(name(row.2.player)))?;
        column::<Int32Type>(&mut group, &rows, |row| row.2.score)?;
        column::<Int32Type>(&mut group, &rows, |row| row.2.place as i32)?;
        column::<DoubleType>(&mut group, &rows, |row| row.2.share)?;
        column::<Int64Type>(&mut group, &rows, |row| row.2.faults as i64)?;
        group.close()?;
    }
    file.close()?;
    Ok(())
}

/// The game's number, the seat and its result.
type Row<'a> = (u64, i32, &'a SeatResult);

/// Writes the next column.
fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, &mut (dyn Write + Send)>,
    rows: &[Row<'_>],
    value: impl Fn(&Row<'_>) -> T::T,
) -> Result<(), ParquetError> {
    let values: Vec<T::T> = rows.iter().map(value).collect();
    let mut column = (group.next_column()?).expect("the schema has as many columns as are written");
    column.typed::<T>().write_batch(&values, None, None)?;
    column.close()
}
