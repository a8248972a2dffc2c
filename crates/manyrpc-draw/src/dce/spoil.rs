//! Definitions with one word changed.

use crate::definition::Definition;
use crate::{Draw, spoil};

/// Words that replace others, or stand before them.
const WORDS: [&str; 64] = [
    "0",
    "-1",
    "1",
    "65536",
    "2147483648",
    "4294967296",
    "99999999999999999999",
    "\"x\"",
    "1.5",
    "x",
    "'a'",
    "TRUE",
    "NULL",
    "void",
    "long",
    "hyper",
    "unsigned",
    "short",
    "char",
    "wchar_t",
    "float",
    "boolean",
    "byte",
    "handle_t",
    "int",
    "__int64",
    "small",
    "const",
    "*",
    "**",
    "[]",
    "[2]",
    "[size_is(2)]",
    "[string]",
    "[ref]",
    "[unique]",
    "[ptr]",
    "[in]",
    "[out]",
    "[in, out]",
    "[context_handle]",
    "struct",
    "struct { long x; }",
    "union",
    "enum",
    "enum { X, Y }",
    "typedef",
    "typedef long x;",
    "const long x = 1;",
    "case",
    "default",
    "{",
    "}",
    ";",
    "=",
    "(",
    ")",
    ",",
    ":",
    "+",
    "<< 2",
    "error_status_t",
    "long x;",
    "void *",
];

/// Attributes that may stand beside others.
const ATTRIBUTES: [&str; 32] = [
    "ref,",
    "unique,",
    "ptr,",
    "string,",
    "in,",
    "out,",
    "size_is(2),",
    "size_is(,2),",
    "length_is(1),",
    "first_is(0),",
    "max_is(3),",
    "last_is(1),",
    "min_is(0),",
    "switch_is(1),",
    "switch_type(long),",
    "switch_type(hyper),",
    "context_handle,",
    "v1_enum,",
    "idempotent,",
    "broadcast,",
    "maybe,",
    "callback,",
    "local,",
    "object,",
    "uuid(12345678-9012-b456-8001-080020b033d7),",
    "version(1.0),",
    "version(70000.0),",
    "endpoint(\"ncacn_ip_tcp:[135]\"),",
    "pointer_default(ref),",
    "range(0, 5),",
    "helpstring(\"x\"),",
    "nonsense,",
];

/// The same with a word left out, doubled, replaced or put in, or with one more attribute; most are none
/// that a compiler accepts.
pub fn spoil(definition: &Definition, draw: &mut Draw) -> Definition {
    Definition {
        text: spoil::spoil(&definition.text, &WORDS, one_more_attribute, draw),
        ..definition.clone()
    }
}

fn one_more_attribute(words: &mut Vec<&str>, draw: &mut Draw) {
    let lists = words.iter().enumerate().filter(|(_, word)| **word == "[");
    let lists: Vec<usize> = lists.map(|(at, _)| at + 1).collect();
    let at = *draw.pick(&lists);
    words.insert(at, *draw.pick(&ATTRIBUTES));
}
