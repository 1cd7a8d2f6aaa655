//! Observations decoded again and compared, field by field, with the views they encode.
#![allow(clippy::unwrap_used, reason = "tests")]

use parlour_engine::encoding::{Field, compact_fields, fields, observe, size};
use parlour_engine::{Encode, Game, Rules as _, Seat, SeatSet, Streams, Viewer};
use parlour_games::jaipur::rules::TOKENS;
use parlour_games::jaipur::{self, Jaipur};
use parlour_games::masters_gallery::{self, MastersGallery};
use parlour_games::modern_art::rules::ARTISTS;
use parlour_games::modern_art::{self, Auction, ModernArt, Painting};
use parlour_games::primi_composti::rules::{MAX_CARD, MIN_CARD};
use parlour_games::primi_composti::{self, CardSet, PrimiComposti, Version};
use rand::RngExt as _;
use std::collections::{BTreeMap, BTreeSet};

/// An observation by field. Every field is removed when it is decoded, so that one which no
/// comparison reads is found at the end.
struct Decoder {
    own: usize,
    seats: usize,
    fields: BTreeMap<String, Vec<i32>>,
}

impl Decoder {
    fn new(viewer: Viewer, seats: usize, values: &[f32], fields: &[Field]) -> Decoder {
        let whole = |value: &f32| {
            assert_eq!(value.fract(), 0.0);
            *value as i32
        };
        let of_field = |field: &Field| {
            let values = &values[field.start..field.start + field.len];
            (field.name.clone(), values.iter().map(whole).collect())
        };
        Decoder {
            own: viewer.seat().map_or(0, Seat::index),
            seats,
            fields: fields.iter().map(of_field).collect(),
        }
    }

    fn numbers(&mut self, name: &str) -> Vec<i32> {
        (self.fields.remove(name)).unwrap_or_else(|| panic!("no field '{name}' is left"))
    }

    fn number(&mut self, name: &str) -> i32 {
        let [number] = self.numbers(name)[..] else {
            panic!("'{name}' is not one number")
        };
        number
    }

    /// The places of the ones among the zeros.
    fn places(&mut self, name: &str) -> Vec<usize> {
        let numbers = self.numbers(name);
        assert!(numbers.iter().all(|number| (0..=1).contains(number)));
        let marked = |&place: &usize| numbers[place] == 1;
        (0..numbers.len()).filter(marked).collect()
    }

    fn place(&mut self, name: &str) -> Option<usize> {
        let places = self.places(name);
        assert!(places.len() <= 1, "'{name}' has marks at {places:?}");
        places.first().copied()
    }

    fn seat_after(&self, turns: usize) -> Seat {
        Seat(((self.own + turns) % self.seats) as u8)
    }

    fn seat(&mut self, name: &str) -> Option<Seat> {
        self.place(name).map(|turns| self.seat_after(turns))
    }

    fn seats(&mut self, name: &str) -> SeatSet {
        let places = self.places(name).into_iter();
        places.map(|turns| self.seat_after(turns)).collect()
    }
}

/// Plays random games under every rule set and compares what every viewer observes in every
/// position. Every field must have held something other than zeros at least once.
fn compare_all<G: Encode>(seeds: u64, compare: impl Fn(&G::View, &mut Decoder)) {
    for name in G::Rules::names() {
        let rules = G::Rules::named(name).unwrap();
        let fields = fields::<G>(&rules).unwrap();
        let compact = compact_fields::<G>(&rules).unwrap();
        assert_eq!(compact[..fields.len()], fields);
        for pair in compact.windows(2) {
            assert_eq!(pair[0].start + pair[0].len, pair[1].start, "{pair:?}");
        }
        let mut used = BTreeSet::new();
        for seed in 0..seeds {
            let mut state = G::new(rules.clone(), G::deal(&rules, seed)).unwrap();
            let mut rng = Streams::new(seed).task(5);
            loop {
                let seats = Seat::all(rules.seats()).map(Viewer::Seat);
                for viewer in seats.chain([Viewer::Public, Viewer::Everything]) {
                    let view = state.view(viewer);
                    let mut values = vec![f32::NAN; size(&fields)];
                    observe::<G>(&view, &mut values);
                    let mut decoder = Decoder::new(viewer, rules.seats(), &values, &fields);
                    let nonzero = |(_, numbers): &(&String, &Vec<i32>)| {
                        numbers.iter().any(|&number| number != 0)
                    };
                    let names = decoder.fields.iter().filter(nonzero);
                    used.extend(names.map(|(name, _)| name.clone()));
                    compare(&view, &mut decoder);
                    let left: Vec<_> = decoder.fields.keys().collect();
                    assert!(left.is_empty(), "not compared: {left:?}");
                }
                let Some(seat) = state.to_move().first() else {
                    break;
                };
                let legal = state.legal_actions(seat);
                let at = rng.random_range(0..legal.len() as u32) as usize;
                state.play_unchecked(seat, legal[at]);
            }
        }
        let unused: Vec<&str> = (fields.iter().map(|field| field.name.as_str()))
            .filter(|&field| !used.contains(field) && !without_use::<G>(name, field))
            .collect();
        assert!(
            unused.is_empty(),
            "{} {name}: always 0: {unused:?}",
            G::NAME
        );
    }
}

/// The fields that a rule set has no use for.
fn without_use<G: Game>(rules: &str, field: &str) -> bool {
    let set = rules.trim_end_matches(|c: char| c == '-' || c.is_ascii_digit());
    match (G::NAME, field) {
        ("jaipur", "round" | "my seals" | "their seals") => set == "round",
        // Two players know each other's hands; in larger games nobody else's.
        ("primi-composti", "hands of others that I know") => rules.ends_with('p'),
        ("modern-art", "who bid it, or offered the double painting") => set == "simple",
        ("modern-art", "highest bid or price") => set == "simple",
        ("masters-gallery", "extra card" | "first artist that may be added") => set != "full",
        ("masters-gallery", "the card that I chose to show") => set != "full",
        ("masters-gallery", "my face-down cards by kind") => set != "full",
        ("masters-gallery", "awards by artist") => set == "seed-base",
        ("masters-gallery", "who closed" | "the round is closed") => set != "full",
        ("masters-gallery", "artist of the second card") => !["full", "seed-double"].contains(&set),
        ("masters-gallery", _) => field.ends_with("face-down cards") && set != "full",
        _ => false,
    }
}

#[test]
fn jaipur() {
    use jaipur::{Card, Cards};
    fn cards(kinds: &[Card], counts: &[i32]) -> Cards {
        assert_eq!(kinds.len(), counts.len());
        let kinds = kinds.iter().copied();
        let counted = kinds.zip(counts.iter().map(|&n| n as u8));
        counted.map(|(card, n)| Cards::of(card, n)).sum()
    }
    compare_all::<Jaipur>(4, |view, out| {
        let me = view.viewer.seat();
        let mine = me.is_some() && view.to_move == me;
        assert_eq!(out.number("my turn"), i32::from(mine));
        assert_eq!(out.number("round"), i32::from(view.round));
        assert_eq!(
            cards(&Card::ALL, &out.numbers("market by kind")),
            view.market
        );
        assert_eq!(out.number("deck"), i32::from(view.deck));
        let sold = out.numbers("sold by good");
        assert_eq!(cards(&Card::GOODS, &sold), view.discard);
        let left = out.numbers("tokens left by good");
        let next = out.numbers("next token by good");
        for (good, pile) in TOKENS.into_iter().enumerate() {
            let taken = usize::from(view.tokens_taken[good]);
            assert_eq!(left[good] as usize + taken, pile.len());
            let value = pile[taken..].first().map_or(0, |&value| i32::from(value));
            assert_eq!(next[good], value);
        }
        let bonus_left = view.bonus_left.map(i32::from);
        assert_eq!(out.numbers("bonus tokens left"), bonus_left);
        assert_eq!(out.number("exchanges in a row"), i32::from(view.exchanges));
        let own = me.map(|seat| &view.players[seat.index()]);
        let hand = own.and_then(|player| player.hand).unwrap_or_default();
        assert_eq!(cards(&Card::GOODS, &out.numbers("my hand by good")), hand);
        let bonus = own.and_then(|player| player.bonus_values.clone());
        let bonus: i32 = (bonus.iter().flatten().flatten())
            .map(|&v| i32::from(v))
            .sum();
        assert_eq!(out.number("my bonus rupees"), bonus);
        let first = me.unwrap_or(Seat(0));
        for (who, seat) in [("my", first), ("their", first.other())] {
            let player = &view.players[seat.index()];
            let mut numbers = |what: &str| out.numbers(&format!("{who} {what}"));
            assert_eq!(numbers("cards in hand"), [i32::from(player.hand_len)]);
            let known = numbers("known cards by good");
            assert_eq!(cards(&Card::GOODS, &known), player.known);
            assert_eq!(numbers("herd"), [i32::from(player.herd)]);
            let rupees = player.rupees.map(i32::from);
            assert_eq!(numbers("token rupees by good"), rupees);
            assert_eq!(numbers("tokens"), [i32::from(player.tokens)]);
            assert_eq!(numbers("bonus tokens"), player.bonus.map(i32::from));
            assert_eq!(numbers("seals"), [i32::from(player.seals)]);
        }
    });
}

#[test]
fn primi_composti() {
    fn set(places: Vec<usize>) -> CardSet {
        places
            .into_iter()
            .map(|place| MIN_CARD + place as u8)
            .collect()
    }
    compare_all::<PrimiComposti>(2, |view: &primi_composti::View, out| {
        let me = view.viewer.seat();
        assert_eq!(out.seat("turns until each moves"), view.to_move);
        let hand = me.and_then(|seat| view.players[seat.index()].hand);
        let hand = hand.unwrap_or_default();
        assert_eq!(set(out.places("my hand")), hand);
        let others = Seat::all(view.players.len()).filter(|&seat| Some(seat) != me);
        let known = others.filter_map(|seat| view.players[seat.index()].hand);
        let known = known.fold(CardSet::EMPTY, CardSet::union);
        assert_eq!(set(out.places("hands of others that I know")), known);
        let hidden = set(out.places("hands that I do not know"));
        let mut all: Vec<u8> = [hand, known, hidden]
            .iter()
            .flat_map(|set| set.iter())
            .collect();
        for player in &view.players {
            all.extend(player.primes.iter().chain(&player.composites));
        }
        all.sort_unstable();
        assert_eq!(all, Vec::from(view.deck));
        let gains = out.numbers("what each card of mine gains now");
        assert_eq!(gains.len(), usize::from(MAX_CARD - MIN_CARD) + 1);
        let board = view.board();
        for (card, gain) in (MIN_CARD..).zip(gains) {
            let expected = match (hand.contains(card), view.rules.version) {
                (false, _) => 0,
                (true, Version::One) => board.score(card).gain,
                (true, _) => board.steal(me.unwrap(), card).gain,
            };
            assert_eq!(gain, i32::from(expected), "card {card}");
        }
        for turns in 0..view.players.len() {
            let player = &view.players[out.seat_after(turns).index()];
            let mut numbers = |what: &str| out.numbers(&format!("player {turns}: {what}"));
            assert_eq!(numbers("cards in hand"), [i32::from(player.hand_len)]);
            let stacks = [player.primes.as_slice(), &player.composites];
            let tops = stacks.map(|stack| stack.last().map_or(0, |&card| i32::from(card)));
            assert_eq!(numbers("top prime and composite"), tops);
            let heights = stacks.map(|stack| stack.len() as i32);
            assert_eq!(numbers("primes and composites"), heights);
            assert_eq!(numbers("points"), [player.points]);
        }
    });
}

#[test]
fn modern_art() {
    use modern_art::{Phase, View};
    fn kinds(paintings: impl Iterator<Item = Painting>) -> Vec<i32> {
        let mut counts = vec![0; ARTISTS * Auction::ALL.len()];
        for painting in paintings {
            let auction = Auction::ALL.iter().position(|&it| it == painting.sold_by());
            counts[painting.artist() * Auction::ALL.len() + auction.unwrap()] += 1;
        }
        counts
    }
    compare_all::<ModernArt>(4, |view: &View, out| {
        assert_eq!(out.number("round"), i32::from(view.round));
        let phase = out.place("phase: offer, add, price, fixed, sealed, open, once, over");
        let paintings = out.number("paintings on offer");
        let artist = out.place("artist on offer");
        let auction = out.place("auction: fixed, sealed, double, open, once");
        let (expected, bid) = match view.phase {
            Phase::Offer { .. } => (0, None),
            Phase::Add { first, .. } => (1, Some((Some(first), 0))),
            Phase::Price { .. } => (2, None),
            Phase::Fixed { price, .. } => (3, Some((None, price))),
            Phase::Sealed { .. } => (4, None),
            Phase::Open { best, .. } => (5, best.map(|best| (Some(best.seat), best.amount))),
            Phase::OnceAround { best, .. } => (6, best.map(|best| (Some(best.seat), best.amount))),
            Phase::Over => (7, None),
        };
        assert_eq!(phase, Some(expected));
        let (seat, amount) = bid.unwrap_or((None, 0));
        assert_eq!(out.number("highest bid or price"), i32::from(amount));
        assert_eq!(out.seat("who bid it, or offered the double painting"), seat);
        let (painting, number) = match (view.phase, view.phase.lot()) {
            (Phase::Add { double, .. }, _) => (Some(double), 1),
            (_, Some(lot)) => (Some(lot.painting), 1 + i32::from(lot.double.is_some())),
            (_, None) => (None, 0),
        };
        assert_eq!(artist, painting.map(|it| it.artist.into()));
        assert_eq!(
            auction.map(|at| Auction::ALL[at]),
            painting.map(Painting::sold_by)
        );
        assert_eq!(paintings, number);
        assert_eq!(out.seat("seller"), view.phase.lot().map(|lot| lot.seller));
        assert_eq!(out.seats("turns until each is to move"), view.to_move);
        let offered = view.offered.map(i32::from);
        assert_eq!(out.numbers("offered in this round by artist"), offered);
        let gained: Vec<i32> = view.gained.iter().flatten().map(|&it| it.into()).collect();
        assert_eq!(out.numbers("gained by round and artist"), gained);
        let seen = kinds(view.rules.auctions.each(view.seen));
        assert_eq!(out.numbers("ever offered by artist and auction"), seen);
        assert_eq!(out.number("not dealt"), i32::from(view.deck));
        let own = view.viewer.seat().map(|seat| &view.players[seat.index()]);
        let hand = own
            .and_then(|player| player.hand.clone())
            .unwrap_or_default();
        assert_eq!(
            out.numbers("my hand by artist and auction"),
            kinds(hand.into_iter())
        );
        for turns in 0..view.players.len() {
            let player = &view.players[out.seat_after(turns).index()];
            let mut numbers = |what: &str| out.numbers(&format!("player {turns}: {what}"));
            assert_eq!(numbers("cash"), [i32::from(player.cash)]);
            assert_eq!(numbers("paintings in hand"), [i32::from(player.hand_len)]);
            let bought = numbers("bought in this round by artist");
            assert_eq!(bought, player.bought.map(i32::from));
        }
    });
}

#[test]
fn masters_gallery() {
    use masters_gallery::{Artist, Card, Phase, View};
    fn cards(counts: Vec<i32>) -> Vec<Card> {
        assert_eq!(counts.len(), Card::KINDS);
        let kinds = counts.into_iter().enumerate();
        kinds
            .flat_map(|(kind, n)| vec![Card::from_index(kind); n as usize])
            .collect()
    }
    compare_all::<MastersGallery>(6, |view: &View, out| {
        assert_eq!(out.number("round"), i32::from(view.round));
        let phase = out.place("phase: play, second, hidden, together, award, add, over");
        let artist = out.place("artist of the second card");
        let closed = out.number("the round is closed") == 1;
        let from = out.number("first artist that may be added");
        let left = match view.phase {
            Phase::Add { left, .. } => left,
            _ => 0,
        };
        let decoded = match (phase.unwrap(), artist) {
            (0, None) => Phase::Play,
            (1, Some(artist)) => Phase::Second(Artist::ALL[artist]),
            (2, None) => Phase::Hidden,
            (3, None) => Phase::Together,
            (4, None) => Phase::Award { closing: closed },
            (5, None) => Phase::Add {
                from: from as u8,
                left,
            },
            (6, None) => Phase::Over,
            other => panic!("phase and artist {other:?}"),
        };
        assert_eq!(decoded, view.phase);
        let may_be_closed = matches!(view.phase, Phase::Award { .. } | Phase::Add { .. });
        assert!(may_be_closed || !closed);
        assert!(closed || from == 0);
        assert_eq!(out.seats("turns until each is to move"), view.to_move);
        assert_eq!(out.seat("whose turn"), Some(view.active));
        assert_eq!(out.seat("who closed"), view.closer);
        assert_eq!(out.number("deck"), i32::from(view.deck));
        assert_eq!(out.place("extra card").map(Card::from_index), view.extra);
        let discard: Vec<Card> = view.discard.each().collect();
        assert_eq!(cards(out.numbers("discarded by kind")), discard);
        assert_eq!(out.numbers("value by artist"), view.values);
        assert_eq!(out.numbers("awards by artist"), view.awards.map(i32::from));
        let own = view.viewer.seat().map(|seat| &view.players[seat.index()]);
        let hand = own.and_then(|player| player.hand).unwrap_or_default();
        let hand: Vec<Card> = hand.each().collect();
        assert_eq!(cards(out.numbers("my hand by kind")), hand);
        let mut hidden = own
            .and_then(|player| player.hidden.clone())
            .unwrap_or_default();
        hidden.sort_unstable();
        assert_eq!(cards(out.numbers("my face-down cards by kind")), hidden);
        let chosen = out.place("the card that I chose to show");
        assert_eq!(
            chosen.map(Card::from_index),
            own.and_then(|player| player.chosen)
        );
        for turns in 0..view.players.len() {
            let player = &view.players[out.seat_after(turns).index()];
            let mut numbers = |what: &str| out.numbers(&format!("player {turns}: {what}"));
            let display: Vec<Card> = player.display.each().collect();
            assert_eq!(cards(numbers("display by kind")), display);
            assert_eq!(numbers("cards in hand"), [i32::from(player.hand_len)]);
            assert_eq!(numbers("face-down cards"), [i32::from(player.hidden_len)]);
            assert_eq!(numbers("score"), [player.score]);
        }
    });
}
