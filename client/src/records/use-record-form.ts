/**
 * The state of one record's form: what is stored, what was typed, what is at fault, and what somebody else has stored
 * meanwhile. It saves the changed fields alone, from the version they were made from.
 */
import { useRef, useState } from "react"

import { newId } from "#client/lib/browser.ts"
import type { Problem } from "#client/lib/problem.ts"
import { unreachable } from "#client/lib/problem.ts"
import type { DraftKey } from "#client/services/drafts.ts"
import { keptWhenOffline } from "#client/services/outbox.ts"
import { usePage, usePostedForm, useVisit } from "#client/services/page.tsx"
import { changeRecord, createRecord, forgetRecords, readRecord } from "#client/services/records.ts"
import { RequestFailed } from "#client/services/request-failed.ts"
import { versionTag } from "#client/services/version-tag.ts"

import { beginForm, byOf, faultsOf } from "./begin-form.ts"
import { checkFields } from "./checks.ts"
import type { FieldContext, FieldSpec, Section, Values } from "./fields.ts"
import { fieldsOf } from "./fields.ts"
import type { Recorded } from "./noun.ts"
import { changedNames, isSame, merge, movedPath, patchOf, valueAt, withValue } from "./values.ts"

/** Field path → what is wrong with it. */
export type Faults = Readonly<Record<string, string>>

/** Somebody else stored another version meanwhile, and these fields were changed by both. */
export interface Conflict {
  base: Values
  theirs: Values
  /** Who wrote it, and when. */
  by: { name: string | null; at: string } | null
  names: readonly string[]
}

export interface FormState {
  /** As it is stored, so far as this form knows. */
  base: Values
  values: Values
  faults: Faults
  problem: Problem | null
  /** How often saving was refused; a new number moves the focus to the summary. */
  attempt: number
  saving: boolean
  conflict: Conflict | null
}

export interface RecordForm {
  state: FormState
  fields: readonly FieldSpec[]
  context: FieldContext
  dirty: readonly string[]
  change: (name: string, value: unknown) => void
  /** A field was left: says what is wrong with it. */
  leave: (name: string) => void
  /** Types changes again that were made when these values stood there; what somebody else has changed since is asked about. */
  retype: (changes: Values, before: Values) => void
  /** Takes over what somebody else has stored since; what both have changed is asked about. */
  takeOver: (theirs: Values) => void
  /** Back to what is stored. */
  reset: () => void
  /** What is stored, or will be once there is a network; `null` when it was refused. */
  save: () => Promise<Saved | null>
  /** Ends a conflict: with these values, from their version. */
  resolve: (values: Values) => void
  /** Shows why something else about the record was refused. */
  refuse: (problem: Problem) => void
}

export interface Saved {
  /** `null` while it waits in this browser for the network. */
  record: Recorded | null
  values: Values
}

interface Options {
  service: string
  sections: readonly Section[]
  /** The record, or what a new one begins with. */
  initial: Values
  id: string | null
  /** What a new record begins to differ from; unless said, what it begins with. */
  untouched?: Values
  /** A change may wait for the network: whose draft it is if somebody else makes another one meanwhile, and where it is typed. */
  waiting?: { key: DraftKey; href: string } | null
  /** The server reads the form without script, so it may have been drawn again. */
  isPlain?: boolean
}

export function useRecordForm(options: Options): RecordForm {
  const { service, sections, initial, id, untouched, waiting = null, isPlain = false } = options
  const visit = useVisit()
  const { queries } = visit
  const posted = usePostedForm()
  const country = usePage().session?.company.operating_country ?? ""
  const [state, setState] = useState<FormState>(() =>
    beginForm({
      initial,
      untouched: untouched ?? initial,
      isNew: id === null,
      fields: fieldsOf(sections),
      posted: isPlain ? posted : null,
    }),
  )
  // Somebody else has stored a later version, and nothing was typed here: it is shown as it is now.
  const isLater = Number(initial["version"] ?? 0) > Number(state.base["version"] ?? 0)
  if (id !== null && isLater && !state.saving && state.values === state.base) {
    setState((old) => (old.values === old.base ? { ...old, base: initial, values: initial } : old))
  }
  const saving = useRef(false)
  /** One for each wish to create, so that sending it twice creates one record. */
  const key = useRef<string | null>(null)
  const context = { values: state.values, stored: state.base, isNew: id === null }
  const fields = shownFields(sections, state.values)
  const dirty = changedNames(fields, state.base, state.values)

  const fail = (error: unknown) => {
    const problem = error instanceof RequestFailed ? error.problem : unreachable()
    if (!(error instanceof RequestFailed)) throw error
    setState((old) => ({
      ...old,
      faults: faultsOf(problem),
      problem,
      attempt: old.attempt + 1,
      saving: false,
    }))
    return null
  }

  const store = async (base: Values, values: Values): Promise<Saved | null> => {
    const names = changedNames(fields, base, values)
    const version = Number(base["version"])
    try {
      if (id === null) {
        key.current ??= newId()
        return stored(await createRecord(service, onlyFields(fields, values), key.current))
      }
      // After a conflict in which theirs was taken there is nothing left to store.
      if (names.length === 0) return stored(await readRecord(service, id))
      return stored(await changeRecord({ service, id, version }, patchOf(names, values)))
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      if (id !== null && waiting !== null) {
        const body = patchOf(names, values)
        const change = { path: `${service}/${id}`, body, version: versionTag(version) }
        const changes = Object.fromEntries(names.map((name) => [name, valueAt(values, name)]))
        const form = { ...waiting, changes, before: patchOf(names, base) }
        // It is what this form was made from, with what was typed.
        if (await keptWhenOffline(error, { ...change, form })) {
          return { record: null, values }
        }
      }
      if (error.problem.status !== 412 || id === null) return fail(error)
      try {
        const theirs = { ...(await readRecord<Recorded>(service, id)) }
        const joined = merge(fields, { base, mine: values, theirs })
        // Nothing was changed by both: the server's own version takes this form's fields along.
        if (joined.conflicts.length === 0) return await store(theirs, joined.values)
        setState((old) => ({
          ...old,
          saving: false,
          conflict: { base, theirs, by: byOf(error.problem), names: joined.conflicts },
        }))
        return null
      } catch (second) {
        return fail(second)
      }
    }
  }

  const save = async () => {
    if (saving.current) return null
    const faults = checkFields(fields, state.values, country)
    if (Object.keys(faults).length > 0) {
      setState((old) => ({ ...old, faults, problem: null, attempt: old.attempt + 1 }))
      return null
    }
    saving.current = true
    setState((old) => ({ ...old, faults: {}, problem: null, saving: true }))
    let saved: Saved | null = null
    try {
      saved = await store(state.base, state.values)
      if (saved === null) return null
      // What was drawn again is stored now.
      visit.postedForm = null
      const base = saved.values
      // What is typed while it is being saved stays.
      setState((old) => {
        const since = changedNames(fields, state.values, old.values)
        const values = since.reduce<Values>(
          (joined, name) => withValue(joined, name, patchOf([name], old.values)[name]),
          base,
        )
        return { ...old, base, values, saving: false, conflict: null }
      })
    } finally {
      saving.current = false
      // Whatever failed, another attempt is possible.
      setState((old) => (old.saving ? { ...old, saving: false } : old))
    }
    // What is typed next may be saved meanwhile, whether or not the lists can be read again.
    if (saved.record !== null) await forgetRecords(queries, service)
    return saved
  }

  return {
    state,
    fields,
    context,
    dirty,
    save,
    change(name, value) {
      // Another wish than the one that was sent.
      key.current = null
      setState((old) => {
        const values = withValue(old.values, name, value)
        return { ...old, values, faults: withoutRepaired(sections, old, values, country) }
      })
    },
    leave(name) {
      setState((old) => {
        const faults = recheck(shownFields(sections, old.values), name, old, country)
        // What the server said of it stays until it is changed: the summary takes the focus just as it is said.
        const isSaid = old.faults[name] !== undefined && faults[name] === undefined
        return isSaid ? old : { ...old, faults }
      })
    },
    retype(changes, before) {
      setState((old) => {
        const base = { ...old.base, ...before }
        const mine = Object.entries(changes).reduce<Values>(
          (typed, [name, value]) => withValue(typed, name, value),
          base,
        )
        const { values, conflicts } = merge(fields, { base, mine, theirs: old.values })
        if (conflicts.length === 0) return { ...old, values }
        const conflict = { base, theirs: old.base, by: null, names: conflicts }
        return { ...old, values: mine, conflict }
      })
    },
    takeOver(theirs) {
      setState((old) => {
        const { values, conflicts } = merge(fields, { base: old.base, mine: old.values, theirs })
        if (conflicts.length === 0) return { ...old, base: theirs, values }
        const conflict = { base: old.base, theirs, by: null, names: conflicts }
        return { ...old, conflict }
      })
    },
    reset: () => setState((old) => ({ ...old, values: old.base, faults: {}, problem: null })),
    resolve(values) {
      setState((old) => ({
        ...old,
        base: old.conflict?.theirs ?? old.base,
        values,
        conflict: null,
      }))
    },
    refuse(problem) {
      setState((old) => ({ ...old, faults: {}, problem, attempt: old.attempt + 1 }))
    },
  }
}

function stored(record: Recorded): Saved {
  return { record, values: { ...record } }
}

function shownFields(sections: readonly Section[], values: Values): readonly FieldSpec[] {
  return fieldsOf(sections).filter(({ when }) => when?.(values) !== false)
}

/** The faults but for those that `values` no longer have; what is still wrong is said when its field is left. */
function withoutRepaired(
  sections: readonly Section[],
  old: FormState,
  values: Values,
  country: string,
): Faults {
  if (Object.keys(old.faults).length === 0) return old.faults
  const faults = Object.entries(old.faults).flatMap(([path, text]) => {
    const moved = movedPath(path, old.values, values)
    return moved === null ? [] : [{ was: path, path: moved, text }]
  })
  const before = checkFields(shownFields(sections, old.values), old.values, country)
  const after = checkFields(shownFields(sections, values), values, country)
  return Object.fromEntries(
    faults.flatMap(({ was, path, text }) => {
      const isSaidHere = before[was] === text
      const isChanged = !isSame(valueAt(old.values, was), valueAt(values, path))
      return after[path] !== undefined || !(isSaidHere || isChanged) ? [[path, text]] : []
    }),
  )
}

function recheck(
  fields: readonly FieldSpec[],
  name: string,
  { values, faults }: Pick<FormState, "values" | "faults">,
  country: string,
): Faults {
  const field = fields.filter((each) => name === each.name || name.startsWith(`${each.name}.`))
  const found = checkFields(field, values, country)
  const others = Object.entries(faults).filter(([path]) => path !== name)
  return {
    ...Object.fromEntries(others),
    ...(found[name] === undefined ? {} : { [name]: found[name] }),
  }
}

/** A new record is made of what its form asks for, and of nothing else that the values may hold. */
function onlyFields(fields: readonly FieldSpec[], values: Values): Values {
  return patchOf(
    fields.map(({ name }) => name),
    values,
  )
}
