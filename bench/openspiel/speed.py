"""Random games a CPU-second: OpenSpiel's C++ loop and `eights bench`, side by side in one run.

    python speed.py [--reps R] [--seconds S] [--engine PATH]

Both play uniformly random games under the same rules on one thread; repetitions alternate between
the two, so that a busy machine slows both. Every figure is per CPU-second of the process that
plays. OpenSpiel's decisions are counted exactly, from the games timed, after the clock stopped.
"""
import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

try:
    import pyspiel
except ModuleNotFoundError:
    sys.exit("no pyspiel in this Python: run bench/setup.sh, then bench/.venv/bin/python")

from model import NAME, PASS

ROOT = Path(__file__).resolve().parents[2]
MAX_TURNS = 10_000      # OpenSpiel's cap on plays, out of reach; its default of 100 would cut most games short
SPECIAL = ["cards.2=[{draw = 2}]", "cards.Q=['skip']", "cards.A=['reverse']", "stock.empty='reshuffle'"]
CONFIGS = [(players, special) for special in (False, True) for players in (2, 4, 8)]
BATCH = 20


@dataclass
class Run:
    games: int = 0
    decisions: int = 0      # as that side counts them
    answers: int = 0        # as we count them: an eight with its naming once, no extra pass before a block
    squares: int = 0        # of answers, OpenSpiel's side only
    cpu_s: float = 0.0

    def add(self, other):
        return Run(*(getattr(self, f) + getattr(other, f) for f in self.__dataclass_fields__))


def theirs(players, special, seconds, seed):
    game = pyspiel.load_game("crazy_eights", dict(players=players, use_special_cards=special, reshuffle=special, max_turns=MAX_TURNS))
    bots = [pyspiel.make_uniform_random_bot(seat, 1000 * seed + seat) for seat in range(players)]
    pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)     # warm
    run, seed = Run(), seed * 1_000_000
    while run.cpu_s < seconds:
        states = []
        start = time.process_time()
        for _ in range(BATCH):
            state = game.new_initial_state()
            seed += 1
            pyspiel.evaluate_bots(state, bots, seed)
            states.append(state)
        run.cpu_s += time.process_time() - start
        for state in states:
            actions = [step.action for step in state.full_history() if step.player >= 0]
            answers = as_we_count(actions, players)
            run.games += 1
            run.decisions += len(actions)
            run.answers += answers
            run.squares += answers * answers
    return run


def as_we_count(actions, players):
    """Answers up to where we would end the game: an eight with its naming is one, and passes by all
    players in a row block the hand, where OpenSpiel asks once more and may go on. (A pass right
    after a pass is one on an empty stock: otherwise something must be drawn first.)"""
    answers = row = 0
    for action in actions:
        answers += action < NAME
        row = row + 1 if action == PASS else 0
        if row == players:
            break
    return answers


def ours(engine, players, special, seconds):
    command = [engine, "bench", "openspiel", "--seats", str(players), "--seconds", str(seconds), "--json"]
    for setting in SPECIAL if special else []:
        command += ["--with", setting]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as why:
        sys.exit(f"speed.py: cannot start {engine}: {why.strerror}; build it with cargo build --release -p eights-cli")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    try:
        line = json.loads(done.stdout.strip().split("\n")[-1])
        run = Run(line["games"], line["decisions"], line["decisions"], 0, line["cpu_s"])
    except (ValueError, KeyError, TypeError):
        sys.exit(f"speed.py: {' '.join(command)} exits {done.returncode} and says {done.stdout or done.stderr!r}")
    if line["seats"] != players or not run.games or not 0.8 * used - 0.1 <= run.cpu_s <= used + 0.1:
        sys.exit(f"speed.py: cannot believe {line}: the process used {used:.2f} CPU-seconds")
    return run


def spread(values):
    return f"{short(statistics.median(values))} [{short(min(values))}..{short(max(values))}]"


def short(x):
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if x >= size:
            return f"{x / size:.3g} {unit}" if x < 1000 * size else f"{x / size:.0f} {unit}"
    return f"{x:.3g}"


def table(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def report(results):
    """Prints the figures; the configurations in which the games do not have the same shape."""
    speed = [("players, cards", "OpenSpiel decisions", "ours", "ratio", "OpenSpiel games", "ours", "ratio")]
    shape = [("players, cards", "OpenSpiel, as it counts", "OpenSpiel, as we count", "ours")]
    odd = []
    for (players, special), pairs in results.items():
        name = f"{players}, {'special + reshuffle' if special else 'plain'}"
        row = [name]
        for what in ("decisions", "games"):
            rates = [[getattr(run, what) / run.cpu_s for run in pair] for pair in pairs]
            their_rates, our_rates = zip(*rates)
            row += [spread(their_rates), spread(our_rates), spread([b / a for a, b in rates])]
        speed.append(row)
        a, b = (sum_runs(side) for side in zip(*pairs))
        mean, our_mean = a.answers / a.games, b.answers / b.games
        error = ((a.squares / a.games - mean * mean) * (1 / a.games + 1 / b.games)) ** 0.5
        shape.append((name, f"{a.decisions / a.games:.1f}", f"{mean:.1f} ±{2 * error:.1f}", f"{our_mean:.1f}"))
        if abs(our_mean - mean) > 4 * error + 0.01 * mean:
            odd.append(name)
    print("Per CPU-second, one thread; median [min..max]. OpenSpiel: C++ evaluate_bots with uniform random bots.")
    print(table(speed))
    print("\nDecisions a game. An eight with its naming is one decision for us and two for OpenSpiel, which also asks\n"
          "for one pass more before a block and then may go on: its games are up to 4 % longer than ours.")
    print(table(shape))
    return odd


def sum_runs(runs):
    total = Run()
    for run in runs:
        total = total.add(run)
    return total


def main():
    p = argparse.ArgumentParser(description="OpenSpiel's C++ loop and `eights bench` side by side.")
    p.add_argument("--reps", type=int, default=5, help="repetitions of every measurement (default %(default)s)")
    p.add_argument("--seconds", type=float, default=2, help="CPU-seconds of each (default %(default)s)")
    p.add_argument("--engine", default=str(ROOT / "target/release/eights"), metavar="PATH", help="the `eights` binary (default target/release/eights)")
    args = p.parse_args()
    if args.reps < 1 or args.seconds <= 0:
        p.error("--reps and --seconds must be positive")
    results = {config: [] for config in CONFIGS}
    start, done, total = time.monotonic(), 0, args.reps * len(CONFIGS)
    for rep in range(args.reps):
        for players, special in CONFIGS:
            if rep % 2:
                b = ours(args.engine, players, special, args.seconds)
                a = theirs(players, special, args.seconds, rep + 1)
            else:
                a = theirs(players, special, args.seconds, rep + 1)
                b = ours(args.engine, players, special, args.seconds)
            results[players, special].append((a, b))
            done += 1
            progress(done, total, time.monotonic() - start)
    odd = report(results)
    if odd:
        print(f"\nThe games do not have the same shape, so the ratio means little: {'; '.join(odd)}")
    return 1 if odd else 0


def progress(done, total, spent):
    text = f"{done}/{total} pairs measured, about {spent / done * (total - done):.0f} s left"
    if sys.stderr.isatty():
        print(f"\r\033[K{text}" if done < total else "\r\033[K", end="", file=sys.stderr, flush=True)
    elif done % len(CONFIGS) == 0:
        print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
