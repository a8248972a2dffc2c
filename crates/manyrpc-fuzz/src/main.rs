//! Writes the initial inputs of each target for another fuzzer: `manyrpc-fuzz DIRECTORY` creates a
//! directory of files for each target, and a comma-separated list of their paths for libFuzzer.

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
    // Remove those of an earlier run.
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
