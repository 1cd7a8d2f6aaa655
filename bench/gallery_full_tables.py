"""Bounds of leaves under prices, compiled: the most one artist is worth, by its places, and the leaves that are not ruled out.

Costs are prices in thousandths of a point, and every sum is of whole numbers. The argument is in confirm_full.py.
"""

import numpy as np
from numba import njit

from gallery_leaves import FIRST, NONE, THIRD
from gallery_patterns import IMPOSSIBLE, MAX_LIMIT, best_by_pattern

# What a price of an artist's cards in a round can be on: the extra card, cards face up (M's and the other players'), hidden ones,
# additions, last ones, whether the artist has K face up, draws, cards with which a hidden one is laid, cards that place an award,
# and those with which a second one is displayed.
X, FM, FO, HM, HO, AM, AO, LM, LO, FULL, DM, DO, GM, GO, BM, BO, SM, SO = range(18)
COSTS = 18
# The symbols, with how many cards of the player each takes, as the second card is one as well.
SYMBOLS = ((DM, DO, 1), (GM, GO, 1), (BM, BO, 1), (SM, SO, 2))
SETS = 1 << len(SYMBOLS)

MAX_HIDDEN = 5


@njit(cache=False)
def least_costs(cost, closed, closing, others):
    """The least that an artist's cards in a round cost: by all cards, M's cards, and the set of symbols that are used.

    `closing`: K, `others`: how many other players there are."""
    max_face_up = closing - 1 + (1 + others if closed else 0)
    result = np.full((MAX_LIMIT + 1, closing + MAX_HIDDEN + 2, SETS), IMPOSSIBLE)
    by_symbols = np.empty(SETS, np.int64)
    for extra in range(2):
        for own in range(closing + 1):
            for other in range(max_face_up + 1 - own - extra):
                face_up = extra + own + other
                base = IMPOSSIBLE
                for last in range(min(own, 1) + 1):
                    for other_last in range(min(other, others) + 1):
                        if face_up - last - other_last <= closing - 1:
                            base = min(base, last * cost[LM] + other_last * cost[LO])
                if base == IMPOSSIBLE:
                    continue
                base += extra * cost[X] + own * cost[FM] + other * cost[FO]
                if face_up >= closing:
                    base += cost[FULL]
                by_symbols[:] = IMPOSSIBLE
                # Each symbol is not used, by M, or by another player.
                for code in range(3 ** len(SYMBOLS)):
                    total, used, rest, symbols = base, 0, code, 0
                    own_used = 0
                    for i in range(len(SYMBOLS)):
                        user = rest % 3
                        rest //= 3
                        if user:
                            symbols |= 1 << i
                            total += cost[SYMBOLS[i][user - 1]]
                            used += SYMBOLS[i][2] * (user == 2)
                            own_used += SYMBOLS[i][2] * (user == 1)
                    if own_used <= own and used <= other:
                        by_symbols[symbols] = min(by_symbols[symbols], total)
                for laid in range(MAX_HIDDEN + 1):
                    for other_laid in range(MAX_HIDDEN + 1 - laid):
                        for added in range(int(closed and own + laid > 0) + 1):
                            for other_added in range(min(others, other + other_laid) * int(closed) + 1):
                                cards = face_up + laid + other_laid + added + other_added
                                if cards > MAX_LIMIT:
                                    break
                                more = laid * cost[HM] + other_laid * cost[HO] + added * cost[AM] + other_added * cost[AO]
                                mine = own + laid + added
                                for symbols in range(SETS):
                                    total = by_symbols[symbols] + more
                                    result[cards, mine, symbols] = min(result[cards, mine, symbols], total)
    return result


@njit(cache=False)
def tables(costs, order, pays, closed, closing, others, limits, gains):
    """The most an artist is worth, by role, pattern of places and artist. The pattern has a digit in base 5 for each round, the
    first round's the lowest. `order` is what each card costs by round and place, `pays` what tokens add by role and round."""
    roles = len(pays)
    result = np.full((roles, 625, 5), -IMPOSSIBLE)
    least = np.empty((4, MAX_LIMIT + 1, closing + MAX_HIDDEN + 2, SETS), np.int64)
    for r in range(4):
        least[r] = least_costs(costs[r], closed[r], closing, others)
    for role in range(roles):
        rounds = np.full((4, 5, 13, MAX_LIMIT + 1, SETS), -IMPOSSIBLE)
        for r in range(4):
            for place in range(5):
                fewest = (closing if closed[r] else 1) if place == FIRST else int(place <= THIRD)
                for gained in range(3 * r + 4):
                    paid = (gained + pays[role, r]) * 1000 if place <= THIRD else 0
                    for cards in range(fewest, (0 if place == NONE else MAX_LIMIT) + 1):
                        for symbols in range(SETS):
                            best = -IMPOSSIBLE
                            for mine in range(min(cards, closing + MAX_HIDDEN + 1) + 1):
                                if least[r, cards, mine, symbols] < IMPOSSIBLE // 2:
                                    best = max(best, mine * paid - least[r, cards, mine, symbols])
                            if best > -IMPOSSIBLE:
                                best -= cards * order[r, place]
                            rounds[r, place, gained, cards, symbols] = best
                        # Symbols that gain nothing are left unused.
                        for symbols in range(SETS - 1, 0, -1):
                            for i in range(len(SYMBOLS)):
                                without = symbols & ~(1 << i)
                                best = rounds[r, place, gained, cards, without]
                                if without != symbols and rounds[r, place, gained, cards, symbols] <= best:
                                    rounds[r, place, gained, cards, symbols] = -IMPOSSIBLE
        result[role] = best_by_pattern(rounds, limits, gains)
    return result


def with_maxima(table):
    """The table, and the most over the last round's place, and over those of the last two rounds."""
    by_rounds = table.reshape(len(table), 5, 5, 5, 5, 5)  # role, places in rounds 4, 3, 2, 1, artist
    three = by_rounds.max(axis=1)
    two = three.max(axis=1)
    return table, three.reshape(len(table), 125, 5), two.reshape(len(table), 25, 5)


@njit(cache=False)
def leaf_bound(leaf, roles, table, constants, places):
    """The bound of a leaf, a number with the rankings as digits in base 85, the first round's the highest."""
    size = len(places)
    four, three, two, one = leaf % size, leaf // size % size, leaf // size**2 % size, leaf // size**3
    bound = constants[0, one] + constants[1, two] + constants[2, three] + constants[3, four]
    for artist in range(5):
        pattern = places[one, artist] + 5 * places[two, artist] + 25 * places[three, artist] + 125 * places[four, artist]
        bound += table[roles[artist], pattern, artist]
    return bound


@njit(cache=False)
def ruled(left, bounds, roles, table, constants, cut, places):
    """The leaves whose bound is not below the cut, and the lowest bounds so far."""
    kept = np.empty(len(left), np.int64)
    lowest = np.empty(len(left), np.int64)
    count = 0
    for i in range(len(left)):
        bound = min(bounds[i], leaf_bound(left[i], roles, table, constants, places))
        if bound >= cut:
            kept[count] = left[i]
            lowest[count] = bound
            count += 1
    return kept[:count].copy(), lowest[:count].copy()


@njit(cache=False)
def left_over(first, roles, full, three, two, constants, cut, places):
    """The leaves with this ranking in the first round that none of the price sets rules out, and their lowest bounds."""
    sets, size = len(full), len(places)
    highest = np.empty((sets, 4), np.int64)
    for k in range(sets):
        for r in range(4):
            highest[k, r] = constants[k, r].max()
    kept = np.empty(1024, np.int64)
    lowest = np.empty(1024, np.int64)
    count = 0
    # The set that ruled out the leaf before is tried first.
    recent = np.zeros(3, np.int64)
    patterns = np.empty(5, np.int64)
    longer = np.empty(5, np.int64)
    for second in range(size):
        for artist in range(5):
            patterns[artist] = places[first, artist] + 5 * places[second, artist]
        is_out = False
        for i in range(sets):
            k = (recent[0] + i) % sets
            bound = constants[k, 0, first] + constants[k, 1, second] + highest[k, 2] + highest[k, 3]
            for artist in range(5):
                bound += two[k, roles[artist], patterns[artist], artist]
            if bound < cut:
                recent[0], is_out = k, True
                break
        if is_out:
            continue
        for third in range(size):
            for artist in range(5):
                longer[artist] = patterns[artist] + 25 * places[third, artist]
            is_out = False
            for i in range(sets):
                k = (recent[1] + i) % sets
                bound = constants[k, 0, first] + constants[k, 1, second] + constants[k, 2, third] + highest[k, 3]
                for artist in range(5):
                    bound += three[k, roles[artist], longer[artist], artist]
                if bound < cut:
                    recent[1], is_out = k, True
                    break
            if is_out:
                continue
            for fourth in range(size):
                is_out = False
                best = IMPOSSIBLE
                for i in range(sets):
                    k = (recent[2] + i) % sets
                    bound = constants[k, 0, first] + constants[k, 1, second] + constants[k, 2, third] + constants[k, 3, fourth]
                    for artist in range(5):
                        bound += full[k, roles[artist], longer[artist] + 125 * places[fourth, artist], artist]
                    best = min(best, bound)
                    if bound < cut:
                        recent[2], is_out = k, True
                        break
                if is_out:
                    continue
                if count == len(kept):
                    kept = np.concatenate((kept, np.empty(count, np.int64)))
                    lowest = np.concatenate((lowest, np.empty(count, np.int64)))
                kept[count] = ((first * size + second) * size + third) * size + fourth
                lowest[count] = best
                count += 1
    return kept[:count].copy(), lowest[:count].copy()
