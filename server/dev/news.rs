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
}

/// Hands out one event stream per open page.
#[derive(Debug, Clone)]
pub struct Reloads {
    news: watch::Receiver<News>,
}

impl Reloads {
    pub(super) fn new(news: watch::Receiver<News>) -> Self {
        Self { news }
    }

    /// Body of an answer of type `text/event-stream`: the state now, then each change, for as long as both sides last.
    pub fn events(&self) -> Events {
        let mut news = self.news.clone();
        news.mark_changed();
        Events { next: next(news) }
    }
}

type Next = Pin<Box<dyn Future<Output = Option<(News, watch::Receiver<News>)>> + Send>>;

fn next(mut news: watch::Receiver<News>) -> Next {
    Box::pin(async move {
        news.changed().await.ok()?;
        let value = news.borrow_and_update().clone();
        Some((value, news))
    })
}

/// The body that [`Reloads::events`] gives; ends when the loop does.
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
        let (tell, news) = watch::channel(News::Built {
            version: "1".to_owned(),
        });
        let mut events = Reloads::new(news).events();
        assert_eq!(
            frame(&mut events).await.unwrap(),
            "event: built\ndata: 1\n\n"
        );
        tell.send_replace(News::Failed {
            message: "a.ts:1:2: no\n  1 | x".to_owned(),
        });
        assert_eq!(
            frame(&mut events).await.unwrap(),
            "event: failed\ndata: a.ts:1:2: no\ndata:   1 | x\n\n"
        );
    }

    #[tokio::test]
    async fn the_stream_ends_with_the_loop() {
        let (tell, news) = watch::channel(News::Starting);
        let mut events = Reloads::new(news).events();
        assert!(frame(&mut events).await.is_some());
        drop(tell);
        assert!(frame(&mut events).await.is_none());
        assert!(frame(&mut events).await.is_none());
    }
}
