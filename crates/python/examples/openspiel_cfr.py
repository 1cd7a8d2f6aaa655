"""Solves a small game of Primi Composti with OpenSpiel's counterfactual regret minimisation.

    pip install './crates/python[openspiel]'
    python crates/python/examples/openspiel_cfr.py
    python crates/python/examples/openspiel_cfr.py "parlour_primi_composti(players=3,cards=2,reward=margin)"

With two players nothing is hidden after the deal. With three, each sees their own cards only; then there is no
guarantee that the average policy is an equilibrium, and NashConv says how far it is from one.
"""

import argparse

import parlour.openspiel  # Registers the games.
import pyspiel
from open_spiel.python.algorithms import exploitability, expected_game_score

GAME = "parlour_primi_composti(players=2,cards=3,reward=margin)"


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default=GAME)
    parser.add_argument("--iterations", type=int, default=50)
    asked = parser.parse_args(arguments)
    game = pyspiel.load_game(asked.game)
    # CFR visits every state at each iteration: in C++ it calls Python for each of them.
    solver = pyspiel.CFRPlusSolver(game)
    for iteration in range(1, asked.iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration in (1, asked.iterations):
            average = solver.average_policy()
            print(f"iteration {iteration}: NashConv {pyspiel.nash_conv(game, average):.6f}")
    average = solver.tabular_average_policy()
    players = game.num_players()
    return {
        "nash_conv": exploitability.nash_conv(game, average),
        "values": list(expected_game_score.policy_value(game.new_initial_state(), [average] * players)),
    }


if __name__ == "__main__":
    result = main()
    print(f"NashConv {result['nash_conv']:.6f}, values {result['values']}")
