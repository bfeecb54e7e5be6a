import { Link, useLocation, useRouteError } from "react-router"

import { paths } from "#client/paths.ts"
import { buttonClass } from "#client/ui/button.tsx"
import { Icon } from "#client/ui/icon.tsx"

import { faultOf } from "./fault-of.ts"

/** In place of a page that failed: what happened, and ways on. A link with its address reloads it from the server. */
export function FaultPage() {
  const { title, text, again } = faultOf(useRouteError())
  const { pathname, search } = useLocation()
  return (
    <div className="ft-page" role="alert">
      <Icon className="ft-icon" height="40" name="warning" strokeWidth="1.3" width="40" />
      <h1 tabIndex={-1}>{title}</h1>
      <p>{text}</p>
      <div className="ft-acts">
        {again ? (
          <a className={buttonClass("primary")} href={pathname + search} target="_self">
            <Icon name="refresh" />
            Load it again
          </a>
        ) : null}
        <Link className={buttonClass("secondary")} reloadDocument to={paths.dashboard()}>
          Go to the dashboard
        </Link>
      </div>
    </div>
  )
}
