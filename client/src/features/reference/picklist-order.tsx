/** The values of a picklist in their order, moved by drag or by keyboard. */
import { useState } from "react"

import { msg } from "#client/lib/words.ts"
import { paths } from "#client/paths.ts"
import { RecordFault } from "#client/records/record-fault.tsx"
import { useRights } from "#client/records/rights.ts"
import { request } from "#client/services/http.ts"
import { useNeed, useVisit } from "#client/services/page.tsx"
import { forgetRecords } from "#client/services/records.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"
import { buttonClass } from "#client/ui/button.tsx"
import { IconButton } from "#client/ui/icon-button.tsx"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { SkeletonCard } from "#client/ui/skeleton-card.tsx"
import { useText } from "#client/ui/text.tsx"

import { moved } from "./moved.ts"
import { usePicklistName } from "./picklist-name.tsx"
import { picklistValues } from "./picklist-value.tsx"
import type { ValueRow } from "./picklist-value.tsx"
import { valuesPath } from "./picklist.tsx"

/** Reads the need `values`. */
export function PicklistOrder({ code }: { code: string }) {
  const t = useText()
  const name = usePicklistName(code) ?? code
  const need = useNeed<readonly ValueRow[]>("values")
  if (need.status === "pending") return <SkeletonCard />
  if (need.status === "failed") {
    return <RecordFault noun={picklistValues} problem={need.problem} retry={need.retry} />
  }
  return (
    <>
      <PageHeading
        aside={
          <a className={buttonClass()} href={valuesPath(code)}>
            {t("Values")}
          </a>
        }
        title={t("Order of {list}", { list: name })}
      >
        <p>{t("Drag a value, or focus its handle and press the arrow keys.")}</p>
      </PageHeading>
      {need.data.length === 0 ? (
        <p>{t("This picklist has no values.")}</p>
      ) : (
        <Order values={need.data} />
      )}
    </>
  )
}

function Order({ values }: { values: readonly ValueRow[] }) {
  const t = useText()
  const { queries } = useVisit()
  const whyNot = useRights(picklistValues.resource)("edit")
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState("")
  const byId = new Map(values.map((value) => [value._id, value]))
  const ids = order ?? values.map(({ _id }) => _id)
  const rows = ids.flatMap((id) => byId.get(id) ?? [])

  const move = async (from: number, to: number) => {
    const next = moved(ids, from, to)
    if (next === ids || whyNot !== null) return
    setOrder(next)
    setSaid(t("{label} is now number {place} of {count}.", place(rows[from], to, ids.length)))
    try {
      await request("/master/api/v1/dropdown/reorder", { method: "POST", body: { ids: next } })
      await forgetRecords(queries, picklistValues.service)
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      setOrder(ids)
      toast.error(error.problem.detail ?? msg("Couldn't save the order."))
    }
  }
  return (
    <>
      <p aria-live="polite" className="u-hidden">
        {said}
      </p>
      {whyNot === null ? null : <p>{whyNot}</p>}
      <ol className="pt-order">
        {rows.map((value, index) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a pointer drags the row, its handle has the keys
          <li
            className={dragged === index ? "pt-order-row pt-order-dragged" : "pt-order-row"}
            draggable={whyNot === null}
            key={value._id}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDragStart={() => setDragged(index)}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== null) void move(dragged, index)
              setDragged(null)
            }}
          >
            <IconButton
              aria-disabled={whyNot !== null || undefined}
              icon="menu"
              label={t("Move {label} with the up and down arrow keys", { label: value.label })}
              onKeyDown={(event) => {
                const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
                if (step === undefined) return
                event.preventDefault()
                void move(index, index + step)
              }}
            />
            <a href={paths.picklistValue(value._id)}>
              <bdi>{value.label}</bdi>
            </a>
            <bdi className="ui-code">{value.code}</bdi>
          </li>
        ))}
      </ol>
    </>
  )
}

function place(value: ValueRow | undefined, to: number, count: number) {
  return { label: value?.label ?? "", place: to + 1, count }
}
