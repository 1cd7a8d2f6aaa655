//! The trees of branches of the leaves that prices leave over.

use super::super::CertificateError;
use super::super::read::Bytes;
use super::{ARTISTS, Case, Leaf, OWN, Part, Setting, Variant};
use parlour_games::masters_gallery::rules::ROUNDS;

/// The deepest tree.
const MAX_DEPTH: u32 = 400;

/// The trees of the leaves that are left over.
pub(super) struct Trees<'a, 'b> {
    pub(super) setting: &'a Setting,
    pub(super) case: Case,
    pub(super) limit: i64,
    pub(super) bytes: &'a mut Bytes<'b>,
    pub(super) parts: u64,
}

impl Trees<'_, '_> {
    pub(super) fn check(
        &mut self,
        leaf: &Leaf,
        part: &Part,
        depth: u32,
    ) -> Result<(), CertificateError> {
        self.parts += 1;
        if depth > MAX_DEPTH {
            return Err(CertificateError::Gap("it is too deep"));
        }
        let bad = CertificateError::Gap("a split that does not exist");
        let setting = self.setting;
        match self.bytes.byte()? {
            0 => {
                let prices = setting.prices(self.case, self.bytes)?;
                if setting.bound(self.case, leaf, part, &prices) >= self.limit {
                    return Err(CertificateError::Gap("prices leave something over"));
                }
            }
            1 => {
                let mut next = || self.bytes.byte().map(usize::from);
                let (artist, round, which, number) = (next()?, next()?, next()?, next()? as i64);
                if artist >= ARTISTS || round >= ROUNDS || which >= part.ranges[0][0].len() {
                    return Err(bad);
                }
                for more in [true, false] {
                    let mut part = part.clone();
                    let [least, most] = &mut part.ranges[artist][round][which];
                    if more {
                        *least = (number + 1).max(*least);
                    } else {
                        *most = number.min(*most);
                    }
                    self.check(leaf, &part, depth + 1)?;
                }
            }
            // Where players may be skipped, the player who closes a round does not determine the number of turns.
            2 if !setting.full => {
                let round = usize::from(self.bytes.byte()?);
                if round >= ROUNDS || part.closers[round].is_some() {
                    return Err(bad);
                }
                let first = setting.rankings[leaf.rankings[round]][0];
                for closes in [true, false] {
                    let mut part = part.clone();
                    part.closers[round] = Some(closes);
                    // The closing card is an own one, or another's.
                    let [least, most] = &mut part.ranges[first][round][OWN];
                    if closes {
                        *least = 1.max(*least);
                    } else {
                        *most = (setting.closing - 1).min(*most);
                    }
                    self.check(leaf, &part, depth + 1)?;
                }
            }
            // In one part what variants are told apart by is above the number.
            3 if setting.full => {
                let which = self.bytes.byte()?;
                let number = i64::from(self.bytes.byte()?);
                if which > 5 {
                    return Err(bad);
                }
                for more in [true, false] {
                    let mut part = part.clone();
                    let is_in = |variant: &Variant| {
                        let value = match which {
                            0 => variant.seat,
                            1 => variant.skips[0] as i64,
                            2 => variant.skips[1] as i64,
                            3 => variant.many as i64,
                            4 => variant.beyond.into(),
                            _ => i64::from(!variant.several),
                        };
                        (value > number) == more
                    };
                    part.variants.retain(is_in);
                    self.check(leaf, &part, depth + 1)?;
                }
            }
            _ => return Err(bad),
        }
        Ok(())
    }
}
