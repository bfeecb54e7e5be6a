import { useState } from "react"

import { useText } from "#client/ui/text.tsx"

/** A code that is copied by pressing it; it says so. */
export function CopyCode({ code }: { code: string }) {
  const t = useText()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      setCopied(true)
    } catch {
      // Where copying is not allowed, the code can still be marked and read.
    }
  }
  return (
    <>
      <button
        className="ui-copy"
        onBlur={() => setCopied(false)}
        onClick={() => void copy()}
        title={t("Copy {code}", { code })}
        type="button"
      >
        <code>{code}</code>
      </button>
      <output className="ui-copied">{copied ? t("Copied") : ""}</output>
    </>
  )
}
