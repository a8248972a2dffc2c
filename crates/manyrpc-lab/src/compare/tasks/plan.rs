//! The plan of a run of calls of tasks.

use std::rc::Rc;
use std::time::Duration;

use manyrpc_measure::machine::placement::allowed_cpus;

use crate::record::Method;
use crate::system::tasks::{RIVALS, Rivals};
use crate::system::{self, System};
use crate::workload::Workload;

use super::super::Options;

/// The workloads: nothing, 8 K and a megabyte, each way.
const WORKLOADS: [Workload; 3] = [
    Workload::Nothing,
    Workload::Echo(8192),
    Workload::Echo(1_000_000),
];

/// Calls in flight on one connection.
const IN_FLIGHT: [u32; 3] = [1, 64, 1000];

/// Connections, each with a call in flight, of the first workload.
const CONNECTIONS: u32 = 1000;

/// Client and server together have so many CPUs.
const CPUS: [usize; 2] = [1, 2];

/// From so many bytes in flight on a turn takes seconds.
const LONG_BYTES: usize = 100_000_000;

/// So many rounds have them.
const LONG_ROUNDS: u32 = 2;

/// The plan.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) rows: Vec<Row>,
    /// The protocols of the rows, and of idle connections.
    pub(super) protocols: Vec<&'static Rivals>,
    /// Our systems with their blocking clients and their clients on a runtime.
    pub(super) lone: Vec<[Rc<dyn System>; 2]>,
    pub(super) method: Method,
    /// How long calls are kept in flight before they count, and then.
    pub(super) warm_up: Duration,
    pub(super) turn: Duration,
    /// Rounds of idle connections, and how many connections there are to be.
    pub(super) idle_rounds: u32,
    pub(super) idle_connections: u32,
    /// The CPUs of this process.
    pub(super) cpus: Vec<usize>,
    pub(super) warnings: Vec<String>,
    /// Whether turns of seconds are left out.
    is_quick: bool,
}

/// A load that the systems of one protocol take turns to carry.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) rivals: &'static Rivals,
    pub(super) shape: Shape,
    /// The CPUs of client and server.
    pub(super) cpus: Vec<usize>,
}

/// What is kept in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) workload: Workload,
    pub(super) in_flight: u32,
    pub(super) connections: u32,
}

impl Shape {
    fn is_long(self) -> bool {
        match self.workload {
            Workload::Echo(bytes) => bytes * self.in_flight as usize >= LONG_BYTES,
            _ => false,
        }
    }
}

impl Plan {
    pub(super) fn new(options: &Options) -> Result<Self, String> {
        if !options.between.is_default() {
            return Err("calls of tasks are measured on loopback only".to_owned());
        }
        let workloads = workloads(&options.workloads)?;
        let wanted =
            |id: &str| options.systems.is_empty() || options.systems.iter().any(|s| s == id);
        let protocols = RIVALS.iter().filter(|rivals| wanted(rivals.system));
        let protocols: Vec<&'static Rivals> = protocols.collect();
        let mut lone = system::with_lone_calls(&options.programs);
        let is_known = |id: &String| lone.iter().any(|[system, _]| system.id() == id);
        if let Some(unknown) = options.systems.iter().find(|id| !is_known(id)) {
            let known: Vec<&str> = lone.iter().map(|[system, _]| system.id()).collect();
            let known = known.join(", ");
            return Err(format!("`{unknown}` has no calls of tasks here: {known}"));
        }
        lone.retain(|[system, _]| wanted(system.id()));
        let cpus = allowed_cpus();
        let mut warnings = Vec::new();
        if cpus.len() < CPUS[1] {
            warnings.push("only one CPU: rows with two are left out".to_owned());
        }
        let (rounds, batch_ms, warm_up_ms, turn_ms, idle_rounds) = match options.quick {
            true => (3, 20, 20, 60, 1),
            false => (7, 40, 50, 200, 3),
        };
        let rounds = options.rounds.unwrap_or(rounds);
        Ok(Plan {
            rows: rows(&protocols, &workloads, &cpus),
            protocols,
            lone,
            method: Method {
                rounds,
                batch_ms,
                warm_up_share: 0.0,
                first_calls: 0,
                rate_rounds: 0,
                rate_clients: Vec::new(),
            },
            warm_up: Duration::from_millis(warm_up_ms),
            turn: Duration::from_millis(turn_ms),
            idle_rounds: idle_rounds.min(rounds),
            idle_connections: options.idle_connections,
            cpus,
            warnings,
            is_quick: options.quick,
        })
    }

    /// In how many rounds a row is measured.
    pub(super) fn rounds_of(&self, row: &Row) -> u32 {
        let rounds = self.method.rounds;
        match (row.shape.is_long(), self.is_quick) {
            (true, true) => 0,
            (true, false) => rounds.min(LONG_ROUNDS),
            (false, _) => rounds,
        }
    }

    /// Why a row is not measured at all, if so.
    pub(super) fn left_out(&self, row: &Row) -> Option<String> {
        (self.rounds_of(row) == 0).then(|| "left out by --quick".to_owned())
    }
}

/// All, or those that are wanted.
fn workloads(wanted: &[Workload]) -> Result<Vec<Workload>, String> {
    let other = |workload: &&Workload| !matches!(workload, Workload::Nothing | Workload::Echo(_));
    match (wanted, wanted.iter().find(other)) {
        ([], _) => Ok(WORKLOADS.to_vec()),
        (_, Some(other)) => Err(format!("no task calls `{other}`: nothing, echo:N")),
        (wanted, None) => Ok(wanted.to_vec()),
    }
}

/// The rows in the order of the tables. The last CPUs are taken first, since interrupts mostly go to the first.
fn rows(protocols: &[&'static Rivals], workloads: &[Workload], cpus: &[usize]) -> Vec<Row> {
    let one_connection = workloads.iter().flat_map(|&workload| {
        IN_FLIGHT.map(|in_flight| Shape {
            workload,
            in_flight,
            connections: 1,
        })
    });
    let many_connections = workloads.first().map(|&workload| Shape {
        workload,
        in_flight: CONNECTIONS,
        connections: CONNECTIONS,
    });
    let shapes: Vec<Shape> = one_connection.chain(many_connections).collect();
    let mut rows = Vec::new();
    for &rivals in protocols {
        for count in CPUS.into_iter().filter(|&count| count <= cpus.len()) {
            let possible =
                |shape: &&Shape| rivals.shares_connections || shape.in_flight == shape.connections;
            rows.extend(shapes.iter().filter(possible).map(|&shape| Row {
                rivals,
                shape,
                cpus: cpus[cpus.len() - count..].to_vec(),
            }));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Programs;

    fn options() -> Options {
        Options::new(Programs {
            ours: "manyrpc".into(),
            peers: "peers".into(),
        })
    }

    #[test]
    fn every_shape_is_a_row_of_each_protocol_that_can_carry_it() {
        let protocols: Vec<&'static Rivals> = RIVALS.iter().collect();
        let rows = rows(&protocols, &WORKLOADS, &[0, 1, 2]);
        let of = |system: &str, cpus: &[usize]| {
            let of = |row: &&Row| row.rivals.system == system && row.cpus == cpus;
            rows.iter().filter(of).count()
        };
        for cpus in [&[2][..], &[1, 2]] {
            assert_eq!(of("grpc", cpus), 10);
            assert_eq!(of("json-rpc", cpus), 10);
            // HTTP/1 has a call on each connection.
            assert_eq!(of("json-rpc-http", cpus), 4);
        }
        assert_eq!(rows.len(), 48);
    }

    #[test]
    fn a_quick_run_leaves_out_what_takes_seconds() {
        let mut options = options();
        let rounds = |options: &Options| {
            let plan = Plan::new(options).unwrap();
            let rounds = plan.rows.iter().map(|row| plan.rounds_of(row));
            rounds.collect::<Vec<u32>>()
        };
        assert!(rounds(&options).iter().all(|&n| n == 7 || n == 2));
        assert!(rounds(&options).contains(&2));
        options.quick = true;
        assert!(rounds(&options).iter().all(|&n| n == 3 || n == 0));
        options.rounds = Some(1);
        options.workloads = vec![Workload::Nothing];
        assert!(rounds(&options).iter().all(|&n| n == 1));
    }

    #[test]
    fn what_no_task_can_do_is_refused() {
        let refused = |change: fn(&mut Options)| {
            let mut options = options();
            change(&mut options);
            Plan::new(&options).unwrap_err()
        };
        let morse = refused(|options| options.systems = vec!["raw-tcp".to_owned()]);
        assert!(morse.starts_with("`raw-tcp` has no calls of tasks here: onc-udp, "));
        let add = refused(|options| options.workloads = vec![Workload::Add]);
        assert_eq!(add, "no task calls `add`: nothing, echo:N");
        let mut options = options();
        options.systems = vec!["onc-udp".to_owned(), "grpc".to_owned()];
        let plan = Plan::new(&options).unwrap();
        assert_eq!((plan.protocols.len(), plan.lone.len()), (1, 2));
    }
}
