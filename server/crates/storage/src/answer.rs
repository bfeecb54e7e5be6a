//! Answers: what the database gives in time.
//!
//! Invariant: the code behind one is compiled in this crate, once. That of an `async fn` is compiled by whoever awaits it, in
//! each crate and each of its parts anew; what everybody awaits is therefore boxed, which costs an allocation beside a
//! statement.

use std::pin::Pin;

use crate::StorageError;

/// What a statement, or several, give in time.
pub type Answer<'a, T, E = StorageError> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;
