//! Changes to a shipped rule set, in the syntax of `--with` and `with:`.

use eights_match::{Catalog, Shipped};

use crate::{BASES, Choices, look_at};

/// The first byte chooses the rule set, the rest is the changes.
pub fn survive(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let Some(base) = choices.pick(&BASES) else { return };
    let text = choices.text();
    match Catalog::new(&Shipped).rules(base.game.id, &base.name, &text) {
        Ok(rules) => look_at(&rules, &mut Choices::new(&bytes[bytes.len() / 2..])),
        Err(problems) => assert!(!problems.is_empty(), "refused without a reason"),
    }
}
