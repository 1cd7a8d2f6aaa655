#!/usr/bin/env python3
"""Plays a bot of OpenSpiel as an agent: as the program of a tournament, or at a table.

    pip install './crates/python[openspiel]'
    parlour tournament FILE      # with: command = ["python3", "openspiel_agent.py", "--bot", "ismcts"]
    python crates/python/examples/openspiel_agent.py --bot random --connect 127.0.0.1:10000

Without `--connect` it speaks on stdin and stdout. With it, it plays through `clients/python/parlour.py`.
"""

import argparse
import importlib.util
import sys
from pathlib import Path

import numpy as np
import parlour.openspiel
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

CLIENT = Path(__file__).resolve().parents[3] / "clients" / "python" / "parlour.py"


def client():
    """The client's module, which has the name of the package."""
    found = importlib.util.spec_from_file_location("parlour_client", CLIENT)
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def maker(name, simulations):
    """What makes a bot for each game."""

    def make(game, seat, seed):
        rng = np.random.RandomState(seed)
        if name == "random":
            return uniform_random.UniformRandomBot(seat, rng)
        evaluator = mcts.RandomRolloutEvaluator(1, rng)
        perfect = game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
        # MCTS searches one assignment of the hidden cards as if it saw them. ISMCTS refuses games that hide nothing.
        if name == "mcts" or perfect:
            return mcts.MCTSBot(game, 2.0, simulations, evaluator, random_state=rng)
        bot = ismcts.ISMCTSBot(game, evaluator, 2.0, simulations, random_state=rng)
        # The bot's own sampler has another seed each time.
        bot.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.random_sample))
        return bot

    return make


def address(text):
    """The host and the port of HOST:PORT."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 1 << 16:
        raise argparse.ArgumentTypeError(f"an address is HOST:PORT, not '{text}'")
    return host, int(port)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bot", choices=("random", "mcts", "ismcts"), default="ismcts")
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--name", default="openspiel")
    parser.add_argument("--connect", metavar="HOST:PORT", type=address)
    parser.add_argument("--token")
    asked = parser.parse_args(arguments)
    agent = parlour.openspiel.Agent(maker(asked.bot, asked.simulations), asked.seed)
    if asked.connect is None:
        agent.serve(asked.name)
        return []
    table = client()
    try:
        return table.play(asked.name, agent.choose, *asked.connect, agent.hear, asked.token)
    except table.Gone as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    for result in main():
        print("scores", result["scores"], "winners", result["winners"])
