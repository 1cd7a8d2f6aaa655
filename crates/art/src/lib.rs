//! Everything that is drawn: cards, coins, pictures and the mark of Parlour.
//!
//! Pure functions from plain data to SVG markup. They depend on nothing but `std`, so the same drawings serve the page
//! (`inner_html`), the tests and the documents. Three rules hold for every drawing, and the tests check them:
//!
//! - no `id` (the same card stands on the page many times) and no `style` (the page's content policy forbids it);
//! - lettering is drawn as strokes ([`glyph`]), so that it looks the same on every machine;
//! - the root is `aria-hidden`: the name of a thing is said by the button or figure around it.
//!
//! Drawings have a `viewBox` and no size; they fill the width that the style sheet gives them.

pub mod brand;
pub mod coins;
mod draw;
pub mod glyph;
pub mod home;
pub mod icons;
pub mod jaipur;
pub mod painting;
pub mod palette;
pub mod primi;

#[cfg(test)]
mod tests;
