//! The resources that the processes of both sides use during a measurement.

use super::{Cost, Side, Totals};

/// The resources used by each side; `None` if the kernel does not report them, or a process has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// All clients.
    pub client: Option<Totals>,
    /// The server's processes.
    pub server: Option<Totals>,
}

/// Measures both sides from one idle state to the next.
#[derive(Debug)]
pub struct Meter {
    clients: Side,
    server: Side,
    before: Used,
}

impl Meter {
    /// Starts once both sides are idle, as they are after they have started or answered, so that earlier work is
    /// not included.
    pub fn start(clients: impl Into<Side>, server: impl Into<Side>) -> Self {
        let mut meter = Meter {
            clients: clients.into(),
            server: server.into(),
            before: Used::default(),
        };
        meter.before = meter.read();
        meter
    }

    /// The resources used since, including the work after the last answer.
    pub fn used(&self) -> Used {
        let now = self.read();
        let since = |now: Option<Totals>, before: Option<Totals>| Some(now? - before?);
        Used {
            client: since(now.client, self.before.client),
            server: since(now.server, self.before.server),
        }
    }

    fn read(&self) -> Used {
        Used {
            client: self.clients.totals(),
            server: self.server.totals(),
        }
    }
}

/// The resources used by several batches of calls.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum {
    calls: u64,
    totals: Totals,
}

impl Sum {
    /// Adds one side of a batch, if known.
    pub fn add(&mut self, calls: usize, used: Option<Totals>) {
        if let Some(used) = used {
            self.calls += calls as u64;
            self.totals += used;
        }
    }

    /// The cost of one call; `None` if no batch was known.
    pub fn per_call(&self) -> Option<Cost> {
        (self.calls > 0).then(|| Cost::per_call(self.totals, self.calls))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::machine::process::{Process, Program};

    fn shell(script: &str) -> Process {
        let program = Program {
            path: "sh".into(),
            arguments: vec!["-c".into(), script.into()],
        };
        Process::start(&program).unwrap()
    }

    #[test]
    fn each_side_is_told_what_it_used() {
        let mut client = shell("echo ready; while read a; do echo $a; done");
        let server = shell("read a");
        client.line(Duration::from_secs(10)).unwrap();
        let meter = Meter::start(vec![client.id()], vec![server.id()]);
        for _ in 0..3 {
            client.send_line("go").unwrap();
            client.line(Duration::from_secs(10)).unwrap();
        }
        let used = meter.used();
        let of_client = used.client.unwrap();
        // Not its CPU time: on a virtual machine the host may have taken as much away before.
        assert!(of_client.waits >= 1, "{used:?}");
        assert_eq!(used.server.unwrap(), Totals::default());
        drop(server);
        assert_eq!(meter.used().server, None);
    }

    #[test]
    fn batches_that_are_not_known_do_not_count() {
        let mut sum = Sum::default();
        assert_eq!(sum.per_call(), None);
        let used = Totals {
            waits: 30,
            ..Totals::default()
        };
        sum.add(10, Some(used));
        sum.add(1000, None);
        sum.add(5, Some(used));
        assert_eq!(sum.per_call().unwrap().waits, 4.0);
    }
}
