import { useState } from "react"
import type { ReactNode } from "react"

/** The import of a table: choose it, say what its columns stand for, see what would happen, mend, and do it. */
import { msg } from "#client/lib/words.ts"
import type { ImportMode, ImportResult } from "#client/services/imports.ts"
import { useVisit } from "#client/services/page.tsx"
import { forgetRecords } from "#client/services/records.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { Dialog } from "#client/ui/dialog.tsx"
import { Field } from "#client/ui/field.tsx"
import { useText } from "#client/ui/text.tsx"

import { takeBack } from "./batches.ts"
import { ImportColumns } from "./import-columns.tsx"
import { ImportFaults } from "./import-faults.tsx"
import { ImportSource } from "./import-source.tsx"
import { doubled } from "./import-table.ts"
import type { Noun, Recorded } from "./noun.ts"
import { PastImports, WrongRows } from "./past-imports.tsx"
import { useRights } from "./rights.ts"
import { TakeBack } from "./take-back.tsx"
import { useImport } from "./use-import.ts"
import { useOpened } from "./use-opened.ts"

const MODES: readonly { value: ImportMode; label: string }[] = [
  { value: "upsert", label: msg("Add new records and change those that are there") },
  { value: "insert", label: msg("Only add new records") },
  { value: "update", label: msg("Only change records that are there") },
]

interface ImportDialogProps<Row extends Recorded> {
  noun: Noun<Row>
  onClose: () => void
}

export function ImportDialog<Row extends Recorded>({ noun, onClose }: ImportDialogProps<Row>) {
  const t = useText()
  const { queries } = useVisit()
  const { service } = noun
  const job = useImport(service)
  const whyNot = useRights(noun.resource, noun.writing)
  const [isBack, setBack] = useState(false)
  const inside = useOpened<HTMLDivElement>()
  const { table, checked, done, pending, fault } = job
  const isBlocked = doubled(job.mapping).length > 0
  const writes = checked === null ? 0 : checked.counts.new + checked.counts.changed

  const commit = async () => {
    const result = await job.run(false)
    if (result === null) return
    await forgetRecords(queries, service)
    const { batchId } = result
    setBack(false)
    if (batchId !== null) toast.undo(msg("Imported."), () => takeBack(queries, service, batchId))
  }
  return (
    <Dialog
      className="rc-import"
      id="import"
      onClose={onClose}
      title={t("Import: {list}", { list: t(noun.titles.list) })}
    >
      <div className="rc-import-steps" ref={inside}>
        {table === null ? (
          <>
            <ImportSource onTake={job.take} />
            <PastImports
              entity={noun.can?.import ?? ""}
              service={service}
              whyNot={whyNot("edit")}
            />
          </>
        ) : null}
        {table === null || done !== null ? null : (
          <>
            <p>
              <bdi>{table.name}</bdi>
              {table.rows === undefined ? null : (
                <>
                  {" · "}
                  {t.count(table.rows.length, "{count} row", "{count} rows")}
                </>
              )}
            </p>
            <ImportColumns job={job} />
            <Field label={t("What is done with the rows")} name="import-mode">
              {(control) => (
                <select
                  {...control}
                  className="ui-input ui-select"
                  onChange={({ target }) => {
                    const mode = MODES.find(({ value }) => value === target.value)
                    if (mode !== undefined) job.setMode(mode.value)
                  }}
                  required={false}
                  value={job.mode}
                >
                  {MODES.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {t(label)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <div aria-live="polite" className="rc-import-told">
              {fault === null ? null : <p className="ui-error">{t(fault)}</p>}
              {checked === null ? null : (
                <Counts result={checked} title={t("Nothing is written yet. It would be:")} />
              )}
            </div>
            {checked === null ? null : (
              <ImportFaults onMend={job.mend} result={checked} table={table} />
            )}
            <div className="ui-dialog-foot">
              {checked === null || writes === 0 ? null : (
                <Button
                  look="primary"
                  onClick={() => void commit()}
                  pending={pending === "commit" ? t("Importing…") : null}
                >
                  {t.count(writes, "Import {count} row", "Import {count} rows")}
                </Button>
              )}
              <Button
                aria-disabled={isBlocked}
                look={checked === null ? "primary" : "secondary"}
                onClick={() => {
                  if (!isBlocked) void job.run(true)
                }}
                pending={pending === "check" || !job.isReady ? t("Checking…") : null}
              >
                {checked === null ? t("Check the table") : t("Check again")}
              </Button>
              <Button look="quiet" onClick={() => job.take(null)}>
                {t("Choose another table")}
              </Button>
            </div>
          </>
        )}
        {done === null ? null : (
          <>
            <div aria-live="polite">
              <Counts result={done} title={t("The import is done:")} />
            </div>
            <div className="ui-dialog-foot">
              <Button look="primary" onClick={onClose}>
                {t("Close")}
              </Button>
              {isBack ? <output>{t("Taken back")}</output> : null}
              {done.batchId === null || isBack ? null : (
                <TakeBack
                  batchId={done.batchId}
                  label={t("Take the import back")}
                  onBack={() => setBack(true)}
                  service={service}
                  whyNot={whyNot("edit")}
                />
              )}
              {done.counts.error > 0 && done.jobId !== null ? (
                <WrongRows jobId={done.jobId} />
              ) : null}
              <Button look="quiet" onClick={() => job.take(null)}>
                {t("Import another table")}
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}

function Counts({ result, title }: { result: ImportResult; title: ReactNode }) {
  const t = useText()
  const { counts } = result
  return (
    <>
      <p>{title}</p>
      <ul className="rc-counts">
        <li>{t.count(counts.new, "{count} new", "{count} new")}</li>
        <li>{t.count(counts.changed, "{count} changed", "{count} changed")}</li>
        <li>{t.count(counts.same, "{count} as it is", "{count} as they are")}</li>
        <li data-wrong={counts.error > 0 || undefined}>
          {t.count(counts.error, "{count} wrong", "{count} wrong")}
        </li>
      </ul>
    </>
  )
}
