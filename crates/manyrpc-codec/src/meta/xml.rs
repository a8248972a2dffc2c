//! Metadata for XML with the types of XML Schema, as in SOAP.

use alloc::borrow::Cow;

use super::{Enum, Field, Link, Record, Union};

/// A name in a namespace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct XmlName {
    /// The namespace; empty for none.
    pub ns: Cow<'static, str>,
    /// The name without a prefix.
    pub local: Cow<'static, str>,
}

impl XmlName {
    /// A constant name.
    pub const fn of(ns: &'static str, local: &'static str) -> Self {
        XmlName {
            ns: Cow::Borrowed(ns),
            local: Cow::Borrowed(local),
        }
    }
}

/// Metadata of a place in XML.
#[derive(Clone, Debug)]
pub struct Xml {
    /// The name of its element or attribute if it is not the field's name; otherwise empty.
    pub name: Cow<'static, str>,
    /// The namespace of that name; empty for none.
    pub ns: Cow<'static, str>,
    /// What it is in its record.
    pub role: XmlRole,
    /// Whether an optional value that is none is an element with `xsi:nil`, and not omitted.
    pub nillable: bool,
    /// Whether an array or an optional value is in an element of its own, whose children are its elements.
    pub wrapped: bool,
    /// Whether an array is the items of a list in one text, separated by spaces (XML Schema part 2,
    /// section 2.5.1.2).
    pub list: bool,
    /// The form of its characters.
    pub form: XmlForm,
    /// The simple type that its element states in `xsi:type`, if that is not the built-in one of its value and form;
    /// one without a name, whose local name is empty, is not stated.
    pub ty: Option<Link<XmlName>>,
    /// What else its values must be.
    pub facets: Option<Link<Facets>>,
    /// The characters of an empty element, and of an attribute or element that is missing.
    pub default: Option<Cow<'static, str>>,
    /// Of a group: the names of all its elements.
    pub names: Cow<'static, [XmlName]>,
    /// An array as in SOAP's encoding.
    pub array: Option<Link<SoapArray>>,
    /// Of a linked list's first node: the same of the others, each of which is an element of the one before, if that has
    /// another name or ends in another way.
    pub link: Option<Link<Xml>>,
}

/// What a field is in its record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum XmlRole {
    /// An element, or several for an array.
    #[default]
    Element,
    /// An attribute.
    Attribute,
    /// The characters of the record's element.
    Text,
    /// Any element, as text that is XML.
    Any,
    /// Attributes that the definition does not name.
    AnyAttributes,
    /// The fields of a record, or an arm of a choice, without an element around them.
    Group,
    /// Of parameters: an entry in the message's header.
    Header,
}

/// The form of characters: a built-in type of XML Schema (part 2, section 3), where it does not follow
/// from the value's type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum XmlForm {
    /// What follows from the value's type.
    #[default]
    Natural,
    /// Text: `normalizedString`.
    NormalizedString,
    /// Text: `token`, or a type derived from it without a form of its own.
    Token,
    /// Text: `language`.
    Language,
    /// Text: `NMTOKEN`.
    NameToken,
    /// Text: `Name`.
    Name,
    /// Text: `NCName`, `ID`, `IDREF` and `ENTITY`.
    NoColonName,
    /// Text: `anyURI`.
    Uri,
    /// Text: `QName` and `NOTATION`, as `{namespace}name`.
    QName,
    /// Text: `decimal`.
    Decimal,
    /// Text: `integer`.
    Integer,
    /// Text: `nonNegativeInteger`.
    NonNegativeInteger,
    /// Text: `positiveInteger`.
    PositiveInteger,
    /// Text: `nonPositiveInteger`.
    NonPositiveInteger,
    /// Text: `negativeInteger`.
    NegativeInteger,
    /// Text: `dateTime`.
    DateTime,
    /// Text: `date`.
    Date,
    /// Text: `time`.
    Time,
    /// Text: `duration`.
    Duration,
    /// Text: `gYearMonth`.
    YearMonth,
    /// Text: `gYear`.
    Year,
    /// Text: `gMonthDay`.
    MonthDay,
    /// Text: `gDay`.
    Day,
    /// Text: `gMonth`.
    Month,
    /// Bytes: `hexBinary`.
    Hex,
}

impl XmlForm {
    /// The form of a built-in type by its local name; `None` for types whose form follows from the value's
    /// type.
    pub fn of_type(name: &str) -> Option<Self> {
        let found = FORMS.iter().find(|(known, _)| *known == name);
        found.map(|(_, form)| *form).or(match name {
            "ID" | "IDREF" | "ENTITY" => Some(XmlForm::NoColonName),
            "NOTATION" => Some(XmlForm::QName),
            _ => None,
        })
    }

    /// The local name of the built-in type; `None` for [`XmlForm::Natural`].
    pub fn type_name(self) -> Option<&'static str> {
        let found = FORMS.iter().find(|(_, form)| *form == self);
        found.map(|(name, _)| *name)
    }
}

static FORMS: [(&str, XmlForm); 24] = [
    ("normalizedString", XmlForm::NormalizedString),
    ("token", XmlForm::Token),
    ("language", XmlForm::Language),
    ("NMTOKEN", XmlForm::NameToken),
    ("Name", XmlForm::Name),
    ("NCName", XmlForm::NoColonName),
    ("anyURI", XmlForm::Uri),
    ("QName", XmlForm::QName),
    ("decimal", XmlForm::Decimal),
    ("integer", XmlForm::Integer),
    ("nonNegativeInteger", XmlForm::NonNegativeInteger),
    ("positiveInteger", XmlForm::PositiveInteger),
    ("nonPositiveInteger", XmlForm::NonPositiveInteger),
    ("negativeInteger", XmlForm::NegativeInteger),
    ("dateTime", XmlForm::DateTime),
    ("date", XmlForm::Date),
    ("time", XmlForm::Time),
    ("duration", XmlForm::Duration),
    ("gYearMonth", XmlForm::YearMonth),
    ("gYear", XmlForm::Year),
    ("gMonthDay", XmlForm::MonthDay),
    ("gDay", XmlForm::Day),
    ("gMonth", XmlForm::Month),
    ("hexBinary", XmlForm::Hex),
];

/// The facets of a simple type (XML Schema part 2, section 4.3). Numbers and dates are in their lexical
/// form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facets {
    /// `length`, in characters, bytes or items.
    pub length: Option<u32>,
    /// `minLength`.
    pub min_length: Option<u32>,
    /// `maxLength`.
    pub max_length: Option<u32>,
    /// `pattern`: every one of them must match.
    pub patterns: Cow<'static, [Cow<'static, str>]>,
    /// `enumeration`: one of them, if there are any.
    pub values: Cow<'static, [Cow<'static, str>]>,
    /// `minInclusive`.
    pub min: Option<Cow<'static, str>>,
    /// `maxInclusive`.
    pub max: Option<Cow<'static, str>>,
    /// `minExclusive`.
    pub above: Option<Cow<'static, str>>,
    /// `maxExclusive`.
    pub below: Option<Cow<'static, str>>,
    /// `totalDigits`.
    pub digits: Option<u32>,
    /// `fractionDigits`.
    pub places: Option<u32>,
}

/// An array as in SOAP's encoding (SOAP 1.1, section 5.4.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoapArray {
    /// The type of its items.
    pub item: XmlName,
    /// The number of its dimensions; 0 of a row in an array of several.
    pub rank: u32,
}

impl Xml {
    /// An element of the field's name in no namespace.
    pub const ELEMENT: Self = Xml {
        name: Cow::Borrowed(""),
        ns: Cow::Borrowed(""),
        role: XmlRole::Element,
        nillable: false,
        wrapped: false,
        list: false,
        form: XmlForm::Natural,
        ty: None,
        facets: None,
        default: None,
        names: Cow::Borrowed(&[]),
        array: None,
        link: None,
    };
}

impl Default for Xml {
    fn default() -> Self {
        Self::ELEMENT
    }
}

/// Metadata of a record in XML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct XmlRecord {
    /// The element around the parameters of a call or the members of an exception; `None` if each
    /// parameter is an element in the message's body by itself.
    pub element: Option<XmlName>,
    /// Of a call's parameters: the action that SOAP states beside the message. Of its results: the one that
    /// WS-Addressing states in their header.
    pub action: Cow<'static, str>,
    /// Of a call's parameters: the action that WS-Addressing states, if it is another one.
    pub addressed: Cow<'static, str>,
    /// The name of its type; its local name is empty for none.
    pub ty: XmlName,
    /// Whether any fields are attributes.
    pub attributes: bool,
    /// Whether any fields are entries in the message's header.
    pub headers: bool,
    /// Whether characters may stand between its elements; they are ignored.
    pub mixed: bool,
    /// Whether it is encoded as in section 5 of SOAP 1.1.
    pub encoded: bool,
}

impl XmlRecord {
    /// Elements of an element with the field's name.
    pub const PLAIN: Self = XmlRecord {
        element: None,
        action: Cow::Borrowed(""),
        addressed: Cow::Borrowed(""),
        // Not by a function: constants that are dropped in part must show that they own nothing.
        ty: XmlName {
            ns: Cow::Borrowed(""),
            local: Cow::Borrowed(""),
        },
        attributes: false,
        headers: false,
        mixed: false,
        encoded: false,
    };

    /// Parameters in an element.
    pub const fn wrapper(ns: &'static str, local: &'static str, action: &'static str) -> Self {
        XmlRecord {
            element: Some(XmlName::of(ns, local)),
            action: Cow::Borrowed(action),
            addressed: Cow::Borrowed(""),
            ty: XmlName::of("", ""),
            attributes: false,
            headers: false,
            mixed: false,
            encoded: false,
        }
    }
}

/// Metadata of a union in XML.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct XmlUnion {
    /// The type of each arm, which an element states by `xsi:type`, unless it is that of the first arm;
    /// empty if the arms are elements. The name of an abstract one is empty: no element has it.
    pub types: Cow<'static, [XmlName]>,
}

impl Union {
    /// Whether an arm's type is abstract (XML Schema part 1, section 3.4.2).
    #[inline]
    pub fn is_abstract(&self, arm: usize) -> bool {
        let ty = self.xml.as_ref().and_then(|xml| xml.types.get(arm));
        ty.is_some_and(|ty| ty.local.is_empty())
    }
}

impl Field {
    /// The same with this metadata for XML.
    #[must_use]
    pub const fn xml(mut self, xml: &'static Xml) -> Self {
        let old = self.xml.replace(Link::Static(xml));
        core::mem::forget(old);
        self
    }

    /// Its metadata for XML.
    #[inline]
    pub fn xml_facts(&self) -> &Xml {
        match &self.xml {
            Some(xml) => xml,
            None => const { &Xml::ELEMENT },
        }
    }

    /// Of a linked list's first node: the place of the others, if it is another one.
    pub(crate) fn xml_link(&self) -> Option<Field> {
        let link = self.xml_facts().link.clone()?;
        Some(Field {
            xml: Some(link),
            ..self.clone()
        })
    }

    /// The local name of its element or attribute.
    #[inline]
    pub fn xml_name(&self) -> &str {
        match &self.xml {
            Some(xml) if !xml.name.is_empty() => &xml.name,
            _ => &self.name,
        }
    }
}

impl Record {
    /// The same with this metadata for XML.
    #[must_use]
    pub const fn xml(mut self, xml: &'static XmlRecord) -> Self {
        let old = self.xml.replace(Link::Static(xml));
        core::mem::forget(old);
        self
    }

    /// The action of a call with these parameters, and that of WS-Addressing, if it is another one, in constant
    /// metadata.
    pub const fn constant_actions(&'static self) -> [&'static str; 2] {
        let Some(Link::Static(xml)) = &self.xml else {
            return ["", ""];
        };
        match (&xml.action, &xml.addressed) {
            (Cow::Borrowed(action), Cow::Borrowed(addressed)) => [action, addressed],
            _ => ["", ""],
        }
    }

    /// The action of a call with these parameters; empty if none is defined.
    pub fn action(&self) -> &str {
        self.xml.as_ref().map_or("", |xml| &xml.action)
    }

    /// The action that WS-Addressing states.
    pub fn addressed_action(&self) -> &str {
        let own = self.xml.as_ref().map_or("", |xml| &*xml.addressed);
        if own.is_empty() { self.action() } else { own }
    }
}

impl Union {
    /// The same with this metadata for XML.
    #[must_use]
    pub const fn xml(mut self, xml: &'static XmlUnion) -> Self {
        let old = self.xml.replace(Link::Static(xml));
        core::mem::forget(old);
        self
    }
}

impl Enum {
    /// The same with these lexical forms of members, in their order.
    #[must_use]
    pub const fn lexical(mut self, forms: &'static [Cow<'static, str>]) -> Self {
        let old = core::mem::replace(&mut self.lexical, Cow::Borrowed(forms));
        core::mem::forget(old);
        self
    }

    /// The same with the name that its type has in XML.
    #[must_use]
    pub const fn named(mut self, name: &'static XmlName) -> Self {
        let old = self.ty.replace(Link::Static(name));
        core::mem::forget(old);
        self
    }

    /// The lexical form of the member with that value; the first of several.
    pub fn lexical_of(&self, value: i32) -> Option<&str> {
        let at = self.members.iter().position(|(_, v)| *v == value)?;
        Some(self.lexical.get(at).unwrap_or(&self.members[at].0))
    }

    /// The value of the member with that lexical form.
    pub fn value_of_lexical(&self, form: &str) -> Option<i32> {
        if self.lexical.is_empty() {
            return self.value_of(form);
        }
        let at = self.lexical.iter().position(|known| known == form)?;
        self.members.get(at).map(|(_, value)| *value)
    }
}
