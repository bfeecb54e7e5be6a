import { useText } from "#client/ui/text.tsx"

interface ComboboxStatusProps {
  isOpen: boolean
  pending: boolean
  count: number
}

/** Says to who does not see the list how many options there are; it is there before there is anything to say. */
export function ComboboxStatus({ isOpen, pending, count }: ComboboxStatusProps) {
  const t = useText()
  return (
    <output className="u-hidden">
      {isOpen && !pending
        ? count === 0
          ? t("No match")
          : t.count(count, "{count} match", "{count} matches")
        : ""}
    </output>
  )
}
