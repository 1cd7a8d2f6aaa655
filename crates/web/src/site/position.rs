//! The position editor: the rows of numbers of a position, what is impossible about them, and the way to a game that
//! begins with it.

use super::not_found::NotFound;
use super::strings::new_game as setup_words;
use super::strings::position as words;
use crate::platform::route::Route;
use crate::play::registry::{self, Game};
use crate::play::session::{Draft, Positions};
use crate::play::strings::policies;
use crate::ui::copy_field::CopyField;
use crate::ui::fields::Select;
use crate::ui::later::later;
use crate::ui::page::set_title;
use leptos::prelude::*;
use parlour_engine::{Position, PositionFault, Row, RowKind, RowName};
use serde_json::Value;

/// The seeds that the page picks are short.
const SEEDS: f64 = 1_000_000_000.0;

fn seed() -> u64 {
    (js_sys::Math::random() * SEEDS) as u64
}

/// The editor of a game, with the start of a link's game, or else a deal.
#[component]
pub(super) fn PositionPage(game: String, text: String) -> impl IntoView {
    let draft = Draft::read(&text).filter(|(of, _)| *of == game);
    match registry::find(&game) {
        Some(game) if text.is_empty() || draft.is_some() => later(game.parts, move |parts| {
            Editor::new(game, parts.positions, draft.map(|(_, draft)| draft)).page()
        }),
        _ => view! { <NotFound /> }.into_any(),
    }
}

/// A position of a game in the editor. The handle is copied; what it holds lives as long as the page.
#[derive(Clone, Copy)]
struct Editor {
    game: &'static Game,
    positions: Positions,
    draft: RwSignal<Draft>,
    /// The rules by their name in the form, and the number of players, if the form has them.
    rules: RwSignal<(&'static str, usize)>,
    names: Memo<Vec<String>>,
    /// The link of the game, or what is impossible.
    link: Memo<Result<String, Vec<PositionFault>>>,
}

impl Editor {
    fn new(game: &'static Game, positions: Positions, draft: Option<Draft>) -> Editor {
        let [least, most] = game.form.players;
        let choices = (game.form.rules.iter())
            .flat_map(|rules| (least..=most).map(|players| (rules.name, players)));
        let shown = choices.clone().find(|&(name, players)| {
            let dealt = (positions.dealt)(&(game.form.rule_set)(name, players), 0);
            let rules = dealt.map(|(rules, _)| rules);
            draft
                .as_ref()
                .is_some_and(|draft| rules.as_ref() == Some(&draft.rules))
        });
        let is_given = draft.is_some();
        let draft = RwSignal::new(draft.unwrap_or_else(|| Draft {
            rules: Value::Null,
            position: Position::default(),
            seed: seed(),
            names: Vec::new(),
        }));
        let name = |name: &String| policies::policy(name);
        let editor = Editor {
            game,
            positions,
            draft,
            rules: RwSignal::new(shown.unwrap_or((
                if is_given {
                    ""
                } else {
                    game.form.rules[0].name
                },
                least,
            ))),
            names: Memo::new(move |_| draft.with(|draft| draft.names.iter().map(name).collect())),
            link: Memo::new(move |_| draft.with(positions.link)),
        };
        match is_given {
            true => editor.change(|_| {}),
            false => editor.deal(),
        }
        editor
    }

    /// The first position of a new deal by the rules that are chosen.
    fn deal(self) {
        let (name, players) = self.rules.get_untracked();
        let set = (self.game.form.rule_set)(name, players);
        let seed = seed();
        if let Some((rules, position)) = (self.positions.dealt)(&set, seed) {
            self.draft.set(Draft {
                rules,
                position,
                seed,
                names: (1..=players).map(setup_words::player).collect(),
            });
        }
    }

    /// Changes the position, and drops the rows that it has no longer.
    fn change(self, change: impl FnOnce(&mut Position)) {
        self.draft.update(|draft| {
            change(&mut draft.position);
            let rows = (self.positions.rows)(draft);
            draft.position.retain(&rows);
        });
    }

    fn kind(self, name: RowName, at: usize) -> Option<String> {
        match name.what {
            "phase" => Some(words::phase(self.game.id, at)),
            _ => self
                .draft
                .with_untracked(|draft| (self.positions.kind)(&draft.rules, name, at)),
        }
    }

    /// What a row counts.
    fn label(self, name: RowName) -> String {
        let of = name.of.map_or_else(String::new, |of| match name.what {
            "gained" | "cards" | "closed" | "scored" | "awards" => (of + 1).to_string(),
            _ => self.name(of.into()),
        });
        words::row(name.what, &of)
    }

    fn name(self, seat: usize) -> String {
        self.names
            .with(|names| names.get(seat).cloned().unwrap_or_default())
    }

    fn fault(self, fault: &PositionFault) -> String {
        let rows = self.draft.with(self.positions.rows);
        let kind_of = |name: RowName| rows.iter().find(|row| row.name == name).map(|row| row.kind);
        let what = |name: RowName, at: Option<usize>| {
            let of = match (kind_of(name), at) {
                (Some(RowKind::Seats), Some(at)) => self.name(at),
                (Some(RowKind::List), Some(_)) | (_, None) => String::new(),
                (_, Some(at)) => self.kind(name, at).unwrap_or_default(),
            };
            let label = self.label(name);
            if of.is_empty() {
                label
            } else {
                format!("{label} – {of}")
            }
        };
        let is_choice = |name: RowName| {
            use RowKind::{Card, Choice, MaybeCard, MaybeSeat, Seat};
            matches!(
                kind_of(name),
                Some(Card | Choice | MaybeCard | MaybeSeat | Seat)
            )
        };
        match *fault {
            PositionFault::Number { name, .. } | PositionFault::Impossible { name, .. }
                if is_choice(name) =>
            {
                words::impossible(&self.label(name))
            }
            PositionFault::Impossible { name, at, found } => {
                words::impossible_number(&what(name, at), shown(name, found))
            }
            PositionFault::Number {
                name,
                at,
                found,
                least,
                most,
            } => {
                let what = what(name, at);
                let [found, least_shown, most_shown] =
                    [found, least, most].map(|number| shown(name, number));
                match most {
                    _ if least == most => words::must_be(&what, found, least_shown),
                    i32::MAX => words::at_least(&what, found, least_shown),
                    _ => words::between(&what, found, least_shown, most_shown),
                }
            }
            PositionFault::Unsupported | PositionFault::Rules(_) | PositionFault::UnknownRow(_) => {
                fault.to_string()
            }
        }
    }

    fn page(self) -> AnyView {
        let title = words::title((self.game.name)());
        set_title(&title);
        let rows = Memo::new(move |_| {
            let rows = self.draft.with(self.positions.rows).into_iter();
            rows.map(Shown).collect::<Vec<_>>()
        });
        // All fields stand anew when the position has other rows.
        let fields = move || {
            self.names.track();
            rows.get()
                .into_iter()
                .map(|Shown(row)| self.row(row))
                .collect_view()
        };
        let faults = move || match self.link.get() {
            Ok(_) => view! { <p>{words::possible()}</p> }.into_any(),
            Err(faults) => view! {
                <p>{words::faults(faults.len())}</p>
                <ul>
                    {faults
                        .iter()
                        .map(|fault| view! { <li>{self.fault(fault)}</li> })
                        .collect_view()}
                </ul>
            }
            .into_any(),
        };
        let open = move |_| {
            if let Ok(link) = self.link.get_untracked() {
                // The way back leads to this position.
                Route::Position(self.game.id.to_owned(), link.clone()).replace();
                Route::ReplayLink(link).go();
            }
        };
        let form = self.game.form;
        let [least, most] = form.players;
        let choose = move |name, players| {
            self.rules.set((name, players));
            self.deal();
        };
        let select = |id: &str, label: &'static str, options, read: Signal<String>, write| {
            view! {
                <Select
                    id=id.to_owned()
                    label=label.to_owned()
                    options
                    read
                    write
                    about=Signal::derive(String::new)
                />
            }
            .into_any()
        };
        let rules = (form.rules.len() > 1).then(|| {
            let options = form.rules.iter();
            select(
                "position-rules",
                words::rules(),
                options
                    .map(|rules| (rules.name, (rules.label)().to_owned()))
                    .collect(),
                Signal::derive(move || self.rules.get().0.to_owned()),
                Callback::new(move |name: String| {
                    if let Some(rules) = form.rules.iter().find(|rules| rules.name == name) {
                        choose(rules.name, self.rules.get_untracked().1);
                    }
                }),
            )
        });
        let players = (least < most).then(|| {
            select(
                "position-players",
                setup_words::players(),
                (least..=most)
                    .map(|count| (NUMBERS[count], NUMBERS[count].to_owned()))
                    .collect(),
                Signal::derive(move || self.rules.get().1.to_string()),
                Callback::new(move |count: String| {
                    let name = match self.rules.get_untracked().0 {
                        "" => form.rules[0].name,
                        name => name,
                    };
                    choose(name, count.parse().unwrap_or(least));
                }),
            )
        });
        let button = |label: &'static str, act: fn(Editor)| {
            view! {
                <button type="button" class="button" on:click=move |_| act(self)>
                    {label}
                </button>
            }
            .into_any()
        };
        let shared = move || {
            self.link.get().ok().map(|link| {
                let address = Route::ReplayLink(link).address();
                view! { <CopyField label=words::link().to_owned() text=address share=true /> }
            })
        };
        view! {
            <main id="main" class="page position-page" tabindex="-1">
                <div class="page-head">
                    <h1>{title}</h1>
                    <p>{words::lede()}</p>
                </div>
                <div class="position-head">{rules} {players}</div>
                <div class="button-row">
                    {button(words::deal(), Editor::deal)}
                    {button(words::clear(), |editor| editor.change(|position| *position = Position::default()))}
                    {button(
                        words::shuffle(),
                        |editor| editor.draft.update(|draft| draft.seed = seed()),
                    )}
                </div>
                <p class="field-hint">{words::rest()}</p>
                <div class="position-rows" data-testid="rows">
                    {fields}
                </div>
                <section class="position-result">
                    <div
                        class="note"
                        class:note-danger=move || self.link.with(Result::is_err)
                        role="status"
                        data-testid="faults"
                    >
                        {faults}
                    </div>
                    <button
                        type="button"
                        class="button button-main"
                        data-testid="open-position"
                        aria-disabled=move || self.link.with(Result::is_err).then_some("true")
                        on:click=open
                    >
                        {words::open()}
                    </button>
                    <p class="field-hint">{words::open_hint()}</p>
                    {shared}
                </section>
            </main>
        }
        .into_any()
    }

    /// The fields of a row.
    fn row(self, row: Row) -> AnyView {
        let name = row.name;
        let label = self.label(name);
        let number = move |at: usize| self.draft.with(|draft| draft.position.get(name, at));
        let field = move |at: usize, kind: String| {
            let invalid = move || {
                let here = |fault: &PositionFault| match *fault {
                    PositionFault::Number {
                        name: of,
                        at: place,
                        ..
                    }
                    | PositionFault::Impossible {
                        name: of,
                        at: place,
                        ..
                    } => of == name && place == Some(at),
                    _ => false,
                };
                self.link
                    .with(|link| link.as_ref().is_err_and(|faults| faults.iter().any(here)))
            };
            input(
                name,
                kind,
                "number",
                Signal::derive(move || shown(name, number(at)).to_string()),
                Callback::new(move |text: String| {
                    let number = text.parse().map_or(0, |number| stored(name, number));
                    self.change(|position| position.set(name, at, number));
                }),
                Signal::derive(invalid),
            )
        };
        let choice = move |options: Vec<(i32, String)>| {
            let options = options.into_iter();
            view! {
                <Select
                    id=name.to_string()
                    label
                    options=options.map(|(value, text)| (NUMBERS[value as usize], text)).collect()
                    read=Signal::derive(move || number(0).to_string())
                    write=Callback::new(move |text: String| {
                        let number = text.parse().unwrap_or(0);
                        self.change(|position| position.set(name, 0, number));
                    })
                    about=Signal::derive(String::new)
                />
            }
            .into_any()
        };
        let numbered =
            |texts: &mut dyn Iterator<Item = String>, first: i32| -> Vec<(i32, String)> {
                let none = (first == 1).then(|| (0, words::none().to_owned()));
                none.into_iter().chain((first..).zip(texts)).collect()
            };
        let mut names = self.names.get_untracked().into_iter();
        let mut kinds =
            (0..).map_while(|at| self.kind(name, at).or_else(|| (at < 30).then(String::new)));
        match row.kind {
            RowKind::Seat => choice(numbered(&mut names, 0)),
            RowKind::MaybeSeat => choice(numbered(&mut names, 1)),
            RowKind::Choice => choice(numbered(&mut kinds.take(row.most as usize + 1), 0)),
            RowKind::Card | RowKind::MaybeCard => {
                let first = i32::from(row.kind == RowKind::MaybeCard);
                let count = (row.most + 1 - first) as usize;
                let mut options = numbered(&mut kinds.by_ref().take(count), first);
                options.retain(|(_, text)| !text.is_empty());
                choice(options)
            }
            RowKind::List => self.list(row),
            RowKind::Cards | RowKind::Numbers | RowKind::Seats => {
                let kind = |at: usize| match row.kind {
                    RowKind::Seats => Some(self.name(at)),
                    _ => self.kind(name, at),
                };
                let cells: Vec<_> = (0..row.len)
                    .filter_map(|at| Some((at, kind(at)?)))
                    .collect();
                let label = self.label(name);
                if let [(at, kind)] = &cells[..]
                    && kind.is_empty()
                {
                    return field(*at, label);
                }
                let sum = move || -> i32 {
                    self.draft
                        .with(|draft| draft.position.row(name).iter().sum())
                };
                let long = cells.len() > 9;
                let cells = cells
                    .into_iter()
                    .map(|(at, kind)| field(at, kind))
                    .collect_view();
                let group = label.clone();
                view! {
                    <details class="position-row" open=!long>
                        <summary>{label} " (" {sum} ")"</summary>
                        <div class="position-cells" role="group" aria-label=group>
                            {cells}
                        </div>
                    </details>
                }
                .into_any()
            }
        }
    }

    /// The field of a list.
    fn list(self, row: Row) -> AnyView {
        let name = row.name;
        let numbers = move || {
            let numbers = self.draft.with(|draft| draft.position.row(name).to_vec());
            let texts: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            texts.join(" ")
        };
        input(
            name,
            self.label(name),
            "text",
            Signal::derive(numbers),
            Callback::new(move |text: String| {
                let parts = text.split(|letter: char| !letter.is_ascii_digit());
                let numbers = parts.filter_map(|part| part.parse().ok()).collect();
                self.change(|position| position.set_row(name, numbers));
            }),
            Signal::derive(|| false),
        )
    }
}

/// The first number of a row as the page shows it: rounds count from 1 for people, from 0 in a record.
fn first(name: RowName) -> i32 {
    i32::from(name == RowName::one("round"))
}

/// A number of a row as the page shows it.
fn shown(name: RowName, number: i32) -> i32 {
    number.saturating_add(first(name))
}

/// A number that the page shows as the position has it.
fn stored(name: RowName, number: i32) -> i32 {
    number.saturating_sub(first(name))
}

/// A field of a row.
fn input(
    name: RowName,
    label: String,
    kind: &'static str,
    read: Signal<String>,
    write: Callback<String>,
    invalid: Signal<bool>,
) -> AnyView {
    let list = kind == "text";
    view! {
        <label class="position-cell" class:position-list=list>
            <span>{label}</span>
            <input
                type=kind
                class="input"
                min=first(name).to_string()
                inputmode="numeric"
                placeholder=list.then(words::list_hint)
                data-row=name.to_string()
                prop:value=move || read.get()
                aria-invalid=move || invalid.get().then_some("true")
                on:change=move |event| write.run(event_target_value(&event))
            />
        </label>
    }
    .into_any()
}

/// The values of choices.
const NUMBERS: [&str; 32] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
    "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31",
];

/// A row as the page compares it.
#[derive(Clone, Copy, PartialEq)]
struct Shown(Row);
