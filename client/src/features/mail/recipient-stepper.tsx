import type { KeyboardEvent } from "react"

import type { Address } from "#client/services/mail/letters.ts"
import { IconButton } from "#client/ui/icon-button.tsx"
import { useText } from "#client/ui/text.tsx"

import { nameOf } from "./names.ts"

interface RecipientStepperProps {
  recipients: readonly Address[]
  /** The place of the one shown. */
  at: number
  onStep: (at: number) => void
}

/** Whose message is shown, and the ways to the one before and after; the arrow keys go there, too. */
export function RecipientStepper({ recipients, at, onStep }: RecipientStepperProps) {
  const t = useText()
  const last = recipients.length - 1
  const shown = recipients[at]
  const press = (event: KeyboardEvent) => {
    const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -at, End: last - at }
    const step = Object.entries(steps).find(([key]) => key === event.key)?.[1]
    if (step === undefined) return
    event.preventDefault()
    const isMirrored = getComputedStyle(event.currentTarget).direction === "rtl"
    const way = isMirrored && event.key.startsWith("Arrow") ? -step : step
    onStep(Math.min(last, Math.max(0, at + way)))
  }
  if (shown === undefined) return null
  const { address } = shown
  return (
    <fieldset className="ml-stepper">
      <legend className="u-hidden">{t("Recipients")}</legend>
      <IconButton
        aria-disabled={at === 0}
        icon="chevron-start"
        label={t("Previous recipient")}
        onClick={() => onStep(Math.max(0, at - 1))}
        onKeyDown={press}
      />
      <p aria-live="polite" className="ml-stepper-who">
        <span className="ml-stepper-place">
          {t("{place} of {count}", { place: at + 1, count: recipients.length })}
        </span>{" "}
        <bdi>{nameOf(shown)}</bdi>
        {nameOf(shown) === address ? null : (
          <>
            {" "}
            <bdi className="ml-stepper-address">{address}</bdi>
          </>
        )}
      </p>
      <IconButton
        aria-disabled={at === last}
        icon="chevron-end"
        label={t("Next recipient")}
        onClick={() => onStep(Math.min(last, at + 1))}
        onKeyDown={press}
      />
    </fieldset>
  )
}
