//! A server of whatever kind that repeats what it was told in its refusal, as careless ones do.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// What it passes for.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// Refuses each command with its arguments, as Redis does with those it does not know.
    Redis,
    /// Refuses to let anybody in, with the password in clear.
    Smtp,
    /// Refuses each request with its headers.
    S3,
}

/// Starts one; it lasts as long as the tests. Gives its port.
pub(super) fn start(kind: Kind) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || {
                let ended = match kind {
                    Kind::Redis => redis(stream),
                    Kind::Smtp => smtp(stream),
                    Kind::S3 => s3(stream),
                };
                // Whoever hangs up has heard enough.
                drop(ended);
            });
        }
    });
    port
}

fn redis(mut stream: TcpStream) -> std::io::Result<()> {
    let mut heard = [0; 4096];
    loop {
        let length = stream.read(&mut heard)?;
        if length == 0 {
            return Ok(());
        }
        let told = String::from_utf8_lossy(&heard[..length]).replace(['\r', '\n'], " ");
        let commands = told.matches('*').count().max(1);
        let refusal = format!("-ERR unknown command, with args beginning with: {told}\r\n");
        stream.write_all(refusal.repeat(commands).as_bytes())?;
    }
}

fn smtp(mut stream: TcpStream) -> std::io::Result<()> {
    stream.write_all(b"220 parrot ESMTP\r\n")?;
    let mut lines = BufReader::new(stream.try_clone()?);
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line)? == 0 {
            return Ok(());
        }
        let line = line.trim_end();
        let answer = match line.split(' ').next().unwrap_or_default() {
            "EHLO" => "250-parrot\r\n250 AUTH PLAIN LOGIN\r\n".to_owned(),
            "AUTH" => {
                let typed = line.rsplit(' ').next().unwrap_or_default();
                let clear = STANDARD.decode(typed).unwrap_or_default();
                let clear = String::from_utf8_lossy(&clear).replace('\0', " ");
                format!("535 5.7.8 these are not right: {clear} ({typed})\r\n")
            }
            _ => "250 as you say\r\n".to_owned(),
        };
        stream.write_all(answer.as_bytes())?;
    }
}

fn s3(mut stream: TcpStream) -> std::io::Result<()> {
    let mut heard = [0; 16 * 1024];
    let length = stream.read(&mut heard)?;
    let told = String::from_utf8_lossy(&heard[..length]);
    let head = told.split("\r\n\r\n").next().unwrap_or_default();
    let body = format!("<Error><Code>AccessDenied</Code><Message>{head}</Message></Error>");
    let length = body.len();
    let answer = format!(
        "HTTP/1.1 403 Forbidden\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
    stream.write_all(answer.as_bytes())
}
