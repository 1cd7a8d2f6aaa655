//! From a plan to a game: a deal, and every action in turn order, that the rulebook replays.

use super::model::{ARTISTS, Model, PLAYERS};
use super::plan::{Course, Plan, Score, dearest};
use super::verify::is_regular;
use parlour_engine::{DealSource, Record, Seat, Table};
use parlour_games::masters_gallery::rules::{DECK, ROUNDS};
use parlour_games::masters_gallery::{
    Action, Artist, Card, Deal, MastersGallery, Phase, Rules, Symbol,
};
use std::collections::VecDeque;

/// A complete game.
pub type GameRecord = Record<MastersGallery>;

/// How many ways of handing out symbols one after the other are tried.
const TRIES: u32 = 500;

/// Counts by round, seat and artist.
type Shares = [[[i32; ARTISTS]; PLAYERS]; ROUNDS];

/// A symbol that a player has to play.
#[derive(Clone, Copy, Debug)]
enum Demand {
    /// The seat displays a second card in this round.
    Second(usize, usize),
    /// The seat draws, in this round at the latest.
    Draw(usize, usize),
    /// The seat lays a card face down in this round.
    Lay(usize, usize),
    /// A player plays the artist's award in this round.
    Award(usize, usize),
}

/// Who carries out a symbol: the round, the seat and the artist of the card.
#[derive(Clone, Copy, Debug)]
struct Use {
    symbol: Symbol,
    round: usize,
    seat: usize,
    artist: usize,
}

/// A card of a turn, and the second card if one follows.
#[derive(Clone, Copy, Debug)]
struct Turn {
    seat: usize,
    card: Card,
    second: Option<Card>,
}

/// Cards of a round whose symbols are not carried out.
#[derive(Clone, Debug, Default)]
struct Silent {
    extra: Option<Card>,
    /// By seat.
    hidden: [Vec<Card>; PLAYERS],
    /// By seat: what it shows at the end when all do.
    shown: [Option<Card>; PLAYERS],
    /// By seat, in row order.
    added: [Vec<Card>; PLAYERS],
}

/// A game in which everybody plays as planned, if there is one.
pub(super) fn build(
    model: &Model,
    rules: &Rules,
    plan: &Plan,
    score: &Score,
) -> Option<GameRecord> {
    let course = plan.course(model)?;
    let mut demands = Vec::new();
    if model.planned && model.award > 0 {
        let awards = course.awarding.iter().enumerate();
        demands.extend(awards.filter_map(|(artist, round)| Some(Demand::Award((*round)?, artist))));
    }
    for round in 0..model.rounds {
        for seat in 0..model.players {
            // The plan may say which cards of the maximised player carry symbols.
            if model.planned && seat == score.seat {
                continue;
            }
            let seconds = plan.seconds[round][seat].max(0) as usize;
            demands.extend(std::iter::repeat_n(Demand::Second(round, seat), seconds));
            let before = match round {
                0 => 0,
                _ => course.needed[round - 1][seat],
            };
            let draws = (course.needed[round][seat] - before).max(0) as usize;
            demands.extend(std::iter::repeat_n(Demand::Draw(round, seat), draws));
        }
        demands.extend(
            course.hiders[round]
                .iter()
                .map(|&seat| Demand::Lay(round, seat)),
        );
    }
    let mut builder = Builder {
        model,
        rules,
        plan,
        score,
        course: &course,
        own: [[0; ARTISTS]; ROUNDS],
        least: Shares::default(),
        shows: Default::default(),
        uses: Vec::new(),
        tries: 0,
    };
    if model.planned {
        for round in 0..model.rounds {
            let symbols = [
                (Symbol::Hidden, plan.lays),
                (Symbol::Draw, plan.draws),
                (Symbol::Second, plan.doubles),
            ];
            for (symbol, masks) in symbols {
                let artists = (0..model.artists).filter(|artist| masks[round] >> artist & 1 == 1);
                builder.uses.extend(artists.map(|artist| Use {
                    symbol,
                    round,
                    seat: score.seat,
                    artist,
                }));
            }
        }
    }
    for round in 0..model.rounds {
        if !model.total {
            let paid = course.paid(model, &score.targets, round);
            builder.own[round] = plan.own(model, &course, score.seat, &dearest(&paid), round);
        }
        let closer = course.closers[round];
        if model.total || closer != score.seat {
            builder.least[round][closer][course.closing[round]] += 1;
        }
        if let Some(artist) = plan.together[round] {
            builder.uses.push(Use {
                symbol: Symbol::Together,
                round,
                seat: closer,
                artist,
            });
            builder.show(round)?;
        }
        for artist in 0..model.artists {
            for (seat, least) in builder.least[round].iter_mut().enumerate() {
                if course.adders[round][artist] >> seat & 1 == 1 {
                    least[artist] = least[artist].max(1);
                }
            }
        }
    }
    builder.meet(&mut demands)
}

struct Builder<'a> {
    model: &'a Model,
    rules: &'a Rules,
    plan: &'a Plan,
    score: &'a Score,
    course: &'a Course,
    /// The maximised player's cards.
    own: [[i32; ARTISTS]; ROUNDS],
    /// What the others (for the maximised player: his symbols) must have at least.
    least: Shares,
    /// The artist of whom a seat shows a card at the end of a round, where that matters.
    shows: [[Option<usize>; PLAYERS]; ROUNDS],
    uses: Vec<Use>,
    tries: u32,
}

impl Builder<'_> {
    fn is_own(&self, seat: usize) -> bool {
        !self.model.total && seat == self.score.seat
    }

    /// Decides who shows the cards that close a round.
    fn show(&mut self, round: usize) -> Option<()> {
        let over = |artist: usize| self.plan.over(self.model, round, artist);
        let mut left: [i32; ARTISTS] = std::array::from_fn(over);
        let own = self.own[round];
        let seat = self.score.seat;
        let mut plain = (0..self.model.artists)
            .filter(|&artist| own[artist] > self.carried(round, seat, artist));
        // The maximised player shows one where he has the most cards.
        let all = (0..ARTISTS).find(|&artist| own[artist] >= self.model.closing as i32);
        let shown = match all {
            Some(artist) => plain.find(|&other| other == artist)?,
            None => plain
                .clone()
                .find(|&a| left[a] > 0)
                .or_else(|| plain.next())?,
        };
        self.shows[round][seat] = Some(shown);
        left[shown] = (left[shown] - 1).max(0);
        let mut others = (0..self.model.players).filter(|&other| other != seat);
        for (artist, &left) in left.iter().enumerate() {
            for _ in 0..left {
                let other = others.next()?;
                self.shows[round][other] = Some(artist);
                self.least[round][other][artist] += 1;
            }
        }
        Some(())
    }

    /// Cards of a seat's artist that have to do with symbols that are carried out.
    fn carried(&self, round: usize, seat: usize, artist: usize) -> i32 {
        let of = |used: &&Use| (used.round, used.seat, used.artist) == (round, seat, artist);
        let cards = |used: &Use| 1 + i32::from(used.symbol == Symbol::Second);
        self.uses.iter().filter(of).map(cards).sum()
    }

    /// Meets the demands, the one with the fewest ways first, and goes back where that leads nowhere.
    fn meet(&mut self, demands: &mut Vec<Demand>) -> Option<GameRecord> {
        let mut next: Option<(usize, Vec<Use>)> = None;
        for (number, &demand) in demands.iter().enumerate() {
            let ways = self.ways(demand);
            let fewest = next.as_ref().map_or(usize::MAX, |(_, ways)| ways.len());
            if ways.len() < fewest {
                next = Some((number, ways));
            }
        }
        let Some((number, ways)) = next else {
            return self.game();
        };
        let demand = demands.swap_remove(number);
        for way in ways {
            self.tries += 1;
            if self.tries > TRIES {
                break;
            }
            self.put(way, 1);
            self.uses.push(way);
            let game = self.meet(demands);
            self.uses.pop();
            self.put(way, -1);
            if game.is_some() {
                return game;
            }
        }
        demands.push(demand);
        None
    }

    /// Adds the cards of a use to what its seat must have, or takes them away.
    fn put(&mut self, used: Use, times: i32) {
        let cards = 1 + i32::from(used.symbol == Symbol::Second);
        self.least[used.round][used.seat][used.artist] += times * cards;
    }

    /// Uses of cards that meet a demand, as far as the seats then still have what they must have.
    fn ways(&mut self, demand: Demand) -> Vec<Use> {
        let mut ways = self.all_ways(demand);
        ways.retain(|&way| {
            let used = |other: &Use| (other.symbol, other.artist) == (way.symbol, way.artist);
            if self.uses.iter().any(used) {
                return false;
            }
            self.put(way, 1);
            self.uses.push(way);
            let fits = self.fits(way.round);
            self.uses.pop();
            self.put(way, -1);
            fits
        });
        ways
    }

    /// Uses of any cards that would meet a demand.
    fn all_ways(&self, demand: Demand) -> Vec<Use> {
        let (symbol, rounds, seat) = match demand {
            Demand::Award(round, artist) => {
                let mut seats: Vec<usize> = (0..self.model.players).collect();
                seats.sort_by_key(|&seat| self.is_own(seat));
                let award = |seat| Use {
                    symbol: Symbol::Award,
                    round,
                    seat,
                    artist,
                };
                return seats.into_iter().map(award).collect();
            }
            Demand::Draw(round, seat) => (Symbol::Draw, 0..=round, seat),
            Demand::Second(round, seat) => (Symbol::Second, round..=round, seat),
            Demand::Lay(round, seat) => (Symbol::Hidden, round..=round, seat),
        };
        let artists = |round| {
            (0..self.model.artists).rev().map(move |artist| Use {
                symbol,
                round,
                seat,
                artist,
            })
        };
        rounds.flat_map(artists).collect()
    }

    /// Whether what everybody must have in a round is there.
    fn fits(&self, round: usize) -> bool {
        let artists = 0..self.model.artists;
        (0..self.model.players).all(|seat| {
            let least = &self.least[round][seat];
            if self.is_own(seat) {
                let shown = |artist| i32::from(self.shows[round][seat] == Some(artist));
                let needed = |artist| self.carried(round, seat, artist) + shown(artist);
                return artists.clone().all(|a| needed(a) <= self.own[round][a]);
            }
            let shows = self.plan.together[round].is_some() && self.shows[round][seat].is_none();
            least.iter().sum::<i32>() + i32::from(shows) <= self.course.played[round][seat]
        }) && artists.clone().all(|artist| {
            let others = (0..self.model.players).filter(|&seat| !self.is_own(seat));
            let least: i32 = others.map(|seat| self.least[round][seat][artist]).sum();
            least <= self.plan.played(self.model, round, artist) - self.own[round][artist]
        })
    }

    /// Splits the others' cards at the counts that turn order demands.
    fn shares(&self) -> Option<Shares> {
        let mut shares = self.least;
        for (round, shares) in shares.iter_mut().enumerate().take(self.model.rounds) {
            let mut left = self.plan.cards[round];
            if self.model.extra {
                left[self.plan.extra[round]] -= 1;
            }
            for (seat, share) in shares[..self.model.players].iter_mut().enumerate() {
                if self.is_own(seat) {
                    *share = self.own[round];
                }
                (0..ARTISTS).for_each(|artist| left[artist] -= share[artist]);
            }
            for (seat, share) in shares[..self.model.players].iter_mut().enumerate() {
                let mut missing = self.course.played[round][seat] - share.iter().sum::<i32>();
                for (own, left) in share.iter_mut().zip(&mut left) {
                    let take = missing.min(*left);
                    *own += take;
                    *left -= take;
                    missing -= take;
                }
                if missing != 0 {
                    return None;
                }
            }
        }
        Some(shares)
    }

    /// The game with the symbols as they are handed out, if it arrives at the score.
    fn game(&self) -> Option<GameRecord> {
        let shares = self.shares()?;
        let shows = self.all_shows(&shares)?;
        let mut silent = vec![Silent::default(); self.model.rounds];
        let mut hands = self.cards(&shares, &shows, &mut silent)?;
        for (hands, silent) in hands.iter_mut().zip(&mut silent) {
            for (turns, hidden) in hands.iter_mut().zip(&mut silent.hidden) {
                let laying = turns
                    .iter_mut()
                    .filter(|t| t.card.symbol == Symbol::Hidden && t.second.is_none());
                for turn in laying {
                    turn.second = hidden.pop();
                }
                if !hidden.is_empty() {
                    return None;
                }
            }
        }
        let mut turns = Vec::new();
        for (round, hands) in hands.into_iter().enumerate() {
            turns.push(self.turns(round, hands)?);
        }
        let deck = self.deck(&turns, &silent)?;
        self.play(deck, &turns, &silent)
    }

    /// The artist of whom each seat shows a card at the end of a round, if it does.
    fn all_shows(&self, shares: &Shares) -> Option<[[Option<usize>; PLAYERS]; ROUNDS]> {
        let mut shows = self.shows;
        for (round, shows) in shows.iter_mut().enumerate().take(self.model.rounds) {
            if self.plan.together[round].is_none() {
                continue;
            }
            for (seat, show) in shows.iter_mut().enumerate().take(self.model.players) {
                let plain = |&artist: &usize| {
                    shares[round][seat][artist] - self.carried(round, seat, artist)
                };
                let most = (0..self.model.artists).max_by_key(plain);
                *show = show.or(most);
                show.filter(|artist| plain(artist) > 0)?;
            }
        }
        Some(shows)
    }

    /// Which physical cards are played, by round and seat: turns in any order.
    fn cards(
        &self,
        shares: &Shares,
        shows: &[[Option<usize>; PLAYERS]; ROUNDS],
        silent: &mut [Silent],
    ) -> Option<Vec<Vec<Vec<Turn>>>> {
        let model = self.model;
        let mut hands = vec![vec![Vec::new(); model.players]; model.rounds];
        for artist in 0..model.artists {
            let card = |symbol| Card {
                artist: Artist::ALL[artist],
                symbol,
            };
            let mut plain: Shares = Default::default();
            for round in 0..model.rounds {
                for seat in 0..model.players {
                    plain[round][seat][artist] = shares[round][seat][artist];
                }
            }
            let mut turns = Vec::new();
            for used in self.uses.iter().filter(|used| used.artist == artist) {
                let followed = used.symbol == Symbol::Second;
                plain[used.round][used.seat][artist] -= 1 + i32::from(followed);
                let second = followed.then(|| card(Symbol::Plain));
                turns.push((used.round, used.seat, card(used.symbol), second));
            }
            // Symbols that nobody needs lie best where they are not carried out.
            let mut idle: Vec<Symbol> = [
                Symbol::Together,
                Symbol::Hidden,
                Symbol::Second,
                Symbol::Draw,
            ]
            .into_iter()
            .filter(|&symbol| {
                let played = turns.iter().any(|turn| turn.2.symbol == symbol);
                self.rules.count(card(symbol)) > 0 && !played
            })
            .collect();
            let mut still = 0;
            for (round, silent) in silent.iter_mut().enumerate() {
                let mut next = || {
                    let symbol = if idle.is_empty() {
                        None
                    } else {
                        Some(idle.remove(0))
                    };
                    still += i32::from(symbol.is_none());
                    card(symbol.unwrap_or(Symbol::Plain))
                };
                if model.extra && self.plan.extra[round] == artist {
                    silent.extra = Some(next());
                }
                let own = self.score.seat;
                let hidden = 0..self.plan.hidden[round][artist];
                silent.hidden[own].extend(hidden.map(|_| next()));
                let added = 0..self.plan.added[round][artist];
                silent.added[own].extend(added.map(|_| next()));
                if !model.planned {
                    continue;
                }
                let earlier: i32 = self.plan.others_hidden[round][..artist].iter().sum();
                let hidden = self.plan.others_hidden[round][artist];
                let hiders = self.course.hiders[round].iter().skip(earlier as usize);
                for &seat in hiders.take(hidden as usize) {
                    silent.hidden[seat].push(next());
                }
                for seat in 0..model.players {
                    if shows[round][seat] == Some(artist) {
                        silent.shown[seat] = Some(next());
                        plain[round][seat][artist] -= 1;
                    }
                    if self.course.adders[round][artist] >> seat & 1 == 1 {
                        silent.added[seat].push(next());
                    }
                }
            }
            let places = (0..model.rounds)
                .flat_map(|round| (0..model.players).map(move |seat| (round, seat)));
            // The award as early as there is a card that can carry it.
            let mut symbols = Vec::new();
            if model.award > 0 && !model.planned {
                symbols.push(Symbol::Award);
            }
            // Where there are not enough plain cards, others lie in their place.
            let seconds = turns.iter().filter(|turn| turn.3.is_some()).count() as i32;
            let sum: i32 = plain.iter().flatten().map(|share| share[artist]).sum();
            let mut missing = sum + seconds + still
                - i32::from(model.award > 0)
                - i32::from(self.rules.count(card(Symbol::Plain)));
            for symbol in [Symbol::Draw, Symbol::Second, Symbol::Hidden] {
                if missing > 0 && idle.contains(&symbol) {
                    symbols.push(symbol);
                    missing -= 1;
                }
            }
            for symbol in symbols {
                let place = places.clone().find(|&(r, s)| plain[r][s][artist] > 0);
                if let Some((round, seat)) = place {
                    plain[round][seat][artist] -= 1;
                    turns.push((round, seat, card(symbol), None));
                }
            }
            for (round, seat) in places {
                for _ in 0..plain[round][seat][artist] {
                    turns.push((round, seat, card(Symbol::Plain), None));
                }
                if plain[round][seat][artist] < 0 {
                    return None;
                }
            }
            for (round, seat, card, second) in turns {
                hands[round][seat].push(Turn { seat, card, second });
            }
        }
        Some(hands)
    }

    /// A round's turns in order: who draws does so first, and the closing card comes last.
    fn turns(&self, round: usize, mut hands: Vec<Vec<Turn>>) -> Option<Vec<Turn>> {
        let closing = Artist::ALL[self.course.closing[round]];
        for (seat, turns) in hands.iter_mut().enumerate() {
            turns.sort_by_key(|turn| turn.card.symbol != Symbol::Draw);
            if seat == self.course.closers[round] {
                let last = (0..turns.len())
                    .filter(|&index| turns[index].card.artist == closing)
                    .min_by_key(|&index| match turns[index].card.symbol {
                        Symbol::Together => -1,
                        Symbol::Plain => 0,
                        Symbol::Award => 1,
                        Symbol::Draw => 3,
                        _ => 2,
                    })?;
                let turn = turns.remove(last);
                turns.push(turn);
            }
        }
        let mut queues: Vec<VecDeque<Turn>> = hands.into_iter().map(VecDeque::from).collect();
        let mut order = Vec::new();
        let mut seat = self.course.openers[round];
        while let Some(turn) = queues[seat].pop_front() {
            order.push(turn);
            seat = (seat + 1) % self.model.players;
        }
        queues.iter().all(VecDeque::is_empty).then_some(order)
    }

    /// A deck that brings everybody's cards in the order in which he plays them.
    fn deck(&self, turns: &[Vec<Turn>], silent: &[Silent]) -> Option<Vec<Card>> {
        let n = self.model.players;
        let mut wanted = vec![VecDeque::new(); n];
        for (turns, silent) in turns.iter().zip(silent) {
            for turn in turns {
                wanted[turn.seat].push_back(turn.card);
                wanted[turn.seat].extend(turn.second);
            }
            for (seat, wanted) in wanted.iter_mut().enumerate() {
                wanted.extend(silent.shown[seat]);
                wanted.extend(&silent.added[seat]);
            }
        }
        let mut spare: Vec<Card> = self.rules.cards().collect();
        let extra = silent.iter().flat_map(|silent| &silent.extra);
        for card in wanted.iter().flatten().chain(extra) {
            let at = spare.iter().position(|other| other == card)?;
            spare.remove(at);
        }
        let mut deck: Vec<Option<Card>> = Vec::with_capacity(DECK);
        let mut held = vec![0; n];
        for (round, (turns, silent)) in turns.iter().zip(silent).enumerate() {
            deck.extend(silent.extra.map(Some));
            for seat in 0..n {
                for _ in 0..self.rules.dealt(round) {
                    deck.push(wanted[seat].pop_front());
                    held[seat] += 1;
                }
            }
            for turn in turns {
                held[turn.seat] -= 1 + i32::from(turn.second.is_some());
                if held[turn.seat] < 0 {
                    return None;
                }
                if turn.card.symbol == Symbol::Draw {
                    deck.push(wanted[turn.seat].pop_front());
                    held[turn.seat] += 1;
                }
            }
            for (seat, held) in held.iter_mut().enumerate() {
                *held -= silent.added[seat].len() as i32 + i32::from(silent.shown[seat].is_some());
                if *held < 0 {
                    return None;
                }
            }
        }
        if deck.len() > DECK || wanted.iter().any(|left| !left.is_empty()) {
            return None;
        }
        let deck = deck.into_iter().map(|card| card.or_else(|| spare.pop()));
        let mut deck: Vec<Card> = deck.collect::<Option<_>>()?;
        deck.append(&mut spare);
        Some(deck)
    }

    /// Plays the turns by the rulebook. `None` when it does not arrive at the score.
    fn play(&self, deck: Vec<Card>, turns: &[Vec<Turn>], silent: &[Silent]) -> Option<GameRecord> {
        let name = |seat: usize| {
            let best = self.is_own(seat) || self.model.total;
            if best { "maximised" } else { "helper" }.to_owned()
        };
        let seats = (0..self.model.players).map(name).collect();
        let deal = DealSource::Cards(Deal { deck });
        let mut table: Table<MastersGallery> = Table::new(self.rules.clone(), deal, seats).ok()?;
        for (round, (turns, silent)) in turns.iter().zip(silent).enumerate() {
            let target = Artist::ALL[self.score.targets[round]];
            for turn in turns {
                let seat = Seat(turn.seat as u8);
                table.play(seat, Action::Play(turn.card)).ok()?;
                if turn.card.symbol == Symbol::Award {
                    table.play(seat, Action::Award(target)).ok()?;
                } else if let Some(second) = turn.second {
                    let action = match turn.card.symbol {
                        Symbol::Hidden => Action::Lay(second),
                        _ => Action::Second(second),
                    };
                    table.play(seat, action).ok()?;
                } else if matches!(table.state().phase(), Phase::Second(_) | Phase::Hidden) {
                    table.play(seat, Action::Pass).ok()?;
                }
            }
            for (seat, shown) in silent.shown.iter().enumerate() {
                if let Some(card) = *shown {
                    table.play(Seat(seat as u8), Action::Show(card)).ok()?;
                }
            }
            let mut added = silent.added.each_ref().map(|added| added.iter());
            while table.state().results().len() == round {
                let seat = table.to_move().first()?;
                let card = added[seat.index()].next();
                let action = card.map_or(Action::Pass, |&card| Action::Add(card));
                table.play(seat, action).ok()?;
            }
        }
        let outcome = table.outcome()?;
        let reached = if self.model.total {
            outcome.scores.iter().sum()
        } else {
            outcome.scores[self.score.seat]
        };
        if !is_regular(table.events(), self.model.players) || reached != self.score.score {
            return None;
        }
        let record = table.record();
        record.replay().ok().map(|_| record)
    }
}
