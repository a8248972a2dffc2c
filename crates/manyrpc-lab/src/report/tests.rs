use std::time::Duration;

use hdrhistogram::serialization::Deserializer;
use hdrhistogram::serialization::interval_log::{IntervalLogIterator, LogEntry};

use super::synthetic;
use super::*;

#[test]
fn the_terminal_table_is_narrow_and_says_why_figures_are_missing() {
    let (run, distributions) = synthetic::run();
    let text = render(&run, &distributions, Format::Text);
    let widest = text
        .lines()
        .max_by_key(|line| line.chars().count())
        .unwrap();
    assert!(widest.chars().count() <= 110, "{widest}");
    for part in [
        "PLACEMENT same",
        "a datagram carries at most 65507 bytes",
        "FAILED: the server ended",
        "CUT SHORT",
        "not measured in this placement: add",
        "MISSED",
        "holds",
        "1.270  1.260–1.290        +600 ±100",
        "Floor: raw-udp (the system raw-udp), raw-tcp (the system raw-tcp); with the programs of",
        "onc-udp ÷ libtirpc-udp             0.810  0.800–0.830   -2900 ±150 ns",
        "4.100 × ours  (4.000–4.200)  +84 ±1 ns",
        "onc-udp nothing at most 1.06 × raw-udp (`same`): 1.050 (1.040–1.070), +600 ±100 ns",
        "81.2k",
        "calls where servers count, and these counted",
        "WHAT A CALL COSTS: nothing, placement same",
        "5.00 / 5.00        – / –  2.00 / 3.00  1.00 / 1.00        0 / 0      12 / 12  1.00 / 1.50\n",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
}

#[test]
fn calls_of_tasks_are_in_every_format() {
    let run = synthetic::run_of_tasks();
    let text = render(&run, &[], Format::Text);
    let widest = text
        .lines()
        .max_by_key(|line| line.chars().count())
        .unwrap();
    assert!(widest.chars().count() <= 110, "{widest}");
    for part in [
        "CALLS IN FLIGHT: gRPC, client and server on the same CPU (calls/s, and p99 in µs)",
        "nothing 64/1               250.0k     4.00     100.0k     10.0          –        –  2.50 (2.40–2.60)   0.40",
        "client and server on the same 2 CPUs",
        "left out by --quick",
        "grpc-go: its <program> is not built",
        "onc-udp               12.0      13.7  1.100 (1.090–1.110) +1700 ±100",
        "grpc-async                   10000      2000      4000",
        "MISSED  onc-udp nothing, a lone call by a task",
        "open    grpc-async echo:1000000, 1000 in flight",
        "in flight for 60 ms on so many connections",
        "warning: a warning",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    assert!(!text.contains("Floor"), "{text}");
    let again: Run = serde_json::from_str(&json(&run)).unwrap();
    assert_eq!(again.tasks, run.tasks);
    let html = render(&run, &[], Format::Html);
    for part in [
        "Calls of tasks compared",
        "its &lt;program&gt; is not built",
        "2.50 (2.40–2.60)",
        "Targets",
    ] {
        assert!(html.contains(part), "no `{part}`");
    }
    let markdown = render(&run, &[], Format::Markdown);
    let row = "| `nothing` | 64 | 1 | 250.0k | 4.00 | 100.0k | 10.0 | – | – | 2.50 (2.40–2.60) | 0.40 (0.30–0.50) |";
    assert!(markdown.contains(row), "{markdown}");
    let csv = render(&run, &[], Format::Csv);
    let columns = csv.lines().next().unwrap().split(',').count();
    assert_eq!(csv.lines().count(), 1 + 6 + 2 + 1);
    for line in csv.lines() {
        assert_eq!(line.split(',').count(), columns, "{line}");
    }
    assert!(csv.contains("idle connections,gRPC,grpc-async,,,10000,"));
    assert!(csv.lines().last().unwrap().ends_with(",2000,4000"));
    assert!(csv.contains(",12000,13200,1200,1100,1300,,"));
}

#[test]
fn the_record_reads_back_the_same() {
    let (run, _) = synthetic::run();
    let text = json(&run);
    let again: Run = serde_json::from_str(&text).unwrap();
    assert_eq!(json(&again), text);
    assert!(text.contains("\"schema\": \"manyrpc.run/1\""));
    let onc = again.measures("onc-udp", "nothing", "same").unwrap();
    assert_eq!(onc.difference_ns.unwrap().value, 600.0);
    assert_eq!(again.gates[0].against.as_deref(), Some("raw-udp"));
    assert!(again.measures("onc-udp", "nothing", "same").is_some());
    assert!(again.measures("onc-udp", "echo:65536", "same").is_none());
}

/// Records written before differences were introduced can still be read.
#[test]
fn a_record_without_differences_is_read() {
    let (run, _) = synthetic::run();
    let mut record = serde_json::to_value(&run).unwrap();
    let of = |record: &mut serde_json::Value, list: &str, names: &[&str]| {
        for entry in record[list].as_array_mut().unwrap() {
            let entry = entry.as_object_mut().unwrap();
            for name in names {
                assert!(entry.remove(*name).is_some(), "{name}");
            }
        }
    };
    of(&mut record, "rivalries", &["difference_ns"]);
    of(&mut record, "marshalling", &["difference_ns"]);
    of(&mut record, "gates", &["difference_ns", "against"]);
    let again: Run = serde_json::from_value(record).unwrap();
    assert!(render(&again, &[], Format::Text).contains("onc-udp ÷ libtirpc-udp"));
}

#[test]
fn every_csv_line_has_every_column() {
    let (run, _) = synthetic::run();
    let text = csv::render(&run);
    let columns = text.lines().next().unwrap().split(',').count();
    assert_eq!(text.lines().count(), run.cells.len() + 1);
    for line in text.lines() {
        // Quoted text contains no separators here.
        let plain: String = line.split('"').step_by(2).collect();
        assert_eq!(plain.split(',').count(), columns, "{line}");
    }
    assert!(text.contains(r#"(SIGKILL), ""killed"""#));
}

#[test]
fn the_log_is_read_by_the_reference_reader() {
    let (run, distributions) = synthetic::run();
    let bytes = hlog::encode(&run, &distributions).unwrap();
    let mut tags = Vec::new();
    for entry in IntervalLogIterator::new(&bytes) {
        if let LogEntry::Interval(interval) = entry.unwrap() {
            assert_eq!(interval.duration(), Duration::from_millis(12_500));
            let encoded = interval.encoded_histogram().as_bytes();
            let raw = base64(encoded);
            let read: hdrhistogram::Histogram<u64> =
                Deserializer::new().deserialize(&mut &raw[..]).unwrap();
            let written = &distributions[tags.len()].histogram;
            assert_eq!(read, *written);
            tags.push(interval.tag().unwrap().as_str().to_owned());
        }
    }
    let expected: Vec<&str> = distributions.iter().map(|d| d.tag.as_str()).collect();
    assert_eq!(tags, expected);
}

/// Base64 by RFC 4648.
pub(super) fn base64(text: &[u8]) -> Vec<u8> {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bits = 0u32;
    let mut count = 0;
    let mut bytes = Vec::new();
    for letter in text.iter().filter(|&&c| c != b'=') {
        let value = ALPHABET.iter().position(|a| a == letter).unwrap();
        bits = bits << 6 | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

#[test]
fn the_page_stands_alone_and_escapes_what_it_shows() {
    let (run, distributions) = synthetic::run();
    let page = render(&run, &distributions, Format::Html);
    // The plotting library is not checked here but in a browser, in `drawn`.
    let ours = page.replace(
        include_str!("../../../manyrpc-measure/vendor/uplot/uPlot.iife.min.js"),
        "",
    );
    assert!(ours.len() < page.len());
    for outside in ["http://", "https://", "@import", "url(", "src="] {
        assert!(!ours.contains(outside), "the page reaches for {outside}");
    }
    assert!(!page.contains("<more>") && page.contains("&lt;more&gt;"));
    for (open, close) in [
        ("<table", "</table>"),
        ("<figure", "</figure>"),
        ("<script", "</script>"),
    ] {
        let opened = ours.matches(open).count();
        assert_eq!(opened, ours.matches(close).count(), "{open}");
        assert!(opened > 0);
    }
}

/// Every system with figures is in a plot, with numbers that JSON can represent.
#[test]
fn plots_are_numbers_in_the_page() {
    let (run, distributions) = synthetic::run();
    let page = render(&run, &distributions, Format::Html);
    let plots: Vec<serde_json::Value> = page
        .split("<script type=\"application/json\">")
        .skip(1)
        .map(|rest| serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap())
        .collect();
    // In each placement one per measured workload, and two others.
    let tags = |placement: &str| {
        let of = run
            .workloads
            .iter()
            .filter(|w| run.measures("raw-tcp", &w.id, placement).is_some());
        of.count()
    };
    assert_eq!(plots.len(), tags("same") + tags("free") + 4);
    let sizes = plots
        .iter()
        .find(|p| p["title"] == "Round-trip time against size")
        .unwrap();
    assert_eq!(sizes["series"].as_array().unwrap().len(), 4);
    assert_eq!(sizes["series"][0]["kind"], "band");
    for series in plots
        .iter()
        .flat_map(|plot| plot["series"].as_array().unwrap())
    {
        let columns = series["columns"].as_array().unwrap();
        let lengths: Vec<usize> = columns
            .iter()
            .map(|c| c.as_array().unwrap().len())
            .collect();
        assert!(
            lengths[0] > 0 && lengths.iter().all(|&n| n == lengths[0]),
            "{lengths:?}"
        );
        assert!(
            columns
                .iter()
                .flat_map(|c| c.as_array().unwrap())
                .all(|v| v.is_number())
        );
    }
}

#[test]
fn markdown_tables_have_equal_rows() {
    let (run, distributions) = synthetic::run();
    let text = render(&run, &distributions, Format::Markdown);
    let lines: Vec<&str> = text.lines().collect();
    let both = |pair: &&[&str]| pair.iter().all(|line| line.starts_with('|'));
    let mut rows = 0;
    for pair in lines.windows(2).filter(both) {
        let columns = |line: &str| line.matches('|').count();
        assert_eq!(columns(pair[0]), columns(pair[1]), "{}", pair[1]);
        rows += 1;
    }
    assert!(rows > 20, "{rows}");
}

#[test]
fn a_run_directory_has_all_files_and_never_takes_the_place_of_another() {
    let (run, distributions) = synthetic::run();
    let runs = std::env::temp_dir().join(format!("manyrpc-report-{}", std::process::id()));
    let first = write(&run, &distributions, &runs).unwrap();
    let second = write(&run, &distributions, &runs).unwrap();
    assert!(first.ends_with("2026-11-21T093000Z-compare"));
    assert!(second.ends_with("2026-11-21T093000Z-compare-2"));
    for name in [
        "run.json",
        "table.csv",
        "report.html",
        "samples.hlog",
        "samples.parquet",
    ] {
        assert!(
            fs::metadata(second.join(name)).unwrap().len() > 100,
            "{name}"
        );
    }
    if let Some(keep) = std::env::var_os("MANYRPC_KEEP_REPORT") {
        fs::copy(first.join("report.html"), keep).unwrap();
    }
    fs::remove_dir_all(&runs).unwrap();
}
