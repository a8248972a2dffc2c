//! Reading scalars: the lexical forms of XML Schema part 2, section 3.2.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::num::{IntErrorKind, ParseIntError};

use super::source::{Decoder, NOT_NIL, OR_NIL, default_of};
use super::{facets, forms};
use crate::error::{Fail, MalformedKind, Name};
use crate::meta::{Enum, Field, Length, XmlForm};
use crate::textual::numbers;

impl Decoder<'_> {
    /// `boolean`, section 3.2.2.
    pub(super) fn truth(&mut self, f: &Field) -> Result<bool, Fail> {
        let (at, text) = self.characters::<NOT_NIL>(f)?;
        let v = truth(&text).ok_or(MalformedKind::Expected("a truth value"));
        let v = v.and_then(|v| {
            facets::check_listed(f, |listed| truth(listed) == Some(v))?;
            self.check_patterns(f, &text)?;
            Ok(v)
        });
        v.map_err(|kind| self.tags.cursor.fail_at(at, kind))
    }

    /// `integer` and the types derived from it, section 3.3.13.
    #[inline]
    pub(super) fn integer<T: TryFrom<i128>>(&mut self, f: &Field) -> Result<T, Fail> {
        let has_facets = f.xml.as_ref().is_some_and(|xml| xml.facets.is_some());
        if !has_facets && self.given.is_none() && !self.absent {
            let at = self.tags.cursor.at;
            if let Some(v) = self.tags.take_integer(f) {
                let out_of_range = |_| self.tags.cursor.fail_at(at, MalformedKind::OutOfRange(v));
                return T::try_from(v.into()).map_err(out_of_range);
            }
        }
        self.integer_slowly(f)
    }

    #[inline(never)]
    fn integer_slowly<T: TryFrom<i128>>(&mut self, f: &Field) -> Result<T, Fail> {
        let (at, text) = self.characters::<NOT_NIL>(f)?;
        let text = text.trim_ascii();
        let v = integer(text).and_then(|v| {
            self.check_facets(f, XmlForm::Integer, text)?;
            T::try_from(v).map_err(|_| {
                i64::try_from(v).map_or(MalformedKind::Overflow, MalformedKind::OutOfRange)
            })
        });
        v.map_err(|kind| self.tags.cursor.fail_at(at, kind))
    }

    /// `float` and `double`, sections 3.2.4 and 3.2.5.
    #[inline(never)]
    pub(super) fn float<T: numbers::Float>(&mut self, f: &Field) -> Result<T, Fail> {
        let (at, text) = self.characters::<NOT_NIL>(f)?;
        let text = text.trim_ascii();
        let checked = match facets::of(f) {
            Some(facets) => facets::check_float(facets, text, &mut self.patterns),
            None => Ok(()),
        };
        let v = match text {
            "NaN" => Some(T::NAN),
            "INF" | "+INF" => Some(T::INFINITY),
            "-INF" => Some(T::NEG_INFINITY),
            // A number beyond the range is the nearest one: infinity.
            digits => numbers::float::<T>(digits.as_bytes()),
        };
        let v = checked.and_then(|()| v.ok_or(MalformedKind::Expected("a number")));
        v.map_err(|kind| self.tags.cursor.fail_at(at, kind))
    }

    /// 128 bits as hexadecimal digits.
    #[inline(never)]
    pub(super) fn quad(&mut self, f: &Field) -> Result<[u8; 16], Fail> {
        self.simple(f, |text| {
            let digits = format!("0x{}", text.trim_ascii());
            numbers::hex(digits.as_bytes()).ok_or(MalformedKind::Expected("32 hexadecimal digits"))
        })
    }

    /// A member by its lexical form. By its number, too, where that is how one without a name is written, and if `any`
    /// may be meant.
    #[inline(never)]
    pub(super) fn member_of(&mut self, f: &Field, m: &Enum, any: bool) -> Result<i32, Fail> {
        let (at, text) = self.characters::<NOT_NIL>(f)?;
        let read = || {
            let member = |text: &str| {
                m.value_of_lexical(text).or_else(|| {
                    let text = forms::collapsed(Cow::Borrowed(text), XmlForm::Token);
                    m.value_of_lexical(&text)
                })
            };
            let found = member(&text);
            let number = || {
                let number = text.trim_ascii().parse().ok();
                number.filter(|v| any || m.lexical.is_empty() && m.contains(*v))
            };
            let unknown = MalformedKind::Unknown(Name::new(&text));
            let v = found.or_else(number).ok_or(unknown)?;
            facets::check_listed(f, |listed| member(listed) == Some(v))?;
            Ok(v)
        };
        let v = read().and_then(|v| self.check_patterns(f, &text).map(|()| v));
        v.map_err(|kind| self.tags.cursor.fail_at(at, kind))
    }
}

impl<'de> Decoder<'de> {
    /// Checks characters in a form against what a field demands.
    #[inline]
    fn check_facets(&mut self, f: &Field, form: XmlForm, text: &str) -> Result<(), MalformedKind> {
        match facets::of(f) {
            Some(facets) => facets::check(facets, form, text, &mut self.patterns),
            None => Ok(()),
        }
    }

    /// Checks the characters of a value that is no text against the expressions that a field demands. White space around
    /// it, and more than one between items, means nothing.
    #[inline]
    pub(super) fn check_patterns(&mut self, f: &Field, text: &str) -> Result<(), MalformedKind> {
        match facets::of(f).filter(|facets| !facets.patterns.is_empty()) {
            Some(facets) => {
                let text = forms::collapsed(Cow::Borrowed(text), XmlForm::Token);
                facets::check_patterns(facets, &text, &mut self.patterns)
            }
            None => Ok(()),
        }
    }

    /// Text, in the form that its place requires.
    #[inline]
    pub(super) fn string(&mut self, f: &Field) -> Result<Cow<'de, str>, Fail> {
        let (at, text) = match &f.xml {
            None => self.characters::<OR_NIL>(f)?,
            Some(_) => self.formed(f)?,
        };
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        if text.len() > max as usize {
            let (count, max) = (text.len() as u64, u64::from(max));
            let kind = MalformedKind::TooLong { count, max };
            return Err(self.tags.cursor.fail_at(at, kind));
        }
        Ok(text)
    }

    #[inline(never)]
    fn formed(&mut self, f: &Field) -> Result<(usize, Cow<'de, str>), Fail> {
        let xml = f.xml_facts();
        if xml.role == crate::meta::XmlRole::Any && self.given.is_none() && !self.absent {
            return self.any_element();
        }
        if xml.form == XmlForm::QName {
            return self.qualified(f);
        }
        let (at, text) = self.characters::<OR_NIL>(f)?;
        let text = forms::collapsed(text, xml.form);
        let checked = forms::check(xml.form, &text);
        let checked = checked.and_then(|()| self.check_facets(f, xml.form, &text));
        checked.map_err(|kind| self.tags.cursor.fail_at(at, kind))?;
        Ok((at, text))
    }

    /// A name with its namespace: its prefix means nothing elsewhere.
    fn qualified(&mut self, f: &Field) -> Result<(usize, Cow<'de, str>), Fail> {
        if self.given.is_some() || self.absent {
            let (at, text) = self.characters::<NOT_NIL>(f)?;
            return self.resolved(f, at, &text);
        }
        let element = self.enter(f)?;
        let at = self.tags.cursor.at;
        let mut text = self.tags.text(element)?;
        if text.is_empty() {
            text = default_of(f).unwrap_or(text);
        }
        // What the element itself declares holds as well.
        let name = self.resolved(f, at, &text)?;
        self.leave(element)?;
        Ok(name)
    }

    fn resolved(
        &mut self,
        f: &Field,
        at: usize,
        text: &str,
    ) -> Result<(usize, Cow<'de, str>), Fail> {
        let text = text.trim_ascii();
        // A default has its namespace already.
        if text.starts_with('{') && default_of(f).is_some_and(|default| default == text) {
            return Ok((at, Cow::Owned(text.into())));
        }
        let checked = forms::check(XmlForm::QName, text);
        let checked = checked.and_then(|()| self.check_facets(f, XmlForm::QName, text));
        checked.map_err(|kind| self.tags.cursor.fail_at(at, kind))?;
        let name = match self.tags.qualified(text) {
            Some((ns, local)) if ns.is_empty() => String::from(local),
            Some((ns, local)) => {
                self.charge(ns.len())?;
                ["{", &*ns, "}", local].concat()
            }
            None => {
                let kind = MalformedKind::Refused("a prefix without a namespace");
                return Err(self.tags.cursor.fail_at(at, kind));
            }
        };
        let checked = facets::check_name(f, &name);
        checked.map_err(|kind| self.tags.cursor.fail_at(at, kind))?;
        Ok((at, Cow::Owned(name)))
    }

    /// An element of any name as text that is XML by itself: it declares the prefixes that are declared
    /// around it.
    fn any_element(&mut self) -> Result<(usize, Cow<'de, str>), Fail> {
        let Some(tag) = self.tags.peek()? else {
            return Err(self.tags.cursor.expected("an element"));
        };
        let text = self.tags.standalone(&tag, self.levels())?;
        self.charge(text.len() - (self.tags.cursor.at - tag.at))?;
        Ok((tag.at, text))
    }
}

fn truth(text: &str) -> Option<bool> {
    match text.trim_ascii() {
        "true" | "1" => Some(true),
        "false" | "0" => Some(false),
        _ => None,
    }
}

/// Digits with or without a sign.
#[inline]
fn integer(digits: &str) -> Result<i128, MalformedKind> {
    // Most have 64 bits, which are read faster.
    let v = digits.parse::<i64>().map(i128::from);
    v.or_else(|_| digits.parse())
        .map_err(|e: ParseIntError| match e.kind() {
            IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => MalformedKind::Overflow,
            _ => MalformedKind::Expected("an integer"),
        })
}
