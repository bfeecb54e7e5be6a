//! Values of a record by path, the changes between two states of it, and the changes of two people together.
//!
//! Invariant: the results are those of `client/src/records/values.ts`, which saves the same form with script.

use serde_json::{Map, Value};

/// A record, as a form holds it.
pub(super) type Values = Map<String, Value>;

/// The value at a path such as `address.city` or `emails.0.address`.
pub(super) fn at<'v>(values: &'v Values, path: &str) -> Option<&'v Value> {
    let mut steps = path.split('.');
    let first = values.get(steps.next()?)?;
    steps.try_fold(first, |value, step| match value {
        Value::Array(list) => list.get(step.parse::<usize>().ok()?),
        other => other.get(step),
    })
}

/// The value at a path, to be changed.
pub(super) fn at_mut<'v>(values: &'v mut Values, path: &str) -> Option<&'v mut Value> {
    let mut steps = path.split('.');
    let first = values.get_mut(steps.next()?)?;
    steps.try_fold(first, |value, step| match value {
        Value::Array(list) => list.get_mut(step.parse::<usize>().ok()?),
        other => other.get_mut(step),
    })
}

/// Puts a value at the path of a field, making the objects on the way that are missing.
pub(super) fn put(values: &mut Values, path: &str, value: Value) {
    let Some((outer, inner)) = path.split_once('.') else {
        values.insert(path.to_owned(), value);
        return;
    };
    let next = values.entry(outer).or_insert(Value::Null);
    if !next.is_object() {
        *next = Value::Object(Values::new());
    }
    if let Value::Object(next) = next {
        put(next, inner, value);
    }
}

/// Whether two values are the same in a form, where an absent value and an empty text are equal.
pub(super) fn is_same(one: Option<&Value>, other: Option<&Value>) -> bool {
    one == other || settled(one) == settled(other)
}

/// The value without what is empty in it.
fn settled(value: Option<&Value>) -> Option<Value> {
    match value? {
        Value::Null => None,
        Value::String(text) if text.is_empty() => None,
        Value::Array(list) => {
            let each = list.iter().map(|it| settled(Some(it)).unwrap_or_default());
            Some(Value::Array(each.collect()))
        }
        Value::Object(members) => {
            let kept: Values = members
                .iter()
                .filter_map(|(name, it)| Some((name.clone(), settled(Some(it))?)))
                .collect();
            (!kept.is_empty()).then_some(Value::Object(kept))
        }
        other => Some(other.clone()),
    }
}

/// Those of the named fields in which two states differ.
pub(super) fn changed<'n>(names: &[&'n str], before: &Values, after: &Values) -> Vec<&'n str> {
    let is_changed = |name: &&&str| !is_same(at(before, name), at(after, name));
    names.iter().filter(is_changed).copied().collect()
}

/// What a call sends of changed fields: the outermost member of each, whole.
pub(super) fn outermost(names: &[&str], values: &Values) -> Values {
    let outer = names.iter().filter_map(|name| name.split('.').next());
    outer
        .filter_map(|name| Some((name.to_owned(), values.get(name)?.clone())))
        .collect()
}

/// The record as it now is, with the changes of a form; none if both changed a field, each to a value of their own.
pub(super) fn joined(
    changed: &[&str],
    base: &Values,
    mine: &Values,
    theirs: &Values,
) -> Option<Values> {
    let mut joined = theirs.clone();
    for name in changed {
        let (now, value) = (at(theirs, name), at(mine, name));
        if !is_same(now, at(base, name)) && !is_same(now, value) {
            return None;
        }
        put(&mut joined, name, value.cloned().unwrap_or_default());
    }
    Some(joined)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn values(json: Value) -> Values {
        match json {
            Value::Object(values) => values,
            other => panic!("{other} is not a record"),
        }
    }

    #[test]
    fn absent_and_empty_values_are_the_same() {
        let empty = [json!(null), json!(""), json!({}), json!({ "a": "" })];
        for value in &empty {
            assert!(is_same(Some(value), None), "{value}");
        }
        assert!(is_same(
            Some(&json!({ "b": 1, "a": null })),
            Some(&json!({ "b": 1 }))
        ));
        assert!(!is_same(Some(&json!(false)), None));
        assert!(!is_same(Some(&json!([])), None));
        assert!(!is_same(Some(&json!([1, 2])), Some(&json!([2, 1]))));
    }

    #[test]
    fn change_is_sent_by_its_outermost_member() {
        let before = values(json!({ "name": "A", "address": { "city": "Delft", "postal": "1" } }));
        let mut after = before.clone();
        put(&mut after, "address.city", json!("Breda"));
        let names = changed(&["name", "address.city"], &before, &after);
        assert_eq!(names, ["address.city"]);
        let sent = Value::Object(outermost(&names, &after));
        assert_eq!(
            sent,
            json!({ "address": { "city": "Breda", "postal": "1" } })
        );
    }

    #[test]
    fn changes_to_different_fields_are_joined() {
        let base = values(json!({ "a": "1", "b": "1" }));
        let mine = values(json!({ "a": "2", "b": "1" }));
        let theirs = values(json!({ "a": "1", "b": "3", "version": 2 }));
        let both = joined(&["a"], &base, &mine, &theirs).unwrap();
        assert_eq!(
            Value::Object(both),
            json!({ "a": "2", "b": "3", "version": 2 })
        );
        let same = values(json!({ "a": "3", "b": "1" }));
        assert_eq!(joined(&["a"], &base, &mine, &same), None);
        assert!(joined(&["a"], &base, &mine, &mine).is_some());
    }

    #[test]
    fn path_leads_through_lists_and_objects_only() {
        let mut record = values(json!({ "list": [{ "a": 1 }], "text": "x" }));
        assert_eq!(at(&record, "list.0.a"), Some(&json!(1)));
        for nowhere in [
            "list.1.a", "list.-1", "list.a", "text.a", "", ".", "list..a",
        ] {
            assert_eq!(at(&record, nowhere), None, "{nowhere}");
            assert_eq!(at_mut(&mut record, nowhere), None, "{nowhere}");
        }
        put(&mut record, "text.a.b", json!(2));
        assert_eq!(at(&record, "text.a.b"), Some(&json!(2)));
    }
}
