//! The start menu: what is played, by which rules, with whom and where.

use eights_bots::Level;
use eights_local::{Open, RulesAsked, Sitter};
use eights_table::{Catalog, RuleSet, Shipped};
use eights_wire::Setup;
use serde_json::Value;

use crate::line::Pace;

/// What can be chosen before a game.
#[derive(Clone, Debug)]
pub struct Menu {
    /// The games there are.
    pub games: Vec<GameChoice>,
    /// Where and with whom.
    pub way: Way,
    /// The game that is chosen.
    pub game: usize,
    /// The rule set that is chosen.
    pub rules: usize,
    /// How many play.
    pub seats: u8,
    /// How many of them sit at this screen.
    pub people: u8,
    /// How well the bot on each chair plays.
    pub levels: Vec<Level>,
    /// How fast bots answer.
    pub pace: Pace,
    /// Names of the people, separated by commas.
    pub names: String,
    /// Where the server is.
    pub server: String,
    /// The code of a table there; a new one is opened without.
    pub code: String,
    /// Where the cursor is.
    pub at: usize,
    /// What went wrong.
    pub note: Option<String>,
}

/// A game with its rule sets.
#[derive(Clone, Debug)]
pub struct GameChoice {
    /// `crazy-eights`.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// The rule sets.
    pub rules: Vec<RulesChoice>,
}

/// A rule set that can be chosen.
#[derive(Clone, Debug)]
pub struct RulesChoice {
    /// Its name.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// A paragraph for players.
    pub about: String,
    /// The fewest and the most who can play.
    pub seats: (u8, u8),
    /// The whole sheet, when it is not one that comes along.
    pub sheet: Option<Value>,
    /// The rules in words.
    pub topics: Vec<(String, String)>,
}

/// Where and with whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// One person against bots.
    Bots,
    /// Several people at this screen.
    HotSeat,
    /// A table on a server.
    Server,
}

/// A line of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Row {
    Way,
    Game,
    Rules,
    Seats,
    People,
    AllBots,
    Bot(usize),
    Pace,
    Names,
    Server,
    Code,
    Deal,
}

/// What the menu leads to.
#[derive(Clone, Debug)]
pub enum Plan {
    /// A table in this program.
    Local {
        /// What is played and by whom.
        open: Box<Open>,
        /// Whether several people share the screen.
        shared: bool,
    },
    /// A table on a server.
    Server(Visit),
}

/// Which table on which server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// Where the server is: `http://localhost:8088`.
    pub server: String,
    /// The code of the table; a new one is opened without.
    pub code: Option<String>,
    /// What a new table plays.
    pub setup: Setup,
    /// The level of the bots that fill a new table; none leaves its chairs free.
    pub bots: Option<String>,
    /// What one wants to be called there.
    pub name: String,
}

impl RulesChoice {
    /// A rule set as a choice.
    pub fn of(rules: &RuleSet, own: bool) -> RulesChoice {
        RulesChoice {
            name: rules.name.clone(),
            title: rules.title.clone(),
            about: rules.about.trim().to_owned(),
            seats: (*rules.seats().start(), *rules.seats().end()),
            sheet: own.then(|| rules.sheet.clone()),
            topics: rules.topics(None).into_iter().map(|it| (it.title, it.text)).collect(),
        }
    }
}

/// Every game with the rule sets that come along.
fn games() -> Vec<GameChoice> {
    let catalog = Catalog::new(&Shipped);
    let rules = |game: &str| {
        let found = Shipped::names(game).filter_map(|name| catalog.rules(game, name, "").ok());
        found.map(|rules| RulesChoice::of(&rules, false)).collect()
    };
    let choice = |it: &eights_table::GameInfo| GameChoice {
        id: it.id.to_owned(),
        title: it.title.to_owned(),
        rules: rules(it.id),
    };
    Catalog::games().iter().map(choice).collect()
}

impl Menu {
    /// The menu with its first choices.
    pub fn new(name: &str) -> Menu {
        let mut menu = Menu {
            games: games(),
            way: Way::Bots,
            game: 0,
            rules: 0,
            seats: 3,
            people: 2,
            levels: vec![Level::Normal; 16],
            pace: Pace::Steady,
            names: name.to_owned(),
            server: eights_wire::local_server(),
            code: String::new(),
            at: 0,
            note: None,
        };
        menu.settle();
        menu
    }

    /// Chooses a rule set, adding it where it is not one that comes along.
    pub fn choose(&mut self, rules: &RuleSet, own: bool) {
        let Some(game) = self.games.iter().position(|it| it.id == rules.game.id) else { return };
        self.game = game;
        let list = &mut self.games[game].rules;
        self.rules = match list.iter().position(|it| !own && it.name == rules.name) {
            Some(at) => at,
            None => {
                list.push(RulesChoice::of(rules, true));
                list.len() - 1
            }
        };
        self.settle();
    }

    /// The rule set that is chosen.
    pub fn chosen(&self) -> Option<&RulesChoice> {
        self.games.get(self.game)?.rules.get(self.rules)
    }

    /// The lines there are now.
    pub fn rows(&self) -> Vec<Row> {
        let bots = (self.n_people()..self.seats).map(|i| Row::Bot(usize::from(i)));
        let mut rows = vec![Row::Way];
        match self.way {
            Way::Server => rows.extend([Row::Server, Row::Code, Row::Names]),
            Way::HotSeat => rows.extend([Row::Names]),
            Way::Bots => (),
        }
        if self.way == Way::Server && !self.code.is_empty() {
            rows.push(Row::Deal);
            return rows;
        }
        rows.extend([Row::Game, Row::Rules, Row::Seats]);
        if self.way == Way::HotSeat {
            rows.push(Row::People);
        }
        if self.way != Way::Server {
            rows.push(Row::Pace);
        }
        if self.n_people() < self.seats && self.way != Way::Server {
            rows.push(Row::AllBots);
            rows.extend(bots);
        }
        rows.push(Row::Deal);
        rows
    }

    /// The line the cursor is on.
    pub fn row(&self) -> Row {
        let rows = self.rows();
        rows[self.at.min(rows.len() - 1)]
    }

    /// How many people sit at this screen.
    pub fn n_people(&self) -> u8 {
        match self.way {
            Way::HotSeat => self.people,
            _ => 1,
        }
    }

    /// Changes the line under the cursor to its next value, or the one before.
    pub fn turn(&mut self, forward: bool) {
        let wheel = |at: usize, n: usize| if forward { (at + 1) % n } else { (at + n - 1) % n };
        let level = |it: Level| {
            let at = Level::ALL.iter().position(|other| *other == it).unwrap_or(0);
            Level::ALL[wheel(at, Level::ALL.len())]
        };
        let bump = |n: u8| if forward { n.saturating_add(1) } else { n.saturating_sub(1) };
        match self.row() {
            Row::Way => {
                const WAYS: [Way; 3] = [Way::Bots, Way::HotSeat, Way::Server];
                let at = WAYS.iter().position(|it| *it == self.way).unwrap_or(0);
                self.way = WAYS[wheel(at, WAYS.len())];
            }
            Row::Game => {
                self.game = wheel(self.game, self.games.len());
                self.rules = 0;
            }
            Row::Rules => self.rules = wheel(self.rules, self.games[self.game].rules.len().max(1)),
            Row::Seats => self.seats = bump(self.seats),
            Row::People => self.people = bump(self.people),
            Row::AllBots => {
                let next = level(self.levels[usize::from(self.n_people()).min(15)]);
                self.levels.fill(next);
            }
            Row::Bot(i) => self.levels[i] = level(self.levels[i]),
            Row::Pace => self.pace = self.pace.step(forward),
            Row::Names | Row::Server | Row::Code | Row::Deal => (),
        }
        self.settle();
    }

    /// Brings numbers back into what the rules allow.
    pub fn settle(&mut self) {
        let (least, most) = self.chosen().map_or((2, 2), |rules| rules.seats);
        self.seats = self.seats.clamp(least, most);
        self.people = self.people.clamp(2.min(self.seats), self.seats);
        self.at = self.at.min(self.rows().len() - 1);
    }

    /// The text under the cursor, where one can be typed.
    pub fn text(&mut self) -> Option<&mut String> {
        match self.row() {
            Row::Names => Some(&mut self.names),
            Row::Server => Some(&mut self.server),
            Row::Code => Some(&mut self.code),
            _ => None,
        }
    }

    /// The name of the person on a chair.
    pub fn name(&self, chair: usize) -> String {
        let name = self.names.split(',').nth(chair).map(str::trim).filter(|it| !it.is_empty());
        match name {
            Some(name) => name.chars().take(20).collect(),
            None if chair == 0 => "You".into(),
            None => format!("Player {}", chair + 1),
        }
    }

    /// What is to be done now; the seed is needed for a table in this program.
    pub fn plan(&self, seed: String) -> Option<Plan> {
        let (game, rules) = (self.games.get(self.game)?, self.chosen()?);
        if self.way == Way::Server {
            let setup = Setup { game: game.id.clone(), rules: rules.name.clone(), seats: self.seats };
            let code = Some(self.code.trim().to_owned()).filter(|code| !code.is_empty());
            let server = self.server.trim().to_owned();
            return Some(Plan::Server(Visit { server, code, setup, bots: None, name: self.name(0) }));
        }
        let people = self.n_people();
        let sitter = |i: u8| match i < people {
            true => Sitter::Person { name: self.name(usize::from(i)) },
            false => Sitter::Bot { level: self.levels[usize::from(i) % 16].name().to_owned() },
        };
        let asked = match &rules.sheet {
            Some(sheet) => RulesAsked::Sheet(sheet.clone()),
            None => RulesAsked::Named(rules.name.clone()),
        };
        let open = Open {
            game: game.id.clone(),
            rules: asked,
            with: String::new(),
            chairs: (0..self.seats).map(sitter).collect(),
            seed,
        };
        Some(Plan::Local { open: Box::new(open), shared: people > 1 })
    }
}
