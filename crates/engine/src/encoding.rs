//! Games as numbers, for learners: actions as indices, views as vectors.
//!
//! An action has an index below [`Encode::action_count`], the same in every state of the same
//! rules; a mask marks those that are legal. A view becomes a vector of 32-bit floats, in which
//! every number keeps its own unit (cards, rupees, thousands); the [`Field`]s of the vector say
//! what stands where, and between which bounds. Players stand in the order of their turns, the
//! viewer first, so that what is learnt in one seat holds in all. Only what is in the view can be
//! in the vector.
//!
//! A game with very many actions may have a second, *compact* encoding: an action is a sequence of a
//! few compact indices, and a mask marks those that continue the sequence to a legal action.

use crate::{Action as _, Game, Rules as _, Seat, SetupError, Viewer};
use std::fmt::Display;
use std::ops::Range;

/// Games whose actions and views can be written as numbers.
pub trait Encode: Game {
    /// The number of indices under these rules. Not all of them need ever be legal.
    fn action_count(rules: &Self::Rules) -> usize;

    /// The index of an action; `None` if these rules have no such action.
    fn action_id(rules: &Self::Rules, action: Self::Action) -> Option<usize>;

    /// The action of an index; `None` if there is none.
    fn action_of(rules: &Self::Rules, id: usize) -> Option<Self::Action>;

    /// Writes the view as numbers, always the same fields under the same rules.
    fn observe(view: &Self::View, out: &mut Observer<'_>);

    /// Replaces `ids` by the indices of the legal actions of a seat, in the order of the list of legal actions. `legal`
    /// is memory for a list.
    fn legal_ids_into(&self, seat: Seat, legal: &mut Vec<Self::Action>, ids: &mut Vec<usize>) {
        self.legal_actions_into(seat, legal);
        self::ids::<Self>(self.rules(), legal, ids);
    }

    /// Marks the legal actions of a seat with 1 in a mask of zeros, which is as long as there are indices, and returns
    /// a range of indices that holds all marks. `legal` is memory for a list.
    fn mark_legal(
        &self,
        seat: Seat,
        legal: &mut Vec<Self::Action>,
        mask: &mut [i8],
    ) -> Range<usize> {
        self.legal_actions_into(seat, legal);
        mark::<Self>(self.rules(), legal, mask)
    }

    /// The number of compact indices under these rules; `None` if the game has no compact encoding. Then
    /// the other compact functions are not called.
    fn compact_count(rules: &Self::Rules) -> Option<usize> {
        let _ = rules;
        None
    }

    /// The compact indices of an action in their order, at most [`MAX_COMPACT`]; `None` if these rules
    /// have no such action. Each action has one sequence, and no sequence is the beginning of another.
    fn compact(rules: &Self::Rules, action: Self::Action) -> Option<Vec<usize>> {
        Self::action_id(rules, action).map(|id| vec![id])
    }

    /// The action of a whole sequence of compact indices; `None` if it is not one of [`compact`](Encode::compact).
    fn expand(rules: &Self::Rules, sequence: &[usize]) -> Option<Self::Action> {
        match *sequence {
            [id] => Self::action_of(rules, id),
            _ => None,
        }
    }

    /// Marks the compact indices with 1 that, after `begun`, begin the sequence of a legal action of the
    /// seat, and all others with 0. `mask` is as long as there are compact indices.
    fn compact_mask(&self, seat: Seat, begun: &[usize], mask: &mut [i8]) {
        let _ = (seat, begun);
        mask.fill(0);
    }

    /// Writes a sequence that has begun as numbers, always the same fields, and none if the game has no
    /// compact encoding.
    fn observe_begun(begun: &[usize], out: &mut Observer<'_>) {
        let _ = (begun, out);
    }
}

/// The maximum length of a sequence of compact indices.
pub const MAX_COMPACT: usize = 16;

/// Consecutive numbers of one kind in an observation.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The name.
    pub name: String,
    /// The index of the first.
    pub start: usize,
    /// The number of values.
    pub len: usize,
    /// The lower bound of each value.
    pub low: f32,
    /// The upper bound of each value.
    pub high: f32,
}

/// What a view is written to as numbers.
#[derive(Debug)]
pub struct Observer<'a>(Written<'a>);

#[derive(Debug)]
enum Written<'a> {
    /// The numbers; here are the places that are left for them.
    Numbers(&'a mut [f32]),
    /// What the numbers are, without the numbers.
    Fields(&'a mut Vec<Field>),
}

impl<'a> Observer<'a> {
    /// Writes numbers to these places, of which there is one for each number of the fields.
    pub fn new(places: &'a mut [f32]) -> Observer<'a> {
        Observer(Written::Numbers(places))
    }

    /// Adds a field of numbers from `low` to `high`. At least one number belongs to it.
    // Inlined: most fields have a length that is known where they are written.
    #[inline]
    pub fn put<T: Into<f32>>(
        &mut self,
        name: impl Display,
        bounds: [f32; 2],
        numbers: impl IntoIterator<Item = T>,
    ) {
        let mut numbers = numbers.into_iter();
        match &mut self.0 {
            Written::Numbers(places) => {
                // Mostly a constant, which makes the loop a few instructions.
                let (len, _) = numbers.size_hint();
                for place in take_first(places, len) {
                    let Some(number) = numbers.next() else { break };
                    *place = number.into();
                }
                for number in numbers {
                    if let [place] = take_first(places, 1) {
                        *place = number.into();
                    }
                }
            }
            Written::Fields(fields) => add_field(fields, &name, bounds, numbers.count()),
        }
    }

    /// Adds a field of `len` zeros and ones, with a one at each of these places.
    #[inline]
    pub fn marks(&mut self, name: impl Display, len: usize, ones: impl IntoIterator<Item = usize>) {
        match &mut self.0 {
            Written::Numbers(places) => {
                let marks = take_first(places, len);
                marks.fill(0.0);
                // In a closure: most sets of cards are iterated over in two halves, and `for` asks each time in which.
                ones.into_iter().for_each(|one| {
                    if let Some(mark) = marks.get_mut(one) {
                        *mark = 1.0;
                    }
                });
            }
            Written::Fields(fields) => add_field(fields, &name, [0.0, 1.0], len),
        }
    }
}

/// Takes the first `len` places, or all if there are fewer.
#[inline]
fn take_first<'a>(places: &mut &'a mut [f32], len: usize) -> &'a mut [f32] {
    let (first, rest) = std::mem::take(places)
        .split_at_mut_checked(len)
        .unwrap_or_default();
    *places = rest;
    first
}

fn add_field(fields: &mut Vec<Field>, name: &dyn Display, [low, high]: [f32; 2], len: usize) {
    fields.push(Field {
        name: name.to_string(),
        start: size(fields),
        len,
        low,
        high,
    });
}

/// How many numbers the fields hold.
pub fn size(fields: &[Field]) -> usize {
    fields.last().map_or(0, |field| field.start + field.len)
}

/// The fields that something writes.
fn written(write: impl FnOnce(&mut Observer<'_>)) -> Vec<Field> {
    let mut fields = Vec::new();
    write(&mut Observer(Written::Fields(&mut fields)));
    fields
}

/// The fields of the observations by these rules.
///
/// # Errors
/// [`SetupError`] when the rules cannot be played.
pub fn fields<G: Encode>(rules: &G::Rules) -> Result<Vec<Field>, SetupError> {
    let start = G::new(rules.clone(), G::deal(rules, 0))?;
    Ok(written(|out| {
        G::observe(&start.view(Viewer::Seat(Seat(0))), out);
    }))
}

/// The fields of a sequence of compact indices that has begun, after those of the view.
///
/// # Errors
/// [`SetupError`] when the rules cannot be played.
pub fn compact_fields<G: Encode>(rules: &G::Rules) -> Result<Vec<Field>, SetupError> {
    let mut fields = fields::<G>(rules)?;
    let after = size(&fields);
    let begun = written(|out| G::observe_begun(&[], out));
    fields.extend(begun.into_iter().map(|field| Field {
        start: field.start + after,
        ..field
    }));
    Ok(fields)
}

/// Writes the observation of a view to places of which there is one for each number of the [`fields`].
pub fn observe<G: Encode>(view: &G::View, places: &mut [f32]) {
    G::observe(view, &mut Observer::new(places));
}

/// Replaces `ids` by the indices of these actions.
pub fn ids<G: Encode>(rules: &G::Rules, actions: &[G::Action], ids: &mut Vec<usize>) {
    ids.clear();
    // At once as long as it can become.
    ids.reserve(actions.len());
    ids.extend((actions.iter()).filter_map(|&action| G::action_id(rules, action)));
}

/// Marks these actions with 1 in a mask of zeros, which is as long as there are indices, and returns the shortest range
/// of indices that holds all marks.
pub fn mark<G: Encode>(rules: &G::Rules, actions: &[G::Action], mask: &mut [i8]) -> Range<usize> {
    let mut marked = mask.len()..0;
    for id in actions
        .iter()
        .filter_map(|&action| G::action_id(rules, action))
    {
        if let Some(place) = mask.get_mut(id) {
            *place = 1;
            marked = marked.start.min(id)..marked.end.max(id + 1);
        }
    }
    marked.start.min(marked.end)..marked.end
}

/// The seats in turn order, starting with the viewer's own, or with seat 0 for a viewer without a seat.
pub fn around(viewer: Viewer, seats: usize) -> impl Iterator<Item = Seat> + Clone {
    let own = viewer.seat().unwrap_or(Seat(0)).index();
    (own..seats).chain(0..own).map(|seat| Seat(seat as u8))
}

/// The number of turns from the viewer to `seat`: 0 for the viewer's own seat.
pub fn turns_after(viewer: Viewer, seat: Seat, seats: usize) -> usize {
    let own = viewer.seat().unwrap_or(Seat(0)).index();
    let turns = seat.index() + seats - own;
    if turns < seats { turns } else { turns - seats }
}

/// Checks, by a random game, what every encoding promises: each legal action has an index of its own that
/// leads back to it, the list of indices and the mask have just those, and every observation has the same fields with
/// values within their bounds, for every viewer.
///
/// # Errors
/// What does not hold, in words.
pub fn check<G: Encode>(rules: &G::Rules, seed: u64) -> Result<(), String> {
    use rand::RngExt as _;
    let wrong = |error: SetupError| error.to_string();
    let count = G::action_count(rules);
    let fields = fields::<G>(rules).map_err(wrong)?;
    if let Some(field) = fields.iter().find(|field| field.len == 0) {
        return Err(format!("the field '{}' is empty", field.name));
    }
    let mut state = G::new(rules.clone(), G::deal(rules, seed)).map_err(wrong)?;
    let mut rng = crate::Streams::new(seed).task(2);
    let (mut marks, mut direct) = (vec![0; count], vec![0; count]);
    let mut numbers = vec![0.0; size(&fields)];
    // Memory for lists, with what was there before.
    let (mut scratch, mut listed, mut direct_ids) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        let seats = Seat::all(rules.seats()).map(Viewer::Seat);
        let viewers = seats.chain([Viewer::Public, Viewer::Everything]);
        for viewer in viewers {
            let view = state.view(viewer);
            if written(|out| G::observe(&view, out)) != fields {
                return Err(format!("{viewer:?}: the fields have changed"));
            }
            // A place that is not written keeps what is in no field's bounds.
            numbers.fill(f32::NAN);
            observe::<G>(&view, &mut numbers);
            for field in &fields {
                let values = &numbers[field.start..field.start + field.len];
                if let Some(value) = (values.iter()).find(|v| !(field.low..=field.high).contains(v))
                {
                    return Err(format!(
                        "{viewer:?}: {value} in '{}', which is {} to {}",
                        field.name, field.low, field.high
                    ));
                }
            }
        }
        let Some(seat) = state.to_move().first() else {
            return Ok(());
        };
        let legal = state.legal_actions(seat);
        for &action in &legal {
            let id = G::action_id(rules, action);
            let back = id.and_then(|id| G::action_of(rules, id));
            if back != Some(action) {
                return Err(format!("'{action}' has index {id:?}, which is {back:?}"));
            }
        }
        ids::<G>(rules, &legal, &mut listed);
        state.legal_ids_into(seat, &mut scratch, &mut direct_ids);
        if direct_ids != listed {
            return Err("the indices are not those of the legal actions".to_owned());
        }
        marks.fill(0);
        mark::<G>(rules, &legal, &mut marks);
        let marked: usize = marks.iter().map(|&mark| mark as usize).sum();
        if marked != legal.len() {
            return Err(format!("{marked} marks for {} actions", legal.len()));
        }
        let range = state.mark_legal(seat, &mut scratch, &mut direct);
        if direct != marks {
            return Err("the mask is not that of the legal actions".to_owned());
        }
        direct[range.clone()].fill(0);
        if direct.contains(&1) {
            return Err(format!("there are marks outside of {range:?}"));
        }
        if G::compact_count(rules).is_some() {
            check_compact(&state, seat, &legal)?;
        }
        let pick = rng.random_range(0..legal.len() as u32) as usize;
        state.play_unchecked(seat, legal[pick]);
    }
}

/// Checks that the compact masks lead to the legal actions and to nothing else, to each by its own sequence.
fn check_compact<G: Encode>(state: &G, seat: Seat, legal: &[G::Action]) -> Result<(), String> {
    let rules = state.rules();
    let fields = written(|out| G::observe_begun(&[], out));
    let mut numbers = vec![0.0; size(&fields)];
    let mut mask = vec![1; G::compact_count(rules).unwrap_or_default()];
    let mut open = vec![Vec::new()];
    let mut found = Vec::new();
    while let Some(begun) = open.pop() {
        if let Some(action) = G::expand(rules, &begun) {
            if G::compact(rules, action).as_deref() != Some(begun.as_slice()) {
                return Err(format!("'{action}' is not the sequence {begun:?}"));
            }
            found.push(action);
            continue;
        }
        if written(|out| G::observe_begun(&begun, out)) != fields {
            return Err(format!("after {begun:?}: the fields have changed"));
        }
        numbers.fill(f32::NAN);
        G::observe_begun(&begun, &mut Observer::new(&mut numbers));
        for field in &fields {
            let values = &numbers[field.start..][..field.len];
            let bounds = field.low..=field.high;
            if !values.iter().all(|value| bounds.contains(value)) {
                return Err(format!("after {begun:?}: {values:?} in '{}'", field.name));
            }
        }
        state.compact_mask(seat, &begun, &mut mask);
        let next = (0..mask.len()).filter(|&id| mask[id] == 1);
        let longer = next.map(|id| [begun.as_slice(), &[id]].concat());
        let count = open.len();
        open.extend(longer);
        if open.len() == count || begun.len() == MAX_COMPACT {
            return Err(format!("the sequence {begun:?} leads to no action"));
        }
    }
    found.sort_unstable_by_key(|action| action.number());
    if found != legal {
        return Err(format!(
            "compact masks lead to {} actions, and {} are legal",
            found.len(),
            legal.len()
        ));
    }
    Ok(())
}

/// Checks that indices and actions are one to one under these rules.
///
/// # Errors
/// The first index that does not lead back to itself.
pub fn check_indices<G: Encode>(rules: &G::Rules) -> Result<(), String> {
    let count = G::action_count(rules);
    for id in 0..count {
        let action = G::action_of(rules, id).ok_or_else(|| format!("no action has index {id}"))?;
        let back = G::action_id(rules, action);
        if back != Some(id) {
            return Err(format!("{id} is '{action}', whose index is {back:?}"));
        }
        let sequence = G::compact(rules, action).unwrap_or_default();
        if G::expand(rules, &sequence) != Some(action) {
            return Err(format!("'{action}' has the compact sequence {sequence:?}"));
        }
    }
    match G::action_of(rules, count) {
        None => Ok(()),
        Some(action) => Err(format!("'{action}' has an index beyond the last")),
    }
}
