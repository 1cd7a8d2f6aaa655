"""The example in a short form."""

import runpy
from pathlib import Path


def test_a_small_policy_learns_to_beat_random():
    example = runpy.run_path(str(Path(__file__).parents[1] / "examples" / "train.py"))
    result = example["main"](["--games", "60", "--rounds", "1", "--deals", "30"])["rand"]
    assert result["share"] - result["half"] > 0.5, result
