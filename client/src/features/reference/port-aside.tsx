import { formatDateTime } from "#client/lib/format/date.ts"
import { useLook } from "#client/records/use-look.ts"
import { useNeed } from "#client/services/page.tsx"
import { Card } from "#client/ui/card.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { Instant } from "#client/ui/time.tsx"

import { originOf } from "./origin.tsx"
import { PORT_PATHS, codeOf } from "./port-kinds.ts"
import type { PortRow } from "./port-kinds.ts"
import { PortMap } from "./port-map.tsx"
import type { OriginalForm } from "./released.tsx"

/** Beside the form of a port: its clock, what to look at, what is below it, the map. */
export function portAside(form: OriginalForm) {
  const origin = originOf(form)
  return (port: PortRow) => (
    <>
      <Clock port={port} />
      <Below />
      <PortMap port={port} />
      {origin(port)}
    </>
  )
}

function Clock({ port }: { port: PortRow }) {
  const { t, now, style } = useLook()
  const { timezone, warnings } = port
  return (
    <Card id="clock" title={t("Local time")}>
      <Facts>
        <Fact name={timezone.replaceAll("_", " ")} wide>
          <Instant dateTime={now} title={timezone.replaceAll("_", " ")}>
            {formatDateTime(now, { ...style, timeZone: timezone })}
          </Instant>
        </Fact>
      </Facts>
      {warnings.map((warning) => (
        <p className="pt-warning" key={warning}>
          <Icon height="16" name="warning" width="16" />
          {warning}
        </p>
      ))}
    </Card>
  )
}

/** Reads the need `below`: ports whose code this one's stands for. */
function Below() {
  const { t } = useLook()
  const below = useNeed<readonly PortRow[]>("below")
  if (below.status !== "ready" || below.data.length === 0) return null
  const total = below.page?.total ?? below.data.length
  return (
    <Card id="below" title={t("Terminals and parts")}>
      <ul className="pt-below">
        {below.data.map((port) => (
          <li key={port._id}>
            <a href={PORT_PATHS[port.kind].record(port._id)}>
              <bdi className="ui-code">{codeOf(port)}</bdi> <bdi>{port.name}</bdi>
            </a>
          </li>
        ))}
      </ul>
      {total > below.data.length ? (
        <p className="rc-muted">{t.count(total, "{count} in total", "{count} in total")}</p>
      ) : null}
    </Card>
  )
}
