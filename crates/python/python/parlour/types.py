"""The dicts that the package returns, as types.

>>> from typing import cast
>>> from parlour.types import JaipurView
>>> view = cast(JaipurView, parlour.game("jaipur").new().view(0).to_dict())

A value that only some dicts have is marked so by its class (``total=False``). Seats are numbered from 0. Lists with one
number for each seat, artist or kind of good are in their order.
"""

from collections.abc import Mapping
from typing import Any, Literal, TypedDict

__all__ = [
    "CrossCell",
    "CrossCount",
    "Deal",
    "Interval",
    "JaipurCamels",
    "JaipurDeal",
    "JaipurDealEvent",
    "JaipurEvent",
    "JaipurExchange",
    "JaipurPlayer",
    "JaipurRoundDeal",
    "JaipurRoundResult",
    "JaipurRules",
    "JaipurSell",
    "JaipurTake",
    "JaipurView",
    "MastersGalleryAdd",
    "MastersGalleryAward",
    "MastersGalleryDeal",
    "MastersGalleryEnd",
    "MastersGalleryEvent",
    "MastersGalleryPhase",
    "MastersGalleryPlayer",
    "MastersGalleryRound",
    "MastersGalleryRoundResult",
    "MastersGalleryRules",
    "MastersGallerySymbols",
    "MastersGalleryView",
    "Meeting",
    "ModernArtAdd",
    "ModernArtBid",
    "ModernArtBids",
    "ModernArtDeal",
    "ModernArtEvent",
    "ModernArtFixed",
    "ModernArtHighBid",
    "ModernArtLot",
    "ModernArtOffer",
    "ModernArtOnce",
    "ModernArtOpen",
    "ModernArtPainting",
    "ModernArtPhase",
    "ModernArtPlayer",
    "ModernArtPrice",
    "ModernArtPriceEvent",
    "ModernArtRound",
    "ModernArtRoundResult",
    "ModernArtRules",
    "ModernArtSealed",
    "ModernArtSold",
    "ModernArtView",
    "Optimum",
    "PlayerReport",
    "PrimiCompostiDeal",
    "PrimiCompostiEvent",
    "PrimiCompostiPlayer",
    "PrimiCompostiRules",
    "PrimiCompostiView",
    "Rating",
    "Report",
    "Rules",
    "RulesArgument",
    "SeatViewer",
    "Standing",
    "Strength",
    "StudyGroup",
    "StudyLoss",
    "StudyMean",
    "StudyReplies",
    "StudySummary",
    "TestReport",
    "View",
    "Viewer",
    "ViewerArgument",
]


class SeatViewer(TypedDict):
    """The seat whose view it is."""

    seat: int


#: Whose view it is: that of a seat, of a spectator, or of the analysis of a finished game.
Viewer = SeatViewer | Literal["public", "everything"]

#: A viewer as an argument: a seat, a spectator, or the analysis of a finished game.
ViewerArgument = int | Literal["public", "everything"]

#: Rules as an argument: a name, or the fields that differ from the first rules of the game.
RulesArgument = str | Mapping[str, Any]


# Statistics


class Interval(TypedDict):
    """A two-sided 95 % confidence interval; None for an infinite end."""

    low: float | None
    high: float | None


class Standing(TypedDict):
    """A policy in a match: wins, its share of the win and its points in a game."""

    policy: str
    wins: int
    win_interval: Interval
    share: float
    share_interval: Interval
    points: float
    points_interval: Interval


class Strength(TypedDict):
    """The strength of a player by all games, in Elo; no interval if it is infinite."""

    elo: float
    interval: Interval | None


class Rating(TypedDict):
    """A rating at the end of a period."""

    rating: float
    deviation: float
    volatility: float


class PlayerReport(TypedDict):
    """A player of a tournament. Games are counted for each seat held; ``score`` is wins for each game."""

    name: str
    games: int
    wins: float
    score: float
    score_interval: Interval
    points: float
    points_interval: Interval
    faults: int
    strength: Strength | None
    rating: Rating | None
    rating_interval: Interval | None


class Meeting(TypedDict):
    """A player against another: the share of games with the better place, and as Elo, None if infinite."""

    player: str
    opponent: str
    deals: int
    score: float
    score_interval: Interval
    elo: float | None
    elo_interval: list[float | None]


class TestReport(TypedDict):
    """A sequential test."""

    elo0: float
    elo1: float
    alpha: float
    beta: float
    model: Literal["logistic", "normalized"]
    llr: float
    lower: float
    upper: float
    decision: Literal["open", "null", "alternative"]


class _Report(TypedDict):
    tournament: str
    game: str
    seats: int
    rounds: int
    games: int
    planned: int
    finished: bool
    players: list[PlayerReport]
    cross: list[Meeting]
    comparisons: int
    model: Literal["bradley-terry", "plackett-luce"]
    system: Literal["glicko-2", "weng-lin"]


class Report(_Report, total=False):
    """The results of a tournament; ``sprt`` if its definition has a test. Only whole rounds are counted."""

    sprt: TestReport


# Exact play


class Optimum(TypedDict):
    """The best score that was found, the bound that is proved, and the game and the proof."""

    score: int | None
    bound: int
    proven: bool
    seat: int
    nodes: int
    record: str | None
    certificate: bytes | None


class StudyGroup(TypedDict):
    """
    How the deals of a group end, as shares; ``primes`` is what player 1 was dealt, None for all deals. ``differences``
    are the final differences for player 1 in ascending order, each with its number of deals.
    """

    primes: int | None
    deals: int
    p1_win: float
    tie: float
    p2_win: float
    mean: float
    half: float
    differences: list[list[int]]


class StudyMean(TypedDict):
    """A mean with half its 95 % interval; None for a number that does not exist."""

    mean: float | None
    half: float | None


class StudyReplies(TypedDict):
    """What the players gain who alone leave greedy play."""

    deals: int
    equilibria: int
    gain1: StudyMean
    gain2: StudyMean


class StudyLoss(StudyMean):
    """Points that a policy loses a game against perfect play."""

    policy: str
    deals: int


class StudySummary(TypedDict):
    """What the deals of a study show: perfect play, greedy play, best replies to it, and losses of policies."""

    deals: int
    perfect: list[StudyGroup]
    greedy: list[StudyGroup]
    replies: StudyReplies | None
    losses: list[StudyLoss]


class CrossCell(TypedDict):
    """A policy as player 1 against another as player 2: shares of results, and mean points."""

    p1: str
    p2: str
    games: int
    p1_win: float
    tie: float
    p2_win: float
    mean1: float
    mean2: float
    abs_diff: float


#: What a piece of a cross table came to: its pair, games, results, points, and the sum of the absolute differences.
CrossCount = tuple[int, int, list[int], list[int], int]


# Jaipur. Cards are a text such as "2 silver, leather".


class JaipurRules(TypedDict):
    """The rules of Jaipur."""

    best_of: int


class JaipurRoundDeal(TypedDict):
    """What chance decides about a round: the cards, and the values of each pile of bonus tokens."""

    deck: list[str]
    bonus: list[list[int]]


class JaipurDeal(TypedDict):
    """The deal of a match; ``then`` deals the rounds beyond those given."""

    rounds: list[JaipurRoundDeal]
    then: int


class JaipurRoundResult(TypedDict):
    """How a round ended."""

    round: int
    reason: Literal["tokens_gone", "deck_empty", "exchange_limit"]
    goods: list[int]
    bonus: list[int]
    herds: list[int]
    camel_token: int | None
    rupees: list[int]
    bonus_tokens: list[int]
    goods_tokens: list[int]
    winner: int | None


class JaipurPlayer(TypedDict):
    """A player as the viewer sees them; None is what the viewer may not see."""

    hand: str | None
    hand_len: int
    known: str
    herd: int
    rupees: list[int]
    tokens: int
    bonus: list[int]
    bonus_values: list[list[int]] | None
    seals: int


class JaipurDealEvent(TypedDict):
    """A round was dealt."""

    round: int
    starter: int
    market: str
    herds: list[int]


class JaipurTake(TypedDict):
    """A good was taken, and the market refilled."""

    seat: int
    good: str
    refill: str


class JaipurCamels(TypedDict):
    """All camels were taken."""

    seat: int
    count: int
    refill: str


class JaipurExchange(TypedDict):
    """Goods were exchanged."""

    seat: int
    take: str
    give: str


class JaipurSell(TypedDict):
    """Goods were sold; ``bonus`` is the pile of the bonus token."""

    seat: int
    good: str
    count: int
    tokens: int
    rupees: int
    bonus: Literal["three", "four", "five"] | None


class JaipurEvent(TypedDict, total=False):
    """A public event: one of these."""

    deal: JaipurDealEvent
    take: JaipurTake
    camels: JaipurCamels
    exchange: JaipurExchange
    sell: JaipurSell
    round_end: JaipurRoundResult


class _JaipurView(TypedDict):
    viewer: Viewer
    rules: JaipurRules
    round: int
    starter: int
    to_move: int | None
    market: str
    deck: int
    discard: str
    tokens_taken: list[int]
    bonus_left: list[int]
    exchanges: int
    players: list[JaipurPlayer]
    history: list[JaipurEvent]


class JaipurView(_JaipurView, total=False):
    """Jaipur as one viewer sees it; ``last_result`` after the first round."""

    last_result: JaipurRoundResult


# Primi Composti. Cards are numbers.


class PrimiCompostiRules(TypedDict):
    """The rules of Primi Composti."""

    version: Literal["1", "2-greedy", "2-free"]
    players: int
    cards: int
    prime: int
    composite: int


class PrimiCompostiDeal(TypedDict):
    """The hands, by seat."""

    hands: list[list[int]]


class PrimiCompostiPlayer(TypedDict):
    """A player as the viewer sees them; no hand if the viewer may not see it."""

    hand: list[int] | None
    hand_len: int
    primes: list[int]
    composites: list[int]
    points: int


class _PrimiCompostiEvent(TypedDict):
    seat: int
    card: int
    operands: list[int] | None
    gain: int


class PrimiCompostiEvent(_PrimiCompostiEvent, total=False):
    """A card was played; ``stolen`` has the seats and cards that were stolen, if any were."""

    stolen: list[list[int]]


class PrimiCompostiView(TypedDict):
    """Primi Composti as one viewer sees it."""

    viewer: Viewer
    rules: PrimiCompostiRules
    deck: list[int]
    first: int
    to_move: int | None
    players: list[PrimiCompostiPlayer]
    history: list[PrimiCompostiEvent]


# Modern Art. A painting is a text: the artist from 0, and with full auctions the auction ("2 open"). Money is in
# thousands.


class ModernArtRules(TypedDict):
    """The rules of Modern Art."""

    players: int
    auctions: Literal["simple", "full"]
    limit: int
    hidden_cash: bool


class ModernArtDeal(TypedDict):
    """All paintings in the order in which they are dealt."""

    deck: list[str]


class _ModernArtLot(TypedDict):
    seller: int
    painting: str


class ModernArtLot(_ModernArtLot, total=False):
    """What is sold: a painting, and in a double auction the one that announced it."""

    double: str


class ModernArtHighBid(TypedDict):
    """The highest bid so far."""

    seat: int
    amount: int


class ModernArtOffer(TypedDict):
    """A seat is to offer a painting."""

    seat: int


class ModernArtAdd(TypedDict):
    """A seat may add a painting to a double auction."""

    double: str
    first: int
    asked: int


class ModernArtPrice(TypedDict):
    """The seller is to name a price."""

    lot: ModernArtLot


class ModernArtFixed(TypedDict):
    """A seat may take the lot at the price."""

    lot: ModernArtLot
    price: int
    asked: int


class ModernArtSealed(TypedDict):
    """All bid at once; bids that the viewer may not see are None."""

    lot: ModernArtLot
    waiting: list[int]
    bids: list[int | None]


class ModernArtOpen(TypedDict):
    """An open auction."""

    lot: ModernArtLot
    asked: int
    best: ModernArtHighBid | None
    passes: int


class ModernArtOnce(TypedDict):
    """An auction once around."""

    lot: ModernArtLot
    asked: int
    best: ModernArtHighBid | None


class _ModernArtPhase(TypedDict, total=False):
    offer: ModernArtOffer
    add: ModernArtAdd
    price: ModernArtPrice
    fixed: ModernArtFixed
    sealed: ModernArtSealed
    open: ModernArtOpen
    once: ModernArtOnce


#: What is asked: one of these, or that the game is over.
ModernArtPhase = _ModernArtPhase | Literal["over"]


class ModernArtPlayer(TypedDict):
    """A player as the viewer sees them; no hand if the viewer may not see it. ``bought`` holds artists."""

    cash: int
    hand: list[str] | None
    hand_len: int
    bought: list[int]


class ModernArtRound(TypedDict):
    """A round began."""

    round: int
    dealt: int


class ModernArtPainting(TypedDict):
    """A painting was offered, or added to a double auction."""

    seat: int
    painting: str


class ModernArtPriceEvent(TypedDict):
    """The seller named a price."""

    seat: int
    price: int


class ModernArtBid(TypedDict):
    """A raise."""

    seat: int
    amount: int


class ModernArtBids(TypedDict):
    """Sealed bids were opened."""

    bids: list[int]


class ModernArtSold(TypedDict):
    """An auction ended."""

    lot: ModernArtLot
    buyer: int
    price: int


class ModernArtRoundResult(TypedDict):
    """How a round ended: what was offered of each artist, the three ranked ones, and what the bank paid each seat."""

    round: int
    offered: list[int]
    ranked: list[int | None]
    worth: list[int]
    paid: list[int]


#: A public event: one of these.
ModernArtEvent = TypedDict(
    "ModernArtEvent",
    {
        "round": ModernArtRound,
        "offer": ModernArtPainting,
        "add": ModernArtPainting,
        "price": ModernArtPriceEvent,
        "bid": ModernArtBid,
        # A word of Python, therefore this form.
        "pass": ModernArtOffer,
        "bids": ModernArtBids,
        "sold": ModernArtSold,
        "round_end": ModernArtRoundResult,
    },
    total=False,
)


class ModernArtView(TypedDict):
    """Modern Art as one viewer sees it. ``gained`` is by round and artist, ``seen`` by artist and auction."""

    viewer: Viewer
    rules: ModernArtRules
    round: int
    phase: ModernArtPhase
    to_move: list[int]
    offered: list[int]
    gained: list[list[int]]
    seen: list[list[int]]
    deck: int
    players: list[ModernArtPlayer]
    history: list[ModernArtEvent]


# Masters Gallery. A card is a text: the letter of the artist, and a symbol ("E award").


class MastersGallerySymbols(TypedDict):
    """How many cards of each artist have a symbol."""

    draw: int
    second: int
    hidden: int
    together: int
    award: int


class MastersGalleryRules(TypedDict):
    """The rules of Masters Gallery."""

    players: int
    symbols: MastersGallerySymbols
    extra_card: bool
    additional_cards: bool


class MastersGalleryDeal(TypedDict):
    """All cards in the order in which they are dealt."""

    deck: list[str]


class MastersGalleryAward(TypedDict):
    """An artist is to be awarded; whether that closes the round."""

    closing: bool


MastersGalleryAdd = TypedDict("MastersGalleryAdd", {"from": int, "left": int})
"""A card is to be added after the close: the seat from which the turns are counted, and how many are left."""


class _MastersGalleryPhase(TypedDict, total=False):
    second: str
    award: MastersGalleryAward
    add: MastersGalleryAdd


#: What is asked: one of these, or a word.
MastersGalleryPhase = _MastersGalleryPhase | Literal["play", "hidden", "together", "over"]


class MastersGalleryRoundResult(TypedDict):
    """How a round ended; no ``closer`` if the cards ran out."""

    closer: int | None
    cards: list[int]
    ranked: list[str]
    paid: list[int]
    scored: list[int]


class MastersGalleryPlayer(TypedDict):
    """A player as the viewer sees them; None is what the viewer may not see, or is not there."""

    hand: list[str] | None
    hand_len: int
    display: list[str]
    hidden: list[str] | None
    hidden_len: int
    chosen: str | None
    score: int


class MastersGalleryRound(TypedDict):
    """A round began."""

    round: int
    opener: int
    extra: str | None


class MastersGalleryEnd(TypedDict):
    """A round ended."""

    round: int


MastersGalleryEvent = TypedDict(
    "MastersGalleryEvent",
    {
        "round": MastersGalleryRound,
        # Seat and card, or artist.
        "play": list[int | str],
        "second": list[int | str],
        "show": list[int | str],
        "award": list[int | str],
        "turn_up": list[int | str],
        "add": list[int | str],
        # The seat.
        "draw": int,
        "hidden": int,
        "pass": int,
        "close": int,
        "end": MastersGalleryEnd,
    },
    total=False,
)
"""A public event: one of these. Lists hold the seat and the card, or the artist."""


class MastersGalleryView(TypedDict):
    """Masters Gallery as one viewer sees it."""

    viewer: Viewer
    rules: MastersGalleryRules
    round: int
    phase: MastersGalleryPhase
    to_move: list[int]
    active: int
    closer: int | None
    deck: int
    extra: str | None
    discard: list[str]
    values: list[int]
    awards: list[int]
    results: list[MastersGalleryRoundResult]
    players: list[MastersGalleryPlayer]
    history: list[MastersGalleryEvent]


#: The rules of a game in full.
Rules = JaipurRules | PrimiCompostiRules | ModernArtRules | MastersGalleryRules

#: A deal as explicit cards.
Deal = JaipurDeal | PrimiCompostiDeal | ModernArtDeal | MastersGalleryDeal

#: A game as one viewer sees it.
View = JaipurView | PrimiCompostiView | ModernArtView | MastersGalleryView
