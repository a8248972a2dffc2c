//! Macros that keep generated code short: encoding and decoding of plain records, and NDR metadata.

/// `ndr_place!(pointer Unique, defers true)`: the NDR metadata of a place, where it differs from
/// the defaults.
#[macro_export]
macro_rules! ndr_place {
    (@pointer $value:ident) => { $crate::meta::Pointer::$value };
    (@array $value:ident) => { $crate::meta::Array::$value };
    (@chars $value:ident) => { $crate::meta::Chars::$value };
    (@$field:ident $value:tt) => { $value };
    ($($field:ident $value:tt),*) => {
        $crate::meta::Ndr {
            $($field: $crate::ndr_place!(@$field $value),)*
            ..$crate::meta::Ndr::NATURAL
        }
    };
}

/// `ndr_shape!(align 8)`: the same of a record or union.
#[macro_export]
macro_rules! ndr_shape {
    ($($field:ident $value:tt),*) => {
        $crate::meta::NdrShape {
            $($field: $value,)*
            ..$crate::meta::NdrShape::WORDS
        }
    };
}

/// `xml_place!(name: Cow::Borrowed("x"), nillable: true,)`: the XML metadata of a place, where it differs
/// from an element of the field's name in no namespace.
#[macro_export]
macro_rules! xml_place {
    ($($field:ident: $value:expr),* $(,)?) => {
        const { &$crate::meta::Xml { $($field: $value,)* ..$crate::meta::Xml::ELEMENT } }
    };
}

/// `plain_record!(Point, POINT, POINT_FIELDS { 0 x, 1 y })`: implements encoding and decoding for a
/// record whose fields are all sent. A name behind the braces is the field for unknown fields; after
/// a semicolon come the [`Syntaxes`](crate::Syntaxes) that it is compiled for, if not all.
#[macro_export]
macro_rules! plain_record {
    (
        $name:ident $(<$life:lifetime>)?, $record:ident,
        $statics:ident { $($fields:tt)* } $($unknown:ident)? $(; $($only:ident)+)?
    ) => {
        impl $(<$life>)? $crate::Encode for $name $(<$life>)? {
            #[inline]
            fn encode<S: $crate::Sink>(&self, s: &mut S, f: &$crate::meta::Field) {
                s.record(f, &$record, self);
            }
        }
        impl<'de> $crate::Decode<'de> for $name $(<$life>)? {
            #[inline]
            fn decode<S: $crate::Source<'de>>(
                &mut self,
                s: &mut S,
                f: &$crate::meta::Field,
            ) -> ::core::result::Result<(), $crate::Fail> {
                s.record(f, &$record, self)
            }
        }
        $crate::plain_fields! {
            $name $(<$life>)?, $statics { $($fields)* } $($unknown)? $(; $($only)+)?
        }
        $crate::plain_slots! {
            $name $(<$life>)?, $statics { $($fields)* } $($unknown)? $(; $($only)+)?
        }
    };
}

/// The encoding part of [`plain_record!`](crate::plain_record).
#[macro_export]
macro_rules! plain_fields {
    (
        $name:ident $(<$life:lifetime>)?,
        $statics:ident { $($at:literal $field:ident),* $(,)? } $($unknown:ident)? $(; $($only:ident)+)?
    ) => {
        impl $(<$life>)? $crate::Fields for $name $(<$life>)? {
            $(
                const SYNTAXES: $crate::Syntaxes =
                    $crate::Syntaxes::NONE$(.and($crate::Syntaxes::$only))+;
            )?
            #[inline]
            fn fields<S: $crate::Sink>(&self, s: &mut S) {
                $(s.field(&$statics[$at], &self.$field);)*
            }
            $(
                #[inline]
                fn unknown(&self) -> &[u8] {
                    &self.$unknown
                }
            )?
        }
    };
}

/// The decoding part of [`plain_record!`](crate::plain_record): in order, and field by field.
#[macro_export]
macro_rules! plain_slots {
    (
        $name:ident $(<$life:lifetime>)?,
        $statics:ident { $($at:literal $field:ident),* $(,)? } $($unknown:ident)? $(; $($only:ident)+)?
    ) => {
        impl<'de> $crate::Slots<'de> for $name $(<$life>)? {
            $(
                const SYNTAXES: $crate::Syntaxes =
                    $crate::Syntaxes::NONE$(.and($crate::Syntaxes::$only))+;
            )?
            #[inline]
            fn all<S: $crate::Source<'de>>(
                &mut self,
                s: &mut S,
            ) -> ::core::result::Result<(), $crate::Fail> {
                $(s.slot(&$statics[$at], &mut self.$field)?;)*
                ::core::result::Result::Ok(())
            }
            #[inline]
            fn one<S: $crate::Source<'de>>(
                &mut self,
                i: usize,
                s: &mut S,
            ) -> ::core::result::Result<(), $crate::Fail> {
                match i {
                    $($at => s.slot(&$statics[$at], &mut self.$field),)*
                    _ => ::core::result::Result::Err($crate::Fail),
                }
            }
            $(
                #[inline]
                fn unknown(&mut self, raw: &[u8]) {
                    self.$unknown.extend_from_slice(raw);
                }
                #[inline]
                fn forget_unknown(&mut self) {
                    self.$unknown.clear();
                }
            )?
        }
    };
}
