// Generated from naming.idl by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// `Istring` of the definition.
pub type Istring<'a> = Cow<'a, str>;

/// One step of a name. A context tells components apart by both halves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NameComponent<'a> {
    /// Field `id`.
    pub id: Cow<'a, str>,
    /// Field `kind`.
    pub kind: Cow<'a, str>,
}

static NAME_COMPONENT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("id")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::plain("kind")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2),
];

static NAME_COMPONENT: stub::Record = stub::Record::of(
        "NameComponent",
        &NAME_COMPONENT_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    NameComponent<'de>, NAME_COMPONENT, NAME_COMPONENT_FIELDS { 0 id, 1 kind }; CDR
}

impl NameComponent<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> NameComponent<'static> {
        NameComponent {
            id: Cow::Owned(self.id.into_owned()),
            kind: Cow::Owned(self.kind.into_owned()),
        }
    }
}

impl stub::Standalone for NameComponent<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("NameComponent")
        .ndr(stub::ndr_place!(defers true));
}

/// From the outermost context inwards; never empty where it is an argument.
pub type Name<'a> = Vec<NameComponent<'a>>;

/// Enumeration `BindingType`.
#[allow(clippy::enum_variant_names, reason = "the definition's names")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum BindingType {
    /// `nobject`, 0.
    #[default]
    Nobject = 0,
    /// `ncontext`, 1.
    Ncontext = 1,
}

/// Gives the value back where no member has it.
impl TryFrom<i32> for BindingType {
    type Error = i32;
    fn try_from(value: i32) -> Result<Self, i32> {
        match value {
            0 => Ok(Self::Nobject),
            1 => Ok(Self::Ncontext),
            _ => Err(value),
        }
    }
}

static BINDING_TYPE: stub::Enum = stub::Enum::of(
    "BindingType",
    const {
        &[(stub::Cow::Borrowed("nobject"), 0), (stub::Cow::Borrowed("ncontext"), 1)]
    },
);

impl stub::Encode for BindingType {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.enumeration(f, &BINDING_TYPE, *self as i32);
    }
}

impl<'de> stub::Decode<'de> for BindingType {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        let mut value = *self as i32;
        s.enumeration(f, &BINDING_TYPE, &mut value)?;
        *self = Self::try_from(value).map_err(|_| stub::Fail)?;
        Ok(())
    }
}

impl stub::Standalone for BindingType {
    const PLACE: &'static stub::Field = &stub::Field::plain("BindingType")
        .ndr(stub::ndr_place!(bits 32))
        .number(1);
}

/// Record `Binding`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Binding<'a> {
    /// One component.
    pub binding_name: Vec<NameComponent<'a>>,
    /// Field `binding_type`.
    pub binding_type: BindingType,
}

static BINDING_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "binding_name",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("binding_name")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
    stub::Field::plain("binding_type").ndr(stub::ndr_place!(bits 32)).number(2),
];

static BINDING: stub::Record = stub::Record::of("Binding", &BINDING_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Binding<'de>, BINDING, BINDING_FIELDS { 0 binding_name, 1 binding_type }; CDR
}

impl Binding<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Binding<'static> {
        Binding {
            binding_name: self
                .binding_name
                .into_iter()
                .map(|v| v.into_owned())
                .collect(),
            binding_type: self.binding_type,
        }
    }
}

impl stub::Standalone for Binding<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Binding")
        .ndr(stub::ndr_place!(defers true));
}

/// `BindingList` of the definition.
pub type BindingList<'a> = Vec<Binding<'a>>;

/// Enumeration `NamingContext_NotFoundReason`.
#[allow(clippy::enum_variant_names, reason = "the definition's names")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum NamingContextNotFoundReason {
    /// `NamingContext_missing_node`, 0.
    #[default]
    NamingContextMissingNode = 0,
    /// `NamingContext_not_context`, 1.
    NamingContextNotContext = 1,
    /// `NamingContext_not_object`, 2.
    NamingContextNotObject = 2,
}

/// Gives the value back where no member has it.
impl TryFrom<i32> for NamingContextNotFoundReason {
    type Error = i32;
    fn try_from(value: i32) -> Result<Self, i32> {
        match value {
            0 => Ok(Self::NamingContextMissingNode),
            1 => Ok(Self::NamingContextNotContext),
            2 => Ok(Self::NamingContextNotObject),
            _ => Err(value),
        }
    }
}

static NAMING_CONTEXT_NOT_FOUND_REASON: stub::Enum = stub::Enum::of(
    "NamingContext_NotFoundReason",
    const {
        &[
            (stub::Cow::Borrowed("NamingContext_missing_node"), 0),
            (stub::Cow::Borrowed("NamingContext_not_context"), 1),
            (stub::Cow::Borrowed("NamingContext_not_object"), 2),
        ]
    },
);

impl stub::Encode for NamingContextNotFoundReason {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.enumeration(f, &NAMING_CONTEXT_NOT_FOUND_REASON, *self as i32);
    }
}

impl<'de> stub::Decode<'de> for NamingContextNotFoundReason {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        let mut value = *self as i32;
        s.enumeration(f, &NAMING_CONTEXT_NOT_FOUND_REASON, &mut value)?;
        *self = Self::try_from(value).map_err(|_| stub::Fail)?;
        Ok(())
    }
}

impl stub::Standalone for NamingContextNotFoundReason {
    const PLACE: &'static stub::Field = &stub::Field::plain(
            "NamingContext_NotFoundReason",
        )
        .ndr(stub::ndr_place!(bits 32))
        .number(1);
}

/// Record `NamingContext_NotFound`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamingContextNotFound<'a> {
    /// Field `why`.
    pub why: NamingContextNotFoundReason,
    /// From the component that was not found on.
    pub rest_of_name: Vec<NameComponent<'a>>,
}

static NAMING_CONTEXT_NOT_FOUND_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("why").ndr(stub::ndr_place!(bits 32)).number(1),
    stub::Field::of(
            "rest_of_name",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("rest_of_name")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2),
];

static NAMING_CONTEXT_NOT_FOUND: stub::Record = stub::Record::of(
        "NamingContext_NotFound",
        &NAMING_CONTEXT_NOT_FOUND_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:CosNaming.NamingContextExt",
            "NamingContext_NotFound",
            "",
        )
    });

stub::plain_record! {
    NamingContextNotFound<'de>, NAMING_CONTEXT_NOT_FOUND,
    NAMING_CONTEXT_NOT_FOUND_FIELDS { 0 why, 1 rest_of_name }; CDR
}

impl NamingContextNotFound<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> NamingContextNotFound<'static> {
        NamingContextNotFound {
            why: self.why,
            rest_of_name: self.rest_of_name.into_iter().map(|v| v.into_owned()).collect(),
        }
    }
}

impl stub::Standalone for NamingContextNotFound<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("NamingContext_NotFound")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `NamingContext_CannotProceed`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamingContextCannotProceed<'a> {
    /// Where to go on with the rest.
    pub cxt: Cow<'a, str>,
    /// Field `rest_of_name`.
    pub rest_of_name: Vec<NameComponent<'a>>,
}

static NAMING_CONTEXT_CANNOT_PROCEED_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("cxt")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .cdr(stub::Cdr::Reference)
        .number(1),
    stub::Field::of(
            "rest_of_name",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("rest_of_name")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2),
];

static NAMING_CONTEXT_CANNOT_PROCEED: stub::Record = stub::Record::of(
        "NamingContext_CannotProceed",
        &NAMING_CONTEXT_CANNOT_PROCEED_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:CosNaming.NamingContextExt",
            "NamingContext_CannotProceed",
            "",
        )
    });

stub::plain_record! {
    NamingContextCannotProceed<'de>, NAMING_CONTEXT_CANNOT_PROCEED,
    NAMING_CONTEXT_CANNOT_PROCEED_FIELDS { 0 cxt, 1 rest_of_name }; CDR
}

impl NamingContextCannotProceed<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> NamingContextCannotProceed<'static> {
        NamingContextCannotProceed {
            cxt: Cow::Owned(self.cxt.into_owned()),
            rest_of_name: self.rest_of_name.into_iter().map(|v| v.into_owned()).collect(),
        }
    }
}

impl stub::Standalone for NamingContextCannotProceed<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain(
            "NamingContext_CannotProceed",
        )
        .ndr(stub::ndr_place!(defers true));
}

/// Record `NamingContext_InvalidName`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamingContextInvalidName {}

static NAMING_CONTEXT_INVALID_NAME: stub::Record = stub::Record::of(
        "NamingContext_InvalidName",
        &[],
    )
    .ndr(stub::ndr_shape!(align 1))
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:CosNaming.NamingContextExt",
            "NamingContext_InvalidName",
            "",
        )
    });

impl stub::Encode for NamingContextInvalidName {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &NAMING_CONTEXT_INVALID_NAME, self);
    }
}

impl<'de> stub::Decode<'de> for NamingContextInvalidName {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &NAMING_CONTEXT_INVALID_NAME, self)
    }
}

impl stub::Fields for NamingContextInvalidName {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::CDR);
    #[inline]
    fn fields<S: stub::Sink>(&self, _: &mut S) {}
}

impl<'de> stub::Slots<'de> for NamingContextInvalidName {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::CDR);
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, _: &mut S) -> Result<(), stub::Fail> {
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        _: usize,
        _: &mut S,
    ) -> Result<(), stub::Fail> {
        Err(stub::Fail)
    }
}

impl stub::Standalone for NamingContextInvalidName {
    const PLACE: &'static stub::Field = &stub::Field::plain("NamingContext_InvalidName");
}

/// Record `NamingContext_AlreadyBound`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamingContextAlreadyBound {}

static NAMING_CONTEXT_ALREADY_BOUND: stub::Record = stub::Record::of(
        "NamingContext_AlreadyBound",
        &[],
    )
    .ndr(stub::ndr_shape!(align 1))
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:CosNaming.NamingContextExt",
            "NamingContext_AlreadyBound",
            "",
        )
    });

impl stub::Encode for NamingContextAlreadyBound {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &NAMING_CONTEXT_ALREADY_BOUND, self);
    }
}

impl<'de> stub::Decode<'de> for NamingContextAlreadyBound {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &NAMING_CONTEXT_ALREADY_BOUND, self)
    }
}

impl stub::Fields for NamingContextAlreadyBound {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::CDR);
    #[inline]
    fn fields<S: stub::Sink>(&self, _: &mut S) {}
}

impl<'de> stub::Slots<'de> for NamingContextAlreadyBound {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::CDR);
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, _: &mut S) -> Result<(), stub::Fail> {
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        _: usize,
        _: &mut S,
    ) -> Result<(), stub::Fail> {
        Err(stub::Fail)
    }
}

impl stub::Standalone for NamingContextAlreadyBound {
    const PLACE: &'static stub::Field = &stub::Field::plain(
        "NamingContext_AlreadyBound",
    );
}

/// Record `NamingContext_NotEmpty`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamingContextNotEmpty {}

static NAMING_CONTEXT_NOT_EMPTY: stub::Record = stub::Record::of(
        "NamingContext_NotEmpty",
        &[],
    )
    .ndr(stub::ndr_shape!(align 1))
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:CosNaming.NamingContextExt",
            "NamingContext_NotEmpty",
            "",
        )
    });

impl stub::Encode for NamingContextNotEmpty {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &NAMING_CONTEXT_NOT_EMPTY, self);
    }
}

impl<'de> stub::Decode<'de> for NamingContextNotEmpty {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &NAMING_CONTEXT_NOT_EMPTY, self)
    }
}

impl stub::Fields for NamingContextNotEmpty {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::CDR);
    #[inline]
    fn fields<S: stub::Sink>(&self, _: &mut S) {}
}

impl<'de> stub::Slots<'de> for NamingContextNotEmpty {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::CDR);
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, _: &mut S) -> Result<(), stub::Fail> {
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        _: usize,
        _: &mut S,
    ) -> Result<(), stub::Fail> {
        Err(stub::Fail)
    }
}

impl stub::Standalone for NamingContextNotEmpty {
    const PLACE: &'static stub::Field = &stub::Field::plain("NamingContext_NotEmpty");
}

/// `NamingContextExt_StringName` of the definition.
pub type NamingContextExtStringName<'a> = Cow<'a, str>;

/// `NamingContextExt_Address` of the definition.
pub type NamingContextExtAddress<'a> = Cow<'a, str>;

/// `NamingContextExt_URLString` of the definition.
pub type NamingContextExtURLString<'a> = Cow<'a, str>;

/// Record `NamingContextExt_InvalidAddress`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamingContextExtInvalidAddress {}

static NAMING_CONTEXT_EXT_INVALID_ADDRESS: stub::Record = stub::Record::of(
        "NamingContextExt_InvalidAddress",
        &[],
    )
    .ndr(stub::ndr_shape!(align 1))
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:CosNaming.NamingContextExt",
            "NamingContextExt_InvalidAddress",
            "",
        )
    });

impl stub::Encode for NamingContextExtInvalidAddress {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &NAMING_CONTEXT_EXT_INVALID_ADDRESS, self);
    }
}

impl<'de> stub::Decode<'de> for NamingContextExtInvalidAddress {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &NAMING_CONTEXT_EXT_INVALID_ADDRESS, self)
    }
}

impl stub::Fields for NamingContextExtInvalidAddress {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::CDR);
    #[inline]
    fn fields<S: stub::Sink>(&self, _: &mut S) {}
}

impl<'de> stub::Slots<'de> for NamingContextExtInvalidAddress {
    const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE.and(stub::Syntaxes::CDR);
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, _: &mut S) -> Result<(), stub::Fail> {
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        _: usize,
        _: &mut S,
    ) -> Result<(), stub::Fail> {
        Err(stub::Fail)
    }
}

impl stub::Standalone for NamingContextExtInvalidAddress {
    const PLACE: &'static stub::Field = &stub::Field::plain(
        "NamingContextExt_InvalidAddress",
    );
}

/// What `bind` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub enum NamingContextExtBindResult<'a> {
    /// Label 0: nothing.
    #[default]
    Result,
    /// Label 1: field `naming_context_not_found`.
    NamingContextNotFound(NamingContextNotFound<'a>),
    /// Label 2: field `naming_context_cannot_proceed`.
    NamingContextCannotProceed(NamingContextCannotProceed<'a>),
    /// Label 3: field `naming_context_invalid_name`.
    NamingContextInvalidName(NamingContextInvalidName),
    /// Label 4: field `naming_context_already_bound`.
    NamingContextAlreadyBound(NamingContextAlreadyBound),
}

static NAMING_CONTEXT_EXT_BIND_RESULT_ARMS: [stub::Arm; 5] = [
    stub::Arm::of(&[0], stub::Field::plain("result").number(2).explicit()),
    stub::Arm::of(
        &[1],
        stub::Field::plain("naming_context_not_found")
            .ndr(stub::ndr_place!(defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(
        &[2],
        stub::Field::plain("naming_context_cannot_proceed")
            .ndr(stub::ndr_place!(defers true))
            .number(4)
            .explicit(),
    ),
    stub::Arm::of(
        &[3],
        stub::Field::plain("naming_context_invalid_name").number(5).explicit(),
    ),
    stub::Arm::of(
        &[4],
        stub::Field::plain("naming_context_already_bound").number(6).explicit(),
    ),
];

static NAMING_CONTEXT_EXT_BIND_RESULT: stub::Union = stub::Union::of(
        "NamingContextExt_bind_result",
        "raised",
        stub::Discriminant::U32,
        &NAMING_CONTEXT_EXT_BIND_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for NamingContextExtBindResult<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result => (0, 0),
            Self::NamingContextNotFound(_) => (1, 1),
            Self::NamingContextCannotProceed(_) => (2, 2),
            Self::NamingContextInvalidName(_) => (3, 3),
            Self::NamingContextAlreadyBound(_) => (4, 4),
        };
        s.union(f, &NAMING_CONTEXT_EXT_BIND_RESULT, arm, label, self);
    }
}

impl stub::Fields for NamingContextExtBindResult<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result => s.field(&NAMING_CONTEXT_EXT_BIND_RESULT_ARMS[0].field, &()),
            Self::NamingContextNotFound(value) => {
                s.field(&NAMING_CONTEXT_EXT_BIND_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextCannotProceed(value) => {
                s.field(&NAMING_CONTEXT_EXT_BIND_RESULT_ARMS[2].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.field(&NAMING_CONTEXT_EXT_BIND_RESULT_ARMS[3].field, value)
            }
            Self::NamingContextAlreadyBound(value) => {
                s.field(&NAMING_CONTEXT_EXT_BIND_RESULT_ARMS[4].field, value)
            }
        }
    }
}

impl<'de> stub::Decode<'de> for NamingContextExtBindResult<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &NAMING_CONTEXT_EXT_BIND_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for NamingContextExtBindResult<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result,
            1 => Self::NamingContextNotFound(Default::default()),
            2 => Self::NamingContextCannotProceed(Default::default()),
            3 => Self::NamingContextInvalidName(Default::default()),
            _ => Self::NamingContextAlreadyBound(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result => {
                s.slot(&NAMING_CONTEXT_EXT_BIND_RESULT_ARMS[0].field, &mut ())
            }
            Self::NamingContextNotFound(value) => {
                s.slot(&NAMING_CONTEXT_EXT_BIND_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextCannotProceed(value) => {
                s.slot(&NAMING_CONTEXT_EXT_BIND_RESULT_ARMS[2].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.slot(&NAMING_CONTEXT_EXT_BIND_RESULT_ARMS[3].field, value)
            }
            Self::NamingContextAlreadyBound(value) => {
                s.slot(&NAMING_CONTEXT_EXT_BIND_RESULT_ARMS[4].field, value)
            }
        }
    }
}

impl NamingContextExtBindResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> NamingContextExtBindResult<'static> {
        match self {
            Self::Result => NamingContextExtBindResult::Result,
            Self::NamingContextNotFound(value) => {
                NamingContextExtBindResult::NamingContextNotFound(value.into_owned())
            }
            Self::NamingContextCannotProceed(value) => {
                NamingContextExtBindResult::NamingContextCannotProceed(
                    value.into_owned(),
                )
            }
            Self::NamingContextInvalidName(value) => {
                NamingContextExtBindResult::NamingContextInvalidName(value)
            }
            Self::NamingContextAlreadyBound(value) => {
                NamingContextExtBindResult::NamingContextAlreadyBound(value)
            }
        }
    }
}

impl stub::Standalone for NamingContextExtBindResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain(
            "NamingContextExt_bind_result",
        )
        .ndr(stub::ndr_place!(defers true));
}

/// What `rebind` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub enum NamingContextExtRebindResult<'a> {
    /// Label 0: nothing.
    #[default]
    Result,
    /// Label 1: field `naming_context_not_found`.
    NamingContextNotFound(NamingContextNotFound<'a>),
    /// Label 2: field `naming_context_cannot_proceed`.
    NamingContextCannotProceed(NamingContextCannotProceed<'a>),
    /// Label 3: field `naming_context_invalid_name`.
    NamingContextInvalidName(NamingContextInvalidName),
}

static NAMING_CONTEXT_EXT_REBIND_RESULT_ARMS: [stub::Arm; 4] = [
    stub::Arm::of(&[0], stub::Field::plain("result").number(2).explicit()),
    stub::Arm::of(
        &[1],
        stub::Field::plain("naming_context_not_found")
            .ndr(stub::ndr_place!(defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(
        &[2],
        stub::Field::plain("naming_context_cannot_proceed")
            .ndr(stub::ndr_place!(defers true))
            .number(4)
            .explicit(),
    ),
    stub::Arm::of(
        &[3],
        stub::Field::plain("naming_context_invalid_name").number(5).explicit(),
    ),
];

static NAMING_CONTEXT_EXT_REBIND_RESULT: stub::Union = stub::Union::of(
        "NamingContextExt_rebind_result",
        "raised",
        stub::Discriminant::U32,
        &NAMING_CONTEXT_EXT_REBIND_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for NamingContextExtRebindResult<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result => (0, 0),
            Self::NamingContextNotFound(_) => (1, 1),
            Self::NamingContextCannotProceed(_) => (2, 2),
            Self::NamingContextInvalidName(_) => (3, 3),
        };
        s.union(f, &NAMING_CONTEXT_EXT_REBIND_RESULT, arm, label, self);
    }
}

impl stub::Fields for NamingContextExtRebindResult<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result => s.field(&NAMING_CONTEXT_EXT_REBIND_RESULT_ARMS[0].field, &()),
            Self::NamingContextNotFound(value) => {
                s.field(&NAMING_CONTEXT_EXT_REBIND_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextCannotProceed(value) => {
                s.field(&NAMING_CONTEXT_EXT_REBIND_RESULT_ARMS[2].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.field(&NAMING_CONTEXT_EXT_REBIND_RESULT_ARMS[3].field, value)
            }
        }
    }
}

impl<'de> stub::Decode<'de> for NamingContextExtRebindResult<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &NAMING_CONTEXT_EXT_REBIND_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for NamingContextExtRebindResult<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result,
            1 => Self::NamingContextNotFound(Default::default()),
            2 => Self::NamingContextCannotProceed(Default::default()),
            _ => Self::NamingContextInvalidName(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result => {
                s.slot(&NAMING_CONTEXT_EXT_REBIND_RESULT_ARMS[0].field, &mut ())
            }
            Self::NamingContextNotFound(value) => {
                s.slot(&NAMING_CONTEXT_EXT_REBIND_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextCannotProceed(value) => {
                s.slot(&NAMING_CONTEXT_EXT_REBIND_RESULT_ARMS[2].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.slot(&NAMING_CONTEXT_EXT_REBIND_RESULT_ARMS[3].field, value)
            }
        }
    }
}

impl NamingContextExtRebindResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> NamingContextExtRebindResult<'static> {
        match self {
            Self::Result => NamingContextExtRebindResult::Result,
            Self::NamingContextNotFound(value) => {
                NamingContextExtRebindResult::NamingContextNotFound(value.into_owned())
            }
            Self::NamingContextCannotProceed(value) => {
                NamingContextExtRebindResult::NamingContextCannotProceed(
                    value.into_owned(),
                )
            }
            Self::NamingContextInvalidName(value) => {
                NamingContextExtRebindResult::NamingContextInvalidName(value)
            }
        }
    }
}

impl stub::Standalone for NamingContextExtRebindResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain(
            "NamingContextExt_rebind_result",
        )
        .ndr(stub::ndr_place!(defers true));
}

/// What `bind_context` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub enum NamingContextExtBindContextResult<'a> {
    /// Label 0: nothing.
    #[default]
    Result,
    /// Label 1: field `naming_context_not_found`.
    NamingContextNotFound(NamingContextNotFound<'a>),
    /// Label 2: field `naming_context_cannot_proceed`.
    NamingContextCannotProceed(NamingContextCannotProceed<'a>),
    /// Label 3: field `naming_context_invalid_name`.
    NamingContextInvalidName(NamingContextInvalidName),
    /// Label 4: field `naming_context_already_bound`.
    NamingContextAlreadyBound(NamingContextAlreadyBound),
}

static NAMING_CONTEXT_EXT_BIND_CONTEXT_RESULT_ARMS: [stub::Arm; 5] = [
    stub::Arm::of(&[0], stub::Field::plain("result").number(2).explicit()),
    stub::Arm::of(
        &[1],
        stub::Field::plain("naming_context_not_found")
            .ndr(stub::ndr_place!(defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(
        &[2],
        stub::Field::plain("naming_context_cannot_proceed")
            .ndr(stub::ndr_place!(defers true))
            .number(4)
            .explicit(),
    ),
    stub::Arm::of(
        &[3],
        stub::Field::plain("naming_context_invalid_name").number(5).explicit(),
    ),
    stub::Arm::of(
        &[4],
        stub::Field::plain("naming_context_already_bound").number(6).explicit(),
    ),
];

static NAMING_CONTEXT_EXT_BIND_CONTEXT_RESULT: stub::Union = stub::Union::of(
        "NamingContextExt_bind_context_result",
        "raised",
        stub::Discriminant::U32,
        &NAMING_CONTEXT_EXT_BIND_CONTEXT_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for NamingContextExtBindContextResult<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result => (0, 0),
            Self::NamingContextNotFound(_) => (1, 1),
            Self::NamingContextCannotProceed(_) => (2, 2),
            Self::NamingContextInvalidName(_) => (3, 3),
            Self::NamingContextAlreadyBound(_) => (4, 4),
        };
        s.union(f, &NAMING_CONTEXT_EXT_BIND_CONTEXT_RESULT, arm, label, self);
    }
}

impl stub::Fields for NamingContextExtBindContextResult<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result => {
                s.field(&NAMING_CONTEXT_EXT_BIND_CONTEXT_RESULT_ARMS[0].field, &())
            }
            Self::NamingContextNotFound(value) => {
                s.field(&NAMING_CONTEXT_EXT_BIND_CONTEXT_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextCannotProceed(value) => {
                s.field(&NAMING_CONTEXT_EXT_BIND_CONTEXT_RESULT_ARMS[2].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.field(&NAMING_CONTEXT_EXT_BIND_CONTEXT_RESULT_ARMS[3].field, value)
            }
            Self::NamingContextAlreadyBound(value) => {
                s.field(&NAMING_CONTEXT_EXT_BIND_CONTEXT_RESULT_ARMS[4].field, value)
            }
        }
    }
}

impl<'de> stub::Decode<'de> for NamingContextExtBindContextResult<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &NAMING_CONTEXT_EXT_BIND_CONTEXT_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for NamingContextExtBindContextResult<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result,
            1 => Self::NamingContextNotFound(Default::default()),
            2 => Self::NamingContextCannotProceed(Default::default()),
            3 => Self::NamingContextInvalidName(Default::default()),
            _ => Self::NamingContextAlreadyBound(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result => {
                s.slot(&NAMING_CONTEXT_EXT_BIND_CONTEXT_RESULT_ARMS[0].field, &mut ())
            }
            Self::NamingContextNotFound(value) => {
                s.slot(&NAMING_CONTEXT_EXT_BIND_CONTEXT_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextCannotProceed(value) => {
                s.slot(&NAMING_CONTEXT_EXT_BIND_CONTEXT_RESULT_ARMS[2].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.slot(&NAMING_CONTEXT_EXT_BIND_CONTEXT_RESULT_ARMS[3].field, value)
            }
            Self::NamingContextAlreadyBound(value) => {
                s.slot(&NAMING_CONTEXT_EXT_BIND_CONTEXT_RESULT_ARMS[4].field, value)
            }
        }
    }
}

impl NamingContextExtBindContextResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> NamingContextExtBindContextResult<'static> {
        match self {
            Self::Result => NamingContextExtBindContextResult::Result,
            Self::NamingContextNotFound(value) => {
                NamingContextExtBindContextResult::NamingContextNotFound(
                    value.into_owned(),
                )
            }
            Self::NamingContextCannotProceed(value) => {
                NamingContextExtBindContextResult::NamingContextCannotProceed(
                    value.into_owned(),
                )
            }
            Self::NamingContextInvalidName(value) => {
                NamingContextExtBindContextResult::NamingContextInvalidName(value)
            }
            Self::NamingContextAlreadyBound(value) => {
                NamingContextExtBindContextResult::NamingContextAlreadyBound(value)
            }
        }
    }
}

impl stub::Standalone for NamingContextExtBindContextResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain(
            "NamingContextExt_bind_context_result",
        )
        .ndr(stub::ndr_place!(defers true));
}

/// What `rebind_context` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub enum NamingContextExtRebindContextResult<'a> {
    /// Label 0: nothing.
    #[default]
    Result,
    /// Label 1: field `naming_context_not_found`.
    NamingContextNotFound(NamingContextNotFound<'a>),
    /// Label 2: field `naming_context_cannot_proceed`.
    NamingContextCannotProceed(NamingContextCannotProceed<'a>),
    /// Label 3: field `naming_context_invalid_name`.
    NamingContextInvalidName(NamingContextInvalidName),
}

static NAMING_CONTEXT_EXT_REBIND_CONTEXT_RESULT_ARMS: [stub::Arm; 4] = [
    stub::Arm::of(&[0], stub::Field::plain("result").number(2).explicit()),
    stub::Arm::of(
        &[1],
        stub::Field::plain("naming_context_not_found")
            .ndr(stub::ndr_place!(defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(
        &[2],
        stub::Field::plain("naming_context_cannot_proceed")
            .ndr(stub::ndr_place!(defers true))
            .number(4)
            .explicit(),
    ),
    stub::Arm::of(
        &[3],
        stub::Field::plain("naming_context_invalid_name").number(5).explicit(),
    ),
];

static NAMING_CONTEXT_EXT_REBIND_CONTEXT_RESULT: stub::Union = stub::Union::of(
        "NamingContextExt_rebind_context_result",
        "raised",
        stub::Discriminant::U32,
        &NAMING_CONTEXT_EXT_REBIND_CONTEXT_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for NamingContextExtRebindContextResult<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result => (0, 0),
            Self::NamingContextNotFound(_) => (1, 1),
            Self::NamingContextCannotProceed(_) => (2, 2),
            Self::NamingContextInvalidName(_) => (3, 3),
        };
        s.union(f, &NAMING_CONTEXT_EXT_REBIND_CONTEXT_RESULT, arm, label, self);
    }
}

impl stub::Fields for NamingContextExtRebindContextResult<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result => {
                s.field(&NAMING_CONTEXT_EXT_REBIND_CONTEXT_RESULT_ARMS[0].field, &())
            }
            Self::NamingContextNotFound(value) => {
                s.field(&NAMING_CONTEXT_EXT_REBIND_CONTEXT_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextCannotProceed(value) => {
                s.field(&NAMING_CONTEXT_EXT_REBIND_CONTEXT_RESULT_ARMS[2].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.field(&NAMING_CONTEXT_EXT_REBIND_CONTEXT_RESULT_ARMS[3].field, value)
            }
        }
    }
}

impl<'de> stub::Decode<'de> for NamingContextExtRebindContextResult<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &NAMING_CONTEXT_EXT_REBIND_CONTEXT_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for NamingContextExtRebindContextResult<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result,
            1 => Self::NamingContextNotFound(Default::default()),
            2 => Self::NamingContextCannotProceed(Default::default()),
            _ => Self::NamingContextInvalidName(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result => {
                s.slot(&NAMING_CONTEXT_EXT_REBIND_CONTEXT_RESULT_ARMS[0].field, &mut ())
            }
            Self::NamingContextNotFound(value) => {
                s.slot(&NAMING_CONTEXT_EXT_REBIND_CONTEXT_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextCannotProceed(value) => {
                s.slot(&NAMING_CONTEXT_EXT_REBIND_CONTEXT_RESULT_ARMS[2].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.slot(&NAMING_CONTEXT_EXT_REBIND_CONTEXT_RESULT_ARMS[3].field, value)
            }
        }
    }
}

impl NamingContextExtRebindContextResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> NamingContextExtRebindContextResult<'static> {
        match self {
            Self::Result => NamingContextExtRebindContextResult::Result,
            Self::NamingContextNotFound(value) => {
                NamingContextExtRebindContextResult::NamingContextNotFound(
                    value.into_owned(),
                )
            }
            Self::NamingContextCannotProceed(value) => {
                NamingContextExtRebindContextResult::NamingContextCannotProceed(
                    value.into_owned(),
                )
            }
            Self::NamingContextInvalidName(value) => {
                NamingContextExtRebindContextResult::NamingContextInvalidName(value)
            }
        }
    }
}

impl stub::Standalone for NamingContextExtRebindContextResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain(
            "NamingContextExt_rebind_context_result",
        )
        .ndr(stub::ndr_place!(defers true));
}

/// What `resolve` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum NamingContextExtResolveResult<'a> {
    /// Label 0: field `result`.
    Result(Cow<'a, str>),
    /// Label 1: field `naming_context_not_found`.
    NamingContextNotFound(NamingContextNotFound<'a>),
    /// Label 2: field `naming_context_cannot_proceed`.
    NamingContextCannotProceed(NamingContextCannotProceed<'a>),
    /// Label 3: field `naming_context_invalid_name`.
    NamingContextInvalidName(NamingContextInvalidName),
}

impl Default for NamingContextExtResolveResult<'_> {
    fn default() -> Self {
        Self::Result(Default::default())
    }
}

static NAMING_CONTEXT_EXT_RESOLVE_RESULT_ARMS: [stub::Arm; 4] = [
    stub::Arm::of(
        &[0],
        stub::Field::plain("result")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .cdr(stub::Cdr::Reference)
            .number(2)
            .explicit(),
    ),
    stub::Arm::of(
        &[1],
        stub::Field::plain("naming_context_not_found")
            .ndr(stub::ndr_place!(defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(
        &[2],
        stub::Field::plain("naming_context_cannot_proceed")
            .ndr(stub::ndr_place!(defers true))
            .number(4)
            .explicit(),
    ),
    stub::Arm::of(
        &[3],
        stub::Field::plain("naming_context_invalid_name").number(5).explicit(),
    ),
];

static NAMING_CONTEXT_EXT_RESOLVE_RESULT: stub::Union = stub::Union::of(
        "NamingContextExt_resolve_result",
        "raised",
        stub::Discriminant::U32,
        &NAMING_CONTEXT_EXT_RESOLVE_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for NamingContextExtResolveResult<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result(_) => (0, 0),
            Self::NamingContextNotFound(_) => (1, 1),
            Self::NamingContextCannotProceed(_) => (2, 2),
            Self::NamingContextInvalidName(_) => (3, 3),
        };
        s.union(f, &NAMING_CONTEXT_EXT_RESOLVE_RESULT, arm, label, self);
    }
}

impl stub::Fields for NamingContextExtResolveResult<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result(value) => {
                s.field(&NAMING_CONTEXT_EXT_RESOLVE_RESULT_ARMS[0].field, value)
            }
            Self::NamingContextNotFound(value) => {
                s.field(&NAMING_CONTEXT_EXT_RESOLVE_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextCannotProceed(value) => {
                s.field(&NAMING_CONTEXT_EXT_RESOLVE_RESULT_ARMS[2].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.field(&NAMING_CONTEXT_EXT_RESOLVE_RESULT_ARMS[3].field, value)
            }
        }
    }
}

impl<'de> stub::Decode<'de> for NamingContextExtResolveResult<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &NAMING_CONTEXT_EXT_RESOLVE_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for NamingContextExtResolveResult<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result(Default::default()),
            1 => Self::NamingContextNotFound(Default::default()),
            2 => Self::NamingContextCannotProceed(Default::default()),
            _ => Self::NamingContextInvalidName(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result(value) => {
                s.slot(&NAMING_CONTEXT_EXT_RESOLVE_RESULT_ARMS[0].field, value)
            }
            Self::NamingContextNotFound(value) => {
                s.slot(&NAMING_CONTEXT_EXT_RESOLVE_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextCannotProceed(value) => {
                s.slot(&NAMING_CONTEXT_EXT_RESOLVE_RESULT_ARMS[2].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.slot(&NAMING_CONTEXT_EXT_RESOLVE_RESULT_ARMS[3].field, value)
            }
        }
    }
}

impl NamingContextExtResolveResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> NamingContextExtResolveResult<'static> {
        match self {
            Self::Result(value) => {
                NamingContextExtResolveResult::Result(Cow::Owned(value.into_owned()))
            }
            Self::NamingContextNotFound(value) => {
                NamingContextExtResolveResult::NamingContextNotFound(value.into_owned())
            }
            Self::NamingContextCannotProceed(value) => {
                NamingContextExtResolveResult::NamingContextCannotProceed(
                    value.into_owned(),
                )
            }
            Self::NamingContextInvalidName(value) => {
                NamingContextExtResolveResult::NamingContextInvalidName(value)
            }
        }
    }
}

impl stub::Standalone for NamingContextExtResolveResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain(
            "NamingContextExt_resolve_result",
        )
        .ndr(stub::ndr_place!(defers true));
}

/// What `unbind` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub enum NamingContextExtUnbindResult<'a> {
    /// Label 0: nothing.
    #[default]
    Result,
    /// Label 1: field `naming_context_not_found`.
    NamingContextNotFound(NamingContextNotFound<'a>),
    /// Label 2: field `naming_context_cannot_proceed`.
    NamingContextCannotProceed(NamingContextCannotProceed<'a>),
    /// Label 3: field `naming_context_invalid_name`.
    NamingContextInvalidName(NamingContextInvalidName),
}

static NAMING_CONTEXT_EXT_UNBIND_RESULT_ARMS: [stub::Arm; 4] = [
    stub::Arm::of(&[0], stub::Field::plain("result").number(2).explicit()),
    stub::Arm::of(
        &[1],
        stub::Field::plain("naming_context_not_found")
            .ndr(stub::ndr_place!(defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(
        &[2],
        stub::Field::plain("naming_context_cannot_proceed")
            .ndr(stub::ndr_place!(defers true))
            .number(4)
            .explicit(),
    ),
    stub::Arm::of(
        &[3],
        stub::Field::plain("naming_context_invalid_name").number(5).explicit(),
    ),
];

static NAMING_CONTEXT_EXT_UNBIND_RESULT: stub::Union = stub::Union::of(
        "NamingContextExt_unbind_result",
        "raised",
        stub::Discriminant::U32,
        &NAMING_CONTEXT_EXT_UNBIND_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for NamingContextExtUnbindResult<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result => (0, 0),
            Self::NamingContextNotFound(_) => (1, 1),
            Self::NamingContextCannotProceed(_) => (2, 2),
            Self::NamingContextInvalidName(_) => (3, 3),
        };
        s.union(f, &NAMING_CONTEXT_EXT_UNBIND_RESULT, arm, label, self);
    }
}

impl stub::Fields for NamingContextExtUnbindResult<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result => s.field(&NAMING_CONTEXT_EXT_UNBIND_RESULT_ARMS[0].field, &()),
            Self::NamingContextNotFound(value) => {
                s.field(&NAMING_CONTEXT_EXT_UNBIND_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextCannotProceed(value) => {
                s.field(&NAMING_CONTEXT_EXT_UNBIND_RESULT_ARMS[2].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.field(&NAMING_CONTEXT_EXT_UNBIND_RESULT_ARMS[3].field, value)
            }
        }
    }
}

impl<'de> stub::Decode<'de> for NamingContextExtUnbindResult<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &NAMING_CONTEXT_EXT_UNBIND_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for NamingContextExtUnbindResult<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result,
            1 => Self::NamingContextNotFound(Default::default()),
            2 => Self::NamingContextCannotProceed(Default::default()),
            _ => Self::NamingContextInvalidName(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result => {
                s.slot(&NAMING_CONTEXT_EXT_UNBIND_RESULT_ARMS[0].field, &mut ())
            }
            Self::NamingContextNotFound(value) => {
                s.slot(&NAMING_CONTEXT_EXT_UNBIND_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextCannotProceed(value) => {
                s.slot(&NAMING_CONTEXT_EXT_UNBIND_RESULT_ARMS[2].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.slot(&NAMING_CONTEXT_EXT_UNBIND_RESULT_ARMS[3].field, value)
            }
        }
    }
}

impl NamingContextExtUnbindResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> NamingContextExtUnbindResult<'static> {
        match self {
            Self::Result => NamingContextExtUnbindResult::Result,
            Self::NamingContextNotFound(value) => {
                NamingContextExtUnbindResult::NamingContextNotFound(value.into_owned())
            }
            Self::NamingContextCannotProceed(value) => {
                NamingContextExtUnbindResult::NamingContextCannotProceed(
                    value.into_owned(),
                )
            }
            Self::NamingContextInvalidName(value) => {
                NamingContextExtUnbindResult::NamingContextInvalidName(value)
            }
        }
    }
}

impl stub::Standalone for NamingContextExtUnbindResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain(
            "NamingContextExt_unbind_result",
        )
        .ndr(stub::ndr_place!(defers true));
}

/// What `bind_new_context` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum NamingContextExtBindNewContextResult<'a> {
    /// Label 0: field `result`.
    Result(Cow<'a, str>),
    /// Label 1: field `naming_context_not_found`.
    NamingContextNotFound(NamingContextNotFound<'a>),
    /// Label 2: field `naming_context_already_bound`.
    NamingContextAlreadyBound(NamingContextAlreadyBound),
    /// Label 3: field `naming_context_cannot_proceed`.
    NamingContextCannotProceed(NamingContextCannotProceed<'a>),
    /// Label 4: field `naming_context_invalid_name`.
    NamingContextInvalidName(NamingContextInvalidName),
}

impl Default for NamingContextExtBindNewContextResult<'_> {
    fn default() -> Self {
        Self::Result(Default::default())
    }
}

static NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_RESULT_ARMS: [stub::Arm; 5] = [
    stub::Arm::of(
        &[0],
        stub::Field::plain("result")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .cdr(stub::Cdr::Reference)
            .number(2)
            .explicit(),
    ),
    stub::Arm::of(
        &[1],
        stub::Field::plain("naming_context_not_found")
            .ndr(stub::ndr_place!(defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(
        &[2],
        stub::Field::plain("naming_context_already_bound").number(4).explicit(),
    ),
    stub::Arm::of(
        &[3],
        stub::Field::plain("naming_context_cannot_proceed")
            .ndr(stub::ndr_place!(defers true))
            .number(5)
            .explicit(),
    ),
    stub::Arm::of(
        &[4],
        stub::Field::plain("naming_context_invalid_name").number(6).explicit(),
    ),
];

static NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_RESULT: stub::Union = stub::Union::of(
        "NamingContextExt_bind_new_context_result",
        "raised",
        stub::Discriminant::U32,
        &NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for NamingContextExtBindNewContextResult<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result(_) => (0, 0),
            Self::NamingContextNotFound(_) => (1, 1),
            Self::NamingContextAlreadyBound(_) => (2, 2),
            Self::NamingContextCannotProceed(_) => (3, 3),
            Self::NamingContextInvalidName(_) => (4, 4),
        };
        s.union(f, &NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_RESULT, arm, label, self);
    }
}

impl stub::Fields for NamingContextExtBindNewContextResult<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result(value) => {
                s.field(&NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_RESULT_ARMS[0].field, value)
            }
            Self::NamingContextNotFound(value) => {
                s.field(&NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextAlreadyBound(value) => {
                s.field(&NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_RESULT_ARMS[2].field, value)
            }
            Self::NamingContextCannotProceed(value) => {
                s.field(&NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_RESULT_ARMS[3].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.field(&NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_RESULT_ARMS[4].field, value)
            }
        }
    }
}

impl<'de> stub::Decode<'de> for NamingContextExtBindNewContextResult<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for NamingContextExtBindNewContextResult<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result(Default::default()),
            1 => Self::NamingContextNotFound(Default::default()),
            2 => Self::NamingContextAlreadyBound(Default::default()),
            3 => Self::NamingContextCannotProceed(Default::default()),
            _ => Self::NamingContextInvalidName(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result(value) => {
                s.slot(&NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_RESULT_ARMS[0].field, value)
            }
            Self::NamingContextNotFound(value) => {
                s.slot(&NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextAlreadyBound(value) => {
                s.slot(&NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_RESULT_ARMS[2].field, value)
            }
            Self::NamingContextCannotProceed(value) => {
                s.slot(&NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_RESULT_ARMS[3].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.slot(&NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_RESULT_ARMS[4].field, value)
            }
        }
    }
}

impl NamingContextExtBindNewContextResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> NamingContextExtBindNewContextResult<'static> {
        match self {
            Self::Result(value) => {
                NamingContextExtBindNewContextResult::Result(
                    Cow::Owned(value.into_owned()),
                )
            }
            Self::NamingContextNotFound(value) => {
                NamingContextExtBindNewContextResult::NamingContextNotFound(
                    value.into_owned(),
                )
            }
            Self::NamingContextAlreadyBound(value) => {
                NamingContextExtBindNewContextResult::NamingContextAlreadyBound(value)
            }
            Self::NamingContextCannotProceed(value) => {
                NamingContextExtBindNewContextResult::NamingContextCannotProceed(
                    value.into_owned(),
                )
            }
            Self::NamingContextInvalidName(value) => {
                NamingContextExtBindNewContextResult::NamingContextInvalidName(value)
            }
        }
    }
}

impl stub::Standalone for NamingContextExtBindNewContextResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain(
            "NamingContextExt_bind_new_context_result",
        )
        .ndr(stub::ndr_place!(defers true));
}

/// What `destroy` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub enum NamingContextExtDestroyResult {
    /// Label 0: nothing.
    #[default]
    Result,
    /// Label 1: field `naming_context_not_empty`.
    NamingContextNotEmpty(NamingContextNotEmpty),
}

static NAMING_CONTEXT_EXT_DESTROY_RESULT_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(&[0], stub::Field::plain("result").number(2).explicit()),
    stub::Arm::of(
        &[1],
        stub::Field::plain("naming_context_not_empty").number(3).explicit(),
    ),
];

static NAMING_CONTEXT_EXT_DESTROY_RESULT: stub::Union = stub::Union::of(
        "NamingContextExt_destroy_result",
        "raised",
        stub::Discriminant::U32,
        &NAMING_CONTEXT_EXT_DESTROY_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(tag 4));

impl stub::Encode for NamingContextExtDestroyResult {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result => (0, 0),
            Self::NamingContextNotEmpty(_) => (1, 1),
        };
        s.union(f, &NAMING_CONTEXT_EXT_DESTROY_RESULT, arm, label, self);
    }
}

impl stub::Fields for NamingContextExtDestroyResult {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result => {
                s.field(&NAMING_CONTEXT_EXT_DESTROY_RESULT_ARMS[0].field, &())
            }
            Self::NamingContextNotEmpty(value) => {
                s.field(&NAMING_CONTEXT_EXT_DESTROY_RESULT_ARMS[1].field, value)
            }
        }
    }
}

impl<'de> stub::Decode<'de> for NamingContextExtDestroyResult {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &NAMING_CONTEXT_EXT_DESTROY_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for NamingContextExtDestroyResult {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result,
            _ => Self::NamingContextNotEmpty(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result => {
                s.slot(&NAMING_CONTEXT_EXT_DESTROY_RESULT_ARMS[0].field, &mut ())
            }
            Self::NamingContextNotEmpty(value) => {
                s.slot(&NAMING_CONTEXT_EXT_DESTROY_RESULT_ARMS[1].field, value)
            }
        }
    }
}

impl stub::Standalone for NamingContextExtDestroyResult {
    const PLACE: &'static stub::Field = &stub::Field::plain(
        "NamingContextExt_destroy_result",
    );
}

/// What `to_string` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum NamingContextExtToStringResult<'a> {
    /// Label 0: field `result`.
    Result(Cow<'a, str>),
    /// Label 1: field `naming_context_invalid_name`.
    NamingContextInvalidName(NamingContextInvalidName),
}

impl Default for NamingContextExtToStringResult<'_> {
    fn default() -> Self {
        Self::Result(Default::default())
    }
}

static NAMING_CONTEXT_EXT_TO_STRING_RESULT_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(
        &[0],
        stub::Field::plain("result")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .number(2)
            .explicit(),
    ),
    stub::Arm::of(
        &[1],
        stub::Field::plain("naming_context_invalid_name").number(3).explicit(),
    ),
];

static NAMING_CONTEXT_EXT_TO_STRING_RESULT: stub::Union = stub::Union::of(
        "NamingContextExt_to_string_result",
        "raised",
        stub::Discriminant::U32,
        &NAMING_CONTEXT_EXT_TO_STRING_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for NamingContextExtToStringResult<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result(_) => (0, 0),
            Self::NamingContextInvalidName(_) => (1, 1),
        };
        s.union(f, &NAMING_CONTEXT_EXT_TO_STRING_RESULT, arm, label, self);
    }
}

impl stub::Fields for NamingContextExtToStringResult<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result(value) => {
                s.field(&NAMING_CONTEXT_EXT_TO_STRING_RESULT_ARMS[0].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.field(&NAMING_CONTEXT_EXT_TO_STRING_RESULT_ARMS[1].field, value)
            }
        }
    }
}

impl<'de> stub::Decode<'de> for NamingContextExtToStringResult<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &NAMING_CONTEXT_EXT_TO_STRING_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for NamingContextExtToStringResult<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result(Default::default()),
            _ => Self::NamingContextInvalidName(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result(value) => {
                s.slot(&NAMING_CONTEXT_EXT_TO_STRING_RESULT_ARMS[0].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.slot(&NAMING_CONTEXT_EXT_TO_STRING_RESULT_ARMS[1].field, value)
            }
        }
    }
}

impl NamingContextExtToStringResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> NamingContextExtToStringResult<'static> {
        match self {
            Self::Result(value) => {
                NamingContextExtToStringResult::Result(Cow::Owned(value.into_owned()))
            }
            Self::NamingContextInvalidName(value) => {
                NamingContextExtToStringResult::NamingContextInvalidName(value)
            }
        }
    }
}

impl stub::Standalone for NamingContextExtToStringResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain(
            "NamingContextExt_to_string_result",
        )
        .ndr(stub::ndr_place!(defers true));
}

/// What `to_name` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum NamingContextExtToNameResult<'a> {
    /// Label 0: field `result`.
    Result(Vec<NameComponent<'a>>),
    /// Label 1: field `naming_context_invalid_name`.
    NamingContextInvalidName(NamingContextInvalidName),
}

impl Default for NamingContextExtToNameResult<'_> {
    fn default() -> Self {
        Self::Result(Default::default())
    }
}

static NAMING_CONTEXT_EXT_TO_NAME_RESULT_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(
        &[0],
        stub::Field::of(
                "result",
                stub::Length::UpTo(u32::MAX),
                const {
                    &stub::Field::plain("result")
                        .ndr(stub::ndr_place!(defers true))
                        .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                        .number(2)
                        .explicit()
                },
            )
            .ndr(stub::ndr_place!(array Counted, defers true))
            .xml(stub::xml_place!(wrapped : true,))
            .number(2)
            .explicit(),
    ),
    stub::Arm::of(
        &[1],
        stub::Field::plain("naming_context_invalid_name").number(3).explicit(),
    ),
];

static NAMING_CONTEXT_EXT_TO_NAME_RESULT: stub::Union = stub::Union::of(
        "NamingContextExt_to_name_result",
        "raised",
        stub::Discriminant::U32,
        &NAMING_CONTEXT_EXT_TO_NAME_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for NamingContextExtToNameResult<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result(_) => (0, 0),
            Self::NamingContextInvalidName(_) => (1, 1),
        };
        s.union(f, &NAMING_CONTEXT_EXT_TO_NAME_RESULT, arm, label, self);
    }
}

impl stub::Fields for NamingContextExtToNameResult<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result(value) => {
                s.field(&NAMING_CONTEXT_EXT_TO_NAME_RESULT_ARMS[0].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.field(&NAMING_CONTEXT_EXT_TO_NAME_RESULT_ARMS[1].field, value)
            }
        }
    }
}

impl<'de> stub::Decode<'de> for NamingContextExtToNameResult<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &NAMING_CONTEXT_EXT_TO_NAME_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for NamingContextExtToNameResult<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result(Default::default()),
            _ => Self::NamingContextInvalidName(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result(value) => {
                s.slot(&NAMING_CONTEXT_EXT_TO_NAME_RESULT_ARMS[0].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.slot(&NAMING_CONTEXT_EXT_TO_NAME_RESULT_ARMS[1].field, value)
            }
        }
    }
}

impl NamingContextExtToNameResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> NamingContextExtToNameResult<'static> {
        match self {
            Self::Result(value) => {
                NamingContextExtToNameResult::Result(
                    value.into_iter().map(|v| v.into_owned()).collect(),
                )
            }
            Self::NamingContextInvalidName(value) => {
                NamingContextExtToNameResult::NamingContextInvalidName(value)
            }
        }
    }
}

impl stub::Standalone for NamingContextExtToNameResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain(
            "NamingContextExt_to_name_result",
        )
        .ndr(stub::ndr_place!(defers true));
}

/// What `to_url` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum NamingContextExtToUrlResult<'a> {
    /// Label 0: field `result`.
    Result(Cow<'a, str>),
    /// Label 1: field `naming_context_ext_invalid_address`.
    NamingContextExtInvalidAddress(NamingContextExtInvalidAddress),
    /// Label 2: field `naming_context_invalid_name`.
    NamingContextInvalidName(NamingContextInvalidName),
}

impl Default for NamingContextExtToUrlResult<'_> {
    fn default() -> Self {
        Self::Result(Default::default())
    }
}

static NAMING_CONTEXT_EXT_TO_URL_RESULT_ARMS: [stub::Arm; 3] = [
    stub::Arm::of(
        &[0],
        stub::Field::plain("result")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .number(2)
            .explicit(),
    ),
    stub::Arm::of(
        &[1],
        stub::Field::plain("naming_context_ext_invalid_address").number(3).explicit(),
    ),
    stub::Arm::of(
        &[2],
        stub::Field::plain("naming_context_invalid_name").number(4).explicit(),
    ),
];

static NAMING_CONTEXT_EXT_TO_URL_RESULT: stub::Union = stub::Union::of(
        "NamingContextExt_to_url_result",
        "raised",
        stub::Discriminant::U32,
        &NAMING_CONTEXT_EXT_TO_URL_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for NamingContextExtToUrlResult<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result(_) => (0, 0),
            Self::NamingContextExtInvalidAddress(_) => (1, 1),
            Self::NamingContextInvalidName(_) => (2, 2),
        };
        s.union(f, &NAMING_CONTEXT_EXT_TO_URL_RESULT, arm, label, self);
    }
}

impl stub::Fields for NamingContextExtToUrlResult<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result(value) => {
                s.field(&NAMING_CONTEXT_EXT_TO_URL_RESULT_ARMS[0].field, value)
            }
            Self::NamingContextExtInvalidAddress(value) => {
                s.field(&NAMING_CONTEXT_EXT_TO_URL_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.field(&NAMING_CONTEXT_EXT_TO_URL_RESULT_ARMS[2].field, value)
            }
        }
    }
}

impl<'de> stub::Decode<'de> for NamingContextExtToUrlResult<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &NAMING_CONTEXT_EXT_TO_URL_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for NamingContextExtToUrlResult<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result(Default::default()),
            1 => Self::NamingContextExtInvalidAddress(Default::default()),
            _ => Self::NamingContextInvalidName(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result(value) => {
                s.slot(&NAMING_CONTEXT_EXT_TO_URL_RESULT_ARMS[0].field, value)
            }
            Self::NamingContextExtInvalidAddress(value) => {
                s.slot(&NAMING_CONTEXT_EXT_TO_URL_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.slot(&NAMING_CONTEXT_EXT_TO_URL_RESULT_ARMS[2].field, value)
            }
        }
    }
}

impl NamingContextExtToUrlResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> NamingContextExtToUrlResult<'static> {
        match self {
            Self::Result(value) => {
                NamingContextExtToUrlResult::Result(Cow::Owned(value.into_owned()))
            }
            Self::NamingContextExtInvalidAddress(value) => {
                NamingContextExtToUrlResult::NamingContextExtInvalidAddress(value)
            }
            Self::NamingContextInvalidName(value) => {
                NamingContextExtToUrlResult::NamingContextInvalidName(value)
            }
        }
    }
}

impl stub::Standalone for NamingContextExtToUrlResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain(
            "NamingContextExt_to_url_result",
        )
        .ndr(stub::ndr_place!(defers true));
}

/// What `resolve_str` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum NamingContextExtResolveStrResult<'a> {
    /// Label 0: field `result`.
    Result(Cow<'a, str>),
    /// Label 1: field `naming_context_not_found`.
    NamingContextNotFound(NamingContextNotFound<'a>),
    /// Label 2: field `naming_context_cannot_proceed`.
    NamingContextCannotProceed(NamingContextCannotProceed<'a>),
    /// Label 3: field `naming_context_invalid_name`.
    NamingContextInvalidName(NamingContextInvalidName),
}

impl Default for NamingContextExtResolveStrResult<'_> {
    fn default() -> Self {
        Self::Result(Default::default())
    }
}

static NAMING_CONTEXT_EXT_RESOLVE_STR_RESULT_ARMS: [stub::Arm; 4] = [
    stub::Arm::of(
        &[0],
        stub::Field::plain("result")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .cdr(stub::Cdr::Reference)
            .number(2)
            .explicit(),
    ),
    stub::Arm::of(
        &[1],
        stub::Field::plain("naming_context_not_found")
            .ndr(stub::ndr_place!(defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(
        &[2],
        stub::Field::plain("naming_context_cannot_proceed")
            .ndr(stub::ndr_place!(defers true))
            .number(4)
            .explicit(),
    ),
    stub::Arm::of(
        &[3],
        stub::Field::plain("naming_context_invalid_name").number(5).explicit(),
    ),
];

static NAMING_CONTEXT_EXT_RESOLVE_STR_RESULT: stub::Union = stub::Union::of(
        "NamingContextExt_resolve_str_result",
        "raised",
        stub::Discriminant::U32,
        &NAMING_CONTEXT_EXT_RESOLVE_STR_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for NamingContextExtResolveStrResult<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result(_) => (0, 0),
            Self::NamingContextNotFound(_) => (1, 1),
            Self::NamingContextCannotProceed(_) => (2, 2),
            Self::NamingContextInvalidName(_) => (3, 3),
        };
        s.union(f, &NAMING_CONTEXT_EXT_RESOLVE_STR_RESULT, arm, label, self);
    }
}

impl stub::Fields for NamingContextExtResolveStrResult<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result(value) => {
                s.field(&NAMING_CONTEXT_EXT_RESOLVE_STR_RESULT_ARMS[0].field, value)
            }
            Self::NamingContextNotFound(value) => {
                s.field(&NAMING_CONTEXT_EXT_RESOLVE_STR_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextCannotProceed(value) => {
                s.field(&NAMING_CONTEXT_EXT_RESOLVE_STR_RESULT_ARMS[2].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.field(&NAMING_CONTEXT_EXT_RESOLVE_STR_RESULT_ARMS[3].field, value)
            }
        }
    }
}

impl<'de> stub::Decode<'de> for NamingContextExtResolveStrResult<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &NAMING_CONTEXT_EXT_RESOLVE_STR_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for NamingContextExtResolveStrResult<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result(Default::default()),
            1 => Self::NamingContextNotFound(Default::default()),
            2 => Self::NamingContextCannotProceed(Default::default()),
            _ => Self::NamingContextInvalidName(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result(value) => {
                s.slot(&NAMING_CONTEXT_EXT_RESOLVE_STR_RESULT_ARMS[0].field, value)
            }
            Self::NamingContextNotFound(value) => {
                s.slot(&NAMING_CONTEXT_EXT_RESOLVE_STR_RESULT_ARMS[1].field, value)
            }
            Self::NamingContextCannotProceed(value) => {
                s.slot(&NAMING_CONTEXT_EXT_RESOLVE_STR_RESULT_ARMS[2].field, value)
            }
            Self::NamingContextInvalidName(value) => {
                s.slot(&NAMING_CONTEXT_EXT_RESOLVE_STR_RESULT_ARMS[3].field, value)
            }
        }
    }
}

impl NamingContextExtResolveStrResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> NamingContextExtResolveStrResult<'static> {
        match self {
            Self::Result(value) => {
                NamingContextExtResolveStrResult::Result(Cow::Owned(value.into_owned()))
            }
            Self::NamingContextNotFound(value) => {
                NamingContextExtResolveStrResult::NamingContextNotFound(
                    value.into_owned(),
                )
            }
            Self::NamingContextCannotProceed(value) => {
                NamingContextExtResolveStrResult::NamingContextCannotProceed(
                    value.into_owned(),
                )
            }
            Self::NamingContextInvalidName(value) => {
                NamingContextExtResolveStrResult::NamingContextInvalidName(value)
            }
        }
    }
}

impl stub::Standalone for NamingContextExtResolveStrResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain(
            "NamingContextExt_resolve_str_result",
        )
        .ndr(stub::ndr_place!(defers true));
}

/// What names interface `BindingIterator`, and its operations.
pub static BINDING_ITERATOR: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "BindingIterator",
        full_name: "CosNaming.BindingIterator",
        program: 0x3f82ca47,
        uuid: 0x119529c9_5c29_5a23_bf24_b12aecd25759_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &BINDING_ITERATOR_NEXT_ONE,
        &BINDING_ITERATOR_NEXT_N,
        &BINDING_ITERATOR_DESTROY,
    ],
};

/// The types of objects of `BindingIterator`: its own, and those that it inherits from.
pub static BINDING_ITERATOR_TYPE_IDS: [&str; 1] = [
    "IDL:omg.org/CosNaming/BindingIterator:1.0",
];

static BINDING_ITERATOR_NEXT_ONE_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("b").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(2),
];

/// What operation `next_one` takes and gives.
pub static BINDING_ITERATOR_NEXT_ONE: stub::OperationMeta = stub::OperationMeta {
    name: "next_one",
    number: 0,
    input: &stub::Record::of("next_one_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:CosNaming.BindingIterator",
                "next_one",
                "urn:CosNaming.BindingIterator#next_one",
            )
        }),
    output: &stub::Record::of("next_one_out", &BINDING_ITERATOR_NEXT_ONE_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .returning()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:CosNaming.BindingIterator",
                "next_oneResponse",
                "urn:CosNaming.BindingIterator:BindingIterator:next_oneResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BINDING_ITERATOR_NEXT_N_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("how_many").number(1),
];

static BINDING_ITERATOR_NEXT_N_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "bl",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("bl")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(2),
];

/// What operation `next_n` takes and gives.
pub static BINDING_ITERATOR_NEXT_N: stub::OperationMeta = stub::OperationMeta {
    name: "next_n",
    number: 1,
    input: &stub::Record::of("next_n_in", &BINDING_ITERATOR_NEXT_N_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:CosNaming.BindingIterator",
                "next_n",
                "urn:CosNaming.BindingIterator#next_n",
            )
        }),
    output: &stub::Record::of("next_n_out", &BINDING_ITERATOR_NEXT_N_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .returning()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:CosNaming.BindingIterator",
                "next_nResponse",
                "urn:CosNaming.BindingIterator:BindingIterator:next_nResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What operation `destroy` takes and gives.
pub static BINDING_ITERATOR_DESTROY: stub::OperationMeta = stub::OperationMeta {
    name: "destroy",
    number: 2,
    input: &stub::Record::of("destroy_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:CosNaming.BindingIterator",
                "destroy",
                "urn:CosNaming.BindingIterator#destroy",
            )
        }),
    output: &stub::Record::of("destroy_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:CosNaming.BindingIterator",
                "destroyResponse",
                "urn:CosNaming.BindingIterator:BindingIterator:destroyResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `next_one` gives.
#[derive(Clone, Debug, Default)]
pub struct BindingIteratorNextOneOut<'a> {
    /// Parameter `b`.
    pub b: Binding<'a>,
    /// Parameter `result`.
    pub result: bool,
}

stub::plain_slots! {
    BindingIteratorNextOneOut<'de>, BINDING_ITERATOR_NEXT_ONE_OUT_FIELDS { 0 b, 1
    result }; CDR
}

/// What a server answers to a call of `next_one`.
#[derive(Clone, Debug)]
pub struct BindingIteratorNextOneReply<'a> {
    /// Parameter `b`.
    pub b: &'a Binding<'a>,
    /// Parameter `result`.
    pub result: bool,
}

stub::plain_fields! {
    BindingIteratorNextOneReply<'de>, BINDING_ITERATOR_NEXT_ONE_OUT_FIELDS { 0 b, 1
    result }; CDR
}

/// What a call of `next_n` takes.
#[derive(Clone, Debug)]
pub struct BindingIteratorNextNArgs {
    /// Parameter `how_many`.
    pub how_many: u32,
}

stub::plain_fields! {
    BindingIteratorNextNArgs, BINDING_ITERATOR_NEXT_N_IN_FIELDS { 0 how_many }; CDR
}

#[derive(Default)]
struct BindingIteratorNextNIn {
    how_many: u32,
}

stub::plain_slots! {
    BindingIteratorNextNIn, BINDING_ITERATOR_NEXT_N_IN_FIELDS { 0 how_many }; CDR
}

/// What a call of `next_n` gives.
#[derive(Clone, Debug, Default)]
pub struct BindingIteratorNextNOut<'a> {
    /// Parameter `bl`.
    pub bl: Vec<Binding<'a>>,
    /// Parameter `result`.
    pub result: bool,
}

stub::plain_slots! {
    BindingIteratorNextNOut<'de>, BINDING_ITERATOR_NEXT_N_OUT_FIELDS { 0 bl, 1 result
    }; CDR
}

/// What a server answers to a call of `next_n`.
#[derive(Clone, Debug)]
pub struct BindingIteratorNextNReply<'a> {
    /// Parameter `bl`.
    pub bl: &'a [Binding<'a>],
    /// Parameter `result`.
    pub result: bool,
}

stub::plain_fields! {
    BindingIteratorNextNReply<'de>, BINDING_ITERATOR_NEXT_N_OUT_FIELDS { 0 bl, 1 result
    }; CDR
}

/// A client of `BindingIterator`.
pub struct BindingIteratorClient {
    client: stub::Client,
}

impl BindingIteratorClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, BINDING_ITERATOR.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `next_one`.
    pub fn next_one(&mut self) -> Result<(Binding<'_>, bool), stub::CallError> {
        let output: BindingIteratorNextOneOut<'_> = self
            .client
            .invoke(&BINDING_ITERATOR, &BINDING_ITERATOR_NEXT_ONE, &())?;
        Ok((output.b, output.result))
    }

    /// Operation 1, `next_n`.
    pub fn next_n(
        &mut self,
        how_many: u32,
    ) -> Result<(Vec<Binding<'_>>, bool), stub::CallError> {
        let output: BindingIteratorNextNOut<'_> = self
            .client
            .invoke(
                &BINDING_ITERATOR,
                &BINDING_ITERATOR_NEXT_N,
                &BindingIteratorNextNArgs {
                    how_many,
                },
            )?;
        Ok((output.bl, output.result))
    }

    /// Operation 2, `destroy`.
    pub fn destroy(&mut self) -> Result<(), stub::CallError> {
        self.client.invoke(&BINDING_ITERATOR, &BINDING_ITERATOR_DESTROY, &())
    }
}

impl stub::Stub for BindingIteratorClient {
    const INTERFACE: &'static stub::InterfaceMeta = &BINDING_ITERATOR;
    const TYPE_IDS: &'static [&'static str] = &BINDING_ITERATOR_TYPE_IDS;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `BindingIterator` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait BindingIterator: Send + Sync {
    /// Operation 0, `next_one`.
    fn next_one<'a>(
        &'a self,
        call: &stub::Context<'_>,
    ) -> Result<(Binding<'a>, bool), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `next_one` where results are not the server's own: a guard's, an `Arc`'s.
    fn next_one_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        reply: impl FnOnce((&Binding<'_>, bool)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.next_one(call).map(|(b, result)| reply((&b, result)))
    }

    /// Operation 1, `next_n`.
    fn next_n<'a>(
        &'a self,
        call: &stub::Context<'_>,
        how_many: u32,
    ) -> Result<(Vec<Binding<'a>>, bool), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `next_n` where results are not the server's own: a guard's, an `Arc`'s.
    fn next_n_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        how_many: u32,
        reply: impl FnOnce((&[Binding<'_>], bool)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.next_n(call, how_many).map(|(bl, result)| reply((&bl, result)))
    }

    /// Operation 2, `destroy`.
    fn destroy(&self, call: &stub::Context<'_>) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }
}

/// Serves `BindingIterator` with an object that implements [`BindingIterator`].
pub struct BindingIteratorServer<T>(pub T);

impl<T: BindingIterator> stub::Service for BindingIteratorServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        BINDING_ITERATOR.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        BINDING_ITERATOR.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        BINDING_ITERATOR.elements()
    }

    fn type_ids(&self) -> Vec<&str> {
        BINDING_ITERATOR_TYPE_IDS.to_vec()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_replying(
                    &BINDING_ITERATOR_NEXT_ONE,
                    |context, (): (), reply| {
                        self.0
                            .next_one_replying(
                                context,
                                |(b, result)| {
                                    reply
                                        .finish(
                                            &BindingIteratorNextOneReply {
                                                b,
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            1 => {
                call.serve_replying(
                    &BINDING_ITERATOR_NEXT_N,
                    |context, input: BindingIteratorNextNIn, reply| {
                        self.0
                            .next_n_replying(
                                context,
                                input.how_many,
                                |(bl, result)| {
                                    reply
                                        .finish(
                                            &BindingIteratorNextNReply {
                                                bl,
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            2 => {
                call.serve(
                    &BINDING_ITERATOR_DESTROY,
                    |context, (): ()| self.0.destroy(context),
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

/// What names interface `NamingContext`, and its operations.
pub static NAMING_CONTEXT: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "NamingContext",
        full_name: "CosNaming.NamingContext",
        program: 0x24d49d20,
        uuid: 0xe3e089af_f7ac_5535_82a6_3922e27830c8_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[],
};

/// The types of objects of `NamingContext`: its own, and those that it inherits from.
pub static NAMING_CONTEXT_TYPE_IDS: [&str; 1] = [
    "IDL:omg.org/CosNaming/NamingContext:1.0",
];

/// A client of `NamingContext`.
pub struct NamingContextClient {
    client: stub::Client,
}

impl NamingContextClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, NAMING_CONTEXT.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }
}

impl stub::Stub for NamingContextClient {
    const INTERFACE: &'static stub::InterfaceMeta = &NAMING_CONTEXT;
    const TYPE_IDS: &'static [&'static str] = &NAMING_CONTEXT_TYPE_IDS;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `NamingContext` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait NamingContext: Send + Sync {}

/// Serves `NamingContext` with an object that implements [`NamingContext`].
pub struct NamingContextServer<T>(pub T);

impl<T: NamingContext> stub::Service for NamingContextServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        NAMING_CONTEXT.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        NAMING_CONTEXT.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        NAMING_CONTEXT.elements()
    }

    fn type_ids(&self) -> Vec<&str> {
        NAMING_CONTEXT_TYPE_IDS.to_vec()
    }

    fn dispatch(
        &self,
        _operation: u32,
        _call: &mut stub::Dispatch<'_>,
    ) -> stub::Outcome {
        stub::Outcome::Fault(stub::Fault::NoSuchOperation)
    }
}

/// What names interface `NamingContextExt`, and its operations.
pub static NAMING_CONTEXT_EXT: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "NamingContextExt",
        full_name: "CosNaming.NamingContextExt",
        program: 0x2921468b,
        uuid: 0x7a02e01c_1a71_5f0e_9740_9c7bd395b608_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &NAMING_CONTEXT_EXT_BIND.operation,
        &NAMING_CONTEXT_EXT_REBIND.operation,
        &NAMING_CONTEXT_EXT_BIND_CONTEXT.operation,
        &NAMING_CONTEXT_EXT_REBIND_CONTEXT.operation,
        &NAMING_CONTEXT_EXT_RESOLVE.operation,
        &NAMING_CONTEXT_EXT_UNBIND.operation,
        &NAMING_CONTEXT_EXT_NEW_CONTEXT,
        &NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT.operation,
        &NAMING_CONTEXT_EXT_DESTROY.operation,
        &NAMING_CONTEXT_EXT_LIST,
        &NAMING_CONTEXT_EXT_TO_STRING.operation,
        &NAMING_CONTEXT_EXT_TO_NAME.operation,
        &NAMING_CONTEXT_EXT_TO_URL.operation,
        &NAMING_CONTEXT_EXT_RESOLVE_STR.operation,
    ],
};

/// The types of objects of `NamingContextExt`: its own, and those that it inherits from.
pub static NAMING_CONTEXT_EXT_TYPE_IDS: [&str; 2] = [
    "IDL:omg.org/CosNaming/NamingContextExt:1.0",
    "IDL:omg.org/CosNaming/NamingContext:1.0",
];

static NAMING_CONTEXT_EXT_BIND_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "n",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("n")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
    stub::Field::plain("obj")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .cdr(stub::Cdr::Reference)
        .number(2),
];

static NAMING_CONTEXT_EXT_BIND_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `bind` takes and gives.
pub static NAMING_CONTEXT_EXT_BIND: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "bind",
        number: 0,
        input: &stub::Record::of("bind_in", &NAMING_CONTEXT_EXT_BIND_IN_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "bind",
                    "urn:CosNaming.NamingContextExt#bind",
                )
            }),
        output: &stub::Record::of("bind_out", &[])
            .ndr(stub::ndr_shape!(align 1))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "bindResponse",
                    "urn:CosNaming.NamingContextExt:NamingContextExt:bindResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of("bind_result", &NAMING_CONTEXT_EXT_BIND_RESULT2_FIELDS)
        .ndr(stub::ndr_shape!(defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/NotFound:1.0",
            place: <NamingContextNotFound<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/CannotProceed:1.0",
            place: <NamingContextCannotProceed<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/InvalidName:1.0",
            place: <NamingContextInvalidName as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/AlreadyBound:1.0",
            place: <NamingContextAlreadyBound as stub::Standalone>::PLACE,
        },
    ],
};

static NAMING_CONTEXT_EXT_REBIND_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "n",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("n")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
    stub::Field::plain("obj")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .cdr(stub::Cdr::Reference)
        .number(2),
];

static NAMING_CONTEXT_EXT_REBIND_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `rebind` takes and gives.
pub static NAMING_CONTEXT_EXT_REBIND: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "rebind",
        number: 1,
        input: &stub::Record::of("rebind_in", &NAMING_CONTEXT_EXT_REBIND_IN_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "rebind",
                    "urn:CosNaming.NamingContextExt#rebind",
                )
            }),
        output: &stub::Record::of("rebind_out", &[])
            .ndr(stub::ndr_shape!(align 1))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "rebindResponse",
                    "urn:CosNaming.NamingContextExt:NamingContextExt:rebindResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of("rebind_result", &NAMING_CONTEXT_EXT_REBIND_RESULT2_FIELDS)
        .ndr(stub::ndr_shape!(defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/NotFound:1.0",
            place: <NamingContextNotFound<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/CannotProceed:1.0",
            place: <NamingContextCannotProceed<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/InvalidName:1.0",
            place: <NamingContextInvalidName as stub::Standalone>::PLACE,
        },
    ],
};

static NAMING_CONTEXT_EXT_BIND_CONTEXT_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "n",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("n")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
    stub::Field::plain("nc")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .cdr(stub::Cdr::Reference)
        .number(2),
];

static NAMING_CONTEXT_EXT_BIND_CONTEXT_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `bind_context` takes and gives.
pub static NAMING_CONTEXT_EXT_BIND_CONTEXT: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "bind_context",
        number: 2,
        input: &stub::Record::of(
                "bind_context_in",
                &NAMING_CONTEXT_EXT_BIND_CONTEXT_IN_FIELDS,
            )
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "bind_context",
                    "urn:CosNaming.NamingContextExt#bind_context",
                )
            }),
        output: &stub::Record::of("bind_context_out", &[])
            .ndr(stub::ndr_shape!(align 1))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "bind_contextResponse",
                    "urn:CosNaming.NamingContextExt:NamingContextExt:bind_contextResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of(
            "bind_context_result",
            &NAMING_CONTEXT_EXT_BIND_CONTEXT_RESULT2_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/NotFound:1.0",
            place: <NamingContextNotFound<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/CannotProceed:1.0",
            place: <NamingContextCannotProceed<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/InvalidName:1.0",
            place: <NamingContextInvalidName as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/AlreadyBound:1.0",
            place: <NamingContextAlreadyBound as stub::Standalone>::PLACE,
        },
    ],
};

static NAMING_CONTEXT_EXT_REBIND_CONTEXT_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "n",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("n")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
    stub::Field::plain("nc")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .cdr(stub::Cdr::Reference)
        .number(2),
];

static NAMING_CONTEXT_EXT_REBIND_CONTEXT_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `rebind_context` takes and gives.
pub static NAMING_CONTEXT_EXT_REBIND_CONTEXT: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "rebind_context",
        number: 3,
        input: &stub::Record::of(
                "rebind_context_in",
                &NAMING_CONTEXT_EXT_REBIND_CONTEXT_IN_FIELDS,
            )
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "rebind_context",
                    "urn:CosNaming.NamingContextExt#rebind_context",
                )
            }),
        output: &stub::Record::of("rebind_context_out", &[])
            .ndr(stub::ndr_shape!(align 1))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "rebind_contextResponse",
                    "urn:CosNaming.NamingContextExt:NamingContextExt:rebind_contextResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of(
            "rebind_context_result",
            &NAMING_CONTEXT_EXT_REBIND_CONTEXT_RESULT2_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/NotFound:1.0",
            place: <NamingContextNotFound<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/CannotProceed:1.0",
            place: <NamingContextCannotProceed<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/InvalidName:1.0",
            place: <NamingContextInvalidName as stub::Standalone>::PLACE,
        },
    ],
};

static NAMING_CONTEXT_EXT_RESOLVE_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "n",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("n")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
];

static NAMING_CONTEXT_EXT_RESOLVE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .cdr(stub::Cdr::Reference)
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

static NAMING_CONTEXT_EXT_RESOLVE_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `resolve` takes and gives.
pub static NAMING_CONTEXT_EXT_RESOLVE: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "resolve",
        number: 4,
        input: &stub::Record::of("resolve_in", &NAMING_CONTEXT_EXT_RESOLVE_IN_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "resolve",
                    "urn:CosNaming.NamingContextExt#resolve",
                )
            }),
        output: &stub::Record::of("resolve_out", &NAMING_CONTEXT_EXT_RESOLVE_OUT_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "resolveResponse",
                    "urn:CosNaming.NamingContextExt:NamingContextExt:resolveResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of(
            "resolve_result",
            &NAMING_CONTEXT_EXT_RESOLVE_RESULT2_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/NotFound:1.0",
            place: <NamingContextNotFound<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/CannotProceed:1.0",
            place: <NamingContextCannotProceed<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/InvalidName:1.0",
            place: <NamingContextInvalidName as stub::Standalone>::PLACE,
        },
    ],
};

static NAMING_CONTEXT_EXT_UNBIND_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "n",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("n")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
];

static NAMING_CONTEXT_EXT_UNBIND_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `unbind` takes and gives.
pub static NAMING_CONTEXT_EXT_UNBIND: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "unbind",
        number: 5,
        input: &stub::Record::of("unbind_in", &NAMING_CONTEXT_EXT_UNBIND_IN_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "unbind",
                    "urn:CosNaming.NamingContextExt#unbind",
                )
            }),
        output: &stub::Record::of("unbind_out", &[])
            .ndr(stub::ndr_shape!(align 1))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "unbindResponse",
                    "urn:CosNaming.NamingContextExt:NamingContextExt:unbindResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of("unbind_result", &NAMING_CONTEXT_EXT_UNBIND_RESULT2_FIELDS)
        .ndr(stub::ndr_shape!(defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/NotFound:1.0",
            place: <NamingContextNotFound<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/CannotProceed:1.0",
            place: <NamingContextCannotProceed<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/InvalidName:1.0",
            place: <NamingContextInvalidName as stub::Standalone>::PLACE,
        },
    ],
};

static NAMING_CONTEXT_EXT_NEW_CONTEXT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .cdr(stub::Cdr::Reference)
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `new_context` takes and gives.
pub static NAMING_CONTEXT_EXT_NEW_CONTEXT: stub::OperationMeta = stub::OperationMeta {
    name: "new_context",
    number: 6,
    input: &stub::Record::of("new_context_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:CosNaming.NamingContextExt",
                "new_context",
                "urn:CosNaming.NamingContextExt#new_context",
            )
        }),
    output: &stub::Record::of(
            "new_context_out",
            &NAMING_CONTEXT_EXT_NEW_CONTEXT_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:CosNaming.NamingContextExt",
                "new_contextResponse",
                "urn:CosNaming.NamingContextExt:NamingContextExt:new_contextResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "n",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("n")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
];

static NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .cdr(stub::Cdr::Reference)
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

static NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `bind_new_context` takes and gives.
pub static NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "bind_new_context",
        number: 7,
        input: &stub::Record::of(
                "bind_new_context_in",
                &NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_IN_FIELDS,
            )
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "bind_new_context",
                    "urn:CosNaming.NamingContextExt#bind_new_context",
                )
            }),
        output: &stub::Record::of(
                "bind_new_context_out",
                &NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_OUT_FIELDS,
            )
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "bind_new_contextResponse",
                    "urn:CosNaming.NamingContextExt:NamingContextExt:bind_new_contextResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of(
            "bind_new_context_result",
            &NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_RESULT2_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/NotFound:1.0",
            place: <NamingContextNotFound<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/AlreadyBound:1.0",
            place: <NamingContextAlreadyBound as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/CannotProceed:1.0",
            place: <NamingContextCannotProceed<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/InvalidName:1.0",
            place: <NamingContextInvalidName as stub::Standalone>::PLACE,
        },
    ],
};

static NAMING_CONTEXT_EXT_DESTROY_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").number(1),
];

/// What operation `destroy` takes and gives.
pub static NAMING_CONTEXT_EXT_DESTROY: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "destroy",
        number: 8,
        input: &stub::Record::of("destroy_in", &[])
            .ndr(stub::ndr_shape!(align 1))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "destroy",
                    "urn:CosNaming.NamingContextExt#destroy",
                )
            }),
        output: &stub::Record::of("destroy_out", &[])
            .ndr(stub::ndr_shape!(align 1))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "destroyResponse",
                    "urn:CosNaming.NamingContextExt:NamingContextExt:destroyResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of(
        "destroy_result",
        &NAMING_CONTEXT_EXT_DESTROY_RESULT2_FIELDS,
    ),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/NotEmpty:1.0",
            place: <NamingContextNotEmpty as stub::Standalone>::PLACE,
        },
    ],
};

static NAMING_CONTEXT_EXT_LIST_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("how_many").number(1),
];

static NAMING_CONTEXT_EXT_LIST_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "bl",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("bl")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
    stub::Field::plain("bi")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .cdr(stub::Cdr::Reference)
        .number(2),
];

/// What operation `list` takes and gives.
pub static NAMING_CONTEXT_EXT_LIST: stub::OperationMeta = stub::OperationMeta {
    name: "list",
    number: 9,
    input: &stub::Record::of("list_in", &NAMING_CONTEXT_EXT_LIST_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:CosNaming.NamingContextExt",
                "list",
                "urn:CosNaming.NamingContextExt#list",
            )
        }),
    output: &stub::Record::of("list_out", &NAMING_CONTEXT_EXT_LIST_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:CosNaming.NamingContextExt",
                "listResponse",
                "urn:CosNaming.NamingContextExt:NamingContextExt:listResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static NAMING_CONTEXT_EXT_TO_STRING_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "n",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("n")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
];

static NAMING_CONTEXT_EXT_TO_STRING_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

static NAMING_CONTEXT_EXT_TO_STRING_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `to_string` takes and gives.
pub static NAMING_CONTEXT_EXT_TO_STRING: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "to_string",
        number: 10,
        input: &stub::Record::of("to_string_in", &NAMING_CONTEXT_EXT_TO_STRING_IN_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "to_string",
                    "urn:CosNaming.NamingContextExt#to_string",
                )
            }),
        output: &stub::Record::of(
                "to_string_out",
                &NAMING_CONTEXT_EXT_TO_STRING_OUT_FIELDS,
            )
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "to_stringResponse",
                    "urn:CosNaming.NamingContextExt:NamingContextExt:to_stringResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of(
            "to_string_result",
            &NAMING_CONTEXT_EXT_TO_STRING_RESULT2_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/InvalidName:1.0",
            place: <NamingContextInvalidName as stub::Standalone>::PLACE,
        },
    ],
};

static NAMING_CONTEXT_EXT_TO_NAME_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("sn")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
];

static NAMING_CONTEXT_EXT_TO_NAME_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
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

static NAMING_CONTEXT_EXT_TO_NAME_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `to_name` takes and gives.
pub static NAMING_CONTEXT_EXT_TO_NAME: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "to_name",
        number: 11,
        input: &stub::Record::of("to_name_in", &NAMING_CONTEXT_EXT_TO_NAME_IN_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "to_name",
                    "urn:CosNaming.NamingContextExt#to_name",
                )
            }),
        output: &stub::Record::of("to_name_out", &NAMING_CONTEXT_EXT_TO_NAME_OUT_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "to_nameResponse",
                    "urn:CosNaming.NamingContextExt:NamingContextExt:to_nameResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of(
            "to_name_result",
            &NAMING_CONTEXT_EXT_TO_NAME_RESULT2_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/InvalidName:1.0",
            place: <NamingContextInvalidName as stub::Standalone>::PLACE,
        },
    ],
};

static NAMING_CONTEXT_EXT_TO_URL_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("addr")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::plain("sn")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2),
];

static NAMING_CONTEXT_EXT_TO_URL_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

static NAMING_CONTEXT_EXT_TO_URL_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `to_url` takes and gives.
pub static NAMING_CONTEXT_EXT_TO_URL: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "to_url",
        number: 12,
        input: &stub::Record::of("to_url_in", &NAMING_CONTEXT_EXT_TO_URL_IN_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "to_url",
                    "urn:CosNaming.NamingContextExt#to_url",
                )
            }),
        output: &stub::Record::of("to_url_out", &NAMING_CONTEXT_EXT_TO_URL_OUT_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "to_urlResponse",
                    "urn:CosNaming.NamingContextExt:NamingContextExt:to_urlResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of("to_url_result", &NAMING_CONTEXT_EXT_TO_URL_RESULT2_FIELDS)
        .ndr(stub::ndr_shape!(defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContextExt/InvalidAddress:1.0",
            place: <NamingContextExtInvalidAddress as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/InvalidName:1.0",
            place: <NamingContextInvalidName as stub::Standalone>::PLACE,
        },
    ],
};

static NAMING_CONTEXT_EXT_RESOLVE_STR_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("n")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
];

static NAMING_CONTEXT_EXT_RESOLVE_STR_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .cdr(stub::Cdr::Reference)
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

static NAMING_CONTEXT_EXT_RESOLVE_STR_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `resolve_str` takes and gives.
pub static NAMING_CONTEXT_EXT_RESOLVE_STR: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "resolve_str",
        number: 13,
        input: &stub::Record::of(
                "resolve_str_in",
                &NAMING_CONTEXT_EXT_RESOLVE_STR_IN_FIELDS,
            )
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "resolve_str",
                    "urn:CosNaming.NamingContextExt#resolve_str",
                )
            }),
        output: &stub::Record::of(
                "resolve_str_out",
                &NAMING_CONTEXT_EXT_RESOLVE_STR_OUT_FIELDS,
            )
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:CosNaming.NamingContextExt",
                    "resolve_strResponse",
                    "urn:CosNaming.NamingContextExt:NamingContextExt:resolve_strResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of(
            "resolve_str_result",
            &NAMING_CONTEXT_EXT_RESOLVE_STR_RESULT2_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/NotFound:1.0",
            place: <NamingContextNotFound<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/CannotProceed:1.0",
            place: <NamingContextCannotProceed<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "IDL:omg.org/CosNaming/NamingContext/InvalidName:1.0",
            place: <NamingContextInvalidName as stub::Standalone>::PLACE,
        },
    ],
};

/// What a call of `bind` takes.
#[derive(Clone, Debug)]
pub struct NamingContextExtBindArgs<'a> {
    /// Parameter `n`.
    pub n: &'a [NameComponent<'a>],
    /// Parameter `obj`.
    pub obj: &'a str,
}

stub::plain_fields! {
    NamingContextExtBindArgs<'de>, NAMING_CONTEXT_EXT_BIND_IN_FIELDS { 0 n, 1 obj };
    CDR
}

#[derive(Default)]
struct NamingContextExtBindIn<'a> {
    n: Vec<NameComponent<'a>>,
    obj: Cow<'a, str>,
}

stub::plain_slots! {
    NamingContextExtBindIn<'de>, NAMING_CONTEXT_EXT_BIND_IN_FIELDS { 0 n, 1 obj }; CDR
}

/// Why a call of `bind` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum NamingContextExtBindError {
    /// Exception `NamingContext_NotFound`.
    NamingContextNotFound(NamingContextNotFound<'static>),
    /// Exception `NamingContext_CannotProceed`.
    NamingContextCannotProceed(NamingContextCannotProceed<'static>),
    /// Exception `NamingContext_InvalidName`.
    NamingContextInvalidName(NamingContextInvalidName),
    /// Exception `NamingContext_AlreadyBound`.
    NamingContextAlreadyBound(NamingContextAlreadyBound),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for NamingContextExtBindError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NamingContextNotFound(members) => write!(f, "{members:?}"),
            Self::NamingContextCannotProceed(members) => write!(f, "{members:?}"),
            Self::NamingContextInvalidName(members) => write!(f, "{members:?}"),
            Self::NamingContextAlreadyBound(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NamingContextExtBindError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<NamingContextNotFound<'static>> for NamingContextExtBindError {
    fn from(from: NamingContextNotFound<'static>) -> Self {
        Self::NamingContextNotFound(from)
    }
}

impl From<NamingContextCannotProceed<'static>> for NamingContextExtBindError {
    fn from(from: NamingContextCannotProceed<'static>) -> Self {
        Self::NamingContextCannotProceed(from)
    }
}

impl From<NamingContextInvalidName> for NamingContextExtBindError {
    fn from(from: NamingContextInvalidName) -> Self {
        Self::NamingContextInvalidName(from)
    }
}

impl From<NamingContextAlreadyBound> for NamingContextExtBindError {
    fn from(from: NamingContextAlreadyBound) -> Self {
        Self::NamingContextAlreadyBound(from)
    }
}

impl From<stub::Error> for NamingContextExtBindError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for NamingContextExtBindError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for NamingContextExtBindError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl NamingContextExtBindError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => {
                raised
                    .read::<NamingContextNotFound<'_>>()
                    .map(|members| Self::NamingContextNotFound(members.into_owned()))
            }
            2 => {
                raised
                    .read::<NamingContextCannotProceed<'_>>()
                    .map(|members| Self::NamingContextCannotProceed(
                        members.into_owned(),
                    ))
            }
            3 => {
                raised
                    .read::<NamingContextInvalidName>()
                    .map(Self::NamingContextInvalidName)
            }
            4 => {
                raised
                    .read::<NamingContextAlreadyBound>()
                    .map(Self::NamingContextAlreadyBound)
            }
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl NamingContextExtBindError {
    fn end(
        result: Result<(), Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(()) if ending.is_in_result() => {
                Ok(ending.result(NamingContextExtBindResult::Result))
            }
            Ok(()) => Ok(ending.results(&())),
            Err(Self::NamingContextNotFound(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtBindResult::NamingContextNotFound(members),
                        ),
                )
            }
            Err(Self::NamingContextNotFound(members)) => Ok(ending.raise(1, &members)),
            Err(Self::NamingContextCannotProceed(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtBindResult::NamingContextCannotProceed(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextCannotProceed(members)) => {
                Ok(ending.raise(2, &members))
            }
            Err(Self::NamingContextInvalidName(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtBindResult::NamingContextInvalidName(members),
                        ),
                )
            }
            Err(Self::NamingContextInvalidName(members)) => Ok(ending.raise(3, &members)),
            Err(Self::NamingContextAlreadyBound(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtBindResult::NamingContextAlreadyBound(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextAlreadyBound(members)) => {
                Ok(ending.raise(4, &members))
            }
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `rebind` takes.
#[derive(Clone, Debug)]
pub struct NamingContextExtRebindArgs<'a> {
    /// Parameter `n`.
    pub n: &'a [NameComponent<'a>],
    /// Parameter `obj`.
    pub obj: &'a str,
}

stub::plain_fields! {
    NamingContextExtRebindArgs<'de>, NAMING_CONTEXT_EXT_REBIND_IN_FIELDS { 0 n, 1 obj
    }; CDR
}

#[derive(Default)]
struct NamingContextExtRebindIn<'a> {
    n: Vec<NameComponent<'a>>,
    obj: Cow<'a, str>,
}

stub::plain_slots! {
    NamingContextExtRebindIn<'de>, NAMING_CONTEXT_EXT_REBIND_IN_FIELDS { 0 n, 1 obj };
    CDR
}

/// Why a call of `rebind` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum NamingContextExtRebindError {
    /// Exception `NamingContext_NotFound`.
    NamingContextNotFound(NamingContextNotFound<'static>),
    /// Exception `NamingContext_CannotProceed`.
    NamingContextCannotProceed(NamingContextCannotProceed<'static>),
    /// Exception `NamingContext_InvalidName`.
    NamingContextInvalidName(NamingContextInvalidName),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for NamingContextExtRebindError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NamingContextNotFound(members) => write!(f, "{members:?}"),
            Self::NamingContextCannotProceed(members) => write!(f, "{members:?}"),
            Self::NamingContextInvalidName(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NamingContextExtRebindError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<NamingContextNotFound<'static>> for NamingContextExtRebindError {
    fn from(from: NamingContextNotFound<'static>) -> Self {
        Self::NamingContextNotFound(from)
    }
}

impl From<NamingContextCannotProceed<'static>> for NamingContextExtRebindError {
    fn from(from: NamingContextCannotProceed<'static>) -> Self {
        Self::NamingContextCannotProceed(from)
    }
}

impl From<NamingContextInvalidName> for NamingContextExtRebindError {
    fn from(from: NamingContextInvalidName) -> Self {
        Self::NamingContextInvalidName(from)
    }
}

impl From<stub::Error> for NamingContextExtRebindError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for NamingContextExtRebindError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for NamingContextExtRebindError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl NamingContextExtRebindError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => {
                raised
                    .read::<NamingContextNotFound<'_>>()
                    .map(|members| Self::NamingContextNotFound(members.into_owned()))
            }
            2 => {
                raised
                    .read::<NamingContextCannotProceed<'_>>()
                    .map(|members| Self::NamingContextCannotProceed(
                        members.into_owned(),
                    ))
            }
            3 => {
                raised
                    .read::<NamingContextInvalidName>()
                    .map(Self::NamingContextInvalidName)
            }
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl NamingContextExtRebindError {
    fn end(
        result: Result<(), Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(()) if ending.is_in_result() => {
                Ok(ending.result(NamingContextExtRebindResult::Result))
            }
            Ok(()) => Ok(ending.results(&())),
            Err(Self::NamingContextNotFound(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtRebindResult::NamingContextNotFound(members),
                        ),
                )
            }
            Err(Self::NamingContextNotFound(members)) => Ok(ending.raise(1, &members)),
            Err(Self::NamingContextCannotProceed(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtRebindResult::NamingContextCannotProceed(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextCannotProceed(members)) => {
                Ok(ending.raise(2, &members))
            }
            Err(Self::NamingContextInvalidName(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtRebindResult::NamingContextInvalidName(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextInvalidName(members)) => Ok(ending.raise(3, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `bind_context` takes.
#[derive(Clone, Debug)]
pub struct NamingContextExtBindContextArgs<'a> {
    /// Parameter `n`.
    pub n: &'a [NameComponent<'a>],
    /// Parameter `nc`.
    pub nc: &'a str,
}

stub::plain_fields! {
    NamingContextExtBindContextArgs<'de>, NAMING_CONTEXT_EXT_BIND_CONTEXT_IN_FIELDS { 0
    n, 1 nc }; CDR
}

#[derive(Default)]
struct NamingContextExtBindContextIn<'a> {
    n: Vec<NameComponent<'a>>,
    nc: Cow<'a, str>,
}

stub::plain_slots! {
    NamingContextExtBindContextIn<'de>, NAMING_CONTEXT_EXT_BIND_CONTEXT_IN_FIELDS { 0
    n, 1 nc }; CDR
}

/// Why a call of `bind_context` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum NamingContextExtBindContextError {
    /// Exception `NamingContext_NotFound`.
    NamingContextNotFound(NamingContextNotFound<'static>),
    /// Exception `NamingContext_CannotProceed`.
    NamingContextCannotProceed(NamingContextCannotProceed<'static>),
    /// Exception `NamingContext_InvalidName`.
    NamingContextInvalidName(NamingContextInvalidName),
    /// Exception `NamingContext_AlreadyBound`.
    NamingContextAlreadyBound(NamingContextAlreadyBound),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for NamingContextExtBindContextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NamingContextNotFound(members) => write!(f, "{members:?}"),
            Self::NamingContextCannotProceed(members) => write!(f, "{members:?}"),
            Self::NamingContextInvalidName(members) => write!(f, "{members:?}"),
            Self::NamingContextAlreadyBound(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NamingContextExtBindContextError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<NamingContextNotFound<'static>> for NamingContextExtBindContextError {
    fn from(from: NamingContextNotFound<'static>) -> Self {
        Self::NamingContextNotFound(from)
    }
}

impl From<NamingContextCannotProceed<'static>> for NamingContextExtBindContextError {
    fn from(from: NamingContextCannotProceed<'static>) -> Self {
        Self::NamingContextCannotProceed(from)
    }
}

impl From<NamingContextInvalidName> for NamingContextExtBindContextError {
    fn from(from: NamingContextInvalidName) -> Self {
        Self::NamingContextInvalidName(from)
    }
}

impl From<NamingContextAlreadyBound> for NamingContextExtBindContextError {
    fn from(from: NamingContextAlreadyBound) -> Self {
        Self::NamingContextAlreadyBound(from)
    }
}

impl From<stub::Error> for NamingContextExtBindContextError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for NamingContextExtBindContextError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for NamingContextExtBindContextError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl NamingContextExtBindContextError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => {
                raised
                    .read::<NamingContextNotFound<'_>>()
                    .map(|members| Self::NamingContextNotFound(members.into_owned()))
            }
            2 => {
                raised
                    .read::<NamingContextCannotProceed<'_>>()
                    .map(|members| Self::NamingContextCannotProceed(
                        members.into_owned(),
                    ))
            }
            3 => {
                raised
                    .read::<NamingContextInvalidName>()
                    .map(Self::NamingContextInvalidName)
            }
            4 => {
                raised
                    .read::<NamingContextAlreadyBound>()
                    .map(Self::NamingContextAlreadyBound)
            }
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl NamingContextExtBindContextError {
    fn end(
        result: Result<(), Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(()) if ending.is_in_result() => {
                Ok(ending.result(NamingContextExtBindContextResult::Result))
            }
            Ok(()) => Ok(ending.results(&())),
            Err(Self::NamingContextNotFound(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtBindContextResult::NamingContextNotFound(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextNotFound(members)) => Ok(ending.raise(1, &members)),
            Err(Self::NamingContextCannotProceed(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtBindContextResult::NamingContextCannotProceed(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextCannotProceed(members)) => {
                Ok(ending.raise(2, &members))
            }
            Err(Self::NamingContextInvalidName(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtBindContextResult::NamingContextInvalidName(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextInvalidName(members)) => Ok(ending.raise(3, &members)),
            Err(Self::NamingContextAlreadyBound(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtBindContextResult::NamingContextAlreadyBound(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextAlreadyBound(members)) => {
                Ok(ending.raise(4, &members))
            }
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `rebind_context` takes.
#[derive(Clone, Debug)]
pub struct NamingContextExtRebindContextArgs<'a> {
    /// Parameter `n`.
    pub n: &'a [NameComponent<'a>],
    /// Parameter `nc`.
    pub nc: &'a str,
}

stub::plain_fields! {
    NamingContextExtRebindContextArgs<'de>, NAMING_CONTEXT_EXT_REBIND_CONTEXT_IN_FIELDS
    { 0 n, 1 nc }; CDR
}

#[derive(Default)]
struct NamingContextExtRebindContextIn<'a> {
    n: Vec<NameComponent<'a>>,
    nc: Cow<'a, str>,
}

stub::plain_slots! {
    NamingContextExtRebindContextIn<'de>, NAMING_CONTEXT_EXT_REBIND_CONTEXT_IN_FIELDS {
    0 n, 1 nc }; CDR
}

/// Why a call of `rebind_context` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum NamingContextExtRebindContextError {
    /// Exception `NamingContext_NotFound`.
    NamingContextNotFound(NamingContextNotFound<'static>),
    /// Exception `NamingContext_CannotProceed`.
    NamingContextCannotProceed(NamingContextCannotProceed<'static>),
    /// Exception `NamingContext_InvalidName`.
    NamingContextInvalidName(NamingContextInvalidName),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for NamingContextExtRebindContextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NamingContextNotFound(members) => write!(f, "{members:?}"),
            Self::NamingContextCannotProceed(members) => write!(f, "{members:?}"),
            Self::NamingContextInvalidName(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NamingContextExtRebindContextError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<NamingContextNotFound<'static>> for NamingContextExtRebindContextError {
    fn from(from: NamingContextNotFound<'static>) -> Self {
        Self::NamingContextNotFound(from)
    }
}

impl From<NamingContextCannotProceed<'static>> for NamingContextExtRebindContextError {
    fn from(from: NamingContextCannotProceed<'static>) -> Self {
        Self::NamingContextCannotProceed(from)
    }
}

impl From<NamingContextInvalidName> for NamingContextExtRebindContextError {
    fn from(from: NamingContextInvalidName) -> Self {
        Self::NamingContextInvalidName(from)
    }
}

impl From<stub::Error> for NamingContextExtRebindContextError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for NamingContextExtRebindContextError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for NamingContextExtRebindContextError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl NamingContextExtRebindContextError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => {
                raised
                    .read::<NamingContextNotFound<'_>>()
                    .map(|members| Self::NamingContextNotFound(members.into_owned()))
            }
            2 => {
                raised
                    .read::<NamingContextCannotProceed<'_>>()
                    .map(|members| Self::NamingContextCannotProceed(
                        members.into_owned(),
                    ))
            }
            3 => {
                raised
                    .read::<NamingContextInvalidName>()
                    .map(Self::NamingContextInvalidName)
            }
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl NamingContextExtRebindContextError {
    fn end(
        result: Result<(), Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(()) if ending.is_in_result() => {
                Ok(ending.result(NamingContextExtRebindContextResult::Result))
            }
            Ok(()) => Ok(ending.results(&())),
            Err(Self::NamingContextNotFound(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtRebindContextResult::NamingContextNotFound(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextNotFound(members)) => Ok(ending.raise(1, &members)),
            Err(Self::NamingContextCannotProceed(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtRebindContextResult::NamingContextCannotProceed(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextCannotProceed(members)) => {
                Ok(ending.raise(2, &members))
            }
            Err(Self::NamingContextInvalidName(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtRebindContextResult::NamingContextInvalidName(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextInvalidName(members)) => Ok(ending.raise(3, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `resolve` takes.
#[derive(Clone, Debug)]
pub struct NamingContextExtResolveArgs<'a> {
    /// Parameter `n`.
    pub n: &'a [NameComponent<'a>],
}

stub::plain_fields! {
    NamingContextExtResolveArgs<'de>, NAMING_CONTEXT_EXT_RESOLVE_IN_FIELDS { 0 n }; CDR
}

#[derive(Default)]
struct NamingContextExtResolveIn<'a> {
    n: Vec<NameComponent<'a>>,
}

stub::plain_slots! {
    NamingContextExtResolveIn<'de>, NAMING_CONTEXT_EXT_RESOLVE_IN_FIELDS { 0 n }; CDR
}

/// What a call of `resolve` gives.
#[derive(Clone, Debug, Default)]
pub struct NamingContextExtResolveOut<'a> {
    /// Parameter `result`.
    pub result: Cow<'a, str>,
}

stub::plain_fields! {
    NamingContextExtResolveOut<'de>, NAMING_CONTEXT_EXT_RESOLVE_OUT_FIELDS { 0 result
    }; CDR
}

stub::plain_slots! {
    NamingContextExtResolveOut<'de>, NAMING_CONTEXT_EXT_RESOLVE_OUT_FIELDS { 0 result
    }; CDR
}

/// Why a call of `resolve` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum NamingContextExtResolveError {
    /// Exception `NamingContext_NotFound`.
    NamingContextNotFound(NamingContextNotFound<'static>),
    /// Exception `NamingContext_CannotProceed`.
    NamingContextCannotProceed(NamingContextCannotProceed<'static>),
    /// Exception `NamingContext_InvalidName`.
    NamingContextInvalidName(NamingContextInvalidName),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for NamingContextExtResolveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NamingContextNotFound(members) => write!(f, "{members:?}"),
            Self::NamingContextCannotProceed(members) => write!(f, "{members:?}"),
            Self::NamingContextInvalidName(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NamingContextExtResolveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<NamingContextNotFound<'static>> for NamingContextExtResolveError {
    fn from(from: NamingContextNotFound<'static>) -> Self {
        Self::NamingContextNotFound(from)
    }
}

impl From<NamingContextCannotProceed<'static>> for NamingContextExtResolveError {
    fn from(from: NamingContextCannotProceed<'static>) -> Self {
        Self::NamingContextCannotProceed(from)
    }
}

impl From<NamingContextInvalidName> for NamingContextExtResolveError {
    fn from(from: NamingContextInvalidName) -> Self {
        Self::NamingContextInvalidName(from)
    }
}

impl From<stub::Error> for NamingContextExtResolveError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for NamingContextExtResolveError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for NamingContextExtResolveError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl NamingContextExtResolveError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => {
                raised
                    .read::<NamingContextNotFound<'_>>()
                    .map(|members| Self::NamingContextNotFound(members.into_owned()))
            }
            2 => {
                raised
                    .read::<NamingContextCannotProceed<'_>>()
                    .map(|members| Self::NamingContextCannotProceed(
                        members.into_owned(),
                    ))
            }
            3 => {
                raised
                    .read::<NamingContextInvalidName>()
                    .map(Self::NamingContextInvalidName)
            }
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl NamingContextExtResolveError {
    fn end(
        result: Result<Cow<'_, str>, Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(result) if ending.is_in_result() => {
                Ok(ending.result(NamingContextExtResolveResult::Result(result)))
            }
            Ok(result) => {
                Ok(
                    ending
                        .results(
                            &NamingContextExtResolveOut {
                                result,
                            },
                        ),
                )
            }
            Err(Self::NamingContextNotFound(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtResolveResult::NamingContextNotFound(members),
                        ),
                )
            }
            Err(Self::NamingContextNotFound(members)) => Ok(ending.raise(1, &members)),
            Err(Self::NamingContextCannotProceed(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtResolveResult::NamingContextCannotProceed(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextCannotProceed(members)) => {
                Ok(ending.raise(2, &members))
            }
            Err(Self::NamingContextInvalidName(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtResolveResult::NamingContextInvalidName(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextInvalidName(members)) => Ok(ending.raise(3, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `unbind` takes.
#[derive(Clone, Debug)]
pub struct NamingContextExtUnbindArgs<'a> {
    /// Parameter `n`.
    pub n: &'a [NameComponent<'a>],
}

stub::plain_fields! {
    NamingContextExtUnbindArgs<'de>, NAMING_CONTEXT_EXT_UNBIND_IN_FIELDS { 0 n }; CDR
}

#[derive(Default)]
struct NamingContextExtUnbindIn<'a> {
    n: Vec<NameComponent<'a>>,
}

stub::plain_slots! {
    NamingContextExtUnbindIn<'de>, NAMING_CONTEXT_EXT_UNBIND_IN_FIELDS { 0 n }; CDR
}

/// Why a call of `unbind` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum NamingContextExtUnbindError {
    /// Exception `NamingContext_NotFound`.
    NamingContextNotFound(NamingContextNotFound<'static>),
    /// Exception `NamingContext_CannotProceed`.
    NamingContextCannotProceed(NamingContextCannotProceed<'static>),
    /// Exception `NamingContext_InvalidName`.
    NamingContextInvalidName(NamingContextInvalidName),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for NamingContextExtUnbindError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NamingContextNotFound(members) => write!(f, "{members:?}"),
            Self::NamingContextCannotProceed(members) => write!(f, "{members:?}"),
            Self::NamingContextInvalidName(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NamingContextExtUnbindError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<NamingContextNotFound<'static>> for NamingContextExtUnbindError {
    fn from(from: NamingContextNotFound<'static>) -> Self {
        Self::NamingContextNotFound(from)
    }
}

impl From<NamingContextCannotProceed<'static>> for NamingContextExtUnbindError {
    fn from(from: NamingContextCannotProceed<'static>) -> Self {
        Self::NamingContextCannotProceed(from)
    }
}

impl From<NamingContextInvalidName> for NamingContextExtUnbindError {
    fn from(from: NamingContextInvalidName) -> Self {
        Self::NamingContextInvalidName(from)
    }
}

impl From<stub::Error> for NamingContextExtUnbindError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for NamingContextExtUnbindError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for NamingContextExtUnbindError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl NamingContextExtUnbindError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => {
                raised
                    .read::<NamingContextNotFound<'_>>()
                    .map(|members| Self::NamingContextNotFound(members.into_owned()))
            }
            2 => {
                raised
                    .read::<NamingContextCannotProceed<'_>>()
                    .map(|members| Self::NamingContextCannotProceed(
                        members.into_owned(),
                    ))
            }
            3 => {
                raised
                    .read::<NamingContextInvalidName>()
                    .map(Self::NamingContextInvalidName)
            }
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl NamingContextExtUnbindError {
    fn end(
        result: Result<(), Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(()) if ending.is_in_result() => {
                Ok(ending.result(NamingContextExtUnbindResult::Result))
            }
            Ok(()) => Ok(ending.results(&())),
            Err(Self::NamingContextNotFound(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtUnbindResult::NamingContextNotFound(members),
                        ),
                )
            }
            Err(Self::NamingContextNotFound(members)) => Ok(ending.raise(1, &members)),
            Err(Self::NamingContextCannotProceed(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtUnbindResult::NamingContextCannotProceed(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextCannotProceed(members)) => {
                Ok(ending.raise(2, &members))
            }
            Err(Self::NamingContextInvalidName(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtUnbindResult::NamingContextInvalidName(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextInvalidName(members)) => Ok(ending.raise(3, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `new_context` gives.
#[derive(Clone, Debug, Default)]
pub struct NamingContextExtNewContextOut<'a> {
    /// Parameter `result`.
    pub result: Cow<'a, str>,
}

stub::plain_slots! {
    NamingContextExtNewContextOut<'de>, NAMING_CONTEXT_EXT_NEW_CONTEXT_OUT_FIELDS { 0
    result }; CDR
}

/// What a server answers to a call of `new_context`.
#[derive(Clone, Debug)]
pub struct NamingContextExtNewContextReply<'a> {
    /// Parameter `result`.
    pub result: &'a str,
}

stub::plain_fields! {
    NamingContextExtNewContextReply<'de>, NAMING_CONTEXT_EXT_NEW_CONTEXT_OUT_FIELDS { 0
    result }; CDR
}

/// What a call of `bind_new_context` takes.
#[derive(Clone, Debug)]
pub struct NamingContextExtBindNewContextArgs<'a> {
    /// Parameter `n`.
    pub n: &'a [NameComponent<'a>],
}

stub::plain_fields! {
    NamingContextExtBindNewContextArgs<'de>,
    NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_IN_FIELDS { 0 n }; CDR
}

#[derive(Default)]
struct NamingContextExtBindNewContextIn<'a> {
    n: Vec<NameComponent<'a>>,
}

stub::plain_slots! {
    NamingContextExtBindNewContextIn<'de>,
    NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_IN_FIELDS { 0 n }; CDR
}

/// What a call of `bind_new_context` gives.
#[derive(Clone, Debug, Default)]
pub struct NamingContextExtBindNewContextOut<'a> {
    /// Parameter `result`.
    pub result: Cow<'a, str>,
}

stub::plain_fields! {
    NamingContextExtBindNewContextOut<'de>,
    NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_OUT_FIELDS { 0 result }; CDR
}

stub::plain_slots! {
    NamingContextExtBindNewContextOut<'de>,
    NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT_OUT_FIELDS { 0 result }; CDR
}

/// Why a call of `bind_new_context` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum NamingContextExtBindNewContextError {
    /// Exception `NamingContext_NotFound`.
    NamingContextNotFound(NamingContextNotFound<'static>),
    /// Exception `NamingContext_AlreadyBound`.
    NamingContextAlreadyBound(NamingContextAlreadyBound),
    /// Exception `NamingContext_CannotProceed`.
    NamingContextCannotProceed(NamingContextCannotProceed<'static>),
    /// Exception `NamingContext_InvalidName`.
    NamingContextInvalidName(NamingContextInvalidName),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for NamingContextExtBindNewContextError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NamingContextNotFound(members) => write!(f, "{members:?}"),
            Self::NamingContextAlreadyBound(members) => write!(f, "{members:?}"),
            Self::NamingContextCannotProceed(members) => write!(f, "{members:?}"),
            Self::NamingContextInvalidName(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NamingContextExtBindNewContextError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<NamingContextNotFound<'static>> for NamingContextExtBindNewContextError {
    fn from(from: NamingContextNotFound<'static>) -> Self {
        Self::NamingContextNotFound(from)
    }
}

impl From<NamingContextAlreadyBound> for NamingContextExtBindNewContextError {
    fn from(from: NamingContextAlreadyBound) -> Self {
        Self::NamingContextAlreadyBound(from)
    }
}

impl From<NamingContextCannotProceed<'static>> for NamingContextExtBindNewContextError {
    fn from(from: NamingContextCannotProceed<'static>) -> Self {
        Self::NamingContextCannotProceed(from)
    }
}

impl From<NamingContextInvalidName> for NamingContextExtBindNewContextError {
    fn from(from: NamingContextInvalidName) -> Self {
        Self::NamingContextInvalidName(from)
    }
}

impl From<stub::Error> for NamingContextExtBindNewContextError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for NamingContextExtBindNewContextError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for NamingContextExtBindNewContextError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl NamingContextExtBindNewContextError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => {
                raised
                    .read::<NamingContextNotFound<'_>>()
                    .map(|members| Self::NamingContextNotFound(members.into_owned()))
            }
            2 => {
                raised
                    .read::<NamingContextAlreadyBound>()
                    .map(Self::NamingContextAlreadyBound)
            }
            3 => {
                raised
                    .read::<NamingContextCannotProceed<'_>>()
                    .map(|members| Self::NamingContextCannotProceed(
                        members.into_owned(),
                    ))
            }
            4 => {
                raised
                    .read::<NamingContextInvalidName>()
                    .map(Self::NamingContextInvalidName)
            }
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl NamingContextExtBindNewContextError {
    fn end(
        result: Result<Cow<'_, str>, Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(result) if ending.is_in_result() => {
                Ok(ending.result(NamingContextExtBindNewContextResult::Result(result)))
            }
            Ok(result) => {
                Ok(
                    ending
                        .results(
                            &NamingContextExtBindNewContextOut {
                                result,
                            },
                        ),
                )
            }
            Err(Self::NamingContextNotFound(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtBindNewContextResult::NamingContextNotFound(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextNotFound(members)) => Ok(ending.raise(1, &members)),
            Err(Self::NamingContextAlreadyBound(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtBindNewContextResult::NamingContextAlreadyBound(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextAlreadyBound(members)) => {
                Ok(ending.raise(2, &members))
            }
            Err(Self::NamingContextCannotProceed(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtBindNewContextResult::NamingContextCannotProceed(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextCannotProceed(members)) => {
                Ok(ending.raise(3, &members))
            }
            Err(Self::NamingContextInvalidName(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtBindNewContextResult::NamingContextInvalidName(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextInvalidName(members)) => Ok(ending.raise(4, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// Why a call of `destroy` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum NamingContextExtDestroyError {
    /// Exception `NamingContext_NotEmpty`.
    NamingContextNotEmpty(NamingContextNotEmpty),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for NamingContextExtDestroyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NamingContextNotEmpty(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NamingContextExtDestroyError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<NamingContextNotEmpty> for NamingContextExtDestroyError {
    fn from(from: NamingContextNotEmpty) -> Self {
        Self::NamingContextNotEmpty(from)
    }
}

impl From<stub::Error> for NamingContextExtDestroyError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for NamingContextExtDestroyError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for NamingContextExtDestroyError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl NamingContextExtDestroyError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => raised.read::<NamingContextNotEmpty>().map(Self::NamingContextNotEmpty),
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl NamingContextExtDestroyError {
    fn end(
        result: Result<(), Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(()) if ending.is_in_result() => {
                Ok(ending.result(NamingContextExtDestroyResult::Result))
            }
            Ok(()) => Ok(ending.results(&())),
            Err(Self::NamingContextNotEmpty(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtDestroyResult::NamingContextNotEmpty(members),
                        ),
                )
            }
            Err(Self::NamingContextNotEmpty(members)) => Ok(ending.raise(1, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `list` takes.
#[derive(Clone, Debug)]
pub struct NamingContextExtListArgs {
    /// Parameter `how_many`.
    pub how_many: u32,
}

stub::plain_fields! {
    NamingContextExtListArgs, NAMING_CONTEXT_EXT_LIST_IN_FIELDS { 0 how_many }; CDR
}

#[derive(Default)]
struct NamingContextExtListIn {
    how_many: u32,
}

stub::plain_slots! {
    NamingContextExtListIn, NAMING_CONTEXT_EXT_LIST_IN_FIELDS { 0 how_many }; CDR
}

/// What a call of `list` gives.
#[derive(Clone, Debug, Default)]
pub struct NamingContextExtListOut<'a> {
    /// Parameter `bl`.
    pub bl: Vec<Binding<'a>>,
    /// Parameter `bi`.
    pub bi: Cow<'a, str>,
}

stub::plain_slots! {
    NamingContextExtListOut<'de>, NAMING_CONTEXT_EXT_LIST_OUT_FIELDS { 0 bl, 1 bi };
    CDR
}

/// What a server answers to a call of `list`.
#[derive(Clone, Debug)]
pub struct NamingContextExtListReply<'a> {
    /// Parameter `bl`.
    pub bl: &'a [Binding<'a>],
    /// Parameter `bi`.
    pub bi: &'a str,
}

stub::plain_fields! {
    NamingContextExtListReply<'de>, NAMING_CONTEXT_EXT_LIST_OUT_FIELDS { 0 bl, 1 bi };
    CDR
}

/// What a call of `to_string` takes.
#[derive(Clone, Debug)]
pub struct NamingContextExtToStringArgs<'a> {
    /// Parameter `n`.
    pub n: &'a [NameComponent<'a>],
}

stub::plain_fields! {
    NamingContextExtToStringArgs<'de>, NAMING_CONTEXT_EXT_TO_STRING_IN_FIELDS { 0 n };
    CDR
}

#[derive(Default)]
struct NamingContextExtToStringIn<'a> {
    n: Vec<NameComponent<'a>>,
}

stub::plain_slots! {
    NamingContextExtToStringIn<'de>, NAMING_CONTEXT_EXT_TO_STRING_IN_FIELDS { 0 n };
    CDR
}

/// What a call of `to_string` gives.
#[derive(Clone, Debug, Default)]
pub struct NamingContextExtToStringOut<'a> {
    /// Parameter `result`.
    pub result: Cow<'a, str>,
}

stub::plain_fields! {
    NamingContextExtToStringOut<'de>, NAMING_CONTEXT_EXT_TO_STRING_OUT_FIELDS { 0
    result }; CDR
}

stub::plain_slots! {
    NamingContextExtToStringOut<'de>, NAMING_CONTEXT_EXT_TO_STRING_OUT_FIELDS { 0
    result }; CDR
}

/// Why a call of `to_string` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum NamingContextExtToStringError {
    /// Exception `NamingContext_InvalidName`.
    NamingContextInvalidName(NamingContextInvalidName),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for NamingContextExtToStringError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NamingContextInvalidName(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NamingContextExtToStringError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<NamingContextInvalidName> for NamingContextExtToStringError {
    fn from(from: NamingContextInvalidName) -> Self {
        Self::NamingContextInvalidName(from)
    }
}

impl From<stub::Error> for NamingContextExtToStringError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for NamingContextExtToStringError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for NamingContextExtToStringError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl NamingContextExtToStringError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => {
                raised
                    .read::<NamingContextInvalidName>()
                    .map(Self::NamingContextInvalidName)
            }
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl NamingContextExtToStringError {
    fn end(
        result: Result<Cow<'_, str>, Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(result) if ending.is_in_result() => {
                Ok(ending.result(NamingContextExtToStringResult::Result(result)))
            }
            Ok(result) => {
                Ok(
                    ending
                        .results(
                            &NamingContextExtToStringOut {
                                result,
                            },
                        ),
                )
            }
            Err(Self::NamingContextInvalidName(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtToStringResult::NamingContextInvalidName(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextInvalidName(members)) => Ok(ending.raise(1, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `to_name` takes.
#[derive(Clone, Debug)]
pub struct NamingContextExtToNameArgs<'a> {
    /// Parameter `sn`.
    pub sn: &'a str,
}

stub::plain_fields! {
    NamingContextExtToNameArgs<'de>, NAMING_CONTEXT_EXT_TO_NAME_IN_FIELDS { 0 sn }; CDR
}

#[derive(Default)]
struct NamingContextExtToNameIn<'a> {
    sn: Cow<'a, str>,
}

stub::plain_slots! {
    NamingContextExtToNameIn<'de>, NAMING_CONTEXT_EXT_TO_NAME_IN_FIELDS { 0 sn }; CDR
}

/// What a call of `to_name` gives.
#[derive(Clone, Debug, Default)]
pub struct NamingContextExtToNameOut<'a> {
    /// Parameter `result`.
    pub result: Vec<NameComponent<'a>>,
}

stub::plain_fields! {
    NamingContextExtToNameOut<'de>, NAMING_CONTEXT_EXT_TO_NAME_OUT_FIELDS { 0 result };
    CDR
}

stub::plain_slots! {
    NamingContextExtToNameOut<'de>, NAMING_CONTEXT_EXT_TO_NAME_OUT_FIELDS { 0 result };
    CDR
}

/// Why a call of `to_name` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum NamingContextExtToNameError {
    /// Exception `NamingContext_InvalidName`.
    NamingContextInvalidName(NamingContextInvalidName),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for NamingContextExtToNameError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NamingContextInvalidName(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NamingContextExtToNameError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<NamingContextInvalidName> for NamingContextExtToNameError {
    fn from(from: NamingContextInvalidName) -> Self {
        Self::NamingContextInvalidName(from)
    }
}

impl From<stub::Error> for NamingContextExtToNameError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for NamingContextExtToNameError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for NamingContextExtToNameError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl NamingContextExtToNameError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => {
                raised
                    .read::<NamingContextInvalidName>()
                    .map(Self::NamingContextInvalidName)
            }
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl NamingContextExtToNameError {
    fn end(
        result: Result<Vec<NameComponent<'_>>, Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(result) if ending.is_in_result() => {
                Ok(ending.result(NamingContextExtToNameResult::Result(result)))
            }
            Ok(result) => {
                Ok(
                    ending
                        .results(
                            &NamingContextExtToNameOut {
                                result,
                            },
                        ),
                )
            }
            Err(Self::NamingContextInvalidName(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtToNameResult::NamingContextInvalidName(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextInvalidName(members)) => Ok(ending.raise(1, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `to_url` takes.
#[derive(Clone, Debug)]
pub struct NamingContextExtToUrlArgs<'a> {
    /// Parameter `addr`.
    pub addr: &'a str,
    /// Parameter `sn`.
    pub sn: &'a str,
}

stub::plain_fields! {
    NamingContextExtToUrlArgs<'de>, NAMING_CONTEXT_EXT_TO_URL_IN_FIELDS { 0 addr, 1 sn
    }; CDR
}

#[derive(Default)]
struct NamingContextExtToUrlIn<'a> {
    addr: Cow<'a, str>,
    sn: Cow<'a, str>,
}

stub::plain_slots! {
    NamingContextExtToUrlIn<'de>, NAMING_CONTEXT_EXT_TO_URL_IN_FIELDS { 0 addr, 1 sn };
    CDR
}

/// What a call of `to_url` gives.
#[derive(Clone, Debug, Default)]
pub struct NamingContextExtToUrlOut<'a> {
    /// Parameter `result`.
    pub result: Cow<'a, str>,
}

stub::plain_fields! {
    NamingContextExtToUrlOut<'de>, NAMING_CONTEXT_EXT_TO_URL_OUT_FIELDS { 0 result };
    CDR
}

stub::plain_slots! {
    NamingContextExtToUrlOut<'de>, NAMING_CONTEXT_EXT_TO_URL_OUT_FIELDS { 0 result };
    CDR
}

/// Why a call of `to_url` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum NamingContextExtToUrlError {
    /// Exception `NamingContextExt_InvalidAddress`.
    NamingContextExtInvalidAddress(NamingContextExtInvalidAddress),
    /// Exception `NamingContext_InvalidName`.
    NamingContextInvalidName(NamingContextInvalidName),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for NamingContextExtToUrlError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NamingContextExtInvalidAddress(members) => write!(f, "{members:?}"),
            Self::NamingContextInvalidName(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NamingContextExtToUrlError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<NamingContextExtInvalidAddress> for NamingContextExtToUrlError {
    fn from(from: NamingContextExtInvalidAddress) -> Self {
        Self::NamingContextExtInvalidAddress(from)
    }
}

impl From<NamingContextInvalidName> for NamingContextExtToUrlError {
    fn from(from: NamingContextInvalidName) -> Self {
        Self::NamingContextInvalidName(from)
    }
}

impl From<stub::Error> for NamingContextExtToUrlError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for NamingContextExtToUrlError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for NamingContextExtToUrlError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl NamingContextExtToUrlError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => {
                raised
                    .read::<NamingContextExtInvalidAddress>()
                    .map(Self::NamingContextExtInvalidAddress)
            }
            2 => {
                raised
                    .read::<NamingContextInvalidName>()
                    .map(Self::NamingContextInvalidName)
            }
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl NamingContextExtToUrlError {
    fn end(
        result: Result<Cow<'_, str>, Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(result) if ending.is_in_result() => {
                Ok(ending.result(NamingContextExtToUrlResult::Result(result)))
            }
            Ok(result) => Ok(ending.results(&NamingContextExtToUrlOut { result })),
            Err(
                Self::NamingContextExtInvalidAddress(members),
            ) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtToUrlResult::NamingContextExtInvalidAddress(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextExtInvalidAddress(members)) => {
                Ok(ending.raise(1, &members))
            }
            Err(Self::NamingContextInvalidName(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtToUrlResult::NamingContextInvalidName(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextInvalidName(members)) => Ok(ending.raise(2, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `resolve_str` takes.
#[derive(Clone, Debug)]
pub struct NamingContextExtResolveStrArgs<'a> {
    /// Parameter `n`.
    pub n: &'a str,
}

stub::plain_fields! {
    NamingContextExtResolveStrArgs<'de>, NAMING_CONTEXT_EXT_RESOLVE_STR_IN_FIELDS { 0 n
    }; CDR
}

#[derive(Default)]
struct NamingContextExtResolveStrIn<'a> {
    n: Cow<'a, str>,
}

stub::plain_slots! {
    NamingContextExtResolveStrIn<'de>, NAMING_CONTEXT_EXT_RESOLVE_STR_IN_FIELDS { 0 n
    }; CDR
}

/// What a call of `resolve_str` gives.
#[derive(Clone, Debug, Default)]
pub struct NamingContextExtResolveStrOut<'a> {
    /// Parameter `result`.
    pub result: Cow<'a, str>,
}

stub::plain_fields! {
    NamingContextExtResolveStrOut<'de>, NAMING_CONTEXT_EXT_RESOLVE_STR_OUT_FIELDS { 0
    result }; CDR
}

stub::plain_slots! {
    NamingContextExtResolveStrOut<'de>, NAMING_CONTEXT_EXT_RESOLVE_STR_OUT_FIELDS { 0
    result }; CDR
}

/// Why a call of `resolve_str` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum NamingContextExtResolveStrError {
    /// Exception `NamingContext_NotFound`.
    NamingContextNotFound(NamingContextNotFound<'static>),
    /// Exception `NamingContext_CannotProceed`.
    NamingContextCannotProceed(NamingContextCannotProceed<'static>),
    /// Exception `NamingContext_InvalidName`.
    NamingContextInvalidName(NamingContextInvalidName),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for NamingContextExtResolveStrError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NamingContextNotFound(members) => write!(f, "{members:?}"),
            Self::NamingContextCannotProceed(members) => write!(f, "{members:?}"),
            Self::NamingContextInvalidName(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NamingContextExtResolveStrError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<NamingContextNotFound<'static>> for NamingContextExtResolveStrError {
    fn from(from: NamingContextNotFound<'static>) -> Self {
        Self::NamingContextNotFound(from)
    }
}

impl From<NamingContextCannotProceed<'static>> for NamingContextExtResolveStrError {
    fn from(from: NamingContextCannotProceed<'static>) -> Self {
        Self::NamingContextCannotProceed(from)
    }
}

impl From<NamingContextInvalidName> for NamingContextExtResolveStrError {
    fn from(from: NamingContextInvalidName) -> Self {
        Self::NamingContextInvalidName(from)
    }
}

impl From<stub::Error> for NamingContextExtResolveStrError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for NamingContextExtResolveStrError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for NamingContextExtResolveStrError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl NamingContextExtResolveStrError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => {
                raised
                    .read::<NamingContextNotFound<'_>>()
                    .map(|members| Self::NamingContextNotFound(members.into_owned()))
            }
            2 => {
                raised
                    .read::<NamingContextCannotProceed<'_>>()
                    .map(|members| Self::NamingContextCannotProceed(
                        members.into_owned(),
                    ))
            }
            3 => {
                raised
                    .read::<NamingContextInvalidName>()
                    .map(Self::NamingContextInvalidName)
            }
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl NamingContextExtResolveStrError {
    fn end(
        result: Result<Cow<'_, str>, Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(result) if ending.is_in_result() => {
                Ok(ending.result(NamingContextExtResolveStrResult::Result(result)))
            }
            Ok(result) => {
                Ok(
                    ending
                        .results(
                            &NamingContextExtResolveStrOut {
                                result,
                            },
                        ),
                )
            }
            Err(Self::NamingContextNotFound(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtResolveStrResult::NamingContextNotFound(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextNotFound(members)) => Ok(ending.raise(1, &members)),
            Err(Self::NamingContextCannotProceed(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtResolveStrResult::NamingContextCannotProceed(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextCannotProceed(members)) => {
                Ok(ending.raise(2, &members))
            }
            Err(Self::NamingContextInvalidName(members)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            NamingContextExtResolveStrResult::NamingContextInvalidName(
                                members,
                            ),
                        ),
                )
            }
            Err(Self::NamingContextInvalidName(members)) => Ok(ending.raise(3, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// A client of `NamingContextExt`.
pub struct NamingContextExtClient {
    client: stub::Client,
}

impl NamingContextExtClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, NAMING_CONTEXT_EXT.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `bind`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn bind(
        &mut self,
        n: &[NameComponent<'_>],
        obj: &str,
    ) -> Result<(), NamingContextExtBindError> {
        let ended: stub::Ended<(), NamingContextExtBindResult<'_>> = self
            .client
            .invoke_raising(
                &NAMING_CONTEXT_EXT,
                &NAMING_CONTEXT_EXT_BIND,
                &NamingContextExtBindArgs { n, obj },
            )?;
        match ended {
            stub::Ended::Results(()) => Ok(()),
            stub::Ended::Result(NamingContextExtBindResult::Result) => Ok(()),
            stub::Ended::Result(
                NamingContextExtBindResult::NamingContextNotFound(members),
            ) => {
                Err(
                    NamingContextExtBindError::NamingContextNotFound(
                        members.into_owned(),
                    ),
                )
            }
            stub::Ended::Result(
                NamingContextExtBindResult::NamingContextCannotProceed(members),
            ) => {
                Err(
                    NamingContextExtBindError::NamingContextCannotProceed(
                        members.into_owned(),
                    ),
                )
            }
            stub::Ended::Result(
                NamingContextExtBindResult::NamingContextInvalidName(members),
            ) => Err(NamingContextExtBindError::NamingContextInvalidName(members)),
            stub::Ended::Result(
                NamingContextExtBindResult::NamingContextAlreadyBound(members),
            ) => Err(NamingContextExtBindError::NamingContextAlreadyBound(members)),
            stub::Ended::Raised(raised) => {
                Err(NamingContextExtBindError::raised(&raised))
            }
        }
    }

    /// Operation 1, `rebind`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn rebind(
        &mut self,
        n: &[NameComponent<'_>],
        obj: &str,
    ) -> Result<(), NamingContextExtRebindError> {
        let ended: stub::Ended<(), NamingContextExtRebindResult<'_>> = self
            .client
            .invoke_raising(
                &NAMING_CONTEXT_EXT,
                &NAMING_CONTEXT_EXT_REBIND,
                &NamingContextExtRebindArgs {
                    n,
                    obj,
                },
            )?;
        match ended {
            stub::Ended::Results(()) => Ok(()),
            stub::Ended::Result(NamingContextExtRebindResult::Result) => Ok(()),
            stub::Ended::Result(
                NamingContextExtRebindResult::NamingContextNotFound(members),
            ) => {
                Err(
                    NamingContextExtRebindError::NamingContextNotFound(
                        members.into_owned(),
                    ),
                )
            }
            stub::Ended::Result(
                NamingContextExtRebindResult::NamingContextCannotProceed(members),
            ) => {
                Err(
                    NamingContextExtRebindError::NamingContextCannotProceed(
                        members.into_owned(),
                    ),
                )
            }
            stub::Ended::Result(
                NamingContextExtRebindResult::NamingContextInvalidName(members),
            ) => Err(NamingContextExtRebindError::NamingContextInvalidName(members)),
            stub::Ended::Raised(raised) => {
                Err(NamingContextExtRebindError::raised(&raised))
            }
        }
    }

    /// Operation 2, `bind_context`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn bind_context(
        &mut self,
        n: &[NameComponent<'_>],
        nc: &str,
    ) -> Result<(), NamingContextExtBindContextError> {
        let ended: stub::Ended<(), NamingContextExtBindContextResult<'_>> = self
            .client
            .invoke_raising(
                &NAMING_CONTEXT_EXT,
                &NAMING_CONTEXT_EXT_BIND_CONTEXT,
                &NamingContextExtBindContextArgs {
                    n,
                    nc,
                },
            )?;
        match ended {
            stub::Ended::Results(()) => Ok(()),
            stub::Ended::Result(NamingContextExtBindContextResult::Result) => Ok(()),
            stub::Ended::Result(
                NamingContextExtBindContextResult::NamingContextNotFound(members),
            ) => {
                Err(
                    NamingContextExtBindContextError::NamingContextNotFound(
                        members.into_owned(),
                    ),
                )
            }
            stub::Ended::Result(
                NamingContextExtBindContextResult::NamingContextCannotProceed(members),
            ) => {
                Err(
                    NamingContextExtBindContextError::NamingContextCannotProceed(
                        members.into_owned(),
                    ),
                )
            }
            stub::Ended::Result(
                NamingContextExtBindContextResult::NamingContextInvalidName(members),
            ) => Err(NamingContextExtBindContextError::NamingContextInvalidName(members)),
            stub::Ended::Result(
                NamingContextExtBindContextResult::NamingContextAlreadyBound(members),
            ) => {
                Err(NamingContextExtBindContextError::NamingContextAlreadyBound(members))
            }
            stub::Ended::Raised(raised) => {
                Err(NamingContextExtBindContextError::raised(&raised))
            }
        }
    }

    /// Operation 3, `rebind_context`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn rebind_context(
        &mut self,
        n: &[NameComponent<'_>],
        nc: &str,
    ) -> Result<(), NamingContextExtRebindContextError> {
        let ended: stub::Ended<(), NamingContextExtRebindContextResult<'_>> = self
            .client
            .invoke_raising(
                &NAMING_CONTEXT_EXT,
                &NAMING_CONTEXT_EXT_REBIND_CONTEXT,
                &NamingContextExtRebindContextArgs {
                    n,
                    nc,
                },
            )?;
        match ended {
            stub::Ended::Results(()) => Ok(()),
            stub::Ended::Result(NamingContextExtRebindContextResult::Result) => Ok(()),
            stub::Ended::Result(
                NamingContextExtRebindContextResult::NamingContextNotFound(members),
            ) => {
                Err(
                    NamingContextExtRebindContextError::NamingContextNotFound(
                        members.into_owned(),
                    ),
                )
            }
            stub::Ended::Result(
                NamingContextExtRebindContextResult::NamingContextCannotProceed(members),
            ) => {
                Err(
                    NamingContextExtRebindContextError::NamingContextCannotProceed(
                        members.into_owned(),
                    ),
                )
            }
            stub::Ended::Result(
                NamingContextExtRebindContextResult::NamingContextInvalidName(members),
            ) => {
                Err(
                    NamingContextExtRebindContextError::NamingContextInvalidName(members),
                )
            }
            stub::Ended::Raised(raised) => {
                Err(NamingContextExtRebindContextError::raised(&raised))
            }
        }
    }

    /// Operation 4, `resolve`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn resolve(
        &mut self,
        n: &[NameComponent<'_>],
    ) -> Result<Cow<'_, str>, NamingContextExtResolveError> {
        let ended: stub::Ended<
            NamingContextExtResolveOut<'_>,
            NamingContextExtResolveResult<'_>,
        > = self
            .client
            .invoke_raising(
                &NAMING_CONTEXT_EXT,
                &NAMING_CONTEXT_EXT_RESOLVE,
                &NamingContextExtResolveArgs { n },
            )?;
        match ended {
            stub::Ended::Results(output) => Ok(output.result),
            stub::Ended::Result(NamingContextExtResolveResult::Result(result)) => {
                Ok(result)
            }
            stub::Ended::Result(
                NamingContextExtResolveResult::NamingContextNotFound(members),
            ) => {
                Err(
                    NamingContextExtResolveError::NamingContextNotFound(
                        members.into_owned(),
                    ),
                )
            }
            stub::Ended::Result(
                NamingContextExtResolveResult::NamingContextCannotProceed(members),
            ) => {
                Err(
                    NamingContextExtResolveError::NamingContextCannotProceed(
                        members.into_owned(),
                    ),
                )
            }
            stub::Ended::Result(
                NamingContextExtResolveResult::NamingContextInvalidName(members),
            ) => Err(NamingContextExtResolveError::NamingContextInvalidName(members)),
            stub::Ended::Raised(raised) => {
                Err(NamingContextExtResolveError::raised(&raised))
            }
        }
    }

    /// Operation 5, `unbind`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn unbind(
        &mut self,
        n: &[NameComponent<'_>],
    ) -> Result<(), NamingContextExtUnbindError> {
        let ended: stub::Ended<(), NamingContextExtUnbindResult<'_>> = self
            .client
            .invoke_raising(
                &NAMING_CONTEXT_EXT,
                &NAMING_CONTEXT_EXT_UNBIND,
                &NamingContextExtUnbindArgs { n },
            )?;
        match ended {
            stub::Ended::Results(()) => Ok(()),
            stub::Ended::Result(NamingContextExtUnbindResult::Result) => Ok(()),
            stub::Ended::Result(
                NamingContextExtUnbindResult::NamingContextNotFound(members),
            ) => {
                Err(
                    NamingContextExtUnbindError::NamingContextNotFound(
                        members.into_owned(),
                    ),
                )
            }
            stub::Ended::Result(
                NamingContextExtUnbindResult::NamingContextCannotProceed(members),
            ) => {
                Err(
                    NamingContextExtUnbindError::NamingContextCannotProceed(
                        members.into_owned(),
                    ),
                )
            }
            stub::Ended::Result(
                NamingContextExtUnbindResult::NamingContextInvalidName(members),
            ) => Err(NamingContextExtUnbindError::NamingContextInvalidName(members)),
            stub::Ended::Raised(raised) => {
                Err(NamingContextExtUnbindError::raised(&raised))
            }
        }
    }

    /// Operation 6, `new_context`.
    pub fn new_context(&mut self) -> Result<Cow<'_, str>, stub::CallError> {
        let output: NamingContextExtNewContextOut<'_> = self
            .client
            .invoke(&NAMING_CONTEXT_EXT, &NAMING_CONTEXT_EXT_NEW_CONTEXT, &())?;
        Ok(output.result)
    }

    /// Operation 7, `bind_new_context`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn bind_new_context(
        &mut self,
        n: &[NameComponent<'_>],
    ) -> Result<Cow<'_, str>, NamingContextExtBindNewContextError> {
        let ended: stub::Ended<
            NamingContextExtBindNewContextOut<'_>,
            NamingContextExtBindNewContextResult<'_>,
        > = self
            .client
            .invoke_raising(
                &NAMING_CONTEXT_EXT,
                &NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT,
                &NamingContextExtBindNewContextArgs {
                    n,
                },
            )?;
        match ended {
            stub::Ended::Results(output) => Ok(output.result),
            stub::Ended::Result(NamingContextExtBindNewContextResult::Result(result)) => {
                Ok(result)
            }
            stub::Ended::Result(
                NamingContextExtBindNewContextResult::NamingContextNotFound(members),
            ) => {
                Err(
                    NamingContextExtBindNewContextError::NamingContextNotFound(
                        members.into_owned(),
                    ),
                )
            }
            stub::Ended::Result(
                NamingContextExtBindNewContextResult::NamingContextAlreadyBound(members),
            ) => {
                Err(
                    NamingContextExtBindNewContextError::NamingContextAlreadyBound(
                        members,
                    ),
                )
            }
            stub::Ended::Result(
                NamingContextExtBindNewContextResult::NamingContextCannotProceed(members),
            ) => {
                Err(
                    NamingContextExtBindNewContextError::NamingContextCannotProceed(
                        members.into_owned(),
                    ),
                )
            }
            stub::Ended::Result(
                NamingContextExtBindNewContextResult::NamingContextInvalidName(members),
            ) => {
                Err(
                    NamingContextExtBindNewContextError::NamingContextInvalidName(
                        members,
                    ),
                )
            }
            stub::Ended::Raised(raised) => {
                Err(NamingContextExtBindNewContextError::raised(&raised))
            }
        }
    }

    /// Operation 8, `destroy`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn destroy(&mut self) -> Result<(), NamingContextExtDestroyError> {
        let ended: stub::Ended<(), NamingContextExtDestroyResult> = self
            .client
            .invoke_raising(&NAMING_CONTEXT_EXT, &NAMING_CONTEXT_EXT_DESTROY, &())?;
        match ended {
            stub::Ended::Results(()) => Ok(()),
            stub::Ended::Result(NamingContextExtDestroyResult::Result) => Ok(()),
            stub::Ended::Result(
                NamingContextExtDestroyResult::NamingContextNotEmpty(members),
            ) => Err(NamingContextExtDestroyError::NamingContextNotEmpty(members)),
            stub::Ended::Raised(raised) => {
                Err(NamingContextExtDestroyError::raised(&raised))
            }
        }
    }

    /// At most `how_many` bindings, and an iterator over the others or nil.
    pub fn list(
        &mut self,
        how_many: u32,
    ) -> Result<(Vec<Binding<'_>>, Cow<'_, str>), stub::CallError> {
        let output: NamingContextExtListOut<'_> = self
            .client
            .invoke(
                &NAMING_CONTEXT_EXT,
                &NAMING_CONTEXT_EXT_LIST,
                &NamingContextExtListArgs {
                    how_many,
                },
            )?;
        Ok((output.bl, output.bi))
    }

    /// Operation 10, `to_string`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn to_string(
        &mut self,
        n: &[NameComponent<'_>],
    ) -> Result<Cow<'_, str>, NamingContextExtToStringError> {
        let ended: stub::Ended<
            NamingContextExtToStringOut<'_>,
            NamingContextExtToStringResult<'_>,
        > = self
            .client
            .invoke_raising(
                &NAMING_CONTEXT_EXT,
                &NAMING_CONTEXT_EXT_TO_STRING,
                &NamingContextExtToStringArgs { n },
            )?;
        match ended {
            stub::Ended::Results(output) => Ok(output.result),
            stub::Ended::Result(NamingContextExtToStringResult::Result(result)) => {
                Ok(result)
            }
            stub::Ended::Result(
                NamingContextExtToStringResult::NamingContextInvalidName(members),
            ) => Err(NamingContextExtToStringError::NamingContextInvalidName(members)),
            stub::Ended::Raised(raised) => {
                Err(NamingContextExtToStringError::raised(&raised))
            }
        }
    }

    /// Operation 11, `to_name`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn to_name(
        &mut self,
        sn: &str,
    ) -> Result<Vec<NameComponent<'_>>, NamingContextExtToNameError> {
        let ended: stub::Ended<
            NamingContextExtToNameOut<'_>,
            NamingContextExtToNameResult<'_>,
        > = self
            .client
            .invoke_raising(
                &NAMING_CONTEXT_EXT,
                &NAMING_CONTEXT_EXT_TO_NAME,
                &NamingContextExtToNameArgs { sn },
            )?;
        match ended {
            stub::Ended::Results(output) => Ok(output.result),
            stub::Ended::Result(NamingContextExtToNameResult::Result(result)) => {
                Ok(result)
            }
            stub::Ended::Result(
                NamingContextExtToNameResult::NamingContextInvalidName(members),
            ) => Err(NamingContextExtToNameError::NamingContextInvalidName(members)),
            stub::Ended::Raised(raised) => {
                Err(NamingContextExtToNameError::raised(&raised))
            }
        }
    }

    /// Operation 12, `to_url`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn to_url(
        &mut self,
        addr: &str,
        sn: &str,
    ) -> Result<Cow<'_, str>, NamingContextExtToUrlError> {
        let ended: stub::Ended<
            NamingContextExtToUrlOut<'_>,
            NamingContextExtToUrlResult<'_>,
        > = self
            .client
            .invoke_raising(
                &NAMING_CONTEXT_EXT,
                &NAMING_CONTEXT_EXT_TO_URL,
                &NamingContextExtToUrlArgs {
                    addr,
                    sn,
                },
            )?;
        match ended {
            stub::Ended::Results(output) => Ok(output.result),
            stub::Ended::Result(NamingContextExtToUrlResult::Result(result)) => {
                Ok(result)
            }
            stub::Ended::Result(
                NamingContextExtToUrlResult::NamingContextExtInvalidAddress(members),
            ) => Err(NamingContextExtToUrlError::NamingContextExtInvalidAddress(members)),
            stub::Ended::Result(
                NamingContextExtToUrlResult::NamingContextInvalidName(members),
            ) => Err(NamingContextExtToUrlError::NamingContextInvalidName(members)),
            stub::Ended::Raised(raised) => {
                Err(NamingContextExtToUrlError::raised(&raised))
            }
        }
    }

    /// Operation 13, `resolve_str`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn resolve_str(
        &mut self,
        n: &str,
    ) -> Result<Cow<'_, str>, NamingContextExtResolveStrError> {
        let ended: stub::Ended<
            NamingContextExtResolveStrOut<'_>,
            NamingContextExtResolveStrResult<'_>,
        > = self
            .client
            .invoke_raising(
                &NAMING_CONTEXT_EXT,
                &NAMING_CONTEXT_EXT_RESOLVE_STR,
                &NamingContextExtResolveStrArgs {
                    n,
                },
            )?;
        match ended {
            stub::Ended::Results(output) => Ok(output.result),
            stub::Ended::Result(NamingContextExtResolveStrResult::Result(result)) => {
                Ok(result)
            }
            stub::Ended::Result(
                NamingContextExtResolveStrResult::NamingContextNotFound(members),
            ) => {
                Err(
                    NamingContextExtResolveStrError::NamingContextNotFound(
                        members.into_owned(),
                    ),
                )
            }
            stub::Ended::Result(
                NamingContextExtResolveStrResult::NamingContextCannotProceed(members),
            ) => {
                Err(
                    NamingContextExtResolveStrError::NamingContextCannotProceed(
                        members.into_owned(),
                    ),
                )
            }
            stub::Ended::Result(
                NamingContextExtResolveStrResult::NamingContextInvalidName(members),
            ) => Err(NamingContextExtResolveStrError::NamingContextInvalidName(members)),
            stub::Ended::Raised(raised) => {
                Err(NamingContextExtResolveStrError::raised(&raised))
            }
        }
    }
}

impl stub::Stub for NamingContextExtClient {
    const INTERFACE: &'static stub::InterfaceMeta = &NAMING_CONTEXT_EXT;
    const TYPE_IDS: &'static [&'static str] = &NAMING_CONTEXT_EXT_TYPE_IDS;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `NamingContextExt` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait NamingContextExt: Send + Sync {
    /// Operation 0, `bind`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn bind(
        &self,
        call: &stub::Context<'_>,
        n: Vec<NameComponent<'_>>,
        obj: Cow<'_, str>,
    ) -> Result<(), NamingContextExtBindError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 1, `rebind`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn rebind(
        &self,
        call: &stub::Context<'_>,
        n: Vec<NameComponent<'_>>,
        obj: Cow<'_, str>,
    ) -> Result<(), NamingContextExtRebindError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 2, `bind_context`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn bind_context(
        &self,
        call: &stub::Context<'_>,
        n: Vec<NameComponent<'_>>,
        nc: Cow<'_, str>,
    ) -> Result<(), NamingContextExtBindContextError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 3, `rebind_context`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn rebind_context(
        &self,
        call: &stub::Context<'_>,
        n: Vec<NameComponent<'_>>,
        nc: Cow<'_, str>,
    ) -> Result<(), NamingContextExtRebindContextError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 4, `resolve`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn resolve<'a>(
        &'a self,
        call: &stub::Context<'_>,
        n: Vec<NameComponent<'a>>,
    ) -> Result<Cow<'a, str>, NamingContextExtResolveError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 5, `unbind`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn unbind(
        &self,
        call: &stub::Context<'_>,
        n: Vec<NameComponent<'_>>,
    ) -> Result<(), NamingContextExtUnbindError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 6, `new_context`.
    fn new_context<'a>(
        &'a self,
        call: &stub::Context<'_>,
    ) -> Result<Cow<'a, str>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `new_context` where results are not the server's own: a guard's, an `Arc`'s.
    fn new_context_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        reply: impl FnOnce(&str) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.new_context(call).map(|result| reply(&result))
    }

    /// Operation 7, `bind_new_context`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn bind_new_context<'a>(
        &'a self,
        call: &stub::Context<'_>,
        n: Vec<NameComponent<'a>>,
    ) -> Result<Cow<'a, str>, NamingContextExtBindNewContextError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 8, `destroy`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn destroy(
        &self,
        call: &stub::Context<'_>,
    ) -> Result<(), NamingContextExtDestroyError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// At most `how_many` bindings, and an iterator over the others or nil.
    fn list<'a>(
        &'a self,
        call: &stub::Context<'_>,
        how_many: u32,
    ) -> Result<(Vec<Binding<'a>>, Cow<'a, str>), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `list` where results are not the server's own: a guard's, an `Arc`'s.
    fn list_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        how_many: u32,
        reply: impl FnOnce((&[Binding<'_>], &str)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.list(call, how_many).map(|(bl, bi)| reply((&bl, &bi)))
    }

    /// Operation 10, `to_string`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn to_string<'a>(
        &'a self,
        call: &stub::Context<'_>,
        n: Vec<NameComponent<'a>>,
    ) -> Result<Cow<'a, str>, NamingContextExtToStringError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 11, `to_name`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn to_name<'a>(
        &'a self,
        call: &stub::Context<'_>,
        sn: Cow<'a, str>,
    ) -> Result<Vec<NameComponent<'a>>, NamingContextExtToNameError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 12, `to_url`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn to_url<'a>(
        &'a self,
        call: &stub::Context<'_>,
        addr: Cow<'a, str>,
        sn: Cow<'a, str>,
    ) -> Result<Cow<'a, str>, NamingContextExtToUrlError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 13, `resolve_str`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn resolve_str<'a>(
        &'a self,
        call: &stub::Context<'_>,
        n: Cow<'a, str>,
    ) -> Result<Cow<'a, str>, NamingContextExtResolveStrError> {
        Err(stub::Fault::NoSuchOperation.into())
    }
}

/// Serves `NamingContextExt` with an object that implements [`NamingContextExt`].
pub struct NamingContextExtServer<T>(pub T);

impl<T: NamingContextExt> stub::Service for NamingContextExtServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        NAMING_CONTEXT_EXT.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        NAMING_CONTEXT_EXT.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        NAMING_CONTEXT_EXT.elements()
    }

    fn type_ids(&self) -> Vec<&str> {
        NAMING_CONTEXT_EXT_TYPE_IDS.to_vec()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_raising(
                    &NAMING_CONTEXT_EXT_BIND,
                    |context, input: NamingContextExtBindIn<'_>, ending| NamingContextExtBindError::end(
                        self.0.bind(context, input.n, input.obj),
                        ending,
                    ),
                )
            }
            1 => {
                call.serve_raising(
                    &NAMING_CONTEXT_EXT_REBIND,
                    |context, input: NamingContextExtRebindIn<'_>, ending| NamingContextExtRebindError::end(
                        self.0.rebind(context, input.n, input.obj),
                        ending,
                    ),
                )
            }
            2 => {
                call.serve_raising(
                    &NAMING_CONTEXT_EXT_BIND_CONTEXT,
                    |context, input: NamingContextExtBindContextIn<'_>, ending| NamingContextExtBindContextError::end(
                        self.0.bind_context(context, input.n, input.nc),
                        ending,
                    ),
                )
            }
            3 => {
                call.serve_raising(
                    &NAMING_CONTEXT_EXT_REBIND_CONTEXT,
                    |context, input: NamingContextExtRebindContextIn<'_>, ending| NamingContextExtRebindContextError::end(
                        self.0.rebind_context(context, input.n, input.nc),
                        ending,
                    ),
                )
            }
            4 => {
                call.serve_raising(
                    &NAMING_CONTEXT_EXT_RESOLVE,
                    |context, input: NamingContextExtResolveIn<'_>, ending| NamingContextExtResolveError::end(
                        self.0.resolve(context, input.n),
                        ending,
                    ),
                )
            }
            5 => {
                call.serve_raising(
                    &NAMING_CONTEXT_EXT_UNBIND,
                    |context, input: NamingContextExtUnbindIn<'_>, ending| NamingContextExtUnbindError::end(
                        self.0.unbind(context, input.n),
                        ending,
                    ),
                )
            }
            6 => {
                call.serve_replying(
                    &NAMING_CONTEXT_EXT_NEW_CONTEXT,
                    |context, (): (), reply| {
                        self.0
                            .new_context_replying(
                                context,
                                |result| {
                                    reply
                                        .finish(
                                            &NamingContextExtNewContextReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            7 => {
                call.serve_raising(
                    &NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT,
                    |context, input: NamingContextExtBindNewContextIn<'_>, ending| NamingContextExtBindNewContextError::end(
                        self.0.bind_new_context(context, input.n),
                        ending,
                    ),
                )
            }
            8 => {
                call.serve_raising(
                    &NAMING_CONTEXT_EXT_DESTROY,
                    |context, (): (), ending| NamingContextExtDestroyError::end(
                        self.0.destroy(context),
                        ending,
                    ),
                )
            }
            9 => {
                call.serve_replying(
                    &NAMING_CONTEXT_EXT_LIST,
                    |context, input: NamingContextExtListIn, reply| {
                        self.0
                            .list_replying(
                                context,
                                input.how_many,
                                |(bl, bi)| {
                                    reply
                                        .finish(
                                            &NamingContextExtListReply {
                                                bl,
                                                bi,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            10 => {
                call.serve_raising(
                    &NAMING_CONTEXT_EXT_TO_STRING,
                    |context, input: NamingContextExtToStringIn<'_>, ending| NamingContextExtToStringError::end(
                        self.0.to_string(context, input.n),
                        ending,
                    ),
                )
            }
            11 => {
                call.serve_raising(
                    &NAMING_CONTEXT_EXT_TO_NAME,
                    |context, input: NamingContextExtToNameIn<'_>, ending| NamingContextExtToNameError::end(
                        self.0.to_name(context, input.sn),
                        ending,
                    ),
                )
            }
            12 => {
                call.serve_raising(
                    &NAMING_CONTEXT_EXT_TO_URL,
                    |context, input: NamingContextExtToUrlIn<'_>, ending| NamingContextExtToUrlError::end(
                        self.0.to_url(context, input.addr, input.sn),
                        ending,
                    ),
                )
            }
            13 => {
                call.serve_raising(
                    &NAMING_CONTEXT_EXT_RESOLVE_STR,
                    |context, input: NamingContextExtResolveStrIn<'_>, ending| NamingContextExtResolveStrError::end(
                        self.0.resolve_str(context, input.n),
                        ending,
                    ),
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }

    fn raises(&self) -> bool {
        true
    }
}

stub::if_tokio! {
    /// A client of `BindingIterator` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncBindingIteratorClient {
        client: stub::AsyncClient,
    }

    impl AsyncBindingIteratorClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, BINDING_ITERATOR.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `next_one`.
        pub async fn next_one(&self) -> Result<(Binding<'static>, bool), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BINDING_ITERATOR, &BINDING_ITERATOR_NEXT_ONE, &())
                .await?;
            let output: BindingIteratorNextOneOut<'_> = reply
                .results(&BINDING_ITERATOR_NEXT_ONE)?;
            Ok((output.b.into_owned(), output.result))
        }

        /// Operation 1, `next_n`.
        pub async fn next_n(
            &self,
            how_many: u32,
        ) -> Result<(Vec<Binding<'static>>, bool), stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &BINDING_ITERATOR,
                    &BINDING_ITERATOR_NEXT_N,
                    &BindingIteratorNextNArgs {
                        how_many,
                    },
                )
                .await?;
            let output: BindingIteratorNextNOut<'_> = reply
                .results(&BINDING_ITERATOR_NEXT_N)?;
            Ok((output.bl.into_iter().map(|v| v.into_owned()).collect(), output.result))
        }

        /// Operation 2, `destroy`.
        pub async fn destroy(&self) -> Result<(), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BINDING_ITERATOR, &BINDING_ITERATOR_DESTROY, &())
                .await?;
            reply.results(&BINDING_ITERATOR_DESTROY)
        }
    }

    impl stub::AsyncStub for AsyncBindingIteratorClient {
        const INTERFACE: &'static stub::InterfaceMeta = &BINDING_ITERATOR;
        const TYPE_IDS: &'static [&'static str] = &BINDING_ITERATOR_TYPE_IDS;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `BindingIterator` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncBindingIterator: Send + Sync {
        /// Operation 0, `next_one`.
        fn next_one<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<
            Output = Result<(Binding<'a>, bool), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `next_n`.
        fn next_n<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            how_many: u32,
        ) -> impl std::future::Future<
            Output = Result<(Vec<Binding<'a>>, bool), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `destroy`.
        fn destroy<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `BindingIterator` with an object that implements [`AsyncBindingIterator`], on a runtime.
    pub struct AsyncBindingIteratorServer<T>(pub T);

    impl<T: AsyncBindingIterator> stub::Service for AsyncBindingIteratorServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            BINDING_ITERATOR.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            BINDING_ITERATOR.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            BINDING_ITERATOR.elements()
        }

        fn type_ids(&self) -> Vec<&str> {
            BINDING_ITERATOR_TYPE_IDS.to_vec()
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
                        let ((), mut referents): ((), _) = call
                            .input(&BINDING_ITERATOR_NEXT_ONE)?;
                        let context = call.context();
                        let result = self.0.next_one(&context).await;
                        let output = result
                            .map_err(|fault| call.fail(&BINDING_ITERATOR_NEXT_ONE, fault))?;
                        Ok(
                            call
                                .end(
                                    &BINDING_ITERATOR_NEXT_ONE,
                                    &BindingIteratorNextOneReply {
                                        b: &output.0,
                                        result: output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (BindingIteratorNextNIn, _) = call
                            .input(&BINDING_ITERATOR_NEXT_N)?;
                        let context = call.context();
                        let result = self.0.next_n(&context, input.how_many).await;
                        let output = result
                            .map_err(|fault| call.fail(&BINDING_ITERATOR_NEXT_N, fault))?;
                        Ok(
                            call
                                .end(
                                    &BINDING_ITERATOR_NEXT_N,
                                    &BindingIteratorNextNReply {
                                        bl: &output.0,
                                        result: output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call
                            .input(&BINDING_ITERATOR_DESTROY)?;
                        let context = call.context();
                        let result = self.0.destroy(&context).await;
                        let () = result
                            .map_err(|fault| call.fail(&BINDING_ITERATOR_DESTROY, fault))?;
                        Ok(call.end(&BINDING_ITERATOR_DESTROY, &(), &mut referents))
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

    /// A client of `NamingContext` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncNamingContextClient {
        client: stub::AsyncClient,
    }

    impl AsyncNamingContextClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, NAMING_CONTEXT.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }
    }

    impl stub::AsyncStub for AsyncNamingContextClient {
        const INTERFACE: &'static stub::InterfaceMeta = &NAMING_CONTEXT;
        const TYPE_IDS: &'static [&'static str] = &NAMING_CONTEXT_TYPE_IDS;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `NamingContext` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncNamingContext: Send + Sync {}

    /// Serves `NamingContext` with an object that implements [`AsyncNamingContext`], on a runtime.
    pub struct AsyncNamingContextServer<T>(pub T);

    impl<T: AsyncNamingContext> stub::Service for AsyncNamingContextServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            NAMING_CONTEXT.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            NAMING_CONTEXT.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            NAMING_CONTEXT.elements()
        }

        fn type_ids(&self) -> Vec<&str> {
            NAMING_CONTEXT_TYPE_IDS.to_vec()
        }

        fn dispatch(&self, _: u32, _: &mut stub::Dispatch<'_>) -> stub::Outcome {
            stub::Outcome::Fault(stub::Fault::ServerFailure)
        }

        fn is_async(&self) -> bool {
            true
        }

        fn dispatch_async<'a>(
            &'a self,
            _operation: u32,
            _call: stub::Dispatch<'a>,
        ) -> stub::Serving<'a> {
            Box::pin(std::future::ready(stub::Outcome::Fault(stub::Fault::NoSuchOperation)))
        }
    }

    /// A client of `NamingContextExt` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncNamingContextExtClient {
        client: stub::AsyncClient,
    }

    impl AsyncNamingContextExtClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, NAMING_CONTEXT_EXT.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `bind`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn bind(
            &self,
            n: &[NameComponent<'_>],
            obj: &str,
        ) -> Result<(), NamingContextExtBindError> {
            let mut end = self
                .client
                .invoke_raising(
                    &NAMING_CONTEXT_EXT,
                    &NAMING_CONTEXT_EXT_BIND,
                    &NamingContextExtBindArgs { n, obj },
                )
                .await?;
            let ended: stub::Ended<(), NamingContextExtBindResult<'_>> = end
                .ended(&NAMING_CONTEXT_EXT_BIND)?;
            match ended {
                stub::Ended::Results(()) => Ok(()),
                stub::Ended::Result(NamingContextExtBindResult::Result) => Ok(()),
                stub::Ended::Result(
                    NamingContextExtBindResult::NamingContextNotFound(members),
                ) => {
                    Err(
                        NamingContextExtBindError::NamingContextNotFound(
                            members.into_owned(),
                        ),
                    )
                }
                stub::Ended::Result(
                    NamingContextExtBindResult::NamingContextCannotProceed(members),
                ) => {
                    Err(
                        NamingContextExtBindError::NamingContextCannotProceed(
                            members.into_owned(),
                        ),
                    )
                }
                stub::Ended::Result(
                    NamingContextExtBindResult::NamingContextInvalidName(members),
                ) => Err(NamingContextExtBindError::NamingContextInvalidName(members)),
                stub::Ended::Result(
                    NamingContextExtBindResult::NamingContextAlreadyBound(members),
                ) => Err(NamingContextExtBindError::NamingContextAlreadyBound(members)),
                stub::Ended::Raised(raised) => {
                    Err(NamingContextExtBindError::raised(&raised))
                }
            }
        }

        /// Operation 1, `rebind`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn rebind(
            &self,
            n: &[NameComponent<'_>],
            obj: &str,
        ) -> Result<(), NamingContextExtRebindError> {
            let mut end = self
                .client
                .invoke_raising(
                    &NAMING_CONTEXT_EXT,
                    &NAMING_CONTEXT_EXT_REBIND,
                    &NamingContextExtRebindArgs {
                        n,
                        obj,
                    },
                )
                .await?;
            let ended: stub::Ended<(), NamingContextExtRebindResult<'_>> = end
                .ended(&NAMING_CONTEXT_EXT_REBIND)?;
            match ended {
                stub::Ended::Results(()) => Ok(()),
                stub::Ended::Result(NamingContextExtRebindResult::Result) => Ok(()),
                stub::Ended::Result(
                    NamingContextExtRebindResult::NamingContextNotFound(members),
                ) => {
                    Err(
                        NamingContextExtRebindError::NamingContextNotFound(
                            members.into_owned(),
                        ),
                    )
                }
                stub::Ended::Result(
                    NamingContextExtRebindResult::NamingContextCannotProceed(members),
                ) => {
                    Err(
                        NamingContextExtRebindError::NamingContextCannotProceed(
                            members.into_owned(),
                        ),
                    )
                }
                stub::Ended::Result(
                    NamingContextExtRebindResult::NamingContextInvalidName(members),
                ) => Err(NamingContextExtRebindError::NamingContextInvalidName(members)),
                stub::Ended::Raised(raised) => {
                    Err(NamingContextExtRebindError::raised(&raised))
                }
            }
        }

        /// Operation 2, `bind_context`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn bind_context(
            &self,
            n: &[NameComponent<'_>],
            nc: &str,
        ) -> Result<(), NamingContextExtBindContextError> {
            let mut end = self
                .client
                .invoke_raising(
                    &NAMING_CONTEXT_EXT,
                    &NAMING_CONTEXT_EXT_BIND_CONTEXT,
                    &NamingContextExtBindContextArgs {
                        n,
                        nc,
                    },
                )
                .await?;
            let ended: stub::Ended<(), NamingContextExtBindContextResult<'_>> = end
                .ended(&NAMING_CONTEXT_EXT_BIND_CONTEXT)?;
            match ended {
                stub::Ended::Results(()) => Ok(()),
                stub::Ended::Result(NamingContextExtBindContextResult::Result) => Ok(()),
                stub::Ended::Result(
                    NamingContextExtBindContextResult::NamingContextNotFound(members),
                ) => {
                    Err(
                        NamingContextExtBindContextError::NamingContextNotFound(
                            members.into_owned(),
                        ),
                    )
                }
                stub::Ended::Result(
                    NamingContextExtBindContextResult::NamingContextCannotProceed(members),
                ) => {
                    Err(
                        NamingContextExtBindContextError::NamingContextCannotProceed(
                            members.into_owned(),
                        ),
                    )
                }
                stub::Ended::Result(
                    NamingContextExtBindContextResult::NamingContextInvalidName(members),
                ) => Err(NamingContextExtBindContextError::NamingContextInvalidName(members)),
                stub::Ended::Result(
                    NamingContextExtBindContextResult::NamingContextAlreadyBound(members),
                ) => {
                    Err(NamingContextExtBindContextError::NamingContextAlreadyBound(members))
                }
                stub::Ended::Raised(raised) => {
                    Err(NamingContextExtBindContextError::raised(&raised))
                }
            }
        }

        /// Operation 3, `rebind_context`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn rebind_context(
            &self,
            n: &[NameComponent<'_>],
            nc: &str,
        ) -> Result<(), NamingContextExtRebindContextError> {
            let mut end = self
                .client
                .invoke_raising(
                    &NAMING_CONTEXT_EXT,
                    &NAMING_CONTEXT_EXT_REBIND_CONTEXT,
                    &NamingContextExtRebindContextArgs {
                        n,
                        nc,
                    },
                )
                .await?;
            let ended: stub::Ended<(), NamingContextExtRebindContextResult<'_>> = end
                .ended(&NAMING_CONTEXT_EXT_REBIND_CONTEXT)?;
            match ended {
                stub::Ended::Results(()) => Ok(()),
                stub::Ended::Result(NamingContextExtRebindContextResult::Result) => Ok(()),
                stub::Ended::Result(
                    NamingContextExtRebindContextResult::NamingContextNotFound(members),
                ) => {
                    Err(
                        NamingContextExtRebindContextError::NamingContextNotFound(
                            members.into_owned(),
                        ),
                    )
                }
                stub::Ended::Result(
                    NamingContextExtRebindContextResult::NamingContextCannotProceed(members),
                ) => {
                    Err(
                        NamingContextExtRebindContextError::NamingContextCannotProceed(
                            members.into_owned(),
                        ),
                    )
                }
                stub::Ended::Result(
                    NamingContextExtRebindContextResult::NamingContextInvalidName(members),
                ) => {
                    Err(
                        NamingContextExtRebindContextError::NamingContextInvalidName(members),
                    )
                }
                stub::Ended::Raised(raised) => {
                    Err(NamingContextExtRebindContextError::raised(&raised))
                }
            }
        }

        /// Operation 4, `resolve`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn resolve(
            &self,
            n: &[NameComponent<'_>],
        ) -> Result<Cow<'static, str>, NamingContextExtResolveError> {
            let mut end = self
                .client
                .invoke_raising(
                    &NAMING_CONTEXT_EXT,
                    &NAMING_CONTEXT_EXT_RESOLVE,
                    &NamingContextExtResolveArgs { n },
                )
                .await?;
            let ended: stub::Ended<
                NamingContextExtResolveOut<'_>,
                NamingContextExtResolveResult<'_>,
            > = end.ended(&NAMING_CONTEXT_EXT_RESOLVE)?;
            match ended {
                stub::Ended::Results(output) => Ok(Cow::Owned(output.result.into_owned())),
                stub::Ended::Result(NamingContextExtResolveResult::Result(result)) => {
                    Ok(Cow::Owned(result.into_owned()))
                }
                stub::Ended::Result(
                    NamingContextExtResolveResult::NamingContextNotFound(members),
                ) => {
                    Err(
                        NamingContextExtResolveError::NamingContextNotFound(
                            members.into_owned(),
                        ),
                    )
                }
                stub::Ended::Result(
                    NamingContextExtResolveResult::NamingContextCannotProceed(members),
                ) => {
                    Err(
                        NamingContextExtResolveError::NamingContextCannotProceed(
                            members.into_owned(),
                        ),
                    )
                }
                stub::Ended::Result(
                    NamingContextExtResolveResult::NamingContextInvalidName(members),
                ) => Err(NamingContextExtResolveError::NamingContextInvalidName(members)),
                stub::Ended::Raised(raised) => {
                    Err(NamingContextExtResolveError::raised(&raised))
                }
            }
        }

        /// Operation 5, `unbind`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn unbind(
            &self,
            n: &[NameComponent<'_>],
        ) -> Result<(), NamingContextExtUnbindError> {
            let mut end = self
                .client
                .invoke_raising(
                    &NAMING_CONTEXT_EXT,
                    &NAMING_CONTEXT_EXT_UNBIND,
                    &NamingContextExtUnbindArgs { n },
                )
                .await?;
            let ended: stub::Ended<(), NamingContextExtUnbindResult<'_>> = end
                .ended(&NAMING_CONTEXT_EXT_UNBIND)?;
            match ended {
                stub::Ended::Results(()) => Ok(()),
                stub::Ended::Result(NamingContextExtUnbindResult::Result) => Ok(()),
                stub::Ended::Result(
                    NamingContextExtUnbindResult::NamingContextNotFound(members),
                ) => {
                    Err(
                        NamingContextExtUnbindError::NamingContextNotFound(
                            members.into_owned(),
                        ),
                    )
                }
                stub::Ended::Result(
                    NamingContextExtUnbindResult::NamingContextCannotProceed(members),
                ) => {
                    Err(
                        NamingContextExtUnbindError::NamingContextCannotProceed(
                            members.into_owned(),
                        ),
                    )
                }
                stub::Ended::Result(
                    NamingContextExtUnbindResult::NamingContextInvalidName(members),
                ) => Err(NamingContextExtUnbindError::NamingContextInvalidName(members)),
                stub::Ended::Raised(raised) => {
                    Err(NamingContextExtUnbindError::raised(&raised))
                }
            }
        }

        /// Operation 6, `new_context`.
        pub async fn new_context(&self) -> Result<Cow<'static, str>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&NAMING_CONTEXT_EXT, &NAMING_CONTEXT_EXT_NEW_CONTEXT, &())
                .await?;
            let output: NamingContextExtNewContextOut<'_> = reply
                .results(&NAMING_CONTEXT_EXT_NEW_CONTEXT)?;
            Ok(Cow::Owned(output.result.into_owned()))
        }

        /// Operation 7, `bind_new_context`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn bind_new_context(
            &self,
            n: &[NameComponent<'_>],
        ) -> Result<Cow<'static, str>, NamingContextExtBindNewContextError> {
            let mut end = self
                .client
                .invoke_raising(
                    &NAMING_CONTEXT_EXT,
                    &NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT,
                    &NamingContextExtBindNewContextArgs {
                        n,
                    },
                )
                .await?;
            let ended: stub::Ended<
                NamingContextExtBindNewContextOut<'_>,
                NamingContextExtBindNewContextResult<'_>,
            > = end.ended(&NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT)?;
            match ended {
                stub::Ended::Results(output) => Ok(Cow::Owned(output.result.into_owned())),
                stub::Ended::Result(NamingContextExtBindNewContextResult::Result(result)) => {
                    Ok(Cow::Owned(result.into_owned()))
                }
                stub::Ended::Result(
                    NamingContextExtBindNewContextResult::NamingContextNotFound(members),
                ) => {
                    Err(
                        NamingContextExtBindNewContextError::NamingContextNotFound(
                            members.into_owned(),
                        ),
                    )
                }
                stub::Ended::Result(
                    NamingContextExtBindNewContextResult::NamingContextAlreadyBound(members),
                ) => {
                    Err(
                        NamingContextExtBindNewContextError::NamingContextAlreadyBound(
                            members,
                        ),
                    )
                }
                stub::Ended::Result(
                    NamingContextExtBindNewContextResult::NamingContextCannotProceed(members),
                ) => {
                    Err(
                        NamingContextExtBindNewContextError::NamingContextCannotProceed(
                            members.into_owned(),
                        ),
                    )
                }
                stub::Ended::Result(
                    NamingContextExtBindNewContextResult::NamingContextInvalidName(members),
                ) => {
                    Err(
                        NamingContextExtBindNewContextError::NamingContextInvalidName(
                            members,
                        ),
                    )
                }
                stub::Ended::Raised(raised) => {
                    Err(NamingContextExtBindNewContextError::raised(&raised))
                }
            }
        }

        /// Operation 8, `destroy`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn destroy(&self) -> Result<(), NamingContextExtDestroyError> {
            let mut end = self
                .client
                .invoke_raising(&NAMING_CONTEXT_EXT, &NAMING_CONTEXT_EXT_DESTROY, &())
                .await?;
            let ended: stub::Ended<(), NamingContextExtDestroyResult> = end
                .ended(&NAMING_CONTEXT_EXT_DESTROY)?;
            match ended {
                stub::Ended::Results(()) => Ok(()),
                stub::Ended::Result(NamingContextExtDestroyResult::Result) => Ok(()),
                stub::Ended::Result(
                    NamingContextExtDestroyResult::NamingContextNotEmpty(members),
                ) => Err(NamingContextExtDestroyError::NamingContextNotEmpty(members)),
                stub::Ended::Raised(raised) => {
                    Err(NamingContextExtDestroyError::raised(&raised))
                }
            }
        }

        /// At most `how_many` bindings, and an iterator over the others or nil.
        pub async fn list(
            &self,
            how_many: u32,
        ) -> Result<(Vec<Binding<'static>>, Cow<'static, str>), stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &NAMING_CONTEXT_EXT,
                    &NAMING_CONTEXT_EXT_LIST,
                    &NamingContextExtListArgs {
                        how_many,
                    },
                )
                .await?;
            let output: NamingContextExtListOut<'_> = reply
                .results(&NAMING_CONTEXT_EXT_LIST)?;
            Ok((
                output.bl.into_iter().map(|v| v.into_owned()).collect(),
                Cow::Owned(output.bi.into_owned()),
            ))
        }

        /// Operation 10, `to_string`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn to_string(
            &self,
            n: &[NameComponent<'_>],
        ) -> Result<Cow<'static, str>, NamingContextExtToStringError> {
            let mut end = self
                .client
                .invoke_raising(
                    &NAMING_CONTEXT_EXT,
                    &NAMING_CONTEXT_EXT_TO_STRING,
                    &NamingContextExtToStringArgs { n },
                )
                .await?;
            let ended: stub::Ended<
                NamingContextExtToStringOut<'_>,
                NamingContextExtToStringResult<'_>,
            > = end.ended(&NAMING_CONTEXT_EXT_TO_STRING)?;
            match ended {
                stub::Ended::Results(output) => Ok(Cow::Owned(output.result.into_owned())),
                stub::Ended::Result(NamingContextExtToStringResult::Result(result)) => {
                    Ok(Cow::Owned(result.into_owned()))
                }
                stub::Ended::Result(
                    NamingContextExtToStringResult::NamingContextInvalidName(members),
                ) => Err(NamingContextExtToStringError::NamingContextInvalidName(members)),
                stub::Ended::Raised(raised) => {
                    Err(NamingContextExtToStringError::raised(&raised))
                }
            }
        }

        /// Operation 11, `to_name`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn to_name(
            &self,
            sn: &str,
        ) -> Result<Vec<NameComponent<'static>>, NamingContextExtToNameError> {
            let mut end = self
                .client
                .invoke_raising(
                    &NAMING_CONTEXT_EXT,
                    &NAMING_CONTEXT_EXT_TO_NAME,
                    &NamingContextExtToNameArgs { sn },
                )
                .await?;
            let ended: stub::Ended<
                NamingContextExtToNameOut<'_>,
                NamingContextExtToNameResult<'_>,
            > = end.ended(&NAMING_CONTEXT_EXT_TO_NAME)?;
            match ended {
                stub::Ended::Results(output) => {
                    Ok(output.result.into_iter().map(|v| v.into_owned()).collect())
                }
                stub::Ended::Result(NamingContextExtToNameResult::Result(result)) => {
                    Ok(result.into_iter().map(|v| v.into_owned()).collect())
                }
                stub::Ended::Result(
                    NamingContextExtToNameResult::NamingContextInvalidName(members),
                ) => Err(NamingContextExtToNameError::NamingContextInvalidName(members)),
                stub::Ended::Raised(raised) => {
                    Err(NamingContextExtToNameError::raised(&raised))
                }
            }
        }

        /// Operation 12, `to_url`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn to_url(
            &self,
            addr: &str,
            sn: &str,
        ) -> Result<Cow<'static, str>, NamingContextExtToUrlError> {
            let mut end = self
                .client
                .invoke_raising(
                    &NAMING_CONTEXT_EXT,
                    &NAMING_CONTEXT_EXT_TO_URL,
                    &NamingContextExtToUrlArgs {
                        addr,
                        sn,
                    },
                )
                .await?;
            let ended: stub::Ended<
                NamingContextExtToUrlOut<'_>,
                NamingContextExtToUrlResult<'_>,
            > = end.ended(&NAMING_CONTEXT_EXT_TO_URL)?;
            match ended {
                stub::Ended::Results(output) => Ok(Cow::Owned(output.result.into_owned())),
                stub::Ended::Result(NamingContextExtToUrlResult::Result(result)) => {
                    Ok(Cow::Owned(result.into_owned()))
                }
                stub::Ended::Result(
                    NamingContextExtToUrlResult::NamingContextExtInvalidAddress(members),
                ) => Err(NamingContextExtToUrlError::NamingContextExtInvalidAddress(members)),
                stub::Ended::Result(
                    NamingContextExtToUrlResult::NamingContextInvalidName(members),
                ) => Err(NamingContextExtToUrlError::NamingContextInvalidName(members)),
                stub::Ended::Raised(raised) => {
                    Err(NamingContextExtToUrlError::raised(&raised))
                }
            }
        }

        /// Operation 13, `resolve_str`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn resolve_str(
            &self,
            n: &str,
        ) -> Result<Cow<'static, str>, NamingContextExtResolveStrError> {
            let mut end = self
                .client
                .invoke_raising(
                    &NAMING_CONTEXT_EXT,
                    &NAMING_CONTEXT_EXT_RESOLVE_STR,
                    &NamingContextExtResolveStrArgs {
                        n,
                    },
                )
                .await?;
            let ended: stub::Ended<
                NamingContextExtResolveStrOut<'_>,
                NamingContextExtResolveStrResult<'_>,
            > = end.ended(&NAMING_CONTEXT_EXT_RESOLVE_STR)?;
            match ended {
                stub::Ended::Results(output) => Ok(Cow::Owned(output.result.into_owned())),
                stub::Ended::Result(NamingContextExtResolveStrResult::Result(result)) => {
                    Ok(Cow::Owned(result.into_owned()))
                }
                stub::Ended::Result(
                    NamingContextExtResolveStrResult::NamingContextNotFound(members),
                ) => {
                    Err(
                        NamingContextExtResolveStrError::NamingContextNotFound(
                            members.into_owned(),
                        ),
                    )
                }
                stub::Ended::Result(
                    NamingContextExtResolveStrResult::NamingContextCannotProceed(members),
                ) => {
                    Err(
                        NamingContextExtResolveStrError::NamingContextCannotProceed(
                            members.into_owned(),
                        ),
                    )
                }
                stub::Ended::Result(
                    NamingContextExtResolveStrResult::NamingContextInvalidName(members),
                ) => Err(NamingContextExtResolveStrError::NamingContextInvalidName(members)),
                stub::Ended::Raised(raised) => {
                    Err(NamingContextExtResolveStrError::raised(&raised))
                }
            }
        }
    }

    impl stub::AsyncStub for AsyncNamingContextExtClient {
        const INTERFACE: &'static stub::InterfaceMeta = &NAMING_CONTEXT_EXT;
        const TYPE_IDS: &'static [&'static str] = &NAMING_CONTEXT_EXT_TYPE_IDS;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `NamingContextExt` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncNamingContextExt: Send + Sync {
        /// Operation 0, `bind`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn bind<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: Vec<NameComponent<'a>>,
            obj: Cow<'a, str>,
        ) -> impl std::future::Future<
            Output = Result<(), NamingContextExtBindError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 1, `rebind`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn rebind<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: Vec<NameComponent<'a>>,
            obj: Cow<'a, str>,
        ) -> impl std::future::Future<
            Output = Result<(), NamingContextExtRebindError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 2, `bind_context`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn bind_context<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: Vec<NameComponent<'a>>,
            nc: Cow<'a, str>,
        ) -> impl std::future::Future<
            Output = Result<(), NamingContextExtBindContextError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 3, `rebind_context`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn rebind_context<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: Vec<NameComponent<'a>>,
            nc: Cow<'a, str>,
        ) -> impl std::future::Future<
            Output = Result<(), NamingContextExtRebindContextError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 4, `resolve`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn resolve<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: Vec<NameComponent<'a>>,
        ) -> impl std::future::Future<
            Output = Result<Cow<'a, str>, NamingContextExtResolveError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 5, `unbind`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn unbind<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: Vec<NameComponent<'a>>,
        ) -> impl std::future::Future<
            Output = Result<(), NamingContextExtUnbindError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 6, `new_context`.
        fn new_context<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<
            Output = Result<Cow<'a, str>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 7, `bind_new_context`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn bind_new_context<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: Vec<NameComponent<'a>>,
        ) -> impl std::future::Future<
            Output = Result<Cow<'a, str>, NamingContextExtBindNewContextError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 8, `destroy`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn destroy<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<
            Output = Result<(), NamingContextExtDestroyError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// At most `how_many` bindings, and an iterator over the others or nil.
        fn list<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            how_many: u32,
        ) -> impl std::future::Future<
            Output = Result<(Vec<Binding<'a>>, Cow<'a, str>), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 10, `to_string`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn to_string<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: Vec<NameComponent<'a>>,
        ) -> impl std::future::Future<
            Output = Result<Cow<'a, str>, NamingContextExtToStringError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 11, `to_name`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn to_name<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            sn: Cow<'a, str>,
        ) -> impl std::future::Future<
            Output = Result<Vec<NameComponent<'a>>, NamingContextExtToNameError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 12, `to_url`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn to_url<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            addr: Cow<'a, str>,
            sn: Cow<'a, str>,
        ) -> impl std::future::Future<
            Output = Result<Cow<'a, str>, NamingContextExtToUrlError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 13, `resolve_str`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn resolve_str<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: Cow<'a, str>,
        ) -> impl std::future::Future<
            Output = Result<Cow<'a, str>, NamingContextExtResolveStrError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }
    }

    /// Serves `NamingContextExt` with an object that implements [`AsyncNamingContextExt`], on a runtime.
    pub struct AsyncNamingContextExtServer<T>(pub T);

    impl<T: AsyncNamingContextExt> stub::Service for AsyncNamingContextExtServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            NAMING_CONTEXT_EXT.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            NAMING_CONTEXT_EXT.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            NAMING_CONTEXT_EXT.elements()
        }

        fn type_ids(&self) -> Vec<&str> {
            NAMING_CONTEXT_EXT_TYPE_IDS.to_vec()
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
                        let (input, mut referents): (NamingContextExtBindIn<'_>, _) = call
                            .input(&NAMING_CONTEXT_EXT_BIND.operation)?;
                        let context = call.context();
                        let result = self.0.bind(&context, input.n, input.obj).await;
                        Ok(
                            call
                                .end_raising(
                                    &NAMING_CONTEXT_EXT_BIND,
                                    |ending| NamingContextExtBindError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (NamingContextExtRebindIn<'_>, _) = call
                            .input(&NAMING_CONTEXT_EXT_REBIND.operation)?;
                        let context = call.context();
                        let result = self.0.rebind(&context, input.n, input.obj).await;
                        Ok(
                            call
                                .end_raising(
                                    &NAMING_CONTEXT_EXT_REBIND,
                                    |ending| NamingContextExtRebindError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (NamingContextExtBindContextIn<'_>, _) = call
                            .input(&NAMING_CONTEXT_EXT_BIND_CONTEXT.operation)?;
                        let context = call.context();
                        let result = self.0.bind_context(&context, input.n, input.nc).await;
                        Ok(
                            call
                                .end_raising(
                                    &NAMING_CONTEXT_EXT_BIND_CONTEXT,
                                    |ending| NamingContextExtBindContextError::end(
                                        result,
                                        ending,
                                    ),
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (
                            input,
                            mut referents,
                        ): (NamingContextExtRebindContextIn<'_>, _) = call
                            .input(&NAMING_CONTEXT_EXT_REBIND_CONTEXT.operation)?;
                        let context = call.context();
                        let result = self
                            .0
                            .rebind_context(&context, input.n, input.nc)
                            .await;
                        Ok(
                            call
                                .end_raising(
                                    &NAMING_CONTEXT_EXT_REBIND_CONTEXT,
                                    |ending| NamingContextExtRebindContextError::end(
                                        result,
                                        ending,
                                    ),
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let (input, mut referents): (NamingContextExtResolveIn<'_>, _) = call
                            .input(&NAMING_CONTEXT_EXT_RESOLVE.operation)?;
                        let context = call.context();
                        let result = self.0.resolve(&context, input.n).await;
                        Ok(
                            call
                                .end_raising(
                                    &NAMING_CONTEXT_EXT_RESOLVE,
                                    |ending| NamingContextExtResolveError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let (input, mut referents): (NamingContextExtUnbindIn<'_>, _) = call
                            .input(&NAMING_CONTEXT_EXT_UNBIND.operation)?;
                        let context = call.context();
                        let result = self.0.unbind(&context, input.n).await;
                        Ok(
                            call
                                .end_raising(
                                    &NAMING_CONTEXT_EXT_UNBIND,
                                    |ending| NamingContextExtUnbindError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                6 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call
                            .input(&NAMING_CONTEXT_EXT_NEW_CONTEXT)?;
                        let context = call.context();
                        let result = self.0.new_context(&context).await;
                        let output = result
                            .map_err(|fault| {
                                call.fail(&NAMING_CONTEXT_EXT_NEW_CONTEXT, fault)
                            })?;
                        Ok(
                            call
                                .end(
                                    &NAMING_CONTEXT_EXT_NEW_CONTEXT,
                                    &NamingContextExtNewContextReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                7 => {
                    stub::serving(async move {
                        let (
                            input,
                            mut referents,
                        ): (NamingContextExtBindNewContextIn<'_>, _) = call
                            .input(&NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT.operation)?;
                        let context = call.context();
                        let result = self.0.bind_new_context(&context, input.n).await;
                        Ok(
                            call
                                .end_raising(
                                    &NAMING_CONTEXT_EXT_BIND_NEW_CONTEXT,
                                    |ending| NamingContextExtBindNewContextError::end(
                                        result,
                                        ending,
                                    ),
                                    &mut referents,
                                ),
                        )
                    })
                }
                8 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call
                            .input(&NAMING_CONTEXT_EXT_DESTROY.operation)?;
                        let context = call.context();
                        let result = self.0.destroy(&context).await;
                        Ok(
                            call
                                .end_raising(
                                    &NAMING_CONTEXT_EXT_DESTROY,
                                    |ending| NamingContextExtDestroyError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                9 => {
                    stub::serving(async move {
                        let (input, mut referents): (NamingContextExtListIn, _) = call
                            .input(&NAMING_CONTEXT_EXT_LIST)?;
                        let context = call.context();
                        let result = self.0.list(&context, input.how_many).await;
                        let output = result
                            .map_err(|fault| call.fail(&NAMING_CONTEXT_EXT_LIST, fault))?;
                        Ok(
                            call
                                .end(
                                    &NAMING_CONTEXT_EXT_LIST,
                                    &NamingContextExtListReply {
                                        bl: &output.0,
                                        bi: &output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                10 => {
                    stub::serving(async move {
                        let (input, mut referents): (NamingContextExtToStringIn<'_>, _) = call
                            .input(&NAMING_CONTEXT_EXT_TO_STRING.operation)?;
                        let context = call.context();
                        let result = self.0.to_string(&context, input.n).await;
                        Ok(
                            call
                                .end_raising(
                                    &NAMING_CONTEXT_EXT_TO_STRING,
                                    |ending| NamingContextExtToStringError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                11 => {
                    stub::serving(async move {
                        let (input, mut referents): (NamingContextExtToNameIn<'_>, _) = call
                            .input(&NAMING_CONTEXT_EXT_TO_NAME.operation)?;
                        let context = call.context();
                        let result = self.0.to_name(&context, input.sn).await;
                        Ok(
                            call
                                .end_raising(
                                    &NAMING_CONTEXT_EXT_TO_NAME,
                                    |ending| NamingContextExtToNameError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                12 => {
                    stub::serving(async move {
                        let (input, mut referents): (NamingContextExtToUrlIn<'_>, _) = call
                            .input(&NAMING_CONTEXT_EXT_TO_URL.operation)?;
                        let context = call.context();
                        let result = self.0.to_url(&context, input.addr, input.sn).await;
                        Ok(
                            call
                                .end_raising(
                                    &NAMING_CONTEXT_EXT_TO_URL,
                                    |ending| NamingContextExtToUrlError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                13 => {
                    stub::serving(async move {
                        let (input, mut referents): (NamingContextExtResolveStrIn<'_>, _) = call
                            .input(&NAMING_CONTEXT_EXT_RESOLVE_STR.operation)?;
                        let context = call.context();
                        let result = self.0.resolve_str(&context, input.n).await;
                        Ok(
                            call
                                .end_raising(
                                    &NAMING_CONTEXT_EXT_RESOLVE_STR,
                                    |ending| NamingContextExtResolveStrError::end(
                                        result,
                                        ending,
                                    ),
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

        fn raises(&self) -> bool {
            true
        }
    }
}
