//! Enumerations: open ones, whose first member is 0, and closed ones, with other names for a value,
//! and values at the ends of their range.

use crate::Draw;

use super::names;
use super::shape::{Enum, Shape};

const VALUES: [i32; 10] = [1, 2, -1, 3, 127, 128, -128, 1 << 14, i32::MAX, i32::MIN];

/// Declares one somewhere in a file. Its members are declared where it is.
pub(super) fn draw(shape: &mut Shape, draw: &mut Draw, file: usize) {
    let new = shape.files[file].new;
    let within = shape.somewhere(draw, file, 50);
    let taken = shape.taken(within);
    let name = taken.take(draw, "Enum", &names::ENUMS, names::alone);
    let mut members: Vec<(String, i32)> = Vec::new();
    for at in 0..draw.between(1, 5) {
        let value = match at {
            0 if new || draw.chance(60) => 0,
            _ if at > 0 && draw.chance(15) => members[draw.below(at)].1,
            _ => *draw.pick(&VALUES),
        };
        let member = taken.take(draw, "VALUE_", &names::MEMBERS, names::alone);
        members.push((member, value));
    }
    shape.enums.push(Enum {
        name,
        within,
        members,
    });
}

impl Enum {
    /// Whether several members have one value.
    pub(super) fn has_aliases(&self) -> bool {
        let values = self.members.iter().map(|(_, value)| value);
        let distinct: std::collections::BTreeSet<_> = values.collect();
        distinct.len() < self.members.len()
    }
}
