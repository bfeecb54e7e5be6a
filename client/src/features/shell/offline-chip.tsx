import { useQueryClient } from "@tanstack/react-query"

import { type DateStyle, formatTime } from "#client/lib/format/date.ts"
import { useOnline } from "#client/services/online.ts"
import { useWaiting } from "#client/services/outbox.ts"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

/** That the server cannot be reached, what that means here, and how much waits for it. Nothing while all is well. */
export function OfflineChip({ style }: { style: DateStyle }) {
  const t = useText()
  const isOnline = useOnline()
  const waiting = useWaiting()
  const isShown = !isOnline || waiting > 0
  const text = isOnline
    ? t.count(waiting, "Sending {count} change", "Sending {count} changes")
    : waiting === 0
      ? t("Offline")
      : t.count(waiting, "Offline, {count} change waiting", "Offline, {count} changes waiting")
  return (
    <>
      <output className="u-hidden">{isShown ? text : ""}</output>
      {isShown ? (
        <>
          <button className="sh-offline" popoverTarget="offline" title={text} type="button">
            <Icon height="16" name="offline" width="16" />
            <span className="sh-offline-text">{text}</span>
          </button>
          <div className="ui-menu sh-offline-more" id="offline" popover="auto">
            <p>{text}</p>
            <ReadAt style={style} />
            <p>
              {t(
                "What you type is saved on this device. Small changes are sent automatically once you are connected again. Do everything else then.",
              )}
            </p>
          </div>
        </>
      ) : null}
    </>
  )
}

/** How old what is on the screen is. */
function ReadAt({ style }: { style: DateStyle }) {
  const t = useText()
  const times = useQueryClient()
    .getQueryCache()
    .findAll({ type: "active" })
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0)
  if (times.length === 0) return null
  return (
    <p>{t("This page shows data from {time}.", { time: formatTime(Math.min(...times), style) })}</p>
  )
}
