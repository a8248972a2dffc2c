//! Operations that raise exceptions.

use std::borrow::Cow;

use manyrpc::{CallError, Context, Error, Fault};
use tokio::task::yield_now;

use crate::shop::{
    Aisle, AsyncShopV1, AsyncShopV1Client, AsyncShopV1Server, Closed, Error as ErrorException,
    OutOfStock, Shelf, ShopV1, ShopV1Client, ShopV1CloseError, ShopV1FindError, ShopV1NameError,
    ShopV1PutError, ShopV1Server,
};
use crate::{BINDINGS, Serving, blocking, runtime};

struct Shop;

fn out_of_stock(item: &str, left: i32) -> OutOfStock<'static> {
    OutOfStock {
        item: Cow::Owned(item.to_owned()),
        left,
        since: -1 << 40,
        price: 2.5,
        mark: Cow::Borrowed(&[1, 2, 255]),
        r#where: Aisle::Back,
        instead: Some(Box::new(shelf("instead"))),
    }
}

fn shelf(name: &str) -> Shelf<'static> {
    Shelf {
        name: Cow::Owned(name.to_owned()),
        places: vec![1, 2],
        left: None,
        right: Some(Box::default()),
    }
}

impl ShopV1 for Shop {
    fn put(&self, _: &Context<'_>, item: Cow<'_, str>, n: i32) -> Result<i32, ShopV1PutError> {
        match n {
            0 => Err(Fault::Other(7).into()),
            1 => Err(Closed { until: 9 })?,
            2.. => Ok(n),
            _ => Err(out_of_stock(&item, n).into()),
        }
    }

    fn name<'a>(&'a self, _: &Context<'_>, item: i32) -> Result<Cow<'a, str>, ShopV1NameError> {
        match item {
            0 => Err(Closed { until: 8 }.into()),
            _ => Ok("nut".into()),
        }
    }

    fn close(&self, _: &Context<'_>) -> Result<(), ShopV1CloseError> {
        Err(ErrorException { code: 5 }.into())
    }

    fn find<'a>(
        &'a self,
        _: &Context<'_>,
        item: Cow<'a, str>,
    ) -> Result<Shelf<'a>, ShopV1FindError> {
        match &*item {
            "" => Err(out_of_stock("", 0).into()),
            name => Ok(shelf(name)),
        }
    }

    fn count(&self, _: &Context<'_>) -> Result<i32, Fault> {
        Ok(3)
    }
}

/// The same, later.
impl AsyncShopV1 for Shop {
    async fn put(
        &self,
        call: &Context<'_>,
        item: Cow<'_, str>,
        n: i32,
    ) -> Result<i32, ShopV1PutError> {
        yield_now().await;
        ShopV1::put(self, call, item, n)
    }

    async fn name(&self, call: &Context<'_>, item: i32) -> Result<Cow<'_, str>, ShopV1NameError> {
        yield_now().await;
        ShopV1::name(self, call, item)
    }

    async fn close(&self, call: &Context<'_>) -> Result<(), ShopV1CloseError> {
        yield_now().await;
        ShopV1::close(self, call)
    }

    async fn find<'a>(
        &'a self,
        call: &Context<'_>,
        item: Cow<'a, str>,
    ) -> Result<Shelf<'a>, ShopV1FindError> {
        yield_now().await;
        ShopV1::find(self, call, item)
    }

    async fn count(&self, call: &Context<'_>) -> Result<i32, Fault> {
        yield_now().await;
        ShopV1::count(self, call)
    }
}

async fn call(client: &AsyncShopV1Client) {
    assert_eq!(client.put("nut", 3).await.unwrap(), 3);
    assert_eq!(client.name(1).await.unwrap(), "nut");
    assert_eq!(client.find("shelf").await.unwrap(), shelf("shelf"));
    assert_eq!(client.count().await.unwrap(), 3);
    match client.put("nut", -2).await {
        Err(ShopV1PutError::OutOfStock(members)) => assert_eq!(members, out_of_stock("nut", -2)),
        other => panic!("{other:?}"),
    }
    match client.put("nut", 1).await {
        Err(ShopV1PutError::Closed(members)) => assert_eq!(members.until, 9),
        other => panic!("{other:?}"),
    }
    match client.put("nut", 0).await {
        Err(ShopV1PutError::Error(Error::Call(CallError::Fault(fault)))) => {
            assert_eq!(fault.plain(), Fault::Other(7));
        }
        other => panic!("{other:?}"),
    }
    match client.name(0).await {
        Err(ShopV1NameError::Closed(members)) => assert_eq!(members.until, 8),
        other => panic!("{other:?}"),
    }
    match client.close().await {
        Err(ShopV1CloseError::Error2(members)) => assert_eq!(members.code, 5),
        other => panic!("{other:?}"),
    }
    match client.find("").await {
        Err(ShopV1FindError::OutOfStock(members)) => assert_eq!(members, out_of_stock("", 0)),
        other => panic!("{other:?}"),
    }
}

fn call_blocking(at: &str) {
    let mut client = ShopV1Client::open(at).unwrap();
    assert_eq!(client.put("nut", 3).unwrap(), 3, "{at}");
    assert_eq!(client.find("shelf").unwrap(), shelf("shelf"), "{at}");
    match client.put("nut", -2) {
        Err(ShopV1PutError::OutOfStock(members)) => assert_eq!(members, out_of_stock("nut", -2)),
        other => panic!("{at}: {other:?}"),
    }
    match client.name(0) {
        Err(ShopV1NameError::Closed(members)) => assert_eq!(members.until, 8),
        other => panic!("{at}: {other:?}"),
    }
    assert_eq!(client.count().unwrap(), 3, "{at}");
}

#[test]
fn exceptions_are_raised_between_all_kinds_of_clients_and_servers() {
    runtime().block_on(async {
        for binding in BINDINGS {
            let threads = Serving::blocking(ShopV1Server(Shop), binding);
            let client = AsyncShopV1Client::open(&threads.at()).await.unwrap();
            call(&client).await;
            threads.stop().await;

            let tasks = Serving::futures(AsyncShopV1Server(Shop), binding).await;
            let client = AsyncShopV1Client::open(&tasks.at()).await.unwrap();
            let called = tokio::spawn(async move { call(&client).await });
            called.await.unwrap_or_else(|e| panic!("{binding}: {e}"));
            let at = tasks.at();
            blocking(move || call_blocking(&at)).await;
            tasks.stop().await;
        }
    });
}
