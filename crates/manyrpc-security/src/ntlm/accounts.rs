//! The accounts of a server.

use std::collections::HashMap;
use std::fmt;

use super::keys::nt_hash;

/// A server's users in the form that NTLM needs.
pub trait Accounts: Send + Sync {
    /// The NT hash ([`nt_hash`]) of this user's password; `None` for unknown users. The domain is
    /// the client's and may be empty.
    fn nt_hash(&self, domain: &str, user: &str) -> Option<[u8; 16]>;

    /// All users with their NT hashes, if they form a fixed list: the system's NTLM accepts only
    /// such a list.
    fn list(&self) -> Option<Vec<(String, [u8; 16])>> {
        None
    }
}

/// A small table of users in any domain. Names are case-insensitive.
#[derive(Clone, Default)]
pub struct Users {
    hashes: HashMap<String, [u8; 16]>,
}

impl Users {
    /// An empty table.
    pub fn new() -> Users {
        Users::default()
    }

    /// Adds a user. Only the password's hash is kept, but to a thief that is as good.
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
