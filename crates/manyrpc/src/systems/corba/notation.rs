//! References as bindings: `corbaloc:iiop:1.2@host:port/key`, with `ssliop` over TLS, and `IOR:…`.
//!
//! Reading list: CORBA 3.0 sections 13.6.10 (IOR), 13.6.10.1 to 13.6.10.3 (corbaloc).

use super::reference::{Ior, binding_of};
use super::{Corba, REFERENCE, VERSION};
use crate::system::binding::{Address, Binding, Transport};
use crate::systems::Notation;

pub(super) struct References;

/// CORBA 3.0 section 13.6.10.3: the port where none is given.
const PORT: u16 = 2809;

impl Notation for References {
    fn example(&self) -> &'static str {
        "corbaloc:iiop:1.2@host:port/key"
    }

    fn prefixes(&self) -> &'static [&'static str] {
        &["corbaloc:", "corbaname:", "IOR:"]
    }

    /// Section 13.6.10.1: schemes are the same in either case.
    fn claims(&self, text: &str) -> bool {
        let scheme = text.split_inclusive(':').next().unwrap_or_default();
        self.prefixes()
            .iter()
            .any(|prefix| scheme.eq_ignore_ascii_case(prefix))
    }

    fn parse(&self, text: &str) -> Result<Binding, String> {
        let (scheme, rest) = text.split_once(':').unwrap_or((text, ""));
        match &*scheme.to_ascii_lowercase() {
            "ior" => {
                let ior = Ior::parse(text).map_err(|e| e.to_string())?;
                binding_of(&ior)
            }
            "corbaloc" => location(rest),
            _ => {
                Err("names are not looked up yet; `corbaloc:` and `IOR:` are understood".to_owned())
            }
        }
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
        if binding.chosen().any(|(name, _)| name != VERSION.name) {
            return None;
        }
        let version = binding.settings.word(&VERSION).unwrap_or("1.2");
        let addresses = binding
            .addresses()
            .map(|at| format!("{protocol}:{version}@{at}"));
        let addresses = addresses.collect::<Vec<_>>().join(",");
        let key = binding
            .object_text()
            .map_or(String::new(), |key| format!("/{key}"));
        Some(format!("corbaloc:{addresses}{key}"))
    }
}

/// What follows `corbaloc:`.
fn location(text: &str) -> Result<Binding, String> {
    let (places, key) = match text.split_once('/') {
        Some((places, key)) => (places, Some(key)),
        None => (text, None),
    };
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
    if let Some(key) = key {
        binding.set("object", key)?;
    }
    Ok(binding)
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
        "rir" => return Err("no initial references are known here".to_owned()),
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
