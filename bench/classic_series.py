#!/usr/bin/env python3
"""Series of games between five classic agents of clients/python, to check that no message is lost.

    python3 bench/classic_series.py PARLOUR [RUNS [GAMES]]

PARLOUR is the binary. Each of the RUNS (60) starts `parlour host modern-art` with five seats on a free port and five
agents, each a process of its own, and plays GAMES (20). A run passes when all games end, every agent ends with
status 0 and the table counts no fault. Prints a line a run, then the games a second; ends with status 1 if a run fails.
"""

import json
import os
import re
import resource
import subprocess
import sys

AGENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../clients/python/classic_agent.py")
SEATS = 5
# A series takes seconds; after this time it hangs.
PATIENCE = 600


def series(parlour, games):
    """Plays one series. Returns the result of the host and the errors."""
    line = [parlour, "host", "modern-art", "--rules", "simple", "--listen", "127.0.0.1:0", "--seats", str(SEATS)]
    line += ["--games", str(games), "--json", "-v"]
    table = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    agents = []
    try:
        port = re.search(r":(\d+)$", table.stderr.readline().strip())[1]
        for number in range(SEATS):
            agents.append(subprocess.Popen([sys.executable, AGENT, f"agent {number}", "127.0.0.1", port]))
        out, told = table.communicate(timeout=PATIENCE)
        statuses = [agent.wait(timeout=PATIENCE) for agent in agents]
    finally:
        for process in [table, *agents]:
            process.kill()
            process.wait()
    if table.returncode != 0:
        return None, f"the table ended with status {table.returncode}: {told.strip()[-200:]}"
    result = json.loads(out)
    faults = [seat["faults"] for seat in result["seats"]]
    if result["games"] != games or len(faults) != SEATS or any(faults) or any(statuses):
        return result, f"games {result['games']}, faults {faults}, statuses {statuses}"
    return result, None


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    runs, games = (int(text) for text in (sys.argv[2:] + ["60", "20"][len(sys.argv) - 2 :]))
    seconds, failures = 0.0, 0
    for run in range(1, runs + 1):
        result, wrong = series(sys.argv[1], games)
        failures += wrong is not None
        seconds += result["seconds"] if result else 0
        print(f"run {run}: {wrong or 'no message lost'}, {result['seconds'] if result else 0:.2f} s", flush=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    played = runs * games
    print(
        f"{runs} runs of {games} games, {failures} failed; {played / seconds if seconds else 0:.1f} games a second by the clock; "
        f"processor time of a game, table and agents: {1000 * (used.ru_utime + used.ru_stime) / played:.0f} ms"
    )
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
