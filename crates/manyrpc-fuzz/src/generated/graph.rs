// Generated from graph.idl by manyrpc; do not edit.

use manyrpc_codec::stub;

/// Record `node`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Field `value`.
    pub value: i32,
    /// Field `next`.
    pub next: stub::Shared<Node>,
}

static NODE_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("value").number(1),
    stub::Field::of(
            "next",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("next")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static NODE: stub::Record = stub::Record::of("node", &NODE_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Node, NODE, NODE_FIELDS { 0 value, 1 next }
}

impl stub::Standalone for Node {
    const PLACE: &'static stub::Field = &stub::Field::plain("node")
        .ndr(stub::ndr_place!(defers true));
}

/// `edge` of the definition.
pub type Edge = stub::Shared<Node>;

/// `number` of the definition.
pub type Number = stub::Shared<i32>;

/// The UUID of interface `graph`, in printed order.
pub const GRAPH_UUID: [u8; 16] = 0x8a4d2c1e_6b70_4c55_9e0f_2d51c3a7b904_u128
    .to_be_bytes();

/// The version of interface `graph`, major and minor.
pub const GRAPH_VERSION: (u16, u16) = (1, 0);

/// The number of operation `turn`.
pub const GRAPH_TURN: u32 = 0;

static GRAPH_TURN_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "first",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("first")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
    stub::Field::of(
            "second",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("second")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

/// What operation `turn` takes.
pub static GRAPH_TURN_IN: stub::Record = stub::Record::of(
        "turn_in",
        &GRAPH_TURN_IN_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .xml(const { &stub::XmlRecord::wrapper("urn:graph", "turn", "urn:graph#turn") });

/// What a call of `turn` takes.
#[derive(Clone, Debug, Default)]
pub struct GraphTurnIn {
    /// Parameter `first`.
    pub first: stub::Shared<Node>,
    /// Parameter `second`.
    pub second: stub::Shared<Node>,
}

stub::plain_fields! {
    GraphTurnIn, GRAPH_TURN_IN_FIELDS { 0 first, 1 second }
}

stub::plain_slots! {
    GraphTurnIn, GRAPH_TURN_IN_FIELDS { 0 first, 1 second }
}

static GRAPH_TURN_OUT_FIELDS: [stub::Field; 3] = [
    stub::Field::of(
            "first",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("first")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
    stub::Field::of(
            "third",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("third")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
    stub::Field::of(
            "fourth",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("fourth")
                    .ndr(stub::ndr_place!(defers true))
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3),
];

/// What operation `turn` gives.
pub static GRAPH_TURN_OUT: stub::Record = stub::Record::of(
        "turn_out",
        &GRAPH_TURN_OUT_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:graph",
            "turnResponse",
            "urn:graph:graph:turnResponse",
        )
    });

/// What a call of `turn` gives.
#[derive(Clone, Debug, Default)]
pub struct GraphTurnOut {
    /// Parameter `first`.
    pub first: stub::Shared<Node>,
    /// Parameter `third`.
    pub third: stub::Shared<Node>,
    /// Parameter `fourth`.
    pub fourth: stub::Shared<Node>,
}

stub::plain_fields! {
    GraphTurnOut, GRAPH_TURN_OUT_FIELDS { 0 first, 1 third, 2 fourth }
}

stub::plain_slots! {
    GraphTurnOut, GRAPH_TURN_OUT_FIELDS { 0 first, 1 third, 2 fourth }
}

/// The number of operation `count`.
pub const GRAPH_COUNT: u32 = 1;

static GRAPH_COUNT_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "given",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("given")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
];

/// What operation `count` takes.
pub static GRAPH_COUNT_IN: stub::Record = stub::Record::of(
        "count_in",
        &GRAPH_COUNT_IN_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .xml(const { &stub::XmlRecord::wrapper("urn:graph", "count", "urn:graph#count") });

/// What a call of `count` takes.
#[derive(Clone, Debug, Default)]
pub struct GraphCountIn {
    /// Parameter `given`.
    pub given: stub::Shared<Node>,
}

stub::plain_fields! {
    GraphCountIn, GRAPH_COUNT_IN_FIELDS { 0 given }
}

stub::plain_slots! {
    GraphCountIn, GRAPH_COUNT_IN_FIELDS { 0 given }
}

static GRAPH_COUNT_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "nodes",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("nodes").number(1).explicit() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
    stub::Field::of(
            "last",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("last")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

/// What operation `count` gives.
pub static GRAPH_COUNT_OUT: stub::Record = stub::Record::of(
        "count_out",
        &GRAPH_COUNT_OUT_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:graph",
            "countResponse",
            "urn:graph:graph:countResponse",
        )
    });

/// What a call of `count` gives.
#[derive(Clone, Debug, Default)]
pub struct GraphCountOut {
    /// Parameter `nodes`.
    pub nodes: stub::Shared<i32>,
    /// Parameter `last`.
    pub last: stub::Shared<Node>,
}

stub::plain_fields! {
    GraphCountOut, GRAPH_COUNT_OUT_FIELDS { 0 nodes, 1 last }
}

stub::plain_slots! {
    GraphCountOut, GRAPH_COUNT_OUT_FIELDS { 0 nodes, 1 last }
}
