//! Names in the module, where there are no scopes.
//!
//! As those of packages, names of modules are left out where they are not needed: `Cart_Full` is the
//! exception `shop::Cart::Full`. Of two that would be the same the later has its modules' names, too.

use std::collections::{HashMap, HashSet};

use crate::names::free;

use super::tree::{DeclId, Tree};

/// Names by declaration.
#[derive(Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    given: HashMap<DeclId, String>,
}

impl Names {
    /// Gives a declaration a name.
    pub(super) fn give(&mut self, tree: &Tree, id: DeclId) {
        let path = tree.path(id);
        let short = path[tree.modules(id)..].join("_");
        let name = match self.taken.contains(&short) {
            false => {
                self.taken.insert(short.clone());
                short
            }
            true => free(&mut self.taken, path.join("_")),
        };
        self.given.insert(id, name);
    }

    /// A name for what the definition has none for.
    pub(super) fn free(&mut self, name: &str) -> String {
        free(&mut self.taken, name.to_owned())
    }

    pub(super) fn of(&self, id: DeclId) -> String {
        self.given.get(&id).cloned().unwrap_or_default()
    }
}
