//! Mutations: what strangers send, valid once and then changed at random, at each reader of it. An answer comes, it is never the
//! program's own failure, and nothing panics.
//!
//! At full length each reader is tried for a minute with changes that nobody has seen; usually with some hundred that are the same
//! each time. What is not here has properties of its own: the matcher, `redirect_uri`, tokens and templates of addresses.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

use std::fs;
use std::time::{Duration, Instant};

use http::{HeaderValue, Uri};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config as Runs, TestRunner};
use waybill::config::Config;
use waybill::config::arguments::Options;

use crate::sockets::{OWN, Socket};
use crate::support::{Answer, TestApp};

const MINUTE: Duration = Duration::from_mins(1);

/// One change of some bytes.
#[derive(Clone, Debug)]
enum Change {
    /// Cuts so many out.
    Cut(Index, usize),
    /// Puts these in.
    Put(Index, Vec<u8>),
    /// Writes what stands there so often.
    Repeat(Index, usize, usize),
    /// Goes on with the rest of another input.
    Splice(Index, Index, Index),
}

/// What readers stumble over.
const PIECES: [&[u8]; 22] = [
    b"\0",
    b"\r\n",
    b"\n",
    b"\"",
    b"'",
    b";",
    b"=",
    b"%",
    b"%00",
    b"%ff",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\xe2\x80\xae",
    b"[",
    b"{",
    b"-1",
    b"99999999999999999999",
    b"1e999",
    b"null",
    b"..",
    b"|",
    b":",
];

fn change() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    prop_oneof![
        (at(), 1..40_usize).prop_map(|(at, count)| Change::Cut(at, count)),
        (at(), select(&PIECES[..])).prop_map(|(at, piece)| Change::Put(at, piece.to_vec())),
        (at(), vec(any::<u8>(), 1..8)).prop_map(|(at, bytes)| Change::Put(at, bytes)),
        (at(), 1..20_usize, 2..60_usize)
            .prop_map(|(at, count, times)| Change::Repeat(at, count, times)),
        (at(), at(), at()).prop_map(|(at, other, from)| Change::Splice(at, other, from)),
    ]
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>, corpus: &[Vec<u8>]) {
        let place = |at: &Index, length: usize| at.index(length + 1);
        match self {
            Self::Cut(at, count) => {
                let start = place(at, bytes.len());
                let end = bytes.len().min(start + count);
                bytes.drain(start..end);
            }
            Self::Put(at, piece) => {
                let start = place(at, bytes.len());
                bytes.splice(start..start, piece.iter().copied());
            }
            Self::Repeat(at, count, times) => {
                let start = place(at, bytes.len());
                let end = bytes.len().min(start + count);
                let repeated = bytes[start..end].repeat(*times);
                bytes.splice(start..end, repeated);
            }
            Self::Splice(at, other, from) => {
                let other = &corpus[other.index(corpus.len())];
                bytes.truncate(place(at, bytes.len()));
                bytes.extend(&other[place(from, other.len())..]);
            }
        }
    }
}

/// Gives `check` one mutant after the other of these inputs.
async fn each(corpus: Vec<Vec<u8>>, usual: u32, mut check: impl AsyncFnMut(Vec<u8>)) {
    let is_full = waybill_test_extent::is_full();
    let mut runner = match is_full {
        true => TestRunner::new(Runs::default()),
        false => TestRunner::deterministic(),
    };
    let mutants = (any::<Index>(), vec(change(), 1..6));
    let began = Instant::now();
    let mut tried = 0;
    while if is_full {
        began.elapsed() < MINUTE
    } else {
        tried < usual
    } {
        let (seed, changes) = mutants.new_tree(&mut runner).unwrap().current();
        let mut bytes = corpus[seed.index(corpus.len())].clone();
        for change in &changes {
            change.apply(&mut bytes, &corpus);
        }
        check(bytes).await;
        tried += 1;
    }
}

fn texts(corpus: &[&str]) -> Vec<Vec<u8>> {
    corpus.iter().map(|text| text.as_bytes().to_vec()).collect()
}

#[track_caller]
fn assert_understood(answer: &Answer, mutant: &[u8]) {
    let shown = String::from_utf8_lossy(mutant);
    assert!(
        answer.status() < 500,
        "{} to {shown:?}: {}",
        answer.status(),
        answer.text()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn cookies_that_were_tampered_with_are_read_or_ignored() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    assert_eq!(ada.open("/dashboard").await.status(), 200);
    let (token, sid) = (ada.cookie("token"), ada.cookie("sid"));
    let corpus = [
        format!("token={token}; sid={sid}"),
        format!("sid={sid}; token={token}; token=x"),
        "token=a.b.c; sid=; other=\"quoted; value\"; n=%C3%A9".to_owned(),
    ];
    let corpus = corpus.map(String::into_bytes).to_vec();
    each(corpus, 150, async |mutant| {
        let Ok(value) = HeaderValue::from_bytes(&mutant) else {
            return;
        };
        let nobody = app.anonymous();
        let answer = nobody
            .request("GET", "/dashboard")
            .raw_header("cookie", value.clone())
            .await;
        assert_understood(&answer, &mutant);
        let called = nobody
            .request("GET", "/iam/api/v1/users-token")
            .raw_header("cookie", value);
        assert_understood(&called.bearer(token).await, &mutant);
    })
    .await;
    // Whoever has the token alone ends nothing.
    assert_eq!(ada.open("/dashboard").await.status(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_to_lists_are_answered_or_refused() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let corpus = texts(&[
        "page=1&pageSize=50&sort=-name&search=Acme%20GmbH",
        "filter=type:in:person|organisation&filter=name:contains:a&cursor=&limit=20",
        "filter=tags:has:01980000-0000-7000-8000-000000000000&sort=country,-updatedAt&bin=true",
        "filter=updatedAt:gte:2026-11-01T00:00:00Z&filter=ownerId:eq:me&fields=name,type&counted=false",
        "search=%E4%B8%8A%E6%B5%B7&pageSize=1000&page=99999&view=all",
    ]);
    each(corpus, 400, async |mutant| {
        for list in [
            "/contact/api/v1/contacts",
            "/master/api/v1/oceanport",
            "/log/api/v1/audit",
        ] {
            let path = format!("{list}?{}", String::from_utf8_lossy(&mutant));
            if path.parse::<Uri>().is_ok() {
                assert_understood(&ada.call(&path).await, &mutant);
            }
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_read_or_refused() {
    let app = TestApp::new().await;
    let ada = app.user().await;
    let people = "Name,E-mail,Phone,Country,Tags\nAnn Lee,ann@x.example,+31 20 1234567,NL,\"vip;new\"\nBob;b@x.example\n";
    let headed = "\u{feff}sep=;\nFirst name;Last name;Company\nZo\u{eb};Lee;\"Acme, Inc.\nLtd\"\n";
    let corpus = texts(&[people, headed, "name,color\nA,red\n"]);
    each(corpus, 150, async |mutant| {
        for way in ["import?dryRun=true", "import/columns"] {
            let path = format!("/contact/api/v1/contacts/{way}");
            let request = ada.request("POST", &path).bearer(ada.token());
            assert_understood(&request.content("text/csv", &mutant).await, &mutant);
        }
    })
    .await;

    let book = ada
        .call("/contact/api/v1/contacts/export?format=xlsx")
        .await;
    assert_eq!(book.status(), 200);
    let media_type = book.header("content-type").to_owned();
    each(vec![book.bytes().to_vec()], 100, async |mutant| {
        let request = ada.request("POST", "/contact/api/v1/contacts/import?dryRun=true");
        let request = request.bearer(ada.token()).content(&media_type, &mutant);
        assert_understood(&request.await, &mutant[..mutant.len().min(40)]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_of_the_realtime_protocol_leave_other_sockets_alone() {
    let app = TestApp::new().await;
    let address = app.listen().await;
    let corpus = texts(&[
        r#"{"t":"d","d":{"r":1,"a":"q","b":{"p":"/x/y","q":{"i":"status","sp":"new","sin":true,"l":10,"vf":"l"},"t":1,"h":""}}}"#,
        r#"{"t":"d","d":{"r":2,"a":"p","b":{"p":"/x/y","d":{".value":1,".priority":null},"h":"abc"}}}"#,
        r#"{"t":"d","d":{"r":3,"a":"m","b":{"p":"/","d":{"a/b":{".sv":{"increment":1}},"c":null}}}}"#,
        r#"{"t":"d","d":{"r":4,"a":"auth","b":{"cred":"eyJhbGciOiJFUzI1NiJ9.e30.AA"}}}"#,
        r#"{"t":"c","d":{"t":"r","d":"host"}}"#,
        "3",
        "0",
    ]);
    // A socket has an allowance, and loses its connection with what breaks the protocol.
    let mut socket = None;
    let mut sent = 0;
    each(corpus, 400, async |mutant| {
        if sent % 20 == 0 || socket.is_none() {
            socket = Some(Socket::open(address, OWN, None).await.unwrap());
        }
        sent += 1;
        let text = String::from_utf8_lossy(&mutant).into_owned();
        if !socket.as_mut().unwrap().send_text(text).await {
            socket = None;
        }
    })
    .await;
    let mut other = Socket::open(address, OWN, None).await.unwrap();
    let answer = other
        .ask("q", serde_json::json!({ "p": "/", "h": "" }))
        .await;
    assert_eq!(answer["s"], "permission_denied");
}

#[tokio::test]
async fn configuration_files_are_read_or_refused_with_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("waybill.toml");
    let corpus = texts(&[
        include_str!("../../packaging/waybill.toml"),
        "[edge]\nmax_connections = 10\ntrusted_proxies = [\"10.0.0.0/8\", \"::1\"]\n[session]\nidle_hours = 3\n",
        "[upstream]\nservices = { contact = \"https://api.example.com\" }\n[hash]\nmemory_kib = 19456\n[mail]\nfrom = \"A <a@b.example>\"\n",
        "public_origin = \"https://waybill.example.com\"\napp_admins = [\"a@b.example\"]\n[log]\nformat = \"json\"\nfilter = \"info,waybill=debug\"\n",
    ]);
    each(corpus, 600, async |mutant| {
        fs::write(&file, &mutant).unwrap();
        let options = Options {
            config: Some(file.clone()),
            ..Options::default()
        };
        if let Err(error) = Config::load(&options) {
            assert!(!error.to_string().is_empty());
        }
    })
    .await;
}
