//! ProtoJSON for people: what it says beyond the official suite, which the crate `manyrpc-conformance`
//! runs. The definition is `interfaces/kinds.proto`.

use std::path::Path;

use manyrpc_codec::meta::Field;
use manyrpc_codec::{Buf, Limits, json, protobuf};
use manyrpc_dynamic::json::{value_from_json, value_to_json};
use manyrpc_dynamic::{Dyn, DynMut, Lowered, Shape, lower};
use manyrpc_model::{Type, Value};
use serde_json::{Value as Json, json};

const LIMITS: Limits = Limits::DEFAULT;

struct Kinds {
    lowered: Lowered,
    field: Field,
    shape: Shape,
}

impl Kinds {
    fn new() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../interfaces/kinds.proto");
        let (module, said) = manyrpc_idl::load(path, &Default::default());
        let lowered = lower(&module.unwrap_or_else(|| panic!("{said:?}"))).unwrap();
        let all = Type::Named("All".to_owned());
        let (field, shape) = lowered.place("all", &all).unwrap();
        Kinds {
            lowered,
            field,
            shape,
        }
    }

    fn read(&self, json: &Json) -> Result<Value, String> {
        let read = value_from_json(&self.lowered, &self.field, &self.shape, json);
        read.map_err(|e| e.to_string())
    }

    fn shown(&self, value: &Value) -> Json {
        value_to_json(&self.lowered, &self.field, &self.shape, value).unwrap()
    }

    fn of_bytes(&self, hex: &str) -> Value {
        let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();
        let mut value = Value::Void;
        let mut slot = DynMut {
            lowered: &self.lowered,
            shape: &self.shape,
            value: &mut value,
        };
        protobuf::decode_value(&bytes, &self.field, &mut slot, &LIMITS).unwrap();
        value
    }

    /// As calls write it.
    fn written(&self, value: &Value) -> Result<String, String> {
        let mut buf = Buf::new();
        let value = Dyn {
            lowered: &self.lowered,
            shape: &self.shape,
            value,
        };
        let written = json::encode_value(&mut buf, &self.field, &value, &LIMITS);
        written.map_err(|e| e.to_string())?;
        Ok(String::from_utf8(buf.data().to_vec()).unwrap())
    }
}

/// What a peer sends that ProtoJSON cannot say is an error where it would travel, and shown to people
/// in another form, which they may give back.
#[test]
fn what_has_no_json_is_shown_nevertheless() {
    let kinds = Kinds::new();
    for (bytes, expected, refused) in [
        // Nanoseconds beyond a second.
        (
            "a20106108094ebdc03",
            json!({"atMoment": {"nanos": 1_000_000_000}}),
            "`at_moment` is not a moment",
        ),
        // A path with a capital letter.
        (
            "b201050a03614262",
            json!({"mask": {"paths": ["aBb"]}}),
            "`mask` is not made of names",
        ),
        // A type that nobody knows.
        (
            "d2010a0a05782f792e7a1201ff",
            json!({"any": {"@type": "x/y.z", "@value": "/w=="}}),
            "`any` holds a message of type `y.z`",
        ),
        // A value of no kind.
        (
            "c20100",
            json!({"anything": null}),
            "`anything` is not a value of any kind",
        ),
    ] {
        let value = kinds.of_bytes(bytes);
        assert_eq!(kinds.shown(&value), expected);
        let error = kinds.written(&value).unwrap_err();
        assert!(error.starts_with(refused), "{error}");
        let back = kinds.read(&expected).unwrap();
        assert_eq!(kinds.shown(&back), expected);
    }
}

/// The deepest message that the limits permit fits half of a thread's usual stack.
#[test]
fn the_deepest_message_fits_the_stack() {
    let nested = |levels: u32| (1..levels).fold(json!({}), |all, _| json!({ "messageArm": all }));
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    let run = thread.spawn(move || {
        let kinds = Kinds::new();
        // The JSON that people give is read by a parser with a limit of its own, of 128 levels.
        let deepest = nested(120);
        let value = kinds.read(&deepest).unwrap();
        assert_eq!(kinds.shown(&value), deepest);
    });
    run.unwrap().join().unwrap();
}

#[test]
fn nests_have_a_limit() {
    let kinds = Kinds::new();
    let text = |levels: usize| {
        format!(
            "{}{{}}{}",
            "{\"messageArm\":".repeat(levels),
            "}".repeat(levels)
        )
    };
    let read = |text: &str| {
        let mut value = Value::Void;
        let mut slot = DynMut {
            lowered: &kinds.lowered,
            shape: &kinds.shape,
            value: &mut value,
        };
        json::decode_value(text.as_bytes(), &kinds.field, &mut slot, &LIMITS)
            .map_err(|e| e.to_string())
    };
    assert_eq!(read(&text(127)), Ok(()));
    for levels in [128, 100_000] {
        let error = read(&text(levels)).unwrap_err();
        assert!(error.starts_with("nested too deeply"), "{error}");
    }
    // So have messages of any type, and values of any kind.
    let any = "{\"@type\":\"a/google.protobuf.Any\",\"value\":".repeat(100_000);
    assert!(read(&format!("{{\"any\":{any}")).is_err());
    let values = "[".repeat(100_000);
    assert!(read(&format!("{{\"anything\":{values}")).is_err());
}

#[test]
fn members_are_told_by_their_places() {
    let kinds = Kinds::new();
    for (json, expected) in [
        (
            json!({"by_name": {"a": 1.5}}),
            "all.by_name.a: expected an integer, got 1.5",
        ),
        (
            json!({"colours": ["COLOUR_BLUE", "BLUE"]}),
            "all.colours[1]: unknown member of `Colour` `BLUE`",
        ),
        (
            json!({"colours": ["COLOUR_BLUE", true]}),
            "all.colours[1]: expected an integer, got true",
        ),
        (
            json!({"textArm": "a", "numberArm": 1}),
            "all.numberArm: `numberArm` occurs twice",
        ),
        (
            json!({"manyNumbers": [null]}),
            "all.manyNumbers[0]: expected an integer, got null",
        ),
        (
            json!({"messageArm": []}),
            "all.messageArm: expected an object, got an array",
        ),
        (
            json!({"byTruth": {"yes": ""}}),
            "all.byTruth: expected true or false, got \"yes\"",
        ),
        (
            json!({"messageArm": {"wideNumbr": 1}}),
            "all.messageArm.wideNumbr: unknown field `wideNumbr`; did you mean `wideNumber`?",
        ),
    ] {
        assert_eq!(kinds.read(&json).unwrap_err(), expected);
    }
}
