//! `eights lab`: measures and compares rule sets over many games, solves small ones, and checks the chances that hints show.

mod calibrate;
mod exploit;
mod held_out;
mod solve;

use std::io::Write;

use anyhow::bail;
use eights_bots::BotKind;
use eights_lab::{
    Deals, Trial, compare_rules, luck_arena, measure_luck,
    report::{Comparison, Summary, TrialReport},
    run_trial, show, unit_of,
};
use eights_match::RuleSet;

use crate::{
    Ending, FINE,
    files::{self, Which},
    work::{Effort, Work, bot_kind},
};

/// Measure rule sets over many games: length, who wins, luck, what each card is worth
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Measure rule sets
    Run {
        /// Shipped rule sets or paths of sheets
        #[arg(required = true, value_name = "SHEET")]
        sheets: Vec<String>,
        #[command(flatten)]
        how: How,
    },
    /// Measure two rule sets on the same deals and report the differences
    Compare {
        /// A shipped rule set or the path of a sheet
        a: String,
        /// The rule set to compare it with
        b: String,
        #[command(flatten)]
        how: How,
    },
    /// Solve games with few cards exactly and measure how far bots are from the solution
    ///
    /// A game is written as 2x4-2-must: two suits of four ranks, of which the highest is wild; hands of two
    /// cards; a player must play if possible (`must`), may draw one card instead (`may`), or may draw up to
    /// five and then play any card (`five`).
    Solve(solve::Args),
    /// Let a bot play random house rules that nobody has trained or tuned it for
    ///
    /// Each sheet is a shipped rule set of Crazy Eights with one to five random options, which change how hands go.
    /// The number of a sheet and the seed say which it is.
    HeldOut(held_out::Args),
    /// Measure how much a bot can be beaten at least, where its game is too large to be solved
    ///
    /// Two players who know the bot's policy play against it: the local best response looks one answer ahead, the
    /// search further. Works for two players and rules in which cards at most name suits, skip, reverse or
    /// make the next player draw.
    Exploit(exploit::Args),
    /// Compare the winning chances that hints show with how often the player then wins
    ///
    /// In every hand one player follows the hints, and bots sit on the other seats.
    Calibrate(calibrate::Args),
}

/// How to measure rule sets.
#[derive(clap::Args)]
pub(crate) struct How {
    /// Which game
    #[arg(long, default_value = "crazy-eights")]
    game: String,
    /// Number of games for each rule set
    #[arg(long, default_value_t = 1_000_000)]
    games: u64,
    /// The bot on every seat
    #[arg(long, short, default_value = "normal", value_parser = bot_kind)]
    bots: BotKind,
    /// Number of players; the fewest that the rules allow if not given
    #[arg(long, short)]
    seats: Option<u8>,
    /// Play single hands instead of whole matches
    #[arg(long)]
    hands: bool,
    /// Change a rule of every sheet, e.g. --with "turn.draw = { up-to = 3 }"
    #[arg(long, short, value_name = "KEY = VALUE")]
    with: Vec<String>,
    /// Crazier Eights: use these card sets or card files instead, separated by commas
    #[arg(long, value_name = "SETS")]
    cards: Option<String>,
    /// Bots for measuring luck, weakest first
    #[arg(long, value_delimiter = ',', default_value = "newcomer,normal,expert", value_parser = bot_kind)]
    levels: Vec<BotKind>,
    /// Number of games for measuring luck, rounded up to whole deals; 0 to skip it
    #[arg(long, default_value_t = 2_000)]
    luck_games: u64,
    #[command(flatten)]
    effort: Effort,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(command: &Command, out: &mut impl Write) -> Ending {
    match command {
        Command::Run { sheets, how } => run_all(sheets, how, out),
        Command::Compare { a, b, how } => compare([a, b], how, out),
        Command::Solve(args) => solve::run(args, out),
        Command::HeldOut(args) => held_out::run(args, out),
        Command::Exploit(args) => exploit::run(args, out),
        Command::Calibrate(args) => calibrate::run(args, out),
    }
}

impl How {
    fn rules(&self, name: &str) -> anyhow::Result<RuleSet> {
        let which = Which { rules: name.to_owned(), with: self.with.clone(), cards: self.cards.clone() };
        files::rule_set(&self.game, &which)
    }

    fn trial(&self, rules: &RuleSet) -> anyhow::Result<Trial> {
        if self.games == 0 {
            bail!("no games to play: ask for at least one");
        }
        if self.luck_games > 0 && self.levels.len() < 2 {
            bail!("--levels needs at least two bots, weakest first");
        }
        Ok(Trial {
            deals: Deals { seed: self.effort.seed },
            games: self.games,
            n_seats: self.seats.unwrap_or(*rules.seats().start()),
            unit: unit_of(rules, self.hands),
            bots: self.bots,
        })
    }
}

fn run_all(names: &[String], how: &How, out: &mut impl Write) -> Ending {
    let rules: Vec<RuleSet> = names.iter().map(|name| how.rules(name)).collect::<anyhow::Result<_>>()?;
    how.effort.prepare()?;
    let work = Work::new(how.effort.threads)?;
    let (mut tried, mut partial) = (Vec::new(), false);
    for rules in &rules {
        let trial = how.trial(rules)?;
        let (mut report, stopped) =
            work.with_bar(&rules.name, trial.games, |runner| run_trial(rules, &trial, runner))?;
        if how.luck_games > 0 && !work.is_stopped() {
            let arena = luck_arena(&how.levels, trial.n_seats, trial.unit, trial.deals, how.luck_games);
            let name = format!("{}, luck", rules.name);
            report.skill =
                work.with_bar(&name, arena.max_deals, |runner| measure_luck(rules, &arena, runner))?;
        }
        partial |= stopped || work.is_stopped();
        tried.push(report);
        if work.is_stopped() {
            break;
        }
    }
    let summary = Summary { origin: how.effort.origin(), partial, tried, compared: None, arena: None };
    tell(&summary, how, out)
}

fn compare(names: [&String; 2], how: &How, out: &mut impl Write) -> Ending {
    let [a, b] = [how.rules(names[0])?, how.rules(names[1])?];
    if a.hash == b.hash {
        writeln!(out, "{} and {} mean the same rules ({}).", names[0], names[1], a.hash)?;
        return Ok(FINE);
    }
    let mut trial = how.trial(&a)?;
    trial.n_seats = how.seats.unwrap_or((*a.seats().start()).max(*b.seats().start()));
    if a.minutes().is_some() || b.minutes().is_some() {
        trial.unit = eights_lab::Unit::Hand;
    }
    how.effort.prepare()?;
    let work = Work::new(how.effort.threads)?;
    let (compared, tried, partial) =
        work.with_bar("both", trial.games, |runner| compare_rules([&a, &b], &trial, runner))?;
    let summary =
        Summary { origin: how.effort.origin(), partial, tried, compared: Some(compared), arena: None };
    tell(&summary, how, out)
}

fn tell(summary: &Summary, how: &How, out: &mut impl Write) -> Ending {
    let written = how.effort.report(summary)?;
    if how.json {
        writeln!(out, "{}", serde_json::to_string_pretty(summary)?)?;
        return Ok(FINE);
    }
    if summary.partial {
        writeln!(out, "Partial: stopped before the end.\n")?;
    }
    match &summary.compared {
        Some(compared) => tell_compared(compared, summary, out)?,
        None => summary.tried.iter().try_for_each(|tried| tell_tried(tried, out))?,
    }
    match written {
        Some(folder) => writeln!(out, "The report is in {}.", folder.display())?,
        None => {
            writeln!(out, "Add --out FOLDER for a page with charts, and for JSON, CSV and Parquet files.")?
        }
    }
    Ok(FINE)
}

fn tell_tried(tried: &TrialReport, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(
        out,
        "{} ({}), {} seats, {} games, {} on every seat\n",
        tried.sheet.title, tried.sheet.rules, tried.seats, tried.games, tried.bots
    )?;
    for number in &tried.numbers {
        let estimate = &number.estimate;
        let [value, low, high] =
            [estimate.value, estimate.low, estimate.high].map(|value| show(number.scale, value));
        writeln!(out, "  {:<34} {value:>10}   {low} – {high}", number.title)?;
    }
    if let Some(skill) = &tried.skill {
        let luck = &skill.luck;
        let [value, low, high] =
            [luck.value, luck.low, luck.high].map(|share| show(eights_lab::Scale::Share, share));
        writeln!(out, "  {:<34} {value:>10}   {low} – {high}", "Luck share")?;
        writeln!(
            out,
            "    {} wins {} against {}, {:.0} Elo apart",
            skill.best,
            show(eights_lab::Scale::Share, skill.best_wins.value),
            skill.weakest,
            skill.spread
        )?;
    }
    if !tried.cards.is_empty() {
        writeln!(out, "\n  {:<24} {:>22} {:>22} {:>22}", "points won by a card", "held", "drawn", "played")?;
    }
    for card in &tried.cards {
        let cell = |estimate: &eights_lab::stats::Estimate| {
            if !estimate.value.is_finite() {
                return "–".to_owned();
            }
            let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(|share| 100.0 * share);
            format!("{value:+.1} ({low:+.1} – {high:+.1})")
        };
        let [held, drawn, played] = [&card.held, &card.drawn, &card.played].map(cell);
        writeln!(out, "  {:<24} {held:>22} {drawn:>22} {played:>22}", card.card)?;
    }
    writeln!(out)?;
    Ok(())
}

fn tell_compared(compared: &Comparison, summary: &Summary, out: &mut impl Write) -> anyhow::Result<()> {
    let games = summary.tried.first().map_or(0, |tried| tried.games);
    let seats = summary.tried.first().map_or(0, |tried| tried.seats);
    writeln!(
        out,
        "{} and {}, {seats} seats, {games} games of each on the same deals\n",
        compared.a, compared.b
    )?;
    let (differ, same): (Vec<_>, Vec<_>) = compared.findings.iter().partition(|finding| finding.differs);
    if differ.is_empty() {
        writeln!(out, "No difference was found.\n")?;
    }
    differ.iter().try_for_each(|finding| writeln!(out, "{}", finding.sentence))?;
    if !same.is_empty() {
        writeln!(out, "\nNo difference found:")?;
        same.iter().try_for_each(|finding| writeln!(out, "  {}", finding.sentence))?;
    }
    writeln!(out)?;
    Ok(())
}
