//! The rows of a list as JSON: each is written where the answer is, so that what is stored is copied once.
//!
//! Invariant: what is here is the beginning of an object, up to the last row of its member `data`.

use serde::Serialize;
use waybill_storage::StorageError;

use crate::error::ServiceError;

/// What a row has beside its fields, about.
const BESIDE: usize = 512;

/// The rows of a list.
#[derive(Debug)]
pub struct JsonRows {
    json: Vec<u8>,
    count: u64,
}

impl JsonRows {
    /// None yet, with room for the fields of some.
    pub fn with_room<'a>(fields: impl Iterator<Item = &'a str>) -> Self {
        let room = fields.map(|fields| fields.len() + BESIDE).sum();
        let mut json = Vec::with_capacity(room);
        json.extend_from_slice(b"{\"data\":[");
        Self { json, count: 0 }
    }

    /// Adds the row that `write` appends.
    pub fn push(
        &mut self,
        write: impl FnOnce(&mut Vec<u8>) -> Result<(), StorageError>,
    ) -> Result<(), StorageError> {
        if self.count > 0 {
            self.json.push(b',');
        }
        self.count += 1;
        write(&mut self.json)
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// An object with the rows as its member `data`, and the members of `beside`.
    pub fn beside(mut self, beside: &impl Serialize) -> Result<Vec<u8>, ServiceError> {
        self.json.push(b']');
        join(&mut self.json, |json| append(beside, json))?;
        self.json.push(b'}');
        Ok(self.json)
    }
}

/// Appends the value.
pub fn append(value: &impl Serialize, json: &mut Vec<u8>) -> Result<(), StorageError> {
    serde_json::to_writer(json, value).map_err(|_| StorageError::Corrupt("an answer"))
}

/// Adds the members of the object that `write` appends to the object before it, which is open.
pub fn join(
    json: &mut Vec<u8>,
    write: impl FnOnce(&mut Vec<u8>) -> Result<(), StorageError>,
) -> Result<(), StorageError> {
    let begin = json.len();
    write(json)?;
    match &json[begin..] {
        b"{}" => json.truncate(begin),
        [b'{', .., b'}'] => {
            json[begin] = b',';
            json.pop();
        }
        _ => return Err(StorageError::Corrupt("the fields of a record")),
    }
    Ok(())
}
