"""The stubs tell what the extension has, and the package keeps to them."""

import inspect
import subprocess
import sys
from pathlib import Path

import parlour
from parlour import _parlour

FOLDER = Path(__file__).parents[1] / "python" / "parlour"


def test_everything_has_a_docstring():
    for name in parlour.__all__:
        thing = getattr(parlour, name)
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    assert inspect.getdoc(value), f"{name}.{member}"


def test_the_stubs_are_those_of_the_extension():
    stubs = (FOLDER / "_parlour.pyi").read_text()
    for name, thing in vars(_parlour).items():
        if name.startswith("_"):
            continue
        kind = "class" if inspect.isclass(thing) else "def"
        assert f"{kind} {name}" in stubs, name
        if inspect.isclass(thing):
            own = stubs.split(f"class {name}")[1].split("\nclass ")[0].split("\ndef ")[0]
            for member in vars(thing):
                if not member.startswith("_"):
                    assert f"def {member}(" in own, f"{name}.{member}"


def test_mypy_finds_nothing_wrong():
    # What others' packages say is not ours to check, and takes minutes to read.
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=skip", "--cache-dir=/dev/null"]
    lenient = [f"--disable-error-code={code}" for code in ("misc", "no-any-return", "type-arg", "untyped-decorator", "import-untyped")]
    done = subprocess.run(
        [*command, *lenient, str(FOLDER)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
