//! Certificates: the claim, the game that reaches it, and why nothing is better.

use super::case::{Case, Divided};
use super::game::GameRecord;
use super::leaves::{LeafProof, LeafSearch};
use super::model::{Model, Question, QuestionError};
use super::proof::{LEAVES, number};
use super::rankings::Space;
use super::verify::read::Bytes;
use super::verify::{self, CertificateError, MAGIC, hash};
use parlour_engine::Record;

/// How hard the proof is compressed: the crate's own default.
const LEVEL: u8 = 6;

/// The certificate of a score, and of a bound that no game exceeds.
///
/// A first line that names the format, a line of JSON with the claim, the record of the game as a line, the length of
/// the compressed proof (four bytes, little-endian), the proof, and a hash of all that (eight bytes).
pub(super) fn write(
    question: &Question,
    game: &GameRecord,
    score: i32,
    bound: i32,
    proof: &[u8],
) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let seat = question.seat.map_or("null".to_owned(), |s| s.to_string());
    let bound = match bound {
        bound if bound == score => String::new(),
        bound => format!(r#","bound":{bound}"#),
    };
    let claim = format!(
        r#"{{"players":{},"rules":"{}","objective":"{}","seat":{seat},"score":{score}{bound}}}"#,
        question.players,
        question.rules,
        question.objective.name(),
    );
    for line in [claim, game.to_line()] {
        bytes.extend(line.as_bytes());
        bytes.push(b'\n');
    }
    let body = miniz_oxide::deflate::compress_to_vec_zlib(proof, LEVEL);
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(body);
    bytes.extend(hash(&bytes).to_le_bytes());
    bytes
}

/// A case, what none of its games reaches, and why.
pub(super) type CaseProof = (Case, i32, LeafProof);

/// Begins a cover in which the games of some sets of rounds without a closer are told apart by when tokens count. The
/// numbers below stood for covers of older versions.
const BY_TOKENS: u8 = 6;

/// A proof by leaves: which games are told apart by when tokens count, and the proofs of all cases.
pub(super) fn leaves(proofs: &[CaseProof]) -> Vec<u8> {
    let mut bytes = vec![LEAVES];
    match Case::divided_by(proofs.iter().map(|&(case, ..)| case)) {
        0 => bytes.push(0),
        divided => {
            bytes.push(BY_TOKENS);
            number(divided.into(), &mut bytes);
        }
    }
    for (_, points, proof) in proofs {
        number(*points as u32, &mut bytes);
        proof.write(&mut bytes);
    }
    bytes
}

/// What a certificate by leaves holds, or the record of a game.
pub(super) struct Written {
    pub(super) score: i32,
    /// The seat that the score is of.
    pub(super) seat: usize,
    pub(super) game: GameRecord,
    /// Of all cases; empty for a game.
    pub(super) proofs: Vec<CaseProof>,
}

/// Reads a certificate by leaves of a question, or the record of a game, and checks it.
///
/// # Errors
/// [`QuestionError`] when it proves nothing, or something else.
pub(super) fn read(bytes: &[u8], question: &Question) -> Result<Written, QuestionError> {
    if !bytes.starts_with(MAGIC) {
        return read_game(bytes, question);
    }
    let (record, proof) = verify::leaves_of(bytes)?.ok_or(QuestionError::FromTree)?;
    let proved = verify::check(bytes)?;
    let same = proved.players == question.players
        && proved.rules == question.rules
        && proved.seat == question.seat
        && proved.objective == question.objective.name();
    if !same {
        let seat = proved
            .seat
            .map_or("any seat".to_owned(), |seat| format!("seat {seat}"));
        let (rules, players, objective) = (proved.rules, proved.players, proved.objective);
        return Err(QuestionError::FromOther(format!(
            "{rules}, {players} players, {objective}, {seat}"
        )));
    }
    let model = Model::new(question)?;
    let space = Space::new(&model);
    let mut bytes = Bytes::new(&proof);
    // The check has seen that there is no other cover.
    let divided = match bytes.byte()? {
        BY_TOKENS => bytes.number()? as Divided,
        _ => 0,
    };
    let cases = Case::cover(&model, divided).into_iter();
    let proofs = cases.map(|case| {
        let points = bytes.number()? as i32;
        let proof = LeafProof::read(&LeafSearch::rows(&model, &space, case), &mut bytes)?;
        Ok((case, points, proof))
    });
    let proofs = proofs.collect::<Result<_, CertificateError>>()?;
    written(question, proved.score, &record, proofs)
}

/// Reads the record of a game, and checks it.
fn read_game(bytes: &[u8], question: &Question) -> Result<Written, QuestionError> {
    let score = verify::score(question, bytes).map_err(|error| match error {
        CertificateError::Game(reason) => QuestionError::FromGame(reason),
        error => error.into(),
    })?;
    let record = String::from_utf8_lossy(bytes);
    written(question, score, &record, Vec::new())
}

fn written(
    question: &Question,
    score: i32,
    record: &str,
    proofs: Vec<CaseProof>,
) -> Result<Written, QuestionError> {
    let game: GameRecord =
        Record::read(record).map_err(|error| CertificateError::Game(error.to_string()))?;
    let scores = game.result.iter().flat_map(|result| &result.scores);
    let mut seats = scores.enumerate().filter(|(_, other)| **other == score);
    let seat = question
        .seat
        .map_or_else(|| seats.next().map_or(0, |(seat, _)| seat), usize::from);
    Ok(Written {
        score,
        seat,
        game,
        proofs,
    })
}
