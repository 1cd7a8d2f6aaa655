//! The connection to a shared replay.
//!
//! It may be lost at any time and is made again after a wait that grows. After a restart of the server the creator's
//! page makes the replay again; the others wait for it.

use super::api::{self, Own};
use super::words;
use crate::platform::connection::Connection;
use crate::platform::http::Trouble;
use crate::platform::server_error;
use crate::platform::settings;
use crate::play::table::Controller;
use leptos::prelude::*;
use parlour_protocol::shared_replay::{FromViewer, ReceivedByViewer, ReplayViewer, SharedReplay};
use std::time::Duration;

/// The leader's page sends a position at most once in this time.
const SEND_INTERVAL: Duration = Duration::from_millis(150);
/// How often a replay is asked for that is missing after a lost connection.
const MAX_MISSED: u32 = 6;
/// The code of [`ByeCode::ReplayEnded`](parlour_protocol::bye_code::ByeCode::ReplayEnded).
const REPLAY_ENDED: &str = "replay_ended";

/// How the connection is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// It is being made for the first time.
    Connecting,
    /// It stands.
    Open,
    /// It was lost, and is being made again.
    Lost,
    /// The server has ended it, and why.
    Closed(String),
}

/// What the leader shows, and who is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shown {
    pub(super) ply: usize,
    pub(super) watching: usize,
    pub(super) leader: Option<String>,
    /// Whether this page leads.
    pub(super) leads: bool,
}

/// What has been sent and received.
#[derive(Default)]
struct Wire {
    /// Tries since the last connection that found no replay.
    missed: u32,
    /// Whether a state was received since it was connected.
    is_told: bool,
    /// The position to be sent, and the last that the server knows.
    wanted: usize,
    sent: usize,
    /// Whether the time until another may be sent runs.
    waits: bool,
}

/// A place at a shared replay. The connection ends with the owner under which it was made.
#[derive(Clone, Copy)]
pub(super) struct ReplayLink {
    id: StoredValue<String>,
    pub(super) line: RwSignal<Line>,
    pub(super) shown: RwSignal<Shown>,
    /// The others, for the leader.
    pub(super) people: RwSignal<Vec<ReplayViewer>>,
    /// Whether this page shows what the leader shows.
    pub(super) follows: RwSignal<bool>,
    /// What this tab has kept.
    pub(super) own: RwSignal<Option<Own>>,
    wire: StoredValue<Wire>,
    connection: Connection,
}

/// A replay. The tab that has made it makes it again at this position if it is gone.
///
/// # Errors
/// [`Trouble`].
pub(super) async fn find(id: &str, ply: Option<usize>) -> Result<SharedReplay, Trouble> {
    let found = api::show(id).await;
    match (&found, Own::of(id)) {
        (Err(Trouble::Gone(_)), Some(own)) if own.link.is_some() => {
            api::make(&own, ply.unwrap_or_default()).await
        }
        _ => found,
    }
}

impl ReplayLink {
    /// Joins, and stays connected.
    pub(super) fn new(replay: &SharedReplay) -> ReplayLink {
        let link = ReplayLink {
            id: StoredValue::new(replay.id.clone()),
            line: RwSignal::new(Line::Connecting),
            shown: RwSignal::new(Shown {
                ply: replay.ply as usize,
                ..Shown::default()
            }),
            people: RwSignal::new(Vec::new()),
            follows: RwSignal::new(true),
            own: RwSignal::new(Own::of(&replay.id)),
            wire: StoredValue::new(Wire::default()),
            connection: Connection::new(),
        };
        on_cleanup(move || link.connection.close());
        link.connect();
        link
    }

    /// The id of the replay.
    pub(super) fn id(self) -> String {
        self.id.get_value()
    }

    /// Whether this tab has made the replay, so that it may always lead.
    pub(super) fn is_creator(self) -> bool {
        self.own
            .with(|own| own.as_ref().is_some_and(|own| own.link.is_some()))
    }

    /// Keeps the page at what the leader shows, or the others at what this page shows.
    pub(super) fn follow(self, controller: Controller) {
        Effect::new(move |led: Option<bool>| {
            let shown = self.shown.get();
            let begins = shown.leads && led != Some(true);
            if begins {
                self.follows.set(true);
            }
            if begins || !shown.leads && self.follows.get_untracked() {
                controller.seek(shown.ply);
            } else if shown.leads {
                self.show(controller.ply.get_untracked());
            }
            shown.leads
        });
        Effect::new(move |_| {
            let ply = controller.ply.get();
            let shown = self.shown.get_untracked();
            if shown.leads {
                self.show(ply);
            } else if ply != shown.ply {
                self.follows.set(false);
            }
        });
    }

    /// Shows what the leader shows again.
    pub(super) fn follow_again(self, controller: Controller) {
        self.follows.set(true);
        controller.seek(self.shown.with_untracked(|shown| shown.ply));
    }

    /// Lets another one lead.
    pub(super) fn hand_over(self, to: u64) {
        self.connection.send(&FromViewer::HandOver { to });
    }

    /// Leads again: the creator may.
    pub(super) fn lead(self) {
        if let Some(Own { token, .. }) = self.own.get_untracked() {
            self.connection.send(&FromViewer::Lead { token });
        }
    }

    /// Connects at once: nobody wants to wait any longer.
    pub(super) fn connect_again(self) {
        self.line.set(Line::Lost);
        self.look();
    }

    // ---- the leader ------------------------------------------------------------------------

    /// Shows a position to the others, soon.
    fn show(self, ply: usize) {
        self.wire.update_value(|wire| wire.wanted = ply);
        if self.wire.with_value(|wire| !wire.waits) {
            self.send_position();
        }
    }

    fn send_position(self) {
        let (wanted, sent) = self.wire.with_value(|wire| (wire.wanted, wire.sent));
        let ply = wanted as u64;
        let sends = wanted != sent && self.connection.send(&FromViewer::Seek { ply });
        self.wire.update_value(|wire| {
            wire.waits = sends;
            if sends {
                wire.sent = wanted;
            }
        });
        if sends {
            let later = move || {
                // The page may have been left.
                if self.connection.exists() {
                    self.send_position();
                }
            };
            set_timeout(later, SEND_INTERVAL);
        }
    }

    // ---- the connection --------------------------------------------------------------------

    fn connect(self) {
        self.wire.update_value(|wire| wire.is_told = false);
        self.connection.open(
            &api::address(&self.id(), "/socket"),
            move || self.join(),
            move |message| self.hear(message),
            move || self.lost(),
        );
    }

    fn join(self) {
        let name = settings::shared().with_untracked(|settings| settings.name.clone());
        let name = if name.is_empty() {
            words::guest().to_owned()
        } else {
            name
        };
        let own = self.own.get_untracked();
        self.connection.send(&FromViewer::Join {
            name: Some(name),
            token: own.map(|own| own.token),
        });
    }

    /// The connection has ended, or could not be made.
    fn lost(self) {
        if matches!(self.line.get_untracked(), Line::Closed(_)) {
            return;
        }
        self.line.set(Line::Lost);
        self.connection.retry(move || self.look());
    }

    /// Connects, if the replay is still there: a failed WebSocket does not tell.
    fn look(self) {
        let (id, shown) = (self.id(), self.shown.get_untracked());
        // The leader's page may have moved since the connection was lost.
        let ply = match shown.leads {
            true => self.wire.with_value(|wire| wire.wanted),
            false => shown.ply,
        };
        let found = async move { find(&id, Some(ply)).await };
        self.connection.request(found, move |found| {
            let missed = self.wire.with_value(|wire| wire.missed);
            match found {
                Ok(_) => self.connect(),
                Err(Trouble::Gone(reason)) if missed >= MAX_MISSED => {
                    self.line.set(Line::Closed(reason));
                }
                Err(trouble) => {
                    // After a restart of the server the creator's page makes it again.
                    let is_gone = matches!(trouble, Trouble::Gone(_));
                    self.wire
                        .update_value(|wire| wire.missed += u32::from(is_gone));
                    self.lost();
                }
            }
        });
    }

    fn hear(self, message: ReceivedByViewer) {
        match message {
            ReceivedByViewer::State {
                ply,
                watching,
                leader,
                leads,
                people,
            } => {
                self.connection.answered();
                self.wire.update_value(|wire| {
                    wire.missed = 0;
                    if !wire.is_told || !leads {
                        (wire.is_told, wire.sent) = (true, ply);
                    }
                });
                self.line.set(Line::Open);
                if let Some(people) = people {
                    self.people.set(people);
                }
                let shown = Shown {
                    ply,
                    watching,
                    leader,
                    leads,
                };
                self.shown.set(shown);
            }
            ReceivedByViewer::Token(token) => {
                // The creator's own token stays valid.
                if !untrack(|| self.is_creator()) {
                    let own = Own { token, link: None };
                    own.keep(&self.id());
                    self.own.set(Some(own));
                }
            }
            ReceivedByViewer::Bye { reason, code } => {
                if code.code == REPLAY_ENDED {
                    Own::forget(&self.id());
                }
                let reason = server_error::bye(&code, &reason);
                self.line.set(Line::Closed(reason));
                self.connection.close();
            }
            ReceivedByViewer::Other => {}
        }
    }
}
