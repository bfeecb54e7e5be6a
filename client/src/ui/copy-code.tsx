import { useState } from "react"

import { copy } from "#client/lib/browser.ts"
import { useText } from "#client/ui/text.tsx"

/** A code that is copied by pressing it; it says so. */
export function CopyCode({ code }: { code: string }) {
  const t = useText()
  const [copied, setCopied] = useState(false)
  // Where copying is not allowed, the code can still be marked and read.
  const press = async () => setCopied(await copy(code))
  return (
    <>
      <button
        className="ui-copy"
        onBlur={() => setCopied(false)}
        onClick={() => void press()}
        title={t("Copy {code}", { code })}
        type="button"
      >
        <code>{code}</code>
      </button>
      <output className="ui-copied">{copied ? t("Copied") : ""}</output>
    </>
  )
}
