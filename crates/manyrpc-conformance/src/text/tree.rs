//! What a text says, apart from how it says it: trees, as `peers/text/tree.py` has them.

/// A value of a syntax of characters.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    /// Null, nil.
    Nothing,
    Bool(bool),
    Integer(i128),
    Number(f64),
    /// Of single precision.
    Single(f32),
    Text(String),
    Bytes(Vec<u8>),
    /// A date, as XML-RPC writes it.
    Date(String),
    /// A member of an enumeration: its name and its number.
    Member(String, i64),
    /// A number of an enumeration that is no member's: text would be a name.
    Stranger(i64),
    List(Vec<Tree>),
    /// Members by name, in order.
    Object(Vec<(String, Tree)>),
    /// The same where they may come in any order, and others beside them.
    Record(Vec<(String, Tree)>),
}

impl Tree {
    /// As the peers read it.
    pub(super) fn written(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.put(&mut out);
        out
    }

    fn put(&self, out: &mut Vec<u8>) {
        match self {
            Tree::Nothing => out.push(b'n'),
            Tree::Bool(v) => out.push(if *v { b't' } else { b'f' }),
            Tree::Integer(v) => put_text(out, b"i", v.to_string().as_bytes()),
            Tree::Number(v) => put_number(out, *v),
            Tree::Single(v) => put_number(out, f64::from(*v)),
            Tree::Text(v) => put_text(out, b"s", v.as_bytes()),
            Tree::Bytes(v) => put_text(out, b"x", v),
            Tree::Date(v) => put_text(out, b"w", v.as_bytes()),
            Tree::Member(name, number) => {
                put_text(out, b"e", name.as_bytes());
                put_text(out, b"", number.to_string().as_bytes());
            }
            Tree::Stranger(number) => put_text(out, b"u", number.to_string().as_bytes()),
            Tree::List(items) => {
                put_count(out, b'a', items.len());
                items.iter().for_each(|item| item.put(out));
            }
            Tree::Object(members) => put_members(out, b'o', members),
            Tree::Record(members) => put_members(out, b'r', members),
        }
    }

    /// As the peers write it.
    pub(super) fn read(bytes: &[u8]) -> Option<Tree> {
        let mut rest = bytes;
        let tree = take(&mut rest)?;
        rest.is_empty().then_some(tree)
    }
}

fn put_number(out: &mut Vec<u8>, v: f64) {
    out.push(b'd');
    out.extend(v.to_le_bytes());
}

fn put_text(out: &mut Vec<u8>, kind: &[u8], text: &[u8]) {
    out.extend(kind);
    out.extend((text.len() as u32).to_le_bytes());
    out.extend(text);
}

fn put_count(out: &mut Vec<u8>, kind: u8, count: usize) {
    out.push(kind);
    out.extend((count as u32).to_le_bytes());
}

fn put_members(out: &mut Vec<u8>, kind: u8, members: &[(String, Tree)]) {
    put_count(out, kind, members.len());
    for (name, value) in members {
        put_text(out, b"", name.as_bytes());
        value.put(out);
    }
}

fn take(rest: &mut &[u8]) -> Option<Tree> {
    let kind = take_bytes(rest, 1)?[0];
    Some(match kind {
        b'n' => Tree::Nothing,
        b't' | b'f' => Tree::Bool(kind == b't'),
        b'i' => match take_text(rest)?.parse() {
            Ok(v) => Tree::Integer(v),
            // Beyond what any type has, so only that it is an integer matters.
            Err(_) => Tree::Number(f64::INFINITY),
        },
        b'd' => Tree::Number(f64::from_le_bytes(take_bytes(rest, 8)?.try_into().ok()?)),
        b's' => Tree::Text(take_text(rest)?),
        b'w' => Tree::Date(take_text(rest)?),
        b'x' => {
            let length = take_count(rest)?;
            Tree::Bytes(take_bytes(rest, length)?.to_vec())
        }
        b'a' => {
            let count = take_count(rest)?;
            Tree::List((0..count).map(|_| take(rest)).collect::<Option<_>>()?)
        }
        b'o' => {
            let count = take_count(rest)?;
            let member = |_| Some((take_text(rest)?, take(rest)?));
            Tree::Object((0..count).map(member).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

fn take_bytes<'a>(rest: &mut &'a [u8], n: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(n)?;
    *rest = left;
    Some(taken)
}

fn take_count(rest: &mut &[u8]) -> Option<usize> {
    let bytes = take_bytes(rest, 4)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
}

/// Text; what Python has of lone surrogates becomes something that no text of ours is.
fn take_text(rest: &mut &[u8]) -> Option<String> {
    let length = take_count(rest)?;
    Some(String::from_utf8_lossy(take_bytes(rest, length)?).into_owned())
}
