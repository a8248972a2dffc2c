//! Wine's compiler of Microsoft's dialect, as MinGW's tools bring it.

use std::fs;
use std::path::Path;
use std::process::Command;

use manyrpc_draw::Definition;

const PROGRAM: &str = "x86_64-w64-mingw32-widl";

/// Compiles a definition in a folder.
///
/// # Errors
/// What it says against the definition; the outer error, why it does not run.
pub(super) fn compile(
    folder: &Path,
    definition: &Definition,
    outputs: &[&str],
) -> Result<Result<(), String>, String> {
    let file = folder.join(definition.file());
    fs::write(&file, &definition.text).map_err(|e| format!("{}: {e}", file.display()))?;
    let said = Command::new(PROGRAM)
        .args(outputs)
        .arg(definition.file())
        .current_dir(folder)
        .output()
        .map_err(|e| format!("{PROGRAM}: {e} (Debian package mingw-w64-tools)"))?;
    Ok(match said.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&said.stderr).into_owned()),
    })
}
