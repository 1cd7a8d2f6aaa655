"""Plays the added game to its end through the Python package."""

import parlour

game = parlour.game("high-card")
policy = game.policy("ismcts:50")
state = game.new(seed=1)
while not state.over:
    seat = state.current
    assert state.resample(seat).view(seat).json() == state.view(seat).json()
    state.apply(policy.choose(state.view(state.current)))
assert sum(state.scores) == 3, state.scores
assert state.view("public").to_dict()["history"][0]["seat"] == 0
print("Python:", state.scores)
