//! Markup that cannot hold what somebody else has written: whatever is not part of the program is escaped.

use crate::text::parts;
use std::fmt::{self, Write as _};

/// Markup.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Html(String);

impl Html {
    /// Markup of the program itself.
    pub(super) fn of(markup: &'static str) -> Html {
        Html(markup.to_owned())
    }

    /// Adds markup of the program itself.
    pub(super) fn raw(&mut self, markup: &'static str) -> &mut Html {
        self.0.push_str(markup);
        self
    }

    /// Adds text, also within the quotes of an attribute.
    pub(super) fn text(&mut self, text: &str) -> &mut Html {
        for letter in text.chars() {
            match letter {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                other => self.0.push(other),
            }
        }
        self
    }

    /// Adds text in which something to be typed stands between backticks.
    pub(super) fn prose(&mut self, line: &str) -> &mut Html {
        for (is_typed, part) in parts(line) {
            match is_typed {
                true => self.element("<code>", part, "</code>"),
                false => self.text(part),
            };
        }
        self
    }

    /// Adds a number.
    pub(super) fn number(&mut self, number: impl fmt::Display) -> &mut Html {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write!(text, "{number}");
        self.text(&text)
    }

    /// Adds a place or a length of a drawing, to a tenth.
    pub(super) fn at(&mut self, place: f64) -> &mut Html {
        let _ = write!(self.0, "{place:.1} ");
        self
    }

    /// Adds other markup.
    pub(super) fn html(&mut self, other: &Html) -> &mut Html {
        self.0.push_str(&other.0);
        self
    }

    /// Adds an element that holds a text.
    pub(super) fn element(
        &mut self,
        open: &'static str,
        text: &str,
        close: &'static str,
    ) -> &mut Html {
        self.raw(open).text(text).raw(close)
    }

    /// Adds a link.
    pub(super) fn link(&mut self, open: &'static str, href: &str, text: &str) -> &mut Html {
        self.raw(open).raw(" href=\"").text(href).raw("\">");
        self.text(text).raw("</a>")
    }

    /// The markup as text.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_wrote_is_no_markup() {
        let mut html = Html::of("<p title=\"");
        html.text("a\" onclick=\"b").raw("\">");
        html.text("<script>alert('x') && y</script>").raw("</p>");
        assert_eq!(
            html.as_str(),
            "<p title=\"a&quot; onclick=&quot;b\">&lt;script&gt;alert('x') &amp;&amp; y&lt;/script&gt;</p>"
        );
        let mut html = Html::default();
        html.prose("Start `a <b>` there");
        assert_eq!(html.as_str(), "Start <code>a &lt;b&gt;</code> there");
    }
}
