//! What open pages are told about the last build, as a stream of server-sent events.
//!
//! Only the newest matters, so a slow page skips what it missed and nothing queues up.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use hyper::body::{Body, Frame};
use tokio::sync::watch;

/// Outcome of the last build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// The first build is not done; what the binary embeds is served.
    Starting,
    /// A build was handed over.
    Built {
        /// Version of its manifest.
        version: String,
    },
    /// The sources do not build.
    Failed {
        /// Each fault as `file:line:column: what`, with an excerpt; several lines.
        message: String,
    },
    /// The server drains; every stream ends.
    Closed,
}

/// Hands out one event stream per open page.
#[derive(Debug, Clone)]
pub struct Reloads {
    // The loop and every clone send; the receivers are the streams.
    news: watch::Sender<News>,
}

impl Reloads {
    pub(super) fn new() -> Self {
        let (news, _) = watch::channel(News::Starting);
        Self { news }
    }

    /// Body of an answer of type `text/event-stream`: the state now, then each change, until [`Reloads::close`].
    pub fn events(&self) -> Events {
        let mut news = self.news.subscribe();
        news.mark_changed();
        Events { next: next(news) }
    }

    /// Ends every stream, now and later: an open page must not keep a draining server.
    pub fn close(&self) {
        self.news.send_replace(News::Closed);
    }

    pub(super) fn tell(&self, news: News) {
        self.news.send_if_modified(|now| {
            let open = *now != News::Closed;
            if open {
                *now = news;
            }
            open
        });
    }
}

type Next = Pin<Box<dyn Future<Output = Option<(News, watch::Receiver<News>)>> + Send>>;

fn next(mut news: watch::Receiver<News>) -> Next {
    Box::pin(async move {
        news.changed().await.ok()?;
        let value = news.borrow_and_update().clone();
        (value != News::Closed).then_some((value, news))
    })
}

/// The body that [`Reloads::events`] gives.
pub struct Events {
    next: Next,
}

impl Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let Some((news, rest)) = ready!(self.next.as_mut().poll(context)) else {
            // Polled again, it must not touch the finished future.
            self.next = Box::pin(std::future::ready(None));
            return Poll::Ready(None);
        };
        self.next = next(rest);
        Poll::Ready(Some(Ok(Frame::data(event(&news)))))
    }
}

/// One event in the form of the HTML standard, section 9.2.5: every line of the data has its own field.
fn event(news: &News) -> Bytes {
    let (name, data) = match news {
        News::Starting => ("starting", ""),
        News::Built { version } => ("built", version.as_str()),
        News::Failed { message } => ("failed", message.as_str()),
        News::Closed => ("closed", ""),
    };
    let mut text = format!("event: {name}\n");
    for line in data.split('\n') {
        text.push_str("data: ");
        text.push_str(line);
        text.push('\n');
    }
    text.push('\n');
    text.into()
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;

    use super::*;

    async fn frame(events: &mut Events) -> Option<Bytes> {
        let frame = events.frame().await?.unwrap();
        frame.into_data().ok()
    }

    #[tokio::test]
    async fn a_page_learns_the_state_it_joined_in_and_then_each_change() {
        let reloads = Reloads::new();
        reloads.tell(News::Built {
            version: "1".to_owned(),
        });
        let mut events = reloads.events();
        assert_eq!(
            frame(&mut events).await.unwrap(),
            "event: built\ndata: 1\n\n"
        );
        reloads.tell(News::Failed {
            message: "a.ts:1:2: no\n  1 | x".to_owned(),
        });
        assert_eq!(
            frame(&mut events).await.unwrap(),
            "event: failed\ndata: a.ts:1:2: no\ndata:   1 | x\n\n"
        );
    }

    #[tokio::test]
    async fn a_draining_server_ends_every_stream_and_opens_none() {
        let reloads = Reloads::new();
        let mut events = reloads.events();
        assert!(frame(&mut events).await.is_some());
        reloads.close();
        reloads.tell(News::Starting);
        assert!(frame(&mut events).await.is_none());
        assert!(frame(&mut events).await.is_none());
        assert!(frame(&mut reloads.events()).await.is_none());
    }
}
