//! Calls with several messages whose halves other tasks have.

#[path = "../../src/streams/future.rs"]
mod future;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::task::{Wake, Waker};

use manyrpc_engine::{Buf, Flow, Outcome, Replies, ReplyMetadata, Stream};
use shuttle::future::{block_on, spawn};

use self::future::FutureStream;
use crate::post::Post;
use crate::under_many_schedules;

/// Something for the connection to do.
#[derive(Clone, Copy, PartialEq)]
enum News {
    Message(u8),
    End,
    Woken,
    /// The client accepts replies again.
    Room,
}

struct Woken(Post<News>);

impl Wake for Woken {
    fn wake(self: std::sync::Arc<Self>) {
        self.0.send(News::Woken);
    }
}

/// A connection that accepts one reply at a time.
struct Sent {
    replies: Vec<u8>,
    room: usize,
    news: Post<News>,
    replied: Post<()>,
}

impl Replies for Sent {
    fn send(&mut self, write: &mut dyn FnMut(&mut Buf) -> bool) {
        let mut body = Buf::new();
        assert!(write(&mut body) && self.room > 0);
        self.replies.extend(body.data());
        self.room -= 1;
        self.news.send(News::Room);
        self.replied.send(());
    }

    fn is_congested(&mut self) -> bool {
        self.room == 0
    }

    fn attach(&mut self, _: ReplyMetadata) -> bool {
        true
    }

    fn accept(&mut self) {}

    fn waker(&mut self) -> Waker {
        std::sync::Arc::new(Woken(self.news.clone())).into()
    }
}

const MESSAGES: u8 = 3;

/// Serves the call as a connection does, telling the client of each reply, until it is over, or the connection ends after `most` news.
async fn serve(
    mut stream: FutureStream,
    (news, replied): (Post<News>, Post<()>),
    most: usize,
) -> (Vec<u8>, Option<Outcome>) {
    let mut sent = Sent {
        replies: Vec::new(),
        room: 1,
        news: news.clone(),
        replied,
    };
    let mut flow = stream.begun(&mut sent);
    for _ in 0..most {
        if let Flow::Over(outcome) = flow {
            return (sent.replies, Some(outcome));
        }
        flow = match news.receive().await {
            News::Message(message) => stream.message(&[message], &mut sent),
            News::End => stream.ended(&mut sent),
            News::Woken => stream.more(&mut sent),
            News::Room => {
                sent.room = 1;
                match flow {
                    Flow::More => stream.more(&mut sent),
                    flow => flow,
                }
            }
        };
    }
    (sent.replies, None)
}

/// The client's messages, on a task of their own; whether each waits for the reply to the last.
fn client(news: Post<News>, in_turn: bool) -> Post<()> {
    let replied = Post::new();
    let replies = replied.clone();
    drop(spawn(async move {
        for message in 0..MESSAGES {
            news.send(News::Message(message));
            if in_turn {
                replies.receive().await;
            }
        }
        news.send(News::End);
    }));
    replied
}

#[test]
fn messages_are_answered_in_order_wherever_the_halves_are() {
    under_many_schedules(|| echo(false));
}

#[test]
fn each_message_is_answered_before_the_next_is_sent() {
    under_many_schedules(|| echo(true));
}

/// A call whose messages another task returns.
fn echo(in_turn: bool) {
    block_on(async {
        let news = Post::new();
        let replied = client(news.clone(), in_turn);
        let stream = FutureStream::new(|mut requests, replying| {
            Box::pin(async move {
                // Not by the task's handle, which wakes its waiter under a lock that the model checker
                // does not see.
                let done = Post::new();
                let echoed = done.clone();
                drop(spawn(async move {
                    let mut end = Ok(());
                    while let (Ok(()), Some(request)) = (&end, requests.next().await) {
                        end = replying.send(request).await;
                    }
                    echoed.send(end);
                }));
                done.receive().await
            })
        });
        let (replies, end) = serve(stream, (news, replied), usize::MAX).await;
        let all: Vec<u8> = (0..MESSAGES).collect();
        assert_eq!((replies, end), (all, Some(Outcome::Done)));
    });
}

#[test]
fn halves_learn_that_the_call_is_over() {
    under_many_schedules(|| {
        block_on(async {
            let (news, halves) = (Post::new(), Post::new());
            let replied = client(news.clone(), false);
            let given = halves.clone();
            let stream = FutureStream::new(move |requests, replying| {
                given.send((requests, replying));
                // It does not end by itself.
                Box::pin(std::future::pending())
            });
            let (mut requests, replying) = halves.receive().await;
            let reader = spawn(async move { while requests.next().await.is_some() {} });
            let writer = spawn(async move { while replying.send(vec![7]).await.is_ok() {} });
            let (_, end) = serve(stream, (news, replied), 4).await;
            assert_eq!(end, None);
            reader.await.expect("no panic");
            writer.await.expect("no panic");
        });
    });
}

/// A sender waits for the bytes of large replies before it waits for their number.
#[test]
fn few_large_replies_wait() {
    let test = || {
        let sent = std::sync::Arc::new(AtomicUsize::new(0));
        let counted = sent.clone();
        let mut stream = FutureStream::new(move |_, replying| {
            Box::pin(async move {
                loop {
                    replying.send(vec![0; 300 << 10]).await?;
                    counted.fetch_add(1, Relaxed);
                }
            })
        });
        let flow = stream.begun(&mut Sent {
            replies: Vec::new(),
            room: 0,
            news: Post::new(),
            replied: Post::new(),
        });
        assert_eq!((flow, sent.load(Relaxed)), (Flow::More, 1));
    };
    shuttle::check_random(test, 1);
}
