//! The state of Jaipur and the rules that change it.

use super::cards::{CARD_COUNTS, Card, Cards};
use super::choices::{Choices, Exchanges, MAX_OTHERS, Parts};
use super::position;
use super::rules::{
    BONUS_TOKENS, Bonus, CAMEL_TOKEN, DECK, Deal, EMPTY_PILES, EXCHANGE_LIMIT, HAND_DEALT,
    HAND_LIMIT, MARKET, MARKET_CAMELS, ROUND_LIMIT, RoundDeal, Rules, STOCK, TOKENS,
    tokens_of_sale,
};
use super::view::{EndReason, Event, PlayerView, RoundResult, View};
use arrayvec::ArrayVec;
use parlour_engine::position::state_of_view;
use parlour_engine::{
    EventSink, Game, Outcome, Position, PositionFault, Redeal, Resample, Reveals, Rng, Row, Seat,
    SeatSet, SetupError, Streams, Table, Viewer,
};
use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Take one good from the market.
    Take(Card),
    /// Take every camel from the market.
    Camels,
    /// Sell a number of cards of one good.
    Sell(Card, u8),
    /// Exchange goods of the market for as many cards from hand and herd.
    Exchange {
        /// Goods from the market.
        take: Cards,
        /// Cards from hand and herd.
        give: Cards,
    },
}

impl parlour_engine::Action for Action {
    #[inline]
    fn number(self) -> u64 {
        match self {
            Action::Take(card) => card as u64,
            Action::Camels => 1 << 16,
            Action::Sell(card, count) => 2 << 16 | (card as u64) << 8 | u64::from(count),
            // In the order of the list: by the number of cards, of camels, and what is taken and given.
            Action::Exchange { take, give } => {
                let cards = u64::from(take.len().min(7)) << 4 | u64::from(give.camels());
                let [take, give] = [take, give.goods()].map(|cards| u64::from(cards.packed()));
                1 << 59 | cards << 52 | take << 24 | give
            }
        }
    }
}

/// Why the rules forbid an action, in words for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// A card to take is not there.
    #[error("The market has no more {0}")]
    NotInMarket(Card),
    /// Camels are not taken one by one.
    #[error("Camels are taken all at once")]
    CamelsTogether,
    /// No camel to take.
    #[error("There is no camel in the market")]
    NoCamels,
    /// Seven goods in hand.
    #[error("You may hold seven goods: sell or exchange first")]
    HandFull,
    /// A single card exchanged.
    #[error("An exchange is of two cards or more")]
    ExchangeOfOne,
    /// A camel among the cards to take.
    #[error("Camels cannot be taken in an exchange")]
    CamelsInExchange,
    /// The sides of an exchange are not equal.
    #[error("You take {take} and give {give}: an exchange is one for one")]
    Uneven {
        /// Cards to take.
        take: u8,
        /// Cards to give.
        give: u8,
    },
    /// A kind both given and taken.
    #[error("You cannot take and give {0} in one exchange")]
    SameKind(Card),
    /// A card to give or sell is not in hand.
    #[error("You have no more {0} in hand")]
    NotInHand(Card),
    /// More camels than the herd has.
    #[error("Your herd has only {0}")]
    HerdTooSmall(u8),
    /// Too many goods after an exchange.
    #[error("You would hold more than seven goods: give fewer camels")]
    HandOverLimit,
    /// Too few cards of a high-value good.
    #[error("{} are sold two at a time or more", plural(.0))]
    TooFew(Card),
    /// A sale of nothing.
    #[error("A sale is of one card or more")]
    NothingSold,
    /// Camels for sale.
    #[error("Camels cannot be sold")]
    CamelsUnsold,
}

fn plural(card: &Card) -> &'static str {
    match card {
        Card::Diamond => "Diamonds",
        Card::Gold => "Gold bars",
        Card::Silver => "Silver bars",
        Card::Cloth => "Cloths",
        Card::Spice => "Spices",
        Card::Leather => "Leathers",
        Card::Camel => "Camels",
    }
}

/// A game of Jaipur: a single round, or a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Jaipur {
    rules: Rules,
    /// The rounds still to come.
    upcoming: Deal,
    round: u8,
    starter: Seat,
    to_move: Option<Seat>,
    market: Cards,
    /// The top is the last.
    pub(super) deck: ArrayVec<Card, STOCK>,
    discard: Cards,
    tokens_taken: [u8; 6],
    /// The top is the last.
    pub(super) bonus: [ArrayVec<u8, 7>; 3],
    pub(super) players: [Player; 2],
    exchanges: u8,
    /// The result of the last round that ended.
    last_result: Option<RoundResult>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Player {
    hand: Cards,
    /// What everybody knows to be in the hand.
    pub(super) known: Cards,
    herd: u8,
    rupees: [u8; 6],
    tokens: u8,
    bonus: [ArrayVec<u8, 7>; 3],
    seals: u8,
}

impl Player {
    /// Cards leave the hand. Those that were known to be there leave first:
    /// of one kind, no card differs from another.
    fn give(&mut self, goods: Cards) {
        self.hand = self.hand.minus(goods);
        self.known = self.known.minus(self.known.common(goods));
    }

    fn receive(&mut self, goods: Cards) {
        self.hand = self.hand.plus(goods);
        self.known = self.known.plus(goods);
    }

    fn goods_rupees(&self) -> u16 {
        self.rupees.iter().map(|&value| u16::from(value)).sum()
    }

    fn bonus_rupees(&self) -> u16 {
        self.bonus
            .iter()
            .flatten()
            .map(|&value| u16::from(value))
            .sum()
    }

    fn bonus_tokens(&self) -> u8 {
        self.bonus.iter().map(|pile| pile.len() as u8).sum()
    }
}

impl Jaipur {
    /// The cards of the market.
    pub fn market(&self) -> Cards {
        self.market
    }

    /// The goods in a seat's hand.
    pub fn hand(&self, seat: Seat) -> Cards {
        self.players[seat.index()].hand
    }

    /// The camels in a seat's herd.
    pub fn herd(&self, seat: Seat) -> u8 {
        self.players[seat.index()].herd
    }

    /// Rupees on the goods tokens that a seat has taken.
    pub fn goods_rupees(&self, seat: Seat) -> u16 {
        self.players[seat.index()].goods_rupees()
    }

    /// How many bonus tokens a seat has taken from each pile, in the order of [`Bonus::ALL`].
    pub fn bonus_taken(&self, seat: Seat) -> [u8; 3] {
        let piles = &self.players[seat.index()].bonus;
        piles.each_ref().map(|pile| pile.len() as u8)
    }

    /// How many cards are left in the deck.
    pub fn deck_len(&self) -> u8 {
        self.deck.len() as u8
    }

    /// Goods tokens taken from each pile, in the order of [`Card::GOODS`].
    pub const fn tokens_taken(&self) -> [u8; 6] {
        self.tokens_taken
    }

    /// How the last round that is over ended.
    pub const fn last_result(&self) -> Option<&RoundResult> {
        self.last_result.as_ref()
    }

    fn start_round(&mut self, deal: &RoundDeal, events: &mut impl EventSink<Event>) {
        self.deck = deal.deck[DECK - STOCK..].iter().rev().copied().collect();
        let (first, rest) = deal.deck.split_at(HAND_DEALT);
        let (second, rest) = rest.split_at(HAND_DEALT);
        for (player, cards) in self.players.iter_mut().zip([first, second]) {
            let dealt: Cards = cards.iter().copied().collect();
            *player = Player {
                hand: dealt.goods(),
                herd: dealt.camels(),
                seals: player.seals,
                ..Player::default()
            };
        }
        let turned_up = usize::from(MARKET - MARKET_CAMELS);
        self.market =
            Cards::of(Card::Camel, MARKET_CAMELS).plus(rest[..turned_up].iter().copied().collect());
        self.discard = Cards::NONE;
        self.tokens_taken = [0; 6];
        for (pile, values) in self.bonus.iter_mut().zip(&deal.bonus) {
            *pile = values.iter().rev().copied().collect();
        }
        self.exchanges = 0;
        self.to_move = Some(self.starter);
        events.emit(|| Event::Deal {
            round: self.round,
            starter: self.starter,
            market: self.market,
            herds: self.players.each_ref().map(|player| player.herd),
        });
    }

    /// Fills the market from the deck and returns what was turned up.
    fn refill(&mut self) -> Cards {
        let mut turned_up = Cards::NONE;
        for _ in self.market.len()..MARKET {
            match self.deck.pop() {
                Some(card) => turned_up = turned_up.plus(Cards::one(card)),
                None => break,
            }
        }
        self.market = self.market.plus(turned_up);
        turned_up
    }

    fn sell(&mut self, seat: Seat, good: Card, count: u8, events: &mut impl EventSink<Event>) {
        let pile = good.index();
        let values = tokens_of_sale(good, count, self.tokens_taken[pile]);
        let tokens = values.len() as u8;
        let rupees: u8 = values.iter().sum();
        self.tokens_taken[pile] += tokens;
        self.discard = self.discard.plus(Cards::of(good, count));
        let player = &mut self.players[seat.index()];
        player.give(Cards::of(good, count));
        player.rupees[pile] += rupees;
        player.tokens += tokens;
        let bonus = Bonus::for_sale(count).filter(|bonus| {
            let value = self.bonus[bonus.index()].pop();
            player.bonus[bonus.index()].extend(value);
            value.is_some()
        });
        events.emit(|| Event::Sell {
            seat,
            good,
            count,
            tokens,
            rupees,
            bonus,
        });
    }

    fn empty_piles(&self) -> usize {
        let whole = TOKENS.iter().zip(&self.tokens_taken);
        whole
            .map(|(values, &taken)| usize::from(values.len() == usize::from(taken)))
            .sum()
    }

    fn round_over(&self) -> Option<EndReason> {
        if self.market.len() < MARKET {
            Some(EndReason::DeckEmpty)
        } else if self.exchanges >= EXCHANGE_LIMIT {
            Some(EndReason::ExchangeLimit)
        } else if self.empty_piles() >= EMPTY_PILES {
            Some(EndReason::TokensGone)
        } else {
            None
        }
    }

    fn end_round(&mut self, reason: EndReason, events: &mut impl EventSink<Event>) {
        let [first, second] = &self.players;
        let more = |a: u16, b: u16| match a.cmp(&b) {
            std::cmp::Ordering::Greater => Some(Seat(0)),
            std::cmp::Ordering::Less => Some(Seat(1)),
            std::cmp::Ordering::Equal => None,
        };
        let camel_token = more(first.herd.into(), second.herd.into());
        let rupees = [Seat(0), Seat(1)].map(|seat| {
            let player = &self.players[seat.index()];
            let token = if camel_token == Some(seat) {
                CAMEL_TOKEN
            } else {
                0
            };
            player.goods_rupees() + player.bonus_rupees() + token
        });
        let winner = more(rupees[0], rupees[1])
            .or_else(|| more(first.bonus_tokens().into(), second.bonus_tokens().into()))
            .or_else(|| more(first.tokens.into(), second.tokens.into()));
        let each = self.players.each_ref();
        let result = RoundResult {
            round: self.round,
            reason,
            goods: each.map(Player::goods_rupees),
            bonus: each.map(Player::bonus_rupees),
            herds: each.map(|player| player.herd),
            camel_token,
            rupees,
            bonus_tokens: each.map(Player::bonus_tokens),
            goods_tokens: each.map(|player| player.tokens),
            winner,
        };
        self.last_result = Some(result);
        events.emit(|| Event::RoundEnd(result));
        self.to_move = None;
        if let Some(winner) = winner {
            self.players[winner.index()].seals += 1;
            self.starter = winner.other();
        }
        let decided = self.rules.best_of == 1
            || self.round + 1 == ROUND_LIMIT
            || self
                .players
                .iter()
                .any(|player| player.seals >= self.rules.seals());
        if !decided {
            self.round += 1;
            let deal = next_round(&mut self.upcoming, self.round);
            self.start_round(&deal, events);
        }
    }
}

/// The deal of a round: the next of those given, or else one that follows from the seed.
fn next_round(upcoming: &mut Deal, round: u8) -> RoundDeal {
    if upcoming.rounds.is_empty() {
        RoundDeal::shuffled(&mut Streams::new(upcoming.then).extra_deal(round.into()))
    } else {
        upcoming.rounds.remove(0)
    }
}

impl Jaipur {
    /// What a seat may choose from; `None` if it is not to move.
    #[inline]
    pub(super) fn choices(&self, seat: Seat) -> Option<Choices> {
        if self.to_move != Some(seat) {
            return None;
        }
        let player = &self.players[seat.index()];
        let goods = self.market.goods();
        // Only a state read from a text can hold more than a table of parts has.
        let (market, hand) = (Parts::of(goods)?, Parts::of(player.hand)?);
        let hand_len = player.hand.len();
        let free = HAND_LIMIT - hand_len;
        let camels = player.herd.min(free);
        Some(Choices {
            takes: if free > 0 { goods } else { Cards::NONE },
            takes_camels: self.market.camels() > 0,
            hand,
            exchanges: Exchanges::new((market, goods.len()), (hand, hand_len), camels),
        })
    }
}

impl Game for Jaipur {
    const NAME: &'static str = "jaipur";
    type Rules = Rules;
    type Deal = Deal;
    type Action = Action;
    type View = View;
    type Event = Event;
    type IllegalMove = IllegalMove;

    fn deal(rules: &Rules, seed: u64) -> Deal {
        let mut rng = Streams::new(seed).deal();
        let rounds = (0..rules.best_of)
            .map(|_| RoundDeal::shuffled(&mut rng))
            .collect();
        Deal { rounds, then: seed }
    }

    fn start(
        rules: Rules,
        deal: Deal,
        events: &mut impl EventSink<Event>,
    ) -> Result<Jaipur, SetupError> {
        rules.check()?;
        if deal.rounds.len() > usize::from(ROUND_LIMIT) {
            return Err(SetupError::Deal(format!(
                "at most {ROUND_LIMIT} rounds are played, but {} are dealt",
                deal.rounds.len()
            )));
        }
        deal.rounds.iter().try_for_each(RoundDeal::check)?;
        let mut game = Jaipur {
            rules,
            upcoming: deal,
            round: 0,
            starter: Seat(0),
            to_move: None,
            market: Cards::NONE,
            deck: ArrayVec::new(),
            discard: Cards::NONE,
            tokens_taken: [0; 6],
            bonus: Default::default(),
            players: Default::default(),
            exchanges: 0,
            last_result: None,
        };
        let deal = next_round(&mut game.upcoming, 0);
        game.start_round(&deal, events);
        Ok(game)
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn to_move(&self) -> SeatSet {
        self.to_move.map_or(SeatSet::EMPTY, SeatSet::one)
    }

    fn legal_actions_into(&self, seat: Seat, out: &mut Vec<Action>) {
        let Some(choices) = self.choices(seat) else {
            out.clear();
            return;
        };
        // Room for all at once, over the list that was here, costs less than growing for each.
        let room = MAX_OTHERS + choices.exchanges.bound();
        if out.len() < room {
            out.resize(room, Action::Camels);
        }
        let count = choices.write_others(out);
        let exchanges = choices.exchanges.write(&mut out[count..]);
        out.truncate(count + exchanges);
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), IllegalMove> {
        let player = &self.players[seat.index()];
        match action {
            Action::Take(Card::Camel) => Err(IllegalMove::CamelsTogether),
            Action::Take(good) => {
                if self.market.count(good) == 0 {
                    Err(IllegalMove::NotInMarket(good))
                } else if player.hand.len() >= HAND_LIMIT {
                    Err(IllegalMove::HandFull)
                } else {
                    Ok(())
                }
            }
            Action::Camels => {
                if self.market.camels() == 0 {
                    Err(IllegalMove::NoCamels)
                } else {
                    Ok(())
                }
            }
            Action::Sell(Card::Camel, _) => Err(IllegalMove::CamelsUnsold),
            Action::Sell(good, count) => {
                if count > player.hand.count(good) {
                    Err(IllegalMove::NotInHand(good))
                } else if count == 0 {
                    Err(IllegalMove::NothingSold)
                } else if count < good.least_sale() {
                    Err(IllegalMove::TooFew(good))
                } else {
                    Ok(())
                }
            }
            Action::Exchange { take, give } => self.check_exchange(player, take, give),
        }
    }

    fn apply(&mut self, seat: Seat, action: Action, events: &mut impl EventSink<Event>) {
        let mut exchanges = 0;
        match action {
            Action::Take(good) => {
                let card = Cards::one(good);
                self.market = self.market.minus(card);
                self.players[seat.index()].receive(card);
                let refill = self.refill();
                events.emit(|| Event::Take { seat, good, refill });
            }
            Action::Camels => {
                let count = self.market.camels();
                self.market = self.market.goods();
                self.players[seat.index()].herd += count;
                let refill = self.refill();
                events.emit(|| Event::Camels {
                    seat,
                    count,
                    refill,
                });
            }
            Action::Sell(good, count) => self.sell(seat, good, count, events),
            Action::Exchange { take, give } => {
                exchanges = self.exchanges + 1;
                self.market = self.market.minus(take).plus(give);
                let player = &mut self.players[seat.index()];
                player.herd -= give.camels();
                player.give(give.goods());
                player.receive(take);
                events.emit(|| Event::Exchange { seat, take, give });
            }
        }
        self.exchanges = exchanges;
        self.to_move = Some(seat.other());
        if let Some(reason) = self.round_over() {
            self.end_round(reason, events);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.to_move.is_some() {
            return None;
        }
        let [first, second] = self.players.each_ref().map(|player| player.seals);
        let winners = match first.cmp(&second) {
            std::cmp::Ordering::Greater => SeatSet::one(Seat(0)),
            std::cmp::Ordering::Less => SeatSet::one(Seat(1)),
            std::cmp::Ordering::Equal => SeatSet::all(2),
        };
        Some(Outcome {
            scores: self.scores(),
            winners,
        })
    }

    fn scores(&self) -> Vec<i32> {
        if self.rules.best_of > 1 {
            return self.players.iter().map(|p| p.seals.into()).collect();
        }
        match &self.last_result {
            Some(result) => result.rupees.map(i32::from).to_vec(),
            None => self
                .players
                .iter()
                .map(|player| (player.goods_rupees() + player.bonus_rupees()).into())
                .collect(),
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        let over = self.to_move.is_none();
        let player = |seat: Seat| {
            let player = &self.players[seat.index()];
            let own = viewer.sees(seat);
            PlayerView {
                hand: own.then_some(player.hand),
                hand_len: player.hand.len(),
                known: player.known,
                herd: player.herd,
                rupees: player.rupees,
                tokens: player.tokens,
                bonus: player.bonus.each_ref().map(|pile| pile.len() as u8),
                // At the end everybody counts their tokens in public.
                bonus_values: (own || over)
                    .then(|| player.bonus.each_ref().map(|pile| pile.to_vec())),
                seals: player.seals,
            }
        };
        View {
            viewer,
            rules: self.rules.clone(),
            round: self.round,
            starter: self.starter,
            to_move: self.to_move,
            market: self.market,
            deck: self.deck.len() as u8,
            discard: self.discard,
            tokens_taken: self.tokens_taken,
            bonus_left: self.bonus.each_ref().map(|pile| pile.len() as u8),
            exchanges: self.exchanges,
            players: [player(Seat(0)), player(Seat(1))],
            last_result: self.last_result,
        }
    }

    fn position_rows(rules: &Rules, position: &impl AsRef<Position>) -> Vec<Row> {
        position::rows(rules, position)
    }

    fn position(&self) -> Option<Position> {
        let is_on = !self.to_move().is_empty();
        is_on.then(|| position::describe(&self.view(Viewer::Everything)))
    }

    fn set_up(
        rules: Rules,
        position: &impl AsRef<Position>,
        seed: u64,
    ) -> Result<Jaipur, Vec<PositionFault>> {
        let broken = |error: SetupError| vec![PositionFault::Rules(error.to_string())];
        rules.check().map_err(broken)?;
        Ok(state_of_view(&position::view(rules, position)?, seed))
    }

    fn audit(&self) -> Result<(), String> {
        let deck: Cards = self.deck.iter().copied().collect();
        let [first, second] = &self.players;
        let herds = first.herd + second.herd;
        for card in Card::ALL {
            let herded = if card == Card::Camel { herds } else { 0 };
            let found = [self.market, deck, self.discard, first.hand, second.hand]
                .iter()
                .map(|cards| cards.count(card))
                .sum::<u8>()
                + herded;
            if found != CARD_COUNTS[card.index()] {
                return Err(format!("{found} cards of {card}"));
            }
        }
        for player in &self.players {
            if player.hand.camels() > 0 || player.hand.len() > HAND_LIMIT {
                return Err(format!("a hand of {}", player.hand));
            }
            if !player.hand.holds(player.known) {
                return Err(format!(
                    "{} known in a hand of {}",
                    player.known, player.hand
                ));
            }
        }
        for bonus in Bonus::ALL.map(Bonus::index) {
            let mut values: Vec<u8> = [
                &self.bonus[bonus],
                &first.bonus[bonus],
                &second.bonus[bonus],
            ]
            .into_iter()
            .flatten()
            .copied()
            .collect();
            values.sort_unstable();
            if values != BONUS_TOKENS[bonus] {
                return Err(format!("bonus tokens {values:?}"));
            }
        }
        for (pile, values) in TOKENS.iter().enumerate() {
            let taken = usize::from(self.tokens_taken[pile]);
            let worth: u8 = values[..taken].iter().sum();
            if worth != first.rupees[pile] + second.rupees[pile] {
                return Err(format!("{taken} tokens of pile {pile} are worth {worth}"));
            }
        }
        let tokens: u8 = self.tokens_taken.iter().sum();
        if tokens != first.tokens + second.tokens {
            return Err(format!("{tokens} goods tokens taken"));
        }
        if self.to_move.is_some() && self.market.len() != MARKET {
            return Err(format!("a market of {}", self.market));
        }
        Ok(())
    }
}

impl Jaipur {
    fn check_exchange(&self, player: &Player, take: Cards, give: Cards) -> Result<(), IllegalMove> {
        if take.camels() > 0 {
            return Err(IllegalMove::CamelsInExchange);
        }
        let missing = |from: Cards, cards: Cards| {
            Card::GOODS
                .into_iter()
                .find(|&card| cards.count(card) > from.count(card))
        };
        if let Some(card) = missing(self.market, take) {
            return Err(IllegalMove::NotInMarket(card));
        }
        if let Some(card) = missing(player.hand, give) {
            return Err(IllegalMove::NotInHand(card));
        }
        if give.camels() > player.herd {
            return Err(IllegalMove::HerdTooSmall(player.herd));
        }
        if let Some((card, _)) = take.common(give).iter().next() {
            return Err(IllegalMove::SameKind(card));
        }
        if take.len() != give.len() {
            return Err(IllegalMove::Uneven {
                take: take.len(),
                give: give.len(),
            });
        }
        if take.len() < 2 {
            return Err(IllegalMove::ExchangeOfOne);
        }
        if player.hand.len() + give.camels() > HAND_LIMIT {
            return Err(IllegalMove::HandOverLimit);
        }
        Ok(())
    }
}

impl Resample for Jaipur {
    /// Unseen are the cards of the deck, the goods of the other hand that were
    /// dealt, and the order of the bonus tokens. Camels dealt lie in the herds,
    /// so that a hidden hand card is a good; every other assignment is equally
    /// likely.
    fn resample(view: &View, rng: &mut Rng) -> Jaipur {
        let mut unseen = Cards::NONE;
        for card in Card::ALL {
            unseen = unseen.plus(Cards::of(card, CARD_COUNTS[card.index()]));
        }
        unseen = unseen.minus(view.market).minus(view.discard);
        for player in &view.players {
            unseen = unseen
                .minus(Cards::of(Card::Camel, player.herd))
                .minus(player.hand.unwrap_or(player.known));
        }
        let mut goods: ArrayVec<Card, DECK> = unseen.goods().each().collect();
        goods.shuffle(rng);
        let mut players = view.players.each_ref().map(|player| Player {
            hand: player.hand.unwrap_or(player.known),
            known: player.known,
            herd: player.herd,
            rupees: player.rupees,
            tokens: player.tokens,
            bonus: Default::default(),
            seals: player.seals,
        });
        for (player, seen) in players.iter_mut().zip(&view.players) {
            let hidden = seen.hand_len - player.hand.len();
            let dealt: Cards = goods.drain(goods.len() - usize::from(hidden)..).collect();
            player.hand = player.hand.plus(dealt);
        }
        let mut deck: ArrayVec<Card, STOCK> = goods.into_iter().collect();
        deck.extend(std::iter::repeat_n(
            Card::Camel,
            usize::from(unseen.camels()),
        ));
        deck.shuffle(rng);

        let mut bonus: [ArrayVec<u8, 7>; 3] = Default::default();
        for pile in Bonus::ALL.map(Bonus::index) {
            let mut hidden: ArrayVec<u8, 7> = BONUS_TOKENS[pile].iter().copied().collect();
            for values in view.players.iter().filter_map(|p| p.bonus_values.as_ref()) {
                for value in &values[pile] {
                    if let Some(at) = hidden.iter().position(|other| other == value) {
                        hidden.swap_remove(at);
                    }
                }
            }
            hidden.shuffle(rng);
            for (player, seen) in players.iter_mut().zip(&view.players) {
                player.bonus[pile] = match &seen.bonus_values {
                    Some(values) => values[pile].iter().copied().collect(),
                    None => {
                        let taken = usize::from(seen.bonus[pile]);
                        hidden.drain(hidden.len() - taken..).collect()
                    }
                };
            }
            bonus[pile] = hidden;
        }
        Jaipur {
            rules: view.rules.clone(),
            upcoming: Deal {
                rounds: Vec::new(),
                then: rng.random(),
            },
            round: view.round,
            starter: view.starter,
            to_move: view.to_move,
            market: view.market,
            deck,
            discard: view.discard,
            tokens_taken: view.tokens_taken,
            bonus,
            players,
            exchanges: view.exchanges,
            last_result: view.last_result,
        }
    }
}

impl Redeal for Jaipur {
    /// Only the round in progress changes: in the dealt hand, hidden goods are replaced by the resampled ones; the rest of
    /// the deck and the bonus tokens keep the order of this state. Earlier rounds are public.
    fn redeal(&self, played: &Table<Jaipur>) -> (Deal, Vec<(Seat, Action)>) {
        let real = played.state();
        let mut upcoming = played.deal().cards::<Jaipur>(&self.rules);
        let mut rounds: Vec<RoundDeal> = (0..=real.round)
            .map(|round| next_round(&mut upcoming, round))
            .collect();
        let now = &mut rounds[usize::from(real.round)];
        let hands = now.deck.chunks_mut(HAND_DEALT);
        for ((cards, real), player) in hands.zip(&real.players).zip(&self.players) {
            let common = real.hand.common(player.hand);
            let mut dealt = real.hand.minus(common);
            let mut hidden = player.hand.minus(common).each();
            for card in cards {
                if dealt.count(*card) > 0 {
                    dealt = dealt.minus(Cards::one(*card));
                    *card = hidden.next().unwrap_or(*card);
                }
            }
        }
        let drawn = DECK - self.deck.len();
        now.deck.truncate(drawn);
        now.deck.extend(self.deck.iter().rev());
        let begun = (played.events().iter()).rposition(|event| matches!(event, Event::Deal { .. }));
        for pile in Bonus::ALL {
            let index = pile.index();
            let mut taken = self
                .players
                .each_ref()
                .map(|player| player.bonus[index].iter());
            let values = &mut now.bonus[index];
            values.clear();
            for event in &played.events()[begun.unwrap_or(0)..] {
                if let Event::Sell { seat, bonus, .. } = event
                    && *bonus == Some(pile)
                {
                    values.extend(taken[seat.index()].next());
                }
            }
            values.extend(self.bonus[index].iter().rev());
        }
        rounds.append(&mut self.upcoming.rounds.clone());
        let deal = Deal {
            rounds,
            then: self.upcoming.then,
        };
        (deal, played.actions().to_vec())
    }
}

impl Reveals for Jaipur {
    /// A take turns up cards of the deck, a bonus token shows its value, and
    /// the end of a round shows the tokens of both.
    fn reveals(&self, _seat: Seat, action: Action) -> bool {
        match action {
            Action::Take(_) | Action::Camels => true,
            Action::Exchange { .. } => self.exchanges + 1 >= EXCHANGE_LIMIT,
            Action::Sell(good, count) => {
                let bonus = Bonus::for_sale(count)
                    .is_some_and(|bonus| !self.bonus[bonus.index()].is_empty());
                let pile = TOKENS[good.index()].len() as u8;
                let left = pile - self.tokens_taken[good.index()];
                let ends = left > 0 && count >= left && self.empty_piles() + 1 >= EMPTY_PILES;
                bonus || ends
            }
        }
    }
}
