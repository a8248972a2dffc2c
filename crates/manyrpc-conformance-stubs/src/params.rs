//! Parameters in NDR: what stubs make of requests and replies.

use manyrpc_codec::meta::Record;
use manyrpc_codec::ndr::{self, Referents};
use manyrpc_codec::{Buf, Fields, Limits, Slots};

use crate::syntax::same;

/// What is sent of what was read, or why that is not; or why the message is refused.
pub type Recoded = Result<Result<Vec<u8>, String>, String>;

/// Reads a request that has this label, and sends it again.
pub type Request = fn(&[u8], [u8; 4]) -> Recoded;

/// Reads a reply that has this label, and sends it again in answer to the request, which is
/// little-endian.
pub type Reply = fn(&[u8], &[u8], [u8; 4]) -> Recoded;

/// What describes the parameters that travel, and the bytes with their label.
pub(crate) type Message<'m, 'de> = (&'m Record, &'de [u8], [u8; 4]);

fn decode<'de, T: Slots<'de>>(
    (meta, bytes, label): Message<'_, 'de>,
    value: &mut T,
    referents: &mut Referents,
) -> Result<(), String> {
    let limits = &Limits::DEFAULT;
    ndr::decode_params_with(bytes, label, meta, value, limits, referents).map_err(|e| e.to_string())
}

pub(crate) fn encode<T: Fields>(
    meta: &Record,
    value: &T,
    referents: &mut Referents,
) -> Result<Vec<u8>, String> {
    let mut buf = Buf::new();
    ndr::encode_params_with(&mut buf, meta, value, &Limits::DEFAULT, referents)
        .map_err(|e| e.to_string())?;
    Ok(buf.data().to_vec())
}

/// A request, read into a value and sent again.
pub(crate) fn request<'de, T: Slots<'de> + Fields>(
    message: Message<'_, 'de>,
    value: &mut T,
) -> Recoded {
    twice(value, |value| {
        decode(message, value, &mut Referents::default())?;
        Ok(encode(message.0, value, &mut Referents::default()))
    })
}

/// A reply, as the client of the call reads it and as its server sends it: both know what the full
/// pointers of the request led to.
pub(crate) fn reply<'de, I: Slots<'de> + Fields, O: Slots<'de>>(
    asked: Message<'_, 'de>,
    answered: Message<'_, 'de>,
    (input, output): (&mut I, &mut O),
    send: impl Fn(&I, &O, &mut Referents) -> Result<Vec<u8>, String>,
) -> Recoded {
    twice(output, |output| {
        let (mut server, mut client) = (Referents::default(), Referents::default());
        decode(asked, input, &mut server)?;
        encode(asked.0, input, &mut client)?;
        decode(answered, output, &mut client)?;
        Ok(send(input, output, &mut server))
    })
}

/// What comes of a fresh value, if a used one gives the same.
fn twice<T>(value: &mut T, mut recode: impl FnMut(&mut T) -> Recoded) -> Recoded {
    let fresh = recode(value)?;
    let used = recode(value).map_err(|why| format!("a used value: {why}"))?;
    match (fresh, used) {
        (Ok(fresh), Ok(used)) => same(fresh, &used).map(Ok),
        (fresh, used) if fresh == used => Ok(fresh),
        (fresh, used) => Err(format!(
            "a used value gives {used:?}, a fresh one {fresh:?}"
        )),
    }
}
