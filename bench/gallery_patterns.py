"""The most that one artist is worth over all rounds, by its places in them, compiled. For confirm_double.py and confirm_full.py."""

import numpy as np
from numba import njit

IMPOSSIBLE = 10**12
MAX_LIMIT = 21  # cards of the artist with most of them


@njit(cache=False)
def best_by_pattern(rounds, limits, gains):
    """The most by pattern and artist, from the most of a round by round, place, gain so far, cards, and the set of symbols that
    are used, each of which can be once in all rounds; -IMPOSSIBLE where there is nothing.

    A set of symbols has a bit for each. A pattern has a digit in base 5 for each round's place, the first round's the lowest."""
    result = np.full((625, len(limits)), -IMPOSSIBLE)
    max_cards, sets = rounds.shape[3] - 1, rounds.shape[4]
    sums = np.full((5, MAX_LIMIT + 1, sets), -IMPOSSIBLE)
    sums[0, 0, 0] = 0
    last = np.full(4, -1)
    for code in range(625):
        # Patterns in the order in which the places of the last round change most often.
        places = (code // 125, code // 25 % 5, code // 5 % 5, code % 5)
        start = 0
        while start < 4 and last[start] == places[start]:
            start += 1
        gained = 0
        for r in range(4):
            gained += gains[places[r]]
            if r < start:
                continue
            last[r] = places[r]
            for later in range(r + 1, 4):
                last[later] = -1
            best_of = rounds[r, places[r], gained]
            sums[r + 1] = -IMPOSSIBLE
            for used in range(MAX_LIMIT + 1):
                for before in range(sets):
                    so_far = sums[r, used, before]
                    if so_far == -IMPOSSIBLE:
                        continue
                    for cards in range(min(max_cards, MAX_LIMIT - used) + 1):
                        for here in range(sets):
                            more = best_of[cards, here]
                            if more != -IMPOSSIBLE and not here & before:
                                after = before | here
                                sums[r + 1, used + cards, after] = max(sums[r + 1, used + cards, after], so_far + more)
        pattern = places[0] + 5 * places[1] + 25 * places[2] + 125 * places[3]
        for artist in range(len(limits)):
            result[pattern, artist] = sums[4, : limits[artist] + 1].max()
    return result
