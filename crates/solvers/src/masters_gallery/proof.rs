//! Why nothing better is in a part of the games, as bytes of a certificate.

use super::node::{Dual, Split};

/// The first byte of a proof by leaves: no kind of node.
pub(super) const LEAVES: u8 = 9;

/// The reason.
#[derive(Clone, Debug)]
pub(super) enum Proof {
    /// One after the other, the multipliers take all rankings of a round away.
    Cut(Vec<Dual>),
    /// The multipliers take rankings away; the rest is split. Each part has its number.
    Split(Vec<Dual>, Split, Vec<(u8, Proof)>),
    /// Turn order is fixed, and hands do not suffice.
    Hands,
}

impl Proof {
    /// Appends the proof in the form that the checker reads.
    pub(super) fn write(&self, players: usize, rounds: usize, out: &mut Vec<u8>) {
        let duals = |duals: &[Dual], out: &mut Vec<u8>| {
            number(duals.len() as u32, out);
            for dual in duals {
                let hands = dual.hand[..players].iter().flat_map(|row| &row[..rounds]);
                for &price in dual.artist.iter().chain(hands).chain([&dual.second]) {
                    number(price as u32, out);
                }
            }
        };
        match self {
            Proof::Cut(list) => {
                out.push(0);
                duals(list, out);
            }
            Proof::Hands => out.push(1),
            Proof::Split(list, split, parts) => {
                let (kind, arguments) = match *split {
                    Split::Target(round) => (2, vec![round]),
                    Split::Award(artist) => (3, vec![artist]),
                    Split::First(round) => (4, vec![round]),
                    Split::Ranking(round) => (5, vec![round]),
                    Split::Seat => (6, vec![]),
                    Split::Size(round, size) => (7, vec![round, size]),
                    Split::Cards(round, artist, cards) => (8, vec![round, artist, cards]),
                };
                out.push(kind);
                duals(list, out);
                out.extend(arguments);
                // Which rankings and seats are left depends on the multipliers; all else does not.
                let listed = matches!(split, Split::First(_) | Split::Ranking(_));
                if listed {
                    number(parts.len() as u32, out);
                }
                for (which, part) in parts {
                    if listed {
                        out.push(*which);
                    }
                    part.write(players, rounds, out);
                }
            }
        }
    }
}

/// Seven bits at a time, the low ones first; the high bit says that more follow.
pub(super) fn number(mut value: u32, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
