//! References as bindings: `corbaloc:iiop:1.2@host:port/key`, with `ssliop` over TLS, `corbaname:iiop:1.2@host:port/key#name`, `IOR:…` and files that
//! hold one of these.
//!
//! Reading list: CORBA 3.0 sections 13.6.10 (IOR), 13.6.10.1 to 13.6.10.4 (corbaloc), 13.6.10.5 (corbaname), 13.6.10.7
//! (file); OMG formal/04-10-03 section 2.5.3 (corbaname).

use std::fs::File;
use std::io::Read;

use super::naming::{self, KEY, PORT, initial_reference};
use super::reference::{Ior, binding_of};
use super::{Corba, NAME, REFERENCE, VERSION};
use crate::system::binding::{Address, Binding, Transport};
use crate::systems::Notation;

pub(super) struct References;

/// How often a text may refer to another one, by an initial reference or a file.
const HOPS: usize = 4;

/// The most bytes of a file with a reference.
const FILE_BYTES: u64 = 64 << 10;

impl Notation for References {
    fn example(&self) -> &'static str {
        "corbaloc:iiop:1.2@host:port/key"
    }

    fn prefixes(&self) -> &'static [&'static str] {
        &["corbaloc:", "corbaname:", "IOR:", "file:"]
    }

    /// Section 13.6.10.1: schemes are the same in either case.
    fn claims(&self, text: &str) -> bool {
        let scheme = text.split_inclusive(':').next().unwrap_or_default();
        self.prefixes()
            .iter()
            .any(|prefix| scheme.eq_ignore_ascii_case(prefix))
    }

    fn is_local(&self, text: &str) -> bool {
        let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
        scheme.eq_ignore_ascii_case("file")
    }

    fn parse(&self, text: &str) -> Result<Binding, String> {
        parse(text, HOPS)
    }

    fn print(&self, binding: &Binding) -> Option<String> {
        if let Some(ior) = binding.settings.word(&REFERENCE) {
            let same = Ior::parse(ior).ok().and_then(|ior| binding_of(&ior).ok());
            return (same.as_ref() == Some(binding)).then(|| ior.to_owned());
        }
        // Such a text always has a port.
        if binding.addresses().any(|at| at.port().is_none()) {
            return None;
        }
        // Such a text has no other settings.
        let protocol = match binding.transport {
            Transport::Tcp => "iiop",
            Transport::Tls => "ssliop",
            _ => return None,
        };
        let mut chosen = binding.chosen();
        if chosen.any(|(name, _)| ![VERSION.name, NAME.name].contains(&name)) {
            return None;
        }
        let version = binding.settings.word(&VERSION).unwrap_or("1.2");
        let addresses = binding
            .addresses()
            .map(|at| format!("{protocol}:{version}@{at}"));
        let addresses = addresses.collect::<Vec<_>>().join(",");
        let key = binding.object_text();
        match (binding.settings.word(&NAME), key) {
            // A name is never in no context.
            (Some(_), None) => None,
            (Some(name), Some(key)) => {
                let text = format!("corbaname:{addresses}/{key}#{name}");
                // An empty name, and one with characters that a URL escapes, are read in another way than they stand.
                (parse(&text, 0).as_ref() == Ok(binding)).then_some(text)
            }
            (None, Some(key)) => Some(format!("corbaloc:{addresses}/{key}")),
            (None, None) => Some(format!("corbaloc:{addresses}")),
        }
    }
}

fn parse(text: &str, hops: usize) -> Result<Binding, String> {
    let (scheme, rest) = text.split_once(':').unwrap_or((text, ""));
    match &*scheme.to_ascii_lowercase() {
        "ior" => {
            let ior = Ior::parse(text).map_err(|e| e.to_string())?;
            binding_of(&ior)
        }
        "corbaloc" => location(rest, hops),
        "corbaname" => name(rest, hops),
        _ => held_by(rest, hops),
    }
}

/// What follows `corbaname:`.
fn name(text: &str, hops: usize) -> Result<Binding, String> {
    let (context, name) = text.split_once('#').unwrap_or((text, ""));
    let mut binding = location(context, hops)?;
    if binding.object.is_none() {
        binding.set("object", KEY)?;
    }
    if !name.is_empty() {
        naming::set_name(&mut binding, name)?;
    }
    Ok(binding)
}

/// The reference in the file of a `file:` URL.
fn held_by(rest: &str, hops: usize) -> Result<Binding, String> {
    let Some(hops) = hops.checked_sub(1) else {
        return Err("its file refers to files without end".to_owned());
    };
    // RFC 8089 section 2: the host is empty, or this one.
    let path = match rest.strip_prefix("//") {
        Some(behind) => behind.strip_prefix("localhost").unwrap_or(behind),
        None => rest,
    };
    if !path.starts_with('/') {
        return Err("the path of a file must be absolute, as in `file:///tmp/ior`".to_owned());
    }
    let path = naming::unescaped(path)?;
    let failed = |e: std::io::Error| format!("{path} cannot be read: {e}");
    let file = File::open(&path).map_err(failed)?;
    if !file.metadata().map_err(failed)?.is_file() {
        return Err(format!("{path} is not a file"));
    }
    let mut text = String::new();
    file.take(FILE_BYTES)
        .read_to_string(&mut text)
        .map_err(failed)?;
    let text = text.trim();
    match References.claims(text) {
        true => parse(text, hops).map_err(|e| format!("in {path}: {e}")),
        false => Err(format!("{path} holds no reference")),
    }
}

/// What follows `corbaloc:`, which `corbaname:` has, too.
fn location(text: &str, hops: usize) -> Result<Binding, String> {
    let (places, key) = match text.split_once('/') {
        Some((places, key)) => (places, Some(key)),
        None => (text, None),
    };
    if places == "rir:" {
        return initial(key.filter(|key| !key.is_empty()).unwrap_or(KEY), hops);
    }
    let mut found = Vec::new();
    for place in places.split(',') {
        found.push(endpoint(place)?);
    }
    let (transport, version) = (found[0].0, found[0].1);
    if found.iter().any(|(other, ..)| *other != transport) {
        return Err("some of its addresses are over TLS, and some are not".to_owned());
    }
    let mut addresses = found.into_iter().map(|(.., address)| address);
    let first = addresses.next().ok_or("there is no address in it")?;
    let mut binding = Binding::new(&Corba, transport, first);
    binding.alternatives = addresses.collect();
    binding.set(VERSION.name, version)?;
    if let Some(key) = key.filter(|key| !key.is_empty()) {
        binding.set("object", key)?;
    }
    Ok(binding)
}

/// The initial reference of that name.
fn initial(name: &str, hops: usize) -> Result<Binding, String> {
    let Some(hops) = hops.checked_sub(1) else {
        return Err("initial references refer to each other without end".to_owned());
    };
    let text = initial_reference(name)?;
    match References.claims(&text) {
        true => parse(&text, hops),
        // A binding in the form of all systems.
        false => text.parse().map_err(|e| format!("{e}")),
    }
}

/// One address, and what is spoken there.
fn endpoint(text: &str) -> Result<(Transport, &str, Address), String> {
    let (protocol, rest) = text
        .split_once(':')
        .ok_or("a protocol comes first, as in `iiop:host`")?;
    let transport = match protocol {
        // Section 13.6.10.3: an empty one is IIOP.
        "" | "iiop" => Transport::Tcp,
        "ssliop" => Transport::Tls,
        // Section 13.6.10.4.
        "rir" => return Err("`rir:` stands alone, without other addresses".to_owned()),
        other => {
            return Err(format!(
                "its protocol `{other}` is not spoken; `iiop` and `ssliop` are"
            ));
        }
    };
    // Section 13.6.10.3: the default is 1.0.
    let (version, place) = rest.split_once('@').unwrap_or(("1.0", rest));
    let mut address = Address::parse(place)?;
    if let Address::Host(_, port @ None) = &mut address {
        *port = Some(PORT);
    }
    Ok((transport, version, address))
}

#[cfg(test)]
mod tests;
