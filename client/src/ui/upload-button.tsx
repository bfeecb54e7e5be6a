import { useId } from "react"

import { buttonClass } from "#client/ui/button.tsx"
import type { ButtonLook } from "#client/ui/button.tsx"
import { Icon } from "#client/ui/icon.tsx"

interface UploadButtonProps {
  label: string
  look?: ButtonLook
  /** Several at once. */
  multiple?: boolean
  /** Why nothing can be sent; `null` when it can. */
  whyNot: string | null
  onChoose: (contents: readonly File[]) => void
}

/** Opens the browser's choice of files; a control of the browser, so the keyboard reaches it. */
export function UploadButton({ label, look, multiple, whyNot, onChoose }: UploadButtonProps) {
  const id = useId()
  return (
    <span className="ui-choose" title={whyNot ?? undefined}>
      <input
        aria-describedby={whyNot === null ? undefined : `${id}-why`}
        className="u-hidden"
        disabled={whyNot !== null}
        id={id}
        multiple={multiple}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])])
          // So that the same file can be chosen again.
          target.value = ""
        }}
        type="file"
      />
      <label
        className={buttonClass(look, whyNot === null ? undefined : "ui-choose-off")}
        htmlFor={id}
      >
        <Icon height="16" name="upload" width="16" />
        {label}
      </label>
      {whyNot === null ? null : (
        <span className="u-hidden" id={`${id}-why`}>
          {whyNot}
        </span>
      )}
    </span>
  )
}
