//! `manyrpc list` and `manyrpc describe`: what a registry knows, and what answers.

use std::process::ExitCode;

use manyrpc::systems::describer_of;
use manyrpc::{Binding, Error};

use crate::args::{Describe, Target};
use crate::output::{Failure, write_out};

/// Lists what the registry of the target's system knows, or what its server serves.
pub(crate) fn list(args: &Target) -> Result<ExitCode, Failure> {
    let binding: Binding = args.target.parse().map_err(Error::Binding)?;
    let (describer, options) = (describer_of(&binding)?, args.options()?);
    let told = binding.first_reachable(|at| describer.list(at, &options, args.form()))?;
    write_out(None, &told)?;
    Ok(ExitCode::SUCCESS)
}

/// The same in detail.
pub(crate) fn describe(args: &Describe) -> Result<ExitCode, Failure> {
    let (target, only) = (&args.target, args.program.as_deref());
    let binding: Binding = target.target.parse().map_err(Error::Binding)?;
    let (describer, options) = (describer_of(&binding)?, target.options()?);
    let told =
        binding.first_reachable(|at| describer.describe(at, &options, only, target.form()))?;
    write_out(None, &told)?;
    Ok(ExitCode::SUCCESS)
}
