//! `Info` for serde with derived code; the photo is Base64 text, since serde has no bytes in JSON.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct TheirInfo<'a> {
    pub(crate) id: i32,
    #[serde(borrow)]
    pub(crate) first_name: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) last_name: Cow<'a, str>,
    pub(crate) age: i32,
    #[serde(borrow)]
    pub(crate) email: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) phone: Cow<'a, str>,
    pub(crate) newsletter: bool,
    pub(crate) latitude: f32,
    pub(crate) longitude: f32,
    #[serde(borrow)]
    pub(crate) photo: Cow<'a, str>,
}

#[derive(Deserialize)]
#[allow(
    dead_code,
    reason = "it is only filled in; not everybody looks at the photo"
)]
pub(crate) struct TheirOwned {
    id: i32,
    first_name: String,
    last_name: String,
    age: i32,
    email: String,
    phone: String,
    newsletter: bool,
    latitude: f32,
    longitude: f32,
    pub(crate) photo: String,
}
