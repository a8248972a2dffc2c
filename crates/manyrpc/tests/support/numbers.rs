//! Messages of one number, as dynamic values.

use manyrpc_model::Value;

pub(crate) fn number(value: i32) -> Vec<Value> {
    vec![Value::Record(vec![Value::I32(value)])]
}

pub(crate) fn value(of: &[Value]) -> i32 {
    match of {
        [Value::Record(fields)] => match fields[..] {
            [Value::I32(value)] => value,
            _ => panic!("{fields:?}"),
        },
        _ => panic!("{of:?}"),
    }
}
