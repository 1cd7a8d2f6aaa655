#!/usr/bin/env python3
"""An agent for every game that plays random legal actions.

    python3 random_agent.py [NAME] [HOST] [PORT] [TOKEN]
"""

import random

import parlour

if __name__ == "__main__":
    about = "Plays random legal actions, in every game."
    for result in parlour.main(about, "random", lambda turn: random.choice(turn["legal"])):
        print("scores", result["scores"], "winners", result["winners"])
