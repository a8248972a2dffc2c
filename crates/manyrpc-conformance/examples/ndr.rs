//! Development only.
use manyrpc_conformance::{ndr, suite::Plan};
use manyrpc_draw::dce::Dialect;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let mut plan = Plan::quick();
    plan.seed = a[2].parse().unwrap();
    plan.definitions = a[3].parse().unwrap();
    if let Ok(k) = std::env::var("KEEP") {
        plan.keep = k.into();
    }
    let dialect = match &*a[1] {
        "osf" => Dialect::OSF,
        "wine" => Dialect::WINE,
        "ms" => Dialect::MICROSOFT,
        _ => Dialect::WHOLE,
    };
    let cases = ndr::drawn::run(&plan, dialect, a[4].clone().into()).unwrap();
    let bad = cases.iter().filter(|c| c.result.is_err()).count();
    for c in &cases {
        if let Err(e) = &c.result {
            println!(
                "{}: {}",
                c.name,
                e.lines()
                    .map(|l| l.chars().take(400).collect::<String>())
                    .collect::<Vec<_>>()
                    .join("\n")
            );
        }
    }
    println!("{} cases, {bad} wrong", cases.len());
}
