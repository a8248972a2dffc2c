//! Generated files in the tree are what the generator writes today
//! (`UPDATE_EXPECT=1` writes them).

use std::path::Path;

use manyrpc_gen::{Options, rust};

/// Each definition with the file generated from it, from the workspace's root.
const PAIRS: &[(&str, &str)] = &[(
    "interfaces/bench.x",
    "crates/manyrpc-lab/src/generated/bench.rs",
)];

#[test]
fn committed_files_are_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (definition, output) in PAIRS {
        let path = root.join(definition);
        let (module, diagnostics) = manyrpc_idl::load(&path, &manyrpc_idl::Options::default());
        let module = module.unwrap_or_else(|| panic!("{definition}: {diagnostics:?}"));
        let options = Options {
            origin: path.file_name().unwrap().to_string_lossy().into_owned(),
            ..Options::default()
        };
        let written = rust(&module, &options).expect(definition);
        let output = root.join(output);
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&output, &written).unwrap();
        }
        let committed = std::fs::read_to_string(&output).unwrap_or_default();
        assert!(
            written == committed,
            "{} is stale: run this test with UPDATE_EXPECT=1",
            output.display()
        );
    }
}
