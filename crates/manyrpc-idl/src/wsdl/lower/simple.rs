//! Simple types (XML Schema part 1, section 3.14; part 2, chapter 4).

use manyrpc_model::{Annotations, Enum, EnumMember, Length, Type, TypeBody};

use super::super::builtin;
use super::super::names::{Names, identifier};
use super::super::schema::Declared;
use super::super::words::{XSD, is_encoding};
use super::super::xml::{Element, Name};
use super::interface::NO_SCHEMA;
use super::{Lower, doc, note};

/// The lexical forms of an enumeration's members, one a line.
pub(super) const VALUES: &str = "xml.values";
/// The same of a type whose values the model does not enumerate.
const ENUMERATION: &str = "xsd.enumeration";

/// What a simple type is.
#[derive(Clone)]
pub(super) struct Simple {
    ty: Type,
    marks: Annotations,
    /// The values, each with what is said about it, if only these are allowed.
    values: Option<Vec<(String, String)>>,
}

impl Default for Simple {
    fn default() -> Self {
        Simple::of(Type::Text { max: None })
    }
}

impl Simple {
    fn of(ty: Type) -> Self {
        let (ty, marks) = match ty {
            Type::Marked(inner, marks) => (*inner, marks),
            plain => (plain, Annotations::new()),
        };
        let values = None;
        Simple { ty, marks, values }
    }

    fn is_of_names(&self) -> bool {
        let of = self.marks.get(builtin::TYPE);
        of.is_some_and(|of| is_of_names(of))
    }

    /// How white space is treated: the place in [`builtin::WHITE_SPACES`].
    fn white_space(&self) -> usize {
        let stated = self.marks.get(builtin::WHITE_SPACE);
        let all = &builtin::WHITE_SPACES;
        if let Some(stated) = stated.and_then(|stated| all.iter().position(|way| way == stated)) {
            return stated;
        }
        let is_union = self.marks.contains_key(builtin::UNION);
        let ty = self.marks.get(builtin::TYPE).map(String::as_str);
        match (&self.ty, ty) {
            (Type::Text { .. }, None | Some("anySimpleType")) if !is_union => 0,
            (_, Some("normalizedString")) => 1,
            _ => 2,
        }
    }

    /// A value of the type with its white space treated so.
    fn normalized(&self, value: &str) -> String {
        let is_space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
        match self.white_space() {
            0 => value.to_owned(),
            1 => value.replace(is_space, " "),
            _ => {
                let words = value.split(is_space).filter(|word| !word.is_empty());
                words.collect::<Vec<_>>().join(" ")
            }
        }
    }

    fn is_text(&self) -> bool {
        let unordered = [
            "token",
            "normalizedString",
            "NMTOKEN",
            "Name",
            "NCName",
            "language",
            "ID",
        ];
        let ty = self.marks.get(builtin::TYPE);
        matches!(self.ty, Type::Text { .. }) && ty.is_none_or(|ty| unordered.contains(&ty.as_str()))
    }
}

/// Whether the values of a built-in type are qualified names.
fn is_of_names(of: &str) -> bool {
    matches!(of, "QName" | "NOTATION")
}

impl Lower<'_, '_> {
    /// Whether values of a type are qualified names, whose prefixes are those of the document.
    pub(super) fn are_names(&self, ty: &Type) -> bool {
        if let Some(of) = ty.mark(builtin::TYPE) {
            return is_of_names(of);
        }
        let mut name = match ty.plain() {
            Type::Optional(inner) => return self.are_names(inner),
            Type::Named(model) => self.xml_names.get(model).cloned(),
            _ => None,
        };
        for _ in 0..self.limits.nesting {
            let Some(known) = name else {
                return false;
            };
            if &*known.namespace == XSD {
                return is_of_names(&known.local);
            }
            name = self.components.types.get(&known).and_then(|declared| {
                let by = declared.element.child(XSD, "restriction")?;
                let base = by.resolve(by.attribute("base")?)?;
                Some(self.placed(base, declared.schema))
            });
        }
        false
    }

    /// The qualified name that an attribute has as its value, with its namespace instead of its prefix.
    pub(super) fn name_in(&mut self, at: &Element, attribute: &str) -> String {
        match self.resolve(at, attribute, NO_SCHEMA) {
            Some(name) if name.namespace.is_empty() => name.local.to_string(),
            Some(name) => name.to_string(),
            None => String::new(),
        }
    }

    /// A simple type that everyone can use.
    pub(super) fn global_simple(&mut self, name: &Name, declared: &Declared) {
        let own = self.type_names[name].clone();
        let mut annotations = Annotations::new();
        note(&mut annotations, "xsd.name", name.to_string());
        self.named_simple(own, &declared.element, declared.schema, annotations);
    }

    /// The simple type that a declaration has, under its name.
    pub(super) fn named_simple(
        &mut self,
        name: String,
        element: &Element,
        schema: usize,
        annotations: Annotations,
    ) {
        let simple = self.simple(element, schema);
        self.define_simple(name, doc(element), simple, annotations);
    }

    fn define_simple(
        &mut self,
        name: String,
        doc: String,
        simple: Simple,
        mut annotations: Annotations,
    ) {
        let body = match simple.values {
            Some(values) => {
                note(&mut annotations, VALUES, forms(&values));
                annotations.extend(simple.marks);
                TypeBody::Enum(members(&values))
            }
            None => {
                annotations.extend(simple.marks);
                TypeBody::Alias(simple.ty)
            }
        };
        self.define(name, doc, body, annotations);
    }

    /// The use of a type without a name.
    pub(super) fn anonymous_simple(
        &mut self,
        element: &Element,
        schema: usize,
        name: impl FnOnce() -> String,
    ) -> Type {
        let mut simple = self.simple(element, schema);
        if simple.values.is_none() {
            let says_more = simple.marks.keys().any(|key| key != builtin::TYPE);
            if !says_more {
                note(&mut simple.marks, builtin::OWN, "");
            }
            return marked(simple);
        }
        let name = self.names.free(name());
        self.define_simple(name.clone(), doc(element), simple, Annotations::new());
        Type::Named(name)
    }

    /// What an element `simpleType` says.
    fn simple(&mut self, element: &Element, schema: usize) -> Simple {
        self.deeper(element.span, |lower| {
            if let Some(by) = element.child(XSD, "restriction") {
                return lower.restricted(by, schema);
            }
            if let Some(list) = element.child(XSD, "list") {
                return lower.list(list, schema);
            }
            if element.child(XSD, "union").is_none() {
                let message = "a simple type is a restriction, a list or a union";
                lower.error(element.span, message);
            }
            // Of a union only the text is known: which of the types is meant follows from no mark.
            Simple::of(Type::Text { max: None }.marked(builtin::UNION, ""))
        })
    }

    fn list(&mut self, list: &Element, schema: usize) -> Simple {
        let item = match (
            self.resolve(list, "itemType", schema),
            list.child(XSD, "simpleType"),
        ) {
            (Some(name), _) => self.type_of(&name, list.place("itemType")),
            (None, Some(own)) => {
                let own = own.clone();
                self.anonymous_simple(&own, schema, || "item".to_owned())
            }
            (None, None) => {
                self.error(list.span, "a list says of what it is");
                builtin::any()
            }
        };
        let array = Type::array(item, Length::UpTo(None));
        Simple::of(array.marked(builtin::LIST, ""))
    }

    /// A restriction of a simple type, or of simple content.
    fn restricted(&mut self, by: &Element, schema: usize) -> Simple {
        let base = match (
            self.resolve(by, "base", schema),
            by.child(XSD, "simpleType"),
        ) {
            (Some(name), _) => self.simple_named(&name, by),
            (None, Some(own)) => {
                let own = own.clone();
                self.simple(&own, schema)
            }
            (None, None) => {
                self.error(by.span, "a restriction says of what");
                return Simple::default();
            }
        };
        self.with_facets(base, by)
    }

    /// The simple type of that name.
    pub(super) fn simple_named(&mut self, name: &Name, at: &Element) -> Simple {
        let span = at.place("base");
        let built_in = &*name.namespace == XSD || is_encoding(&name.namespace);
        if let (true, Some(ty)) = (built_in, builtin::of(&name.local)) {
            return Simple::of(ty);
        }
        match self.components.types.get(name).cloned() {
            Some(declared) if declared.element.is(XSD, "simpleType") => {
                self.within("type", name, span, |lower| {
                    lower.simple(&declared.element, declared.schema)
                })
            }
            _ => {
                let message = format!(
                    "there is no simple type `{}` in `{}`",
                    name.local, name.namespace
                );
                self.error(span, message);
                Simple::default()
            }
        }
    }

    /// A use of a simple type with facets of its own.
    pub(super) fn use_with_facets(&mut self, ty: Type, by: &Element) -> Type {
        let mut facets = by.children.iter();
        if !facets.any(|f| builtin::is_facet(&f.name.local)) {
            return ty;
        }
        let named = match &ty {
            Type::Named(model) => self.xml_names.get(model).cloned(),
            _ => None,
        };
        let base = match named {
            Some(name) => self.simple_named(&name, by),
            None if matches!(ty, Type::Named(_)) => return ty,
            None => Simple::of(ty),
        };
        let mut simple = self.with_facets(base, by);
        if let Some(values) = simple.values.take() {
            note(&mut simple.marks, ENUMERATION, forms(&values));
        }
        marked(simple)
    }

    fn with_facets(&mut self, mut base: Simple, by: &Element) -> Simple {
        let cost: usize = base.marks.values().map(String::len).sum();
        // The values of a base are values of what restricts it.
        let values = base.values.as_ref().map_or(0, Vec::len);
        if !self.spend_some(values + cost / super::LONG) {
            return base;
        }
        let (mut values, mut patterns) = (Vec::new(), Vec::new());
        for facet in by.children.iter().filter(|c| &*c.name.namespace == XSD) {
            let word = &*facet.name.local;
            let Some(value) = facet.attribute("value") else {
                continue;
            };
            match word {
                "enumeration" if base.is_of_names() => {
                    values.push((self.name_in(facet, "value"), doc(facet)));
                }
                "enumeration" => values.push((base.normalized(value), doc(facet))),
                "pattern" => patterns.push(value),
                "whiteSpace" => self.white_space(&mut base, value.trim(), facet),
                _ if builtin::is_facet(word) => bound(&mut base.marks, word, value.trim()),
                _ => {}
            }
        }
        if !patterns.is_empty() {
            self.patterns(&mut base.marks, &patterns, by);
        }
        if !values.is_empty() {
            self.enumerated(&mut base, values, by);
        }
        base
    }

    /// A restriction treats white space as its base does, or more (part 2, section 4.3.6.4).
    fn white_space(&mut self, base: &mut Simple, value: &str, facet: &Element) {
        let all = builtin::WHITE_SPACES;
        let now = base.white_space();
        match all.iter().position(|way| *way == value) {
            Some(way) if way >= now => note(&mut base.marks, builtin::WHITE_SPACE, value),
            Some(_) => {
                let message = format!("white space that its base has as `{}`", all[now]);
                self.error(
                    facet.place("value"),
                    message + " cannot become `" + value + "`",
                );
            }
            None => {
                let message = format!("`{value}` is no treatment of white space");
                self.error(facet.place("value"), message);
            }
        }
    }

    /// Patterns of one step are alternatives, those of several steps hold together, one a line (part 2, section
    /// 4.3.4.3).
    fn patterns(&mut self, marks: &mut Annotations, patterns: &[&str], by: &Element) {
        if patterns.iter().any(|p| p.contains('\n')) {
            return self.warning(by.span, "a pattern of several lines is not checked");
        }
        let step = match patterns {
            [only] => (*only).to_owned(),
            several => several
                .iter()
                .map(|p| format!("({p})"))
                .collect::<Vec<_>>()
                .join("|"),
        };
        let all = match marks.get("xsd.pattern") {
            Some(before) => format!("{before}\n{step}"),
            None => step,
        };
        note(marks, "xsd.pattern", all);
    }

    fn enumerated(&mut self, base: &mut Simple, values: Vec<(String, String)>, by: &Element) {
        if values.iter().any(|(form, _)| form.contains('\n')) {
            return self.warning(by.span, "values of several lines are not checked");
        }
        let mut seen = std::collections::HashSet::new();
        let values: Vec<_> = values
            .into_iter()
            .filter(|(form, _)| seen.insert(form.clone()))
            .collect();
        if base.is_text() || base.values.is_some() {
            let kept = [builtin::TYPE, builtin::WHITE_SPACE];
            let mut marks = std::mem::take(&mut base.marks);
            marks.retain(|key, _| kept.contains(&key.as_str()));
            *base = Simple {
                values: Some(values),
                marks,
                ..Simple::default()
            };
            return;
        }
        let forms: Vec<&str> = values.iter().map(|(form, _)| form.trim()).collect();
        note(&mut base.marks, ENUMERATION, forms.join("\n"));
    }
}

/// Notes a bound. Of two that say the same of values in different ways a type has one, though its base may say it in the
/// other (part 2, sections 4.3.1, 4.3.8 and 4.3.9): a length says all about lengths, and the bounds of a restriction are the narrower.
fn bound(marks: &mut Annotations, word: &str, value: &str) {
    let others: &[&str] = match word {
        "minLength" | "maxLength" if marks.contains_key("xsd.length") => return,
        "length" => &["xsd.minLength", "xsd.maxLength"],
        "minInclusive" => &["xsd.minExclusive"],
        "minExclusive" => &["xsd.minInclusive"],
        "maxInclusive" => &["xsd.maxExclusive"],
        "maxExclusive" => &["xsd.maxInclusive"],
        _ => &[],
    };
    marks.retain(|key, _| !others.contains(&key.as_str()));
    note(marks, &format!("xsd.{word}"), value);
}

/// The lexical forms of values, one a line.
fn forms(values: &[(String, String)]) -> String {
    let forms: Vec<&str> = values.iter().map(|(form, _)| &**form).collect();
    forms.join("\n")
}

fn marked(simple: Simple) -> Type {
    match simple.marks.is_empty() {
        true => simple.ty,
        false => Type::Marked(Box::new(simple.ty), simple.marks),
    }
}

fn members(values: &[(String, String)]) -> Enum {
    let mut names = Names::default();
    let members = values
        .iter()
        .zip(0..)
        .map(|((form, doc), value)| EnumMember {
            name: names.free(identifier(form.trim())),
            value,
            doc: doc.clone(),
        });
    Enum {
        members: members.collect(),
    }
}
