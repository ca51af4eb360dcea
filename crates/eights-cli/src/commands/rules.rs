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
    /// List the shipped rule sets
    List {
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
        Command::List { json } => list(*json, out),
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

fn list(as_json: bool, out: &mut impl Write) -> Ending {
    let files = Files::here();
    let catalog = Catalog::new(&files);
    for game in Catalog::games() {
        if !as_json {
            writeln!(out, "{} ({})", game.title, game.id)?;
        }
        for name in Shipped::names(game.id) {
            let rules = catalog.rules(game.id, name, "").map_err(files::complain)?;
            let (least, most) = rules.seats().into_inner();
            if as_json {
                let line = json!({
                    "game": game.id, "game-title": game.title, "name": name, "title": rules.title, "about": rules.about,
                    "source": rules.source, "seats": [least, most], "hash": rules.hash,
                });
                writeln!(out, "{line}")?;
            } else {
                let players = if least == most { format!("{least}") } else { format!("{least}–{most}") };
                writeln!(out, "  {name:<16} {players:>4} players  {}", rules.title)?;
            }
        }
    }
    Ok(FINE)
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
