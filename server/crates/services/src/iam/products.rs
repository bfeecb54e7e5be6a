//! Products: bundles of resources that a company subscribes to and its users may use.
//!
//! Invariant: a user's products are a subset of the company's; what no product of the user covers, no role opens.

use waybill_storage::companies::Company;
use waybill_storage::users::User;

use crate::permissions::Resource;

/// A product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// Its code.
    pub code: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it opens.
    pub resources: &'static [Resource],
}

/// All products there are.
pub const PRODUCTS: &[Product] = &[
    Product {
        code: "workspace",
        name: "Workspace",
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
        resources: &[Resource::Mail, Resource::Template],
    },
    Product {
        code: "contacts",
        name: "Contacts",
        resources: &[Resource::Contact, Resource::ContactTag],
    },
    Product {
        code: "reports",
        name: "Reports",
        resources: &[Resource::Report],
    },
    Product {
        code: "drive",
        name: "Drive",
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
