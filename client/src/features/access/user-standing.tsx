import { paths } from "#client/paths.ts"
import { limit, moment } from "#client/records/cells.tsx"
import { useLook } from "#client/records/use-look.ts"
import { Card } from "#client/ui/card.tsx"
import { Fact, Facts } from "#client/ui/facts.tsx"

import { StatusTag } from "./status-tag.tsx"
import type { UserRow } from "./user.tsx"

/** Where a user stands, and since when. */
export function UserStanding({ user }: { user: UserRow }) {
  const look = useLook()
  const { t } = look
  return (
    <Card aside={<StatusTag status={user.status} />} id="standing" title={t("Status")}>
      <Facts>
        {user.status === "suspended" ? <Fact name={t("Reason")}>{user.statusReason}</Fact> : null}
        <Fact name={t("Last sign-in")}>{moment(user.lastLoginAt, look)}</Fact>
        <Fact name={t("E-mail address")}>
          {user.emailVerified ? t("Verified") : t("Not verified")}
        </Fact>
        {user.invite === null ? null : (
          <>
            <Fact name={t("Invited")}>{moment(user.invite.sentAt, look)}</Fact>
            <Fact name={t("Invitation valid until")}>{limit(user.invite.expiresAt, look)}</Fact>
          </>
        )}
        <Fact name={t("Groups")}>
          {user.groups.length === 0
            ? null
            : user.groups.map(({ _id, name }, index) => (
                <span key={_id}>
                  {index === 0 ? null : ", "}
                  <a href={paths.group(_id)}>
                    <bdi>{name}</bdi>
                  </a>
                </span>
              ))}
        </Fact>
      </Facts>
    </Card>
  )
}
