//! Describes references.

use serde_json::{Value, json};

use super::naming::{self, CONTEXT_ID, Entry, NamingClient, NamingError, PORT};
use super::reference::{Iiop, Ior, Ssl, Tagged, reference_to};
use crate::error::Error;
use crate::options::ClientOptions;
use crate::system::binding::Binding;
use crate::system::names;
use crate::systems::table::table;
use crate::systems::{Describer, Form, describer_of};
use manyrpc_engine::giop::code_sets::{self, Offered, Sets};
use manyrpc_engine::giop::ior::{association, component, profile};
use manyrpc_engine::{CallError, Fault};

pub(super) struct ReferenceDescriber;

impl Describer for ReferenceDescriber {
    /// What is bound in the naming context that the binding is of.
    fn list(&self, at: &Binding, options: &ClientOptions, form: Form) -> Result<String, Error> {
        let mut context = NamingClient::connect(at, options)?;
        let listed = context.entries(MOST);
        let (entries, more) = listed.map_err(|error| match error {
            NamingError::Error(error) if is_no_operation(&error) => Error::NotA {
                reference: at.to_string(),
                type_id: CONTEXT_ID.to_owned(),
            },
            NamingError::Error(error) => error,
            other => Error::Settings(other.to_string()),
        })?;
        Ok(form.write(
            || entries_text(&entries, more),
            || entries_value(&entries, more),
        ))
    }

    /// What is in the binding's reference. Nobody is asked, unless the binding has a name, or `only` is one in the naming
    /// context that the binding is of.
    fn describe(
        &self,
        at: &Binding,
        options: &ClientOptions,
        only: Option<&str>,
        form: Form,
    ) -> Result<String, Error> {
        let mut at = at.clone();
        if let Some(name) = only {
            naming::join_name(&mut at, name)?;
        }
        if let Some(names) = names::of(&at) {
            let found = names.look_up(&at.at_port(PORT), options)?;
            return describer_of(&found)?.describe(&found, options, None, form);
        }
        let ior = reference_to(&at, "").ok_or_else(|| Error::Binding(at.without_port()))?;
        Ok(form.write(|| text(&ior), || value(&ior)))
    }

    /// References of which no profile is of IIOP, and nil.
    fn describe_text(&self, reference: &str, form: Form) -> Option<String> {
        let ior = Ior::parse(reference).ok()?;
        Some(form.write(|| text(&ior), || value(&ior)))
    }
}

/// Whether a server says that its object has no such operation.
fn is_no_operation(error: &Error) -> bool {
    match error {
        Error::Call(CallError::Fault(fault)) => fault.plain() == Fault::NoSuchOperation,
        _ => false,
    }
}

/// The most bindings of a context that are listed.
const MOST: usize = 100_000;

fn entries_text(entries: &[Entry], more: bool) -> String {
    let mut text = table(
        ["name", "type"],
        entries
            .iter()
            .map(|entry| [entry.name.to_string(), kind(entry).to_owned()])
            .collect(),
    );
    if more {
        text += "(and more)\n";
    }
    text
}

fn kind(entry: &Entry) -> &'static str {
    if entry.is_context {
        "context"
    } else {
        "object"
    }
}

fn entries_value(entries: &[Entry], more: bool) -> Value {
    let bindings: Vec<Value> = entries
        .iter()
        .map(|Entry { name, is_context }| {
            let text = name.to_string();
            json!({ "name": text, "id": name.id, "kind": name.kind, "context": is_context })
        })
        .collect();
    json!({ "bindings": bindings, "more": more })
}

/// ORBs whose numbers are known: OMG's list of vendor tags.
const ORBS: [(u32, &str); 4] = [
    (0x4154_5400, "omniORB"),
    (0x5441_4f00, "TAO"),
    (0x4a41_4300, "JacORB"),
    (0x4f42_0000, "ORBit or Orbacus"),
];

/// Components that are shown as they stand: OMG's list of tags (CORBA 3.0 section 13.6.6), and those of omniORB's library.
const COMPONENTS: [(u32, &str); 13] = [
    (2, "POLICIES"),
    (5, "COMPLETE_OBJECT_KEY"),
    (6, "ENDPOINT_ID_POSITION"),
    (12, "LOCATION_POLICY"),
    (13, "ASSOCIATION_OPTIONS"),
    (14, "SEC_NAME"),
    (25, "JAVA_CODEBASE"),
    (33, "CSI_SEC_MECH_LIST"),
    (36, "TLS_SEC_TRANS"),
    (
        component::RMI_CUSTOM_MAX_STREAM_FORMAT,
        "RMI_CUSTOM_MAX_STREAM_FORMAT",
    ),
    (0x4154_5401, "OMNIORB_BIDIR"),
    (0x4154_5402, "OMNIORB_UNIX_TRANS"),
    (0x4154_5403, "OMNIORB_PERSISTENT_ID"),
];

/// Code sets whose numbers are known.
const SETS: [(u32, &str); 4] = [
    (code_sets::LATIN_1, "ISO 8859-1"),
    (code_sets::UTF_8, "UTF-8"),
    (code_sets::UTF_16, "UTF-16"),
    (code_sets::UCS_2, "UCS-2"),
];

fn named(number: u32, names: &[(u32, &str)]) -> String {
    let known = names.iter().find(|(known, _)| *known == number);
    known.map_or(format!("{number:#x}"), |(_, name)| (*name).to_owned())
}

fn sets(of: &Sets) -> String {
    // omniORB converts from its own one, too.
    let others = of.conversions.iter().filter(|set| **set != of.native);
    let all = std::iter::once(&of.native).chain(others);
    all.map(|set| named(*set, &SETS))
        .collect::<Vec<_>>()
        .join(", ")
}

fn text(ior: &Ior) -> String {
    let interface = match &*ior.type_id {
        "" => "not stated",
        id => id,
    };
    let mut text = format!("{ior}\n  interface   {interface}\n");
    if ior.is_nil() {
        text += "  no object\n";
    }
    for profile in &ior.profiles {
        text += &match (iiop(profile), profile.components()) {
            (Some(iiop), _) => iiop_text(&iiop),
            (_, Some(components)) => {
                format!("  profile     of components only\n{}", shown(&components))
            }
            _ => format!("  profile     {}\n", other(profile)),
        };
    }
    text
}

fn iiop(profile: &Tagged) -> Option<Iiop> {
    (profile.tag == profile::INTERNET_IOP).then(|| Iiop::read(&profile.data).ok())?
}

fn other(Tagged { tag, data }: &Tagged) -> String {
    format!("tag {tag:#x}, {} bytes", data.len())
}

fn iiop_text(iiop: &Iiop) -> String {
    let (minor, key) = (iiop.minor, iiop.key.escape_ascii());
    let mut text = format!("  profile     IIOP 1.{minor}\n    key       {key}\n");
    for (host, port) in iiop.addresses() {
        text += &format!("    address   {host}:{port}\n");
    }
    if let Some(orb) = iiop.orb_type() {
        text += &format!("    made by   {}\n", named(orb, &ORBS));
    }
    if let Some(offered) = Offered::of(iiop) {
        let (chars, wide) = (sets(&offered.chars), sets(&offered.wide));
        text += &format!("    text      {chars}\n    wide text {wide}\n");
    }
    if let Some(ssl) = Ssl::of(iiop) {
        let (supports, requires) = (options(ssl.supports), options(ssl.requires));
        text += &format!("    TLS       {}:{}\n", iiop.host, ssl.port);
        text += &format!("    supports  {supports}\n    requires  {requires}\n");
    }
    text + &shown(unknown(iiop))
}

fn shown<'c>(components: impl IntoIterator<Item = &'c Tagged>) -> String {
    let line = |component: &Tagged| {
        let tag = named(component.tag, &COMPONENTS);
        format!("    component {tag}, {} bytes\n", component.data.len())
    };
    components.into_iter().map(line).collect()
}

/// What TLS gives, in the order of the bits.
const OPTIONS: [(u16, &str); 6] = [
    (association::INTEGRITY, "integrity"),
    (association::CONFIDENTIALITY, "confidentiality"),
    (association::DETECT_REPLAY, "no replay"),
    (association::DETECT_MISORDERING, "order"),
    (
        association::ESTABLISH_TRUST_IN_TARGET,
        "the server's certificate",
    ),
    (
        association::ESTABLISH_TRUST_IN_CLIENT,
        "the client's certificate",
    ),
];

fn options(of: u16) -> String {
    let known = OPTIONS.iter().fold(0, |all, (bit, _)| all | bit);
    let named = OPTIONS.iter().filter(|(bit, _)| of & bit != 0);
    let mut all: Vec<String> = named.map(|(_, name)| (*name).to_owned()).collect();
    if of & !known != 0 {
        all.push(format!("{:#x}", of & !known));
    }
    match all.is_empty() {
        true => "nothing".to_owned(),
        false => all.join(", "),
    }
}

/// The components that are not told in words.
fn unknown(iiop: &Iiop) -> impl Iterator<Item = &Tagged> {
    const KNOWN: [u32; 4] = [
        component::ORB_TYPE,
        component::CODE_SETS,
        component::SSL_SEC_TRANS,
        component::ALTERNATE_IIOP_ADDRESS,
    ];
    iiop.components.iter().filter(|c| !KNOWN.contains(&c.tag))
}

fn value(ior: &Ior) -> Value {
    let profiles: Vec<Value> = ior
        .profiles
        .iter()
        .map(|profile| match (iiop(profile), profile.components()) {
            (Some(iiop), _) => iiop_value(&iiop),
            (_, Some(components)) => {
                let all: Vec<Value> = components.iter().map(tagged_value).collect();
                json!({ "tag": profile.tag, "components": all })
            }
            _ => tagged_value(profile),
        })
        .collect();
    json!({ "reference": ior.to_string(), "interface": ior.type_id, "profiles": profiles })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn tagged_value(Tagged { tag, data }: &Tagged) -> Value {
    json!({ "tag": tag, "data": hex(data) })
}

fn iiop_value(iiop: &Iiop) -> Value {
    let addresses: Vec<String> = iiop
        .addresses()
        .iter()
        .map(|(host, port)| format!("{host}:{port}"))
        .collect();
    let numbers = |of: &Sets| json!({ "native": of.native, "conversions": of.conversions });
    let sets =
        Offered::of(iiop).map(|o| json!({ "char": numbers(&o.chars), "wchar": numbers(&o.wide) }));
    let ssl = Ssl::of(iiop)
        .map(|s| json!({ "port": s.port, "supports": s.supports, "requires": s.requires }));
    let components: Vec<Value> = unknown(iiop).map(tagged_value).collect();
    json!({
        "tag": profile::INTERNET_IOP, "version": format!("1.{}", iiop.minor), "addresses": addresses,
        "key": hex(&iiop.key), "orb_type": iiop.orb_type(), "code_sets": sets, "ssl": ssl, "components": components,
    })
}
