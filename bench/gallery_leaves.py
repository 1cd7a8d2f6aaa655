"""What leaves are made of: artists, the rankings of a round, and the places of an artist. For confirm_double.py and confirm_full.py."""

import itertools

ROUNDS, ARTISTS, POINT = 4, 5, 1000
LIMITS = [17, 18, 19, 20, 21]
GAINS = [3, 2, 1, 0, 0]
# Places of an artist in a round: first, second, third, not ranked, not ranked because nobody else has cards.
FIRST, SECOND, THIRD, OUT, NONE = range(5)


def all_rankings():
    """Ordered lists of one to three artists."""
    return [ranking for length in (1, 2, 3) for ranking in itertools.permutations(range(ARTISTS), length)]


def places_of(ranking):
    """The place of each artist."""
    rest = OUT if len(ranking) == 3 else NONE
    return [ranking.index(artist) if artist in ranking else rest for artist in range(ARTISTS)]
