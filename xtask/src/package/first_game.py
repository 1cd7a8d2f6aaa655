"""Waits for a server, fetches the web app, and plays a game at a table against a policy: HTTP AGENTS CLIENT.

HTTP and AGENTS are the server's two addresses, CLIENT is the folder of the clients in Python.
"""

import json
import subprocess
import sys
import time
import urllib.error
import urllib.request

http, agents, client = sys.argv[1:]
DEADLINE = time.monotonic() + 60
# A proxy would not reach the server.
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"http://{http}{path}", data, headers)
    with opener.open(request, timeout=10) as answer:
        return answer.read()


def wait(what):
    """Repeats until there is an answer."""
    while True:
        try:
            if answer := what():
                return answer
        except (urllib.error.URLError, OSError) as error:
            problem = error
        else:
            problem = "no answer yet"
        if time.monotonic() > DEADLINE:
            sys.exit(f"the server at {http}: {problem}")
        time.sleep(0.1)


wait(lambda: ask("/readyz"))
page = ask("/").decode()
if "<!doctype html" not in page.lower():
    sys.exit(f"the server has sent no page: {page[:200]}")
if "cargo xtask web" in page:
    sys.exit("the binary holds no web app")
seats = [{"kind": "agent"}, {"kind": "policy", "policy": "utility"}]
table = json.loads(ask("/api/v1/tables", {"game": "jaipur", "rules": "round", "seats": seats, "listed": True}))
host, port = agents.rsplit(":", 1)
subprocess.run([sys.executable, f"{client}/random_agent.py", "guest", host, port], check=True, timeout=60)
summary = json.loads(ask(f"/api/v1/tables/{table['id']}"))
if summary["state"] != "over":
    sys.exit(f"the game is not over: {summary}")
