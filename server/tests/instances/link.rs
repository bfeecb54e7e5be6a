//! The way to a database, which can be cut in three manners.

use std::net::SocketAddr;
use std::path::PathBuf;

use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

use crate::awaited::{at, free_port};

/// A TCP address that leads to the socket of a database, until the test ends.
pub(super) struct Link {
    pub(super) url: String,
    pub(super) address: SocketAddr,
    state: watch::Sender<State>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum State {
    Open,
    /// Connections are taken, and nothing passes, as before a server that is paused.
    Silent,
    /// Connections end, and no new one is taken, as after a server has stopped.
    Refused,
    /// Connections end as soon as they are taken, as at a load balancer that has nobody behind it.
    Closed,
}

impl Link {
    pub(super) async fn to(database: &str) -> Self {
        let address = free_port();
        let (url, socket) = at(database, address);
        let (state, seen) = watch::channel(State::Open);
        let listener = TcpListener::bind(address).await.unwrap();
        tokio::spawn(accept(listener, socket, seen));
        Self {
            url,
            address,
            state,
        }
    }

    pub(super) fn become_now(&self, state: State) {
        self.state.send_replace(state);
    }
}

async fn accept(mut listener: TcpListener, socket: PathBuf, mut state: watch::Receiver<State>) {
    let address = listener.local_addr().unwrap();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                tokio::spawn(pass(accepted.unwrap().0, socket.clone(), state.clone()));
            }
            refused = async { state.wait_for(|it| *it == State::Refused).await.is_ok() } => {
                drop(listener);
                let is_over = async { state.wait_for(|it| *it != State::Refused).await.is_err() };
                if !refused || is_over.await {
                    return;
                }
                listener = TcpListener::bind(address).await.unwrap();
            }
        }
    }
}

async fn pass(mut client: TcpStream, socket: PathBuf, mut state: watch::Receiver<State>) {
    if *state.borrow() == State::Closed {
        return;
    }
    let mut server = UnixStream::connect(socket).await.unwrap();
    loop {
        let now = *state.borrow_and_update();
        match now {
            State::Refused | State::Closed => return,
            State::Silent => {}
            State::Open => tokio::select! {
                _ = tokio::io::copy_bidirectional(&mut client, &mut server) => return,
                changed = state.changed() => match changed {
                    Ok(()) => continue,
                    Err(_) => return,
                },
            },
        }
        if state.changed().await.is_err() {
            return;
        }
    }
}
