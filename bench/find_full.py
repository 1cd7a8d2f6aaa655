#!/usr/bin/env python3
"""Finds games of Masters Gallery with the rules `full` and many points: python3 bench/find_full.py --players 3 --score 423

The first run makes its own environment (OR-Tools). The record of the game goes to standard output; `parlour replay` checks it.
That nothing has more is not shown here: see docs/masters-gallery-optimum.md.

THE IDEA. M is the player whose points count. A leaf is the ranking of each round, X, the artist who gets all tokens, and the
number of tokens placed in each round. In a leaf what a card pays is a constant, and the points are linear in numbers of cards.

THE MODEL of a leaf (class `Leaf`, for CP-SAT) counts for each round, seat and artist the cards played as a turn, those of them
whose symbol is carried out, second cards (=), cards laid face down, cards shown and cards added. K cards close a round.
 1. Nobody is skipped and every round is closed, so turn t of the whole game, from 0 on, belongs to the seat t mod n places from
    the one that opens the first round. With d places, W turns of the seat and G of all up to a round, n (W - 1) + d < G and
    G <= n W + d; for the closer, n (W - 1) + d = G - 1.
 2. A seat's cards up to each round are at most those dealt to it and drawn by it. Any card received may be any card.
 3. A round is closed by a card, whose artist alone then has K face up, or by a common choice (✠), the closer's turn: every seat
    shows a card, no artist has K before that, and one has after it.
 4. For each turn with ≂ a card is laid. A card is added only to an artist of whom the seat has one on display. The totals, with
    the extra card, are in the order of the ranking, and those of a tie in the order of the row.
 5. Of each artist there are as many cards as there are, and one with each symbol. Turns with ✠ and ★ are carried out.
Within a round a seat draws first, and the closing card comes last; no other order is better. `Playthrough` makes deck and plays of a
solution. The model leaves out skipped seats, rounds without a closer, common choices that do not close a round, tokens on
several artists, and ■ on a closing card.

THE SEARCH. Leaves have an upper bound, the linear program in which the others' cards are counted together (class `Relaxation`).
It is tight and takes milliseconds. The search begins with the leaves of the best games known, takes the leaf with the highest
bound, and goes on to those with one ranking, the names of two artists or the round of one token changed. A leaf whose bound
reaches the score is tried: SCIP solves that program in whole numbers, CP-SAT the model, first with the cards that M has in SCIP's
solution.
"""

import argparse
import functools
import heapq
import itertools
import json
import sys
import time
from collections import Counter, deque

from own_environment import restart_in

PACKAGES = ["ortools==9.15.6755"]

ARTISTS = "ABCDE"
LIMITS = [17, 18, 19, 20, 21]
GAINS = [3, 2, 1]
DEALT = {2: [13, 6, 6, 3], 3: [13, 6, 6, 0], 4: [13, 4, 4, 0], 5: [13, 2, 2, 0]}
SYMBOLS = ["draw", "second", "hidden", "together", "award"]
AWARD = 2
DECK = 95
ROUNDS, ROW = range(4), range(5)
# Rankings of the best games known for three, four and five players, and the tokens placed in each round; X is E.
STARTS = [("DE EDA EDA EDA", (2, 3, 0, 0)), ("DE EAC EAC EAC", (2, 3, 0, 0)), ("DE EAB EAB EAB", (2, 3, 0, 0))]
# Leaves in a row below the score after which the search ends.
MAX_BELOW = 300


def dealt_up_to(players, round_):
    return sum(DEALT[players][: round_ + 1])


def closing(players):
    return 5 if players == 2 else 6


def values(leaf):
    """What a card of each artist pays in each round; 0 where the artist is not ranked."""
    rankings, x, tokens = leaf
    gained, paid = [0] * 5, []
    for round_, ranking in enumerate(rankings):
        for artist, gain in zip(ranking, GAINS):
            gained[artist] += gain
        gained[x] += AWARD * tokens[round_]
        paid.append([gained[artist] if artist in ranking else 0 for artist in ROW])
    return paid


def describe(leaf):
    rankings, x, tokens = leaf
    names = ["".join(ARTISTS[artist] for artist in ranking) for ranking in rankings]
    return f"{' '.join(names)}, X = {ARTISTS[x]}, tokens {' '.join(map(str, tokens))}"


def neighbours(leaf):
    """Leaves with one ranking, the names of two artists, or the round of one token changed."""
    rankings, x, tokens = leaf
    for round_, ranking in enumerate(rankings):
        others = [artist for artist in ROW if artist not in ranking]
        changed = [ranking[:-1]] if len(ranking) > 1 else []
        if len(ranking) < 3:
            changed += [ranking + (other,) for other in others]
        for place in range(len(ranking)):
            changed += [ranking[:place] + (other,) + ranking[place + 1 :] for other in others]
        for one, two in itertools.combinations(range(len(ranking)), 2):
            swapped = list(ranking)
            swapped[one], swapped[two] = swapped[two], swapped[one]
            changed.append(tuple(swapped))
        for new in changed:
            yield rankings[:round_] + (new,) + rankings[round_ + 1 :], x, tokens
    for one, two in itertools.combinations(ROW, 2):
        names = list(ROW)
        names[one], names[two] = two, one
        yield tuple(tuple(names[artist] for artist in ranking) for ranking in rankings), names[x], tokens
    for earlier, later in itertools.permutations(range(3), 2):
        if tokens[earlier]:
            moved = list(tokens)
            moved[earlier] -= 1
            moved[later] += 1
            yield rankings, x, tuple(moved)


class Relaxation:
    """A leaf with the others' cards counted together, in whole numbers or not. Only bounds and points differ between leaves."""

    def __init__(self, players, tokens, whole=False):
        from ortools.linear_solver import pywraplp

        self.solver = solver = pywraplp.Solver.CreateSolver("SCIP" if whole else "GLOP")
        new = solver.IntVar if whole else solver.NumVar
        self.closing = top = closing(players)
        self.infinity = infinity = solver.infinity()
        self.optimal = pywraplp.Solver.OPTIMAL
        sides, seats = (0, 1), (1, players - 1)

        def variables(most):
            return {(r, side, a): new(0, most(side), "") for r in ROUNDS for side in sides for a in ROW}

        turn = variables(lambda side: top * seats[side])
        used = {symbol: variables(lambda side: 1) for symbol in SYMBOLS}
        lay = variables(lambda side: 3)
        show, add = (variables(lambda side: seats[side]) for _ in range(2))
        distance = new(0, players - 1, "")
        own_closes = [new(0, 1, "") for _ in ROUNDS]
        self.total, self.ahead, self.points = {}, {}, {}
        cards = {}
        for r in ROUNDS:
            extra = [new(0, 1, "") for _ in ROW]
            last = [new(0, 1, "") for _ in ROW]
            own_last = [new(0, 1, "") for _ in ROW]
            closes = own_closes[r]
            solver.Add(sum(own_last) <= closes)
            solver.Add(sum(used["together"][r, 0, a] for a in ROW) <= closes)
            solver.Add(sum(used["together"][r, 1, a] for a in ROW) <= 1 - closes)
            together = new(0, 1, "")
            solver.Add(sum(extra) == 1)
            solver.Add(sum(used["together"][r, side, a] for side in sides for a in ROW) == together)
            solver.Add(sum(last) == 1 - together)
            for side in sides:
                solver.Add(sum(show[r, side, a] for a in ROW) == seats[side] * together)
                solver.Add(sum(lay[r, side, a] for a in ROW) <= sum(used["hidden"][r, side, a] for a in ROW))
            for a in ROW:
                for side in sides:
                    key = r, side, a
                    display = [turn[key], used["second"][key], show[key], lay[key]]
                    cards[key] = display + [add[key]]
                    solver.Add(turn[key] >= sum(used[symbol][key] for symbol in SYMBOLS))
                    solver.Add(sum(display) >= add[key])
                self.points[r, a] = cards[r, 0, a]
                face_up = extra[a] + sum(turn[r, side, a] + used["second"][r, side, a] for side in sides)
                solver.Add(face_up <= top - 1 + last[a])
                # M's cards alone are K only if M plays the closing one.
                solver.Add(own_last[a] <= last[a])
                solver.Add(extra[a] + turn[r, 0, a] + used["second"][r, 0, a] <= top - 1 + own_last[a])
                self.total[r, a] = new(0, LIMITS[a], "")
                solver.Add(
                    self.total[r, a] == face_up + sum(show[r, side, a] + lay[r, side, a] + add[r, side, a] for side in sides)
                )
            for one, two in itertools.permutations(ROW, 2):
                row = self.ahead[r, one, two] = solver.Constraint(-infinity, infinity)
                row.SetCoefficient(self.total[r, one], 1)
                row.SetCoefficient(self.total[r, two], -1)
        for a in ROW:
            solver.Add(sum(self.total[r, a] for r in ROUNDS) <= LIMITS[a])
            for symbol in SYMBOLS:
                solver.Add(sum(used[symbol][r, side, a] for r in ROUNDS for side in sides) <= 1)
        for q in ROUNDS:
            places = [(r, side, a) for r in range(q + 1) for side in sides for a in ROW]
            solver.Add(sum(used["award"][place] for place in places) >= sum(tokens[: q + 1]))
            for side in sides:
                mine = [place for place in places if place[1] == side]
                count = sum(sum(cards[place]) - used["draw"][place] for place in mine)
                solver.Add(count <= seats[side] * dealt_up_to(players, q))
            own = sum(turn[place] for place in places if place[1] == 0)
            every = own + sum(turn[place] for place in places if place[1] == 1)
            solver.Add(players * own - players + 2 + distance - own_closes[q] <= every)
            solver.Add(every <= players * own + distance - (players - 1) * own_closes[q])
        solver.Objective().SetMaximization()

    def bound(self, leaf):
        """The most points of a leaf, or `None` if it has no solution."""
        for round_, (ranking, paid) in enumerate(zip(leaf[0], values(leaf))):
            for one, two in itertools.permutations(ROW, 2):
                self.ahead[round_, one, two].SetLb(-self.infinity)
            for one, two in in_order(ranking):
                self.ahead[round_, one, two].SetLb(int(two < one))
            for artist in ROW:
                least = self.closing if artist == ranking[0] else int(artist in ranking)
                none = artist not in ranking and len(ranking) < 3
                self.total[round_, artist].SetBounds(least, 0 if none else LIMITS[artist])
                for variable in self.points[round_, artist]:
                    self.solver.Objective().SetCoefficient(variable, paid[artist])
        return self.solver.Objective().Value() if self.solver.Solve() == self.optimal else None

    def own(self):
        """M's cards in the solution, by round and artist."""
        return {key: round(sum(variable.solution_value() for variable in row)) for key, row in self.points.items()}


def in_order(ranking):
    """Pairs of artists of whom the first has at least as many cards as the second."""
    pairs = list(zip(ranking, ranking[1:]))
    if len(ranking) == 3:
        pairs += [(ranking[2], artist) for artist in ROW if artist not in ranking]
    return pairs


class Leaf:
    """The integer program of a leaf. M is seat 0, and any seat opens the first round."""

    def __init__(self, players, leaf):
        from ortools.sat.python import cp_model

        self.players, self.x, self.cp = players, leaf[1], cp_model
        self.model = model = cp_model.CpModel()
        seats, top = range(players), closing(players)
        keys = list(itertools.product(ROUNDS, seats, ROW))
        flag = functools.partial(model.new_bool_var, "")
        self.extra = [[flag() for _ in ROW] for _ in ROUNDS]
        self.turn = {key: model.new_int_var(0, top, "") for key in keys}
        self.used = {symbol: {key: flag() for key in keys} for symbol in SYMBOLS}
        self.lay = {key: model.new_int_var(0, 3, "") for key in keys}
        self.show = {key: flag() for key in keys}
        self.add = {key: flag() for key in keys}
        self.closer = {(r, p): flag() for r in ROUNDS for p in seats}
        self.last = {(r, a): flag() for r in ROUNDS for a in ROW}  # the closing card's artist, without a common choice
        self.together = [flag() for _ in ROUNDS]
        self.opener = [flag() for _ in seats]
        second, show, lay, add = self.used["second"], self.show, self.lay, self.add
        for r, (ranking, paid) in enumerate(zip(leaf[0], values(leaf))):
            model.add_exactly_one(self.extra[r])
            model.add_exactly_one(self.closer[r, p] for p in seats)
            model.add_exactly_one([self.together[r]] + [self.last[r, a] for a in ROW])
            model.add(sum(self.used["together"][r, p, a] for p in seats for a in ROW) == self.together[r])
            for p in seats:
                model.add(sum(show[r, p, a] for a in ROW) == self.together[r])
                model.add(sum(lay[r, p, a] for a in ROW) <= sum(self.used["hidden"][r, p, a] for a in ROW))
                model.add(sum(self.used["together"][r, p, a] for a in ROW) <= self.closer[r, p])
            total, reached = [], []
            for a in ROW:
                for p in seats:
                    key = r, p, a
                    model.add(self.turn[key] >= sum(self.used[symbol][key] for symbol in SYMBOLS))
                    display = self.turn[key] + second[key] + show[key] + lay[key]
                    model.add(display >= 1).only_enforce_if(add[key])
                    # The closing card is neither one with ≂, which would not be carried out, nor one that the seat draws with.
                    can_close = self.turn[key] - self.used["hidden"][key] - self.used["draw"][key]
                    model.add(can_close >= 1).only_enforce_if([self.closer[r, p], self.last[r, a]])
                before = model.new_int_var(0, top, "")
                face_up = model.new_int_var(0, top - 1 + players, "")
                total.append(model.new_int_var(0, LIMITS[a], ""))
                model.add(before == self.extra[r][a] + sum(self.turn[r, p, a] + second[r, p, a] for p in seats))
                model.add(face_up == before + sum(show[r, p, a] for p in seats))
                model.add(total[a] == face_up + sum(lay[r, p, a] + add[r, p, a] for p in seats))
                model.add(before <= top - 1 + self.last[r, a])
                reached.append(flag())
                model.add(face_up >= top).only_enforce_if(reached[a])
                model.add_implication(self.last[r, a], reached[a])
            model.add_bool_or(reached)
            model.add(total[ranking[0]] >= top)
            for one, two in in_order(ranking):
                model.add(total[one] >= total[two] + int(two < one))
            for a in ROW:
                if a in ranking:
                    model.add(total[a] >= 1)
                elif len(ranking) < 3:
                    model.add(total[a] == 0)
        for q, sum_of_tokens in enumerate(itertools.accumulate(leaf[2])):
            awards = [self.used["award"][r, p, a] for r in range(q + 1) for p in seats for a in ROW]
            model.add(sum(awards) >= sum_of_tokens)
        for a in ROW:
            places = [(r, p, a) for r in ROUNDS for p in seats]
            for symbol in SYMBOLS:
                model.add_at_most_one(self.used[symbol][place] for place in places)
            turns = sum(self.turn[place] for place in places)
            silent = sum(second[place] + lay[place] + show[place] + add[place] for place in places)
            model.add(turns + silent + sum(self.extra[r][a] for r in ROUNDS) <= LIMITS[a])
            # A turn with a card that carries ✠ or ★ has that effect.
            model.add(turns - sum(self.used["together"][place] for place in places) <= LIMITS[a] - 1)
            model.add(turns - sum(self.used["award"][place] for place in places) <= LIMITS[a] - 1)
            both = self.used["together"], self.used["award"]
            model.add(turns - sum(symbol[place] for symbol in both for place in places) <= LIMITS[a] - 2)
        self._turns_and_hands()
        self.own = {}
        for r, a in itertools.product(ROUNDS, ROW):
            self.own[r, a] = sum(grid[r, 0, a] for grid in (self.turn, second, show, lay, add))
        self.points = sum(values(leaf)[r][a] * cards for (r, a), cards in self.own.items())

    def _turns_and_hands(self):
        model, n = self.model, self.players
        seats = range(n)
        model.add_exactly_one(self.opener)
        for q in ROUNDS:
            places = list(itertools.product(range(q + 1), seats, ROW))
            every = model.new_int_var(1, DECK, "")
            model.add(every == sum(self.turn[place] for place in places))
            for p in seats:
                mine = [place for place in places if place[1] == p]
                distance = sum((p - first) % n * self.opener[first] for first in seats)
                turns = sum(self.turn[place] for place in mine)
                model.add(n * turns - n + 1 + distance <= every)
                model.add(every <= n * turns + distance)
                model.add(n * turns - n + 1 + distance == every).only_enforce_if(self.closer[q, p])
                silent = sum(self.used["second"][k] + self.show[k] + self.lay[k] + self.add[k] for k in mine)
                drawn = sum(self.used["draw"][place] for place in mine)
                model.add(turns + silent - drawn <= dealt_up_to(n, q))

    def solve(self, score, seconds, own=None):
        """The plan of a game with the most points, at least `score`, or with these cards of M; with the solver's status."""
        self.model.add(self.points >= score)
        if own is None:
            self.model.maximize(self.points)
        else:
            for cell, count in own.items():
                self.model.add(self.own[cell] == count)
        solver = self.cp.CpSolver()
        solver.parameters.num_workers = 2
        solver.parameters.max_time_in_seconds = seconds
        status = solver.solve(self.model)
        found = status in (self.cp.OPTIMAL, self.cp.FEASIBLE)
        return solver.status_name(status), self._plan(solver.value) if found else None

    def _plan(self, value):
        seats = range(self.players)

        def grid(variables):
            return [[[value(variables[r, p, a]) for a in ROW] for p in seats] for r in ROUNDS]

        return {
            "players": self.players,
            "x": self.x,
            "opener": next(p for p in seats if value(self.opener[p])),
            "extra": [next(a for a in ROW if value(self.extra[r][a])) for r in ROUNDS],
            "turn": grid(self.turn),
            "used": {symbol: grid(self.used[symbol]) for symbol in SYMBOLS},
            "lay": grid(self.lay),
            "show": grid(self.show),
            "add": grid(self.add),
            "closer": [next(p for p in seats if value(self.closer[r, p])) for r in ROUNDS],
            "last": [next((a for a in ROW if value(self.last[r, a])), None) for r in ROUNDS],
        }


class Unrealised(Exception):
    """A plan of which this order of plays makes no game."""


class Round:
    """Which physical cards each seat plays in a round."""

    def __init__(self, players):
        self.turns = [[] for _ in range(players)]  # (card, the card that is displayed or laid after it, symbol carried out)
        self.lay = [[] for _ in range(players)]
        self.show = [None] * players
        self.add = [[] for _ in range(players)]
        self.extra = None


def name(card):
    return f"{ARTISTS[card[0]]} {card[1]}".strip()


def physical_cards(plan):
    """The rounds of a plan, with turns in order for each seat."""
    rounds = [Round(plan["players"]) for _ in ROUNDS]
    cells = list(itertools.product(ROUNDS, range(plan["players"])))
    for a in ROW:
        stock = Counter({"": LIMITS[a] - len(SYMBOLS)})
        for symbol in SYMBOLS:
            stock[symbol] = 1 - sum(plan["used"][symbol][r][p][a] for r, p in cells)

        def take(symbols):
            symbol = next((symbol for symbol in symbols if stock[symbol] > 0), None)
            if symbol is None:
                raise Unrealised(f"too few cards of artist {ARTISTS[a]}")
            stock[symbol] -= 1
            return a, symbol

        # Symbols that are not needed lie best where they are not carried out.
        idle = functools.partial(take, ["together", "award", "hidden", "second", "draw", ""])
        for r, p in cells:
            this = rounds[r]
            if p == 0 and plan["extra"][r] == a:
                this.extra = idle()
            this.lay[p] += [idle() for _ in range(plan["lay"][r][p][a])]
            this.add[p] += [idle() for _ in range(plan["add"][r][p][a])]
            if plan["show"][r][p][a]:
                this.show[p] = idle()
            if plan["used"]["second"][r][p][a]:
                this.turns[p].append(((a, "second"), idle(), "second"))
        for r, p in cells:
            used = [symbol for symbol in SYMBOLS if plan["used"][symbol][r][p][a]]
            rounds[r].turns[p] += [((a, symbol), None, symbol) for symbol in used if symbol != "second"]
            for _ in range(plan["turn"][r][p][a] - len(used)):
                rounds[r].turns[p].append((take(["", "second", "hidden", "draw", "award"]), None, ""))
    for r, p in cells:
        _in_order_of_play(plan, rounds[r], r, p)
    return rounds


def _in_order_of_play(plan, this, r, p):
    """Sorts a seat's turns: draws first, the closing card last; cards to be laid follow their turns."""
    turns = sorted(this.turns[p], key=lambda turn: turn[0][1] != "draw")
    if p == plan["closer"][r]:
        last = plan["last"][r]
        if last is None:
            closes = [turn for turn in turns if turn[2] == "together"]
        else:
            closes = [turn for turn in turns if turn[0][0] == last and turn[2] not in ("hidden", "draw")]
        closing_turn = min(closes, key=lambda turn: turn[2] != "")
        turns.remove(closing_turn)
        turns.append(closing_turn)
    for at, (card, _, symbol) in enumerate(turns):
        if symbol == "hidden" and this.lay[p]:
            turns[at] = card, this.lay[p].pop(), symbol
    this.turns[p] = turns


class Playthrough:
    """A game as it is played: hands, the deck as far as it is known, actions, and scores."""

    def __init__(self, plan):
        self.plan, self.players = plan, plan["players"]
        self.rounds = physical_cards(plan)
        seats = range(self.players)
        self.wanted = [deque() for _ in seats]  # the cards of each seat, in the order in which it needs them
        for this, p in itertools.product(self.rounds, seats):
            for card, second, _ in this.turns[p]:
                self.wanted[p] += [card, second] if second else [card]
            self.wanted[p] += ([this.show[p]] if this.show[p] else []) + this.add[p]
        used = Counter(card for cards in self.wanted for card in cards) + Counter(this.extra for this in self.rounds)
        every = Counter({(a, symbol): 1 if symbol else LIMITS[a] - len(SYMBOLS) for a in ROW for symbol in SYMBOLS + [""]})
        self.spare = deque(sorted((every - used).elements()))
        self.deck, self.actions = [], []
        self.hands = [Counter() for _ in seats]
        self.values, self.scores = [0] * 5, [0] * self.players

    def draw(self, p):
        card = self.wanted[p].popleft() if self.wanted[p] else self.spare.popleft()
        self.deck.append(card)
        self.hands[p][card] += 1

    def leave(self, p, card, verb):
        """A card leaves the hand."""
        if self.hands[p][card] < 1:
            raise Unrealised("a card is not in hand in time")
        self.hands[p][card] -= 1
        self.actions.append((p, f"{verb} {name(card)}"))

    def display(self, p, card, verb):
        self.leave(p, card, verb)
        self.displays[p][card[0]] += 1
        self.face_up[card[0]] += 1

    def play(self):
        """Plays all rounds and returns the record."""
        seat = self.plan["opener"]
        for r, this in enumerate(self.rounds):
            self.deck.append(this.extra)
            self.displays = [[0] * 5 for _ in range(self.players)]
            self.face_up = [int(a == this.extra[0]) for a in ROW]
            self.hidden = []
            for at in range(self.players):
                for _ in range(DEALT[self.players][r]):
                    self.draw((self.plan["opener"] + at) % self.players)
            queues = [deque(turns) for turns in this.turns]
            while not self.take_turn(this, seat, queues):
                seat = (seat + 1) % self.players
            if any(queues):
                raise Unrealised("a round closes too early")
            for p, card in self.hidden:
                self.displays[p][card[0]] += 1
            self.additions(this, seat)
            self.score(this)
            seat = (seat + 1) % self.players
        return self.record()

    def take_turn(self, this, p, queues):
        """Plays one turn; returns whether it closes the round."""
        if not queues[p]:
            raise Unrealised("a round does not close in time")
        card, second, symbol = queues[p].popleft()
        self.display(p, card, "play")
        top = closing(self.players)
        closed = self.face_up[card[0]] >= top
        if card[1] == "draw":
            self.draw(p)
        elif card[1] == "award":
            self.actions.append((p, f"award {ARTISTS[self.plan['x']]}"))
            self.values[self.plan["x"]] += AWARD
        elif card[1] in ("second", "hidden") and not closed and self.hands[p].total():
            if second is None:
                self.actions.append((p, "pass"))
            elif card[1] == "second":
                self.display(p, second, "second")
                closed = self.face_up[card[0]] >= top
            else:
                self.leave(p, second, "lay")
                self.hidden.append((p, second))
        elif symbol == "together":
            # Actions name the seats from the first opener on, and cards are shown in that order.
            for at in range(self.players):
                q = (self.plan["opener"] + at) % self.players
                self.display(q, this.show[q], "show")
            closed = max(self.face_up) >= top
        return closed

    def additions(self, this, closer):
        for at in range(1, self.players + 1):
            p = (closer + at) % self.players
            if not self.hands[p].total() or not sum(self.displays[p]):
                continue
            asked = True
            for card in sorted(this.add[p]):
                self.leave(p, card, "add")
                self.displays[p][card[0]] += 1
                asked = card[0] != ROW[-1] and self.hands[p].total() > 0
            if asked:
                self.actions.append((p, "pass"))

    def score(self, this):
        totals = [sum(display[a] for display in self.displays) + (a == this.extra[0]) for a in ROW]
        ranked = [a for a in sorted(ROW, key=lambda a: (-totals[a], a)) if totals[a]][: len(GAINS)]
        for a, gain in zip(ranked, GAINS):
            self.values[a] += gain
        for p, display in enumerate(self.displays):
            self.scores[p] += sum(display[a] * self.values[a] for a in ranked)

    def record(self):
        n = self.players
        # Seats are numbered from the opener of the first round.
        seats = [(self.plan["opener"] + at) % n for at in range(n)]
        scores = [self.scores[p] for p in seats]
        return {
            "parlour": 1,
            "game": "masters-gallery",
            "rules": {
                "players": n,
                "symbols": {symbol: 1 for symbol in SYMBOLS},
                "extra_card": True,
                "additional_cards": True,
            },
            "deal": {"cards": {"deck": [name(card) for card in self.deck + list(self.spare)]}},
            "seats": ["maximised" if p == 0 else "helper" for p in seats],
            "actions": [[seats.index(p), action] for p, action in self.actions],
            "result": {"scores": scores, "winners": [seat for seat in range(n) if scores[seat] == max(scores)]},
        }


class Search:
    """Leaves by their bounds, the highest first."""

    def __init__(self, players, starts, tell):
        self.players, self.tell = players, tell
        self.relaxations, self.seen, self.queue = {}, set(), []
        for leaf in starts:
            self.push(leaf)

    def push(self, leaf):
        if leaf in self.seen:
            return
        self.seen.add(leaf)
        tokens = leaf[2]
        if tokens not in self.relaxations:
            self.relaxations[tokens] = Relaxation(self.players, tokens)
        bound = self.relaxations[tokens].bound(leaf)
        if bound is not None:
            heapq.heappush(self.queue, (-bound, len(self.seen), leaf))

    def game(self, leaf, score, seconds):
        """What became of a leaf, and the record of a game with the score, if one is found."""
        relaxation = Relaxation(self.players, leaf[2], whole=True)
        relaxation.solver.SetTimeLimit(int(1000 * seconds))
        most = relaxation.bound(leaf)
        if most is not None and most < score - 0.5:
            return f"at most {most:.0f}", None
        status = "undecided"
        # First with M's cards of that solution, since CP-SAT decides that in seconds.
        for own in [relaxation.own(), None] if most is not None else [None]:
            status, plan = Leaf(self.players, leaf).solve(score, seconds if own is None else seconds / 4, own)
            if plan is not None:
                try:
                    return "found", Playthrough(plan).play()
                except Unrealised as reason:
                    status = f"no game was made of a solution: {reason}"
        return status.lower(), None

    def leaves(self, score):
        """Leaves whose bound reaches the score, with their bounds."""
        below = 0
        while self.queue and below < MAX_BELOW:
            bound, _, leaf = heapq.heappop(self.queue)
            below = below + 1 if -bound < score - 1e-6 else 0
            if below % 50 == 1:
                self.tell(f"{describe(leaf)}: bound {-bound:.2f} is too low; {len(self.seen)} leaves seen")
            if below == 0:
                yield -bound, leaf
            for other in neighbours(leaf):
                self.push(other)


def main():
    parser = argparse.ArgumentParser(description="Finds a game of Masters Gallery, rules full, with at least this score.")
    parser.add_argument("--players", type=int, choices=[3, 4, 5], required=True)
    parser.add_argument("--score", type=int, required=True, help="the least score of the game")
    parser.add_argument("--leaf-time", type=float, default=120, help="time limit of a leaf in seconds (default 120)")
    arguments = parser.parse_args()
    restart_in("find-full", PACKAGES)
    start = time.monotonic()

    def tell(text):
        print(f"{time.monotonic() - start:.0f} s: {text}", file=sys.stderr, flush=True)

    starts = []
    for rankings, tokens in STARTS:
        starts.append((tuple(tuple(map(ARTISTS.index, ranking)) for ranking in rankings.split()), ARTISTS.index("E"), tokens))
    search = Search(arguments.players, starts, tell)
    for bound, leaf in search.leaves(arguments.score):
        status, record = search.game(leaf, arguments.score, arguments.leaf_time)
        tell(f"{describe(leaf)}: bound {bound:.2f}, {status}; {len(search.seen)} leaves seen")
        if record is not None:
            tell(f"a game with {max(record['result']['scores'])} points")
            print(json.dumps(record, separators=(",", ":"), ensure_ascii=False))
            return
    raise SystemExit(f"no such game found; {len(search.seen)} leaves seen")


if __name__ == "__main__":
    main()
