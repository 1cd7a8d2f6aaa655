#!/usr/bin/env python3
"""An agent for every game of the house: any legal action.

    python3 random_agent.py [NAME] [HOST] [PORT] [TOKEN]
"""

import random

import parlour

if __name__ == "__main__":
    about = "Plays any legal action, in every game of the house."
    for result in parlour.main(about, "random", lambda turn: random.choice(turn["legal"])):
        print("scores", result["scores"], "winners", result["winners"])
