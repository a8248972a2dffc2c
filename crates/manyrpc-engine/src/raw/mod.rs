//! The floor: a tagged ping-pong.
