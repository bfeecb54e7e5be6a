import { useEffect, useState } from "react"

import { formatDateTime } from "#client/lib/format/date.ts"
import { msg } from "#client/lib/words.ts"
import { type ImportJob, pastImports, saveWrongRows } from "#client/services/imports.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"
import { Instant } from "#client/ui/time.tsx"

import { isInTime } from "./batches.ts"
import { TakeBack } from "./take-back.tsx"
import { useLook } from "./use-look.ts"

interface PastImportsProps {
  service: string
  /** What the service calls the kind. */
  entity: string
  whyNot: string | null
}

/** What was imported before, the way back from it, and its wrong rows. Nothing while there is none, or none is known. */
export function PastImports({ service, entity, whyNot }: PastImportsProps) {
  const { t, style, now } = useLook()
  const [jobs, setJobs] = useState<readonly ImportJob[]>([])
  useEffect(() => {
    const ask = async () => setJobs(await pastImports(entity).catch(() => []))
    void ask()
  }, [entity])
  if (jobs.length === 0) return null
  const back = (id: string) =>
    setJobs((all) => all.map((job) => (job._id === id ? { ...job, state: "undone" } : job)))
  return (
    <section aria-labelledby="past-imports" className="rc-past">
      <h3 id="past-imports">{t("Earlier imports")}</h3>
      <ul>
        {jobs.map(({ _id, createdAt, counts, batchId, state, errorFileId }) => (
          <li key={_id}>
            <span>
              <Instant dateTime={createdAt}>{formatDateTime(createdAt, style)}</Instant>
              {" · "}
              {t.count(counts.new, "{count} new", "{count} new")}
              {" · "}
              {t.count(counts.changed, "{count} changed", "{count} changed")}
            </span>
            {state === "undone" || batchId === null ? (
              <span className="rc-muted">{t("Cancelled")}</span>
            ) : isInTime(createdAt, now) ? (
              <TakeBack
                batchId={batchId}
                label={t("Undo import")}
                onBack={() => back(_id)}
                service={service}
                whyNot={whyNot}
              />
            ) : null}
            {errorFileId === null ? null : <WrongRows jobId={_id} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The rows that were wrong, to be mended and imported. */
export function WrongRows({ jobId }: { jobId: string }) {
  const t = useText()
  const save = async () => {
    if (!(await saveWrongRows(jobId)))
      toast.error(msg("The file of rejected rows is no longer available."))
  }
  return (
    <Button look="quiet" onClick={() => void save()}>
      {t("Download rejected rows")}
    </Button>
  )
}
