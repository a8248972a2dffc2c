//! What the servers of every system do: one object, and the values that it answers with.
//!
//! The foreign peers answer with the same values (`peers/libtirpc/values.h`).

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use manyrpc::{Context, Fault};

use crate::counter::{MOST_CLIENTS, sender};
use crate::generated::bench::{BenchV1, Info, InfoRequest, Transferred};
use crate::workload::{PHOTO_BYTES, pattern};

/// The application behind `interfaces/bench.x`.
#[derive(Debug)]
pub struct Application {
    photo: Vec<u8>,
    counter: Mutex<Counter>,
    served: Arc<AtomicU64>,
}

/// How often `count` was carried out for each client, and the file that remembers it.
#[derive(Debug)]
struct Counter {
    executions: [u64; MOST_CLIENTS],
    file: Option<File>,
}

impl Default for Counter {
    fn default() -> Self {
        Counter {
            executions: [0; MOST_CLIENTS],
            file: None,
        }
    }
}

/// Bytes of a count in a file, little-endian.
const COUNT_BYTES: usize = 8;

impl Counter {
    /// One that goes on where that file ends.
    fn kept_in(file: File) -> io::Result<Self> {
        let mut counter = Counter::default();
        let mut bytes = [0; COUNT_BYTES * MOST_CLIENTS];
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
    /// How many calls were carried out, of all operations together.
    pub fn served(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.served)
    }

    fn serve(&self) {
        self.served.fetch_add(1, Ordering::Relaxed);
    }

    /// One whose counts of executions go on where that file ends, which may be new, and are kept
    /// there: of them a server that is killed loses nothing.
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

/// The integer that comes back with transferred bytes.
pub const TRANSFERRED: i32 = 1989;

/// The sum as 32-bit integers have it, which wrap around.
pub fn sum(values: &[i32]) -> i32 {
    values.iter().fold(0, |sum, &value| sum.wrapping_add(value))
}

/// The record that everybody answers with.
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
        // A count that could not be kept must not be answered.
        let counted = counter.carried_out(sender(sent));
        counted.map_err(|_| Fault::ServerFailure)
    }
}
