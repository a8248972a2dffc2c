//! Counting the system calls of other processes, by the kernel's own tracepoint.
//!
//! Reading list: perf_event_open(2); the kernel's Documentation/trace/events.rst.

use std::fs;
use std::io::{self, Read};
use std::os::fd::{FromRawFd, OwnedFd};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Counts the system calls of processes until it is dropped.
#[derive(Debug)]
pub struct SystemCalls {
    /// One for each thread.
    counters: Vec<fs::File>,
}

impl SystemCalls {
    /// Starts counting the system calls of these processes' threads, and of threads started later.
    ///
    /// # Errors
    /// The kernel does not count, or denies it; the reason, for people.
    pub fn count(processes: &[u32]) -> Result<Self, String> {
        let tracepoint = tracepoint()?;
        let mut counters = Vec::new();
        for process in processes {
            let tasks = fs::read_dir(format!("/proc/{process}/task"))
                .map_err(|e| format!("process {process}: {e}"))?;
            let threads = tasks
                .flatten()
                .filter_map(|task| task.file_name().to_str()?.parse::<i32>().ok());
            for thread in threads {
                match open(tracepoint, thread) {
                    Ok(counter) => counters.push(counter),
                    // It has ended since the directory was read.
                    Err(e) if e.raw_os_error() == Some(libc::ESRCH) => {}
                    Err(e) => return Err(format!("system calls cannot be counted: {e}")),
                }
            }
        }
        Ok(SystemCalls { counters })
    }

    /// Keeps the tracepoint enabled, so that other counters start and stop at once: enabling and disabling it
    /// takes the kernel tens of milliseconds. Nothing should be timed meanwhile.
    pub fn switched_on() -> Option<Self> {
        Self::count(&[std::process::id()]).ok()
    }

    /// The count so far.
    ///
    /// # Errors
    /// The kernel does not report it.
    pub fn so_far(&mut self) -> io::Result<u64> {
        let mut sum = 0;
        for counter in &mut self.counters {
            let mut count = [0; 8];
            counter.read_exact(&mut count)?;
            sum += u64::from_ne_bytes(count);
        }
        Ok(sum)
    }
}

/// The kernel's number of the tracepoint, or why it is not known.
fn tracepoint() -> Result<u64, String> {
    static FOUND: OnceLock<Result<u64, String>> = OnceLock::new();
    FOUND.get_or_init(find).clone()
}

const ID: &str = "events/raw_syscalls/sys_enter/id";
const TRACEFS: [&str; 2] = ["/sys/kernel/tracing", "/sys/kernel/debug/tracing"];

fn find() -> Result<u64, String> {
    let read = |place: &&str| fs::read_to_string(format!("{place}/{ID}")).ok();
    let text = match TRACEFS.iter().find_map(read) {
        Some(text) => text,
        None => mounted_privately()?,
    };
    let number = text.trim().parse();
    number.map_err(|_| format!("the kernel's {ID} is not a number: {text}"))
}

/// If tracefs is not mounted: mounts it in a mount namespace that ends with the reading process.
fn mounted_privately() -> Result<String, String> {
    let place = TRACEFS[0];
    let script = format!("mount -t tracefs tracefs {place} && cat {place}/{ID}");
    let output = Command::new("unshare")
        .args(["--mount", "sh", "-c", &script])
        .stdin(Stdio::null())
        .output();
    match output {
        Ok(output) if output.status.success() => {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        }
        _ => Err(
            "system calls are not counted: this needs root and a kernel with tracefs".to_owned(),
        ),
    }
}

/// The first version of `struct perf_event_attr` (`PERF_ATTR_SIZE_VER0`).
#[repr(C)]
#[derive(Default)]
struct Attributes {
    kind: u32,
    size: u32,
    config: u64,
    sample_period: u64,
    sample_type: u64,
    read_format: u64,
    flags: u64,
    wakeup_events: u32,
    breakpoint_type: u32,
    config1: u64,
}

const _: () = assert!(size_of::<Attributes>() == 64);

const TYPE_TRACEPOINT: u32 = 2;
/// Bit 1: threads started later count too.
const FLAG_INHERIT: u64 = 1 << 1;
const CLOSE_ON_EXEC: libc::c_ulong = 8;

#[expect(
    unsafe_code,
    reason = "none of our dependencies has a safe wrapper for perf_event_open"
)]
fn open(tracepoint: u64, thread: i32) -> io::Result<fs::File> {
    let attributes = Attributes {
        kind: TYPE_TRACEPOINT,
        size: size_of::<Attributes>() as u32,
        config: tracepoint,
        flags: FLAG_INHERIT,
        ..Attributes::default()
    };
    let any_cpu = -1;
    let no_group = -1;
    // SAFETY: the kernel reads as many bytes as `size` says from a value that lives until after
    // the call, and writes at most that size into it.
    let fd = unsafe {
        libc::syscall(
            libc::SYS_perf_event_open,
            &raw const attributes,
            thread,
            any_cpu,
            no_group,
            CLOSE_ON_EXEC,
        )
    };
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the kernel has just opened it, and nothing else owns it.
    let owned = unsafe { OwnedFd::from_raw_fd(fd as i32) };
    Ok(owned.into())
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader, Write};

    use super::*;

    /// A shell that reads a line makes one read per byte, since the rest of the input may be for others, and
    /// `echo` is one write.
    #[test]
    fn calls_of_another_process_are_counted() {
        let mut shell = Command::new("sh")
            .args(["-c", "while read a; do echo $a; done"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut input, mut output) = (
            shell.stdin.take().unwrap(),
            BufReader::new(shell.stdout.take().unwrap()),
        );
        let mut turn = |text: &str| {
            writeln!(input, "{text}").unwrap();
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            assert_eq!(line.trim(), text);
        };
        turn("ready");
        match SystemCalls::count(&[shell.id()]) {
            Ok(mut calls) => {
                turn("12345678");
                let few = calls.so_far().unwrap();
                turn("123456789012345678");
                let more = calls.so_far().unwrap() - few;
                // Work of the first iteration after its echo is counted there or here.
                assert!((9..14).contains(&few), "{few}");
                assert!((19..24).contains(&more), "{more}");
            }
            Err(why) => assert!(
                !rustix::process::geteuid().is_root(),
                "root may count, but: {why}"
            ),
        }
        shell.kill().unwrap();
        shell.wait().unwrap();
    }
}
