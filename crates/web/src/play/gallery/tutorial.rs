//! The tutorials of Modern Art and Masters Gallery: a scripted game by the rulebook, in which the learner makes their
//! own moves.

use super::{Chooses, Lays, Seen, answers};
use crate::play::strings::gallery as words;
use crate::play::strings::table as table_words;
use crate::play::strings::tutorial::{self as common, Step};
use crate::play::table::{Guidance, TableGame, others};
use crate::play::tutorial::{self, Choosing, Course, Tutorial};
use leptos::prelude::*;
use parlour_engine::{DealSource, Seat, Table, Viewer};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// The seat of the person who learns.
pub(crate) const LEARNER: Seat = Seat(0);

/// The game of a tutorial.
pub(crate) struct Script<G: TableGame> {
    pub(crate) rules: G::Rules,
    pub(crate) deal: G::Deal,
    /// Every action in the order played, as text.
    pub(crate) actions: &'static [&'static str],
    /// For each step the number of actions before it and after it. If they differ, the step begins with an action of
    /// the learner. The others play on by themselves, within a step and between two steps.
    pub(crate) steps: &'static [(usize, usize)],
}

impl<G: TableGame> Script<G> {
    /// The whole game.
    pub(crate) fn play(self, names: Vec<String>) -> Table<G> {
        let deal = DealSource::Cards(self.deal);
        let mut table = Table::new(self.rules, deal, names).expect("a test deals the cards");
        for action in self.actions {
            let seat = table.to_move().first().unwrap_or(LEARNER);
            let action = action.parse().ok().expect("a test reads every action");
            table.play(seat, action).expect("a test plays every action");
        }
        table
    }
}

/// The texts of a tutorial.
pub(crate) struct Texts {
    pub(crate) title: &'static str,
    /// Link to a first game after the last step.
    pub(crate) first_game: &'static str,
    pub(crate) steps: Vec<Step>,
    /// The names of the other players, in the order of their seats.
    pub(crate) others: Vec<String>,
}

impl Texts {
    /// The names by seat.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names = vec![table_words::you().to_owned()];
        names.extend(self.others.iter().cloned());
        names
    }
}

/// The state of a tutorial. `C` is what the learner chooses.
pub(crate) struct Lesson<G: TableGame, C: Chooses<G>> {
    course: Course,
    steps: &'static [(usize, usize)],
    table: StoredValue<Table<G>>,
    /// Number of actions of this step that have been played.
    played: RwSignal<usize>,
    pub(crate) choice: RwSignal<C>,
    pub(crate) state: Memo<G>,
    pub(crate) events: Memo<Vec<G::Event>>,
    pub(crate) names: Memo<Vec<String>>,
    /// What the choice amounts to.
    guidance: Memo<Guidance<G::Action>>,
}

// Derived, these would ask the same of the game and the choice, which are not held.
impl<G: TableGame, C: Chooses<G>> Clone for Lesson<G, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: TableGame, C: Chooses<G>> Copy for Lesson<G, C> {}

impl<G: TableGame, C: Chooses<G>> Lesson<G, C> {
    fn new(script: Script<G>, names: Vec<String>) -> Self {
        let course = Course::new();
        let steps = script.steps;
        let table = StoredValue::new(script.play(names.clone()));
        let played = RwSignal::new(0);
        let ply = move || steps[course.step.get()].0 + played.get();
        let choice = RwSignal::new(C::default());
        let state = Memo::new(move |_| table.with_value(|table| table.at(ply())));
        let events = Memo::new(move |_| table.with_value(|table| table.events_at(ply()).to_vec()));
        let asks = move || ply() < steps[course.step.get()].1;
        let guidance = Memo::new(move |_| match asks() {
            true => state.with(|state| {
                events.with(|events| {
                    choice.with(|choice: &C| choice.guidance(state, events, LEARNER))
                })
            }),
            false => Guidance {
                line: String::new(),
                action: None,
            },
        });
        Lesson {
            course,
            steps,
            table,
            played,
            choice,
            state,
            events,
            names: Memo::new(move |_| names.clone()),
            guidance,
        }
    }

    /// The action that is awaited.
    fn asked(self) -> Option<G::Action> {
        let (start, end) = self.steps[self.course.step.get()];
        let ply = start + self.played.get();
        let action = |table: &Table<G>| table.actions()[ply].1;
        (ply < end).then(|| self.table.with_value(action))
    }

    /// What the learner may know.
    pub(crate) fn view(self) -> Memo<G::View> {
        Memo::new(move |_| (self.state).with(|state| state.view(Viewer::Seat(LEARNER))))
    }

    /// Whether the learner is to move.
    pub(crate) fn is_asked(self) -> bool {
        self.asked().is_some()
    }

    /// Plays an action of the learner if it is the one that is asked for, and the answers of the others.
    fn play(self, action: G::Action) {
        let is_asked = untrack(|| self.asked()) == Some(action);
        if !is_asked {
            return self.course.played(false);
        }
        let (start, end) = self.steps[self.course.step.get_untracked()];
        let mut next = start + self.played.get_untracked() + 1;
        let others_play = |ply: usize| {
            (self.table).with_value(|table| ply < end && table.actions()[ply].0 != LEARNER)
        };
        while others_play(next) {
            next += 1;
        }
        self.choice.set(C::default());
        self.played.set(next - start);
        if next == end {
            self.course.played(true);
        } else {
            self.course.nudge.set(false);
        }
    }

    /// Plays what is chosen, if it is an action.
    pub(crate) fn confirm(self) {
        if let Some(action) = self.guidance.with_untracked(|guidance| guidance.action) {
            self.play(action);
        }
    }

    /// Chooses what is asked for; to pass is a button, which gets the focus.
    fn show(self, pass: G::Action) {
        let Some(action) = untrack(|| self.asked()) else {
            return;
        };
        let choice = self.state.with_untracked(|state| {
            self.events
                .with_untracked(|events| C::of_action(state, events, LEARNER, action))
        });
        self.choice.set(choice);
        if action == pass
            && let Ok(Some(button)) = document().query_selector("[data-testid=pass]")
            && let Ok(button) = button.dyn_into::<HtmlElement>()
        {
            // A button on the page takes the focus.
            let _ = button.focus();
        }
    }

    /// What has happened since the end of the step before, in words.
    fn log(self) -> Vec<String> {
        let step = self.course.step.get();
        let before = step.checked_sub(1).map_or(0, |before| self.steps[before].1);
        self.names.with(|names| {
            let lines = |state: &G, events: &[G::Event]| {
                let lines = G::log(state, events, names).into_iter();
                lines.map(|line| line.text).collect::<Vec<_>>()
            };
            let known = (self.table)
                .with_value(|table| lines(&table.at(before), table.events_at(before)).len());
            let all = (self.state).with(|state| self.events.with(|events| lines(state, events)));
            all.into_iter().skip(known).collect()
        })
    }
}

/// The page of a tutorial. `lay` makes the table, its middle, and what the learner answers with besides a card.
pub(crate) fn page<G: TableGame, C: Chooses<G>, L: Lays>(
    texts: Texts,
    script: Script<G>,
    pass: G::Action,
    lay: impl FnOnce(Lesson<G, C>) -> (L, AnyView, AnyView),
) -> AnyView {
    let lesson = Lesson::<G, C>::new(script, texts.names());
    let (lays, middle, asked) = lay(lesson);
    let legal = Memo::new(move |_| match lesson.is_asked() {
        true => (lesson.state)
            .with(|state| (lesson.events).with(|events| C::legal_pieces(state, events, LEARNER))),
        false => Vec::new(),
    });
    let passes = Memo::new(move |_| {
        lesson.is_asked()
            && lesson
                .state
                .with(|state| state.check(LEARNER, pass).is_ok())
    });
    let board = Board {
        course: lesson.course,
        names: lesson.names,
        noun: L::NOUN,
        hand: Callback::new(move |()| lays.hand(LEARNER).unwrap_or_default()),
        hand_len: Callback::new(move |seat| lays.hand_len(seat)),
        facts: Callback::new(move |seat| lays.facts(seat)),
        before: Callback::new(move |seat| lays.before(seat)),
        is_asked: Signal::derive(move || lesson.is_asked()),
        legal,
        chosen: Signal::derive(move || lesson.choice.with(C::piece)),
        choose: Callback::new(move |piece| lesson.choice.update(|choice| choice.choose(piece))),
        line: Signal::derive(move || lesson.guidance.with(|guidance| guidance.line.clone())),
        is_legal: Signal::derive(move || {
            lesson.guidance.with(|guidance| guidance.action.is_some())
        }),
        confirm: Callback::new(move |()| lesson.confirm()),
        passes,
        pass: Callback::new(move |()| lesson.play(pass)),
    };
    let log = Signal::derive(move || lesson.log());
    let forget = Callback::new(move |()| {
        lesson.played.set(0);
        lesson.choice.set(C::default());
    });
    let show = Callback::new(move |()| lesson.show(pass));
    board.page(G::NAME, texts, log, forget, show, middle, asked)
}

/// The table of a tutorial, as small as a tutorial needs it, for either game.
#[derive(Clone, Copy)]
struct Board {
    course: Course,
    names: Memo<Vec<String>>,
    /// What a card is called.
    noun: &'static str,
    /// The learner's hand.
    hand: Callback<(), Vec<Seen>>,
    /// How many cards a seat holds.
    hand_len: Callback<Seat, u8>,
    /// What stands beside a name.
    facts: Callback<Seat, AnyView>,
    /// What lies before a seat.
    before: Callback<Seat, AnyView>,
    /// Whether the learner is to move.
    is_asked: Signal<bool>,
    /// Cards that can be chosen now.
    legal: Memo<Vec<u32>>,
    /// The card that is chosen, by id.
    chosen: Signal<Option<u32>>,
    /// Chooses a card, or none.
    choose: Callback<Option<u32>>,
    /// What the choice amounts to.
    line: Signal<String>,
    /// Whether it is an action.
    is_legal: Signal<bool>,
    /// Plays it.
    confirm: Callback<()>,
    /// Whether the learner may pass.
    passes: Memo<bool>,
    pass: Callback<()>,
}

impl Board {
    #[expect(
        clippy::too_many_arguments,
        reason = "called once, with what makes a page"
    )]
    fn page(
        self,
        game: &'static str,
        texts: Texts,
        log: Signal<Vec<String>>,
        forget: Callback<()>,
        show: Callback<()>,
        middle: AnyView,
        asked: AnyView,
    ) -> AnyView {
        let answer = move || {
            let lines = log.get();
            (!lines.is_empty()).then(|| {
                let lines: Vec<_> = lines
                    .into_iter()
                    .map(|line| view! { <li>{line}</li> })
                    .collect();
                view! { <ul class="learn-answer">{lines}</ul> }
            })
        };
        Tutorial {
            game,
            title: texts.title,
            first: texts.first_game,
            steps: texts.steps,
            course: self.course,
            asks: self.is_asked,
            forget,
            show,
            answer: answer.into_any(),
            board: self.view(middle, asked),
        }
        .page()
    }

    /// Name and facts of a seat, and what lies before it.
    fn side(self, seat: Seat) -> AnyView {
        let name = self
            .names
            .with_untracked(|names| names[seat.index()].clone());
        let cards = Memo::new(move |_| self.hand_len.run(seat));
        view! {
            <div class="rival-facts">
                <h3 class="seat-name">{name}</h3>
                <div class="facts">
                    {self.facts.run(seat)}
                    <span class="fact" hidden=seat == LEARNER>
                        <b>{cards}</b>
                        " "
                        {words::in_hand()}
                    </span>
                </div>
            </div>
            {self.before.run(seat)}
        }
        .into_any()
    }

    fn view(self, middle: AnyView, asked: AnyView) -> AnyView {
        let rivals: Vec<_> = others(LEARNER, self.names.with_untracked(Vec::len))
            .into_iter()
            .map(|seat| view! { <div class="seat rival">{self.side(seat)}</div> })
            .collect();
        let controls = answers(asked, self.passes, self.pass);
        let controls = tutorial::controls(controls, self.line, self.is_legal, self.confirm);
        view! {
            <section class="learn-board" aria-label=common::table()>
                <div class="rivals">{rivals}</div>
                <div class="table-common">{middle}</div>
                <div class="seat">{self.side(LEARNER)}</div>
                {move || self.hand()}
                <div class="learn-controls" hidden=move || !self.is_asked.get()>
                    {controls}
                </div>
            </section>
        }
        .into_any()
    }

    /// The learner's hand: cards can be chosen where one is asked for.
    fn hand(self) -> AnyView {
        let hand = self.hand.run(());
        let count = hand.len();
        let choosing = self.legal.with(|legal| !legal.is_empty());
        let card = |(at, seen): (usize, Seen)| {
            let id = seen.id;
            let is_selected = move || self.chosen.get() == Some(id);
            let is_legal = move || self.legal.with(|legal| legal.contains(&id));
            let choosing = choosing.then(|| Choosing {
                is_legal: Signal::derive(move || is_legal() && !is_selected()),
                is_selected: Signal::derive(is_selected),
                choose: Callback::new(move |()| {
                    if untrack(is_legal) {
                        self.course.nudge.set(false);
                        self.choose.run((!untrack(is_selected)).then_some(id));
                    }
                }),
            });
            let name = words::card_name(&seen.title, self.noun, at + 1, count);
            tutorial::card(name, seen.picture(), choosing)
        };
        let cards: Vec<AnyView> = hand.into_iter().enumerate().map(card).collect();
        let label =
            (self.names).with(|names| words::hand_of(&names[LEARNER.index()], self.noun, count));
        view! {
            <ul class="cards hand" aria-label=label>
                {cards}
            </ul>
        }
        .into_any()
    }
}

/// Checks what every script has to keep: the texts fit the steps, and what a step asks for can be chosen.
#[cfg(test)]
pub(crate) fn check<G: TableGame, C: Chooses<G>>(
    script: Script<G>,
    texts: &Texts,
    pass: G::Action,
) {
    let steps = script.steps;
    assert_eq!(steps.len(), texts.steps.len());
    let table = script.play(texts.names());
    assert_eq!(steps.last().unwrap().1, table.actions().len());
    let mut before = 0;
    for (&(start, end), text) in steps.iter().zip(&texts.steps) {
        assert!(before <= start && start <= end);
        let own = |ply: &usize| table.actions()[*ply].0 == LEARNER;
        assert!((before..start).all(|ply| !own(&ply)));
        assert!(!text.title.is_empty() && !text.lines.is_empty());
        for asked in [text.task, text.done, text.other] {
            assert_eq!(asked.is_empty(), start == end, "{}", text.title);
        }
        assert!(start == end || own(&start));
        for ply in (start..end).filter(own) {
            let (state, events) = (table.at(ply), table.events_at(ply));
            assert!(state.to_move().contains(LEARNER));
            let action = table.actions()[ply].1;
            if action != pass {
                let choice = C::of_action(&state, events, LEARNER, action);
                assert_eq!(
                    choice.guidance(&state, events, LEARNER).action,
                    Some(action)
                );
            }
        }
        before = end;
    }
}
