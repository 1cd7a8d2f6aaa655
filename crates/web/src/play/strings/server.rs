//! Texts of tables with people at other devices.

use crate::platform::locale::{list, message, text, texts};
use parlour_protocol::{Phrase, TimeBank};

texts! {
    "play_server";
    /// The title of the tab while it is one's turn.
    your_turn_title(game: &str),
    /// Notification: one is to move.
    turn_notice,
    /// The name of the pages.
    tables,
    /// The heading of the list of tables.
    title,
    /// The line below the heading.
    lede,
    /// What works without a server.
    no_rooms_text,
    /// Repeats a request.
    try_again,
    /// Placeholder during a request.
    loading,
    /// Link to games at this device.
    play_here,
    /// The heading of one's own tables.
    yours,
    /// The heading of the tables with open seats.
    requests,
    /// Placeholder of an empty list of such tables.
    no_requests,
    /// The heading of the other listed tables.
    listed,
    /// Placeholder of an empty list of tables.
    none_listed,
    /// Link to one's seat.
    go_on,
    /// Link to a table that one has created without taking a seat.
    open,
    /// Link to watch a table.
    look_on,
    /// Removes a table from the list of one's own.
    forget,
    /// The heading of the form.
    new,
    /// Legend: the game.
    game,
    /// Legend: the number of players.
    players,
    /// Label of one's name.
    your_name,
    /// Explanation of where the name is shown.
    name_hint,
    /// Legend: the players of the seats.
    seats,
    /// Choice for a seat: oneself.
    me,
    /// Choice for a seat: a person who gets a link.
    person,
    /// Choice for a seat: the first who takes it.
    anyone,
    /// Choice for a seat: a remote program.
    agent,
    /// Legend: the clock.
    clock_text,
    /// Choice: no clock.
    no_clock,
    /// What happens when the time runs out.
    clock_hint,
    /// Explanation of a time for the whole game.
    bank_hint,
    /// Explanation of a table without a clock.
    no_clock_hint,
    /// Legend: who finds the table.
    who_finds,
    /// Choice: by link only.
    private,
    /// Choice: by the list too.
    public,
    /// Explanation of a private table.
    private_hint,
    /// Explanation of a listed table.
    public_hint,
    /// Creates the table.
    make,
    /// Error: there is no seat for a person or a remote program.
    nobody,
    /// The heading of the page that asks for one's name.
    take_seat,
    /// Takes the seat.
    sit_down,
    /// Watches instead of taking a seat.
    watch_instead,
    /// The heading of the lobby.
    waiting,
    /// The heading of the lobby for a spectator.
    waiting_to_watch,
    /// The heading of the seats in the lobby.
    seated,
    /// State of a seat: nobody has taken it.
    free,
    /// State of a seat: connected.
    here,
    /// State of a seat: not connected.
    away,
    /// Kind of a seat: a built-in policy.
    ai,
    /// Kind of a seat: a remote program.
    program,
    /// Kind of a seat: oneself.
    you,
    /// The heading of the links of the seats.
    links,
    /// Explanation of the links.
    links_text,
    /// Label of the link for spectators.
    watch_link,
    /// The heading of the addresses for programs.
    connect,
    /// Explanation for a server without a port for programs.
    no_port,
    /// Explanation of a connection by WebSocket.
    connect_web,
    /// Label of a command.
    command,
    /// Label of the WebSocket address.
    address,
    /// Ends the table.
    end,
    /// The question before the table is ended.
    end_sure,
    /// Consequence of ending the table.
    end_text,
    /// Notice after ending the table.
    ended,
    /// The heading of the players beside a table.
    at_table,
    /// Hint below the players: no help against people.
    no_help,
    /// Asks the others for an undo.
    ask_undo,
    /// Agrees to an undo.
    agree,
    /// Declines an undo.
    decline,
    /// Withdraws the own request for an undo.
    withdraw,
    /// Label of the phrases.
    say,
    /// The connection is lost.
    lost,
    /// The server restarts.
    restarting,
    /// Connects at once.
    try_now,
    /// The seat was opened in another window.
    elsewhere,
    /// Takes the seat back from the other window.
    take_back,
    /// Connects again.
    connect_again,
    /// The table does not exist any more.
    gone_text,
    /// Link to the list of tables.
    all_tables,
    /// Error: a message was not sent.
    not_sent,
    /// An answer was sent and not confirmed yet.
    sending,
    /// Nothing can be sent without a connection.
    no_line,
    /// Hides a message.
    ok,
    /// Hint for a spectator.
    looking_on,
    /// Label of a clock, for screen readers.
    time_left,
    /// State of a table: a game is in progress.
    playing,
    /// State of a table: the game is finished.
    over,
    /// State of a table: it was ended.
    dropped,
    /// State of a table: it does not exist any more.
    forgotten,
    /// Mark of a table where one is to move.
    your_turn,
    /// All want a rematch.
    rematch_comes,
    /// Declines a rematch.
    no_rematch,
    /// Link to the table of the next game.
    next_game,
    /// The same link for a spectator.
    watch_next,
    /// Error: the record of the finished game could not be loaded.
    no_record,
    /// The name of a seat, from 1.
    seat(number: usize),
}

/// A duration as the choice of a clock.
pub(crate) fn clock_choice(seconds: u64) -> String {
    if seconds < 60 {
        message!("play_server.clock_seconds", seconds)
    } else {
        message!("play_server.clock_minutes", minutes = seconds / 60)
    }
}

texts! {
    "play_server";
    /// A time for the whole game as the choice of a clock.
    bank_choice(bank: TimeBank) {
        minutes = bank.base_ms / 60_000, seconds = bank.increment_ms / 1000
    },
    /// The same in a line about a table.
    banked(bank: TimeBank) { time = bank_choice(bank) },
    /// Number of seats that anybody may take.
    open_seats(count: usize),
}

/// The line below the heading of the page of an open seat; `rules` is empty where the game has no choice.
pub(crate) fn take_open_seat(game: &str, rules: &str) -> String {
    if rules.is_empty() {
        message!("play_server.take_open_seat", game)
    } else {
        message!("play_server.take_open_seat_rules", game, rules)
    }
}

texts! {
    "play_server";
    /// A player asks to take their last move back.
    wants_undo(name: &str),
    /// The players who have not agreed to an undo yet.
    undo_waits(names: &[String]) { names = list(names) },
}

/// A phrase.
pub(crate) fn phrase(phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::Hello => text("play_server.phrase_hello"),
        Phrase::GoodLuck => text("play_server.phrase_good_luck"),
        Phrase::WellPlayed => text("play_server.phrase_well_played"),
        Phrase::OneMoment => text("play_server.phrase_one_moment"),
        Phrase::Thanks => text("play_server.phrase_thanks"),
        Phrase::GoodGame => text("play_server.phrase_good_game"),
    }
}

/// A phrase, with who says it.
pub(crate) fn said(name: &str, of: Phrase) -> String {
    message!("play_server.said", name, text = phrase(of))
}

/// The rules forbid the move that was sent; `None` if this app does not know why.
pub(crate) fn illegal(reason: Option<&str>) -> String {
    match reason {
        Some(reason) => message!("play_server.illegal", reason),
        None => text("play_server.illegal_now").to_owned(),
    }
}

/// The game and the rules of a table; `rules` is empty where the game has no choice.
pub(crate) fn game_and_rules(game: &str, rules: &str) -> String {
    if rules.is_empty() {
        game.to_owned()
    } else {
        message!("play_server.game_and_rules", game, rules)
    }
}

/// The line below the heading of the page that asks for one's name.
pub(crate) fn invited(game: &str, rules: &str) -> String {
    if rules.is_empty() {
        message!("play_server.invited", game)
    } else {
        message!("play_server.invited_rules", game, rules)
    }
}

texts! {
    "play_server";
    /// The players who have taken their seats.
    seated_names(names: &str),
    /// The line below the heading of the lobby: game, rules and clock, and when the game begins.
    lobby_line(table: &str),
    /// Label of the link of a seat, from 1.
    link_of(number: usize),
    /// Explanation of the port for programs.
    connect_port(address: &str),
    /// Label of the first line that a program sends for a seat, from 1.
    first_line(number: usize),
    /// The server has closed the connection.
    closed(reason: &str),
    /// The table was ended before its game was finished.
    abandoned(reason: &str),
    /// A possible reason why the table does not exist any more.
    gone(reason: &str),
    /// The same in one line with [`gone_text`].
    gone_line(reason: &str),
    /// A fallback move was played for the seat.
    fault(message: &str, played: &str),
    /// The hint for a spectator, and who is to move.
    looking_on_line(waiting: &str),
    /// Warning: the time is nearly over.
    low(seconds: u32),
}

/// A clock, from whole seconds.
pub(crate) fn clock(seconds: u32) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

texts! {
    "play_server";
    /// Number of seats that are taken.
    seats_taken(taken: usize, seats: usize),
    /// The time for each turn, from milliseconds.
    clocked(ms: u64) { time = clock_choice(ms / 1000) },
    /// Other players want a rematch.
    want_rematch(names: &[String]) { count = names.len(), names = list(names) },
    /// The players who have not answered yet whether they want a rematch.
    rematch_waits(names: &[String]) { names = list(names) },
    /// One of them who is not connected.
    who_is_away(name: &str),
    /// There is no rematch.
    rematch_off(reason: &str),
}
