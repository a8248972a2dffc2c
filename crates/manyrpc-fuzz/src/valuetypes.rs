//! Valuetypes of CDR, without generated code: the first byte of the input selects the places, the second the byte order, the ends of
//! fragments and the origin of alignment, the rest is the encoding.
//!
//! What is decoded must be encodable, and then stays as it is; as JSON, too.

use std::sync::LazyLock;

use manyrpc_codec::cdr::{ByteOrder, Representation, decode_value, encode_value};
use manyrpc_codec::meta::Field;
use manyrpc_codec::{Buf, Limits};
use manyrpc_dynamic::json::{value_from_json, value_to_json};
use manyrpc_dynamic::{Dyn, DynMut, Lowered, Shape, lower};
use manyrpc_idl::{Options, load_text};
use manyrpc_model::{Type, Value};

use crate::Target;

/// Dynamic values of places of the types in `values.idl`.
pub const TARGET: Target = Target {
    name: "valuetypes",
    run,
    seeds,
    // A place without a value takes 4 bytes on the wire and as much memory as any value; growth doubles that.
    allocation_per_byte: 64,
};

/// Places that follow each other, most as in `vectors/cdr/values.hex`.
const PLACES: [&str; 21] = [
    "Point",
    "Point,Point",
    "Name",
    "Nothing",
    "ValueBase",
    "Coloured",
    "Shape",
    "Circle",
    "Shape,Shape",
    "Ring",
    "Node",
    "Drawing",
    "octet,Square,Circle",
    "any",
    "any,any",
    "Shape,any",
    "Shape,any,Shape",
    "sequence<ValueBase>",
    "Points",
    "sequence<Drawing>",
    "sequence<any>",
];

/// A definition with a struct of such places.
struct Places {
    lowered: Lowered,
    field: Field,
    shape: Shape,
}

static ALL: LazyLock<Vec<Places>> = LazyLock::new(|| PLACES.map(places).into());

fn places(types: &str) -> Places {
    let mut text = include_str!("../../../interfaces/corba/values.idl").to_owned();
    text += "struct Places {";
    for (at, ty) in types.split(',').enumerate() {
        let scope = match ty.starts_with(|c: char| c.is_ascii_uppercase()) && ty != "ValueBase" {
            true => "values::",
            false => "",
        };
        let ty = ty.replace("<Drawing", "<values::Drawing");
        text += &format!("{scope}{ty} p{at};");
    }
    text += "};";
    let options = Options {
        language: Some("omg".to_owned()),
        ..Options::default()
    };
    let (module, _) = load_text("values.idl", &text, &options);
    let module = module.expect("it is valid");
    let module = manyrpc_model::flatten(&module).expect("it has bases");
    let lowered = lower(&module).expect("and can be lowered");
    let of = Type::Named("Places".to_owned());
    let (field, shape) = lowered.place("value", &of).expect("a type of this module");
    Places {
        lowered,
        field,
        shape,
    }
}

fn representation(choice: u8) -> Representation {
    let order = match choice & 1 {
        0 => ByteOrder::Little,
        _ => ByteOrder::Big,
    };
    let fragments = u16::from(choice >> 1 & 3);
    Representation {
        order,
        fragments,
        ..Representation::NATIVE.at(usize::from(choice >> 5))
    }
}

fn run(input: &[u8]) {
    let [choice, how, bytes @ ..] = input else {
        return;
    };
    let places = &ALL[usize::from(*choice) % ALL.len()];
    let from = representation(*how);
    let Some(value) = places.decoded(bytes, from) else {
        return;
    };
    let to = Representation {
        order: ByteOrder::Little,
        fragments: 0,
        ..from
    };
    // Text that is not in its code set is taken as it is, and then is not in an any's.
    let Some(first) = places.encoded(&value, to) else {
        return;
    };
    let again = places.decoded(&first, to).expect("we understand ourselves");
    let second = places.encoded(&again, to);
    assert_eq!(second, Some(first), "another encoding of the same value");
    places.through_json(&value, to);
}

impl Places {
    fn decoded(&self, bytes: &[u8], here: Representation) -> Option<Value> {
        let mut value = Value::Void;
        let mut slot = DynMut {
            lowered: &self.lowered,
            shape: &self.shape,
            value: &mut value,
        };
        decode_value(bytes, here, &self.field, &mut slot, &Limits::DEFAULT).ok()?;
        Some(value)
    }

    fn encoded(&self, value: &Value, here: Representation) -> Option<Vec<u8>> {
        let mut buf = Buf::new();
        let value = Dyn {
            lowered: &self.lowered,
            shape: &self.shape,
            value,
        };
        encode_value(&mut buf, here, &self.field, &value, &Limits::DEFAULT).ok()?;
        Some(buf.data().to_vec())
    }

    /// What people see of it stands for the same value.
    fn through_json(&self, value: &Value, here: Representation) {
        let (lowered, field, shape) = (&self.lowered, &self.field, &self.shape);
        let Ok(json) = value_to_json(lowered, field, shape, value) else {
            return;
        };
        let read = value_from_json(lowered, field, shape, &json);
        let Ok(read) = read else { return };
        self.encoded(&read, here).expect("what is read is a value");
    }
}

/// What omniORB and JacORB wrote, of the same types.
fn seeds() -> Vec<Vec<u8>> {
    let vectors = [
        include_str!("../../../vectors/cdr/values.hex"),
        include_str!("../../../vectors/cdr/values-jacorb.hex"),
    ];
    let lines = vectors.into_iter().flat_map(str::lines);
    lines
        .filter(|line| !line.starts_with('#'))
        .filter_map(seed)
        .collect()
}

fn seed(line: &str) -> Option<Vec<u8>> {
    let words: Vec<&str> = line.split(' ').collect();
    let [_, order, types, hex] = words[..] else {
        return None;
    };
    let choice = PLACES.iter().position(|places| *places == types)?;
    let bytes = hex.as_bytes().chunks(2).map(|pair| {
        let pair = str::from_utf8(pair).ok()?;
        u8::from_str_radix(pair, 16).ok()
    });
    let head = [Some(choice as u8), Some(u8::from(order == "big"))];
    head.into_iter().chain(bytes).collect()
}
