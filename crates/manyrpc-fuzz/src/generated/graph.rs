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
        s.field(&NODE_FIELDS[0], &self.value);
        s.field(&NODE_FIELDS[1], &self.next);
    }
}

impl<'de> stub::Slots<'de> for Node {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&NODE_FIELDS[0], &mut self.value)?;
        s.slot(&NODE_FIELDS[1], &mut self.next)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&NODE_FIELDS[0], &mut self.value),
            1 => s.slot(&NODE_FIELDS[1], &mut self.next),
            _ => Err(stub::Fail),
        }
    }
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
            "second",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("second")
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

/// What operation `turn` takes.
pub static GRAPH_TURN_IN: stub::Record = stub::Record::of(
        "turn_in",
        &GRAPH_TURN_IN_FIELDS,
    )
    .ndr(stub::NdrShape {
        defers: true,
        ..stub::NdrShape::WORDS
    });

/// What a call of `turn` takes.
#[derive(Clone, Debug, Default)]
pub struct GraphTurnIn {
    /// Parameter `first`.
    pub first: stub::Shared<Node>,
    /// Parameter `second`.
    pub second: stub::Shared<Node>,
}

impl stub::Fields for GraphTurnIn {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&GRAPH_TURN_IN_FIELDS[0], &self.first);
        s.field(&GRAPH_TURN_IN_FIELDS[1], &self.second);
    }
}

impl<'de> stub::Slots<'de> for GraphTurnIn {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&GRAPH_TURN_IN_FIELDS[0], &mut self.first)?;
        s.slot(&GRAPH_TURN_IN_FIELDS[1], &mut self.second)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&GRAPH_TURN_IN_FIELDS[0], &mut self.first),
            1 => s.slot(&GRAPH_TURN_IN_FIELDS[1], &mut self.second),
            _ => Err(stub::Fail),
        }
    }
}

static GRAPH_TURN_OUT_FIELDS: [stub::Field; 3] = [
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
    stub::Field::of(
            "third",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("third")
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
            "fourth",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("fourth")
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

/// What operation `turn` gives.
pub static GRAPH_TURN_OUT: stub::Record = stub::Record::of(
        "turn_out",
        &GRAPH_TURN_OUT_FIELDS,
    )
    .ndr(stub::NdrShape {
        defers: true,
        ..stub::NdrShape::WORDS
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

impl stub::Fields for GraphTurnOut {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&GRAPH_TURN_OUT_FIELDS[0], &self.first);
        s.field(&GRAPH_TURN_OUT_FIELDS[1], &self.third);
        s.field(&GRAPH_TURN_OUT_FIELDS[2], &self.fourth);
    }
}

impl<'de> stub::Slots<'de> for GraphTurnOut {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&GRAPH_TURN_OUT_FIELDS[0], &mut self.first)?;
        s.slot(&GRAPH_TURN_OUT_FIELDS[1], &mut self.third)?;
        s.slot(&GRAPH_TURN_OUT_FIELDS[2], &mut self.fourth)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&GRAPH_TURN_OUT_FIELDS[0], &mut self.first),
            1 => s.slot(&GRAPH_TURN_OUT_FIELDS[1], &mut self.third),
            2 => s.slot(&GRAPH_TURN_OUT_FIELDS[2], &mut self.fourth),
            _ => Err(stub::Fail),
        }
    }
}

/// The number of operation `count`.
pub const GRAPH_COUNT: u32 = 1;

static GRAPH_COUNT_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "given",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("given")
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

/// What operation `count` takes.
pub static GRAPH_COUNT_IN: stub::Record = stub::Record::of(
        "count_in",
        &GRAPH_COUNT_IN_FIELDS,
    )
    .ndr(stub::NdrShape {
        defers: true,
        ..stub::NdrShape::WORDS
    });

/// What a call of `count` takes.
#[derive(Clone, Debug, Default)]
pub struct GraphCountIn {
    /// Parameter `given`.
    pub given: stub::Shared<Node>,
}

impl stub::Fields for GraphCountIn {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&GRAPH_COUNT_IN_FIELDS[0], &self.given);
    }
}

impl<'de> stub::Slots<'de> for GraphCountIn {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&GRAPH_COUNT_IN_FIELDS[0], &mut self.given)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&GRAPH_COUNT_IN_FIELDS[0], &mut self.given),
            _ => Err(stub::Fail),
        }
    }
}

static GRAPH_COUNT_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "nodes",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("nodes").number(1).explicit() },
        )
        .ndr(stub::Ndr {
            defers: true,
            ..stub::Ndr::NATURAL
        })
        .number(1),
    stub::Field::of(
            "last",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("last")
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

/// What operation `count` gives.
pub static GRAPH_COUNT_OUT: stub::Record = stub::Record::of(
        "count_out",
        &GRAPH_COUNT_OUT_FIELDS,
    )
    .ndr(stub::NdrShape {
        defers: true,
        ..stub::NdrShape::WORDS
    });

/// What a call of `count` gives.
#[derive(Clone, Debug, Default)]
pub struct GraphCountOut {
    /// Parameter `nodes`.
    pub nodes: stub::Shared<i32>,
    /// Parameter `last`.
    pub last: stub::Shared<Node>,
}

impl stub::Fields for GraphCountOut {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&GRAPH_COUNT_OUT_FIELDS[0], &self.nodes);
        s.field(&GRAPH_COUNT_OUT_FIELDS[1], &self.last);
    }
}

impl<'de> stub::Slots<'de> for GraphCountOut {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&GRAPH_COUNT_OUT_FIELDS[0], &mut self.nodes)?;
        s.slot(&GRAPH_COUNT_OUT_FIELDS[1], &mut self.last)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&GRAPH_COUNT_OUT_FIELDS[0], &mut self.nodes),
            1 => s.slot(&GRAPH_COUNT_OUT_FIELDS[1], &mut self.last),
            _ => Err(stub::Fail),
        }
    }
}
