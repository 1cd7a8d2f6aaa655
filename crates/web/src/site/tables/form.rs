//! The form for a new table.

use crate::platform::http::Trouble;
use crate::platform::route::Route;
use crate::platform::settings;
use crate::play::registry::{self, Game};
use crate::play::server::api;
use crate::play::server::own_tables::{self, OwnTable};
use crate::play::strings::{policies, server as words};
use crate::site::strings::new_game as form_words;
use crate::ui::fields::{Name, Radios, Select, shortened};
use leptos::prelude::*;
use leptos::task::spawn_local;
use parlour_protocol::TimeBank;
use parlour_protocol::tables::{SeatRequest, TableRequest};

/// In a seat: oneself.
const ME: &str = "me";
/// In a seat: a person who gets a link.
const PERSON: &str = "person";
/// In a seat: the first person who sits down.
const ANYONE: &str = "anyone";
/// In a seat: a remote program.
const AGENT: &str = "agent";
/// The players of seats that are not policies.
const OTHERS: [&str; 4] = [ME, PERSON, ANYONE, AGENT];

/// How much time the players have.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Clock {
    /// As much as they like.
    None,
    /// Seconds for each turn.
    Turn(u64),
    /// Minutes for the whole game, and seconds more for each turn.
    Game(u64, u64),
}

/// The clocks that can be chosen.
const CLOCKS: [Clock; 8] = [
    Clock::None,
    Clock::Turn(15),
    Clock::Turn(30),
    Clock::Turn(60),
    Clock::Turn(300),
    Clock::Game(3, 5),
    Clock::Game(10, 10),
    Clock::Game(30, 20),
];

impl Clock {
    /// The limit of each answer, in milliseconds.
    fn per_answer(self) -> Option<u64> {
        match self {
            Clock::Turn(seconds) => Some(seconds * 1000),
            Clock::None | Clock::Game(..) => None,
        }
    }

    /// The time for the whole game.
    fn bank(self) -> Option<TimeBank> {
        match self {
            Clock::Game(minutes, seconds) => Some(TimeBank {
                base_ms: minutes * 60_000,
                increment_ms: seconds * 1000,
            }),
            Clock::None | Clock::Turn(_) => None,
        }
    }

    fn label(self) -> String {
        match (self, self.bank()) {
            (_, Some(bank)) => words::bank_choice(bank),
            (Clock::Turn(seconds), None) => words::clock_choice(seconds),
            (_, None) => words::no_clock().to_owned(),
        }
    }

    /// What the choice means.
    fn hint(self) -> &'static str {
        match self {
            Clock::None => words::no_clock_hint(),
            Clock::Turn(_) => words::clock_hint(),
            Clock::Game(..) => words::bank_hint(),
        }
    }
}

/// What is chosen.
#[derive(Clone, Debug, PartialEq)]
struct Choice {
    game: &'static str,
    players: usize,
    rules: &'static str,
    seats: Vec<&'static str>,
    clock: Clock,
    listed: bool,
}

impl Choice {
    /// What the form shows first for a game.
    fn first(game: &'static Game) -> Choice {
        let mut choice = Choice {
            game: game.id,
            players: game.form.players[0],
            rules: game.form.rules[0].name,
            seats: Vec::new(),
            clock: Clock::None,
            listed: false,
        };
        choice.resize(game, game.form.players[0]);
        choice
    }

    /// For this number of players: existing ones stay; then a friend is added, then AIs.
    fn resize(&mut self, game: &'static Game, players: usize) {
        let list = (game.form.levels)(players);
        self.players = players;
        self.seats.truncate(players);
        for seat in &mut self.seats {
            if !OTHERS.contains(seat) && !list.levels.contains(seat) {
                *seat = list.first;
            }
        }
        while self.seats.len() < players {
            self.seats.push(match self.seats.len() {
                0 => ME,
                1 => PERSON,
                _ => list.first,
            });
        }
    }

    /// Assigns a seat. A player has one: `ME` leaves any other.
    fn sit(&mut self, at: usize, who: &'static str) {
        if who == ME {
            for seat in self.seats.iter_mut().filter(|seat| **seat == ME) {
                *seat = PERSON;
            }
        }
        self.seats[at] = who;
        // Nobody would find the seat otherwise.
        self.listed |= who == ANYONE;
    }

    /// Lists the table or not. In the latter case no seat is open.
    fn list(&mut self, listed: bool) {
        self.listed = listed;
        if !listed {
            for seat in self.seats.iter_mut().filter(|seat| **seat == ANYONE) {
                *seat = PERSON;
            }
        }
    }

    /// The table to ask for.
    ///
    /// # Errors
    /// Why there can be none, in one line.
    fn table(&self, game: &'static Game) -> Result<TableRequest, &'static str> {
        let seats: Vec<SeatRequest> = self
            .seats
            .iter()
            .map(|&seat| match seat {
                ME | PERSON => SeatRequest::Person,
                ANYONE => SeatRequest::Open,
                AGENT => SeatRequest::Agent,
                level => SeatRequest::Policy {
                    policy: policy_at_table(level).to_owned(),
                },
            })
            .collect();
        if (seats.iter()).all(|seat| matches!(seat, SeatRequest::Policy { .. })) {
            return Err(words::nobody());
        }
        Ok(TableRequest {
            game: game.id.to_owned(),
            rules: (game.form.rule_set)(self.rules, self.players),
            seats,
            clock: self.clock.per_answer(),
            bank: self.clock.bank(),
            seed: None,
            cards: None,
            listed: self.listed,
        })
    }
}

/// The policy of a level at a server's table, where a move must not take long.
fn policy_at_table(level: &str) -> &str {
    match level {
        "perfect" => "perfect:1s",
        level => level,
    }
}

/// The form. `games` are those that the server has.
#[component]
pub(super) fn NewTableForm(games: Vec<String>) -> impl IntoView {
    let offered = registry::games()
        .iter()
        .copied()
        .filter(|game| games.iter().any(|id| id == game.id));
    let offered: Vec<&'static Game> = offered.collect();
    let first = offered.first().copied();
    first.map(|first| view! { <Form offered first /> })
}

#[component]
fn Form(offered: Vec<&'static Game>, first: &'static Game) -> impl IntoView {
    let settings = settings::shared();
    let choice = RwSignal::new(Choice::first(first));
    let name = RwSignal::new(settings.with_untracked(|settings| settings.name.clone()));
    let failed = RwSignal::new(None::<String>);
    let sending = RwSignal::new(false);
    let find = move |id: &str| registry::find(id).unwrap_or(first);
    let game = Memo::new(move |_| find(choice.with(|choice| choice.game)).id);
    let game = move || find(game.get());
    let players = Memo::new(move |_| choice.with(|choice| choice.players));
    let plays = Memo::new(move |_| choice.with(|choice| choice.seats.contains(&ME)));
    let make = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let given = shortened(&name.get_untracked());
        let chosen = choice.get_untracked();
        let table = match chosen.table(find(chosen.game)) {
            Ok(table) => table,
            Err(reason) => return failed.set(Some(reason.to_owned())),
        };
        if sending.get_untracked() {
            return;
        }
        settings.update(|settings| settings.name.clone_from(&given));
        failed.set(None);
        sending.set(true);
        spawn_local(async move {
            let made = made(table, &chosen, given).await;
            if sending.is_disposed() {
                // Who has left the page finds the table among theirs.
                return;
            }
            sending.set(false);
            match made {
                Ok(route) => route.go(),
                Err(trouble) => failed.set(Some(trouble.to_string())),
            }
        });
    };
    let games: Vec<(String, &'static str)> = offered
        .iter()
        .map(|game| ((game.name)().to_owned(), game.id))
        .collect();
    let options = move || {
        let form = game().form;
        let [least, most] = form.players;
        let rules = form
            .rules
            .iter()
            .map(|rules| ((rules.label)().to_owned(), rules.name));
        let hint = move || {
            let chosen = choice.with(|choice| choice.rules);
            let rules = form.rules.iter().find(|rules| rules.name == chosen);
            rules.map(|rules| rules.hint)
        };
        view! {
            {(form.rules.len() > 1)
                .then(|| {
                    view! {
                        <div class="field">
                            <Radios
                                legend=(form.rules_legend)()
                                name="rules"
                                options=rules.collect()
                                read=Signal::derive(move || choice.with(|choice| choice.rules))
                                write=Callback::new(move |rules| {
                                    choice.update(|choice| choice.rules = rules)
                                })
                            />
                            <p class="field-hint" aria-live="polite">
                                {hint}
                            </p>
                        </div>
                    }
                })}
            {(least < most)
                .then(|| {
                    view! {
                        <Radios
                            legend=words::players()
                            name="players"
                            options=(least..=most).map(|count| (count.to_string(), count)).collect()
                            read=Signal::derive(move || players.get())
                            write=Callback::new(move |count| {
                                choice.update(|choice| choice.resize(find(choice.game), count))
                            })
                        />
                    }
                })}
            {seats(find, choice, players)}
        }
    };
    let clocks = CLOCKS.map(|clock| (clock.label(), clock));
    view! {
        <section class="home-part" aria-labelledby="new-table">
            <h2 id="new-table">{words::new()}</h2>
            <form class="form setup" on:submit=make novalidate autocomplete="off" data-testid="new">
                {(games.len() > 1)
                    .then(|| {
                        view! {
                            <Radios
                                legend=words::game()
                                name="game"
                                options=games
                                read=Signal::derive(move || choice.with(|choice| choice.game))
                                write=Callback::new(move |id: &'static str| {
                                    choice.update(|choice| {
                                        let kept = (choice.clock, choice.listed);
                                        *choice = Choice::first(find(id));
                                        (choice.clock, choice.listed) = kept;
                                    })
                                })
                            />
                        }
                    })}
                {options}
                {move || {
                    plays
                        .get()
                        .then(|| {
                            view! {
                                <Name
                                    id="name".to_owned()
                                    label=words::your_name().to_owned()
                                    unnamed=form_words::player(1)
                                    value=Signal::derive(move || name.get())
                                    write=Callback::new(move |text| name.set(text))
                                    error=Signal::derive(|| None)
                                />
                            }
                        })
                }}
                <div class="field">
                    <Radios
                        legend=words::clock_text()
                        name="clock"
                        options=clocks.into()
                        read=Signal::derive(move || choice.with(|choice| choice.clock))
                        write=Callback::new(move |clock| choice.update(|choice| choice.clock = clock))
                    />
                    <p class="field-hint" aria-live="polite">
                        {move || choice.with(|choice| choice.clock.hint())}
                    </p>
                </div>
                <div class="field">
                    <Radios
                        legend=words::who_finds()
                        name="listed"
                        options=vec![
                            (words::private().to_owned(), false),
                            (words::public().to_owned(), true),
                        ]
                        read=Signal::derive(move || choice.with(|choice| choice.listed))
                        write=Callback::new(move |listed| {
                            choice.update(|choice| choice.list(listed))
                        })
                    />
                    <p class="field-hint" aria-live="polite">
                        {move || {
                            if choice.with(|choice| choice.listed) {
                                words::public_hint()
                            } else {
                                words::private_hint()
                            }
                        }}
                    </p>
                </div>
                <div class="setup-foot">
                    <p class="field-error" role="alert">
                        {move || failed.get()}
                    </p>
                    <button
                        type="submit"
                        class="button button-main setup-start"
                        aria-disabled=move || sending.get().then_some("true")
                    >
                        {words::make()}
                    </button>
                </div>
            </form>
        </section>
    }
}

/// A list for each seat.
fn seats(
    find: impl Fn(&str) -> &'static Game + Copy + Send + Sync + 'static,
    choice: RwSignal<Choice>,
    players: Memo<usize>,
) -> AnyView {
    let seat = move |at: usize| {
        let form = find(choice.with_untracked(|choice| choice.game)).form;
        let levels = (form.levels)(players.get_untracked()).levels;
        let mut options = vec![
            (ME, words::me().to_owned()),
            (PERSON, words::person().to_owned()),
            (ANYONE, words::anyone().to_owned()),
        ];
        options.extend(levels.iter().map(|&level| (level, policies::policy(level))));
        options.push((AGENT, words::agent().to_owned()));
        let values: Vec<&'static str> = options.iter().map(|(value, _)| *value).collect();
        let read = move || {
            choice.with(|choice| choice.seats.get(at).copied().unwrap_or(PERSON).to_owned())
        };
        let write = move |who: String| {
            if let Some(who) = values.iter().find(|value| **value == who) {
                choice.update(|choice| choice.sit(at, who));
            }
        };
        let about = move || {
            let who = read();
            if OTHERS.contains(&who.as_str()) {
                String::new()
            } else {
                (form.about_level)(&who).to_owned()
            }
        };
        view! {
            <Select
                id=format!("seat-{at}")
                label=words::seat(at + 1)
                options
                read=Signal::derive(read)
                write=Callback::new(write)
                about=Signal::derive(about)
            />
        }
    };
    view! {
        <fieldset class="field table-seats">
            <legend>{words::seats()}</legend>
            <div class="setup-pair">
                {move || (0..players.get()).map(seat).collect_view()}
            </div>
        </fieldset>
    }
    .into_any()
}

/// Makes the table and keeps what belongs to it; tells where to go.
async fn made(table: TableRequest, chosen: &Choice, name: String) -> Result<Route, Trouble> {
    let opened = api::open(&table).await?;
    let own = chosen.seats.iter().position(|seat| *seat == ME);
    let token = own.and_then(|own| opened.seats.get(own)?.token.clone());
    let name = if name.is_empty() {
        form_words::player(1)
    } else {
        name
    };
    let mut yours = OwnTable::new(&opened.id, &table.game);
    yours.keeper = Some(opened.keeper);
    yours.tokens = opened.seats.into_iter().map(|seat| seat.token).collect();
    yours.token.clone_from(&token);
    yours.name = token.is_some().then_some(name);
    own_tables::keep(yours);
    Ok(own_tables::way(&opened.id, token.as_deref()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::GAMES;

    #[test]
    fn every_game_has_a_table() {
        for game in GAMES {
            let mut choice = Choice::first(game);
            for players in game.form.players[0]..=game.form.players[1] {
                choice.resize(game, players);
                let table = choice.table(game).unwrap();
                assert_eq!(table.seats.len(), players);
                assert_eq!(table.seats[0], SeatRequest::Person);
            }
        }
    }

    #[test]
    fn a_table_with_an_open_seat_is_listed() {
        let game = GAMES[0];
        let mut choice = Choice::first(game);
        choice.sit(1, ANYONE);
        let table = choice.table(game).unwrap();
        assert!(table.listed);
        assert_eq!(table.seats[1], SeatRequest::Open);
        choice.list(false);
        assert_eq!(choice.seats[1], PERSON);
    }

    #[test]
    fn one_sits_in_one_place_only() {
        let game = GAMES[0];
        let mut choice = Choice::first(game);
        choice.sit(1, ME);
        assert_eq!(choice.seats[..2], [PERSON, ME]);
        let level = (game.form.levels)(2).first;
        choice.sit(0, level);
        choice.sit(1, level);
        assert_eq!(choice.table(game), Err(words::nobody()));
    }
}
