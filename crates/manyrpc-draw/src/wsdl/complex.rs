//! Complex types and attributes (XML Schema part 1, sections 3.2, 3.4 and 3.6).

use std::collections::BTreeSet;

use super::{Complex, Content, File, Name, Simple};

impl File<'_> {
    /// The complex type that was planned at that place.
    pub(super) fn complex_type(&mut self, planned: usize) {
        let (name, document) = self.planned[planned].clone();
        self.at = document;
        self.optional.clear();
        let mut used = BTreeSet::new();
        let derived = match self.draw.chance(40) {
            true => self.derived(&mut used),
            false => None,
        };
        let is_derived = derived.is_some();
        let (text, content) = derived.unwrap_or_else(|| self.own_content(0, &mut used));
        let is_open = matches!(content, Content::Sequence(_)) && !is_derived;
        let is_abstract = is_open && self.draw.chance(25);
        let mut attributes = format!("name=\"{}\"", name.local);
        if is_abstract {
            attributes += " abstract=\"true\"";
        }
        let item = self.node("complexType", &attributes, &text);
        self.item(&item);
        self.complex.push(Complex {
            name,
            document,
            content,
            is_abstract,
            used,
            optional: std::mem::take(&mut self.optional),
        });
    }

    pub(super) fn anonymous_complex(&mut self, depth: u32) -> String {
        let outer = std::mem::take(&mut self.optional);
        let (text, _) = self.own_content(depth, &mut BTreeSet::new());
        self.optional = outer;
        self.node("complexType", "", &text)
    }

    /// What a type that derives from none holds.
    fn own_content(&mut self, depth: u32, used: &mut BTreeSet<Name>) -> (String, Content) {
        let (text, content) = match self.draw.below(12) {
            0 => (String::new(), Content::Nothing),
            1 => {
                let text = self.elements_of_all();
                (self.node("all", "", &text), Content::Closed)
            }
            2 | 3 => {
                let occurs = *self.draw.pick(&["", "", " maxOccurs=\"unbounded\""]);
                let arms = self.arms(depth + 1, used);
                (self.node("choice", occurs.trim(), &arms), Content::Closed)
            }
            4 | 5 => return self.text_content(),
            6 if depth == 0 => self.open_sequence(),
            _ => {
                let parts = self.parts(5, depth, used);
                let text: String = parts.iter().map(|(text, _)| &**text).collect();
                (self.node("sequence", "", &text), Content::Sequence(parts))
            }
        };
        let needs_one = matches!(content, Content::Nothing);
        let attributes = self.attributes(usize::from(needs_one), used);
        (text + &attributes, content)
    }

    /// A sequence that ends with anything of other namespaces.
    fn open_sequence(&mut self) -> (String, Content) {
        let local = self.local("e");
        let (ty, _) = self.named_simple();
        let element = self.node("element", &format!("name=\"{local}\" type=\"{ty}\""), "");
        let process = *self.draw.pick(&["lax", "skip"]);
        let occurs = *self
            .draw
            .pick(&["", " minOccurs=\"0\"", " minOccurs=\"0\" maxOccurs=\"3\""]);
        let any = format!("namespace=\"##other\" processContents=\"{process}\"{occurs}");
        let any = self.node("any", &any, "");
        (
            self.node("sequence", "", &(element + &any)),
            Content::Closed,
        )
    }

    /// Text with attributes.
    fn text_content(&mut self) -> (String, Content) {
        let (base, simple) = self.named_simple();
        let attributes = self.attributes(1, &mut BTreeSet::new());
        let extension = self.node("extension", &format!("base=\"{base}\""), &attributes);
        let text = self.node("simpleContent", "", &extension);
        (text, Content::Text(simple))
    }

    /// A type that derives from one that is complete.
    fn derived(&mut self, used: &mut BTreeSet<Name>) -> Option<(String, Content)> {
        let all = self.complex.clone();
        let base = self.one_of(&all, |complex| Some(&complex.name))?;
        used.extend(base.used.iter().cloned());
        match base.content.clone() {
            Content::Text(simple) => Some(self.derived_text(&base, &simple)),
            Content::Sequence(parts) => {
                // What is declared within another document may be in another form.
                let may_restrict = base.document == self.at && !base.is_abstract;
                let often = if base.optional.is_empty() { 35 } else { 70 };
                match may_restrict && self.draw.chance(often) {
                    true => self.restricted(&base, parts),
                    false => Some(self.extended(&base, used)),
                }
            }
            Content::Extended => Some(self.extended(&base, used)),
            Content::Nothing | Content::Closed => None,
        }
    }

    fn derived_text(&mut self, base: &Complex, simple: &Simple) -> (String, Content) {
        let name = format!("base=\"{}\"", self.refer(&base.name));
        let (by, simple) = match self.draw.chance(50) {
            true => {
                let attributes = self.attributes(1, &mut BTreeSet::new());
                self.keep_optional(base);
                (self.node("extension", &name, &attributes), simple.clone())
            }
            false => {
                let (facets, simple) = self.facets(simple);
                let prohibited = match base.document == self.at {
                    true => self.prohibited(base),
                    false => String::new(),
                };
                let own = facets + &prohibited;
                (self.node("restriction", &name, &own), simple)
            }
        };
        (self.node("simpleContent", "", &by), Content::Text(simple))
    }

    fn extended(&mut self, base: &Complex, used: &mut BTreeSet<Name>) -> (String, Content) {
        // With elements of its own a type is told from its base by everyone.
        let own = self.parts(3, 1, used);
        let text: String = own.iter().map(|(text, _)| &**text).collect();
        let sequence = self.node("sequence", "", &text);
        let attributes = self.attributes(0, used);
        self.keep_optional(base);
        let name = format!("base=\"{}\"", self.refer(&base.name));
        let by = self.node("extension", &name, &(sequence + &attributes));
        (self.node("complexContent", "", &by), Content::Extended)
    }

    /// Without some of what may be left out.
    fn restricted(
        &mut self,
        base: &Complex,
        parts: Vec<(String, bool)>,
    ) -> Option<(String, Content)> {
        let mut left = Vec::new();
        for (text, is_optional) in parts {
            // A type without a name is another one each time.
            if text.contains("Type>") {
                return None;
            }
            if !is_optional || self.draw.chance(50) {
                left.push((text, is_optional));
            }
        }
        let text: String = left.iter().map(|(text, _)| &**text).collect();
        let sequence = self.node("sequence", "", &text);
        let prohibited = self.prohibited(base);
        let name = format!("base=\"{}\"", self.refer(&base.name));
        let by = self.node("restriction", &name, &(sequence + &prohibited));
        Some((
            self.node("complexContent", "", &by),
            Content::Sequence(left),
        ))
    }

    /// What restricts a type may prohibit attributes of its base, too, if they are written in the same document.
    fn keep_optional(&mut self, base: &Complex) {
        if base.document == self.at {
            self.optional.extend(base.optional.iter().cloned());
        }
    }

    /// Some of the attributes of a base that may be left out, prohibited; the others may be so later.
    fn prohibited(&mut self, base: &Complex) -> String {
        let mut text = String::new();
        for attribute in &base.optional {
            match self.draw.chance(50) {
                true => {
                    let attributes = format!("{attribute} use=\"prohibited\"");
                    text += &self.node("attribute", &attributes, "");
                }
                false => self.optional.push(attribute.clone()),
            }
        }
        text
    }

    /// Attributes of a type, at least so many.
    fn attributes(&mut self, least: usize, used: &mut BTreeSet<Name>) -> String {
        self.attributes_and_wild(least, used).0
    }

    /// The same, and which namespace others are not of: what several wildcards leave must be expressible (section 3.10.6).
    fn attributes_and_wild(
        &mut self,
        least: usize,
        used: &mut BTreeSet<Name>,
    ) -> (String, Option<usize>) {
        let (mut all, mut wild) = (String::new(), None);
        let count = *self.draw.pick(&[0, 0, 1, 1, 2, 3]);
        for at in 0..count.max(least) {
            all += &match self.draw.below(6) {
                0 if at >= least => self.used_attribute(used).unwrap_or_default(),
                1 if at >= least => self
                    .used_attribute_group(used, &mut wild)
                    .unwrap_or_default(),
                _ => self.attribute(),
            };
        }
        let own = self.documents[self.at].namespace;
        if self.draw.chance(8) && wild.is_none_or(|other| other == own) {
            all += &self.node(
                "anyAttribute",
                "namespace=\"##other\" processContents=\"lax\"",
                "",
            );
            wild = Some(own);
        }
        (all, wild)
    }

    fn attribute(&mut self) -> String {
        let local = self.local("a");
        let (ty, content, example) = match self.draw.chance(20) {
            true => {
                let (content, simple) = self.anonymous_simple();
                (String::new(), content, simple.example)
            }
            false => {
                let (name, simple) = self.named_simple();
                (format!(" type=\"{name}\""), String::new(), simple.example)
            }
        };
        let usage = self.usage(&example);
        let form = match self.draw.below(12) {
            0 => " form=\"qualified\"",
            1 => " form=\"unqualified\"",
            _ => "",
        };
        if content.is_empty() && !usage.contains("required") {
            self.optional.push(format!("name=\"{local}\"{ty}{form}"));
        }
        let attributes = format!("name=\"{local}\"{ty}{usage}{form}");
        self.node("attribute", &attributes, &content)
    }

    /// Whether it must be there, and what it is if it is not.
    fn usage(&mut self, example: &str) -> String {
        match self.draw.below(8) {
            0 | 1 => " use=\"required\"".to_owned(),
            2 => " use=\"optional\"".to_owned(),
            3 => format!(" default=\"{example}\""),
            4 => format!(" fixed=\"{example}\""),
            _ => String::new(),
        }
    }

    fn used_attribute(&mut self, used: &mut BTreeSet<Name>) -> Option<String> {
        let known = self.attributes.clone();
        let (name, example) = self.one_of(&known, |(name, _)| Some(name))?;
        if !used.insert(name.clone()) {
            return None;
        }
        let usage = self.usage(&example);
        let name = self.refer(&name);
        if !usage.contains("required") {
            self.optional.push(format!("ref=\"{name}\""));
        }
        let attributes = format!("ref=\"{name}\"{usage}");
        Some(self.node("attribute", &attributes, ""))
    }

    fn used_attribute_group(
        &mut self,
        used: &mut BTreeSet<Name>,
        wild: &mut Option<usize>,
    ) -> Option<String> {
        let known = self.attribute_groups.clone();
        let (name, inside) = self.one_of(&known, |(name, _)| Some(name))?;
        let its = self.wild.get(&name).copied();
        let are_same = wild.is_none() || its.is_none() || *wild == its;
        if used.contains(&name) || !used.is_disjoint(&inside) || !are_same {
            return None;
        }
        *wild = wild.or(its);
        used.insert(name.clone());
        used.extend(inside);
        Some(self.node(
            "attributeGroup",
            &format!("ref=\"{}\"", self.refer(&name)),
            "",
        ))
    }

    pub(super) fn global_attribute(&mut self) {
        let name = self.declared("b", self.at);
        let (ty, simple) = self.named_simple();
        let attributes = format!("name=\"{}\" type=\"{ty}\"", name.local);
        let item = self.node("attribute", &attributes, "");
        self.item(&item);
        self.attributes.push((name, simple.example));
    }

    pub(super) fn attribute_group(&mut self) {
        let name = self.declared("h", self.at);
        let mut used = BTreeSet::new();
        let (content, wild) = self.attributes_and_wild(1, &mut used);
        if let Some(wild) = wild {
            self.wild.insert(name.clone(), wild);
        }
        let item = self.node(
            "attributeGroup",
            &format!("name=\"{}\"", name.local),
            &content,
        );
        self.item(&item);
        self.attribute_groups.push((name, used));
    }
}
