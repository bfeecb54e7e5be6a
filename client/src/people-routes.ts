/** The routes of people and what they may do: the company, users, roles, groups. A part of `routes.tsx`. */
import { NAME_LISTS } from "#client/lib/name-lists.ts"
import { listNeeds, recordRoutes } from "#client/record-routes.ts"

import type { RouteEntry } from "./routes.tsx"

/** Below the settings. */
export const peopleRoutes: readonly RouteEntry[] = [
  {
    id: "company",
    path: "company",
    auth: "required",
    title: "Company profile",
    needs: {
      record: "/iam/api/v1/companies/{companyId}",
      history: "/iam/api/v1/companies/{companyId}/history",
      asOf: "/iam/api/v1/companies/{companyId}/as-of?at={at}",
      everything: "/iam/api/v1/companies/company/export-preview",
      support: "/iam/api/v1/support-access",
      suppressed: "/mail/api/v1/suppressions",
    },
    module: () => import("#client/routes/company.tsx"),
  },
  ...recordRoutes({
    service: "/iam/api/v1/companies/offices",
    list: {
      id: "offices",
      path: "company/offices",
      title: "Offices",
      module: () => import("#client/routes/offices.tsx"),
    },
    record: {
      id: "office",
      title: "Office",
      module: () => import("#client/routes/office.tsx"),
    },
    create: "New office",
  }),
  ...recordRoutes({
    service: "/iam/api/v1/users",
    list: {
      id: "users",
      path: "users",
      title: "Users",
      module: () => import("#client/routes/users.tsx"),
    },
    record: {
      id: "user",
      title: "User",
      more: {
        effective: "/iam/api/v1/users/{id}/effective-permissions",
        tokens: "/iam/api/v1/users/{id}/access-tokens",
        allRoles: NAME_LISTS.roles,
        offices: NAME_LISTS.offices,
      },
      module: () => import("#client/routes/user.tsx"),
    },
    create: "Invite user",
  }),
  ...recordRoutes({
    service: "/iam/api/v1/groups",
    list: {
      id: "groups",
      path: "groups",
      title: "Groups",
      module: () => import("#client/routes/groups.tsx"),
    },
    record: {
      id: "group",
      title: "Group",
      more: { allRoles: NAME_LISTS.roles, people: NAME_LISTS.people },
      module: () => import("#client/routes/group.tsx"),
    },
    create: "New group",
  }),
  ...recordRoutes({
    service: "/iam/api/v1/roles",
    list: {
      id: "roles",
      path: "roles",
      title: "Roles",
      module: () => import("#client/routes/roles.tsx"),
    },
    record: {
      id: "role",
      title: "Role",
      more: {
        members: "/iam/api/v1/roles/{id}/members",
        allRoles: NAME_LISTS.roles,
        rights: "/iam/api/v1/users/{userId}/effective-permissions",
        products: "/iam/api/v1/products",
      },
      module: () => import("#client/routes/role.tsx"),
    },
  }),
]

/** Specification 2 keeps it outside the settings. */
export const newRoleRoute: RouteEntry = {
  id: "role-create",
  path: "accounts/roles/create",
  auth: "required",
  title: "New role",
  needs: {
    ...listNeeds("/iam/api/v1/roles"),
    allRoles: NAME_LISTS.roles,
  },
  module: () => import("#client/routes/role-create.tsx"),
}
