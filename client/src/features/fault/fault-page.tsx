import { useState } from "react"
import { Link, useLocation, useRouteError } from "react-router"

import { paths } from "#client/paths.ts"
import { buttonClass } from "#client/ui/button.tsx"
import { CopyCode } from "#client/ui/copy-code.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { newErrorId } from "#client/ui/part.tsx"
import { ReportLink } from "#client/ui/report-link.tsx"
import { useText } from "#client/ui/text.tsx"

import { faultOf } from "./fault-of.ts"

/** In place of a page that failed: what happened, and ways on. A link with its address reloads it from the server. */
export function FaultPage() {
  const t = useText()
  const { title, text, again } = faultOf(useRouteError())
  const { pathname, search } = useLocation()
  // No server draws this page: whatever fails there, the browser draws.
  const [errorId] = useState(newErrorId)
  return (
    <div className="ft-page" role="alert">
      <Icon className="ft-icon" height="40" name="warning" strokeWidth="1.3" width="40" />
      <h1 tabIndex={-1}>{t(title)}</h1>
      <p>{t(text)}</p>
      <div className="ft-acts">
        {again ? (
          <a className={buttonClass("primary")} href={pathname + search} target="_self">
            <Icon name="refresh" />
            {t("Reload")}
          </a>
        ) : null}
        <Link className={buttonClass("secondary")} reloadDocument to={paths.dashboard()}>
          {t("Go to the dashboard")}
        </Link>
        <ReportLink errorId={again ? errorId : undefined} title={t(title)} />
      </div>
      {again ? <p>{t.nodes("Error ID {id}", { id: <CopyCode code={errorId} /> })}</p> : null}
    </div>
  )
}
