#!/usr/bin/env python3
"""Speed of `parlour.VectorEnv`: environment steps a second with observation, mask and autoreset.

    python3 bench/vector_env.py
    python3 bench/vector_env.py --threads 1 --games 4096

Needs the package (`pip install ./crates/python`). A step is one action of one game; with compact actions, one index of
a sequence. Timed is `env.step(actions)` alone: the random legal actions are drawn in NumPy between the steps and do not
count. Measured is self-play after a warm-up that spreads the games over all stages. By the clock: the median and the
best of several measurements. Where other programs share the machine, the best is the one that they have disturbed
least. By processor time: what the threads would do with a core for each of them.
"""

import argparse
import json
import statistics
import time

import numpy as np
import parlour

#: Game, rules, kind of actions, and what is to be reached by two cores, in steps a second.
CASES = [
    ("primi-composti", "1", "ids", 3_000_000),
    ("modern-art", "simple", "ids", 2_000_000),
    ("masters-gallery", "full", "ids", 2_000_000),
    ("jaipur", "round", "compact", 1_000_000),
    ("jaipur", "round", "ids", None),
]


def draw(rng, masks):
    """A random legal action of each row: the one of a random rank among the legal ones."""
    # NumPy counts and finds the marks of a Boolean array faster than those of an array of numbers.
    legal = masks.view(bool)
    counts = np.count_nonzero(legal, axis=1)
    rank = (rng.random(len(masks)) * counts).astype(np.int64) + np.r_[0, np.cumsum(counts)[:-1]]
    return np.flatnonzero(legal)[rank] % masks.shape[1]


def measure(name, rules, actions, games, threads, seconds, rounds):
    """Steps a second in each round, by the clock and by processor time."""
    env = parlour.VectorEnv(parlour.game(name, rules), games, threads=threads, actions=actions)
    rng = np.random.default_rng(1)
    for _ in range(60):
        env.step(draw(rng, env.masks))
    clock, processor = [], []
    for _ in range(rounds):
        steps, spent, worked = 0, 0.0, 0.0
        while spent < seconds:
            chosen = draw(rng, env.masks)
            start, before = time.perf_counter(), time.process_time()
            env.step(chosen)
            spent += time.perf_counter() - start
            worked += time.process_time() - before
            steps += games
        assert not env.illegal.any()
        clock.append(steps / spent)
        processor.append(steps / worked * threads)
    return clock, processor


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1024, help="stepped together")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    asked = parser.parse_args()
    result = {}
    for name, rules, actions, wanted in CASES:
        clock, processor = measure(name, rules, actions, asked.games, asked.threads, asked.seconds, asked.rounds)
        rates = {
            "median": round(statistics.median(clock)),
            "best": round(max(clock)),
            "processor": round(statistics.median(processor)),
            "wanted": wanted,
        }
        result[f"{name} {rules} {actions}"] = rates
        if not asked.json:
            numbers = "".join(f"{'' if n is None else f'{n:,}':>14}" for n in rates.values())
            print(f"{name + ' ' + rules + ' ' + actions:28}{numbers}", flush=True)
    if asked.json:
        print(json.dumps(result))
    else:
        print(f"{'steps a second:':28}{'median':>14}{'best':>14}{'processor':>14}{'wanted':>14}")


if __name__ == "__main__":
    main()
