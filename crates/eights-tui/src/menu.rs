//! The start menu: game, rules, players, and whether to play locally or on a server.

use eights_bots::Level;
use eights_local::{Open, RulesAsked, Sitter};
use eights_match::{Catalog, RuleSet, Shipped};
use eights_wire::Setup;
use serde_json::Value;

use crate::{connection::Pace, server_connection::JoinRequest};

/// The choices before a game, and the cursor.
#[derive(Clone)]
pub struct Menu {
    pub games: Vec<GameChoice>,
    pub way: Way,
    /// The index of the chosen game.
    pub game: usize,
    /// The index of the chosen rule set within its game.
    pub rules: usize,
    /// A name that the chosen rule set must have; if empty, or if none has it, all are offered.
    pub find: String,
    /// The number of players.
    pub seats: u8,
    /// The number of people who share this screen.
    pub people: u8,
    /// The bot level of each chair.
    pub levels: Vec<Level>,
    pub pace: Pace,
    /// Names of the people, separated by commas.
    pub names: String,
    /// The address of the server.
    pub server: String,
    /// The code of a table on the server; if empty, a new table is opened.
    pub code: String,
    /// The row under the cursor.
    pub at: usize,
    /// The error of the last attempt to open a table.
    pub note: Option<String>,
}

#[derive(Clone)]
pub struct GameChoice {
    /// Such as `crazy-eights`.
    pub id: String,
    pub title: String,
    pub rules: Vec<RulesChoice>,
}

#[derive(Clone)]
pub struct RulesChoice {
    /// The name in commands and files.
    pub name: String,
    /// The name shown to players.
    pub title: String,
    /// A paragraph of description for players.
    pub about: String,
    /// Where it is played, and its other names; empty if nobody needs them.
    pub known_as: String,
    /// The minimum and maximum number of players.
    pub seats: (u8, u8),
    /// The whole sheet, unless the rule set is a shipped one.
    pub sheet: Option<Value>,
    /// The rules in words, as heading and text.
    pub topics: Vec<(String, String)>,
    /// The rule set itself, to be found by its names.
    rules: RuleSet,
}

/// Rule sets can be searched where a game has more of them than this.
const MANY_RULE_SETS: usize = 8;

/// Where to play, and against whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// One person against bots.
    Bots,
    /// Several people who take turns at this screen.
    HotSeat,
    /// A table on a server.
    Server,
}

/// A row of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    Way,
    Game,
    Find,
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

/// The table that the menu leads to.
#[derive(Clone, Debug)]
pub enum Plan {
    /// A table in this program.
    Local {
        open: Box<Open>,
        /// Whether several people share the screen.
        shared: bool,
    },
    /// A table on a server.
    Server(JoinRequest),
}

impl RulesChoice {
    /// `own` marks a rule set that is not shipped: its sheet has to be sent along.
    pub fn of(rules: &RuleSet, own: bool) -> RulesChoice {
        RulesChoice {
            name: rules.name.clone(),
            title: rules.title.clone(),
            about: rules.about.trim().to_owned(),
            known_as: known_as(rules),
            seats: (*rules.seats().start(), *rules.seats().end()),
            sheet: own.then(|| rules.sheet.clone()),
            topics: rules.topics(None).into_iter().map(|topic| (topic.title, topic.text)).collect(),
            rules: rules.clone(),
        }
    }
}

/// "Britain and Ireland; also Two Four Jacks, Black Jack."
fn known_as(rules: &RuleSet) -> String {
    let also = match &rules.names[..] {
        [] => String::new(),
        names => format!("also {}", names.join(", ")),
    };
    let parts: Vec<&str> =
        [rules.place.as_str(), also.as_str()].into_iter().filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { String::new() } else { format!("{}.", parts.join("; ")) }
}

/// Every game with its shipped rule sets.
fn games() -> Vec<GameChoice> {
    let catalog = Catalog::new(&Shipped);
    let rules = |game: &str| {
        let found = Shipped::names(game).filter_map(|name| catalog.rules(game, name, "").ok());
        found.map(|rules| RulesChoice::of(&rules, false)).collect()
    };
    let choice = |game: eights_match::GameInfo| GameChoice {
        id: game.id.to_owned(),
        title: game.title.to_owned(),
        rules: rules(game.id),
    };
    Catalog::games().map(choice).collect()
}

impl Menu {
    /// The menu with its default choices.
    pub fn new(name: &str) -> Menu {
        let mut menu = Menu {
            games: games(),
            way: Way::Bots,
            game: 0,
            rules: 0,
            find: String::new(),
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

    /// Chooses a rule set; adds it to the list if it is not shipped (`own`).
    pub fn choose(&mut self, rules: &RuleSet, own: bool) {
        let Some(game) = self.games.iter().position(|choice| choice.id == rules.game.id) else { return };
        self.game = game;
        let list = &mut self.games[game].rules;
        self.rules = match list.iter().position(|choice| !own && choice.name == rules.name) {
            Some(at) => at,
            None => {
                list.push(RulesChoice::of(rules, true));
                list.len() - 1
            }
        };
        self.settle();
    }

    /// The chosen rule set.
    pub fn chosen(&self) -> Option<&RulesChoice> {
        self.games.get(self.game)?.rules.get(self.rules)
    }

    /// The rows that apply to the current choices.
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
        rows.push(Row::Game);
        if self.games.get(self.game).is_some_and(|game| game.rules.len() > MANY_RULE_SETS) {
            rows.push(Row::Find);
        }
        rows.extend([Row::Rules, Row::Seats]);
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

    /// The row under the cursor.
    pub fn row(&self) -> Row {
        let rows = self.rows();
        rows[self.at.min(rows.len() - 1)]
    }

    /// The number of people at this screen.
    pub fn n_people(&self) -> u8 {
        match self.way {
            Way::HotSeat => self.people,
            _ => 1,
        }
    }

    /// Changes the row under the cursor to its next or previous value.
    pub fn turn(&mut self, forward: bool) {
        let wheel = |at: usize, n: usize| if forward { (at + 1) % n } else { (at + n - 1) % n };
        let level = |level: Level| {
            let at = Level::ALL.iter().position(|other| *other == level).unwrap_or(0);
            Level::ALL[wheel(at, Level::ALL.len())]
        };
        let bump = |n: u8| if forward { n.saturating_add(1) } else { n.saturating_sub(1) };
        match self.row() {
            Row::Way => {
                const WAYS: [Way; 3] = [Way::Bots, Way::HotSeat, Way::Server];
                let at = WAYS.iter().position(|way| *way == self.way).unwrap_or(0);
                self.way = WAYS[wheel(at, WAYS.len())];
            }
            Row::Game => {
                self.game = wheel(self.game, self.games.len());
                self.rules = 0;
                self.find.clear();
            }
            Row::Rules => {
                let offered = self.offered();
                let at = offered.iter().position(|rules| *rules == self.rules).unwrap_or(0);
                self.rules = offered.get(wheel(at, offered.len().max(1))).copied().unwrap_or(0);
            }
            Row::Seats => self.seats = bump(self.seats),
            Row::People => self.people = bump(self.people),
            Row::AllBots => {
                let next = level(self.levels[usize::from(self.n_people()).min(15)]);
                self.levels.fill(next);
            }
            Row::Bot(i) => self.levels[i] = level(self.levels[i]),
            Row::Pace => self.pace = self.pace.step(forward),
            Row::Find | Row::Names | Row::Server | Row::Code | Row::Deal => (),
        }
        self.settle();
    }

    /// The indices of the rule sets that have the name looked for; all of them if none has.
    fn offered(&self) -> Vec<usize> {
        let Some(game) = self.games.get(self.game) else { return Vec::new() };
        let called = |i: &usize| game.rules[*i].rules.is_called(&self.find);
        let found: Vec<usize> = (0..game.rules.len()).filter(called).collect();
        if found.is_empty() { (0..game.rules.len()).collect() } else { found }
    }

    /// Chooses the first rule set that has the name looked for, unless the chosen one has it.
    pub fn look_up(&mut self) {
        let offered = self.offered();
        if !offered.contains(&self.rules) {
            self.rules = offered.first().copied().unwrap_or(0);
        }
        self.settle();
    }

    /// Clamps the numbers to what the rules allow, and the cursor to the rows.
    pub fn settle(&mut self) {
        let (least, most) = self.chosen().map_or((2, 2), |rules| rules.seats);
        self.seats = self.seats.clamp(least, most);
        self.people = self.people.clamp(2.min(self.seats), self.seats);
        self.at = self.at.min(self.rows().len() - 1);
    }

    /// The text of the row under the cursor, if it can be typed.
    pub fn text(&mut self) -> Option<&mut String> {
        match self.row() {
            Row::Find => Some(&mut self.find),
            Row::Names => Some(&mut self.names),
            Row::Server => Some(&mut self.server),
            Row::Code => Some(&mut self.code),
            _ => None,
        }
    }

    /// The name of the person on a chair, or a default.
    pub fn name(&self, chair: usize) -> String {
        let name = self.names.split(',').nth(chair).map(str::trim).filter(|name| !name.is_empty());
        match name {
            Some(name) => name.chars().take(20).collect(),
            None if chair == 0 => "You".into(),
            None => format!("Player {}", chair + 1),
        }
    }

    /// The table to open. The seed is used only for a table in this program.
    pub fn plan(&self, seed: String) -> Option<Plan> {
        let (game, rules) = (self.games.get(self.game)?, self.chosen()?);
        if self.way == Way::Server {
            let setup = Setup { game: game.id.clone(), rules: rules.name.clone(), seats: self.seats };
            let code = Some(self.code.trim().to_owned()).filter(|code| !code.is_empty());
            let server = self.server.trim().to_owned();
            return Some(Plan::Server(JoinRequest { server, code, setup, name: self.name(0) }));
        }
        let people = self.n_people();
        let sitter = |i: u8| {
            if i < people {
                Sitter::Person { name: self.name(usize::from(i)) }
            } else {
                Sitter::Bot { level: self.levels[usize::from(i) % 16].name().to_owned() }
            }
        };
        let asked = match &rules.sheet {
            Some(sheet) => RulesAsked::Sheet(sheet.clone()),
            None => RulesAsked::Named(rules.name.clone()),
        };
        let open = Open {
            game: game.id.clone(),
            rules: asked,
            chairs: (0..self.seats).map(sitter).collect(),
            seed,
            ..Open::default()
        };
        Some(Plan::Local { open: Box::new(open), shared: people > 1 })
    }
}
