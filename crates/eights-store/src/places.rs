//! Places that several servers share: who owns which table, who is alive, and how a dead one is replaced.
//!
//! A *node* is one start of one server. A table belongs to at most one node, and only that node
//! writes its matches. Nobody has to be right about who is dead: closing out a node makes the store
//! refuse everything that it writes afterwards, so a wrong guess costs a moment and never a step.
//!
//! A store that one server has for itself, such as a folder, answers with the defaults.

use std::{collections::HashMap, time::Duration};

use crate::{MatchId, RoomRow, StoreError};

/// The number of a node. A server that starts again is another node.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub struct NodeId(pub u64);

impl std::fmt::Display for NodeId {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Another node that has not been closed out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peer {
    pub id: NodeId,
    /// Where other nodes reach it; empty if they cannot.
    pub address: String,
    /// Since its last beat, by the clock of the store.
    pub silent: Duration,
}

/// The answer to a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The table is this node's: from now on, or already.
    Mine(RoomRow),
    /// Another node has it.
    Of(NodeId),
    NoSuchTable,
}

/// A table to give back, and the match whose steps the next owner must find.
pub type Released = (String, Option<MatchId>);

/// Tables and their owners.
pub type Owners = HashMap<String, Option<NodeId>>;

/// What nodes that share a store do beside reading and writing. All of it may block.
///
/// Errors are those of the store: it fails, or the node has been closed out.
#[allow(clippy::missing_errors_doc, reason = "said above for all of them")]
pub trait Places: Send + Sync {
    /// Whether other nodes may use the same store. If not, every table is this node's.
    fn is_shared(&self) -> bool {
        false
    }

    fn node(&self) -> NodeId {
        NodeId::default()
    }

    /// Takes a table that nobody owns.
    fn claim(&self, _code: &str) -> Result<Claim, StoreError> {
        Ok(Claim::NoSuchTable)
    }

    /// Takes some tables that nobody owns, up to a number.
    fn claim_some(&self, _limit: u32) -> Result<Vec<RoomRow>, StoreError> {
        Ok(Vec::new())
    }

    /// Gives tables back. Nothing may be pending for them, and this node writes their matches no more.
    fn release(&self, _tables: Vec<Released>) -> Result<(), StoreError> {
        Ok(())
    }

    /// Those of these tables that exist, each with its owner if it has one.
    fn owners(&self, codes: &[String]) -> Result<Owners, StoreError> {
        Ok(codes.iter().map(|code| (code.clone(), Some(self.node()))).collect())
    }

    /// Who owns a table, without taking it; none if nobody does.
    fn owner(&self, code: &str) -> Result<Option<NodeId>, StoreError> {
        Ok(self.owners(&[code.to_owned()])?.remove(code).flatten())
    }

    /// Says that this node is alive.
    fn beat(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// The other nodes that have not been closed out.
    fn peers(&self) -> Result<Vec<Peer>, StoreError> {
        Ok(Vec::new())
    }

    /// Takes a node for dead: refuses everything that it writes from now on, and frees its tables
    /// with all steps that were acknowledged. Harmless if it was done before.
    fn close_out(&self, _node: NodeId) -> Result<(), StoreError> {
        Ok(())
    }

    /// Goes on as another node after this one was closed out.
    fn rejoin(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// What the nodes of a shared store can show each other as proof, and nobody else.
    fn secret(&self) -> Result<String, StoreError> {
        Ok(String::new())
    }

    /// A sentence for each thing that the operator should know.
    fn problems(&self) -> Vec<String> {
        Vec::new()
    }

    /// Checks that a write which is acknowledged now survives the loss of a machine.
    fn is_replicated(&self) -> Result<(), StoreError> {
        Ok(())
    }
}
