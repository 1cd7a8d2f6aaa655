//! The check of a proof by leaves.
//!
//! A leaf is an artist who gets all awards, a seat of the maximised player, and a ranking of every round. Under prices
//! of the rows listed at [`Prices`], each artist for himself can bring at most so many points; with what there is of
//! each row that bounds all games of the leaf. The proof holds sets of prices, against which all leaves are held, and
//! for each leaf that they leave over a tree of branches that ends in prices.

use super::bound::POINT;
use super::read::Bytes;
use super::{CertificateError, Claim};
use parlour_games::masters_gallery::Rules;
use parlour_games::masters_gallery::rules::{ARTIST_CARDS, AWARD, GAINS, ROUNDS};

/// What cannot be reached.
const NEVER: i64 = i64::MIN / 4;
const ARTISTS: usize = ARTIST_CARDS.len();
/// Rows, each with one of every round.
pub(super) const ROWS: usize = 7;
/// The deepest tree.
const MAX_DEPTH: u32 = 400;
/// Sets of prices, at most.
const MAX_SETS: u32 = 20_000;

/// Prices of the rows of all rounds. The rows of a round, in order:
///
/// 0. cards that the maximised player has displayed so far, less those drawn: at most those dealt;
/// 1. the same of all others together;
/// 2. n times the maximised player's turns so far, less everybody's: at most n − 1 less the seat;
/// 3. everybody's turns so far, less n times the maximised player's: at most the seat;
/// 4. cards of the third less cards of the second: at most 0, or −1 where the second is right of the third;
/// 5. cards of the first unranked artist in the row less cards of the third, likewise;
/// 6. the same of the second unranked artist in the row.
type Prices = [[i64; ROUNDS]; ROWS];

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

/// Cards of an artist in a round.
#[derive(Clone, Copy)]
struct Use {
    cards: i64,
    own: i64,
    /// 1 for a card drawn, or a second card, by the maximised player, or by another.
    own_draw: i64,
    other_draw: i64,
    own_second: i64,
    other_second: i64,
}

/// Least and most, of own cards, all cards, own second cards, own draws.
pub(super) type Range = [[i64; 2]; 4];

/// What all leaves have in common.
struct Setting {
    players: i64,
    seats: Vec<i64>,
    closing: i64,
    cards: [i64; ARTISTS],
    dealt: [i64; ROUNDS],
    /// What all awards together are worth.
    awards: i64,
    draws: i64,
    seconds: i64,
    rankings: Vec<Vec<usize>>,
    /// By ranking and artist.
    standings: Vec<[Standing; ARTISTS]>,
    limit: i64,
}

#[derive(Clone)]
struct Leaf {
    awarded: usize,
    seat: i64,
    rankings: [usize; ROUNDS],
}

/// Part of a leaf.
#[derive(Clone)]
struct Part {
    ranges: [[Range; ROUNDS]; ARTISTS],
    closes: [Option<bool>; ROUNDS],
}

/// For a set of prices: by artist, whether awarded, round and standings so far, the most that may come of it.
struct Table {
    most: Vec<[Vec<Vec<i64>>; 2]>,
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
    let count = bytes.number()?;
    if count > MAX_SETS {
        return Err(CertificateError::Gap("too many sets of prices"));
    }
    let mut tables = Vec::new();
    for _ in 0..count {
        tables.push(setting.table(&prices(bytes)?));
    }
    let mut parts = u64::from(count);
    let mut walk = Walk {
        setting: &setting,
        tables: &tables,
        most: bytes.len(),
        left: Vec::new(),
    };
    for awarded in 0..ARTISTS {
        walk.from(awarded, 0, [0; ARTISTS], &mut [0; ROUNDS]);
    }
    if walk.left.len() > walk.most {
        return Err(CertificateError::Gap("leaves without a tree"));
    }
    for leaf in &walk.left {
        setting.tree(leaf, &setting.whole(leaf), bytes, 0, &mut parts)?;
    }
    Ok(parts)
}

fn prices(bytes: &mut Bytes<'_>) -> Result<Prices, CertificateError> {
    let mut prices = [[0; ROUNDS]; ROWS];
    for price in prices.iter_mut().flatten() {
        *price = bytes.price()?;
    }
    Ok(prices)
}

/// Goes through all leaves, and leaves out those below the limit.
struct Walk<'a> {
    setting: &'a Setting,
    tables: &'a [Table],
    /// A tree has a byte at least: with more leaves than bytes, some have none.
    most: usize,
    left: Vec<Leaf>,
}

impl Walk<'_> {
    fn from(
        &mut self,
        awarded: usize,
        round: usize,
        codes: [usize; ARTISTS],
        rankings: &mut [usize; ROUNDS],
    ) {
        // What the artists can still bring from here on, whatever the rankings to come.
        let below = |table: &Table, stock: i64| {
            let ties: i64 = (0..round).map(|r| table.ties[r][rankings[r]]).sum();
            let most = |artist: usize| {
                table.most[artist][usize::from(artist == awarded)][round][codes[artist]]
            };
            stock + ties + (0..ARTISTS).map(most).sum::<i64>() < self.setting.limit
        };
        if self.left.len() > self.most {
            return;
        }
        if round == ROUNDS {
            for (place, &seat) in self.setting.seats.iter().enumerate() {
                let mut tables = self.tables.iter();
                if !tables.any(|table| below(table, table.stock[place])) {
                    self.left.push(Leaf {
                        awarded,
                        seat,
                        rankings: *rankings,
                    });
                }
            }
            return;
        }
        let mut tables = self.tables.iter().rev();
        if tables.any(|table| below(table, table.stock.iter().copied().max().unwrap_or(NEVER))) {
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
        Setting {
            players,
            seats: match claim.seat {
                Some(seat) => vec![i64::from(seat)],
                None => (0..players).collect(),
            },
            closing: i64::from(rules.closing()),
            // Whoever plays an award card must place the award.
            cards: ARTIST_CARDS.map(|cards| {
                i64::from(cards) - i64::from(no_award) * i64::from(rules.symbols.award)
            }),
            dealt: std::array::from_fn(|round| {
                sum += i64::from(rules.dealt(round));
                sum
            }),
            awards: i64::from(!no_award)
                * i64::from(AWARD)
                * i64::from(rules.symbols.award)
                * ARTISTS as i64,
            draws: i64::from(rules.symbols.draw.min(1)),
            seconds: i64::from(rules.symbols.second.min(1)),
            rankings,
            standings,
            limit: (i64::from(claim.score) + 1) * POINT,
        }
    }

    fn count(&self, standing: Standing) -> [i64; 2] {
        match standing {
            Standing::Ranked(0) => [self.closing; 2],
            Standing::Ranked(_) => [1, self.closing - 1],
            Standing::Behind(_) => [0, self.closing - 1],
            Standing::Missing => [0, 0],
        }
    }

    fn range(&self, standing: Standing) -> Range {
        let count = self.count(standing);
        [[0, count[1]], count, [0, self.seconds], [0, self.draws]]
    }

    fn whole(&self, leaf: &Leaf) -> Part {
        Part {
            ranges: std::array::from_fn(|artist| {
                std::array::from_fn(|round| {
                    self.range(self.standings[leaf.rankings[round]][artist])
                })
            }),
            closes: [None; ROUNDS],
        }
    }

    /// All ways in which an artist's cards may be used in a round. Each symbol is on one card: a drawing card, and a
    /// card with the second one on it.
    fn uses(&self, [own, all, seconds, draws]: &Range) -> Vec<Use> {
        let mut uses = Vec::new();
        for cards in all[0]..=all[1] {
            for mine in own[0]..=own[1].min(cards) {
                for (own_draw, other_draw) in [(0, 0), (1, 0), (0, 1)] {
                    for (own_second, other_second) in [(0, 0), (1, 0), (0, 1)] {
                        let fits = own_draw + other_draw <= self.draws
                            && own_second + other_second <= self.seconds
                            && (draws[0]..=draws[1]).contains(&own_draw)
                            && (seconds[0]..=seconds[1]).contains(&own_second)
                            && own_draw + 2 * own_second <= mine
                            && other_draw + 2 * other_second <= cards - mine;
                        if fits {
                            uses.push(Use {
                                cards,
                                own: mine,
                                own_draw,
                                other_draw,
                                own_second,
                                other_second,
                            });
                        }
                    }
                }
            }
        }
        uses
    }

    /// What a use pays, less the prices of what it takes of the rows.
    fn worth(
        &self,
        used: &Use,
        round: usize,
        standing: Standing,
        value: i64,
        prices: &Prices,
    ) -> i64 {
        let mine = used.own - used.own_draw;
        let others = used.cards - used.own - used.other_draw;
        let own_turns = used.own - used.own_second;
        let turns = used.cards - used.own_second - used.other_second;
        let lead = self.players * own_turns - turns;
        let mut worth = match standing {
            Standing::Ranked(_) => used.own * value * POINT,
            _ => 0,
        };
        let rate = |row: usize| prices[row][round..].iter().sum::<i64>();
        worth -= rate(0) * mine + rate(1) * others + (rate(2) - rate(3)) * lead;
        let order = |row: usize| prices[row][round] * used.cards;
        worth
            + match standing {
                Standing::Ranked(1) => order(4),
                Standing::Ranked(2) => order(5) + order(6) - order(4),
                Standing::Behind(which) => -order(5 + which),
                _ => 0,
            }
    }

    /// What an artist can bring after a round, by cards and by which of two symbols are used up.
    fn onward(
        &self,
        before: &[[i64; 4]],
        range: &Range,
        worth: impl Fn(&Use) -> i64,
    ) -> Vec<[i64; 4]> {
        // The best use for each number of cards and of symbols used up.
        let mut best = vec![[NEVER; 4]; before.len()];
        for used in self.uses(range) {
            let symbols =
                (used.own_draw + used.other_draw) + 2 * (used.own_second + used.other_second);
            if let Some(row) = best.get_mut(used.cards as usize) {
                let best = &mut row[symbols as usize];
                *best = worth(&used).max(*best);
            }
        }
        let mut after = vec![[NEVER; 4]; before.len()];
        for (cards, row) in best.iter().enumerate() {
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

    fn nothing(&self, artist: usize) -> Vec<[i64; 4]> {
        let mut start = vec![[NEVER; 4]; self.cards[artist] as usize + 1];
        start[0][0] = 0;
        start
    }

    /// What there is of the rows, at their prices, without ties.
    fn stock(&self, seat: i64, closes: &[Option<bool>; ROUNDS], prices: &Prices) -> i64 {
        let n = self.players;
        (0..ROUNDS)
            .map(|round| {
                // The last turn of the round is one of the maximised player's, or a later one.
                let [least, most] = match closes[round] {
                    None => [n - 1 - seat, seat],
                    Some(true) => [n - 1 - seat, seat + 1 - n],
                    Some(false) => [n - 2 - seat, seat],
                };
                prices[0][round] * self.dealt[round]
                    + prices[1][round] * self.dealt[round] * (n - 1)
                    + prices[2][round] * least
                    + prices[3][round] * most
            })
            .sum()
    }

    /// What ties cost: who is ranked higher though to the right has a card more.
    fn ties(&self, round: usize, ranking: usize, prices: &Prices) -> i64 {
        let [_, second, third] = self.rankings[ranking][..] else {
            return 0;
        };
        let mut cost = 0;
        if second > third {
            cost += prices[4][round];
        }
        for (artist, standing) in self.standings[ranking].iter().enumerate() {
            if let Standing::Behind(which) = standing
                && third > artist
            {
                cost += prices[5 + which][round];
            }
        }
        -cost
    }

    fn table(&self, prices: &Prices) -> Table {
        let most = (0..ARTISTS).map(|artist| {
            [0, self.awards].map(|value| {
                let size = |round: usize| Standing::ALL.len().pow(round as u32);
                let mut most: Vec<Vec<i64>> =
                    (0..=ROUNDS).map(|round| vec![NEVER; size(round)]).collect();
                self.fill(0, 0, value, &self.nothing(artist), prices, &mut most);
                for round in (0..ROUNDS).rev() {
                    for code in 0..size(round) {
                        let next = &most[round + 1][code * Standing::ALL.len()..];
                        let next = next[..Standing::ALL.len()].iter().copied();
                        most[round][code] = next.max().unwrap_or(NEVER);
                    }
                }
                most
            })
        });
        Table {
            most: most.collect(),
            ties: (0..ROUNDS)
                .map(|round| {
                    let all = 0..self.rankings.len();
                    all.map(|ranking| self.ties(round, ranking, prices))
                        .collect()
                })
                .collect(),
            stock: self
                .seats
                .iter()
                .map(|&seat| self.stock(seat, &[None; ROUNDS], prices))
                .collect(),
        }
    }

    fn fill(
        &self,
        round: usize,
        code: usize,
        value: i64,
        so_far: &[[i64; 4]],
        prices: &Prices,
        most: &mut [Vec<i64>],
    ) {
        if round == ROUNDS {
            most[ROUNDS][code] = so_far.iter().flatten().copied().max().unwrap_or(NEVER);
            return;
        }
        for standing in Standing::ALL {
            let value = value + gain(standing);
            let after = self.onward(so_far, &self.range(standing), |used| {
                self.worth(used, round, standing, value, prices)
            });
            let code = code * Standing::ALL.len() + standing.index();
            self.fill(round + 1, code, value, &after, prices, most);
        }
    }

    /// No game in the part of the leaf has more, in thousandths of a point.
    fn bound(&self, leaf: &Leaf, part: &Part, prices: &Prices) -> i64 {
        let mut bound = self.stock(leaf.seat, &part.closes, prices);
        for round in 0..ROUNDS {
            bound += self.ties(round, leaf.rankings[round], prices);
        }
        for artist in 0..ARTISTS {
            let mut so_far = self.nothing(artist);
            let mut value = if artist == leaf.awarded {
                self.awards
            } else {
                0
            };
            for round in 0..ROUNDS {
                let standing = self.standings[leaf.rankings[round]][artist];
                value += gain(standing);
                so_far = self.onward(&so_far, &part.ranges[artist][round], |used| {
                    self.worth(used, round, standing, value, prices)
                });
            }
            let most = so_far.iter().flatten().copied().max().unwrap_or(NEVER);
            if most == NEVER {
                return NEVER;
            }
            bound += most;
        }
        bound
    }

    fn tree(
        &self,
        leaf: &Leaf,
        part: &Part,
        bytes: &mut Bytes<'_>,
        depth: u32,
        parts: &mut u64,
    ) -> Result<(), CertificateError> {
        *parts += 1;
        if depth > MAX_DEPTH {
            return Err(CertificateError::Gap("it is too deep"));
        }
        let bad = CertificateError::Gap("a split that does not exist");
        match bytes.byte()? {
            0 => {
                let prices = prices(bytes)?;
                if self.bound(leaf, part, &prices) >= self.limit {
                    return Err(CertificateError::Gap("prices leave something over"));
                }
            }
            1 => {
                let mut next = || bytes.byte().map(usize::from);
                let (artist, round, which, number) = (next()?, next()?, next()?, next()? as i64);
                if artist >= ARTISTS || round >= ROUNDS || which >= 4 {
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
                    self.tree(leaf, &part, bytes, depth + 1, parts)?;
                }
            }
            2 => {
                let round = usize::from(bytes.byte()?);
                if round >= ROUNDS || part.closes[round].is_some() {
                    return Err(bad);
                }
                let first = self.rankings[leaf.rankings[round]][0];
                for closes in [true, false] {
                    let mut part = part.clone();
                    part.closes[round] = Some(closes);
                    // The closing card is an own one, or another's.
                    let [least, most] = &mut part.ranges[first][round][0];
                    if closes {
                        *least = 1.max(*least);
                    } else {
                        *most = (self.closing - 1).min(*most);
                    }
                    self.tree(leaf, &part, bytes, depth + 1, parts)?;
                }
            }
            _ => return Err(bad),
        }
        Ok(())
    }
}

fn gain(standing: Standing) -> i64 {
    match standing {
        Standing::Ranked(place) => i64::from(GAINS[place]),
        _ => 0,
    }
}

/// Bounds of leaves under prices, by the tables: for the test that holds them against the search's.
#[cfg(test)]
pub(super) fn bounds_of_leaves(
    claim: &Claim,
    rules: &Rules,
    prices: &[i64; ROWS * ROUNDS],
) -> impl Fn(usize, usize, [usize; ROUNDS]) -> i64 {
    let setting = Setting::new(claim, rules);
    let prices = std::array::from_fn(|row| std::array::from_fn(|r| prices[row * ROUNDS + r]));
    let table = setting.table(&prices);
    move |awarded, seat, rankings| {
        let ties: i64 = (0..ROUNDS).map(|r| table.ties[r][rankings[r]]).sum();
        let most = |artist: usize| {
            let code = rankings.iter().fold(0, |code, &ranking| {
                code * Standing::ALL.len() + setting.standings[ranking][artist].index()
            });
            table.most[artist][usize::from(artist == awarded)][ROUNDS][code]
        };
        table.stock[seat] + ties + (0..ARTISTS).map(most).sum::<i64>()
    }
}

/// The bound of a part of a leaf; `None` when nothing is in it.
#[cfg(test)]
pub(super) fn bound_of(
    claim: &Claim,
    rules: &Rules,
    (awarded, seat, rankings): (usize, usize, [usize; ROUNDS]),
    ranges: [[Range; ROUNDS]; ARTISTS],
    closes: [Option<bool>; ROUNDS],
    prices: &[i64; ROWS * ROUNDS],
) -> Option<i64> {
    let prices = std::array::from_fn(|row| std::array::from_fn(|r| prices[row * ROUNDS + r]));
    let leaf = Leaf {
        awarded,
        seat: seat as i64,
        rankings,
    };
    let bound = Setting::new(claim, rules).bound(&leaf, &Part { ranges, closes }, &prices);
    (bound != NEVER).then_some(bound)
}
