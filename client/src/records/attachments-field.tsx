import { FILES } from "#client/services/drive/transfer.ts"
import { startTransfers, useTransfers } from "#client/services/drive/uploads.ts"
import { useVisit } from "#client/services/page.tsx"
import { forgetRecords } from "#client/services/records.ts"
import { useText } from "#client/ui/text.tsx"
import { UploadButton } from "#client/ui/upload-button.tsx"

import { Dash } from "./cells.tsx"
import { fileSource } from "./common-sources.ts"
import type { CustomControlProps } from "./fields.ts"
import { LookupsField } from "./lookup-fields.tsx"
import { LookupsText } from "./lookup-text.tsx"
import { useRights } from "./rights.ts"

/** The most that one record takes. */
const MOST = 10

/** The control of a field that names files: found in the drive, or sent there and named at once. */
export function AttachmentsField({ id, value, onChange, readOnly }: CustomControlProps) {
  const t = useText()
  const whyNot = useRights("file")
  const { queries } = useVisit()
  const transfers = useTransfers()
  const ids = Array.isArray(value) ? value.filter((each) => typeof each === "string") : []
  const add = (contents: readonly File[]) => {
    const added: string[] = []
    startTransfers(contents.slice(0, MOST - ids.length), { folderId: null }, ({ _id }) => {
      added.push(_id)
      onChange([...ids, ...added])
      void forgetRecords(queries, FILES)
    })
  }
  const failed = transfers.filter(({ state }) => state === "failed")
  const open = transfers.filter(({ state }) => state === "sending" || state === "waiting")
  if (readOnly) {
    return (
      <span className="rc-text" id={id}>
        {ids.length === 0 ? <Dash /> : <LookupsText source={fileSource} values={ids} />}
      </span>
    )
  }
  return (
    <span className="rc-attachments">
      <LookupsField
        control={{
          id,
          name: id,
          required: false,
          "aria-describedby": undefined,
          "aria-invalid": undefined,
        }}
        isFull={ids.length >= MOST}
        onChange={onChange}
        source={fileSource}
        values={ids}
      />
      <UploadButton label={t("Upload files")} multiple onChoose={add} whyNot={whyNot("create")} />
      <span aria-live="polite" className="rc-muted">
        {open.length === 0
          ? ""
          : t.count(open.length, "Uploading {count} file.", "Uploading {count} files.")}
      </span>
      {failed.map((each) => (
        <span className="ui-error" key={each.id} role="alert">
          {t("{name} was not uploaded: {reason}", {
            name: each.name,
            reason: t(each.problem?.errors?.[0]?.detail ?? each.problem?.detail ?? ""),
          })}
        </span>
      ))}
    </span>
  )
}
