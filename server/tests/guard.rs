//! Every rule of specification section 2, as sentences, as one table, and as properties over all visits.

#![expect(
    clippy::unwrap_used,
    reason = "a test whose preparation fails should stop"
)]

mod properties;
mod table;

use waybill::guard::{
    Decision, FetchMetadata, Guard, Navigation, Origin, Presence, Reason, SessionEffect, Visit,
};
use waybill::routes::{Matcher, Path, Query};

use crate::matcher::specification;
use crate::redirect::{State, corpus};

use Navigation::{CrossSite, Embedded, SameSite};
use Presence::{Anonymous, Invalid, SignedIn};
use SessionEffect::{DropToken, End, Keep};

const PRESENCES: [Presence; 3] = [Anonymous, SignedIn, Invalid];
const NAVIGATIONS: [Navigation; 3] = [SameSite, CrossSite, Embedded];

/// Queries that some rule reads, and one that none does.
const QUERIES: &[&str] = &[
    "",
    "?tab=1&q=a%20b",
    "?fbtkn=x",
    "?redirect_uri=/settings/profile?tab=1",
    "?redirect_uri=//evil.test",
];

/// The decision on the table of specification 2.
fn decide(url: &str, presence: Presence, navigation: Navigation) -> Decision {
    let origin = Origin::parse("https://app.example.test").unwrap();
    decide_on(&specification(), Some(&origin), url, presence, navigation)
}

fn decide_on(
    matcher: &Matcher,
    origin: Option<&Origin>,
    url: &str,
    presence: Presence,
    navigation: Navigation,
) -> Decision {
    let url = url.split('#').next().unwrap();
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    let path = Path::parse(path).unwrap();
    Guard { matcher, origin }.decide(&Visit {
        path: &path,
        matched: matcher.match_path(&path).as_ref(),
        query: &Query::parse(query),
        presence,
        navigation,
    })
}

#[track_caller]
fn check(url: &str, presence: Presence, expected: &Decision) {
    assert_eq!(
        decide(url, presence, SameSite),
        *expected,
        "{presence:?} on {url}"
    );
}

fn redirect(to: &str, because: Reason, session: SessionEffect) -> Decision {
    Decision::Redirect {
        to: to.to_owned(),
        because,
        session,
    }
}

fn to_login(to: &str, session: SessionEffect) -> Decision {
    redirect(to, Reason::SignInRequired, session)
}

#[test]
fn a_required_route_without_token_clears_the_session_and_leads_to_login() {
    for (url, login) in [
        ("/dashboard", "/login?redirect_uri=%2Fdashboard"),
        (
            "/settings/profile",
            "/login?redirect_uri=%2Fsettings%2Fprofile",
        ),
        ("/settings", "/login?redirect_uri=%2Fsettings"),
        ("/notFound", "/login?redirect_uri=%2FnotFound"),
        (
            "/accounts/roles/create/",
            "/login?redirect_uri=%2Faccounts%2Froles%2Fcreate%2F",
        ),
        (
            "/settings/users?page=2&search=a+b%26c",
            "/login?redirect_uri=%2Fsettings%2Fusers%3Fpage%3D2%26search%3Da%2Bb%2526c",
        ),
        (
            "/settings/%E2%82%AC?q=€'",
            "/login?redirect_uri=%2Fsettings%2F%25E2%2582%25AC%3Fq%3D%25E2%2582%25AC%2527",
        ),
    ] {
        check(url, Anonymous, &to_login(login, End));
    }
}

#[test]
fn an_address_that_would_be_refused_afterwards_is_not_offered_to_login() {
    let long = format!("/dashboard?{}", "x".repeat(2048));
    for url in ["/settings/a%25b", "/settings/a%2eb", "/settings/%1f", &long] {
        check(url, Anonymous, &to_login("/login", End));
    }
}

#[test]
fn a_signed_in_visitor_sees_required_pages() {
    for url in [
        "/dashboard",
        "/settings/profile",
        "/settings/airport",
        "/notFound",
        "/settings/users?page=2",
    ] {
        for navigation in NAVIGATIONS {
            assert_eq!(
                decide(url, SignedIn, navigation),
                Decision::Render(Keep),
                "{url}"
            );
        }
    }
}

#[test]
fn a_signed_in_visitor_on_a_guest_page_goes_to_the_redirect_uri_or_the_dashboard() {
    for page in ["/login", "/register", "/Login/"] {
        for row in corpus().queries {
            let because = match row.state {
                State::Absent | State::Kept => Reason::AlreadySignedIn,
                State::Rejected => Reason::RedirectRejected,
            };
            let to = row.target.as_deref().unwrap_or("/dashboard");
            let url = format!("{page}{}", row.search);
            assert_eq!(
                decide(&url, SignedIn, SameSite),
                redirect(to, because, Keep),
                "{}: {url}",
                row.id
            );
        }
    }
}

#[test]
fn the_redirect_table_holds_on_both_guest_pages() {
    let corpus = corpus();
    let (matcher, origin) = (specification(), Origin::parse(&corpus.origin).unwrap());
    for page in ["/login", "/register"] {
        for row in &corpus.rows {
            let value = percent_encoding::utf8_percent_encode(
                &row.value,
                percent_encoding::NON_ALPHANUMERIC,
            );
            let url = format!("{page}?redirect_uri={value}");
            let origin = row.origin.is_none().then_some(&origin);
            let expected = match row.keep.as_deref() {
                None => redirect("/dashboard", Reason::RedirectRejected, Keep),
                // A redirecting route is not passed through: that would be a second redirect.
                Some("/") => redirect("/dashboard", Reason::AlreadySignedIn, Keep),
                Some("/settings") => redirect("/settings/profile", Reason::AlreadySignedIn, Keep),
                Some(path) => redirect(path, Reason::AlreadySignedIn, Keep),
            };
            let decision = decide_on(&matcher, origin, &url, SignedIn, SameSite);
            assert_eq!(decision, expected, "{}: {:?}", row.id, row.value);
        }
    }
}

#[test]
fn a_guest_page_clears_what_is_left_of_a_session() {
    for page in ["/login", "/register"] {
        check(page, Anonymous, &Decision::Render(End));
        check(page, Invalid, &Decision::Render(End));
    }
}

#[test]
fn the_second_factor_keeps_the_session() {
    for query in ["?fbtkn=x", "?fbtkn", "?a=b&fbtkn="] {
        let url = format!("/login{query}");
        check(&url, Anonymous, &Decision::Render(Keep));
        check(&url, Invalid, &Decision::Render(DropToken));
        check(
            &url,
            SignedIn,
            &redirect("/dashboard", Reason::AlreadySignedIn, Keep),
        );
        check(
            &format!("/dashboard{query}"),
            SignedIn,
            &Decision::Render(Keep),
        );
    }
}

#[test]
fn a_foreign_link_to_a_guest_page_ends_nothing() {
    for page in ["/login", "/register?redirect_uri=/dashboard"] {
        for navigation in [CrossSite, Embedded] {
            assert_eq!(decide(page, Anonymous, navigation), Decision::Render(Keep));
            assert_eq!(
                decide(page, Invalid, navigation),
                Decision::Render(DropToken)
            );
        }
    }
}

#[test]
fn a_frame_or_image_of_a_required_page_ends_nothing() {
    let login = "/login?redirect_uri=%2Fdashboard";
    assert_eq!(
        decide("/dashboard", Anonymous, CrossSite),
        to_login(login, End)
    );
    assert_eq!(
        decide("/dashboard", Anonymous, Embedded),
        to_login(login, Keep)
    );
    assert_eq!(
        decide("/dashboard", Invalid, Embedded),
        to_login(login, DropToken)
    );
}

#[test]
fn the_root_leads_to_the_dashboard_or_straight_to_login() {
    check("/", SignedIn, &redirect("/dashboard", Reason::Moved, Keep));
    check(
        "/",
        Anonymous,
        &to_login("/login?redirect_uri=%2Fdashboard", End),
    );
    check(
        "/",
        Invalid,
        &to_login("/login?redirect_uri=%2Fdashboard", End),
    );
}

#[test]
fn a_redirecting_route_redirects_only_the_signed_in() {
    for url in ["/settings", "/settings/", "/Settings?tab=1"] {
        check(
            url,
            SignedIn,
            &redirect("/settings/profile", Reason::Moved, Keep),
        );
    }
    check(
        "/settings/",
        Anonymous,
        &to_login("/login?redirect_uri=%2Fsettings%2F", End),
    );
}

#[test]
fn an_unknown_path_is_not_found_for_the_signed_in_and_login_for_others() {
    for url in [
        "/no/such/page",
        "/dashboard.json",
        "/settings/a/b/c/d",
        "/login/x",
        "/en/dashboard",
        "/dashboard;x",
    ] {
        check(url, SignedIn, &Decision::NotFound(Keep));
        check(url, Anonymous, &to_login("/login", Keep));
        check(url, Invalid, &to_login("/login", DropToken));
    }
    // No route matches a line break, not even the catch-all.
    check("/dash%0Aboard", SignedIn, &Decision::NotFound(Keep));
    check("/dash%0Aboard", Anonymous, &to_login("/login", Keep));
}

#[test]
fn no_odd_spelling_of_a_required_page_opens_it() {
    for url in [
        "/dashboard/",
        "/Dashboard",
        "/%64ashboard",
        "/dashboard?_data=1",
        "/DASHBOARD/?x",
    ] {
        for presence in [Anonymous, Invalid] {
            let decision = decide(url, presence, SameSite);
            assert!(
                matches!(
                    decision,
                    Decision::Redirect {
                        because: Reason::SignInRequired,
                        ..
                    }
                ),
                "{url}: {decision:?}"
            );
        }
    }
}

#[test]
fn fetch_metadata_tells_pages_from_parts_of_pages() {
    let page = |site| FetchMetadata {
        site: Some(site),
        mode: Some("navigate"),
        dest: Some("document"),
        purpose: None,
    };
    for (metadata, navigation) in [
        (FetchMetadata::default(), SameSite),
        (page("none"), SameSite),
        (page("same-origin"), SameSite),
        (page("same-site"), SameSite),
        (page("cross-site"), CrossSite),
        (page("anything"), CrossSite),
        (
            FetchMetadata {
                dest: Some("iframe"),
                ..page("cross-site")
            },
            Embedded,
        ),
        (
            FetchMetadata {
                dest: Some("iframe"),
                ..page("same-origin")
            },
            Embedded,
        ),
        (
            FetchMetadata {
                mode: Some("no-cors"),
                dest: Some("image"),
                ..page("cross-site")
            },
            Embedded,
        ),
        (
            FetchMetadata {
                mode: Some("cors"),
                dest: Some("empty"),
                ..page("same-origin")
            },
            Embedded,
        ),
        (
            FetchMetadata {
                purpose: Some("prefetch"),
                ..page("same-origin")
            },
            Embedded,
        ),
        (
            FetchMetadata {
                mode: None,
                dest: None,
                ..page("same-origin")
            },
            Embedded,
        ),
        (
            FetchMetadata {
                site: None,
                ..page("")
            },
            Embedded,
        ),
    ] {
        assert_eq!(
            Navigation::from_metadata(metadata),
            navigation,
            "{metadata:?}"
        );
    }
}
