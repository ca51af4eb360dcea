//! Panics while the full screen is shown, as soon as a game is dealt. The terminal test runs it
//! to check that the terminal is restored.

use eights_local::Open;
use eights_tui::{App, Depth, Doors, Line, Menu, Pace, Skin, Visit, run};

struct Trapdoor;

impl Doors for Trapdoor {
    fn local(&mut self, _: Open, _: Pace) -> Result<Box<dyn Line>, String> {
        panic!("the floor opens");
    }

    fn server(&mut self, _: Visit) -> Result<Box<dyn Line>, String> {
        Err("there is no server here".into())
    }

    fn seed(&mut self) -> String {
        "1".into()
    }
}

fn main() -> std::io::Result<()> {
    let skin = Skin { depth: Depth::Sixteen, unicode: true, letters: false };
    run(&mut App::new(skin, Menu::new("Ada"), Box::new(Trapdoor)))?;
    Ok(())
}
