//! The four roles that every company begins with.

use waybill_services::iam::role::seed;
use waybill_services::permissions::{Action, Grants, Resource, Scope};

/// What the role of this code gives in a new company.
fn of(code: &str) -> Grants {
    let roles = seed();
    let role = roles.iter().find(|role| role.code == code).unwrap();
    let mut grants = Grants::new();
    grants.add_stored(&role.permissions).unwrap();
    grants
}

fn has(grants: &Grants, permission: &str) -> bool {
    grants.scope(permission.parse().unwrap()).is_some()
}

#[test]
fn an_administrator_may_do_everything() {
    let pairs: usize = Resource::ALL
        .iter()
        .map(|resource| resource.actions().len())
        .sum();
    assert_eq!(of("administrator").iter().count(), pairs);
    assert!(
        of("administrator")
            .iter()
            .all(|(_, scope)| scope == Scope::Company)
    );
}

#[test]
fn a_manager_writes_no_roles_and_no_company_and_destroys_nothing() {
    let grants = of("manager");
    for denied in [
        "role:edit",
        "role:create",
        "role:delete",
        "company:edit",
        "company:manage",
        "file:destroy",
    ] {
        assert!(!has(&grants, denied), "{denied}");
    }
    for allowed in [
        "role:view",
        "role:export",
        "user:suspend",
        "company:view",
        "file:delete",
        "audit:view",
    ] {
        assert!(has(&grants, allowed), "{allowed}");
    }
}

#[test]
fn an_operator_works_in_the_office_and_a_viewer_changes_nothing() {
    let grants = of("operator");
    assert_eq!(
        grants.scope("contact:edit".parse().unwrap()),
        Some(Scope::Office)
    );
    assert_eq!(
        grants.scope("contact:view".parse().unwrap()),
        Some(Scope::Company)
    );
    assert!(
        !has(&grants, "country:edit")
            && has(&grants, "country:view")
            && !has(&grants, "audit:view")
    );
    let changes = of("viewer")
        .iter()
        .filter(|(permission, _)| permission.action != Action::View)
        .count();
    assert_eq!(changes, 1);
}

#[test]
fn exactly_one_seed_role_is_the_default() {
    assert_eq!(seed().iter().filter(|role| role.is_default).count(), 1);
}
