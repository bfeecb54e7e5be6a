import { useState } from "react"

import { languageOf, msg } from "#client/lib/words.ts"
import { exportRows } from "#client/services/records.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { toast } from "#client/services/toasts.ts"
import { Button } from "#client/ui/button.tsx"
import { useText } from "#client/ui/text.tsx"

import { ActionButton } from "./action-button.tsx"
import type { ShownColumn } from "./columns.ts"
import { Drop } from "./drop.tsx"
import { serviceQuery } from "./list-state.ts"
import type { ListState } from "./list-state.ts"
import type { Recorded } from "./noun.ts"
import type { ToolsProps } from "./tools.ts"
import { useLook } from "./use-look.ts"

type Format = "csv" | "xlsx"

/** As many as one condition takes. */
const MOST_CHOSEN = 200

/** The rows that are chosen, or every row that the list has as it stands, not only the page shown. */
export function ExportMenu<Row extends Recorded>(
  props: Pick<ToolsProps<Row>, "noun" | "state"> & {
    chosen: ReadonlySet<string>
    shown: readonly ShownColumn<Row>[]
    whyNot: string | null
  },
) {
  const { noun, state, chosen, shown, whyNot } = props
  const isChosen = chosen.size > 0 && chosen.size <= MOST_CHOSEN
  const t = useText()
  const { locale } = useLook()
  const [isWhole, setWhole] = useState(false)
  const [running, setRunning] = useState<Format | null>(null)
  const save = async (format: Format) => {
    setRunning(format)
    try {
      await exportRows(noun.service, {
        query: serviceQuery(isChosen ? onlyChosen(state, chosen) : state, noun.asks),
        format,
        name: noun.id,
        shown: isWhole
          ? null
          : {
              columns: shown.flatMap(({ id, exports }) => exports ?? [id]),
              language: languageOf(locale),
            },
      })
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      toast.error(error.problem.detail ?? msg("Couldn't export the list."))
    } finally {
      setRunning(null)
    }
  }
  const formats: readonly { format: Format; label: string }[] = [
    { format: "csv", label: t("As CSV") },
    { format: "xlsx", label: t("As a spreadsheet (XLSX)") },
  ]
  return (
    <Drop icon="download" isScripted label={t("Export")} name="export">
      <div className="rc-panel rc-menu">
        {isChosen ? (
          <p className="rc-muted">
            {t.count(
              chosen.size,
              "Only the {count} selected row.",
              "Only the {count} selected rows.",
            )}
          </p>
        ) : null}
        <fieldset className="rc-export-what">
          <legend className="u-hidden">{t("Data to export")}</legend>
          <label>
            <input
              checked={!isWhole}
              name="export-what"
              onChange={() => setWhole(false)}
              type="radio"
            />{" "}
            {t("As shown on screen")}
          </label>
          <label>
            <input
              checked={isWhole}
              name="export-what"
              onChange={() => setWhole(true)}
              type="radio"
            />{" "}
            {t("All data")}
          </label>
        </fieldset>
        {formats.map(({ format, label }) => (
          <ActionButton
            key={format}
            look="quiet"
            onClick={() => void save(format)}
            pending={running === format ? t("Exporting…") : null}
            whyNot={whyNot}
          >
            {label}
          </ActionButton>
        ))}
        <Button look="quiet" onClick={() => print()}>
          {t("Print page")}
        </Button>
      </div>
    </Drop>
  )
}

/** Whatever the list is narrowed down by now: they may have been chosen before. */
function onlyChosen(state: ListState, chosen: ReadonlySet<string>): ListState {
  return { ...state, search: "", filter: [`_id:in:${[...chosen].join("|")}`] }
}
