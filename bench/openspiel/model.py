"""The rules that OpenSpiel's crazy_eights plays, stated once more in plain Python.

traces.py plays this model and the wheel side by side, so every run checks that the
two still agree; the differential test takes its book-keeping (stock, reshuffles, dead
passes) and the positions it prints from here.

Card = rank * 4 + suit; rank 0..12 = 2 3 4 5 6 7 8 9 10 J Q K A; suit 0..3 = C D H S.
Actions: 0..51 play that card, 52 draw, 53 pass, 54..57 name clubs, diamonds, hearts, spades.
Chance: the first outcome 52+p makes p the dealer; every later one is a card from the stock,
which has no order: each card comes at random when it is needed.
"""
DRAW, PASS, NAME = 52, 53, 54
TWO, EIGHT, QUEEN, ACE = 0, 6, 10, 12
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "CDHS"
CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)
CARD_OF = {text: card for card, text in enumerate(CARDS)}
SEATS = "ABCDEFGHIJKLMNO"


class Table:
    def __init__(self, players=5, max_draw_cards=5, max_turns=100, use_special_cards=False, reshuffle=False):
        self.n, self.limit, self.max_turns = players, max_draw_cards, max_turns
        self.special, self.reshuffle = use_special_cards, reshuffle
        self.decks = 2 if players > 5 else 1
        self.hand_size = 7 if players == 2 else 5
        self.stock = [self.decks] * 52     # copies of each card
        self.stock_n = 52 * self.decks
        self.hands = [[0] * 52 for _ in range(players)]
        self.sizes = [0] * players
        self.stage = "dealer"              # dealer, deal, starter, turn, name, draw, forced, over
        self.dealt = 0
        self.dealer = self.seat = None
        self.top = self.suit = None
        self.direction = 1
        self.drawn = 0                     # voluntary draws this turn
        self.owed = 0                      # cards owed because of twos
        self.dead_passes = 0               # consecutive passes on an empty stock
        self.end_passes = players + 1      # so many of them end the game
        self.plays = 0
        self.refills = 0                   # reshuffles that brought cards

    def is_chance(self):
        return self.stage in ("dealer", "deal", "starter", "draw", "forced")

    def over(self):
        return self.stage == "over"

    def player(self):
        """The seat to move, as pyspiel numbers it: -1 chance, -4 nobody any more."""
        return -1 if self.is_chance() else -4 if self.over() else self.seat

    def matches(self, card):
        return card // 4 == EIGHT or card // 4 == self.top // 4 or card % 4 == self.suit

    def legal(self):
        """The decisions of the seat to move, sorted; at a chance node the possible outcomes."""
        if self.over():
            return []
        if self.stage == "dealer":
            return [52 + seat for seat in range(self.n)]
        if self.is_chance():
            return [card for card in range(52) if self.stock[card]]
        if self.stage == "name":
            return [NAME, NAME + 1, NAME + 2, NAME + 3]
        hand = self.hands[self.seat]
        if self.owed:                      # add a two, or take them all
            return [card for card in range(4) if hand[card]] + [DRAW]
        actions = [card for card in range(52) if hand[card] and self.matches(card)]
        if self.stock_n and self.drawn < self.limit:
            actions.append(DRAW)
        if self.stock_n == 0 or self.drawn == self.limit:
            actions.append(PASS)
        return actions

    def apply(self, action):
        getattr(self, "_" + self.stage)(action)

    def step(self, seats=1):
        self.seat = (self.seat + seats * self.direction) % self.n

    def take(self, card):
        self.stock[card] -= 1
        self.stock_n -= 1
        self.hands[self.seat][card] += 1
        self.sizes[self.seat] += 1

    def refill(self):
        """Reshuffles the moment the stock is empty; it may stay empty if hands hold all the rest."""
        if self.stock_n == 0 and self.reshuffle:
            for card in range(52):
                self.stock[card] = self.decks - sum(hand[card] for hand in self.hands) - (card == self.top)
            self.stock_n = sum(self.stock)
            self.refills += self.stock_n > 0

    def effect(self, rank):
        """What a card does to the turn; the starter counts as played by the dealer."""
        if self.special and rank == QUEEN:
            return self.step(2)
        if self.special and rank == ACE:
            self.direction = -self.direction
        if self.special and rank == TWO and self.stock_n:
            self.owed += 2
        self.step()

    def _dealer(self, action):
        self.dealer = action - 52
        self.seat, self.stage = (self.dealer + 1) % self.n, "deal"

    def _deal(self, card):
        self.take(card)
        self.dealt += 1
        self.seat = (self.seat + 1) % self.n
        if self.dealt == self.n * self.hand_size:
            self.stage, self.seat = "starter", self.dealer

    def _starter(self, card):
        if card // 4 == EIGHT:
            return                         # goes back into the stock, another is turned
        self.stock[card] -= 1
        self.stock_n -= 1
        self.top, self.suit, self.stage = card, card % 4, "turn"
        self.effect(card // 4)

    def _draw(self, card):
        self.take(card)
        self.refill()
        self.drawn = self.drawn + 1 if self.stock_n else self.limit
        self.stage = "turn"

    def _forced(self, card):
        self.take(card)
        self.refill()
        self.owed -= 1
        if self.stock_n == 0:
            if self.owed == 0:             # sic: exactly enough cards counts as a dead pass
                self.dead_passes += 1
            self.owed = 0                  # what the stock cannot give is forgiven
        if self.owed == 0:
            self.stage = "turn"
            self.step()

    def _name(self, action):
        self.suit, self.stage = action - NAME, "turn"
        self.step()

    def _turn(self, action):
        if action == PASS:
            self.dead_passes = self.dead_passes + 1 if self.stock_n == 0 else 0
            if self.dead_passes == self.end_passes:
                self.stage = "over"
                return
            self.drawn = 0
            self.step()
            return
        self.dead_passes = 0
        if action == DRAW:
            self.stage = "forced" if self.owed else "draw"
        else:
            self.play(action)

    def play(self, card):
        self.drawn = 0
        self.plays += 1
        self.hands[self.seat][card] -= 1
        self.sizes[self.seat] -= 1
        self.top, self.suit = card, card % 4
        if self.sizes[self.seat] == 0 or self.plays >= self.max_turns:
            self.stage = "over"
            return
        self.refill()
        if card // 4 == EIGHT:
            self.stage = "name"
        else:
            self.effect(card // 4)

    def describe(self):
        """The position, for people."""
        lines = [f"top {CARDS[self.top]}, suit {SUITS[self.suit]}, stock {self.stock_n} cards, "
                 f"{'clockwise' if self.direction == 1 else 'counter-clockwise'}, dealer {SEATS[self.dealer]}, "
                 f"drawn this turn {self.drawn}, owed {self.owed}, dead passes {self.dead_passes}"]
        for seat, hand in enumerate(self.hands):
            cards = [CARDS[card] for card in range(52) for _ in range(hand[card])]
            lines.append(f"hand {SEATS[seat]}: {' '.join(cards) or 'none'}")
        return "\n".join(lines)
