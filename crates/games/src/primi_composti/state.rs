//! The state of Primi Composti and the rules that change it.

use super::board::{Board, Shown};
use super::cards::{COMPOSITES, CardSet, MIN_CARD, PRIMES, Pair, is_prime};
use super::position;
use super::rules::{Deal, MAX_PLAYERS, Rules, Version};
use super::view::{Event, PlayerView, View};
use arrayvec::ArrayVec;
use parlour_engine::position::state_of_view;
use parlour_engine::{
    EventSink, Game, Outcome, Position, PositionFault, Redeal, Resample, Reveals, Rng, Row, Seat,
    SeatSet, SetupError, Streams, Table, Viewer,
};
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

/// A move: one card, and with free choice of stealing the operation that steals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// The card to play.
    pub card: u8,
    /// The operands that steal; nothing outside of version 2 with free choice.
    pub using: Option<Pair>,
}

impl Action {
    /// A card without a chosen operation.
    pub const fn plain(card: u8) -> Action {
        Action { card, using: None }
    }
}

impl parlour_engine::Action for Action {
    fn number(self) -> u64 {
        let using = self.using.map_or(0, |pair| {
            let [low, high] = pair.cards().map(u64::from);
            1 << 16 | low << 8 | high
        });
        u64::from(self.card) << 17 | using
    }
}

/// Why the rules forbid an action, in words for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The card is not in hand.
    #[error("You do not hold the {0}")]
    NotInHand(u8),
    /// An operation is named where none is chosen.
    #[error("The best operation counts by itself: just play the card")]
    NoChoice,
    /// An operand is not on top of a stack.
    #[error("The {0} is not visible")]
    NotVisible(u8),
    /// The operands do not make the card.
    #[error("No operation on {} and {} makes the card", .0.cards()[0], .0.cards()[1])]
    NoOperation(Pair),
    /// Both operands are the player's own.
    #[error("Both cards are yours: that steals nothing, so just play the card")]
    StealsNothing,
}

/// A game of Primi Composti.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PrimiComposti {
    rules: Rules,
    first: Seat,
    /// Everything that was dealt.
    deck: CardSet,
    players: ArrayVec<Player, MAX_PLAYERS>,
    /// `None` when the game is over.
    to_move: Option<Seat>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Player {
    hand: CardSet,
    /// The tops are the last.
    primes: ArrayVec<u8, PRIMES>,
    composites: ArrayVec<u8, COMPOSITES>,
    points: i32,
}

impl Player {
    fn shown(&self) -> Shown {
        Shown {
            prime: self.primes.last().copied(),
            composite: self.composites.last().copied(),
        }
    }

    fn lay(&mut self, card: u8) {
        if is_prime(card) {
            self.primes.push(card);
        } else {
            self.composites.push(card);
        }
    }

    fn lose_top(&mut self, card: u8) {
        if is_prime(card) {
            self.primes.pop();
        } else {
            self.composites.pop();
        }
    }
}

/// A copy at once: `clone` would copy card by card.
fn copy<const N: usize>(stack: &ArrayVec<u8, N>) -> ArrayVec<u8, N> {
    stack
        .as_slice()
        .try_into()
        .expect("a stack fits into its own capacity")
}

impl PrimiComposti {
    /// The hand of a seat.
    ///
    /// # Panics
    /// When there is no such seat; so do the two below.
    pub fn hand(&self, seat: Seat) -> CardSet {
        self.players[seat.index()].hand
    }

    /// The primes of a seat, the top last.
    pub fn primes(&self, seat: Seat) -> &[u8] {
        &self.players[seat.index()].primes
    }

    /// The composites of a seat, the top last.
    pub fn composites(&self, seat: Seat) -> &[u8] {
        &self.players[seat.index()].composites
    }

    /// Who moved first: player 1 of the published tables.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// The visible cards.
    pub fn board(&self) -> Board {
        Board::new(&self.rules, self.players.iter().map(Player::shown))
    }
}

impl Game for PrimiComposti {
    const NAME: &'static str = "primi-composti";
    type Rules = Rules;
    type Deal = Deal;
    type Action = Action;
    type View = View;
    type Event = Event;
    type IllegalMove = IllegalMove;

    fn deal(rules: &Rules, seed: u64) -> Deal {
        Deal::shuffled(rules, &mut Streams::new(seed).deal())
    }

    fn start(
        rules: Rules,
        deal: Deal,
        _: &mut impl EventSink<Event>,
    ) -> Result<PrimiComposti, SetupError> {
        rules.check()?;
        let hands = deal.check(&rules)?;
        let first = hands
            .iter()
            .position(|hand| hand.contains(MIN_CARD))
            .unwrap_or(0);
        let deck = hands
            .iter()
            .fold(CardSet::EMPTY, |all, &hand| all.union(hand));
        let players = hands
            .into_iter()
            .map(|hand| Player {
                hand,
                ..Player::default()
            })
            .collect();
        Ok(PrimiComposti {
            rules,
            first: Seat(first as u8),
            deck,
            players,
            to_move: Some(Seat(first as u8)),
        })
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn to_move(&self) -> SeatSet {
        self.to_move.map_or(SeatSet::EMPTY, SeatSet::one)
    }

    fn legal_actions_into(&self, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if self.to_move != Some(seat) {
            return;
        }
        let hand = self.hand(seat);
        if self.rules.version != Version::Free {
            // Two loops over registers; `extend` would ask at every card which of the two it is in.
            hand.iter().for_each(|card| out.push(Action::plain(card)));
            return;
        }
        let board = self.board();
        for card in hand.iter() {
            out.push(Action::plain(card));
            let steals = board.steals(seat, card);
            out.extend(steals.iter().map(|play| Action {
                card,
                using: play.using,
            }));
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), IllegalMove> {
        if !self.hand(seat).contains(action.card) {
            return Err(IllegalMove::NotInHand(action.card));
        }
        let Some(pair) = action.using else {
            return Ok(());
        };
        if self.rules.version != Version::Free {
            return Err(IllegalMove::NoChoice);
        }
        let board = self.board();
        if let Some(card) = pair.cards().into_iter().find(|&c| !board.is_visible(c)) {
            Err(IllegalMove::NotVisible(card))
        } else if !pair.gives(action.card) {
            Err(IllegalMove::NoOperation(pair))
        } else if board.steal_with(seat, action.card, pair).stolen.is_empty() {
            Err(IllegalMove::StealsNothing)
        } else {
            Ok(())
        }
    }

    fn apply(&mut self, seat: Seat, action: Action, events: &mut impl EventSink<Event>) {
        let play = self.board().play(seat, action);
        for &(from, card) in &play.stolen {
            let victim = &mut self.players[from.index()];
            victim.lose_top(card);
            victim.points -= i32::from(self.rules.value(card));
            self.players[seat.index()].lay(card);
        }
        let player = &mut self.players[seat.index()];
        player.hand = player.hand.without(action.card);
        player.lay(action.card);
        player.points += i32::from(play.gain);
        // Hands are equal, and all play in turn: with the next hand empty, all are.
        let next = seat.next(self.players.len());
        let hand = self.players[next.index()].hand;
        self.to_move = (!hand.is_empty()).then_some(next);
        events.emit(|| Event {
            seat,
            card: action.card,
            operands: play.using.map(Pair::cards),
            gain: play.gain,
            stolen: play.stolen.to_vec(),
        });
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.to_move.is_some() {
            return None;
        }
        Some(Outcome::highest_score_wins(self.scores()))
    }

    fn scores(&self) -> Vec<i32> {
        self.players.iter().map(|player| player.points).collect()
    }

    fn view(&self, viewer: Viewer) -> View {
        // What one does not hold, the only other player does.
        let open = self.players.len() == 2 && viewer.seat().is_some();
        let player = |seat: Seat| {
            let player = &self.players[seat.index()];
            PlayerView {
                hand: (open || viewer.sees(seat)).then_some(player.hand),
                hand_len: player.hand.len() as u8,
                primes: copy(&player.primes),
                composites: copy(&player.composites),
                points: player.points,
            }
        };
        View {
            viewer,
            rules: self.rules.clone(),
            deck: self.deck,
            first: self.first,
            to_move: self.to_move,
            players: Seat::all(self.players.len()).map(player).collect(),
        }
    }

    fn position_rows(rules: &Rules, position: &impl AsRef<Position>) -> Vec<Row> {
        position::rows(rules, position)
    }

    fn position(&self) -> Option<Position> {
        let is_on = !self.to_move().is_empty();
        is_on.then(|| position::describe(&self.view(Viewer::Everything)))
    }

    fn set_up(
        rules: Rules,
        position: &impl AsRef<Position>,
        seed: u64,
    ) -> Result<PrimiComposti, Vec<PositionFault>> {
        let broken = |error: SetupError| vec![PositionFault::Rules(error.to_string())];
        rules.check().map_err(broken)?;
        Ok(state_of_view(&position::view(rules, position)?, seed))
    }

    fn audit(&self) -> Result<(), String> {
        let mut seen: Vec<u8> = Vec::new();
        for player in &self.players {
            seen.extend(player.hand.iter());
            seen.extend(player.primes.iter().chain(&player.composites));
            if !player.primes.iter().all(|&card| is_prime(card))
                || player.composites.iter().any(|&card| is_prime(card))
            {
                return Err(format!(
                    "stacks {:?} and {:?}",
                    player.primes, player.composites
                ));
            }
            let stacks = player.primes.iter().chain(&player.composites);
            let worth: i32 = stacks.map(|&c| i32::from(self.rules.value(c))).sum();
            let fits = match self.rules.version {
                Version::One => player.points >= worth,
                Version::Greedy | Version::Free => player.points == worth,
            };
            if !fits {
                return Err(format!("{} points on stacks of {worth}", player.points));
            }
        }
        seen.sort_unstable();
        if seen != Vec::from(self.deck) {
            return Err(format!("cards {seen:?} of {:?}", self.deck));
        }
        let hands: Vec<usize> = self.players.iter().map(|p| p.hand.len()).collect();
        let sizes = hands.iter().max().zip(hands.iter().min());
        if sizes.is_none_or(|(most, least)| most - least > 1) {
            return Err(format!("hands of {hands:?} cards"));
        }
        Ok(())
    }
}

impl Resample for PrimiComposti {
    /// Unseen are the hands that the viewer does not know. That the first player was dealt the
    /// 2 is known to all; every other assignment is equally likely.
    fn resample(view: &View, rng: &mut Rng) -> PrimiComposti {
        let mut players: ArrayVec<Player, MAX_PLAYERS> = view
            .players
            .iter()
            .map(|player| Player {
                hand: player.hand.unwrap_or_default(),
                primes: player.primes.clone(),
                composites: player.composites.clone(),
                points: player.points,
            })
            .collect();
        let mut unseen = view.unplayed();
        for player in &players {
            unseen = unseen.minus(player.hand);
        }
        if unseen.contains(MIN_CARD) {
            unseen = unseen.without(MIN_CARD);
            let first = &mut players[view.first.index()];
            first.hand = first.hand.with(MIN_CARD);
        }
        let mut cards: Vec<u8> = unseen.into();
        cards.shuffle(rng);
        for (player, seen) in players.iter_mut().zip(&view.players) {
            let missing = usize::from(seen.hand_len) - player.hand.len();
            let dealt = cards.drain(cards.len() - missing..);
            player.hand = dealt.fold(player.hand, CardSet::with);
        }
        PrimiComposti {
            rules: view.rules.clone(),
            first: view.first,
            deck: view.deck,
            players,
            to_move: view.to_move,
        }
    }
}

impl Redeal for PrimiComposti {
    /// A seat was dealt what it holds and what it has played.
    fn redeal(&self, played: &Table<PrimiComposti>) -> (Deal, Vec<(Seat, Action)>) {
        let mut hands: Vec<CardSet> = self.players.iter().map(|player| player.hand).collect();
        for &(seat, action) in played.actions() {
            let hand = &mut hands[seat.index()];
            *hand = hand.with(action.card);
        }
        let hands = hands.into_iter().map(Vec::from).collect();
        (Deal { hands }, played.actions().to_vec())
    }
}

impl Reveals for PrimiComposti {
    /// Nothing is turned up: a card played is its player's own choice.
    fn reveals(&self, _seat: Seat, _action: Action) -> bool {
        false
    }
}
