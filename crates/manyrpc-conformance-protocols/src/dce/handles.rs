//! Interfaces with context handles, which Samba's tests expect under well-known names.

use std::future::ready;

use manyrpc::contexts::{ContextHandle, Contexts};
use manyrpc::server::Builder;
use manyrpc::stub::{InterfaceId, Service, Serving};
use manyrpc::{Context, Dispatch, Fault, Outcome};
use tokio::task::yield_now;

use crate::world::World;

#[allow(missing_docs, unreachable_pub, reason = "generated, and private here")]
mod stubs {
    manyrpc::stubs!(pub mod handles);
}

use stubs::handles::{AsyncHandles, AsyncHandlesServer, Handles, HandlesServer};

/// Adds all of them to a server; in the world of futures their operations are `async fn`.
pub(super) fn serve(world: World, server: Builder) -> Builder {
    let names = [LSARPC, SAMR, DSSETUP, DRSUAPI];
    names.into_iter().fold(server, |server, name| match world {
        World::Blocking => server.service(Renumbered {
            name,
            inner: HandlesServer(Kept::default()),
        }),
        World::Futures => server.service(Renumbered {
            name,
            inner: AsyncHandlesServer(Kept::default()),
        }),
    })
}

/// Another interface, and other numbers of the operations.
#[derive(Clone, Copy)]
struct Name {
    name: &'static str,
    uuid: [u8; 16],
    major: u16,
    /// Numbers on the wire, and the corresponding ones here.
    operations: &'static [(u32, u32)],
}

/// `lsarpc` (MS-LSAD), reduced to the called operations.
const LSARPC: Name = Name {
    name: "lsarpc",
    uuid: [
        0x12, 0x34, 0x57, 0x78, 0x12, 0x34, 0xab, 0xcd, 0xef, 0x00, 0x01, 0x23, 0x45, 0x67, 0x89,
        0xab,
    ],
    major: 0,
    operations: &[
        (0, CLOSE),
        (3, LOOK),
        (6, BEGIN),
        (44, BEGIN),
        (45, TELL_TWO),
    ],
};

/// `samr` (MS-SAMR), likewise.
const SAMR: Name = Name {
    name: "samr",
    uuid: [
        0x12, 0x34, 0x57, 0x78, 0x12, 0x34, 0xab, 0xcd, 0xef, 0x00, 0x01, 0x23, 0x45, 0x67, 0x89,
        0xac,
    ],
    major: 1,
    operations: &[(0, BEGIN), (1, CLOSE)],
};

/// `dssetup` (MS-DSSP), likewise.
const DSSETUP: Name = Name {
    name: "dssetup",
    uuid: [
        0x39, 0x19, 0x28, 0x6a, 0xb1, 0x0c, 0x11, 0xd0, 0x9b, 0xa8, 0x00, 0xc0, 0x4f, 0xd9, 0x2e,
        0xf5,
    ],
    major: 0,
    operations: &[(0, TELL)],
};

/// `drsuapi` (MS-DRSR), likewise.
const DRSUAPI: Name = Name {
    name: "drsuapi",
    uuid: [
        0xe3, 0x51, 0x42, 0x35, 0x4b, 0x06, 0x11, 0xd1, 0xab, 0x04, 0x00, 0xc0, 0x4f, 0xc2, 0xdc,
        0xd2,
    ],
    major: 4,
    operations: &[(0, TELL_AND_BEGIN), (1, CLOSE)],
};

/// Numbers in `handles.idl`.
const BEGIN: u32 = 0;
const CLOSE: u32 = 1;
const LOOK: u32 = 2;
const TELL_AND_BEGIN: u32 = 3;
const TELL: u32 = 4;
const TELL_TWO: u32 = 5;

/// The operations of a service under another name.
struct Renumbered<S> {
    name: Name,
    inner: S,
}

impl<S> Renumbered<S> {
    /// The number here of an operation.
    fn operation(&self, on_wire: u32) -> Option<u32> {
        let mut operations = self.name.operations.iter();
        let found = operations.find(|(known, _)| *known == on_wire);
        found.map(|(_, here)| *here)
    }
}

impl<S: Service> Service for Renumbered<S> {
    fn interface(&self) -> InterfaceId<'_> {
        let Name {
            name, uuid, major, ..
        } = self.name;
        InterfaceId {
            name,
            full_name: name,
            ..InterfaceId::of_uuid(uuid, major, 0)
        }
    }

    fn dispatch(&self, operation: u32, call: &mut Dispatch<'_>) -> Outcome {
        match self.operation(operation) {
            Some(here) => self.inner.dispatch(here, call),
            None => Outcome::Fault(Fault::NoSuchOperation),
        }
    }

    fn is_async(&self) -> bool {
        self.inner.is_async()
    }

    fn dispatch_async<'a>(&'a self, operation: u32, call: Dispatch<'a>) -> Serving<'a> {
        match self.operation(operation) {
            Some(here) => self.inner.dispatch_async(here, call),
            None => Box::pin(ready(Outcome::Fault(Fault::NoSuchOperation))),
        }
    }

    fn association_ended(&self, association: u64) {
        self.inner.association_ended(association);
    }
}

/// The contexts of handles.
#[derive(Default)]
struct Kept(Contexts<()>);

impl Handles for Kept {
    fn begin(&self, call: &Context<'_>) -> Result<(ContextHandle, u32), Fault> {
        Ok((self.0.insert(call, ())?, 0))
    }

    fn close(
        &self,
        call: &Context<'_>,
        handle: ContextHandle,
    ) -> Result<(ContextHandle, u32), Fault> {
        self.0.remove(call, handle)?;
        Ok((ContextHandle::NULL, 0))
    }

    fn look(&self, call: &Context<'_>, handle: ContextHandle, _: u32) -> Result<(u32, u32), Fault> {
        self.0.get(call, handle)?;
        Ok((0, 0))
    }

    fn tell_and_begin(&self, call: &Context<'_>) -> Result<(u32, ContextHandle, u32), Fault> {
        Ok((0, self.0.insert(call, ())?, 0))
    }

    fn tell(&self, _: &Context<'_>) -> Result<(u32, u32), Fault> {
        Ok((0, 0))
    }

    fn tell_two(&self, _: &Context<'_>) -> Result<(u32, u32, u32), Fault> {
        Ok((0, 0, 0))
    }

    fn association_ended(&self, association: u64) {
        self.0.run_down(association);
    }
}

/// Each waits for a turn first, so that it becomes a task: a future that is ready at once is none.
impl AsyncHandles for Kept {
    async fn begin(&self, call: &Context<'_>) -> Result<(ContextHandle, u32), Fault> {
        yield_now().await;
        Handles::begin(self, call)
    }

    async fn close(
        &self,
        call: &Context<'_>,
        handle: ContextHandle,
    ) -> Result<(ContextHandle, u32), Fault> {
        yield_now().await;
        Handles::close(self, call, handle)
    }

    async fn look(
        &self,
        call: &Context<'_>,
        handle: ContextHandle,
        at: u32,
    ) -> Result<(u32, u32), Fault> {
        yield_now().await;
        Handles::look(self, call, handle, at)
    }

    async fn tell_and_begin(&self, call: &Context<'_>) -> Result<(u32, ContextHandle, u32), Fault> {
        yield_now().await;
        Handles::tell_and_begin(self, call)
    }

    async fn tell(&self, call: &Context<'_>) -> Result<(u32, u32), Fault> {
        yield_now().await;
        Handles::tell(self, call)
    }

    async fn tell_two(&self, call: &Context<'_>) -> Result<(u32, u32, u32), Fault> {
        yield_now().await;
        Handles::tell_two(self, call)
    }

    fn association_ended(&self, association: u64) {
        Handles::association_ended(self, association);
    }
}
