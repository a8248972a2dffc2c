//! The boot time that a server of DCE or NCS reports to its clients over datagrams.
//!
//! Reading list: C706, sections 12.5.2.9 (seconds since 1970, increasing with each boot of the
//! server) and 10.1.1. By the boot time clients recognise a restarted server, and refuse to have a
//! call executed twice. The clock alone is not enough: a server can be killed and restarted within
//! one second, and a clock can be set back. So the last boot time used is kept in a file of the
//! user's, which is lost when the machine boots, where there is a directory for such files. If no
//! file can be kept, the server waits for the second to pass.

use std::collections::hash_map::RandomState;
use std::ffi::OsStr;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::{self, AtFlags, FileType, FlockOperation, Mode, OFlags};
use rustix::io::Errno;
use rustix::process::geteuid;

/// A random number: transaction identifiers must differ between clients and runs, and nobody may
/// predict a server's hashes.
pub(crate) fn seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// A boot time that no other server of this user on this machine has had.
pub(crate) fn time() -> u32 {
    let kept = places().iter().find_map(|place| next_in(place, now()).ok());
    kept.unwrap_or_else(|| {
        let (since, second) = (since_1970(), Duration::from_secs(1));
        std::thread::sleep(second - Duration::from_nanos(since.subsec_nanos().into()));
        since.as_secs() as u32
    })
}

fn since_1970() -> Duration {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default()
}

/// The protocol's 32 bits end in 2106.
fn now() -> u32 {
    since_1970().as_secs() as u32
}

/// Directories for the file, best first: those that are emptied when the machine boots.
fn places() -> Vec<PathBuf> {
    let user = geteuid().as_raw();
    let given = std::env::var_os("XDG_RUNTIME_DIR").filter(|path| !path.is_empty());
    let mut bases: Vec<PathBuf> = given.map(PathBuf::from).into_iter().collect();
    match user {
        0 => bases.push("/run".into()),
        _ => bases.push(format!("/run/user/{user}").into()),
    }
    bases.push(std::env::temp_dir());
    let within = |base: PathBuf| base.join(format!("manyrpc-{user}"));
    bases.into_iter().map(within).collect()
}

/// The current second, or one more than the last boot time recorded there.
fn next_in(place: &Path, now: u32) -> io::Result<u32> {
    let folder = own_folder(place)?;
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let name = OsStr::new("boot-time");
    let file = fs::openat(&folder, name, flags, Mode::RUSR | Mode::WUSR)?;
    // Released with the descriptor.
    fs::flock(&file, FlockOperation::LockExclusive)?;
    let mut last = [0; 4];
    let known = rustix::io::pread(&file, &mut last, 0)? == last.len();
    let next = match known {
        true => u32::from_le_bytes(last).saturating_add(1).max(now),
        false => now,
    };
    match rustix::io::pwrite(&file, &next.to_le_bytes(), 0)? {
        4 => Ok(next),
        _ => Err(Errno::NOSPC.into()),
    }
}

/// A directory that only this user can write to: places like `/tmp` are shared.
fn own_folder(place: &Path) -> io::Result<OwnedFd> {
    match fs::mkdir(place, Mode::RWXU) {
        Ok(()) | Err(Errno::EXIST) => {}
        Err(error) => return Err(error.into()),
    }
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let folder = fs::open(place, flags, Mode::empty())?;
    let found = fs::statat(folder.as_fd(), "", AtFlags::EMPTY_PATH)?;
    let others = Mode::WGRP | Mode::WOTH;
    let owned = found.st_uid == geteuid().as_raw()
        && FileType::from_raw_mode(found.st_mode) == FileType::Directory
        && !Mode::from_raw_mode(found.st_mode).intersects(others);
    owned.then_some(folder).ok_or_else(|| Errno::ACCESS.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory of this test's own, removed afterwards.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Self {
            let name = format!("manyrpc-boot-{}-{name}", std::process::id());
            Place(std::env::temp_dir().join(name))
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            drop(std::fs::remove_dir_all(&self.0));
        }
    }

    #[test]
    fn every_boot_is_later_than_the_last() {
        let place = Place::new("later");
        let next = |now| next_in(&place.0, now).unwrap();
        assert_eq!([next(1000), next(1000), next(1000)], [1000, 1001, 1002]);
        assert_eq!(next(1500), 1500);
        // The clock was set back.
        assert_eq!(next(10), 1501);
        assert_eq!(next(u32::MAX), u32::MAX);
    }

    #[test]
    fn servers_that_start_at_once_have_times_of_their_own() {
        let place = Place::new("at-once");
        let mut all: Vec<u32> = std::thread::scope(|scope| {
            let starting: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| [(); 20].map(|()| next_in(&place.0, 7).unwrap())))
                .collect();
            starting
                .into_iter()
                .flat_map(|s| s.join().unwrap())
                .collect()
        });
        all.sort_unstable();
        assert!(all.iter().copied().eq(7..7 + 160), "{all:?}");
    }

    #[test]
    fn a_folder_of_somebody_else_is_not_trusted() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let (place, link) = (Place::new("open"), Place::new("link"));
        next_in(&place.0, 7).unwrap();
        symlink(&place.0, &link.0).unwrap();
        assert!(next_in(&link.0, 7).is_err());
        std::fs::remove_file(&link.0).unwrap();
        let all = std::fs::Permissions::from_mode(0o777);
        std::fs::set_permissions(&place.0, all).unwrap();
        assert!(next_in(&place.0, 7).is_err());
    }

    #[test]
    fn what_was_cut_off_is_nothing() {
        let place = Place::new("cut");
        next_in(&place.0, 7).unwrap();
        std::fs::write(place.0.join("boot-time"), [1, 2]).unwrap();
        assert_eq!(next_in(&place.0, 9).unwrap(), 9);
    }
}
