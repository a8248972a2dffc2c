//! The states of a stream, and what may arrive in each (RFC 9113, 5.1).

use super::frame::{ErrorCode, Kind};

/// The state of a stream. There are no reserved ones: nothing is pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Not used yet.
    Idle,
    /// Both sides may send.
    Open,
    /// We have ended our side.
    HalfClosedLocal,
    /// The peer has ended its side.
    HalfClosedRemote,
    /// Both sides have ended.
    Ended,
    /// Reset by us, which the peer may not have seen yet.
    ResetByUs,
    /// Reset by the peer.
    ResetByPeer,
}

/// What to do with a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is in order.
    Take,
    /// It crossed a frame of ours: only keep the connection's state correct.
    Ignore,
    /// The stream ends.
    StreamError(ErrorCode),
    /// The connection ends.
    ConnectionError(ErrorCode),
}

impl State {
    /// All states.
    pub const ALL: [State; 7] = [
        State::Idle,
        State::Open,
        State::HalfClosedLocal,
        State::HalfClosedRemote,
        State::Ended,
        State::ResetByUs,
        State::ResetByPeer,
    ];

    /// What to do with a frame that arrives in this state. PRIORITY is accepted, and ignored, in
    /// any.
    #[inline]
    pub fn judge(self, kind: Kind) -> Verdict {
        use ErrorCode::{ProtocolError, StreamClosed};
        use Verdict::{ConnectionError, Ignore, StreamError, Take};
        let content = matches!(kind, Kind::Headers | Kind::Data);
        match self {
            State::Idle if kind == Kind::Headers => Take,
            State::Idle => ConnectionError(ProtocolError),
            State::Open | State::HalfClosedLocal => Take,
            State::HalfClosedRemote if content => StreamError(StreamClosed),
            State::HalfClosedRemote => Take,
            State::Ended if content => ConnectionError(StreamClosed),
            State::ResetByPeer if content => StreamError(StreamClosed),
            State::Ended | State::ResetByPeer | State::ResetByUs => Ignore,
        }
    }

    /// The state after a frame of the peer that ends its side.
    pub fn end_received(self) -> State {
        match self {
            State::HalfClosedLocal => State::Ended,
            _ => State::HalfClosedRemote,
        }
    }

    /// The state after a frame of ours that ends our side.
    pub fn end_sent(self) -> State {
        match self {
            State::HalfClosedRemote => State::Ended,
            _ => State::HalfClosedLocal,
        }
    }

    /// Whether we may still send fields and data.
    #[inline]
    pub fn may_send(self) -> bool {
        matches!(self, State::Open | State::HalfClosedRemote)
    }

    /// Whether the peer may still send fields and data.
    #[inline]
    pub fn may_receive(self) -> bool {
        matches!(self, State::Open | State::HalfClosedLocal)
    }

    /// Whether the stream is closed.
    #[inline]
    pub fn is_over(self) -> bool {
        matches!(self, State::Ended | State::ResetByUs | State::ResetByPeer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;

    // RFC 9113, 5.1.
    #[test]
    fn the_table() {
        let kinds = [
            Kind::Headers,
            Kind::Data,
            Kind::WindowUpdate,
            Kind::RstStream,
        ];
        let mut table = String::new();
        for state in State::ALL {
            table += &format!("{state:?}:");
            for kind in kinds {
                table += &format!(" {:?}", state.judge(kind));
            }
            table += &format!("; ends {:?} {:?}\n", state.end_received(), state.end_sent());
        }
        let shown: String = table
            .lines()
            .filter(|line| !line.starts_with("Ended") && !line.starts_with("Reset"))
            .map(|line| format!("{line}\n"))
            .collect();
        assert_eq!(
            shown,
            "\
Idle: Take ConnectionError(ProtocolError) ConnectionError(ProtocolError) ConnectionError(ProtocolError); ends HalfClosedRemote HalfClosedLocal
Open: Take Take Take Take; ends HalfClosedRemote HalfClosedLocal
HalfClosedLocal: Take Take Take Take; ends Ended HalfClosedLocal
HalfClosedRemote: StreamError(StreamClosed) StreamError(StreamClosed) Take Take; ends HalfClosedRemote Ended
"
        );
        let closed: String = table
            .lines()
            .filter(|line| line.starts_with("Ended") || line.starts_with("Reset"))
            .map(|line| format!("{}\n", line.split(';').next().unwrap()))
            .collect();
        assert_eq!(
            closed,
            "\
Ended: ConnectionError(StreamClosed) ConnectionError(StreamClosed) Ignore Ignore
ResetByUs: Ignore Ignore Ignore Ignore
ResetByPeer: StreamError(StreamClosed) StreamError(StreamClosed) Ignore Ignore
"
        );
    }
}
