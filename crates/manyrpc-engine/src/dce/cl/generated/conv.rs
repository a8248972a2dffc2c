// Generated from conv.idl by manyrpc; do not edit.

use alloc::borrow::Cow;
use manyrpc_codec::stub;

/// Record `uuid_t`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UuidT {
    /// Field `time_low`.
    pub time_low: u32,
    /// Field `time_mid`.
    pub time_mid: u16,
    /// Field `time_hi_and_version`.
    pub time_hi_and_version: u16,
    /// Field `clock_seq_hi_and_reserved`.
    pub clock_seq_hi_and_reserved: u8,
    /// Field `clock_seq_low`.
    pub clock_seq_low: u8,
    /// Field `node`.
    pub node: [u8; 6],
}

static UUID_T_FIELDS: [stub::Field; 6] = [
    stub::Field::plain("time_low").number(1),
    stub::Field::plain("time_mid").number(2),
    stub::Field::plain("time_hi_and_version").number(3),
    stub::Field::plain("clock_seq_hi_and_reserved").number(4),
    stub::Field::plain("clock_seq_low").number(5),
    stub::Field::sized("node", stub::Length::Fixed(6)).number(6),
];

static UUID_T: stub::Record = stub::Record::of("uuid_t", &UUID_T_FIELDS);

stub::plain_record! {
    UuidT, UUID_T, UUID_T_FIELDS { 0 time_low, 1 time_mid, 2 time_hi_and_version, 3
    clock_seq_hi_and_reserved, 4 clock_seq_low, 5 node }
}

impl stub::Standalone for UuidT {
    const PLACE: &'static stub::Field = &stub::Field::plain("uuid_t");
}

/// The UUID of interface `conv`, in printed order.
pub const CONV_UUID: [u8; 16] = 0x333a2276_0000_0000_0d00_00809c000000_u128
    .to_be_bytes();

/// The version of interface `conv`, major and minor.
pub const CONV_VERSION: (u16, u16) = (3, 0);

/// The number of operation `conv_who_are_you`.
pub const CONV_CONV_WHO_ARE_YOU: u32 = 0;

static CONV_CONV_WHO_ARE_YOU_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("actuid").number(1),
    stub::Field::plain("boot_time").number(2),
];

/// What operation `conv_who_are_you` takes.
pub static CONV_CONV_WHO_ARE_YOU_IN: stub::Record = stub::Record::of(
        "conv_who_are_you_in",
        &CONV_CONV_WHO_ARE_YOU_IN_FIELDS,
    )
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:conv",
            "conv_who_are_you",
            "urn:conv#conv_who_are_you",
        )
    });

/// What a call of `conv_who_are_you` takes.
#[derive(Clone, Debug, Default)]
pub struct ConvConvWhoAreYouIn {
    /// Parameter `actuid`.
    pub actuid: UuidT,
    /// Parameter `boot_time`.
    pub boot_time: u32,
}

stub::plain_fields! {
    ConvConvWhoAreYouIn, CONV_CONV_WHO_ARE_YOU_IN_FIELDS { 0 actuid, 1 boot_time }
}

stub::plain_slots! {
    ConvConvWhoAreYouIn, CONV_CONV_WHO_ARE_YOU_IN_FIELDS { 0 actuid, 1 boot_time }
}

static CONV_CONV_WHO_ARE_YOU_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("seq").number(1),
    stub::Field::plain("st").number(2),
];

/// What operation `conv_who_are_you` gives.
pub static CONV_CONV_WHO_ARE_YOU_OUT: stub::Record = stub::Record::of(
        "conv_who_are_you_out",
        &CONV_CONV_WHO_ARE_YOU_OUT_FIELDS,
    )
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:conv",
            "conv_who_are_youResponse",
            "urn:conv:conv:conv_who_are_youResponse",
        )
    });

/// What a call of `conv_who_are_you` gives.
#[derive(Clone, Debug, Default)]
pub struct ConvConvWhoAreYouOut {
    /// Parameter `seq`.
    pub seq: u32,
    /// Parameter `st`.
    pub st: u32,
}

stub::plain_fields! {
    ConvConvWhoAreYouOut, CONV_CONV_WHO_ARE_YOU_OUT_FIELDS { 0 seq, 1 st }
}

stub::plain_slots! {
    ConvConvWhoAreYouOut, CONV_CONV_WHO_ARE_YOU_OUT_FIELDS { 0 seq, 1 st }
}

/// The number of operation `conv_who_are_you2`.
pub const CONV_CONV_WHO_ARE_YOU2: u32 = 1;

static CONV_CONV_WHO_ARE_YOU2_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("actuid").number(1),
    stub::Field::plain("boot_time").number(2),
];

/// What operation `conv_who_are_you2` takes.
pub static CONV_CONV_WHO_ARE_YOU2_IN: stub::Record = stub::Record::of(
        "conv_who_are_you2_in",
        &CONV_CONV_WHO_ARE_YOU2_IN_FIELDS,
    )
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:conv",
            "conv_who_are_you2",
            "urn:conv#conv_who_are_you2",
        )
    });

/// What a call of `conv_who_are_you2` takes.
#[derive(Clone, Debug, Default)]
pub struct ConvConvWhoAreYou2In {
    /// Parameter `actuid`.
    pub actuid: UuidT,
    /// Parameter `boot_time`.
    pub boot_time: u32,
}

stub::plain_fields! {
    ConvConvWhoAreYou2In, CONV_CONV_WHO_ARE_YOU2_IN_FIELDS { 0 actuid, 1 boot_time }
}

stub::plain_slots! {
    ConvConvWhoAreYou2In, CONV_CONV_WHO_ARE_YOU2_IN_FIELDS { 0 actuid, 1 boot_time }
}

static CONV_CONV_WHO_ARE_YOU2_OUT_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("seq").number(1),
    stub::Field::plain("cas_uuid").number(2),
    stub::Field::plain("st").number(3),
];

/// What operation `conv_who_are_you2` gives.
pub static CONV_CONV_WHO_ARE_YOU2_OUT: stub::Record = stub::Record::of(
        "conv_who_are_you2_out",
        &CONV_CONV_WHO_ARE_YOU2_OUT_FIELDS,
    )
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:conv",
            "conv_who_are_you2Response",
            "urn:conv:conv:conv_who_are_you2Response",
        )
    });

/// What a call of `conv_who_are_you2` gives.
#[derive(Clone, Debug, Default)]
pub struct ConvConvWhoAreYou2Out {
    /// Parameter `seq`.
    pub seq: u32,
    /// Parameter `cas_uuid`.
    pub cas_uuid: UuidT,
    /// Parameter `st`.
    pub st: u32,
}

stub::plain_fields! {
    ConvConvWhoAreYou2Out, CONV_CONV_WHO_ARE_YOU2_OUT_FIELDS { 0 seq, 1 cas_uuid, 2 st }
}

stub::plain_slots! {
    ConvConvWhoAreYou2Out, CONV_CONV_WHO_ARE_YOU2_OUT_FIELDS { 0 seq, 1 cas_uuid, 2 st }
}

/// The number of operation `conv_are_you_there`.
pub const CONV_CONV_ARE_YOU_THERE: u32 = 2;

static CONV_CONV_ARE_YOU_THERE_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("actuid").number(1),
    stub::Field::plain("boot_time").number(2),
];

/// What operation `conv_are_you_there` takes.
pub static CONV_CONV_ARE_YOU_THERE_IN: stub::Record = stub::Record::of(
        "conv_are_you_there_in",
        &CONV_CONV_ARE_YOU_THERE_IN_FIELDS,
    )
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:conv",
            "conv_are_you_there",
            "urn:conv#conv_are_you_there",
        )
    });

/// What a call of `conv_are_you_there` takes.
#[derive(Clone, Debug, Default)]
pub struct ConvConvAreYouThereIn {
    /// Parameter `actuid`.
    pub actuid: UuidT,
    /// Parameter `boot_time`.
    pub boot_time: u32,
}

stub::plain_fields! {
    ConvConvAreYouThereIn, CONV_CONV_ARE_YOU_THERE_IN_FIELDS { 0 actuid, 1 boot_time }
}

stub::plain_slots! {
    ConvConvAreYouThereIn, CONV_CONV_ARE_YOU_THERE_IN_FIELDS { 0 actuid, 1 boot_time }
}

static CONV_CONV_ARE_YOU_THERE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("st").number(1),
];

/// What operation `conv_are_you_there` gives.
pub static CONV_CONV_ARE_YOU_THERE_OUT: stub::Record = stub::Record::of(
        "conv_are_you_there_out",
        &CONV_CONV_ARE_YOU_THERE_OUT_FIELDS,
    )
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:conv",
            "conv_are_you_thereResponse",
            "urn:conv:conv:conv_are_you_thereResponse",
        )
    });

/// What a call of `conv_are_you_there` gives.
#[derive(Clone, Debug, Default)]
pub struct ConvConvAreYouThereOut {
    /// Parameter `st`.
    pub st: u32,
}

stub::plain_fields! {
    ConvConvAreYouThereOut, CONV_CONV_ARE_YOU_THERE_OUT_FIELDS { 0 st }
}

stub::plain_slots! {
    ConvConvAreYouThereOut, CONV_CONV_ARE_YOU_THERE_OUT_FIELDS { 0 st }
}

/// The number of operation `conv_who_are_you_auth`.
pub const CONV_CONV_WHO_ARE_YOU_AUTH: u32 = 3;

static CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS: [stub::Field; 5] = [
    stub::Field::plain("actuid").number(1),
    stub::Field::plain("boot_time").number(2),
    stub::Field::plain("in_data").ndr(stub::ndr_place!(hoists 1)).number(3),
    stub::Field::plain("in_len").number(4),
    stub::Field::plain("out_max_len").number(5),
];

/// What operation `conv_who_are_you_auth` takes.
pub static CONV_CONV_WHO_ARE_YOU_AUTH_IN: stub::Record = stub::Record::of(
        "conv_who_are_you_auth_in",
        &CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS,
    )
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:conv",
            "conv_who_are_you_auth",
            "urn:conv#conv_who_are_you_auth",
        )
    });

/// What a call of `conv_who_are_you_auth` takes.
#[derive(Clone, Debug, Default)]
pub struct ConvConvWhoAreYouAuthIn<'a> {
    /// Parameter `actuid`.
    pub actuid: UuidT,
    /// Parameter `boot_time`.
    pub boot_time: u32,
    /// Parameter `in_data`.
    pub in_data: Cow<'a, [u8]>,
    /// Parameter `out_max_len`.
    pub out_max_len: i32,
}

impl stub::Fields for ConvConvWhoAreYouAuthIn<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS[0], &self.actuid);
        s.field(&CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS[1], &self.boot_time);
        s.field(&CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS[2], &self.in_data);
        s.field(
            &CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS[3],
            &stub::Count::<i32>::of(stub::Relation::SAME, Some(self.in_data.len())),
        );
        s.field(&CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS[4], &self.out_max_len);
    }
}

impl<'de> stub::Slots<'de> for ConvConvWhoAreYouAuthIn<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS[0], &mut self.actuid)?;
        s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS[1], &mut self.boot_time)?;
        s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS[2], &mut self.in_data)?;
        let mut said3 = i32::default();
        s.derived(&CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS[3], &mut said3)?;
        s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS[4], &mut self.out_max_len)?;
        stub::agree(
            s,
            &CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS[2],
            stub::Relation::SAME,
            &said3,
            Some(self.in_data.len()),
        )?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS[0], &mut self.actuid),
            1 => s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS[1], &mut self.boot_time),
            2 => s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS[2], &mut self.in_data),
            3 => s.derived(&CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS[3], &mut i32::default()),
            4 => s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_IN_FIELDS[4], &mut self.out_max_len),
            _ => Err(stub::Fail),
        }
    }
}

static CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS: [stub::Field; 5] = [
    stub::Field::plain("seq").number(1),
    stub::Field::plain("cas_uuid").number(2),
    stub::Field::plain("out_data")
        .ndr(stub::ndr_place!(array ConformantVarying, hoists 1))
        .number(3),
    stub::Field::plain("out_len").number(4),
    stub::Field::plain("st").number(5),
];

/// What operation `conv_who_are_you_auth` gives.
pub static CONV_CONV_WHO_ARE_YOU_AUTH_OUT: stub::Record = stub::Record::of(
        "conv_who_are_you_auth_out",
        &CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS,
    )
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:conv",
            "conv_who_are_you_authResponse",
            "urn:conv:conv:conv_who_are_you_authResponse",
        )
    });

/// What a call of `conv_who_are_you_auth` gives.
#[derive(Clone, Debug, Default)]
pub struct ConvConvWhoAreYouAuthOut<'a> {
    /// Parameter `seq`.
    pub seq: u32,
    /// Parameter `cas_uuid`.
    pub cas_uuid: UuidT,
    /// Parameter `out_data`.
    pub out_data: Cow<'a, [u8]>,
    /// Parameter `st`.
    pub st: u32,
}

/// What a server answers to `conv_who_are_you_auth`.
pub struct ConvConvWhoAreYouAuthReply<'a> {
    /// The results.
    pub out: ConvConvWhoAreYouAuthOut<'a>,
    /// How much room the request gives to what says so, in order.
    pub room: [Option<u32>; 1],
}

impl stub::Fields for ConvConvWhoAreYouAuthReply<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS[0], &self.out.seq);
        s.field(&CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS[1], &self.out.cas_uuid);
        s.field(
            &CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS[2],
            &stub::Extent {
                value: &self.out.out_data,
                bounds: &[
                    stub::Bounds {
                        capacity: self.room[0],
                        first: 0,
                        sent: None,
                    },
                ],
            },
        );
        s.field(
            &CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS[3],
            &stub::Count::<i32>::of(stub::Relation::SAME, Some(self.out.out_data.len())),
        );
        s.field(&CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS[4], &self.out.st);
    }
}

impl<'a> ConvConvWhoAreYouAuthReply<'a> {
    /// The results, in answer to a request.
    pub fn to(
        input: &ConvConvWhoAreYouAuthIn<'_>,
        out: ConvConvWhoAreYouAuthOut<'a>,
    ) -> Self {
        let room = [stub::capacity(stub::Relation::SAME, &input.out_max_len)];
        Self { out, room }
    }
}

impl<'de> stub::Slots<'de> for ConvConvWhoAreYouAuthOut<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS[0], &mut self.seq)?;
        s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS[1], &mut self.cas_uuid)?;
        s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS[2], &mut self.out_data)?;
        let mut said3 = i32::default();
        s.derived(&CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS[3], &mut said3)?;
        s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS[4], &mut self.st)?;
        stub::agree(
            s,
            &CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS[2],
            stub::Relation::SAME,
            &said3,
            Some(self.out_data.len()),
        )?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS[0], &mut self.seq),
            1 => s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS[1], &mut self.cas_uuid),
            2 => s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS[2], &mut self.out_data),
            3 => {
                s.derived(&CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS[3], &mut i32::default())
            }
            4 => s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_OUT_FIELDS[4], &mut self.st),
            _ => Err(stub::Fail),
        }
    }
}

/// The number of operation `conv_who_are_you_auth_more`.
pub const CONV_CONV_WHO_ARE_YOU_AUTH_MORE: u32 = 4;

static CONV_CONV_WHO_ARE_YOU_AUTH_MORE_IN_FIELDS: [stub::Field; 4] = [
    stub::Field::plain("actuid").number(1),
    stub::Field::plain("boot_time").number(2),
    stub::Field::plain("index").number(3),
    stub::Field::plain("out_max_len").number(4),
];

/// What operation `conv_who_are_you_auth_more` takes.
pub static CONV_CONV_WHO_ARE_YOU_AUTH_MORE_IN: stub::Record = stub::Record::of(
        "conv_who_are_you_auth_more_in",
        &CONV_CONV_WHO_ARE_YOU_AUTH_MORE_IN_FIELDS,
    )
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:conv",
            "conv_who_are_you_auth_more",
            "urn:conv#conv_who_are_you_auth_more",
        )
    });

/// What a call of `conv_who_are_you_auth_more` takes.
#[derive(Clone, Debug, Default)]
pub struct ConvConvWhoAreYouAuthMoreIn {
    /// Parameter `actuid`.
    pub actuid: UuidT,
    /// Parameter `boot_time`.
    pub boot_time: u32,
    /// Parameter `index`.
    pub index: i32,
    /// Parameter `out_max_len`.
    pub out_max_len: i32,
}

stub::plain_fields! {
    ConvConvWhoAreYouAuthMoreIn, CONV_CONV_WHO_ARE_YOU_AUTH_MORE_IN_FIELDS { 0 actuid, 1
    boot_time, 2 index, 3 out_max_len }
}

stub::plain_slots! {
    ConvConvWhoAreYouAuthMoreIn, CONV_CONV_WHO_ARE_YOU_AUTH_MORE_IN_FIELDS { 0 actuid, 1
    boot_time, 2 index, 3 out_max_len }
}

static CONV_CONV_WHO_ARE_YOU_AUTH_MORE_OUT_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("out_data")
        .ndr(stub::ndr_place!(array ConformantVarying, hoists 1))
        .number(1),
    stub::Field::plain("out_len").number(2),
    stub::Field::plain("st").number(3),
];

/// What operation `conv_who_are_you_auth_more` gives.
pub static CONV_CONV_WHO_ARE_YOU_AUTH_MORE_OUT: stub::Record = stub::Record::of(
        "conv_who_are_you_auth_more_out",
        &CONV_CONV_WHO_ARE_YOU_AUTH_MORE_OUT_FIELDS,
    )
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:conv",
            "conv_who_are_you_auth_moreResponse",
            "urn:conv:conv:conv_who_are_you_auth_moreResponse",
        )
    });

/// What a call of `conv_who_are_you_auth_more` gives.
#[derive(Clone, Debug, Default)]
pub struct ConvConvWhoAreYouAuthMoreOut<'a> {
    /// Parameter `out_data`.
    pub out_data: Cow<'a, [u8]>,
    /// Parameter `st`.
    pub st: u32,
}

/// What a server answers to `conv_who_are_you_auth_more`.
pub struct ConvConvWhoAreYouAuthMoreReply<'a> {
    /// The results.
    pub out: ConvConvWhoAreYouAuthMoreOut<'a>,
    /// How much room the request gives to what says so, in order.
    pub room: [Option<u32>; 1],
}

impl stub::Fields for ConvConvWhoAreYouAuthMoreReply<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &CONV_CONV_WHO_ARE_YOU_AUTH_MORE_OUT_FIELDS[0],
            &stub::Extent {
                value: &self.out.out_data,
                bounds: &[
                    stub::Bounds {
                        capacity: self.room[0],
                        first: 0,
                        sent: None,
                    },
                ],
            },
        );
        s.field(
            &CONV_CONV_WHO_ARE_YOU_AUTH_MORE_OUT_FIELDS[1],
            &stub::Count::<i32>::of(stub::Relation::SAME, Some(self.out.out_data.len())),
        );
        s.field(&CONV_CONV_WHO_ARE_YOU_AUTH_MORE_OUT_FIELDS[2], &self.out.st);
    }
}

impl<'a> ConvConvWhoAreYouAuthMoreReply<'a> {
    /// The results, in answer to a request.
    pub fn to(
        input: &ConvConvWhoAreYouAuthMoreIn,
        out: ConvConvWhoAreYouAuthMoreOut<'a>,
    ) -> Self {
        let room = [stub::capacity(stub::Relation::SAME, &input.out_max_len)];
        Self { out, room }
    }
}

impl<'de> stub::Slots<'de> for ConvConvWhoAreYouAuthMoreOut<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_MORE_OUT_FIELDS[0], &mut self.out_data)?;
        let mut said1 = i32::default();
        s.derived(&CONV_CONV_WHO_ARE_YOU_AUTH_MORE_OUT_FIELDS[1], &mut said1)?;
        s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_MORE_OUT_FIELDS[2], &mut self.st)?;
        stub::agree(
            s,
            &CONV_CONV_WHO_ARE_YOU_AUTH_MORE_OUT_FIELDS[0],
            stub::Relation::SAME,
            &said1,
            Some(self.out_data.len()),
        )?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => {
                s.slot(
                    &CONV_CONV_WHO_ARE_YOU_AUTH_MORE_OUT_FIELDS[0],
                    &mut self.out_data,
                )
            }
            1 => {
                s.derived(
                    &CONV_CONV_WHO_ARE_YOU_AUTH_MORE_OUT_FIELDS[1],
                    &mut i32::default(),
                )
            }
            2 => s.slot(&CONV_CONV_WHO_ARE_YOU_AUTH_MORE_OUT_FIELDS[2], &mut self.st),
            _ => Err(stub::Fail),
        }
    }
}

/// The UUID of interface `convc`, in printed order.
pub const CONVC_UUID: [u8; 16] = 0x4a967f14_3000_0000_0d00_012882000000_u128
    .to_be_bytes();

/// The version of interface `convc`, major and minor.
pub const CONVC_VERSION: (u16, u16) = (1, 0);

/// The number of operation `convc_indy`.
pub const CONVC_CONVC_INDY: u32 = 0;

static CONVC_CONVC_INDY_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("cas_uuid")];

/// What operation `convc_indy` takes.
pub static CONVC_CONVC_INDY_IN: stub::Record = stub::Record::of(
        "convc_indy_in",
        &CONVC_CONVC_INDY_IN_FIELDS,
    )
    .whole()
    .xml(const {
        &stub::XmlRecord::wrapper("urn:convc", "convc_indy", "urn:convc#convc_indy")
    });

/// What a call of `convc_indy` takes.
#[derive(Clone, Debug, Default)]
pub struct ConvcConvcIndyIn {
    /// Parameter `cas_uuid`.
    pub cas_uuid: UuidT,
}

stub::plain_fields! {
    ConvcConvcIndyIn, CONVC_CONVC_INDY_IN_FIELDS { 0 cas_uuid }
}

stub::plain_slots! {
    ConvcConvcIndyIn, CONVC_CONVC_INDY_IN_FIELDS { 0 cas_uuid }
}

/// What operation `convc_indy` gives.
pub static CONVC_CONVC_INDY_OUT: stub::Record = stub::Record::of("convc_indy_out", &[])
    .ndr(stub::ndr_shape!(align 1))
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:convc",
            "convc_indyResponse",
            "urn:convc:convc:convc_indyResponse",
        )
    });
