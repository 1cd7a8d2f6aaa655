"""The Parlour dialect: one JSON object a line, for every game of the house.

    import parlour
    parlour.play("my agent", lambda turn: turn["legal"][0])

Needs nothing but Python 3. docs/protocol.md tells every message.
"""

import argparse
import json
import socket
import sys

#: What is told when a connection ends in the middle.
LOST = "the connection to the table is lost"


class Gone(ConnectionError):
    """There is no table, it has no seat for this agent, or the connection is lost: in one line."""


class Table:
    """A seat at a table: messages come in, answers go out."""

    def __init__(self, name, host="127.0.0.1", port=10000, token=None, watch=False):
        try:
            self._socket = socket.create_connection((host, port))
        except (OSError, UnicodeError) as error:
            why = getattr(error, "strerror", None) or error
            raise Gone(f"there is no table at {host}:{port}: {why}; start one, or name its host and port") from None
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._lines = self._socket.makefile("r", encoding="utf-8")
        hello = {"type": "hello", "version": 1, "name": name, "watch": watch}
        if token:
            hello["token"] = token
        self.send(hello)

    def send(self, message):
        """Sends one message. If the connection has ended, `receive` tells, after all that came before."""
        try:
            self._socket.sendall((json.dumps(message) + "\n").encode())
        except OSError:
            pass

    def receive(self):
        """The next message as a dict."""
        try:
            line = self._lines.readline()
            if line.endswith("\n"):
                return json.loads(line)
        except OSError:
            pass
        except ValueError:
            raise Gone("what is there does not speak the Parlour dialect: name another port") from None
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
    """Plays until the table says goodbye. `choose` gets a turn and returns one of turn["legal"];
    `hear`, if given, gets every message, turns too; `token` takes the seat it belongs to.
    Returns the results of all games. Raises `Gone` when it gets no seat, or the connection is lost."""
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


def main(about, name, choose, hear=None):
    """An agent as a program: plays at the table that its arguments name, and returns the results.
    `about` is for its help, `name` is its own where none is given. What goes wrong is one line."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("name", nargs="?", default=name, help="its name at the table (default: %(default)s)")
    parser.add_argument("host", nargs="?", default="127.0.0.1", help="where the table is (default: %(default)s)")
    parser.add_argument("port", nargs="?", default=10000, type=_port, help="its port (default: %(default)s)")
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
