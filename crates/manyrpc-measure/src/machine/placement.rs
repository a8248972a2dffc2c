//! CPU placement of client and server, which matters more than the protocol.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use rustix::process::Pid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// How client and server are assigned to CPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Placement {
    /// Both on the same CPU.
    Same,
    /// One CPU each.
    Split,
    /// One CPU each, and neither ever halts.
    Awake,
    /// The scheduler decides.
    Free,
}

impl Placement {
    /// Every placement.
    pub const ALL: [Placement; 4] = [
        Placement::Same,
        Placement::Split,
        Placement::Awake,
        Placement::Free,
    ];

    /// Its name in tables and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Placement::Same => "same",
            Placement::Split => "split",
            Placement::Awake => "awake",
            Placement::Free => "free",
        }
    }

    /// Its meaning, for people.
    pub const fn meaning(self) -> &'static str {
        match self {
            Placement::Same => {
                "client and server share one CPU: no wake-up crosses CPUs, so what is left is the \
                 work itself"
            }
            Placement::Split => {
                "client and server have a CPU each: every call wakes an idle CPU twice"
            }
            Placement::Awake => {
                "as split, but an idle-class thread spins on each CPU, so none of them halts"
            }
            Placement::Free => {
                "the scheduler decides, call by call: as a program runs by default, and often with \
                 two humps"
            }
        }
    }

    /// Whether it needs two CPUs.
    pub const fn needs_two_cpus(self) -> bool {
        matches!(self, Placement::Split | Placement::Awake)
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Placement {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Placement::ALL
            .into_iter()
            .find(|p| p.name() == name)
            .ok_or_else(|| format!("`{name}` is not a placement: same, split, awake, free"))
    }
}

/// The CPUs assigned to client, server and conductor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// CPUs of the clients.
    pub client: Vec<usize>,
    /// CPUs of the servers.
    pub server: Vec<usize>,
    /// CPUs of the conductor, apart from the others if there is room.
    pub conductor: Vec<usize>,
}

impl Layout {
    /// Maps a placement to `cpus`; an error says why it is impossible. The last CPUs are taken first, since
    /// interrupts mostly go to the first.
    pub fn of(placement: Placement, cpus: &[usize]) -> Result<Self, String> {
        let (Some(&last), before) = (cpus.last(), &cpus[..cpus.len().saturating_sub(1)]) else {
            return Err("this process may not use any CPU".to_owned());
        };
        let all = cpus.to_vec();
        match (placement, before.last()) {
            (Placement::Free, _) => Ok(Layout {
                client: all.clone(),
                server: all.clone(),
                conductor: all,
            }),
            (Placement::Same, other) => Ok(Layout {
                client: vec![last],
                server: vec![last],
                conductor: other.map_or(all, |&other| vec![other]),
            }),
            (Placement::Split | Placement::Awake, Some(&other)) => Ok(Layout {
                client: vec![other],
                server: vec![last],
                conductor: before.first().map_or(all, |&first| vec![first]),
            }),
            (Placement::Split | Placement::Awake, None) => {
                Err("this process may use only one CPU".to_owned())
            }
        }
    }
}

/// The CPUs that this thread may use, ascending.
pub fn allowed_cpus() -> Vec<usize> {
    match sched_getaffinity(None) {
        Ok(set) => (0..CpuSet::MAX_CPU)
            .filter(|&cpu| set.is_set(cpu))
            .collect(),
        Err(_) => (0..std::thread::available_parallelism().map_or(1, usize::from)).collect(),
    }
}

/// Binds every thread of a process to the CPUs; threads it starts later inherit that.
pub fn pin_process(process: u32, cpus: &[usize]) -> Result<(), String> {
    let problem = |e: &dyn fmt::Display| format!("cannot pin process {process}: {e}");
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).map_err(|e| problem(&e))?;
    for task in tasks.flatten() {
        let id = task.file_name().to_str().and_then(|id| id.parse().ok());
        if let Some(id) = id.and_then(Pid::from_raw) {
            match pin(Some(id), cpus) {
                // The thread ended since the directory was read.
                Ok(()) | Err(rustix::io::Errno::SRCH) => {}
                Err(e) => return Err(problem(&e)),
            }
        }
    }
    Ok(())
}

/// Binds the calling thread to the CPUs.
pub fn pin_this_thread(cpus: &[usize]) -> Result<(), String> {
    pin(None, cpus).map_err(|e| format!("cannot pin to CPUs {cpus:?}: {e}"))
}

fn pin(thread: Option<Pid>, cpus: &[usize]) -> rustix::io::Result<()> {
    let mut set = CpuSet::new();
    for &cpu in cpus {
        set.set(cpu);
    }
    sched_setaffinity(thread, &set)
}

/// Threads of the idle scheduling class, one for each CPU, that keep it from halting and yield to anything else at
/// once. Dropping this stops them.
#[derive(Debug)]
pub struct Spinners {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Spinners {
    /// Starts them; an error if the kernel refuses the scheduling class.
    pub fn start(cpus: &[usize]) -> Result<Self, String> {
        let mut spinners = Spinners {
            stop: Arc::default(),
            threads: Vec::new(),
        };
        for &cpu in cpus {
            let stop = Arc::clone(&spinners.stop);
            let (ready, is_ready) = std::sync::mpsc::channel();
            spinners.threads.push(std::thread::spawn(move || {
                let prepared = pin_this_thread(&[cpu]).and_then(|()| become_idle_class());
                let spin = prepared.is_ok();
                drop(ready.send(prepared));
                while spin && !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            }));
            is_ready
                .recv()
                .map_err(|_| "a spinner thread ended at once".to_owned())??;
        }
        Ok(spinners)
    }
}

impl Drop for Spinners {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            drop(thread.join());
        }
    }
}

#[expect(
    unsafe_code,
    reason = "there is no safe wrapper for sched_setscheduler, and a nice value is not enough"
)]
fn become_idle_class() -> Result<(), String> {
    let parameter = libc::sched_param { sched_priority: 0 };
    // SAFETY: thread 0 is the calling one; the pointer is to a live, initialised value that the
    // kernel only reads.
    let status = unsafe { libc::sched_setscheduler(0, libc::SCHED_IDLE, &raw const parameter) };
    match status {
        0 => Ok(()),
        _ => Err(format!(
            "cannot enter the idle scheduling class: {}",
            std::io::Error::last_os_error()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_keep_the_conductor_away_where_there_is_room() {
        let same = Layout::of(Placement::Same, &[0, 1, 2, 3]).unwrap();
        assert_eq!((same.client, same.server), (vec![3], vec![3]));
        assert_eq!(same.conductor, [2]);
        let split = Layout::of(Placement::Split, &[0, 1, 2, 3]).unwrap();
        assert_eq!((split.client, split.server), (vec![2], vec![3]));
        assert_eq!(split.conductor, [0]);
        assert_eq!(Layout::of(Placement::Same, &[5]).unwrap().client, [5]);
        assert!(Layout::of(Placement::Awake, &[5]).is_err());
        assert!(Layout::of(Placement::Free, &[]).is_err());
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for placement in Placement::ALL {
            assert_eq!(placement.name().parse(), Ok(placement));
        }
        assert!("both".parse::<Placement>().is_err());
    }

    #[test]
    fn spinners_start_and_stop() {
        let cpus = allowed_cpus();
        drop(Spinners::start(&cpus[..1]).unwrap());
    }

    #[test]
    fn a_process_is_pinned_with_all_its_threads() {
        let cpus = allowed_cpus();
        let mut child = std::process::Command::new("cat")
            .stdin(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        pin_process(child.id(), &cpus[..1]).unwrap();
        let pid = Pid::from_child(&child);
        let set = sched_getaffinity(Some(pid)).unwrap();
        assert_eq!(set.count(), 1);
        drop(child.stdin.take());
        child.wait().unwrap();
        assert!(pin_process(u32::MAX, &cpus).is_err());
    }
}
