import { useText } from "#client/ui/text.tsx"

import { AppCodeField } from "./app-code-field.tsx"

/** The code of the authenticator app, once the provider has asked for it. */
export function AppCode({ name, error }: { name: string; error: string | undefined }) {
  const t = useText()
  return (
    <AppCodeField
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the form was sent, and is what is owed
      autoFocus
      error={error}
      hint={t("Your password is correct. Now enter the code from your authenticator app.")}
      name={name}
    />
  )
}
