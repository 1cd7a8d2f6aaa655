"""The games as PettingZoo AEC environments.

>>> from parlour.pettingzoo import env
>>> e = env("modern-art", rules="full")
>>> e.reset(seed=1)

Observations are dicts of ``observation`` (``parlour.State.observation``) and ``action_mask``. An illegal action is a
``ValueError``. Needs ``pip install 'pettingzoo'``.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

import parlour

__all__ = ["Env", "env"]

#: What an agent is rewarded with at the end.
REWARDS = ("win", "score")


class Env(AECEnv):
    """One table of a game; agents are ``seat_0``, ``seat_1`` and so on.

    ``reward="win"`` gives ``State.returns`` at the end: 1 for a win alone, the same in sum to the others, negative.
    ``reward="score"`` gives the final scores in the game's own unit. All other rewards are 0.

    Where several seats choose at the same time they are asked one after the other; none sees what the others chose.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        rules: "str | dict[str, Any] | None" = None,
        seats: "int | None" = None,
        reward: str = "win",
        render_mode: "str | None" = None,
    ) -> None:
        super().__init__()
        if reward not in REWARDS:
            raise parlour.InvalidArgument(f"reward is 'win' or 'score', not {reward!r}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise parlour.InvalidArgument(f"render_mode is None, 'ansi' or 'human', not {render_mode!r}")
        self.game = parlour.game(game, rules, seats)
        self.metadata = {**type(self).metadata, "name": f"parlour_{game.replace('-', '_')}_v0"}
        self.reward = reward
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        count = self.game.num_actions
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(
                        self.game.observation_low, self.game.observation_high, dtype=np.float32
                    ),
                    "action_mask": spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space:
        """The space of the agent's observations, always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """The space of the agent's actions: ids, of which the mask says which are legal."""
        return self._action_spaces[agent]

    def reset(self, seed: "int | None" = None, options: "dict[str, Any] | None" = None) -> None:
        """Deals. ``options={"deal": ...}`` deals these cards, in the form of records."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        deal = (options or {}).get("deal")
        self.state_now = self.game.new(int(self._rng.integers(2**53)), deal=deal)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What the agent may know, and what it may do now."""
        seat = self.possible_agents.index(agent)
        return {
            "observation": self.state_now.observation(seat),
            "action_mask": self.state_now.action_mask(seat),
        }

    def step(self, action: "int | None") -> None:
        """Plays an action id for ``agent_selection``; None for an agent that has finished."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise parlour.InvalidArgument(f"{agent} is to move: its action is an id, not None")
        self.state_now.apply(int(action), self.possible_agents.index(agent))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.state_now.over:
            gains = self.state_now.returns if self.reward == "win" else self.state_now.scores
            self.rewards = {a: float(gain) for a, gain in zip(self.possible_agents, gains)}
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        seat = self.state_now.current
        self.agent_selection = self.possible_agents[0 if seat is None else seat]

    def render(self) -> "str | None":
        """The game so far: the last action and the scores, as text."""
        last = self.state_now.actions[-1:]
        played = "".join(f"seat {seat}: {action}; " for seat, action in last)
        text = f"{played}scores {self.state_now.scores}"
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def state(self) -> np.ndarray:
        """The observations of all seats, one after the other."""
        seats = range(self.game.seats)
        return np.concatenate([self.state_now.observation(seat) for seat in seats])

    def close(self) -> None:
        """Nothing is held open."""


def env(game: str, **arguments: Any) -> Env:
    """The environment of a game; arguments as of :class:`Env`."""
    return Env(game, **arguments)
