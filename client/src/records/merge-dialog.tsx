/** One record takes the place of another: which one stays, what it takes over, and the way back. */
import { useState } from "react"
import type { SyntheticEvent } from "react"
import { useNavigate } from "react-router"

import { reasonOf } from "#client/lib/problem.ts"
import { msg } from "#client/lib/words.ts"
import { useVisit } from "#client/services/page.tsx"
import { problemOf } from "#client/services/problem-of.ts"
import { forgetRecords, mergeRecord, readRecord } from "#client/services/records.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { Dialog } from "#client/ui/dialog.tsx"
import { Field } from "#client/ui/field.tsx"
import { useText } from "#client/ui/text.tsx"

import { takeBack } from "./batches.ts"
import { LookupControl } from "./lookup-control.tsx"
import { MergeFields } from "./merge-fields.tsx"
import { MergeUses } from "./merge-uses.tsx"
import type { Merging, Noun, Recorded } from "./noun.ts"
import { ownSource } from "./own-source.ts"
import type { Source } from "./sources.ts"
import { useOpened } from "./use-opened.ts"

export interface MergeProps<Row extends Recorded> {
  noun: Noun<Row>
  record: Row
  merging: Merging<Row>
}

export function MergeDialog<Row extends Recorded>(
  props: MergeProps<Row> & { onClose: () => void },
) {
  const { noun, record, merging, onClose } = props
  const t = useText()
  const navigate = useNavigate()
  const { queries } = useVisit()
  const inside = useOpened<HTMLFormElement>()
  const [source] = useState(() => without(merging.source?.(record) ?? ownSource(noun), record._id))
  const [into, setInto] = useState<Row | null>(null)
  const [taken, setTaken] = useState<readonly string[]>([])
  const [fault, setFault] = useState<string | null>(null)
  const [isPending, setPending] = useState(false)
  const { service } = noun
  const uses = merging.uses?.(record) ?? 0

  const choose = async (id: string) => {
    setFault(null)
    try {
      setInto(await readRecord<Row>(service, id))
      setTaken([])
    } catch (error) {
      setFault(reasonOf(problemOf(error)))
    }
  }
  const run = async () => {
    if (into === null) {
      setFault(msg("Choose the record to keep."))
      return
    }
    setPending(true)
    try {
      const body = { into: into._id, ...(merging.fields === undefined ? {} : { fields: taken }) }
      const batchId = await mergeRecord({ service, id: record._id }, body)
      await forgetRecords(queries, service)
      if (batchId === null) toast.success(msg("Merged."))
      else toast.undo(msg("Merged."), () => takeBack(queries, service, batchId))
      onClose()
      await navigate(noun.paths.record?.(into._id) ?? noun.paths.list({ page: 1 }))
    } catch (error) {
      setFault(reasonOf(problemOf(error)))
    } finally {
      setPending(false)
    }
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isPending) void run()
  }
  return (
    <Dialog
      className="rc-merge"
      id="merge"
      onClose={onClose}
      title={t("Merge {name} into another record", { name: noun.labelOf(record) })}
    >
      <form className="rc-merge-form" onSubmit={submit} ref={inside}>
        <p>{t(merging.told)}</p>
        {uses > 0 ? (
          <p>
            {t.count(
              uses,
              "{count} record uses this one and will use the other one instead.",
              "{count} records use this one and will use the other one instead.",
            )}
          </p>
        ) : null}
        {merging.used === undefined ? null : <MergeUses record={record} used={merging.used} />}
        <Field
          error={fault === null ? null : t(fault)}
          hint={t("Search by code or name.")}
          label={t("Record to keep")}
          name="merge-into"
        >
          {(control) => (
            <LookupControl
              control={control}
              onTake={({ value }) => void choose(value)}
              shown={into === null ? "" : noun.labelOf(into)}
              source={source}
            />
          )}
        </Field>
        {into === null || merging.fields === undefined ? null : (
          <MergeFields
            fields={merging.fields}
            from={record}
            into={into}
            onChange={setTaken}
            taken={taken}
          />
        )}
        <div className="ui-dialog-foot">
          <Button look="primary" pending={isPending ? t("Merging…") : null} submits>
            {into === null ? t("Merge") : t("Merge into {name}", { name: noun.labelOf(into) })}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t("Cancel")}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** No record takes its own place. */
function without(source: Source, id: string): Source {
  return {
    ...source,
    find: async (text, signal, queries) =>
      (await source.find(text, signal, queries)).filter(({ value }) => value !== id),
  }
}
