import { useState } from "react"
import type { ComponentProps, KeyboardEvent } from "react"

import { Field } from "#client/ui/field.tsx"
import type { FieldProps } from "#client/ui/field.tsx"
import { IconButton } from "#client/ui/icon-button.tsx"
import { useText } from "#client/ui/text.tsx"

type PasswordFieldProps = FieldProps &
  Omit<ComponentProps<"input">, "id" | "name" | "required" | "type">

/** A secret that can be looked at; says when Caps Lock is on. Pasting and password managers work. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useText()
  const { name, label, hint, error, ...rest } = props
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"))
  return (
    <Field error={error} hint={hint} label={label} name={name}>
      {(control) => (
        <>
          <span className="ui-with-button">
            <input
              {...rest}
              {...control}
              autoCapitalize="none"
              autoCorrect="off"
              className="ui-input"
              onKeyDown={watch}
              onKeyUp={watch}
              spellCheck={false}
              type={shown ? "text" : "password"}
            />
            <IconButton
              aria-controls={control.id}
              aria-pressed={shown}
              icon={shown ? "eye-off" : "eye"}
              label={t("Show password")}
              onClick={() => setShown(!shown)}
            />
          </span>
          <span aria-live="polite" className="ui-caps">
            {capsLock ? t("Caps Lock is on.") : ""}
          </span>
        </>
      )}
    </Field>
  )
}
