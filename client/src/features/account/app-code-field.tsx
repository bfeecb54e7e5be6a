import { useState } from "react"

import { Button } from "#client/ui/button.tsx"
import { fieldId } from "#client/ui/field.tsx"
import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"

interface AppCodeFieldProps {
  name?: string
  autoFocus?: boolean
  hint?: string
  error: string | undefined
  defaultValue?: string | undefined
}

/**
 * The code that the app shows, or a recovery code where the app is lost. It takes either whatever it asks for; phones show letters once
 * a recovery code is asked for.
 */
export function AppCodeField({ name = "code", hint, ...rest }: AppCodeFieldProps) {
  const t = useText()
  const [isLost, setLost] = useState(false)
  return (
    <>
      <TextField
        {...rest}
        autoCapitalize="none"
        autoComplete={isLost ? "off" : "one-time-code"}
        className={isLost ? "ac-recovery-code" : "ac-code"}
        hint={isLost ? t("One of the codes you saved, for example 7kd2m4-….") : hint}
        inputMode={isLost ? "text" : "numeric"}
        label={isLost ? t("Recovery code") : t("Code from the app")}
        maxLength={40}
        name={name}
        spellCheck={false}
      />
      <div>
        <Button
          look="quiet"
          onClick={() => {
            setLost(!isLost)
            document.getElementById(fieldId(name))?.focus()
          }}
        >
          {isLost ? t("Use a code from the app") : t("Use a recovery code")}
        </Button>
      </div>
    </>
  )
}
