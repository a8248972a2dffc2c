use super::*;
use crate::report::synthetic;

/// The gate whose text starts with `asks`.
fn gate<'g>(gates: &'g [Gate], asks: &str) -> &'g Gate {
    let found = gates.iter().find(|gate| gate.asks.starts_with(asks));
    found.unwrap_or_else(|| panic!("no gate {asks}"))
}

fn interval(value: f64, half: f64) -> Interval {
    Interval {
        value,
        low: value - half,
        high: value + half,
    }
}

/// A synthetic run with the C floor over UDP, faster than ours by the given amounts.
fn with_c(ours_to_c: f64, over_c_ns: f64) -> Run {
    let (mut run, _) = synthetic::run();
    let in_c = floor_in_c(Transport::Udp);
    let mut floor = run.systems[0].clone();
    in_c.clone_into(&mut floor.id);
    run.systems.push(floor);
    for system in &mut run.systems {
        if system.floor == own_floor(Transport::Udp) {
            in_c.clone_into(&mut system.floor);
        }
    }
    let ours = run.cells.iter_mut();
    for cell in ours.filter(|cell| cell.system == own_floor(Transport::Udp)) {
        if let Outcome::Measured(measures) = &mut cell.outcome {
            measures.ratio = Some(interval(ours_to_c, 0.002));
            measures.difference_ns = Some(interval(over_c_ns, 30.0));
        }
    }
    run
}

#[test]
fn targets_name_the_floor_that_they_are_judged_against() {
    let (run, _) = synthetic::run();
    let gates = judge(&run);
    let ours = gate(&gates, "onc-udp nothing");
    assert_eq!(ours.asks, "onc-udp nothing at most 1.06 × raw-udp (`same`)");
    assert_eq!(ours.against.as_deref(), Some("raw-udp"));
    assert_eq!(ours.measured, "1.050 (1.040–1.070), +600 ±100 ns");
    assert_eq!(
        (ours.difference_ns.unwrap().value, ours.holds),
        (600.0, Some(true))
    );

    let gates = judge(&with_c(1.02, 80.0));
    let in_c = gate(&gates, "onc-udp nothing");
    assert_eq!(
        in_c.asks,
        "onc-udp nothing at most 1.06 × raw-udp-c (`same`)"
    );
    assert_eq!(in_c.against.as_deref(), Some("raw-udp-c"));
    // Over TCP the run has no C floor.
    let over_tcp = gate(&gates, "onc-tcp nothing");
    assert_eq!(over_tcp.against.as_deref(), Some("raw-tcp"));
}

#[test]
fn our_driver_is_judged_where_the_floor_is_in_c() {
    for (ratio, holds) in [
        (1.02, true),
        (1.0 / 1.02, true),
        (1.07, false),
        (0.93, false),
    ] {
        let gates = judge(&with_c(ratio, 80.0));
        let driver = gate(&gates, "raw-udp ÷ raw-udp-c");
        assert_eq!(driver.holds, Some(holds), "{driver:?}");
        assert!(
            driver.measured.ends_with("+80 ±30 ns (nothing)"),
            "{driver:?}"
        );
        // Ours compared with itself would always hold.
        let over_tcp = gate(&gates, "raw-tcp ÷ raw-tcp-c");
        assert_eq!(
            (over_tcp.holds, &*over_tcp.measured),
            (None, "not in this run")
        );
    }
    let (run, _) = synthetic::run();
    assert!(
        !judge(&run)
            .iter()
            .any(|gate| gate.asks.starts_with("raw-udp ÷"))
    );
}

#[test]
fn marshalling_has_its_difference_from_our_side() {
    let gates = judge(&with_c(1.0, 0.0));
    let libtirpc = gate(&gates, "XDR encode of info at least");
    assert_eq!(libtirpc.measured, "4.10 (4.00–4.20), -84 ±1 ns");
    assert_eq!(libtirpc.against.as_deref(), Some("libtirpc"));
    assert_eq!(libtirpc.holds, Some(true));
    let unmeasured = gate(&gates, "XDR decode of info at least");
    assert_eq!(
        (unmeasured.holds, &*unmeasured.measured),
        (None, "not measured")
    );
}

#[test]
fn a_megabyte_is_compared_round_by_round() {
    let (mut run, _) = synthetic::run();
    let mut as_if = |from: &str, to: &str, ns: [f64; 2]| {
        let same = run.cells.iter().find(|cell| {
            cell.system == from && cell.workload == "info-photo" && cell.placement == "same"
        });
        let mut cell = same.unwrap().clone();
        to.clone_into(&mut cell.system);
        if let Outcome::Measured(measures) = &mut cell.outcome {
            measures.round_medians_ns = ns.map(Some).to_vec();
        }
        let mut info = run.systems[0].clone();
        to.clone_into(&mut info.id);
        run.systems.push(info);
        run.cells.push(cell);
    };
    as_if("onc-tcp", "xml-rpc", [100_000.0, 200_000.0]);
    as_if("onc-tcp", "xmlrpc-c", [600_000.0, 1_200_000.0]);
    let gates = judge(&run);
    let photo = gate(
        &gates,
        "xml-rpc info-photo at least 5 × as fast as xmlrpc-c",
    );
    assert_eq!(photo.holds, Some(true));
    assert_eq!(photo.difference_ns.unwrap().value, -750_000.0);
    assert!(
        photo.measured.starts_with("6.00 (6.00–6.00), -750000 ±"),
        "{photo:?}"
    );
}
