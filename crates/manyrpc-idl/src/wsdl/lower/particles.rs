//! Elements and groups of them within a type (XML Schema part 1, sections 3.7 to 3.10).
//!
//! What occurs once is part of what it is in. A group with an occurrence of its own is a type with a generated name,
//! and so is every choice; the field that uses it has the role `group`. A group of one element is that element, with
//! both occurrences.

use std::rc::Rc;

use manyrpc_model::{Annotations, Arm, Field, Length, Record, Type, TypeBody, Union};

use super::super::names::identifier;
use super::super::words::XSD;
use super::super::xml::Element;
use super::{Lower, named_apart, note};

/// How often something occurs; no `most` is any number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Occurs {
    pub(super) least: u32,
    pub(super) most: Option<u32>,
}

impl Occurs {
    pub(super) const ONCE: Occurs = Occurs {
        least: 1,
        most: Some(1),
    };

    /// So often within something that occurs that often.
    fn within(self, outer: Occurs) -> Occurs {
        let most = match (self.most, outer.most) {
            (Some(0), _) | (_, Some(0)) => Some(0),
            (Some(one), Some(other)) => one.checked_mul(other),
            _ => None,
        };
        Occurs {
            least: self.least.saturating_mul(outer.least),
            most,
        }
    }

    pub(super) fn is_never(self) -> bool {
        self.most == Some(0)
    }
}

/// The groups of elements.
const MODELS: [&str; 3] = ["sequence", "choice", "all"];

impl Lower<'_, '_> {
    /// The fields of a part of a complex type.
    pub(super) fn particle(&mut self, at: &Element, schema: usize, owner: &str) -> Vec<Field> {
        self.occurring(at, schema, owner, Occurs::ONCE)
    }

    /// The same within something that occurs so often.
    fn occurring(&mut self, at: &Element, schema: usize, owner: &str, outer: Occurs) -> Vec<Field> {
        if &*at.name.namespace != XSD || !self.spend("") {
            return Vec::new();
        }
        let occurs = self.occurs(at).within(outer);
        if occurs.is_never() {
            return Vec::new();
        }
        self.deeper(at.span, |lower| match &*at.name.local {
            "element" => lower
                .element(at, schema, owner, occurs)
                .into_iter()
                .collect(),
            "any" => vec![wildcard("any", occurs)],
            "group" => lower.group(at, schema, owner, occurs),
            "sequence" | "all" | "choice" => lower.model(at, schema, owner, occurs),
            _ => Vec::new(),
        })
    }

    fn occurs(&mut self, at: &Element) -> Occurs {
        let mut number = |word: &str| {
            let said = at.attribute(word).map(str::trim)?;
            let number = said.parse::<u32>().ok();
            if number.is_none() && (word != "maxOccurs" || said != "unbounded") {
                let digits = !said.is_empty() && said.bytes().all(|b| b.is_ascii_digit());
                if !digits {
                    self.error(
                        at.place(word),
                        format!("`{said}` is not how often something occurs"),
                    );
                }
            }
            Some(number)
        };
        Occurs {
            least: number("minOccurs").unwrap_or(Some(1)).unwrap_or(u32::MAX),
            most: number("maxOccurs").unwrap_or(Some(1)),
        }
    }

    /// The use of a group with a name.
    fn group(&mut self, at: &Element, schema: usize, owner: &str, occurs: Occurs) -> Vec<Field> {
        let Some(name) = self.resolve(at, "ref", schema) else {
            return Vec::new();
        };
        let span = at.place("ref");
        let Some(group) = self.components.groups.get(&name).cloned() else {
            let message = format!("there is no group `{}` in `{}`", name.local, name.namespace);
            self.error(span, message);
            return Vec::new();
        };
        self.within("group", &name, span, |lower| {
            let mut children = group.element.children.iter();
            let model = children.find(|c| MODELS.iter().any(|word| c.is(XSD, word)));
            model.map_or_else(Vec::new, |model| {
                lower.occurring(model, group.schema, owner, occurs)
            })
        })
    }

    fn model(&mut self, at: &Element, schema: usize, owner: &str, occurs: Occurs) -> Vec<Field> {
        let children: Vec<_> = parts(at).collect();
        if let [only] = &children[..] {
            return self.occurring(only, schema, owner, occurs);
        }
        if at.is(XSD, "choice") {
            return self.choice(&children, schema, owner, occurs);
        }
        let mut fields = Vec::new();
        let owner_of = match occurs == Occurs::ONCE {
            true => owner.to_owned(),
            false => self.names.free(format!("{owner}_{}", at.name.local)),
        };
        for child in children {
            fields.extend(self.occurring(child, schema, &owner_of, Occurs::ONCE));
        }
        if occurs == Occurs::ONCE || fields.is_empty() {
            return fields;
        }
        vec![self.grouped(fields, owner_of, &at.name.local, occurs)]
    }

    /// A record of its own for some fields, used as often as the group occurs.
    fn grouped(
        &mut self,
        mut fields: Vec<Field>,
        name: String,
        word: &str,
        occurs: Occurs,
    ) -> Field {
        named_apart(&mut fields);
        let body = TypeBody::Record(Record { fields });
        self.define(name.clone(), String::new(), body, Annotations::new());
        group_field(word, name, occurs)
    }

    fn choice(
        &mut self,
        children: &[&Rc<Element>],
        schema: usize,
        owner: &str,
        mut occurs: Occurs,
    ) -> Vec<Field> {
        if children.is_empty() {
            return Vec::new();
        }
        let name = self.names.free(format!("{owner}_choice"));
        let mut fields = Vec::new();
        for child in children {
            if child.is(XSD, "choice") && self.occurs(child) == Occurs::ONCE {
                for child in parts(child) {
                    self.arm(child, schema, &name, &mut fields, &mut occurs);
                }
            } else {
                self.arm(child, schema, &name, &mut fields, &mut occurs);
            }
        }
        self.choose(name, fields, "choice", occurs)
    }

    fn arm(
        &mut self,
        child: &Element,
        schema: usize,
        name: &str,
        arms: &mut Vec<Field>,
        occurs: &mut Occurs,
    ) {
        if self.findings.full() {
            return;
        }
        let mut fields = self.occurring(child, schema, name, Occurs::ONCE);
        match fields.len() {
            // Nothing at all is one of the choices.
            0 => occurs.least = 0,
            1 => arms.extend(fields.pop()),
            _ => {
                let word = child.name.local.to_string();
                let group = self.names.free(format!("{name}_{word}"));
                let arm = self.grouped(fields, group, &word, Occurs::ONCE);
                arms.push(arm);
            }
        }
    }

    /// A field that is one of several.
    pub(super) fn choose(
        &mut self,
        name: String,
        mut arms: Vec<Field>,
        word: &str,
        occurs: Occurs,
    ) -> Vec<Field> {
        if arms.is_empty() {
            return Vec::new();
        }
        named_apart(&mut arms);
        let arms = arms.into_iter().zip(0..).map(|(field, label)| Arm {
            labels: vec![label],
            field,
        });
        let body = TypeBody::Union(Union {
            discriminant: "choice".to_owned(),
            discriminant_type: Type::I32,
            arms: arms.collect(),
            default: None,
        });
        let mut annotations = Annotations::new();
        note(&mut annotations, "xml.choice", "");
        self.define(name.clone(), String::new(), body, annotations);
        vec![group_field(word, name, occurs)]
    }
}

/// The particles of a group, without those that never occur.
fn parts(of: &Element) -> impl Iterator<Item = &Rc<Element>> {
    let words = ["element", "any", "group", "sequence", "choice", "all"];
    let is_never = |c: &Element| c.attribute("maxOccurs").map(str::trim) == Some("0");
    let all = of.children.iter();
    all.filter(move |c| words.iter().any(|word| c.is(XSD, word)) && !is_never(c))
}

/// The field that uses a group.
fn group_field(word: &str, name: String, occurs: Occurs) -> Field {
    let mut field = Field::new(identifier(word), Type::Named(name));
    note(&mut field.annotations, "xml.role", "group");
    repeated(field, occurs, false)
}

/// Any element, kept as XML.
pub(super) fn wildcard(name: &str, occurs: Occurs) -> Field {
    let mut field = Field::new(name, Type::Text { max: None });
    note(&mut field.annotations, "xml.role", "any");
    repeated(field, occurs, false)
}

/// A field that occurs so often.
pub(super) fn repeated(mut field: Field, occurs: Occurs, nillable: bool) -> Field {
    let one = std::mem::take(&mut field.ty);
    if nillable {
        note(&mut field.annotations, "xml.nillable", "");
    }
    field.ty = match occurs.most {
        Some(0 | 1) if nillable || occurs.least == 0 => one.optional(),
        Some(0 | 1) => one,
        most => {
            if occurs.least > 0 {
                note(&mut field.annotations, "xml.min", occurs.least.to_string());
            }
            let one = if nillable { one.optional() } else { one };
            Type::array(one, Length::UpTo(most))
        }
    };
    let is_required = nillable && occurs.least > 0 && occurs.most == Some(1);
    if is_required {
        note(&mut field.annotations, "xml.min", "1");
    }
    field
}
