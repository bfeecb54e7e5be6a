//! Rules: who may read and write where. Pure functions; nothing is looked up.
//!
//! Invariant: what no rule grants is denied, and a denial costs the same whether or not something is there.

use crate::identity::Identity;
use crate::path::Path;
use crate::value::{Scalar, Value};

/// Decides over reading and writing of clients. The server's own writes are not judged.
pub trait Rules: Send + Sync {
    /// Whether everything at `path` may be read.
    fn may_read(&self, who: Option<&Identity>, path: &Path) -> bool;

    /// Whether anything may be written at `path`. Asked first, before anything is looked up.
    fn may_write_at(&self, who: Option<&Identity>, path: &Path) -> bool;

    /// Whether what is at `path` may be changed so, if it may be written at all.
    fn may_write(&self, who: Option<&Identity>, path: &Path, before: &Value, after: &Value)
    -> bool;

    /// Whether what a client writes at `path` is there for as long as its socket: of such paths a socket has one at a time, and
    /// whoever has no socket writes none.
    fn lasts_with_socket(&self, _who: Option<&Identity>, _path: &Path) -> bool {
        false
    }
}

/// Everybody reads their own inbox, and marks what is in it as new or loaded. Only the server adds to it and takes from it.
///
/// Whoever knows a record reads which colleagues have it open, and says so of themselves.
///
/// ```json
/// {"rules": {"$company": {"general-notification": {"$user": {
///   ".read": "auth != null && <inbox of auth> === this path",
///   "$id": {"status": {
///     ".write": "<the same> && data.exists() && newData.exists()",
///     ".validate": "newData.isString() && newData.val().matches(/^(new|loaded)$/)"}}}},
///   "presence": {"$record": {
///     ".read": "auth != null && <presence of auth> === the path above",
///     "$uid": {
///       ".write": "<the same> && auth.uid === $uid",
///       ".validate": "newData.hasChildren(['name', 'at']) && newData.child('name').val() === <name of auth>
///         && newData.child('at').isNumber()"}}}}}}
/// ```
///
/// What no rule of this kind can say: a socket is with one record at a time, and what it wrote there goes with it.
#[derive(Clone, Copy, Debug)]
pub struct InboxRules;

/// What a client may say of a record.
const STATES: [&str; 2] = ["new", "loaded"];

impl Rules for InboxRules {
    fn may_read(&self, who: Option<&Identity>, path: &Path) -> bool {
        within_inbox(who, path).is_some()
            || matches!(within_presence(who, path), Some([_record, ..]))
    }

    fn may_write_at(&self, who: Option<&Identity>, path: &Path) -> bool {
        match within_inbox(who, path) {
            Some([_id, field]) => field.as_str() == "status",
            _ => is_own_presence(who, path),
        }
    }

    fn may_write(
        &self,
        who: Option<&Identity>,
        path: &Path,
        before: &Value,
        after: &Value,
    ) -> bool {
        if let Some(who) = who
            && is_own_presence(Some(who), path)
        {
            return after.is_empty() || is_presence(after, &who.name);
        }
        let is_state = after.as_text().is_some_and(|it| STATES.contains(&it));
        self.may_write_at(who, path) && !before.is_empty() && is_state
    }

    fn lasts_with_socket(&self, who: Option<&Identity>, path: &Path) -> bool {
        is_own_presence(who, path)
    }
}

/// The keys of the path below the inbox; none when it is not the reader's own.
fn within_inbox<'p>(who: Option<&Identity>, path: &'p Path) -> Option<&'p [crate::key::Key]> {
    path.below(who?.inbox.as_ref()?)
}

/// The keys of the path below what the reader's company has open.
fn within_presence<'p>(who: Option<&Identity>, path: &'p Path) -> Option<&'p [crate::key::Key]> {
    path.below(who?.presence.as_ref()?)
}

/// Where the reader says that it has a record open.
fn is_own_presence(who: Option<&Identity>, path: &Path) -> bool {
    match (who, within_presence(who, path)) {
        (Some(who), Some([_record, uid])) => uid.as_str() == who.uid,
        _ => false,
    }
}

/// This name, and when it was said.
fn is_presence(value: &Value, own: &str) -> bool {
    let mut has_name = false;
    let mut has_time = false;
    for (key, child) in value.children() {
        match (key.as_str(), child.as_leaf()) {
            ("name", Some(Scalar::Text(name))) => has_name = **name == *own,
            ("at", Some(Scalar::Number(_))) => has_time = true,
            _ => return false,
        }
    }
    has_name && has_time
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    use super::*;

    fn ann() -> Identity {
        Identity::for_tests("ann", "co1/general-notification/ann")
    }

    #[test]
    fn everybody_reads_their_own_inbox_and_nothing_else() {
        let ann = ann();
        let nowhere = Identity {
            inbox: None,
            presence: None,
            ..ann.clone()
        };
        for (path, expected) in [
            ("co1/general-notification/ann", true),
            ("co1/general-notification/ann/n1", true),
            ("co1/general-notification/ann/n1/status", true),
            ("co1/general-notification/anna", false),
            ("co1/general-notification/bob", false),
            ("co1/general-notification", false),
            ("co2/general-notification/ann", false),
            ("co1/other/ann", false),
            ("co1/presence/r1", true),
            ("co1/presence/r1/bob", true),
            ("co1/presence", false),
            ("co2/presence/r1", false),
            ("co1", false),
            ("", false),
        ] {
            let path: Path = path.parse().unwrap();
            assert_eq!(InboxRules.may_read(Some(&ann), &path), expected, "{path}");
            assert!(!InboxRules.may_read(None, &path), "{path}");
            assert!(!InboxRules.may_read(Some(&nowhere), &path), "{path}");
        }
    }

    #[test]
    fn only_the_status_of_what_is_there_is_written() {
        #[expect(
            clippy::needless_pass_by_value,
            reason = "a row of a table says json!(…) and no more"
        )]
        #[track_caller]
        fn check(path: &str, before: Json, after: Json, expected: bool) {
            let label = format!("{path} {before} {after}");
            let (before, after) = (
                Value::of_json(&before).unwrap(),
                Value::of_json(&after).unwrap(),
            );
            let path: Path = path.parse().unwrap();
            let allowed = InboxRules.may_write(Some(&ann()), &path, &before, &after);
            assert_eq!(allowed, expected, "{label}");
            assert!(!InboxRules.may_write(None, &path, &before, &after));
        }
        let status = "co1/general-notification/ann/n1/status";
        check(status, json!("new"), json!("loaded"), true);
        check(status, json!("loaded"), json!("new"), true);
        check(status, json!("new"), json!("archived"), false);
        check(status, json!("new"), json!(null), false);
        check(status, json!("new"), json!(1), false);
        check(status, json!("new"), json!({ "new": true }), false);
        check(status, json!(null), json!("new"), false);
        let presence = "co1/presence/r1/ann";
        let open = json!({ "name": "Ann", "at": 1 });
        check(presence, json!(null), open.clone(), true);
        check(presence, open.clone(), json!(null), true);
        check(presence, json!(null), json!("Ann"), false);
        check(presence, json!(null), json!({ "name": "Ann" }), false);
        check(
            presence,
            json!(null),
            json!({ "name": "Ann", "at": 1, "x": 1 }),
            false,
        );
        check(
            presence,
            json!(null),
            json!({ "name": "Bob, your bank", "at": 1 }),
            false,
        );
        check("co1/presence/r1/bob", json!(null), open.clone(), false);
        check("co2/presence/r1/ann", json!(null), open.clone(), false);
        check(
            "co1/presence/r1",
            json!(null),
            json!({ "ann": open }),
            false,
        );
        check(
            "co1/presence/r1/ann/name",
            json!("Ann"),
            json!("Bob"),
            false,
        );
        check(
            "co1/general-notification/ann/n1/title",
            json!("a"),
            json!("new"),
            false,
        );
        check(
            "co1/general-notification/ann/n1",
            json!({ "status": "new" }),
            json!(null),
            false,
        );
        check(
            "co1/general-notification/ann/n1",
            json!({ "status": "new" }),
            json!("new"),
            false,
        );
        check(
            "co1/general-notification/ann",
            json!({}),
            json!("new"),
            false,
        );
        check(
            "co1/general-notification/ann/n1/status/x",
            json!("new"),
            json!("new"),
            false,
        );
        check(
            "co1/general-notification/bob/n1/status",
            json!("new"),
            json!("loaded"),
            false,
        );
    }
}
