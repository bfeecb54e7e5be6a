//! Products: bundles of resources that a company subscribes to and its users may use.
//!
//! Invariant: a user's products are a subset of the company's; what no product of the user covers, no role opens.

use serde::Serialize;
use utoipa::ToSchema;
use waybill_storage::companies::Company;
use waybill_storage::users::User;

use crate::caller::Caller;
use crate::error::ServiceError;
use crate::permissions::Resource;
use crate::services::Services;

/// The product that every company needs to run its account.
pub const WORKSPACE: &str = "workspace";

/// A product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Product {
    /// Its code.
    pub code: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub description: &'static str,
    /// What it opens.
    #[schema(value_type = Vec<Resource>)]
    pub resources: &'static [Resource],
    /// Whether a company can have it.
    pub enabled: bool,
}

/// A product as a company sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferedProduct {
    /// The product.
    #[serde(flatten)]
    pub product: Product,
    /// Whether the company has it.
    pub is_subscribed: bool,
}

impl Services {
    /// All products, which are the same for every company, and whether the caller's has them.
    pub fn list_products(&self, caller: &Caller) -> Result<Vec<OfferedProduct>, ServiceError> {
        caller.require("company:view")?;
        let had = &caller.company().products;
        let offered = |product: &Product| OfferedProduct {
            product: *product,
            is_subscribed: had.iter().any(|code| code == product.code),
        };
        Ok(PRODUCTS.iter().map(offered).collect())
    }
}

/// All products there are.
pub const PRODUCTS: &[Product] = &[
    Product {
        code: WORKSPACE,
        name: "Workspace",
        description: "Users, roles, the company and what was done in it.",
        enabled: true,
        resources: &[
            Resource::Dashboard,
            Resource::Subscription,
            Resource::Notification,
            Resource::Profile,
            Resource::Company,
            Resource::User,
            Resource::Role,
            Resource::Group,
            Resource::Audit,
            Resource::Issue,
        ],
    },
    Product {
        code: "reference",
        name: "Reference data",
        description: "Ports, countries, currencies and picklists.",
        enabled: true,
        resources: &[
            Resource::Airport,
            Resource::OceanPort,
            Resource::ReceivingLocation,
            Resource::Country,
            Resource::Currency,
            Resource::Picklist,
        ],
    },
    Product {
        code: "mail",
        name: "Mail",
        description: "Writing to partners, and templates.",
        enabled: true,
        resources: &[Resource::Mail, Resource::Template],
    },
    Product {
        code: "contacts",
        name: "Contacts",
        description: "The address book and its tags.",
        enabled: true,
        resources: &[Resource::Contact, Resource::ContactTag],
    },
    Product {
        code: "reports",
        name: "Reports",
        description: "Saved reports over the company's data.",
        enabled: true,
        resources: &[Resource::Report],
    },
    Product {
        code: "drive",
        name: "Drive",
        description: "Files with versions.",
        enabled: true,
        resources: &[Resource::File],
    },
];

/// The codes of all products, which a trial has.
pub fn all_codes() -> Vec<String> {
    PRODUCTS
        .iter()
        .map(|product| product.code.to_owned())
        .collect()
}

/// The codes of the products that the user may use, in the company's order.
pub fn of_user(user: &User, company: &Company) -> Vec<String> {
    let may_use = |code: &&String| user.products.as_ref().is_none_or(|own| own.contains(code));
    company.products.iter().filter(may_use).cloned().collect()
}

/// What these products open. The own profile is open without any.
pub fn resources(codes: &[String]) -> Vec<Resource> {
    let had = |product: &&Product| codes.iter().any(|code| code == product.code);
    let opened = PRODUCTS
        .iter()
        .filter(had)
        .flat_map(|product| product.resources)
        .copied();
    opened.chain([Resource::Profile]).collect()
}
