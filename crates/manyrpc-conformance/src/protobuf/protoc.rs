//! Google's compiler: what it makes of definitions, and which it refuses.

use std::fs;
use std::path::Path;
use std::process::Command;

use manyrpc_draw::Definition;

/// Writes the files of definitions.
///
/// # Errors
/// What the file system says.
pub(super) fn write(folder: &Path, definitions: &[Definition]) -> Result<(), String> {
    let mut files = definitions.iter().flat_map(Definition::files);
    let written = files.try_for_each(|(name, text)| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, text)
    });
    written.map_err(|e| format!("{}: {e}", folder.display()))
}

/// Removes the files of a definition.
pub(super) fn forget(folder: &Path, definition: &Definition) {
    for (name, _) in definition.files() {
        let _ = fs::remove_file(folder.join(name));
    }
    let _ = fs::remove_dir_all(folder.join(&definition.name));
}

/// The descriptors of definitions and of all that they import, in the bytes of a `FileDescriptorSet`.
/// Several threads may use one folder, for other definitions.
///
/// # Errors
/// What the compiler says against one of them, or why it does not run.
pub(super) fn compile(folder: &Path, definitions: &[Definition]) -> Result<Vec<u8>, String> {
    write(folder, definitions)?;
    let first = definitions.first().map_or("", |d| &*d.name);
    let set = folder.join(format!("{first}.set"));
    let output = Command::new("protoc")
        .current_dir(folder)
        .arg("--include_imports")
        .arg(format!("--descriptor_set_out={first}.set"))
        .args(definitions.iter().map(Definition::file))
        .output()
        .map_err(|e| format!("protoc: {e}: `make peers` installs what is missing"))?;
    match output.status.success() {
        true => {
            let read = fs::read(&set).map_err(|e| format!("{}: {e}", set.display()));
            let _ = fs::remove_file(&set);
            read
        }
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
