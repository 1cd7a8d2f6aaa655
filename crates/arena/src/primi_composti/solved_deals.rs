//! Exact values of many deals in a compact file with a checksum.

use super::deal_values::{self, CHECKSUM, MAGIC};
use super::study::{Deals, Row, Study, StudyError};
use parlour_games::primi_composti::{Rules, Version};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;

/// Exact values of distinct deals of two players, by the number of the deal in [`Deals::Every`].
///
/// The format of the file is that of [`deal_values`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedDeals {
    rules: Rules,
    values: BTreeMap<u32, i8>,
}

/// Why a file of solved deals cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolvedDealsError {
    /// It does not begin with [`MAGIC`].
    #[error("no file of solved deals")]
    Magic,
    /// The checksum differs: the file was changed or cut off.
    #[error("the file is damaged: its checksum differs")]
    Checksum,
    /// The checksum is right, but the contents are invalid.
    #[error("the file is invalid: its contents do not follow the format")]
    Format,
}

impl SolvedDeals {
    /// No deals yet.
    pub const fn new(rules: Rules) -> SolvedDeals {
        SolvedDeals {
            rules,
            values: BTreeMap::new(),
        }
    }

    /// The rules of all deals.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of deals.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of a deal by its number: points of player 1 less those of player 2.
    pub fn get(&self, number: u64) -> Option<i32> {
        let value = self.values.get(&u32::try_from(number).ok()?)?;
        Some(i32::from(*value))
    }

    /// The deals in ascending order of number, with their values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u64, i32)> {
        (self.values.iter()).map(|(&number, &value)| (number.into(), value.into()))
    }

    /// Adds the deals of a study.
    ///
    /// # Errors
    /// [`StudyError`] if a row is not of this study, or its number or value has no place in the file.
    pub fn add(&mut self, study: &Study, rows: &[Row]) -> Result<(), StudyError> {
        for row in rows {
            let number = study.number(row.deal)?;
            let place = (u32::try_from(number).ok()).zip(i8::try_from(row.value).ok());
            let (number, value) = place.ok_or_else(|| {
                StudyError::File("these rules have too many deals or too large values".to_owned())
            })?;
            self.values.insert(number, value);
        }
        Ok(())
    }

    /// The contents of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Rules {
            version,
            cards,
            prime,
            composite,
            ..
        } = self.rules;
        let version = match version {
            Version::One => 1,
            Version::Greedy => 2,
            Version::Free => 3,
        };
        let mut bytes = MAGIC.to_vec();
        bytes.extend([version, cards, prime, composite]);
        bytes.extend((self.values.len() as u32).to_le_bytes());
        let mut next = 0;
        for (&number, &value) in &self.values {
            let mut gap = number - next;
            while gap > 0x7f {
                bytes.push(gap as u8 | 0x80);
                gap >>= 7;
            }
            bytes.extend([gap as u8, value as u8]);
            next = number + 1;
        }
        bytes.extend(Sha256::digest(&bytes));
        bytes
    }

    /// Reads the contents of a file.
    ///
    /// # Errors
    /// [`SolvedDealsError`].
    pub fn from_bytes(bytes: &[u8]) -> Result<SolvedDeals, SolvedDealsError> {
        if !bytes.starts_with(MAGIC) {
            return Err(SolvedDealsError::Magic);
        }
        let at = (bytes.len().checked_sub(CHECKSUM)).filter(|&at| at >= MAGIC.len() + 8);
        let at = at.ok_or(SolvedDealsError::Checksum)?;
        if Sha256::digest(&bytes[..at])[..] != bytes[at..] {
            return Err(SolvedDealsError::Checksum);
        }
        read(&bytes[..at]).ok_or(SolvedDealsError::Format)
    }

    /// Replaces the file atomically: concurrent readers, and readers after a crash, find either the old or the new one.
    ///
    /// # Errors
    /// [`StudyError::File`].
    pub fn write(&self, path: &Path) -> Result<(), StudyError> {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        let write = || -> std::io::Result<()> {
            // With the mode of any new file: that of temporary files is their owner's alone.
            let mut file =
                tempfile::Builder::new().make_in(folder, |path| File::create_new(path))?;
            file.write_all(&self.to_bytes())?;
            file.as_file().sync_all()?;
            file.persist(path)?;
            Ok(())
        };
        write()
            .map_err(|error| StudyError::File(format!("cannot write {}: {error}", path.display())))
    }

    /// Reads a file for studies of these rules; empty if the file does not exist.
    ///
    /// # Errors
    /// [`StudyError::File`] if it cannot be read, is invalid, or has deals of other rules.
    pub fn open(path: &Path, rules: &Rules) -> Result<SolvedDeals, StudyError> {
        let wrong = |what: &dyn std::fmt::Display| {
            StudyError::File(format!("cannot read {}: {what}", path.display()))
        };
        let solved = match std::fs::read(path) {
            Ok(bytes) => SolvedDeals::from_bytes(&bytes).map_err(|error| wrong(&error))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                SolvedDeals::new(rules.clone())
            }
            Err(error) => return Err(wrong(&error)),
        };
        if solved.rules != *rules {
            return Err(wrong(&"its deals are of other rules: name another file"));
        }
        Ok(solved)
    }
}

/// Reads everything before the checksum; `None` if it is invalid.
fn read(contents: &[u8]) -> Option<SolvedDeals> {
    let (rules, values) = deal_values::read(contents)?;
    let every = Study {
        rules: rules.clone(),
        deals: Deals::Every,
        replies: 0,
        losses: 0,
    };
    every.check().ok()?;
    let (deals, last) = (every.count()?, values.last());
    if last.is_some_and(|&(number, _)| u64::from(number) >= deals) {
        return None;
    }
    let values = values.into_iter().collect();
    Some(SolvedDeals { rules, values })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn twelve() -> Rules {
        Rules::two(Version::One)
    }

    fn solved(values: BTreeMap<u32, i8>) -> SolvedDeals {
        let rules = twelve();
        SolvedDeals { rules, values }
    }

    /// The layout that the docs describe, so that other programs can read the file.
    #[test]
    fn the_format_is_as_documented() {
        let file = solved([(0, 3), (1, -1), (200, 0)].into()).to_bytes();
        let mut expected =
            b"PARLOURPCV1\n\x01\x0c\x02\x01\x03\0\0\0\0\x03\0\xff\xc6\x01\0".to_vec();
        assert_eq!(file[..expected.len()], expected);
        expected.extend(Sha256::digest(&expected));
        assert_eq!(file, expected);
    }

    #[test]
    fn invalid_contents_are_rejected_in_spite_of_the_checksum() {
        let sealed = |contents: &[u8]| {
            let mut bytes = MAGIC.to_vec();
            bytes.extend(contents);
            bytes.extend(Sha256::digest(&bytes));
            SolvedDeals::from_bytes(&bytes)
        };
        assert_eq!(sealed(b"\x01\x0c\x02\x01\0\0\0\0").unwrap().len(), 0);
        for contents in [
            &b"\x04\x0c\x02\x01\0\0\0\0"[..],
            b"\x01\xff\x02\x01\0\0\0\0",
            b"\x01\x0c\x02\x01\x01\0\0\0",
            b"\x01\x0c\x02\x01\x01\0\0\0\x00",
            b"\x01\x0c\x02\x01\x01\0\0\0\x00\x00\x00",
            b"\x01\x0c\x02\x01\x01\0\0\0\x80\x00\x00",
            b"\x01\x0c\x02\x01\x01\0\0\0\xff\xff\xff\x7f\x00",
            b"\x01\x0c\x02\x01\x01\0\0\0\xff\xff\xff\xff\x01\x00",
        ] {
            assert_eq!(
                sealed(contents),
                Err(SolvedDealsError::Format),
                "{contents:?}"
            );
        }
        // The last deal there is, and one more.
        assert!(sealed(b"\x01\x0c\x02\x01\x01\0\0\0\x8d\xc3\x52\x00").is_ok());
        assert!(sealed(b"\x01\x0c\x02\x01\x01\0\0\0\x8e\xc3\x52\x00").is_err());
    }

    #[test]
    fn files_of_other_rules_are_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("values");
        let mut file = SolvedDeals::open(&path, &twelve()).unwrap();
        assert!(file.is_empty());
        file.values.insert(7, -6);
        file.write(&path).unwrap();
        assert_eq!(SolvedDeals::open(&path, &twelve()), Ok(file));
        let other = Rules {
            cards: 11,
            ..twelve()
        };
        let error = SolvedDeals::open(&path, &other).unwrap_err().to_string();
        assert!(
            error.ends_with("its deals are of other rules: name another file"),
            "{error}"
        );
    }

    proptest! {
        #[test]
        fn files_are_read_as_they_are_written(
            values in prop::collection::btree_map(0..1_352_078u32, any::<i8>(), 0..50),
        ) {
            let deals = solved(values);
            prop_assert_eq!(SolvedDeals::from_bytes(&deals.to_bytes()), Ok(deals));
        }

        #[test]
        fn every_changed_bit_is_noticed(at in 0..10_000usize, bit in 0..8u8) {
            let mut bytes = solved((0..40).map(|n| (n * 300, n as i8)).collect()).to_bytes();
            let at = at % bytes.len();
            bytes[at] ^= 1u8 << bit;
            prop_assert!(SolvedDeals::from_bytes(&bytes).is_err());
            prop_assert!(SolvedDeals::from_bytes(&bytes[..at]).is_err());
        }
    }
}
