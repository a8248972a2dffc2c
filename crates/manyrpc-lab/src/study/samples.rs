//! `samples.parquet`: every number of a run's visits as a row: the levels of its cell, its phase and round, its
//! name, its index in its series (0 for a single number), and its value. Nothing is aggregated.

use std::io;

use manyrpc_measure::report::parquet::{Level, Table};

use super::journal::Journal;

/// The whole file.
pub fn parquet(journal: &Journal) -> io::Result<Vec<u8>> {
    table(journal).encode()
}

fn table(journal: &Journal) -> Table {
    let factors = journal.head().design.factors.iter();
    let factors: Vec<&str> = factors.map(|factor| &*factor.name).collect();
    let texts = [&factors[..], &["phase", "name"]].concat();
    let mut table = Table::new(&texts, &["round"], "index", "value");
    for visit in journal.visits() {
        let levels = |name| {
            let cell = factors.iter().map(|factor| visit.cell.level(factor));
            let texts = cell.chain([&*visit.phase, name]).map(Level::Text);
            let round = i32::try_from(visit.round).unwrap_or(i32::MAX);
            texts.chain([Level::Number(round)]).collect::<Vec<_>>()
        };
        for (name, &value) in &visit.sample.figures {
            table.add(&levels(name.as_str()), [(0, value)].into_iter());
        }
        for (name, values) in &visit.sample.series {
            let values = values.iter().map(|&value| value as f64);
            table.add(&levels(name.as_str()), (0..).zip(values));
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::design::{Cell, Design, Factor};
    use crate::study::journal::Line;
    use crate::study::testing::{failed, head, visited};

    #[test]
    fn every_number_is_a_row() {
        let [tcp, udp] = ["tcp", "udp"].map(|over| Cell::new([("over", over)]));
        let design = Design {
            factors: vec![Factor {
                name: "over".to_owned(),
                levels: vec!["tcp".to_owned(), "udp".to_owned()],
            }],
            cells: vec![tcp.clone(), udp.clone()],
            ..Design::default()
        };
        let head = head(
            "s",
            design.phase("runs", 2, |_| true),
            serde_json::Value::Null,
        );
        let mut second = visited("runs", 1, &udp, &[]);
        if let Line::Visit(visit) = &mut second {
            visit.sample = visit.sample.clone().series("call_ns", vec![7, 9, 8]);
        }
        let lines = vec![
            visited("runs", 0, &tcp, &[("a_s", 0.5), ("b", 2.0)]),
            failed("runs", 0, &udp, "no"),
            second,
        ];
        let table = table(&Journal::in_memory(head, lines));
        let rows = [
            ("tcp", "a_s", 0, 0, 0.5),
            ("tcp", "b", 0, 0, 2.0),
            ("udp", "call_ns", 1, 0, 7.0),
            ("udp", "call_ns", 1, 1, 9.0),
            ("udp", "call_ns", 1, 2, 8.0),
        ];
        let rows = rows.map(|(over, name, round, index, value)| {
            let levels = [over, "runs", name].map(str::to_owned).to_vec();
            ([levels, vec![round.to_string()]].concat(), index, value)
        });
        assert_eq!(table.rows(), rows);
    }
}
