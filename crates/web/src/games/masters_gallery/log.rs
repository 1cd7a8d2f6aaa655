//! The log in words, and the sums of a round.

use super::pieces::Wall;
use super::strings::table as words;
use crate::play::session::{LogLine, SumRow, Sums};
use parlour_art::painting::{Artist as Painter, tile};
use parlour_engine::{Game as _, Viewer};
use parlour_games::masters_gallery::rules::GAINS;
use parlour_games::masters_gallery::{Event, MastersGallery};

/// Every move in words.
pub(super) fn log(state: &MastersGallery, events: &[Event], names: &[String]) -> Vec<LogLine> {
    let view = state.view(Viewer::Public);
    let mut lines = Vec::with_capacity(events.len());
    let mut number = 0;
    let name = |seat: parlour_engine::Seat| names[seat.index()].as_str();
    for event in events {
        // Draws, the close, and cards that are turned up belong to the action before them.
        let (is_action, text) = match *event {
            Event::Round {
                round,
                opener,
                extra,
            } => {
                lines.push(heading(words::round_begins(round, name(opener), extra)));
                continue;
            }
            Event::End { round } => {
                if let Some(result) = view.results.get(usize::from(round)) {
                    lines.push(heading(words::round_over(round, result)));
                }
                continue;
            }
            Event::Play(seat, card) => (true, words::played(name(seat), card)),
            Event::Draw(seat) => (false, words::drew(name(seat))),
            Event::Second(seat, card) => (true, words::second(name(seat), card)),
            Event::Hidden(seat) => (true, words::laid(name(seat))),
            Event::Show(seat, card) => (true, words::shown(name(seat), card)),
            Event::Award(seat, artist) => (true, words::awarded(name(seat), artist)),
            Event::Pass(seat) => (true, words::passed(name(seat))),
            Event::Close(seat) => (false, words::closed(name(seat))),
            Event::TurnUp(seat, card) => (false, words::turned_up(name(seat), card)),
            Event::Add(seat, card) => (true, words::added(name(seat), card)),
        };
        number += usize::from(is_action);
        lines.push(LogLine {
            number: Some(number),
            text,
            gain: String::new(),
        });
    }
    lines
}

fn heading(text: String) -> LogLine {
    LogLine {
        number: None,
        text,
        gain: String::new(),
    }
}

/// The sums of the last round that is over.
pub(super) fn sums(state: &MastersGallery, events: &[Event], names: &[String]) -> Option<Sums> {
    let view = state.view(Viewer::Public);
    let end = events
        .iter()
        .rposition(|event| matches!(event, Event::End { .. }))?;
    let Event::End { round } = events[end] else {
        return None;
    };
    let result = view.results.get(usize::from(round))?;
    // As the displays were when the round was scored.
    let wall = Wall::after(&events[..end]);
    let rows = result.ranked.iter().map(|&artist| {
        let pays = result.paid[artist.index()];
        let scored = |seat: usize| {
            let display = wall.displays[seat].iter();
            display.filter(|piece| piece.card.artist == artist).count() as i32 * pays
        };
        SumRow {
            name: words::sum_artist(artist, pays),
            values: (0..names.len()).map(scored).collect(),
        }
    });
    let closer = result.closer.map(|seat| names[seat.index()].as_str());
    let so_far = |seat: usize| {
        let rounds = view.results[..=usize::from(round)].iter();
        rounds.map(|result| result.scored[seat]).sum()
    };
    let first = result.ranked.first();
    Some(Sums {
        heading: words::sums_heading(round),
        notes: vec![words::why(closer), words::ranking(result, GAINS)],
        unit: words::sums(),
        names: names.to_vec(),
        rows: rows.collect(),
        total: SumRow {
            name: words::sum_all().to_owned(),
            values: result.scored.to_vec(),
        },
        standing: Some(SumRow {
            name: words::sum_score().to_owned(),
            values: (0..names.len()).map(so_far).collect(),
        }),
        picture: first.map_or_else(String::new, |artist| tile(Painter::ALL[artist.index()])),
    })
}
