//! Values of an interface known only at run time: from bytes to a value, to JSON and back, and to
//! bytes again.

use std::sync::LazyLock;

use manyrpc_codec::Buf;
use manyrpc_codec::meta::Field;
use manyrpc_codec::xdr::{Limits, decode_value, encode_value};
use manyrpc_dynamic::json::{value_from_json, value_to_json};
use manyrpc_dynamic::{Dyn, DynMut, Lowered, Sampler, Shape, default_value, lower};
use manyrpc_idl::{Options, load_text};
use manyrpc_model::{Type, Value};

use crate::Target;

/// Dynamic values of all types in `samples.x`; the first byte of the input selects the type.
pub const TARGET: Target = Target {
    name: "dynamic",
    run,
    seeds,
    // An element of an array may take 4 bytes on the wire and as much memory as a record.
    allocation_per_byte: 64,
};

/// The definition, with the name, field and shape of each of its types.
struct Types {
    lowered: Lowered,
    places: Vec<(Field, Shape)>,
}

static TYPES: LazyLock<Types> = LazyLock::new(|| {
    let text = include_str!("../../../peers/xdr-bench/samples.x");
    let (module, _) = load_text("samples.x", text, &Options::default());
    let module = module.expect("samples.x is valid");
    let lowered = lower(&module).expect("and can be lowered");
    let named = module
        .types
        .iter()
        .map(|definition| Type::Named(definition.name.clone()));
    let places = named
        .map(|ty| lowered.place("value", &ty).expect("a type of this module"))
        .collect();
    Types { lowered, places }
});

fn run(input: &[u8]) {
    let Some((choice, bytes)) = input.split_first() else {
        return;
    };
    let (field, shape) = &TYPES.places[usize::from(*choice) % TYPES.places.len()];
    if let Some(value) = decoded(field, shape, bytes) {
        let first = encoded(field, shape, &value);
        assert_eq!(
            first.data().len(),
            bytes.len(),
            "an encoding of another length"
        );
        let again = decoded(field, shape, first.data()).expect("we understand ourselves");
        assert_eq!(
            encoded(field, shape, &again).data(),
            first.data(),
            "another encoding of the same value"
        );
        through_json(field, shape, &value, first.data());
    }
}

fn decoded(field: &Field, shape: &Shape, bytes: &[u8]) -> Option<Value> {
    let lowered = &TYPES.lowered;
    let mut value = default_value(lowered, field, shape);
    decode_value(
        bytes,
        field,
        &mut DynMut {
            lowered,
            shape,
            value: &mut value,
        },
        &Limits::DEFAULT,
    )
    .ok()?;
    Some(value)
}

fn encoded(field: &Field, shape: &Shape, value: &Value) -> Buf {
    let mut out = Buf::default();
    let value = Dyn {
        lowered: &TYPES.lowered,
        shape,
        value,
    };
    encode_value(&mut out, field, &value, &Limits::DEFAULT)
        .expect("what was decoded can be encoded");
    out
}

/// JSON has one NaN, so only values without NaNs keep their bytes.
fn through_json(field: &Field, shape: &Shape, value: &Value, bytes: &[u8]) {
    let json =
        value_to_json(&TYPES.lowered, field, shape, value).expect("a value of its own shape");
    let back = value_from_json(&TYPES.lowered, field, shape, &json).expect("we read what we write");
    if !json.to_string().contains("NaN") {
        assert_eq!(
            encoded(field, shape, &back).data(),
            bytes,
            "changed by JSON: {json}"
        );
    }
}

/// A default value and some random ones of each type.
fn seeds() -> Vec<Vec<u8>> {
    let mut sampler = Sampler::new(1);
    let mut seeds = Vec::new();
    for (choice, (field, shape)) in (0_u8..).zip(&TYPES.places) {
        let mut values = vec![default_value(&TYPES.lowered, field, shape)];
        values.extend((0..4).map(|_| sampler.value(&TYPES.lowered, field, shape)));
        let bodies = values.iter().map(|value| encoded(field, shape, value));
        seeds.extend(bodies.map(|body| [&[choice], body.data()].concat()));
    }
    seeds
}
