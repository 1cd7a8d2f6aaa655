"""Cases of the confirmation, with a coarse bound of each. See confirm_optima.py for the argument.

A case says for each round which artist comes first, second and third (artists by label, in order of appearance), how many
awards are placed in rounds 1 and 2, and on which label. A case is a row of 17 numbers: three labels for each round (-1: nobody),
the awards of round 1 and 2, their two labels (-1: none), and the coarse bound.

A place in the game is the number of the next turn less the seat of the player, so that his turns are the multiples of
the number of players, and the same table serves all seats.
"""

import numpy as np
from numba import njit

NONE = -1e9
ROUNDS = 4
MOST = 14  # above the turns of one player in one round: 13 hold for 4 * 5 + 6 cards between two
GAINS = np.array([3, 2, 1])


@njit
def turns_before(place, n):
    """The player's turns before this place: multiples of n from 0 on (places begin above -n)."""
    return -((-place) // n)


@njit
def share(v1, v2, v3, c1, c2, c3, k, closes):
    """The most that k cards score for the player: at most c1, c2, c3 of the ranked artists, worth v1, v2, v3, at least one of
    the first if the player closes. Cards of unranked artists fill the rest. Most valuable first is optimal, as all are alike."""
    total = 0
    if closes == 1:
        total += v1
        c1 -= 1
        k -= 1
    for _ in range(3):
        if k <= 0:
            break
        if c1 > 0 and (c2 <= 0 or v1 >= v2) and (c3 <= 0 or v1 >= v3):
            x = min(k, c1)
            total += x * v1
            k -= x
            c1 = 0
        elif c2 > 0 and (c3 <= 0 or v2 >= v3):
            x = min(k, c2)
            total += x * v2
            k -= x
            c2 = 0
        elif c3 > 0:
            x = min(k, c3)
            total += x * v3
            k -= x
            c3 = 0
        else:
            break
    return total


@njit
def sizes(closing, kind, round_, shown):
    """Least and most cards of a round of which `kind + 1` (1 to 3) artists are ranked; in round 1 exactly `shown` artists have
    cards (0: any number). With two or fewer ranked nobody else has a card."""
    other = closing - 1
    if kind == 0:
        return closing, closing
    if kind == 1:
        return closing + 1, closing + other
    if round_ == 0 and shown > 0:
        return closing + shown - 1, closing + other * (shown - 1)
    return closing + 2, closing + 4 * other


@njit
def shares_by_turns(table, closing, kind, v1, v2, v3):
    """table[k, closes]: the most that k cards score in a round in which the ranked have as many cards as they may."""
    other = closing - 1
    second = other if kind >= 1 else 0
    third = other if kind >= 2 else 0
    for k in range(MOST):
        for closes in range(2):
            table[k, closes] = NONE if k < closes else share(v1, v2, v3, other + closes, second, third, k, closes)


@njit
def advance(before, after, table, n, least, most, last):
    """One round of the coarse bound: after[place] from before[place], places up to `last`."""
    offset = n - 1
    after[:] = NONE
    for i in range(before.size):
        if before[i] < 0:
            continue
        place = i - offset
        for size in range(least, min(most, last - place) + 1):
            end = place + size
            k = turns_before(end, n) - turns_before(place, n)
            value = before[i] + table[k, 1 if (end - 1) % n == 0 else 0]
            if value > after[end + offset]:
                after[end + offset] = value


@njit
def last_round(before, closing, n, last, free, closer):
    """free[kind, k] and closer[kind, k]: the best before the last round among the places from which k turns can be had in a
    last round of this kind; in `closer` the player closes. More turns are never worse, so only the most for each place."""
    offset = n - 1
    free[:] = NONE
    closer[:] = NONE
    for kind in range(3):
        least, most = sizes(closing, kind, 3, 0)
        for i in range(before.size):
            place = i - offset
            end = min(place + most, last)
            if before[i] < 0 or end < place + least:
                continue
            k = turns_before(end, n) - turns_before(place, n)
            free[kind, k] = max(free[kind, k], before[i])
            end = (end - 1) // n * n + 1
            if end >= place + least:
                k = turns_before(end, n) - turns_before(place, n)
                closer[kind, k] = max(closer[kind, k], before[i])


@njit
def scan(n, closing, last, longest, awards1, awards2, label1, label2, target, outcomes, counts, histogram, cases, found):
    """Visits all cases with these awards. `histogram` counts them by coarse bound; those with at least `target` go to `cases`,
    from row `found` on; returns the next row (which may lie beyond the end: then they did not fit)."""
    offset = n - 1
    best = np.full((ROUNDS, last[3] + n), NONE)
    best[0, :n] = 0
    table = np.zeros((MOST, 2))
    value = np.zeros((ROUNDS + 1, 5), np.int64)
    needed = np.zeros((ROUNDS + 1, 5), np.int64)
    free = np.zeros((3, MOST))
    closer = np.zeros((3, MOST))
    labels = np.zeros(ROUNDS + 1, np.int64)
    at = np.full(ROUNDS, -1)
    v = np.zeros(3, np.int64)
    r = 0
    while r >= 0:
        at[r] += 1
        if at[r] >= counts[labels[r]]:
            r -= 1
            continue
        outcome = outcomes[labels[r], at[r]]
        kind = 2 if outcome[2] >= 0 else (1 if outcome[1] >= 0 else 0)
        if r == 0 and awards1 > 0 and kind != min(awards1, 3) - 1:
            continue
        value[r + 1] = value[r]
        needed[r + 1] = needed[r]
        v[:] = 0
        fits = True
        for i in range(kind + 1):
            a = outcome[i]
            value[r + 1, a] += GAINS[i]
            needed[r + 1, a] += closing if i == 0 else 1
            fits &= needed[r + 1, a] <= longest
            v[i] = value[r + 1, a] + (2 * awards1 if a == label1 else 0)
            v[i] += 2 * awards2 if a == label2 and r >= 1 else 0
        if not fits:
            continue
        shares_by_turns(table, closing, kind, v[0], v[1], v[2])
        labels[r + 1] = outcome[3]
        if r < 3:
            least, most = sizes(closing, kind, r, awards1)
            advance(best[r], best[r + 1], table, n, least, most, last[r])
            if r == 2:
                last_round(best[3], closing, n, last[3], free, closer)
            r += 1
            at[r] = -1
            continue
        if label1 >= labels[4] or label2 >= labels[4]:
            continue
        bound = -1
        for k in range(MOST):
            bound = max(bound, int(free[kind, k] + table[k, 0]), int(closer[kind, k] + table[k, 1]))
        if bound < 0:
            continue
        histogram[bound] += 1
        if bound >= target:
            if found < cases.shape[0]:
                for i in range(ROUNDS):
                    cases[found, 3 * i : 3 * i + 3] = outcomes[labels[i], at[i], :3]
                cases[found, 12] = awards1
                cases[found, 13] = awards2
                cases[found, 14] = label1
                cases[found, 15] = label2
                cases[found, 16] = bound
            found += 1
    return found


def all_outcomes():
    """For m labels in use: (first, second, third, labels in use afterwards); a new label is always the next one."""
    lists = []
    for m in range(6):
        found = []
        for a in range(min(m + 1, 5)):
            after_a = max(m, a + 1)
            found.append((a, -1, -1, after_a))
            for b in set(range(min(after_a + 1, 5))) - {a}:
                after_b = max(after_a, b + 1)
                found.append((a, b, -1, after_b))
                for c in set(range(min(after_b + 1, 5))) - {a, b}:
                    found.append((a, b, c, max(after_b, c + 1)))
        lists.append(found)
    counts = np.array([len(found) for found in lists])
    table = np.full((6, counts.max(), 4), -1)
    for m, found in enumerate(lists):
        table[m, : len(found)] = found
    return table, counts


def award_plans(awards):
    """(awards of round 1, of round 2, label of the first, of the second): all choices there are."""
    if not awards:
        return [(0, 0, -1, -1)]
    plans = [(5, 0, label, -1) for label in range(5)]
    for early in range(4, 0, -1):
        plans += [(early, 5 - early, one, two) for one in range(5) for two in range(5)]
    return plans
