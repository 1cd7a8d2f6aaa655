//! [`History`]: what the others have chosen, and the cards that they have held.

use crate::masters_gallery::situation::{PublicBoard, Situation};
use parlour_engine::{InformationState, Seat};
use parlour_games::masters_gallery::rules::{AWARD, Cards, DECK, GAINS, MAX_PLAYERS};
use parlour_games::masters_gallery::{Artist, Card, Event, MastersGallery, Symbol};

/// A moment of the game: the number of its event.
pub(super) type Moment = u16;

/// When a card leaves that is still in hand.
pub(super) const NEVER: Moment = Moment::MAX;

/// A card that another player has received. While it is hidden `card` is a guess.
#[derive(Clone, Copy, Debug)]
pub(super) struct Received {
    pub(super) card: Card,
    pub(super) received: Moment,
    pub(super) left: Moment,
    /// It left the hand face down.
    pub(super) laid: bool,
    pub(super) hidden: bool,
}

/// What could be chosen, and was.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    /// A card displayed or shown.
    Display(Artist),
    /// A second card of the artist, or none.
    Second(Artist, bool),
    /// A card laid face down, or none.
    Lay(bool),
    /// An addition, or none, from this artist on.
    Add(u8, Option<Artist>),
}

/// A choice of another player.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    pub(super) moment: Moment,
    /// When its round began.
    pub(super) round: Moment,
    /// What everybody saw, the hand left empty.
    pub(super) before: Situation,
    pub(super) choice: Choice,
}

/// What another player has received and chosen, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Player {
    pub(super) cards: Vec<Received>,
    pub(super) decisions: Vec<Decision>,
}

/// What the viewer knows of the others.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// By seat; nothing for the viewer's own.
    pub(super) players: Vec<Player>,
    /// All cards that the viewer does not see, in hands and in the deck.
    pub(super) unseen: Vec<Card>,
}

/// A card that has left a hand: unknown as long as it lies face down.
#[derive(Clone, Copy)]
struct Left {
    card: Option<Card>,
    moment: Moment,
    laid: bool,
}

impl History {
    /// The history, which the events tell. `None` when they do not lead to what is seen, as in positions set up by hand.
    pub(super) fn read(known: &InformationState<'_, MastersGallery>) -> Option<History> {
        let view = known.view();
        let rules = &view.rules;
        let own = known.viewer().seat()?;
        let seats = usize::from(rules.players);
        let mut players = vec![Player::default(); seats];
        let mut received: [Vec<Moment>; MAX_PLAYERS] = Default::default();
        let mut left: [Vec<Left>; MAX_PLAYERS] = Default::default();
        let mut deck = DECK;
        let mut board = PublicBoard::new(rules);
        // As it was when the last card was played: others show theirs before they see what is shown.
        let mut played = board;
        let mut last = None;
        let mut round_began = 0;
        // From which artist on each may still add.
        let mut from = [0; MAX_PLAYERS];
        for (moment, &event) in (0..).zip(known.events()) {
            let mut decide = |board: &PublicBoard, seat: Seat, choice: Choice| {
                players[seat.index()].decisions.push(Decision {
                    moment,
                    round: round_began,
                    before: board.of(seat),
                    choice,
                });
            };
            let mut leave = |seat: Seat, card: Option<Card>| {
                let laid = card.is_none();
                left[seat.index()].push(Left { card, moment, laid });
            };
            match event {
                Event::Round { round, extra, .. } => {
                    round_began = moment;
                    from = [0; MAX_PLAYERS];
                    board.begin_round(round, extra);
                    deck -= usize::from(extra.is_some());
                    for received in &mut received[..seats] {
                        let dealt = usize::from(rules.dealt(round.into())).min(deck);
                        deck -= dealt;
                        received.extend(std::iter::repeat_n(moment, dealt));
                    }
                }
                Event::Draw(seat) => {
                    deck = deck.checked_sub(1)?;
                    received[seat.index()].push(moment);
                }
                Event::Play(seat, card) => {
                    decide(&board, seat, Choice::Display(card.artist));
                    leave(seat, Some(card));
                    board.display(seat, card.artist);
                    (played, last) = (board, Some(card));
                }
                Event::Show(seat, card) => {
                    decide(&played, seat, Choice::Display(card.artist));
                    leave(seat, Some(card));
                    board.display(seat, card.artist);
                }
                Event::Second(seat, card) => {
                    decide(&board, seat, Choice::Second(card.artist, true));
                    leave(seat, Some(card));
                    board.display(seat, card.artist);
                }
                Event::Hidden(seat) => {
                    decide(&board, seat, Choice::Lay(true));
                    leave(seat, None);
                }
                Event::TurnUp(seat, card) => {
                    let mut left = left[seat.index()].iter_mut();
                    left.find(|left| left.card.is_none())?.card = Some(card);
                    board.display(seat, card.artist);
                }
                Event::Close(_) => board.close(),
                Event::Add(seat, card) => {
                    let from = &mut from[seat.index()];
                    decide(&board, seat, Choice::Add(*from, Some(card.artist)));
                    *from = card.artist as u8 + 1;
                    leave(seat, Some(card));
                    board.display(seat, card.artist);
                }
                Event::Pass(seat) => {
                    let last = last?;
                    let choice = match last.symbol {
                        _ if board.is_closed() => Choice::Add(from[seat.index()], None),
                        Symbol::Second => Choice::Second(last.artist, false),
                        _ => Choice::Lay(false),
                    };
                    decide(&board, seat, choice);
                }
                Event::Award(_, artist) => board.gain(artist, AWARD),
                Event::End { round } => {
                    let result = view.results.get(usize::from(round))?;
                    for (&artist, gain) in result.ranked.iter().zip(GAINS) {
                        board.gain(artist, gain);
                    }
                }
            }
        }

        for (seat, player) in players.iter_mut().enumerate() {
            if seat == own.index() {
                player.decisions.clear();
                continue;
            }
            let (received, left) = (&received[seat], &left[seat]);
            let shown = &view.players[seat];
            let laid = left.iter().filter(|left| left.card.is_none()).count();
            if received.len() != left.len() + usize::from(shown.hand_len)
                || laid != usize::from(shown.hidden_len)
            {
                return None;
            }
            for (at, &received) in received.iter().enumerate() {
                let kept = Left {
                    card: None,
                    moment: NEVER,
                    laid: false,
                };
                let Left { card, moment, laid } = left.get(at).copied().unwrap_or(kept);
                player.cards.push(Received {
                    card: card.unwrap_or(Card::from_index(0)),
                    received,
                    left: moment,
                    laid,
                    hidden: card.is_none(),
                });
            }
        }
        let mut seen = view.discard;
        view.extra.into_iter().for_each(|card| seen.add(card));
        for player in &view.players {
            seen = seen
                .plus(player.display)
                .plus(player.hand.unwrap_or_default());
            let own = player.hidden.iter().flatten();
            own.for_each(|&card| seen.add(card));
        }
        let all: Cards = rules.cards().collect();
        Some(History {
            players,
            unseen: all.minus(seen).each().collect(),
        })
    }
}
