//! The check of a proof by leaves.
//!
//! The games are covered by cases: which rounds end without a closer, and which awards count from when on. A leaf of a
//! case is the artists who get the awards and a ranking of every round; for its variants see [`Variant`]. Prices of the
//! rows listed at [`Prices`] bound what each artist alone can bring; with what there is of each row that bounds all
//! games of the leaf. The proof of a case holds sets of prices, against which all leaves are held, and for each leaf
//! that they leave over a tree of branches that ends in prices.

mod round;
mod tables;
mod trees;
mod walk;

use super::bound::POINT;
use super::read::Bytes;
use super::{CertificateError, Claim};
use parlour_games::masters_gallery::Rules;
use parlour_games::masters_gallery::rules::{ARTIST_CARDS, AWARD, GAINS, ROUNDS};
use trees::Trees;
use walk::Walk;

/// What cannot be reached.
const NEVER: i64 = i64::MIN / 4;
const ARTISTS: usize = ARTIST_CARDS.len();
/// Sets of prices, at most.
const MAX_SETS: u32 = 20_000;
/// What there is of a row that does not bind.
const PLENTY: i64 = 1_000;
/// A card, and the share of a drawn card, in fifths (see [`Prices::emptied`]).
const CARD_FIFTHS: i64 = 5;
const DRAWN_FIFTHS: i64 = 4;
/// Combinations of an artist's three symbols.
const SYMBOLS: usize = 8;

/// What each round's limit is.
type Row = [i64; ROUNDS];

/// Prices of the rows, each a limit of every round. Pairs are of the maximised player and of the others.
#[derive(Clone, Default)]
struct Prices {
    /// Cards displayed so far, less those drawn: at most those dealt.
    hands: [Row; 2],
    /// n − 1 turns of the others follow each turn of the maximised player but the last, and the seats before them
    /// begin: n − 1 times the maximised player's open cards less second ones, less the others', is at most n − 1 less
    /// the seat.
    turns_least: Row,
    /// The opposite: at most the seat.
    turns_most: Row,
    /// Cards of the third less those of the second, of the first unranked artist in the row less those of the third,
    /// likewise of the second, and of the second less those of the first: at most 0, or −1 where a tie would be decided
    /// the other way.
    order: [Row; 4],
    /// Extra cards: at most one, and at least one.
    extra: [Row; 2],
    /// Hidden cards less cards that let one be laid: at most 0.
    hidden: [Row; 2],
    /// Cards face up beyond those that close no round: at most one, or one for each player; and artists with such
    /// cards: at least one.
    excess: [Row; 2],
    /// Empty hands: cards displayed so far, less those drawn, are at least those dealt.
    empty: [Row; 2],
    /// Cards that close the round which the maximised player, or another, must have shown: at most one for each.
    shown: [Row; 2],
    /// The others' cards, compared with the maximised player's turns; it holds when players are skipped, too: n − 1
    /// times the turns less the cards that the maximised player has drawn, less the others' cards, is at most n − 1.
    followed: Row,
    /// In the round in which a hand of the others is empty for the first time, in fifths of a card: that player has
    /// displayed the cards dealt, and each of the n − 2 others one card less than the maximised player has had turns,
    /// or the cards dealt. The latter are fewer by at most the cards that the maximised player has drawn less one,
    /// which is at most four fifths of them.
    emptied: Row,
    /// In that round, if the maximised player has had a card at every turn, the player with the empty hand has had at
    /// most as many turns; one less, if the maximised player opened the game. All other cards dealt to that player were
    /// displayed without a turn: none added in that round, and one at most of an artist in an earlier round.
    without_turn: Row,
    /// The maximised player's turns, where the variant says that they are fewer than the cards dealt to each player: at
    /// most one less than these; and where it says that they are not: at least as many.
    turns: [Row; 2],
    /// Where they are fewer, since a hand of the others was empty first: each of the others has displayed one card less
    /// than those turns, or as many, who has a seat before the maximised player or has had an empty hand.
    followed_few: Row,
    /// Where they are fewer in the round in which a hand of the others is empty for the first time: that player has
    /// displayed the cards dealt, and each of the others as above.
    emptied_few: Row,
    /// Where they were fewer since that round, and are not any longer: the others' cards.
    followed_many: Row,
    /// Where the variant says that one of the others at most ever has an empty hand: each turn of the maximised player
    /// but the last is followed by one of each of the others, and that player's turns and cards displayed without a
    /// turn are the cards dealt up to the round in which the hand is empty.
    alone_cards: Row,
    /// The same, but that player has had those turns up to the round before, and one more if cards were dealt since.
    alone_turns: Row,
    /// Where it says that two have, and the turns up to the last round are few: these two have displayed the cards
    /// dealt up to the round in which the first hand is empty.
    emptied_two: Row,
    /// Whether the second, the third, or the first or second unranked artist in the row has as many cards as close a
    /// round, less whether the first has more: at most one, or none where a tie would be decided the other way.
    enough: [Row; 4],
    /// Whether the first has closed the round or has more cards than close it: that is so if ties with all others would
    /// be decided for them.
    first_closes: Row,
    /// Awards of the first two rounds: at least those that count from then on.
    stars: [i64; 2],
}

/// Which awards count from when on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tokens {
    /// All from the first round on.
    All,
    /// The numbers of them that are played after the first round, and after the second. The others are played in the
    /// first round; each counts from the round in which it is played.
    Late([i64; 2]),
    /// One from the second, for another artist, the others from the first.
    Split,
}

#[derive(Clone, Copy)]
struct Case {
    /// Rounds that end without a closer.
    open: [bool; ROUNDS],
    tokens: Tokens,
}

/// How an artist stands in a round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// First, second or third: 0, 1 or 2.
    Ranked(usize),
    /// Not ranked behind three others: the first or second of those in the row, 0 or 1.
    Behind(usize),
    /// Without a card.
    Missing,
}

impl Standing {
    const ALL: [Standing; 6] = [
        Standing::Ranked(0),
        Standing::Ranked(1),
        Standing::Ranked(2),
        Standing::Behind(0),
        Standing::Behind(1),
        Standing::Missing,
    ];

    fn index(self) -> usize {
        match self {
            Standing::Ranked(place) => place,
            Standing::Behind(which) => 3 + which,
            Standing::Missing => 5,
        }
    }
}

/// Least and most, of the numbers of an artist's cards in a round: own ones, all, and of the maximised player second
/// cards, draws, cards that let one be laid, hidden cards; extra cards; those face up that close the round.
pub(super) type Range = [[i64; 2]; 8];

const OWN: usize = 0;
const ALL: usize = 1;
const SECOND: usize = 2;
const DRAW: usize = 3;
const LAY: usize = 4;
const HIDDEN: usize = 5;
const EXTRA: usize = 6;
const EXCESS: usize = 7;

/// What all leaves have in common.
struct Setting {
    full: bool,
    players: i64,
    seats: Vec<i64>,
    closing: i64,
    cards: [i64; ARTISTS],
    dealt: Row,
    /// What one award is worth; 0 without awards.
    award: i64,
    draws: i64,
    seconds: i64,
    hidden: i64,
    extra: i64,
    additions: bool,
    together: bool,
    rankings: Vec<Vec<usize>>,
    /// By ranking and artist.
    standings: Vec<[Standing; ARTISTS]>,
}

#[derive(Clone)]
struct Leaf {
    awarded: [usize; 2],
    rankings: [usize; ROUNDS],
}

/// A variant of a leaf: what else its games are told apart by.
#[derive(Clone, Copy)]
struct Variant {
    /// Of the maximised player.
    seat: i64,
    /// The first round in which the maximised player, and another, has no card; the number of rounds if in none.
    skips: [usize; 2],
    /// From the round in which another has no card on, the first up to which the maximised player has had at least as
    /// many turns as cards were dealt to each player; the number of rounds if there is none.
    many: usize,
    /// Whether these turns are more than the cards.
    beyond: bool,
    /// Whether more than one of the others ever has an empty hand.
    several: bool,
}

/// Who closes each round: the maximised player, another, or either.
type Closers = [Option<bool>; ROUNDS];

/// Part of a leaf.
#[derive(Clone)]
struct Part {
    ranges: [[Range; ROUNDS]; ARTISTS],
    closers: Closers,
    variants: Vec<Variant>,
}

/// By cards of an artist so far, and symbols used up: the most that may come of it.
type Sums = Vec<[i64; SYMBOLS]>;

/// Checks the proof that follows the first byte; how many parts it has.
pub(super) fn check(
    claim: &Claim,
    rules: &Rules,
    bytes: &mut Bytes<'_>,
) -> Result<u64, CertificateError> {
    if !matches!(claim.objective.as_str(), "max" | "no-award-max") {
        return Err(CertificateError::Gap("leaves bound one player's score"));
    }
    let setting = Setting::new(claim, rules);
    let mut parts = 0;
    let told_apart = setting.told_apart(bytes)?;
    for case in setting.cases(told_apart)? {
        let points = i64::from(bytes.number()?);
        if points > i64::from(claim.bound()) + 1 {
            return Err(CertificateError::Gap("a case has a higher bound"));
        }
        parts += setting.check_case(case, points * POINT, bytes)?;
    }
    Ok(parts)
}

/// 1 for who gets the awards, 2 for who gets a later one.
fn role(awarded: [usize; 2], artist: usize) -> usize {
    match artist {
        _ if artist == awarded[0] => 1,
        _ if artist == awarded[1] => 2,
        _ => 0,
    }
}

fn gain(standing: Standing) -> i64 {
    match standing {
        Standing::Ranked(place) => i64::from(GAINS[place]),
        _ => 0,
    }
}

impl Setting {
    fn new(claim: &Claim, rules: &Rules) -> Setting {
        let no_award = claim.objective == "no-award-max";
        let mut rankings: Vec<Vec<usize>> = Vec::new();
        // In the order of the search: by length, then by the row.
        for length in 1..=GAINS.len() {
            let count = (ARTISTS as u32).pow(length as u32);
            for code in 0..count {
                let digit =
                    |at: usize| code as usize / ARTISTS.pow((length - 1 - at) as u32) % ARTISTS;
                let list: Vec<usize> = (0..length).map(digit).collect();
                if (1..length).all(|at| !list[..at].contains(&list[at])) {
                    rankings.push(list);
                }
            }
        }
        let standings = rankings.iter().map(|ranking| {
            let mut behind = 0;
            std::array::from_fn(|artist| {
                if let Some(place) = ranking.iter().position(|&other| other == artist) {
                    Standing::Ranked(place)
                } else if ranking.len() == GAINS.len() {
                    behind += 1;
                    Standing::Behind(behind - 1)
                } else {
                    Standing::Missing
                }
            })
        });
        let standings = standings.collect();
        let mut sum = 0;
        let players = i64::from(claim.players);
        let symbols = &rules.symbols;
        Setting {
            full: rules.extra_card
                || rules.additional_cards
                || symbols.hidden > 0
                || symbols.together > 0,
            players,
            seats: match claim.seat {
                Some(seat) => vec![i64::from(seat)],
                None => (0..players).collect(),
            },
            closing: i64::from(rules.closing()),
            // A player of an award card must place the award.
            cards: ARTIST_CARDS
                .map(|cards| i64::from(cards) - i64::from(no_award) * i64::from(symbols.award)),
            dealt: std::array::from_fn(|round| {
                sum += i64::from(rules.dealt(round));
                sum
            }),
            award: i64::from(!no_award) * i64::from(AWARD) * i64::from(symbols.award),
            draws: i64::from(symbols.draw.min(1)),
            seconds: i64::from(symbols.second.min(1)),
            hidden: i64::from(symbols.hidden.min(1)),
            extra: rules.extra_card.into(),
            additions: rules.additional_cards,
            together: symbols.together > 0,
            rankings,
            standings,
        }
    }

    /// The sets of rounds without a closer whose games are told apart by when awards are played: a bit for each.
    fn told_apart(&self, bytes: &mut Bytes<'_>) -> Result<u32, CertificateError> {
        match bytes.byte()? {
            0 => Ok(0),
            6 if self.full && self.award > 0 => bytes.number(),
            // Another version of the program has written it, if nobody has altered it.
            _ => Err(CertificateError::Gap(
                "cases of another version; `parlour optimise --certificate` writes it again",
            )),
        }
    }

    /// The cases that cover all games.
    fn cases(&self, told_apart: u32) -> Result<Vec<Case>, CertificateError> {
        let whole = |open| Case {
            open,
            tokens: Tokens::All,
        };
        if !self.full {
            return Ok(vec![whole([false; ROUNDS])]);
        }
        let mut left = told_apart;
        let mut cases = Vec::new();
        for mask in 0..1_u32 << ROUNDS {
            let open: [bool; ROUNDS] = std::array::from_fn(|round| mask >> round & 1 == 1);
            // All hands are empty after such a round, and that many cards cannot lie in the first.
            let room = ARTISTS as i64 * (self.closing - 1 + self.hidden);
            if open[0] && self.players * self.dealt[0] + self.extra > room {
                continue;
            }
            if told_apart >> mask & 1 == 0 {
                cases.push(whole(open));
                continue;
            }
            left &= !(1 << mask);
            for late in 0..=ARTISTS as i64 {
                cases.extend((0..=late).map(|later| Case {
                    open,
                    tokens: Tokens::Late([late, later]),
                }));
            }
            cases.push(Case {
                open,
                tokens: Tokens::Split,
            });
        }
        match left {
            0 => Ok(cases),
            _ => Err(CertificateError::Gap("cases that no game is of")),
        }
    }

    fn variants(&self, case: Case) -> Vec<Variant> {
        let skips = match case.open.iter().position(|&open| open) {
            _ if !self.full => ROUNDS..=ROUNDS,
            Some(open) => 0..=open,
            None => 0..=ROUNDS,
        };
        let mut variants = Vec::new();
        for &seat in &self.seats {
            for own in skips.clone() {
                for other in skips.clone() {
                    for many in other..=ROUNDS {
                        let flags = [(false, true), (false, false), (true, true), (true, false)];
                        // Nothing is beyond the last round, and two others with an empty hand are three players.
                        let flags = flags.into_iter().filter(|&(beyond, several)| {
                            (!beyond || many < ROUNDS)
                                && (!several || self.players > 2 && other < ROUNDS)
                        });
                        variants.extend(flags.map(|(beyond, several)| Variant {
                            seat,
                            skips: [own, other],
                            many,
                            beyond,
                            several,
                        }));
                    }
                }
            }
        }
        variants
    }

    fn check_case(
        &self,
        case: Case,
        limit: i64,
        bytes: &mut Bytes<'_>,
    ) -> Result<u64, CertificateError> {
        let count = bytes.number()?;
        if count > MAX_SETS {
            return Err(CertificateError::Gap("too many sets of prices"));
        }
        let variants = self.variants(case);
        let mut tables = Vec::new();
        for _ in 0..count {
            tables.push(self.table(case, &variants, &self.prices(case, bytes)?));
        }
        let trees = bytes.number()? as usize;
        let mut walk = Walk {
            setting: self,
            case,
            variants: &variants,
            tables: &tables,
            limit,
            most: trees,
            left: Vec::new(),
        };
        walk.all();
        if walk.left.len() != trees {
            return Err(CertificateError::Gap("leaves and trees do not match"));
        }
        let mut tree = Trees {
            setting: self,
            case,
            limit,
            bytes,
            parts: u64::from(count),
        };
        for (leaf, variants) in &walk.left {
            tree.check(leaf, &self.whole(case, leaf, variants), 0)?;
        }
        Ok(tree.parts)
    }

    /// Reads the prices of the rows that the case has.
    fn prices(&self, case: Case, bytes: &mut Bytes<'_>) -> Result<Prices, CertificateError> {
        let mut prices = Prices::default();
        let mut read = |row: &mut Row, has: &dyn Fn(usize) -> bool| {
            for (round, price) in row.iter_mut().enumerate() {
                if has(round) {
                    *price = bytes.price()?;
                }
            }
            Ok::<(), CertificateError>(())
        };
        let full = self.full;
        let always = |_: usize| true;
        for row in &mut prices.hands {
            read(row, &always)?;
        }
        read(&mut prices.turns_least, &always)?;
        read(&mut prices.turns_most, &always)?;
        for (number, row) in prices.order.iter_mut().enumerate() {
            read(row, &|_| full || number < 3)?;
        }
        for row in &mut prices.extra {
            read(row, &|_| self.extra > 0)?;
        }
        for row in &mut prices.hidden {
            read(row, &|_| self.hidden > 0)?;
        }
        for row in &mut prices.excess {
            read(row, &|round| full && !case.open[round])?;
        }
        for row in &mut prices.empty {
            read(row, &|_| full)?;
        }
        for row in &mut prices.shown {
            read(row, &|round| full && !case.open[round])?;
        }
        for row in [
            &mut prices.followed,
            &mut prices.emptied,
            &mut prices.without_turn,
        ] {
            read(row, &|_| full)?;
        }
        for row in &mut prices.turns {
            read(row, &|_| full)?;
        }
        for row in [
            &mut prices.followed_few,
            &mut prices.emptied_few,
            &mut prices.followed_many,
        ] {
            read(row, &|_| full)?;
        }
        let others = full && self.players > 2;
        read(&mut prices.alone_cards, &|_| others)?;
        read(&mut prices.alone_turns, &|_| others)?;
        read(&mut prices.emptied_two, &|round| {
            others && round == ROUNDS - 1
        })?;
        for row in prices.enough.iter_mut().chain([&mut prices.first_closes]) {
            read(row, &|round| full && !case.open[round])?;
        }
        if matches!(case.tokens, Tokens::Late(_)) {
            let mut stars = [0; ROUNDS];
            read(&mut stars, &|round| round < 2)?;
            prices.stars = [stars[0], stars[1]];
        }
        Ok(prices)
    }

    /// The most cards face up that close a round.
    fn closers(&self, case: Case, round: usize) -> i64 {
        match self.together {
            _ if case.open[round] => 0,
            true => self.players,
            false => 1,
        }
    }

    fn range(&self, case: Case, round: usize, standing: Standing) -> Range {
        let most = *self.cards.iter().max().unwrap_or(&0);
        let closed = !case.open[round];
        let all = match standing {
            Standing::Missing => return [[0; 2]; 8],
            Standing::Ranked(0) if !self.full => [self.closing; 2],
            Standing::Ranked(0) if closed => [self.closing, most],
            Standing::Ranked(_) if self.full => [1, most],
            Standing::Behind(_) if self.full => [0, most],
            Standing::Ranked(_) => [1, self.closing - 1],
            Standing::Behind(_) => [0, self.closing - 1],
        };
        let up_to = |most: i64| [0, most];
        [
            up_to(all[1]),
            all,
            up_to(self.seconds),
            up_to(self.draws),
            up_to(self.hidden),
            up_to(self.hidden * ARTISTS as i64),
            up_to(self.extra),
            up_to(self.closers(case, round)),
        ]
    }

    fn whole(&self, case: Case, leaf: &Leaf, variants: &[Variant]) -> Part {
        Part {
            ranges: std::array::from_fn(|artist| {
                std::array::from_fn(|round| {
                    let standing = self.standings[leaf.rankings[round]][artist];
                    self.range(case, round, standing)
                })
            }),
            closers: Closers::default(),
            variants: variants.to_vec(),
        }
    }
}

/// What a test asks about: a leaf, and a part of it.
#[cfg(test)]
pub(super) struct Asked {
    pub(super) awarded: [usize; 2],
    /// Numbers of variants.
    pub(super) variants: Vec<usize>,
    pub(super) rankings: [usize; ROUNDS],
    pub(super) ranges: [[Range; ROUNDS]; ARTISTS],
    pub(super) closers: [Option<bool>; ROUNDS],
}

/// The bounds of leaves of a case, and of parts of them, under prices: for the test that holds them against the
/// search's. `None` when nothing is in the part.
#[cfg(test)]
pub(super) fn bounds(
    claim: &Claim,
    rules: &Rules,
    case: (u32, usize),
    prices: &[u8],
) -> impl Fn(Asked) -> (i64, Option<i64>) {
    let setting = Setting::new(claim, rules);
    let (told_apart, case) = case;
    let case = setting.cases(told_apart).expect("a cover")[case];
    let mut bytes = Bytes::new(prices);
    let prices = setting.prices(case, &mut bytes).expect("prices");
    bytes.end().expect("all prices are read");
    let variants = setting.variants(case);
    let table = setting.table(case, &variants, &prices);
    move |asked| {
        let leaf = Leaf {
            awarded: asked.awarded,
            rankings: asked.rankings,
        };
        let ranked = leaf.rankings.iter().enumerate();
        let ties: i64 = ranked
            .map(|(round, &ranking)| table.ties[round][ranking])
            .sum();
        let most = |artist: usize| {
            let code = leaf.rankings.iter().fold(0, |code, &ranking| {
                code * Standing::ALL.len() + setting.standings[ranking][artist].index()
            });
            table.most[artist][role(leaf.awarded, artist)][ROUNDS][code]
        };
        let stocks = asked.variants.iter().map(|&variant| table.stock[variant]);
        let stock = stocks.max().expect("a variant");
        let whole = stock + ties + (0..ARTISTS).map(most).sum::<i64>();
        let part = Part {
            ranges: asked.ranges,
            closers: asked.closers,
            variants: asked.variants.iter().map(|&at| variants[at]).collect(),
        };
        let part = setting.bound(case, &leaf, &part, &prices);
        (whole, (part != NEVER).then_some(part))
    }
}
