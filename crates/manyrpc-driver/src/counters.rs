//! Traffic counters.
//!
//! Every byte that a driver sends or receives passes through here, as a slice.
//!
//! ```
//! use manyrpc_driver::counters::Counters;
//!
//! let before = Counters { calls: 2, send_calls: 2, ..Counters::default() };
//! let after = Counters { calls: 5, send_calls: 6, receive_calls: 3, ..Counters::default() };
//! let added = after - before;
//! assert_eq!((added.calls, added.system_calls()), (3, 7));
//! ```

/// What one client, or one server with all its threads, has sent and received so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Calls begun by a client, or handled by a server.
    pub calls: u64,
    /// Bytes passed to the system.
    pub bytes_sent: u64,
    /// Datagrams sent; on a stream, successful send calls.
    pub packets_sent: u64,
    /// Bytes received from the system.
    pub bytes_received: u64,
    /// Datagrams received; on a stream, receive calls that returned bytes.
    pub packets_received: u64,
    /// Send system calls, successful or not.
    pub send_calls: u64,
    /// Receive system calls, successful or not.
    pub receive_calls: u64,
    /// Other system calls made for calls: waiting for readiness, changing a timeout.
    pub other_calls: u64,
}

impl Counters {
    /// Counts sent bytes.
    #[inline]
    pub(crate) fn sent(&mut self, bytes: &[u8]) {
        self.bytes_sent += bytes.len() as u64;
        self.packets_sent += 1;
    }

    /// Counts received bytes.
    #[inline]
    pub(crate) fn received(&mut self, bytes: &[u8]) {
        self.bytes_received += bytes.len() as u64;
        self.packets_received += 1;
    }

    /// All system calls.
    pub fn system_calls(&self) -> u64 {
        self.send_calls + self.receive_calls + self.other_calls
    }
}

impl std::ops::AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        self.calls += other.calls;
        self.bytes_sent += other.bytes_sent;
        self.packets_sent += other.packets_sent;
        self.bytes_received += other.bytes_received;
        self.packets_received += other.packets_received;
        self.send_calls += other.send_calls;
        self.receive_calls += other.receive_calls;
        self.other_calls += other.other_calls;
    }
}

impl std::ops::Sub for Counters {
    type Output = Counters;

    /// What was counted since `earlier`.
    fn sub(self, earlier: Counters) -> Counters {
        Counters {
            calls: self.calls - earlier.calls,
            bytes_sent: self.bytes_sent - earlier.bytes_sent,
            packets_sent: self.packets_sent - earlier.packets_sent,
            bytes_received: self.bytes_received - earlier.bytes_received,
            packets_received: self.packets_received - earlier.packets_received,
            send_calls: self.send_calls - earlier.send_calls,
            receive_calls: self.receive_calls - earlier.receive_calls,
            other_calls: self.other_calls - earlier.other_calls,
        }
    }
}
