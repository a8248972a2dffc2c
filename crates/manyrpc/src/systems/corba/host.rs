//! What the engines ask about their server's objects.

use manyrpc_engine::giop::{self, Object};

use super::key::Keys;
use super::reference::{Ior, reference_to};
use crate::host::Host;
use crate::servants::Presence;
use crate::system::objects::type_id;

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host").finish_non_exhaustive()
    }
}

impl giop::Host for Host {
    fn find(&self, key: &[u8]) -> Object {
        let router = &self.router;
        match router.presence(key) {
            Presence::Active => Object::Application,
            Presence::Moved => Object::Moved,
            _ if router.serves_by_name(key) => Object::Interface,
            Presence::InRange => Object::Application,
            Presence::Unknown => Object::Unknown,
        }
    }

    fn location(&self, key: &[u8]) -> Option<(Ior, bool)> {
        let (to, for_good) = self.router.location(key)?;
        Some((reference_to(&to.parse().ok()?, "")?, for_good))
    }

    fn exists(&self, key: &[u8]) -> bool {
        self.router.presence(key) == Presence::Moved || !self.router.behind(key).is_empty()
    }

    fn repository_id(&self, key: &[u8]) -> Option<String> {
        let services = self.router.behind(key);
        services.first().map(|service| type_id(&Keys, &**service))
    }

    fn is_a(&self, key: &[u8], repository_id: &str) -> bool {
        let services = self.router.behind(key);
        services.iter().any(|service| {
            service.type_ids().contains(&repository_id)
                || type_id(&Keys, &**service) == repository_id
        })
    }
}
