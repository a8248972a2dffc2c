//! `manyrpc list` and `manyrpc describe`: queries registries and introspection.

use std::process::ExitCode;

use manyrpc::systems::{describe_text, describer_of};
use manyrpc::{Binding, Error};

use crate::args::{Describe, Target};
use crate::output::{Failure, printable, write_out};

/// Lists the entries of the target system's registry, or what its server serves.
pub(crate) fn list(args: &Target) -> Result<ExitCode, Failure> {
    let binding: Binding = args.target.parse().map_err(Error::Binding)?;
    let (describer, options) = (describer_of(&binding)?, args.options()?);
    let told = binding.first_reachable(|at| describer.list(at, &options, args.form()))?;
    write_out(None, &printable(&told))?;
    Ok(ExitCode::SUCCESS)
}

/// Describes the same in detail.
pub(crate) fn describe(args: &Describe) -> Result<ExitCode, Failure> {
    let (target, only) = (&args.target, args.program.as_deref());
    let told = match target.target.parse::<Binding>() {
        Ok(binding) => {
            let (describer, options) = (describer_of(&binding)?, target.options()?);
            binding.first_reachable(|at| describer.describe(at, &options, only, target.form()))?
        }
        Err(error) => {
            let told = describe_text(&target.target, target.form());
            told.ok_or(Error::Binding(error))?
        }
    };
    write_out(None, &printable(&told))?;
    Ok(ExitCode::SUCCESS)
}
