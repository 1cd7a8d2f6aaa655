#!/usr/bin/env python3
"""An agent for Modern Art in the classic dialect. Fill in `sell` and `bid`.

    python3 classic_agent.py [NAME] [HOST] [PORT]

Needs nothing but Python 3. The server sends Python dict literals, one for each recv; the
answer to INITIALIZE is a name, that to SELL and BID a number. See docs/protocol.md.
"""

import argparse
import ast
import random
import socket
import sys


def sell(info, me):
    """Returns the number of the artist to offer. `info` is the game as this seat sees it."""
    hand = info["player"][me]["hand"]
    return max(set(hand), key=hand.count)


def bid(info, me, artist):
    """Returns the bid for a painting of `artist`: 0 to your cash."""
    offered = info["purchased_paintings"].count(artist)
    worth = info["base_value"][artist] + 10 * min(offered, 3)
    cash = info["player"][me]["cash"]
    return min(cash, worth // 2 + random.randint(0, 3))


def play(name, host, port):
    """Plays until the server ends the connection."""
    with socket.create_connection((host, port)) as server:
        server.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        me = 0
        while True:
            data = server.recv(4096)
            if not data:
                return
            message = ast.literal_eval(data.decode())
            request = message["request"]
            if request == "INITIALIZE":
                me = message["arg"]
                server.sendall(name.encode())
            elif request == "SELL":
                server.sendall(str(sell(message["info"], me)).encode())
            elif request == "BID":
                answer = bid(message["info"], me, message["arg"])
                server.sendall(str(answer).encode())
            elif request == "DISCONNECT":
                return
            # PURCHASE, ROUNDOVER and FINISH need no answer.


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="An agent for Modern Art in the classic dialect.")
    parser.add_argument("name", nargs="?", default="python", help="the agent's name (default: %(default)s)")
    parser.add_argument("host", nargs="?", default="127.0.0.1", help="the server's host (default: %(default)s)")
    parser.add_argument("port", nargs="?", default=10000, type=int, help="the server's port (default: %(default)s)")
    given = parser.parse_args()
    try:
        play(given.name, given.host, given.port)
    except (OSError, OverflowError, UnicodeError) as error:
        sys.exit(f"error: the table at {given.host}:{given.port}: {getattr(error, 'strerror', None) or error}")
