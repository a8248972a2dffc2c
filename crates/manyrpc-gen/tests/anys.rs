//! Values of generated types made into an `any` and taken out of one: those that omniORB marshalled
//! (`vectors/cdr/anys.hex`), and what dynamic values make.

#[rustfmt::skip]
#[path = "corpus/shop.rs"]
/// Generated.
pub mod shop;

use std::fmt::Debug;
use std::path::Path;

use manyrpc::cdr::{Any, Typed};
use manyrpc_codec::cdr::{ByteOrder, Representation, decode_value};
use manyrpc_codec::meta::{Cdr, Field};
use manyrpc_codec::{Encode, Limits};
use manyrpc_dynamic::any::named;
use manyrpc_dynamic::{Lowered, lower};
use shop::{Choice, Color, Gone, Item, Maybe, Tree, Two};

const PLACE: Field = Field::plain("any").cdr(Cdr::Any);

/// What omniORB wrote, in either order.
fn received(name: &str) -> [Any; 2] {
    let text = include_str!("../../../vectors/cdr/anys.hex");
    [("little", ByteOrder::Little), ("big", ByteOrder::Big)].map(|(order, of)| {
        let head = format!("{name} {order} ");
        let line = text.lines().find(|line| line.starts_with(&head)).unwrap();
        let digits = line.rsplit(' ').next().unwrap();
        let byte = |at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
        let bytes: Vec<u8> = (0..digits.len()).step_by(2).map(byte).collect();
        let here = Representation {
            order: of,
            ..Representation::NATIVE
        };
        let mut any = Any::default();
        decode_value(&bytes, here, &PLACE, &mut any, &Limits::DEFAULT).unwrap();
        any
    })
}

fn definition() -> Lowered {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors/cdr/shop.idl");
    let (module, said) = manyrpc_idl::load(&path, &manyrpc_idl::Options::default());
    lower(&module.unwrap_or_else(|| panic!("{said:?}"))).unwrap()
}

/// That a type has the type code that dynamic values have, and an equivalent one to omniORB's.
fn has_its_type<T: Typed + Encode + ?Sized>(ty: &str, value: &T, theirs: &Any) {
    let dynamic = named(&definition(), ty).unwrap();
    assert_eq!(*T::type_code(), dynamic.code.to_bytes().unwrap(), "{ty}");
    let ours = Any::of(value).unwrap();
    let (ours, theirs) = (ours.type_code().unwrap(), theirs.type_code().unwrap());
    assert!(ours.is_equivalent(&theirs), "{ours} {theirs}");
}

fn is_it<T: PartialEq + Debug>(found: Result<Option<T>, manyrpc_codec::Malformed>, value: &T) {
    assert_eq!(found.unwrap().as_ref(), Some(value));
}

macro_rules! exchanged {
    ($($name:literal, $text:literal, $ty:ty, $value:expr;)*) => {$(
        let value: $ty = $value;
        let ours = Any::of(&value).unwrap();
        is_it(ours.extract::<$ty>(), &value);
        for theirs in received($name) {
            is_it(theirs.extract::<$ty>(), &value);
            has_its_type($text, &value, &theirs);
            assert_eq!(theirs.extract::<i16>(), Ok(None));
        }
    )*};
}

#[test]
fn values_are_those_of_omniorb() {
    let nut = || Item {
        name: "nut".into(),
        count: 3,
    };
    exchanged! {
        "item", "shop::Item", Item<'_>, nut();
        "color", "shop::Color", Color, Color::Green;
        "choice3", "shop::Choice", Choice<'_>, Choice::s(3, "x").unwrap();
        "choice_default", "shop::Choice", Choice<'_>, Choice::o(-4, 9).unwrap();
        "maybe", "shop::Maybe", Maybe, Maybe::C(Color::Green);
        "gone", "shop::Gone", Gone, Gone { why: 5 };
    }
    for theirs in received("items") {
        let items = theirs.extract::<Vec<Item<'_>>>().unwrap().unwrap();
        let names = items.iter().map(|item| (&*item.name, item.count));
        assert_eq!(names.collect::<Vec<_>>(), [("nut", 3), ("bolt", -1)]);
    }
    for theirs in received("tree") {
        let tree = theirs.extract::<Tree>().unwrap().unwrap();
        assert_eq!((tree.v, tree.below.len(), tree.below[0].v), (1, 1, 2));
        let ours = Any::of(&tree).unwrap();
        is_it(ours.extract(), &tree);
    }
    for theirs in received("grid") {
        is_it(theirs.extract(), &[[1, 2, 3], [4, 5, 6]]);
    }
    for theirs in received("two") {
        let two = theirs.extract::<Two<'_>>().unwrap().unwrap();
        has_its_type("shop::Two", &two, &theirs);
        is_it(Any::of(&two).unwrap().extract(), &two);
    }
}

/// An exception has its identifier in front of its members (CORBA 3.0, section 15.3.5.5), if we make it.
#[test]
fn exceptions_are_marked() {
    let gone = Any::of(&Gone { why: 5 }).unwrap();
    let id = b"IDL:shop/Gone:1.0\0";
    let found = gone.encapsulation().windows(id.len()).filter(|w| w == id);
    assert_eq!(found.count(), 2);
    is_it(gone.extract(), &Gone { why: 5 });
}

/// What is cut off is malformed, and a value of another type is none.
#[test]
fn others_are_told_apart() {
    let item = Any::of(&Item::default()).unwrap();
    assert_eq!(item.extract::<Two<'_>>(), Ok(None));
    let bytes = item.encapsulation();
    for end in 1..bytes.len() {
        let cut = Any::from_encapsulation(&bytes[..end]);
        assert!(cut.extract::<Item<'_>>().is_err(), "{end}");
    }
}
