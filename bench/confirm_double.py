#!/usr/bin/env python3
"""Confirms the highest scores of `seed-double` by a second method: python3 bench/confirm_double.py --players 5 --score 324

It shows that no game of Masters Gallery with the rules `seed-double` has more than the score: one player's, all
cooperating, in any seat. It takes no bound and no code from the rest of the project: only the rules page. The first run
makes its own environment (numba, OR-Tools). That the score is reached, the records in bench/optima.jsonl show.

THE MODEL. Every round is closed and nobody is skipped, so turn t of the whole game, from 0 on, belongs to seat t mod n. M is
the player, in seat s. Only numbers matter: S cards of each artist in each round, m of them M's, draw cards (d) and second cards
(e) that M plays, and those that others play.
 1. One artist has K cards in a round (6, with two players 5), all others at most K - 1. Ranked artists have at least one card;
    of those who are not, none has any unless three are ranked. The second has as many as the third, and the third as many as
    each artist who is not ranked, and one more where the row would decide a tie otherwise.
 2. An artist has 17 to 21 cards in all, one of them with each symbol. A draw is one of M's cards or of the others'. For a second
    card there are two more: the card with the symbol, and the second one, whose own symbol does nothing: d + 2 e <= m for M, and
    d + 2 e <= S - m for the others.
 3. Up to each round M's cards less those drawn are at most those dealt to M, and the others' likewise.
 4. With T turns and W of M up to a round (a second card is no turn), n (W - 1) + 1 + s <= T <= n W + s. If M closes the round,
    T = n (W - 1) + 1 + s, and M has a card of the first; if not, T is more, and M has at most K - 1 of the first.
 5. A token adds 2 for each card of its artist that scores from its round on, so all five add at most 10 for each scored card of
    X, the artist of whom M scores most cards.
This allows more than the rules, never less, so that it bounds the score from above.

THE PROOF. A leaf is a ranking of each round, X and s: 85^4 * 5 * n. In a leaf what a card pays is a constant, and 1 to 5 are
linear in whole numbers.
 a. With a price on the limits that tie the artists together (3, 4, and the order in 1), each artist is best used for itself,
    which depends on its places in the rounds only: a table of 5^4 patterns, by dynamic programming in whole numbers. A leaf's
    bound is the price of all there is and five look-ups. Any prices that are not negative give a bound.
 b. Prices come from linear programs (GLOP) of leaves that no prices so far bring below the target, the highest first; each is
    tried on all leaves.
 c. A leaf that its own prices do not rule out is decided by CP-SAT with all of 1 to 5: is there a solution with the target?
"""

import argparse
import itertools
import sys
import time

from gallery_leaves import ARTISTS, DEALT, GAINS, LIMITS, OUT, POINT, ROUNDS, all_rankings, closing_number, places_of
from own_environment import restart_in

PACKAGES = ["numba==0.68.1", "numpy==2.4.6", "ortools==9.15.6755"]

PLACES = 5


class Leaves:
    """All leaves of a number of players, and what is known of them."""

    def __init__(self, players, score):
        import numpy as np

        self.np = np
        self.players, self.target = players, score + 1
        self.closing = closing_number(players)
        self.dealt = list(itertools.accumulate(DEALT[players]))
        self.rankings = all_rankings()
        self.places = np.array([places_of(ranking) for ranking in self.rankings], np.int64)
        # How many more cards the second needs than the third, and the third than those who are not ranked, where they are equal.
        self.ties = {"third": [], "out": []}
        for ranking in self.rankings:
            others = set(range(ARTISTS)) - set(ranking)
            self.ties["third"].append(int(ranking[1:2] > ranking[2:3]) if len(ranking) == 3 else 0)
            self.ties["out"].append(sum(other < ranking[2] for other in others) if len(ranking) == 3 else 0)
        self.sets = []  # price sets with their tables, those that ruled out most lately first
        self.programs = self.solved = 0

    def paid(self, places, is_target):
        """What a card of the artist pays in each round."""
        gained, paid = 0, []
        for place in places:
            gained += GAINS[place]
            paid.append(gained + 10 * is_target if place < OUT else 0)
        return paid

    def limits_between(self):
        """How much there is of each limit that ties the artists together, without what the seat and the closer add."""
        n = self.players
        return {
            "own": self.dealt,
            "others": [(n - 1) * cards for cards in self.dealt],
            "ahead": [n - 2] * ROUNDS,
            "behind": [0] * ROUNDS,
            "closing": [0] * ROUNDS,
            "third": [0] * ROUNDS,
            "out": [0] * ROUNDS,
        }

    def usage(self, limit, q, r, place):
        """What the limit of round q takes of (S, m, closing card of M, d and e of M, d and e of others) in round r."""
        n = self.players
        if limit in ("own", "others", "ahead", "behind") and r > q or limit in ("closing", "third", "out") and r != q:
            return (0,) * 7
        if limit == "own":
            return (0, 1, 0, -1, 0, 0, 0)
        if limit == "others":
            return (1, -1, 0, 0, 0, -1, 0)
        if limit == "ahead":
            return (-1, n, 0, 0, 1 - n, 0, 1)
        if limit == "behind":
            return (1, -n, 0, 0, n - 1, 0, -1)
        if limit == "closing":
            return (0, 0, 1, 0, 0, 0, 0)
        factor = {"third": {2: 1, 1: -1}, "out": {OUT: 1, 2: -2}}[limit].get(place, 0)
        return (factor, 0, 0, 0, 0, 0, 0)

    def closer(self, limit, seat):
        """What the limit takes if M closes the round, and whatever happens."""
        n = self.players
        return {"ahead": (-1, seat), "behind": (n - 1, -seat), "closing": (-1, 0)}.get(limit, (0, 0))

    def tables(self, prices):
        """The best of an artist by its places, with these prices in thousandths."""
        np = self.np
        costs = np.zeros((ROUNDS, PLACES, 7), np.int64)
        for (limit, q), price in prices.items():
            for r in range(ROUNDS):
                for place in range(PLACES):
                    costs[r, place] += price * np.array(self.usage(limit, q, r, place))
        return tables(costs, self.closing, np.array(LIMITS), np.array(GAINS))

    def constants(self, prices, seat):
        """The price of all there is and the best of who closes each round, as a table by round and ranking, since ties are
        decided by the row."""
        np = self.np
        total = 0
        closers = [0] * ROUNDS
        there = self.limits_between()
        for (limit, q), price in prices.items():
            closes, always = self.closer(limit, seat)
            total += price * (there[limit][q] - always)
            closers[q] -= price * closes
        table = np.zeros((ROUNDS, len(self.rankings)), np.int64)
        for (limit, q), price in prices.items():
            if limit in self.ties:
                table[q] -= price * np.array(self.ties[limit])
        table[0] += total + sum(max(0, closer) for closer in closers)
        return table

    def prices(self, leaf, x, seat):
        """Prices from the linear program of a leaf, in which each limit can be broken for a price."""
        from ortools.linear_solver import pywraplp

        solver = pywraplp.Solver.CreateSolver("GLOP")
        upper, infinity = self.closing, solver.infinity()
        places = self.places[list(leaf)]
        rows = {(limit, q): [] for limit in self.limits_between() for q in range(ROUNDS)}
        objective = []
        for artist in range(ARTISTS):
            paid = self.paid(places[:, artist], artist == x)
            cards, draws, seconds = [], [], []
            for r in range(ROUNDS):
                place = places[r, artist]
                least, most = self.cards_at(int(place))
                new = [solver.NumVar(least, most, ""), solver.NumVar(0, upper, "")]
                new += [solver.NumVar(0, int(place == 0), "")] + [solver.NumVar(0, 1, "") for _ in range(4)]
                s, m, k, own_draw, own_second, draw, second = new
                solver.Add(m <= s)
                solver.Add(m - k <= upper - 1)
                solver.Add(k <= m)
                solver.Add(own_draw + 2 * own_second <= m)
                solver.Add(draw + 2 * second <= s - m)
                cards.append(s)
                draws += [own_draw, draw]
                seconds += [own_second, second]
                objective.append(int(paid[r]) * m)
                for (limit, q), row in rows.items():
                    factors = self.usage(limit, q, r, place)
                    row += [factor * var for factor, var in zip(factors, new) if factor]
            solver.Add(solver.Sum(cards) <= LIMITS[artist])
            solver.Add(solver.Sum(draws) <= 1)
            solver.Add(solver.Sum(seconds) <= 1)
        closes = [solver.NumVar(0, 1, "") for _ in range(ROUNDS)]
        there, added = self.limits_between(), {}
        for (limit, q), row in rows.items():
            by_closer, always = self.closer(limit, seat)
            broken = solver.NumVar(0, infinity, "")
            objective.append(-100 * broken)
            left = solver.Sum(row) + by_closer * closes[q] - broken
            tie = self.ties[limit][leaf[q]] if limit in self.ties else 0
            added[limit, q] = solver.Add(left <= there[limit][q] - always - tie)
        solver.Maximize(solver.Sum(objective))
        status = solver.Solve()
        self.programs += 1
        if status == pywraplp.Solver.INFEASIBLE:
            # An artist is first too often for its cards: no prices are needed.
            return {}
        if status != pywraplp.Solver.OPTIMAL:
            raise SystemExit("a linear program was not solved")
        return {key: max(0, round(POINT * row.dual_value())) for key, row in added.items() if row.dual_value() > 0}

    def cards_at(self, place):
        k = self.closing
        return [(k, k), (1, k - 1), (1, k - 1), (0, k - 1), (0, 0)][place]

    def reaches(self, leaf, x, seat):
        """Whether a leaf has a solution with the target, by CP-SAT."""
        from ortools.sat.python import cp_model

        model, n, k = cp_model.CpModel(), self.players, self.closing
        places = self.places[list(leaf)]
        size = (ARTISTS, ROUNDS)
        s, m = ([[None] * ROUNDS for _ in range(ARTISTS)] for _ in range(2))
        flags = {name: [[None] * ROUNDS for _ in range(ARTISTS)] for name in ("d", "e", "od", "oe")}
        points = []
        for a, r in itertools.product(*map(range, size)):
            s[a][r] = model.new_int_var(*self.cards_at(places[r, a]), "")
            m[a][r] = model.new_int_var(0, k, "")
            d, e, od, oe = (model.new_bool_var("") for _ in range(4))
            for name, flag in zip(("d", "e", "od", "oe"), (d, e, od, oe)):
                flags[name][a][r] = flag
            model.add(m[a][r] <= s[a][r])
            model.add(d + 2 * e <= m[a][r])
            model.add(od + 2 * oe <= s[a][r] - m[a][r])
        for a in range(ARTISTS):
            model.add(sum(s[a]) <= LIMITS[a])
            model.add(sum(flags["d"][a] + flags["od"][a]) <= 1)
            model.add(sum(flags["e"][a] + flags["oe"][a]) <= 1)
            paid = self.paid(places[:, a], a == x)
            points += [int(paid[r]) * m[a][r] for r in range(ROUNDS)]
        model.add(sum(points) >= self.target)

        def up_to(q, grid):
            return sum(grid[a][r] for a in range(ARTISTS) for r in range(q + 1))

        for q in range(ROUNDS):
            own, cards = up_to(q, m), up_to(q, s)
            model.add(own - up_to(q, flags["d"]) <= self.dealt[q])
            model.add(cards - own - up_to(q, flags["od"]) <= (n - 1) * self.dealt[q])
            turns = own - up_to(q, flags["e"])
            every = cards - up_to(q, flags["e"]) - up_to(q, flags["oe"])
            closes = model.new_bool_var("")
            model.add(every >= n * (turns - 1) + 2 + seat - closes)
            model.add(every <= n * turns + seat - (n - 1) * closes)
            ranking = self.rankings[leaf[q]]
            first = m[ranking[0]][q]
            model.add(first >= closes)
            model.add(first <= k - 1 + closes)
            for one, two in zip(ranking[1:], ranking[2:]):
                model.add(s[one][q] >= s[two][q] + int(two < one))
            if len(ranking) == 3:
                third = ranking[2]
                for other in set(range(ARTISTS)) - set(ranking):
                    model.add(s[third][q] >= s[other][q] + int(other < third))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        status = solver.solve(model)
        self.solved += 1
        if status not in (cp_model.INFEASIBLE, cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise SystemExit("CP-SAT did not decide a leaf")
        return status != cp_model.INFEASIBLE

    def settle(self, first, x, seat):
        """Goes through all leaves with this ranking in the first round; returns one that reaches the target, if any."""
        np = self.np
        cut = self.target * POINT
        # Leaves are numbers: the rankings of rounds 2, 3 and 4 in base 85.
        left = np.arange(len(self.rankings) ** 3, dtype=np.int32)
        number = 0
        bounds = np.zeros(0)
        while len(left):
            if number < len(self.sets):
                prices, table = self.sets[number]
                before = len(left)
                constants = self.constants(prices, seat)
                left, bounds = ruled(left, first, x, table, constants, cut, self.places)
                if len(left) * 2 < before and number > 0:
                    self.sets.insert(number // 2, self.sets.pop(number))
                number += 1
                continue
            worst = int(left[np.argmax(bounds)]) if len(bounds) else int(left[0])
            size = len(self.rankings)
            leaf = (first, worst // size**2, worst // size % size, worst % size)
            prices = self.prices(leaf, x, seat)
            table = self.tables(prices)
            constants = self.constants(prices, seat)
            if len(ruled(np.array([worst], np.int32), first, x, table, constants, cut, self.places)[0]):
                if self.reaches(leaf, x, seat):
                    return leaf
                keep = left != worst
                left, bounds = left[keep], bounds[keep] if len(bounds) else bounds
            # Sets that help nobody are not kept.
            before = len(left)
            left, more = ruled(left, first, x, table, constants, cut, self.places)
            bounds = more
            if before - len(left) > 1:
                self.sets.insert(number // 2, (prices, table))
                number += 1
        return None


def compile_kernels():
    """The two inner loops, compiled; they are globals so that the rest reads like Python."""
    import numpy as np
    from gallery_patterns import IMPOSSIBLE, best_by_pattern
    from numba import njit

    @njit(cache=False)
    def best_round(cost, paid, place, closing):
        """The most of an artist in a round by its cards, whether its draw card and its second card are used."""
        best = np.full((closing + 1, 4), -IMPOSSIBLE)
        least, most = (closing, closing) if place == 0 else (1, closing - 1)
        if place == 3:
            least = 0
        if place == 4:
            least, most = 0, 0
        for s in range(least, most + 1):
            for m in range(s + 1):
                value = m * (paid * 1000 - cost[1]) - s * cost[0] - (cost[2] if m == closing else 0)
                for draw in range(3):
                    for second in range(3):
                        own = (draw == 1) + 2 * (second == 1)
                        others = (draw == 2) + 2 * (second == 2)
                        if own > m or others > s - m:
                            continue
                        total = value
                        total -= cost[3] * (draw == 1) + cost[5] * (draw == 2)
                        total -= cost[4] * (second == 1) + cost[6] * (second == 2)
                        symbols = int(draw > 0) + 2 * int(second > 0)
                        best[s, symbols] = max(best[s, symbols], total)
        return best

    @njit(cache=False)
    def tables(costs, closing, limits, gains):
        """By X or not, pattern and artist; patterns are places in base 5, the first round in the lowest digit."""
        result = np.empty((2, 625, 5), np.int64)
        for is_x in range(2):
            rounds = np.zeros((4, 5, 13, closing + 1, 4), np.int64)
            for r in range(4):
                for place in range(5):
                    for gained in range(13):
                        paid = gained + 10 * is_x if place < 3 else 0
                        rounds[r, place, gained] = best_round(costs[r, place], paid, place, closing)
            result[is_x] = best_by_pattern(rounds, limits, gains)
        return result

    @njit(cache=False)
    def ruled(left, first, x, table, constants, cut, places):
        """The leaves whose bound is not below the cut, and their bounds."""
        size = len(places)
        kept = np.empty(len(left), np.int32)
        bounds = np.empty(len(left), np.int64)
        count = 0
        for leaf in left:
            two, three, four = leaf // (size * size), leaf // size % size, leaf % size
            bound = constants[0, first] + constants[1, two] + constants[2, three] + constants[3, four]
            for artist in range(5):
                pattern = places[first, artist] + 5 * places[two, artist]
                pattern += 25 * places[three, artist] + 125 * places[four, artist]
                bound += table[int(artist == x), pattern, artist]
            if bound >= cut:
                kept[count] = leaf
                bounds[count] = bound
                count += 1
        return kept[:count].copy(), bounds[:count].copy()

    globals()["tables"], globals()["ruled"] = tables, ruled


def main():
    parser = argparse.ArgumentParser(description="Confirms that seed-double has no higher score, independently of parlour optimise.")
    parser.add_argument("--players", type=int, choices=[2, 3, 4, 5], required=True)
    parser.add_argument("--score", type=int, required=True, help="the score that nothing is to exceed")
    parser.add_argument("--verbose", action="store_true", help="print how far it is")
    arguments = parser.parse_args()
    restart_in("confirm-double", PACKAGES)
    sys.dont_write_bytecode = True
    compile_kernels()
    leaves = Leaves(arguments.players, arguments.score)
    start, count = time.process_time(), 0
    for x, seat in itertools.product(reversed(range(ARTISTS)), range(arguments.players)):
        for first in range(len(leaves.rankings)):
            found = leaves.settle(first, x, seat)
            if found is not None:
                rankings = ["".join("ABCDE"[artist] for artist in leaves.rankings[number]) for number in found]
                raise SystemExit(f"not shown: with the rankings {rankings}, X = {'ABCDE'[x]}, seat {seat} the model has more")
            count += len(leaves.rankings) ** 3
        if arguments.verbose:
            print(
                f"X = {'ABCDE'[x]}, seat {seat}: {count} leaves, {leaves.programs} linear programs, {len(leaves.sets)} price sets, "
                f"{leaves.solved} leaves by CP-SAT, {time.process_time() - start:.0f} s",
                flush=True,
            )
    print(
        f"seed-double, {arguments.players} players: nothing above {arguments.score} in {count} leaves; {leaves.programs} linear programs, "
        f"{leaves.solved} leaves decided by CP-SAT, {time.process_time() - start:.1f} s of processor time"
    )


if __name__ == "__main__":
    main()
