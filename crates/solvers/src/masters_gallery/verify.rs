//! The checker of certificates. It shares nothing with the search but the rules of the game and their constants.
//!
//! A certificate is a claim, a game and a proof. The game is replayed by the rulebook. The proof is a tree: at each node,
//! prices are given for a card of each artist, for a card that each seat has played up to each round, and for a second card.
//! For the prices the checker computes its own bound of everything that can pass through each ranking of each round, and
//! takes those rankings away that cannot lead to more than the claim. What is left must be nothing, or be split into parts
//! that cover it, each with a proof of its own. All numbers are whole: prices and bounds are thousandths of a point.
//!
//! A proof by leaves (module `leaves`) goes through all rankings of all rounds instead.
//!
//! `docs/masters-gallery-optimum.md` says why the bound holds.

mod bound;
mod leaves;
pub(super) mod read;

use super::model::Question;
use bound::Part;
use parlour_engine::{Game as _, Record, Rules as _};
use parlour_games::masters_gallery::rules::{GAINS, ROUNDS};
use parlour_games::masters_gallery::{Action, Event, MastersGallery, Rules};
use read::Bytes;

/// How a certificate begins.
pub const MAGIC: &[u8] = b"PARLOURMG1\n";
/// The largest proof that is unpacked, in bytes.
const MAX_BYTES: usize = 1 << 28;
/// How a proof by leaves begins; other proofs begin with a kind of node.
const LEAVES: u8 = 9;
/// The deepest tree.
const MAX_DEPTH: u32 = 400;

/// Why a certificate proves nothing, in one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// Another kind of file.
    #[error("this is no certificate of Masters Gallery")]
    NoCertificate,
    /// The hash does not fit, or something is missing.
    #[error("the certificate is cut off or has been altered")]
    Damaged,
    /// The claim is about nothing that can be proved so.
    #[error("the certificate's claim makes no sense: {0}")]
    Claim(String),
    /// The game is not legal, or not of the claim.
    #[error("the certificate's game does not show the score: {0}")]
    Game(String),
    /// The proof has a gap.
    #[error("the proof has a gap: {0}")]
    Gap(&'static str),
}

/// The game and the proof of a certificate, the proof without its first byte, if it is one by leaves. Whether it proves
/// anything is for [`check`] to say.
pub(super) fn leaves_of(bytes: &[u8]) -> Result<Option<(String, Vec<u8>)>, CertificateError> {
    let Unpacked { record, proof, .. } = unpack(bytes)?;
    let record = String::from_utf8_lossy(record).into_owned();
    let proof = proof.strip_prefix(&[LEAVES]).map(<[u8]>::to_vec);
    Ok(proof.map(|proof| (record, proof)))
}

/// What a certificate proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// Players.
    pub players: u8,
    /// The rule set's name.
    pub rules: String,
    /// `max`, `min-winner`, `max-total` or `no-award-max`.
    pub objective: String,
    /// The seat that the claim is about, if about one.
    pub seat: Option<u8>,
    /// The score of the certificate's game.
    pub score: i32,
    /// No game has more: the optimum is the score if both are the same.
    pub bound: i32,
    /// Parts of the proof.
    pub parts: u64,
}

/// The claim, as the file has it.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    players: u8,
    rules: String,
    objective: String,
    seat: Option<u8>,
    score: i32,
    /// What no game exceeds; the score if it is not named.
    bound: Option<i32>,
}

impl Claim {
    fn bound(&self) -> i32 {
        self.bound.unwrap_or(self.score)
    }
}

/// FNV-1a, 64 bits.
pub(super) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The parts of a certificate.
struct Unpacked<'a> {
    claim: Claim,
    /// The line of the game.
    record: &'a [u8],
    proof: Vec<u8>,
}

/// Takes a certificate apart; the hash and the length of the proof are checked, and nothing else.
fn unpack(bytes: &[u8]) -> Result<Unpacked<'_>, CertificateError> {
    let damaged = CertificateError::Damaged;
    let body = bytes
        .strip_prefix(MAGIC)
        .ok_or(CertificateError::NoCertificate)?;
    let (_, stored) = bytes.split_last_chunk::<8>().ok_or(damaged.clone())?;
    let signed = &bytes[..bytes.len() - stored.len()];
    if body.len() < stored.len() || hash(signed) != u64::from_le_bytes(*stored) {
        return Err(damaged);
    }
    let body = &body[..body.len() - stored.len()];
    let mut lines = body.splitn(3, |&byte| byte == b'\n');
    let (Some(claim), Some(record), Some(rest)) = (lines.next(), lines.next(), lines.next()) else {
        return Err(damaged);
    };
    let claim: Claim = serde_json::from_slice(claim)
        .map_err(|error| CertificateError::Claim(error.to_string()))?;
    let (length, proof) = rest.split_first_chunk::<4>().ok_or(damaged.clone())?;
    if u32::from_le_bytes(*length) as usize != proof.len() {
        return Err(damaged);
    }
    let proof = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(proof, MAX_BYTES)
        .map_err(|_| damaged)?;
    Ok(Unpacked {
        claim,
        record,
        proof,
    })
}

/// Checks a certificate.
///
/// # Errors
/// [`CertificateError`] when it proves nothing.
pub fn check(bytes: &[u8]) -> Result<Proved, CertificateError> {
    let Unpacked {
        claim,
        record,
        proof,
    } = unpack(bytes)?;
    let rules = rules(&claim)?;
    if claim.bound() < claim.score {
        return Err(CertificateError::Claim(
            "a bound below the score".to_owned(),
        ));
    }
    game(&claim, &rules, record)?;
    let parts = if claim.objective == "min-winner" {
        least(&claim, &rules)?
    } else if proof.first() == Some(&LEAVES) {
        let mut bytes = Bytes::new(&proof[1..]);
        let parts = leaves::check(&claim, &rules, &mut bytes)?;
        bytes.end()?;
        parts
    } else if !claim.rules.starts_with("seed-") {
        return Err(CertificateError::Gap("these rules need a proof by leaves"));
    } else {
        let mut tree = Tree {
            bytes: Bytes::new(&proof),
            limit: (i64::from(claim.bound()) + 1) * bound::POINT,
            parts: 0,
        };
        tree.node(Part::all(&claim, &rules), 0)?;
        tree.bytes.end()?;
        tree.parts
    };
    let bound = claim.bound();
    Ok(Proved {
        players: claim.players,
        rules: claim.rules,
        objective: claim.objective,
        seat: claim.seat,
        score: claim.score,
        bound,
        parts,
    })
}

/// The rules of the claim.
fn rules(claim: &Claim) -> Result<Rules, CertificateError> {
    let nonsense = |words: String| Err(CertificateError::Claim(words));
    if !(2..=5).contains(&claim.players) {
        return nonsense(format!("{} players", claim.players));
    }
    let about_one = match claim.objective.as_str() {
        "max" | "no-award-max" => true,
        "min-winner" | "max-total" => false,
        other => return nonsense(format!("the objective '{other}'")),
    };
    if claim
        .seat
        .is_some_and(|seat| !about_one || seat >= claim.players)
    {
        return nonsense("the seat".to_owned());
    }
    let known = Rules::names().contains(&claim.rules.as_str())
        && (claim.rules.starts_with("seed-") || claim.objective == "max");
    match Rules::named(&claim.rules).filter(|_| known) {
        Some(rules) => Ok(Rules {
            players: claim.players,
            ..rules
        }),
        None => nonsense(format!("the rules '{}'", claim.rules)),
    }
}

/// Replays the game, and looks whether it is one of the claim's and arrives at the score.
fn game(claim: &Claim, rules: &Rules, line: &[u8]) -> Result<(), CertificateError> {
    match reached(claim, rules, line)? {
        reached if reached == claim.score => Ok(()),
        reached => Err(CertificateError::Game(format!(
            "it ends with {reached}, not {}",
            claim.score
        ))),
    }
}

/// Replays a game of a question; what it comes to.
///
/// # Errors
/// [`CertificateError`] when it is not legal, or of another question.
pub(super) fn score(question: &Question, line: &[u8]) -> Result<i32, CertificateError> {
    let claim = Claim {
        players: question.players,
        rules: question.rules.clone(),
        objective: question.objective.name().to_owned(),
        seat: question.seat,
        score: 0,
        bound: None,
    };
    reached(&claim, &rules(&claim)?, line)
}

/// Replays the game, and looks whether it is one of the claim's; what it arrives at.
fn reached(claim: &Claim, rules: &Rules, line: &[u8]) -> Result<i32, CertificateError> {
    let wrong = |words: String| Err(CertificateError::Game(words));
    let line = std::str::from_utf8(line).map_err(|_| CertificateError::Damaged)?;
    let game = |error: parlour_engine::RecordError| CertificateError::Game(error.to_string());
    let record: Record<MastersGallery> = Record::read(line).map_err(game)?;
    if record.rules != *rules {
        return wrong("it is of other rules".to_owned());
    }
    if record.position.is_some() {
        return wrong("it begins with a position, not with a deal".to_owned());
    }
    let table = record.replay().map_err(game)?;
    let Some(outcome) = table.state().outcome() else {
        return wrong("it is not finished".to_owned());
    };
    let full = rules.extra_card || rules.additional_cards;
    if !full && !is_regular(table.events(), rules.players.into()) {
        return wrong("a player is skipped in it".to_owned());
    }
    let awards = |&(_, action): &(_, Action)| matches!(action, Action::Award(_));
    if claim.objective == "no-award-max" && record.actions.iter().any(awards) {
        return wrong("an award is placed in it".to_owned());
    }
    let most = outcome.scores.iter().max().copied().unwrap_or(0);
    Ok(match (claim.objective.as_str(), claim.seat) {
        ("max-total", _) => outcome.scores.iter().sum(),
        (_, Some(seat)) => outcome.scores[usize::from(seat)],
        _ => most,
    })
}

/// Whether a player closes every round and no seat is skipped.
pub fn is_regular(events: &[Event], seats: usize) -> bool {
    let mut turn = None;
    let mut closed = false;
    events.iter().all(|event| match *event {
        Event::Round { opener, .. } => {
            turn = Some(opener);
            closed = false;
            true
        }
        Event::Play(seat, _) => turn.replace(seat.next(seats)) == Some(seat),
        Event::Close(_) => {
            closed = true;
            true
        }
        Event::End { .. } => closed,
        _ => true,
    })
}

/// The winner has at least the average, and in every round the closing artist's cards pay at least the gain of the first.
fn least(claim: &Claim, rules: &Rules) -> Result<u64, CertificateError> {
    let sum = ROUNDS as i32 * i32::from(rules.closing()) * GAINS[0];
    let players = i32::from(claim.players);
    let proven = i64::from(claim.score) * i64::from(players) < i64::from(sum + players);
    if proven && claim.bound() == claim.score {
        Ok(ROUNDS as u64)
    } else {
        Err(CertificateError::Gap("a winner may have less"))
    }
}

struct Tree<'a> {
    bytes: Bytes<'a>,
    /// What must not be reached.
    limit: i64,
    parts: u64,
}

impl Tree<'_> {
    /// Checks a node and all below it.
    fn node(&mut self, mut part: Part, depth: u32) -> Result<(), CertificateError> {
        self.parts += 1;
        if depth > MAX_DEPTH {
            return Err(CertificateError::Gap("it is too deep"));
        }
        let kind = self.bytes.byte()?;
        if kind == 1 {
            return match part.hands_fail() {
                true => Ok(()),
                false => Err(CertificateError::Gap("hands suffice")),
            };
        }
        for _ in 0..self.bytes.number()? {
            let prices = self.bytes.prices(part.players())?;
            part.reduce(&prices, self.limit);
        }
        match kind {
            0 if part.is_empty() => Ok(()),
            0 => Err(CertificateError::Gap("prices leave something over")),
            _ => self.parts(&part, kind, depth),
        }
    }

    /// Checks that a split covers the part, and each of its parts.
    fn parts(&mut self, part: &Part, kind: u8, depth: u32) -> Result<(), CertificateError> {
        let bad = CertificateError::Gap("a split that does not exist");
        let mut arguments = [0; 3];
        let count = match kind {
            2..=5 => 1,
            6 => 0,
            7 => 2,
            8 => 3,
            _ => return Err(bad),
        };
        for argument in &mut arguments[..count] {
            *argument = usize::from(self.bytes.byte()?);
        }
        let [first, second, third] = arguments;
        if matches!(kind, 4 | 5) {
            let mut left = part.clone();
            for _ in 0..self.bytes.number()? {
                let which = usize::from(self.bytes.byte()?);
                let wanted = if kind == 4 {
                    Wanted::First(which)
                } else {
                    Wanted::One(which)
                };
                let child = part.only(first, wanted).ok_or(bad.clone())?;
                left = left.without(first, wanted).ok_or(bad.clone())?;
                self.node(child, depth + 1)?;
            }
            return match left.is_empty() {
                true => Ok(()),
                false => Err(CertificateError::Gap("a split leaves something out")),
            };
        }
        let children = match kind {
            2 => part.by_target(first),
            3 => part.by_award(first),
            6 => Some(part.by_seat()),
            7 => part.by_size(first, second),
            _ => part.by_cards(first, second, third),
        };
        for child in children.ok_or(bad)? {
            self.node(child, depth + 1)?;
        }
        Ok(())
    }
}

/// Some of the rankings of a round.
#[derive(Clone, Copy)]
enum Wanted {
    /// Those that this artist leads.
    First(usize),
    /// The one of this number.
    One(usize),
}

#[cfg(test)]
mod tests;
