import type { RoleRow } from "#client/features/listing/list-rows.ts"
import { Listing } from "#client/features/listing/listing.tsx"
import { roleColumns } from "#client/features/listing/role-columns.tsx"
import { paths } from "#client/paths.ts"
import { useNeed, usePage } from "#client/services/page.tsx"

export function Component() {
  const { env } = usePage()
  const need = useNeed<readonly RoleRow[]>("roles")
  return (
    <Listing
      columns={roleColumns(env.locale)}
      empty={<p>A role says what its members may see and do.</p>}
      icon="shield"
      intro="What the people of your company may see and do."
      keyOf={(row) => row._id}
      many="roles"
      need={need}
      one="role"
      path={paths.roles}
      title="Roles"
    />
  )
}
