import type { Noun, Recorded } from "./noun.ts"
import type { Source } from "./sources.ts"
import { listSource } from "./sources.ts"

/** The list of a kind, as where its records are chosen and named. */
export function ownSource<Row extends Recorded>({ id, service, labelOf }: Noun<Row>): Source {
  return listSource<Row>({
    id,
    service,
    field: "_id",
    choice: (row) => ({ value: row._id, label: labelOf(row) }),
  })
}
