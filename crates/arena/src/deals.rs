//! Deals: where the seeds of games come from, and the proof that nobody chose them.
//!
//! A tournament, a hosted series or a table draws a [`Secret`] from the operating system. Its commitment, the SHA-256
//! of its bytes, is public from the start. Every seed is HMAC-SHA-256 with the secret as the key, so that nobody can
//! compute a deal from other deals. When the last game has ended the secret is published, and [`DealProof`] checks that
//! the deals of all records follow from it.

use hmac::{Hmac, Mac as _};
use parlour_engine::{Rng, Streams};
use rand::SeedableRng as _;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt::{self, Write as _};
use std::io;

/// Seeds are below 2^53, as those of [`Streams`].
const SEED_BITS: u32 = 53;

/// 256 random bits from which the deals follow.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

/// What is derived from a secret. The bytes are part of the message of the HMAC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The seed of a deal, by the number of the deal.
    Deal,
    /// The seed of the players' own random choices, by the number of the game.
    Choices,
    /// The order of the players at the table, by the number of the group or game.
    Seats,
    /// The order in which games are played, by the number of the block.
    Order,
    /// The number of the game that programs are told, by its number in the schedule.
    Told,
}

impl Purpose {
    const fn bytes(self) -> &'static [u8] {
        match self {
            Purpose::Deal => b"deal",
            Purpose::Choices => b"choices",
            Purpose::Seats => b"seats",
            Purpose::Order => b"order",
            Purpose::Told => b"told",
        }
    }
}

impl Secret {
    /// A secret of the operating system.
    ///
    /// # Errors
    /// If the system provides no random numbers.
    pub fn new() -> io::Result<Secret> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Secret(bytes))
    }

    /// A secret of 64 hexadecimal digits; `None` for any other text.
    pub fn from_hex(text: &str) -> Option<Secret> {
        if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, at) in bytes.iter_mut().zip((0..64).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).ok()?;
        }
        Some(Secret(bytes))
    }

    /// The secret as 64 hexadecimal digits: for the store, and for everybody once the last game has ended.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }

    /// The SHA-256 of the bytes of the secret, as 64 hexadecimal digits.
    #[must_use]
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// HMAC-SHA-256 with the secret as the key, over the purpose and the number as 8 bytes, most significant first.
    fn derive(&self, purpose: Purpose, number: u64) -> [u8; 32] {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&self.0).expect("HMAC takes keys of any length");
        mac.update(purpose.bytes());
        mac.update(&number.to_be_bytes());
        mac.finalize().into_bytes().into()
    }

    /// A seed: the first 53 bits.
    #[must_use]
    pub fn seed(&self, purpose: Purpose, number: u64) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = self.derive(purpose, number);
        u64::from_be_bytes([a, b, c, d, e, f, g, h]) >> (64 - SEED_BITS)
    }

    /// A generator with all 256 bits.
    #[must_use]
    pub fn rng(&self, purpose: Purpose, number: u64) -> Rng {
        Rng::from_seed(self.derive(purpose, number))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

impl fmt::Debug for Secret {
    /// Hides the secret from logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Where the seeds of a tournament's games come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deals {
    /// A seed that the definition names, for experiments.
    Seed(u64),
    /// Secrets, each with the number of the first game that it is for, in ascending order. A league that is extended
    /// after its secret was published has another for the new games.
    Secrets(Vec<(u64, Secret)>),
}

impl Deals {
    /// The secret of a game.
    fn secret(&self, number: u64) -> Result<&Secret, u64> {
        match self {
            Deals::Seed(seed) => Err(*seed),
            Deals::Secrets(secrets) => {
                let of = secrets.iter().rev().find(|(first, _)| *first <= number);
                Ok(&of.expect("the first secret is for game 0").1)
            }
        }
    }

    /// Whether nobody can compute them.
    #[must_use]
    pub fn are_secret(&self) -> bool {
        matches!(self, Deals::Secrets(_))
    }

    /// The seed of the deal of a game.
    #[must_use]
    pub fn deal(&self, number: u64, round: u64) -> u64 {
        match self.secret(number) {
            Ok(secret) => secret.seed(Purpose::Deal, round),
            Err(seed) => Streams::new(seed).game_seed(round),
        }
    }

    /// The seed of the players' own choices in a game.
    #[must_use]
    pub fn choices(&self, number: u64, round: u64) -> u64 {
        match self.secret(number) {
            Ok(secret) => secret.seed(Purpose::Choices, number),
            Err(_) => Streams::new(self.deal(number, round)).game_seed(number),
        }
    }

    /// The generator for the order of the players in a group of games, of which `number` is one.
    #[must_use]
    pub fn seats(&self, number: u64, group: u64) -> Rng {
        match self.secret(number) {
            Ok(secret) => secret.rng(Purpose::Seats, group),
            Err(seed) => Streams::new(seed).task(group),
        }
    }

    /// The generator for the order of a block of games that begins with `number`; `None` if they are played in the
    /// order of their numbers, because the seed is public.
    #[must_use]
    pub fn order(&self, number: u64) -> Option<Rng> {
        let secret = self.secret(number).ok()?;
        Some(secret.rng(Purpose::Order, number))
    }

    /// The number of the game that programs are told. It follows from the game, so that a resumed run tells the same,
    /// and says nothing about it unless the seed is public.
    #[must_use]
    pub fn told(&self, number: u64) -> u64 {
        match self.secret(number) {
            Ok(secret) => secret.seed(Purpose::Told, number).max(1),
            Err(_) => number + 1,
        }
    }

    /// What is public about the deals: game number `n` has deal number `n / consecutive % deals`. `finished` is the
    /// number of games once the last one has ended: later games have a secret of their own.
    #[must_use]
    pub fn proof(&self, consecutive: u64, deals: u64, finished: Option<u64>) -> DealProof {
        let proof = |(first, secret): &(u64, Secret)| SecretProof {
            first: *first,
            commitment: secret.commitment(),
            secret: finished.filter(|end| first < end).map(|_| secret.reveal()),
        };
        let (seed, secrets) = match self {
            Deals::Seed(seed) => (Some(seed.to_string()), Vec::new()),
            Deals::Secrets(secrets) => (None, secrets.iter().map(proof).collect()),
        };
        DealProof {
            seed,
            public_seed: false,
            secrets,
            consecutive,
            deals,
            numbers: None,
        }
    }
}

/// What is public about the deals of some games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DealProof {
    /// The seed, if one was named. A decimal number as text, because seeds may exceed the precision of doubles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub seed: Option<String>,
    /// Whether programs play although the seed is known.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub public_seed: bool,
    /// The secrets, if no seed was named.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub secrets: Vec<SecretProof>,
    /// Games in a row that have one deal.
    pub consecutive: u64,
    /// The number of deals.
    pub deals: u64,
    /// The numbers of the games in the order of their records. All from 0 on if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub numbers: Option<Vec<u64>>,
}

/// A commitment, and the secret once it is published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SecretProof {
    /// The number of the first game that it is for.
    pub first: u64,
    /// The SHA-256 of the secret.
    pub commitment: String,
    /// The secret, after the last game.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub secret: Option<String>,
}

/// Why deals cannot be verified, as one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The secret is not public.
    #[error("the secret is not published yet: it is when the last game has ended")]
    Unpublished,
    /// The secret is not that of the commitment.
    #[error("the secret does not have the commitment {0}: the deals were not fixed from the start")]
    Commitment(String),
    /// A part of the proof is missing or unreadable.
    #[error("the proof is incomplete: {0}")]
    Incomplete(&'static str),
}

impl DealProof {
    /// The deals, if all secrets are published and fit their commitments.
    ///
    /// # Errors
    /// [`ProofError`].
    pub fn verify(&self) -> Result<Deals, ProofError> {
        if self.consecutive == 0 || self.deals == 0 {
            return Err(ProofError::Incomplete(
                "consecutive and deals are at least 1",
            ));
        }
        if let Some(seed) = &self.seed {
            let seed = seed.parse();
            return seed
                .map(Deals::Seed)
                .map_err(|_| ProofError::Incomplete("the seed is no number"));
        }
        if self.secrets.first().is_none_or(|proof| proof.first != 0) {
            return Err(ProofError::Incomplete("there is no secret for game 0"));
        }
        let open = |proof: &SecretProof| {
            let text = proof.secret.as_ref().ok_or(ProofError::Unpublished)?;
            let secret = Secret::from_hex(text)
                .ok_or(ProofError::Incomplete("a secret has 64 hexadecimal digits"))?;
            match secret.commitment().eq_ignore_ascii_case(&proof.commitment) {
                true => Ok((proof.first, secret)),
                false => Err(ProofError::Commitment(proof.commitment.clone())),
            }
        };
        let secrets: Result<Vec<_>, _> = self.secrets.iter().map(open).collect();
        secrets.map(Deals::Secrets)
    }

    /// The number of the game of a record, which is record number `at` from 0; `None` if the game is unknown.
    #[must_use]
    pub fn game_of(&self, at: u64) -> Option<u64> {
        match &self.numbers {
            Some(numbers) => numbers.get(usize::try_from(at).ok()?).copied(),
            None => Some(at),
        }
    }

    /// The number of the deal of a game.
    #[must_use]
    pub fn deal_of(&self, number: u64) -> u64 {
        number / self.consecutive % self.deals
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret(byte: u8) -> Secret {
        Secret([byte; 32])
    }

    /// Known values: Python's `hashlib` and `hmac`. A change here would make published proofs fail.
    #[test]
    fn the_derivation_never_changes() {
        let secret = secret(7);
        assert_eq!(
            secret.commitment(),
            "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0"
        );
        assert_eq!(secret.seed(Purpose::Deal, 3), 3_409_227_159_961_815);
        assert_eq!(secret.seed(Purpose::Choices, 258), 5_254_204_759_809_564);
    }

    #[test]
    fn a_secret_survives_its_text_and_is_not_logged() {
        let secret = Secret::new().unwrap();
        let text = secret.reveal();
        assert_eq!(Secret::from_hex(&text), Some(secret.clone()));
        assert_ne!(Secret::new().unwrap(), secret);
        assert!(!format!("{secret:?}").contains(&text[..8]));
        for wrong in [&text[1..], "", &"x".repeat(64), &"é".repeat(32)] {
            assert_eq!(Secret::from_hex(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_proof_needs_the_secret_of_its_commitment() {
        let deals = Deals::Secrets(vec![(0, secret(1)), (8, secret(2))]);
        let running = deals.proof(4, 5, Some(8));
        assert_eq!(running.secrets[0].secret, Some(secret(1).reveal()));
        assert_eq!(running.secrets[1].secret, None);
        assert_eq!(running.verify(), Err(ProofError::Unpublished));
        let over = deals.proof(4, 5, Some(9));
        assert_eq!(over.verify(), Ok(deals.clone()));
        assert_eq!([3, 4, 19, 20].map(|game| over.deal_of(game)), [0, 1, 4, 0]);
        assert_ne!(deals.deal(7, 1), deals.deal(8, 1), "another secret");
        let mut forged = over.clone();
        forged.secrets[1].secret = Some(secret(3).reveal());
        assert!(matches!(forged.verify(), Err(ProofError::Commitment(_))));
        forged.secrets.clear();
        assert!(matches!(forged.verify(), Err(ProofError::Incomplete(_))));
    }

    #[test]
    fn a_public_seed_gives_the_deals_of_its_streams() {
        let deals = Deals::Seed(5);
        assert_eq!(deals.deal(9, 3), Streams::new(5).game_seed(3));
        assert_eq!((deals.told(9), deals.order(0).is_none()), (10, true));
        assert_eq!(deals.proof(1, 1, None).verify(), Ok(deals));
    }
}
