"""Lists what to record, one command a line: jobs.py RECORD FOLDER SECONDS CORES [--game GAME] [--values] [OPTION…].

Crazy Eights: every shipped rule set at several sizes of table, and random house rules. Two sets and the house rules that
`eights lab held-out` draws are never recorded, to see how the network plays what it does not know. Crazier Eights: the
shipped cards, and decks in which their sentences stand on other cards. Crazy 8-Ball: the shipped rules.
`--worlds N` lets the network that values positions choose instead of the policy.
"""

import argparse
import json
import random
import shlex
import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Job:
    """What to record: options of the example `record`, and its share of the time."""

    name: str
    options: list
    seats: int
    share: int


HELD_OUT = {"irish-switch", "switch"}


def ball(args):
    """Crazy 8-Ball on every core."""
    return [Job(f"{n:03}", [], 2, 1) for n in range(args.cores)]


NUMBERS = ["one", "two", "three", "four", "five"]


def other_cards(args, n):
    """A card file in which sentences of the shipped cards stand on other ranks and colours, some with other numbers."""
    dice = random.Random(1000 * args.seed + n)
    cards = [card for path in sorted(Path("cards/crazier-eights").glob("*.toml")) for card in tomllib.loads(path.read_text())["card"]]
    looks = [(card.get("rank"), card["colours"]) for card in cards if len(card["colours"]) == 1 and "rank" in card]
    texts = [(card["name"], card["kind"], card["text"]) for card in dice.sample(cards, len(cards))]
    lines = ['title = "Other cards"', 'about = "For training."', 'credit = "Ours."']
    for (name, kind, text), (rank, colours) in zip(texts, looks):
        words = text.split(" ")
        for i, word in enumerate(words):
            if word in NUMBERS[1:] and dice.random() < 0.3:
                words[i] = dice.choice(NUMBERS[1:])
        lines += ["", "[[card]]", f"name = {json.dumps(name)}", f'rank = "{rank}"', f"colours = {json.dumps(colours)}",
                  f'kind = "{kind}"', f"text = {json.dumps(' '.join(words))}"]  # fmt: skip
    path = Path(args.folder) / f"{n:03}.toml"
    path.write_text("\n".join(lines) + "\n")
    return ["--cards", str(path)]


def crazier(args):
    """Crazier Eights with the shipped cards at several sizes of table, and with cards of our own making."""
    jobs = [Job(f"original-2-{n}", [], 2, 8) for n in range(16)]
    jobs += [Job(f"original-{seats}", [], seats, 6) for seats in (3, 3, 4, 4, 5, 6, 8)]
    jobs += [Job(f"many-colours-{seats}", ["--cards", "original,many-colours"], seats, 6) for seats in (2, 2, 2, 3, 4)]
    return jobs + [Job(f"other-{n}", other_cards(args, n), (2, 2, 2, 3)[n % 4], 2) for n in range(64)]


def shipped_sets():
    """The names of all sets that may be recorded."""
    return sorted({path.stem for path in Path("rules/crazy-eights").glob("*.toml")} - HELD_OUT - {"openspiel"})


# Drawing as long as one likes, as in `basic`: few sets have it, and networks that had hardly seen it played it badly.
FREE_DRAWING = "turn.duty = may-draw-never-pass, turn.draw = until-willing, turn.after-draw = may-play-any"


def free_drawing(seats):
    """Every shipped set with free drawing; the recorder leaves out those that contradict it."""
    return [Job(f"{name}-free", ["--rules", name, "--with", FREE_DRAWING], seats, 1) for name in shipped_sets()]


def random_sheets(args, n):
    """Random house rules, half of them for two."""
    numbers = range(1000 * args.seed, 1000 * args.seed + n)
    options = ["--held-out", ",".join(sorted(HELD_OUT)), "--random"]
    return [Job(f"random-{number}", [*options, number], (2, 2, 3, 4)[number % 4], 1) for number in numbers]


def values(args):
    """Positions of Crazy Eights by rules with special cards; the recorder leaves out the others."""
    jobs = [Job(f"{name}-{seats}", ["--rules", name], seats, 2) for name in shipped_sets() for seats in (2, 2, 3, 4, 6)]
    return jobs + free_drawing(2) + free_drawing(3) + random_sheets(args, 600)


def answers(args):
    """Decisions in Crazy Eights."""
    jobs = [Job("openspiel", [], 2, 4 * args.plain) for _ in range(6)]
    jobs += [Job("openspiel", [], seats, 3 * args.plain) for seats in (3, 4, 4, 6, 8)]
    jobs += [Job("openspiel-random", ["--beside", "random"], 2, args.random) for _ in range(4) if args.random]
    jobs += [Job(name, ["--rules", name], seats, 1) for name in shipped_sets() for seats in (2, 3, 4, 6)]
    jobs += free_drawing(2) + free_drawing(4) + random_sheets(args, 300)
    for job in jobs:
        job.options = [*job.options, "--games", args.games, "--network", args.network, "--weights", args.weights]
    return jobs


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("record")
    parser.add_argument("folder")
    parser.add_argument("seconds", type=int)
    parser.add_argument("cores", type=int)
    parser.add_argument("--game", default="crazy-eights")
    parser.add_argument("--values", action="store_true", help="record positions, not answers")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--network", type=int, default=0)
    parser.add_argument("--plain", type=int, default=1, help="how much more of the time openspiel gets")
    parser.add_argument("--random", type=int, default=0, help="the time for openspiel beside a bot that answers at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=0)
    parser.add_argument("--most", type=int, default=400_000, help="positions of one job")
    parser.add_argument("--weights", default="", help="other weights than those that ship")
    args = parser.parse_args()
    kinds = {"crazy-8-ball": ball, "crazier-eights": crazier, "crazy-eights": values if args.values else answers}
    jobs = kinds[args.game](args)
    common = ["--game", args.game]
    if args.values or args.game != "crazy-eights":
        common += ["--values", "--worlds", args.worlds, "--weights", args.weights, "--most", args.most]
    whole = sum(job.share for job in jobs)
    for n, job in enumerate(jobs):
        seconds = args.seconds * args.cores * job.share // whole + 1
        out = f"{args.folder}/{n:03}-{job.name}-{job.seats}.rec"
        words = [args.record, out, *common, *job.options, "--seats", job.seats, "--seed", 1000 * args.seed + n, "--seconds", seconds]
        print(shlex.join(map(str, words)))


if __name__ == "__main__":
    main()
