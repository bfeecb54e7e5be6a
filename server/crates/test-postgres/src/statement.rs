//! A statement of the superuser, in as much of PostgreSQL's own protocol as that takes: a cluster of tests trusts anyone who reaches its
//! socket, and not every package of the server brings `psql`.
//!
//! <https://www.postgresql.org/docs/current/protocol-message-formats.html>

use std::io::{self, Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::path::Path;

/// 3.0
const PROTOCOL: i32 = 196_608;

/// Runs it on the server with this socket folder. Gives a line for each row, with `|` between the values and nothing for NULL.
pub(crate) fn run(socket: &Path, database: &str, sql: &str) -> io::Result<String> {
    let mut stream = UnixStream::connect(socket.join(".s.PGSQL.5432"))?;
    let who = format!("user\0postgres\0database\0{database}\0\0");
    let start = [&PROTOCOL.to_be_bytes(), who.as_bytes()].concat();
    stream.write_all(&with_length(&start))?;
    until_ready(&mut stream)?;
    let query = with_length(format!("{sql}\0").as_bytes());
    stream.write_all(&[b"Q", &query[..]].concat())?;
    let rows = until_ready(&mut stream)?;
    stream.write_all(&[b"X", &with_length(b"")[..]].concat())?;
    Ok(rows.join("\n").trim_end().to_owned())
}

fn with_length(content: &[u8]) -> Vec<u8> {
    // The length counts itself.
    let length = i32::try_from(content.len() + 4).unwrap_or(i32::MAX);
    [&length.to_be_bytes(), content].concat()
}

/// The rows that the server tells until it takes the next statement.
fn until_ready(stream: &mut UnixStream) -> io::Result<Vec<String>> {
    let (mut rows, mut refusal) = (Vec::new(), None);
    loop {
        let mut kind = [0];
        if let Err(error) = stream.read_exact(&mut kind) {
            return Err(refusal.unwrap_or(error));
        }
        let length = number(stream)?;
        let mut content = vec![0; usize::try_from(length - 4).unwrap_or(0)];
        stream.read_exact(&mut content)?;
        match kind {
            [b'D'] => rows.push(row(&content)?),
            [b'E'] => refusal = Some(io::Error::other(message(&content))),
            [b'Z'] => return refusal.map_or(Ok(rows), Err),
            _ => {}
        }
    }
}

fn row(content: &[u8]) -> io::Result<String> {
    // The number of values; each tells its length, and NULL one of -1.
    let mut rest = content.get(2..).unwrap_or_default();
    let mut values = Vec::new();
    while !rest.is_empty() {
        let length = number(&mut rest)?;
        let mut value = vec![0; usize::try_from(length).unwrap_or(0)];
        rest.read_exact(&mut value)?;
        values.push(String::from_utf8_lossy(&value).into_owned());
    }
    Ok(values.join("|"))
}

/// Of the fields of a refusal, each with its letter, the one that people read.
fn message(content: &[u8]) -> String {
    let mut fields = content.split(|byte| *byte == 0);
    let text = fields.find_map(|field| field.strip_prefix(b"M"));
    String::from_utf8_lossy(text.unwrap_or_default()).into_owned()
}

fn number(from: &mut impl io::Read) -> io::Result<i32> {
    let mut bytes = [0; 4];
    from.read_exact(&mut bytes)?;
    Ok(i32::from_be_bytes(bytes))
}
