//! An extension of the document: the counter test over networks that lose, duplicate and delay datagrams, and with
//! a server that crashes and is restarted.
//!
//! The impairments are the same in both directions. The first retransmission interval is short: with heavy loss,
//! clients with the intervals of 1989 would make only a few calls a minute.

use std::time::Duration;

use manyrpc_measure::net::impairment::Impairments;
use manyrpc_measure::net::relay::DirectionCounts;

use crate::study::design::{Cell, Design, Factor};
use crate::study::experiment::Options;
use crate::study::journal::Sample;

use super::counting::{CountRequest, Pair, sample};
use super::dependability::{MANY, PROTECTED_SYSTEMS, guarded, on, takes_part};
use super::protected::ProtectedSystem;
use super::{Commercial, PART};

/// The name of the part and its phase.
pub(super) const PHASE: &str = "bad networks";

/// Visits of a cell.
pub(super) const VISITS: u32 = 5;

/// A kind of network.
#[derive(Debug)]
pub(super) struct Network {
    /// Its name in tables.
    pub(super) name: &'static str,
    /// Its impairments, in the notation of `manyrpc relay`.
    pub(super) does: &'static str,
    /// The number of server restarts in a visit.
    restarts: u64,
    is_quick: bool,
}

const fn network(name: &'static str, does: &'static str) -> Network {
    Network {
        name,
        does,
        restarts: 0,
        is_quick: false,
    }
}

/// Each impairment, all of them together, and server crashes.
pub(super) const NETWORKS: [Network; 6] = [
    network("loss 1 %", "loss=1%"),
    network("loss 10 %", "loss=10%"),
    network("duplication 10 %", "dup=10%"),
    network("reordering 10 %", "reorder=10%,hold=2ms"),
    Network {
        is_quick: true,
        ..network("all three 10 %", "loss=10%,dup=10%,reorder=10%,hold=2ms")
    },
    Network {
        restarts: 5,
        is_quick: true,
        ..network("server restarts", "loss=5%,dup=5%")
    },
];

/// The cells of this part; none if `--only` names none of its systems.
pub(super) fn design(options: &Options) -> Design {
    let networks = NETWORKS
        .iter()
        .filter(|n| !options.wanted.quick || n.is_quick);
    let mut systems: Vec<&str> = PROTECTED_SYSTEMS.iter().map(|g| g.system).collect();
    systems.dedup();
    let factors = vec![
        Factor::new(PART, [PHASE]),
        Factor::new("system", systems),
        Factor::new("protection", ["off", "on"]),
        Factor::new("network", networks.map(|network| network.name)),
    ];
    Design::crossed(factors, |cell| takes_part(options, cell))
}

/// A cell of this part.
pub(super) fn cell(guarded: &ProtectedSystem, network: &Network) -> Cell {
    Cell::new([
        (PART, PHASE),
        ("system", guarded.system),
        ("protection", on(guarded.is_on)),
        ("network", network.name),
    ])
}

fn of(cell: &Cell) -> &'static Network {
    let found = NETWORKS.iter().find(|n| n.name == cell.level("network"));
    found.expect("a cell has one of the networks")
}

/// The approximate duration of a visit: every loss delays one of many clients.
pub(super) fn expected(cell: &Cell, calls: u64) -> Duration {
    let network = of(cell);
    let call = Duration::from_micros(if network.does.contains("loss") {
        80
    } else {
        40
    });
    let calls = call * u32::try_from(calls).unwrap_or(u32::MAX);
    Duration::from_millis(100 + 50 * network.restarts) + calls
}

impl Commercial<'_> {
    pub(super) fn count_through(&self, cell: &Cell) -> Result<Sample, String> {
        let (guarded, network) = (guarded(cell), of(cell));
        let impairments: Impairments = network.does.parse()?;
        let testbed = self.options.testbed.impaired(Some(impairments));
        let mut pair = Pair::start(self, &testbed, guarded, network.restarts > 0)?;
        let calls = self.method.through;
        // Spread evenly over the calls, each of which takes at least one datagram.
        let due = |restart: u64| (restart + 1) * calls / (network.restarts + 1);
        let mut restarts = 0;
        let order = CountRequest {
            calls,
            clients: MANY,
            first_wait_ms: Some(self.method.first_wait_ms),
        };
        let counted = pair.count(&order, |pair| {
            let relay = pair.relay.as_mut().ok_or("there is no relay")?;
            if restarts < network.restarts && relay.counts()?.out.received >= due(restarts) {
                restarts += 1;
                pair.restart()?;
            }
            Ok(())
        })?;
        let relay = pair.relay.as_mut().ok_or("there is no relay")?;
        let counts = relay.counts()?;
        let both = |of: fn(&DirectionCounts) -> u64| (of(&counts.out) + of(&counts.back)) as f64;
        Ok(sample(counted)
            .figure("restarts", restarts as f64)
            .figure("datagrams", both(|way| way.received))
            .figure("datagrams_lost", both(|way| way.lost))
            .figure("datagrams_doubled", both(|way| way.duplicated))
            .figure("datagrams_overtaken", both(|way| way.overtaken)))
    }
}
