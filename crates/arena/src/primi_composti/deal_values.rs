//! Exact values of many deals of two players, as the file of a study holds them.
//!
//! The file: [`MAGIC`]; one byte each for the version (1, or 2 and 3 for greedy and free stealing in version 2),
//! the cards of a hand, the value of a prime and of a composite; the number of deals (4 bytes, little-endian); for each
//! deal, in ascending order, the difference to the number before (LEB128; the first one to -1) less 1 and the
//! value as a signed byte; the checksum, which is the SHA-256 of everything before it.

use parlour_games::primi_composti::{Rules, Version};

/// The first bytes of the file.
pub const MAGIC: &[u8] = b"PARLOURPCV1\n";

/// Bytes of the checksum.
pub const CHECKSUM: usize = 32;

/// Reads everything before the checksum: the rules, and for each deal its [number], in ascending order, and its value,
/// the points of the first player less those of the second. `None` if the bytes do not follow the format. Neither the
/// rules are checked, nor whether there are deals of these numbers.
///
/// [number]: parlour_games::primi_composti::deal_number
pub fn read(contents: &[u8]) -> Option<(Rules, Vec<(u32, i8)>)> {
    let rest = contents.strip_prefix(MAGIC)?;
    let (&[version, cards, prime, composite], rest) = rest.split_first_chunk()?;
    let version = match version {
        1 => Version::One,
        2 => Version::Greedy,
        3 => Version::Free,
        _ => return None,
    };
    let rules = Rules {
        cards,
        prime,
        composite,
        ..Rules::two(version)
    };
    let (count, list) = rest.split_first_chunk()?;
    Some((rules, read_list(u32::from_le_bytes(*count), list)?))
}

/// Reads the numbers and values of `count` deals.
fn read_list(count: u32, mut bytes: &[u8]) -> Option<Vec<(u32, i8)>> {
    let mut deals = Vec::new();
    let mut next = 0u64;
    for _ in 0..count {
        let mut shift = 0;
        let number = loop {
            let (&byte, rest) = bytes.split_first()?;
            bytes = rest;
            // The one way to write a number: no zeros at the end, no more than four bytes.
            if shift > 21 || (shift > 0 && byte == 0) {
                return None;
            }
            next += u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                break next;
            }
        };
        let (&value, rest) = bytes.split_first()?;
        bytes = rest;
        deals.push((u32::try_from(number).ok()?, value as i8));
        next = number + 1;
    }
    bytes.is_empty().then_some(deals)
}
