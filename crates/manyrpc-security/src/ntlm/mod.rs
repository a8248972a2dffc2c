//! NTLM, only version 2 with extended session security and 128-bit keys. Weaker forms are refused.
//!
//! Reading list: MS-NLMP 3.1.5.1 (client), 3.2.5.1 (server), 3.4 (sessions); known answers from 4.2.4.

mod acceptor;
mod accounts;
mod exchange;
mod initiator;
mod keys;
mod message;
mod session;
#[cfg(test)]
mod tests;

use std::time::{SystemTime, UNIX_EPOCH};

use manyrpc_engine::security::{Denied, DeniedReason};

pub use acceptor::NtlmAcceptor;
pub use accounts::{Accounts, Users};
pub use initiator::NtlmInitiator;
pub use keys::nt_hash;

pub(crate) use exchange::{Exchange, admit, with_version};
pub(crate) use session::{SIGNATURE_BYTES, Session};

use message::flag;

/// Flags that both sides must agree on.
const NEEDED: u32 = flag::UNICODE | flag::EXTENDED_SESSION_SECURITY | flag::KEY_128;
/// Flags that a client requests; a server grants those it has.
const OFFERED: u32 = NEEDED
    | flag::REQUEST_TARGET
    | flag::SIGN
    | flag::SEAL
    | flag::NTLM
    | flag::ALWAYS_SIGN
    | flag::TARGET_INFO
    | flag::VERSION
    | flag::KEY_EXCH
    | flag::KEY_56;

fn check_needed(flags: u32, peer: &str) -> Result<(), Denied> {
    if flags & NEEDED == NEEDED {
        return Ok(());
    }
    Err(Denied::new(
        DeniedReason::NotOffered,
        format!(
            "the {peer} does not offer NTLM with extended session security and 128-bit keys (flags {flags:#010x}); allow NTLM v2 there"
        ),
    ))
}

/// 100 ns since 1601 (MS-DTYP 2.3.3, FILETIME).
fn now() -> u64 {
    let since_1970 = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    11_644_473_600 * 10_000_000 + (since_1970.as_nanos() / 100) as u64
}

fn random<const N: usize>() -> Result<[u8; N], Denied> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| {
        Denied::new(
            DeniedReason::Ours,
            format!("the system gives no random numbers: {error}"),
        )
    })?;
    Ok(bytes)
}
