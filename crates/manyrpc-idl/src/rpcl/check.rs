//! Semantic checks of parsed definitions.
//!
//! Reading list: RFC 4506 section 6.4 and RFC 5531 section 12.3 (syntax notes). Each check cites
//! its rule.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::diagnostic::{self, Findings, Severity};
use crate::place::Span;
use crate::source::Sources;

use super::ast::*;
use super::consts::Constants;
use super::{builtin, cycles};

/// Checks all items; `constants` holds their values.
pub(crate) fn check(
    sources: &Sources<'_>,
    findings: &mut Findings,
    parsed: &Parsed,
    constants: &mut Constants<'_>,
) {
    let Parsed {
        items,
        broken,
        offered,
    } = parsed;
    let types = types(items);
    let mut checker = Checker {
        // A definition that did not parse may be the missing one.
        empty_matters: !findings.has_errors(),
        broken,
        offered,
        sources,
        findings,
        constants,
        types: &types,
    };
    checker.names(items);
    checker.programs(items);
    for item in items {
        match &item.node {
            ItemNode::Const(..) => {}
            ItemNode::Type(decl) => checker.decl(decl),
            ItemNode::Program(program) => checker.procedures(program),
        }
    }
    cycles::check(sources, findings, items, &types);
}

/// Types by name; the first of several with the same name.
pub(crate) fn types(items: &[Item]) -> HashMap<&str, &Decl> {
    let mut types = HashMap::new();
    for item in items {
        if let ItemNode::Type(decl) = &item.node {
            types.entry(&*decl.name.text).or_insert(decl);
        }
    }
    types
}

struct Checker<'a, 'f, 'i, 't> {
    sources: &'a Sources<'f>,
    findings: &'a mut Findings,
    constants: &'a mut Constants<'i>,
    types: &'a HashMap<&'t str, &'t Decl>,
    broken: &'a HashSet<Rc<str>>,
    offered: &'a [Rc<str>],
    empty_matters: bool,
}

/// Names seen so far, with their places.
type Seen<K> = HashMap<K, Span>;

/// The discriminant of a union.
enum Discriminant {
    Integer {
        min: i128,
        max: i128,
    },
    Bool,
    Enum {
        name: Rc<str>,
        members: Vec<Rc<str>>,
        values: HashSet<i128>,
    },
}

impl Checker<'_, '_, '_, '_> {
    fn error(&mut self, span: Span, message: impl Into<String>, help: Option<String>) {
        let found = diagnostic::at(self.sources, span, Severity::Error, message.into());
        self.findings.push(found.help(help));
    }

    fn unique<K: std::hash::Hash + Eq>(
        &mut self,
        seen: &mut Seen<K>,
        key: K,
        span: Span,
        message: String,
    ) {
        let Some(&first) = seen.get(&key) else {
            seen.insert(key, span);
            return;
        };
        let found = diagnostic::at(self.sources, span, Severity::Error, message);
        self.findings
            .push(found.label(self.sources, first, "first here"));
    }

    /// RFC 4506 section 6.4 (2) and RFC 5531 section 12.3 (4): constants, types and programs share one name space.
    fn names(&mut self, items: &[Item]) {
        let mut seen = Seen::new();
        for item in items {
            let name = item.name();
            self.unique(
                &mut seen,
                name.text.clone(),
                name.span,
                format!("`{}` is defined twice", name.text),
            );
            item.each_spec(&mut |spec| {
                if let SpecNode::Enum(members) = &spec.node {
                    for Member { name, .. } in members {
                        let message = format!("`{}` is defined twice", name.text);
                        self.unique(&mut seen, name.text.clone(), name.span, message);
                    }
                }
            });
        }
    }

    /// RFC 5531 section 12.3 (1) and (2): names and numbers of programs and versions.
    fn programs(&mut self, items: &[Item]) {
        let mut numbers = Seen::new();
        for item in items {
            let ItemNode::Program(program) = &item.node else {
                continue;
            };
            if let Some(number) = self.number(&program.number, "a program number") {
                let message = format!("program number {number} is used twice");
                self.unique(&mut numbers, number, program.number.span, message);
            }
            if program.versions.is_empty() && self.empty_matters {
                self.error(
                    program.name.span,
                    "a program has at least one version",
                    None,
                );
            }
            let (mut names, mut numbers) = (Seen::new(), Seen::new());
            for version in &program.versions {
                let name = &version.name;
                let message = format!("version `{}` is defined twice", name.text);
                self.unique(&mut names, name.text.clone(), name.span, message);
                if let Some(number) = self.number(&version.number, "a version number") {
                    let message = format!("version number {number} is used twice");
                    self.unique(&mut numbers, number, version.number.span, message);
                }
                if version.procedures.is_empty() && self.empty_matters {
                    self.error(name.span, "a version has at least one procedure", None);
                }
            }
        }
    }

    /// RFC 5531 section 12.3 (5): only unsigned constants number programs, versions and procedures.
    fn number(&mut self, expr: &Expr, what: &str) -> Option<u32> {
        let value = self.constants.eval(self.sources, self.findings, expr)?;
        let number = u32::try_from(value).ok();
        if number.is_none() {
            self.error(
                expr.span,
                format!("{what} is between 0 and 4294967295, this is {value}"),
                None,
            );
        }
        number
    }

    /// RFC 5531 section 12.3 (3): names and numbers of procedures.
    fn procedures(&mut self, program: &Program) {
        for version in &program.versions {
            let (mut names, mut numbers) = (Seen::new(), Seen::new());
            for procedure in &version.procedures {
                let name = &procedure.name;
                let message = format!("procedure `{}` is defined twice", name.text);
                self.unique(&mut names, name.text.clone(), name.span, message);
                if let Some(number) = self.number(&procedure.number, "a procedure number") {
                    let message = format!("procedure number {number} is used twice");
                    self.unique(&mut numbers, number, procedure.number.span, message);
                }
                self.procedure(procedure);
            }
        }
    }

    fn procedure(&mut self, procedure: &Procedure) {
        if let Some(spec) = &procedure.result {
            self.spec(spec);
            if matches!(spec.node, SpecNode::Opaque) {
                self.error(
                    spec.span,
                    "a result of opaque data needs a length",
                    typedef("opaque", "<>"),
                );
            }
        }
        self.raises(procedure);
        let mut names = Seen::new();
        for param in &procedure.params {
            self.spec(&param.spec);
            self.param_shape(param);
            if let Some(name) = &param.name {
                let message = format!("argument `{}` is named twice", name.text);
                self.unique(&mut names, name.text.clone(), name.span, message);
            }
        }
    }

    /// Our rule: an exception is a struct, and is listed once.
    fn raises(&mut self, procedure: &Procedure) {
        for spec in &procedure.raises {
            self.spec(spec);
        }
        let mut names = Seen::new();
        for Name { text, span } in procedure.raised() {
            let message = format!("exception `{text}` is named twice");
            self.unique(&mut names, text.clone(), *span, message);
            let declared = self.types.get(&**text);
            let is_struct = |decl: &Decl| {
                matches!(
                    (&decl.spec.node, &decl.shape),
                    (SpecNode::Struct(_), Shape::Plain)
                )
            };
            let scalar = || builtin::scalar(text).is_some();
            if declared.map_or_else(scalar, |decl| !is_struct(decl)) {
                let message = format!("`{text}` cannot be raised: it is no struct");
                let help = format!("an exception is a struct: `struct {text} {{ … }};`");
                self.error(*span, message, Some(help));
            }
        }
    }

    /// RFC 5531 section 12.2: an argument is a type specifier; rpcgen adds pointers and string bounds.
    fn param_shape(&mut self, param: &Param) {
        let span = param.spec.span;
        match (&param.spec.node, &param.shape) {
            (SpecNode::Text(_), Shape::Pointer) => self.error(
                span,
                "a string cannot be optional here",
                typedef("string", "<>"),
            ),
            (SpecNode::Text(_), Shape::UpTo(Some(max))) => self.bound(max),
            (SpecNode::Text(_), Shape::Plain | Shape::UpTo(None)) => {}
            (SpecNode::Opaque, _) => self.error(
                span,
                "opaque data cannot be an argument by itself",
                typedef("opaque", "<>"),
            ),
            (_, Shape::Fixed(_) | Shape::UpTo(_)) => {
                self.error(
                    span,
                    "an array cannot be an argument by itself",
                    typedef("element", "<>"),
                );
            }
            (_, Shape::Plain | Shape::Pointer) => {}
        }
    }

    fn decl(&mut self, decl: &Decl) {
        self.spec(&decl.spec);
        let (Name { text: name, span }, shape) = (&decl.name, &decl.shape);
        match (&decl.spec.node, shape) {
            (SpecNode::Text(_), Shape::Plain | Shape::Pointer | Shape::Fixed(_)) => {
                let help = format!("write `string {name}<>`, or `<n>` for at most n bytes");
                self.error(*span, "a string has a variable length", Some(help));
            }
            (SpecNode::Opaque, Shape::Plain | Shape::Pointer) => {
                let help = format!(
                    "write `opaque {name}[n]` for n bytes or `opaque {name}<>` for any number"
                );
                self.error(*span, "opaque data has a length", Some(help));
            }
            (_, Shape::Fixed(length)) => self.bound(length),
            (_, Shape::UpTo(Some(max))) => self.bound(max),
            _ => {}
        }
    }

    /// RFC 4506 section 6.4 (4): bounds are unsigned and fit in 32 bits.
    fn bound(&mut self, expr: &Expr) {
        let value = self.constants.eval(self.sources, self.findings, expr);
        if let Some(value) = value.filter(|v| u32::try_from(*v).is_err()) {
            let message = format!("a length is between 0 and 4294967295, this is {value}");
            self.error(expr.span, message, None);
        }
    }

    fn spec(&mut self, spec: &Spec) {
        match &spec.node {
            SpecNode::Scalar(_) | SpecNode::Text(_) | SpecNode::Opaque => {}
            SpecNode::Named(prefix, name) => self.reference(*prefix, name),
            SpecNode::Enum(members) if members.is_empty() && self.empty_matters => {
                self.error(spec.span, "an enumeration has at least one name", None);
            }
            SpecNode::Enum(_) => {}
            SpecNode::Struct(fields) => self.fields(spec.span, fields),
            SpecNode::Union(body) => self.union(spec.span, body),
        }
    }

    fn reference(&mut self, prefix: Option<&'static str>, name: &Name) {
        let Some(decl) = self.types.get(&*name.text) else {
            let known = builtin::scalar(&name.text).is_some() || self.broken.contains(&name.text);
            if !known {
                let own = self.types.keys().copied();
                let offered = self.offered.iter().map(|name| &**name);
                let known = own.chain(builtin::scalar_names()).chain(offered);
                let meant = self
                    .findings
                    .suggest(&name.text, known.chain(super::parse::KEYWORDS));
                let help = meant.map(|m| format!("did you mean `{m}`?"));
                self.error(name.span, format!("there is no type `{}`", name.text), help);
            }
            return;
        };
        let kind = match (&decl.spec.node, &decl.shape) {
            (SpecNode::Struct(_), Shape::Plain) => "a struct",
            (SpecNode::Union(_), Shape::Plain) => "a union",
            (SpecNode::Enum(_), Shape::Plain) => "an enum",
            _ => "a typedef",
        };
        if let Some(prefix) = prefix.filter(|p| !kind.ends_with(p)) {
            let message = format!("`{}` is {kind}: `{prefix}` does not fit", name.text);
            let found = diagnostic::at(self.sources, name.span, Severity::Warning, message);
            self.findings
                .push(found.label(self.sources, decl.name.span, "defined here"));
        }
    }

    fn fields(&mut self, span: Span, fields: &[Decl]) {
        if fields.is_empty() && self.empty_matters {
            self.error(span, "a struct has at least one field", None);
        }
        let mut names = Seen::new();
        for field in fields {
            let name = &field.name;
            let message = format!("field `{}` is defined twice", name.text);
            self.unique(&mut names, name.text.clone(), name.span, message);
            self.decl(field);
        }
    }

    fn union(&mut self, span: Span, body: &UnionBody) {
        if body.arms.is_empty() && self.empty_matters {
            self.error(span, "a union has at least one `case`", None);
        }
        self.spec(&body.discriminant.spec);
        let discriminant = self.discriminant(&body.discriminant);
        let mut values = Seen::new();
        let mut names = Seen::new();
        for label in body.arms.iter().flat_map(|a| &a.labels) {
            let Some(value) = self.constants.eval(self.sources, self.findings, label) else {
                continue;
            };
            // RFC 4506 section 6.4 (5): labels are unique.
            self.unique(
                &mut values,
                value,
                label.span,
                format!("label {value} is used twice"),
            );
            if let Some(discriminant) = &discriminant {
                self.label(label, value, discriminant);
            }
        }
        for arm in body.arms.iter().map(|a| &a.body).chain(&body.default) {
            if let ArmBody::Decl(decl) = arm {
                let name = &decl.name;
                let message = format!("arm `{}` is defined twice", name.text);
                self.unique(&mut names, name.text.clone(), name.span, message);
                self.decl(decl);
            }
        }
    }

    /// RFC 4506 section 4.15: the discriminant is an integer, unsigned, or an enumeration (bool is one).
    fn discriminant(&mut self, decl: &Decl) -> Option<Discriminant> {
        // Longer chains of names are taken for cycles.
        const LONGEST_CHAIN: usize = 64;
        let mut at = decl;
        for _ in 0..LONGEST_CHAIN {
            if !matches!(at.shape, Shape::Plain) {
                break;
            }
            let scalar = match &at.spec.node {
                SpecNode::Scalar(scalar) => *scalar,
                SpecNode::Enum(members) => {
                    let members: Vec<_> = members.iter().map(|m| m.name.text.clone()).collect();
                    let values = members.iter().map(|m| self.constants.named(m)).collect();
                    return Some(Discriminant::Enum {
                        name: at.name.text.clone(),
                        members,
                        values,
                    });
                }
                SpecNode::Named(_, name) => match self.types.get(&*name.text) {
                    Some(named) => {
                        at = named;
                        continue;
                    }
                    // A name without a type is reported elsewhere.
                    None => builtin::scalar(&name.text)?,
                },
                _ => break,
            };
            let (min, max) = match scalar {
                Scalar::Bool => return Some(Discriminant::Bool),
                Scalar::I8 => (i8::MIN.into(), i8::MAX.into()),
                Scalar::U8 => (0, u8::MAX.into()),
                Scalar::I16 => (i16::MIN.into(), i16::MAX.into()),
                Scalar::U16 => (0, u16::MAX.into()),
                Scalar::I32 => (i32::MIN.into(), i32::MAX.into()),
                Scalar::U32 => (0, u32::MAX.into()),
                _ => break,
            };
            return Some(Discriminant::Integer { min, max });
        }
        let help =
            Some("a union is switched on an integer of at most 32 bits, a bool or an enum".into());
        self.error(
            decl.spec.span,
            "this type cannot discriminate a union",
            help,
        );
        None
    }

    fn label(&mut self, label: &Expr, value: i128, discriminant: &Discriminant) {
        let problem = match discriminant {
            Discriminant::Bool if !(0..=1).contains(&value) => "a bool is TRUE or FALSE".to_owned(),
            Discriminant::Integer { min, max } if !(*min..=*max).contains(&value) => {
                format!("the label {value} is not between {min} and {max}")
            }
            Discriminant::Enum { name, values, .. } if !values.contains(&value) => {
                format!("the label {value} is not a value of `{name}`")
            }
            _ => return,
        };
        let meant = match (&label.node, discriminant) {
            (ExprNode::Name(written), Discriminant::Enum { members, .. }) => {
                self.findings.suggest(written, members.iter().map(|m| &**m))
            }
            _ => None,
        };
        let help = meant.map(|m| format!("did you mean `{m}`?"));
        self.error(label.span, problem, help);
    }
}

fn typedef(of: &str, shape: &str) -> Option<String> {
    Some(format!("name it first: `typedef {of} name{shape};`"))
}
