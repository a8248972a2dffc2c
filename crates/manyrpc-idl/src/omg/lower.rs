//! Lowers what was checked to the model.
//!
//! What the model has no word for are annotations and marks on uses of types:
//!
//! | key | on | what it says |
//! | --- | --- | --- |
//! | `omg.name` | types | the scoped name, where it is not the name |
//! | `omg.id` | types, interfaces | the repository identifier, where it does not follow from the scoped name |
//! | `omg.exception` | records | it is an exception |
//! | `omg.value` | records | it is a valuetype; `boxed`: it boxes the type of its only field |
//! | `omg.value` | unions | `abstract`: it is an abstract valuetype, and has those that are derived from it |
//! | `omg.values` | unions | that valuetype and those that are derived from it |
//! | `omg.bases` | valuetypes | names of their bases |
//! | `omg.supports` | valuetypes | names of interfaces that they support, where a place may hold such values for it |
//! | `omg.reference_or_value` | unions | what a place of that abstract interface holds |
//! | `omg.truncatable` | valuetypes | they can be received as their first base |
//! | `omg.private` | fields | the member of a valuetype is private |
//! | `omg.members` | enumerations | the members' names, where they are others in the module |
//! | `omg.abstract` | interfaces | values may support it |
//! | `omg.context` | operations | the names of properties, as they are written; the last parameter has those that a caller sends |
//! | `omg.const_name.NAME` | the module | the scoped name of that constant, where it is not the name |
//! | `omg.const.NAME` | the module | `type = value` of the constant of that scoped name, which is no integer |
//! | `omg.char`, `omg.wchar` | `u8`, `u16` | it is a character |
//! | `omg.wide` | texts | it is a `wstring`; the bound in characters of 16 bits, if there is one |
//! | `omg.fixed` | texts | it is a decimal number: digits, comma, digits behind the point |

mod consts;
mod interfaces;
mod types;
pub(super) mod values;

use std::collections::{HashMap, HashSet};

use manyrpc_model::{Annotations, Direction, Length, Module, Param, Type, TypeBody, TypeDef};

use crate::diagnostic::{self, Findings, Severity};
use crate::place::Span;
use crate::source::Sources;

use super::names::Names;
use super::needed::needed;
use super::tree::{DeclId, Kind, Tree};

pub(super) const NAME: &str = "omg.name";
pub(super) const ID: &str = "omg.id";
pub(super) const EXCEPTION: &str = "omg.exception";
pub(super) const VALUE: &str = "omg.value";
pub(super) const VALUES: &str = "omg.values";
pub(super) const BASES: &str = "omg.bases";
pub(super) const SUPPORTS: &str = "omg.supports";
pub(super) const REFERENCE_OR_VALUE: &str = "omg.reference_or_value";
pub(super) const TRUNCATABLE: &str = "omg.truncatable";
pub(super) const PRIVATE: &str = "omg.private";
pub(super) const MEMBERS: &str = "omg.members";
pub(super) const ABSTRACT: &str = "omg.abstract";
pub(super) const CONTEXT: &str = "omg.context";
pub(super) const CONST_NAME: &str = "omg.const_name.";
pub(super) const CONST: &str = "omg.const.";
pub(super) const CHAR: &str = "omg.char";
pub(super) const WCHAR: &str = "omg.wchar";
pub(super) const WIDE: &str = "omg.wide";
pub(super) const FIXED: &str = "omg.fixed";
/// The most bytes of UTF-8 that a unit of UTF-16 can become.
pub(super) const BYTES_OF_UNIT: u32 = 3;
/// The value of keys that say no more than themselves.
pub(super) const YES: &str = "true";
/// The name of unions' discriminants, which have none.
pub(super) const SWITCH: &str = "switch";
/// The name of the parameter for properties of a context, unless another one has it.
const PROPERTIES: &str = "properties";

/// A parameter for the properties of a context, each a name and then its value (CORBA 3.0, section 15.3.5.4).
pub(super) fn properties(params: &[Param]) -> Param {
    let is_free = |name: &str| params.iter().all(|p| !p.name.eq_ignore_ascii_case(name));
    let numbered = (2..).map(|n| format!("{PROPERTIES}_{n}"));
    let mut names = std::iter::once(PROPERTIES.to_owned()).chain(numbered);
    let name = names.find(|name| is_free(name)).unwrap_or_default();
    let texts = Type::array(Type::Text { max: None }, Length::UpTo(None));
    Param::new(name, Direction::In, texts)
}

/// The module of a definition without errors; `None` if it has something that nothing carries.
pub(super) fn lower(
    sources: &Sources<'_>,
    findings: &mut Findings,
    name: &str,
    tree: &Tree,
) -> Option<Module> {
    let mut lowering = Lowering {
        sources,
        findings,
        tree,
        names: Names::default(),
        needed: needed(tree),
        refused: HashSet::new(),
        or_derived: HashMap::new(),
        or_value: HashMap::new(),
        value_base: None,
        module: Module {
            name: name.to_owned(),
            ..Module::default()
        },
    };
    lowering.give_names();
    for &id in &tree.complete {
        lowering.item(id);
    }
    lowering.value_base();
    lowering.references_or_values();
    let module = lowering.module;
    (!findings.has_errors()).then_some(module)
}

pub(super) struct Lowering<'a, 'f> {
    sources: &'a Sources<'f>,
    findings: &'a mut Findings,
    tree: &'a Tree,
    names: Names,
    needed: HashSet<DeclId>,
    /// What has been said of.
    refused: HashSet<DeclId>,
    /// The names of unions of a valuetype and those that are derived from it.
    or_derived: HashMap<DeclId, String>,
    /// The names of what places of abstract interfaces hold.
    or_value: HashMap<DeclId, String>,
    /// The name of the union of all valuetypes, if a place needs it.
    value_base: Option<String>,
    module: Module,
}

impl Lowering<'_, '_> {
    /// Types first, so that a name depends on nothing that may be printed elsewhere.
    fn give_names(&mut self) {
        let tree = self.tree;
        let kind = |id: &DeclId| &tree.decls[*id].kind;
        let is_type = |id: &DeclId| {
            matches!(
                kind(id),
                Kind::Alias(_)
                    | Kind::Struct(_)
                    | Kind::Union(_)
                    | Kind::Exception(_)
                    | Kind::Value(_)
                    | Kind::Enum(_)
            )
        };
        let is_interface = |id: &DeclId| matches!(kind(id), Kind::Interface(_));
        let is_const = |id: &DeclId| self.is_const(*id);
        let needed = |id: &DeclId| self.needed.contains(id);
        let all = || tree.complete.iter().copied();
        let types: Vec<DeclId> = all().filter(|id| is_type(id) && needed(id)).collect();
        let interfaces = all().filter(|id| is_interface(id) && needed(id));
        let consts = all().filter(is_const);
        let members = types.iter().flat_map(|id| match kind(id) {
            Kind::Enum(members) => members.clone(),
            _ => Vec::new(),
        });
        let order = types.iter().copied().chain(interfaces).chain(consts);
        let order: Vec<DeclId> = order.chain(members).collect();
        order.into_iter().for_each(|id| self.names.give(tree, id));
    }

    fn item(&mut self, id: DeclId) {
        let decl = &self.tree.decls[id];
        match &decl.kind {
            Kind::Const(ty, Some(value)) if decl.own => self.constant(id, ty, value),
            _ if !self.needed.contains(&id) => {}
            Kind::Alias(ty) => {
                let body = TypeBody::Alias(self.ty(ty));
                self.define(id, body);
            }
            Kind::Struct(of) => {
                let body = TypeBody::Record(self.record(of));
                self.define(id, body);
            }
            Kind::Exception(of) => {
                let body = TypeBody::Record(self.record(of));
                self.define(id, body).insert(EXCEPTION.into(), YES.into());
            }
            Kind::Union(union) => {
                let body = TypeBody::Union(self.union(union));
                self.define(id, body);
            }
            Kind::Enum(members) => self.enumeration(id, members),
            Kind::Interface(interface) => self.interface(id, interface),
            Kind::Value(value) => self.valuetype(id, value),
            _ => {}
        }
    }

    fn define(&mut self, id: DeclId, body: TypeBody) -> &mut Annotations {
        let name = self.names.of(id);
        let (shown, mut annotations) = (self.tree.shown(id), Annotations::new());
        if shown != name {
            annotations.insert(NAME.into(), shown);
        }
        annotations.extend(self.identifier(id));
        self.module.types.push(TypeDef {
            name,
            doc: self.tree.decls[id].doc.clone(),
            body,
            annotations,
        });
        let last = self.module.types.len() - 1;
        &mut self.module.types[last].annotations
    }

    /// The annotation with the repository identifier, if it needs one.
    fn identifier(&self, id: DeclId) -> Option<(String, String)> {
        let repository_id = self.tree.repository_id(id);
        let usual = format!("IDL:{}:1.0", self.tree.path(id).join("/"));
        (repository_id != usual).then(|| (ID.to_owned(), repository_id))
    }

    /// What nothing carries yet.
    fn refuse(&mut self, id: DeclId, span: Span) {
        if !self.refused.insert(id) {
            return;
        }
        let decl = &self.tree.decls[id];
        let shown = self.tree.shown(id);
        let (message, help) = match &decl.kind {
            Kind::Value(value) if value.custom => (
                format!("custom valuetypes are not carried: the program writes `{shown}` itself"),
                "leave `custom` out if its members are all that travels",
            ),
            Kind::Value(_) => (
                format!("no valuetype of the module is a `{shown}`"),
                "derive one that has members from it",
            ),
            Kind::Interface(_) => (
                format!("local objects are not carried: `{shown}` is an interface of such"),
                "leave `local` out if the objects can be elsewhere",
            ),
            _ => (
                format!("native types are not carried: `{shown}` is one"),
                "an operation that travels has types of the language",
            ),
        };
        let found = diagnostic::at(self.sources, span, Severity::Error, message);
        self.findings.push(found.help(Some(help.to_owned())));
    }
}
