import { useNeed } from "#client/services/page.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { useText } from "#client/ui/text.tsx"

/** Why there is no field to choose, where that is so because they did not arrive. Reads the need `datasets`. */
export function FieldsFault() {
  const t = useText()
  const need = useNeed("datasets")
  if (need.status !== "failed") return null
  return (
    <ErrorPanel
      onRetry={need.retry}
      problem={need.problem}
      title={t("Couldn't load the fields.")}
    />
  )
}
