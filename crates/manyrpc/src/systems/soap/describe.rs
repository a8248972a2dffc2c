//! Describes servers of SOAP by the WSDL that they have at `?wsdl`, and reads it for calls without a definition.
//!
//! Reading list: RFC 3986 section 5 (references); WSDL 1.1 section 2.1 (imports); XML Schema part 1 section 4.2.
//!
//! What a document imports or includes is read from the same scheme, host and port only, unless the binding says otherwise: a
//! description must not make its reader ask others, or look into a network that its author cannot see.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use manyrpc_engine::{CallError, CallHead, Domain, Fault, Limits, Metadata, ReplyMetadata};
use manyrpc_idl::MemoryFiles;
use serde_json::json;

use super::{Soap, VERSION, file, http, url};
use crate::boot::seed;
use crate::client::Client;
use crate::dynamic::{Definition, DynamicInterface};
use crate::error::Error;
use crate::options::ClientOptions;
use crate::system::System;
use crate::system::binding::{Binding, Transport};
use crate::systems::table::table;
use crate::systems::{Connect, Connection, Describer, Factory, Form, Serve, Setting};

pub(super) struct ByWsdl;

/// Most documents of a description.
const MOST: usize = 256;

/// The system by which documents are read, from where calls of SOAP go.
#[derive(Debug)]
struct Reading;

impl System for Reading {
    fn name(&self) -> &'static str {
        Soap.name()
    }

    fn transports(&self) -> &'static [Transport] {
        Soap.transports()
    }

    fn settings(&self) -> &'static [Setting] {
        Soap.settings()
    }

    fn connect(&self, to: &Connect<'_>) -> Result<Connection, Error> {
        let limits = to.options.limits.clone();
        to.drive_each(move |binding| {
            let host = http::authority(binding);
            let target = super::target(binding, &host);
            let mut engine = manyrpc_engine::soap::Client::new(limits.clone(), target, seed());
            engine.set_reading();
            // Some servers compress whatever they are asked for.
            engine.set_compressing();
            engine
        })
    }

    fn streams(&self, at: &Serve<'_>) -> Result<Factory, Error> {
        Soap.streams(at)
    }
}

/// Where a document is.
#[derive(Clone)]
struct Place {
    /// Its server.
    at: Binding,
    /// Its path and query.
    target: String,
}

impl Place {
    /// Its scheme, host and port.
    fn origin(&self) -> (&str, String) {
        (self.at.transport.name(), http::authority(&self.at))
    }

    fn is(&self, other: &Place) -> bool {
        self.target == other.target && self.origin() == other.origin()
    }
}

/// Reads a document.
fn read(place: &Place, options: &ClientOptions) -> Result<Vec<u8>, Error> {
    let target = &*place.target;
    let mut from = place.at.clone();
    from.system = &Reading;
    from.path = Some(target.to_owned());
    let mut client = Client::connect(&from, None, options)?;
    let head = CallHead {
        idempotent: true,
        ..CallHead::named(manyrpc_engine::Path {
            interface: "",
            operation: target,
        })
    };
    match client.exchange(&head, |_, _| Ok(())) {
        Ok(reply) => Ok(reply.body.to_vec()),
        Err(error) => Err(refused(place, error, client.reply_metadata())),
    }
}

/// The error that there is no document at a place, and what can be done about that.
fn refused(place: &Place, error: CallError, told: &ReplyMetadata) -> Error {
    let CallError::Fault(Fault::Status(Domain::Http, status)) = error else {
        return error.into();
    };
    let location = told.initial.get("location");
    let advice = match (status, location) {
        // It is not followed: calls would still go to the old address.
        (300..=399, Some(location)) => {
            let location = String::from_utf8_lossy(location);
            format!("the server says that it is at {location}: name that address")
        }
        (401 | 403, _) => {
            "the server wants to know who asks: --metadata 'authorization=…'".to_owned()
        }
        _ => ELSEWHERE.to_owned(),
    };
    let (scheme, host) = place.origin();
    let address = format!("{scheme}://{host}{}", place.target);
    let words = format!("there is no description at {address}; {advice}");
    Error::Call(CallError::Fault(Fault::of_domain(
        Domain::Http,
        status as i32,
        words,
    )))
}

/// What can be done without the server.
const ELSEWHERE: &str =
    "if you have it as a file, name that: as the target, orders.wsdl, or for a call with --idl";

/// The definition that a server describes itself with, or that the binding names.
fn definition(at: &Binding, options: &ClientOptions) -> Result<Arc<Definition>, Error> {
    if let Some(file) = at.settings.word(&super::DESCRIPTION) {
        let none = |said| Error::Settings(format!("{file} is no description:\n{said}"));
        return Definition::new(file::read(file).map_err(none)?);
    }
    let path = at.path.as_deref().unwrap_or("/");
    let first = match path.contains('?') {
        true => path.to_owned(),
        false => format!("{path}?wsdl"),
    };
    let files = documents(at, &first, options)?;
    let module = file::module(manyrpc_idl::load_from(
        &files,
        file_of(0, &first),
        &file::as_wsdl(),
    ));
    let none = |said| {
        let what = "what the server has there is no description in WSDL";
        Error::Settings(format!("{what}:\n{said}\n{ELSEWHERE}"))
    };
    Definition::new(module.map_err(none)?)
}

/// A document and what it imports, directly and through others.
fn documents(at: &Binding, first: &str, options: &ClientOptions) -> Result<MemoryFiles, Error> {
    let mut files = MemoryFiles::default();
    let first = Place {
        at: at.clone(),
        target: first.to_owned(),
    };
    let anywhere = at.settings.choice(&super::IMPORTS) == 1;
    // What a server is told is for nobody else.
    let of_others = ClientOptions {
        user: None,
        metadata: Metadata::new(),
        ..options.clone()
    };
    let mut known = vec![first.clone()];
    let mut left = Limits::default().message_bytes;
    let mut next = 0;
    while let Some(place) = known.get(next).cloned() {
        let file = file_of(next, &place.target);
        next += 1;
        let is_own = place.origin() == first.origin();
        let mut text = read(&place, if is_own { options } else { &of_others })?;
        left = left.checked_sub(text.len()).ok_or_else(too_much)?;
        for (range, reference) in references(&text).into_iter().rev() {
            let same = resolved(&place.at, &place.target, &reference).map(|target| Place {
                at: place.at.clone(),
                target,
            });
            let Some(found) = same.or_else(|| elsewhere(&reference).filter(|_| anywhere)) else {
                continue;
            };
            let number = match known.iter().position(|known| known.is(&found)) {
                Some(number) => number,
                None if known.len() >= MOST => return Err(too_much()),
                None => {
                    known.push(found.clone());
                    known.len() - 1
                }
            };
            text.splice(range, file_of(number, &found.target).into_bytes());
        }
        files.insert(PathBuf::from(file), text);
    }
    Ok(files)
}

fn too_much() -> Error {
    Error::Settings(format!(
        "the server's description has more than {MOST} documents, or is too long"
    ))
}

/// A name of a file for a document, which no other one of a description has.
fn file_of(number: usize, target: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') {
            c
        } else {
            '_'
        }
    };
    // The first one's is that of the module.
    let mut name = match number {
        0 => String::new(),
        number => format!("{number}_"),
    };
    name.extend(target.trim_start_matches('/').chars().map(plain));
    if !Path::new(&name)
        .extension()
        .is_some_and(|e| e == "wsdl" || e == "xsd")
    {
        name.push_str(".wsdl");
    }
    name
}

/// The references to other documents in one, and where they stand: values of `location` and `schemaLocation` of imports
/// and includes.
fn references(text: &[u8]) -> Vec<(std::ops::Range<usize>, String)> {
    let Ok(text) = std::str::from_utf8(text) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find('<').map(|n| at + n) {
        let end = text[open..].find('>').map_or(text.len(), |n| open + n);
        let tag = &text[open..end];
        at = end;
        let name = tag[1..]
            .split([' ', '\t', '\r', '\n', '/'])
            .next()
            .unwrap_or_default();
        let local = name.rsplit(':').next().unwrap_or_default();
        if !matches!(local, "import" | "include" | "redefine") {
            continue;
        }
        if let Some(value) = location(tag) {
            let place = open + value.start..open + value.end;
            let reference = text[place.clone()].replace("&amp;", "&");
            found.push((place, reference));
        }
    }
    found
}

/// Where the value of the attribute with a location stands in a tag.
fn location(tag: &str) -> Option<std::ops::Range<usize>> {
    let mut at = 0;
    loop {
        let name = tag[at..]
            .find("ocation")
            .map(|n| at + n + "ocation".len())?;
        let behind = &tag[name..];
        let value = behind.trim_start();
        at = name;
        let Some(value) = value.strip_prefix('=') else {
            continue;
        };
        let value = value.trim_start();
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let start = tag.len() - value.len() + 1;
        let end = tag[start..].find(quote)?;
        return Some(start..start + end);
    }
}

/// The target that a reference in a document leads to, at the same origin; `None` for others.
fn resolved(at: &Binding, base: &str, reference: &str) -> Option<String> {
    let reference = reference.split('#').next().unwrap_or_default().trim();
    if reference.is_empty() {
        return None;
    }
    let is_scheme = |scheme: &str| {
        let mut all = scheme.bytes();
        all.all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b))
    };
    let absolute = reference.split_once("://");
    if let Some((scheme, rest)) = absolute.filter(|(scheme, _)| is_scheme(scheme)) {
        let same = at.transport.name();
        let (host, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        let here = http::authority(at);
        let default = if at.transport.is_secure() {
            ":443"
        } else {
            ":80"
        };
        let plain = |host: &str| {
            host.strip_suffix(default)
                .unwrap_or(host)
                .to_ascii_lowercase()
        };
        let is_same = scheme.eq_ignore_ascii_case(same) && plain(host) == plain(&here);
        return is_same.then(|| match path.starts_with('/') {
            true => path.to_owned(),
            false => format!("/{path}"),
        });
    }
    let path = base.split('?').next().unwrap_or_default();
    if reference.starts_with("//") {
        return None;
    }
    if reference.starts_with('?') {
        return Some(format!("{path}{reference}"));
    }
    let (reference, query) = reference
        .split_once('?')
        .map_or((reference, None), |(r, q)| (r, Some(q)));
    let mut parts: Vec<&str> = match reference.starts_with('/') {
        true => Vec::new(),
        false => {
            let mut parts: Vec<&str> = path.split('/').skip(1).collect();
            parts.pop();
            parts
        }
    };
    for part in reference.split('/').filter(|part| !part.is_empty()) {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    let query = query.map_or(String::new(), |query| format!("?{query}"));
    Some(format!("/{}{query}", parts.join("/")))
}

/// Where an absolute reference leads to, whosever server it is.
fn elsewhere(reference: &str) -> Option<Place> {
    let reference = reference.split('#').next().unwrap_or_default().trim();
    let (scheme, rest) = reference.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    if !matches!(&*scheme, "http" | "https") {
        return None;
    }
    let (host, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let slash = if path.starts_with('/') { "" } else { "/" };
    Some(Place {
        at: url::at(&format!("{scheme}://{host}")).ok()?,
        target: format!("{slash}{path}"),
    })
}

impl Describer for ByWsdl {
    fn list(&self, at: &Binding, options: &ClientOptions, form: Form) -> Result<String, Error> {
        let all = DynamicInterface::all(&definition(at, options)?);
        let rows: Vec<[String; 2]> = all
            .iter()
            .flat_map(|interface| {
                let service = interface.id().full_name.to_owned();
                let operations = interface.model().operations.iter();
                operations
                    .map(move |o| [service.clone(), o.name.clone()])
                    .collect::<Vec<_>>()
            })
            .collect();
        let row = |[service, operation]: &[String; 2]| json!({ "service": service, "operation": operation });
        let json = || rows.iter().map(row).collect();
        Ok(form.write(|| table(["service", "operation"], rows.clone()), json))
    }

    fn describe(
        &self,
        at: &Binding,
        options: &ClientOptions,
        only: Option<&str>,
        form: Form,
    ) -> Result<String, Error> {
        let definition = definition(at, options)?;
        if let Some(only) = only {
            let all = DynamicInterface::all(&definition);
            let is_it =
                |i: &DynamicInterface| i.id().full_name == only || i.operation(only).is_ok();
            if !all.iter().any(is_it) {
                return Err(Error::Unknown {
                    what: "service or operation",
                    name: only.to_owned(),
                    known: all.iter().map(|i| i.id().full_name.to_owned()).collect(),
                });
            }
        }
        let text = manyrpc_idl::print_as(&definition.module, "wsdl")
            .map_err(|problems| Error::Settings(problems.join("\n")))?;
        Ok(form.write(|| text.clone(), || json!({ "definition": text })))
    }

    fn provides_definitions(&self) -> bool {
        true
    }

    /// A file tells where the server of each port is, and a server the version that it speaks.
    fn binding_for(&self, at: &Binding, interface: &DynamicInterface) -> Binding {
        let mut at = at.clone();
        if at.settings.word(&super::DESCRIPTION).is_some() {
            return file::binding_of(interface.model()).unwrap_or(at);
        }
        let described = interface.model().annotations.get("soap.version");
        if let (Some(version), None) = (described, at.settings.word(&VERSION)) {
            // One that is not known here is spoken by nobody.
            let _ = at.set(VERSION.name, version);
        }
        at
    }

    fn find(
        &self,
        at: &Binding,
        options: &ClientOptions,
        operation: &str,
    ) -> Result<(DynamicInterface, String), Error> {
        let all = DynamicInterface::all(&definition(at, options)?);
        let (service, name) = match operation.rsplit_once(['/', '.']) {
            Some((service, name)) => (Some(service), name),
            None => (None, operation),
        };
        let is_of = |i: &DynamicInterface| {
            let full = i.id().full_name;
            service.is_none_or(|s| full == s || full.rsplit('.').next() == Some(s))
        };
        let having = |i: &&DynamicInterface| is_of(i) && i.operation(name).is_ok();
        match all.iter().find(having) {
            Some(interface) => Ok((interface.clone(), name.to_owned())),
            None => {
                let operations = all.iter().flat_map(|i| &i.model().operations);
                Err(Error::Unknown {
                    what: "operation",
                    name: operation.to_owned(),
                    known: operations.map(|o| o.name.clone()).collect(),
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // RFC 3986, section 5.4, where it applies.
    #[test]
    fn references_lead_to_the_same_origin_only() {
        let at: Binding = "soap+http://a:80/b/c/d".parse().unwrap();
        for (reference, target) in [
            ("g", Some("/b/c/g")),
            ("./g", Some("/b/c/g")),
            ("/g", Some("/g")),
            ("?y", Some("/b/c/d?y")),
            ("g?y", Some("/b/c/g?y")),
            ("g?y=http://b/x.xsd", Some("/b/c/g?y=http://b/x.xsd")),
            ("../g", Some("/b/g")),
            ("../../../g", Some("/g")),
            ("http://A/x.xsd", Some("/x.xsd")),
            ("http://a:80?xsd=1", Some("/?xsd=1")),
            ("//g", None),
            ("http://b/x.xsd", None),
            ("http://a:81/x.xsd", None),
            ("http://a:80:80/x.xsd", None),
            ("https://a:80/x.xsd", None),
            ("file:///etc/passwd", None),
        ] {
            assert_eq!(
                resolved(&at, "/b/c/d?q", reference).as_deref(),
                target,
                "{reference}"
            );
        }
    }

    #[test]
    fn absolute_references_lead_elsewhere() {
        for (reference, found) in [
            ("http://b/x.xsd", Some(("http", "b:80", "/x.xsd"))),
            ("HTTPS://b:1?xsd=1#n", Some(("https", "b:1", "/?xsd=1"))),
            ("https://[::1]/x", Some(("https", "[::1]:443", "/x"))),
            ("file:///etc/passwd", None),
            ("ftp://b/x", None),
            ("//b/x", None),
            ("x.xsd", None),
        ] {
            let place = elsewhere(reference);
            let place = place.map(|p| (p.at.transport.name(), http::authority(&p.at), p.target));
            let found = found.map(|(s, h, t)| (s, h.to_owned(), t.to_owned()));
            assert_eq!(place, found, "{reference}");
        }
    }

    #[test]
    fn documents_have_names_of_their_own() {
        assert_eq!(file_of(0, "/a/calc.asmx?wsdl"), "a_calc.asmx_wsdl.wsdl");
        assert_ne!(file_of(1, "/a/b.xsd"), file_of(2, "/a_b.xsd"));
    }

    #[test]
    fn references_are_found_in_imports() {
        let text = b"<x:import namespace='n' schemaLocation='a.xsd'/><include schemaLocation = \"b?x&amp;y\">\
                     <soap:address location='c'/><import namespace='n'/>";
        let found: Vec<String> = references(text).into_iter().map(|(_, r)| r).collect();
        assert_eq!(found, ["a.xsd", "b?x&y"]);
    }
}
