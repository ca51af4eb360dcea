//! The full-screen versions of `eights play` and `eights replay`.

use std::path::PathBuf;

use anyhow::{Context, bail};
use eights::Seat;
use eights_bots::BotKind;
use eights_local::{Open, Replay, RulesAsked, Sitter};
use eights_match::{Catalog, RuleSet, Shipped};
use eights_tui::{
    App, Ended, Menu, Plan, Replaying, Skin, SystemConnector, Way, config_folder, is_possible, run,
};

use crate::{Ending, FINE, hands::Colour};

/// The look of the screen.
#[derive(clap::Args)]
pub(crate) struct Look {
    /// Plain lines of text instead of the full screen; also for screen readers
    #[arg(long)]
    pub(crate) plain: bool,
    /// When to use colour
    #[arg(long, value_enum, default_value_t)]
    pub(crate) color: Colour,
    /// Write suits as letters instead of symbols
    #[arg(long)]
    pub(crate) letters: bool,
}

impl Look {
    /// Whether to use the full screen: the terminal can show it, and `--plain` is not given.
    pub(crate) fn full(&self) -> bool {
        !self.plain && is_possible()
    }

    fn skin(&self) -> Skin {
        let colour = match self.color {
            Colour::Auto => None,
            Colour::Always => Some(true),
            Colour::Never => Some(false),
        };
        Skin::here(colour, self.letters)
    }
}

/// A table on a server.
#[derive(clap::Args)]
pub(crate) struct Elsewhere {
    /// Join a table on a server, by its code or address, e.g. https://cards.example/t/KHTB
    #[arg(long, value_name = "URL|CODE")]
    pub(crate) join: Option<String>,
    /// The server that a code belongs to
    #[arg(long, value_name = "URL", default_value_t = eights_wire::local_server())]
    pub(crate) server: String,
    /// Trust the certificates in this PEM file, for servers with a certificate of their own
    #[arg(long, value_name = "FILE")]
    pub(crate) ca: Option<PathBuf>,
    /// Your name at the table
    #[arg(long)]
    pub(crate) name: Option<String>,
}

/// A game to deal at once, without showing the menu.
pub(crate) struct Deal {
    pub(crate) rules: RuleSet,
    /// Whether overrides changed the rules.
    pub(crate) changed: bool,
    /// The number of players, and how many of them are people.
    pub(crate) seats: (u8, u8),
    /// The bot on all other chairs.
    pub(crate) bots: BotKind,
    pub(crate) seed: Option<u64>,
    /// The file for the journal.
    pub(crate) journal: Option<PathBuf>,
}

/// Plays on the full screen. Without a game to deal or a table to join, it starts with the menu.
pub(crate) fn play(look: &Look, elsewhere: &Elsewhere, deal: Option<Deal>) -> Ending {
    let name = elsewhere.name.clone().or_else(|| std::env::var("USER").ok()).unwrap_or_default();
    let mut menu = Menu::new(&name);
    menu.server = elsewhere.server.clone();
    let mut connector =
        SystemConnector { seed: None, journal: None, config: config_folder(), ca: elsewhere.ca.clone() };
    let mut plan = None;
    if let Some(code) = &elsewhere.join {
        (menu.way, menu.code) = (Way::Server, code.clone());
        plan = menu.plan(String::new());
    } else if let Some(deal) = deal {
        plan = Some(prepare(&mut menu, &mut connector, deal)?);
    }
    let mut app = App::new(look.skin(), menu, Box::new(connector));
    if let Some(plan) = plan {
        app.open(plan);
        if let Some(why) = app.menu.note.take() {
            bail!("{why}");
        }
    }
    show(&mut app)
}

/// Leads through the first hand of a game on the full screen.
pub(crate) fn learn(look: &Look, game: &str) -> Ending {
    Catalog::game(game)?;
    let mut app = App::new(look.skin(), Menu::new(""), Box::new(SystemConnector::default()));
    app.learn(game);
    if let Some(why) = app.menu.note.take() {
        bail!("{why}");
    }
    show(&mut app)
}

/// Sets the menu as if the player had chosen everything there, so that it is right for the next
/// game.
fn prepare(menu: &mut Menu, connector: &mut SystemConnector, deal: Deal) -> anyhow::Result<Plan> {
    let (seats, people) = deal.seats;
    let shipped = Shipped::names(deal.rules.game.id).any(|name| name == deal.rules.name) && !deal.changed;
    menu.choose(&deal.rules, !shipped);
    if !deal.rules.seats().contains(&seats) {
        let (least, most) = (deal.rules.seats().start().to_owned(), deal.rules.seats().end().to_owned());
        bail!("{} is for {least} to {most} players", deal.rules.title);
    }
    menu.seats = seats;
    if let BotKind::Level(level) = deal.bots {
        menu.levels.fill(level);
    }
    if people > 1 {
        (menu.way, menu.people) = (Way::HotSeat, people);
    }
    connector.journal = deal.journal;
    let seed = match deal.seed {
        Some(number) => number.to_string(),
        None => eights_tui::Connector::seed(connector),
    };
    let sitter = |i: u8| {
        if i < people {
            Sitter::Person { name: menu.name(usize::from(i)) }
        } else {
            Sitter::Bot { level: deal.bots.to_string() }
        }
    };
    let rules = if shipped {
        RulesAsked::Named(deal.rules.name.clone())
    } else {
        RulesAsked::Sheet(deal.rules.sheet.clone())
    };
    let open = Open {
        game: deal.rules.game.id.to_owned(),
        rules,
        chairs: (0..seats).map(sitter).collect(),
        seed,
        ..Open::default()
    };
    Ok(Plan::Local { open: Box::new(open), shared: people > 1 })
}

/// Steps through a journal on the full screen.
pub(crate) fn replay(look: &Look, replay: Replay, seat: Option<Seat>) -> Ending {
    let mut app =
        App::replay(look.skin(), Replaying::new(replay, seat), Box::new(SystemConnector::default()));
    show(&mut app)
}

fn show(app: &mut App) -> Ending {
    match run(app).context("the terminal cannot be used")? {
        Ended::Left => Ok(FINE),
        Ended::Signal(signal) => Ok(128 + signal),
    }
}
