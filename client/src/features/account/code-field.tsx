import { TextField } from "#client/ui/text-field.tsx"

interface CodeFieldProps {
  label: string
  hint?: string
  error: string | undefined
  defaultValue?: string | undefined
}

/** Six digits, typed as they are shown: with spaces or without. Browsers offer what a message brought. */
export function CodeField(props: CodeFieldProps) {
  return (
    <TextField
      {...props}
      autoComplete="one-time-code"
      className="ac-code"
      inputMode="numeric"
      maxLength={20}
      name="code"
      spellCheck={false}
    />
  )
}
