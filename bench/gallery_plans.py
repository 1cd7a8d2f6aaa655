"""Fine bounds of a case, and the search through its plans. See confirm_optima.py for the argument."""

import numpy as np
from numba import njit

from gallery_cases import GAINS, NONE, ROUNDS, share, sizes, turns_before

SLACK = 1e-6  # a bound is believed to be below the target only if it is so by this much
LONGEST = 28  # above the cards of one round
FOUND, NODES, PRICED, OPEN, UNSETTLED = range(5)  # what `stats` counts


@njit
def priced_round(n, closing, kind, round_, shown, order, prices, shares, gain, second, third, rest):
    """gain[size, j, closes]: the most of a round of `size` cards, size // n + j of them the player's, less the price of all its
    cards; with the counts of the second, the third and the rest that reach it. Ties between artists are left open."""
    other = closing - 1
    gain[:] = NONE
    low = high = 0.0
    if kind == 2:
        low = min(prices[order[3]], prices[order[4]])
        high = max(prices[order[3]], prices[order[4]])
    for s in range(1 if kind >= 1 else 0, (other if kind >= 1 else 0) + 1):
        for t in range(1 if kind == 2 else 0, (s if kind == 2 else 0) + 1):
            fixed = closing * prices[order[0]] + s * prices[order[1]] + t * prices[order[2]]
            least, most, each = 0, 2 * t, 0
            if round_ == 0 and shown > 0 and kind == 2:
                if shown == 3:
                    most = 0
                elif shown == 4:
                    least, most = 1, t
                else:
                    least, each = 2, 1
            for o in range(least, most + 1):
                size = closing + s + t + o
                cost = fixed + low * min(o - each, t) + high * max(each, o - t)
                for j in range(2):
                    for closes in range(2):
                        value = shares[size // n + j, closes, s, t] - cost
                        if value > gain[size, j, closes]:
                            gain[size, j, closes] = value
                            second[size, j, closes] = s
                            third[size, j, closes] = t
                            rest[size, j, closes] = o


@njit
def priced_game(n, closing, last, kinds, orders, shares, shown, prices, ahead, use, gain, second, third, rest):
    """The most of a game less the price of all its cards, hands as in the coarse bound; ahead[round, place] is the most from
    there on, `use` the cards by label of one game that reaches it (from which better prices follow)."""
    offset = n - 1
    places = last[3] + n
    ahead[ROUNDS, :places] = 0
    for r in range(ROUNDS):
        priced_round(n, closing, kinds[r], r, shown, orders[r], prices, shares[r], gain[r], second[r], third[r], rest[r])
    for r in range(ROUNDS - 1, -1, -1):
        least, most = sizes(closing, kinds[r], r, shown)
        until = last[r - 1] if r > 0 else 0
        for i in range(places):
            place = i - offset
            best = NONE
            if place <= until:
                for size in range(least, min(most, last[r] - place) + 1):
                    end = place + size
                    j = turns_before(end, n) - turns_before(place, n) - size // n
                    value = gain[r, size, j, 1 if (end - 1) % n == 0 else 0] + ahead[r + 1, end + offset]
                    best = max(best, value)
            ahead[r, i] = best
    start = 0
    for i in range(n):
        if ahead[0, i] > ahead[0, start]:
            start = i
    total = ahead[0, start]
    use[:] = 0
    place = start - offset
    for r in range(ROUNDS if total > NONE / 10 else 0):
        least, most = sizes(closing, kinds[r], r, shown)
        for size in range(least, min(most, last[r] - place) + 1):
            end = place + size
            j = turns_before(end, n) - turns_before(place, n) - size // n
            closes = 1 if (end - 1) % n == 0 else 0
            if gain[r, size, j, closes] + ahead[r + 1, end + offset] > ahead[r, place + offset] - 1e-9:
                order = orders[r]
                t = third[r, size, j, closes]
                o = rest[r, size, j, closes]
                use[order[0]] += closing
                use[order[1]] += second[r, size, j, closes]
                use[order[2]] += t
                each = 1 if r == 0 and shown == 5 else 0
                cheap = 3 if prices[order[3]] <= prices[order[4]] else 4
                if kinds[r] == 2:
                    use[order[cheap]] += min(o - each, t)
                    use[order[7 - cheap]] += max(each, o - t)
                place = end
                break
    return total


@njit
def better_prices(prices, limits, use, bound, target):
    """One step of the subgradient method (Polyak's length); False if there is no direction."""
    slope = (limits - use).astype(np.float64)
    for a in range(5):
        if slope[a] > 0 and prices[a] == 0:
            slope[a] = 0
    norm = (slope * slope).sum()
    if norm == 0:
        return False
    for a in range(5):
        prices[a] = max(0.0, prices[a] - (bound - target + 1.0) / norm * slope[a])
    return True


@njit
def search(r, place, seat, n, closing, last, hands, draws, shown, late, kinds, orders, values, artist, limits, prices, credit,
           ahead, used, scored, target, plan, best, stats):
    """Goes through all plans of a case for one seat, from round r on, that can reach target[0]; the best goes to `best` and
    raises the target above it. `credit` is the price of all limits."""
    other = closing - 1
    if r == ROUNDS:
        if late > 0:
            # Awards of round 2 are there only if all artists have appeared by then.
            for a in range(5):
                if used[2, a] == 0:
                    stats[UNSETTLED] = max(stats[UNSETTLED], scored)
                    return
        if scored >= target[0]:
            best[:] = plan
            best[ROUNDS, 0] = seat
            best[ROUNDS, 1] = scored
            target[0] = scored + 1
        return
    stats[NODES] += 1
    kind = kinds[r]
    order = orders[r]
    for s in range(1 if kind >= 1 else 0, (other if kind >= 1 else 0) + 1):
        for t in range(1 if kind == 2 else 0, (s if kind == 2 else 0) + 1):
            if kind == 2 and s == t and artist[order[1]] > artist[order[2]]:
                continue  # ties go to the left
            upto = t if kind == 2 else 0
            for o in range(upto + 1):
                if o > 0 and o == t and artist[order[2]] > artist[order[3]]:
                    continue
                for q in range(upto + 1):
                    if q > 0 and q == t and artist[order[2]] > artist[order[4]]:
                        continue
                    if r == 0 and shown > 0 and kind == 2 and 3 + (o > 0) + (q > 0) != shown:
                        continue
                    end = place + closing + s + t + o + q
                    if end > last[r]:
                        continue
                    k = turns_before(end, n) - turns_before(place, n)
                    closes = 1 if (end - 1) % n == 0 else 0
                    if k < closes or k > other + closes + s + t + o + q:
                        continue
                    v = values[r]
                    now = scored + share(v[0], v[1], v[2], other + closes, s, t, k, closes)
                    used[r + 1] = used[r]
                    used[r + 1, order[0]] += closing
                    used[r + 1, order[1]] += s
                    used[r + 1, order[2]] += t
                    used[r + 1, order[3]] += o
                    used[r + 1, order[4]] += q
                    bound = now + ahead[r + 1, end + n - 1] + credit
                    fits = True
                    appeared = 0
                    for a in range(5):
                        fits &= used[r + 1, a] <= limits[a]
                        appeared += used[r + 1, a] > 0
                        bound -= prices[a] * used[r + 1, a]
                    if not fits or bound < target[0] - SLACK:
                        continue
                    if end + seat > n * hands[r] + (appeared if draws else 0):
                        continue
                    plan[r, 0] = closing
                    plan[r, 1] = s
                    plan[r, 2] = t
                    plan[r, 3] = o
                    plan[r, 4] = q
                    plan[r, 5] = k
                    plan[r, 6] = closes
                    search(r + 1, end, seat, n, closing, last, hands, draws, shown, late, kinds, orders, values, artist, limits,
                           prices, credit, ahead, used, now, target, plan, best, stats)


@njit
def settle(n, closing, last, hands, draws, cards, case, target, assignments, best, best_case, best_artist, stats):
    """Settles one case: no plan of it reaches target[0], or the best is stored and the target is raised above it."""
    other = closing - 1
    shown, late = case[12], case[13]
    kinds = np.zeros(ROUNDS, np.int64)
    orders = np.zeros((ROUNDS, 5), np.int64)
    values = np.zeros((ROUNDS, 3), np.int64)
    value = np.zeros(5, np.int64)
    labels = 0
    for r in range(ROUNDS):
        ranked = np.zeros(5, np.int64)
        c = 0
        for i in range(3):
            a = case[3 * r + i]
            if a >= 0:
                kinds[r] = i
                ranked[a] = 1
                orders[r, c] = a
                c += 1
                value[a] += GAINS[i]
                values[r, i] = value[a] + (2 * shown if a == case[14] else 0) + (2 * late if a == case[15] and r >= 1 else 0)
                labels = max(labels, a + 1)
        for a in range(5):
            if ranked[a] == 0:
                orders[r, c] = a
                c += 1
    shares = np.full((ROUNDS, 16, 2, 6, 6), NONE)
    for r in range(ROUNDS):
        for k in range(16):
            for closes in range(min(k, 1) + 1):
                for s in range(other + 1):
                    for t in range(s + 1):
                        shares[r, k, closes, s, t] = share(
                            values[r, 0], values[r, 1], values[r, 2], other + closes, s, t, k, closes)
    ahead = np.full((ROUNDS + 1, last[3] + n), NONE)
    gain = np.zeros((ROUNDS, LONGEST, 2, 2))
    second = np.zeros((ROUNDS, LONGEST, 2, 2), np.int64)
    third = second.copy()
    rest = second.copy()
    use = np.zeros(5, np.int64)
    limits = np.zeros(5, np.int64)
    prices = np.zeros(5)
    good = prices.copy()
    least = -NONE
    # Independent of which label is which artist: the dearest has the longest limit.
    for _ in range(12):
        most = priced_game(n, closing, last, kinds, orders, shares, shown, prices, ahead, use, gain, second, third, rest)
        if most < NONE / 10:
            return
        bound = most
        by_price = np.argsort(prices * 1000 + use)
        for i in range(5):
            limits[by_price[i]] = cards[i]
        bound += (prices * limits).sum()
        if bound < target[0] - SLACK:
            stats[PRICED] += 1
            return
        if bound < least:
            least = bound
            good = prices.copy()
        if not better_prices(prices, limits, use, bound, target[0]):
            break
    stats[OPEN] += 1
    plan = np.zeros((ROUNDS + 1, 7), np.int64)
    found = plan.copy()
    used = np.zeros((ROUNDS + 1, 5), np.int64)
    for q in range(assignments.shape[0]):
        artist = assignments[q]
        alike = False
        for a in range(labels, 4):
            alike |= artist[a] > artist[a + 1]  # labels that are never ranked
        if alike:
            continue
        limits[:] = cards[artist]
        prices[:] = good
        chosen = good.copy()
        least = -NONE
        closed = False
        for _ in range(10):
            most = priced_game(n, closing, last, kinds, orders, shares, shown, prices, ahead, use, gain, second, third, rest)
            bound = most + (prices * limits).sum()
            if bound < target[0] - SLACK:
                closed = True
                break
            if bound < least:
                least = bound
                chosen = prices.copy()
            if not better_prices(prices, limits, use, bound, target[0]):
                break
        if closed:
            continue
        priced_game(n, closing, last, kinds, orders, shares, shown, chosen, ahead, use, gain, second, third, rest)
        before = target[0]
        for seat in range(n):
            search(0, -seat, seat, n, closing, last, hands, draws, shown, late, kinds, orders, values, artist, limits, chosen,
                   (chosen * limits).sum(), ahead, used, 0, target, plan, found, stats)
        if target[0] > before:
            best[:] = found
            best_case[:] = case
            best_artist[:] = artist
            stats[FOUND] = 1


@njit
def settle_all(n, closing, last, hands, draws, cards, cases, target, assignments, best, best_case, best_artist, stats):
    """Settles the cases in turn, leaving out those whose coarse bound is below the target by then."""
    for i in range(cases.shape[0]):
        if cases[i, 16] >= target[0]:
            settle(n, closing, last, hands, draws, cards, cases[i], target, assignments, best, best_case, best_artist, stats)
