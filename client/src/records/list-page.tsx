/** The list of a kind of record: the server pages, sorts, filters and searches it, and the address says how. */
import { useMemo } from "react"
import type { ReactNode } from "react"
import { useLocation } from "react-router"

import { useNeed, usePage, useVisit } from "#client/services/page.tsx"
import { type SavedView, forgetRecords } from "#client/services/records.ts"
import { usePicklists } from "#client/services/use-reference.ts"
import { NotLoaded, useLoaded } from "#client/ui/on-demand.tsx"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { Part } from "#client/ui/part.tsx"
import { useText } from "#client/ui/text.tsx"

import type { BulkBarProps } from "./bulk-bar.tsx"
import { ARRANGEMENT, columnsKept, columnsShown, withWidths } from "./columns.ts"
import { ListBody } from "./list-body.tsx"
import { listStateOf, queryOf } from "./list-state.ts"
import type { ListState } from "./list-state.ts"
import { ListTools } from "./list-tools.tsx"
import type { Filter, Noun, Recorded } from "./noun.ts"
import { useArranging } from "./use-arranging.ts"
import { useListKeys } from "./use-list-keys.ts"
import { useLook } from "./use-look.ts"
import { chosenBefore, useReturn } from "./use-return.ts"
import { useSelection } from "./use-selection.ts"

const loadBulkBar = () => import("./bulk-bar.tsx")

interface ListPageProps<Row extends Recorded> {
  noun: Noun<Row>
  /** Below the heading. */
  note?: ReactNode
}

/** Reads the needs `rows` and `views`. */
export function ListPage<Row extends Recorded>(props: ListPageProps<Row>) {
  const noun = useOwnWords(props.noun)
  const { url } = usePage()
  const { key } = useLocation()
  const t = useText()
  const need = useNeed<readonly Row[]>("rows")
  const viewsNeed = useNeed<readonly SavedView[]>("views")
  const selection = useSelection(() => chosenBefore(key))
  const { queries } = useVisit()
  const state = listStateOf(url)
  const href = (next: ListState) => noun.paths.list(queryOf(next))
  const look = useLook(need)
  const rows = need.status === "ready" ? need.data : []
  const { titles } = noun
  const total = need.status === "ready" ? (need.page?.total ?? need.data.length) : null
  const counted = total === null ? "" : t.count(total, titles.counted[0], titles.counted[1])
  const isLowerBound = need.status === "ready" && need.page?.isLowerBound === true
  const views = viewsNeed.status === "ready" ? viewsNeed.data : []
  const arrange = useArranging({ list: noun.service, state, href, views })
  const arrangement = state.columns === "" ? columnsKept(views) : state.columns
  const columns = columnsShown(noun.columns, arrangement)
  useListKeys({ noun, rows, selection })
  useReturn({ noun, url, rows, selection })
  return (
    <>
      <PageHeading title={t(state.bin ? "{list}: bin" : "{list}", { list: t(titles.list) })}>
        <p>
          {t(titles.intro)}{" "}
          <span aria-live="polite">
            {isLowerBound ? t("More than {counted}", { counted }) : counted}
          </span>
        </p>
      </PageHeading>
      {props.note}
      <ListTools
        chosen={selection.ids}
        href={href}
        noun={noun}
        onArrange={arrange}
        shown={columns}
        state={state}
        views={views.filter(({ name }) => name !== ARRANGEMENT)}
      />
      {selection.ids.size > 0 ? (
        <LateBulkBar noun={noun} selection={selection} state={state} total={total ?? 0} />
      ) : null}
      <Part of={url} onRetry={() => forgetRecords(queries, noun.service)}>
        <ListBody
          columns={columns}
          href={href}
          isArranged={arrangement !== ""}
          look={look}
          need={need}
          noun={noun}
          onWiden={(widths) => void arrange(withWidths(columns, widths))}
          selection={canChoose(noun) ? selection : null}
          state={state}
        />
      </Part>
    </>
  )
}

/** Its filters offer what the company's picklists offer. */
function useOwnWords<Row extends Recorded>(noun: Noun<Row>): Noun<Row> {
  const offer = usePicklists()
  return useMemo(() => {
    const own = (filter: Filter): Filter =>
      filter.kind === "choice"
        ? { ...filter, options: offer(filter.options, filter.picklist) }
        : filter
    const { filters } = noun
    return filters === undefined ? noun : { ...noun, filters: filters.map((each) => own(each)) }
  }, [noun, offer])
}

function LateBulkBar<Row extends Recorded>(props: BulkBarProps<Row>) {
  const loaded = useLoaded(loadBulkBar)
  if (loaded === null) return null
  return loaded === "failed" ? <NotLoaded /> : <loaded.BulkBar {...props} />
}

function canChoose<Row extends Recorded>({ can }: Noun<Row>): boolean {
  return can?.bulk !== undefined || can?.enable === true
}
