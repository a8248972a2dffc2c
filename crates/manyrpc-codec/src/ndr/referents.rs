//! The targets of the full pointers of one call (C706, sections 14.3.10 and 14.3.11.1).

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use core::any::Any;
use core::fmt;

/// A value registered with a source or sink, so that later places can share it.
type Hold = Box<dyn Any + Send + Sync>;

/// The referents of one call and their identifiers, over all its messages.
///
/// A client passes the same one to the encoder of the request and the decoder of the reply, a
/// server to the decoder of the request and the encoder of the reply. Without full pointers it
/// stays empty and costs nothing. It keeps the values, or at least their addresses, alive, so that
/// no other value can be mistaken for one of them.
#[derive(Default)]
pub struct Referents(Option<Box<Table>>);

#[derive(Default)]
struct Table {
    nodes: BTreeMap<u32, Node>,
    /// Identifiers by identity, for the encoder.
    ids: BTreeMap<usize, u32>,
    /// The last identifier assigned, or the highest received.
    last: u32,
    /// The number of the current message within the call, from 1.
    message: u32,
}

/// The target of a full pointer.
struct Node {
    identity: usize,
    /// The last message that carried its value; 0 for none.
    message: u32,
    hold: Option<Hold>,
}

impl Referents {
    /// Identifiers with the identities that encoders or decoders registered for them.
    pub fn identities(&self) -> impl Iterator<Item = (u32, usize)> {
        let nodes = self.0.iter().flat_map(|table| &table.nodes);
        nodes.map(|(id, node)| (*id, node.identity))
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The referents so far, for the call's next message.
    #[cold]
    #[inline(never)]
    pub(super) fn next_message(&mut self) -> Self {
        self.table().message += 1;
        Referents(self.0.take())
    }

    fn table(&mut self) -> &mut Table {
        self.0.get_or_insert_with(|| {
            Box::new(Table {
                message: 1,
                ..Table::default()
            })
        })
    }

    /// The identifier of a value that is about to be sent.
    pub(super) fn id_of(&mut self, identity: usize) -> u32 {
        let table = self.table();
        if table.ids.is_empty() {
            let nodes = table.nodes.iter();
            table.ids = nodes.map(|(id, node)| (node.identity, *id)).collect();
        }
        if let Some(id) = table.ids.get(&identity) {
            return *id;
        }
        let id = table.unused();
        table.ids.insert(identity, id);
        table.nodes.insert(id, Node::new(identity));
        id
    }

    /// Whether a value has yet to be written into this message; marks it as written. Of several
    /// pointers, the one whose referent is written first carries the value, which need not be the
    /// pointer that came first: FreeDCE and Windows do the same.
    pub(super) fn takes_along(&mut self, identity: usize) -> bool {
        let table = self.table();
        let id = table.ids.get(&identity);
        match id.and_then(|id| table.nodes.get_mut(id)) {
            Some(node) => core::mem::replace(&mut node.message, table.message) != table.message,
            None => false,
        }
    }

    /// Holds a value that was sent, once.
    pub(super) fn hold(&mut self, identity: usize, hold: impl FnOnce() -> Hold) {
        let table = self.table();
        let id = table.ids.get(&identity);
        if let Some(node) = id.and_then(|id| table.nodes.get_mut(id)) {
            node.hold.get_or_insert_with(hold);
        }
    }

    /// Registers the value that later places of that identifier refer to.
    pub(super) fn note(&mut self, id: u32, identity: usize, hold: Hold) {
        let table = self.table();
        let node = Node {
            identity,
            message: table.message,
            hold: Some(hold),
        };
        table.nodes.insert(id, node);
        table.ids.clear();
        table.last = table.last.max(id);
    }

    /// The value registered for that identifier in this message.
    pub(super) fn noted(&self, id: u32) -> Option<&(dyn Any + Send + Sync)> {
        self.held(id, |node, message| node.message == message)
    }

    /// The value with that identifier in an earlier message.
    pub(super) fn earlier(&self, id: u32) -> Option<&(dyn Any + Send + Sync)> {
        self.held(id, |node, message| node.message != message)
    }

    fn held(&self, id: u32, which: fn(&Node, u32) -> bool) -> Option<&(dyn Any + Send + Sync)> {
        let table = self.0.as_ref()?;
        let node = table.nodes.get(&id)?;
        which(node, table.message).then_some(node.hold.as_deref()?)
    }
}

impl Drop for Referents {
    #[inline]
    fn drop(&mut self) {
        if let Some(table) = self.0.take() {
            end(table);
        }
    }
}

/// Out of line, so that calls without full pointers have little to clean up.
#[cold]
#[inline(never)]
fn end(table: Box<Table>) {
    drop(table);
}

impl Table {
    /// The next identifier, after those of earlier messages. A peer that numbers differently may
    /// have used it already; the search ends because 32 bits' worth of identifiers do not fit in a
    /// message.
    fn unused(&mut self) -> u32 {
        loop {
            self.last = self.last.wrapping_add(1);
            if self.last != 0 && !self.nodes.contains_key(&self.last) {
                return self.last;
            }
        }
    }
}

impl Node {
    fn new(identity: usize) -> Self {
        Node {
            identity,
            message: 0,
            hold: None,
        }
    }
}

impl fmt::Debug for Referents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.identities()).finish()
    }
}
