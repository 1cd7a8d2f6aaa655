"""The games as Gymnasium environments: one agent against policies.

>>> import gymnasium, parlour.gymnasium
>>> e = gymnasium.make("parlour/Jaipur-v0", opponents="utility")

Observations are ``parlour.State.observation``; ``info["action_mask"]`` and ``action_masks()`` say what is legal. Needs
``pip install 'gymnasium'``.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

import parlour

__all__ = ["Env"]


class Env(gymnasium.Env):
    """A seat of a game; all other seats are held by policies.

    ``opponents`` is a policy for all other seats, or one for each in the order of their turns after the agent.
    ``seat`` is the agent's seat; None draws it anew for every game. ``reward="win"`` gives ``State.returns`` at the end,
    ``"score"`` the final score less the best of the others'. An illegal action loses at once: the episode ends with
    reward −1 (``"win"``) or minus ``illegal_penalty`` (``"score"``), and ``info["illegal"]`` is the reason.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        opponents: "str | Sequence[str]" = "random",
        *,
        rules: "str | dict[str, Any] | None" = None,
        seats: "int | None" = None,
        seat: "int | None" = None,
        reward: str = "win",
        illegal_penalty: float = 100.0,
        render_mode: "str | None" = None,
    ) -> None:
        self.game = parlour.game(game, rules, seats)
        others = self.game.seats - 1
        names = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(names) != others:
            raise ValueError(f"{len(names)} opponents for the {others} other seats")
        if seat is not None and not 0 <= seat < self.game.seats:
            raise ValueError(f"there is no seat {seat}: they are 0 to {others}")
        if reward not in ("win", "score"):
            raise ValueError(f"reward is 'win' or 'score', not {reward!r}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is None or 'ansi', not {render_mode!r}")
        self.opponents = [self.game.policy(name) for name in names]
        self.fixed_seat = seat
        self.reward = reward
        self.illegal_penalty = illegal_penalty
        self.render_mode = render_mode
        self.observation_space = spaces.Box(
            self.game.observation_low, self.game.observation_high, dtype=np.float32
        )
        self.action_space = spaces.Discrete(self.game.num_actions)

    def reset(
        self, *, seed: "int | None" = None, options: "dict[str, Any] | None" = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deals. ``options={"deal": ...}`` deals these cards, in the form of records."""
        super().reset(seed=seed)
        deal = (options or {}).get("deal")
        self.state = self.game.new(int(self.np_random.integers(2**53)), deal=deal)
        for policy in self.opponents:
            policy.restart(int(self.np_random.integers(2**53)))
        drawn = int(self.np_random.integers(self.game.seats))
        self.seat = drawn if self.fixed_seat is None else self.fixed_seat
        self._others_play()
        return self.state.observation(self.seat), self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Plays an action id; then the policies play until the agent is to move again."""
        try:
            self.state.apply(int(action), self.seat)
        except ValueError as error:
            penalty = 1.0 if self.reward == "win" else self.illegal_penalty
            info = {**self._info(), "illegal": str(error)}
            return self.state.observation(self.seat), -penalty, True, False, info
        self._others_play()
        reward = 0.0
        if self.state.over:
            if self.reward == "win":
                reward = self.state.returns[self.seat]
            else:
                scores = self.state.scores
                own = scores.pop(self.seat)
                reward = float(own - max(scores))
        return self.state.observation(self.seat), reward, self.state.over, False, self._info()

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, as booleans."""
        return self.state.action_mask(self.seat).astype(bool)

    def render(self) -> "str | None":
        """The game so far: its actions and the scores, as text."""
        if self.render_mode != "ansi":
            return None
        lines = [f"seat {seat}: {action}" for seat, action in self.state.actions]
        return "\n".join([*lines, f"scores {self.state.scores}"])

    def _others_play(self) -> None:
        while (seat := self.state.current) is not None and self.seat not in self.state.to_move:
            turns = (seat - self.seat - 1) % self.game.seats
            self.state.apply(self.opponents[turns].choose_id(self.state.view(seat)), seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.state.action_mask(self.seat), "scores": self.state.scores}


for _name in parlour.games():
    gymnasium.register(
        id=f"parlour/{_name.title().replace('-', '')}-v0",
        entry_point="parlour.gymnasium:Env",
        kwargs={"game": _name},
    )
