//! The check of a proof by leaves.
//!
//! The games are covered by cases: which rounds end without a closer, and which awards count from when on. A leaf of a
//! case is the artists who get the awards, a seat of the maximised player, the first round in which another player has
//! no card left, and a ranking of every round. Under prices of the rows listed at [`Prices`], each artist for himself
//! can bring at most so many points; with what there is of each row that bounds all games of the leaf. The proof of a
//! case holds sets of prices, against which all leaves are held, and for each leaf that they leave over a tree of
//! branches that ends in prices.

use super::bound::POINT;
use super::read::Bytes;
use super::{CertificateError, Claim};
use parlour_games::masters_gallery::Rules;
use parlour_games::masters_gallery::rules::{ARTIST_CARDS, AWARD, GAINS, ROUNDS};

/// What cannot be reached.
const NEVER: i64 = i64::MIN / 4;
const ARTISTS: usize = ARTIST_CARDS.len();
/// The deepest tree.
const MAX_DEPTH: u32 = 400;
/// Sets of prices, at most.
const MAX_SETS: u32 = 20_000;
/// What there is of a row that does not bind.
const PLENTY: i64 = 1_000;
/// Combinations of an artist's three symbols.
const SYMBOLS: usize = 8;
/// The most that an artist can have gained and been awarded, and one.
const VALUES: usize = 1 + (GAINS[0] as usize) * ROUNDS + (AWARD as usize) * ARTISTS;

/// What each round's limit is.
type Row = [i64; ROUNDS];

/// Prices of the rows, each a limit of every round. Pairs are of the maximised player and of the others.
#[derive(Clone, Default)]
struct Prices {
    /// Cards displayed so far, less those drawn: at most those dealt.
    hands: [Row; 2],
    /// n − 1 turns of the others follow each turn of the maximised player but the last, and the seats before them begin:
    /// n − 1 times the maximised player's open cards less second ones, less the others', is at most n − 1 less the seat.
    turns_least: Row,
    /// The opposite: at most the seat. Where nobody is skipped.
    turns_most: Row,
    /// Cards of the third less those of the second, of the first unranked artist in the row less those of the third,
    /// likewise of the second, and of the second less those of the first: at most 0, or −1 where a tie would be decided
    /// the other way.
    order: [Row; 4],
    /// Extra cards: at most one, and at least one.
    extra: [Row; 2],
    /// Hidden cards less cards that let one be laid: at most 0.
    hidden: [Row; 2],
    /// Cards face up beyond those that close no round: at most one, or one for each player; and at least one.
    excess: [Row; 2],
    /// Empty hands: cards displayed so far, less those drawn, are at least those dealt.
    empty: [Row; 2],
    /// Awards of the first round: at least those that count from then on.
    stars: i64,
}

/// Which awards count from when on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tokens {
    /// All from the first round on.
    All,
    /// So many from the second, the others from the first, in which they are played.
    Late(i64),
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

/// One side's cards of an artist in a round: the maximised player's, or the others'.
#[derive(Clone, Copy)]
struct Side {
    open: i64,
    cards: i64,
    symbols: usize,
    /// Whether an open card is left that could carry an award.
    spare: bool,
    worth: i64,
}

/// What a side's cards bring.
#[derive(Clone, Copy, Default)]
struct Rates {
    card: i64,
    turn: i64,
    hidden: i64,
    drawn: i64,
}

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
    seat: i64,
    skip: usize,
    rankings: [usize; ROUNDS],
}

/// Part of a leaf.
#[derive(Clone)]
struct Part {
    ranges: [[Range; ROUNDS]; ARTISTS],
    closes: [Option<bool>; ROUNDS],
}

/// By cards of an artist so far, and symbols used up: the most that may come of it.
type Sums = Vec<[i64; SYMBOLS]>;

/// For a set of prices: by artist, role, round and standings so far, the most that may come of it.
struct Table {
    most: Vec<[Vec<Vec<i64>>; 3]>,
    ties: Vec<Vec<i64>>,
    stock: Vec<i64>,
}

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
    let cover = setting.cases(bytes.byte()?);
    for case in cover.ok_or(CertificateError::Gap("a cover that does not exist"))? {
        let points = i64::from(bytes.number()?);
        if points > i64::from(claim.bound()) + 1 {
            return Err(CertificateError::Gap("a case has a higher bound"));
        }
        parts += setting.check_case(case, points * POINT, bytes)?;
    }
    Ok(parts)
}

/// Goes through all leaves of a case, and leaves out those below the limit.
struct Walk<'a> {
    setting: &'a Setting,
    case: Case,
    variants: &'a [(i64, usize)],
    tables: &'a [Table],
    limit: i64,
    /// A tree has a byte at least: with more leaves than bytes, some have none.
    most: usize,
    left: Vec<Leaf>,
}

impl Walk<'_> {
    fn from(
        &mut self,
        awarded: [usize; 2],
        round: usize,
        codes: [usize; ARTISTS],
        rankings: &mut [usize; ROUNDS],
    ) {
        // What the artists can still bring from here on, whatever the rankings to come.
        let below = |table: &Table, stock: i64| {
            let ties: i64 = (0..round).map(|r| table.ties[r][rankings[r]]).sum();
            let most =
                |artist: usize| table.most[artist][role(awarded, artist)][round][codes[artist]];
            stock + ties + (0..ARTISTS).map(most).sum::<i64>() < self.limit
        };
        if self.left.len() > self.most {
            return;
        }
        let highest = |table: &Table| table.stock.iter().copied().max().unwrap_or(NEVER);
        let mut tables = self.tables.iter().rev();
        if tables.any(|table| below(table, highest(table))) {
            return;
        }
        if round == ROUNDS {
            for (place, &(seat, skip)) in self.variants.iter().enumerate() {
                let mut tables = self.tables.iter();
                if !tables.any(|table| below(table, table.stock[place])) {
                    self.left.push(Leaf {
                        awarded,
                        seat,
                        skip,
                        rankings: *rankings,
                    });
                }
            }
            return;
        }
        for ranking in 0..self.setting.rankings.len() {
            let standings = &self.setting.standings[ranking];
            let codes = std::array::from_fn(|artist| {
                codes[artist] * Standing::ALL.len() + standings[artist].index()
            });
            rankings[round] = ranking;
            self.from(awarded, round + 1, codes, rankings);
        }
    }

    fn all(&mut self) {
        for one in 0..ARTISTS {
            for other in 0..ARTISTS {
                if (one == other) != (self.case.tokens == Tokens::Split) {
                    self.from([one, other], 0, [0; ARTISTS], &mut [0; ROUNDS]);
                }
            }
        }
    }
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
            // Whoever plays an award card must place the award.
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

    /// The cases that cover all games: with all awards from the first round on (cover 0), or by when they are played.
    fn cases(&self, cover: u8) -> Option<Vec<Case>> {
        let closed = |tokens| Case {
            open: [false; ROUNDS],
            tokens,
        };
        let mut cases = match cover {
            0 => vec![closed(Tokens::All)],
            1 if self.full && self.award > 0 => {
                let late = (0..=ARTISTS as i64).map(|late| closed(Tokens::Late(late)));
                late.chain([closed(Tokens::Split)]).collect()
            }
            _ => return None,
        };
        if !self.full {
            return Some(cases);
        }
        for mask in 1..1_u32 << ROUNDS {
            let open = std::array::from_fn(|round| mask >> round & 1 == 1);
            // All hands are empty after such a round, and that many cards cannot lie in the first.
            let room = ARTISTS as i64 * (self.closing - 1 + self.hidden);
            if !open[0] || self.players * self.dealt[0] + self.extra <= room {
                cases.push(Case {
                    open,
                    tokens: Tokens::All,
                });
            }
        }
        Some(cases)
    }

    /// Seats, each with the first round in which another player has no card left.
    fn variants(&self, case: Case) -> Vec<(i64, usize)> {
        let skips = match case.open.iter().position(|&open| open) {
            _ if !self.full => ROUNDS..=ROUNDS,
            Some(open) => 0..=open,
            None => 0..=ROUNDS,
        };
        let seats = self.seats.iter();
        seats
            .flat_map(|&seat| skips.clone().map(move |skip| (seat, skip)))
            .collect()
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
        let mut walk = Walk {
            setting: self,
            case,
            variants: &variants,
            tables: &tables,
            limit,
            most: bytes.len(),
            left: Vec::new(),
        };
        walk.all();
        if walk.left.len() > walk.most {
            return Err(CertificateError::Gap("leaves without a tree"));
        }
        let mut tree = Trees {
            setting: self,
            case,
            limit,
            bytes,
            parts: u64::from(count),
        };
        for leaf in &walk.left {
            tree.check(leaf, &self.whole(case, leaf), 0)?;
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
        read(&mut prices.turns_most, &|_| !full)?;
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
        if matches!(case.tokens, Tokens::Late(_)) {
            let mut stars = [0; ROUNDS];
            read(&mut stars, &|round| round == 0)?;
            prices.stars = stars[0];
        }
        read(&mut prices.empty[0], &|round| case.open[round])?;
        read(&mut prices.empty[1], &|_| full)?;
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

    fn whole(&self, case: Case, leaf: &Leaf) -> Part {
        Part {
            ranges: std::array::from_fn(|artist| {
                std::array::from_fn(|round| {
                    let standing = self.standings[leaf.rankings[round]][artist];
                    self.range(case, round, standing)
                })
            }),
            closes: [None; ROUNDS],
        }
    }

    /// All that one side may do with its cards of an artist: the best for each number of open cards and of all cards, and
    /// each use of symbols. Every symbol is on an open card of its own: a draw, a card with a second one after it, and one
    /// that lets a card of any artist be laid face down.
    fn side(
        &self,
        open: i64,
        most: i64,
        added: i64,
        hidden: [i64; 2],
        symbols: [[i64; 2]; 3],
        rates: &Rates,
    ) -> Vec<Side> {
        let mut sides = Vec::new();
        for open in 0..=open.min(most) {
            let mut more = vec![NEVER; most as usize + 1];
            for hidden in hidden[0]..=hidden[1] {
                for added in 0..=added.min(open + hidden) {
                    let cards = open + hidden + added;
                    if let Some(best) = more.get_mut(cards as usize) {
                        let worth = cards * rates.card + open * rates.turn - hidden * rates.hidden;
                        *best = worth.max(*best);
                    }
                }
            }
            for used in 0..SYMBOLS {
                let [draw, second, lay] = [0, 1, 2].map(|bit| (used >> bit & 1) as i64);
                let taken = draw + 2 * second + lay;
                let fits = [draw, second, lay]
                    .iter()
                    .zip(symbols)
                    .all(|(used, [least, most])| (least..=most).contains(used));
                if taken > open || !fits {
                    continue;
                }
                let worth = draw * rates.drawn - second * rates.turn + lay * rates.hidden;
                for (cards, &most) in more.iter().enumerate() {
                    if most != NEVER {
                        sides.push(Side {
                            open,
                            cards: cards as i64,
                            symbols: used,
                            spare: open > taken,
                            worth: most + worth,
                        });
                    }
                }
            }
        }
        sides
    }

    /// The most that an artist's cards of a round bring, by cards and symbols.
    fn round(
        &self,
        case: Case,
        round: usize,
        standing: Standing,
        value: i64,
        range: &Range,
        prices: &Prices,
    ) -> Sums {
        let most = range[ALL][1].max(0);
        let mut sums = vec![[NEVER; SYMBOLS]; most as usize + 1];
        if standing == Standing::Missing {
            sums[0][0] = 0;
            return sums;
        }
        let later = |row: &Row| row[round..].iter().sum::<i64>();
        let at = |number: usize| prices.order[number][round];
        let order = match standing {
            Standing::Ranked(0) => at(3),
            Standing::Ranked(1) => at(0) - at(3),
            Standing::Ranked(_) => at(1) + at(2) - at(0),
            Standing::Behind(which) => -at(1 + which),
            Standing::Missing => 0,
        };
        let value = match standing {
            Standing::Ranked(_) => value * POINT,
            _ => 0,
        };
        let turn = later(&prices.turns_least) - later(&prices.turns_most);
        let rates = [0, 1].map(|who| {
            let hand = later(&prices.hands[who]) - later(&prices.empty[who]);
            Rates {
                card: order - hand + if who == 0 { value } else { 0 },
                turn: if who == 0 {
                    -turn * (self.players - 1)
                } else {
                    turn
                },
                hidden: prices.hidden[who][round],
                drawn: hand,
            }
        });
        let closers = self.closers(case, round);
        let calm = self.closing - 1;
        let added = i64::from(self.additions && !case.open[round]);
        let own_symbols = [range[DRAW], range[SECOND], range[LAY]];
        let may = [self.draws, self.seconds, self.hidden].map(|number| [0, number]);
        let own = self.side(
            calm + closers.min(1),
            range[OWN][1],
            added,
            range[HIDDEN],
            own_symbols,
            &rates[0],
        );
        let others = self.side(
            calm + closers,
            most,
            added * (self.players - 1),
            [0, self.hidden * ARTISTS as i64],
            may,
            &rates[1],
        );
        let star = match case.tokens {
            Tokens::Late(_) if round == 0 => prices.stars,
            _ => 0,
        };
        for mine in own.iter().filter(|mine| mine.cards >= range[OWN][0]) {
            for theirs in others
                .iter()
                .filter(|theirs| theirs.symbols & mine.symbols == 0)
            {
                for extra in range[EXTRA][0]..=range[EXTRA][1] {
                    let up = mine.open + theirs.open + extra;
                    let excess = (up - calm).max(0);
                    let cards = mine.cards + theirs.cards + extra;
                    // Each card that closes the round is the last of another player.
                    let last = mine.open.min(1) + theirs.open.min(1) * (self.players - 1);
                    let closing = match standing {
                        _ if self.full => excess <= closers.min(last),
                        Standing::Ranked(0) => excess == 1,
                        _ => excess == 0,
                    };
                    let fits = closing
                        && mine.open <= calm + excess.min(1)
                        && (range[EXCESS][0]..=range[EXCESS][1]).contains(&excess)
                        && (range[ALL][0]..=range[ALL][1]).contains(&cards);
                    if !fits {
                        continue;
                    }
                    let mut worth = mine.worth + theirs.worth;
                    worth += extra * (order - prices.extra[0][round] + prices.extra[1][round]);
                    worth -= excess * (prices.excess[0][round] - prices.excess[1][round]);
                    if mine.spare || theirs.spare {
                        worth += star;
                    }
                    let most = &mut sums[cards as usize][mine.symbols | theirs.symbols];
                    *most = worth.max(*most);
                }
            }
        }
        sums
    }

    /// What an artist has been awarded by a round.
    fn awarded(&self, case: Case, role: usize, round: usize) -> i64 {
        let tokens = ARTISTS as i64;
        let count = match (case.tokens, role) {
            (_, 0) => 0,
            (Tokens::Late(late), _) if round == 0 => tokens - late,
            (Tokens::Split, 1) => tokens - 1,
            (Tokens::Split, _) => i64::from(round > 0),
            _ => tokens,
        };
        count * self.award
    }

    fn nothing(limit: i64) -> Sums {
        let mut start = vec![[NEVER; SYMBOLS]; limit as usize + 1];
        start[0][0] = 0;
        start
    }

    /// What there is of the rows, at their prices, without ties.
    fn stock(
        &self,
        case: Case,
        (seat, skip): (i64, usize),
        closes: &[Option<bool>; ROUNDS],
        prices: &Prices,
    ) -> i64 {
        let others = self.players - 1;
        let mut stock = 0;
        for (round, (&dealt, closes)) in self.dealt.iter().zip(closes).enumerate() {
            // The last turn of the round is one of the maximised player's, or a later one.
            let [mut least, most] = match closes {
                None => [others - seat, seat],
                Some(true) => [others - seat, seat - others],
                Some(false) => [others - seat - 1, seat],
            };
            if round >= skip {
                least = PLENTY;
            }
            let open = i64::from(case.open[round]);
            // Another one's hand is empty, or everybody's.
            let emptied = match (case.open[round], round == skip) {
                (true, _) => dealt * others,
                (false, true) => dealt,
                (false, false) => 0,
            };
            stock += prices.hands[0][round] * dealt
                + prices.hands[1][round] * dealt * others
                + prices.turns_least[round] * least
                + prices.turns_most[round] * most
                + prices.extra[0][round]
                - prices.extra[1][round]
                + prices.excess[0][round] * self.closers(case, round)
                - prices.excess[1][round]
                - prices.empty[0][round] * dealt * open
                - prices.empty[1][round] * emptied;
        }
        match case.tokens {
            Tokens::Late(late) => stock - prices.stars * (ARTISTS as i64 - late),
            _ => stock,
        }
    }

    /// What ties cost: who is ranked higher though to the right has a card more.
    fn ties(&self, round: usize, ranking: usize, prices: &Prices) -> i64 {
        let ranked = &self.rankings[ranking];
        let mut cost = 0;
        if self.full && ranked.len() > 1 && ranked[0] > ranked[1] {
            cost += prices.order[3][round];
        }
        let [_, second, third] = ranked[..] else {
            return -cost;
        };
        if second > third {
            cost += prices.order[0][round];
        }
        for (artist, standing) in self.standings[ranking].iter().enumerate() {
            if let Standing::Behind(which) = standing
                && third > artist
            {
                cost += prices.order[1 + which][round];
            }
        }
        -cost
    }

    fn table(&self, case: Case, variants: &[(i64, usize)], prices: &Prices) -> Table {
        let size = |round: usize| Standing::ALL.len().pow(round as u32);
        let empty: Vec<Vec<i64>> = (0..=ROUNDS).map(|round| vec![NEVER; size(round)]).collect();
        let mut most: Vec<[Vec<Vec<i64>>; 3]> =
            vec![[empty.clone(), empty.clone(), empty]; ARTISTS];
        let mut known = vec![None; ROUNDS * Standing::ALL.len() * VALUES];
        let limit = self.cards.iter().copied().max().unwrap_or(0);
        let roles = if case.tokens == Tokens::Split { 3 } else { 2 };
        for role in 0..roles {
            let mut fill = Fill {
                setting: self,
                case,
                role,
                prices,
                known: &mut known,
                most: &mut most,
            };
            fill.from(0, 0, 0, &Setting::nothing(limit));
        }
        for row in most.iter_mut().flatten() {
            for round in (0..ROUNDS).rev() {
                for code in 0..size(round) {
                    let next = &row[round + 1][code * Standing::ALL.len()..];
                    let next = next[..Standing::ALL.len()].iter().copied();
                    row[round][code] = next.max().unwrap_or(NEVER);
                }
            }
        }
        Table {
            most,
            ties: (0..ROUNDS)
                .map(|round| {
                    let all = 0..self.rankings.len();
                    all.map(|ranking| self.ties(round, ranking, prices))
                        .collect()
                })
                .collect(),
            stock: variants
                .iter()
                .map(|&variant| self.stock(case, variant, &[None; ROUNDS], prices))
                .collect(),
        }
    }

    /// No game in the part of the leaf has more, in thousandths of a point.
    fn bound(&self, case: Case, leaf: &Leaf, part: &Part, prices: &Prices) -> i64 {
        let mut bound = self.stock(case, (leaf.seat, leaf.skip), &part.closes, prices);
        for round in 0..ROUNDS {
            bound += self.ties(round, leaf.rankings[round], prices);
        }
        for artist in 0..ARTISTS {
            let mut so_far = Setting::nothing(self.cards[artist]);
            let mut gained = 0;
            for round in 0..ROUNDS {
                let standing = self.standings[leaf.rankings[round]][artist];
                gained += gain(standing);
                let value = gained + self.awarded(case, role(leaf.awarded, artist), round);
                let range = &part.ranges[artist][round];
                let sums = self.round(case, round, standing, value, range, prices);
                so_far = onward(&so_far, &sums);
            }
            let most = so_far.iter().flatten().copied().max().unwrap_or(NEVER);
            if most == NEVER {
                return NEVER;
            }
            bound += most;
        }
        bound
    }
}

/// What an artist can bring after a round.
fn onward(before: &Sums, sums: &Sums) -> Sums {
    let mut after = vec![[NEVER; SYMBOLS]; before.len()];
    for (cards, row) in sums.iter().enumerate().take(before.len()) {
        for (symbols, &worth) in row.iter().enumerate() {
            if worth == NEVER {
                continue;
            }
            for sum in cards..before.len() {
                for (earlier, &points) in before[sum - cards].iter().enumerate() {
                    if points != NEVER && earlier & symbols == 0 {
                        let after = &mut after[sum][earlier | symbols];
                        *after = (points + worth).max(*after);
                    }
                }
            }
        }
    }
    after
}

/// Fills a table for one role; artists differ in how many cards there are.
struct Fill<'a> {
    setting: &'a Setting,
    case: Case,
    role: usize,
    prices: &'a Prices,
    /// What a round brings, by round, standing and value.
    known: &'a mut [Option<Sums>],
    most: &'a mut [[Vec<Vec<i64>>; 3]],
}

impl Fill<'_> {
    fn from(&mut self, round: usize, code: usize, gained: i64, so_far: &Sums) {
        let setting = self.setting;
        if round == ROUNDS {
            for (artist, &limit) in setting.cards.iter().enumerate() {
                let most = so_far[..=limit as usize].iter().flatten().copied().max();
                self.most[artist][self.role][ROUNDS][code] = most.unwrap_or(NEVER);
            }
            return;
        }
        for standing in Standing::ALL {
            let gained = gained + gain(standing);
            let value = gained + setting.awarded(self.case, self.role, round);
            let key = (round * Standing::ALL.len() + standing.index()) * VALUES + value as usize;
            let sums = self.known[key].get_or_insert_with(|| {
                let range = setting.range(self.case, round, standing);
                setting.round(self.case, round, standing, value, &range, self.prices)
            });
            let after = onward(so_far, sums);
            let code = code * Standing::ALL.len() + standing.index();
            self.from(round + 1, code, gained, &after);
        }
    }
}

/// The trees of the leaves that are left over.
struct Trees<'a, 'b> {
    setting: &'a Setting,
    case: Case,
    limit: i64,
    bytes: &'a mut Bytes<'b>,
    parts: u64,
}

impl Trees<'_, '_> {
    fn check(&mut self, leaf: &Leaf, part: &Part, depth: u32) -> Result<(), CertificateError> {
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
            // Where somebody may be skipped, who closes a round says nothing of turns.
            2 if !setting.full => {
                let round = usize::from(self.bytes.byte()?);
                if round >= ROUNDS || part.closes[round].is_some() {
                    return Err(bad);
                }
                let first = setting.rankings[leaf.rankings[round]][0];
                for closes in [true, false] {
                    let mut part = part.clone();
                    part.closes[round] = Some(closes);
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
            _ => return Err(bad),
        }
        Ok(())
    }
}

/// What a test asks about: a leaf, and a part of it.
#[cfg(test)]
pub(super) struct Asked {
    pub(super) awarded: [usize; 2],
    pub(super) seat: usize,
    pub(super) skip: usize,
    pub(super) rankings: [usize; ROUNDS],
    pub(super) ranges: [[Range; ROUNDS]; ARTISTS],
    pub(super) closes: [Option<bool>; ROUNDS],
}

/// The bounds of leaves of a case, and of parts of them, under prices: for the test that holds them against the
/// search's. `None` when nothing is in the part.
#[cfg(test)]
pub(super) fn bounds(
    claim: &Claim,
    rules: &Rules,
    case: (u8, usize),
    prices: &[u8],
) -> impl Fn(Asked) -> (i64, Option<i64>) {
    let setting = Setting::new(claim, rules);
    let (cover, case) = case;
    let case = setting.cases(cover).expect("a cover")[case];
    let mut bytes = Bytes::new(prices);
    let prices = setting.prices(case, &mut bytes).expect("prices");
    bytes.end().expect("all prices are read");
    let variants = setting.variants(case);
    let table = setting.table(case, &variants, &prices);
    move |asked| {
        let leaf = Leaf {
            awarded: asked.awarded,
            seat: asked.seat as i64,
            skip: asked.skip,
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
        let mut variants = variants.iter();
        let variant = variants.position(|&other| other == (leaf.seat, leaf.skip));
        let stock = table.stock[variant.expect("a variant")];
        let whole = stock + ties + (0..ARTISTS).map(most).sum::<i64>();
        let part = Part {
            ranges: asked.ranges,
            closes: asked.closes,
        };
        let part = setting.bound(case, &leaf, &part, &prices);
        (whole, (part != NEVER).then_some(part))
    }
}
