// Generated from graphs.wsdl by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Record `Node`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node<'a> {
    /// Field `label`.
    pub label: Option<Cow<'a, str>>,
    /// Field `next`.
    pub next: stub::Chain<NodeElement<'a>>,
}

static NODE_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "label",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("label")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(nillable : true,))
        .number(1),
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
        .xml(stub::xml_place!(nillable : true,))
        .number(2),
];

static NODE: stub::Record = stub::Record::of("Node", &NODE_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .xml(const {
        &stub::XmlRecord {
            element: None,
            action: stub::Cow::Borrowed(""),
            addressed: stub::Cow::Borrowed(""),
            ty: stub::XmlName::of("urn:manyrpc.example.graphs", "Node"),
            attributes: false,
            headers: false,
            mixed: false,
            encoded: false,
        }
    });

stub::plain_record! {
    Node<'de>, NODE, NODE_FIELDS { 0 label, 1 next }
}

impl Node<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Node<'static> {
        Node {
            label: self.label.map(|v| Cow::Owned(v.into_owned())),
            next: stub::Chain(self.next.0.into_iter().map(|v| v.into_owned()).collect()),
        }
    }
}

impl stub::Standalone for Node<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Node")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `Pair`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pair<'a> {
    /// Field `left`.
    pub left: stub::Chain<NodeElement<'a>>,
    /// Field `right`.
    pub right: stub::Chain<NodeElement<'a>>,
}

static PAIR_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "left",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("left")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            link : Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("next"), nillable : true,))),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(nillable : true,))
        .number(1),
    stub::Field::of(
            "right",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("right")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            link : Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("next"), nillable : true,))),
                        ),
                    )
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(nillable : true,))
        .number(2),
];

static PAIR: stub::Record = stub::Record::of("Pair", &PAIR_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .xml(const {
        &stub::XmlRecord {
            element: None,
            action: stub::Cow::Borrowed(""),
            addressed: stub::Cow::Borrowed(""),
            ty: stub::XmlName::of("urn:manyrpc.example.graphs", "Pair"),
            attributes: false,
            headers: false,
            mixed: false,
            encoded: false,
        }
    });

stub::plain_record! {
    Pair<'de>, PAIR, PAIR_FIELDS { 0 left, 1 right }
}

impl Pair<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Pair<'static> {
        Pair {
            left: stub::Chain(self.left.0.into_iter().map(|v| v.into_owned()).collect()),
            right: stub::Chain(
                self.right.0.into_iter().map(|v| v.into_owned()).collect(),
            ),
        }
    }
}

impl stub::Standalone for Pair<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Pair")
        .ndr(stub::ndr_place!(defers true));
}

/// `Nodes` of the definition.
pub type Nodes<'a> = Vec<Node<'a>>;

/// `Texts` of the definition.
pub type Texts<'a> = Vec<Cow<'a, str>>;

/// `Grid` of the definition.
pub type Grid = Vec<Vec<i32>>;

/// `Row` of the definition.
pub type Row = Vec<i32>;

/// `Rows` of the definition.
pub type Rows = Vec<Vec<i32>>;

/// Enumeration `Hue`.
#[allow(clippy::enum_variant_names, reason = "the definition's names")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum Hue {
    /// `red`, 0.
    #[default]
    Red = 0,
    /// `light_blue`, 1.
    LightBlue = 1,
}

/// Gives the value back where no member has it.
impl TryFrom<i32> for Hue {
    type Error = i32;
    fn try_from(value: i32) -> Result<Self, i32> {
        match value {
            0 => Ok(Self::Red),
            1 => Ok(Self::LightBlue),
            _ => Err(value),
        }
    }
}

static HUE: stub::Enum = stub::Enum::of(
        "Hue",
        const {
            &[(stub::Cow::Borrowed("red"), 0), (stub::Cow::Borrowed("light_blue"), 1)]
        },
    )
    .lexical(const { &[stub::Cow::Borrowed("red"), stub::Cow::Borrowed("light blue")] })
    .named(const { &stub::XmlName::of("urn:manyrpc.example.graphs", "Hue") });

impl stub::Encode for Hue {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.enumeration(f, &HUE, *self as i32);
    }
}

impl<'de> stub::Decode<'de> for Hue {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        let mut value = *self as i32;
        s.enumeration(f, &HUE, &mut value)?;
        *self = Self::try_from(value).map_err(|_| stub::Fail)?;
        Ok(())
    }
}

impl stub::Standalone for Hue {
    const PLACE: &'static stub::Field = &stub::Field::plain("Hue")
        .ndr(stub::ndr_place!(bits 32))
        .number(1);
}

/// `Code` of the definition.
pub type Code<'a> = Cow<'a, str>;

/// `Grade` of the definition.
pub type Grade = i32;

/// Record `Coded`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coded<'a> {
    /// Field `hue`.
    pub hue: Hue,
    /// Field `code`.
    pub code: Cow<'a, str>,
    /// Field `grade`.
    pub grade: i32,
}

static CODED_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("hue").ndr(stub::ndr_place!(bits 32)).number(1),
    stub::Field::plain("code")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(
            stub::xml_place!(
                ty : Some(stub::Link::Static(const { &
                stub::XmlName::of("urn:manyrpc.example.graphs", "Code") })), facets :
                Some(stub::Link::Static(const { & stub::Facets { length : None,
                min_length : None, max_length : None, patterns :
                stub::Cow::Borrowed(const { & [stub::Cow::Borrowed("[A-Z]{3}-[0-9]+"),]
                }), values : stub::Cow::Borrowed(const { & [] }), min : None, max : None,
                above : None, below : None, digits : None, places : None, } })),
            ),
        )
        .number(2),
    stub::Field::plain("grade")
        .xml(
            stub::xml_place!(
                ty : Some(stub::Link::Static(const { &
                stub::XmlName::of("urn:manyrpc.example.graphs", "Grade") })), facets :
                Some(stub::Link::Static(const { & stub::Facets { length : None,
                min_length : None, max_length : None, patterns :
                stub::Cow::Borrowed(const { & [] }), values : stub::Cow::Borrowed(const {
                & [] }), min : Some(stub::Cow::Borrowed("1")), max :
                Some(stub::Cow::Borrowed("5")), above : None, below : None, digits :
                None, places : None, } })),
            ),
        )
        .number(3),
];

static CODED: stub::Record = stub::Record::of("Coded", &CODED_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .xml(const {
        &stub::XmlRecord {
            element: None,
            action: stub::Cow::Borrowed(""),
            addressed: stub::Cow::Borrowed(""),
            ty: stub::XmlName::of("urn:manyrpc.example.graphs", "Coded"),
            attributes: false,
            headers: false,
            mixed: false,
            encoded: false,
        }
    });

stub::plain_record! {
    Coded<'de>, CODED, CODED_FIELDS { 0 hue, 1 code, 2 grade }
}

impl Coded<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Coded<'static> {
        Coded {
            hue: self.hue,
            code: Cow::Owned(self.code.into_owned()),
            grade: self.grade,
        }
    }
}

impl stub::Standalone for Coded<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Coded")
        .ndr(stub::ndr_place!(defers true));
}

/// `Hues` of the definition.
pub type Hues = Vec<Hue>;

/// Element of a list of `Node`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeElement<'a> {
    /// Field `label`.
    pub label: Option<Cow<'a, str>>,
}

static NODE_ELEMENT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "label",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("label")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(nillable : true,))
        .number(1),
];

static NODE_ELEMENT: stub::Record = stub::Record::of(
        "Node_element",
        &NODE_ELEMENT_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .xml(const {
        &stub::XmlRecord {
            element: None,
            action: stub::Cow::Borrowed(""),
            addressed: stub::Cow::Borrowed(""),
            ty: stub::XmlName::of("urn:manyrpc.example.graphs", "Node"),
            attributes: false,
            headers: false,
            mixed: false,
            encoded: false,
        }
    });

stub::plain_record! {
    NodeElement<'de>, NODE_ELEMENT, NODE_ELEMENT_FIELDS { 0 label }
}

impl NodeElement<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> NodeElement<'static> {
        NodeElement {
            label: self.label.map(|v| Cow::Owned(v.into_owned())),
        }
    }
}

/// What names interface `Graphs`, and its operations.
pub static GRAPHS: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "Graphs",
        full_name: "Graphs",
        program: 0x2269f18d,
        uuid: 0x4c151766_aae7_55c6_b3bc_9c300b715e24_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &GRAPHS_ECHO_NODE,
        &GRAPHS_ECHO_PAIR,
        &GRAPHS_ECHO_NODES,
        &GRAPHS_ECHO_TEXTS,
        &GRAPHS_ECHO_GRID,
        &GRAPHS_ECHO_ROWS,
        &GRAPHS_ECHO_CODED,
        &GRAPHS_ECHO_HUES,
    ],
};

static GRAPHS_ECHO_NODE_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value").ndr(stub::ndr_place!(defers true)),
];

static GRAPHS_ECHO_NODE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `echo_node` takes and gives.
pub static GRAPHS_ECHO_NODE: stub::OperationMeta = stub::OperationMeta {
    name: "echo_node",
    number: 0,
    input: &stub::Record::of("echo_node_in", &GRAPHS_ECHO_NODE_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.graphs", "echo_node"),
                ),
                action: stub::Cow::Borrowed("urn:manyrpc.example.graphs#echo_node"),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: true,
            }
        }),
    output: &stub::Record::of("echo_node_out", &GRAPHS_ECHO_NODE_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.graphs", "echo_nodeResponse"),
                ),
                action: stub::Cow::Borrowed(
                    "urn:manyrpc.example.graphs:Graphs:echo_nodeResponse",
                ),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: true,
            }
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static GRAPHS_ECHO_PAIR_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value").ndr(stub::ndr_place!(defers true)),
];

static GRAPHS_ECHO_PAIR_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `echo_pair` takes and gives.
pub static GRAPHS_ECHO_PAIR: stub::OperationMeta = stub::OperationMeta {
    name: "echo_pair",
    number: 1,
    input: &stub::Record::of("echo_pair_in", &GRAPHS_ECHO_PAIR_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.graphs", "echo_pair"),
                ),
                action: stub::Cow::Borrowed("urn:manyrpc.example.graphs#echo_pair"),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: true,
            }
        }),
    output: &stub::Record::of("echo_pair_out", &GRAPHS_ECHO_PAIR_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.graphs", "echo_pairResponse"),
                ),
                action: stub::Cow::Borrowed(
                    "urn:manyrpc.example.graphs:Graphs:echo_pairResponse",
                ),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: true,
            }
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static GRAPHS_ECHO_NODES_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "value",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("value")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(
            stub::xml_place!(
                wrapped : true, array : Some(stub::Link::Static(const { & stub::SoapArray
                { item : stub::XmlName::of("urn:manyrpc.example.graphs", "Node"), rank :
                1 } })),
            ),
        )
        .number(1),
];

static GRAPHS_ECHO_NODES_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), wrapped : true, array :
                Some(stub::Link::Static(const { & stub::SoapArray { item :
                stub::XmlName::of("urn:manyrpc.example.graphs", "Node"), rank : 1 } })),
            ),
        )
        .number(1),
];

/// What operation `echo_nodes` takes and gives.
pub static GRAPHS_ECHO_NODES: stub::OperationMeta = stub::OperationMeta {
    name: "echo_nodes",
    number: 2,
    input: &stub::Record::of("echo_nodes_in", &GRAPHS_ECHO_NODES_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.graphs", "echo_nodes"),
                ),
                action: stub::Cow::Borrowed("urn:manyrpc.example.graphs#echo_nodes"),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: true,
            }
        }),
    output: &stub::Record::of("echo_nodes_out", &GRAPHS_ECHO_NODES_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.graphs", "echo_nodesResponse"),
                ),
                action: stub::Cow::Borrowed(
                    "urn:manyrpc.example.graphs:Graphs:echo_nodesResponse",
                ),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: true,
            }
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static GRAPHS_ECHO_TEXTS_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "value",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("value")
                    .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(
            stub::xml_place!(
                wrapped : true, array : Some(stub::Link::Static(const { & stub::SoapArray
                { item : stub::XmlName::of("http://www.w3.org/2001/XMLSchema", "string"),
                rank : 1 } })),
            ),
        )
        .number(1),
];

static GRAPHS_ECHO_TEXTS_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), wrapped : true, array :
                Some(stub::Link::Static(const { & stub::SoapArray { item :
                stub::XmlName::of("http://www.w3.org/2001/XMLSchema", "string"), rank : 1
                } })),
            ),
        )
        .number(1),
];

/// What operation `echo_texts` takes and gives.
pub static GRAPHS_ECHO_TEXTS: stub::OperationMeta = stub::OperationMeta {
    name: "echo_texts",
    number: 3,
    input: &stub::Record::of("echo_texts_in", &GRAPHS_ECHO_TEXTS_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.graphs", "echo_texts"),
                ),
                action: stub::Cow::Borrowed("urn:manyrpc.example.graphs#echo_texts"),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: true,
            }
        }),
    output: &stub::Record::of("echo_texts_out", &GRAPHS_ECHO_TEXTS_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.graphs", "echo_textsResponse"),
                ),
                action: stub::Cow::Borrowed(
                    "urn:manyrpc.example.graphs:Graphs:echo_textsResponse",
                ),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: true,
            }
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static GRAPHS_ECHO_GRID_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "value",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "value",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::plain("value")
                                .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(array Counted, defers true))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("item"), wrapped : true, array :
                            Some(stub::Link::Static(const { & stub::SoapArray { item :
                            stub::XmlName::of("", ""), rank : 0 } })),
                        ),
                    )
                    .number(1)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
                    .packed()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(
            stub::xml_place!(
                wrapped : true, array : Some(stub::Link::Static(const { & stub::SoapArray
                { item : stub::XmlName::of("http://www.w3.org/2001/XMLSchema", "int"),
                rank : 2 } })),
            ),
        )
        .number(1),
];

static GRAPHS_ECHO_GRID_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "result",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::plain("result")
                                .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(array Counted, defers true))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("item"), wrapped : true, array :
                            Some(stub::Link::Static(const { & stub::SoapArray { item :
                            stub::XmlName::of("", ""), rank : 0 } })),
                        ),
                    )
                    .number(1)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
                    .packed()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), wrapped : true, array :
                Some(stub::Link::Static(const { & stub::SoapArray { item :
                stub::XmlName::of("http://www.w3.org/2001/XMLSchema", "int"), rank : 2 }
                })),
            ),
        )
        .number(1),
];

/// What operation `echo_grid` takes and gives.
pub static GRAPHS_ECHO_GRID: stub::OperationMeta = stub::OperationMeta {
    name: "echo_grid",
    number: 4,
    input: &stub::Record::of("echo_grid_in", &GRAPHS_ECHO_GRID_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.graphs", "echo_grid"),
                ),
                action: stub::Cow::Borrowed("urn:manyrpc.example.graphs#echo_grid"),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: true,
            }
        }),
    output: &stub::Record::of("echo_grid_out", &GRAPHS_ECHO_GRID_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.graphs", "echo_gridResponse"),
                ),
                action: stub::Cow::Borrowed(
                    "urn:manyrpc.example.graphs:Graphs:echo_gridResponse",
                ),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: true,
            }
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static GRAPHS_ECHO_ROWS_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "value",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "value",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::plain("value")
                                .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(array Counted, defers true))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("item"), wrapped : true, array :
                            Some(stub::Link::Static(const { & stub::SoapArray { item :
                            stub::XmlName::of("http://www.w3.org/2001/XMLSchema", "int"),
                            rank : 1 } })),
                        ),
                    )
                    .number(1)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
                    .packed()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(
            stub::xml_place!(
                wrapped : true, array : Some(stub::Link::Static(const { & stub::SoapArray
                { item : stub::XmlName::of("urn:manyrpc.example.graphs", "Row"), rank : 1
                } })),
            ),
        )
        .number(1),
];

static GRAPHS_ECHO_ROWS_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "result",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::plain("result")
                                .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(array Counted, defers true))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("item"), wrapped : true, array :
                            Some(stub::Link::Static(const { & stub::SoapArray { item :
                            stub::XmlName::of("http://www.w3.org/2001/XMLSchema", "int"),
                            rank : 1 } })),
                        ),
                    )
                    .number(1)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
                    .packed()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), wrapped : true, array :
                Some(stub::Link::Static(const { & stub::SoapArray { item :
                stub::XmlName::of("urn:manyrpc.example.graphs", "Row"), rank : 1 } })),
            ),
        )
        .number(1),
];

/// What operation `echo_rows` takes and gives.
pub static GRAPHS_ECHO_ROWS: stub::OperationMeta = stub::OperationMeta {
    name: "echo_rows",
    number: 5,
    input: &stub::Record::of("echo_rows_in", &GRAPHS_ECHO_ROWS_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.graphs", "echo_rows"),
                ),
                action: stub::Cow::Borrowed("urn:manyrpc.example.graphs#echo_rows"),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: true,
            }
        }),
    output: &stub::Record::of("echo_rows_out", &GRAPHS_ECHO_ROWS_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.graphs", "echo_rowsResponse"),
                ),
                action: stub::Cow::Borrowed(
                    "urn:manyrpc.example.graphs:Graphs:echo_rowsResponse",
                ),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: true,
            }
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static GRAPHS_ECHO_CODED_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value").ndr(stub::ndr_place!(defers true)),
];

static GRAPHS_ECHO_CODED_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `echo_coded` takes and gives.
pub static GRAPHS_ECHO_CODED: stub::OperationMeta = stub::OperationMeta {
    name: "echo_coded",
    number: 6,
    input: &stub::Record::of("echo_coded_in", &GRAPHS_ECHO_CODED_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.graphs", "echo_coded"),
                ),
                action: stub::Cow::Borrowed("urn:manyrpc.example.graphs#echo_coded"),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: true,
            }
        }),
    output: &stub::Record::of("echo_coded_out", &GRAPHS_ECHO_CODED_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.graphs", "echo_codedResponse"),
                ),
                action: stub::Cow::Borrowed(
                    "urn:manyrpc.example.graphs:Graphs:echo_codedResponse",
                ),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: true,
            }
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static GRAPHS_ECHO_HUES_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "value",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("value")
                    .ndr(stub::ndr_place!(bits 32))
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(
            stub::xml_place!(
                wrapped : true, array : Some(stub::Link::Static(const { & stub::SoapArray
                { item : stub::XmlName::of("urn:manyrpc.example.graphs", "Hue"), rank : 1
                } })),
            ),
        )
        .number(1)
        .packed(),
];

static GRAPHS_ECHO_HUES_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(bits 32))
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), wrapped : true, array :
                Some(stub::Link::Static(const { & stub::SoapArray { item :
                stub::XmlName::of("urn:manyrpc.example.graphs", "Hue"), rank : 1 } })),
            ),
        )
        .number(1)
        .packed(),
];

/// What operation `echo_hues` takes and gives.
pub static GRAPHS_ECHO_HUES: stub::OperationMeta = stub::OperationMeta {
    name: "echo_hues",
    number: 7,
    input: &stub::Record::of("echo_hues_in", &GRAPHS_ECHO_HUES_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.graphs", "echo_hues"),
                ),
                action: stub::Cow::Borrowed("urn:manyrpc.example.graphs#echo_hues"),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: true,
            }
        }),
    output: &stub::Record::of("echo_hues_out", &GRAPHS_ECHO_HUES_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.graphs", "echo_huesResponse"),
                ),
                action: stub::Cow::Borrowed(
                    "urn:manyrpc.example.graphs:Graphs:echo_huesResponse",
                ),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: true,
            }
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `echo_node` takes.
#[derive(Clone, Debug)]
pub struct GraphsEchoNodeArgs<'a> {
    /// Parameter `value`.
    pub value: &'a Node<'a>,
}

stub::plain_fields! {
    GraphsEchoNodeArgs<'de>, GRAPHS_ECHO_NODE_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct GraphsEchoNodeIn<'a> {
    value: Node<'a>,
}

stub::plain_slots! {
    GraphsEchoNodeIn<'de>, GRAPHS_ECHO_NODE_IN_FIELDS { 0 value }
}

/// What a call of `echo_node` gives.
#[derive(Clone, Debug, Default)]
pub struct GraphsEchoNodeOut<'a> {
    /// Parameter `result`.
    pub result: Node<'a>,
}

stub::plain_slots! {
    GraphsEchoNodeOut<'de>, GRAPHS_ECHO_NODE_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_node`.
#[derive(Clone, Debug)]
pub struct GraphsEchoNodeReply<'a> {
    /// Parameter `result`.
    pub result: &'a Node<'a>,
}

stub::plain_fields! {
    GraphsEchoNodeReply<'de>, GRAPHS_ECHO_NODE_OUT_FIELDS { 0 result }
}

/// What a call of `echo_pair` takes.
#[derive(Clone, Debug)]
pub struct GraphsEchoPairArgs<'a> {
    /// Parameter `value`.
    pub value: &'a Pair<'a>,
}

stub::plain_fields! {
    GraphsEchoPairArgs<'de>, GRAPHS_ECHO_PAIR_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct GraphsEchoPairIn<'a> {
    value: Pair<'a>,
}

stub::plain_slots! {
    GraphsEchoPairIn<'de>, GRAPHS_ECHO_PAIR_IN_FIELDS { 0 value }
}

/// What a call of `echo_pair` gives.
#[derive(Clone, Debug, Default)]
pub struct GraphsEchoPairOut<'a> {
    /// Parameter `result`.
    pub result: Pair<'a>,
}

stub::plain_slots! {
    GraphsEchoPairOut<'de>, GRAPHS_ECHO_PAIR_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_pair`.
#[derive(Clone, Debug)]
pub struct GraphsEchoPairReply<'a> {
    /// Parameter `result`.
    pub result: &'a Pair<'a>,
}

stub::plain_fields! {
    GraphsEchoPairReply<'de>, GRAPHS_ECHO_PAIR_OUT_FIELDS { 0 result }
}

/// What a call of `echo_nodes` takes.
#[derive(Clone, Debug)]
pub struct GraphsEchoNodesArgs<'a> {
    /// Parameter `value`.
    pub value: &'a [Node<'a>],
}

stub::plain_fields! {
    GraphsEchoNodesArgs<'de>, GRAPHS_ECHO_NODES_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct GraphsEchoNodesIn<'a> {
    value: Vec<Node<'a>>,
}

stub::plain_slots! {
    GraphsEchoNodesIn<'de>, GRAPHS_ECHO_NODES_IN_FIELDS { 0 value }
}

/// What a call of `echo_nodes` gives.
#[derive(Clone, Debug, Default)]
pub struct GraphsEchoNodesOut<'a> {
    /// Parameter `result`.
    pub result: Vec<Node<'a>>,
}

stub::plain_slots! {
    GraphsEchoNodesOut<'de>, GRAPHS_ECHO_NODES_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_nodes`.
#[derive(Clone, Debug)]
pub struct GraphsEchoNodesReply<'a> {
    /// Parameter `result`.
    pub result: &'a [Node<'a>],
}

stub::plain_fields! {
    GraphsEchoNodesReply<'de>, GRAPHS_ECHO_NODES_OUT_FIELDS { 0 result }
}

/// What a call of `echo_texts` takes.
#[derive(Clone, Debug)]
pub struct GraphsEchoTextsArgs<'a> {
    /// Parameter `value`.
    pub value: &'a [Cow<'a, str>],
}

stub::plain_fields! {
    GraphsEchoTextsArgs<'de>, GRAPHS_ECHO_TEXTS_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct GraphsEchoTextsIn<'a> {
    value: Vec<Cow<'a, str>>,
}

stub::plain_slots! {
    GraphsEchoTextsIn<'de>, GRAPHS_ECHO_TEXTS_IN_FIELDS { 0 value }
}

/// What a call of `echo_texts` gives.
#[derive(Clone, Debug, Default)]
pub struct GraphsEchoTextsOut<'a> {
    /// Parameter `result`.
    pub result: Vec<Cow<'a, str>>,
}

stub::plain_slots! {
    GraphsEchoTextsOut<'de>, GRAPHS_ECHO_TEXTS_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_texts`.
#[derive(Clone, Debug)]
pub struct GraphsEchoTextsReply<'a> {
    /// Parameter `result`.
    pub result: &'a [Cow<'a, str>],
}

stub::plain_fields! {
    GraphsEchoTextsReply<'de>, GRAPHS_ECHO_TEXTS_OUT_FIELDS { 0 result }
}

/// What a call of `echo_grid` takes.
#[derive(Clone, Debug)]
pub struct GraphsEchoGridArgs<'a> {
    /// Parameter `value`.
    pub value: &'a [Vec<i32>],
}

stub::plain_fields! {
    GraphsEchoGridArgs<'de>, GRAPHS_ECHO_GRID_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct GraphsEchoGridIn {
    value: Vec<Vec<i32>>,
}

stub::plain_slots! {
    GraphsEchoGridIn, GRAPHS_ECHO_GRID_IN_FIELDS { 0 value }
}

/// What a call of `echo_grid` gives.
#[derive(Clone, Debug, Default)]
pub struct GraphsEchoGridOut {
    /// Parameter `result`.
    pub result: Vec<Vec<i32>>,
}

stub::plain_slots! {
    GraphsEchoGridOut, GRAPHS_ECHO_GRID_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_grid`.
#[derive(Clone, Debug)]
pub struct GraphsEchoGridReply<'a> {
    /// Parameter `result`.
    pub result: &'a [Vec<i32>],
}

stub::plain_fields! {
    GraphsEchoGridReply<'de>, GRAPHS_ECHO_GRID_OUT_FIELDS { 0 result }
}

/// What a call of `echo_rows` takes.
#[derive(Clone, Debug)]
pub struct GraphsEchoRowsArgs<'a> {
    /// Parameter `value`.
    pub value: &'a [Vec<i32>],
}

stub::plain_fields! {
    GraphsEchoRowsArgs<'de>, GRAPHS_ECHO_ROWS_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct GraphsEchoRowsIn {
    value: Vec<Vec<i32>>,
}

stub::plain_slots! {
    GraphsEchoRowsIn, GRAPHS_ECHO_ROWS_IN_FIELDS { 0 value }
}

/// What a call of `echo_rows` gives.
#[derive(Clone, Debug, Default)]
pub struct GraphsEchoRowsOut {
    /// Parameter `result`.
    pub result: Vec<Vec<i32>>,
}

stub::plain_slots! {
    GraphsEchoRowsOut, GRAPHS_ECHO_ROWS_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_rows`.
#[derive(Clone, Debug)]
pub struct GraphsEchoRowsReply<'a> {
    /// Parameter `result`.
    pub result: &'a [Vec<i32>],
}

stub::plain_fields! {
    GraphsEchoRowsReply<'de>, GRAPHS_ECHO_ROWS_OUT_FIELDS { 0 result }
}

/// What a call of `echo_coded` takes.
#[derive(Clone, Debug)]
pub struct GraphsEchoCodedArgs<'a> {
    /// Parameter `value`.
    pub value: &'a Coded<'a>,
}

stub::plain_fields! {
    GraphsEchoCodedArgs<'de>, GRAPHS_ECHO_CODED_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct GraphsEchoCodedIn<'a> {
    value: Coded<'a>,
}

stub::plain_slots! {
    GraphsEchoCodedIn<'de>, GRAPHS_ECHO_CODED_IN_FIELDS { 0 value }
}

/// What a call of `echo_coded` gives.
#[derive(Clone, Debug, Default)]
pub struct GraphsEchoCodedOut<'a> {
    /// Parameter `result`.
    pub result: Coded<'a>,
}

stub::plain_slots! {
    GraphsEchoCodedOut<'de>, GRAPHS_ECHO_CODED_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_coded`.
#[derive(Clone, Debug)]
pub struct GraphsEchoCodedReply<'a> {
    /// Parameter `result`.
    pub result: &'a Coded<'a>,
}

stub::plain_fields! {
    GraphsEchoCodedReply<'de>, GRAPHS_ECHO_CODED_OUT_FIELDS { 0 result }
}

/// What a call of `echo_hues` takes.
#[derive(Clone, Debug)]
pub struct GraphsEchoHuesArgs<'a> {
    /// Parameter `value`.
    pub value: &'a [Hue],
}

stub::plain_fields! {
    GraphsEchoHuesArgs<'de>, GRAPHS_ECHO_HUES_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct GraphsEchoHuesIn {
    value: Vec<Hue>,
}

stub::plain_slots! {
    GraphsEchoHuesIn, GRAPHS_ECHO_HUES_IN_FIELDS { 0 value }
}

/// What a call of `echo_hues` gives.
#[derive(Clone, Debug, Default)]
pub struct GraphsEchoHuesOut {
    /// Parameter `result`.
    pub result: Vec<Hue>,
}

stub::plain_slots! {
    GraphsEchoHuesOut, GRAPHS_ECHO_HUES_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_hues`.
#[derive(Clone, Debug)]
pub struct GraphsEchoHuesReply<'a> {
    /// Parameter `result`.
    pub result: &'a [Hue],
}

stub::plain_fields! {
    GraphsEchoHuesReply<'de>, GRAPHS_ECHO_HUES_OUT_FIELDS { 0 result }
}

/// A client of `Graphs`.
pub struct GraphsClient {
    client: stub::Client,
}

impl GraphsClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, GRAPHS.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `echo_node`.
    pub fn echo_node(&mut self, value: &Node<'_>) -> Result<Node<'_>, stub::CallError> {
        let output: GraphsEchoNodeOut<'_> = self
            .client
            .invoke(&GRAPHS, &GRAPHS_ECHO_NODE, &GraphsEchoNodeArgs { value })?;
        Ok(output.result)
    }

    /// Operation 1, `echo_pair`.
    pub fn echo_pair(&mut self, value: &Pair<'_>) -> Result<Pair<'_>, stub::CallError> {
        let output: GraphsEchoPairOut<'_> = self
            .client
            .invoke(&GRAPHS, &GRAPHS_ECHO_PAIR, &GraphsEchoPairArgs { value })?;
        Ok(output.result)
    }

    /// Operation 2, `echo_nodes`.
    pub fn echo_nodes(
        &mut self,
        value: &[Node<'_>],
    ) -> Result<Vec<Node<'_>>, stub::CallError> {
        let output: GraphsEchoNodesOut<'_> = self
            .client
            .invoke(&GRAPHS, &GRAPHS_ECHO_NODES, &GraphsEchoNodesArgs { value })?;
        Ok(output.result)
    }

    /// Operation 3, `echo_texts`.
    pub fn echo_texts(
        &mut self,
        value: &[Cow<'_, str>],
    ) -> Result<Vec<Cow<'_, str>>, stub::CallError> {
        let output: GraphsEchoTextsOut<'_> = self
            .client
            .invoke(&GRAPHS, &GRAPHS_ECHO_TEXTS, &GraphsEchoTextsArgs { value })?;
        Ok(output.result)
    }

    /// Operation 4, `echo_grid`.
    pub fn echo_grid(
        &mut self,
        value: &[Vec<i32>],
    ) -> Result<Vec<Vec<i32>>, stub::CallError> {
        let output: GraphsEchoGridOut = self
            .client
            .invoke(&GRAPHS, &GRAPHS_ECHO_GRID, &GraphsEchoGridArgs { value })?;
        Ok(output.result)
    }

    /// Operation 5, `echo_rows`.
    pub fn echo_rows(
        &mut self,
        value: &[Vec<i32>],
    ) -> Result<Vec<Vec<i32>>, stub::CallError> {
        let output: GraphsEchoRowsOut = self
            .client
            .invoke(&GRAPHS, &GRAPHS_ECHO_ROWS, &GraphsEchoRowsArgs { value })?;
        Ok(output.result)
    }

    /// Operation 6, `echo_coded`.
    pub fn echo_coded(
        &mut self,
        value: &Coded<'_>,
    ) -> Result<Coded<'_>, stub::CallError> {
        let output: GraphsEchoCodedOut<'_> = self
            .client
            .invoke(&GRAPHS, &GRAPHS_ECHO_CODED, &GraphsEchoCodedArgs { value })?;
        Ok(output.result)
    }

    /// Operation 7, `echo_hues`.
    pub fn echo_hues(&mut self, value: &[Hue]) -> Result<Vec<Hue>, stub::CallError> {
        let output: GraphsEchoHuesOut = self
            .client
            .invoke(&GRAPHS, &GRAPHS_ECHO_HUES, &GraphsEchoHuesArgs { value })?;
        Ok(output.result)
    }
}

impl stub::Stub for GraphsClient {
    const INTERFACE: &'static stub::InterfaceMeta = &GRAPHS;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `Graphs` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Graphs: Send + Sync {
    /// Operation 0, `echo_node`.
    fn echo_node<'a>(
        &'a self,
        call: &stub::Context<'_>,
        value: Node<'a>,
    ) -> Result<Node<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_node` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_node_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Node<'_>,
        reply: impl FnOnce(&Node<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_node(call, value).map(|result| reply(&result))
    }

    /// Operation 1, `echo_pair`.
    fn echo_pair<'a>(
        &'a self,
        call: &stub::Context<'_>,
        value: Pair<'a>,
    ) -> Result<Pair<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_pair` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_pair_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Pair<'_>,
        reply: impl FnOnce(&Pair<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_pair(call, value).map(|result| reply(&result))
    }

    /// Operation 2, `echo_nodes`.
    fn echo_nodes<'a>(
        &'a self,
        call: &stub::Context<'_>,
        value: Vec<Node<'a>>,
    ) -> Result<Vec<Node<'a>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_nodes` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_nodes_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Vec<Node<'_>>,
        reply: impl FnOnce(&[Node<'_>]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_nodes(call, value).map(|result| reply(&result))
    }

    /// Operation 3, `echo_texts`.
    fn echo_texts<'a>(
        &'a self,
        call: &stub::Context<'_>,
        value: Vec<Cow<'a, str>>,
    ) -> Result<Vec<Cow<'a, str>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_texts` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_texts_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Vec<Cow<'_, str>>,
        reply: impl FnOnce(&[Cow<'_, str>]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_texts(call, value).map(|result| reply(&result))
    }

    /// Operation 4, `echo_grid`.
    fn echo_grid(
        &self,
        call: &stub::Context<'_>,
        value: Vec<Vec<i32>>,
    ) -> Result<Vec<Vec<i32>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_grid` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_grid_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Vec<Vec<i32>>,
        reply: impl FnOnce(&[Vec<i32>]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_grid(call, value).map(|result| reply(&result))
    }

    /// Operation 5, `echo_rows`.
    fn echo_rows(
        &self,
        call: &stub::Context<'_>,
        value: Vec<Vec<i32>>,
    ) -> Result<Vec<Vec<i32>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_rows` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_rows_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Vec<Vec<i32>>,
        reply: impl FnOnce(&[Vec<i32>]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_rows(call, value).map(|result| reply(&result))
    }

    /// Operation 6, `echo_coded`.
    fn echo_coded<'a>(
        &'a self,
        call: &stub::Context<'_>,
        value: Coded<'a>,
    ) -> Result<Coded<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_coded` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_coded_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Coded<'_>,
        reply: impl FnOnce(&Coded<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_coded(call, value).map(|result| reply(&result))
    }

    /// Operation 7, `echo_hues`.
    fn echo_hues(
        &self,
        call: &stub::Context<'_>,
        value: Vec<Hue>,
    ) -> Result<Vec<Hue>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_hues` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_hues_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Vec<Hue>,
        reply: impl FnOnce(&[Hue]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_hues(call, value).map(|result| reply(&result))
    }
}

/// Serves `Graphs` with an object that implements [`Graphs`].
pub struct GraphsServer<T>(pub T);

impl<T: Graphs> stub::Service for GraphsServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        GRAPHS.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        GRAPHS.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        GRAPHS.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_replying(
                    &GRAPHS_ECHO_NODE,
                    |context, input: GraphsEchoNodeIn<'_>, reply| {
                        self.0
                            .echo_node_replying(
                                context,
                                input.value,
                                |result| reply.finish(&GraphsEchoNodeReply { result }),
                            )
                    },
                )
            }
            1 => {
                call.serve_replying(
                    &GRAPHS_ECHO_PAIR,
                    |context, input: GraphsEchoPairIn<'_>, reply| {
                        self.0
                            .echo_pair_replying(
                                context,
                                input.value,
                                |result| reply.finish(&GraphsEchoPairReply { result }),
                            )
                    },
                )
            }
            2 => {
                call.serve_replying(
                    &GRAPHS_ECHO_NODES,
                    |context, input: GraphsEchoNodesIn<'_>, reply| {
                        self.0
                            .echo_nodes_replying(
                                context,
                                input.value,
                                |result| reply.finish(&GraphsEchoNodesReply { result }),
                            )
                    },
                )
            }
            3 => {
                call.serve_replying(
                    &GRAPHS_ECHO_TEXTS,
                    |context, input: GraphsEchoTextsIn<'_>, reply| {
                        self.0
                            .echo_texts_replying(
                                context,
                                input.value,
                                |result| reply.finish(&GraphsEchoTextsReply { result }),
                            )
                    },
                )
            }
            4 => {
                call.serve_replying(
                    &GRAPHS_ECHO_GRID,
                    |context, input: GraphsEchoGridIn, reply| {
                        self.0
                            .echo_grid_replying(
                                context,
                                input.value,
                                |result| reply.finish(&GraphsEchoGridReply { result }),
                            )
                    },
                )
            }
            5 => {
                call.serve_replying(
                    &GRAPHS_ECHO_ROWS,
                    |context, input: GraphsEchoRowsIn, reply| {
                        self.0
                            .echo_rows_replying(
                                context,
                                input.value,
                                |result| reply.finish(&GraphsEchoRowsReply { result }),
                            )
                    },
                )
            }
            6 => {
                call.serve_replying(
                    &GRAPHS_ECHO_CODED,
                    |context, input: GraphsEchoCodedIn<'_>, reply| {
                        self.0
                            .echo_coded_replying(
                                context,
                                input.value,
                                |result| reply.finish(&GraphsEchoCodedReply { result }),
                            )
                    },
                )
            }
            7 => {
                call.serve_replying(
                    &GRAPHS_ECHO_HUES,
                    |context, input: GraphsEchoHuesIn, reply| {
                        self.0
                            .echo_hues_replying(
                                context,
                                input.value,
                                |result| reply.finish(&GraphsEchoHuesReply { result }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `Graphs` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncGraphsClient {
        client: stub::AsyncClient,
    }

    impl AsyncGraphsClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, GRAPHS.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `echo_node`.
        pub async fn echo_node(
            &self,
            value: &Node<'_>,
        ) -> Result<Node<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&GRAPHS, &GRAPHS_ECHO_NODE, &GraphsEchoNodeArgs { value })
                .await?;
            let output: GraphsEchoNodeOut<'_> = reply.results(&GRAPHS_ECHO_NODE)?;
            Ok(output.result.into_owned())
        }

        /// Operation 1, `echo_pair`.
        pub async fn echo_pair(
            &self,
            value: &Pair<'_>,
        ) -> Result<Pair<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&GRAPHS, &GRAPHS_ECHO_PAIR, &GraphsEchoPairArgs { value })
                .await?;
            let output: GraphsEchoPairOut<'_> = reply.results(&GRAPHS_ECHO_PAIR)?;
            Ok(output.result.into_owned())
        }

        /// Operation 2, `echo_nodes`.
        pub async fn echo_nodes(
            &self,
            value: &[Node<'_>],
        ) -> Result<Vec<Node<'static>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&GRAPHS, &GRAPHS_ECHO_NODES, &GraphsEchoNodesArgs { value })
                .await?;
            let output: GraphsEchoNodesOut<'_> = reply.results(&GRAPHS_ECHO_NODES)?;
            Ok(output.result.into_iter().map(|v| v.into_owned()).collect())
        }

        /// Operation 3, `echo_texts`.
        pub async fn echo_texts(
            &self,
            value: &[Cow<'_, str>],
        ) -> Result<Vec<Cow<'static, str>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&GRAPHS, &GRAPHS_ECHO_TEXTS, &GraphsEchoTextsArgs { value })
                .await?;
            let output: GraphsEchoTextsOut<'_> = reply.results(&GRAPHS_ECHO_TEXTS)?;
            Ok(output.result.into_iter().map(|v| Cow::Owned(v.into_owned())).collect())
        }

        /// Operation 4, `echo_grid`.
        pub async fn echo_grid(
            &self,
            value: &[Vec<i32>],
        ) -> Result<Vec<Vec<i32>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&GRAPHS, &GRAPHS_ECHO_GRID, &GraphsEchoGridArgs { value })
                .await?;
            let output: GraphsEchoGridOut = reply.results(&GRAPHS_ECHO_GRID)?;
            Ok(output.result)
        }

        /// Operation 5, `echo_rows`.
        pub async fn echo_rows(
            &self,
            value: &[Vec<i32>],
        ) -> Result<Vec<Vec<i32>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&GRAPHS, &GRAPHS_ECHO_ROWS, &GraphsEchoRowsArgs { value })
                .await?;
            let output: GraphsEchoRowsOut = reply.results(&GRAPHS_ECHO_ROWS)?;
            Ok(output.result)
        }

        /// Operation 6, `echo_coded`.
        pub async fn echo_coded(
            &self,
            value: &Coded<'_>,
        ) -> Result<Coded<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&GRAPHS, &GRAPHS_ECHO_CODED, &GraphsEchoCodedArgs { value })
                .await?;
            let output: GraphsEchoCodedOut<'_> = reply.results(&GRAPHS_ECHO_CODED)?;
            Ok(output.result.into_owned())
        }

        /// Operation 7, `echo_hues`.
        pub async fn echo_hues(&self, value: &[Hue]) -> Result<Vec<Hue>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&GRAPHS, &GRAPHS_ECHO_HUES, &GraphsEchoHuesArgs { value })
                .await?;
            let output: GraphsEchoHuesOut = reply.results(&GRAPHS_ECHO_HUES)?;
            Ok(output.result)
        }
    }

    impl stub::AsyncStub for AsyncGraphsClient {
        const INTERFACE: &'static stub::InterfaceMeta = &GRAPHS;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `Graphs` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncGraphs: Send + Sync {
        /// Operation 0, `echo_node`.
        fn echo_node<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Node<'a>,
        ) -> impl std::future::Future<Output = Result<Node<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `echo_pair`.
        fn echo_pair<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Pair<'a>,
        ) -> impl std::future::Future<Output = Result<Pair<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `echo_nodes`.
        fn echo_nodes<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Vec<Node<'a>>,
        ) -> impl std::future::Future<
            Output = Result<Vec<Node<'a>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `echo_texts`.
        fn echo_texts<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Vec<Cow<'a, str>>,
        ) -> impl std::future::Future<
            Output = Result<Vec<Cow<'a, str>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 4, `echo_grid`.
        fn echo_grid<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Vec<Vec<i32>>,
        ) -> impl std::future::Future<
            Output = Result<Vec<Vec<i32>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 5, `echo_rows`.
        fn echo_rows<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Vec<Vec<i32>>,
        ) -> impl std::future::Future<
            Output = Result<Vec<Vec<i32>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 6, `echo_coded`.
        fn echo_coded<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Coded<'a>,
        ) -> impl std::future::Future<Output = Result<Coded<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 7, `echo_hues`.
        fn echo_hues<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Vec<Hue>,
        ) -> impl std::future::Future<Output = Result<Vec<Hue>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `Graphs` with an object that implements [`AsyncGraphs`], on a runtime.
    pub struct AsyncGraphsServer<T>(pub T);

    impl<T: AsyncGraphs> stub::Service for AsyncGraphsServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            GRAPHS.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            GRAPHS.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            GRAPHS.elements()
        }

        fn dispatch(&self, _: u32, _: &mut stub::Dispatch<'_>) -> stub::Outcome {
            stub::Outcome::Fault(stub::Fault::ServerFailure)
        }

        fn is_async(&self) -> bool {
            true
        }

        fn dispatch_async<'a>(
            &'a self,
            operation: u32,
            mut call: stub::Dispatch<'a>,
        ) -> stub::Serving<'a> {
            match operation {
                0 => {
                    stub::serving(async move {
                        let (input, mut referents): (GraphsEchoNodeIn<'_>, _) = call
                            .input(&GRAPHS_ECHO_NODE)?;
                        let context = call.context();
                        let result = self.0.echo_node(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&GRAPHS_ECHO_NODE, fault))?;
                        Ok(
                            call
                                .end(
                                    &GRAPHS_ECHO_NODE,
                                    &GraphsEchoNodeReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (GraphsEchoPairIn<'_>, _) = call
                            .input(&GRAPHS_ECHO_PAIR)?;
                        let context = call.context();
                        let result = self.0.echo_pair(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&GRAPHS_ECHO_PAIR, fault))?;
                        Ok(
                            call
                                .end(
                                    &GRAPHS_ECHO_PAIR,
                                    &GraphsEchoPairReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (GraphsEchoNodesIn<'_>, _) = call
                            .input(&GRAPHS_ECHO_NODES)?;
                        let context = call.context();
                        let result = self.0.echo_nodes(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&GRAPHS_ECHO_NODES, fault))?;
                        Ok(
                            call
                                .end(
                                    &GRAPHS_ECHO_NODES,
                                    &GraphsEchoNodesReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (GraphsEchoTextsIn<'_>, _) = call
                            .input(&GRAPHS_ECHO_TEXTS)?;
                        let context = call.context();
                        let result = self.0.echo_texts(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&GRAPHS_ECHO_TEXTS, fault))?;
                        Ok(
                            call
                                .end(
                                    &GRAPHS_ECHO_TEXTS,
                                    &GraphsEchoTextsReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let (input, mut referents): (GraphsEchoGridIn, _) = call
                            .input(&GRAPHS_ECHO_GRID)?;
                        let context = call.context();
                        let result = self.0.echo_grid(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&GRAPHS_ECHO_GRID, fault))?;
                        Ok(
                            call
                                .end(
                                    &GRAPHS_ECHO_GRID,
                                    &GraphsEchoGridReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let (input, mut referents): (GraphsEchoRowsIn, _) = call
                            .input(&GRAPHS_ECHO_ROWS)?;
                        let context = call.context();
                        let result = self.0.echo_rows(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&GRAPHS_ECHO_ROWS, fault))?;
                        Ok(
                            call
                                .end(
                                    &GRAPHS_ECHO_ROWS,
                                    &GraphsEchoRowsReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                6 => {
                    stub::serving(async move {
                        let (input, mut referents): (GraphsEchoCodedIn<'_>, _) = call
                            .input(&GRAPHS_ECHO_CODED)?;
                        let context = call.context();
                        let result = self.0.echo_coded(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&GRAPHS_ECHO_CODED, fault))?;
                        Ok(
                            call
                                .end(
                                    &GRAPHS_ECHO_CODED,
                                    &GraphsEchoCodedReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                7 => {
                    stub::serving(async move {
                        let (input, mut referents): (GraphsEchoHuesIn, _) = call
                            .input(&GRAPHS_ECHO_HUES)?;
                        let context = call.context();
                        let result = self.0.echo_hues(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&GRAPHS_ECHO_HUES, fault))?;
                        Ok(
                            call
                                .end(
                                    &GRAPHS_ECHO_HUES,
                                    &GraphsEchoHuesReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                _ => {
                    Box::pin(
                        std::future::ready(
                            stub::Outcome::Fault(stub::Fault::NoSuchOperation),
                        ),
                    )
                }
            }
        }
    }
}
