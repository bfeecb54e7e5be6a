//! The progress of a connection: what tells one that is at work from one whose peer takes nothing.
//!
//! A peer that opens no window keeps its answers in memory, one that only answers pings keeps its place, and one that reads a few
//! bytes now and then keeps whoever makes the answer; none is seen by the deadline of a write. Invariant: while a request or a part of
//! an answer is still to come from us, the connection is at work.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use http::Version;
use hyper::body::{Buf, Frame, SizeHint};
use tokio::time::Instant;

/// Bytes that count as an answer taken: more than the pings and acknowledgements of a minute.
const TAKEN: u64 = 1_024;

/// Bytes of an answer that a peer takes within [`ANSWER`] while they wait for it; the slowest of telephones take a hundred times as many.
const ANSWER_TAKEN: u64 = 8 * 1024;

/// Time in which so much of an answer is taken.
const ANSWER: Duration = Duration::from_mins(2);

/// What a connection has done, shared by its parts.
#[derive(Debug, Default)]
pub(super) struct Progress {
    begun: AtomicU64,
    is_http2: AtomicBool,
    written: AtomicU64,
    /// Requests and answers that wait for us.
    ours: AtomicUsize,
    /// Answers that are on their way.
    answers: Mutex<Vec<Weak<Answer>>>,
}

impl Progress {
    /// A request has come; it waits for us until the guard is dropped.
    pub(super) fn begin(self: &Arc<Self>, version: Version) -> Ours {
        self.begun.fetch_add(1, Ordering::Relaxed);
        if version == Version::HTTP_2 {
            self.is_http2.store(true, Ordering::Relaxed);
        }
        Ours::of(self)
    }

    /// Whether no request has come.
    pub(super) fn is_silent(&self) -> bool {
        self.begun.load(Ordering::Relaxed) == 0
    }

    /// Whether requests come by HTTP/2, whose connections hyper never ends for being idle.
    pub(super) fn is_http2(&self) -> bool {
        self.is_http2.load(Ordering::Relaxed)
    }

    /// So many bytes went to the peer.
    pub(super) fn wrote(&self, bytes: usize) {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        self.written.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Whether something waits for us.
    pub(super) fn is_ours(&self) -> bool {
        0 < self.ours.load(Ordering::Relaxed)
    }

    /// Whether the peer lets an answer lie that waits for it.
    pub(super) fn has_unread(&self) -> bool {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.retain(|it| 0 < it.strong_count());
        let now = Instant::now();
        let mut answers = answers.iter().filter_map(Weak::upgrade);
        answers.any(|it| it.is_unread(now))
    }

    fn begin_answer(&self) -> Arc<Answer> {
        let answer = Arc::new(Answer::new());
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.retain(|it| 0 < it.strong_count());
        answers.push(Arc::downgrade(&answer));
        answer
    }

    /// A mark that is another one after a request came or something was taken.
    pub(super) fn mark(&self) -> (u64, u64) {
        let written = self.written.load(Ordering::Relaxed);
        (self.begun.load(Ordering::Relaxed), written / TAKEN)
    }
}

/// Something that waits for us, until it is dropped.
#[derive(Debug)]
pub(super) struct Ours(Arc<Progress>);

impl Ours {
    fn of(progress: &Arc<Progress>) -> Self {
        progress.ours.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(progress))
    }
}

impl Drop for Ours {
    fn drop(&mut self) {
        self.0.ours.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How far the peer has taken an answer. It lives until the last byte is taken.
#[derive(Debug)]
struct Answer(Mutex<Taking>);

#[derive(Debug)]
struct Taking {
    /// Since when it waits for the peer to take more; none while it waits for us.
    since: Option<Instant>,
    /// Bytes that were taken since then.
    taken: u64,
}

impl Answer {
    fn new() -> Self {
        let (since, taken) = (Some(Instant::now()), 0);
        Self(Mutex::new(Taking { since, taken }))
    }

    fn change(&self, change: impl FnOnce(&mut Taking)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn waits_for_us(&self) {
        self.change(|it| it.since = None);
    }

    fn waits_for_peer(&self) {
        self.change(|it| {
            if it.since.is_none() {
                (it.since, it.taken) = (Some(Instant::now()), 0);
            }
        });
    }

    fn took(&self, bytes: usize) {
        self.change(|it| {
            it.taken += u64::try_from(bytes).unwrap_or(u64::MAX);
            if ANSWER_TAKEN <= it.taken && it.since.is_some() {
                (it.since, it.taken) = (Some(Instant::now()), 0);
            }
        });
    }

    fn is_unread(&self, now: Instant) -> bool {
        let taking = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        taking.since.is_some_and(|since| since + ANSWER <= now)
    }
}

/// An answer that tells whether its next part is still to come, and how much of it was taken.
pub(super) struct Told {
    body: Body,
    progress: Arc<Progress>,
    answer: Arc<Answer>,
    ours: Option<Ours>,
}

impl Told {
    pub(super) fn new(body: Body, progress: &Arc<Progress>) -> Self {
        Self {
            body,
            answer: progress.begin_answer(),
            progress: Arc::clone(progress),
            ours: None,
        }
    }
}

/// Bytes of an answer on their way to the peer.
pub(super) struct Taken {
    bytes: Bytes,
    answer: Arc<Answer>,
}

impl Buf for Taken {
    fn remaining(&self) -> usize {
        self.bytes.remaining()
    }

    fn chunk(&self) -> &[u8] {
        self.bytes.chunk()
    }

    fn advance(&mut self, count: usize) {
        self.answer.took(count);
        self.bytes.advance(count);
    }

    fn copy_to_bytes(&mut self, count: usize) -> Bytes {
        self.answer.took(count);
        self.bytes.copy_to_bytes(count)
    }
}

impl HttpBody for Told {
    type Data = Taken;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Taken>, axum::Error>>> {
        let this = self.get_mut();
        let frame = Pin::new(&mut this.body).poll_frame(context);
        match frame {
            Poll::Pending => {
                if this.ours.is_none() {
                    this.ours = Some(Ours::of(&this.progress));
                }
                this.answer.waits_for_us();
            }
            Poll::Ready(_) => {
                this.ours = None;
                this.answer.waits_for_peer();
            }
        }
        frame.map_ok(|frame| {
            frame.map_data(|bytes| Taken {
                bytes,
                answer: Arc::clone(&this.answer),
            })
        })
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
