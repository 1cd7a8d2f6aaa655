"""Client of the Parlour dialect: one JSON object per line, for every game.

    import parlour
    parlour.play("my agent", lambda turn: turn["legal"][0])

Needs nothing but Python 3. docs/protocol.md documents every message.
"""

import argparse
import json
import random
import socket
import sys
import time

#: The error when a connection ends in the middle of a game.
LOST = "the connection to the table is lost"
#: The shortest and the longest wait before an agent of a ladder connects again, in seconds.
FIRST_WAIT, MAX_WAIT = 0.5, 60.0


class Gone(ConnectionError):
    """No server, no seat for this agent, or a lost connection; the message is one line."""


class Table:
    """A connection to a table: receives messages and sends answers."""

    def __init__(self, name, host="127.0.0.1", port=10000, token=None, watch=False):
        try:
            self._socket = socket.create_connection((host, port))
        except (OSError, UnicodeError) as error:
            why = getattr(error, "strerror", None) or error
            raise Gone(f"cannot connect to a table at {host}:{port}: {why}; start one, or name its host and port") from None
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._lines = self._socket.makefile("r", encoding="utf-8")
        #: Takes this seat again. The server replaces the token of an invitation at its first use.
        self.token = token
        hello = {"type": "hello", "version": 1, "name": name, "watch": watch}
        if token:
            hello["token"] = token
        self.send(hello)

    def send(self, message):
        """Sends one message. If the connection has ended, `receive` raises after the last message."""
        try:
            self._socket.sendall((json.dumps(message) + "\n").encode())
        except OSError:
            pass

    def receive(self):
        """Returns the next message as a dict."""
        try:
            line = self._lines.readline()
            if line.endswith("\n"):
                message = json.loads(line)
                if message["type"] == "welcome":
                    self.token = message.get("token", self.token)
                return message
        except OSError:
            pass
        except ValueError:
            raise Gone("the server does not speak the Parlour dialect: name another port") from None
        raise Gone(LOST)

    def act(self, turn, action):
        """Answers a turn."""
        self.send({"type": "action", "id": turn["id"], "action": action})

    def close(self):
        """Leaves the table."""
        self._lines.close()
        self._socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def play(name, choose, host="127.0.0.1", port=10000, hear=None, token=None):
    """Plays until the server says goodbye. `choose` gets a turn and returns one of turn["legal"];
    `hear`, if given, gets every message, including turns; `token` takes the seat it belongs to.
    Returns the results of all games. Raises `Gone` if it gets no seat or the connection is lost."""
    results = []
    seated = False
    with Table(name, host, port, token, watch=hear is not None) as table:
        while True:
            message = table.receive()
            if message["type"] == "bye" and not seated:
                raise Gone(message["reason"])
            seated = True
            if hear:
                hear(message)
            if message["type"] == "turn":
                table.act(message, choose(message))
            elif message["type"] == "result":
                results.append(message)
            elif message["type"] == "bye":
                return results


def ladder(token, choose, host="127.0.0.1", port=10000, hear=None):
    """Plays on a ladder until its owner pauses the agent, or another connection has its token: then `Gone` is raised.
    When the connection is lost or the server restarts, it connects again. `choose` gets a turn and returns one of
    turn["legal"]; `hear`, if given, gets every message."""
    wait = FIRST_WAIT
    while True:
        reason = None
        try:
            with Table("ladder agent", host, port, token) as table:
                while reason is None:
                    message = table.receive()
                    if hear:
                        hear(message)
                    if message["type"] == "welcome":
                        wait = FIRST_WAIT
                    elif message["type"] == "turn":
                        table.act(message, choose(message))
                    elif message["type"] == "bye":
                        if message.get("code") not in (None, "restart"):
                            raise _Ended(message["reason"])
                        reason = message["reason"]
        except _Ended:
            raise
        except Gone as error:
            reason = str(error)
        print(f"{reason}; connecting again", file=sys.stderr, flush=True)
        # Agents that have lost the same server do not come back at the same moment.
        time.sleep(wait * random.uniform(0.5, 1.5))
        wait = min(2 * wait, MAX_WAIT)


class _Ended(Gone):
    """Connecting again does not help."""


def main(about, name, choose, hear=None):
    """Runs an agent as a program: plays at the server that the arguments name and returns the results.
    `about` is the help text, `name` the default name. Errors are one line."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("name", nargs="?", default=name, help="the agent's name (default: %(default)s)")
    parser.add_argument("host", nargs="?", default="127.0.0.1", help="the server's host (default: %(default)s)")
    parser.add_argument("port", nargs="?", default=10000, type=_port, help="the server's port (default: %(default)s)")
    parser.add_argument("token", nargs="?", help="the token of a seat, if you were given one")
    given = parser.parse_args()
    try:
        return play(given.name, choose, given.host, given.port, hear, given.token)
    except Gone as error:
        sys.exit(f"error: {error}")


def _port(text):
    if text.isdecimal() and 0 < int(text) < 1 << 16:
        return int(text)
    raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, not '{text}'")
