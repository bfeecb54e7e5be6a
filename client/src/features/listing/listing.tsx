import type { ReactNode } from "react"

import { formatNumber } from "#client/lib/format/number.ts"
import type { ListQuery } from "#client/paths.ts"
import { usePage } from "#client/services/page.tsx"
import type { Need, Paging } from "#client/services/page.tsx"
import { buttonClass } from "#client/ui/button.tsx"
import { EmptyState } from "#client/ui/empty-state.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import type { IconName } from "#client/ui/icon-shapes.ts"
import { PageHeading } from "#client/ui/page-heading.tsx"
import { Pagination } from "#client/ui/pagination.tsx"

import { PAGE_SIZES, listStateOf, queryOf } from "./list-state.ts"
import type { ListState } from "./list-state.ts"
import { Rows, RowsSkeleton } from "./rows.tsx"
import type { Column } from "./rows.tsx"
import { SearchForm } from "./search-form.tsx"

export interface ListingProps<Row> {
  title: string
  /** One sentence: what the rows are. */
  intro: string
  /** "user", "users". */
  one: string
  many: string
  icon: IconName
  need: Need<readonly Row[]>
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  path: (query?: ListQuery) => string
  /** What the list is for, when it holds nothing at all. */
  empty: ReactNode
}

/** A list that the server pages, sorts and searches: links and a GET form, the same with and without script. */
export function Listing<Row>(props: ListingProps<Row>) {
  const { title, intro, one, many, need, path } = props
  const { url, env } = usePage()
  const state = listStateOf(url)
  const href = (next: ListState) => path(queryOf(next))
  const total = need.status === "ready" ? (need.page?.total ?? need.data.length) : null
  return (
    <>
      <PageHeading
        aside={<SearchForm action={path()} href={href} label={`Search ${many}`} state={state} />}
        title={title}
      >
        <p>
          {intro}{" "}
          <span aria-live="polite">
            {total === null
              ? ""
              : found(`${formatNumber(total, env.locale)} ${total === 1 ? one : many}`, state)}
          </span>
        </p>
      </PageHeading>
      <Body {...props} href={href} state={state} />
    </>
  )
}

interface BodyProps<Row> extends ListingProps<Row> {
  state: ListState
  href: (state: ListState) => string
}

function Body<Row>(props: BodyProps<Row>) {
  const { title, many, icon, need, columns, keyOf, state, href, empty } = props
  if (need.status === "pending") {
    return <RowsSkeleton columns={columns} count={state.pageSize ?? PAGE_SIZES[0]} title={title} />
  }
  if (need.status === "failed" && isRefusal(need.problem.status)) {
    return (
      <ErrorPanel
        detail="The address asks for an order or a page that this list does not have."
        errorId={need.problem.instance}
        title={`The ${many} cannot be shown like this.`}
      >
        <a className={buttonClass()} href={href({ page: 1, pageSize: null, sort: "", search: "" })}>
          Show all {many}
        </a>
      </ErrorPanel>
    )
  }
  if (need.status === "failed") {
    return (
      <ErrorPanel
        detail={need.problem.detail}
        errorId={need.problem.instance}
        onRetry={need.retry}
        title={`The ${many} did not arrive.`}
      />
    )
  }
  if (need.data.length === 0) {
    if (state.search === "" && state.page === 1) {
      return (
        <EmptyState icon={icon} title={`No ${many} yet`}>
          {empty}
        </EmptyState>
      )
    }
    return (
      <EmptyState
        icon="search"
        title={state.search === "" ? "This page is empty" : "Nothing matches"}
      >
        <p>
          {state.search === "" ? (
            "The list has become shorter than it was."
          ) : (
            <>
              None of the {many} contains “<bdi>{state.search}</bdi>”.
            </>
          )}
        </p>
        <a className={buttonClass()} href={href({ ...state, search: "", page: 1 })}>
          Show all {many}
        </a>
      </EmptyState>
    )
  }
  return (
    <>
      <Rows
        columns={columns}
        href={href}
        keyOf={keyOf}
        rows={need.data}
        state={state}
        title={title}
      />
      {need.page === undefined ? null : <Pages href={href} paging={need.page} state={state} />}
    </>
  )
}

/** Asking again would be refused again. */
function isRefusal(status: number): boolean {
  return status === 400 || status === 422
}

interface PagesProps {
  paging: Paging
  state: ListState
  href: (state: ListState) => string
}

function Pages({ paging, state, href }: PagesProps) {
  const { page, pageSize, total } = paging
  const { env } = usePage()
  const number = (value: number) => formatNumber(value, env.locale)
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  return (
    <Pagination
      href={(to) => href({ ...state, page: to })}
      page={page}
      pageSize={pageSize}
      sizes={PAGE_SIZES.map((size) => ({
        size,
        href: href({ ...state, pageSize: size, page: 1 }),
      }))}
      summary={`${number(first)} to ${number(last)} of ${number(total)}`}
      total={total}
    />
  )
}

function found(counted: string, { search }: ListState): string {
  return search === "" ? `${counted}.` : `${counted} found.`
}
