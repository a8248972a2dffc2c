//! Failures returned in results, for definitions that ask for that.

use manyrpc_dynamic::{default_params, statuses};
use manyrpc_model::{Failures, Operation, Status, Value};

use crate::described::{Definition, DynamicInterface};
use crate::error::Error;
use crate::statuses::Statuses;
use manyrpc_dynamic::lower::LoweredOperation;
use manyrpc_engine::Failure;

/// The results of a call that ended in this way, with the statuses of its operation, added ones at
/// the end; and whether they come from the server.
pub(super) fn found(
    definition: &Definition,
    (model, lowered): (&Operation, &LoweredOperation),
    ended: Result<Vec<Value>, Error>,
) -> Result<(Vec<Value>, bool), Error> {
    if model.statuses.is_empty() {
        return Ok((ended?, true));
    }
    let is_found = |failure| model.statuses.iter().any(|s| covers(s.of, failure));
    let (mut results, status) = Statuses::of(ended, is_found)?;
    if !status.is_ok() {
        results = default_params(&definition.lowered, &lowered.output);
    }
    for Status { place, of } in &model.statuses {
        let at = statuses::position(model, lowered, place);
        match at.and_then(|at| results.get_mut(at)) {
            Some(Value::U32(value)) => *value = stated(status, *of, *value),
            Some(_) => {}
            None => results.push(Value::U32(stated(status, *of, 0))),
        }
    }
    Ok((results, status.is_ok()))
}

fn covers(of: Failures, failure: Failure) -> bool {
    match failure {
        Failure::Communication(_) => of.of_communication(),
        Failure::Server(_) => of.of_server(),
    }
}

fn stated(status: Statuses, of: Failures, value: u32) -> u32 {
    match of {
        Failures::Communication => status.communication(value),
        Failures::Server => status.server(value),
        Failures::All => status.all(value),
    }
}

impl DynamicInterface {
    /// The results for a call that could not be made: with the failure in its place, if the
    /// operation has one, as [`DynamicClient::call`](super::DynamicClient::call) returns them. For
    /// calls whose client could not be opened.
    ///
    /// # Errors
    /// The failure itself if the operation has no place for it; or there is no such operation.
    pub fn results_of_failure(&self, operation: &str, why: Error) -> Result<Vec<Value>, Error> {
        let operation = self.operation(operation)?;
        let (results, _) = found(self.definition(), operation, Err(why))?;
        Ok(results)
    }
}
