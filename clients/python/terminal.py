#!/usr/bin/env python3
"""Sit at a table yourself, in any game of the house: type the actions.

    python3 terminal.py NAME [HOST] [PORT]

A part of an action is enough where only one begins with it; an empty line lists them.
"""

import json
import sys

import parlour


def tell(message):
    """Prints what happened."""
    for event in message.get("events", []):
        print("  ·", json.dumps(event, ensure_ascii=False))
    kind = message["type"]
    if kind == "game":
        print(f"Game {message['number']}: you have seat {message['seat']} of", message["names"])
    elif kind == "fault":
        print(f"  ! {message['message']}; '{message['played']}' was played")
    elif kind == "result":
        print("The game is over:", message["scores"], "winners:", message["winners"])
    elif kind == "bye":
        print("Goodbye:", message["reason"])


def ask(turn):
    """Asks until something legal is typed."""
    view = {key: value for key, value in turn["view"].items() if value not in ([], None)}
    for hidden in ("history", "rules", "viewer"):
        view.pop(hidden, None)
    for key, value in view.items():
        print(f"  {key}: {json.dumps(value, ensure_ascii=False)}")
    legal = turn["legal"]
    while True:
        typed = input(f"Your turn ({turn['time'] / 1000:.0f} s): ").strip()
        fits = [action for action in legal if action.startswith(typed)]
        if typed in legal or len(fits) == 1:
            return typed if typed in legal else fits[0]
        for action in fits[:40] or ["nothing begins so"]:
            print("   ", action)


if __name__ == "__main__":
    name = sys.argv[1] if len(sys.argv) > 1 else "person"
    host = sys.argv[2] if len(sys.argv) > 2 else "127.0.0.1"
    port = int(sys.argv[3]) if len(sys.argv) > 3 else 10000
    try:
        parlour.play(name, ask, host, port, hear=tell)
    except (EOFError, KeyboardInterrupt):
        print()
