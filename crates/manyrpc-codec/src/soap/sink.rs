//! Writing values.

use alloc::vec::Vec;

use super::arrays::sizes_of;
use super::pattern::Patterns;
use super::tags::Tags;
use super::{Options, Part, Version, facets, names};
use crate::buf::Buf;
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Unencodable, UnencodableKind};
use crate::limits::Limits;
use crate::markup::declaration::{declaration, is_declared};
use crate::markup::text;
use crate::meta::{Discriminant, Enum, Field, Record, Union, XmlForm, XmlName, XmlRole};
use crate::textual::base64;
use crate::textual::out::Out;

/// Appends values to a buffer. Keeps the first failure, which [`Encoder::finish`] returns.
pub struct Encoder<'b> {
    pub(super) out: Out<'b>,
    depth: u32,
    pub(super) options: Options,
    pass: Pass,
    /// Where a start tag stands open that is the next value's: its attributes and `>` are due.
    opened_at: usize,
    /// Whether only the next value's characters are written.
    naked: bool,
    /// Whether they stand between quotes.
    quoted: bool,
    /// Whether an attribute has no value.
    omitted: bool,
    /// Whether the next value is by itself: an exception's element is that of its type.
    alone: bool,
    /// Whether elements state their types.
    encoded: bool,
    /// Where namespaces are declared in the output.
    scopes: Vec<Binding>,
    /// Attachments that were referred to.
    parts: u32,
    /// Whether bytes may be attachments.
    attaching: bool,
}

/// The fields of a record that are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    Content,
    Attributes,
    Headers,
}

#[derive(Clone, Copy)]
struct Binding {
    start: usize,
    length: usize,
}

/// A start tag that was written, for its end tag.
#[derive(Clone, Copy)]
struct Opened {
    /// The number of its prefix.
    prefix: Option<usize>,
    /// Bindings outside of it.
    scope: usize,
}

const NOWHERE: usize = usize::MAX;

impl<'b> Encoder<'b> {
    /// Appends to `out`.
    #[inline]
    pub fn new(out: &'b mut Buf, limits: &Limits, options: Options) -> Self {
        Encoder {
            out: Out::new(out, limits),
            depth: limits.depth,
            options,
            pass: Pass::Content,
            opened_at: NOWHERE,
            naked: false,
            quoted: false,
            omitted: false,
            alone: false,
            encoded: options.encoded,
            scopes: Vec::new(),
            parts: 0,
            attaching: options.mtom.is_some() && options.part == Part::Message,
        }
    }

    /// The next value is by itself.
    pub(super) fn alone(mut self) -> Self {
        self.alone = true;
        self
    }

    /// Ends the value. On failure the buffer is unchanged.
    ///
    /// # Errors
    /// The first failure.
    #[inline]
    pub fn finish(self) -> Result<(), Unencodable> {
        self.out.finish()
    }

    /// One level deeper; fails above the limit.
    #[inline]
    fn nested(&mut self, f: &Field, inside: impl FnOnce(&mut Self)) {
        if self.depth == 0 {
            return self.out.fail(f, UnencodableKind::TooDeep);
        }
        self.depth -= 1;
        inside(self);
        self.depth += 1;
    }

    /// The prefix of a namespace in scope; `None` for none.
    fn prefix_of(&mut self, ns: &str) -> Option<usize> {
        (0..self.scopes.len()).rev().find(|at| {
            let Binding { start, length } = self.scopes[*at];
            self.out.at(start, length) == ns.as_bytes()
        })
    }

    /// The prefix of a namespace, which is declared in the start tag that stands open if it is not in scope.
    fn prefix_for(&mut self, f: &Field, ns: &str) -> usize {
        match self.prefix_of(ns) {
            Some(known) => known,
            None => self.declare(f, ns),
        }
    }

    fn put_prefix(&mut self, f: &Field, prefix: usize) {
        self.out.put(f, b"n");
        if prefix > 0 {
            self.out.put_u64(f, prefix as u64);
        }
    }

    /// Declares a namespace in the start tag that stands open.
    fn declare(&mut self, f: &Field, ns: &str) -> usize {
        let prefix = self.scopes.len();
        self.out.put(f, b" xmlns:");
        self.put_prefix(f, prefix);
        self.out.put(f, b"=\"");
        let start = self.out.len();
        text::quoted(&mut self.out, f, ns);
        let length = self.out.len() - start;
        self.out.put(f, b"\"");
        self.scopes.push(Binding { start, length });
        prefix
    }

    /// `<name`, with its namespace.
    #[inline]
    fn start(&mut self, f: &Field, ns: &str, local: &str) -> Opened {
        let scope = self.scopes.len();
        if ns.is_empty() {
            self.out.put(f, b"<");
            self.out.put(f, local.as_bytes());
            return Opened {
                prefix: None,
                scope,
            };
        }
        self.start_in(f, ns, local)
    }

    #[inline(never)]
    fn start_in(&mut self, f: &Field, ns: &str, local: &str) -> Opened {
        let scope = self.scopes.len();
        let known = self.prefix_of(ns);
        let prefix = known.unwrap_or(scope);
        self.out.put(f, b"<");
        self.put_prefix(f, prefix);
        self.out.put(f, b":");
        self.out.put(f, local.as_bytes());
        if known.is_none() {
            self.declare(f, ns);
        }
        Opened {
            prefix: Some(prefix),
            scope,
        }
    }

    #[inline]
    fn end(&mut self, f: &Field, opened: Opened, local: &str) {
        self.out.put(f, b"</");
        if let Some(prefix) = opened.prefix {
            self.put_prefix(f, prefix);
            self.out.put(f, b":");
        }
        self.out.put(f, local.as_bytes());
        self.out.put(f, b">");
        self.scopes.truncate(opened.scope);
    }

    /// Opens the start tag of a value, unless it stands open already.
    #[inline]
    fn open(&mut self, f: &Field) -> Option<Opened> {
        match self.out.len() == self.opened_at {
            true => None,
            false => Some(match &f.xml {
                None => self.start(f, "", &f.name),
                Some(xml) => self.start(f, &xml.ns, f.xml_name()),
            }),
        }
    }

    #[inline]
    fn close(&mut self, f: &Field, opened: Option<Opened>) {
        if let Some(opened) = opened {
            self.end(f, opened, f.xml_name());
        }
    }

    /// States the type of a value without parts in the start tag that stands open: the one that its definition
    /// names, or a built-in one.
    #[inline(never)]
    fn state(&mut self, f: &Field, named: Option<&XmlName>, ty: &str) {
        match named {
            Some(named) => self.state_name(f, named),
            None => self.state_built_in(f, f.xml_facts().form.type_name().unwrap_or(ty)),
        }
    }

    fn state_built_in(&mut self, f: &Field, ty: &str) {
        self.out.put(f, b" xsi:type=\"xsd:");
        self.out.put(f, ty.as_bytes());
        self.out.put(f, b"\"");
    }

    /// States a type by its name, if it has one.
    fn state_name(&mut self, f: &Field, name: &XmlName) {
        if name.local.is_empty() {
            return;
        }
        if name.ns == names::SCHEMA {
            return self.state_built_in(f, &name.local);
        }
        let prefix = match name.ns.is_empty() {
            true => None,
            false => Some(self.prefix_for(f, &name.ns)),
        };
        self.out.put(f, b" xsi:type=\"");
        self.put_qualified(f, prefix, &name.local);
        self.out.put(f, b"\"");
    }

    fn put_qualified(&mut self, f: &Field, prefix: Option<usize>, local: &str) {
        if let Some(prefix) = prefix {
            self.put_prefix(f, prefix);
            self.out.put(f, b":");
        }
        self.out.put(f, local.as_bytes());
    }

    /// A value without parts, of that built-in type; `write` writes its characters.
    #[inline]
    fn simple(&mut self, f: &Field, ty: &str, write: impl FnOnce(&mut Self)) {
        self.typed(f, f.xml_facts().ty.as_deref(), ty, write);
    }

    /// The same of a type that may have a name.
    #[inline]
    fn typed(
        &mut self,
        f: &Field,
        named: Option<&XmlName>,
        ty: &str,
        write: impl FnOnce(&mut Self),
    ) {
        if self.naked {
            return write(self);
        }
        let opened = self.open(f);
        if self.encoded && opened.is_some() {
            self.state(f, named, ty);
        }
        self.out.put_byte(f, b'>');
        write(self);
        self.close(f, opened);
    }

    fn put_text(&mut self, f: &Field, v: &str) {
        match self.quoted {
            true => text::quoted(&mut self.out, f, v),
            false => text::characters(&mut self.out, f, v),
        }
    }

    /// An optional value that is none.
    #[inline(never)]
    fn none(&mut self, f: &Field) {
        if self.naked {
            self.omitted = true;
            return;
        }
        let stands_open = self.out.len() == self.opened_at;
        if f.xml_facts().nillable || stands_open {
            let opened = self.open(f);
            self.out.put(f, b" xsi:nil=\"true\">");
            self.close(f, opened);
        }
    }

    /// A field that is no element.
    #[inline(never)]
    fn other_field<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        match (self.pass, f.xml_facts().role) {
            (Pass::Attributes, XmlRole::Attribute) => self.attribute(f, v),
            (Pass::Content, XmlRole::Text) => {
                self.naked = true;
                v.encode(self, f);
                self.naked = false;
                self.omitted = false;
            }
            (Pass::Headers, XmlRole::Header) => {
                self.pass = Pass::Content;
                v.encode(self, f);
                self.pass = Pass::Headers;
            }
            (Pass::Content, XmlRole::Element | XmlRole::Any | XmlRole::Group) => v.encode(self, f),
            _ => {}
        }
    }

    fn attribute<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        let (before, scope) = (self.out.len(), self.scopes.len());
        let ns = &f.xml_facts().ns;
        let prefix = match ns.is_empty() {
            true => None,
            false if *ns == names::XML => None,
            false => Some(self.prefix_for(f, ns)),
        };
        self.out.put(f, b" ");
        if *ns == names::XML {
            self.out.put(f, b"xml:");
        }
        self.put_qualified(f, prefix, f.xml_name());
        self.out.put(f, b"=\"");
        (self.naked, self.quoted) = (true, true);
        v.encode(self, f);
        (self.naked, self.quoted) = (false, false);
        self.out.put(f, b"\"");
        if core::mem::take(&mut self.omitted) {
            self.out.truncate(before);
            self.scopes.truncate(scope);
        }
    }

    /// The elements of an array.
    #[inline]
    fn items<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + Clone,
    {
        let plain = f
            .xml
            .as_ref()
            .is_none_or(|xml| !xml.list && !xml.wrapped && xml.array.is_none());
        if self.naked || !plain {
            return self.other_items(f, items);
        }
        let element = f.element();
        items.for_each(|item| item.encode(self, element));
    }

    #[inline(never)]
    fn other_items<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + Clone,
    {
        let (xml, element) = (f.xml_facts(), f.element());
        if xml.list || self.naked {
            let outer = self.naked;
            let opened = match outer {
                true => None,
                false => {
                    let opened = self.open(f);
                    if let Some(ty) = xml.ty.as_deref().filter(|_| self.encoded) {
                        self.state_name(f, ty);
                    }
                    self.out.put(f, b">");
                    opened
                }
            };
            self.naked = true;
            for (at, item) in items.enumerate() {
                if at > 0 {
                    self.out.put(f, b" ");
                }
                item.encode(self, element);
            }
            self.naked = outer;
            return self.close(f, opened);
        }
        if xml.array.as_ref().is_some_and(|array| array.rank == 0) {
            // A row: its items are those of the array around it.
            return items.for_each(|item| item.encode(self, element));
        }
        let opened = self.open(f);
        match &xml.array {
            // Without its sizes its rows would not be known.
            Some(array) if array.rank > 1 => {
                match sizes_of(f, array.rank as usize, items.clone()) {
                    Some(sizes) => self.state_array(f, &array.item, &sizes),
                    None => {
                        let rows = UnencodableKind::Not("an array with rows of one length");
                        return self.out.fail(f, rows);
                    }
                }
            }
            Some(array) if self.encoded => self.state_array(f, &array.item, &[items.len()]),
            _ => {}
        }
        self.out.put(f, b">");
        items.for_each(|item| item.encode(self, element));
        self.close(f, opened);
    }

    /// The elements of a linked list, each in the one before.
    fn links<E: Encode, I: Iterator<Item = E>>(&mut self, f: &Field, items: I) {
        let opened = match f.xml_facts().wrapped {
            false => None,
            true => {
                let opened = self.open(f);
                self.out.put(f, b">");
                opened
            }
        };
        let first = f.element();
        let link = first.xml_link();
        let others = link.as_ref().unwrap_or(first);
        // The end tags come behind the rest. All but that of the first are the same.
        let (mut ends, mut count) = ([Vec::new(), Vec::new()], 0);
        for item in items {
            item.encode(self, if count == 0 { first } else { others });
            if self.out.has_failed() {
                return;
            }
            let length = self.out.len();
            let start = memchr::memrchr(b'<', self.out.at(0, length)).unwrap_or(length);
            if count < ends.len() {
                ends[count].extend_from_slice(self.out.at(start, length - start));
            }
            self.out.truncate(start);
            count += 1;
        }
        let last = match count {
            0 => f,
            _ => link.as_ref().unwrap_or(f),
        };
        if last.xml_facts().nillable {
            self.none(last);
        }
        (1..count).for_each(|_| self.out.put(f, &ends[1]));
        self.out.put(f, &ends[0]);
        self.close(f, opened);
    }

    /// SOAP 1.1, section 5.4.2; SOAP 1.2 part 2, section 3.1.4.
    fn state_array(&mut self, f: &Field, item: &XmlName, sizes: &[usize]) {
        let is_new = self.options.version == Version::V12;
        if is_new && item.local.contains('[') {
            // Version 1.2 has no names for types of arrays.
            self.out
                .put(f, b" xsi:type=\"enc:Array\" enc:itemType=\"enc:Array");
            return self.state_sizes(f, sizes);
        }
        let prefix = match &*item.ns {
            "" | names::SCHEMA => None,
            ns => Some(self.prefix_for(f, ns)),
        };
        let start: &[u8] = match self.options.version {
            Version::V11 => b" xsi:type=\"enc:Array\" enc:arrayType=\"",
            Version::V12 => b" xsi:type=\"enc:Array\" enc:itemType=\"",
        };
        self.out.put(f, start);
        if item.ns == names::SCHEMA {
            self.out.put(f, b"xsd:");
        }
        self.put_qualified(f, prefix, &item.local);
        self.state_sizes(f, sizes);
    }

    /// The sizes of an array, behind the name of its items' type.
    fn state_sizes(&mut self, f: &Field, sizes: &[usize]) {
        let [open, between, close]: [&[u8]; 3] = match self.options.version {
            Version::V11 => [b"[", b",", b"]\""],
            Version::V12 => [b"\" enc:arraySize=\"", b" ", b"\""],
        };
        self.out.put(f, open);
        for (at, size) in sizes.iter().enumerate() {
            if at > 0 {
                self.out.put(f, between);
            }
            self.out.put_u64(f, *size as u64);
        }
        self.out.put(f, close);
    }

    /// A record's element, or what is left of it.
    fn structure<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T) {
        let xml = m.xml.as_deref();
        let pass = core::mem::replace(&mut self.pass, Pass::Content);
        if core::mem::take(&mut self.alone)
            && let Some(element) = xml.and_then(|xml| xml.element.as_ref())
        {
            let opened = self.start(f, &element.ns, &element.local);
            self.content(f, m, v);
            self.end(f, opened, &element.local);
        } else if f.xml_facts().role == XmlRole::Group {
            v.fields(self);
        } else if self.naked {
            // Simple content, as in a list: only the characters are there.
            v.fields(self);
        } else {
            let opened = self.open(f);
            if self.encoded
                && opened.is_some()
                && let Some(xml) = xml
            {
                self.state_name(f, &xml.ty);
            }
            self.content(f, m, v);
            self.close(f, opened);
        }
        self.pass = pass;
    }

    /// Attributes and the rest.
    fn content<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T) {
        self.opened_at = NOWHERE;
        if m.xml.as_ref().is_some_and(|xml| xml.attributes) {
            self.pass = Pass::Attributes;
            v.fields(self);
            self.pass = Pass::Content;
        }
        self.out.put(f, b">");
        v.fields(self);
    }

    fn label(&mut self, f: &Field, m: &Union, label: i64) {
        self.out.put(f, b"<");
        self.out.put(f, m.tag.as_bytes());
        self.out.put(f, b">");
        match &m.discriminant {
            Discriminant::I32 | Discriminant::U32 => self.out.put_i64(f, label),
            Discriminant::Bool => self.out.put(f, truth(f, label != 0).as_bytes()),
            Discriminant::Enum(members) => {
                let known = i32::try_from(label)
                    .ok()
                    .and_then(|v| members.lexical_of(v));
                match known {
                    Some(form) => text::characters(&mut self.out, f, form),
                    // A number without a member can only select a default arm.
                    None => self.out.put_i64(f, label),
                }
            }
        }
        self.out.put(f, b"</");
        self.out.put(f, m.tag.as_bytes());
        self.out.put(f, b">");
    }

    /// The part of a message behind its start.
    fn message<T: Fields + ?Sized>(&mut self, m: &Record, v: &T) {
        let f = &Field::plain("message");
        let xml = m.xml.as_deref();
        if xml.is_some_and(|xml| xml.headers) {
            if !self.options.header_open {
                self.out.put(f, b"<soap:Header>");
            }
            let attaching = core::mem::replace(&mut self.attaching, false);
            self.pass = Pass::Headers;
            v.fields(self);
            self.pass = Pass::Content;
            self.attaching = attaching;
            self.out.put(f, b"</soap:Header>");
        } else if self.options.header_open {
            self.out.put(f, b"</soap:Header>");
        }
        self.out.put(f, b"<soap:Body>");
        let element = xml.and_then(|xml| xml.element.as_ref());
        match (element, xml) {
            (Some(element), _) => {
                let opened = self.start(f, &element.ns, &element.local);
                self.encoding(f, xml.is_some_and(|xml| xml.encoded));
                self.out.put(f, b">");
                v.fields(self);
                self.end(f, opened, &element.local);
            }
            (None, Some(_)) => v.fields(self),
            (None, None) => {
                let opened = self.start(f, "", &m.name);
                self.encoding(f, false);
                self.out.put(f, b">");
                v.fields(self);
                self.end(f, opened, &m.name);
            }
        }
        self.out.put(f, b"</soap:Body></soap:Envelope>");
        if let Some(boundary) = self.options.mtom {
            super::attached::write(&mut self.out, &boundary, v);
        }
    }

    /// States that the element is encoded, and declares what that needs.
    fn encoding(&mut self, f: &Field, encoded: bool) {
        if encoded && !self.encoded {
            self.encoded = true;
            self.out.put(f, b" xmlns:xsd=\"");
            self.out.put(f, names::SCHEMA.as_bytes());
            self.out.put(f, b"\" xmlns:enc=\"");
            self.out.put(f, self.encoding_style().as_bytes());
            self.out.put(f, b"\"");
        }
        if self.encoded {
            self.out.put(f, b" soap:encodingStyle=\"");
            self.out.put(f, self.encoding_style().as_bytes());
            self.out.put(f, b"\"");
        }
    }

    fn encoding_style(&self) -> &'static str {
        self.options.version.encoding()
    }

    #[inline(never)]
    fn float<F: zmij::Float>(&mut self, f: &Field, ty: &str, v: F, special: Option<&str>) {
        self.simple(f, ty, |sink| match special {
            Some(name) => sink.out.put(f, name.as_bytes()),
            None => {
                let mut buffer = zmij::Buffer::new();
                sink.out.put(f, buffer.format_finite(v).as_bytes());
            }
        });
    }

    /// An element as text that is XML by itself, or with the prefixes of every message. Its declaration is
    /// omitted: this is not the start of a document.
    fn any(&mut self, f: &Field, v: &str) {
        let declared = declaration(v.as_bytes()).map_or(0, |d| d.length);
        let v = v.as_bytes().get(declared..).unwrap_or_default();
        let v = if declared > 0 {
            v.trim_ascii_start()
        } else {
            v
        };
        let mut tags = Tags::new(v, usize::MAX);
        let version = self.options.version;
        tags.declare("soap", version.namespace());
        tags.declare("enc", version.encoding());
        tags.declare("xsd", names::SCHEMA);
        tags.declare("xsi", names::INSTANCE);
        let whole = tags.pass(self.depth.saturating_mul(2).saturating_add(2));
        let ends = whole.is_ok() && tags.cursor.rest().trim_ascii().is_empty();
        match ends && v.starts_with(b"<") && !is_declared(v) {
            true => self.out.put(f, v),
            false => self.out.fail(
                f,
                UnencodableKind::Not("an element that declares its prefixes"),
            ),
        }
    }

    /// `{namespace}name`.
    fn qname(&mut self, f: &Field, v: &str) {
        let Some((ns, local)) = v.strip_prefix('{').and_then(|v| v.split_once('}')) else {
            return self.simple(f, "QName", |sink| sink.put_text(f, v));
        };
        if self.naked {
            // The tag is closed or in quotes: its prefix must be known.
            return match self.prefix_of(ns) {
                Some(prefix) => self.put_qualified(f, Some(prefix), local),
                None => self
                    .out
                    .fail(f, UnencodableKind::Not("a name of a namespace in scope")),
            };
        }
        let opened = self.open(f);
        let prefix = self.prefix_for(f, ns);
        if self.encoded && opened.is_some() {
            self.state(f, f.xml_facts().ty.as_deref(), "QName");
        }
        self.out.put(f, b">");
        self.put_qualified(f, Some(prefix), local);
        self.close(f, opened);
    }
}

/// A truth value in words, or as a digit where the expressions of its type match that only (XML Schema part 2, section
/// 3.2.2).
fn truth(f: &Field, v: bool) -> &'static str {
    let (word, digit) = match v {
        true => ("true", "1"),
        false => ("false", "0"),
    };
    match facets::of(f).filter(|facets| !facets.patterns.is_empty()) {
        None => word,
        Some(facets) => {
            let mut patterns = Patterns::default();
            let mut is_one = |text| facets::check_patterns(facets, text, &mut patterns).is_ok();
            match !is_one(word) && is_one(digit) {
                true => digit,
                false => word,
            }
        }
    }
}

/// XML Schema part 2, section 3.2.4.1.
fn special(v: f64) -> Option<&'static str> {
    match v {
        v if v.is_finite() => None,
        v if v.is_nan() => Some("NaN"),
        v if v > 0.0 => Some("INF"),
        _ => Some("-INF"),
    }
}

macro_rules! put_integers {
    ($($name:ident $ty:literal)*) => {$(
        #[inline]
        fn $name(&mut self, f: &Field, v: $name) {
            self.simple(f, $ty, |sink| sink.out.put_i64(f, v.into()));
        }
    )*};
}

impl Sink for Encoder<'_> {
    #[inline]
    fn field<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        match (&f.xml, self.pass) {
            (None, Pass::Content) => v.encode(self, f),
            _ => self.other_field(f, v),
        }
    }

    // Readers can derive it.
    #[inline]
    fn derived<T: Encode + ?Sized>(&mut self, _: &Field, _: &T) {}

    fn void(&mut self, f: &Field) {
        if self.naked {
            self.omitted = true;
            return;
        }
        let opened = self.open(f);
        self.out.put(f, b">");
        self.close(f, opened);
    }

    fn bool(&mut self, f: &Field, v: bool) {
        self.simple(f, "boolean", |sink| sink.out.put(f, truth(f, v).as_bytes()));
    }

    put_integers! {
        i8 "byte" u8 "unsignedByte" i16 "short" u16 "unsignedShort" i32 "int" u32 "unsignedInt" i64 "long"
    }

    fn u64(&mut self, f: &Field, v: u64) {
        self.simple(f, "unsignedLong", |sink| sink.out.put_u64(f, v));
    }

    fn f32(&mut self, f: &Field, v: f32) {
        self.float(f, "float", v, special(v.into()));
    }

    fn f64(&mut self, f: &Field, v: f64) {
        self.float(f, "double", v, special(v));
    }

    fn f128(&mut self, f: &Field, v: &[u8; 16]) {
        self.simple(f, "hexBinary", |sink| sink.hex(f, v));
    }

    fn enumeration(&mut self, f: &Field, m: &Enum, v: i32) {
        let ty = m.ty.as_deref();
        match m.lexical_of(v) {
            Some(form) => self.typed(f, ty, "string", |sink| sink.put_text(f, form)),
            None if m.contains(v) => {
                self.typed(f, ty, "string", |sink| sink.out.put_i64(f, v.into()));
            }
            None => self.out.fail(f, UnencodableKind::NotMember(v)),
        }
    }

    #[inline(never)]
    fn text(&mut self, f: &Field, v: &str) {
        if !self.out.permits_at_most(f, v.len()) {
            return;
        }
        let xml = f.xml_facts();
        match (xml.role, xml.form) {
            (XmlRole::Any, _) => self.any(f, v),
            (_, XmlForm::QName) => self.qname(f, v),
            _ => self.simple(f, "string", |sink| sink.put_text(f, v)),
        }
    }

    #[inline(never)]
    fn bytes(&mut self, f: &Field, v: &[u8]) {
        if !self.out.permits(f, v.len()) {
            return;
        }
        if f.xml_facts().form == XmlForm::Hex {
            return self.simple(f, "hexBinary", |sink| sink.hex(f, v));
        }
        if self.attaching && v.len() >= super::attached::ATTACHED && !self.naked {
            self.parts += 1;
            let part = self.parts;
            return self.simple(f, "base64Binary", |sink| {
                super::attached::refer(&mut sink.out, f, part)
            });
        }
        self.simple(f, "base64Binary", |sink| {
            sink.out
                .write(f, base64::length(v.len()), |space| base64::encode(v, space));
        });
    }

    #[inline]
    fn seq<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        if self.out.permits(f, items.len()) {
            self.nested(f, |sink| sink.items(f, items));
        }
    }

    fn i32s(&mut self, f: &Field, v: &[i32]) {
        let plain = f.xml.is_none() && f.element().xml.is_none();
        if !plain || self.naked || self.encoded {
            return self.seq(f, v.iter());
        }
        if self.out.permits(f, v.len()) {
            let name = f.element().name.as_bytes();
            for v in v {
                self.out.put_element(f, name, *v);
            }
        }
    }

    #[inline]
    fn chain<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        if self.out.permits_at_most(f, items.len()) {
            self.nested(f, |sink| sink.links(f, items));
        }
    }

    #[inline]
    fn optional<T: Encode + ?Sized>(&mut self, f: &Field, v: Option<&T>) {
        if f.xml_facts().wrapped && !self.naked {
            let opened = self.open(f);
            self.out.put(f, b">");
            if let Some(v) = v {
                self.nested(f, |sink| v.encode(sink, f.element()));
            }
            return self.close(f, opened);
        }
        match v {
            None => self.none(f),
            Some(v) => self.nested(f, |sink| v.encode(sink, f.element())),
        }
    }

    #[inline]
    fn record<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T) {
        self.nested(f, |sink| sink.structure(f, m, v));
    }

    #[inline]
    fn union<T: Fields + ?Sized>(&mut self, f: &Field, m: &Union, arm: usize, label: i64, v: &T) {
        let chosen = m.arms.get(arm).filter(|_| m.arm_of(label) == Some(arm));
        let Some(chosen) = chosen.filter(|_| !m.is_abstract(arm)) else {
            return self.out.fail(f, UnencodableKind::NoArm(label));
        };
        let pass = core::mem::replace(&mut self.pass, Pass::Content);
        self.nested(f, |sink| {
            let types = m.xml.as_ref().map_or(&[][..], |xml| &xml.types);
            if let Some(ty) = types.get(arm) {
                let opened = sink.open(f);
                if arm > 0 || sink.encoded {
                    sink.state_name(f, ty);
                }
                sink.opened_at = sink.out.len();
                v.fields(sink);
                return sink.close(f, opened);
            }
            if f.xml_facts().role == XmlRole::Group {
                return v.fields(sink);
            }
            let opened = sink.open(f);
            sink.out.put(f, b">");
            if chosen.labels.len() != 1 {
                sink.label(f, m, label);
            }
            v.fields(sink);
            sink.close(f, opened);
        });
        self.pass = pass;
    }

    fn params<T: Fields + ?Sized>(&mut self, m: &Record, v: &T) {
        match self.options.part {
            Part::Message => self.message(m, v),
            Part::Detail => {
                self.alone = true;
                self.record(&Field::plain("detail"), m, v);
            }
        }
    }

    fn refuse(&mut self, f: &Field, kind: UnencodableKind) {
        self.out.fail(f, kind);
    }
}

impl Encoder<'_> {
    fn hex(&mut self, f: &Field, v: &[u8]) {
        let digit = |d: u8| b"0123456789ABCDEF"[usize::from(d & 15)];
        self.out.write(f, v.len() * 2, |space| {
            let mut n = 0;
            for (pair, byte) in space.chunks_exact_mut(2).zip(v) {
                pair.copy_from_slice(&[digit(byte >> 4), digit(*byte)]);
                n += 2;
            }
            n
        });
    }
}
