//! One shared replay: its position and its people.

use crate::distinct_name::distinct_name;
use crate::token::{Token, TokenHash};
use parlour_protocol::lines::tidy_name;
use parlour_protocol::shared_replay::{ReplayViewer, SharedReplay, ToViewer};
use std::collections::BTreeMap;
use std::net::IpAddr;
use tokio::sync::watch;
use tokio::time::Instant;

/// The number of people at a replay.
const MAX_PEOPLE: usize = 200;
/// The name of people who give none.
const NAMELESS: &str = "guest";

/// A record with its link, as the rulebook has played it.
pub(super) struct CheckedRecord {
    /// The game.
    pub(super) game: &'static str,
    /// The text of the link, at most 8,192 characters.
    pub(super) link: String,
    /// The number of actions.
    pub(super) plies: u64,
}

/// One shared replay. All its connections watch the state.
pub(super) struct Replay {
    id: String,
    record: CheckedRecord,
    /// The token of the creator, which leads whenever it is shown.
    creator: TokenHash,
    /// The network from which it was made.
    pub(super) owner: IpAddr,
    state: watch::Sender<State>,
}

/// What changes.
pub(super) struct State {
    ply: u64,
    /// The names by the numbers of the connections.
    people: BTreeMap<u64, String>,
    /// The number of the next connection.
    next: u64,
    /// Counts changes of `people`.
    version: u64,
    /// The connection that leads.
    leader: Option<u64>,
    /// The token of the leader.
    token: TokenHash,
    /// The token of a leader who was made one, and the version at that time.
    granted: Option<(u64, Token)>,
    /// Since when nobody is there.
    empty_since: Option<Instant>,
    end: Option<End>,
}

/// Why a replay is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It was ended, or removed.
    Ended,
    /// The server stops: the creator makes it again.
    Stopped,
}

/// Why a person cannot join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CannotJoin {
    /// The replay is over.
    Over(End),
    /// Too many people are there.
    Full,
}

impl Replay {
    pub(super) fn new(
        id: String,
        record: CheckedRecord,
        ply: u64,
        creator: TokenHash,
        owner: IpAddr,
    ) -> Replay {
        let state = State {
            ply: ply.min(record.plies),
            people: BTreeMap::new(),
            next: 0,
            version: 0,
            leader: None,
            token: creator,
            granted: None,
            empty_since: Some(Instant::now()),
            end: None,
        };
        Replay {
            id,
            record,
            creator,
            owner,
            state: watch::Sender::new(state),
        }
    }

    /// As everybody who knows the id may see it.
    pub(super) fn summary(&self) -> SharedReplay {
        let state = self.state.borrow();
        SharedReplay {
            id: self.id.clone(),
            game: self.record.game.to_owned(),
            link: self.record.link.clone(),
            plies: self.record.plies,
            ply: state.ply,
            watching: state.people.len() as u64,
        }
    }

    /// The number of people who watch.
    pub(super) fn count_people(&self) -> usize {
        self.state.borrow().people.len()
    }

    /// When the last participant left; `None` while there are participants.
    pub(super) fn empty_since(&self) -> Option<Instant> {
        self.state.borrow().empty_since
    }

    /// Whether a token may end the replay: that of the creator or of the leader.
    pub(super) fn accepts(&self, token: &str) -> bool {
        let token = TokenHash::of(token);
        self.creator == token || self.state.borrow().token == token
    }

    /// Ends it: its connections are told and closed.
    pub(super) fn end(&self, end: End) {
        self.state.send_modify(|state| state.end = Some(end));
    }

    /// Follows the state. It counts as changed at first.
    pub(super) fn follow(&self) -> watch::Receiver<State> {
        let mut follower = self.state.subscribe();
        follower.mark_changed();
        follower
    }

    /// A person joins, and leads with the token of the leader; also with that of the creator while nobody leads. Returns
    /// the number of their connection.
    ///
    /// # Errors
    /// [`CannotJoin`].
    pub(super) fn join(&self, name: Option<&str>, token: Option<&str>) -> Result<u64, CannotJoin> {
        let token = token.map(TokenHash::of);
        let mut joined = Err(CannotJoin::Full);
        self.state.send_if_modified(|state| {
            if let Some(end) = state.end {
                joined = Err(CannotJoin::Over(end));
            } else if state.people.len() < MAX_PEOPLE {
                let name = name.map(str::trim).filter(|name| !name.is_empty());
                let name = tidy_name(name.unwrap_or(NAMELESS));
                let name = distinct_name(&name, |name| {
                    state.people.values().any(|other| other == name)
                });
                let number = state.next;
                state.next += 1;
                state.version += 1;
                state.people.insert(number, name);
                state.empty_since = None;
                if let Some(token) = token
                    && (token == state.token || token == self.creator && state.leader.is_none())
                {
                    state.lead(number, token);
                }
                joined = Ok(number);
            }
            joined.is_ok()
        });
        joined
    }

    /// A person leaves.
    pub(super) fn leave(&self, number: u64) {
        self.state.send_if_modified(|state| {
            let was_there = state.people.remove(&number).is_some();
            if was_there {
                state.version += 1;
                state.leader = state.leader.filter(|leader| *leader != number);
                if state.people.is_empty() {
                    state.empty_since = Some(Instant::now());
                }
            }
            was_there
        });
    }

    /// The leader shows another position. From anybody else it changes nothing.
    pub(super) fn seek(&self, number: u64, ply: u64) {
        let plies = self.record.plies;
        self.state.send_if_modified(|state| {
            let moves = state.leader == Some(number) && ply <= plies && ply != state.ply;
            if moves {
                state.ply = ply;
            }
            moves
        });
    }

    /// The leader lets another one lead, who gets `token`. From anybody else it changes nothing.
    pub(super) fn hand_over(&self, number: u64, to: u64, token: Token) {
        self.state.send_if_modified(|state| {
            let hands_over =
                state.leader == Some(number) && number != to && state.people.contains_key(&to);
            if hands_over {
                state.lead(to, TokenHash::of(token.reveal()));
                state.granted = Some((state.version, token));
            }
            hands_over
        });
    }

    /// The creator leads again. With any other token it changes nothing.
    pub(super) fn lead(&self, number: u64, token: &str) {
        let token = TokenHash::of(token);
        let is_creator = token == self.creator;
        self.state.send_if_modified(|state| {
            if is_creator {
                state.lead(number, token);
            }
            is_creator
        });
    }
}

impl State {
    fn lead(&mut self, number: u64, token: TokenHash) {
        self.leader = Some(number);
        self.token = token;
        self.granted = None;
        // The new leader is told who is there.
        self.version += 1;
    }

    /// Why the replay is over, if it is.
    pub(super) fn end(&self) -> Option<End> {
        self.end
    }

    /// The messages to a person who knows the people of `version`, which becomes the present one.
    pub(super) fn messages(&self, number: u64, version: &mut Option<u64>) -> Vec<ToViewer> {
        let leads = self.leader == Some(number);
        let before = version.replace(self.version);
        let is_news = |since: u64| before.is_none_or(|before| before < since);
        let granted = self.granted.as_ref().filter(|_| leads);
        let granted = granted.filter(|(since, _)| is_news(*since));
        let token = granted.map(|(_, token)| ToViewer::Token {
            token: token.reveal().to_owned(),
        });
        let people = || {
            let all = self.people.iter().map(|(&id, name)| ReplayViewer {
                id,
                name: name.clone(),
            });
            all.filter(|person| person.id != number).collect()
        };
        let state = ToViewer::State {
            ply: self.ply,
            watching: self.people.len() as u64,
            leader: (self.leader).and_then(|leader| self.people.get(&leader).cloned()),
            leads,
            people: (leads && is_news(self.version)).then(people),
        };
        token.into_iter().chain([state]).collect()
    }
}
