//! References that servers give.

use crate::error::Error;
use crate::system::binding::Binding;

/// The binding of a reference that a server gave.
///
/// # Errors
/// It is none, or names a file of this machine, of which no server knows.
pub(super) fn received(reference: &str) -> Result<Binding, Error> {
    let scheme = reference.split_once(':').map_or("", |(scheme, _)| scheme);
    match scheme.eq_ignore_ascii_case("file") {
        false => reference.parse().map_err(Error::Binding),
        true => {
            let problem = "a server's reference names a file, which is not read";
            Err(Error::Settings(problem.to_owned()))
        }
    }
}
