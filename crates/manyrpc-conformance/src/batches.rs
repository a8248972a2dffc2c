//! Work in batches on several threads.

use std::fs;
use std::ops::{AddAssign, Range};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use crate::suite::{Case, Plan};

/// The most threads, since each may start programs that compile or compute.
const MOST: usize = 4;

/// Runs `work` for each number below `batches`, on several threads, each with its own state created by
/// `begin`; returns the results in order.
///
/// # Errors
/// The first error of `begin` or `work`. No batch is started after it.
pub fn each<S, T: Send>(
    batches: u64,
    begin: impl Fn() -> Result<S, String> + Sync,
    work: impl Fn(&mut S, u64) -> Result<T, String> + Sync,
) -> Result<Vec<T>, String> {
    let next = AtomicU64::new(0);
    let done = Mutex::new(Vec::new());
    let run = || -> Result<(), String> {
        let mut state = begin()?;
        loop {
            let batch = next.fetch_add(1, Relaxed);
            if batch >= batches {
                return Ok(());
            }
            let result = work(&mut state, batch).inspect_err(|_| next.store(batches, Relaxed))?;
            let mut done = done.lock().expect("nobody panics with it");
            done.push((batch, result));
        }
    };
    let threads = thread::available_parallelism().map_or(1, |n| n.get().min(MOST));
    let ended: Result<(), String> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        let mut ended = threads
            .into_iter()
            .map(|thread| thread.join().expect("what it does has panicked"));
        ended.try_for_each(|ended| ended)
    });
    ended?;
    let mut done = done.into_inner().expect("nobody panics with it");
    done.sort_by_key(|(batch, _)| *batch);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// Judges definitions in batches, each batch in its own folder, and sums up the counts. The folders of
/// batches that cannot be judged are kept.
///
/// # Errors
/// Those of [`each`].
pub fn judged<C: Default + AddAssign + Send>(
    plan: &Plan,
    suite: &str,
    (definitions, batch): (u64, u64),
    work: impl Fn(&Path, Range<u64>) -> Result<(Vec<Case>, C), String> + Sync,
) -> Result<(Vec<Case>, C), String> {
    let folder = plan.keep.join(format!("{suite}-{}", std::process::id()));
    let done = each(
        definitions.div_ceil(batch),
        || Ok(()),
        |(), n| {
            let indices = n * batch..((n + 1) * batch).min(definitions);
            work(&folder.join(n.to_string()), indices)
        },
    )?;
    let _ = fs::remove_dir_all(&folder);
    let (mut cases, mut counts) = (Vec::new(), C::default());
    for (some, of) in done {
        cases.extend(some);
        counts += of;
    }
    Ok((cases, counts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_the_first_error_ends_it() {
        let squares = each(100, || Ok(()), |(), n| Ok(n * n));
        assert_eq!(squares, Ok((0..100).map(|n| n * n).collect()));
        let refused = each(
            100,
            || Ok(()),
            |(), n| match n {
                7 => Err("seven".to_owned()),
                n => Ok(n),
            },
        );
        assert_eq!(refused, Err("seven".to_owned()));
        let none: Result<Vec<()>, String> =
            each(1, || Err::<(), _>("no".to_owned()), |(), _| Ok(()));
        assert_eq!(none, Err("no".to_owned()));
    }
}
