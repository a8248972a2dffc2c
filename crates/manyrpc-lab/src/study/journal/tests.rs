use super::*;
use crate::study::design::Factor;

struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let name = format!("manyrpc-journal-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Directory(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn head() -> Head {
    let design = Design::crossed(vec![Factor::new("system", ["a"])], |_| true);
    crate::study::testing::head("s", design, serde_json::json!({"calls": 3}))
}

fn visited(round: u32) -> Visited {
    Visited {
        phase: "rounds".to_owned(),
        round,
        cell: Cell::new([("system", "a")]),
        seconds: 0.5,
        sample: Sample::default()
            .figure("call_ns", 12.5)
            .series("ns", vec![12, 13]),
        why: None,
    }
}

#[test]
fn what_is_written_is_read_again() {
    let directory = Directory::new("again");
    let mut journal = Journal::create(&directory.0, head()).unwrap();
    journal.write(Line::Visit(visited(0)));
    journal.write(Line::Visit(Visited {
        sample: Sample::default(),
        why: Some("it broke".to_owned()),
        ..visited(1)
    }));
    // Every line is there at once, and the journal is not closed.
    let again = Journal::read(&directory.0).unwrap();
    assert!(again.visits().eq(journal.visits()));
    assert_eq!(again.head().method["calls"], 3);
    assert_eq!(again.head().design, head().design);
    assert!(
        Journal::create(&directory.0, head()).is_err(),
        "no run is written over"
    );
}

#[test]
fn a_line_that_was_cut_off_is_dropped_and_the_run_goes_on_behind_it() {
    let directory = Directory::new("torn");
    let mut journal = Journal::create(&directory.0, head()).unwrap();
    journal.write(Line::Visit(visited(0)));
    drop(journal);
    let path = directory.0.join(NAME);
    let mut file = OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"{\"line\":\"visit\",\"phase\":\"rou")
        .unwrap();
    drop(file);
    let mut again = Journal::read(&directory.0).unwrap();
    assert_eq!(again.visits().count(), 1);
    again.go_on().unwrap();
    again.write(Line::Visit(visited(1)));
    let rounds: Vec<u32> = Journal::read(&directory.0)
        .unwrap()
        .visits()
        .map(|v| v.round)
        .collect();
    assert_eq!(rounds, [0, 1]);
}

#[test]
fn what_is_no_journal_says_so() {
    let directory = Directory::new("none");
    let said = |text: &str| {
        fs::write(directory.0.join(NAME), text).unwrap();
        Journal::read(&directory.0).unwrap_err().to_string()
    };
    assert!(said("").contains("line 1: it does not begin with a head"));
    assert!(said("{\"line\":\"warning\",\"text\":\"x\"}\n").contains("a head"));
    let first = serde_json::to_string(&Line::Head(Box::new(head()))).unwrap();
    assert!(said(&format!("{first}\n{{}}\n")).contains("line 2"));
    let other = first.replace(SCHEMA, "manyrpc.study/99");
    assert!(said(&format!("{other}\n")).contains("manyrpc.study/99"));
    fs::remove_file(directory.0.join(NAME)).unwrap();
    let none = Journal::read(&directory.0).unwrap_err().to_string();
    assert!(none.starts_with("cannot read"), "{none}");
}

#[test]
fn a_full_disk_is_a_warning_and_no_end() {
    let directory = Directory::new("full");
    let mut journal = Journal::create(&directory.0, head()).unwrap();
    journal.file = Some(OpenOptions::new().write(true).open("/dev/full").unwrap());
    journal.write(Line::Visit(visited(0)));
    journal.write(Line::Visit(visited(1)));
    assert!(journal.problem().unwrap().contains("incomplete"));
    assert_eq!(journal.visits().count(), 2);
}
