//! `eights lab held-out`: two bots on random sheets that nobody has trained or tuned for.

use std::io::Write;

use eights_bots::BotKind;
use eights_lab::{HeldOut, HeldOutScores, HeldOutSheet, report::Origin};
use serde::Serialize;

use crate::{
    Ending, FINE,
    work::{Effort, Work, bot_kind},
};

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Number of sheets
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    sheets: u64,
    /// The number of the first sheet, to play some of them alone
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// The bot to measure
    #[arg(long, short, default_value = "expert", value_parser = bot_kind)]
    bot: BotKind,
    /// The bot on all other seats
    #[arg(long, default_value = "normal", value_parser = bot_kind)]
    against: BotKind,
    /// Number of deals under each sheet; each is played with the bot on every seat
    #[arg(long, default_value_t = 500)]
    deals: u64,
    /// Number of players; sheets for other numbers are left out
    #[arg(long, short, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=6))]
    seats: u8,
    /// By how many points of the share the bot must be above equal players
    #[arg(long, value_name = "POINTS", default_value_t = 8.0)]
    margin: f64,
    /// Print the sheets without playing
    #[arg(long)]
    list: bool,
    /// The seed; the same seed gives the same sheets and the same results
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of threads, by default one for each core; results do not depend on it
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    threads: usize,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// The scores, as JSON.
#[derive(Serialize)]
struct Scored {
    #[serde(flatten)]
    origin: Origin,
    bot: String,
    against: String,
    seats: u8,
    deals: u64,
    #[serde(flatten)]
    scores: HeldOutScores,
}

pub(super) fn run(args: &Args, out: &mut impl Write) -> Ending {
    if args.list {
        for number in args.first..args.first + args.sheets {
            let sheet = HeldOutSheet::find(args.seed, number, args.seats);
            writeln!(out, "{number}: eights rules show {} --with '{}'", sheet.base, sheet.with)?;
        }
        return Ok(FINE);
    }
    let asked = HeldOut {
        bot: args.bot,
        against: args.against,
        n_seats: args.seats,
        sheets: args.sheets,
        first: args.first,
        deals: args.deals,
        margin: args.margin / 100.0,
        seed: args.seed,
    };
    let work = Work::new(args.threads)?;
    let scores = work.with_bar("held out", asked.blocks(), |runner| asked.run(runner))?;
    if args.json {
        let origin = Effort { seed: args.seed, threads: args.threads, out: None }.origin();
        let (bot, against) = (args.bot.to_string(), args.against.to_string());
        let scored = Scored { origin, bot, against, seats: args.seats, deals: args.deals, scores };
        writeln!(out, "{}", serde_json::to_string_pretty(&scored)?)?;
        return Ok(FINE);
    }
    if scores.partial {
        writeln!(out, "Partial: stopped before the end.\n")?;
    }
    writeln!(
        out,
        "{} against {}, {} seats, {} deals from every seat under each sheet, seed {}\n",
        args.bot, args.against, args.seats, args.deals, args.seed
    )?;
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    writeln!(out, "{:>5} {:>8}   {:<15} {:>9}   sheet", "", "share", "95 %", "undecided")?;
    for sheet in &scores.sheets {
        let [won, low, high] = [sheet.won.value, sheet.won.low, sheet.won.high].map(percent);
        writeln!(
            out,
            "{:>5} {won:>8}   {:<15} {:>9}   {} with {}{}",
            sheet.number,
            format!("{low} – {high}"),
            percent(sheet.undecided),
            sheet.base,
            sheet.with,
            if sheet.hardly_ends { " (hardly ends)" } else { "" }
        )?;
    }
    let count = |is: &dyn Fn(&&eights_lab::SheetScore) -> bool| scores.sheets.iter().filter(is).count();
    writeln!(
        out,
        "\n{} of {} sheets reach {}; in {} the whole interval does, in {} none of it. In {} most hands end undecided.",
        scores.reached,
        scores.sheets.len(),
        percent(scores.bar),
        count(&|sheet| sheet.won.low >= scores.bar),
        count(&|sheet| sheet.won.high < scores.bar),
        count(&|sheet| sheet.hardly_ends),
    )?;
    Ok(FINE)
}
