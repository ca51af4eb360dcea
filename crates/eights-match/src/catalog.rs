//! The list of all games, and the compilation of their rule sets.

use std::sync::Arc;

use eights::{
    CardEvent, Dice, Fixture, GameFixture, Position, PositionError, Seat, Seed, Sight, Table,
    reference::Schemas,
    rulebook::{FixtureSource, Heading},
};
use eights_config::{Document, Problem};
use eights_kit::{Difference, GameInfo, Playable, Topic, differences_by_title};
use serde_json::Value;

use crate::{
    any::AnyMatch,
    games::{Entry, GAMES, Rules, Visitor, view_schema},
    hex,
    journal::format::{FORMAT, Head},
    playing::{Match, Refusal, check_seats, wished},
    sheet_source::{SheetSource, SourceError},
    shipped::Shipped,
};

/// A rule set: the sheet as written, and the rules compiled from it.
#[derive(Clone)]
pub struct RuleSet {
    /// The game.
    pub game: GameInfo,
    /// The name under which the caller asked for it.
    pub name: String,
    /// The name shown to players.
    pub title: String,
    /// A paragraph of description for players.
    pub about: String,
    /// The publication or website that the rules come from.
    pub source: String,
    /// Other names under which people look for it.
    pub names: Vec<String>,
    /// Where it is played; empty if the sheet does not say.
    pub place: String,
    /// The group under which lists show it: what the sheet says, or else the title of the game.
    pub kin: String,
    /// The complete sheet, merged with the sheets that it extends.
    pub sheet: Value,
    /// Hash of the compiled rules: sheets that mean the same rules have the same hash, however
    /// they are written.
    pub hash: String,
    /// The compiled rules.
    pub rules: Rules,
}

/// Loads and compiles the rule sets of all games.
pub struct Catalog<'a> {
    shelf: &'a dyn SheetSource,
}

/// The longest chain of sheets that extend one another. It also stops circles.
const MAX_EXTENDS_DEPTH: usize = 8;

impl<'a> Catalog<'a> {
    /// A catalog that looks up rule sets on this shelf.
    pub fn new(shelf: &'a dyn SheetSource) -> Catalog<'a> {
        Catalog { shelf }
    }

    /// Every game that menus show.
    pub fn games() -> impl Iterator<Item = GameInfo> {
        GAMES.iter().map(|entry| entry.info).filter(|game| game.listed)
    }

    /// The game with this id.
    ///
    /// # Errors
    ///
    /// If there is no such game; the message lists all games.
    pub fn game(id: &str) -> Result<GameInfo, Problem> {
        entry(id).map(|entry| entry.info)
    }

    /// The JSON Schema of a game's sheets.
    pub fn schema(game: GameInfo) -> Value {
        entry(game.id).map(|entry| (entry.schema)()).unwrap_or_default()
    }

    /// The JSON Schema of a game's views (`View`), events (`Event`) and everything they are made of.
    pub fn view_schema(game: GameInfo) -> Value {
        view_schema(game)
    }

    /// The JSON Schema of what views and events of all games have in common: `Table` and `CardEvent`.
    pub fn common_view_schema() -> Value {
        Schemas::new()
            .with::<Table<String, Sight<String>, 0>>()
            .with::<CardEvent<String, Sight<String>>>()
            .into_value()
    }

    /// Loads a rule set by name and applies the overrides in `with`, written `key = value, …`. An
    /// empty name means the default rule set of the game.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the sheet or the overrides.
    pub fn rules(&self, game: &str, name: &str, with: &str) -> Result<RuleSet, Vec<Problem>> {
        let game = Catalog::game(game).map_err(|problem| vec![problem])?;
        let name = if name.is_empty() { Shipped::names(game.id).next().unwrap_or_default() } else { name };
        let mut document = self.fetch(game, name, None, MAX_EXTENDS_DEPTH)?;
        change(&mut document, with)?;
        compile(game, name, &document, self.shelf, None)
    }

    /// Like [`Catalog::rules`], but with other cards than the sheet names: shipped card sets and
    /// card files, separated by commas. Most games have a fixed pack and refuse.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the sheet, the overrides or the cards.
    pub fn rules_with_cards(
        &self,
        game: &str,
        name: &str,
        with: &str,
        cards: &str,
    ) -> Result<RuleSet, Vec<Problem>> {
        let game = Catalog::game(game).map_err(|problem| vec![problem])?;
        let name = if name.is_empty() { Shipped::names(game.id).next().unwrap_or_default() } else { name };
        let mut document = self.fetch(game, name, None, MAX_EXTENDS_DEPTH)?;
        change(&mut document, with)?;
        compile(game, name, &document, self.shelf, Some(cards))
    }

    /// Compiles a sheet given as a JSON value, such as one from a journal or a request.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the sheet or the overrides.
    pub fn sheet(&self, game: &str, sheet: Value, with: &str) -> Result<RuleSet, Vec<Problem>> {
        let game = Catalog::game(game).map_err(|problem| vec![problem])?;
        let document = Document::from_value("sheet", sheet)?;
        let mut document = self.extended(game, document, MAX_EXTENDS_DEPTH)?;
        change(&mut document, with)?;
        compile(game, "sheet", &document, self.shelf, None)
    }

    /// Compiles a sheet given as TOML or JSON text.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the sheet.
    pub fn text(&self, game: &str, name: &str, text: &str) -> Result<RuleSet, Vec<Problem>> {
        let game = Catalog::game(game).map_err(|problem| vec![problem])?;
        let document = self.extended(game, Document::read(name, text)?, MAX_EXTENDS_DEPTH)?;
        compile(game, name, &document, self.shelf, None)
    }

    fn fetch(
        &self,
        game: GameInfo,
        name: &str,
        from: Option<&str>,
        depth: usize,
    ) -> Result<Document, Vec<Problem>> {
        let missing = |why: SourceError| vec![Problem::of_file(from.unwrap_or(name), why.to_string())];
        let (place, text) = self.shelf.fetch(game.id, name, from).map_err(missing)?;
        self.extended(game, Document::read(&place, &text)?, depth)
    }

    /// Merges a document over the one it extends, recursively.
    fn extended(
        &self,
        game: GameInfo,
        mut document: Document,
        depth: usize,
    ) -> Result<Document, Vec<Problem>> {
        let Some(base) = document.get("extends").cloned() else { return Ok(document) };
        let Some(base) = base.as_str() else {
            return Err(vec![document.problem("extends", "expected the name of another rule set")]);
        };
        if depth == 0 {
            let why = "rule sets that extend each other in a circle, or more than eight deep";
            return Err(vec![document.problem("extends", why)]);
        }
        let from = document.name().to_owned();
        let mut base = self.fetch(game, base, Some(&from), depth - 1).map_err(|problems| {
            // A problem without a position of its own is reported at the `extends` line.
            let here = |mut problem: Problem| {
                if problem.line.is_none() && problem.path.is_empty() {
                    problem = document.problem("extends", problem.message);
                }
                problem
            };
            problems.into_iter().map(here).collect::<Vec<_>>()
        })?;
        document.take("extends");
        // The description of the base may not be true of the sheet that changes it, and only the base
        // itself is found under its names.
        for key in ["about", "names", "place"] {
            base.take(key);
        }
        Ok(document.over(base))
    }
}

/// Applies overrides to a sheet. Its description is dropped, since it may no longer be true.
fn change(document: &mut Document, with: &str) -> Result<(), Vec<Problem>> {
    if with.is_empty() {
        return Ok(());
    }
    document.take("about");
    document.overrides(with)
}

fn entry(id: &str) -> Result<&'static Entry, Problem> {
    GAMES.iter().find(|entry| entry.info.id == id).ok_or_else(|| {
        let ids: Vec<&str> = Catalog::games().map(|game| game.id).collect();
        Problem::of_file(id, format!("there is no such game: there is {}", ids.join(", ")))
    })
}

fn compile(
    game: GameInfo,
    name: &str,
    document: &Document,
    shelf: &dyn SheetSource,
    cards: Option<&str>,
) -> Result<RuleSet, Vec<Problem>> {
    let entry = entry(game.id).map_err(|problem| vec![problem])?;
    let (rules, meaning) = (entry.compile)(document, cards, shelf)?;
    let text = |key: &str| document.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    Ok(RuleSet {
        game,
        name: name.to_owned(),
        title: text("title"),
        about: text("about"),
        source: text("source"),
        names: names(document),
        place: text("place"),
        kin: Some(text("kin")).filter(|kin| !kin.is_empty()).unwrap_or_else(|| game.title.to_owned()),
        sheet: document.value().clone(),
        hash: blake3::hash(&meaning).to_hex()[..32].to_owned(),
        rules,
    })
}

/// The other names that a sheet lists.
fn names(document: &Document) -> Vec<String> {
    let names = document.get("names").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(|name| name.as_str().map(str::to_owned)).collect()
}

impl RuleSet {
    /// The minimum and maximum number of players.
    pub fn seats(&self) -> std::ops::RangeInclusive<u8> {
        struct Seats;
        impl Visitor for Seats {
            type Output = std::ops::RangeInclusive<u8>;
            fn visit<G: Playable>(self, game: &Arc<G>) -> Self::Output {
                game.seats()
            }
        }
        self.rules.visit(Seats)
    }

    /// Whether this many people can play. Some rules need an even number.
    pub fn can_seat(&self, n_seats: u8) -> bool {
        struct CanSeat(u8);
        impl Visitor for CanSeat {
            type Output = bool;
            fn visit<G: Playable>(self, game: &Arc<G>) -> bool {
                game.can_seat(self.0)
            }
        }
        self.rules.visit(CanSeat(n_seats))
    }

    /// The time limit of the match in minutes, if the rules set one. The caller keeps the clock
    /// and calls [`AnyMatch::time_is_up`].
    pub fn minutes(&self) -> Option<u32> {
        struct Minutes;
        impl Visitor for Minutes {
            type Output = Option<u32>;
            fn visit<G: Playable>(self, game: &Arc<G>) -> Option<u32> {
                game.minutes()
            }
        }
        self.rules.visit(Minutes)
    }

    /// Starts a match and deals the first hand.
    ///
    /// # Errors
    ///
    /// If the rules do not allow this number of players.
    pub fn start(&self, n_seats: u8, seed: Seed) -> Result<Box<dyn AnyMatch>, Refusal> {
        self.start_arranged(n_seats, seed, None, "")
    }

    /// Like [`RuleSet::start`], but with a given dealer and with the cards in `order` on top of the
    /// pack, for tests and for recording games played with real cards.
    ///
    /// # Errors
    ///
    /// If the rules do not allow this number of players, or a seat or card is unknown.
    pub fn start_arranged(
        &self,
        n_seats: u8,
        seed: Seed,
        dealer: Option<Seat>,
        order: &str,
    ) -> Result<Box<dyn AnyMatch>, Refusal> {
        struct Start<'a> {
            n_seats: u8,
            seed: Seed,
            dealer: Option<Seat>,
            order: &'a str,
        }
        impl Visitor for Start<'_> {
            type Output = Result<Box<dyn AnyMatch>, Refusal>;
            fn visit<G: Playable>(self, game: &Arc<G>) -> Self::Output {
                check_seats(&**game, self.n_seats)?;
                let wishes = wished(&**game, self.n_seats, self.order)?;
                Ok(Box::new(Match::new(game.clone(), self.n_seats, self.seed, self.dealer, wishes)?))
            }
        }
        self.rules.visit(Start { n_seats, seed, dealer, order })
    }

    /// Starts a match from a given position, which goes on after the hand. The seed shuffles the cards
    /// that the position does not name.
    ///
    /// # Errors
    ///
    /// What is wrong with the position.
    pub fn start_at(&self, position: &Position, seed: Seed) -> Result<Box<dyn AnyMatch>, PositionError> {
        struct StartAt(Position, Seed);
        impl Visitor for StartAt {
            type Output = Result<Box<dyn AnyMatch>, PositionError>;
            fn visit<G: Playable>(self, game: &Arc<G>) -> Self::Output {
                check_seats(&**game, self.0.n_seats()).map_err(|why| why.to_string())?;
                let (opening, state) = game.set_up(&self.0)?;
                Ok(Box::new(Match::started_at(game.clone(), opening, state, self.1)))
            }
        }
        let mut position = position.clone();
        position.shuffle = Some(Dice::at(&seed, 0).below(u32::MAX).into());
        self.rules.visit(StartAt(position, seed))
    }

    /// Sets up a position. The match ends with the hand.
    ///
    /// # Errors
    ///
    /// What is wrong with the position.
    pub fn place(&self, position: &Position) -> Result<Box<dyn AnyMatch>, PositionError> {
        struct Place<'a>(&'a Position);
        impl Visitor for Place<'_> {
            type Output = Result<Box<dyn AnyMatch>, PositionError>;
            fn visit<G: Playable>(self, game: &Arc<G>) -> Self::Output {
                check_seats(&**game, self.0.n_seats()).map_err(|why| why.to_string())?;
                let (opening, state) = game.set_up(self.0)?;
                Ok(Box::new(Match::placed(game.clone(), opening, state)))
            }
        }
        self.rules.visit(Place(position))
    }

    /// Sets up the position of a rulebook block.
    ///
    /// # Errors
    ///
    /// What is wrong with the position.
    pub fn scene(&self, position: &Position) -> Result<Box<dyn Fixture>, PositionError> {
        struct Scene<'a>(&'a Position);
        impl Visitor for Scene<'_> {
            type Output = Result<Box<dyn Fixture>, PositionError>;
            fn visit<G: Playable>(self, game: &Arc<G>) -> Self::Output {
                Ok(Box::new(GameFixture::new(game.as_ref().clone(), self.0)?))
            }
        }
        self.rules.visit(Scene(position))
    }

    /// The rules in words: for a given number of players, or for every number that is allowed.
    pub fn topics(&self, n_seats: Option<u8>) -> Vec<Topic> {
        struct Topics(Option<u8>);
        impl Visitor for Topics {
            type Output = Vec<Topic>;
            fn visit<G: Playable>(self, game: &Arc<G>) -> Vec<Topic> {
                game.topics(self.0)
            }
        }
        self.rules.visit(Topics(n_seats))
    }

    /// The differences to another rule set, in words; empty if both mean the same rules.
    pub fn differences(&self, other: &RuleSet) -> Vec<Difference> {
        struct Differences<'a>(&'a RuleSet);
        impl Visitor for Differences<'_> {
            type Output = Vec<Difference>;
            fn visit<G: Playable>(self, game: &Arc<G>) -> Vec<Difference> {
                match self.0.rules.of::<G>() {
                    Some(other) => game.differences(other),
                    None => differences_by_title(&game.topics(None), &self.0.topics(None)),
                }
            }
        }
        self.rules.visit(Differences(other))
    }

    /// Sentences about choices in the sheet that are legal but probably not intended.
    pub fn warnings(&self) -> Vec<String> {
        struct Warnings;
        impl Visitor for Warnings {
            type Output = Vec<String>;
            fn visit<G: Playable>(self, game: &Arc<G>) -> Vec<String> {
                game.warnings()
            }
        }
        self.rules.visit(Warnings)
    }

    /// The head of the journal of a match by these rules.
    pub fn head(&self, n_seats: u8, seed: &Seed) -> Head {
        Head {
            eights_journal: FORMAT,
            game: self.game.id.to_owned(),
            engine: self.game.engine.to_owned(),
            rules: self.sheet.clone(),
            hash: self.hash.clone(),
            seats: n_seats,
            seed: hex::encode(seed.expose()),
            names: Vec::new(),
            bots: Vec::new(),
            shuffle: None,
            position: None,
            undone: Vec::new(),
        }
    }
}

impl FixtureSource for Catalog<'_> {
    fn open(&self, heading: &Heading, position: &Position) -> Result<Box<dyn Fixture>, PositionError> {
        let list =
            |problems: Vec<Problem>| problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("\n");
        let game = heading.game.as_deref().ok_or("the block does not say which game it is about")?;
        let rules = heading.rules.as_deref().unwrap_or_default();
        let with = heading.with.as_deref().unwrap_or_default();
        let rules = match &heading.cards {
            Some(cards) => self.rules_with_cards(game, rules, with, cards),
            None => self.rules(game, rules, with),
        };
        rules.map_err(list)?.scene(position)
    }
}
