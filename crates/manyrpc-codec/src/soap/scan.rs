//! The parts of a message that an engine reads without knowing the types of its contents.
//!
//! The content of the body is not looked at: who decodes it checks it, and everything behind it. Bytes are
//! UTF-8; other encodings go through [`to_utf8`](super::to_utf8) first.
//!
//! ```
//! use manyrpc_codec::Limits;
//! use manyrpc_codec::soap::{Version, scan};
//!
//! let message = br#"<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/">
//!     <e:Body><add xmlns="urn:sums"><a>1</a></add></e:Body></e:Envelope>"#;
//! let head = scan::head(message, &Limits::DEFAULT).unwrap();
//! assert_eq!(head.version, Some(Version::V11));
//! let called = head.body.unwrap();
//! assert_eq!((&*called.ns, called.local), ("urn:sums", "add"));
//! ```

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::scopes::Ns;
use super::tags::{Entered, Tags};
use super::{Limits, Version, is_receiver, mime};
use crate::error::{Fail, Malformed, MalformedKind};

/// A name in a namespace.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct QName<'a> {
    /// The namespace; empty for none.
    pub ns: Cow<'a, str>,
    /// The name without its prefix.
    pub local: &'a str,
}

/// A message as far as the first element in its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head<'a> {
    /// The version of the envelope; `None` for another one, of which nothing more is known.
    pub version: Option<Version>,
    /// The name of the document's element.
    pub envelope: QName<'a>,
    /// The header's element; empty if there is none.
    pub headers: Range<usize>,
    /// The first element in the body, if there is any.
    pub body: Option<QName<'a>>,
    /// Whether that is a fault.
    pub is_fault: bool,
}

/// An element with all that is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element<'a> {
    /// Its name.
    pub name: QName<'a>,
    /// Its attributes, without declarations of namespaces.
    pub attributes: Vec<(QName<'a>, Cow<'a, str>)>,
    /// The characters directly in it.
    pub text: Cow<'a, str>,
    /// The elements in it.
    pub children: Vec<Element<'a>>,
    /// Its bytes in the message, tags included.
    pub range: Range<usize>,
}

impl<'a> Element<'a> {
    /// The value of an attribute.
    pub fn attribute(&self, ns: &str, local: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        let found = all.find(|(name, _)| name.local == local && name.ns == ns);
        found.map(|(_, value)| &**value)
    }

    /// The first element in it with a name.
    pub fn child(&self, ns: &str, local: &str) -> Option<&Element<'a>> {
        let mut all = self.children.iter();
        all.find(|child| child.name.local == local && child.name.ns == ns)
    }
}

/// An entry of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Its element.
    pub element: Element<'a>,
    /// Whether who it is for must process it or refuse the message.
    pub must_understand: bool,
    /// Who it is for: SOAP 1.1's `actor`, SOAP 1.2's `role`.
    pub role: Option<String>,
}

impl Entry<'_> {
    /// Whether who receives the message at last must understand it.
    pub fn is_mandatory(&self) -> bool {
        self.must_understand && is_receiver(self.role.as_deref().unwrap_or_default())
    }
}

/// A fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault<'a> {
    /// The namespace and name of its code.
    pub code: (String, String),
    /// SOAP 1.2: the codes within that code, outermost first.
    pub subcodes: Vec<(String, String)>,
    /// What people read, by language; SOAP 1.1 names none.
    pub reasons: Vec<(String, String)>,
    /// SOAP 1.1's `faultactor`, SOAP 1.2's `Role`.
    pub role: Option<String>,
    /// The first element of its detail.
    pub detail: Option<QName<'a>>,
    /// The content of its detail.
    pub inside: Range<usize>,
}

/// Reads a message as far as the first element in its body.
///
/// # Errors
/// It is not well-formed so far, or no envelope.
pub fn head<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Head<'a>, Malformed> {
    let mut reader = Reader::new(bytes, limits)?;
    let head = reader.head();
    head.map_err(|Fail| reader.tags.cursor.failure())
}

/// Reads the entries of a message's header: at most `most` elements in all.
///
/// # Errors
/// It is not well-formed so far, no envelope, or has more elements.
pub fn header_entries<'a>(
    bytes: &'a [u8],
    most: usize,
    limits: &Limits,
) -> Result<Vec<Entry<'a>>, Malformed> {
    let mut reader = Reader::new(bytes, limits)?;
    reader.left = most;
    let entries = reader.entries();
    entries.map_err(|Fail| reader.tags.cursor.failure())
}

/// Reads a message with a fault.
///
/// # Errors
/// It is not well-formed so far, no envelope, or has no fault.
pub fn fault<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Fault<'a>, Malformed> {
    let mut reader = Reader::new(bytes, limits)?;
    let fault = reader.fault();
    fault.map_err(|Fail| reader.tags.cursor.failure())
}

struct Reader<'a> {
    tags: Tags<'a>,
    depth: u32,
    /// Elements that may still be read as a whole.
    left: usize,
    /// Bytes of memory that namespaces may still take, which few bytes refer to.
    room: usize,
}

/// Elements in a fault, other than in its detail.
const OF_FAULT: usize = 256;

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8], limits: &Limits) -> Result<Self, Malformed> {
        let root = match mime::is_package(bytes) && bytes.len() <= limits.bytes {
            true => mime::root(bytes)?,
            false => 0..bytes.len(),
        };
        let mut tags = Tags::new(bytes, limits.bytes);
        if root.start > 0 {
            tags.cursor.enter_document(root);
        }
        Ok(Reader {
            tags,
            depth: limits.depth.saturating_mul(2).saturating_add(2),
            left: OF_FAULT,
            room: limits.memory,
        })
    }

    /// Counts an element that is kept.
    fn count(&mut self) -> Result<(), Fail> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                let kind = MalformedKind::Refused("so many elements");
                Err(self.tags.cursor.fail(kind))
            }
        }
    }

    /// A namespace that is kept.
    fn kept(&mut self, ns: Ns<'a>) -> Result<Cow<'a, str>, Fail> {
        if let Ns::Shared(name) = &ns {
            self.room = match self.room.checked_sub(name.len()) {
                Some(room) => room,
                None => {
                    let kind = MalformedKind::Refused("namespaces that take so much memory");
                    return Err(self.tags.cursor.fail(kind));
                }
            };
        }
        Ok(ns.into())
    }

    /// The name of the element that comes next.
    fn name(&mut self) -> Result<Option<QName<'a>>, Fail> {
        let tag = self.tags.peek()?;
        Ok(tag.map(|tag| QName {
            ns: self.tags.ns_of(&tag).into(),
            local: tag.local,
        }))
    }

    /// Enters the envelope.
    fn envelope(&mut self) -> Result<(QName<'a>, Option<Version>), Fail> {
        let name = match self.name()? {
            Some(name) if name.local == "Envelope" => name,
            _ => return Err(self.tags.cursor.expected("an envelope")),
        };
        let versions = [Version::V11, Version::V12];
        let version = versions.into_iter().find(|v| v.namespace() == name.ns);
        self.tags.enter_any()?;
        Ok((name, version))
    }

    /// Enters the header, if there is one.
    fn header(&mut self, version: Version) -> Result<Option<Entered<'a>>, Fail> {
        match self.tags.peek()? {
            Some(tag) if self.tags.is(&tag, version.namespace(), "Header") => {
                self.tags.enter_any().map(Some)
            }
            _ => Ok(None),
        }
    }

    fn head(&mut self) -> Result<Head<'a>, Fail> {
        let (envelope, version) = self.envelope()?;
        let mut head = Head {
            version,
            envelope,
            headers: 0..0,
            body: None,
            is_fault: false,
        };
        let Some(version) = version else {
            return Ok(head);
        };
        if let Some(tag) = self.tags.peek()?
            && self.tags.is(&tag, version.namespace(), "Header")
        {
            self.tags.skip(self.depth)?;
            head.headers = tag.at..self.tags.cursor.at;
        }
        self.tags.enter_named(version.namespace(), "Body")?;
        head.body = self.name()?;
        head.is_fault = head
            .body
            .as_ref()
            .is_some_and(|name| name.local == "Fault" && name.ns == version.namespace());
        Ok(head)
    }

    fn entries(&mut self) -> Result<Vec<Entry<'a>>, Fail> {
        let (_, version) = self.envelope()?;
        let mut entries = Vec::new();
        let Some(version) = version else {
            return Ok(entries);
        };
        let ns = version.namespace();
        let Some(header) = self.header(version)? else {
            return Ok(entries);
        };
        while self.tags.peek()?.is_some() {
            let element = self.element()?;
            let must = element.attribute(ns, "mustUnderstand");
            let role = match version {
                Version::V11 => "actor",
                Version::V12 => "role",
            };
            entries.push(Entry {
                must_understand: must.is_some_and(|v| matches!(v.trim_ascii(), "1" | "true")),
                role: element.attribute(ns, role).map(String::from),
                element,
            });
        }
        self.tags.leave(header)?;
        Ok(entries)
    }

    /// The element that comes next.
    fn element(&mut self) -> Result<Element<'a>, Fail> {
        let mut open: Vec<(Element<'a>, Entered<'a>)> = Vec::new();
        loop {
            if let Some(tag) = self.tags.peek()? {
                self.count()?;
                if open.len() >= self.depth as usize {
                    return Err(self.tags.cursor.fail(MalformedKind::TooDeep));
                }
                let ns = self.tags.ns_of(&tag);
                let element = Element {
                    name: QName {
                        ns: self.kept(ns)?,
                        local: tag.local,
                    },
                    attributes: self.attributes()?,
                    text: Cow::Borrowed(""),
                    children: Vec::new(),
                    range: tag.at..tag.at,
                };
                let entered = self.tags.enter_any()?;
                open.push((element, entered));
            } else if let Some((mut element, entered)) = open.pop() {
                self.tags.leave(entered)?;
                element.range.end = self.tags.cursor.at;
                match open.last_mut() {
                    None => return Ok(element),
                    Some((around, _)) => around.children.push(element),
                }
            } else {
                return Err(self.tags.cursor.expected("an element"));
            }
            // Characters behind a tag belong to the element that is open now.
            if let Some((element, entered)) = open.last_mut() {
                let is_inside = !entered.empty;
                if is_inside {
                    let text = self.tags.cursor.text()?;
                    match element.text.is_empty() {
                        true => element.text = text,
                        false => element.text.to_mut().push_str(&text),
                    }
                }
            }
        }
    }

    /// Those of the tag that comes next.
    fn attributes(&mut self) -> Result<Vec<(QName<'a>, Cow<'a, str>)>, Fail> {
        let all = self.tags.named().into_iter();
        let kept = all.map(|attribute| {
            let name = QName {
                ns: self.kept(attribute.ns)?,
                local: attribute.local,
            };
            Ok((name, attribute.value))
        });
        kept.collect()
    }

    fn fault(&mut self) -> Result<Fault<'a>, Fail> {
        let (_, version) = self.envelope()?;
        let Some(version) = version else {
            return Err(self.tags.cursor.expected("an envelope of SOAP"));
        };
        let ns = version.namespace();
        if let Some(tag) = self.tags.peek()?
            && self.tags.is(&tag, ns, "Header")
        {
            self.tags.skip(self.depth)?;
        }
        self.tags.enter_named(ns, "Body")?;
        let around = self.tags.enter_named(ns, "Fault")?;
        let mut fault = Fault::default();
        while let Some(tag) = self.tags.peek()? {
            match tag.local {
                "detail" | "Detail" => {
                    let detail = self.tags.enter_any()?;
                    let start = self.tags.cursor.at;
                    fault.detail = self.name()?;
                    while self.tags.peek()?.is_some() {
                        self.tags.skip(self.depth)?;
                    }
                    fault.inside = start..self.tags.cursor.at;
                    self.tags.leave(detail)?;
                }
                "faultcode" => fault.code = self.code()?,
                "Code" => {
                    let mut codes = self.codes(ns)?.into_iter();
                    fault.code = codes.next().unwrap_or_default();
                    fault.subcodes = codes.collect();
                }
                "faultstring" => {
                    let element = self.element()?;
                    let lang = element
                        .attribute(super::names::XML, "lang")
                        .unwrap_or_default();
                    fault.reasons.push((lang.into(), element.text.into_owned()));
                }
                "Reason" => {
                    for text in self.element()?.children {
                        let lang = text
                            .attribute(super::names::XML, "lang")
                            .unwrap_or_default();
                        fault.reasons.push((lang.into(), text.text.into_owned()));
                    }
                }
                "faultactor" | "Role" => {
                    fault.role = Some(self.element()?.text.into_owned());
                }
                _ => self.tags.skip(self.depth)?,
            }
        }
        self.tags.leave(around)?;
        Ok(fault)
    }

    /// A code: the namespace of its prefix, and its name. Deployed implementations write names without
    /// one.
    fn code(&mut self) -> Result<(String, String), Fail> {
        let element = self.tags.enter_any()?;
        let text = self.tags.text(element)?;
        let code = match self.tags.qualified(&text) {
            Some((ns, local)) => (String::from(&*ns), String::from(local)),
            None => (String::new(), String::from(text.trim_ascii())),
        };
        self.tags.leave(element)?;
        Ok(code)
    }

    /// SOAP 1.2 part 1, section 5.4.1: `Value`, then `Subcode` with another.
    fn codes(&mut self, ns: &str) -> Result<Vec<(String, String)>, Fail> {
        let mut codes = Vec::new();
        let mut open = Vec::from([self.tags.enter_any()?]);
        while let Some(last) = open.last().copied() {
            match self.tags.peek()? {
                Some(tag) if self.tags.is(&tag, ns, "Value") => {
                    self.count()?;
                    codes.push(self.code()?);
                }
                Some(tag) if self.tags.is(&tag, ns, "Subcode") => {
                    if open.len() >= self.depth as usize {
                        return Err(self.tags.cursor.fail(MalformedKind::TooDeep));
                    }
                    open.push(self.tags.enter_any()?);
                }
                Some(_) => self.tags.skip(self.depth)?,
                None => {
                    self.tags.leave(last)?;
                    open.pop();
                }
            }
        }
        Ok(codes)
    }
}
