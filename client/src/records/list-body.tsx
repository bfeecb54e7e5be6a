import { formatNumber } from "#client/lib/format/number.ts"
import { isForbidden } from "#client/lib/problem.ts"
import type { Need, Paging } from "#client/services/page.tsx"
import { buttonClass } from "#client/ui/button.tsx"
import { EmptyState } from "#client/ui/empty-state.tsx"
import { ErrorPanel } from "#client/ui/error-panel.tsx"
import { Pagination } from "#client/ui/pagination.tsx"
import { Skeleton } from "#client/ui/skeleton.tsx"
import { Table } from "#client/ui/table.tsx"

import type { ShownColumn } from "./columns.ts"
import { ListRows } from "./list-rows.tsx"
import { PAGE_SIZE, PAGE_SIZES, PLAIN, isNarrowed } from "./list-state.ts"
import type { ListState } from "./list-state.ts"
import type { Column, Look, Noun, Recorded } from "./noun.ts"
import { rightToSee } from "./rights.ts"
import type { Selection } from "./use-selection.ts"

interface ListBodyProps<Row extends Recorded> {
  noun: Noun<Row>
  need: Need<readonly Row[]>
  columns: readonly ShownColumn<Row>[]
  isArranged: boolean
  onWiden: (widths: Readonly<Record<string, number | null>>) => void
  state: ListState
  href: (state: ListState) => string
  look: Look
  selection: Selection | null
}

/** The rows, or on purpose what stands in their place: still coming, failed, none yet, none that match. */
export function ListBody<Row extends Recorded>(props: ListBodyProps<Row>) {
  const { noun, need, columns, state, href, look } = props
  const { t } = look
  if (need.status === "pending") {
    return (
      <RowsSkeleton columns={columns} count={state.pageSize ?? PAGE_SIZE} look={look} noun={noun} />
    )
  }
  if (need.status === "failed") {
    const { status, detail, instance, permission, grantedBy } = need.problem
    const isRefused = isForbidden(need.problem)
    return isRefusal(status) ? (
      <ErrorPanel
        detail={t(
          "The address contains a sort order, filter or page that this list does not have.",
        )}
        errorId={instance}
        title={t("Couldn't show this view of the list.")}
      >
        <a className={buttonClass()} href={href(PLAIN)}>
          {t("Show all")}
        </a>
      </ErrorPanel>
    ) : (
      <ErrorPanel
        detail={detail === undefined ? undefined : t(detail)}
        errorId={instance}
        grantedBy={grantedBy}
        onRetry={status === 403 ? undefined : need.retry}
        right={isRefused ? (permission ?? rightToSee(noun.resource)) : undefined}
        title={
          isRefused
            ? t("You don't have permission to see this list.")
            : t("Couldn't load the list.")
        }
      />
    )
  }
  if (need.data.length === 0) return <NoRows href={href} look={look} noun={noun} state={state} />
  return (
    <>
      <ListRows {...props} rows={need.data} />
      <NotPrinted columns={columns} look={look} noun={noun} />
      {need.page === undefined ? null : (
        <Pages href={href} look={look} paging={need.page} state={state} />
      )}
    </>
  )
}

/** On paper nobody can ask for the other columns: it says which there are. */
function NotPrinted<Row extends Recorded>(
  props: Pick<ListBodyProps<Row>, "columns" | "look" | "noun">,
) {
  const { columns, noun, look } = props
  const { t } = look
  const shown = new Set(columns.map(({ id }) => id))
  const left = noun.columns.filter(({ id }) => !shown.has(id))
  return left.length === 0 ? null : (
    <p className="rc-not-printed">
      {t("Columns not printed: {names}.", {
        names: left.map(({ label }) => t(label)).join(", "),
      })}
    </p>
  )
}

/** Asking again would be refused again. */
function isRefusal(status: number): boolean {
  return status === 400 || status === 422
}

type NoRowsProps<Row extends Recorded> = Pick<
  ListBodyProps<Row>,
  "noun" | "state" | "href" | "look"
>

function NoRows<Row extends Recorded>({ noun, state, href, look: { t } }: NoRowsProps<Row>) {
  if (state.bin && state.search === "" && state.filter.length === 0) {
    return (
      <EmptyState icon={noun.icon} title={t("The bin is empty")}>
        <p>{t("Deleted records stay here for 30 days. You can restore them until then.")}</p>
        <a className={buttonClass()} href={href({ ...state, bin: false, page: 1 })}>
          {t("Back to the list")}
        </a>
      </EmptyState>
    )
  }
  if (isNarrowed(state) || state.page > 1) {
    return (
      <EmptyState
        icon="search"
        title={isNarrowed(state) ? t("No results") : t("This page is empty")}
      >
        <p>
          {isNarrowed(state)
            ? t("No records match your search and filters.")
            : t("The list now has fewer pages.")}
        </p>
        <a className={buttonClass()} href={href({ ...state, search: "", filter: [], page: 1 })}>
          {isNarrowed(state) ? t("Clear search and filters") : t("Go to the first page")}
        </a>
      </EmptyState>
    )
  }
  const create = noun.paths.create?.()
  return (
    <EmptyState icon={noun.icon} title={t("Nothing here yet")}>
      <p>{t(noun.titles.empty)}</p>
      {create === undefined ? null : (
        <a className={buttonClass("primary")} href={create}>
          {t(noun.titles.new)}
        </a>
      )}
    </EmptyState>
  )
}

interface SkeletonProps<Row extends Recorded> {
  noun: Noun<Row>
  columns: readonly Column<Row>[]
  count: number
  look: Look
}

/** As high as the rows will be. */
function RowsSkeleton<Row extends Recorded>({ noun, columns, count, look }: SkeletonProps<Row>) {
  return (
    <Table aria-busy="true" caption={look.t(noun.titles.list)} className="rc-cards">
      <thead>
        <tr>
          {columns.map(({ id, label }) => (
            <th key={id} scope="col">
              <span className="ui-sort">{look.t(label)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: count }, (_, row) => (
          <tr key={row}>
            {columns.map(({ id }, index) => (
              <td className="rc-coming" key={id}>
                <Skeleton width={index === 0 ? "full" : "half"} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface PagesProps {
  paging: Paging
  state: ListState
  href: (state: ListState) => string
  look: Look
}

function Pages({ paging, state, href, look: { t, locale } }: PagesProps) {
  const { page, pageSize, total, isLowerBound } = paging
  const number = (value: number) => formatNumber(value, locale)
  const shown = {
    first: number((page - 1) * pageSize + 1),
    last: number(Math.min(page * pageSize, total)),
    total: number(total),
  }
  return (
    <Pagination
      href={(to) => href({ ...state, page: to })}
      isLowerBound={isLowerBound}
      page={page}
      pageSize={pageSize}
      sizes={PAGE_SIZES.map((size) => ({
        size,
        href: href({ ...state, pageSize: size, page: 1 }),
      }))}
      summary={
        isLowerBound
          ? t("{first} to {last} of more than {total}", shown)
          : t("{first} to {last} of {total}", shown)
      }
      total={total}
    />
  )
}
