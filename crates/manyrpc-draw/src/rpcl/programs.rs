//! Programs drawn at random.

use crate::Draw;

use super::file::*;
use super::names::Names;
use super::types::Types;

/// Draws one or two programs that use the existing types.
pub fn draw(types: &mut Types, draw: &mut Draw) {
    // Numbers for users (RFC 5531, section 8.3).
    let first = 0x2000_0000 + (draw.number() as u32 & 0xff_fff0);
    for number in first..first + draw.between(1, 2) as u32 {
        let name = types.names.plain("PROG");
        let versions = versions(types, draw);
        types.items.push(Item::Program(Program {
            name,
            number,
            versions,
        }));
    }
}

fn versions(types: &mut Types, draw: &mut Draw) -> Vec<Version> {
    let mut number = 0;
    let count = draw.between(1, 3);
    (0..count)
        .map(|_| {
            number += 1 + draw.length(5);
            Version {
                name: types.names.plain("VERS"),
                number,
                procedures: procedures(types, draw),
            }
        })
        .collect()
}

fn procedures(types: &mut Types, draw: &mut Draw) -> Vec<Procedure> {
    let mut number = 0;
    let count = draw.between(1, 6);
    (0..count)
        .map(|at| {
            number += if at == 0 {
                draw.length(3)
            } else {
                1 + draw.length(300)
            };
            let result = types.parameter(draw);
            let arguments = arguments(types, draw);
            let named = arguments.len() > 1 || draw.chance(30);
            Procedure {
                name: types.names.plain("PROC"),
                number,
                result,
                arguments,
                named,
            }
        })
        .collect()
}

fn arguments(types: &mut Types, draw: &mut Draw) -> Vec<Decl> {
    let mut names = Names::default();
    let arguments = (0..draw.below(4)).filter_map(|_| {
        let of = types.parameter(draw)?;
        let shape = match of {
            Spec::Named(..) if draw.chance(15) => Shape::Optional,
            Spec::Text => types.bound(draw),
            _ => Shape::Plain,
        };
        let name = names.take(draw, "arg");
        Some(Decl { name, of, shape })
    });
    arguments.collect()
}
