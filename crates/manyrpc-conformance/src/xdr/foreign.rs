//! rpcgen and libtirpc of many drawn definitions at once: one `.x` file, one program.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use manyrpc_draw::rpcl::{File, text};

use super::driver;
use crate::foreign::{Lines, brief, bytes, digits, lengths};

/// A program that speaks for libtirpc.
pub(super) struct Foreign(Lines);

/// What a decoder made of bytes.
pub(super) struct Taken {
    /// How many of them it took.
    pub(super) bytes: usize,
    /// The bytes of the value; `!` where it has none.
    pub(super) again: String,
    /// The value.
    pub(super) value: String,
}

impl Foreign {
    /// Compiles files, each with a prefix before its names, in a folder of its own.
    ///
    /// # Errors
    /// What rpcgen or the C compiler says.
    pub(super) fn build(folder: &Path, files: &[(String, &File)]) -> Result<Self, String> {
        let write = |name: &str, text: &str| {
            fs::write(folder.join(name), text).map_err(|e| format!("{name}: {e}"))
        };
        fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let mut drawn = "%#include \"runtime.h\"\n".to_owned();
        for (prefix, file) in files {
            drawn.push_str(&text::write(file, prefix));
        }
        write("drawn.x", &drawn)?;
        write("runtime.h", include_str!("runtime.h"))?;
        write("runtime.c", include_str!("runtime.c"))?;
        write("driver.c", &driver::source(files))?;
        for (output, which) in [("drawn.h", "-h"), ("drawn_xdr.c", "-c")] {
            // rpcgen does not write over what is there.
            let _ = fs::remove_file(folder.join(output));
            let mut rpcgen = Command::new("rpcgen");
            rpcgen.args(["-C", "-N", "-M", which, "-o", output, "drawn.x"]);
            carry_out(rpcgen.current_dir(folder))?;
        }
        let mut compiler = Command::new("tcc");
        compiler.args(["-w", "-I/usr/include/tirpc", "-o", "foreign"]);
        compiler.args([
            "runtime.c",
            "driver.c",
            "drawn_xdr.c",
            "-lpthread",
            "-ltirpc",
        ]);
        carry_out(compiler.current_dir(folder))?;
        Lines::start(&mut Command::new(folder.join("foreign"))).map(Foreign)
    }

    /// A value made up: its bytes, and what it is. `None` where it cannot be encoded.
    pub(super) fn make(
        &mut self,
        ty: usize,
        seed: u64,
        room: u32,
    ) -> Result<Option<(Vec<u8>, String)>, String> {
        let answer = self.0.ask(&format!("make {ty} {seed} {room}"))?;
        let Some((word, value)) = answer.split_once(' ') else {
            return Ok(None);
        };
        Ok(Some((bytes(word)?, value.to_owned())))
    }

    /// What it makes of bytes; `None` where it refuses them.
    pub(super) fn take(&mut self, ty: usize, bytes: &[u8]) -> Result<Option<Taken>, String> {
        let answer = self.0.ask(&format!("take {ty} {}", digits(bytes)))?;
        let mut parts = answer.splitn(3, ' ');
        let (Some(taken), Some(again), Some(value)) = (parts.next(), parts.next(), parts.next())
        else {
            return Ok(None);
        };
        Ok(Some(Taken {
            bytes: taken.parse().map_err(|_| format!("it took {taken}"))?,
            again: again.trim_matches('.').to_owned(),
            value: value.to_owned(),
        }))
    }

    /// The lengths at which a beginning of the bytes is a whole value.
    pub(super) fn cuts(&mut self, ty: usize, bytes: &[u8]) -> Result<Vec<usize>, String> {
        let answer = self.0.ask(&format!("cuts {ty} {}", digits(bytes)))?;
        Ok(lengths(answer))
    }

    /// What a name is to C.
    pub(super) fn number(&mut self, index: usize) -> Result<i64, String> {
        let answer = self.0.ask(&format!("number {index}"))?;
        answer.parse().map_err(|_| format!("it says {answer}"))
    }
}

/// Runs a program that must succeed.
pub(super) fn carry_out(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("{name}: {e} (scripts/setup.sh test installs it)"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "{name}: {}",
            brief(&String::from_utf8_lossy(&output.stderr))
        )),
    }
}
