//! Calls of gRPC in frames drawn at random, in every way in which the same thing may be said, and some
//! that may not be: what our engines make of them against what the crate `h2` reads in the same bytes
//! and gRPC's documents say of that.
//!
//! A seed that failed is drawn again alone by `MANYRPC_SEED=N`; `MANYRPC_DRAWS=N` draws more.

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

/// Runs `one` for every seed, and says which it was that failed.
pub(crate) fn each(name: &str, one: impl Fn(&mut Draw)) {
    some(name, DRAWS, one);
}

/// The same for so many seeds.
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
