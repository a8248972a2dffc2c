//! The descriptors of a server's definitions.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use manyrpc_dynamic::rendering;
use manyrpc_idl::protobuf::{Described, describe};

use crate::dynamic::{Definition, DynamicInterface};

/// Files by name, and by the symbols they declare.
#[derive(Default)]
pub(super) struct Files {
    files: BTreeMap<String, Described>,
    /// The file of each symbol.
    symbols: HashMap<String, String>,
}

impl Files {
    /// The files of all definitions of these interfaces, except definitions that cannot be
    /// expressed in `.proto`.
    pub(super) fn of(interfaces: impl Iterator<Item = DynamicInterface>) -> Self {
        let mut files = Files::default();
        let mut seen: Vec<Arc<Definition>> = Vec::new();
        for interface in interfaces {
            let definition = interface.shared_definition();
            if !seen.iter().any(|known| Arc::ptr_eq(known, &definition)) {
                files.add(&definition);
                seen.push(definition);
            }
        }
        files
    }

    fn add(&mut self, definition: &Definition) {
        let module = rendering(&definition.module, &definition.lowered);
        let mut name = format!("{}.proto", module.name);
        // Another definition may have the same name.
        for n in 2.. {
            if !self.files.contains_key(&name) {
                break;
            }
            name = format!("{}_{n}.proto", module.name);
        }
        for file in describe(&module, &name).into_iter().flatten() {
            for symbol in &file.symbols {
                let of = self.symbols.entry(symbol.clone());
                of.or_insert_with(|| file.name.clone());
            }
            self.files.entry(file.name.clone()).or_insert(file);
        }
    }

    /// The file with that name, followed by everything it imports.
    pub(super) fn file(&self, name: &str) -> Option<Vec<&Described>> {
        let mut found = vec![self.files.get(name)?];
        let mut at = 0;
        while let Some(file) = found.get(at) {
            let imports = file.imports.iter().filter_map(|name| self.files.get(name));
            for import in imports.collect::<Vec<_>>() {
                if !found.iter().any(|known| known.name == import.name) {
                    found.push(import);
                }
            }
            at += 1;
        }
        Some(found)
    }

    /// The file that declares the symbol with that full name.
    pub(super) fn symbol(&self, name: &str) -> Option<Vec<&Described>> {
        self.file(self.symbols.get(name)?)
    }

    /// Whether a symbol with that name exists, as a message or anything else.
    pub(super) fn knows(&self, symbol: &str) -> bool {
        self.symbols.contains_key(symbol)
    }
}
