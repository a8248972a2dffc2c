//! `any`s that omniORB marshalled, and spoilt ones.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Any, Arm, Body, Kind, Member, Name, TypeCode};
use crate::Buf;
use crate::cdr::{ByteOrder, Limits, Representation, decode_value, encode_value};
use crate::error::{Malformed, MalformedKind, UnencodableKind};
use crate::meta::{Cdr, Field};

const X: Field = Field::plain("x");
const ANY: Field = Field::plain("x").cdr(Cdr::Any);
const LIMITS: Limits = Limits::DEFAULT;

struct Vector {
    name: &'static str,
    order: ByteOrder,
    ty: String,
    bytes: Vec<u8>,
}

fn vectors() -> Vec<Vector> {
    let text = include_str!("../../../../../vectors/cdr/anys.hex");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let vector = |line: &'static str| {
        let mut words = line.split(' ');
        let mut word = || words.next().unwrap();
        Vector {
            name: word(),
            order: match word() {
                "big" => ByteOrder::Big,
                _ => ByteOrder::Little,
            },
            ty: word().replace('_', " "),
            bytes: {
                let digits = word().as_bytes().as_chunks::<2>().0;
                let octet = |pair: &[u8; 2]| {
                    u8::from_str_radix(core::str::from_utf8(pair).unwrap(), 16).unwrap()
                };
                digits.iter().map(octet).collect()
            },
        }
    };
    lines.map(vector).collect()
}

fn decode(bytes: &[u8], order: ByteOrder) -> Result<Any, Malformed> {
    let mut any = Any::default();
    let here = Representation {
        order,
        ..Representation::NATIVE
    };
    decode_value(bytes, here, &ANY, &mut any, &LIMITS).map(|()| any)
}

fn encode(any: &Any, origin: usize) -> Vec<u8> {
    let mut buf = Buf::new();
    let here = Representation::NATIVE.at(origin);
    encode_value(&mut buf, here, &ANY, any, &LIMITS).unwrap();
    buf.data().to_vec()
}

fn named(name: &str, order: ByteOrder) -> Any {
    let mut all = vectors().into_iter();
    let vector = all.find(|v| v.name == name && v.order == order).unwrap();
    decode(&vector.bytes, order).unwrap()
}

#[test]
fn what_omniorb_writes_is_read_in_either_order_and_written_in_as_many_bytes() {
    let mut per_name = Vec::<(&str, Any)>::new();
    for vector in vectors() {
        let any = decode(&vector.bytes, vector.order)
            .unwrap_or_else(|e| panic!("{} {:?}: {e:?}", vector.name, vector.order));
        assert_eq!(any.type_code().unwrap().to_string(), vector.ty);
        let written = encode(&any, 0);
        let expected = match vector.name {
            // It marks the byte order of wide text.
            "two" => vector.bytes.len() - 2,
            _ => vector.bytes.len(),
        };
        assert_eq!(written.len(), expected, "{}", vector.name);
        assert_eq!(decode(&written, ByteOrder::Little).unwrap(), any);
        match per_name.iter().find(|(name, _)| *name == vector.name) {
            Some((name, other)) => assert_eq!(*other, any, "{name}"),
            None => per_name.push((vector.name, any)),
        }
    }
    assert!(per_name.len() > 15);
}

/// Without gaps the bytes are the same.
#[test]
fn short_ones_are_written_as_omniorb_does() {
    for name in [
        "null",
        "long",
        "string",
        "bool",
        "string5",
        "any_in_any",
        "longlong",
    ] {
        let mut all = vectors().into_iter();
        let is_it = |v: &Vector| v.name == name && v.order == ByteOrder::Little;
        let vector = all.find(is_it).unwrap();
        let any = decode(&vector.bytes, ByteOrder::Little).unwrap();
        assert_eq!(encode(&any, 0), vector.bytes, "{name}");
    }
}

#[test]
fn values_have_a_type_and_are_given_for_that_type_only() {
    let long = TypeCode::build(|types| types.add(Kind::Long));
    let short = TypeCode::build(|types| types.add(Kind::Short));
    for order in [ByteOrder::Little, ByteOrder::Big] {
        let any = named("long", order);
        assert_eq!(any.get(&long, &X), Ok(Some(7i32)));
        assert_eq!(any.get::<i16>(&short, &X), Ok(None));
        let inner: Option<Any> = named("any_in_any", order)
            .get(&TypeCode::build(|types| types.add(Kind::Any)), &ANY)
            .unwrap();
        assert_eq!(inner.unwrap().get(&short, &X), Ok(Some(-2i16)));
        let color = named("color", order);
        let code = color.type_code().unwrap();
        assert_eq!(color.get(&code, &X), Ok(Some(1u32)));
    }
    assert_eq!(
        Any::with_type(&long, &X, &7i32).unwrap(),
        named("long", ByteOrder::Big)
    );
    assert_eq!(Any::default().type_code().unwrap(), TypeCode::default());
    assert_eq!(encode(&Any::default(), 0), [0; 4]);
}

/// `struct Tree { long long v; sequence<Tree> below; }`, as vectors/cdr/shop.idl has it.
fn tree(id: &str) -> TypeCode {
    TypeCode::build(|types| {
        let tree = types.reserve();
        let v = types.add(Kind::LongLong);
        let trees = types.add(Kind::Sequence {
            element: tree,
            max: 0,
        });
        let member = |name: &str, ty| Member {
            name: name.into(),
            ty,
        };
        let name = Name {
            id: id.into(),
            name: "Tree".into(),
        };
        let members = Vec::from([member("v", v), member("below", trees)]);
        types.set(tree, Kind::Named(name, Body::Struct(members)));
        tree
    })
}

#[test]
fn types_are_equivalent_by_identifier_or_by_structure() {
    let theirs = named("tree", ByteOrder::Big).type_code().unwrap();
    assert!(theirs.is_equivalent(&tree("IDL:shop/Tree:1.0")));
    assert!(!theirs.is_equivalent(&tree("IDL:shop/Bush:1.0")));
    // Without an identifier the structure counts, which contains itself.
    assert!(theirs.is_equivalent(&tree("")));
    assert!(!theirs.is_equivalent(&named("item", ByteOrder::Big).type_code().unwrap()));
    let items = named("items", ByteOrder::Little).type_code().unwrap();
    let item = named("item", ByteOrder::Little).type_code().unwrap();
    let sequence = TypeCode::build(|types| {
        let element = types.add(Kind::Named(
            Name {
                id: "IDL:shop/Item:1.0".into(),
                name: String::new(),
            },
            Body::Struct(Vec::new()),
        ));
        types.add(Kind::Sequence { element, max: 0 })
    });
    assert!(items.is_equivalent(&sequence) && !items.is_equivalent(&item));
}

/// omniORB leaves out what section 15.3.5.5 puts in front of an exception's members.
#[test]
fn exceptions_keep_their_identifier_or_lack_it_as_they_came() {
    let theirs = named("gone", ByteOrder::Big);
    let ty = theirs.type_code().unwrap();
    assert_eq!(theirs.get(&ty, &X), Ok(Some(5u16)));
    let ours = Any::with_type(&ty, &X, &5u16).unwrap();
    assert_eq!(ours.get(&ty, &X), Ok(Some(5u16)));
    let id = b"IDL:shop/Gone:1.0\0";
    let count = |any: &Any| {
        let bytes = encode(any, 0);
        bytes.windows(id.len()).filter(|w| w == id).count()
    };
    // Once in the type code.
    assert_eq!((count(&theirs), count(&ours)), (1, 2));
    assert_eq!(decode(&encode(&ours, 0), ByteOrder::Little), Ok(ours));
}

#[test]
fn types_are_written_as_in_idl() {
    let text = |of: &dyn Fn(&mut super::Types) -> super::TypeIndex| TypeCode::build(of).to_string();
    let nested = text(&|types| {
        let element = types.add(Kind::String { max: 9 });
        let array = types.add(Kind::Array { element, length: 3 });
        let array = types.add(Kind::Array {
            element: array,
            length: 2,
        });
        types.add(Kind::Sequence {
            element: array,
            max: 5,
        })
    });
    assert_eq!(nested, "sequence<string<9>[2][3], 5>");
    let fixed = text(&|types| {
        types.add(Kind::Fixed {
            digits: 5,
            scale: 2,
        })
    });
    assert_eq!(fixed, "fixed<5, 2>");
    // A sequence of itself has no end.
    let endless = text(&|types| {
        let all = types.reserve();
        types.set(
            all,
            Kind::Sequence {
                element: all,
                max: 0,
            },
        );
        all
    });
    assert!(endless.ends_with("..."));
}

#[test]
fn cut_off_and_damaged_ones_are_refused_or_read_and_never_panic() {
    for vector in vectors() {
        for end in 0..vector.bytes.len() {
            assert!(decode(&vector.bytes[..end], vector.order).is_err());
        }
        for at in 0..vector.bytes.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff, vector.bytes[at] ^ 1] {
                let mut bytes = vector.bytes.clone();
                bytes[at] = value;
                if let Ok(any) = decode(&bytes, vector.order) {
                    let again = decode(&encode(&any, 0), ByteOrder::Little);
                    assert_eq!(again, Ok(any), "{} at {at}", vector.name);
                }
            }
        }
    }
}

#[test]
fn indirections_lead_to_earlier_type_codes_of_the_same_type_only() {
    let indirection = |distance: i32| {
        let mut bytes = Vec::from(u32::MAX.to_le_bytes());
        bytes.extend(distance.to_le_bytes());
        bytes
    };
    for distance in [0, -4, -8, 4, i32::MIN, i32::MAX] {
        let error = decode(&indirection(distance), ByteOrder::Little).unwrap_err();
        assert_eq!(error.kind, MalformedKind::Expected("an earlier type code"));
        assert_eq!(error.offset, 4);
    }
    // A sequence of itself, whose elements never take a byte of their own but their counts.
    let mut bytes = Vec::new();
    for word in [19, 16, 1, u32::MAX, -16i32 as u32, 0] {
        bytes.extend(word.to_le_bytes());
    }
    let with = |value: &[u8]| decode(&[&bytes[..], value].concat(), ByteOrder::Little);
    assert!(with(&0u32.to_le_bytes()).is_ok());
    let deep: Vec<u8> = core::iter::repeat_n(1u32.to_le_bytes(), 1000)
        .flatten()
        .collect();
    assert_eq!(with(&deep).unwrap_err().kind, MalformedKind::TooDeep);
}

/// A union on a union, an alias of itself, an array without bytes: nothing goes on for ever.
#[test]
fn types_without_values_are_refused() {
    let name = Name::default;
    let alias = TypeCode::build(|types| {
        let alias = types.reserve();
        types.set(alias, Kind::Named(name(), Body::Alias(alias)));
        alias
    });
    let union = TypeCode::build(|types| {
        let union = types.reserve();
        let arm = Arm {
            label: 1,
            member: Member {
                name: String::new(),
                ty: union,
            },
        };
        let body = Body::Union {
            discriminant: union,
            arms: Vec::from([arm]),
            default: None,
        };
        types.set(union, Kind::Named(name(), body));
        union
    });
    let nothing = TypeCode::build(|types| {
        let element = types.add(Kind::Void);
        types.add(Kind::Array {
            element,
            length: u32::MAX,
        })
    });
    let refused = Any::with_type(&union, &X, &()).unwrap_err();
    assert_eq!(refused.kind, UnencodableKind::Not("a discriminant"));
    for ty in [alias, nothing] {
        let any = Any::with_type(&ty, &X, &()).unwrap();
        let bytes = &any.encapsulation()[4..];
        assert!(decode(bytes, ByteOrder::Little).is_err(), "{ty}");
        let mut buf = Buf::new();
        let encoded = encode_value(&mut buf, Representation::NATIVE, &ANY, &any, &LIMITS);
        let refused = UnencodableKind::Not("a type code and its value");
        assert_eq!(encoded.unwrap_err().kind, refused);
    }
}

/// A value that takes no bytes, or those that are said.
struct Raw<'b>(&'b [u8]);

impl crate::Encode for Raw<'_> {
    fn encode<S: crate::Sink>(&self, s: &mut S, f: &Field) {
        self.0.iter().for_each(|byte| s.u8(f, *byte));
    }
}

/// A structure of that name whose members have these types.
fn structure(
    types: &mut super::Types,
    name: &str,
    members: &[super::TypeIndex],
) -> super::TypeIndex {
    let members = members.iter().map(|ty| Member {
        name: "m".into(),
        ty: *ty,
    });
    let name = Name {
        id: name.into(),
        name: name.into(),
    };
    types.add(Kind::Named(name, Body::Struct(members.collect())))
}

/// Sixty structures, each with the one before it twice: as many members as there are numbers of 60 bits, and
/// no bytes.
#[test]
fn parts_without_bytes_are_counted() {
    let nested = |levels: usize| {
        let ty = TypeCode::build(|types| {
            let mut ty = structure(types, "S", &[]);
            for level in 0..levels {
                ty = structure(types, &alloc::format!("S{level}"), &[ty, ty]);
            }
            ty
        });
        Any::with_type(&ty, &X, &Raw(&[])).unwrap()
    };
    assert_eq!(nested(10).check(), Ok(()));
    let any = nested(60);
    let too_many = MalformedKind::TooLong { count: 1, max: 0 };
    assert_eq!(any.check().unwrap_err().kind, too_many);
    let received = decode(&any.encapsulation()[4..], ByteOrder::Little);
    assert_eq!(received.unwrap_err().kind, too_many);
    let mut buf = Buf::new();
    encode_value(&mut buf, Representation::NATIVE, &ANY, &any, &LIMITS).unwrap_err();
}

/// Of the same labels the first counts, as where they are searched in turn; the default arm has none.
#[test]
fn unions_with_many_arms_are_read_by_their_labels() {
    let ty = TypeCode::build(|types| {
        let discriminant = types.add(Kind::Short);
        let (long, octet) = (types.add(Kind::Long), types.add(Kind::Octet));
        let arm = |label: i64, ty| Arm {
            label,
            member: Member {
                name: "a".into(),
                ty,
            },
        };
        let mut arms: Vec<Arm> = (0..40).map(|label| arm(label - 20, long)).collect();
        arms.push(arm(3, octet));
        arms.push(arm(19, octet));
        let body = Body::Union {
            discriminant,
            arms,
            default: Some(41),
        };
        types.add(Kind::Named(Name::default(), body))
    });
    let of = |label: i16, value: &[u8]| {
        let bytes = [&label.to_le_bytes()[..], value].concat();
        Any::with_type(&ty, &X, &Raw(&bytes)).unwrap().check()
    };
    for label in [-20, 0, 3, 19] {
        assert_eq!(of(label, &[0, 0, 7, 0, 0, 0]), Ok(()), "{label}");
        assert!(of(label, &[7]).is_err(), "{label}");
    }
    assert_eq!(of(20, &[7]), Ok(()));
    assert!(of(20, &[0, 0, 7, 0, 0, 0]).is_err());
}

/// Section 15.3.2.8.
#[test]
fn decimal_numbers_are_digits_and_a_sign() {
    let ty = TypeCode::build(|types| {
        types.add(Kind::Fixed {
            digits: 4,
            scale: 2,
        })
    });
    let of = |octets: &[u8]| Any::with_type(&ty, &X, &Raw(octets)).unwrap().check();
    assert_eq!(of(&[0x01, 0x23, 0x4d]), Ok(()));
    for octets in [[0x11, 0x23, 0x4d], [0x01, 0x2a, 0x4d], [0x01, 0x23, 0x44]] {
        let expected = MalformedKind::Expected("a packed decimal number");
        assert_eq!(of(&octets).unwrap_err().kind, expected, "{octets:x?}");
    }
}

/// Names are those of IDL, whatever the code set of text is.
#[test]
fn names_are_not_converted() {
    let ty = TypeCode::build(|types| {
        let name = Name {
            id: "IDL:\u{e9}:1.0".into(),
            name: "\u{e9}".into(),
        };
        types.add(Kind::Named(name, Body::Enum(Vec::from(["\u{e9}".into()]))))
    });
    let any = Any::with_type(&ty, &X, &0u32).unwrap();
    let here = Representation {
        chars: crate::cdr::CharSet::Latin1,
        ..Representation::NATIVE
    };
    let mut buf = Buf::new();
    encode_value(&mut buf, here, &ANY, &any, &LIMITS).unwrap();
    let mut back = Any::default();
    decode_value(buf.data(), here, &ANY, &mut back, &LIMITS).unwrap();
    assert_eq!(back, any);
}

/// The constants are what the writer writes.
#[test]
fn rust_types_have_the_type_codes_of_idl() {
    use super::Typed;
    fn is<T: Typed + ?Sized>(of: impl FnOnce(&mut super::Types) -> super::TypeIndex) {
        let built = TypeCode::build(of);
        assert_eq!(*T::type_code(), built.to_bytes().unwrap(), "{built}");
        let read = TypeCode::from_bytes(&T::type_code()).unwrap();
        assert!(read.is_equivalent(&built), "{built}");
    }
    macro_rules! simple {
        ($($ty:ty, $kind:ident;)*) => {$(
            is::<$ty>(|types| types.add(Kind::$kind));
        )*};
    }
    simple! {
        bool, Boolean; u8, Octet; crate::Octet, Octet; i16, Short; u16, UShort; i32, Long; u32, ULong;
        i64, LongLong; u64, ULongLong; f32, Float; f64, Double; crate::Quad, LongDouble; Any, Any;
    }
    is::<str>(|types| types.add(Kind::String { max: 0 }));
    is::<Vec<Vec<String>>>(|types| {
        let element = types.add(Kind::String { max: 0 });
        let element = types.add(Kind::Sequence { element, max: 0 });
        types.add(Kind::Sequence { element, max: 0 })
    });
    is::<[[i16; 3]; 2]>(|types| {
        let element = types.add(Kind::Short);
        let element = types.add(Kind::Array { element, length: 3 });
        types.add(Kind::Array { element, length: 2 })
    });
}

#[test]
fn values_of_rust_types_are_those_of_omniorb() {
    for order in [ByteOrder::Little, ByteOrder::Big] {
        let long = named("long", order);
        assert_eq!(long, Any::of(&7i32).unwrap());
        assert_eq!(long.extract::<i32>(), Ok(Some(7)));
        assert_eq!(long.extract::<u32>(), Ok(None));
        let text = named("string", order);
        assert_eq!(text, Any::of("hi").unwrap());
        assert_eq!(text.extract::<String>(), Ok(Some("hi".to_string())));
        assert_eq!(named("bool", order), Any::of(&true).unwrap());
        assert_eq!(named("longlong", order).extract::<i64>(), Ok(Some(-5)));
        let inner = Any::of(&-2i16).unwrap();
        assert_eq!(named("any_in_any", order), Any::of(&inner).unwrap());
        assert_eq!(named("any_in_any", order).extract(), Ok(Some(inner)));
    }
    let lists = Vec::from([Vec::from(["a".to_string()]), Vec::new()]);
    let any = Any::of(&lists).unwrap();
    assert_eq!(
        any.type_code().unwrap().to_string(),
        "sequence<sequence<string>>"
    );
    assert_eq!(any.extract(), Ok(Some(lists)));
    assert_eq!(Any::of(&[1i16, 2]).unwrap().extract(), Ok(Some([1i16, 2])));
    // Cut off, it is no number.
    let cut = Any::from_encapsulation(&named("long", ByteOrder::Big).encapsulation()[..10]);
    assert!(cut.extract::<i32>().is_err());
}
