//! `eights rulebook`: running the pages of the rulebook.

use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::Context;
use eights::rulebook::{self, Fault};
use eights_paper::Paper;
use eights_table::Catalog;

use crate::{
    Ending, FAILED, FINE, UNREADABLE,
    files::{self, Files},
};

/// Run the examples in rulebook pages and say which do not hold
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Pages, or folders of pages
    #[arg(default_value = "rulebook")]
    paths: Vec<PathBuf>,
    /// Print which page proves which clause, and which clauses no page proves
    #[arg(long)]
    clauses: bool,
    /// Only name the pages that fail
    #[arg(long, short)]
    quiet: bool,
}

/// How the pages came out.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    unreadable: usize,
    /// Which pages prove a clause, by game and clause.
    proofs: BTreeMap<(String, String), Vec<String>>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Ending {
    let mut pages = Vec::new();
    for path in &args.paths {
        collect(path, &mut pages).with_context(|| format!("cannot read {}", path.display()))?;
    }
    if pages.is_empty() {
        anyhow::bail!("there is no page below {}", args.paths[0].display());
    }
    let mut tally = Tally::default();
    for page in &pages {
        run_page(page, args, &mut tally, out)?;
    }
    let holes = if args.clauses { clause_table(&pages, &tally, out)? } else { 0 };
    writeln!(out, "{} blocks hold, {} do not", tally.passed, tally.failed)?;
    Ok(match (tally.unreadable, tally.failed + holes) {
        (0, 0) => FINE,
        (0, _) => FAILED,
        _ => UNREADABLE,
    })
}

/// Every page below a path, in order.
fn collect(path: &Path, pages: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        fs::metadata(path)?;
        pages.push(path.to_owned());
        return Ok(());
    }
    let mut entries: Vec<PathBuf> =
        fs::read_dir(path)?.map(|it| it.map(|it| it.path())).collect::<Result<_, _>>()?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            collect(&entry, pages)?;
        } else if entry.extension().is_some_and(|it| it == "md") {
            pages.push(entry);
        }
    }
    Ok(())
}

/// The game that the folder of a page is named after.
fn game_of(page: &Path) -> Option<String> {
    let named = page.ancestors().filter_map(|it| it.file_name()?.to_str().map(str::to_owned));
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
            writeln!(out, "{shown}: the page has no play block")?;
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
    let theatre = Catalog::new(&files);
    let (mut failed, total) = (0, blocks.len());
    for mut block in blocks {
        block.heading.game = block.heading.game.or_else(|| game_of(page));
        let game = block.heading.game.clone().unwrap_or_default();
        match rulebook::run(&block, &theatre) {
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
            Err(Fault::Unplayable { line, why }) => {
                tally.unreadable += 1;
                failed += 1;
                writeln!(out, "{shown}:{line}: {why}")?;
            }
            Err(Fault::Differs { line, expected, happened }) => {
                tally.failed += 1;
                failed += 1;
                writeln!(out, "{shown}:{line}: expected: {expected}\n{shown}:{line}: happened: {happened}")?;
            }
        }
    }
    if failed > 0 {
        writeln!(out, "{shown}: {failed} of {total} blocks do not hold")?;
    } else if !args.quiet && !args.clauses {
        writeln!(out, "{shown}: {total} blocks hold")?;
    }
    Ok(())
}

/// Prints clause → pages for every clause list beside the pages; returns how
/// many clauses nothing proves.
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
        let paper = Paper::toml(&shown, &files::read(&list)?).map_err(files::complain)?;
        let clauses = paper.get("clause").and_then(|it| it.as_array()).cloned().unwrap_or_default();
        let ids: Vec<String> =
            clauses.iter().filter_map(|it| it.get("id")?.as_str().map(str::to_owned)).collect();
        for id in &ids {
            match tally.proofs.get(&(game.clone(), id.clone())) {
                Some(pages) => writeln!(out, "{id:<12} {}", pages.join(", "))?,
                None => {
                    holes += 1;
                    writeln!(out, "{id:<12} NO PAGE PROVES IT")?;
                }
            }
        }
        for (_, id) in tally.proofs.keys().filter(|(of, id)| *of == game && !ids.contains(id)) {
            holes += 1;
            writeln!(
                out,
                "{id:<12} is proven by {}, but it is no clause",
                tally.proofs[&(game.clone(), id.clone())].join(", ")
            )?;
        }
        writeln!(out, "{shown}: {} clauses", ids.len())?;
    }
    Ok(holes)
}
