//! Lists on the wire: which part is asked for, and the envelope that it comes in.

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use waybill_storage::companies::CompanySort;
use waybill_storage::listing::{Direction, Listed, Listing, Window};

use crate::http::credentials::TokenHolder;
use crate::http::query::{FromParameters, Parameters};
use crate::iam::app_admin::AdminCompany;
use crate::master::timezones::UtcOffset;

/// The largest page.
const MAX_PAGE_SIZE: u64 = 200;

/// The page size when none is asked for.
const PAGE_SIZE: u64 = 25;

/// The longest search.
const SEARCH_LIMIT: usize = 100;

/// The parameters that every list knows, for the contract.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what `ListQuery` reads")]
pub struct ListParams {
    /// Number of the page, from 1.
    #[param(minimum = 1)]
    page: Option<u64>,
    /// Rows per page.
    #[param(minimum = 1, maximum = 200, default = 25)]
    page_size: Option<u64>,
    /// Words that must all occur; case and diacritics do not matter.
    #[param(max_length = 100)]
    search: Option<String>,
    /// Names of fields, separated by commas; a minus before one turns its order round.
    #[param(example = "-name")]
    sort: Option<String>,
}

/// What a list can be sorted by.
pub trait SortKey: Copy + 'static {
    /// The keys with their wire names.
    const KEYS: &'static [(&'static str, Self)];
}

/// Which part of a list is asked for.
#[derive(Clone, Debug)]
pub struct ListQuery<S> {
    page: Option<u64>,
    page_size: Option<u64>,
    search: Option<String>,
    sort: Vec<(S, Direction)>,
}

impl<S: SortKey> FromParameters for ListQuery<S> {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        Self {
            // Bounded so that no product of page and size overflows.
            page: parameters.number("page", 1..=1_000_000),
            page_size: parameters.number("pageSize", 1..=MAX_PAGE_SIZE),
            search: parameters.text("search", SEARCH_LIMIT),
            sort: sort(parameters),
        }
    }
}

fn sort<S: SortKey>(parameters: &mut Parameters) -> Vec<(S, Direction)> {
    let Some(text) = parameters.text("sort", 200) else {
        return Vec::new();
    };
    let mut keys = Vec::new();
    for word in text.split(',') {
        let (name, direction) = match word.strip_prefix('-') {
            Some(name) => (name, Direction::Descending),
            None => (word, Direction::Ascending),
        };
        let Some((_, key)) = S::KEYS.iter().find(|(it, _)| *it == name) else {
            let names: Vec<&str> = S::KEYS.iter().map(|(it, _)| *it).collect();
            parameters.fault("sort", format!("Please sort by: {}.", names.join(", ")));
            continue;
        };
        keys.push((*key, direction));
    }
    keys
}

/// The page of an answer.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    number: u64,
    size: Option<u64>,
}

impl<S> ListQuery<S> {
    /// A page, the first one unless another is asked for.
    pub fn paged(self) -> (Listing<S>, Page) {
        let (number, size) = (self.page.unwrap_or(1), self.page_size.unwrap_or(PAGE_SIZE));
        let window = Window {
            offset: (number - 1) * size,
            limit: size,
        };
        let listing = Listing {
            search: self.search.unwrap_or_default(),
            sort: self.sort,
            window: Some(window),
        };
        (
            listing,
            Page {
                number,
                size: Some(size),
            },
        )
    }
}

/// Defines the envelope of a list.
macro_rules! list {
    ($name:ident of $row:ident) => {
        #[doc = concat!("A list of `", stringify!($row), "`.")]
        #[derive(Clone, Debug, Serialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            /// The rows of this page.
            pub data: Vec<$row>,
            /// Number of this page, from 1.
            pub page: u64,
            /// Rows per page; of a whole list, all of them.
            pub page_size: u64,
            /// Rows on all pages.
            pub total: u64,
        }

        impl $name {
            /// The envelope of one page.
            pub fn new(listed: Listed<$row>, page: Page) -> Self {
                let Listed { rows, total } = listed;
                Self {
                    data: rows,
                    page: page.number,
                    page_size: page.size.unwrap_or(total),
                    total,
                }
            }
        }
    };
}

list!(AdminCompanyList of AdminCompany);
list!(UtcOffsetList of UtcOffset);
list!(CurrentUserList of TokenHolder);

/// A list that is always whole.
pub fn all<T>(rows: Vec<T>) -> (Listed<T>, Page) {
    let total = rows.len() as u64;
    (
        Listed { rows, total },
        Page {
            number: 1,
            size: None,
        },
    )
}

impl SortKey for CompanySort {
    const KEYS: &'static [(&'static str, Self)] = &[
        ("name", Self::Name),
        ("account_type", Self::AccountType),
        ("expiryDate", Self::ExpiryDate),
        ("createdAt", Self::CreatedAt),
    ];
}
