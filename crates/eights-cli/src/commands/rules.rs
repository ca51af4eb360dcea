//! `eights rules`: lists, explains, checks and compares rule sets.

use std::{io::Write, path::PathBuf};

use eights_match::{Catalog, RuleSet, Shipped};
use serde_json::json;

use crate::{
    Ending, FAILED, FINE,
    files::{self, Files, Which},
    trying::{Trying, With},
    work::Work,
};

/// List, show, check and compare rule sets
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// List the shipped rule sets, or those that go by a name
    List {
        /// Any name that people use for a game, or the place where it is played
        word: Option<String>,
        /// Print one JSON object per line
        #[arg(long)]
        json: bool,
    },
    /// Print the rules of a sheet in words
    Show {
        /// The game
        #[arg(long, default_value = "crazy-eights")]
        game: String,
        /// A shipped rule set or the path of a sheet
        rules: String,
        /// Change a rule first, e.g. --with "turn.draw = { up-to = 3 }"
        #[arg(long, short, value_name = "KEY = VALUE")]
        with: Vec<String>,
        /// Only what matters for this many players
        #[arg(long, short)]
        seats: Option<u8>,
        /// Print the sheet as JSON, merged with the rule sets it extends
        #[arg(long)]
        sheet: bool,
    },
    /// Check sheets and report everything that is wrong with them
    Check {
        /// The game
        #[arg(long, default_value = "crazy-eights")]
        game: String,
        /// The sheets
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Print one JSON object per problem
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        trying: Trying,
    },
    /// Say in words how two rule sets differ
    Diff {
        /// A shipped rule set or the path of a sheet
        left: String,
        /// The rule set to compare it with
        right: String,
    },
    /// Print a reference of everything a rule sheet can say, as Markdown
    Keys {
        /// The game
        #[arg(long, default_value = "crazy-eights")]
        game: String,
    },
    /// Print the JSON Schema of rule sheets, for editors and forms
    Schema {
        /// The game
        #[arg(long, default_value = "crazy-eights")]
        game: String,
    },
}

const GAME: &str = "crazy-eights";

pub(crate) fn run(command: &Command, out: &mut impl Write) -> Ending {
    match command {
        Command::List { word, json } => list(word.as_deref(), *json, out),
        Command::Show { game, rules, with, seats, sheet } => {
            let which = Which { rules: rules.clone(), with: with.clone(), cards: None };
            show(&files::rule_set(game, &which)?, *seats, *sheet, out)
        }
        Command::Check { game, files, json, trying } => check(game, files, *json, trying, out),
        Command::Diff { left, right } => diff(left, right, out),
        Command::Keys { game } => {
            crate::keys::write(&Catalog::schema(Catalog::game(game)?), out)?;
            Ok(FINE)
        }
        Command::Schema { game } => {
            let game = Catalog::game(game)?;
            writeln!(out, "{}", serde_json::to_string_pretty(&Catalog::schema(game))?)?;
            Ok(FINE)
        }
    }
}

fn list(word: Option<&str>, as_json: bool, out: &mut impl Write) -> Ending {
    let files = Files::here();
    let catalog = Catalog::new(&files);
    let mut found = false;
    for game in Catalog::games() {
        let mut sets = Vec::new();
        for name in Shipped::names(game.id) {
            let rules = catalog.rules(game.id, name, "").map_err(files::complain)?;
            if word.is_none_or(|word| rules.is_called(word)) {
                sets.push(rules);
            }
        }
        found |= !sets.is_empty();
        if as_json {
            sets.iter().try_for_each(|rules| writeln!(out, "{}", in_json(rules)))?;
        } else if !sets.is_empty() {
            writeln!(out, "{} ({})", game.title, game.id)?;
            groups(game.title, &sets, out)?;
        }
    }
    if let Some(word) = word.filter(|_| !found) {
        anyhow::bail!("no rule set is called {word:?}; `eights rules list` shows all of them");
    }
    Ok(FINE)
}

fn in_json(rules: &RuleSet) -> serde_json::Value {
    let (least, most) = rules.seats().into_inner();
    json!({
        "game": rules.game.id, "game-title": rules.game.title, "name": rules.name, "title": rules.title,
        "about": rules.about, "source": rules.source, "names": rules.names, "place": rules.place,
        "kin": rules.kin, "seats": [least, most], "hash": rules.hash,
    })
}

/// Prints the rule sets of a game, one group of relatives after the other. The group that is called like
/// the game comes first and needs no heading.
fn groups(game: &str, sets: &[RuleSet], out: &mut impl Write) -> std::io::Result<()> {
    let mut kin = vec![game];
    for rules in sets {
        if !kin.contains(&rules.kin.as_str()) {
            kin.push(&rules.kin);
        }
    }
    for group in kin {
        if group != game {
            writeln!(out, " {group}")?;
        }
        for rules in sets.iter().filter(|rules| rules.kin == group) {
            let (least, most) = rules.seats().into_inner();
            let players = if least == most { format!("{least}") } else { format!("{least}–{most}") };
            let place = if rules.place.is_empty() { String::new() } else { format!(", {}", rules.place) };
            writeln!(out, "  {:<16} {players:>4} players  {}{place}", rules.name, rules.title)?;
            if !rules.names.is_empty() {
                writeln!(out, "{:33}also {}", "", rules.names.join(", "))?;
            }
        }
    }
    Ok(())
}

fn show(rules: &RuleSet, seats: Option<u8>, sheet: bool, out: &mut impl Write) -> Ending {
    if sheet {
        writeln!(out, "{}", serde_json::to_string_pretty(&rules.sheet)?)?;
        return Ok(FINE);
    }
    if let Some(n) = seats.filter(|n| !rules.seats().contains(n)) {
        let (least, most) = rules.seats().into_inner();
        anyhow::bail!("these rules are for {least} to {most} players, not {n}");
    }
    let title = if rules.title.is_empty() { &rules.name } else { &rules.title };
    writeln!(out, "{title}\n{}\n", "=".repeat(title.chars().count()))?;
    if !rules.about.is_empty() {
        writeln!(out, "{}\n", wrapped(&rules.about))?;
    }
    for topic in rules.topics(seats) {
        writeln!(out, "{}\n{}\n", topic.title, wrapped(&topic.text))?;
    }
    if !rules.names.is_empty() {
        writeln!(out, "Also called {}", rules.names.join(", "))?;
    }
    if !rules.place.is_empty() {
        writeln!(out, "Played in {}", rules.place)?;
    }
    if !rules.source.is_empty() {
        writeln!(out, "Source: {}", rules.source)?;
    }
    writeln!(out, "Rule set {}", rules.hash)?;
    Ok(FINE)
}

/// Wraps text to the width of a terminal, indented by two spaces.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::from(" ")];
    for word in text.split_whitespace() {
        if lines.last().is_some_and(|line| line.chars().count() + 1 + word.chars().count() > 84) {
            lines.push(String::from(" "));
        }
        if let Some(line) = lines.last_mut() {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.join("\n")
}

fn check(game: &str, paths: &[PathBuf], as_json: bool, trying: &Trying, out: &mut impl Write) -> Ending {
    let mut ending = FINE;
    let work = if trying.wanted() { Some(Work::new(0)?) } else { None };
    for path in paths {
        let shown = path.display().to_string();
        let text = files::read(path)?;
        let files = Files::here();
        match Catalog::new(&files).text(game, &shown, &text) {
            Ok(rules) => {
                if !as_json {
                    let (least, most) = rules.seats().into_inner();
                    writeln!(out, "{shown}: fine, for {least} to {most} players, rule set {}", rules.hash)?;
                    for warning in rules.warnings() {
                        writeln!(out, "{shown}: warning: {warning}")?;
                    }
                }
                if let Some(work) = &work {
                    let catalog = Catalog::new(&files);
                    ending =
                        ending.max(trying.run(&shown, &rules, With::Sheet(&catalog), work, as_json, out)?);
                }
            }
            Err(problems) => {
                ending = FAILED;
                for problem in problems {
                    if as_json {
                        writeln!(out, "{}", json!(problem))?;
                    } else {
                        writeln!(out, "{problem}")?;
                    }
                }
            }
        }
    }
    Ok(ending)
}

fn diff(left: &str, right: &str, out: &mut impl Write) -> Ending {
    let named =
        |name: &str| files::rule_set(GAME, &Which { rules: name.to_owned(), with: Vec::new(), cards: None });
    let (a, b) = (named(left)?, named(right)?);
    if a.hash == b.hash {
        writeln!(out, "{left} and {right} mean the same rules ({}).", a.hash)?;
        return Ok(FINE);
    }
    for difference in a.differences(&b) {
        writeln!(out, "{}", difference.title)?;
        for (name, text) in [(left, &difference.left), (right, &difference.right)] {
            match text {
                Some(text) => writeln!(out, "  {name}:\n  {}", wrapped(text).replace('\n', "\n  "))?,
                None => writeln!(out, "  {name}: nothing about it.")?,
            }
        }
        writeln!(out)?;
    }
    Ok(FINE)
}
