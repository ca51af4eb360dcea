//! A whole rule sheet, in TOML or JSON: either refused with a list of its mistakes, or played.

use eights_classic::Classic;
use eights_config::Document;
use eights_match::{Catalog, Shipped};

use crate::{Choices, look_at};

/// A text that begins with a brace is JSON.
pub fn survive(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    if let Ok(document) = Document::read("sheet", text)
        && let Err(problems) = Classic::read(&document)
    {
        assert!(!problems.is_empty(), "refused without a reason");
        problems.iter().for_each(|problem| assert!(!problem.to_string().contains('\n'), "{problem}"));
    }
    for game in Catalog::games() {
        if let Ok(rules) = Catalog::new(&Shipped).text(game.id, "sheet", text) {
            look_at(&rules, &mut Choices::new(&bytes[bytes.len() / 2..]));
        }
    }
}
