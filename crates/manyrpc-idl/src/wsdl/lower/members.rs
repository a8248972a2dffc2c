//! Names of enumerations' members, which are unique in a module: where two enumerations have the same, the
//! enumeration's name is before it in both, and so it is where a type has the same.

use std::collections::{HashMap, HashSet};

use manyrpc_model::{TypeBody, TypeDef};

pub(super) fn name(types: &mut [TypeDef]) {
    let mut taken: HashSet<String> = types.iter().map(|t| t.name.clone()).collect();
    let mut uses: HashMap<String, usize> = HashMap::new();
    for definition in types.iter() {
        if let TypeBody::Enum(body) = &definition.body {
            for member in &body.members {
                *uses.entry(member.name.clone()).or_default() += 1;
            }
        }
    }
    for definition in types {
        if let TypeBody::Enum(body) = &mut definition.body {
            for member in &mut body.members {
                let is_alone =
                    uses.get(&member.name) == Some(&1) && taken.insert(member.name.clone());
                if !is_alone {
                    let whole = format!("{}_{}", definition.name, member.name);
                    member.name = crate::names::free(&mut taken, whole);
                }
            }
        }
    }
}
