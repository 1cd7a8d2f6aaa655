//! A part of all games, and a bound of what is in it.

use super::{Claim, Wanted};
use parlour_games::masters_gallery::Rules;
use parlour_games::masters_gallery::rules::{ARTIST_CARDS, AWARD, GAINS, ROUNDS};
use std::collections::HashMap;
use std::rc::Rc;

/// A point, in the unit of prices and bounds.
pub(super) const POINT: i64 = 1000;
/// What cannot be reached.
const NEVER: i64 = i64::MIN / 4;
const ARTISTS: usize = ARTIST_CARDS.len();
const SEATS: usize = 5;

pub(super) type Counts = [i64; ARTISTS];

/// Prices, in thousandths of a point.
#[derive(Clone, Default)]
pub(super) struct Prices {
    /// Of a card of each artist.
    pub(super) artist: Counts,
    /// Of a card that a seat has played up to each round; seats from the maximised player on.
    pub(super) hand: [[i64; ROUNDS]; SEATS],
    /// Of a second card.
    pub(super) second: i64,
}

/// What all parts have in common.
struct Setting {
    players: usize,
    closing: i64,
    cards: Counts,
    /// Cards dealt to a player up to each round.
    dealt: [i64; ROUNDS],
    award: i64,
    draws: i64,
    seconds: i64,
    /// Cards of an artist that may all carry other symbols than the award.
    others: i64,
    /// All players' cards score.
    total: bool,
    /// By length, then in the order of the row.
    rankings: Vec<Vec<usize>>,
}

/// Games with some properties.
#[derive(Clone)]
pub(super) struct Part {
    setting: Rc<Setting>,
    /// By round and ranking.
    allowed: Vec<Vec<bool>>,
    low: [Counts; ROUNDS],
    high: [Counts; ROUNDS],
    size: [[i64; 2]; ROUNDS],
    seats: Vec<usize>,
    /// No award of an artist is played before this round.
    award_from: [usize; ARTISTS],
    target: [Option<usize>; ROUNDS],
}

/// How a round may go: cards of the second and third artist, the maximised player's cards, and places.
struct Way {
    from: usize,
    to: usize,
    own: i64,
    closes: bool,
    second: i64,
    third: i64,
    cost: i64,
}

impl Part {
    /// All games of the claim.
    pub(super) fn all(claim: &Claim, rules: &Rules) -> Part {
        let total = claim.objective == "max-total";
        let no_award = claim.objective == "no-award-max";
        let symbols = &rules.symbols;
        let mut dealt = [0; ROUNDS];
        let mut sum = 0;
        for (round, dealt) in dealt.iter_mut().enumerate() {
            sum += i64::from(rules.dealt(round));
            *dealt = sum;
        }
        // An award card that is played is an award placed.
        let barred = if no_award { symbols.award } else { 0 };
        let artists = ARTISTS as i64;
        let setting = Setting {
            players: rules.players.into(),
            closing: rules.closing().into(),
            cards: ARTIST_CARDS.map(|cards| i64::from(cards - barred)),
            dealt,
            award: i64::from(AWARD) * i64::from(symbols.award - barred),
            draws: i64::from(symbols.draw) * artists,
            seconds: i64::from(symbols.second) * artists,
            others: i64::from(symbols.draw + symbols.second),
            total,
            rankings: rankings(),
        };
        let most = setting.closing + (artists - 1) * (setting.closing - 1);
        Part {
            allowed: vec![vec![true; setting.rankings.len()]; ROUNDS],
            low: Default::default(),
            high: [[setting.closing; ARTISTS]; ROUNDS],
            size: [[0, most]; ROUNDS],
            seats: match claim.seat {
                _ if total => vec![0],
                Some(seat) => vec![seat.into()],
                None => (0..setting.players).collect(),
            },
            award_from: [0; ARTISTS],
            target: [None; ROUNDS],
            setting: Rc::new(setting),
        }
    }

    pub(super) fn players(&self) -> usize {
        self.setting.players
    }

    /// Whether some round has no ranking left.
    pub(super) fn is_empty(&self) -> bool {
        self.allowed.iter().any(|row| !row.contains(&true))
    }

    /// Whether the sizes of all rounds are fixed, and hands and all draws together do not suffice for them.
    pub(super) fn hands_fail(&self) -> bool {
        let setting = &*self.setting;
        if setting.seconds > 0 || self.size.iter().any(|[least, most]| least != most) {
            return false;
        }
        let mut played = vec![0; setting.players];
        let mut missing = vec![0; setting.players];
        let mut seat = 0;
        for round in 0..ROUNDS {
            for _ in 0..self.size[round][0] {
                played[seat] += 1;
                seat = (seat + 1) % setting.players;
            }
            for (missing, played) in missing.iter_mut().zip(&played) {
                *missing = (*missing).max(played - setting.dealt[round]);
            }
        }
        missing.iter().sum::<i64>() > setting.draws
    }

    fn matches(&self, ranking: usize, wanted: Wanted) -> bool {
        match wanted {
            Wanted::First(artist) => self.setting.rankings[ranking][0] == artist,
            Wanted::One(one) => one == ranking,
        }
    }

    /// With these rankings only in a round; `None` when there is no such round.
    pub(super) fn only(&self, round: usize, wanted: Wanted) -> Option<Part> {
        self.keep(round, |part, ranking| part.matches(ranking, wanted))
    }

    /// Without these rankings in a round.
    pub(super) fn without(&self, round: usize, wanted: Wanted) -> Option<Part> {
        self.keep(round, |part, ranking| !part.matches(ranking, wanted))
    }

    fn keep(&self, round: usize, wanted: impl Fn(&Part, usize) -> bool) -> Option<Part> {
        let mut part = self.clone();
        for (ranking, allowed) in part.allowed.get_mut(round)?.iter_mut().enumerate() {
            *allowed &= wanted(self, ranking);
        }
        Some(part)
    }

    /// By who gets the awards of a round: all of them go to one artist without loss.
    pub(super) fn by_target(&self, round: usize) -> Option<Vec<Part>> {
        if self.setting.award == 0 || (*self.target.get(round)?).is_some() {
            return None;
        }
        let with = |artist| {
            let mut part = self.clone();
            part.target[round] = Some(artist);
            part
        };
        Some((0..ARTISTS).map(with).collect())
    }

    /// By whether an artist's award is played in the first round in which it may be: it is, without loss, if there
    /// are more of his cards than other symbols.
    pub(super) fn by_award(&self, artist: usize) -> Option<Vec<Part>> {
        let round = *self.award_from.get(artist)?;
        if self.setting.award == 0 || round >= ROUNDS {
            return None;
        }
        let mut parts = Vec::new();
        if self.high[round][artist] > 0 {
            let mut now = self.clone();
            now.low[round][artist] = now.low[round][artist].max(1);
            parts.push(now);
        }
        if self.low[round][artist] <= self.setting.others {
            let mut later = self.clone();
            let high = &mut later.high[round][artist];
            *high = (*high).min(self.setting.others);
            later.award_from[artist] += 1;
            parts.push(later);
        }
        Some(parts)
    }

    /// By the seat of the maximised player.
    pub(super) fn by_seat(&self) -> Vec<Part> {
        let with = |&seat: &usize| {
            let mut part = self.clone();
            part.seats = vec![seat];
            part
        };
        self.seats.iter().map(with).collect()
    }

    /// By whether a round has at most `size` cards.
    pub(super) fn by_size(&self, round: usize, size: usize) -> Option<Vec<Part>> {
        let [least, most] = *self.size.get(round)?;
        let with = |range| {
            let mut part = self.clone();
            part.size[round] = range;
            part
        };
        let size = size as i64;
        Some(vec![
            with([least, most.min(size)]),
            with([least.max(size + 1), most]),
        ])
    }

    /// By whether a round has fewer than `cards` cards of an artist.
    pub(super) fn by_cards(&self, round: usize, artist: usize, cards: usize) -> Option<Vec<Part>> {
        let cards = cards as i64;
        let (mut fewer, mut more) = (self.clone(), self.clone());
        let high = fewer.high.get_mut(round)?.get_mut(artist)?;
        *high = (*high).min(cards - 1);
        let low = more.low.get_mut(round)?.get_mut(artist)?;
        *low = (*low).max(cards);
        Some(vec![fewer, more])
    }

    /// What the awards add to the artists' values by round; `None` while the target of an award is open.
    pub(super) fn awarded(&self) -> Option<[Counts; ROUNDS]> {
        let mut sums = [Counts::default(); ROUNDS];
        if self.setting.award > 0 {
            for &from in self.award_from.iter().filter(|&&from| from < ROUNDS) {
                let target = self.target[from]?;
                for sum in &mut sums[from..] {
                    sum[target] += self.setting.award;
                }
            }
        }
        Some(sums)
    }

    /// Takes away the rankings through which nothing of `limit` can pass under the prices.
    pub(super) fn reduce(&mut self, prices: &Prices, limit: i64) {
        let Some(awarded) = self.awarded() else {
            return;
        };
        let through = self.through(prices, &awarded);
        for (allowed, through) in self.allowed.iter_mut().zip(through) {
            for (allowed, through) in allowed.iter_mut().zip(through) {
                *allowed &= through >= limit;
            }
        }
    }

    /// By round and ranking: the most that a game through it can score, by the prices.
    pub(super) fn through(&self, prices: &Prices, awarded: &[Counts; ROUNDS]) -> Vec<Vec<i64>> {
        let setting = &*self.setting;
        let n = setting.players;
        let count = setting.rankings.len();
        // The states before each round, and where each ranking leads.
        let mut layers: Vec<Vec<Counts>> = vec![vec![Counts::default()]];
        let mut arcs: Vec<Vec<Arc>> = Vec::new();
        let mut tables: Vec<Vec<i64>> = Vec::new();
        for round in 0..ROUNDS {
            let ways: Vec<Vec<Way>> = (0..count)
                .map(|ranking| match self.allowed[round][ranking] {
                    true => self.ways(round, ranking, prices),
                    false => Vec::new(),
                })
                .collect();
            let mut places = HashMap::new();
            let mut after: Vec<Counts> = Vec::new();
            let mut known = HashMap::new();
            let mut row = Vec::new();
            for (state, gained) in layers[round].iter().enumerate() {
                for ranking in (0..count).filter(|&r| !ways[r].is_empty()) {
                    let mut next = *gained;
                    let mut pays = [0; GAINS.len()];
                    let ranked = setting.rankings[ranking].iter().zip(GAINS);
                    for (pay, (&artist, gain)) in pays.iter_mut().zip(ranked) {
                        next[artist] += i64::from(gain);
                        *pay = next[artist] + awarded[round][artist];
                    }
                    // After the last round nothing matters any more.
                    if round + 1 == ROUNDS {
                        next = Counts::default();
                    }
                    let to = *places.entry(next).or_insert_with(|| {
                        after.push(next);
                        after.len() - 1
                    });
                    let table = *known.entry((ranking, pays)).or_insert_with(|| {
                        tables.push(self.table(&ways[ranking], &pays));
                        tables.len() - 1
                    });
                    row.push(Arc {
                        state,
                        ranking,
                        to,
                        table,
                    });
                }
            }
            arcs.push(row);
            layers.push(after);
        }

        let mut rest: Vec<Vec<i64>> = layers.iter().map(|l| vec![NEVER; l.len() * n]).collect();
        rest[ROUNDS].fill(0);
        for round in (0..ROUNDS).rev() {
            let (here, after) = rest.split_at_mut(round + 1);
            let (here, after) = (&mut here[round], &after[0]);
            for arc in &arcs[round] {
                let table = &tables[arc.table];
                for from in 0..n {
                    let best = &mut here[arc.state * n + from];
                    for to in 0..n {
                        *best = (*best).max(table[from * n + to] + after[arc.to * n + to]);
                    }
                }
            }
        }
        let mut so_far: Vec<Vec<i64>> = layers.iter().map(|l| vec![NEVER; l.len() * n]).collect();
        for &seat in &self.seats {
            so_far[0][seat] = self.worth_of_all(prices);
        }
        let mut through = vec![vec![NEVER; count]; ROUNDS];
        for round in 0..ROUNDS {
            let (here, after) = so_far.split_at_mut(round + 1);
            let (here, after) = (&here[round], &mut after[0]);
            for arc in &arcs[round] {
                let table = &tables[arc.table];
                let through = &mut through[round][arc.ranking];
                for from in 0..n {
                    for to in 0..n {
                        let sum = here[arc.state * n + from] + table[from * n + to];
                        let next = arc.to * n + to;
                        after[next] = after[next].max(sum);
                        *through = (*through).max(sum + rest[round + 1][next]);
                    }
                }
            }
        }
        through
    }

    /// What all that there is costs: no game uses more of it.
    fn worth_of_all(&self, prices: &Prices) -> i64 {
        let setting = &*self.setting;
        let cards: i64 = prices
            .artist
            .iter()
            .zip(&setting.cards)
            .map(|(p, c)| p * c)
            .sum();
        let seats = &prices.hand[..setting.players];
        let dealt: i64 = seats
            .iter()
            .flat_map(|seat| seat.iter().zip(&setting.dealt))
            .map(|(price, dealt)| price * dealt)
            .sum();
        // A drawn card lets one seat play one more, in every round from then on.
        let drawn = seats.iter().map(|seat| seat.iter().sum::<i64>()).max();
        cards + dealt + drawn.unwrap_or(0) * setting.draws + prices.second * setting.seconds
    }

    /// The best of a round by places, less what it costs, when cards of the ranked artists pay this.
    fn table(&self, ways: &[Way], pays: &[i64; 3]) -> Vec<i64> {
        let setting = &*self.setting;
        let mut best = vec![NEVER; setting.players * setting.players];
        let mut dearest = [0, 1, 2];
        dearest.sort_by_key(|&place| std::cmp::Reverse(pays[place]));
        for way in ways {
            let mut points = 0;
            if setting.total {
                points = setting.closing * pays[0] + way.second * pays[1] + way.third * pays[2];
            } else {
                // One closing card is the closer's.
                let there = [setting.closing - 1, way.second, way.third];
                let mut left = way.own;
                if way.closes {
                    points += pays[0];
                    left -= 1;
                }
                for place in dearest {
                    let taken = left.min(there[place]);
                    points += taken * pays[place];
                    left -= taken;
                }
            }
            let best = &mut best[way.from * setting.players + way.to];
            *best = (*best).max(points * POINT - way.cost);
        }
        best
    }

    /// All ways of a round with this ranking: at each pair of cards of the second and third and each size, the
    /// cheapest cards of the others.
    fn ways(&self, round: usize, ranking: usize, prices: &Prices) -> Vec<Way> {
        let setting = &*self.setting;
        let ranked = &setting.rankings[ranking];
        let [least, most] = self.size[round];
        let mut cheapest: HashMap<(i64, i64, i64), i64> = HashMap::new();
        self.displays(round, ranked, |cards| {
            let size: i64 = cards.iter().sum();
            if (least..=most).contains(&size) {
                let of = |place: usize| ranked.get(place).map_or(0, |&artist| cards[artist]);
                let cost: i64 = cards.iter().zip(&prices.artist).map(|(c, p)| c * p).sum();
                let cheapest = cheapest.entry((of(1), of(2), size)).or_insert(i64::MAX);
                *cheapest = (*cheapest).min(cost);
            }
        });
        let mut turns = HashMap::new();
        let mut ways = Vec::new();
        for (&(second, third, size), &cards) in &cheapest {
            let turns = turns
                .entry(size)
                .or_insert_with(|| self.turns(round, size, prices));
            ways.extend(turns.iter().map(|turn| Way {
                second,
                third,
                cost: cards + turn.cost,
                ..*turn
            }));
        }
        ways
    }

    /// All displays of a round with this ranking that are within the part's limits.
    fn displays(&self, round: usize, ranked: &[usize], mut each: impl FnMut(&Counts)) {
        let closing = self.setting.closing;
        let mut order = ranked.to_vec();
        order.extend((0..ARTISTS).filter(|artist| !ranked.contains(artist)));
        let mut stack = vec![(0, Counts::default())];
        while let Some((place, cards)) = stack.pop() {
            let Some(&artist) = order.get(place) else {
                each(&cards);
                continue;
            };
            let range = match place {
                0 => closing..=closing,
                _ if place < ranked.len() => 1..=closing - 1,
                // Fewer than three are ranked when no more have a card.
                _ if ranked.len() < GAINS.len() => 0..=0,
                _ => 0..=closing - 1,
            };
            // Who ranks before him: the one before in the ranking, or the last of it.
            let before = place.checked_sub(1).map(|p| order[p.min(ranked.len() - 1)]);
            for count in range {
                let within = (self.low[round][artist]..=self.high[round][artist]).contains(&count);
                let behind = before.is_none_or(|before| {
                    count < cards[before] || count == cards[before] && before < artist
                });
                if within && behind {
                    let mut cards = cards;
                    cards[artist] = count;
                    stack.push((place + 1, cards));
                }
            }
        }
    }

    /// All ways in which the turns of a round of `size` cards can go.
    fn turns(&self, round: usize, size: i64, prices: &Prices) -> Vec<Way> {
        let setting = &*self.setting;
        let n = setting.players;
        let price: Vec<i64> = prices.hand[..n]
            .iter()
            .map(|seat| seat[round..].iter().sum())
            .collect();
        let cheapest = price[1..].iter().min().copied().unwrap_or(0);
        let mut ways = Vec::new();
        for from in 0..n {
            for own_seconds in 0..=setting.seconds {
                for seconds in 0..=setting.seconds - own_seconds {
                    let turns = size - own_seconds - seconds;
                    if turns < 1 {
                        continue;
                    }
                    // The maximised player is `from` places after the opener; all others follow him.
                    let mut played = vec![0; n];
                    for turn in 0..turns as usize {
                        played[(turn + n - from) % n] += 1;
                    }
                    if played[0] < own_seconds {
                        continue;
                    }
                    let closer = (turns as usize - 1) % n;
                    let cost: i64 = played.iter().zip(&price).map(|(c, p)| c * p).sum();
                    ways.push(Way {
                        from,
                        to: (from + n - closer + n - 1) % n,
                        own: played[0] + own_seconds,
                        closes: closer == from,
                        second: 0,
                        third: 0,
                        cost: cost
                            + own_seconds * price[0]
                            + seconds * cheapest
                            + (own_seconds + seconds) * prices.second,
                    });
                }
            }
        }
        ways
    }
}

/// A ranking in a state.
struct Arc {
    state: usize,
    ranking: usize,
    to: usize,
    table: usize,
}

/// All rankings: by length, then in the order of the row.
fn rankings() -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    let mut last: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..GAINS.len() {
        let mut longer = Vec::new();
        for start in &last {
            for artist in (0..ARTISTS).filter(|artist| !start.contains(artist)) {
                let mut ranking = start.clone();
                ranking.push(artist);
                longer.push(ranking);
            }
        }
        all.extend(longer.iter().cloned());
        last = longer;
    }
    all
}
