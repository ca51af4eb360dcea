"""OpenSpiel's actions in the notation of `eights engine`, where an eight and its naming are one answer."""
from model import CARDS, DRAW, EIGHT, NAME, PASS, SUITS


def options(legal, cards_in_hand):
    """The options that the legal actions of one card decision stand for."""
    texts = set()
    for action in legal:
        if action == DRAW:
            texts.add("draw")
        elif action == PASS:
            texts.add("pass")
        elif action // 4 == EIGHT and cards_in_hand > 1:
            texts.update(f"{CARDS[action]}={suit}" for suit in SUITS)
        else:
            texts.add(CARDS[action])       # also an eight that is the last card: it names nothing
    return frozenset(texts)


def answer(action, named=None):
    """The text of an action; `named` is the naming that followed an eight, if one did."""
    if action == DRAW:
        return "draw"
    if action == PASS:
        return "pass"
    return CARDS[action] if named is None else f"{CARDS[action]}={SUITS[named - NAME]}"


def cards(ids):
    return " ".join(CARDS[card] for card in ids)
