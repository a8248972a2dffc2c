//! The study `levy` where networks are bad: what its table says of protected and of unprotected calls.

use manyrpc_lab::study::design::Cell;
use manyrpc_lab::study::experiment::Options;
use manyrpc_lab::study::levy::Levy;
use manyrpc_lab::study::record::Record;
use manyrpc_lab::study::runner::run;
use manyrpc_lab::system::Programs;
use manyrpc_measure::progress::Silent;
use manyrpc_measure::report::Format;

/// Calls of a visit of a quick run.
const CALLS: f64 = 10_000.0;
/// Who make them at the same time.
const CLIENTS: f64 = 32.0;

pub(super) fn all() {
    let mut options = Options::new(Programs::find().expect("a path of our own"));
    options.runs = std::env::temp_dir().join(format!("manyrpc-dependable-{}", std::process::id()));
    options.wanted.quick = true;
    options.wanted.rounds = Some(1);
    options.wanted.only = vec!["ncs".to_owned()];
    let finished = run(&Levy, &options, &mut Silent).expect("a run");
    let record = &finished.record;
    let troubles = ["all three 10 %", "server restarts"];
    for network in troubles {
        let [off, on] = ["off", "on"].map(|protection| counted(record, protection, network));
        println!("ncs, {network}: off {off:?}, on {on:?}");
        assert_eq!([off[0], on[0]], [CALLS; 2], "{network}");
        assert_eq!(
            on[1..3],
            [0.0; 2],
            "{network}: what is protected is carried out once"
        );
        // A restart fails the calls in flight.
        let restarts = if network == troubles[1] { 5.0 } else { 0.0 };
        assert!(on[3] <= restarts * CLIENTS && off[1] == 0.0, "{network}");
    }
    let doubled = counted(record, "off", troubles[0])[2];
    assert!(doubled > CALLS / 50.0, "the test can tell: {doubled}");
    let text = finished.render(Format::Text);
    assert!(text.contains("SILENT ERRORS OVER BAD NETWORKS"), "{text}");
    std::fs::remove_dir_all(&options.runs).expect("runs were made");
}

/// Calls, lost, carried out twice, failed.
fn counted(record: &Record, protection: &str, network: &str) -> [f64; 4] {
    let cell = Cell::new([
        ("part", "bad networks"),
        ("system", "ncs"),
        ("protection", protection),
        ("network", network),
    ]);
    let cell = record.cell(&cell).expect("a cell of the study");
    assert_eq!(cell.why(), None, "{}", cell.cell);
    ["calls", "lost", "duplicated", "failed"]
        .map(|figure| cell.figures[figure].rounds[0].expect("a figure"))
}
