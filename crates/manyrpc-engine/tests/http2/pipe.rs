//! The crate `h2` over a pipe in memory: its futures are polled by hand, and when they are pending
//! our side of the pipe gets its turn. No runtime, no threads, no clock.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Bytes in transit in both directions.
#[derive(Default)]
pub(crate) struct Bytes {
    to_ours: Vec<u8>,
    to_theirs: VecDeque<u8>,
}

/// Their end of the pipe.
#[derive(Clone, Default)]
pub(crate) struct Pipe(Rc<RefCell<Bytes>>);

impl Pipe {
    /// Bytes arrive at their end.
    pub(crate) fn deliver(&self, bytes: &[u8]) {
        self.0.borrow_mut().to_theirs.extend(bytes);
    }

    /// What has arrived at our end.
    pub(crate) fn taken(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.borrow_mut().to_ours)
    }
}

impl AsyncRead for Pipe {
    fn poll_read(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let bytes = &mut self.0.borrow_mut().to_theirs;
        if bytes.is_empty() {
            return Poll::Pending;
        }
        let (front, _) = bytes.as_slices();
        let n = front.len().min(buf.remaining());
        buf.put_slice(&front[..n]);
        bytes.drain(..n);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Pipe {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.0.borrow_mut().to_ours.extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// One of their futures, polled repeatedly.
pub(crate) type Task<'a> = Pin<Box<dyn Future<Output = ()> + 'a>>;

/// Polls all tasks, and gives our side a turn after each round, until all but the last `background`
/// ones are done.
pub(crate) fn run(mut tasks: Vec<Task<'_>>, background: usize, mut turn: impl FnMut()) {
    let mut context = Context::from_waker(Waker::noop());
    let mut open: Vec<bool> = vec![true; tasks.len()];
    let awaited = tasks.len() - background;
    for _ in 0..1_000_000 {
        for (task, open) in tasks.iter_mut().zip(&mut open) {
            if *open && task.as_mut().poll(&mut context).is_ready() {
                *open = false;
            }
        }
        turn();
        if !open[..awaited].contains(&true) {
            return;
        }
    }
    panic!("it never ends");
}
