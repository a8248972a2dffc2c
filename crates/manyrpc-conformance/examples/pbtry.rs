use manyrpc_conformance::suite::*;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let plan = Plan {
        definitions: args[1].parse().unwrap(),
        seed: args[2].parse().unwrap(),
        keep: "/tmp/pb/keep".into(),
        ..Plan::quick()
    };
    for s in SUITES {
        if s.name == args[0] {
            match (s.run)(&plan) {
                Err(e) => println!("CANNOT {e}"),
                Ok(cases) => {
                    let bad: Vec<_> = cases.iter().filter(|c| c.result.is_err()).collect();
                    println!("{} cases, {} wrong", cases.len(), bad.len());
                    for c in bad.iter().take(40) {
                        println!(
                            "== {}: {}",
                            c.name,
                            c.result
                                .as_ref()
                                .unwrap_err()
                                .chars()
                                .take(700)
                                .collect::<String>()
                        );
                    }
                }
            }
        }
    }
}
