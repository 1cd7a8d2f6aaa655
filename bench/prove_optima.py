#!/usr/bin/env python3
"""Table of the highest scores of Masters Gallery, each proven and its certificate checked.

    cargo build --release
    python3 bench/prove_optima.py                         # the twelve
    python3 bench/prove_optima.py --objective max-total   # another question
    python3 bench/prove_optima.py --seats                 # each seat for itself
    python3 bench/prove_optima.py --rules seed-double --time 600 --keep DIR
    python3 bench/prove_optima.py --rules full --time 600 --games bench/optima.jsonl

For each line `parlour optimise` writes a game and a certificate, `parlour replay` plays the game, and `parlour verify` checks
the certificate. Processor times are user and system time of the process, all threads together; memory is the most that was
resident. `--games` keeps the best games and the lowest bounds that were verified, a JSON object for each rule set and number of
players: what the page "How high can it go?" shows. The exit status is 1 when a line of seed-base, seed-awards or seed-draw is not proven, or anything fails.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

MUST = ["seed-base", "seed-awards", "seed-draw"]
ALL = [*MUST, "seed-double", "full"]


def run(command):
    """Runs a command; returns its output, CPU seconds, wall seconds, peak MiB."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"failed: {' '.join(command)}")
    seconds = usage.ru_utime + usage.ru_stime
    return output, seconds, time.monotonic() - start, usage.ru_maxrss / 1024


def keep_game(path, verified, record):
    """Replaces the line of the rules and players, where the game is better or the bound lower."""
    lines = []
    if os.path.exists(path):
        with open(path, encoding="utf-8") as games:
            lines = [json.loads(one) for one in games]
    with open(record, encoding="utf-8") as game:
        new = {key: verified[key] for key in ("rules", "players", "score", "bound")} | {"record": json.load(game)}
    same = [one for one in lines if (one["rules"], one["players"]) == (new["rules"], new["players"])]
    for old in same:
        lines.remove(old)
        if old["score"] >= new["score"]:
            new["score"], new["record"] = old["score"], old["record"]
        new["bound"] = min(new["bound"], old["bound"])
    lines.append(new)
    lines.sort(key=lambda one: (ALL.index(one["rules"]), one["players"]))
    with open(path + ".new", "w", encoding="utf-8") as games:
        games.writelines(json.dumps(one, separators=(",", ":")) + "\n" for one in lines)
    os.replace(path + ".new", path)


def line(args, rules, players, seat, folder):
    """Answers one question; returns its row of the table, and whether it was proven and checked."""
    name = f"{rules}-{players}-{args.objective}-{seat}"
    record, certificate = (os.path.join(folder, f"{name}.{kind}") for kind in ("json", "cert"))
    question = ["--players", str(players), "--rules", rules, "--seat", str(seat), "--objective", args.objective]
    files = ["--record", record, "--certificate", certificate]
    command = [args.parlour, "optimise", "masters-gallery", *question, *files, "--time", str(args.time), "--json"]
    output, seconds, wall, mib = run(command)
    found = json.loads(output)
    replayed = run([args.parlour, "replay", record])[0]
    checked = ["", ""]
    proven = found["proven"]
    # Of the score, or of the bound.
    if os.path.exists(certificate):
        output, verify, _, _ = run([args.parlour, "verify", certificate, "--json"])
        verified = json.loads(output)
        if (verified["score"], verified["bound"]) != (found["score"], found["bound"]):
            sys.exit(f"{name}: another score or bound was verified")
        checked = [f"{os.path.getsize(certificate):,}".replace(",", " "), f"{verify:.1f}"]
        if args.games and (args.objective, seat) == ("max", "any"):
            keep_game(args.games, verified, record)
    if args.objective != "max-total" and str(found["score"]) not in replayed:
        sys.exit(f"{name}: the replay does not show {found['score']}")
    row = [rules, players, seat, found["score"], found["bound"], "yes" if proven else "no"]
    row += [f"{seconds:.1f}", f"{wall:.1f}", f"{mib:.0f}", found["nodes"], *checked]
    return row, proven or rules not in MUST


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parlour", help="the program (default: target/release/parlour)")
    parser.add_argument("--rules", nargs="*", default=MUST)
    parser.add_argument("--players", nargs="*", type=int, default=[2, 3, 4, 5])
    parser.add_argument("--objective", default="max")
    parser.add_argument("--seats", action="store_true", help="the highest score of each seat, instead of any seat")
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--keep", metavar="DIR", help="keep the games and certificates there")
    parser.add_argument("--games", metavar="FILE", help="keep the best games and the lowest bounds in this file")
    args = parser.parse_args()
    target = os.environ.get("CARGO_TARGET_DIR", "target")
    args.parlour = args.parlour or os.path.join(target, "release", "parlour")
    head = "rules|players|seat|score|bound|proven|processor s|wall s|MiB|parts|certificate bytes|verify s"
    print(f"| {' | '.join(head.split('|'))} |\n|{'---|' * 12}")
    well = True
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or scratch
        os.makedirs(folder, exist_ok=True)
        for rules in args.rules:
            for players in args.players:
                for seat in range(players) if args.seats else ["any"]:
                    row, good = line(args, rules, players, seat, folder)
                    well &= good
                    print(f"| {' | '.join(map(str, row))} |", flush=True)
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
