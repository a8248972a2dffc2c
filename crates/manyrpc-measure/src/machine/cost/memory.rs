//! The memory of a process.

/// Resident memory of a process that is its own, in bytes: anonymous pages (`RssAnon` of proc(5)), which are its heap
/// and stacks, and neither its program nor the kernel's buffers of its sockets. `None` if the kernel does not tell, or
/// the process has ended.
pub fn user_memory_bytes(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_touched_is_counted() {
        const BYTES: usize = 64 << 20;

        let id = std::process::id();
        let before = user_memory_bytes(id).unwrap();
        let mut memory = vec![0u8; BYTES];
        memory.iter_mut().step_by(4096).for_each(|byte| *byte = 1);
        let more = user_memory_bytes(id).unwrap().saturating_sub(before);
        assert_eq!(std::hint::black_box(&memory)[4096], 1);
        // Other tests of this process give memory back meanwhile.
        assert!(more > BYTES as u64 / 2, "{more}");
        assert_eq!(user_memory_bytes(u32::MAX), None);
    }
}
