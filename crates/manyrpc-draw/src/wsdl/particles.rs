//! Elements and groups of them (XML Schema part 1, sections 3.3, 3.7 and 3.8).

use std::collections::BTreeSet;

use super::{File, Name};

/// How often something occurs.
#[derive(Clone, Copy)]
enum Occurs {
    Once,
    /// Always, but perhaps several times.
    Always,
    Anyhow,
}

/// What stands where an element's type is said.
struct Said {
    attributes: String,
    content: String,
    /// A value, of a simple type.
    example: Option<String>,
}

/// Groups in groups go so deep.
const NESTED: u32 = 2;

impl File<'_> {
    /// The parts of a sequence, the first of which is always there, each with whether it may be left out.
    pub(super) fn parts(
        &mut self,
        most: usize,
        depth: u32,
        used: &mut BTreeSet<Name>,
    ) -> Vec<(String, bool)> {
        // Of what occurs several times itself each begins where its first element does.
        let first = if depth == 0 {
            Occurs::Always
        } else {
            Occurs::Once
        };
        let mut parts = vec![(self.element(first, depth), false)];
        for _ in 1..self.draw.between(1, most) {
            parts.extend(self.part(depth, used));
        }
        parts
    }

    fn part(&mut self, depth: u32, used: &mut BTreeSet<Name>) -> Option<(String, bool)> {
        Some(match self.draw.below(12) {
            0 => return self.used_element(Occurs::Anyhow, used).map(|e| (e, false)),
            1 => return self.used_group(used).map(|g| (g, false)),
            2 if depth < NESTED => (self.nested("sequence", depth, used), false),
            3 | 4 if depth < NESTED => (self.nested("choice", depth, used), false),
            _ => {
                let element = self.element(Occurs::Anyhow, depth);
                let is_optional = element.contains("minOccurs=\"0\"");
                (element, is_optional)
            }
        })
    }

    /// A group within another.
    fn nested(&mut self, word: &str, depth: u32, used: &mut BTreeSet<Name>) -> String {
        let occurs = self.occurs(Occurs::Anyhow);
        let content = match word {
            "choice" => self.arms(depth + 1, used),
            _ => self.sequence_content(depth + 1, used),
        };
        self.node(word, &occurs, &content)
    }

    pub(super) fn sequence_content(&mut self, depth: u32, used: &mut BTreeSet<Name>) -> String {
        let parts = self.parts(3, depth, used);
        parts.into_iter().map(|(part, _)| part).collect()
    }

    /// What a choice is between; the first is an element of a built-in type, so that there always is a value.
    pub(super) fn arms(&mut self, depth: u32, used: &mut BTreeSet<Name>) -> String {
        let local = self.local("e");
        let ty = *self.draw.pick(&["int", "string", "double"]);
        let ty = self.xsd(ty);
        let mut arms = self.node("element", &format!("name=\"{local}\" type=\"{ty}\""), "");
        for _ in 0..self.draw.between(1, 3) {
            let arm = match self.draw.below(8) {
                0 if depth < NESTED => {
                    let content = self.sequence_content(depth + 1, used);
                    Some(self.node("sequence", "", &content))
                }
                1 if depth < NESTED => {
                    let inner = self.arms(depth + 1, used);
                    Some(self.node("choice", "", &inner))
                }
                2 => self.used_element(Occurs::Once, used),
                3 => self.planned_element(true),
                _ => Some(self.element(Occurs::Once, depth)),
            };
            arms += &arm.unwrap_or_default();
        }
        arms
    }

    /// Attributes that say how often something occurs.
    fn occurs(&mut self, how: Occurs) -> String {
        let drawn = match how {
            Occurs::Once => 0,
            Occurs::Always => *self.draw.pick(&[0, 0, 0, 0, 1, 2]),
            Occurs::Anyhow => self.draw.below(9),
        };
        match drawn {
            1 => "maxOccurs=\"unbounded\"".to_owned(),
            2 => {
                let least = self.draw.between(1, 2);
                format!(
                    "minOccurs=\"{least}\" maxOccurs=\"{}\"",
                    least + self.draw.below(4)
                )
            }
            3 | 4 => "minOccurs=\"0\"".to_owned(),
            5 => "minOccurs=\"0\" maxOccurs=\"unbounded\"".to_owned(),
            6 => format!("minOccurs=\"0\" maxOccurs=\"{}\"", self.draw.between(2, 5)),
            _ => String::new(),
        }
    }

    /// An element that is declared where it is.
    fn element(&mut self, how: Occurs, depth: u32) -> String {
        if matches!(how, Occurs::Anyhow)
            && self.draw.chance(12)
            && let Some(element) = self.planned_element(false)
        {
            return element;
        }
        let local = self.local("e");
        let occurs = self.occurs(how);
        let said = self.element_type(depth);
        let mut attributes = format!("name=\"{local}\" {} {occurs}", said.attributes);
        let is_nillable = matches!(how, Occurs::Anyhow) && self.draw.chance(12);
        if is_nillable && said.example.is_some() {
            attributes += " nillable=\"true\"";
        }
        if self.draw.chance(10) {
            let form = *self.draw.pick(&["qualified", "unqualified"]);
            attributes += &format!(" form=\"{form}\"");
        }
        // What is in groups zeep would find there where they are not.
        if depth == 0
            && let Some(example) = &said.example
        {
            attributes += &self.constraint(example, is_nillable);
        }
        self.node("element", attributes.trim_end(), &said.content)
    }

    /// Perhaps what the value of an element is where it is empty, or always; what may be nil has no fixed value
    /// (section 3.3.4).
    fn constraint(&mut self, example: &str, is_nillable: bool) -> String {
        match self.draw.below(12) {
            0 | 1 => format!(" default=\"{example}\""),
            // Fixed values libxml2 compares as text: digits of bytes are written in upper case.
            2 if !is_nillable => format!(" fixed=\"{}\"", example.replace("00ff", "00FF")),
            _ => String::new(),
        }
    }

    /// Elements of `all`, each at most once.
    pub(super) fn elements_of_all(&mut self) -> String {
        let mut all = self.element(Occurs::Once, NESTED);
        for _ in 0..self.draw.below(4) {
            let local = self.local("e");
            let said = self.element_type(NESTED);
            let occurs = *self.draw.pick(&["", " minOccurs=\"0\""]);
            let attributes = format!("name=\"{local}\" {}{occurs}", said.attributes);
            all += &self.node("element", &attributes, &said.content);
        }
        all
    }

    /// An element of a complex type that is only planned, or may be abstract, so that it may be left out; in a choice
    /// the choice ends it.
    fn planned_element(&mut self, is_arm: bool) -> Option<String> {
        let planned = self.planned.clone();
        let (name, _) = self.one_of(&planned, |(name, _)| Some(name))?;
        let local = self.local("e");
        let ty = self.refer(&name);
        let occurs = match (is_arm, self.draw.chance(60)) {
            (true, _) if self.may_be_abstract(&name) => return None,
            (true, _) => "",
            (_, true) => " minOccurs=\"0\"",
            (_, false) => " minOccurs=\"0\" maxOccurs=\"unbounded\"",
        };
        let attributes = format!("name=\"{local}\" type=\"{ty}\"{occurs}");
        Some(self.node("element", &attributes, ""))
    }

    fn may_be_abstract(&self, name: &Name) -> bool {
        let known = self.complex.iter().find(|c| c.name == *name);
        known.is_none_or(|complex| complex.is_abstract)
    }

    fn element_type(&mut self, depth: u32) -> Said {
        match self.draw.below(10) {
            0 => {
                let (content, simple) = self.anonymous_simple();
                Said {
                    attributes: String::new(),
                    content,
                    example: Some(simple.example),
                }
            }
            1 if depth < NESTED => {
                let content = self.anonymous_complex(depth + 1);
                Said {
                    attributes: String::new(),
                    content,
                    example: None,
                }
            }
            2..=4 => self.complex_use().unwrap_or_else(|| self.simple_use()),
            _ => self.simple_use(),
        }
    }

    fn simple_use(&mut self) -> Said {
        let (name, simple) = self.named_simple();
        Said {
            attributes: format!("type=\"{name}\""),
            content: String::new(),
            example: Some(simple.example),
        }
    }

    /// A use of a complex type that is complete, so that it has values that end.
    fn complex_use(&mut self) -> Option<Said> {
        let all: Vec<_> = self
            .complex
            .iter()
            .filter(|c| !c.is_abstract)
            .cloned()
            .collect();
        let complex = self.one_of(&all, |c| Some(&c.name))?;
        Some(Said {
            attributes: format!("type=\"{}\"", self.refer(&complex.name)),
            content: String::new(),
            example: None,
        })
    }

    /// A use of an element that everyone can use.
    fn used_element(&mut self, how: Occurs, used: &mut BTreeSet<Name>) -> Option<String> {
        let elements = self.elements.clone();
        let name = self.one_of(&elements, |name| Some(name))?;
        if !used.insert(name.clone()) {
            return None;
        }
        let attributes = format!("ref=\"{}\" {}", self.refer(&name), self.occurs(how));
        Some(self.node("element", attributes.trim_end(), ""))
    }

    /// A use of a group that everyone can use.
    fn used_group(&mut self, used: &mut BTreeSet<Name>) -> Option<String> {
        let groups = self.groups.clone();
        let (name, inside) = self.one_of(&groups, |(name, _)| Some(name))?;
        if used.contains(&name) || !used.is_disjoint(&inside) {
            return None;
        }
        used.insert(name.clone());
        used.extend(inside);
        let occurs = self.occurs(Occurs::Anyhow);
        let attributes = format!("ref=\"{}\" {occurs}", self.refer(&name));
        Some(self.node("group", attributes.trim_end(), ""))
    }

    /// A group that everyone can use.
    pub(super) fn group(&mut self) {
        let name = self.declared("g", self.at);
        let mut used = BTreeSet::new();
        let (word, content) = match self.draw.chance(40) {
            true => ("choice", self.arms(1, &mut used)),
            false => ("sequence", self.sequence_content(1, &mut used)),
        };
        let model = self.node(word, "", &content);
        let item = self.node("group", &format!("name=\"{}\"", name.local), &model);
        self.item(&item);
        self.groups.push((name, used));
    }

    /// An element that everyone can use.
    pub(super) fn global_element(&mut self) {
        let name = self.declared("g", self.at);
        let said = self.element_type(1);
        let attributes = format!("name=\"{}\" {}", name.local, said.attributes);
        let item = self.node("element", attributes.trim_end(), &said.content);
        self.item(&item);
        self.elements.push(name);
    }
}
