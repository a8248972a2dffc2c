//! Whether system calls may wait.

/// Whether a system call may wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wait {
    Yes,
    No,
}
