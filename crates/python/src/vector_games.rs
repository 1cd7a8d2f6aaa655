//! Games that are stepped together, behind one face: the part of [`VectorEnv`](crate::vector_env::VectorEnv) that knows
//! no Python.
//!
//! A game follows from its own seed and the actions alone, so that it does not matter which thread steps it.

use crate::erased::{Playable, Told, action, searches};
use crate::error::{Kind, failure};
use parlour_agents::stoppable;
use parlour_engine::encoding::Observer;
use parlour_engine::{
    EventSink, InformationState, Outcome, Policy, Rng, Rules as _, Seat, Streams, Viewer,
};
use rand::RngExt as _;
use std::iter;
use std::ops::Range;
use std::slice::ChunksExactMut;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// Who holds the seats that the learner does not.
#[derive(Clone, Debug)]
pub(crate) enum Opponents {
    /// Nobody: the learner plays all seats.
    None,
    /// A policy for each other seat, in the order of their turns after the learner's.
    Each(Vec<String>),
    /// One of these policies, drawn for each game, in all other seats.
    Pool(Vec<String>),
}

/// What a game is worth at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reward {
    Win,
    Score,
}

/// Games as Python asks for them.
#[derive(Clone, Debug)]
pub(crate) struct VectorOptions {
    pub(crate) games: usize,
    pub(crate) threads: usize,
    pub(crate) opponents: Opponents,
    /// The learner's seat against opponents; drawn for each game when missing.
    pub(crate) seat: Option<Seat>,
    pub(crate) reward: Reward,
    /// What an illegal action costs.
    pub(crate) penalty: f64,
    /// Whether actions are sequences of compact indices, where the game has them.
    pub(crate) compact: bool,
    /// Whether a finished game is replaced in the step that ends it, and not in the next.
    pub(crate) same_step: bool,
}

/// What is asked of all games.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order<'a> {
    /// New games, of these seeds where there are any: one for each row.
    Reset(Option<&'a [u64]>),
    /// An action for each row.
    Step(&'a [i64]),
}

impl<'a> Order<'a> {
    fn split_at(self, at: usize) -> (Order<'a>, Order<'a>) {
        match self {
            Order::Reset(None) => (self, self),
            Order::Reset(Some(seeds)) => {
                let (left, right) = seeds.split_at(at);
                (Order::Reset(Some(left)), Order::Reset(Some(right)))
            }
            Order::Step(actions) => {
                let (left, right) = actions.split_at(at);
                (Order::Step(left), Order::Step(right))
            }
        }
    }
}

/// Consecutive rows of the arrays that are filled, one row for each game.
pub(crate) struct Rows<'a> {
    pub(crate) observations: &'a mut [f32],
    pub(crate) final_observations: &'a mut [f32],
    pub(crate) masks: &'a mut [i8],
    pub(crate) rewards: &'a mut [f64],
    pub(crate) scores: &'a mut [i32],
    pub(crate) terminated: &'a mut [bool],
    pub(crate) illegal: &'a mut [bool],
    pub(crate) to_move: &'a mut [i64],
    pub(crate) seeds: &'a mut [u64],
}

/// Hands the names of the arrays of [`Rows`] to a macro.
macro_rules! for_rows {
    ($macro:ident) => {
        $macro!(
            observations,
            final_observations,
            masks,
            rewards,
            scores,
            terminated,
            illegal,
            to_move,
            seeds
        )
    };
}
pub(crate) use for_rows;

impl<'a> Rows<'a> {
    fn split_at(self, at: usize) -> (Rows<'a>, Rows<'a>) {
        let rows = self.terminated.len();
        fn cut<T>(all: &mut [T], rows: usize, at: usize) -> (&mut [T], &mut [T]) {
            let width = all.len() / rows;
            all.split_at_mut(at * width)
        }
        macro_rules! cut_each {
            ($($name:ident),*) => {{
                $(let $name = cut(self.$name, rows, at);)*
                (Rows { $($name: $name.0),* }, Rows { $($name: $name.1),* })
            }};
        }
        for_rows!(cut_each)
    }

    /// Each of the rows.
    fn each(self) -> impl Iterator<Item = Rows<'a>> {
        let rows = self.terminated.len();
        fn parts<T>(all: &mut [T], rows: usize) -> ChunksExactMut<'_, T> {
            all.chunks_exact_mut(all.len() / rows)
        }
        macro_rules! each {
            ($($name:ident),*) => {{
                $(let mut $name = parts(self.$name, rows);)*
                iter::from_fn(move || Some(Rows { $($name: $name.next()?),* }))
            }};
        }
        for_rows!(each)
    }
}

/// Games by certain rules, stepped together.
pub(crate) trait AnyVector: Send {
    /// Does what is asked, and fills the rows. Ends early once `stop` is set; then the games have to be reset.
    fn run(&mut self, order: Order<'_>, rows: Rows<'_>, stop: &Arc<AtomicBool>);
    /// Whether a step may take long.
    fn searches(&self) -> bool;
    /// The reason of each illegal action of the last step, by row.
    fn illegal(&self) -> Vec<(usize, String)>;
}

/// Rows of one piece of work: fewer cost more to hand out than to step.
const MIN_ROWS: usize = 32;

/// The games, their rules, and the threads that step them.
pub(crate) struct VectorGames<G: Playable> {
    common: Common<G>,
    games: Vec<OneGame<G>>,
    /// The threads beside the caller's, if any.
    others: Option<rayon::ThreadPool>,
}

/// What all games share.
struct Common<G: Playable> {
    rules: G::Rules,
    options: VectorOptions,
    seats: usize,
    actions: usize,
    /// Whether actions are sequences of compact indices.
    compact: bool,
    searches: bool,
}

/// One of the games.
struct OneGame<G: Playable> {
    state: G,
    history: History<G::Event>,
    /// The compact indices of an action that is not whole yet.
    begun: Vec<usize>,
    /// Gives the seeds of the games of this row.
    streams: Streams,
    /// The number of games begun.
    begun_games: u64,
    seed: u64,
    /// The seat that observes: the learner's, else the one to move, or that moved last.
    seat: Seat,
    /// The opponents by seat, and nothing in the learner's.
    others: Vec<Option<Opponent<G>>>,
    /// Whether the end of the game has been told.
    told: bool,
    illegal: Option<String>,
    /// The places of the mask among which all marks are: only these are cleared before the next ones.
    marked: Range<usize>,
}

/// A policy, and the stream of its seat.
struct Opponent<G: Playable> {
    policy: Box<dyn Policy<G>>,
    rng: Rng,
}

/// The public events, where there are opponents to hear of them.
struct History<E> {
    events: Vec<E>,
    kept: bool,
}

impl<E> EventSink<E> for History<E> {
    #[inline]
    fn emit(&mut self, event: impl FnOnce() -> E) {
        if self.kept {
            self.events.push(event());
        }
    }
}

/// Memory that is used again from game to game.
struct Scratch<G: Playable> {
    legal: Vec<G::Action>,
    mask: Vec<i8>,
}

impl<G: Playable> VectorGames<G> {
    pub(crate) fn new(rules: &G::Rules, options: VectorOptions) -> Told<VectorGames<G>> {
        let (Opponents::Each(names) | Opponents::Pool(names)) = &options.opponents else {
            return VectorGames::of(rules, options, false);
        };
        let mut slow = false;
        for name in names {
            G::policy(name).map_err(failure(Kind::PolicyError))?;
            slow |= searches::<G>(name);
        }
        VectorGames::of(rules, options, slow)
    }

    fn of(rules: &G::Rules, options: VectorOptions, searches: bool) -> Told<VectorGames<G>> {
        let count = G::compact_count(rules).filter(|_| options.compact);
        let common = Common {
            rules: rules.clone(),
            seats: rules.seats(),
            actions: count.unwrap_or_else(|| G::action_count(rules)),
            compact: count.is_some(),
            searches,
            options,
        };
        let start =
            G::new(rules.clone(), G::deal(rules, 0)).map_err(failure(Kind::InvalidArgument))?;
        let kept = !matches!(common.options.opponents, Opponents::None);
        let game = |_| OneGame {
            state: start.clone(),
            history: History {
                events: Vec::new(),
                kept,
            },
            begun: Vec::new(),
            streams: Streams::new(0),
            begun_games: 0,
            seed: 0,
            seat: Seat(0),
            others: Vec::new(),
            told: false,
            illegal: None,
            marked: 0..common.actions,
        };
        let games: Vec<OneGame<G>> = (0..common.options.games).map(game).collect();
        let rows = if searches { 1 } else { MIN_ROWS };
        let useful = common.options.threads.min(games.len().div_ceil(rows));
        let others = match useful {
            0 | 1 => None,
            threads => Some(
                rayon::ThreadPoolBuilder::new()
                    .num_threads(threads - 1)
                    .build()
                    .map_err(failure(Kind::InvalidArgument))?,
            ),
        };
        Ok(VectorGames {
            common,
            games,
            others,
        })
    }
}

impl<G: Playable> AnyVector for VectorGames<G> {
    fn run(&mut self, order: Order<'_>, rows: Rows<'_>, stop: &Arc<AtomicBool>) {
        let common = &self.common;
        let Some(others) = &self.others else {
            return common.run(&mut self.games, order, rows, stop);
        };
        // A few pieces for each thread, so that none waits long for another.
        let size = match common.searches {
            true => 1,
            false => (self.games.len() / (4 * (others.current_num_threads() + 1))).max(MIN_ROWS),
        };
        let mut pieces = Vec::new();
        let (mut games, mut order, mut rows) = (self.games.as_mut_slice(), order, rows);
        while games.len() > size {
            let (first, others) = games.split_at_mut(size);
            let (first_order, other_orders) = order.split_at(size);
            let (first_rows, other_rows) = rows.split_at(size);
            pieces.push((first, first_order, first_rows));
            (games, order, rows) = (others, other_orders, other_rows);
        }
        pieces.push((games, order, rows));
        // The caller takes pieces too: a step takes hardly longer than to wake a thread.
        let pieces = Mutex::new(pieces.into_iter());
        let next = || pieces.lock().ok()?.next();
        let work = || {
            while let Some((games, order, rows)) = next() {
                common.run(games, order, rows, stop);
            }
        };
        others.in_place_scope(|scope| {
            for _ in 0..others.current_num_threads() {
                scope.spawn(|_| work());
            }
            work();
        });
    }

    fn searches(&self) -> bool {
        self.common.searches
    }

    fn illegal(&self) -> Vec<(usize, String)> {
        let games = self.games.iter().enumerate();
        games
            .filter_map(|(row, game)| Some((row, game.illegal.clone()?)))
            .collect()
    }
}

impl<G: Playable> Common<G> {
    fn run(
        &self,
        games: &mut [OneGame<G>],
        order: Order<'_>,
        rows: Rows<'_>,
        stop: &Arc<AtomicBool>,
    ) {
        let mut scratch = Scratch {
            legal: Vec::new(),
            mask: vec![0; self.actions],
        };
        stoppable(Arc::clone(stop), || {
            for ((number, game), mut row) in games.iter_mut().enumerate().zip(rows.each()) {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                match order {
                    Order::Reset(seeds) => {
                        if let Some(seeds) = seeds {
                            game.streams = Streams::new(seeds[number]);
                            game.begun_games = 0;
                        }
                        row.rewards.fill(0.0);
                        row.scores.fill(0);
                        row.terminated.fill(false);
                        row.illegal.fill(false);
                        row.final_observations.fill(0.0);
                        game.illegal = None;
                        game.marked = 0..self.actions;
                        self.begin(game, &mut scratch, stop);
                    }
                    Order::Step(actions) => {
                        self.step(game, actions[number], &mut row, &mut scratch, stop);
                    }
                }
                self.show(game, &mut row, &mut scratch);
            }
        });
    }

    /// Deals the next game of a row, and plays up to the learner's first turn.
    fn begin(&self, game: &mut OneGame<G>, scratch: &mut Scratch<G>, stop: &AtomicBool) {
        game.seed = game.streams.game_seed(game.begun_games);
        game.begun_games += 1;
        game.begun.clear();
        game.told = false;
        game.history.events.clear();
        let deal = G::deal(&self.rules, game.seed);
        game.state = G::start(self.rules.clone(), deal, &mut game.history)
            .expect("the rules were played before, and the deal is theirs");
        self.seat_opponents(game);
        self.others_play(game, scratch, stop);
    }

    fn seat_opponents(&self, game: &mut OneGame<G>) {
        let streams = Streams::new(game.seed);
        // A stream of its own, which no policy draws from.
        let mut draws = streams.task(0);
        let mut below = |count: usize| draws.random_range(0..count as u32) as usize;
        let drawn = Seat(below(self.seats) as u8);
        let (names, pool) = match &self.options.opponents {
            Opponents::None => return,
            Opponents::Each(names) => (names, None),
            Opponents::Pool(names) => (names, Some(below(names.len()))),
        };
        game.seat = self.options.seat.unwrap_or(drawn);
        game.others.clear();
        game.others.extend(Seat::all(self.seats).map(|seat| {
            let turns = (seat.index() + self.seats - game.seat.index()) % self.seats;
            let name = &names[pool.unwrap_or(turns.checked_sub(1)?)];
            let policy = (turns > 0).then(|| G::policy(name).ok()).flatten()?;
            let rng = streams.seat(seat);
            Some(Opponent { policy, rng })
        }));
    }

    /// The opponents play until the learner is to move, or the game is over.
    fn others_play(&self, game: &mut OneGame<G>, scratch: &mut Scratch<G>, stop: &AtomicBool) {
        loop {
            let to_move = game.state.to_move();
            let Some(seat) = to_move.first() else {
                return;
            };
            if game.others.is_empty() {
                game.seat = seat;
                return;
            }
            if to_move.contains(game.seat) || stop.load(Ordering::Relaxed) {
                return;
            }
            let opponent = (game.others[seat.index()].as_mut())
                .expect("every seat but the learner's has an opponent");
            game.state.legal_actions_into(seat, &mut scratch.legal);
            let view = game.state.view(Viewer::Seat(seat));
            let known = InformationState::new(view, &game.history.events);
            let action = (opponent.policy).choose(&known, &scratch.legal, &mut opponent.rng);
            game.state.apply(seat, action, &mut game.history);
        }
    }

    fn step(
        &self,
        game: &mut OneGame<G>,
        action: i64,
        row: &mut Rows<'_>,
        scratch: &mut Scratch<G>,
        stop: &AtomicBool,
    ) {
        row.rewards.fill(0.0);
        row.terminated[0] = false;
        row.illegal[0] = false;
        game.illegal = None;
        if game.told {
            return self.begin(game, scratch, stop);
        }
        // The opponents may have ended the game before the learner's first turn.
        if !game.state.to_move().is_empty() {
            match self.read(game, action, scratch) {
                Err(reason) => game.illegal = Some(reason),
                Ok(None) => return,
                Ok(Some(action)) => {
                    game.begun.clear();
                    game.state.apply(game.seat, action, &mut game.history);
                    self.others_play(game, scratch, stop);
                }
            }
        }
        let outcome = game.state.outcome();
        if game.illegal.is_some() {
            row.illegal[0] = true;
            // The rewards are those of all seats, or that of the learner alone.
            let place = if row.rewards.len() == 1 {
                0
            } else {
                game.seat.index()
            };
            row.rewards[place] = -self.options.penalty;
        } else if let Some(outcome) = outcome {
            self.reward(&outcome, game.seat, row.rewards);
        } else {
            return;
        }
        row.terminated[0] = true;
        row.scores.copy_from_slice(&game.state.scores());
        self.observe(game, row.final_observations);
        match self.options.same_step {
            true => self.begin(game, scratch, stop),
            false => game.told = true,
        }
    }

    /// The action of an id, if it is whole and legal; `None` if a sequence has only begun.
    fn read(
        &self,
        game: &mut OneGame<G>,
        id: i64,
        scratch: &mut Scratch<G>,
    ) -> Result<Option<G::Action>, String> {
        let index = usize::try_from(id).ok().filter(|&id| id < self.actions);
        let index = index.ok_or_else(|| {
            format!(
                "there is no action {id}: they are 0 to {}",
                self.actions - 1
            )
        })?;
        let action = match self.compact {
            false => action::<G>(&self.rules, index).map_err(|error| error.to_string())?,
            true => {
                game.begun.push(index);
                match G::expand(&self.rules, &game.begun) {
                    Some(action) => action,
                    None => {
                        game.begun.pop();
                        let mask = scratch.mask.as_mut_slice();
                        game.state.compact_mask(game.seat, &game.begun, mask);
                        if mask[index] != 1 {
                            return Err(format!(
                                "no legal action goes on with {index} after {:?}",
                                game.begun
                            ));
                        }
                        game.begun.push(index);
                        return Ok(None);
                    }
                }
            }
        };
        let checked = game.state.validate(game.seat, action);
        checked.map_err(|error| error.to_string())?;
        Ok(Some(action))
    }

    fn reward(&self, outcome: &Outcome, seat: Seat, rewards: &mut [f64]) {
        let scores = outcome.scores.iter().copied().map(f64::from);
        match (rewards, self.options.reward) {
            ([own], Reward::Win) => *own = outcome.zero_sum_share(seat),
            ([own], Reward::Score) => {
                let others = scores
                    .enumerate()
                    .filter(|&(other, _)| other != seat.index());
                let best = others.fold(f64::NEG_INFINITY, |best, (_, score)| best.max(score));
                *own = f64::from(outcome.scores[seat.index()]) - best;
            }
            (all, Reward::Win) => {
                for (seat, reward) in Seat::all(self.seats).zip(all) {
                    *reward = outcome.zero_sum_share(seat);
                }
            }
            (all, Reward::Score) => {
                for (score, reward) in scores.zip(all) {
                    *reward = score;
                }
            }
        }
    }

    fn observe(&self, game: &OneGame<G>, places: &mut [f32]) {
        let mut out = Observer::new(places);
        G::observe(&game.state.view(Viewer::Seat(game.seat)), &mut out);
        if self.compact {
            G::observe_begun(&game.begun, &mut out);
        }
    }

    /// Fills what a row shows of the game in progress.
    fn show(&self, game: &mut OneGame<G>, row: &mut Rows<'_>, scratch: &mut Scratch<G>) {
        row.to_move[0] = game.seat.0.into();
        row.seeds[0] = game.seed;
        self.observe(game, row.observations);
        let all = 0..self.actions;
        if game.told || game.state.to_move().is_empty() {
            // Whatever is chosen now is ignored.
            row.masks.fill(1);
            game.marked = all;
        } else if self.compact {
            game.state.compact_mask(game.seat, &game.begun, row.masks);
            game.marked = all;
        } else {
            row.masks[game.marked.clone()].fill(0);
            game.marked = (game.state).mark_legal(game.seat, &mut scratch.legal, row.masks);
        }
    }
}
