//! Pages of the rulebook: parsed and played without trusting them.

use eights::rulebook;
use eights_match::{Catalog, Shipped};

/// The maximum number of blocks of a page that are run.
const MAX_BLOCKS: usize = 12;

/// The whole input is one page.
pub fn survive(bytes: &[u8]) {
    let page = String::from_utf8_lossy(bytes);
    let lines = page.lines().count();
    match rulebook::read(&page) {
        Ok(blocks) => {
            for mut block in blocks.into_iter().take(MAX_BLOCKS) {
                assert!((1..=lines).contains(&block.line), "a block in line {} of {lines}", block.line);
                // A page need not name its game, since its folder does.
                let named = block.heading.game.take();
                for game in Catalog::games() {
                    block.heading.game = named.clone().or_else(|| Some(game.id.to_owned()));
                    let _ = rulebook::run(&block, &Catalog::new(&Shipped));
                }
            }
        }
        Err(problems) => {
            assert!(!problems.is_empty(), "refused without a reason");
            problems.iter().for_each(|(line, why)| assert!((1..=lines).contains(line), "{line}: {why}"));
        }
    }
}
