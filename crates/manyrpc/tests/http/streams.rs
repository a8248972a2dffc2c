//! Calls with several messages.

use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;

use manyrpc::dynamic::DynamicService;
use manyrpc::{CallError, Error, Fault};

use super::{App, Guard, calls_of, client, data, host, number, piece, runtimes, until, value};

/// Serves those of the shop.
pub(super) fn converse(service: DynamicService, app: &Arc<App>) -> DynamicService {
    let app = app.clone();
    service.conversing_async(move |_, operation, mut requests, replies| {
        let (operation, app) = (operation.name.clone(), app.clone());
        Box::pin(async move {
            let guard = Guard::new(&app);
            match &*operation {
                "Count" => {
                    let to = requests.next().await?.map_or(0, |n| value(&n));
                    for n in 0..to {
                        replies.send(&number(n)).await?;
                    }
                }
                "Sum" => {
                    let mut sum = 0;
                    while let Some(n) = requests.next().await? {
                        sum += value(&n);
                    }
                    replies.send(&number(sum)).await?;
                }
                "DoubleAll" => {
                    while let Some(n) = requests.next().await? {
                        replies.send(&number(2 * value(&n))).await?;
                    }
                }
                "Pieces" => {
                    let pieces = requests.next().await?.map_or(0, |n| value(&n));
                    for _ in 0..pieces {
                        replies.send(&piece(&[7; 64 << 10])).await?;
                        app.sent.fetch_add(1, SeqCst);
                    }
                }
                _ => {
                    requests.next().await?;
                    panic!("as the test asks");
                }
            }
            guard.end();
            Ok(())
        })
    })
}

#[test]
fn messages_go_in_all_directions() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let app = Arc::new(App::default());
            let at = host(calls_of(&app)).await;
            let client = client(&format!("grpc://{at}")).await;

            let (_, mut counted) = client.open("Count", &number(100)).await.unwrap();
            for n in 0..100 {
                assert_eq!(counted.next().await.unwrap(), Some(number(n)));
            }
            assert_eq!(counted.next().await.unwrap(), None);

            let (mut sender, mut sum) = client.open("Sum", &[]).await.unwrap();
            for n in 0..100 {
                sender.send(&number(n)).await.unwrap();
            }
            sender.finish();
            assert_eq!(sum.next().await.unwrap(), Some(number(4950)));
            assert_eq!(sum.next().await.unwrap(), None);

            // Each answer before the next question.
            let (mut sender, mut doubled) = client.open("DoubleAll", &[]).await.unwrap();
            for n in 0..50 {
                sender.send(&number(n)).await.unwrap();
                assert_eq!(doubled.next().await.unwrap(), Some(number(2 * n)));
            }
            sender.finish();
            assert_eq!(doubled.next().await.unwrap(), None);
            assert_eq!(app.dropped.load(SeqCst), 0);
        });
    }
}

#[test]
fn a_stream_that_panics_fails_its_call_and_no_other() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let app = Arc::new(App::default());
            let at = host(calls_of(&app)).await;
            let client = client(&format!("grpc://{at}")).await;
            let (mut others, mut doubled) = client.open("DoubleAll", &[]).await.unwrap();
            let (mut sender, mut failed) = client.open("PanicLater", &[]).await.unwrap();
            sender.send(&number(1)).await.unwrap();
            let Err(Error::Call(CallError::Fault(fault))) = failed.next().await else {
                panic!("it does not fail");
            };
            assert_eq!(fault, Fault::ServerFailure);
            others.send(&number(4)).await.unwrap();
            assert_eq!(doubled.next().await.unwrap(), Some(number(8)));
        });
    }
}

#[test]
fn a_reader_that_does_not_read_holds_its_call_back_and_no_other() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let app = Arc::new(App::default());
            let at = host(calls_of(&app)).await;
            let client = client(&format!("grpc://{at}")).await;
            // 128 MiB, of which the stream's window lets 16 go.
            let (_, mut pieces) = client.open("Pieces", &number(2048)).await.unwrap();
            let mut sent = 0;
            loop {
                for n in 0..20 {
                    let came = client.call("Double", &number(n)).await.unwrap();
                    assert_eq!(came, number(2 * n));
                }
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                let now = app.sent.load(SeqCst);
                if now == sent && now > 0 {
                    break;
                }
                sent = now;
            }
            assert!(sent < 320, "{sent} pieces although nobody reads them");
            let mut got = 0;
            while let Some(came) = pieces.next().await.unwrap() {
                assert_eq!(data(&came).len(), 64 << 10);
                got += 1;
            }
            assert_eq!(got, 2048);
        });
    }
}

#[test]
fn a_receiver_that_is_dropped_ends_its_call() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let app = Arc::new(App::default());
            let at = host(calls_of(&app)).await;
            let client = client(&format!("grpc://{at}")).await;
            let (sender, mut pieces) = client.open("Pieces", &number(2048)).await.unwrap();
            pieces.next().await.unwrap();
            drop((sender, pieces));
            until(|| app.dropped.load(SeqCst) == 1).await;
            let (mut sender, mut doubled) = client.open("DoubleAll", &[]).await.unwrap();
            sender.send(&number(4)).await.unwrap();
            assert_eq!(doubled.next().await.unwrap(), Some(number(8)));
            // A sender that is dropped first would end the requests, and with them the call.
            drop(doubled);
            drop(sender);
            until(|| app.dropped.load(SeqCst) == 2).await;
        });
    }
}
