//! Panics while the full screen is shown, as soon as a game is dealt. The terminal test runs it
//! to check that the terminal is restored.

use eights_local::Open;
use eights_tui::{App, ConnectError, Connection, Connector, Depth, JoinRequest, Menu, Pace, Skin, run};

struct Panicking;

impl Connector for Panicking {
    fn local(&mut self, _: Open, _: Pace) -> Result<Box<dyn Connection>, ConnectError> {
        panic!("the floor opens");
    }

    fn server(&mut self, _: JoinRequest) -> Result<Box<dyn Connection>, ConnectError> {
        unreachable!("no server is used here")
    }

    fn seed(&mut self) -> String {
        "1".into()
    }
}

fn main() -> std::io::Result<()> {
    let skin = Skin { depth: Depth::Sixteen, unicode: true, letters: false };
    run(&mut App::new(skin, Menu::new("Ada"), Box::new(Panicking)))?;
    Ok(())
}
