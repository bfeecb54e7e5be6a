//! A stream that gives up on a peer which does not read: a write that makes no progress in time fails.
//!
//! hyper waits for such a peer for ever, and the peer holds a place all the while (hostile inputs H34, slow read).

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

use super::progress::Progress;

/// Time in which the peer must take something of what is written to it.
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) struct WriteTimeout<S> {
    stream: S,
    progress: Arc<Progress>,
    /// Runs while a write waits.
    deadline: Pin<Box<Sleep>>,
    is_waiting: bool,
}

impl<S: AsyncWrite + Unpin> WriteTimeout<S> {
    pub(super) fn new(stream: S, progress: Arc<Progress>) -> Self {
        Self {
            stream,
            progress,
            deadline: Box::pin(tokio::time::sleep(PATIENCE)),
            is_waiting: false,
        }
    }

    /// Passes progress on; a wait that lasts too long becomes an error.
    fn judge<T>(
        &mut self,
        done: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.is_waiting = false;
            return done;
        }
        if !self.is_waiting {
            self.is_waiting = true;
            self.deadline.as_mut().reset(Instant::now() + PATIENCE);
        }
        match self.deadline.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(context, bytes);
        if let Poll::Ready(Ok(bytes)) = &written {
            this.progress.wrote(*bytes);
        }
        this.judge(written, context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(context, slices);
        if let Poll::Ready(Ok(bytes)) = &written {
            this.progress.wrote(*bytes);
        }
        this.judge(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let flushed = Pin::new(&mut this.stream).poll_flush(context);
        this.judge(flushed, context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let closed = Pin::new(&mut this.stream).poll_shutdown(context);
        this.judge(closed, context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_does_not_read_is_given_up() {
        let (near, _far) = tokio::io::duplex(8);
        let mut stream = WriteTimeout::new(near, Arc::default());
        let start = Instant::now();
        let error = stream.write_all(&[0; 64]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(start.elapsed(), PATIENCE);
    }

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_reads_slowly_but_steadily_gets_everything() {
        let (near, mut far) = tokio::io::duplex(8);
        let mut stream = WriteTimeout::new(near, Arc::default());
        let reading = async {
            let mut taken = 0;
            let mut buffer = [0; 8];
            while taken < 64 {
                tokio::time::sleep(PATIENCE / 2).await;
                taken += far.read(&mut buffer).await.unwrap();
            }
            taken
        };
        let (written, taken) = tokio::join!(stream.write_all(&[0; 64]), reading);
        written.unwrap();
        assert_eq!(taken, 64);
    }
}
