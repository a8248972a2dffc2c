//! Definitions with one word changed.

use crate::definition::Definition;
use crate::{Draw, spoil};

/// Words that replace others, or stand before them.
const WORDS: [&str; 60] = [
    "0",
    "-1",
    "1",
    "65536",
    "2147483648",
    "4294967296",
    "99999999999999999999",
    "\"x\"",
    "1.5",
    "1d",
    "x",
    "'a'",
    "TRUE",
    "void",
    "long",
    "unsigned",
    "short",
    "char",
    "octet",
    "float",
    "boolean",
    "any",
    "Object",
    "string",
    "wstring",
    "sequence",
    "sequence<long>",
    "fixed<3,1>",
    "string<0>",
    "const",
    "struct",
    "struct s_x { long s_y; }",
    "union",
    "enum",
    "enum e_x { e_y }",
    "exception",
    "interface",
    "module",
    "typedef",
    "case",
    "default:",
    "{",
    "}",
    ";",
    "=",
    "(",
    ")",
    ",",
    ":",
    "::",
    "<",
    ">",
    "+",
    "<< 2",
    "~",
    "in",
    "out",
    "oneway",
    "readonly",
    "raises",
];

/// Definitions that may stand between others.
const ITEMS: [&str; 14] = [
    "typedef long x;",
    "struct x { x y; };",
    "struct x { sequence<x> y; };",
    "struct x;",
    "interface x;",
    "interface x { void x(); };",
    "local interface x {};",
    "abstract interface x {};",
    "valuetype x { public long y; };",
    "valuetype x long;",
    "native x;",
    "exception x {};",
    "const long x = y;",
    "module x { typedef long y; };",
];

/// The same with a word left out, doubled, replaced or put in, or with one more definition; most are none
/// that a compiler accepts. Pragmas are left out: they need lines of their own.
pub fn spoil(definition: &Definition, draw: &mut Draw) -> Definition {
    let lines = definition
        .text
        .lines()
        .filter(|line| !line.starts_with('#'));
    let text = lines.collect::<Vec<_>>().join("\n");
    Definition {
        text: spoil::spoil(&text, &WORDS, one_more_item, draw),
        ..definition.clone()
    }
}

fn one_more_item(words: &mut Vec<&str>, draw: &mut Draw) {
    let ends = words.iter().enumerate().filter(|(_, word)| **word == ";");
    let ends: Vec<usize> = ends.map(|(at, _)| at + 1).collect();
    if !ends.is_empty() {
        let at = *draw.pick(&ends);
        words.insert(at, *draw.pick(&ITEMS));
    }
}
