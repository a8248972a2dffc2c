//! The workloads of the bench interface through our client.

use manyrpc_lab::generated::bench::{BenchV1Client, InfoRequest};
use manyrpc_lab::workload::pattern;

/// One call of a workload, its result checked.
pub fn call(bench: &mut BenchV1Client, workload: &str) -> Result<(), String> {
    let (name, size) = workload.split_once(':').unwrap_or((workload, "0"));
    let size: usize = size.parse().expect("sizes are numbers");
    let right = match name {
        "nothing" => bench.nothing().map(|()| true),
        "add" => bench.add(i32::MAX, -7).map(|sum| sum == i32::MAX - 7),
        "echo" => bench.echo(&pattern(size)).map(|data| data == pattern(size)),
        "ints" => {
            let values: Vec<i32> = (0..size as i32).map(|i| i * -7919).collect();
            bench.int_array(&values).map(|got| got == values)
        }
        "concat" => bench
            .concat("left ünd ", "right")
            .map(|text| text == "left ünd right"),
        "count" => bench.count(1).map(|n| n > 0),
        _ => {
            let photo = name == "info-photo";
            let wanted = InfoRequest { id: 1989, photo };
            let expected = if photo { pattern(1 << 20) } else { Vec::new() };
            bench.request(&wanted).map(|info| {
                (
                    info.id,
                    &*info.first_name,
                    &*info.email,
                    info.latitude,
                    info.longitude,
                ) == (1989, "Ada", "ada@example.org", 51.5, -0.125)
                    && info.newsletter
                    && info.age == 36
                    && *info.photo == *expected
            })
        }
    };
    match right {
        Ok(true) => Ok(()),
        Ok(false) => Err("a wrong result".to_owned()),
        Err(e) => Err(e.to_string()),
    }
}
