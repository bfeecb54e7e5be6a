//! Collections: what people can do to the records of a noun, written once for all nouns.
//!
//! A noun is a [`Record`] (how it is stored) and a [`Collection`] (what the service makes of it): its permissions, how its
//! fields are read and checked, what is computed for the screen. Everything else is here: lists with filters, sorting,
//! search and cursors; reading one; creating with `Idempotency-Key`; changing with `If-Match`; the bin; bulk changes; import,
//! export and undo; and an audit entry in the transaction of every change.
//!
//! | Module | What |
//! |---|---|
//! | [`read`] | lists and single records, within the caller's scope |
//! | [`as_of`] | a record as it was at a moment |
//! | [`replay`] | the trail of a record, gone back through |
//! | [`write`](mod@write) | create, change, move to the bin and back |
//! | [`bulk`] | one action on many records, and undo of a batch |
//! | [`import`] | a table of records: dry run, then commit |
//! | [`export`] | all records of a list as rows of cells |
//! | [`headings`] | what the columns of tables are called, and what their cells hold |
//! | [`wording`] | values as tables have them for people |
//! | [`cells`] | a record as a row of texts, and back |
//! | [`json_rows`] | rows of a list as JSON, as they are stored |
//! | [`changes`] | what differs between two versions, for the audit trail |
//! | [`mod@matches`] | how a record was found |
//! | [`plain`] | records as plain JSON, for code that does not need their type |
//! | [`shown`] | a record as it is shown |
//! | [`original`] | what releases changed about the original of a company's version |
//! | [`stored`] | all records of a noun as they are stored, a part at a time |
//! | [`nouns`] | all of them, where the noun is known at run time only |
//!
//! **Adding a noun:** 1 a migration with a `RecordTable`; 2 the fields, [`Record`] and [`Collection`] in a module of its
//! service; 3 its lines in `http::collections` and [`nouns`]. Then `UPDATE_OPENAPI=1 cargo test -p waybill-services`.
//!
//! Invariant: no record is read or written but within a company and the caller's scope; a record out of reach and one that
//! never was are the same to the caller.

use std::collections::HashMap;

use async_trait::async_trait;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;
use waybill_storage::records::batches::{BatchId, Touched};
use waybill_storage::records::write::Stamp;
use waybill_storage::records::{Filter, Id, Record, Row, StoredRow};
use waybill_storage::{CompanyId, Handle, Transaction};

use crate::caller::Caller;
use crate::collection::bulk::BulkRow;
use crate::collection::headings::{Heading, Named};
use crate::collection::import::{Found, RowCells};
use crate::error::ServiceError;
use crate::permissions::{Action, Permission, Resource, Scope};
use crate::services::Services;
use crate::source::Source;
use crate::validate::{Faults, Members};

pub mod as_of;
pub mod bulk;
pub mod cells;
pub mod changes;
pub mod export;
pub mod headings;
pub mod import;
pub mod json_rows;
pub mod matches;
pub mod nouns;
pub mod original;
pub mod plain;
pub mod reach;
pub mod read;
pub mod replay;
pub mod shown;
pub mod stored;
pub mod table;
pub(crate) mod wording;
pub mod write;

pub use matches::SearchMatch;
pub use shown::Shown;

/// What a service makes of the records of a noun.
#[async_trait]
pub trait Collection: Record<Fields: ToSchema + Default> {
    /// What is computed for the screen besides the fields; [`Nothing`] when there is nothing.
    type Computed: Serialize + ToSchema + Clone + std::fmt::Debug + Default + Send + Sync;

    /// The service, which is also the tag in the contract, such as `contact`.
    const SERVICE: &'static str;
    /// The path of the list, such as `/contact/api/v1/contacts`.
    const PATH: &'static str;
    /// Name of one record in the contract, such as `Contact`.
    const NAME: &'static str;
    /// Name of several in sentences, such as `contacts`.
    const PLURAL: &'static str;
    /// What its permissions are about.
    const RESOURCE: Resource;
    /// Whether it takes no right: everybody who is signed in reaches what [`Collection::scope`] says.
    const OPEN: bool = false;
    /// Fields that a new record must have.
    const REQUIRED: &'static [&'static str];
    /// Keys of text that no two records of a company outside the bin have alike, unless they are empty.
    const UNIQUE: &'static [&'static str] = &[];
    /// What can be done to it.
    const ABILITIES: Abilities = Abilities::ALL;
    /// The key whose value is the user that owns the record, besides the one that made it. It is a link of the same name, too.
    const OWNER: Option<&'static str> = None;
    /// Fields that name other records and can be filtered by, such as `tags`.
    const LINKS: &'static [&'static str] = &[];
    /// Fields whose texts a list can be filtered by: each text is a link, see [`waybill_storage::records::Link::to_text`].
    const TEXTS: &'static [&'static str] = &[];
    /// Fields that the server sets: they are shown, and refused where somebody sends them.
    const READ_ONLY: &'static [&'static str] = &[];
    /// The query parameter by which a delete names the record that takes over from the one that goes.
    const REPLACEMENT: Option<&'static str> = None;
    /// Whether rows come along with the program, so that a company's version of one has an original that releases change.
    const HAS_ORIGINAL: bool = false;
    /// Fields whose values the audit trail leaves out.
    const SECRET: &'static [&'static str] = &[];
    /// Whether a list comes whole when no part of it is asked for: short lists that pickers hold.
    const WHOLE: bool = false;
    /// Stored members of a row in the brief form of a list, by which pages list and name the rows; empty where there is no such
    /// form.
    const BRIEF: &'static [&'static str] = &[];
    /// Keys that a list takes as parameters of their own name, as `?enabled=true`, each with the value that holds when it is
    /// left out. `any` lets every value through.
    const PARAMETERS: &'static [(&'static str, Option<&'static str>)] = &[];
    /// The key by whose value an import finds the record that a row means; none imports new records only.
    const IMPORT_KEY: Option<&'static str> = None;

    /// A key by which an import finds the record that a row without an [`Collection::IMPORT_KEY`] means, if
    /// [`Collection::may_mean`] agrees: a name, which is less certain.
    const IMPORT_NAME: Option<&'static str> = None;

    /// What the columns of tables are called, and what their cells hold, where that is not the field's own name and value.
    const HEADINGS: &'static [Heading] = &[];

    /// Columns whose texts name other records.
    const NAMED: &'static [Named] = &[];

    /// Columns of tables under a name that is shorter than the path of their field, such as `email` for `emails.1.address`.
    const SHORT_PATHS: &'static [(&'static str, &'static str)] = &[];

    /// The text of a cell as [`Collection::IMPORT_KEY`] holds it, where that is another one than the cell's.
    fn import_key(text: &str) -> String {
        text.to_owned()
    }

    /// Completes the cells of a row of an import with what follows from others.
    fn complete_row(_cells: &mut RowCells) {}

    /// Whether such a row is imported before others, which may name its record.
    fn goes_first(_cells: &RowCells) -> bool {
        false
    }

    /// Whether a row that has the [`Collection::IMPORT_NAME`] of a record may mean it.
    fn may_mean(_cells: &RowCells, _fields: &Self::Fields) -> bool {
        true
    }

    /// What these names name in a column of [`Collection::NAMED`]; those that name nothing are left out.
    async fn find_named(
        _writing: &Writing<'_>,
        _column: &'static str,
        _names: &[String],
    ) -> Result<Vec<(String, Found)>, ServiceError> {
        Ok(Vec::new())
    }

    /// Makes a record of this name for a row that names it; [`ServiceError::NotFound`] where names are only looked up.
    async fn make_named(
        _writing: &Writing<'_>,
        _column: &'static str,
        _name: &str,
    ) -> Result<Uuid, ServiceError> {
        Err(ServiceError::NotFound)
    }

    /// What a batch keeps of the records of this noun among those that [`Collection::make_named`] made.
    fn made_among(_made: &[(&'static str, Uuid)]) -> Vec<Touched<Self>> {
        Vec::new()
    }

    /// Notes those of other nouns with the batch, so that [`Collection::undo_others`] comes to them.
    async fn note_others(
        _writing: &Writing<'_>,
        _batch: BatchId,
        _made: &[(&'static str, Uuid)],
    ) -> Result<(), ServiceError> {
        Ok(())
    }

    /// Names of the records with these ids, as an export writes them in a column of [`Collection::NAMED`] that holds ids.
    async fn names_of(
        _caller: &Caller,
        _db: &dyn Handle,
        _column: &'static str,
        _ids: &[Uuid],
    ) -> Result<HashMap<Uuid, String>, ServiceError> {
        Ok(HashMap::new())
    }

    /// The largest body of a create or a change, in bytes.
    const BODY_LIMIT: usize = 64 * 1024;

    /// The fields of a record before anything is said of it.
    fn blank(caller: &Caller) -> Self::Fields;

    /// Takes what was sent into the fields, and notes what is at fault.
    fn read(fields: &mut Self::Fields, members: &mut Members);

    /// An example for the contract: fields that are valid in any company.
    fn example() -> serde_json::Value;

    /// Checks what needs the database, completes what follows from other fields, and refuses what the caller may not set.
    /// `before` is the record before the change; none when it is new.
    async fn check(
        _writing: &Writing<'_>,
        _before: Option<&Row<Self>>,
        _fields: &mut Self::Fields,
        _faults: &mut Faults,
    ) -> Result<(), ServiceError> {
        Ok(())
    }

    /// Lets `replacement` take over where the record is used, before the record is moved to the bin; only where
    /// [`Collection::REPLACEMENT`] names the parameter for it.
    async fn replace(
        _writing: &Writing<'_>,
        _row: &Row<Self>,
        _replacement: Id<Self>,
    ) -> Result<(), ServiceError> {
        Ok(())
    }

    /// Refuses to move the record to the bin, or lets it pass. By default a record that others name stays (domain
    /// reference, section 2).
    async fn check_delete(writing: &Writing<'_>, row: &Row<Self>) -> Result<(), ServiceError> {
        write::refuse_used(writing, Self::KIND, row.id.as_uuid()).await
    }

    /// What follows from a change that was written, in its transaction: `before` is none of a new record, `after` is none
    /// of one that was removed for good. It may fail, but refuses nothing: that is for [`Collection::check`], since a bulk
    /// change goes on after what was refused.
    async fn written(
        _writing: &Writing<'_>,
        _before: Option<&Row<Self>>,
        _after: Option<&Row<Self>>,
    ) -> Result<(), ServiceError> {
        Ok(())
    }

    /// Takes back what a batch about this noun did to rows of other nouns, see [`bulk::take_back_all`].
    async fn undo_others(
        _writing: &Writing<'_>,
        _batch: BatchId,
    ) -> Result<Vec<BulkRow>, ServiceError> {
        Ok(Vec::new())
    }

    /// Rows that the caller does not see although its scope covers them, such as other people's private ones.
    fn hidden(_caller: &Caller) -> Option<Filter> {
        None
    }

    /// What is computed for each of the rows, in their order.
    async fn more(
        _services: &Services,
        _caller: &Caller,
        _db: &dyn Handle,
        rows: &[Row<Self>],
    ) -> Result<Vec<Self::Computed>, ServiceError> {
        Ok(rows.iter().map(|_| Self::Computed::default()).collect())
    }

    /// The same for rows of a list, of whose fields only those that matter here need be read.
    async fn more_of_stored(
        services: &Services,
        caller: &Caller,
        db: &dyn Handle,
        rows: &[StoredRow],
    ) -> Result<Vec<Self::Computed>, ServiceError> {
        // Nothing is computed that holds nothing.
        if size_of::<Self::Computed>() == 0 {
            return Ok(vec![Self::Computed::default(); rows.len()]);
        }
        let rows = Row::read_all(rows)?;
        Self::more(services, caller, db, &rows).await
    }

    /// How far the caller may do `action`; the error names the right that is missing.
    fn scope(caller: &Caller, action: Action) -> Result<Scope, ServiceError> {
        caller.require_permission(Self::permission(action))
    }

    /// The right to do `action`.
    fn permission(action: Action) -> Permission {
        Permission {
            resource: Self::RESOURCE,
            action,
        }
    }
}

/// No computed fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Nothing {}

/// What can be done to the records of a noun, besides reading them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abilities {
    /// New ones are made.
    pub create: bool,
    /// They are changed.
    pub edit: bool,
    /// They are moved to the bin and back.
    pub delete: bool,
    /// Many are changed at once.
    pub bulk: bool,
    /// They are read from tables.
    pub import: bool,
    /// They are written as tables.
    pub export: bool,
}

impl Abilities {
    /// Everything.
    pub const ALL: Self = Self {
        create: true,
        edit: true,
        delete: true,
        bulk: true,
        import: true,
        export: true,
    };
    /// Nothing: they come about by other means.
    pub const NONE: Self = Self {
        create: false,
        edit: false,
        delete: false,
        bulk: false,
        import: false,
        export: false,
    };
    /// Everything but tables.
    pub const WITHOUT_TABLES: Self = Self {
        import: false,
        export: false,
        ..Self::ALL
    };
    /// Everything but import and bulk changes.
    pub const ONE_BY_ONE: Self = Self {
        bulk: false,
        import: false,
        ..Self::ALL
    };
}

/// A change under way: who changes, when, where from, and the transaction.
#[derive(Clone, Copy)]
pub struct Writing<'a> {
    /// The services.
    pub services: &'a Services,
    /// Who changes.
    pub caller: &'a Caller,
    /// Where everything is written.
    pub tx: &'a Transaction,
    /// Where the request comes from.
    pub source: &'a Source,
    /// When.
    pub now: Timestamp,
}

impl Writing<'_> {
    /// The tenant.
    pub fn company(&self) -> CompanyId {
        self.caller.company_id()
    }

    /// Who writes, and when.
    pub fn stamp(&self) -> Stamp {
        Stamp {
            by: Some(self.caller.user_id()),
            at: self.now,
        }
    }
}

/// The rows that a right with this scope reaches (domain reference, section 3).
pub fn reach<C: Collection>(caller: &Caller, scope: Scope) -> Filter {
    let office = caller.user().office_id;
    let made = match scope {
        Scope::Company => Filter::default(),
        Scope::Office => owned(
            Filter::MadeInOffice(office),
            C::OWNER.map(|owner| Filter::NamesInOffice(owner, office)),
        ),
        Scope::Own => owned(
            Filter::MadeBy(caller.owner_id()),
            C::OWNER.map(|owner| Filter::eq::<C>(owner, caller.owner_id())),
        ),
    };
    match C::hidden(caller) {
        Some(hidden) => made.and(Filter::Not(Box::new(hidden))),
        None => made,
    }
}

fn owned(made: Filter, owned: Option<Filter>) -> Filter {
    match owned {
        Some(owned) => Filter::Any(vec![made, owned]),
        None => made,
    }
}
