/** The line above a list: search, filters, columns, views, bin, export, import, a new record. */
import type { SavedView } from "#client/services/records.ts"
import { buttonClass } from "#client/ui/button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import { ActiveFilters } from "./active-filters.tsx"
import { ColumnsMenu } from "./columns-menu.tsx"
import type { ShownColumn } from "./columns.ts"
import { ExportMenu } from "./export-menu.tsx"
import { FilterPanel } from "./filter-panel.tsx"
import { ImportButton } from "./import-button.tsx"
import { sorting } from "./list-state.ts"
import type { Recorded } from "./noun.ts"
import { useRights } from "./rights.ts"
import { SearchForm } from "./search-form.tsx"
import { SortMenu } from "./sort-menu.tsx"
import type { ToolsProps } from "./tools.ts"
import { ViewsMenu } from "./views-menu.tsx"

export function ListTools<Row extends Recorded>(
  props: ToolsProps<Row> & {
    views: readonly SavedView[]
    shown: readonly ShownColumn<Row>[]
    onArrange: (columns: string) => Promise<void>
    /** Ids of the rows that are chosen. */
    chosen: ReadonlySet<string>
  },
) {
  const { noun, state, href, views, shown, onArrange, chosen } = props
  const t = useText()
  const whyNot = useRights(noun.resource, noun.writing)
  const { can = {} } = noun
  const create = noun.paths.create?.()
  return (
    <div className="rc-tools">
      <SearchForm action={noun.paths.list()} href={href} label={t("Search")} state={state} />
      {noun.filters === undefined ? null : (
        <FilterPanel filters={noun.filters} href={href} state={state} />
      )}
      <SortMenu columns={shown} href={href} sorted={sorting(state, noun.order)} />
      <ViewsMenu href={href} noun={noun} state={state} views={views} />
      <ColumnsMenu noun={noun} onArrange={onArrange} shown={shown} />
      {can.bin === true ? (
        <a className={buttonClass("quiet")} href={href({ ...state, bin: !state.bin, page: 1 })}>
          <Icon height="16" name={state.bin ? "arrow-back" : "bin"} width="16" />
          {state.bin ? t("Back to the list") : t("Bin")}
        </a>
      ) : null}
      {can.export === true ? (
        <ExportMenu chosen={chosen} noun={noun} state={state} whyNot={whyNot("export")} />
      ) : null}
      {can.import !== undefined ? <ImportButton noun={noun} whyNot={whyNot("import")} /> : null}
      {create === undefined ? null : (
        <NewLink href={create} text={t(noun.titles.new)} whyNot={whyNot("create")} />
      )}
      <ActiveFilters filters={noun.filters ?? []} href={href} state={state} />
    </div>
  )
}

interface NewLinkProps {
  href: string
  text: string
  whyNot: string | null
}

/** Without the right it stays where it is, leads nowhere and says why. */
function NewLink({ href, text, whyNot }: NewLinkProps) {
  return (
    <a
      aria-disabled={whyNot !== null || undefined}
      className={buttonClass("primary", "rc-new")}
      title={whyNot ?? undefined}
      {...(whyNot === null ? { href } : { role: "link" })}
    >
      <Icon height="16" name="plus" width="16" />
      {text}
    </a>
  )
}
