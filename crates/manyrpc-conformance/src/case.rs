//! Results of cases.

/// The result of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its name, unique in its suite.
    pub name: String,
    /// Why it failed, if it did.
    pub result: Result<(), String>,
}
