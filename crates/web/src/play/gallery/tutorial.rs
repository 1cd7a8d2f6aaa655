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
    let answer = move || {
        let lines = lesson.log();
        (!lines.is_empty()).then(|| {
            let lines: Vec<_> = lines
                .into_iter()
                .map(|line| view! { <li>{line}</li> })
                .collect();
            view! { <ul class="learn-answer">{lines}</ul> }
        })
    };
    Tutorial {
        game: G::NAME,
        title: texts.title,
        first: texts.first_game,
        steps: texts.steps,
        course: lesson.course,
        asks: Signal::derive(move || lesson.is_asked()),
        forget: Callback::new(move |()| {
            lesson.played.set(0);
            lesson.choice.set(C::default());
        }),
        show: Callback::new(move |()| lesson.show(pass)),
        answer: answer.into_any(),
        board: board(lesson, lays, pass, middle, asked),
    }
    .page()
}

/// The table, as small as a tutorial needs it.
fn board<G: TableGame, C: Chooses<G>, L: Lays>(
    lesson: Lesson<G, C>,
    lays: L,
    pass: G::Action,
    middle: AnyView,
    asked: AnyView,
) -> AnyView {
    let seats = lesson.names.with_untracked(Vec::len);
    let facts = move |seat: Seat| {
        let name = lesson
            .names
            .with_untracked(|names| names[seat.index()].clone());
        let cards = Memo::new(move |_| lays.hand_len(seat));
        view! {
            <div class="rival-facts">
                <h3 class="seat-name">{name}</h3>
                <div class="facts">
                    {lays.facts(seat)}
                    <span class="fact" hidden=seat == LEARNER>
                        <b>{cards}</b>
                        " "
                        {words::in_hand()}
                    </span>
                </div>
            </div>
            {lays.before(seat)}
        }
    };
    let rivals: Vec<_> = others(LEARNER, seats)
        .into_iter()
        .map(|seat| view! { <div class="seat rival">{facts(seat)}</div> })
        .collect();
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
    let controls = answers(asked, passes, Callback::new(move |()| lesson.play(pass)));
    let controls = tutorial::controls(
        controls,
        Signal::derive(move || lesson.guidance.with(|guidance| guidance.line.clone())),
        Signal::derive(move || lesson.guidance.with(|guidance| guidance.action.is_some())),
        Callback::new(move |()| lesson.confirm()),
    );
    view! {
        <section class="learn-board" aria-label=common::table()>
            <div class="rivals">{rivals}</div>
            <div class="table-common">{middle}</div>
            <div class="seat">{facts(LEARNER)}</div>
            {move || hand(lesson, lays, legal)}
            <div class="learn-controls" hidden=move || !lesson.is_asked()>
                {controls}
            </div>
        </section>
    }
    .into_any()
}

/// The learner's hand: cards can be chosen where one is asked for.
fn hand<G: TableGame, C: Chooses<G>, L: Lays>(
    lesson: Lesson<G, C>,
    lays: L,
    legal: Memo<Vec<u32>>,
) -> AnyView {
    let hand = lays.hand(LEARNER).unwrap_or_default();
    let count = hand.len();
    let choosing = legal.with(|legal| !legal.is_empty());
    let card = |(at, seen): (usize, Seen)| {
        let id = seen.id;
        let is_selected = move || lesson.choice.with(C::piece) == Some(id);
        let is_legal = move || legal.with(|legal| legal.contains(&id));
        let choosing = choosing.then(|| Choosing {
            is_legal: Signal::derive(move || is_legal() && !is_selected()),
            is_selected: Signal::derive(is_selected),
            choose: Callback::new(move |()| {
                if untrack(is_legal) {
                    lesson.course.nudge.set(false);
                    let piece = (!untrack(is_selected)).then_some(id);
                    lesson.choice.update(|choice| choice.choose(piece));
                }
            }),
        });
        let name = words::card_name(&seen.title, L::NOUN, at + 1, count);
        tutorial::card(name, seen.picture(), choosing)
    };
    let cards: Vec<AnyView> = hand.into_iter().enumerate().map(card).collect();
    let label = lesson
        .names
        .with(|names| words::hand_of(&names[LEARNER.index()], L::NOUN, count));
    view! {
        <ul class="cards hand" aria-label=label>
            {cards}
        </ul>
    }
    .into_any()
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
