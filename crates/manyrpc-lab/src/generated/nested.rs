// Generated from nested.proto by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// A tree: children in an array.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node<'a> {
    /// Field `id`.
    pub id: i32,
    /// Field `name`.
    pub name: Cow<'a, str>,
    /// Field `children`.
    pub children: Vec<Node<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static NODE_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("id").number(1).proto().spare(),
    stub::Field::plain("name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2)
        .proto()
        .spare(),
    stub::Field::of(
            "children",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("children")
                    .ndr(stub::ndr_place!(defers true))
                    .number(3)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(3)
        .proto()
        .spare(),
];

static NODE: stub::Record = stub::Record::of("Node", &NODE_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    Node<'de>, NODE, NODE_FIELDS { 0 id, 1 name, 2 children } unknown
}

impl Node<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Node<'static> {
        Node {
            id: self.id,
            name: Cow::Owned(self.name.into_owned()),
            children: self.children.into_iter().map(|v| v.into_owned()).collect(),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Node<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Node")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// A chain: one in the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Link<'a> {
    /// Field `id`.
    pub id: i32,
    /// Field `name`.
    pub name: Cow<'a, str>,
    /// Field `next`.
    pub next: Option<Box<Link<'a>>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static LINK_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("id").number(1).proto().spare(),
    stub::Field::plain("name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2)
        .proto()
        .spare(),
    stub::Field::of(
            "next",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("next")
                    .ndr(stub::ndr_place!(defers true))
                    .number(3)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3)
        .proto()
        .spare(),
];

static LINK: stub::Record = stub::Record::of("Link", &LINK_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    Link<'de>, LINK, LINK_FIELDS { 0 id, 1 name, 2 next } unknown
}

impl Link<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Link<'static> {
        Link {
            id: self.id,
            name: Cow::Owned(self.name.into_owned()),
            next: self.next.map(|v| Box::new(v.into_owned())),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Link<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Link")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}
