//! Writes results as HTML, JSON, CSV and, with the feature `parquet`, Parquet.

mod chart;
mod html;
#[cfg(feature = "parquet")]
mod parquet_file;
mod rows;
mod summary;

use std::{fs, path::Path};

pub use html::page;
pub use rows::{Row, csv, rows};
pub use summary::{
    ArenaReport, CardStats, Comparison, Number, Origin, RuleSetInfo, Skill, Summary, TrialReport,
};

use crate::error::LabError;

/// The files of a report. The Parquet file has the same table as the CSV file. The library that writes
/// it takes 39 of the 475 s of a release build (`cargo build --timings`), so it can be left out.
pub const FILES: &[&str] = &[
    "report.html",
    "report.json",
    "report.csv",
    #[cfg(feature = "parquet")]
    "report.parquet",
];

/// Creates the folder of a report and checks that its files can be written,
/// before hours are spent on computing them.
///
/// # Errors
///
/// [`LabError::Write`] with the path that cannot be written.
pub fn prepare(folder: &Path) -> Result<(), LabError> {
    fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    for name in FILES {
        let path = folder.join(name);
        // Opening for append leaves an older report alone, in case this run fails.
        let existed = path.exists();
        let opened = fs::OpenOptions::new().append(true).create(true).open(&path);
        opened.map_err(|error| cannot_write(&path, &error))?;
        if !existed {
            fs::remove_file(&path).map_err(|error| cannot_write(&path, &error))?;
        }
    }
    Ok(())
}

/// Writes a report into a folder.
///
/// # Errors
///
/// If a chart cannot be drawn or a file cannot be written.
pub fn write(summary: &Summary, folder: &Path) -> Result<(), LabError> {
    let rows = rows(summary);
    let json = serde_json::to_vec_pretty(summary).expect("a summary has only string keys");
    let contents = [
        page(summary)?.into_bytes(),
        json,
        csv(&rows).into_bytes(),
        #[cfg(feature = "parquet")]
        parquet_file::parquet(&rows)?,
    ];
    for (name, bytes) in FILES.iter().zip(contents) {
        let path = folder.join(name);
        fs::write(&path, bytes).map_err(|error| cannot_write(&path, &error))?;
    }
    Ok(())
}

fn cannot_write(path: &Path, error: &std::io::Error) -> LabError {
    LabError::Write(path.display().to_string(), error.to_string())
}
