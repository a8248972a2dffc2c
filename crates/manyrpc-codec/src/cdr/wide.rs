//! Wide characters and text, of which every version of GIOP has another form.
//!
//! Reading list: CORBA 3.0, sections 15.3.1.6 and 15.3.2.7 (GIOP 1.2); CORBA 2.2, sections 13.3.1
//! and 13.3.2 (GIOP 1.1). In GIOP 1.2 they are octets with their number in front, in UTF-16
//! big-endian unless they begin with a byte order mark; in 1.1 they are numbers of 16 bits in the
//! message's byte order, and text ends with a zero. GIOP 1.0 has none.

use alloc::string::String;
use alloc::vec::Vec;

use super::encoder::Encoder;
use super::source::Decoder;
use crate::chars;
use crate::error::{Fail, MalformedKind, UnencodableKind};
use crate::meta::{Field, Length};

const MARK: u16 = 0xfeff;
const SWAPPED_MARK: u16 = 0xfffe;

impl Encoder<'_> {
    /// Whether there can be wide characters; records the failure if not.
    fn has_wide(&mut self, f: &Field) -> bool {
        let here = self.w.representation;
        let has = here.minor > 0 && here.wide.is_some();
        if !has {
            self.w.fail(f, UnencodableKind::NoWide);
        }
        has
    }

    #[cold]
    #[inline(never)]
    pub(super) fn put_wide_char(&mut self, f: &Field, v: u16) {
        if !self.has_wide(f) {
            return;
        }
        match self.w.representation.minor {
            1 => self.put(f, v.to_le_bytes()),
            // With a mark, where it would itself be taken for one.
            _ if matches!(v, MARK | SWAPPED_MARK) => {
                self.put(f, [4]);
                self.put_here(f, MARK.to_be_bytes());
                self.put_here(f, v.to_be_bytes());
            }
            _ => {
                self.put(f, [2]);
                self.put_here(f, v.to_be_bytes());
            }
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn put_wide_text(&mut self, f: &Field, v: &str) {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let n = chars::units(v);
        if n > max as usize {
            return self.w.fail_length(f, n, max);
        }
        if chars::has_nul(v.as_bytes()) {
            return self.w.fail(f, UnencodableKind::Nul);
        }
        if !self.has_wide(f) {
            return;
        }
        let units = v.encode_utf16();
        if self.w.representation.minor == 1 {
            self.put_u32(f, (n + 1) as u32);
            let bytes: Vec<u8> = units.chain([0]).flat_map(u16::to_le_bytes).collect();
            return self.put_octets(f, &bytes);
        }
        // A mark only where the first character would be taken for one.
        let marked = v.starts_with(['\u{feff}', '\u{fffe}']);
        let mark = marked.then_some(MARK);
        let bytes: Vec<u8> = mark
            .into_iter()
            .chain(units)
            .flat_map(u16::to_be_bytes)
            .collect();
        self.put_u32(f, bytes.len() as u32);
        self.put_octets(f, &bytes);
    }
}

impl Decoder<'_> {
    fn has_wide(&mut self) -> Result<u8, Fail> {
        let here = self.representation();
        match here.minor > 0 && here.wide.is_some() {
            true => Ok(here.minor),
            false => Err(self.fail_back(0, MalformedKind::NoWide)),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn wide_char(&mut self) -> Result<u16, Fail> {
        if self.has_wide()? == 1 {
            return self.u16();
        }
        let n = usize::from(self.u8()?);
        let bytes = self.take(n)?;
        match *in_order(bytes).as_slice() {
            [unit] if bytes.len().is_multiple_of(2) => Ok(unit),
            _ => Err(self.fail_back(n + 1, MalformedKind::Expected("one wide character"))),
        }
    }

    /// The text ends at the first zero, as does other text.
    #[cold]
    #[inline(never)]
    pub(super) fn wide_text(&mut self, f: &Field) -> Result<String, Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let minor = self.has_wide()?;
        let n = self.u32()? as usize;
        let units = match minor {
            1 => {
                let max = (max as usize).saturating_add(1).min(self.left_in_all() / 2);
                if n > max {
                    return Err(self.too_long(n, max));
                }
                let mut units: Vec<u16> = Vec::with_capacity(n);
                for _ in 0..n {
                    units.push(self.u16()?);
                }
                if n > 0 && units.pop() != Some(0) {
                    return Err(self.fail_back(0, MalformedKind::Unterminated));
                }
                units
            }
            _ => {
                if n > self.left_in_all() {
                    return Err(self.too_long(n, self.left_in_all()));
                }
                let units = in_order(self.take(n)?);
                if !n.is_multiple_of(2) {
                    return Err(self.fail_back(n, MalformedKind::Expected("whole characters")));
                }
                if units.len() > max as usize {
                    let (count, max) = (units.len() as u64, u64::from(max));
                    return Err(self.fail_back(n + 4, MalformedKind::TooLong { count, max }));
                }
                units
            }
        };
        let behind = units.len() * 2;
        let text = units.into_iter().take_while(|unit| *unit != 0);
        chars::from_utf16(text).map_err(|before| {
            let back = behind.saturating_sub(before * 2);
            self.fail_back(back, MalformedKind::NotUtf8)
        })
    }
}

/// UTF-16 in the order that its mark states, without the mark.
fn in_order(bytes: &[u8]) -> Vec<u16> {
    let units = bytes.as_chunks::<2>().0.iter();
    let mut units: Vec<u16> = units.map(|unit| u16::from_be_bytes(*unit)).collect();
    match units.first() {
        Some(&MARK) => drop(units.remove(0)),
        Some(&SWAPPED_MARK) => {
            units.remove(0);
            units.iter_mut().for_each(|unit| *unit = unit.swap_bytes());
        }
        _ => {}
    }
    units
}
