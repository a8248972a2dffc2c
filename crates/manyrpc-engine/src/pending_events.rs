//! A client engine's events that were not taken yet.

use alloc::collections::VecDeque;

use crate::contract::{CallId, ClientEvent};

/// Removes the events of a call: when several calls fail at once, the caller that takes the first
/// failure may give up another call
/// ([`ClientEngine::cancel`](crate::contract::ClientEngine::cancel) gives no event).
pub(crate) fn forget(events: &mut VecDeque<ClientEvent>, call: CallId) {
    events.retain(|event| match event {
        ClientEvent::Reply { id, .. }
        | ClientEvent::Ended { id }
        | ClientEvent::Failed { id, .. } => *id != call,
        ClientEvent::Broken(_) => true,
    });
}
