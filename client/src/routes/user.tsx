import { useParams } from "react-router"

import {
  type EffectivePermission,
  EffectiveRights,
} from "#client/features/access/effective-rights.tsx"
import { UserActions } from "#client/features/access/user-actions.tsx"
import { newUser, userSections } from "#client/features/access/user-form.ts"
import { UserStanding } from "#client/features/access/user-standing.tsx"
import { type UserRow, users } from "#client/features/access/user.tsx"
import { TokensOfUser } from "#client/features/account/tokens-of-user.tsx"
import { CreatePage } from "#client/records/create-page.tsx"
import { RecordPage } from "#client/records/record-page.tsx"
import { useNeed, usePage } from "#client/services/page.tsx"
import type { AccessToken } from "#client/services/session/access-tokens.ts"
// One file of the build with these: see base.ts.
import "#client/features/access/parts.ts"
import "#client/records/record-screen.tsx"

/** Reuses the fields of the profile (specification 2); what gives the user something stands beside them. */
export function Component() {
  const { session } = usePage()
  const { id } = useParams()
  if (session === null) return null
  const sections = userSections(session)
  return id === undefined ? (
    <CreatePage blank={newUser(session)} noun={users} sections={sections} />
  ) : (
    <>
      <RecordPage actions={actions} noun={users} sections={sections} />
      <BesideTheForm />
    </>
  )
}

function BesideTheForm() {
  const record = useNeed<UserRow>("record")
  const effective = useNeed<readonly EffectivePermission[]>("effective")
  const tokens = useNeed<readonly AccessToken[]>("tokens")
  if (record.status !== "ready") return null
  return (
    <div className="am-below">
      <UserStanding user={record.data} />
      <TokensOfUser need={tokens} owner={record.data} />
      <EffectiveRights need={effective} />
    </div>
  )
}

function actions(user: UserRow) {
  return <UserActions user={user} />
}
