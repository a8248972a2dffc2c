//! XML documents as trees of elements with namespaces and places (XML 1.0; Namespaces in XML 1.0).
//!
//! Entities are refused, since they are how XML is made to grow, and so are document type declarations: a definition needs none.
//! Only before a schema one is passed over, as that of XML Signature, which many others import, has one.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::diagnostic::{self, Findings, Severity};
use crate::place::Span;
use crate::source::Sources;

use super::words::{XML, XSD};

/// A name in a namespace; the empty namespace is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Name {
    pub(super) namespace: Rc<str>,
    pub(super) local: Rc<str>,
}

impl Name {
    pub(super) fn new(namespace: &str, local: &str) -> Self {
        Name {
            namespace: namespace.into(),
            local: local.into(),
        }
    }

    pub(super) fn is(&self, namespace: &str, local: &str) -> bool {
        *self.namespace == *namespace && *self.local == *local
    }
}

/// `{namespace}local`, as annotations have it.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}{}", self.namespace, self.local)
    }
}

/// An element.
#[derive(Debug)]
pub(super) struct Element {
    pub(super) name: Name,
    attributes: Vec<Attribute>,
    pub(super) children: Vec<Rc<Element>>,
    /// The characters directly within it.
    pub(super) text: String,
    /// Its start tag.
    pub(super) span: Span,
    scope: Rc<Scope>,
}

#[derive(Debug)]
struct Attribute {
    name: Name,
    value: String,
    span: Span,
}

impl Element {
    /// Whether it has that name.
    pub(super) fn is(&self, namespace: &str, local: &str) -> bool {
        self.name.is(namespace, local)
    }

    /// The value of an attribute that is in no namespace.
    pub(super) fn attribute(&self, local: &str) -> Option<&str> {
        self.attribute_in("", local)
    }

    pub(super) fn attribute_in(&self, namespace: &str, local: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        let found = all.find(|a| a.name.is(namespace, local))?;
        Some(&found.value)
    }

    /// The place of an attribute's value, or else of the element.
    pub(super) fn place(&self, local: &str) -> Span {
        let mut all = self.attributes.iter();
        let found = all.find(|a| a.name.is("", local));
        found.map_or(self.span, |a| a.span)
    }

    /// The children of that name, in order.
    pub(super) fn all<'e>(
        &'e self,
        namespace: &'e str,
        local: &'e str,
    ) -> impl Iterator<Item = &'e Rc<Element>> {
        self.children.iter().filter(move |c| c.is(namespace, local))
    }

    /// The first child of that name.
    pub(super) fn child(&self, namespace: &str, local: &str) -> Option<&Rc<Element>> {
        self.children.iter().find(|c| c.is(namespace, local))
    }

    /// A qualified name in its content, where no prefix means the default namespace; `None` if its prefix is not
    /// declared.
    pub(super) fn resolve(&self, qualified: &str) -> Option<Name> {
        let qualified = qualified.trim();
        let (prefix, local) = qualified.split_once(':').unwrap_or(("", qualified));
        let namespace = self.scope.find(prefix)?;
        let local = local.into();
        Some(Name { namespace, local })
    }
}

/// The prefixes that are declared at an element, and around it.
#[derive(Debug, Default)]
struct Scope {
    around: Option<Rc<Scope>>,
    declared: BTreeMap<String, Rc<str>>,
}

impl Scope {
    fn find(&self, prefix: &str) -> Option<Rc<str>> {
        let mut scope = self;
        loop {
            match (scope.declared.get(prefix), &scope.around) {
                (Some(namespace), _) => return Some(namespace.clone()),
                (None, Some(around)) => scope = around,
                (None, None) if prefix == "xml" => return Some(XML.into()),
                (None, None) => return prefix.is_empty().then(|| "".into()),
            }
        }
    }
}

/// What a document may have.
#[derive(Clone, Copy)]
pub(super) struct Bounds {
    pub(super) nesting: usize,
    /// Elements and attributes that may still be read, in all documents.
    pub(super) nodes: usize,
}

const REFUSED: &str = "a document type declaration is refused";

/// The most attributes of one element.
const ATTRIBUTES: usize = 1000;

/// Reads a document; `None` if it is none, which is among the findings.
pub(super) fn parse(
    sources: &Sources<'_>,
    findings: &mut Findings,
    file: u32,
    bounds: &mut Bounds,
) -> Option<Rc<Element>> {
    let text = sources.file(file).text.clone();
    let mut parser = Parser {
        text: &text,
        file,
        bounds,
        open: Vec::new(),
        root: None,
        declaration: None,
    };
    let read = parser.read();
    if let Err((span, message)) = read {
        findings.error(sources, span, message);
        return None;
    }
    if let Some(span) = parser.declaration {
        let message = "the document type declaration is passed over".to_owned();
        findings.push(diagnostic::at(sources, span, Severity::Warning, message));
    }
    parser.root.map(Rc::new)
}

type Parsed<T> = Result<T, (Span, String)>;

struct Parser<'t> {
    text: &'t str,
    file: u32,
    bounds: &'t mut Bounds,
    open: Vec<Element>,
    root: Option<Element>,
    /// The document type declaration.
    declaration: Option<Span>,
}

impl Parser<'_> {
    fn read(&mut self) -> Parsed<()> {
        let text = self.text;
        // Without its byte-order mark.
        let body = text.trim_start_matches('\u{feff}');
        let skipped = text.len() - body.len();
        let mut reader = Reader::from_str(body);
        reader.config_mut().check_end_names = true;
        loop {
            let start = skipped + reader.buffer_position() as usize;
            let event = match reader.read_event() {
                Ok(event) => event,
                Err(e) => {
                    let at = skipped + reader.error_position() as usize;
                    return Err((self.span(at, at + 1), format!("this is no XML: {e}")));
                }
            };
            let span = self.span(start, skipped + reader.buffer_position() as usize);
            match event {
                Event::Start(tag) => self.begin(&tag, span)?,
                Event::Empty(tag) => {
                    self.begin(&tag, span)?;
                    self.end();
                }
                Event::End(_) => self.end(),
                Event::Text(characters) => self.characters(&characters.into_inner(), span)?,
                Event::CData(characters) => self.characters(&characters.into_inner(), span)?,
                Event::GeneralRef(reference) => self.reference(&reference.into_inner(), span)?,
                Event::DocType(_) if self.open.is_empty() && self.root.is_none() => {
                    self.declaration = Some(span);
                }
                Event::DocType(_) => return Err((span, REFUSED.to_owned())),
                Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
                Event::Eof if self.open.is_empty() && self.root.is_some() => return Ok(()),
                Event::Eof => {
                    let message = match self.open.last() {
                        Some(open) => format!("the element `{}` does not end", open.name.local),
                        None => "this is no XML: there is no element".to_owned(),
                    };
                    return Err((span, message));
                }
            }
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let end = end.min(self.text.len());
        Span {
            file: self.file,
            start: start.min(end) as u32,
            end: end as u32,
        }
    }

    fn begin(&mut self, tag: &BytesStart<'_>, span: Span) -> Parsed<()> {
        if self.root.is_some() && self.open.is_empty() {
            return Err((span, "a document has one element".to_owned()));
        }
        if self.open.len() >= self.bounds.nesting {
            let most = self.bounds.nesting;
            return Err((
                span,
                format!("elements are nested more than {most} levels deep"),
            ));
        }
        self.spend(1, span)?;
        let (scope, attributes) = self.attributes(tag, span)?;
        let name = self.name(&scope, tag.name().0, true, span)?;
        if let Some(declaration) = self.declaration
            && self.open.is_empty()
            && !name.is(XSD, "schema")
        {
            return Err((declaration, REFUSED.to_owned()));
        }
        self.open.push(Element {
            name,
            attributes,
            children: Vec::new(),
            text: String::new(),
            span,
            scope,
        });
        Ok(())
    }

    /// The declarations and attributes of a start tag.
    fn attributes(
        &mut self,
        tag: &BytesStart<'_>,
        span: Span,
    ) -> Parsed<(Rc<Scope>, Vec<Attribute>)> {
        let mut declared = BTreeMap::new();
        let mut written = BTreeMap::new();
        let mut all = tag.attributes();
        for attribute in all.with_checks(false) {
            let attribute = attribute.map_err(|e| (span, format!("this is no XML: {e}")))?;
            let key = attribute.key.0;
            let place = self.place_of(&attribute.value, span);
            let value = attribute.normalized_value(XmlVersion::Explicit1_0);
            let value = value.map_err(|e| (place, format!("this is no XML: {e}")))?;
            let again = match key.strip_prefix("xmlns") {
                Some("") => declared.insert(String::new(), (*value).into()).is_some(),
                Some(prefix) if prefix.starts_with(':') => declared
                    .insert(prefix[1..].to_owned(), (*value).into())
                    .is_some(),
                _ => written
                    .insert(key.to_owned(), (value.into_owned(), place))
                    .is_some(),
            };
            if again {
                return Err((place, format!("there is another attribute `{key}`")));
            }
            self.spend(1, span)?;
            if declared.len() + written.len() > ATTRIBUTES {
                let message = format!("an element has more than {ATTRIBUTES} attributes");
                return Err((span, message));
            }
        }
        let around = self.open.last().map(|e| e.scope.clone());
        let scope = match around {
            Some(around) if declared.is_empty() => around,
            around => Rc::new(Scope { around, declared }),
        };
        let mut attributes = Vec::with_capacity(written.len());
        for (key, (value, span)) in written {
            let name = self.name(&scope, &key, false, span)?;
            attributes.push(Attribute { name, value, span });
        }
        Ok((scope, attributes))
    }

    /// The place of a value that is a part of the text.
    fn place_of(&self, value: &str, else_at: Span) -> Span {
        let start = (value.as_ptr() as usize).checked_sub(self.text.as_ptr() as usize);
        match start {
            Some(start) if start + value.len() <= self.text.len() && !value.is_empty() => {
                self.span(start, start + value.len())
            }
            _ => else_at,
        }
    }

    fn name(&self, scope: &Scope, qualified: &str, is_element: bool, span: Span) -> Parsed<Name> {
        let (prefix, local) = qualified.split_once(':').unwrap_or(("", qualified));
        let namespace = match (prefix, is_element) {
            ("", false) => Some("".into()),
            _ => scope.find(prefix),
        };
        let namespace = namespace.ok_or_else(|| {
            let message = format!("the prefix `{prefix}` is not declared");
            (span, message)
        })?;
        let local = local.into();
        Ok(Name { namespace, local })
    }

    fn end(&mut self) {
        let Some(element) = self.open.pop() else {
            return;
        };
        match self.open.last_mut() {
            Some(around) => around.children.push(Rc::new(element)),
            None => self.root = Some(element),
        }
    }

    fn characters(&mut self, text: &str, span: Span) -> Parsed<()> {
        match self.open.last_mut() {
            Some(element) => element.text += text,
            None if text.trim().is_empty() => {}
            None => return Err((span, "this is no XML: text outside of elements".to_owned())),
        }
        Ok(())
    }

    fn reference(&mut self, name: &str, span: Span) -> Parsed<()> {
        let whole = format!("&{name};");
        let meant = quick_xml::escape::unescape(&whole);
        let meant = meant.map_err(|_| (span, format!("there is no entity `{name}`")))?;
        self.characters(&meant, span)
    }

    fn spend(&mut self, nodes: usize, span: Span) -> Parsed<()> {
        match self.bounds.nodes.checked_sub(nodes) {
            Some(left) => self.bounds.nodes = left,
            None => return Err((span, "the definition has too many elements".to_owned())),
        }
        Ok(())
    }
}
