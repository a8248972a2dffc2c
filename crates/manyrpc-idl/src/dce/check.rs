//! Checks: which attributes are allowed where, and duplicate names.
//!
//! Reading list: C706 sections 4.2.4 (interfaces), 4.2.16 (types), 4.2.17 (fields), 4.2.22
//! (operations), 4.2.23 (parameters), 4.3 (the attribute configuration source); MIDL's reference
//! and Samba's `Parse::Pidl::NDR` for extensions.

use std::collections::HashMap;

use crate::diagnostic::{self, Findings, Severity};
use crate::place::Span;
use crate::source::Sources;

use super::ast::*;
use super::kept::{KEPT_OF_INTERFACE, KEPT_OF_OPERATION, KEPT_OF_PARAM, KEPT_OF_TYPE, STATUSES};

/// Names seen so far, with their places.
pub(crate) type Seen<K> = HashMap<K, Span>;

/// Reports a name used a second time.
pub(crate) fn unique<K: std::hash::Hash + Eq>(
    sources: &Sources<'_>,
    findings: &mut Findings,
    seen: &mut Seen<K>,
    key: K,
    span: Span,
    message: String,
) {
    if let Some(&first) = seen.get(&key) {
        let found = diagnostic::at(sources, span, Severity::Error, message);
        findings.push(found.label(sources, first, "first here"));
        return;
    }
    seen.insert(key, span);
}

const OF_INTERFACE: [&str; 7] = [
    "endpoint",
    "local",
    "ms_union",
    "object",
    "pointer_default",
    "uuid",
    "version",
];
const OF_TYPE: [&str; 8] = [
    "context_handle",
    "ptr",
    "ref",
    "string",
    "switch_type",
    "transmit_as",
    "unique",
    "v1_enum",
];
const OF_FIELD: [&str; 13] = [
    "first_is",
    "last_is",
    "length_is",
    "max_is",
    "min_is",
    "ptr",
    "ref",
    "size_is",
    "string",
    "switch_is",
    "switch_type",
    "unique",
    "v1_array",
];
const OF_PARAM: [&str; 3] = ["context_handle", "in", "out"];
const OF_OPERATION: [&str; 11] = [
    "broadcast",
    "callback",
    "context_handle",
    "idempotent",
    "local",
    "maybe",
    "ptr",
    "raises",
    "ref",
    "string",
    "unique",
];

/// Whether an attribute affects what is sent, or the interface's identity.
pub(crate) fn is_of_contract(name: &str) -> bool {
    let contract = [
        &OF_INTERFACE[..],
        &OF_TYPE,
        &OF_FIELD,
        &OF_PARAM,
        &OF_OPERATION,
    ];
    contract.iter().any(|of| of.contains(&name))
}

/// Attributes without effect on the wire or here.
pub(super) const SILENT: [&str; 52] = [
    "allocate",
    "annotation",
    "async",
    "authservice",
    "bindable",
    "binding_callout",
    "byte_count",
    "charset",
    "cs_char",
    "cs_drtag",
    "cs_rtag",
    "cs_stag",
    "cs_tag_rtn",
    "depends",
    "disable_consistency_check",
    "enum16bit",
    "dual",
    "extern_exceptions",
    "force_allocate",
    "helper",
    "helpcontext",
    "helpstring",
    "helpstringW",
    "hidden",
    "id",
    "in_line",
    "keepref",
    "nonextensible",
    "nopython",
    "noprint",
    "notify",
    "notify_flag",
    "odl",
    "oleautomation",
    "optional",
    "optimize",
    "out_of_line",
    "propget",
    "propput",
    "public",
    "pyhelper",
    "python",
    "range",
    "restricted",
    "retval",
    "strict_context_handle",
    "todo",
    "type_strict_context_handle",
    "unsafe",
    "usesgetlasterror",
    "headerhelper",
    "value",
];

/// Attributes that change the bytes on the wire in unsupported ways.
const REFUSED: [(&str, &str); 24] = [
    ("async_uuid", "asynchronous COM interfaces"),
    ("call_as", "calls in place of local operations"),
    ("enum8bit", "Samba's own widths of enumerations"),
    ("flag", "Samba's own layouts"),
    ("gensize", "Samba's own layouts"),
    ("ignore", "pointers that are not followed"),
    ("iid_is", "COM interface pointers"),
    ("max_recursion", "Samba's own layouts"),
    ("message", "calls by message queue, which have no reply,"),
    ("nodiscriminant", "Samba's own unions"),
    ("nopull", "Samba's own layouts"),
    ("nopush", "Samba's own layouts"),
    ("nosize", "Samba's own layouts"),
    ("partial_ignore", "pointers that are not followed"),
    ("relative", "Samba's own pointers"),
    ("relative_base", "Samba's own pointers"),
    ("relative_short", "Samba's own pointers"),
    ("skip", "Samba's own layouts"),
    ("subcontext", "Samba's own layouts"),
    ("subcontext_size", "Samba's own layouts"),
    ("v1_string", "strings of NCS"),
    ("v1_struct", "structures of NCS"),
    ("user_marshal", "types that programs marshal themselves"),
    ("wire_marshal", "types that programs marshal themselves"),
];

/// Attributes that make other stubs call routines of the application.
const CALLING: [&str; 9] = [
    "binding_callout",
    "cs_char",
    "cs_drtag",
    "cs_rtag",
    "cs_stag",
    "cs_tag_rtn",
    "notify",
    "notify_flag",
    "represent_as",
];

/// Checks the attributes of one place; `allowed` ones come on top of those kept there.
fn check_attributes(
    sources: &Sources<'_>,
    findings: &mut Findings,
    attrs: &Attrs,
    place: &str,
    known: &[&[&str]],
) {
    let mut seen = Seen::new();
    for Attr { name, args } in &attrs.0 {
        let text = &*name.text;
        if CALLING.contains(&text) {
            let message = format!("`{text}`: no routine of the application is called here");
            let help = "the application sees what is sent; it converts before the call and \
                        after it";
            let found = diagnostic::at(sources, name.span, Severity::Warning, message);
            findings.push(found.help(Some(help.to_owned())));
        }
        if known.iter().any(|k| k.contains(&text)) {
            once(sources, findings, &mut seen, name, args);
            needs_argument(sources, findings, name, args);
            continue;
        }
        if SILENT.contains(&text) {
            continue;
        }
        if let Some((_, what)) = REFUSED.iter().find(|(n, _)| *n == text) {
            let message = format!("`{text}`: {what} are not carried out");
            findings.error(sources, name.span, message);
            continue;
        }
        let elsewhere = [
            &OF_INTERFACE[..],
            &OF_TYPE,
            &OF_FIELD,
            &OF_PARAM,
            &OF_OPERATION,
            &KEPT_OF_INTERFACE,
            &KEPT_OF_OPERATION,
            &KEPT_OF_PARAM,
            &KEPT_OF_TYPE,
            &STATUSES,
        ];
        let message = match elsewhere.iter().any(|k| k.contains(&text)) {
            true => format!("the attribute `{text}` does not belong to {place}"),
            false => format!("there is no attribute `{text}`"),
        };
        let candidates = known.iter().flat_map(|k| k.iter().copied());
        let meant = findings.suggest(text, candidates);
        let help = meant.map(|m| format!("did you mean `{m}`?"));
        let found = diagnostic::at(sources, name.span, Severity::Error, message);
        findings.push(found.help(help));
    }
    let mut classes = attrs
        .0
        .iter()
        .filter(|a| super::shape::Class::named(&a.name.text).is_some());
    let first = classes.next();
    let other = |a: &&Attr| Some(&a.name.text) != first.map(|first| &first.name.text);
    if let Some(second) = classes.find(other) {
        let message = "a pointer has one class: `ref`, `unique` or `ptr`";
        findings.error(sources, second.name.span, message);
    }
}

/// Reports a repeated attribute, except a repeated word without arguments.
fn once<'a>(
    sources: &Sources<'_>,
    findings: &mut Findings,
    seen: &mut Seen<&'a str>,
    name: &'a Name,
    args: &Args,
) {
    let message = format!("`{}` stands here twice", name.text);
    match (args, seen.get(&*name.text)) {
        (Args::None, Some(_)) => {
            findings.push(diagnostic::at(
                sources,
                name.span,
                Severity::Warning,
                message,
            ));
        }
        _ => unique(sources, findings, seen, &*name.text, name.span, message),
    }
}

/// Reports attributes without the arguments they need.
fn needs_argument(sources: &Sources<'_>, findings: &mut Findings, name: &Name, args: &Args) {
    const WITH: [&str; 17] = [
        "endpoint",
        "exceptions",
        "first_is",
        "implicit_handle",
        "last_is",
        "length_is",
        "max_is",
        "min_is",
        "pointer_default",
        "raises",
        "represent_as",
        "size_is",
        "switch_is",
        "switch_type",
        "transmit_as",
        "uuid",
        "version",
    ];
    const OPTIONAL: [&str; 3] = ["comm_status", "fault_status", "extra_status"];
    let wanted = WITH.contains(&&*name.text);
    let there = !matches!(args, Args::None);
    if wanted == there || OPTIONAL.contains(&&*name.text) {
        return;
    }
    let message = match wanted {
        true => format!("`{}` needs something in parentheses", name.text),
        false => format!("`{}` has nothing in parentheses", name.text),
    };
    findings.error(sources, name.span, message);
}

/// C706 section 4.2.4.
pub(crate) fn interface(sources: &Sources<'_>, findings: &mut Findings, interface: &Interface) {
    let attrs = &interface.attrs;
    check_attributes(
        sources,
        findings,
        attrs,
        "an interface",
        &[&OF_INTERFACE, &KEPT_OF_INTERFACE],
    );
    if let Some(attr) = attrs.find("pointer_default") {
        let word = attr.words().first();
        let one = attr.words().len() == 1;
        if !one || word.is_none_or(|w| super::shape::Class::named(&w.text).is_none()) {
            let span = word.map_or(attr.name.span, |w| w.span);
            findings.error(
                sources,
                span,
                "a class of pointers is `ref`, `unique` or `ptr`",
            );
        }
    }
    // Section 4.3.5.
    let handles = ["auto_handle", "explicit_handle", "implicit_handle"];
    let mut given = attrs.0.iter().filter(|a| handles.contains(&&*a.name.text));
    if let (Some(first), Some(second)) = (given.next(), given.next()) {
        let message = "there is one way of binding: `auto_handle`, `explicit_handle` or \
                       `implicit_handle`";
        let found = diagnostic::at(sources, second.name.span, Severity::Error, message.into());
        findings.push(found.label(sources, first.name.span, "first here"));
    }
    code(sources, findings, attrs);
}

/// C706 section 4.3.7.
fn code(sources: &Sources<'_>, findings: &mut Findings, attrs: &Attrs) {
    if let (Some(code), Some(_)) = (attrs.find("code"), attrs.find("nocode")) {
        let message = "`code` and `nocode` cannot both hold";
        findings.error(sources, code.name.span, message);
    }
}

/// C706 section 4.2.16.
pub(crate) fn typedef(sources: &Sources<'_>, findings: &mut Findings, attrs: &Attrs) {
    check_attributes(
        sources,
        findings,
        attrs,
        "a type",
        &[&OF_TYPE, &KEPT_OF_TYPE, &["uuid", "version"]],
    );
}

/// C706 section 4.2.17.
pub(crate) fn field(sources: &Sources<'_>, findings: &mut Findings, attrs: &Attrs) {
    check_attributes(
        sources,
        findings,
        attrs,
        "a field",
        &[&OF_FIELD, &["v1_enum"]],
    );
    varying_string(sources, findings, attrs);
}

/// An arm without content can have no attributes except its labels.
pub(crate) fn empty_arm(sources: &Sources<'_>, findings: &mut Findings, attrs: &Attrs) {
    check_attributes(sources, findings, attrs, "an arm that holds nothing", &[]);
}

/// C706 section 4.2.23.
pub(crate) fn param(sources: &Sources<'_>, findings: &mut Findings, attrs: &Attrs) {
    let known: [&[&str]; 4] = [&OF_FIELD, &OF_PARAM, &KEPT_OF_PARAM, &STATUSES];
    check_attributes(sources, findings, attrs, "a parameter", &known);
    varying_string(sources, findings, attrs);
}

/// C706 section 4.2.22.
pub(crate) fn operation(sources: &Sources<'_>, findings: &mut Findings, attrs: &Attrs) {
    let known: [&[&str]; 3] = [&OF_OPERATION, &KEPT_OF_OPERATION, &STATUSES];
    check_attributes(sources, findings, attrs, "an operation", &known);
    code(sources, findings, attrs);
}

/// C706 section 4.2.19.1: a string's end is determined by its terminator.
fn varying_string(sources: &Sources<'_>, findings: &mut Findings, attrs: &Attrs) {
    for name in ["first_is", "last_is", "length_is"] {
        if let Some(attr) = attrs.find(name).filter(|_| attrs.has("string")) {
            let message = format!("a string ends at its terminator: `{name}` is not permitted");
            findings.error(sources, attr.name.span, message);
        }
    }
}
