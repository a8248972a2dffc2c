//! Messages with something changed in them: a value, an element, an attribute.

use std::ops::Range;

use manyrpc_draw::Draw;

/// What a value is replaced with.
const WORDS: [&str; 28] = [
    "",
    " ",
    "0",
    "-1",
    "+5",
    "007",
    "1.0",
    "1e3",
    ".5",
    "128",
    "65536",
    "-99999999999999999999",
    "true",
    "TRUE",
    "NaN",
    "INF",
    "x",
    " x ",
    "a  b",
    "red",
    "2026-02-30",
    "2026-11-27",
    "2026-11-27T24:00:00Z",
    "24:00:00",
    "P1D",
    "AA==",
    "0F",
    "urn:é",
];

/// What is put into a value.
const LETTERS: [&str; 14] = [
    "0", "9", "a", "Z", "-", "+", ".", ":", " ", "\t", "\n", "é", "&#32;", "&#9;",
];

/// Attributes that an element gets.
const ATTRIBUTES: [&str; 5] = [
    " xsi:nil=\"true\"",
    " xsi:nil=\"false\"",
    " other=\"1\"",
    " xml:lang=\"en\"",
    " xmlns=\"urn:elsewhere\"",
];

/// An element by the places of its parts.
struct Element {
    /// Its whole text.
    all: Range<usize>,
    /// The name in its start tag.
    name: Range<usize>,
    /// Its attributes and declarations, each with the space before it.
    attributes: Vec<Range<usize>>,
    /// The end of its start tag.
    tag: usize,
    /// Its end tag.
    end: usize,
    depth: usize,
    has_elements: bool,
}

/// The levels of the envelope, the body, and what is in it.
const ROOT: usize = 2;

/// The message with one change at the elements of its header, body or detail, or in these, if it has any.
pub(super) fn damaged(draw: &mut Draw, message: &str, is_fault: bool) -> Option<String> {
    // A detail is the last element in a fault.
    let (root, from) = match is_fault {
        true => (ROOT + 2, message.find("etail>")?),
        false => (ROOT, 0),
    };
    let all = elements(message)?;
    let (roots, inner): (Vec<_>, Vec<_>) = all
        .iter()
        .filter(|element| element.depth >= root && element.all.start > from)
        .partition(|element| element.depth == root);
    if roots.is_empty() {
        return None;
    }
    let of = if inner.is_empty() { &roots } else { &inner };
    let one = *draw.pick(of);
    match draw.below(10) {
        0 if one.depth > root => Some(replaced(message, &one.all, "")),
        1 if one.depth > root => Some(inserted(message, one.all.end, &message[one.all.clone()])),
        2 if one.depth > root => exchanged(draw, message, one, &inner),
        3 if one.depth > root => Some(renamed(draw, message, one, &inner)),
        4 | 5 => Some(with_attributes(draw, message, one)),
        _ => {
            let has_text = |element: &&Element| !element.has_elements && element.tag < element.end;
            let texts: Vec<&Element> = roots.into_iter().chain(inner).filter(has_text).collect();
            match texts.is_empty() {
                true => Some(with_attributes(draw, message, one)),
                false => {
                    let one = *draw.pick(&texts);
                    let text = message[one.tag..one.end].to_owned();
                    Some(replaced(
                        message,
                        &(one.tag..one.end),
                        &changed(draw, &text),
                    ))
                }
            }
        }
    }
}

fn replaced(message: &str, range: &Range<usize>, by: &str) -> String {
    [&message[..range.start], by, &message[range.end..]].concat()
}

fn inserted(message: &str, at: usize, what: &str) -> String {
    replaced(message, &(at..at), what)
}

/// Characters of a value, or of an attribute.
fn changed(draw: &mut Draw, text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let at = draw.below(letters.len() + 1);
    let (before, behind) = letters.split_at(at);
    let (before, behind): (String, String) = (before.iter().collect(), behind.iter().collect());
    match draw.below(6) {
        0 | 1 => (*draw.pick(&WORDS)).to_owned(),
        2 => before + draw.pick::<&str>(&LETTERS) + &behind,
        3 => before + behind.get(1..).unwrap_or_default(),
        4 => format!(" \n{text}\t "),
        _ => text.repeat(2),
    }
}

/// With the next element where another one is.
fn exchanged(draw: &mut Draw, message: &str, one: &Element, all: &[&Element]) -> Option<String> {
    let is_apart =
        |other: &&&Element| other.all.start >= one.all.end || other.all.end <= one.all.start;
    let others: Vec<_> = all.iter().filter(is_apart).collect();
    if others.is_empty() {
        return Some(replaced(message, &one.all, ""));
    }
    let other = *draw.pick(&others);
    let (first, last) = match one.all.start < other.all.start {
        true => (one, *other),
        false => (*other, one),
    };
    let moved = replaced(message, &last.all, &message[first.all.clone()]);
    Some(replaced(&moved, &first.all, &message[last.all.clone()]))
}

/// With another name: that of another element, or none that there is.
fn renamed(draw: &mut Draw, message: &str, one: &Element, all: &[&Element]) -> String {
    let own = &message[one.name.clone()];
    let name = match draw.below(3) {
        0 => format!("{own}x"),
        1 => own.rsplit(':').next().unwrap_or(own).to_owned(),
        _ => message[draw.pick(all).name.clone()].to_owned(),
    };
    let mut text = message.to_owned();
    if one.end < one.all.end {
        text = replaced(&text, &(one.end + 2..one.end + 2 + own.len()), &name);
    }
    replaced(&text, &one.name, &name)
}

fn with_attributes(draw: &mut Draw, message: &str, one: &Element) -> String {
    if one.attributes.is_empty() || draw.chance(25) {
        return inserted(message, one.name.end, draw.pick::<&str>(&ATTRIBUTES));
    }
    let range = draw.pick(&one.attributes).clone();
    let text = &message[range.clone()];
    let (name, value) = text.split_once('=').unwrap_or((text, "\"\""));
    let value = &value[1..value.len() - 1];
    let now = match draw.below(4) {
        0 => String::new(),
        1 => format!("{name}x=\"{value}\""),
        _ => {
            let value = changed(draw, value).replace(['<', '"'], "");
            format!("{name}=\"{value}\"")
        }
    };
    replaced(message, &range, &now)
}

/// The elements of a message that we wrote, in the order of their start tags.
fn elements(message: &str) -> Option<Vec<Element>> {
    let mut all: Vec<Element> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(found) = message[at..].find('<') {
        let start = at + found;
        if message[start..].starts_with("</") {
            at = start + message[start..].find('>')? + 1;
            let element = &mut all[open.pop()?];
            (element.end, element.all.end) = (start, at);
            continue;
        }
        let mut element = start_tag(message, start)?;
        element.depth = open.len();
        at = element.tag;
        if let Some(around) = open.last() {
            all[*around].has_elements = true;
        }
        if !message[..at].ends_with("/>") {
            open.push(all.len());
        }
        all.push(element);
    }
    Some(all)
}

fn start_tag(message: &str, start: usize) -> Option<Element> {
    let name = start + 1..start + message[start..].find([' ', '>', '/'])?;
    let (mut at, mut attributes) = (name.end, Vec::new());
    while message[at..].starts_with(' ') {
        let open = at + message[at..].find('"')?;
        let end = open + 1 + message[open + 1..].find('"')? + 1;
        attributes.push(at..end);
        at = end;
    }
    let tag = at + message[at..].find('>')? + 1;
    Some(Element {
        all: start..tag,
        name,
        attributes,
        tag,
        end: tag,
        depth: 0,
        has_elements: false,
    })
}
