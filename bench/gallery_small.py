"""Checks the confirmation against an exhaustive search, on random small rule sets.

Nothing of the argument is used here but that the deal is free: hands are numbers of cards, and each turn any card that
is left may be played, plain or with its symbol, with every choice of an artist for an award, each seat in its turn.
"""

import random
import time


def every_game(players, closing, cards, dealt, awards, draws):
    """The highest final score of any seat in any regular game, or None when there is no regular game.

    Left out is only what cannot beat the best so far: a card scores at most the highest value of now, and all that can come."""
    best = None
    new = [dealt[0]] + [dealt[r] - dealt[r - 1] for r in range(1, 4)]

    def visit(seat, round_, state, scored, seen):
        nonlocal best
        if round_ == 4:
            best = max(best or 0, scored)
            return
        if seen.get((round_, state), -1) >= scored:
            return
        seen[round_, state] = scored
        opener, hands, values, plain, award, draw = state
        turns = hands[seat] + sum(new[round_:]) + sum(draw)
        if best is not None and scored + turns * (max(values) + 3 * (4 - round_) + 2 * sum(award)) <= best:
            return
        hands = tuple(hand + new[round_] for hand in hands)
        if sum(hands) + players * sum(new[round_ + 1 :]) + sum(draw) < closing * (4 - round_):
            return  # too few cards to close the rounds
        ends = _round(players, closing, seat, opener, hands, values, plain, award, draw)
        for following, gained in sorted(ends, key=lambda end: -end[1]):
            visit(seat, round_ + 1, following, scored + gained, seen)

    plain = tuple(count - awards - draws for count in cards)
    for seat in range(players):
        visit(seat, 0, (0, (0,) * players, (0,) * 5, plain, (awards,) * 5, (draws,) * 5), 0, {})
    return best


def _with(numbers, at, change):
    return numbers[:at] + (numbers[at] + change,) + numbers[at + 1 :]


def _round(players, closing, seat, opener, hands, values, plain, award, draw):
    """All ends of a round: the state after it and what the seat scores."""
    ends = {}
    layer = {((0,) * 5, (0,) * 5, hands, values, plain, award, draw)}
    turn = opener
    while layer:
        following = set()
        for count, own, hands, values, plain, award, draw in layer:
            if hands[turn] == 0:
                continue  # somebody would have to be skipped
            less = _with(hands, turn, -1)
            for a in range(5):
                shown = _with(count, a, 1)
                mine = _with(own, a, 1) if turn == seat else own
                moves = []
                if plain[a]:
                    moves.append((less, values, _with(plain, a, -1), award, draw))
                if award[a]:
                    moves += [(less, _with(values, to, 2), plain, _with(award, a, -1), draw) for to in range(5)]
                if draw[a]:
                    moves.append((hands, values, plain, award, _with(draw, a, -1)))
                if shown[a] < closing:
                    following.update((shown, mine, *move) for move in moves)
                    continue
                ranked = [b for b in sorted(range(5), key=lambda b: (-shown[b], b)) if shown[b]][:3]
                for hands_, values_, *left in moves:
                    for b, gain in zip(ranked, (3, 2, 1)):
                        values_ = _with(values_, b, gain)
                    gained = sum(mine[b] * values_[b] for b in ranked)
                    state = ((turn + 1) % players, hands_, values_, *left)
                    ends[state] = max(ends.get(state, 0), gained)
        layer = following
        turn = (turn + 1) % players
    return ends.items()


def compare(number, solve):
    """Prints a line for each rule set; ends with an error at the first mismatch."""
    rng = random.Random(5)
    equal = 0
    for index in range(number):
        awards, draws = [(0, 0), (0, 1), (0, 0), (0, 1), (0, 0), (1, 0)][index % 6]
        players = 2 if awards else rng.choice([2, 3])
        closing = 2 if awards or draws or players == 3 else rng.choice([2, 3])
        cards = sorted(rng.randint(1 + awards + draws, 2 + closing) for _ in range(5))
        # Hands that just about last for four rounds: with more there are too many games to try.
        dealt = -(-4 * closing // players) - draws + (0 if awards or draws else rng.randint(0, 1))
        hands = sorted(rng.randint(2, dealt) for _ in range(3)) + [dealt]
        begin = time.time()
        truth = every_game(players, closing, cards, hands, awards, draws)
        answer = solve(players, closing, cards, hands, awards, draws)
        bound = answer["bound"] if answer else None
        print(f"{players} players, closing at {closing}, cards {cards}, dealt {hands}, awards {awards}, draws {draws}: "
              f"every game {truth}, confirmation {bound} ({time.time() - begin:.1f} s)", flush=True)
        # With draw cards the model allows a little more than the rules; it must never be below them.
        if truth != bound and (not draws or (truth or 0) > (bound or 0)):
            raise SystemExit("these differ")
        equal += truth == bound
    print(f"{equal} of {number} equal; no bound was below")
