import type { ReactNode } from "react"

import { Skeleton } from "#client/ui/skeleton.tsx"
import { ColumnHead, Table } from "#client/ui/table.tsx"

import { orderOf, sortedBy } from "./list-state.ts"
import type { ListState } from "./list-state.ts"

export interface Column<Row> {
  label: string
  /** Field by which the service sorts; without it the column cannot be sorted by. */
  sort?: string
  /** Set flush with the digits below. */
  number?: true
  cell: (row: Row) => ReactNode
}

interface RowsProps<Row> {
  title: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  state: ListState
  href: (state: ListState) => string
}

/** The rows; the first column names each of them. */
export function Rows<Row>({ title, columns, rows, keyOf, state, href }: RowsProps<Row>) {
  return (
    <Table caption={title}>
      <thead>
        <tr>
          {columns.map(({ label, sort, number = false }) =>
            sort === undefined ? (
              <th className={number ? "ui-number" : undefined} key={label} scope="col">
                {label}
              </th>
            ) : (
              <ColumnHead
                href={href(sortedBy(state, sort))}
                key={label}
                label={label}
                number={number}
                order={orderOf(state, sort)}
              />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ label, number, cell }, index) =>
              index === 0 ? (
                <th key={label} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td className={number === true ? "ui-number" : undefined} key={label}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface RowsSkeletonProps<Row> {
  title: string
  columns: readonly Column<Row>[]
  count: number
}

/** As high as the rows will be. */
export function RowsSkeleton<Row>({ title, columns, count }: RowsSkeletonProps<Row>) {
  return (
    <Table aria-busy="true" caption={title}>
      <thead>
        <tr>
          {columns.map(({ label }) => (
            <th key={label} scope="col">
              <span className="ui-sort">{label}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: count }, (_, row) => (
          <tr key={row}>
            {columns.map(({ label }) => (
              <td key={label}>
                <Skeleton width="half" />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
