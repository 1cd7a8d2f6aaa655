#!/usr/bin/env python3
"""An agent for every game of the house: any legal action.

    python3 random_agent.py NAME [HOST] [PORT] [TOKEN]
"""

import random
import sys

import parlour

if __name__ == "__main__":
    name = sys.argv[1] if len(sys.argv) > 1 else "random"
    host = sys.argv[2] if len(sys.argv) > 2 else "127.0.0.1"
    port = int(sys.argv[3]) if len(sys.argv) > 3 else 10000
    token = sys.argv[4] if len(sys.argv) > 4 else None
    for result in parlour.play(name, lambda turn: random.choice(turn["legal"]), host, port, token=token):
        print("scores", result["scores"], "winners", result["winners"])
