//! Examples of the rulebook, step by step.

use eights::{
    PositionError, Seat, Viewer,
    rulebook::{self, Block, Line},
};
use eights_local::{Open, RulesAsked, Sitter, update_for};
use eights_match::{AnyMatch, Catalog, RuleSet, SheetSource, Shipped, SourceError};
use serde_json::{Value, json};
use wasm_bindgen::{JsError, prelude::wasm_bindgen};

/// One `play` block of a page: its position, and the match after each of its lines.
#[wasm_bindgen]
pub struct Example {
    rules: RuleSet,
    block: Block,
    /// The match before the first line and after each.
    after: Vec<Box<dyn AnyMatch>>,
}

/// The blocks of a page: the line on which each begins, and how many lines of play it has.
#[wasm_bindgen]
pub fn examples(page: &str) -> String {
    let block = |block: &Block| json!({ "line": block.line, "steps": block.play.len() });
    Value::Array(rulebook::read(page).unwrap_or_default().iter().map(block).collect()).to_string()
}

#[wasm_bindgen]
impl Example {
    /// Lays out the block that begins on a line of a page of a game.
    ///
    /// # Errors
    ///
    /// What is wrong with the page.
    pub fn open(game: &str, page: &str, line: u32) -> Result<Example, JsError> {
        Example::laid_out(game, page, line as usize).map_err(|why| JsError::new(&why.to_string()))
    }

    /// How many lines of play there are.
    pub fn steps(&self) -> u32 {
        self.block.play.len() as u32
    }

    /// The table after this many lines, as a seat sees it: room, update, and who must answer.
    pub fn at(&self, step: u32, seat: &str) -> String {
        let table = &self.after[(step as usize).min(self.after.len() - 1)];
        let viewer = Seat::from_letter(seat).map_or(Viewer::Public, Viewer::Seat);
        let update = update_for(table.as_ref(), "", viewer, true);
        json!({ "game": self.rules.game.id, "seats": table.n_seats(), "update": update }).to_string()
    }

    /// The request that opens a table at the position after `step` lines. A person plays the seat to
    /// move, bots play the others.
    #[wasm_bindgen(js_name = playOn)]
    pub fn play_on(&self, step: u32, name: &str, level: &str, seed: &str) -> String {
        let step = (step as usize).min(self.block.play.len());
        let asked = self.after[step].asks().unwrap_or(Seat::new(0));
        let chair = |seat: Seat| {
            if seat == asked {
                Sitter::Person { name: name.to_owned() }
            } else {
                Sitter::Bot { level: level.to_owned() }
            }
        };
        let answer = |(_, line): &(usize, Line)| match line {
            Line::Act(seat, said) => Some((seat.to_string(), said.clone())),
            _ => None,
        };
        let open = Open {
            game: self.rules.game.id.to_owned(),
            rules: RulesAsked::Sheet(self.rules.sheet.clone()),
            chairs: Seat::first(self.block.position.n_seats()).map(chair).collect(),
            seed: seed.to_owned(),
            position: Some(self.block.position.clone()),
            answers: self.block.play[..step].iter().filter_map(answer).collect(),
            ..Open::default()
        };
        serde_json::to_string(&open).expect("a request can always be serialised")
    }

    /// What each line is: `act`, `refused` with the reason, or something that is `so`.
    pub fn lines(&self) -> String {
        let line = |(i, (number, line)): (usize, &(usize, Line))| match line {
            Line::Act(seat, said) => {
                json!({ "line": number, "kind": "act", "seat": seat.to_string(), "say": said })
            }
            Line::Refused(seat, said) => {
                let why = self.after[i].why_not(*seat, said);
                json!({ "line": number, "kind": "refused", "seat": seat.to_string(), "say": said, "why": why })
            }
            Line::Asks(seat, ..) => json!({ "line": number, "kind": "asks", "seat": seat.to_string() }),
            _ => json!({ "line": number, "kind": "so" }),
        };
        Value::Array(self.block.play.iter().enumerate().map(line).collect()).to_string()
    }
}

impl Example {
    fn laid_out(game: &str, page: &str, line: usize) -> Result<Example, PositionError> {
        let blocks = rulebook::read(page).map_err(|problems| {
            let lines = problems.iter().map(|(line, why)| format!("line {line}: {why}"));
            lines.collect::<Vec<_>>().join("\n")
        })?;
        let found = blocks.into_iter().find(|block| block.line == line);
        let block = found.ok_or_else(|| format!("no example begins on line {line}"))?;
        let rules = rules_of(game, &block)?;
        let mut table = rules.place(&block.position)?;
        let mut after = vec![table.copy()];
        for (_, line) in &block.play {
            if let Line::Act(seat, said) = line {
                table.act(*seat, said).map_err(|why| why.to_string())?;
            }
            after.push(table.copy());
        }
        Ok(Example { rules, block, after })
    }
}

fn rules_of(game: &str, block: &Block) -> Result<RuleSet, PositionError> {
    let heading = &block.heading;
    let game = heading.game.as_deref().unwrap_or(game);
    let (name, with) =
        (heading.rules.as_deref().unwrap_or_default(), heading.with.as_deref().unwrap_or_default());
    let catalog = Catalog::new(&ForThePages);
    let found = match &heading.cards {
        Some(cards) => catalog.rules_with_cards(game, name, with, cards),
        None => catalog.rules(game, name, with),
    };
    found.map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n").into())
}

/// What we ship, and the cards that some pages of Crazier Eights bring along.
struct ForThePages;

impl SheetSource for ForThePages {
    fn fetch(&self, game: &str, name: &str, from: Option<&str>) -> Result<(String, String), SourceError> {
        Shipped.fetch(game, name, from)
    }

    fn cards(&self, name: &str) -> Option<String> {
        let text = include_str!("../../../rulebook/crazier-eights/for-the-pages.toml");
        (name == "for-the-pages.toml").then(|| text.to_owned())
    }
}
