import { useState } from "react"
import type { DragEvent } from "react"

import { msg } from "#client/lib/words.ts"
import { Button } from "#client/ui/button.tsx"
import { Field } from "#client/ui/field.tsx"
import { useText } from "#client/ui/text.tsx"

import type { ImportFile } from "./import-table.ts"

interface ImportSourceProps {
  /** What is wrong with the file that was taken. */
  fault: string | null
  isReading: boolean
  onTake: (file: ImportFile) => void
}

/** A file that is chosen or dropped, or rows pasted from a spreadsheet. */
export function ImportSource({ fault: ofFile, isReading, onTake }: ImportSourceProps) {
  const t = useText()
  const [isOver, setOver] = useState(false)
  const [text, setText] = useState("")
  const [ofName, setOfName] = useState<string | null>(null)
  const fault = ofName ?? ofFile
  const read = (file: File | undefined) => {
    if (file === undefined) return
    const isTable = /\.(?:csv|tsv|tab|txt|xlsx)$/iu.test(file.name)
    setOfName(isTable ? null : msg("Choose a CSV file or a spreadsheet (XLSX)."))
    if (isTable)
      onTake({ name: file.name, file: /\.xlsx$/iu.test(file.name) ? file : textOf(file) })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    read(event.dataTransfer.files[0])
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
          hint={t("CSV or XLSX with a header row. You can also drop the file here.")}
          label={t("File")}
          name="import-file"
        >
          {(control) => (
            <input
              {...control}
              accept=".csv,.tsv,.txt,.xlsx"
              onChange={({ target }) => read(target.files?.[0])}
              required={false}
              type="file"
            />
          )}
        </Field>
      </div>
      <Field
        hint={t("Copy the rows with their headings and paste them here.")}
        label={t("Or paste rows from a spreadsheet")}
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
            if (text.trim() === "") return
            onTake({ name: t("Pasted rows"), file: new Blob([text], { type: CSV }) })
          }}
          pending={isReading ? t("Reading…") : null}
        >
          {t("Use pasted rows")}
        </Button>
      </div>
    </>
  )
}

const CSV = "text/csv"

/** Whatever the system takes a text for. */
function textOf(file: File): Blob {
  return file.slice(0, file.size, CSV)
}
