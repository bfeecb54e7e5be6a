import { msg } from "#client/lib/words.ts"
import type { Letter } from "#client/services/mail/letters.ts"
import { useText } from "#client/ui/text.tsx"

const MODES: readonly { value: Letter["mode"]; label: string; hint: string }[] = [
  {
    value: "each",
    label: msg("One message each"),
    hint: msg("In their language and with their name. Recipients do not see each other."),
  },
  {
    value: "together",
    label: msg("One message to all"),
    hint: msg("Everyone sees the addresses in To and Cc."),
  },
]

interface ModeChoiceProps {
  mode: Letter["mode"]
  onChange: (mode: Letter["mode"]) => void
}

/** How a letter goes to several recipients. */
export function ModeChoice({ mode, onChange }: ModeChoiceProps) {
  const t = useText()
  const hint = MODES.find(({ value }) => value === mode)?.hint ?? ""
  return (
    <fieldset aria-describedby="mail-mode-hint" className="ml-mode">
      <legend className="u-hidden">{t("How to send to several recipients")}</legend>
      {MODES.map(({ value, label }) => (
        <label className="ml-check" key={value}>
          <input
            checked={mode === value}
            name="mail-mode"
            onChange={() => onChange(value)}
            type="radio"
            value={value}
          />
          {t(label)}
        </label>
      ))}
      <p className="ui-hint" id="mail-mode-hint">
        {t(hint)}
      </p>
    </fieldset>
  )
}
