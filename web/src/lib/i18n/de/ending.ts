// Die Wörter des letzten Bildes eines Spiels, auf Deutsch.

import type { EndingWords } from "../language";

export const ending: EndingWords = {
  youWin: "Du gewinnst!",
  youAllWin: "Du gewinnst, mit {a}!",
  wins: "Dieses Mal gewinnt {a}.",
  win: "Dieses Mal gewinnen {a}.",
  nobody: "Dieses Mal gewinnt niemand.",
  withPoints: "Mit einem Punkt.|Mit {k} Punkten.",
  behind: "Dir hat ein Punkt gefehlt.|Dir haben {k} Punkte gefehlt.",
  level: "Ihr wart nach Punkten gleich. So knapp war es.",
  lastCard: "Die letzte Karte: {c}.",
  theyHad: "{a} hatte noch eine Karte.|{a} hatte noch {k} Karten.",
  youHad: "Du hattest noch eine Karte.|Du hattest noch {k} Karten.",
  ahead: "Punkt vor {a}|Punkte vor {a}",
  leftOver: "Karte blieb in den anderen Händen|Karten blieben in den anderen Händen",
  cards: "noch eine Karte|noch {k} Karten",
  out: "keine Karte mehr",
  you: "Du",
  again: "Noch einmal, gleicher Tisch",
  watch: "Noch einmal ansehen",
  other: "Ein anderes Spiel",
  look: "Den Tisch ansehen",
  share: "Teilen",
  saved: "Das Bild liegt bei deinen Downloads.",
  noPicture: "Dieser Browser kann das Bild nicht machen.",
  place: "Platz {k}",
};
