//! What the engines ask about their server's objects.

use manyrpc_engine::giop::{self, Object, repository_id};

use crate::host::Host;
use crate::service::Service;

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host").finish_non_exhaustive()
    }
}

impl giop::Host for Host {
    fn find(&self, key: &[u8]) -> Object {
        if self.router.has_object(key) {
            return Object::Application;
        }
        match self.router.behind(key).next() {
            Some(_) => Object::Interface,
            None => Object::Unknown,
        }
    }

    fn repository_id(&self, key: &[u8]) -> Option<String> {
        self.router.behind(key).next().map(id_of)
    }

    fn is_a(&self, key: &[u8], repository_id: &str) -> bool {
        let mut services = self.router.behind(key);
        services.any(|service| id_of(service) == repository_id)
    }
}

/// The repository identifier of a service's interface.
fn id_of(service: &dyn Service) -> String {
    repository_id::of_name(service.interface().full_name)
}
