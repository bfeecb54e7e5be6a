//! An instance: one process among several, as the others name it.
//!
//! Invariant: the id of a socket names the instance that has it, so that what concerns the socket is sent there and nowhere else.

use std::fmt;

use uuid::{Builder, Uuid};

use crate::database::SocketId;

/// The upper half of the ids of an instance's sockets. UUIDs of version 8 leave its content to us.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instance(u64);

impl Instance {
    /// One that no other is equal to.
    pub fn random() -> Self {
        Self(id(random_half(), 0).as_u64_pair().0)
    }

    /// The instance that has the socket; none when the id is not one of [`Self::socket`].
    pub fn of(socket: SocketId) -> Option<Self> {
        (socket.get_version_num() == 8).then(|| Self(socket.as_u64_pair().0))
    }

    /// The id of a new socket. The lower half is random, so that nobody finds the id of somebody else's socket.
    pub fn socket(self) -> SocketId {
        id(self.0, random_half())
    }

    /// The instance itself, as an id.
    pub(super) fn uuid(self) -> Uuid {
        id(self.0, 0)
    }
}

impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

fn id(upper: u64, lower: u64) -> Uuid {
    Builder::from_custom_bytes(Uuid::from_u64_pair(upper, lower).into_bytes()).into_uuid()
}

/// The half of a random UUID that is random but for its two first bits.
fn random_half() -> u64 {
    Uuid::new_v4().as_u64_pair().1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_socket_names_its_instance() {
        let (one, other) = (Instance::random(), Instance::random());
        assert_ne!(one, other);
        let (a, b) = (one.socket(), one.socket());
        assert_ne!(a, b);
        for socket in [a, b] {
            assert_eq!(Instance::of(socket), Some(one));
            assert_eq!(socket.to_string().parse(), Ok(socket));
            assert_eq!(socket.get_variant(), uuid::Variant::RFC4122);
        }
        assert_eq!(Instance::of(one.uuid()), Some(one));
        assert_eq!(Instance::of(Uuid::new_v4()), None);
    }
}
