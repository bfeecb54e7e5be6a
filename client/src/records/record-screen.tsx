import { useParams } from "react-router"

import { CreatePage } from "./create-page.tsx"
import type { Section, Values } from "./fields.ts"
import type { Noun, Recorded } from "./noun.ts"
import { RecordPage } from "./record-page.tsx"
import type { RecordPageProps } from "./record-page.tsx"

type RecordScreenProps<Row extends Recorded> = RecordPageProps<Row> & {
  noun: Noun<Row>
  sections: readonly Section[]
  /** What a new record begins with. */
  blank: Values
}

/** A record where the address names one, a new one where it does not. */
export function RecordScreen<Row extends Recorded>({ blank, ...props }: RecordScreenProps<Row>) {
  const { id } = useParams()
  return id === undefined ? <CreatePage {...props} blank={blank} /> : <RecordPage {...props} />
}
