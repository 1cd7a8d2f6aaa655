#!/usr/bin/env python3
"""Play a seat yourself, in any game, by typing actions.

    python3 terminal.py [NAME] [HOST] [PORT] [TOKEN]

An unambiguous prefix of an action is enough; an empty line lists all actions.
"""

import json

import parlour


def tell(message):
    """Prints a message."""
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
    """Asks until a legal action is typed."""
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
        for action in fits[:40] or ["no legal action matches"]:
            print("   ", action)


if __name__ == "__main__":
    about = "Play a seat yourself, in any game, by typing actions."
    try:
        parlour.main(about, "person", ask, hear=tell)
    except (EOFError, KeyboardInterrupt):
        print()
