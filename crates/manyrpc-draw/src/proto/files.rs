//! The files of a definition: their names, packages and imports.

use crate::Draw;

use super::names::Taken;
use super::shape::{File, Import, ImportKind, Shape};

/// Of a hundred definitions so many have one file.
const ALONE: u32 = 55;

/// Packages of the files of the definition `NAME`, below which nobody else has any.
const PACKAGES: [&str; 6] = [
    "NAME",
    "NAME.inner",
    "NAME.inner.deep",
    "NAME.other",
    "NAME.NAME",
    "NAME.inner.NAME.inner",
];

/// What imported files are called.
const NAMES: [&str; 4] = [
    "NAME_1.proto",
    "NAME/NAME.proto",
    "NAME/inner/one.proto",
    "NAME/one-more.v1.proto",
];

/// Files without declarations, each of which something imports but the first.
pub(super) fn draw(name: &str, draw: &mut Draw) -> Vec<File> {
    let imported = match draw.chance(ALONE) {
        true => 0,
        false => draw.between(1, NAMES.len()),
    };
    let package = |draw: &mut Draw| match draw.chance(40) {
        true => PACKAGES[0].replace("NAME", name),
        false => draw.pick(&PACKAGES).replace("NAME", name),
    };
    let mut files: Vec<File> = (0..=imported)
        .map(|at| File {
            name: match at {
                0 => format!("{name}.proto"),
                at => NAMES[at - 1].replace("NAME", name),
            },
            package: package(draw),
            new: draw.chance(50),
            is_bare: false,
            imports: Vec::new(),
        })
        .collect();
    for at in 1..files.len() {
        import(&mut files, draw, at);
    }
    // One that only imports; the last has nothing that it could.
    let bare = draw.below(files.len());
    files[bare].is_bare = bare + 1 < files.len() && draw.chance(10);
    files
}

/// Has some of the files in front of it import one, at least one of them.
fn import(files: &mut [File], draw: &mut Draw, file: usize) {
    let surely = draw.below(file);
    for (at, importing) in files[..file].iter_mut().enumerate() {
        if at == surely || draw.chance(40) {
            let kind = *draw.weighted(&[
                (10, ImportKind::Plain),
                (6, ImportKind::Public),
                (1, ImportKind::Weak),
            ]);
            importing.imports.push(Import { file, kind });
        }
    }
}

/// The parts of packages are names in the packages around them.
pub(super) fn declare_packages(shape: &mut Shape) {
    for file in &shape.files {
        let of = |package: &str, f: &File| f.package == package && f.new;
        let folds = |package: &str| shape.files.iter().any(|f| of(package, f));
        let taken = |package: &str| Taken::new(folds(package));
        let mut package = file.package.as_str();
        let own = || taken(package);
        shape.packages.entry(package.to_owned()).or_insert_with(own);
        while let Some((around, part)) = package.rsplit_once('.') {
            let own = || taken(around);
            let around_it = shape.packages.entry(around.to_owned());
            around_it.or_insert_with(own).insert(part, &[]);
            package = around;
        }
    }
}

impl Shape {
    /// The files whose declarations a file may use: its own, those that it imports, and those that these
    /// import publicly, on and on.
    pub(super) fn seen(&self, file: usize) -> Vec<usize> {
        let imports = self.files[file].imports.iter();
        let mut seen: Vec<usize> = imports.map(|import| import.file).collect();
        let mut at = 0;
        while let Some(&through) = seen.get(at) {
            let imports = self.files[through].imports.iter();
            let public = imports.filter(|import| import.kind == ImportKind::Public);
            for further in public.map(|import| import.file) {
                if !seen.contains(&further) {
                    seen.push(further);
                }
            }
            at += 1;
        }
        seen.push(file);
        seen
    }
}
