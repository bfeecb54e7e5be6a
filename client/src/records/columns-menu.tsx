import { NotLoaded, useLoaded } from "#client/ui/on-demand.tsx"
import { useText } from "#client/ui/text.tsx"

import type { ColumnsFormProps } from "./columns-form.tsx"
import { Drop } from "./drop.tsx"
import type { Recorded } from "./noun.ts"

const loadForm = () => import("./columns-form.tsx")

/** Opens the choice of columns, which is fetched when it is about to be opened. */
export function ColumnsMenu<Row extends Recorded>(props: ColumnsFormProps<Row>) {
  const t = useText()
  return <Drop icon="columns" label={t("Columns")} late={<LateForm {...props} />} name="columns" />
}

function LateForm<Row extends Recorded>(props: ColumnsFormProps<Row>) {
  const loaded = useLoaded(loadForm)
  if (loaded === null) return null
  return loaded === "failed" ? <NotLoaded /> : <loaded.ColumnsForm {...props} />
}
