//! A bucket instead of the disk, at a server that speaks S3: `moto_server` of the `PyPI` package `moto[s3,server]`.
//!
//! `WAYBILL_TEST_S3_SERVER` names the program where it is not on the path. Without it there is nothing to speak to, and the
//! test says so.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;

use axum::http::{Method, StatusCode};
use waybill_services::drive::store::{S3Settings, on_s3};

use super::{FILES, begin_text, complete, content, destroy, id, part, replace, text};
use crate::actors::TestApp;

const MIB: usize = 1024 * 1024;

/// A server with one bucket; it ends with the test.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start() -> Option<Self> {
        let program = std::env::var_os("WAYBILL_TEST_S3_SERVER");
        let program = program.unwrap_or_else(|| "moto_server".into());
        let mut process = Command::new(&program)
            .args(["-H", "127.0.0.1", "-p", "0"])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .inspect_err(|error| {
                let name = program.display();
                std::io::stdout()
                    .write_all(format!("no bucket to speak to: {name}: {error}\n").as_bytes())
                    .unwrap();
            })
            .ok()?;
        let said = BufReader::new(process.stderr.take().unwrap());
        let (tell, told) = mpsc::channel();
        // Read to the end, or the server could not go on speaking.
        std::thread::spawn(move || {
            for line in said.lines().map_while(Result::ok) {
                if let Some((_, address)) = line.split_once("http://") {
                    tell.send(address.trim().to_owned()).ok();
                }
            }
        });
        let address = told.recv().unwrap();
        let server = Self { process, address };
        server.make_bucket();
        Some(server)
    }

    fn make_bucket(&self) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let host = &self.address;
        let request = format!(
            "PUT /freight HTTP/1.1\r\nHost: {host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.contains(" 200 "), "{answer}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

#[tokio::test]
async fn files_lie_in_a_bucket_as_they_lie_on_the_disk() {
    let Some(server) = Server::start() else {
        return;
    };
    let app = TestApp::with(|_, settings| {
        let bucket = S3Settings {
            bucket: "freight".to_owned(),
            prefix: "files".to_owned(),
            endpoint: Some(format!("http://{}", server.address)),
            region: "us-east-1".to_owned(),
            access_key_id: "id".to_owned(),
            secret_access_key: "secret".to_owned(),
        };
        settings.files = Some(on_s3(&bucket).unwrap());
    })
    .await;
    let ann = app.administrator("Lines").await;
    // More than one part of S3's.
    let whole = text(7 * MIB);
    let upload = begin_text(&ann, "manifest.txt", whole.len()).await;
    part(&ann, &upload, 0, whole[..4 * MIB].to_vec()).await;
    part(&ann, &upload, 4 * MIB, whole[4 * MIB..].to_vec()).await;
    let file = id(&complete(&ann, &upload).await.data(StatusCode::OK));
    assert!(
        content(&ann, &file).await.bytes == whole,
        "other bytes came back"
    );
    let path = format!("{FILES}/{file}/content");
    let range = [("range", "bytes=6000000-6000009")];
    let range = ann.send_with(Method::GET, &path, &range, "").await;
    assert_eq!(range.bytes, whole[6_000_000..6_000_010]);
    replace(&ann, &file, "*", b"two").await.data(StatusCode::OK);
    assert_eq!(content(&ann, &file).await.text, "two");
    ann.delete(&format!("{FILES}/{file}"), "*").await;
    assert_eq!(destroy(&ann, &file).await, StatusCode::NO_CONTENT);
    app.set_time("2027-01-01T00:00:00Z");
    assert_eq!(
        app.services.sweep_files().await.unwrap(),
        0,
        "no bytes are left"
    );
}
