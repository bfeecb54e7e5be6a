//! The life of one socket: greeting, requests and pushes, signs of life, end.
//!
//! One task reads and writes it, so an idle socket costs one task and its small buffers. Invariant: a peer that is silent or
//! does not read is gone within two minutes, whatever it sent before.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use tokio::time::{Instant, MissedTickBehavior};
use tokio_tungstenite::tungstenite::{self, error::ProtocolError};

use crate::frames::{Joined, Joiner, split};
use crate::identity::Door;
use crate::outlet::{Closing, Inlet, Next, Outlet};
use crate::peer::{Peer, REVOKED};
use crate::realtime::Realtime;

/// Time for a peer to take a farewell.
const FAREWELL: Duration = Duration::from_secs(2);

/// The shutdown frame: the SDK logs the text and does not reconnect, as it would after any other end or a refused handshake.
const SHUTDOWN: &str =
    r#"{"t":"c","d":{"t":"s","d":"There is no such database. Check `ns` in the databaseURL"}}"#;

/// Time that is waited for when there is nothing to wait for.
const FOR_EVER: Duration = Duration::from_hours(24);

pub(super) async fn run(
    realtime: Arc<Realtime>,
    mut socket: WebSocket,
    host: String,
    door: Door,
    last: Option<String>,
) {
    let (outlet, mut inlet) = Outlet::new();
    let Ok(place) = realtime.enter(outlet.clone(), last.as_deref()).await else {
        bid_farewell(&mut socket, Closing::Slow).await;
        return;
    };
    let mut peer = Peer::new(place, outlet.clone(), door);
    peer.greet(&host);
    let why = serve(&realtime, &mut socket, &mut inlet, &outlet, &mut peer).await;
    // What it listened to must not fill an outlet that nobody empties.
    drop(inlet);
    // Side by side: whoever comes back waits for what is left to be done, not for the dead peer's farewell.
    let farewell = async move {
        if let Some(why) = why {
            bid_farewell(&mut socket, why).await;
        }
    };
    tokio::join!(farewell, peer.leave());
}

/// Ends a socket that asked for another database.
pub(super) async fn shut_down(mut socket: WebSocket) {
    bid_farewell(&mut socket, Closing::NoDatabase).await;
}

/// Serves until the end; gives the reason when it is ours.
async fn serve(
    realtime: &Realtime,
    socket: &mut WebSocket,
    inlet: &mut Inlet,
    outlet: &Outlet,
    peer: &mut Peer,
) -> Option<Closing> {
    let mut joiner = Joiner::default();
    let mut heard = Instant::now();
    let mut pings = tokio::time::interval(realtime.config.ping_every);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pings.reset();
    loop {
        let remaining = peer.remaining().unwrap_or(FOR_EVER).min(FOR_EVER);
        tokio::select! {
            // What was told first: a socket that is to be closed takes no more requests.
            biased;
            next = inlet.next() => match next {
                Next::Close(why) => return Some(why),
                Next::Message(message) => send(socket, inlet, &message).await?,
            },
            () = tokio::time::sleep(remaining) => {
                if peer.remaining().is_some_and(|it| it.is_zero()) {
                    outlet.close(Closing::Revoked);
                }
            }
            received = socket.recv() => {
                heard = Instant::now();
                match received {
                    None => return None,
                    Some(Err(error)) => return fault_of(error),
                    Some(Ok(Message::Close(_))) => {
                        // The answer to it leaves with the next read (RFC 6455, section 5.5.1).
                        drop(tokio::time::timeout(FAREWELL, socket.recv()).await);
                        return None;
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Binary(_))) => return Some(Closing::Violation),
                    Some(Ok(Message::Text(frame))) => {
                        let taken = match joiner.take(&frame) {
                            Joined::Nothing => Ok(()),
                            Joined::Message(message) => peer.take(&message).await,
                            Joined::TooLarge(beginning) => peer.refuse_large(&beginning),
                            Joined::Excess => Err(Closing::TooLarge),
                        };
                        if let Err(why) = taken {
                            return Some(why);
                        }
                    }
                }
            }
            _ = pings.tick() => {
                if realtime.config.idle < heard.elapsed() {
                    return None;
                }
                send_one(socket, inlet, Message::Ping(Vec::new().into())).await?;
            }
        }
    }
}

/// What the peer did wrong, where that is why nothing more can be read; none when the connection is gone.
fn fault_of(error: axum::Error) -> Option<Closing> {
    match error.into_inner().downcast_ref()? {
        tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
        tungstenite::Error::Protocol(_) => Some(Closing::Malformed),
        tungstenite::Error::Utf8(_) => Some(Closing::NotText),
        tungstenite::Error::Capacity(_) => Some(Closing::TooLarge),
        _ => None,
    }
}

/// Sends a message; none when the socket is over. Too slow a peer is noticed by what waits meanwhile.
async fn send(socket: &mut WebSocket, inlet: &mut Inlet, message: &str) -> Option<()> {
    let segments = split(message);
    if let [_, _, ..] = *segments {
        let count = segments.len().to_string();
        send_one(socket, inlet, Message::Text(count.into())).await?;
    }
    for segment in segments {
        send_one(socket, inlet, Message::Text(segment.into())).await?;
    }
    Some(())
}

async fn send_one(socket: &mut WebSocket, inlet: &mut Inlet, message: Message) -> Option<()> {
    tokio::select! {
        sent = socket.send(message) => sent.ok(),
        // The loop sees the reason again.
        _ = inlet.closed() => Some(()),
    }
}

async fn bid_farewell(socket: &mut WebSocket, why: Closing) {
    let farewell = async {
        let last_message = match why {
            Closing::Revoked => Some(REVOKED),
            Closing::NoDatabase => Some(SHUTDOWN),
            _ => None,
        };
        if let Some(message) = last_message {
            // An error means that the peer is gone, which is what is wanted.
            drop(socket.send(Message::Text(message.into())).await);
        }
        let frame = CloseFrame {
            code: why.code(),
            reason: "".into(),
        };
        drop(socket.send(Message::Close(Some(frame))).await);
        // Until the peer closes too, so that it reads what was sent.
        while let Some(Ok(_)) = socket.recv().await {}
    };
    drop(tokio::time::timeout(FAREWELL, farewell).await);
}
