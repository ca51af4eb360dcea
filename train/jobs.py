"""Lists what to record, one command a line: jobs.py RECORD FOLDER SECONDS CORES [--game crazy-8-ball] [OPTION…].

Crazy Eights: every shipped rule set at several sizes of table, the simplest one longest, and as many random house rules.
Two sets and the house rules of other seeds are never recorded, to see how the network plays what it does not know.
Crazy 8-Ball: the shipped rules on every core; `--worlds N` lets the network choose instead of the policy.
"""

import argparse
import random
import shlex
from pathlib import Path

HELD_OUT = {"irish-switch", "switch"}
EFFECTS = ['["wild"]', '["skip"]', '["reverse"]', "[{ draw = 2 }]", "[{ draw = 1 }]", "[{ draw = 4 }]"]
CHANGES = {
    "turn.draw": ['"one"', "{ up-to = 3 }", "{ up-to = 5 }", '"until-playable"'],
    "turn.duty": ['"must"', '"may-draw"'],
    "turn.after-draw": ['"turn-ends"', '"may-play-drawn"', '"must-play-drawn"', '"may-play-any"'],
    "several.shape": ['"same-rank"', '"single"'],
    "stock.empty": ['"reshuffle"', '"pass"'],
    "finish.ban": ['"none"', '"wild"', '"draw"', '"special"'],
    "deal.cards": ["4", "6", "8", "10"],
    "deck.jokers": ["0", "2"],
}


def house_rules(seed):
    """A shipped set with a few random changes."""
    dice = random.Random(seed)
    base = dice.choice(["basic", "openspiel", "action", "score-race", "mau-mau", "last-card", "ten-card"])
    changes = {key: dice.choice(CHANGES[key]) for key in dice.sample(sorted(CHANGES), dice.randint(1, 4))}
    for rank in dice.sample("A234567890JQK".replace("0", ""), dice.randint(0, 3)):
        changes[f"cards.{rank}"] = dice.choice(EFFECTS)
    return base, ", ".join(f"{key} = {value}" for key, value in changes.items())


def ball(args):
    """The commands for Crazy 8-Ball."""
    for n in range(args.cores):
        words = [args.record, f"{args.folder}/{n:03}.rec", "--game", args.game, "--seconds", args.seconds,
                 "--worlds", args.worlds, "--weights", args.weights, "--seed", 1000 * args.seed + n]  # fmt: skip
        print(shlex.join(map(str, words)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("record")
    parser.add_argument("folder")
    parser.add_argument("seconds", type=int)
    parser.add_argument("cores", type=int)
    parser.add_argument("--game", default="crazy-eights")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--network", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=0)
    parser.add_argument("--weights", default="", help="other weights than those that ship")
    args = parser.parse_args()
    if args.game == "crazy-8-ball":
        return ball(args)
    # Name, changes, seats, share of the time.
    jobs = [("openspiel", "", 2, 4)] * 6
    jobs += [("openspiel", "", seats, 3) for seats in (3, 4, 4, 6, 8)]
    sets = {path.stem for path in Path("rules/crazy-eights").glob("*.toml")}
    for name in sorted(sets - HELD_OUT - {"openspiel"}):
        jobs += [(name, "", seats, 1) for seats in (2, 3, 4, 6)]
    for n in range(80):
        base, changes = house_rules(1000 * args.seed + n)
        jobs.append((base, changes, (2, 2, 3, 4)[n % 4], 1))
    whole = sum(share for *_, share in jobs)
    for n, (name, changes, seats, share) in enumerate(jobs):
        seconds = args.seconds * args.cores * share // whole + 1
        out = f"{args.folder}/{n:03}-{name}-{seats}{'-changed' if changes else ''}.rec"
        words = [args.record, out, "--rules", name, "--with", changes, "--seats", seats, "--games", args.games,
                 "--network", args.network, "--seed", 1000 * args.seed + n, "--seconds", seconds]  # fmt: skip
        print(shlex.join(map(str, words)))


if __name__ == "__main__":
    main()
