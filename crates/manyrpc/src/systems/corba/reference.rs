//! Object references: making and reading `IOR:…`.
//!
//! ```
//! use manyrpc::corba::{Iiop, Ior};
//! use manyrpc::{Binding, corba};
//!
//! let at: Binding = "iiop://127.0.0.1:2809/NameService".parse().unwrap();
//! let ior = corba::reference_to(&at, "IDL:omg.org/CosNaming/NamingContext:1.0").unwrap();
//! let same: Binding = ior.to_string().parse().unwrap();
//! assert_eq!((same.address, same.object), (at.address, at.object));
//! # let _ = |profile: Iiop, ior: Ior| ();
//! ```

use manyrpc_engine::ObjectKey;
use manyrpc_engine::giop::code_sets::Offered;
pub use manyrpc_engine::giop::ior::{Iiop, Ior, NotIor, Ssl, Tagged};
use manyrpc_engine::giop::ior::{MOST_ADDRESSES, profile};
pub use manyrpc_engine::giop::repository_id::{name_of, of_name};
pub use manyrpc_engine::giop::{Completion, Standard, SystemException};

use super::{CHARS, REFERENCE, VERSION, WIDE, version};
use crate::system::binding::{Address, Binding, Transport};

/// The reference to the object of a binding: with the code sets of our servers, unless the binding was made of a
/// reference, which it then is. `None` if the binding has no host or no port.
pub fn reference_to(at: &Binding, repository_id: &str) -> Option<Ior> {
    if let Some(text) = at.settings.word(&REFERENCE) {
        return Ior::parse(text).ok();
    }
    Some(Ior {
        type_id: repository_id.to_owned(),
        profiles: profiles_of(at)?,
    })
}

/// A profile for each address of a binding, with the code sets of our servers; `None` if one has no port.
pub(super) fn profiles_of(at: &Binding) -> Option<Vec<Tagged>> {
    let key = at.object.as_ref().map_or(&[][..], ObjectKey::as_bytes);
    let is_secured = at.transport.is_secure();
    let profile = |address: &Address| match address {
        Address::Host(host, Some(port)) => {
            let mut components = vec![Offered::ours().component()];
            components.extend(is_secured.then(|| Ssl::new(*port).component()));
            // Without TLS nobody is there.
            let open = if is_secured { 0 } else { *port };
            let profile = Iiop {
                minor: version(&at.settings).minor(),
                components,
                ..Iiop::new(host, open, key)
            };
            Some(profile.tagged())
        }
        _ => None,
    };
    at.addresses().map(profile).collect()
}

/// The binding of a reference's object, with the first of its addresses: over TLS if the server is not to be reached without, or
/// insists on protection whatever other port it has.
///
/// # Errors
/// Why there is none, as half a sentence.
pub(super) fn binding_of(ior: &Ior) -> Result<Binding, String> {
    if ior.is_nil() {
        return Err("it refers to no object".to_owned());
    }
    let mut profiles = ior.iiop();
    let Some(first) = profiles.next() else {
        let mut internet = ior.profiles.iter();
        let internet = internet.find(|p| p.tag == profile::INTERNET_IOP);
        if let Some(Err(why)) = internet.map(|p| Iiop::read(&p.data)) {
            return Err(format!("its profile of IIOP is malformed: {why}"));
        }
        let tags: Vec<String> = ior.profiles.iter().map(|p| p.tag.to_string()).collect();
        return Err(format!(
            "none of its profiles is for IIOP; their tags are {}",
            tags.join(", ")
        ));
    };
    let mut all = vec![first.clone()];
    all.extend(profiles.filter(|other| other.key == first.key));
    let mut transport = Transport::Tcp;
    let open = all
        .iter()
        .filter(|p| !Ssl::of(p).is_some_and(|ssl| ssl.is_required()));
    let mut places: Vec<_> = open.flat_map(Iiop::addresses).collect();
    places.retain(|(_, port)| *port > 0);
    if places.is_empty() {
        transport = Transport::Tls;
        let secured = all
            .iter()
            .filter_map(|p| Some((p.host.clone(), Ssl::of(p)?.port)));
        places = secured.filter(|(_, port)| *port > 0).collect();
    }
    let addresses = places
        .iter()
        .take(MOST_ADDRESSES)
        .map(|(host, port)| Address::host(host, Some(*port)));
    let mut addresses = addresses.collect::<Result<Vec<Address>, _>>()?;
    if addresses.is_empty() {
        return Err("there is no port in it".to_owned());
    }
    let mut binding = Binding::new(&super::Corba, transport, addresses.remove(0));
    binding.alternatives = addresses;
    binding.object = Some(ObjectKey::new(&first.key));
    binding.set(
        VERSION.name,
        ["1.0", "1.1", "1.2"][usize::from(first.minor.min(2))],
    )?;
    // CORBA 3.0 section 13.10.2.6: without the component, nothing can be negotiated.
    let sets = Offered::of(&first).map_or(manyrpc_engine::giop::CodeSets::NONE, |offered| {
        offered.choose()
    });
    let (chars, wide) = (sets.chars, sets.wide.is_some());
    let chars = match chars {
        manyrpc_codec::cdr::CharSet::Utf8 => "utf-8",
        manyrpc_codec::cdr::CharSet::Latin1 => "iso-8859-1",
    };
    binding.set(CHARS.name, chars)?;
    binding.set(WIDE.name, if wide { "utf-16" } else { "none" })?;
    binding.set(REFERENCE.name, &ior.to_string())?;
    Ok(binding)
}

#[cfg(test)]
mod tests {
    use manyrpc_engine::giop::ior::association;

    use super::*;

    /// Whoever gives a reference does not choose how long it takes to find nobody.
    #[test]
    fn a_bounded_number_of_addresses_is_tried() {
        let profile = |port| Iiop::new("host", port, b"key").tagged();
        let ior = Ior {
            type_id: String::new(),
            profiles: (1..=100).map(profile).collect(),
        };
        let binding = binding_of(&ior).unwrap();
        let ports: Vec<_> = binding.addresses().map(Address::port).collect();
        assert_eq!(ports, (1..=16).map(Some).collect::<Vec<_>>());
        assert_eq!(reference_to(&binding, ""), Some(ior));
    }

    /// What a server insists on counts, not which ports it has.
    #[test]
    fn servers_that_require_tls_are_called_over_it() {
        use association::*;
        for (requires, open, expected) in [
            (INTEGRITY | CONFIDENTIALITY, 1, "iiops://host:2"),
            (ESTABLISH_TRUST_IN_CLIENT, 1, "iiops://host:2"),
            (NO_PROTECTION, 1, "iiop://host:1"),
            (0, 1, "iiop://host:1"),
            (0, 0, "iiops://host:2"),
        ] {
            let ssl = Ssl {
                requires,
                ..Ssl::new(2)
            };
            let profile = Iiop {
                components: vec![ssl.component()],
                ..Iiop::new("host", open, b"key")
            };
            let ior = Ior {
                type_id: String::new(),
                profiles: vec![profile.tagged()],
            };
            let binding = binding_of(&ior).unwrap().to_string();
            assert!(
                binding.starts_with(expected),
                "{requires:#x} {open}: {binding}"
            );
        }
    }
}
