import { PasswordField } from "#client/ui/password-field.tsx"
import { useText } from "#client/ui/text.tsx"

import { PASSWORD_MIN } from "./account-checks.ts"

/** The password of an account that is about to be made. */
export function NewPasswordField({ error }: { error: string | undefined }) {
  const t = useText()
  return (
    <PasswordField
      autoComplete="new-password"
      error={error}
      hint={t.count(
        PASSWORD_MIN,
        "At least {count} character. A few unrelated words are strong and easy to remember.",
        "At least {count} characters. A few unrelated words are strong and easy to remember.",
      )}
      label={t("Password")}
      maxLength={1024}
      minLength={PASSWORD_MIN}
      name="password"
    />
  )
}
