//! Modules of what OMG IDL can define, drawn as the model has it.

use manyrpc_draw::Draw;
use manyrpc_dynamic::lower;
use manyrpc_model::{
    Annotations, Arm, Enum, EnumMember, Field, Length, Module, Record, Type, TypeBody, TypeDef,
    Union,
};

use crate::codecs::Dynamic;

/// The `index`th module of a seed.
///
/// # Errors
/// It cannot be lowered.
pub(super) fn nth(seed: u64, index: u64) -> Result<Dynamic, String> {
    let mut drawing = Drawing {
        draw: Draw::nth(seed, index),
        types: Vec::new(),
    };
    for at in 0..drawing.draw.between(2, 6) {
        let name = format!("t{at}");
        let ty = TypeDef {
            body: drawing.body(&name),
            name,
            doc: String::new(),
            annotations: Annotations::new(),
        };
        drawing.types.push(ty);
    }
    let module = Module {
        name: format!("omg{index}"),
        types: drawing.types,
        ..Module::default()
    };
    let lowered = lower(&module).map_err(|e| e.to_string())?;
    Ok(Dynamic { module, lowered })
}

struct Drawing {
    draw: Draw,
    types: Vec<TypeDef>,
}

impl Drawing {
    fn body(&mut self, name: &str) -> TypeBody {
        match self.draw.below(8) {
            0 => TypeBody::Enum(self.enumeration(name)),
            1 => TypeBody::Alias(self.ty(3)),
            2 | 3 => TypeBody::Union(self.union(name)),
            _ => TypeBody::Record(self.record(name)),
        }
    }

    fn enumeration(&mut self, name: &str) -> Enum {
        let members = (0..self.draw.between(1, 6) as i32).map(|value| EnumMember {
            name: format!("{name}_m{value}"),
            value,
            doc: String::new(),
        });
        Enum {
            members: members.collect(),
        }
    }

    fn record(&mut self, name: &str) -> Record {
        let mut fields: Vec<Field> = (0..self.draw.between(1, 7))
            .map(|at| Field::new(format!("f{at}"), self.ty(3)))
            .collect();
        if self.draw.chance(20) {
            let own = Type::Named(name.to_owned());
            fields.push(Field::new("more", Type::array(own, Length::UpTo(None))));
        }
        Record { fields }
    }

    fn union(&mut self, name: &str) -> Union {
        let (discriminant_type, mut labels) = self.discriminant();
        let mut arms = Vec::new();
        let own = Type::Named(name.to_owned());
        while arms.is_empty() || self.draw.chance(70) && labels.len() > 1 && arms.len() < 5 {
            let n = self.draw.between(1, 2).min(labels.len());
            let taken: Vec<i64> = (0..n)
                .map(|_| labels.swap_remove(self.draw.below(labels.len())))
                .collect();
            let ty = match self.draw.chance(10) && !arms.is_empty() {
                true => Type::array(own.clone(), Length::UpTo(None)),
                false => self.ty(2),
            };
            let field = Field::new(format!("a{}", arms.len()), ty);
            arms.push(Arm {
                labels: taken,
                field,
            });
        }
        // What no label covers holds nothing.
        let default = match self.draw.chance(50) {
            true => Field::new("rest", self.ty(2)),
            false => Field::new("default", Type::Void),
        };
        let default = (!labels.is_empty()).then_some(default);
        Union {
            discriminant: "tag".to_owned(),
            discriminant_type,
            arms,
            default,
        }
    }

    /// A discriminator, with some of the values that it can have.
    fn discriminant(&mut self) -> (Type, Vec<i64>) {
        let enums: Vec<(String, i64)> = self
            .types
            .iter()
            .filter_map(|ty| match &ty.body {
                TypeBody::Enum(e) => Some((ty.name.clone(), e.members.len() as i64)),
                _ => None,
            })
            .collect();
        if !enums.is_empty() && self.draw.chance(40) {
            let (name, n) = self.draw.pick(&enums).clone();
            return (Type::Named(name), (0..n).collect());
        }
        match self.draw.below(8) {
            0 => (Type::Bool, vec![0, 1]),
            1 => (Type::U8.marked("omg.char", ""), (97..123).collect()),
            2 => (Type::I16, vec![-0x8000, -1, 0, 1, 2, 0x7fff]),
            3 => (Type::U16, vec![0, 1, 2, 0xffff]),
            4 => (Type::U32, vec![0, 1, 2, 0xffff_ffff]),
            5 => (Type::I64, vec![i64::MIN, -1, 0, 1, i64::MAX]),
            6 => (Type::U64, vec![0, 1, 2, i64::MAX]),
            _ => (Type::I32, vec![-0x8000_0000, -1, 0, 1, 2, 0x7fff_ffff]),
        }
    }

    /// A type, of at most this many levels of arrays.
    fn ty(&mut self, levels: u32) -> Type {
        let named = !self.types.is_empty() && self.draw.chance(25);
        if named {
            let at = self.draw.below(self.types.len());
            return Type::Named(self.types[at].name.clone());
        }
        if levels > 0 && self.draw.chance(25) {
            let length = match self.draw.below(3) {
                0 => Length::Fixed(self.draw.between(1, 4) as u32),
                1 => Length::UpTo(Some(self.draw.between(1, 9) as u32)),
                _ => Length::UpTo(None),
            };
            return Type::array(self.ty(levels - 1), length);
        }
        let bound = self
            .draw
            .chance(30)
            .then(|| self.draw.between(1, 20) as u32);
        match self.draw.below(25) {
            0 => Type::Bool,
            1 => Type::U8,
            2 => Type::U8.marked("omg.char", ""),
            3 => Type::U16.marked("omg.wchar", ""),
            4 => Type::I16,
            5 => Type::U16,
            6 | 7 => Type::I32,
            8 => Type::U32,
            9 => Type::I64,
            10 => Type::U64,
            11 => Type::F32,
            12 => Type::F64,
            13 => Type::F128,
            14 => Type::Bytes(Length::UpTo(bound)),
            15 => Type::Bytes(Length::Fixed(self.draw.between(1, 9) as u32)),
            16 => Type::Text { max: bound }.marked("omg.wide", ""),
            17 | 18 => {
                let digits = self.draw.between(1, 31);
                let scale = self.draw.between(0, digits);
                Type::Text { max: None }.marked("omg.fixed", &format!("{digits},{scale}"))
            }
            22 => Type::Reference(None),
            23 | 24 => Type::Any,
            _ => Type::Text { max: bound },
        }
    }
}
