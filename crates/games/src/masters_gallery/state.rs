//! The state of Masters Gallery and the rules that change it.

use super::cards::{Artist, Card, Cards, Symbol};
use super::phase::Phase;
use super::position;
use super::rules::{AWARD, Deal, GAINS, MAX_PLAYERS, ROUNDS, Rules, rank};
use super::view::{Event, PlayerView, RoundResult, View};
use arrayvec::ArrayVec;
use parlour_engine::position::state_of_view;
use parlour_engine::{
    EventSink, Game, Outcome, Position, PositionFault, Redeal, Resample, Reveals, Rng, Row, Seat,
    SeatSet, SetupError, Table, Viewer,
};
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use std::iter;

/// One step of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Display a card; its symbol is carried out.
    Play(Card),
    /// Display a second card of the same artist.
    Second(Card),
    /// Lay a second card face down.
    Lay(Card),
    /// Show a card together with the others.
    Show(Card),
    /// Put an award on an artist.
    Award(Artist),
    /// Add a card after the close.
    Add(Card),
    /// No second card, or nothing (more) to add.
    Pass,
}

impl parlour_engine::Action for Action {
    fn number(self) -> u64 {
        let (step, of) = match self {
            Action::Play(card) => (0, card.index()),
            Action::Second(card) => (1, card.index()),
            Action::Lay(card) => (2, card.index()),
            Action::Show(card) => (3, card.index()),
            Action::Award(artist) => (4, artist.index()),
            Action::Add(card) => (5, card.index()),
            Action::Pass => (6, 0),
        };
        step << 8 | of as u64
    }
}

/// Why the rules forbid an action, in words for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// Another step is due.
    #[error("{}", asked(.0))]
    NotAsked(Phase),
    /// The card is not in hand.
    #[error("You do not hold the card {0}")]
    NotInHand(Card),
    /// The second card is of another artist.
    #[error("The second card is of artist {0} as well")]
    OtherArtist(Artist),
    /// An addition to an artist that the player does not have on display.
    #[error("You have no card of artist {0} on display to add to")]
    NotOnDisplay(Artist),
    /// A second addition to an artist, or one out of the order of the row.
    #[error("One card for each artist may be added, in the order of the row")]
    AlreadyAdded,
}

fn asked(phase: &Phase) -> String {
    match phase {
        Phase::Play => "Display a card".to_owned(),
        Phase::Second(artist) => format!("Display a second card of artist {artist}, or pass"),
        Phase::Hidden => "Lay a card face down, or pass".to_owned(),
        Phase::Together => "Choose the card that you show".to_owned(),
        Phase::Award { .. } => "Choose the artist who gets the award".to_owned(),
        Phase::Add { .. } => "Add a card to your display, or pass".to_owned(),
        Phase::Over => "The game is over".to_owned(),
    }
}

/// A game of Masters Gallery.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MastersGallery {
    rules: Rules,
    round: u8,
    phase: Phase,
    /// Whose turn it is; while cards are added, who may add.
    active: Seat,
    /// The seats that have still to choose a card to show.
    choosing: SeatSet,
    closer: Option<Seat>,
    /// The top is the last.
    pub(super) deck: Vec<Card>,
    extra: Option<Card>,
    discard: Cards,
    hands: [Cards; MAX_PLAYERS],
    displays: [Cards; MAX_PLAYERS],
    hidden: [Vec<Card>; MAX_PLAYERS],
    chosen: [Option<Card>; MAX_PLAYERS],
    /// Cards of each artist face up, all players and the extra card together.
    face_up: [u8; 5],
    values: [i32; 5],
    awards: [u8; 5],
    scores: [i32; MAX_PLAYERS],
    results: ArrayVec<RoundResult, ROUNDS>,
}

impl MastersGallery {
    /// The cards in a seat's hand.
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat.index()]
    }

    /// What a seat has on display.
    pub fn display(&self, seat: Seat) -> Cards {
        self.displays[seat.index()]
    }

    /// What a seat has laid face down in this round.
    pub fn hidden(&self, seat: Seat) -> &[Card] {
        &self.hidden[seat.index()]
    }

    /// The extra card of this round.
    pub const fn extra(&self) -> Option<Card> {
        self.extra
    }

    /// The cards discarded with the displays of earlier rounds.
    pub const fn discard(&self) -> Cards {
        self.discard
    }

    /// How many cards are left in the deck.
    pub const fn deck_len(&self) -> usize {
        self.deck.len()
    }

    /// Whose turn it is, also while all show a card; while cards are added, who may add.
    pub const fn active(&self) -> Seat {
        self.active
    }

    /// The points of a seat so far.
    pub const fn score(&self, seat: Seat) -> i32 {
        self.scores[seat.index()]
    }

    /// What each artist has gained so far, ranks and awards, in row order.
    pub const fn values(&self) -> [i32; 5] {
        self.values
    }

    /// The round, from 0; stays 3 at the end.
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// What is asked now.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The rounds that are over.
    pub fn results(&self) -> &[RoundResult] {
        &self.results
    }

    fn seats(&self) -> usize {
        self.rules.players.into()
    }

    fn start_round(&mut self, opener: Seat, events: &mut impl EventSink<Event>) {
        self.extra = if self.rules.extra_card {
            self.deck.pop()
        } else {
            None
        };
        self.face_up = [0; 5];
        if let Some(card) = self.extra {
            self.face_up[card.artist.index()] = 1;
        }
        for seat in 0..self.seats() {
            for _ in 0..self.rules.dealt(self.round.into()) {
                if let Some(card) = self.deck.pop() {
                    self.hands[seat].add(card);
                }
            }
        }
        self.closer = None;
        events.emit(|| Event::Round {
            round: self.round,
            opener,
            extra: self.extra,
        });
        self.give_turn(opener, events);
    }

    /// The turn goes to the first player from `seat` on who has a card; if there is none,
    /// the round ends.
    fn give_turn(&mut self, seat: Seat, events: &mut impl EventSink<Event>) {
        let seats = self.seats();
        let next = (0..seats as u8)
            .map(|steps| Seat((seat.0 + steps) % seats as u8))
            .find(|seat| !self.hands[seat.index()].is_empty());
        match next {
            Some(next) => {
                self.active = next;
                self.phase = Phase::Play;
            }
            None => {
                self.turn_up(events);
                self.end_round(seat, events);
            }
        }
    }

    fn next_turn(&mut self, events: &mut impl EventSink<Event>) {
        self.give_turn(self.active.next(self.seats()), events);
    }

    /// Puts a card of the hand on display.
    fn lay_open(&mut self, seat: Seat, card: Card) {
        self.hands[seat.index()].remove(card);
        self.displays[seat.index()].add(card);
        self.face_up[card.artist.index()] += 1;
    }

    fn closes(&self, artist: Artist) -> bool {
        self.face_up[artist.index()] >= self.rules.closing()
    }

    fn play(&mut self, seat: Seat, card: Card, events: &mut impl EventSink<Event>) {
        self.lay_open(seat, card);
        events.emit(|| Event::Play(seat, card));
        let closing = self.closes(card.artist);
        let has_cards = !self.hands[seat.index()].is_empty();
        match card.symbol {
            Symbol::Draw => {
                if let Some(drawn) = self.deck.pop() {
                    self.hands[seat.index()].add(drawn);
                    events.emit(|| Event::Draw(seat));
                }
            }
            Symbol::Award => {
                self.phase = Phase::Award { closing };
                return;
            }
            // What a player holds stays hidden: they are asked even if no card fits.
            Symbol::Second if !closing && has_cards => {
                self.phase = Phase::Second(card.artist);
                return;
            }
            Symbol::Hidden if !closing && has_cards => {
                self.phase = Phase::Hidden;
                return;
            }
            Symbol::Together if !closing => {
                self.choosing = Seat::all(self.seats())
                    .filter(|seat| !self.hands[seat.index()].is_empty())
                    .collect();
                if !self.choosing.is_empty() {
                    self.phase = Phase::Together;
                    return;
                }
            }
            _ => {}
        }
        self.after_display(closing, events);
    }

    /// What follows once a turn's cards lie.
    fn after_display(&mut self, closing: bool, events: &mut impl EventSink<Event>) {
        if closing {
            self.close(events);
        } else {
            self.next_turn(events);
        }
    }

    fn show(&mut self, seat: Seat, card: Card, events: &mut impl EventSink<Event>) {
        self.chosen[seat.index()] = Some(card);
        self.choosing = self.choosing.without(seat);
        if !self.choosing.is_empty() {
            return;
        }
        for seat in Seat::all(self.seats()) {
            if let Some(card) = self.chosen[seat.index()].take() {
                self.lay_open(seat, card);
                events.emit(|| Event::Show(seat, card));
            }
        }
        let closing = Artist::ALL.into_iter().any(|artist| self.closes(artist));
        self.after_display(closing, events);
    }

    fn turn_up(&mut self, events: &mut impl EventSink<Event>) {
        for seat in Seat::all(self.seats()) {
            for card in std::mem::take(&mut self.hidden[seat.index()]) {
                self.displays[seat.index()].add(card);
                self.face_up[card.artist.index()] += 1;
                events.emit(|| Event::TurnUp(seat, card));
            }
        }
    }

    fn close(&mut self, events: &mut impl EventSink<Event>) {
        let closer = self.active;
        self.closer = Some(closer);
        events.emit(|| Event::Close(closer));
        self.turn_up(events);
        if self.rules.additional_cards {
            self.ask_additions(closer.next(self.seats()), self.rules.players - 1, events);
        } else {
            self.end_round(closer.next(self.seats()), events);
        }
    }

    /// Asks `seat` and the `left` players after it for additions, except those without a card in hand or on display.
    fn ask_additions(&mut self, seat: Seat, left: u8, events: &mut impl EventSink<Event>) {
        let seats = self.seats();
        let next = (0..=left).find_map(|steps| {
            let seat = Seat((seat.0 + steps) % seats as u8);
            let index = seat.index();
            let asked = !self.hands[index].is_empty() && !self.displays[index].is_empty();
            asked.then_some((seat, left - steps))
        });
        match next {
            Some((seat, left)) => {
                self.active = seat;
                self.phase = Phase::Add { from: 0, left };
            }
            None => {
                let closer = self.closer.unwrap_or(seat);
                self.end_round(closer.next(seats), events);
            }
        }
    }

    fn more_additions(&mut self, from: u8, left: u8, events: &mut impl EventSink<Event>) {
        let seat = self.active;
        if usize::from(from) < Artist::ALL.len() && !self.hands[seat.index()].is_empty() {
            self.phase = Phase::Add { from, left };
        } else if let Some(left) = left.checked_sub(1) {
            self.ask_additions(seat.next(self.seats()), left, events);
        } else {
            let closer = self.closer.unwrap_or(seat);
            self.end_round(closer.next(self.seats()), events);
        }
    }

    fn end_round(&mut self, next_opener: Seat, events: &mut impl EventSink<Event>) {
        let seats = self.seats();
        let displayed: Cards = self.displays[..seats].iter().copied().sum();
        let mut cards = Artist::ALL.map(|artist| displayed.of_artist(artist));
        if let Some(card) = self.extra.take() {
            cards[card.artist.index()] += 1;
            self.discard.add(card);
        }
        let ranked = rank(cards);
        let mut paid = [0; 5];
        for (artist, gain) in ranked.iter().zip(GAINS) {
            self.values[artist.index()] += gain;
            paid[artist.index()] = self.values[artist.index()];
        }
        let mut scored = ArrayVec::from_iter(iter::repeat_n(0, seats));
        for (seat, scored) in scored.iter_mut().enumerate() {
            let display = std::mem::take(&mut self.displays[seat]);
            for artist in &ranked {
                *scored += i32::from(display.of_artist(*artist)) * paid[artist.index()];
            }
            self.scores[seat] += *scored;
            self.discard = self.discard.plus(display);
        }
        self.face_up = [0; 5];
        self.results.push(RoundResult {
            closer: self.closer,
            cards,
            ranked,
            paid,
            scored,
        });
        events.emit(|| Event::End { round: self.round });
        if usize::from(self.round) + 1 < ROUNDS {
            self.round += 1;
            self.start_round(next_opener, events);
        } else {
            self.closer = None;
            self.phase = Phase::Over;
        }
    }
}

impl Game for MastersGallery {
    const NAME: &'static str = "masters-gallery";
    type Rules = Rules;
    type Deal = Deal;
    type Action = Action;
    type View = View;
    type Event = Event;
    type IllegalMove = IllegalMove;

    fn deal(rules: &Rules, seed: u64) -> Deal {
        Deal::shuffled(rules, seed)
    }

    fn start(
        rules: Rules,
        deal: Deal,
        events: &mut impl EventSink<Event>,
    ) -> Result<MastersGallery, SetupError> {
        rules.check()?;
        deal.check(&rules)?;
        let mut deck = deal.deck;
        deck.reverse();
        let mut game = MastersGallery {
            rules,
            round: 0,
            phase: Phase::Over,
            active: Seat(0),
            choosing: SeatSet::EMPTY,
            closer: None,
            deck,
            extra: None,
            discard: Cards::NONE,
            hands: Default::default(),
            displays: Default::default(),
            hidden: Default::default(),
            chosen: [None; MAX_PLAYERS],
            face_up: [0; 5],
            values: [0; 5],
            awards: [0; 5],
            scores: [0; MAX_PLAYERS],
            results: ArrayVec::new(),
        };
        game.start_round(Seat(0), events);
        Ok(game)
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn to_move(&self) -> SeatSet {
        match self.phase {
            Phase::Over => SeatSet::EMPTY,
            Phase::Together => self.choosing,
            _ => SeatSet::one(self.active),
        }
    }

    fn legal_actions_into(&self, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        if !self.to_move().contains(seat) {
            return;
        }
        let hand = self.hands[seat.index()];
        match self.phase {
            Phase::Play => out.extend(hand.kinds().map(Action::Play)),
            Phase::Second(artist) => {
                let fits = hand.kinds().filter(|card| card.artist == artist);
                out.extend(fits.map(Action::Second));
                out.push(Action::Pass);
            }
            Phase::Hidden => {
                out.extend(hand.kinds().map(Action::Lay));
                out.push(Action::Pass);
            }
            Phase::Together => out.extend(hand.kinds().map(Action::Show)),
            Phase::Award { .. } => out.extend(Artist::ALL.map(Action::Award)),
            Phase::Add { from, .. } => {
                let display = self.displays[seat.index()];
                let fits = hand
                    .kinds()
                    .filter(|card| card.artist as u8 >= from && display.of_artist(card.artist) > 0);
                out.extend(fits.map(Action::Add));
                out.push(Action::Pass);
            }
            Phase::Over => {}
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), IllegalMove> {
        let holds = |card: Card| {
            if self.hands[seat.index()].count(card) > 0 {
                Ok(())
            } else {
                Err(IllegalMove::NotInHand(card))
            }
        };
        match (self.phase, action) {
            (Phase::Play, Action::Play(card))
            | (Phase::Hidden, Action::Lay(card))
            | (Phase::Together, Action::Show(card)) => holds(card),
            (Phase::Second(artist), Action::Second(card)) => {
                if card.artist == artist {
                    holds(card)
                } else {
                    Err(IllegalMove::OtherArtist(artist))
                }
            }
            (Phase::Add { from, .. }, Action::Add(card)) => {
                if self.displays[seat.index()].of_artist(card.artist) == 0 {
                    Err(IllegalMove::NotOnDisplay(card.artist))
                } else if (card.artist as u8) < from {
                    Err(IllegalMove::AlreadyAdded)
                } else {
                    holds(card)
                }
            }
            (Phase::Award { .. }, Action::Award(_))
            | (Phase::Second(_) | Phase::Hidden | Phase::Add { .. }, Action::Pass) => Ok(()),
            (phase, _) => Err(IllegalMove::NotAsked(phase)),
        }
    }

    fn apply(&mut self, seat: Seat, action: Action, events: &mut impl EventSink<Event>) {
        match action {
            Action::Play(card) => self.play(seat, card, events),
            Action::Second(card) => {
                self.lay_open(seat, card);
                events.emit(|| Event::Second(seat, card));
                self.after_display(self.closes(card.artist), events);
            }
            Action::Lay(card) => {
                self.hands[seat.index()].remove(card);
                self.hidden[seat.index()].push(card);
                events.emit(|| Event::Hidden(seat));
                self.next_turn(events);
            }
            Action::Show(card) => self.show(seat, card, events),
            Action::Award(artist) => {
                self.awards[artist.index()] += 1;
                self.values[artist.index()] += AWARD;
                events.emit(|| Event::Award(seat, artist));
                let closing = self.phase == Phase::Award { closing: true };
                self.after_display(closing, events);
            }
            Action::Add(card) => {
                self.lay_open(seat, card);
                events.emit(|| Event::Add(seat, card));
                if let Phase::Add { left, .. } = self.phase {
                    self.more_additions(card.artist as u8 + 1, left, events);
                }
            }
            Action::Pass => {
                events.emit(|| Event::Pass(seat));
                match self.phase {
                    Phase::Add { left, .. } => {
                        self.more_additions(Artist::ALL.len() as u8, left, events);
                    }
                    _ => self.next_turn(events),
                }
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.phase != Phase::Over {
            return None;
        }
        Some(Outcome::highest_score_wins(self.scores()))
    }

    fn scores(&self) -> Vec<i32> {
        self.scores[..self.seats()].to_vec()
    }

    fn view(&self, viewer: Viewer) -> View {
        let players = Seat::all(self.seats())
            .map(|seat| {
                let index = seat.index();
                let own = viewer.sees(seat);
                PlayerView {
                    hand: own.then_some(self.hands[index]),
                    hand_len: self.hands[index].len(),
                    display: self.displays[index],
                    hidden: own.then(|| self.hidden[index].clone()),
                    hidden_len: self.hidden[index].len() as u8,
                    chosen: self.chosen[index].filter(|_| own),
                    score: self.scores[index],
                }
            })
            .collect();
        View {
            viewer,
            rules: self.rules.clone(),
            round: self.round,
            phase: self.phase,
            to_move: self.to_move(),
            active: self.active,
            closer: self.closer,
            deck: self.deck.len() as u8,
            extra: self.extra,
            discard: self.discard,
            values: self.values,
            awards: self.awards,
            results: self.results.clone(),
            players,
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
    ) -> Result<MastersGallery, Vec<PositionFault>> {
        let broken = |error: SetupError| vec![PositionFault::Rules(error.to_string())];
        rules.check().map_err(broken)?;
        Ok(state_of_view(&position::view(rules, position)?, seed))
    }

    fn audit(&self) -> Result<(), String> {
        let counted = self.hands.iter().chain(&self.displays);
        let mut all: Cards = counted.copied().chain([self.discard]).sum();
        for &card in self
            .deck
            .iter()
            .chain(self.hidden.iter().flatten())
            .chain(&self.extra)
        {
            all.add(card);
        }
        for card in (0..Card::KINDS).map(Card::from_index) {
            if all.count(card) != self.rules.count(card) {
                return Err(format!("{} cards '{card}'", all.count(card)));
            }
        }
        let displayed: Cards = self.displays.iter().copied().sum();
        for artist in Artist::ALL {
            let face_up = displayed.of_artist(artist)
                + u8::from(self.extra.is_some_and(|card| card.artist == artist));
            if face_up != self.face_up[artist.index()] {
                return Err(format!(
                    "{face_up} cards of artist {artist} are face up, not {}",
                    self.face_up[artist.index()]
                ));
            }
            let gained: i32 = self
                .results
                .iter()
                .filter_map(|result| result.ranked.iter().position(|&other| other == artist))
                .map(|rank| GAINS[rank])
                .sum();
            let awarded = AWARD * i32::from(self.awards[artist.index()]);
            if gained + awarded != self.values[artist.index()] {
                return Err(format!("artist {artist} has gained {gained} + {awarded}"));
            }
        }
        for seat in Seat::all(self.seats()) {
            let scored: i32 = self.results.iter().map(|r| r.scored[seat.index()]).sum();
            if scored != self.scores[seat.index()] {
                return Err(format!("{seat} has scored {scored}"));
            }
        }
        Ok(())
    }
}

impl Resample for MastersGallery {
    /// Hidden are the other hands, what others laid face down, and the deck. All that is ever
    /// said of them is how many cards there are, so that every assignment of the unseen cards is equally likely.
    fn resample(view: &View, rng: &mut Rng) -> MastersGallery {
        let mut seen = view.discard;
        view.extra.into_iter().for_each(|card| seen.add(card));
        for player in &view.players {
            seen = seen
                .plus(player.display)
                .plus(player.hand.unwrap_or_default());
            let hidden = player.hidden.iter().flatten();
            hidden.for_each(|&card| seen.add(card));
        }
        let all: Cards = view.rules.cards().collect();
        let mut pool: Vec<Card> = all.minus(seen).each().collect();
        pool.shuffle(rng);
        let mut hands: [Cards; MAX_PLAYERS] = Default::default();
        let mut displays: [Cards; MAX_PLAYERS] = Default::default();
        let mut hidden: [Vec<Card>; MAX_PLAYERS] = Default::default();
        let mut chosen = [None; MAX_PLAYERS];
        let mut scores = [0; MAX_PLAYERS];
        let mut face_up = [0; 5];
        for (index, player) in view.players.iter().enumerate() {
            let mut draw =
                |count: u8| -> Vec<Card> { pool.split_off(pool.len() - usize::from(count)) };
            hands[index] = match player.hand {
                Some(hand) => hand,
                None => draw(player.hand_len).into_iter().collect(),
            };
            hidden[index] = match &player.hidden {
                Some(cards) => cards.clone(),
                None => draw(player.hidden_len),
            };
            displays[index] = player.display;
            scores[index] = player.score;
            for artist in Artist::ALL {
                face_up[artist.index()] += player.display.of_artist(artist);
            }
            // A seat that is no longer asked has chosen one of its cards.
            let has_chosen = view.phase == Phase::Together
                && player.hand_len > 0
                && !view.to_move.contains(Seat(index as u8));
            chosen[index] = player.chosen.or_else(|| {
                let nth = rng.random_range(0..u32::from(player.hand_len.max(1))) as usize;
                has_chosen.then(|| hands[index].each().nth(nth)).flatten()
            });
        }
        if let Some(card) = view.extra {
            face_up[card.artist.index()] += 1;
        }
        MastersGallery {
            rules: view.rules.clone(),
            round: view.round,
            phase: view.phase,
            active: view.active,
            choosing: if view.phase == Phase::Together {
                view.to_move
            } else {
                SeatSet::EMPTY
            },
            closer: view.closer,
            deck: pool,
            extra: view.extra,
            discard: view.discard,
            hands,
            displays,
            hidden,
            chosen,
            face_up,
            values: view.values,
            awards: view.awards,
            scores,
            results: view.results.clone(),
        }
    }
}

impl Redeal for MastersGallery {
    /// In the deck, the resampled cards replace those that are still hidden. Actions that laid a card face down name the
    /// card, so they are rewritten.
    fn redeal(&self, played: &Table<MastersGallery>) -> (Deal, Vec<(Seat, Action)>) {
        let mut deck = played.deal().cards::<MastersGallery>(&self.rules).deck;
        let mut actions = played.actions().to_vec();
        // The places of each hand, and those of the cards laid face down with the actions that laid them.
        let mut held: [Vec<usize>; MAX_PLAYERS] = Default::default();
        let mut laid: [Vec<(usize, usize)>; MAX_PLAYERS] = Default::default();
        let mut drawn = 0;
        let mut draw = |held: &mut Vec<usize>| {
            held.push(drawn);
            drawn += 1;
        };
        for ply in 0..=actions.len() {
            let before = ply
                .checked_sub(1)
                .map_or(0, |before| played.events_at(before).len());
            for event in &played.events_at(ply)[before..] {
                match *event {
                    Event::Round { round, extra, .. } => {
                        laid = Default::default();
                        extra.iter().for_each(|_| draw(&mut Vec::new()));
                        for held in &mut held[..self.seats()] {
                            for _ in 0..self.rules.dealt(round.into()) {
                                draw(held);
                            }
                        }
                    }
                    Event::Draw(seat) => draw(&mut held[seat.index()]),
                    Event::Play(seat, card)
                    | Event::Second(seat, card)
                    | Event::Show(seat, card)
                    | Event::Add(seat, card) => {
                        leave(&mut held[seat.index()], &deck, card);
                    }
                    Event::Hidden(seat) => {
                        if let (_, Action::Lay(card)) = actions[ply - 1] {
                            let place = leave(&mut held[seat.index()], &deck, card);
                            laid[seat.index()].extend(place.map(|place| (place, ply - 1)));
                        }
                    }
                    Event::Award(..)
                    | Event::Pass(_)
                    | Event::Close(_)
                    | Event::TurnUp(..)
                    | Event::End { .. } => {}
                }
            }
        }
        for seat in 0..self.seats() {
            for (place, card) in held[seat].iter().zip(self.hands[seat].each()) {
                deck[*place] = card;
            }
            for (&(place, action), &card) in laid[seat].iter().zip(&self.hidden[seat]) {
                deck[place] = card;
                actions[action].1 = Action::Lay(card);
            }
        }
        deck.truncate(deck.len() - self.deck.len());
        deck.extend(self.deck.iter().rev());
        (Deal { deck }, actions)
    }
}

/// The place of the deck from which a card came that leaves a hand; of equal cards the first.
fn leave(held: &mut Vec<usize>, deck: &[Card], card: Card) -> Option<usize> {
    let at = held.iter().position(|&place| deck[place] == card)?;
    Some(held.remove(at))
}

impl Reveals for MastersGallery {
    /// A card is drawn or turned up, another's choice shows, or a round ends and cards are dealt.
    fn reveals(&self, seat: Seat, action: Action) -> bool {
        let mut next = self.clone();
        next.play_unchecked(seat, action);
        next.deck.len() != self.deck.len()
            || next.results.len() != self.results.len()
            || next.hidden.iter().flatten().count() < self.hidden.iter().flatten().count()
            || matches!(action, Action::Show(_))
    }
}
