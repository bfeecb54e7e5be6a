//! A real server with one company, and the inputs that its pages are rendered from.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::stats::spread;

/// Render inputs, each the JSON that the server itself put into the page.
pub(crate) struct Inputs {
    pub(crate) dashboard: String,
    /// The users table, brought to 50 rows.
    pub(crate) users: String,
}

/// A running server and a signed-in user of it.
pub(crate) struct Session {
    child: Child,
    data_dir: TempDir,
    pub(crate) address: SocketAddr,
    pub(crate) cookie: String,
    pub(crate) inputs: Inputs,
}

impl Session {
    /// Starts the server, registers a company and reads two of its pages.
    pub(crate) async fn open() -> Self {
        let data_dir = tempfile::tempdir().unwrap();
        let (child, address) = start_with(data_dir.path(), &[]);
        let cookie = register(address).await;
        let dashboard = state_of(&page(address, "/dashboard", &cookie).await);
        let mut users: Value =
            serde_json::from_str(&state_of(&page(address, "/settings/users", &cookie).await))
                .unwrap();
        fill_up(&mut users, 50);
        let inputs = Inputs {
            dashboard,
            users: users.to_string(),
        };
        Self {
            child,
            data_dir,
            address,
            cookie,
            inputs,
        }
    }

    /// Time from starting the process, with an existing data directory, to the first byte of a rendered page.
    pub(crate) fn print_start_times() {
        let other = tempfile::tempdir().unwrap();
        let mut times = Vec::new();
        for round in 0..11 {
            let port = std::net::TcpListener::bind("127.0.0.1:0")
                .unwrap()
                .local_addr()
                .unwrap()
                .port();
            let started = Instant::now();
            let mut child = spawn(other.path(), &format!("127.0.0.1:{port}"), &[]);
            let address: SocketAddr = ([127, 0, 0, 1], port).into();
            let page = first_page(address, started);
            child.kill().unwrap();
            child.wait().unwrap();
            // The first start makes the data directory.
            if round > 0 {
                times.push(page);
            }
        }
        println!(
            "process start to first rendered byte, ms  {}",
            spread(times, 0)
        );
    }

    /// Brotli bytes of the scripts that the dashboard's HTML names: all it needs before the firebase SDK.
    pub(crate) async fn print_javascript_bytes(&self) {
        let html = page(self.address, "/dashboard", &self.cookie).await;
        let scripts: std::collections::BTreeSet<&str> = html
            .split('"')
            .filter(|it| it.starts_with("/assets/") && it.rsplit('.').next() == Some("js"))
            .collect();
        let mut total = 0;
        for script in &scripts {
            let response = reqwest::Client::new()
                .get(format!("http://{}{script}", self.address))
                .header("accept-encoding", "br")
                .send()
                .await
                .unwrap();
            // The smallest files do not shrink, and are sent as they are.
            let encoding = response.headers().get("content-encoding");
            assert!(encoding.is_none_or(|it| it == "br"), "{encoding:?}");
            total += response.bytes().await.unwrap().len();
        }
        println!(
            "JavaScript of the dashboard, brotli        {total} bytes in {} files",
            scripts.len()
        );
        println!(
            "HTML of the dashboard, uncompressed        {} bytes",
            html.len()
        );
    }

    pub(crate) fn close(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        drop(self.data_dir);
    }
}

/// `WAYBILL_BIN`, or the one that was built with this.
pub(crate) fn program() -> PathBuf {
    let named = std::env::var_os("WAYBILL_BIN");
    named.map_or_else(|| env!("CARGO_BIN_EXE_waybill").into(), PathBuf::from)
}

fn spawn(data_dir: &Path, listen: &str, more: &[&str]) -> Child {
    Command::new(program())
        .args(["serve", "--listen", listen, "--data-dir"])
        .arg(data_dir)
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Starts the server on a free port, with more flags.
pub(crate) fn start_with(data_dir: &Path, more: &[&str]) -> (Child, SocketAddr) {
    let mut child = spawn(data_dir, "127.0.0.1:0", more);
    let address = BufReader::new(child.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok)
        .find_map(|line| {
            let (_, rest) = line.split_once("http://")?;
            rest.split(|it: char| it.is_whitespace() || it == '/')
                .next()?
                .parse()
                .ok()
        })
        .expect("the server prints its address");
    (child, address)
}

/// Milliseconds since `started` when the first byte of `/login` arrives.
fn first_page(address: SocketAddr, started: Instant) -> f64 {
    use std::io::{Read, Write};
    let mut stream = loop {
        if let Ok(stream) = TcpStream::connect(address) {
            break stream;
        }
        assert!(
            started.elapsed() < Duration::from_secs(20),
            "the server does not answer"
        );
        std::thread::park_timeout(Duration::from_micros(500));
    };
    write!(
        stream,
        "GET /login HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"
    )
    .unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).unwrap();
    let took = started.elapsed().as_secs_f64() * 1_000.0;
    assert_eq!(&head, b"HTTP/1.1 200");
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("<h1"), "the page was not rendered");
    took
}

/// Registers a company; gives the `Cookie` header of its first user.
pub(crate) async fn register(address: SocketAddr) -> String {
    let client = reqwest::Client::new();
    let account: Value = client
        .post(format!("http://{address}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"))
        .json(&json!({ "email": "bench@bench.example", "password": "granite-anchor-42", "returnSecureToken": true }))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let response = client
        .post(format!("http://{address}/iam/api/v1/auth"))
        .bearer_auth(account["idToken"].as_str().unwrap())
        .json(&json!({ "firstName": "Ada", "lastName": "Okonkwo", "companyName": "Harbour Freight", "operatingCountry": "NL" }))
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 201);
    let cookies: Vec<&str> = response
        .headers()
        .get_all("set-cookie")
        .iter()
        .filter_map(|it| it.to_str().ok()?.split(';').next())
        .collect();
    cookies.join("; ")
}

async fn page(address: SocketAddr, path: &str, cookie: &str) -> String {
    let response = reqwest::Client::new()
        .get(format!("http://{address}{path}"))
        .header("cookie", cookie)
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    response.text().await.unwrap()
}

/// The JSON of the page's state script, which is also the renderer's input.
fn state_of(html: &str) -> String {
    let (_, rest) = html.split_once(r#"id="state""#).unwrap();
    let (_, json) = rest.split_once('>').unwrap();
    json.split_once("</script>").unwrap().0.to_owned()
}

/// Repeats the first user until the list has `rows` rows.
fn fill_up(input: &mut Value, rows: usize) {
    let list = input["data"]
        .as_object_mut()
        .unwrap()
        .values_mut()
        .find(|need| need["data"].is_array())
        .expect("the users page has a list");
    let first = list["data"][0].clone();
    let users: Vec<Value> = (0..rows)
        .map(|n| {
            let mut user = first.clone();
            user["_id"] = json!(format!("0199a000-0000-7000-8000-{n:012}"));
            user["name"] = json!(format!("Ada Okonkwo the {n}th"));
            user["emailId"] = json!(format!("ada.{n}@harbour-freight.example"));
            user
        })
        .collect();
    list["data"] = json!(users);
    list["total"] = json!(rows);
    list["pageSize"] = json!(rows);
}
