import { paths } from "#client/paths.ts"
import { buttonClass } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"

import { valuesPath } from "./picklist.tsx"
import type { PicklistRow } from "./picklist.tsx"

/** From a picklist to its values. */
export function picklistLinks(picklist: PicklistRow) {
  return <Links {...picklist} />
}

function Links({ code, sort }: Pick<PicklistRow, "code" | "sort">) {
  const t = useText()
  return (
    <>
      <a className={buttonClass("primary")} href={valuesPath(code)}>
        {t("Values")}
      </a>
      {sort === "manual" ? (
        <a className={buttonClass()} href={paths.picklistOrder(code)}>
          {t("Reorder")}
        </a>
      ) : null}
    </>
  )
}
