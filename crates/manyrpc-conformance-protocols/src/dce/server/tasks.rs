//! The operations of `rpcecho` as futures.

use std::borrow::Cow;
use std::time::Duration;

use manyrpc::{Context, Fault};
use tokio::task::yield_now;
use tokio::time::sleep;

use super::echo::Echo;
use super::echo::rpcecho::{AsyncRpcecho, Info, Kinds, Rpcecho, SomeKind, Surroundings};

/// Each waits for a turn first, so that it becomes a task: a future that is ready at once is none.
impl AsyncRpcecho for Echo {
    async fn add_one(&self, call: &Context<'_>, in_data: u32) -> Result<u32, Fault> {
        yield_now().await;
        Rpcecho::add_one(self, call, in_data)
    }

    async fn echo_data<'a>(
        &'a self,
        call: &'a Context<'a>,
        in_data: Cow<'a, [u8]>,
    ) -> Result<Cow<'a, [u8]>, Fault> {
        yield_now().await;
        Rpcecho::echo_data(self, call, in_data)
    }

    async fn sink_data(&self, call: &Context<'_>, data: Cow<'_, [u8]>) -> Result<(), Fault> {
        yield_now().await;
        Rpcecho::sink_data(self, call, data)
    }

    async fn source_data<'a>(
        &'a self,
        call: &'a Context<'a>,
        len: u32,
    ) -> Result<Cow<'a, [u8]>, Fault> {
        yield_now().await;
        Rpcecho::source_data(self, call, len)
    }

    async fn test_call<'a>(
        &'a self,
        call: &'a Context<'a>,
        s1: Cow<'a, str>,
    ) -> Result<Option<Cow<'a, str>>, Fault> {
        yield_now().await;
        Rpcecho::test_call(self, call, s1)
    }

    async fn test_call2(&self, call: &Context<'_>, level: u16) -> Result<(Info, u32), Fault> {
        yield_now().await;
        Rpcecho::test_call2(self, call, level)
    }

    /// Holds up no thread.
    async fn test_sleep(&self, _: &Context<'_>, seconds: u32) -> Result<u32, Fault> {
        sleep(Duration::from_secs(seconds.into())).await;
        Ok(seconds)
    }

    async fn test_enum(
        &self,
        call: &Context<'_>,
        foo2: Kinds,
        foo3: SomeKind,
    ) -> Result<(Kinds, SomeKind), Fault> {
        yield_now().await;
        Rpcecho::test_enum(self, call, foo2, foo3)
    }

    async fn test_surrounding(
        &self,
        call: &Context<'_>,
        data: Surroundings,
    ) -> Result<Surroundings, Fault> {
        yield_now().await;
        Rpcecho::test_surrounding(self, call, data)
    }

    async fn test_double_pointer(
        &self,
        call: &Context<'_>,
        data: Option<Option<u16>>,
    ) -> Result<u16, Fault> {
        yield_now().await;
        Rpcecho::test_double_pointer(self, call, data)
    }
}
