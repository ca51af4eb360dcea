//! Renders a report as one HTML page that needs no other file, no network and no script.

use maud::{DOCTYPE, Markup, PreEscaped, html};

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
    let arena = summary.arena.as_ref().map(arena_part).transpose()?;
    let tried = summary.tried.iter().map(tried_part).collect::<Result<Vec<_>, _>>()?;
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(colours())) }
            }
            body {
                h1 { (title) }
                @if summary.partial {
                    p.warn {
                        strong { "Partial." }
                        " The run was stopped early; the numbers cover the games played until then."
                    }
                }
                @if let Some(compared) = &summary.compared { (compared_part(compared)) }
                @if let Some(arena) = arena { (arena) }
                @for part in tried { (part) }
                (origin_part(summary))
            }
        }
    };
    Ok(page.into_string())
}

/// Replaces the placeholder colours of the charts with those of the page.
fn colours() -> String {
    let css = |(placeholder, name): (plotters::style::RGBColor, &str)| {
        let hex = format!("#{:02X}{:02X}{:02X}", placeholder.0, placeholder.1, placeholder.2);
        format!("\nsvg [fill=\"{hex}\"]{{fill:var(--{name})}}svg [stroke=\"{hex}\"]{{stroke:var(--{name})}}")
    };
    [(INK, "ink"), (FAINT, "faint"), (MARK, "mark")].map(css).concat()
}

fn tried_part(tried: &TrialReport) -> Result<Markup, LabError> {
    let sheet = &tried.sheet;
    let seats: Vec<(String, Estimate)> =
        tried.seat_wins.iter().enumerate().map(|(at, share)| (seat_name(at), *share)).collect();
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let par = 1.0 / f64::from(tried.seats);
    let lengths = chart::lengths("Share of hands by number of turns", &tried.turns)?;
    let wins = chart::forest("Share of hands won by seat", &seats, par, &percent)?;
    let cards = card_chart(&tried.cards)?;
    let ladder = tried.skill.as_ref().map(|skill| ladder_figure(&skill.scores)).transpose()?;
    Ok(html! {
        section {
            h2 { (sheet.title) }
            p.soft {
                (tried.seats) " players, " (tried.games) " games, " (tried.bots) " on every seat. Rule set "
                code { (sheet.hash) } ", engine " (sheet.engine) "."
            }
            div.charts {
                (figure("How many turns a hand takes", lengths))
                (figure("Who wins a hand", wins))
                @if let Some(svg) = cards { (figure("What a card is worth, in percentage points", svg)) }
                @if let Some(ladder) = ladder { (ladder) }
            }
            h3 { "Numbers" }
            table {
                tr { th { "what" } th { "value" } th { "95 % interval" } }
                @for number in &tried.numbers {
                    (number_row(&number.title, &number.about, number.scale, &number.estimate))
                }
            }
            @if let Some(skill) = &tried.skill { (skill_part(skill)) }
            @if !tried.cards.is_empty() { (cards_part(&tried.cards)) }
        }
    })
}

fn card_chart(cards: &[CardStats]) -> Result<Option<String>, LabError> {
    if cards.is_empty() {
        return Ok(None);
    }
    let mut rows: Vec<(String, Estimate)> = cards.iter().map(|card| (card.card.clone(), card.held)).collect();
    rows.sort_by(|one, other| other.1.value.total_cmp(&one.1.value));
    let points = |share: f64| format!("{:+.1}", 100.0 * share);
    chart::forest("Percentage points won or lost by being dealt a card", &rows, 0.0, &points).map(Some)
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

fn figure(caption: &str, svg: String) -> Markup {
    html! { figure { figcaption { (caption) } (PreEscaped(svg)) } }
}

fn number_row(title: &str, about: &str, scale: Scale, estimate: &Estimate) -> Markup {
    html! {
        tr {
            td { (title) br; small { (about) } }
            td { (show(scale, estimate.value)) }
            td { (show(scale, estimate.low)) " – " (show(scale, estimate.high)) }
        }
    }
}

fn skill_part(skill: &Skill) -> Markup {
    html! {
        h3 { "Luck and skill" }
        p {
            (skill.best) " wins " (show(Scale::Share, skill.best_wins.value)) " of the games against "
            (skill.weakest) " (" (format!("{:.0}", skill.spread)) " Elo apart). The luck share is "
            (show(Scale::Share, skill.luck.value))
            ": 100 % would mean that the best player wins no more than an equal share, 0 % that it always wins."
        }
        table {
            tr { th { "what" } th { "value" } th { "95 % interval" } }
            (number_row("Luck share", "", Scale::Share, &skill.luck))
            (number_row("The best wins", "", Scale::Share, &skill.best_wins))
        }
        (lines_part(&skill.scores))
    }
}

fn cards_part(cards: &[CardStats]) -> Markup {
    html! {
        h3 { "Cards" }
        p.soft {
            "By how many percentage points a seat wins more or less often if it was dealt the card, drew it \
             later, or played it. Cards are dealt at random, so " em { "held" } " shows the effect of the card \
             itself; a seat that draws or plays it may be ahead or behind for other reasons."
        }
        div.wide {
            table {
                tr { th { "card" } th { "held" } th { "drawn" } th { "played" } }
                @for card in cards {
                    tr {
                        td { (card.card) br; small { (card.about) } }
                        @for estimate in [&card.held, &card.drawn, &card.played] {
                            td { (points(estimate)) }
                        }
                    }
                }
            }
        }
    }
}

/// An estimate in percentage points.
fn points(estimate: &Estimate) -> Markup {
    let show = |share: f64| format!("{:+.1}", 100.0 * share);
    html! {
        @if estimate.value.is_finite() {
            (show(estimate.value)) br; small { (show(estimate.low)) " – " (show(estimate.high)) }
        } @else {
            "–"
        }
    }
}

fn compared_part(compared: &Comparison) -> Markup {
    let (differ, same): (Vec<_>, Vec<_>) = compared.findings.iter().partition(|finding| finding.differs);
    html! {
        section {
            h2 { "What differs" }
            @if differ.is_empty() {
                p { "Nothing significant." }
            } @else {
                ul { @for finding in differ { li { (finding.sentence) } } }
            }
            h2 { "No significant difference" }
            ul { @for finding in same { li { (finding.sentence) } } }
        }
    }
}

fn arena_part(arena: &ArenaReport) -> Result<Markup, LabError> {
    let scores = &arena.scores;
    let ladder = ladder_figure(scores)?;
    Ok(html! {
        section {
            p.soft {
                (arena.seats) " players, " (scores.deals) " deals, " (scores.games_per_deal)
                " games per deal. Rule set " code { (arena.sheet.hash) } ", engine " (arena.sheet.engine) "."
            }
            div.charts { (ladder) }
            @if let Some(gate) = &scores.gate {
                p {
                    strong { (match gate.verdict {
                        Verdict::Pass => "The first bot passes the test.",
                        Verdict::Fail => "The first bot fails the test.",
                        Verdict::Open => "The test is open: more games are needed.",
                    }) }
                    " Log-likelihood ratio " (format!("{:.2}", gate.llr)) ", bounds " (format!("{:.2}", gate.low))
                    " and " (format!("{:.2}", gate.high)) "."
                }
            }
            (lines_part(scores))
        }
    })
}

fn ladder_figure(scores: &Scores) -> Result<Markup, LabError> {
    if scores.ladder.is_empty() {
        return Ok(html! {});
    }
    let rows: Vec<(String, Estimate)> =
        scores.ladder.iter().map(|rating| (rating.name.clone(), rating.elo)).collect();
    let svg = chart::forest("Ratings of the bots", &rows, 0.0, &|elo| format!("{elo:.0}"))?;
    Ok(figure("Ratings in Elo", svg))
}

fn lines_part(scores: &Scores) -> Markup {
    html! {
        table {
            tr { th { "bot" } th { "wins" } th { "95 % interval" } }
            @for line in &scores.lines {
                (number_row(
                    &format!("{} against {}", line.bot, line.against),
                    &format!("{} games", line.games),
                    Scale::Share,
                    &line.won,
                ))
            }
        }
    }
}

/// How to repeat the run, and the whole summary as JSON for programs that have only this file.
fn origin_part(summary: &Summary) -> Markup {
    let origin = &summary.origin;
    let json = serde_json::to_string(summary).expect("a summary has only string keys");
    html! {
        section {
            h2 { "Run it again" }
            p { "Seed " (origin.seed) ", version " (origin.version) ". " code { (origin.command) } }
        }
        script type="application/json" id="summary" { (PreEscaped(json.replace('<', "\\u003c"))) }
    }
}
