//! The registry: the one list of games. Adding a game means adding a line here.

use std::{any::Any, sync::Arc};

use eights::reference::Schemas;
use eights_config::{Document, Problem, Written};
use eights_kit::{GameInfo, Playable};
use serde_json::Value;

use crate::{json, sheet_source::SheetSource};

/// Writes the enum of compiled rules and the list of entries from the list of games, so that a game
/// cannot be in one and missing in the other.
macro_rules! games {
    ($($(#[$cfg:meta])* $Name:ident($Game:ty)),* $(,)?) => {
        /// The compiled rules of one of the games.
        #[derive(Clone)]
        pub enum Rules {
            $($(#[$cfg])* #[doc = concat!("Rules of [`", stringify!($Game), "`].")] $Name(Arc<$Game>),)*
        }

        pub(crate) const GAMES: &[Entry] = &[
            $($(#[$cfg])* Entry {
                info: <$Game>::INFO,
                shipped: <$Game>::SHIPPED,
                schema: schema::<$Game>,
                compile: |document, cards, source| {
                    let (game, meaning) = compile::<$Game>(document, cards, source)?;
                    Ok((Rules::$Name(Arc::new(game)), meaning))
                },
            },)*
        ];

        /// The JSON Schema of a game's views (`View`), events (`Event`) and everything they are made of.
        /// Not part of the entries, so that programs that do not ask for it do not contain it.
        pub(crate) fn view_schema(game: GameInfo) -> Value {
            match game.id {
                $($(#[$cfg])* id if id == <$Game>::INFO.id => described::<$Game>(),)*
                _ => Value::Null,
            }
        }

        impl Rules {
            /// Performs an operation on the compiled rules, whichever game they belong to.
            pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
                match self {
                    $($(#[$cfg])* Rules::$Name(game) => visitor.visit(game),)*
                }
            }

            fn as_any(&self) -> &dyn Any {
                match self {
                    $($(#[$cfg])* Rules::$Name(game) => game,)*
                }
            }
        }
    };
}

games! {
    Classic(eights_classic::Classic),
    Crazier(eights_crazier::Crazier),
    Ball(eights_ball::Ball),
    #[cfg(feature = "example-game")]
    LastMatch(last_match::LastMatch),
}

/// What the registry knows about a game before any of its rules are compiled.
pub(crate) struct Entry {
    pub(crate) info: GameInfo,
    /// Name and text of every shipped rule set. The first is the default.
    pub(crate) shipped: &'static [(&'static str, &'static str)],
    pub(crate) schema: fn() -> Value,
    pub(crate) compile: Compile,
}

/// Compiles a sheet, with other cards than it names if `cards` says so. Also returns the meaning of
/// the rules as bytes, which are hashed to identify the rule set.
pub(crate) type Compile =
    fn(&Document, cards: Option<&str>, &dyn SheetSource) -> Result<(Rules, Vec<u8>), Vec<Problem>>;

/// The same operation for a game of any type; see [`Rules::visit`].
pub trait Visitor {
    /// What the operation returns.
    type Output;

    /// Performs the operation for a game.
    fn visit<G: Playable>(self, game: &Arc<G>) -> Self::Output;
}

impl Rules {
    /// The rules as those of a given game; `None` if they belong to another.
    pub fn of<G: Playable>(&self) -> Option<&Arc<G>> {
        self.as_any().downcast_ref()
    }
}

fn schema<G: Playable>() -> Value {
    G::Sheet::schema().to_value()
}

fn described<G: Playable>() -> Value {
    Schemas::new().with::<G::View>().with::<G::Seen>().into_value()
}

fn compile<G: Playable>(
    document: &Document,
    cards: Option<&str>,
    source: &dyn SheetSource,
) -> Result<(G, Vec<u8>), Vec<Problem>> {
    let game = match cards {
        Some(cards) => G::compile_with_cards(document, cards, &|name| source.cards(name))?,
        None => G::compile(document)?,
    };
    // The id makes sure that equal meanings of different games have different hashes.
    let mut meaning = Vec::new();
    json::write(&mut meaning, &(G::INFO.id, game.meaning())).expect("meanings always serialize");
    Ok((game, meaning))
}
