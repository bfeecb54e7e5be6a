import type { SessionUser } from "#client/lib/session.ts"
import { msg } from "#client/lib/words.ts"
import { type Density, type ThemeChoice, setLook } from "#client/services/look.ts"
import { useVisit } from "#client/services/page.tsx"
import { useText } from "#client/ui/text.tsx"

const THEMES: readonly [theme: ThemeChoice, label: string][] = [
  ["system", msg("Same as device")],
  ["light", msg("Light")],
  ["dark", msg("Dark")],
  ["contrast", msg("High contrast")],
]

const DENSITIES: readonly [density: Density, label: string][] = [
  ["comfortable", msg("Comfortable")],
  ["compact", msg("Compact")],
]

/** Colours and density, in the menu of the user. */
export function LookMenu({ user }: { user: SessionUser }) {
  const { session } = useVisit()
  return (
    <div className="sh-looks">
      <Choice
        name="look-theme"
        now={user.theme}
        onChoose={(theme) => void setLook(session, { theme })}
        options={THEMES}
        title={msg("Colours")}
      />
      <Choice
        name="look-density"
        now={user.density}
        onChoose={(density) => void setLook(session, { density })}
        options={DENSITIES}
        title={msg("Density")}
      />
    </div>
  )
}

interface ChoiceProps<T extends string> {
  name: string
  title: string
  options: readonly (readonly [value: T, label: string])[]
  now: string
  onChoose: (value: T) => void
}

function Choice<T extends string>({ name, title, options, now, onChoose }: ChoiceProps<T>) {
  const t = useText()
  return (
    <fieldset className="sh-look">
      <legend>{t(title)}</legend>
      {options.map(([value, label]) => (
        <label className="sh-look-option" key={value}>
          <input
            checked={now === value}
            name={name}
            onChange={() => onChoose(value)}
            type="radio"
            value={value}
          />
          {t(label)}
        </label>
      ))}
    </fieldset>
  )
}
