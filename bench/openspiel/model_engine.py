"""A stand-in for `eights engine` on top of model.py: `new` and `act` of the openspiel rules only.

It serves to test the differential test itself. `--wrong KIND` breaks one rule on purpose, and
the test must notice (selftest.py).
"""
import argparse
import json
import random
import sys

import answers
from model import ACE, CARD_OF, CARDS, DRAW, EIGHT, NAME, PASS, QUEEN, SEATS, SUITS, TWO, Table

WRONG = {
    "skip": "a queen skips nobody",
    "reverse": "an ace does not reverse",
    "starter": "the starter has no effect",
    "pile": "twos do not add up",
    "eight-owed": "an eight may be played on a penalty",
    "two-dry": "a two asks for cards though the stock is empty",
    "limit": "one draw too many",
    "drawn-only": "after a draw no draw is offered when a card fits",
    "must-play": "no draw is offered to a seat that can play",
    "eight": "an eight must match",
    "naming": "the suit named is forgotten",
    "last-eight": "an eight names a suit as last card too",
    "reshuffle": "never reshuffles",
    "refill-top": "the card on top is shuffled into the stock",
    "block-early": "blocked one pass too early",
    "block-late": "blocked one pass too late, as OpenSpiel itself",
    "winner": "the wrong winner",
    "twice": "an option is listed twice",
    "deal": "the dealer gets the first card",
}


class Hand(Table):
    """One hand with the pack in a given order, which ends after as many dead passes as there are seats."""

    def __init__(self, new, wrong):
        over = new["with"]
        super().__init__(new["seats"], over["turn.draw"]["up-to"], 10 ** 9, "cards.2" in over, over.get("stock.empty") == "reshuffle")
        self.wrong, self.rng, self.order = wrong, random.Random(new["seed"]), []
        self.passes = 0
        self.end_passes = 10 ** 9
        self.blocks_at = self.n + {"block-early": -1, "block-late": 1}.get(wrong, 0)
        if wrong == "reshuffle":
            self.reshuffle = False
        if wrong == "limit":
            self.limit += 1
        self.lay(new["shuffle"])
        self.apply(52 + SEATS.index(new["dealer"]))
        if wrong == "deal":
            self.seat = self.dealer
        self.chance("")

    def lay(self, shuffle):
        """Orders the stock: the cards named first, the rest at random."""
        named = [CARD_OF[text] for text in shuffle.split()]
        left = list(self.stock)
        for card in named:
            left[card] -= 1
        if min(left) < 0:
            raise ValueError(f"{CARDS[left.index(min(left))]} is not in the stock as often as that")
        rest = [card for card in range(52) for _ in range(left[card])]
        self.rng.shuffle(rest)
        self.order = named + rest

    def chance(self, shuffle):
        """Lets the cards come until somebody has to decide."""
        while self.is_chance():
            refills, card = self.refills, self.order.pop(0)
            if self.stage == "starter" and card // 4 == EIGHT:
                self.order.append(card)
            self.apply(card)
            if self.refills > refills:
                self.lay(shuffle)

    def matches(self, card):
        return super().matches(card) and (self.wrong != "eight" or card // 4 != EIGHT or card % 4 == self.suit or self.top // 4 == EIGHT)

    def legal(self):
        actions = super().legal()
        if self.wrong == "eight-owed" and self.owed:
            return [c for c in range(52) if c // 4 == EIGHT and self.hands[self.seat][c]] + actions
        if DRAW in actions and actions[0] < DRAW and not self.owed and not self.is_chance() and (
                self.wrong == "must-play" or self.wrong == "drawn-only" and self.drawn):
            actions.remove(DRAW)
        return actions

    def effect(self, rank):
        if self.wrong == "starter" and self.plays == 0 or self.wrong == "skip" and rank == QUEEN or self.wrong == "reverse" and rank == ACE:
            return self.step()
        if self.wrong == "pile" and rank == TWO:
            self.owed = 0
        if self.wrong == "two-dry" and rank == TWO and self.special and self.stock_n == 0:
            self.owed = 2
        super().effect(rank)

    def refill(self):
        before = self.refills
        super().refill()
        if self.wrong == "refill-top" and self.refills > before:
            self.stock[self.top] += 1
            self.stock_n += 1

    def options(self):
        return answers.options(self.legal(), 2 if self.wrong == "last-eight" else self.sizes[self.seat])

    def act(self, text, shuffle):
        if text not in self.options():
            raise ValueError(f"'{text}' is not an option")
        card, _, named = text.partition("=")
        action = {"draw": DRAW, "pass": PASS}.get(card, CARD_OF.get(card))
        self.passes = self.passes + 1 if action == PASS and self.stock_n == 0 else 0
        refills = self.refills
        self.apply(action)
        if self.refills > refills:
            self.lay(shuffle)
        if self.stage == "name":
            self.apply(NAME + SUITS.index(named))
            if self.wrong == "naming":
                self.suit = self.top % 4
        if self.passes == self.blocks_at:
            self.stage = "over"
        self.chance(shuffle)

    def state(self):
        if not self.over():
            options = sorted(self.options())
            return {"asks": {"seat": SEATS[self.seat], "options": options + options[:self.wrong == "twice"]}, "over": None}
        out = min(range(self.n), key=self.sizes.__getitem__)      # good enough for a block: not compared
        if self.wrong == "winner":
            out = (out + 1) % self.n
        return {"asks": None, "over": {"winners": [SEATS[out]], "points": {}}}


def main():
    p = argparse.ArgumentParser(description="A stand-in for `eights engine`, to test the differential test with.")
    p.add_argument("--wrong", choices=WRONG, help="break one rule: " + "; ".join(f"{k}: {v}" for k, v in WRONG.items()))
    wrong = p.parse_args().wrong
    hand = None
    for line in sys.stdin:
        try:
            request = json.loads(line)
            if "new" in request:
                hand = Hand(request["new"], wrong)
            else:
                hand.act(request["act"], request.get("shuffle", ""))
            reply = hand.state()
        except (ValueError, KeyError, IndexError, AttributeError) as why:
            reply = {"error": f"{why}"}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
