//! A [`Paper`](super::paper::Paper) as text for the terminal, as Markdown and as one self-contained page.

mod html;
mod markdown;
mod quantities;
#[cfg(test)]
pub(crate) mod synthetic;
mod text;

pub use html::html;
pub use markdown::markdown;
pub use text::text;
