import { Suspense, lazy } from "react"

import type { Look } from "./noun.ts"
import { useDraft } from "./use-draft.ts"
import type { RecordForm } from "./use-record-form.ts"

const DraftBar = lazy(async () => ({ default: (await import("./draft-bar.tsx")).DraftBar }))

interface DraftOfferProps {
  form: RecordForm
  noun: string
  id: string
  /** What people call the record. */
  record: string
  look: Look
  /** After the fields were typed again: shows them. */
  onRestore: () => void
}

/** Offers what was typed and not saved while the record is read. */
export function DraftOffer({ form, noun, id, record, look, onRestore }: DraftOfferProps) {
  const draft = useDraft(form, noun, id)
  if (draft.offered === null) return null
  const restore = () => {
    draft.restore()
    onRestore()
  }
  return (
    <Suspense fallback={null}>
      <DraftBar
        base={form.state.base}
        draft={{ ...draft, restore }}
        fields={form.fields}
        look={look}
        record={record}
      />
    </Suspense>
  )
}
