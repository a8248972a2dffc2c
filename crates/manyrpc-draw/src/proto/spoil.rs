//! Definitions with one word changed.

use crate::definition::Definition;
use crate::{Draw, spoil};

/// Words that replace others, or stand behind them.
const WORDS: [&str; 40] = [
    "0",
    "-1",
    "1",
    "19000",
    "536870911",
    "536870912",
    "2147483648",
    "99999999999999999999",
    "\"x\"",
    "1.5",
    "x",
    ".x",
    "int32",
    "string",
    "float",
    "bytes",
    "group",
    "map<string, int32>",
    "map<float, int32>",
    "repeated",
    "optional",
    "required",
    "oneof",
    "reserved 1;",
    "reserved \"a\";",
    "extensions 1 to max;",
    "message X {}",
    "enum X {}",
    "option allow_alias = true;",
    "[packed = true]",
    "[default = 1]",
    "[json_name = \"a\"]",
    "[lazy = true]",
    "{",
    "}",
    ";",
    "=",
    "to max",
    "option message_set_wire_format = true;",
    "import \"google/protobuf/any.proto\";",
];

/// The same with a word left out, doubled, replaced or put in; most are none that a compiler accepts.
pub fn spoil(definition: &Definition, draw: &mut Draw) -> Definition {
    spoil::spoil(definition, &WORDS, of_enumeration, draw)
}

/// Makes the values of a map those of an enumeration, if there are both.
fn of_enumeration(words: &mut Vec<&str>, draw: &mut Draw) {
    let behind = |word: &str, by: usize| -> Vec<usize> {
        let places = words.iter().enumerate().filter(|(_, w)| **w == word);
        places
            .map(|(at, _)| at + by)
            .filter(|at| *at < words.len())
            .collect()
    };
    let (maps, enums) = (behind("map", 4), behind("enum", 1));
    if !maps.is_empty() && !enums.is_empty() {
        words[*draw.pick(&maps)] = words[*draw.pick(&enums)];
    }
}
