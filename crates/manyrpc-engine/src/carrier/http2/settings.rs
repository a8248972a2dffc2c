//! SETTINGS: the parameters of each side (RFC 9113, 6.5).

use alloc::vec::Vec;

use super::config::Config;
use super::fault::{Scope, connection, protocol};
use super::frame::{ErrorCode, MAX_FRAME_LIMIT, MIN_FRAME_LIMIT};
use super::hpack::DEFAULT_TABLE_BYTES;
use crate::open_enum::open_enum;

/// The initial window of streams and of the connection (6.9.2).
pub(super) const DEFAULT_WINDOW: u32 = 65_535;
/// The largest possible window (6.9.1).
pub(super) const MAX_WINDOW: u32 = 0x7fff_ffff;

open_enum! {
    /// The identifier of a setting (6.5.2).
    pub enum Setting {
        /// The size of the table that the sender decodes with.
        HeaderTableSize = 0x1,
        /// Whether the sender accepts pushed streams.
        EnablePush = 0x2,
        /// How many streams the receiver may have open.
        MaxConcurrentStreams = 0x3,
        /// The initial window of new streams.
        InitialWindowSize = 0x4,
        /// The largest payload that the sender accepts.
        MaxFrameSize = 0x5,
        /// The largest header list that the sender accepts.
        MaxHeaderListSize = 0x6,
    }
}

/// The peer's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The size of the table that it decodes with, in bytes.
    pub header_table_bytes: u32,
    /// How many streams we may have open.
    pub streams: u32,
    /// The initial window of our streams, in bytes.
    pub window_bytes: u32,
    /// The largest payload that it accepts, in bytes.
    pub frame_bytes: u32,
    /// The largest header list that it accepts, in bytes.
    pub header_list_bytes: u32,
}

impl Default for Settings {
    /// The defaults (6.5.2).
    fn default() -> Self {
        Settings {
            header_table_bytes: DEFAULT_TABLE_BYTES as u32,
            streams: u32::MAX,
            window_bytes: DEFAULT_WINDOW,
            frame_bytes: MIN_FRAME_LIMIT,
            header_list_bytes: u32::MAX,
        }
    }
}

/// Bytes of one setting.
pub(super) const ENTRY: usize = 6;

impl Settings {
    /// Applies one setting. Unknown ones are ignored (6.5.2).
    pub(super) fn set(&mut self, entry: &[u8; ENTRY], by_server: bool) -> Result<(), Scope> {
        let [i0, i1, v0, v1, v2, v3] = *entry;
        let value = u32::from_be_bytes([v0, v1, v2, v3]);
        match Setting::from(u32::from(u16::from_be_bytes([i0, i1]))) {
            Setting::HeaderTableSize => self.header_table_bytes = value,
            // 6.5.2: anything but 0 and 1 is an error, and so is 1 from a server.
            Setting::EnablePush if value > u32::from(!by_server) => {
                return Err(protocol("SETTINGS_ENABLE_PUSH has no such value"));
            }
            Setting::MaxConcurrentStreams => self.streams = value,
            // 6.5.2
            Setting::InitialWindowSize if value > MAX_WINDOW => {
                let what = "SETTINGS_INITIAL_WINDOW_SIZE is too large";
                return Err(connection(ErrorCode::FlowControlError, what));
            }
            Setting::InitialWindowSize => self.window_bytes = value,
            // 6.5.2
            Setting::MaxFrameSize if !(MIN_FRAME_LIMIT..=MAX_FRAME_LIMIT).contains(&value) => {
                return Err(protocol("SETTINGS_MAX_FRAME_SIZE is out of range"));
            }
            Setting::MaxFrameSize => self.frame_bytes = value,
            Setting::MaxHeaderListSize => self.header_list_bytes = value,
            Setting::EnablePush | Setting::Unknown(_) => {}
        }
        Ok(())
    }
}

/// The payload of the SETTINGS frame that offers `config`.
pub(super) fn offered(config: &Config, client: bool) -> Vec<u8> {
    let mut payload = Vec::new();
    let mut put = |setting: Setting, value: u32| {
        payload.extend_from_slice(&(u32::from(setting) as u16).to_be_bytes());
        payload.extend_from_slice(&value.to_be_bytes());
    };
    if usize::from(config.header_table_bytes) != DEFAULT_TABLE_BYTES {
        put(Setting::HeaderTableSize, config.header_table_bytes.into());
    }
    if client {
        put(Setting::EnablePush, 0);
    } else {
        put(Setting::MaxConcurrentStreams, most(config.streams));
    }
    put(Setting::InitialWindowSize, config.stream_window_bytes);
    put(Setting::MaxFrameSize, config.frame_bytes);
    put(Setting::MaxHeaderListSize, most(config.header_list_bytes));
    payload
}

/// A limit as a setting has it, and as a connection that should be small keeps it.
pub(crate) fn most(limit: usize) -> u32 {
    u32::try_from(limit).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    // RFC 9113, 6.5.2.
    #[test]
    fn values_out_of_range_are_refused_and_unknown_settings_ignored() {
        use ErrorCode::{FlowControlError, ProtocolError};
        let cases = [
            (2, 2, false, Some(ProtocolError)),
            (2, 1, false, None),
            (2, 1, true, Some(ProtocolError)),
            (2, 0, true, None),
            (4, 0x8000_0000, true, Some(FlowControlError)),
            (4, 0x7fff_ffff, true, None),
            (5, 16383, true, Some(ProtocolError)),
            (5, 16384, true, None),
            (5, 16_777_215, true, None),
            (5, 16_777_216, true, Some(ProtocolError)),
            (6, 0, true, None),
            (0xff, 7, true, None),
        ];
        for (id, value, by_server, refused) in cases {
            let [v0, v1, v2, v3] = u32::to_be_bytes(value);
            let got = Settings::default().set(&[0, id, v0, v1, v2, v3], by_server);
            let code = got.err().map(|scope| match scope {
                Scope::Connection(v) => v.code,
                Scope::Stream(..) => panic!("settings concern the connection"),
            });
            assert_eq!(code, refused, "{id} = {value}");
        }
    }

    #[test]
    fn what_we_offer_is_what_the_peer_reads() {
        let config = Config {
            header_table_bytes: 100,
            ..Config::default()
        };
        let mut read = Settings::default();
        for entry in offered(&config, false).as_chunks::<ENTRY>().0 {
            read.set(entry, true).unwrap();
        }
        let want = Settings {
            header_table_bytes: 100,
            streams: 1024,
            window_bytes: 16 << 20,
            frame_bytes: 4 << 20,
            header_list_bytes: 16 << 10,
        };
        assert_eq!(read, want);
    }
}
