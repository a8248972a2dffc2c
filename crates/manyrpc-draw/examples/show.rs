fn main() {
    let a: Vec<String> = std::env::args().collect();
    let dialect = match &*a[1] {
        "osf" => manyrpc_draw::dce::Dialect::OSF,
        "wine" => manyrpc_draw::dce::Dialect::WINE,
        "ms" => manyrpc_draw::dce::Dialect::MICROSOFT,
        _ => manyrpc_draw::dce::Dialect::WHOLE,
    };
    let seed = a[2].parse().unwrap();
    for i in a[3].parse::<u64>().unwrap()..a[4].parse().unwrap() {
        let d = manyrpc_draw::dce::nth(dialect, seed, i);
        match a.get(5) {
            Some(dir) => std::fs::write(format!("{dir}/{}", d.file()), &d.text).unwrap(),
            None => println!("{}", d.text),
        }
    }
}
