//! What schemas declare for everyone (XML Schema part 1, section 2.5): one space of names for each kind.

use std::collections::HashMap;
use std::rc::Rc;

use super::set::Schema;
use super::words::XSD;
use super::xml::{Element, Name};

/// A component of a schema.
#[derive(Clone)]
pub(super) struct Declared {
    pub(super) element: Rc<Element>,
    /// Its schema, by number.
    pub(super) schema: usize,
    /// Where it is in that.
    pub(super) at: usize,
}

type Space = HashMap<Name, Declared>;

/// All components, by name.
#[derive(Default)]
pub(super) struct Components {
    pub(super) elements: Space,
    pub(super) types: Space,
    pub(super) groups: Space,
    pub(super) attributes: Space,
    pub(super) attribute_groups: Space,
    /// All types in order.
    pub(super) type_order: Vec<Name>,
    /// All elements in order.
    pub(super) element_order: Vec<Name>,
    /// What is declared a second time, by place.
    pub(super) again: Vec<(Rc<Element>, Name)>,
}

impl Components {
    pub(super) fn of(schemas: &[Schema]) -> Self {
        let mut all = Components::default();
        for (number, schema) in schemas.iter().enumerate() {
            for (at, element) in schema.element.children.iter().enumerate() {
                if &*element.name.namespace == XSD {
                    all.add(schema, number, at, element);
                }
            }
        }
        all
    }

    /// Whether one of any kind has that name.
    pub(super) fn have(&self, name: &Name) -> bool {
        let spaces = [
            &self.elements,
            &self.types,
            &self.groups,
            &self.attributes,
            &self.attribute_groups,
        ];
        spaces.iter().any(|space| space.contains_key(name))
    }

    fn add(&mut self, schema: &Schema, number: usize, at: usize, element: &Rc<Element>) {
        let Some(local) = element.attribute("name") else {
            return;
        };
        let name = Name {
            namespace: schema.namespace.clone(),
            local: local.trim().into(),
        };
        let (space, order) = match &*element.name.local {
            "element" => (&mut self.elements, Some(&mut self.element_order)),
            "complexType" | "simpleType" => (&mut self.types, Some(&mut self.type_order)),
            "group" => (&mut self.groups, None),
            "attribute" => (&mut self.attributes, None),
            "attributeGroup" => (&mut self.attribute_groups, None),
            _ => return,
        };
        if space.contains_key(&name) {
            return self.again.push((element.clone(), name));
        }
        let declared = Declared {
            element: element.clone(),
            schema: number,
            at,
        };
        space.insert(name.clone(), declared);
        if let Some(order) = order {
            order.push(name);
        }
    }
}
