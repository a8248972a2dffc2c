//! What DCE's engines ask about their server.

use manyrpc_engine::dce;

use crate::host::Host;
use crate::security::{Acceptor, AuthType, Level};

impl dce::Host for Host {
    fn serves(&self, uuid: &[u8; 16], major: u16, minor: u16) -> bool {
        self.router.serves(uuid, major, minor)
    }

    fn join_group(&self, wanted: u32) -> Option<u32> {
        self.groups.join(wanted)
    }

    fn leave_group(&self, id: u32) -> bool {
        self.groups.leave(id)
    }

    fn acceptor(&self, auth_type: AuthType) -> Option<Box<dyn Acceptor>> {
        self.acceptors.as_ref()?(auth_type)
    }

    fn least_level(&self, uuid: &[u8; 16]) -> Level {
        // Looking up which interfaces there are needs no authentication.
        match self.router.is_own(uuid) {
            true => Level::None,
            false => self.least_level,
        }
    }

    fn port(&self) -> &str {
        self.port.get().map_or("", String::as_str)
    }
}
