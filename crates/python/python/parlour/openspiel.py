"""The games as games of OpenSpiel, and OpenSpiel's bots as agents.

>>> import pyspiel, parlour.openspiel
>>> game = pyspiel.load_game("parlour_primi_composti(players=3,cards=2)")
>>> state = game.new_initial_state()

Importing the module registers ``parlour_jaipur``, ``parlour_primi_composti``, ``parlour_modern_art`` and
``parlour_masters_gallery``. docs/python.md lists their parameters. The cards are dealt one by one at chance nodes with
explicit probabilities; seats that choose at the same time choose one after the other, and none sees what the others
chose. Needs ``pip install 'open_spiel'``.
"""

import functools
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TextIO

import numpy as np
import pyspiel  # type: ignore[import-not-found]

import parlour

__all__ = ["Agent", "Game", "Jaipur", "MastersGallery", "ModernArt", "Observer", "PrimiComposti", "State", "load"]

#: What the returns are: shares of the win, scores in the game's own unit, or the score less the mean of the others'.
REWARDS = ("win", "score", "margin")
#: The default of an option that is a number: as the rule set has it.
UNSET = -1
#: The largest game length for which there is an information state tensor, which holds every action.
MAX_TENSOR_ACTIONS = 1024

Rounds = list[list[list[Any]]]


# What chance decides: for each round, piles that are dealt card by card.


def _piles_of_jaipur(deal: Any) -> Rounds:
    return [[dealt["deck"], *dealt["bonus"]] for dealt in deal["rounds"]]


def _deal_of_jaipur(rounds: Rounds) -> Any:
    # Rounds that have not been dealt yet follow from `then`; they are replaced before anybody sees them.
    return {"rounds": [{"deck": piles[0], "bonus": piles[1:]} for piles in rounds], "then": 0}


def _piles_of_primi_composti(deal: Any) -> Rounds:
    """The seats that get the cards from 3 up: the holder of the 2 is seat 0."""
    hands = deal["hands"]
    if 2 not in hands[0]:
        raise parlour.InvalidArgument("only deals in which seat 0 holds the 2 have a probability")
    owners = {card: seat for seat, hand in enumerate(hands) for card in hand}
    return [[[owners[card] for card in range(3, 2 + len(owners))]]]


def _deal_of_primi_composti(rounds: Rounds) -> Any:
    owners = [0, *rounds[0][0]]
    cards = enumerate(owners, 2)
    hands: list[list[int]] = [[] for _ in range(max(owners) + 1)]
    for card, seat in cards:
        hands[seat].append(card)
    return {"hands": hands}


def _piles_of_deck(deal: Any) -> Rounds:
    return [[deal["deck"]]]


def _deal_of_deck(rounds: Rounds) -> Any:
    return {"deck": rounds[0][0]}


# Bounds: the most actions of a game, and the highest score of a seat.


def _bounds_of_jaipur(rules: Mapping[str, Any], _: int) -> tuple[int, int]:
    # At most 41 cards or herds are taken and 44 goods sold, with fewer than 41 exchanges before each of them.
    length = 41 * (41 + 44 + 1)
    # The tokens of all goods, all bonus tokens and the camels' token are worth 224; a match is for two seals.
    return (length, 224) if rules["best_of"] == 1 else (9 * length, 2)


def _bounds_of_primi_composti(rules: Mapping[str, Any], _: int) -> tuple[int, int]:
    length = rules["players"] * rules["cards"]
    worth = max(rules["prime"], rules["composite"])
    # Version 1: a card and two operands. Version 2: every card lies on one's own stacks.
    return length, worth * (3 * rules["cards"] if rules["version"] == "1" else length)


def _bounds_of_modern_art(rules: Mapping[str, Any], actions: int) -> tuple[int, int]:
    players = rules["players"]
    if rules["auctions"] == "simple":
        return 70 * (1 + players), actions - 6
    cash = (actions - 54) // 2
    # An open auction has at most as many raises as there is cash, and everybody may pass between two of them.
    return 70 * (2 + players * (cash + 2)), cash


def _bounds_of_masters_gallery(rules: Mapping[str, Any], _: int) -> tuple[int, int]:
    players = rules["players"]
    # A card, its symbol with an answer of everybody, and the additions of four rounds.
    length = 95 * (2 + players) + 4 * players * 6
    # A card pays at most 3 for each round and 2 for each of the awards.
    return length, 95 * (12 + 10 * rules["symbols"]["award"])


class _Kind(NamedTuple):
    """What a game adds to what all have in common."""

    name: str
    title: str
    players: tuple[int, int]
    piles: Callable[[Any], Rounds]
    deal: Callable[[Rounds], Any]
    bounds: Callable[[Mapping[str, Any], int], tuple[int, int]]
    max_rounds: Callable[[Mapping[str, Any]], int] = lambda rules: 1

    @property
    def short_name(self) -> str:
        """The name in OpenSpiel."""
        return "parlour_" + self.name.replace("-", "_")


def _rounds_of_jaipur(rules: Mapping[str, Any]) -> int:
    return 1 if rules["best_of"] == 1 else 9


_KINDS = {
    kind.name: kind
    for kind in (
        _Kind(
            "jaipur",
            "Jaipur",
            (2, 2),
            _piles_of_jaipur,
            _deal_of_jaipur,
            _bounds_of_jaipur,
            _rounds_of_jaipur,
        ),
        _Kind(
            "primi-composti",
            "Primi Composti",
            (2, 6),
            _piles_of_primi_composti,
            _deal_of_primi_composti,
            _bounds_of_primi_composti,
        ),
        _Kind("modern-art", "Modern Art", (3, 5), _piles_of_deck, _deal_of_deck, _bounds_of_modern_art),
        _Kind("masters-gallery", "Masters Gallery", (2, 5), _piles_of_deck, _deal_of_deck, _bounds_of_masters_gallery),
    )
}


def _fields(rules: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The options of rules with their values, those of groups among them."""
    for field, value in rules.items():
        if isinstance(value, dict):
            yield from _fields(value)
        elif field != "players":
            yield field, value


@functools.cache
def _parameters(name: str) -> dict[str, Any]:
    """The parameters of a game with their defaults."""
    options = _fields(parlour.game(name).rules)
    unset = {field: "" if isinstance(value, str) else UNSET for field, value in options}
    return {"rules": "", "players": UNSET, "reward": "win", **unset}


def _changed(rules: Mapping[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """The rules with those options that are set."""
    changed: dict[str, Any] = {}
    for field, value in rules.items():
        given = options.get(field)
        if isinstance(value, dict):
            changed[field] = _changed(value, options)
        elif given in (None, "", UNSET):
            changed[field] = value
        elif isinstance(value, bool):
            if given not in (0, 1):
                raise parlour.InvalidArgument(f"{field} is 0 or 1, not {given}")
            changed[field] = bool(given)
        else:
            changed[field] = given
    return changed


class _Pile(NamedTuple):
    """Cards of which one after the other is dealt, as JSON texts, and how many there are of each."""

    kinds: list[str]
    counts: list[int]


class _Setup:
    """What all states of a game have in common. Copies are the same object: states are copied often."""

    def __init__(self, name: str, rules: str, reward: str) -> None:
        self.key = (name, rules, reward)
        self.kind = _KINDS[name]
        self.game = parlour.game(name, json.loads(rules))
        self.reward = reward
        self.rounds = self.kind.max_rounds(self.game.rules)
        self.piles: list[_Pile] = []
        for cards in self.kind.piles(self.game.deal())[0]:
            counts = Counter(map(json.dumps, cards))
            kinds = sorted(counts)
            self.piles.append(_Pile(kinds, [counts[kind] for kind in kinds]))
        self.size = sum(sum(pile.counts) for pile in self.piles)
        self.length, self.highest = self.kind.bounds(self.game.rules, self.game.num_actions)
        self.has_tensor = self.length <= MAX_TENSOR_ACTIONS

    def __deepcopy__(self, memo: Any) -> "_Setup":
        return self

    def __reduce__(self) -> tuple[Any, tuple[str, str, str]]:
        return _setup, self.key

    def next_pile(self, drawn: bytes) -> tuple[_Pile, bytes]:
        """The pile that the next card is drawn from, and what has been drawn from it."""
        begin = len(drawn) - len(drawn) % self.size
        for pile in self.piles:
            end = begin + sum(pile.counts)
            if len(drawn) < end:
                break
            begin = end
        return pile, drawn[begin:]

    def deal(self, drawn: bytes) -> Any:
        """The deal of the rounds that have been drawn."""
        rounds: Rounds = []
        left = iter(drawn)
        for _ in range(len(drawn) // self.size):
            piles = [(pile, sum(pile.counts)) for pile in self.piles]
            rounds.append([[json.loads(pile.kinds[next(left)]) for _ in range(size)] for pile, size in piles])
        return self.kind.deal(rounds)

    def draws(self, deal: Any) -> bytes:
        """The chance outcomes of a deal; the inverse of :meth:`deal`."""
        if set(deal) == {"seed"}:
            deal = self.game.deal(deal["seed"])
        elif set(deal) == {"cards"}:
            deal = deal["cards"]
        return bytes(
            pile.kinds.index(json.dumps(card))
            for round_ in self.kind.piles(deal)
            for pile, cards in zip(self.piles, round_)
            for card in cards
        )


@functools.cache
def _setup(name: str, rules: str, reward: str) -> _Setup:
    return _Setup(name, rules, reward)


def _type(kind: _Kind, setup: _Setup) -> Any:
    zero_sum, general_sum = pyspiel.GameType.Utility.ZERO_SUM, pyspiel.GameType.Utility.GENERAL_SUM
    perfect = pyspiel.GameType.Information.PERFECT_INFORMATION
    imperfect = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    return pyspiel.GameType(
        short_name=kind.short_name,
        long_name=kind.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=imperfect if setup.game.hides_something else perfect,
        utility=general_sum if setup.reward == "score" else zero_sum,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=kind.players[1],
        min_num_players=kind.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=setup.has_tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(kind.name),
    )


def _info(setup: _Setup) -> Any:
    seats = setup.game.seats
    lowest, highest = {
        "win": (-1.0 / (seats - 1), 1.0),
        "score": (0.0, float(setup.highest)),
        "margin": (-float(setup.highest), float(setup.highest)),
    }[setup.reward]
    return pyspiel.GameInfo(
        num_distinct_actions=setup.game.num_actions,
        max_chance_outcomes=max(len(pile.kinds) for pile in setup.piles),
        num_players=seats,
        min_utility=lowest,
        max_utility=highest,
        utility_sum=None if setup.reward == "score" else 0.0,
        max_game_length=setup.length,
    )


class Game(pyspiel.Game):
    """A game by certain rules, with the parameters of ``pyspiel.load_game``."""

    #: The name in the package.
    NAME = ""

    def __init__(self, params: "dict[str, Any] | None" = None) -> None:
        name = self.NAME
        options = {**_parameters(name), **(params or {})}
        if options["reward"] not in REWARDS:
            raise parlour.InvalidArgument(f"reward is 'win', 'score' or 'margin', not {options['reward']!r}")
        players = None if options.pop("players") == UNSET else (params or {})["players"]
        rules = parlour.game(name, options["rules"] or None, players).rules
        rules = parlour.game(name, _changed(rules, options)).rules
        self.setup = _setup(name, json.dumps(rules), options["reward"])
        given = {field: value for field, value in (params or {}).items() if value != _parameters(name)[field]}
        super().__init__(_type(self.setup.kind, self.setup), _info(self.setup), given)

    def new_initial_state(self, start: Any = None) -> "State":
        """The state before the deal; or the one of a record, or of ``State.to_struct``, also as a dict."""
        if start is None:
            return State(self)
        if isinstance(start, pyspiel.StateStruct):
            start = start.to_dict()
        try:
            if isinstance(start, str):
                parlour.replay(start)
                record = json.loads(start)
                given = (record["game"], record["rules"])
                drawn, actions = self.setup.draws(record["deal"]), record["actions"]
            else:
                given = (start["game"], start["rules"])
                drawn, actions = bytes(start["drawn"]), start["actions"]
        except (KeyError, TypeError, ValueError) as error:
            raise parlour.RecordError(f"no state of {self.setup.kind.short_name}: {error!r}") from None
        if given != (self.setup.game.name, self.setup.game.rules):
            raise parlour.RecordError("the state is one of another game or other rules")
        return State(self).replayed(drawn, [(seat, action) for seat, action in actions])

    def state_from_view(self, view: "parlour.View | dict[str, Any] | str", seed: int = 0) -> "State":
        """A state that agrees with what a seat knows, in which the hidden cards are dealt by the seed.

        ``view`` is an information state: a ``parlour.View``, or what its ``to_dict`` or ``json`` returns. The history of
        the state begins there: it cannot be serialised and has no information state tensor. Seats that choose before
        this one in the same turn choose at random.
        """
        if not isinstance(view, parlour.View):
            view = self.setup.game.view(view)
        table, rng = view.resample(seed), np.random.default_rng(seed)
        while view.seat in table.to_move and table.current != view.seat:
            table.apply(int(rng.choice(table.legal_ids())))
        return State(self).starting_at(table)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """An observer, as ``open_spiel.python.observation.make_observation`` returns it."""
        return Observer(self.setup, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        """The number of cards of all rounds that there can be."""
        return self.setup.size * self.setup.rounds


class State(pyspiel.State):
    """A state: what has been dealt, and then a ``parlour.State``."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        # OpenSpiel copies these one by one whenever it clones a state; bytes are copied by reference.
        self._setup = game.setup
        self._drawn = b""
        self._dealing = True
        self._table: "parlour.State | None" = None

    @property
    def table(self) -> "parlour.State | None":
        """The game as the package knows it; None before the deal."""
        return self._table

    def replayed(self, drawn: bytes, actions: Iterable[tuple[int, str]]) -> "State":
        """Itself, after these chance outcomes and actions. Seats of one turn may have answered in any order."""
        chance, waiting = iter(drawn), list(actions)
        while True:
            if self._dealing:
                outcome = next(chance, None)
                if outcome is None and waiting:
                    raise parlour.RecordError("the deal has fewer rounds than were played")
                if outcome is None:
                    return self
                if outcome not in self.legal_actions():
                    raise parlour.RecordError(f"chance cannot deal {outcome} after {list(self._drawn)}")
                self.apply_action(outcome)
            elif waiting:
                seat = self.current_player()
                number = next((n for n, (by, _) in enumerate(waiting) if by == seat), None)
                if number is None:
                    raise parlour.RecordError(f"seat {seat} chooses first, but has not chosen")
                self.apply_action(self._setup.game.action_id(waiting.pop(number)[1]))
            else:
                return self

    def starting_at(self, table: parlour.State) -> "State":
        """Itself, as a state whose deal is unknown."""
        self._dealing = False
        self._table = table
        return self

    @property
    def _starts_at_view(self) -> bool:
        """Whether the history begins at a view, so that the deal is unknown."""
        return self._table is not None and not self._drawn

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's numbers for chance and the end."""
        if self._dealing or self._table is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self._table.current
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self._dealing and self._table is not None and self._table.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The kinds of cards of which there are any left, with their probabilities."""
        pile, drawn = self._setup.next_pile(self._drawn)
        left = [(kind, count - drawn.count(kind)) for kind, count in enumerate(pile.counts)]
        total = sum(count for _, count in left)
        return [(kind, count / total) for kind, count in left if count]

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self._table is None else sorted(self._table.legal_ids(player))

    def _apply_action(self, action: int) -> None:
        if not self._dealing:
            assert self._table is not None
            self._table.apply(action)
            self._dealing = self._needs_a_deal()
            return
        self._drawn += bytes((action,))
        if len(self._drawn) % self._setup.size == 0:
            before = [] if self._table is None else self._table.actions
            self._table = self._setup.game.new(deal=self._setup.deal(self._drawn))
            for seat, text in before:
                self._table.apply(text, seat)
            self._dealing = False

    def _needs_a_deal(self) -> bool:
        """Whether a round has begun that chance has not dealt."""
        if self._setup.rounds == 1 or self._table is None or self._table.over or self._starts_at_view:
            return False
        view: Any = self._table.view("public").to_dict()
        rounds: int = view["round"] + 1
        return rounds * self._setup.size > len(self._drawn)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self._setup.game.action_text(action)
        pile, drawn = self._setup.next_pile(self._drawn)
        card = pile.kinds[action].strip('"')
        if self._setup.kind.name == "primi-composti":
            return f"{len(drawn) + 3} to seat {card}"
        return f"deal {card}"

    def returns(self) -> list[float]:
        """What each seat has at the end, by the parameter ``reward``; 0 before."""
        if not self.is_terminal() or self._table is None:
            return [0.0] * self._setup.game.seats
        if self._setup.reward == "win":
            return self._table.returns
        scores = [float(score) for score in self._table.scores]
        if self._setup.reward == "score":
            return scores
        others = len(scores) - 1
        return [score - (sum(scores) - score) / others for score in scores]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "State":
        """A state that the player cannot tell from this one, by ``parlour.State.resample``."""
        if self._table is None or self._dealing:
            raise parlour.InvalidArgument("there is nothing to resample before the deal")
        table = self._table.resample(player, int(sampler() * 2**53))
        state = State(self.get_game())
        if self._starts_at_view:
            return state.starting_at(table)
        drawn = self._setup.draws(json.loads(table.record())["deal"])
        return state.replayed(drawn[: len(self._drawn)], table.actions)

    def __str__(self) -> str:
        drawn = f"drawn {list(self._drawn)}"
        if self._table is None:
            return drawn
        if self._starts_at_view:
            return self._table.view("everything").json()
        return f"{drawn}\n{self._table.record()}" if self._dealing else self._table.record()

    # OpenSpiel 2's JSON: dicts that it wraps as structs.

    def _to_struct(self) -> dict[str, Any]:
        if self._starts_at_view:
            raise parlour.RecordError("a resampled state has no record: its deal is unknown")
        return {
            "game": self._setup.game.name,
            "rules": self._setup.game.rules,
            "current_player": self.current_player(),
            "drawn": list(self._drawn),
            "actions": [] if self._table is None else [list(action) for action in self._table.actions],
        }

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"action": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: dict[str, Any]) -> list[int]:
        if self.is_chance_node():
            return [self.string_to_action(int(pyspiel.PlayerId.CHANCE), struct["action"])]
        return [self._setup.game.action_id(struct["action"])]

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return _observation(self, player, perfect_recall=False)


def _observation(state: State, viewer: "int | str", perfect_recall: bool) -> dict[str, Any]:
    """What a viewer sees, with all events so far for perfect recall. While cards are dealt nobody sees any."""
    if state.table is None or state.is_chance_node():
        return {"viewer": viewer, "dealing": len(state._drawn)}
    view: Any = state.table.view(viewer).to_dict()  # type: ignore[arg-type]
    if not perfect_recall:
        del view["history"]
    return view


class Observer:
    """What a seat or the public sees, as a string and a tensor, in the form of OpenSpiel's ``PyObserver``.

    ``tensor`` has the parts that ``dict`` names: ``observation`` (``parlour.State.observation``) and, for an
    information state, ``actions``: a row of seat + 1 and action id + 1 for each action so far, then zeros. −1 stands for
    what the seat does not know (a choice in an unfinished turn, a card laid face down). There is no tensor of private
    facts alone, and none of the information state in games of more than ``MAX_TENSOR_ACTIONS`` actions.
    """

    def __init__(self, setup: _Setup, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise parlour.InvalidArgument(f"observers have no parameters, but got {params}")
        self._setup = setup
        self._public = bool(iig_obs_type.public_info)
        self._private = iig_obs_type.private_info
        self._recalls = bool(iig_obs_type.perfect_recall)
        size = setup.game.observation_size
        self.tensor: "np.ndarray[Any, Any] | None" = None
        self.dict: "dict[str, np.ndarray[Any, Any]]" = {}
        single = self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not self._public or (self._recalls and not (single and setup.has_tensor)):
            return
        self.tensor = np.zeros(size + (2 * setup.length if self._recalls else 0), np.float32)
        self.dict["observation"] = self.tensor[:size]
        if self._recalls:
            self.dict["actions"] = self.tensor[size:].reshape(setup.length, 2)

    def _viewer(self, player: int) -> "int | str":
        if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return player
        return "public" if self._private == getattr(pyspiel.PrivateInfoType, "NONE") else "everything"

    def set_from(self, state: State, player: int) -> None:
        """Writes what the player sees to ``tensor``; zeros while cards are dealt."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state.table is None or state.is_chance_node():
            return
        view = state.table.view(self._viewer(player))  # type: ignore[arg-type]
        view.observation(out=self.dict["observation"])
        if self._recalls:
            if state._starts_at_view:
                raise parlour.InvalidArgument("a state that begins at a view has no information state tensor")
            rows = list(_known_actions(state, player))
            if rows:
                self.dict["actions"][: len(rows)] = rows

    def string_from(self, state: State, player: int) -> str:
        """What the player sees as JSON: for an information state with every public event so far."""
        viewer = self._viewer(player)
        if self._public and self._recalls and state.table is not None and not state.is_chance_node():
            return state.table.view(viewer).json()  # type: ignore[arg-type]
        seen = _observation(state, viewer, self._recalls)
        if not self._public:
            public = _observation(state, "public", self._recalls)
            seen = {field: value for field, value in seen.items() if field not in public or public[field] != value}
        return json.dumps(seen, ensure_ascii=False, separators=(",", ":"))


def _known_actions(state: State, player: int) -> Iterator[tuple[int, int]]:
    """Seat + 1 and id + 1 of each action; −1 for the id that the player does not know."""
    table = state.table
    assert table is not None
    actions, game = table.actions, table.game
    settled = len(actions)
    # Of several seats that choose at the same time, at least one is left when one has answered.
    while settled and len(table.at(settled - 1).to_move) > 1:
        settled -= 1
    turned_up: Counter[int] = Counter()
    if game.name == "masters-gallery":
        events: Any = table.view("public").to_dict()["history"]
        turned_up.update(event["turn_up"][0] for event in events if "turn_up" in event)
    for ply, (seat, text) in enumerate(actions):
        hidden = ply >= settled
        if text.startswith("lay "):
            turned_up[seat] -= 1
            hidden = hidden or turned_up[seat] < 0
        yield seat + 1, -1 if hidden and seat != player else game.action_id(text) + 1


def load(name: str, rules: "str | dict[str, Any] | None" = None, **parameters: Any) -> Game:
    """The game of OpenSpiel for a name and rules as ``parlour.game`` takes them, e.g. the rules of a record."""
    if name not in _KINDS:
        raise parlour.InvalidArgument(f"OpenSpiel has no game '{name}'; it has {', '.join(_KINDS)}")
    game, usual = parlour.game(name, rules), dict(_fields(parlour.game(name).rules))
    options = {field: value for field, value in _fields(game.rules) if value != usual[field]}
    options["players"] = game.seats
    numbers = {field: int(value) if isinstance(value, bool) else value for field, value in options.items()}
    return pyspiel.load_game(_KINDS[name].short_name, {**numbers, **parameters})


class Agent:
    """A bot of OpenSpiel as an agent of the Parlour dialect.

    ``make_bot(game, seat, seed)`` makes a ``pyspiel.Bot`` for each game. The bot is given states in which everything
    that its seat does not know is dealt again; all follows from ``seed``. With the client of ``clients/python``:

        parlour.play("bot", agent.choose, hear=agent.hear)
    """

    def __init__(self, make_bot: Callable[[Game, int, int], Any], seed: int = 0) -> None:
        self._make_bot = make_bot
        self._rng = np.random.default_rng(seed)
        self._game: "Game | None" = None
        self._history: list[Any] = []
        self._bot: Any = None

    def _seed(self) -> int:
        return int(self._rng.integers(2**31))

    def hear(self, message: dict[str, Any]) -> None:
        """Takes a message of the table; it has to hear each of them, in order."""
        if message["type"] == "welcome":
            self._game = load(message["game"], message["rules"])
        elif message["type"] == "game" and self._game is not None:
            self._history = []
            self._bot = self._make_bot(self._game, message["seat"], self._seed())
        self._history += message.get("events", [])

    def choose(self, turn: dict[str, Any]) -> str:
        """The bot's action in answer to a turn that has been heard."""
        if self._game is None or self._bot is None:
            raise parlour.InvalidArgument("a turn came before the game")
        view = {**turn["view"], "history": self._history}
        state = self._game.state_from_view(view, self._seed())
        return state.action_to_string(int(self._bot.step(state)))

    def serve(self, name: str, lines: TextIO = sys.stdin, out: TextIO = sys.stdout) -> None:
        """Plays as a program that a tournament or a match has started, until it is told goodbye."""

        def say(message: dict[str, Any]) -> None:
            out.write(json.dumps(message) + "\n")
            out.flush()

        say({"type": "hello", "version": 1, "name": name})
        for line in lines:
            message = json.loads(line)
            self.hear(message)
            if message["type"] == "turn":
                say({"type": "action", "id": message["id"], "action": self.choose(message)})
            elif message["type"] == "bye":
                return


# OpenSpiel releases what is registered after the interpreter has ended, which only a class survives.


class Jaipur(Game):
    """Jaipur."""

    NAME = "jaipur"


class PrimiComposti(Game):
    """Primi Composti."""

    NAME = "primi-composti"


class ModernArt(Game):
    """Modern Art."""

    NAME = "modern-art"


class MastersGallery(Game):
    """Masters Gallery."""

    NAME = "masters-gallery"


for _class in (Jaipur, PrimiComposti, ModernArt, MastersGallery):
    _usual = _setup(_class.NAME, json.dumps(parlour.game(_class.NAME).rules), "win")
    pyspiel.register_game(_type(_usual.kind, _usual), _class)
