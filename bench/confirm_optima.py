#!/usr/bin/env python3
"""Confirms the highest scores of Masters Gallery by a second method: python3 bench/confirm_optima.py

For `seed-base`, `seed-awards` and `seed-draw` with 2 to 5 players it finds the highest final score S that one player can have
when all cooperate, writes a legal game that reaches it, and goes through everything that could reach S + 1. It takes no bound,
no game and no code from the rest of the project: only the rules page. The first run makes its own environment (numba).

THE MODEL. Only regular games count: every round is closed and nobody is skipped. So
 1. the closer's left opens the next round, and turn t of the whole game, counted from 0, belongs to seat t mod n. With the
    player's seat p, the last turns of the rounds say how many turns he has in each and which rounds he closes;
 2. a seat's first k turns take k cards, and what it is dealt is free; so it needs just k <= dealt so far + drawn so far. Turns
    are shared out evenly, so without draws this is: turns so far <= n * dealt, and with draws it implies turns so far <=
    n * dealt + draw cards played so far <= n * dealt + artists that have appeared. (The deck has enough for five draws.)
 3. the closing artist has 6 cards (5 with two players), every other at most one less, so the closer is always first; the last
    card is his and the closer plays it. Any order of the other cards is legal, and who of the others plays what is free; so
    the player scores from the counts by round and artist and his share of them, and of the first he has at most 5 (4), one
    more if he closes, and then at least one;
 4. over the game an artist has at most his 17 to 21 cards; symbol cards are among them;
 5. awards: after a round at most as many have been placed as artists have appeared, as each has one award card. If e artists
    appear in round 1, to place e in round 1 and 5 - e in round 2 is at least as good for the score as anything that can
    happen, because an award placed earlier counts in more rounds. For given plays the score is linear in the places of the
    awards of a round, so that one artist may get them all, and he may be one who is ranked. (A plan with 5 - e awards in round
    2 is only taken as a game when all artists have appeared by then; that no other reaches S + 1 is checked as well.)
Where this says "implies" or "at least as good" the model allows more than the rules, never less: it bounds the score from
above. From below, every plan is made into a game, seat by seat and card by card, and played by the rules.

THE SEARCH. A case says who is first, second and third in each round, with the artists as labels, and the awards of point 5
(gallery_cases.py: 435 625 rankings, times 105 with awards). With it the values are known.
 a. Coarse bound of all cases: every round has as many cards as can be, artists without limits, hands as in point 2.
 b. Price bound (gallery_plans.py): each artist's limit gets a price instead, and a dynamic programme over rounds and turns finds the
    most that a game can score less the price of its cards. With any prices >= 0 that plus the price of all limits is a bound;
    first for all ways to call the labels A to E at once (the dearest label has the longest limit), then for each.
 c. What is left is searched plan by plan (counts of all five artists in all four rounds, ties to the left, limits, hands), cut by
    the prices of b.
Targets go down from the highest coarse bound until a plan is found; the best of that pass is S. A last pass with target S + 1
over all cases must find nothing.
"""

import argparse
import itertools
import sys
import time

from own_environment import restart_in

PACKAGES = ["numba==0.68.1", "numpy==2.4.6"]


def solve(players, closing, cards, dealt, awards, draws, log=lambda line: None):
    """The best plan, and whether nothing higher exists; None when there is no game. `dealt` is what a seat has been dealt by
    each round.

    Returns a dictionary: score, bound (equal to it when proven), plan, cases (settled in the last pass), find, prove
    (CPU seconds)."""
    import numpy as np

    import gallery_cases as gc
    import gallery_plans as gp

    start = time.process_time()
    cards = np.array(cards)
    hands = np.array(dealt)
    last = players * hands + (5 if draws else 0)
    outcomes, counts = gc.all_outcomes()
    assignments = np.array(list(itertools.permutations(range(5))))

    def scan(target, room):
        histogram, cases, found = np.zeros(1000, np.int64), np.zeros((room, 17), np.int64), 0
        for plan in gc.award_plans(awards):
            found = gc.scan(players, closing, last, cards.max(), *plan, target, outcomes, counts, histogram, cases, found)
        cases = cases[:found]
        return histogram, cases[np.argsort(-cases[:, 16], kind="stable")]

    def settle(target):
        cases = scan(target, int(histogram[target:].sum()))[1]
        goal = np.array([target])
        plan, case, artist, stats = (np.zeros(shape, np.int64) for shape in ((5, 7), 17, 5, 5))
        gp.settle_all(players, closing, last, hands, bool(draws), cards, cases, goal, assignments, plan, case, artist, stats)
        log(f"target {target}: {len(cases)} cases, {stats[gp.OPEN]} not closed by prices, {stats[gp.NODES]} nodes, best "
            f"{int(goal[0]) - 1 if stats[gp.FOUND] else 'below'}")
        return int(goal[0]) - 1, plan, case, artist, stats, len(cases)

    histogram = scan(10**6, 0)[0]
    if not histogram.any():
        return None
    target = highest = int(np.nonzero(histogram)[0].max())
    log(f"{int(histogram.sum())} cases, coarse bound {highest}")
    while True:
        target = max(target - highest // 80 - 1, 0)
        score, plan, case, artist, stats, _ = settle(target)
        if stats[gp.FOUND]:
            break
        if target == 0:
            return None
    found = time.process_time()
    _, _, _, _, stats, cases = settle(score + 1)
    if stats[gp.FOUND]:
        raise SystemExit("the last pass found more than the one before: this is a mistake in the program")
    return {
        "score": score,
        "bound": max(score, int(stats[gp.UNSETTLED])),
        "plan": describe(players, plan, case, artist, awards, draws),
        "cases": cases,
        "find": found - start,
        "prove": time.process_time() - found,
    }


def describe(players, plan, case, artist, awards, draws):
    """Returns a plan by artists in row order: cards and own[round][artist], awards and targets[round], seat."""
    import gallery_cases as gc

    values = [0] * 5
    described = {"players": players, "seat": int(plan[4, 0]), "cards": [], "own": [], "award_cards": awards, "draw_cards": draws}
    described["awards"] = [int(case[12]), int(case[13]), 0, 0]
    described["targets"] = [int(artist[case[14 + r]]) if r < 2 and case[14 + r] >= 0 else None for r in range(4)]
    for r in range(4):
        ranked = [int(a) for a in case[3 * r : 3 * r + 3] if a >= 0]
        order = ranked + [a for a in range(5) if a not in ranked]
        count, own, worth = [0] * 5, [0] * 5, [0] * 5
        for label, number in zip(order, plan[r, :5]):
            count[artist[label]] = int(number)
        for place, label in enumerate(ranked):
            values[label] += int(gc.GAINS[place])
            for early in range(2):
                if case[14 + early] == label and r >= early:
                    worth[artist[label]] += 2 * int(case[12 + early])
            worth[artist[label]] += values[label]
        first, k, closes = int(artist[ranked[0]]), int(plan[r, 5]), int(plan[r, 6])
        room = [number - (a == first and not closes) for a, number in enumerate(count)]
        if closes:
            own[first], k = 1, k - 1
        for a in sorted(range(5), key=lambda a: -worth[a]):
            more = min(k, room[a] - own[a])
            own[a] += more
            k -= more
        described["cards"].append(count)
        described["own"].append(own)
    return described


def confirm(players, rules, records, log):
    """Formats one line of the table."""
    import gallery_game as game

    awards, draws = game.RULES[rules]
    dealt = list(itertools.accumulate(game.DEALT[players]))
    wall = time.time()
    answer = solve(players, 5 if players == 2 else 6, game.CARDS, dealt, awards, draws, log)
    built = game.build(answer["plan"])
    if built is None:
        raise SystemExit(f"{rules}, {players} players: no game was found that follows the plan {answer['plan']}")
    deck, plays = built
    scores = game.play(players, awards, draws, deck, plays)
    if scores[answer["plan"]["seat"]] != answer["score"]:
        raise SystemExit(f"{rules}, {players} players: the game gives {scores}, not {answer['score']}")
    if records:
        with open(records, "a", encoding="utf-8") as file:
            file.write(game.record(players, rules, deck, plays, scores) + "\n")
    verdict = "yes" if answer["bound"] == answer["score"] else f"no, at most {answer['bound']}"
    return (
        f"| {rules} | {players} | {answer['score']} | {answer['plan']['seat']} | {verdict} | {answer['cases']} "
        f"| {answer['find']:.1f} | {answer['prove']:.1f} | {time.time() - wall:.1f} |"
    )


def main():
    parser = argparse.ArgumentParser(description="Confirms the optima of Masters Gallery, independently of parlour optimise.")
    parser.add_argument("--players", type=int, choices=[2, 3, 4, 5], help="only this number of players (default: 2 to 5)")
    parser.add_argument("--rules", choices=["seed-base", "seed-awards", "seed-draw"], help="only these rules (default: all three)")
    parser.add_argument("--records", metavar="FILE", help="append the games, for `parlour replay`")
    parser.add_argument("--small", type=int, metavar="N", help="instead: compare N random small rule sets with an exhaustive search")
    parser.add_argument("--verbose", action="store_true", help="print what each pass found")
    arguments = parser.parse_args()
    restart_in("confirm-optima", PACKAGES)
    sys.dont_write_bytecode = True

    def log(line):
        if arguments.verbose:
            print("   ", line, flush=True)

    if arguments.small is not None:
        import gallery_small

        gallery_small.compare(arguments.small, solve)
        return
    begin = time.process_time()
    solve(2, 2, [3] * 5, [2, 3, 4, 5], 1, 1)  # so that the times below are without the compiler's
    print(f"Compiled in {time.process_time() - begin:.1f} s of processor time.\n")
    print("| rules | players | highest | seat | nothing higher | cases at S + 1 | find s | prove s | wall s |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    for rules in [arguments.rules] if arguments.rules else ["seed-base", "seed-awards", "seed-draw"]:
        for players in [arguments.players] if arguments.players else [2, 3, 4, 5]:
            print(confirm(players, rules, arguments.records, log), flush=True)


if __name__ == "__main__":
    main()
