//! Loops that go over many numbers, for the vector registers that the processor has.

#[cfg(target_arch = "x86_64")]
cpufeatures::new!(avx2, "avx2");

/// Runs a loop that the compiler is to vectorise. It is compiled twice on x86-64: for every processor, and for those with
/// AVX2, which has an instruction that moves bytes anywhere; without one, reversing them takes four times as long.
///
/// What the loop does must be known from the closure's type, since a pointer to a function would be called for each number.
#[inline(always)]
pub(crate) fn vectorised<R>(run: impl FnOnce() -> R) -> R {
    #[cfg(target_arch = "x86_64")]
    if avx2::get() {
        #[expect(unsafe_code, reason = "reversing bytes in a quarter of the time")]
        // SAFETY: the processor has AVX2.
        return unsafe { with_avx2(run) };
    }
    run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn with_avx2<R>(run: impl FnOnce() -> R) -> R {
    run()
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn either_loop_does_the_same() {
        let numbers: Vec<u32> = (0..1000)
            .map(|n: u32| n.wrapping_mul(0x9e37_79b9))
            .collect();
        for n in [0, 1, 7, 8, 31, 1000] {
            let swapped = || {
                numbers[..n]
                    .iter()
                    .map(|v| v.swap_bytes())
                    .collect::<Vec<u32>>()
            };
            assert_eq!(vectorised(swapped), swapped());
        }
    }
}
