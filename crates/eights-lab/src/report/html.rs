//! Renders a report as one HTML page that needs no other file, no network and no script.

use std::fmt::Write;

use super::{
    chart::{self, FAINT, INK, MARK},
    summary::{ArenaReport, CardStats, Comparison, Skill, Summary, TrialReport},
};
use crate::{
    arena::Scores,
    error::LabError,
    metric::{Scale, show},
    stats::{Estimate, Verdict},
};

/// The style sheet, for light and dark, narrow and wide screens.
const STYLE: &str = "
:root{color-scheme:light dark;--page:#fbfaf7;--ink:#1d1d1f;--faint:#d5d2ca;--mark:#1c6e5a;--soft:#6a675f}
@media(prefers-color-scheme:dark){:root{--page:#16181a;--ink:#ececea;--faint:#3b3f42;--mark:#5cc8a7;--soft:#a3a19a}}
body{background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:62rem;padding:1rem}
h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.25rem;margin-top:2.5rem}h3{font-size:1rem;margin:1.5rem 0 .5rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.3rem .4rem .3rem 0;border-bottom:1px solid var(--faint);vertical-align:top;overflow-wrap:anywhere}
td+td,th+th{text-align:right;overflow-wrap:normal}td:nth-child(2){white-space:nowrap}small,.soft{color:var(--soft)}.warn{border-left:4px solid var(--mark);padding-left:.75rem}
code{overflow-wrap:anywhere}.wide{overflow-x:auto}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:1.5rem}
figure{margin:0}figcaption{font-weight:600;margin-bottom:.25rem}svg{width:100%;height:auto;display:block}";

/// Renders the page of a summary.
///
/// # Errors
///
/// If a chart cannot be drawn.
pub fn page(summary: &Summary) -> Result<String, LabError> {
    let title = match (&summary.compared, &summary.arena) {
        (Some(compared), _) => format!("{} and {}", compared.a, compared.b),
        (_, Some(arena)) => format!("Bots at {}", arena.sheet.title),
        _ => summary.tried.iter().map(|trial| trial.sheet.title.as_str()).collect::<Vec<_>>().join(", "),
    };
    let mut html = String::new();
    let title = escaped(&title);
    let _ = write!(
        html,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\
         <title>{title}</title><style>{STYLE}{}</style></head><body><h1>{title}</h1>",
        colours()
    );
    if summary.partial {
        html.push_str("<p class=\"warn\"><strong>Partial.</strong> The run was stopped early; the numbers cover the games played until then.</p>");
    }
    if let Some(compared) = &summary.compared {
        compared_part(compared, &mut html);
    }
    if let Some(arena) = &summary.arena {
        arena_part(arena, &mut html)?;
    }
    for tried in &summary.tried {
        tried_part(tried, &mut html)?;
    }
    origin_part(summary, &mut html);
    Ok(html)
}

/// Replaces the placeholder colours of the charts with those of the page.
fn colours() -> String {
    let mut css = String::new();
    for (placeholder, name) in [(INK, "ink"), (FAINT, "faint"), (MARK, "mark")] {
        let hex = format!("#{:02X}{:02X}{:02X}", placeholder.0, placeholder.1, placeholder.2);
        let _ = write!(
            css,
            "\nsvg [fill=\"{hex}\"]{{fill:var(--{name})}}svg [stroke=\"{hex}\"]{{stroke:var(--{name})}}"
        );
    }
    css
}

fn tried_part(tried: &TrialReport, html: &mut String) -> Result<(), LabError> {
    let sheet = &tried.sheet;
    let _ = write!(
        html,
        "<section><h2>{}</h2><p class=\"soft\">{} players, {} games, {} on every seat. Rule set <code>{}</code>, engine {}.</p><div class=\"charts\">",
        escaped(&sheet.title),
        tried.seats,
        tried.games,
        escaped(&tried.bots),
        sheet.hash,
        sheet.engine
    );
    figure(
        "How many turns a hand takes",
        &chart::lengths("Share of hands by number of turns", &tried.turns)?,
        html,
    );
    let seats: Vec<(String, Estimate)> =
        tried.seat_wins.iter().enumerate().map(|(at, share)| (seat_name(at), *share)).collect();
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let par = 1.0 / f64::from(tried.seats);
    figure("Who wins a hand", &chart::forest("Share of hands won by seat", &seats, par, &percent)?, html);
    if !tried.cards.is_empty() {
        let mut rows: Vec<(String, Estimate)> =
            tried.cards.iter().map(|card| (card.card.clone(), card.held)).collect();
        rows.sort_by(|one, other| other.1.value.total_cmp(&one.1.value));
        let points = |share: f64| format!("{:+.1}", 100.0 * share);
        let svg = chart::forest("Percentage points won or lost by being dealt a card", &rows, 0.0, &points)?;
        figure("What a card is worth, in percentage points", &svg, html);
    }
    if let Some(skill) = &tried.skill {
        ladder_figure(&skill.scores, html)?;
    }
    html.push_str("</div><h3>Numbers</h3><table><tr><th>what</th><th>value</th><th>95 % interval</th></tr>");
    for number in &tried.numbers {
        number_row(&number.title, &number.about, number.scale, &number.estimate, html);
    }
    html.push_str("</table>");
    if let Some(skill) = &tried.skill {
        skill_part(skill, html);
    }
    if !tried.cards.is_empty() {
        cards_part(&tried.cards, html);
    }
    html.push_str("</section>");
    Ok(())
}

fn seat_name(at: usize) -> String {
    match at {
        0 => "first".to_owned(),
        1 => "second".to_owned(),
        2 => "third".to_owned(),
        3 => "fourth".to_owned(),
        at => format!("{}th", at + 1),
    }
}

fn figure(caption: &str, svg: &str, html: &mut String) {
    let _ = write!(html, "<figure><figcaption>{}</figcaption>{svg}</figure>", escaped(caption));
}

fn number_row(title: &str, about: &str, scale: Scale, estimate: &Estimate, html: &mut String) {
    let _ = write!(
        html,
        "<tr><td>{}<br/><small>{}</small></td><td>{}</td><td>{} – {}</td></tr>",
        escaped(title),
        escaped(about),
        show(scale, estimate.value),
        show(scale, estimate.low),
        show(scale, estimate.high)
    );
}

fn skill_part(skill: &Skill, html: &mut String) {
    let _ = write!(
        html,
        "<h3>FastRng and skill</h3><p>{} wins {} of the games against {} ({:.0} Elo apart). The luck share is {}: 100 % would mean that the best player wins no more than an equal share, 0 % that it always wins.</p><table><tr><th>what</th><th>value</th><th>95 % interval</th></tr>",
        escaped(&skill.best),
        show(Scale::Share, skill.best_wins.value),
        escaped(&skill.weakest),
        skill.spread,
        show(Scale::Share, skill.luck.value)
    );
    number_row("FastRng share", "", Scale::Share, &skill.luck, html);
    number_row("The best wins", "", Scale::Share, &skill.best_wins, html);
    html.push_str("</table>");
    lines_part(&skill.scores, html);
}

fn cards_part(cards: &[CardStats], html: &mut String) {
    html.push_str("<h3>Cards</h3><p class=\"soft\">By how many percentage points a seat wins more or less often if it was dealt the card, drew it later, or played it. Cards are dealt at random, so <em>held</em> shows the effect of the card itself; a seat that draws or plays it may be ahead or behind for other reasons.</p><div class=\"wide\"><table><tr><th>card</th><th>held</th><th>drawn</th><th>played</th></tr>");
    for card in cards {
        let _ = write!(
            html,
            "<tr><td>{}<br/><small>{}</small></td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escaped(&card.card),
            escaped(&card.about),
            points_cell(&card.held),
            points_cell(&card.drawn),
            points_cell(&card.played)
        );
    }
    html.push_str("</table></div>");
}

/// An estimate in percentage points, for a table cell.
fn points_cell(estimate: &Estimate) -> String {
    if !estimate.value.is_finite() {
        return "–".to_owned();
    }
    format!(
        "{:+.1}<br/><small>{:+.1} – {:+.1}</small>",
        100.0 * estimate.value,
        100.0 * estimate.low,
        100.0 * estimate.high
    )
}

fn compared_part(compared: &Comparison, html: &mut String) {
    let list = |differs: bool, html: &mut String| {
        html.push_str("<ul>");
        for finding in compared.findings.iter().filter(|finding| finding.differs == differs) {
            let _ = write!(html, "<li>{}</li>", escaped(&finding.sentence));
        }
        html.push_str("</ul>");
    };
    html.push_str("<section><h2>What differs</h2>");
    if compared.findings.iter().any(|finding| finding.differs) {
        list(true, html)
    } else {
        html.push_str("<p>Nothing significant.</p>")
    }
    html.push_str("<h2>No significant difference</h2>");
    list(false, html);
    html.push_str("</section>");
}

fn arena_part(arena: &ArenaReport, html: &mut String) -> Result<(), LabError> {
    let _ = write!(
        html,
        "<section><p class=\"soft\">{} players, {} deals, {} games per deal. Rule set <code>{}</code>, engine {}.</p>",
        arena.seats, arena.scores.deals, arena.scores.games_per_deal, arena.sheet.hash, arena.sheet.engine
    );
    html.push_str("<div class=\"charts\">");
    ladder_figure(&arena.scores, html)?;
    html.push_str("</div>");
    if let Some(gate) = &arena.scores.gate {
        let verdict = match gate.verdict {
            Verdict::Pass => "The first bot passes the test.",
            Verdict::Fail => "The first bot fails the test.",
            Verdict::Open => "The test is open: more games are needed.",
        };
        let _ = write!(
            html,
            "<p><strong>{verdict}</strong> Log-likelihood ratio {:.2}, bounds {:.2} and {:.2}.</p>",
            gate.llr, gate.low, gate.high
        );
    }
    lines_part(&arena.scores, html);
    html.push_str("</section>");
    Ok(())
}

fn ladder_figure(scores: &Scores, html: &mut String) -> Result<(), LabError> {
    if !scores.ladder.is_empty() {
        let rows: Vec<(String, Estimate)> =
            scores.ladder.iter().map(|rating| (rating.name.clone(), rating.elo)).collect();
        figure(
            "Ratings in Elo",
            &chart::forest("Ratings of the bots", &rows, 0.0, &|elo| format!("{elo:.0}"))?,
            html,
        );
    }
    Ok(())
}

fn lines_part(scores: &Scores, html: &mut String) {
    html.push_str("<table><tr><th>bot</th><th>wins</th><th>95 % interval</th></tr>");
    for line in &scores.lines {
        let name = format!("{} against {}", line.bot, line.against);
        number_row(&name, &format!("{} games", line.games), Scale::Share, &line.won, html);
    }
    html.push_str("</table>");
}

/// How to repeat the run, and the whole summary as JSON for programs that have only this file.
fn origin_part(summary: &Summary, html: &mut String) {
    let origin = &summary.origin;
    let json = serde_json::to_string(summary).expect("a summary has only string keys");
    let _ = writeln!(
        html,
        "<section><h2>Run it again</h2><p>Seed {}, version {}. <code>{}</code></p></section><script type=\"application/json\" id=\"summary\">{}</script></body></html>",
        origin.seed,
        escaped(&origin.version),
        escaped(&origin.command),
        json.replace('<', "\\u003c")
    );
}

/// Escapes text for HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
