//! The processes of one side of calls.

use std::fmt;
use std::rc::Rc;

use super::{SystemCalls, Totals, wait_until_idle};

/// Processes on another host whose costs are reported once they are idle.
pub trait RemoteProcesses: fmt::Debug {
    /// The resources they have used since they started; `None` if they are not reported.
    fn totals(&self) -> Option<Totals>;

    /// Their system calls since the first request for them.
    ///
    /// # Errors
    /// They are not counted; the reason, for people.
    fn system_calls(&self) -> Result<u64, String>;
}

/// The processes of one side whose costs are measured.
#[derive(Clone, Debug)]
pub enum Side {
    /// Processes on this host.
    Here(Vec<u32>),
    /// Processes on another host.
    There(Rc<dyn RemoteProcesses>),
}

impl From<Vec<u32>> for Side {
    fn from(processes: Vec<u32>) -> Self {
        Side::Here(processes)
    }
}

impl Side {
    /// The resources they have used since they started, once idle; `None` if not reported, or if one has ended.
    pub fn totals(&self) -> Option<Totals> {
        self.wait_until_idle();
        match self {
            Side::Here(processes) => Totals::of_all(processes),
            Side::There(far) => far.totals(),
        }
    }

    /// Waits until they are idle; for another host the agent waits before it reports.
    pub fn wait_until_idle(&self) {
        if let Side::Here(processes) = self {
            wait_until_idle(processes);
        }
    }

    /// Starts counting their system calls.
    ///
    /// # Errors
    /// They cannot be counted; the reason, for people.
    pub(super) fn system_calls(&self) -> Result<Counter, String> {
        Ok(match self {
            Side::Here(processes) => Counter::Here(SystemCalls::count(processes)?),
            Side::There(far) => {
                far.system_calls()?;
                Counter::There(Rc::clone(far))
            }
        })
    }
}

/// A counter of one side's system calls.
#[derive(Debug)]
pub(super) enum Counter {
    Here(SystemCalls),
    There(Rc<dyn RemoteProcesses>),
}

impl Counter {
    pub(super) fn so_far(&mut self) -> Option<u64> {
        match self {
            Counter::Here(calls) => calls.so_far().ok(),
            Counter::There(far) => far.system_calls().ok(),
        }
    }
}
