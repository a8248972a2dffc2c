//! Protocol Buffers compared with prost, with messages as prost's generator writes them.
//!
//! Values are those of our stubs: text and bytes borrow from the message, as they do in calls.
//! prost copies them; with `, copied` ours does too.

use std::borrow::Cow;
use std::hint::black_box;

use manyrpc_codec::meta::Field;
use manyrpc_codec::protobuf::{decode_value, encode_value};
use manyrpc_codec::{Buf, Decode, Encode};
use prost::Message;

use super::{Contestant, LIMITS, OURS, decodes, encodes, writes};
use crate::generated::database::{Info, InfoList};
use crate::generated::nested::{Link, Node};

/// The marshalled values, in the order of the tables. Copied ones are only decoded.
pub(super) const VALUES: [&str; 8] = [
    "info (protobuf)",
    "info, copied (protobuf)",
    "100 infos (protobuf)",
    "100 infos, copied (protobuf)",
    "tree (protobuf)",
    "tree, copied (protobuf)",
    "chain (protobuf)",
    "chain, copied (protobuf)",
];

/// Levels of the tree, whose nodes have two children each, and of the chain.
const TREE: i32 = 6;
const CHAIN: i32 = 9;

/// The code that ours is compared with.
const PROST: &str = "prost";

/// A stand-alone message.
const MESSAGE: Field = Field::plain("message");

#[derive(Clone, PartialEq, Message)]
struct TheirInfo {
    #[prost(int32, tag = "1")]
    id: i32,
    #[prost(string, tag = "2")]
    first_name: String,
    #[prost(string, tag = "3")]
    last_name: String,
    #[prost(int32, tag = "4")]
    age: i32,
    #[prost(string, tag = "5")]
    email: String,
    #[prost(string, tag = "6")]
    phone: String,
    #[prost(bool, tag = "7")]
    newsletter: bool,
    #[prost(float, tag = "8")]
    latitude: f32,
    #[prost(float, tag = "9")]
    longitude: f32,
    #[prost(bytes = "vec", tag = "10")]
    photo: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
struct TheirInfoList {
    #[prost(message, repeated, tag = "1")]
    infos: Vec<TheirInfo>,
}

#[derive(Clone, PartialEq, Message)]
struct TheirNode {
    #[prost(int32, tag = "1")]
    id: i32,
    #[prost(string, tag = "2")]
    name: String,
    #[prost(message, repeated, tag = "3")]
    children: Vec<TheirNode>,
}

#[derive(Clone, PartialEq, Message)]
struct TheirLink {
    #[prost(int32, tag = "1")]
    id: i32,
    #[prost(string, tag = "2")]
    name: String,
    #[prost(message, optional, boxed, tag = "3")]
    next: Option<Box<TheirLink>>,
}

/// A value in our type and in theirs, and the bytes that both encode it to.
struct Both<T, M> {
    ours: T,
    theirs: M,
    bytes: Vec<u8>,
}

impl<T: Encode, M: Message> Both<T, M> {
    fn new(ours: T, theirs: impl Fn(&T) -> M) -> Self {
        let theirs = theirs(&ours);
        let bytes = same_bytes(&ours, &theirs);
        Both {
            ours,
            theirs,
            bytes,
        }
    }
}

pub(super) struct Values {
    info: Both<Info<'static>, TheirInfo>,
    list: Both<InfoList<'static>, TheirInfoList>,
    tree: Both<Node<'static>, TheirNode>,
    chain: Both<Link<'static>, TheirLink>,
}

impl Values {
    pub(super) fn new() -> Self {
        let list = InfoList {
            infos: (0..100).map(info).collect(),
            unknown: Vec::new(),
        };
        Values {
            info: Both::new(info(1), theirs),
            list: Both::new(list, |list| TheirInfoList {
                infos: list.infos.iter().map(theirs).collect(),
            }),
            tree: Both::new(tree(TREE, 0), their_tree),
            chain: Both::new(chain(CHAIN), their_chain),
        }
    }

    pub(super) fn contestants(&self) -> Vec<Contestant<'_>> {
        let [
            info,
            info_copied,
            list,
            list_copied,
            tree,
            tree_copied,
            chain,
            chain_copied,
        ] = VALUES;
        let mut all = rivals([info, info_copied], &self.info, |v: Info<'_>| {
            drop(black_box(v.into_owned()));
        });
        all.extend(rivals(
            [list, list_copied],
            &self.list,
            |v: InfoList<'_>| {
                drop(black_box(v.into_owned()));
            },
        ));
        all.extend(rivals([tree, tree_copied], &self.tree, |v: Node<'_>| {
            drop(black_box(v.into_owned()));
        }));
        all.extend(rivals([chain, chain_copied], &self.chain, |v: Link<'_>| {
            drop(black_box(v.into_owned()));
        }));
        all
    }
}

fn name(id: i32) -> Cow<'static, str> {
    Cow::Owned(format!("node {id}"))
}

fn tree(levels: i32, id: i32) -> Node<'static> {
    let children = match levels {
        1 => Vec::new(),
        _ => (1..3).map(|i| tree(levels - 1, 2 * id + i)).collect(),
    };
    Node {
        id,
        name: name(id),
        children,
        unknown: Vec::new(),
    }
}

fn chain(levels: i32) -> Link<'static> {
    Link {
        id: levels,
        name: name(levels),
        next: (levels > 1).then(|| Box::new(chain(levels - 1))),
        unknown: Vec::new(),
    }
}

fn their_tree(v: &Node<'_>) -> TheirNode {
    TheirNode {
        id: v.id,
        name: v.name.to_string(),
        children: v.children.iter().map(their_tree).collect(),
    }
}

fn their_chain(v: &Link<'_>) -> TheirLink {
    let next = v.next.as_deref();
    TheirLink {
        id: v.id,
        name: v.name.to_string(),
        next: next.map(|next| Box::new(their_chain(next))),
    }
}

fn info(id: i32) -> Info<'static> {
    Info {
        id,
        first_name: Cow::Borrowed("Ada"),
        last_name: Cow::Borrowed("Lovelace"),
        age: 36,
        email: Cow::Borrowed("ada@example.org"),
        phone: Cow::Borrowed("+44 20 7946 0000"),
        newsletter: true,
        latitude: 51.5,
        longitude: -0.125,
        photo: Cow::Borrowed(&[]),
        unknown: Vec::new(),
    }
}

fn theirs(v: &Info<'_>) -> TheirInfo {
    TheirInfo {
        id: v.id,
        first_name: v.first_name.to_string(),
        last_name: v.last_name.to_string(),
        age: v.age,
        email: v.email.to_string(),
        phone: v.phone.to_string(),
        newsletter: v.newsletter,
        latitude: v.latitude,
        longitude: v.longitude,
        photo: v.photo.to_vec(),
    }
}

/// Comparing code that writes different bytes would be meaningless.
fn same_bytes<T: Encode, M: Message>(ours: &T, theirs: &M) -> Vec<u8> {
    let mut buf = Buf::new();
    encode_value(&mut buf, &MESSAGE, ours, &LIMITS).expect("the value fits its definition");
    let theirs = theirs.encode_to_vec();
    assert_eq!(buf.data(), theirs, "both encode to the same bytes");
    theirs
}

/// All encoders and decoders of a value; `copy` copies text and bytes.
fn rivals<'a, T: Encode, V: Decode<'a> + Default, M: Message + Default>(
    [borrowed, copied]: [&'static str; 2],
    both: &'a Both<T, M>,
    copy: impl Fn(V) + 'a,
) -> Vec<Contestant<'a>> {
    let mut all = Vec::from(encoders(borrowed, both));
    all.extend(decoders::<V, M>([borrowed, copied], &both.bytes, copy));
    all
}

/// Both encoders, into allocated memory.
fn encoders<'a, T: Encode, M: Message>(
    value: &'static str,
    Both { ours, theirs, .. }: &'a Both<T, M>,
) -> [Contestant<'a>; 2] {
    [
        encodes(value, OURS, move |buf| {
            encode_value(buf, &MESSAGE, black_box(ours), &LIMITS)
                .expect("the value fits its definition");
        }),
        writes(value, PROST, move |out| {
            let written = black_box(theirs).encode(out);
            written.expect("there is room for it");
        }),
    ]
}

/// Decoders into fresh values, which are dropped: borrowing as in calls, and with copies of text and bytes.
fn decoders<'a, T: Decode<'a> + Default, M: Message + Default>(
    [borrowed, copied]: [&'static str; 2],
    bytes: &'a [u8],
    copy: impl Fn(T) + 'a,
) -> [Contestant<'a>; 4] {
    let read = move || {
        let mut v = T::default();
        decode_value(black_box(bytes), &MESSAGE, &mut v, &LIMITS).expect("what was encoded");
        v
    };
    let theirs = move || drop(black_box(M::decode(black_box(bytes)).expect("as above")));
    [
        decodes(borrowed, OURS, move || drop(black_box(read()))),
        decodes(borrowed, PROST, theirs),
        decodes(copied, OURS, move || copy(read())),
        decodes(copied, PROST, theirs),
    ]
}
