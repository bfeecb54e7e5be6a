/** The offices of the company, for their clocks: asked for when somebody wants to read them. */
import { useQuery } from "@tanstack/react-query"

import type { SessionView } from "#client/lib/session.ts"
import type { components } from "#client/wire/api.ts"

import { needQuery } from "./needs.ts"

type Office = Pick<components["schemas"]["Office"], "name" | "timezone">

const PATH = "/iam/api/v1/companies/offices?page=1&pageSize=100&sort=name&filter=enabled:eq:true"
const RIGHT = "company:view"

/** Empty for those who may not see them, and while they are not known. */
export function useOfficeClocks({
  permissions,
}: Pick<SessionView, "permissions">): readonly Office[] {
  const enabled = permissions.includes(RIGHT)
  const { data } = useQuery({ ...needQuery<readonly Office[]>(PATH), enabled })
  return data?.data ?? NONE
}

const NONE: readonly Office[] = []
