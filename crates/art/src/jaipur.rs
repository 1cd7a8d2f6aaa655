//! The cards of Jaipur: six goods, the camel, and the back that all share.
//!
//! Every card is paper with one strong band. The band's two borders are printed with the suit's own block, the emblem
//! stands before the sun and is taller than the band, and the suit's letter stands in two corners.

use super::draw::{Drawing, polar};
use super::glyph;
use super::palette::{self, INK, Inks, PAPER, ROSE, ROSE_DEEP, ROSE_LIGHT};

/// A kind of card in Jaipur.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum JaipurCard {
    /// A cut stone.
    Diamond,
    /// Three ingots.
    Gold,
    /// A bangle.
    Silver,
    /// Folded cloth.
    Cloth,
    /// A cone of spice in a bowl.
    Spice,
    /// A stretched hide.
    Leather,
    /// A camel; not a good.
    Camel,
}

impl JaipurCard {
    /// All kinds, the six goods in order of value first.
    pub const ALL: [Self; 7] = [
        Self::Diamond,
        Self::Gold,
        Self::Silver,
        Self::Cloth,
        Self::Spice,
        Self::Leather,
        Self::Camel,
    ];

    /// The letter in the card's corners.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Diamond => 'D',
            Self::Gold => 'G',
            Self::Silver => 'S',
            Self::Cloth => 'C',
            Self::Spice => 'P',
            Self::Leather => 'L',
            Self::Camel => 'M',
        }
    }

    /// The shades in which the kind is printed.
    #[must_use]
    pub fn inks(self) -> Inks {
        match self {
            Self::Diamond => palette::DIAMOND,
            Self::Gold => palette::GOLD,
            Self::Silver => palette::SILVER,
            Self::Cloth => palette::CLOTH,
            Self::Spice => palette::SPICE,
            Self::Leather => palette::LEATHER,
            Self::Camel => palette::CAMEL,
        }
    }

    /// The name of the kind as a CSS class, e.g. `diamond`.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Self::Diamond => "diamond",
            Self::Gold => "gold",
            Self::Silver => "silver",
            Self::Cloth => "cloth",
            Self::Spice => "spice",
            Self::Leather => "leather",
            Self::Camel => "camel",
        }
    }
}

/// The width of a card in units.
pub(super) const WIDTH: f64 = 250.0;
/// The height of a card in units.
pub(super) const HEIGHT: f64 = 350.0;
/// Where the band begins.
const TOP: f64 = 72.0;
/// Where the band ends.
const BOTTOM: f64 = HEIGHT - TOP;
/// The height of a printed border of the band.
const STRIP: f64 = 20.0;

/// A blank card of paper.
pub(super) fn blank(class: &str) -> Drawing {
    let mut drawing = Drawing::new(WIDTH, HEIGHT, class);
    drawing.rect(0.0, 0.0, WIDTH, HEIGHT, 18.0, "#cdbf9f");
    drawing.rect(2.0, 2.0, WIDTH - 4.0, HEIGHT - 4.0, 16.5, PAPER);
    drawing
}

/// The front of a card, 250 by 350 units.
#[must_use]
pub fn card(kind: JaipurCard) -> String {
    let inks = kind.inks();
    let mut drawing = blank("art-card");
    drawing.rect(2.0, TOP, WIDTH - 4.0, BOTTOM - TOP, 0.0, inks.base);
    let low = (2.0, TOP + STRIP);
    let high = (WIDTH - 2.0, BOTTOM - STRIP);
    match kind {
        JaipurCard::Diamond => diamond(&mut drawing, inks, low, high),
        JaipurCard::Gold => gold(&mut drawing, inks, low, high),
        JaipurCard::Silver => silver(&mut drawing, inks, low, high),
        JaipurCard::Cloth => cloth(&mut drawing, inks, low, high),
        JaipurCard::Spice => spice(&mut drawing, inks, low, high),
        JaipurCard::Leather => leather(&mut drawing, inks, low, high),
        JaipurCard::Camel => camel(&mut drawing, inks),
    }
    corners(&mut drawing, &kind.letter().to_string(), inks.deep);
    drawing.finish()
}

/// The lettering in two corners, the second turned about.
pub(super) fn corners(drawing: &mut Drawing, text: &str, ink: &str) {
    glyph::starting(drawing, text, (16.0, 14.0), 48.0, ink);
    drawing.placed((WIDTH - 16.0, HEIGHT - 14.0), 1.0, 180.0, |drawing| {
        glyph::starting(drawing, text, (0.0, 0.0), 48.0, ink);
    });
}

/// Both borders of the band, ten blocks each, the lower one mirrored.
fn borders(drawing: &mut Drawing, kind: JaipurCard) {
    let inks = kind.inks();
    for (y, degrees) in [(TOP, 0.0), (BOTTOM, 180.0)] {
        let x = if degrees == 0.0 { 0.0 } else { WIDTH };
        drawing.placed((x, y), 1.0, degrees, |drawing| {
            drawing.rect(2.0, 0.0, WIDTH - 4.0, STRIP, 0.0, inks.deep);
            for i in 0..10 {
                let x = 12.5 + f64::from(i) * 25.0;
                block(drawing, kind, x, inks.light);
            }
        });
    }
}

/// One block of a border, about `(x, 10)`.
fn block(drawing: &mut Drawing, kind: JaipurCard, x: f64, ink: &str) {
    match kind {
        JaipurCard::Diamond => drawing.rhombus(x, 10.0, 9.0, 6.0, ink),
        JaipurCard::Gold => {
            drawing.polygon(
                &[
                    (x - 9.5, 15.5),
                    (x - 5.5, 5.0),
                    (x + 5.5, 5.0),
                    (x + 9.5, 15.5),
                ],
                ink,
            );
        }
        JaipurCard::Silver => drawing.ring(x, 10.0, 5.2, ink, 3.4),
        JaipurCard::Cloth => {
            let left = x - 12.5;
            drawing.polygon(&[(left.max(2.0), 20.0), (x, 4.0), (x + 12.5, 20.0)], ink);
        }
        JaipurCard::Spice => {
            drawing.path(
                &format!(
                    "M{} 16A8.5 8.5 0 0 1 {} 16Z",
                    super::draw::num(x - 8.5),
                    super::draw::num(x + 8.5)
                ),
                ink,
            );
            if x < 230.0 {
                drawing.disc(x + 12.5, 6.5, 2.4, ink);
            }
        }
        JaipurCard::Leather => {
            let (a, b) = (super::draw::num(x - 5.5), super::draw::num(x + 5.5));
            drawing.line(&format!("M{a} 5L{b} 15M{b} 5L{a} 15"), ink, 3.2);
        }
        JaipurCard::Camel => {
            drawing.star((x, 10.0), 4, 8.0, 3.0, ink);
        }
    }
}

type Corner = (f64, f64);

fn diamond(drawing: &mut Drawing, inks: Inks, low: Corner, high: Corner) {
    let (cx, cy) = (125.0, 175.0);
    drawing.rays((cx, cy), 20, low, high, inks.mid);
    borders(drawing, JaipurCard::Diamond);
    drawing.rhombus(cx, cy, 100.0, 129.0, PAPER);
    let outer = [
        (cx, cy - 116.0),
        (cx + 89.0, cy),
        (cx, cy + 116.0),
        (cx - 89.0, cy),
    ];
    let inner = [
        (cx, cy - 60.0),
        (cx + 46.0, cy),
        (cx, cy + 60.0),
        (cx - 46.0, cy),
    ];
    // The light comes from the upper left: shades of the three facets on each of the four edges.
    let shades = [
        [inks.light, "#7cc4ef", "#4aa9e2"],
        [inks.mid, inks.deep, "#08335c"],
        ["#08335c", inks.mid, inks.deep],
        ["#4aa9e2", inks.light, GLINT],
    ];
    for (edge, shade) in shades.into_iter().enumerate() {
        let next = (edge + 1) % 4;
        let middle = (
            (outer[edge].0 + outer[next].0) / 2.0,
            (outer[edge].1 + outer[next].1) / 2.0,
        );
        drawing.polygon(&[outer[edge], middle, inner[edge]], shade[0]);
        drawing.polygon(&[middle, inner[next], inner[edge]], shade[1]);
        drawing.polygon(&[middle, outer[next], inner[next]], shade[2]);
    }
    drawing.polygon(&inner, inks.light);
    drawing.polygon(&[inner[0], inner[1], inner[3]], GLINT);
    drawing.polygon(&[inner[1], inner[2], (cx, cy)], inks.base);
    drawing.star((cx + 72.0, cy - 82.0), 4, 21.0, 4.5, PAPER);
}

/// The brightest facets of a cut stone.
const GLINT: &str = "#eaf6fe";

fn gold(drawing: &mut Drawing, inks: Inks, low: Corner, high: Corner) {
    drawing.rays((125.0, 168.0), 18, low, high, "#ffd454");
    drawing.disc(125.0, 152.0, 80.0, PAPER);
    drawing.rect(2.0, 224.0, WIDTH - 4.0, 36.0, 0.0, inks.mid);
    borders(drawing, JaipurCard::Gold);
    for (x, y) in [(62.0, 250.0), (154.0, 250.0), (108.0, 184.0)] {
        ingot(drawing, inks, x, y);
    }
}

/// An ingot whose front stands on `y` with its middle at `x`.
fn ingot(drawing: &mut Drawing, inks: Inks, x: f64, y: f64) {
    drawing.polygon(
        &[
            (x - 46.0, y),
            (x - 34.0, y - 46.0),
            (x - 18.0, y - 64.0),
            (x + 50.0, y - 64.0),
            (x + 64.0, y - 18.0),
            (x + 46.0, y),
        ],
        inks.deep,
    );
    drawing.polygon(
        &[
            (x - 34.0, y - 47.0),
            (x - 18.0, y - 64.0),
            (x + 50.0, y - 64.0),
            (x + 34.0, y - 47.0),
        ],
        inks.light,
    );
    drawing.polygon(
        &[
            (x - 46.0, y),
            (x - 34.0, y - 45.0),
            (x + 34.0, y - 45.0),
            (x + 46.0, y),
        ],
        inks.base,
    );
    drawing.polygon(
        &[
            (x - 27.0, y - 10.0),
            (x - 22.0, y - 35.0),
            (x + 22.0, y - 35.0),
            (x + 27.0, y - 10.0),
        ],
        inks.mid,
    );
    drawing.star((x, y - 22.0), 8, 10.5, 4.5, inks.light);
}

fn silver(drawing: &mut Drawing, inks: Inks, low: Corner, high: Corner) {
    let (cx, cy) = (125.0, 175.0);
    drawing.rays((cx, cy), 28, low, high, "#d7dee4");
    borders(drawing, JaipurCard::Silver);
    // Bells along the rim.
    for i in 0..20 {
        let (x, y) = polar(cx, cy, 99.0, f64::from(i) * 18.0);
        drawing.disc(x, y, 12.5, inks.deep);
        drawing.disc(x, y, 8.5, PAPER);
    }
    drawing.disc(cx, cy, 97.0, inks.deep);
    drawing.disc(cx, cy, 91.0, inks.light);
    drawing.disc(cx, cy, 84.0, inks.mid);
    // Petals engraved all round, the light falling from the upper left.
    for i in 0..20 {
        let degrees = f64::from(i) * 18.0;
        let lit = (degrees - 225.0).to_radians().cos() > 0.0;
        drawing.placed(
            polar(cx, cy, 68.0, degrees),
            1.0,
            degrees + 90.0,
            |drawing| {
                drawing.rhombus(0.0, 0.0, 9.5, 13.0, if lit { "#ffffff" } else { inks.base });
            },
        );
    }
    drawing.disc(cx, cy, 53.0, inks.light);
    drawing.disc(cx, cy, 47.0, inks.deep);
    drawing.disc(cx, cy, 41.0, inks.base);
    drawing.star((cx, cy), 14, 41.0, 24.0, "#d7dee4");
}

fn cloth(drawing: &mut Drawing, inks: Inks, low: Corner, high: Corner) {
    drawing.rays((125.0, 258.0), 36, low, high, "#c64c95");
    drawing.disc(125.0, 160.0, 82.0, inks.light);
    drawing.rect(2.0, 222.0, WIDTH - 4.0, 38.0, 0.0, inks.mid);
    borders(drawing, JaipurCard::Cloth);
    // Four folded lengths, the fold to the left.
    for (i, y) in [211.0, 169.0, 127.0, 85.0].into_iter().enumerate() {
        let (outside, inside) = if i % 2 == 1 {
            (inks.deep, inks.base)
        } else {
            (PAPER, inks.light)
        };
        drawing.path(
            &format!("M59 {y}H212V{}H59A20.5 20.5 0 0 1 59 {y}Z", y + 41.0),
            outside,
        );
        drawing.path(
            &format!(
                "M60 {}H212V{}H60A11.5 11.5 0 0 1 60 {}Z",
                y + 9.0,
                y + 32.0,
                y + 9.0
            ),
            inside,
        );
        drawing.line(&format!("M62 {}H209.5", y + 20.5), outside, 5.0);
    }
    // One end hangs down before them, printed with rhombi.
    drawing.polygon(
        &[
            (86.0, 79.0),
            (184.0, 79.0),
            (184.0, 214.0),
            (135.0, 256.0),
            (86.0, 214.0),
        ],
        inks.deep,
    );
    drawing.polygon(
        &[
            (92.0, 79.0),
            (178.0, 79.0),
            (178.0, 211.0),
            (135.0, 248.0),
            (92.0, 211.0),
        ],
        "#f6b80c",
    );
    drawing.polygon(
        &[
            (101.0, 79.0),
            (169.0, 79.0),
            (169.0, 207.0),
            (135.0, 236.0),
            (101.0, 207.0),
        ],
        PAPER,
    );
    for y in [111.0, 153.0, 195.0] {
        drawing.rhombus(135.0, y, 23.0, 19.0, inks.base);
        drawing.rhombus(135.0, y, 10.0, 8.5, PAPER);
    }
    drawing.rect(84.0, 66.0, 102.0, 20.0, 10.0, inks.deep);
    drawing.rect(89.0, 71.0, 92.0, 10.0, 5.0, "#f6b80c");
}

fn spice(drawing: &mut Drawing, inks: Inks, low: Corner, high: Corner) {
    drawing.rays((125.0, 150.0), 22, low, high, "#ec7330");
    drawing.disc(125.0, 152.0, 82.0, inks.light);
    drawing.rect(2.0, 234.0, WIDTH - 4.0, 26.0, 0.0, inks.mid);
    borders(drawing, JaipurCard::Spice);
    // The cone, lit from the left, with a smaller one of another spice on each side.
    drawing.path("M52 190L78 140Q82 132 88 140L112 190Z", "#f6b80c");
    drawing.path("M84 136Q86 136 88 140L112 190H84Z", "#c98600");
    drawing.path("M198 190L172 140Q168 132 162 140L138 190Z", "#f6b80c");
    drawing.path("M166 136Q169 134 172 140L198 190H160Z", "#c98600");
    drawing.path("M62 192L117 62Q125 46 133 62L188 192Z", inks.base);
    drawing.path("M125 53Q130 53 133 62L188 192H136Z", inks.mid);
    // The bowl.
    drawing.path(
        "M34 184H216C216 228 190 250 160 256V266H90V256C60 250 34 228 34 184Z",
        INK,
    );
    drawing.rect(28.0, 178.0, 194.0, 17.0, 8.5, PAPER);
    drawing.path(
        "M42.5 205H207.5C205.5 213 202 219 198 224H52C48 219 44.5 213 42.5 205Z",
        PAPER,
    );
    for i in 0..7 {
        drawing.rhombus(65.0 + f64::from(i) * 20.0, 214.5, 8.0, 7.5, inks.base);
    }
}

fn leather(drawing: &mut Drawing, inks: Inks, low: Corner, high: Corner) {
    drawing.rays((125.0, 175.0), 16, low, high, "#83502a");
    borders(drawing, JaipurCard::Leather);
    // Cords from the hide to the frame.
    for [from, to] in [
        [(125.0, 102.0), (125.0, 76.0)],
        [(72.0, 112.0), (46.0, 84.0)],
        [(96.0, 150.0), (46.0, 136.0)],
        [(92.0, 196.0), (46.0, 214.0)],
        [(66.0, 236.0), (46.0, 266.0)],
        [(125.0, 246.0), (125.0, 274.0)],
    ] {
        for mirror in [false, true] {
            let x = |x: f64| if mirror { WIDTH - x } else { x };
            drawing.line(
                &format!("M{} {}L{} {}", x(from.0), from.1, x(to.0), to.1),
                PAPER,
                4.0,
            );
        }
    }
    for (scale, fill) in [(0.9, inks.deep), (0.83, TAN), (0.58, inks.light)] {
        drawing.placed(
            (125.0 - 125.0 * scale, 175.0 - 172.0 * scale),
            scale,
            0.0,
            |drawing| {
                drawing.path(HALF_HIDE, fill);
                drawing.placed((WIDTH, 0.0), 1.0, 0.0, |drawing| {
                    drawing.mirrored(|drawing| drawing.path(HALF_HIDE, fill))
                });
            },
        );
    }
    // The frame of four poles, bound at the corners.
    for (x, y, width, height) in [
        (37.0, 66.0, 14.0, 218.0),
        (199.0, 66.0, 14.0, 218.0),
        (20.0, 75.0, 210.0, 14.0),
        (20.0, 261.0, 210.0, 14.0),
    ] {
        drawing.rect(x, y, width, height, 7.0, inks.deep);
        drawing.rect(x + 2.5, y + 2.5, width - 5.0, height - 5.0, 4.5, TAN);
    }
    for (x, y) in [(44.0, 82.0), (206.0, 82.0), (44.0, 268.0), (206.0, 268.0)] {
        drawing.rect(x - 10.0, y - 10.0, 20.0, 20.0, 4.0, inks.deep);
        drawing.line(
            &format!("M{} {}L{} {}", x - 5.5, y - 5.5, x + 5.5, y + 5.5),
            PAPER,
            4.0,
        );
        drawing.line(
            &format!("M{} {}L{} {}", x + 5.5, y - 5.5, x - 5.5, y + 5.5),
            PAPER,
            4.0,
        );
    }
}

/// Wood and hide.
const TAN: &str = "#dba463";

/// The right half of a hide about x = 125, its middle at y = 172.
const HALF_HIDE: &str = "M125 80C137 80 143 86 147 97C152 109 162 108 173 99L190 85C198 95 200 104 194 114C184 129 171 134 171 156C171 180 190 192 200 220C203 230 198 238 188 246L171 236C160 226 150 226 142 236C137 243 133 255 125 262Z";

fn camel(drawing: &mut Drawing, inks: Inks) {
    for (x, y, size) in [
        (24.0, 112.0, 6.0),
        (52.0, 140.0, 4.0),
        (226.0, 160.0, 4.0),
        (30.0, 178.0, 3.5),
    ] {
        drawing.star((x, y), 4, size, size * 0.35, inks.light);
    }
    // The sun sets behind the dunes and is larger than the band.
    borders(drawing, JaipurCard::Camel);
    drawing.disc(120.0, 138.0, 88.0, "#e0562f");
    drawing.path(
        "M2 214C40 194 74 200 116 214C160 228 204 214 248 196V260H2Z",
        inks.mid,
    );
    drawing.path(
        "M2 246C60 222 120 246 170 240C204 236 226 226 248 224V260H2Z",
        inks.light,
    );
    drawing.placed((7.0, 52.0), 1.0, 0.0, |drawing| {
        camel_figure(drawing, inks.light, "#c58f45", Some(inks))
    });
}

/// A camel walking to the right, in a box of 232 by 208 units, its feet on 202.
///
/// `far` is the ink of the legs on the far side. With `saddle` it wears a printed cloth and a halter.
pub(super) fn camel_figure(drawing: &mut Drawing, near: &str, far: &str, saddle: Option<Inks>) {
    // Far legs.
    drawing.path(FAR_LEGS, far);
    drawing.path(BODY, near);
    if let Some(inks) = saddle {
        drawing.path(
            "M81 70C85 59 90 50 97 50C105 50 112 62 118 74L125 118H71Z",
            "#f6b80c",
        );
        drawing.path(
            "M84 74C88 62 91 55 97 55C103 55 109 65 114 76L119.5 112H77Z",
            inks.base,
        );
        drawing.path("M77.6 104H118.4L119.5 112H77Z", "#fff8e7");
        for (x, y) in [(98.0, 72.0), (89.5, 88.0), (106.5, 88.0)] {
            drawing.rhombus(x, y, 5.5, 6.5, "#fff8e7");
        }
        drawing.line("M196 36L203 56M196 36L184 40M199 45L214 47", inks.base, 3.0);
    }
}

const FAR_LEGS: &str = "M128 120C134 140 134 150 138 160C142 172 150 180 158 190L166 197C168 199 167 202 164 202H150C147 192 136 178 130 168C124 156 116 140 112 126ZM86 118C92 138 88 148 86 158C84 170 90 180 92 190L99 197C101 199 100 202 97 202H84C82 190 76 176 76 164C74 150 66 140 62 126Z";

const BODY: &str = "M97 48C111 48 118 68 127 80C135 91 147 93 155 86C166 77 168 54 175 41C178 35 182 32 186 31L187 24C192 25 195 28 195 32C203 34 210 40 217 45C222 48 222 55 217 57C210 59 204 57 198 58C192 60 190 65 188 72C183 92 177 108 165 118C160 122 156 126 154 134C152 146 147 152 145 162C142 174 138 182 137 190L144 197C146 199 145 202 142 202H128C127 190 131 176 132 164C132 152 128 142 126 132C108 140 94 132 82 124C82 136 76 146 68 154C62 162 58 176 55 190L61 197C63 199 62 202 59 202H45C45 190 50 174 53 162C55 150 50 142 48 132C46 122 46 112 47 104C44 112 44 122 43 132C42 136 38 136 38 131C38 118 40 104 46 96C50 88 58 84 66 80C76 74 82 48 97 48Z";

/// The back of every card, 250 by 350 units: windows of the wind palace, row upon row.
#[must_use]
pub fn back() -> String {
    let mut drawing = blank("art-card art-back");
    drawing.rect(12.0, 12.0, WIDTH - 24.0, HEIGHT - 24.0, 9.0, ROSE);
    drawing.rect(19.0, 19.0, WIDTH - 38.0, HEIGHT - 38.0, 4.0, ROSE_LIGHT);
    drawing.rect(22.0, 22.0, WIDTH - 44.0, HEIGHT - 44.0, 2.0, ROSE);
    for row in 0..5 {
        for column in 0..4 {
            let x = 29.0 + f64::from(column) * 50.0;
            let y = 30.0 + f64::from(row) * 59.5;
            window(&mut drawing, x, y);
        }
    }
    drawing.finish()
}

/// A window with a pointed arch in a box of 42 by 52 units.
fn window(drawing: &mut Drawing, x: f64, y: f64) {
    drawing.placed((x, y), 1.0, 0.0, |drawing| {
        drawing.path("M0 52V20C0 10 12 10 21 0C30 10 42 10 42 20V52Z", ROSE_LIGHT);
        drawing.path("M6 46V22C6 15 14 15 21 8C28 15 36 15 36 22V46Z", ROSE_DEEP);
        drawing.rhombus(21.0, 31.0, 8.0, 10.0, ROSE_LIGHT);
    });
}

/// The kind's mark in a box of 24 by 24 units, in one ink: for coins, chips and the log.
#[must_use]
pub fn symbol(kind: JaipurCard, ink: &str) -> String {
    let mut drawing = Drawing::new(24.0, 24.0, "art-symbol");
    mark(&mut drawing, kind, ink);
    drawing.finish()
}

/// Draws the kind's mark into a box of 24 by 24 units.
pub(super) fn mark(drawing: &mut Drawing, kind: JaipurCard, ink: &str) {
    match kind {
        JaipurCard::Diamond => {
            drawing.path(
                "M12 1L21.5 12L12 23L2.5 12ZM12 6.5L7.5 12L12 17.5L16.5 12Z",
                ink,
            );
        }
        JaipurCard::Gold => {
            drawing.path(
                "M7.5 3H16.5L19 10.5H5ZM3.5 12.5H11L11.5 21H1ZM13 12.5H20.5L23 21H12.5Z",
                ink,
            );
        }
        JaipurCard::Silver => drawing.ring(12.0, 12.0, 8.0, ink, 5.0),
        JaipurCard::Cloth => {
            drawing.path("M6 3H22V8H6A2.5 2.5 0 0 1 6 3ZM6 9.5H22V14.5H6A2.5 2.5 0 0 1 6 9.5ZM6 16H22V21H6A2.5 2.5 0 0 1 6 16Z", ink);
        }
        JaipurCard::Spice => drawing.path(
            "M12 1.5L19 12.5H5ZM2 14.5H22C22 19.5 18 22.5 12 22.5C6 22.5 2 19.5 2 14.5Z",
            ink,
        ),
        JaipurCard::Leather => {
            drawing.path("M12 3C14 3 14.5 6.5 17 5L20.5 2.5L22 6.5L17.5 11L22 18.5L20 22L15.5 19.5C13.5 18.5 13.5 22.5 12 22.5C10.5 22.5 10.5 18.5 8.5 19.5L4 22L2 18.5L6.5 11L2 6.5L3.5 2.5L7 5C9.5 6.5 10 3 12 3Z", ink);
        }
        JaipurCard::Camel => {
            drawing.placed((-2.4, 1.2), 0.106, 0.0, |drawing| {
                drawing.path(FAR_LEGS, ink);
                drawing.path(BODY, ink);
            });
        }
    }
}
