// Generated from lists.x by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// An element of a list: its last field leads to the next.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry<'a> {
    /// Field `name`, at most 255 bytes.
    pub name: Cow<'a, str>,
    /// Field `cookie`.
    pub cookie: Cow<'a, [u8]>,
}

static ENTRY_FIELDS: [stub::Field; 2] = [
    stub::Field::sized("name", stub::Length::UpTo(255))
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::plain("cookie")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2),
];

static ENTRY: stub::Record = stub::Record::of("entry", &ENTRY_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Entry<'de>, ENTRY, ENTRY_FIELDS { 0 name, 1 cookie }
}

impl Entry<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Entry<'static> {
        Entry {
            name: Cow::Owned(self.name.into_owned()),
            cookie: Cow::Owned(self.cookie.into_owned()),
        }
    }
}

/// `entries` of the definition.
pub type Entries<'a> = stub::Chain<Entry<'a>>;

/// Element of a list of `number`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Number {
    /// Field `value`.
    pub value: i64,
}

static NUMBER_FIELDS: [stub::Field; 1] = [stub::Field::plain("value").number(1)];
static NUMBER: stub::Record = stub::Record::of("number", &NUMBER_FIELDS)
    .ndr(stub::ndr_shape!(align 8));

stub::plain_record! {
    Number, NUMBER, NUMBER_FIELDS { 0 value }
}

/// Record `directory`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Directory<'a> {
    /// Field `all`.
    pub all: stub::Chain<Entry<'a>>,
    /// Field `numbers`.
    pub numbers: stub::Chain<Number>,
    /// Field `eof`.
    pub eof: bool,
}

static DIRECTORY_FIELDS: [stub::Field; 3] = [
    stub::Field::of(
            "all",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("all")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            link : Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("next"),))),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
    stub::Field::of(
            "numbers",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("numbers")
                    .xml(
                        stub::xml_place!(
                            link : Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("rest"),))),
                        ),
                    )
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
    stub::Field::plain("eof").number(3),
];

static DIRECTORY: stub::Record = stub::Record::of("directory", &DIRECTORY_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Directory<'de>, DIRECTORY, DIRECTORY_FIELDS { 0 all, 1 numbers, 2 eof }
}

impl Directory<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Directory<'static> {
        Directory {
            all: stub::Chain(self.all.0.into_iter().map(|v| v.into_owned()).collect()),
            numbers: self.numbers,
            eof: self.eof,
        }
    }
}

impl stub::Standalone for Directory<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("directory")
        .ndr(stub::ndr_place!(defers true));
}

/// A list whose elements hold lists, and a list by way of an alias.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group<'a> {
    /// Field `name`.
    pub name: Cow<'a, str>,
    /// Field `members`.
    pub members: stub::Chain<Entry<'a>>,
}

static GROUP_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::of(
            "members",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("members")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            link : Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("next"),))),
                        ),
                    )
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static GROUP: stub::Record = stub::Record::of("group", &GROUP_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Group<'de>, GROUP, GROUP_FIELDS { 0 name, 1 members }
}

impl Group<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Group<'static> {
        Group {
            name: Cow::Owned(self.name.into_owned()),
            members: stub::Chain(
                self.members.0.into_iter().map(|v| v.into_owned()).collect(),
            ),
        }
    }
}

/// `groups` of the definition.
pub type Groups<'a> = stub::Chain<Group<'a>>;

/// Two links are a tree, not a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree<'a> {
    /// Field `leaf`, at most 8 bytes.
    pub leaf: Cow<'a, str>,
    /// Field `left`.
    pub left: Option<Box<Tree<'a>>>,
    /// Field `right`.
    pub right: Option<Box<Tree<'a>>>,
}

static TREE_FIELDS: [stub::Field; 3] = [
    stub::Field::sized("leaf", stub::Length::UpTo(8))
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::of(
            "left",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("left")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
    stub::Field::of(
            "right",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("right")
                    .ndr(stub::ndr_place!(defers true))
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3),
];

static TREE: stub::Record = stub::Record::of("tree", &TREE_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Tree<'de>, TREE, TREE_FIELDS { 0 leaf, 1 left, 2 right }
}

impl Tree<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Tree<'static> {
        Tree {
            leaf: Cow::Owned(self.leaf.into_owned()),
            left: self.left.map(|v| Box::new(v.into_owned())),
            right: self.right.map(|v| Box::new(v.into_owned())),
        }
    }
}

impl stub::Standalone for Tree<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("tree")
        .ndr(stub::ndr_place!(defers true));
}

/// A list of which one node is held in full: that has the rest of its list behind it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knot {
    /// Field `tied`.
    pub tied: i32,
    /// Field `next`.
    pub next: stub::Chain<KnotElement>,
}

static KNOT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("tied").number(1),
    stub::Field::of(
            "next",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("next").number(2).explicit() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static KNOT: stub::Record = stub::Record::of("knot", &KNOT_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Knot, KNOT, KNOT_FIELDS { 0 tied, 1 next }
}

impl stub::Standalone for Knot {
    const PLACE: &'static stub::Field = &stub::Field::plain("knot")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `rope`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rope {
    /// Field `first`.
    pub first: Knot,
    /// Field `others`.
    pub others: stub::Chain<KnotElement>,
}

static ROPE_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("first").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::of(
            "others",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("others")
                    .xml(
                        stub::xml_place!(
                            link : Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("next"),))),
                        ),
                    )
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static ROPE: stub::Record = stub::Record::of("rope", &ROPE_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Rope, ROPE, ROPE_FIELDS { 0 first, 1 others }
}

impl stub::Standalone for Rope {
    const PLACE: &'static stub::Field = &stub::Field::plain("rope")
        .ndr(stub::ndr_place!(defers true));
}

/// Two that lead to each other, one by way of a union.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question<'a> {
    /// Field `id`.
    pub id: i32,
    /// Field `reply`.
    pub reply: Option<Box<Answer<'a>>>,
}

static QUESTION_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("id").number(1),
    stub::Field::of(
            "reply",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("reply")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static QUESTION: stub::Record = stub::Record::of("question", &QUESTION_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Question<'de>, QUESTION, QUESTION_FIELDS { 0 id, 1 reply }
}

impl Question<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Question<'static> {
        Question {
            id: self.id,
            reply: self.reply.map(|v| Box::new(v.into_owned())),
        }
    }
}

impl stub::Standalone for Question<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("question")
        .ndr(stub::ndr_place!(defers true));
}

/// Union `answer`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<'a> {
    /// Label 1: field `text`.
    Text(Cow<'a, str>),
    /// Label 0: field `back`.
    Back(Option<Box<Question<'a>>>),
}

impl Default for Answer<'_> {
    fn default() -> Self {
        Self::Text(Default::default())
    }
}

static ANSWER_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(
        &[1],
        stub::Field::plain("text")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .number(2)
            .explicit(),
    ),
    stub::Arm::of(
        &[0],
        stub::Field::of(
                "back",
                stub::Length::UpTo(u32::MAX),
                const {
                    &stub::Field::plain("back")
                        .ndr(stub::ndr_place!(defers true))
                        .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                        .number(3)
                        .explicit()
                },
            )
            .ndr(stub::ndr_place!(defers true))
            .xml(stub::xml_place!(wrapped : true,))
            .number(3)
            .explicit(),
    ),
];

static ANSWER: stub::Union = stub::Union::of(
        "answer",
        "known",
        stub::Discriminant::Bool,
        &ANSWER_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(align 1, defers true, tag 1));

impl stub::Encode for Answer<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Text(_) => (0, 1),
            Self::Back(_) => (1, 0),
        };
        s.union(f, &ANSWER, arm, label, self);
    }
}

impl stub::Fields for Answer<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Text(value) => s.field(&ANSWER_ARMS[0].field, value),
            Self::Back(value) => s.field(&ANSWER_ARMS[1].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for Answer<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &ANSWER, self)
    }
}

impl<'de> stub::Arms<'de> for Answer<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Text(Default::default()),
            _ => Self::Back(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Text(value) => s.slot(&ANSWER_ARMS[0].field, value),
            Self::Back(value) => s.slot(&ANSWER_ARMS[1].field, value),
        }
    }
}

impl Answer<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Answer<'static> {
        match self {
            Self::Text(value) => Answer::Text(Cow::Owned(value.into_owned())),
            Self::Back(value) => Answer::Back(value.map(|v| Box::new(v.into_owned()))),
        }
    }
}

impl stub::Standalone for Answer<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("answer")
        .ndr(stub::ndr_place!(defers true));
}

/// An array has memory of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Field `label`.
    pub label: i32,
    /// Field `children`.
    pub children: Vec<Node>,
}

static NODE_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("label").number(1),
    stub::Field::of(
            "children",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("children")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2),
];

static NODE: stub::Record = stub::Record::of("node", &NODE_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Node, NODE, NODE_FIELDS { 0 label, 1 children }
}

impl stub::Standalone for Node {
    const PLACE: &'static stub::Field = &stub::Field::plain("node")
        .ndr(stub::ndr_place!(defers true));
}

/// `forest` of the definition.
pub type Forest = Vec<Node>;

/// Element of a list of `strings_element`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StringsElement<'a> {
    /// Field `item`, at most 255 bytes.
    pub item: Cow<'a, str>,
}

static STRINGS_ELEMENT_FIELDS: [stub::Field; 1] = [
    stub::Field::sized("item", stub::Length::UpTo(255))
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
];

static STRINGS_ELEMENT: stub::Record = stub::Record::of(
        "strings_element",
        &STRINGS_ELEMENT_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    StringsElement<'de>, STRINGS_ELEMENT, STRINGS_ELEMENT_FIELDS { 0 item }
}

impl StringsElement<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> StringsElement<'static> {
        StringsElement {
            item: Cow::Owned(self.item.into_owned()),
        }
    }
}

/// A list as RFC 4506 section 4.19 writes it.
pub type Strings<'a> = stub::Chain<StringsElement<'a>>;

/// A list of which one node is held in full: that has the rest of its list behind it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnotElement {
    /// Field `tied`.
    pub tied: i32,
}

static KNOT_ELEMENT_FIELDS: [stub::Field; 1] = [stub::Field::plain("tied").number(1)];
static KNOT_ELEMENT: stub::Record = stub::Record::of(
    "knot_element",
    &KNOT_ELEMENT_FIELDS,
);

stub::plain_record! {
    KnotElement, KNOT_ELEMENT, KNOT_ELEMENT_FIELDS { 0 tied }
}

/// What names interface `LISTS_V1`, and its operations.
pub static LISTS_V1: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "LISTS_V1",
        full_name: "LISTS_V1",
        program: 0x20260002,
        uuid: 0x51bb1fb9_eb5a_5f9b_9c27_dcc4043b433d_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &LISTS_V1_READ_DIR,
        &LISTS_V1_LIST,
        &LISTS_V1_ALL_GROUPS,
        &LISTS_V1_GROW,
        &LISTS_V1_TIE,
        &LISTS_V1_ASK,
        &LISTS_V1_PLANT,
        &LISTS_V1_SAY,
    ],
};

static LISTS_V1_READ_DIR_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("at").ndr(stub::ndr_place!(defers true)),
];

static LISTS_V1_READ_DIR_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `read_dir` takes and gives.
pub static LISTS_V1_READ_DIR: stub::OperationMeta = stub::OperationMeta {
    name: "read_dir",
    number: 1,
    input: &stub::Record::of("read_dir_in", &LISTS_V1_READ_DIR_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:LISTS_V1",
                "read_dir",
                "urn:LISTS_V1#read_dir",
            )
        }),
    output: &stub::Record::of("read_dir_out", &LISTS_V1_READ_DIR_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:LISTS_V1",
                "read_dirResponse",
                "urn:LISTS_V1:LISTS_V1:read_dirResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static LISTS_V1_LIST_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "all",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("all")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            link : Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("next"),))),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
    stub::Field::of(
            "numbers",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("numbers")
                    .xml(
                        stub::xml_place!(
                            link : Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("rest"),))),
                        ),
                    )
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static LISTS_V1_LIST_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("return"), link :
                            Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("next"),))),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `list` takes and gives.
pub static LISTS_V1_LIST: stub::OperationMeta = stub::OperationMeta {
    name: "list",
    number: 2,
    input: &stub::Record::of("list_in", &LISTS_V1_LIST_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:LISTS_V1", "list", "urn:LISTS_V1#list")
        }),
    output: &stub::Record::of("list_out", &LISTS_V1_LIST_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:LISTS_V1",
                "listResponse",
                "urn:LISTS_V1:LISTS_V1:listResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static LISTS_V1_ALL_GROUPS_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "first",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("first")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            link : Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("others"),))),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
];

static LISTS_V1_ALL_GROUPS_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("return"), link :
                            Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("others"),))),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `all_groups` takes and gives.
pub static LISTS_V1_ALL_GROUPS: stub::OperationMeta = stub::OperationMeta {
    name: "all_groups",
    number: 3,
    input: &stub::Record::of("all_groups_in", &LISTS_V1_ALL_GROUPS_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:LISTS_V1",
                "all_groups",
                "urn:LISTS_V1#all_groups",
            )
        }),
    output: &stub::Record::of("all_groups_out", &LISTS_V1_ALL_GROUPS_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:LISTS_V1",
                "all_groupsResponse",
                "urn:LISTS_V1:LISTS_V1:all_groupsResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static LISTS_V1_GROW_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("from").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::of(
            "beside",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("beside")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static LISTS_V1_GROW_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `grow` takes and gives.
pub static LISTS_V1_GROW: stub::OperationMeta = stub::OperationMeta {
    name: "grow",
    number: 4,
    input: &stub::Record::of("grow_in", &LISTS_V1_GROW_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:LISTS_V1", "grow", "urn:LISTS_V1#grow")
        }),
    output: &stub::Record::of("grow_out", &LISTS_V1_GROW_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:LISTS_V1",
                "growResponse",
                "urn:LISTS_V1:LISTS_V1:growResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static LISTS_V1_TIE_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("loose").ndr(stub::ndr_place!(defers true)),
];

static LISTS_V1_TIE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `tie` takes and gives.
pub static LISTS_V1_TIE: stub::OperationMeta = stub::OperationMeta {
    name: "tie",
    number: 5,
    input: &stub::Record::of("tie_in", &LISTS_V1_TIE_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:LISTS_V1", "tie", "urn:LISTS_V1#tie")
        }),
    output: &stub::Record::of("tie_out", &LISTS_V1_TIE_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:LISTS_V1",
                "tieResponse",
                "urn:LISTS_V1:LISTS_V1:tieResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static LISTS_V1_ASK_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("what").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::plain("known").ndr(stub::ndr_place!(defers true)).number(2),
];

static LISTS_V1_ASK_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `ask` takes and gives.
pub static LISTS_V1_ASK: stub::OperationMeta = stub::OperationMeta {
    name: "ask",
    number: 6,
    input: &stub::Record::of("ask_in", &LISTS_V1_ASK_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:LISTS_V1", "ask", "urn:LISTS_V1#ask")
        }),
    output: &stub::Record::of("ask_out", &LISTS_V1_ASK_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:LISTS_V1",
                "askResponse",
                "urn:LISTS_V1:LISTS_V1:askResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static LISTS_V1_PLANT_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "seeds",
            stub::Length::UpTo(3),
            const {
                &stub::Field::plain("seeds")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
    stub::Field::of(
            "one",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("one")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static LISTS_V1_PLANT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(3),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `plant` takes and gives.
pub static LISTS_V1_PLANT: stub::OperationMeta = stub::OperationMeta {
    name: "plant",
    number: 7,
    input: &stub::Record::of("plant_in", &LISTS_V1_PLANT_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:LISTS_V1", "plant", "urn:LISTS_V1#plant")
        }),
    output: &stub::Record::of("plant_out", &LISTS_V1_PLANT_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:LISTS_V1",
                "plantResponse",
                "urn:LISTS_V1:LISTS_V1:plantResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static LISTS_V1_SAY_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "all",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("all")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            link : Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("next"),))),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
];

static LISTS_V1_SAY_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("return"), link :
                            Some(stub::Link::Static(stub::xml_place!(name :
                            stub::Cow::Borrowed("next"),))),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `say` takes and gives.
pub static LISTS_V1_SAY: stub::OperationMeta = stub::OperationMeta {
    name: "say",
    number: 8,
    input: &stub::Record::of("say_in", &LISTS_V1_SAY_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:LISTS_V1", "say", "urn:LISTS_V1#say")
        }),
    output: &stub::Record::of("say_out", &LISTS_V1_SAY_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:LISTS_V1",
                "sayResponse",
                "urn:LISTS_V1:LISTS_V1:sayResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `read_dir` takes.
#[derive(Clone, Debug)]
pub struct ListsV1ReadDirArgs<'a> {
    /// Parameter `at`.
    pub at: &'a Directory<'a>,
}

stub::plain_fields! {
    ListsV1ReadDirArgs<'de>, LISTS_V1_READ_DIR_IN_FIELDS { 0 at }
}

#[derive(Default)]
struct ListsV1ReadDirIn<'a> {
    at: Directory<'a>,
}

stub::plain_slots! {
    ListsV1ReadDirIn<'de>, LISTS_V1_READ_DIR_IN_FIELDS { 0 at }
}

/// What a call of `read_dir` gives.
#[derive(Clone, Debug, Default)]
pub struct ListsV1ReadDirOut<'a> {
    /// Parameter `result`.
    pub result: Directory<'a>,
}

stub::plain_slots! {
    ListsV1ReadDirOut<'de>, LISTS_V1_READ_DIR_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `read_dir`.
#[derive(Clone, Debug)]
pub struct ListsV1ReadDirReply<'a> {
    /// Parameter `result`.
    pub result: &'a Directory<'a>,
}

stub::plain_fields! {
    ListsV1ReadDirReply<'de>, LISTS_V1_READ_DIR_OUT_FIELDS { 0 result }
}

/// What a call of `list` takes.
#[derive(Clone, Debug)]
pub struct ListsV1ListArgs<'a> {
    /// Parameter `all`.
    pub all: &'a stub::Chain<Entry<'a>>,
    /// Parameter `numbers`.
    pub numbers: &'a stub::Chain<Number>,
}

stub::plain_fields! {
    ListsV1ListArgs<'de>, LISTS_V1_LIST_IN_FIELDS { 0 all, 1 numbers }
}

#[derive(Default)]
struct ListsV1ListIn<'a> {
    all: stub::Chain<Entry<'a>>,
    numbers: stub::Chain<Number>,
}

stub::plain_slots! {
    ListsV1ListIn<'de>, LISTS_V1_LIST_IN_FIELDS { 0 all, 1 numbers }
}

/// What a call of `list` gives.
#[derive(Clone, Debug, Default)]
pub struct ListsV1ListOut<'a> {
    /// Parameter `result`.
    pub result: stub::Chain<Entry<'a>>,
}

stub::plain_slots! {
    ListsV1ListOut<'de>, LISTS_V1_LIST_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `list`.
#[derive(Clone, Debug)]
pub struct ListsV1ListReply<'a> {
    /// Parameter `result`.
    pub result: &'a stub::Chain<Entry<'a>>,
}

stub::plain_fields! {
    ListsV1ListReply<'de>, LISTS_V1_LIST_OUT_FIELDS { 0 result }
}

/// What a call of `all_groups` takes.
#[derive(Clone, Debug)]
pub struct ListsV1AllGroupsArgs<'a> {
    /// Parameter `first`.
    pub first: &'a stub::Chain<Group<'a>>,
}

stub::plain_fields! {
    ListsV1AllGroupsArgs<'de>, LISTS_V1_ALL_GROUPS_IN_FIELDS { 0 first }
}

#[derive(Default)]
struct ListsV1AllGroupsIn<'a> {
    first: stub::Chain<Group<'a>>,
}

stub::plain_slots! {
    ListsV1AllGroupsIn<'de>, LISTS_V1_ALL_GROUPS_IN_FIELDS { 0 first }
}

/// What a call of `all_groups` gives.
#[derive(Clone, Debug, Default)]
pub struct ListsV1AllGroupsOut<'a> {
    /// Parameter `result`.
    pub result: stub::Chain<Group<'a>>,
}

stub::plain_slots! {
    ListsV1AllGroupsOut<'de>, LISTS_V1_ALL_GROUPS_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `all_groups`.
#[derive(Clone, Debug)]
pub struct ListsV1AllGroupsReply<'a> {
    /// Parameter `result`.
    pub result: &'a stub::Chain<Group<'a>>,
}

stub::plain_fields! {
    ListsV1AllGroupsReply<'de>, LISTS_V1_ALL_GROUPS_OUT_FIELDS { 0 result }
}

/// What a call of `grow` takes.
#[derive(Clone, Debug)]
pub struct ListsV1GrowArgs<'a> {
    /// Parameter `from`.
    pub from: &'a Tree<'a>,
    /// Parameter `beside`.
    pub beside: Option<&'a Tree<'a>>,
}

stub::plain_fields! {
    ListsV1GrowArgs<'de>, LISTS_V1_GROW_IN_FIELDS { 0 from, 1 beside }
}

#[derive(Default)]
struct ListsV1GrowIn<'a> {
    from: Tree<'a>,
    beside: Option<Box<Tree<'a>>>,
}

stub::plain_slots! {
    ListsV1GrowIn<'de>, LISTS_V1_GROW_IN_FIELDS { 0 from, 1 beside }
}

/// What a call of `grow` gives.
#[derive(Clone, Debug, Default)]
pub struct ListsV1GrowOut<'a> {
    /// Parameter `result`.
    pub result: Tree<'a>,
}

stub::plain_slots! {
    ListsV1GrowOut<'de>, LISTS_V1_GROW_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `grow`.
#[derive(Clone, Debug)]
pub struct ListsV1GrowReply<'a> {
    /// Parameter `result`.
    pub result: &'a Tree<'a>,
}

stub::plain_fields! {
    ListsV1GrowReply<'de>, LISTS_V1_GROW_OUT_FIELDS { 0 result }
}

/// What a call of `tie` takes.
#[derive(Clone, Debug)]
pub struct ListsV1TieArgs<'a> {
    /// Parameter `loose`.
    pub loose: &'a Rope,
}

stub::plain_fields! {
    ListsV1TieArgs<'de>, LISTS_V1_TIE_IN_FIELDS { 0 loose }
}

#[derive(Default)]
struct ListsV1TieIn {
    loose: Rope,
}

stub::plain_slots! {
    ListsV1TieIn, LISTS_V1_TIE_IN_FIELDS { 0 loose }
}

/// What a call of `tie` gives.
#[derive(Clone, Debug, Default)]
pub struct ListsV1TieOut {
    /// Parameter `result`.
    pub result: Rope,
}

stub::plain_slots! {
    ListsV1TieOut, LISTS_V1_TIE_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `tie`.
#[derive(Clone, Debug)]
pub struct ListsV1TieReply<'a> {
    /// Parameter `result`.
    pub result: &'a Rope,
}

stub::plain_fields! {
    ListsV1TieReply<'de>, LISTS_V1_TIE_OUT_FIELDS { 0 result }
}

/// What a call of `ask` takes.
#[derive(Clone, Debug)]
pub struct ListsV1AskArgs<'a> {
    /// Parameter `what`.
    pub what: &'a Question<'a>,
    /// Parameter `known`.
    pub known: &'a Answer<'a>,
}

stub::plain_fields! {
    ListsV1AskArgs<'de>, LISTS_V1_ASK_IN_FIELDS { 0 what, 1 known }
}

#[derive(Default)]
struct ListsV1AskIn<'a> {
    what: Question<'a>,
    known: Answer<'a>,
}

stub::plain_slots! {
    ListsV1AskIn<'de>, LISTS_V1_ASK_IN_FIELDS { 0 what, 1 known }
}

/// What a call of `ask` gives.
#[derive(Clone, Debug, Default)]
pub struct ListsV1AskOut<'a> {
    /// Parameter `result`.
    pub result: Question<'a>,
}

stub::plain_slots! {
    ListsV1AskOut<'de>, LISTS_V1_ASK_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `ask`.
#[derive(Clone, Debug)]
pub struct ListsV1AskReply<'a> {
    /// Parameter `result`.
    pub result: &'a Question<'a>,
}

stub::plain_fields! {
    ListsV1AskReply<'de>, LISTS_V1_ASK_OUT_FIELDS { 0 result }
}

/// What a call of `plant` takes.
#[derive(Clone, Debug)]
pub struct ListsV1PlantArgs<'a> {
    /// Parameter `seeds`, at most 3 elements.
    pub seeds: &'a [Node],
    /// Parameter `one`.
    pub one: Option<&'a Node>,
}

stub::plain_fields! {
    ListsV1PlantArgs<'de>, LISTS_V1_PLANT_IN_FIELDS { 0 seeds, 1 one }
}

#[derive(Default)]
struct ListsV1PlantIn {
    seeds: Vec<Node>,
    one: Option<Node>,
}

stub::plain_slots! {
    ListsV1PlantIn, LISTS_V1_PLANT_IN_FIELDS { 0 seeds, 1 one }
}

/// What a call of `plant` gives.
#[derive(Clone, Debug, Default)]
pub struct ListsV1PlantOut {
    /// Parameter `result`, at most 3 elements.
    pub result: Vec<Node>,
}

stub::plain_slots! {
    ListsV1PlantOut, LISTS_V1_PLANT_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `plant`.
#[derive(Clone, Debug)]
pub struct ListsV1PlantReply<'a> {
    /// Parameter `result`, at most 3 elements.
    pub result: &'a [Node],
}

stub::plain_fields! {
    ListsV1PlantReply<'de>, LISTS_V1_PLANT_OUT_FIELDS { 0 result }
}

/// What a call of `say` takes.
#[derive(Clone, Debug)]
pub struct ListsV1SayArgs<'a> {
    /// Parameter `all`.
    pub all: &'a stub::Chain<StringsElement<'a>>,
}

stub::plain_fields! {
    ListsV1SayArgs<'de>, LISTS_V1_SAY_IN_FIELDS { 0 all }
}

#[derive(Default)]
struct ListsV1SayIn<'a> {
    all: stub::Chain<StringsElement<'a>>,
}

stub::plain_slots! {
    ListsV1SayIn<'de>, LISTS_V1_SAY_IN_FIELDS { 0 all }
}

/// What a call of `say` gives.
#[derive(Clone, Debug, Default)]
pub struct ListsV1SayOut<'a> {
    /// Parameter `result`.
    pub result: stub::Chain<StringsElement<'a>>,
}

stub::plain_slots! {
    ListsV1SayOut<'de>, LISTS_V1_SAY_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `say`.
#[derive(Clone, Debug)]
pub struct ListsV1SayReply<'a> {
    /// Parameter `result`.
    pub result: &'a stub::Chain<StringsElement<'a>>,
}

stub::plain_fields! {
    ListsV1SayReply<'de>, LISTS_V1_SAY_OUT_FIELDS { 0 result }
}

/// A client of `LISTS_V1`.
pub struct ListsV1Client {
    client: stub::Client,
}

impl ListsV1Client {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, LISTS_V1.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 1, `read_dir`.
    pub fn read_dir(
        &mut self,
        at: &Directory<'_>,
    ) -> Result<Directory<'_>, stub::CallError> {
        let output: ListsV1ReadDirOut<'_> = self
            .client
            .invoke(&LISTS_V1, &LISTS_V1_READ_DIR, &ListsV1ReadDirArgs { at })?;
        Ok(output.result)
    }

    /// Operation 2, `list`.
    pub fn list(
        &mut self,
        all: &stub::Chain<Entry<'_>>,
        numbers: &stub::Chain<Number>,
    ) -> Result<stub::Chain<Entry<'_>>, stub::CallError> {
        let output: ListsV1ListOut<'_> = self
            .client
            .invoke(&LISTS_V1, &LISTS_V1_LIST, &ListsV1ListArgs { all, numbers })?;
        Ok(output.result)
    }

    /// Operation 3, `all_groups`.
    pub fn all_groups(
        &mut self,
        first: &stub::Chain<Group<'_>>,
    ) -> Result<stub::Chain<Group<'_>>, stub::CallError> {
        let output: ListsV1AllGroupsOut<'_> = self
            .client
            .invoke(&LISTS_V1, &LISTS_V1_ALL_GROUPS, &ListsV1AllGroupsArgs { first })?;
        Ok(output.result)
    }

    /// Operation 4, `grow`.
    pub fn grow(
        &mut self,
        from: &Tree<'_>,
        beside: Option<&Tree<'_>>,
    ) -> Result<Tree<'_>, stub::CallError> {
        let output: ListsV1GrowOut<'_> = self
            .client
            .invoke(&LISTS_V1, &LISTS_V1_GROW, &ListsV1GrowArgs { from, beside })?;
        Ok(output.result)
    }

    /// Operation 5, `tie`.
    pub fn tie(&mut self, loose: &Rope) -> Result<Rope, stub::CallError> {
        let output: ListsV1TieOut = self
            .client
            .invoke(&LISTS_V1, &LISTS_V1_TIE, &ListsV1TieArgs { loose })?;
        Ok(output.result)
    }

    /// Operation 6, `ask`.
    pub fn ask(
        &mut self,
        what: &Question<'_>,
        known: &Answer<'_>,
    ) -> Result<Question<'_>, stub::CallError> {
        let output: ListsV1AskOut<'_> = self
            .client
            .invoke(&LISTS_V1, &LISTS_V1_ASK, &ListsV1AskArgs { what, known })?;
        Ok(output.result)
    }

    /// Operation 7, `plant`.
    pub fn plant(
        &mut self,
        seeds: &[Node],
        one: Option<&Node>,
    ) -> Result<Vec<Node>, stub::CallError> {
        let output: ListsV1PlantOut = self
            .client
            .invoke(&LISTS_V1, &LISTS_V1_PLANT, &ListsV1PlantArgs { seeds, one })?;
        Ok(output.result)
    }

    /// Operation 8, `say`.
    pub fn say(
        &mut self,
        all: &stub::Chain<StringsElement<'_>>,
    ) -> Result<stub::Chain<StringsElement<'_>>, stub::CallError> {
        let output: ListsV1SayOut<'_> = self
            .client
            .invoke(&LISTS_V1, &LISTS_V1_SAY, &ListsV1SayArgs { all })?;
        Ok(output.result)
    }
}

impl stub::Stub for ListsV1Client {
    const INTERFACE: &'static stub::InterfaceMeta = &LISTS_V1;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `LISTS_V1` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait ListsV1: Send + Sync {
    /// Operation 1, `read_dir`.
    fn read_dir<'a>(
        &'a self,
        call: &stub::Context<'_>,
        at: Directory<'a>,
    ) -> Result<Directory<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `read_dir` where results are not the server's own: a guard's, an `Arc`'s.
    fn read_dir_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        at: Directory<'_>,
        reply: impl FnOnce(&Directory<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.read_dir(call, at).map(|result| reply(&result))
    }

    /// Operation 2, `list`.
    fn list<'a>(
        &'a self,
        call: &stub::Context<'_>,
        all: stub::Chain<Entry<'a>>,
        numbers: stub::Chain<Number>,
    ) -> Result<stub::Chain<Entry<'a>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `list` where results are not the server's own: a guard's, an `Arc`'s.
    fn list_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        all: stub::Chain<Entry<'_>>,
        numbers: stub::Chain<Number>,
        reply: impl FnOnce(&stub::Chain<Entry<'_>>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.list(call, all, numbers).map(|result| reply(&result))
    }

    /// Operation 3, `all_groups`.
    fn all_groups<'a>(
        &'a self,
        call: &stub::Context<'_>,
        first: stub::Chain<Group<'a>>,
    ) -> Result<stub::Chain<Group<'a>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `all_groups` where results are not the server's own: a guard's, an `Arc`'s.
    fn all_groups_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        first: stub::Chain<Group<'_>>,
        reply: impl FnOnce(&stub::Chain<Group<'_>>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.all_groups(call, first).map(|result| reply(&result))
    }

    /// Operation 4, `grow`.
    fn grow<'a>(
        &'a self,
        call: &stub::Context<'_>,
        from: Tree<'a>,
        beside: Option<Box<Tree<'a>>>,
    ) -> Result<Tree<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `grow` where results are not the server's own: a guard's, an `Arc`'s.
    fn grow_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        from: Tree<'_>,
        beside: Option<Box<Tree<'_>>>,
        reply: impl FnOnce(&Tree<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.grow(call, from, beside).map(|result| reply(&result))
    }

    /// Operation 5, `tie`.
    fn tie(&self, call: &stub::Context<'_>, loose: Rope) -> Result<Rope, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `tie` where results are not the server's own: a guard's, an `Arc`'s.
    fn tie_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        loose: Rope,
        reply: impl FnOnce(&Rope) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.tie(call, loose).map(|result| reply(&result))
    }

    /// Operation 6, `ask`.
    fn ask<'a>(
        &'a self,
        call: &stub::Context<'_>,
        what: Question<'a>,
        known: Answer<'a>,
    ) -> Result<Question<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `ask` where results are not the server's own: a guard's, an `Arc`'s.
    fn ask_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        what: Question<'_>,
        known: Answer<'_>,
        reply: impl FnOnce(&Question<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.ask(call, what, known).map(|result| reply(&result))
    }

    /// Operation 7, `plant`.
    fn plant(
        &self,
        call: &stub::Context<'_>,
        seeds: Vec<Node>,
        one: Option<Node>,
    ) -> Result<Vec<Node>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `plant` where results are not the server's own: a guard's, an `Arc`'s.
    fn plant_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        seeds: Vec<Node>,
        one: Option<Node>,
        reply: impl FnOnce(&[Node]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.plant(call, seeds, one).map(|result| reply(&result))
    }

    /// Operation 8, `say`.
    fn say<'a>(
        &'a self,
        call: &stub::Context<'_>,
        all: stub::Chain<StringsElement<'a>>,
    ) -> Result<stub::Chain<StringsElement<'a>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `say` where results are not the server's own: a guard's, an `Arc`'s.
    fn say_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        all: stub::Chain<StringsElement<'_>>,
        reply: impl FnOnce(&stub::Chain<StringsElement<'_>>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.say(call, all).map(|result| reply(&result))
    }
}

/// Serves `LISTS_V1` with an object that implements [`ListsV1`].
pub struct ListsV1Server<T>(pub T);

impl<T: ListsV1> stub::Service for ListsV1Server<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        LISTS_V1.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        LISTS_V1.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        LISTS_V1.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            1 => {
                call.serve_replying(
                    &LISTS_V1_READ_DIR,
                    |context, input: ListsV1ReadDirIn<'_>, reply| {
                        self.0
                            .read_dir_replying(
                                context,
                                input.at,
                                |result| reply.finish(&ListsV1ReadDirReply { result }),
                            )
                    },
                )
            }
            2 => {
                call.serve_replying(
                    &LISTS_V1_LIST,
                    |context, input: ListsV1ListIn<'_>, reply| {
                        self.0
                            .list_replying(
                                context,
                                input.all,
                                input.numbers,
                                |result| reply.finish(&ListsV1ListReply { result }),
                            )
                    },
                )
            }
            3 => {
                call.serve_replying(
                    &LISTS_V1_ALL_GROUPS,
                    |context, input: ListsV1AllGroupsIn<'_>, reply| {
                        self.0
                            .all_groups_replying(
                                context,
                                input.first,
                                |result| reply.finish(&ListsV1AllGroupsReply { result }),
                            )
                    },
                )
            }
            4 => {
                call.serve_replying(
                    &LISTS_V1_GROW,
                    |context, input: ListsV1GrowIn<'_>, reply| {
                        self.0
                            .grow_replying(
                                context,
                                input.from,
                                input.beside,
                                |result| reply.finish(&ListsV1GrowReply { result }),
                            )
                    },
                )
            }
            5 => {
                call.serve_replying(
                    &LISTS_V1_TIE,
                    |context, input: ListsV1TieIn, reply| {
                        self.0
                            .tie_replying(
                                context,
                                input.loose,
                                |result| reply.finish(&ListsV1TieReply { result }),
                            )
                    },
                )
            }
            6 => {
                call.serve_replying(
                    &LISTS_V1_ASK,
                    |context, input: ListsV1AskIn<'_>, reply| {
                        self.0
                            .ask_replying(
                                context,
                                input.what,
                                input.known,
                                |result| reply.finish(&ListsV1AskReply { result }),
                            )
                    },
                )
            }
            7 => {
                call.serve_replying(
                    &LISTS_V1_PLANT,
                    |context, input: ListsV1PlantIn, reply| {
                        self.0
                            .plant_replying(
                                context,
                                input.seeds,
                                input.one,
                                |result| reply.finish(&ListsV1PlantReply { result }),
                            )
                    },
                )
            }
            8 => {
                call.serve_replying(
                    &LISTS_V1_SAY,
                    |context, input: ListsV1SayIn<'_>, reply| {
                        self.0
                            .say_replying(
                                context,
                                input.all,
                                |result| reply.finish(&ListsV1SayReply { result }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `LISTS_V1` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncListsV1Client {
        client: stub::AsyncClient,
    }

    impl AsyncListsV1Client {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, LISTS_V1.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 1, `read_dir`.
        pub async fn read_dir(
            &self,
            at: &Directory<'_>,
        ) -> Result<Directory<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&LISTS_V1, &LISTS_V1_READ_DIR, &ListsV1ReadDirArgs { at })
                .await?;
            let output: ListsV1ReadDirOut<'_> = reply.results(&LISTS_V1_READ_DIR)?;
            Ok(output.result.into_owned())
        }

        /// Operation 2, `list`.
        pub async fn list(
            &self,
            all: &stub::Chain<Entry<'_>>,
            numbers: &stub::Chain<Number>,
        ) -> Result<stub::Chain<Entry<'static>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&LISTS_V1, &LISTS_V1_LIST, &ListsV1ListArgs { all, numbers })
                .await?;
            let output: ListsV1ListOut<'_> = reply.results(&LISTS_V1_LIST)?;
            Ok(stub::Chain(output.result.0.into_iter().map(|v| v.into_owned()).collect()))
        }

        /// Operation 3, `all_groups`.
        pub async fn all_groups(
            &self,
            first: &stub::Chain<Group<'_>>,
        ) -> Result<stub::Chain<Group<'static>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&LISTS_V1, &LISTS_V1_ALL_GROUPS, &ListsV1AllGroupsArgs { first })
                .await?;
            let output: ListsV1AllGroupsOut<'_> = reply.results(&LISTS_V1_ALL_GROUPS)?;
            Ok(stub::Chain(output.result.0.into_iter().map(|v| v.into_owned()).collect()))
        }

        /// Operation 4, `grow`.
        pub async fn grow(
            &self,
            from: &Tree<'_>,
            beside: Option<&Tree<'_>>,
        ) -> Result<Tree<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&LISTS_V1, &LISTS_V1_GROW, &ListsV1GrowArgs { from, beside })
                .await?;
            let output: ListsV1GrowOut<'_> = reply.results(&LISTS_V1_GROW)?;
            Ok(output.result.into_owned())
        }

        /// Operation 5, `tie`.
        pub async fn tie(&self, loose: &Rope) -> Result<Rope, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&LISTS_V1, &LISTS_V1_TIE, &ListsV1TieArgs { loose })
                .await?;
            let output: ListsV1TieOut = reply.results(&LISTS_V1_TIE)?;
            Ok(output.result)
        }

        /// Operation 6, `ask`.
        pub async fn ask(
            &self,
            what: &Question<'_>,
            known: &Answer<'_>,
        ) -> Result<Question<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&LISTS_V1, &LISTS_V1_ASK, &ListsV1AskArgs { what, known })
                .await?;
            let output: ListsV1AskOut<'_> = reply.results(&LISTS_V1_ASK)?;
            Ok(output.result.into_owned())
        }

        /// Operation 7, `plant`.
        pub async fn plant(
            &self,
            seeds: &[Node],
            one: Option<&Node>,
        ) -> Result<Vec<Node>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&LISTS_V1, &LISTS_V1_PLANT, &ListsV1PlantArgs { seeds, one })
                .await?;
            let output: ListsV1PlantOut = reply.results(&LISTS_V1_PLANT)?;
            Ok(output.result)
        }

        /// Operation 8, `say`.
        pub async fn say(
            &self,
            all: &stub::Chain<StringsElement<'_>>,
        ) -> Result<stub::Chain<StringsElement<'static>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&LISTS_V1, &LISTS_V1_SAY, &ListsV1SayArgs { all })
                .await?;
            let output: ListsV1SayOut<'_> = reply.results(&LISTS_V1_SAY)?;
            Ok(stub::Chain(output.result.0.into_iter().map(|v| v.into_owned()).collect()))
        }
    }

    impl stub::AsyncStub for AsyncListsV1Client {
        const INTERFACE: &'static stub::InterfaceMeta = &LISTS_V1;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `LISTS_V1` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncListsV1: Send + Sync {
        /// Operation 1, `read_dir`.
        fn read_dir<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            at: Directory<'a>,
        ) -> impl std::future::Future<
            Output = Result<Directory<'a>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `list`.
        fn list<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            all: stub::Chain<Entry<'a>>,
            numbers: stub::Chain<Number>,
        ) -> impl std::future::Future<
            Output = Result<stub::Chain<Entry<'a>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `all_groups`.
        fn all_groups<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            first: stub::Chain<Group<'a>>,
        ) -> impl std::future::Future<
            Output = Result<stub::Chain<Group<'a>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 4, `grow`.
        fn grow<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            from: Tree<'a>,
            beside: Option<Box<Tree<'a>>>,
        ) -> impl std::future::Future<Output = Result<Tree<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 5, `tie`.
        fn tie<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            loose: Rope,
        ) -> impl std::future::Future<Output = Result<Rope, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 6, `ask`.
        fn ask<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            what: Question<'a>,
            known: Answer<'a>,
        ) -> impl std::future::Future<
            Output = Result<Question<'a>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 7, `plant`.
        fn plant<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            seeds: Vec<Node>,
            one: Option<Node>,
        ) -> impl std::future::Future<Output = Result<Vec<Node>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 8, `say`.
        fn say<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            all: stub::Chain<StringsElement<'a>>,
        ) -> impl std::future::Future<
            Output = Result<stub::Chain<StringsElement<'a>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `LISTS_V1` with an object that implements [`AsyncListsV1`], on a runtime.
    pub struct AsyncListsV1Server<T>(pub T);

    impl<T: AsyncListsV1> stub::Service for AsyncListsV1Server<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            LISTS_V1.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            LISTS_V1.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            LISTS_V1.elements()
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
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (ListsV1ReadDirIn<'_>, _) = call
                            .input(&LISTS_V1_READ_DIR)?;
                        let context = call.context();
                        let result = self.0.read_dir(&context, input.at).await;
                        let output = result
                            .map_err(|fault| call.fail(&LISTS_V1_READ_DIR, fault))?;
                        Ok(
                            call
                                .end(
                                    &LISTS_V1_READ_DIR,
                                    &ListsV1ReadDirReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (ListsV1ListIn<'_>, _) = call
                            .input(&LISTS_V1_LIST)?;
                        let context = call.context();
                        let result = self.0.list(&context, input.all, input.numbers).await;
                        let output = result
                            .map_err(|fault| call.fail(&LISTS_V1_LIST, fault))?;
                        Ok(
                            call
                                .end(
                                    &LISTS_V1_LIST,
                                    &ListsV1ListReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (ListsV1AllGroupsIn<'_>, _) = call
                            .input(&LISTS_V1_ALL_GROUPS)?;
                        let context = call.context();
                        let result = self.0.all_groups(&context, input.first).await;
                        let output = result
                            .map_err(|fault| call.fail(&LISTS_V1_ALL_GROUPS, fault))?;
                        Ok(
                            call
                                .end(
                                    &LISTS_V1_ALL_GROUPS,
                                    &ListsV1AllGroupsReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let (input, mut referents): (ListsV1GrowIn<'_>, _) = call
                            .input(&LISTS_V1_GROW)?;
                        let context = call.context();
                        let result = self.0.grow(&context, input.from, input.beside).await;
                        let output = result
                            .map_err(|fault| call.fail(&LISTS_V1_GROW, fault))?;
                        Ok(
                            call
                                .end(
                                    &LISTS_V1_GROW,
                                    &ListsV1GrowReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let (input, mut referents): (ListsV1TieIn, _) = call
                            .input(&LISTS_V1_TIE)?;
                        let context = call.context();
                        let result = self.0.tie(&context, input.loose).await;
                        let output = result
                            .map_err(|fault| call.fail(&LISTS_V1_TIE, fault))?;
                        Ok(
                            call
                                .end(
                                    &LISTS_V1_TIE,
                                    &ListsV1TieReply { result: &output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                6 => {
                    stub::serving(async move {
                        let (input, mut referents): (ListsV1AskIn<'_>, _) = call
                            .input(&LISTS_V1_ASK)?;
                        let context = call.context();
                        let result = self.0.ask(&context, input.what, input.known).await;
                        let output = result
                            .map_err(|fault| call.fail(&LISTS_V1_ASK, fault))?;
                        Ok(
                            call
                                .end(
                                    &LISTS_V1_ASK,
                                    &ListsV1AskReply { result: &output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                7 => {
                    stub::serving(async move {
                        let (input, mut referents): (ListsV1PlantIn, _) = call
                            .input(&LISTS_V1_PLANT)?;
                        let context = call.context();
                        let result = self.0.plant(&context, input.seeds, input.one).await;
                        let output = result
                            .map_err(|fault| call.fail(&LISTS_V1_PLANT, fault))?;
                        Ok(
                            call
                                .end(
                                    &LISTS_V1_PLANT,
                                    &ListsV1PlantReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                8 => {
                    stub::serving(async move {
                        let (input, mut referents): (ListsV1SayIn<'_>, _) = call
                            .input(&LISTS_V1_SAY)?;
                        let context = call.context();
                        let result = self.0.say(&context, input.all).await;
                        let output = result
                            .map_err(|fault| call.fail(&LISTS_V1_SAY, fault))?;
                        Ok(
                            call
                                .end(
                                    &LISTS_V1_SAY,
                                    &ListsV1SayReply { result: &output },
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
