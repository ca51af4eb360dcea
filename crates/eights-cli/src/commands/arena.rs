//! `eights arena`: bots against each other on the same deals, from every seat.

use std::io::Write;

use anyhow::bail;
use eights_bots::BotKind;
use eights_lab::{
    Arena, Deals, Scale, Scores,
    report::{self, ArenaReport, RuleSetInfo, Summary},
    run_arena, show,
    stats::{Sprt, Verdict},
    unit_of,
};
use eights_match::RuleSet;

use crate::{
    Ending, FAILED, FINE,
    files::{self, Which},
    work::{Effort, Work, bot_kind},
};

/// Let bots play against each other and rank them
///
/// Every deal is played from every seat, and intervals are clustered by deal.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The bots: newcomer, learner, casual, normal, expert, master, analyst, random, greedy, search:N, flat:N
    #[arg(required = true, value_parser = bot_kind)]
    bots: Vec<BotKind>,
    /// The game
    #[arg(long, default_value = "crazy-eights")]
    game: String,
    #[command(flatten)]
    which: Which,
    /// Number of players at a table
    #[arg(long, short, default_value_t = 2)]
    seats: u8,
    /// Number of deals; each is played from every seat
    #[arg(long, conflicts_with = "games")]
    deals: Option<u64>,
    /// Number of games, rounded up to whole deals
    #[arg(long)]
    games: Option<u64>,
    /// Sequential test: is the first bot stronger than the second by the second number of Elo rather than
    /// by the first? Stops as soon as that is decided
    #[arg(long, value_name = "ELO,ELO", value_parser = gate, allow_hyphen_values = true)]
    gate: Option<Sprt>,
    /// Play single hands instead of whole matches
    #[arg(long)]
    hands: bool,
    /// Correct the results for the luck of the draw, estimated by this many rollouts for each draw: the means
    /// stay the same and the intervals become narrower. Plays single hands
    #[arg(long, value_name = "ROLLOUTS", num_args = 0..=1, require_equals = true, default_missing_value = "200",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    adjust: Option<u32>,
    #[command(flatten)]
    effort: Effort,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    /// Print the result as CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,
}

fn gate(text: &str) -> Result<Sprt, String> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some([low, high]) if low < high && low.is_finite() && high.is_finite() => Ok(Sprt::new(*low, *high)),
        Some([low, high]) => {
            Err(format!("the bounds of a gate must increase, as in 0,5: {low},{high} do not"))
        }
        _ => Err("expected two numbers of Elo, as in 0,5".to_owned()),
    }
}

/// Default number of deals.
const DEALS: u64 = 1_000;
/// Default with a gate, which may need many more deals and stops as soon as it is decided.
const DEALS_OF_A_GATE: u64 = 1_000_000;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Ending {
    let rules = files::rule_set(&args.game, &args.which)?;
    let mut arena = Arena {
        bots: args.bots.clone(),
        n_seats: args.seats,
        deals: Deals { seed: args.effort.seed },
        max_deals: args.deals.unwrap_or(if args.gate.is_some() { DEALS_OF_A_GATE } else { DEALS }),
        unit: unit_of(&rules, args.hands || args.adjust.is_some()),
        gate: args.gate,
        adjust: args.adjust,
    };
    if arena.bots.len() < 2 {
        bail!("an arena needs at least two bots");
    }
    if let Some(games) = args.games {
        arena.max_deals = games.div_ceil(arena.games_per_deal());
    }
    args.effort.prepare()?;
    let work = Work::new(args.effort.threads)?;
    let scores = work.with_bar("arena", arena.max_deals, |runner| run_arena(&rules, &arena, runner))?;
    let verdict = scores.gate.map(|gate| gate.verdict);
    let partial = scores.partial;
    let report =
        ArenaReport { sheet: RuleSetInfo::from(&rules), seats: args.seats, unit: arena.unit, scores };
    let summary = Summary {
        origin: args.effort.origin(),
        partial,
        tried: Vec::new(),
        compared: None,
        arena: Some(report),
    };
    let written = args.effort.report(&summary)?;
    match &summary.arena {
        _ if args.json => writeln!(out, "{}", serde_json::to_string_pretty(&summary)?)?,
        _ if args.csv => write!(out, "{}", report::csv(&report::rows(&summary)))?,
        Some(arena) => tell(args, &rules, &arena.scores, out)?,
        None => (),
    }
    if let (Some(folder), false, false) = (written, args.json, args.csv) {
        writeln!(out, "The report is in {}.", folder.display())?;
    }
    Ok(if matches!(verdict, None | Some(Verdict::Pass)) { FINE } else { FAILED })
}

fn tell(args: &Args, rules: &RuleSet, scores: &Scores, out: &mut impl Write) -> anyhow::Result<()> {
    let title = if rules.title.is_empty() { &rules.name } else { &rules.title };
    writeln!(
        out,
        "{}: {title}, {} seats, {} deals, {} games of each, seed {}",
        rules.game.title, args.seats, scores.deals, scores.games_per_deal, args.effort.seed
    )?;
    if scores.partial {
        writeln!(out, "Partial: stopped before the end.")?;
    }
    writeln!(out, "\n{:<12} {:<16} {:>9} {:>10}  95 % interval", "bot", "against", "games", "wins")?;
    for line in &scores.lines {
        let won = [line.won.value, line.won.low, line.won.high].map(|share| show(Scale::Share, share));
        let [value, low, high] = won;
        writeln!(out, "{:<12} {:<16} {:>9} {value:>10}  {low} – {high}", line.bot, line.against, line.games)?;
    }
    for line in &scores.lines {
        let Some(adjusted) = &line.adjusted else { break };
        let [value, low, high] =
            [adjusted.value, adjusted.low, adjusted.high].map(|share| show(Scale::Share, share));
        writeln!(out, "{:<12} {:<16} {:>9} {value:>10}  {low} – {high}", line.bot, line.against, "adjusted")?;
    }
    if args.seats > 2 {
        writeln!(out, "An equal share is {}.", show(Scale::Share, 1.0 / f64::from(args.seats)))?;
    }
    if !scores.ladder.is_empty() {
        writeln!(out, "\n{:<12} {:>6}  95 % interval", "ladder", "Elo")?;
        for rating in &scores.ladder {
            let elo = &rating.elo;
            writeln!(out, "{:<12} {:>6.0}  {:.0} – {:.0}", rating.name, elo.value, elo.low, elo.high)?;
        }
    }
    if let (Some(elo), [first, second]) = (&scores.elo, &args.bots[..]) {
        writeln!(
            out,
            "\n{first} is {:.0} Elo stronger than {second} ({:.0} to {:.0}).",
            elo.value, elo.low, elo.high
        )?;
    }
    if let (Some(standing), Some(gate)) = (&scores.gate, &args.gate) {
        let says = match standing.verdict {
            Verdict::Pass => "passed: the first bot is strong enough",
            Verdict::Fail => "failed: the first bot is not strong enough",
            Verdict::Open => "open: more deals are needed",
        };
        writeln!(
            out,
            "Gate {},{} {says} (log-likelihood ratio {:.2}, bounds {:.2} and {:.2}).",
            gate.elo0, gate.elo1, standing.llr, standing.low, standing.high
        )?;
    }
    if scores.unfinished > 0 {
        writeln!(out, "{} games did not end and count as drawn.", scores.unfinished)?;
    }
    Ok(())
}
