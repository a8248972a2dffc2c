//! Bindings from text, in which any system may be named.
//!
//! Reading list: RFC 3986 section 3 for the form. Lists of authorities follow other programs that
//! try servers in order: gRPC's name syntax (`ipv4:one:1,two:2`), libpq's connection URIs, CORBA's
//! `corbaloc`.

use std::borrow::Cow;
use std::str::FromStr;

use super::{Notation, System, all, named};
use crate::error::BindingError;
use crate::suggest::{self, list};
use crate::system::binding::{Address, Binding, Transport, has_object_in_path, scheme_of};

type Words = Cow<'static, str>;

/// The meaning of a scheme that is some system's own.
fn own_scheme(word: &str) -> Option<(&'static dyn System, Transport)> {
    all().find_map(|system| {
        let mut all = system.schemes().iter();
        let (_, transport) = all.find(|(known, _)| *known == word)?;
        Some((system, *transport))
    })
}

impl FromStr for Binding {
    type Err = BindingError;

    fn from_str(text: &str) -> Result<Self, BindingError> {
        let parsed = match (notation_of(text), text.split_once("://")) {
            (Some(notation), _) => notation.parse(text).map_err(Words::from),
            (None, Some((scheme, rest))) => url(scheme, rest),
            (None, None) => {
                let place = if text.contains('/') {
                    "host:port"
                } else {
                    text
                };
                let problem = "there is no `://` in it: the system comes first, as in";
                Err(format!("{problem} `grpc://{place}`").into())
            }
        };
        parsed.map_err(|problem| BindingError {
            binding: text.to_owned(),
            problem: problem.into(),
        })
    }
}

/// `system+transport`, or a scheme for both.
fn scheme(text: &str) -> Result<(&'static dyn System, Transport), Words> {
    if let Some(meant) = own_scheme(text) {
        return Ok(meant);
    }
    let (system, transport) = text.split_once('+').unwrap_or((text, ""));
    let system = named(system).ok_or_else(|| unknown(text))?;
    let transport = Transport::ALL
        .into_iter()
        .find(|t| t.name() == transport)
        .filter(|t| system.transports().contains(t))
        .ok_or_else(|| {
            let name = system.name();
            let all = system.transports().iter();
            match transport {
                "" => {
                    let all = all.map(|t| format!("{name}+{}", t.name()));
                    format!("it does not say what carries `{name}`: {}", list(all))
                }
                _ => format!(
                    "the transports of `{name}` are {}",
                    list(all.map(|t| t.name()))
                ),
            }
        })?;
    Ok((system, transport))
}

/// The error for a scheme of an unknown system, with a suggestion.
fn unknown(text: &str) -> String {
    let of_each = |s: &'static dyn System| s.transports().iter().map(move |t| (s, *t));
    let pairs = all().flat_map(of_each);
    let written = |(system, transport): (&dyn System, Transport)| scheme_of(system, transport);
    if let Some(carrier) = Transport::ALL.into_iter().find(|t| t.name() == text) {
        let carried = pairs.filter(|(system, over)| {
            // HTTP/2's addresses are usually written like HTTP's.
            let (application, _) = system.application_protocol(*over);
            let is_http2 = carrier.is_http() && application == Some("h2");
            *over == carrier || is_http2 && *over == carrier.below_http()
        });
        let carried = list(carried.map(written));
        return format!("`{text}` does not say which system it carries: {carried}");
    }
    let (system, carrier) = text.split_at(text.find('+').unwrap_or(text.len()));
    let names = all().map(|s| s.name().to_owned());
    let known: Vec<String> = match carrier {
        "" => pairs.map(written).collect(),
        _ => names.clone().collect(),
    };
    match suggest::close(system, &known).first() {
        None => format!("the systems are {}", list(names)),
        Some(close) => format!("nobody here speaks `{text}`; did you mean `{close}{carrier}`?"),
    }
}

fn url(text: &str, rest: &str) -> Result<Binding, Words> {
    let (system, transport) = scheme(text)?;
    // A path may contain a question mark.
    let (place, query) = match rest.split_once('?') {
        Some((place, query)) if transport != Transport::Unix => (place, query),
        _ => (rest, ""),
    };
    // Only HTTP has a path after the host, and systems whose objects are one.
    let has_object = has_object_in_path(system, transport);
    let (place, behind) = match place.find('/') {
        Some(at) if transport.is_http() || has_object => place.split_at(at),
        _ => (place, ""),
    };
    let mut addresses = match transport {
        Transport::Unix => vec![path(place)?],
        _ => hosts(place.strip_suffix('/').unwrap_or(place))?,
    };
    let mut binding = Binding::new(system, transport, addresses.remove(0));
    binding.alternatives = addresses;
    if behind.bytes().any(|b| !b.is_ascii_graphic()) {
        return Err("there is something in its path that HTTP would not carry".into());
    }
    match behind.strip_prefix('/').filter(|_| has_object) {
        Some("") => {}
        Some(object) => binding.set("object", object)?,
        None => binding.path = Some(behind.to_owned()).filter(|path| path.len() > 1),
    }
    for setting in query.split('&').filter(|s| !s.is_empty()) {
        let (name, value) = setting
            .split_once('=')
            .ok_or_else(|| format!("`{setting}` behind the `?` has no `=`"))?;
        binding.set(name, value)?;
    }
    Ok(binding)
}

fn path(text: &str) -> Result<Address, Words> {
    if text.is_empty() {
        return Err("a path must follow `://`".into());
    }
    Ok(Address::Path(text.to_owned()))
}

/// The hosts of a binding, separated by commas; there is at least one.
fn hosts(text: &str) -> Result<Vec<Address>, Words> {
    text.split(',').map(Address::parse).collect()
}

impl Binding {
    /// Whether a text [means something on this machine only](Notation::is_local).
    pub(crate) fn is_local(text: &str) -> bool {
        notation_of(text).is_some_and(|notation| notation.is_local(text))
    }

    /// The binding of a reference that another process gave.
    ///
    /// # Errors
    /// It is none, or [this machine's own](Self::is_local).
    pub(crate) fn received(reference: &str) -> Result<Self, BindingError> {
        match Self::is_local(reference) {
            false => reference.parse(),
            true => Err(BindingError {
                binding: reference.to_owned(),
                problem: "a reference that others give names a file, which is not read".into(),
            }),
        }
    }

    /// The binding in the notation of `example`, if possible.
    pub fn written_like(&self, example: &str) -> String {
        let notation = notation_of(example);
        let own = notation.and_then(|_| self.in_own_notation());
        own.unwrap_or_else(|| self.to_string())
    }
}

/// The notation of a text, if it is a system's own.
fn notation_of(text: &str) -> Option<&'static dyn Notation> {
    let mut notations = all().filter_map(|system| system.notation());
    notations.find(|notation| notation.claims(text))
}

#[cfg(test)]
mod tests;
