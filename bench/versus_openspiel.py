#!/usr/bin/env python3
"""Speed of random playouts and tree search: OpenSpiel's card games and Parlour's, alternating in one run.

    python3 bench/versus_openspiel.py
    python3 bench/versus_openspiel.py --json

What is compared, both sides on one core, by processor time of the process:

native   OpenSpiel: `RandomRolloutEvaluator` in C++, the loop of its wheel: `MCTSBot.mcts_search` with one simulation is
         just these rollouts from the state given (clone, then until the end: sample the chance node or list the legal
         actions, pick one, apply it). Ours: `Game.playouts`, in Rust (clone, then until the end: list the legal actions, pick one,
         play it).
python   The same loop in Python for both: `clone`, then `legal_actions` and `apply_action`; `clone`, then `legal_ids`
         and `apply`. Nothing is batched.
search   Simulations a second of `ISMCTSBot` with one random rollout each, and of our `ismcts`, from states in which there is
         something to choose.

All start after the deal, from several deals. OpenSpiel's chance nodes count as moves: that is in its favour. Their
actions a game are counted by the loop in Python, on random games from the same states.

The script makes a virtual environment of its own for all that it needs, in the cache folder.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
import venv
from pathlib import Path

OPEN_SPIEL = "open_spiel==2.0.2"
FIELD = ["hearts", "oh_hell", "skat", "crazy_eights", "gin_rummy", "leduc_poker"]
OURS = [
    ("primi-composti", "1"),
    ("modern-art", "simple"),
    ("masters-gallery", "full"),
    ("jaipur", "round"),
]
DEALS = 16


def environment():
    """Returns an interpreter with OpenSpiel and this checkout's package, reinstalled when it has changed."""
    root = Path(__file__).resolve().parents[1]
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "parlour" / "versus-openspiel"
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True, clear=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # pip reports on stderr, so that stdout holds only the result.
    subprocess.run([*pip, OPEN_SPIEL, str(root / "crates" / "python")], check=True, stdout=2)
    return python


def clocked(work):
    """Returns the result of the work and its CPU time in seconds."""
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def for_a_while(seconds, work):
    """Repeats work that returns a count until the time is over; returns the count per second."""
    total = spent = 0
    while spent < seconds:
        count, took = clocked(work)
        total, spent = total + count, spent + took
    return total / spent


class OpenSpiel:
    """A game of OpenSpiel."""

    def __init__(self, name):
        import pyspiel

        self.pyspiel = pyspiel
        self.name = name
        self.game = pyspiel.load_game(name)
        self.rng = random.Random(1)
        self.deals = [self.dealt() for _ in range(DEALS)]
        games = [self.playout(state) for state in self.deals * 20]
        self.length = statistics.fmean(games)

    def chance(self, state):
        actions, odds = zip(*state.chance_outcomes())
        state.apply_action(self.rng.choices(actions, odds)[0])

    def dealt(self):
        state = self.game.new_initial_state()
        while state.is_chance_node():
            self.chance(state)
        return state

    def playout(self, start):
        """Plays a random game in Python; returns the number of actions, including chance actions."""
        state, count, choice = start.clone(), 0, self.rng.choice
        while not state.is_terminal():
            if state.is_chance_node():
                self.chance(state)
            else:
                state.apply_action(choice(state.legal_actions()))
            count += 1
        return count

    def python(self, seconds):
        deals = iter(self.deals * 1_000_000)
        return for_a_while(seconds, lambda: self.playout(next(deals)))

    def native(self, seconds):
        """Returns moves per second of the rollouts in C++, whose number grows until they take long enough."""
        rollouts = 64
        while True:
            _, spent = clocked(lambda: [self.rollouts(state, rollouts) for state in self.deals])
            if spent >= seconds:
                return rollouts * len(self.deals) * self.length / spent
            rollouts *= 2

    def rollouts(self, state, count):
        evaluator = self.pyspiel.RandomRolloutEvaluator(count, self.rng.randrange(2**31))
        bot = self.pyspiel.MCTSBot(self.game, evaluator, 1.0, 1, 100, False, 1, False)
        node = bot.mcts_search(state)
        assert node.explore_count == 1 and not node.children, "it did more than the rollouts"

    def search(self, seconds, simulations=200):
        """Returns simulations per second of ISMCTS; None if the game cannot resample hidden cards."""
        make = self.pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        evaluator = self.pyspiel.RandomRolloutEvaluator(1, 1)
        bot = self.pyspiel.ISMCTSBot(1, evaluator, 1.0, simulations, -1, make, False, False)
        states = iter([self.choosing(state) for state in self.deals] * 1_000_000)

        def think():
            bot.step(next(states))
            return simulations

        try:
            return for_a_while(seconds, think)
        except self.pyspiel.SpielError:
            return None

    def choosing(self, start):
        """Returns a state with a choice, by random play."""
        state = start.clone()
        while len(state.legal_actions()) < 2 or state.is_chance_node():
            if state.is_chance_node():
                self.chance(state)
            else:
                state.apply_action(self.rng.choice(state.legal_actions()))
        return state


class Parlour:
    """A game of Parlour."""

    def __init__(self, name, rules):
        import parlour

        self.name = name
        self.game = parlour.game(name, rules)
        self.rng = random.Random(1)
        self.deals = [self.game.new(seed) for seed in range(DEALS)]

    def playout(self, start):
        state, count, choice = start.clone(), 0, self.rng.choice
        while not state.over:
            state.apply(choice(state.legal_ids()))
            count += 1
        return count

    def python(self, seconds):
        deals = iter(self.deals * 1_000_000)
        return for_a_while(seconds, lambda: self.playout(next(deals)))

    def native(self, seconds):
        (_, moves, _), spent = clocked(lambda: self.game.playouts(seconds))
        return moves / spent

    def search(self, seconds, simulations=200):
        policy = self.game.policy(f"ismcts:{simulations}")
        views = iter([state.view(state.current) for state in self.deals] * 1_000_000)

        def think():
            policy.restart(self.rng.randrange(2**31))
            policy.choose_id(next(views))
            return simulations

        return for_a_while(seconds, think)


def measure(seconds, rounds):
    """Returns the median of each measurement over the rounds; the games alternate within a round."""
    games = [OpenSpiel(name) for name in FIELD] + [Parlour(*game) for game in OURS]
    seen = {game.name: {"native": [], "python": [], "search": []} for game in games}
    for _ in range(rounds):
        for kind in ("native", "python", "search"):
            for game in games:
                if kind == "search" and isinstance(game, OpenSpiel) and game.name != "hearts":
                    continue
                rate = getattr(game, kind)(seconds)
                if rate is not None:
                    seen[game.name][kind].append(rate)
    return {
        name: {kind: statistics.median(rates) for kind, rates in kinds.items() if rates}
        for name, kinds in seen.items()
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="of measurements, whose median counts")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if not asked.inside:
        python = environment()
        os.execv(python, [str(python), *sys.argv, "--inside"])
    rates = measure(asked.seconds, asked.rounds)
    result = {}
    for kind in ("native", "python"):
        median = statistics.median(rates[name][kind] for name in FIELD)
        result[f"median_{kind}"] = median
        result[f"ratio_{kind}"] = {
            name: round(rates[name][kind] / median, 2) for name, _ in OURS
        }
    hearts = rates["hearts"].get("search")
    if hearts is not None:
        result["ratio_search_hearts"] = {
            name: round(rates[name]["search"] / hearts, 2) for name, _ in OURS
        }
    result["rates"] = {
        name: {kind: round(rate) for kind, rate in kinds.items()} for name, kinds in rates.items()
    }
    if asked.json:
        print(json.dumps(result))
        return
    print(f"{'':16}{'native':>14}{'ratio':>7}{'python':>12}{'ratio':>7}{'ismcts':>12}{'ratio':>7}")
    for name, kinds in rates.items():
        line = f"{name:16}"
        for kind, width in (("native", 14), ("python", 12), ("search", 12)):
            rate = kinds.get(kind)
            key = "ratio_search_hearts" if kind == "search" else f"ratio_{kind}"
            ratio = result.get(key, {}).get(name)
            line += f"{'' if rate is None else f'{rate:,.0f}':>{width}}{ratio or '':>7}"
        print(line)
    print("native, python: moves a second, the ratio to the median of OpenSpiel's games")
    print("  (native: its C++ random rollouts through MCTSBot with one simulation; our Game.playouts)")
    print("ismcts: simulations a second, the ratio to OpenSpiel's ISMCTSBot in hearts")
    print("processor time of one core, legal list built at every move, starting after the deal")


if __name__ == "__main__":
    main()
