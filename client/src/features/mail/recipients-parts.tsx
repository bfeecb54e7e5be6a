import { useState } from "react"

import { type Address, type Letter } from "#client/services/mail/letters.ts"
import { Button } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"

import type { Faults } from "./letter-checks.ts"
import { RecipientsField } from "./recipients-field.tsx"

interface RecipientsPartsProps {
  letter: Letter
  faults: Faults
  onChange: (part: "to" | "cc" | "bcc", list: Address[]) => void
  onContact: (contact: { id: string; name: string }) => void
  /** Who writes. */
  self: Address
}

/** To whom; copies are asked for only when there is one, or somebody wants one. */
export function RecipientsParts({
  letter,
  faults,
  onChange,
  onContact,
  self,
}: RecipientsPartsProps) {
  const t = useText()
  const [asked, setAsked] = useState(false)
  const { to, cc, bcc } = letter
  const hasCopies = asked || cc.length > 0 || bcc.length > 0
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
        onContact={onContact}
        optional={false}
        value={to}
      />
      {hasCopies ? (
        <div className="ml-pair">
          <RecipientsField
            error={error("cc")}
            label={t("Copy")}
            name="mail-cc"
            onChange={(list) => onChange("cc", list)}
            value={cc}
          />
          <RecipientsField
            error={error("bcc")}
            label={t("Blind copy")}
            name="mail-bcc"
            onChange={(list) => onChange("bcc", list)}
            value={bcc}
          />
        </div>
      ) : null}
      <div className="ml-copies">
        {hasCopies ? null : (
          <Button look="quiet" onClick={() => setAsked(true)}>
            {t("Add copies")}
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
          {t("Blind copy to me")}
        </label>
      </div>
    </>
  )
}
