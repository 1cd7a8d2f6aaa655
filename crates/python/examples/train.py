# %% [markdown]
# # Train a small policy that beats `random`
#
# Primi Composti, version 1. The policy looks one card ahead: it clones the state, plays each legal card, and takes the one
# after which a small neural network of scikit-learn expects the best final difference. The network learns from
# games of the policy against itself, at first random ones. With two players nothing is hidden, so looking ahead in a clone is fair.
#
#     pip install ./crates/python scikit-learn
#     python crates/python/examples/train.py
#
# `# %%` marks cells for editors that know them.

# %%
import argparse
import json

import numpy as np
import parlour
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

GAME = parlour.game("primi-composti")


# %% [markdown]
# A position is what the seat that has just played sees; its target is that seat's final difference.

# %%
def after(state, ids, seat):
    """What `seat` sees after each of its actions."""
    seen = []
    for id in ids:
        then = state.clone()
        then.apply(id)
        seen.append(then.observation(seat))
    return np.stack(seen)


def choose(model, state, seat, rng, explore):
    """The action that the model likes best, now and then any."""
    ids = state.legal_ids()
    if model is None or rng.random() < explore:
        return ids[rng.integers(len(ids))]
    return ids[int(np.argmax(model.predict(after(state, ids, seat))))]


# %%
def self_play(model, games, rng, explore=0.2):
    """Positions of games against itself, and what became of them."""
    positions, targets = [], []
    for _ in range(games):
        state = GAME.new(int(rng.integers(2**53)))
        movers = []
        while not state.over:
            seat = state.current
            state.apply(choose(model, state, seat, rng, explore))
            positions.append(state.observation(seat))
            movers.append(seat)
        scores = state.scores
        targets += [scores[seat] - scores[1 - seat] for seat in movers]
    return np.stack(positions), np.array(targets, dtype=np.float32)


def train(games, rounds, seed):
    """Rounds of self-play, each followed by a fit to all games so far."""
    rng = np.random.default_rng(seed)
    model, positions, targets = None, [], []
    for _ in range(rounds):
        x, y = self_play(model, games, rng)
        positions.append(x)
        targets.append(y)
        network = MLPRegressor(hidden_layer_sizes=(64,), alpha=1.0, max_iter=200, early_stopping=True, random_state=seed)
        model = make_pipeline(StandardScaler(), network)
        model.fit(np.concatenate(positions), np.concatenate(targets))
    return model


# %% [markdown]
# Duplicate deals: each is played twice, once from either seat, and is one observation of the interval.

# %%
def against(model, opponent, deals, seed):
    """The share of the win against a policy: the mean and half its 95 % interval (normal)."""
    rng = np.random.default_rng(seed)
    other = GAME.policy(opponent, seed)
    shares = []
    for _ in range(deals):
        deal, share = int(rng.integers(2**53)), 0.0
        for own in (0, 1):
            state = GAME.new(deal)
            while not state.over:
                seat = state.current
                if seat == own:
                    state.apply(choose(model, state, seat, rng, 0.0))
                else:
                    state.apply(other.choose_id(state.view(seat)))
            share += (own in state.winners) / len(state.winners) / 2
        shares.append(share)
    return float(np.mean(shares)), float(1.96 * np.std(shares, ddof=1) / np.sqrt(deals))


# %%
def main(arguments=None):
    parser = argparse.ArgumentParser(description="Train a small policy that beats random.")
    parser.add_argument("--games", type=int, default=150, help="games of each round of self-play")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of self-play")
    parser.add_argument("--deals", type=int, default=200, help="deals of the evaluation")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    model = train(asked.games, asked.rounds, asked.seed)
    result = {}
    for opponent in ("rand", "greedy_asc"):
        mean, half = against(model, opponent, asked.deals, asked.seed)
        result[opponent] = {"share": round(mean, 3), "half": round(half, 3)}
    print(json.dumps(result))
    return result


if __name__ == "__main__":
    main()
