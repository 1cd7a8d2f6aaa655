"""Play, pit and solve modern card games.

>>> import parlour
>>> game = parlour.game("jaipur")
>>> state = game.new(seed=7)
>>> while not state.over:
...     state.apply(state.legal_actions()[0])

docs/python.md tells the rest. ``parlour.pettingzoo``, ``parlour.gymnasium``, ``parlour.openspiel`` and ``parlour.ray``
need the packages of those names and are imported on their own.
"""

from collections.abc import Iterator
from os import PathLike

from ._errors import (
    Error,
    IllegalMove,
    InvalidArgument,
    PolicyError,
    RecordError,
    StoreError,
    TournamentError,
)
from ._parlour import (
    Cross,
    Game,
    MatchResult,
    Policy,
    Solution,
    State,
    Study,
    Tournament,
    VectorEnv,
    View,
    game,
    games,
    match,
    optimise,
    replay,
    solve,
)

__all__ = [
    "Cross",
    "Error",
    "Game",
    "IllegalMove",
    "InvalidArgument",
    "MatchResult",
    "Policy",
    "PolicyError",
    "RecordError",
    "Solution",
    "State",
    "StoreError",
    "Study",
    "Tournament",
    "TournamentError",
    "VectorEnv",
    "View",
    "game",
    "games",
    "match",
    "optimise",
    "policy",
    "read_records",
    "replay",
    "solve",
    "write_records",
]


def policy(game_name: str, text: str, seed: int = 0) -> Policy:
    """A policy by name: ``parlour.policy("jaipur", "ismcts:200")``. All its choices follow from the seed."""
    return game(game_name).policy(text, seed)


def read_records(path: str | PathLike[str]) -> Iterator[State]:
    """The games of a file of records, each at its end, with every action and the result checked."""
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                yield replay(line)
            except RecordError as error:
                raise RecordError(f"{path}, line {number}: {error}") from None


def write_records(path: str | PathLike[str], states: "list[State]") -> None:
    """Writes the games to a file of records, a line each, as ``parlour replay`` reads it."""
    with open(path, "w", encoding="utf-8") as out:
        for state in states:
            out.write(state.record() + "\n")
