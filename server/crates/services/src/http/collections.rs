//! The collections that the services offer, one line each.

use waybill_storage::reference::timezones::Timezones;

use super::collection::{also_listed, routes};
use crate::contact::contacts::Contacts;
use crate::contact::tags::ContactTags;
use crate::drive::file::Files;
use crate::http::routes::Routes;
use crate::iam::companies::Companies;
use crate::iam::groups::Groups;
use crate::iam::issues::Issues;
use crate::iam::offices::Offices;
use crate::iam::roles::Roles;
use crate::iam::saved_views::SavedViews;
use crate::iam::users::Users;
use crate::log::imports::ImportJobs;
use crate::mail::drafts::Drafts;
use crate::mail::messages::MailMessages;
use crate::mail::templates::Templates;
use crate::master::countries::Countries;
use crate::master::currencies::Currencies;
use crate::master::picklists::{PicklistGroups, PicklistValues};
use crate::master::ports::{Airports, OceanPorts, Ports, ReceivingLocations};
use crate::report::sketch::ReportSketches;

pub(super) fn routes_of_all() -> Routes {
    Routes::new()
        .merge(routes::<ContactTags>())
        .merge(routes::<Countries>())
        .merge(routes::<Currencies>())
        .merge(routes::<Timezones>())
        .merge(routes::<PicklistGroups>())
        .merge(routes::<PicklistValues>())
        .merge(routes::<Ports<Airports>>())
        .merge(routes::<Ports<OceanPorts>>())
        .merge(routes::<Ports<ReceivingLocations>>())
        .merge(routes::<Contacts>())
        .merge(routes::<Issues>())
        .merge(routes::<Files>())
        .merge(routes::<Users>())
        .merge(routes::<Roles>())
        .merge(routes::<Groups>())
        .merge(routes::<Offices>())
        .merge(routes::<SavedViews>())
        .merge(routes::<ImportJobs>())
        .merge(routes::<Companies>())
        // The specification names these lists below the company, too, with its id and without.
        .merge(also_listed::<Users>("/iam/api/v1/companies/users"))
        .merge(also_listed::<Groups>("/iam/api/v1/companies/groups"))
        .merge(also_listed::<Roles>("/iam/api/v1/companies/roles"))
        .merge(also_listed::<Users>("/iam/api/v1/companies/{id}/users"))
        .merge(also_listed::<Groups>("/iam/api/v1/companies/{id}/groups"))
        .merge(also_listed::<Roles>("/iam/api/v1/companies/{id}/roles"))
        .merge(routes::<ReportSketches>())
        .merge(routes::<Templates>())
        .merge(routes::<Drafts>())
        .merge(routes::<MailMessages>())
}
