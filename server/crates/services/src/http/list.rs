//! Lists on the wire: which part is asked for, and the envelope that it comes in.

use std::ops::Not;

use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use waybill_storage::listing::{Listed, Total};
use waybill_storage::records::Listing;

use crate::http::collection::listing::{Askable, CollectionQuery};
use crate::http::credentials::TokenHolder;
use crate::http::query::{FromParameters, Parameters};
use crate::iam::app_admin::AdminCompany;
use crate::iam::companies::Companies;
use crate::master::timezones::UtcOffset;

/// The parameters that `CompaniesQuery` reads, for the contract.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what `CompaniesQuery` reads")]
pub struct CompaniesParams {
    /// Words that must all occur; case and diacritics do not matter.
    #[param(max_length = 100)]
    search: Option<String>,
    /// A condition as field:op:value; several must all hold. Fields: name, `short_name`, `account_type`, expiryDate,
    /// createdAt, updatedAt; `_id` with eq and in.
    #[param(max_items = 20, example = json!(["account_type:eq:trial"]))]
    filter: Option<Vec<String>>,
    /// Names of fields, separated by commas; a minus before one turns its order round.
    #[param(example = "-name")]
    sort: Option<String>,
    /// Number of the page, from 1.
    #[param(minimum = 1, maximum = 1_000_000)]
    page: Option<u64>,
    /// The first page, unless another one is asked for; as of every list.
    paged: Option<bool>,
    /// Rows per page.
    #[param(minimum = 1, maximum = 200, default = 25)]
    page_size: Option<u64>,
}

/// Which page of all companies is asked for, in the words of every list.
#[derive(Debug)]
pub(crate) struct CompaniesQuery {
    pub(crate) listing: Listing,
    pub(crate) page: Page,
}

impl FromParameters for CompaniesQuery {
    fn from_parameters(parameters: &mut Parameters) -> Self {
        let query = CollectionQuery::read_pages(Askable::of::<Companies>(), parameters);
        Self {
            listing: query.listing,
            page: Page {
                number: query.page.number.unwrap_or(1),
                size: Some(query.page.size),
            },
        }
    }
}

/// The page of an answer.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    number: u64,
    size: Option<u64>,
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
            /// Rows on all pages. At most 10,000 are counted, see `totalIsLowerBound`.
            pub total: u64,
            /// True where there are more rows than `total`, which are not counted; absent otherwise.
            #[serde(skip_serializing_if = "Not::not")]
            #[schema(required = false)]
            pub total_is_lower_bound: bool,
        }

        impl $name {
            /// The envelope of one page.
            pub fn new(listed: Listed<$row>, page: Page) -> Self {
                let Listed { rows, total } = listed;
                Self {
                    data: rows,
                    page: page.number,
                    page_size: page.size.unwrap_or(total.rows),
                    total: total.rows,
                    total_is_lower_bound: total.is_lower_bound,
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
    let total = Total::exact(rows.len());
    (
        Listed { rows, total },
        Page {
            number: 1,
            size: None,
        },
    )
}
