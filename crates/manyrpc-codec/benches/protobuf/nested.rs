//! Messages in messages, as the generator writes them.

use std::borrow::Cow;

use manyrpc_codec::meta::{Field, Length, Record};
use manyrpc_codec::{Decode, Encode, Fail, Fields, Sink, Slots, Source};

pub(crate) static NODE: Field = Field::plain("node");

const CHILD: Field = Field::plain("children").number(3).explicit();

static FIELDS: [Field; 4] = [
    Field::plain("id").number(1),
    Field::plain("name").number(2),
    Field::of("children", Length::UpTo(u32::MAX), const { &CHILD }).number(3),
    Field::plain("blob").number(4),
];
static RECORD: Record = Record::of("node", &FIELDS);

/// As the generator writes it: text and bytes borrow.
pub(crate) type Node<'a> = NodeOf<Cow<'a, str>, Cow<'a, [u8]>>;

/// The same with owned text and bytes.
pub(crate) type Owned = NodeOf<String, Vec<u8>>;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct NodeOf<T, B> {
    pub(crate) id: i32,
    pub(crate) name: T,
    pub(crate) children: Vec<NodeOf<T, B>>,
    pub(crate) blob: B,
}

impl<T: Encode, B: Encode> Encode for NodeOf<T, B> {
    #[inline]
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        s.record(f, &RECORD, self);
    }
}

impl<T: Encode, B: Encode> Fields for NodeOf<T, B> {
    #[inline]
    fn fields<S: Sink>(&self, s: &mut S) {
        s.field(&FIELDS[0], &self.id);
        s.field(&FIELDS[1], &self.name);
        s.field(&FIELDS[2], &self.children);
        s.field(&FIELDS[3], &self.blob);
    }
}

impl<'de, T: Decode<'de> + Default, B: Decode<'de> + Default> Decode<'de> for NodeOf<T, B> {
    #[inline]
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.record(f, &RECORD, self)
    }
}

impl<'de, T: Decode<'de> + Default, B: Decode<'de> + Default> Slots<'de> for NodeOf<T, B> {
    #[inline]
    fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        s.slot(&FIELDS[0], &mut self.id)?;
        s.slot(&FIELDS[1], &mut self.name)?;
        s.slot(&FIELDS[2], &mut self.children)?;
        s.slot(&FIELDS[3], &mut self.blob)
    }
    #[inline]
    fn one<S: Source<'de>>(&mut self, i: usize, s: &mut S) -> Result<(), Fail> {
        match i {
            0 => s.slot(&FIELDS[0], &mut self.id),
            1 => s.slot(&FIELDS[1], &mut self.name),
            2 => s.slot(&FIELDS[2], &mut self.children),
            3 => s.slot(&FIELDS[3], &mut self.blob),
            _ => Err(Fail),
        }
    }
}

static LINK_FIELDS: [Field; 3] = [
    Field::plain("id").number(1),
    Field::plain("name").number(2),
    Field::plain("next").number(3).explicit(),
];
static LINK: Record = Record::of("link", &LINK_FIELDS);

/// A message nested in a message.
pub(crate) type Link<'a> = LinkOf<Cow<'a, str>>;

/// The same with owned text.
pub(crate) type OwnedLink = LinkOf<String>;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct LinkOf<T> {
    pub(crate) id: i32,
    pub(crate) name: T,
    pub(crate) next: Option<Box<LinkOf<T>>>,
}

impl<T: Encode> Encode for LinkOf<T> {
    #[inline]
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        s.record(f, &LINK, self);
    }
}

impl<T: Encode> Fields for LinkOf<T> {
    #[inline]
    fn fields<S: Sink>(&self, s: &mut S) {
        s.field(&LINK_FIELDS[0], &self.id);
        s.field(&LINK_FIELDS[1], &self.name);
        s.field(&LINK_FIELDS[2], &self.next);
    }
}

impl<'de, T: Decode<'de> + Default> Decode<'de> for LinkOf<T> {
    #[inline]
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.record(f, &LINK, self)
    }
}

impl<'de, T: Decode<'de> + Default> Slots<'de> for LinkOf<T> {
    #[inline]
    fn all<S: Source<'de>>(&mut self, s: &mut S) -> Result<(), Fail> {
        s.slot(&LINK_FIELDS[0], &mut self.id)?;
        s.slot(&LINK_FIELDS[1], &mut self.name)?;
        s.slot(&LINK_FIELDS[2], &mut self.next)
    }
    #[inline]
    fn one<S: Source<'de>>(&mut self, i: usize, s: &mut S) -> Result<(), Fail> {
        match i {
            0 => s.slot(&LINK_FIELDS[0], &mut self.id),
            1 => s.slot(&LINK_FIELDS[1], &mut self.name),
            2 => s.slot(&LINK_FIELDS[2], &mut self.next),
            _ => Err(Fail),
        }
    }
}

fn node(id: i32, children: Vec<Node<'static>>, blob: usize) -> Node<'static> {
    NodeOf {
        id,
        name: format!("node {id}").into(),
        children,
        blob: vec![7; blob].into(),
    }
}

/// A full binary tree.
pub(crate) fn tree(levels: i32, id: i32) -> Node<'static> {
    let children = match levels {
        1 => Vec::new(),
        _ => (1..3).map(|i| tree(levels - 1, 2 * id + i)).collect(),
    };
    node(id, children, 0)
}

pub(crate) fn chain(levels: i32, blob: usize) -> Node<'static> {
    let children = match levels {
        1 => Vec::new(),
        _ => vec![chain(levels - 1, blob)],
    };
    node(levels, children, blob)
}

pub(crate) fn flat(children: i32) -> Node<'static> {
    node(
        0,
        (1..=children).map(|i| node(i, Vec::new(), 0)).collect(),
        0,
    )
}

pub(crate) fn links(levels: i32) -> Link<'static> {
    LinkOf {
        id: levels,
        name: format!("node {levels}").into(),
        next: (levels > 1).then(|| Box::new(links(levels - 1))),
    }
}

/// The blocks that decoding must allocate; text and bytes only if they are copied.
pub(crate) fn blocks(v: &Node<'_>, copied: bool) -> Vec<usize> {
    let children = v.children.len() * size_of::<Node<'_>>();
    let own = match copied {
        true => vec![v.name.len(), children, v.blob.len()],
        false => vec![children],
    };
    let inside = v.children.iter().flat_map(|v| blocks(v, copied));
    own.into_iter().chain(inside).filter(|n| *n > 0).collect()
}

/// The same for a chain.
pub(crate) fn link_blocks(v: &Link<'_>, copied: bool) -> Vec<usize> {
    let name = copied.then_some(v.name.len());
    let next = v.next.iter().flat_map(|next| {
        let inside = link_blocks(next, copied);
        [size_of::<Link<'_>>()].into_iter().chain(inside)
    });
    name.into_iter().chain(next).collect()
}
