//! Freshness: what the edge has to know of the database, to say from which copy of it a request may read.
//!
//! Invariant: nothing else of storage goes through here.

pub use waybill_storage::Reading;
pub use waybill_storage::database::reading::Written;
use waybill_storage::database::replica::LAG;

/// How long the write of a visitor is remembered, in seconds: a replica that is still read has it by then.
pub const AGE: i64 = 3 * LAG.as_secs().cast_signed();
