//! What the servers of every system do: one object, and the values that it answers with.
//!
//! The foreign peers answer with the same values (`peers/libtirpc/values.h`).

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

use manyrpc::{Context, Fault};

use crate::generated::bench::{BenchV1, Info, InfoRequest};
use crate::workload::{PHOTO_BYTES, pattern};

/// The application behind `interfaces/bench.x`.
#[derive(Debug)]
pub struct Application {
    photo: Vec<u8>,
    executions: AtomicU64,
}

impl Default for Application {
    fn default() -> Self {
        Application {
            photo: pattern(PHOTO_BYTES),
            executions: AtomicU64::new(0),
        }
    }
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
        Ok(())
    }

    fn add(&self, _: &Context<'_>, a: i32, b: i32) -> Result<i32, Fault> {
        Ok(a.wrapping_add(b))
    }

    fn echo<'a>(&'a self, _: &Context<'_>, data: Cow<'a, [u8]>) -> Result<Cow<'a, [u8]>, Fault> {
        Ok(data)
    }

    fn int_array(&self, _: &Context<'_>, values: Vec<i32>) -> Result<Vec<i32>, Fault> {
        Ok(values)
    }

    fn concat<'a>(
        &'a self,
        _: &Context<'_>,
        left: Cow<'a, str>,
        right: Cow<'a, str>,
    ) -> Result<Cow<'a, str>, Fault> {
        Ok(left + right)
    }

    fn request<'a>(&'a self, _: &Context<'_>, wanted: InfoRequest) -> Result<Info<'a>, Fault> {
        let photo = if wanted.photo { &self.photo[..] } else { &[] };
        Ok(info(wanted.id, photo))
    }

    fn count(&self, _: &Context<'_>, _: u64) -> Result<u64, Fault> {
        Ok(self.executions.fetch_add(1, Ordering::Relaxed) + 1)
    }
}
