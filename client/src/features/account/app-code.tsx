import { TextField } from "#client/ui/text-field.tsx"
import { useText } from "#client/ui/text.tsx"

/** The code of the authenticator app, once the provider has asked for it. */
export function AppCode({ name, error }: { name: string; error: string | undefined }) {
  const t = useText()
  return (
    <TextField
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the form was sent, and is what is owed
      autoFocus
      autoComplete="one-time-code"
      className="ac-code"
      error={error}
      hint={t("Your password is correct. Now enter the code from your authenticator app.")}
      inputMode="numeric"
      label={t("Code from the app")}
      maxLength={40}
      name={name}
      spellCheck={false}
    />
  )
}
