//! Framing that several protocols share.
