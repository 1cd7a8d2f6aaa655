"""Plays each game with the installed package."""

import sys

import numpy
import parlour

for name in parlour.games():
    game = parlour.game(name)
    state = game.new(seed=7)
    policy = game.policy(game.policies[0][0], seed=7)
    while not state.over:
        state.apply(policy.choose(state.view(state.current)))
    assert parlour.replay(state.record()).scores == state.scores
    env = parlour.VectorEnv(game, 4, threads=1)
    env.step(numpy.argmax(env.masks, axis=1))
print("Python %d.%d plays" % sys.version_info[:2], file=sys.stderr)
