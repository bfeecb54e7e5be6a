import { PasswordField } from "#client/ui/password-field.tsx"

import { PASSWORD_MIN } from "./account-checks.ts"

/** The password of an account that is about to be made. */
export function NewPasswordField({ error }: { error: string | undefined }) {
  return (
    <PasswordField
      autoComplete="new-password"
      error={error}
      hint={`At least ${PASSWORD_MIN} characters. A few unrelated words are strong and easy to keep in mind.`}
      label="Password"
      maxLength={1024}
      minLength={PASSWORD_MIN}
      name="password"
    />
  )
}
