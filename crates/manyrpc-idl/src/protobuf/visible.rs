//! Which declarations of other files a file sees, and which type a name refers to there.
//!
//! A file sees its imports and, transitively, their public imports; names are looked up among these
//! only, from the innermost scope outwards (language specification, "Importing definitions",
//! "Packages and name resolution"). The crate that checks definitions follows public imports one
//! step only, and lets declarations that a file does not see hide those it sees. So it is given
//! files that import everything they see, and names with a leading dot where it would resolve them
//! differently.

use std::collections::{BTreeSet, HashMap, HashSet};

use protox::file::File;
use protox::prost_reflect::prost_types::{
    DescriptorProto, EnumDescriptorProto, FieldDescriptorProto, FileDescriptorProto,
};

/// Rewrites files so that the crate resolves their names as the language does. Rewritten files lose
/// their texts.
pub(super) fn show(files: &mut HashMap<String, File>) {
    let all: HashMap<String, FileDescriptorProto> = files
        .iter()
        .map(|(name, file)| (name.clone(), file.file_descriptor_proto().clone()))
        .collect();
    let mut scopes = Scopes::default();
    all.values().for_each(|file| scopes.file(file));
    for (name, file) in &all {
        let seen = seen(file, &all);
        let mut shown = file.clone();
        let imports = |name: &str| file.dependency.iter().any(|import| import == name);
        let further = seen.iter().filter(|name| !imports(name));
        shown
            .dependency
            .extend(further.map(|name| (*name).to_owned()));
        let names = Names {
            scopes: &scopes,
            seen: &seen,
            own: name,
        };
        names.file(&mut shown);
        if shown != *file {
            files.insert(name.clone(), File::from_file_descriptor_proto(shown));
        }
    }
}

/// Removes the added imports; `imports` lists the original ones.
pub(super) fn restore(files: &mut [FileDescriptorProto], imports: &HashMap<String, Vec<String>>) {
    for file in files {
        let own = imports.get(file.name());
        file.dependency.truncate(own.map_or(usize::MAX, Vec::len));
    }
}

/// A path that ends in an import cycle: the files, each with the index of the import to the next;
/// the last one's import leads back into the path.
pub(super) fn cycle(
    file: &str,
    imports: &HashMap<String, Vec<String>>,
) -> Option<Vec<(String, usize)>> {
    let mut way: Vec<(&str, usize)> = vec![(file, 0)];
    let mut done: HashSet<&str> = HashSet::new();
    while let Some((name, next)) = way.last_mut() {
        let import = imports.get(*name).and_then(|all| all.get(*next));
        let Some(import) = import else {
            done.insert(name);
            way.pop();
            continue;
        };
        *next += 1;
        if way.iter().any(|(on_way, _)| on_way == import) {
            let way = way.into_iter();
            return Some(
                way.map(|(name, next)| (name.to_owned(), next - 1))
                    .collect(),
            );
        }
        if !done.contains(&**import) {
            way.push((import, 0));
        }
    }
    None
}

/// The files that a file sees, without itself.
fn seen<'a>(
    file: &'a FileDescriptorProto,
    all: &'a HashMap<String, FileDescriptorProto>,
) -> BTreeSet<&'a str> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut waiting: Vec<&str> = file.dependency.iter().map(String::as_str).collect();
    while let Some(name) = waiting.pop() {
        if name == file.name() || !seen.insert(name) {
            continue;
        }
        if let Some(through) = all.get(name) {
            let public = through.public_dependency.iter();
            let public = public.filter_map(|at| through.dependency.get(*at as usize));
            waiting.extend(public.map(String::as_str));
        }
    }
    seen
}

/// The kinds of named declarations.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Symbol {
    /// A package or a service.
    Scope,
    /// A message or an enumeration.
    Type,
    /// A field, a member or a method; contains no further names.
    Other,
}

/// The declarations of all files by full name (no leading dot): which file declares it, and its
/// kind.
#[derive(Default)]
struct Scopes<'a> {
    symbols: HashMap<String, Vec<(&'a str, Symbol)>>,
}

impl<'a> Scopes<'a> {
    fn file(&mut self, file: &'a FileDescriptorProto) {
        let (name, package) = (file.name(), file.package());
        let mut declare = |full: String, symbol| {
            self.symbols.entry(full).or_default().push((name, symbol));
        };
        let ends = package.match_indices('.').map(|(at, _)| at);
        for end in ends.chain([package.len()]).filter(|end| *end > 0) {
            declare(package[..end].to_owned(), Symbol::Scope);
        }
        fields(package, &file.extension, &mut declare);
        enums(package, &file.enum_type, &mut declare);
        for of in &file.message_type {
            message(package, of, &mut declare);
        }
        for service in &file.service {
            let name = join(package, service.name());
            for method in &service.method {
                declare(join(&name, method.name()), Symbol::Other);
            }
            declare(name, Symbol::Scope);
        }
    }

    /// The full name that a name in a scope refers to, among the visible ones; `any` also considers
    /// declarations that are no types.
    fn resolved(
        &self,
        scope: &str,
        name: &str,
        any: bool,
        is_seen: impl Fn(&str) -> bool,
    ) -> String {
        let (first, is_whole) = match name.split_once('.') {
            Some((first, _)) => (first, false),
            None => (name, true),
        };
        let ends = |symbol: Symbol| match symbol {
            Symbol::Type => true,
            Symbol::Scope => any || !is_whole,
            Symbol::Other => any && is_whole,
        };
        let mut scope = scope;
        while !scope.is_empty() {
            let found = self.symbols.get(&join(scope, first));
            let mut seen = found
                .iter()
                .copied()
                .flatten()
                .filter(|(file, _)| is_seen(file));
            if seen.any(|(_, symbol)| ends(*symbol)) {
                return join(scope, name);
            }
            scope = scope.rsplit_once('.').map_or("", |(around, _)| around);
        }
        name.to_owned()
    }
}

fn message(scope: &str, of: &DescriptorProto, declare: &mut dyn FnMut(String, Symbol)) {
    let name = join(scope, of.name());
    fields(&name, &of.field, declare);
    fields(&name, &of.extension, declare);
    for oneof in &of.oneof_decl {
        declare(join(&name, oneof.name()), Symbol::Other);
    }
    enums(&name, &of.enum_type, declare);
    for nested in &of.nested_type {
        message(&name, nested, declare);
    }
    declare(name, Symbol::Type);
}

fn fields(scope: &str, of: &[FieldDescriptorProto], declare: &mut dyn FnMut(String, Symbol)) {
    for field in of {
        declare(join(scope, field.name()), Symbol::Other);
    }
}

/// Members belong to the scope around their enumeration.
fn enums(scope: &str, all: &[EnumDescriptorProto], declare: &mut dyn FnMut(String, Symbol)) {
    for of in all {
        declare(join(scope, of.name()), Symbol::Type);
        for member in &of.value {
            declare(join(scope, member.name()), Symbol::Other);
        }
    }
}

/// Resolves the names of one file.
struct Names<'a> {
    scopes: &'a Scopes<'a>,
    /// The files that it sees, without itself.
    seen: &'a BTreeSet<&'a str>,
    own: &'a str,
}

impl Names<'_> {
    fn file(&self, file: &mut FileDescriptorProto) {
        let package = file.package().to_owned();
        for extension in &mut file.extension {
            self.field(&package, extension);
        }
        for message in &mut file.message_type {
            self.message(&package, message);
        }
        for service in &mut file.service {
            let scope = join(&package, service.name());
            for method in &mut service.method {
                self.name(&scope, &mut method.input_type, true);
                self.name(&scope, &mut method.output_type, true);
            }
        }
    }

    fn message(&self, scope: &str, message: &mut DescriptorProto) {
        let scope = join(scope, message.name());
        for field in message.field.iter_mut().chain(&mut message.extension) {
            self.field(&scope, field);
        }
        for nested in &mut message.nested_type {
            self.message(&scope, nested);
        }
    }

    fn field(&self, scope: &str, field: &mut FieldDescriptorProto) {
        self.name(scope, &mut field.type_name, false);
        self.name(scope, &mut field.extendee, true);
    }

    /// Replaces a name by its full name if the crate would resolve it differently.
    fn name(&self, scope: &str, name: &mut Option<String>, any: bool) {
        let Some(written) = name.as_deref().filter(|name| !name.starts_with('.')) else {
            return;
        };
        let is_seen = |file: &str| file == self.own || self.seen.contains(file);
        let resolved = self.scopes.resolved(scope, written, any, is_seen);
        if resolved != self.scopes.resolved(scope, written, false, |_| true) {
            *name = Some(format!(".{resolved}"));
        }
    }
}

fn join(scope: &str, name: &str) -> String {
    match scope {
        "" => name.to_owned(),
        scope => format!("{scope}.{name}"),
    }
}
