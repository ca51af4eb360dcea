// The questions of the house-rule composer in English, by the option of the sheet that each of them sets.
import type { Questions } from "../questions";

const questions: Questions = {
  "players.min": { ask: "How many must play, at least?" },
  "players.max": { ask: "How many can play, at most?" },
  teams: {
    ask: "Does everybody play alone?",
    answers: { none: "everybody alone", pairs: "in pairs, partners sit opposite", threes: "in teams of three" },
  },
  "deck.kind": {
    ask: "Which cards do you use?",
    answers: {
      "french-52": "all 52",
      "short-36": "36, from the six up",
      "short-32": "32, from the seven up",
      "coloured-108": "a coloured pack of 108",
      "shapes-49": "49 with five shapes and numbers up to 14",
    },
  },
  "deck.jokers": { ask: "How many jokers are in a pack?" },
  "deck.leave-out": { ask: "Which cards stay in the box?" },
  "deck.copies": { ask: "How often is a card in the game?" },
  "deck.names": { ask: "What is printed on the cards?" },
  "deck.packs": {
    ask: "How many packs are shuffled together?",
    answers: { number: "always the same", map: "depends on how many play" },
  },
  "deck.packs-for": { ask: "For how many players is each number of packs meant?" },
  "deck.cards": { ask: "Which sets of cards are in?" },
  "deck.two-decks-from": { ask: "From how many players on is every card in twice?" },
  "deck.sticks": { ask: "How many cue sticks of each colour?" },
  "deck.cue-balls": { ask: "How many cue balls of each colour?" },
  "deck.blocks": { ask: "How many blocks of each colour?" },
  "deck.wild-blocks": { ask: "How many blocks fit every pocket?" },
  "deck.sides": { ask: "How many side pockets of each colour?" },
  "deck.corners": { ask: "Which corner pockets are there?" },
  "deal.cards": {
    ask: "How many cards does everybody get?",
    answers: { number: "always the same", map: "depends on how many play" },
  },
  "deal.schedule": { ask: "A different number in each hand?" },
  "deal.with-more-packs": { ask: "How many with two packs or more?" },
  "deal.hand": { ask: "How many cards does everybody get?" },
  "deal.dealer-takes": {
    ask: "Who plays the solids?",
    answers: { choice: "the dealer chooses", solids: "the dealer", stripes: "the other one" },
  },
  "dealer.next": {
    ask: "Who deals the next hand?",
    answers: { left: "the next one to the left", winner: "who won", same: "the same again" },
  },
  "starter.wild": {
    ask: "A wild card is turned up first. And now?",
    answers: {
      bury: "put it back, turn another",
      "own-suit": "its own suit counts",
      "anything-follows": "anything may follow",
      "dealer-names": "the dealer names a suit",
      "first-player-names": "the first player names a suit",
      reshuffle: "shuffle all, turn another",
    },
  },
  "starter.counts": {
    ask: "What of the first card must be followed?",
    answers: { "like-any": "suit or number", "only-suit": "only its suit" },
  },
  "starter.special": {
    ask: "Another special card is turned up first?",
    answers: {
      "no-effect": "it does nothing",
      "as-dealer-play": "it works, as if the dealer played it",
      redraw: "put it back, turn another",
    },
  },

  "starter.reverse": {
    ask: "The first card turns the direction. Who begins?",
    answers: { "neighbour-begins": "the dealer’s other neighbour", "dealer-begins": "the dealer" },
  },
  "starter.back-cards": { ask: "Which other cards never lie there first?" },
  "starter.exchange": {
    ask: "May the dealer exchange the first card?",
    answers: { never: "no", "dealer-may": "yes, for a card of the own hand" },
  },
  "starter.opening": {
    ask: "How does the discard pile begin?",
    answers: {
      "turned-up": "with a card turned up",
      clubs: "everybody lays a club",
      diamonds: "everybody lays a diamond",
      hearts: "everybody lays a heart",
      spades: "everybody lays a spade",
    },
  },

  "turn.direction": {
    ask: "Which way round does play go?",
    answers: { clockwise: "clockwise", "counter-clockwise": "counterclockwise" },
  },
  "turn.follow": {
    ask: "What must a card match?",
    answers: { "suit-or-rank": "suit or number", suit: "the suit", rank: "the number" },
  },
  "turn.duty": {
    ask: "If you can play, must you?",
    answers: {
      must: "yes, always",
      "may-draw": "no, I may draw and keep my card",
      "may-draw-never-pass": "I may draw, but then I must play",
    },
  },
  "turn.draw": {
    ask: "How many do you draw if you cannot play?",
    answers: {
      one: "one",
      "up-to": "one by one, up to …",
      "until-playable": "until one fits",
      "until-willing": "until I want to play",
    },
  },
  "turn.after-draw": {
    ask: "What happens after you draw?",
    answers: {
      "turn-ends": "my turn ends",
      "may-play-drawn": "I may play that card",
      "must-play-drawn": "I must play it if it fits",
      "may-play-any": "I may play any card",
    },
  },
  "turn.early-discard": {
    ask: "May you discard before you draw?",
    answers: { never: "no, draw first", allowed: "yes" },
  },
  "several.shape": {
    ask: "May you lay several cards at once?",
    answers: {
      single: "no, one a turn",
      "same-rank": "yes, of the same number",
      run: "yes, in a run, one after the other",
      identical: "yes, if they are exactly alike",
    },
  },
  "several.matching": {
    ask: "Several at once: which one must fit?",
    answers: { top: "the last", first: "the first", any: "any of them" },
  },
  "several.effects": {
    ask: "Several at once: what they do counts",
    answers: { each: "once for each", once: "only once" },
  },
  "several.price": {
    ask: "Several at once: what do they cost others?",
    answers: { none: "nothing", "previous-draws": "the player before draws as many" },
  },
  "jump-in": {
    ask: "May you jump in out of turn?",
    answers: {
      off: "no",
      identical: "yes, with the very same card",
      matched: "yes, also on penalties and last cards, and the player of the first one draws",
    },
  },
  "stock.empty": {
    ask: "The draw pile is used up. And now?",
    answers: { reshuffle: "shuffle the played cards", pass: "who cannot play passes", "ends-hand": "the hand is over" },
  },
  "stock.when": {
    ask: "When are they shuffled?",
    answers: { "on-need": "when somebody must draw", "at-once": "at once" },
  },
  "stock.keeps": {
    ask: "Which cards stay where they lie then?",
    answers: { nothing: "only the top card", special: "special cards, too" },
  },
  "stock.pressure": { ask: "How many points does a player write down who makes that necessary?" },
  "skip.answer": {
    ask: "Somebody makes you miss a turn. May you pass it on?",
    answers: {
      none: "no, I miss it",
      "pass-on": "with a card of the same rank",
      "add-up": "with such a card, and it adds up",
    },
  },
  "skip.two-players": {
    ask: "With two players, missing a turn",
    answers: { "another-turn": "means another turn for you", nothing: "changes nothing" },
  },
  "reverse.two-players": {
    ask: "With two players, a turned direction",
    answers: { skip: "means another turn for you", nothing: "changes nothing" },
  },

  cards: { ask: "Which cards do something?" },
  "cards[]": {
    ask: "What does it do?",
    answers: {
      wild: "fits on everything, and you name what follows",
      skip: "the next player misses a turn",
      reverse: "turns the direction",
      "rotate-hands": "everybody passes the whole hand on",
      "another-turn": "you have another turn",
      "choose-next": "you choose who plays next",
      cover: "you must cover it, drawing until a card fits",
      "wild …": "fits on everything, in a way of its own",
      "skip …": "players miss a turn",
      "draw …": "somebody draws cards",
      "cancel …": "ends what is owed",
      "answer …": "answers what is owed",
      "again …": "you may lay further cards",
      "counts-as …": "fits on everything and counts as a number of the suit that holds",
      "swap-hands …": "you swap hands with somebody",
      "followed-by …": "only some cards may follow",
      "wild.suit": "fits on everything, and you name a suit",
      "wild.rank": "fits on everything, and you name a number",
      "wild.suit-or-rank": "fits on everything, and you name a suit or a number",
      "wild.own-suit": "fits on everything, and its own suit counts",
      "wild.anything": "fits on everything, and anything may follow",
      "wild.card-below": "fits on everything and counts as the card below it",
      "wild.suit.must-fit": "must fit, and you name a suit",
      "wild.rank.must-fit": "must fit, and you name a number",
      "wild.suit-or-rank.must-fit": "must fit, and you name a suit or a number",
      "skip.n": "{n} players miss a turn",
      "draw.n": "the next player draws {n}",
      "draw.next": "the next player draws {n}",
      "draw.previous": "the player before draws {n}",
      "draw.previous-asked": "the player before draws {n}, or answers",
      "draw.others": "everybody else draws {n}",
      "draw.chosen": "somebody of your choice draws {n}",
      "draw.self": "you draw {n}",
      "draw.add": "the next player draws {n}, and it adds up",
      "draw.double": "the next player draws {n}, and it doubles",
      "draw.stays": "the next player draws {n}, and it stays the same",
      "again.same-suit": "you may lay one more of its suit",
      "again.fitting": "you may lay one more that fits",
      "again.any": "you may lay one more, whatever it is",
      "again.open-run": "opens a run: you lay as many of its suit as you like",
      "swap-hands.next": "you swap hands with the next player",
      "swap-hands.chosen": "you swap hands with somebody of your choice",
    },
  },
  "wild.names": {
    ask: "What do you name with a wild card?",
    answers: {
      suit: "a suit",
      rank: "a number",
      "suit-or-rank": "a suit or a number",
      "own-suit": "nothing, its own suit counts",
      anything: "nothing, anything may follow",
      "card-below": "nothing, it counts as the card below it",
    },
  },
  "wild.when": {
    ask: "When may a wild card be played?",
    answers: { always: "on anything", "must-match": "only where it fits", "not-on-wild": "not on another wild card" },
  },
  "wild.same-suit": {
    ask: "May you name the suit that counts already?",
    answers: { allowed: "yes", "must-differ": "no, another one" },
  },
  "wild.while-named": {
    ask: "Something is named and not served yet. Which wild card may you lay?",
    answers: { "any-wild": "any", "same-kind": "one that names the same kind of thing" },
  },
  "penalty.answer": {
    ask: "You owe cards. May you pass it on?",
    answers: {
      none: "no, I draw",
      "same-family": "with a card of the same number",
      "any-draw-card": "with any card that makes draw",
      "equal-or-higher": "with one that makes draw as many or more",
    },
  },
  "penalty.other-rank": {
    ask: "You answer with a card of another number. Where does it go?",
    answers: { "any-suit": "on any suit", "same-suit": "only on its own suit" },
  },
  "penalty.sum": {
    ask: "Passed on, what is owed",
    answers: { add: "adds up", double: "doubles", stays: "stays the same" },
  },
  "penalty.ending": {
    ask: "Where may a card be laid that ends it?",
    answers: { "must-fit": "where it fits", "wild-anywhere": "where it fits, a wild one on anything" },
  },
  "penalty.first-drawn": {
    ask: "The first card you draw for it would answer. May you lay it?",
    answers: { nothing: "no, I draw them all", "may-answer": "yes, at once" },
  },
  "penalty.after": {
    ask: "After drawing what you owed",
    answers: { "turn-lost": "your turn is over", "may-play": "you may still play" },
  },
  "penalty.nothing-to-draw": {
    ask: "Nothing is left to draw?",
    answers: { "still-owed": "it is still owed", lapses: "then nothing is owed" },
  },

  "finish.ban": {
    ask: "May any card be your last?",
    answers: {
      none: "yes, any",
      wild: "no wild card",
      draw: "none that makes others draw",
      special: "no special card",
    },
  },
  "finish.ban-cards": { ask: "Which other cards may not be your last?" },
  "finish.ban-for": { ask: "Which cards may not be your last with some numbers of players?" },
  "finish.breach": {
    ask: "And who tries it all the same?",
    answers: { refused: "cannot play it", draws: "plays it and draws …" },
  },
  "finish.effect": {
    ask: "The last card makes somebody draw. Does that count?",
    answers: {
      ignored: "no, it is over",
      "apply-before-scoring": "yes, before counting",
      answered: "yes, and it can be answered",
      "waits-a-round": "yes, and you win when your turn comes round",
    },
  },
  "finish.brings-back": { ask: "Which cards bring you back then, and for how many players?" },
  "finish.another-turn": {
    ask: "The last card gives you another turn. And then?",
    answers: { "falls-away": "you are out", "must-go-on": "you have to draw" },
  },
  "finish.doubles-on-wild": { ask: "Does everything count double when a wild card ends the hand?" },
  "last-card.forgot": {
    ask: "How many do you draw if you forget to call your last card?",
    hint: "0: nobody need call.",
  },
  "last-card.forgot-last": { ask: "How many do you draw if you forget to call the very last one, too?" },
  "last-card.price": {
    ask: "What does a forgotten call cost?",
    answers: {
      cards: "cards",
      "no-going-out": "you may not go out in the next turn",
      "next-turn": "cards, in place of your next turn",
    },
  },
  "last-card.false-call": { ask: "How many do you draw for a call that is not due?" },
  "last-card.noticed": {
    ask: "When is that noticed?",
    answers: { "at-once": "at once", "when-caught": "only if somebody catches you" },
  },
  "hand.ends": {
    ask: "When is a hand over?",
    answers: { "first-out": "when the first one is out", "play-on": "when only one still has cards" },
  },
  "hand.limit": { ask: "Are you out with too many cards?", hint: "Empty: you may hold as many as you like." },
  "hand.blocked": {
    ask: "Nobody can go on. Who wins?",
    answers: {
      "lowest-difference": "fewest points, counts the difference",
      "lowest-points": "fewest points",
      "fewest-cards": "fewest cards",
      nobody: "nobody",
    },
  },
  "stalemate.winner": {
    ask: "Neither can finish any more. Who wins?",
    answers: { "most-balls": "who has pocketed more", draw: "nobody" },
  },
  "stalemate.turn-cap": { ask: "After how many turns is it over?" },

  "score.mode": {
    ask: "Who scores what?",
    answers: {
      "winner-collects": "the winner collects what the others hold",
      "own-cards": "everybody counts their own, the fewest win",
      "winner-average": "the winner gets the average",
      "below-highest": "how far you are below the highest",
      places: "by the order of going out",
      "hand-won": "the winner, one point a hand",
      none: "nobody keeps points",
    },
  },
  values: { ask: "What do cards count?" },
  "match.end": {
    ask: "When is it all over?",
    answers: {
      "single-hand": "after one hand",
      "single-game": "after one game",
      target: "at … points, the most win",
      limit: "at … points, the fewest win",
      hands: "after … hands",
      deals: "when everybody has dealt … times",
      elimination: "at … points you are out, the last one in wins",
      games: "after … games",
      minutes: "after … minutes",
      countdown: "countdown from …",
    },
  },
  "match.tie": {
    ask: "Several are equally good?",
    answers: { "extra-hand": "one more hand", shared: "they share the win" },
  },
  "match.best-of": { ask: "Best of how many games?" },
};

export default questions;
