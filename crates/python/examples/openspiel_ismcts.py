"""OpenSpiel's information-set MCTS against random bots, in a game with hidden cards.

    pip install './crates/python[openspiel]'
    python crates/python/examples/openspiel_ismcts.py --games 10 --simulations 50
    python crates/python/examples/openspiel_ismcts.py "parlour_modern_art(rules=simple-3)" --games 2

The bot is OpenSpiel's in Python: the one in C++ cannot call `resample_from_infostate` of a game in Python.
"""

import argparse

import numpy as np
import parlour.openspiel  # Registers the games.
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

GAME = "parlour_primi_composti(players=3,cards=6)"


def play(game, bots, rng):
    """The returns of a game of the bots. OpenSpiel's `evaluate_bots` needs a method that its ISMCTS lacks."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes())
            state.apply_action(rng.choice(outcomes, p=odds))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    return state.returns()


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default=GAME)
    parser.add_argument("--games", type=int, default=10)
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
        bots[seat] = ismcts.ISMCTSBot(game, evaluator, 2.0, asked.simulations, random_state=rng)
        # The bot's own sampler has another seed each time.
        bots[seat].set_resampler(lambda state, player: state.resample_from_infostate(player, rng.random_sample))
        total += play(game, bots, rng)[seat]
    return total / asked.games


if __name__ == "__main__":
    print(f"mean return of ISMCTS: {main():.3f} (1 is a win alone, 0 an equal share)")
