//! Stubs whose bytes can be shared: large ones in results of clients of futures lie in the memory of their reply, in the
//! places that the transfer syntax gives them.

macro_rules! generated {
    ($($name:ident = $path:literal;)*) => {$(
        #[rustfmt::skip]
        #[path = $path]
        #[doc = concat!("Generated: ", stringify!($name), ".")]
        pub mod $name;
    )*};
}

generated! {
    album = "corpus/bytes/album.rs";
    photos = "corpus/bytes/photos.rs";
}

use std::borrow::Cow;

use album::{
    AlbumV1TearError, AsyncAlbumV1, AsyncAlbumV1Client, AsyncAlbumV1Server, Cover, Label, Page,
    Photo, Torn, Tree,
};
use manyrpc::server::{Builder, RunningTasks};
use manyrpc::streams::{ReplySender, RequestReceiver};
use manyrpc::stub::Bytes;
use manyrpc::{Context, CowBytes, Fault, Server};
use photos::{AsyncCamera, AsyncCameraClient, AsyncCameraServer, PhotoMore, Size};
use tokio::task::yield_now;

/// So many bytes that they are shared, and that no syntax pads them.
const SIZE: usize = 5 * CowBytes::SHARED;

/// Sends what it has without a copy of its own.
struct Shelf {
    pixels: Bytes,
}

impl Shelf {
    fn new() -> Self {
        let pixels: Vec<u8> = (0..SIZE).map(|i| (i * 31 + 7) as u8).collect();
        Shelf {
            pixels: pixels.into(),
        }
    }

    fn pixels(&self, size: usize) -> CowBytes<'static> {
        self.pixels.slice(..size).into()
    }

    fn photo(&self, size: usize) -> Photo<'static> {
        Photo {
            title: "night".into(),
            data: self.pixels(size),
            preview: Some(self.pixels(size)),
            digest: [1, 2, 3, 4],
        }
    }

    fn tree(&self) -> Tree<'static> {
        let leaf = || Tree {
            leaf: self.pixels(SIZE),
            ..Tree::default()
        };
        Tree {
            left: Some(Box::new(leaf())),
            right: Some(Box::new(leaf())),
            ..leaf()
        }
    }
}

impl AsyncAlbumV1 for Shelf {
    async fn take(&self, _: &Context<'_>, size: i32) -> Result<Photo<'_>, Fault> {
        yield_now().await;
        Ok(self.photo(size as usize))
    }

    async fn keep<'a>(
        &'a self,
        _: &Context<'_>,
        _: Cow<'a, str>,
        data: CowBytes<'a>,
    ) -> Result<CowBytes<'a>, Fault> {
        Ok(data)
    }

    async fn open2(&self, _: &Context<'_>, photos: i32, size: i32) -> Result<Page<'_>, Fault> {
        let photo = self.photo(size as usize);
        Ok(Page {
            photos: vec![photo.clone(); photos as usize],
            front: Cover::raw(3, self.pixels.clone())?,
            layers: [photo.data.clone(), photo.data],
            ..Page::default()
        })
    }

    async fn grow<'a>(&'a self, _: &Context<'_>, grown: Tree<'a>) -> Result<Tree<'a>, Fault> {
        yield_now().await;
        Ok(grown)
    }

    async fn name<'a>(&'a self, _: &Context<'_>, given: Label<'a>) -> Result<Label<'a>, Fault> {
        Ok(given)
    }

    async fn tear<'a>(
        &'a self,
        _: &Context<'_>,
        whole: Photo<'a>,
    ) -> Result<Photo<'a>, AlbumV1TearError> {
        match &*whole.title {
            "torn" => Err(AlbumV1TearError::Torn(Torn {
                rest: whole.data.into_owned(),
            })),
            _ => Ok(whole),
        }
    }

    async fn turn<'a>(&'a self, _: &Context<'_>, front: Cover<'a>) -> Result<Cover<'a>, Fault> {
        Ok(front)
    }
}

/// Where the second begins, counted from the beginning of the first.
fn apart(first: &[u8], second: &[u8]) -> isize {
    second.as_ptr().addr() as isize - first.as_ptr().addr() as isize
}

/// Runs `test` beside a server.
fn beside<F: Future<Output = ()>>(server: Builder, test: impl FnOnce(RunningTasks) -> F) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.unwrap().block_on(async {
        test(server.start_on_runtime().await.unwrap()).await;
    });
}

async fn album_at(binding: &str) -> AsyncAlbumV1Client {
    AsyncAlbumV1Client::open(binding).await.unwrap()
}

/// RFC 4506: the length of opaque data is 4 bytes before it, and optional data is 4 bytes after its discriminant.
const OPAQUE: isize = 4;
const OPTIONAL: isize = 4;

#[test]
fn large_bytes_of_a_result_lie_in_its_reply() {
    let server = Server::builder().service(AsyncAlbumV1Server(Shelf::new()));
    let server = server.listen("onc+tcp://127.0.0.1:0").unwrap();
    let server = server.listen("raw+tcp://127.0.0.1:0").unwrap();
    beside(server, async |running| {
        let shelf = Shelf::new();
        for binding in running.bindings() {
            let client = album_at(&binding.to_string()).await;
            let size = SIZE as isize;

            let photo = client.take(SIZE as i32).await.unwrap();
            assert_eq!(photo, shelf.photo(SIZE));
            let preview = photo.preview.unwrap();
            assert_eq!(apart(&photo.data, &preview), size + OPTIONAL + OPAQUE);
            // They outlive each other, as parts of the same memory.
            let (data, at) = (photo.data.into_bytes(), preview.as_ptr());
            drop(preview);
            assert_eq!(data, shelf.pixels);
            assert_eq!(data.as_ptr().wrapping_offset(size + 8), at);

            let page = client.open2(2, SIZE as i32).await.unwrap();
            let Cover::Raw { label: 3, value } = &page.front else {
                panic!("{:?}", page.front);
            };
            // A discriminant of a union is 4 bytes.
            let photo = &page.photos[1];
            let preview = photo.preview.as_ref().unwrap();
            assert_eq!(apart(preview, value), size + 4 + 4 + OPAQUE);
            assert_eq!(apart(value, &page.layers[0]), size + OPAQUE);
            assert_eq!(apart(&page.layers[0], &page.layers[1]), size + OPAQUE);
            assert_eq!(page.layers[1], shelf.pixels);

            let mut photo = shelf.photo(SIZE);
            photo.title = "torn".into();
            let Err(AlbumV1TearError::Torn(torn)) = client.tear(&photo).await else {
                panic!("it is torn");
            };
            assert_eq!(torn.rest, photo.data);
            // Memory with an owner of another type, which the reply's is, never counts as unique.
            assert!(!torn.rest.into_bytes().is_unique());

            let tree = shelf.tree();
            let grown = client.grow(&tree).await.unwrap();
            assert_eq!(grown, tree);
            let (left, right) = (grown.left.unwrap(), grown.right.unwrap());
            assert_eq!(apart(&grown.leaf, &left.leaf), size + OPTIONAL + OPAQUE);
            // Two pointers to nothing behind the leaf of the left.
            let between = 2 * OPTIONAL + OPTIONAL + OPAQUE;
            assert_eq!(apart(&left.leaf, &right.leaf), size + between);
        }
        running.stop().await;
    });
}

#[test]
fn small_bytes_of_a_result_are_copied() {
    let server = Server::builder().service(AsyncAlbumV1Server(Shelf::new()));
    let server = server.listen("onc+tcp://127.0.0.1:0").unwrap();
    beside(server, async |running| {
        let client = album_at(&running.bindings()[0].to_string()).await;
        let small = CowBytes::SHARED - 4;
        let page = client.open2(2, small as i32).await.unwrap();
        let Cover::Raw { value, .. } = page.front else {
            panic!("{:?}", page.front);
        };
        // A large one between them is shared.
        assert_eq!(value, Shelf::new().pixels);
        let before = apart(&value, &page.layers[0]);
        assert_ne!(before, SIZE as isize + OPAQUE);
        assert_ne!(
            apart(&page.layers[0], &page.layers[1]),
            small as isize + OPAQUE
        );
        assert_eq!(page.layers[0], page.layers[1]);
        running.stop().await;
    });
}

/// Each kind of result, over every system.
async fn call(client: &AsyncAlbumV1Client) {
    let shelf = Shelf::new();
    for size in [0, 1, CowBytes::SHARED, SIZE] {
        assert_eq!(client.take(size as i32).await.unwrap(), shelf.photo(size));
        let pixels = shelf.pixels(size);
        assert_eq!(client.keep("m", &pixels).await.unwrap(), pixels);
        let page = client.open2(2, size as i32).await.unwrap();
        assert_eq!(page.photos, [shelf.photo(size), shelf.photo(size)]);
        for front in [
            Cover::Whole(shelf.photo(size)),
            Cover::raw(2, pixels).unwrap(),
            Cover::other(9).unwrap(),
        ] {
            assert_eq!(client.turn(&front).await.unwrap(), front);
        }
        let mut photo = shelf.photo(size);
        assert_eq!(client.tear(&photo).await.unwrap(), photo);
        photo.title = "torn".into();
        match client.tear(&photo).await {
            Err(AlbumV1TearError::Torn(torn)) => assert_eq!(torn.rest, photo.data),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(client.grow(&shelf.tree()).await.unwrap(), shelf.tree());
    let label = Label {
        text: "west".into(),
    };
    assert_eq!(client.name(&label).await.unwrap(), label);
}

#[test]
fn results_are_the_same_over_every_system() {
    let bindings = [
        "onc+tcp://127.0.0.1:0",
        "dce+tcp://127.0.0.1:0",
        "dce+udp://127.0.0.1:0",
        "jsonrpc+tcp://127.0.0.1:0",
        "xmlrpc+http://127.0.0.1:0",
        "grpc://127.0.0.1:0",
        "raw+tcp://127.0.0.1:0",
    ];
    let server = Server::builder().service(AsyncAlbumV1Server(Shelf::new()));
    let listen = |server: Builder, binding: &&str| server.listen(binding).unwrap();
    beside(bindings.iter().fold(server, listen), async |running| {
        for binding in running.bindings() {
            call(&album_at(&binding.to_string()).await).await;
        }
        running.stop().await;
    });
}

/// Asks a client that blocks, which borrows results from its receive buffer.
#[test]
fn clients_that_block_have_the_same_type() {
    let server = Server::builder().service(AsyncAlbumV1Server(Shelf::new()));
    let server = server.listen("onc+tcp://127.0.0.1:0").unwrap();
    beside(server, async |running| {
        let binding = running.bindings()[0].to_string();
        let asked = tokio::task::spawn_blocking(move || {
            let mut client = album::AlbumV1Client::open(&binding).unwrap();
            let photo = client.take(SIZE as i32).unwrap();
            assert_eq!(photo, Shelf::new().photo(SIZE));
            let preview = photo.preview.unwrap();
            let between = SIZE as isize + OPTIONAL + OPAQUE;
            assert_eq!(apart(&photo.data, &preview), between);
            assert_eq!(preview.into_bytes(), Shelf::new().pixels);
        });
        asked.await.unwrap();
        running.stop().await;
    });
}

/// Encoding of Protocol Buffers: a tag of one byte and a length of three are before bytes in a message.
const FIELD: isize = 4;

impl Shelf {
    fn message(&self) -> photos::Photo<'static> {
        photos::Photo {
            data: self.pixels(SIZE),
            parts: vec![self.pixels(SIZE); 2],
            more: Some(PhotoMore::Raw(self.pixels(SIZE))),
            ..Default::default()
        }
    }
}

/// Checks a message that was received: where its bytes lie.
fn check(message: &photos::Photo<'_>) {
    assert_eq!(*message, Shelf::new().message());
    let Some(PhotoMore::Raw(raw)) = &message.more else {
        panic!("{:?}", message.more);
    };
    let all = [&message.data, &message.parts[0], &message.parts[1], raw];
    for two in all.windows(2) {
        assert_eq!(apart(two[0], two[1]), SIZE as isize + FIELD);
    }
}

impl AsyncCamera for Shelf {
    async fn one<'a>(
        &'a self,
        _: &Context<'_>,
        request: photos::Photo<'a>,
    ) -> Result<photos::Photo<'a>, Fault> {
        check(&request);
        Ok(request)
    }

    async fn roll<'a>(
        &'a self,
        _: &Context<'_>,
        request: Size,
        replies: ReplySender<photos::Photo<'a>>,
    ) -> Result<(), Fault> {
        for _ in 0..request.photos {
            replies.send(self.message()).await?;
        }
        Ok(())
    }

    async fn develop(
        &self,
        _: &Context<'_>,
        mut requests: RequestReceiver<photos::Photo<'static>>,
    ) -> Result<photos::Photo<'_>, Fault> {
        let mut last = None;
        while let Some(request) = requests.message().await? {
            check(&request);
            last = Some(request);
        }
        last.ok_or(Fault::BadArguments)
    }

    async fn copy(
        &self,
        _: &Context<'_>,
        mut requests: RequestReceiver<photos::Photo<'static>>,
        replies: ReplySender<photos::Photo<'_>>,
    ) -> Result<(), Fault> {
        while let Some(request) = requests.message().await? {
            check(&request);
            replies.send(request).await?;
        }
        Ok(())
    }
}

#[test]
fn large_bytes_of_several_messages_lie_in_them() {
    let server = Server::builder().service(AsyncCameraServer(Shelf::new()));
    let server = server.listen("grpc://127.0.0.1:0").unwrap();
    beside(server, async |running| {
        let binding = running.bindings()[0].to_string();
        let client = AsyncCameraClient::open(&binding).await.unwrap();
        let photo = Shelf::new().message();
        check(&client.one(&photo).await.unwrap());

        let size = Size {
            photos: 3,
            ..Size::default()
        };
        let mut roll = client.roll(&size).await.unwrap();
        for _ in 0..3 {
            check(&roll.message().await.unwrap().unwrap());
        }
        assert!(roll.message().await.unwrap().is_none());

        let mut develop = client.develop().await.unwrap();
        for _ in 0..2 {
            develop.send(&photo).await.unwrap();
        }
        check(&develop.finish().await.unwrap());

        let (mut requests, mut replies) = client.copy().await.unwrap();
        for _ in 0..2 {
            requests.send(&photo).await.unwrap();
            check(&replies.message().await.unwrap().unwrap());
        }
        requests.finish();
        assert!(replies.message().await.unwrap().is_none());
        running.stop().await;
    });
}
