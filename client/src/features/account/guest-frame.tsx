import type { ReactNode } from "react"

import logo from "#client/assets/icon.svg"
import { useText } from "#client/ui/text.tsx"

import { Lanes } from "./lanes.tsx"

/** The door of the product: the form on one side, the board on the other. */
export function GuestFrame({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <div className="ac-frame">
      <aside aria-label={t("Waybill")} className="ac-board">
        <p className="ac-brand">
          <img alt="" height="36" loading="lazy" src={logo} width="36" />
          Waybill
        </p>
        <Lanes />
        <p className="ac-claim">{t("The working desk of your freight company.")}</p>
      </aside>
      <main className="ac-main" id="main">
        <div className="ac-sheet">{children}</div>
      </main>
    </div>
  )
}
