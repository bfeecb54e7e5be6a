//! What staff work on: tags, templates, files, issues, reports.
//!
//! Invariant: every one of them could have been made by hand.

use bytes::Bytes;
use serde_json::{Value, json};
use uuid::Uuid;
use waybill_storage::records::Id;

use super::{FillError, World, members};
use crate::caller::Caller;
use crate::collection::Collection;
use crate::collection::write::Expected;
use crate::contact::tags::ContactTags;
use crate::drive::file::Files;
use crate::iam::issues::Issues;
use crate::mail::templates::Templates;
use crate::report::sketch::ReportSketches;

const TAGS: [(&str, &str, &str); 8] = [
    ("Reefer", "teal", "Ships refrigerated goods"),
    (
        "Dangerous goods",
        "red",
        "Needs a declaration for dangerous goods",
    ),
    ("Key account", "purple", "Answered within the hour"),
    ("Prepayment", "amber", "Pays before shipment"),
    ("Consolidation", "blue", "Takes part in groupage"),
    ("AEO", "green", "Authorised economic operator"),
    ("Out of gauge", "orange", "Cargo larger than a container"),
    ("Seasonal", "lime", "Ships a few months of the year"),
];

/// Name, type and first sentence of each template.
const TEMPLATES: [(&str, &str, &str); 12] = [
    (
        "Pre-alert by sea",
        "preAlert",
        "your goods are on board. Please find the documents enclosed.",
    ),
    (
        "Pre-alert by air",
        "preAlert",
        "your goods have left. The air waybill is enclosed.",
    ),
    (
        "Arrival notice by sea",
        "arrivalNotice",
        "your goods arrive at the port this week.",
    ),
    (
        "Arrival notice by air",
        "arrivalNotice",
        "your goods arrive at the airport today.",
    ),
    (
        "Booking confirmation",
        "bookingConfirmation",
        "your booking is confirmed. The closing times are enclosed.",
    ),
    (
        "Delivery order",
        "deliveryOrder",
        "please release the goods to the haulier named below.",
    ),
    (
        "Quote for groupage",
        "quote",
        "thank you for your request. Our rates are enclosed.",
    ),
    (
        "Quote for full loads",
        "quote",
        "thank you for your request. The rate holds for thirty days.",
    ),
    (
        "Reminder of documents",
        "reminder",
        "we still miss documents for your shipment.",
    ),
    (
        "Reminder of an invoice",
        "reminder",
        "we have not seen your payment yet.",
    ),
    (
        "Change of schedule",
        "notification",
        "the vessel has been delayed. We will keep you informed.",
    ),
    (
        "Season's greetings",
        "custom",
        "thank you for another year together.",
    ),
];

const ISSUES: [(&str, &str, &str, &str); 12] = [
    (
        "Arrival notice shows yesterday's date",
        "bug",
        "medium",
        "Open any notice to Rotterdam after midnight UTC.",
    ),
    (
        "Gothenburg is missing as an ocean port",
        "dataError",
        "low",
        "We ship there every week.",
    ),
    (
        "May I see the reports of Finance?",
        "access",
        "low",
        "I look after two of their customers.",
    ),
    (
        "Export of contacts as a table for the fair",
        "request",
        "low",
        "With name, city and tags, please.",
    ),
    (
        "Two contacts for the same carrier",
        "dataError",
        "medium",
        "They differ in the telephone number alone.",
    ),
    (
        "How do I send a mail to a whole tag?",
        "question",
        "low",
        "There are sixty of them.",
    ),
    (
        "The list of ports is slow on my telephone",
        "bug",
        "medium",
        "On the train, mostly.",
    ),
    (
        "A customer gets two pre-alerts",
        "bug",
        "high",
        "Both with the same documents, a minute apart.",
    ),
    (
        "Please add the office in Singapore",
        "request",
        "medium",
        "It opens next month.",
    ),
    (
        "Wrong calling code for a customer in Durban",
        "dataError",
        "low",
        "It should be +27.",
    ),
    (
        "Delivery orders need a second signature",
        "request",
        "high",
        "Customs asks for it from next quarter.",
    ),
    (
        "Cannot open the scan of a bill of lading",
        "bug",
        "high",
        "The page stays empty.",
    ),
];

const FILES: [(&str, &str, &str); 8] = [
    (
        "Terms and conditions.txt",
        "",
        "Meridian Freight works under the conditions of its trade association.\n",
    ),
    (
        "Office hours.txt",
        "",
        "Monday to Friday, 8:00 to 18:00 in Rotterdam.\n",
    ),
    (
        "Emergency numbers.csv",
        "",
        "place,number\nRotterdam,+31105550100\nSingapore,+656555010\n",
    ),
    (
        "Rates by sea.csv",
        "Rates",
        "from,to,container,currency,rate\nNLRTM,SGSIN,40HC,EUR,1850\nNLRTM,USNYC,40HC,EUR,2900\n",
    ),
    (
        "Rates by air.csv",
        "Rates",
        "from,to,minimum,currency,rate\nAMS,SIN,100,EUR,2.45\nAMS,JFK,100,EUR,2.10\n",
    ),
    (
        "Surcharges.txt",
        "Rates",
        "Bunker and peak season surcharges change on the first of each month.\n",
    ),
    (
        "Incoterms 2020.txt",
        "Handbook",
        "EXW FCA CPT CIP DAP DPU DDP FAS FOB CFR CIF\n",
    ),
    (
        "First day.txt",
        "Handbook",
        "Welcome. Your first shipment is waiting on the board.\n",
    ),
];

async fn made<C: Collection>(world: &World, by: &Caller, body: Value) -> Result<Uuid, FillError> {
    let services = &world.services;
    let created = services
        .create::<C>(by, members(body), &world.source, None)
        .await?;
    world.later(7);
    Ok(created.id)
}

pub(super) async fn tags(world: &World) -> Result<Vec<Uuid>, FillError> {
    let mut ids = Vec::with_capacity(TAGS.len());
    for (name, color, description) in TAGS {
        let body =
            json!({ "name": name, "color": color, "description": description, "scope": "company" });
        ids.push(made::<ContactTags>(world, &world.founder, body).await?);
    }
    Ok(ids)
}

pub(super) async fn fill(world: &mut World, colleagues: &[Caller]) -> Result<(), FillError> {
    templates(world).await?;
    files(world).await?;
    issues(world, colleagues).await?;
    reports(world).await
}

async fn templates(world: &World) -> Result<(), FillError> {
    for (at, (name, kind, sentence)) in TEMPLATES.iter().enumerate() {
        let html = format!(
            "<p>Dear {{{{contact.firstName|Sir or Madam}}}},</p><p>{sentence}</p><p>Meridian Freight</p>"
        );
        let body = json!({
            "name": name, "type": kind, "contextEntity": "contact", "defaultLang": "en",
            "languages": { "en": { "subject": name, "html": html, "text": "" } }
        });
        let id = made::<Templates>(world, &world.founder, body).await?;
        // The last two are still being written.
        if at + 2 < TEMPLATES.len() {
            let services = &world.services;
            services
                .publish_template(&world.founder, Id::from(id), Expected::Any, &world.source)
                .await?;
        }
    }
    Ok(())
}

async fn files(world: &World) -> Result<(), FillError> {
    let mut folders: Vec<(&str, Uuid)> = Vec::new();
    for (name, folder, text) in FILES {
        let known = folders.iter().find(|(it, _)| *it == folder);
        let place = match known {
            Some((_, id)) => Some(*id),
            None if folder.is_empty() => None,
            None => {
                let body = json!({ "name": folder, "isFolder": true });
                let id = made::<Files>(world, &world.founder, body).await?;
                folders.push((folder, id));
                Some(id)
            }
        };
        let draft = json!({ "name": name, "isFolder": false, "folderId": place });
        let services = &world.services;
        services
            .create_small_file(
                &world.founder,
                members(draft),
                Bytes::from_static(text.as_bytes()),
                &world.source,
            )
            .await?;
        world.later(3);
    }
    Ok(())
}

async fn issues(world: &mut World, colleagues: &[Caller]) -> Result<(), FillError> {
    for (at, (title, kind, severity, description)) in ISSUES.iter().enumerate() {
        let founder = world.founder.clone();
        let allowed = |caller: &&Caller| caller.require("issue:create").is_ok();
        let reporters: Vec<&Caller> = colleagues.iter().filter(allowed).collect();
        let reporter = world.dice.one(&reporters).copied().unwrap_or(&founder);
        let body = json!({ "title": title, "type": kind, "severity": severity, "description": description });
        let id = made::<Issues>(world, reporter, body).await?;
        if at.is_multiple_of(2) {
            let assigned = json!({ "assigneeId": founder.user_id().to_string() });
            let services = &world.services;
            services
                .change::<Issues>(
                    &founder,
                    Id::from(id),
                    Expected::Any,
                    members(assigned),
                    &world.source,
                )
                .await?;
            let answer = json!({ "body": "Thank you, we are looking into it.", "internal": false });
            comment(world, &founder, id, answer).await?;
        }
        world.later(600);
    }
    Ok(())
}

async fn comment(world: &World, by: &Caller, issue: Uuid, body: Value) -> Result<(), FillError> {
    let services = &world.services;
    services
        .add_issue_comment(by, Id::<Issues>::from(issue), members(body), &world.source)
        .await?;
    Ok(())
}

async fn reports(world: &World) -> Result<(), FillError> {
    let count = |dataset: &str, name: &str, by: &str, chart: &str| {
        json!({
            "name": name, "dataset": dataset, "visibility": "company",
            "columns": [{ "field": by }, { "field": "_id", "label": "Count", "agg": "count" }],
            "groupBy": [{ "field": by, "by": "value" }], "totals": true,
            "chart": { "type": chart, "x": by, "y": "count:_id" }
        })
    };
    for body in [
        count("contacts", "Contacts by language", "language", "bar"),
        count("contacts", "People and organisations", "kind", "pie"),
        count("issues", "Issues by severity", "severity", "bar"),
        count("audit", "Activity by record type", "entity.type", "bar"),
        json!({
            "name": "Favourite contacts", "dataset": "contacts",
            "columns": [{ "field": "displayName", "sort": "asc" }, { "field": "language" }],
            "filters": { "all": [{ "field": "favourite", "op": "eq", "value": true }] }
        }),
    ] {
        made::<ReportSketches>(world, &world.founder, body).await?;
    }
    Ok(())
}
