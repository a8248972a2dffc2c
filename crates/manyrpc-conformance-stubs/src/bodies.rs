//! Bodies of SOAP: what stubs make of messages.

use manyrpc_codec::meta::Record;
use manyrpc_codec::soap::{self, Options};
use manyrpc_codec::{Buf, Fields, Limits, Slots};

use crate::syntax::same;

/// Reads a message, and writes what came of it, without the start of its envelope; or why that cannot be done.
pub type Recode = fn(&[u8], Options) -> Result<Vec<u8>, String>;

/// What the stubs of one operation make of its messages.
pub struct Bodies {
    /// Its number.
    pub number: u32,
    /// Of a request.
    pub request: Recode,
    /// Of a reply.
    pub reply: Recode,
}

/// A message, read into a value and written again: twice, since a used value must give the same as a fresh one.
pub(crate) fn recode<'de, T: Slots<'de> + Fields>(
    message: &'de [u8],
    meta: &Record,
    value: &mut T,
    options: Options,
) -> Result<Vec<u8>, String> {
    let mut once = || {
        let (mut buf, limits) = (Buf::new(), &Limits::DEFAULT);
        soap::decode_params(message, meta, value, limits, options).map_err(|e| e.to_string())?;
        soap::encode_params(&mut buf, meta, value, limits, options).map_err(|e| e.to_string())?;
        Ok(buf.data().to_vec())
    };
    let (fresh, used): (Result<_, String>, Result<_, String>) = (once(), once());
    same(fresh?, &used.map_err(|why| format!("a used value: {why}"))?)
}
