//! Finds out for `eights --version` from which commit the program is built, and of which day that is.
//!
//! Asks, in this order: the variables `EIGHTS_COMMIT` and `EIGHTS_DATE`, which packages set; git;
//! `commit.txt`, which `git archive` fills in. Without all of them the program only knows its version.
//! `SOURCE_DATE_EPOCH` overrides the day that git names.
//!
//! What it sets does not start with `EIGHTS_`: nextest hands it on to the tests, and the server they
//! start would take it for a setting.

use std::{env, fs, path::Path, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=commit.txt");
    let origin = from_variables().or_else(from_git).or_else(from_archive);
    let number = env::var("CARGO_PKG_VERSION").expect("cargo sets it");
    match origin {
        Some((commit, date)) => {
            let words = [commit.clone(), date].join(" ");
            println!("cargo::rustc-env=VERSION_WITH_COMMIT={number} ({})", words.trim_end());
            println!("cargo::rustc-env=BUILT_FROM_COMMIT={commit}");
        }
        None => println!("cargo::rustc-env=VERSION_WITH_COMMIT={number}"),
    }
}

/// A commit, and the day of it or of the build; the day may be empty.
type Origin = (String, String);

fn variable(name: &str) -> Option<String> {
    println!("cargo::rerun-if-env-changed={name}");
    env::var(name).ok().filter(|text| !text.is_empty())
}

fn from_variables() -> Option<Origin> {
    let (commit, date) = (variable("EIGHTS_COMMIT"), variable("EIGHTS_DATE").or_else(source_date));
    Some((commit?, date.unwrap_or_default()))
}

/// Only in optimised builds: others would be linked again after every commit.
fn from_git() -> Option<Origin> {
    if env::var("PROFILE").ok()? != "release" {
        return None;
    }
    // Not the repository of somebody else in which these sources were unpacked.
    if git(&["rev-parse", "--show-prefix"])? != "crates/eights-cli/" {
        return None;
    }
    // A commit appends to this file; HEAD itself changes only with the branch.
    for name in ["logs/HEAD", "HEAD"] {
        let path = git(&["rev-parse", "--git-path", name])?;
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    parts(&git(&["log", "-1", "--abbrev=9", "--format=%h %cs"])?)
}

fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(["-c", "safe.directory=*"]).args(args).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn from_archive() -> Option<Origin> {
    parts(&fs::read_to_string("commit.txt").ok()?)
}

/// Takes `COMMIT DAY` apart; none if it is a template that nobody filled in.
fn parts(text: &str) -> Option<Origin> {
    let (commit, date) = text.trim().split_once(' ')?;
    let is_commit = commit.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_commit.then(|| (commit.to_owned(), source_date().unwrap_or_else(|| date.to_owned())))
}

/// `SOURCE_DATE_EPOCH`, the seconds since 1970 that reproducible builds use as their time, as a day.
fn source_date() -> Option<String> {
    let days = variable("SOURCE_DATE_EPOCH")?.parse::<u64>().ok()? / 86_400;
    // Hinnant's civil_from_days: years begin in March, so that the leap day is the last of its year.
    let (era, day) = ((days + 719_468) / 146_097, (days + 719_468) % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    Some(format!("{:04}-{month:02}-{day:02}", year + era * 400))
}
