//! Records golden journals: two matches of every rule set, with the fewest and the most players.
//!
//! Run it only when the engine number is raised, or for new rule sets. Existing files are not
//! overwritten.

use std::{error::Error, fs, path::PathBuf};

use eights::{Dice, Seed};
use eights_match::{Catalog, Shipped, journal};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden");
    fs::create_dir_all(&folder)?;
    let catalog = Catalog::new(&Shipped);
    for game in Catalog::games() {
        for name in Shipped::names(game.id) {
            let rules = catalog.rules(game.id, name, "").map_err(|problems| format!("{problems:?}"))?;
            let (least, most) = rules.seats().into_inner();
            for (i, seats) in [least, most].into_iter().enumerate() {
                let path = folder.join(format!("{}-{name}-{}.jsonl", game.id, i + 1));
                if path.exists() {
                    continue;
                }
                let seed = Seed::from_number(100 + i as u64);
                // The match itself uses the dice of steps 0, 1, 2 and so on.
                let mut dice = Dice::at(&seed, u64::MAX);
                let mut table = rules.start(seats, seed.clone())?;
                let mut entries = Vec::new();
                while let (Some(seat), true) = (table.asks(), entries.len() < 150) {
                    let options = table.options(seat);
                    let option = dice.pick(&options).ok_or("a question without an answer")?;
                    entries.push(table.act(seat, &option.say)?);
                }
                fs::write(&path, journal::write(&rules.head(seats, &seed), &entries))?;
                println!("{}: {} steps", path.display(), entries.len());
            }
        }
    }
    Ok(())
}
