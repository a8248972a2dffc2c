//! Dialects: the language features that a definition may use.

use crate::Draw;

/// The language accepted by a compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// Its name.
    pub name: &'static str,
    /// `max_is`, `first_is` and `last_is`, and sizes declared after their arrays.
    pub indexes: bool,
    /// Conformant or varying multi-dimensional arrays, and lower bounds.
    pub dimensions: bool,
    /// Sizes as expressions, and sizes of chained pointers.
    pub expressions: bool,
    /// Encapsulated unions within other types.
    pub encapsulated: bool,
    /// Full pointers.
    pub full: bool,
    /// `v1_enum`, `wchar_t`, `range`.
    pub microsoft: bool,
    /// Structures with only a tag, and several consecutive attribute lists.
    pub tagged: bool,
    /// Features that Wine 8's compiler or runtime handles incorrectly: consecutive labels, strings of
    /// `unsigned short`, and gaps in structures and before absent 64-bit values. Without them everything in
    /// structures and arrays has 32 bits.
    pub beyond_wine: bool,
    /// Features that front ends accept but no available runtime supports: handles and pipes.
    pub handles: bool,
    /// Named constants as array bounds.
    pub named_bounds: bool,
    /// Constants with any names; otherwise with unique ones, since they become macros, which are not scoped.
    pub scoped_constants: bool,
    /// Aliases of types, arrays and pointers.
    pub other_names: bool,
    /// Only integer type names with explicit widths, as in Samba's compiler.
    pub sized_names: bool,
    /// Enumeration members without explicit values.
    pub implied_values: bool,
    /// Booleans and characters as discriminants.
    pub letter_tags: bool,
    /// Several labels per arm.
    pub labels: bool,
    /// Arms that are `[ref]` pointers.
    pub ref_arms: bool,
    /// Structures with both a tag and a typedef name.
    pub named_twice: bool,
    /// Anonymous structures at their place of use.
    pub unnamed: bool,
    /// Conformant structures at the end of other structures.
    pub nested_open: bool,
    /// Varying arrays and strings of fixed size.
    pub parts: bool,
    /// Arrays of `[ref]` pointers.
    pub ref_elements: bool,
    /// Conformant arrays of arrays.
    pub open_rows: bool,
    /// Conformant varying arrays of pointers at the end of a structure.
    pub pointing_tails: bool,
    /// Sizes of the second of several chained pointers.
    pub second_sizes: bool,
    /// Results of any type.
    pub any_result: bool,
    /// Lines with the server's C code.
    pub bodies: bool,
}

/// Samba's names of numbers.
const SAMBA: [&str; 14] = [
    "uint8", "char", "int8", "int16", "uint16", "int32", "uint32", "short", "long", "hyper",
    "double", "dlong", "udlong", "boolean8",
];

impl Dialect {
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
        named_bounds: true,
        scoped_constants: true,
        other_names: true,
        sized_names: false,
        implied_values: true,
        letter_tags: true,
        labels: true,
        ref_arms: true,
        named_twice: true,
        unnamed: true,
        nested_open: true,
        parts: true,
        ref_elements: true,
        open_rows: true,
        pointing_tails: true,
        second_sizes: true,
        any_result: true,
        bodies: true,
    };

    /// C706, as accepted by its reference implementation.
    pub const OSF: Dialect = Dialect {
        name: "osf",
        expressions: false,
        microsoft: false,
        tagged: false,
        handles: false,
        ..Dialect::WHOLE
    };

    /// Microsoft's.
    pub const MICROSOFT: Dialect = Dialect {
        name: "microsoft",
        indexes: false,
        dimensions: false,
        handles: false,
        ..Dialect::WHOLE
    };

    /// Microsoft's, as far as supported by Wine's compiler and runtime.
    pub const WINE: Dialect = Dialect {
        name: "wine",
        beyond_wine: false,
        encapsulated: false,
        parts: false,
        ..Dialect::MICROSOFT
    };

    /// Microsoft's, as accepted by Wine's compiler, regardless of its output: without consecutive labels.
    pub const WIDL: Dialect = Dialect {
        name: "widl",
        labels: false,
        bodies: false,
        ..Dialect::MICROSOFT
    };

    /// Samba's, as far as supported by pidl of Samba 4.17. The unsupported features, according to its
    /// sources:
    ///
    /// - It has no `boolean`, `float`, `wchar_t`, `handle_t`, no literals of characters, no `max_is`,
    ///   `last_is` and `first_is`, and no encapsulated unions.
    /// - Other names than of structures, unions and enumerations lose pointers and dimensions.
    /// - A structure with a tag and another name has no functions by its tag, so that only one with a
    ///   tag alone refers to itself; one without any name, inside another, generates no C.
    /// - Members of an enumeration have values all or none; an arm has one label and no `[ref]`.
    /// - Full pointers are read as unique ones: no referent is shared (C706, section 14.3.10, has it).
    /// - Constants become macros, which know no scope.
    /// - An array whose bound is a constant's name has its room apart, and of several dimensions its code
    ///   is no C. For a second size of pointers in a row, the code follows a null pointer.
    /// - Of an array of `[ref]` pointers, it has four bytes for each in its place, as for such a member.
    ///   C706, section 14.3.12.2, and FreeDCE have none.
    /// - Arrays and strings of fixed room travel whole (of a string, C706, section 14.3.5, has what is said
    ///   alone); open ones have one dimension, and no structure that ends in one is a member of another.
    /// - Of an array at the end of a structure, of which a part travels, it forgets the length before it
    ///   comes to what elements point to.
    /// - Only strings of `uint8` are sent as they are; of `uint16`, they are converted by a
    ///   `charset`.
    /// - What an operation returns is a number.
    /// - Within an interface it has no `cpp_quote`, and its code serves nothing here.
    pub const SAMBA: Dialect = Dialect {
        name: "samba",
        dimensions: false,
        encapsulated: false,
        full: false,
        named_bounds: false,
        scoped_constants: false,
        other_names: false,
        sized_names: true,
        implied_values: false,
        letter_tags: false,
        labels: false,
        ref_arms: false,
        named_twice: false,
        unnamed: false,
        nested_open: false,
        parts: false,
        ref_elements: false,
        open_rows: false,
        pointing_tails: false,
        second_sizes: false,
        any_result: false,
        bodies: false,
        ..Dialect::MICROSOFT
    };

    /// The dialects used by default.
    pub const ALL: [Dialect; 3] = [Dialect::OSF, Dialect::MICROSOFT, Dialect::WHOLE];

    /// A class of pointers.
    pub(super) fn class(self, draw: &mut Draw) -> &'static str {
        match self.full && draw.chance(30) {
            true => "ptr",
            false => "unique",
        }
    }

    /// A built-in type for a place with siblings.
    pub(super) fn scalar(self, draw: &mut Draw) -> &'static str {
        match self.beyond_wine {
            true => self.any_scalar(draw),
            false => draw.pick::<&str>(&["long", "unsigned long", "float"]),
        }
    }

    /// Any built-in type.
    pub(super) fn any_scalar(self, draw: &mut Draw) -> &'static str {
        if self.sized_names {
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

    /// The character type of strings.
    pub(super) fn character(self, draw: &mut Draw) -> &'static str {
        if self.sized_names {
            return draw.pick::<&str>(&["uint8", "char", "uint16"]);
        }
        match (draw.below(4), self.microsoft) {
            (0, true) => "wchar_t",
            (1, _) if self.beyond_wine => "unsigned short",
            (2, false) => "byte",
            _ => "char",
        }
    }

    /// The dialect's name for C706's type of a number.
    pub(super) fn named(self, ty: &'static str) -> &'static str {
        match ty {
            _ if !self.sized_names => ty,
            "boolean" | "unsigned small" => "uint8",
            "small" => "int8",
            "short" => "int16",
            "unsigned short" => "uint16",
            "long" => "int32",
            "unsigned long" => "uint32",
            ty => ty,
        }
    }

    /// The attribute of strings of a character type.
    pub(super) fn string(self, character: &str) -> &'static str {
        match self.sized_names && character == "uint16" {
            true => "string, charset(UTF16)",
            false => "string",
        }
    }

    /// An integer type for a size; in a structure unless `alone`.
    pub(super) fn counter(self, draw: &mut Draw, alone: bool) -> &'static str {
        if !alone && !self.beyond_wine {
            return draw.pick::<&str>(&["long", "unsigned long"]);
        }
        if self.sized_names {
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
