//! Tags with their namespaces (Namespaces in XML 1.0).

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::names;
use super::scopes::{Ns, Scopes};
use crate::chars;
use crate::error::{Fail, MalformedKind};
use crate::markup::cursor::{ATTRIBUTES, Cursor, TOO_MANY, attribute_text, is_name_character};
use crate::meta::{Field, XmlName, XmlRole};

/// A position in a document, with the namespaces that are in scope there.
pub(super) struct Tags<'de> {
    pub(super) cursor: Cursor<'de>,
    scopes: Scopes<'de>,
    /// The tag that comes next, if it was looked at.
    peeked: Option<Tag<'de>>,
    /// The attributes of the last tag, other than declarations.
    attributes: Vec<Attribute<'de>>,
    /// A start tag that is taken whatever its name is.
    pub(super) accepted: usize,
    /// The `/>` of the last empty element that was entered: anywhere else these are characters.
    ended: usize,
    /// Whether names are compared without their namespaces.
    pub(super) loose: bool,
    /// Whether characters between elements are ignored.
    pub(super) mixed: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Attribute<'de> {
    prefix: &'de [u8],
    local: &'de [u8],
    value: &'de [u8],
}

/// An attribute with its names resolved.
#[derive(Clone, Debug)]
pub(super) struct Named<'de> {
    pub(super) ns: Ns<'de>,
    pub(super) local: &'de str,
    pub(super) value: Cow<'de, str>,
}

/// A start tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag<'de> {
    /// Its offset.
    pub(super) at: usize,
    /// Its name with the prefix.
    name: &'de [u8],
    pub(super) local: &'de str,
    /// The binding of its namespace.
    ns: Option<usize>,
    /// Whether it is the tag of an empty element.
    empty: bool,
    /// The offset of its content; of an empty element, of its end `/>`.
    inside: usize,
    /// The number of bindings outside of it.
    scope: usize,
}

/// An element that was entered. An empty one is entered up to its `/>`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entered<'de> {
    name: &'de [u8],
    /// The offset of its content.
    pub(super) inside: usize,
    pub(super) empty: bool,
    scope: usize,
}

/// Longer than any namespace in practice: every name that has it may copy it.
const NAMESPACE: usize = 4096;

const NAME: MalformedKind = MalformedKind::Expected("a name with at most one colon");

impl<'de> Tags<'de> {
    pub(super) fn new(bytes: &'de [u8], max: usize) -> Self {
        Tags {
            cursor: Cursor::new(bytes, max),
            scopes: Scopes::default(),
            peeked: None,
            attributes: Vec::new(),
            accepted: usize::MAX,
            ended: usize::MAX,
            loose: false,
            mixed: false,
        }
    }

    /// The tag that comes next; `None` at the end of an element.
    #[inline(never)]
    pub(super) fn peek(&mut self) -> Result<Option<Tag<'de>>, Fail> {
        if let Some(tag) = self.peeked {
            return Ok(Some(tag));
        }
        if self.mixed && !self.is_inside_tag() {
            self.cursor.text()?;
        }
        self.cursor.misc()?;
        match self.cursor.rest() {
            // Who has entered an element misses its end there.
            [] | [b'<', b'/', ..] | [b'/', b'>', ..] => Ok(None),
            [b'<', ..] => {
                let tag = self.tag()?;
                self.peeked = Some(tag);
                Ok(Some(tag))
            }
            _ => Err(self.cursor.expected("a tag")),
        }
    }

    /// Whether the element that was entered ends here.
    #[inline]
    pub(super) fn is_at_end(&mut self) -> Result<bool, Fail> {
        match self.cursor.rest() {
            [b'<', b'/', ..] => Ok(true),
            [b'/', b'>', ..] if self.is_inside_tag() => Ok(true),
            _ => Ok(self.peek()?.is_none()),
        }
    }

    /// Whether this is before the `/>` of an empty element that was entered.
    #[inline]
    pub(super) fn is_inside_tag(&self) -> bool {
        self.cursor.at == self.ended
    }

    /// Reads a start tag; stays before it.
    fn tag(&mut self) -> Result<Tag<'de>, Fail> {
        let (at, scope) = (self.cursor.at, self.scopes.len());
        self.cursor.at += 1;
        let name = self.cursor.name()?;
        self.attributes.clear();
        if !self.cursor.rest().starts_with(b">") {
            self.attributes()?;
        }
        let empty = self.cursor.rest().starts_with(b"/>");
        let inside = self.cursor.at + usize::from(!empty);
        if !empty && !self.cursor.rest().starts_with(b">") {
            return Err(self.cursor.expected("`>`"));
        }
        self.cursor.at = at;
        let (prefix, local) = self.split(name)?;
        let ns = match prefix {
            b"" => self.scopes.default_namespace(),
            prefix => {
                let found = self.scopes.find(prefix);
                if found.is_none() && prefix != b"xml" {
                    return Err(self.unbound());
                }
                found
            }
        };
        self.check_attributes()?;
        Ok(Tag {
            at,
            name,
            local: chars::utf8(local).unwrap_or_default(),
            ns,
            empty,
            inside,
            scope,
        })
    }

    /// Sections 5 and 6.3: prefixes are declared, and no attribute is there twice by another prefix.
    fn check_attributes(&mut self) -> Result<(), Fail> {
        let mut prefixed = self.attributes.iter().filter(|a| !a.prefix.is_empty());
        let are_several = prefixed.clone().nth(1).is_some();
        if !prefixed.all(|a| self.of_prefix(a.prefix).is_some()) {
            return Err(self.unbound());
        }
        match are_several && self.has_one_twice() {
            true => Err(self.cursor.fail(TOO_MANY)),
            false => Ok(()),
        }
    }

    /// Whether two attributes with prefixes have one name. Sorted, they are compared a few times each.
    #[inline(never)]
    fn has_one_twice(&self) -> bool {
        let prefixed = self.attributes.iter().filter(|a| !a.prefix.is_empty());
        let name = |a: &Attribute<'de>| Some((a.local, &**self.of_prefix(a.prefix)?));
        let mut names: Vec<_> = prefixed.filter_map(name).collect();
        names.sort_unstable();
        names.windows(2).any(|two| two[0] == two[1])
    }

    #[cold]
    fn unbound(&mut self) -> Fail {
        let kind = MalformedKind::Refused("a prefix without a namespace");
        self.cursor.fail(kind)
    }

    /// Prefix and local part.
    #[inline]
    fn split(&mut self, name: &'de [u8]) -> Result<(&'de [u8], &'de [u8]), Fail> {
        let Some(colon) = name.iter().position(|b| *b == b':') else {
            return Ok((b"", name));
        };
        let (prefix, local) = name.split_at(colon);
        let local = local.get(1..).unwrap_or_default();
        if prefix.is_empty() || local.is_empty() || local.contains(&b':') {
            return Err(self.cursor.fail(NAME));
        }
        Ok((prefix, local))
    }

    #[inline(never)]
    fn attributes(&mut self) -> Result<(), Fail> {
        let outside = self.scopes.len();
        while let Some((at, name, value)) = self.cursor.attribute()? {
            let declared = match name.strip_prefix(b"xmlns") {
                Some([]) => Some(&b""[..]),
                Some([b':', prefix @ ..]) if !prefix.is_empty() && !prefix.contains(&b':') => {
                    Some(prefix)
                }
                _ => None,
            };
            let room = self.attributes.len() + (self.scopes.len() - outside) < ATTRIBUTES;
            let Some(prefix) = declared else {
                let (prefix, local) = self.split(name)?;
                let mut attributes = self.attributes.iter();
                if !room || attributes.any(|a| (a.prefix, a.local) == (prefix, local)) {
                    return Err(self.cursor.fail_at(at, TOO_MANY));
                }
                self.attributes.push(Attribute {
                    prefix,
                    local,
                    value,
                });
                continue;
            };
            if !room || self.scopes.find(prefix).is_some_and(|at| at >= outside) {
                return Err(self.cursor.fail_at(at, TOO_MANY));
            }
            self.bind(prefix, attribute_text(value), at)?;
        }
        Ok(())
    }

    fn bind(&mut self, prefix: &'de [u8], uri: Cow<'de, str>, at: usize) -> Result<(), Fail> {
        // Namespaces in XML 1.0, sections 3 and 5: no prefix is undeclared, and two are reserved, with their namespaces.
        let reserved =
            prefix == b"xmlns" || uri == names::XMLNS || (prefix == b"xml") != (uri == names::XML);
        if reserved || (uri.is_empty() && !prefix.is_empty()) {
            let kind = MalformedKind::Refused("a declaration of this prefix");
            return Err(self.cursor.fail_at(at, kind));
        }
        if uri.len() > NAMESPACE {
            let kind = MalformedKind::Refused("a namespace of so many characters");
            return Err(self.cursor.fail_at(at, kind));
        }
        match self.scopes.bind(prefix, uri.into()) {
            true => Ok(()),
            false => {
                let kind = MalformedKind::Refused("so many prefixes at once");
                Err(self.cursor.fail_at(at, kind))
            }
        }
    }

    /// The namespace of a tag that comes next or was just entered.
    pub(super) fn ns_of(&self, tag: &Tag<'de>) -> Ns<'de> {
        let ns = tag.ns.and_then(|at| self.scopes.get(at));
        ns.cloned().unwrap_or(Ns::Lent(""))
    }

    /// Whether a tag has this name.
    #[inline]
    pub(super) fn is(&self, tag: &Tag<'de>, ns: &str, local: &str) -> bool {
        tag.local == local && self.scopes.name(tag.ns) == ns
    }

    /// Whether the element that comes next belongs to a field.
    #[inline]
    pub(super) fn comes(&mut self, f: &Field) -> Result<bool, Fail> {
        if self.exact(f).is_some() {
            return Ok(true);
        }
        let tag = self.peek()?;
        Ok(tag.is_some_and(|tag| tag.at == self.accepted || self.belongs(&tag, f)))
    }

    /// Whether the next characters are a start tag of a field, without prefix and attributes.
    #[inline]
    pub(super) fn is_exact(&self, f: &Field) -> bool {
        self.exact(f).is_some()
    }

    /// The length of a start tag without prefix and attributes that comes next, if it is that of a field.
    #[inline(always)]
    fn exact(&self, f: &Field) -> Option<usize> {
        let (name, ns, plain) = match &f.xml {
            None => (&*f.name, "", true),
            Some(xml) => (
                f.xml_name(),
                &*xml.ns,
                matches!(xml.role, XmlRole::Element | XmlRole::Header),
            ),
        };
        let same = match self.scopes.default_namespace() {
            None => ns.is_empty(),
            default => !ns.is_empty() && self.scopes.name(default) == ns,
        };
        let rest = self.cursor.rest().strip_prefix(b"<")?;
        let behind = rest.strip_prefix(name.as_bytes())?;
        (plain && same && behind.first() == Some(&b'>') && self.peeked.is_none())
            .then_some(name.len() + 2)
    }

    /// Takes a field's element that is only an integer of up to 18 digits, in its usual form.
    #[inline]
    pub(super) fn take_integer(&mut self, f: &Field) -> Option<i64> {
        let start = self.exact(f)?;
        let rest = self.cursor.rest();
        let name = rest.get(1..start - 1)?;
        let inside = rest.get(start..)?;
        let (negative, digits) = match inside {
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        let (mut value, mut n) = (0i64, 0);
        for digit in digits {
            let digit = digit.wrapping_sub(b'0');
            if digit > 9 {
                break;
            }
            if n == 18 {
                return None;
            }
            value = value * 10 + i64::from(digit);
            n += 1;
        }
        let behind = digits.get(n..)?.strip_prefix(b"</")?.strip_prefix(name)?;
        if n == 0 || behind.first() != Some(&b'>') {
            return None;
        }
        self.cursor.at += start + usize::from(negative) + n + name.len() + 3;
        self.attributes.clear();
        Some(if negative { -value } else { value })
    }

    /// Whether a tag is that of a field, or of an element in its group.
    pub(super) fn belongs(&self, tag: &Tag<'de>, f: &Field) -> bool {
        self.loose && Self::resembles(tag, f) || self.is_of(tag, f)
    }

    fn is_of(&self, tag: &Tag<'de>, f: &Field) -> bool {
        let xml = f.xml_facts();
        match xml.role {
            XmlRole::Any => true,
            XmlRole::Group => xml.names.iter().any(|name| self.is_named(tag, name)),
            _ => self.is(tag, &xml.ns, f.xml_name()),
        }
    }

    /// The same regardless of namespaces.
    pub(super) fn resembles(tag: &Tag<'de>, f: &Field) -> bool {
        let xml = f.xml_facts();
        match xml.role {
            XmlRole::Element | XmlRole::Header => tag.local == f.xml_name(),
            XmlRole::Group => xml.names.iter().any(|name| name.local == tag.local),
            _ => false,
        }
    }

    fn is_named(&self, tag: &Tag<'de>, name: &XmlName) -> bool {
        // A wildcard among the elements of a group has no name.
        name.local.is_empty() || self.is(tag, &name.ns, &name.local)
    }

    /// Enters the element of a field.
    #[inline]
    pub(super) fn enter(&mut self, f: &Field) -> Result<Entered<'de>, Fail> {
        self.cursor.misc()?;
        if let Some(length) = self.exact(f) {
            let at = self.cursor.at;
            self.cursor.at += length;
            self.attributes.clear();
            let name = self.cursor.bytes.get(at + 1..self.cursor.at - 1);
            return Ok(Entered {
                name: name.unwrap_or_default(),
                inside: self.cursor.at,
                empty: false,
                scope: self.scopes.len(),
            });
        }
        match self.comes(f)? {
            true => self.enter_any(),
            false => Err(self.cursor.missing(f.xml_name())),
        }
    }

    /// Enters the element that comes next.
    pub(super) fn enter_any(&mut self) -> Result<Entered<'de>, Fail> {
        let Some(tag) = self.peek()? else {
            return Err(self.cursor.expected("an element"));
        };
        self.peeked = None;
        self.accepted = usize::MAX;
        self.cursor.at = tag.inside;
        if tag.empty {
            self.ended = tag.inside;
        }
        Ok(Entered {
            name: tag.name,
            inside: tag.inside,
            empty: tag.empty,
            scope: tag.scope,
        })
    }

    /// Enters an element with this name.
    pub(super) fn enter_named(
        &mut self,
        ns: &str,
        local: &'static str,
    ) -> Result<Entered<'de>, Fail> {
        match self.peek()? {
            Some(tag) if self.is(&tag, ns, local) => self.enter_any(),
            _ => Err(self.cursor.expected(local)),
        }
    }

    /// Leaves the element whose content has been read.
    #[inline]
    pub(super) fn leave(&mut self, element: Entered<'de>) -> Result<(), Fail> {
        if self.peeked.is_some() {
            return Err(self.cursor.expected("the end of the element"));
        }
        match element.empty {
            true if self.cursor.take(b"/>") => {}
            true => return Err(self.cursor.expected("the end of the element")),
            false => self.cursor.end(element.name)?,
        }
        self.scopes.truncate(element.scope);
        Ok(())
    }

    /// The characters of an element that was entered.
    #[inline]
    pub(super) fn text(&mut self, element: Entered<'de>) -> Result<Cow<'de, str>, Fail> {
        match element.empty {
            true => Ok(Cow::Borrowed("")),
            false => self.cursor.text(),
        }
    }

    /// Skips the element that comes next.
    pub(super) fn skip(&mut self, depth: u32) -> Result<(), Fail> {
        let tag = self.peek()?;
        self.forget();
        if let Some(tag) = tag {
            self.scopes.truncate(tag.scope);
        }
        self.cursor.skip(depth)
    }

    /// Declares a prefix around everything.
    pub(super) fn declare(&mut self, prefix: &'de str, uri: &'de str) {
        self.scopes.bind(prefix.as_bytes(), Ns::Lent(uri));
    }

    /// Goes past the element that comes next, and checks that its prefixes are declared.
    pub(super) fn pass(&mut self, depth: u32) -> Result<(), Fail> {
        let mut open = Vec::new();
        loop {
            if self.peek()?.is_some() {
                self.type_of()?;
                if open.len() >= depth as usize {
                    return Err(self.cursor.fail(MalformedKind::TooDeep));
                }
                open.push(self.enter_any()?);
            } else if let Some(element) = open.pop() {
                self.leave(element)?;
            } else {
                return Err(self.cursor.expected("an element"));
            }
            if open.is_empty() {
                return Ok(());
            }
            if !self.is_inside_tag() {
                self.cursor.text()?;
            }
        }
    }

    /// Forgets what was looked at.
    fn forget(&mut self) {
        self.peeked = None;
        self.accepted = usize::MAX;
    }

    /// The namespace of a prefix.
    fn of_prefix(&self, prefix: &[u8]) -> Option<&Ns<'de>> {
        const XML: &Ns<'static> = &Ns::Lent(names::XML);
        const NONE: &Ns<'static> = &Ns::Lent("");
        let found = self.scopes.find(prefix);
        found.and_then(|at| self.scopes.get(at)).or(match prefix {
            b"xml" => Some(XML),
            b"" => Some(NONE),
            _ => None,
        })
    }

    /// The last tag's attribute with this name.
    pub(super) fn attribute(&self, ns: &str, local: &str) -> Option<Cow<'de, str>> {
        let is_it = |a: &&Attribute<'de>| {
            a.local == local.as_bytes()
                && match a.prefix {
                    b"" => ns.is_empty(),
                    prefix => self.of_prefix(prefix).is_some_and(|known| **known == *ns),
                }
        };
        let found = self.attributes.iter().find(is_it);
        found.map(|a| attribute_text(a.value))
    }

    #[inline]
    pub(super) fn has_attributes(&self) -> bool {
        !self.attributes.is_empty()
    }

    /// Whether the last tag says that its element has no value.
    #[inline]
    pub(super) fn is_nil(&self) -> bool {
        self.has_attributes()
            && self
                .attribute(names::INSTANCE, "nil")
                .is_some_and(|v| matches!(v.trim_ascii(), "true" | "1"))
    }

    /// The last tag's attributes.
    pub(super) fn named(&self) -> Vec<Named<'de>> {
        let all = self.attributes.iter().map(|a| Named {
            ns: match a.prefix {
                b"" => Ns::Lent(""),
                prefix => self.of_prefix(prefix).cloned().unwrap_or(Ns::Lent("")),
            },
            local: chars::utf8(a.local).unwrap_or_default(),
            value: attribute_text(a.value),
        });
        all.collect()
    }

    /// Namespace and local part of a name in an attribute or in text.
    pub(super) fn qualified<'n>(&self, name: &'n str) -> Option<(Ns<'de>, &'n str)> {
        let name = name.trim_ascii();
        let (prefix, local) = name.split_once(':').unwrap_or(("", name));
        Some((self.of_prefix(prefix.as_bytes())?.clone(), local))
    }

    /// The type that the last tag states.
    pub(super) fn type_of(&mut self) -> Result<Option<(Ns<'de>, Cow<'de, str>)>, Fail> {
        let Some(name) = self.attribute(names::INSTANCE, "type") else {
            return Ok(None);
        };
        let qualified = match name {
            Cow::Borrowed(name) => self.qualified(name).map(|(ns, local)| (ns, local.into())),
            Cow::Owned(name) => {
                let qualified = self.qualified(&name);
                qualified.map(|(ns, local)| (ns, Cow::Owned(local.into())))
            }
        };
        match qualified {
            Some(name) => Ok(Some(name)),
            None => Err(self.unbound()),
        }
    }

    /// Goes elsewhere, where other bindings hold; returns those that held here.
    pub(super) fn go(&mut self, at: usize, scopes: Scopes<'de>) -> (usize, Scopes<'de>) {
        self.forget();
        let here = core::mem::replace(&mut self.scopes, scopes);
        (core::mem::replace(&mut self.cursor.at, at), here)
    }

    /// The namespaces around a tag that comes next.
    pub(super) fn outside(&self, tag: &Tag<'de>) -> Scopes<'de> {
        self.scopes.outside(tag.scope)
    }

    /// The text of an element, whose tag comes next, with declarations of all prefixes that it uses from
    /// around it.
    pub(super) fn standalone(&mut self, tag: &Tag<'de>, depth: u32) -> Result<Cow<'de, str>, Fail> {
        self.forget();
        self.pass(depth)?;
        let bytes = self.cursor.since(tag.at);
        let text = self.cursor.utf8(bytes, tag.at)?;
        let declarations = self.declarations(tag, text);
        self.scopes.truncate(tag.scope);
        if declarations.is_empty() {
            return Ok(Cow::Borrowed(text));
        }
        let (start, rest) = text.split_at(tag.name.len() + 1);
        Ok(Cow::Owned([start, &declarations, rest].concat()))
    }

    fn declarations(&self, tag: &Tag<'de>, text: &str) -> String {
        let mut declarations = String::new();
        let default = has_plain_tags(text).then_some("");
        for prefix in default.into_iter().chain(prefixes(text)) {
            let found = self.scopes.find(prefix.as_bytes());
            // Its own declaration is nearer.
            let found = found.filter(|at| *at < tag.scope);
            let Some(ns) = found.and_then(|at| self.scopes.get(at)) else {
                continue;
            };
            let uri = ns.replace('&', "&amp;");
            let uri = uri.replace('<', "&lt;").replace('"', "&quot;");
            match prefix {
                "" if uri.is_empty() => {}
                "" => declarations.push_str(&format!(" xmlns=\"{uri}\"")),
                _ => declarations.push_str(&format!(" xmlns:{prefix}=\"{uri}\"")),
            }
        }
        declarations
    }

    pub(super) fn scopes(&self) -> Scopes<'de> {
        self.scopes.clone()
    }
}

/// Whether any element's name has no prefix.
fn has_plain_tags(text: &str) -> bool {
    let names = text
        .split('<')
        .skip(1)
        .filter(|tag| !tag.starts_with(['/', '!', '?']));
    names
        .map(|tag| tag.split(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/')))
        .any(|mut tag| tag.next().is_some_and(|name| !name.contains(':')))
}

/// All prefixes: in tags, in values of attributes, and in text, where names may be.
fn prefixes(text: &str) -> BTreeSet<&str> {
    let before = text.match_indices(':').filter_map(|(at, _)| text.get(..at));
    let is_part = |c: char| c != ':' && is_name_character(c);
    let prefixes = before.filter_map(|text| text.get(text.trim_end_matches(is_part).len()..));
    prefixes.filter(|prefix| !prefix.is_empty()).collect()
}
