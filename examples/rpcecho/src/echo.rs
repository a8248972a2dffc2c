//! What the server does: a method for each operation of the definition.

use std::borrow::Cow;
use std::thread;
use std::time::Duration;

use manyrpc::{Context, Fault};

manyrpc::stubs!(pub(crate) mod rpcecho);
use rpcecho::{Info, Info1, Info2, Info3, Info4, Info5, Info6, Info7};
use rpcecho::{Kind, Kinds, Rpcecho, SomeKind, Surroundings};

/// The application object. It has no state, so nothing is in it.
pub(crate) struct Echo;

/// The most bytes that one call may ask for.
const MOST: u32 = 16 << 20;

/// NTSTATUS: all is well.
const STATUS_OK: u32 = 0;
/// NTSTATUS: an information level that there is not.
const STATUS_INVALID_LEVEL: u32 = 0xc000_0148;

impl Rpcecho for Echo {
    fn add_one(&self, _: &Context<'_>, in_data: u32) -> Result<u32, Fault> {
        Ok(in_data.wrapping_add(1))
    }

    // Arguments borrow from the received request, and results may borrow from the arguments:
    // nothing is copied here.
    fn echo_data<'a>(
        &'a self,
        _: &Context<'_>,
        in_data: Cow<'a, [u8]>,
    ) -> Result<Cow<'a, [u8]>, Fault> {
        Ok(in_data)
    }

    fn sink_data(&self, _: &Context<'_>, _data: Cow<'_, [u8]>) -> Result<(), Fault> {
        Ok(())
    }

    fn source_data<'a>(&'a self, _: &Context<'_>, len: u32) -> Result<Cow<'a, [u8]>, Fault> {
        if len > MOST {
            return Err(Fault::ServerFailure);
        }
        Ok((0..len).map(|i| i as u8).collect())
    }

    fn test_call<'a>(
        &'a self,
        _: &Context<'_>,
        s1: Cow<'a, str>,
    ) -> Result<Option<Cow<'a, str>>, Fault> {
        Ok(Some(s1))
    }

    fn test_call2(&self, _: &Context<'_>, level: u16) -> Result<(Info, u32), Fault> {
        let info = match level {
            1 => Info::One(Info1 { v: 10 }),
            2 => Info::Two(Info2 { v: 20 }),
            3 => Info::Three(Info3 { v: 30 }),
            4 => Info::Four(Info4 { v: 40 }),
            5 => Info::Five(Info5 { v1: 50, v2: 60 }),
            6 => Info::Six(Info6 {
                v1: 70,
                inner: Info1 { v: 80 },
            }),
            7 => Info::Seven(Info7 {
                v1: 80,
                inner: Info4 { v: 90 },
            }),
            _ => return Ok((Info::default(), STATUS_INVALID_LEVEL)),
        };
        Ok((info, STATUS_OK))
    }

    fn test_sleep(&self, _: &Context<'_>, seconds: u32) -> Result<u32, Fault> {
        thread::sleep(Duration::from_secs(seconds.into()));
        Ok(seconds)
    }

    fn test_enum(
        &self,
        _: &Context<'_>,
        foo2: Kinds,
        foo3: SomeKind,
    ) -> Result<(Kinds, SomeKind), Fault> {
        let e1 = Kind::Two as u16;
        Ok((Kinds { e1, ..foo2 }, foo3))
    }

    fn test_surrounding(&self, _: &Context<'_>, data: Surroundings) -> Result<Surroundings, Fault> {
        let surrounding = vec![0; 2 * data.surrounding.len()];
        Ok(Surroundings { surrounding })
    }

    fn test_double_pointer(
        &self,
        _: &Context<'_>,
        data: Option<Option<u16>>,
    ) -> Result<u16, Fault> {
        Ok(data.flatten().unwrap_or(0))
    }
}
