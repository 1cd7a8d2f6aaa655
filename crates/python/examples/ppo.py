# %% [markdown]
# # Train a masked PPO at Jaipur
#
# `MaskablePPO` of sb3-contrib learns one round of Jaipur against a pool of built-in policies. The games are played in
# Rust by `parlour.VectorEnv`, with compact actions: an exchange is its cards one by one, and the network chooses
# among 62.
#
#     pip install ./crates/python sb3-contrib
#     python crates/python/examples/ppo.py --minutes 20
#
# `# %%` marks cells for editors that know them.

# %%
import argparse
import json
import time

import numpy as np
import parlour
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv


# %% [markdown]
# Stable-Baselines has an interface of its own for environments that are stepped together. Observations are scaled by
# their bounds, and a random win or loss is made smoother by a part of the difference of the scores.

# %%
class Games(VecEnv):
    """`parlour.VectorEnv` as Stable-Baselines knows environments."""

    def __init__(self, count, pool, seed, threads, shaping=0.5):
        self.games = parlour.VectorEnv(
            "jaipur", count, pool=pool, seed=seed, threads=threads, actions="compact", reward="win"
        )
        self.shaping = shaping
        low, high = self.games.observation_low, self.games.observation_high
        self.low, self.scale = low, 1 / (high - low)
        self.learners = self.games.to_move.copy()
        box = spaces.Box(0.0, 1.0, low.shape, np.float32)
        super().__init__(count, box, spaces.Discrete(self.games.num_actions))

    def seen(self, rows):
        return (rows - self.low) * self.scale

    def reset(self):
        return self.seen(self.games.observations)

    def step_async(self, actions):
        self.actions = actions

    def step_wait(self):
        games = self.games
        learners = games.to_move.copy()
        games.step(self.actions)
        rewards = games.rewards.astype(np.float32)
        infos = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(games.terminated):
            own, other = games.scores[row, learners[row]], games.scores[row, 1 - learners[row]]
            last = self.seen(games.final_observations[row])
            infos[row] = {"win": (rewards[row] + 1) / 2, "terminal_observation": last}
            rewards[row] += self.shaping * np.tanh((own - other) / 30)
        return self.seen(games.observations), rewards, games.terminated.copy(), infos

    def action_masks(self):
        return self.games.masks.astype(bool)

    def env_method(self, method_name, *args, indices=None, **kwargs):
        assert method_name == "action_masks", method_name
        return list(self.action_masks())

    def has_attr(self, attr_name):
        return attr_name == "action_masks"

    def get_attr(self, attr_name, indices=None):
        return [getattr(self, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name, value, indices=None):
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False] * self.num_envs

    def close(self):
        pass


# %% [markdown]
# The share of the win over whole games: each row plays the same number of them, so that long games count like short
# ones.

# %%
def against(model, opponent, games, seed, threads):
    """The share of the win against a policy: the mean and half its 95 % interval (normal)."""
    count = min(games, 256)
    env = Games(count, [opponent], seed, threads)
    wanted = -(-games // count)
    shares = [[] for _ in range(count)]
    seen = env.reset()
    while min(map(len, shares)) < wanted:
        actions, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
        env.step_async(actions)
        seen, _, ended, infos = env.step_wait()
        for row in np.flatnonzero(ended):
            if len(shares[row]) < wanted:
                shares[row].append(infos[row]["win"])
    shares = np.concatenate(shares)
    return float(shares.mean()), float(1.96 * shares.std(ddof=1) / np.sqrt(len(shares)))


# %%
class Progress(BaseCallback):
    """Stops when the time is over, lets the rate of learning fall until then, and tells how it goes."""

    def __init__(self, seconds, opponent, games):
        super().__init__()
        self.seconds, self.opponent, self.games = seconds, opponent, games
        self.start = self.told = time.monotonic()

    def spent(self):
        return min(1.0, (time.monotonic() - self.start) / self.seconds)

    def _on_step(self):
        return self.spent() < 1.0

    def _on_rollout_end(self):
        if self.games and time.monotonic() - self.told > 120:
            share, half = against(self.model, self.opponent, self.games, 99, 1)
            print(f"{self.num_timesteps:,} steps: {share:.3f} ± {half:.3f} against {self.opponent}", flush=True)
            self.told = time.monotonic()


def train(seconds, steps, pool, count, seed, threads, hidden=256, opponent="utility", report=512):
    """A model that has learnt for some seconds, or a number of steps if there are so many."""
    torch.set_num_threads(threads)
    progress = Progress(seconds, opponent, report)
    model = MaskablePPO(
        "MlpPolicy",
        Games(count, pool, seed, threads),
        n_steps=128,
        batch_size=4096,
        n_epochs=4,
        learning_rate=lambda _: 5e-4 * (1.0 - progress.spent()) + 2e-5,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [hidden, hidden]},
        seed=seed,
        device="cpu",
    )
    model.learn(steps, callback=progress)
    return model


# %%
def main(arguments=None):
    parser = argparse.ArgumentParser(description="Train a masked PPO at Jaipur.")
    parser.add_argument("--minutes", type=float, default=20.0, help="of training, by the clock")
    parser.add_argument("--steps", type=int, default=10**12, help="of training, at most")
    parser.add_argument("--pool", default="utility,utility,weighted", help="opponents, with commas between them")
    parser.add_argument("--envs", type=int, default=256, help="games stepped together")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--games", type=int, default=2000, help="of the evaluation")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    model = train(asked.minutes * 60, asked.steps, asked.pool.split(","), asked.envs, asked.seed, asked.threads)
    result = {"steps": model.num_timesteps}
    for opponent in ("random", "utility"):
        mean, half = against(model, opponent, asked.games, asked.seed + 10**6, asked.threads)
        result[opponent] = {"share": round(mean, 3), "half": round(half, 3)}
    print(json.dumps(result))
    return result


if __name__ == "__main__":
    main()
