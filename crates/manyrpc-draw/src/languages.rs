//! Definitions in any language.

use crate::definition::{Definition, Language};
use crate::{Draw, dce, omg, proto, rpcl, wsdl};

impl Language {
    /// The `index`th definition of a seed.
    pub fn definition(self, seed: u64, index: u64) -> Definition {
        let mut draw = Draw::nth(seed, index);
        let (name, draw) = (format!("d{index}"), &mut draw);
        match self {
            Language::Rpcl => rpcl::definition(name, draw),
            Language::Dce => dce::definition(name, draw),
            Language::Omg => omg::definition(name, draw),
            Language::Proto => proto::definition(name, draw),
            Language::Wsdl => wsdl::definition(name, draw),
        }
    }
}
