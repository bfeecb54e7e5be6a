import { dateStyle, formatDateTime } from "#client/lib/format/date.ts"
import { msg } from "#client/lib/words.ts"
import { ActionButton } from "#client/records/action-button.tsx"
import { useRights } from "#client/records/rights.ts"
import { request } from "#client/services/http.ts"
import { type Need, isHidden, usePage } from "#client/services/page.tsx"
import { Card } from "#client/ui/card.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { Tag } from "#client/ui/tag.tsx"
import { useText } from "#client/ui/text.tsx"
import type { components } from "#client/wire/api.ts"

import { SupportGrantForm } from "./support-grant-form.tsx"
import { useSupportDeed } from "./use-support-deed.ts"

export type SupportAccess = components["schemas"]["SupportAccess"]

/** Whether the people who run this installation may read the company's records, and who of them did. */
export function SupportAccessCard({ need }: { need: Need<SupportAccess> }) {
  const t = useText()
  if (isHidden(need)) return null
  const running = need.status === "ready" ? need.data.running : null
  return (
    <Card
      aside={
        running === null ? (
          <Tag>{t("No access")}</Tag>
        ) : (
          <Tag tone="warning">{t("Access granted")}</Tag>
        )
      }
      id="support"
      title={t("Support access")}
    >
      <p>
        {t(
          "The operator of Waybill cannot see your records unless you grant access. Access is read-only, covers your whole company and ends after the time you choose.",
        )}
      </p>
      {need.status === "pending" ? <Skeleton /> : null}
      {need.status === "failed" ? (
        <ErrorPanel
          onRetry={need.retry}
          problem={need.problem}
          title={t("Couldn't load support access")}
        />
      ) : null}
      {need.status === "ready" ? (
        <div className="co-support">
          <Access {...need.data} />
        </div>
      ) : null}
    </Card>
  )
}

function Access({ running, visits }: SupportAccess) {
  const t = useText()
  return (
    <>
      {running === null ? <SupportGrantForm /> : <Running grant={running} />}
      <h3>{t("Visits")}</h3>
      {visits.length === 0 ? (
        <p className="rc-muted">{t("No visits yet")}</p>
      ) : (
        <Visits rows={visits} />
      )}
    </>
  )
}

function Running({ grant }: { grant: NonNullable<SupportAccess["running"]> }) {
  const t = useText()
  const moment = useMoment()
  const whyNot = useRights("company")
  const { act, isPending } = useSupportDeed()
  return (
    <>
      <Facts>
        <Fact name={t("Ends")}>{moment(grant.until)}</Fact>
        <Fact name={t("Granted by")}>
          <bdi>{grant.grantedBy}</bdi>
        </Fact>
        <Fact name={t("Granted")}>{moment(grant.beganAt)}</Fact>
        <Fact name={t("Note")}>{grant.note === "" ? null : <bdi>{grant.note}</bdi>}</Fact>
      </Facts>
      <ActionButton
        onClick={() =>
          void act(
            () => request("/iam/api/v1/support-access", { method: "DELETE" }),
            msg("Support access revoked"),
          )
        }
        pending={isPending ? t("Saving…") : null}
        whyNot={whyNot("manage")}
      >
        {t("Revoke access")}
      </ActionButton>
    </>
  )
}

function Visits({ rows }: { rows: SupportAccess["visits"] }) {
  const t = useText()
  const moment = useMoment()
  return (
    <ul className="co-visits">
      {rows.map(({ _id, name, beganAt, endedAt }) => (
        <li key={_id}>
          <bdi>{name}</bdi>{" "}
          <span className="rc-muted">
            {endedAt === null
              ? t("since {began}", { began: moment(beganAt) })
              : t("{began} to {ended}", { began: moment(beganAt), ended: moment(endedAt) })}
          </span>
        </li>
      ))}
    </ul>
  )
}

function useMoment(): (instant: string) => string {
  const { session, env } = usePage()
  return (instant) =>
    session === null ? instant : formatDateTime(instant, dateStyle(env.timeZone, session.user))
}
