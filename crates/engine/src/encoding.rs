//! Games as numbers, for learners: actions as indices, views as vectors.
//!
//! An action has an index below [`Encode::action_count`], the same in every state of the same
//! rules; a mask marks those that are legal. A view becomes a vector of 32-bit floats, in which
//! every number keeps its own unit (cards, rupees, thousands); the [`Field`]s of the vector say
//! what stands where, and between which bounds. Players stand in the order of their turns, the
//! viewer first, so that what is learnt in one seat holds in all. Only what is in the view can be
//! in the vector.

use crate::{Game, Rules as _, Seat, SetupError, Viewer};
use std::borrow::Cow;

/// Games whose actions and views can be written as numbers.
pub trait Encode: Game {
    /// The number of indices under these rules. Not all of them need ever be legal.
    fn action_count(rules: &Self::Rules) -> usize;

    /// The index of an action; `None` if these rules have no such action.
    fn action_id(rules: &Self::Rules, action: Self::Action) -> Option<usize>;

    /// The action of an index; `None` if there is none.
    fn action_of(rules: &Self::Rules, id: usize) -> Option<Self::Action>;

    /// Writes the view as numbers, always the same fields under the same rules.
    fn observe(view: &Self::View, out: &mut Observer);
}

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

/// Collects the numbers of an observation.
#[derive(Clone, Debug, Default)]
pub struct Observer {
    values: Vec<f32>,
    fields: Option<Vec<Field>>,
}

impl Observer {
    /// Collects values only, in a buffer that is cleared first.
    pub fn into_buffer(mut buffer: Vec<f32>) -> Observer {
        buffer.clear();
        Observer {
            values: buffer,
            fields: None,
        }
    }

    /// Collects the fields as well.
    pub fn with_fields() -> Observer {
        Observer {
            values: Vec::new(),
            fields: Some(Vec::new()),
        }
    }

    /// Adds a field of numbers from `low` to `high`. At least one number belongs to it.
    pub fn put<T: Into<f32>>(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        [low, high]: [f32; 2],
        numbers: impl IntoIterator<Item = T>,
    ) {
        let start = self.values.len();
        self.values.extend(numbers.into_iter().map(Into::into));
        let len = self.values.len() - start;
        if let Some(fields) = &mut self.fields {
            fields.push(Field {
                name: name.into().into_owned(),
                start,
                len,
                low,
                high,
            });
        }
    }

    /// Adds a field of `len` zeros and ones, with a one at each of these places.
    pub fn marks(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        len: usize,
        places: impl IntoIterator<Item = usize>,
    ) {
        let start = self.values.len();
        self.put(name, [0.0, 1.0], std::iter::repeat_n(0.0f32, len));
        for place in places {
            if let Some(mark) = self.values[start..].get_mut(place) {
                *mark = 1.0;
            }
        }
    }

    /// The numbers.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The buffer with the numbers.
    pub fn into_values(self) -> Vec<f32> {
        self.values
    }
}

/// The fields of the observations by these rules.
///
/// # Errors
/// [`SetupError`] when the rules cannot be played.
pub fn fields<G: Encode>(rules: &G::Rules) -> Result<Vec<Field>, SetupError> {
    let start = G::new(rules.clone(), G::deal(rules, 0))?;
    let mut out = Observer::with_fields();
    G::observe(&start.view(Viewer::Seat(Seat(0))), &mut out);
    Ok(out.fields.unwrap_or_default())
}

/// The observation of a view, in a buffer that is cleared first.
pub fn observation<G: Encode>(view: &G::View, buffer: Vec<f32>) -> Vec<f32> {
    let mut out = Observer::into_buffer(buffer);
    G::observe(view, &mut out);
    out.into_values()
}

/// Marks the legal actions with 1 and all others with 0. `mask` is as long as there are indices.
pub fn mask<G: Encode>(rules: &G::Rules, legal: &[G::Action], mask: &mut [i8]) {
    mask.fill(0);
    for &action in legal {
        if let Some(place) = G::action_id(rules, action).and_then(|id| mask.get_mut(id)) {
            *place = 1;
        }
    }
}

/// The seats in turn order, starting with the viewer's own, or with seat 0 for a viewer without a seat.
pub fn around(viewer: Viewer, seats: usize) -> impl Iterator<Item = Seat> + Clone {
    let own = viewer.seat().unwrap_or(Seat(0)).index();
    (0..seats).map(move |steps| Seat(((own + steps) % seats) as u8))
}

/// The number of turns from the viewer to `seat`: 0 for the viewer's own seat.
pub fn turns_after(viewer: Viewer, seat: Seat, seats: usize) -> usize {
    let own = viewer.seat().unwrap_or(Seat(0)).index();
    (seat.index() + seats - own) % seats
}

/// Checks, by a random game, what every encoding promises: each legal action has an index of its own that
/// leads back to it, the mask has just those, and every observation has the same fields with
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
    let mut marks = vec![1; count];
    loop {
        let seats = Seat::all(rules.seats()).map(Viewer::Seat);
        let viewers = seats.chain([Viewer::Public, Viewer::Everything]);
        for viewer in viewers {
            let mut out = Observer::with_fields();
            G::observe(&state.view(viewer), &mut out);
            if out.fields.as_ref() != Some(&fields) {
                return Err(format!("{viewer:?}: the fields have changed"));
            }
            for field in &fields {
                let values = &out.values()[field.start..field.start + field.len];
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
            let id = G::action_id(rules, action).filter(|&id| id < count);
            let back = id.and_then(|id| G::action_of(rules, id));
            if back != Some(action) {
                return Err(format!("'{action}' has index {id:?}, which is {back:?}"));
            }
        }
        mask::<G>(rules, &legal, &mut marks);
        let marked: usize = marks.iter().map(|&mark| mark as usize).sum();
        if marked != legal.len() {
            return Err(format!("{marked} marks for {} actions", legal.len()));
        }
        let pick = rng.random_range(0..legal.len() as u32) as usize;
        state.play_unchecked(seat, legal[pick]);
    }
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
    }
    match G::action_of(rules, count) {
        None => Ok(()),
        Some(action) => Err(format!("'{action}' has an index beyond the last")),
    }
}
