//! Strict JSON: an object in which no member appears twice, at any depth.
//!
//! Two parsers that disagree about which of two members counts are two opinions about who somebody is.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Parses one JSON object and nothing after it.
pub(crate) fn object(json: &[u8]) -> Option<Map<String, Value>> {
    match serde_json::from_slice(json) {
        Ok(Strict(Value::Object(members))) => Some(members),
        _ => None,
    }
}

struct Strict(Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Members).map(Self)
    }
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON without repeated members")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value)
            .map(Value::Number)
            .ok_or_else(|| E::custom("not a finite number"))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some((name, Strict(value))) = members.next_entry::<String, Strict>()? {
            if object.insert(name, value).is_some() {
                return Err(A::Error::custom("a member appears twice"));
            }
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_objects_are_read_as_they_are() {
        let json = br#"{"a":1,"b":[true,null,-2,1.5,"x"],"c":{"a":{}}}"#;
        assert_eq!(
            Value::Object(object(json).unwrap()),
            serde_json::from_slice::<Value>(json).unwrap()
        );
    }

    #[test]
    fn repeated_members_and_everything_but_one_object_are_refused() {
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(1000), "]".repeat(1000));
        for json in [
            r#"{"a":1,"a":1}"#,
            r#"{"a":1,"\u0061":2}"#,
            r#"{"x":{"a":1,"a":2}}"#,
            r#"[{"a":1,"a":2}]"#,
            r#"{"a":1}{"#,
            r#"{"a":1} x"#,
            "[]",
            "null",
            "1",
            "",
            "\u{feff}{}",
            r#"{"a":NaN}"#,
            r#"{"a":1e999}"#,
            r#"{"a":01}"#,
            r#"{"a":1,}"#,
            "{/**/}",
            &deep,
        ] {
            assert!(
                object(json.as_bytes()).is_none(),
                "{}",
                &json[..json.len().min(40)]
            );
        }
        assert!(object(b"{\"a\":\"\xff\"}").is_none());
    }
}
