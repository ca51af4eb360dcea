//! Recomputes from the journal where every card was at every step and who had seen it, by rules
//! that hold at any card table.

use std::collections::{BTreeMap, HashMap, HashSet};

use eights::{Referee, Viewer};
use eights_match::{AnyMatch, Catalog, Entry, Head, Shipped, journal};
use serde_json::Value;

pub(crate) struct Truth {
    moments: Vec<Moment>,
    /// Everything that is printed on a card.
    faces: HashSet<String>,
    over: Option<u64>,
}

/// The truth after one step, per viewer.
struct Moment {
    /// The faces that each viewer has seen.
    seen: Vec<HashSet<String>>,
    /// Cards that were face up in this hand: their later effects are announced by name.
    open: HashSet<String>,
    /// The update that each viewer should get.
    views: Vec<Value>,
    /// The same events in sentences.
    told: Vec<Value>,
}

type Piles = BTreeMap<String, Vec<String>>;

/// Whether a viewer sees cards that arrive at a place.
fn is_open(place: &str, viewer: Viewer) -> bool {
    match (place.strip_prefix("hand "), viewer) {
        (Some(owner), Viewer::Seat(seat)) => owner == seat.to_string(),
        (Some(_), _) => false,
        (None, _) => place != "stock",
    }
}

fn piles(table: &dyn AnyMatch) -> Piles {
    let view = table.view(Viewer::Referee(Referee::trusted()));
    let face = |card: &Value| card.as_str().expect("the referee sees every face").to_owned();
    let pile = |pile: &Value| pile.as_array().map(|cards| cards.iter().map(face).collect());
    let table = view["table"].as_object().expect("a view has a table");
    table.iter().map(|(place, cards)| (place.clone(), pile(cards).expect("no pile is only backs"))).collect()
}

impl Truth {
    pub(crate) fn new(head: &Head, entries: &[Entry], viewers: &[Viewer]) -> Truth {
        let catalog = Catalog::new(&Shipped);
        let (_, mut table) = journal::start(&catalog, head).unwrap();
        let seen = vec![HashSet::new(); viewers.len()];
        let mut notary = Notary { seen, open: HashSet::new(), piles: piles(&*table) };
        let faces = notary.piles.values().flatten().cloned().collect();
        let mut truth = Truth { moments: Vec::new(), faces, over: None };
        truth.moments.push(notary.moment(&*table, viewers));
        for entry in entries {
            journal::replay_entry(&mut *table, entry).unwrap();
            truth.moments.push(notary.moment(&*table, viewers));
        }
        truth.over = table.is_over().then(|| table.step());
        truth
    }

    pub(crate) fn is_over(&self, step: u64) -> bool {
        self.over.is_some_and(|over| step >= over)
    }

    /// An update must contain exactly what this viewer may know.
    pub(crate) fn is_the_view(&self, who: usize, step: u64, text: &str, words: bool) -> Result<(), String> {
        let moment = self.moments.get(step as usize).ok_or("there was no such step")?;
        let mut got: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let got = got["update"].as_object_mut().ok_or("no update")?;
        got.remove("match-id");
        let told = got.remove("told").unwrap_or_else(|| Value::Array(Vec::new()));
        if words && told != moment.told[who] {
            return Err(format!("told {told}, expected {}", moment.told[who]));
        }
        if !words && told != Value::Array(Vec::new()) {
            return Err("words that nobody asked for".into());
        }
        match Value::Object(got.clone()) == moment.views[who] {
            true => Ok(()),
            false => Err(format!("this is another view than {}", moment.views[who])),
        }
    }

    /// No message may contain a face that its reader has not seen.
    pub(crate) fn is_clean(&self, who: usize, step: u64, text: &str) -> Result<(), String> {
        let seen = &self.moments.get(step as usize).ok_or("there was no such step")?.seen[who];
        // A card that was face up acts under its name even after it was shuffled away.
        let lay_open = &self.moments[step as usize].open;
        let mut text = text.to_owned();
        for marker in ["\"speaking\":\"", "\"event\":\"speaks\",\"seat\":\"?\",\"card\":\""] {
            text = without_speaker(&text, marker, lay_open);
        }
        // Rules are described in prose, the same for everybody.
        if let Some(at) = text.find("\"about\":\"").map(|at| at + 9) {
            let end = text[at..].find('"').map_or(text.len(), |n| at + n);
            text.replace_range(at..end, "");
        }
        // An answer to `why` repeats what was asked about.
        let asked = text.strip_prefix("{\"why\":{\"say\":\"").and_then(|rest| rest.split('"').next());
        let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        let is_secret =
            |word: &&str| self.faces.contains(*word) && !seen.contains(*word) && asked != Some(*word);
        match words.find(is_secret) {
            Some(face) => Err(format!("at step {step} the face {face}, which they have not seen")),
            None => Ok(()),
        }
    }
}

/// The message without the names of cards that announce effects, if those were face up. A `?` in
/// the marker matches any letter.
fn without_speaker(text: &str, marker: &str, open: &HashSet<String>) -> String {
    let (first, last) = marker.split_once('?').unwrap_or((marker, ""));
    let mut clean = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(first) {
        let letter = usize::from(!last.is_empty());
        let from = at + first.len() + letter + last.len();
        let name = rest.get(from..).and_then(|rest| rest.split('"').next()).unwrap_or_default();
        let skipped = if open.contains(name) { name.len() } else { 0 };
        clean.push_str(&rest[..from.min(rest.len())]);
        rest = rest.get(from + skipped..).unwrap_or_default();
    }
    clean + rest
}

/// Follows every card and remembers who has seen it.
struct Notary {
    seen: Vec<HashSet<String>>,
    open: HashSet<String>,
    piles: Piles,
}

impl Notary {
    fn moment(&mut self, table: &dyn AnyMatch, viewers: &[Viewer]) -> Moment {
        // During a step, viewers still know what they knew before it.
        let mut during = self.seen.clone();
        let events = table.events(Viewer::Referee(Referee::trusted()));
        for event in events.as_array().into_iter().flatten() {
            self.watch(event, viewers, &mut during);
        }
        let now = piles(table);
        let new_hand = table.hand_over().is_some() || table.step() == 0;
        if new_hand {
            self.seen.iter_mut().for_each(HashSet::clear);
            self.open.clear();
        } else {
            assert_eq!(sorted(&self.piles), sorted(&now), "the events of step {} are complete", table.step());
        }
        self.piles = now;
        let open = self.piles.iter().filter(|(place, _)| is_open(place, Viewer::Public));
        self.open.extend(open.flat_map(|(_, pile)| pile.iter().cloned()));
        for (i, viewer) in viewers.iter().enumerate() {
            for (_, pile) in self.piles.iter().filter(|(place, _)| is_open(place, *viewer)) {
                self.seen[i].extend(pile.iter().cloned());
                during[i].extend(pile.iter().cloned());
            }
            // Only the game knows about cards shown in place.
            for card in shown(&table.events(*viewer)) {
                self.seen[i].insert(card.clone());
                during[i].insert(card);
            }
        }
        let view = |viewer: &Viewer| {
            let mut bytes = b"{".to_vec();
            table.write_update(*viewer, &mut bytes);
            bytes.push(b'}');
            serde_json::from_slice(&bytes).unwrap()
        };
        let seat = |viewer: &Viewer| match viewer {
            Viewer::Seat(seat) => Some(*seat),
            _ => None,
        };
        Moment {
            seen: during,
            open: self.open.clone(),
            views: viewers.iter().map(view).collect(),
            told: viewers.iter().map(|viewer| table.told(seat(viewer)).into()).collect(),
        }
    }

    fn watch(&mut self, event: &Value, viewers: &[Viewer], during: &mut [HashSet<String>]) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let event = bare(event);
        if let Some(moved) = event.get("moved").or(event.get("buried")) {
            let (card, from, to) = (text(&moved["card"]), text(&moved["from"]), text(&moved["to"]));
            for (i, viewer) in viewers.iter().enumerate() {
                if is_open(&from, *viewer) || is_open(&to, *viewer) {
                    self.seen[i].insert(card.clone());
                    during[i].insert(card.clone());
                }
            }
            if is_open(&from, Viewer::Public) || is_open(&to, Viewer::Public) {
                self.open.insert(card.clone());
            }
            let pile = self.piles.entry(from).or_default();
            if let Some(at) = pile.iter().rposition(|other| *other == card) {
                pile.remove(at);
            }
            let pile = self.piles.entry(to).or_default();
            match moved["end"].as_str() {
                Some("bottom") => pile.insert(0, card),
                _ => pile.push(card),
            }
        } else if let Some(gathered) = event.get("gathered") {
            let (from, to) = (text(&gathered["from"]), text(&gathered["to"]));
            let left = gathered["left"].as_u64().unwrap_or(0);
            let pile = self.piles.entry(from).or_default();
            let taken: Vec<String> = pile.drain(..pile.len() - left as usize).collect();
            self.piles.entry(to).or_default().extend(taken);
        } else if let Some(rotated) = event.get("rotated") {
            let places: Vec<String> = rotated["places"].as_array().into_iter().flatten().map(text).collect();
            let mut taken: Vec<_> =
                places.iter().map(|place| self.piles.remove(place).unwrap_or_default()).collect();
            taken.rotate_right(1);
            self.piles.extend(places.into_iter().zip(taken));
        } else if let Some(shuffled) = event.get("shuffled") {
            self.forget(&text(&shuffled["place"]));
        }
    }

    /// Forgets where the cards of a place are. If several cards share a face, one of them may still
    /// be known.
    fn forget(&mut self, place: &str) {
        let mut copies: HashMap<&String, usize> = HashMap::new();
        self.piles.values().flatten().for_each(|face| *copies.entry(face).or_default() += 1);
        for face in self.piles.get(place).into_iter().flatten().filter(|face| copies[face] == 1) {
            for seen in &mut self.seen {
                seen.remove(face);
            }
        }
    }
}

/// The move inside an event; some games wrap it.
fn bare(event: &Value) -> &Value {
    event.get("card").filter(|inner| inner.is_object()).unwrap_or(event)
}

fn sorted(piles: &Piles) -> Piles {
    let mut piles = piles.clone();
    piles.retain(|_, pile| !pile.is_empty());
    piles.values_mut().for_each(|pile| pile.sort());
    piles
}

/// The faces that a viewer was shown.
fn shown(events: &Value) -> Vec<String> {
    let events = events.as_array().into_iter().flatten().map(bare);
    let cards = events.filter_map(|event| event["shown"]["card"].as_str());
    cards.filter(|card| *card != "??").map(str::to_owned).collect()
}
