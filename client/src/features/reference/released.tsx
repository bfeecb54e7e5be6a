import { useState } from "react"

import { msg } from "#client/lib/words.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import type { Section } from "#client/records/fields.ts"
import { fieldsOf } from "#client/records/fields.ts"
import { useRights } from "#client/records/rights.ts"
import { useLook } from "#client/records/use-look.ts"
import { pathOfPointer } from "#client/records/values.ts"
import { useDeclares, useNeed, useVisit } from "#client/services/page.tsx"
import { chooseOriginal, forgetRecords } from "#client/services/records.ts"
import type { Original, OriginalChoice } from "#client/services/records.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"
import { type Change, Diff } from "#client/ui/diff.tsx"
import type { components } from "#client/wire/api.ts"

/** A row that may have come with the program. */
export interface Originated {
  _id: string
  version: number
  updatedAt: string
  deletedAt?: string | null
  isLocalOverride: boolean
  source: components["schemas"]["SeedOrigin"] | null
}

/** What the row is a record of. */
export interface OriginalForm {
  noun: { service: string; resource: string }
  sections: readonly Section[]
}

/** What upgrades changed about the original of a row, from the need `original`. */
export function Released(props: OriginalForm & { row: Originated }) {
  return useDeclares("original") && props.row.source !== null ? <Changes {...props} /> : null
}

function Changes({ row, noun, sections }: OriginalForm & { row: Originated }) {
  const { t } = useLook()
  const need = useNeed<Original>("original")
  if (need.status !== "ready") return null
  const { isChanged, isWithdrawn, differences } = need.data
  const fields = fieldsOf(sections)
  const changeOf = ({ path, own, original }: Original["differences"][number]): Change => {
    const dotted = pathOfPointer(path)
    const field = fields.find(({ name }) => name === dotted || dotted.startsWith(`${name}.`))
    const change = { path, old: own, new: original }
    return field === undefined ? change : { ...change, label: t(field.label) }
  }
  return (
    <>
      {isWithdrawn ? (
        <p className="pt-warning">
          {t("The source no longer includes this record. Records that use it keep it.")}
        </p>
      ) : null}
      {isChanged && differences.length > 0 ? (
        <div className="pt-released">
          <p>{t("An upgrade changed the shared record. Your company still has its own values.")}</p>
          <Diff changes={differences.map((each) => changeOf(each))} dense />
          <Choice noun={noun} row={row} />
        </div>
      ) : null}
    </>
  )
}

const CHOSEN: Readonly<Record<OriginalChoice, string>> = {
  take: msg("New values applied."),
  keep: msg("Your company's values were kept."),
}

function Choice({ row, noun }: Pick<OriginalForm, "noun"> & { row: Originated }) {
  const { t } = useLook()
  const { queries } = useVisit()
  const rights = useRights(noun.resource)
  const [pending, setPending] = useState<OriginalChoice | null>(null)
  const whyNot =
    row.deletedAt == null ? rights("edit") : t("This is in the bin. Restore it to make changes.")
  const choose = async (choice: OriginalChoice) => {
    if (pending !== null) return
    setPending(choice)
    try {
      const { service } = noun
      await chooseOriginal({ service, id: row._id, version: row.version }, choice)
      toast.success(CHOSEN[choice])
      // The buttons are gone with the difference.
      document.querySelector("h1")?.focus()
      await forgetRecords(queries, service)
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      toast.error(error.problem.detail ?? error.problem.title)
    } finally {
      setPending(null)
    }
  }
  return (
    <div className="rc-actions">
      <ActionButton
        onClick={() => void choose("take")}
        pending={pending === "take" ? t("Applying…") : null}
        whyNot={whyNot}
      >
        {t("Apply new values")}
      </ActionButton>
      <ActionButton
        onClick={() => void choose("keep")}
        pending={pending === "keep" ? t("Saving…") : null}
        whyNot={whyNot}
      >
        {t("Keep own values")}
      </ActionButton>
    </div>
  )
}
