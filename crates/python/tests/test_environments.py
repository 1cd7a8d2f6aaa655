"""PettingZoo's and Gymnasium's own tests, and random games beside each other."""

import warnings
from concurrent.futures import ThreadPoolExecutor

import gymnasium
import numpy as np
import parlour
import parlour.gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from parlour.pettingzoo import env
from pettingzoo.test import api_test, seed_test

GAMES = [
    ("jaipur", None),
    ("primi-composti", None),
    ("primi-composti", "2-free-3p"),
    ("modern-art", None),
    ("modern-art", "full"),
    ("masters-gallery", None),
]


@pytest.mark.parametrize("name, rules", GAMES)
def test_pettingzoo_api(name, rules):
    api_test(env(name, rules=rules), num_cycles=400)


@pytest.mark.parametrize("name, rules", GAMES)
def test_pettingzoo_seed(name, rules):
    seed_test(lambda: env(name, rules=rules), num_cycles=60)


def play(task):
    """A random game in an environment: rewards of all agents."""
    (name, rules), reward, seed = task
    e = env(name, rules=rules, reward=reward)
    e.reset(seed=seed)
    rng = np.random.default_rng(seed)
    total = dict.fromkeys(e.possible_agents, 0.0)
    for agent in e.agent_iter():
        seen, gain, ended, cut, _ = e.last()
        total[agent] += gain
        assert e.observation_space(agent).contains(seen)
        legal = np.flatnonzero(seen["action_mask"])
        e.step(None if ended or cut else int(rng.choice(legal)))
    return total, e.state_now.scores


def test_random_games_beside_each_other_are_those_one_by_one():
    tasks = [(game, reward, seed) for game in GAMES for reward in ("win", "score") for seed in (1, 2)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(play, tasks))
    assert together == [play(task) for task in tasks]
    for (_, reward, _), (total, scores) in zip(tasks, together):
        if reward == "score":
            assert list(total.values()) == scores
        else:
            assert abs(sum(total.values())) < 1e-9 and max(total.values()) > 0


def test_an_illegal_action_is_a_value_error():
    e = env("jaipur")
    e.reset(seed=1)
    illegal = int(np.flatnonzero(e.observe(e.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(ValueError):
        e.step(illegal)


@pytest.mark.parametrize("name", ["Jaipur", "PrimiComposti", "ModernArt", "MastersGallery"])
def test_gymnasium_checks(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(f"parlour/{name}-v0", seat=0).unwrapped, skip_render_check=False)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_an_agent_plays_policies(seat):
    e = gymnasium.make("parlour/Jaipur-v0", opponents="utility", seat=seat, reward="score")
    rng = np.random.default_rng(3)
    gains = []
    for seed in range(10):
        seen, info = e.reset(seed=seed)
        ended = False
        while not ended:
            assert e.observation_space.contains(seen)
            assert (e.unwrapped.action_masks() == info["action_mask"].astype(bool)).all()
            seen, gain, ended, _, info = e.step(rng.choice(np.flatnonzero(info["action_mask"])))
        gains.append(gain)
    assert np.mean(gains) < 0, "a random agent loses to `utility`"


def test_an_illegal_action_loses():
    e = gymnasium.make("parlour/Jaipur-v0", seat=0)
    _, info = e.reset(seed=1)
    _, gain, ended, cut, info = e.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (gain, ended, cut) == (-1.0, True, False) and info["illegal"]


def test_wrong_arguments_are_told():
    for arguments in ({"opponents": ["random"] * 2}, {"seat": 5}, {"reward": "fun"}):
        with pytest.raises(ValueError):
            parlour.gymnasium.Env("jaipur", **arguments)
