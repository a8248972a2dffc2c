//! Field masks as text (ProtoJSON, "FieldMask"): `user.displayName,photo`.

use alloc::borrow::Cow;
use alloc::string::String;

use super::sink::Encoder;
use super::source::Decoder;
use super::text;
use crate::decode::Slots;
use crate::encode::{Fields, Sink};
use crate::error::{Fail, MalformedKind, UnencodableKind};
use crate::meta::{Field, Record};
use crate::textual::parts::{Give, Given, Take, Taken};

const NOT_SNAKE: UnencodableKind = UnencodableKind::Not("made of names in lower_snake_case");

impl Encoder<'_> {
    pub(super) fn put_mask<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T) {
        let mut mask = Taken(Mask::default());
        v.fields(&mut mask);
        let Mask {
            text,
            refused,
            begun,
        } = mask.0;
        match refused {
            // It would not be read as a mask again.
            None if begun && text.is_empty() => self.put_bad_mask(f, m, v, NOT_SNAKE),
            None => text::string(&mut self.out, f, &text),
            Some(kind) => self.put_bad_mask(f, m, v, kind),
        }
    }

    fn put_bad_mask<T: Fields + ?Sized>(
        &mut self,
        f: &Field,
        m: &Record,
        v: &T,
        kind: UnencodableKind,
    ) {
        match self.tolerant {
            true => self.record(f, m, v),
            false => self.out.fail(f, kind),
        }
    }
}

impl<'de> Decoder<'de> {
    pub(super) fn take_mask<T: Slots<'de> + ?Sized>(&mut self, v: &mut T) -> Result<(), Fail> {
        let start = self.cursor.at;
        if self.cursor.token() != Some(b'"') {
            return self.other("names of fields, separated by commas");
        }
        let quoted = self.cursor.quoted()?;
        let text = self.cursor.text(quoted)?;
        let names = (!text.is_empty()).then(|| text.split(','));
        if text.contains('_') {
            let kind = MalformedKind::Expected("names of fields in lowerCamelCase");
            return Err(self.cursor.fail_at(start, kind));
        }
        v.all(&mut Given(Names {
            count: names.iter().cloned().flatten().count(),
            names: names.into_iter().flatten(),
        }))
    }
}

/// The text written so far.
#[derive(Default)]
struct Mask {
    text: String,
    begun: bool,
    refused: Option<UnencodableKind>,
}

impl Take for Mask {
    fn refuse(&mut self, _: &Field, kind: UnencodableKind) {
        self.refused = self.refused.or(Some(kind));
    }

    fn text(&mut self, f: &Field, name: &str) {
        if core::mem::replace(&mut self.begun, true) {
            self.text.push(',');
        }
        if !is_snake(name) {
            self.refuse(f, NOT_SNAKE);
        }
        let mut upper = false;
        for c in name.chars() {
            match (c, upper) {
                ('_', _) => {}
                (c, true) => self.text.push(c.to_ascii_uppercase()),
                (c, false) => self.text.push(c),
            }
            upper = c == '_';
        }
    }
}

/// Whether a name survives the conversion: each underscore is followed by a lower-case letter.
fn is_snake(name: &str) -> bool {
    let behind = name.bytes().skip(1).map(Some).chain([None]);
    let mut pairs = name.bytes().zip(behind);
    pairs.all(|(c, next)| match c {
        b'_' => next.is_some_and(|next| next.is_ascii_lowercase()),
        b',' => false,
        c => !c.is_ascii_uppercase(),
    })
}

/// The names still to be read.
struct Names<I> {
    count: usize,
    names: I,
}

impl<'de, 't, I: Iterator<Item = &'t str>> Give<'de> for Names<I> {
    fn count(&mut self) -> Result<usize, Fail> {
        Ok(self.count)
    }

    fn text(&mut self) -> Result<Cow<'de, str>, Fail> {
        let mut snake = String::new();
        for c in self.names.next().ok_or(Fail)?.chars() {
            if c.is_ascii_uppercase() {
                snake.push('_');
            }
            snake.push(c.to_ascii_lowercase());
        }
        Ok(Cow::Owned(snake))
    }
}
