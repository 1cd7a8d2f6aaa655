#!/usr/bin/env python3
"""Table of proofs in the VeriPB format of the highest scores of Masters Gallery, each checked by VeriPB.

    cargo xtask bench veripb                              # builds parlour, installs veripb, and runs this
    cargo xtask bench veripb --players 2 --keep DIR

For each line `parlour optimise --veripb` writes a pseudo-Boolean program (OPB) and a proof, and `veripb` checks them. Seconds are
processor time. The exit status is 1 if a proof is not accepted, or if with two players it does not show the optimum.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

RULES = ["seed-base", "seed-awards", "seed-draw"]
# With two players, the goal of the project for one proof.
MAX_BYTES, MAX_SECONDS = 100_000_000, 600


def run(command):
    """Runs a command; returns its output and CPU seconds."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"failed: {' '.join(command)}")
    return output, usage.ru_utime + usage.ru_stime


def line(args, rules, players, folder):
    """Proves one bound; returns its row of the table, and whether it is good enough."""
    question = ["--players", str(players), "--rules", rules, "--time", str(args.time), "--veripb", folder, "--json"]
    output, seconds = run([args.parlour, "optimise", "masters-gallery", *question])
    found = json.loads(output)
    files = [os.path.join(folder, f"{rules}-{players}.{kind}") for kind in ("opb", "pbp")]
    output, check = run([args.veripb, *files])
    verified = re.search(r"^s VERIFIED BOUNDS -(\d+) <= obj <= -(\d+)$", output, re.MULTILINE)
    if verified is None:
        sys.exit(f"{rules}, {players} players: the checker says {output}")
    bound, score = map(int, verified.groups())
    if (score, bound) != (found["score"], found["veripb"]["bound"]):
        sys.exit(f"{rules}, {players} players: another score or bound was verified")
    with open(files[0], encoding="utf-8") as program:
        size = re.match(r"\* #variable= (\d+) #constraint= (\d+)", program.readline()).groups()
    sizes = [os.path.getsize(file) for file in files]
    numbers = [*map(int, size), *sizes]
    row = [rules, players, score, bound, *(f"{number:,}".replace(",", " ") for number in numbers)]
    row += [f"{seconds:.1f}", f"{check:.1f}"]
    small = sizes[1] <= MAX_BYTES and check <= MAX_SECONDS
    return row, players > 2 or score == bound and small


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parlour", required=True, help="the program")
    parser.add_argument("--veripb", required=True, help="the checker")
    parser.add_argument("--rules", nargs="*", default=RULES)
    parser.add_argument("--players", nargs="*", type=int, default=[2, 3, 4, 5])
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--keep", metavar="DIR", help="keep the programs and proofs there")
    args = parser.parse_args()
    head = "rules|players|score|bound|variables|constraints|program bytes|proof bytes|search and proof s|check s"
    print(f"| {' | '.join(head.split('|'))} |\n|{'---|' * 10}")
    well = True
    with tempfile.TemporaryDirectory() as scratch:
        folder = args.keep or scratch
        for rules in args.rules:
            for players in args.players:
                row, good = line(args, rules, players, folder)
                well &= good
                print(f"| {' | '.join(map(str, row))} |", flush=True)
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
