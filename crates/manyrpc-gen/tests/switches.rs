//! Unions whose discriminators are wide characters, octets and numbers of 64 bits: stubs and dynamic values against
//! bytes worked out from CORBA 3.0, sections 15.3.1.6 and 15.3.2.2, and CORBA 2.2, section 13.3.1. What foreign
//! programs make of them is in `manyrpc-lab`'s tests of CORBA.

#[rustfmt::skip]
#[path = "corpus/switches.rs"]
/// Generated.
pub mod switches;

use std::path::Path;

use manyrpc::cdr::Any;
use manyrpc_codec::cdr::{self, ByteOrder, Representation};
use manyrpc_codec::meta::Field;
use manyrpc_codec::{Buf, Decode, Encode, Limits, MalformedKind, UnencodableKind};
use manyrpc_dynamic::json::{value_from_json, value_to_json};
use manyrpc_dynamic::{Dyn, DynMut, Lowered, lower};
use manyrpc_model::{Type, Value};
use serde_json::{Value as Json, json};
use switches::{ByHuge, ByHugeNatural, ByOctet, ByWideChar, Switches};

const PLACE: Field = Field::plain("value");

fn definition() -> Lowered {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../interfaces/corba/switches.idl");
    let (module, said) = manyrpc_idl::load(&path, &manyrpc_idl::Options::default());
    lower(&module.unwrap_or_else(|| panic!("{said:?}"))).unwrap()
}

fn giop(minor: u8, order: ByteOrder) -> Representation {
    Representation {
        order,
        minor,
        ..Representation::NATIVE
    }
}

fn encoded<T: Encode + ?Sized>(
    minor: u8,
    place: &Field,
    value: &T,
) -> Result<Vec<u8>, UnencodableKind> {
    let mut buf = Buf::new();
    let here = giop(minor, ByteOrder::Little);
    let written = cdr::encode_value(&mut buf, here, place, value, &Limits::DEFAULT);
    written.map_err(|e| e.kind)?;
    Ok(buf.data().to_vec())
}

fn decoded<T: Decode<'static> + Default>(
    here: Representation,
    bytes: &'static [u8],
) -> Result<T, MalformedKind> {
    let mut value = T::default();
    let read = cdr::decode_value(bytes, here, &PLACE, &mut value, &Limits::DEFAULT);
    read.map(|()| value).map_err(|e| e.kind)
}

/// Bytes from digits, with spaces between. They stay, so that values may borrow from them.
fn hex(digits: &str) -> &'static [u8] {
    let digits: String = digits.split_whitespace().collect();
    let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    (0..digits.len())
        .step_by(2)
        .map(byte)
        .collect::<Vec<u8>>()
        .leak()
}

/// Stubs and dynamic values have these bytes in our order, and read those in the other one.
fn are<T>(ty: &str, value: &T, shown: &Json, minor: u8, little: &str, big: &str)
where
    T: Encode + Decode<'static> + Default + PartialEq + std::fmt::Debug,
{
    let (little, big) = (hex(little), hex(big));
    assert_eq!(encoded(minor, &PLACE, value).unwrap(), little, "{value:?}");
    let lowered = definition();
    let (place, shape) = lowered.place("value", &Type::Named(ty.to_owned())).unwrap();
    let dynamic = value_from_json(&lowered, &place, &shape, shown).unwrap();
    let of = Dyn {
        lowered: &lowered,
        shape: &shape,
        value: &dynamic,
    };
    assert_eq!(encoded(minor, &place, &of).unwrap(), little, "{shown}");
    for (order, bytes) in [(ByteOrder::Little, little), (ByteOrder::Big, big)] {
        let here = giop(minor, order);
        assert_eq!(decoded::<T>(here, bytes).as_ref(), Ok(value), "{order:?}");
        let mut back = Value::Void;
        let mut slot = DynMut {
            lowered: &lowered,
            shape: &shape,
            value: &mut back,
        };
        cdr::decode_value(bytes, here, &place, &mut slot, &Limits::DEFAULT).unwrap();
        let back = value_to_json(&lowered, &place, &shape, &back).unwrap();
        assert_eq!(back, *shown, "{order:?}");
    }
}

#[test]
fn a_wide_character_is_a_label_in_the_form_of_its_version() {
    let one = ByWideChar::One(7);
    let shown = json!({"switch": 0x61, "one": 7});
    // A number of octets and these, in big endian.
    are(
        "ByWideChar",
        &one,
        &shown,
        2,
        "02 0061 00 07000000",
        "02 0061 00 00000007",
    );
    // A number of 16 bits.
    are(
        "ByWideChar",
        &one,
        &shown,
        1,
        "6100 0000 07000000",
        "0061 0000 00000007",
    );
    let some = ByWideChar::some(0x4e2d, "a").unwrap();
    let shown = json!({"switch": 0x4e2d, "some": "a"});
    are(
        "ByWideChar",
        &some,
        &shown,
        2,
        "02 4e2d 00 02000000 6100",
        "02 4e2d 00 00000002 6100",
    );
    are(
        "ByWideChar",
        &some,
        &shown,
        1,
        "2d4e 0000 02000000 6100",
        "4e2d 0000 00000002 6100",
    );
    // What would be taken for a mark of the byte order has one in front.
    let rest = ByWideChar::rest(0xfeff, 0.5).unwrap();
    let shown = json!({"switch": 0xfeff, "rest": 0.5});
    let (little, big) = (
        "04 feff feff 000000 000000000000e03f",
        "04 feff feff 000000 3fe0000000000000",
    );
    are("ByWideChar", &rest, &shown, 2, little, big);
    // With a mark, in the other order.
    let marked = hex("04 fffe 6100 000000 07000000");
    assert_eq!(decoded(giop(2, ByteOrder::Little), marked), Ok(one.clone()));
    // GIOP 1.0 has no wide characters.
    assert_eq!(encoded(0, &PLACE, &one), Err(UnencodableKind::NoWide));
    let bytes = hex("6100 0000 07000000");
    let read = decoded::<ByWideChar>(giop(0, ByteOrder::Little), bytes);
    assert_eq!(read, Err(MalformedKind::NoWide));
    // Half a character, and a surrogate with its other half.
    for bytes in [
        "01 61 0000 07000000",
        "04 d83dde00 000000 07000000",
        "00 000000 07000000",
    ] {
        let read = decoded::<ByWideChar>(giop(2, ByteOrder::Little), hex(bytes));
        assert_eq!(
            read,
            Err(MalformedKind::Expected("one wide character")),
            "{bytes}"
        );
    }
}

#[test]
fn an_octet_is_a_label() {
    let one = ByOctet::One(-1);
    let shown = json!({"switch": 1, "one": -1});
    are(
        "ByOctet",
        &one,
        &shown,
        2,
        "01 000000 ffffffff",
        "01 000000 ffffffff",
    );
    let some = ByOctet::some(200, "x").unwrap();
    let shown = json!({"switch": 200, "some": "x"});
    are(
        "ByOctet",
        &some,
        &shown,
        2,
        "c8 000000 02000000 7800",
        "c8 000000 00000002 7800",
    );
    let other = ByOctet::other(254).unwrap();
    are("ByOctet", &other, &json!({"switch": 254}), 2, "fe", "fe");
}

/// Beyond 32 bits, where the arm alone does not tell the label.
#[test]
fn labels_of_64_bits_are_kept() {
    let few = ByHuge::few(5_000_000_000, 3).unwrap();
    let shown = json!({"switch": 5_000_000_000_i64, "few": 3});
    are(
        "ByHuge",
        &few,
        &shown,
        2,
        "00f2052a01000000 03000000",
        "000000012a05f200 00000003",
    );
    let rest = ByHuge::rest(i64::MIN, "").unwrap();
    let shown = json!({"switch": "-9223372036854775808", "rest": ""});
    are(
        "ByHuge",
        &rest,
        &shown,
        2,
        "0000000000000080 01000000 00",
        "8000000000000000 00000001 00",
    );
    let ends = ByHugeNatural::ends(u64::MAX, 1).unwrap();
    let shown = json!({"switch": u64::MAX.to_string(), "ends": 1});
    are(
        "ByHugeNatural",
        &ends,
        &shown,
        2,
        "ffffffffffffffff 01000000",
        "ffffffffffffffff 00000001",
    );
    let other = ByHugeNatural::other(u64::MAX - 1).unwrap();
    let shown = json!({"switch": (u64::MAX - 1).to_string()});
    are(
        "ByHugeNatural",
        &other,
        &shown,
        2,
        "feffffffffffffff",
        "fffffffffffffffe",
    );
    assert!(ByHuge::few(705_032_704, 3).is_err());
}

/// A type code says that it is a wide character, and its labels are some.
#[test]
fn an_any_may_hold_one() {
    let value = Switches {
        before: 3,
        a: ByWideChar::some(0x20ac, "euro").unwrap(),
        b: ByOctet::some(255, "all").unwrap(),
        c: ByHuge::Low(9),
        d: ByHugeNatural::ends(1, -1).unwrap(),
    };
    let any = Any::of(&value).unwrap();
    assert_eq!(any.check(), Ok(()));
    assert_eq!(any.extract::<Switches<'_>>(), Ok(Some(value)));
    let dynamic = manyrpc_dynamic::any::named(&definition(), "features::Switches").unwrap();
    assert!(any.type_code().unwrap().is_equivalent(&dynamic.code));
    let (described, back) = manyrpc_dynamic::any::value(&any).unwrap().unwrap();
    let back = value_to_json(
        &described.lowered,
        &described.place,
        &described.shape,
        &back,
    );
    let expected = json!({"before": 3, "a": {"switch": 0x20ac, "some": "euro"}, "b": {"switch": 255, "some": "all"},
        "c": {"switch": -5_000_000_000_i64, "low": 9}, "d": {"switch": 1, "ends": -1}});
    assert_eq!(back.unwrap(), expected);
}
