import { msg } from "#client/lib/words.ts"
import { useText } from "#client/ui/text.tsx"

import { Dash } from "./cells.tsx"
import {
  contactSource,
  fileSource,
  issueSource,
  portSource,
  reportSource,
  roleSource,
  templateSource,
  userSource,
} from "./common-sources.ts"
import type { CustomControlProps } from "./fields.ts"
import { LookupField } from "./lookup-fields.tsx"
import { LookupText } from "./lookup-text.tsx"
import type { Source } from "./sources.ts"

/** What a file or an issue can be about: its word on the wire, what it is called, where it is found. */
const SUBJECTS = {
  contact: { label: msg("Contact"), source: contactSource },
  file: { label: msg("File"), source: fileSource },
  issue: { label: msg("Issue"), source: issueSource },
  port: { label: msg("Port"), source: portSource },
  report: { label: msg("Report"), source: reportSource },
  role: { label: msg("Role"), source: roleSource },
  template: { label: msg("Template"), source: templateSource },
  user: { label: msg("User"), source: userSource },
} as const satisfies Readonly<Record<string, { label: string; source: Source }>>

export type SubjectType = keyof typeof SUBJECTS

/** The control of a field that names another record by its type and id. */
export function subjectControl(types: readonly SubjectType[]) {
  return function SubjectField({ id, value, onChange, readOnly }: CustomControlProps) {
    const t = useText()
    const subject = subjectOf(value)
    const known = types.find((type) => type === subject?.type)
    if (readOnly) {
      return (
        <span className="rc-text" id={id}>
          {subject === null ? <Dash /> : null}
          {subject === null || known !== undefined ? null : <bdi>{subject.type}</bdi>}
          {subject === null || known === undefined ? null : (
            <>
              {t(SUBJECTS[known].label)}{" "}
              <LookupText shown={undefined} source={SUBJECTS[known].source} value={subject.id} />
            </>
          )}
        </span>
      )
    }
    return (
      <span className="rc-subject">
        <select
          aria-label={t("Kind of record")}
          className="ui-input ui-select"
          onChange={({ target }) =>
            onChange(target.value === "" ? null : { type: target.value, id: "" })
          }
          value={subject?.type ?? ""}
        >
          <option value="">{t("None")}</option>
          {types.map((type) => (
            <option key={type} value={type}>
              {t(SUBJECTS[type].label)}
            </option>
          ))}
          {subject === null || known !== undefined ? null : (
            <option value={subject.type}>{subject.type}</option>
          )}
        </select>
        {known === undefined ? null : (
          <LookupField
            control={{
              id,
              name: id,
              required: false,
              "aria-describedby": undefined,
              "aria-invalid": undefined,
            }}
            key={known}
            onChange={(next) => onChange(next === null ? null : { type: known, id: next })}
            readOnly={false}
            shown={undefined}
            source={SUBJECTS[known].source}
            value={subject?.id === "" ? null : (subject?.id ?? null)}
          />
        )}
      </span>
    )
  }
}

function subjectOf(value: unknown): { type: string; id: string } | null {
  if (typeof value !== "object" || value === null) return null
  const { type, id } = { type: null, id: null, ...value }
  return typeof type === "string" && typeof id === "string" ? { type, id } : null
}
