//! `samples.hlog`: the distributions as an HdrHistogram V2 interval log, one tagged line per cell, readable by
//! other HdrHistogram tools. Values are nanoseconds.

use std::io;
use std::time::Duration;

use hdrhistogram::serialization::V2DeflateSerializer;
use hdrhistogram::serialization::interval_log::{IntervalLogWriterBuilder, Tag};

use crate::record::Distribution;
use crate::record::Run;

/// The whole file.
pub(super) fn encode(run: &Run, distributions: &[Distribution]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut serializer = V2DeflateSerializer::new();
    let mut writer = IntervalLogWriterBuilder::new()
        .add_comment(&format!("manyrpc {} {}", run.version, run.kind))
        .add_comment(&format!("started {}", run.started))
        .add_comment("tags are system/workload/placement, values nanoseconds of one call")
        .begin_log_with(&mut bytes, &mut serializer)?;
    let length = Duration::from_secs_f64(run.seconds);
    for distribution in distributions {
        let tag = Tag::new(&distribution.tag);
        writer
            .write_histogram(&distribution.histogram, Duration::ZERO, length, tag)
            .map_err(|e| io::Error::other(format!("{e:?}")))?;
    }
    Ok(bytes)
}
