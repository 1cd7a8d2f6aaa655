//! Five ways to paint.

use super::Artist;
use super::random::Random;
use crate::draw::{Drawing, Point, num, polar};
use crate::palette::{INK, PAPER};
use std::f64::consts::{PI, TAU};
use std::fmt::Write as _;

/// Width and height of a canvas.
type Size = (f64, f64);

/// Blocks: a surface divided again and again, a tower, or squares in squares.
pub(super) fn blocks(drawing: &mut Drawing, dice: &mut Random, artist: Artist, size: Size) {
    let inks = artist.inks();
    let ground = dice.pick(&[INK, INK, PAPER, inks.deep]);
    drawing.rect(0.0, 0.0, size.0, size.1, 0.0, ground);
    let fills = [
        inks.base, inks.base, inks.base, inks.light, inks.mid, PAPER, inks.deep, inks.base,
    ];
    let fill = |dice: &mut Random| loop {
        let fill = dice.pick(&fills);
        if fill != ground {
            return fill;
        }
    };
    match dice.below(4) {
        0 | 1 => divided(drawing, dice, artist, size, fill),
        2 => tower(drawing, dice, artist, size, fill),
        _ => nested(drawing, dice, artist, size, fill),
    }
}

fn divided(
    drawing: &mut Drawing,
    dice: &mut Random,
    artist: Artist,
    (width, height): Size,
    fill: impl Fn(&mut Random) -> &'static str,
) {
    let gap = dice.pick(&[4.0, 6.0, 9.0]);
    let mut blocks = vec![(0.0, 0.0, width, height)];
    for _ in 0..7 + dice.below(5) {
        let area = |block: &(f64, f64, f64, f64)| block.2 * block.3;
        let largest = (0..blocks.len())
            .max_by(|&a, &b| area(&blocks[a]).total_cmp(&area(&blocks[b])))
            .unwrap_or_default();
        let (x, y, w, h) = blocks.swap_remove(largest);
        let cut = dice.pick(&[0.3, 0.38, 0.5, 0.62, 0.7]);
        if w > h {
            blocks.extend([(x, y, w * cut, h), (x + w * cut, y, w * (1.0 - cut), h)]);
        } else {
            blocks.extend([(x, y, w, h * cut), (x, y + h * cut, w, h * (1.0 - cut))]);
        }
    }
    let odd = dice.below(blocks.len());
    for (i, (x, y, w, h)) in blocks.into_iter().enumerate() {
        let ink = if i == odd {
            artist.accent()
        } else {
            fill(dice)
        };
        drawing.rect(x + gap / 2.0, y + gap / 2.0, w - gap, h - gap, 0.0, ink);
    }
}

fn tower(
    drawing: &mut Drawing,
    dice: &mut Random,
    artist: Artist,
    (width, height): Size,
    fill: impl Fn(&mut Random) -> &'static str,
) {
    let rows = 4 + dice.below(3);
    let step = height / (rows as f64 + 1.0);
    let odd = dice.below(rows);
    let mut middle = width / 2.0;
    for row in 0..rows {
        let w = width * dice.between(0.3, 0.72);
        let reach = (width - w) / 2.0 - 8.0;
        middle =
            (middle + dice.between(-0.3, 0.3) * w).clamp(width / 2.0 - reach, width / 2.0 + reach);
        let y = height - step * (row as f64 + 1.5);
        let ink = if row == odd {
            artist.accent()
        } else {
            fill(dice)
        };
        drawing.rect(middle - w / 2.0, y + 2.0, w, step - 4.0, 0.0, ink);
        if dice.one_in(2) {
            let cut = w * dice.pick(&[0.25, 0.5, 0.66]);
            drawing.rect(middle - w / 2.0, y + 2.0, cut, step - 4.0, 0.0, fill(dice));
        }
    }
    drawing.rect(0.0, height - step / 2.0, width, step / 2.0, 0.0, fill(dice));
}

fn nested(
    drawing: &mut Drawing,
    dice: &mut Random,
    artist: Artist,
    (width, height): Size,
    fill: impl Fn(&mut Random) -> &'static str,
) {
    let (columns, rows) = dice.pick(&[(2, 2), (3, 3), (1, 2), (2, 1), (1, 1)]);
    let (w, h) = (width / f64::from(columns), height / f64::from(rows));
    let odd = dice.below((columns * rows) as usize) as i32;
    for place in 0..columns * rows {
        let (x, y) = (
            f64::from(place % columns) * w,
            f64::from(place / columns) * h,
        );
        let mut last = "";
        let depth = if columns * rows == 1 { 6 } else { 4 };
        // Squares sink to one side, as in a shaft that is seen from above.
        let (sink, side) = (dice.between(0.2, 0.8), dice.between(0.2, 0.8));
        for level in 0..depth {
            let share = 1.0 - f64::from(level) / f64::from(depth) - 0.06;
            let mut ink = fill(dice);
            while ink == last {
                ink = fill(dice);
            }
            if level == depth - 1 && place == odd {
                ink = artist.accent();
            }
            last = ink;
            drawing.rect(
                x + w * (1.0 - share) * side,
                y + h * (1.0 - share) * sink,
                w * share,
                h * share,
                0.0,
                ink,
            );
        }
    }
}

/// Arcs: quarter circles in tiles, scales, or bows over each other.
pub(super) fn arcs(
    drawing: &mut Drawing,
    dice: &mut Random,
    artist: Artist,
    (width, height): Size,
) {
    let inks = artist.inks();
    let fills = [inks.base, inks.deep, inks.light, inks.mid, PAPER];
    let ground = dice.pick(&[inks.base, inks.deep, inks.light, inks.base]);
    drawing.rect(0.0, 0.0, width, height, 0.0, ground);
    match dice.below(3) {
        0 => {
            let (columns, rows) = dice.pick(&[(2, 2), (3, 3), (3, 2), (2, 3)]);
            let (w, h) = (width / f64::from(columns), height / f64::from(rows));
            let odd = dice.below((columns * rows) as usize) as i32;
            for place in 0..columns * rows {
                let (x, y) = (
                    f64::from(place % columns) * w,
                    f64::from(place / columns) * h,
                );
                let start = dice.below(fills.len());
                drawing.rect(x, y, w + 0.4, h + 0.4, 0.0, fills[start]);
                let corner = dice.below(4);
                let (cx, cy) = (
                    x + w * f64::from(corner as u32 % 2),
                    y + h * f64::from(corner as u32 / 2),
                );
                let (sx, sy) = (
                    if cx > x { -1.0 } else { 1.0 },
                    if cy > y { -1.0 } else { 1.0 },
                );
                for ring in 0..4_usize {
                    let reach = 1.0 - 0.25 * ring as f64;
                    let ink = if ring == 3 && place == odd {
                        artist.accent()
                    } else {
                        fills[(start + 1 + ring) % fills.len()]
                    };
                    let (rx, ry) = (w * reach, h * reach);
                    drawing.path(
                        &format!(
                            "M{} {}h{}A{} {} 0 0 {} {} {}Z",
                            num(cx),
                            num(cy),
                            num(sx * rx),
                            num(rx),
                            num(ry),
                            u8::from(sx * sy > 0.0),
                            num(cx),
                            num(cy + sy * ry)
                        ),
                        ink,
                    );
                }
            }
        }
        1 => {
            let radius = width / dice.pick(&[3.0, 4.0, 5.0]);
            let step = radius * dice.pick(&[0.6, 0.8, 1.0]);
            let turn = dice.one_in(2);
            let rows = (height / step).ceil() as usize + 2;
            let columns = (width / radius / 2.0).ceil() as usize + 1;
            let odd = (1 + dice.below(rows - 3), dice.below(columns - 1));
            let reaches = dice.pick(&[
                [1.0, 0.78, 0.5, 0.25],
                [1.0, 0.88, 0.62, 0.34],
                [1.0, 0.66, 0.4, 0.16],
            ]);
            let bands: Vec<usize> = (0..4).map(|_| dice.below(fills.len())).collect();
            for row in 0..rows {
                // Each row covers part of the one behind it.
                let y = step * row as f64;
                let (y, sweep) = if turn { (height - y, 0) } else { (y, 1) };
                let shift = if row % 2 == 0 { 0.0 } else { radius };
                for column in 0..=columns {
                    let x = radius * (1.0 + 2.0 * column as f64) - shift;
                    if x - radius >= width {
                        continue;
                    }
                    for (ring, reach) in reaches.into_iter().enumerate() {
                        let ink = match ring {
                            0 => inks.deep,
                            3 if (row, column) == odd => artist.accent(),
                            _ => fills[(bands[row % 4] + ring) % fills.len()],
                        };
                        let r = num(radius * reach);
                        drawing.path(
                            &format!(
                                "M{} {}a{r} {r} 0 0 {sweep} {} 0Z",
                                num(x - radius * reach),
                                num(y),
                                num(2.0 * radius * reach)
                            ),
                            ink,
                        );
                    }
                }
            }
        }
        _ => {
            let mut corners = [
                (0.0, 1.0),
                (1.0, 1.0),
                (0.5, 1.0),
                (0.0, 0.4),
                (1.0, 0.0),
                (0.7, 0.0),
                (0.2, 0.0),
                (1.0, 0.6),
            ];
            let bows = 4 + dice.below(2);
            for bow in 0..bows {
                let left = corners.len() - bow;
                corners.swap(bow, bow + dice.below(left));
                let outer = width * dice.between(0.4, 0.72) / (1.0 + 0.14 * bow as f64);
                let count = 3 + dice.below(3);
                let start = dice.below(fills.len());
                for ring in 0..count {
                    let ink = if bow + 1 == bows && ring + 1 == count {
                        artist.accent()
                    } else {
                        fills[(start + ring) % fills.len()]
                    };
                    drawing.disc(
                        width * corners[bow].0,
                        height * corners[bow].1,
                        outer * (1.0 - ring as f64 / count as f64),
                        ink,
                    );
                }
            }
        }
    }
}

/// Stripes: straight in panels, in waves, or folded.
pub(super) fn stripes(drawing: &mut Drawing, dice: &mut Random, artist: Artist, size: Size) {
    let inks = artist.inks();
    let (width, height) = size;
    let palettes = [
        [inks.base, PAPER, inks.base, inks.deep],
        [inks.base, inks.light, inks.mid, inks.light],
        [inks.base, inks.deep, inks.base, PAPER],
        [inks.light, inks.base, PAPER, inks.base],
    ];
    match dice.below(3) {
        0 => {
            let (cut_x, cut_y) = (
                dice.pick(&[0.35, 0.5, 0.65]) * width,
                dice.pick(&[0.35, 0.5, 0.65, 1.0]) * height,
            );
            let panels = [
                ((0.0, 0.0), (cut_x, cut_y)),
                ((cut_x, 0.0), (width - cut_x, cut_y)),
                ((0.0, cut_y), (width, height - cut_y)),
            ];
            let odd = dice.below(2);
            for (i, (place, (w, h))) in panels.into_iter().enumerate() {
                if h < 1.0 {
                    continue;
                }
                let inks = dice.pick(&palettes);
                let degrees = dice.pick(&[0.0, 90.0, 45.0, -45.0, 30.0, -30.0]);
                let step = dice.pick(&[9.0, 12.0, 16.0, 22.0]);
                let accent = (i == odd).then(|| artist.accent());
                drawing.window(place, (w, h), |drawing| {
                    hatching(drawing, (w, h), degrees, step, inks, accent);
                });
            }
        }
        1 => {
            let inks = dice.pick(&palettes);
            drawing.rect(0.0, 0.0, width, height, 0.0, inks[1]);
            let count = 6 + dice.below(6);
            let step = height / count as f64;
            let (waves, swing) = (dice.between(0.6, 2.2), dice.between(0.35, 1.3) * step);
            let phase = dice.between(0.0, TAU);
            let drift = dice.between(-0.5, 0.5);
            let odd = dice.below(count);
            for stripe in 0..=count {
                let y = step * stripe as f64;
                let points: Vec<Point> = (0..=10)
                    .map(|i| {
                        let t = f64::from(i) / 10.0;
                        let angle = TAU * waves * t + phase + drift * stripe as f64;
                        (-8.0 + (width + 16.0) * t, y + swing * angle.sin())
                    })
                    .collect();
                let ink = if stripe == odd {
                    artist.accent()
                } else if stripe % 2 == 0 {
                    inks[0]
                } else {
                    inks[3]
                };
                drawing.line(&smooth(&points), ink, step * dice.between(0.45, 0.68));
            }
        }
        _ => {
            let inks = dice.pick(&palettes);
            drawing.rect(0.0, 0.0, width, height, 0.0, inks[0]);
            let folds = 1 + dice.below(4);
            let fold = width / folds as f64;
            let rise = dice.between(0.3, 1.0) * fold;
            let step = dice.pick(&[15.0, 20.0, 28.0]);
            let count = ((height + rise) / step).ceil() as usize + 1;
            let odd = 1 + dice.below(count - 1);
            let down = dice.one_in(2);
            for stripe in 0..=count {
                let y = step * stripe as f64 - if down { rise } else { 0.0 };
                let mut d = format!("M{} {}", num(0.0), num(y));
                for half in 1..=2 * folds {
                    let lift = if (half % 2 == 1) != down { -rise } else { 0.0 };
                    let lift = if down && half % 2 == 1 { rise } else { lift };
                    let _ = write!(d, "L{} {}", num(fold * half as f64 / 2.0), num(y + lift));
                }
                let ink = if stripe == odd {
                    artist.accent()
                } else {
                    inks[1 + stripe % 3]
                };
                if ink != inks[0] {
                    drawing.sharp_line(&d, ink, step * 0.62);
                }
            }
        }
    }
}

/// Parallel stripes over a panel.
fn hatching(
    drawing: &mut Drawing,
    (width, height): Size,
    degrees: f64,
    step: f64,
    inks: [&str; 4],
    accent: Option<&str>,
) {
    drawing.rect(0.0, 0.0, width, height, 0.0, inks[1]);
    let angle = degrees * PI / 180.0;
    let (dx, dy) = (angle.cos(), angle.sin());
    let reach = (width + height) / 2.0;
    let count = (2.0 * reach / step / 2.0) as i32 + 1;
    let middle = count / 3;
    for i in -count..=count {
        let away = f64::from(i) * step * 1.9;
        let (cx, cy) = (width / 2.0 - dy * away, height / 2.0 + dx * away);
        // What does not touch the panel is not painted.
        let over = (cx - width / 2.0).abs().max((cy - height / 2.0).abs());
        if over > reach {
            continue;
        }
        let long = reach * 1.5;
        let ink = match accent {
            Some(accent) if i == middle / 2 => accent,
            _ if i.rem_euclid(3) == 2 => inks[3],
            _ => inks[0],
        };
        drawing.sharp_line(
            &format!(
                "M{} {}L{} {}",
                num(cx - dx * long),
                num(cy - dy * long),
                num(cx + dx * long),
                num(cy + dy * long)
            ),
            ink,
            step,
        );
    }
}

/// Dots: a screen of larger and smaller ones, a sunflower, or rings.
pub(super) fn dots(
    drawing: &mut Drawing,
    dice: &mut Random,
    artist: Artist,
    (width, height): Size,
) {
    let inks = artist.inks();
    let ground = dice.pick(&[inks.base, inks.base, inks.deep, inks.light, inks.mid]);
    drawing.rect(0.0, 0.0, width, height, 0.0, ground);
    let mut shades: Vec<&str> = [PAPER, inks.light, inks.mid, inks.deep, inks.base]
        .into_iter()
        .filter(|&ink| ink != ground)
        .collect();
    let turn = dice.below(shades.len());
    shades.rotate_left(turn);
    let focus = (
        width * dice.between(0.15, 0.85),
        height * dice.between(0.15, 0.85),
    );
    let mut places: Vec<(f64, f64, f64)> = Vec::new();
    match dice.below(4) {
        0 => {
            let columns = dice.pick(&[6.0, 7.0, 8.0]);
            let step = width / columns;
            let hexagonal = dice.one_in(2);
            let rows = (height / step / if hexagonal { 0.866 } else { 1.0 }).round();
            let inward = dice.one_in(2);
            for row in 0..rows as u32 {
                let y = height * (f64::from(row) + 0.5) / rows;
                let shift = if hexagonal && row % 2 == 1 { 0.5 } else { 0.0 };
                for column in 0..columns as u32 + 1 {
                    let x = step * (f64::from(column) + 0.5 - shift);
                    let away = ((x - focus.0).hypot(y - focus.1) / width).min(1.0);
                    let size = if inward { away } else { 1.0 - away };
                    places.push((x, y, step * (0.14 + 0.36 * size)));
                }
            }
        }
        1 => {
            let spread = dice.between(13.0, 17.0);
            let (small, grows) = (dice.between(3.5, 7.0), dice.between(-0.1, 0.35));
            for i in 0..260_u32 {
                let i = f64::from(i);
                let (x, y) = polar(focus.0, focus.1, spread * i.sqrt(), 137.508 * i);
                places.push((x, y, (small + grows * i.sqrt()).max(2.5)));
            }
        }
        2 => {
            for ring in 0..8_u32 {
                let radius = 4.0 + 24.0 * f64::from(ring);
                let count = if ring == 0 { 1 } else { 6 * ring };
                let tilt = dice.between(0.0, 60.0);
                for i in 0..count {
                    let degrees = tilt + 360.0 * f64::from(i) / f64::from(count);
                    let (x, y) = polar(
                        focus.0,
                        focus.1,
                        if ring == 0 { 0.0 } else { radius },
                        degrees,
                    );
                    places.push((x, y, if ring % 2 == 0 { 9.5 } else { 6.0 }));
                }
            }
        }
        _ => {
            // Large ones anywhere, as long as they do not touch.
            for _ in 0..400 {
                let radius = dice.pick(&[5.0, 8.0, 12.0, 18.0, 26.0]);
                let (x, y) = (dice.between(0.0, width), dice.between(0.0, height));
                let free = |&(a, b, r): &(f64, f64, f64)| (a - x).hypot(b - y) > r + radius + 3.0;
                if places.len() < 46 && places.iter().all(free) {
                    places.push((x, y, radius));
                }
            }
        }
    }
    places.retain(|&(x, y, radius)| {
        x > -radius && y > -radius && x < width + radius && y < height + radius
    });
    // Dots of one size and shade are one stroke.
    let inside: Vec<usize> = (0..places.len())
        .filter(|&i| {
            places[i].0 > 14.0
                && places[i].0 < width - 14.0
                && places[i].1 > 14.0
                && places[i].1 < height - 14.0
        })
        .collect();
    let odd = dice.pick(&inside);
    let by_place = dice.one_in(2);
    let mut strokes: Vec<(f64, &str, String)> = Vec::new();
    for (i, &(x, y, radius)) in places.iter().enumerate() {
        let ink = if i == odd {
            artist.accent()
        } else if by_place {
            shades[usize::from((x - focus.0) * (y - focus.1) > 0.0)]
        } else {
            shades[(i * 7 + i / 3) % 2]
        };
        let size = if i == odd {
            radius.max(7.0)
        } else {
            (radius * 2.0).round() / 2.0
        };
        let dot = format!(
            "M{} {}h0",
            num((x * 2.0).round() / 2.0),
            num((y * 2.0).round() / 2.0)
        );
        match strokes
            .iter_mut()
            .find(|stroke| stroke.0 == size && stroke.1 == ink)
        {
            Some(stroke) => stroke.2 += &dot,
            None => strokes.push((size, ink, dot)),
        }
    }
    for (radius, ink, d) in strokes {
        drawing.line(&d, ink, 2.0 * radius);
    }
}

/// Scribbles: writing without words, or a tangle.
pub(super) fn scribbles(
    drawing: &mut Drawing,
    dice: &mut Random,
    artist: Artist,
    (width, height): Size,
) {
    let inks = artist.inks();
    let (ground, pens) = dice.pick(&[
        (inks.base, [inks.light, inks.mid, PAPER]),
        (inks.base, [PAPER, inks.mid, inks.light]),
        (inks.deep, [inks.mid, inks.light, inks.mid]),
        (inks.light, [inks.base, inks.mid, inks.deep]),
        (inks.mid, [inks.deep, inks.light, inks.base]),
    ]);
    drawing.rect(0.0, 0.0, width, height, 0.0, ground);
    let tangle = |dice: &mut Random, points: usize, (cx, cy): Point, reach: Point| {
        let (a, b, c) = (
            dice.between(2.0, 4.5),
            dice.between(3.0, 6.5),
            dice.between(7.0, 11.0),
        );
        let (p, q, r) = (
            dice.between(0.0, TAU),
            dice.between(0.0, TAU),
            dice.between(0.0, TAU),
        );
        let path: Vec<Point> = (0..points)
            .map(|i| {
                let t = TAU * i as f64 / points as f64;
                (
                    cx + reach.0 * (0.62 * (a * t + p).sin() + 0.38 * (c * t + r).cos()),
                    cy + reach.1 * (0.62 * (b * t + q).cos() + 0.38 * (c * t + p).sin()),
                )
            })
            .collect();
        smooth(&path)
    };
    match dice.below(3) {
        0 => {
            let rows = 2 + dice.below(3);
            let step = height / (rows as f64 + 0.3);
            for row in 0..rows {
                let y = step * (row as f64 + 0.65);
                let (loops, lean) = (4 + dice.below(4), dice.between(0.2, 0.7));
                let size = step * dice.between(0.3, 0.42);
                let end = width
                    * if row + 1 == rows {
                        dice.between(0.5, 0.9)
                    } else {
                        0.92
                    };
                let count = loops * 10;
                let mut swell = dice.between(0.7, 1.2);
                let points: Vec<Point> = (0..=count)
                    .map(|i| {
                        if i % 10 == 0 {
                            swell = dice.between(0.55, 1.25);
                        }
                        let t = i as f64 / count as f64;
                        let angle = TAU * loops as f64 * t;
                        let up = size * swell * angle.cos();
                        let along = width * 0.07 + (end - width * 0.07) * t;
                        (along + size * 0.85 * angle.sin() - up * lean, y - up)
                    })
                    .collect();
                drawing.line(&smooth(&points), pens[row % 3], dice.pick(&[3.5, 5.0, 7.0]));
            }
            let y = height - dice.between(10.0, 22.0);
            let from = width * dice.between(0.08, 0.5);
            drawing.line(
                &format!(
                    "M{} {}q{} -12 {} 2",
                    num(from),
                    num(y),
                    num(width * 0.2),
                    num(width * 0.4)
                ),
                artist.accent(),
                6.0,
            );
        }
        1 => {
            let centre = (
                width * dice.between(0.42, 0.58),
                height * dice.between(0.42, 0.58),
            );
            let reach = (width * 0.46, height * 0.46);
            if dice.one_in(2) {
                // One slow, broad line, and a fine one over it.
                let d = tangle(dice, 26, centre, reach);
                drawing.line(&d, pens[0], dice.pick(&[12.0, 18.0]));
                let d = tangle(dice, 70, centre, reach);
                drawing.line(&d, pens[1], 3.0);
            } else {
                let d = tangle(dice, 70, centre, reach);
                drawing.line(&d, pens[0], dice.pick(&[5.0, 8.0]));
                let d = tangle(dice, 60, centre, (reach.0 * 0.9, reach.1 * 0.9));
                drawing.line(&d, pens[1], 4.0);
            }
            let (x, y) = (
                width * dice.between(0.05, 0.4),
                height * dice.between(0.15, 0.85),
            );
            drawing.line(
                &format!(
                    "M{} {}q{} {} {} {}",
                    num(x),
                    num(y),
                    num(width * 0.25),
                    num(dice.between(-90.0, 90.0)),
                    num(width * 0.5),
                    num(dice.between(-30.0, 30.0))
                ),
                artist.accent(),
                7.0,
            );
        }
        _ => {
            // Hatched to and fro, with a coil before it.
            let count = 16 + dice.below(14);
            let slant = dice.between(-60.0, 60.0);
            let (low, high) = (dice.between(0.62, 0.9), dice.between(0.08, 0.3));
            let points: Vec<Point> = (0..=count)
                .map(|i| {
                    let x = -10.0 + (width + 20.0) * i as f64 / count as f64;
                    let y =
                        height * if i % 2 == 0 { low } else { high } + dice.between(-14.0, 14.0);
                    (x + if i % 2 == 0 { -slant } else { slant } / 2.0, y)
                })
                .collect();
            drawing.line(&smooth(&points), pens[0], dice.pick(&[4.0, 6.0]));
            let turns = dice.between(3.5, 6.0);
            let (cx, cy) = (
                width * dice.between(0.3, 0.7),
                height * dice.between(0.35, 0.65),
            );
            let wide = dice.between(50.0, 80.0);
            let points: Vec<Point> = (0..64)
                .map(|i| {
                    let t = f64::from(i) / 63.0;
                    let (x, y) = polar(0.0, 0.0, 6.0 + wide * t, 360.0 * turns * t);
                    (cx + x, cy + y * 0.75)
                })
                .collect();
            drawing.line(&smooth(&points), pens[1], 6.0);
            let d = tangle(dice, 26, (width - cx, height - cy), (34.0, 26.0));
            drawing.line(&d, artist.accent(), 5.0);
        }
    }
}

/// A line drawn in one go past the points.
fn smooth(points: &[Point]) -> String {
    let round = |value: f64| num((value * 2.0).round() / 2.0);
    let Some(first) = points.first() else {
        return String::new();
    };
    let mut d = format!("M{} {}", round(first.0), round(first.1));
    for pair in points.windows(2) {
        let middle = ((pair[0].0 + pair[1].0) / 2.0, (pair[0].1 + pair[1].1) / 2.0);
        // Writing to a `String` cannot fail.
        let _ = write!(
            d,
            "Q{} {} {} {}",
            round(pair[0].0),
            round(pair[0].1),
            round(middle.0),
            round(middle.1)
        );
    }
    d
}
