//! The CSV file of a study's results.

use super::study::{Row, Study, StudyError};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};

/// The CSV file of a study. After any interruption it can be opened again and continued.
#[derive(Debug)]
pub struct StudyFile {
    path: PathBuf,
    file: File,
}

impl StudyFile {
    /// Opens or creates the file of a study, and returns the deals it holds.
    ///
    /// # Errors
    /// [`StudyError::File`]: it cannot be read or written, or is that of another study.
    pub fn open(path: &Path, study: &Study) -> Result<(StudyFile, BTreeMap<u64, Row>), StudyError> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(|error| cannot("write", path, &error))?;
        let mut text = String::new();
        file.read_to_string(&mut text)
            .map_err(|error| cannot("read", path, &error))?;
        // A line that was cut off when the study was killed is done again.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let head = study.head();
        let (kept, rows) = if text[..whole].is_empty() {
            (0, BTreeMap::new())
        } else {
            (whole as u64, read(path, &text[..whole], &head, study)?)
        };
        let mut prepare = || {
            file.set_len(kept)?;
            file.seek(std::io::SeekFrom::End(0))?;
            if kept == 0 {
                file.write_all(head.as_bytes())?;
            }
            Ok(())
        };
        prepare().map_err(|error| cannot("write", path, &error))?;
        let path = path.to_owned();
        Ok((StudyFile { path, file }, rows))
    }

    /// Adds a deal: one write, so that what is killed loses only what is in flight.
    ///
    /// # Errors
    /// [`StudyError::File`].
    pub fn add(&mut self, row: &Row) -> Result<(), StudyError> {
        self.file
            .write_all(format!("{}\n", row.text()).as_bytes())
            .map_err(|error| cannot("write", &self.path, &error))
    }
}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> StudyError {
    StudyError::File(format!("cannot {what} {}: {error}", path.display()))
}

fn read(
    path: &Path,
    text: &str,
    head: &str,
    study: &Study,
) -> Result<BTreeMap<u64, Row>, StudyError> {
    let Some(rows) = text.strip_prefix(head) else {
        return Err(StudyError::File(format!(
            "{} belongs to another study: name another file with --csv",
            path.display()
        )));
    };
    let mut done = BTreeMap::new();
    for (at, line) in rows.lines().enumerate() {
        let wrong =
            |what: String| StudyError::File(format!("{}, line {}: {what}", path.display(), at + 3));
        let row = Row::read(line)
            .filter(|row| row.seed == study.seed(row.deal))
            .ok_or_else(|| wrong("no deal of this study".to_owned()))?;
        if done.contains_key(&row.deal) {
            return Err(wrong(format!("deal {} is there twice", row.deal)));
        }
        done.insert(row.deal, row);
    }
    Ok(done)
}
