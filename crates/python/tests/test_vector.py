"""`VectorEnv` against single games in Python, and Gymnasium's vector interface."""

import gymnasium
import numpy as np
import parlour
import parlour.gymnasium
import pytest
from conftest import RULE_SETS
from gymnasium.vector import AutoresetMode

ARRAYS = ("observations", "final_observations", "masks", "rewards", "scores", "terminated", "illegal", "to_move", "seeds")

# Policies without a budget that take too long.
EXACT = ("perfect", "speculative")


def draw(rng, masks):
    """A random legal action of each row."""
    return np.where(masks, rng.random(masks.shape), -1.0).argmax(axis=1)


def arrays(env):
    return {name: getattr(env, name).copy() for name in ARRAYS}


def same(left, right):
    return all((left[name] == right[name]).all() for name in ARRAYS)


@pytest.mark.parametrize("rules", RULE_SETS, ids="-".join)
def test_self_play_is_that_of_single_games(rules):
    game = parlour.game(*rules)
    rng = np.random.default_rng(1)
    env = parlour.VectorEnv(game, 5, seed=7, threads=2)
    states = [game.new(int(seed)) for seed in env.seeds]
    finished = 0
    for _ in range(1500):
        if finished > 2:
            break
        for row, state in enumerate(states):
            assert env.to_move[row] == state.current
            assert (env.observations[row] == state.observation()).all()
            assert (env.masks[row] == state.action_mask()).all()
        actions = draw(rng, env.masks)
        env.step(actions)
        for row, state in enumerate(states):
            mover = state.current
            state.apply(int(actions[row]))
            assert env.terminated[row] == state.over and not env.illegal[row]
            assert list(env.rewards[row]) == state.returns
            if state.over:
                assert list(env.scores[row]) == state.scores
                assert (env.final_observations[row] == state.observation(mover)).all()
                states[row] = game.new(int(env.seeds[row]))
                finished += 1
    assert finished > 2


@pytest.mark.parametrize("name, seat, pool", [("jaipur", 1, False), ("modern-art", None, True), ("primi-composti", None, False)])
def test_opponents_are_the_policies_of_the_game(name, seat, pool):
    game = parlour.game(name)
    policies = [name for name, budget, _ in game.policies if not budget and name not in EXACT]
    others = game.seats - 1
    own = (policies * others)[:others]
    chosen = {"pool": policies} if pool else {"opponents": own}
    env = parlour.VectorEnv(game, 4, seed=3, seat=seat, reward="score", **chosen)
    rng = np.random.default_rng(2)

    def begin(row):
        """The game of a row by hand; the pool's policy is the one that leads to the same observation."""
        seed, agent = int(env.seeds[row]), int(env.to_move[row])
        fitting = []
        for names in [[p] * others for p in policies] if pool else [own]:
            state = game.new(seed)
            sitters = [game.policy(names[(s - agent - 1) % game.seats], seed) if s != agent else None for s in range(game.seats)]
            follow(state, sitters, agent)
            fitting.append((state, sitters, agent))
        return fitting

    def follow(state, sitters, agent):
        while not state.over and agent not in state.to_move:
            state.apply(sitters[state.current].choose(state.view(state.current)))

    tables = [begin(row) for row in range(4)]
    seen_seats, finished = set(), 0
    for _ in range(120):
        for row in range(4):
            tables[row] = [t for t in tables[row] if (t[0].observation(t[2]) == env.observations[row]).all()]
            assert tables[row], "no policy leads to what is observed"
            assert (env.masks[row] == tables[row][0][0].action_mask(tables[row][0][2])).all()
        seen_seats.update(env.to_move.tolist())
        actions = draw(rng, env.masks)
        env.step(actions)
        for row in range(4):
            for state, sitters, agent in tables[row]:
                state.apply(int(actions[row]), agent)
                follow(state, sitters, agent)
            if env.terminated[row]:
                ended = [t for t in tables[row] if t[0].over and t[0].scores == list(env.scores[row])]
                assert ended
                scores, agent = ended[0][0].scores, ended[0][2]
                assert env.rewards[row] == scores[agent] - max(s for i, s in enumerate(scores) if i != agent)
                tables[row] = begin(row)
                finished += 1
            else:
                assert env.rewards[row] == 0
    assert finished > 2
    assert seen_seats == ({seat} if seat is not None else set(range(game.seats)))


@pytest.mark.parametrize("chosen", [{}, {"pool": ["random", "utility", "ismcts:5"]}], ids=["self-play", "pool"])
def test_threads_and_neighbours_change_nothing(chosen):
    options = {"actions": "compact", "reward": "score", **chosen}
    one = parlour.VectorEnv("jaipur", 150, seed=5, threads=1, **options)
    two = parlour.VectorEnv("jaipur", 150, seed=5, threads=3, **options)
    single = parlour.VectorEnv("jaipur", 1, seed=5 + 149, **options)
    rng = np.random.default_rng(1)
    for _ in range(60):
        assert same(arrays(one), arrays(two))
        last = arrays(single)
        assert all((last[name][0] == getattr(one, name)[149]).all() for name in ARRAYS)
        actions = draw(rng, one.masks)
        one.step(actions)
        two.step(actions)
        single.step(actions[149:])


def test_arrays_are_the_same_from_step_to_step():
    env = parlour.VectorEnv("primi-composti", 3)
    before = {name: getattr(env, name) for name in ARRAYS}
    env.step(draw(np.random.default_rng(1), env.masks))
    env.reset(4)
    assert all(getattr(env, name) is before[name] for name in ARRAYS)


def test_seeds_repeat_games():
    env = parlour.VectorEnv("jaipur", 3, seed=10)
    first = arrays(env)
    env.reset()
    assert (env.seeds != first["seeds"]).all(), "the next games"
    env.reset(10)
    assert same(arrays(env), first)
    env.reset([11, 12, 10])
    assert (env.seeds == first["seeds"][[1, 2, 0]]).all()
    assert len(set(first["seeds"].tolist())) == 3


def test_compact_sequences_are_actions():
    game = parlour.game("jaipur")
    env = parlour.VectorEnv(game, 8, seed=2, actions="compact")
    assert env.num_actions == game.num_compact_actions == 62
    assert env.observation_size == game.observation_size + 13
    states = [game.new(int(seed)) for seed in env.seeds]
    begun = [[] for _ in states]
    rng = np.random.default_rng(3)
    lengths = set()
    for _ in range(300):
        for row, state in enumerate(states):
            sequences = [game.compact(id) for id in state.legal_ids()]
            depth = len(begun[row])
            follow = {s[depth] for s in sequences if s[:depth] == begun[row]}
            assert set(np.flatnonzero(env.masks[row]).tolist()) == follow
            assert (env.observations[row][: game.observation_size] == state.observation()).all()
            assert env.observations[row][game.observation_size :].sum() == depth
        actions = draw(rng, env.masks)
        env.step(actions)
        for row, state in enumerate(states):
            begun[row].append(int(actions[row]))
            if begun[row] in [game.compact(id) for id in state.legal_ids()]:
                lengths.add(len(begun[row]))
                state.apply(game.expand(begun[row]))
                begun[row] = []
            assert env.terminated[row] == state.over
            if state.over:
                states[row] = game.new(int(env.seeds[row]))
    assert {1, 4, 6} <= lengths


def test_compact_ids_are_translated_both_ways():
    game = parlour.game("jaipur")
    for id in [0, 6, 48, 49, 12345, game.num_actions - 1]:
        assert game.expand(game.compact(id)) == id
        assert game.compact(game.action_text(id)) == game.compact(id)
    for wrong in ([], [49], [0, 0], [50, 49, 57, 58], [49, 49, 55, 55], [62], [49] * 40):
        with pytest.raises(parlour.IllegalMove):
            game.expand(wrong)
    other = parlour.game("primi-composti")
    assert other.num_compact_actions == other.num_actions and other.expand(other.compact(5)) == 5
    assert parlour.VectorEnv(other, 1, actions="compact").num_actions == other.num_actions


@pytest.mark.parametrize("actions", ["ids", "compact"])
@pytest.mark.parametrize("reward, loss", [("win", -1.0), ("score", -7.0)])
def test_an_illegal_action_loses(actions, reward, loss):
    env = parlour.VectorEnv("jaipur", 3, opponents="random", actions=actions, reward=reward, illegal_penalty=7.0)
    before = env.seeds.copy()
    chosen = draw(np.random.default_rng(1), env.masks)
    chosen[0] = np.flatnonzero(env.masks[0] == 0)[0]
    chosen[1] = [env.num_actions, -1][actions == "ids"]
    env.step(chosen)
    assert env.illegal.tolist() == [True, True, False] == env.terminated.tolist()
    assert env.rewards.tolist() == [loss, loss, 0.0]
    assert list(env.illegal_reasons()) == [0, 1] and "no action" in env.illegal_reasons()[1]
    assert (env.seeds != before).tolist() == [True, True, False]


def test_self_play_blames_the_seat_that_played_illegally():
    env = parlour.VectorEnv("jaipur", 1, actions="compact")
    env.step(draw(np.random.default_rng(1), env.masks))
    seat = int(env.to_move[0])
    env.step(np.flatnonzero(env.masks[0] == 0)[:1])
    assert env.rewards[0, seat] == -1 and env.rewards[0].sum() == -1


def test_next_step_replaces_a_game_one_step_later():
    env = parlour.VectorEnv("primi-composti", 1, opponents="random", autoreset="next-step")
    rng = np.random.default_rng(1)
    before = int(env.seeds[0])
    while not env.terminated[0]:
        env.step(draw(rng, env.masks))
    assert env.seeds[0] == before and (env.observations == env.final_observations).all()
    assert env.masks.all(), "any action is ignored"
    env.step([0])
    assert env.seeds[0] != before and not env.terminated[0] and env.rewards[0] == 0


def test_a_game_that_ends_before_the_learners_turn_is_told():
    rules = {"players": 5, "limit": 1, "auctions": "simple"}
    env = parlour.VectorEnv("modern-art", 2, rules=rules, opponents="random", seat=4)
    env.step([0, 0])
    assert env.terminated.all() and not env.illegal.any()


WRONG = [
    (lambda: parlour.VectorEnv("chess", 1), "unknown game 'chess'"),
    (lambda: parlour.VectorEnv(3, 1), "game is"),
    (lambda: parlour.VectorEnv(parlour.game("jaipur"), 1, rules="match"), "has its rules"),
    (lambda: parlour.VectorEnv("jaipur", 0), "n is 1 to"),
    (lambda: parlour.VectorEnv("jaipur", 10**9), "n is 1 to"),
    (lambda: parlour.VectorEnv("jaipur", 1, threads=0), "threads"),
    (lambda: parlour.VectorEnv("jaipur", 1, opponents="genius"), "no policy"),
    (lambda: parlour.VectorEnv("jaipur", 1, opponents=["random"] * 2), "2 opponents"),
    (lambda: parlour.VectorEnv("jaipur", 1, opponents=3), "names of policies"),
    (lambda: parlour.VectorEnv("jaipur", 1, pool=[]), "no policy"),
    (lambda: parlour.VectorEnv("jaipur", 1, pool=["random"], opponents="random"), "not both"),
    (lambda: parlour.VectorEnv("jaipur", 1, seat=0), "none"),
    (lambda: parlour.VectorEnv("jaipur", 1, seat=2, opponents="random"), "no seat 2"),
    (lambda: parlour.VectorEnv("jaipur", 1, reward="fun"), "reward is"),
    (lambda: parlour.VectorEnv("jaipur", 1, actions="words"), "actions are"),
    (lambda: parlour.VectorEnv("jaipur", 1, autoreset="never"), "autoreset is"),
    (lambda: parlour.VectorEnv("jaipur", 2).step([0]), "2 integers"),
    (lambda: parlour.VectorEnv("jaipur", 2).step([0.5, 1.0]), "2 integers"),
    (lambda: parlour.VectorEnv("jaipur", 2).reset([1]), "2 integers"),
]


@pytest.mark.parametrize("call, words", WRONG, ids=[words for _, words in WRONG])
def test_what_is_wrong_is_told(call, words):
    with pytest.raises(parlour.Error, match=words):
        call()


def test_arrays_that_cannot_be_written_are_told():
    env = parlour.VectorEnv("jaipur", 1)
    env.masks.flags.writeable = False
    with pytest.raises(parlour.InvalidArgument, match="written"):
        env.step([0])


@pytest.mark.parametrize("name", ["Jaipur", "PrimiComposti", "ModernArt", "MastersGallery"])
@pytest.mark.parametrize("autoreset", ["same-step", "next-step"])
def test_gymnasium_makes_vectors(name, autoreset):
    env = gymnasium.make_vec(f"parlour/{name}-v0", num_envs=3, autoreset=autoreset, actions="compact")
    assert isinstance(env.unwrapped, parlour.gymnasium.VectorEnv) and env.num_envs == 3
    mode = {"same-step": AutoresetMode.SAME_STEP, "next-step": AutoresetMode.NEXT_STEP}[autoreset]
    assert env.metadata["autoreset_mode"] == mode
    assert env.observation_space.shape == (3, *env.single_observation_space.shape)
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    seen, info = env.reset(seed=1)
    again, _ = env.reset(seed=[1, 2, 3])
    assert (seen == again).all()
    rng = np.random.default_rng(1)
    finished = 0
    for _ in range(150):
        assert env.observation_space.contains(seen)
        actions = draw(rng, info["action_mask"])
        assert env.action_space.contains(actions)
        kept = seen.copy()
        after, rewards, ended, cut, info = env.step(actions)
        assert (seen == kept).all(), "what was returned before has changed"
        assert rewards.shape == ended.shape == cut.shape == (3,) and not cut.any()
        assert ((rewards != 0) <= ended).all()
        for row in np.flatnonzero(ended):
            finished += 1
            assert info["_scores"][row] and info["episode"]["r"][row] == rewards[row]
            if autoreset == "same-step":
                assert env.single_observation_space.contains(info["final_obs"][row])
        seen = after
    assert finished
    env.close()


def test_gymnasiums_vector_is_the_single_env_many_times():
    """Gymnasium's own vector of single environments has the same spaces and kinds of arrays."""
    own = gymnasium.make_vec("parlour/Jaipur-v0", num_envs=2, opponents="utility", seat=0)
    theirs = gymnasium.make_vec("parlour/Jaipur-v0", num_envs=2, vectorization_mode="sync", opponents="utility", seat=0)
    assert own.single_observation_space == theirs.single_observation_space
    assert own.single_action_space == theirs.single_action_space
    assert own.observation_space == theirs.observation_space and own.action_space == theirs.action_space
    left, right = own.reset(seed=1), theirs.reset(seed=1)
    for _ in range(2):
        for one, other in zip(left, right):
            if isinstance(one, np.ndarray):
                assert one.dtype == other.dtype and one.shape == other.shape
        assert left[-1]["action_mask"].shape == right[-1]["action_mask"].shape
        rng = np.random.default_rng(1)
        left, right = own.step(draw(rng, left[-1]["action_mask"])), theirs.step(draw(rng, right[-1]["action_mask"]))


def test_gymnasium_tells_why_an_action_is_illegal():
    env = gymnasium.make_vec("parlour/Jaipur-v0", num_envs=2, opponents="random")
    _, info = env.reset(seed=1)
    actions = draw(np.random.default_rng(1), info["action_mask"])
    actions[1] = np.flatnonzero(info["action_mask"][1] == 0)[0]
    _, rewards, ended, _, info = env.step(actions)
    assert rewards[1] == -1 and ended[1] and info["illegal"][1] and info["_illegal"].tolist() == [False, True]
