//! From a string to a binding.
//!
//! Reading list: C706 section 3.1.16 (string binding), appendix B (protocol sequences); RFC 3986
//! section 3 for the shape of the others.

use std::borrow::Cow;
use std::str::FromStr;

use super::{Address, Binding, BindingError, Transport};
use crate::suggest;
use crate::systems::{self, System, list};

type Problem = Cow<'static, str>;

/// The scheme of a system over a transport.
pub(super) fn scheme_of(system: &dyn System, transport: Transport) -> String {
    let mut own = system.schemes().iter();
    match own.find(|(_, over)| *over == transport) {
        Some((scheme, _)) => (*scheme).to_owned(),
        None => format!("{}+{}", system.name(), transport.name()),
    }
}

/// What a word of some systems' own means.
fn meant(
    word: &str,
    words: impl Fn(&'static dyn System) -> &'static [(&'static str, Transport)],
) -> Option<(&'static dyn System, Transport)> {
    systems::all().find_map(|system| {
        let mut all = words(system).iter();
        let (_, transport) = all.find(|(known, _)| *known == word)?;
        Some((system, *transport))
    })
}

impl FromStr for Binding {
    type Err = BindingError;

    fn from_str(text: &str) -> Result<Self, BindingError> {
        let parsed = match text.split_once("://") {
            Some((scheme, rest)) => url(scheme, rest),
            None if looks_like_dce(text) => string_binding(text),
            None => {
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
            problem,
        })
    }
}

/// `system+transport`, or a scheme that says both.
fn scheme(text: &str) -> Result<(&'static dyn System, Transport), Problem> {
    if let Some(meant) = meant(text, |system| system.schemes()) {
        return Ok(meant);
    }
    let (system, transport) = text.split_once('+').unwrap_or((text, ""));
    let system = systems::named(system).ok_or_else(|| unknown(text))?;
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

/// What is wrong with a scheme whose system nobody has, and what may have been meant.
fn unknown(text: &str) -> String {
    let of_each = |s: &'static dyn System| s.transports().iter().map(move |t| (s, *t));
    let pairs = systems::all().flat_map(of_each);
    let written = |(system, transport): (&dyn System, Transport)| scheme_of(system, transport);
    if let Some(carrier) = Transport::ALL.into_iter().find(|t| t.name() == text) {
        let carried = pairs.filter(|(system, over)| {
            // HTTP/2's addresses are written as HTTP's elsewhere.
            let (application, _) = system.application_protocol(*over);
            let is_http2 = carrier.is_http() && application == Some("h2");
            *over == carrier || is_http2 && *over == carrier.below_http()
        });
        let carried = list(carried.map(written));
        return format!("`{text}` does not say which system it carries: {carried}");
    }
    let (system, carrier) = text.split_at(text.find('+').unwrap_or(text.len()));
    let names = systems::all().map(|s| s.name().to_owned());
    let known: Vec<String> = match carrier {
        "" => pairs.map(written).collect(),
        _ => names.clone().collect(),
    };
    match suggest::close(system, &known).first() {
        None => format!("the systems are {}", list(names)),
        Some(close) => format!("nobody here speaks `{text}`; did you mean `{close}{carrier}`?"),
    }
}

fn url(text: &str, rest: &str) -> Result<Binding, Problem> {
    let (system, transport) = scheme(text)?;
    // A path may have a question mark in it.
    let (place, query) = match rest.split_once('?') {
        Some((place, query)) if transport != Transport::Unix => (place, query),
        _ => (rest, ""),
    };
    // Only HTTP has a path behind the host.
    let (place, behind) = match place.find('/') {
        Some(at) if transport.is_http() => place.split_at(at),
        _ => (place, ""),
    };
    let address = match transport {
        Transport::Unix => path(place)?,
        _ => host(place.strip_suffix('/').unwrap_or(place))?,
    };
    let mut binding = Binding::new(system, transport, address);
    if behind.bytes().any(|b| !b.is_ascii_graphic()) {
        return Err("there is something in its path that HTTP would not carry".into());
    }
    binding.path = Some(behind.to_owned()).filter(|path| path.len() > 1);
    for setting in query.split('&').filter(|s| !s.is_empty()) {
        let (name, value) = setting
            .split_once('=')
            .ok_or_else(|| format!("`{setting}` behind the `?` has no `=`"))?;
        set(&mut binding, name, value)?;
    }
    Ok(binding)
}

/// A setting by name, the same in both notations.
fn set(binding: &mut Binding, name: &str, value: &str) -> Result<(), Problem> {
    if name == "object"
        && let Some(objects) = binding.system.objects()
    {
        let object = objects.parse(value);
        binding.object = Some(object.map_err(|e| format!("`{value}`: {e}"))?);
        return Ok(());
    }
    let of = (binding.system, binding.transport);
    let set = binding.settings.set(of, name, value);
    set.map_err(Problem::from)
}

fn path(text: &str) -> Result<Address, Problem> {
    if text.is_empty() {
        return Err("a path must follow `://`".into());
    }
    Ok(Address::Path(text.to_owned()))
}

/// `host`, `host:port`, `[v6]`, `[v6]:port`.
fn host(text: &str) -> Result<Address, Problem> {
    let (host, port) = match text.strip_prefix('[') {
        Some(rest) => {
            let (host, port) = rest.split_once(']').ok_or("`[` without `]`")?;
            (
                host,
                port.strip_prefix(':')
                    .or(if port.is_empty() { None } else { Some("?") }),
            )
        }
        None => match text.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (text, None),
        },
    };
    if host.is_empty() {
        return Err("there is no host in it".into());
    }
    let port = port.map(number).transpose()?;
    Ok(Address::Host(host.to_owned(), port))
}

fn number(port: &str) -> Result<u16, Problem> {
    port.parse()
        .map_err(|_| "the port must be a number from 0 to 65535".into())
}

/// Whether it can only have been meant as a string binding of DCE: a protocol sequence stands at
/// its beginning or behind an object.
fn looks_like_dce(text: &str) -> bool {
    let sequence = text.split_once('@').map_or(text, |(_, rest)| rest);
    ["ncacn_", "ncadg_", "ncalrpc", "ip:", "dds:"]
        .iter()
        .any(|start| sequence.starts_with(start))
}

/// `object@sequence:host[endpoint,option=value]`, a backslash before what is not to divide.
fn string_binding(text: &str) -> Result<Binding, Problem> {
    let (object, rest) = match split_at_first(text, '@') {
        Some((object, rest)) => (Some(object), rest),
        None => (None, text),
    };
    let (name, rest) =
        split_at_first(rest, ':').ok_or("there is no `:` behind its protocol sequence")?;
    let (system, transport) = meant(name, |system| system.sequences()).ok_or_else(|| {
        let names = systems::all().flat_map(|system| system.sequences());
        let names = list(names.map(|(name, _)| name));
        format!("the protocol sequences that we speak are {names}")
    })?;
    let (host, inside) = match split_at_first(rest, '[') {
        Some((host, rest)) => {
            let inside = rest.strip_suffix(']').ok_or("`[` without `]` at its end")?;
            (host, inside)
        }
        None => (rest, ""),
    };
    let host = unescape(host);
    let host = match host.strip_prefix('#').unwrap_or(&host) {
        // Without an address it is this host's (C706, section 3.1.16).
        "" => "localhost".to_owned(),
        host => host.to_owned(),
    };
    let mut binding = Binding::new(system, transport, Address::Host(host, None));
    if let Some(object) = object {
        set(&mut binding, "object", object)?;
    }
    for (at, part) in inside.split(',').enumerate().filter(|(_, p)| !p.is_empty()) {
        part_of(&mut binding, at, part)?;
    }
    Ok(binding)
}

/// One part of what stands in brackets: the endpoint, if it is the first or says so, or an option.
fn part_of(binding: &mut Binding, at: usize, part: &str) -> Result<(), Problem> {
    let endpoint = match part.split_once('=') {
        Some(("endpoint", endpoint)) => endpoint,
        Some((name, value)) => return set(binding, name, value),
        None if at == 0 => part,
        None if SECURITY.contains(&part) => {
            return Err(format!(
                "`{part}` asks for security, which is the client's to choose \
                 (`ClientOptions::security`), not the binding's"
            )
            .into());
        }
        None => return Err(format!("its option `{part}` has no `=`").into()),
    };
    if let Address::Host(_, port) = &mut binding.address {
        *port = Some(number(endpoint)?);
    }
    Ok(())
}

/// Words by which Samba's programs ask for security inside of a binding.
const SECURITY: [&str; 7] = [
    "sign", "seal", "connect", "packet", "spnego", "ntlm", "krb5",
];

/// Both sides of the first `divider` that no backslash stands before.
fn split_at_first(text: &str, divider: char) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if c == divider && !escaped {
            return Some((&text[..at], &text[at + c.len_utf8()..]));
        }
        escaped = c == '\\' && !escaped;
    }
    None
}

/// Without the backslashes that say what does not divide.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        plain.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    plain
}
