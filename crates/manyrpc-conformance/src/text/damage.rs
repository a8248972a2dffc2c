//! Texts that are cut off or damaged.

use manyrpc_draw::Draw;

use super::peer::{Peer, Question};
use super::subject::{Findings, Subject, Theirs, note, recoded};
use super::tree::Tree;
use crate::codecs::Syntax;

/// How often a text is cut off.
const CUTS: usize = 50;
/// How often a text is damaged.
const WOUNDS: u64 = 3;
/// What is put where it does not belong: what means something in one of the syntaxes.
const SIGNS: &[u8] = b"{}[],:\"\\<>/&;='!?-+.eE01 \t\n\0\x1f\x7f\x80\xc0\xed\xf8\xff";

/// What is cut off must be refused.
pub(super) fn cut_off(subjects: &[Subject], theirs: &[Theirs<'_>], findings: &mut Findings) {
    // Numbers that are cut off are others.
    let whole = |of: &&Theirs<'_>| matches!(of.drawn.tree, Tree::Record(_) | Tree::Object(_));
    for one in theirs.iter().filter(whole) {
        let subject = &subjects[one.at];
        let length = one.text.trim_ascii_end().len();
        let ends = (0..length).step_by(one.text.len() / CUTS + 1);
        for end in ends.filter(|end| is_cut(one.syntax, &one.text[*end..])) {
            let text = &one.text[..end];
            for (values, again) in recoded(subject, &one.drawn.of, one.syntax, text) {
                if again.is_ok() {
                    let text = String::from_utf8_lossy(text);
                    let why = format!("our {values} values accept what is cut off: {text}");
                    note(findings, one.at, subject, one.drawn, &why);
                }
            }
        }
    }
}

/// Whether what is lost was part of the value; of UTF-16 that is not looked at.
fn is_cut(syntax: Syntax, lost: &[u8]) -> bool {
    syntax == Syntax::Json || lost.windows(2).any(|w| w == b"</")
}

/// What is no text to them must be none to us, wherever in it the damage is.
pub(super) fn damaged(
    peer: &mut Peer,
    subjects: &[Subject],
    theirs: &[Theirs<'_>],
    findings: &mut Findings,
) -> Result<(), String> {
    // Python's parser has the names of XML's fourth edition, and ours those of the fifth; in other
    // texts than those of UTF-16 nearly no damage makes the difference.
    let told = |one: &&Theirs<'_>| !matches!(one.text[..], [0xfe, 0xff, ..] | [0xff, 0xfe, ..]);
    let wounds = theirs.iter().filter(told).flat_map(|one| {
        let of = one.drawn.seed ^ one.syntax as u64;
        (0..WOUNDS).map(move |nth| (one, wounded(&mut Draw::nth(of, nth), &one.text)))
    });
    let wounds: Vec<(&Theirs<'_>, Vec<u8>)> = wounds.collect();
    let questions: Vec<Question<'_>> = wounds
        .iter()
        .map(|(one, text)| match one.syntax {
            Syntax::Json => Question::ReadJson(text),
            _ => Question::ReadXml(text),
        })
        .collect();
    for (answer, (one, text)) in peer.ask(&questions)?.into_iter().zip(&wounds) {
        let Err(why) = answer else { continue };
        if one.syntax == Syntax::Xml && !(why.starts_with("ExpatError") && names_its_encoding(text))
        {
            // It is XML: which documents are XML-RPC, too, is told in other words by everybody.
            continue;
        }
        let subject = &subjects[one.at];
        for (values, again) in recoded(subject, &one.drawn.of, one.syntax, text) {
            if again.is_ok() {
                let text = String::from_utf8_lossy(text);
                let why = format!("our {values} values accept what Python refuses ({why}): {text}");
                note(findings, one.at, subject, one.drawn, &why);
            }
        }
    }
    Ok(())
}

/// Whether the encoding goes by a name of its own, if any. What a byte order mark says comes before any
/// name to us, and `utf8` is what it is to everybody else; to Python names that it does not know, or knows
/// otherwise than its XML parser does, are encodings whose characters have one byte each.
fn names_its_encoding(text: &[u8]) -> bool {
    const NAMES: [&str; 4] = ["utf-8", "us-ascii", "iso-8859-1", "utf-16"];
    let text = String::from_utf8_lossy(text);
    let Some((_, name)) = text.split_once("encoding=") else {
        return true;
    };
    let end = |c: char| c == '"' || c == '\'';
    let name = name.split(end).nth(1).unwrap_or_default();
    NAMES.contains(&name.to_lowercase().as_str())
}

/// A text with one place that is not as it was.
fn wounded(draw: &mut Draw, text: &[u8]) -> Vec<u8> {
    let mut text = text.to_vec();
    let at = draw.below(text.len());
    let sign = *draw.pick(SIGNS);
    match draw.below(5) {
        0 => text[at] ^= 1 << draw.below(8),
        1 => text[at] = sign,
        2 => text.insert(at, sign),
        3 => drop(text.remove(at)),
        _ => {
            let end = text.len().min(at + 1 + draw.below(8));
            text.extend_from_within(at..end);
            let length = end - at;
            text[at..].rotate_right(length);
        }
    }
    text
}
