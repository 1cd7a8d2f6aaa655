"""The Parlour dialect: one JSON object a line, for every game of the house.

    import parlour
    parlour.play("my agent", lambda turn: turn["legal"][0])

Needs nothing but Python 3. docs/protocol.md tells every message.
"""

import json
import socket


class Gone(Exception):
    """The table has closed the connection."""


class Table:
    """A seat at a table: messages come in, answers go out."""

    def __init__(self, name, host="127.0.0.1", port=10000, token=None, watch=False):
        self._socket = socket.create_connection((host, port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._lines = self._socket.makefile("r", encoding="utf-8")
        hello = {"type": "hello", "version": 1, "name": name, "watch": watch}
        if token:
            hello["token"] = token
        self.send(hello)

    def send(self, message):
        """Sends one message."""
        self._socket.sendall((json.dumps(message) + "\n").encode())

    def receive(self):
        """The next message as a dict."""
        line = self._lines.readline()
        if not line:
            raise Gone()
        return json.loads(line)

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
    """Plays until the table closes. `choose` gets a turn and returns one of turn["legal"];
    `hear`, if given, gets every message, turns too; `token` takes the seat it belongs to.
    Returns the results of all games."""
    results = []
    with Table(name, host, port, token, watch=hear is not None) as table:
        try:
            while True:
                message = table.receive()
                if hear:
                    hear(message)
                if message["type"] == "turn":
                    table.act(message, choose(message))
                elif message["type"] == "result":
                    results.append(message)
                elif message["type"] == "bye":
                    return results
        except Gone:
            return results
