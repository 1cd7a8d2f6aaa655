//! The bytes of a proof.

use super::CertificateError;
use super::bound::Prices;
use parlour_games::masters_gallery::rules::ROUNDS;

/// Prices are below this: a thousand points.
pub(super) const MAX_PRICE: u32 = 1_000_000;

/// A proof, read from the front.
pub(in crate::masters_gallery) struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    pub(in crate::masters_gallery) fn new(bytes: &'a [u8]) -> Bytes<'a> {
        Bytes(bytes)
    }

    pub(in crate::masters_gallery) fn byte(&mut self) -> Result<u8, CertificateError> {
        let (&first, rest) = self.0.split_first().ok_or(CertificateError::Damaged)?;
        self.0 = rest;
        Ok(first)
    }

    /// Seven bits at a time, the low ones first; the high bit says that more follow.
    pub(in crate::masters_gallery) fn number(&mut self) -> Result<u32, CertificateError> {
        let mut value = 0;
        for shift in [0, 7, 14] {
            let byte = self.byte()?;
            value |= u32::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(CertificateError::Damaged)
    }

    /// A price, in thousandths of a point.
    pub(in crate::masters_gallery) fn price(&mut self) -> Result<i64, CertificateError> {
        match self.number()? {
            price if price < MAX_PRICE => Ok(i64::from(price)),
            _ => Err(CertificateError::Damaged),
        }
    }

    pub(super) fn prices(&mut self, players: usize) -> Result<Prices, CertificateError> {
        let mut prices = Prices::default();
        let mut next = || self.price();
        for price in &mut prices.artist {
            *price = next()?;
        }
        for seat in &mut prices.hand[..players] {
            for price in &mut seat[..ROUNDS] {
                *price = next()?;
            }
        }
        prices.second = next()?;
        Ok(prices)
    }

    /// Nothing may follow.
    pub(in crate::masters_gallery) fn end(&self) -> Result<(), CertificateError> {
        match self.0.is_empty() {
            true => Ok(()),
            false => Err(CertificateError::Gap("something follows it")),
        }
    }
}
