//! Channels: which branches somebody here wants to hear of, and of which the line does hear. It sends nothing itself.
//!
//! Invariant: a branch that was attended to before its channel was confirmed is said to have missed events once it is.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, watch};
use tokio::time::{Instant, timeout_at};

use super::Interest;

/// How long a listen waits for its channel. After that it goes on, and learns later that it may have missed something.
const PATIENCE: Duration = Duration::from_secs(1);

#[derive(Debug)]
pub(super) struct Channels {
    state: Mutex<State>,
    /// Something was confirmed, or the line went down.
    changed: watch::Sender<()>,
    /// A channel is wanted.
    wanted: Notify,
}

#[derive(Debug, Default)]
struct State {
    is_up: bool,
    branches: HashMap<String, Branch>,
    /// How often everything is attended to.
    everything: usize,
}

#[derive(Debug)]
struct Branch {
    interests: usize,
    is_confirmed: bool,
    /// Whether somebody went on before it was confirmed.
    is_owed: bool,
    /// Since when nobody is interested, if so.
    idle_since: Instant,
}

/// A place among those who attend, until it is dropped.
#[derive(Debug)]
pub(super) struct Held {
    channels: Arc<Channels>,
    branch: Option<String>,
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut state = self.channels.state();
        match &self.branch {
            None => state.everything = state.everything.saturating_sub(1),
            Some(name) => {
                if let Some(branch) = state.branches.get_mut(name) {
                    branch.interests = branch.interests.saturating_sub(1);
                    branch.idle_since = Instant::now();
                }
            }
        }
    }
}

impl Default for Channels {
    fn default() -> Self {
        Self {
            state: Mutex::default(),
            changed: watch::Sender::new(()),
            wanted: Notify::new(),
        }
    }
}

impl Channels {
    /// See [`super::Bus::attend`]. All who want the same channel wait for one subscription.
    pub(super) async fn attend(self: &Arc<Self>, branch: Option<&str>) -> Interest {
        let mut changed = self.changed.subscribe();
        let interest = self.hold(branch);
        let Some(name) = branch else {
            return interest;
        };
        let deadline = Instant::now() + PATIENCE;
        let mut is_late = false;
        while !self.is_settled(name, is_late) {
            self.wanted.notify_one();
            is_late = timeout_at(deadline, changed.changed()).await.is_err();
        }
        interest
    }

    /// Whether a listen need not wait any longer: its channel is confirmed, or it will learn that it missed something.
    fn is_settled(&self, name: &str, is_late: bool) -> bool {
        let mut state = self.state();
        let may_wait = state.is_up && !is_late;
        // It is there as long as somebody is interested.
        state.branches.get_mut(name).is_none_or(|branch| {
            branch.is_owed |= !branch.is_confirmed && !may_wait;
            branch.is_confirmed || !may_wait
        })
    }

    fn hold(self: &Arc<Self>, branch: Option<&str>) -> Interest {
        let mut state = self.state();
        match branch {
            None => state.everything += 1,
            Some(name) => {
                let branch = state
                    .branches
                    .entry(name.to_owned())
                    .or_insert_with(|| Branch {
                        interests: 0,
                        is_confirmed: false,
                        is_owed: false,
                        idle_since: Instant::now(),
                    });
                branch.interests += 1;
            }
        }
        let held = Held {
            channels: Arc::clone(self),
            branch: branch.map(str::to_owned),
        };
        Interest(Some(Arc::new(held)))
    }

    /// Returns when there may be more in [`Self::wanted`].
    pub(super) async fn has_wanted(&self) {
        self.wanted.notified().await;
    }

    /// Branches whose channels are not confirmed.
    pub(super) fn wanted(&self) -> Vec<String> {
        let state = self.state();
        let wanted = state.branches.iter().filter(|(_, it)| !it.is_confirmed);
        wanted.map(|(name, _)| name.clone()).collect()
    }

    /// Notes that their events arrive from now on. Those of them that may have missed some are returned.
    pub(super) fn confirm(&self, names: &[String]) -> Vec<String> {
        let mut owed = Vec::new();
        let mut state = self.state();
        for name in names {
            if let Some(branch) = state.branches.get_mut(name) {
                branch.is_confirmed = true;
                if std::mem::take(&mut branch.is_owed) {
                    owed.push(name.clone());
                }
            }
        }
        drop(state);
        self.changed.send_replace(());
        owed
    }

    /// The line is up: who wants a channel may wait for it.
    pub(super) fn rise(&self) {
        self.state().is_up = true;
        // Those who came while it rose did not wait, but want their channels all the same.
        self.wanted.notify_one();
    }

    /// The line is down, and with it all subscriptions: nobody waits any longer.
    pub(super) fn fall(&self) {
        let mut state = self.state();
        state.is_up = false;
        state.branches.retain(|_, it| 0 < it.interests);
        for branch in state.branches.values_mut() {
            branch.is_confirmed = false;
        }
        drop(state);
        self.changed.send_replace(());
    }

    /// Forgets the branches in which nobody has been interested for so long.
    pub(super) fn forget_idle(&self, time: Duration) -> Vec<String> {
        let mut state = self.state();
        let idle = state.branches.extract_if(|_, it| {
            it.interests == 0 && it.is_confirmed && time <= it.idle_since.elapsed()
        });
        idle.map(|(name, _)| name).collect()
    }

    /// Whether somebody attends to everything.
    pub(super) fn has_everything(&self) -> bool {
        0 < self.state().everything
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|it| (*it).to_owned()).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn all_wait_for_one_subscription() {
        let channels = Arc::new(Channels::default());
        channels.rise();
        let attend = || {
            let channels = Arc::clone(&channels);
            tokio::spawn(async move { channels.attend(Some("co1")).await })
        };
        let (one, other) = (attend(), attend());
        channels.has_wanted().await;
        tokio::task::yield_now().await;
        assert_eq!(channels.wanted(), names(&["co1"]));
        assert!(!one.is_finished() && !other.is_finished());
        assert!(channels.confirm(&channels.wanted()).is_empty());
        let (one, other) = (one.await.unwrap(), other.await.unwrap());
        assert!(channels.wanted().is_empty());

        drop(one);
        assert!(channels.forget_idle(Duration::ZERO).is_empty());
        drop(other);
        assert!(channels.forget_idle(Duration::from_secs(1)).is_empty());
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!(
            channels.forget_idle(Duration::from_secs(1)),
            names(&["co1"])
        );
    }

    #[tokio::test(start_paused = true)]
    async fn an_unconfirmed_listen_is_owed_its_events() {
        let channels = Arc::new(Channels::default());
        // Nothing to wait for while the line is down.
        let down = channels.attend(Some("down")).await;
        channels.rise();
        // Paused time goes on when everybody waits.
        let late = channels.attend(Some("late")).await;
        let mut owed = channels.confirm(&channels.wanted());
        owed.sort();
        assert_eq!(owed, names(&["down", "late"]));
        assert!(channels.confirm(&owed).is_empty(), "once is enough");

        drop(late);
        channels.fall();
        assert_eq!(channels.wanted(), names(&["down"]));
        drop(down);
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_a_line_that_goes_down() {
        let channels = Arc::new(Channels::default());
        channels.rise();
        let waiting = tokio::spawn({
            let channels = Arc::clone(&channels);
            async move { channels.attend(Some("co1")).await }
        });
        channels.has_wanted().await;
        let before = Instant::now();
        channels.fall();
        let interest = waiting.await.unwrap();
        assert_eq!(before, Instant::now());
        assert_eq!(channels.confirm(&channels.wanted()), names(&["co1"]));
        drop(interest);
    }
}
