import { useQuery } from "@tanstack/react-query"
import { useRef, useState } from "react"

import type { CustomControlProps } from "#client/records/fields.ts"
import { useRights } from "#client/records/rights.ts"
import { type Attached, attachedFiles } from "#client/services/mail/attached.ts"
import { useText } from "#client/ui/text.tsx"

import { AttachmentsField } from "./attachments-field.tsx"

/** Files of a template, as a control of its form. */
export function TemplateFiles({ value, onChange, readOnly, error }: CustomControlProps) {
  const t = useText()
  const whyNot = useRights("file")("create")
  const ids = Array.isArray(value) ? value.filter((each) => typeof each === "string") : []
  const [added, setAdded] = useState<readonly Attached[]>([])
  const unknown = ids.filter((id) => !added.some((file) => file.id === id))
  const query = useQuery({
    queryKey: ["attached", ...unknown],
    queryFn: () => attachedFiles(unknown),
    enabled: unknown.length > 0,
  })
  const known = [...added, ...(query.data ?? [])]
  const files = ids.flatMap(
    (id) => known.find((file) => file.id === id) ?? { id, name: t("File"), size: 0 },
  )
  // Uploads end at any time, so the latest files are asked for, not those of a render.
  const latest = useRef<readonly Attached[] | null>(null)
  return (
    <AttachmentsField
      error={error}
      files={files}
      onChange={(change) => {
        latest.current = change(latest.current ?? files)
        setAdded(latest.current)
        onChange(latest.current.map(({ id }) => id))
      }}
      readOnly={readOnly}
      whyNot={readOnly ? t("This cannot be changed at the moment.") : whyNot}
    />
  )
}
