//! Permissions: what may be done to which resource, within which scope (domain reference, section 3).
//!
//! Invariant: denied unless granted. A [`Grants`] is closed under implication, so a check looks one pair up and never
//! reasons; whoever adds an action to a resource adds it to the one table here.

use std::collections::BTreeMap;

use waybill_storage::StorageError;
use waybill_storage::roles::Grant;

use crate::vocabulary::{UnknownWord, wire_enum};

wire_enum! {
    /// What a permission is about.
    Resource {
        Dashboard = "dashboard",
        Subscription = "subscription",
        Notification = "notification",
        Profile = "profile",
        Company = "company",
        User = "user",
        Role = "role",
        Group = "group",
        Airport = "port.airport",
        OceanPort = "port.oceanport",
        ReceivingLocation = "port.receivinglocation",
        Country = "country",
        Currency = "currency",
        Picklist = "picklist",
        Contact = "contact",
        ContactTag = "contactTag",
        Template = "template",
        Mail = "mail",
        Report = "report",
        Audit = "audit",
        Issue = "issue",
        File = "file",
    }
}

wire_enum! {
    /// What is done to a resource.
    Action {
        View = "view",
        Create = "create",
        Edit = "edit",
        Delete = "delete",
        Restore = "restore",
        Export = "export",
        Import = "import",
        BulkEdit = "bulkEdit",
        Deactivate = "deactivate",
        Merge = "merge",
        Assign = "assign",
        Suspend = "suspend",
        Manage = "manage",
        Publish = "publish",
        Send = "send",
        Run = "run",
        Share = "share",
        Schedule = "schedule",
        Destroy = "destroy",
    }
}

wire_enum! {
    /// How far a permission reaches.
    Scope {
        /// What I created or own.
        Own = "own",
        /// What belongs to my office.
        Office = "office",
        /// What belongs to my company.
        Company = "company",
    }
}

impl Resource {
    /// What the table of rights calls it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Dashboard => "Dashboard",
            Self::Subscription => "Subscription",
            Self::Notification => "Own notifications",
            Self::Profile => "Own profile",
            Self::Company => "Company profile",
            Self::User => "Users",
            Self::Role => "Roles",
            Self::Group => "Groups",
            Self::Airport => "Airports",
            Self::OceanPort => "Ocean ports",
            Self::ReceivingLocation => "Receiving locations",
            Self::Country => "Countries",
            Self::Currency => "Currencies",
            Self::Picklist => "Picklists",
            Self::Contact => "Contacts",
            Self::ContactTag => "Contact tags",
            Self::Template => "E-mail templates",
            Self::Mail => "Mail",
            Self::Report => "Reports",
            Self::Audit => "Audit history",
            Self::Issue => "Issues",
            Self::File => "Files",
        }
    }

    /// What can be done to it, `view` first.
    pub const fn actions(self) -> &'static [Action] {
        use Action::{
            Assign, BulkEdit, Create, Deactivate, Delete, Destroy, Edit, Export, Import, Manage,
            Merge, Publish, Restore, Run, Schedule, Send, Share, Suspend, View,
        };
        match self {
            Self::Dashboard | Self::Subscription | Self::Notification => &[View],
            Self::Profile => &[View, Edit],
            Self::Company => &[View, Edit, Manage, Export],
            Self::User => &[
                View, Create, Edit, Suspend, Deactivate, Delete, Restore, Assign, Import, Export,
                BulkEdit,
            ],
            Self::Role | Self::Group => &[View, Create, Edit, Delete, Restore, Export],
            Self::Airport
            | Self::OceanPort
            | Self::ReceivingLocation
            | Self::Country
            | Self::Currency
            | Self::Picklist => &[
                View, Create, Edit, Deactivate, Delete, Restore, Merge, Import, Export, BulkEdit,
            ],
            Self::Contact | Self::ContactTag => &[
                View, Create, Edit, Delete, Restore, Merge, Import, Export, BulkEdit,
            ],
            Self::Template => &[View, Create, Edit, Publish, Delete, Restore, Export],
            Self::Mail => &[View, Create, Send],
            Self::Report => &[
                View, Create, Edit, Run, Share, Schedule, Delete, Restore, Export,
            ],
            Self::Audit => &[View, Export],
            Self::Issue => &[View, Create, Edit, Assign, Delete, Restore],
            Self::File => &[View, Create, Edit, Share, Delete, Restore, Destroy, Export],
        }
    }
}

impl Resource {
    /// What it takes to change many at once: a right of its own where there is one, else that to change them.
    pub fn bulk_edit(self) -> Action {
        match self.actions().contains(&Action::BulkEdit) {
            true => Action::BulkEdit,
            false => Action::Edit,
        }
    }
}

impl Action {
    /// What the table of rights calls it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::View => "View",
            Self::Create => "Create",
            Self::Edit => "Edit",
            Self::Delete => "Delete",
            Self::Restore => "Restore",
            Self::Export => "Export",
            Self::Import => "Import",
            Self::BulkEdit => "Bulk edit",
            Self::Deactivate => "Deactivate",
            Self::Merge => "Merge",
            Self::Assign => "Assign",
            Self::Suspend => "Suspend",
            Self::Manage => "Manage",
            Self::Publish => "Publish",
            Self::Send => "Send",
            Self::Run => "Run",
            Self::Share => "Share",
            Self::Schedule => "Schedule",
            Self::Destroy => "Delete permanently",
        }
    }

    /// What it directly implies, besides `view`.
    const fn implied(self) -> Option<Self> {
        match self {
            Self::Delete | Self::Deactivate | Self::Merge | Self::BulkEdit => Some(Self::Edit),
            // Import implies both create and edit; create is added by `closure`.
            Self::Import => Some(Self::Edit),
            Self::Send => Some(Self::Create),
            _ => None,
        }
    }

    /// Whether it changes nothing.
    pub const fn reads(self) -> bool {
        matches!(self, Self::View | Self::Export | Self::Run)
    }

    /// Whether an expired subscription leaves it (rule 7).
    const fn survives_expiry(self) -> bool {
        matches!(self, Self::View | Self::Export)
    }
}

/// One right: an action on a resource. Its text is `resource:action`, as in `user:view`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Permission {
    /// On what.
    pub resource: Resource,
    /// What.
    pub action: Action,
}

impl Permission {
    /// As people read it in the table of rights: `Contacts: Edit`.
    pub fn in_words(self) -> String {
        format!("{}: {}", self.resource.title(), self.action.title())
    }
}

impl std::fmt::Display for Permission {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.resource.as_str(), self.action.as_str())
    }
}

impl std::str::FromStr for Permission {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        let (resource, action) = text.split_once(':').ok_or(UnknownWord("Permission"))?;
        let (resource, action) = (resource.parse::<Resource>()?, action.parse()?);
        if !resource.actions().contains(&action) {
            return Err(UnknownWord("Permission"));
        }
        Ok(Self { resource, action })
    }
}

/// Rights with their scopes, closed under implication.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grants(BTreeMap<Permission, Scope>);

impl Grants {
    /// Nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `action` on `resource` and all that it implies; of two scopes the wider stays. A pair that does not exist is
    /// not added.
    pub fn allow(&mut self, resource: Resource, action: Action, scope: Scope) {
        if !resource.actions().contains(&action) {
            return;
        }
        let granted = self
            .0
            .entry(Permission { resource, action })
            .or_insert(scope);
        *granted = (*granted).max(scope);
        if action != Action::View {
            self.allow(resource, Action::View, scope);
        }
        if let Some(implied) = action.implied() {
            self.allow(resource, implied, scope);
        }
        if action == Action::Import {
            self.allow(resource, Action::Create, scope);
        }
    }

    /// Every action on `resource`.
    pub fn allow_all(&mut self, resource: Resource, scope: Scope) {
        for action in resource.actions() {
            self.allow(resource, *action, scope);
        }
    }

    /// How far `permission` reaches; none when it is not granted.
    pub fn scope(&self, permission: Permission) -> Option<Scope> {
        self.0.get(&permission).copied()
    }

    /// All rights in a fixed order.
    pub fn iter(&self) -> impl Iterator<Item = (Permission, Scope)> {
        self.0
            .iter()
            .map(|(permission, scope)| (*permission, *scope))
    }

    /// Leaves the rights that `keep` passes.
    pub fn retain(&mut self, keep: impl Fn(Permission, Scope) -> bool) {
        self.0.retain(|permission, scope| keep(*permission, *scope));
    }

    /// What both give, each right as far as both reach.
    #[must_use]
    pub fn within(&self, other: &Self) -> Self {
        let both = self.iter().filter_map(|(permission, scope)| {
            let others = other.scope(permission)?;
            Some((permission, scope.min(others)))
        });
        Self(both.collect())
    }

    /// Leaves only what concerns a resource of `resources`.
    pub fn limit_to(&mut self, resources: &[Resource]) {
        self.0
            .retain(|permission, _| resources.contains(&permission.resource));
    }

    /// Leaves what an expired subscription leaves: view, export, one's own profile and drafts of mails.
    pub fn limit_to_expired(&mut self) {
        self.0.retain(|permission, _| {
            permission.action.survives_expiry()
                || permission.resource == Resource::Profile
                || (permission.resource, permission.action) == (Resource::Mail, Action::Create)
        });
    }

    /// Adds the rights of a stored role; of two scopes the wider stays.
    pub fn add_stored(&mut self, stored: &[Grant]) -> Result<(), StorageError> {
        for grant in stored {
            let (resource, scope) = (grant.resource.parse()?, grant.scope.parse()?);
            for action in &grant.actions {
                self.allow(resource, action.parse()?, scope);
            }
        }
        Ok(())
    }

    /// The form in which a role stores them: one entry per resource and scope.
    pub fn to_stored(&self) -> Vec<Grant> {
        let mut stored: Vec<Grant> = Vec::new();
        for scope in Scope::ALL.iter().rev() {
            for resource in Resource::ALL {
                let granted = |action: &&Action| {
                    self.scope(Permission {
                        resource: *resource,
                        action: **action,
                    }) == Some(*scope)
                };
                let actions: Vec<String> = resource
                    .actions()
                    .iter()
                    .filter(granted)
                    .map(|action| action.as_str().to_owned())
                    .collect();
                if !actions.is_empty() {
                    let (resource, scope) =
                        (resource.as_str().to_owned(), scope.as_str().to_owned());
                    stored.push(Grant {
                        resource,
                        actions,
                        scope,
                    });
                }
            }
        }
        stored
    }
}
