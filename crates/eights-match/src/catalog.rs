//! The list of all games, and the compilation of their rule sets.

use std::sync::Arc;

use eights::{
    Fixture, Game, GameFixture, Position, Seat, Seed, Setup,
    rulebook::{FixtureSource, Heading},
};
use eights_ball::Ball;
use eights_classic::Classic;
use eights_config::{Document, Problem, Written};
use eights_crazier::Crazier;
use serde_json::Value;

use crate::{
    any::{AnyMatch, wished},
    journal::Head,
    playing::{Match, Refusal, check_seats},
    sheet_source::{SheetSource, Shipped},
};

/// Name and version of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The id in files, URLs and journals, such as `crazy-eights`.
    pub id: &'static str,
    /// The name shown to players.
    pub title: &'static str,
    /// The id with a version number, which is raised when a change to the engine alters play:
    /// journals of another version cannot be replayed.
    pub engine: &'static str,
}

const GAMES: &[GameInfo] = &[
    GameInfo { id: "crazy-eights", title: "Crazy Eights", engine: "crazy-eights/2" },
    GameInfo { id: "crazier-eights", title: "Crazier Eights", engine: "crazier-eights/2" },
    GameInfo { id: "crazy-8-ball", title: "Crazy 8-Ball", engine: "crazy-8-ball/2" },
];

/// The compiled rules of one of the games.
#[derive(Clone)]
pub enum Rules {
    /// Crazy Eights.
    Classic(Arc<Classic>),
    /// Crazier Eights.
    Crazier(Arc<Crazier>),
    /// Crazy 8-Ball.
    Ball(Arc<Ball>),
}

/// Evaluates the same expression for the rules of each game.
macro_rules! each {
    ($rules:expr, $game:ident => $what:expr) => {
        match $rules {
            Rules::Classic($game) => $what,
            Rules::Crazier($game) => $what,
            Rules::Ball($game) => $what,
        }
    };
}

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
const DEEPEST: usize = 8;

impl<'a> Catalog<'a> {
    /// A catalog that looks up rule sets on this shelf.
    pub fn new(shelf: &'a dyn SheetSource) -> Catalog<'a> {
        Catalog { shelf }
    }

    /// Every game.
    pub fn games() -> &'static [GameInfo] {
        GAMES
    }

    /// The game with this id.
    ///
    /// # Errors
    ///
    /// If there is no such game; the message lists all games.
    pub fn game(id: &str) -> Result<GameInfo, Problem> {
        GAMES.iter().find(|game| game.id == id).copied().ok_or_else(|| {
            let ids: Vec<&str> = GAMES.iter().map(|game| game.id).collect();
            Problem::of_file(id, format!("there is no such game: there is {}", ids.join(", ")))
        })
    }

    /// The JSON Schema of a game's sheets.
    pub fn schema(game: GameInfo) -> Value {
        match game.id {
            "crazier-eights" => eights_crazier::Sheet::schema().to_value(),
            "crazy-8-ball" => eights_ball::Sheet::schema().to_value(),
            _ => eights_classic::sheet::Sheet::schema().to_value(),
        }
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
        let mut document = self.fetch(game, name, None, DEEPEST)?;
        change(&mut document, with)?;
        compile(game, name, &document, self.shelf, None)
    }

    /// Like [`Catalog::rules`], but with other cards than the sheet names: shipped card sets and
    /// card files, separated by commas. Only Crazier Eights can change its cards.
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
        if game.id != "crazier-eights" {
            return Err(vec![Problem::of_file(cards, format!("{} is played with its own pack", game.title))]);
        }
        let name = if name.is_empty() { Shipped::names(game.id).next().unwrap_or_default() } else { name };
        let mut document = self.fetch(game, name, None, DEEPEST)?;
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
        let mut document = self.extended(game, document, DEEPEST)?;
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
        let document = self.extended(game, Document::read(name, text)?, DEEPEST)?;
        compile(game, name, &document, self.shelf, None)
    }

    fn fetch(
        &self,
        game: GameInfo,
        name: &str,
        from: Option<&str>,
        depth: usize,
    ) -> Result<Document, Vec<Problem>> {
        let missing = |why: String| vec![Problem::of_file(from.unwrap_or(name), why)];
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
        // The description of the base may not be true of the sheet that changes it.
        base.take("about");
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

fn compile(
    game: GameInfo,
    name: &str,
    document: &Document,
    shelf: &dyn SheetSource,
    cards: Option<&str>,
) -> Result<RuleSet, Vec<Problem>> {
    let (rules, meaning) = match game.id {
        "crazier-eights" => {
            let fetch = |name: &str| shelf.cards(name);
            let crazier = match cards {
                Some(cards) => Crazier::read_cards(document, cards, &fetch)?,
                None => Crazier::read(document)?,
            };
            let meaning = serde_json::to_vec(&(game.id, crazier.meaning()));
            (Rules::Crazier(Arc::new(crazier)), meaning)
        }
        "crazy-8-ball" => {
            let ball = Ball::read(document)?;
            let meaning = serde_json::to_vec(&(game.id, ball.meaning()));
            (Rules::Ball(Arc::new(ball)), meaning)
        }
        _ => {
            let classic = Classic::read(document)?;
            let meaning = serde_json::to_vec(&(game.id, classic.meaning()));
            (Rules::Classic(Arc::new(classic)), meaning)
        }
    };
    let meaning = meaning.expect("compiled rules always serialize");
    let text = |key: &str| document.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    Ok(RuleSet {
        game,
        name: name.to_owned(),
        title: text("title"),
        about: text("about"),
        source: text("source"),
        sheet: document.value().clone(),
        hash: blake3::hash(&meaning).to_hex()[..32].to_owned(),
        rules,
    })
}

impl RuleSet {
    /// The minimum and maximum number of players.
    pub fn seats(&self) -> std::ops::RangeInclusive<u8> {
        each!(&self.rules, game => game.seats())
    }

    /// The time limit of the match in minutes, if the rules set one. The caller keeps the clock
    /// and calls [`AnyMatch::time_is_up`].
    pub fn minutes(&self) -> Option<u32> {
        match &self.rules {
            Rules::Classic(game) => game.minutes(),
            Rules::Crazier(_) | Rules::Ball(_) => None,
        }
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
        each!(&self.rules, game => start(game, n_seats, seed, dealer, order))
    }

    /// Starts a match from a given position.
    ///
    /// # Errors
    ///
    /// What is wrong with the position.
    pub fn place(&self, position: &Position) -> Result<Box<dyn AnyMatch>, String> {
        each!(&self.rules, game => place(game, position))
    }

    /// Sets up the position of a rulebook block.
    ///
    /// # Errors
    ///
    /// What is wrong with the position.
    pub fn scene(&self, position: &Position) -> Result<Box<dyn Fixture>, String> {
        each!(&self.rules, game => Ok(Box::new(GameFixture::new(game.as_ref().clone(), position)?)))
    }

    /// The head of the journal of a match by these rules.
    pub fn head(&self, n_seats: u8, seed: &Seed) -> Head {
        Head::new(self, n_seats, seed)
    }
}

fn start<G: Setup>(
    game: &Arc<G>,
    n_seats: u8,
    seed: Seed,
    dealer: Option<Seat>,
    order: &str,
) -> Result<Box<dyn AnyMatch>, Refusal> {
    check_seats(&**game, n_seats)?;
    let wishes = wished(&**game, n_seats, order)?;
    Ok(Box::new(Match::new(game.clone(), n_seats, seed, dealer, wishes)?))
}

fn place<G: Setup>(game: &Arc<G>, position: &Position) -> Result<Box<dyn AnyMatch>, String> {
    check_seats(&**game, position.n_seats()).map_err(|why| why.to_string())?;
    let (opening, state) = game.set_up(position)?;
    Ok(Box::new(Match::placed(game.clone(), opening, state)))
}

impl FixtureSource for Catalog<'_> {
    fn open(&self, heading: &Heading, position: &Position) -> Result<Box<dyn Fixture>, String> {
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
