//! What can happen with an artist's cards in a round, and the best of it under prices.

use super::columns::Column;
use super::rows::{Rates, STAR_ROUNDS, added_again};
use super::tables::{FLAGS, LIMIT};
use super::{ABSENT, FIRST, Leaf, NONE, POINT, Relaxation, THIRD, Trait, Variants};
use crate::masters_gallery::case::Tokens;
use crate::masters_gallery::model::ARTISTS;
use parlour_games::masters_gallery::rules::ROUNDS;

/// Own, and others', cards of an artist face up in a round, at most, and one.
const OWN_OPEN: usize = 8;
const OTHERS_OPEN: usize = 12;
/// Cards of an artist that lie hidden or are added in a round, at most, and one.
const MORE: usize = 11;

/// Who uses a symbol card of an artist in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::masters_gallery) enum By {
    #[default]
    Nobody,
    Maximised,
    Another,
}

impl By {
    const fn index(self) -> Option<usize> {
        match self {
            By::Nobody => None,
            By::Maximised => Some(0),
            By::Another => Some(1),
        }
    }
}

/// What happens with an artist's cards in a round. Pairs are of the maximised player and of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::masters_gallery) struct Choice {
    /// Cards that are displayed one by one or shown, or follow as second cards.
    pub(in crate::masters_gallery) open: [i32; 2],
    /// Cards laid face down.
    pub(in crate::masters_gallery) hidden: [i32; 2],
    /// Cards added after the close.
    pub(in crate::masters_gallery) added: [i32; 2],
    /// 1 if the extra card is the artist's.
    pub(in crate::masters_gallery) extra: i32,
    /// Cards face up beyond those that do not close a round.
    pub(in crate::masters_gallery) excess: i32,
    /// Who draws with the artist's draw card.
    pub(in crate::masters_gallery) draw: By,
    /// Who displays a second card of the artist.
    pub(in crate::masters_gallery) second: By,
    /// Who lays a card face down with the artist's card for it.
    pub(in crate::masters_gallery) lay: By,
    /// Whether the artist's award is played in the round: known of the first two only.
    pub(in crate::masters_gallery) star: bool,
}

impl Choice {
    /// Cards of the maximised player.
    pub(in crate::masters_gallery) fn own(&self) -> i32 {
        self.open[0] + self.hidden[0] + self.added[0]
    }

    /// Cards of all.
    pub(in crate::masters_gallery) fn cards(&self) -> i32 {
        let both = |pair: [i32; 2]| pair[0] + pair[1];
        both(self.open) + both(self.hidden) + both(self.added) + self.extra
    }
}

/// What a branch fixes of an artist in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::masters_gallery) enum Part {
    Own,
    Cards,
    Second,
    Draw,
    Lay,
    Hidden,
    Extra,
    Excess,
}

/// How many parts there are.
pub(in crate::masters_gallery) const PARTS: usize = 8;

impl Part {
    /// Those that decide most come first.
    pub(in crate::masters_gallery) const ALL: [Part; PARTS] = [
        Part::Own,
        Part::Excess,
        Part::Second,
        Part::Lay,
        Part::Hidden,
        Part::Draw,
        Part::Extra,
        Part::Cards,
    ];

    /// The one of this number, in the order of the definition.
    pub(in crate::masters_gallery) fn numbered(number: usize) -> Option<Part> {
        Part::ALL.into_iter().find(|&part| part as usize == number)
    }

    /// Its number of a choice: symbols count where the maximised player uses them.
    pub(in crate::masters_gallery) fn of(self, choice: &Choice) -> i32 {
        let own = |by: By| i32::from(by == By::Maximised);
        match self {
            Part::Own => choice.own(),
            Part::Cards => choice.cards(),
            Part::Second => own(choice.second),
            Part::Draw => own(choice.draw),
            Part::Lay => own(choice.lay),
            Part::Hidden => choice.hidden[0],
            Part::Extra => choice.extra,
            Part::Excess => choice.excess,
        }
    }
}

/// Limits of the parts of an artist's choice in a round: at least, and at most.
pub(in crate::masters_gallery) type Limits = [[i32; 2]; PARTS];

/// A part of a leaf.
#[derive(Clone, Debug)]
pub(in crate::masters_gallery) struct Branch {
    /// By artist and round, in the order of [`Part`].
    pub(in crate::masters_gallery) limits: [[Limits; ROUNDS]; ARTISTS],
    /// Whether the maximised player closes the round.
    pub(in crate::masters_gallery) closes: [Option<bool>; ROUNDS],
    /// Variants of the leaf.
    pub(in crate::masters_gallery) variants: Variants,
}

impl Branch {
    /// Where an artist's part in a round is more than the number, and where it is not.
    pub(in crate::masters_gallery) fn halves(
        &self,
        artist: usize,
        round: usize,
        part: Part,
        number: i32,
    ) -> [Branch; 2] {
        [true, false].map(|more| {
            let mut branch = self.clone();
            let [least, most] = &mut branch.limits[artist][round][part as usize];
            match more {
                true => *least = (number + 1).max(*least),
                false => *most = number.min(*most),
            }
            branch
        })
    }

    /// Where the trait of a variant is above the number, and where it is not.
    pub(in crate::masters_gallery) fn split(
        &self,
        relaxation: &Relaxation<'_>,
        which: Trait,
        number: usize,
    ) -> [Branch; 2] {
        let halves = relaxation.halves(&self.variants, which, number);
        halves.map(|variants| Branch {
            variants,
            ..self.clone()
        })
    }

    /// Whether a column is in the branch.
    pub(in crate::masters_gallery) fn holds(&self, column: &Column) -> bool {
        let limits = self.limits[column.artist].iter().zip(&column.choices);
        limits.into_iter().all(|(limits, choice)| {
            Part::ALL.into_iter().all(|part| {
                let [least, most] = limits[part as usize];
                (least..=most).contains(&part.of(choice))
            })
        })
    }
}

/// The best of an artist in a round, by open cards and all cards, with as many open cards at least; before symbols.
type Faces = [[[i64; LIMIT]; OTHERS_OPEN]; OWN_OPEN];

/// The best of a round by cards and flags, as far as there is any.
pub(super) type Round = Vec<(usize, usize, i64)>;

impl Relaxation<'_> {
    /// A leaf as a whole.
    pub(in crate::masters_gallery) fn whole(&self, leaf: &Leaf) -> Branch {
        let mut limits = [[[[0; 2]; PARTS]; ROUNDS]; ARTISTS];
        for (artist, row) in limits.iter_mut().enumerate().take(self.model.artists) {
            for (round, limits) in row.iter_mut().enumerate().take(self.model.rounds) {
                *limits = self.limits(round, self.place(leaf, round, artist));
            }
        }
        Branch {
            limits,
            closes: [None; ROUNDS],
            variants: leaf.variants.clone(),
        }
    }

    pub(super) fn limits(&self, round: usize, place: usize) -> Limits {
        let model = self.model;
        let cards = self.cards(round, place);
        let some = i32::from(place != ABSENT);
        let mut limits = [[0; 2]; PARTS];
        limits[Part::Cards as usize] = cards;
        limits[Part::Own as usize] = [0, cards[1]];
        limits[Part::Second as usize] = [0, model.seconds.into()];
        limits[Part::Draw as usize] = [0, model.draws.into()];
        limits[Part::Lay as usize] = [0, model.hidden.min(1)];
        limits[Part::Hidden as usize] = [0, some * self.hidden_cards()];
        limits[Part::Extra as usize] = [0, some * i32::from(model.extra)];
        limits[Part::Excess as usize] = [0, some * self.max_excess(round)];
        limits
    }

    /// Cards that may be laid face down in all.
    fn hidden_cards(&self) -> i32 {
        self.model.hidden.min(1) * self.model.artists as i32
    }

    /// Cards face up that may exceed what does not close a round: those that close it.
    pub(super) fn max_excess(&self, round: usize) -> i32 {
        match self.model.together {
            _ if self.case.is_open(round) => 0,
            true => self.model.players as i32,
            false => 1,
        }
    }

    /// Fewest and most cards at a place.
    fn cards(&self, round: usize, place: usize) -> [i32; 2] {
        let closing = self.model.closing as i32;
        let closed = !self.case.is_open(round);
        let most = if self.model.has_full_rules() {
            LIMIT as i32 - 1
        } else {
            closing - 1
        };
        match place {
            FIRST if !self.model.has_full_rules() => [closing, closing],
            FIRST if closed => [closing, most],
            FIRST..=THIRD => [1, most],
            ABSENT => [0, 0],
            _ => [0, most],
        }
    }

    /// The best by cards face up and all cards. A part of it is exact, a suffix maximum is made by [`at_least`].
    fn faces(
        &self,
        rates: &Rates,
        round: usize,
        place: usize,
        value: i32,
        limits: &Limits,
    ) -> Box<Faces> {
        let mut faces = Box::new([[[NONE; LIMIT]; OTHERS_OPEN]; OWN_OPEN]);
        self.each_face(rates, round, place, value, limits, |choice, points| {
            let face = &mut faces[choice.open[0] as usize][choice.open[1] as usize];
            let best = &mut face[choice.cards() as usize];
            *best = points.max(*best);
        });
        faces
    }

    /// Every way of displaying an artist's cards in a round, without symbols, and what it is worth.
    fn each_face(
        &self,
        rates: &Rates,
        round: usize,
        place: usize,
        value: i32,
        limits: &Limits,
        mut each: impl FnMut(Choice, i64),
    ) {
        let model = self.model;
        let full = model.has_full_rules();
        let closed = !self.case.is_open(round);
        let calm = model.closing as i32 - 1;
        let within = |part: Part, number: i32| {
            let [least, most] = limits[part as usize];
            (least..=most).contains(&number)
        };
        let value = match place {
            FIRST..=THIRD => i64::from(value) * POINT,
            _ => 0,
        };
        // What a card brings: the maximised player's and another's.
        let order = rates.order[place];
        let card = [value - rates.card[0] + order, order - rates.card[1]];
        let others = self.others();
        let turn = [-rates.turn[0], rates.turn[1]];
        let [least, most] = limits[Part::Cards as usize];
        let own_most = limits[Part::Own as usize][1];
        let additions = model.additions && closed;
        let hidden_most = [
            limits[Part::Hidden as usize][1],
            if place == ABSENT {
                0
            } else {
                self.hidden_cards()
            },
        ];
        // Cards that are hidden or added, by whether the owner has open ones: the best for each number.
        let more = |who: usize, open: i32| -> [Option<(i32, i32, i64)>; MORE] {
            let mut best = [None; MORE];
            let least = if who == 0 {
                limits[Part::Hidden as usize][0]
            } else {
                0
            };
            for hidden in least..=hidden_most[who] {
                let seats = if who == 0 { 1 } else { others };
                let added = if additions {
                    seats.min(open + hidden)
                } else {
                    0
                };
                for added in 0..=added {
                    let mut points = card[who] * i64::from(hidden + added)
                        - rates.hidden[who] * i64::from(hidden);
                    if who == 1 {
                        points -= rates.added * i64::from(added)
                            + rates.added_again * i64::from(added_again(added));
                    }
                    let best = &mut best[(hidden + added) as usize];
                    if best.is_none_or(|(_, _, other)| points > other) {
                        *best = Some((hidden, added, points));
                    }
                }
            }
            best
        };
        let max_open = calm + self.max_excess(round);
        let first_place = i32::from(place == FIRST);
        let no_cards = place == ABSENT;
        for own in 0..=own_most.min(if no_cards { 0 } else { calm + 1 }) {
            let own_more = more(0, own);
            for other in 0..=if no_cards { 0 } else { max_open - own } {
                let others_more = more(1, other);
                for extra in 0..=i32::from(model.extra && !no_cards) {
                    let up = own + other + extra;
                    let excess = (up - calm).max(0);
                    let closes =
                        excess <= own.min(1) + others.min(other) && own <= calm + excess.min(1);
                    let first = !full && (place == FIRST) != (excess == 1);
                    if up > max_open
                        || up > most
                        || !closes
                        || first
                        || !within(Part::Extra, extra)
                        || !within(Part::Excess, excess)
                    {
                        continue;
                    }
                    let shown = self.shown([own, other], excess);
                    let base = (card[0] + turn[0]) * i64::from(own)
                        + (card[1] + turn[1]) * i64::from(other)
                        + (order - rates.extra) * i64::from(extra)
                        - rates.excess[0] * i64::from(excess)
                        + rates.excess[1] * i64::from(excess.min(1))
                        - rates.shown[0] * i64::from(shown[0])
                        - rates.shown[1] * i64::from(shown[1]);
                    for (own_hidden, own_added, own_points) in own_more.iter().flatten() {
                        if !within(Part::Own, own + own_hidden + own_added) {
                            continue;
                        }
                        for (hidden, added, points) in others_more.iter().flatten() {
                            let cards = up + own_hidden + own_added + hidden + added;
                            if cards < least || cards > most {
                                continue;
                            }
                            let choice = Choice {
                                open: [own, other],
                                hidden: [*own_hidden, *hidden],
                                added: [*own_added, *added],
                                extra,
                                excess,
                                ..Choice::default()
                            };
                            let is_enough = cards >= model.closing as i32 + first_place;
                            let mut points = base + own_points + points;
                            if is_enough {
                                points += rates.enough[place];
                            }
                            if place == FIRST && (is_enough || excess > 0) {
                                points += rates.first_closes;
                            }
                            each(choice, points);
                        }
                    }
                }
            }
        }
    }

    /// Every way of using an artist's symbols in a round: what it brings, and the open cards that it takes of the
    /// maximised player, of the others, and of both together.
    fn each_symbols(
        &self,
        rates: &Rates,
        round: usize,
        limits: &Limits,
        mut each: impl FnMut(Choice, i64, [usize; 3]),
    ) {
        let model = self.model;
        let users = |part: Part, has: bool| {
            let [least, most] = limits[part as usize];
            [By::Nobody, By::Maximised, By::Another]
                .into_iter()
                .filter(move |&by| {
                    let own = i32::from(by == By::Maximised);
                    (has || by == By::Nobody) && (least..=most).contains(&own)
                })
        };
        let stars = round < STAR_ROUNDS && matches!(self.case.tokens, Tokens::Late(_));
        for draw in users(Part::Draw, model.draws) {
            for second in users(Part::Second, model.seconds) {
                for lay in users(Part::Lay, model.hidden > 0) {
                    let mut points = 0;
                    let mut needed = [0; 3];
                    if let Some(who) = draw.index() {
                        points += rates.drawn[who];
                        needed[who] += 1;
                    }
                    if let Some(who) = second.index() {
                        points += [rates.turn[0], -rates.turn[1]][who];
                        needed[who] += 2;
                    }
                    if let Some(who) = lay.index() {
                        points += rates.hidden[who];
                        needed[who] += 1;
                    }
                    needed[2] = needed[0] + needed[1];
                    for star in 0..=usize::from(stars) {
                        let choice = Choice {
                            draw,
                            second,
                            lay,
                            star: star > 0,
                            ..Choice::default()
                        };
                        let needed = [needed[0], needed[1], needed[2] + star];
                        each(choice, points + rates.star * star as i64, needed);
                    }
                }
            }
        }
    }

    /// The best of a round by cards and flags.
    pub(super) fn round(
        &self,
        rates: &Rates,
        round: usize,
        place: usize,
        value: i32,
        limits: &Limits,
    ) -> Round {
        let mut faces = self.faces(rates, round, place, value, limits);
        let [least, most] = limits[Part::Cards as usize];
        let cards = least.max(0) as usize..=most.max(0) as usize;
        at_least(&mut faces, cards.clone());
        let mut best = [[NONE; FLAGS]; LIMIT];
        self.each_symbols(rates, round, limits, |choice, points, needed| {
            for cards in cards.clone() {
                let most = most_with(&faces, needed, cards);
                if most > NONE / 2 {
                    let best = &mut best[cards][flags(&choice)];
                    *best = (most + points).max(*best);
                }
            }
        });
        let all = best.iter().enumerate().flat_map(|(cards, row)| {
            let row = row.iter().enumerate();
            row.map(move |(flags, &points)| (cards, flags, points))
        });
        all.filter(|&(.., points)| points > NONE / 2).collect()
    }

    /// The choice of a round with these cards and flags that is worth this.
    pub(super) fn choice(
        &self,
        rates: &Rates,
        round: usize,
        place: usize,
        value: i32,
        limits: &Limits,
        (cards, flag, points): (usize, usize, i64),
    ) -> Option<Choice> {
        let exact = self.faces(rates, round, place, value, limits);
        let mut faces = exact.clone();
        at_least(&mut faces, cards..=cards);
        let mut symbols = None;
        self.each_symbols(rates, round, limits, |choice, worth, needed| {
            let most = most_with(&faces, needed, cards);
            if most > NONE / 2 && most + worth == points && flags(&choice) == flag {
                symbols = Some((choice, worth, needed));
            }
        });
        let (symbols, worth, needed) = symbols?;
        let mut found = None;
        self.each_face(rates, round, place, value, limits, |face, most| {
            let open = face.open.map(|open| open as usize);
            let fits = open[0] >= needed[0]
                && open[1] >= needed[1]
                && open[0] + open[1] >= needed[2]
                && face.cards() as usize == cards;
            if fits && most + worth == points {
                found = Some(Choice {
                    draw: symbols.draw,
                    second: symbols.second,
                    lay: symbols.lay,
                    star: symbols.star,
                    ..face
                });
            }
        });
        found
    }
}

/// Turns the best with exactly each number of open cards into the best with at least that number.
fn at_least(faces: &mut Faces, cards: std::ops::RangeInclusive<usize>) {
    for cards in cards {
        for own in (0..OWN_OPEN).rev() {
            for others in (0..OTHERS_OPEN).rev() {
                let mut best = faces[own][others][cards];
                if own + 1 < OWN_OPEN {
                    best = best.max(faces[own + 1][others][cards]);
                }
                if others + 1 < OTHERS_OPEN {
                    best = best.max(faces[own][others + 1][cards]);
                }
                faces[own][others][cards] = best;
            }
        }
    }
}

/// The best with at least these numbers of open cards of the maximised player, of the others, and of both.
fn most_with(faces: &Faces, [own, others, both]: [usize; 3], cards: usize) -> i64 {
    let spare = both - own - others;
    // One of both is one more of either.
    (0..=spare)
        .map(|more| faces[own + more][others + spare - more][cards])
        .max()
        .unwrap_or(NONE)
}

/// Which of an artist's symbol cards a choice uses up.
fn flags(choice: &Choice) -> usize {
    let used = |by: By, bit: usize| usize::from(by != By::Nobody) << bit;
    used(choice.draw, 0) | used(choice.second, 1) | used(choice.lay, 2)
}
