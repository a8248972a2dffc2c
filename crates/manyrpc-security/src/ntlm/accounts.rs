//! The accounts that a server knows.

use std::collections::HashMap;
use std::fmt;

use super::keys::nt_hash;

/// A server's users, as NTLM needs them.
pub trait Accounts: Send + Sync {
    /// The NT hash ([`nt_hash`]) of this user's password, nothing for a stranger. The domain is
    /// what the client says; it may be empty.
    fn nt_hash(&self, domain: &str, user: &str) -> Option<[u8; 16]>;

    /// All users with their NT hashes, where that is a list that does not change: the system's
    /// NTLM knows users by such a list alone.
    fn list(&self) -> Option<Vec<(String, [u8; 16])>> {
        None
    }
}

/// A small table of users, of whatever domain. Names are the same in upper and lower case.
#[derive(Clone, Default)]
pub struct Users {
    hashes: HashMap<String, [u8; 16]>,
}

impl Users {
    /// Nobody yet.
    pub fn new() -> Users {
        Users::default()
    }

    /// With one more. The password itself is not kept, but its hash is as good to a thief.
    pub fn with(mut self, user: &str, password: &str) -> Users {
        self.hashes.insert(user.to_lowercase(), nt_hash(password));
        self
    }
}

impl Accounts for Users {
    fn nt_hash(&self, _: &str, user: &str) -> Option<[u8; 16]> {
        self.hashes.get(&user.to_lowercase()).copied()
    }

    fn list(&self) -> Option<Vec<(String, [u8; 16])>> {
        let users = self.hashes.iter();
        Some(users.map(|(user, hash)| (user.clone(), *hash)).collect())
    }
}

impl fmt::Debug for Users {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.hashes.keys()).finish()
    }
}
