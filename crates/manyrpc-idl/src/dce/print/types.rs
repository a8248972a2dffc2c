//! Definitions of types.

use manyrpc_model as model;
use manyrpc_model::{Annotations, Derived, Type, TypeBody, TypeDef};

use super::super::kept::KEPT_OF_TYPE;
use super::super::lower::typedefs::context_body;
use super::super::lower::{CONTEXT, ENUM, UNION};
use super::super::shape;
use super::declare::{Place, Siblings, Use};
use super::{INDENT, Printer, listed};
use crate::inexpressible::Reason;

const DEEPER: &str = "        ";

impl<'m> Printer<'m> {
    pub(super) fn definition(&mut self, definition: &'m TypeDef) -> String {
        let TypeDef {
            name,
            doc,
            body,
            annotations,
        } = definition;
        let comment = self.faults.comment(name, doc, INDENT);
        let text = match body {
            TypeBody::Alias(ty) => self.alias(name, ty, annotations),
            TypeBody::Record(record) if annotations.contains_key(CONTEXT) => {
                self.context(name, record, annotations)
            }
            TypeBody::Record(record) => {
                let attrs = self.kept(name, annotations, &KEPT_OF_TYPE, &[]);
                let head = self.head_of("struct", name);
                let fields = self.fields(name, &record.fields);
                self.body(&attrs, &head, &fields, name)
            }
            TypeBody::Union(union) => self.union(name, union, annotations),
            TypeBody::Enum(body) => self.enumeration(name, body, annotations),
        };
        self.defined.insert(name);
        format!("{comment}{text}")
    }

    /// `struct`, or `struct tag` if it is used before it is complete.
    fn head_of(&mut self, keyword: &str, name: &str) -> String {
        match self.tagged.contains(name) {
            true => format!("{keyword} {name}"),
            false => keyword.to_owned(),
        }
    }

    fn body(&mut self, attrs: &[String], head: &str, members: &str, name: &str) -> String {
        let name = self.name(name, name);
        let attrs = listed(attrs);
        format!("{INDENT}typedef {attrs}{head} {{\n{members}{INDENT}}} {name};\n")
    }

    fn alias(&mut self, name: &'m str, ty: &'m Type, annotations: &'m Annotations) -> String {
        if ty.mark(shape::ARRAY) == Some("pipe") {
            self.no_annotations(name, annotations, &[]);
            let element = self.pipe_element(name, ty);
            let name = self.name(name, name);
            return format!("{INDENT}typedef pipe {element} {name};\n");
        }
        let none = const { &Annotations::new() };
        let mut attrs = self.kept(name, annotations, &KEPT_OF_TYPE, &[]);
        let place = Place {
            subject: name.to_owned(),
            name,
            ty,
            annotations: none,
            usage: Use::Alias,
        };
        let declaration = self.declaration(&place, &Siblings::default());
        attrs.extend(declaration.attrs);
        let (attrs, spec, declarator) = (listed(&attrs), declaration.spec, declaration.declarator);
        format!("{INDENT}typedef {attrs}{spec} {declarator};\n")
    }

    fn pipe_element(&mut self, subject: &str, ty: &'m Type) -> String {
        let element = match ty.plain() {
            Type::Bytes(_) if ty.mark(shape::CHARS) == Some("narrow") => Ok("char".to_owned()),
            Type::Bytes(_) => Ok("byte".to_owned()),
            Type::Array { element, .. } => self.specifier(element),
            _ => Err(Reason::TypeNeedsName),
        };
        self.faults.or(subject, element)
    }

    /// C706 section 4.2.16.6.
    fn context(&mut self, name: &str, record: &model::Record, annotations: &Annotations) -> String {
        self.no_annotations(name, annotations, &[CONTEXT]);
        if *record != context_body() {
            let reason = Reason::Annotation(CONTEXT.to_owned());
            self.faults.push(name, reason);
        }
        let name = self.name(name, name);
        format!("{INDENT}typedef [context_handle] void *{name};\n")
    }

    fn fields(&mut self, owner: &str, fields: &'m [model::Field]) -> String {
        let siblings = Siblings::of_fields(fields);
        let mut text = String::new();
        for field in fields {
            let subject = format!("{owner}.{}", field.name);
            text += &self.faults.comment(&subject, &field.doc, DEEPER);
            text += &format!("{DEEPER}{};\n", self.field(subject, field, &siblings));
        }
        text
    }

    /// A field or arm without its terminator.
    fn field(
        &mut self,
        subject: String,
        field: &'m model::Field,
        siblings: &Siblings<'m>,
    ) -> String {
        let place = Place {
            subject,
            name: &field.name,
            ty: &field.ty,
            annotations: &field.annotations,
            usage: Use::Field,
        };
        let declaration = self.declaration(&place, siblings);
        format!(
            "{}{} {}",
            listed(&declaration.attrs),
            declaration.spec,
            declaration.declarator
        )
    }

    fn enumeration(
        &mut self,
        name: &str,
        body: &'m model::Enum,
        annotations: &Annotations,
    ) -> String {
        let mut attrs = self.kept(name, annotations, &KEPT_OF_TYPE, &[ENUM]);
        if annotations.get(ENUM).is_some_and(|bits| bits == "32") {
            attrs.push("v1_enum".to_owned());
        }
        let mut members = String::new();
        for (at, member) in body.members.iter().enumerate() {
            let subject = format!("{name}.{}", member.name);
            members += &self.faults.comment(&subject, &member.doc, DEEPER);
            let comma = if at + 1 < body.members.len() { "," } else { "" };
            let label = self.name(&subject, &member.name);
            members += &format!("{DEEPER}{label} = {}{comma}\n", member.value);
        }
        let head = self.head_of("enum", name);
        self.body(&attrs, &head, &members, name)
    }

    /// C706 section 4.2.12: an encapsulated or a non-encapsulated union.
    fn union(
        &mut self,
        name: &'m str,
        union: &'m model::Union,
        annotations: &Annotations,
    ) -> String {
        let mut attrs = self.kept(name, annotations, &KEPT_OF_TYPE, &[UNION]);
        let outside = annotations.get(UNION).is_some_and(|u| u == "switch_is");
        let ty = self.specifier(&union.discriminant_type);
        let ty = self.faults.or(name, ty);
        let mut arms = String::new();
        for arm in &union.arms {
            arms += &self.arm(name, union, &arm.labels, &arm.field, outside);
        }
        if let Some(default) = &union.default {
            arms += &self.arm(name, union, &[], default, outside);
        }
        let mut head = self.head_of("union", name);
        if outside {
            attrs.push(format!("switch_type({ty})"));
            return self.body(&attrs, &head, &arms, name);
        }
        let subject = format!("{name}.{}", union.discriminant);
        let discriminant = self.name(&subject, &union.discriminant);
        head += &format!(" switch ({ty} {discriminant}) value");
        self.body(&attrs, &head, &arms, name)
    }

    /// An arm; the default one if there are no labels.
    fn arm(
        &mut self,
        union_name: &str,
        union: &'m model::Union,
        labels: &[i64],
        field: &'m model::Field,
        outside: bool,
    ) -> String {
        let subject = format!("{union_name}.{}", field.name);
        let comment = self.faults.comment(&subject, &field.doc, DEEPER);
        let words = self.labels(&subject, union, labels, field);
        let head = match (outside, labels) {
            (true, []) => "[default] ".to_owned(),
            (true, _) => format!("[case({})] ", words.join(", ")),
            (false, []) => "default: ".to_owned(),
            (false, _) => words.iter().map(|w| format!("case {w}: ")).collect(),
        };
        if field.ty == Type::Void {
            self.no_annotations(&subject, &field.annotations, &[]);
            return format!("{comment}{DEEPER}{head};\n");
        }
        let text = self.field(subject, field, &Siblings::default());
        format!("{comment}{DEEPER}{head}{text};\n")
    }

    fn labels(
        &mut self,
        subject: &str,
        union: &'m model::Union,
        labels: &[i64],
        field: &model::Field,
    ) -> Vec<String> {
        let void = field.ty == Type::Void;
        if labels.is_empty() && void && field.name != "default" {
            self.faults.push(subject, Reason::ArmName);
        }
        let ty = &union.discriminant_type;
        let members = self.labels.members(ty);
        let mut words = Vec::new();
        for (at, &label) in labels.iter().enumerate() {
            let word = match at == 0 && void {
                true => self
                    .labels
                    .naming(&field.name, label)
                    .ok_or(Reason::ArmName),
                false => {
                    let name = self.labels.name(ty, members, label);
                    Ok(name.unwrap_or_else(|| label.to_string()))
                }
            };
            words.push(self.faults.or(subject, word));
        }
        words
    }
}

impl<'m> Siblings<'m> {
    pub(super) fn of_fields(fields: &'m [model::Field]) -> Self {
        let mut siblings = Siblings::default();
        for field in fields {
            siblings.add(&field.name, Use::Field, &field.ty, field.derived.as_ref());
        }
        siblings
    }

    /// Records one field or parameter.
    pub(super) fn add(
        &mut self,
        name: &'m str,
        usage: Use,
        ty: &Type,
        derived: Option<&'m Derived>,
    ) {
        if usage.points(ty) {
            self.pointers.insert(name);
        }
        match derived {
            Some(Derived::Count { of, relation }) => drop(self.counts.insert(of, (name, relation))),
            Some(Derived::Label { of }) => drop(self.labels.insert(of, name)),
            None => {}
        }
    }
}
