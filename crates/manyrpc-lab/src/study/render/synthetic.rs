//! A synthetic report with plots of every shape used by the studies.

use manyrpc_measure::report::plot::{self, Axis, Plot, Series, Shape};
use manyrpc_measure::stats::Random;

use crate::study::paper::{Cell, Paper, Part, Row, Table};

const NS_PER_US: f64 = 1000.0;
const SIZES: [f64; 5] = [0.0, 4.0, 512.0, 1440.0, 8192.0];

pub(crate) fn paper() -> Paper {
    let times: Vec<Vec<u64>> = (0..3).map(|system| times(system, 50_000)).collect();
    let part = |title: &str, tables: Vec<Table>, plots: Vec<Plot>| Part {
        title: title.to_owned(),
        text: "What there is to see.".to_owned(),
        tables,
        plots,
    };
    Paper {
        name: "made-up".to_owned(),
        title: "Plots of every shape".to_owned(),
        summary: "Nothing was measured for it; </script> and <b> are text.".to_owned(),
        cautions: vec!["not a measurement".to_owned()],
        parts: vec![
            part("Round trips", vec![table()], vec![against_size()]),
            part(
                "Variability",
                Vec::new(),
                vec![
                    ripples(&times[0]),
                    fluctuation(&times[0]),
                    quartiles(&times),
                ],
            ),
            part("Load", Vec::new(), vec![latencies(&times), losses()]),
        ],
        ..Paper::default()
    }
}

/// Round-trip times with ripples of 10 µs, like a timer's, and a few outliers.
fn times(system: u64, count: u64) -> Vec<u64> {
    let mut random = Random::new(system + 1);
    let mut time = |n: u64| {
        let noise: usize = (0..6).map(|_| random.below(1500)).sum();
        let ripple = random.below(4) * random.below(3) * 10_000;
        let spike = if n.is_multiple_of(9973) { 3_000_000 } else { 0 };
        (20_000 + (noise + ripple) as u64 + spike) * (system + 2) / 2
    };
    (0..count).map(&mut time).collect()
}

fn table() -> Table {
    let row = |(place, head): (usize, &str)| Row {
        head: head.to_owned(),
        cells: SIZES
            .iter()
            .map(|size| Cell {
                interval: Some("11.9–12.6".to_owned()),
                published: Some("2340".to_owned()),
                ..Cell::figure(format!("{:.1}", 12.0 + size / 1000.0 + place as f64))
            })
            .collect(),
    };
    Table {
        title: "Round-trip time in µs".to_owned(),
        corner: "system".to_owned(),
        across: "bytes".to_owned(),
        columns: SIZES.iter().map(f64::to_string).collect(),
        rows: ["Sun RPC", "NCS"]
            .into_iter()
            .enumerate()
            .map(row)
            .collect(),
    }
}

fn against_size() -> Plot {
    let measured = |factor: f64| {
        let time = |bytes: f64| (12.0 + bytes / 400.0) * factor;
        Shape::Band(
            SIZES
                .map(|b| [b, time(b) * 0.95, time(b), time(b) * 1.1])
                .to_vec(),
        )
    };
    let printed = |factor: f64| Shape::Line(SIZES.map(|b| [b, (3000.0 + b) * factor]).to_vec());
    Plot {
        title: "Round-trip time against size".to_owned(),
        caption: "Bands: 95 % intervals. Diamonds and squares: the document's figures.".to_owned(),
        x: Axis::logarithmic("argument", "bytes"),
        y: Axis::logarithmic("round-trip time", "µs"),
        series: vec![
            Series::measured("Sun RPC", measured(1.0)),
            Series::measured("NCS", measured(1.4)),
            Series::published("Sun RPC 1989", printed(1.0)),
            Series::published("NCS 1989", printed(1.6)),
        ],
        ..Plot::default()
    }
}

fn ripples(times: &[u64]) -> Plot {
    Plot {
        title: "How often a call took so long".to_owned(),
        caption: "The last bin has all that took longer.".to_owned(),
        x: Axis::linear("round-trip time", "µs"),
        y: Axis::linear("calls", ""),
        series: vec![Series::measured(
            "Sun RPC",
            plot::histogram(times, 400, 0.995, NS_PER_US),
        )],
        ..Plot::default()
    }
}

fn fluctuation(times: &[u64]) -> Plot {
    Plot {
        title: "Fluctuation".to_owned(),
        caption: "The lowest and the highest of every 50 calls.".to_owned(),
        x: Axis::linear("call", ""),
        y: Axis::logarithmic("round-trip time", "µs"),
        series: vec![Series::measured(
            "Sun RPC",
            Shape::Line(plot::thinned(times, 1000, NS_PER_US)),
        )],
        ..Plot::default()
    }
}

fn quartiles(times: &[Vec<u64>]) -> Plot {
    let names = ["Sun RPC", "NCS", "a system with a name that is rather long"];
    let boxes = times.iter().enumerate().filter_map(|(row, times)| {
        let quartiles = plot::quartiles(row, times, NS_PER_US)?;
        Some(Series::measured(names[row], Shape::Boxes(vec![quartiles])))
    });
    let mut series: Vec<Series> = boxes.collect();
    series.push(Series::published(
        "the document's medians",
        Shape::Ranges(vec![[0.0, 21.0, 22.0, 23.0]]),
    ));
    Plot {
        title: "Quartiles".to_owned(),
        caption: "98 % of the calls are within the thin lines.".to_owned(),
        x: Axis::logarithmic("round-trip time", "µs"),
        rows: names.map(str::to_owned).to_vec(),
        series,
        ..Plot::default()
    }
}

fn latencies(times: &[Vec<u64>]) -> Plot {
    let loads = ["100 calls/s", "1000 calls/s", "5000 calls/s"];
    let line = |(load, times): (&str, &Vec<u64>)| {
        Series::measured(load, plot::cumulative(times, NS_PER_US))
    };
    Plot {
        title: "Latency from the intended start".to_owned(),
        caption: "The share of calls that took at most so long.".to_owned(),
        x: Axis::logarithmic("latency", "µs"),
        y: Axis::linear("share of calls", ""),
        series: loads.into_iter().zip(times).map(line).collect(),
        ..Plot::default()
    }
}

fn losses() -> Plot {
    let points = |factor: f64| {
        Shape::Points(vec![
            [0.1, 0.0],
            [5.0, 3.0 * factor],
            [10.0, 40.0 * factor],
            [20.0, 900.0 * factor],
        ])
    };
    Plot {
        title: "Losses against load".to_owned(),
        caption: "Of a million calls.".to_owned(),
        x: Axis::linear("load average of the server", ""),
        y: Axis {
            reference: Some(1.0),
            ..Axis::logarithmic("lost", "per million")
        },
        series: vec![
            Series::measured("Sun RPC", points(1.0)),
            Series {
                dashed: true,
                ..Series::measured("NCS", points(0.3))
            },
            Series::published("Sun RPC 1989", points(2.0)),
        ],
        ..Plot::default()
    }
}
