//! Tables with people.

/// The name of the pages.
pub(crate) const TABLES: &str = "Tables";
/// The heading of the page that lists them.
pub(crate) const TITLE: &str = "Tables with others";
/// Under it.
pub(crate) const LEDE: &str =
    "Each at a device of his own: send a link, and the game begins when every seat is taken.";
/// What still works.
pub(crate) const NO_ROOMS_TEXT: &str =
    "Everything else works here: against an AI, with a friend at this device, replays.";
/// Asks again.
pub(crate) const TRY_AGAIN: &str = "Try again";
/// While the server is asked.
pub(crate) const LOADING: &str = "Asking the server …";
/// To games at this device.
pub(crate) const PLAY_HERE: &str = "Play at this device";

/// The heading of the tables one sits at.
pub(crate) const YOURS: &str = "Your tables";
/// The heading of the listed tables.
pub(crate) const LISTED: &str = "Open to everybody";
/// There are none.
pub(crate) const NONE_LISTED: &str =
    "No table is listed now. Private tables are found by their links only.";
/// Goes to one's seat.
pub(crate) const GO_ON: &str = "Back to your seat";
/// Goes to a table one has made and not sat down at.
pub(crate) const OPEN: &str = "Open";
/// Looks on.
pub(crate) const LOOK_ON: &str = "Watch";
/// Takes a table off the list of one's own.
pub(crate) const FORGET: &str = "Remove";

/// The heading of the form.
pub(crate) const NEW: &str = "A new table";
/// Which game.
pub(crate) const GAME: &str = "Game";
/// How many play.
pub(crate) const PLAYERS: &str = "Players";
/// One's name.
pub(crate) const YOUR_NAME: &str = "Your name";
/// Where it is shown.
pub(crate) const NAME_HINT: &str = "The others at the table see it.";
/// Who sits where.
pub(crate) const SEATS: &str = "Who sits where";
/// One seat.
pub(crate) fn seat(number: usize) -> String {
    format!("Seat {number}")
}
/// In a seat: oneself.
pub(crate) const ME: &str = "You";
/// In a seat: somebody who gets a link.
pub(crate) const PERSON: &str = "A person, by link";
/// In a seat: a program.
pub(crate) const AGENT: &str = "A program from outside";
/// The clock.
pub(crate) const CLOCK: &str = "Time for each turn";
/// No clock.
pub(crate) const NO_CLOCK: &str = "Any";
/// A clock of some seconds.
pub(crate) fn clock_choice(seconds: u64) -> String {
    if seconds < 60 {
        format!("{seconds} s")
    } else {
        format!("{} min", seconds / 60)
    }
}
/// What happens when it runs out.
pub(crate) const CLOCK_HINT: &str = "Whoever runs out of time has a move made for him: a harmless one where there is one, else any legal one.";
/// What happens without one.
pub(crate) const NO_CLOCK_HINT: &str = "Everybody may think as long as he likes.";
/// Who finds the table.
pub(crate) const WHO_FINDS: &str = "Who can find it";
/// By link only.
pub(crate) const PRIVATE: &str = "Only by link";
/// By the list too.
pub(crate) const PUBLIC: &str = "Everybody";
/// What that means.
pub(crate) const PRIVATE_HINT: &str = "Who has a seat’s link can sit down there.";
/// What that means.
pub(crate) const PUBLIC_HINT: &str =
    "The table stands in the list above, and everybody may watch. Seats are still taken by link.";
/// Makes the table.
pub(crate) const MAKE: &str = "Make the table";
/// Nobody could sit down.
pub(crate) const NOBODY: &str = "Keep a seat for a person or a program from outside.";

/// The heading of the page where one sits down.
pub(crate) const TAKE_SEAT: &str = "Take your seat";
/// Under it.
pub(crate) fn invited(game: &str, rules: &str) -> String {
    if rules.is_empty() {
        format!("You are invited to a game of {game}.")
    } else {
        format!("You are invited to a game of {game}: {rules}.")
    }
}
/// Sits down.
pub(crate) const SIT_DOWN: &str = "Sit down";
/// The heading of the lobby.
pub(crate) const WAITING: &str = "Waiting for the others";
/// The heading of the lobby for somebody who looks on.
pub(crate) const WAITING_TO_WATCH: &str = "The game has not begun";
/// Under it.
pub(crate) const BEGINS: &str = "The game begins by itself when every seat is taken.";
/// The seats in the lobby.
pub(crate) const SEATED: &str = "Who is here";
/// Nobody sits there yet.
pub(crate) const FREE: &str = "free";
/// Somebody is connected.
pub(crate) const HERE: &str = "here";
/// Somebody is not.
pub(crate) const AWAY: &str = "away";
/// An own agent.
pub(crate) const AI: &str = "AI";
/// A program from outside.
pub(crate) const PROGRAM: &str = "program";
/// Oneself.
pub(crate) const YOU: &str = "you";
/// The links to give away.
pub(crate) const LINKS: &str = "Send these links";
/// What they are.
pub(crate) const LINKS_TEXT: &str =
    "Each is for one seat. Who opens it sits down there, so give each to one person only.";
/// The link of a seat.
pub(crate) fn link_of(number: usize) -> String {
    format!("Link for seat {number}")
}
/// The link to look on.
pub(crate) const WATCH_LINK: &str = "Link to watch";
/// How a program takes its seat.
pub(crate) const CONNECT: &str = "Connect your program";
/// By the port.
pub(crate) fn connect_port(address: &str) -> String {
    format!(
        "Programs connect to {address}. One without a token is given any free seat; for example:"
    )
}
/// There is no port.
pub(crate) const NO_PORT: &str = "This server has no port for programs (`parlour serve --agents 127.0.0.1:10000` opens one). They can connect by WebSocket:";
/// By WebSocket.
pub(crate) const CONNECT_WEB: &str = "Or by WebSocket, with this first line for this very seat:";
/// A command.
pub(crate) const COMMAND: &str = "Command";
/// An address.
pub(crate) const ADDRESS: &str = "WebSocket address";
/// A first line.
pub(crate) fn first_line(number: usize) -> String {
    format!("First line for seat {number}")
}
/// Ends the table.
pub(crate) const END: &str = "End the table";
/// Before that.
pub(crate) const END_SURE: &str = "End this table?";
/// What it means.
pub(crate) const END_TEXT: &str = "The game stops for everybody and cannot be taken up again.";
/// After that.
pub(crate) const ENDED: &str = "The table is ended.";

/// The heading of the list at the side of a table.
pub(crate) const AT_TABLE: &str = "At the table";
/// Beside it.
pub(crate) const NO_HELP: &str = "Against people there are no hints, and no move is taken back.";
/// The connection is lost.
pub(crate) const LOST: &str = "Connection lost. Trying again …";
/// Tries at once.
pub(crate) const TRY_NOW: &str = "Try now";
/// The seat was opened elsewhere.
pub(crate) const ELSEWHERE: &str = "This seat was opened in another window.";
/// Takes it back.
pub(crate) const TAKE_BACK: &str = "Play here again";
/// The server has ended the connection.
pub(crate) fn closed(reason: &str) -> String {
    format!("The server has ended the connection: {reason}.")
}
/// The table has ended.
pub(crate) fn abandoned(reason: &str) -> String {
    format!("This table has ended: {reason}.")
}
/// Connects again.
pub(crate) const CONNECT_AGAIN: &str = "Connect again";
/// The table is not there.
pub(crate) const GONE: &str = "This table is gone";
/// Why, perhaps.
pub(crate) fn gone(reason: &str) -> String {
    format!("The server says: {reason}. A server that was started anew has forgotten its tables.")
}
/// To the list.
pub(crate) const ALL_TABLES: &str = "All tables";
/// Something was not sent.
pub(crate) const NOT_SENT: &str = "There is no connection now; it was not sent.";
/// An answer is under way.
pub(crate) const SENDING: &str = "Sent …";
/// Nothing can be sent.
pub(crate) const NO_LINE: &str = "Waiting for the connection …";
/// A move was made for the seat.
pub(crate) fn fault(message: &str, played: &str) -> String {
    format!("A move was made for you ({message}): {played}.")
}
/// Hides a message.
pub(crate) const OK: &str = "OK";
/// Under the cards of somebody who looks on.
pub(crate) const LOOKING_ON: &str = "You are watching; the hands stay hidden.";
/// Before a clock, for ears.
pub(crate) const TIME_LEFT: &str = "Time left:";
/// The clock is low.
pub(crate) fn low(seconds: u32) -> String {
    format!("{seconds} seconds left.")
}
/// A clock, from whole seconds.
pub(crate) fn clock(seconds: u32) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
/// Who plays whom.
pub(crate) fn seats_taken(taken: usize, seats: usize) -> String {
    format!("{taken} of {seats} seats taken")
}
/// A table where the game is on.
pub(crate) const PLAYING: &str = "the game is on";
/// A table whose game is over.
pub(crate) const OVER: &str = "over";
/// A table that has ended.
pub(crate) const DROPPED: &str = "ended";
/// A table that is no more.
pub(crate) const FORGOTTEN: &str = "gone";
/// One's turn at a table.
pub(crate) const YOUR_TURN: &str = "your turn";
/// The time of each turn.
pub(crate) fn clocked(ms: u64) -> String {
    format!("{} a turn", clock_choice(ms / 1000))
}
/// Somebody wants another game.
pub(crate) fn want_rematch(names: &[String]) -> String {
    match names {
        [name] => format!("{name} wants a rematch."),
        several => format!("{} want a rematch.", several.join(" and ")),
    }
}
/// One wants another game, and the others have not said so.
pub(crate) fn rematch_waits(names: &[String]) -> String {
    format!("Waiting for {}.", names.join(" and "))
}
/// One of them who is away.
pub(crate) fn who_is_away(name: &str) -> String {
    format!("{name} (away)")
}
/// All want another game.
pub(crate) const REMATCH_COMES: &str = "The next game begins …";
/// Declines.
pub(crate) const NO_REMATCH: &str = "No, thanks";
/// There is no other game.
pub(crate) fn rematch_off(reason: &str) -> String {
    format!("No rematch: {reason}.")
}
/// To the table of the next game.
pub(crate) const NEXT_GAME: &str = "To the next game";
/// The same for one who looks on.
pub(crate) const WATCH_NEXT: &str = "Watch the next game";
/// The game is over and the record not there yet.
pub(crate) const NO_RECORD: &str = "The whole game could not be loaded from the server.";
