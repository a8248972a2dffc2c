//! Attachments.

use super::*;
use crate::CowBytes;
use crate::meta::Length;
use crate::soap::scan;

#[derive(Debug, Default)]
struct Data<'de> {
    photo: CowBytes<'de>,
    signature: CowBytes<'de>,
}

static DATA_FIELDS: [Field; 2] = [Field::plain("photo"), Field::plain("sig")];
static DATA: Record = Record::of("data", &DATA_FIELDS)
    .xml(const { &XmlRecord::wrapper("http://example.org/stuff", "data", "") });
plain_record! { Data<'de>, DATA, DATA_FIELDS { 0 photo, 1 signature } }

/// XOP, section 1.2, example 2, with the binary octets that it describes.
const PACKAGE: &str = "--MIME_boundary\r\n\
Content-Type: application/xop+xml; charset=UTF-8; type=\"application/soap+xml\"\r\n\
Content-Transfer-Encoding: 8bit\r\n\
Content-ID: <mymessage.xml@example.org>\r\n\
\r\n\
<soap:Envelope xmlns:soap='http://www.w3.org/2003/05/soap-envelope' \
xmlns:xmlmime='http://www.w3.org/2004/11/xmlmime'>\n\
  <soap:Body>\n\
    <m:data xmlns:m='http://example.org/stuff'>\n\
      <photo xmlmime:contentType='image/png'><xop:Include \
xmlns:xop='http://www.w3.org/2004/08/xop/include' href='cid:http://example.org/me.png'/></photo>\n\
      <sig xmlmime:contentType='application/pkcs7-signature'><xop:Include \
xmlns:xop='http://www.w3.org/2004/08/xop/include' href='cid:http://example.org/my.hsh'/></sig>\n\
    </m:data>\n\
  </soap:Body>\n\
</soap:Envelope>\r\n\
\r\n\
--MIME_boundary\r\n\
Content-Type: image/png\r\n\
Content-Transfer-Encoding: binary\r\n\
Content-ID: <http://example.org/me.png>\r\n\
\r\n\
binary\r\n--octets\r\n\r\n\
--MIME_boundary\r\n\
Content-Type: application/pkcs7-signature\r\n\
Content-Transfer-Encoding: binary\r\n\
Content-ID: <http://example.org/my.hsh>\r\n\
\r\n\
\r\n\
--MIME_boundary--\r\n";

const V12: Options = Options {
    version: Version::V12,
    ..Options::DEFAULT
};

fn open(package: &[u8]) -> Result<Data<'_>, Malformed> {
    let mut data = Data::default();
    soap::decode_params(package, &DATA, &mut data, &LIMITS, V12).map(|()| data)
}

#[test]
fn the_example_of_the_specification() {
    let head = scan::head(PACKAGE.as_bytes(), &LIMITS).unwrap();
    assert_eq!(
        (head.version, head.body.unwrap().local),
        (Some(Version::V12), "data")
    );
    let data = open(PACKAGE.as_bytes()).unwrap();
    assert_eq!(&*data.photo, b"binary\r\n--octets\r\n");
    let range = PACKAGE.as_bytes().as_ptr_range();
    assert!(range.contains(&data.photo.as_ptr()), "it is not copied");
    assert!(data.signature.is_empty());
}

#[test]
fn packages_that_are_wrong() {
    for (from, to) in [
        (
            "<http://example.org/me.png>",
            "<http://example.org/other.png>",
        ),
        ("<http://example.org/my.hsh>", "<http://example.org/me.png>"),
        ("--MIME_boundary--", "--MIME_boundary"),
        ("--MIME_boundary--", "--other--"),
        ("Content-ID: <http://example.org/me.png>", "Content-ID"),
        ("href='cid:http://example.org/me.png'", ""),
        (
            "href='cid:http://example.org/me.png'",
            "href='http://example.org/me.png'",
        ),
        ("'/></photo>", "'/>AA</photo>"),
        ("</soap:Envelope>", ""),
        ("</soap:Envelope>", "</soap:Envelope>x"),
    ] {
        let wrong = PACKAGE.replace(from, to);
        assert_ne!(wrong, PACKAGE, "{from}");
        assert!(open(wrong.as_bytes()).is_err(), "{from}: {to}");
    }
    for end in 0..PACKAGE.len() - 4 {
        assert!(open(&PACKAGE.as_bytes()[..end]).is_err(), "{end}");
    }
}

#[test]
fn large_bytes_become_attachments() {
    let photo: Vec<u8> = (0..2000u32).map(|i| (i * 7) as u8).collect();
    let data = Data {
        photo: (&photo).into(),
        signature: b"small"[..].into(),
    };
    let options = Options {
        mtom: Some([0xab; 16]),
        ..V12
    };
    let mut buf = Buf::new();
    buf.put(b"--");
    buf.put(&soap::boundary(&[0xab; 16]));
    buf.put(b"\r\nContent-ID: <root>\r\n\r\n<soap:Envelope xmlns:soap=\"http://www.w3.org/2003/05/soap-envelope\">");
    let before = buf.len();
    soap::encode_params(&mut buf, &DATA, &data, &LIMITS, options).unwrap();
    assert!(buf.len() - before < photo.len() + 600, "once, as it is");
    let text = String::from_utf8_lossy(buf.data()).into_owned();
    assert!(
        text.contains("href=\"cid:1@manyrpc\"/></photo><sig>c21hbGw=</sig>"),
        "{text}"
    );
    assert!(
        text.contains("\r\nContent-ID: <1@manyrpc>\r\n\r\n"),
        "{text}"
    );
    assert!(
        text.ends_with("\r\n--manyrpc-abababababababababababababababab--\r\n"),
        "{text}"
    );
    let back = open(buf.data()).unwrap();
    assert_eq!(
        (&*back.photo, &*back.signature),
        (&photo[..], &b"small"[..])
    );
}

/// SOAP Messages with Attachments, section 3.
#[test]
fn bytes_that_an_attribute_refers_to() {
    let package = PACKAGE.replace(
        "<xop:Include xmlns:xop='http://www.w3.org/2004/08/xop/include' href='cid:http://example.org/me.png'/>",
        "",
    );
    let package = package.replace("<photo ", "<photo href='cid:http%3A//example.org/me.png' ");
    let data = open(package.as_bytes()).unwrap();
    assert_eq!(&*data.photo, b"binary\r\n--octets\r\n");
}

/// RFC 5322, section 2.2.3: a header goes on in lines that begin with white space.
#[test]
fn headers_of_several_lines() {
    for (from, to) in [
        ("; charset=UTF-8; type", ";\r\n charset=UTF-8;\r\n\ttype"),
        (
            "Content-ID: <http://example.org/me.png>",
            "Content-ID:\r\n <http://example.org/me.png>",
        ),
        (
            "Content-ID: <http://example.org/me.png>",
            "Content-ID: <http://example.org/me.png>\r\n\t \r\nX: y",
        ),
        (
            "Content-ID: <http://example.org/me.png>",
            "X: y\n Content-ID: <z>\ncontent-id: <http://example.org/me.png>",
        ),
    ] {
        let folded = PACKAGE.replace(from, to);
        assert_ne!(folded, PACKAGE, "{from}");
        let data = open(folded.as_bytes()).unwrap_or_else(|e| panic!("{to}: {e}"));
        assert_eq!(&*data.photo, b"binary\r\n--octets\r\n", "{to}");
    }
    let wrong = PACKAGE.replace(
        "\r\nContent-Type: image/png",
        "\r\n folded\r\nContent-Type: image/png",
    );
    assert!(
        open(wrong.as_bytes()).is_err(),
        "there is no header before it"
    );
}

/// RFC 2046, section 5.1.1.
#[test]
fn before_the_first_boundary_may_be_words() {
    for before in ["\r\n", "A message in several parts...\r\n\r\n", "a -- b\n"] {
        let package = format!("{before}{PACKAGE}");
        assert!(soap::is_package(package.as_bytes()));
        let data = open(package.as_bytes()).unwrap();
        assert_eq!(&*data.photo, b"binary\r\n--octets\r\n", "{before}");
    }
    for document in ["<a/>", " \r\n<a/>", "\u{feff}<a/>", "", "\0<\0a"] {
        assert!(!soap::is_package(document.as_bytes()), "{document}");
    }
    assert!(open(b"no package").is_err());
}

/// RFC 5322, section 2.2.3.
#[test]
fn fields_of_parts_may_be_folded() {
    let folded = PACKAGE.replace("; charset=UTF-8; ", ";\r\n\tcharset=UTF-8;\r\n ");
    assert_ne!(folded, PACKAGE);
    let data = open(folded.as_bytes()).unwrap();
    assert_eq!(&*data.photo, b"binary\r\n--octets\r\n");
}

/// RFC 2045, section 6.
#[test]
fn parts_may_be_base64() {
    let part = "Content-Transfer-Encoding: binary\r\nContent-ID: <http://example.org/me.png>\r\n\r\nbinary\r\n--octets\r\n";
    let coded = |coding: &str, body: &str| {
        let head = format!(
            "Content-ID: <http://example.org/me.png>\r\nContent-transfer-encoding: {coding}\r\n\r\n"
        );
        PACKAGE.replace(part, &format!("{head}{body}"))
    };
    let package = coded("Base64", "YmluYXJ5\r\nDQotLW9jdGV0cw0K\r\n");
    assert_ne!(package, PACKAGE);
    let data = open(package.as_bytes()).unwrap();
    assert_eq!(&*data.photo, b"binary\r\n--octets\r\n");
    for (coding, body) in [("base64", "YmluY*"), ("quoted-printable", "binary")] {
        assert!(open(coded(coding, body).as_bytes()).is_err(), "{coding}");
    }
    let root = PACKAGE.replace("8bit", "base64");
    assert!(open(root.as_bytes()).is_err());
}

#[derive(Debug, Default)]
struct Album<'de> {
    photos: Vec<CowBytes<'de>>,
}

static PHOTO: Field = Field::plain("photo");
static ALBUM_FIELDS: [Field; 1] = [Field::of("photo", Length::UpTo(u32::MAX), &PHOTO)];
static ALBUM: Record =
    Record::of("album", &ALBUM_FIELDS).xml(const { &XmlRecord::wrapper("urn:a", "album", "") });
plain_record! { Album<'de>, ALBUM, ALBUM_FIELDS { 0 photos } }

#[test]
fn one_part_does_not_stand_for_any_number_of_values() {
    let album = |references: usize| {
        let photos = "<photo href='cid:p'/>".repeat(references);
        let body = format!("<a:album xmlns:a='urn:a'>{photos}</a:album>");
        let photo = "x".repeat(10_000);
        let package = format!(
            "--b\r\n\r\n{}\r\n--b\r\nContent-ID: <p>\r\n\r\n{photo}\r\n--b--",
            message(&body)
        );
        let mut album = Album::default();
        let read = soap::decode_params(
            package.as_bytes(),
            &ALBUM,
            &mut album,
            &LIMITS,
            Options::DEFAULT,
        );
        read.map(|()| album.photos.len())
    };
    assert_eq!(album(10), Ok(10));
    let kind = MalformedKind::Refused("so many references");
    assert_eq!(album(1000).map_err(|e| e.kind), Err(kind));
}
