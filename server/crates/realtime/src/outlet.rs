//! The outlet of a socket: where pushes and answers wait for the peer to read them.
//!
//! Senders: the database and the socket's own requests. Receiver: the socket's task. When the peer does not keep up, nothing
//! is left out: the socket is closed, and the peer begins anew. Invariant: what waits is bounded, in number and bytes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{mpsc, watch};

/// Messages that may wait.
const MESSAGES: usize = 512;

/// Bytes that may wait.
const BYTES: usize = 4 << 20;

/// Why a socket is closed by us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// The server is going down; the peer may come back at once.
    Away,
    /// The peer reads too slowly.
    Slow,
    /// Another socket has taken its place.
    Replaced,
    /// Its identity is over.
    Revoked,
    /// The peer asked for a database that is not here.
    NoDatabase,
    /// The peer broke the protocol.
    Violation,
    /// A message was too large.
    TooLarge,
    /// What came is no frame as RFC 6455 has them.
    Malformed,
    /// A text is not UTF-8.
    NotText,
}

impl Closing {
    /// The close code, RFC 6455 section 7.4.
    pub fn code(self) -> u16 {
        match self {
            Self::Away => 1001,
            Self::Slow => 1013,
            Self::Replaced => 1000,
            Self::Revoked | Self::NoDatabase | Self::Violation => 1008,
            Self::TooLarge => 1009,
            Self::Malformed => 1002,
            Self::NotText => 1007,
        }
    }
}

/// One end, cheap to clone.
#[derive(Clone, Debug)]
pub struct Outlet(Arc<Ends>);

#[derive(Debug)]
struct Ends {
    messages: mpsc::Sender<Arc<str>>,
    waiting: AtomicUsize,
    closing: watch::Sender<Option<Closing>>,
}

/// The other end, which the socket's task holds.
#[derive(Debug)]
pub struct Inlet {
    messages: mpsc::Receiver<Arc<str>>,
    closing: watch::Receiver<Option<Closing>>,
    outlet: Outlet,
}

/// What the task is to do next.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// Send it.
    Message(Arc<str>),
    /// Close, and leave out what waits.
    Close(Closing),
}

impl Outlet {
    /// Both ends.
    pub fn new() -> (Self, Inlet) {
        let (messages, receiver) = mpsc::channel(MESSAGES);
        let (closing, is_closing) = watch::channel(None);
        let outlet = Self(Arc::new(Ends {
            messages,
            waiting: AtomicUsize::new(0),
            closing,
        }));
        let inlet = Inlet {
            messages: receiver,
            closing: is_closing,
            outlet: outlet.clone(),
        };
        (outlet, inlet)
    }

    /// Puts a message behind the others; closes the socket when too many wait.
    pub fn send(&self, message: Arc<str>) {
        let length = message.len();
        let waiting = self.0.waiting.fetch_add(length, Ordering::Relaxed) + length;
        // A single message may be as large as it is.
        let is_too_much = BYTES < waiting && length < waiting;
        if is_too_much || self.0.messages.try_send(message).is_err() {
            self.close(Closing::Slow);
        }
    }

    /// Has the socket closed. The first reason counts.
    pub fn close(&self, why: Closing) {
        self.0.closing.send_if_modified(|it| {
            let is_first = it.is_none();
            it.get_or_insert(why);
            is_first
        });
    }
}

impl Inlet {
    /// Waits for the next thing to do. May be dropped while it waits.
    pub async fn next(&mut self) -> Next {
        tokio::select! {
            biased;
            why = closed(&mut self.closing) => Next::Close(why),
            Some(message) = self.messages.recv() => {
                self.outlet.0.waiting.fetch_sub(message.len(), Ordering::Relaxed);
                Next::Message(message)
            }
        }
    }

    /// Waits until the socket is to be closed.
    pub async fn closed(&mut self) -> Closing {
        closed(&mut self.closing).await
    }
}

async fn closed(closing: &mut watch::Receiver<Option<Closing>>) -> Closing {
    // The inlet holds a sender itself, so it does not go away.
    match closing.wait_for(Option::is_some).await {
        Ok(why) => why.unwrap_or(Closing::Away),
        Err(_) => Closing::Away,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn messages_come_out_in_their_order() {
        let (outlet, mut inlet) = Outlet::new();
        outlet.send("a".into());
        outlet.send("b".into());
        assert_eq!(inlet.next().await, Next::Message("a".into()));
        assert_eq!(inlet.next().await, Next::Message("b".into()));
    }

    #[tokio::test]
    async fn a_peer_that_does_not_read_is_closed_with_1013() {
        for (message, count) in [("x".to_owned(), MESSAGES), ("x".repeat(1 << 20), 4)] {
            let (outlet, mut inlet) = Outlet::new();
            for _ in 0..count {
                outlet.send(message.as_str().into());
            }
            assert_eq!(*outlet.0.closing.borrow(), None);
            outlet.send(message.as_str().into());
            assert_eq!(inlet.next().await, Next::Close(Closing::Slow));
            assert_eq!(Closing::Slow.code(), 1013);
        }
    }

    #[tokio::test]
    async fn one_large_message_alone_is_no_backlog_and_the_first_reason_counts() {
        let (outlet, mut inlet) = Outlet::new();
        outlet.send("x".repeat(BYTES + 1).into());
        assert!(matches!(inlet.next().await, Next::Message(_)));
        outlet.close(Closing::Revoked);
        outlet.close(Closing::Away);
        assert_eq!(inlet.next().await, Next::Close(Closing::Revoked));
    }
}
