//! All results as one long table with a number per row, for other tools.

use std::fmt::Write;

use super::summary::{RuleSetInfo, Summary, TrialReport};
use crate::{arena::Scores, stats::Estimate};

/// One number of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The rule set's name and hash, the seats, the table that the number belongs to
    /// (`numbers`, `turns`, `seats`, `cards`, `ladder`, `arena`, `compared`), its subject,
    /// and what is measured.
    pub words: [String; 6],
    /// The value and the ends of its interval.
    pub values: [f64; 3],
    /// The number of deals, or the count.
    pub n: u64,
}

pub(super) const WORDS: [&str; 6] = ["rules", "hash", "seats", "table", "name", "what"];
pub(super) const VALUES: [&str; 3] = ["value", "low", "high"];

/// Flattens a summary into rows.
pub fn rows(summary: &Summary) -> Vec<Row> {
    let mut rows = Vec::new();
    for tried in &summary.tried {
        tried_rows(tried, &mut rows);
    }
    if let Some(arena) = &summary.arena {
        Rows { sheet: &arena.sheet, seats: arena.seats, rows: &mut rows }.scores(&arena.scores);
    }
    if let (Some(compared), Some(first)) = (&summary.compared, summary.tried.first()) {
        let mut rows_of = Rows { sheet: &first.sheet, seats: first.seats, rows: &mut rows };
        for finding in &compared.findings {
            rows_of.add("compared", finding.id, "difference", &finding.difference);
            let p_value =
                Estimate { value: finding.p_value, low: finding.p_value, high: finding.p_value, n: 0 };
            rows_of.add("compared", finding.id, "chance", &p_value);
        }
    }
    rows
}

fn tried_rows(tried: &TrialReport, rows: &mut Vec<Row>) {
    let mut rows_of = Rows { sheet: &tried.sheet, seats: tried.seats, rows };
    for number in &tried.numbers {
        rows_of.add("numbers", &number.id, "value", &number.estimate);
    }
    for bin in &tried.turns {
        let count = bin.count as f64;
        let exact = Estimate { value: count, low: count, high: count, n: bin.count };
        rows_of.add("turns", &bin.from.to_string(), "count", &exact);
    }
    for (at, seat) in tried.seat_wins.iter().enumerate() {
        rows_of.add("seats", &(at + 1).to_string(), "wins", seat);
    }
    for card in &tried.cards {
        for (what, estimate) in [("held", &card.held), ("drawn", &card.drawn), ("played", &card.played)] {
            rows_of.add("cards", &card.card, what, estimate);
        }
    }
    if let Some(skill) = &tried.skill {
        rows_of.add("numbers", "luck", "value", &skill.luck);
        rows_of.add("numbers", "best-wins", "value", &skill.best_wins);
        rows_of.scores(&skill.scores);
    }
}

/// Appends rows about one rule set.
struct Rows<'a> {
    sheet: &'a RuleSetInfo,
    seats: u8,
    rows: &'a mut Vec<Row>,
}

impl Rows<'_> {
    fn add(&mut self, table: &str, name: &str, what: &str, estimate: &Estimate) {
        let words = [&self.sheet.rules, &self.sheet.hash, &self.seats.to_string(), table, name, what];
        let words = words.map(|word: &str| word.to_owned());
        self.rows.push(Row { words, values: [estimate.value, estimate.low, estimate.high], n: estimate.n });
    }

    fn scores(&mut self, scores: &Scores) {
        for line in &scores.lines {
            self.add("arena", &line.bot, &format!("wins against {}", line.against), &line.won);
        }
        for rating in &scores.ladder {
            self.add("ladder", &rating.name, "elo", &rating.elo);
        }
        if let Some(elo) = &scores.elo {
            self.add("arena", "first bot", "elo", elo);
        }
    }
}

/// The rows as CSV with a header; unknown numbers are empty.
pub fn csv(rows: &[Row]) -> String {
    let mut text = format!("{},{},n\n", WORDS.join(","), VALUES.join(","));
    for row in rows {
        row.words.iter().for_each(|word| {
            let _ = write!(text, "{},", quoted(word));
        });
        for value in row.values {
            let _ = if value.is_finite() { write!(text, "{value},") } else { write!(text, ",") };
        }
        let _ = writeln!(text, "{}", row.n);
    }
    text
}

fn quoted(word: &str) -> String {
    if word.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", word.replace('"', "\"\""))
    } else {
        word.to_owned()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::report) fn row(name: &str, value: f64) -> Row {
        let words = ["mine, too", "0", "2", "numbers", name, "value"].map(str::to_owned);
        Row { words, values: [value, value - 1.0, f64::NAN], n: 7 }
    }

    #[test]
    fn csv_quotes_what_needs_it() {
        let text = csv(&[row("a", 2.5)]);
        assert_eq!(
            text,
            "rules,hash,seats,table,name,what,value,low,high,n\n\"mine, too\",0,2,numbers,a,value,2.5,1.5,,7\n"
        );
    }
}
