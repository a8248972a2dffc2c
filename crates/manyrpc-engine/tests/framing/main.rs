//! gRPC calls in randomly drawn frames, in every equivalent encoding, and in some invalid ones: our
//! engines' interpretation is compared with what the crate `h2` reads in the same bytes and with
//! gRPC's documents.
//!
//! `MANYRPC_SEED=N` repeats the draw of a failed seed; `MANYRPC_DRAWS=N` draws more.

mod answers;
#[path = "../http2/pipe.rs"]
mod pipe;
mod requests;
mod settings;

mod theirs;
mod wire;

use manyrpc_draw::Draw;

/// Draws of each test.
const DRAWS: u64 = 1500;

/// Runs `one` for every seed, and reports the one that failed.
pub(crate) fn each(name: &str, one: impl Fn(&mut Draw)) {
    some(name, DRAWS, one);
}

/// The same for this many seeds.
pub(crate) fn some(name: &str, count: u64, one: impl Fn(&mut Draw)) {
    let variable = |name| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let seeds = match variable("MANYRPC_SEED") {
        Some(n) => n..n + 1,
        None => 0..variable("MANYRPC_DRAWS").unwrap_or(count),
    };
    for seed in seeds {
        let draw = std::panic::AssertUnwindSafe(|| one(&mut Draw::nth(9113, seed)));
        if let Err(panic) = std::panic::catch_unwind(draw) {
            eprintln!("{name}: seed {seed}; MANYRPC_SEED={seed} repeats it alone");
            std::panic::resume_unwind(panic);
        }
    }
}
