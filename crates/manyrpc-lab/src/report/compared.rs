//! The plots of a run of `compare`.

use hdrhistogram::Histogram;

use crate::record::Distribution;
use crate::record::{PlacementInfo, Run, WorkloadInfo};

use manyrpc_measure::report::plot::{Axis, Plot, Series, Shape};

const NS_PER_US: f64 = 1000.0;

/// The distribution of call times and the quartiles of each system.
pub(super) fn distributions(
    run: &Run,
    placement: &PlacementInfo,
    workload: &WorkloadInfo,
    distributions: &[Distribution],
) -> Plot {
    let found = run.systems.iter().filter_map(|system| {
        let tag = format!("{}/{}/{}", system.id, workload.id, placement.id);
        let found = distributions.iter().find(|d| d.tag == tag)?;
        Some((system.id.as_str(), &found.histogram))
    });
    let found: Vec<(&str, &Histogram<u64>)> = found.collect();
    let low = found.iter().map(|(_, h)| h.value_at_quantile(0.001)).min();
    let high = found.iter().map(|(_, h)| h.value_at_quantile(0.995)).max();
    let (low, high) = (
        low.unwrap_or(0) as f64 * 0.95,
        high.unwrap_or(0) as f64 * 1.05,
    );
    let series = found
        .iter()
        .enumerate()
        .flat_map(|(row, &(id, histogram))| {
            let steps = binned(histogram, low, high);
            let at = |share| histogram.value_at_quantile(share) as f64 / NS_PER_US;
            let quartiles = [row as f64, at(0.01), at(0.25), at(0.5), at(0.75), at(0.99)];
            [
                of_system(run, id, Shape::Strip { row, steps }),
                of_system(run, id, Shape::Boxes(vec![quartiles])),
            ]
        });
    Plot {
        title: format!("Time of a call: {}", workload.title),
        caption: "How often a call took so long, each strip to its own height; under it the quartiles, and \
                  the range without the fastest and the slowest hundredth."
            .to_owned(),
        x: Axis::logarithmic("round-trip time", "µs"),
        series: series.collect(),
        rows: found.iter().map(|(id, _)| (*id).to_owned()).collect(),
        ..Plot::default()
    }
}

/// Median round-trip time of an echo against its size.
pub(super) fn against_size(run: &Run, placement: &PlacementInfo) -> Plot {
    let series = run.systems.iter().filter_map(|system| {
        let points = run.workloads.iter().filter_map(|workload| {
            let m = run.measures(&system.id, &workload.id, &placement.id)?;
            let us = |ns: u64| ns as f64 / NS_PER_US;
            Some([
                workload.echo_bytes? as f64,
                us(m.p25_ns),
                us(m.median_ns),
                us(m.p75_ns),
            ])
        });
        let mut points: Vec<[f64; 4]> = points.collect();
        points.sort_by(|a, b| a[0].total_cmp(&b[0]));
        (points.len() > 1).then(|| of_system(run, &system.id, Shape::Band(points)))
    });
    Plot {
        title: "Round-trip time against size".to_owned(),
        caption: "Median time of an echo; half of the calls lie in the band. Broken lines: UDP."
            .to_owned(),
        x: Axis::logarithmic("each way", "bytes"),
        y: Axis::logarithmic("round-trip time", "µs"),
        series: series.collect(),
        ..Plot::default()
    }
}

/// Each system's ratio to its floor, with the interval, for each workload.
pub(super) fn ratios(run: &Run, placement: &PlacementInfo) -> Plot {
    /// With such outliers all other values would coincide on a linear axis.
    const FAR: f64 = 8.0;
    let mut rows = Vec::new();
    let mut series: Vec<Series> = Vec::new();
    let mut highest: f64 = 1.0;
    for workload in &run.workloads {
        for system in run
            .systems
            .iter()
            .filter(|system| system.id != system.floor)
        {
            let measures = run.measures(&system.id, &workload.id, &placement.id);
            let Some(r) = measures.and_then(|m| m.ratio) else {
                continue;
            };
            let point = [rows.len() as f64, r.low, r.value, r.high];
            rows.push(format!("{} {}", workload.id, system.id));
            highest = highest.max(r.high);
            match series
                .iter_mut()
                .find(|s| s.name == system.id)
                .map(|s| &mut s.shape)
            {
                Some(Shape::Ranges(points)) => points.push(point),
                _ => series.push(of_system(run, &system.id, Shape::Ranges(vec![point]))),
            }
        }
    }
    Plot {
        title: "Ratio to the floor".to_owned(),
        caption:
            "1 is the floor: a bare socket over the same transport with the same bytes. The bar is the 95 % \
                  interval of the ratio of medians."
                .to_owned(),
        x: Axis {
            logarithmic: highest > FAR,
            reference: Some(1.0),
            ..Axis::linear("÷ floor", "")
        },
        rows,
        series,
        ..Plot::default()
    }
}

/// Systems of one family share a colour and differ by line style.
fn of_system(run: &Run, id: &str, shape: Shape) -> Series {
    let family = |id: &str| id.replace("-udp", "").replace("-tcp", "");
    let mut families: Vec<String> = Vec::new();
    for system in &run.systems {
        let family = family(&system.id);
        if !families.contains(&family) {
            families.push(family);
        }
    }
    Series {
        colour: families.iter().position(|f| *f == family(id)),
        dashed: id.contains("-udp"),
        ..Series::measured(id, shape)
    }
}

/// The calls in each bin, in thousandths; bins are equally wide on a logarithmic axis.
fn binned(histogram: &Histogram<u64>, low: f64, high: f64) -> Vec<[f64; 2]> {
    const BINS: usize = 150;
    let mut shares = vec![0.0; BINS];
    let width = (high / low).ln() / BINS as f64;
    let bin_of = |value: f64| (value / low).ln() / width;
    for value in histogram.iter_recorded() {
        let count = value.count_since_last_iteration() as f64 / histogram.len() as f64;
        // A histogram's bucket may be wider than a bin: its calls are spread over the bins.
        let bucket = value.value_iterated_to();
        let from = bin_of(histogram.lowest_equivalent(bucket) as f64);
        let to = bin_of(histogram.next_non_equivalent(bucket) as f64);
        spread(&mut shares, from, to, count);
    }
    let edge = |bin: usize| low * (bin as f64 * width).exp() / NS_PER_US;
    let step = |(bin, share): (usize, &f64)| [edge(bin), (share * 1e4).round() / 10.0];
    let mut steps: Vec<[f64; 2]> = shares.iter().enumerate().map(step).collect();
    // Empty bins at both ends are not drawn.
    while steps.last().is_some_and(|step| step[1] == 0.0) {
        steps.pop();
    }
    steps.push([edge(steps.len()), 0.0]);
    let first = steps.iter().position(|step| step[1] > 0.0).unwrap_or(0);
    steps.drain(..first);
    steps
}

fn spread(shares: &mut [f64], from: f64, to: f64, count: f64) {
    let (first, last) = (from.floor() as i64, to.ceil() as i64);
    for bin in first.max(0)..last.min(shares.len() as i64) {
        let overlap = to.min(bin as f64 + 1.0) - from.max(bin as f64);
        shares[bin as usize] += count * (overlap / (to - from)).clamp(0.0, 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_hold_every_call_once() {
        let mut histogram = Histogram::new(3).unwrap();
        for ns in 1000..3000u64 {
            histogram.record(ns).unwrap();
        }
        let steps = binned(&histogram, 900.0, 4000.0);
        let thousandths: f64 = steps.iter().map(|step| step[1]).sum();
        assert!((thousandths - 1000.0).abs() < 10.0, "{thousandths}");
        assert!(steps[0][0] > 0.98 && steps[0][1] > 0.0, "{:?}", steps[0]);
        assert!(steps.last().unwrap()[0] < 3.1 && steps.last().unwrap()[1] == 0.0);
    }
}
