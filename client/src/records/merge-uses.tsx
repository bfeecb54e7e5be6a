import { useEffect, useState } from "react"

import { countOf } from "#client/services/records.ts"
import { useText } from "#client/ui/text.tsx"

import type { Recorded, Use } from "./noun.ts"

interface MergeUsesProps<Row extends Recorded> {
  record: Row
  used: readonly Use<Row>[]
}

/** Who names the record that goes, with a way to each of these lists. A list that cannot be asked is left out. */
export function MergeUses<Row extends Recorded>({ record, used }: MergeUsesProps<Row>) {
  const t = useText()
  const [counts, setCounts] = useState<readonly number[]>([])
  useEffect(() => {
    const ask = async () =>
      setCounts(
        await Promise.all(
          used.map(({ service, filter }) => countOf(service, filter(record)).catch(() => 0)),
        ),
      )
    void ask()
  }, [record, used])
  const shown = used.flatMap((use, at) => {
    const count = counts[at] ?? 0
    return count === 0 ? [] : [{ ...use, count }]
  })
  return (
    <div aria-live="polite" className="rc-uses">
      {shown.length === 0 ? null : (
        <>
          <p>{t("Used by the records below, which will refer to the record you keep:")}</p>
          <ul>
            {shown.map(({ service, filter, list, counted, count }) => (
              <li key={`${service} ${filter(record)}`}>
                <a
                  href={list({ page: 1, filter: [filter(record)] })}
                  rel="noopener"
                  target="_blank"
                >
                  {t.count(count, counted[0], counted[1])}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
