import { useState } from "react"
import type { ReactNode } from "react"

/** The import of a table: choose it, see what would happen, correct what is wrong, and do it. */
import { msg } from "#client/lib/words.ts"
import type { ImportResult } from "#client/services/imports.ts"
import { useVisit } from "#client/services/page.tsx"
import { forgetRecords } from "#client/services/records.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { Dialog } from "#client/ui/dialog.tsx"
import { useText } from "#client/ui/text.tsx"

import { takeBack } from "./batches.ts"
import { ImportColumns } from "./import-columns.tsx"
import { ImportFixes } from "./import-fixes.tsx"
import { ImportOptions } from "./import-options.tsx"
import { ImportSource } from "./import-source.tsx"
import { doubled } from "./import-table.ts"
import type { Noun, Recorded } from "./noun.ts"
import { PastImports, WrongRows } from "./past-imports.tsx"
import { useRights } from "./rights.ts"
import { TakeBack } from "./take-back.tsx"
import { useImport } from "./use-import.ts"
import { useOpened } from "./use-opened.ts"

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
  const { plan, checked, done, pending, fault } = job
  const isBlocked = plan !== null && doubled(plan.mapping).length > 0
  const writes = checked === null ? 0 : checked.counts.new + checked.counts.changed

  const commit = async () => {
    const result = await job.commit()
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
        {plan === null ? (
          <>
            <ImportSource
              fault={fault}
              isReading={pending === "read"}
              onTake={(file) => void job.take(file)}
            />
            <PastImports
              entity={noun.can?.import ?? ""}
              service={service}
              whyNot={whyNot("edit")}
            />
          </>
        ) : null}
        {plan === null || done !== null ? null : (
          <>
            <p>
              <bdi>{plan.table.name}</bdi>
              {" · "}
              {t.count(plan.table.read.rowCount, "{count} row", "{count} rows")}
            </p>
            <div aria-live="polite" className="rc-import-told">
              {fault === null ? null : <p className="ui-error">{t(fault)}</p>}
              {checked === null ? (
                <p className="rc-muted">{pending === "check" ? t("Checking…") : null}</p>
              ) : (
                <Counts result={checked} title={t("Nothing is imported yet. Preview:")} />
              )}
            </div>
            <ImportFixes job={job} />
            <ImportColumns job={job} />
            <ImportOptions job={job} />
            <div className="ui-dialog-foot">
              <Button
                aria-disabled={isBlocked || writes === 0}
                look="primary"
                onClick={() => {
                  if (!isBlocked && writes > 0) void commit()
                }}
                pending={
                  pending === "commit"
                    ? t("Importing…")
                    : checked === null && pending !== null
                      ? t("Checking…")
                      : null
                }
              >
                {t.count(writes, "Import {count} row", "Import {count} rows")}
              </Button>
              <Button look="quiet" onClick={job.leave}>
                {t("Choose another file")}
              </Button>
            </div>
          </>
        )}
        {done === null ? null : (
          <>
            <div aria-live="polite">
              <Counts result={done} title={t("Import finished:")} />
            </div>
            <div className="ui-dialog-foot">
              <Button look="primary" onClick={onClose}>
                {t("Close")}
              </Button>
              {isBack ? <output>{t("Cancelled")}</output> : null}
              {done.batchId === null || isBack ? null : (
                <TakeBack
                  batchId={done.batchId}
                  label={t("Undo import")}
                  onBack={() => setBack(true)}
                  service={service}
                  whyNot={whyNot("edit")}
                />
              )}
              {done.counts.error > 0 && done.jobId !== null ? (
                <WrongRows jobId={done.jobId} />
              ) : null}
              <Button look="quiet" onClick={job.leave}>
                {t("Import another file")}
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
        <li>{t.count(counts.same, "{count} unchanged", "{count} unchanged")}</li>
        <li data-wrong={counts.error > 0 || undefined}>
          {t.count(counts.error, "{count} with errors", "{count} with errors")}
        </li>
      </ul>
      <Named named={result.named} />
    </>
  )
}

/** What is added because rows name it. */
function Named({ named }: Pick<ImportResult, "named">) {
  const t = useText()
  if (named.length === 0) return null
  const counted = named.map(({ field, count }) =>
    field === "tags"
      ? t.count(count, "{count} tag", "{count} tags")
      : t.count(count, "{count} organisation", "{count} organisations"),
  )
  return <p>{t("Also added: {what}", { what: counted.join(", ") })}</p>
}
