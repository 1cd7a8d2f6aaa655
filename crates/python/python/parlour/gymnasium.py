"""The games as Gymnasium environments: one agent against policies.

>>> import gymnasium, parlour.gymnasium
>>> e = gymnasium.make("parlour/Jaipur-v0", opponents="utility")
>>> many = gymnasium.make_vec("parlour/Jaipur-v0", num_envs=1024, opponents="utility", actions="compact")

Observations are ``parlour.State.observation``; ``info["action_mask"]`` and ``action_masks()`` say what is legal. Needs
``pip install 'gymnasium'``.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

import parlour

__all__ = ["Env", "VectorEnv"]

_AUTORESET = {"same-step": AutoresetMode.SAME_STEP, "next-step": AutoresetMode.NEXT_STEP}


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
            raise parlour.InvalidArgument(f"{len(names)} opponents for the {others} other seats")
        if seat is not None and not 0 <= seat < self.game.seats:
            raise parlour.InvalidArgument(f"there is no seat {seat}: they are 0 to {others}")
        if reward not in ("win", "score"):
            raise parlour.InvalidArgument(f"reward is 'win' or 'score', not {reward!r}")
        if render_mode not in (None, "ansi"):
            raise parlour.InvalidArgument(f"render_mode is None or 'ansi', not {render_mode!r}")
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


class VectorEnv(gymnasium.vector.VectorEnv):
    """Many games beside each other, stepped in Rust: :class:`Env` for each of them, with the same arguments.

    ``threads`` step the games (all cores by default); results do not depend on their number. ``pool`` are policies of
    which one is drawn for each game, in all other seats. ``actions="compact"`` has the compact ids where the game has
    them. ``autoreset`` is ``"same-step"`` (then ``info["final_obs"]`` holds what was seen at the end of a game) or
    ``"next-step"``. Arrays are copied, unless ``copy=False``: then the next step overwrites those of this one.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponents: "str | Sequence[str] | None" = None,
        *,
        pool: "Sequence[str] | None" = None,
        rules: "str | dict[str, Any] | None" = None,
        seats: "int | None" = None,
        seat: "int | None" = None,
        reward: str = "win",
        illegal_penalty: float = 100.0,
        actions: str = "ids",
        autoreset: str = "same-step",
        threads: "int | None" = None,
        copy: bool = True,
        render_mode: None = None,
    ) -> None:
        if render_mode is not None:
            raise parlour.InvalidArgument("many games are not rendered: render_mode is None")
        if opponents is None and pool is None:
            opponents = "random"
        self.games = parlour.VectorEnv(
            game,
            num_envs,
            rules=rules,
            seats=seats,
            threads=threads,
            opponents=None if opponents is None else opponents if isinstance(opponents, str) else list(opponents),
            pool=None if pool is None else list(pool),
            seat=seat,
            reward=reward,
            illegal_penalty=illegal_penalty,
            actions=actions,
            autoreset=autoreset,
        )
        self.num_envs = num_envs
        self.copy = copy
        self.render_mode = None
        self.metadata = {"render_modes": [], "autoreset_mode": _AUTORESET[autoreset]}
        self.single_observation_space = spaces.Box(
            self.games.observation_low, self.games.observation_high, dtype=np.float32
        )
        self.single_action_space = spaces.Discrete(self.games.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._same_step = autoreset == "same-step"
        self._dealt = False

    def reset(
        self,
        *,
        seed: "int | Sequence[int] | None" = None,
        options: "dict[str, Any] | None" = None,
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deals all games anew. ``seed`` is that of game 0, to which the number of each game is added, or one for each.

        None draws seeds at the first call, and later deals the next games of those.
        """
        if seed is None and not self._dealt:
            seed = int(np.random.default_rng().integers(2**53))
        self.games.reset(seed)
        self._dealt = True
        return self._kept(self.games.observations), self._info()

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Plays an action for each game; then the policies play until the agent is to move again."""
        games = self.games
        games.step(actions)
        info = self._info()
        ended = games.terminated
        if ended.any():
            info["scores"], info["_scores"] = games.scores.copy(), ended.copy()
            if self._same_step:
                last = {int(row): games.final_observations[row].copy() for row in np.flatnonzero(ended)}
                info["final_obs"], info["_final_obs"] = self._objects(last), ended.copy()
            if games.illegal.any():
                info["illegal"] = self._objects(games.illegal_reasons())
                info["_illegal"] = games.illegal.copy()
        cut: np.ndarray = np.zeros(self.num_envs, dtype=np.bool_)
        return self._kept(games.observations), games.rewards.copy(), ended.copy(), cut, info

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, as booleans: a row for each game."""
        return self.games.masks.astype(bool)

    def _kept(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self.copy else array

    def _objects(self, rows: dict[int, Any]) -> np.ndarray:
        """An array of objects, and None in all other rows."""
        objects: np.ndarray = np.full(self.num_envs, None, dtype=object)
        for row, value in rows.items():
            objects[row] = value
        return objects

    def _info(self) -> dict[str, Any]:
        everywhere: np.ndarray = np.ones(self.num_envs, dtype=np.bool_)
        return {"action_mask": self._kept(self.games.masks), "_action_mask": everywhere}


for _name in parlour.games():
    gymnasium.register(
        id=f"parlour/{_name.title().replace('-', '')}-v0",
        entry_point="parlour.gymnasium:Env",
        vector_entry_point="parlour.gymnasium:VectorEnv",
        kwargs={"game": _name},
    )
