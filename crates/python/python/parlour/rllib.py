"""The games as RLlib environments: every seat is an agent.

>>> from ray.tune.registry import register_env
>>> import parlour.rllib
>>> register_env("parlour", lambda config: parlour.rllib.Env(**config))

Observations are dicts of ``observations`` (``parlour.State.observation``) and ``action_mask``, as RLlib's modules with
action masking expect them. Needs ``pip install 'ray[rllib]'``.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from ray.rllib.env.multi_agent_env import MultiAgentEnv

import parlour

__all__ = ["Env"]


class Env(MultiAgentEnv):
    """A table of a game; agents are ``seat_0``, ``seat_1`` and so on.

    The agents that are to move are those with an observation: several where seats choose at the same time.
    ``reward="win"`` gives ``State.returns`` at the end, ``"score"`` the final scores. An agent with an illegal action
    loses at once: the episode ends, its reward is −1 (``"win"``) or minus ``illegal_penalty`` (``"score"``), that of the
    others 0, and ``illegal`` in its info is the reason.
    """

    def __init__(
        self,
        game: str,
        rules: "str | dict[str, Any] | None" = None,
        seats: "int | None" = None,
        reward: str = "win",
        illegal_penalty: float = 100.0,
    ) -> None:
        if reward not in ("win", "score"):
            raise parlour.InvalidArgument(f"reward is 'win' or 'score', not {reward!r}")
        self.game = parlour.game(game, rules, seats)
        self.reward = reward
        self.illegal_penalty = illegal_penalty
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents = self.possible_agents[:]
        self._agent_ids = set(self.agents)
        super().__init__()
        count = self.game.num_actions
        observation = spaces.Dict(
            {
                "observations": spaces.Box(
                    self.game.observation_low, self.game.observation_high, dtype=np.float32
                ),
                # Floats, since RLlib's modules take the logarithm of the mask.
                "action_mask": spaces.Box(0.0, 1.0, (count,), np.float32),
            }
        )
        self.observation_spaces = dict.fromkeys(self.agents, observation)
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.agents}
        self.observation_space = spaces.Dict(self.observation_spaces)
        self.action_space = spaces.Dict(self.action_spaces)

    def reset(
        self, *, seed: "int | None" = None, options: "dict[str, Any] | None" = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deals. ``options={"deal": ...}`` deals these cards, in the form of records."""
        super().reset(seed=seed)
        deal = (options or {}).get("deal")
        self.state = self.game.new(int(self.np_random.integers(2**53)), deal=deal)
        seen = self._observe(self.state.to_move)
        return seen, {agent: {} for agent in seen}

    def step(
        self, action_dict: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Plays the action id of each agent that is to move."""
        everybody = range(self.game.seats)
        for agent, action in action_dict.items():
            try:
                self.state.apply(int(action), self.possible_agents.index(agent))
            except ValueError as error:
                rewards = dict.fromkeys(self.possible_agents, 0.0)
                rewards[agent] = -1.0 if self.reward == "win" else -self.illegal_penalty
                return self._told(everybody, rewards, True, {agent: {"illegal": str(error)}})
        if not self.state.over:
            seats = self.state.to_move
            return self._told(seats, {self.possible_agents[seat]: 0.0 for seat in seats}, False, {})
        gains = self.state.returns if self.reward == "win" else self.state.scores
        rewards = {agent: float(gain) for agent, gain in zip(self.possible_agents, gains)}
        return self._told(everybody, rewards, True, {})

    def _observe(self, seats: "list[int] | range") -> dict[str, Any]:
        return {
            self.possible_agents[seat]: {
                "observations": self.state.observation(seat),
                "action_mask": self.state.action_mask(seat).astype(np.float32),
            }
            for seat in seats
        }

    def _told(
        self, seats: "list[int] | range", rewards: dict[str, float], over: bool, infos: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        seen = self._observe(seats)
        terminated = {**dict.fromkeys(seen, over), "__all__": over}
        truncated = {**dict.fromkeys(seen, False), "__all__": False}
        return seen, rewards, terminated, truncated, {agent: infos.get(agent, {}) for agent in seen}
