//! What the crate `h2` reads: the content and the fields of each stream.

use std::cell::RefCell;
use std::rc::Rc;
use std::task::Poll;

use bytes::Bytes;
use h2::{RecvStream, client, server};
use http::{HeaderMap, Request};

use crate::pipe::{Pipe, Task, run};

/// One message of HTTP.
#[derive(Clone, Debug, Default)]
pub(crate) struct Read {
    /// The status of a response.
    pub(crate) status: u16,
    /// The method and the path of a request.
    pub(crate) target: String,
    pub(crate) fields: HeaderMap,
    pub(crate) content: Vec<u8>,
    /// Only fields have arrived: content begins with its first byte.
    pub(crate) bare: bool,
    pub(crate) trailers: Option<HeaderMap>,
    /// It is complete.
    pub(crate) ended: bool,
    /// It was reset with that code.
    pub(crate) reset: Option<u32>,
}

/// The content of all streams, and whether the connection failed.
#[derive(Debug, Default)]
pub(crate) struct All {
    pub(crate) streams: Vec<Read>,
    pub(crate) broken: Option<String>,
}

type Shared = Rc<RefCell<All>>;

async fn content(mut stream: RecvStream, at: usize, all: Shared) {
    all.borrow_mut().streams[at].bare = stream.is_end_stream();
    let failed = |error: &h2::Error| {
        let mut all = all.borrow_mut();
        // An error of the connection ends every stream.
        match error.is_reset() {
            true => all.streams[at].reset = error.reason().map(u32::from),
            false => all.broken = Some(error.to_string()),
        }
    };
    while let Some(piece) = stream.data().await {
        match piece {
            Ok(piece) => {
                all.borrow_mut().streams[at]
                    .content
                    .extend_from_slice(&piece);
                let taken = stream.flow_control().release_capacity(piece.len());
                taken.expect("it was received");
            }
            Err(error) => return failed(&error),
        }
    }
    match stream.trailers().await {
        Ok(trailers) => {
            let read = &mut all.borrow_mut().streams[at];
            read.trailers = trailers;
            read.ended = true;
        }
        Err(error) => failed(&error),
    }
}

/// How often everything is polled once the bytes are there: more often than necessary.
const ROUNDS: usize = 20;

/// The responses to `calls` requests in a server's output.
pub(crate) fn responses(bytes: &[u8], calls: usize) -> All {
    let all = Shared::default();
    all.borrow_mut().streams = vec![Read::default(); calls];
    let (pipe, read) = (Pipe::default(), all.clone());
    let task: Task<'_> = Box::pin(async move {
        let arriving = pipe.clone();
        let handshake = client::handshake(pipe).await;
        let (mut their, connection) = handshake.expect("nothing is read yet");
        let mut tasks: Vec<Task<'_>> = Vec::new();
        for at in 0..calls {
            let request = Request::post("http://here/").body(()).expect("a request");
            let (response, stream) = their.send_request(request, false).expect("a stream");
            // Dropping a stream resets it.
            let keep = stream;
            let read = read.clone();
            tasks.push(Box::pin(async move {
                let _keep = keep;
                match response.await {
                    Ok(response) => {
                        let (head, body) = response.into_parts();
                        let one = Read {
                            status: head.status.as_u16(),
                            fields: head.headers,
                            ..Read::default()
                        };
                        read.borrow_mut().streams[at] = one;
                        content(body, at, read.clone()).await;
                    }
                    Err(error) if error.is_reset() => {
                        read.borrow_mut().streams[at].reset = error.reason().map(u32::from);
                    }
                    Err(error) => read.borrow_mut().broken = Some(format!("{error:?}")),
                }
            }));
        }
        let mut connection = Box::pin(connection);
        // The requests go first.
        poll_all(&mut tasks, |cx| drop(connection.as_mut().poll(cx))).await;
        arriving.deliver(bytes);
        poll_all(&mut tasks, |cx| drop(connection.as_mut().poll(cx))).await;
    });
    run(vec![task], 0, || {});
    Rc::try_unwrap(all)
        .expect("the tasks are over")
        .into_inner()
}

/// The requests in a client's output.
pub(crate) fn requests(bytes: &[u8]) -> All {
    let all = Shared::default();
    let (pipe, read) = (Pipe::default(), all.clone());
    pipe.deliver(bytes);
    let task: Task<'_> = Box::pin(async move {
        let Ok(mut connection) = server::handshake(pipe).await else {
            read.borrow_mut().broken = Some("refused".to_owned());
            return;
        };
        let mut tasks: Vec<Task<'_>> = Vec::new();
        for _ in 0..ROUNDS {
            while let Some(request) = accepted(&mut connection).await {
                let (request, respond) = match request {
                    Ok(request) => request,
                    Err(error) => {
                        read.borrow_mut().broken = Some(format!("{error:?}"));
                        return;
                    }
                };
                let at = read.borrow().streams.len();
                let (head, body) = request.into_parts();
                read.borrow_mut().streams.push(Read {
                    target: format!("{} {}", head.method, head.uri.path()),
                    fields: head.headers,
                    ..Read::default()
                });
                let read = read.clone();
                tasks.push(Box::pin(async move {
                    let _respond = respond;
                    content(body, at, read).await;
                    // Kept open: dropping it would end the stream.
                    std::future::pending::<()>().await;
                }));
            }
            poll_once(&mut tasks).await;
        }
    });
    run(vec![task], 0, || {});
    Rc::try_unwrap(all)
        .expect("the tasks are over")
        .into_inner()
}

/// Bytes of a whole list, as HTTP/2 counts them.
pub(crate) fn size(fields: &HeaderMap) -> usize {
    let each = fields.iter();
    let each = each.map(|(name, value)| name.as_str().len() + value.len() + 32);
    each.sum::<usize>() + PSEUDO
}

/// Fields that `h2` reports differently: no list that is drawn is as close to a limit.
const PSEUDO: usize = 200;

type Accepted = Option<Result<(Request<RecvStream>, server::SendResponse<Bytes>), h2::Error>>;

/// The next request, if one has arrived.
async fn accepted(connection: &mut server::Connection<Pipe, Bytes>) -> Accepted {
    std::future::poll_fn(|cx| match connection.poll_accept(cx) {
        Poll::Ready(request) => Poll::Ready(request),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}

async fn poll_once(tasks: &mut Vec<Task<'_>>) {
    std::future::poll_fn(|cx| {
        tasks.retain_mut(|task| task.as_mut().poll(cx).is_pending());
        Poll::Ready(())
    })
    .await;
}

async fn poll_all(tasks: &mut Vec<Task<'_>>, mut beside: impl FnMut(&mut std::task::Context<'_>)) {
    for _ in 0..ROUNDS {
        std::future::poll_fn(|cx| {
            beside(cx);
            Poll::Ready(())
        })
        .await;
        poll_once(tasks).await;
    }
}
