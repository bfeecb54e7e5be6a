import { usePresence } from "#client/services/presence/use-presence.ts"
import { useOpenElsewhere } from "#client/services/same-record.ts"
import { useText } from "#client/ui/text.tsx"

/** Who else may be changing the record at `path` of the services: another tab, or colleagues. */
export function AlsoOpen({ path }: { path: string }) {
  const t = useText()
  const isElsewhere = useOpenElsewhere(path)
  const names = usePresence(path)
  return (
    <>
      {isElsewhere ? (
        <p className="rc-bar" role="note">
          {t(
            "This is also open in another tab. If you change it in both, you choose which values to keep when you save the second time.",
          )}
        </p>
      ) : null}
      {names.length === 0 ? null : (
        <p aria-live="polite" className="rc-bar" role="note">
          {t("Also opened by {names}. Your changes are combined with theirs when you save.", {
            names: names.join(", "),
          })}
        </p>
      )}
    </>
  )
}
