//! `eights engine`: a JSON Lines protocol that lets programs in any language drive a game.

use std::io::{self, Write};

use eights::{Dice, Position, Referee, Seat, Seed, Viewer};
use eights_bots::BotKind;
use eights_config::Problem;
use eights_match::{AnyMatch, Catalog, RuleSet};
use serde_json::{Map, Value, json};

use crate::{
    Ending, FINE,
    files::Files,
    lines::{self, Input},
};

/// Drive any game from another program, in JSON Lines
///
/// Reads one JSON request per line from standard input and writes one JSON answer per line to standard
/// output. docs/engine-protocol.md describes the requests.
#[derive(clap::Args)]
pub(crate) struct Args {}

/// The maximum length of a request line.
const MAX_REQUEST_BYTES: usize = 1 << 20;

pub(crate) fn run(_: &Args, out: &mut impl Write) -> Ending {
    let files = Files::here();
    let mut engine = Engine::new(Catalog::new(&files));
    let mut input = io::stdin().lock();
    loop {
        match lines::read(&mut input, MAX_REQUEST_BYTES)? {
            Input::End => return Ok(FINE),
            Input::TooLong => writeln!(out, "{}", error("the line is longer than 1 MiB"))?,
            Input::Line(line) if line.trim().is_empty() => continue,
            Input::Line(line) => writeln!(out, "{}", engine.answer(&line))?,
        }
        out.flush()?;
    }
}

/// A match that another program drives.
pub struct Engine<'a> {
    catalog: Catalog<'a>,
    table: Option<Box<dyn AnyMatch>>,
    past: Vec<Box<dyn AnyMatch>>,
}

impl<'a> Engine<'a> {
    /// An engine without a match; requests `new` and `place` start one.
    pub fn new(catalog: Catalog<'a>) -> Engine<'a> {
        Engine { catalog, table: None, past: Vec::new() }
    }

    /// Answers one request; a bad one is answered with an error and changes nothing.
    pub fn answer(&mut self, line: &str) -> Value {
        let request = match serde_json::from_str::<Value>(line) {
            Ok(Value::Object(request)) => request,
            Ok(_) => return error("a request is a JSON object"),
            Err(why) => return error(&format!("not JSON: {why}")),
        };
        self.handle(&request).unwrap_or_else(|why| error(&why))
    }

    fn handle(&mut self, request: &Map<String, Value>) -> Result<Value, String> {
        let verbs = ["new", "place", "act", "view", "bot", "undo", "rules", "why"];
        let mut said = request.keys().filter(|key| verbs.contains(&key.as_str()));
        let (Some(verb), None) = (said.next(), said.next()) else {
            return Err(format!("a request has exactly one of {}", verbs.join(", ")));
        };
        let beside: &[&str] = match verb.as_str() {
            "act" => &["shuffle", "by"],
            "why" => &["by"],
            _ => &[],
        };
        if let Some(odd) = request.keys().find(|key| *key != verb && !beside.contains(&key.as_str())) {
            return Err(format!("{odd:?} does not go with {verb:?}"));
        }
        let what = &request[verb];
        match verb.as_str() {
            "new" => self.new_match(what),
            "place" => self.place(what),
            "act" => self.act(request, what),
            "view" => self.view(what),
            "bot" => self.bot(what),
            "undo" => self.undo(what),
            "why" => {
                let table = self.table()?;
                let seat = by(request, table)?;
                Ok(json!({ "why": table.why_not(seat, text(what, "why")?) }))
            }
            _ => self.rules(what),
        }
    }

    fn table(&self) -> Result<&dyn AnyMatch, String> {
        self.table.as_deref().ok_or_else(|| "there is no game yet: begin with new or place".to_owned())
    }

    fn new_match(&mut self, what: &Value) -> Result<Value, String> {
        let known = ["game", "rules", "with", "cards", "seats", "seed", "dealer", "shuffle"];
        let args = object(what, "new", &known)?;
        let rules = self.rule_set(args)?;
        let seats = number(args, "seats")?.unwrap_or(u64::from(*rules.seats().start()));
        let seats = u8::try_from(seats).map_err(|_| format!("{seats} seats are too many"))?;
        let seed = Seed::from_number(number(args, "seed")?.unwrap_or(0));
        let dealer = args.get("dealer").map(|value| seat(value, "dealer")).transpose()?;
        let order = args.get("shuffle").map_or(Ok(""), |value| text(value, "shuffle"))?;
        let table = rules.start_arranged(seats, seed, dealer, order).map_err(|why| why.to_string())?;
        Ok(self.begin(table))
    }

    fn begin(&mut self, table: Box<dyn AnyMatch>) -> Value {
        self.past.clear();
        let state = state(table.as_ref());
        self.table = Some(table);
        Value::Object(state)
    }

    fn place(&mut self, what: &Value) -> Result<Value, String> {
        let args = what.as_object().ok_or("place takes an object")?;
        let position = position(args)?;
        let table = self.rule_set(args)?.place(&position).map_err(|why| why.to_string())?;
        Ok(self.begin(table))
    }

    fn rule_set(&self, args: &Map<String, Value>) -> Result<RuleSet, String> {
        let list =
            |problems: Vec<Problem>| problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("\n");
        let game = args.get("game").map_or(Ok("crazy-eights"), |value| text(value, "game"))?;
        let with = args.get("with").map_or(Ok(String::new()), overrides)?;
        if let Some(cards) = args.get("cards") {
            let name = args.get("rules").map_or(Ok(""), |value| text(value, "rules"))?;
            return self.catalog.rules_with_cards(game, name, &with, text(cards, "cards")?).map_err(list);
        }
        match args.get("rules") {
            None => self.catalog.rules(game, "", &with).map_err(list),
            Some(Value::String(name)) => self.catalog.rules(game, name, &with).map_err(list),
            Some(sheet) => self.catalog.sheet(game, sheet.clone(), &with).map_err(list),
        }
    }

    fn act(&mut self, request: &Map<String, Value>, what: &Value) -> Result<Value, String> {
        let said = text(what, "act")?;
        let order = request.get("shuffle").map_or(Ok(""), |value| text(value, "shuffle"))?;
        let by = by(request, self.table()?)?;
        let before = self.table()?.copy();
        let table = self.table.as_deref_mut().ok_or("there is no game yet")?;
        table.act_wishing(by, said, order).map_err(|why| why.to_string())?;
        self.past.push(before);
        let table = self.table()?;
        let mut state = state(table);
        // The program that drives the engine may see everything: it is the referee of its own game.
        state.insert("events".into(), table.events(Viewer::Referee(Referee::trusted())));
        Ok(Value::Object(state))
    }

    fn view(&self, what: &Value) -> Result<Value, String> {
        let table = self.table()?;
        let viewer = match text(what, "view")? {
            "all" => Viewer::Public,
            _ => Viewer::Seat(seat_of(what, "view", table)?),
        };
        Ok(table.view(viewer))
    }

    fn bot(&self, what: &Value) -> Result<Value, String> {
        let args = object(what, "bot", &["level", "seat", "seed"])?;
        let table = self.table()?;
        let level = args.get("level").map_or(Ok("normal"), |value| text(value, "level"))?;
        let kind = BotKind::named(level).map_err(|error| error.to_string())?;
        let asked = table.asks().ok_or("no seat is to act")?;
        let seat = args.get("seat").map_or(Ok(asked), |value| seat_of(value, "seat", table))?;
        let mut dice = Dice::at(&Seed::from_number(number(args, "seed")?.unwrap_or(0)), table.step());
        let answer = table
            .sit(kind, seat)
            .answer(table, &mut dice)
            .ok_or_else(|| format!("{seat} is not the seat to act"))?;
        Ok(json!({ "answer": answer }))
    }

    fn undo(&mut self, what: &Value) -> Result<Value, String> {
        let n = what.as_u64().ok_or("undo takes a number of steps")? as usize;
        self.table()?;
        if n > self.past.len() {
            return Err(match self.past.len() {
                0 => "there is no step to undo".to_owned(),
                1 => "only one step can be undone".to_owned(),
                most => format!("only {most} steps can be undone"),
            });
        }
        if n > 0 {
            self.table = self.past.drain(self.past.len() - n..).next();
        }
        Ok(Value::Object(state(self.table()?)))
    }

    fn rules(&self, what: &Value) -> Result<Value, String> {
        let args = match what {
            Value::String(_) => Map::from_iter([("rules".to_owned(), what.clone())]),
            _ => object(what, "rules", &["game", "rules", "with"])?.clone(),
        };
        let rules = self.rule_set(&args)?;
        Ok(rules.sheet)
    }
}

fn error(why: &str) -> Value {
    json!({ "error": why })
}

/// The state in every response: step, question, and the results of a finished hand or match.
fn state(table: &dyn AnyMatch) -> Map<String, Value> {
    let asks = table.asks().map(|seat| {
        let options: Vec<String> = table.options(seat).into_iter().map(|offer| offer.say).collect();
        json!({ "seat": seat, "options": options })
    });
    let mut state = Map::new();
    state.insert("step".into(), json!(table.step()));
    state.insert("asks".into(), json!(asks));
    state.insert("over".into(), json!(table.over()));
    if let Some(hand) = table.hand_over() {
        state.insert("hand_over".into(), json!(hand.outcome));
    }
    state
}

fn text<'v>(value: &'v Value, key: &str) -> Result<&'v str, String> {
    value.as_str().ok_or_else(|| format!("{key} takes a text"))
}

fn number(args: &Map<String, Value>, key: &str) -> Result<Option<u64>, String> {
    let read = |value: &Value| value.as_u64().ok_or_else(|| format!("{key} takes a whole number"));
    args.get(key).map(read).transpose()
}

fn object<'v>(value: &'v Value, key: &str, known: &[&str]) -> Result<&'v Map<String, Value>, String> {
    let args = value.as_object().ok_or_else(|| format!("{key} takes an object"))?;
    match args.keys().find(|name| !known.contains(&name.as_str())) {
        Some(odd) => Err(format!("{key} has no key {odd:?}; it has {}", known.join(", "))),
        None => Ok(args),
    }
}

fn seat(value: &Value, key: &str) -> Result<Seat, String> {
    Seat::from_letter(text(value, key)?).ok_or_else(|| format!("{key}: there is no seat {value}"))
}

fn seat_of(value: &Value, key: &str, table: &dyn AnyMatch) -> Result<Seat, String> {
    let seat = seat(value, key)?;
    let there = seat.index() < table.n_seats() as usize;
    there.then_some(seat).ok_or_else(|| format!("{key}: there is no seat {seat}"))
}

/// The seat that answers: `by` if given, otherwise the seat whose turn it is.
fn by(request: &Map<String, Value>, table: &dyn AnyMatch) -> Result<Seat, String> {
    match request.get("by") {
        Some(seat) => seat_of(seat, "by", table),
        None => table.asks().ok_or_else(|| "the match is over: nobody is asked".to_owned()),
    }
}

/// Converts `{"turn.draw": {"up-to": 5}}` to the syntax of overrides.
fn overrides(with: &Value) -> Result<String, String> {
    let with = with.as_object().ok_or("with takes an object of dotted keys")?;
    let one = |(key, value): (&String, &Value)| format!("{key} = {}", written(value));
    Ok(with.iter().map(one).collect::<Vec<_>>().join(", "))
}

/// A JSON value in the syntax of overrides.
fn written(value: &Value) -> String {
    match value {
        Value::Array(list) => format!("[{}]", list.iter().map(written).collect::<Vec<_>>().join(", ")),
        Value::Object(table) => {
            let one = |(key, value): (&String, &Value)| format!("{} = {}", json!(key), written(value));
            format!("{{ {} }}", table.iter().map(one).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// Reads a position: the same as in a rulebook block, but with a JSON key for each line.
fn position(args: &Map<String, Value>) -> Result<Position, String> {
    let mut position = Position::default();
    let per_seat = |value: &Value, key: &str| -> Result<Vec<String>, String> {
        let list = value.as_array().ok_or_else(|| format!("{key} is a list in seat order"))?;
        let one = |value: &Value| match value {
            Value::String(text) => Ok(text.clone()),
            Value::Number(number) => Ok(number.to_string()),
            _ => Err(format!("{key}: {value} is neither a text nor a number")),
        };
        list.iter().map(one).collect()
    };
    let seats = args.get("hands").and_then(Value::as_array).map_or(0, Vec::len);
    for key in ["score", "in_play", "pocketed"] {
        if let Some(list) = args.get(key).and_then(Value::as_array).filter(|list| list.len() != seats) {
            return Err(format!("{key}: a list of {} for {seats} hands", list.len()));
        }
    }
    for (key, value) in args {
        match key.as_str() {
            "game" | "rules" | "with" | "cards" => (),
            "hands" => position.hands = per_seat(value, "hands")?,
            "in_play" | "pocketed" => {
                let key = key.replace('_', " ");
                for (i, text) in per_seat(value, &key)?.into_iter().enumerate() {
                    position.lines.insert(format!("{key} {}", Seat::new(i)), text);
                }
            }
            "score" => {
                let list = per_seat(value, "score")?.into_iter().enumerate();
                let list: Vec<String> = list.map(|(i, n)| format!("{} {n}", Seat::new(i))).collect();
                position.lines.insert("score".into(), list.join(", "));
            }
            "owes" if value.is_u64() => drop(position.lines.insert(key.clone(), value.to_string())),
            _ => drop(position.lines.insert(key.clone(), text(value, key)?.to_owned())),
        }
    }
    for key in ["in_play", "pocketed", "score"] {
        let n = args.get(key).and_then(Value::as_array).map(Vec::len);
        if let Some(n) = n.filter(|n| *n != position.hands.len()) {
            return Err(format!("{key} has {n} entries, but there are {} hands", position.hands.len()));
        }
    }
    if position.hands.len() > eights::MAX_SEATS {
        return Err(format!("{} hands are too many", position.hands.len()));
    }
    Ok(position)
}
