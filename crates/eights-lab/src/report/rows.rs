//! All results as one long table with a number per row, for other tools.

use std::{fmt::Write, sync::Arc};

use parquet::{
    data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type},
    file::{properties::WriterProperties, writer::SerializedFileWriter},
    schema::parser::parse_message_type,
};

use super::summary::{RuleSetInfo, Summary, TrialReport};
use crate::{arena::Scores, error::LabError, stats::Estimate};

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

const WORDS: [&str; 6] = ["rules", "hash", "seats", "table", "name", "what"];
const VALUES: [&str; 3] = ["value", "low", "high"];

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

/// The rows as a Parquet file with the same columns.
///
/// # Errors
///
/// If the library cannot encode them.
pub fn parquet(rows: &[Row]) -> Result<Vec<u8>, LabError> {
    write_parquet(rows).map_err(|error| LabError::Write("the Parquet file".to_owned(), error.to_string()))
}

fn write_parquet(rows: &[Row]) -> Result<Vec<u8>, parquet::errors::ParquetError> {
    let words = WORDS.map(|name| format!("REQUIRED BYTE_ARRAY {name} (UTF8);"));
    let values = VALUES.map(|name| format!("REQUIRED DOUBLE {name};"));
    let text = format!("message eights {{ {} {} REQUIRED INT64 n; }}", words.join(" "), values.join(" "));
    let schema = Arc::new(parse_message_type(&text)?);
    let mut bytes = Vec::new();
    let mut file =
        SerializedFileWriter::new(&mut bytes, schema, Arc::new(WriterProperties::builder().build()))?;
    let mut group = file.next_row_group()?;
    for at in 0..WORDS.len() {
        let column: Vec<ByteArray> =
            rows.iter().map(|row| ByteArray::from(row.words[at].as_bytes().to_vec())).collect();
        if let Some(mut writer) = group.next_column()? {
            writer.typed::<ByteArrayType>().write_batch(&column, None, None)?;
            writer.close()?;
        }
    }
    for at in 0..VALUES.len() {
        let column: Vec<f64> = rows.iter().map(|row| row.values[at]).collect();
        if let Some(mut writer) = group.next_column()? {
            writer.typed::<DoubleType>().write_batch(&column, None, None)?;
            writer.close()?;
        }
    }
    let column: Vec<i64> = rows.iter().map(|row| row.n as i64).collect();
    if let Some(mut writer) = group.next_column()? {
        writer.typed::<Int64Type>().write_batch(&column, None, None)?;
        writer.close()?;
    }
    group.close()?;
    file.close()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::*;

    fn row(name: &str, value: f64) -> Row {
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

    #[test]
    fn parquet_reads_back() {
        let path = std::env::temp_dir().join(format!("eights-lab-{}.parquet", std::process::id()));
        std::fs::write(&path, parquet(&[row("a", 2.5), row("b", 3.5)]).unwrap()).unwrap();
        let reader = SerializedFileReader::new(std::fs::File::open(&path).unwrap()).unwrap();
        let read: Vec<String> =
            reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(read.len(), 2);
        assert!(read[1].contains("\"b\"") && read[1].contains("3.5"), "{read:?}");
    }
}
