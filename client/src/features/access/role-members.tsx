import { paths } from "#client/paths.ts"
import { type Need, isHidden } from "#client/services/page.tsx"
import { Card } from "#client/ui/card.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { Table } from "#client/ui/table.tsx"
import { useText } from "#client/ui/text.tsx"
import type { components } from "#client/wire/api.ts"

import { StatusTag } from "./status-tag.tsx"

export type RoleMember = components["schemas"]["RoleMember"]

/** Who has the role, and through which group. */
export function RoleMembers({ need }: { need: Need<readonly RoleMember[]> }) {
  const t = useText()
  if (isHidden(need)) return null
  return (
    <Card id="members" title={t("People with this role")}>
      {need.status === "pending" ? <Skeleton /> : null}
      {need.status === "failed" ? (
        <ErrorPanel
          onRetry={need.retry}
          problem={need.problem}
          title={t("Couldn't load the members.")}
        />
      ) : null}
      {need.status === "ready" && need.data.length === 0 ? (
        <p>{t("No one has this role.")}</p>
      ) : null}
      {need.status === "ready" && need.data.length > 0 ? <Members rows={need.data} /> : null}
    </Card>
  )
}

function Members({ rows }: { rows: readonly RoleMember[] }) {
  const t = useText()
  return (
    <Table caption={t("Members")}>
      <thead>
        <tr>
          <th scope="col">{t("Name")}</th>
          <th scope="col">{t("E-mail address")}</th>
          <th scope="col">{t("Status")}</th>
          <th scope="col">{t("Assigned")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row._id} ${row.groupId ?? ""}`}>
            <th scope="row">
              <a dir="auto" href={paths.user(row._id)}>
                {row.name}
              </a>
            </th>
            <td>
              <bdi>{row.emailId}</bdi>
            </td>
            <td>
              <StatusTag status={row.status} />
            </td>
            <td>
              {row.groupName === null
                ? t("Directly")
                : t("Through the group {group}", { group: row.groupName })}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
