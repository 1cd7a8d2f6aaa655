"""OpenSpiel's MCTS against a random bot, at Primi Composti for two, where nothing is hidden.

    pip install './crates/python[openspiel]'
    python crates/python/examples/openspiel_mcts.py --games 20 --simulations 50
"""

import argparse

import numpy as np
import parlour.openspiel  # Registers the games.
import pyspiel
from open_spiel.python.algorithms import evaluate_bots, mcts
from open_spiel.python.bots import uniform_random

GAME = "parlour_primi_composti(players=2,cards=8)"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default=GAME)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    game = pyspiel.load_game(asked.game)
    rng = np.random.RandomState(asked.seed)
    total = 0.0
    for number in range(asked.games):
        seat = number % game.num_players()
        bots = [uniform_random.UniformRandomBot(player, rng) for player in range(game.num_players())]
        evaluator = mcts.RandomRolloutEvaluator(1, rng)
        bots[seat] = mcts.MCTSBot(game, 2.0, asked.simulations, evaluator, random_state=rng)
        total += evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng)[seat]
    return total / asked.games


if __name__ == "__main__":
    print(f"mean return of MCTS: {main():.3f} (1 is a win, -1 a loss)")
