//! Where in the results of an operation its callers find failures.

use manyrpc_model::{Direction, Operation, StatusPlace};

use crate::lower::LoweredOperation;

/// The place in the output record; `None` for what is added behind it.
pub fn position(
    model: &Operation,
    lowered: &LoweredOperation,
    place: &StatusPlace,
) -> Option<usize> {
    let back = model.params.iter().filter(|p| p.direction != Direction::In);
    // The result stands behind them.
    let params = back.count();
    match place {
        StatusPlace::Result => Some(params),
        StatusPlace::Param(name) => {
            let mut fields = lowered.output.iter().take(params);
            fields.position(|(field, _)| field.name == *name)
        }
        StatusPlace::Added(_) => None,
    }
}

/// The names of those that are added, in their order.
pub fn added(model: &Operation) -> impl Iterator<Item = &str> + Clone {
    model.statuses.iter().filter_map(|s| match &s.place {
        StatusPlace::Added(name) => Some(name.as_str()),
        _ => None,
    })
}
