//! Definitions in DCE's language recorded in a file together with answers of a foreign system.
//!
//! A definition starts with a line `definition NAME`, followed by its lines, each prefixed with `|`. The
//! lines after that are not interpreted here.

use crate::{Definition, Language};

/// The definitions, each with the lines after it.
pub fn definitions(text: &str) -> impl Iterator<Item = (Definition, &str)> {
    text.split("definition ").skip(1).map(|of| {
        let (name, rest) = of.split_once('\n').unwrap_or((of, ""));
        let lines = rest.split_inclusive('\n');
        let own = lines.take_while(|line| line.starts_with('|'));
        let length: usize = own.clone().map(str::len).sum();
        let body: String = own.map(|line| &line[1..]).collect();
        (Definition::new(Language::Dce, name, body), &rest[length..])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_definition_are_told_from_those_behind() {
        let all = definitions("definition a\n|x\n|\n|y\nsound 1\nok\ndefinition b\n|z\n");
        let all: Vec<_> = all.map(|(of, rest)| (of.name, of.text, rest)).collect();
        let [a, b] = &all[..] else { panic!("{all:?}") };
        assert_eq!((&*a.0, &*a.1, a.2), ("a", "x\n\ny\n", "sound 1\nok\n"));
        assert_eq!((&*b.0, &*b.1, b.2), ("b", "z\n", ""));
    }
}
