import type { UserRow } from "#client/features/listing/list-rows.ts"
import { Listing } from "#client/features/listing/listing.tsx"
import { userColumns } from "#client/features/listing/user-columns.tsx"
import { dateStyle } from "#client/lib/format/date.ts"
import { paths } from "#client/paths.ts"
import { useNeed, usePage } from "#client/services/page.tsx"

export function Component() {
  const { session, env } = usePage()
  const need = useNeed<readonly UserRow[]>("users")
  return (
    <Listing
      columns={userColumns(dateStyle(env.timeZone, session?.user))}
      empty={<p>People who may sign in to your company are listed here.</p>}
      icon="users"
      intro="Everybody who may sign in to your company."
      keyOf={(row) => row._id}
      many="users"
      need={need}
      one="user"
      path={paths.users}
      title="Users"
    />
  )
}
