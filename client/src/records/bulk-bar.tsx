/** What can be done with the chosen rows. A result is told for each record, and a batch can be taken back. */
import { useState } from "react"

import { reasonOf } from "#client/lib/problem.ts"
import { readOnlyText } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import { usePage, useVisit } from "#client/services/page.tsx"
import { BATCH, type BulkResult, bulk, forgetRecords, idsOf } from "#client/services/records.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import { ActionButton } from "./action-button.tsx"
import { takeBack } from "./batches.ts"
import { BulkDialog } from "./bulk-dialog.tsx"
import { serviceQuery } from "./list-state.ts"
import type { ListState } from "./list-state.ts"
import type { BulkAction, Noun, Recorded } from "./noun.ts"
import { useRights } from "./rights.ts"
import type { Selection } from "./use-selection.ts"
// One file of the build with these: see base.ts.
import "./list-page.tsx"

export interface BulkBarProps<Row extends Recorded> {
  noun: Noun<Row>
  selection: Selection
  state: ListState
  /** Rows that match. */
  total: number
}

const ENABLING: readonly BulkAction[] = [
  { id: "enable", label: msg("Activate"), kind: "change", changes: { enabled: true } },
  { id: "disable", label: msg("Deactivate"), kind: "change", changes: { enabled: false } },
]

type Body = Parameters<typeof bulk>[1]

export function BulkBar<Row extends Recorded>({
  noun,
  selection,
  state,
  total,
}: BulkBarProps<Row>) {
  const t = useText()
  const { queries } = useVisit()
  const whyNot = useRights(noun.resource, noun.writing)
  const [pending, setPending] = useState<string | null>(null)
  const [result, setResult] = useState<BulkResult | null>(null)
  const [asked, setAsked] = useState<(BulkAction & { kind: "choose" }) | null>(null)
  const { session } = usePage()
  const { service, can = {} } = noun
  const ids = [...selection.ids]

  const attempt = async (id: string, deed: () => Promise<void>) => {
    setPending(id)
    try {
      await deed()
      await forgetRecords(queries, service)
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      toast.error(reasonOf(error.problem))
    } finally {
      setPending(null)
    }
  }
  const run = (id: string, body: Omit<Body, "ids">) => {
    return attempt(id, async () => {
      const done = await bulk(service, { ...body, ids: ids.slice(0, BATCH) })
      const { batchId } = done
      const refused = done.rows.filter(({ outcome }) => outcome === "refused")
      setResult(refused.length === 0 ? null : done)
      if (batchId !== null) {
        toast.undo(doneText(body.action), () => takeBack(queries, service, batchId))
      }
      if (refused.length === 0) selection.clear()
      else selection.set(refused.map(({ _id }) => _id))
    })
  }
  const chooseAll = () => {
    void attempt("all", async () => {
      selection.set(await idsOf(service, serviceQuery(state, noun.asks)))
    })
  }
  const actions = [...(can.bulk ?? []), ...(can.enable === true ? ENABLING : [])].filter(
    (action) =>
      action.kind !== "deed" ||
      (session !== null &&
        readOnlyText(session) === null &&
        session.permissions.includes(action.right)),
  )
  const act = (action: BulkAction) => {
    switch (action.kind) {
      case "change":
        return void run(action.id, { action: "edit", changes: action.changes })
      case "choose":
        return setAsked(action)
      case "deed":
        return void attempt(action.id, () => action.run(ids))
      default:
        return action satisfies never
    }
  }
  const choose = async (action: BulkAction & { kind: "choose" }, value: string) => {
    await run(action.id, { action: "edit", ...action.change(value) })
    setAsked(null)
  }
  return (
    <section aria-label={t("Selected rows")} className="rc-bulk">
      <p aria-live="polite">{t.count(ids.length, "{count} selected", "{count} selected")}</p>
      {total > ids.length && ids.length < BATCH ? (
        <Button
          look="quiet"
          onClick={chooseAll}
          pending={pending === "all" ? t("Selecting…") : null}
        >
          {t("Select all results")}
        </Button>
      ) : null}
      <Button look="quiet" onClick={selection.clear}>
        {t("Clear selection")}
      </Button>
      <span className="rc-bulk-actions">
        {state.bin
          ? null
          : actions.map((action) => (
              <ActionButton
                key={action.id}
                onClick={() => act(action)}
                pending={pending === action.id ? t("One moment…") : null}
                whyNot={action.kind === "deed" ? null : whyNot("bulkEdit")}
              >
                {action.kind === "deed" ? <Icon height="16" name={action.icon} width="16" /> : null}
                {t(action.label)}
              </ActionButton>
            ))}
        {can.bin !== true ? null : state.bin ? (
          <ActionButton
            onClick={() => void run("restore", { action: "restore" })}
            pending={pending === "restore" ? t("Restoring…") : null}
            whyNot={whyNot("restore")}
          >
            {t("Restore")}
          </ActionButton>
        ) : (
          <ActionButton
            onClick={() => void run("delete", { action: "delete" })}
            pending={pending === "delete" ? t("Deleting…") : null}
            whyNot={whyNot("delete")}
          >
            {t.count(ids.length, "Delete {count} record", "Delete {count} records")}
          </ActionButton>
        )}
      </span>
      {result === null ? null : <Refused result={result} />}
      {asked === null ? null : (
        <BulkDialog
          action={asked}
          count={Math.min(ids.length, BATCH)}
          onChoose={(value) => void choose(asked, value)}
          onClose={() => setAsked(null)}
          pending={pending === asked.id}
        />
      )}
    </section>
  )
}

/** Those that were refused stay chosen, and say why. */
function Refused({ result }: { result: BulkResult }) {
  const t = useText()
  const refused = result.rows.filter(({ outcome }) => outcome === "refused")
  const reasons = Map.groupBy(refused, ({ detail, errors }) => errors[0]?.detail ?? detail ?? "")
  return (
    <div className="rc-refused" role="alert">
      <p>
        {t.count(
          refused.length,
          "{count} record could not be changed and is still selected:",
          "{count} records could not be changed and are still selected:",
        )}
      </p>
      <ul>
        {[...reasons].map(([reason, rows]) => (
          <li key={reason}>
            {t(reason)} ({rows.length})
          </li>
        ))}
      </ul>
    </div>
  )
}

function doneText(action: Body["action"]): string {
  if (action === "delete") return msg("Moved to the bin.")
  return action === "restore" ? msg("Restored.") : msg("Saved.")
}
