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
        .ndr(stub::Ndr {
            pointer: stub::Pointer::Unique,
            terminated: true,
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(1),
    stub::Field::plain("cookie")
        .ndr(stub::Ndr {
            array: stub::Array::Counted,
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(2),
];

static ENTRY: stub::Record = stub::Record::of("entry", &ENTRY_FIELDS)
    .ndr(stub::NdrShape {
        defers: true,
        ..stub::NdrShape::WORDS
    });

impl stub::Encode for Entry<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &ENTRY, self);
    }
}

impl<'de> stub::Decode<'de> for Entry<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &ENTRY, self)
    }
}

impl stub::Fields for Entry<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&ENTRY_FIELDS[0], &self.name);
        s.field(&ENTRY_FIELDS[1], &self.cookie);
    }
}

impl<'de> stub::Slots<'de> for Entry<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&ENTRY_FIELDS[0], &mut self.name)?;
        s.slot(&ENTRY_FIELDS[1], &mut self.cookie)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&ENTRY_FIELDS[0], &mut self.name),
            1 => s.slot(&ENTRY_FIELDS[1], &mut self.cookie),
            _ => Err(stub::Fail),
        }
    }
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
    .ndr(stub::NdrShape {
        align: 8,
        ..stub::NdrShape::WORDS
    });

impl stub::Encode for Number {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &NUMBER, self);
    }
}

impl<'de> stub::Decode<'de> for Number {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &NUMBER, self)
    }
}

impl stub::Fields for Number {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&NUMBER_FIELDS[0], &self.value);
    }
}

impl<'de> stub::Slots<'de> for Number {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&NUMBER_FIELDS[0], &mut self.value)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&NUMBER_FIELDS[0], &mut self.value),
            _ => Err(stub::Fail),
        }
    }
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
                    .ndr(stub::Ndr {
                        defers: true,
                        ..stub::Ndr::NATURAL
                    })
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(1),
    stub::Field::of(
            "numbers",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("numbers").number(2).explicit() },
        )
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(2),
    stub::Field::plain("eof").number(3),
];

static DIRECTORY: stub::Record = stub::Record::of("directory", &DIRECTORY_FIELDS)
    .ndr(stub::NdrShape {
        defers: true,
        ..stub::NdrShape::WORDS
    });

impl stub::Encode for Directory<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &DIRECTORY, self);
    }
}

impl<'de> stub::Decode<'de> for Directory<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &DIRECTORY, self)
    }
}

impl stub::Fields for Directory<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&DIRECTORY_FIELDS[0], &self.all);
        s.field(&DIRECTORY_FIELDS[1], &self.numbers);
        s.field(&DIRECTORY_FIELDS[2], &self.eof);
    }
}

impl<'de> stub::Slots<'de> for Directory<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&DIRECTORY_FIELDS[0], &mut self.all)?;
        s.slot(&DIRECTORY_FIELDS[1], &mut self.numbers)?;
        s.slot(&DIRECTORY_FIELDS[2], &mut self.eof)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&DIRECTORY_FIELDS[0], &mut self.all),
            1 => s.slot(&DIRECTORY_FIELDS[1], &mut self.numbers),
            2 => s.slot(&DIRECTORY_FIELDS[2], &mut self.eof),
            _ => Err(stub::Fail),
        }
    }
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
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        });
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
        .ndr(stub::Ndr {
            pointer: stub::Pointer::Unique,
            terminated: true,
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(1),
    stub::Field::of(
            "members",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("members")
                    .ndr(stub::Ndr {
                        defers: true,
                        ..stub::Ndr::NATURAL
                    })
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(2),
];

static GROUP: stub::Record = stub::Record::of("group", &GROUP_FIELDS)
    .ndr(stub::NdrShape {
        defers: true,
        ..stub::NdrShape::WORDS
    });

impl stub::Encode for Group<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &GROUP, self);
    }
}

impl<'de> stub::Decode<'de> for Group<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &GROUP, self)
    }
}

impl stub::Fields for Group<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&GROUP_FIELDS[0], &self.name);
        s.field(&GROUP_FIELDS[1], &self.members);
    }
}

impl<'de> stub::Slots<'de> for Group<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&GROUP_FIELDS[0], &mut self.name)?;
        s.slot(&GROUP_FIELDS[1], &mut self.members)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&GROUP_FIELDS[0], &mut self.name),
            1 => s.slot(&GROUP_FIELDS[1], &mut self.members),
            _ => Err(stub::Fail),
        }
    }
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
        .ndr(stub::Ndr {
            pointer: stub::Pointer::Unique,
            terminated: true,
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(1),
    stub::Field::of(
            "left",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("left")
                    .ndr(stub::Ndr {
                        defers: true,
                        ..stub::Ndr::NATURAL
                    })
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(2),
    stub::Field::of(
            "right",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("right")
                    .ndr(stub::Ndr {
                        defers: true,
                        ..stub::Ndr::NATURAL
                    })
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(3),
];

static TREE: stub::Record = stub::Record::of("tree", &TREE_FIELDS)
    .ndr(stub::NdrShape {
        defers: true,
        ..stub::NdrShape::WORDS
    });

impl stub::Encode for Tree<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &TREE, self);
    }
}

impl<'de> stub::Decode<'de> for Tree<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &TREE, self)
    }
}

impl stub::Fields for Tree<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&TREE_FIELDS[0], &self.leaf);
        s.field(&TREE_FIELDS[1], &self.left);
        s.field(&TREE_FIELDS[2], &self.right);
    }
}

impl<'de> stub::Slots<'de> for Tree<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&TREE_FIELDS[0], &mut self.leaf)?;
        s.slot(&TREE_FIELDS[1], &mut self.left)?;
        s.slot(&TREE_FIELDS[2], &mut self.right)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&TREE_FIELDS[0], &mut self.leaf),
            1 => s.slot(&TREE_FIELDS[1], &mut self.left),
            2 => s.slot(&TREE_FIELDS[2], &mut self.right),
            _ => Err(stub::Fail),
        }
    }
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
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        });
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
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(2),
];

static KNOT: stub::Record = stub::Record::of("knot", &KNOT_FIELDS)
    .ndr(stub::NdrShape {
        defers: true,
        ..stub::NdrShape::WORDS
    });

impl stub::Encode for Knot {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &KNOT, self);
    }
}

impl<'de> stub::Decode<'de> for Knot {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &KNOT, self)
    }
}

impl stub::Fields for Knot {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&KNOT_FIELDS[0], &self.tied);
        s.field(&KNOT_FIELDS[1], &self.next);
    }
}

impl<'de> stub::Slots<'de> for Knot {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&KNOT_FIELDS[0], &mut self.tied)?;
        s.slot(&KNOT_FIELDS[1], &mut self.next)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&KNOT_FIELDS[0], &mut self.tied),
            1 => s.slot(&KNOT_FIELDS[1], &mut self.next),
            _ => Err(stub::Fail),
        }
    }
}

impl stub::Standalone for Knot {
    const PLACE: &'static stub::Field = &stub::Field::plain("knot")
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        });
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
    stub::Field::plain("first")
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(1),
    stub::Field::of(
            "others",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("others").number(2).explicit() },
        )
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(2),
];

static ROPE: stub::Record = stub::Record::of("rope", &ROPE_FIELDS)
    .ndr(stub::NdrShape {
        defers: true,
        ..stub::NdrShape::WORDS
    });

impl stub::Encode for Rope {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &ROPE, self);
    }
}

impl<'de> stub::Decode<'de> for Rope {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &ROPE, self)
    }
}

impl stub::Fields for Rope {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&ROPE_FIELDS[0], &self.first);
        s.field(&ROPE_FIELDS[1], &self.others);
    }
}

impl<'de> stub::Slots<'de> for Rope {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&ROPE_FIELDS[0], &mut self.first)?;
        s.slot(&ROPE_FIELDS[1], &mut self.others)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&ROPE_FIELDS[0], &mut self.first),
            1 => s.slot(&ROPE_FIELDS[1], &mut self.others),
            _ => Err(stub::Fail),
        }
    }
}

impl stub::Standalone for Rope {
    const PLACE: &'static stub::Field = &stub::Field::plain("rope")
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        });
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
                    .ndr(stub::Ndr {
                        defers: true,
                        ..stub::Ndr::NATURAL
                    })
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(2),
];

static QUESTION: stub::Record = stub::Record::of("question", &QUESTION_FIELDS)
    .ndr(stub::NdrShape {
        defers: true,
        ..stub::NdrShape::WORDS
    });

impl stub::Encode for Question<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &QUESTION, self);
    }
}

impl<'de> stub::Decode<'de> for Question<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &QUESTION, self)
    }
}

impl stub::Fields for Question<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&QUESTION_FIELDS[0], &self.id);
        s.field(&QUESTION_FIELDS[1], &self.reply);
    }
}

impl<'de> stub::Slots<'de> for Question<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&QUESTION_FIELDS[0], &mut self.id)?;
        s.slot(&QUESTION_FIELDS[1], &mut self.reply)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&QUESTION_FIELDS[0], &mut self.id),
            1 => s.slot(&QUESTION_FIELDS[1], &mut self.reply),
            _ => Err(stub::Fail),
        }
    }
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
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        });
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
            .ndr(stub::Ndr {
                pointer: stub::Pointer::Unique,
                terminated: true,
                defers: true,
                ..stub::Ndr::NATURAL
            })
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
                        .ndr(stub::Ndr {
                            defers: true,
                            ..stub::Ndr::NATURAL
                        })
                        .number(3)
                        .explicit()
                },
            )
            .ndr(stub::Ndr {
                defers: true,
                ..stub::Ndr::NATURAL
            })
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
    .ndr(stub::NdrShape {
        align: 1,
        defers: true,
        tag: 1,
        ..stub::NdrShape::WORDS
    });

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
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        });
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
                    .ndr(stub::Ndr {
                        defers: true,
                        ..stub::Ndr::NATURAL
                    })
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::Ndr {
            array: stub::Array::Counted,
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(2),
];

static NODE: stub::Record = stub::Record::of("node", &NODE_FIELDS)
    .ndr(stub::NdrShape {
        defers: true,
        ..stub::NdrShape::WORDS
    });

impl stub::Encode for Node {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &NODE, self);
    }
}

impl<'de> stub::Decode<'de> for Node {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &NODE, self)
    }
}

impl stub::Fields for Node {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&NODE_FIELDS[0], &self.label);
        s.field(&NODE_FIELDS[1], &self.children);
    }
}

impl<'de> stub::Slots<'de> for Node {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&NODE_FIELDS[0], &mut self.label)?;
        s.slot(&NODE_FIELDS[1], &mut self.children)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&NODE_FIELDS[0], &mut self.label),
            1 => s.slot(&NODE_FIELDS[1], &mut self.children),
            _ => Err(stub::Fail),
        }
    }
}

impl stub::Standalone for Node {
    const PLACE: &'static stub::Field = &stub::Field::plain("node")
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        });
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
        .ndr(stub::Ndr {
            pointer: stub::Pointer::Unique,
            terminated: true,
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(1),
];

static STRINGS_ELEMENT: stub::Record = stub::Record::of(
        "strings_element",
        &STRINGS_ELEMENT_FIELDS,
    )
    .ndr(stub::NdrShape {
        defers: true,
        ..stub::NdrShape::WORDS
    });

impl stub::Encode for StringsElement<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &STRINGS_ELEMENT, self);
    }
}

impl<'de> stub::Decode<'de> for StringsElement<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &STRINGS_ELEMENT, self)
    }
}

impl stub::Fields for StringsElement<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&STRINGS_ELEMENT_FIELDS[0], &self.item);
    }
}

impl<'de> stub::Slots<'de> for StringsElement<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&STRINGS_ELEMENT_FIELDS[0], &mut self.item)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&STRINGS_ELEMENT_FIELDS[0], &mut self.item),
            _ => Err(stub::Fail),
        }
    }
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

impl stub::Encode for KnotElement {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &KNOT_ELEMENT, self);
    }
}

impl<'de> stub::Decode<'de> for KnotElement {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &KNOT_ELEMENT, self)
    }
}

impl stub::Fields for KnotElement {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&KNOT_ELEMENT_FIELDS[0], &self.tied);
    }
}

impl<'de> stub::Slots<'de> for KnotElement {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&KNOT_ELEMENT_FIELDS[0], &mut self.tied)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&KNOT_ELEMENT_FIELDS[0], &mut self.tied),
            _ => Err(stub::Fail),
        }
    }
}

/// What names interface `LISTS_V1`, and its operations.
pub static LISTS_V1: stub::InterfaceMeta = stub::InterfaceMeta {
    name: "LISTS_V1",
    full_name: "LISTS_V1",
    program: 0x20260002,
    version: 1,
    uuid: 0x51bb1fb9_eb5a_5f9b_9c27_dcc4043b433d_u128.to_be_bytes(),
    major: 1,
    minor: 0,
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
    stub::Field::plain("at")
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        }),
];

static LISTS_V1_READ_DIR_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        }),
];

/// What operation `read_dir` takes and gives.
pub static LISTS_V1_READ_DIR: stub::OperationMeta = stub::OperationMeta {
    name: "read_dir",
    number: 1,
    input: &stub::Record::of("read_dir_in", &LISTS_V1_READ_DIR_IN_FIELDS)
        .ndr(stub::NdrShape {
            defers: true,
            ..stub::NdrShape::WORDS
        })
        .whole(),
    output: &stub::Record::of("read_dir_out", &LISTS_V1_READ_DIR_OUT_FIELDS)
        .ndr(stub::NdrShape {
            defers: true,
            ..stub::NdrShape::WORDS
        })
        .whole(),
    semantics: stub::Semantics::AtMostOnce,
};

static LISTS_V1_LIST_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "all",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("all")
                    .ndr(stub::Ndr {
                        defers: true,
                        ..stub::Ndr::NATURAL
                    })
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(1),
    stub::Field::of(
            "numbers",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("numbers").number(2).explicit() },
        )
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(2),
];

static LISTS_V1_LIST_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::Ndr {
                        defers: true,
                        ..stub::Ndr::NATURAL
                    })
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(1),
];

/// What operation `list` takes and gives.
pub static LISTS_V1_LIST: stub::OperationMeta = stub::OperationMeta {
    name: "list",
    number: 2,
    input: &stub::Record::of("list_in", &LISTS_V1_LIST_IN_FIELDS)
        .ndr(stub::NdrShape {
            defers: true,
            ..stub::NdrShape::WORDS
        }),
    output: &stub::Record::of("list_out", &LISTS_V1_LIST_OUT_FIELDS)
        .ndr(stub::NdrShape {
            defers: true,
            ..stub::NdrShape::WORDS
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static LISTS_V1_ALL_GROUPS_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "first",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("first")
                    .ndr(stub::Ndr {
                        defers: true,
                        ..stub::Ndr::NATURAL
                    })
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(1),
];

static LISTS_V1_ALL_GROUPS_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::Ndr {
                        defers: true,
                        ..stub::Ndr::NATURAL
                    })
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(1),
];

/// What operation `all_groups` takes and gives.
pub static LISTS_V1_ALL_GROUPS: stub::OperationMeta = stub::OperationMeta {
    name: "all_groups",
    number: 3,
    input: &stub::Record::of("all_groups_in", &LISTS_V1_ALL_GROUPS_IN_FIELDS)
        .ndr(stub::NdrShape {
            defers: true,
            ..stub::NdrShape::WORDS
        }),
    output: &stub::Record::of("all_groups_out", &LISTS_V1_ALL_GROUPS_OUT_FIELDS)
        .ndr(stub::NdrShape {
            defers: true,
            ..stub::NdrShape::WORDS
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static LISTS_V1_GROW_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("from")
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(1),
    stub::Field::of(
            "beside",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("beside")
                    .ndr(stub::Ndr {
                        defers: true,
                        ..stub::Ndr::NATURAL
                    })
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(2),
];

static LISTS_V1_GROW_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        }),
];

/// What operation `grow` takes and gives.
pub static LISTS_V1_GROW: stub::OperationMeta = stub::OperationMeta {
    name: "grow",
    number: 4,
    input: &stub::Record::of("grow_in", &LISTS_V1_GROW_IN_FIELDS)
        .ndr(stub::NdrShape {
            defers: true,
            ..stub::NdrShape::WORDS
        }),
    output: &stub::Record::of("grow_out", &LISTS_V1_GROW_OUT_FIELDS)
        .ndr(stub::NdrShape {
            defers: true,
            ..stub::NdrShape::WORDS
        })
        .whole(),
    semantics: stub::Semantics::AtMostOnce,
};

static LISTS_V1_TIE_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("loose")
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        }),
];

static LISTS_V1_TIE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        }),
];

/// What operation `tie` takes and gives.
pub static LISTS_V1_TIE: stub::OperationMeta = stub::OperationMeta {
    name: "tie",
    number: 5,
    input: &stub::Record::of("tie_in", &LISTS_V1_TIE_IN_FIELDS)
        .ndr(stub::NdrShape {
            defers: true,
            ..stub::NdrShape::WORDS
        })
        .whole(),
    output: &stub::Record::of("tie_out", &LISTS_V1_TIE_OUT_FIELDS)
        .ndr(stub::NdrShape {
            defers: true,
            ..stub::NdrShape::WORDS
        })
        .whole(),
    semantics: stub::Semantics::AtMostOnce,
};

static LISTS_V1_ASK_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("what")
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(1),
    stub::Field::plain("known")
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(2),
];

static LISTS_V1_ASK_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        }),
];

/// What operation `ask` takes and gives.
pub static LISTS_V1_ASK: stub::OperationMeta = stub::OperationMeta {
    name: "ask",
    number: 6,
    input: &stub::Record::of("ask_in", &LISTS_V1_ASK_IN_FIELDS)
        .ndr(stub::NdrShape {
            defers: true,
            ..stub::NdrShape::WORDS
        }),
    output: &stub::Record::of("ask_out", &LISTS_V1_ASK_OUT_FIELDS)
        .ndr(stub::NdrShape {
            defers: true,
            ..stub::NdrShape::WORDS
        })
        .whole(),
    semantics: stub::Semantics::AtMostOnce,
};

static LISTS_V1_PLANT_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "seeds",
            stub::Length::UpTo(3),
            const {
                &stub::Field::plain("seeds")
                    .ndr(stub::Ndr {
                        defers: true,
                        ..stub::Ndr::NATURAL
                    })
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::Ndr {
            array: stub::Array::Counted,
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(1),
    stub::Field::of(
            "one",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("one")
                    .ndr(stub::Ndr {
                        defers: true,
                        ..stub::Ndr::NATURAL
                    })
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(2),
];

static LISTS_V1_PLANT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(3),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::Ndr {
                        defers: true,
                        ..stub::Ndr::NATURAL
                    })
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::Ndr {
            array: stub::Array::Counted,
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(1),
];

/// What operation `plant` takes and gives.
pub static LISTS_V1_PLANT: stub::OperationMeta = stub::OperationMeta {
    name: "plant",
    number: 7,
    input: &stub::Record::of("plant_in", &LISTS_V1_PLANT_IN_FIELDS)
        .ndr(stub::NdrShape {
            defers: true,
            ..stub::NdrShape::WORDS
        }),
    output: &stub::Record::of("plant_out", &LISTS_V1_PLANT_OUT_FIELDS)
        .ndr(stub::NdrShape {
            defers: true,
            ..stub::NdrShape::WORDS
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static LISTS_V1_SAY_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "all",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("all")
                    .ndr(stub::Ndr {
                        defers: true,
                        ..stub::Ndr::NATURAL
                    })
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(1),
];

static LISTS_V1_SAY_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::Ndr {
                        defers: true,
                        ..stub::Ndr::NATURAL
                    })
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(1),
];

/// What operation `say` takes and gives.
pub static LISTS_V1_SAY: stub::OperationMeta = stub::OperationMeta {
    name: "say",
    number: 8,
    input: &stub::Record::of("say_in", &LISTS_V1_SAY_IN_FIELDS)
        .ndr(stub::NdrShape {
            defers: true,
            ..stub::NdrShape::WORDS
        }),
    output: &stub::Record::of("say_out", &LISTS_V1_SAY_OUT_FIELDS)
        .ndr(stub::NdrShape {
            defers: true,
            ..stub::NdrShape::WORDS
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `read_dir` takes.
#[derive(Clone, Debug)]
pub struct ListsV1ReadDirArgs<'a> {
    /// Parameter `at`.
    pub at: &'a Directory<'a>,
}

impl stub::Fields for ListsV1ReadDirArgs<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&LISTS_V1_READ_DIR_IN_FIELDS[0], &self.at);
    }
}

#[derive(Default)]
struct ListsV1ReadDirIn<'a> {
    at: Directory<'a>,
}

impl<'de> stub::Slots<'de> for ListsV1ReadDirIn<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&LISTS_V1_READ_DIR_IN_FIELDS[0], &mut self.at)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&LISTS_V1_READ_DIR_IN_FIELDS[0], &mut self.at),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `read_dir` gives.
#[derive(Clone, Debug, Default)]
pub struct ListsV1ReadDirOut<'a> {
    /// Parameter `result`.
    pub result: Directory<'a>,
}

impl stub::Fields for ListsV1ReadDirOut<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&LISTS_V1_READ_DIR_OUT_FIELDS[0], &self.result);
    }
}

impl<'de> stub::Slots<'de> for ListsV1ReadDirOut<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&LISTS_V1_READ_DIR_OUT_FIELDS[0], &mut self.result)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&LISTS_V1_READ_DIR_OUT_FIELDS[0], &mut self.result),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `list` takes.
#[derive(Clone, Debug)]
pub struct ListsV1ListArgs<'a> {
    /// Parameter `all`.
    pub all: &'a stub::Chain<Entry<'a>>,
    /// Parameter `numbers`.
    pub numbers: &'a stub::Chain<Number>,
}

impl stub::Fields for ListsV1ListArgs<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&LISTS_V1_LIST_IN_FIELDS[0], &self.all);
        s.field(&LISTS_V1_LIST_IN_FIELDS[1], &self.numbers);
    }
}

#[derive(Default)]
struct ListsV1ListIn<'a> {
    all: stub::Chain<Entry<'a>>,
    numbers: stub::Chain<Number>,
}

impl<'de> stub::Slots<'de> for ListsV1ListIn<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&LISTS_V1_LIST_IN_FIELDS[0], &mut self.all)?;
        s.slot(&LISTS_V1_LIST_IN_FIELDS[1], &mut self.numbers)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&LISTS_V1_LIST_IN_FIELDS[0], &mut self.all),
            1 => s.slot(&LISTS_V1_LIST_IN_FIELDS[1], &mut self.numbers),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `list` gives.
#[derive(Clone, Debug, Default)]
pub struct ListsV1ListOut<'a> {
    /// Parameter `result`.
    pub result: stub::Chain<Entry<'a>>,
}

impl stub::Fields for ListsV1ListOut<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&LISTS_V1_LIST_OUT_FIELDS[0], &self.result);
    }
}

impl<'de> stub::Slots<'de> for ListsV1ListOut<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&LISTS_V1_LIST_OUT_FIELDS[0], &mut self.result)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&LISTS_V1_LIST_OUT_FIELDS[0], &mut self.result),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `all_groups` takes.
#[derive(Clone, Debug)]
pub struct ListsV1AllGroupsArgs<'a> {
    /// Parameter `first`.
    pub first: &'a stub::Chain<Group<'a>>,
}

impl stub::Fields for ListsV1AllGroupsArgs<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&LISTS_V1_ALL_GROUPS_IN_FIELDS[0], &self.first);
    }
}

#[derive(Default)]
struct ListsV1AllGroupsIn<'a> {
    first: stub::Chain<Group<'a>>,
}

impl<'de> stub::Slots<'de> for ListsV1AllGroupsIn<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&LISTS_V1_ALL_GROUPS_IN_FIELDS[0], &mut self.first)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&LISTS_V1_ALL_GROUPS_IN_FIELDS[0], &mut self.first),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `all_groups` gives.
#[derive(Clone, Debug, Default)]
pub struct ListsV1AllGroupsOut<'a> {
    /// Parameter `result`.
    pub result: stub::Chain<Group<'a>>,
}

impl stub::Fields for ListsV1AllGroupsOut<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&LISTS_V1_ALL_GROUPS_OUT_FIELDS[0], &self.result);
    }
}

impl<'de> stub::Slots<'de> for ListsV1AllGroupsOut<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&LISTS_V1_ALL_GROUPS_OUT_FIELDS[0], &mut self.result)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&LISTS_V1_ALL_GROUPS_OUT_FIELDS[0], &mut self.result),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `grow` takes.
#[derive(Clone, Debug)]
pub struct ListsV1GrowArgs<'a> {
    /// Parameter `from`.
    pub from: &'a Tree<'a>,
    /// Parameter `beside`.
    pub beside: Option<&'a Tree<'a>>,
}

impl stub::Fields for ListsV1GrowArgs<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&LISTS_V1_GROW_IN_FIELDS[0], &self.from);
        s.field(&LISTS_V1_GROW_IN_FIELDS[1], &self.beside);
    }
}

#[derive(Default)]
struct ListsV1GrowIn<'a> {
    from: Tree<'a>,
    beside: Option<Box<Tree<'a>>>,
}

impl<'de> stub::Slots<'de> for ListsV1GrowIn<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&LISTS_V1_GROW_IN_FIELDS[0], &mut self.from)?;
        s.slot(&LISTS_V1_GROW_IN_FIELDS[1], &mut self.beside)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&LISTS_V1_GROW_IN_FIELDS[0], &mut self.from),
            1 => s.slot(&LISTS_V1_GROW_IN_FIELDS[1], &mut self.beside),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `grow` gives.
#[derive(Clone, Debug, Default)]
pub struct ListsV1GrowOut<'a> {
    /// Parameter `result`.
    pub result: Tree<'a>,
}

impl stub::Fields for ListsV1GrowOut<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&LISTS_V1_GROW_OUT_FIELDS[0], &self.result);
    }
}

impl<'de> stub::Slots<'de> for ListsV1GrowOut<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&LISTS_V1_GROW_OUT_FIELDS[0], &mut self.result)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&LISTS_V1_GROW_OUT_FIELDS[0], &mut self.result),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `tie` takes.
#[derive(Clone, Debug)]
pub struct ListsV1TieArgs<'a> {
    /// Parameter `loose`.
    pub loose: &'a Rope,
}

impl stub::Fields for ListsV1TieArgs<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&LISTS_V1_TIE_IN_FIELDS[0], &self.loose);
    }
}

#[derive(Default)]
struct ListsV1TieIn {
    loose: Rope,
}

impl<'de> stub::Slots<'de> for ListsV1TieIn {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&LISTS_V1_TIE_IN_FIELDS[0], &mut self.loose)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&LISTS_V1_TIE_IN_FIELDS[0], &mut self.loose),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `tie` gives.
#[derive(Clone, Debug, Default)]
pub struct ListsV1TieOut {
    /// Parameter `result`.
    pub result: Rope,
}

impl stub::Fields for ListsV1TieOut {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&LISTS_V1_TIE_OUT_FIELDS[0], &self.result);
    }
}

impl<'de> stub::Slots<'de> for ListsV1TieOut {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&LISTS_V1_TIE_OUT_FIELDS[0], &mut self.result)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&LISTS_V1_TIE_OUT_FIELDS[0], &mut self.result),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `ask` takes.
#[derive(Clone, Debug)]
pub struct ListsV1AskArgs<'a> {
    /// Parameter `what`.
    pub what: &'a Question<'a>,
    /// Parameter `known`.
    pub known: &'a Answer<'a>,
}

impl stub::Fields for ListsV1AskArgs<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&LISTS_V1_ASK_IN_FIELDS[0], &self.what);
        s.field(&LISTS_V1_ASK_IN_FIELDS[1], &self.known);
    }
}

#[derive(Default)]
struct ListsV1AskIn<'a> {
    what: Question<'a>,
    known: Answer<'a>,
}

impl<'de> stub::Slots<'de> for ListsV1AskIn<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&LISTS_V1_ASK_IN_FIELDS[0], &mut self.what)?;
        s.slot(&LISTS_V1_ASK_IN_FIELDS[1], &mut self.known)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&LISTS_V1_ASK_IN_FIELDS[0], &mut self.what),
            1 => s.slot(&LISTS_V1_ASK_IN_FIELDS[1], &mut self.known),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `ask` gives.
#[derive(Clone, Debug, Default)]
pub struct ListsV1AskOut<'a> {
    /// Parameter `result`.
    pub result: Question<'a>,
}

impl stub::Fields for ListsV1AskOut<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&LISTS_V1_ASK_OUT_FIELDS[0], &self.result);
    }
}

impl<'de> stub::Slots<'de> for ListsV1AskOut<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&LISTS_V1_ASK_OUT_FIELDS[0], &mut self.result)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&LISTS_V1_ASK_OUT_FIELDS[0], &mut self.result),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `plant` takes.
#[derive(Clone, Debug)]
pub struct ListsV1PlantArgs<'a> {
    /// Parameter `seeds`, at most 3 elements.
    pub seeds: &'a [Node],
    /// Parameter `one`.
    pub one: Option<&'a Node>,
}

impl stub::Fields for ListsV1PlantArgs<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&LISTS_V1_PLANT_IN_FIELDS[0], &self.seeds);
        s.field(&LISTS_V1_PLANT_IN_FIELDS[1], &self.one);
    }
}

#[derive(Default)]
struct ListsV1PlantIn {
    seeds: Vec<Node>,
    one: Option<Node>,
}

impl<'de> stub::Slots<'de> for ListsV1PlantIn {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&LISTS_V1_PLANT_IN_FIELDS[0], &mut self.seeds)?;
        s.slot(&LISTS_V1_PLANT_IN_FIELDS[1], &mut self.one)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&LISTS_V1_PLANT_IN_FIELDS[0], &mut self.seeds),
            1 => s.slot(&LISTS_V1_PLANT_IN_FIELDS[1], &mut self.one),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `plant` gives.
#[derive(Clone, Debug, Default)]
pub struct ListsV1PlantOut {
    /// Parameter `result`, at most 3 elements.
    pub result: Vec<Node>,
}

impl stub::Fields for ListsV1PlantOut {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&LISTS_V1_PLANT_OUT_FIELDS[0], &self.result);
    }
}

impl<'de> stub::Slots<'de> for ListsV1PlantOut {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&LISTS_V1_PLANT_OUT_FIELDS[0], &mut self.result)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&LISTS_V1_PLANT_OUT_FIELDS[0], &mut self.result),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `say` takes.
#[derive(Clone, Debug)]
pub struct ListsV1SayArgs<'a> {
    /// Parameter `all`.
    pub all: &'a stub::Chain<StringsElement<'a>>,
}

impl stub::Fields for ListsV1SayArgs<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&LISTS_V1_SAY_IN_FIELDS[0], &self.all);
    }
}

#[derive(Default)]
struct ListsV1SayIn<'a> {
    all: stub::Chain<StringsElement<'a>>,
}

impl<'de> stub::Slots<'de> for ListsV1SayIn<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&LISTS_V1_SAY_IN_FIELDS[0], &mut self.all)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&LISTS_V1_SAY_IN_FIELDS[0], &mut self.all),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `say` gives.
#[derive(Clone, Debug, Default)]
pub struct ListsV1SayOut<'a> {
    /// Parameter `result`.
    pub result: stub::Chain<StringsElement<'a>>,
}

impl stub::Fields for ListsV1SayOut<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&LISTS_V1_SAY_OUT_FIELDS[0], &self.result);
    }
}

impl<'de> stub::Slots<'de> for ListsV1SayOut<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&LISTS_V1_SAY_OUT_FIELDS[0], &mut self.result)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&LISTS_V1_SAY_OUT_FIELDS[0], &mut self.result),
            _ => Err(stub::Fail),
        }
    }
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
        stub::Client::open_for(binding, LISTS_V1.id()).map(Self::new)
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

    /// To be written instead of `read_dir` where results borrow from a guard or an `Arc`.
    fn read_dir_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        at: Directory<'_>,
        reply: impl FnOnce(Directory<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.read_dir(call, at).map(reply)
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

    /// To be written instead of `list` where results borrow from a guard or an `Arc`.
    fn list_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        all: stub::Chain<Entry<'_>>,
        numbers: stub::Chain<Number>,
        reply: impl FnOnce(stub::Chain<Entry<'_>>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.list(call, all, numbers).map(reply)
    }

    /// Operation 3, `all_groups`.
    fn all_groups<'a>(
        &'a self,
        call: &stub::Context<'_>,
        first: stub::Chain<Group<'a>>,
    ) -> Result<stub::Chain<Group<'a>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `all_groups` where results borrow from a guard or an `Arc`.
    fn all_groups_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        first: stub::Chain<Group<'_>>,
        reply: impl FnOnce(stub::Chain<Group<'_>>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.all_groups(call, first).map(reply)
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

    /// To be written instead of `grow` where results borrow from a guard or an `Arc`.
    fn grow_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        from: Tree<'_>,
        beside: Option<Box<Tree<'_>>>,
        reply: impl FnOnce(Tree<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.grow(call, from, beside).map(reply)
    }

    /// Operation 5, `tie`.
    fn tie(&self, call: &stub::Context<'_>, loose: Rope) -> Result<Rope, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
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

    /// To be written instead of `ask` where results borrow from a guard or an `Arc`.
    fn ask_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        what: Question<'_>,
        known: Answer<'_>,
        reply: impl FnOnce(Question<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.ask(call, what, known).map(reply)
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

    /// Operation 8, `say`.
    fn say<'a>(
        &'a self,
        call: &stub::Context<'_>,
        all: stub::Chain<StringsElement<'a>>,
    ) -> Result<stub::Chain<StringsElement<'a>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `say` where results borrow from a guard or an `Arc`.
    fn say_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        all: stub::Chain<StringsElement<'_>>,
        reply: impl FnOnce(stub::Chain<StringsElement<'_>>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.say(call, all).map(reply)
    }
}

/// Serves `LISTS_V1` with an object that implements [`ListsV1`].
pub struct ListsV1Server<T>(pub T);

impl<T: ListsV1> stub::Service for ListsV1Server<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        LISTS_V1.id()
    }

    fn number_of(&self, operation: &str) -> Option<u32> {
        LISTS_V1.number_of(operation)
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
                                |result| reply.finish(&ListsV1ReadDirOut { result }),
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
                                |result| reply.finish(&ListsV1ListOut { result }),
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
                                |result| reply.finish(&ListsV1AllGroupsOut { result }),
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
                                |result| reply.finish(&ListsV1GrowOut { result }),
                            )
                    },
                )
            }
            5 => {
                call.serve(
                    &LISTS_V1_TIE,
                    |context, input: ListsV1TieIn| {
                        let result = self.0.tie(context, input.loose)?;
                        Ok(ListsV1TieOut { result })
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
                                |result| reply.finish(&ListsV1AskOut { result }),
                            )
                    },
                )
            }
            7 => {
                call.serve(
                    &LISTS_V1_PLANT,
                    |context, input: ListsV1PlantIn| {
                        let result = self.0.plant(context, input.seeds, input.one)?;
                        Ok(ListsV1PlantOut { result })
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
                                |result| reply.finish(&ListsV1SayOut { result }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}
