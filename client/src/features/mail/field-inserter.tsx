import { msg } from "#client/lib/words.ts"
import { useText } from "#client/ui/text.tsx"

const FIELDS: readonly { path: string; label: string }[] = [
  { path: "contact.displayName", label: msg("Display name") },
  { path: "contact.salutation", label: msg("Salutation") },
  { path: "contact.firstName", label: msg("First name") },
  { path: "contact.lastName", label: msg("Last name") },
  { path: "contact.jobTitle", label: msg("Job title") },
  { path: "contact.email", label: msg("E-mail") },
  { path: "contact.phone", label: msg("Phone") },
]

/** Puts what is known of each recipient into the text, to be replaced by its value in their message. */
export function FieldInserter({ onInsert }: { onInsert: (field: string) => void }) {
  const t = useText()
  return (
    <select
      aria-label={t("Insert recipient details")}
      className="ui-input ui-select ml-insert"
      onChange={({ target }) => {
        if (target.value !== "") onInsert(`{{${target.value}}}`)
      }}
      value=""
    >
      <option value="">{t("Insert field")}</option>
      {FIELDS.map(({ path, label }) => (
        <option key={path} value={path}>
          {t(label)}
        </option>
      ))}
    </select>
  )
}
