//! Counting the TCP segments of other processes' connections, by the kernel's own count of each connection.
//!
//! Reading list: pidfd_getfd(2); tcp(7), TCP_INFO; the kernel's include/uapi/linux/tcp.h, `struct tcp_info`, where
//! `tcpi_segs_out` and `tcpi_segs_in` are those of RFC 4898: every segment, pure acknowledgements included.
//!
//! A segment is what TCP passes to IP: on loopback, where packets may have 64 KiB, one segment may carry a call
//! that would take six Ethernet frames.

use std::fs;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};

use rustix::process::{Pid, PidfdFlags, PidfdGetfdFlags, pidfd_getfd, pidfd_open};

/// The segments of a process's open connections.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segments {
    /// The inode numbers of their sockets, sorted.
    pub sockets: Vec<u64>,
    /// Segments sent.
    pub sent: u64,
    /// Segments received.
    pub received: u64,
}

impl Segments {
    /// The segments of a process now; `None` if the kernel does not report them, or access to the process is
    /// denied.
    pub fn of(id: u32) -> Option<Self> {
        let process = Pid::from_raw(i32::try_from(id).ok()?)?;
        let process = pidfd_open(process, PidfdFlags::empty()).ok()?;
        let mut segments = Segments::default();
        for entry in fs::read_dir(format!("/proc/{id}/fd")).ok()?.flatten() {
            let number = entry.file_name().to_str().and_then(|n| n.parse().ok());
            let (Some(number), Some(socket)) = (number, socket(&entry)) else {
                continue;
            };
            // It may have been closed since the directory was read, or not be a connection.
            let copy = pidfd_getfd(&process, number, PidfdGetfdFlags::empty());
            let counts = match copy {
                Ok(copy) => counts(&copy),
                Err(rustix::io::Errno::BADF) => None,
                Err(_) => return None,
            };
            if let Some((sent, received)) = counts {
                segments.sockets.push(socket);
                segments.sent += sent;
                segments.received += received;
            }
        }
        segments.sockets.sort_unstable();
        Some(segments)
    }

    /// The sum over several processes, likewise.
    pub fn of_all(ids: &[u32]) -> Option<Self> {
        let mut all = Segments::default();
        for &id in ids {
            let of = Segments::of(id)?;
            all.sockets.extend(of.sockets);
            all.sent += of.sent;
            all.received += of.received;
        }
        Some(all)
    }
}

/// The inode number of a descriptor's socket: `socket:[4711]`.
fn socket(entry: &fs::DirEntry) -> Option<u64> {
    let link = fs::read_link(entry.path()).ok()?;
    let number = link.to_str()?.strip_prefix("socket:[")?;
    number.strip_suffix(']')?.parse().ok()
}

/// Offsets of the two counts in `struct tcp_info`: after 8 bytes, 24 words of 32 bits and 4 of 64.
const SENT: usize = 8 + 24 * 4 + 4 * 8;
const RECEIVED: usize = SENT + 4;

/// The counts of a TCP connection; `None` for anything else.
fn counts(socket: &OwnedFd) -> Option<(u64, u64)> {
    let mut info = [0; RECEIVED + 4];
    let length = tcp_info(socket.as_fd(), &mut info)?;
    let count = |at: usize| {
        let bytes = info[..length].get(at..at + 4)?;
        Some(u64::from(u32::from_ne_bytes(bytes.try_into().ok()?)))
    };
    Some((count(SENT)?, count(RECEIVED)?))
}

/// Reads `struct tcp_info` of a connection; the number of bytes that the kernel provides.
#[expect(
    unsafe_code,
    reason = "none of our dependencies has a safe wrapper for TCP_INFO"
)]
fn tcp_info(socket: BorrowedFd<'_>, info: &mut [u8]) -> Option<usize> {
    let mut length = libc::socklen_t::try_from(info.len()).ok()?;
    // SAFETY: the descriptor is open as long as it is borrowed, and the kernel writes at most `length` bytes, the
    // size of the buffer, and their number.
    let failed = unsafe {
        libc::getsockopt(
            socket.as_raw_fd(),
            libc::IPPROTO_TCP,
            libc::TCP_INFO,
            info.as_mut_ptr().cast(),
            &raw mut length,
        )
    };
    (failed == 0).then_some(length as usize)
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream, UdpSocket};
    use std::process::{Command, Stdio};

    use super::*;

    /// RFC 9293: a connection of three segments, data, and its acknowledgements.
    #[test]
    fn segments_of_a_connection_are_counted() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (mut server, _) = listener.accept().unwrap();
        client.set_nodelay(true).unwrap();
        let of = |stream: &TcpStream| counts(&OwnedFd::from(stream.try_clone().unwrap())).unwrap();
        let before = (of(&client), of(&server));
        for _ in 0..10 {
            client.write_all(&[1; 100]).unwrap();
            server.read_exact(&mut [0; 100]).unwrap();
            server.write_all(&[2; 50]).unwrap();
            client.read_exact(&mut [0; 50]).unwrap();
        }
        let after = (of(&client), of(&server));
        let sent = after.0.0 - before.0.0;
        // At least one per message, and at most one more that acknowledges the other's.
        assert!((10..=20).contains(&sent), "{before:?} {after:?}");
        let received = after.1.1 - before.1.1;
        assert!((10..=20).contains(&received), "{before:?} {after:?}");
        let datagrams = UdpSocket::bind("127.0.0.1:0").unwrap();
        assert_eq!(counts(&datagrams.into()), None);
    }

    #[test]
    fn connections_of_another_process_are_found() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (server, _) = listener.accept().unwrap();
        // A shell whose input is a connection.
        let mut shell = Command::new("cat")
            .stdin(Stdio::from(OwnedFd::from(server)))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = shell.stdout.take().unwrap();
        (&client).write_all(b"hello").unwrap();
        said.read_exact(&mut [0; 5]).unwrap();
        let found = Segments::of(shell.id()).unwrap();
        assert_eq!(found.sockets.len(), 1, "{found:?}");
        let own = counts(&client.try_clone().unwrap().into()).unwrap();
        // SYN, its acknowledgement and the data: nothing is lost on loopback.
        assert_eq!((found.received, own.0), (3, 3));
        drop(client);
        shell.wait().unwrap();
        assert_eq!(Segments::of(u32::MAX), None);
    }
}
