//! The processes of one side of calls.

use std::fmt;
use std::rc::Rc;

use super::{SystemCalls, Totals, wait_until_idle};

/// Processes of another host, of whose costs somebody tells when they have come to rest.
pub trait Far: fmt::Debug {
    /// What they have used since they began; `None` if nobody tells.
    fn totals(&self) -> Option<Totals>;

    /// Their system calls since this was asked for the first time.
    ///
    /// # Errors
    /// They are not counted, in words for people.
    fn system_calls(&self) -> Result<u64, String>;
}

/// Processes whose costs are told.
#[derive(Clone, Debug)]
pub enum Side {
    /// Of this host.
    Here(Vec<u32>),
    /// Of another.
    There(Rc<dyn Far>),
}

impl From<Vec<u32>> for Side {
    fn from(processes: Vec<u32>) -> Self {
        Side::Here(processes)
    }
}

impl Side {
    /// What they have used since they began, when they have come to rest; `None` where nobody tells, or one has
    /// ended.
    pub fn totals(&self) -> Option<Totals> {
        self.wait_until_idle();
        match self {
            Side::Here(processes) => Totals::of_all(processes),
            Side::There(far) => far.totals(),
        }
    }

    /// Lets them come to where they wait; those of another host do so when they are asked.
    pub fn wait_until_idle(&self) {
        if let Side::Here(processes) = self {
            wait_until_idle(processes);
        }
    }

    /// Counts their system calls from now on.
    ///
    /// # Errors
    /// They cannot be counted, in words for people.
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

/// What counts the system calls of a side.
#[derive(Debug)]
pub(super) enum Counter {
    Here(SystemCalls),
    There(Rc<dyn Far>),
}

impl Counter {
    pub(super) fn so_far(&mut self) -> Option<u64> {
        match self {
            Counter::Here(calls) => calls.so_far().ok(),
            Counter::There(far) => far.system_calls().ok(),
        }
    }
}
