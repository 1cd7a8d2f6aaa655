//! The inks: what is printed in which colour.
//!
//! The seven bases of Jaipur were chosen so that any two stay further apart than the closest pair of the Okabe–Ito
//! palette does, in normal sight and with protanopia, deuteranopia and tritanopia (a test measures it).

/// The ground of every card.
pub const PAPER: &str = "#fff8e7";
/// The darkest ink, for what belongs to no suit.
pub const INK: &str = "#241b2f";
/// The colour of Parlour's own mark and of the card backs.
pub const ROSE: &str = "#c8473a";
/// The dark shade of [`ROSE`].
pub const ROSE_DEEP: &str = "#7d2218";
/// The light shade of [`ROSE`].
pub const ROSE_LIGHT: &str = "#f6c4b4";

/// The four shades in which a suit is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inks {
    /// The colour by which the suit is known: the band of its cards, the face of its coins.
    pub base: &'static str,
    /// Dark enough for lettering on paper.
    pub deep: &'static str,
    /// Between base and deep.
    pub mid: &'static str,
    /// A tint for skies and highlights.
    pub light: &'static str,
}

/// Shades of diamonds.
pub const DIAMOND: Inks = Inks {
    base: "#1f93d8",
    deep: "#0b4377",
    mid: "#126bac",
    light: "#c4e6fb",
};
/// Shades of gold.
pub const GOLD: Inks = Inks {
    base: "#f6b80c",
    deep: "#7c4d00",
    mid: "#c98600",
    light: "#ffeaa8",
};
/// Shades of silver.
pub const SILVER: Inks = Inks {
    base: "#bcc7d1",
    deep: "#3f4d5b",
    mid: "#7f8e9c",
    light: "#f1f4f6",
};
/// Shades of cloth.
pub const CLOTH: Inks = Inks {
    base: "#b83484",
    deep: "#680f4a",
    mid: "#8f1f68",
    light: "#f8cfe5",
};
/// Shades of spice.
pub const SPICE: Inks = Inks {
    base: "#e0560f",
    deep: "#7e2502",
    mid: "#b03c04",
    light: "#ffd3a6",
};
/// Shades of leather.
pub const LEATHER: Inks = Inks {
    base: "#6d3b18",
    deep: "#3a1c09",
    mid: "#53290e",
    light: "#e8c79f",
};
/// Shades of the camels: a night in the desert.
pub const CAMEL: Inks = Inks {
    base: "#1b2550",
    deep: "#0f1533",
    mid: "#34427c",
    light: "#f3cb80",
};
