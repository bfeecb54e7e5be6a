//! Merging ports: one takes the place of another, which stays for old records but is offered no more.
//!
//! Invariant: afterwards nothing names the merged port but what names it for ever; the chain of replacements has one step.
//! All of it is one batch that can be undone.

use waybill_storage::records::batches::{self, BatchId, Touched};
use waybill_storage::records::read::{self, Bin, Listing};
use waybill_storage::records::{Filter, Id, Row};

use super::{Kind, Port, Ports, rules};
use crate::caller::Caller;
use crate::collection::bulk::{self, BulkResult, touch};
use crate::collection::reach::seen;
use crate::collection::read::within_reach;
use crate::collection::write::{require_live, update_in};
use crate::collection::{Collection, Writing};
use crate::error::ServiceError;
use crate::permissions::Action;
use crate::problem::FieldProblem;
use crate::services::Services;
use crate::source::Source;

/// The most aliases of a port.
const MAX_ALIASES: usize = 20;

impl Services {
    /// Lets `into` take the place of `id`: it gets the other's names and codes as aliases, the ports below it, and its
    /// partners' codes; the other is disabled. Gives what became of each port.
    pub async fn merge_ports<K: Kind>(
        &self,
        caller: &Caller,
        id: Id<Ports<K>>,
        into: Id<Ports<K>>,
        source: &Source,
    ) -> Result<BulkResult, ServiceError> {
        let batch = BatchId::generate();
        let source = source.in_batch(source.origin, batch);
        let scope = caller.require_permission(Ports::<K>::permission(Action::Merge))?;
        let tx = self.storage.begin_for(caller.company_id()).await?;
        let writing = self.writing(caller, &tx, &source, self.now());
        let from = within_reach(&tx, caller, id, scope).await?;
        require_live(&from)?;
        let target = seen::<Ports<K>>(&writing, into).await?;
        let target = target.ok_or_else(|| refused("Port not found in this list."))?;
        if from.named_by() == target.named_by() {
            return Err(refused("A port cannot replace itself."));
        }
        if from.fields.replaced_by.is_some() {
            return Err(ServiceError::State("Another port has already replaced it."));
        }
        if target.fields.replaced_by.is_some() {
            return Err(refused("That port has been replaced by another one."));
        }
        let touched = Box::pin(merge(&writing, from, target)).await?;
        let company = caller.company_id();
        batches::insert(&tx, company, batch, "merge", &touched, writing.stamp()).await?;
        tx.commit().await?;
        Ok(bulk::done(batch, &touched))
    }
}

async fn merge<K: Kind>(
    writing: &Writing<'_>,
    from: Row<Ports<K>>,
    target: Row<Ports<K>>,
) -> Result<Vec<Touched<Ports<K>>>, ServiceError> {
    let (old, new) = (from.named_by(), target.named_by());
    let mut merged = from.fields.clone();
    merged.replaced_by = Some(new.as_uuid());
    merged.enabled = false;
    // A partner's code names one port at a time: the old port gives its codes away before the new one takes them.
    let partner_codes = std::mem::take(&mut merged.partner_codes);
    let mut taken = target.fields.clone();
    take_names(&mut taken, &from.fields);
    for (system, code) in partner_codes {
        taken.partner_codes.entry(system).or_insert(code);
    }
    if rules::is_below(writing, &target, old).await? {
        // The ports below the old one go below the new one, which must not lie among them.
        taken.parent_id = from.fields.parent_id.filter(|id| *id != new.as_uuid());
    }
    // In this order: an undo goes back through it, and gives the codes back once they are free.
    let mut touched = Vec::new();
    let after = update_in(writing, from.clone(), merged, "merge").await?;
    touched.push(touch(&from, &after));
    let after = update_in(writing, target.clone(), taken, "merge").await?;
    if after.meta.version != target.meta.version {
        touched.push(touch(&target, &after));
    }
    for (field, row) in naming::<K>(writing, old).await? {
        if row.named_by() == new {
            continue;
        }
        let mut fields = row.fields.clone();
        match field {
            "parentId" => fields.parent_id = Some(new.as_uuid()),
            _ => fields.replaced_by = Some(new.as_uuid()),
        }
        let after = update_in(writing, row.clone(), fields, "edit").await?;
        touched.push(touch(&row, &after));
    }
    Ok(touched)
}

/// The rows that name the port, with the field in which they do.
async fn naming<K: Kind>(
    writing: &Writing<'_>,
    named: Id<Ports<K>>,
) -> Result<Vec<(&'static str, Row<Ports<K>>)>, ServiceError> {
    let mut found = Vec::new();
    for field in ["parentId", "replacedBy"] {
        let listing = Listing {
            filter: Filter::eq::<Ports<K>>(field, named),
            bin: Bin::Either,
            ..Listing::default()
        };
        let page = read::list(writing.tx, writing.company(), listing).await?;
        found.extend(page.rows.into_iter().map(|row| (field, row)));
    }
    Ok(found)
}

/// Whoever looks for the old port by its name or code finds the new one.
fn take_names(target: &mut Port, from: &Port) {
    let own: Vec<String> = target.codes().map(str::to_owned).collect();
    let names = std::iter::once(from.name.as_str())
        .chain(from.codes())
        .chain(from.aliases.iter().map(String::as_str));
    for name in names {
        let is_known = name == target.name
            || own.iter().any(|it| it == name)
            || target.aliases.iter().any(|it| it == name);
        if !is_known && target.aliases.len() < MAX_ALIASES {
            target.aliases.push(name.to_owned());
        }
    }
}

fn refused(detail: &str) -> ServiceError {
    ServiceError::Invalid(vec![FieldProblem::member("into", detail)])
}
