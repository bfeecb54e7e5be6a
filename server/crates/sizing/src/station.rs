//! A station: so many servers of one kind, and the line before them.
//!
//! Invariant: who came first is served first, and no server rests while somebody waits.

use std::collections::VecDeque;

/// Servers and who waits for them, by the number of the request.
#[derive(Debug)]
pub(crate) struct Station {
    servers: u32,
    busy: u32,
    line: VecDeque<usize>,
}

impl Station {
    pub(crate) fn new(servers: u32) -> Self {
        Self {
            servers,
            busy: 0,
            line: VecDeque::new(),
        }
    }

    /// Whether a server takes the request at once; else it waits.
    pub(crate) fn enter(&mut self, request: usize) -> bool {
        if self.busy < self.servers {
            self.busy += 1;
            return true;
        }
        self.line.push_back(request);
        false
    }

    /// A server is done; it takes whoever waits the longest.
    pub(crate) fn leave(&mut self) -> Option<usize> {
        let next = self.line.pop_front();
        if next.is_none() {
            self.busy -= 1;
        }
        next
    }
}
