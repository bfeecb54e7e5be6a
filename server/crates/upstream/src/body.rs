//! Content on its way back: it streams, and ends when it is too much or when nothing comes for too long.
//!
//! Invariant: while it lives, the call counts as in work; dropping it ends the call at the service too.

use std::future::Future as _;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, Sleep};

use super::client::{Content, SendError};

/// How long nothing may come before the rest is given up.
const SILENCE: Duration = Duration::from_secs(30);

/// Why content ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum BodyError {
    /// The connection broke.
    #[error("the response of a service was interrupted")]
    Broken(#[source] SendError),
    /// Nothing came for too long.
    #[error("a service stopped in the middle of its response")]
    Silent,
    /// There is more than is passed on.
    #[error("the response of a service is too large")]
    TooMuch,
}

/// Content of an answer.
#[derive(Debug)]
pub struct Passing {
    content: Content,
    /// Bytes that may still come.
    left: u64,
    /// Runs while the service is waited for, not while the reader is.
    silence: Pin<Box<Sleep>>,
    is_waiting: bool,
    _turn: OwnedSemaphorePermit,
}

impl Passing {
    pub(crate) fn new(content: Content, most_bytes: u64, turn: OwnedSemaphorePermit) -> Self {
        Self {
            content,
            left: most_bytes,
            silence: Box::pin(tokio::time::sleep(SILENCE)),
            is_waiting: false,
            _turn: turn,
        }
    }

    fn take(&mut self, frame: Frame<Bytes>) -> Result<Frame<Bytes>, BodyError> {
        let length = frame.data_ref().map_or(0, |bytes| bytes.len() as u64);
        self.left = self.left.checked_sub(length).ok_or(BodyError::TooMuch)?;
        Ok(frame)
    }
}

impl Body for Passing {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        match Pin::new(&mut self.content).poll_frame(context) {
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Ready(Some(frame)) => {
                self.is_waiting = false;
                let frame = frame.map_err(BodyError::Broken);
                Poll::Ready(Some(frame.and_then(|frame| self.take(frame))))
            }
            Poll::Pending => {
                if !self.is_waiting {
                    self.is_waiting = true;
                    self.silence.as_mut().reset(Instant::now() + SILENCE);
                }
                let silence = self.silence.as_mut().poll(context);
                silence.map(|()| Some(Err(BodyError::Silent)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.content.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.content.size_hint()
    }
}
