import { ACTION_NAMES, RESOURCE_NAMES, SCOPE_NAMES } from "#client/lib/right-names.ts"
import { ACTIONS, type Grants, closed, right } from "#client/lib/rights.ts"
import { useText } from "#client/ui/text.tsx"

import { PARTS } from "./matrix-model.ts"

/** What somebody with this role alone would find: the entries of the menu, and what each of them lets them do. */
export function RoleSight({ grants }: { grants: Grants }) {
  const t = useText()
  const granted = closed(grants)
  return (
    <div className="am-sight">
      {PARTS.map(({ name, resources }) => {
        const seen = resources.filter(
          (it) => it === "profile" || it === "notification" || granted.has(right(it, "view")),
        )
        const hidden = resources.filter((it) => !seen.includes(it))
        return (
          <section key={name}>
            <h3>{t(name)}</h3>
            <ul>
              {seen.map((resource) => (
                <li key={resource}>
                  <p className="am-sight-name">{t(RESOURCE_NAMES[resource])}</p>
                  <p className="am-sight-rights">
                    {ACTIONS[resource]
                      .flatMap((action) => {
                        const scope = granted.get(right(resource, action))
                        if (scope === undefined) return []
                        return [
                          t("{action} ({scope})", {
                            action: t(ACTION_NAMES[action]),
                            scope: t(SCOPE_NAMES[scope]),
                          }),
                        ]
                      })
                      .join(", ")}
                  </p>
                </li>
              ))}
            </ul>
            {hidden.length === 0 ? null : (
              <p className="am-sight-hidden">
                {t("Not shown: {names}", {
                  names: hidden.map((it) => t(RESOURCE_NAMES[it])).join(", "),
                })}
              </p>
            )}
          </section>
        )
      })}
    </div>
  )
}
