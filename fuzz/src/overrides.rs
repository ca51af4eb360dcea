//! Changes to a shipped rule set, as `--with` and `with:` take them.

use eights_match::{Catalog, Shipped};

use crate::{BASES, Choices, look_at};

/// The first byte is the rule set, the rest is what is different.
pub fn survive(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let Some(base) = choices.pick(&BASES) else { return };
    let text = choices.text();
    match Catalog::new(&Shipped).rules(base.game.id, &base.name, &text) {
        Ok(rules) => look_at(&rules, &mut Choices::new(&bytes[bytes.len() / 2..])),
        Err(problems) => assert!(!problems.is_empty(), "refused without a reason"),
    }
}
