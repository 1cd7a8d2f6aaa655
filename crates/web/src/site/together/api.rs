//! Requests about shared replays, and what this tab keeps of them.

use crate::platform::http::{Trouble, json, text};
use crate::platform::storage;
use parlour_protocol::shared_replay::{NewSharedReplay, SharedReplay};

/// Before the id, in the storage of the tab.
const KEY: &str = "parlour/together/";

/// The token that this tab has for a replay.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Own {
    /// That of the creator or of the leader.
    pub(super) token: String,
    /// The text of the record's link, if this tab has made the replay: it makes it again after a restart of the server.
    pub(super) link: Option<String>,
}

impl Own {
    /// What this tab has kept.
    pub(super) fn of(id: &str) -> Option<Own> {
        let kept = storage::tab_text(&format!("{KEY}{id}"))?;
        let (token, link) = match kept.split_once(' ') {
            Some((token, link)) => (token, Some(link.to_owned())),
            None => (kept.as_str(), None),
        };
        Some(Own {
            token: token.to_owned(),
            link,
        })
    }

    /// Keeps it as long as the tab: a reload changes nothing.
    pub(super) fn keep(&self, id: &str) {
        let kept = match &self.link {
            Some(link) => format!("{} {link}", self.token),
            None => self.token.clone(),
        };
        storage::put_tab_text(&format!("{KEY}{id}"), Some(&kept));
    }

    /// Forgets it: the replay has ended and is not to be made again.
    pub(super) fn forget(id: &str) {
        storage::put_tab_text(&format!("{KEY}{id}"), None);
    }
}

/// Makes a replay, or finds the one that was made with the token.
///
/// # Errors
/// [`Trouble`].
pub(super) async fn make(own: &Own, ply: usize) -> Result<SharedReplay, Trouble> {
    let replay = NewSharedReplay {
        record: own.link.clone().into(),
        ply: ply as u64,
    };
    let body = serde_json::to_string(&replay).expect("a replay has string keys");
    let token = Some(own.token.as_str());
    json("POST", "api/v1/shared-replays", Some(&body), token).await
}

/// A replay.
///
/// # Errors
/// [`Trouble::Gone`] when there is none.
pub(super) async fn show(id: &str) -> Result<SharedReplay, Trouble> {
    json("GET", &address(id, ""), None, None).await
}

/// Ends a replay.
///
/// # Errors
/// [`Trouble`].
pub(super) async fn end(id: &str, token: &str) -> Result<(), Trouble> {
    (text("DELETE", &address(id, ""), None, Some(token)).await).map(drop)
}

/// The address of a replay within the app.
pub(super) fn address(id: &str, what: &str) -> String {
    let id = String::from(js_sys::encode_uri_component(id));
    format!("api/v1/shared-replays/{id}{what}")
}
