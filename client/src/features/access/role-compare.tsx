import { useNavigate } from "react-router"

import { paths } from "#client/paths.ts"
import { buttonClass } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Role } from "./role-needs.ts"

interface RoleCompareProps {
  roles: readonly Role[]
  /** Id of the role that is looked at. */
  own: string
  /** Id of the one beside it; empty for none. */
  chosen: string
}

/** Chooses another role to look at beside this one. It stands in the address, so a link shows the same. */
export function RoleCompare({ roles, own, chosen }: RoleCompareProps) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <div className="am-compare">
      <label htmlFor="compare">{t("Compare with")}</label>
      <select
        className="am-reach"
        id="compare"
        onChange={({ target }) =>
          void navigate(paths.role(own, target.value), {
            preventScrollReset: true,
            replace: true,
          })
        }
        value={chosen}
      >
        <option value="">{t("No other role")}</option>
        {roles
          .filter(({ _id }) => _id !== own)
          .map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
      </select>
      <noscript>
        {roles
          .filter(({ _id }) => _id !== own)
          .map(({ _id, name }) => (
            <a className={buttonClass("quiet")} href={paths.role(own, _id)} key={_id}>
              {name}
            </a>
          ))}
      </noscript>
    </div>
  )
}
