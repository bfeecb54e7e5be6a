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
            "That was too much at once. Trying again in {count} second.",
            "That was too much at once. Trying again in {count} seconds.",
          )}
    </output>
  )
}
