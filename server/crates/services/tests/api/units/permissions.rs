//! Closure, scopes and the limits of products and subscription.

use waybill_services::permissions::{Action, Grants, Permission, Resource, Scope};
use waybill_storage::StorageError;
use waybill_storage::roles::Grant;

fn permission(text: &str) -> Permission {
    text.parse().unwrap()
}

fn granted(resource: Resource, action: Action) -> Vec<String> {
    let mut grants = Grants::new();
    grants.allow(resource, action, Scope::Office);
    grants
        .iter()
        .map(|(permission, _)| permission.to_string())
        .collect()
}

#[test]
fn every_action_implies_view() {
    for resource in Resource::ALL {
        for action in resource.actions() {
            let mut grants = Grants::new();
            grants.allow(*resource, *action, Scope::Own);
            let view = Permission {
                resource: *resource,
                action: Action::View,
            };
            assert_eq!(
                grants.scope(view),
                Some(Scope::Own),
                "{} {}",
                resource.as_str(),
                action.as_str()
            );
        }
    }
}

#[test]
fn import_implies_create_and_edit_and_send_implies_create() {
    assert_eq!(
        granted(Resource::Contact, Action::Import),
        [
            "contact:view",
            "contact:create",
            "contact:edit",
            "contact:import"
        ]
    );
    assert_eq!(
        granted(Resource::User, Action::Deactivate),
        ["user:view", "user:edit", "user:deactivate"]
    );
    assert_eq!(
        granted(Resource::Mail, Action::Send),
        ["mail:view", "mail:create", "mail:send"]
    );
}

#[test]
fn a_pair_that_does_not_exist_is_not_granted() {
    assert_eq!(granted(Resource::Audit, Action::Delete), [""; 0]);
    assert!("audit:delete".parse::<Permission>().is_err());
    assert!("user".parse::<Permission>().is_err());
}

#[test]
fn the_wider_scope_wins_in_either_order() {
    for scopes in [[Scope::Own, Scope::Company], [Scope::Company, Scope::Own]] {
        let mut grants = Grants::new();
        for scope in scopes {
            grants.allow(Resource::File, Action::Edit, scope);
        }
        assert_eq!(grants.scope(permission("file:edit")), Some(Scope::Company));
        assert_eq!(grants.scope(permission("file:view")), Some(Scope::Company));
    }
}

#[test]
fn a_stored_role_reads_back_the_same() {
    let mut grants = Grants::new();
    grants.allow(Resource::User, Action::Import, Scope::Company);
    grants.allow(Resource::User, Action::Delete, Scope::Office);
    grants.allow(Resource::Mail, Action::Send, Scope::Own);
    let mut read = Grants::new();
    read.add_stored(&grants.to_stored()).unwrap();
    assert_eq!(read, grants);
}

#[test]
fn an_unknown_word_in_a_stored_role_is_damage_not_a_missing_right() {
    let stored = Grant {
        resource: "user".into(),
        actions: vec!["fly".into()],
        scope: "own".into(),
    };
    assert!(matches!(
        Grants::new().add_stored(&[stored]),
        Err(StorageError::Corrupt("Action"))
    ));
}

#[test]
fn expiry_leaves_view_export_and_the_own_profile() {
    let mut grants = Grants::new();
    grants.allow_all(Resource::Contact, Scope::Company);
    grants.allow_all(Resource::Profile, Scope::Own);
    grants.limit_to_expired();
    let left: Vec<String> = grants
        .iter()
        .map(|(permission, _)| permission.to_string())
        .collect();
    assert_eq!(
        left,
        [
            "profile:view",
            "profile:edit",
            "contact:view",
            "contact:export"
        ]
    );
}
