//! Reading records, unions and whole messages.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::position::{Members, Place};
use super::source::Decoder;
use super::tags::{Entered, Tag, Tags};
use super::{ADDRESSING, Part, Version, is_receiver};
use crate::decode::{Arms, Decode, Slots, Source};
use crate::error::{Fail, MalformedKind, Name};
use crate::meta::{Discriminant, Field, Length, Record, Union, XmlRole};
use crate::textual::bits::BitSet;

impl<'de> Decoder<'de> {
    /// A field of a record.
    #[inline]
    pub(super) fn member<T: Decode<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut T,
    ) -> Result<(), Fail> {
        if let Some(xml) = &f.xml
            && !matches!(xml.role, XmlRole::Element | XmlRole::Any | XmlRole::Group)
        {
            return self.member_elsewhere(f, v, xml.role);
        }
        match self.members.place {
            Place::InOrder => {
                let at = self.members.next;
                self.members.next += 1;
                if f.xml_facts().role == XmlRole::Group && f.elem.is_none() {
                    // Its parts say themselves whether they are there.
                    return self.here(|source| v.decode(source, f));
                }
                if self.tags.comes(f)? {
                    return self.here(|source| v.decode(source, f));
                }
                self.members.omitted.insert(at);
                // A list is one value.
                let is_list = f.xml_facts().list;
                let may_be_missing =
                    f.elem.is_some() && !is_list && !matches!(f.length, Length::Fixed(1..));
                match may_be_missing {
                    true => self.absent(|source| v.decode(source, f)),
                    false => {
                        self.members.place = Place::OutOfOrder;
                        Err(Fail)
                    }
                }
            }
            Place::Absent => self.absent(|source| v.decode(source, f)),
            _ => self.here(|source| v.decode(source, f)),
        }
    }

    #[inline]
    fn here(&mut self, read: impl FnOnce(&mut Self) -> Result<(), Fail>) -> Result<(), Fail> {
        let place = core::mem::replace(&mut self.members.place, Place::Here);
        read(self)?;
        self.members.place = place;
        Ok(())
    }

    /// A value that is missing.
    #[inline(never)]
    fn absent(&mut self, read: impl FnOnce(&mut Self) -> Result<(), Fail>) -> Result<(), Fail> {
        let place = core::mem::replace(&mut self.members.place, Place::Here);
        let outer = core::mem::replace(&mut self.absent, true);
        read(self)?;
        self.absent = outer;
        self.members.place = place;
        Ok(())
    }

    /// A field that is no element.
    #[inline(never)]
    fn member_elsewhere<T: Decode<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut T,
        role: XmlRole,
    ) -> Result<(), Fail> {
        if self.members.place == Place::InOrder {
            self.members.next += 1;
        }
        let given = match role {
            XmlRole::Attribute => {
                let xml = f.xml_facts();
                let mut all = self.members.attributes.iter();
                let found = all.find(|a| a.local == f.xml_name() && *a.ns == *xml.ns);
                found.map(|a| a.value.clone())
            }
            XmlRole::Text if !self.absent => Some(match self.members.empty {
                true => Cow::Borrowed(""),
                false => self.tags.cursor.text()?,
            }),
            _ => None,
        };
        match given {
            Some(given) => {
                let given = match &f.xml_facts().default {
                    Some(default) if given.is_empty() && role == XmlRole::Text => {
                        Cow::Owned(default.clone().into_owned())
                    }
                    _ => given,
                };
                self.given = Some(given);
                self.here(|source| v.decode(source, f))?;
                self.given = None;
                Ok(())
            }
            // Entries of the header were read before.
            None if role == XmlRole::Header && self.members.place == Place::InOrder => Ok(()),
            None => self.absent(|source| v.decode(source, f)),
        }
    }

    /// A field derived from another one, which nobody needs to send.
    pub(super) fn derived_member<T: Decode<'de>>(
        &mut self,
        f: &Field,
        v: &mut T,
    ) -> Result<(), Fail> {
        match self.members.place {
            Place::InOrder => {
                let at = self.members.next;
                self.members.next += 1;
                if self.tags.comes(f)? {
                    return self.here(|source| v.decode(source, f));
                }
                self.members.omitted.insert(at);
                self.members.unsaid = true;
                Ok(())
            }
            Place::Absent => {
                self.members.unsaid = true;
                Ok(())
            }
            _ if self.absent => {
                self.members.unsaid = true;
                Ok(())
            }
            _ => self.here(|source| v.decode(source, f)),
        }
    }

    /// A record.
    #[inline]
    pub(super) fn object<T: Slots<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        if f.xml_facts().role == XmlRole::Group && !self.alone {
            return self.group(v);
        }
        if let Some(given) = self.given.take() {
            return self.simple_content(v, given);
        }
        if core::mem::take(&mut self.alone) && m.xml.is_some() {
            self.accept_element(m)?;
        }
        let linked = core::mem::take(&mut self.linked);
        let element = self.enter(f)?;
        if linked {
            let next = f.xml_link();
            self.inside(m, v, element, Some(next.as_ref().unwrap_or(f)))?;
            self.links.push(element);
            return Ok(());
        }
        self.inside(m, v, element, None)?;
        self.leave(element)
    }

    /// The element of an exception is that of its type.
    fn accept_element(&mut self, m: &Record) -> Result<(), Fail> {
        let element = m.xml.as_ref().and_then(|xml| xml.element.as_ref());
        let Some(element) = element else {
            return Ok(());
        };
        match self.tags.peek()? {
            Some(tag) if self.tags.is(&tag, &element.ns, &element.local) => self.accept(),
            _ => Err(self.tags.cursor.missing(&element.local)),
        }
    }

    /// A record with simple content whose characters are given.
    fn simple_content<T: Slots<'de> + ?Sized>(
        &mut self,
        v: &mut T,
        given: Cow<'de, str>,
    ) -> Result<(), Fail> {
        self.given = Some(given);
        let outer = core::mem::replace(&mut self.members, Members::HERE);
        v.one(0, self)?;
        self.members = outer;
        Ok(())
    }

    /// The fields of a record without an element around them.
    fn group<T: Slots<'de> + ?Sized>(&mut self, v: &mut T) -> Result<(), Fail> {
        let place = match self.absent {
            true => Place::Absent,
            false => Place::InOrder,
        };
        let here = Members {
            place,
            ..Members::HERE
        };
        let outer = core::mem::replace(&mut self.members, here);
        let filled = v.all(self);
        let out_of_order = filled.is_err() && self.members.place == Place::OutOfOrder;
        if out_of_order && !self.tags.cursor.has_failed() {
            let kind = MalformedKind::Expected("the next element of a sequence");
            self.tags.cursor.fail(kind);
        }
        self.members = outer;
        filled
    }

    /// The content of a record's element; up to the element of `until`, if that is given.
    #[inline]
    fn inside<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
        element: Entered<'de>,
        until: Option<&Field>,
    ) -> Result<(), Fail> {
        let (attributes, mixed) = m
            .xml
            .as_ref()
            .map_or((false, false), |xml| (xml.attributes, xml.mixed));
        let here = Members {
            place: Place::InOrder,
            attributes: match attributes {
                true => self.tags.named(),
                false => Vec::new(),
            },
            empty: element.empty,
            ..Members::HERE
        };
        let outer = core::mem::replace(&mut self.members, here);
        let mixed = core::mem::replace(&mut self.tags.mixed, mixed);
        let filled = v.all(self);
        let out_of_order =
            self.members.place == Place::OutOfOrder && !self.tags.cursor.has_failed();
        if filled.is_err() && !out_of_order {
            return filled;
        }
        let stops = !out_of_order
            && (self.tags.is_at_end()?
                || match until {
                    Some(f) => self.tags.comes(f)?,
                    None => false,
                });
        if !stops {
            self.others(m, v, until)?;
        }
        self.members = outer;
        self.tags.mixed = mixed;
        Ok(())
    }

    /// The remaining elements, in any order.
    #[inline(never)]
    fn others<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
        until: Option<&Field>,
    ) -> Result<(), Fail> {
        let in_order = self.members.place == Place::InOrder;
        let mut seen = BitSet::below(self.members.next);
        for at in 0..self.members.next {
            if self.members.omitted.contains(at) {
                seen.remove(at);
            }
        }
        let mut hint = self.members.next;
        while let Some(tag) = self.tags.peek()? {
            match self.find(m, &tag, hint) {
                None if until.is_some_and(|f| self.tags.belongs(&tag, f)) => break,
                None => self.skip()?,
                Some(i) if !seen.insert(i) => {
                    let kind = MalformedKind::Duplicate(Name::new(tag.local));
                    return Err(self.fail(kind));
                }
                Some(i) => {
                    // Deployed implementations send elements in another namespace than they should be in,
                    // or in none.
                    self.tags.loose |= !self.tags.belongs(&tag, &m.fields[i]);
                    self.members.place = Place::Here;
                    v.one(i, self)?;
                    hint = i + 1;
                }
            }
        }
        if !in_order {
            self.members.place = Place::Absent;
            for i in 0..m.fields.len() {
                if !seen.contains(i) && m.fields[i].xml_facts().role != XmlRole::Header {
                    v.one(i, self)?;
                }
            }
        }
        Ok(())
    }

    /// The index of the field that a tag belongs to, searched from `hint` on; regardless of namespaces if
    /// it belongs to none.
    fn find(&self, m: &Record, tag: &Tag<'de>, hint: usize) -> Option<usize> {
        let n = m.fields.len();
        let all = || (hint.min(n)..n).chain(0..hint.min(n));
        let is_wild = |i: &usize| m.fields[*i].xml_facts().role == XmlRole::Any;
        let is_element = |i: &usize| {
            matches!(
                m.fields[*i].xml_facts().role,
                XmlRole::Element | XmlRole::Group
            )
        };
        let exact = |i: &usize| is_element(i) && self.tags.belongs(tag, &m.fields[*i]);
        let wild = || all().find(is_wild);
        let alike = |i: &usize| is_element(i) && Tags::resembles(tag, &m.fields[*i]);
        all()
            .find(exact)
            .or_else(wild)
            .or_else(|| all().find(alike))
    }

    /// A union.
    pub(super) fn choice<U: Arms<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        let outer = core::mem::replace(&mut self.members, Members::HERE);
        let types = m.xml.as_ref().map(|xml| &xml.types[..]);
        match types {
            Some(types) if !types.is_empty() => self.derived_type(f, m, v)?,
            _ if f.xml_facts().role == XmlRole::Group => self.arm(f, m, v)?,
            _ => {
                let element = self.enter(f)?;
                let empty = core::mem::replace(&mut self.absent, false);
                self.arm(f, m, v)?;
                self.absent = empty;
                self.leave(element)?;
            }
        }
        self.members = outer;
        Ok(())
    }

    /// An arm as an element, behind the discriminant if that does not follow from it.
    fn arm<U: Arms<'de> + ?Sized>(&mut self, f: &Field, m: &Union, v: &mut U) -> Result<(), Fail> {
        if self.absent {
            return Err(self.tags.cursor.missing(f.xml_name()));
        }
        let at = self.tags.cursor.at;
        let mut tag = self.tags.peek()?;
        let mut label = None;
        if let Some(found) = tag
            && found.local == &*m.tag
            && !m.arms.iter().any(|arm| arm.field.xml_name() == m.tag)
        {
            label = Some(self.label(m)?);
            tag = self.tags.peek()?;
        }
        let named = tag.and_then(|tag| {
            let exact = m
                .arms
                .iter()
                .position(|arm| self.tags.belongs(&tag, &arm.field));
            let alike = || {
                m.arms
                    .iter()
                    .position(|arm| Tags::resembles(&tag, &arm.field))
            };
            exact.or_else(alike)
        });
        let arm = match (label, named) {
            (Some(label), _) => m.arm_of(label),
            (None, named) => named,
        };
        let Some(arm) = arm else {
            let kind = match (label, tag) {
                (Some(label), _) => MalformedKind::NoArm(label),
                (None, Some(tag)) => MalformedKind::Unknown(Name::new(tag.local)),
                (None, None) => MalformedKind::Missing(Name::new(f.xml_name())),
            };
            return Err(self.tags.cursor.fail_at(at, kind));
        };
        let field = &m.arms[arm].field;
        let label = label.or(m.arms[arm].labels.first().copied());
        v.select(arm, label.unwrap_or_else(|| unused(m)));
        match named == Some(arm) {
            true => {
                let tag = self.tags.peek()?;
                self.tags.loose |= !tag.is_some_and(|tag| self.tags.belongs(&tag, field));
                v.arm(self)
            }
            false => self.absent(|source| v.arm(source)),
        }
    }

    /// The element with a union's discriminant.
    fn label(&mut self, m: &Union) -> Result<i64, Fail> {
        self.accept()?;
        let f = Field::plain("discriminant");
        match &m.discriminant {
            Discriminant::I32 | Discriminant::U32 => self.integer::<i64>(&f),
            Discriminant::Bool => self.truth(&f).map(i64::from),
            Discriminant::Enum(members) => {
                let any = m.default.is_some();
                self.member_of(&f, members, any).map(i64::from)
            }
        }
    }

    /// One of the types that are derived from that of the first arm.
    fn derived_type<U: Arms<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        if !self.comes(f)? {
            return Err(self.tags.cursor.missing(f.xml_name()));
        }
        self.accept()?;
        let types = m.xml.as_ref().map_or(&[][..], |xml| &xml.types);
        let arm = match self.tags.type_of()? {
            None if m.is_abstract(0) => {
                let stated = "its type, since that of the element is abstract";
                return Err(self.fail(MalformedKind::Expected(stated)));
            }
            None => 0,
            Some((ns, local)) => {
                let found = types.iter().position(|t| t.local == local && *t.ns == *ns);
                let found = found.filter(|arm| !m.is_abstract(*arm));
                found.ok_or_else(|| self.fail(MalformedKind::Unknown(Name::new(&local))))?
            }
        };
        let Some(chosen) = m.arms.get(arm) else {
            return Err(self.fail(MalformedKind::NoArm(arm as i64)));
        };
        v.select(arm, chosen.labels.first().copied().unwrap_or_default());
        v.arm(self)
    }

    /// The parameters of a call, in a whole message.
    pub(super) fn message<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        self.unpack()?;
        let envelope = self.envelope()?;
        let ns = self.options.version.namespace();
        let xml = m.xml.as_ref();
        let mut seen = BitSet::EMPTY;
        if self
            .tags
            .peek()?
            .is_some_and(|tag| self.tags.is(&tag, ns, "Header"))
        {
            self.header(m, v, &mut seen)?;
        }
        if xml.is_some_and(|xml| xml.headers) {
            self.members.place = Place::Absent;
            for (i, field) in m.fields.iter().enumerate() {
                if field.xml_facts().role == XmlRole::Header && !seen.contains(i) {
                    v.one(i, self)?;
                }
            }
        }
        let body = self.enter_body(ns)?;
        self.references.encoded = self.options.encoded || xml.is_some_and(|xml| xml.encoded);
        match self.options.part {
            Part::Message => self.body(m, v)?,
            Part::Detail => self.in_detail(|source| {
                source.alone = true;
                source.object(&Field::plain("detail"), m, v)
            })?,
        }
        // Behind the first come independent elements, which others refer to.
        self.rest_of(body)?;
        // SOAP 1.1, section 4: elements may follow the body.
        self.rest_of(envelope)?;
        self.end()
    }

    /// Enters the body, and notes where references lead to.
    fn enter_body(&mut self, ns: &str) -> Result<Entered<'de>, Fail> {
        let body = self.tags.enter_named(ns, "Body")?;
        self.references.scope = self.tags.scopes();
        self.references.start = self.tags.cursor.at;
        Ok(body)
    }

    /// A value by itself, or the first one in the detail of a message's fault.
    pub(super) fn value<T: Decode<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut T,
    ) -> Result<(), Fail> {
        self.alone = true;
        if self.options.part == Part::Message {
            self.slot(f, v)?;
            return self.end();
        }
        self.unpack()?;
        let ns = self.options.version.namespace();
        let envelope = self.envelope()?;
        if self
            .tags
            .peek()?
            .is_some_and(|tag| self.tags.is(&tag, ns, "Header"))
        {
            self.skip()?;
        }
        let body = self.enter_body(ns)?;
        self.references.encoded = self.options.encoded;
        self.in_detail(|source| source.slot(f, v))?;
        self.rest_of(body)?;
        self.rest_of(envelope)?;
        self.end()
    }

    fn end(&mut self) -> Result<(), Fail> {
        self.tags.cursor.misc()?;
        self.tags.cursor.at_end()
    }

    fn envelope(&mut self) -> Result<Entered<'de>, Fail> {
        let ns = self.options.version.namespace();
        self.tags.enter_named(ns, "Envelope")
    }

    fn body<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
        let wrapped = m.xml.as_ref().is_none_or(|xml| xml.element.is_some());
        // Nothing in the body is nothing in the element.
        if !wrapped || self.tags.peek()?.is_none() {
            return self.bare(m, v);
        }
        // The engine has found the operation by the element's name, or the reply by its call. Nil, as
        // SOAP::Lite has it, is no parameters.
        let element = self.tags.enter_any()?;
        self.inside(m, v, element, None)?;
        self.tags.leave(element)
    }

    /// Parameters that are elements of the body themselves.
    fn bare<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
        self.members = Members {
            place: Place::InOrder,
            ..Members::HERE
        };
        if v.all(self).is_err() {
            if !self.tags.cursor.has_failed() {
                let missing = self.members.next.checked_sub(1);
                let field = missing.and_then(|at| m.fields.get(at));
                self.tags.cursor.missing(field.map_or("", |f| f.xml_name()));
            }
            return Err(Fail);
        }
        self.members = Members::HERE;
        Ok(())
    }

    /// Entries of the header that are parameters; others are the engine's.
    fn header<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
        seen: &mut BitSet,
    ) -> Result<(), Fail> {
        let header = self.tags.enter_any()?;
        while let Some(tag) = self.tags.peek()? {
            let is_it =
                |f: &Field| f.xml_facts().role == XmlRole::Header && self.tags.belongs(&tag, f);
            match m.fields.iter().position(is_it) {
                Some(i) if seen.insert(i) => {
                    self.members.place = Place::Here;
                    v.one(i, self)?;
                    self.members = Members::HERE;
                }
                Some(_) => {
                    let kind = MalformedKind::Duplicate(Name::new(tag.local));
                    return Err(self.fail(kind));
                }
                None if self.options.strict && self.is_mandatory(&tag) => {
                    let kind = "a header entry that must be understood";
                    return Err(self.fail(MalformedKind::Refused(kind)));
                }
                None => self.skip()?,
            }
        }
        self.tags.leave(header)
    }

    /// Whether an entry of the header, whose tag comes next, must be understood, and is none of an engine's (SOAP 1.1,
    /// section 4.2.3; SOAP 1.2 part 1, section 5.2.3).
    fn is_mandatory(&self, tag: &Tag<'de>) -> bool {
        let ns = self.options.version.namespace();
        let role = match self.options.version {
            Version::V11 => "actor",
            Version::V12 => "role",
        };
        let must = self.tags.attribute(ns, "mustUnderstand");
        let role = self.tags.attribute(ns, role).unwrap_or_default();
        must.is_some_and(|must| matches!(must.trim_ascii(), "1" | "true"))
            && is_receiver(role.trim_ascii())
            && !ADDRESSING.contains(&&*self.tags.ns_of(tag))
    }

    /// Reads the first element of a fault's detail.
    fn in_detail(&mut self, read: impl FnOnce(&mut Self) -> Result<(), Fail>) -> Result<(), Fail> {
        let ns = self.options.version.namespace();
        let fault = self.tags.enter_named(ns, "Fault")?;
        while let Some(tag) = self.tags.peek()? {
            if tag.local == "detail" || self.tags.is(&tag, ns, "Detail") {
                let detail = self.tags.enter_any()?;
                read(self)?;
                self.rest_of(detail)?;
                return self.rest_of(fault);
            }
            self.skip()?;
        }
        Err(self.fail(MalformedKind::Expected("a detail")))
    }
}

/// A label of a union's default arm: one that selects no other.
fn unused(m: &Union) -> i64 {
    (0..)
        .find(|label| !m.arms.iter().any(|arm| arm.labels.contains(label)))
        .unwrap_or_default()
}
