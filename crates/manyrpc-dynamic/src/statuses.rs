//! Where in the results of an operation its callers find failures.

use manyrpc_model::{Direction, Operation, StatusPlace};

use crate::lower::LoweredOperation;

/// The place among the values of the output record; `None` for what is added behind them.
pub fn position(
    model: &Operation,
    lowered: &LoweredOperation,
    place: &StatusPlace,
) -> Option<usize> {
    let output = &lowered.output;
    let back = model.params.iter().filter(|p| p.direction != Direction::In);
    // The result stands behind them.
    let params = back.count();
    let index = match place {
        StatusPlace::Result => params,
        StatusPlace::Param(name) => {
            let mut fields = output.all().take(params);
            fields.position(|member| member.field.name == *name)?
        }
        StatusPlace::Added(_) => return None,
    };
    // What follows from another travels, and values do not have it.
    Some(output.place(index))
}

/// The names of those that are added, in their order.
pub fn added(model: &Operation) -> impl Iterator<Item = &str> + Clone {
    model.statuses.iter().filter_map(|s| match &s.place {
        StatusPlace::Added(name) => Some(name.as_str()),
        _ => None,
    })
}
