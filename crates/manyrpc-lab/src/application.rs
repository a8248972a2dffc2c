//! The application that every system's server runs: one object, and the values that it returns.
//!
//! The foreign peers return the same values (`peers/libtirpc/values.h`).

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use manyrpc::{Context, Fault};

use crate::counter::{MAX_CLIENTS, sender};
use crate::generated::bench::{BenchV1, Info, InfoRequest, Transferred};
use crate::workload::{PHOTO_BYTES, pattern};

/// The application behind `interfaces/bench.x`.
#[derive(Debug)]
pub struct Application {
    photo: Vec<u8>,
    counter: Mutex<Counter>,
    served: Arc<AtomicU64>,
}

/// The number of executions of `count` for each client, and the file that stores it.
#[derive(Debug)]
struct Counter {
    executions: [u64; MAX_CLIENTS],
    file: Option<File>,
}

impl Default for Counter {
    fn default() -> Self {
        Counter {
            executions: [0; MAX_CLIENTS],
            file: None,
        }
    }
}

/// Bytes of a count in a file, little-endian.
const COUNT_BYTES: usize = 8;

impl Counter {
    /// A counter that continues from the file's content.
    fn kept_in(file: File) -> io::Result<Self> {
        let mut counter = Counter::default();
        let mut bytes = [0; COUNT_BYTES * MAX_CLIENTS];
        match file.metadata()?.len() {
            0 => file.write_all_at(&bytes, 0)?,
            n if n == bytes.len() as u64 => file.read_exact_at(&mut bytes, 0)?,
            n => {
                return Err(io::Error::other(format!(
                    "a file of counts has {} bytes, this one {n}",
                    bytes.len()
                )));
            }
        }
        let (counts, _) = bytes.as_chunks::<COUNT_BYTES>();
        for (executions, bytes) in counter.executions.iter_mut().zip(counts) {
            *executions = u64::from_le_bytes(*bytes);
        }
        counter.file = Some(file);
        Ok(counter)
    }

    fn carried_out(&mut self, client: usize) -> io::Result<u64> {
        let executions = &mut self.executions[client];
        *executions += 1;
        if let Some(file) = &self.file {
            file.write_all_at(&executions.to_le_bytes(), (COUNT_BYTES * client) as u64)?;
        }
        Ok(*executions)
    }
}

impl Default for Application {
    fn default() -> Self {
        Application {
            photo: pattern(PHOTO_BYTES),
            counter: Mutex::default(),
            served: Arc::default(),
        }
    }
}

impl Application {
    /// The number of executed calls of all operations together.
    pub fn served(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.served)
    }

    fn serve(&self) {
        self.served.fetch_add(1, Ordering::Relaxed);
    }

    /// An application whose counts of executions continue from a file, which may be new, and are stored there, so
    /// that a killed server loses none.
    ///
    /// # Errors
    /// The file cannot be opened, or holds something else.
    pub fn counting_in(path: &Path) -> io::Result<Self> {
        let file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        Ok(Application {
            counter: Mutex::new(Counter::kept_in(file)?),
            ..Application::default()
        })
    }
}

/// The integer returned with transferred bytes.
pub const TRANSFERRED: i32 = 1989;

/// The sum in wrapping 32-bit arithmetic.
pub fn sum(values: &[i32]) -> i32 {
    values.iter().fold(0, |sum, &value| sum.wrapping_add(value))
}

/// The record that every server returns.
pub const fn info(id: i32, photo: &[u8]) -> Info<'_> {
    Info {
        id,
        first_name: Cow::Borrowed("Ada"),
        last_name: Cow::Borrowed("Lovelace"),
        age: 36,
        email: Cow::Borrowed("ada@example.org"),
        phone: Cow::Borrowed("+44 20 7946 0000"),
        newsletter: true,
        latitude: 51.5,
        longitude: -0.125,
        photo: Cow::Borrowed(photo),
    }
}

impl BenchV1 for Application {
    fn nothing(&self, _: &Context<'_>) -> Result<(), Fault> {
        self.serve();
        Ok(())
    }

    fn add(&self, _: &Context<'_>, a: i32, b: i32) -> Result<i32, Fault> {
        self.serve();
        Ok(a.wrapping_add(b))
    }

    fn echo<'a>(&'a self, _: &Context<'_>, data: Cow<'a, [u8]>) -> Result<Cow<'a, [u8]>, Fault> {
        self.serve();
        Ok(data)
    }

    fn int_array(&self, _: &Context<'_>, values: Vec<i32>) -> Result<Vec<i32>, Fault> {
        self.serve();
        Ok(values)
    }

    fn concat<'a>(
        &'a self,
        _: &Context<'_>,
        left: Cow<'a, str>,
        right: Cow<'a, str>,
    ) -> Result<Cow<'a, str>, Fault> {
        self.serve();
        Ok(left + right)
    }

    fn request<'a>(&'a self, _: &Context<'_>, wanted: InfoRequest) -> Result<Info<'a>, Fault> {
        self.serve();
        let photo = if wanted.photo { &self.photo[..] } else { &[] };
        Ok(info(wanted.id, photo))
    }

    fn sum(&self, _: &Context<'_>, values: Vec<i32>) -> Result<i32, Fault> {
        self.serve();
        Ok(sum(&values))
    }

    fn transfer<'a>(
        &'a self,
        _: &Context<'_>,
        data: Cow<'a, [u8]>,
    ) -> Result<Transferred<'a>, Fault> {
        self.serve();
        Ok(Transferred {
            code: TRANSFERRED,
            data,
        })
    }

    fn count(&self, _: &Context<'_>, sent: u64) -> Result<u64, Fault> {
        self.serve();
        let mut counter = self.counter.lock().unwrap_or_else(PoisonError::into_inner);
        // A count that could not be stored must not be returned.
        let counted = counter.carried_out(sender(sent));
        counted.map_err(|_| Fault::ServerFailure)
    }
}
