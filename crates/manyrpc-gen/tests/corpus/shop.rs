// Generated from shop.idl by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Enumeration `Color`.
#[allow(clippy::enum_variant_names, reason = "the definition's names")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum Color {
    /// `RED`, 0.
    #[default]
    Red = 0,
    /// `GREEN`, 1.
    Green = 1,
}

/// Gives the value back where no member has it.
impl TryFrom<i32> for Color {
    type Error = i32;
    fn try_from(value: i32) -> Result<Self, i32> {
        match value {
            0 => Ok(Self::Red),
            1 => Ok(Self::Green),
            _ => Err(value),
        }
    }
}

static COLOR: stub::Enum = stub::Enum::of(
    "Color",
    const { &[(stub::Cow::Borrowed("RED"), 0), (stub::Cow::Borrowed("GREEN"), 1)] },
);

impl stub::Encode for Color {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.enumeration(f, &COLOR, *self as i32);
    }
}

impl<'de> stub::Decode<'de> for Color {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        let mut value = *self as i32;
        s.enumeration(f, &COLOR, &mut value)?;
        *self = Self::try_from(value).map_err(|_| stub::Fail)?;
        Ok(())
    }
}

impl stub::Standalone for Color {
    const PLACE: &'static stub::Field = &stub::Field::plain("Color")
        .ndr(stub::ndr_place!(bits 32))
        .number(1);
}

impl stub::Typed for Color {
    const PLACE: &'static stub::Field = <Self as stub::Standalone>::PLACE;
    fn type_code() -> stub::Cow<'static, [u8]> {
        stub::Cow::Borrowed(
            b"\x11\x00\x00\x00>\x00\x00\x00\x01\x00\x00\x00\x13\x00\x00\x00IDL:shop/Color:1.0\x00\x00\x06\x00\x00\x00Color\x00\x00\x00\x02\x00\x00\x00\x04\x00\x00\x00RED\x00\x06\x00\x00\x00GREEN\x00",
        )
    }
}

/// Record `Item`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item<'a> {
    /// Field `name`, at most 9 bytes.
    pub name: Cow<'a, str>,
    /// Field `count`.
    pub count: i32,
}

static ITEM_FIELDS: [stub::Field; 2] = [
    stub::Field::sized("name", stub::Length::UpTo(9))
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::plain("count").number(2),
];

static ITEM: stub::Record = stub::Record::of("Item", &ITEM_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Item<'de>, ITEM, ITEM_FIELDS { 0 name, 1 count }
}

impl Item<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Item<'static> {
        Item {
            name: Cow::Owned(self.name.into_owned()),
            count: self.count,
        }
    }
}

impl stub::Standalone for Item<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Item")
        .ndr(stub::ndr_place!(defers true));
}

impl stub::Typed for Item<'_> {
    const PLACE: &'static stub::Field = <Self as stub::Standalone>::PLACE;
    fn type_code() -> stub::Cow<'static, [u8]> {
        stub::Cow::Borrowed(
            b"\x0f\x00\x00\x00P\x00\x00\x00\x01\x00\x00\x00\x12\x00\x00\x00IDL:shop/Item:1.0\x00\x00\x00\x05\x00\x00\x00Item\x00\x00\x00\x00\x02\x00\x00\x00\x05\x00\x00\x00name\x00\x00\x00\x00\x12\x00\x00\x00\t\x00\x00\x00\x06\x00\x00\x00count\x00\x00\x00\x03\x00\x00\x00",
        )
    }
}

/// `Items` of the definition.
pub type Items<'a> = Vec<Item<'a>>;

/// Union `Choice`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Choice<'a> {
    /// Label 1: field `d`.
    D(f64),
    /// Label 2, 3: field `s`.
    S {
        /// The label that chose it.
        label: i32,
        /// What it holds.
        value: Cow<'a, str>,
    },
    /// Any other label: field `o`.
    O {
        /// The label that chose it.
        label: i32,
        /// What it holds.
        value: u8,
    },
}

impl Default for Choice<'_> {
    fn default() -> Self {
        Self::D(Default::default())
    }
}

static CHOICE_ARMS: [stub::Arm; 3] = [
    stub::Arm::of(&[1], stub::Field::plain("d").number(2).explicit()),
    stub::Arm::of(
        &[2, 3],
        stub::Field::plain("s")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(&[], stub::Field::plain("o").number(4).explicit()),
];

static CHOICE: stub::Union = stub::Union::of(
        "Choice",
        "switch",
        stub::Discriminant::I32,
        &CHOICE_ARMS,
        Some(2),
    )
    .ndr(stub::ndr_shape!(align 2, defers true, tag 2));

impl<'a> Choice<'a> {
    /// Label 2, 3: field `s`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn s(
        label: i32,
        value: impl Into<Cow<'a, str>>,
    ) -> Result<Self, stub::WrongLabel> {
        CHOICE.admits(1, i64::from(label))?;
        Ok(Self::S {
            label,
            value: value.into(),
        })
    }

    /// Any other label: field `o`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn o(label: i32, value: u8) -> Result<Self, stub::WrongLabel> {
        CHOICE.admits(2, i64::from(label))?;
        Ok(Self::O { label, value })
    }
}

impl stub::Encode for Choice<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::D(_) => (0, 1),
            Self::S { label, .. } => (1, i64::from(*label)),
            Self::O { label, .. } => (2, i64::from(*label)),
        };
        s.union(f, &CHOICE, arm, label, self);
    }
}

impl stub::Fields for Choice<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::D(value) => s.field(&CHOICE_ARMS[0].field, value),
            Self::S { value, .. } => s.field(&CHOICE_ARMS[1].field, value),
            Self::O { value, .. } => s.field(&CHOICE_ARMS[2].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for Choice<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &CHOICE, self)
    }
}

impl<'de> stub::Arms<'de> for Choice<'de> {
    #[inline]
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => Self::D(Default::default()),
            1 => {
                Self::S {
                    label: label as i32,
                    value: Default::default(),
                }
            }
            _ => {
                Self::O {
                    label: label as i32,
                    value: Default::default(),
                }
            }
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::D(value) => s.slot(&CHOICE_ARMS[0].field, value),
            Self::S { value, .. } => s.slot(&CHOICE_ARMS[1].field, value),
            Self::O { value, .. } => s.slot(&CHOICE_ARMS[2].field, value),
        }
    }
}

impl Choice<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Choice<'static> {
        match self {
            Self::D(value) => Choice::D(value),
            Self::S { label, value } => {
                Choice::S {
                    label,
                    value: Cow::Owned(value.into_owned()),
                }
            }
            Self::O { label, value } => Choice::O { label, value },
        }
    }
}

impl stub::Standalone for Choice<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Choice")
        .ndr(stub::ndr_place!(defers true));
}

impl stub::Typed for Choice<'_> {
    const PLACE: &'static stub::Field = <Self as stub::Standalone>::PLACE;
    fn type_code() -> stub::Cow<'static, [u8]> {
        stub::Cow::Borrowed(
            b"\x10\x00\x00\x00|\x00\x00\x00\x01\x00\x00\x00\x14\x00\x00\x00IDL:shop/Choice:1.0\x00\x07\x00\x00\x00Choice\x00\x00\x02\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00d\x00\x00\x00\x07\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00s\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x02\x00\x00\x00s\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00o\x00\x00\x00\n\x00\x00\x00",
        )
    }
}

/// Union `Maybe`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Maybe {
    /// Label 1: field `c`.
    C(Color),
    /// Any other label: nothing.
    Default {
        /// The label that chose it.
        label: bool,
    },
}

impl Default for Maybe {
    fn default() -> Self {
        Self::C(Default::default())
    }
}

static MAYBE_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(
        &[1],
        stub::Field::plain("c").ndr(stub::ndr_place!(bits 32)).number(2).explicit(),
    ),
    stub::Arm::of(&[], stub::Field::plain("default").number(3).explicit()),
];

static MAYBE: stub::Union = stub::Union::of(
        "Maybe",
        "switch",
        stub::Discriminant::Bool,
        &MAYBE_ARMS,
        Some(1),
    )
    .ndr(stub::ndr_shape!(align 1, tag 1));

impl Maybe {
    /// Any other label: nothing.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn other(label: bool) -> Result<Self, stub::WrongLabel> {
        MAYBE.admits(1, i64::from(label))?;
        Ok(Self::Default { label })
    }
}

impl stub::Encode for Maybe {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::C(_) => (0, 1),
            Self::Default { label } => (1, i64::from(*label)),
        };
        s.union(f, &MAYBE, arm, label, self);
    }
}

impl stub::Fields for Maybe {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::C(value) => s.field(&MAYBE_ARMS[0].field, value),
            Self::Default { .. } => s.field(&MAYBE_ARMS[1].field, &()),
        }
    }
}

impl<'de> stub::Decode<'de> for Maybe {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &MAYBE, self)
    }
}

impl<'de> stub::Arms<'de> for Maybe {
    #[inline]
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => Self::C(Default::default()),
            _ => Self::Default { label: label != 0 },
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::C(value) => s.slot(&MAYBE_ARMS[0].field, value),
            Self::Default { .. } => s.slot(&MAYBE_ARMS[1].field, &mut ()),
        }
    }
}

impl stub::Standalone for Maybe {
    const PLACE: &'static stub::Field = &stub::Field::plain("Maybe");
}

impl stub::Typed for Maybe {
    const PLACE: &'static stub::Field = <Self as stub::Standalone>::PLACE;
    fn type_code() -> stub::Cow<'static, [u8]> {
        stub::Cow::Borrowed(
            b"\x10\x00\x00\x00\x86\x00\x00\x00\x01\x00\x00\x00\x13\x00\x00\x00IDL:shop/Maybe:1.0\x00\x00\x06\x00\x00\x00Maybe\x00\x00\x00\x08\x00\x00\x00\xff\xff\xff\xff\x01\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00c\x00\x00\x00\x11\x00\x00\x00>\x00\x00\x00\x01\x00\x00\x00\x13\x00\x00\x00IDL:shop/Color:1.0\x00\x00\x06\x00\x00\x00Color\x00\x00\x00\x02\x00\x00\x00\x04\x00\x00\x00RED\x00\x06\x00\x00\x00GREEN\x00",
        )
    }
}

/// `Trees` of the definition.
pub type Trees = Vec<Tree>;

/// Record `Tree`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// Field `v`.
    pub v: i64,
    /// Field `below`.
    pub below: Vec<Tree>,
}

static TREE_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("v").number(1),
    stub::Field::of(
            "below",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("below")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2),
];

static TREE: stub::Record = stub::Record::of("Tree", &TREE_FIELDS)
    .ndr(stub::ndr_shape!(align 8, defers true));

stub::plain_record! {
    Tree, TREE, TREE_FIELDS { 0 v, 1 below }
}

impl stub::Standalone for Tree {
    const PLACE: &'static stub::Field = &stub::Field::plain("Tree")
        .ndr(stub::ndr_place!(defers true));
}

impl stub::Typed for Tree {
    const PLACE: &'static stub::Field = <Self as stub::Standalone>::PLACE;
    fn type_code() -> stub::Cow<'static, [u8]> {
        stub::Cow::Borrowed(
            b"\x0f\x00\x00\x00\\\x00\x00\x00\x01\x00\x00\x00\x12\x00\x00\x00IDL:shop/Tree:1.0\x00\x00\x00\x05\x00\x00\x00Tree\x00\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00v\x00\x00\x00\x17\x00\x00\x00\x06\x00\x00\x00below\x00\x00\x00\x13\x00\x00\x00\x10\x00\x00\x00\x01\x00\x00\x00\xff\xff\xff\xff\xa4\xff\xff\xff\x00\x00\x00\x00",
        )
    }
}

/// `Grid` of the definition.
pub type Grid = [[i32; 3]; 2];

/// Record `Gone`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gone {
    /// Field `why`.
    pub why: u16,
}

static GONE_FIELDS: [stub::Field; 1] = [stub::Field::plain("why").number(1)];
static GONE: stub::Record = stub::Record::of("Gone", &GONE_FIELDS)
    .ndr(stub::ndr_shape!(align 2));

stub::plain_record! {
    Gone, GONE, GONE_FIELDS { 0 why }
}

impl stub::Standalone for Gone {
    const PLACE: &'static stub::Field = &stub::Field::plain("Gone");
}

impl stub::Typed for Gone {
    const PLACE: &'static stub::Field = <Self as stub::Standalone>::PLACE;
    fn type_code() -> stub::Cow<'static, [u8]> {
        stub::Cow::Borrowed(
            b"\x16\x00\x00\x008\x00\x00\x00\x01\x00\x00\x00\x12\x00\x00\x00IDL:shop/Gone:1.0\x00\x00\x00\x05\x00\x00\x00Gone\x00\x00\x00\x00\x01\x00\x00\x00\x04\x00\x00\x00why\x00\x04\x00\x00\x00",
        )
    }
}

/// Record `Two`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Two<'a> {
    /// Field `a`.
    pub a: Item<'a>,
    /// Field `b`.
    pub b: Item<'a>,
    /// Field `w`.
    pub w: u16,
    /// Field `x`.
    pub x: Cow<'a, str>,
}

static TWO_FIELDS: [stub::Field; 4] = [
    stub::Field::plain("a").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::plain("b").ndr(stub::ndr_place!(defers true)).number(2),
    stub::Field::plain("w").cdr(stub::Cdr::Wide).number(3),
    stub::Field::plain("x")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .cdr(stub::Cdr::Wide)
        .number(4),
];

static TWO: stub::Record = stub::Record::of("Two", &TWO_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Two<'de>, TWO, TWO_FIELDS { 0 a, 1 b, 2 w, 3 x }
}

impl Two<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Two<'static> {
        Two {
            a: self.a.into_owned(),
            b: self.b.into_owned(),
            w: self.w,
            x: Cow::Owned(self.x.into_owned()),
        }
    }
}

impl stub::Standalone for Two<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Two")
        .ndr(stub::ndr_place!(defers true));
}

impl stub::Typed for Two<'_> {
    const PLACE: &'static stub::Field = <Self as stub::Standalone>::PLACE;
    fn type_code() -> stub::Cow<'static, [u8]> {
        stub::Cow::Borrowed(
            b"\x0f\x00\x00\x00\xb4\x00\x00\x00\x01\x00\x00\x00\x11\x00\x00\x00IDL:shop/Two:1.0\x00\x00\x00\x00\x04\x00\x00\x00Two\x00\x04\x00\x00\x00\x02\x00\x00\x00a\x00\x00\x00\x0f\x00\x00\x00P\x00\x00\x00\x01\x00\x00\x00\x12\x00\x00\x00IDL:shop/Item:1.0\x00\x00\x00\x05\x00\x00\x00Item\x00\x00\x00\x00\x02\x00\x00\x00\x05\x00\x00\x00name\x00\x00\x00\x00\x12\x00\x00\x00\t\x00\x00\x00\x06\x00\x00\x00count\x00\x00\x00\x03\x00\x00\x00\x02\x00\x00\x00b\x00\x00\x00\xff\xff\xff\xff\x9c\xff\xff\xff\x02\x00\x00\x00w\x00\x00\x00\x1a\x00\x00\x00\x02\x00\x00\x00x\x00\x00\x00\x1b\x00\x00\x00\x00\x00\x00\x00",
        )
    }
}

/// What names interface `Store`, and its operations.
pub static STORE: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "Store",
        full_name: "shop.Store",
        program: 0x2be15a04,
        uuid: 0x80fcc603_0983_5c33_a85f_8b377fbbf6af_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[&STORE_F],
};

/// What operation `f` takes and gives.
pub static STORE_F: stub::OperationMeta = stub::OperationMeta {
    name: "f",
    number: 0,
    input: &stub::Record::of("f_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:shop.Store", "f", "urn:shop.Store#f")
        }),
    output: &stub::Record::of("f_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:shop.Store",
                "fResponse",
                "urn:shop.Store:Store:fResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// A client of `Store`.
pub struct StoreClient {
    client: stub::Client,
}

impl StoreClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, STORE.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `f`.
    pub fn f(&mut self) -> Result<(), stub::CallError> {
        self.client.invoke(&STORE, &STORE_F, &())
    }
}

impl stub::Stub for StoreClient {
    const INTERFACE: &'static stub::InterfaceMeta = &STORE;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `Store` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Store: Send + Sync {
    /// Operation 0, `f`.
    fn f(&self, call: &stub::Context<'_>) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }
}

/// Serves `Store` with an object that implements [`Store`].
pub struct StoreServer<T>(pub T);

impl<T: Store> stub::Service for StoreServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        STORE.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        STORE.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        STORE.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => call.serve(&STORE_F, |context, (): ()| self.0.f(context)),
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `Store` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncStoreClient {
        client: stub::AsyncClient,
    }

    impl AsyncStoreClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, STORE.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `f`.
        pub async fn f(&self) -> Result<(), stub::CallError> {
            let mut reply = self.client.invoke(&STORE, &STORE_F, &()).await?;
            reply.results(&STORE_F)
        }
    }

    impl stub::AsyncStub for AsyncStoreClient {
        const INTERFACE: &'static stub::InterfaceMeta = &STORE;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `Store` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncStore: Send + Sync {
        /// Operation 0, `f`.
        fn f<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `Store` with an object that implements [`AsyncStore`], on a runtime.
    pub struct AsyncStoreServer<T>(pub T);

    impl<T: AsyncStore> stub::Service for AsyncStoreServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            STORE.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            STORE.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            STORE.elements()
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
                        let ((), mut referents): ((), _) = call.input(&STORE_F)?;
                        let context = call.context();
                        let result = self.0.f(&context).await;
                        let () = result.map_err(|fault| call.fail(&STORE_F, fault))?;
                        Ok(call.end(&STORE_F, &(), &mut referents))
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
