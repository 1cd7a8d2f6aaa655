//! The bound: with a price on every card of an artist and on every card that a seat plays, the rounds
//! hang together only by what the artists have gained and by who opens. The best of that relaxed problem,
//! plus the prices of all that there is, is at least the best of the games in a node (weak duality).
//!
//! All numbers are thousandths of a point.

use super::model::{ARTISTS, Model, PLAYERS};
use super::node::{Dual, Node, bits};
use super::rankings::{Ranking, Space};
use parlour_games::masters_gallery::rules::GAINS;

/// A point.
pub(super) const POINT: i32 = 1000;
/// Less than anything that can be reached.
const NONE: i32 = -1_000_000_000;
/// Values of a card are below this.
const VALUES: usize = 32;

/// A round of the relaxed problem.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Cards of each artist.
    pub(super) cards: [i32; ARTISTS],
    /// Cards that each seat plays, counted from the maximised player.
    pub(super) played: [i32; PLAYERS],
    /// Second cards among them.
    pub(super) seconds: [i32; PLAYERS],
}

/// What the multipliers prove.
pub(super) struct Bound {
    /// No game of the node is better.
    pub(super) bound: i32,
    /// The same for the games with a certain ranking in a certain round.
    pub(super) through: Vec<Vec<i32>>,
    /// A best solution of the relaxed problem.
    pub(super) path: Vec<Step>,
    /// Where the maximised player sits in it.
    pub(super) seat: usize,
}

/// A way in which turns may go in a round, from where the maximised player sits.
struct Turns {
    class: usize,
    cost: i32,
    played: [i32; PLAYERS],
    seconds: [i32; PLAYERS],
}

/// What matters of [`Turns`] to the maximised player.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Class {
    offset: usize,
    next: usize,
    played: usize,
    closes: bool,
}

/// Cards of the second and third artist that are worth considering for a class.
#[derive(Clone, Copy)]
struct Entry {
    class: usize,
    second: i32,
    third: i32,
    cost: i32,
    /// Which of the [`Entries::kinds`].
    kind: usize,
}

/// What an entry pays depends on this alone.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Kind {
    second: i32,
    third: i32,
    played: i32,
    closes: bool,
}

/// A round with a certain ranking.
#[derive(Default)]
struct Entries {
    all: Vec<Entry>,
    kinds: Vec<Kind>,
}

/// The cards of the unranked artists at a sum: what they cost at least, and how they are split.
struct Rest {
    least: usize,
    splits: Vec<(i32, [i32; ARTISTS])>,
}

/// Computes bounds.
pub(super) struct Bounder<'a> {
    model: &'a Model,
    space: &'a Space,
    /// For each ranking and values of its artists: the table's index and one, 0 when there is none yet.
    tables: Vec<u32>,
    filled: Vec<usize>,
    work: Work,
}

/// Memory that is used again.
#[derive(Default)]
struct Work {
    cheapest: Vec<i32>,
    touched: Vec<usize>,
    by_class: Vec<Vec<Entry>>,
    points: Vec<i32>,
}

impl<'a> Bounder<'a> {
    /// With memory that an earlier one left, or an empty vector.
    pub(super) fn new(model: &'a Model, space: &'a Space, memory: Vec<u32>) -> Bounder<'a> {
        let mut tables = memory;
        tables.resize(space.rankings.len() * VALUES.pow(GAINS.len() as u32), 0);
        Bounder {
            model,
            space,
            tables,
            filled: Vec::new(),
            work: Work::default(),
        }
    }

    /// The memory, all zeroes.
    pub(super) fn into_memory(self) -> Vec<u32> {
        self.tables
    }

    /// The bound of a node under multipliers; what is below `cut` need not be exact in [`Bound::through`].
    pub(super) fn bound(&mut self, node: &Node, dual: &Dual, cut: i32) -> Option<Bound> {
        let (model, space) = (self.model, self.space);
        let (n, rounds, all) = (model.players, model.rounds, space.rankings.len());
        let constant = constant(model, dual);
        let awarded = node.awarded(model);
        let reached = Reached::new(model, space, node);
        let mut classes = Vec::new();
        let turns: Vec<_> = (0..rounds)
            .map(|round| turns(model, node, round, dual, &mut classes))
            .collect();
        let work = &mut self.work;
        work.cheapest.resize(classes.len(), i32::MAX);
        work.by_class.resize_with(classes.len(), Vec::new);
        let mut entries: Vec<Vec<Entries>> = Vec::new();
        for (round, turns) in turns.iter().enumerate() {
            let mut row = Vec::new();
            row.resize_with(all, Entries::default);
            for ranking in bits(node.rankings[round]) {
                let ranked = &space.rankings[ranking];
                row[ranking] = work.entries(model, node, round, ranked, dual, turns, &classes);
            }
            entries.push(row);
        }

        // Backward: the best from each state on. A table holds, for a ranking and the values of its artists, the
        // best of the round from each place of the maximised player to each place in the next round.
        let mut best: Vec<Vec<i32>> = reached
            .states
            .iter()
            .map(|states| vec![NONE; states.len() * n])
            .collect();
        best[rounds].fill(0);
        let mut tables: Vec<Vec<i32>> = vec![Vec::new(); rounds];
        let mut indices: Vec<Vec<u32>> = Vec::new();
        indices.resize_with(rounds, Vec::new);
        for round in (0..rounds).rev() {
            let (before, after) = best.split_at_mut(round + 1);
            let (here, after) = (&mut before[round], &after[0]);
            indices[round] = vec![0; reached.states[round].len() * all];
            for (at, &state) in reached.states[round].iter().enumerate() {
                for ranking in bits(node.rankings[round]) {
                    let values = values(space, round, state, ranking, &awarded[round]);
                    let key = values
                        .iter()
                        .fold(ranking, |key, &value| key * VALUES + value as usize);
                    if self.tables[key] == 0 {
                        self.filled.push(key);
                        self.tables[key] = (tables[round].len() / (n * n)) as u32 + 1;
                        let entries = &entries[round][ranking];
                        let points = &mut self.work.points;
                        table(
                            model,
                            &values,
                            entries,
                            &classes,
                            points,
                            &mut tables[round],
                        );
                    }
                    let index = self.tables[key] as usize - 1;
                    indices[round][at * all + ranking] = index as u32;
                    let table = &tables[round][index * n * n..][..n * n];
                    let next = reached.next[round][at * all + ranking] as usize;
                    let next = &after[next * n..][..n];
                    for (here, row) in here[at * n..][..n].iter_mut().zip(table.chunks(n)) {
                        for (gain, rest) in row.iter().zip(next) {
                            *here = (*here).max(gain + rest);
                        }
                    }
                }
            }
            for key in self.filled.drain(..) {
                self.tables[key] = 0;
            }
        }
        let seat = (0..n)
            .filter(|seat| node.seats >> seat & 1 == 1)
            .max_by_key(|&seat| best[0][seat])?;
        if best[0][seat] < NONE / 2 {
            return None;
        }

        // Forward: the best up to each state, and so through each ranking.
        let mut so_far: Vec<Vec<i32>> = best.iter().map(|row| vec![NONE; row.len()]).collect();
        for seat in (0..n).filter(|seat| node.seats >> seat & 1 == 1) {
            so_far[0][seat] = constant;
        }
        let mut through = vec![vec![NONE; all]; rounds];
        for round in 0..rounds {
            let (before, after) = so_far.split_at_mut(round + 1);
            let (here, after) = (&before[round], &mut after[0]);
            for at in 0..reached.states[round].len() {
                // Through what cannot lead to the cut, no ranking is kept.
                let leads = |offset: usize| {
                    let here = here[at * n + offset];
                    here > NONE / 2 && here + best[round][at * n + offset] >= cut
                };
                if !(0..n).any(leads) {
                    continue;
                }
                for ranking in bits(node.rankings[round]) {
                    let index = indices[round][at * all + ranking] as usize;
                    let table = &tables[round][index * n * n..][..n * n];
                    let next = reached.next[round][at * all + ranking] as usize * n;
                    let rest = &best[round + 1][next..][..n];
                    let after = &mut after[next..][..n];
                    let through = &mut through[round][ranking];
                    for (offset, row) in table.chunks(n).enumerate() {
                        if !leads(offset) {
                            continue;
                        }
                        let here = here[at * n + offset];
                        for ((gain, rest), after) in row.iter().zip(rest).zip(after.iter_mut()) {
                            let sum = here + gain;
                            *after = sum.max(*after);
                            *through = (sum + rest).max(*through);
                        }
                    }
                }
            }
        }

        let mut path = Vec::new();
        let (mut at, mut offset) = (0, seat);
        for round in 0..rounds {
            let (step, next_at, next_offset) = bits(node.rankings[round])
                .find_map(|ranking| {
                    let next = reached.next[round][at * all + ranking] as usize;
                    let state = reached.states[round][at];
                    let values = values(space, round, state, ranking, &awarded[round]);
                    let order = order(&values);
                    let entries = &entries[round][ranking];
                    let entry = entries.all.iter().find(|entry| {
                        let class = classes[entry.class];
                        let kind = &entries.kinds[entry.kind];
                        class.offset == offset
                            && gain(model, &values, &order, kind) * POINT - entry.cost
                                + best[round + 1][next * n + class.next]
                                == best[round][at * n + offset]
                    })?;
                    let ranking = &space.rankings[ranking];
                    let step = step(model, node, round, ranking, dual, &turns[round], entry)?;
                    Some((step, next, classes[entry.class].next))
                })
                .expect("the best value comes from one of the entries");
            path.push(step);
            (at, offset) = (next_at, next_offset);
        }
        Some(Bound {
            bound: best[0][seat] + constant,
            through,
            path,
            seat,
        })
    }
}

/// The price of everything that there is.
fn constant(model: &Model, dual: &Dual) -> i32 {
    let artists: i32 = (0..model.artists)
        .map(|artist| dual.artist[artist] * model.limits[artist])
        .sum();
    let sums = (0..model.players).map(|seat| dual.hand[seat].iter().sum::<i32>());
    let hands: i32 = (0..model.players)
        .flat_map(|seat| (0..model.rounds).map(move |round| (seat, round)))
        .map(|(seat, round)| dual.hand[seat][round] * model.dealt[round])
        .sum();
    // A drawn card goes where it is worth most.
    let draws = sums.max().unwrap_or(0) * model.draw_cards();
    artists + hands + draws + dual.second * model.second_cards() as i32
}

/// The states of a node before each round; after the last round all are one.
struct Reached {
    states: Vec<Vec<usize>>,
    /// For each round, state (by its place in `states`) and ranking: the place of the next state.
    next: Vec<Vec<u32>>,
}

impl Reached {
    fn new(model: &Model, space: &Space, node: &Node) -> Reached {
        let all = space.rankings.len();
        let mut states = vec![vec![0]];
        let mut next = Vec::new();
        for round in 0..model.rounds {
            let mut row = vec![0; states[round].len() * all];
            let mut after = Vec::new();
            if round + 1 < model.rounds {
                let mut places = vec![u32::MAX; space.gained[round + 1].len()];
                for (at, &state) in states[round].iter().enumerate() {
                    for ranking in bits(node.rankings[round]) {
                        let state = space.next(round, state, ranking);
                        if places[state] == u32::MAX {
                            places[state] = after.len() as u32;
                            after.push(state);
                        }
                        row[at * all + ranking] = places[state];
                    }
                }
            } else {
                after.push(0);
            }
            next.push(row);
            states.push(after);
        }
        Reached { states, next }
    }
}

/// For each place of the maximised player and each size of the round: how turns may go.
fn turns(
    model: &Model,
    node: &Node,
    round: usize,
    dual: &Dual,
    classes: &mut Vec<Class>,
) -> Vec<Vec<Turns>> {
    let n = model.players;
    let mut price = [0; PLAYERS];
    for (seat, price) in price[..n].iter_mut().enumerate() {
        *price = dual.hand[seat][round..].iter().sum();
    }
    let cheapest = (1..n).min_by_key(|&seat| price[seat]).unwrap_or(0);
    let most = model.most();
    let mut all: Vec<Vec<Turns>> = Vec::new();
    all.resize_with(n * (most + 1), Vec::new);
    for offset in 0..n {
        for count in 1..=most {
            let each = count.div_ceil(n);
            let last = count - n * (each - 1);
            let mut single = [0; PLAYERS];
            for (seat, played) in single[..n].iter_mut().enumerate() {
                *played = each as i32 - i32::from((offset + seat) % n >= last);
            }
            for own in 0..=model.second_cards().min(single[0] as usize) {
                for other in 0..=model.second_cards() - own {
                    let size = count + own + other;
                    let fits = (model.closing..=most).contains(&size)
                        && (node.size[round][0]..=node.size[round][1]).contains(&(size as u8));
                    if !fits {
                        continue;
                    }
                    let mut seconds = [0; PLAYERS];
                    seconds[0] += own as i32;
                    seconds[cheapest] += other as i32;
                    let mut played = single;
                    (0..n).for_each(|seat| played[seat] += seconds[seat]);
                    let cost = (0..n).map(|seat| price[seat] * played[seat]).sum::<i32>()
                        + dual.second * (own + other) as i32;
                    let class = Class {
                        offset,
                        next: (offset + n - last) % n,
                        played: if model.total {
                            size
                        } else {
                            played[0] as usize
                        },
                        closes: offset == last - 1,
                    };
                    let class = classes.iter().position(|c| *c == class).unwrap_or_else(|| {
                        classes.push(class);
                        classes.len() - 1
                    });
                    let ways = &mut all[offset * (most + 1) + size];
                    let turns = Turns {
                        class,
                        cost,
                        played,
                        seconds,
                    };
                    match ways.iter_mut().find(|way| way.class == class) {
                        Some(way) if way.cost <= cost => {}
                        Some(way) => *way = turns,
                        None => ways.push(turns),
                    }
                }
            }
        }
    }
    all
}

/// Calls back for every pair of cards of the second and third artist, with what the ranked cost.
fn pairs(
    model: &Model,
    node: &Node,
    round: usize,
    ranking: &Ranking,
    dual: &Dual,
    mut each: impl FnMut(usize, usize, i32),
) {
    let (low, high) = (&node.low[round], &node.high[round]);
    let artists = &ranking.artists;
    if usize::from(high[artists[0]]) < model.closing {
        return;
    }
    let range = |place: usize, most: usize| match artists.get(place) {
        Some(&artist) => low[artist].max(1).into()..=most.min(high[artist].into()),
        None => 0..=0,
    };
    let price = |place: usize, cards: usize| {
        artists
            .get(place)
            .map_or(0, |&artist| dual.artist[artist] * cards as i32)
    };
    let first = price(0, model.closing);
    for second in range(1, model.closing - 1) {
        // As many as the second only to the right of him in the row.
        let most = match artists.get(2) {
            Some(&third) if third < artists[1] => second.saturating_sub(1),
            _ => second,
        };
        for third in range(2, most) {
            each(second, third, first + price(1, second) + price(2, third));
        }
    }
}

/// How the unranked artists' cards may be split, at each sum; `None` when they fit in no way.
fn rest(
    node: &Node,
    round: usize,
    ranking: &Ranking,
    third: usize,
    dual: &Dual,
    split: bool,
) -> Option<Rest> {
    let most = |artist: usize| match ranking.artists.get(2) {
        Some(&last) => {
            i32::from(node.high[round][artist]).min(third as i32 - i32::from(artist < last))
        }
        None => 0,
    };
    let mut cards = [0; ARTISTS];
    let (mut least, mut cost, mut room) = (0, 0, 0);
    for &artist in &ranking.unranked {
        let low = i32::from(node.low[round][artist]);
        if low > most(artist) {
            return None;
        }
        cards[artist] = low;
        least += low as usize;
        cost += dual.artist[artist] * low;
        room += most(artist) - low;
    }
    let mut splits = Vec::with_capacity(room as usize + 1);
    splits.push((cost, if split { cards } else { [0; ARTISTS] }));
    let mut by_price = ranking.unranked.clone();
    by_price.sort_by_key(|&artist| dual.artist[artist]);
    for artist in by_price {
        while cards[artist] < most(artist) {
            cards[artist] += 1;
            cost += dual.artist[artist];
            splits.push((cost, cards));
        }
    }
    Some(Rest { least, splits })
}

impl Work {
    #[allow(clippy::too_many_arguments, reason = "what a round depends on")]
    fn entries(
        &mut self,
        model: &Model,
        node: &Node,
        round: usize,
        ranking: &Ranking,
        dual: &Dual,
        turns: &[Vec<Turns>],
        classes: &[Class],
    ) -> Entries {
        let most = model.most();
        // From most cards down: what costs more with fewer cards of both is of no use.
        let mut all = Vec::new();
        pairs(model, node, round, ranking, dual, |second, third, cost| {
            all.push((second, third, cost));
        });
        for &(second, third, cost) in all.iter().rev() {
            let Some(rest) = rest(node, round, ranking, third, dual, false) else {
                continue;
            };
            let size = model.closing + second + third + rest.least;
            for offset in 0..model.players {
                for (extra, (split, _)) in rest.splits.iter().enumerate() {
                    for way in &turns[offset * (most + 1) + size + extra] {
                        let cost = cost + split + way.cost;
                        let cheapest = &mut self.cheapest[way.class];
                        if *cheapest == i32::MAX {
                            self.touched.push(way.class);
                        }
                        *cheapest = cost.min(*cheapest);
                    }
                }
            }
            for class in self.touched.drain(..) {
                let cost = std::mem::replace(&mut self.cheapest[class], i32::MAX);
                let (second, third) = (second as i32, third as i32);
                let entries = &mut self.by_class[class];
                let dominated = entries.iter().any(|other| {
                    other.second >= second && other.third >= third && other.cost <= cost
                });
                if !dominated {
                    entries.push(Entry {
                        class,
                        second,
                        third,
                        cost,
                        kind: 0,
                    });
                }
            }
        }
        let mut kept = Entries::default();
        for (class, entries) in classes.iter().zip(&mut self.by_class) {
            for mut entry in entries.drain(..) {
                let kind = Kind {
                    second: entry.second,
                    third: entry.third,
                    played: class.played as i32,
                    closes: class.closes,
                };
                let known = kept.kinds.iter().position(|other| *other == kind);
                entry.kind = known.unwrap_or_else(|| {
                    kept.kinds.push(kind);
                    kept.kinds.len() - 1
                });
                kept.all.push(entry);
            }
        }
        kept
    }
}

/// The cards and turns behind an entry.
fn step(
    model: &Model,
    node: &Node,
    round: usize,
    ranking: &Ranking,
    dual: &Dual,
    turns: &[Vec<Turns>],
    entry: &Entry,
) -> Option<Step> {
    let most = model.most();
    let mut found = None;
    pairs(model, node, round, ranking, dual, |second, third, cost| {
        if found.is_some() || (second as i32, third as i32) != (entry.second, entry.third) {
            return;
        }
        let Some(rest) = rest(node, round, ranking, third, dual, true) else {
            return;
        };
        let size = model.closing + second + third + rest.least;
        for (extra, (split, unranked)) in rest.splits.iter().enumerate() {
            let ways = (0..model.players)
                .flat_map(|offset| &turns[offset * (most + 1) + size + extra])
                .find(|way| way.class == entry.class && cost + split + way.cost == entry.cost);
            if let Some(way) = ways {
                let mut cards = *unranked;
                for (&artist, count) in ranking.artists.iter().zip([model.closing, second, third]) {
                    cards[artist] = count as i32;
                }
                found = Some(Step {
                    cards,
                    played: way.played,
                    seconds: way.seconds,
                });
                return;
            }
        }
    });
    found
}

/// What a card of each ranked artist pays.
fn values(
    space: &Space,
    round: usize,
    state: usize,
    ranking: usize,
    awarded: &[i32; ARTISTS],
) -> [i32; 3] {
    let mut values = [0; 3];
    let before = &space.gained[round][state];
    for (place, &artist) in space.rankings[ranking].artists.iter().enumerate() {
        values[place] = before[artist] + GAINS[place] + awarded[artist];
    }
    values
}

/// The ranked artists by what they pay.
fn order(values: &[i32; 3]) -> [usize; 3] {
    let mut order = [0, 1, 2];
    order.sort_by_key(|&place| -values[place]);
    order
}

/// The most that the maximised player can score in a round: the dearest cards first. The closer has a card of
/// the closing artist; when another closes, one of them is not his.
fn gain(model: &Model, values: &[i32; 3], order: &[usize; 3], kind: &Kind) -> i32 {
    let closing = model.closing as i32;
    if model.total {
        return values[0] * closing + values[1] * kind.second + values[2] * kind.third;
    }
    let cards = [closing - 1, kind.second, kind.third];
    let own = i32::from(kind.closes);
    let mut left = kind.played - own;
    let mut sum = own * values[0];
    for &place in order {
        let take = cards[place].min(left);
        sum += take * values[place];
        left -= take;
    }
    sum
}

fn table(
    model: &Model,
    values: &[i32; 3],
    entries: &Entries,
    classes: &[Class],
    points: &mut Vec<i32>,
    tables: &mut Vec<i32>,
) {
    let n = model.players;
    let order = order(values);
    let start = tables.len();
    tables.resize(start + n * n, NONE);
    let table = &mut tables[start..];
    points.clear();
    let gains = entries.kinds.iter();
    points.extend(gains.map(|kind| gain(model, values, &order, kind) * POINT));
    for entry in &entries.all {
        let class = &classes[entry.class];
        let best = &mut table[class.offset * n + class.next];
        *best = (points[entry.kind] - entry.cost).max(*best);
    }
}
