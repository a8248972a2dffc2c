//! Interfaces with context handles, which Samba's tests expect under well-known names.

use manyrpc::contexts::{ContextHandle, Contexts};
use manyrpc::stub::{InterfaceId, Service};
use manyrpc::{Context, Dispatch, Fault, Outcome};

#[allow(missing_docs, unreachable_pub, reason = "generated, and private here")]
mod stubs {
    manyrpc::stubs!(pub mod handles);
}

use stubs::handles::{Handles, HandlesServer};

/// `lsarpc` (MS-LSAD), reduced to the called operations.
pub fn lsarpc() -> impl Service {
    let uuid = [
        0x12, 0x34, 0x57, 0x78, 0x12, 0x34, 0xab, 0xcd, 0xef, 0x00, 0x01, 0x23, 0x45, 0x67, 0x89,
        0xab,
    ];
    let operations = &[
        (0, CLOSE),
        (3, LOOK),
        (6, BEGIN),
        (44, BEGIN),
        (45, TELL_TWO),
    ];
    Renumbered::new("lsarpc", uuid, 0, operations)
}

/// `samr` (MS-SAMR), likewise, reduced to the called operations.
pub fn samr() -> impl Service {
    let uuid = [
        0x12, 0x34, 0x57, 0x78, 0x12, 0x34, 0xab, 0xcd, 0xef, 0x00, 0x01, 0x23, 0x45, 0x67, 0x89,
        0xac,
    ];
    Renumbered::new("samr", uuid, 1, &[(0, BEGIN), (1, CLOSE)])
}

/// `dssetup` (MS-DSSP), likewise, reduced to the called operations.
pub fn dssetup() -> impl Service {
    let uuid = [
        0x39, 0x19, 0x28, 0x6a, 0xb1, 0x0c, 0x11, 0xd0, 0x9b, 0xa8, 0x00, 0xc0, 0x4f, 0xd9, 0x2e,
        0xf5,
    ];
    Renumbered::new("dssetup", uuid, 0, &[(0, TELL)])
}

/// `drsuapi` (MS-DRSR), likewise, reduced to the called operations.
pub fn drsuapi() -> impl Service {
    let uuid = [
        0xe3, 0x51, 0x42, 0x35, 0x4b, 0x06, 0x11, 0xd1, 0xab, 0x04, 0x00, 0xc0, 0x4f, 0xc2, 0xdc,
        0xd2,
    ];
    Renumbered::new("drsuapi", uuid, 4, &[(0, TELL_AND_BEGIN), (1, CLOSE)])
}

/// Numbers in `handles.idl`.
const BEGIN: u32 = 0;
const CLOSE: u32 = 1;
const LOOK: u32 = 2;
const TELL_AND_BEGIN: u32 = 3;
const TELL: u32 = 4;
const TELL_TWO: u32 = 5;

/// The operations under another interface and other numbers.
struct Renumbered {
    id: InterfaceId<'static>,
    /// Numbers on the wire, and the corresponding ones here.
    operations: &'static [(u32, u32)],
    inner: HandlesServer<Kept>,
}

impl Renumbered {
    fn new(
        name: &'static str,
        uuid: [u8; 16],
        major: u16,
        operations: &'static [(u32, u32)],
    ) -> Self {
        Renumbered {
            id: InterfaceId {
                name,
                full_name: name,
                ..InterfaceId::of_uuid(uuid, major, 0)
            },
            operations,
            inner: HandlesServer(Kept::default()),
        }
    }
}

impl Service for Renumbered {
    fn interface(&self) -> InterfaceId<'_> {
        self.id
    }

    fn dispatch(&self, operation: u32, call: &mut Dispatch<'_>) -> Outcome {
        let found = self
            .operations
            .iter()
            .find(|(on_wire, _)| *on_wire == operation);
        match found {
            Some((_, here)) => self.inner.dispatch(*here, call),
            None => Outcome::Fault(Fault::NoSuchOperation),
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
