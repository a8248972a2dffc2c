//! What a client's engine has to say and was not yet asked for.

use alloc::collections::VecDeque;

use crate::contract::{CallId, ClientEvent};

/// Nothing more is said of a call: when several have failed at once, whoever hears of the first may
/// give up another ([`ClientEngine::cancel`](crate::contract::ClientEngine::cancel) gives no event).
pub(crate) fn forget(events: &mut VecDeque<ClientEvent>, call: CallId) {
    events.retain(|event| match event {
        ClientEvent::Reply { id, .. }
        | ClientEvent::Ended { id }
        | ClientEvent::Failed { id, .. } => *id != call,
        ClientEvent::Broken(_) => true,
    });
}
