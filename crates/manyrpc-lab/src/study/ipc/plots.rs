//! Plots of the variation of round trips: boxes of all systems, and for the document's methods the histogram with
//! its ripples and the course of a run, as in the document.

use std::collections::BTreeMap;

use manyrpc_measure::report::plot::{Axis, Plot, Series, Shape, histogram, quartiles, thinned};

use crate::study::journal::Journal;

use super::plan::{METHODS, RUNS};

const MICROSECOND: f64 = 1000.0;

/// Bins up to the 99th percentile: narrow enough for ripples.
const BINS: usize = 150;

/// Columns of a run's course; each shows its lowest and highest round trip.
const COLUMNS: usize = 600;

/// The plots of a run.
pub(super) fn of(journal: &Journal) -> Vec<Plot> {
    let measured = Measured::of(journal);
    vec![measured.boxes(), measured.histograms(), measured.courses()]
}

/// The round trips of each system by round, in the design's order.
struct Measured<'j>(Vec<(&'j str, Vec<&'j [u64]>)>);

impl<'j> Measured<'j> {
    fn of(journal: &'j Journal) -> Self {
        let mut found: BTreeMap<&str, BTreeMap<u32, &[u64]>> = BTreeMap::new();
        for visit in journal.visits().filter(|visit| visit.phase == RUNS) {
            if let Some(ns) = visit.sample.series.get("ns") {
                let rounds = found.entry(visit.cell.level("system")).or_default();
                rounds.insert(visit.round, ns);
            }
        }
        let systems = journal.head().design.levels("system").iter();
        let of_system = |id: &'j String| {
            let rounds = found.get(&**id)?;
            Some((&**id, rounds.values().copied().collect()))
        };
        Measured(systems.filter_map(of_system).collect())
    }

    /// The systems of the document's methods, or all if none of those was measured.
    fn of_document(&self) -> Vec<&(&'j str, Vec<&'j [u64]>)> {
        let is_method = |id: &str| METHODS.iter().any(|(_, system)| *system == id);
        let methods = self.0.iter().filter(|(id, _)| is_method(id));
        let methods: Vec<_> = methods.collect();
        match methods.is_empty() {
            true => self.0.iter().collect(),
            false => methods,
        }
    }

    fn boxes(&self) -> Plot {
        let all = self.0.iter().enumerate();
        let boxes =
            all.filter_map(|(row, (_, rounds))| quartiles(row, &rounds.concat(), MICROSECOND));
        Plot {
            title: "Round trips of all systems".to_owned(),
            caption: "The box has the middle half of all round trips, its line the median; its whiskers reach to the \
                      hundredth at either end."
                .to_owned(),
            x: Axis::logarithmic("round trip", "µs"),
            rows: self.0.iter().map(|&(id, _)| id.to_owned()).collect(),
            series: vec![Series::measured("round trips", Shape::Boxes(boxes.collect()))],
            ..Plot::default()
        }
    }

    fn histograms(&self) -> Plot {
        let series = self.of_document().into_iter().map(|(id, rounds)| {
            Series::measured(*id, histogram(&rounds.concat(), BINS, 0.99, MICROSECOND))
        });
        Plot {
            title: "How often each round trip came".to_owned(),
            caption: "Messages of all rounds by their round trip. The last bin of each system has all that lies beyond \
                      its 99th percentile."
                .to_owned(),
            x: Axis::linear("round trip", "µs"),
            y: Axis::linear("messages", ""),
            series: series.collect(),
            ..Plot::default()
        }
    }

    fn courses(&self) -> Plot {
        let series = self.of_document().into_iter().filter_map(|(id, rounds)| {
            let course = thinned(rounds.last()?, COLUMNS, MICROSECOND);
            Some(Series::measured(*id, Shape::Line(course)))
        });
        Plot {
            title: "The course of a run".to_owned(),
            caption: "Round trips of the last round by the number of the message, from the first one on; of neighbours \
                      that share a place the lowest and the highest."
                .to_owned(),
            x: Axis::linear("message", ""),
            y: Axis::logarithmic("round trip", "µs"),
            series: series.collect(),
            ..Plot::default()
        }
    }
}
