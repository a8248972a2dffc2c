//! Inputs that once broke a rule of a target.

const TEXT: &str = include_str!("../finds.txt");

/// The inputs of one target.
///
/// # Panics
/// The file does not have the format described in its first lines.
pub fn of(target: &str) -> Vec<Vec<u8>> {
    let all = lines().map(|line| parse(line).unwrap_or_else(|| panic!("finds.txt: {line}")));
    all.filter(|(name, _)| *name == target)
        .map(|(_, input)| input)
        .collect()
}

/// The lines except comments.
fn lines() -> impl Iterator<Item = &'static str> {
    TEXT.lines().filter(|line| !line.starts_with('#'))
}

/// A target's name and an input; a description follows.
fn parse(line: &str) -> Option<(&str, Vec<u8>)> {
    let mut words = line.splitn(3, ' ');
    let (name, digits, _what) = (words.next()?, words.next()?, words.next()?);
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else {
        return None;
    };
    let byte = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    Some((name, pairs.iter().map(byte).collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::{lines, parse};
    use crate::TARGETS;

    #[test]
    fn every_find_is_of_a_target_there_is() {
        for line in lines() {
            let (name, _) = parse(line).unwrap_or_else(|| panic!("{line}"));
            assert!(TARGETS.iter().any(|target| target.name == name), "{line}");
        }
    }
}
