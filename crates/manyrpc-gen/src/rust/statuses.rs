//! Operations whose callers find failures among the results.
//!
//! Reading list: C706 section 4.3.8.

use manyrpc_dynamic::statuses;
use manyrpc_model::{Failures, Status};

use super::operation::{OperationView, one_or_all};

impl OperationView<'_> {
    /// The type of what a client's method gives: the results, then what is added.
    pub(super) fn client_result(&self, lifetime: &str) -> String {
        let results = self.outputs.iter().map(|slot| slot.place.owned(lifetime));
        let added = statuses::added(self.model).map(|_| "u32".to_owned());
        one_or_all(results.chain(added).collect())
    }

    /// What takes the failures that are found among the results from how a call ended; nothing
    /// where there are none.
    pub(super) fn catches(&self) -> Option<&'static str> {
        let of = self.model.statuses.iter().map(|s| s.of);
        let of = of.reduce(|one, other| if one == other { one } else { Failures::All })?;
        Some(match of {
            Failures::Communication => "stub::Statuses::of_communication",
            Failures::Server => "stub::Statuses::of_server",
            Failures::All => "stub::Statuses::of_all",
        })
    }

    /// Expressions for what a client's method gives, from those for the results, with `status` in
    /// scope.
    pub(super) fn given(&self, results: Vec<String>) -> Vec<String> {
        let mut given = results;
        for status in &self.model.statuses {
            match statuses::position(self.model, self.lowered, &status.place) {
                Some(at) => given[at] = found(status, &given[at]),
                None => given.push(found(status, "0")),
            }
        }
        given
    }
}

/// What stands in the place of a status, where the server `said` something.
fn found(status: &Status, said: &str) -> String {
    match status.of {
        Failures::Communication => format!("status.communication({said})"),
        Failures::Server => format!("status.server({said})"),
        Failures::All => format!("status.all({said})"),
    }
}
