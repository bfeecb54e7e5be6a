//! Offices of a company; exactly one is the head office.
//!
//! The rules for all their fields are the services'; here is what registration writes and who asks for an office needs.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::folding::fold;
use crate::ids::typed_id;
use crate::listing::Direction;
use crate::records::read::{self, Bin, Listing};
use crate::records::write::{self, Stamp};
use crate::records::{Id, Key, KeyValue, Record, Row};
use crate::{CompanyId, Handle, StorageError, Transaction, UserId};

typed_id!(
    /// An office.
    open OfficeId
);

/// What an office is called in links and in the audit trail.
pub const KIND: &str = "office";
/// The table.
pub const TABLE: &str = "offices";
/// The keys of offices; see [`keys`].
pub const KEYS: &[Key] = &[
    Key::folded("name", "name_key"),
    Key::text("unlocode", "unlocode"),
    Key::flag("isHead", "is_head"),
    Key::flag("enabled", "enabled"),
];
/// The order of lists: the head office first.
pub const ORDER: &[(&str, Direction)] = &[
    ("isHead", Direction::Descending),
    ("name", Direction::Ascending),
];

/// The values of [`KEYS`].
pub fn keys(name: &str, unlocode: &str, is_head: bool, enabled: bool) -> Vec<KeyValue> {
    vec![
        fold(name).into(),
        unlocode.into(),
        is_head.into(),
        enabled.into(),
    ]
}

/// An office.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Office {
    /// Its id.
    pub id: OfficeId,
    /// Its name, unique in the company.
    pub name: String,
    /// IANA zone.
    pub timezone: String,
    /// Whether it is the head office.
    pub is_head: bool,
    /// Whether pickers offer it.
    pub enabled: bool,
}

/// The offices as this crate reads and writes them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rows;

/// The fields that this crate knows; all others stay as they are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Stored {
    name: String,
    unlocode: String,
    timezone: String,
    is_head: bool,
    enabled: bool,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl Record for Rows {
    type Fields = Stored;

    const KIND: &'static str = KIND;
    const TABLE: &'static str = TABLE;
    const IS_WHOLE: bool = false;
    const KEYS: &'static [Key] = KEYS;
    const ORDER: &'static [(&'static str, Direction)] = ORDER;

    fn keys(fields: &Stored) -> Vec<KeyValue> {
        keys(
            &fields.name,
            &fields.unlocode,
            fields.is_head,
            fields.enabled,
        )
    }

    fn label(fields: &Stored) -> String {
        fields.name.clone()
    }

    fn searched(fields: &Stored) -> Vec<&str> {
        vec![&fields.name, &fields.unlocode]
    }

    fn codes(fields: &Stored) -> Vec<&str> {
        vec![&fields.unlocode]
    }

    fn code_ends(fields: &Stored) -> Vec<&str> {
        fields.unlocode.get(2..).into_iter().collect()
    }
}

impl From<Row<Rows>> for Office {
    fn from(row: Row<Rows>) -> Self {
        Self {
            id: OfficeId::from(row.id.as_uuid()),
            name: row.fields.name,
            timezone: row.fields.timezone,
            is_head: row.fields.is_head,
            enabled: row.fields.enabled,
        }
    }
}

/// Writes the head office of a company that has none. [`StorageError::Conflict`] when it has an office of that name.
pub async fn insert_head(
    tx: &Transaction,
    company: CompanyId,
    name: &str,
    timezone: &str,
    created_by: UserId,
    now: Timestamp,
) -> Result<Office, StorageError> {
    let fields = Stored {
        name: name.to_owned(),
        timezone: timezone.to_owned(),
        is_head: true,
        enabled: true,
        ..Stored::default()
    };
    let stamp = Stamp {
        by: Some(created_by),
        at: now,
    };
    let row = write::insert::<Rows>(tx, company, Id::generate(), fields, stamp).await?;
    Ok(row.into())
}

/// An office as another program's IAM service tells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdoptedOffice {
    /// Its id there and here.
    pub id: OfficeId,
    /// Its name.
    pub name: String,
}

/// Writes an office as it is told of; none means the head office, which a company without one is given.
pub(crate) async fn adopt(
    tx: &Transaction,
    company: CompanyId,
    told: Option<AdoptedOffice>,
    timezone: &str,
    now: Timestamp,
) -> Result<OfficeId, StorageError> {
    let known = all(tx, company).await?;
    let head = known.iter().find(|office| office.is_head);
    let told = match (told, head) {
        (Some(told), _) => told,
        (None, Some(head)) => return Ok(head.id),
        (None, None) => AdoptedOffice {
            id: OfficeId::generate(),
            name: "Head office".to_owned(),
        },
    };
    // Names are unique in a company; one that another office has stays its own.
    let namesake = known
        .iter()
        .find(|office| fold(&office.name) == fold(&told.name));
    if let Some(namesake) = namesake {
        return Ok(namesake.id);
    }
    let id = Id::from(told.id.as_uuid());
    let stamp = Stamp { by: None, at: now };
    if let Some(row) = read::get::<Rows>(tx, company, id, Bin::Outside).await? {
        let fields = Stored {
            name: told.name,
            ..row.fields.clone()
        };
        write::update(tx, company, &row, fields, stamp).await?;
    } else {
        let fields = Stored {
            name: told.name,
            timezone: timezone.to_owned(),
            is_head: head.is_none(),
            enabled: true,
            ..Stored::default()
        };
        write::insert::<Rows>(tx, company, id, fields, stamp).await?;
    }
    Ok(told.id)
}

/// All offices of the company, the head office first, then by name.
pub async fn all(db: &dyn Handle, company: CompanyId) -> Result<Vec<Office>, StorageError> {
    let page = read::list::<Rows>(db, company, Listing::default()).await?;
    Ok(page.rows.into_iter().map(Office::from).collect())
}
