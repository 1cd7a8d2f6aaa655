#!/usr/bin/env python3
"""Sit at a table yourself, in any game of the house: type the actions.

    python3 terminal.py [NAME] [HOST] [PORT] [TOKEN]

A part of an action is enough where only one begins with it; an empty line lists them.
"""

import json

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
    about = "Sit at a table yourself, in any game of the house: type the actions."
    try:
        parlour.main(about, "person", ask, hear=tell)
    except (EOFError, KeyboardInterrupt):
        print()
