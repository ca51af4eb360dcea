"""The differential test: games of OpenSpiel's wheel, replayed through `eights engine`.

    python differ.py [--games N] [--seed S] [--engine PATH | --engine-cmd "CMD …"]

Prints what differs and `N passed, N failed`; exits 1 on any difference, 2 when it cannot run.
What is compared and what is left out on purpose stands in replay.py.
"""
import argparse
import shlex
import sys
import time
from collections import Counter
from pathlib import Path

try:
    import traces
except ModuleNotFoundError as missing:
    if missing.name != "pyspiel":
        raise
    sys.exit("no pyspiel in this Python: run bench/setup.sh, then bench/.venv/bin/python")
from engine import Engine, EngineGone
from replay import Difference, replay

ROOT = Path(__file__).resolve().parents[2]
ENOUGH = 1000           # a run this long must have reached every situation below
SITUATIONS = ("out", "blocked", "reshuffle", "eight turned as starter", "starter with an effect", "eight as last card",
              "two on a two owed", "two on an empty stock", "owed cards forgiven", "owed cards empty the stock exactly",
              "queen, two players", "ace, two players", "play after drawing", "pass with a playable card",
              "pass on an empty stock", "long without fewer cards in hands")


class Progress:
    """One moving line on a terminal, a plain line now and then elsewhere."""

    def __init__(self, total):
        self.total, self.start, self.tty = total, time.monotonic(), sys.stderr.isatty()
        self.next = self.every = 0.2 if self.tty else 15

    def show(self, done, failed):
        spent = time.monotonic() - self.start
        if spent < self.next:
            return
        self.next = spent + self.every
        left = spent / done * (self.total - done)
        text = f"{done}/{self.total} games, {failed} failed, about {left:.0f} s left"
        print(f"\r\033[K{text}" if self.tty else text, end="" if self.tty else "\n", file=sys.stderr, flush=True)

    def clear(self):
        if self.tty:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def arguments():
    p = argparse.ArgumentParser(description="Replays games of OpenSpiel's crazy_eights through `eights engine` and compares every decision.")
    p.add_argument("--games", type=int, default=10 * len(traces.GRID), help="how many (default %(default)s: ten times every combination of parameters)")
    p.add_argument("--seed", type=int, default=1, help="which games (default %(default)s)")
    p.add_argument("--only", type=int, metavar="K", help="only game number K of this seed")
    p.add_argument("--engine", default=str(ROOT / "target/release/eights"), metavar="PATH", help="the `eights` binary (default target/release/eights)")
    p.add_argument("--engine-cmd", metavar="CMD", help="a whole command that speaks the engine protocol, instead of --engine")
    p.add_argument("--reports", type=int, default=5, metavar="N", help="print at most N differences in full (default %(default)s)")
    p.add_argument("--first", action="store_true", help="stop at the first difference")
    p.add_argument("--transcript", action="store_true", help="with --only: print the requests, ready to pipe into the engine")
    args = p.parse_args()
    if args.games < 1:
        p.error("--games must be at least 1")
    if args.transcript and args.only is None:
        p.error("--transcript needs --only")
    return args


def run(args, engine):
    """Games passed and failed, and what they reached."""
    numbers = range(args.games) if args.only is None else [args.only]
    progress, reached, passed, failed, gone = Progress(len(numbers)), Counter(), 0, 0, False
    for number in numbers:
        trace = traces.play(number, args.seed)
        try:
            difference = replay(trace, engine)
        except EngineGone as why:
            difference, gone = Difference(trace, len(engine.sent) - 1, str(why)), True
        reached += trace.reached
        reached["decisions"] += len(trace.decisions)
        passed, failed = passed + (not difference), failed + bool(difference)
        if args.transcript:
            print("\n".join(engine.sent))
            return passed, failed, reached
        if difference and failed <= args.reports:
            progress.clear()
            print(difference.report(), end="\n\n", flush=True)
        if gone or difference and args.first:
            break
        progress.show(passed + failed, failed)
    progress.clear()
    return passed, failed, reached


def main():
    args = arguments()
    try:
        engine = Engine(shlex.split(args.engine_cmd) if args.engine_cmd else [args.engine, "engine"])
        passed, failed, reached = run(args, engine)
        status = engine.close()
    except (EngineGone, RuntimeError) as why:
        print(f"differ.py: {why}", file=sys.stderr)
        return 2
    if args.transcript:
        return 1 if failed else 0
    if status and not failed:
        print(f"at the end of input the engine exits {status}, not 0")
        failed += 1
    missed = [s for s in SITUATIONS if not reached[s]] if passed >= ENOUGH else []
    if missed:
        print(f"never reached: {', '.join(missed)}")
        failed += 1
    print(f"{reached['decisions']} decisions; " + ", ".join(f"{s} {reached[s]}" for s in SITUATIONS))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()    # the reader has gone: nothing more to say
        sys.exit(1)
