import { useWaiting } from "#client/services/patience.ts"
import { useText } from "#client/ui/text.tsx"

/** Counts down while the server wants fewer requests. */
export function Waiting() {
  const t = useText()
  const seconds = useWaiting()
  return (
    <output className="sh-waiting" hidden={seconds === null}>
      {seconds === null
        ? ""
        : t.count(
            seconds,
            "Too many requests. Trying again in {count} second.",
            "Too many requests. Trying again in {count} seconds.",
          )}
    </output>
  )
}
