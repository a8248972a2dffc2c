//! The place of an offset in JSON text: the path that leads there, and the text there.

use crate::lower::{Lowered, Shape};

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// To the member with a name.
    Member(String),
    /// To the element with an index.
    Item(usize),
}

/// A place in JSON.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Place<'t> {
    /// The path.
    pub(super) steps: Vec<Step>,
    /// A short description of the value there, or its start.
    pub(super) found: &'t str,
}

impl<'t> Place<'t> {
    /// The place of an offset in text that is well-formed up to there.
    pub(super) fn at(text: &'t str, offset: usize) -> Self {
        let mut walk = Walk {
            text,
            at: 0,
            open: Vec::new(),
        };
        while walk.at < offset && walk.advance(offset) {}
        let steps = walk.open.into_iter().filter_map(Open::step).collect();
        Place {
            steps,
            found: found(text.get(offset..).unwrap_or_default()),
        }
    }
}

/// A short description of the value at the start of a text, or its start.
fn found(rest: &str) -> &str {
    const MOST: usize = 60;
    let rest = rest.trim_start();
    let end = match rest.as_bytes() {
        [b'{', ..] => return "an object",
        [b'[', ..] => return "an array",
        [] => return "nothing",
        [b'"', ..] => string(rest),
        _ => rest
            .find([',', '}', ']', ' ', '\n', ':'])
            .unwrap_or(rest.len()),
    };
    let mut end = end.min(MOST);
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    &rest[..end]
}

/// The length of the string at the start of a text.
fn string(text: &str) -> usize {
    let mut escaped = false;
    let end = text.bytes().enumerate().skip(1).find(|(_, byte)| {
        let ends = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// An open container: an object with its current member, or an array with its current element.
enum Open {
    Object { member: Option<String>, named: bool },
    Array(usize),
}

impl Open {
    fn step(self) -> Option<Step> {
        match self {
            Open::Object { member, .. } => member.map(Step::Member),
            Open::Array(at) => Some(Step::Item(at)),
        }
    }
}

struct Walk<'t> {
    text: &'t str,
    at: usize,
    open: Vec<Open>,
}

impl Walk<'_> {
    /// Consumes one token; false at the end of the text, and for strings that extend beyond `offset`.
    fn advance(&mut self, offset: usize) -> bool {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let Some(first) = rest.bytes().next() else {
            return false;
        };
        let mut length = 1;
        match first {
            b'{' => self.open.push(Open::Object {
                member: None,
                named: false,
            }),
            b'[' => self.open.push(Open::Array(0)),
            b'}' | b']' => drop(self.open.pop()),
            b',' => match self.open.last_mut() {
                Some(Open::Object { named, .. }) => *named = false,
                Some(Open::Array(at)) => *at += 1,
                None => {}
            },
            b'"' => {
                length = string(rest);
                if self.at + length > offset {
                    return false;
                }
                if let Some(Open::Object { member, named }) = self.open.last_mut()
                    && !std::mem::replace(named, true)
                {
                    let quoted = rest.get(..length).unwrap_or_default();
                    *member = serde_json::from_str(quoted).ok();
                }
            }
            _ => {}
        }
        self.at += length;
        true
    }
}

/// The shape at the end of these steps, starting from a shape.
pub(super) fn shape(lowered: &Lowered, from: &Shape, steps: &[Step]) -> Option<Shape> {
    let mut shape = from.clone();
    for step in steps {
        shape = match (bare(&shape).clone(), step) {
            (Shape::Record(id), Step::Member(name)) => member(lowered, id, name)?,
            (Shape::Array(element), Step::Item(_)) => (*element).clone(),
            (Shape::Array(element), Step::Member(_)) => match *element {
                Shape::Record(entry) => lowered.record(entry).shapes.get(1)?.clone(),
                _ => return None,
            },
            _ => return None,
        };
    }
    Some(bare(&shape).clone())
}

fn bare(shape: &Shape) -> &Shape {
    match shape {
        Shape::Optional(inner) => bare(inner),
        shape => shape,
    }
}

fn member(lowered: &Lowered, message: crate::lower::TypeId, name: &str) -> Option<Shape> {
    let message = lowered.record(message);
    let mut fields = message.meta.fields.iter();
    if let Some(at) = fields.position(|f| f.name == name || f.json_name() == name) {
        return message.shapes.get(at).cloned();
    }
    let mut arms = message.meta.arms.iter();
    let arm = arms.find(|arm| arm.name == name || arm.json == name)?;
    match bare(message.shapes.get(usize::from(arm.field))?) {
        Shape::Union(id) => lowered.union(*id).shapes.get(usize::from(arm.arm)).cloned(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offset_is_a_place() {
        let text = r#"{"a": [1, {"b\"": true, "c": "x,y"}], "d": null}"#;
        let at = |word: &str| {
            let place = Place::at(text, text.find(word).unwrap());
            let steps = place.steps.into_iter().map(|step| match step {
                Step::Member(name) => format!(".{name}"),
                Step::Item(at) => format!("[{at}]"),
            });
            (steps.collect::<String>(), place.found)
        };
        let is = |steps: &str, found| (steps.to_owned(), found);
        assert_eq!(at("{\"a"), is("", "an object"));
        assert_eq!(at("[1"), is(".a", "an array"));
        assert_eq!(at("1,"), is(".a[0]", "1"));
        assert_eq!(at("true"), is(".a[1].b\"", "true"));
        assert_eq!(at("\"x,y"), is(".a[1].c", "\"x,y\""));
        assert_eq!(at("null"), is(".d", "null"));
    }
}
