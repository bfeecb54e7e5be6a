/** What the dashboard's needs answer. */
import type { components } from "#client/wire/api.ts"

type Wire = components["schemas"]

export type Overview = Wire["CompanyOverview"]
