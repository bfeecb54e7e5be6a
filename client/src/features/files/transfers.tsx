import { formatSize } from "#client/lib/format/size.ts"
import { type Problem, reasonOf } from "#client/lib/problem.ts"
import { paths } from "#client/paths.ts"
import {
  cancelTransfer,
  dismissTransfer,
  resumeTransfer,
  useTransfers,
} from "#client/services/drive/uploads.ts"
import type { Transfer } from "#client/services/drive/uploads.ts"
import { Button } from "#client/ui/button.tsx"
import { IconButton } from "#client/ui/icon-button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

/** What is being sent, how far it is, and what went wrong, at the file that it is about. */
export function Transfers({ locale }: { locale: string }) {
  const t = useText()
  const transfers = useTransfers()
  if (transfers.length === 0) return null
  const open = transfers.filter(({ state }) => state === "sending" || state === "waiting").length
  return (
    <section aria-label={t("Uploads")} className="fl-transfers">
      <p aria-live="polite" className="fl-transfers-sum">
        {open === 0
          ? t("All uploads finished.")
          : t.count(open, "Uploading {count} file.", "Uploading {count} files.")}
      </p>
      <ul>
        {transfers.map((transfer) => (
          <li className="fl-transfer" key={transfer.id}>
            <TransferLine locale={locale} transfer={transfer} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TransferLine({ transfer, locale }: { transfer: Transfer; locale: string }) {
  const t = useText()
  const { id, name, size, sent, state, problem, file } = transfer
  const isOpen = state === "sending" || state === "waiting"
  return (
    <>
      <span className="fl-transfer-name">
        {file === null ? <bdi>{name}</bdi> : <a href={paths.file(file._id)}>{file.name}</a>}
      </span>
      {isOpen ? (
        <>
          <progress aria-label={name} className="fl-progress" max={size || 1} value={sent} />
          <span className="fl-transfer-state">
            {state === "waiting"
              ? t("Waiting")
              : t("{sent} of {size}", {
                  sent: formatSize(sent, locale),
                  size: formatSize(size, locale),
                })}
          </span>
          <Button look="quiet" onClick={() => cancelTransfer(id)}>
            {t("Cancel")}
          </Button>
        </>
      ) : null}
      {state === "done" ? (
        <span className="fl-transfer-state fl-done">
          <Icon height="16" name="check" width="16" />
          {t("Sent")}
        </span>
      ) : null}
      {state === "failed" && problem !== null ? (
        <span className="fl-transfer-state ui-error" role="alert">
          <Icon height="16" name="warning" width="16" />
          {t(reasonOf(problem))}
        </span>
      ) : null}
      {state === "failed" && canGoOn(problem) ? (
        <Button onClick={() => resumeTransfer(id)}>{t("Resume")}</Button>
      ) : null}
      {isOpen ? null : (
        <IconButton
          icon="close"
          label={t("Remove {name} from the list", { name })}
          onClick={() => dismissTransfer(id)}
        />
      )}
    </>
  )
}

/** After a break it may go on; what the server refused would be refused again. */
function canGoOn(problem: Problem | null): boolean {
  return (
    problem !== null && (problem.status === 0 || problem.status >= 500 || problem.status === 429)
  )
}
