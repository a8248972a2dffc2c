//! Calls with several messages that futures serve, by name.

use manyrpc_codec::{Buf, Encoding};
use manyrpc_dynamic::{DynFields, DynSlots};
use manyrpc_engine::Fault;
use manyrpc_model::Value;

use crate::described::DynamicInterface;
use crate::streams::{Replying, Requests, read, write};

/// An operation of an interface.
type At = (DynamicInterface, usize);

/// The client's messages of a call.
#[derive(Debug)]
pub struct DynamicRequests {
    requests: Requests,
    encoding: Encoding,
    at: At,
}

impl DynamicRequests {
    pub(super) fn new((requests, encoding): (Requests, Encoding), at: At) -> Self {
        DynamicRequests {
            requests,
            encoding,
            at,
        }
    }

    /// Waits for the next message; `None` after the last, and when the client is gone.
    ///
    /// # Errors
    /// It is malformed: the call should end with that fault.
    pub async fn next(&mut self) -> Result<Option<Vec<Value>>, Fault> {
        let Some(received) = self.requests.next().await else {
            return Ok(None);
        };
        let (interface, at) = &self.at;
        let (_, lowered) = interface.at(*at);
        let mut arguments = Vec::new();
        let definition = &interface.definition().lowered;
        let mut slots = DynSlots::new(definition, &lowered.input, &mut arguments);
        read(self.encoding, &received, &lowered.input.meta, &mut slots)?;
        Ok(Some(arguments))
    }
}

/// The destination of the replies of a call. Clones may be used by several tasks.
#[derive(Clone, Debug)]
pub struct DynamicReplying {
    replying: Replying,
    encoding: Encoding,
    at: At,
}

impl DynamicReplying {
    pub(super) fn new((replying, encoding): (Replying, Encoding), at: At) -> Self {
        DynamicReplying {
            replying,
            encoding,
            at,
        }
    }

    /// Sends a reply, once the client's flow control permits it.
    ///
    /// # Errors
    /// The values do not fit, or the client is gone.
    pub async fn send(&self, results: &[Value]) -> Result<(), Fault> {
        let mut body = Buf::new();
        {
            let (interface, at) = &self.at;
            let (_, lowered) = interface.at(*at);
            let definition = &interface.definition().lowered;
            let output = DynFields::new(definition, &lowered.output, results);
            if !write(self.encoding, &mut body, &lowered.output.meta, &output) {
                return Err(Fault::ServerFailure);
            }
        }
        self.replying.send(body.data().to_vec()).await
    }
}
