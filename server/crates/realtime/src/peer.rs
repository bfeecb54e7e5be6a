//! A peer: what one socket has asked for, and how each of its requests is answered. The socket itself is not here.
//!
//! Requests are taken one after the other: `auth` precedes the first listen. Invariant: whatever a peer sends has an answer or
//! ends the socket; nothing is read or written but by the rules.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::database::{Author, Change, Listener, Target, Write, WriteError};
use crate::identity::{Door, Identity, Refusal};
use crate::outlet::{Closing, Outlet};
use crate::path::Path;
use crate::realtime::{Place, Realtime};

mod allowance;
mod requests;

use allowance::Allowance;
use requests::{AtEnd, Request, Wanted};

/// One socket's state.
pub struct Peer {
    place: Place,
    outlet: Outlet,
    door: Door,
    who: Option<Arc<Identity>>,
    listens: HashMap<Target, Option<u64>>,
    at_end: AtEnd,
    /// What it wrote that lasts as long as it does.
    lasting: Option<Path>,
    allowance: Allowance,
}

/// What a request is answered with.
#[derive(Debug)]
pub(crate) struct Answer {
    status: &'static str,
    data: Json,
}

impl Answer {
    const DENIED: &'static str = "permission_denied";

    fn ok(data: Json) -> Self {
        Self { status: "ok", data }
    }

    fn done() -> Self {
        Self::ok(json!(""))
    }

    fn refused(status: &'static str, why: &str) -> Self {
        Self {
            status,
            data: json!(why),
        }
    }

    pub(crate) fn denied() -> Self {
        Self::refused(Self::DENIED, "Permission denied")
    }

    fn unavailable(error: &(dyn std::error::Error + 'static)) -> Self {
        tracing::warn!(error, "The realtime database cannot reach its storage.");
        Self::refused("unavailable", "The service is unavailable")
    }
}

impl From<WriteError> for Answer {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Denied => Self::denied(),
            WriteError::Stale => Self::refused("datastale", "Transaction hash does not match"),
            WriteError::Invalid => Self::refused("invalid_data", "The data are not valid"),
            WriteError::Storage(error) => Self::unavailable(&error),
        }
    }
}

impl Peer {
    /// A peer that has said nothing yet.
    pub(crate) fn new(place: Place, outlet: Outlet, door: Door) -> Self {
        let allowance = Allowance::new(place.realtime().config.writes_per_socket);
        Self {
            place,
            outlet,
            door,
            who: None,
            listens: HashMap::new(),
            at_end: AtEnd::default(),
            lasting: None,
            allowance,
        }
    }

    /// Greets: the first message of every socket. The SDK comes back to `host`.
    pub(crate) fn greet(&self, host: &str) {
        let now = self.realtime().clock.now().as_millisecond();
        let id = self.place.id().to_string();
        let hello = json!({ "ts": now, "v": "5", "h": host, "s": id });
        self.tell(&json!({ "t": "c", "d": { "t": "h", "d": hello } }));
    }

    /// How long its identity is good for.
    pub(crate) fn remaining(&self) -> Option<Duration> {
        let expires_at = self.who.as_ref()?.expires_at;
        let remaining = expires_at.duration_since(self.realtime().clock.now());
        Some(Duration::try_from(remaining).unwrap_or_default())
    }

    /// Takes a message. An error ends the socket.
    pub(crate) async fn take(&mut self, message: &str) -> Result<(), Closing> {
        let message: Json = serde_json::from_str(message).map_err(|_| Closing::Violation)?;
        let content = message.get("d").unwrap_or(&Json::Null);
        match message.get("t").and_then(Json::as_str) {
            Some("c") => {
                if content.get("t").and_then(Json::as_str) == Some("p") {
                    self.tell(&json!({ "t": "c", "d": { "t": "o", "d": null } }));
                }
                Ok(())
            }
            Some("d") => {
                let number = content.get("r").and_then(Json::as_u64);
                let number = number.ok_or(Closing::Violation)?;
                let answer = match Request::of_json(content) {
                    Ok(request) => self.answer(request).await?,
                    Err(refused) => refused,
                };
                self.reply(number, answer);
                Ok(())
            }
            _ => Err(Closing::Violation),
        }
    }

    /// Refuses a message that is too large, of which this is the beginning.
    pub(crate) fn refuse_large(&self, beginning: &str) -> Result<(), Closing> {
        const START: &str = r#"{"t":"d","d":{"r":"#;

        let number = beginning.strip_prefix(START).and_then(|rest| {
            let (number, _) = rest.split_once(',')?;
            number.parse().ok()
        });
        let number = number.ok_or(Closing::TooLarge)?;
        self.reply(number, Answer::refused("too_big", "The data are too large"));
        Ok(())
    }

    /// Does what it left to be done, after its socket is gone.
    pub(crate) async fn leave(mut self) {
        for target in std::mem::take(&mut self.listens).into_keys() {
            self.realtime()
                .database()
                .unlisten(&target, self.place.id());
        }
        let author = Author::Client(self.who.clone());
        for write in std::mem::take(&mut self.at_end).into_writes() {
            if let Err(error) = self.realtime().database().write(&author, write).await {
                tracing::debug!(%error, "The onDisconnect operations of a socket failed.");
            }
        }
        self.take_back().await;
    }

    /// Takes back what lasts as long as it does, or as it is this person.
    async fn take_back(&mut self) {
        let Some(path) = self.lasting.take() else {
            return;
        };
        let write = Write {
            changes: vec![(path, Change::Put(Json::Null))],
            expected: None,
        };
        let database = self.realtime().database();
        if let Err(error) = database.write(&Author::Server, write).await {
            tracing::warn!(%error, "What a socket wrote for as long as it is there could not be removed.");
        }
    }

    async fn write(&mut self, mut write: Write) -> Answer {
        if !self.allowance.take(write.changes.len()) {
            return Answer::refused("too_many", "Too many changes at once");
        }
        let rules = self.realtime().database().rules();
        let who = self.who.as_deref();
        let mut lasting: Vec<_> = write
            .changes
            .iter()
            .filter(|(path, _)| rules.lasts_with_socket(who, path))
            .map(|(path, change)| (path.clone(), change.is_removal()))
            .collect();
        let next = match lasting.pop() {
            None => self.lasting.clone(),
            Some(_) if !lasting.is_empty() => return Answer::denied(),
            Some((path, true)) if self.lasting.as_ref() == Some(&path) => None,
            Some((_, true)) => self.lasting.clone(),
            Some((path, false)) => {
                // It is with one record at a time: where it was it leaves in the same write.
                if let Some(before) = self.lasting.clone().filter(|before| *before != path) {
                    write.changes.push((before, Change::Put(Json::Null)));
                    write.expected = None;
                }
                Some(path)
            }
        };
        let author = Author::Client(self.who.clone());
        match self.realtime().database().write(&author, write).await {
            Ok(()) => {
                self.lasting = next;
                Answer::done()
            }
            Err(error) => error.into(),
        }
    }

    async fn answer(&mut self, request: Request) -> Result<Answer, Closing> {
        Ok(match request {
            Request::Auth(token) => self.authenticate(&token).await?,
            Request::Unauth => {
                self.take_back().await;
                self.become_known(None)?;
                Answer::done()
            }
            Request::Listen(wanted) => self.listen(wanted).await,
            Request::Unlisten(target) => {
                if self.listens.remove(&target).is_some() {
                    let database = self.realtime().database();
                    database.unlisten(&target, self.place.id());
                }
                Answer::done()
            }
            Request::Get(target) => self.get(&target).await,
            Request::Write(write) => self.write(write).await,
            Request::AtEnd(at, write) => {
                let rules = self.realtime().database().rules();
                let who = self.who.as_deref();
                let may_be_left = |(path, change): &(Path, Change)| {
                    rules.may_write_at(who, path)
                        && (change.is_removal() || !rules.lasts_with_socket(who, path))
                };
                if !write.changes.iter().all(may_be_left) {
                    Answer::denied()
                } else if self.realtime().config.listens_per_socket <= self.at_end.len() {
                    Answer::refused("too_big", "Too much is left to be done")
                } else {
                    self.at_end.add(at, write);
                    Answer::done()
                }
            }
            Request::Cancel(at) => {
                self.at_end.cancel(&at);
                Answer::done()
            }
            Request::Nothing => Answer::done(),
        })
    }

    async fn authenticate(&mut self, token: &str) -> Result<Answer, Closing> {
        match self.realtime().verifier.verify(token, &self.door).await {
            Ok(who) if who.expires_at <= self.realtime().clock.now() => {
                self.become_known(None)?;
                Ok(Answer::refused("expired_token", "Auth token is expired"))
            }
            Ok(who) => {
                if self.who.as_ref().is_none_or(|it| it.uid != who.uid) {
                    self.take_back().await;
                }
                let provider = who
                    .claims
                    .get("firebase")
                    .and_then(|it| it.get("sign_in_provider"));
                let provider = provider.and_then(Json::as_str).unwrap_or("custom");
                let auth = json!({ "uid": who.uid, "provider": provider, "token": who.claims });
                let data = json!({ "auth": auth, "expires": who.expires_at.as_second() });
                self.become_known(Some(Arc::new(who)))?;
                Ok(Answer::ok(data))
            }
            Err(refusal) => {
                self.become_known(None)?;
                Ok(match refusal {
                    Refusal::Invalid => Answer::refused("invalid_token", "Invalid token"),
                    Refusal::Expired => Answer::refused("expired_token", "Auth token is expired"),
                    Refusal::Unavailable(error) => Answer::unavailable(&*error),
                })
            }
        }
    }

    /// From now on the peer is this person. Listens that this person may not have are ended.
    fn become_known(&mut self, who: Option<Arc<Identity>>) -> Result<(), Closing> {
        self.place.note(who.as_ref()).map_err(|_| Closing::Slow)?;
        self.who = who;
        let realtime = Arc::clone(self.place.realtime());
        let database = realtime.database();
        let mut lost = Vec::new();
        let may_read =
            |target: &Target| database.rules().may_read(self.who.as_deref(), &target.path);
        self.listens.retain(|target, _| {
            let may_read = may_read(target);
            if !may_read {
                lost.push(target.clone());
            }
            may_read
        });
        for target in lost {
            database.unlisten(&target, self.place.id());
            let mut body = json!({ "p": target.path.to_string() });
            if let Some(query) = &target.query {
                body["q"] = json!([query.wire()]);
            }
            self.tell(&json!({ "t": "d", "d": { "a": "c", "b": body } }));
        }
        Ok(())
    }

    async fn listen(&mut self, wanted: Wanted) -> Answer {
        let Wanted { target, tag, known } = wanted;
        let realtime = Arc::clone(self.place.realtime());
        let database = realtime.database();
        if !database.rules().may_read(self.who.as_deref(), &target.path) {
            return Answer::denied();
        }
        if realtime.config.listens_per_socket <= self.listens.len() {
            return Answer::refused("too_big", "Too many listens");
        }
        let listener = Listener {
            socket: self.place.id(),
            outlet: self.outlet.clone(),
            tag,
        };
        match database.listen(&target, &listener, &known).await {
            Ok(()) => {
                self.listens.insert(target, tag);
                Answer::ok(json!({}))
            }
            Err(error) => Answer::unavailable(&error),
        }
    }

    async fn get(&self, target: &Target) -> Answer {
        let database = self.realtime().database();
        if !database.rules().may_read(self.who.as_deref(), &target.path) {
            return Answer::denied();
        }
        match database.get(&target.path, target.query.as_ref()).await {
            Ok(value) => Answer::ok(value.to_json()),
            Err(error) => Answer::unavailable(&error),
        }
    }

    fn reply(&self, number: u64, Answer { status, data }: Answer) {
        let body = json!({ "s": status, "d": data });
        self.tell(&json!({ "t": "d", "d": { "r": number, "b": body } }));
    }

    fn tell(&self, message: &Json) {
        self.outlet.send(message.to_string().into());
    }

    fn realtime(&self) -> &Realtime {
        self.place.realtime()
    }
}

/// What a peer is told whose identity is over: it refreshes its token and comes back.
pub(crate) const REVOKED: &str =
    r#"{"t":"d","d":{"a":"ac","b":{"s":"expired_token","d":"Auth token is expired"}}}"#;
