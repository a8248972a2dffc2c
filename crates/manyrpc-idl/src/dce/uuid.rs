//! UUIDs as written in definitions.
//!
//! Reading list: C706 section 4.2.4.1 and appendix A (strings, in printed order);
//! NCS 1.5.1 as kept by FreeDCE (`uuid_old_t`): the older form `333b33c30000.0d.00.00.87.84.00.00.00`
//! is the time (48 bits), the address family and seven bytes of host address.

/// The 16 bytes in printed order; `None` if the text has neither form.
pub(crate) fn parse(text: &str) -> Option<[u8; 16]> {
    if text.contains('.') {
        return parse_ncs(text);
    }
    let mut groups = text.split('-');
    let mut digits = String::new();
    for length in [8, 4, 4, 4, 12] {
        digits += groups.next().filter(|g| g.len() == length)?;
    }
    groups.next().is_none().then(|| bytes(&digits))?
}

/// `time.family.h.o.s.t.0.0.0`: time high and low, 16 bits that are always 0, family, host.
fn parse_ncs(text: &str) -> Option<[u8; 16]> {
    let mut groups = text.split('.');
    let time = groups.next().filter(|g| g.len() == 12)?;
    let mut digits = format!("{time}0000");
    for _ in 0..8 {
        digits += groups.next().filter(|g| g.len() == 2)?;
    }
    groups.next().is_none().then(|| bytes(&digits))?
}

fn bytes(digits: &str) -> Option<[u8; 16]> {
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    Some(u128::from_str_radix(digits, 16).ok()?.to_be_bytes())
}

/// `12345678-9012-b456-8001-080020b033d7`.
pub(crate) fn print(uuid: &[u8; 16]) -> String {
    let mut text = String::new();
    for (at, byte) in uuid.iter().enumerate() {
        if matches!(at, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        text += &format!("{byte:02x}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read() {
        // C706 section 4.2.4.1.
        let example = "12345678-9012-b456-8001-080020b033d7";
        assert_eq!(parse(example).map(|u| print(&u)).as_deref(), Some(example));
        // NCS's location broker, and its UUID in DCE definitions.
        let broker = "333b33c3-0000-0000-0d00-008784000000";
        let old = parse("333b33c30000.0d.00.00.87.84.00.00.00");
        assert_eq!(old.map(|u| print(&u)).as_deref(), Some(broker));
        for wrong in [
            "",
            "12345678-9012-b456-8001-080020b033d",
            "12345678-9012-b456-8001-080020b033d7-1",
            "1234567-89012-b456-8001-080020b033d7",
            "g2345678-9012-b456-8001-080020b033d7",
            "+2345678-9012-b456-8001-080020b033d7",
            "333b33c30000.0d.00.00.87.84.00.00",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
