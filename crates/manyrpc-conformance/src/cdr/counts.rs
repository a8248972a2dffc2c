//! How much was compared.

use std::fmt;

/// How much was compared.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) values: u64,
    /// Types that omniORB has not.
    pub(super) without: u64,
    /// Values that the representation cannot carry.
    pub(super) beyond: u64,
    /// Values at which one of the others fails.
    pub(super) asserted: u64,
    /// Values that were read by who lacks some of their types.
    pub(super) truncated: u64,
    /// Values that an ORB of Java was asked about.
    pub(super) java: u64,
    pub(super) cuts: u64,
    pub(super) corruptions: u64,
    /// Of those, taken by one alone, for a [`Reason`](super::compare::Reason), or with an any or a valuetype, so that only we were asked.
    pub(super) excused: u64,
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts {
            values,
            without,
            beyond,
            asserted,
            truncated,
            java,
            cuts,
            corruptions,
            excused,
        } = self;
        write!(
            f,
            "{values} values ({beyond} not in their code set, {asserted} where an ORB fails; {truncated} without some of their types, \
             {java} in Java), {cuts} cut off, {corruptions} damaged ({excused} of them taken by one alone, or asked of one); \
             {without} types are not omniORB's"
        )
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.values += other.values;
        self.without += other.without;
        self.beyond += other.beyond;
        self.asserted += other.asserted;
        self.truncated += other.truncated;
        self.java += other.java;
        self.cuts += other.cuts;
        self.corruptions += other.corruptions;
        self.excused += other.excused;
    }
}
