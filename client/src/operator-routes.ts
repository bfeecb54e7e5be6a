/** The routes of super administrators, who are named in the server's configuration. A part of `routes.tsx`. */
import { recordRoutes } from "#client/record-routes.ts"

import type { RouteEntry } from "./routes.tsx"

/** Below the settings. */
export const operatorRoutes: readonly RouteEntry[] = recordRoutes({
  service: "/iam/api/v1/app-admin",
  list: {
    id: "companies",
    path: "companies",
    title: "Companies",
    isAudited: true,
    module: () => import("#client/routes/companies.tsx"),
  },
  record: {
    id: "contract",
    title: "Company",
    isAudited: true,
    asOf: false,
    more: { products: "/iam/api/v1/products" },
    module: () => import("#client/routes/contract.tsx"),
  },
})
