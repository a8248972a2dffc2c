//! Identifiers as Apollo NCS makes and prints them: `333b33c30000.0d.00.00.87.84.00.00.00`, the time, the
//! address family, and seven bytes of the host. Two reserved bytes between time and family are zero and not printed.
//!
//! Reading list: NCS 1.5.1 as kept by FreeDCE (`uuid_old_t`, and `dce_1_0`'s string routines): 48 bits of time in
//! units of 4 microseconds since 1980, the address family (2 is IP); C706, table A-3 (variants).

use std::net::Ipv4Addr;
use std::time::Duration;

use crate::systems::Identifiers;
use crate::uuid::{Uuid, hex};

pub(super) struct Dotted;

/// From 1970 to 1980, in microseconds.
const SINCE_1980: u128 = 315_532_800_000_000;

/// The address family of IP.
const IP: u8 = 2;

impl Identifiers for Dotted {
    fn parse(&self, text: &str) -> Option<Uuid> {
        let (time, rest) = text.split_once('.')?;
        let mut bytes = [0; 16];
        hex(time, &mut bytes[..6])?;
        let mut parts = rest.split('.');
        for byte in &mut bytes[8..] {
            hex(parts.next()?, std::slice::from_mut(byte))?;
        }
        parts.next().is_none().then_some(Uuid(bytes))
    }

    /// Those whose reserved bytes are zero, and whose byte that is an address family here is less than in every
    /// identifier of DCE (C706, table A-3).
    fn print(&self, identifier: &Uuid) -> Option<String> {
        let bytes = &identifier.0;
        if bytes[6..8] != [0, 0] || bytes[8] >= 0x80 || identifier.is_nil() {
            return None;
        }
        let time: String = bytes[..6].iter().map(|b| format!("{b:02x}")).collect();
        let rest: String = bytes[8..].iter().map(|b| format!(".{b:02x}")).collect();
        Some(time + &rest)
    }

    fn generate(&self, at: Duration, n: u32, host: Ipv4Addr) -> Uuid {
        let ticks = at.as_micros().saturating_sub(SINCE_1980) / 4 + u128::from(n);
        let mut bytes = [0; 16];
        bytes[..6].copy_from_slice(&ticks.to_be_bytes()[10..]);
        bytes[8] = IP;
        bytes[9..13].copy_from_slice(&host.octets());
        Uuid(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // The location broker's identifier, in both notations (NCS: `glb.idl`, DCE: the same bytes).
    #[test]
    fn both_notations_are_the_same_identifier() {
        let old: Uuid = "333b33c30000.0d.00.00.87.84.00.00.00".parse().unwrap();
        assert_eq!(old.to_string(), "333b33c3-0000-0000-0d00-008784000000");
        let written = Dotted.print(&old);
        assert_eq!(
            written.as_deref(),
            Some("333b33c30000.0d.00.00.87.84.00.00.00")
        );
        let dce: Uuid = "2fac1234-31f8-11b4-a222-08002b34c003".parse().unwrap();
        assert_eq!((Dotted.print(&dce), Dotted.print(&Uuid::NIL)), (None, None));
    }

    #[test]
    fn what_is_made_counts_from_1980() {
        // One second after the start, and the next one.
        let at = Duration::from_secs(315_532_801);
        let made = |n| Dotted.print(&Dotted.generate(at, n, Ipv4Addr::new(10, 1, 2, 3)));
        let first = "00000003d090.02.0a.01.02.03.00.00.00";
        assert_eq!(made(0).as_deref(), Some(first));
        let next = "00000003d091.02.0a.01.02.03.00.00.00";
        assert_eq!(made(1).as_deref(), Some(next));
    }
}
