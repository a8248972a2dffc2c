//! HTTP by hand.

use std::io::{self, Read, Write};
use std::net::TcpStream;

/// The answer to a request that closes its connection: its head and its body.
pub(super) fn answer(port: u16, request: &str) -> io::Result<(String, Vec<u8>)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.ok_or_else(|| io::Error::other("the answer has no head"))?;
    let (head, body) = answer.split_at(end + 4);
    Ok((String::from_utf8_lossy(head).into_owned(), body.to_vec()))
}
