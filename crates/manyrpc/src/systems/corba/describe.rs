//! Describes references.

use serde_json::{Value, json};

use super::reference::{Iiop, Ior, Ssl, Tagged, reference_to};
use crate::error::Error;
use crate::options::ClientOptions;
use crate::system::binding::Binding;
use crate::systems::{Describer, Form};
use manyrpc_engine::giop::code_sets::{self, Offered, Sets};
use manyrpc_engine::giop::ior::{association, component, profile};

pub(super) struct ReferenceDescriber;

impl Describer for ReferenceDescriber {
    fn list(&self, _: &Binding, _: &ClientOptions, _: Form) -> Result<String, Error> {
        Err(Error::Settings(
            "a server does not tell which objects it has; `describe` tells what is in a reference"
                .to_owned(),
        ))
    }

    /// What is in the binding's reference. Nobody is asked.
    fn describe(
        &self,
        at: &Binding,
        _: &ClientOptions,
        _: Option<&str>,
        form: Form,
    ) -> Result<String, Error> {
        let ior = reference_to(at, "").ok_or_else(|| Error::Binding(at.without_port()))?;
        Ok(form.write(|| text(&ior), || value(&ior)))
    }
}

/// ORBs whose numbers are known: OMG's list of vendor tags.
const ORBS: [(u32, &str); 4] = [
    (0x4154_5400, "omniORB"),
    (0x5441_4f00, "TAO"),
    (0x4a41_4300, "JacORB"),
    (0x4f42_0000, "ORBit or Orbacus"),
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
    let all = std::iter::once(&of.native).chain(&of.conversions);
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
    for profile in &ior.profiles {
        match iiop(profile) {
            Some(iiop) => text += &iiop_text(&iiop),
            None => text += &format!("  profile     {}\n", other(profile)),
        }
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
    for component in unknown(iiop) {
        text += &format!("    component {}\n", other(component));
    }
    text
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
        .map(|profile| match iiop(profile) {
            Some(iiop) => iiop_value(&iiop),
            None => tagged_value(profile),
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
