"""Lists what to record, one command a line: jobs.py RECORD FOLDER SECONDS CORES [--game GAME] [--values] [OPTION…].

Crazy Eights: every shipped rule set at several sizes of table, and as many random house rules. Two sets and the house
rules of other seeds are never recorded, to see how the network plays what it does not know. Crazier Eights: the shipped
cards, and decks in which their sentences stand on other cards. Crazy 8-Ball: the shipped rules.
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


BASES = ["basic", "openspiel", "action", "score-race", "mau-mau", "last-card", "ten-card"]


def house_rules(seed, bases):
    """A shipped set with a few random changes."""
    dice = random.Random(seed)
    base = dice.choice(bases)
    changes = {key: dice.choice(CHANGES[key]) for key in dice.sample(sorted(CHANGES), dice.randint(1, 4))}
    for rank in dice.sample("A234567890JQK".replace("0", ""), dice.randint(0, 3)):
        changes[f"cards.{rank}"] = dice.choice(EFFECTS)
    return base, ", ".join(f"{key} = {value}" for key, value in changes.items())


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


def sets_and_house_rules():
    """The names of all sets that may be recorded."""
    return sorted({path.stem for path in Path("rules/crazy-eights").glob("*.toml")} - HELD_OUT - {"openspiel"})


def values(args):
    """Positions of Crazy Eights by rules with special cards; the recorder leaves out the others."""
    jobs = [Job(f"{name}-{seats}", ["--rules", name], seats, 2) for name in sets_and_house_rules() for seats in (2, 2, 3, 4, 6)]
    for n in range(160):
        base, changes = house_rules(1000 * args.seed + n, BASES + sets_and_house_rules())
        jobs.append(Job(f"house-{n}-{base}", ["--rules", base, "--with", changes], (2, 2, 3, 4)[n % 4], 1))
    return jobs


def answers(args):
    """Decisions in Crazy Eights."""
    jobs = [("openspiel", "", 2, 4)] * 6
    jobs += [("openspiel", "", seats, 3) for seats in (3, 4, 4, 6, 8)]
    for name in sets_and_house_rules():
        jobs += [(name, "", seats, 1) for seats in (2, 3, 4, 6)]
    for n in range(80):
        base, changes = house_rules(1000 * args.seed + n, BASES)
        jobs.append((base, changes, (2, 2, 3, 4)[n % 4], 1))
    return [Job(f"{name}{'-changed' if with_ else ''}", ["--rules", name, "--with", with_, "--games", args.games, "--network", args.network], seats, share)
            for name, with_, seats, share in jobs]  # fmt: skip


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
