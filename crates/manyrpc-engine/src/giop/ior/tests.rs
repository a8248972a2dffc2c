use super::*;
use crate::giop::wire;

/// What omniORB 4.2.5 printed for an object with the key `bench.Bench` in its `omniINSPOA`, on a port of the loopback
/// (`object_to_string`).
const OMNIORB: &str = "IOR:010000001100000049444c3a626d2f42656e63683a312e300000000001000000000000005c000000010102000a0000003132372e302e302e31002d950b00000062656e63682e42656e6368000200000000000000080000000100000000545441010000001c00000001000000010001000100000001000105090101000100000009010100";

#[test]
fn a_reference_of_omniorb_is_read() {
    let ior = Ior::parse(OMNIORB).unwrap();
    assert_eq!(ior.type_id, "IDL:bm/Bench:1.0");
    let profile = ior.iiop().next().unwrap();
    assert_eq!(
        (profile.minor, &*profile.host, profile.port),
        (2, "127.0.0.1", 0x952d)
    );
    assert_eq!(profile.key, b"bench.Bench");
    assert_eq!(profile.orb_type(), Some(0x4154_5400));
    // It is little-endian, as ours are, but pads between profiles otherwise.
    let ours = ior.to_string();
    assert_eq!(ours, OMNIORB);
}

#[test]
fn damaged_references_are_refused() {
    for at in 4..OMNIORB.len() {
        let cut = &OMNIORB[..at];
        if let Ok(ior) = Ior::parse(cut) {
            assert_eq!(Ior::parse(&ior.to_string()), Ok(ior));
        }
    }
    assert_eq!(Ior::parse("ior"), Err(NotIor::Prefix));
    assert_eq!(Ior::parse("IOR:0"), Err(NotIor::Digits));
    assert_eq!(
        Ior::parse("IOR:02"),
        Err(NotIor::Content(wire::bad("byte_order", 2)))
    );
    // A sequence of four billion profiles.
    let lies = "IOR:010000000100000000000000ffffffff";
    assert!(matches!(Ior::parse(lies), Err(NotIor::Content(_))));
}
