//! Arrays, strings and pointers, and what says how long they are.

use super::Interface;
use super::text::{Declared, Kind, Known, Scope, Travels};

impl Interface<'_> {
    /// A class for a pointer that is not the first thing of a parameter: perhaps none, so that the
    /// interface's holds.
    fn inner_class(&mut self) -> &'static str {
        match self.draw.below(4) {
            0 => "",
            1 => "ref",
            _ => self.dialect.class(self.draw),
        }
    }

    /// A pointer to one value, now and then a pointer to that.
    pub(super) fn pointer(&mut self, name: &str) -> Declared {
        let class = self.inner_class();
        let stars = if self.draw.chance(15) { "**" } else { "*" };
        let pointee = self.pointee();
        Declared::new(pointee, format!("{stars}{name}")).with(class)
    }

    /// What a pointer may lead to: a structure with an open array, too.
    pub(super) fn pointee(&mut self) -> String {
        let open = self.known.iter().filter_map(|known| match known.kind {
            Kind::Record { conformant: true } => Some(known.name.clone()),
            _ => None,
        });
        let open: Vec<_> = open.collect();
        match open.is_empty() || self.draw.chance(70) {
            true => self.value(),
            false => self.draw.pick(&open).clone(),
        }
    }

    pub(super) fn string_pointer(&mut self, name: &str) -> Declared {
        let class = self.inner_class();
        let character = self.dialect.character(self.draw);
        Declared::new(character, format!("*{name}"))
            .with(self.dialect.string(character))
            .with(class)
    }

    /// A string of bounded length.
    pub(super) fn varying_string(&mut self, name: &str) -> Declared {
        let character = self.dialect.character(self.draw);
        let room = self.draw.between(1, 12);
        Declared::new(character, format!("{name}[{room}]")).with(self.dialect.string(character))
    }

    pub(super) fn fixed_array(&mut self, name: &str) -> Declared {
        let mut declarator = name.to_owned();
        for _ in 0..self.dimensions() {
            let bound = match self.dialect.dimensions && self.draw.chance(10) {
                true => format!("{}..{}", 0, self.draw.between(0, 3)),
                false => self.number(),
            };
            declarator += &format!("[{bound}]");
        }
        Declared::new(self.element(name), declarator)
    }

    fn dimensions(&mut self) -> usize {
        match self.draw.chance(20) {
            true => self.draw.between(2, 3),
            false => 1,
        }
    }

    /// An array of fixed room, of which a part travels.
    pub(super) fn varying_array(&mut self, scope: &mut Scope, name: &str) -> Declared {
        let room = self.draw.between(1, 6);
        let mut declared = Declared::new(self.element(name), format!("{name}[{room}]"));
        let indexes = self.indexes();
        declared = declared.with(self.length(scope, indexes));
        if self.draw.chance(30) && self.dialect.indexes {
            let first = self.counter(scope, false, "first");
            declared = declared.with(format!("first_is({first})"));
        }
        if self.dialect.dimensions && self.draw.chance(15) {
            declared.declarator += &format!("[{}]", self.draw.between(1, 3));
            // Of several dimensions of which nothing is sent FreeDCE reads what pointers lead to.
            declared.ty = self.dialect.scalar(self.draw).to_owned();
        }
        declared
    }

    /// An array of which each element is a pointer.
    pub(super) fn array_of_pointers(&mut self, name: &str) -> Declared {
        // Elsewhere the class is the array's, which only parameters have.
        let class = match (self.dialect.microsoft, self.dialect.ref_elements) {
            (true, true) => self.inner_class(),
            (true, false) => *self.draw.pick(&["", "unique"]),
            _ => "",
        };
        let n = self.number();
        Declared::new(self.value(), format!("*{name}[{n}]")).with(class)
    }

    /// A pointer to an array whose length is said beside it.
    pub(super) fn pointer_to_array(&mut self, scope: &mut Scope, name: &str) -> Declared {
        let class = self.inner_class();
        self.extents(scope, format!("*{name}")).with(class)
    }

    /// An open array.
    pub(super) fn open_array(&mut self, scope: &mut Scope, name: &str) -> Declared {
        let open = match self.dialect.dimensions {
            true => *self.draw.pick(&["[]", "[*]", "[0..*]"]),
            false => "[]",
        };
        self.extents(scope, format!("{name}{open}"))
    }

    /// Size, and perhaps length, of the outermost dimension of a declarator; perhaps more
    /// dimensions behind it.
    pub(super) fn extents(&mut self, scope: &mut Scope, declarator: String) -> Declared {
        let mut declared = Declared::new(self.element(&declarator), declarator);
        let two = self.dialect.dimensions
            && self.draw.chance(12)
            && !declared.declarator.starts_with('*');
        let indexes = self.indexes();
        let mut size = self.size(scope, indexes);
        if two {
            let inner = self.counter(scope, false, "m");
            size = size.replace(')', &format!(", {inner})"));
            declared.declarator += "[]";
        } else if self.draw.chance(10)
            && self.dialect.open_rows
            && !declared.declarator.starts_with('*')
        {
            declared.declarator += &format!("[{}]", self.draw.between(1, 3));
        }
        declared = declared.with(size);
        if self.draw.chance(25) && !two {
            declared = declared.with(self.length(scope, indexes));
            let tail = !self.dialect.pointing_tails && scope.travels.is_none();
            if declared.declarator.ends_with(']') && (tail || !self.dialect.microsoft) {
                declared.ty = self.dialect.scalar(self.draw).to_owned();
            }
            if self.draw.chance(20) && self.dialect.indexes {
                let first = self.counter(scope, false, "first");
                declared = declared.with(format!("first_is({first})"));
            }
        }
        declared
    }

    /// What an array with a declarator holds. One that is a pointer has one dimension in C706; and
    /// FreeDCE loses its way behind a string or an open structure that is not there.
    fn element(&mut self, declarator: &str) -> String {
        let ty = self.value();
        let pointer = declarator.starts_with('*');
        let unfit = |known: &Known| match known.kind {
            Kind::Array => pointer,
            Kind::Open { nullable } => nullable,
            _ => false,
        };
        let unfit = self
            .known
            .iter()
            .any(|known| known.name == ty && unfit(known));
        match unfit && !self.dialect.microsoft {
            true => self.dialect.scalar(self.draw).to_owned(),
            false => ty,
        }
    }

    /// Two pointers in a row, with an array behind one of them.
    pub(super) fn pointer_in_a_row(&mut self, scope: &mut Scope, name: &str) -> Declared {
        let class = self.inner_class();
        let ty = self.value();
        if !self.dialect.expressions {
            return Declared::new(ty, format!("**{name}")).with(class);
        }
        let kind = match self.dialect.second_sizes {
            true => self.draw.below(3),
            false => 1,
        };
        let size = match kind {
            0 => format!("size_is(, {})", self.counter(scope, true, "n")),
            1 => format!("size_is({}, )", self.counter(scope, true, "n")),
            _ => {
                let outer = self.counter(scope, true, "n");
                format!("size_is({outer}, {})", self.counter(scope, true, "m"))
            }
        };
        Declared::new(ty, format!("**{name}"))
            .with(size)
            .with(class)
    }

    /// Whether highest indexes are said, not sizes and lengths: not both of one array (C706,
    /// section 4.2.18).
    fn indexes(&mut self) -> bool {
        self.dialect.indexes && self.draw.chance(20)
    }

    /// `size_is` or `max_is`, with what they name.
    fn size(&mut self, scope: &mut Scope, indexes: bool) -> String {
        let n = self.counter(scope, true, "n");
        if indexes {
            return format!("max_is({n})");
        }
        match self.draw.below(10) {
            2 if self.dialect.expressions => format!("size_is({n} + 1)"),
            3 if self.dialect.expressions => format!("size_is({n} * 2)"),
            4 if self.dialect.expressions => format!("size_is({n} / 2)"),
            5 if self.dialect.expressions => format!("size_is({n} - 1)"),
            _ => format!("size_is({n})"),
        }
    }

    /// `length_is` or `last_is`.
    fn length(&mut self, scope: &mut Scope, indexes: bool) -> String {
        let n = self.counter(scope, false, "len");
        if indexes {
            return format!("last_is({n})");
        }
        match self.draw.below(5) {
            1 if self.dialect.expressions => format!("length_is({n} / 2)"),
            _ => format!("length_is({n})"),
        }
    }

    /// Declares an integer that says something of what is beside it, or takes one that does so
    /// already; how that is written in an attribute.
    fn counter(&mut self, scope: &mut Scope, _room: bool, stem: &str) -> String {
        let ty = self.dialect.counter(self.draw, scope.travels.is_some());
        let name = scope.name(self.draw, stem);
        scope.counters.push(name.clone());
        let Some(travels) = scope.travels else {
            scope.lines.push(Declared::new(ty, name.clone()));
            return name;
        };
        // What comes back has its own number, or that of the request.
        let both = travels == Travels::InOut && self.draw.chance(50);
        match both {
            true => {
                let line = Declared::new(ty, format!("*{name}")).with("in, out");
                scope.lines.push(line);
                format!("*{name}")
            }
            false => {
                scope.lines.push(Declared::new(ty, name.clone()).with("in"));
                name
            }
        }
    }
}
