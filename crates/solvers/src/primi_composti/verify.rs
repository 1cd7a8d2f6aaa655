//! The certificate checker. It shares nothing with the solvers but the rules of the game: [`results`] and the values.
//!
//! A certificate holds a claimed value and two strategies. Following the strategy of one player
//! against *every* reply of the other, layer by layer, the checker keeps for each state reached the worst
//! difference with which it can be reached. If every line ends with at least the claimed difference, the
//! value is at least that; the strategy of player 2 shows in the same way that it is at most that. A state is not
//! followed further if the claim holds in any case: even if the player scores only the values of their
//! cards and the opponent, for each card, the most that any operation of the deal gives.
//!
//! The file: `PARLOURPC1` and a line feed; VALUE of a prime and of a composite; for each hand its length
//! and cards; the four visible cards (0 for none); who is to move; the claimed difference to come; then for each
//! player the length of their strategy (four bytes, little-endian) and the strategy; and the FNV-1a hash of all that
//! (eight bytes). A strategy is a byte for each state in which the player is to move, in the order in which the checker
//! meets them (layer by layer, in ascending order of [`State`]): the rank of the card among those in hand. It is
//! compressed (zlib's deflate).

use parlour_games::primi_composti::rules::{CardSet, MAX_CARD, MIN_CARD, is_prime, results};

/// Magic bytes at the start of a file.
pub const MAGIC: &[u8] = b"PARLOURPC1\n";
/// Maximum number of cards in a hand.
const MAX_HAND: usize = 15;
/// Maximum length of an unpacked strategy, in bytes.
const MAX_STRATEGY: usize = 1 << 30;

/// Why a certificate is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// Not a certificate.
    #[error("this is no certificate of Primi Composti")]
    NoCertificate,
    /// The file is damaged: the hash does not match.
    #[error("the certificate is cut off or has been altered")]
    Damaged,
    /// Cards that cannot be dealt.
    #[error("the certificate is about no deal of the game: {0}")]
    NoDeal(&'static str),
    /// A strategy that is too short, too long, or names a card that is not in hand.
    #[error("the strategy of player {0} does not fit the deal")]
    Strategy(usize),
    /// A line that ends below the claim.
    #[error(
        "the strategy of player {0} does not reach the claimed value: some line ends {1} points short"
    )]
    Refuted(usize, i32),
}

/// What a certificate proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The final difference for player 1; from the middle of a game, the difference still to come.
    pub value: i32,
    /// The hands.
    pub hands: [Vec<u8>; 2],
    /// States followed, for both players together.
    pub states: u64,
}

/// A position and its claimed value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// VALUE of a prime and of a composite.
    pub values: [u8; 2],
    /// The hands, in ascending order.
    pub hands: [Vec<u8>; 2],
    /// The visible prime and composite of each player, 0 for none.
    pub shown: [[u8; 2]; 2],
    /// The player to move: 0 or 1.
    pub to_move: usize,
    /// The difference to come, for player 1.
    pub value: i32,
}

/// The cards played and the visible cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    /// The cards each player has played, as a set over their sorted hand.
    pub played: [u16; 2],
    /// The visible prime and composite of each player: 0 for none or the one at the start, else
    /// one more than its index in the hand.
    shown: [[u8; 2]; 2],
}

impl State {
    /// In 48 bits, in the order of the type.
    fn pack(self) -> u64 {
        let [a, b] = self.played.map(u64::from);
        let shown = self.shown.as_flattened().iter();
        shown.fold(a << 16 | b, |bits, &top| bits << 4 | u64::from(top))
    }

    fn unpack(bits: u64) -> State {
        let top = |at: u32| (bits >> at & 15) as u8;
        State {
            played: [(bits >> 32) as u16, (bits >> 16) as u16],
            shown: [[top(12), top(8)], [top(4), top(0)]],
        }
    }
}

impl Claim {
    fn value_of(&self, card: u8) -> i32 {
        i32::from(self.values[usize::from(!is_prime(card))])
    }

    /// The visible prime and composite of a player.
    pub fn shown(&self, state: &State, player: usize) -> [u8; 2] {
        [0, 1].map(|kind| match state.shown[player][kind] {
            0 => self.shown[player][kind],
            place => self.hands[player][usize::from(place) - 1],
        })
    }

    /// Checks that this is a valid two-player position.
    fn check(&self) -> Result<(), CertificateError> {
        let fail = |what| Err(CertificateError::NoDeal(what));
        if self.hands.iter().any(|hand| hand.len() > MAX_HAND) {
            return fail("too many cards in a hand");
        }
        let mut seen = CardSet::EMPTY;
        let visible = self.shown.as_flattened().iter().filter(|&&card| card != 0);
        for &card in self.hands.iter().flatten().chain(visible) {
            if !(MIN_CARD..=MAX_CARD).contains(&card) {
                return fail("a card outside the deck");
            }
            if seen.contains(card) {
                return fail("a card is there twice");
            }
            seen = seen.with(card);
        }
        let misplaced = |[prime, composite]: [u8; 2]| {
            prime != 0 && !is_prime(prime) || composite != 0 && is_prime(composite)
        };
        if self.shown.into_iter().any(misplaced) {
            return fail("a card lies on the wrong stack");
        }
        if !self.hands.iter().all(|hand| hand.is_sorted()) {
            return fail("a hand is not in order");
        }
        let [mover, other] = [self.to_move, 1 - self.to_move].map(|p| self.hands[p].len());
        if mover != other && mover != other + 1 {
            return fail("the hands do not fit the turn");
        }
        // Differences are kept in bytes.
        let most = i32::from(self.values[0].max(self.values[1]));
        if most == 0 || mover as i32 * 3 * most >= 127 {
            return fail("its cards are worth too much");
        }
        Ok(())
    }

    /// What a card scores: its value and those of the best pair of visible cards that makes it.
    fn gain(&self, table: &Results, state: &State, card: u8) -> i32 {
        let [[a, b], [c, d]] = [0, 1].map(|player| self.shown(state, player));
        let visible = [a, b, c, d];
        let mut best = 0;
        for (at, &x) in visible.iter().enumerate() {
            for &y in &visible[at + 1..] {
                if table.0[usize::from(x)][usize::from(y)].contains(card) {
                    best = best.max(self.value_of(x) + self.value_of(y));
                }
            }
        }
        self.value_of(card) + best
    }

    /// The most that a card can score in this deal.
    fn most(&self, table: &Results, card: u8) -> i32 {
        let deal: Vec<u8> = self
            .hands
            .iter()
            .chain(&self.shown.map(Vec::from))
            .flatten()
            .copied()
            .collect();
        let pairs = deal.iter().flat_map(|&a| deal.iter().map(move |&b| (a, b)));
        let worth = pairs
            .filter(|&(a, b)| table.0[usize::from(a)][usize::from(b)].contains(card))
            .map(|(a, b)| self.value_of(a) + self.value_of(b));
        self.value_of(card) + worth.max().unwrap_or(0)
    }

    /// Follows the strategy of `player` against every reply and returns the number of states. `choose` is given the state
    /// and the worst difference so far, and returns the rank of a card among those in hand.
    ///
    /// # Errors
    /// [`CertificateError::Strategy`] if no card or an invalid one is chosen,
    /// [`CertificateError::Refuted`] if some line ends below the claim.
    pub(super) fn follow(
        &self,
        player: usize,
        mut choose: impl FnMut(&State, i32) -> Option<u8>,
    ) -> Result<u64, CertificateError> {
        let table = Results::new();
        let sign = [1, -1][player];
        let claimed = sign * self.value;
        let most: Vec<i32> = self.hands[1 - player]
            .iter()
            .map(|&card| self.most(&table, card))
            .collect();
        let sure: Vec<i32> = self.hands[player]
            .iter()
            .map(|&card| self.value_of(card))
            .collect();
        let start = State {
            played: [0; 2],
            shown: [[0; 2]; 2],
        };
        // A state with the difference so far in the low byte: sorted, the worst comes first.
        let join = |state: State, so_far: i32| state.pack() << 8 | (so_far + 128) as u64;
        let mut layer = vec![join(start, 0)];
        let mut states = 0;
        let plies = self.hands[0].len() + self.hands[1].len();
        for ply in 0..plies {
            let mover = (self.to_move + ply) % 2;
            let hand = &self.hands[mover];
            let mut next = Vec::new();
            for &entry in &layer {
                let state = State::unpack(entry >> 8);
                let so_far = (entry & 0xff) as i32 - 128;
                let left = |values: &[i32], played: u16| -> i32 {
                    let unplayed = values
                        .iter()
                        .enumerate()
                        .filter(|(at, _)| played >> at & 1 == 0);
                    unplayed.map(|(_, value)| value).sum()
                };
                let safe = so_far + left(&sure, state.played[player])
                    - left(&most, state.played[1 - player]);
                if safe >= claimed {
                    continue;
                }
                states += 1;
                let mut play = |at: usize| {
                    let card = hand[at];
                    let gain = self.gain(&table, &state, card);
                    let mut after = state;
                    after.played[mover] |= 1 << at;
                    after.shown[mover][usize::from(!is_prime(card))] = at as u8 + 1;
                    let change = if mover == player { gain } else { -gain };
                    next.push(join(after, so_far + change));
                };
                let in_hand = (0..hand.len()).filter(|at| state.played[mover] >> at & 1 == 0);
                if mover == player {
                    let rank = choose(&state, so_far).map(usize::from);
                    let mut in_hand = in_hand;
                    let at = rank.and_then(|rank| in_hand.nth(rank));
                    play(at.ok_or(CertificateError::Strategy(player + 1))?);
                } else {
                    in_hand.for_each(&mut play);
                }
            }
            next.sort_unstable();
            next.dedup_by_key(|entry| *entry >> 8);
            layer = next;
        }
        let worst = layer.iter().map(|&entry| (entry & 0xff) as i32 - 128).min();
        match worst {
            Some(worst) if worst < claimed => {
                Err(CertificateError::Refuted(player + 1, claimed - worst))
            }
            _ => Ok(states),
        }
    }

    /// The claim with its strategies, as a file.
    pub(super) fn write(&self, strategies: [&[u8]; 2]) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend(self.values);
        for hand in &self.hands {
            out.push(hand.len() as u8);
            out.extend(hand);
        }
        out.extend(self.shown.as_flattened());
        out.push(self.to_move as u8);
        out.push(self.value as i8 as u8);
        for strategy in strategies {
            let packed = miniz_oxide::deflate::compress_to_vec(strategy, 9);
            out.extend((packed.len() as u32).to_le_bytes());
            out.extend(packed);
        }
        let hash = fnv(&out);
        out.extend(hash.to_le_bytes());
        out
    }
}

/// The results of any two cards.
struct Results(Vec<[CardSet; MAX_CARD as usize + 1]>);

impl Results {
    fn new() -> Results {
        let row = |a| std::array::from_fn(|b| results(a, b as u8));
        Results((0..=MAX_CARD).map(row).collect())
    }
}

/// FNV-1a, 64 bits (Fowler, Noll and Vo): detects damage, not forgery. A forged strategy is rejected when it is followed.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Reads a file from front to back.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], CertificateError> {
        let (head, tail) = self
            .0
            .split_at_checked(count)
            .ok_or(CertificateError::Damaged)?;
        self.0 = tail;
        Ok(head)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], CertificateError> {
        let bytes = self.take(N)?;
        bytes.try_into().map_err(|_| CertificateError::Damaged)
    }
}

/// Checks a certificate.
///
/// # Errors
/// [`CertificateError`] if it is damaged or does not prove its claim.
pub fn check(bytes: &[u8]) -> Result<Proved, CertificateError> {
    if !bytes.starts_with(MAGIC) {
        return Err(CertificateError::NoCertificate);
    }
    let end = bytes
        .len()
        .checked_sub(8)
        .ok_or(CertificateError::Damaged)?;
    let (content, hash) = bytes.split_at(end);
    if fnv(content).to_le_bytes() != hash {
        return Err(CertificateError::Damaged);
    }
    let mut reader = Reader(content);
    reader.take(MAGIC.len())?;
    let values = reader.array()?;
    let mut hand = || -> Result<Vec<u8>, CertificateError> {
        let [count] = reader.array()?;
        Ok(reader.take(count.into())?.to_vec())
    };
    let hands = [hand()?, hand()?];
    let [a, b, c, d, to_move, value] = reader.array()?;
    let claim = Claim {
        values,
        hands,
        shown: [[a, b], [c, d]],
        to_move: to_move.min(1).into(),
        value: i32::from(value as i8),
    };
    claim.check()?;
    let mut states = 0;
    for player in [0, 1] {
        let wrong = CertificateError::Strategy(player + 1);
        let length = u32::from_le_bytes(reader.array()?);
        let packed = reader.take(length as usize)?;
        let strategy = miniz_oxide::inflate::decompress_to_vec_with_limit(packed, MAX_STRATEGY)
            .map_err(|_| wrong.clone())?;
        let mut cards = strategy.into_iter();
        states += claim.follow(player, |_, _| cards.next())?;
        if cards.next().is_some() {
            return Err(wrong);
        }
    }
    if !reader.0.is_empty() {
        return Err(CertificateError::Damaged);
    }
    Ok(Proved {
        value: claim.value,
        hands: claim.hands,
        states,
    })
}
