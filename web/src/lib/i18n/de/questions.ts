// Die Fragen beim Machen von Hausregeln auf Deutsch.
import type { Questions } from "../questions";

const questions: Questions = {
  "players.min": { ask: "Wie viele müssen mindestens mitspielen?" },
  "players.max": { ask: "Wie viele können höchstens mitspielen?" },
  teams: {
    ask: "Spielt jeder für sich?",
    answers: { none: "jeder für sich", pairs: "zu zweit, Partner sitzen gegenüber", threes: "in Teams zu dritt" },
  },
  "deck.kind": {
    ask: "Mit welchen Karten?",
    answers: {
      "french-52": "mit allen 52",
      "short-36": "36, ab der Sechs",
      "short-32": "32, ab der Sieben",
      "coloured-108": "mit einem bunten Spiel aus 108",
      "shapes-49": "mit 49 Karten, fünf Formen und Zahlen bis 14",
    },
  },
  "deck.jokers": { ask: "Wie viele Joker hat ein Kartenspiel?" },
  "deck.leave-out": { ask: "Welche Karten bleiben in der Schachtel?" },
  "deck.copies": { ask: "Wie oft gibt es eine Karte?" },
  "deck.names": { ask: "Was steht auf den Karten?" },
  "deck.packs": {
    ask: "Wie viele Kartenspiele werden gemischt?",
    answers: { number: "immer gleich viele", map: "je nachdem, wie viele mitspielen" },
  },
  "deck.packs-for": { ask: "Für wie viele Personen ist welche Zahl von Kartenspielen gedacht?" },
  "deck.cards": { ask: "Welche Kartensätze sind dabei?" },
  "deck.two-decks-from": { ask: "Ab wie vielen Personen ist jede Karte doppelt dabei?" },
  "deck.sticks": { ask: "Wie viele Queues von jeder Farbe?" },
  "deck.cue-balls": { ask: "Wie viele Spielkugeln von jeder Farbe?" },
  "deck.blocks": { ask: "Wie viele Sperren von jeder Farbe?" },
  "deck.wild-blocks": { ask: "Wie viele Sperren passen auf jede Tasche?" },
  "deck.sides": { ask: "Wie viele Mitteltaschen von jeder Farbe?" },
  "deck.corners": { ask: "Welche Ecktaschen gibt es?" },
  "deal.cards": {
    ask: "Wie viele Karten bekommt jeder?",
    answers: { number: "immer gleich viele", map: "je nachdem, wie viele mitspielen" },
  },
  "deal.schedule": { ask: "In jeder Runde anders viele?" },
  "deal.with-more-packs": { ask: "Wie viele bei zwei oder mehr Kartenspielen?" },
  "deal.hand": { ask: "Wie viele Karten bekommt jeder?" },
  "deal.dealer-takes": {
    ask: "Wer spielt die Vollen?",
    answers: { choice: "wer gibt, sucht aus", solids: "wer gibt", stripes: "wer nicht gibt" },
  },
  "dealer.next": {
    ask: "Wer gibt die nächste Runde?",
    answers: { left: "der Platz links davon", winner: "wer gewonnen hat", same: "immer derselbe Platz" },
  },
  "starter.wild": {
    ask: "Zuerst wird eine Wunschkarte aufgedeckt. Was dann?",
    answers: {
      bury: "zurück damit, die nächste",
      "own-suit": "ihre eigene Farbe gilt",
      "anything-follows": "alles darf folgen",
      "dealer-names": "wer gibt, wünscht",
      "first-player-names": "wer beginnt, wünscht",
      reshuffle: "alles neu mischen",
    },
  },
  "starter.counts": {
    ask: "Was von der ersten Karte ist zu bedienen?",
    answers: { "like-any": "Farbe oder Zahl", "only-suit": "nur ihre Farbe" },
  },
  "starter.special": {
    ask: "Zuerst wird eine andere Sonderkarte aufgedeckt?",
    answers: {
      "no-effect": "sie tut nichts",
      "as-dealer-play": "sie wirkt, als hätte sie jemand gespielt",
      redraw: "zurück damit, die nächste",
    },
  },

  "starter.reverse": {
    ask: "Die erste Karte wechselt die Richtung. Wer beginnt?",
    answers: { "neighbour-begins": "auf der anderen Seite des Gebers", "dealer-begins": "der Geber" },
  },
  "starter.back-cards": { ask: "Welche Karten liegen außerdem nie zuerst?" },
  "starter.exchange": {
    ask: "Darf der Geber die erste Karte tauschen?",
    answers: { never: "nein", "dealer-may": "ja, gegen eine aus der Hand" },
  },
  "starter.opening": {
    ask: "Womit beginnt der Ablagestapel?",
    answers: {
      "turned-up": "mit einer aufgedeckten Karte",
      clubs: "alle legen ein Kreuz",
      diamonds: "alle legen ein Karo",
      hearts: "alle legen ein Herz",
      spades: "alle legen ein Pik",
    },
  },

  "turn.direction": {
    ask: "In welcher Richtung geht es los?",
    answers: { clockwise: "im Uhrzeigersinn", "counter-clockwise": "gegen den Uhrzeigersinn" },
  },
  "turn.follow": {
    ask: "Was muss passen?",
    answers: { "suit-or-rank": "Farbe oder Wert", suit: "die Farbe", rank: "der Wert" },
  },
  "turn.duty": {
    ask: "Wenn du kannst, musst du legen?",
    answers: {
      must: "ja, immer",
      "may-draw": "nein, ich darf ziehen und behalten",
      "may-draw-never-pass": "ich darf ziehen, muss dann aber legen",
    },
  },
  "turn.draw": {
    ask: "Wie viele ziehst du, wenn du nicht legst?",
    answers: {
      one: "eine",
      "up-to": "einzeln, bis zu …",
      "until-playable": "bis eine passt",
      "until-willing": "bis ich legen will",
    },
  },
  "turn.after-draw": {
    ask: "Was passiert nach dem Ziehen?",
    answers: {
      "turn-ends": "mein Zug ist aus",
      "may-play-drawn": "ich darf diese Karte legen",
      "must-play-drawn": "ich muss sie legen, wenn sie passt",
      "may-play-any": "ich darf irgendeine legen",
    },
  },
  "turn.early-discard": {
    ask: "Darfst du vor dem Ziehen abwerfen?",
    answers: { never: "nein, erst ziehen", allowed: "ja" },
  },
  "several.shape": {
    ask: "Darfst du mehrere Karten auf einmal legen?",
    answers: {
      single: "nein, eine im Zug",
      "same-rank": "ja, vom gleichen Wert",
      run: "ja, als Folge, eine nach der anderen",
      identical: "ja, wenn sie völlig gleich sind",
    },
  },
  "several.matching": {
    ask: "Mehrere auf einmal: Welche muss passen?",
    answers: { top: "die letzte", first: "die erste", any: "irgendeine" },
  },
  "several.effects": {
    ask: "Mehrere auf einmal: Was sie tun, zählt",
    answers: { each: "für jede", once: "nur einmal" },
  },
  "several.price": {
    ask: "Mehrere auf einmal: Was kostet das andere?",
    answers: { none: "nichts", "previous-draws": "der Platz davor zieht so viele" },
  },
  "jump-in": {
    ask: "Darfst du dazwischenwerfen?",
    answers: {
      off: "nein",
      identical: "ja, mit genau der gleichen Karte",
      matched: "ja, auch auf Strafen und letzte Karten, und wer die erste gelegt hat, zieht",
    },
  },
  "stock.empty": {
    ask: "Der Nachziehstapel ist leer. Was dann?",
    answers: {
      reshuffle: "die gelegten Karten mischen",
      pass: "wer nicht kann, passt",
      "ends-hand": "die Runde ist aus",
    },
  },
  "stock.when": { ask: "Wann wird gemischt?", answers: { "on-need": "wenn jemand ziehen muss", "at-once": "sofort" } },
  "stock.keeps": {
    ask: "Welche Karten bleiben dabei liegen?",
    answers: { nothing: "nur die oberste", special: "auch Sonderkarten" },
  },
  "stock.pressure": { ask: "Wie viele Punkte schreibt auf, wer das nötig macht?" },
  "skip.answer": {
    ask: "Du sollst aussetzen. Darfst du das weitergeben?",
    answers: {
      none: "nein, ich setze aus",
      "pass-on": "mit einer Karte desselben Rangs",
      "add-up": "mit so einer Karte, und es zählt zusammen",
    },
  },
  "skip.two-players": {
    ask: "Zu zweit heißt Aussetzen:",
    answers: { "another-turn": "du bist noch einmal dran", nothing: "nichts weiter" },
  },
  "reverse.two-players": {
    ask: "Zu zweit heißt ein Richtungswechsel:",
    answers: { skip: "du bist noch einmal dran", nothing: "nichts weiter" },
  },

  cards: { ask: "Welche Karten tun etwas?" },
  "cards[]": {
    ask: "Was tut sie?",
    answers: {
      wild: "passt auf alles, und du wünschst, was folgt",
      skip: "der nächste Platz setzt aus",
      reverse: "dreht die Richtung",
      "rotate-hands": "alle geben ihr Blatt weiter",
      "another-turn": "du bist noch einmal dran",
      "choose-next": "du bestimmst, wer als Nächstes spielt",
      cover: "du musst sie decken und ziehst, bis eine passt",
      "wild …": "passt auf alles, auf eigene Art",
      "skip …": "so viele setzen aus",
      "draw …": "jemand zieht Karten",
      "cancel …": "beendet, was fällig ist",
      "answer …": "kontert, was fällig ist",
      "again …": "du darfst weitere legen",
      "counts-as …": "passt auf alles und zählt als ein Wert der Farbe, die gilt",
      "swap-hands …": "du tauschst dein Blatt",
      "followed-by …": "nur manche Karten dürfen darauf",
      "wild.suit": "passt auf alles, und du wünschst eine Farbe",
      "wild.rank": "passt auf alles, und du wünschst einen Wert",
      "wild.suit-or-rank": "passt auf alles, und du wünschst Farbe oder Wert",
      "wild.own-suit": "passt auf alles, und ihre eigene Farbe gilt",
      "wild.anything": "passt auf alles, und alles darf folgen",
      "wild.card-below": "passt auf alles und zählt als die Karte darunter",
      "wild.suit.must-fit": "muss passen, und du wünschst eine Farbe",
      "wild.rank.must-fit": "muss passen, und du wünschst einen Wert",
      "wild.suit-or-rank.must-fit": "muss passen, und du wünschst Farbe oder Wert",
      "skip.n": "{n} setzen aus",
      "draw.n": "der nächste Platz zieht {n}",
      "draw.next": "der nächste Platz zieht {n}",
      "draw.previous": "der Platz davor zieht {n}",
      "draw.previous-asked": "der Platz davor zieht {n} oder kontert",
      "draw.others": "alle anderen ziehen {n}",
      "draw.chosen": "jemand nach deiner Wahl zieht {n}",
      "draw.self": "du ziehst {n}",
      "draw.add": "der nächste Platz zieht {n}, und es zählt zusammen",
      "draw.double": "der nächste Platz zieht {n}, und es verdoppelt sich",
      "draw.stays": "der nächste Platz zieht {n}, und es bleibt gleich",
      "again.same-suit": "du darfst noch eine dieser Farbe legen",
      "again.fitting": "du darfst noch eine passende legen",
      "again.any": "du darfst noch irgendeine legen",
      "again.open-run": "öffnet eine Folge: du legst beliebig viele ihrer Farbe",
      "swap-hands.next": "du tauschst dein Blatt mit dem nächsten Platz",
      "swap-hands.chosen": "du tauschst dein Blatt mit jemandem nach deiner Wahl",
    },
  },
  "wild.names": {
    ask: "Was wünschst du mit einer Wunschkarte?",
    answers: {
      suit: "eine Farbe",
      rank: "einen Wert",
      "suit-or-rank": "Farbe oder Wert",
      "own-suit": "nichts, ihre Farbe gilt",
      anything: "nichts, alles darf folgen",
      "card-below": "nichts, sie zählt als die Karte darunter",
    },
  },
  "wild.when": {
    ask: "Wann darf eine Wunschkarte gelegt werden?",
    answers: { always: "auf alles", "must-match": "nur wo sie passt", "not-on-wild": "nicht auf eine andere" },
  },
  "wild.same-suit": {
    ask: "Darfst du wünschen, was schon gilt?",
    answers: { allowed: "ja", "must-differ": "nein, etwas anderes" },
  },
  "wild.while-named": {
    ask: "Ein Wunsch ist noch offen. Welche Wunschkarte darfst du legen?",
    answers: { "any-wild": "jede", "same-kind": "eine, mit der man das Gleiche wünscht" },
  },
  "penalty.answer": {
    ask: "Du sollst ziehen. Darfst du weiterreichen?",
    answers: {
      none: "nein, ich ziehe",
      "same-family": "mit einer Karte vom gleichen Wert",
      "any-draw-card": "mit jeder Ziehkarte",
      "equal-or-higher": "mit einer, die mindestens so viele ziehen lässt",
    },
  },
  "penalty.other-rank": {
    ask: "Du konterst mit einem anderen Wert. Wo darf das hin?",
    answers: { "any-suit": "auf jede Farbe", "same-suit": "nur auf die gleiche Farbe" },
  },
  "penalty.sum": {
    ask: "Beim Weiterreichen",
    answers: { add: "wird zusammengezählt", double: "verdoppelt es sich", stays: "bleibt es gleich" },
  },
  "penalty.ending": {
    ask: "Worauf darf eine Karte, die das beendet?",
    answers: { "must-fit": "wo sie passt", "wild-anywhere": "wo sie passt, eine Wunschkarte auf alles" },
  },
  "penalty.first-drawn": {
    ask: "Die erste Karte, die du dafür ziehst, könnte kontern. Darfst du sie legen?",
    answers: { nothing: "nein, ich ziehe alle", "may-answer": "ja, sofort" },
  },
  "penalty.after": {
    ask: "Nach dem Ziehen der fälligen Karten",
    answers: { "turn-lost": "ist dein Zug aus", "may-play": "darfst du noch legen" },
  },
  "penalty.nothing-to-draw": {
    ask: "Es ist nichts mehr zu ziehen?",
    answers: { "still-owed": "es bleibt fällig", lapses: "dann ist nichts fällig" },
  },

  "finish.ban": {
    ask: "Darf jede Karte deine letzte sein?",
    answers: { none: "ja, jede", wild: "keine Wunschkarte", draw: "keine Ziehkarte", special: "keine Sonderkarte" },
  },
  "finish.ban-cards": { ask: "Welche Karten dürfen noch nicht die letzte sein?" },
  "finish.ban-for": { ask: "Welche Karten dürfen bei manchen Personenzahlen nicht die letzte sein?" },
  "finish.breach": {
    ask: "Und wer es doch versucht?",
    answers: { refused: "kann sie nicht legen", draws: "legt sie und zieht …" },
  },
  "finish.effect": {
    ask: "Die letzte Karte lässt jemanden ziehen. Zählt das?",
    answers: {
      ignored: "nein, es ist aus",
      "apply-before-scoring": "ja, vor dem Zählen",
      answered: "ja, und man kann kontern",
      "waits-a-round": "ja, und du gewinnst, wenn du wieder dran bist",
    },
  },
  "finish.brings-back": { ask: "Welche Karten bringen dich dann zurück, und bei wie vielen Personen?" },
  "finish.another-turn": {
    ask: "Die letzte Karte bringt noch einen Zug. Und dann?",
    answers: { "falls-away": "du bist fertig", "must-go-on": "du musst ziehen" },
  },
  "finish.doubles-on-wild": { ask: "Zählt alles doppelt, wenn eine Wunschkarte die Runde beendet?" },
  "last-card.forgot": {
    ask: "Wie viele ziehst du, wenn du die letzte Karte nicht ansagst?",
    hint: "0: Niemand muss ansagen.",
  },
  "last-card.forgot-last": { ask: "Wie viele ziehst du, wenn du auch die allerletzte nicht ansagst?" },
  "last-card.price": {
    ask: "Was kostet eine vergessene Ansage?",
    answers: {
      cards: "Karten",
      "no-going-out": "du darfst im nächsten Zug nicht fertig werden",
      "next-turn": "Karten statt des nächsten Zugs",
    },
  },
  "last-card.false-call": { ask: "Wie viele ziehst du für eine falsche Ansage?" },
  "last-card.noticed": {
    ask: "Wann fällt das auf?",
    answers: { "at-once": "sofort", "when-caught": "nur wenn dich jemand erwischt" },
  },
  "hand.ends": {
    ask: "Wann ist eine Runde aus?",
    answers: { "first-out": "wenn jemand fertig ist", "play-on": "wenn nur noch eine Hand übrig ist" },
  },
  "hand.limit": { ask: "Scheidest du mit zu vielen Karten aus?", hint: "Leer: Du darfst beliebig viele haben." },
  "hand.blocked": {
    ask: "Niemand kann weiter. Wer gewinnt?",
    answers: {
      "lowest-difference": "wenigste Punkte, die Differenz zählt",
      "lowest-points": "wenigste Punkte",
      "fewest-cards": "wenigste Karten",
      nobody: "niemand",
    },
  },
  "stalemate.winner": {
    ask: "Keiner kann mehr fertig werden. Wer gewinnt?",
    answers: { "most-balls": "wer mehr versenkt hat", draw: "niemand" },
  },
  "stalemate.turn-cap": { ask: "Nach wie vielen Zügen ist Schluss?" },

  "score.mode": {
    ask: "Wer bekommt welche Punkte?",
    answers: {
      "winner-collects": "wer gewinnt, bekommt die Karten der anderen",
      "own-cards": "alle zählen ihre eigenen, die wenigsten gewinnen",
      "winner-average": "wer gewinnt, bekommt den Durchschnitt",
      "below-highest": "der Abstand zum höchsten Blatt",
      places: "nach der Reihenfolge",
      "hand-won": "wer gewinnt, einen Punkt je Runde",
      none: "es gibt keine Punkte",
    },
  },
  values: { ask: "Was zählen die Karten?" },
  "match.end": {
    ask: "Wann ist alles vorbei?",
    answers: {
      "single-hand": "nach einer Runde",
      "single-game": "nach einem Spiel",
      target: "bei … Punkten, die meisten gewinnen",
      limit: "bei … Punkten, die wenigsten gewinnen",
      hands: "nach … Runden",
      deals: "wenn alle …-mal gegeben haben",
      elimination: "bei … Punkten scheidet man aus, wer übrig bleibt, gewinnt",
      games: "nach … Spielen",
      minutes: "nach … Minuten",
      countdown: "Countdown ab …",
    },
  },
  "match.tie": {
    ask: "Mehrere sind gleich gut?",
    answers: { "extra-hand": "noch eine Runde", shared: "sie teilen sich den Sieg" },
  },
  "match.best-of": { ask: "Wer gewinnt die meisten von wie vielen Spielen?" },
};

export default questions;
