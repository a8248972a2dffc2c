//! What a definition may have.

use crate::Draw;

/// The language that some compiler takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// Its name.
    pub name: &'static str,
    /// `max_is`, `first_is` and `last_is`, and sizes that stand behind what they are of.
    pub indexes: bool,
    /// Arrays of several dimensions that are open or travel in part, and lower bounds.
    pub dimensions: bool,
    /// Sizes that are expressions, and sizes of pointers in a row.
    pub expressions: bool,
    /// Encapsulated unions inside of something.
    pub encapsulated: bool,
    /// Full pointers.
    pub full: bool,
    /// `v1_enum`, `wchar_t`, `range`.
    pub microsoft: bool,
    /// Structures that only have a tag, and several lists of attributes in a row.
    pub tagged: bool,
    /// What Wine 8's compiler or runtime gets wrong: labels in a row, strings of `unsigned short`,
    /// strings and parts of arrays of fixed room, and gaps: in structures, and before 64 bits of
    /// which there are none. So without it all in structures and arrays has 32 bits.
    pub beyond_wine: bool,
    /// What no runtime at hand can carry out, but front ends take: handles and pipes.
    pub handles: bool,
}

impl Dialect {
    /// C706, as its reference implementation takes it.
    pub const OSF: Dialect = Dialect {
        name: "osf",
        indexes: true,
        dimensions: true,
        expressions: false,
        encapsulated: true,
        full: true,
        microsoft: false,
        tagged: false,
        beyond_wine: true,
        handles: false,
    };

    /// Microsoft's.
    pub const MICROSOFT: Dialect = Dialect {
        name: "microsoft",
        indexes: false,
        dimensions: false,
        expressions: true,
        encapsulated: true,
        full: true,
        microsoft: true,
        tagged: true,
        beyond_wine: true,
        handles: false,
    };

    /// Microsoft's, as far as Wine's compiler and runtime go.
    pub const WINE: Dialect = Dialect {
        name: "wine",
        beyond_wine: false,
        encapsulated: false,
        ..Dialect::MICROSOFT
    };

    /// Everything.
    pub const WHOLE: Dialect = Dialect {
        name: "whole",
        indexes: true,
        dimensions: true,
        expressions: true,
        encapsulated: true,
        full: true,
        microsoft: true,
        tagged: true,
        beyond_wine: true,
        handles: true,
    };

    /// Those that definitions are drawn in where nobody asks for one.
    pub const ALL: [Dialect; 3] = [Dialect::OSF, Dialect::MICROSOFT, Dialect::WHOLE];

    /// A class of pointers.
    pub(super) fn class(self, draw: &mut Draw) -> &'static str {
        match self.full && draw.chance(30) {
            true => "ptr",
            false => "unique",
        }
    }

    /// Types that the language itself has, where something else may be beside them.
    pub(super) fn scalar(self, draw: &mut Draw) -> &'static str {
        match self.beyond_wine {
            true => self.any_scalar(draw),
            false => draw.pick::<&str>(&["long", "unsigned long", "float"]),
        }
    }

    /// Types that the language itself has.
    pub(super) fn any_scalar(self, draw: &mut Draw) -> &'static str {
        const SCALARS: [&str; 13] = [
            "boolean",
            "byte",
            "char",
            "small",
            "short",
            "long",
            "hyper",
            "unsigned small",
            "unsigned short",
            "unsigned long",
            "unsigned hyper",
            "float",
            "double",
        ];
        match self.microsoft && draw.chance(7) {
            true => "wchar_t",
            false => draw.pick::<&str>(&SCALARS),
        }
    }

    /// Characters that strings consist of.
    pub(super) fn character(self, draw: &mut Draw) -> &'static str {
        match (draw.below(4), self.microsoft) {
            (0, true) => "wchar_t",
            (1, _) if self.beyond_wine => "unsigned short",
            (2, false) => "byte",
            _ => "char",
        }
    }

    /// An integer that may say how long something is; in a structure, unless `alone`.
    pub(super) fn counter(self, draw: &mut Draw, alone: bool) -> &'static str {
        if !alone && !self.beyond_wine {
            return draw.pick::<&str>(&["long", "unsigned long"]);
        }
        const COUNTERS: [(u32, &str); 6] = [
            (4, "long"),
            (4, "unsigned long"),
            (2, "short"),
            (2, "unsigned short"),
            (1, "small"),
            (1, "unsigned small"),
        ];
        draw.weighted::<&str>(&COUNTERS)
    }
}
