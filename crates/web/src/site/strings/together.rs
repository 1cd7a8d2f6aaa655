//! Texts of replays that several people watch together.

use crate::platform::locale::texts;

texts! {
    "site_together";
    /// The heading.
    title,
    /// The app comes from a plain file server.
    no_server,
    /// The replay is gone.
    ended,
    /// The line below that.
    ended_text,
    /// Line: this page leads.
    you_lead,
    /// Line: nobody leads.
    nobody_leads,
    /// Shows what the leader shows.
    follow_again,
    /// Label of the link.
    link,
    /// What the link is for.
    link_hint,
    /// Nobody else is there.
    nobody_here,
    /// Beside a name: this person leads from now on.
    let_lead,
    /// The creator leads again.
    lead,
    /// Ends the replay.
    end,
    /// The question before that.
    end_sure,
    /// What it means.
    end_text,
    /// The name of who has given none.
    guest,
    /// Line: another participant leads.
    leads(name: &str),
    /// Line: the reader looks at another position while another participant leads.
    on_your_own(name: &str),
    /// The number of people who watch.
    watching(count: usize),
}
