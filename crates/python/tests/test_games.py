"""Games, states, views, records, policies, matches, exact values."""

import copy
import json
import pickle
import random
import threading
import time

import numpy as np
import parlour
import pytest
from conftest import play_randomly


def test_every_game_is_there():
    assert parlour.games() == ["jaipur", "primi-composti", "modern-art", "masters-gallery"]
    assert parlour.game("modern-art", seats=3).seats == 3
    assert parlour.game("jaipur", "match").rules == {"best_of": 3}
    assert parlour.game("jaipur", {"best_of": 3}).rules == {"best_of": 3}


def test_masks_agree_with_the_legal_lists(game):
    rng = random.Random(1)
    for seed in range(5):
        state = game.new(seed)
        mask = np.empty(game.num_actions, np.int8)
        while not state.over:
            for seat in range(game.seats):
                ids, texts = state.legal_ids(seat), state.legal_actions(seat)
                assert [game.action_text(id) for id in ids] == texts
                assert [game.action_id(text) for text in texts] == ids
                assert state.action_mask(seat, out=mask) is mask
                assert sorted(ids) == list(np.flatnonzero(mask))
                assert bool(ids) == (seat in state.to_move)
            state.apply(rng.choice(state.legal_ids()))


def test_observations_keep_their_shape_and_bounds(game):
    fields = game.observation_fields
    assert fields[0][1] == 0
    assert all(a[1] + a[2] == b[1] for a, b in zip(fields, fields[1:]))
    low, high = game.observation_low, game.observation_high
    rng = random.Random(2)
    state = game.new(3)
    own = np.empty(game.observation_size, np.float32)
    while not state.over:
        seat = state.current
        seen = state.observation(seat)
        assert seen.dtype == np.float32 and seen.shape == (game.observation_size,)
        assert (low <= seen).all() and (seen <= high).all()
        assert state.observation(seat, out=own) is own
        assert (own == seen).all() and (state.view(seat).observation() == seen).all()
        state.apply(rng.choice(state.legal_ids()))


def test_an_array_owns_the_memory_that_was_filled(game):
    seen = game.new(1).observation()
    assert seen.flags.c_contiguous and seen.flags.writeable
    assert seen.base is not None, "the memory is Rust's own, not a copy"


def test_states_are_cloned_undone_and_looked_back_at(game):
    rng = random.Random(4)
    state = game.new(5)
    for _ in range(12):
        before, legal = state.record(), state.legal_actions()
        other = state.clone()
        other.apply(rng.choice(legal))
        assert state.record() == before
        other.undo()
        assert other.record() == before and other.legal_actions() == legal
        state.apply(rng.choice(legal))
    assert len(state) == 12 and len(state.at(3)) == 3
    assert state.at(12).record() == state.record() == copy.deepcopy(state).record()
    assert pickle.loads(pickle.dumps(state)).record() == state.record()


def test_records_are_written_read_and_replayed(game, tmp_path):
    states = [play_randomly(game.new(seed), seed) for seed in range(3)]
    path = tmp_path / "games.jsonl"
    parlour.write_records(path, states)
    again = list(parlour.read_records(path))
    assert [s.record() for s in again] == [s.record() for s in states]
    assert again[0].over and again[0].scores == states[0].scores
    assert abs(sum(again[0].returns)) < 1e-9 and again[0].winners
    broken = json.loads(states[0].record())
    broken["result"]["scores"][0] += 1
    with pytest.raises(ValueError, match="lead to"):
        parlour.replay(json.dumps(broken))


def test_a_deal_can_be_given():
    game = parlour.game("primi-composti", {"cards": 3})
    hands = [[2, 5, 7], [3, 4, 6]]
    state = game.new(deal={"hands": hands})
    assert state.legal_actions() == ["play 2", "play 5", "play 7"]
    assert json.loads(state.record())["deal"] == {"cards": {"hands": hands}}
    assert game.new(deal={"seed": 4}).record() == game.new(4).record()


def test_views_tell_what_the_seat_may_know():
    state = parlour.game("jaipur").new(1)
    view = state.view(0)
    assert view.seat == 0 and view.legal_actions == state.legal_actions()
    players = view.to_dict()["players"]
    assert players[0]["hand"] is not None and players[1]["hand"] is None
    assert state.view("public").to_dict()["players"][0]["hand"] is None
    assert state.view("everything").to_dict()["players"][1]["hand"] is not None
    assert state.view(1).legal_actions == []


@pytest.mark.parametrize("name", parlour.games())
def test_every_policy_plays(name):
    # Small hands, so that perfect play need not think long.
    game = parlour.game(name, {"cards": 6} if name == "primi-composti" else None)
    for policy, budget, about in game.policies:
        text = f"{policy}:20" if budget else policy
        assert about
        state = game.new(1)
        chosen = game.policy(text, seed=2).choose(state.view(state.current))
        assert chosen in state.legal_actions()


def test_a_match_is_its_games_played_by_hand():
    """The same seeds, policies and views give the games of `parlour match`."""
    game = parlour.game("jaipur")
    names = ["utility", "ismcts:30"]
    result = parlour.match(game, names, games=4, seed=3, duplicate=True, record=True)
    assert [json.loads(line)["seats"] for line in result.records[:2]] == [names, names[::-1]]
    for line in result.records:
        record = json.loads(line)
        seed = record["deal"]["seed"]
        state = game.new(seed, names=record["seats"])
        policies = [game.policy(text, seed) for text in record["seats"]]
        while not state.over:
            seat = state.current
            state.apply(policies[seat].choose(state.view(seat)))
        assert state.record() == line


def test_a_match_has_statistics():
    game = parlour.game("jaipur")
    one = parlour.match(game, ["utility", "random"], games=60, duplicate=True, threads=1)
    two = parlour.match(game, ["utility", "random"], games=60, duplicate=True, threads=2)
    assert one.scores == two.scores and one.standings == two.standings
    best = one.standings[0]
    assert best["policy"] == "utility" and best["share"] > 0.9
    low, high = best["share_interval"]["low"], best["share_interval"]["high"]
    assert low < best["share"] + 1e-9 and best["share"] - 1e-9 < high
    assert one.games == 60 and best["wins"] + one.standings[1]["wins"] + one.ties == 60


def test_other_threads_go_on_while_a_match_is_played():
    ticks = 0
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    parlour.match(parlour.game("jaipur"), ["ismcts:200", "utility"], games=4, threads=1)
    done.set()
    thread.join()
    assert ticks > 10


def test_solve_gives_the_exact_value():
    game = parlour.game("primi-composti", {"cards": 6})
    hands = [[2, 4, 5, 10, 11, 15], [3, 6, 7, 9, 12, 13]]
    solution = parlour.solve(game.new(deal={"hands": hands}), certificate=True)
    assert len(solution.line) == 12 and set(solution.values) == {solution.value}
    assert solution.certificate
    state = game.new(deal={"hands": hands})
    for card in solution.line:
        state.apply(f"play {card}")
    assert state.scores[0] - state.scores[1] == solution.value


def test_optimise_finds_a_game_that_replays():
    best = parlour.optimise(3, "seed-base", seconds=60)
    assert best["proven"] and best["score"] == best["bound"]
    assert parlour.replay(best["record"]).scores[best["seat"]] == best["score"]


WRONG = [
    (lambda: parlour.game("chess"), "unknown game 'chess'"),
    (lambda: parlour.game("jaipur", "blitz"), "no rules 'blitz'"),
    (lambda: parlour.game("jaipur", {"best_off": 3}), "no field"),
    (lambda: parlour.game("jaipur", {"best_of": 200}), "cannot be played"),
    (lambda: parlour.game("jaipur", {"best_of": -1}), "rules"),
    (lambda: parlour.game("jaipur", [1]), "a name or a dict"),
    (lambda: parlour.game("primi-composti", {"players": 200}), "players"),
    (lambda: parlour.game("primi-composti", {"cards": 0}), "card"),
    (lambda: parlour.game("modern-art", {"players": 0}), "3 to 5"),
    (lambda: parlour.game("modern-art", {"limit": 0}), "1 to 16"),
    (lambda: parlour.game("masters-gallery", {"players": 9}), "play"),
    (lambda: parlour.game("masters-gallery", {"symbols": {"draw": 18}}), "cards"),
    (lambda: parlour.game("jaipur", seats=3), "no table for 3"),
    (lambda: parlour.game("jaipur").new(deal={"cards": 1}), "no deal of jaipur"),
    (lambda: parlour.game("jaipur").new(names=["a"]), "1 names for 2 seats"),
    (lambda: parlour.game("jaipur").new().apply("take nothing"), "no kind of card"),
    (lambda: parlour.game("jaipur").new().apply(10**6), "there is no action"),
    (lambda: parlour.game("jaipur").new().apply("take camels", 1), "not the turn"),
    (lambda: parlour.game("jaipur").new().apply("take camels", 7), "no seat 7"),
    (lambda: parlour.game("jaipur").new().undo(), "nothing has been played"),
    (lambda: parlour.game("jaipur").new().at(3), "0 actions"),
    (lambda: parlour.game("jaipur").new().view("all"), "no viewer"),
    (lambda: parlour.game("jaipur").new().view(2), "no seat 2"),
    (lambda: parlour.game("jaipur").new().observation(out=np.zeros(3, np.float32)), "3 places"),
    (lambda: parlour.game("jaipur").action_text(-1 + 10**9), "no action"),
    (lambda: parlour.policy("jaipur", "genius"), "no policy 'genius'"),
    (lambda: parlour.policy("jaipur", "random:5"), "takes no budget"),
    (lambda: parlour.match(parlour.game("jaipur"), ["random"]), "1 policies for the 2 seats"),
    (lambda: parlour.match(parlour.game("jaipur"), ["random"] * 2, games=0), "games is"),
    (lambda: parlour.match(parlour.game("jaipur"), ["random"] * 2, games=3, duplicate=True), "mul"),
    (lambda: parlour.solve(parlour.game("jaipur").new()), "only primi-composti"),
    (lambda: parlour.solve(parlour.game("primi-composti", "1-3p").new()), "two players"),
    (lambda: parlour.optimise(9), "2 to 5"),
    (lambda: parlour.optimise(objective="most"), "no objective"),
    (lambda: parlour.optimise(seconds=float("nan")), "seconds"),
    (lambda: parlour.replay("{}"), "not a Parlour record"),
]


@pytest.mark.parametrize("call, words", WRONG, ids=[words for _, words in WRONG])
def test_what_is_wrong_is_a_value_error_of_one_line(call, words):
    with pytest.raises(ValueError) as error:
        call()
    assert words in str(error.value) and "\n" not in str(error.value)


def test_a_policy_looks_at_its_own_game_and_turn_only():
    policy = parlour.policy("jaipur", "utility")
    state = parlour.game("jaipur").new()
    with pytest.raises(ValueError, match="not to move"):
        policy.choose(state.view(1 - state.current))
    with pytest.raises(ValueError, match="another game"):
        policy.choose(parlour.game("modern-art").new().view(0))


def test_a_resigned_game_is_over():
    state = parlour.game("jaipur").new()
    state.resign(0)
    assert state.over and state.winners == [1] and state.legal_actions(1) == []
    with pytest.raises(ValueError, match="over"):
        state.apply("take camels")


def test_resampled_states_are_what_a_seat_knows(game):
    state = game.new(seed=5)
    rng = random.Random(5)
    differing = 0
    while not state.over:
        seat = rng.choice(state.to_move)
        view = state.view(seat)
        resampled, alone = state.resample(seat, seed=6), view.resample(seed=6)
        for other in (resampled, alone, game.view(view.json()).resample(6)):
            assert other.view(seat).json() == view.json()
            assert other.to_move == state.to_move and other.legal_ids(seat) == state.legal_ids(seat)
        assert resampled.record() == state.resample(seat, 6).record()
        assert [by for by, _ in resampled.actions] == [by for by, _ in state.actions]
        everything = [one.view("everything").json() for one in (state, resampled)]
        differing += everything[0] != everything[1]
        state.apply(rng.choice(state.legal_ids(seat)), seat)
    assert (differing > 0) == game.hides_something


def test_a_resampled_view_goes_on_without_a_record(game):
    state = game.new(seed=7)
    alone = state.view(state.current).resample()
    play_randomly(copy.deepcopy(alone), 7)
    assert len(alone) == 0 and alone.actions == []
    for needs_the_deal in (alone.record, alone.undo, lambda: alone.at(0), lambda: alone.resign(0)):
        with pytest.raises(parlour.RecordError, match="its deal is unknown"):
            needs_the_deal()
    with pytest.raises(parlour.IllegalMove):
        alone.apply("nonsense")
    with pytest.raises(parlour.InvalidArgument, match="only a seat's view"):
        state.view("public").resample()
    for wrong in ("{}", "[", {"viewer": 0}):
        with pytest.raises(parlour.InvalidArgument, match="no view of"):
            game.view(wrong)


def test_a_view_of_other_rules_is_refused():
    view = parlour.game("modern-art", "simple").new().view(0)
    with pytest.raises(parlour.InvalidArgument, match="other rules"):
        parlour.game("modern-art", "simple-3").view(view.json())


def test_the_deal_of_a_seed_is_dealt(game):
    dealt = game.new(deal=game.deal(9)).view("everything").to_dict()
    assert dealt == game.new(9).view("everything").to_dict()
