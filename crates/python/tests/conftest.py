"""What the tests share."""

import random

import parlour
import pytest

#: Every rule set that has a name of its own, smallest games first where it matters.
RULE_SETS = [
    ("jaipur", "round"),
    ("jaipur", "match"),
    ("primi-composti", "1"),
    ("primi-composti", "2-free"),
    ("primi-composti", "1-3p"),
    ("modern-art", "simple"),
    ("modern-art", "full-3"),
    ("masters-gallery", "full"),
]


@pytest.fixture(params=RULE_SETS, ids="-".join)
def game(request: pytest.FixtureRequest) -> parlour.Game:
    """Each of the rule sets."""
    return parlour.game(*request.param)


def play_randomly(state: parlour.State, seed: int) -> parlour.State:
    """Plays a game to its end."""
    rng = random.Random(seed)
    while not state.over:
        state.apply(rng.choice(state.legal_ids()))
    return state
