//! Code sets: which ones text is transmitted in.
//!
//! Reading list: CORBA 3.0 sections 13.10.2.4 (what a server offers), 13.10.2.5 (what a client has chosen),
//! 13.10.2.6 (how); OSF Character and Code Set Registry 1.2.

use alloc::vec::Vec;

use manyrpc_codec::Buf;
use manyrpc_codec::cdr::{ByteOrder, CharSet, Representation, WideSet};

use super::ior::{Iiop, Tagged, component};
use super::wire::{Reader, bad, put_u32};
use crate::fault::WireError;

/// ISO 8859-1.
pub const LATIN_1: u32 = 0x0001_0001;
/// UTF-8.
pub const UTF_8: u32 = 0x0501_0001;
/// UTF-16.
pub const UTF_16: u32 = 0x0001_0109;
/// UCS-2, level 1: UTF-16 without surrogates.
pub const UCS_2: u32 = 0x0001_0100;

/// The code sets that both ends of a connection use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeSets {
    /// Of text.
    pub chars: CharSet,
    /// Of wide text; `None` if there can be none.
    pub wide: Option<WideSet>,
}

impl CodeSets {
    /// UTF-8 and UTF-16, which carry every text.
    pub const UNICODE: Self = CodeSets {
        chars: CharSet::Utf8,
        wide: Some(WideSet::Utf16),
    };

    /// What holds where nothing was negotiated (section 13.10.2.6).
    pub const NONE: Self = CodeSets {
        chars: CharSet::Latin1,
        wide: None,
    };

    /// How a body in GIOP 1.`minor` is represented that begins at a multiple of 8. GIOP 1.0 negotiates nothing.
    #[inline]
    pub(super) const fn representation(self, order: ByteOrder, minor: u8) -> Representation {
        match minor {
            0 => Representation::of(order, 0),
            _ => Representation {
                order,
                origin: 0,
                minor,
                chars: self.chars,
                wide: self.wide,
                fragments: 0,
            },
        }
    }

    /// The service context that states them, without its number.
    pub(super) fn put(self, buf: &mut Buf) {
        let start = buf.len();
        put_u32(buf, start, 12);
        buf.put_array(1u32.to_le_bytes());
        let chars = match self.chars {
            CharSet::Latin1 => LATIN_1,
            CharSet::Utf8 => UTF_8,
        };
        let wide = match self.wide {
            Some(WideSet::Utf16) => UTF_16,
            None => 0,
        };
        buf.put_array(chars.to_le_bytes());
        buf.put_array(wide.to_le_bytes());
    }

    /// Reads a service context.
    ///
    /// # Errors
    /// It is malformed, or names a code set that is not spoken.
    pub(super) fn read(data: &[u8]) -> Result<Self, WireError> {
        let mut r = Reader::encapsulated(data)?;
        let chars = match r.u32()? {
            // No text is sent.
            0 | LATIN_1 => CharSet::Latin1,
            UTF_8 => CharSet::Utf8,
            other => return Err(bad("char_data", other)),
        };
        let wide = match r.u32()? {
            0 => None,
            UTF_16 | UCS_2 => Some(WideSet::Utf16),
            other => return Err(bad("wchar_data", other)),
        };
        Ok(CodeSets { chars, wide })
    }
}

/// The code sets that a server offers for text, or for wide text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sets {
    /// The one it uses itself; 0 for none.
    pub native: u32,
    /// Those that it converts.
    pub conversions: Vec<u32>,
}

impl Sets {
    fn has(&self, set: u32) -> bool {
        self.native == set || self.conversions.contains(&set)
    }

    fn read(r: &mut Reader<'_>) -> Result<Self, WireError> {
        let native = r.u32()?;
        let n = r.u32()? as usize;
        if n > r.left() / 4 {
            return Err(WireError::Truncated);
        }
        let conversions = (0..n).map(|_| r.u32()).collect::<Result<_, _>>()?;
        Ok(Sets {
            native,
            conversions,
        })
    }

    fn put(&self, buf: &mut Buf) {
        put_u32(buf, 0, self.native);
        put_u32(buf, 0, self.conversions.len() as u32);
        self.conversions
            .iter()
            .for_each(|set| put_u32(buf, 0, *set));
    }
}

/// The code sets that a server offers (`CodeSetComponentInfo`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offered {
    /// For text.
    pub chars: Sets,
    /// For wide text.
    pub wide: Sets,
}

impl Offered {
    /// What our servers offer.
    pub fn ours() -> Self {
        Offered {
            chars: Sets {
                native: UTF_8,
                conversions: alloc::vec![LATIN_1],
            },
            wide: Sets {
                native: UTF_16,
                conversions: Vec::new(),
            },
        }
    }

    /// What a profile says that its server offers, if it does.
    pub fn of(profile: &Iiop) -> Option<Self> {
        Self::read(profile.component(component::CODE_SETS)?).ok()
    }

    /// Reads a component.
    ///
    /// # Errors
    /// It is malformed.
    pub fn read(data: &[u8]) -> Result<Self, WireError> {
        let mut r = Reader::encapsulated(data)?;
        let chars = Sets::read(&mut r)?;
        let wide = Sets::read(&mut r)?;
        Ok(Offered { chars, wide })
    }

    /// As a component of a profile.
    pub fn component(&self) -> Tagged {
        let mut buf = Buf::new();
        buf.put(&[1]);
        self.chars.put(&mut buf);
        self.wide.put(&mut buf);
        Tagged {
            tag: component::CODE_SETS,
            data: buf.data().to_vec(),
        }
    }

    /// What a client of ours uses: the server's own code set where we have it, so that it need not convert
    /// (section 13.10.2.6; JacORB answers in its own whatever was chosen). A server without one of ours for text still gets
    /// ISO 8859-1, of which ASCII at least is the same almost everywhere.
    pub fn choose(&self) -> CodeSets {
        CodeSets {
            chars: match self.chars.native {
                UTF_8 => CharSet::Utf8,
                LATIN_1 => CharSet::Latin1,
                _ if self.chars.has(UTF_8) => CharSet::Utf8,
                _ => CharSet::Latin1,
            },
            wide: self.wide.has(UTF_16).then_some(WideSet::Utf16),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_servers_own_code_set_is_chosen() {
        // What omniORB 4.2.5 puts into its references.
        let text = "IOR:010000001100000049444c3a626d2f42656e63683a312e300000000001000000000000005c\
            000000010102000a0000003132372e302e302e31002d950b00000062656e63682e42656e63680002000000\
            00000000080000000100000000545441010000001c00000001000000010001000100000001000105090101\
            000100000009010100";
        let ior = crate::giop::ior::Ior::parse(text).unwrap();
        let offered = Offered::of(&ior.iiop().next().unwrap()).unwrap();
        let (chars, wide) = (&offered.chars, &offered.wide);
        assert_eq!(
            (chars.native, &chars.conversions[..]),
            (LATIN_1, &[UTF_8][..])
        );
        assert_eq!(
            (wide.native, &wide.conversions[..]),
            (UTF_16, &[UTF_16][..])
        );
        let latin = CodeSets {
            chars: CharSet::Latin1,
            ..CodeSets::UNICODE
        };
        assert_eq!(offered.choose(), latin);
        let mut ebcdic = offered;
        ebcdic.chars.native = 0x1002_0417;
        assert_eq!(ebcdic.choose(), CodeSets::UNICODE);
        assert_eq!(Offered::default().choose(), CodeSets::NONE);
        assert_eq!(Offered::ours().choose(), CodeSets::UNICODE);
        let component = Offered::ours().component();
        assert_eq!(Offered::read(&component.data), Ok(Offered::ours()));
    }
}
