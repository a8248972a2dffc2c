//! `exchange.Blob` in JSON: its bytes are a string of Base64, as ProtoJSON has them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What an echo carries.
#[derive(Clone, Deserialize, Serialize)]
pub struct Blob {
    #[serde(serialize_with = "write", deserialize_with = "read")]
    pub data: Vec<u8>,
}

fn write<S: Serializer>(data: &[u8], out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(&STANDARD.encode(data))
}

fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
    let text = std::borrow::Cow::<str>::deserialize(from)?;
    STANDARD.decode(&*text).map_err(serde::de::Error::custom)
}

impl Blob {
    /// Its bytes as they are in JSON.
    pub fn text(&self) -> String {
        STANDARD.encode(&self.data)
    }
}
