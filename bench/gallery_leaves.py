"""Numbers of the rules, rankings of a round, and places of an artist: what leaves are made of. For confirm_double.py and
confirm_full.py."""

import itertools

ROUNDS, ARTISTS, POINT = 4, 5, 1000
LIMITS = [17, 18, 19, 20, 21]
GAINS = [3, 2, 1, 0, 0]
# Cards dealt to each player in each round, by the number of players.
DEALT = {2: [13, 6, 6, 3], 3: [13, 6, 6, 0], 4: [13, 4, 4, 0], 5: [13, 2, 2, 0]}
# Places of an artist in a round: first, second, third, not ranked, not ranked because nobody else has cards.
FIRST, SECOND, THIRD, OUT, NONE = range(5)


def closing_number(players):
    """How many cards of an artist close a round."""
    return 5 if players == 2 else 6


def all_rankings():
    """Ordered lists of one to three artists."""
    return [ranking for length in (1, 2, 3) for ranking in itertools.permutations(range(ARTISTS), length)]


def places_of(ranking):
    """The place of each artist."""
    rest = OUT if len(ranking) == 3 else NONE
    return [ranking.index(artist) if artist in ranking else rest for artist in range(ARTISTS)]
