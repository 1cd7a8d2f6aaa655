"""The games of OpenSpiel: its own tests of games, its algorithms, and its bots as agents."""

import json
import os
import random
import runpy
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import parlour
import parlour.openspiel
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability, generate_playthrough, get_all_states
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

ROOT = Path(__file__).parents[3]
EXAMPLES = Path(__file__).parents[1] / "examples"

GAMES = [
    "parlour_jaipur",
    "parlour_jaipur(rules=match)",
    "parlour_primi_composti",
    "parlour_primi_composti(rules=2-free-3p,reward=margin)",
    "parlour_modern_art(rules=simple-3,reward=score)",
    "parlour_modern_art(players=3,auctions=full,limit=2)",
    "parlour_masters_gallery(players=3)",
]
SMALL = "parlour_primi_composti(players=2,cards=3,reward=margin)"
HIDDEN = "parlour_primi_composti(players=3,cards=2)"


def played(game, seed, plies=None):
    """The state of a random game after at most `plies` actions of chance and players; at the end without `plies`."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and (plies is None or len(state.history()) < plies):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def example(name):
    return runpy.run_path(str(EXAMPLES / name))["main"]


@pytest.mark.parametrize("name", GAMES)
def test_the_games_pass_the_tests_of_openspiel(name):
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    games_sim_test.GamesSimTest().sim_game(game)


@pytest.mark.parametrize(
    "name",
    [
        *GAMES[:1],
        *GAMES[2:4],
        "parlour_modern_art(rules=simple-3,limit=1,reward=score)",
        "parlour_modern_art(rules=full-3,limit=2)",
        "parlour_masters_gallery(players=2,rules=seed-awards)",
    ],
)
def test_a_playthrough_can_be_generated_and_replayed(name):
    text = generate_playthrough.playthrough(name, [], seed=1)
    assert "IsTerminal() = True" in text
    actions = [int(line.split()[1]) for line in text.splitlines() if line.startswith("action: ")]
    assert generate_playthrough.playthrough(name, actions, seed=2) == text


@pytest.mark.parametrize("name", GAMES)
def test_states_agree_with_the_package_and_survive_serialisation(name):
    game = pyspiel.load_game(name)
    state = played(game, 3)
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
    assert str(again) == str(state) and again.history() == state.history()
    table = parlour.replay(state.table.record())
    expected = {
        "win": table.returns,
        "score": table.scores,
        "margin": [s - (sum(table.scores) - s) / (len(table.scores) - 1) for s in table.scores],
    }[game.setup.reward]
    assert state.returns() == pytest.approx(expected)
    assert game.new_initial_state(state.table.record()).history() == state.history()
    total = game.utility_sum()
    assert total is None or sum(state.returns()) == pytest.approx(total)
    assert all(game.min_utility() <= value <= game.max_utility() for value in state.returns())
    assert len(table.actions) <= game.max_game_length()


@pytest.mark.parametrize("name", GAMES)
def test_structs_and_json_go_there_and_back(name):
    game = pyspiel.load_game(name)
    for plies in (0, 3, game.setup.size, game.setup.size + 7, 10**6):
        state = played(game, 4, plies)
        again = game.new_initial_state(json.loads(state.to_json()))
        assert str(again) == str(state) and again.history() == state.history()
        assert str(game.new_initial_state(state.to_struct())) == str(state)
        for action in state.legal_actions()[:20]:
            struct = state.action_to_struct(state.current_player(), action)
            assert state.struct_to_actions(struct) == [action]
            assert json.loads(struct.to_json()) == {
                "action": state.action_to_string(state.current_player(), action)
            }
        if not state.is_chance_node():
            view = json.loads(state.to_observation_struct(0).to_json())
            known = state.table.view(0).to_dict()
            del known["history"]
            assert view == known
        if state.is_player_node():
            following = state.clone()
            action = state.legal_actions()[-1]
            following.apply_action_struct(state.action_to_struct(state.current_player(), action))
            assert following.history() == [*state.history(), action]


def test_records_of_others_and_broken_ones_are_refused():
    game = pyspiel.load_game("parlour_jaipur")
    other = parlour.game("modern-art").new(1).record()
    impossible = {**game.new_initial_state().to_struct().to_dict(), "drawn": [99]}
    for wrong in (other, impossible, "{", '{"game":"jaipur"}', {"drawn": [1]}, {"game": "jaipur", "rules": {}, "drawn": [99]}):
        with pytest.raises((parlour.Error, pyspiel.SpielError)):
            game.new_initial_state(wrong)
    with pytest.raises(parlour.InvalidArgument, match="reward"):
        parlour.openspiel.Jaipur({"reward": "fame"})
    with pytest.raises(parlour.InvalidArgument, match="no rules 'chess'"):
        parlour.openspiel.Jaipur({"rules": "chess"})
    with pytest.raises(parlour.InvalidArgument, match="extra_card is 0 or 1"):
        parlour.openspiel.MastersGallery({"extra_card": 2})
    with pytest.raises(parlour.InvalidArgument, match="no game 'chess'"):
        parlour.openspiel.load("chess")


def test_parameters_are_those_of_the_package():
    game = pyspiel.load_game("parlour_masters_gallery(rules=seed-awards,players=2,extra_card=1,draw=2)")
    expected = parlour.game("masters-gallery", "seed-awards", 2).rules
    expected["extra_card"] = True
    expected["symbols"]["draw"] = 2
    assert game.setup.game.rules == expected
    for name, rules in [("jaipur", "match"), ("primi-composti", "1-3p"), ("modern-art", "full-3")]:
        loaded = parlour.openspiel.load(name, rules)
        assert loaded.setup.game.rules == parlour.game(name, rules).rules
        assert pyspiel.load_game(str(loaded)).setup.game.rules == loaded.setup.game.rules


def test_deals_have_the_probabilities_of_the_package():
    # Ten deals: the holder of the 2 gets two of five cards.
    game = pyspiel.load_game(SMALL)
    deals = Counter()

    def deal(state, probability):
        if not state.is_chance_node():
            hands = json.loads(state.table.record())["deal"]["cards"]["hands"]
            deals[json.dumps(sorted(map(sorted, hands)))] += probability
            return
        for outcome, share in state.chance_outcomes():
            deal(state.child(outcome), probability * share)

    deal(game.new_initial_state(), 1.0)
    assert len(deals) == 10 and all(p == pytest.approx(0.1) for p in deals.values())
    package = Counter(
        json.dumps(sorted(map(sorted, game.setup.game.deal(seed)["hands"]))) for seed in range(2000)
    )
    assert set(package) == set(deals) and min(package.values()) > 140


@pytest.mark.parametrize("name", ["parlour_jaipur(rules=match)", *GAMES[3:]])
def test_resampled_states_look_the_same_to_their_player(name):
    game = pyspiel.load_game(name)
    rng = random.Random(5)
    state, differing = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_player_node() and rng.random() < 0.2:
            player = state.current_player()
            sampled = state.resample_from_infostate(player, rng.random)
            assert sampled.current_player() == player
            assert sampled.information_state_string(player) == state.information_state_string(player)
            assert sampled.observation_tensor(player) == state.observation_tensor(player)
            assert sampled.legal_actions() == state.legal_actions()
            assert len(sampled.history()) == len(state.history())
            if game.get_type().provides_information_state_tensor:
                assert sampled.information_state_tensor(player) == state.information_state_tensor(player)
            assert str(pyspiel.deserialize_game_and_state(
                pyspiel.serialize_game_and_state(game, sampled))[1]) == str(sampled)
            differing += str(sampled) != str(state)
        state.apply_action(rng.choice(state.legal_actions()))
    assert differing > 0


@pytest.mark.parametrize("name", ["parlour_modern_art(rules=simple-3)", "parlour_masters_gallery(players=3)"])
def test_no_player_sees_what_is_chosen_at_the_same_time(name):
    game = pyspiel.load_game(name)
    rng = random.Random(6)
    state, found = game.new_initial_state(), 0
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.is_player_node() and len(state.table.to_move) > 1 and len(legal) > 1:
            player = state.current_player()
            futures = [state.child(action) for action in rng.sample(legal, 2)]
            for other in range(game.num_players()):
                seen = {future.information_state_string(other) for future in futures}
                tensors = {tuple(future.information_state_tensor(other)) for future in futures}
                assert len(seen) == len(tensors) == 1 + (other == player)
            found += 1
        state.apply_action(rng.choice(legal))
    assert found > 3


def test_a_card_laid_face_down_is_hidden_until_it_is_turned_up():
    game = pyspiel.load_game("parlour_masters_gallery(players=3)")
    rng = random.Random(8)
    found = 0
    for _ in range(20):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            if state.is_player_node():
                player = state.current_player()
                lays = [a for a in legal if state.action_to_string(a).startswith("lay ")]
                if len(lays) > 1:
                    one, other = (state.child(action) for action in rng.sample(lays, 2))
                    for seat in range(3):
                        same = one.information_state_tensor(seat) == other.information_state_tensor(seat)
                        assert same == (seat != player)
                        found += 1
            state.apply_action(rng.choice(legal))
        # At the end everything has been turned up.
        tensors = [state.information_state_tensor(seat)[-2 * game.max_game_length():] for seat in range(3)]
        assert tensors[0] == tensors[1] == tensors[2] and min(tensors[0]) == 0
    assert found > 3


@pytest.mark.parametrize("name", [SMALL, HIDDEN])
def test_players_remember_everything(name):
    """Perfect recall: an information state determines the player's own past ones and actions."""
    game = pyspiel.load_game(name)
    pasts, tensors = {}, {}

    def visit(state, past):
        if state.is_terminal():
            return
        player = state.current_player()
        if player >= 0:
            known = state.information_state_string(player)
            assert pasts.setdefault(known, past[player]) == past[player]
            tensor = (player, *state.information_state_tensor(player))
            assert tensors.setdefault(tensor, known) == known
        for action in state.legal_actions():
            then = dict(past)
            if player >= 0:
                then[player] = (*past[player], known, action)
            visit(state.child(action), then)

    visit(game.new_initial_state(), {player: () for player in range(game.num_players())})
    assert len(pasts) == len(tensors) > 50


def test_observations_factor_into_public_and_private():
    game = pyspiel.load_game("parlour_modern_art(rules=simple-3)")
    state = played(game, 1, game.setup.size + 5)
    none, single = getattr(pyspiel.PrivateInfoType, "NONE"), pyspiel.PrivateInfoType.SINGLE_PLAYER
    kinds = {"public": (True, none), "private": (False, single), "both": (True, single)}
    seen = {}
    for kind, (public, private) in kinds.items():
        asked = pyspiel.IIGObservationType(public_info=public, perfect_recall=False, private_info=private)
        seen[kind] = json.loads(make_observation(game, asked).string_from(state, 1))
    assert {**seen["public"], **seen["private"]} == seen["both"]
    assert seen["private"] and seen["public"] != seen["both"]


def test_exploitability_vanishes_with_cfr_and_the_value_is_the_exact_one():
    result = example("openspiel_cfr.py")([SMALL, "--iterations", "15"])
    assert result["nash_conv"] < 0.2, result
    game = pyspiel.load_game(SMALL)
    states = get_all_states.get_all_states(game, depth_limit=game.setup.size, include_chance_states=True)
    dealt = [state for state in states.values() if state.is_player_node()]
    # The values of ten equally likely deals, by alpha-beta search.
    exact = [parlour.solve(state.table).value for state in dealt]
    # A profile's value is off by at most what it can be exploited for.
    assert len(exact) == 10 and abs(result["values"][0] - sum(exact) / 10) <= result["nash_conv"]


def test_cfr_runs_where_cards_are_hidden():
    result = example("openspiel_cfr.py")([HIDDEN, "--iterations", "10"])
    uniform = example("openspiel_exploitability.py")([HIDDEN]).nash_conv
    assert result["nash_conv"] < uniform / 2
    game = pyspiel.load_game(HIDDEN)
    assert pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game)) == pytest.approx(uniform)


def test_perfect_play_cannot_be_exploited():
    main = example("openspiel_exploitability.py")
    assert main(["--policy", "perfect"]).nash_conv == 0
    assert main(["--policy", "greedy_asc"]).nash_conv > 0.5


def test_mcts_beats_random():
    assert example("openspiel_mcts.py")(["--games", "12", "--simulations", "40"]) > 0.2


def test_ismcts_beats_random_and_a_seed_tells_all():
    main = example("openspiel_ismcts.py")
    result = main(["--games", "9", "--simulations", "40"])
    assert result > 0.1
    assert main(["--games", "9", "--simulations", "40"]) == result


@pytest.mark.parametrize("name", ["parlour_jaipur", GAMES[4], GAMES[6]])
def test_ismcts_runs_on_the_games(name):
    from open_spiel.python.algorithms import ismcts, mcts

    game, rng = pyspiel.load_game(name), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, 5, random_state=rng)
    state = played(game, 1, game.setup.size + 2)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", ["jaipur", "primi-composti", "modern-art", "masters-gallery"])
def test_a_state_of_a_view_is_what_its_seat_knows(name):
    game = parlour.openspiel.load(name)
    table = parlour.game(name).new(3)
    rng = random.Random(3)
    for _ in range(12):
        table.apply(rng.choice(table.legal_ids()))
    seat = table.current
    view = table.view(seat)
    for given in (view, view.to_dict(), view.json()):
        state = game.state_from_view(given, seed=4)
        assert state.current_player() == seat and state.legal_actions() == sorted(table.legal_ids())
        assert state.information_state_string(seat) == view.json()
        assert state.observation_tensor(seat) == list(view.observation())
        played_on = state.clone()
        while not played_on.is_terminal():
            played_on.apply_action(rng.choice(played_on.legal_actions()))
        assert len(played_on.returns()) == table.game.seats
        sampled = state.resample_from_infostate(seat, rng.random)
        assert sampled.information_state_string(seat) == view.json()
    with pytest.raises(parlour.RecordError, match="no record"):
        state.table.record()
    with pytest.raises(parlour.Error):
        game.state_from_view({**view.to_dict(), "viewer": "nobody"})
    other = "modern-art" if name != "modern-art" else "jaipur"
    with pytest.raises(parlour.InvalidArgument, match="no view of"):
        game.state_from_view(parlour.game(other).new(1).view(0).json())


def test_a_seat_is_to_move_in_the_state_of_its_view_also_when_others_choose_at_the_same_time():
    game = parlour.openspiel.load("modern-art", "simple-3")
    table = game.setup.game.new(2)
    table.apply(table.legal_ids()[0])
    assert table.to_move == [0, 1, 2]
    rng = random.Random(7)
    for seat in table.to_move:
        state = game.state_from_view(table.view(seat), seed=seat)
        assert state.current_player() == seat and state.legal_actions() == sorted(table.legal_ids(seat))
        sampled = state.resample_from_infostate(seat, rng.random)
        assert sampled.information_state_string(seat) == state.information_state_string(seat)


@pytest.mark.parametrize(
    "game,rules,bot",
    [("jaipur", "round", "ismcts"), ("modern-art", "simple-3", "random"), ("primi-composti", "1", "mcts")],
)
def test_bots_play_a_tournament_as_programs(tmp_path, game, rules, bot):
    if "PARLOUR_BIN" not in os.environ:
        pytest.skip("PARLOUR_BIN names no program: `cargo xtask test` sets it")
    program = [sys.executable, str(EXAMPLES / "openspiel_agent.py"), "--bot", bot, "--simulations", "3"]
    others = range(1, parlour.game(game, rules).seats)
    players = "".join(f"[[player]]\nname = 'random {number}'\npolicy = 'random'\n" for number in others)
    file = tmp_path / "bots.toml"
    file.write_text(
        f"name = 'bots'\ngame = '{game}'\nrules = '{rules}'\nseed = 1\nrounds = 1\n"
        f"[[player]]\nname = 'bot'\ncommand = {json.dumps(program)}\nthink_ms = 60000\n{players}"
    )
    done = subprocess.run(
        [os.environ["PARLOUR_BIN"], "tournament", str(file), "--database", f"sqlite:{tmp_path}/a.sqlite", "--json"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["players"][0]["faults"] == 0 and report["games"] > 0, (report, done.stderr)


def test_a_bot_plays_at_a_table_through_the_client():
    if "PARLOUR_BIN" not in os.environ:
        pytest.skip("PARLOUR_BIN names no program: `cargo xtask test` sets it")
    line = ["host", "masters-gallery", "--seats", "2", "--fill", "random", "--wait", "1", "--strict", "--json", "-v"]
    with subprocess.Popen(
        [os.environ["PARLOUR_BIN"], *line, "--listen", "127.0.0.1:0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as table:
        port = table.stderr.readline().strip().rsplit(":", 1)[1]
        results = example("openspiel_agent.py")(["--bot", "random", "--connect", f"127.0.0.1:{port}"])
        report, told = table.communicate(timeout=60)
        assert table.returncode == 0, told
    assert json.loads(report)["seats"][0]["faults"] == 0
    with pytest.raises(SystemExit, match="error: cannot connect to a table"):
        example("openspiel_agent.py")(["--connect", f"127.0.0.1:{port}"])
    assert len(results) == 1 and len(results[0]["scores"]) == 2


def test_uniform_policies_of_both_languages_are_equally_exploitable():
    game = pyspiel.load_game(SMALL)
    python = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    assert pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game)) == pytest.approx(python)
    assert python > 0.1
