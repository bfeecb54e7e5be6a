import { IconButton } from "#client/ui/icon-button.tsx"
import { useText } from "#client/ui/text.tsx"

/** Copies a text; a message says so. */
export function CopyButton({ text }: { text: string }) {
  const t = useText()
  const press = async () => {
    const { copyValue } = await import("#client/services/copying.ts")
    await copyValue(text)
  }
  return (
    <IconButton icon="copy" label={t("Copy {code}", { code: text })} onClick={() => void press()} />
  )
}
