/** The only route list. The build evaluates it into the manifest that the Rust matcher and guard read. */
import type { ComponentType } from "react"

export type Auth = "public" | "required" | "guest"

export interface RouteEntry {
  /** With a module: the stem of its file in `routes/`. */
  id: string
  /** Relative to the parent; a layout has none. */
  path?: string
  index?: true
  caseSensitive?: true
  /** Who may open it; layouts leave it to their children. */
  auth?: Auth
  title?: string
  /** HTTP status of the document, 200 unless given. */
  status?: number
  /** Answered with a redirect, never rendered. */
  redirect?: string
  /** Need key → RFC 6570 template over path parameters and search parameters. */
  needs?: Readonly<Record<string, string>>
  module?: () => Promise<RouteModule>
  children?: readonly RouteEntry[]
}

export interface RouteModule {
  Component: ComponentType
  ErrorBoundary?: ComponentType
}

export const routes: readonly RouteEntry[] = [
  {
    id: "root",
    module: () => import("#client/routes/root.tsx"),
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
        module: () => import("#client/routes/shell.tsx"),
        children: [
          {
            id: "dashboard",
            path: "dashboard",
            auth: "required",
            title: "Dashboard",
            needs: {
              overview: "/iam/api/v1/companies/overview",
              activity: "/log/api/v1/audit?page=1&pageSize=8",
            },
            module: () => import("#client/routes/dashboard.tsx"),
          },
          {
            id: "settings",
            path: "settings",
            auth: "required",
            title: "Settings",
            module: () => import("#client/routes/settings.tsx"),
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
                needs: { user: "/iam/api/v1/users-token", sessions: "/iam/api/v1/sessions" },
                module: () => import("#client/routes/profile.tsx"),
              },
              {
                id: "users",
                path: "users",
                auth: "required",
                title: "Users",
                needs: { users: "/iam/api/v1/users{?page,pageSize,sort,search}" },
                module: () => import("#client/routes/users.tsx"),
              },
              {
                id: "roles",
                path: "roles",
                auth: "required",
                title: "Roles",
                needs: { roles: "/iam/api/v1/roles{?page,pageSize,sort,search}" },
                module: () => import("#client/routes/roles.tsx"),
              },
              {
                id: "countries",
                path: "countries",
                auth: "required",
                title: "Countries",
                needs: { countries: "/master/api/v1/country{?page,pageSize,sort,search}" },
                module: () => import("#client/routes/countries.tsx"),
              },
              {
                id: "currencies",
                path: "currencies",
                auth: "required",
                title: "Currencies",
                needs: { currencies: "/master/api/v1/currency-list{?page,pageSize,sort,search}" },
                module: () => import("#client/routes/currencies.tsx"),
              },
            ],
          },
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
