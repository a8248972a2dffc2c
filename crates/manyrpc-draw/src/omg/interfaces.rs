//! Interfaces.

use super::File;

impl File<'_> {
    pub(super) fn interface(&mut self) {
        let name = self.name("i");
        if self.draw.chance(20) {
            self.line(&format!("interface {name};"));
            let list = self.name("t");
            self.line(&format!("typedef sequence<{name}> {list};"));
            let path = self.path(&list);
            self.types.push(path);
        }
        let mut bases = Vec::new();
        for _ in 0..self.draw.below(3).min(self.interfaces.len()) {
            let base = self.draw.pick(&self.interfaces).clone();
            if !bases.contains(&base) {
                bases.push(base);
            }
        }
        let bases: Vec<String> = bases.iter().map(|base| self.reference(base)).collect();
        let colon = if bases.is_empty() { "" } else { " : " };
        self.line(&format!("interface {name}{colon}{} {{", bases.join(", ")));
        let path = self.path(&name);
        self.scope.push(name.clone());
        for _ in 0..self.draw.below(5) {
            match self.draw.below(6) {
                0 => self.inner_item(),
                1 => self.attribute(),
                _ => self.operation(),
            }
        }
        self.scope.pop();
        self.line("};");
        self.interfaces.push(path);
        self.declared(&name);
    }

    fn attribute(&mut self) {
        let (readonly, ty) = (self.draw.chance(50), self.simple());
        let first = self.name("a");
        let readonly = if readonly { "readonly " } else { "" };
        let more = match self.draw.chance(20) {
            true => format!(", {}", self.name("a")),
            false => String::new(),
        };
        self.line(&format!("{readonly}attribute {ty} {first}{more};"));
    }

    fn operation(&mut self) {
        let oneway = self.draw.chance(15);
        let result = match oneway || self.draw.chance(30) {
            true => "void".to_owned(),
            false => self.simple(),
        };
        let name = self.name("o");
        let mut params = Vec::new();
        for _ in 0..self.draw.below(4) {
            let direction = if oneway {
                "in"
            } else {
                *self.draw.pick(&["in", "out", "inout"])
            };
            let (ty, name) = (self.simple(), self.name("p"));
            params.push(format!("{direction} {ty} {name}"));
        }
        let raises = match oneway || self.exceptions.is_empty() || self.draw.chance(50) {
            true => String::new(),
            false => {
                let path = self.draw.pick(&self.exceptions).clone();
                format!(" raises ({})", self.reference(&path))
            }
        };
        let oneway = if oneway { "oneway " } else { "" };
        let context = if self.draw.chance(5) {
            " context (\"a\", \"b*\")"
        } else {
            ""
        };
        self.line(&format!(
            "{oneway}{result} {name}({}){raises}{context};",
            params.join(", ")
        ));
    }
}
