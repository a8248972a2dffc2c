//! The endpoint mapper, as a client and as a server: the registry of DCE's servers, by interface
//! and object.
//!
//! Reading list: C706 section 6.2.2 (endpoints and the endpoint mapper), appendix H (its ports),
//! appendix L (towers), appendix O (its interface).
//!
//! ```
//! use manyrpc::Uuid;
//! use manyrpc::binding::Transport;
//! use manyrpc::registry::epm::{Element, Mapper, MapperClient, Place, SyntaxId, Tower};
//!
//! # fn main() -> Result<(), manyrpc::Error> {
//! let interface = SyntaxId { uuid: Uuid([7; 16]), major: 1, minor: 0 };
//! let place = Place::Internet { transport: Transport::Tcp, port: 5000, host: [127, 0, 0, 1].into() };
//! let tower = Tower::new(interface, place);
//!
//! let mapper = Mapper::new().start(0)?;
//! let mut client = MapperClient::open(&mapper.bindings()[0])?;
//! let element = Element { object: Uuid::NIL, tower: tower.clone(), annotation: "a calculator".to_owned() };
//! assert!(client.insert(&[element], true)?);
//! assert_eq!(client.map(Uuid::NIL, interface, Transport::Tcp)?, [tower]);
//! # Ok(())
//! # }
//! ```

mod client;
mod serve;
mod table;
mod tower;

pub use client::MapperClient;
pub use serve::Mapper;
pub use table::{Element, Inquiry, Versions};
pub use tower::{BadTower, Floor, NDR, Place, Tower};

pub use crate::system::server_info::SyntaxId;

use crate::error::Error;
use crate::system::binding::{Binding, Transport};
use crate::systems::Dce;

/// The endpoint mapper's own port, TCP and UDP (C706, appendix H).
pub const PORT: u16 = 135;

/// The host's mapper.
pub(super) fn local() -> Result<MapperClient, Error> {
    MapperClient::open(&Binding::host(&Dce, Transport::Tcp, "127.0.0.1", PORT))
}

/// Whether this host has a mapper.
pub(crate) fn is_there() -> bool {
    local().and_then(|mut m| m.object()).is_ok()
}
