//! Observations, and public events.

use super::cards::{ARTISTS, Cards, Painting};
use super::phase::{Lot, Phase};
use super::rules::{Amounts, ROUNDS, Rules};
use parlour_engine::{Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

/// The game as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// The seat or spectator whose view it is.
    pub viewer: Viewer,
    /// The rules in force.
    pub rules: Rules,
    /// The number of the round, from 0 to 3.
    pub round: u8,
    /// What is going on. Sealed bids of others stand here as missing until all are in.
    pub phase: Phase,
    /// Who owes an action.
    pub to_move: SeatSet,
    /// How many paintings of each artist were offered in this round.
    pub offered: [u8; ARTISTS],
    /// What each artist gained in each round, in thousands.
    pub gained: [[u16; ARTISTS]; ROUNDS],
    /// Every painting offered since the start of the game.
    pub seen: Cards,
    /// Paintings that are not dealt yet, or never will be.
    pub deck: u8,
    /// The players, by seat.
    pub players: Vec<PlayerView>,
}

impl View {
    /// What an artist has gained in the rounds so far, in thousands.
    pub fn gained(&self, artist: usize) -> u16 {
        self.gained.iter().map(|round| round[artist]).sum()
    }

    /// Each seat's cash in thousands.
    pub fn cash(&self) -> Amounts {
        let mut cash = Amounts::all(self.players.len(), 0);
        for (seat, player) in self.players.iter().enumerate() {
            cash[seat] = player.cash;
        }
        cash
    }

    /// Whether the viewer sees a seat's cash on the table. Otherwise the rules hide it, and it is
    /// known only to those who have counted.
    pub fn shows_cash(&self, seat: Seat) -> bool {
        !self.rules.hidden_cash || self.viewer.sees(seat) || self.phase == Phase::Over
    }
}

/// One player as the viewer sees them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayerView {
    /// Cash in thousands. Everybody can count it, since all payments are public; see [`View::shows_cash`].
    pub cash: u16,
    /// The paintings in hand, sorted, if the viewer may see them.
    pub hand: Option<Vec<Painting>>,
    /// How many paintings are in hand.
    pub hand_len: u8,
    /// How many paintings of each artist were bought in this round; in text, the artist of each, in ascending order.
    #[serde(with = "artists")]
    pub bought: [u8; ARTISTS],
}

/// Paintings, counted by artist, as a list of their artists.
mod artists {
    use super::ARTISTS;
    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::Serializer;
    use std::iter;

    pub(super) fn serialize<S: Serializer>(
        counts: &[u8; ARTISTS],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let artists = (0u8..).zip(counts);
        serializer
            .collect_seq(artists.flat_map(|(artist, &count)| iter::repeat_n(artist, count.into())))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<[u8; ARTISTS], D::Error> {
        let mut counts = [0u8; ARTISTS];
        for artist in Vec::<u8>::deserialize(deserializer)? {
            let count = counts.get_mut(usize::from(artist)).and_then(|count| {
                *count = count.checked_add(1)?;
                Some(count)
            });
            count.ok_or_else(|| {
                D::Error::custom(format!(
                    "no painting of artist {artist} can have been bought"
                ))
            })?;
        }
        Ok(counts)
    }
}

impl parlour_engine::View for View {
    fn viewer(&self) -> Viewer {
        self.viewer
    }

    fn at_turn_start(&self) -> View {
        let mut view = self.clone();
        if let Phase::Sealed { waiting, bids, .. } = &mut view.phase {
            *waiting = SeatSet::all(self.players.len());
            *bids = Default::default();
            view.to_move = *waiting;
        }
        view
    }
}

/// Something that happened in public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A round began, and paintings were dealt.
    Round {
        /// The number of the round, from 0.
        round: u8,
        /// Paintings dealt to each seat.
        dealt: u8,
    },
    /// A painting was offered.
    Offer {
        /// By whom.
        seat: Seat,
        /// Which.
        painting: Painting,
    },
    /// A second painting was added to a double auction.
    Add {
        /// By whom.
        seat: Seat,
        /// Which.
        painting: Painting,
    },
    /// The seller named a price.
    Price {
        /// The seller.
        seat: Seat,
        /// In thousands.
        price: u16,
    },
    /// A raise.
    Bid {
        /// By whom.
        seat: Seat,
        /// To what, in thousands.
        amount: u16,
    },
    /// Somebody did not raise, take or add.
    Pass {
        /// Who.
        seat: Seat,
    },
    /// Sealed bids were opened.
    Bids {
        /// Each seat's bid.
        bids: Amounts,
    },
    /// An auction ended.
    Sold {
        /// What was sold, and by whom.
        lot: Lot,
        /// To whom; the seller pays the bank if they buy it themselves.
        buyer: Seat,
        /// In thousands.
        price: u16,
    },
    /// A round ended, and was settled.
    RoundEnd(RoundResult),
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundResult {
    /// The number of the round, from 0.
    pub round: u8,
    /// Paintings offered of each artist, those that ended the round with them.
    pub offered: [u8; ARTISTS],
    /// The first, second and third artist, as far as there are.
    pub ranked: [Option<u8>; 3],
    /// What a painting of each artist was worth, in thousands: 0 when the artist is not ranked.
    pub worth: [u16; ARTISTS],
    /// What the bank paid each seat.
    pub paid: Amounts,
}
