//! Certificates: the claim, the game that reaches it, and why nothing is better.

use super::game::GameRecord;
use super::leaves::LeafProof;
use super::model::Question;
use super::proof::{LEAVES, number};
use super::verify::{MAGIC, hash};

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

/// A proof by leaves: the number of the cover, and for each of its cases what none of its games reaches, and why.
pub(super) fn leaves(cover: usize, proofs: &[(i32, LeafProof)]) -> Vec<u8> {
    let mut bytes = vec![LEAVES, cover as u8];
    for (points, proof) in proofs {
        number(*points as u32, &mut bytes);
        proof.write(&mut bytes);
    }
    bytes
}
