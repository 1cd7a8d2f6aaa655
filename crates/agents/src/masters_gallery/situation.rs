//! [`Situation`]: what a seat knows of a round, and the points it can expect.

use parlour_engine::{Game, Rng, Seat};
use parlour_games::masters_gallery::rules::{AWARD, Cards, GAINS, ROUNDS};
use parlour_games::masters_gallery::{
    Action, Artist, Card, MastersGallery, Phase, Rules, Symbol, View,
};
use rand::RngExt as _;
use std::sync::OnceLock;

/// Something for each artist, in row order.
type Row<T> = [T; 5];
/// Numbers that are computed for all artists at a time.
type Lanes = [f32; LANES];
/// The artists; where vector instructions take four at a time, also three that do not exist.
const LANES: usize = match cfg!(target_arch = "wasm32") {
    true => 5,
    false => 8,
};

/// What each play still to come before the close adds to the doubt about a difference in cards.
const DOUBT: f32 = 0.3;
/// The doubt about a difference in cards once the round is closed.
const DOUBT_CLOSED: f32 = 0.12;
/// What a point of the others' mean weighs against an own point.
const AGAINST: f32 = 0.6;
/// The chance that a card kept for another round will be played and its artist ranked, by round.
const KEPT: [f32; ROUNDS] = [0.46, 0.58, 0.5, 0.0];
/// What an artist gains on average in a round to come.
const TO_GAIN: f32 = 1.7;
/// The worth of a card drawn from the deck.
const DRAWN: f32 = 1.0;
/// The worth lost with a symbol that does nothing.
const WASTED: f32 = 0.3;
/// The chance that a card that could be added after the close will be.
const ADDED: f32 = 0.7;

/// What a [`Situation`] reads of a view, whose viewer is the seat, or of a state.
pub(super) trait Accessor {
    fn rules(&self) -> &Rules;
    fn round(&self) -> u8;
    fn phase(&self) -> Phase;
    fn extra(&self) -> Option<Card>;
    fn values(&self) -> Row<i32>;
    fn display(&self, seat: Seat) -> Cards;
    fn hand(&self, seat: Seat) -> Cards;
    /// The cards that the seat has laid face down.
    fn laid(&self, seat: Seat) -> &[Card];
}

impl Accessor for MastersGallery {
    fn rules(&self) -> &Rules {
        Game::rules(self)
    }

    fn round(&self) -> u8 {
        self.round()
    }

    fn phase(&self) -> Phase {
        self.phase()
    }

    fn extra(&self) -> Option<Card> {
        self.extra()
    }

    fn values(&self) -> Row<i32> {
        self.values()
    }

    fn display(&self, seat: Seat) -> Cards {
        self.display(seat)
    }

    fn hand(&self, seat: Seat) -> Cards {
        self.hand(seat)
    }

    fn laid(&self, seat: Seat) -> &[Card] {
        self.hidden(seat)
    }
}

impl Accessor for View {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn round(&self) -> u8 {
        self.round
    }

    fn phase(&self) -> Phase {
        self.phase
    }

    fn extra(&self) -> Option<Card> {
        self.extra
    }

    fn values(&self) -> Row<i32> {
        self.values
    }

    fn display(&self, seat: Seat) -> Cards {
        self.players[seat.index()].display
    }

    fn hand(&self, seat: Seat) -> Cards {
        let hand = self.players[seat.index()].hand;
        hand.expect("a seat sees its own hand")
    }

    fn laid(&self, seat: Seat) -> &[Card] {
        let laid = self.players[seat.index()].hidden.as_deref();
        laid.expect("a seat sees its own cards")
    }
}

/// What a seat knows of a position, its own hand included, counted by artist.
#[derive(Clone, Copy, Debug)]
pub(super) struct Situation {
    /// How many other players there are.
    others: u8,
    pub(super) round: usize,
    pub(super) closing: u8,
    /// Cards may be added after the close.
    additions: bool,
    /// Nothing more is displayed in this round but additions.
    pub(super) closed: bool,
    /// Cards face up, the extra card too.
    pub(super) face_up: Row<u8>,
    /// Own cards face down.
    pub(super) laid: Row<u8>,
    hand: Row<u8>,
    /// The own display.
    pub(super) own: Row<u8>,
    /// The displays of all others together.
    theirs: Row<u8>,
    pub(super) values: Row<i32>,
}

impl Situation {
    /// What the seat knows of a position; what is hidden from it is not read.
    pub(super) fn of(position: &impl Accessor, seat: Seat) -> Situation {
        let rules = position.rules();
        let mut theirs = [0; 5];
        for other in Seat::all(rules.players.into()).filter(|&other| other != seat) {
            add(&mut theirs, position.display(other));
        }
        let mut own = [0; 5];
        add(&mut own, position.display(seat));
        let mut hand = [0; 5];
        add(&mut hand, position.hand(seat));
        let mut laid = [0; 5];
        for card in position.laid(seat) {
            laid[card.artist.index()] += 1;
        }
        let mut face_up = std::array::from_fn(|artist| own[artist] + theirs[artist]);
        if let Some(card) = position.extra() {
            face_up[card.artist.index()] += 1;
        }
        Situation {
            others: rules.players - 1,
            round: position.round().into(),
            closing: rules.closing(),
            additions: rules.additional_cards,
            closed: is_closed(position.phase()),
            face_up,
            laid,
            hand,
            own,
            theirs,
            values: position.values(),
        }
    }

    /// The estimated lead of the seat over the others after each of its actions, in points.
    pub(super) fn scores(&self, actions: &[Action]) -> impl Iterator<Item = (Action, f32)> {
        // Many cards are by one artist, and differ in nothing but the symbol.
        let mut shown = [None; 5];
        actions.iter().map(move |&action| {
            let score = match action {
                Action::Play(card) => {
                    let (then, worth) = *shown[card.artist.index()].get_or_insert_with(|| {
                        let then = self.displayed(card.artist);
                        (then, then.worth())
                    });
                    then.symbol(card, worth)
                }
                Action::Second(card) | Action::Show(card) | Action::Add(card) => {
                    self.displayed(card.artist).worth()
                }
                Action::Lay(card) => self.face_down(card.artist).worth(),
                Action::Award(artist) => self.awarded(artist).worth(),
                Action::Pass => self.worth(),
            };
            (action, score)
        })
    }

    /// The most promising action, each misjudged by up to `error` points.
    pub(super) fn choose(&self, legal: &[Action], error: f32, rng: &mut Rng) -> Action {
        let mut best = (f32::MIN, legal[0]);
        for (action, score) in self.scores(legal) {
            let score = score + error * rng.random::<f32>();
            if score > best.0 {
                best = (score, action);
            }
        }
        best.1
    }

    /// What a card of this symbol, which was displayed and brings `worth` without it, brings by the best
    /// use of the symbol.
    fn symbol(&self, card: Card, worth: f32) -> f32 {
        let best = |others: &mut dyn Iterator<Item = Situation>| {
            others.map(|then| then.worth()).fold(f32::MIN, f32::max)
        };
        let held = |artist: &Artist| self.hand[artist.index()] > 0;
        match card.symbol {
            Symbol::Plain => worth,
            Symbol::Draw => worth + DRAWN,
            Symbol::Award => {
                // An award moves no rank.
                let ranks = self.ranks();
                let worth = |artist| self.awarded(artist).worth_ranked(&ranks);
                Artist::ALL.into_iter().map(worth).fold(f32::MIN, f32::max)
            }
            _ if self.closed => worth - WASTED,
            Symbol::Second if !held(&card.artist) => worth - WASTED,
            Symbol::Second => worth.max(self.displayed(card.artist).worth()),
            Symbol::Hidden => {
                let fits = Artist::ALL.into_iter().filter(held);
                worth.max(best(&mut fits.map(|artist| self.face_down(artist))))
            }
            Symbol::Together => {
                let fits = Artist::ALL.into_iter().filter(held);
                let shown = best(&mut fits.map(|artist| self.displayed(artist)));
                // The others show a card as well.
                if shown > f32::MIN {
                    0.5 * (worth + shown)
                } else {
                    worth
                }
            }
        }
    }

    pub(super) fn displayed(mut self, artist: Artist) -> Situation {
        let artist = artist.index();
        self.hand[artist] = self.hand[artist].saturating_sub(1);
        self.own[artist] += 1;
        self.face_up[artist] += 1;
        self.closed |= self.face_up[artist] >= self.closing;
        self
    }

    fn face_down(mut self, artist: Artist) -> Situation {
        let artist = artist.index();
        self.hand[artist] = self.hand[artist].saturating_sub(1);
        self.laid[artist] += 1;
        self
    }

    fn awarded(mut self, artist: Artist) -> Situation {
        self.values[artist.index()] += AWARD;
        self
    }

    /// The estimated lead of the seat over the others, in points.
    pub(super) fn worth(&self) -> f32 {
        self.worth_ranked(&self.ranks())
    }

    /// The same, the chances of the ranks being known.
    fn worth_ranked(&self, ranks: &[Lanes; 3]) -> f32 {
        let [own, laid, hand, theirs] =
            [self.own, self.laid, self.hand, self.theirs].map(|row| lanes(row.map(f32::from)));
        let values = lanes(self.values.map(|value| value as f32));
        let (others, kept_share) = (f32::from(self.others), KEPT[self.round]);
        let additions = if self.additions { ADDED } else { 0.0 };
        // Displayed, added after the close, and kept.
        let mut parts = [[0.0; LANES]; 3];
        for artist in 0..LANES {
            let [first, second, third] = [0, 1, 2].map(|rank| ranks[rank][artist]);
            let ranked = first + second + third;
            let gain = first * GAINS[0] as f32 + second * GAINS[1] as f32 + third * GAINS[2] as f32;
            let paid = ranked * values[artist] + gain;
            let own = own[artist] + laid[artist];
            let lead = own - AGAINST * theirs[artist] / others;
            let holds = own.min(hand[artist]).min(1.0);
            let added = additions * holds;
            parts[0][artist] = paid * lead;
            parts[1][artist] = added * paid;
            parts[2][artist] =
                (hand[artist] - added) * kept_share * (values[artist] + gain + TO_GAIN);
        }
        (0..5).fold(0.0, |sum, artist| {
            sum + parts[0][artist] + parts[1][artist] + parts[2][artist]
        })
    }

    /// The chances of each artist to be first, second and third.
    pub(super) fn ranks(&self) -> [Lanes; 3] {
        let most = self.face_up.iter().copied().max().unwrap_or(0);
        let (left, hand) = match self.closed {
            true => (None, 0),
            false => (Some(self.closing.saturating_sub(most)), 1),
        };
        let chances = LEADS.get_or_init(lead_chances);
        let chances = &chances[left.map_or(0, |left| 1 + usize::from(left))];
        // In quarters of a card, of which one in hand counts for one.
        let expected: Row<u8> = std::array::from_fn(|artist| {
            4 * (self.face_up[artist] + self.laid[artist]) + hand * self.hand[artist].min(3)
        });
        let mut ahead = [[0.0; LANES]; 5];
        for left in 0..5 {
            for right in left + 1..5 {
                let lead = usize::from(expected[left]) + LEAD_MOST - usize::from(expected[right]);
                let chance = chances[lead];
                ahead[left][right] = chance;
                ahead[right][left] = 1.0 - chance;
            }
        }
        // The chance that none, one and two of the others are ahead, each for itself; none is ahead of itself.
        let [mut first, mut second, mut third] = [[1.0; LANES], [0.0; LANES], [0.0; LANES]];
        for chances in &ahead {
            for artist in 0..LANES {
                third[artist] += (second[artist] - third[artist]) * chances[artist];
                second[artist] += (first[artist] - second[artist]) * chances[artist];
                first[artist] -= first[artist] * chances[artist];
            }
        }
        [first, second, third]
    }
}

/// The greatest lead of an artist that is met, in quarters of a card.
const LEAD_MOST: usize = 4 * 21 + 3;

/// The chance that a lead lasts, by the plays still to come (one more than that; 0 once the round is
/// closed) and by the lead over the artist to the right, in quarters of a card.
type LeadChances = [[f32; 2 * LEAD_MOST + 1]; 8];

/// Worked out once: it is asked for hundreds of times in a simulation.
static LEADS: OnceLock<Box<LeadChances>> = OnceLock::new();

fn lead_chances() -> Box<LeadChances> {
    let mut chances = Box::new([[0.0; 2 * LEAD_MOST + 1]; 8]);
    for (plays, chances) in chances.iter_mut().enumerate() {
        let doubt = DOUBT_CLOSED + DOUBT * plays.saturating_sub(1) as f32;
        for (lead, chance) in chances.iter_mut().enumerate() {
            // Ties go to the left.
            let lead = 0.25 * (lead as f32 - LEAD_MOST as f32) + 0.5;
            *chance = 1.0 / (1.0 + libm::expf(-lead / doubt));
        }
    }
    chances
}

fn add(row: &mut Row<u8>, cards: Cards) {
    for (number, more) in row.iter_mut().zip(cards.column_lens()) {
        *number += more;
    }
}

fn lanes(row: Row<f32>) -> Lanes {
    let mut lanes = [0.0; LANES];
    lanes[..row.len()].copy_from_slice(&row);
    lanes
}

fn is_closed(phase: Phase) -> bool {
    matches!(phase, Phase::Award { closing: true } | Phase::Add { .. })
}
