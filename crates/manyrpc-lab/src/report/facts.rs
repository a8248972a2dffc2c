//! Facts of a run used by several formats.

use crate::record::{Measures, Run};
use crate::system::is_floor_in_c;

/// The rate of a number of clients, if it was measured.
pub(super) fn rate_of(measures: &Measures, clients: u32) -> Option<f64> {
    measures
        .rates
        .iter()
        .find(|r| r.clients == clients)
        .map(|r| r.calls_per_s)
}

/// CPU time of client and server together, per call.
pub(super) fn cpu_ns(measures: &Measures) -> Option<f64> {
    Some(measures.client_cpu_ns? + measures.server_cpu_ns?)
}

/// The servers' own count of the calls in the throughput measurements.
pub(super) fn servers_count(run: &Run) -> Option<String> {
    let (made, served) = run.counted()?;
    Some(format!(
        "clients at once made {made} calls where servers count, and these counted {served}"
    ))
}

/// The floor of this run, and how to get the C floor if it is another.
pub(super) fn floors(run: &Run) -> String {
    let floors = run.floors();
    if floors.is_empty() {
        return "Floor: none was measured.".to_owned();
    }
    let named: Vec<String> = floors
        .iter()
        .map(|floor| format!("{} ({})", floor.id, floor.title))
        .collect();
    let advice = match floors.iter().all(|floor| is_floor_in_c(&floor.id)) {
        true => "",
        false => {
            "; with the programs of `make peers` and --with-peers it is the same exchange in C"
        }
    };
    format!("Floor: {}{advice}.", named.join(", "))
}

/// A short description of the machine.
pub(super) fn machine(run: &Run) -> String {
    run.environment.summary()
}

/// The link between clients and servers, for a run that was not on plain loopback.
pub(super) fn elsewhere(run: &Run) -> Option<String> {
    let is_other = !run.between.is_default();
    is_other.then(|| format!("link: {}", run.environment.link))
}
