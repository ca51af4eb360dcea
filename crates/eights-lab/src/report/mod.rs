//! Results as people and their tools read them: JSON, CSV, Parquet and one page of HTML.

mod chart;
mod html;
mod rows;
mod summary;

use std::{fs, path::Path};

pub use html::page;
pub use rows::{Row, csv, parquet, rows};
pub use summary::{
    ArenaReport, CardStats, Comparison, Number, Origin, RuleSetInfo, Skill, Summary, TrialReport,
};

use crate::error::LabError;

/// The files that a report consists of.
pub const FILES: [&str; 4] = ["report.html", "report.json", "report.csv", "report.parquet"];

/// Makes the folder of a report and makes sure that files can be written there,
/// before hours of work are spent on what they shall hold.
///
/// # Errors
///
/// What cannot be written.
pub fn prepare(folder: &Path) -> Result<(), LabError> {
    fs::create_dir_all(folder).map_err(|error| refused(folder, &error))?;
    for name in FILES {
        let path = folder.join(name);
        let kept = path.exists();
        let opened = fs::OpenOptions::new().append(true).create(true).open(&path);
        opened.map_err(|error| refused(&path, &error))?;
        if !kept {
            fs::remove_file(&path).map_err(|error| refused(&path, &error))?;
        }
    }
    Ok(())
}

/// Writes a report into a folder.
///
/// # Errors
///
/// What cannot be written.
pub fn write(summary: &Summary, folder: &Path) -> Result<(), LabError> {
    let rows = rows(summary);
    let json = serde_json::to_vec_pretty(summary).expect("a summary can always be written");
    let contents = [page(summary)?.into_bytes(), json, csv(&rows).into_bytes(), parquet(&rows)?];
    for (name, bytes) in FILES.iter().zip(contents) {
        let path = folder.join(name);
        fs::write(&path, bytes).map_err(|error| refused(&path, &error))?;
    }
    Ok(())
}

fn refused(path: &Path, error: &std::io::Error) -> LabError {
    LabError::Write(path.display().to_string(), error.to_string())
}
