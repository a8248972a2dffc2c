// Generated from names.x by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Constant `INFO`.
pub const INFO: i32 = 3;

/// Constant `maxLen`.
pub const MAX_LEN: i32 = 12;

/// Constant `MAX_LEN`.
pub const MAX_LEN2: i32 = 13;

/// Constant `ALL_FIELDS`.
pub const ALL_FIELDS: u32 = 4294967295;

/// Constant `least`.
pub const LEAST: i64 = -9223372036854775807;

/// What RPC calls its own: one of them is nobody's here.
pub const RPCSEC_GSS: i32 = 6;

/// Record `authsys_parms`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AuthsysParms<'a> {
    /// Field `stamp`.
    pub stamp: u32,
    /// Field `machinename`, at most 255 bytes.
    pub machinename: Cow<'a, str>,
    /// Field `uid`.
    pub uid: u32,
    /// Field `gid`.
    pub gid: u32,
    /// Field `gids`, at most 16 elements.
    pub gids: Vec<u32>,
}

static AUTHSYS_PARMS_FIELDS: [stub::Field; 5] = [
    stub::Field::plain("stamp").number(1),
    stub::Field::sized("machinename", stub::Length::UpTo(255))
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2),
    stub::Field::plain("uid").number(3),
    stub::Field::plain("gid").number(4),
    stub::Field::of(
            "gids",
            stub::Length::UpTo(16),
            const { &stub::Field::plain("gids").explicit() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(5)
        .packed(),
];

static AUTHSYS_PARMS: stub::Record = stub::Record::of(
        "authsys_parms",
        &AUTHSYS_PARMS_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    AuthsysParms<'de>, AUTHSYS_PARMS, AUTHSYS_PARMS_FIELDS { 0 stamp, 1 machinename, 2
    uid, 3 gid, 4 gids }
}

impl AuthsysParms<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> AuthsysParms<'static> {
        AuthsysParms {
            stamp: self.stamp,
            machinename: Cow::Owned(self.machinename.into_owned()),
            uid: self.uid,
            gid: self.gid,
            gids: self.gids,
        }
    }
}

impl stub::Standalone for AuthsysParms<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("authsys_parms")
        .ndr(stub::ndr_place!(defers true));
}

/// A record whose name is a keyword,
/// with a line that is indented, \<angles\>, \[brackets\] and a `code` word,
/// and `https://example.org/a_b?c=<d>` for more.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Type {
    /// Field `self`.
    pub self_: i32,
    /// Field `fn`.
    pub r#fn: i32,
    /// a keyword, too
    pub r#match: i32,
    /// Field `crate`.
    pub crate_: i32,
    /// Field `s`.
    pub s: i32,
    /// Field `i`.
    pub i: i32,
    /// Field `getAddr`.
    pub get_addr: i32,
    /// Field `get_addr`.
    pub get_addr2: i32,
}

static TYPE_FIELDS: [stub::Field; 8] = [
    stub::Field::plain("self").number(1),
    stub::Field::plain("fn").number(2),
    stub::Field::plain("match").number(3),
    stub::Field::plain("crate").number(4),
    stub::Field::plain("s").number(5),
    stub::Field::plain("i").number(6),
    stub::Field::plain("getAddr").number(7),
    stub::Field::plain("get_addr").number(8),
];

static TYPE: stub::Record = stub::Record::of("type", &TYPE_FIELDS);

stub::plain_record! {
    Type, TYPE, TYPE_FIELDS { 0 self_, 1 r#fn, 2 r#match, 3 crate_, 4 s, 5 i, 6 get_addr,
    7 get_addr2 }
}

impl stub::Standalone for Type {
    const PLACE: &'static stub::Field = &stub::Field::plain("type");
}

/// Record `info`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info<'a> {
    /// Field `kind`.
    pub kind: Type,
    /// Field `where`, at most 12 bytes.
    pub r#where: Cow<'a, str>,
}

static INFO2_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("kind").number(1),
    stub::Field::sized("where", stub::Length::UpTo(12))
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2),
];

static INFO2: stub::Record = stub::Record::of("info", &INFO2_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Info<'de>, INFO2, INFO2_FIELDS { 0 kind, 1 r#where }
}

impl Info<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Info<'static> {
        Info {
            kind: self.kind,
            r#where: Cow::Owned(self.r#where.into_owned()),
        }
    }
}

impl stub::Standalone for Info<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("info")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `all`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct All<'a> {
    /// Field `of`, at most 3 elements.
    pub of: Vec<Info<'a>>,
}

static ALL2_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "of",
            stub::Length::UpTo(3),
            const {
                &stub::Field::plain("of")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
];

static ALL2: stub::Record = stub::Record::of("all", &ALL2_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    All<'de>, ALL2, ALL2_FIELDS { 0 of }
}

impl All<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> All<'static> {
        All {
            of: self.of.into_iter().map(|v| v.into_owned()).collect(),
        }
    }
}

impl stub::Standalone for All<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("all")
        .ndr(stub::ndr_place!(defers true));
}

/// Enumeration `option`.
#[allow(clippy::enum_variant_names, reason = "the definition's names")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum Option2 {
    /// `OPTION_SELF`, 1.
    #[default]
    OptionSelf = 1,
    /// `Self`, 2.
    Self2 = 2,
    /// `default_option`, 3.
    DefaultOption = 3,
    /// `LEAST`, -2147483648.
    Least = -2147483648,
}

#[allow(non_upper_case_globals, reason = "named like the variants")]
impl Option2 {
    /// `again`, 3.
    pub const Again: Self = Self::DefaultOption;
}

/// Gives the value back where no member has it.
impl TryFrom<i32> for Option2 {
    type Error = i32;
    fn try_from(value: i32) -> Result<Self, i32> {
        match value {
            1 => Ok(Self::OptionSelf),
            2 => Ok(Self::Self2),
            3 => Ok(Self::DefaultOption),
            -2147483648 => Ok(Self::Least),
            _ => Err(value),
        }
    }
}

static OPTION: stub::Enum = stub::Enum::of(
    "option",
    const {
        &[
            (stub::Cow::Borrowed("OPTION_SELF"), 1),
            (stub::Cow::Borrowed("Self"), 2),
            (stub::Cow::Borrowed("default_option"), 3),
            (stub::Cow::Borrowed("again"), 3),
            (stub::Cow::Borrowed("LEAST"), -2147483648),
        ]
    },
);

impl stub::Encode for Option2 {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.enumeration(f, &OPTION, *self as i32);
    }
}

impl<'de> stub::Decode<'de> for Option2 {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        let mut value = *self as i32;
        s.enumeration(f, &OPTION, &mut value)?;
        *self = Self::try_from(value).map_err(|_| stub::Fail)?;
        Ok(())
    }
}

impl stub::Standalone for Option2 {
    const PLACE: &'static stub::Field = &stub::Field::plain("option")
        .ndr(stub::ndr_place!(bits 32))
        .number(1);
}

/// `vec` of the definition.
pub type Vec2 = Vec<Option2>;

/// `cow` of the definition.
pub type Cow2<'a> = Cow<'a, str>;

/// Record `foo_bar`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FooBar<'a> {
    /// Field `moo`.
    pub moo: Cow<'a, str>,
}

static FOO_BAR_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("moo")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
];

static FOO_BAR: stub::Record = stub::Record::of("foo_bar", &FOO_BAR_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    FooBar<'de>, FOO_BAR, FOO_BAR_FIELDS { 0 moo }
}

impl FooBar<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> FooBar<'static> {
        FooBar {
            moo: Cow::Owned(self.moo.into_owned()),
        }
    }
}

impl stub::Standalone for FooBar<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("foo_bar")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `fooBar`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FooBar2<'a> {
    /// Field `moo`, at most 2 elements.
    pub moo: Vec<Cow<'a, str>>,
}

static FOO_BAR2_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "moo",
            stub::Length::UpTo(2),
            const {
                &stub::Field::plain("moo")
                    .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
];

static FOO_BAR2: stub::Record = stub::Record::of("fooBar", &FOO_BAR2_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    FooBar2<'de>, FOO_BAR2, FOO_BAR2_FIELDS { 0 moo }
}

impl FooBar2<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> FooBar2<'static> {
        FooBar2 {
            moo: self.moo.into_iter().map(|v| Cow::Owned(v.into_owned())).collect(),
        }
    }
}

impl stub::Standalone for FooBar2<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("fooBar")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `names_v1_client`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamesV1Client {
    /// Field `here`.
    pub here: bool,
}

static NAMES_V1_CLIENT_FIELDS: [stub::Field; 1] = [stub::Field::plain("here").number(1)];
static NAMES_V1_CLIENT: stub::Record = stub::Record::of(
        "names_v1_client",
        &NAMES_V1_CLIENT_FIELDS,
    )
    .ndr(stub::ndr_shape!(align 1));

stub::plain_record! {
    NamesV1Client, NAMES_V1_CLIENT, NAMES_V1_CLIENT_FIELDS { 0 here }
}

impl stub::Standalone for NamesV1Client {
    const PLACE: &'static stub::Field = &stub::Field::plain("names_v1_client");
}

/// Record `names_v1_add_in`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamesV1AddIn {
    /// Field `here`.
    pub here: bool,
}

static NAMES_V1_ADD_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("here").number(1)];
static NAMES_V1_ADD_IN: stub::Record = stub::Record::of(
        "names_v1_add_in",
        &NAMES_V1_ADD_IN_FIELDS,
    )
    .ndr(stub::ndr_shape!(align 1));

stub::plain_record! {
    NamesV1AddIn, NAMES_V1_ADD_IN, NAMES_V1_ADD_IN_FIELDS { 0 here }
}

impl stub::Standalone for NamesV1AddIn {
    const PLACE: &'static stub::Field = &stub::Field::plain("names_v1_add_in");
}

/// Union `result`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Result2<'a> {
    /// Label 1: field `Default`.
    Default(i32),
    /// Label 2: nothing.
    Self2,
    /// Label 3: field `self`.
    Self3(Cow<'a, str>),
    /// Any other label: nothing.
    Default2 {
        /// The label that chose it.
        label: i32,
    },
}

impl Default for Result2<'_> {
    fn default() -> Self {
        Self::Default(Default::default())
    }
}

static RESULT_ARMS: [stub::Arm; 4] = [
    stub::Arm::of(&[1], stub::Field::plain("Default").number(2).explicit()),
    stub::Arm::of(&[2], stub::Field::plain("Self").number(3).explicit()),
    stub::Arm::of(
        &[3],
        stub::Field::plain("self")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .number(4)
            .explicit(),
    ),
    stub::Arm::of(&[], stub::Field::plain("default").number(5).explicit()),
];

static RESULT: stub::Union = stub::Union::of(
        "result",
        "which",
        stub::Discriminant::Enum(stub::Link::Static(&OPTION)),
        &RESULT_ARMS,
        Some(3),
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl Result2<'_> {
    /// Any other label: nothing.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn other(label: Option2) -> Result<Self, stub::WrongLabel> {
        RESULT.admits(3, label as i64)?;
        Ok(Self::Default2 {
            label: label as i32,
        })
    }
}

impl stub::Encode for Result2<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Default(_) => (0, 1),
            Self::Self2 => (1, 2),
            Self::Self3(_) => (2, 3),
            Self::Default2 { label } => (3, i64::from(*label)),
        };
        s.union(f, &RESULT, arm, label, self);
    }
}

impl stub::Fields for Result2<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Default(value) => s.field(&RESULT_ARMS[0].field, value),
            Self::Self2 => s.field(&RESULT_ARMS[1].field, &()),
            Self::Self3(value) => s.field(&RESULT_ARMS[2].field, value),
            Self::Default2 { .. } => s.field(&RESULT_ARMS[3].field, &()),
        }
    }
}

impl<'de> stub::Decode<'de> for Result2<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for Result2<'de> {
    #[inline]
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => Self::Default(Default::default()),
            1 => Self::Self2,
            2 => Self::Self3(Default::default()),
            _ => {
                Self::Default2 {
                    label: label as i32,
                }
            }
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Default(value) => s.slot(&RESULT_ARMS[0].field, value),
            Self::Self2 => s.slot(&RESULT_ARMS[1].field, &mut ()),
            Self::Self3(value) => s.slot(&RESULT_ARMS[2].field, value),
            Self::Default2 { .. } => s.slot(&RESULT_ARMS[3].field, &mut ()),
        }
    }
}

impl Result2<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Result2<'static> {
        match self {
            Self::Default(value) => Result2::Default(value),
            Self::Self2 => Result2::Self2,
            Self::Self3(value) => Result2::Self3(Cow::Owned(value.into_owned())),
            Self::Default2 { label } => Result2::Default2 { label },
        }
    }
}

impl stub::Standalone for Result2<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true));
}

/// Enumeration `auth_stat`.
#[allow(clippy::enum_variant_names, reason = "the definition's names")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum AuthStat {
    /// `AUTH_OK`, 0.
    #[default]
    AuthOk = 0,
    /// `AUTH_BADCRED`, 1.
    AuthBadcred = 1,
}

/// Gives the value back where no member has it.
impl TryFrom<i32> for AuthStat {
    type Error = i32;
    fn try_from(value: i32) -> Result<Self, i32> {
        match value {
            0 => Ok(Self::AuthOk),
            1 => Ok(Self::AuthBadcred),
            _ => Err(value),
        }
    }
}

static AUTH_STAT: stub::Enum = stub::Enum::of(
    "auth_stat",
    const {
        &[(stub::Cow::Borrowed("AUTH_OK"), 0), (stub::Cow::Borrowed("AUTH_BADCRED"), 1)]
    },
);

impl stub::Encode for AuthStat {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.enumeration(f, &AUTH_STAT, *self as i32);
    }
}

impl<'de> stub::Decode<'de> for AuthStat {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        let mut value = *self as i32;
        s.enumeration(f, &AUTH_STAT, &mut value)?;
        *self = Self::try_from(value).map_err(|_| stub::Fail)?;
        Ok(())
    }
}

impl stub::Standalone for AuthStat {
    const PLACE: &'static stub::Field = &stub::Field::plain("auth_stat")
        .ndr(stub::ndr_place!(bits 32))
        .number(1);
}

/// Record `opaque_auth`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpaqueAuth<'a> {
    /// Field `AUTH_NONE`.
    pub auth_none: AuthStat,
    /// Field `sys`, at most 2 elements.
    pub sys: Vec<AuthsysParms<'a>>,
}

static OPAQUE_AUTH_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("AUTH_NONE").ndr(stub::ndr_place!(bits 32)).number(1),
    stub::Field::of(
            "sys",
            stub::Length::UpTo(2),
            const {
                &stub::Field::plain("sys")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2),
];

static OPAQUE_AUTH: stub::Record = stub::Record::of("opaque_auth", &OPAQUE_AUTH_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    OpaqueAuth<'de>, OPAQUE_AUTH, OPAQUE_AUTH_FIELDS { 0 auth_none, 1 sys }
}

impl OpaqueAuth<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> OpaqueAuth<'static> {
        OpaqueAuth {
            auth_none: self.auth_none,
            sys: self.sys.into_iter().map(|v| v.into_owned()).collect(),
        }
    }
}

impl stub::Standalone for OpaqueAuth<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("opaque_auth")
        .ndr(stub::ndr_place!(defers true));
}

/// What names interface `NAMES_V1`, and its operations.
pub static NAMES_V1: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "NAMES_V1",
        full_name: "NAMES_V1",
        program: 0x20260001,
        uuid: 0x739aba2f_18ee_5e8c_83ec_c2d04853b098_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &NAMES_V1_NOTHING,
        &NAMES_V1_OPEN2,
        &NAMES_V1_NEW2,
        &NAMES_V1_CLIENT2,
        &NAMES_V1_MATCH,
        &NAMES_V1_ADD,
        &NAMES_V1_GET_ADDR,
        &NAMES_V1_GET_ADDR2,
    ],
};

/// What operation `nothing` takes and gives.
pub static NAMES_V1_NOTHING: stub::OperationMeta = stub::OperationMeta {
    name: "nothing",
    number: 0,
    input: &stub::Record::of("nothing_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:NAMES_V1", "nothing", "urn:NAMES_V1#nothing")
        }),
    output: &stub::Record::of("nothing_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:NAMES_V1",
                "nothingResponse",
                "urn:NAMES_V1:NAMES_V1:nothingResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static NAMES_V1_OPEN2_IN_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("self").number(1),
    stub::Field::plain("call").ndr(stub::ndr_place!(defers true)).number(2),
    stub::Field::plain("s").number(3),
];

static NAMES_V1_OPEN2_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `open` takes and gives.
pub static NAMES_V1_OPEN2: stub::OperationMeta = stub::OperationMeta {
    name: "open",
    number: 1,
    input: &stub::Record::of("open_in", &NAMES_V1_OPEN2_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:NAMES_V1", "open", "urn:NAMES_V1#open")
        }),
    output: &stub::Record::of("open_out", &NAMES_V1_OPEN2_OUT_FIELDS)
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:NAMES_V1",
                "openResponse",
                "urn:NAMES_V1:NAMES_V1:openResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static NAMES_V1_NEW2_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("input").ndr(stub::ndr_place!(defers true)).number(1),
];

static NAMES_V1_NEW2_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `new` takes and gives.
pub static NAMES_V1_NEW2: stub::OperationMeta = stub::OperationMeta {
    name: "new",
    number: 2,
    input: &stub::Record::of("new_in", &NAMES_V1_NEW2_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:NAMES_V1", "new", "urn:NAMES_V1#new")
        }),
    output: &stub::Record::of("new_out", &NAMES_V1_NEW2_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:NAMES_V1",
                "newResponse",
                "urn:NAMES_V1:NAMES_V1:newResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static NAMES_V1_CLIENT2_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "output",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("output").ndr(stub::ndr_place!(bits 32)).explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1)
        .packed(),
];

static NAMES_V1_CLIENT2_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(bits 32))
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1)
        .packed(),
];

/// What operation `client` takes and gives.
pub static NAMES_V1_CLIENT2: stub::OperationMeta = stub::OperationMeta {
    name: "client",
    number: 3,
    input: &stub::Record::of("client_in", &NAMES_V1_CLIENT2_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:NAMES_V1", "client", "urn:NAMES_V1#client")
        }),
    output: &stub::Record::of("client_out", &NAMES_V1_CLIENT2_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:NAMES_V1",
                "clientResponse",
                "urn:NAMES_V1:NAMES_V1:clientResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static NAMES_V1_MATCH_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("context").ndr(stub::ndr_place!(defers true)),
];

static NAMES_V1_MATCH_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `match` takes and gives.
pub static NAMES_V1_MATCH: stub::OperationMeta = stub::OperationMeta {
    name: "match",
    number: 4,
    input: &stub::Record::of("match_in", &NAMES_V1_MATCH_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:NAMES_V1", "match", "urn:NAMES_V1#match")
        }),
    output: &stub::Record::of("match_out", &NAMES_V1_MATCH_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:NAMES_V1",
                "matchResponse",
                "urn:NAMES_V1:NAMES_V1:matchResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static NAMES_V1_ADD_IN2_FIELDS: [stub::Field; 1] = [stub::Field::plain("operation")];
static NAMES_V1_ADD_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `add` takes and gives.
pub static NAMES_V1_ADD: stub::OperationMeta = stub::OperationMeta {
    name: "add",
    number: 5,
    input: &stub::Record::of("add_in", &NAMES_V1_ADD_IN2_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:NAMES_V1", "add", "urn:NAMES_V1#add")
        }),
    output: &stub::Record::of("add_out", &NAMES_V1_ADD_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:NAMES_V1",
                "addResponse",
                "urn:NAMES_V1:NAMES_V1:addResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static NAMES_V1_GET_ADDR_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("getAddr").ndr(stub::ndr_place!(bits 32)).number(1),
    stub::Field::plain("get_addr").ndr(stub::ndr_place!(bits 32)).number(2),
];

static NAMES_V1_GET_ADDR_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(bits 32))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `get_addr` takes and gives.
pub static NAMES_V1_GET_ADDR: stub::OperationMeta = stub::OperationMeta {
    name: "get_addr",
    number: 6,
    input: &stub::Record::of("get_addr_in", &NAMES_V1_GET_ADDR_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:NAMES_V1",
                "get_addr",
                "urn:NAMES_V1#get_addr",
            )
        }),
    output: &stub::Record::of("get_addr_out", &NAMES_V1_GET_ADDR_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:NAMES_V1",
                "get_addrResponse",
                "urn:NAMES_V1:NAMES_V1:get_addrResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static NAMES_V1_GET_ADDR2_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("of").ndr(stub::ndr_place!(defers true)),
];

static NAMES_V1_GET_ADDR2_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `getAddr` takes and gives.
pub static NAMES_V1_GET_ADDR2: stub::OperationMeta = stub::OperationMeta {
    name: "getAddr",
    number: 7,
    input: &stub::Record::of("getAddr_in", &NAMES_V1_GET_ADDR2_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:NAMES_V1", "getAddr", "urn:NAMES_V1#getAddr")
        }),
    output: &stub::Record::of("getAddr_out", &NAMES_V1_GET_ADDR2_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:NAMES_V1",
                "getAddrResponse",
                "urn:NAMES_V1:NAMES_V1:getAddrResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `open` takes.
#[derive(Clone, Debug)]
pub struct NamesV12OpenArgs<'a> {
    /// Parameter `self`.
    pub self_: &'a Type,
    /// Parameter `call`.
    pub call2: &'a Info<'a>,
    /// Parameter `s`.
    pub s: i32,
}

stub::plain_fields! {
    NamesV12OpenArgs<'de>, NAMES_V1_OPEN2_IN_FIELDS { 0 self_, 1 call2, 2 s }
}

#[derive(Default)]
struct NamesV12OpenIn<'a> {
    self_: Type,
    call2: Info<'a>,
    s: i32,
}

stub::plain_slots! {
    NamesV12OpenIn<'de>, NAMES_V1_OPEN2_IN_FIELDS { 0 self_, 1 call2, 2 s }
}

/// What a call of `open` gives.
#[derive(Clone, Debug, Default)]
pub struct NamesV12OpenOut {
    /// Parameter `result`.
    pub result: Type,
}

stub::plain_slots! {
    NamesV12OpenOut, NAMES_V1_OPEN2_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `open`.
#[derive(Clone, Debug)]
pub struct NamesV12OpenReply<'a> {
    /// Parameter `result`.
    pub result: &'a Type,
}

stub::plain_fields! {
    NamesV12OpenReply<'de>, NAMES_V1_OPEN2_OUT_FIELDS { 0 result }
}

/// What a call of `new` takes.
#[derive(Clone, Debug)]
pub struct NamesV12NewArgs<'a> {
    /// Parameter `input`.
    pub input: &'a Result2<'a>,
}

stub::plain_fields! {
    NamesV12NewArgs<'de>, NAMES_V1_NEW2_IN_FIELDS { 0 input }
}

#[derive(Default)]
struct NamesV12NewIn<'a> {
    input: Result2<'a>,
}

stub::plain_slots! {
    NamesV12NewIn<'de>, NAMES_V1_NEW2_IN_FIELDS { 0 input }
}

/// What a call of `new` gives.
#[derive(Clone, Debug, Default)]
pub struct NamesV12NewOut<'a> {
    /// Parameter `result`.
    pub result: Result2<'a>,
}

stub::plain_slots! {
    NamesV12NewOut<'de>, NAMES_V1_NEW2_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `new`.
#[derive(Clone, Debug)]
pub struct NamesV12NewReply<'a> {
    /// Parameter `result`.
    pub result: &'a Result2<'a>,
}

stub::plain_fields! {
    NamesV12NewReply<'de>, NAMES_V1_NEW2_OUT_FIELDS { 0 result }
}

/// What a call of `client` takes.
#[derive(Clone, Debug)]
pub struct NamesV12Client2Args<'a> {
    /// Parameter `output`.
    pub output: &'a [Option2],
}

stub::plain_fields! {
    NamesV12Client2Args<'de>, NAMES_V1_CLIENT2_IN_FIELDS { 0 output }
}

#[derive(Default)]
struct NamesV12Client2In {
    output: Vec<Option2>,
}

stub::plain_slots! {
    NamesV12Client2In, NAMES_V1_CLIENT2_IN_FIELDS { 0 output }
}

/// What a call of `client` gives.
#[derive(Clone, Debug, Default)]
pub struct NamesV12Client2Out {
    /// Parameter `result`.
    pub result: Vec<Option2>,
}

stub::plain_slots! {
    NamesV12Client2Out, NAMES_V1_CLIENT2_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `client`.
#[derive(Clone, Debug)]
pub struct NamesV12Client2Reply<'a> {
    /// Parameter `result`.
    pub result: &'a [Option2],
}

stub::plain_fields! {
    NamesV12Client2Reply<'de>, NAMES_V1_CLIENT2_OUT_FIELDS { 0 result }
}

/// What a call of `match` takes.
#[derive(Clone, Debug)]
pub struct NamesV12MatchArgs<'a> {
    /// Parameter `context`.
    pub context: &'a FooBar<'a>,
}

stub::plain_fields! {
    NamesV12MatchArgs<'de>, NAMES_V1_MATCH_IN_FIELDS { 0 context }
}

#[derive(Default)]
struct NamesV12MatchIn<'a> {
    context: FooBar<'a>,
}

stub::plain_slots! {
    NamesV12MatchIn<'de>, NAMES_V1_MATCH_IN_FIELDS { 0 context }
}

/// What a call of `match` gives.
#[derive(Clone, Debug, Default)]
pub struct NamesV12MatchOut<'a> {
    /// Parameter `result`.
    pub result: FooBar2<'a>,
}

stub::plain_slots! {
    NamesV12MatchOut<'de>, NAMES_V1_MATCH_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `match`.
#[derive(Clone, Debug)]
pub struct NamesV12MatchReply<'a> {
    /// Parameter `result`.
    pub result: &'a FooBar2<'a>,
}

stub::plain_fields! {
    NamesV12MatchReply<'de>, NAMES_V1_MATCH_OUT_FIELDS { 0 result }
}

/// What a call of `add` takes.
#[derive(Clone, Debug)]
pub struct NamesV12AddArgs<'a> {
    /// Parameter `operation`.
    pub operation: &'a NamesV1AddIn,
}

stub::plain_fields! {
    NamesV12AddArgs<'de>, NAMES_V1_ADD_IN2_FIELDS { 0 operation }
}

#[derive(Default)]
struct NamesV12AddIn {
    operation: NamesV1AddIn,
}

stub::plain_slots! {
    NamesV12AddIn, NAMES_V1_ADD_IN2_FIELDS { 0 operation }
}

/// What a call of `add` gives.
#[derive(Clone, Debug, Default)]
pub struct NamesV12AddOut {
    /// Parameter `result`.
    pub result: NamesV1Client,
}

stub::plain_slots! {
    NamesV12AddOut, NAMES_V1_ADD_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `add`.
#[derive(Clone, Debug)]
pub struct NamesV12AddReply<'a> {
    /// Parameter `result`.
    pub result: &'a NamesV1Client,
}

stub::plain_fields! {
    NamesV12AddReply<'de>, NAMES_V1_ADD_OUT_FIELDS { 0 result }
}

/// What a call of `get_addr` takes.
#[derive(Clone, Debug)]
pub struct NamesV12GetAddrArgs {
    /// Parameter `getAddr`.
    pub get_addr: Option2,
    /// Parameter `get_addr`.
    pub get_addr2: Option2,
}

stub::plain_fields! {
    NamesV12GetAddrArgs, NAMES_V1_GET_ADDR_IN_FIELDS { 0 get_addr, 1 get_addr2 }
}

#[derive(Default)]
struct NamesV12GetAddrIn {
    get_addr: Option2,
    get_addr2: Option2,
}

stub::plain_slots! {
    NamesV12GetAddrIn, NAMES_V1_GET_ADDR_IN_FIELDS { 0 get_addr, 1 get_addr2 }
}

/// What a call of `get_addr` gives.
#[derive(Clone, Debug, Default)]
pub struct NamesV12GetAddrOut {
    /// Parameter `result`.
    pub result: Option2,
}

stub::plain_fields! {
    NamesV12GetAddrOut, NAMES_V1_GET_ADDR_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    NamesV12GetAddrOut, NAMES_V1_GET_ADDR_OUT_FIELDS { 0 result }
}

/// What a call of `getAddr` takes.
#[derive(Clone, Debug)]
pub struct NamesV12GetAddr2Args<'a> {
    /// Parameter `of`.
    pub of: &'a All<'a>,
}

stub::plain_fields! {
    NamesV12GetAddr2Args<'de>, NAMES_V1_GET_ADDR2_IN_FIELDS { 0 of }
}

#[derive(Default)]
struct NamesV12GetAddr2In<'a> {
    of: All<'a>,
}

stub::plain_slots! {
    NamesV12GetAddr2In<'de>, NAMES_V1_GET_ADDR2_IN_FIELDS { 0 of }
}

/// What a call of `getAddr` gives.
#[derive(Clone, Debug, Default)]
pub struct NamesV12GetAddr2Out<'a> {
    /// Parameter `result`.
    pub result: All<'a>,
}

stub::plain_slots! {
    NamesV12GetAddr2Out<'de>, NAMES_V1_GET_ADDR2_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `getAddr`.
#[derive(Clone, Debug)]
pub struct NamesV12GetAddr2Reply<'a> {
    /// Parameter `result`.
    pub result: &'a All<'a>,
}

stub::plain_fields! {
    NamesV12GetAddr2Reply<'de>, NAMES_V1_GET_ADDR2_OUT_FIELDS { 0 result }
}

/// A client of `NAMES_V1`.
pub struct NamesV12Client {
    client: stub::Client,
}

impl NamesV12Client {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, NAMES_V1.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `nothing`.
    pub fn nothing(&mut self) -> Result<(), stub::CallError> {
        self.client.invoke(&NAMES_V1, &NAMES_V1_NOTHING, &())
    }

    /// Operation 1, `open`.
    pub fn open2(
        &mut self,
        self_: &Type,
        call2: &Info<'_>,
        s: i32,
    ) -> Result<Type, stub::CallError> {
        let output: NamesV12OpenOut = self
            .client
            .invoke(
                &NAMES_V1,
                &NAMES_V1_OPEN2,
                &NamesV12OpenArgs {
                    self_,
                    call2,
                    s,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 2, `new`.
    pub fn new2(&mut self, input: &Result2<'_>) -> Result<Result2<'_>, stub::CallError> {
        let output: NamesV12NewOut<'_> = self
            .client
            .invoke(&NAMES_V1, &NAMES_V1_NEW2, &NamesV12NewArgs { input })?;
        Ok(output.result)
    }

    /// Operation 3, `client`.
    pub fn client2(
        &mut self,
        output: &[Option2],
    ) -> Result<Vec<Option2>, stub::CallError> {
        let output: NamesV12Client2Out = self
            .client
            .invoke(&NAMES_V1, &NAMES_V1_CLIENT2, &NamesV12Client2Args { output })?;
        Ok(output.result)
    }

    /// Operation 4, `match`.
    pub fn r#match(
        &mut self,
        context: &FooBar<'_>,
    ) -> Result<FooBar2<'_>, stub::CallError> {
        let output: NamesV12MatchOut<'_> = self
            .client
            .invoke(&NAMES_V1, &NAMES_V1_MATCH, &NamesV12MatchArgs { context })?;
        Ok(output.result)
    }

    /// Operation 5, `add`.
    pub fn add(
        &mut self,
        operation: &NamesV1AddIn,
    ) -> Result<NamesV1Client, stub::CallError> {
        let output: NamesV12AddOut = self
            .client
            .invoke(&NAMES_V1, &NAMES_V1_ADD, &NamesV12AddArgs { operation })?;
        Ok(output.result)
    }

    /// Operation 6, `get_addr`.
    pub fn get_addr(
        &mut self,
        get_addr: Option2,
        get_addr2: Option2,
    ) -> Result<Option2, stub::CallError> {
        let output: NamesV12GetAddrOut = self
            .client
            .invoke(
                &NAMES_V1,
                &NAMES_V1_GET_ADDR,
                &NamesV12GetAddrArgs {
                    get_addr,
                    get_addr2,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 7, `getAddr`.
    pub fn get_addr2(&mut self, of: &All<'_>) -> Result<All<'_>, stub::CallError> {
        let output: NamesV12GetAddr2Out<'_> = self
            .client
            .invoke(&NAMES_V1, &NAMES_V1_GET_ADDR2, &NamesV12GetAddr2Args { of })?;
        Ok(output.result)
    }
}

impl stub::Stub for NamesV12Client {
    const INTERFACE: &'static stub::InterfaceMeta = &NAMES_V1;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `NAMES_V1` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait NamesV12: Send + Sync {
    /// Operation 0, `nothing`.
    fn nothing(&self, call: &stub::Context<'_>) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 1, `open`.
    fn open2(
        &self,
        call: &stub::Context<'_>,
        self_: Type,
        call2: Info<'_>,
        s: i32,
    ) -> Result<Type, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `open2` where results are not the server's own: a guard's, an `Arc`'s.
    fn open2_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        self_: Type,
        call2: Info<'_>,
        s: i32,
        reply: impl FnOnce(&Type) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.open2(call, self_, call2, s).map(|result| reply(&result))
    }

    /// Operation 2, `new`.
    fn new2<'a>(
        &'a self,
        call: &stub::Context<'_>,
        input: Result2<'a>,
    ) -> Result<Result2<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `new2` where results are not the server's own: a guard's, an `Arc`'s.
    fn new2_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        input: Result2<'_>,
        reply: impl FnOnce(&Result2<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.new2(call, input).map(|result| reply(&result))
    }

    /// Operation 3, `client`.
    fn client2(
        &self,
        call: &stub::Context<'_>,
        output: Vec<Option2>,
    ) -> Result<Vec<Option2>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `client2` where results are not the server's own: a guard's, an `Arc`'s.
    fn client2_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        output: Vec<Option2>,
        reply: impl FnOnce(&[Option2]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.client2(call, output).map(|result| reply(&result))
    }

    /// Operation 4, `match`.
    fn r#match<'a>(
        &'a self,
        call: &stub::Context<'_>,
        context: FooBar<'a>,
    ) -> Result<FooBar2<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `r#match` where results are not the server's own: a guard's, an `Arc`'s.
    fn match_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        context: FooBar<'_>,
        reply: impl FnOnce(&FooBar2<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.r#match(call, context).map(|result| reply(&result))
    }

    /// Operation 5, `add`.
    fn add(
        &self,
        call: &stub::Context<'_>,
        operation: NamesV1AddIn,
    ) -> Result<NamesV1Client, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `add` where results are not the server's own: a guard's, an `Arc`'s.
    fn add_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        operation: NamesV1AddIn,
        reply: impl FnOnce(&NamesV1Client) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.add(call, operation).map(|result| reply(&result))
    }

    /// Operation 6, `get_addr`.
    fn get_addr(
        &self,
        call: &stub::Context<'_>,
        get_addr: Option2,
        get_addr2: Option2,
    ) -> Result<Option2, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 7, `getAddr`.
    fn get_addr2<'a>(
        &'a self,
        call: &stub::Context<'_>,
        of: All<'a>,
    ) -> Result<All<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `get_addr2` where results are not the server's own: a guard's, an `Arc`'s.
    fn get_addr2_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        of: All<'_>,
        reply: impl FnOnce(&All<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.get_addr2(call, of).map(|result| reply(&result))
    }
}

/// Serves `NAMES_V1` with an object that implements [`NamesV12`].
pub struct NamesV12Server<T>(pub T);

impl<T: NamesV12> stub::Service for NamesV12Server<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        NAMES_V1.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        NAMES_V1.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        NAMES_V1.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => call.serve(&NAMES_V1_NOTHING, |context, (): ()| self.0.nothing(context)),
            1 => {
                call.serve_replying(
                    &NAMES_V1_OPEN2,
                    |context, input: NamesV12OpenIn<'_>, reply| {
                        self.0
                            .open2_replying(
                                context,
                                input.self_,
                                input.call2,
                                input.s,
                                |result| reply.finish(&NamesV12OpenReply { result }),
                            )
                    },
                )
            }
            2 => {
                call.serve_replying(
                    &NAMES_V1_NEW2,
                    |context, input: NamesV12NewIn<'_>, reply| {
                        self.0
                            .new2_replying(
                                context,
                                input.input,
                                |result| reply.finish(&NamesV12NewReply { result }),
                            )
                    },
                )
            }
            3 => {
                call.serve_replying(
                    &NAMES_V1_CLIENT2,
                    |context, input: NamesV12Client2In, reply| {
                        self.0
                            .client2_replying(
                                context,
                                input.output,
                                |result| reply.finish(&NamesV12Client2Reply { result }),
                            )
                    },
                )
            }
            4 => {
                call.serve_replying(
                    &NAMES_V1_MATCH,
                    |context, input: NamesV12MatchIn<'_>, reply| {
                        self.0
                            .match_replying(
                                context,
                                input.context,
                                |result| reply.finish(&NamesV12MatchReply { result }),
                            )
                    },
                )
            }
            5 => {
                call.serve_replying(
                    &NAMES_V1_ADD,
                    |context, input: NamesV12AddIn, reply| {
                        self.0
                            .add_replying(
                                context,
                                input.operation,
                                |result| reply.finish(&NamesV12AddReply { result }),
                            )
                    },
                )
            }
            6 => {
                call.serve(
                    &NAMES_V1_GET_ADDR,
                    |context, input: NamesV12GetAddrIn| {
                        let result = self
                            .0
                            .get_addr(context, input.get_addr, input.get_addr2)?;
                        Ok(NamesV12GetAddrOut { result })
                    },
                )
            }
            7 => {
                call.serve_replying(
                    &NAMES_V1_GET_ADDR2,
                    |context, input: NamesV12GetAddr2In<'_>, reply| {
                        self.0
                            .get_addr2_replying(
                                context,
                                input.of,
                                |result| reply.finish(&NamesV12GetAddr2Reply { result }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

/// What names interface `NAMES_V2`, and its operations.
pub static NAMES_V2: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "NAMES_V2",
        full_name: "NAMES_V2",
        program: 0x20260001,
        uuid: 0x739aba2f_18ee_5e8c_83ec_c2d04853b098_u128.to_be_bytes(),
        version: 2,
        minor: 0,
    },
    operations: &[&NAMES_V2_NOTHING, &NAMES_V2_ADD],
};

/// What operation `nothing` takes and gives.
pub static NAMES_V2_NOTHING: stub::OperationMeta = stub::OperationMeta {
    name: "nothing",
    number: 0,
    input: &stub::Record::of("nothing_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:NAMES_V2", "nothing", "urn:NAMES_V2#nothing")
        }),
    output: &stub::Record::of("nothing_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:NAMES_V2",
                "nothingResponse",
                "urn:NAMES_V2:NAMES_V2:nothingResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static NAMES_V2_ADD_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("info").ndr(stub::ndr_place!(defers true)),
];

static NAMES_V2_ADD_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `Add` takes and gives.
pub static NAMES_V2_ADD: stub::OperationMeta = stub::OperationMeta {
    name: "Add",
    number: 1,
    input: &stub::Record::of("Add_in", &NAMES_V2_ADD_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:NAMES_V2", "Add", "urn:NAMES_V2#Add")
        }),
    output: &stub::Record::of("Add_out", &NAMES_V2_ADD_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:NAMES_V2",
                "AddResponse",
                "urn:NAMES_V2:NAMES_V2:AddResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `Add` takes.
#[derive(Clone, Debug)]
pub struct NamesV2AddArgs<'a> {
    /// Parameter `info`.
    pub info: &'a Info<'a>,
}

stub::plain_fields! {
    NamesV2AddArgs<'de>, NAMES_V2_ADD_IN_FIELDS { 0 info }
}

#[derive(Default)]
struct NamesV2AddIn<'a> {
    info: Info<'a>,
}

stub::plain_slots! {
    NamesV2AddIn<'de>, NAMES_V2_ADD_IN_FIELDS { 0 info }
}

/// What a call of `Add` gives.
#[derive(Clone, Debug, Default)]
pub struct NamesV2AddOut<'a> {
    /// Parameter `result`.
    pub result: Info<'a>,
}

stub::plain_slots! {
    NamesV2AddOut<'de>, NAMES_V2_ADD_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `Add`.
#[derive(Clone, Debug)]
pub struct NamesV2AddReply<'a> {
    /// Parameter `result`.
    pub result: &'a Info<'a>,
}

stub::plain_fields! {
    NamesV2AddReply<'de>, NAMES_V2_ADD_OUT_FIELDS { 0 result }
}

/// A client of `NAMES_V2`.
pub struct NamesV2Client {
    client: stub::Client,
}

impl NamesV2Client {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, NAMES_V2.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `nothing`.
    pub fn nothing(&mut self) -> Result<(), stub::CallError> {
        self.client.invoke(&NAMES_V2, &NAMES_V2_NOTHING, &())
    }

    /// Operation 1, `Add`.
    pub fn add(&mut self, info: &Info<'_>) -> Result<Info<'_>, stub::CallError> {
        let output: NamesV2AddOut<'_> = self
            .client
            .invoke(&NAMES_V2, &NAMES_V2_ADD, &NamesV2AddArgs { info })?;
        Ok(output.result)
    }
}

impl stub::Stub for NamesV2Client {
    const INTERFACE: &'static stub::InterfaceMeta = &NAMES_V2;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `NAMES_V2` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait NamesV2: Send + Sync {
    /// Operation 0, `nothing`.
    fn nothing(&self, call: &stub::Context<'_>) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 1, `Add`.
    fn add<'a>(
        &'a self,
        call: &stub::Context<'_>,
        info: Info<'a>,
    ) -> Result<Info<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `add` where results are not the server's own: a guard's, an `Arc`'s.
    fn add_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        info: Info<'_>,
        reply: impl FnOnce(&Info<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.add(call, info).map(|result| reply(&result))
    }
}

/// Serves `NAMES_V2` with an object that implements [`NamesV2`].
pub struct NamesV2Server<T>(pub T);

impl<T: NamesV2> stub::Service for NamesV2Server<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        NAMES_V2.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        NAMES_V2.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        NAMES_V2.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => call.serve(&NAMES_V2_NOTHING, |context, (): ()| self.0.nothing(context)),
            1 => {
                call.serve_replying(
                    &NAMES_V2_ADD,
                    |context, input: NamesV2AddIn<'_>, reply| {
                        self.0
                            .add_replying(
                                context,
                                input.info,
                                |result| reply.finish(&NamesV2AddReply { result }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `NAMES_V1` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncNamesV12Client {
        client: stub::AsyncClient,
    }

    impl AsyncNamesV12Client {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, NAMES_V1.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `nothing`.
        pub async fn nothing(&self) -> Result<(), stub::CallError> {
            let mut reply = self.client.invoke(&NAMES_V1, &NAMES_V1_NOTHING, &()).await?;
            reply.results(&NAMES_V1_NOTHING)
        }

        /// Operation 1, `open`.
        pub async fn open2(
            &self,
            self_: &Type,
            call2: &Info<'_>,
            s: i32,
        ) -> Result<Type, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &NAMES_V1,
                    &NAMES_V1_OPEN2,
                    &NamesV12OpenArgs {
                        self_,
                        call2,
                        s,
                    },
                )
                .await?;
            let output: NamesV12OpenOut = reply.results(&NAMES_V1_OPEN2)?;
            Ok(output.result)
        }

        /// Operation 2, `new`.
        pub async fn new2(
            &self,
            input: &Result2<'_>,
        ) -> Result<Result2<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&NAMES_V1, &NAMES_V1_NEW2, &NamesV12NewArgs { input })
                .await?;
            let output: NamesV12NewOut<'_> = reply.results(&NAMES_V1_NEW2)?;
            Ok(output.result.into_owned())
        }

        /// Operation 3, `client`.
        pub async fn client2(
            &self,
            output: &[Option2],
        ) -> Result<Vec<Option2>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&NAMES_V1, &NAMES_V1_CLIENT2, &NamesV12Client2Args { output })
                .await?;
            let output: NamesV12Client2Out = reply.results(&NAMES_V1_CLIENT2)?;
            Ok(output.result)
        }

        /// Operation 4, `match`.
        pub async fn r#match(
            &self,
            context: &FooBar<'_>,
        ) -> Result<FooBar2<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&NAMES_V1, &NAMES_V1_MATCH, &NamesV12MatchArgs { context })
                .await?;
            let output: NamesV12MatchOut<'_> = reply.results(&NAMES_V1_MATCH)?;
            Ok(output.result.into_owned())
        }

        /// Operation 5, `add`.
        pub async fn add(
            &self,
            operation: &NamesV1AddIn,
        ) -> Result<NamesV1Client, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&NAMES_V1, &NAMES_V1_ADD, &NamesV12AddArgs { operation })
                .await?;
            let output: NamesV12AddOut = reply.results(&NAMES_V1_ADD)?;
            Ok(output.result)
        }

        /// Operation 6, `get_addr`.
        pub async fn get_addr(
            &self,
            get_addr: Option2,
            get_addr2: Option2,
        ) -> Result<Option2, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &NAMES_V1,
                    &NAMES_V1_GET_ADDR,
                    &NamesV12GetAddrArgs {
                        get_addr,
                        get_addr2,
                    },
                )
                .await?;
            let output: NamesV12GetAddrOut = reply.results(&NAMES_V1_GET_ADDR)?;
            Ok(output.result)
        }

        /// Operation 7, `getAddr`.
        pub async fn get_addr2(
            &self,
            of: &All<'_>,
        ) -> Result<All<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&NAMES_V1, &NAMES_V1_GET_ADDR2, &NamesV12GetAddr2Args { of })
                .await?;
            let output: NamesV12GetAddr2Out<'_> = reply.results(&NAMES_V1_GET_ADDR2)?;
            Ok(output.result.into_owned())
        }
    }

    impl stub::AsyncStub for AsyncNamesV12Client {
        const INTERFACE: &'static stub::InterfaceMeta = &NAMES_V1;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `NAMES_V1` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncNamesV12: Send + Sync {
        /// Operation 0, `nothing`.
        fn nothing<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `open`.
        fn open2<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            self_: Type,
            call2: Info<'a>,
            s: i32,
        ) -> impl std::future::Future<Output = Result<Type, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `new`.
        fn new2<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            input: Result2<'a>,
        ) -> impl std::future::Future<
            Output = Result<Result2<'a>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `client`.
        fn client2<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            output: Vec<Option2>,
        ) -> impl std::future::Future<
            Output = Result<Vec<Option2>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 4, `match`.
        fn r#match<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            context: FooBar<'a>,
        ) -> impl std::future::Future<
            Output = Result<FooBar2<'a>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 5, `add`.
        fn add<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            operation: NamesV1AddIn,
        ) -> impl std::future::Future<
            Output = Result<NamesV1Client, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 6, `get_addr`.
        fn get_addr<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            get_addr: Option2,
            get_addr2: Option2,
        ) -> impl std::future::Future<Output = Result<Option2, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 7, `getAddr`.
        fn get_addr2<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            of: All<'a>,
        ) -> impl std::future::Future<Output = Result<All<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `NAMES_V1` with an object that implements [`AsyncNamesV12`], on a runtime.
    pub struct AsyncNamesV12Server<T>(pub T);

    impl<T: AsyncNamesV12> stub::Service for AsyncNamesV12Server<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            NAMES_V1.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            NAMES_V1.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            NAMES_V1.elements()
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
                        let ((), mut referents): ((), _) = call.input(&NAMES_V1_NOTHING)?;
                        let context = call.context();
                        let result = self.0.nothing(&context).await;
                        let () = result
                            .map_err(|fault| call.fail(&NAMES_V1_NOTHING, fault))?;
                        Ok(call.end(&NAMES_V1_NOTHING, &(), &mut referents))
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (NamesV12OpenIn<'_>, _) = call
                            .input(&NAMES_V1_OPEN2)?;
                        let context = call.context();
                        let result = self
                            .0
                            .open2(&context, input.self_, input.call2, input.s)
                            .await;
                        let output = result
                            .map_err(|fault| call.fail(&NAMES_V1_OPEN2, fault))?;
                        Ok(
                            call
                                .end(
                                    &NAMES_V1_OPEN2,
                                    &NamesV12OpenReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (NamesV12NewIn<'_>, _) = call
                            .input(&NAMES_V1_NEW2)?;
                        let context = call.context();
                        let result = self.0.new2(&context, input.input).await;
                        let output = result
                            .map_err(|fault| call.fail(&NAMES_V1_NEW2, fault))?;
                        Ok(
                            call
                                .end(
                                    &NAMES_V1_NEW2,
                                    &NamesV12NewReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (NamesV12Client2In, _) = call
                            .input(&NAMES_V1_CLIENT2)?;
                        let context = call.context();
                        let result = self.0.client2(&context, input.output).await;
                        let output = result
                            .map_err(|fault| call.fail(&NAMES_V1_CLIENT2, fault))?;
                        Ok(
                            call
                                .end(
                                    &NAMES_V1_CLIENT2,
                                    &NamesV12Client2Reply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let (input, mut referents): (NamesV12MatchIn<'_>, _) = call
                            .input(&NAMES_V1_MATCH)?;
                        let context = call.context();
                        let result = self.0.r#match(&context, input.context).await;
                        let output = result
                            .map_err(|fault| call.fail(&NAMES_V1_MATCH, fault))?;
                        Ok(
                            call
                                .end(
                                    &NAMES_V1_MATCH,
                                    &NamesV12MatchReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let (input, mut referents): (NamesV12AddIn, _) = call
                            .input(&NAMES_V1_ADD)?;
                        let context = call.context();
                        let result = self.0.add(&context, input.operation).await;
                        let output = result
                            .map_err(|fault| call.fail(&NAMES_V1_ADD, fault))?;
                        Ok(
                            call
                                .end(
                                    &NAMES_V1_ADD,
                                    &NamesV12AddReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                6 => {
                    stub::serving(async move {
                        let (input, mut referents): (NamesV12GetAddrIn, _) = call
                            .input(&NAMES_V1_GET_ADDR)?;
                        let context = call.context();
                        let result = self
                            .0
                            .get_addr(&context, input.get_addr, input.get_addr2)
                            .await;
                        let output = result
                            .map_err(|fault| call.fail(&NAMES_V1_GET_ADDR, fault))?;
                        Ok(
                            call
                                .end(
                                    &NAMES_V1_GET_ADDR,
                                    &NamesV12GetAddrOut {
                                        result: output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                7 => {
                    stub::serving(async move {
                        let (input, mut referents): (NamesV12GetAddr2In<'_>, _) = call
                            .input(&NAMES_V1_GET_ADDR2)?;
                        let context = call.context();
                        let result = self.0.get_addr2(&context, input.of).await;
                        let output = result
                            .map_err(|fault| call.fail(&NAMES_V1_GET_ADDR2, fault))?;
                        Ok(
                            call
                                .end(
                                    &NAMES_V1_GET_ADDR2,
                                    &NamesV12GetAddr2Reply {
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

    /// A client of `NAMES_V2` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncNamesV2Client {
        client: stub::AsyncClient,
    }

    impl AsyncNamesV2Client {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, NAMES_V2.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `nothing`.
        pub async fn nothing(&self) -> Result<(), stub::CallError> {
            let mut reply = self.client.invoke(&NAMES_V2, &NAMES_V2_NOTHING, &()).await?;
            reply.results(&NAMES_V2_NOTHING)
        }

        /// Operation 1, `Add`.
        pub async fn add(&self, info: &Info<'_>) -> Result<Info<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&NAMES_V2, &NAMES_V2_ADD, &NamesV2AddArgs { info })
                .await?;
            let output: NamesV2AddOut<'_> = reply.results(&NAMES_V2_ADD)?;
            Ok(output.result.into_owned())
        }
    }

    impl stub::AsyncStub for AsyncNamesV2Client {
        const INTERFACE: &'static stub::InterfaceMeta = &NAMES_V2;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `NAMES_V2` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncNamesV2: Send + Sync {
        /// Operation 0, `nothing`.
        fn nothing<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `Add`.
        fn add<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            info: Info<'a>,
        ) -> impl std::future::Future<Output = Result<Info<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `NAMES_V2` with an object that implements [`AsyncNamesV2`], on a runtime.
    pub struct AsyncNamesV2Server<T>(pub T);

    impl<T: AsyncNamesV2> stub::Service for AsyncNamesV2Server<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            NAMES_V2.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            NAMES_V2.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            NAMES_V2.elements()
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
                        let ((), mut referents): ((), _) = call.input(&NAMES_V2_NOTHING)?;
                        let context = call.context();
                        let result = self.0.nothing(&context).await;
                        let () = result
                            .map_err(|fault| call.fail(&NAMES_V2_NOTHING, fault))?;
                        Ok(call.end(&NAMES_V2_NOTHING, &(), &mut referents))
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (NamesV2AddIn<'_>, _) = call
                            .input(&NAMES_V2_ADD)?;
                        let context = call.context();
                        let result = self.0.add(&context, input.info).await;
                        let output = result
                            .map_err(|fault| call.fail(&NAMES_V2_ADD, fault))?;
                        Ok(
                            call
                                .end(
                                    &NAMES_V2_ADD,
                                    &NamesV2AddReply { result: &output },
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
