//! Definitions with one word changed, or one import.

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

/// The same with a word left out, doubled, replaced or put in, in any of its files, or with an import
/// that is wrong; most are none that a compiler accepts.
pub fn spoil(definition: &Definition, draw: &mut Draw) -> Definition {
    let names: Vec<String> = definition.files().map(|(name, _)| name).collect();
    let mut spoilt = definition.clone();
    let at = draw.below(names.len());
    let text = match at.checked_sub(1) {
        None => &mut spoilt.text,
        Some(at) => &mut spoilt.imported[at].1,
    };
    *text = match names.len() > 1 && draw.chance(40) {
        true => with_import(text, draw, &names, at),
        false => spoil::spoil(text, &WORDS, of_enumeration, draw),
    };
    spoilt
}

/// Changes one import, or adds one: of a file that is not there, that imports this one, that is not needed.
fn with_import(text: &str, draw: &mut Draw, names: &[String], file: usize) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let of = |line: &String| line.starts_with("import ") && !line.contains("google");
    let places: Vec<usize> = (0..lines.len()).filter(|at| of(&lines[*at])).collect();
    let kind = *draw.pick(&["", "", "public ", "weak "]);
    let other = draw.pick(names).clone();
    let odd = match draw.below(6) {
        0 => "nowhere.proto".to_owned(),
        1 => names[file].clone(),
        2 => format!("./{other}"),
        3 => other.replacen('/', "//", 1),
        4 => format!("inner/../{other}"),
        _ => other,
    };
    let import = format!("import {kind}\"{odd}\";");
    match (places.is_empty(), draw.below(4)) {
        (false, 0) => drop(lines.remove(*draw.pick(&places))),
        (false, 1) => {
            let line = &mut lines[*draw.pick(&places)];
            *line = match line.strip_prefix("import public ") {
                Some(rest) => format!("import {rest}"),
                None => line.replace("weak ", "").replacen(' ', " public ", 1),
            };
        }
        (false, 2) => lines[*draw.pick(&places)] = import,
        // Behind syntax and package.
        _ => lines.insert(2, import),
    }
    lines.join("\n")
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
