/** The only route list. The build evaluates it into the manifest that the Rust matcher and guard read. */
import type { ComponentType } from "react"

import { operatorRoutes } from "#client/operator-routes.ts"
import { newRoleRoute, peopleRoutes } from "#client/people-routes.ts"
import { listNeeds, recordNeeds } from "#client/record-routes.ts"
import type { FormOf } from "#client/records/plain.ts"
import { referenceRoutes } from "#client/reference-routes.ts"
import { workRoutes } from "#client/work-routes.tsx"

export type Auth = "public" | "required" | "guest"

export interface RouteEntry {
  id: string
  /** With a module: the stem of its file in `routes/`, the id unless given. Several routes may share a file. */
  file?: string
  /** Relative to the parent; a layout has none. */
  path?: string
  index?: true
  caseSensitive?: true
  /** Who may open it; layouts leave it to their children. */
  auth?: Auth
  title?: string
  /** Member of the need `record` that says what it is called: in place of the title. */
  named?: string
  /** HTTP status of the document, 200 unless given. */
  status?: number
  /** Answered with a redirect, never rendered. */
  redirect?: string
  /** Need key → RFC 6570 template over path parameters and search parameters. */
  needs?: Readonly<Record<string, string>>
  /** Reading its needs is audited, so they are not fetched before it is opened. */
  isAudited?: boolean
  /** RFC 6570 template that a form of the page without fields is posted to at the services. */
  runs?: string
  /** Absent for a frame that every page begins with (`router.tsx`). */
  module?: () => Promise<RouteModule>
  children?: readonly RouteEntry[]
}

export interface RouteModule {
  Component: ComponentType
  /** The form of the screen, if the server reads it without script. */
  form?: FormOf
  ErrorBoundary?: ComponentType
}

export const routes: readonly RouteEntry[] = [
  {
    id: "root",
    children: [
      { id: "home", path: "/", auth: "public", redirect: "/dashboard" },
      {
        id: "guest",
        module: () => import("#client/routes/guest.tsx"),
        children: [
          {
            id: "login",
            path: "login",
            auth: "guest",
            title: "Sign in",
            module: () => import("#client/routes/login.tsx"),
          },
          {
            id: "register",
            path: "register",
            auth: "guest",
            title: "Create an account",
            module: () => import("#client/routes/register.tsx"),
          },
        ],
      },
      {
        id: "shell",
        children: [
          {
            id: "dashboard",
            path: "dashboard",
            auth: "required",
            title: "Dashboard",
            needs: {
              overview: "/iam/api/v1/companies/overview",
              attention: "/iam/api/v1/users/me/attention",
              offices: "/iam/api/v1/companies/offices?page=1&pageSize=6&filter=enabled:eq:true",
              pinned: "/report/api/v1/reportSketch?page=1&pageSize=4&filter=pinned:eq:true",
              activity: "/log/api/v1/audit?page=1&pageSize=8",
            },
            module: () => import("#client/routes/dashboard.tsx"),
          },
          {
            id: "settings",
            path: "settings",
            auth: "required",
            title: "Settings",
            children: [
              {
                id: "settings-index",
                index: true,
                auth: "required",
                redirect: "/settings/profile",
              },
              {
                id: "profile",
                path: "profile",
                auth: "required",
                title: "Profile",
                needs: { me: "/iam/api/v1/users/me", sessions: "/iam/api/v1/sessions" },
                module: () => import("#client/routes/profile.tsx"),
              },
              {
                id: "access-tokens",
                path: "access-tokens",
                auth: "required",
                title: "Access tokens",
                needs: { me: "/iam/api/v1/users/me", tokens: "/iam/api/v1/access-tokens" },
                module: () => import("#client/routes/access-tokens.tsx"),
              },
              ...peopleRoutes,
              ...referenceRoutes,
              ...operatorRoutes,
              {
                id: "templates",
                path: "templates",
                auth: "required",
                title: "E-mail templates",
                needs: listNeeds("/mail/api/v1/templates"),
                module: () => import("#client/routes/templates.tsx"),
              },
              {
                id: "template-create",
                file: "template",
                path: "templates/create",
                auth: "required",
                title: "New e-mail template",
                module: () => import("#client/routes/template.tsx"),
              },
              {
                id: "template",
                path: "templates/:id/:type",
                auth: "required",
                title: "E-mail template",
                needs: {
                  ...recordNeeds("/mail/api/v1/templates"),
                  versions: "/mail/api/v1/templates/{id}/versions",
                },
                module: () => import("#client/routes/template.tsx"),
              },
            ],
          },
          newRoleRoute,
          ...workRoutes,
          {
            id: "not-found",
            path: "notFound",
            auth: "required",
            title: "Page not found",
            status: 404,
            module: () => import("#client/routes/not-found.tsx"),
          },
          {
            id: "unknown",
            path: "*",
            auth: "required",
            title: "Page not found",
            status: 404,
            module: () => import("#client/routes/unknown.tsx"),
          },
        ],
      },
    ],
  },
]
