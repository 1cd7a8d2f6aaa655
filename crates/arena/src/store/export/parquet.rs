//! Results as a Parquet file: typed columns for notebooks, a row for each seat of each game.

use super::rows::{SeatRow, SeatRows};
use super::{ExportError, Store};
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use std::io::{self, Write};
use std::sync::Arc;

/// The columns, those of the CSV. Games that an earlier version has stored lack what is optional.
const SCHEMA: &str = "message seats {
    REQUIRED INT64 game (INTEGER(64, false));
    REQUIRED INT32 seat (INTEGER(8, false));
    REQUIRED BYTE_ARRAY player (STRING);
    REQUIRED INT32 score (INTEGER(32, true));
    REQUIRED INT32 place (INTEGER(8, false));
    REQUIRED DOUBLE share;
    REQUIRED INT64 faults (INTEGER(64, false));
    REQUIRED INT64 deal (INTEGER(64, false));
    REQUIRED INT64 round (INTEGER(64, false));
    REQUIRED INT64 pairing (INTEGER(64, false));
    REQUIRED INT32 rotation (INTEGER(8, false));
    OPTIONAL INT64 plies (INTEGER(64, false));
    OPTIONAL DOUBLE duration_ms;
    OPTIONAL DOUBLE thinking_ms;
    OPTIONAL DOUBLE max_thinking_ms;
    OPTIONAL BYTE_ARRAY stop (STRING);
}";

/// Rows of a row group, at least: what is encoded at once, and what a reader can skip. Bounds memory.
const GROUP: usize = 1 << 17;

impl Store {
    /// Writes a Parquet file with a row for each seat of each game below number `end`, in order; how many games there are.
    ///
    /// The columns are those of the CSV; docs/tournaments.md documents them.
    ///
    /// # Errors
    /// [`ExportError`].
    pub async fn export_parquet(
        &self,
        tournament: i64,
        end: Option<u64>,
        out: &mut (dyn Write + Send),
    ) -> Result<u64, ExportError> {
        let mut rows = SeatRows::new(self, tournament, end).await?;
        let schema = Arc::new(parse_message_type(SCHEMA).map_err(told)?);
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY);
        let mut file = SerializedFileWriter::new(&mut *out, schema, Arc::new(properties.build()))
            .map_err(told)?;
        let (mut group, mut games) = (Vec::new(), 0);
        while let Some(mut part) = rows.next().await? {
            games += part.iter().filter(|row| row.seat == 0).count() as u64;
            group.append(&mut part);
            if group.len() >= GROUP {
                write_group(&rows.names, &group, &mut file).map_err(told)?;
                group.clear();
            }
        }
        if !group.is_empty() {
            write_group(&rows.names, &group, &mut file).map_err(told)?;
        }
        file.close().map_err(told)?;
        out.flush()?;
        Ok(games)
    }
}

/// The cause alone: what it is written to, in words of the system.
fn told(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(cause) => io::Error::other(cause.to_string()),
        other => io::Error::other(other),
    }
}

fn write_group<W: Write + Send>(
    names: &[String],
    rows: &[SeatRow],
    file: &mut SerializedFileWriter<W>,
) -> Result<(), ParquetError> {
    let name = |player: usize| names.get(player).map_or("", String::as_str);
    let mut group = file.next_row_group()?;
    let g = &mut group;
    column::<Int64Type, W>(g, rows, |row| Some(row.game as i64))?;
    column::<Int32Type, W>(g, rows, |row| Some(row.seat.into()))?;
    column::<ByteArrayType, W>(g, rows, |row| Some(name(row.result.player).into()))?;
    column::<Int32Type, W>(g, rows, |row| Some(row.result.score))?;
    column::<Int32Type, W>(g, rows, |row| Some(row.result.place as i32))?;
    column::<DoubleType, W>(g, rows, |row| Some(row.result.share))?;
    column::<Int64Type, W>(g, rows, |row| Some(row.result.faults as i64))?;
    column::<Int64Type, W>(g, rows, |row| Some(row.deal as i64))?;
    column::<Int64Type, W>(g, rows, |row| Some(row.round as i64))?;
    column::<Int64Type, W>(g, rows, |row| Some(row.pairing as i64))?;
    column::<Int32Type, W>(g, rows, |row| Some(row.rotation as i32))?;
    column::<Int64Type, W>(g, rows, |row| row.plies)?;
    column::<DoubleType, W>(g, rows, |row| row.duration_ms)?;
    column::<DoubleType, W>(g, rows, |row| row.thinking_ms)?;
    column::<DoubleType, W>(g, rows, |row| row.max_thinking_ms)?;
    column::<ByteArrayType, W>(g, rows, |row| row.stop.as_deref().map(ByteArray::from))?;
    group.close()?;
    Ok(())
}

/// Writes the next column. Required columns have every value.
fn column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    rows: &[SeatRow],
    value: impl Fn(&SeatRow) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let values: Vec<T::T> = rows.iter().filter_map(&value).collect();
    let present: Vec<i16> = rows.iter().map(|row| value(row).is_some().into()).collect();
    let mut column = (group.next_column()?).expect("the schema has as many columns as are written");
    column
        .typed::<T>()
        .write_batch(&values, Some(&present), None)?;
    column.close()
}
