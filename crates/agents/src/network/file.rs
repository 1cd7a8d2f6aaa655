//! Files of weights.

use super::{Network, Part, Row, Shape, WIDTH};

/// The first bytes of a file of weights.
const MAGIC: &[u8] = b"PARLOURPV1\n";
/// The maximum amount of a weight in its file, in units.
const MAX_UNITS: f32 = 127.0;

impl Network {
    /// Reads a file of weights: `PARLOURPV1`, a line feed, and for each part of the network its unit as a little-endian
    /// 32-bit float, and each weight as a number of units in a signed byte. `None` if it is something else, or of another
    /// shape.
    pub fn read(file: &[u8], shape: Shape) -> Option<Network> {
        let mut rest = file.strip_prefix(MAGIC)?;
        let mut weights: Vec<Row> = Vec::with_capacity(shape.weights() / WIDTH);
        for part in Part::ALL {
            let (unit, after) = rest.split_first_chunk()?;
            let unit = f32::from_le_bytes(*unit);
            let (bytes, after) = after.split_at_checked(WIDTH * shape.len(part))?;
            if !unit.is_finite() {
                return None;
            }
            let (rows, _) = bytes.as_chunks::<WIDTH>();
            weights.extend(
                rows.iter()
                    .map(|row| row.map(|byte| unit * f32::from(byte as i8))),
            );
            rest = after;
        }
        rest.is_empty().then_some(Network { shape, weights })
    }

    /// The file that [`Network::read`] reads: weights are rounded.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        for part in Part::ALL {
            let weights = self.part(part).as_flattened();
            let greatest = weights
                .iter()
                .fold(0.0, |greatest: f32, weight| greatest.max(weight.abs()));
            let unit = greatest / MAX_UNITS;
            file.extend(unit.to_le_bytes());
            // A conversion of a float saturates, and is 0 where all weights are 0.
            file.extend(
                weights
                    .iter()
                    .map(|weight| (weight / unit).round() as i8 as u8),
            );
        }
        file
    }
}
