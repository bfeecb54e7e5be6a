import { useState } from "react"
import type { DragEvent } from "react"

import { msg } from "#client/lib/words.ts"
import { Button } from "#client/ui/button.tsx"
import { Field } from "#client/ui/field.tsx"
import { useText } from "#client/ui/text.tsx"

import type { ImportTable } from "./import-table.ts"
import { readTable, textTable } from "./import-table.ts"

interface ImportSourceProps {
  onTake: (table: ImportTable) => void
}

/** A file that is chosen or dropped, or rows pasted from a spreadsheet. */
export function ImportSource({ onTake }: ImportSourceProps) {
  const t = useText()
  const [isOver, setOver] = useState(false)
  const [text, setText] = useState("")
  const [fault, setFault] = useState<string | null>(null)
  const take = (table: ImportTable) => {
    if (table.rows?.length === 0) setFault(msg("The table has no rows below its first one."))
    else onTake(table)
  }
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    if (/\.(?:csv|tsv|txt|xlsx)$/iu.test(file.name)) take(await readTable(file))
    else setFault(msg("Choose a CSV file or a spreadsheet (XLSX)."))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void read(event.dataTransfer.files[0])
  }
  return (
    <>
      <div
        className={isOver ? "rc-drop-zone rc-drop-over" : "rc-drop-zone"}
        onDragLeave={() => setOver(false)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDrop={drop}
      >
        <Field
          error={fault === null ? null : t(fault)}
          hint={t("CSV or XLSX. The first row names the columns. You can also drop it here.")}
          label={t("File")}
          name="import-file"
        >
          {(control) => (
            <input
              {...control}
              accept=".csv,.tsv,.txt,.xlsx"
              onChange={({ target }) => void read(target.files?.[0])}
              required={false}
              type="file"
            />
          )}
        </Field>
      </div>
      <Field
        hint={t("Copy the rows with their headings and paste them here.")}
        label={t("Or rows of a spreadsheet")}
        name="import-text"
      >
        {(control) => (
          <textarea
            {...control}
            className="ui-input ui-long"
            onChange={({ target }) => setText(target.value)}
            required={false}
            rows={5}
            value={text}
          />
        )}
      </Field>
      <div className="ui-dialog-foot">
        <Button
          aria-disabled={text.trim() === ""}
          look="primary"
          onClick={() => {
            if (text.trim() !== "") take(textTable(t("Pasted rows"), text))
          }}
        >
          {t("Use the pasted rows")}
        </Button>
      </div>
    </>
  )
}
