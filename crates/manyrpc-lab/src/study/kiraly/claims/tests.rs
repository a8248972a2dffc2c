use super::*;
use crate::study::claim::Verdict;
use crate::study::design::Cell;
use crate::study::kiraly::PUBLISHED;
use crate::study::kiraly::plan::has_photo;
use crate::study::testing;

fn nothing() -> Record {
    testing::record(&[], 1, |_, _| Vec::new())
}

fn cells() -> Vec<Cell> {
    let mut cells = Vec::new();
    for photo in [false, true] {
        for system in published_systems() {
            for client in published_languages() {
                let of = |server: &Language| cell(system.id, photo, client.id, server.id);
                cells.extend(published_languages().map(of));
            }
        }
    }
    cells
}

fn verdicts(rounds: usize, figure: impl Fn(&Cell) -> f64) -> Vec<(String, Verdict)> {
    let matrix = Matrix::made_up(rounds, &cells(), figure);
    let measured = Measured {
        name: "seconds",
        matrix,
        ms_per_call: PUBLISHED_MS_PER_CALL,
    };
    let printed = Published::parse(PUBLISHED).unwrap();
    let claims = judge(&[measured], &nothing(), &printed);
    claims.into_iter().map(|c| (c.id, c.verdict)).collect()
}

fn of(verdicts: &[(String, Verdict)], id: &str) -> Verdict {
    verdicts.iter().find(|(i, _)| i == id).unwrap().1
}

/// Figures that match the claims.
fn as_claimed(cell: &Cell) -> f64 {
    let (system, photo) = (cell.level("system"), has_photo(cell));
    let of_system = match (system, photo) {
        ("grpc", _) => 1.0,
        (_, false) => 1.3,
        (_, true) => 2.0,
    };
    let client = if cell.level("client") == "cpp" {
        1.0
    } else {
        1.2
    };
    let server = match (system, cell.level("server")) {
        (_, "cpp") => 1.0,
        ("jsonrpc", _) | ("xmlrpc", "ruby") => 3.0,
        _ => 1.1,
    };
    // With the photo, the 40 ms of small replies do not show.
    let server = if photo { 1.0 } else { server };
    of_system * client * server
}

#[test]
fn figures_as_claimed_hold() {
    let verdicts = verdicts(5, as_claimed);
    for id in ["K1", "K2", "K3", "K4", "K5"] {
        assert_eq!(of(&verdicts, id), Verdict::Holds, "{id}: {verdicts:?}");
    }
}

#[test]
fn figures_the_other_way_round_do_not() {
    let verdicts = verdicts(5, |cell| {
        // gRPC is slowest with small data, JSON-RPC carries photos at no cost, C++ is slowest.
        let system = match (cell.level("system"), has_photo(cell)) {
            ("grpc", _) => 3.0,
            ("jsonrpc", true) => 0.1,
            _ => 1.0,
        };
        let of = |language| if language == "cpp" { 2.0 } else { 1.0 };
        system * of(cell.level("client")) * of(cell.level("server"))
    });
    for id in ["K1", "K2", "K3", "K4", "K5"] {
        assert_eq!(
            of(&verdicts, id),
            Verdict::DoesNotHold,
            "{id}: {verdicts:?}"
        );
    }
}

#[test]
fn too_few_rounds_and_equal_figures_decide_nothing() {
    let few = verdicts(2, as_claimed);
    assert!(
        few.iter().all(|(_, v)| *v == Verdict::CannotBeDecided),
        "{few:?}"
    );
    let equal = verdicts(5, |_| 1.0);
    for id in ["K1", "K2", "K4"] {
        assert_eq!(of(&equal, id), Verdict::CannotBeDecided, "{id}");
    }
    assert_eq!(of(&equal, "K3"), Verdict::Holds);
}

#[test]
fn bytes_decide_by_themselves() {
    let printed = Published::parse(PUBLISHED).unwrap();
    let verdict = |json| {
        let systems = [
            ("grpc", 1_048_700.0),
            ("xmlrpc", 1_400_000.0),
            ("jsonrpc", json),
        ];
        let cells = systems.map(|(system, _)| cell(system, true, "cpp", "java"));
        let record = testing::record(&cells, 1, |cell, _| {
            let of_system = systems.iter().find(|s| s.0 == cell.level("system"));
            vec![("out_bytes", 100.0), ("in_bytes", of_system.unwrap().1)]
        });
        k2_bytes(&record, &printed).verdict
    };
    assert_eq!(verdict(1_398_500.0), Verdict::Holds);
    assert_eq!(verdict(1_060_000.0), Verdict::DoesNotHold);
    assert_eq!(
        k2_bytes(&nothing(), &printed).verdict,
        Verdict::CannotBeDecided
    );
}

/// The published figures of each test are the document's: ratios computed by hand.
#[test]
fn published_figures_stand_beside_the_tests() {
    let matrix = Matrix::made_up(3, &cells(), as_claimed);
    let measured = Measured {
        name: "seconds",
        matrix,
        ms_per_call: PUBLISHED_MS_PER_CALL,
    };
    let printed = Published::parse(PUBLISHED).unwrap();
    let claims = judge(&[measured], &nothing(), &printed);
    let published = |id: &str, test: usize| {
        let claim = claims.iter().find(|c| c.id == id).unwrap();
        (claim.tests[test].published.unwrap() * 1000.0).round() / 1000.0
    };
    // Geometric means of nine ratios each, computed independently of this program.
    assert_eq!([published("K1", 0), published("K1", 1)], [1.400, 1.988]);
    assert_eq!([published("K3", 0), published("K3", 1)], [0.704, 1.108]);
    assert_eq!(
        [published("K5", 0), published("K5", 1), published("K5", 2)],
        [3.228, 3.285, 3.198]
    );
    let notes = &claims.iter().find(|c| c.id == "K5").unwrap().notes;
    assert_eq!(notes.len(), 3);
    assert!(
        notes[0].contains("Ruby server of XML-RPC adds"),
        "{}",
        notes[0]
    );
}
