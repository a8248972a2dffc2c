//! Plots as inline SVG: they scale, print, and take their colours from the page.

use std::fmt::Write;

use hdrhistogram::Histogram;

use crate::stats::Interval;

use super::number::{micros, ratio};

/// A system in the plots: its name and the CSS class of its colour.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub(super) name: String,
    pub(super) class: String,
}

/// Width of every plot in its own units; the page scales it.
const WIDTH: f64 = 760.0;
/// Room for names at the left.
const LEFT: f64 = 110.0;
const RIGHT: f64 = 24.0;
/// Of the plot of sizes.
const HEIGHT: f64 = 330.0;

/// A logarithmic or linear axis from values to the plot's units.
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    log: bool,
}

impl Axis {
    fn log(low: f64, high: f64, from: f64, to: f64) -> Self {
        Axis {
            low: low.ln(),
            high: high.max(low * 1.01).ln(),
            from,
            to,
            log: true,
        }
    }

    fn linear(low: f64, high: f64, from: f64, to: f64) -> Self {
        Axis {
            low,
            high,
            from,
            to,
            log: false,
        }
    }

    fn at(&self, value: f64) -> f64 {
        let value = if self.log { value.ln() } else { value };
        let share = (value - self.low) / (self.high - self.low);
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }
}

/// Round values between the two: 1, 2 and 5 of each decade, or evenly spaced where that would be
/// too few.
fn round_values(low: f64, high: f64) -> Vec<f64> {
    const FEWEST: usize = 4;
    let first = low.log10().floor() as i32;
    let decades: Vec<f64> = (first..first + 12)
        .flat_map(|e| [1.0, 2.0, 5.0].map(|m| m * 10f64.powi(e)))
        .filter(|v| (low..=high).contains(v))
        .collect();
    if decades.len() >= FEWEST {
        return decades;
    }
    let power = 10f64.powi(((high - low) / 10.0).log10().ceil() as i32);
    let step = [0.1, 0.2, 0.5, 1.0]
        .map(|m| m * power)
        .into_iter()
        .find(|step| (high - low) / step <= 10.0)
        .unwrap_or(power);
    ((low / step).ceil() as i64..=(high / step).floor() as i64)
        // Rounded to what the step resolves, so that it prints short.
        .map(|n| (n as f64 * step * 1e6).round() / 1e6)
        .collect()
}

/// One strip for each system: how often a call took so long, with median and 99th percentile.
pub(super) fn distributions(rows: &[(Series, &Histogram<u64>)]) -> String {
    const STRIP: f64 = 46.0;
    let low = rows.iter().map(|(_, h)| h.value_at_quantile(0.001)).min();
    let high = rows.iter().map(|(_, h)| h.value_at_quantile(0.995)).max();
    let (Some(low), Some(high)) = (low, high) else {
        return String::new();
    };
    let (low, high) = (low as f64 * 0.95, high as f64 * 1.05);
    let axis = Axis::log(low, high, LEFT, WIDTH - RIGHT);
    let bottom = 10.0 + STRIP * rows.len() as f64;
    let mut svg = open(bottom + 40.0, "Distribution of the time of a call");
    micros_ticks(&mut svg, &axis, (low, high), bottom);
    for (row, (series, histogram)) in rows.iter().enumerate() {
        let base = 10.0 + STRIP * (row as f64 + 1.0);
        strip(&mut svg, &axis, series, histogram, base, STRIP - 8.0);
    }
    svg.push_str("</svg>");
    svg
}

fn strip(
    svg: &mut String,
    axis: &Axis,
    series: &Series,
    histogram: &Histogram<u64>,
    base: f64,
    height: f64,
) {
    let (low, high) = (axis.low.exp(), axis.high.exp());
    let shares = binned(histogram, low, high);
    let peak = shares.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let step = (axis.to - axis.from) / shares.len() as f64;
    let mut path = format!("M{:.1},{base:.1}", axis.from);
    for (bin, share) in shares.iter().enumerate() {
        let x = axis.from + (bin as f64 + 0.5) * step;
        let y = base - share / peak * height;
        put(&mut path, format_args!("L{x:.1},{y:.1}"));
    }
    put(&mut path, format_args!("L{:.1},{base:.1}Z", axis.to));
    let median = histogram.value_at_quantile(0.5) as f64;
    let p99 = histogram.value_at_quantile(0.99) as f64;
    let Series { name, class } = series;
    put(
        svg,
        format_args!(
            "<g class=\"{class}\"><title>{name}: median {} µs, 99 % below {} µs, {} calls</title>\
         <path class=\"area\" d=\"{path}\"/>",
            micros(median),
            micros(p99),
            histogram.len()
        ),
    );
    for (value, kind) in [(median, "median"), (p99, "p99")] {
        let x = axis.at(value);
        put(
            svg,
            format_args!(
                "<line class=\"{kind}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{base:.1}\" y2=\"{:.1}\"/>",
                base - height
            ),
        );
    }
    put(
        svg,
        format_args!(
            "<text x=\"{:.0}\" y=\"{:.1}\" class=\"end name\">{name}</text></g>",
            LEFT - 8.0,
            base - 4.0
        ),
    );
}

/// The share of calls in each of the plot's bins, which are equally wide on its logarithmic axis.
fn binned(histogram: &Histogram<u64>, low: f64, high: f64) -> Vec<f64> {
    const BINS: usize = 150;
    let mut shares = vec![0.0; BINS];
    let width = (high / low).ln() / BINS as f64;
    let bin_of = |value: f64| (value / low).ln() / width;
    for value in histogram.iter_recorded() {
        let count = value.count_since_last_iteration() as f64 / histogram.len() as f64;
        // A histogram's own bucket may be wider than a bin: its calls are spread over it.
        let bucket = value.value_iterated_to();
        let from = bin_of(histogram.lowest_equivalent(bucket) as f64);
        let to = bin_of(histogram.next_non_equivalent(bucket) as f64);
        spread(&mut shares, from, to, count);
    }
    shares
}

fn spread(shares: &mut [f64], from: f64, to: f64, count: f64) {
    let (first, last) = (from.floor() as i64, to.ceil() as i64);
    for bin in first.max(0)..last.min(shares.len() as i64) {
        let overlap = to.min(bin as f64 + 1.0) - from.max(bin as f64);
        shares[bin as usize] += count * (overlap / (to - from)).clamp(0.0, 1.0);
    }
}

/// A point of round-trip time against size.
#[derive(Clone, Copy, Debug)]
pub(super) struct SizePoint {
    pub(super) bytes: usize,
    pub(super) median_ns: f64,
    pub(super) p25_ns: f64,
    pub(super) p75_ns: f64,
}

/// Median round-trip time against size, both logarithmic; size 0 has a place of its own at the left.
pub(super) fn against_size(lines: &[(Series, Vec<SizePoint>)]) -> String {
    let points = || lines.iter().flat_map(|(_, points)| points);
    let low = points().map(|p| p.p25_ns).fold(f64::INFINITY, f64::min) * 0.9;
    let high = points().map(|p| p.p75_ns).fold(0.0, f64::max) * 1.1;
    let Some(largest) = points().map(|p| p.bytes).max() else {
        return String::new();
    };
    // Names stand at the right ends of the lines.
    let x = Axis::log(SIZE_ZERO, largest as f64, 70.0, WIDTH - LEFT);
    let y = Axis::log(low, high, HEIGHT - 40.0, 10.0);
    let mut svg = open(HEIGHT, "Round-trip time against size");
    for tick in round_values(low / 1000.0, high / 1000.0) {
        let at = y.at(tick * 1000.0);
        put(
            &mut svg,
            format_args!(
                "<line class=\"grid\" x1=\"70\" x2=\"{:.0}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text class=\"end\" x=\"64\" y=\"{:.1}\">{tick} µs</text>",
                WIDTH - LEFT,
                at + 4.0
            ),
        );
    }
    let mut sizes: Vec<usize> = points().map(|p| p.bytes).collect();
    sizes.sort_unstable();
    sizes.dedup();
    for bytes in sizes {
        put(
            &mut svg,
            format_args!(
                "<text class=\"middle\" x=\"{:.1}\" y=\"{:.0}\">{bytes}</text>",
                x.at(size_place(bytes)),
                HEIGHT - 22.0
            ),
        );
    }
    put(
        &mut svg,
        format_args!(
            "<text class=\"middle\" x=\"{:.0}\" y=\"{:.0}\">bytes each way</text>",
            (70.0 + WIDTH - LEFT) / 2.0,
            HEIGHT - 4.0
        ),
    );
    let mut names = Vec::new();
    for (series, points) in lines {
        size_line(&mut svg, &x, &y, series, points);
        names.extend(
            points
                .last()
                .map(|p| (series, y.at(p.median_ns), x.at(size_place(p.bytes)))),
        );
    }
    end_names(&mut svg, names);
    svg.push_str("</svg>");
    svg
}

/// Where size 0 stands on the logarithmic axis.
const SIZE_ZERO: f64 = 3.0;

fn size_place(bytes: usize) -> f64 {
    (bytes as f64).max(SIZE_ZERO)
}

fn size_line(svg: &mut String, x: &Axis, y: &Axis, series: &Series, points: &[SizePoint]) {
    let Series { name, class } = series;
    let mut path = String::new();
    for (i, p) in points.iter().enumerate() {
        let command = if i == 0 { 'M' } else { 'L' };
        let (px, py) = (x.at(size_place(p.bytes)), y.at(p.median_ns));
        put(&mut path, format_args!("{command}{px:.1},{py:.1}"));
    }
    put(
        svg,
        format_args!("<g class=\"{class}\"><path class=\"line\" d=\"{path}\"/>"),
    );
    for p in points {
        let px = x.at(size_place(p.bytes));
        put(
            svg,
            format_args!(
                "<g><title>{name}, {} bytes: median {} µs, half of the calls between {} and {} µs</title>\
             <line class=\"whisker\" x1=\"{px:.1}\" x2=\"{px:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>\
             <circle cx=\"{px:.1}\" cy=\"{:.1}\" r=\"3.5\"/></g>",
                p.bytes,
                micros(p.median_ns),
                micros(p.p25_ns),
                micros(p.p75_ns),
                y.at(p.p25_ns),
                y.at(p.p75_ns),
                y.at(p.median_ns),
            ),
        );
    }
    svg.push_str("</g>");
}

/// Names at the ends of lines, pushed apart where they would cover each other or the axis.
fn end_names(svg: &mut String, mut names: Vec<(&Series, f64, f64)>) {
    const LINE: f64 = 14.0;
    names.sort_by(|a, b| a.2.total_cmp(&b.2).then(a.1.total_cmp(&b.1)));
    for column in names.chunk_by_mut(|a, b| a.2 == b.2) {
        let mut least = 0.0;
        for (_, y, _) in &mut *column {
            *y = f64::max(*y, least);
            least = *y + LINE;
        }
        let mut most = HEIGHT - 46.0;
        for (_, y, _) in column.iter_mut().rev() {
            *y = f64::min(*y, most);
            most = *y - LINE;
        }
    }
    for (series, y, x) in names {
        put(
            svg,
            format_args!(
                "<text class=\"name {}\" x=\"{:.0}\" y=\"{:.1}\">{}</text>",
                series.class,
                x + 8.0,
                y + 4.0,
                series.name
            ),
        );
    }
}

/// For each workload, each system's ratio to its floor with the interval.
pub(super) fn ratios(groups: &[(String, Vec<(Series, Interval)>)]) -> String {
    const ROW: f64 = 17.0;
    const NAMES: f64 = 210.0;
    const FAR: f64 = 8.0;
    let all = || groups.iter().flat_map(|(_, rows)| rows).map(|(_, r)| *r);
    let rows = all().count();
    if rows == 0 {
        return String::new();
    }
    let low = all().map(|r| r.low).fold(0.95, f64::min);
    let high = all().map(|r| r.high).fold(1.1, f64::max) * 1.01;
    // Where some are far off, the others would all be in one place.
    let (axis, ticks) = match high > FAR {
        true => (
            Axis::log(low, high, NAMES, WIDTH - 70.0),
            round_values(low, high),
        ),
        false => (
            Axis::linear(low, high, NAMES, WIDTH - 70.0),
            ratio_ticks(low, high),
        ),
    };
    let bottom = 10.0 + ROW * rows as f64 + 6.0 * groups.len() as f64;
    let mut svg = open(bottom + 36.0, "Ratio to the floor");
    for tick in ticks {
        let x = axis.at(tick);
        let class = if tick == 1.0 { "one" } else { "grid" };
        put(
            &mut svg,
            format_args!(
                "<line class=\"{class}\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"4\" y2=\"{bottom:.1}\"/>\
             <text class=\"middle\" x=\"{x:.1}\" y=\"{:.1}\">{tick}</text>",
                bottom + 16.0
            ),
        );
    }
    put(
        &mut svg,
        format_args!(
            "<text class=\"middle\" x=\"{:.0}\" y=\"{:.1}\">median ÷ median of the bare socket</text>",
            (NAMES + WIDTH - 70.0) / 2.0,
            bottom + 32.0
        ),
    );
    let mut y = 6.0;
    for (workload, rows) in groups {
        put(
            &mut svg,
            format_args!(
                "<text class=\"name\" x=\"0\" y=\"{:.1}\">{workload}</text>",
                y + ROW - 5.0
            ),
        );
        for (series, interval) in rows {
            y += ROW;
            ratio_row(&mut svg, &axis, workload, series, interval, y - 5.0);
        }
        y += 6.0;
    }
    svg.push_str("</svg>");
    svg
}

fn ratio_row(svg: &mut String, axis: &Axis, workload: &str, series: &Series, r: &Interval, y: f64) {
    let Series { name, class } = series;
    let (low, value, high) = (axis.at(r.low), axis.at(r.value), axis.at(r.high));
    put(
        svg,
        format_args!(
            "<g class=\"{class}\"><title>{name} {workload}: {} (95 %: {} to {})</title>\
         <text class=\"end name\" x=\"202\" y=\"{y:.1}\">{name}</text>\
         <line class=\"interval\" x1=\"{low:.1}\" x2=\"{high:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>\
         <circle cx=\"{value:.1}\" cy=\"{:.1}\" r=\"4\"/>\
         <text x=\"{:.1}\" y=\"{y:.1}\">{}</text></g>",
            ratio(r.value),
            ratio(r.low),
            ratio(r.high),
            y - 4.0,
            y - 4.0,
            y - 4.0,
            high + 8.0,
            ratio(r.value),
        ),
    );
}

/// Ticks at a step of 1, 2 or 5 that gives at most ten of them, 1 among them.
fn ratio_ticks(low: f64, high: f64) -> Vec<f64> {
    let step = [
        0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0,
    ]
    .into_iter()
    .find(|step| (high - low) / step <= 10.0)
    .unwrap_or(1000.0);
    let first = ((low - 1.0) / step).ceil() as i64;
    (first..)
        .map(|n| ((1.0 + n as f64 * step) * 100.0).round() / 100.0)
        .take_while(|&tick| tick <= high)
        .collect()
}

fn micros_ticks(svg: &mut String, axis: &Axis, (low, high): (f64, f64), bottom: f64) {
    for tick in round_values(low / 1000.0, high / 1000.0) {
        let x = axis.at(tick * 1000.0);
        put(
            svg,
            format_args!(
                "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"6\" y2=\"{bottom:.1}\"/>\
             <text class=\"middle\" x=\"{x:.1}\" y=\"{:.1}\">{tick} µs</text>",
                bottom + 18.0
            ),
        );
    }
}

fn open(height: f64, label: &str) -> String {
    format!("<svg viewBox=\"0 0 {WIDTH:.0} {height:.0}\" role=\"img\" aria-label=\"{label}\">")
}

fn put(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    text.write_fmt(arguments)
        .expect("a string takes everything");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_map_their_ends_and_clamp_beyond() {
        let axis = Axis::log(10.0, 1000.0, 0.0, 200.0);
        assert_eq!(axis.at(10.0), 0.0);
        assert!((axis.at(100.0) - 100.0).abs() < 1e-9);
        assert_eq!(axis.at(1e6), 200.0);
        assert_eq!(Axis::linear(0.0, 4.0, 10.0, 30.0).at(1.0), 15.0);
    }

    #[test]
    fn ticks_lie_inside_and_are_round() {
        assert_eq!(round_values(0.8, 12.0), [1.0, 2.0, 5.0, 10.0]);
        assert_eq!(
            round_values(11.2, 14.9),
            [11.5, 12.0, 12.5, 13.0, 13.5, 14.0, 14.5]
        );
        assert_eq!(
            ratio_ticks(0.97, 1.11),
            [0.98, 1.0, 1.02, 1.04, 1.06, 1.08, 1.1]
        );
        assert!(ratio_ticks(0.9, 7.0).contains(&1.0));
        assert!(round_values(0.9, 157.0).contains(&1.0));
    }

    #[test]
    fn bins_hold_every_call_once() {
        let mut histogram = Histogram::new(3).unwrap();
        for ns in 1000..3000u64 {
            histogram.record(ns).unwrap();
        }
        let shares = binned(&histogram, 900.0, 4000.0);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-6);
        assert_eq!(shares[0], 0.0);
    }
}
