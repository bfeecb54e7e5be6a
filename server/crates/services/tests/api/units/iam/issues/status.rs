//! The status of an issue: where it can go, and what is said where it cannot.

use waybill_services::iam::issues::status::{IssueStatus, jump};

#[test]
fn every_status_but_new_can_be_reached_and_none_is_an_end() {
    for status in IssueStatus::ALL {
        let comes_from = IssueStatus::ALL.iter().any(|it| it.next().contains(status));
        assert_eq!(comes_from, *status != IssueStatus::New, "{status:?}");
        assert!(!status.next().is_empty(), "{status:?}");
    }
}

#[test]
fn a_jump_is_explained() {
    assert_eq!(
        jump(IssueStatus::New, IssueStatus::Closed),
        "An issue cannot change from new to closed. It can change to triaged."
    );
}
