import { activityText } from "#client/lib/activity-text.ts"
import { formatDateTime } from "#client/lib/format/date.ts"
import { relativePhrase } from "#client/lib/format/relative.ts"
import { useLook } from "#client/records/use-look.ts"
import { RouteLine, Stop } from "#client/ui/route-line.tsx"
import { useText } from "#client/ui/text.tsx"
import { Time } from "#client/ui/time.tsx"
import type { components } from "#client/wire/api.ts"

type Entry = components["schemas"]["RelatedEntry"]

/** What was done to a contact and what belongs to it, the latest first. */
export function ActivityList({ rows }: { rows: readonly Entry[] }) {
  const t = useText()
  const { style, now } = useLook()
  return (
    <RouteLine>
      {rows.map((row) => {
        const { text, actor, kind, label } = activityText(row)
        return (
          <Stop className="ct-event" key={row._id} state="plain">
            <p>
              {t.nodes(text, {
                actor: <b>{t(actor)}</b>,
                kind: t(kind),
                label: (
                  <b>
                    <bdi>{label}</bdi>
                  </b>
                ),
              })}
            </p>
            <p className="ct-note">
              <Time
                exact={formatDateTime(row.at, style)}
                instant={row.at}
                relative={t.phrase(relativePhrase(row.at, now))}
              />
            </p>
          </Stop>
        )
      })}
    </RouteLine>
  )
}
