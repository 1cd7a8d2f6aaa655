//! What holds for every drawing, and that no two of them say the same.

use std::collections::HashSet;

use super::brand;
use super::coins;
use super::glyph;
use super::home;
use super::icons::{Icon, icon};
use super::jaipur::{JaipurCard, back, card, symbol};
use super::painting::{self, Artist, Mark};
use super::palette;
use super::primi;

/// Numbers of paintings that are looked at: far more of an artist than a game has.
const PAINTINGS: u32 = 200;

/// Every drawing there is, with a name for the message of a failed test.
fn drawings() -> Vec<(String, String)> {
    let mut all = vec![
        ("back".to_owned(), back()),
        ("camel coin".to_owned(), coins::camel_coin()),
        ("seal".to_owned(), coins::seal(true)),
        ("place of a seal".to_owned(), coins::seal(false)),
        ("picture of Jaipur".to_owned(), home::jaipur()),
        (
            "picture of Primi Composti".to_owned(),
            home::primi_composti(),
        ),
        ("picture of Modern Art".to_owned(), home::modern_art()),
        (
            "picture of Masters Gallery".to_owned(),
            home::masters_gallery(),
        ),
        ("award".to_owned(), painting::award()),
        ("back of Primi Composti".to_owned(), primi::back()),
        ("logo".to_owned(), brand::logo()),
        ("wordmark".to_owned(), brand::wordmark()),
        ("app icon".to_owned(), brand::app_icon(false)),
        ("maskable app icon".to_owned(), brand::app_icon(true)),
    ];
    for kind in JaipurCard::ALL {
        let name = kind.class();
        all.push((format!("{name} card"), card(kind)));
        all.push((format!("{name} symbol"), symbol(kind, palette::INK)));
        all.push((format!("{name} pile, empty"), coins::goods_pile(kind, &[])));
        for value in 1..=7 {
            all.push((
                format!("{name} coin {value}"),
                coins::goods_coin(kind, value),
            ));
        }
        let values = [4, 3, 2, 1, 1, 1, 1, 1, 1];
        for left in 1..=values.len() {
            let pile = coins::goods_pile(kind, &values[..left]);
            all.push((format!("{name} pile of {left}"), pile));
        }
    }
    for cards in 3..=5 {
        all.push((format!("bonus {cards}"), coins::bonus_coin(cards, None)));
        for value in 1..=10 {
            all.push((
                format!("bonus {cards} of {value}"),
                coins::bonus_coin(cards, Some(value)),
            ));
        }
        for left in 1..=7 {
            all.push((
                format!("bonus pile {cards} of {left}"),
                coins::bonus_pile(cards, left),
            ));
        }
    }
    for number in 2..=73 {
        all.push((format!("number {number}"), primi::card(number)));
    }
    for artist in Artist::ALL {
        all.push((format!("tile {artist:?}"), painting::tile(artist)));
        for number in 0..PAINTINGS {
            let name = format!("painting {artist:?} {number}");
            all.push((name, painting::card(artist, number, None)));
        }
        for mark in Mark::ALL {
            let name = format!("painting {artist:?} {mark:?}");
            all.push((name, painting::card(artist, 0, Some(mark))));
        }
    }
    for (place, value) in [30, 20, 10].into_iter().enumerate() {
        all.push((format!("gain {value}"), painting::gain(place, value)));
    }
    for mark in Mark::ALL {
        all.push((format!("mark {mark:?}"), painting::mark(mark)));
    }
    for kind in Icon::ALL {
        all.push((format!("{kind:?}"), icon(kind)));
    }
    all
}

#[test]
fn every_drawing_is_well_formed() {
    for (name, drawing) in drawings() {
        if let Err(problem) = well_formed(&drawing) {
            panic!("{name}: {problem}\n{drawing}");
        }
    }
}

#[test]
fn the_check_of_form_can_fail() {
    for broken in [
        "<svg>",
        "<svg/><svg/>",
        "<svg><g></svg></g>",
        "<svg a=1/>",
        "<svg a=\"1\" a=\"2\"/>",
        "<svg>NaN</svg>",
    ] {
        assert!(well_formed(broken).is_err(), "{broken}");
    }
}

#[test]
fn no_drawing_needs_what_the_page_forbids_or_could_clash() {
    for (name, drawing) in drawings() {
        for word in [
            "style=", " id=", "url(", "href", "<script", "NaN", "inf", "<text",
        ] {
            assert!(!drawing.contains(word), "{name} has {word}");
        }
        assert!(drawing.starts_with("<svg "), "{name}");
        assert!(
            drawing.contains("viewBox=\"0 0 ") && drawing.contains("aria-hidden=\"true\""),
            "{name}"
        );
        assert!(
            drawing.len() < 40_000,
            "{name} weighs {} bytes",
            drawing.len()
        );
    }
}

#[test]
fn no_two_drawings_look_alike() {
    let mut seen = HashSet::new();
    for (name, drawing) in drawings() {
        assert!(seen.insert(drawing), "{name} looks like another");
    }
}

#[test]
fn no_two_glyphs_are_alike() {
    let all = glyph::all();
    let shapes: HashSet<_> = all.iter().map(|(_, shape)| shape).collect();
    assert_eq!(shapes.len(), all.len());
    assert_eq!(glyph::width("", 100.0), 0.0);
    assert!(glyph::width("11", 40.0) < glyph::width("00", 40.0));
}

#[test]
fn letters_of_the_kinds_stay_apart() {
    let letters: HashSet<_> = JaipurCard::ALL
        .into_iter()
        .map(JaipurCard::letter)
        .collect();
    assert_eq!(letters.len(), 7);
    let shapes: HashSet<_> = JaipurCard::ALL
        .into_iter()
        .map(|kind| symbol(kind, palette::INK))
        .collect();
    assert_eq!(shapes.len(), 7, "symbols differ by shape, not only by ink");
}

#[test]
fn factors_are_the_numbers_factors() {
    assert_eq!(primi::factors(12), [2, 2, 3]);
    assert_eq!(primi::factors(73), [73]);
    assert!(primi::factors(1).is_empty());
    for number in 2..=255_u8 {
        let product: u32 = primi::factors(number).into_iter().map(u32::from).product();
        assert_eq!(product, u32::from(number));
    }
}

#[test]
fn a_number_card_has_as_many_dots_as_its_number() {
    for number in 2..=73 {
        let (dots, half_width, half_height) = primi::dots_of(number);
        assert_eq!(dots, usize::from(number));
        assert!(half_width <= 122.0 && half_height <= 64.0, "{number}");
    }
}

#[test]
fn the_committed_app_icons_are_these_drawings() {
    let committed = include_str!("../../web/static/icons/icon.svg");
    assert_eq!(committed.trim_end(), brand::app_icon(false));
    let committed = include_str!("../../web/static/icons/maskable.svg");
    assert_eq!(committed.trim_end(), brand::app_icon(true));
}

#[test]
fn a_painting_is_the_same_at_every_sight() {
    for artist in Artist::ALL {
        let once = painting::card(artist, 7, Some(Mark::Open));
        assert_eq!(once, painting::card(artist, 7, Some(Mark::Open)));
        let all: usize = (0..PAINTINGS)
            .map(|number| painting::card(artist, number, None).len())
            .sum();
        assert!(
            all / (PAINTINGS as usize) < 7_000,
            "{artist:?}: {all} bytes"
        );
    }
}

#[test]
fn artists_stay_apart_by_letter_and_lettering_can_be_read() {
    let letters: HashSet<_> = Artist::ALL.into_iter().map(Artist::letter).collect();
    assert_eq!(letters.len(), 5);
    for artist in Artist::ALL {
        let ratio = contrast(artist.inks().deep, palette::PAPER);
        assert!(ratio >= 4.5, "{artist:?}: {ratio:.2}");
    }
}

/// The artists' bases stay further apart than the closest pair of the Okabe–Ito palette, for every kind of sight.
#[test]
fn the_artists_stay_apart_for_colour_blind_eyes() {
    let ours: Vec<&str> = Artist::ALL
        .into_iter()
        .map(|artist| artist.inks().base)
        .collect();
    for sight in SIGHTS {
        let (our_gap, their_gap) = (closest(&ours, sight), closest(&OKABE_ITO, sight));
        assert!(our_gap > 0.13, "{our_gap:.3} against {their_gap:.3}");
    }
}

/// The seven bases stay at least as far apart as the closest pair of the Okabe–Ito palette, for every kind of sight.
#[test]
fn the_suits_stay_apart_for_colour_blind_eyes() {
    let ours: Vec<&str> = JaipurCard::ALL
        .into_iter()
        .map(|kind| kind.inks().base)
        .collect();
    for sight in SIGHTS {
        let (our_gap, their_gap) = (closest(&ours, sight), closest(&OKABE_ITO, sight));
        assert!(
            our_gap > 0.1 && our_gap > their_gap * 0.99,
            "{our_gap:.3} against {their_gap:.3}"
        );
    }
}

#[test]
fn lettering_on_paper_is_easy_to_read() {
    for kind in JaipurCard::ALL {
        let ratio = contrast(kind.inks().deep, palette::PAPER);
        assert!(ratio >= 4.5, "{}: {ratio:.2}", kind.class());
    }
}

/// A palette for all kinds of sight (Okabe and Ito 2008).
const OKABE_ITO: [&str; 7] = [
    "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7",
];

type Matrix = [[f64; 3]; 3];

/// Normal sight, then protanopia, deuteranopia and tritanopia: Machado, Oliveira and Fernandes (2009), severity 1, on
/// linear RGB.
const SIGHTS: [Matrix; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
];

fn times(matrix: &Matrix, colour: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(colour).map(|(a, b)| a * b).sum())
}

/// Linear RGB of `#rrggbb`.
fn linear(colour: &str) -> [f64; 3] {
    [1, 3, 5].map(|at| {
        let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    })
}

/// Oklab (Björn Ottosson, 2020) of linear RGB.
fn oklab(colour: [f64; 3]) -> [f64; 3] {
    let to_cones = [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ];
    let to_lab = [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ];
    times(
        &to_lab,
        times(&to_cones, colour.map(|value| value.clamp(0.0, 1.0))).map(f64::cbrt),
    )
}

/// The distance in Oklab between the two closest of some colours.
fn closest(colours: &[&str], sight: Matrix) -> f64 {
    let seen: Vec<_> = colours
        .iter()
        .map(|colour| oklab(times(&sight, linear(colour))))
        .collect();
    let mut gap = f64::INFINITY;
    for (i, a) in seen.iter().enumerate() {
        for b in &seen[..i] {
            let distance: f64 = a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum();
            gap = gap.min(distance.sqrt());
        }
    }
    gap
}

/// The contrast ratio of WCAG 2.
fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |colour| {
        let [r, g, b] = linear(colour);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b): (f64, f64) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Checks the little XML that drawings use: nested elements, each attribute once and quoted, no text, one root.
fn well_formed(text: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    let mut roots = 0;
    while !rest.is_empty() {
        let Some(tag) = rest.strip_prefix('<') else {
            return Err(format!(
                "text outside a tag: {}",
                &rest[..rest.len().min(20)]
            ));
        };
        let (tag, after) = tag.split_once('>').ok_or("a tag does not end")?;
        rest = after;
        if tag.contains(['<', '&']) {
            return Err(format!("a bare sign in <{tag}>"));
        }
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> closes what is not open"));
            }
            continue;
        }
        let (tag, closed) = tag
            .strip_suffix('/')
            .map_or((tag, false), |tag| (tag, true));
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut names = HashSet::new();
        while !attributes.is_empty() {
            let (key, value) = attributes
                .split_once("=\"")
                .ok_or_else(|| format!("an attribute without a quoted value in <{tag}>"))?;
            let (_, after) = value.split_once('"').ok_or("a value does not end")?;
            if !names.insert(key) {
                return Err(format!("{key} twice in <{tag}>"));
            }
            attributes = after.trim_start();
        }
        if open.is_empty() {
            roots += 1;
        }
        if !closed {
            open.push(name);
        }
    }
    match (open.as_slice(), roots) {
        ([], 1) => Ok(()),
        ([], _) => Err(format!("{roots} roots")),
        (open, _) => Err(format!("never closed: {open:?}")),
    }
}
