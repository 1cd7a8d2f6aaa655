#!/usr/bin/env python3
"""Confirms the highest score of `full` with two players by a second method: python3 bench/confirm_full.py --score 448

It shows that no game of Masters Gallery with the rules `full` and two players has more than the score: one player's, both
cooperating, in either seat. It takes no bound and no code from the rest of the project: only the rules page. The first run
makes its own environment (numba, OR-Tools). That the score is reached, the records in bench/optima.jsonl show.

THE MODEL. M is the player, the other one is "the other". In each round each artist has an extra card or not, and each player has
cards face up (played, second and shown ones), hidden ones and additions. Only these numbers matter, and the symbols carried out.
K = 5 is the closing number. The deck does not run out: 4 extra cards, 56 dealt and 5 drawn are 65 of 95.
 1. There is one extra card in each round. An artist has 17 to 21 cards in all. One card of each artist carries each symbol, which
    is carried out at most once, by M or the other, when it is the first card of a turn. Cards that draw, with which a hidden
    card is laid, that place an award, and of a second card both, are different cards face up of one artist and one player.
 2. Up to each round M's cards less those drawn are at most those dealt to M, and the other's likewise.
 3. While a round goes on, every artist has at most K - 1 cards face up. A closed round ends with a card of an artist who then
    has K, or with a common choice, in which each player shows at most one card. Call these the last cards: each player has at
    most one, an artist's cards without them are at most K - 1, and some artist has at least K with them, none more than K + 1.
    A common choice that closes needs the card with the symbol besides those shown.
 4. Hidden cards of a player in a round are at most the cards with which that player laid them: five at most, as there are five
    such cards. A player adds at most one card of an artist, if that player has one face up or hidden.
 5. The first of a closed round has at least K cards, since the artist who closes it has K; ranked artists have at least one card, and of
    those who are not, none has any unless three are ranked. Each place has at least as many cards as the next, the third as many
    as each artist who is not ranked, and one more where the row would decide a tie otherwise.
 6. A round without a closer ends when both hands are empty: up to it both have used all that was dealt and drawn. No artist has
    K cards face up then, and nobody adds any. The first round is closed: 26 cards cannot lie, when at most 4 of each artist are
    face up and at most five are hidden.
 7. Turns. M's cards face up less second ones are M's turns and what M shows in common choices. Call M's number less the other's
    the lead. M is "out" from the first round on in which M has no card at a turn or a common choice; then M has used up to that
    round all that was dealt and drawn. Turns alternate until somebody is skipped, across rounds as well, since the left of
    who closed, or played last, opens. So up to a closed round, with c = 1 if M closes it and s = 1 if M does not open the game:
    if the other is not out, there is a turn of the other between two of M's and a shown card of the other for each of M's, and
    the lead is at most c - s; if M is not out, it is at least c - s.
 8. Tokens. T(a) are M's scored cards of an artist a, T'(a) those from the second round on. A token of the first round on a adds
    2 T(a), a later one at most 2 T'(a). Let u of the five tokens not be placed in the first round, and X have the most T.
    If u = 0, or X has the most T' too, all add at most 2 (5 - u) T(X) + 2 u T'(X), and 5 - u award cards are played in the first
    round: six cases. If not, another artist Y has the most T'. As T'(Y) <= T(Y) <= T(X), they add at most 8 T(X) + 2 T'(Y): one
    case. If a round has no closer, 10 T(X) is enough: seven cases, one for each set of such rounds.
This allows more than the rules, never less, so that it bounds the score from above.

THE PROOF. A leaf is a case, a ranking of each round, X, and Y where the case has one: 85^4 * (13 * 5 + 20). In a leaf what a card
pays is a constant, and 1 to 7 are linear in whole numbers.
 a. With a price on the limits that tie the artists together (2 to 6, and the awards of 8; 7 is left out, and so are second cards
    and the common choice's own card), each artist is best used for itself, which depends on its places in the rounds only: a
    table of 5^4 patterns, by dynamic programming in whole numbers (gallery_full_tables.py). A leaf's bound is the price of all
    there is and five look-ups. Any prices give a bound, if those of limits of which less may be used than there is are not
    negative. The most over the last rounds' places rules out all leaves that begin with the same rankings.
 b. Prices come from linear programs (GLOP) of leaves that no prices so far bring below the target, the highest first; each is
    tried on all leaves.
 c. A leaf that its own prices do not rule out is decided by CP-SAT with all of 1 to 7: is there a solution with the target? Seat,
    closers, and who is out, are variables. So are the artists' names: leaves that differ in them only are one class, decided
    once.
"""

import argparse
import itertools
import sys
import time

from gallery_leaves import ARTISTS, FIRST, GAINS, LIMITS, NONE, OUT, POINT, ROUNDS, SECOND, THIRD, all_rankings, places_of
from own_environment import restart_in

PACKAGES = ["numba==0.68.1", "numpy==2.4.6", "ortools==9.15.6755"]

CLOSING = 5
DEALT = [13, 19, 25, 28]  # to each player, by the end of each round's deal
# What tokens add to an artist's cards: nothing, those of the first round and late ones, late ones only.
PLAIN, TARGET, LATE = range(3)


class Case:
    """Which rounds are closed, what tokens add in each round, and how many award cards the first round has at least."""

    def __init__(self, name, closed, target, late=None, awards=0):
        self.name, self.closed, self.awards = name, closed, awards
        self.pays = [[0] * ROUNDS, target] + ([late] if late else [])


def all_cases():
    """The cases of point 8."""
    closed = (True,) * ROUNDS
    cases = [Case(f"late tokens: {late}", closed, [10 - 2 * late, 10, 10, 10], awards=5 - late) for late in range(6)]
    cases.append(Case("late tokens on Y", closed, [8] * ROUNDS, late=[0, 2, 2, 2]))
    for later in itertools.product((True, False), repeat=ROUNDS - 1):
        if not all(later):
            name = ", ".join(str(number) for number, is_closed in enumerate(later, 2) if not is_closed)
            cases.append(Case(f"no closer in round {name}", (True, *later), [10] * ROUNDS))
    return cases


def paid(places, pays):
    """What a card pays in each round at these places."""
    gained, values = 0, []
    for place, tokens in zip(places, pays):
        gained += GAINS[place]
        values.append(gained + tokens if place <= THIRD else 0)
    return values


class Plan:
    """Points 1 to 7 as a CP-SAT model, for a case, a ranking of each round, and a target.

    Rankings and roles are of labels; which artist a label is, is a variable."""

    def __init__(self, case, rankings, roles, target, dealt=DEALT):
        from ortools.sat.python import cp_model

        self.cp_model = cp_model
        self.model = model = cp_model.CpModel()
        self.case = case
        labels, rounds = range(ARTISTS), range(ROUNDS)

        def flags(is_possible=True):
            return [model.new_bool_var("") if is_possible else 0 for _ in labels]

        def numbers(most):
            return [model.new_int_var(0, most, "") for _ in labels]

        self.names = [model.new_int_var(0, ARTISTS - 1, "") for _ in labels]
        model.add_all_different(self.names)
        # before[a][b]: label a is further left in the row than label b.
        before = [[None] * ARTISTS for _ in labels]
        for a, b in itertools.combinations(labels, 2):
            before[a][b] = model.new_bool_var("")
            before[b][a] = 1 - before[a][b]
            model.add(self.names[a] < self.names[b]).only_enforce_if(before[a][b])
            model.add(self.names[a] > self.names[b]).only_enforce_if(before[a][b].Not())
        self.seat = model.new_bool_var("")
        self.rounds = []
        cards = []  # by round and label
        for r in rounds:
            closed = case.closed[r]
            v = {"extra": flags(), "full": flags(closed), "closes": model.new_bool_var("") if closed else 0}
            v["out"], v["other_out"] = model.new_bool_var(""), model.new_bool_var("")
            for who in ("own", "other"):
                v[who] = {
                    "face_up": numbers(CLOSING),
                    "laid": numbers(ARTISTS),  # one card of each artist lets a player lay one
                    "added": flags(closed),
                    "last": flags(closed),
                    "shown": flags(closed),
                    "together": flags(closed),
                    "draw": flags(),
                    "second": flags(),
                    "hidden": flags(),
                    "award": flags(r == 0),
                }
                one = v[who]
                for a in labels:
                    symbols = one["draw"][a] + 2 * one["second"][a] + one["hidden"][a] + one["award"][a] + one["together"][a]
                    model.add(symbols + one["shown"][a] <= one["face_up"][a])
                    model.add(one["last"][a] <= one["face_up"][a])
                    model.add(one["added"][a] <= one["face_up"][a] + one["laid"][a])
                model.add(sum(one["laid"]) <= sum(one["hidden"]))
            own, other = v["own"], v["other"]
            model.add(sum(v["extra"]) == 1)
            face_up = [v["extra"][a] + own["face_up"][a] + other["face_up"][a] for a in labels]
            for a in labels:
                last = sum(v[who][what][a] for who in ("own", "other") for what in ("last", "shown"))
                model.add(face_up[a] - last <= CLOSING - 1)
                if closed:
                    model.add(face_up[a] >= CLOSING * v["full"][a])
                    model.add(own["last"][a] + other["last"][a] <= v["full"][a])
            together = sum(own["together"]) + sum(other["together"])
            if closed:
                model.add(sum(v["full"]) >= 1)
                model.add(sum(own["last"]) + sum(own["together"]) == v["closes"])
                model.add(sum(other["last"]) + sum(other["together"]) == 1 - v["closes"])
                model.add(sum(own["shown"]) <= together)
                model.add(sum(other["shown"]) <= together)
            else:
                model.add(v["out"] == 1)
                model.add(v["other_out"] == 1)
            self.rounds.append(v)
            cards.append(
                [face_up[a] + own["laid"][a] + other["laid"][a] + own["added"][a] + other["added"][a] for a in labels]
            )
            self.rank(rankings[r], cards[r], before, closed)
        for a in labels:
            # Each artist in the row has one card more than the artist before.
            model.add(sum(cards[r][a] for r in rounds) <= LIMITS[0] + self.names[a])
            for symbol in ("draw", "second", "hidden", "award", "together"):
                model.add(sum(v[who][symbol][a] for v in self.rounds for who in ("own", "other")) <= 1)
        if case.awards:
            model.add(sum(self.rounds[0]["own"]["award"]) + sum(self.rounds[0]["other"]["award"]) >= case.awards)
        self.limit_hands(dealt)
        self.limit_turns()
        points = []
        for a in labels:
            places = [places_of(ranking)[a] for ranking in rankings]
            for v, value in zip(self.rounds, paid(places, case.pays[roles[a]])):
                if value:
                    points.append(value * (v["own"]["face_up"][a] + v["own"]["laid"][a] + v["own"]["added"][a]))
        model.add(sum(points) >= target)

    def rank(self, ranking, cards, before, closed):
        """The cards of a round are such that the artists are ranked like this."""
        self.model.add(cards[ranking[0]] >= (CLOSING if closed else 1))
        rest = [a for a in range(ARTISTS) if a not in ranking]
        for one, two in zip(ranking, ranking[1:]):
            self.model.add(cards[one] >= cards[two] + before[two][one])
        self.model.add(cards[ranking[-1]] >= 1)
        for a in rest:
            if len(ranking) == 3:
                self.model.add(cards[ranking[2]] >= cards[a] + before[a][ranking[2]])
            else:
                self.model.add(cards[a] == 0)

    def limit_hands(self, dealt):
        """What each has played up to each round, less what was drawn, and what holds when the hand was empty."""
        for who, out in (("own", "out"), ("other", "other_out")):
            used = 0
            for r, v in enumerate(self.rounds):
                one = v[who]
                # Not `+=`, which changes an expression of OR-Tools in place.
                used = used + sum(one["face_up"]) + sum(one["laid"]) + sum(one["added"]) - sum(one["draw"])
                self.model.add(used <= dealt[r])
                is_first = [v[out]]
                if r:
                    self.model.add(v[out] >= self.rounds[r - 1][out])
                    is_first.append(self.rounds[r - 1][out].Not())
                self.model.add(used >= dealt[r]).only_enforce_if(is_first)
                if not self.case.closed[r]:
                    self.model.add(used >= dealt[r])

    def limit_turns(self):
        """Turns alternate as long as nobody is skipped."""
        lead = 0
        for r, v in enumerate(self.rounds):
            own, other = v["own"], v["other"]
            lead = lead + sum(own["face_up"]) - sum(own["second"]) - sum(other["face_up"]) + sum(other["second"])
            if self.case.closed[r]:
                self.model.add(lead <= v["closes"] - self.seat).only_enforce_if(v["other_out"].Not())
                self.model.add(lead >= v["closes"] - self.seat).only_enforce_if(v["out"].Not())

    def is_possible(self):
        """Whether there is a solution."""
        solver = self.cp_model.CpSolver()
        solver.parameters.num_workers = 1
        status = solver.solve(self.model)
        if status not in (self.cp_model.INFEASIBLE, self.cp_model.OPTIMAL, self.cp_model.FEASIBLE):
            raise SystemExit("CP-SAT did not decide a plan")
        return status != self.cp_model.INFEASIBLE


class Leaves:
    """The leaves of a case, and what is known of them."""

    def __init__(self, case, target, dealt=DEALT, prices=()):
        import gallery_full_tables as kernels
        import numpy as np

        self.np, self.kernels = np, kernels
        self.case, self.target, self.dealt = case, target, dealt
        self.rankings = all_rankings()
        self.places = np.array([places_of(ranking) for ranking in self.rankings], np.int64)
        # How many more cards each place needs than the next, where they would be equal otherwise.
        self.ties = {"second": [], "third": [], "out": []}
        for ranking in self.rankings:
            rest = set(range(ARTISTS)) - set(ranking)
            self.ties["second"].append(int(ranking[1:2] < ranking[:1]) if len(ranking) > 1 else 0)
            self.ties["third"].append(int(ranking[2:3] < ranking[1:2]) if len(ranking) == 3 else 0)
            self.ties["out"].append(sum(other < ranking[2] for other in rest) if len(ranking) == 3 else 0)
        self.rows = self.all_rows()
        self.programs = self.solved = 0
        self.impossible = set()  # classes of leaves that CP-SAT has ruled out
        self.sets = [self.price_set(one) for one in prices] or [self.price_set({})]
        self.stacked = None

    def all_rows(self):
        """The limits that tie the artists together, by name and round: in which rounds they take of an artist, what they take,
        how much there is, and whether all of it has to be used."""
        k, rows = self.kernels, {}
        for q in range(ROUNDS):
            up_to, here, closed = range(q + 1), [q], self.case.closed[q]
            own = {k.FM: 1, k.HM: 1, k.AM: 1, k.DM: -1}
            other = {k.FO: 1, k.HO: 1, k.AO: 1, k.DO: -1}
            rows["own", q] = (up_to, own, self.dealt[q], not closed)
            rows["other", q] = (up_to, other, self.dealt[q], not closed)
            rows["extra", q] = (here, {k.X: 1}, 1, False)
            rows["laid", q] = (here, {k.HM: 1, k.GM: -1}, 0, False)
            rows["other laid", q] = (here, {k.HO: 1, k.GO: -1}, 0, False)
            if closed:
                rows["last", q] = (here, {k.LM: 1}, 1, False)
                rows["other last", q] = (here, {k.LO: 1}, 1, False)
                rows["full", q] = (here, {k.FULL: -1}, -1, False)
            for limit in ("second", "third", "out"):
                rows[limit, q] = (here, {}, 0, False)
        if self.case.awards:
            rows["awards", 0] = ([0], {k.BM: -1, k.BO: -1}, -self.case.awards, False)
        return rows

    def order_factor(self, limit, place):
        """What a limit of the order of artists takes of each card at this place."""
        factors = {"second": {FIRST: -1, SECOND: 1}, "third": {SECOND: -1, THIRD: 1}, "out": {THIRD: -2, OUT: 1}}
        return factors.get(limit, {}).get(place, 0)

    def price_set(self, prices):
        """Prices in thousandths, the tables of artists with them and the constants by round and ranking.

        Prices from another case are left out where this one has no such limit, or if they are negative and less may be used."""
        np, k = self.np, self.kernels
        costs, order = np.zeros((ROUNDS, k.COSTS), np.int64), np.zeros((ROUNDS, 5), np.int64)
        constants = np.zeros((ROUNDS, len(self.rankings)), np.int64)
        prices = {key: price for key, price in prices.items() if key in self.rows and (price > 0 or self.rows[key][3])}
        for (limit, q), price in prices.items():
            rounds, factors, there, _ = self.rows[limit, q]
            constants[0] += price * there
            for r in rounds:
                for cost, factor in factors.items():
                    costs[r, cost] += price * factor
            for place in range(5):
                order[q, place] += price * self.order_factor(limit, place)
            if limit in self.ties:
                constants[q] -= price * np.array(self.ties[limit])
        pays, closed = np.array(self.case.pays), np.array(self.case.closed)
        table = k.tables(costs, order, pays, closed, np.array(LIMITS), np.array(GAINS))
        return prices, table, constants

    def bound(self, leaf, roles, prices):
        """The bound of a leaf under prices."""
        _, table, constants = self.price_set(prices)
        return int(self.kernels.leaf_bound(leaf, self.np.array(roles), table, constants, self.places))

    def digits(self, leaf):
        """The rankings of a leaf, as numbers."""
        size = len(self.rankings)
        return (leaf // size**3, leaf // size**2 % size, leaf // size % size, leaf % size)

    def prices(self, leaf, roles):
        """Prices from the linear program of a leaf, in which each limit can be broken for a price."""
        from ortools.linear_solver import pywraplp

        k = self.kernels
        solver = pywraplp.Solver.CreateSolver("GLOP")
        infinity = solver.infinity()
        numbers = self.digits(leaf)
        places = self.places[list(numbers)]
        rows = {key: [] for key in self.rows}
        objective = []
        for artist in range(ARTISTS):
            values = paid([int(place) for place in places[:, artist]], self.case.pays[roles[artist]])
            total, uses = [], {k.DM: [], k.GM: [], k.BM: []}
            for r in range(ROUNDS):
                place, closed = int(places[r, artist]), self.case.closed[r]
                highest = [1, CLOSING, CLOSING, 5, 5] + [int(closed)] * 5 + [1] * 4 + [int(r == 0)] * 2
                new = [solver.NumVar(0, most, "") for most in highest]
                cards = new[k.X : k.AO + 1]
                face_up = new[k.X] + new[k.FM] + new[k.FO]
                solver.Add(face_up - new[k.LM] - new[k.LO] <= CLOSING - 1)
                solver.Add(new[k.LM] <= new[k.FM])
                solver.Add(new[k.LO] <= new[k.FO])
                if closed:
                    solver.Add(CLOSING * new[k.FULL] <= face_up)
                    solver.Add(new[k.FULL] <= new[k.LM] + new[k.LO])
                    solver.Add(new[k.AM] <= new[k.FM] + new[k.HM])
                    solver.Add(new[k.AO] <= new[k.FO] + new[k.HO])
                solver.Add(new[k.DM] + new[k.GM] + new[k.BM] <= new[k.FM])
                solver.Add(new[k.DO] + new[k.GO] + new[k.BO] <= new[k.FO])
                fewest = (CLOSING if closed else 1) if place == FIRST else int(place <= THIRD)
                if fewest:
                    solver.Add(solver.Sum(cards) >= fewest)
                if place == NONE:
                    solver.Add(solver.Sum(cards) <= 0)
                total += cards
                for symbol, used in uses.items():
                    used += new[symbol : symbol + 2]
                if values[r]:
                    objective.append(values[r] * (new[k.FM] + new[k.HM] + new[k.AM]))
                for (limit, q), row in rows.items():
                    rounds, factors, _, _ = self.rows[limit, q]
                    if r in rounds:
                        row += [factor * new[cost] for cost, factor in factors.items()]
                        factor = self.order_factor(limit, place)
                        if factor:
                            row += [factor * var for var in cards]
            solver.Add(solver.Sum(total) <= LIMITS[artist])
            for used in uses.values():
                solver.Add(solver.Sum(used) <= 1)
        added = {}
        for (limit, q), row in rows.items():
            _, _, there, is_exact = self.rows[limit, q]
            tie = self.ties[limit][numbers[q]] if limit in self.ties else 0
            broken = solver.NumVar(0, infinity, "")
            objective.append(-100 * broken)
            left = solver.Sum(row) - broken
            if is_exact:
                missing = solver.NumVar(0, infinity, "")
                objective.append(-100 * missing)
                added[limit, q] = solver.Add(left + missing == there)
            else:
                added[limit, q] = solver.Add(left <= there - tie)
        solver.Maximize(solver.Sum(objective))
        status = solver.Solve()
        self.programs += 1
        if status == pywraplp.Solver.INFEASIBLE:
            # An artist is ranked too often for its cards: no prices are needed.
            return {}
        if status != pywraplp.Solver.OPTIMAL:
            raise SystemExit("a linear program was not solved")
        prices = {}
        for key, row in added.items():
            price = round(POINT * row.dual_value())
            if price > 0 or price < 0 and self.rows[key][3]:
                prices[key] = price
        return prices

    def class_of(self, leaf, roles):
        """The rankings of a leaf and the roles, with labels for the artists: X, Y, then as they first appear."""
        rankings = [self.rankings[number] for number in self.digits(leaf)]
        with_tokens = sorted((artist for artist in range(ARTISTS) if roles[artist]), key=lambda artist: roles[artist])
        labels = {}
        for artist in itertools.chain(with_tokens, *rankings, range(ARTISTS)):
            labels.setdefault(artist, len(labels))
        by_label = tuple(int(roles[artist]) for artist in labels)
        return tuple(tuple(labels[artist] for artist in ranking) for ranking in rankings), by_label

    def settle(self, first, roles):
        """Goes through all leaves with this ranking in the first round; returns one that reaches the target, if any."""
        np, k = self.np, self.kernels
        cut, roles = self.target * POINT, np.array(roles)
        if self.stacked is None:
            levels = [k.with_maxima(table) for _, table, _ in self.sets]
            self.stacked = [np.stack([level[i] for level in levels]) for i in range(3)]
            self.stacked.append(np.stack([constants for _, _, constants in self.sets]))
        full, three, two, constants = self.stacked
        left, bounds = k.left_over(first, roles, full, three, two, constants, cut, self.places)
        while len(left):
            at = int(np.argmax(bounds))
            leaf = int(left[at])
            name = self.class_of(leaf, roles)
            if name not in self.impossible:
                prices, table, constants = self.price_set(self.prices(leaf, roles))
                before = len(left)
                left, bounds = k.ruled(left, bounds, roles, table, constants, cut, self.places)
                # Sets that help nobody else are not kept.
                if before - len(left) > 1:
                    self.sets.append((prices, table, constants))
                    self.stacked = None
                if len(left) == 0 or leaf not in left:
                    continue
                at = int(np.nonzero(left == leaf)[0][0])
                self.solved += 1
                if Plan(self.case, *name, self.target, self.dealt).is_possible():
                    return leaf
                self.impossible.add(name)
            left, bounds = np.delete(left, at), np.delete(bounds, at)
        return None


def all_roles(case):
    """The roles of the artists: X, and in some cases who gets late tokens instead."""
    for target in reversed(range(ARTISTS)):
        for late in reversed(range(ARTISTS)) if len(case.pays) > LATE else [None]:
            if late != target:
                yield [TARGET if a == target else LATE if a == late else PLAIN for a in range(ARTISTS)]


def confirm(score, verbose):
    """Goes through all cases, and ends with an error if the model has more than the score."""
    start = time.process_time()
    count, programs, solved, prices = 0, 0, 0, []
    for case in all_cases():
        leaves = Leaves(case, score + 1, prices=prices)
        begin, before = time.process_time(), count
        for roles in all_roles(case):
            for first in range(len(leaves.rankings)):
                found = leaves.settle(first, roles)
                if found is not None:
                    rankings = ["".join("ABCDE"[a] for a in leaves.rankings[number]) for number in leaves.digits(found)]
                    names = "".join("ABCDE"[roles.index(role)] for role in (TARGET, LATE) if role in roles)
                    raise SystemExit(f"not shown: with the rankings {rankings}, tokens on {names}, the model has more")
                count += len(leaves.rankings) ** (ROUNDS - 1)
            if verbose:
                names = " ".join("-XY"[role] for role in roles)
                print(
                    f"{case.name}, {names}: {count - before} leaves, {leaves.programs} linear programs, "
                    f"{len(leaves.sets)} price sets, {leaves.solved} classes by CP-SAT, {time.process_time() - begin:.1f} s",
                    file=sys.stderr,
                    flush=True,
                )
        programs += leaves.programs
        solved += leaves.solved
        # Prices that serve one case serve the next one as well.
        prices = [one for one, _, _ in leaves.sets]
    print(
        f"full, 2 players: nothing above {score} in {count} leaves; {programs} linear programs, {solved} classes of leaves "
        f"decided by CP-SAT, {time.process_time() - start:.1f} s of processor time"
    )


def main():
    parser = argparse.ArgumentParser(description="Confirms that full has no higher score, independently of parlour optimise.")
    parser.add_argument("--score", type=int, help="the score that nothing is to exceed")
    parser.add_argument("--random", type=int, metavar="N", help="instead: hold N random games against the model")
    parser.add_argument("--verbose", action="store_true", help="print how far it is")
    arguments = parser.parse_args()
    if (arguments.score is None) == (arguments.random is None):
        parser.error("name either --score or --random")
    restart_in("confirm-full", PACKAGES)
    sys.dont_write_bytecode = True
    if arguments.random is not None:
        import gallery_full_random

        gallery_full_random.compare(arguments.random, all_cases(), Case, Plan, Leaves)
        return
    confirm(arguments.score, arguments.verbose)


if __name__ == "__main__":
    main()
