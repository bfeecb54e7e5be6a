import { useId, useState } from "react"

import { fileSource } from "#client/records/common-sources.ts"
import { LookupControl } from "#client/records/lookup-control.tsx"
import { type Attached, attachedFiles } from "#client/services/mail/attached.ts"
import { Button } from "#client/ui/button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

interface DriveFilePickerProps {
  onTake: (file: Attached) => void
  /** Why none can be added. */
  whyNot: string | null
}

/** Finds a file that the company keeps already; the mail names it, and nothing is sent twice. */
export function DriveFilePicker({ onTake, whyNot }: DriveFilePickerProps) {
  const t = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const take = async (file: string) => {
    const [found] = await attachedFiles([file])
    if (found !== undefined) onTake(found)
    setOpen(false)
  }
  return (
    <>
      <Button
        aria-disabled={whyNot !== null}
        aria-expanded={isOpen}
        look="quiet"
        onClick={() => {
          if (whyNot === null) setOpen(!isOpen)
        }}
        title={whyNot ?? undefined}
      >
        <Icon height="16" name="folder" width="16" />
        {t("From your files")}
      </Button>
      {isOpen ? (
        <div className="ml-drive">
          <label className="u-hidden" htmlFor={id}>
            {t("Find file")}
          </label>
          <LookupControl
            control={{
              id,
              name: "drive-file",
              required: false,
              "aria-describedby": undefined,
              "aria-invalid": undefined,
            }}
            onTake={({ value }) => void take(value)}
            shown=""
            source={fileSource}
          />
        </div>
      ) : null}
    </>
  )
}
