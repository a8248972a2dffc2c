//! The part of the foreign program that depends on what was drawn: for each type, code in C that
//! makes up values and tells them, over what rpcgen declared. It follows from the drawing itself
//! and not from what our front end read.

use manyrpc_draw::rpcl::File;
use manyrpc_draw::rpcl::file::*;

/// The types of a file as C has them, in the order of the program's table: its own, and those of
/// several arguments.
pub(super) fn types(file: &File) -> Vec<TypeDef> {
    let arguments = file.arguments().into_iter().map(|(_, _, ty)| ty);
    file.types().cloned().chain(arguments).collect()
}

/// The C of several files, each with the prefix of its names.
pub(super) fn source(files: &[(String, &File)]) -> String {
    let mut c = C::default();
    c.line("#include \"runtime.h\"\n#include \"drawn.h\"\n");
    for (prefix, file) in files {
        for ty in types(file) {
            let name = format!("{prefix}{}", ty.name);
            c.line(&format!(
                "static void fill_{name}({name} *, int);\nstatic void show_{name}(const {name} *);"
            ));
        }
    }
    for (prefix, file) in files {
        for ty in &types(file) {
            c.prefix.clone_from(prefix);
            c.ty(ty);
        }
    }
    c.tables(files);
    c.out
}

#[derive(Default)]
struct C {
    out: String,
    prefix: String,
    /// Loops within loops: each has a counter of its own.
    loops: usize,
}

impl C {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn name(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    fn ty(&mut self, ty: &TypeDef) {
        let name = self.name(&ty.name);
        self.line(&format!(
            "static void fill_{name}({name} *v, int depth)\n{{"
        ));
        match &ty.body {
            Body::Struct(fields) => {
                for (at, field) in fields.iter().enumerate() {
                    let link = at + 1 == fields.len() && is_link(field, &ty.name);
                    self.fill(field, &format!("v->{}", self.name(&field.name)), link);
                }
            }
            Body::Union(union) => self.fill_union(union, &name),
            Body::Enum(members) => self.fill_enum(members),
            Body::Typedef(decl) => self.fill(decl, "(*v)", false),
        }
        self.line(&format!(
            "}}\n\nstatic void show_{name}(const {name} *v)\n{{"
        ));
        match &ty.body {
            Body::Struct(fields) => {
                for (at, field) in fields.iter().enumerate() {
                    self.line(if at == 0 {
                        "show(\"{\");"
                    } else {
                        "show(\",\");"
                    });
                    self.show(field, &format!("v->{}", self.name(&field.name)));
                }
                self.line("show(\"}\");");
            }
            Body::Union(union) => self.show_union(union, &name),
            Body::Enum(_) => self.line("show_integer((int)*v);"),
            Body::Typedef(decl) => self.show(decl, "(*v)"),
        }
        self.line("}\n");
    }

    fn fill_enum(&mut self, members: &[Member]) {
        let names: Vec<String> = members.iter().map(|m| self.name(&m.name)).collect();
        let (names, count) = (names.join(", "), names.len());
        self.line(&format!(
            "static const int members[] = {{{names}}};\n*v = members[fill_below({count})];"
        ));
    }

    fn fill_union(&mut self, union: &Union, name: &str) {
        let labels = union.arms.iter().flat_map(|arm| &arm.labels);
        let mut labels: Vec<i64> = labels.map(|label| label.value).collect();
        if union.default.is_some() {
            labels.extend(union.others.iter().take(3));
        }
        let (count, listed) = (labels.len(), list(&labels));
        let tag = self.name(&union.tag.name);
        self.line(&format!(
            "static const long long labels[] = {{{listed}}};\nv->{tag} = labels[fill_below({count})];"
        ));
        self.choose(union, |c, decl| {
            let place = format!("v->{name}_u.{}", c.name(&decl.name));
            c.fill(decl, &place, false);
        });
    }

    fn show_union(&mut self, union: &Union, name: &str) {
        let tag = self.name(&union.tag.name);
        // Only unsigned tags are beyond the range of `int`.
        self.line("show(\"(\");");
        self.show(&union.tag, &format!("v->{tag}"));
        self.line("show(\":\");");
        self.choose(union, |c, decl| {
            let place = format!("v->{name}_u.{}", c.name(&decl.name));
            c.show(decl, &place);
        });
        self.line("show(\")\");");
    }

    /// A `switch` over the arms, by the values of the labels and not by how they are written.
    fn choose(&mut self, union: &Union, held: impl Fn(&mut Self, &Decl)) {
        let tag = self.name(&union.tag.name);
        self.line(&format!("switch ((long long)v->{tag}) {{"));
        for arm in &union.arms {
            for label in &arm.labels {
                self.line(&format!("case {}LL:", label.value));
            }
            arm.held.iter().for_each(|decl| held(self, decl));
            self.line("break;");
        }
        self.line("default:");
        let default = union.default.iter().flatten();
        default.for_each(|decl| held(self, decl));
        self.line("break;\n}");
    }

    fn counter(&mut self) -> String {
        self.loops += 1;
        format!("i{}", self.loops)
    }

    fn fill(&mut self, decl: &Decl, place: &str, link: bool) {
        let (len, val) = (
            format!("{place}.{}_len", self.name(&decl.name)),
            format!("{place}.{}_val", self.name(&decl.name)),
        );
        let (len, val) = match place {
            "(*v)" => (len.replace("(*v).", "v->"), val.replace("(*v).", "v->")),
            _ => (len, val),
        };
        match (&decl.of, &decl.shape) {
            (Spec::Text, shape) => {
                let most = most(shape);
                self.line(&format!("{place} = fill_text({most}u);"));
            }
            (Spec::Opaque, Shape::Fixed(_)) => {
                self.line(&format!("fill_bytes((void *){place}, sizeof {place});"));
            }
            (Spec::Opaque, shape) => {
                let most = most(shape);
                self.line(&format!(
                    "{len} = fill_length({most}u, 1);\n{val} = fill_room({len}, 1);\nfill_bytes({val}, {len});"
                ));
            }
            (of, Shape::Plain) => self.fill_one(of, place, "depth"),
            (of, Shape::Optional) => {
                let some = if link {
                    "fill_link()"
                } else {
                    "fill_some(depth)"
                };
                self.line(&format!(
                    "{place} = NULL;\nif ({some}) {{\n{place} = fill_room(1, sizeof *{place});"
                ));
                self.fill_one(
                    of,
                    &format!("(*{place})"),
                    if link { "depth" } else { "depth - 1" },
                );
                self.line("}");
            }
            (of, Shape::Fixed(n)) => {
                let i = self.counter();
                let n = n.value;
                self.line(&format!(
                    "for (size_t {i} = 0; {i} < COUNT({place}, {n}); {i}++) {{"
                ));
                self.fill_one(of, &format!("{place}[{i}]"), "depth");
                self.line("}");
            }
            (of, shape) => {
                let (most, i) = (most(shape), self.counter());
                self.line(&format!(
                    "{len} = depth > 0 ? fill_length({most}u, 8) : 0;\n\
                     {val} = fill_room({len}, sizeof *{val});\n\
                     for (size_t {i} = 0; {i} < {len}; {i}++) {{"
                ));
                self.fill_one(of, &format!("{val}[{i}]"), "depth - 1");
                self.line("}");
            }
        }
    }

    fn fill_one(&mut self, of: &Spec, place: &str, depth: &str) {
        let text = match of {
            Spec::Named(_, name) => format!("fill_{}(&{place}, {depth});", self.name(name)),
            Spec::Scalar(Scalar::Bool, _) => format!("{place} = fill_below(2);"),
            Spec::Scalar(Scalar::F32 | Scalar::F64 | Scalar::F128, _) => {
                format!("fill_bytes(&{place}, sizeof {place});")
            }
            Spec::Scalar(scalar, _) => {
                let (bits, signed) = integer(*scalar);
                format!("{place} = fill_integer({bits}, {signed});")
            }
            Spec::Text | Spec::Opaque => unreachable!("they have shapes of their own"),
        };
        self.line(&text);
    }

    fn show(&mut self, decl: &Decl, place: &str) {
        let (len, val) = (
            format!("{place}.{}_len", self.name(&decl.name)),
            format!("{place}.{}_val", self.name(&decl.name)),
        );
        match (&decl.of, &decl.shape) {
            (Spec::Text, _) => self.line(&format!("show_text({place});")),
            (Spec::Opaque, Shape::Fixed(_)) => {
                self.line(&format!(
                    "show_bytes((const char *){place}, sizeof {place});"
                ));
            }
            (Spec::Opaque, _) => self.line(&format!("show_bytes({val}, {len});")),
            (of, Shape::Plain) => self.show_one(of, place),
            (of, Shape::Optional) => {
                self.line(&format!(
                    "if ({place} == NULL) {{\nshow(\"-\");\n}} else {{\nshow(\"+\");"
                ));
                self.show_one(of, &format!("(*{place})"));
                self.line("}");
            }
            (of, Shape::Fixed(n)) => {
                let count = format!("COUNT({place}, {})", n.value);
                self.each(of, place, &count);
            }
            (of, Shape::UpTo(_)) => self.each(of, &val, &len),
        }
    }

    fn each(&mut self, of: &Spec, array: &str, count: &str) {
        let i = self.counter();
        self.line(&format!(
            "show(\"[\");\nfor (size_t {i} = 0; {i} < {count}; {i}++) {{\nif ({i} != 0)\nshow(\",\");"
        ));
        self.show_one(of, &format!("{array}[{i}]"));
        self.line("}\nshow(\"]\");");
    }

    fn show_one(&mut self, of: &Spec, place: &str) {
        let text = match of {
            Spec::Named(_, name) => format!("show_{}(&{place});", self.name(name)),
            Spec::Scalar(Scalar::F32, _) => format!("show_bits(\"f\", &{place}, 4);"),
            Spec::Scalar(Scalar::F64, _) => format!("show_bits(\"d\", &{place}, 8);"),
            Spec::Scalar(Scalar::F128, _) => format!("show_bits(\"q\", &{place}, 16);"),
            // Whether a plain `char` has a sign is the machine's affair.
            Spec::Scalar(Scalar::I8, _) => format!("show_integer((signed char){place});"),
            // A `long` has 64 bits in C: of those that did not travel libtirpc makes what it will.
            Spec::Scalar(Scalar::I32, _) => format!("show_integer((int){place});"),
            Spec::Scalar(Scalar::U32, _) => format!("show_unsigned((unsigned){place});"),
            Spec::Scalar(scalar, _) => match integer(*scalar) {
                (_, 1) => format!("show_integer({place});"),
                _ => format!("show_unsigned({place});"),
            },
            Spec::Text | Spec::Opaque => unreachable!("they have shapes of their own"),
        };
        self.line(&text);
    }

    /// The tables that commands index.
    fn tables(&mut self, files: &[(String, &File)]) {
        self.line("const struct type types[] = {");
        for (prefix, file) in files {
            for ty in types(file) {
                let name = format!("{prefix}{}", ty.name);
                self.line(&format!(
                    "{{\"{name}\", sizeof({name}), (xdrproc_t)xdr_{name}, \
                     (void (*)(void *, int))fill_{name}, (void (*)(const void *))show_{name}}},"
                ));
            }
        }
        self.line("};\nconst size_t type_count = sizeof types / sizeof *types;");
        self.line("const struct number numbers[] = {\n{\"\", 0},");
        for (prefix, file) in files {
            for (name, _) in file.numbers() {
                self.line(&format!("{{\"{prefix}{name}\", {prefix}{name}}},"));
            }
            for name in program_names(file) {
                self.line(&format!("{{\"{prefix}{name}\", {prefix}{name}}},"));
            }
        }
        self.line("};\nconst size_t number_count = sizeof numbers / sizeof *numbers;");
    }
}

/// The names of programs, versions and procedures, which are numbers to C.
pub(super) fn program_names(file: &File) -> Vec<&str> {
    let mut names = Vec::new();
    for program in file.programs() {
        names.push(&*program.name);
        for version in &program.versions {
            names.push(&version.name);
            names.extend(version.procedures.iter().map(|p| &*p.name));
        }
    }
    names
}

/// Whether a field leads on to the next node of a list.
fn is_link(field: &Decl, own: &str) -> bool {
    field.shape == Shape::Optional && matches!(&field.of, Spec::Named(_, name) if name == own)
}

fn most(shape: &Shape) -> i64 {
    match shape {
        Shape::UpTo(Some(n)) | Shape::Fixed(n) => n.value,
        _ => u32::MAX.into(),
    }
}

/// Bits of an integer, and 1 if it has a sign.
fn integer(scalar: Scalar) -> (u32, u32) {
    match scalar {
        Scalar::I8 => (8, 1),
        Scalar::U8 => (8, 0),
        Scalar::I16 => (16, 1),
        Scalar::U16 => (16, 0),
        Scalar::U32 => (32, 0),
        Scalar::I64 => (64, 1),
        Scalar::U64 => (64, 0),
        _ => (32, 1),
    }
}

fn list(values: &[i64]) -> String {
    let values: Vec<String> = values.iter().map(|value| format!("{value}LL")).collect();
    values.join(", ")
}
