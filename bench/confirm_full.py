#!/usr/bin/env python3
"""Confirms highest scores of `full` by a second method: python3 bench/confirm_full.py --players 2 --score 448

It shows that no game of Masters Gallery with the rules `full` has more than the score: one player's, all cooperating, in any
seat. It takes no bound and no code from the rest of the project: only the rules page. The first run makes its own environment
(numba, OR-Tools). That a score is reached, the records in bench/optima.jsonl show.

THE MODEL. M is one of n players. In each round each artist has an extra card or not, and M and the others together each have
cards face up (played, second and shown ones), hidden ones and additions. Only these numbers matter, the symbols carried out, and
how many cards of all artists each seat has. K is the closing number. The deck does not run out: with 4 extra cards and 5 drawn
65 of its 95 cards are needed with two players, and 84, 93, 94 with three to five.
 1. There is one extra card in each round. An artist has 17 to 21 cards in all. One card of each artist carries each symbol, which
    is carried out at most once, by M or another, when it is the first card of a turn. Cards that draw, with which a hidden
    card is laid, that place an award, and of a second card both, are different cards face up of one artist and one player.
 2. Up to each round each player's cards less those drawn are at most those dealt to that player.
 3. While a round goes on, every artist has at most K - 1 cards face up. A closed round ends with a card of an artist who then
    has K, or with a common choice, in which each player shows at most one card. Call these the last cards: each player has at
    most one, an artist's cards without them are at most K - 1, and some artist has at least K with them, none more than
    K - 1 + n. A common choice that closes needs the card with the symbol besides those shown.
 4. Hidden cards of M in a round are at most the cards with which M laid them, and the others' likewise: five at most, as there
    are five such cards. A player adds at most one card of an artist, if that player has one face up or hidden.
 5. The first of a closed round has at least K cards, since the artist who closes it has K; ranked artists have at least one card,
    and of those who are not, none has any unless three are ranked. Each place has at least as many cards as the next, the third
    as many as each artist who is not ranked, and one more where the row would decide a tie otherwise.
 6. A round without a closer ends when all hands are empty: up to it all have used all that was dealt and drawn. No artist has
    K cards face up then, and nobody adds any. The first round is closed: 13 n cards cannot lie, when at most K - 1 of each artist
    are face up and at most five are hidden.
 7. Turns. A player's cards face up less second ones are that player's turns and what the player shows in common choices. A
    player is "out" from the first round on in which the player has no card at a turn or a common choice; then the player has
    used up to that round all that was dealt and drawn, and adds nothing in it. Turns of two players alternate until one of them
    is skipped, across rounds as well, since the left of who closed, or played last, opens; and when one of them shows a card, so
    does the other. Number the seats from M on, to the left: M's is 0, x closes the round, a < b, and e(a) is 1 for seats that
    have a turn before M's first, else 0. Up to a closed round, what a has more than b is at most 1 if a <= x < b, else 0, plus
    e(a) - e(b), if b is not out; and at least that, if a is not out.
 8. Tokens. T(a) are M's scored cards of an artist a, T'(a) those from the second round on, T''(a) from the third on. A token of
    the first round on a adds 2 T(a), one of the second 2 T'(a), a later one at most 2 T''(a). Let u of the five tokens not be
    placed in the first round, so that 5 - u award cards are played in it, and X have the most T. If all u are placed in the
    second round, u award cards are played there; if X has the most T' too, or u = 0, all add at most
    2 (5 - u) T(X) + 2 u T'(X): six cases. If not all are, and X has the most T'' (and T', if any are placed in the second round),
    they add at most 2 (5 - u) T(X) + 2 (u - 1) T'(X) + 2 T''(X): five cases. Otherwise another artist Y has more of T' or T''. As
    neither is above T(X), they add at most 8 T(X) + 2 T'(Y): one case. Each of these twelve for each set of rounds without a
    closer.
 9. With more than two players these are divided. Let W be M's turns and D the cards dealt to a player up to a round, and call a
    player's cards up to it, without those added in it, "used". Only rounds before the first without a closer count. Either none
    of the others is out; or, up to some round, W > D: j is the first; or W <= D up to each, and others are out from round q on.
    In the last case each of the others has used at least W - 1 up to each round, and one of them D(q) from round q on. In the
    one before, each has used D(j) up to round j. For up to a round each of the others who has never been without a card has had
    W - 1 turns; one without a card in this round has used D; and one last without a card in an earlier round i has used
    D(i) >= W(i) up to it, and has had a turn between two of M's since: W(i) + W - W(i) - 1 = W - 1, which is at least D(j) in
    round j.
This allows more than the rules, never less, so that it bounds the score from above.

THE PROOF. A leaf is a case, a ranking of each round, X, and Y where the case has one: 85^4 * 5 in a case, 85^4 * 20 with Y. In a
leaf what a card pays is a constant, and 1 to 7 and 9 are linear in whole numbers.
 a. With a price on the limits that tie the artists together (2 to 6, the awards of 8, and 9; 7 is left out but for the turns of
    the others together if none of them is out, and so are the common choice's own card and, with two players, second cards),
    each artist is best used for itself, which depends on its places in the rounds only: a table of 5^4 patterns, by dynamic
    programming in whole numbers (gallery_full_tables.py). A leaf's bound is the price of all there is and five look-ups. Any
    prices give a bound, if those of limits of which less may be used than there is are not negative. The most over the last
    rounds' places rules out all leaves that begin with the same rankings.
 b. Prices come from linear programs (GLOP) of leaves that no prices so far bring below the target, the highest first; each is
    tried on all leaves.
 c. A leaf that its own prices do not rule out is decided by CP-SAT with all of 1 to 7 and 9: is there a solution with the target?
    Seats, closers, and who is out, are variables. So are the artists' names: leaves that differ in them only are one class,
    decided once.
"""

import argparse
import hashlib
import itertools
import json
import sys
import time
from pathlib import Path

from gallery_leaves import ARTISTS, DEALT, FIRST, GAINS, LIMITS, NONE, OUT, POINT, ROUNDS, SECOND, THIRD
from gallery_leaves import all_rankings, closing_number, places_of
from own_environment import restart_in

# What a search may not change while it is interrupted.
CODE = ["confirm_full.py", "gallery_full_tables.py", "gallery_leaves.py", "gallery_patterns.py"]
# Seconds after which the progress is written again.
SAVE_INTERVAL = 10
PACKAGES = ["numba==0.68.1", "numpy==2.4.6", "ortools==9.15.6755"]

# What tokens add to an artist's cards: nothing, those of the first round and late ones, late ones only.
PLAIN, TARGET, LATE = range(3)


class Case:
    """Which rounds are closed, what tokens add in each round, how many award cards each round has at least, and, where the case
    says so, the first round in which another player is out, or the first up to which M has more turns than cards dealt."""

    def __init__(self, name, closed, target, late=None, awards=(0,) * ROUNDS, empty=None, many=None):
        self.name, self.closed, self.awards = name, closed, awards
        self.empty, self.many = empty, many
        self.pays = [[0] * ROUNDS, target] + ([late] if late else [])
        # Rounds before the first without a closer, in which everybody is out.
        self.in_turn = range((*closed, False).index(False))


def token_cases():
    """The cases of point 8."""
    for later in itertools.product((True, False), repeat=ROUNDS - 1):
        closed = (True, *later)
        open_rounds = ", ".join(str(number) for number, is_closed in enumerate(later, 2) if not is_closed)
        rest = f"; no closer in round {open_rounds}" if open_rounds else ""
        for late in range(6):
            first = 10 - 2 * late
            yield Case(f"late tokens: {late}, of round 2{rest}", closed, [first, 10, 10, 10], awards=(5 - late, late, 0, 0))
            if late:
                name = f"late tokens: {late}, not all of round 2{rest}"
                yield Case(name, closed, [first, 8, 10, 10], awards=(5 - late, 0, 0, 0))
        yield Case(f"late tokens on Y{rest}", closed, [8] * ROUNDS, late=[0, 2, 2, 2])


def all_cases(players):
    """The cases of point 8, with more than two players each divided by those of point 9."""
    cases = list(token_cases())
    if players == 2:
        return cases
    divided = [("nobody else out", {})]
    divided += [(f"others out from round {r + 1}", {"empty": r}) for r in range(ROUNDS)]
    divided += [(f"many turns in round {r + 1}", {"many": r}) for r in range(ROUNDS)]
    return [
        Case(f"{case.name}; {name}", case.closed, *case.pays[1:], awards=case.awards, **said)
        for name, said in divided
        for case in cases
        if set(said.values()) <= set(case.in_turn)
    ]


def paid(places, pays):
    """What a card pays in each round at these places."""
    gained, values = 0, []
    for place, tokens in zip(places, pays):
        gained += GAINS[place]
        values.append(gained + tokens if place <= THIRD else 0)
    return values


class Plan:
    """Points 1 to 7 as a CP-SAT model, for a case, a ranking of each round, and a target.

    Rankings and roles are of labels; which artist a label is, is a variable. Of the others' cards, artists are counted for all
    of them together, and seats without artists. Seats count from M on, to the left."""

    def __init__(self, case, rankings, roles, players, target, dealt):
        from ortools.sat.python import cp_model

        self.cp_model = cp_model
        self.model = model = cp_model.CpModel()
        self.case, self.players, self.dealt = case, players, dealt
        self.closing = closing = closing_number(players)
        labels, rounds, others = range(ARTISTS), range(ROUNDS), players - 1

        def flags(is_possible=True):
            return [model.new_bool_var("") if is_possible else 0 for _ in labels]

        def numbers(most):
            return [model.new_int_var(0, most, "") if most else 0 for _ in labels]

        self.names = [model.new_int_var(0, ARTISTS - 1, "") for _ in labels]
        model.add_all_different(self.names)
        # before[a][b]: label a is further left in the row than label b.
        before = [[None] * ARTISTS for _ in labels]
        for a, b in itertools.combinations(labels, 2):
            before[a][b] = model.new_bool_var("")
            before[b][a] = 1 - before[a][b]
            model.add(self.names[a] < self.names[b]).only_enforce_if(before[a][b])
            model.add(self.names[a] > self.names[b]).only_enforce_if(before[a][b].Not())
        # Whether a seat has its first turn before M's.
        self.earlier = [0] + [model.new_bool_var("") for _ in range(others)]
        for one, two in itertools.pairwise(self.earlier[1:]):
            model.add(one <= two)
        self.rounds = []
        cards = []  # by round and label
        for r in rounds:
            closed = case.closed[r]
            v = {"extra": flags(), "full": flags(closed)}
            v["closes"] = [model.new_bool_var("") if closed else 0 for _ in range(players)]
            v["out"] = [model.new_bool_var("") for _ in range(players)]
            for who, number in (("own", 1), ("other", others)):
                v[who] = {
                    "face_up": numbers(closing - 1 + number),
                    "laid": numbers(ARTISTS),  # one card of each artist lets a player lay one
                    "added": numbers(number * closed),
                    "last": flags(closed),
                    "shown": numbers(number * closed),
                    "together": flags(closed),
                    "draw": flags(),
                    "second": flags(),
                    "hidden": flags(),
                    "award": flags(case.awards[r]),
                }
                one = v[who]
                for a in labels:
                    symbols = one["draw"][a] + 2 * one["second"][a] + one["hidden"][a] + one["award"][a] + one["together"][a]
                    model.add(symbols + one["shown"][a] <= one["face_up"][a])
                    model.add(one["last"][a] <= one["face_up"][a])
                    model.add(one["added"][a] <= one["face_up"][a] + one["laid"][a])
                model.add(sum(one["laid"]) <= sum(one["hidden"]))
            own, other = v["own"], v["other"]
            self.share(v, closed)
            model.add(sum(v["extra"]) == 1)
            face_up = [v["extra"][a] + own["face_up"][a] + other["face_up"][a] for a in labels]
            for a in labels:
                last = sum(v[who][what][a] for who in ("own", "other") for what in ("last", "shown"))
                model.add(face_up[a] - last <= closing - 1)
                if closed:
                    model.add(face_up[a] >= closing * v["full"][a])
                    model.add(own["last"][a] + other["last"][a] <= v["full"][a])
            together = sum(own["together"]) + sum(other["together"])
            if closed:
                model.add(sum(v["full"]) >= 1)
                model.add(sum(v["closes"]) == 1)
                model.add(sum(own["last"]) + sum(own["together"]) == v["closes"][0])
                model.add(sum(other["last"]) + sum(other["together"]) == 1 - v["closes"][0])
                model.add(sum(own["shown"]) <= together)
                model.add(sum(other["shown"]) <= others * together)
            else:
                model.add(sum(v["out"]) == players)
            self.rounds.append(v)
            cards.append(
                [face_up[a] + own["laid"][a] + other["laid"][a] + own["added"][a] + other["added"][a] for a in labels]
            )
            self.rank(rankings[r], cards[r], before, closed)
            if case.awards[r]:
                model.add(sum(own["award"]) + sum(other["award"]) >= case.awards[r])
        for a in labels:
            # Each artist in the row has one card more than the artist before.
            model.add(sum(cards[r][a] for r in rounds) <= LIMITS[0] + self.names[a])
            for symbol in ("draw", "second", "hidden", "award", "together"):
                model.add(sum(v[who][symbol][a] for v in self.rounds for who in ("own", "other")) <= 1)
        self.limit_hands()
        self.limit_turns()
        self.follow_turns()
        points = []
        for a in labels:
            places = [places_of(ranking)[a] for ranking in rankings]
            for v, value in zip(self.rounds, paid(places, case.pays[roles[a]])):
                if value:
                    points.append(value * (v["own"]["face_up"][a] + v["own"]["laid"][a] + v["own"]["added"][a]))
        model.add(sum(points) >= target)

    def share(self, v, closed):
        """The cards of each seat by kind, of all artists: at turns or shown, without a turn, added, and drawn."""
        others = range(self.players - 1)
        v["seats"] = [{}]
        kinds = {"turns": sum(LIMITS), "more": 2 * ARTISTS, "added": ARTISTS * closed, "draw": ARTISTS}
        for _ in others:
            v["seats"].append({kind: self.model.new_int_var(0, most, "") for kind, most in kinds.items()})
        for who, seats in (("own", v["seats"][:1]), ("other", v["seats"][1:])):
            one = v[who]
            totals = {
                "turns": sum(one["face_up"]) - sum(one["second"]),
                "more": sum(one["second"]) + sum(one["laid"]),
                "added": sum(one["added"]),
                "draw": sum(one["draw"]),
            }
            if who == "own":
                seats[0].update(totals)
            else:
                for kind, total in totals.items():
                    self.model.add(sum(seat[kind] for seat in seats) == total)

    def rank(self, ranking, cards, before, closed):
        """The cards of a round are such that the artists are ranked like this."""
        self.model.add(cards[ranking[0]] >= (self.closing if closed else 1))
        rest = [a for a in range(ARTISTS) if a not in ranking]
        for one, two in zip(ranking, ranking[1:]):
            self.model.add(cards[one] >= cards[two] + before[two][one])
        self.model.add(cards[ranking[-1]] >= 1)
        for a in rest:
            if len(ranking) == 3:
                self.model.add(cards[ranking[2]] >= cards[a] + before[a][ranking[2]])
            else:
                self.model.add(cards[a] == 0)

    def limit_hands(self):
        """What each has played up to each round, less what was drawn, and what holds when the hand was empty."""
        for seat in range(self.players):
            used = 0
            for r, v in enumerate(self.rounds):
                one, out = v["seats"][seat], v["out"][seat]
                # Not `+=`, which changes an expression of OR-Tools in place.
                used = used + one["turns"] + one["more"] + one["added"] - one["draw"]
                self.model.add(used <= self.dealt[r])
                is_first = [out]
                if r:
                    self.model.add(out >= self.rounds[r - 1]["out"][seat])
                    is_first.append(self.rounds[r - 1]["out"][seat].Not())
                # Then nothing is left to be added either.
                self.model.add(used - one["added"] >= self.dealt[r]).only_enforce_if(is_first)
                if not self.case.closed[r]:
                    self.model.add(used >= self.dealt[r])

    def limit_turns(self):
        """The turns of two players alternate as long as neither is skipped."""
        for one, two in itertools.combinations(range(self.players), 2):
            lead = 0
            for r, v in enumerate(self.rounds):
                lead = lead + v["seats"][one]["turns"] - v["seats"][two]["turns"]
                if self.case.closed[r]:
                    highest = sum(v["closes"][one:two]) + self.earlier[one] - self.earlier[two]
                    self.model.add(lead <= highest).only_enforce_if(v["out"][two].Not())
                    self.model.add(lead >= highest).only_enforce_if(v["out"][one].Not())

    def follow_turns(self):
        """Point 9."""
        empty, many = self.case.empty, self.case.many
        turns, used = 0, [0] * self.players
        for r in self.case.in_turn if self.players > 2 else ():
            seats = self.rounds[r]["seats"]
            turns = turns + seats[0]["turns"]
            for seat in range(1, self.players):
                used[seat] = used[seat] + seats[seat]["turns"] + seats[seat]["more"]
                if many is None:
                    self.model.add(used[seat] >= turns - 1)
                elif r == many:
                    self.model.add(used[seat] >= self.dealt[r])
                used[seat] = used[seat] + seats[seat]["added"]
            out = sum(self.rounds[r]["out"][1:])
            if r == many:
                self.model.add(turns > self.dealt[r])
            elif many is None and (empty is None or r < empty):
                self.model.add(out == 0)
            elif r == empty:
                self.model.add(out >= 1)

    def is_possible(self):
        """Whether there is a solution."""
        solver = self.cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.catch_sigint_signal = False
        # Many classes are ruled out by linear relaxations of the whole model.
        solver.parameters.linearization_level = 2
        status = solver.solve(self.model)
        if status not in (self.cp_model.INFEASIBLE, self.cp_model.OPTIMAL, self.cp_model.FEASIBLE):
            raise SystemExit("CP-SAT did not decide a plan")
        return status != self.cp_model.INFEASIBLE


class Leaves:
    """The leaves of a case, and what is known of them."""

    def __init__(self, case, players, target, dealt, prices=()):
        import gallery_full_tables as kernels
        import numpy as np

        self.np, self.kernels = np, kernels
        self.case, self.players, self.target, self.dealt = case, players, target, dealt
        self.closing = closing_number(players)
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
        self.sets = [self.price_set(one) for one in prices]
        self.stacked = None

    def all_rows(self):
        """The limits that tie the artists together, by name and round: in which rounds they take of an artist, what they take,
        how much there is, and whether all of it has to be used."""
        k, rows, others = self.kernels, {}, self.players - 1
        for q in range(ROUNDS):
            up_to, here, closed = range(q + 1), [q], self.case.closed[q]
            own = {k.FM: 1, k.HM: 1, k.AM: 1, k.DM: -1}
            other = {k.FO: 1, k.HO: 1, k.AO: 1, k.DO: -1}
            rows["own", q] = ([(up_to, own)], self.dealt[q], not closed)
            rows["other", q] = ([(up_to, other)], others * self.dealt[q], not closed)
            rows["extra", q] = ([(here, {k.X: 1})], 1, False)
            rows["laid", q] = ([(here, {k.HM: 1, k.GM: -1})], 0, False)
            rows["other laid", q] = ([(here, {k.HO: 1, k.GO: -1})], 0, False)
            if closed:
                rows["last", q] = ([(here, {k.LM: 1})], 1, False)
                rows["other last", q] = ([(here, {k.LO: 1})], others, False)
                rows["full", q] = ([(here, {k.FULL: -1})], -1, False)
            for limit in ("second", "third", "out"):
                rows[limit, q] = ([(here, {})], 0, False)
            if self.case.awards[q]:
                rows["awards", q] = ([(here, {k.BM: -1, k.BO: -1})], -self.case.awards[q], False)
            if others > 1 and q in self.case.in_turn:
                self.add_turns(rows, q)
        return rows

    def add_turns(self, rows, q):
        """The limits of point 9 up to a round."""
        k, others, up_to = self.kernels, self.players - 1, range(q + 1)

        def turns(weight):
            return (up_to, {k.FM: weight, k.SM: -weight})

        used = [(up_to, {k.FO: -1, k.HO: -1}), (range(q), {k.AO: -1})]
        empty, many = self.case.empty, self.case.many
        if many is not None:
            if q == many:
                rows["many", q] = ([turns(-1)], -self.dealt[q] - 1, False)
                rows["used", q] = (used, -others * self.dealt[q], False)
        elif empty is None or q < empty:
            rows["ahead", q] = ([turns(others), (up_to, {k.FO: -1, k.SO: 1})], others, False)
        else:
            rows["follow", q] = ([turns(others), *used], others, False)
            rows["used", q] = ([turns(others - 1), *used], others - 1 - self.dealt[empty], False)

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
        prices = {key: price for key, price in prices.items() if key in self.rows and (price > 0 or self.rows[key][2])}
        for (limit, q), price in prices.items():
            parts, there, _ = self.rows[limit, q]
            constants[0] += price * there
            for rounds, factors in parts:
                for r, (cost, factor) in itertools.product(rounds, factors.items()):
                    costs[r, cost] += price * factor
            for place in range(5):
                order[q, place] += price * self.order_factor(limit, place)
            if limit in self.ties:
                constants[q] -= price * np.array(self.ties[limit])
        pays, closed = np.array(self.case.pays), np.array(self.case.closed)
        others = self.players - 1
        table = k.tables(costs, order, pays, closed, self.closing, others, np.array(LIMITS), np.array(GAINS))
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
        closing, others = self.closing, self.players - 1
        for artist in range(ARTISTS):
            values = paid([int(place) for place in places[:, artist]], self.case.pays[roles[artist]])
            total, uses = [], {first: [] for first, _, _ in k.SYMBOLS}
            for r in range(ROUNDS):
                place, closed = int(places[r, artist]), int(self.case.closed[r])
                highest = [1, closing, closing - 1 + others, k.MAX_HIDDEN, k.MAX_HIDDEN]
                highest += [closed, closed * others] * 2 + [closed] + [1] * (k.COSTS - k.FULL - 1)
                new = [solver.NumVar(0, most, "") for most in highest]
                cards = new[k.X : k.AO + 1]
                face_up = new[k.X] + new[k.FM] + new[k.FO]
                solver.Add(face_up - new[k.LM] - new[k.LO] <= closing - 1)
                solver.Add(new[k.LM] <= new[k.FM])
                solver.Add(new[k.LO] <= new[k.FO])
                if closed:
                    solver.Add(closing * new[k.FULL] <= face_up)
                    solver.Add(new[k.FULL] <= new[k.LM] + new[k.LO])
                    solver.Add(new[k.AM] <= new[k.FM] + new[k.HM])
                    solver.Add(new[k.AO] <= new[k.FO] + new[k.HO])
                for side in range(2):
                    used = [cards_of * new[symbol[side]] for *symbol, cards_of in k.SYMBOLS]
                    solver.Add(solver.Sum(used) <= new[k.FM + side])
                fewest = (closing if closed else 1) if place == FIRST else int(place <= THIRD)
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
                    for rounds, factors in self.rows[limit, q][0]:
                        if r in rounds:
                            row += [factor * new[cost] for cost, factor in factors.items()]
                    factor = self.order_factor(limit, place) if r == q else 0
                    if factor:
                        row += [factor * var for var in cards]
            solver.Add(solver.Sum(total) <= LIMITS[artist])
            for used in uses.values():
                solver.Add(solver.Sum(used) <= 1)
        added = {}
        for (limit, q), row in rows.items():
            _, there, is_exact = self.rows[limit, q]
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
            if price > 0 or price < 0 and self.rows[key][2]:
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
            self.sets = self.sets or [self.price_set({})]
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
                if Plan(self.case, *name, self.players, self.target, self.dealt).is_possible():
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


class Progress:
    """How far the search is. With a path it is kept in that file, with which an interrupted search goes on."""

    def __init__(self, players, score, path):
        self.path, self.saved = path, time.monotonic()
        self.start = time.process_time()
        # The next part: numbers of the case, the roles, and the ranking of the first round. Then the price sets and classes
        # by which the case goes on.
        self.next, self.prices, self.impossible = [0, 0, 0], [], []
        self.leaves = self.programs = self.solved = 0
        self.seconds = 0.0
        code = hashlib.sha256()
        for name in CODE:
            code.update((Path(__file__).parent / name).read_bytes())
        self.search = {"players": players, "score": score, "code": code.hexdigest()}
        if path is not None and path.exists():
            try:
                stored = json.loads(path.read_text())
            except ValueError:
                stored = None
            if not isinstance(stored, dict) or stored.pop("search", None) != self.search:
                raise SystemExit(f"{path} is not of this search, or of another version of it: name another file")
            vars(self).update(stored)
            print(f"goes on after {self.leaves} leaves and {self.seconds:.1f} s of processor time", file=sys.stderr)

    def processor_time(self):
        """Seconds of processor time, with those before an interruption."""
        return self.seconds + time.process_time() - self.start

    def save(self, leaves, after):
        """Writes the file, with the part that comes next, unless it was written a moment ago."""
        if self.path is None or time.monotonic() - self.saved < SAVE_INTERVAL:
            return
        prices = [[[*key, price] for key, price in one.items()] for one, _, _ in leaves.sets]
        stored = {
            "search": self.search,
            "next": after,
            "prices": prices,
            "impossible": sorted(leaves.impossible),
            "leaves": self.leaves,
            "programs": self.programs + leaves.programs,
            "solved": self.solved + leaves.solved,
            "seconds": self.processor_time(),
        }
        new = self.path.with_name(self.path.name + ".new")
        new.write_text(json.dumps(stored))
        new.replace(self.path)
        self.saved = time.monotonic()


def as_tuples(value):
    """Lists of lists, as JSON has them, as tuples."""
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value


def confirm(players, score, verbose, path):
    """Goes through all cases, and ends with an error if the model has more than the score."""
    dealt = list(itertools.accumulate(DEALT[players]))
    progress = Progress(players, score, path)
    prices = [{(limit, q): price for limit, q, price in one} for one in progress.prices]
    impossible = set(map(as_tuples, progress.impossible))
    cases = all_cases(players)
    for number in range(progress.next[0], len(cases)):
        case = cases[number]
        leaves = Leaves(case, players, score + 1, dealt, prices)
        leaves.impossible = impossible
        for role_number, roles in enumerate(all_roles(case)):
            for first in range(len(leaves.rankings)):
                if [number, role_number, first] < progress.next:
                    continue
                found = leaves.settle(first, roles)
                if found is not None:
                    rankings = ["".join("ABCDE"[a] for a in leaves.rankings[digit]) for digit in leaves.digits(found)]
                    names = "".join("ABCDE"[roles.index(role)] for role in (TARGET, LATE) if role in roles)
                    raise SystemExit(f"not shown: with the rankings {rankings}, tokens on {names}, the model has more")
                progress.leaves += len(leaves.rankings) ** (ROUNDS - 1)
                progress.save(leaves, [number, role_number, first + 1])
            if verbose:
                names = " ".join("-XY"[role] for role in roles)
                print(
                    f"case {number + 1} of {len(cases)} ({case.name}), {names}: {progress.leaves} leaves, "
                    f"{progress.programs + leaves.programs} linear programs, {len(leaves.sets)} price sets, "
                    f"{progress.solved + leaves.solved} classes by CP-SAT, {progress.processor_time():.1f} s",
                    file=sys.stderr,
                    flush=True,
                )
        progress.programs += leaves.programs
        progress.solved += leaves.solved
        # Prices that serve one case serve the next one as well.
        prices, impossible = [one for one, _, _ in leaves.sets], set()
    print(
        f"full, {players} players: nothing above {score} in {progress.leaves} leaves; {progress.programs} linear programs, "
        f"{progress.solved} classes of leaves decided by CP-SAT, {progress.processor_time():.1f} s of processor time"
    )


def main():
    parser = argparse.ArgumentParser(description="Confirms that full has no higher score, independently of parlour optimise.")
    parser.add_argument("--players", type=int, choices=sorted(DEALT), default=2, help="2 by default")
    parser.add_argument("--score", type=int, help="the score that nothing is to exceed")
    parser.add_argument("--random", type=int, metavar="N", help="instead: hold N random games against the model")
    parser.add_argument("--verbose", action="store_true", help="print how far it is")
    help_text = "keep the progress in this file, and go on where it stands (with --score)"
    parser.add_argument("--progress", type=Path, metavar="FILE", help=help_text)
    arguments = parser.parse_args()
    if (arguments.score is None) == (arguments.random is None):
        parser.error("name either --score or --random")
    if arguments.progress is not None and arguments.score is None:
        parser.error("--progress is for --score")
    players = arguments.players
    restart_in("confirm-full", PACKAGES)
    sys.dont_write_bytecode = True
    if arguments.random is not None:
        import gallery_full_random

        gallery_full_random.compare(arguments.random, players, all_cases(players), Case, Plan, Leaves)
        return
    try:
        confirm(players, arguments.score, arguments.verbose, arguments.progress)
    except KeyboardInterrupt:
        kept = f"; the same command goes on with {arguments.progress}" if arguments.progress else ""
        raise SystemExit(f"interrupted{kept}") from None


if __name__ == "__main__":
    main()
