//! Where we take more than the schema of a message allows, or libxml2 takes more than XML Schema does, and why.

use std::collections::{BTreeMap, BTreeSet};

use manyrpc_model::{Annotations, Field, Module, Type, TypeBody, TypeDef, Value};

/// What libxml2 has against a message: the kind of error, and its text.
pub(super) struct Wrong {
    pub(super) kind: String,
    pub(super) text: String,
}

impl Wrong {
    /// Whether it is of an element in that text.
    pub(super) fn is_in(&self, text: &str) -> bool {
        let element = self.text.strip_prefix("Element '");
        let element = element.and_then(|rest| rest.split_once('\''));
        element.is_some_and(|(name, _)| is_in(text, local(name)))
    }
}

/// The elements of any name in values. They are text to us, whatever the definition says of elements of that name
/// (`processContents="lax"`).
pub(super) fn wild(values: &[Value]) -> Vec<&str> {
    let mut due: Vec<&Value> = values.iter().collect();
    let mut found = Vec::new();
    while let Some(value) = due.pop() {
        match value {
            Value::Text(text) if text.starts_with('<') && text.ends_with('>') => {
                found.push(text.as_str());
            }
            Value::Record(inner) | Value::List(inner) => due.extend(inner),
            Value::Optional(Some(inner)) => due.push(inner),
            Value::Union { value, .. } => due.push(value),
            _ => {}
        }
    }
    found
}

/// Errors that we do not share: their kind, if it matters, words of their texts, and why.
const TAKEN: &[(&str, &str, &str)] = &[
    (
        "SCHEMAV_CVC_ELT_3_1",
        "is not 'nillable'",
        "gSOAP writes nil for text, bytes and arrays without an object, and SOAP::Lite for no parameters",
    ),
    (
        "SCHEMAV_CVC_TYPE_3_1_1",
        "is not allowed",
        "attributes that a newer schema of the sender has are ignored",
    ),
    (
        "SCHEMAV_CVC_COMPLEX_TYPE_3_2_1",
        "is not allowed",
        "likewise",
    ),
    (
        "SCHEMAV_CVC_COMPLEX_TYPE_3_2_2",
        "is not allowed",
        "likewise",
    ),
    (
        "",
        "XMLSchema-instance}type",
        "deployed implementations state types of simple values that are not the definition's",
    ),
    (
        "SCHEMAV_CVC_DATATYPE_VALID_1_2_1",
        "XMLSchema-instance}nil",
        "what is neither true nor false is not nil",
    ),
    (
        "SCHEMAV_CVC_ELT_1",
        "for the validation root",
        "which element a body has is for an engine to say",
    ),
    (
        "SCHEMAV_CVC_DATATYPE_VALID_1_2_3",
        "union type",
        "a union is its text",
    ),
    (
        "XML",
        "Namespace prefix",
        "prefixes in elements that are ignored may be of no namespace",
    ),
    (
        "XML",
        "is not a valid URI",
        "namespaces are compared, not looked at (Namespaces in XML 1.0, section 2.3)",
    ),
];

/// Ours of what libxml2 has nothing against, and why.
const REFUSED: &[(&str, &str)] = &[
    (
        "expected Base64",
        "libxml2 passes over what is no character of it (XML Schema part 2, section 3.2.16, has none)",
    ),
    (
        "one of the values of its type",
        "libxml2 does not look at the fixed value of a reference to an attribute (XML Schema part 1, section 3.2.2); and a \
         union is its text",
    ),
];

/// Digits of the integers that libxml2 can hold.
const DIGITS: usize = 24;

/// What is known of the definition.
pub(super) struct Lenience {
    /// The names of elements that may be nil or repeated, or have a default: what is nil is left out by gSOAP and others,
    /// libraries that bind repeated elements to lists, as JAXB does, may send none, and what has a default is that.
    spare: BTreeSet<String>,
    /// The names of what choices are between, each with all of its own: one of them is enough.
    choices: BTreeMap<String, BTreeSet<String>>,
    /// The built-in types that simple ones are made of.
    types: BTreeMap<String, String>,
    /// And those of elements and attributes whose type has no name, by the local name.
    places: BTreeMap<String, BTreeSet<String>>,
}

impl Lenience {
    pub(super) fn of(module: &Module) -> Self {
        let mut known = Lenience {
            spare: BTreeSet::new(),
            choices: BTreeMap::new(),
            types: BTreeMap::new(),
            places: BTreeMap::new(),
        };
        for definition in &module.types {
            if let Some(name) = definition.annotations.get("xsd.name") {
                let of = builtin(definition).unwrap_or_default();
                known.types.insert(name.clone(), of.to_owned());
            }
            // That of an exception has the type's content.
            if let Some(element) = definition.annotations.get("xml.element")
                && let Some(of) = content(module, definition)
            {
                let all = known.places.entry(local(element).to_owned());
                all.or_default().insert(of.to_owned());
            }
            match &definition.body {
                TypeBody::Record(record) => {
                    record.fields.iter().for_each(|f| known.field(module, f))
                }
                TypeBody::Union(union) => {
                    union
                        .arms
                        .iter()
                        .for_each(|arm| known.field(module, &arm.field));
                    if !definition.annotations.contains_key("xsd.derived") {
                        known.choice(module, definition);
                    }
                }
                _ => {}
            }
        }
        for operation in module.interfaces.iter().flat_map(|i| &i.operations) {
            for param in &operation.params {
                known.place(module, &param.name, &param.ty, &param.annotations);
            }
            let result = super::of_result(operation);
            known.place(module, "return", &operation.result, &result);
        }
        known
    }

    fn field(&mut self, module: &Module, field: &Field) {
        self.place(module, &field.name, &field.ty, &field.annotations);
    }

    fn place(&mut self, module: &Module, name: &str, ty: &Type, notes: &Annotations) {
        let local = notes.get("xml.name").map_or(name, String::as_str);
        if let Some(of) = builtin_of(module, ty) {
            let all = self.places.entry(local.to_owned()).or_default();
            all.insert(of.to_owned());
        }
        if ["xml.default", "xml.fixed"]
            .iter()
            .any(|key| notes.contains_key(*key))
        {
            self.spare.insert(local.to_owned());
        }
        let inner = match ty.plain() {
            Type::Optional(inner) => inner,
            Type::Array { element, .. } if ty.mark("xsd.list").is_none() => element,
            _ => return,
        };
        if notes.get("xml.role").is_some_and(|role| role == "group") {
            return self.group(module, inner);
        }
        self.spare.insert(local.to_owned());
    }

    /// The elements of a group that may be left out or is repeated.
    fn group(&mut self, module: &Module, ty: &Type) {
        if let Type::Named(name) = ty.plain()
            && let Some(definition) = module.find_type(name)
        {
            self.spare.extend(elements(module, definition));
        }
    }

    fn choice(&mut self, module: &Module, definition: &TypeDef) {
        let all = elements(module, definition);
        for name in &all {
            let others = self.choices.entry(name.clone()).or_default();
            others.extend(all.iter().cloned());
        }
    }

    /// Whether a message has an element with that local name, or another one of its choice.
    fn is_there(&self, message: &str, local: &str) -> bool {
        let mut others = self.choices.get(local).into_iter().flatten();
        is_in(message, local) || others.any(|other| is_in(message, other))
    }

    /// Whether we may take a message that libxml2 has this against.
    pub(super) fn takes(&self, message: &str, wrong: &[Wrong]) -> bool {
        let is_known = |Wrong { kind, text }: &Wrong| {
            let listed = |rule: &&(&str, &str, &str)| {
                (rule.0.is_empty() || kind == rule.0) && text.contains(rule.1)
            };
            TAKEN.iter().any(|rule| listed(&rule))
                || match &**kind {
                    "SCHEMAV_ELEMENT_CONTENT" => self.is_elsewhere(message, text),
                    "SCHEMAV_CVC_ENUMERATION_VALID" => is_enumerated(text),
                    "SCHEMAV_CVC_ELT_5_2_2_2_2" => is_fixed(text),
                    "SCHEMAV_CVC_DATATYPE_VALID_1_2_1" => self.is_value(text),
                    "SCHEMAV_CVC_TYPE_2" => wrong.iter().any(states_a_type_with_space),
                    // One of its items is wrong, which is said, too.
                    "SCHEMAV_CVC_DATATYPE_VALID_1_2_2" => {
                        wrong.iter().any(|other| other.kind != *kind)
                    }
                    _ => false,
                }
        };
        wrong.iter().all(is_known)
    }

    /// Whether a value that libxml2 says is not one of its type is one to us.
    fn is_value(&self, text: &str) -> bool {
        let parts = text.split_once("': '");
        let parts = parts.and_then(|(_, rest)| rest.split_once("' is not a valid value of "));
        let Some((value, of)) = parts else {
            return false;
        };
        if of.starts_with("the union type") || of.starts_with("the local union type") {
            return true;
        }
        if of.starts_with("the local atomic type") {
            // "Element '{namespace}name'", and of an attribute "Element '…', attribute '…'".
            let (place, _) = text.split_once("': ").unwrap_or_default();
            let place = place.rsplit('\'').next().unwrap_or_default();
            let types = self.places.get(local(place)).into_iter().flatten();
            let mut types = types.map(String::as_str).chain([""]);
            return types.any(|of| is_value(value, of));
        }
        let name = of.split('\'').nth(1).unwrap_or_default();
        let own = self.types.get(name).map_or("", String::as_str);
        is_value(value, name.strip_prefix("xs:").unwrap_or(own))
    }

    /// Elements may be in any order, unknown ones are ignored, and so are the namespaces of those with a known name; but
    /// what is expected must be somewhere, unless it is spared.
    fn is_elsewhere(&self, message: &str, text: &str) -> bool {
        // It does not always say what it expects.
        let Some((_, expected)) = text.split_once("Expected is ") else {
            return true;
        };
        let names = expected.trim_start_matches("one of ");
        let mut names = names.trim_matches(['(', ')', '.', ' ']).split(", ");
        let found = text.split('\'').nth(1).unwrap_or_default();
        let is_known = names.clone().any(|name| local(name) == local(found));
        is_known && text.contains("is not expected")
            || names.all(|name| {
                let local = local(name);
                name.starts_with("##")
                    || self.spare.contains(local)
                    || self.is_there(message, local)
            })
    }
}

/// The local names of the elements of a group.
fn elements(module: &Module, definition: &TypeDef) -> BTreeSet<String> {
    let fields: Vec<&Field> = match &definition.body {
        TypeBody::Record(record) => record.fields.iter().collect(),
        TypeBody::Union(union) => union.arms.iter().map(|arm| &arm.field).collect(),
        _ => Vec::new(),
    };
    let mut all = BTreeSet::new();
    for field in fields {
        let notes = &field.annotations;
        match (notes.get("xml.role").map(String::as_str), field.ty.plain()) {
            (Some("group"), Type::Named(name)) => {
                let inner = module.find_type(name);
                all.extend(inner.into_iter().flat_map(|inner| elements(module, inner)));
            }
            (Some("group"), _) => {}
            _ => {
                let local = notes.get("xml.name").unwrap_or(&field.name);
                all.insert(local.clone());
            }
        }
    }
    all
}

/// The local part of `{namespace}name`; what may be repeated has a star.
fn local(name: &str) -> &str {
    let local = name.rsplit('}').next().unwrap_or(name);
    local.trim_end_matches('*')
}

/// Whether a message has an element with that local name.
fn is_in(message: &str, local: &str) -> bool {
    let starts = ["<", ":"].iter();
    let mut tags =
        starts.flat_map(|start| [" ", ">", "/"].map(|end| format!("{start}{local}{end}")));
    tags.any(|tag| message.contains(&tag))
}

/// Whether we may refuse what libxml2 finds valid, with these words.
pub(super) fn is_refused(message: &str, why: &str) -> bool {
    // XML Schema part 2, section 3.2.4.1: NaN is within no bounds. To libxml2 it is above all.
    let is_nan = why.contains("within the bounds") && message.contains("NaN");
    // Section 3.2.4.1, too: to libxml2 an exponent needs no digits.
    let words = || message.split(|c: char| c.is_ascii_whitespace() || "<>\"';".contains(c));
    let has_no_digits = |word: &str| {
        word.ends_with(['e', 'E'])
            && word.len() > 1
            && word.starts_with(|c: char| c.is_ascii_digit() || c == '-')
    };
    let is_cut = why.contains("expected a number")
        && words().any(|word| {
            let word = word.trim_end_matches("&#32").trim_end_matches("&#9");
            has_no_digits(word.trim_end_matches(['+', '-']))
        });
    // Section 3.2.7.4: a moment without a zone is neither before nor after many with one. libxml2 takes it for one of UTC.
    let is_moment = why.contains("within the bounds") && has_moment(message, why);
    is_nan || is_cut || is_moment || REFUSED.iter().any(|(words, _)| why.contains(words))
}

/// Whether there is a moment in a message at the place that an error names: behind it, or in an attribute before it.
fn has_moment(message: &str, why: &str) -> bool {
    let place = why.rsplit(" at offset ").next();
    let place = place.and_then(|place| place.parse().ok());
    let Some((before, behind)) = place.and_then(|place| message.split_at_checked(place)) else {
        return false;
    };
    let tag = before.rsplit('<').next().unwrap_or_default();
    let mut attributes = tag.split('"').skip(1).step_by(2);
    let text = behind.split(['<', '"']).next().unwrap_or_default();
    is_moment(text) || attributes.any(is_moment)
}

/// Whether a text has the form of a date or a time.
fn is_moment(text: &str) -> bool {
    let text = text.trim_ascii();
    let is_digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let mark = text.find([':', '-']);
    mark.is_some_and(|mark| (mark == 2 || mark == 4) && (0..mark).all(is_digit))
}

/// Whether a type is stated with white space around its name, which libxml2 does not collapse (XML Schema part 2, section
/// 4.3.6), so that it knows no type.
fn states_a_type_with_space(wrong: &Wrong) -> bool {
    let value = wrong.text.split_once("The QName value '");
    let value = value.and_then(|(_, rest)| rest.split_once('\''));
    value.is_some_and(|(value, _)| value.trim_ascii().len() < value.len())
}

/// Text with its white space collapsed.
fn collapsed(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// Programs indent what they write, so that white space around the members of enumerations is ignored.
fn is_enumerated(text: &str) -> bool {
    let Some((_, rest)) = text.split_once("The value '") else {
        return false;
    };
    let parts = rest.split_once("' is not an element of the set {");
    parts.is_some_and(|(value, set)| set.contains(&format!("'{}'", collapsed(value))))
}

/// Whether the value of an element is the fixed one, which libxml2 compares as text (XML Schema part 1, section 3.3.4, has
/// values): in white space, in digits, in the words for truth, and in the case of digits of bytes it may differ.
fn is_fixed(text: &str) -> bool {
    let parts = text.split_once("The actual value '");
    let parts = parts
        .and_then(|(_, rest)| rest.split_once("' does not match the fixed value constraint '"));
    let Some((value, fixed)) = parts else {
        return false;
    };
    let (value, fixed) = (collapsed(value), collapsed(fixed.trim_end_matches("'.")));
    let words = |text: &str| match text {
        "1" => "true".to_owned(),
        "0" => "false".to_owned(),
        other => other.to_lowercase(),
    };
    let number = |text: &str| text.parse::<f64>().ok();
    let are_bytes = value.replace(' ', "") == fixed.replace(' ', "");
    let are_same = number(&value).is_some_and(|v| number(&fixed) == Some(v));
    are_bytes || are_same || words(&value) == words(&fixed)
}

/// Whether a value is one to us though not to libxml2, which does not collapse white space around numbers (XML Schema part 2,
/// section 4.3.6), has no integers of more digits, and looks at what addresses are made of (section 3.2.17).
fn is_value(value: &str, builtin: &str) -> bool {
    let is_space_around = value.trim_ascii().len() < value.len();
    let digits = value.trim_start_matches(['+', '-']);
    let is_long = digits.len() > DIGITS && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let is_of_its_type = match builtin {
        "anyURI" => true,
        // Deployed implementations leave out the end of Base64, and break its lines anywhere.
        "base64Binary" => true,
        _ if builtin.starts_with("unsigned") => digits.len() < value.len(),
        // As version 1.1 of XML Schema has it.
        "float" | "double" => value == "+INF",
        _ => false,
    };
    is_space_around || is_long || is_of_its_type
}

/// The built-in type that a simple type is made of, as far as it matters here.
fn builtin(definition: &TypeDef) -> Option<&str> {
    if let Some(of) = definition.annotations.get("xsd.type") {
        return Some(of);
    }
    match &definition.body {
        TypeBody::Alias(ty) => plain_builtin(ty),
        _ => None,
    }
}

fn plain_builtin(ty: &Type) -> Option<&'static str> {
    match ty.plain() {
        Type::Bytes(_) => Some("base64Binary"),
        Type::U8 | Type::U16 | Type::U32 | Type::U64 => Some("unsigned"),
        Type::F32 | Type::F64 => Some("float"),
        _ => None,
    }
}

/// That of the values of a place, which may be optional or repeated.
fn builtin_of<'m>(module: &'m Module, ty: &'m Type) -> Option<&'m str> {
    if let Some(of) = ty.mark("xsd.type") {
        return Some(of);
    }
    match ty.plain() {
        Type::Optional(inner) => builtin_of(module, inner),
        Type::Array { element, .. } => builtin_of(module, element),
        Type::Named(name) => {
            let definition = module.find_type(name)?;
            builtin(definition).or_else(|| content(module, definition))
        }
        other => plain_builtin(other),
    }
}

/// That of a record's simple content.
fn content<'m>(module: &'m Module, definition: &'m TypeDef) -> Option<&'m str> {
    match &definition.body {
        TypeBody::Record(record) => {
            let mut fields = record.fields.iter();
            let is_text = |f: &&Field| f.annotations.get("xml.role").is_some_and(|r| r == "text");
            builtin_of(module, &fields.find(is_text)?.ty)
        }
        TypeBody::Union(union) if definition.annotations.contains_key("xsd.derived") => {
            let mut arms = union.arms.iter();
            arms.find_map(|arm| builtin_of(module, &arm.field.ty))
        }
        _ => None,
    }
}
