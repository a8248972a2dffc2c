use manyrpc_codec::meta::{Field, Length};
use manyrpc_model::{Direction, Type, Value};
use serde_json::{Value as Json, json};

use super::*;
use crate::fixture::*;
use crate::lower::{Lowered, lower};

/// The zoo, with the request that the examples of errors are about.
fn lowered() -> Lowered {
    let mut module = zoo();
    module.types.push(record(
        "request",
        [("id", Type::I32), ("photo", Type::Bool)],
    ));
    let params = [("wanted", Direction::In, named("request"))];
    module.interfaces[0]
        .operations
        .push(operation(2, "info", params, Type::Void));
    let params = [("values", Direction::In, named("ints"))];
    module.interfaces[0]
        .operations
        .push(operation(3, "sum", params, Type::I64));
    lower(&module).unwrap()
}

/// Reads a value of a type and writes it again, which must give `written`.
#[track_caller]
fn reads(ty: Type, json: Json, written: Json) -> Value {
    let lowered = lowered();
    let (field, shape) = lowered.place("x", &ty).unwrap();
    let value = value_from_json(&lowered, &field, &shape, &json).unwrap();
    assert_eq!(value_to_json(&lowered, &field, &shape, &value), Ok(written));
    value
}

#[track_caller]
fn both_ways(ty: Type, json: Json) -> Value {
    reads(ty, json.clone(), json)
}

#[track_caller]
fn refuses(ty: Type, json: Json) -> String {
    let lowered = lowered();
    let (field, shape) = lowered.place("x", &ty).unwrap();
    let error = value_from_json(&lowered, &field, &shape, &json).unwrap_err();
    error.to_string()
}

#[track_caller]
fn bad_params(operation: &str, json: Json) -> String {
    let lowered = lowered();
    let members = &lowered.operation("V1", operation).unwrap().input;
    params_from_json(&lowered, members, &json)
        .unwrap_err()
        .to_string()
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    let id = bad_params("info", json!({"wanted": {"id": "7", "photo": true}}));
    assert_eq!(id, "args.wanted.id: expected integer, got string");
    let missing = bad_params("info", json!({"wanted": {"id": 7}}));
    assert_eq!(missing, "args.wanted: field `photo` (bool) is missing");
    let unknown = bad_params("info", json!([{"id": 7, "phto": true}]));
    assert_eq!(
        unknown,
        "args.wanted: unknown field `phto`; did you mean `photo`?"
    );
    let element = bad_params("sum", json!([[1, 2, 1.5]]));
    assert_eq!(element, "args.values[2]: expected integer, got a fraction");
    let bare = bad_params("info", json!({"id": "7", "photo": true}));
    assert_eq!(bare, "args.id: expected integer, got string");
    let misspelt = bad_params("info", json!({"id": 7, "phto": true}));
    assert_eq!(
        misspelt,
        "args: unknown field `phto`; did you mean `photo`?"
    );
    let count = bad_params("sum", json!([1, 2]));
    assert_eq!(count, "args: expected 1 parameters, got 2");
    let many = bad_params("sum", json!({"values": vec![0; 11]}));
    assert_eq!(many, "args.values: at most 10 elements permitted, got 11");
    let scalar = bad_params("everything", json!(3));
    assert_eq!(
        scalar,
        "args: expected an object or array of parameters, got a number"
    );
    let member = refuses(named("color"), json!("GREAN"));
    assert_eq!(
        member,
        "x: unknown member of `color` `GREAN`; did you mean `GREEN`?"
    );
    assert_eq!(refuses(Type::I8, json!(128)), "x: 128 is out of range");
    let nested = refuses(
        array(array(Type::Bool, UNBOUNDED), UNBOUNDED),
        json!([[], [true, null]]),
    );
    assert_eq!(nested, "x[1][1]: expected true or false, got null");
}

#[test]
fn parameters_by_name_by_place_or_alone() {
    let lowered = lowered();
    let read = |operation: &str, json: Json| {
        let members = &lowered.operation("V1", operation).unwrap().input;
        params_from_json(&lowered, members, &json)
    };
    let wanted = Ok(vec![Value::Record(vec![Value::I32(7), Value::Bool(true)])]);
    assert_eq!(
        read("info", json!({"wanted": {"id": 7, "photo": true}})),
        wanted
    );
    assert_eq!(read("info", json!([{"id": 7, "photo": true}])), wanted);
    // Parameters that are a single record are that record.
    assert_eq!(read("info", json!({"id": 7, "photo": true})), wanted);
    assert_eq!(read("nothing", json!(null)), Ok(vec![]));
    assert_eq!(read("nothing", json!([])), Ok(vec![]));
    assert_eq!(read("nothing", json!({})), Ok(vec![]));
    let one = vec![(Field::plain("n"), crate::lower::Shape::U8)];
    let one = crate::lower::Members::plain("one", one);
    assert_eq!(
        params_from_json(&lowered, &one, &json!(5)),
        Ok(vec![Value::U8(5)])
    );
}

#[test]
fn integers() {
    both_ways(Type::U32, json!(u32::MAX));
    both_ways(Type::I64, json!(-9007199254740992i64));
    reads(Type::I64, json!(i64::MIN), json!("-9223372036854775808"));
    both_ways(Type::U64, json!("18446744073709551615"));
    assert_eq!(reads(Type::U64, json!("7"), json!(7)), Value::U64(7));
    refuses(Type::U64, json!(-1));
    refuses(Type::I64, json!(u64::MAX));
    refuses(Type::U8, json!(1e3));
    refuses(Type::I32, json!(u64::MAX));
    refuses(Type::I64, json!("seven"));
}

#[test]
fn floating_point() {
    assert_eq!(both_ways(Type::F32, json!(0.1)), Value::F32(0.1));
    both_ways(Type::F32, json!(3.4028235e38));
    both_ways(Type::F64, json!(-0.0));
    both_ways(Type::F64, json!("Infinity"));
    both_ways(Type::F32, json!("-Infinity"));
    let nan = both_ways(Type::F64, json!("NaN"));
    assert!(matches!(nan, Value::F64(v) if v.is_nan()));
    reads(Type::F64, json!(3), json!(3.0));
    assert_eq!(refuses(Type::F32, json!(1e39)), "x: 1e+39 is out of range");
    both_ways(Type::F128, json!("0x3fff0000000000000000000000000000"));
    refuses(Type::F128, json!("0x3fff"));
    refuses(Type::F128, json!(1.0));
}

#[test]
fn text_and_bytes() {
    both_ways(text(5), json!("né\u{0}"));
    assert_eq!(
        refuses(text(2), json!("nné")),
        "x: at most 2 bytes of text permitted, got 4"
    );
    // RFC 4648, section 10.
    let foobar = both_ways(Type::Bytes(UNBOUNDED), json!("Zm9vYmFy"));
    assert_eq!(foobar, Value::Bytes(b"foobar".into()));
    both_ways(Type::Bytes(UNBOUNDED), json!("Zg=="));
    let hex = reads(
        Type::Bytes(UNBOUNDED),
        json!({"hex": "00fF"}),
        json!("AP8="),
    );
    assert_eq!(hex, Value::Bytes(vec![0, 255]));
    for bad in [
        json!("%%"),
        json!({"hex": "0"}),
        json!({"hex": "0g"}),
        json!({"hax": ""}),
        json!(1),
    ] {
        refuses(Type::Bytes(UNBOUNDED), bad);
    }
    let fixed = Type::Bytes(manyrpc_model::Length::Fixed(2));
    assert_eq!(refuses(fixed, json!("")), "x: expected 2 bytes, got 0");
}

#[test]
fn optionals_and_lists() {
    both_ways(optional(Type::I32), json!(null));
    both_ways(optional(Type::I32), json!(3));
    let twice = || optional(optional(Type::I32));
    assert_eq!(both_ways(twice(), json!(null)), Value::Optional(None));
    let inner_none = Value::Optional(Some(Box::new(Value::Optional(None))));
    assert_eq!(both_ways(twice(), json!({"some": null})), inner_none);
    both_ways(twice(), json!({"some": 3}));
    refuses(twice(), json!(3));

    both_ways(
        named("groups"),
        json!([{"name": "wheel"}, {"name": "staff"}]),
    );
    reads(named("groups"), json!(null), json!([]));
    let host = json!([{"name": "h"}]);
    reads(named("hosts"), host, json!([{"name": "h", "groups": []}]));
    reads(
        named("tree"),
        json!({"key": 1}),
        json!({"key": 1, "left": null, "right": null}),
    );
}

#[test]
fn unions() {
    both_ways(named("choice"), json!({"follows": true, "entry": "x"}));
    both_ways(named("choice"), json!({"follows": false}));
    both_ways(named("number"), json!({"width": 64, "wide": 5}));
    both_ways(named("number"), json!({"width": 3, "other": "AA=="}));
    let outcome = both_ways(named("outcome"), json!({"status": "GREY"}));
    let value = Box::new(Value::Void);
    assert_eq!(outcome, Value::Union { label: 7, value });
    // An arm with the discriminant's name, and a label without an arm.
    both_ways(
        named("outcome"),
        json!({"status": "GREEN", "value": {"status": "BLUE"}}),
    );
    both_ways(named("outcome"), json!({"status": 99, "value": null}));
    reads(
        named("outcome"),
        json!({"status": 1}),
        json!({"status": "BLUE"}),
    );

    let error = |json| refuses(named("choice"), json);
    assert_eq!(
        error(json!({"entry": "x"})),
        "x: discriminant `follows` is missing"
    );
    assert_eq!(error(json!({"follows": true})), "x: arm `entry` is missing");
    assert_eq!(
        error(json!({"follows": true, "entri": "x"})),
        "x: unknown arm `entri`; did you mean `entry`?"
    );
    error(json!({"follows": false, "entry": "x"}));
    assert_eq!(
        error(json!({"follows": 1})),
        "x.follows: expected true or false, got a number"
    );
    assert_eq!(
        error(json!({"follows": true, "entry": 1})),
        "x.entry: expected a string, got a number"
    );
}

#[test]
fn arrays_of_every_scalar() {
    for (ty, values) in [
        (Type::Bool, json!([true, false])),
        (Type::I16, json!([-1, 2])),
        (Type::I32, json!([-1, 2])),
        (Type::U32, json!([1, 2])),
        (Type::I64, json!([-1, "9223372036854775807"])),
        (Type::U64, json!([1, "18446744073709551615"])),
        (Type::F32, json!([0.1, "NaN"])),
        (Type::F64, json!([0.1, "Infinity"])),
        (named("color"), json!(["RED", "GREEN"])),
    ] {
        both_ways(array(ty, UNBOUNDED), values);
    }
}

#[test]
fn a_value_of_another_shape_is_named() {
    let lowered = lowered();
    let field = Field::sized("x", Length::UpTo(3));
    let shape = crate::lower::Shape::Text;
    let error = value_to_json(&lowered, &field, &shape, &Value::Void).unwrap_err();
    assert_eq!(error.message, "the value is not of type text<3>");
}

/// A record with a member of the parameter's own name is never taken for its container.
#[test]
fn a_whole_record_is_not_confused_with_its_name() {
    let mut module = zoo();
    let members = [
        ("wanted", Type::I32.optional()),
        ("id", Type::I32.optional()),
    ];
    module.types.push(record("request", members));
    let params = [("wanted", Direction::In, named("request"))];
    let info = operation(2, "info", params, Type::Void);
    module.interfaces[0].operations.push(info);
    let lowered = lower(&module).unwrap();
    let members = &lowered.operation("V1", "info").unwrap().input;
    let read = |json: Json| params_from_json(&lowered, members, &json);
    let some = |n| Value::Optional(Some(Box::new(Value::I32(n))));
    let record = |a, b| Ok(vec![Value::Record(vec![a, b])]);
    let none = Value::Optional(None);
    assert_eq!(read(json!({"wanted": 3})), record(some(3), none.clone()));
    assert_eq!(read(json!({"id": 3})), record(none.clone(), some(3)));
    assert!(read(json!({"wanted": {"id": 3}})).is_err());
    assert_eq!(read(json!({})), record(none.clone(), none));
}
