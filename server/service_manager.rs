//! The service manager: what systemd, or whoever speaks as it does, is told of this process, and what it hands over.
//!
//! Invariant: without one, nothing here does anything. The program never waits for it, and goes on when it does not listen.

use std::io;
use std::net::TcpListener;
use std::time::Duration;

use listenfd::ListenFd;
use sd_notify::NotifyState;

/// The socket that is to be listened on, if one was handed over (`sd_listen_fds(3)`). To be called before any thread starts, for it
/// takes the variables that tell of it out of the environment.
///
/// # Errors
/// When what was handed over is no listening TCP socket, or more than one.
pub fn socket() -> Result<Option<TcpListener>, HandedOver> {
    let mut handed_over = ListenFd::from_env();
    match handed_over.len() {
        0 => Ok(None),
        1 => handed_over.take_tcp_listener(0).map_err(HandedOver::Other),
        count => Err(HandedOver::Many(count)),
    }
}

/// What was handed over cannot be listened on.
#[derive(Debug, thiserror::Error)]
pub enum HandedOver {
    /// There is one address that people come in by.
    #[error("systemd passed {0} sockets; use one `ListenStream=`")]
    Many(usize),
    /// It is something else than a TCP socket.
    #[error("the socket passed by systemd is not a TCP socket")]
    Other(#[source] io::Error),
}

/// From now on requests are answered.
pub fn ready(status: &str) {
    tell(&[NotifyState::Ready, NotifyState::Status(status)]);
}

/// From now on the configuration is read once more, until [`ready`] is said again.
pub fn reloading() {
    // systemd compares it with its own clock, to tell this reload from one before it.
    match NotifyState::monotonic_usec_now() {
        Ok(now) => tell(&[NotifyState::Reloading, now]),
        Err(error) => tracing::warn!(%error, "The system tells no time for the service manager."),
    }
}

/// From now on the process is ending.
pub fn stopping() {
    let status = NotifyState::Status("Draining: waiting for requests in progress.");
    tell(&[NotifyState::Stopping, status]);
}

/// Gives a sign of life as often as one is wanted, for as long as `is_well`, and for ever where none is.
///
/// That this is called at all shows that tasks take their turn.
pub async fn stay_alive(is_well: impl Fn() -> bool) {
    let Some(patience) = sd_notify::watchdog_enabled() else {
        return std::future::pending().await;
    };
    let mut clock = tokio::time::interval((patience / 3).max(Duration::from_millis(1)));
    loop {
        clock.tick().await;
        if is_well() {
            tell(&[NotifyState::Watchdog]);
        } else {
            tracing::error!("Watchdog not notified: isolates hang.");
        }
    }
}

fn tell(state: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(state) {
        tracing::warn!(%error, "The service manager could not be notified.");
    }
}
