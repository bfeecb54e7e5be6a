import { ACTION_NAMES, RESOURCE_NAMES, SCOPE_NAMES } from "#client/lib/right-names.ts"
import { ACTIONS, RESOURCES } from "#client/lib/rights.ts"
import { paths } from "#client/paths.ts"
import { type Need, isHidden } from "#client/services/page.tsx"
import { Card } from "#client/ui/card.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { Table } from "#client/ui/table.tsx"
import { useText } from "#client/ui/text.tsx"
import type { components } from "#client/wire/api.ts"

export type EffectivePermission = components["schemas"]["EffectivePermission"]
type Source = EffectivePermission["sources"][number]

/** What a user may do, how far, and which role or group it comes from. */
export function EffectiveRights({ need }: { need: Need<readonly EffectivePermission[]> }) {
  const t = useText()
  if (isHidden(need)) return null
  return (
    <Card id="effective-rights" title={t("Effective permissions")}>
      {need.status === "pending" ? <Skeleton /> : null}
      {need.status === "failed" ? (
        <ErrorPanel
          onRetry={need.retry}
          problem={need.problem}
          title={t("Couldn't load permissions.")}
        />
      ) : null}
      {need.status === "ready" ? <Rights rows={need.data} /> : null}
    </Card>
  )
}

function Rights({ rows }: { rows: readonly EffectivePermission[] }) {
  const t = useText()
  return (
    <Table caption={t("Permissions by resource")}>
      <thead>
        <tr>
          <th scope="col">{t("Resource")}</th>
          <th scope="col">{t("Permissions")}</th>
          <th scope="col">{t("From")}</th>
        </tr>
      </thead>
      <tbody>
        {RESOURCES.flatMap((resource) => {
          const own = rows.filter((row) => row.resource === resource)
          return linesOf(own).map(({ key, sources, rights }, index) => (
            <tr key={`${resource} ${key}`}>
              <th scope="row">{index === 0 ? t(RESOURCE_NAMES[resource]) : ""}</th>
              <td className="am-wrap">
                {ACTIONS[resource]
                  .flatMap((action) => {
                    const found = rights.find((it) => it.action === action)
                    return found === undefined
                      ? []
                      : [
                          t("{action} ({scope})", {
                            action: t(ACTION_NAMES[action]),
                            scope: t(SCOPE_NAMES[found.scope]),
                          }),
                        ]
                  })
                  .join(", ")}
              </td>
              <td className="am-wrap">
                <Sources sources={sources} />
              </td>
            </tr>
          ))
        })}
      </tbody>
    </Table>
  )
}

function Sources({ sources }: { sources: readonly Source[] }) {
  const t = useText()
  if (sources.length === 0) return t("Everyone has this permission")
  return (
    <ul className="am-sources">
      {sources.map(({ roleId, roleName, groupName }) => (
        <li key={`${roleId} ${groupName ?? ""}`}>
          <a href={paths.role(roleId)}>
            <bdi>{roleName}</bdi>
          </a>
          {groupName === null ? null : (
            <span className="rc-muted">
              {" "}
              {t("through the group {group}", { group: groupName })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Rights of the same origin share a line. */
function linesOf(rows: readonly EffectivePermission[]) {
  const lines = new Map<
    string,
    { key: string; sources: readonly Source[]; rights: EffectivePermission[] }
  >()
  for (const row of rows) {
    const key = row.sources.map(({ roleId, groupId }) => `${roleId}${groupId ?? ""}`).join(" ")
    const line = lines.get(key) ?? { key, sources: row.sources, rights: [] }
    line.rights.push(row)
    lines.set(key, line)
  }
  return [...lines.values()]
}
