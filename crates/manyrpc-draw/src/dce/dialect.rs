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
    /// Samba's names of types, and what its compiler, pidl, carries out; see [`Dialect::SAMBA`].
    pub samba: bool,
}

/// Numbers by Samba's names.
const SAMBA: [&str; 14] = [
    "uint8", "char", "int8", "int16", "uint16", "int32", "uint32", "short", "long", "hyper",
    "double", "dlong", "udlong", "boolean8",
];

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
        samba: false,
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
        samba: false,
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
        samba: false,
    };

    /// Samba's, as far as pidl (that of Samba 4.17) carries it out. What else the language has is out
    /// of its reach, each by its sources:
    ///
    /// - It has no `boolean`, `float`, `wchar_t`, `handle_t`, no literals of characters, no `max_is`,
    ///   `last_is` and `first_is`, and no encapsulated unions.
    /// - Other names than of structures, unions and enumerations lose pointers and dimensions.
    /// - A structure with a tag and another name has no functions by its tag, so that only one with a
    ///   tag alone refers to itself; one without any name, inside another, generates no C.
    /// - Members of an enumeration have values all or none; an arm has one label and no `[ref]`.
    /// - Full pointers are read as unique ones: no referent is shared (C706, section 14.3.10, has it).
    /// - An array whose bound is a constant's name has its room apart, and of several dimensions its code
    ///   is no C. For a second size of pointers in a row, the code follows a null pointer.
    /// - Of an array of `[ref]` pointers, it has four bytes for each in its place, as for such a member.
    ///   C706, section 14.3.12.2, and FreeDCE have none.
    /// - Arrays and strings of fixed room travel whole (of a string, C706, section 14.3.5, has what is said alone); open ones have one dimension, and no structure that ends
    ///   in one is a member of another.
    /// - Of an array at the end of a structure, of which a part travels, it forgets the length before it
    ///   comes to what elements point to.
    /// - Only strings of `uint8` are sent as they are; of `uint16`, they are converted by a
    ///   `charset`.
    /// - What an operation returns is a number.
    pub const SAMBA: Dialect = Dialect {
        name: "samba",
        dimensions: false,
        encapsulated: false,
        full: false,
        samba: true,
        ..Dialect::MICROSOFT
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
        if self.samba {
            return draw.pick::<&str>(&SAMBA);
        }
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
        if self.samba {
            return draw.pick::<&str>(&["uint8", "char", "uint16"]);
        }
        match (draw.below(4), self.microsoft) {
            (0, true) => "wchar_t",
            (1, _) if self.beyond_wine => "unsigned short",
            (2, false) => "byte",
            _ => "char",
        }
    }

    /// What C706 calls a number, as this dialect has it.
    pub(super) fn named(self, ty: &'static str) -> &'static str {
        match ty {
            _ if !self.samba => ty,
            "boolean" | "unsigned small" => "uint8",
            "small" => "int8",
            "short" => "int16",
            "unsigned short" => "uint16",
            "long" => "int32",
            "unsigned long" => "uint32",
            ty => ty,
        }
    }

    /// The attribute of strings of such characters.
    pub(super) fn string(self, character: &str) -> &'static str {
        match self.samba && character == "uint16" {
            true => "string, charset(UTF16)",
            false => "string",
        }
    }

    /// An integer that may say how long something is; in a structure, unless `alone`.
    pub(super) fn counter(self, draw: &mut Draw, alone: bool) -> &'static str {
        if !alone && !self.beyond_wine {
            return draw.pick::<&str>(&["long", "unsigned long"]);
        }
        if self.samba {
            return draw.pick::<&str>(&["int32", "uint32", "uint32", "uint16", "int16", "uint8"]);
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
