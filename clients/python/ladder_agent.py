#!/usr/bin/env python3
"""An agent for a ladder. Fill in `choose`, register the agent on the server's page, and run it with its token.

    PARLOUR_TOKEN=TOKEN python3 ladder_agent.py [HOST] [PORT]

It plays until its owner pauses it, and connects again when the connection is lost. Needs nothing but Python 3. See
docs/ladder.md.
"""

import argparse
import os
import random
import sys

import parlour


def choose(turn):
    """Returns one of turn["legal"]. `turn["view"]` is what this seat knows."""
    return random.choice(turn["legal"])


def report(message):
    """Prints how the games end."""
    if message["type"] == "result":
        print("scores", message["scores"], "winners", message["winners"], flush=True)
    elif message["type"] == "fault":
        print("fault:", message["message"], file=sys.stderr, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="An agent for a ladder.")
    parser.add_argument("host", nargs="?", default="127.0.0.1", help="the server's host (default: %(default)s)")
    parser.add_argument("port", nargs="?", default=10000, type=int, help="the server's port (default: %(default)s)")
    parser.add_argument("--token-file", help="a file with the token; else the environment variable PARLOUR_TOKEN")
    given = parser.parse_args()
    try:
        if given.token_file:
            with open(given.token_file, encoding="utf-8") as file:
                token = file.read().strip()
        else:
            token = os.environ.get("PARLOUR_TOKEN", "")
        if not token:
            sys.exit("error: the agent needs its token: set PARLOUR_TOKEN, or use --token-file")
        parlour.ladder(token, choose, given.host, given.port, report)
    except KeyboardInterrupt:
        pass
    except (OSError, UnicodeError) as error:
        sys.exit(f"error: {error}")
