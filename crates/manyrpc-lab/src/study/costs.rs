//! The costs of calls besides time: figures with the same names in every study, and their table.
//!
//! | figure | meaning, per call |
//! | --- | --- |
//! | `client_cpu_ns`, `server_cpu_ns` | CPU time of the processes of that side, system time included |
//! | `client_waits`, `server_waits` | voluntary context switches |
//! | `client_preemptions`, `server_preemptions` | involuntary context switches |
//! | `client_faults`, `server_faults` | page faults |
//! | `client_system_calls`, `server_system_calls` | system calls, if the kernel allows counting them |
//! | `out_bytes`, `in_bytes` | socket payload, request and reply |
//! | `out_packets`, `in_packets` | datagrams, or TCP segments, acknowledgements included ([`Wire`](manyrpc_measure::net::wire::Wire)) |
//!
//! A client's costs include its reporting. System calls and bytes are counted in separate calls, which are not
//! timed.

use manyrpc_measure::machine::cost::{Cost, Totals, Used};
use manyrpc_measure::report::number::{bytes, micros};

use crate::report::costs::count;
use crate::system::bench::Counts;

use super::journal::Sample;
use super::paper::{self, Part, Row, Table};
use super::record::CellRecord;

impl Sample {
    /// Adds the resources used by both sides for `calls` calls, as far as known.
    #[must_use]
    pub(crate) fn costs(self, used: Used, calls: usize) -> Self {
        let sides = [("client", used.client), ("server", used.server)];
        sides.into_iter().fold(self, |sample, (side, used)| {
            used.map_or(sample.clone(), |used| sample.side(side, used, calls))
        })
    }

    fn side(self, side: &str, used: Totals, calls: usize) -> Self {
        let cost = Cost::per_call(used, calls as u64);
        self.figure(&format!("{side}_cpu_ns"), cost.cpu_ns)
            .figure(&format!("{side}_waits"), cost.waits)
            .figure(&format!("{side}_preemptions"), cost.preemptions)
            .figure(&format!("{side}_faults"), cost.faults)
    }

    /// Adds the counts, as far as known.
    #[must_use]
    pub(crate) fn counts(mut self, counts: &Counts) -> Self {
        if let Some(wire) = counts.wire {
            self = self
                .figure("out_bytes", wire.out_bytes)
                .figure("in_bytes", wire.in_bytes);
        }
        if let Some((out, back)) = counts.packets {
            self = self.figure("out_packets", out).figure("in_packets", back);
        }
        match counts.system_calls {
            Some((client, server)) => self
                .figure("client_system_calls", client)
                .figure("server_system_calls", server),
            None => self,
        }
    }
}

/// Formats a figure.
type Words = fn(f64) -> String;

/// The columns: head, figures of client and server, and format.
const COLUMNS: [(&str, [&str; 2], Words); 6] = [
    ("CPU, µs", ["client_cpu_ns", "server_cpu_ns"], micros),
    (
        "system calls",
        ["client_system_calls", "server_system_calls"],
        count,
    ),
    ("waits", ["client_waits", "server_waits"], count),
    (
        "preemptions",
        ["client_preemptions", "server_preemptions"],
        count,
    ),
    ("bytes", ["out_bytes", "in_bytes"], bytes),
    ("packets", ["out_packets", "in_packets"], count),
];

/// A part with a table of these cells, a row each. It is empty if nothing is known.
pub fn part<'r>(of: &str, cells: impl IntoIterator<Item = (String, &'r CellRecord)>) -> Part {
    Part {
        tables: vec![table("costs", cells)],
        ..tables(of)
    }
}

/// A part for several tables of costs.
pub fn tables(of: &str) -> Part {
    Part {
        title: format!("What a call costs: {of}"),
        text: "Client / server, of whole processes. Waits and preemptions are context switches of threads that \
               wanted to wait, and of threads that were made to. Bytes are socket payload, request / reply; packets are datagrams, \
               or TCP segments with those that only acknowledge; of connections that each call opens anew these \
               are not known."
            .to_owned(),
        ..Part::default()
    }
}

/// A table with a row for each of these cells.
pub fn table<'r>(title: &str, cells: impl IntoIterator<Item = (String, &'r CellRecord)>) -> Table {
    let rows = cells.into_iter().map(|(head, record)| Row {
        head,
        cells: COLUMNS
            .iter()
            .map(|(_, figures, words)| both(record, figures, *words))
            .collect(),
    });
    Table {
        title: title.to_owned(),
        corner: "system".to_owned(),
        across: String::new(),
        columns: COLUMNS.map(|(head, ..)| head.to_owned()).into(),
        rows: rows.collect(),
    }
}

fn both(record: &CellRecord, figures: &[&str; 2], words: Words) -> paper::Cell {
    let of = |figure| record.interval(figure).map(|i| words(i.value));
    match figures.map(of) {
        [None, None] => paper::Cell::default(),
        both => {
            let [client, server] = both.map(|words| words.unwrap_or("–".to_owned()));
            paper::Cell::figure(format!("{client} / {server}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::design::Cell;
    use crate::study::testing;
    use manyrpc_measure::net::wire::Wire;

    fn totals(scale: u64) -> Totals {
        Totals {
            cpu_ns: 50_000 * scale,
            waits: 10 * scale,
            preemptions: scale,
            ..Totals::default()
        }
    }

    #[test]
    fn figures_are_of_one_call_and_what_is_not_known_is_not_there() {
        let used = Used {
            client: Some(totals(1)),
            server: None,
        };
        let sample = Sample::default().costs(used, 10);
        assert_eq!(sample.figures["client_cpu_ns"], 5000.0);
        assert_eq!(sample.figures["client_waits"], 1.0);
        assert_eq!(sample.figures["client_preemptions"], 0.1);
        assert!(sample.figures.keys().all(|name| name.starts_with("client")));
        let counts = Counts {
            wire: Some(Wire {
                out_bytes: 40.0,
                in_bytes: 28.0,
                out_packets: None,
                in_packets: None,
            }),
            packets: Some((1.0, 2.0)),
            system_calls: Some((2.0, 3.0)),
        };
        let counted = Sample::default().counts(&counts).figures;
        assert_eq!((counted["out_bytes"], counted["in_bytes"]), (40.0, 28.0));
        assert_eq!(counted["server_system_calls"], 3.0);
        assert_eq!((counted["out_packets"], counted["in_packets"]), (1.0, 2.0));
        assert!(
            Sample::default()
                .counts(&Counts::default())
                .figures
                .is_empty()
        );
    }

    #[test]
    fn a_row_has_both_sides() {
        let cells = ["grpc", "ncs"].map(|system| Cell::new([("system", system)]));
        let record = testing::record(&cells, 2, |cell, _| match cell.level("system") {
            "grpc" => vec![
                ("client_cpu_ns", 5000.0),
                ("server_cpu_ns", 7250.0),
                ("client_waits", 0.0),
                ("in_bytes", 28.0),
            ],
            _ => Vec::new(),
        });
        let rows = record
            .cells
            .iter()
            .map(|c| (c.cell.level("system").to_owned(), c));
        let table = &part("Void", rows).tables[0];
        let shown: Vec<Option<&str>> = table.rows[0]
            .cells
            .iter()
            .map(|cell| cell.figure.as_deref())
            .collect();
        let expected = [
            Some("5.00 / 7.25"),
            None,
            Some("0 / –"),
            None,
            Some("– / 28"),
            None,
        ];
        assert_eq!(shown, expected);
        assert!(
            table.rows[1]
                .cells
                .iter()
                .all(|c| *c == paper::Cell::default())
        );
    }
}
