//! Writes what each target starts from for another fuzzer: `manyrpc-fuzz DIRECTORY` makes a
//! directory of files for each target in there, and a list of their paths beside it, with commas
//! between them, as libFuzzer reads it.

use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

use manyrpc_fuzz::{TARGETS, Target};

fn main() -> ExitCode {
    let Some(directory) = env::args_os().nth(1) else {
        eprintln!("manyrpc-fuzz: which directory?");
        return ExitCode::from(2);
    };
    for target in TARGETS {
        if let Err(problem) = write(target, Path::new(&directory)) {
            eprintln!("manyrpc-fuzz: {}: {problem}", directory.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn write(target: &Target, directory: &Path) -> io::Result<()> {
    let own = directory.join(target.name);
    // Not those of another time.
    if own.exists() {
        fs::remove_dir_all(&own)?;
    }
    fs::create_dir_all(&own)?;
    let mut paths = Vec::new();
    for (at, input) in target.inputs().iter().enumerate() {
        let path = own.join(format!("{at:04}"));
        fs::write(&path, input)?;
        paths.push(path.display().to_string());
    }
    fs::write(own.with_extension("list"), paths.join(","))
}
