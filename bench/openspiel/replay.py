"""Replays one trace through the engine and says where the two differ, if they do.

Compared at every decision: the seat to move and the whole set of options, an eight and its
naming counted as one. Compared at the end: that both are over, and the winner by an empty hand.

Left out on purpose:
- OpenSpiel's cap on plays (max_turns): the traces set it out of reach.
- Its extra pass before a block: it ends after players + 1 passes in a row on an empty stock, we
  after as many as there are players. So where a trace ends in a block, ours must be blocked after
  that many of its closing passes, and the rest of the trace is the extra pass. (Nothing is left
  where its own count ran ahead: taking owed cards that empty the stock exactly counts there as one.)
- Its scoring, which counts number cards by their index in the pack: points, and so the winner of
  a blocked hand, are not compared.
"""
import itertools
from dataclasses import dataclass

import answers
from model import SEATS


@dataclass
class Difference:
    trace: object
    step: int             # index of the decision; as many as there are decisions: at the end
    what: str

    def report(self):
        t = self.trace
        decision = t.decisions[self.step] if self.step < len(t.decisions) else None
        where = f"decision {self.step + 1} of {len(t.decisions)}" if decision else "at the end"
        before = [f"{SEATS[d.seat]}: {d.answer}" for d in t.decisions[max(0, self.step - 6):self.step]]
        params = ", ".join(f"{key} {value}" for key, value in t.params.items())
        lines = [f"game {t.number} of seed {t.seed}, {where}: {self.what}",
                 f"  parameters: {params}; policy {t.policy}",
                 f"  just before: {', '.join(before) or 'the deal'}"]
        lines += ["  " + line for line in t.position(decision).describe().split("\n")]
        lines.append(f"  again: differ.py --seed {t.seed} --only {t.number} [--transcript]")
        return "\n".join(lines)


def request(trace):
    """The `new` request: OpenSpiel's parameters in the words of a rule sheet, and the pack in order."""
    p = trace.params
    over = {"turn.draw": {"up-to": p["max_draw_cards"]}}
    if p["use_special_cards"]:
        over |= {"cards.2": [{"draw": 2}], "cards.Q": ["skip"], "cards.A": ["reverse"]}
    if p["reshuffle"]:
        over["stock.empty"] = "reshuffle"
    return {"game": "crazy-eights", "rules": "openspiel", "seats": p["players"], "seed": 1,
            "dealer": SEATS[trace.dealer], "with": over, "shuffle": answers.cards(trace.shuffle)}


def replay(trace, engine):
    """None when engine and trace agree, else the first Difference."""
    reply = engine.new(request(trace))
    for step, decision in enumerate(trace.decisions):
        what = ended(trace, step, reply) if is_over(reply) else asked(decision, reply)
        if what:
            return Difference(trace, step, what)
        if is_over(reply):
            return None
        act = {"act": decision.answer}
        if decision.shuffle:
            act["shuffle"] = answers.cards(decision.shuffle)
        reply = engine.ask(act)
    end = len(trace.decisions)
    if "error" in reply:
        return Difference(trace, end, f"the engine refused {engine.sent[-1]}: {reply['error']}")
    if not is_over(reply):
        how = "blocked" if trace.out is None else f"{SEATS[trace.out]} is out"
        return Difference(trace, end, f"OpenSpiel is over ({how}), the engine goes on: {reply}")
    what = ended(trace, end, reply)
    return Difference(trace, end, what) if what else None


def is_over(reply):
    return bool(reply.get("over") or reply.get("hand_over"))


def asked(decision, reply):
    """What is wrong with the question asked, or None."""
    if "error" in reply:
        return f"the engine refused the last request: {reply['error']}"
    asks = reply.get("asks")
    if not asks:
        return f"the engine neither asks nor is over: {reply}"
    if asks["seat"] != SEATS[decision.seat]:
        return f"OpenSpiel asks {SEATS[decision.seat]}, the engine {asks['seat']}\n{sets(decision.options, asks['options'])}"
    if len(set(asks["options"])) < len(asks["options"]):
        return f"an option is listed twice\n{sets(decision.options, asks['options'])}"
    if set(asks["options"]) != decision.options:
        return f"{asks['seat']} has other options\n{sets(decision.options, asks['options'])}"
    return None


def sets(theirs, ours):
    only = lambda a, b: " ".join(sorted(set(a) - set(b))) or "nothing"
    return (f"  OpenSpiel: {' '.join(sorted(theirs))}\n  engine:    {' '.join(sorted(ours))}\n"
            f"  only OpenSpiel: {only(theirs, ours)}; only the engine: {only(ours, theirs)}")


def ended(trace, step, reply):
    """What is wrong with an end that the engine reached before decision `step` of the trace, or None."""
    end = reply.get("hand_over") or reply["over"]
    rest = trace.decisions[step:]
    if trace.out is not None:
        if rest:
            return f"the engine is over, OpenSpiel goes on: {reply}\n  OpenSpiel: {' '.join(sorted(rest[0].options))}"
        if end["winners"] != [SEATS[trace.out]] or end.get("blocked"):
            return f"{SEATS[trace.out]} is out, but the engine says {end}"
        return None
    if "blocked" in end and not end["blocked"]:
        return f"OpenSpiel will be blocked, but the engine says {end}"
    passes = sum(1 for _ in itertools.takewhile(lambda d: d.answer == "pass", reversed(trace.decisions)))
    dead = passes - len(rest)
    if dead != trace.params["players"]:
        return f"the engine is blocked after {max(dead, 0)} passes in a row on an empty stock, not {trace.params['players']}"
    return None
