//! The battery must be able to fail: a toy game that passes it, and the same
//! game with one flaw at a time, each of which it has to name.

use parlour_engine::conformance::{self, Check, Options, Pool, Probe, battery};
use parlour_engine::encoding::{self, Observer};
use parlour_engine::{
    ACTION_NUMBER_BITS, Action as _, Encode, EventSink, Game, InformationState, Outcome, PlayError,
    Policy, Resample, Reveals, Rng, Seat, SeatSet, SetupError, Streams, View, Viewer,
};
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

/// The defect of the toy game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
enum Flaw {
    #[default]
    None,
    DealsDifferently,
    OthersMayAct,
    ListsTwice,
    ListsBackwards,
    ListsTooHighANumber,
    SharesNumbers,
    ListsTooMuch,
    ListsTooLittle,
    UncheckedDiffers,
    ForgetsInText,
    ShowsTheDeck,
    ShowsTheOthersChoice,
    FirstToAnswerWins,
    ResamplesBadly,
    ResamplesTheTruth,
    HidesAReveal,
    LeaksACard,
    TellsTheCardShown,
    RemembersWhoAnswered,
    MasksTooLittle,
    /// The list of indices is not in the order of the legal actions.
    ListsIndicesBackwards,
    /// A legal action is marked outside of the range that is said to hold all marks.
    MarksOutsideOfItsRange,
    /// An observation holds a value outside the bounds of its field.
    ObservesTooMuch,
    /// An observation has other fields for other viewers.
    ObservesOtherFields,
    LosesACard,
    NeverEnds,
}

/// Duel: cards 1 to 8, three each. Both show a card at the same time, the
/// higher one scores, and its owner may draw a card. It ends with an empty hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Duel {
    rules: DuelRules,
    deck: Vec<u8>,
    hands: [Vec<u8>; 2],
    chosen: [Option<u8>; 2],
    first_to_answer: Option<Seat>,
    winner: Option<Seat>,
    shown: Vec<u8>,
    points: [i32; 2],
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct DuelRules {
    flaw: Flaw,
}

impl parlour_engine::Rules for DuelRules {
    fn seats(&self) -> usize {
        2
    }

    fn names() -> &'static [&'static str] {
        &["duel"]
    }

    fn named(name: &str) -> Option<DuelRules> {
        (name == "duel").then(DuelRules::default)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Move {
    Show(u8),
    Draw,
    Pass,
}

/// No card of the deck, and the number of the action that shows it is too high.
const TOO_HIGH: u8 = 255;
/// Actions that show cards this far apart have the same number; the deck has fewer.
const SAME_NUMBER: u8 = 128;

impl parlour_engine::Action for Move {
    fn number(self) -> u64 {
        match self {
            Move::Show(TOO_HIGH) => 1 << ACTION_NUMBER_BITS,
            Move::Show(card) => (card % SAME_NUMBER).into(),
            Move::Draw => 1 << 8,
            Move::Pass => 1 << 9,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Show(card) => write!(f, "show {card}"),
            Move::Draw => f.write_str("draw"),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = String;

    fn from_str(text: &str) -> Result<Move, String> {
        match text.split_once(' ') {
            None if text == "draw" => Ok(Move::Draw),
            None if text == "pass" => Ok(Move::Pass),
            Some(("show", card)) => card.parse().map(Move::Show).map_err(|e| e.to_string()),
            _ => Err(format!("'{text}' is no move")),
        }
    }
}

parlour_engine::serde_as_text!(Move);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct DuelView {
    viewer: Viewer,
    rules: DuelRules,
    hands: [Option<Vec<u8>>; 2],
    sizes: [usize; 2],
    chosen: [Option<u8>; 2],
    waiting: SeatSet,
    deck: usize,
    winner: Option<Seat>,
    shown: Vec<u8>,
    points: [i32; 2],
    leak: Vec<u8>,
    #[serde(skip)]
    forgotten: bool,
    answers: usize,
}

impl View for DuelView {
    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn at_turn_start(&self) -> DuelView {
        let mut view = self.clone();
        if self.winner.is_none() && !self.waiting.is_empty() {
            view.waiting = SeatSet::all(2);
            view.chosen = [None; 2];
        }
        view
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Event {
    Shown(Vec<u8>),
    Drawn(Seat, Option<u8>),
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("not allowed")]
struct NotAllowed;

static CALLS: AtomicU64 = AtomicU64::new(0);

impl Duel {
    fn flaw(&self) -> Flaw {
        self.rules.flaw
    }

    fn over(&self) -> bool {
        self.winner.is_none() && self.chosen == [None; 2] && self.hands.iter().any(Vec::is_empty)
    }

    fn show(&mut self, seat: Seat, card: u8, events: &mut impl EventSink<Event>) {
        self.chosen[seat.index()] = Some(card);
        if self.flaw() == Flaw::TellsTheCardShown {
            events.emit(|| Event::Drawn(seat, Some(card)));
        }
        self.first_to_answer.get_or_insert(seat);
        let [Some(first), Some(second)] = self.chosen else {
            return;
        };
        for (hand, card) in self.hands.iter_mut().zip([first, second]) {
            hand.retain(|&other| other != card);
        }
        self.chosen = [None; 2];
        let first_to_answer = self.first_to_answer.take();
        let winner = if first > second { Seat(0) } else { Seat(1) };
        let winner = match (self.flaw(), first_to_answer) {
            (Flaw::FirstToAnswerWins, Some(seat)) => seat,
            _ => winner,
        };
        self.points[winner.index()] += 1;
        self.winner = Some(winner);
        self.shown.push(first);
        if self.flaw() != Flaw::LosesACard {
            self.shown.push(second);
        }
        let shown = self.shown.iter().rev().take(2).copied();
        events.emit(|| Event::Shown(shown.collect()));
    }
}

impl Game for Duel {
    const NAME: &'static str = "duel";
    type Rules = DuelRules;
    type Deal = Vec<u8>;
    type Action = Move;
    type View = DuelView;
    type Event = Event;
    type IllegalMove = NotAllowed;

    fn deal(rules: &DuelRules, seed: u64) -> Vec<u8> {
        let calls = CALLS.fetch_add(1, Ordering::Relaxed);
        let seed = if rules.flaw == Flaw::DealsDifferently {
            seed + calls
        } else {
            seed
        };
        let mut deck: Vec<u8> = (1..=8).collect();
        deck.shuffle(&mut Streams::new(seed).deal());
        deck
    }

    fn start(
        rules: DuelRules,
        mut deck: Vec<u8>,
        _: &mut impl EventSink<Event>,
    ) -> Result<Duel, SetupError> {
        if deck.len() != 8 {
            return Err(SetupError::Deal("a duel has 8 cards".to_owned()));
        }
        let hands = [deck.split_off(5), deck.split_off(2)];
        Ok(Duel {
            rules,
            deck,
            hands,
            chosen: [None; 2],
            first_to_answer: None,
            winner: None,
            shown: Vec::new(),
            points: [0; 2],
        })
    }

    fn rules(&self) -> &DuelRules {
        &self.rules
    }

    fn to_move(&self) -> SeatSet {
        if let Some(winner) = self.winner {
            SeatSet::one(winner)
        } else if self.over() {
            SeatSet::EMPTY
        } else {
            Seat::all(2)
                .filter(|seat| self.chosen[seat.index()].is_none())
                .collect()
        }
    }

    fn legal_actions_into(&self, seat: Seat, out: &mut Vec<Move>) {
        out.clear();
        if !self.to_move().contains(seat) {
            if self.flaw() == Flaw::OthersMayAct {
                out.push(Move::Pass);
            }
            return;
        }
        if self.winner.is_some() {
            if !self.deck.is_empty() || self.flaw() == Flaw::ListsTooMuch {
                out.push(Move::Draw);
            }
            if self.flaw() != Flaw::ListsTooLittle || self.deck.is_empty() {
                out.push(Move::Pass);
            }
            if self.flaw() == Flaw::ListsTwice {
                out.push(Move::Pass);
            }
        } else {
            out.extend(
                self.hands[seat.index()]
                    .iter()
                    .map(|&card| Move::Show(card)),
            );
            out.sort_unstable_by_key(|action| action.number());
            match self.flaw() {
                Flaw::ListsBackwards => out.reverse(),
                Flaw::ListsTooHighANumber => out.push(Move::Show(TOO_HIGH)),
                _ => {}
            }
        }
    }

    fn check(&self, seat: Seat, action: Move) -> Result<(), NotAllowed> {
        let allowed = match action {
            Move::Show(card) => self.winner.is_none() && self.hands[seat.index()].contains(&card),
            Move::Draw => self.winner.is_some() && !self.deck.is_empty(),
            Move::Pass => self.winner.is_some(),
        };
        if allowed { Ok(()) } else { Err(NotAllowed) }
    }

    fn play(&mut self, seat: Seat, action: Move) -> Result<(), PlayError<Move, NotAllowed>> {
        if !self.to_move().contains(seat) {
            return Err(PlayError::NotYourTurn { seat, action });
        }
        self.check(seat, action)
            .map_err(|rule| PlayError::Illegal { seat, action, rule })?;
        self.play_unchecked(seat, action);
        if self.flaw() == Flaw::UncheckedDiffers {
            self.points[0] += 1;
        }
        Ok(())
    }

    fn apply(&mut self, seat: Seat, action: Move, events: &mut impl EventSink<Event>) {
        match action {
            Move::Show(card) => self.show(seat, card, events),
            Move::Draw => {
                self.winner = None;
                self.hands[seat.index()].extend(self.deck.pop());
                events.emit(|| Event::Drawn(seat, None));
            }
            // Passing for ever does not end the game.
            Move::Pass if self.flaw() == Flaw::NeverEnds => {}
            Move::Pass => self.winner = None,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.to_move().is_empty()).then(|| Outcome {
            scores: self.scores(),
            winners: match self.points[0].cmp(&self.points[1]) {
                std::cmp::Ordering::Greater => SeatSet::one(Seat(0)),
                std::cmp::Ordering::Less => SeatSet::one(Seat(1)),
                std::cmp::Ordering::Equal => SeatSet::all(2),
            },
        })
    }

    fn scores(&self) -> Vec<i32> {
        self.points.to_vec()
    }

    fn view(&self, viewer: Viewer) -> DuelView {
        let leak = match self.flaw() {
            Flaw::ShowsTheDeck => self.deck.clone(),
            Flaw::LeaksACard => (viewer.seat().into_iter())
                .filter_map(|seat| self.hands[seat.other().index()].first().copied())
                .collect(),
            Flaw::ResamplesTheTruth => {
                let mut all = self.deck.clone();
                all.extend(&self.hands[0]);
                all.extend(&self.hands[1]);
                all
            }
            _ => Vec::new(),
        };
        let sees = |seat: Seat| viewer.sees(seat);
        DuelView {
            viewer,
            rules: self.rules.clone(),
            hands: [Seat(0), Seat(1)].map(|s| sees(s).then(|| self.hands[s.index()].clone())),
            sizes: self.hands.each_ref().map(Vec::len),
            chosen: [Seat(0), Seat(1)].map(|s| {
                self.chosen[s.index()]
                    .filter(|_| sees(s) || self.flaw() == Flaw::ShowsTheOthersChoice)
            }),
            waiting: self.to_move(),
            deck: self.deck.len(),
            winner: self.winner,
            shown: self.shown.clone(),
            points: self.points,
            leak,
            forgotten: self.flaw() == Flaw::ForgetsInText,
            answers: match self.flaw() {
                Flaw::RemembersWhoAnswered => self.chosen.iter().flatten().count(),
                _ => 0,
            },
        }
    }

    fn audit(&self) -> Result<(), String> {
        let mut all = [&self.deck[..], &self.hands[0], &self.hands[1], &self.shown].concat();
        all.sort_unstable();
        if all == [1, 2, 3, 4, 5, 6, 7, 8] {
            Ok(())
        } else {
            Err(format!("the cards are {all:?}"))
        }
    }
}

impl Resample for Duel {
    fn resample(view: &DuelView, rng: &mut Rng) -> Duel {
        let mut hidden: Vec<u8> = (1..=8)
            .filter(|card| !view.shown.contains(card))
            .filter(|card| !view.hands.iter().flatten().flatten().any(|c| c == card))
            .collect();
        if view.rules.flaw == Flaw::ResamplesTheTruth {
            // In the order of the leak, from the back.
            let own = view
                .hands
                .iter()
                .flatten()
                .flatten()
                .copied()
                .collect::<Vec<_>>();
            hidden = view
                .leak
                .iter()
                .copied()
                .filter(|card| !own.contains(card))
                .collect();
            let deck: Vec<u8> = hidden.drain(..view.deck).collect();
            let mut hands = view.hands.clone();
            for hand in &mut hands {
                hand.get_or_insert_with(|| hidden.clone());
            }
            return Duel::from_view(view, deck, hands.map(Option::unwrap_or_default));
        }
        hidden.shuffle(rng);
        if view.rules.flaw == Flaw::LeaksACard {
            // The leaked card stays in the hand it was seen in, at the end that is dealt first.
            let leaked = |card: &u8| view.leak.contains(card);
            hidden.sort_by_key(leaked);
        }
        let hands = [0, 1].map(|seat| {
            view.hands[seat].clone().unwrap_or_else(|| {
                let mut hand = hidden.split_off(hidden.len() - view.sizes[seat]);
                hand.reverse();
                hand
            })
        });
        if view.rules.flaw == Flaw::ResamplesBadly {
            hidden.pop();
        }
        Duel::from_view(view, hidden, hands)
    }
}

impl Duel {
    fn from_view(view: &DuelView, deck: Vec<u8>, hands: [Vec<u8>; 2]) -> Duel {
        // A seat that has chosen keeps its choice; any other seat may choose any card of its hand.
        let chosen = [Seat(0), Seat(1)].map(|seat| {
            let owes =
                view.winner.is_some() || view.waiting.contains(seat) || view.waiting.is_empty();
            (!owes).then(|| view.chosen[seat.index()].unwrap_or_else(|| hands[seat.index()][0]))
        });
        Duel {
            rules: view.rules.clone(),
            deck,
            first_to_answer: Seat::all(2).find(|seat| chosen[seat.index()].is_some()),
            hands,
            chosen,
            winner: view.winner,
            shown: view.shown.clone(),
            points: view.points,
        }
    }
}

impl Reveals for Duel {
    fn reveals(&self, _seat: Seat, action: Move) -> bool {
        match action {
            Move::Draw => self.flaw() != Flaw::HidesAReveal,
            Move::Show(_) => true,
            Move::Pass => false,
        }
    }
}

impl Probe for Duel {
    fn max_plies(_rules: &DuelRules) -> usize {
        24
    }

    fn hidden(&self, seat: Seat) -> Vec<Pool> {
        let places = [&self.hands[seat.other().index()], &self.deck];
        vec![
            places
                .map(|cards| cards.iter().copied().map(u32::from).collect())
                .to_vec(),
        ]
    }

    fn probe(&self, rng: &mut Rng) -> Move {
        match rng.random_range(0..10u32) {
            0 => Move::Draw,
            1 => Move::Pass,
            card if self.flaw() == Flaw::SharesNumbers => Move::Show(card as u8 + SAME_NUMBER),
            card => Move::Show(card as u8),
        }
    }
}

impl Encode for Duel {
    fn action_count(_rules: &DuelRules) -> usize {
        10
    }

    fn action_id(rules: &DuelRules, action: Move) -> Option<usize> {
        match action {
            Move::Show(card) => Some(usize::from(card) - 1),
            Move::Draw => Some(8),
            Move::Pass => (rules.flaw != Flaw::MasksTooLittle).then_some(9),
        }
    }

    fn action_of(_rules: &DuelRules, id: usize) -> Option<Move> {
        match id {
            0..8 => Some(Move::Show(id as u8 + 1)),
            8 => Some(Move::Draw),
            9 => Some(Move::Pass),
            _ => None,
        }
    }

    fn legal_ids_into(&self, seat: Seat, legal: &mut Vec<Move>, ids: &mut Vec<usize>) {
        self.legal_actions_into(seat, legal);
        encoding::ids::<Duel>(&self.rules, legal, ids);
        if self.rules.flaw == Flaw::ListsIndicesBackwards {
            ids.reverse();
        }
    }

    fn mark_legal(&self, seat: Seat, legal: &mut Vec<Move>, mask: &mut [i8]) -> Range<usize> {
        self.legal_actions_into(seat, legal);
        let range = encoding::mark::<Duel>(&self.rules, legal, mask);
        match self.rules.flaw {
            Flaw::MarksOutsideOfItsRange => range.start + 1..range.end,
            _ => range,
        }
    }

    fn observe(view: &DuelView, out: &mut Observer<'_>) {
        let highest = match view.rules.flaw {
            Flaw::ObservesTooMuch => 0.0,
            _ => 8.0,
        };
        let name = match (view.rules.flaw, view.viewer) {
            (Flaw::ObservesOtherFields, Viewer::Public) => "other points",
            _ => "points",
        };
        out.put(
            name,
            [0.0, highest],
            view.points.map(|points| points as f32),
        );
    }
}

fn run(flaw: Flaw) -> Result<(), Check> {
    battery::<Duel>(&DuelRules { flaw }, Options::default())
        .map(|report| {
            assert!(report.differed > 0 && report.rejected > 0);
            assert!(report.leak.z() != 0.0 && report.bias.z() != 0.0);
        })
        .map_err(|violation| {
            assert!(violation.to_string().contains("does not hold"));
            violation.check
        })
}

#[test]
fn a_sound_game_passes() {
    assert_eq!(run(Flaw::None), Ok(()));
}

#[test]
fn every_flaw_is_named() {
    for (flaw, check) in [
        (Flaw::DealsDifferently, Check::Deals),
        (Flaw::OthersMayAct, Check::Turn),
        (Flaw::ListsTwice, Check::Order),
        (Flaw::ListsBackwards, Check::Order),
        (Flaw::ListsTooHighANumber, Check::Order),
        (Flaw::SharesNumbers, Check::Order),
        (Flaw::ListsTooMuch, Check::ListIsPlayable),
        (Flaw::ListsTooLittle, Check::OnlyListIsPlayable),
        (Flaw::UncheckedDiffers, Check::UncheckedAgrees),
        (Flaw::ForgetsInText, Check::RoundTrip),
        (Flaw::ShowsTheDeck, Check::ViewLeaksNothing),
        (Flaw::ShowsTheOthersChoice, Check::SimultaneousIsSealed),
        (Flaw::FirstToAnswerWins, Check::SimultaneousIsSealed),
        (Flaw::ResamplesBadly, Check::ResampleAgrees),
        (Flaw::ResamplesTheTruth, Check::ResampleVaries),
        (Flaw::HidesAReveal, Check::RevealsIsTrue),
        (Flaw::LeaksACard, Check::ResampleIsUniform),
        (Flaw::TellsTheCardShown, Check::SimultaneousIsSealed),
        (Flaw::RemembersWhoAnswered, Check::TurnStart),
        (Flaw::MasksTooLittle, Check::Encoding),
        (Flaw::ListsIndicesBackwards, Check::Encoding),
        (Flaw::MarksOutsideOfItsRange, Check::Encoding),
        (Flaw::ObservesTooMuch, Check::Encoding),
        (Flaw::ObservesOtherFields, Check::Encoding),
        (Flaw::LosesACard, Check::Audit),
        (Flaw::NeverEnds, Check::Ends),
    ] {
        assert_eq!(run(flaw), Err(check), "{flaw:?}");
    }
}

/// Shows the highest card of the hand, or the lowest if the other has answered.
struct LooksAtTheOther;

impl Policy<Duel> for LooksAtTheOther {
    fn choose(&mut self, known: &InformationState<'_, Duel>, legal: &[Move], _: &mut Rng) -> Move {
        if known.view().waiting.len() == 1 {
            legal[0]
        } else {
            legal[legal.len() - 1]
        }
    }
}

/// Plays a random legal action.
struct Uniform;

impl Policy<Duel> for Uniform {
    fn choose(&mut self, _: &InformationState<'_, Duel>, legal: &[Move], rng: &mut Rng) -> Move {
        legal[rng.random_range(0..legal.len() as u32) as usize]
    }
}

/// Plays the action of this number, counted round the list.
struct Nth(usize);

impl Policy<Duel> for Nth {
    fn choose(&mut self, _: &InformationState<'_, Duel>, legal: &[Move], _: &mut Rng) -> Move {
        legal[self.0 % legal.len()]
    }
}

#[test]
fn policies_that_break_a_promise_are_named() {
    let check = |make: &dyn Fn() -> Box<dyn Policy<Duel>>| {
        conformance::policy(&DuelRules::default(), 5, make).map_err(|violation| violation.check)
    };
    let compared = check(&|| Box::new(Uniform));
    assert!(compared.is_ok_and(|compared| compared > 20), "{compared:?}");
    assert_eq!(
        check(&|| Box::new(LooksAtTheOther)),
        Err(Check::ChoiceIgnoresAnswers)
    );
    let calls = AtomicU64::new(0);
    let differs = || -> Box<dyn Policy<Duel>> {
        Box::new(Nth(calls.fetch_add(1, Ordering::Relaxed) as usize))
    };
    assert_eq!(check(&differs), Err(Check::ChoiceRepeats));
}

#[test]
fn a_table_keeps_the_events_of_its_actions() {
    let names = vec!["a".to_owned(), "b".to_owned()];
    let source = parlour_engine::DealSource::Seed(1);
    let mut table =
        parlour_engine::Table::<Duel>::new(DuelRules::default(), source, names).unwrap();
    for seat in Seat::all(2) {
        let card = table.state().legal_actions(seat)[0];
        assert!(table.events().is_empty());
        table.play(seat, card).unwrap();
    }
    assert!(matches!(table.events(), [Event::Shown(_)]));
    assert!(table.events_at(1).is_empty());
    assert_eq!(table.events_at(2), table.events());
    let known = table.information_state(Viewer::Seat(Seat(0)));
    let text = serde_json::to_string(&known).unwrap();
    assert!(text.contains("\"history\":[{\"Shown\":"), "{text}");
    assert_eq!(
        serde_json::from_str::<InformationState<'_, Duel>>(&text).unwrap(),
        known
    );
    table.undo();
    assert!(table.events().is_empty());
}

#[test]
fn winners_share_the_win() {
    let outcome = Outcome::highest_score_wins(vec![3, 7, -2, 7]);
    assert_eq!(outcome.winners, [Seat(1), Seat(3)].into_iter().collect());
    let shares: Vec<f64> = Seat::all(4).map(|seat| outcome.share(seat)).collect();
    assert_eq!(shares, [0.0, 0.5, 0.0, 0.5]);
}
