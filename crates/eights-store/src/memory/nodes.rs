//! Nodes that share a store in memory: ownership, beats and fences.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    time::Instant,
};

use crate::{MatchId, NodeId, Op, Peer, Released, StoreError};

#[derive(Clone, Default)]
pub(super) struct Nodes {
    /// The nodes that have not been closed out.
    open: BTreeMap<NodeId, Node>,
    /// The number of the last node.
    last: u64,
    /// The owners of tables. A table that is not here is free.
    owners: HashMap<String, NodeId>,
    /// Matches that a node has given away, until it gets their table again.
    released: HashSet<(NodeId, MatchId, String)>,
}

#[derive(Clone)]
struct Node {
    address: String,
    beat: Instant,
}

impl Nodes {
    pub(super) fn is_open(&self, node: NodeId) -> Result<(), StoreError> {
        // A store that is not shared has no nodes.
        if self.last == 0 || self.open.contains_key(&node) { Ok(()) } else { Err(StoreError::Fenced) }
    }

    /// Checks that a node may write these ops. A table that does not exist yet may be founded.
    pub(super) fn check(&self, node: NodeId, ops: &[Op]) -> Result<(), StoreError> {
        self.is_open(node)?;
        for op in ops {
            match op {
                Op::Room { code, .. } | Op::DropRoom(code) => match self.owners.get(code) {
                    Some(owner) if *owner != node => return Err(StoreError::NotOwner(code.clone())),
                    _ => (),
                },
                Op::Append(id, _) => {
                    let given = self.released.iter().find(|(of, released, _)| (*of, released) == (node, id));
                    if let Some((_, _, code)) = given {
                        return Err(StoreError::NotOwner(code.clone()));
                    }
                }
                _ => (),
            }
        }
        Ok(())
    }

    /// Remembers who founded tables.
    pub(super) fn note(&mut self, node: NodeId, ops: &[Op]) {
        for op in ops {
            match op {
                Op::Room { code, .. } => drop(self.owners.insert(code.clone(), node)),
                Op::DropRoom(code) => drop(self.owners.remove(code)),
                _ => (),
            }
        }
    }

    pub(super) fn add(&mut self, address: &str) -> NodeId {
        self.last += 1;
        let node = NodeId(self.last);
        self.open.insert(node, Node { address: address.into(), beat: Instant::now() });
        node
    }

    pub(super) fn take(&mut self, node: NodeId, code: &str) {
        self.owners.insert(code.to_owned(), node);
        self.released.retain(|(of, _, released)| (*of, &**released) != (node, code));
    }
}

impl Nodes {
    /// The owner of a table, if it has one.
    pub(super) fn owner(&self, code: &str) -> Option<NodeId> {
        self.owners.get(code).copied().filter(|owner| *owner != NOBODY)
    }

    pub(super) fn is_free(&self, code: &str) -> bool {
        self.owners.get(code) == Some(&NOBODY)
    }

    pub(super) fn release(&mut self, node: NodeId, tables: Vec<Released>) {
        for (code, id) in tables {
            if self.owner(&code) == Some(node) {
                self.owners.insert(code.clone(), NOBODY);
                self.released.extend(id.map(|id| (node, id, code)));
            }
        }
    }

    pub(super) fn beat(&mut self, node: NodeId) {
        if let Some(node) = self.open.get_mut(&node) {
            node.beat = Instant::now();
        }
    }

    pub(super) fn others(&self, node: NodeId) -> Vec<Peer> {
        let others = self.open.iter().filter(|(id, _)| **id != node);
        let peer = |(id, node): (&NodeId, &Node)| Peer {
            id: *id,
            address: node.address.clone(),
            silent: node.beat.elapsed(),
        };
        others.map(peer).collect()
    }

    pub(super) fn close_out(&mut self, node: NodeId) {
        self.open.remove(&node);
        for owner in self.owners.values_mut().filter(|owner| **owner == node) {
            *owner = NOBODY;
        }
    }
}

/// The owner of tables that nobody owns: it is written explicitly, since a table without an entry
/// does not exist.
const NOBODY: NodeId = NodeId(u64::MAX);
