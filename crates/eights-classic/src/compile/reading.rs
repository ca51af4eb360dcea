//! A document being compiled, which collects its problems.

use eights_config::{Document, Problem, nearest};

use crate::{compile::select::Selector, face::Printed};

/// A document being compiled, and the problems found so far.
pub(crate) struct Reading<'a> {
    pub(crate) document: &'a Document,
    /// What is printed on the cards that its selectors select.
    pub(crate) printed: Printed,
    pub(crate) problems: Vec<Problem>,
    /// Cards of the French pack that the sheet names, although it uses another one.
    pub(crate) absent: Vec<String>,
}

impl Reading<'_> {
    pub(crate) fn wrong(&mut self, path: &str, message: impl Into<String>) {
        self.problems.push(self.document.problem(path, message));
    }

    /// Parses a selector, which is a key or a value of the sheet.
    pub(crate) fn selector(&mut self, path: &str, text: &str) -> Option<Selector> {
        let found = Selector::parse(self.printed, text);
        // A sheet that is played with other cards than it was written for need not be written anew.
        if found.is_none() && Selector::parse(Printed::French, text).is_some() {
            if !self.absent.iter().any(|other| other == text) {
                self.absent.push(text.to_owned());
            }
            return Some(Selector { faces: 0, narrow: 0 });
        }
        if found.is_none() {
            let write = match self.printed {
                Printed::French => {
                    "a rank (8), a card (QS), a colour and rank (black A), a suit (hearts), a colour (red) or joker"
                }
                Printed::Shapes => "a number (8), a card (14C), a shape (stars) or joker",
            };
            let message = format!("unknown card {text:?}; write {write}");
            let mut problem = self.document.problem(path, message);
            let examples = Selector::examples(self.printed);
            if let Some(near) = nearest(text, examples.iter().map(String::as_str)) {
                problem = problem.suggest(near);
            }
            self.problems.push(problem);
        }
        found
    }

    /// For each face the key of a table by which it is selected, which is the most specific one.
    pub(crate) fn selected<'k>(
        &mut self,
        table: &str,
        keys: &mut dyn Iterator<Item = &'k String>,
    ) -> [Option<&'k str>; 64] {
        let mut slots: [Option<(u8, &str)>; 64] = [None; 64];
        for key in keys {
            let path = path_of(table, key);
            let Some(selector) = self.selector(&path, key) else { continue };
            for face in self.printed.faces(selector.faces) {
                let slot = &mut slots[face.index()];
                match slot {
                    Some((narrow, other)) if *narrow == selector.narrow => {
                        let message = format!("{key:?} and {other:?} both cover the {}", face.spoken());
                        self.wrong(&path, message);
                        break;
                    }
                    Some((narrow, _)) if *narrow > selector.narrow => (),
                    _ => *slot = Some((selector.narrow, key)),
                }
            }
        }
        slots.map(|slot| slot.map(|(_, key)| key))
    }

    /// The faces that a key of the sheet lists one by one.
    pub(crate) fn listed(&mut self, path: &str, cards: &[String]) -> u64 {
        cards.iter().fold(0, |all, text| all | self.selector(path, text).map_or(0, |selector| selector.faces))
    }
}

/// The path of a key of a table.
pub(crate) fn path_of(table: &str, key: &str) -> String {
    if key.contains([' ', '.']) { format!("{table}.\"{key}\"") } else { format!("{table}.{key}") }
}
