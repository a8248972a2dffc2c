//! Users and their passwords, in the header of Web Services Security.
//!
//! Reading list: UsernameToken Profile 1.1, section 3.1 (what a server remembers of nonces, and for how long).

use std::fmt;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use manyrpc_codec::Buf;
use manyrpc_codec::time;
use manyrpc_engine::soap::HeaderWriter;
use manyrpc_engine::soap::security::{self, Moment, Password, Presented, UsernameToken, Verifier};

use crate::boot::seed;
use crate::credential::{User, Users};

/// Writes the header of a client's messages.
#[derive(Debug)]
pub(super) struct Signature {
    token: UsernameToken,
    lifetime: Option<Duration>,
    random: u64,
    serial: u64,
}

impl Signature {
    pub(super) fn new(user: &User) -> Self {
        Signature {
            token: UsernameToken {
                user: user.name.clone(),
                password: user.password.clone(),
                digest: user.digest,
            },
            lifetime: user.lifetime,
            random: seed(),
            serial: seed(),
        }
    }
}

impl HeaderWriter for Signature {
    fn write(&mut self, buf: &mut Buf) {
        let now = SystemTime::now();
        let text = |at: SystemTime| moment(at).to_rfc3339();
        // A clock that shows no year of four digits is beyond help.
        let Ok(created) = text(now) else {
            return;
        };
        // A moment that cannot be written is no limit.
        let end = self.lifetime.and_then(|lifetime| now.checked_add(lifetime));
        let expires = end.and_then(|end| text(end).ok());
        self.serial = self.serial.wrapping_add(1);
        let nonce = [self.random.to_be_bytes(), self.serial.to_be_bytes()].concat();
        let now = Moment {
            created: created.as_str(),
            expires: expires.as_ref().map(|at| at.as_str()),
            nonce: &nonce,
        };
        security::write(buf, &self.token, now);
    }
}

/// A moment in thousandths of a second, as other implementations have it.
fn moment(at: SystemTime) -> time::Moment {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    time::Moment {
        seconds: since.as_secs() as i64,
        nanos: since.subsec_millis() as i32 * 1_000_000,
    }
}

/// How old a message may be, and how much clocks may differ.
const FRESH: Duration = Duration::from_secs(300);
/// Most messages that are remembered; a server with more of them in that time refuses some.
const REMEMBERED: usize = 65_536;

/// Decides about users by their passwords. A digest is taken once, at one of the server's bindings.
pub(super) struct ByPassword(Arc<Users>);

impl ByPassword {
    pub(super) fn new(users: &Arc<Users>) -> Arc<Self> {
        Arc::new(ByPassword(users.clone()))
    }

    /// Whether a message with that nonce is the first.
    fn is_first(&self, nonce: &[u8], now: SystemTime) -> bool {
        let mut seen = self.0.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() >= REMEMBERED {
            let is_fresh =
                |at: &SystemTime| now.duration_since(*at).is_ok_and(|age| age < 2 * FRESH);
            seen.retain(|_, at| is_fresh(at));
        }
        seen.len() < REMEMBERED && seen.insert(nonce.to_vec(), now).is_none()
    }
}

impl fmt::Debug for ByPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ByPassword")
    }
}

impl Verifier for ByPassword {
    fn verify(&self, presented: &Presented<'_>) -> bool {
        let now = SystemTime::now();
        let today = moment(now).seconds;
        let fresh = FRESH.as_secs() as i64;
        let is_past = |text: &str| read(text).is_none_or(|at| at + fresh < today);
        if presented.expires.is_some_and(is_past) {
            return false;
        }
        let is_right = (self.0.password)(presented.user).is_some_and(|p| presented.password.is(&p));
        match presented.password {
            Password::Digest { nonce, .. } => {
                let created = presented.created.and_then(read);
                let is_fresh = created.is_some_and(|at| (at - today).abs() <= fresh);
                is_right && is_fresh && !nonce.is_empty() && self.is_first(nonce, now)
            }
            Password::Text(_) => is_right,
        }
    }
}

/// A `dateTime` with its zone, in seconds since 1970.
fn read(text: &str) -> Option<i64> {
    time::Moment::from_rfc3339(text).ok().map(|at| at.seconds)
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_lifetime_without_an_end_is_not_stated() {
        let token = |user: User| {
            let mut buf = Buf::new();
            Signature::new(&user).write(&mut buf);
            String::from_utf8(buf.data().to_vec()).unwrap()
        };
        let ann = || User::new("ann", "secret");
        assert!(token(ann().lifetime(Duration::from_secs(9))).contains("wsu:Expires"));
        let endless = token(ann().lifetime(Duration::MAX));
        assert!(endless.contains(">ann<") && !endless.contains("wsu:Expires"));
    }

    fn shown<'a>(digest: &'a [u8], created: &'a str) -> Presented<'a> {
        Presented {
            user: "ann",
            password: Password::Digest {
                digest,
                nonce: b"n",
                created,
            },
            created: Some(created),
            expires: None,
        }
    }

    #[test]
    fn a_digest_is_taken_once_while_it_is_fresh() {
        let users = Arc::new(Users {
            password: Box::new(|name| (name == "ann").then(|| "secret".to_owned())),
            seen: Mutex::default(),
        });
        let verifier = ByPassword::new(&users);
        let now = SystemTime::now();
        let at = |at: SystemTime| moment(at).to_rfc3339().unwrap().as_str().to_owned();
        let (fresh, old) = (at(now), at(now - 2 * FRESH));
        let digest = |created: &str| security::digest(b"n", created, "secret");
        assert!(!verifier.verify(&shown(&digest(&old), &old)));
        assert!(!verifier.verify(&shown(&[0; 20], &fresh)));
        assert!(verifier.verify(&shown(&digest(&fresh), &fresh)));
        assert!(!verifier.verify(&shown(&digest(&fresh), &fresh)));
        // Nor at another binding.
        assert!(!ByPassword::new(&users).verify(&shown(&digest(&fresh), &fresh)));
        let text = |user| Presented {
            user,
            password: Password::Text("secret"),
            created: None,
            expires: None,
        };
        assert!(verifier.verify(&text("ann")) && !verifier.verify(&text("bob")));
        assert!(!verifier.verify(&Presented {
            expires: Some(&old),
            ..text("ann")
        }));
    }
}
