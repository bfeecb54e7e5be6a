import { useState } from "react"

import { type Address, type Letter } from "#client/services/mail/letters.ts"
import { Button } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"

import { leftOutText } from "./left-out.ts"
import type { Faults } from "./letter-checks.ts"
import { ModeChoice } from "./mode-choice.tsx"
import { RecipientsField } from "./recipients-field.tsx"
import { goesToEach } from "./use-letter.ts"

interface RecipientsPartsProps {
  letter: Letter
  faults: Faults
  onChange: (part: "to" | "cc" | "bcc", list: Address[]) => void
  onMode: (mode: Letter["mode"]) => void
  /** Recipients that get no message. */
  leftOut: readonly (Address & { leftOut: string | null })[]
  /** Who writes. */
  self: Address
}

/**
 * To whom, and how it goes to several. Copies are asked for only when there is one or somebody wants one, and not where each
 * recipient gets a message of its own.
 */
export function RecipientsParts({
  letter,
  faults,
  onChange,
  onMode,
  leftOut,
  self,
}: RecipientsPartsProps) {
  const t = useText()
  const [asked, setAsked] = useState(false)
  const { to, cc, bcc } = letter
  const isToEach = goesToEach(letter)
  const hasCopies = cc.length > 0 || bcc.length > 0 || (asked && !isToEach)
  const error = (part: "to" | "cc" | "bcc") => {
    const text = faults[part]
    return text === undefined ? undefined : t(text)
  }
  const toSelf = bcc.some(({ address }) => address === self.address)
  return (
    <>
      <RecipientsField
        error={error("to")}
        label={t("To")}
        name="mail-to"
        onChange={(list) => onChange("to", list)}
        optional={false}
        value={to}
      />
      {leftOut.length === 0 ? null : (
        <ul aria-live="polite" className="ml-left-out">
          {leftOut.map((each) => (
            <li key={each.address}>{leftOutText(t, each, each.leftOut ?? "")}</li>
          ))}
        </ul>
      )}
      {to.length > 1 ? <ModeChoice mode={letter.mode} onChange={onMode} /> : null}
      {hasCopies ? (
        <div className="ml-pair">
          <RecipientsField
            error={error("cc")}
            label={t("Cc")}
            name="mail-cc"
            onChange={(list) => onChange("cc", list)}
            value={cc}
          />
          <RecipientsField
            error={error("bcc")}
            label={t("Bcc")}
            name="mail-bcc"
            onChange={(list) => onChange("bcc", list)}
            value={bcc}
          />
        </div>
      ) : null}
      {isToEach && !toSelf ? null : (
        <div className="ml-copies">
          {hasCopies || isToEach ? null : (
            <Button look="quiet" onClick={() => setAsked(true)}>
              {t("Add Cc or Bcc")}
            </Button>
          )}
          <label className="ml-check">
            <input
              checked={toSelf}
              onChange={() =>
                onChange(
                  "bcc",
                  toSelf ? bcc.filter(({ address }) => address !== self.address) : [...bcc, self],
                )
              }
              type="checkbox"
            />
            {t("Bcc me")}
          </label>
        </div>
      )}
    </>
  )
}
