import { PasswordField } from "#client/ui/password-field.tsx"
import { useText } from "#client/ui/text.tsx"
import type { FieldErrors } from "#client/ui/use-checked-form.ts"

import type { BothFactors } from "./app-checks.ts"
import { AppCodeField } from "./app-code-field.tsx"

/** Password and code, as a browser left open must not do without one. */
export function BothFactorFields({ errors }: { errors: FieldErrors<BothFactors> }) {
  const t = useText()
  return (
    <>
      <PasswordField
        autoComplete="current-password"
        error={errors.password}
        label={t("Your password")}
        maxLength={1024}
        name="password"
      />
      <AppCodeField error={errors.code} />
    </>
  )
}
