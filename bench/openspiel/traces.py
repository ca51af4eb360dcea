"""Random games of the wheel, as traces that another engine can replay.

Game number k of seed s is always the same game. Parameters run through every combination;
the policies differ so that games end early and late, by an empty hand and by a block, with
many reshuffles, with the stock drawn down and with twos piled up.

    python traces.py [GAMES [SEED]]     one JSON line a game
"""
import itertools
import json
import random
import sys
from collections import Counter
from dataclasses import dataclass, field

import pyspiel

import answers
from model import ACE, CARDS, DRAW, EIGHT, NAME, PASS, QUEEN, SEATS, TWO, Table

MAX_TURNS = 10_000      # OpenSpiel's cap on plays, set out of reach
WEARY = (100, 500, 500, 1500)   # after so many decisions a policy turns eager, so that games end
LONG = 1000             # so many decisions without fewer cards in all hands than ever before count as long
PLAYERS = range(2, 16)
DRAW_LIMITS = (1, 2, 3, 5, 8)
GRID = [dict(players=n, max_draw_cards=limit, max_turns=MAX_TURNS, use_special_cards=special, reshuffle=reshuffle)
        for n, limit, special, reshuffle in itertools.product(PLAYERS, DRAW_LIMITS, (False, True), (False, True))]


@dataclass
class Decision:
    at: int                   # index of its (first) action in Trace.actions
    seat: int
    options: frozenset
    answer: str = ""
    shuffle: list = field(default_factory=list)   # cards after a reshuffle that this answer causes


@dataclass
class Trace:
    number: int
    seed: int
    params: dict
    policy: str
    dealer: int = 0
    shuffle: list = field(default_factory=list)   # the pack: deal, starter, stock until a reshuffle
    actions: list = field(default_factory=list)   # everything, chance included
    decisions: list = field(default_factory=list)
    out: int | None = None                        # the seat that went out; None: blocked
    reached: Counter = field(default_factory=Counter)

    def position(self, decision):
        """The table just before a decision; after the end for None."""
        table = Table(**self.params)
        for action in self.actions[:decision.at if decision else None]:
            table.apply(action)
        return table


def uniform(rng, legal):
    return rng.choice(legal)


def eager(rng, legal):
    return rng.choice([a for a in legal if a < DRAW] or legal)


def hoarder(rng, legal):
    return DRAW if DRAW in legal and rng.random() < 0.8 else rng.choice(legal)


def passer(rng, legal):
    return PASS if PASS in legal and rng.random() < 0.8 else rng.choice(legal)


def spiteful(rng, legal):
    """Plays twos, queens and aces first."""
    return rng.choice([a for a in legal if a < DRAW and a // 4 in (TWO, QUEEN, ACE)] or [a for a in legal if a < DRAW] or legal)


POLICIES = {p.__name__: p for p in (uniform, eager, hoarder, passer, spiteful)}


def choose(rng, table, legal, policy, weary):
    if legal[0] >= NAME:
        return rng.choice(legal)
    if table.dead_passes == table.n and PASS in legal:
        return PASS           # the other engine has ended here: OpenSpiel asks for one pass more
    return (eager if weary else POLICIES[policy])(rng, legal)


def play(number, seed):
    """Game `number` of `seed`, played on the wheel with the model beside it."""
    rng = random.Random(f"{seed}/{number}")
    lap, place = divmod(number, len(GRID))
    params = random.Random(f"{seed}/grid/{lap}").sample(GRID, len(GRID))[place]
    trace = Trace(number, seed, params, list(POLICIES)[(number + lap) % len(POLICIES)])
    state = pyspiel.load_game("crazy_eights", params).new_initial_state()
    table = Table(**params)
    weary = rng.choice(WEARY)
    deal, draws, refills = [], [], []      # refills: (decision, number of draws before it)
    fewest, since = 52 * table.decks, 0    # cards in all hands, and decisions since that was so
    while True:
        legal = state.legal_actions()
        if (state.current_player(), legal) != (table.player(), table.legal()):
            raise RuntimeError(f"game {number} of seed {seed}: the wheel and model.py disagree after {trace.actions}: "
                               f"{state.current_player(), legal} and {table.player(), table.legal()}")
        if state.is_terminal():
            break
        stage, before = table.stage, table.refills
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            action = rng.choices(outcomes, weights)[0]
            if stage in ("draw", "forced"):
                draws.append(action)
            elif stage == "deal" or stage == "starter" and action // 4 != EIGHT:
                deal.append(action)        # an eight turned as starter goes back: it never was there
        else:
            action = choose(rng, table, legal, trace.policy, len(trace.decisions) >= weary)
            if stage == "turn":
                cards = table.sizes[table.seat]
                trace.decisions.append(Decision(len(trace.actions), table.seat, answers.options(legal, cards), answers.answer(action)))
            else:
                last = trace.decisions[-1]
                last.answer = answers.answer(trace.actions[last.at], action)
        note(trace.reached, table, action, legal)
        trace.actions.append(action)
        state.apply_action(action)
        table.apply(action)
        if stage == "turn":
            held = sum(table.sizes)
            fewest, since = (held, 0) if held < fewest else (fewest, since + 1)
            trace.reached["long without fewer cards in hands"] += since == LONG
        if table.refills > before:
            refills.append((trace.decisions[-1], len(draws)))
    if table.plays >= MAX_TURNS:
        raise RuntimeError(f"game {number} of seed {seed} ran into the cap of {MAX_TURNS} plays")
    trace.dealer = table.dealer
    bounds = [at for _, at in refills] + [len(draws)]
    trace.shuffle = deal + draws[:bounds[0]]
    for (decision, start), end in zip(refills, bounds[1:]):
        decision.shuffle = draws[start:end]
    trace.out = table.sizes.index(0) if 0 in table.sizes else None
    trace.reached["out" if trace.out is not None else "blocked"] += 1
    trace.reached["reshuffle"] += len(refills)
    return trace


def note(reached, table, action, legal):
    """Counts the situations worth reaching, so that the test can say that it did."""
    stage, rank = table.stage, action // 4
    if stage == "starter":
        reached["eight turned as starter"] += rank == EIGHT
        reached["starter with an effect"] += table.special and rank in (TWO, QUEEN, ACE)
    elif stage == "forced":
        last = table.stock_n == 1 and not table.reshuffle
        reached["owed cards forgiven"] += last and table.owed > 1
        reached["owed cards empty the stock exactly"] += last and table.owed == 1
    elif stage == "turn" and action == PASS:
        reached["pass with a playable card"] += len(legal) > 1
        reached["pass on an empty stock"] += table.stock_n == 0
    elif stage == "turn" and action < DRAW:
        reached["eight as last card"] += rank == EIGHT and table.sizes[table.seat] == 1
        reached["two on a two owed"] += table.owed > 0
        reached["play after drawing"] += table.drawn > 0
        if table.special:
            reached["queen, two players"] += rank == QUEEN and table.n == 2
            reached["ace, two players"] += rank == ACE and table.n == 2
            reached["two on an empty stock"] += rank == TWO and table.stock_n == 0


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    for number in range(games):
        t = play(number, seed)
        print(json.dumps(dict(number=t.number, seed=t.seed, params=t.params, policy=t.policy, dealer=SEATS[t.dealer],
                              shuffle=answers.cards(t.shuffle), out=None if t.out is None else SEATS[t.out],
                              decisions=[[SEATS[d.seat], sorted(d.options), d.answer, answers.cards(d.shuffle)]
                                         for d in t.decisions])))


if __name__ == "__main__":
    main()
