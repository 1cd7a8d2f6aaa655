"""The examples in a short form."""

import runpy
from pathlib import Path

import pytest


def test_a_small_policy_learns_to_beat_random():
    example = runpy.run_path(str(Path(__file__).parents[1] / "examples" / "train.py"))
    result = example["main"](["--games", "60", "--rounds", "1", "--deals", "30"])["rand"]
    assert result["share"] - result["half"] > 0.5, result


def test_a_masked_ppo_learns_to_beat_random():
    # PyTorch takes gigabytes: it is not among the packages that the tests install.
    pytest.importorskip("sb3_contrib", reason="needs the extra 'ppo'")
    example = runpy.run_path(str(Path(__file__).parents[1] / "examples" / "ppo.py"))
    short = ["--minutes", "60", "--steps", "131072", "--envs", "64", "--threads", "1", "--games", "128"]
    result = example["main"](short)
    assert result["steps"] == 131072
    assert result["random"]["share"] > 0.9, result
