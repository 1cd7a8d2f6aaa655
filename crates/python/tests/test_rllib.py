"""RLlib's own check of multi-agent environments, and random games."""

import numpy as np
import parlour
import parlour.rllib
import pytest
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.rllib.utils.pre_checks.env import check_multiagent_environments

GAMES = [
    ("jaipur", None),
    ("primi-composti", None),
    ("primi-composti", "2-free-3p"),
    ("modern-art", None),
    ("modern-art", "full"),
    ("masters-gallery", None),
]


@pytest.mark.parametrize("name, rules", GAMES)
def test_rllib_checks(name, rules):
    env = parlour.rllib.Env(name, rules)
    assert isinstance(env, MultiAgentEnv)
    check_multiagent_environments(env)


@pytest.mark.parametrize("reward", ["win", "score"])
@pytest.mark.parametrize("name, rules", GAMES)
def test_random_games(name, rules, reward):
    env = parlour.rllib.Env(name, rules, reward=reward)
    rng = np.random.default_rng(1)
    together = 0
    for seed in range(3):
        seen, infos = env.reset(seed=seed)
        again, _ = parlour.rllib.Env(name, rules).reset(seed=seed)
        assert all((seen[agent]["observations"] == again[agent]["observations"]).all() for agent in seen)
        assert infos.keys() == seen.keys()
        ended = {"__all__": False}
        total = dict.fromkeys(env.possible_agents, 0.0)
        while not ended["__all__"]:
            together += len(seen) > 1
            actions = {}
            for agent, what in seen.items():
                assert env.get_observation_space(agent).contains(what)
                actions[agent] = int(rng.choice(np.flatnonzero(what["action_mask"])))
            seen, rewards, ended, cut, infos = env.step(actions)
            assert not any(cut.values())
            for agent, gain in rewards.items():
                total[agent] += gain
        assert seen.keys() == set(env.possible_agents) and all(ended.values())
        if reward == "score":
            assert list(total.values()) == env.state.scores
        else:
            assert list(total.values()) == env.state.returns
    # Sealed bids, and cards that are shown together.
    assert (together > 0) == (name in ("modern-art", "masters-gallery"))


def test_an_illegal_action_loses():
    env = parlour.rllib.Env("jaipur")
    seen, _ = env.reset(seed=1)
    (agent,) = seen
    illegal = int(np.flatnonzero(seen[agent]["action_mask"] == 0)[0])
    seen, rewards, ended, _, infos = env.step({agent: illegal})
    other = next(other for other in env.possible_agents if other != agent)
    assert rewards == {agent: -1.0, other: 0.0}
    assert ended["__all__"] and infos[agent]["illegal"]


def test_a_wrong_reward_is_told():
    with pytest.raises(parlour.InvalidArgument):
        parlour.rllib.Env("jaipur", reward="fun")
