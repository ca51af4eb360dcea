"""Tests the differential test: the stand-in must pass, and each of its wrong modes must be caught.

    python selftest.py [GAMES]
"""
import subprocess
import sys
from pathlib import Path

from model_engine import WRONG

HERE = Path(__file__).resolve().parent


def differ(games, *mode):
    engine = f"'{sys.executable}' '{HERE / 'model_engine.py'}' {' '.join(mode)}"
    command = [sys.executable, str(HERE / "differ.py"), "--games", str(games), "--first", "--engine-cmd", engine]
    return subprocess.run(command, capture_output=True, text=True)


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 560
    right = differ(games)
    print(f"{'right':12} {right.stdout.splitlines()[-1] if right.stdout else right.stderr}", flush=True)
    bad = right.returncode != 0
    for kind, meaning in WRONG.items():
        run = differ(games, "--wrong", kind)
        caught = run.returncode == 1
        bad |= not caught
        first = run.stdout.splitlines()[0] if caught else f"NOT CAUGHT (exit {run.returncode}) {run.stderr}"
        print(f"{kind:12} {meaning}: {first}", flush=True)
    print("the differential test is sound" if not bad else "the differential test is NOT sound")
    return bad


if __name__ == "__main__":
    sys.exit(main())
