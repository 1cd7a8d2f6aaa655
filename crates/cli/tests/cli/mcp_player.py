"""An MCP server with a tool that chooses actions, as a script: `mcp_player.py BEHAVIOUR [http | sse]`.

It speaks on stdin and stdout, or over streamable HTTP at an address that it prints. What it is asked is added to the
file PARLOUR_TEST_SEEN.
"""

import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

behaviour, transport = (sys.argv[1:] + ["stdio"])[:2]
calls = 0


def note(line):
    with open(os.environ["PARLOUR_TEST_SEEN"], "a", encoding="utf-8") as seen:
        seen.write(line + "\n")


def text(answer, **more):
    return {"content": [{"type": "text", "text": answer}], **more}


def choose(arguments):
    """The result of the tool."""
    global calls
    calls += 1
    legal = arguments.get("legal_actions")
    rejected = arguments.get("rejected", [])
    if behaviour == "first":
        return text(f"I have thought about it.\n\n{legal[0]}\n", _meta={"usage": {"input_tokens": 1000, "output_tokens": 20}})
    if behaviour == "structured":
        return text("{}", structuredContent={"action": legal[-1]})
    if behaviour == "hand":
        assert legal is None
        hand = [line for line in arguments["position"].splitlines() if line.strip().startswith("hand")]
        return text("play " + hand[-1].split()[1])
    if behaviour == "illegal":
        return text("play 73" if not rejected else "I resign" if len(rejected) == 1 else legal[0])
    if behaviour == "failing":
        return text("the key sk-7Zq0-not-to-be-found-anywhere has no money left", isError=True)
    if behaviour == "silent":
        time.sleep(60)
    if behaviour == "quits" and calls % 3 == 2:
        print("out of\nmemory\n", file=sys.stderr, flush=True)
        os._exit(3)
    return text(legal[0])


def answer(message):
    """The response to a request."""
    method, params = message["method"], message.get("params", {})
    if method == "initialize":
        result = {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "script", "version": "1"},
        }
    elif method == "tools/list":
        tool = {"name": "choose_action", "inputSchema": {"type": "object"}}
        result = {"tools": [tool, {**tool, "name": "other"}]}
    elif method == "tools/call" and behaviour != "refusing":
        note(json.dumps(params))
        result = choose(params["arguments"])
    else:
        error = {"code": -32602, "message": "I do not play"}
        return {"jsonrpc": "2.0", "id": message["id"], "error": error}
    return {"jsonrpc": "2.0", "id": message["id"], "result": result}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def send(self, status, kind="", body=b""):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Mcp-Session-Id", "session-1")
        self.end_headers()
        self.wfile.write(body)

    def do_DELETE(self):
        note("DELETE " + self.headers["Mcp-Session-Id"])
        self.send(200)

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if behaviour == "locked" and self.headers["Authorization"] != "Bearer open":
            self.send(401)
        elif "id" not in message:
            self.send(202)
        else:
            note("POST " + str(self.headers["Authorization"]))
            body = json.dumps(answer(message))
            if transport == "sse":
                news = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "…"}}
                body = f"event: message\ndata: {json.dumps(news)}\n\nevent: message\ndata: {body}\n\n"
                self.send(200, "text/event-stream", body.encode())
            else:
                self.send(200, "application/json", body.encode())


if transport == "stdio":
    for line in sys.stdin:
        message = json.loads(line)
        if "id" in message:
            print(json.dumps(answer(message)), flush=True)
    note("the input is closed")
else:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(f"http://127.0.0.1:{server.server_port}/mcp", flush=True)
    server.serve_forever()
