//! `eights rulebook`: runs the examples in the pages of the rulebook.

use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::Context;
use eights::rulebook::{self, BlockError};
use eights_config::Document;
use eights_match::Catalog;

use crate::{
    Ending, FAILED, FINE, UNREADABLE,
    files::{self, Files},
};

/// Run the examples in rulebook pages
///
/// Exit status: 0 if every block holds, 1 if a block fails, 2 if a page cannot be read or a block
/// cannot be set up.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Pages, or folders of pages
    #[arg(default_value = "rulebook")]
    paths: Vec<PathBuf>,
    /// Also list which page proves which clause, and the clauses that no page proves
    #[arg(long)]
    clauses: bool,
    /// Print only failures and the total
    #[arg(long, short)]
    quiet: bool,
}

/// The results of all pages.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    /// The number of failed blocks that could not be set up.
    unplayable: usize,
    /// The number of pages that could not be read.
    unreadable: usize,
    /// The pages that prove each clause, by game and clause.
    proofs: BTreeMap<(String, String), Vec<String>>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Ending {
    let mut pages = Vec::new();
    for path in &args.paths {
        collect(path, &mut pages).with_context(|| format!("cannot read {}", path.display()))?;
    }
    if pages.is_empty() {
        anyhow::bail!("no pages (*.md) below {}", args.paths[0].display());
    }
    let mut tally = Tally::default();
    for page in &pages {
        run_page(page, args, &mut tally, out)?;
    }
    let holes = if args.clauses { clause_table(&pages, &tally, out)? } else { 0 };
    writeln!(out, "{}", tally.total())?;
    Ok(match (tally.unreadable + tally.unplayable, tally.failed + holes) {
        (0, 0) => FINE,
        (0, _) => FAILED,
        _ => UNREADABLE,
    })
}

impl Tally {
    /// `9 blocks hold, 2 fail, 1 page cannot be read`, without the parts that are zero.
    fn total(&self) -> String {
        let mut parts = vec![holding(self.passed)];
        if self.failed > 0 {
            parts.push(format!("{} {}", self.failed, if self.failed == 1 { "fails" } else { "fail" }));
        }
        if self.unreadable > 0 {
            let pages = if self.unreadable == 1 { "page" } else { "pages" };
            parts.push(format!("{} {pages} cannot be read", self.unreadable));
        }
        parts.join(", ")
    }
}

fn holding(n: usize) -> String {
    format!("{n} {}", if n == 1 { "block holds" } else { "blocks hold" })
}

/// Collects every page below a path, sorted by name.
fn collect(path: &Path, pages: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        fs::metadata(path)?;
        pages.push(path.to_owned());
        return Ok(());
    }
    let mut entries: Vec<PathBuf> =
        fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            collect(&entry, pages)?;
        } else if entry.extension().is_some_and(|extension| extension == "md") {
            pages.push(entry);
        }
    }
    Ok(())
}

/// The game that the folder of a page is named after.
fn game_of(page: &Path) -> Option<String> {
    let named = page.ancestors().filter_map(|path| path.file_name()?.to_str().map(str::to_owned));
    named.into_iter().find(|name| Catalog::game(name).is_ok())
}

fn run_page(page: &Path, args: &Args, tally: &mut Tally, out: &mut impl Write) -> anyhow::Result<()> {
    let shown = page.display();
    let text = match files::read(page) {
        Ok(text) => text,
        Err(error) => {
            tally.unreadable += 1;
            writeln!(out, "{error:#}")?;
            return Ok(());
        }
    };
    let blocks = match rulebook::read(&text) {
        Ok(blocks) if !blocks.is_empty() => blocks,
        Ok(_) => {
            tally.unreadable += 1;
            writeln!(out, "{shown}: no play block on this page")?;
            return Ok(());
        }
        Err(problems) => {
            tally.unreadable += 1;
            for (line, why) in problems {
                writeln!(out, "{shown}:{line}: {why}")?;
            }
            return Ok(());
        }
    };
    let files = Files::below(page.parent().unwrap_or(Path::new("")));
    let source = Catalog::new(&files);
    let (mut failed, total) = (0, blocks.len());
    for mut block in blocks {
        block.heading.game = block.heading.game.or_else(|| game_of(page));
        let game = block.heading.game.clone().unwrap_or_default();
        match rulebook::run(&block, &source) {
            Ok(()) => {
                tally.passed += 1;
                for clause in block.clauses {
                    let pages = tally.proofs.entry((game.clone(), clause)).or_default();
                    let page = shown.to_string();
                    if !pages.contains(&page) {
                        pages.push(page);
                    }
                }
            }
            Err(BlockError::Unplayable { line, why }) => {
                tally.unplayable += 1;
                failed += 1;
                writeln!(out, "{shown}:{line}: {why}")?;
            }
            Err(BlockError::Differs { line, expected, happened }) => {
                failed += 1;
                writeln!(out, "{shown}:{line}: expected: {expected}\n{shown}:{line}: happened: {happened}")?;
            }
        }
    }
    tally.failed += failed;
    if failed > 0 {
        let (blocks, fail) =
            (if total == 1 { "block" } else { "blocks" }, if failed == 1 { "fails" } else { "fail" });
        writeln!(out, "{shown}: {failed} of {total} {blocks} {fail}")?;
    } else if !args.quiet && !args.clauses {
        writeln!(out, "{shown}: {}", holding(total))?;
    }
    Ok(())
}

/// Prints the pages that prove each clause of every `clauses.toml` beside the pages; returns the
/// number of clauses that are unproven or do not exist.
fn clause_table(pages: &[PathBuf], tally: &Tally, out: &mut impl Write) -> anyhow::Result<usize> {
    let mut folders: Vec<&Path> = pages.iter().filter_map(|page| page.parent()).collect();
    folders.sort();
    folders.dedup();
    let mut holes = 0;
    for folder in folders {
        let list = folder.join("clauses.toml");
        if !list.is_file() {
            continue;
        }
        let game = game_of(&list).unwrap_or_default();
        let shown = list.display().to_string();
        let document = Document::toml(&shown, &files::read(&list)?).map_err(files::complain)?;
        let clauses = document.get("clause").and_then(|list| list.as_array()).cloned().unwrap_or_default();
        let ids: Vec<String> =
            clauses.iter().filter_map(|clause| clause.get("id")?.as_str().map(str::to_owned)).collect();
        for id in &ids {
            match tally.proofs.get(&(game.clone(), id.clone())) {
                Some(pages) => writeln!(out, "{id:<12} {}", pages.join(", "))?,
                None => {
                    holes += 1;
                    writeln!(out, "{id:<12} not proven by any page")?;
                }
            }
        }
        for (_, id) in tally.proofs.keys().filter(|(of, id)| *of == game && !ids.contains(id)) {
            holes += 1;
            writeln!(
                out,
                "{id:<12} is named on {}, but there is no such clause",
                tally.proofs[&(game.clone(), id.clone())].join(", ")
            )?;
        }
        let clauses = if ids.len() == 1 { "clause" } else { "clauses" };
        writeln!(out, "{shown}: {} {clauses}", ids.len())?;
    }
    Ok(holes)
}
