import { useRef, useState } from "react"

import { formatNumber } from "#client/lib/format/number.ts"
import { reasonOf } from "#client/lib/problem.ts"
import { attachFile } from "#client/services/mail/attach.ts"
import type { Attached } from "#client/services/mail/attached.ts"
import { usePage } from "#client/services/page.tsx"
import { RequestFailed } from "#client/services/request-failed.ts"
import { Button } from "#client/ui/button.tsx"
import { IconButton } from "#client/ui/icon-button.tsx"
import { Icon } from "#client/ui/icon.tsx"
import { useText } from "#client/ui/text.tsx"

import { DriveFilePicker } from "./drive-file-picker.tsx"

const MAX_FILES = 10
const MAX_BYTES = 20 * 1024 * 1024

interface Going {
  key: number
  name: string
  size: number
  sent: number
  error: string | null
  stop: AbortController
}

interface AttachmentsFieldProps {
  files: readonly Attached[]
  /** What comes of adding or removing one; told with the latest files, as uploads end at any time. */
  onChange: (change: (files: readonly Attached[]) => readonly Attached[]) => void
  error?: string | undefined
  /** Why none can be added. */
  whyNot: string | null
  /** None can be removed, either. */
  readOnly?: boolean
}

/** Files that travel with a mail: chosen or dropped, on their way with progress and a way to stop them. */
export function AttachmentsField(props: AttachmentsFieldProps) {
  const { files, onChange, error, whyNot, readOnly = false } = props
  const t = useText()
  const { env } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const [going, setGoing] = useState<readonly Going[]>([])
  const [refused, setRefused] = useState<string | null>(null)
  const last = useRef(0)

  const patch = (key: number, change: Partial<Going>) =>
    setGoing((all) => all.map((each) => (each.key === key ? { ...each, ...change } : each)))
  const end = (key: number) => setGoing((all) => all.filter((each) => each.key !== key))

  const upload = async (file: File) => {
    last.current += 1
    const key = last.current
    const stop = new AbortController()
    const { name, size } = file
    setGoing((all) => [...all, { key, name, size, sent: 0, error: null, stop }])
    try {
      const made = await attachFile(file, {
        signal: stop.signal,
        onProgress: (sent) => patch(key, { sent }),
      })
      onChange((all) => [...all, { id: made._id, name: made.name, size: made.size }])
      end(key)
    } catch (failure) {
      if (stop.signal.aborted) end(key)
      else {
        const said =
          failure instanceof RequestFailed
            ? reasonOf(failure.problem)
            : t("That did not work. Try again.")
        patch(key, { error: said })
      }
    }
  }
  const fits = (more: readonly { size: number }[]) => {
    const sizes = [...files, ...going, ...more].map(({ size }) => size)
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    const why =
      sizes.length > MAX_FILES
        ? t("Attach at most 10 files.")
        : bytes > MAX_BYTES
          ? t("Attach at most 20 MB in total.")
          : null
    setRefused(why)
    return why === null
  }
  const add = (chosen: readonly File[]) => {
    if (fits(chosen)) for (const file of chosen) void upload(file)
  }
  const take = (file: Attached) => {
    if (fits([file])) onChange((all) => [...all.filter(({ id }) => id !== file.id), file])
  }
  const size = (bytes: number) =>
    bytes < 1024 * 1024
      ? t("{size} kB", { size: formatNumber(Math.max(1, Math.round(bytes / 1024)), env.locale) })
      : t("{size} MB", {
          size: formatNumber(Math.round((bytes / 1024 / 1024) * 10) / 10, env.locale),
        })
  return (
    <div
      className="ml-files"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (whyNot === null) add([...event.dataTransfer.files])
      }}
    >
      <input
        className="u-hidden"
        disabled={whyNot !== null}
        multiple
        onChange={(event) => {
          add([...(event.target.files ?? [])])
          event.target.value = ""
        }}
        ref={input}
        tabIndex={-1}
        type="file"
        aria-label={t("Attach files")}
      />
      <ul className="ml-file-list">
        {files.map((file) => (
          <li className="ml-file" key={file.id}>
            <Icon height="16" name="paperclip" width="16" />
            <bdi className="ml-file-name">{file.name}</bdi>
            <span className="ml-file-size">{size(file.size)}</span>
            {readOnly ? null : (
              <IconButton
                icon="close"
                label={t("Remove {name}", { name: file.name })}
                onClick={() => onChange((all) => all.filter(({ id }) => id !== file.id))}
              />
            )}
          </li>
        ))}
        {going.map(({ key, name, size: whole, sent, error: why, stop }) => (
          <li className="ml-file" key={key}>
            <Icon height="16" name={why === null ? "paperclip" : "warning"} width="16" />
            <bdi className="ml-file-name">{name}</bdi>
            {why === null ? (
              <progress
                aria-label={t("Upload of {name}", { name })}
                max={Math.max(1, whole)}
                value={sent}
              />
            ) : (
              <span className="ui-error" role="alert">
                {why}
              </span>
            )}
            <IconButton
              icon="close"
              label={t("Cancel upload of {name}", { name })}
              onClick={() => {
                stop.abort()
                end(key)
              }}
            />
          </li>
        ))}
      </ul>
      <Button
        aria-disabled={whyNot !== null}
        look="quiet"
        onClick={() => {
          if (whyNot === null) input.current?.click()
        }}
        title={whyNot ?? undefined}
      >
        <Icon height="16" name="paperclip" width="16" />
        {t("Attach files")}
      </Button>
      <DriveFilePicker onTake={take} whyNot={whyNot} />
      {refused === null && error === undefined ? null : (
        <p className="ui-error" role="alert">
          {refused ?? error}
        </p>
      )}
    </div>
  )
}
