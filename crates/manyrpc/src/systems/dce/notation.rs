//! DCE's string bindings: `object@sequence:host[endpoint,option=value]`.
//!
//! Reading list: C706 section 3.1.16 (string bindings), appendix B (protocol sequences);
//! Microsoft's reference for RPC on Windows, "String Binding", for forms that C706 leaves open.

use std::borrow::Cow;

use super::Dce;
use crate::suggest::{self, list};
use crate::system::binding::{Address, Binding, Transport, port_number};
use crate::systems::Notation;

pub(super) struct StringBindings;

/// C706, table B-1: the supported protocol sequences.
const SEQUENCES: [(&str, Transport); 2] = [
    ("ncacn_ip_tcp", Transport::Tcp),
    ("ncadg_ip_udp", Transport::Udp),
];

/// Prefixes of the other protocol sequences of DCE, NCS and Windows.
const FAMILIES: [&str; 3] = ["ncacn_", "ncadg_", "ncalrpc"];

/// Address families of NCS, whose string bindings had no protocols.
const ANCESTORS: [&str; 2] = ["ip", "dds"];

/// Words by which programs of Samba and Windows request security within a binding.
const SECURITY: [&str; 8] = [
    "sign", "seal", "connect", "packet", "spnego", "ntlm", "krb5", "Security",
];

impl Notation for StringBindings {
    fn example(&self) -> &'static str {
        "ncacn_ip_tcp:host[port]"
    }

    fn prefixes(&self) -> &'static [&'static str] {
        &["ncacn_ip_tcp:", "ncadg_ip_udp:"]
    }

    fn claims(&self, text: &str) -> bool {
        // Neither an object nor a sequence contains a colon.
        let head = text.split(':').next().unwrap_or(text);
        let sequence = head.rsplit('@').next().unwrap_or(head);
        let spoken_elsewhere = FAMILIES.iter().any(|start| sequence.starts_with(start));
        spoken_elsewhere || ANCESTORS.contains(&sequence) || similar_sequence(sequence).is_some()
    }

    fn parse(&self, text: &str) -> Result<Binding, String> {
        parse(text).map_err(Cow::into_owned)
    }

    fn print(&self, binding: &Binding) -> Option<String> {
        let Address::Host(host, port) = &binding.address else {
            return None;
        };
        // Such a string has one endpoint.
        if !binding.alternatives.is_empty() {
            return None;
        }
        let mut sequences = SEQUENCES.into_iter();
        let (sequence, _) = sequences.find(|(_, over)| *over == binding.transport)?;
        let object = binding.object_text().map(|object| object + "@");
        let object = object.unwrap_or_default();
        let endpoint = port.map_or(String::new(), |port| port.to_string());
        let options = binding.chosen();
        let options = options.map(|(name, word)| format!(",{name}={}", escape(word)));
        Some(match endpoint + &options.collect::<String>() {
            inside if inside.is_empty() => format!("{object}{sequence}:{host}"),
            inside => format!("{object}{sequence}:{host}[{inside}]"),
        })
    }
}

/// The sequence that a misspelt one resembles, if any.
fn similar_sequence(sequence: &str) -> Option<&'static str> {
    let known = SEQUENCES.map(|(name, _)| name.to_owned());
    // Hosts and ports must not be mistaken for them.
    let close = match sequence.to_lowercase().starts_with("nc") {
        true => suggest::close(sequence, &known),
        false => Vec::new(),
    };
    let mut names = SEQUENCES.into_iter().map(|(name, _)| name);
    names.find(|name| Some(name) == close.first())
}

fn parse(text: &str) -> Result<Binding, Cow<'static, str>> {
    let (head, rest) =
        split_at_first(text, ':').ok_or("there is no `:` behind its protocol sequence")?;
    let (object, name) = match head.split_once('@') {
        Some((object, name)) => (Some(object), name),
        None => (None, head),
    };
    let mut sequences = SEQUENCES.into_iter();
    let sequence = sequences.find(|(sequence, _)| *sequence == name);
    let (_, transport) = sequence.ok_or_else(|| unsupported(name))?;
    let (host, inside) = match split_at_first(rest, '[') {
        Some((host, rest)) => (host, inside(rest)?),
        None => (rest, ""),
    };
    let mut binding = Binding::new(&Dce, transport, address(&unescape(host))?);
    if let Some(object) = object {
        binding.set("object", object)?;
    }
    let parts = split(inside, ',').into_iter().enumerate();
    for (at, part) in parts.filter(|(_, part)| !part.is_empty()) {
        part_of(&mut binding, at, &unescape(part))?;
    }
    Ok(binding)
}

fn unsupported(sequence: &str) -> String {
    let names = list(SEQUENCES.map(|(name, _)| name));
    match similar_sequence(sequence) {
        Some(known) => format!("its protocol sequence is none; did you mean `{known}`?"),
        None => format!("the protocol sequences that we speak are {names}"),
    }
}

/// The host of a network address.
fn address(text: &str) -> Result<Address, Cow<'static, str>> {
    match text.strip_prefix('#').unwrap_or(text) {
        // C706, section 3.1.16: without an address it is this host.
        "" => Address::host("localhost", None),
        host => Address::host(host, None),
    }
}

/// The text in brackets, which must be the last.
fn inside(text: &str) -> Result<&str, Cow<'static, str>> {
    match split_at_first(text, ']') {
        Some((inside, "")) => Ok(inside),
        Some(_) => Err("there is something behind its `]`".into()),
        None => Err("`[` without `]` at its end".into()),
    }
}

/// One part of the text in brackets: the endpoint, if it is first or named so, or an option.
fn part_of(binding: &mut Binding, at: usize, part: &str) -> Result<(), Cow<'static, str>> {
    let (name, value) = match part.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (part, None),
    };
    match (name, value) {
        ("endpoint", Some(endpoint)) => set_endpoint(binding, endpoint),
        _ if SECURITY.contains(&name) => Err(format!(
            "`{name}` asks for security, which is the client's to choose \
             (`ClientOptions::security`), not the binding's"
        )
        .into()),
        (_, Some(value)) => Ok(binding.set(name, value)?),
        (_, None) if at == 0 => set_endpoint(binding, part),
        (_, None) => Err(format!("its option `{part}` has no `=`").into()),
    }
}

fn set_endpoint(binding: &mut Binding, endpoint: &str) -> Result<(), Cow<'static, str>> {
    if binding.port().is_some() {
        return Err("it has two endpoints".into());
    }
    binding.set_port(port_number(endpoint)?);
    Ok(())
}

/// Both sides of the first unescaped `divider`.
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

/// The parts between unescaped dividers.
fn split(text: &str, divider: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((part, behind)) = split_at_first(rest, divider) {
        parts.push(part);
        rest = behind;
    }
    parts.push(rest);
    parts
}

/// Removes escaping backslashes.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        plain.extend(if c == '\\' { chars.next() } else { Some(c) });
    }
    plain
}

/// Adds escaping backslashes.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | ',' | '[' | ']') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests;
