//! Reading requests.
//!
//! Reading list: SOAP 1.1 sections 4 and 6.1; SOAP 1.2 part 1 sections 2.2 to 2.6, 5.1 to 5.3 and 5.4.7; WS-I Basic
//! Profile 1.1, section 3.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

use manyrpc_codec::soap::scan::{self, Entry};
use manyrpc_codec::soap::{Version, is_package};

use super::addressing::{self, Addressed};
use super::state::{Refusal, Soap, Tag};
use super::{MOST_ELEMENTS, SCAN, fault, security};
use crate::carrier::messages::{HttpHead, Name, Refused, Request};
use crate::fault::Fault;

/// Reads a message.
pub(super) fn read<'a>(
    own: &mut Soap,
    data: &'a [u8],
    message: Range<usize>,
    http: HttpHead<'_>,
) -> Result<Request<'a, Tag>, Refused<Tag>> {
    let bytes = &data[message.clone()];
    let head = match scan::head(bytes, &SCAN) {
        Ok(head) => head,
        Err(_) => {
            let words = "the message is not well-formed";
            return Err(refused(fault::SENDER, words, version_of(http)));
        }
    };
    let Some(version) = head.version else {
        return Err(mismatch(version_of(http)));
    };
    let mut tag = Tag {
        package: is_package(bytes) && is_optimized(http),
        ..Tag::new(version)
    };
    let entries = match head.headers.is_empty() {
        true => Vec::new(),
        false => read_headers(own, bytes, &mut tag)?,
    };
    if let Some(verifier) = &own.verifier {
        let authorization = http.field("authorization");
        tag.user = security::user(&**verifier, &entries, authorization);
        if tag.user.is_none() {
            return Err(denied(tag));
        }
    }
    let mut entries = entries
        .iter()
        .map(|entry| &bytes[entry.element.range.clone()]);
    tag.metadata = own.received.of(http, &mut entries);
    let name = match &head.body {
        Some(_) if head.is_fault => {
            let words = "a request that is a fault";
            return Err(refused(fault::SENDER, words, version));
        }
        Some(element) => Name::Pair(element.ns.clone(), Cow::Borrowed(element.local)),
        None => Name::Pair(Cow::Borrowed(""), Cow::Owned(action(http))),
    };
    Ok(Request {
        name,
        params: message,
        tag,
    })
}

/// Reads the header: what must be understood, and what the reply must state.
#[cold]
fn read_headers<'a>(
    own: &Soap,
    bytes: &'a [u8],
    tag: &mut Tag,
) -> Result<Vec<Entry<'a>>, Refused<Tag>> {
    let Ok(entries) = scan::header_entries(bytes, MOST_ELEMENTS, &SCAN) else {
        let words = "the header is not well-formed, or has too many elements";
        return Err(refused(fault::SENDER, words, tag.version));
    };
    let unknown = entries
        .iter()
        .find(|entry| entry.is_mandatory() && !is_understood(own, entry));
    if let Some(entry) = unknown {
        let name = &entry.element.name;
        let (ns, local) = (name.ns.to_string(), name.local.to_string());
        let words = alloc::format!("the header {{{ns}}}{local} is not understood");
        let Refused(fault, mut tag) = refused(fault::MUST_UNDERSTAND, &words, tag.version);
        tag.refusal = Some(Box::new(Refusal::Entry(ns, local)));
        return Err(Refused(fault, tag));
    }
    match addressing::read(&entries) {
        Addressed::No => {}
        Addressed::Yes(related) => tag.related = Some(Box::new(related)),
        Addressed::Elsewhere => {
            let words = "replies go to the anonymous address only";
            return Err(refused(fault::SENDER, words, tag.version));
        }
    }
    Ok(entries)
}

fn is_understood(own: &Soap, entry: &Entry<'_>) -> bool {
    let mut understood = own.understood.iter();
    let name = &entry.element.name;
    addressing::is_ours(&name.ns)
        || own.verifier.is_some() && security::is_ours(name)
        || understood.any(|(ns, local)| name.ns == *ns && name.local == *local)
}

/// Whether a package is one of MTOM (XOP section 4.1), whose sender reads such packages, too.
fn is_optimized(http: HttpHead<'_>) -> bool {
    let kind = http.parameter("type");
    kind.is_some_and(|kind| kind.eq_ignore_ascii_case(b"application/xop+xml"))
}

/// The version that an unreadable message is of, by its content type.
fn version_of(http: HttpHead<'_>) -> Version {
    let kind = http.field("content-type").unwrap_or_default();
    let is_new = kind
        .windows(8)
        .any(|part| part.eq_ignore_ascii_case(b"soap+xml"));
    match is_new {
        true => Version::V12,
        false => Version::V11,
    }
}

/// The action that is stated beside a message.
fn action(http: HttpHead<'_>) -> String {
    let of_old = http.field("soapaction").map(unquoted);
    let of_new = || http.parameter("action");
    let action = of_old.filter(|a| !a.is_empty()).or_else(of_new);
    let text = core::str::from_utf8(action.unwrap_or_default());
    String::from(text.unwrap_or_default())
}

fn unquoted(value: &[u8]) -> &[u8] {
    let inner = value
        .strip_prefix(b"\"")
        .and_then(|v| v.strip_suffix(b"\""));
    inner.unwrap_or(value)
}

/// A message whose sender is not believed.
#[cold]
fn denied(mut tag: Tag) -> Refused<Tag> {
    tag.refusal = Some(Box::new(Refusal::User));
    Refused(Fault::Denied(0), tag)
}

/// SOAP 1.1 section 4.1.2; SOAP 1.2 part 1 section 5.4.7.
#[cold]
fn mismatch(version: Version) -> Refused<Tag> {
    let words = "the versions of SOAP are 1.1 and 1.2";
    let Refused(fault, mut tag) = refused(fault::VERSION_MISMATCH, words, version);
    tag.refusal = Some(Box::new(Refusal::Version));
    Refused(fault, tag)
}

#[cold]
pub(super) fn refused(code: i32, words: &str, version: Version) -> Refused<Tag> {
    Refused(fault::with_code(code, words), Tag::new(version))
}
