//! A plan: how many cards of each artist lie in each round. Everything else follows: turn order,
//! rankings, awards, and the most that a player can score.

use super::model::{ARTISTS, Model, PLAYERS};
use arrayvec::ArrayVec;
use parlour_games::masters_gallery::rules::{GAINS, ROUNDS};

/// Cards by round and artist, and who displays how many second cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Hash, Eq)]
pub(super) struct Plan {
    /// Cards of each artist face up by round, when it closes.
    pub(super) cards: [[i32; ARTISTS]; ROUNDS],
    /// Second cards of each seat by round.
    pub(super) seconds: [[i32; PLAYERS]; ROUNDS],
    /// Whose card is the extra card, if the model has one: one of `cards`.
    pub(super) extra: [usize; ROUNDS],
    /// Cards that the maximised player lays face down.
    pub(super) hidden: [[i32; ARTISTS]; ROUNDS],
    /// Artists (bits) whose cards with the symbol for it he plays before each of them.
    pub(super) lays: [u8; ROUNDS],
    /// Artists (bits) whose cards with which one draws he plays.
    pub(super) draws: [u8; ROUNDS],
    /// Artists (bits) of whom he displays a second card; counted in `seconds` too.
    pub(super) doubles: [u8; ROUNDS],
    /// Cards that he adds after the close.
    pub(super) added: [[i32; ARTISTS]; ROUNDS],
    /// The artist whose card with ✠ is the last one played, if everybody then shows a card and that closes the round.
    pub(super) together: [Option<usize>; ROUNDS],
    /// Cards that the others lay face down.
    pub(super) others_hidden: [[i32; ARTISTS]; ROUNDS],
    /// Cards that the others add after the close.
    pub(super) others_added: [[i32; ARTISTS]; ROUNDS],
}

/// Cards that a seat has to have in a round, and what is left for it to choose.
struct Forced {
    own: [i32; ARTISTS],
    /// Other cards of each artist that it may have.
    room: [i32; ARTISTS],
    /// Cards that the seat still plays.
    left: i32,
    /// How many of them there are not.
    lack: i32,
}

/// What follows from a plan before anybody's own cards are chosen.
#[derive(Clone, Debug)]
pub(super) struct Course {
    /// Who opens each round.
    pub(super) openers: [usize; ROUNDS],
    /// Who closes each round.
    pub(super) closers: [usize; ROUNDS],
    /// The artist of the last card that is played in each round.
    pub(super) closing: [usize; ROUNDS],
    /// Cards that each seat plays.
    pub(super) played: [[i32; PLAYERS]; ROUNDS],
    /// The ranked artists, as far as there are cards.
    pub(super) ranked: [ArrayVec<usize, ARTISTS>; ROUNDS],
    /// What each artist has gained by rank after each round.
    pub(super) gained: [[i32; ARTISTS]; ROUNDS],
    /// Awards that can be played in each round: those of the artists who are new.
    pub(super) awards: [i32; ROUNDS],
    /// The first round in which each artist's award can be played.
    pub(super) awarding: [Option<usize>; ARTISTS],
    /// Cards that each seat must draw before the end of each round.
    pub(super) needed: [[i32; PLAYERS]; ROUNDS],
    /// Which of the other seats (bits) add a card, by artist.
    pub(super) adders: [[u8; ARTISTS]; ROUNDS],
    /// Which of the other seats lay cards face down, in the order of the artists.
    pub(super) hiders: [ArrayVec<usize, ARTISTS>; ROUNDS],
    /// By how much limits are exceeded; 0 for a plan that may be possible.
    pub(super) excess: i32,
}

/// The best that a player makes of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Score {
    /// Points; of all players together if the model says so.
    pub(super) score: i32,
    /// The player.
    pub(super) seat: usize,
    /// Who gets the awards of each round.
    pub(super) targets: [usize; ROUNDS],
}

impl Plan {
    /// Everything of one round in the other, and the other way round.
    pub(super) fn swap_rounds(&mut self, one: usize, other: usize) {
        self.cards.swap(one, other);
        self.seconds.swap(one, other);
        self.extra.swap(one, other);
        self.hidden.swap(one, other);
        self.added.swap(one, other);
        self.together.swap(one, other);
        self.others_hidden.swap(one, other);
        self.others_added.swap(one, other);
        for masks in [&mut self.lays, &mut self.draws, &mut self.doubles] {
            masks.swap(one, other);
        }
    }

    /// The same cards, without a word about which of them carry symbols.
    pub(super) fn without_symbols(self) -> Plan {
        Plan {
            lays: [0; ROUNDS],
            draws: [0; ROUNDS],
            doubles: [0; ROUNDS],
            ..self
        }
    }

    /// Two artists in each other's place.
    pub(super) fn swap_artists(&mut self, one: usize, other: usize) {
        for row in [
            &mut self.cards,
            &mut self.hidden,
            &mut self.added,
            &mut self.others_hidden,
            &mut self.others_added,
        ] {
            row.iter_mut().for_each(|cards| cards.swap(one, other));
        }
        for named in self
            .extra
            .iter_mut()
            .chain(self.together.iter_mut().flatten())
        {
            *named = match *named {
                artist if artist == one => other,
                artist if artist == other => one,
                artist => artist,
            };
        }
        for mask in [&mut self.lays, &mut self.draws, &mut self.doubles]
            .into_iter()
            .flatten()
        {
            if (*mask >> one ^ *mask >> other) & 1 == 1 {
                *mask ^= 1 << one | 1 << other;
            }
        }
    }

    /// What follows from the plan; `None` when a round has no cards to play.
    pub(super) fn course(&self, model: &Model) -> Option<Course> {
        let n = model.players as i32;
        let mut course = Course {
            openers: [0; ROUNDS],
            closers: [0; ROUNDS],
            closing: [0; ROUNDS],
            played: [[0; PLAYERS]; ROUNDS],
            ranked: Default::default(),
            gained: [[0; ARTISTS]; ROUNDS],
            awards: [0; ROUNDS],
            awarding: [None; ARTISTS],
            needed: [[0; PLAYERS]; ROUNDS],
            adders: [[0; ARTISTS]; ROUNDS],
            hiders: Default::default(),
            excess: 0,
        };
        for artist in 0..model.artists {
            let used: i32 = (0..model.rounds)
                .map(|round| self.shown(round, artist))
                .sum();
            course.excess += (used - model.limits[artist]).max(0);
        }
        let seconds: i32 = self.seconds[..model.rounds].iter().flatten().sum();
        course.excess += 3 * (seconds - model.second_cards() as i32).max(0);
        // Hidden cards and additions are for a model with one maximised player.
        let own = model.seats.trailing_zeros() as usize;
        let mut opener = 0;
        let mut gained = [0; ARTISTS];
        let mut sums = [0; PLAYERS];
        let mut needed = [0; PLAYERS];
        let mut drawn = 0;
        for round in 0..model.rounds {
            let cards = &self.cards[round];
            let seconds = &self.seconds[round];
            let shown = i32::from(self.together[round].is_some());
            let turns = cards.iter().sum::<i32>()
                - seconds.iter().sum::<i32>()
                - i32::from(model.extra)
                - n * shown;
            if turns < 1 || model.extra && cards[self.extra[round]] < 1 {
                return None;
            }
            let each = (turns + n - 1) / n;
            let last = turns - n * (each - 1);
            for place in 0..n {
                let seat = ((opener + place) % n) as usize;
                let played = each - i32::from(place >= last) + seconds[seat] + shown;
                course.excess += 3 * (2 * seconds[seat] + shown - played).max(0);
                course.played[round][seat] = played;
                sums[seat] += played;
            }
            if model.planned {
                let hidden: i32 = self.hidden[round].iter().sum();
                let added: i32 = self.added[round].iter().sum();
                sums[own] += hidden + added;
                self.hand_out(model, &mut course, own, round, &mut sums);
                course.excess += self.misshapen(model, round);
            }
            for seat in 0..model.players {
                needed[seat] = needed[seat].max(sums[seat] - model.dealt[round]);
                if model.planned && seat == own {
                    drawn += self.draws[round].count_ones() as i32;
                    course.excess += (needed[seat] - drawn).max(0);
                    needed[seat] = needed[seat].max(drawn);
                }
            }
            course.needed[round] = needed;
            course.openers[round] = opener as usize;
            course.closers[round] = ((opener + last - 1) % n) as usize;
            opener = (opener + last) % n;
            let mut ranked: ArrayVec<usize, ARTISTS> = (0..model.artists)
                .filter(|&a| self.shown(round, a) > 0)
                .collect();
            let most = ranked.iter().copied().max_by_key(|&artist| cards[artist]);
            course.closing[round] = self.together[round].or(most)?;
            ranked.sort_by_key(|&artist| -self.shown(round, artist));
            ranked.truncate(GAINS.len());
            for (&artist, gain) in ranked.iter().zip(GAINS) {
                gained[artist] += gain;
            }
            course.ranked[round] = ranked;
            course.gained[round] = gained;
            if model.planned {
                course.excess += self.forced(model, &course, own, round).lack;
            }
            for (artist, awarding) in course.awarding.iter_mut().enumerate() {
                if awarding.is_none() && self.plain(model, round, artist) > 0 && model.award > 0 {
                    *awarding = Some(round);
                    course.awards[round] += 1;
                }
            }
        }
        course.excess += (needed.iter().sum::<i32>() - model.draw_cards()).max(0);
        Some(course)
    }

    /// Decides which other player adds cards and places some face down: the one with most cards left.
    fn hand_out(
        &self,
        model: &Model,
        course: &mut Course,
        own: usize,
        round: usize,
        sums: &mut [i32; PLAYERS],
    ) {
        let others = (0..model.players).filter(|&seat| seat != own);
        for artist in 0..model.artists {
            for _ in 0..self.others_added[round][artist] {
                let adders = course.adders[round][artist];
                let free = others.clone().filter(|seat| adders >> seat & 1 == 0);
                match free.min_by_key(|&seat| sums[seat]) {
                    Some(seat) => {
                        sums[seat] += 1;
                        course.adders[round][artist] |= 1 << seat;
                    }
                    None => course.excess += 1,
                }
            }
            for _ in 0..self.others_hidden[round][artist] {
                match others.clone().min_by_key(|&seat| sums[seat]) {
                    Some(seat) if !course.hiders[round].is_full() => {
                        sums[seat] += 1;
                        course.hiders[round].push(seat);
                    }
                    _ => course.excess += 1,
                }
            }
        }
    }

    /// How far the cards face up are from those with which a round closes.
    fn misshapen(&self, model: &Model, round: usize) -> i32 {
        let over: i32 = (0..model.artists).map(|a| self.over(model, round, a)).sum();
        let Some(artist) = self.together[round] else {
            return (over - 1).abs();
        };
        let again = self.together[..round].contains(&Some(artist));
        (1 - over).max(0) + (over - model.players as i32).max(0) + 3 * i32::from(again)
    }

    /// Cards of an artist face up beyond those that do not close a round.
    pub(super) fn over(&self, model: &Model, round: usize, artist: usize) -> i32 {
        (self.cards[round][artist] - model.closing as i32 + 1).max(0)
    }

    /// Cards of an artist in a round when it is scored.
    pub(super) fn shown(&self, round: usize, artist: usize) -> i32 {
        let own = self.hidden[round][artist] + self.added[round][artist];
        let others = self.others_hidden[round][artist] + self.others_added[round][artist];
        self.cards[round][artist] + own + others
    }

    /// Cards of an artist that the players display until a round closes.
    pub(super) fn played(&self, model: &Model, round: usize, artist: usize) -> i32 {
        let extra = model.extra && self.extra[round] == artist;
        self.cards[round][artist] - i32::from(extra)
    }

    /// Of those, the cards that need not carry a symbol for the maximised player.
    fn plain(&self, model: &Model, round: usize, artist: usize) -> i32 {
        let symbols = [self.lays, self.draws, self.doubles].map(|masks| masks[round] >> artist & 1);
        let shown = match self.together[round] {
            None => 0,
            Some(together) => self.over(model, round, artist) + i32::from(together == artist),
        };
        self.played(model, round, artist) - i32::from(symbols.iter().sum::<u8>()) - shown
    }

    /// The cards that a seat cannot do without in a round.
    fn forced(&self, model: &Model, course: &Course, seat: usize, round: usize) -> Forced {
        let mut forced = Forced {
            own: [0; ARTISTS],
            room: self.cards[round],
            left: course.played[round][seat],
            lack: 0,
        };
        if model.extra {
            forced.room[self.extra[round]] -= 1;
        }
        let closing = course.closing[round];
        forced.room[closing] -= 1;
        let closes = course.closers[round] == seat;
        if closes {
            forced.own[closing] = 1;
            forced.left -= 1;
        }
        for (artist, room) in forced.room.iter_mut().enumerate() {
            // Who adds a card has one of the artist on display.
            let by_closer = i32::from(!closes && artist == closing);
            *room -= (self.others_added[round][artist] - by_closer).max(0);
        }
        for artist in 0..model.artists {
            let bit = |mask: u8| i32::from(mask >> artist & 1);
            let mut cards =
                bit(self.lays[round]) + bit(self.draws[round]) + 2 * bit(self.doubles[round]);
            // An addition goes where a card lies.
            let bare = forced.own[artist] + self.hidden[round][artist] + cards == 0;
            cards += i32::from(bare && self.added[round][artist] > 0);
            forced.own[artist] += cards;
            forced.room[artist] -= cards;
            forced.left -= cards;
            forced.lack += (-forced.room[artist]).max(0);
        }
        let room: i32 = forced.room.iter().map(|&room| room.max(0)).sum();
        forced.lack += (-forced.left).max(0) + (forced.left - room).max(0);
        forced
    }

    /// The best that one of the model's seats (or all together) makes of it: of every round the dearest cards.
    pub(super) fn score(&self, model: &Model, course: &Course) -> Score {
        // A planned model is searched by trial only, and there all awards go to one artist.
        let rounds: ArrayVec<usize, ROUNDS> = (0..model.rounds)
            .filter(|&r| {
                if model.planned {
                    r == 0
                } else {
                    course.awards[r] > 0
                }
            })
            .collect();
        let seats = (0..model.players).filter(|seat| model.seats >> seat & 1 == 1);
        let seats: ArrayVec<usize, PLAYERS> = seats.collect();
        let forced = |round| {
            let of_seat = |&seat: &usize| self.forced(model, course, seat, round);
            seats.iter().map(of_seat).collect()
        };
        let forced: ArrayVec<ArrayVec<Forced, PLAYERS>, ROUNDS> =
            (0..model.rounds).map(forced).collect();
        let mut best = Score {
            score: -1,
            seat: 0,
            targets: [0; ROUNDS],
        };
        for combination in 0..model.artists.pow(rounds.len() as u32) {
            let mut targets = [combination % model.artists; ROUNDS];
            let mut code = combination;
            for &round in &rounds {
                targets[round] = code % model.artists;
                code /= model.artists;
            }
            let mut scores = [0; PLAYERS];
            for round in 0..model.rounds {
                let paid = course.paid(model, &targets, round);
                let order = dearest(&paid);
                for (&seat, forced) in seats.iter().zip(&forced[round]) {
                    let own = self.own_of(model, forced, &order, round);
                    let more = |a: usize| self.hidden[round][a] + self.added[round][a];
                    let scored = (0..model.artists).map(|a| (own[a] + more(a)) * paid[a]);
                    scores[seat] += scored.sum::<i32>();
                }
            }
            for &seat in &seats {
                if scores[seat] > best.score {
                    best = Score {
                        score: scores[seat],
                        seat,
                        targets,
                    };
                }
            }
        }
        best
    }

    /// The cards with which a seat scores most in a round when artists pay in this order (all cards if the model
    /// counts all players).
    pub(super) fn own(
        &self,
        model: &Model,
        course: &Course,
        seat: usize,
        order: &[usize; ARTISTS],
        round: usize,
    ) -> [i32; ARTISTS] {
        self.own_of(
            model,
            &self.forced(model, course, seat, round),
            order,
            round,
        )
    }

    fn own_of(
        &self,
        model: &Model,
        forced: &Forced,
        order: &[usize; ARTISTS],
        round: usize,
    ) -> [i32; ARTISTS] {
        if model.total {
            return self.cards[round];
        }
        let &Forced {
            mut own,
            room,
            mut left,
            ..
        } = forced;
        // The player shows one card of those that close the round; the others were there before.
        let over = |artist: &usize| self.over(model, round, *artist) > 0;
        let shown = match self.together[round] {
            None => None,
            Some(_) => order.iter().copied().find(over),
        };
        for &artist in order {
            let mut take = room[artist].min(left);
            if self.together[round].is_some() {
                let most = model.closing as i32 - i32::from(shown != Some(artist));
                take = take.min(most - own[artist]);
            }
            let take = take.max(0);
            own[artist] += take;
            left -= take;
        }
        own
    }
}

/// The artists, from the one that pays most on.
pub(super) fn dearest(paid: &[i32; ARTISTS]) -> [usize; ARTISTS] {
    let mut order = [0, 1, 2, 3, 4];
    order.sort_by_key(|&artist| -paid[artist]);
    order
}

impl Course {
    /// What a card of each artist pays in a round.
    pub(super) fn paid(
        &self,
        model: &Model,
        targets: &[usize; ROUNDS],
        round: usize,
    ) -> [i32; ARTISTS] {
        let mut paid = [0; ARTISTS];
        for &artist in &self.ranked[round] {
            let awards: i32 = (0..=round)
                .filter(|&earlier| targets[earlier] == artist)
                .map(|earlier| self.awards[earlier])
                .sum();
            paid[artist] = self.gained[round][artist] + awards * model.award;
        }
        paid
    }
}
