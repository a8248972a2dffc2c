//! Background traffic on the link between two namespaces.
//!
//! In each direction a source sends bursts of datagrams, each in one frame of the given size; the time between the
//! starts of two bursts is exponentially distributed (a Poisson process of bursts), and its mean follows from the
//! utilisation and the link's rate. A frame takes [`WIRE_BYTES`] more on the wire than the system sees. A source
//! that is late sends at once, so that the mean is kept.
//!
//! The sinks count what arrives, which on a saturated link is less than was sent.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::net::{SocketAddr, UdpSocket};
use std::path::Path;
use std::str::FromStr;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags};
use serde::{Deserialize, Serialize};

use super::namespaces::{CLIENT, FRAME_BYTES, Link, Namespaces, SERVER, WIRE_BYTES};
use super::relay::{enlarge_receive_buffer, wait, without_timer_slack};
use crate::child::{self, listen_address};
use crate::machine::process::{Process, port};
use crate::stats::Random;

/// The background traffic of each direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Traffic {
    /// The offered share of the link in parts per million; above one million its queue is full.
    pub utilisation_ppm: u32,
    /// Bytes of a frame as the system sees it, headers included: 60 to 1514.
    pub frame_bytes: usize,
    /// Frames sent back to back.
    pub burst_frames: u32,
}

impl FromStr for Traffic {
    type Err = String;

    /// `60%`, `60%,frame=300,burst=8`; the defaults are full frames without bursts.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split(',');
        let mut traffic = Traffic {
            utilisation_ppm: utilisation(words.next().unwrap_or_default())?,
            frame_bytes: FRAME_BYTES,
            burst_frames: 1,
        };
        for word in words {
            let value = |name| word.trim().strip_prefix(name);
            let number = |text: &str, least, most| {
                let number = text.parse().ok().filter(|n| (least..=most).contains(n));
                number.ok_or_else(|| format!("`{word}`: from {least} to {most}"))
            };
            if let Some(bytes) = value("frame=") {
                traffic.frame_bytes = number(bytes, MIN_FRAME, FRAME_BYTES)?;
            } else if let Some(frames) = value("burst=") {
                traffic.burst_frames = number(frames, 1, MAX_BURST)? as u32;
            } else {
                return Err(format!(
                    "`{word}`: background traffic is given as 60%,frame=300,burst=8"
                ));
            }
        }
        Ok(traffic)
    }
}

impl fmt::Display for Traffic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", f64::from(self.utilisation_ppm) / 1e4)?;
        if self.frame_bytes != FRAME_BYTES {
            write!(f, ",frame={}", self.frame_bytes)?;
        }
        match self.burst_frames {
            1 => Ok(()),
            frames => write!(f, ",burst={frames}"),
        }
    }
}

impl TryFrom<String> for Traffic {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Traffic> for String {
    fn from(traffic: Traffic) -> String {
        traffic.to_string()
    }
}

/// A share of the link, in percent.
fn utilisation(text: &str) -> Result<u32, String> {
    let percent = text.strip_suffix('%').and_then(|n| n.parse::<f64>().ok());
    let ppm = percent.map(|percent| (percent * 1e4).round());
    ppm.filter(|ppm| (0.0..=1e7).contains(ppm))
        .map(|ppm| ppm as u32)
        .ok_or_else(|| format!("`{text}` is not a share of a link: for example 60%, at most 1000%"))
}

/// Ethernet's shortest frame, without its check sequence.
const MIN_FRAME: usize = 60;
const MAX_BURST: usize = 10_000;
/// Bytes of Ethernet's, IP's and UDP's headers.
const HEADERS: usize = 14 + 20 + 8;

impl Traffic {
    /// The mean time from the start of one burst to the next, in nanoseconds.
    fn mean_gap_ns(&self, rate_bits: u64) -> f64 {
        let bits = 8.0 * f64::from(self.burst_frames) * (self.frame_bytes + WIRE_BYTES) as f64;
        bits * 1e9 / (rate_bits as f64 * f64::from(self.utilisation_ppm) / 1e6)
    }

    /// The utilisation of a link of this rate by the traffic that arrived.
    pub fn utilised(&self, arrived: &Arrived, rate_bits: u64) -> f64 {
        let bits = 8.0 * arrived.frames as f64 * (self.frame_bytes + WIRE_BYTES) as f64;
        bits * 1e9 / (arrived.ns.max(1) as f64 * rate_bits as f64)
    }
}

/// A sink's counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrived {
    /// Frames.
    pub frames: u64,
    /// Nanoseconds from the first to the last.
    pub ns: u64,
}

/// Running background traffic. Dropping it stops it.
#[derive(Debug)]
pub struct Background {
    sinks: [Process; 2],
    _sources: Vec<Process>,
}

const PATIENCE: Duration = Duration::from_secs(10);

impl Background {
    /// Starts it in both directions; `ours` is the measuring program, which runs itself as children.
    ///
    /// # Errors
    /// The link has no rate, or a process could not be started.
    pub fn start(
        ours: &Path,
        both: &Namespaces,
        link: &Link,
        traffic: &Traffic,
        seed: u64,
    ) -> Result<Self, String> {
        let rate = link.rate_bits.ok_or(
            "background traffic is a share of a link's rate: give the link one, as 10Mbit",
        )?;
        let child = |arguments: &[String]| child::program(ours, arguments);
        let sink = child(&["background-sink".to_owned()]);
        let mut sinks = [
            Process::start(&both.server(&sink))?,
            Process::start(&both.client(&sink))?,
        ];
        let mut sources = Vec::new();
        for (direction, sink) in sinks.iter_mut().enumerate() {
            let port = port(&sink.line(PATIENCE)?)?;
            if traffic.utilisation_ppm > 0 {
                let host = [SERVER, CLIENT][direction];
                let source = child(&[
                    "background-source".to_owned(),
                    SocketAddr::from((host, port)).to_string(),
                    (traffic.frame_bytes - HEADERS).to_string(),
                    traffic.burst_frames.to_string(),
                    traffic.mean_gap_ns(rate).to_string(),
                    (2 * seed + direction as u64).to_string(),
                ]);
                let place = [both.client(&source), both.server(&source)];
                sources.push(Process::start(&place[direction])?);
            }
        }
        Ok(Background {
            sinks,
            _sources: sources,
        })
    }

    /// The counts so far, at the server's end and at the client's.
    ///
    /// # Errors
    /// A sink has ended.
    pub fn arrived(&mut self) -> Result<[Arrived; 2], String> {
        let mut all = [Arrived::default(); 2];
        for (sink, arrived) in self.sinks.iter_mut().zip(&mut all) {
            sink.send_line("how many")?;
            let line = sink.line(PATIENCE)?;
            *arrived = serde_json::from_str(&line).map_err(|e| format!("{line}: {e}"))?;
        }
        Ok(all)
    }
}

/// `lab-child background-source TO BYTES BURST GAP SEED`: sends until its standard input closes.
pub fn source(arguments: &[&str]) -> Result<(), String> {
    let [to, bytes, burst, gap_ns, seed] = arguments else {
        return Err("usage: background-source TO BYTES BURST GAP-NS SEED".to_owned());
    };
    let wrong = |e: &dyn std::fmt::Display| format!("background-source: {e}");
    let to: SocketAddr = to.parse().map_err(|e| wrong(&e))?;
    let datagram = vec![0x55; bytes.parse().map_err(|e| wrong(&e))?];
    let burst: u32 = burst.parse().map_err(|e| wrong(&e))?;
    let gap_ns: f64 = gap_ns.parse().map_err(|e| wrong(&e))?;
    let mut random = Random::new(seed.parse().map_err(|e| wrong(&e))?);
    let socket = UdpSocket::bind((listen_address(), 0)).map_err(|e| wrong(&e))?;
    socket.connect(to).map_err(|e| wrong(&e))?;
    without_timer_slack();
    let started = Instant::now();
    let mut next_ns = 0.0;
    loop {
        // Uniform in (0, 1]: its negative logarithm is exponentially distributed.
        let even = ((random.bits() >> 11) + 1) as f64 / (1u64 << 53) as f64;
        next_ns -= even.ln() * gap_ns;
        let next = Duration::from_nanos(next_ns as u64);
        if !idle_until(next, started).map_err(|e| wrong(&e))? {
            return Ok(());
        }
        for _ in 0..burst {
            // A full queue is intended.
            let _ = socket.send(&datagram);
        }
    }
}

/// Waits until the given time; false if standard input ended first.
fn idle_until(at: Duration, started: Instant) -> io::Result<bool> {
    let stdin = io::stdin();
    loop {
        let left = at.saturating_sub(started.elapsed());
        let mut fds = [PollFd::new(&stdin, PollFlags::IN)];
        wait(&mut fds, Some(left))?;
        if !fds[0].revents().is_empty() {
            return Ok(false);
        }
        if left.is_zero() || started.elapsed() >= at {
            return Ok(true);
        }
    }
}

/// `lab-child background-sink`: prints its port, and for each input line its counts.
pub fn sink() -> Result<(), String> {
    let failed = |e: io::Error| format!("background-sink: {e}");
    let socket = UdpSocket::bind((listen_address(), 0)).map_err(failed)?;
    socket.set_nonblocking(true).map_err(failed)?;
    enlarge_receive_buffer(&socket);
    let port = socket.local_addr().map_err(failed)?.port();
    println!("PORT {port}");
    let mut arrived = Arrived::default();
    let mut first = None;
    let mut buffer = [0; 2048];
    loop {
        let stdin = io::stdin();
        let mut fds = [
            PollFd::new(&stdin, PollFlags::IN),
            PollFd::new(&socket, PollFlags::IN),
        ];
        wait(&mut fds, None).map_err(failed)?;
        let asked = !fds[0].revents().is_empty();
        while socket.recv(&mut buffer).is_ok() {
            let first = *first.get_or_insert_with(Instant::now);
            arrived.frames += 1;
            arrived.ns = first.elapsed().as_nanos() as u64;
        }
        if asked {
            let mut line = String::new();
            if stdin.lock().read_line(&mut line).map_err(failed)? == 0 {
                return Ok(());
            }
            let answer = serde_json::to_string(&arrived).map_err(|e| e.to_string())?;
            let mut out = io::stdout().lock();
            writeln!(out, "{answer}")
                .and_then(|()| out.flush())
                .map_err(failed)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traffic_is_what_is_said() {
        let traffic: Traffic = "60%,frame=300,burst=8".parse().unwrap();
        let expected = Traffic {
            utilisation_ppm: 600_000,
            frame_bytes: 300,
            burst_frames: 8,
        };
        assert_eq!(traffic, expected);
        for text in ["60%,frame=300,burst=8", "12.5%", "60%,burst=2"] {
            assert_eq!(text.parse::<Traffic>().unwrap().to_string(), text);
        }
        for wrong in [
            "",
            "60%,frame=59",
            "60%,frame=1515",
            "60%,burst=0",
            "60%,size=3",
            "x",
        ] {
            assert!(wrong.parse::<Traffic>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_mean_gap_gives_the_utilisation() {
        let traffic: Traffic = "10%".parse().unwrap();
        // A full frame takes 1,230.4 µs of a link of 10 Mbit/s.
        assert!((traffic.mean_gap_ns(10_000_000) - 12_304_000.0).abs() < 1e-3);
        let arrived = Arrived {
            frames: 1000,
            ns: 12_304_000_000,
        };
        assert!((traffic.utilised(&arrived, 10_000_000) - 0.1).abs() < 1e-9);
    }
}
