//! Lowers definitions to the model, in the order of declaration: C706 section 4.2.8 requires names
//! to be defined before they are used.
//!
//! What the model cannot express becomes annotations: on uses of types those of [`super::shape`],
//! `dce.size_is` and its siblings (where a size is not derived from an array, see [`sizes`]); the
//! others are listed below.
//!
//! An inline type is named after the field that contains it: `outer_field`.

mod fields;
mod operations;
mod raises;
mod shapes;
mod sizes;
mod slot;
mod statuses;
pub(crate) mod typedefs;
mod types;
mod unions;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use manyrpc_model as model;
use manyrpc_model::{Annotations, Module, TypeBody, TypeDef};

use crate::diagnostic::{self, Diagnostic, Findings, Severity};
use crate::place::Span;
use crate::source::Sources;

use super::ast::*;
use super::consts::Constants;
use super::import::{self, Imported};
use super::shape::{Base, Class};
use super::{builtin, check};

/// Prefix of the key of a constant that is not a number; the constant's name follows.
pub(crate) const TEXT_CONST: &str = "dce.const.";
/// Key of an enumeration's width in bits if it is not the usual 16.
pub(crate) const ENUM: &str = "dce.enum";
/// Key of a union with its discriminant elsewhere.
pub(crate) const UNION: &str = "dce.union";
/// Key of a context handle's type; the value names its rundown routine.
pub(crate) const CONTEXT: &str = "dce.context_handle";
/// Key of a union's discriminant that is not derived from it.
pub(crate) const SWITCH_IS: &str = "dce.switch_is";
/// Key of the name of an operation's binding parameter.
pub(crate) const HANDLE: &str = "dce.handle";
/// Key of an interface's well-known endpoints.
pub(crate) const ENDPOINT: &str = "dce.endpoint";
/// Key of a broadcast operation without a reply.
pub(crate) const MAYBE: &str = "dce.maybe";

/// The name of the binding parameter that `explicit_handle` adds: C706 section 4.3.5.1.
pub(crate) const EXPLICIT: &str = "IDL_handle";

/// Lowers the definitions of the last file and what they need of the others. The module is
/// meaningful only without errors.
pub(crate) fn lower(
    sources: &Sources<'_>,
    findings: &mut Findings,
    name: &str,
    imported: &Imported,
) -> Module {
    let files = &imported.files;
    let mut lowering = Lowering {
        sources,
        findings,
        module: Module {
            name: name.to_owned(),
            ..Module::default()
        },
        absent: &imported.absent,
        constants: Constants::default(),
        types: HashMap::new(),
        tags: HashMap::new(),
        tag_names: HashMap::new(),
        taken: HashSet::new(),
        complete: HashSet::new(),
        conformant: HashSet::new(),
        context: None,
        interfaces: HashMap::new(),
        broken: files
            .iter()
            .flat_map(|f| f.broken.iter().cloned())
            .collect(),
        local_only: HashSet::new(),
        pointer_default: None,
        warned_default: false,
        warned_midl: false,
        local: false,
        ms_union: false,
        emitting: true,
    };
    files.iter().for_each(|f| lowering.collect_names(f));
    let needed = import::needed(files);
    let own = files.len().saturating_sub(1);
    for (at, file) in files.iter().enumerate() {
        // The standard types do not state a pointer class.
        lowering.pointer_default = (at == 0 && at < own).then_some(Class::Unique);
        lowering.file(file, (at < own).then_some(&needed));
    }
    lowering.module
}

struct Lowering<'a, 'f> {
    sources: &'a Sources<'f>,
    findings: &'a mut Findings,
    module: Module,
    absent: &'a [Rc<str>],
    constants: Constants,
    /// Types by typedef name, with their places.
    types: HashMap<Rc<str>, (Base, Span)>,
    /// Complete tags, with their keywords.
    tags: HashMap<Rc<str>, (&'static str, Base)>,
    /// The names of all tags' types in the model, complete or not.
    tag_names: HashMap<Rc<str>, (&'static str, Rc<str>)>,
    /// Names that inline types must not get.
    taken: HashSet<String>,
    /// Records, unions and enumerations with a known body.
    complete: HashSet<Rc<str>>,
    /// The type of context handles whose type has no name.
    context: Option<Rc<str>>,
    /// Records that end in an array whose length is known at run time.
    conformant: HashSet<Rc<str>>,
    interfaces: HashMap<Rc<str>, Span>,
    /// Names of definitions that did not parse or could not be lowered.
    broken: HashSet<Rc<str>>,
    /// Types of local interfaces that cannot be sent.
    local_only: HashSet<Rc<str>>,
    /// That of the current interface.
    pointer_default: Option<Class>,
    warned_default: bool,
    warned_midl: bool,
    /// Whether the current interface is never called remotely.
    local: bool,
    /// Whether unions of the current interface are aligned by their widest arm, as in MIDL's first
    /// versions.
    ms_union: bool,
    /// Whether lowered types enter the module.
    emitting: bool,
}

impl Lowering<'_, '_> {
    fn error(&mut self, span: Span, message: impl Into<String>, help: Option<&str>) {
        let found = self.finding(span, message);
        self.findings.push(found.help(help.map(str::to_owned)));
    }

    fn finding(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        diagnostic::at(self.sources, span, Severity::Error, message.into())
    }

    fn warn(&mut self, span: Span, message: impl Into<String>, help: Option<&str>) {
        let found = diagnostic::at(self.sources, span, Severity::Warning, message.into());
        self.findings.push(found.help(help.map(str::to_owned)));
    }

    fn eval(&mut self, expr: &Expr) -> Option<i128> {
        self.constants
            .eval(self.sources, self.findings, &self.broken, expr)
    }

    /// Determines type names: a tag's type has the name that a `typedef` gives it, if any.
    fn collect_names(&mut self, file: &Parsed) {
        for item in import::flat(file) {
            if let ItemNode::Typedef(typedef) = &item.node {
                let names = typedef.declarators.iter().map(|d| d.name.text.to_string());
                self.taken.extend(names);
                let plain = typedef.declarators.iter().find(|d| d.levels.is_empty());
                if let (Some((keyword, Some(tag))), Some(plain)) =
                    (types::body_tag(&typedef.spec), plain)
                {
                    self.tag_names
                        .entry(tag.text.clone())
                        .or_insert((keyword, plain.name.text.clone()));
                }
            }
        }
        self.collect_forward_names(file);
        for item in import::flat(file) {
            import::each_spec(item, &mut |spec| {
                if let Some((keyword, Some(tag))) = types::body_tag(spec)
                    && !self.tag_names.contains_key(&tag.text)
                {
                    let name = crate::names::free(&mut self.taken, tag.text.to_string());
                    self.tag_names
                        .insert(tag.text.clone(), (keyword, name.into()));
                }
            });
        }
    }

    /// `typedef struct x y;` before the struct is complete, which MIDL accepts, and `typedef struct
    /// x x;` anywhere: the tag's type has that name.
    fn collect_forward_names(&mut self, file: &Parsed) {
        let mut complete: HashSet<&str> = HashSet::new();
        for item in import::flat(file) {
            if let ItemNode::Typedef(typedef) = &item.node
                && let Some((keyword, tag)) = types::bare_tag(&typedef.spec)
            {
                let fits = |d: &&Declarator| {
                    d.levels.is_empty()
                        && (d.name.text == tag.text || !complete.contains(&*tag.text))
                };
                if let Some(name) = typedef.declarators.iter().find(fits) {
                    let name = name.name.text.clone();
                    self.tag_names
                        .entry(tag.text.clone())
                        .or_insert((keyword, name));
                }
            }
            import::each_spec(item, &mut |spec| {
                if let Some((_, Some(tag))) = types::body_tag(spec) {
                    complete.insert(&tag.text);
                }
            });
        }
    }

    fn file(&mut self, file: &Parsed, needed: Option<&HashSet<*const Item>>) {
        for item in &file.items {
            if self.findings.full() {
                return;
            }
            match &item.node {
                ItemNode::Interface(interface) => {
                    self.interface(&item.doc, interface, needed);
                }
                _ => self.item(item, needed),
            }
        }
    }

    fn item(&mut self, item: &Item, needed: Option<&HashSet<*const Item>>) {
        let wanted = needed.is_none_or(|n| n.contains(&std::ptr::from_ref(item)));
        self.emitting = wanted;
        match &item.node {
            ItemNode::Import(_) | ItemNode::Interface(_) => {}
            ItemNode::Const(constant) => {
                self.emitting = needed.is_none();
                self.constant(constant, &item.doc);
            }
            ItemNode::Typedef(_) | ItemNode::Tagged(..) if !wanted => self.members_of(item),
            ItemNode::Typedef(_) | ItemNode::Tagged(..) if self.local => self.try_item(item),
            ItemNode::Typedef(_) | ItemNode::Tagged(..) => self.type_item(item),
            ItemNode::Operation(operation) if needed.is_none() => {
                let span = operation.declarator.name.span;
                self.error(span, "an operation belongs into an interface", None);
            }
            ItemNode::Operation(_) => {}
        }
    }

    fn type_item(&mut self, item: &Item) {
        match &item.node {
            ItemNode::Typedef(typedef) => self.typedef(typedef, &item.doc),
            ItemNode::Tagged(attrs, spec) => self.tagged(attrs, spec, &item.doc),
            _ => {}
        }
    }

    /// C706 section 4.2.4.5: types of local interfaces need not be sendable; that is an error only
    /// if one is sent.
    fn try_item(&mut self, item: &Item) {
        let before = self.module.types.len();
        let known = self.broken.clone();
        self.findings.mute();
        self.type_item(item);
        if !self.findings.unmute() {
            return;
        }
        self.module.types.truncate(before);
        self.broken = known;
        let mut names = Vec::new();
        import::defined(item, &mut names);
        for name in names {
            self.types.remove(name);
            self.tags.remove(name);
            self.local_only.insert(name.into());
        }
    }

    /// Enumeration values of an unused type, which may be used themselves.
    fn members_of(&mut self, item: &Item) {
        import::each_spec(item, &mut |spec| {
            if let SpecNode::Enum(_, Some(members)) = &spec.node {
                self.members(members);
            }
        });
    }

    fn interface(
        &mut self,
        doc: &str,
        interface: &Interface,
        needed: Option<&HashSet<*const Item>>,
    ) {
        check::interface(self.sources, self.findings, interface);
        let default = interface.attrs.find("pointer_default");
        self.pointer_default = default.and_then(|a| Class::named(&a.words().first()?.text));
        self.local = interface.attrs.has("local");
        self.ms_union = interface.attrs.has("ms_union");
        let types_only = needed.is_some() || self.local;
        let mut operations = Vec::new();
        for item in &interface.items {
            if self.findings.full() {
                return;
            }
            match &item.node {
                ItemNode::Operation(operation) if !types_only => {
                    self.emitting = true;
                    operations.push((operation, &item.doc));
                    self.operation_name(operation);
                }
                ItemNode::Operation(_) => {}
                _ => self.item(item, needed),
            }
        }
        self.emitting = true;
        let named = interface.attrs.has("uuid") && !interface.attrs.has("object");
        if !types_only && (!operations.is_empty() || named) {
            self.lower_interface(doc, interface, &operations);
        }
        self.local = false;
        self.ms_union = false;
        self.pointer_default = None;
    }

    fn constant(&mut self, constant: &Const, doc: &str) {
        let name = &constant.name;
        if self.constants.defines(&name.text) {
            let message = format!("`{}` is defined twice", name.text);
            return self.error(name.span, message, None);
        }
        let value = match &constant.value {
            ConstValue::Text(text) => {
                if self.emitting {
                    let key = format!("{TEXT_CONST}{}", name.text);
                    let texts = &mut self.module.annotations;
                    texts.insert(key, text.text.to_string());
                }
                None
            }
            ConstValue::Expr(_) if constant.pointer => {
                let help = "a constant with `*` is a text in quotation marks, or `NULL`";
                self.error(name.span, "this is no value of a pointer", Some(help));
                None
            }
            ConstValue::Expr(expr) => self.eval(expr),
        };
        let value = value.and_then(|v| self.constant_in_range(constant, v));
        self.constants.set(name, value);
        if let Some(value) = value.filter(|_| self.emitting) {
            let (name, doc) = (name.text.to_string(), doc.to_owned());
            self.module.consts.push(model::Const { name, value, doc });
        }
    }

    /// C706 section 4.2.9.2: the ranges of the types. An unsigned constant takes C's value of `-1`;
    /// a signed one written with all bits is kept as written.
    fn constant_in_range(&mut self, constant: &Const, value: i128) -> Option<i128> {
        let span = constant.spec.span;
        let scalar = match &constant.spec.node {
            SpecNode::Scalar(scalar) => *scalar,
            SpecNode::Named(name) => match self.types.get(&name.text) {
                Some((base, _)) => match types::scalar_of(base) {
                    Some(scalar) => scalar,
                    None => {
                        self.error(span, "this type has no constants", None);
                        return None;
                    }
                },
                None => builtin::scalar(&name.text).or_else(|| {
                    self.unknown_type(name);
                    None
                })?,
            },
            _ => {
                self.error(span, "this type has no constants", None);
                return None;
            }
        };
        let Some((min, max)) = types::range(scalar) else {
            self.error(
                span,
                "constants are integers, characters or truth values",
                None,
            );
            return None;
        };
        if (min..=max - min).contains(&value) {
            return Some(value);
        }
        let wrapped = value
            .checked_add(max + 1)
            .filter(|w| min == 0 && (0..=max).contains(w));
        if wrapped.is_none() {
            let message = format!("{value} is not between {min} and {max}");
            self.error(constant.name.span, message, None);
        }
        wrapped
    }

    fn define(&mut self, name: &str, doc: &str, body: TypeBody, annotations: Annotations) {
        if self.emitting {
            self.module.types.push(TypeDef {
                name: name.to_owned(),
                doc: doc.to_owned(),
                body,
                annotations,
            });
        }
    }

    /// Reports an unknown type, with a suggestion.
    fn unknown_type(&mut self, name: &Name) {
        if self.broken.contains(&name.text) {
            return;
        }
        if self.local_only.contains(&name.text) {
            let message = format!("`{}` cannot be sent", name.text);
            let help = "it is defined in a `local` interface, with pointers to functions, handles \
                        or other things of the program's own";
            return self.error(name.span, message, Some(help));
        }
        let known = self.types.keys().map(|k| &**k);
        let known = known
            .chain(builtin::type_names())
            .chain(super::parse::KEYWORDS);
        let meant = self.findings.suggest(&name.text, known);
        let mut help = meant.map(|m| format!("did you mean `{m}`?"));
        if help.is_none() && self.tag_names.contains_key(&name.text) {
            let (keyword, _) = self.tag_names[&name.text];
            help = Some(format!("write `{keyword} {}`", name.text));
        }
        if help.is_none() && !self.absent.is_empty() {
            help = Some(format!(
                "`{}` was imported and not found",
                self.absent.join("`, `")
            ));
        }
        let found = self.finding(name.span, format!("there is no type `{}`", name.text));
        self.findings.push(found.help(help));
        self.broken.insert(name.text.clone());
    }
}
