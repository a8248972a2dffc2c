//! The files of a definition, as descriptors.

use std::collections::HashMap;

use protox::prost_reflect::prost_types::FileDescriptorProto;

use crate::place::Span;
use crate::source::Sources;

/// All files of a definition, each after its imports; the definition's own file is last.
pub(crate) struct Set {
    pub(crate) files: Vec<FileDescriptorProto>,
    /// The source numbers of the files that were read, by the names under which they are imported.
    pub(super) read: HashMap<String, u32>,
    /// What methods raise, by their full names.
    pub(super) raises: HashMap<String, Raises>,
}

impl Set {
    /// Files that were not read from text, and the exceptions of their methods.
    pub(crate) fn of(files: Vec<FileDescriptorProto>, raises: HashMap<String, Raises>) -> Self {
        Set {
            files,
            read: HashMap::new(),
            raises,
        }
    }

    /// What a method raises, by its full name.
    pub(super) fn raised(&self, method: &str) -> &[(String, Option<String>)] {
        self.raises.get(method).map_or(&[], Vec::as_slice)
    }

    /// The definition's own file.
    pub(crate) fn own(&self) -> Option<&FileDescriptorProto> {
        self.files.last()
    }

    /// The files whose declarations make up the definition: its own, those that it imports
    /// publicly, and if none of these declares anything, the files that they import.
    pub(crate) fn roots(&self) -> Vec<&FileDescriptorProto> {
        let mut roots: Vec<&FileDescriptorProto> = self.own().into_iter().collect();
        let mut at = 0;
        while let Some(root) = roots.get(at).copied() {
            let public = root.public_dependency.iter();
            let public = public.filter_map(|i| root.dependency.get(*i as usize));
            self.take(&mut roots, public);
            at += 1;
            if at == roots.len() && roots.iter().all(|root| is_empty(root)) {
                for root in roots.clone() {
                    self.take(&mut roots, root.dependency.iter());
                }
            }
        }
        roots
    }

    fn take<'a>(
        &'a self,
        roots: &mut Vec<&'a FileDescriptorProto>,
        names: impl Iterator<Item = &'a String>,
    ) {
        for name in names {
            let found = self.files.iter().find(|file| file.name() == name);
            let known = roots.iter().any(|root| root.name() == name);
            roots.extend(found.filter(|_| !known));
        }
    }

    /// The place of the declaration at `path` in a file's descriptor; the file's beginning if
    /// unknown.
    pub(crate) fn place(
        &self,
        sources: &Sources<'_>,
        file: &FileDescriptorProto,
        path: &[i32],
    ) -> Span {
        let Some(&source) = self.read.get(file.name()) else {
            return Span::default();
        };
        place(sources, file, source, path)
    }
}

/// What stands at `path` of a descriptor, or the nearest thing around it.
pub(super) fn place(
    sources: &Sources<'_>,
    file: &FileDescriptorProto,
    source: u32,
    path: &[i32],
) -> Span {
    let locations = file.source_code_info.iter().flat_map(|info| &info.location);
    let around = locations.filter(|l| path.starts_with(&l.path));
    let Some(nearest) = around.max_by_key(|l| l.path.len()) else {
        return Span {
            file: source,
            start: 0,
            end: 0,
        };
    };
    let offset = |line: i32, column: i32| sources.offset(source, line as u32, column as u32);
    let (start, end) = match nearest.span[..] {
        [line, from, to] => (offset(line, from), offset(line, to)),
        [line, from, last, to] => (offset(line, from), offset(last, to)),
        _ => (0, 0),
    };
    Span {
        file: source,
        start,
        end,
    }
}

/// What a method raises: each name as written, and the message it resolves to.
pub(super) type Raises = Vec<(String, Option<String>)>;

/// Whether a file declares nothing.
pub(crate) fn is_empty(file: &FileDescriptorProto) -> bool {
    let types = file.message_type.is_empty() && file.enum_type.is_empty();
    types && file.service.is_empty() && file.extension.is_empty()
}
