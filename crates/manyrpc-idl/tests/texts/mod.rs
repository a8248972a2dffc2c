//! Texts that are drawn for each language: documentation, and definitions with something changed.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// Documentation that a comment can hold, with all that is odd about it.
pub(crate) fn doc() -> impl Strategy<Value = String> {
    let word = "[!-)+-.0-~é#%*]{1,9}";
    let line = vec(word, 1..4).prop_map(|words| words.join(" "));
    let lines = vec(prop_oneof![4 => line, 1 => Just(String::new())], 0..4);
    lines.prop_map(|lines| lines.join("\n").trim_matches(['\n', ' ']).to_owned())
}

/// One of several definitions, in which some tokens stand instead of as many words as are removed.
pub(crate) fn changed(
    of: &[&str],
    which: Index,
    from: Index,
    removed: usize,
    tokens: &[&str],
) -> String {
    let text = which.get(of);
    let words: Vec<&str> = text
        .split_inclusive([' ', '\n', ';', '{', ',', '('])
        .collect();
    let from = from.index(words.len());
    let behind = (from + removed).min(words.len());
    [&words[..from], tokens, &words[behind..]].concat().concat()
}
