"""A Python environment for a script, with the packages that it names."""

import os
import subprocess
import sys
import venv
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "target"


def restart_in(name, packages):
    """Restarts the script inside an environment of this name, which is made if it is missing."""
    environment = TARGET / name
    python = environment / "bin" / "python"
    if Path(sys.prefix) == environment:
        return
    done = environment / "complete"
    if not done.exists():
        print(f"making an environment in {environment} …", file=sys.stderr)
        venv.create(environment, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
        done.touch()
    os.execv(python, [str(python), *sys.argv])
